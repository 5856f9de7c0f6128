/* Numbers by symbol: pages of 16 neighbours behind a hash table of page numbers, so that symbols
 * that were interned together are found together, and a map costs what it holds. */
#include "base.h"

#include <string.h>

enum { PAGE_BITS = 4, PAGE_ITEMS = 1 << PAGE_BITS, FIRST_SLOTS = 8 };

typedef struct page {
    uint32_t numbers[PAGE_ITEMS];
} page;

typedef struct slot {
    uint32_t page_number;
    uint32_t page_plus_one; /* 1 + index into pages; 0: empty */
} slot;

/* Neighbours among the pages stay together too: eight slots are a cache line. */
static inline slot *find_slot(const rg_array *slots, uint32_t page_number) {
    slot *data = slots->data;
    size_t mask = slots->count - 1;
    size_t i = ((page_number >> 3) * UINT32_C(0x9E3779B1) >> 8 << 3 | (page_number & 7)) & mask;
    while (data[i].page_plus_one != 0 && data[i].page_number != page_number)
        i = (i + 1) & mask;
    return &data[i];
}

uint32_t rg_symbol_map_get(const rg_symbol_map *map, rg_symbol symbol) {
    if (map->slots.count == 0)
        return 0;
    const slot *s = find_slot(&map->slots, symbol >> PAGE_BITS);
    if (s->page_plus_one == 0)
        return 0;
    const page *p = (const page *)map->pages.data + (s->page_plus_one - 1);
    return p->numbers[symbol & (PAGE_ITEMS - 1)];
}

static void grow(rg_arena *arena, rg_symbol_map *map) {
    size_t count = map->slots.count ? map->slots.count * 2 : FIRST_SLOTS;
    rg_array grown = {NULL, 0, 0, 0};
    rg_array_reserve(arena, &grown, count, sizeof(slot));
    grown.count = count;
    const slot *old = map->slots.data;
    for (size_t i = 0; i < map->slots.count; i++) {
        if (old[i].page_plus_one != 0)
            *find_slot(&grown, old[i].page_number) = old[i];
    }
    rg_array_free(arena, &map->slots);
    map->slots = grown;
}

uint32_t rg_symbol_map_set(rg_arena *arena, rg_symbol_map *map, rg_symbol symbol, uint32_t number) {
    if (map->pages.count >= map->slots.count / 2)
        grow(arena, map);
    slot *s = find_slot(&map->slots, symbol >> PAGE_BITS);
    if (s->page_plus_one == 0) {
        rg_array_push(arena, &map->pages, sizeof(page));
        *s = (slot){symbol >> PAGE_BITS, (uint32_t)map->pages.count};
    }
    page *p = (page *)map->pages.data + (s->page_plus_one - 1);
    uint32_t old = p->numbers[symbol & (PAGE_ITEMS - 1)];
    p->numbers[symbol & (PAGE_ITEMS - 1)] = number;
    return old;
}

static rg_array copy_array(rg_arena *arena, const rg_array *array, size_t size) {
    rg_array copy = {NULL, 0, 0, 0};
    if (array->count == 0)
        return copy;
    rg_array_room(arena, &copy, array->count, size);
    copy.count = array->count;
    memcpy(copy.data, array->data, array->count * size);
    return copy;
}

rg_symbol_map rg_symbol_map_copy(rg_arena *arena, const rg_symbol_map *map) {
    rg_symbol_map copy;
    copy.pages = copy_array(arena, &map->pages, sizeof(page));
    copy.slots = copy_array(arena, &map->slots, sizeof(slot));
    return copy;
}
