/* Inside of the arena, for arena.c and array.c only. */
#ifndef REGRAFT_ARENA_H
#define REGRAFT_ARENA_H

#include "base.h"

/* The memory that one rg_array grows in. */
typedef struct rg_array_memory {
    void *memory; /* NULL: the entry is free */
    size_t bytes; /* of memory; in a free entry the handle of the next free one */
} rg_array_memory;

struct rg_arena {
    struct rg_arena_block *blocks; /* the first is the one that is being filled */
    char *cursor, *end;            /* its free room */
    size_t next_size;              /* of the next block */
    struct rg_deferred *deferred;
    rg_array_memory *arrays; /* by handle - 1 */
    size_t array_count, array_room;
    size_t free_array; /* handle of a free entry; 0: none */
    size_t bytes;
    jmp_buf *failure;
};

#endif
