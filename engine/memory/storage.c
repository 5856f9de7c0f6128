/* Objects, aliases, storages: what nodes are, and how they come to be. */
#include <string.h>
#include "../rewrite/run.h"
#include "../effects/effects.h"
#include "storage.h"
#include "storage_parts.h"

/* ---------------------------------------------------------------- tables by node */

/* Items that a table of the graph gets which is to have `index`; some are for new nodes, since
 * extending may move it. */
static size_t wanted_items(const rg_graph *graph, size_t index) {
    size_t wanted = graph->nodes.count > index ? graph->nodes.count : index + 1;
    return wanted + wanted / 4 + 16;
}

void rg_extend_table(rg_run *run, rg_array *array, size_t index, size_t size) {
    size_t wanted = wanted_items(run->graph, index);
    rg_array_room(run->arenas.run, array, wanted - array->count, size);
    memset((char *)array->data + array->count * size, 0, (wanted - array->count) * size);
    array->count = wanted;
}

/* New room is zero as it comes: touching it would cost pages. */
void rg_extend_states(rg_memory *memory, rg_node_id id) {
    size_t count = memory->states.count, used = memory->states_used,
           wanted = wanted_items(memory->graph, id);
    rg_array_reserve(memory->arena, &memory->states, wanted - count, sizeof(rg_state));
    if (used > count)
        memset((rg_state *)memory->states.data + count, 0,
               ((used < wanted ? used : wanted) - count) * sizeof(rg_state));
    memory->states.count = wanted;
}

void rg_make_root(const rg_memory *memory, rg_node_id id) {
    rg_add_root((rg_memory *)memory, id);
}

/* The node holds the object as it is now. */
void rg_set_object(rg_memory *memory, rg_node_id id, uint32_t object) {
    uint32_t alias = ((const uint32_t *)memory->object_alias.data)[object];
    uint32_t version = rg_storage_at(memory, rg_alias_at(memory, alias)->storage)->version;
    rg_holding *holding = rg_holding_of(memory, id);
    if (!holding) {
        holding = rg_array_push(memory->arena, &memory->holdings, sizeof *holding);
        rg_state_of(memory, id)->holding = (uint32_t)memory->holdings.count - 1;
    }
    *holding = (rg_holding){object, alias, version, false};
}

uint32_t rg_alias_number(const rg_memory *memory, rg_node_id id) {
    uint32_t object = rg_object_of(memory, id);
    return object == RG_NONE_ID ? RG_NONE_ID
                                : ((const uint32_t *)memory->object_alias.data)[object];
}

void rg_memory_begin(rg_memory *memory, rg_graph *graph) {
    memory->graph = graph;
    rg_array *const emptied[] = {&memory->states,     &memory->holdings,     &memory->items.keys,
                                 &memory->attributes, &memory->object_first, &memory->object_alias,
                                 &memory->maybes,     &memory->dependents};
    if (memory->states_used < memory->states.count)
        memory->states_used = memory->states.count;
    /* tables by node shrink to nothing: what they are extended by is zeroed */
    for (size_t i = 0; i < sizeof emptied / sizeof *emptied; i++)
        emptied[i]->count = 0;
    memory->items.count = memory->aliases.count = memory->storages.count = 0;
    rg_array_push(memory->arena, &memory->holdings, sizeof(rg_holding)); /* number RG_NO_HOLDING */
    memory->stale = false;
    memory->sweep_position = 1;
    memory->unknown_write = 0;
    memory->written_through = memory->read_whole = RG_NO_NODE;
}

/* ---------------------------------------------------------------- making them */

/* One more item, not set to anything. */
static void *new_item(rg_memory *memory, rg_chunked *items, size_t size) {
    size_t chunk = items->count / RG_CHUNK;
    if (chunk == items->chunks.count)
        *(void **)rg_array_push(memory->arena, &items->chunks, sizeof(void *)) =
            rg_alloc_array(memory->arena, RG_CHUNK, size);
    char *const *chunks = items->chunks.data;
    return chunks[chunk] + items->count++ % RG_CHUNK * size;
}

static uint32_t new_storage(rg_memory *memory, rg_node_id root) {
    rg_storage *storage = new_item(memory, &memory->storages, sizeof *storage);
    *storage = (rg_storage){.root = root,
                            .maybe_first = RG_NONE_ID,
                            .dependent_first = RG_NONE_ID,
                            .spoiled_by = RG_NONE_ID,
                            .first_root = root,
                            .maybe_written_by = RG_NO_NODE,
                            .tuple = RG_NONE_ID};
    return (uint32_t)memory->storages.count - 1;
}

/* A new object for the node, seen through a new alias. */
rg_alias *rg_add_object(rg_memory *memory, rg_node_id id, uint32_t storage, uint32_t parent) {
    uint32_t number = (uint32_t)memory->aliases.count;
    rg_alias *alias = new_item(memory, &memory->aliases, sizeof *alias);
    uint32_t *object = rg_array_push(memory->arena, &memory->object_alias, sizeof *object);
    *object = number;
    *(rg_node_id *)rg_array_push(memory->arena, &memory->object_first, sizeof id) = id;
    *alias = (rg_alias){.storage = storage,
                        .parent = parent,
                        .view = id,
                        .item = -1,
                        .maker = id,
                        .object = (uint32_t)memory->object_alias.count - 1,
                        .version = rg_storage_at(memory, storage)->version,
                        .current = id};
    if (parent == RG_NONE_ID)
        rg_storage_at(memory, storage)->root_alias = number;
    rg_set_object(memory, id, alias->object);
    return alias;
}

rg_alias *rg_add_root(rg_memory *memory, rg_node_id id) {
    return rg_add_object(memory, id, new_storage(memory, id), RG_NONE_ID);
}
