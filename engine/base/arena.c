/* Arenas: blocks of memory that are freed together. */
#include "arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALIGNMENT = 16,
    FIRST_BLOCK = 1 << 14, /* small enough for a graph of a few nodes */
    LARGEST_BLOCK = 1 << 22
};

typedef struct rg_arena_block {
    struct rg_arena_block *next;
    size_t size; /* of the whole block */
} block;

/* Blocks begin with this many bytes of their own, so that what follows is aligned. */
#define BLOCK_HEADER ((sizeof(block) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT)

typedef struct rg_deferred {
    void (*release)(void *);
    void *object;
    struct rg_deferred *next;
} deferred;

rg_arena *rg_arena_new(void) {
    rg_arena *arena = rg_system_memory(NULL, sizeof *arena);
    if (!arena)
        return NULL;
    memset(arena, 0, sizeof *arena);
    arena->cursor = arena->end = (char *)(arena + 1); /* no room, but a place */
    arena->next_size = FIRST_BLOCK;
    arena->bytes = sizeof *arena;
    return arena;
}

static void free_arrays(rg_arena *arena) {
    for (size_t i = 0; i < arena->array_count; i++) {
        if (!arena->arrays[i].memory)
            continue;
        rg_system_block(arena->arrays[i].memory, arena->arrays[i].bytes, 0);
        arena->bytes -= arena->arrays[i].bytes;
    }
    arena->array_count = arena->free_array = 0;
}

static void free_blocks(block *first, const block *end) {
    for (block *b = first, *next; b != end; b = next) {
        next = b->next;
        rg_system_block(b, b->size, 0);
    }
}

void rg_arena_free(rg_arena *arena) {
    if (!arena)
        return;
    for (deferred *d = arena->deferred; d; d = d->next)
        d->release(d->object);
    free_arrays(arena);
    rg_system_memory(arena->arrays, 0);
    free_blocks(arena->blocks, NULL);
    rg_system_memory(arena, 0);
}

void rg_arena_clear(rg_arena *arena) {
    if (arena->array_count)
        free_arrays(arena);
    block *last = arena->blocks;
    if (!last)
        return;
    if (last->next) { /* the first one that was made is the last of the list */
        while (last->next)
            last = last->next;
        free_blocks(arena->blocks, last);
        arena->blocks = last;
        arena->next_size = FIRST_BLOCK * 2;
        arena->end = (char *)last + last->size;
        arena->bytes = sizeof *arena + last->size + arena->array_room * sizeof *arena->arrays;
    }
    arena->cursor = (char *)last + BLOCK_HEADER;
}

jmp_buf *rg_arena_on_failure(rg_arena *arena, jmp_buf *target) {
    jmp_buf *previous = arena->failure;
    arena->failure = target;
    return previous;
}

rg_arena *rg_arena_new_like(rg_arena *owner) {
    rg_arena *arena = rg_arena_new();
    if (!arena)
        rg_out_of_memory(owner);
    arena->failure = owner->failure;
    return arena;
}

void rg_inner_arena_free(rg_inner_arena *inner) {
    rg_arena_free(inner->arena);
    inner->arena = NULL;
}

static void release_inner(void *inner) {
    rg_inner_arena_free(inner);
}

rg_inner_arena *rg_arena_within(rg_arena *owner) {
    rg_inner_arena *inner = rg_alloc(owner, sizeof *inner);
    rg_arena_defer(owner, release_inner, inner);
    inner->arena = rg_arena_new_like(owner);
    return inner;
}

_Noreturn void rg_out_of_memory(rg_arena *arena) {
    if (!arena->failure)
        abort();
    longjmp(*arena->failure, 1);
}

/* The start of a new block with room for `size` bytes, or NULL. One that is much larger than usual
 * goes behind the block that is being filled, which would otherwise lose its room. */
static RG_RARE char *add_block(rg_arena *arena, size_t size) {
    bool own = size > arena->next_size / 4;
    size_t room = own ? size : arena->next_size;
    block *b =
        room <= SIZE_MAX - BLOCK_HEADER ? rg_system_block(NULL, 0, BLOCK_HEADER + room) : NULL;
    if (!b)
        return NULL;
    b->size = BLOCK_HEADER + room;
    arena->bytes += b->size;
    char *memory = (char *)b + BLOCK_HEADER;
    if (own && arena->blocks) {
        b->next = arena->blocks->next;
        arena->blocks->next = b;
        return memory;
    }
    b->next = arena->blocks;
    arena->blocks = b;
    arena->cursor = memory + size;
    arena->end = memory + room;
    if (arena->next_size < LARGEST_BLOCK)
        arena->next_size *= 2;
    return memory;
}

/* `size` bytes as they come, at a multiple of `alignment`, or NULL. */
static inline char *try_take(rg_arena *arena, size_t size, size_t alignment) {
    size_t pad = (size_t)(-(uintptr_t)arena->cursor) & (alignment - 1);
    size_t room = (size_t)(arena->end - arena->cursor);
    if (pad > room || size > room - pad)
        return add_block(arena, size);
    char *memory = arena->cursor + pad;
    arena->cursor = memory + size;
    return memory;
}

static inline char *take(rg_arena *arena, size_t size, size_t alignment) {
    char *memory = try_take(arena, size, alignment);
    if (!memory)
        rg_out_of_memory(arena);
    return memory;
}

/* Most are of a few bytes: zeroing those takes less than a call of memset() would. */
static inline void *take_zeroed(rg_arena *arena, size_t size) {
    if (size == 0 || size > 2 * ALIGNMENT)
        return memset(take(arena, size, ALIGNMENT), 0, size);
    size_t whole = size <= ALIGNMENT ? ALIGNMENT : 2 * ALIGNMENT;
    char *memory = take(arena, whole, ALIGNMENT);
    memset(memory, 0, ALIGNMENT);
    memset(memory + whole - ALIGNMENT, 0, ALIGNMENT);
    return memory;
}

void *rg_alloc(rg_arena *arena, size_t size) {
    return take_zeroed(arena, size);
}

void *rg_alloc_array(rg_arena *arena, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        rg_out_of_memory(arena);
    return take_zeroed(arena, bytes);
}

/* Texts need no alignment; packed, they also share cache lines. */
char *rg_copy_text(rg_arena *arena, const char *text, size_t length) {
    if (length == SIZE_MAX)
        rg_out_of_memory(arena);
    char *copy = take(arena, length + 1, 1);
    if (length)
        memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *rg_format(rg_arena *arena, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    if (length < 0)
        rg_out_of_memory(arena);
    char *text = take(arena, (size_t)length + 1, 1);
    va_start(values, format);
    vsnprintf(text, (size_t)length + 1, format, values);
    va_end(values);
    return text;
}

void rg_arena_defer(rg_arena *arena, void (*release)(void *), void *object) {
    deferred *d = (deferred *)(void *)try_take(arena, sizeof *d, ALIGNMENT);
    if (!d) {
        release(object);
        rg_out_of_memory(arena);
    }
    d->release = release;
    d->object = object;
    d->next = arena->deferred;
    arena->deferred = d;
}

size_t rg_arena_bytes(const rg_arena *arena) {
    return arena->bytes;
}
