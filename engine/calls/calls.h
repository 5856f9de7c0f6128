/* What is known of calls: which operator they are of, what they do, and which rules may match them.
 *
 * Two things are found once and looked up afterwards:
 *
 *   callees  An opcode and a target: the operator that the target spells, and the rules of the pass
 *            whose root accepts it.
 *   classes  Calls that are alike in all that decides about them: an rg_call_class holds the
 *            overload that they use, what they do to memory, and which of their callee's rules
 *            they may match.
 *
 * Calls are alike by as much as can be told of them, see rg_class_detail. Most are so by their
 * form: the callee, their annotation, and of each argument its annotation or kind, and its target
 * where it is a call itself. An argument that has no annotation is told apart by its call alone,
 * unless the arguments of that decide what kind of value it is. A rule that fails on the form of
 * one call fails on that of all in the class. Classes by form are many where annotations are, so
 * what they do not depend on annotations for is found once for their class by shape, which knows
 * kinds of arguments alone.
 *
 * A class is a key of a few words and is never taken back: it says "calls with these words", not
 * which calls those are. Which class a node is in is kept by node (rg_node_class), for all sweeps
 * and passes of a run, until a word changes:
 *   - the node's target or arguments: rg_forget_class();
 *   - what others see of it, its annotation or target: rg_annotate() and rg_forget_users_classes()
 *     begin an epoch, and the class of each node is looked up again when it is next asked for.
 * What the overload is and what calls do follows from the words and holds for the run; which rules
 * are left holds for the pass that rg_call_class.pass names, and is begun anew in another.
 *
 * What a call does can depend on more than the words, such as the numbers in a list that an
 * `aliases` line looks at. Such a call is moved to the variant of its class that does just that:
 * the same words and a verdict.
 *
 * There are at most UINT16_MAX classes, 104 bytes each, whatever the graph; the last quarter is
 * kept for classes by shape and callee. A call that finds no place is in class number 0, of which
 * nothing is kept: all is found again each time, and comes out the same. */
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

/* A fact about calls of a target that the engine may not know; messages name it. */
typedef enum rg_doubt {
    RG_DOUBT_TARGET,   /* what they do: no operator table knows them */
    RG_DOUBT_ARGUMENT, /* which argument their result aliases */
    RG_DOUBT_COPY,     /* whether their result is a copy */
    RG_DOUBTS
} rg_doubt;

/* What a call calls: an opcode and a target. A run finds out once what is known of it. */
typedef struct rg_callee {
    uint32_t number; /* from 1, in the order in which the sweep first saw them */
    rg_spelled spelled;
    bool quiet;          /* no overload writes or views: the result is fresh */
    bool aten;           /* it is spelled as ATen's graphs do: torch.ops… */
    bool runs_bodies;    /* it is a higher-order operator: arguments may be graphs */
    bool suspicious;     /* a call of it that fits no schema may do anything */
    bool tells_kind;     /* without annotation, a call of it may tell what kind of value it is */
    bool mode;           /* it changes how later calls compute (autocast, gradients) */
    uint32_t pass_stamp; /* the candidates below are those of this pass run */
    rg_array candidates; /* of rg_candidate: rules whose root accepts it, in order of trial */
    rg_wanted_name name; /* that a new call of it gets; nothing: not asked for yet */
    rg_symbol op_name;   /* of spelled.op, once it was asked for; 0: not yet */
    const char *doubts[RG_DOUBTS]; /* in words, once asked for; NULL: not yet */
    const rg_schema *respelled_as; /* the operator that was spelled as this target is, last */
    rg_spelling respelled;         /* how */
} rg_callee;

/* ---------------------------------------------------------------- classes */

/* What a class tells apart. */
typedef enum rg_class_detail {
    RG_BY_FORM,  /* annotations and kinds of few arguments by position, targets of calls among them:
                    where all are annotated nodes or single values */
    RG_BY_SHAPE, /* kinds of arguments and names of keywords: see rg_shape_of_call() */
    RG_BY_CALLEE /* nothing more than the callee */
} rg_class_detail;

/* Calls of ATen have one to four arguments mostly: binary operators, linear, addmm. Those with more
 * have lists among them or keywords, and so no form. */
#define RG_FORM_ARGUMENTS 4
#define RG_CLASS_WORDS (1 + RG_FORM_ARGUMENTS)

/* How the overload of a class's calls is chosen. */
typedef enum rg_choice {
    RG_NOT_CHOSEN,      /* not determined yet */
    RG_CHOSEN_BY_NAMES, /* the schema, whatever kinds its arguments are of */
    RG_CHOSEN_BY_KINDS, /* the schema */
    RG_CHOSEN_NONE,     /* no overload fits */
    RG_CHOSEN_EACH_TIME /* calls of the class differ: it is chosen for each of them */
} rg_choice;

/* What calls of a class do, if the class alone decides it. Most calls make a fresh value and write
 * nothing; others view their first argument, or write it and return it. */
typedef enum rg_verdict {
    RG_VERDICT_NONE, /* not determined yet */
    RG_VERDICT_MORE, /* what it does depends on more */
    RG_VERDICT_FRESH,
    RG_VERDICT_FRESH_TUPLE,
    RG_VERDICT_NOTHING,
    RG_VERDICT_VIEW, /* of the first argument, as long as that is a tensor seen as it was read */
    RG_VERDICT_WRITE /* of the first argument, which is the result */
} rg_verdict;

/* Rules left by number, so that a class fits two lines of cache; where more are left, the others
 * are tried each time. */
#define RG_RULES_LEFT 12

/* Rules that calls of a class may match, as far as such calls were tried. */
typedef struct rg_rules_left {
    uint32_t pass;                   /* see rg_calls.pass_stamp: what follows is of that pass */
    uint32_t checked;                /* of the callee's candidates those before this are known: */
    uint32_t count;                  /* so many of them may match, */
    uint16_t numbers[RG_RULES_LEFT]; /* which are these, in order of trial */
} rg_rules_left;

typedef struct rg_call_class {
    rg_callee *callee;
    const rg_schema *schema; /* the overload that its calls use; NULL: see choice */
    uint8_t choice;          /* rg_choice */
    uint8_t detail;          /* rg_class_detail */
    uint8_t verdict;         /* rg_verdict: what its calls do */
    uint8_t word_count;
    uint16_t number; /* 0: the class of which nothing is kept */
    rg_rules_left rules;
    uint32_t hash;                  /* of the key, */
    uint64_t words[RG_CLASS_WORDS]; /* which is this: see classes.c */
} rg_call_class;

/* The class of a node. Valid only in its epoch. */
typedef struct rg_node_class {
    uint16_t number, epoch;
} rg_node_class;

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
    rg_array classes; /* of rg_call_class *, by number; number 0 is of calls that have no place */
    rg_array class_table; /* of uint16_t, a hash table of their numbers; 0: a free place */
    uint16_t epoch;       /* from 1 */
    uint32_t pass_stamp;  /* number of the pass run */
    uint64_t edits;       /* bumped when a node's arguments change */
    rg_binding binding;   /* of the node looked at last */
} rg_calls;

#endif
