/* Running rules over a graph. A part of regraft.h: include that. */
#ifndef REGRAFT_API_RUN_H
#define REGRAFT_API_RUN_H

#include "graph.h"
#include "observe.h"
#include "rules.h"

typedef struct regraft_result regraft_result;

/* Takes the answer of an extern. */
typedef struct regraft_reply regraft_reply;

/* Answers an extern of the rules: `arguments` is a JSON array; a node in it is
 * {"node": name, "shape": [...], "dtype": "torch.float32"}. Calls one of the functions below
 * before it returns. Called once for equal arguments within a run. */
typedef void (*regraft_extern)(void *context, const char *name, const char *arguments,
                               regraft_reply *reply);
/* The answer, as JSON text, which is copied. */
REGRAFT_API void regraft_reply_answer(regraft_reply *reply, const char *json);
/* There is no answer; the message, which is copied, goes into the error that ends the run. */
REGRAFT_API void regraft_reply_error(regraft_reply *reply, const char *message);
/* The host has no memory to answer with: the run ends with REGRAFT_NO_MEMORY. */
REGRAFT_API void regraft_reply_no_memory(regraft_reply *reply);

/* Called after each pass. `result` has the graph and the metadata after the pass. */
typedef void (*regraft_after_pass)(void *context, regraft_result *result, const char *pass,
                                   double seconds);

/* The cost of a rule in a run of its pass. */
typedef struct regraft_rule_cost {
    const char *pass, *rule;
    size_t candidates; /* nodes whose target the root of its pattern accepts */
    size_t tried;      /* of those, nodes at which its pattern was tried */
    size_t matches;    /* where it matched */
    size_t applied;    /* where its guards held, too */
    double seconds;    /* of trying and applying it, without changes that take effect later */
} regraft_rule_cost;

/* What the rules may spend; 0: the default. A run that goes beyond one of them fails, and the
 * report names it. */
typedef struct regraft_limits {
    size_t eval_steps; /* of evaluation in one application of a rule: 4,000,000 */
    size_t eval_bytes; /* that its values take in memory: 268,435,456 */
    size_t run_steps;  /* of evaluation in the run: 4,000,000,000 */
    size_t run_bytes;  /* of memory that the graphs and the run take after an application: none */
    size_t nodes;      /* that a graph has after an application, erased ones included: none */
} regraft_limits;

/* Zeroed memory is a valid set of options: run everything, with defaults. The objects that they
 * point to must live until regraft_run() returns. */
typedef struct regraft_options {
    const char *const *set; /* parameters: "name=value" */
    size_t set_count;
    const char *const *only; /* names of the passes to run; empty: all */
    size_t only_count;
    const char *const *skip; /* names of passes that do not run */
    size_t skip_count;
    regraft_extern ask; /* NULL: no extern has an answer */
    void *ask_context;
    regraft_after_pass after_pass; /* may be NULL */
    void *after_pass_context;
    size_t steps_per_node; /* a pass with more applications of rules for each node is taken
                              for endless; 0: the default */
    bool in_place;         /* rewrite the given graph, not a copy: takes less time and memory,
                              but after a failure the graph may only be freed */
    const regraft_observer *observer; /* NULL: none */
    bool limited; /* stop after `fuel` applications, begin and end blocks included, and do not check
                     the promises of passes */
    size_t fuel;
    unsigned long shuffle; /* not 0: try rules of equal priority in an order that depends on this
                              number, to see whether the order matters */
    /* Called after each pass, before after_pass, for each of its rules in the order in which they
     * are tried; NULL: nothing is counted. */
    void (*rule_cost)(void *context, const regraft_rule_cost *cost);
    void *rule_cost_context;
    regraft_limits limits;
    /* Asked now and then, by the thread that runs the rules: within a millisecond of work, but not
     * while an extern or an observer is called. Returns whether the run is to end: it fails then,
     * as with an error of the rules. NULL: it is not to end before it is done. */
    bool (*cancelled)(void *context);
    void *cancelled_context;
    const char *only_rule; /* in the passes that run, only the rules of this name; NULL: all */
} regraft_options;

/* Runs the passes over the graph, which does not change (but see in_place). `options` may be NULL.
 * *result is set unless memory runs out; after REGRAFT_INVALID it has the report, and the metadata
 * up to the failure, but no graph. The caller frees it, before the graph and the rules. */
REGRAFT_API regraft_status regraft_run(const regraft_rules *rules, regraft_graph *graph,
                                       const regraft_options *options, regraft_result **result);

#endif
