/* Growing arrays. Their storage is listed in the arena by handle, because it moves as it grows. */
#include "arena.h"

#include <string.h>

enum { FIRST_ITEMS = 8, FIRST_BYTES = 64 }; /* of an array, whichever is more */

/* The handle of a free entry in the arena's list of array storage. */
static size_t new_handle(rg_arena *arena) {
    if (arena->free_array) {
        size_t handle = arena->free_array;
        arena->free_array = arena->arrays[handle - 1].bytes;
        arena->arrays[handle - 1].bytes = 0;
        return handle;
    }
    if (arena->array_count == arena->array_room) {
        size_t room = arena->array_room ? arena->array_room * 2 : FIRST_ITEMS;
        rg_array_memory *moved = rg_system_memory(arena->arrays, room * sizeof *moved);
        if (!moved)
            rg_out_of_memory(arena);
        arena->arrays = moved;
        arena->bytes += (room - arena->array_room) * sizeof *moved;
        arena->array_room = room;
    }
    arena->arrays[arena->array_count] = (rg_array_memory){NULL, 0};
    return ++arena->array_count;
}

void rg_array_grow(rg_arena *arena, rg_array *array, size_t extra, size_t size) {
    if (extra > SIZE_MAX / 2 - array->count)
        rg_out_of_memory(arena);
    size_t wanted = array->count + extra;
    size_t capacity = array->capacity * 2;
    if (array->capacity == 0)
        capacity = size > 0 && size < FIRST_BYTES / FIRST_ITEMS ? FIRST_BYTES / size : FIRST_ITEMS;
    if (capacity < wanted)
        capacity = wanted;
    if (size != 0 && capacity > SIZE_MAX / size)
        rg_out_of_memory(arena);
    if (!array->block)
        array->block = new_handle(arena);
    rg_array_memory *entry = &arena->arrays[array->block - 1];
    void *memory = rg_system_block(entry->memory, entry->bytes, capacity * size);
    if (!memory)
        rg_out_of_memory(arena);
    arena->bytes += capacity * size - entry->bytes;
    entry->memory = memory;
    entry->bytes = capacity * size;
    array->data = memory;
    array->capacity = capacity;
}

void rg_array_reserve(rg_arena *arena, rg_array *array, size_t extra, size_t size) {
    size_t old = array->capacity;
    if (extra <= old - array->count)
        return;
    rg_array_grow(arena, array, extra, size);
    size_t begin = old * size, end = array->capacity * size;
    if (end < RG_LARGE_BLOCK) /* larger ones come with zeros: touching them would cost pages */
        memset((char *)array->data + begin, 0, end - begin);
}

void rg_array_free(rg_arena *arena, rg_array *array) {
    if (array->block) {
        rg_array_memory *entry = &arena->arrays[array->block - 1];
        rg_system_block(entry->memory, entry->bytes, 0);
        arena->bytes -= entry->bytes;
        *entry = (rg_array_memory){NULL, arena->free_array};
        arena->free_array = array->block;
    }
    *array = (rg_array){NULL, 0, 0, 0};
}
