/* Trying rules at a node, and applying one. */
#ifndef REGRAFT_APPLY_H
#define REGRAFT_APPLY_H

#include "run.h"

/* The outcome of trying rules at a node. */
typedef struct rg_tried {
    bool applied;
    bool call_changed; /* a node got another target or other arguments */
    rg_node_id next;   /* applied: where the sweep continues */
    size_t misfit; /* instruction at which the pattern tried last did not fit; SIZE_MAX: it did */
} rg_tried;

/* ---- try.c */
/* Tries the rules that may match the node, until one is applied. `writes`: the node writes memory.
 * The caller zeroes *outcome. */
void rg_try_rules(rg_run *run, rg_node_id id, bool writes, rg_tried *outcome);

/* ---- apply.c */
/* Tries one rule at a node. */
void rg_apply(rg_run *run, const rg_rule *rule, rg_node_id id, rg_tried *outcome);
/* Whether limits.fuel is used up, so that no more rules are applied. */
static inline bool rg_is_out_of_fuel(const rg_run *run) {
    const rg_limits *limits = &run->options->limits;
    return limits->fueled && run->watch.applied >= limits->fuel;
}
/* Begins the application of a rule, or of a begin or end block: zeroes run->application. */
void rg_begin_application(rg_run *run);
/* Notes a rule (or block, rule "") as the maker of nodes; the number goes into rg_extra.origin. */
uint32_t rg_new_origin(rg_run *run, const rg_ast *ast, const char *rule);

/* ---- removal.c: taking calls out of the graph */
/* Fails if the rule removes the root but replaces neither its writes nor the value that its users
 * read. */
void rg_check_removal(rg_run *run, const rg_rule *rule, rg_node_id root);
/* Removes the root. Its replacement gets its metadata. */
void rg_remove_root(rg_run *run, rg_node_id root);
/* Removes the unused nodes among those that the rule made. */
void rg_drop_unused(rg_run *run);
/* Calls inside a pattern. */
typedef struct rg_inner_calls {
    rg_node_id *nodes; /* in the scratch arena */
    size_t count;
} rg_inner_calls;
/* Those that the pattern matched, without its root, in the order of the pattern. */
rg_inner_calls rg_inner_calls_of_match(rg_run *run, rg_node_id root);
/* Removes those that only the root used. */
void rg_drop_inner_calls(rg_run *run, rg_inner_calls inner);
/* At the end of a sweep: removes the nodes noted by rg_note_maybe_dead() that nothing uses. */
void rg_drop_dead(rg_run *run);

#endif
