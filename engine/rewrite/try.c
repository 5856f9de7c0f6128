/* Which rules are tried at a node. */
#include "../calls/callees.h"
#include "../calls/classes.h"
#include "apply.h"
#include "passes/pass.h"
#include "run.h"

/* What trying rules at a node needs to know of it. */
typedef struct trying {
    rg_node_id id;
    bool writes, keywords;
    rg_rules_left *left; /* NULL: every candidate is looked at */
    const rg_candidate *candidates;
    size_t count;
    rg_tried *outcome;
    const rg_rule *last; /* whose pattern did not fit, at its instruction outcome->misfit */
} trying;

/* Whether the node lacks something that the rule requires of its form or its arguments' targets. */
static bool lacks(const rg_run *run, const trying *t, const rg_candidate *candidate) {
    const rg_node *node = rg_node_at(run->graph, t->id);
    if (candidate->needs_keyword && !t->keywords)
        return true;
    if (!candidate->needs_inner)
        return false;
    if (rg_value_kind(node->args) != RG_TUPLE || candidate->position >= rg_value_count(node->args))
        return true;
    rg_value inner = rg_item(run->module, node->args, candidate->position);
    return !rg_is_node(inner) || rg_node_at(run->graph, inner.data)->target != candidate->inner;
}

static void apply_timed(rg_run *run, const rg_rule *rule, trying *t) {
    rg_rule_cost *cost = &run->pass.costs[rule->number];
    double began = rg_now();
    rg_apply(run, rule, t->id, t->outcome);
    cost->seconds += rg_now() - began;
    cost->tried++;
    cost->applied += t->outcome->applied;
}

/* Whether the pattern begins as that of the variant before, which failed in what both have: the
 * misfit is the same. */
static bool fails_as_before(const trying *t, const rg_rule *rule) {
    return t->last && rule->variant > 0 && t->last->number + 1 == rule->number &&
           t->outcome->misfit < rule->shared;
}

/* Returns whether none of such calls will fit the candidate's pattern. */
static bool apply_candidate(rg_run *run, trying *t, const rg_candidate *candidate) {
    bool known = !run->watch.observer && fails_as_before(t, candidate->rule);
    t->last = candidate->rule;
    if (known)
        return t->outcome->misfit < candidate->by_form;
    if (run->pass.costs)
        apply_timed(run, candidate->rule, t);
    else
        rg_apply(run, candidate->rule, t->id, t->outcome);
    return t->outcome->misfit < candidate->by_form;
}

/* Whether the candidate is worth trying. *misfits: no call of this class matches. With an observer
 * all candidates are tried, so that it learns why each does not match. */
static inline bool is_worth_trying(rg_run *run, const trying *t, const rg_candidate *candidate,
                                   bool *misfits) {
    *misfits = false;
    if (run->pass.costs)
        run->pass.costs[candidate->rule->number].candidates++;
    if (run->watch.observer)
        return true;
    *misfits = lacks(run, t, candidate);
    return !*misfits && (t->writes || !candidate->needs_write);
}

/* Returns whether none of such calls will fit the candidate's pattern. */
static inline bool try_candidate(rg_run *run, trying *t, size_t number) {
    const rg_candidate *candidate = &t->candidates[number];
    bool misfits;
    return is_worth_trying(run, t, candidate, &misfits) ? apply_candidate(run, t, candidate)
                                                        : misfits;
}

static void try_candidates(rg_run *run, trying *t) {
    size_t first = 0;
    if (t->left) {
        for (uint32_t i = 0; i < t->left->count && !t->outcome->applied; i++)
            try_candidate(run, t, t->left->numbers[i]);
        first = t->left->checked;
    }
    for (size_t i = first; i < t->count && !t->outcome->applied; i++) {
        bool misfits = try_candidate(run, t, i);
        if (t->left)
            rg_note_try(t->left, i, !misfits);
    }
}

/* Many nodes have no candidates. */
static RG_RARE void try_some(rg_run *run, rg_node_id id, bool writes,
                             const rg_candidate *candidates, size_t count, rg_tried *outcome) {
    bool keywords = rg_has_keywords(rg_node_at(run->graph, id));
    trying t = {id, writes, keywords, NULL, candidates, count, outcome, NULL};
    if (!run->watch.observer && !run->pass.costs)
        t.left = rg_rules_left_of(run, id);
    run->making.now.application = run->watch.applied + 1;
    try_candidates(run, &t);
    run->making.now.application = 0;
    run->watch.rule = NULL;
}

void rg_try_rules(rg_run *run, rg_node_id id, bool writes, rg_tried *outcome) {
    size_t count;
    rg_callee *callee = rg_class_of(run, id)->callee;
    const rg_candidate *candidates = rg_candidates(run, callee, rg_node_at(run->graph, id), &count);
    if (rg_is_out_of_fuel(run))
        return;
    if (run->watch.observer)
        rg_tell_heads(run, id);
    run->arenas.untidy |= count || run->watch.observer;
    if (count)
        try_some(run, id, writes, candidates, count, outcome);
}
