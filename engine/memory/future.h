/* What the calls ahead of the sweep will do to each storage. */
#ifndef REGRAFT_FUTURE_H
#define REGRAFT_FUTURE_H

#include "../rewrite/run.h"

/* Looks ahead over the graph, where a rule of the pass may need it. Before the sweep. */
void rg_find_future(rg_run *run);
/* Whether a change is observable: a value whose storage was `fresh` now shares memory with the
 * storage `shared` (or what that may be), and either is written or both leave the graph. */
bool rg_sharing_shows(const rg_run *run, const rg_storage *fresh, uint32_t shared);
/* Whether it is observable that a tensor stops sharing memory: the memory is written, or both
 * tensors leave the graph. Never in a pure pass. */
bool rg_needs_its_memory(const rg_run *run, rg_node_id id);
bool rg_is_written_later(const rg_run *run, const rg_storage *storage);
/* Whether a call depends on the memory layout of the tensor or of a view of it: it reads the layout
 * (`as_strided`), or assumes it (`view`). */
bool rg_is_layout_asked(rg_run *run, rg_node_id id);
/* Whether another memory layout would turn a view of the tensor into a copy, while two tensors of
 * that memory leave the graph, or one does and the memory is an input's. */
bool rg_may_tear_apart(rg_run *run, rg_node_id id);
/* Whether the result of a call, or of its users, depends on the memory layout of the tensor. */
bool rg_is_asked_further(rg_run *run, rg_node_id id);
/* Whether a call changes the shape or strides of the tensor object in place (`t_`). */
bool rg_is_reshaped_later(rg_run *run, rg_node_id id);
/* rg_is_written_later() of the result of a call that the sweep has not reached. */
bool rg_result_is_written_later(const rg_run *run, rg_node_id call);
/* Copies the future of the storage of `old` to that of `value`, a new node that will replace `old`
 * after it has been visited: rules may be applied to it before that. */
void rg_copy_future(rg_run *run, rg_node_id old, rg_node_id value);
/* Notes that another node writes the storage of a new node. */
void rg_note_future_write(rg_run *run, rg_node_id id);
/* The same as rg_copy_future(), after `value` has replaced `old`. */
void rg_hand_on_future(rg_run *run, rg_node_id old, rg_node_id value);
/* Adds the future of the storage of `old` to that of `value`, which has replaced it. */
void rg_share_future(rg_run *run, rg_node_id old, rg_node_id value);

#endif
