/* Inside of the arena, for arena.c and array.c only. */
#ifndef REGRAFT_ARENA_H
#define REGRAFT_ARENA_H

#include "base.h"

/* The storage of one rg_array. */
typedef struct rg_storage {
    void *memory; /* NULL: the entry is free */
    size_t bytes; /* of memory; in a free entry the handle of the next free one */
} rg_storage;

struct rg_arena {
    struct rg_block *blocks; /* the first is the one that is being filled */
    char *cursor, *end;      /* its free room */
    size_t next_size;        /* of the next block */
    struct rg_deferred *deferred;
    rg_storage *arrays; /* by handle - 1 */
    size_t array_count, array_room;
    size_t free_array; /* handle of a free entry; 0: none */
    size_t bytes;
    jmp_buf *failure;
};

#endif
