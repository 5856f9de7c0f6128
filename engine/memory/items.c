/* Items of fresh tuples and of sequences of views: each is one object, however often it is taken
 * out. */
#include "../effects/effects.h"
#include "../rewrite/run.h"
#include "storage.h"
#include "storage_parts.h"

/* ---------------------------------------------------------------- items of fresh tuples */

static size_t item_hash(uint32_t tuple, uint32_t index, size_t capacity) {
    uint64_t key = ((uint64_t)tuple << 32 | index) * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(key >> 32) & (capacity - 1);
}

static rg_item_key *find_item_key(rg_array *table, uint32_t tuple, uint32_t index) {
    rg_item_key *keys = table->data;
    size_t i = item_hash(tuple, index, table->count);
    while (keys[i].used && (keys[i].tuple != tuple || keys[i].index != index))
        i = (i + 1) & (table->count - 1);
    return &keys[i];
}

static void grow_items(rg_memory *memory) {
    rg_array larger = {0}, *keys = &memory->items.keys;
    size_t wanted = keys->count ? keys->count * 2 : 64;
    rg_array_reserve(memory->arena, &larger, wanted, sizeof(rg_item_key));
    larger.count = wanted;
    const rg_item_key *old = keys->data;
    for (size_t i = 0; i < keys->count; i++)
        if (old[i].used)
            *find_item_key(&larger, old[i].tuple, old[i].index) = old[i];
    rg_array_free(memory->arena, keys);
    *keys = larger;
}

static rg_item_key *item_key(rg_memory *memory, uint32_t tuple, uint32_t index) {
    if (2 * (memory->items.count + 1) > memory->items.keys.count)
        grow_items(memory);
    return find_item_key(&memory->items.keys, tuple, index);
}

rg_node_id rg_first_of_item(rg_memory *memory, uint32_t tuple, uint32_t index) {
    const rg_item_key *key = item_key(memory, tuple, index);
    return key->used ? key->node : RG_NO_NODE;
}

rg_node_id rg_taken_item(rg_memory *memory, rg_node_id list, size_t index) {
    rg_node_id taken = rg_first_of_item(memory, rg_object_of(memory, list), (uint32_t)index);
    bool there = taken != RG_NO_NODE && !(rg_node_at(memory->graph, taken)->flags & RG_NODE_ERASED);
    return there ? taken : RG_NO_NODE;
}

void rg_forget_item(rg_run *run, rg_node_id id) {
    rg_memory *memory = &run->memory;
    const rg_effect *effect = rg_analyse(run, id);
    uint32_t sequence =
        effect->kind == RG_EFFECT_ITEM ? rg_object_of(memory, effect->node) : RG_NONE_ID;
    uint32_t index = (uint32_t)effect->item;
    if (sequence != RG_NONE_ID && rg_first_of_item(memory, sequence, index) == id)
        item_key(memory, sequence, index)->node = RG_NO_NODE;
}

void rg_note_item(rg_memory *memory, uint32_t tuple, uint32_t index, rg_node_id node) {
    rg_item_key *key = item_key(memory, tuple, index);
    memory->items.count += !key->used;
    *key = (rg_item_key){tuple, index, node, true};
}
