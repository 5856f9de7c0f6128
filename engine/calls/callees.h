/* Looking up what is known of callees, and which rules are for them. */
#ifndef REGRAFT_CALLEES_H
#define REGRAFT_CALLEES_H

#include "../rewrite/run.h"

rg_callee *rg_new_callee(rg_run *run, const rg_node *node); /* for a target that has none yet */
static inline rg_callee *rg_callee_of(rg_run *run, const rg_node *node) {
    uint32_t number = rg_symbol_map_get(&run->calls.callee_numbers[node->opcode], node->target);
    return number ? ((rg_callee *const *)run->calls.callees.data)[number]
                  : rg_new_callee(run, node);
}
/* The schema the call uses with its arguments bound; NULL when none fits. The result is valid until
 * the next call for another node. */
const rg_binding *rg_bind_node(rg_run *run, rg_node_id id);
/* At the start of a run. */
void rg_calls_start(rg_run *run);
/* Before a graph is swept: forgets the last binding, which is of another graph. */
static inline void rg_calls_begin(rg_run *run) {
    run->calls.binding.node = RG_NO_NODE;
}
/* Copies the slots in use only: most of a binding is unused room. */
void rg_copy_binding(rg_binding *to, const rg_binding *from);
/* Whether a call of the target neither writes nor aliases anything, whatever overload it uses: with
 * at most so many arguments, all by position. */
bool rg_is_harmless_target(rg_run *run, const rg_callee *callee, size_t arguments);
/* Whether a rule of the pass may match some node of the graph. */
bool rg_may_match(rg_run *run);
/* How a graph uses a callee. */
typedef struct rg_target_use {
    rg_callee *callee;  /* NULL: it does not */
    rg_node_id node;    /* the first call of it */
    bool keywords;      /* some call of it has keyword arguments */
    uint32_t arguments; /* by position: the most that a call of it has */
} rg_target_use;
/* Whether the test is true of some rule that is tried at a node of the graph. */
bool rg_any_candidate(rg_run *run,
                      bool (*test)(void *context, const rg_target_use *use,
                                   const rg_candidate *candidate),
                      void *context);
bool rg_target_accepts(rg_run *run, const rg_target_test *test, const rg_node *node,
                       rg_value *frame);
/* Puts what the named groups of a regex matched in the text into their slots. */
void rg_bind_groups(rg_module *module, const rg_regex *regex, const uint32_t *slots,
                    const rg_regex_group *groups, const char *text, rg_value *frame);
/* Index of the parameter of that name, or RG_NONE_ID. */
uint32_t rg_param_index(const rg_schema *schema, const char *name);

/* Finds the candidates of the callee in the current pass. */
void rg_find_candidates(rg_run *run, rg_callee *callee, const rg_node *node);
/* The rules of the current pass that may match calls of the callee, one of which is the node. Valid
 * until the pass ends. */
static inline const rg_candidate *rg_candidates(rg_run *run, rg_callee *callee, const rg_node *node,
                                                size_t *count) {
    if (callee->pass_stamp != run->calls.pass_stamp)
        rg_find_candidates(run, callee, node);
    *count = callee->candidates.count;
    return callee->candidates.data;
}

#endif
