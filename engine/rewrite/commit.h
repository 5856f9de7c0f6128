/* What rules leave pending, and when it takes effect. */
#ifndef REGRAFT_COMMIT_H
#define REGRAFT_COMMIT_H

#include "run.h"

/* A statement of the rule that is applied takes effect once the nodes that it made were visited. */
void rg_pend(rg_run *run, rg_pending_kind what, rg_node_id target, rg_value value,
             const rg_ast *ast);
/* What the rule that is applied has left pending so far. */
static inline const rg_pending *rg_own_pendings(const rg_run *run, size_t *count) {
    *count = run->sweep.pendings.count - run->application.first_pending;
    const rg_pending *all = run->sweep.pendings.data;
    return *count ? all + run->application.first_pending : NULL;
}
/* Whether the rule that is applied has put the node in a place already. */
bool rg_is_given(const rg_run *run, rg_node_id id);
/* Drops what the applied rule has left pending. */
void rg_forget_pendings(rg_run *run);

/* The commit that is due next; NULL: none. */
static inline const rg_commit *rg_next_commit(const rg_run *run) {
    size_t count = run->sweep.commits.count;
    return count ? (const rg_commit *)run->sweep.commits.data + count - 1 : NULL;
}
/* Whether something is due once the node was visited. */
static inline bool rg_is_due(const rg_run *run, rg_node_id id) {
    const rg_commit *c = rg_next_commit(run);
    return c && c->after == id;
}
/* What the rule that is applied has left pending, if anything, is due after that node. */
void rg_add_commit(rg_run *run, rg_node_id after);
/* Commits that were due after a node that is gone are due after what came in its place. */
void rg_redirect_commits(rg_run *run, rg_node_id gone, rg_node_id instead);
/* Carries out what is due after `id`, before `next`. */
void rg_carry_out(rg_run *run, rg_node_id id, rg_node_id next);
/* Carries out what a begin or end block left pending. */
void rg_carry_out_rest(rg_run *run);
/* Takes out what inverses of views made only to look at. What stands for an object is kept. */
void rg_drop_scaffolding(rg_run *run);

#endif
