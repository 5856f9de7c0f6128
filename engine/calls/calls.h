/* What is known of calls by their target: the operator it spells, the overloads and effects of
 * calls of it by their forms, and the rules that are for it. */
#ifndef REGRAFT_CALLS_H
#define REGRAFT_CALLS_H

#include "../rules/ruleset.h"

/* A rule whose root accepts a target, and what a call must have besides so that it can match. */
typedef struct rg_candidate {
    const rg_rule *rule;
    bool needs_write;   /* the call writes something */
    bool needs_keyword; /* it has keyword arguments */
    bool needs_inner;   /* its positional argument `position` is a call of this target */
    uint32_t position;
    rg_symbol inner;
    size_t by_form; /* instructions of its pattern, from the first, that only look at the form */
} rg_candidate;

/* The overload that calls of a shape use. */
typedef struct rg_chosen {
    rg_call_shape shape;
    const rg_schema *schema; /* NULL: the place is free */
    bool by_kinds;
    bool harmless; /* it neither writes nor aliases: all that matters is the schema */
} rg_chosen;

#define RG_CHOSEN 4

/* The arguments of a simple call: by position, annotated nodes and single values. A word for each,
 * which is the node's annotation or tells the kind of value. */
#define RG_FORM_ARGUMENTS 4
typedef struct rg_form {
    uint32_t count; /* + 1; 0: no form */
    uint32_t words[RG_FORM_ARGUMENTS];
} rg_form;

#define RG_KNOWN_FORMS 4 /* of a target */

/* What calls of one form and annotation do, see effects.c. */
typedef struct rg_known_form {
    rg_form form; /* count 0: the place is free */
    rg_symbol annotation;
    uint8_t verdict;
} rg_known_form;

#define RG_TRIES 1024     /* that are kept; a power of two */
#define RG_TRIED_RULES 12 /* that may be left */

/* Which candidates may match calls of one form whose arguments are calls of the same targets, as
 * far as such calls were tried. */
typedef struct rg_tries {
    const struct rg_callee *callee; /* of their target */
    rg_form form;
    rg_symbol targets[RG_FORM_ARGUMENTS];
    uint32_t pass_stamp;
    uint32_t checked; /* candidates from the first on of which it is known */
    uint32_t count;   /* of those that may match: their numbers, in order of trial */
    uint16_t left[RG_TRIED_RULES];
} rg_tries;

/* What may not be known of the calls of a target, for messages. */
typedef enum rg_doubt {
    RG_DOUBT_TARGET,   /* what they do: no operator table knows them */
    RG_DOUBT_ARGUMENT, /* which argument their result aliases */
    RG_DOUBT_COPY,     /* whether their result is a copy */
    RG_DOUBTS
} rg_doubt;

/* What calls call: an opcode and a target. What is known of it is found once in a run. */
typedef struct rg_callee {
    uint32_t number; /* from 1, in the order in which they were met */
    rg_spelled spelled;
    bool quiet;          /* no overload writes or views: the result is fresh */
    bool aten;           /* it is spelled as ATen's graphs do: torch.ops… */
    bool runs_bodies;    /* it is a higher-order operator: arguments may be graphs */
    bool suspicious;     /* where no schema fits a call of it, that may do anything */
    bool mode;           /* it changes how later calls compute (autocast, gradients) */
    uint32_t pass_stamp; /* the candidates below are those of this pass run */
    rg_array candidates; /* of rg_candidate: rules whose root accepts it, in order of trial */
    rg_chosen chosen[RG_CHOSEN];
    uint32_t next_chosen;
    rg_known_form known[RG_KNOWN_FORMS];
    uint32_t next_known;
    rg_symbol op_name;             /* of spelled.op, once it was asked for; 0: not yet */
    const char *doubts[RG_DOUBTS]; /* in words, once asked for; NULL: not yet */
    const rg_schema *respelled_as; /* the operator that was spelled as this target is, last */
    rg_spelling respelled;         /* how */
} rg_callee;

/* The last binding of arguments to a schema. */
typedef struct rg_binding {
    rg_node_id node;
    uint64_t stamp; /* run->calls.edits when it was made */
    const rg_schema *schema;
    rg_slot slots[RG_MAX_PARAMS];
} rg_binding;

/* What a run knows of calls. */
typedef struct rg_calls {
    rg_array callees; /* of rg_callee *, by number; there is none of number 0 */
    rg_symbol_map callee_numbers[RG_OUTPUT + 1]; /* by opcode: of a target */
    uint32_t pass_stamp;                         /* number of the pass run */
    rg_tries *tries;                             /* RG_TRIES; NULL: none yet */
    uint64_t edits;                              /* bumped when a node's arguments change */
    rg_binding binding;                          /* of the node looked at last */
} rg_calls;

#endif
