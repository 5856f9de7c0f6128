/* Items of fresh tuples and of sequences of views: each is one object, however often it is taken
 * out. */
#include "../rewrite/run.h"
#include "../effects/effects.h"
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
    while (keys[i].node && (keys[i].tuple != tuple || keys[i].index != index))
        i = (i + 1) & (table->count - 1);
    return &keys[i];
}

static void grow_items(rg_run *run) {
    rg_array larger = {0};
    size_t wanted = run->memory.items.count ? run->memory.items.count * 2 : 64;
    rg_array_reserve(run->arenas.run, &larger, wanted, sizeof(rg_item_key));
    larger.count = wanted;
    const rg_item_key *old = run->memory.items.data;
    for (size_t i = 0; i < run->memory.items.count; i++)
        if (old[i].node)
            *find_item_key(&larger, old[i].tuple, old[i].index) = old[i];
    rg_array_free(run->arenas.run, &run->memory.items);
    run->memory.items = larger;
}

static rg_item_key *item_key(rg_run *run, uint32_t tuple, uint32_t index) {
    if (2 * (run->memory.item_count + 1) > run->memory.items.count)
        grow_items(run);
    return find_item_key(&run->memory.items, tuple, index);
}

/* The first node that took the item out; RG_NO_NODE: none did. */
rg_node_id rg_first_of_item(rg_run *run, uint32_t tuple, uint32_t index) {
    rg_node_id number = item_key(run, tuple, index)->node;
    return number == 0 || number == RG_NO_NODE ? RG_NO_NODE : number - 1;
}

rg_node_id rg_taken_item(rg_run *run, rg_node_id list, size_t index) {
    rg_node_id taken = rg_first_of_item(run, rg_object_of(run, list), (uint32_t)index);
    bool there = taken != RG_NO_NODE && !(rg_node_at(run->graph, taken)->flags & RG_NODE_ERASED);
    return there ? taken : RG_NO_NODE;
}

void rg_forget_item(rg_run *run, rg_node_id id) {
    const rg_effect *effect = rg_analyse(run, id);
    uint32_t sequence =
        effect->kind == RG_EFFECT_ITEM ? rg_object_of(run, effect->node) : RG_NONE_ID;
    if (sequence != RG_NONE_ID && rg_first_of_item(run, sequence, (uint32_t)effect->item) == id)
        item_key(run, sequence, (uint32_t)effect->item)->node = RG_NO_NODE;
}

void rg_note_item(rg_run *run, uint32_t tuple, uint32_t index, rg_node_id node) {
    rg_item_key *key = item_key(run, tuple, index);
    run->memory.item_count += !key->node;
    *key = (rg_item_key){tuple, index, node + 1};
}
