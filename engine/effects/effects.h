/* What calls do to memory. */
#ifndef REGRAFT_EFFECTS_H
#define REGRAFT_EFFECTS_H

#include "../calls/callees.h"
#include "../calls/classes.h"
#include "../rewrite/run.h"

/* What the call does, by its schema and metadata. The last answer is kept in run->effects.effect,
 * until another call is analysed or something changes that the answer may depend on. */
const rg_effect *rg_analyse(rg_run *run, rg_node_id id);
/* The verdict of a node whose class has none yet. */
rg_verdict rg_find_verdict(rg_run *run, rg_node_id id);
static inline rg_verdict rg_verdict_of(rg_run *run, rg_node_id id) {
    uint8_t verdict = rg_class_of(run, id)->verdict;
    return verdict ? (rg_verdict)verdict : rg_find_verdict(run, id);
}
/* Whether the call does nothing but make one fresh tensor. */
static inline bool rg_is_fresh_call(rg_run *run, rg_node_id id) {
    return rg_is_operator_call(rg_node_at(run->graph, id)) &&
           rg_verdict_of(run, id) == RG_VERDICT_FRESH;
}
static inline void rg_forget_effect(rg_run *run) {
    run->effects.of = RG_NO_NODE;
}
/* Whether the schema lets the result share memory with the parameter. */
static inline bool rg_may_alias(const rg_param *param, const rg_param *result) {
    return (param->alias | param->alias_after) & result->alias;
}
/* The argument that a call writes and returns as result `result`, which is below the count;
 * RG_NO_NODE: that result is no written argument. */
rg_node_id rg_written_result(rg_run *run, const rg_binding *binding, size_t result);
size_t rg_written_result_count(const rg_binding *binding);
/* The list argument of which the call's result is a list of views: item i views item i. */
rg_value rg_viewed_list(rg_run *run, rg_node_id id);
/* Whether the call returns the list that it writes. */
bool rg_returns_written_list(const rg_binding *binding);

/* Whether only the strides of its input tell that the call is a view. */
bool rg_views_by_strides(rg_run *run, rg_node_id id);

/* Call this when a rule changed the arguments of the call: its `aliases` line is asked again. */
void rg_forget_alias_fact(rg_run *run, rg_node_id id);
/* A rule is about to turn the node into another call. If the node took an item out of a sequence,
 * it no longer counts as the first to do so. */
void rg_forget_item(rg_run *run, rg_node_id id);
/* The node has new arguments or a new target: forgets what its class said. `tells`: the node's
 * annotation does not say that it is a tensor, and its call says what kind of value it, or an item
 * of it, is. */
void rg_forget_call(rg_run *run, rg_node_id id, bool tells);

#endif
