/* Conclusions that a rule draws from nodes, and whether they still hold. */
#ifndef REGRAFT_CONCLUDE_H
#define REGRAFT_CONCLUDE_H

#include "run.h"

/* Whether the nodes that the rule matched, and their inputs, are unwritten since. If not,
 * run->application.objection names the node. */
bool rg_is_match_undisturbed(rg_run *run, rg_node_id root);
/* Notes that the applied rule concludes something from the node. */
void rg_conclude(rg_run *run, rg_node_id id, rg_conclusion from, const rg_ast *part);
/* The same of the calls that a clause of a function has matched. */
void rg_conclude_from_matched(rg_run *run, const rg_ast *part);
/* Notes why the rule must not be applied; the reason concerns the node. */
void rg_object(rg_run *run, rg_objection_kind kind, rg_node_id node, const rg_ast *part);

/* Whether the content of the node was, or may have been, written at that position of the sweep or
 * later, or a call has changed the shape of its tensor object in place. */
bool rg_is_written_from(const rg_run *run, rg_node_id id, uint32_t from);
/* Whether the call draws random numbers: a second call gives different ones. */
bool rg_is_random(rg_run *run, rg_node_id id);

#endif
