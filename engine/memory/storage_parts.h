/* What storage.c (who shares memory, what is read) and write.c (what changes it) have in common. */
#ifndef REGRAFT_STORAGE_PARTS_H
#define REGRAFT_STORAGE_PARTS_H

#include "../calls/callees.h"
#include "../rewrite/run.h"
#include "content.h"
#include "storage.h"

/* Whether the node is a fresh tensor that nothing was asked about: unwritten, viewed by nobody. */
static inline bool rg_is_implicit(const rg_memory *memory, rg_node_id id) {
    const rg_state *state = rg_known_state(memory, id);
    return state && state->holding == RG_IMPLICIT;
}

/* Whether it was one, and is gone. */
static inline bool rg_was_implicit(const rg_memory *memory, rg_node_id id) {
    return rg_is_implicit(memory, id) && rg_node_at(memory->graph, id)->flags & RG_NODE_ERASED;
}

/* What the node holds, until another node gets a holding; NULL: no tensor, or nothing was asked of
 * it. */
static inline rg_holding *rg_holding_of(const rg_memory *memory, rg_node_id id) {
    const rg_state *state = rg_known_state(memory, id);
    return !state || state->holding == RG_NO_HOLDING || state->holding == RG_IMPLICIT
               ? NULL
               : (rg_holding *)memory->holdings.data + state->holding;
}

/* Bits of rg_state.replacement that no kind has: something was put there; the node was taken out of
 * the graph in this sweep; it stands in a value that is to take effect. */
enum { RG_IS_REPLACED = 0x80, RG_IS_GONE = 0x40, RG_IS_AWAITED = 0x20 };
static inline bool rg_is_awaited(const rg_memory *memory, rg_node_id id) {
    const rg_state *state = rg_known_state(memory, id);
    return state && state->replacement.tag & RG_IS_AWAITED;
}
/* What later reads of the node are reads of; false: of itself. */
static inline bool rg_replacement_of(const rg_memory *memory, rg_node_id id, rg_value *value) {
    const rg_state *state = rg_known_state(memory, id);
    if (!state || !(state->replacement.tag & RG_IS_REPLACED))
        return false;
    *value = state->replacement;
    value->tag &= ~(uint32_t)(RG_IS_REPLACED | RG_IS_GONE | RG_IS_AWAITED);
    return true;
}

/* More zeroed items for a table of the graph: all nodes, and `index`. */
void rg_extend_table(rg_run *run, rg_array *array, size_t index, size_t size);
/* Item `index` of a table of the graph, which grows with zeroed items. */
static inline void *rg_table_slot(rg_run *run, rg_array *array, size_t index, size_t size) {
    if (index >= array->count)
        rg_extend_table(run, array, index, size);
    return (char *)array->data + index * size;
}

/* The node whose metadata describe what the node is. */
static inline rg_node_id rg_maker_of(const rg_memory *memory, rg_node_id id) {
    const rg_alias *alias = rg_is_implicit(memory, id) ? NULL : rg_alias_of(memory, id);
    return alias ? alias->maker : id;
}

/* A new object for the node, seen through a new alias of the storage, which views `parent`
 * (RG_NONE_ID: a root). */
rg_alias *rg_add_object(rg_memory *memory, rg_node_id id, uint32_t storage, uint32_t parent);
/* A new object of a storage of its own. */
rg_alias *rg_add_root(rg_memory *memory, rg_node_id id);
/* The first node that took item `index` out of the tuple or sequence (an object); RG_NO_NODE: none
 * did. */
rg_node_id rg_first_of_item(rg_memory *memory, uint32_t tuple, uint32_t index);
/* `node` is the first one. */
void rg_note_item(rg_memory *memory, uint32_t tuple, uint32_t index, rg_node_id node);
/* Whether a tensor of which the sequence (an alias with `each`) has a view was written since. */
bool rg_is_each_written(const rg_memory *memory, uint32_t whole);
/* The alias of a node's object; RG_NONE_ID: none. */
uint32_t rg_alias_number(const rg_memory *memory, rg_node_id id);
/* The node holds the object as it is now. */
void rg_set_object(rg_memory *memory, rg_node_id id, uint32_t object);
/* The node that holds an alias's content at the storage's version; made where it is missing. */
rg_node_id rg_bring_up_to_date(rg_run *run, uint32_t number);
/* The result of a call may share memory with what the effect names, or all that the call uses. */
void rg_link_maybes(rg_run *run, rg_node_id id, const rg_effect *effect);
/* Whether two inputs of one memory are known to have no element in common. */
bool rg_inputs_are_apart(const rg_memory *memory, rg_node_id a, rg_node_id b);
/* Two inputs that the host declares to share memory. */
void rg_link_inputs(rg_memory *memory, rg_node_id a, rg_node_id b);
/* A link of rg_storage.maybe_first. */
const rg_maybe *rg_maybe_at(const rg_memory *memory, uint32_t link);
/* What may share memory with the fresh tuple `whole` may share it with its item. */
void rg_share_maybes(rg_memory *memory, uint32_t item, uint32_t whole);
/* Whatever the written storage may share memory with, and that with others, may be written. */
void rg_mark_maybes(rg_memory *memory, uint32_t storage, rg_node_id site);
/* The storage has a new content: what may share memory with it cannot be read any more. */
void rg_spoil_dependents(rg_memory *memory, uint32_t storage);
/* Whether another node that the graph had may be this node's object, or only share its memory. */
bool rg_may_have_other_names(const rg_memory *memory, rg_node_id id);
/* Whether it was said of one of two storages that it may be the other. */
bool rg_may_be_linked(const rg_memory *memory, uint32_t a, uint32_t b);
/* Whether the storage may be one whose root is older than the nodes from `first_made` on. */
bool rg_may_be_older(const rg_memory *memory, uint32_t storage, size_t first_made);
/* Whether two tensors of one storage are the same elements of it in the same order. */
bool rg_same_layout(const rg_type *a, const rg_type *b);
/* Fails where a rule writes a storage that may share memory with others. */
void rg_refuse_maybe(rg_run *run, uint32_t storage, const rg_ast *ast);
/* Fails where a call that stays in the graph changed in place how the alias is seen. */
void rg_refuse_reshaped(rg_run *run, uint32_t number, const rg_ast *ast);
/* Fails where what is read may share memory with a storage that was written since. */
void rg_check_maybes(rg_run *run, const rg_alias *alias);
/* Fails where a tensor that tells where a view lies (`x[i]`) was written since the view was made.
 */
void rg_check_index(rg_run *run, const rg_alias *alias, const rg_ast *ast);
/* The `again` line of a call's operator, or NULL. */
const rg_ast *rg_again_clause(rg_run *run, rg_node_id call);
/* What the `writes` and `again` lines of a view get as what is viewed, where that is not `parent`:
 * a place of the memory is counted from what the call was given. */
rg_node_id rg_viewed(rg_run *run, const rg_alias *alias, rg_node_id parent);
/* A node that the engine makes in the place of `old`, a call, is described as that was. */
void rg_describe_as(rg_run *run, rg_node_id made, rg_node_id old, rg_symbol annotation);
/* A node that is taken out at the end of the sweep where nothing reads it. */
void rg_note_maybe_dead(rg_run *run, rg_node_id id);

#endif
