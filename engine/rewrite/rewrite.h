/* Rewriting a module by a rule set.
 *
 * One forward sweep carries, for every storage, the version its content has reached and the node
 * that holds each view of it at that version. A node's arguments are brought up to date when the
 * sweep reaches it, so nothing ever walks "all later nodes". */
#ifndef REGRAFT_REWRITE_H
#define REGRAFT_REWRITE_H

#include <jansson.h>
#include "../rules/ruleset.h"

typedef struct rg_run rg_run;

/* Applications a pass may make: this many a node, and some for small graphs. Settable. */
#define RG_DEFAULT_STEPS_PER_NODE 16
#define RG_STEPS_AT_LEAST 1000

/* Answers an extern: `arguments` is a JSON array (a node is {"node": name, "shape": …, "dtype":
 * …}). Returns a new reference, or NULL after setting *error (in the arena given). */
typedef json_t *(*rg_extern_answer)(void *context, const char *name, json_t *arguments,
                                    rg_arena *arena, const char **error);

/* The cost of a rule in a run of its pass. */
typedef struct rg_rule_cost {
    size_t candidates; /* nodes whose target its root accepts */
    size_t tried;      /* of those, nodes that its pattern was tried at */
    size_t matches;    /* nodes that it matched */
    size_t applied;    /* matches whose guards also held */
    double seconds;    /* spent on trying and applying it, without its deferred actions */
} rg_rule_cost;

/* Limits of a run. */
typedef struct rg_limits {
    size_t eval_steps, eval_bytes, run_steps; /* see evaluation.h; 0: the default */
    size_t run_bytes, nodes;                  /* 0: no limit */
    size_t steps_per_node;                    /* 0: RG_DEFAULT_STEPS_PER_NODE */
    bool fueled;                              /* stop applying rules after `fuel` applications */
    size_t fuel;
} rg_limits;

typedef struct rg_rewrite_options {
    rg_extern_answer answer; /* NULL: no extern is answered */
    void *answer_context;
    rg_limits limits;
    bool (*cancelled)(void *context); /* polled during the run; true ends it. NULL: never */
    void *cancelled_context;
    /* Called after each pass (for timing lines and dumps); may be NULL. seconds: wall time. */
    void (*after_pass)(void *context, const rg_pass *pass, rg_module *module, double seconds);
    void *after_pass_context;
    /* Called after each pass, before after_pass, for each rule in the order of trial; NULL: nothing
     * is counted. */
    void (*rule_cost)(void *context, const rg_rule *rule, const rg_rule_cost *cost);
    void *rule_cost_context;
    const char *const *only; /* names of the passes to run; NULL: all */
    size_t only_count;
    const char *const *skip;
    size_t skip_count;
    const char *const *set; /* "name=value" */
    size_t set_count;
    const struct rg_observer *observer; /* watch.h; NULL: nobody watches */
    const rg_rule *only_rule;           /* the only rule of its pass to be tried; NULL: all are */
    const char *only_named;             /* only rules of this name are tried; NULL: all are */
    const rg_rule *preferred;           /* is tried before others of its priority; or NULL */
    uint64_t shuffle;                   /* not 0: rules of equal priority in another order */
} rg_rewrite_options;

/* Runs the rule set's passes over the module. False when there was an error (reported): the module
 * is then in an undefined state and only good to be freed. *metadata (a new reference, also when
 * false) is an object with one object a pass. */
bool rg_rewrite(const rg_ruleset *ruleset, rg_module *module, const rg_rewrite_options *options,
                rg_diagnostics *diagnostics, json_t **metadata);

#endif
