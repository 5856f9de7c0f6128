/* Storages, aliases, objects: who shares memory with whom.
 *
 * What is declared here asks and records, and touches nothing but the rg_memory that it is given
 * and the graph that this is of. What may refuse a graph, or makes nodes, is in content.h. */
#ifndef REGRAFT_STORAGE_H
#define REGRAFT_STORAGE_H

#include "memory.h"

/* Begins with a graph, of whose memory nothing is known. */
void rg_memory_begin(rg_memory *memory, rg_graph *graph);

static inline rg_alias *rg_alias_at(const rg_memory *memory, uint32_t alias) {
    rg_alias *const *chunks = memory->aliases.chunks.data;
    return chunks[alias / RG_CHUNK] + alias % RG_CHUNK;
}
static inline rg_storage *rg_storage_at(const rg_memory *memory, uint32_t storage) {
    rg_storage *const *chunks = memory->storages.chunks.data;
    return chunks[storage / RG_CHUNK] + storage % RG_CHUNK;
}

/* ---------------------------------------------------------------- what is known of a node */

/* More room for what is known of nodes: for all of the graph, and `id`. */
void rg_extend_states(rg_memory *memory, rg_node_id id);
static inline rg_state *rg_state_of(rg_memory *memory, rg_node_id id) {
    if (id >= memory->states.count)
        rg_extend_states(memory, id);
    return (rg_state *)memory->states.data + id;
}
/* NULL: nothing is known of the node. */
static inline const rg_state *rg_known_state(const rg_memory *memory, rg_node_id id) {
    return id < memory->states.count ? (const rg_state *)memory->states.data + id : NULL;
}
/* Gives an implicit tensor its object, as it would have got it at once. To whoever asks it makes no
 * difference when that is done: so questions, which take a const rg_memory, do it too. */
void rg_make_root(const rg_memory *memory, rg_node_id id);
/* RG_NONE_ID: the node has none. */
static inline uint32_t rg_object_of(const rg_memory *memory, rg_node_id id) {
    const rg_state *state = rg_known_state(memory, id);
    if (!state || state->holding == RG_NO_HOLDING)
        return RG_NONE_ID;
    if (state->holding == RG_IMPLICIT) {
        rg_make_root(memory, id);
        state = rg_known_state(memory, id);
    }
    return ((const rg_holding *)memory->holdings.data)[state->holding].object;
}
/* The alias through which the object is seen now. */
static inline uint32_t rg_alias_of_object(const rg_memory *memory, uint32_t object) {
    return ((const uint32_t *)memory->object_alias.data)[object];
}
/* NULL: none. */
static inline rg_alias *rg_alias_of(const rg_memory *memory, rg_node_id id) {
    uint32_t object = rg_object_of(memory, id);
    return object == RG_NONE_ID ? NULL : rg_alias_at(memory, rg_alias_of_object(memory, object));
}
static inline rg_storage *rg_storage_of(const rg_memory *memory, rg_node_id id) {
    const rg_alias *alias = rg_alias_of(memory, id);
    return alias ? rg_storage_at(memory, alias->storage) : NULL;
}

/* ---------------------------------------------------------------- recording */

/* The call makes one fresh tensor: it is implicit until something is asked about it. */
static inline void rg_register_fresh(rg_memory *memory, rg_node_id id) {
    rg_state *state = rg_state_of(memory, id);
    if (state->holding == RG_NO_HOLDING)
        state->holding = RG_IMPLICIT;
}
/* The call in the graph that changed how `target` is seen gives way to what says how. */
void rg_note_seen_anew(const rg_memory *memory, rg_node_id target);

/* ---------------------------------------------------------------- asking */

/* Whether the node, which has an object, holds what the object holds now. */
bool rg_is_latest(const rg_memory *memory, rg_node_id id);
/* Whether a reader of the node would be given another, which holds what its object holds now. */
bool rg_is_outdated(const rg_memory *memory, rg_node_id id);
/* Whether the node holds several tensors. */
bool rg_is_list(const rg_memory *memory, rg_node_id id);
/* The first node that took item `index` out of the list and is in the graph; RG_NO_NODE: none. */
rg_node_id rg_taken_item(rg_memory *memory, rg_node_id list, size_t index);
/* Whether a holds b's elements in b's shape and order and in b's memory. */
bool rg_same_elements(const rg_memory *memory, rg_node_id a, rg_node_id b);
/* The chain of views from a node to its root, for messages: "%v = x[0] of %x". */
const char *rg_describe_chain(const rg_memory *memory, rg_node_id id);

#endif
