/* Calls ahead of the sweep that might as well stand at the root. */
#ifndef REGRAFT_AHEAD_H
#define REGRAFT_AHEAD_H

#include "../run.h"

/* Whether the call, which the sweep has not reached, computes there what it would compute at the
 * root: what it reads is there already, nothing that it reads or makes is ever written in place,
 * and no call between may change a mode or write what cannot be known. The calls of its pattern,
 * in run->matching, may stand ahead, too. */
bool rg_may_come_here(rg_run *run, rg_node_id call);
/* Whether all nodes in the value are in the graph before the root, and hold what they made. Those
 * that were gathered from number `own` on are left out. */
bool rg_is_there_already(rg_run *run, rg_value value, size_t own);
/* Whether the node is ahead, and belongs to the group that the rule at hand is applied to. */
bool rg_is_gathered(const rg_run *run, rg_node_id id);

#endif
