/* What becomes of storages ahead of the sweep. */
#ifndef REGRAFT_FUTURE_H
#define REGRAFT_FUTURE_H

#include "../rewrite/run.h"

/* Looks ahead over the graph, where a rule of the pass may need it. Before the sweep. */
void rg_find_future(rg_run *run);
/* Whether anybody could tell that a value whose storage was `fresh` now shares memory with the
 * storage `shared`, or with what that may be: either is written, or both leave the graph. */
bool rg_sharing_shows(const rg_run *run, const rg_storage *fresh, uint32_t shared);
/* Whether anybody could tell that a tensor does not share memory any more with what it shares it
 * with: that is written, or both leave the graph. In a pure pass nobody can. */
bool rg_needs_its_memory(const rg_run *run, rg_node_id id);
bool rg_is_written_later(const rg_run *run, const rg_storage *storage);
/* Whether a call asks how the tensor, or a view of it, lies in memory (`as_strided`), or takes that
 * for granted (`view`). */
bool rg_is_layout_asked(rg_run *run, rg_node_id id);
/* Whether a view of the tensor becomes a copy where the tensor lies otherwise in memory, and two
 * tensors of that memory leave the graph, or one does and the memory is an input's. */
bool rg_may_tear_apart(rg_run *run, rg_node_id id);
/* Whether something is asked for that no other call tells: of it, or of what is computed of it. */
bool rg_is_asked_further(rg_run *run, rg_node_id id);
/* Whether a call changes in place how the tensor object is seen (`t_`). */
bool rg_is_reshaped_later(rg_run *run, rg_node_id id);
/* The same of what a call makes that the sweep has not reached. */
bool rg_result_is_written_later(const rg_run *run, rg_node_id call);
/* What becomes of the storage of `old` becomes of that of `value`, a new node that is to replace it
 * once it was visited: rules may be applied to it before. */
void rg_copy_future(rg_run *run, rg_node_id old, rg_node_id value);
/* The storage of a new node is written by another one. */
void rg_note_future_write(rg_run *run, rg_node_id id);
/* What rg_copy_future() does, when `value` has replaced `old`. */
void rg_hand_on_future(rg_run *run, rg_node_id old, rg_node_id value);
/* What becomes of the storage of `old` becomes of that of `value`, which has replaced it. */
void rg_share_future(rg_run *run, rg_node_id old, rg_node_id value);

#endif
