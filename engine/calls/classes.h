/* Classes of calls: which one a node is in, and what is found once for all its calls. calls.h says
 * what they are. */
#ifndef REGRAFT_CLASSES_H
#define REGRAFT_CLASSES_H

#include "../rewrite/run.h"
#include "callees.h"

rg_call_class *rg_find_class(rg_run *run, rg_node_id id); /* of a node of which none is kept */
static inline bool rg_is_class_kept(const rg_run *run, rg_node_id id) {
    const rg_array *kept = &run->graphs.here->classes;
    return id < kept->count && ((const rg_node_class *)kept->data)[id].epoch == run->calls.epoch;
}
/* The class of the node; valid until the next call for another node. */
static inline rg_call_class *rg_class_of(rg_run *run, rg_node_id id) {
    const rg_node_class *kept = run->graphs.here->classes.data;
    return rg_is_class_kept(run, id)
               ? ((rg_call_class *const *)run->calls.classes.data)[kept[id].number]
               : rg_find_class(run, id);
}
/* What the node calls. */
static inline rg_callee *rg_callee_at(rg_run *run, rg_node_id id) {
    return rg_is_class_kept(run, id) ? rg_class_of(run, id)->callee
                                     : rg_callee_of(run, rg_node_at(run->graph, id));
}
/* Call this after changing the node's target or arguments. */
void rg_forget_class(rg_run *run, rg_node_id id);
/* The node has new arguments of the same types. A verdict that was found for this node alone stays.
 */
void rg_update_class(rg_run *run, rg_node_id id);
/* Call this when the node's users see another call, or a value of another kind. */
void rg_forget_users_classes(rg_run *run, rg_node_id id);
/* Gives the node another annotation. */
void rg_annotate(rg_run *run, rg_node_id id, rg_symbol annotation);
/* The same, but the node is printed as it was read. */
void rg_annotate_unprinted(rg_run *run, rg_node_id id, rg_symbol annotation);

/* Chooses the overload of the class's calls, of which `node` is one, unless that has been done.
 */
void rg_choose_overload(rg_run *run, rg_call_class *class, const rg_node *node);
/* Keeps a verdict that depends on more of the node than its class `class`. */
void rg_keep_verdict(rg_run *run, rg_node_id id, const rg_call_class *class, rg_verdict verdict);
/* The rules that calls of the node's class may match; NULL: their form does not decide it. Valid
 * until the pass ends. */
static inline rg_rules_left *rg_rules_left_of(rg_run *run, rg_node_id id) {
    rg_call_class *class = rg_class_of(run, id);
    if (class->detail != RG_BY_FORM)
        return NULL;
    if (class->rules.pass != run->calls.pass_stamp)
        class->rules = (rg_rules_left){.pass = run->calls.pass_stamp};
    return &class->rules;
}
/* Notes whether the first candidate not yet checked may match; ignores other candidates. */
void rg_note_try(rg_rules_left *rules, size_t candidate, bool may_match);

#endif
