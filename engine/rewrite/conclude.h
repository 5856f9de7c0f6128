/* What a rule concludes from nodes, and whether that still holds. */
#ifndef REGRAFT_CONCLUDE_H
#define REGRAFT_CONCLUDE_H

#include "run.h"

/* Whether none of the nodes that the rule matched was written since, nor what they read; else
 * run->application.objection says which. */
bool rg_is_match_undisturbed(rg_run *run, rg_node_id root);
/* The rule that is applied concludes something from the node. */
void rg_conclude(rg_run *run, rg_node_id id, rg_conclusion from, const rg_ast *part);
/* The same of the calls that a clause of a function has matched. */
void rg_conclude_from_matched(rg_run *run, const rg_ast *part);
/* The rule must not be applied, for a reason that is about the node. */
void rg_object(rg_run *run, rg_objection_kind kind, rg_node_id node, const rg_ast *part);

/* Whether what the node holds was, or may have been, written at that position of the sweep or
 * later, or a call has changed in place how its tensor object is seen. */
bool rg_is_written_from(const rg_run *run, rg_node_id id, uint32_t from);
/* Whether the call draws random numbers: made again, it gives others. */
bool rg_is_random(rg_run *run, rg_node_id id);

#endif
