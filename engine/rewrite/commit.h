/* Deferred actions of rules, and when they take effect. */
#ifndef REGRAFT_COMMIT_H
#define REGRAFT_COMMIT_H

#include "run.h"

/* Defers an action of the applied rule until the nodes that the rule made have been visited. */
void rg_pend(rg_run *run, rg_pending_kind what, rg_node_id target, rg_value value,
             const rg_ast *ast);
/* The actions that the applied rule has deferred so far. */
static inline const rg_pending *rg_own_pendings(const rg_run *run, size_t *count) {
    *count = run->sweep.pendings.count - run->application.first_pending;
    const rg_pending *all = run->sweep.pendings.data;
    return *count ? all + run->application.first_pending : NULL;
}
/* Whether a deferred action of the applied rule already uses the node as its value. */
bool rg_is_given(const rg_run *run, rg_node_id id);
/* Drops the actions that the applied rule has deferred. */
void rg_forget_pendings(rg_run *run);

/* The commit that is due next; NULL: none. */
static inline const rg_commit *rg_next_commit(const rg_run *run) {
    size_t count = run->sweep.commits.count;
    return count ? (const rg_commit *)run->sweep.commits.data + count - 1 : NULL;
}
/* Whether a commit is due after the node. */
static inline bool rg_is_due(const rg_run *run, rg_node_id id) {
    const rg_commit *c = rg_next_commit(run);
    return c && c->after == id;
}
/* Makes the actions that the applied rule has deferred, if any, due after that node. */
void rg_add_commit(rg_run *run, rg_node_id after);
/* Commits due after a node that was removed become due after the node that replaced it. */
void rg_redirect_commits(rg_run *run, rg_node_id gone, rg_node_id instead);
/* Carries out what is due after `id`, before `next`. */
void rg_carry_out(rg_run *run, rg_node_id id, rg_node_id next);
/* Carries out the actions that a begin or end block deferred. */
void rg_carry_out_rest(rg_run *run);
/* Removes nodes that inverses of views made and nothing uses. Keeps those that are an object. */
void rg_drop_scaffolding(rg_run *run);

#endif
