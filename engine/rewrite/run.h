/* A run: the rules, the module, and the state of each room of the engine. */
#ifndef REGRAFT_RUN_H
#define REGRAFT_RUN_H

#include "../graph/name.h"
#include "../graph/returns.h"
#include "../eval/evaluation.h"
#include "../memory/memory.h"
#include "../watch/watch.h"
#include "application.h"

/* The pass that runs. */
typedef struct rg_pass_state {
    const rg_pass *code;   /* NULL: none */
    json_t *all_metadata;  /* of the run: {pass: {key: value}}, */
    json_t *metadata;      /* and of this pass; borrowed */
    const rg_rule **order; /* its rules in the order of trial, which options may change */
    size_t order_count;
    size_t steps, step_limit;
    size_t *rule_steps;     /* applications by rule, for the loop message */
    rg_rule_cost *costs;    /* by rule; NULL: nobody asked */
    uint32_t *rule_origins; /* by rule */
} rg_pass_state;

/* The state of the sweep. */
typedef struct rg_sweep_state {
    rg_array pendings;   /* of rg_pending, */
    rg_array commits;    /* of rg_commit: deferred actions, the next one last */
    rg_array maybe_dead; /* of rg_node_id: removed at the end if nothing reads them */
    rg_array met;        /* of uint32_t by node: the last walk that reached it, */
    uint32_t met_stamp;  /* and the last one: see readers.c */
} rg_sweep_state;

/* Making nodes. */
typedef struct rg_making {
    rg_maker now;
    bool remade;          /* nodes were made in this run, which strides of others may follow */
    rg_array scaffolding; /* of rg_node_id: nodes made while commits were carried out */
    rg_array user_heads, user_links; /* users of each node, for `reuse`; built when first asked */
    bool users_indexed;
    rg_returns returns; /* by `outputs +=` */
} rg_making;

typedef struct rg_arenas {
    rg_arena *module;
    rg_arena *run;     /* goes when the run ends */
    rg_arena *scratch; /* for what is needed while one node is visited; then it is cleared, */
    bool untidy;       /* if something may be there */
} rg_arenas;

typedef struct rg_errors {
    rg_diagnostics *diagnostics;
    struct rg_attempt *attempt; /* the innermost rg_try(), which rg_fail() leaves */
} rg_errors;

struct rg_run {
    const rg_ruleset *ruleset;
    const rg_rewrite_options *options;
    rg_module *module;
    rg_graph *graph;    /* that is swept */
    rg_node_id current; /* the call that is being looked at; RG_NO_NODE in blocks */
    rg_errors errors;
    rg_arenas arenas;
    rg_calls calls;
    rg_graphs graphs;
    rg_memory memory;
    rg_effects effects;
    rg_future future;
    rg_evaluation eval;
    rg_memo memo;
    rg_matching matching;
    rg_making making;
    rg_application application;
    rg_sweep_state sweep;
    rg_pass_state pass;
    rg_watch watch;
};

/* ---- run.c */
/* Begins to look at a graph of the module: forgets what was known of the one before. */
void rg_begin_graph(rg_run *run, rg_graph *graph);

/* ---- errors: rg_fail() leaves what rg_try() attempts */
/* Calls attempt(run, context); false when that failed. The outermost attempt is the run itself:
 * what fails there is reported, at the node (and the rule). What fails in another is an answer
 * ("cannot be told"), and *why is the message; why may be NULL. */
bool rg_try(rg_run *run, void (*attempt)(rg_run *run, void *context), void *context,
            const char **why);
/* The same for a question. Returns false if its answer is not known, see rg_fail_not_known(), and
 * *why is the message. Other failures propagate. */
bool rg_try_to_know(rg_run *run, void (*attempt)(rg_run *run, void *context), void *context,
                    const char **why);
/* Fails because an answer depends on an unknown fact, such as the value of a symbolic size. */
_Noreturn void rg_fail_not_known(rg_run *run, const rg_ast *ast, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void rg_fail(rg_run *run, const rg_ast *ast, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with a second line of advice. */
_Noreturn void rg_fail_advice(rg_run *run, const rg_ast *ast, const char *advice,
                              const char *format, ...) __attribute__((format(printf, 4, 5)));
void rg_warn(rg_run *run, const rg_ast *ast, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
