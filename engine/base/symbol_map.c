/* Numbers by symbol: a tree of three levels, whose lower two are made where something stands. So
 * symbols that were interned together are found together, and a map costs what it holds. */
#include "base.h"

#include <string.h>

/* Item `index` of the array, which grows to have it. */
static uint32_t *item_at(rg_arena *arena, rg_array *array, size_t index) {
    if (index >= array->count) {
        rg_array_reserve(arena, array, index + 1 - array->count, sizeof(uint32_t));
        array->count = index + 1;
    }
    return (uint32_t *)array->data + index;
}

/* The number of the page or group noted at `place` of `items`; a new one where none is. */
static size_t part_at(rg_arena *arena, rg_array *parts, uint32_t *place) {
    if (!*place) {
        rg_array_push(arena, parts, sizeof(rg_symbol_page));
        *place = (uint32_t)parts->count;
    }
    return *place - 1;
}

uint32_t rg_symbol_map_set(rg_arena *arena, rg_symbol_map *map, rg_symbol symbol, uint32_t number) {
    uint32_t *top = item_at(arena, &map->top, symbol >> 2 * RG_PAGE_BITS);
    size_t group = part_at(arena, &map->groups, top);
    rg_symbol_page *groups = map->groups.data;
    uint32_t *place = &groups[group].items[symbol >> RG_PAGE_BITS & (RG_PAGE_ITEMS - 1)];
    size_t page = part_at(arena, &map->pages, place);
    rg_symbol_page *pages = map->pages.data;
    uint32_t *item = &pages[page].items[symbol & (RG_PAGE_ITEMS - 1)], old = *item;
    *item = number;
    return old;
}

static rg_array copy_array(rg_arena *arena, const rg_array *array, size_t size) {
    rg_array copy = {NULL, 0, 0, 0};
    if (array->count == 0)
        return copy;
    rg_array_reserve(arena, &copy, array->count, size);
    copy.count = array->count;
    memcpy(copy.data, array->data, array->count * size);
    return copy;
}

rg_symbol_map rg_symbol_map_copy(rg_arena *arena, const rg_symbol_map *map) {
    rg_symbol_map copy;
    copy.top = copy_array(arena, &map->top, sizeof(uint32_t));
    copy.groups = copy_array(arena, &map->groups, sizeof(rg_symbol_page));
    copy.pages = copy_array(arena, &map->pages, sizeof(rg_symbol_page));
    return copy;
}
