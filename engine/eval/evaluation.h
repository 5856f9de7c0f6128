/* What a run knows of the values of expressions, functions and patterns. */
#ifndef REGRAFT_EVALUATION_H
#define REGRAFT_EVALUATION_H

#include <jansson.h>
#include "../calls/calls.h"

/* Nested evaluation steps (expressions within functions within functions). Makes runaway recursion
 * an error, at the same depth wherever the C stack has the usual size (see budget.c). */
#define RG_MAX_EVAL_DEPTH 3000
/* This many levels fit on any stack. Rules rarely need more; finding the stack's end takes 50 µs.
 */
#define RG_SHALLOW 48

/* Steps of evaluation that one application of a rule may take, half a second; */
#define RG_EVAL_STEPS ((size_t)4 * 1000 * 1000)
/* what its values may take in memory, more than a list of all nodes of the largest graphs takes; */
#define RG_EVAL_BYTES ((size_t)256 << 20)
/* and the steps of a whole run, some ten minutes. */
#define RG_RUN_STEPS ((size_t)4 * 1000 * 1000 * 1000)
/* Steps, or nodes, between two looks at whether the host wants the run to end: a millisecond. */
#define RG_STEPS_BETWEEN 4096

/* See budget.h. */
typedef struct rg_budget {
    size_t steps; /* that are left to the rule that is tried, */
    size_t given; /* of those it had when they were last counted */
    size_t spent; /* steps of the run until then */
    size_t bytes; /* that the arenas may have */
} rg_budget;

/* See memo.c. */
typedef struct rg_memo_query rg_memo_query;
typedef struct rg_memo_entry rg_memo_entry;
typedef struct rg_memo_asked rg_memo_asked;

/* Nodes of one opcode as a list, for as long as none comes or goes. */
typedef struct rg_listed {
    rg_value list;
    uint32_t changes; /* rg_graph.leaf_changes when it was made */
    bool made;
} rg_listed;

/* How the current expression is evaluated. rg_enter_mode() and rg_leave_mode() change it, and
 * rg_try() (run.h) restores it after a failure. */
typedef struct rg_eval_mode {
    bool concludes;      /* the rule decides by what the expression looks at: see conclude.c */
    bool looks_only;     /* the expression makes no node, and takes arguments as calls have them */
    bool strides_hidden; /* the expression is not told the strides of any tensor */
    const rg_fn *fn;     /* the function that is evaluated; NULL: none */
} rg_eval_mode;

typedef struct rg_evaluation {
    rg_value *params;     /* of the rule set, by number */
    json_t *extern_cache; /* name and arguments -> answer */
    uint32_t depth;
    uint32_t deepest;    /* depth at which the C stack is looked at again */
    uintptr_t stack_end; /* see base/stack.h; 0: it was not looked at yet */
    rg_budget budget;
    json_t *scrap; /* containers being built, so that a failure does not lose them */
    rg_eval_mode mode;
    /* what builtins look up of the graph that is swept */
    struct rg_sizes *sizes;     /* the run's symbolic sizes; NULL: there is none */
    rg_symbol_map size_numbers; /* symbol of a text -> 1 + its rg_size; see sizes.c */
    rg_array size_nodes;        /* of rg_node_id + 1, by rg_size: the node that holds it */
    rg_array size_sources;      /* by rg_size: an input that has it as a size */
    rg_array placeholder_index; /* of uint32_t by node: position among the placeholders */
    rg_array outputs_index; /* storage root node -> first output that returns it, see returned_at */
    rg_array returned;      /* of rg_node_id: the roots that outputs_index has */
    uint32_t outputs_indexed; /* so many, from the first on */
    rg_listed placeholders, get_attrs;
    size_t pool_floor; /* items that rg_shrink_pool() leaves in the pool: lists that are kept */
} rg_evaluation;

/* Returns the mode before, which rg_leave_mode() takes. */
static inline rg_eval_mode rg_enter_mode(rg_evaluation *eval, rg_eval_mode mode) {
    rg_eval_mode outer = eval->mode;
    eval->mode = mode;
    return outer;
}
static inline void rg_leave_mode(rg_evaluation *eval, rg_eval_mode outer) {
    eval->mode = outer;
}

/* Answers that are kept, see memo.h. */
typedef struct rg_memo {
    rg_memo_query *open;    /* whose answer is computed; NULL: none */
    rg_memo_query *room;    /* where it is */
    rg_memo_entry *entries; /* NULL: none yet */
    rg_memo_asked *asked;   /* by number of a function or guard */
} rg_memo;

/* What the last pattern matched. */
typedef struct rg_matching {
    rg_binding *bindings;  /* as many as a pattern of the rule set needs */
    rg_array nodes;        /* of rg_node_id: calls that it matched, the root first */
    size_t misfit;         /* instruction at which it did not fit */
    const char *not_known; /* the size that could not be compared, in words; NULL: none */
} rg_matching;

/* What a rule concludes something from. */
typedef enum rg_conclusion {
    RG_FROM_RESULT, /* from which operator a call is of: from what it made */
    RG_FROM_CALL    /* from its arguments: from what it made and what it reads */
} rg_conclusion;

#endif
