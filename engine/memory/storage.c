/* Objects, aliases, storages: what nodes are, and how they come to be. */
#include <string.h>
#include "../rewrite/run.h"
#include "../effects/effects.h"
#include "storage.h"
#include "storage_parts.h"

/* ---------------------------------------------------------------- tables by node */

/* Items that a table of the graph gets which is to have `index`; some are for new nodes, since
 * extending may move it. */
static size_t wanted_items(const rg_run *run, size_t index) {
    size_t wanted = run->graph->nodes.count > index ? run->graph->nodes.count : index + 1;
    return wanted + wanted / 4 + 16;
}

void rg_extend_table(rg_run *run, rg_array *array, size_t index, size_t size) {
    size_t wanted = wanted_items(run, index);
    rg_array_room(run->arenas.run, array, wanted - array->count, size);
    memset((char *)array->data + array->count * size, 0, (wanted - array->count) * size);
    array->count = wanted;
}

/* New room is zero as it comes: touching it would cost pages. */
void rg_extend_states(rg_run *run, rg_node_id id) {
    size_t count = run->memory.states.count, used = run->memory.states_used,
           wanted = wanted_items(run, id);
    rg_array_reserve(run->arenas.run, &run->memory.states, wanted - count, sizeof(rg_state));
    if (used > count)
        memset((rg_state *)run->memory.states.data + count, 0,
               ((used < wanted ? used : wanted) - count) * sizeof(rg_state));
    run->memory.states.count = wanted;
}

void rg_make_root(const rg_run *run, rg_node_id id) {
    rg_add_root((rg_run *)run, id);
}

/* The node holds the object as it is now. */
void rg_set_object(rg_run *run, rg_node_id id, uint32_t object) {
    uint32_t alias = ((const uint32_t *)run->memory.object_alias.data)[object];
    uint32_t version = storage_at(run, alias_at(run, alias)->storage)->version;
    rg_holding *holding = rg_holding_of(run, id);
    if (!holding) {
        holding = rg_array_push(run->arenas.run, &run->memory.holdings, sizeof *holding);
        rg_state_of(run, id)->holding = (uint32_t)run->memory.holdings.count;
    }
    *holding = (rg_holding){object, alias, version, false};
}

uint32_t rg_alias_number(const rg_run *run, rg_node_id id) {
    uint32_t object = rg_object_of(run, id);
    return object == RG_NONE_ID ? RG_NONE_ID
                                : ((const uint32_t *)run->memory.object_alias.data)[object];
}

void rg_memory_begin(rg_run *run) {
    rg_memory *memory = &run->memory;
    rg_array *const emptied[] = {&memory->states,     &memory->holdings,     &memory->items,
                                 &memory->attributes, &memory->object_first, &memory->object_alias,
                                 &memory->maybes,     &memory->dependents};
    if (memory->states_used < memory->states.count)
        memory->states_used = memory->states.count;
    /* tables by node shrink to nothing: what they are extended by is zeroed */
    for (size_t i = 0; i < sizeof emptied / sizeof *emptied; i++)
        emptied[i]->count = 0;
    memory->item_count = memory->aliases.count = memory->storages.count = 0;
    memory->stale = false;
    memory->sweep_position = 1;
    memory->unknown_write = 0;
    memory->written_through = memory->read_whole = RG_NO_NODE;
}

/* ---------------------------------------------------------------- making them */

/* One more item, not set to anything. */
static void *new_item(rg_run *run, rg_chunked *items, size_t size) {
    size_t chunk = items->count / RG_CHUNK;
    if (chunk == items->chunks.count)
        *(void **)rg_array_push(run->arenas.run, &items->chunks, sizeof(void *)) =
            rg_alloc_array(run->arenas.run, RG_CHUNK, size);
    char *const *chunks = items->chunks.data;
    return chunks[chunk] + items->count++ % RG_CHUNK * size;
}

static uint32_t new_storage(rg_run *run, rg_node_id root) {
    rg_storage *storage = new_item(run, &run->memory.storages, sizeof *storage);
    *storage = (rg_storage){.root = root,
                            .maybe_first = RG_NONE_ID,
                            .dependent_first = RG_NONE_ID,
                            .spoiled_by = RG_NONE_ID,
                            .first_root = root,
                            .maybe_written_by = RG_NO_NODE,
                            .tuple = RG_NONE_ID};
    return (uint32_t)run->memory.storages.count - 1;
}

/* A new object for the node, seen through a new alias. */
rg_alias *rg_add_object(rg_run *run, rg_node_id id, uint32_t storage, uint32_t parent) {
    uint32_t number = (uint32_t)run->memory.aliases.count;
    rg_alias *alias = new_item(run, &run->memory.aliases, sizeof *alias);
    uint32_t *object = rg_array_push(run->arenas.run, &run->memory.object_alias, sizeof *object);
    *object = number;
    *(rg_node_id *)rg_array_push(run->arenas.run, &run->memory.object_first, sizeof id) = id;
    *alias = (rg_alias){.storage = storage,
                        .parent = parent,
                        .view = id,
                        .item = -1,
                        .maker = id,
                        .object = (uint32_t)run->memory.object_alias.count - 1,
                        .version = storage_at(run, storage)->version,
                        .current = id};
    if (parent == RG_NONE_ID)
        storage_at(run, storage)->root_alias = number;
    rg_set_object(run, id, alias->object);
    return alias;
}

rg_alias *rg_add_root(rg_run *run, rg_node_id id) {
    return rg_add_object(run, id, new_storage(run, id), RG_NONE_ID);
}
