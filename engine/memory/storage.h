/* Storages, aliases, objects: who shares memory with whom, and which node holds what now. */
#ifndef REGRAFT_STORAGE_H
#define REGRAFT_STORAGE_H

#include "../rewrite/run.h"

static inline rg_alias *alias_at(const rg_run *run, uint32_t alias) {
    rg_alias *const *chunks = run->memory.aliases.chunks.data;
    return chunks[alias / RG_CHUNK] + alias % RG_CHUNK;
}
static inline rg_storage *storage_at(const rg_run *run, uint32_t storage) {
    rg_storage *const *chunks = run->memory.storages.chunks.data;
    return chunks[storage / RG_CHUNK] + storage % RG_CHUNK;
}
/* Begins with a graph, of whose memory nothing is known. */
void rg_memory_begin(rg_run *run);
/* Gives a fresh tensor its object, as it would have got it at once. */
void rg_make_root(const rg_run *run, rg_node_id id);
/* More room for what is known of nodes: for all of the graph, and `id`. */
void rg_extend_states(rg_run *run, rg_node_id id);
static inline rg_state *rg_state_of(rg_run *run, rg_node_id id) {
    if (id >= run->memory.states.count)
        rg_extend_states(run, id);
    return (rg_state *)run->memory.states.data + id;
}
/* NULL: nothing is known of the node. */
static inline const rg_state *rg_known_state(const rg_run *run, rg_node_id id) {
    return id < run->memory.states.count ? (const rg_state *)run->memory.states.data + id : NULL;
}
/* RG_NONE_ID: the node has none. */
static inline uint32_t rg_object_of(const rg_run *run, rg_node_id id) {
    const rg_state *state = rg_known_state(run, id);
    if (!state || !state->holding)
        return RG_NONE_ID;
    if (state->holding == RG_UNMADE) {
        rg_make_root(run, id);
        state = rg_known_state(run, id);
    }
    return ((const rg_holding *)run->memory.holdings.data)[state->holding - 1].object;
}
/* NULL: none. */
static inline rg_alias *rg_alias_of(const rg_run *run, rg_node_id id) {
    uint32_t object = rg_object_of(run, id);
    return object == RG_NONE_ID
               ? NULL
               : alias_at(run, ((const uint32_t *)run->memory.object_alias.data)[object]);
}
static inline rg_storage *rg_storage_of(const rg_run *run, rg_node_id id) {
    const rg_alias *alias = rg_alias_of(run, id);
    return alias ? storage_at(run, alias->storage) : NULL;
}
/* Gives the node its object, after rg_analyse(); marks what it writes. */
void rg_register(rg_run *run, rg_node_id id, const rg_effect *effect);
/* The same for what rg_is_fresh_call() says yes of. */
static inline void rg_register_fresh(rg_run *run, rg_node_id id) {
    rg_state *state = rg_state_of(run, id);
    if (!state->holding)
        state->holding = RG_UNMADE;
}
/* A call that stays in the graph writes the object of `target`. */
void rg_mark_write(rg_run *run, rg_node_id target, rg_node_id site);
/* The same after a rule made another call of the node. */
void rg_register_again(rg_run *run, rg_node_id id, const rg_effect *effect);
/* Brings the arguments of a node up to date, where run->memory.stale. */
void rg_update_arguments(rg_run *run, rg_node_id id);
/* The node that holds now what `id` stands for; makes views where they are needed. */
rg_value rg_current(rg_run *run, rg_node_id id);
/* Whether the node, which has an object, holds what the object holds now. */
bool rg_is_latest(const rg_run *run, rg_node_id id);
/* Whether a reader of the node would be given another, which holds what its object holds now. */
bool rg_is_outdated(const rg_run *run, rg_node_id id);
/* `target <- value` of a rule: the storage of `target`'s object holds `value` from here on, or a
 * copy of it where another tensor's memory would be written with it. */
void rg_write_content(rg_run *run, rg_node_id target, rg_node_id value, rg_node_id site,
                      const rg_ast *ast);
/* The storage of `target`'s object holds `value` from here on. */
void rg_write_storage(rg_run *run, rg_node_id target, rg_node_id value, rg_node_id site,
                      const rg_ast *ast);
/* The call in the graph that changed how `target` is seen gives way to what says how. */
void rg_note_seen_anew(const rg_run *run, rg_node_id target);
/* The object of `target` is the view `value` from here on. */
void rg_become(rg_run *run, rg_node_id target, rg_node_id value, rg_node_id site,
               const rg_ast *ast);
/* Later reads of `old` are reads of `value`. */
void rg_replace(rg_run *run, rg_node_id old, rg_value value, const rg_ast *ast);
/* A copy of the value, made at the cursor. */
rg_node_id rg_make_clone(rg_run *run, rg_node_id value, const rg_ast *ast);
/* The chain of views from a node to its root, for messages: "%v = x[0] of %x". */
const char *rg_describe_chain(rg_run *run, rg_node_id id);
/* Whether a holds b's elements in b's shape and order and in b's memory. */
bool rg_same_elements(rg_run *run, rg_node_id a, rg_node_id b);

/* The first node that took item `index` out of the list and is in the graph; RG_NO_NODE: none. */
rg_node_id rg_taken_item(rg_run *run, rg_node_id list, size_t index);

#endif
