/* How tensors lie in memory: strides, and who asks for them. */
#ifndef REGRAFT_LAYOUT_H
#define REGRAFT_LAYOUT_H

#include "../../rewrite/run.h"

/* The alias of the memory that a tensor is in, in its dtype: what it views, as far as can be told
 * by counting elements; RG_NONE_ID: it has none. */
uint32_t rg_base_of(rg_run *run, rg_node_id id);
/* Whether the node's strides may be others in the graph as it is now than its annotation says. */
bool rg_may_be_restrided(const rg_run *run, rg_node_id id);
/* They may. */
void rg_mark_restrided(rg_run *run, rg_node_id id);
/* Notes, when the sweep reaches a node, whether they may. */
void rg_note_layout(rg_run *run, rg_node_id id);
/* The tensor that the `again` line of the call's operator is about: the call asks how that lies in
 * memory, or takes it for granted. RG_NO_NODE: there is no such line. */
rg_node_id rg_asked_about(rg_run *run, rg_node_id id);
/* What stands for a call that asks for strides which its argument may not have any more, by its
 * operator's `again` line, takes its place. False: it is no such call. */
bool rg_ask_again(rg_run *run, rg_node_id id);
/* Where a pass that leaves writes gave something a new value, and looked ahead: a call that copied
 * by the strides which its argument had goes on copying; a storage that it viewed is noted as one
 * whose views may be copies. */
void rg_keep_sharing(rg_run *run, rg_node_id id);

#endif
