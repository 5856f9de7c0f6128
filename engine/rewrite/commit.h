/* What rules leave pending, and when it takes effect. */
#ifndef REGRAFT_COMMIT_H
#define REGRAFT_COMMIT_H

#include "run.h"

/* A statement of the rule that is applied takes effect once the nodes that it made were visited. */
void rg_pend(rg_run *run, rg_pending_kind what, rg_node_id target, rg_value value,
             const rg_ast *ast);
/* Whether the rule that is applied has put the node in a place already. */
bool rg_is_given(const rg_run *run, rg_node_id id);

#endif
