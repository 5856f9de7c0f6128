/* A run: the rules, the module, and what each room of the engine knows of them. */
#ifndef REGRAFT_RUN_H
#define REGRAFT_RUN_H

#include "../graph/name.h"
#include "../eval/evaluation.h"
#include "../memory/memory.h"
#include "../watch/watch.h"
#include "rewrite.h"

/* Why a rule that fits is not applied after all. */
typedef enum rg_objection_kind {
    RG_NO_OBJECTION,
    RG_WRITTEN_SINCE,  /* what it concludes from a node may not hold any more: see conclude.c */
    RG_SHARING_LOST,   /* its new value shares no memory with what the old one shares it with */
    RG_OBJECTS_MERGED, /* two tensors become one object, which changes in place how it is seen */
    RG_DRAWN_AGAIN,    /* it looks at random numbers that others read, too */
    RG_IS_THERE,       /* the call that it would use again is the one that it replaces */
    RG_LAYOUT_LOST, /* a call asks how the value lies in memory, and the new one may lie otherwise
                     */
    RG_DOES_MORE    /* the call that it erases does something, or may */
} rg_objection_kind;

typedef struct rg_objection {
    rg_objection_kind kind;
    rg_node_id node;    /* that the rule looked at, or was to replace */
    rg_node_id written; /* WRITTEN_SINCE: what was; RG_NO_NODE: a call may have written anything */
    const rg_ast *part; /* of the rule: the pattern, expression or statement it is about */
} rg_objection;

/* Something to do once the nodes that a rule made were visited. */
typedef enum rg_pending_kind {
    RG_PENDING_WRITE,
    RG_PENDING_BECOMES,
    RG_PENDING_REPLACE
} rg_pending_kind;

typedef struct rg_pending {
    rg_pending_kind what;
    rg_node_id target; /* the object written; or the node replaced */
    rg_value value;
    rg_node_id site; /* the call that was rewritten, for messages and metadata */
    const rg_ast *ast;
} rg_pending;

/* The pendings from `first` on are due once `after` was visited. */
typedef struct rg_commit {
    rg_node_id after;
    size_t first;
    uint32_t origin; /* of the rule */
    const rg_rule *rule;
    bool aten; /* dialect of the call that was rewritten */
    size_t application;
    size_t first_made; /* nodes from this number on were made for it */
    bool chained;      /* the commit below this one is due after the same node, whatever it says */
} rg_commit;

/* The pass that runs. */
typedef struct rg_pass_state {
    const rg_pass *code;   /* NULL: none */
    json_t *metadata;      /* borrowed */
    const rg_rule **order; /* its rules in the order of trial, which options may change */
    size_t order_count;
    size_t steps, step_limit;
    size_t *rule_steps;     /* applications by rule, for the loop message */
    rg_rule_cost *costs;    /* by rule; NULL: nobody asked */
    uint32_t *rule_origins; /* by rule */
} rg_pass_state;

/* The rule that is tried or applied, and what rules left to be done. */
typedef struct rg_application {
    const rg_rule *rule;     /* being applied; NULL in begin and end blocks */
    rg_objection objection;  /* to the rule that is tried */
    bool acted;              /* the rule has done what cannot be taken back */
    bool call_changed;       /* it gave the node another target or other arguments */
    rg_array replaced_slots; /* of uint32_t: matched names that it gave a new value */
    size_t first_pending;    /* of it */
    rg_array pendings, commits;
    rg_array maybe_dead; /* of rg_node_id: to be taken out at the end where nothing reads them */
} rg_application;

#define RG_RECENT_TARGETS 64

/* A target of new nodes. */
typedef struct rg_recent_target {
    rg_symbol symbol;
    uint8_t opcode_plus_one;
    rg_wanted_name name; /* that a call of it gets when nobody gives one */
} rg_recent_target;

/* Making nodes. */
typedef struct rg_making {
    rg_node_id cursor;    /* new nodes go before it; RG_NO_NODE: at the end */
    bool aten;            /* dialect new operator calls are spelled in */
    uint32_t origin;      /* origin number + 1 of the rule that is applied */
    bool committing;      /* nodes made now are the engine's: no rule visits them */
    bool root_used;       /* a new node uses the call that is being rewritten */
    bool remade;          /* nodes were made in this run: the strides of others may follow theirs */
    size_t first_made;    /* nodes from this number on were made by the rule that is applied, or for
                             what is being committed */
    rg_array made;        /* of rg_node_id: nodes the application made */
    rg_array scaffolding; /* of rg_node_id: nodes that carrying out what was pending made */
    rg_recent_target recent_targets[RG_RECENT_TARGETS]; /* by the place of the text */
    rg_array user_heads, user_links; /* users of each node, for `reuse`; built when first asked */
    bool users_indexed;
} rg_making;

/* See readers.c. */
typedef struct rg_readers {
    rg_array met;   /* of uint32_t by node: stamp of the last reader that met it */
    uint32_t stamp; /* the last one */
} rg_readers;

typedef struct rg_arenas {
    rg_arena *module;
    rg_arena *run;     /* goes when the run ends */
    rg_arena *scratch; /* for what is needed while one node is visited; then it is cleared, */
    bool untidy;       /* if something may be there */
} rg_arenas;

struct rg_run {
    const rg_ruleset *ruleset;
    const rg_rewrite_options *options;
    rg_module *module;
    rg_graph *graph; /* that is swept */
    rg_diagnostics *diagnostics;
    struct rg_attempt *attempt; /* the innermost rg_try(), which rg_fail() leaves */
    json_t *metadata;           /* {pass: {key: value}} */
    rg_node_id current;         /* the call that is being looked at; RG_NO_NODE in blocks */
    rg_arenas arenas;
    rg_calls calls;
    rg_graphs graphs;
    rg_memory memory;
    rg_effects effects;
    rg_future future;
    rg_evaluation eval;
    rg_recall recall;
    rg_matching matching;
    rg_readers readers;
    rg_making making;
    rg_application application;
    rg_pass_state pass;
    rg_watch watch;
};

/* ---- errors: rg_fail() leaves what rg_try() attempts */
/* Calls attempt(run, context); false when that failed. The outermost attempt is the run itself:
 * what fails there is reported, at the node (and the rule). What fails in another is an answer
 * ("cannot be told"), and *why is the message; why may be NULL. */
bool rg_try(rg_run *run, void (*attempt)(rg_run *run, void *context), void *context,
            const char **why);
_Noreturn void rg_fail(rg_run *run, const rg_ast *ast, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with a second line of advice. */
_Noreturn void rg_fail_advice(rg_run *run, const rg_ast *ast, const char *advice,
                              const char *format, ...) __attribute__((format(printf, 4, 5)));
void rg_warn(rg_run *run, const rg_ast *ast, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
