/* Rewriting: a pass's sweep over a graph, storages and their versions, matching, actions.
 *
 * One forward sweep carries, for every storage, the version its content has reached and the node
 * that holds each view of it at that version. A node's arguments are brought up to date when the
 * sweep reaches it, so nothing ever walks "all later nodes".
 *
 *   objects   Nodes that are one tensor object: x, and the results of in-place calls on x.
 *   aliases   Ways of looking at a storage: the root alias, or a view of another alias. Each object
 *             has one; `x becomes e` gives x's object another.
 *   storages  One for every fresh tensor (a placeholder, a get_attr, the result of a call that
 *             views nothing).
 */
#ifndef REGRAFT_REWRITE_H
#define REGRAFT_REWRITE_H

#include <jansson.h>

#include "calls.h"
#include "memory.h"

/* Nested evaluation steps (expressions within functions within functions): bounds the C stack. */
#define RG_MAX_EVAL_DEPTH 3000

/* Applications a pass may make: this many a node, and some for small graphs. Settable. */
#define RG_DEFAULT_STEPS_PER_NODE 16
#define RG_STEPS_AT_LEAST 1000

/* See recall.c. */
typedef struct rg_question rg_question;
typedef struct rg_answer rg_answer;

#define RG_RECENT_INFOS 256
#define RG_RECENT_CONSTANTS 256
#define RG_RECENT_TARGETS 64

/* A target of new nodes. */
typedef struct rg_recent_target {
    rg_symbol symbol;
    uint8_t opcode_plus_one;
    rg_wanted_name name; /* that a call of it gets when nobody gives one */
} rg_recent_target;

/* What was found out about a graph. */
typedef struct rg_graph_facts {
    bool counted, linted;         /* that holds as long as no rule was applied, */
    size_t counted_at, linted_at; /* which is as long as run->applied is this */
    rg_array targets;             /* those that the graph has, see targets.c */
    rg_array aliases;  /* of uint16_t by node: what the `aliases` line said of the call as it was
                          read. A rule that moves a call to another device does not change who
                          shared memory with whom */
    rg_array verdicts; /* of uint8_t by node: see effects.c */
} rg_graph_facts;

/* The last binding of arguments to a schema. */
typedef struct rg_binding {
    rg_node_id node;
    uint64_t stamp; /* run->edits when it was made */
    const rg_schema *schema;
    rg_slot slots[RG_MAX_PARAMS];
} rg_binding;

/* ---------------------------------------------------------------- options and externs */

/* Answers an extern: `arguments` is a JSON array (a node is {"node": name, "shape": …, "dtype":
 * …}). Returns a new reference, or NULL after setting *error (in the arena given). */
typedef json_t *(*rg_extern_answer)(void *context, const char *name, json_t *arguments,
                                    rg_arena *arena, const char **error);

/* What a rule cost in a run of its pass. */
typedef struct rg_rule_cost {
    size_t candidates; /* nodes whose target its root accepts */
    size_t tried;      /* of those, nodes that its pattern was tried at */
    size_t matches;    /* where it fitted */
    size_t applied;    /* where its guards held, too */
    double seconds;    /* of trying and applying it; what it leaves to do later is not in it */
} rg_rule_cost;

typedef struct rg_rewrite_options {
    rg_extern_answer answer; /* NULL: no extern is answered */
    void *answer_context;
    size_t steps_per_node; /* 0: RG_DEFAULT_STEPS_PER_NODE */
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
    const struct rg_observer *observer; /* observe.h; NULL: nobody watches */
    const rg_rule *only_rule;           /* of its pass no other is tried; NULL: all are */
    const rg_rule *preferred;           /* is tried before others of its priority; or NULL */
    uint64_t shuffle;                   /* not 0: rules of equal priority in another order */
    bool limited;                       /* stop applying rules after `fuel` applications */
    size_t fuel;
} rg_rewrite_options;

/* ---------------------------------------------------------------- a run */

/* What a node is: an object, which it holds as seen through `alias` at `version`. */
typedef struct rg_holding {
    uint32_t object;
    uint32_t alias;
    uint32_t version;
    bool value; /* it is read as it stands, though the object's content went on */
} rg_holding;

/* Number of the holding of a fresh tensor that nothing was asked about: its object, alias and
 * storage are made when they are. Most tensors are never written or viewed, and need none. */
#define RG_UNMADE UINT32_MAX

/* Items that stay where they are when there are more. */
#define RG_CHUNK 64
typedef struct rg_chunked {
    rg_array chunks; /* of pointers to RG_CHUNK items */
    size_t count;
} rg_chunked;

/* What a sweep knows of a node; zero: nothing yet. */
typedef struct rg_state {
    uint32_t holding;  /* 1 + the number of its holding; RG_UNMADE; 0: no tensor, or not reached */
    uint32_t position; /* in the sweep; 0: not visited */
    rg_value replacement; /* see rg_replacement_of() */
    int32_t correction;   /* of its readers, */
    uint32_t behind;      /* see readers.c */
} rg_state;

/* The object of item `index` of the fresh tuple `tuple` (an object). */
typedef struct rg_item_key {
    uint32_t tuple, index;
    rg_node_id node; /* number + 1 of the first node that took it out; 0: a free place; RG_NO_NODE:
                        that node is another call now */
} rg_item_key;

/* What a rule concludes something from. */
typedef enum rg_conclusion {
    RG_FROM_RESULT, /* from which operator a call is of: from what it made */
    RG_FROM_CALL    /* from its arguments: from what it made and what it reads */
} rg_conclusion;

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
    bool with_below;   /* the commit below this one is due after the same node, whatever it says */
} rg_commit;

typedef struct rg_run {
    const rg_ruleset *ruleset;
    const rg_rewrite_options *options;
    rg_arena *arena;   /* the module's */
    rg_arena *tables;  /* of the run: goes when it ends */
    rg_arena *scratch; /* for what is needed while one node is visited; then it is cleared, */
    bool untidy;       /* if something may be there */
    rg_module *module;
    rg_graph *graph;
    rg_diagnostics *diagnostics;
    json_t *metadata;      /* {pass: {key: value}} */
    json_t *pass_metadata; /* of the pass that runs; borrowed */
    const rg_pass *pass;
    const rg_rule *rule; /* being applied; NULL in begin and end blocks */
    jmp_buf *on_error;   /* where rg_fail() goes */
    uint32_t depth;      /* of evaluation */
    uint64_t edits;      /* bumped when a node's arguments change */

    rg_question *question; /* that is being answered and watched; NULL: none */
    rg_question *question_room;
    rg_answer *answers; /* that are kept; NULL: none yet */
    void *askables;     /* by number of a function or guard: what recall.c knows of it */

    rg_value *params;     /* of the rule set, by number */
    json_t *extern_cache; /* name and arguments -> answer */

    /* by target */
    rg_array infos;                            /* of rg_target_info * */
    rg_symbol_map info_numbers[RG_OUTPUT + 1]; /* by opcode: target -> 1 + index into infos */
    struct {
        uint64_t key; /* see rg_info_of(); 0: the place is free */
        rg_target_info *info;
    } recent_infos[RG_RECENT_INFOS];
    struct {
        const rg_ast *ast;
        rg_value value;
    } constants[RG_RECENT_CONSTANTS]; /* of expressions that are constant, by address */
    rg_recent_target recent_targets[RG_RECENT_TARGETS]; /* by the place of the text */
    size_t constant_lists; /* end in the pool of the last list among them */
    uint32_t pass_stamp;
    rg_tries *tries;                     /* RG_TRIES; NULL: none yet */
    uint32_t census;                     /* number of the last one */
    rg_graph_facts *graph_facts;         /* by graph of the module */
    rg_graph_facts *facts;               /* of the graph that is swept */
    rg_symbol_map body_numbers;          /* name of a graph -> its number; see bodies.c */
    rg_array body_facts;                 /* of uint8_t by graph */
    size_t settled;                      /* verdicts hold of nodes below this number */
    rg_binding binding;                  /* of the node looked at last */
    rg_binding matched[RG_MAX_BINDINGS]; /* of the pattern being matched */

    /* by node of the graph that is swept */
    rg_array states;        /* of rg_state */
    size_t states_used;     /* of its room; what is behind them is zero */
    rg_array holdings;      /* of rg_holding */
    rg_array by_symbol;     /* of rg_node_id + 1: the node that holds a symbolic size */
    rg_array object_alias;  /* of uint32_t */
    rg_array object_first;  /* of rg_node_id: the node each object began with */
    rg_array matched_nodes; /* of rg_node_id: calls that the last pattern matched, the root first */
    size_t misfit;          /* instruction at which the last pattern did not fit */
    json_t *scrap;          /* containers being built, so that a failure does not lose them */
    rg_chunked aliases;     /* of rg_alias */
    rg_chunked storages;    /* of rg_storage */
    rg_array maybes;        /* of rg_maybe, linked from maybe_first */
    rg_array dependents;    /* of rg_maybe, linked from dependent_first */
    rg_array items;         /* of rg_item_key, a hash table by (tuple, index) */
    size_t item_count;
    rg_array user_heads, user_links; /* users of each node, for `reuse`; built when first asked */
    bool users_indexed;
    uint32_t sweep_position;
    bool stale;     /* some argument of a later node may need updating, */
    bool moved;     /* and not only since a node was replaced by another */
    bool has_modes; /* the graphs have calls that change how later ones compute */
    bool remade;    /* nodes were made in this run: the strides of others may follow theirs */
    rg_array alias_reasons; /* of const char *: why some answers of `aliases` lines are not known */
    rg_array fate;          /* of uint8_t by node: see fate.c; empty where no rule needs it */
    bool foreseen;          /* it was looked ahead */
    size_t fated;           /* nodes that the graph had then */
    bool committing;        /* nodes made now are the engine's: no rule visits them */
    jmp_buf *soft;          /* an error is an answer here ("cannot be told"), not a failure */
    const char *soft_message;

    /* the call that is being looked at */
    rg_node_id current; /* RG_NO_NODE in blocks */
    rg_effect effect;
    rg_node_id effect_of;       /* the node that `effect` is of; RG_NO_NODE: of none any more */
    uint64_t effect_stamp;      /* run->edits then */
    rg_array writes;            /* storage of effect.writes */
    rg_node_id cursor;          /* new nodes go before it; RG_NO_NODE: at the end */
    bool aten;                  /* dialect new operator calls are spelled in */
    rg_array attributes;        /* of rg_node_id + 1 by target: the first get_attr of it */
    uint32_t unknown_write;     /* sweep position of the last call that may write anything */
    rg_node_id read_whole;      /* a tuple that the call reads as a whole though an item of it was
                                   written; RG_NO_NODE: none */
    rg_node_id written_through; /* what the `<-` being carried out writes, for messages */
    rg_array reader_met;        /* of uint32_t by node: stamp of the last reader that met it */
    uint32_t reader_stamp;      /* the last one */
    rg_array leftovers; /* of rg_node_id: to be taken out at the end where nothing reads them */
    rg_array replaced_slots; /* of uint32_t: matched names that the rule gave a new value */
    bool root_used;          /* a new node uses the call that is being rewritten */
    rg_objection objection;  /* to the rule that is tried */
    bool concludes;          /* what is evaluated decides what the rule does */
    bool strides_hidden;     /* what is evaluated is not told the strides of any tensor */
    bool acted;              /* the rule has done what cannot be taken back */
    rg_array made;           /* of rg_node_id: nodes the application made */
    rg_array spare;          /* of rg_node_id: nodes that carrying out what was pending made */
    rg_array pendings, commits;
    bool call_changed;      /* a rule gave the node another target or other arguments */
    size_t first_pending;   /* of the rule that is applied */
    size_t first_made;      /* nodes from this number on were made by the rule that is applied, or
                               for what is being committed */
    uint32_t origin;        /* origin number + 1 of the rule that is applied */
    uint32_t *rule_origins; /* by rule of the pass */
    struct rg_regex **loose_roots; /* by rule of the pass: for observers; NULL: not needed yet */
    size_t steps, step_limit;
    const rg_rule **order; /* of the pass: its rules in the order of trial, */
    size_t order_count;    /* which options may change */
    size_t *rule_steps;    /* applications by rule of the pass, for the loop message */
    rg_rule_cost *costs;   /* by rule of the pass; NULL: nobody asked */

    /* watching, see observe.h */
    const struct rg_observer *observer; /* NULL: nobody watches */
    const rg_rule *tried;               /* the rule that events are about; NULL: a block */
    const rg_fn *tried_fn;
    const rg_fn_clause *tried_clause; /* whose pattern is matched */
    size_t application;               /* that what happens now is a part of; 0: of none */
    size_t applied;                   /* applications so far, blocks included */

    rg_array placeholder_index; /* of uint32_t by node: position among the placeholders */
    rg_array outputs_index; /* storage root node -> first output that returns it, see returned_at */
    rg_array returned;      /* of rg_node_id: the roots that outputs_index has */
    bool outputs_indexed;
} rg_run;

/* ---- errors: report at the node (and the rule), then leave the run */
_Noreturn void rg_fail(rg_run *run, const rg_ast *ast, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with a second line of advice. */
_Noreturn void rg_fail_advice(rg_run *run, const rg_ast *ast, const char *advice,
                              const char *format, ...) __attribute__((format(printf, 4, 5)));
void rg_warn(rg_run *run, const rg_ast *ast, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- targets.c */
rg_target_info *rg_find_info(rg_run *run, const rg_node *node); /* one not asked for lately */
static inline uint64_t rg_info_key(const rg_node *node) {
    return (uint64_t)node->target << 8 | (node->opcode + 1u);
}
static inline rg_target_info *rg_info_of(rg_run *run, const rg_node *node) {
    size_t place = (node->target ^ node->opcode) % RG_RECENT_INFOS;
    return run->recent_infos[place].key == rg_info_key(node) ? run->recent_infos[place].info
                                                             : rg_find_info(run, node);
}
/* The schema the call uses with its arguments bound; NULL when none fits. The result is valid until
 * the next call for another node. */
const rg_binding *rg_bind_node(rg_run *run, rg_node_id id);
/* Copies what is in use of a binding: most of its room never is. */
void rg_copy_binding(rg_binding *to, const rg_binding *from);
/* The word of an argument in the form of its call, as far as it has one. */
static inline uint32_t rg_form_word(const rg_graph *graph, rg_value v) {
    if (rg_is_node(v))
        return rg_node_at(graph, v.data)->annotation;
    return rg_value_kind(v) <= RG_FLOAT ? UINT32_MAX - (uint32_t)rg_value_kind(v) : 0;
}
/* The form of the call; false: it has none. */
bool rg_find_form(const rg_run *run, const rg_node *node, rg_form *form);
/* Whether the call is of that form, which another call of its target was found to have. */
static inline bool rg_has_form(const rg_run *run, const rg_node *node, const rg_form *form) {
    uint32_t count = rg_value_count(node->args);
    const rg_value *items = rg_items(run->module, node->args);
    if (form->count != count + 1 || rg_value_kind(node->args) != RG_TUPLE || rg_has_keywords(node))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (form->words[i] != rg_form_word(run->graph, items[i]))
            return false;
    return true;
}
/* Whether the call uses an overload that neither writes nor aliases; *schema is which. */
bool rg_is_harmless_call(rg_run *run, rg_node_id id, const rg_schema **schema);
/* Whether a call of the target neither writes nor aliases anything, whatever overload it uses: with
 * at most so many arguments, all by position. */
bool rg_is_harmless_target(rg_run *run, const rg_target_info *info, size_t arguments);
/* Whether a rule of the pass may match some node of the graph. */
bool rg_may_match(rg_run *run);
/* One node of each target of the graph. */
typedef struct rg_target_use {
    rg_target_info *info;
    rg_node_id node;
    bool keywords;      /* some call of it has keyword arguments */
    uint32_t arguments; /* by position: the most that a call of it has */
} rg_target_use;
/* Whether some rule that is tried at a node of the graph stands the test. */
bool rg_any_candidate(rg_run *run,
                      bool (*test)(void *context, const rg_target_use *use,
                                   const rg_candidate *candidate),
                      void *context);
bool rg_target_accepts(rg_run *run, const rg_target_test *test, const rg_node *node,
                       rg_value *frame);
/* Index of the parameter of that name, or RG_NONE_ID. */
uint32_t rg_param_index(const rg_schema *schema, const char *name);

/* ---- candidates.c */
/* Finds them for the target in the pass that runs. */
void rg_find_candidates(rg_run *run, rg_target_info *info, const rg_node *node);
/* The rules of the pass that may match the node, as long as the pass runs. */
static inline const rg_candidate *rg_candidates(rg_run *run, const rg_node *node, size_t *count) {
    rg_target_info *info = rg_info_of(run, node);
    if (info->pass_stamp != run->pass_stamp)
        rg_find_candidates(run, info, node);
    *count = info->candidates.count;
    return info->candidates.data;
}
/* What is known of trying them at such calls, until another node is asked about; NULL: the node has
 * no form. */
rg_tries *rg_find_tries(rg_run *run, const rg_node *node);
/* Adds what was found of the first candidate of which nothing was known; others are ignored. */
void rg_note_try(rg_tries *tries, size_t candidate, bool may_match);

/* ---- match.c */
/* Whether registers 0 … count - 1 = values match; fills the frame. */
bool rg_match(rg_run *run, const rg_program *program, const rg_value *values, size_t count,
              rg_value *frame);
bool rg_fits_literal(rg_run *run, rg_value value, const rg_literal *literal);
bool rg_fits_kind(rg_run *run, rg_value value, const rg_kind_pattern *kind, rg_value *frame);

/* ---- eval.c */
rg_value rg_eval(rg_run *run, rg_value *frame, const rg_ast *ast);
bool rg_eval_truth(rg_run *run, rg_value *frame, const rg_ast *ast);
bool rg_truth(const rg_run *run, rg_value value);
rg_value rg_call_fn(rg_run *run, const rg_fn *fn, const rg_value *values, size_t count,
                    const rg_ast *site);
/* The clause that fits, with its frame; NULL: none does. */
const rg_fn_clause *rg_find_clause(rg_run *run, const rg_fn *fn, const rg_value *values,
                                   size_t count, rg_value **frame);
const char *rg_eval_text(rg_run *run, rg_value *frame, const rg_ast *ast);
/* Text of a value as `"{x}"` shows it: a str bare, a node's name. */
void rg_add_shown(rg_run *run, rg_text *out, rg_value value);
rg_value rg_operate(rg_run *run, const rg_ast *ast, rg_value a, rg_value b); /* operators.c */
bool rg_compare(rg_run *run, const rg_ast *ast, rg_value a, rg_value b);     /* operators.c */
rg_value rg_index_value(rg_run *run, const rg_ast *ast, rg_value object, rg_value index);
rg_value rg_slice_value(rg_run *run, const rg_ast *ast, rg_value object, const rg_value *parts);
rg_value rg_str(rg_run *run, const char *text);

/* Takes back what was put into the pool since it had `count` items: nothing may use it. Constant
 * lists, and what stands before them, are kept. */
void rg_shrink_pool(rg_run *run, size_t count);

/* ---- recall.c */
/* Whether the answer of a function or guard, by its number, for `count` values may be kept. */
bool rg_may_keep(rg_run *run, uint32_t number, size_t count);
/* That answer: one that was kept, or what `find` returns. */
rg_value rg_answer_of(rg_run *run, uint32_t number, const rg_value *values, size_t count,
                      rg_value (*find)(void *context), void *context);
/* The same of a call, by what is written in it. */
typedef enum rg_asks {
    RG_ASKS_TYPE, /* which annotation it has */
    RG_ASKS_ALIAS /* what the `aliases` line of its operator says */
} rg_asks;
rg_value rg_answer_of_call(rg_run *run, rg_asks what, rg_node_id id,
                           rg_value (*find)(void *context), void *context);
/* Whatever evaluates tells what it reads of a value that may be a node, or that it reads more than
 * arguments can tell, so that an answer is kept only for the same question. */
void rg_note_read(rg_run *run, rg_reads reads, rg_value value);
void rg_reads_more(rg_run *run);
/* What a rule concludes from an argument, it concludes from an answer that is kept, too. */
void rg_note_conclusion(rg_run *run, rg_node_id id, rg_conclusion from);

/* ---- builtins.c */
rg_value rg_call_builtin(rg_run *run, uint32_t number, const rg_value *values, size_t count,
                         const rg_ast *site);
rg_value rg_variable(rg_run *run, uint32_t number);
/* A dim as a value: an int, or the node that holds the symbolic size, or an atom. */
rg_value rg_dim_value(rg_run *run, rg_dim dim);
/* Index of the first output that is `id` element for element; RG_NONE_ID: none. */
uint32_t rg_returned_at(rg_run *run, rg_node_id id);

/* ---- json.c */
json_t *rg_value_to_json(rg_run *run, rg_value value); /* a node: {"node": …}; atoms: their text */
rg_value rg_value_from_json(rg_run *run, const json_t *json);
rg_value rg_ask_extern(rg_run *run, uint32_t number, const rg_value *values, size_t count,
                       const rg_ast *site);
/* Canonical text (sorted keys, no blanks), in the arena. */
const char *rg_json_text(rg_run *run, json_t *json);
/* What the value is as a key of an object. */
const char *rg_json_key(rg_run *run, rg_value key);
/* Gives the object the key, in place of what was there. Takes the value. */
void rg_json_put(rg_run *run, json_t *object, const char *key, json_t *value);

/* ---- build.c: new nodes, placed at the cursor */
rg_node_id rg_make_node(rg_run *run, rg_opcode opcode, const char *target, rg_value args,
                        rg_value kwargs, const rg_ast *site);
rg_value rg_make_call(rg_run *run, rg_value *frame, const rg_ast *call);
/* A call of the operator with arguments given by position and keyword, spelled for the dialect. */
rg_value rg_make_operator(rg_run *run, const rg_operator *op, const char *overload, rg_value args,
                          rg_value kwargs, const rg_ast *site);
/* The call `id` without its writes, with `further` keyword arguments, a dict; RG_NO_NODE when there
 * is no such operator. Only asks whether there is one when `ask`. */
rg_node_id rg_make_functional(rg_run *run, rg_node_id id, rg_value further, const rg_ast *site,
                              bool ask, bool *found);
rg_value rg_reuse(rg_run *run, rg_value *frame, const rg_ast *call);

/* ---- overlap.c */
/* Whether several elements of such a tensor are one place of memory; false where strides are not
 * known. */
bool rg_overlaps_itself(const rg_type *type);
/* Whether two tensors may have a place of memory in common. */
bool rg_may_overlap(rg_run *run, rg_node_id a, rg_node_id b);
/* Whether `value` may have places of memory in common with `b[index]` and is not, element for
 * element, that. */
bool rg_region_clashes(rg_run *run, rg_node_id b, rg_value index, rg_node_id value);
/* An argument whose memory the call writes while it reads it, or writes twice; RG_NO_NODE: none. An
 * argument that is, element for element, what the call writes at the same place of a list does not
 * count, but where `strict`. */
rg_node_id rg_conflict(rg_run *run, rg_node_id call, bool strict);

/* ---- shapes.c */
/* Gives a new node the annotation its operator's `shape` and `dtype` lines tell, if any. */
void rg_derive_type(rg_run *run, rg_node_id id);
/* The same for a call that was read without annotation (of a tensor that changes its shape in place
 * later, who captures a graph knows but the last one). What is derived is not printed. */
void rg_derive_missing_type(rg_run *run, rg_node_id id);
/* Evaluates a clause's body with the call's arguments in its parameters' slots. */
rg_value rg_eval_clause(rg_run *run, const rg_clause_code *code, rg_node_id call, rg_value value,
                        rg_value index, rg_value parent);

/* ---- effects.c */
/* What the call does, by its schema and metadata; stored in run->effect too. It is looked up there
 * until another call is analysed or something was changed that it may depend on. */
const rg_effect *rg_analyse(rg_run *run, rg_node_id id);
/* What calls do that make something fresh and write nothing, whatever is known of memory, as most
 * do; or that view their first argument, or write it and return it. It is kept by node, from one
 * sweep to the next. */
typedef enum rg_verdict {
    RG_VERDICT_NONE, /* it is not known */
    RG_VERDICT_MORE, /* what it does depends on more */
    RG_VERDICT_FRESH,
    RG_VERDICT_FRESH_TUPLE,
    RG_VERDICT_NOTHING,
    RG_VERDICT_VIEW, /* of the first argument, as long as that is a tensor seen as it was read */
    RG_VERDICT_WRITE /* of the first argument, which is the result */
} rg_verdict;

/* The verdict of a node of which none is kept. */
rg_verdict rg_find_verdict(rg_run *run, rg_node_id id);
static inline rg_verdict rg_verdict_of(rg_run *run, rg_node_id id) {
    const rg_array *kept = &run->facts->verdicts;
    if (id < run->settled && id < kept->count && ((const uint8_t *)kept->data)[id])
        return (rg_verdict)((const uint8_t *)kept->data)[id];
    return rg_find_verdict(run, id);
}
/* Whether all that the call does is to make one fresh tensor. */
static inline bool rg_is_fresh_call(rg_run *run, rg_node_id id) {
    uint8_t opcode = rg_node_at(run->graph, id)->opcode;
    return (opcode == RG_CALL_FUNCTION || opcode == RG_CALL_METHOD) &&
           rg_verdict_of(run, id) == RG_VERDICT_FRESH;
}
static inline void rg_forget_effect(rg_run *run) {
    run->effect_of = RG_NO_NODE;
}
/* The argument that a call writes and returns as result `result`, which is below the count;
 * RG_NO_NODE: that is none. */
rg_node_id rg_written_result(rg_run *run, const rg_binding *binding, size_t result);
size_t rg_written_result_count(const rg_binding *binding);
/* The list of tensors, item i of which item i of the call's result views. */
rg_value rg_viewed_list(rg_run *run, rg_node_id id);
/* Whether what the call returns is the list that it writes. */
bool rg_returns_written_list(const rg_binding *binding);

/* Whether it takes the strides of what the call views to tell that it is a view. */
bool rg_views_by_strides(rg_run *run, rg_node_id id);
/* Evaluates with errors as an answer: false when it cannot be told (run->soft_message says why). */
bool rg_try_clause(rg_run *run, const rg_clause_code *code, rg_node_id call, rg_value *result);

/* Forgets what was told of a call whose arguments a rule changed. */
void rg_forget_alias_fact(rg_run *run, rg_node_id id);
/* A rule is about to make another call of the node: if it took an item out of a sequence, who takes
 * that out later does so for the first time. */
void rg_forget_item(rg_run *run, rg_node_id id);
/* The node has another target or other arguments: forgets what its kind of call does. `tells`:
 * where it is no tensor by its annotation, its call tells what kind of value it, or an item of it,
 * is.
 */
void rg_forget_verdict(rg_run *run, rg_node_id id, bool tells);
/* Gives the node another annotation. */
void rg_annotate(rg_run *run, rg_node_id id, rg_symbol annotation);
/* The same, of a node whose text is to stay as it was read. */
void rg_annotate_unprinted(rg_run *run, rg_node_id id, rg_symbol annotation);
/* Begins to keep verdicts of the nodes that the graph has now. */
void rg_settle_verdicts(rg_run *run);

/* ---- storage.c */
static inline rg_alias *alias_at(const rg_run *run, uint32_t alias) {
    rg_alias *const *chunks = run->aliases.chunks.data;
    return chunks[alias / RG_CHUNK] + alias % RG_CHUNK;
}
static inline rg_storage *storage_at(const rg_run *run, uint32_t storage) {
    rg_storage *const *chunks = run->storages.chunks.data;
    return chunks[storage / RG_CHUNK] + storage % RG_CHUNK;
}
void rg_begin_graph(rg_run *run, rg_graph *graph);
/* Gives a fresh tensor its object, as it would have got it at once. */
void rg_make_root(const rg_run *run, rg_node_id id);
/* More room for what is known of nodes: for all of the graph, and `id`. */
void rg_extend_states(rg_run *run, rg_node_id id);
static inline rg_state *rg_state_of(rg_run *run, rg_node_id id) {
    if (id >= run->states.count)
        rg_extend_states(run, id);
    return (rg_state *)run->states.data + id;
}
/* NULL: nothing is known of the node. */
static inline const rg_state *rg_known_state(const rg_run *run, rg_node_id id) {
    return id < run->states.count ? (const rg_state *)run->states.data + id : NULL;
}
/* RG_NONE_ID: the node has none. */
static inline uint32_t rg_object_of(const rg_run *run, rg_node_id id) {
    const rg_state *state = rg_known_state(run, id);
    if (!state || !state->holding)
        return RG_NONE_ID;
    if (state->holding == RG_UNMADE) {
        rg_make_root(run, id);
        state = rg_known_state(run, id);
    }
    return ((const rg_holding *)run->holdings.data)[state->holding - 1].object;
}
/* NULL: none. */
static inline rg_alias *rg_alias_of(const rg_run *run, rg_node_id id) {
    uint32_t object = rg_object_of(run, id);
    return object == RG_NONE_ID ? NULL
                                : alias_at(run, ((const uint32_t *)run->object_alias.data)[object]);
}
static inline rg_storage *rg_storage_of(const rg_run *run, rg_node_id id) {
    const rg_alias *alias = rg_alias_of(run, id);
    return alias ? storage_at(run, alias->storage) : NULL;
}
/* Gives the node its object, after rg_analyse(); marks what it writes. */
void rg_register(rg_run *run, rg_node_id id, const rg_effect *effect);
/* The same for what rg_is_fresh_call() says yes of. */
static inline void rg_register_fresh(rg_run *run, rg_node_id id) {
    rg_state *state = rg_state_of(run, id);
    if (!state->holding)
        state->holding = RG_UNMADE;
}
/* A call that stays in the graph writes the object of `target`. */
void rg_mark_write(rg_run *run, rg_node_id target, rg_node_id site);
/* The same after a rule made another call of the node. */
void rg_register_again(rg_run *run, rg_node_id id, const rg_effect *effect);
/* Brings the arguments of a node up to date, where run->stale. */
void rg_update_arguments(rg_run *run, rg_node_id id);
/* The node that holds now what `id` stands for; makes views where they are needed. */
rg_value rg_current(rg_run *run, rg_node_id id);
/* Whether the node, which has an object, holds what the object holds now. */
bool rg_is_latest(const rg_run *run, rg_node_id id);
/* Whether a reader of the node would be given another, which holds what its object holds now. */
bool rg_is_outdated(const rg_run *run, rg_node_id id);
/* `target <- value` of a rule: the storage of `target`'s object holds `value` from here on, or a
 * copy of it where another tensor's memory would be written with it. */
void rg_write_content(rg_run *run, rg_node_id target, rg_node_id value, rg_node_id site,
                      const rg_ast *ast);
/* The storage of `target`'s object holds `value` from here on. */
void rg_write_storage(rg_run *run, rg_node_id target, rg_node_id value, rg_node_id site,
                      const rg_ast *ast);
/* The call in the graph that changed how `target` is seen gives way to what says how. */
void rg_note_seen_anew(const rg_run *run, rg_node_id target);
/* The object of `target` is the view `value` from here on. */
void rg_become(rg_run *run, rg_node_id target, rg_node_id value, rg_node_id site,
               const rg_ast *ast);
/* Later reads of `old` are reads of `value`. */
void rg_replace(rg_run *run, rg_node_id old, rg_value value, const rg_ast *ast);
/* A copy of the value, made at the cursor. */
rg_node_id rg_make_clone(rg_run *run, rg_node_id value, const rg_ast *ast);
/* The chain of views from a node to its root, for messages: "%v = x[0] of %x". */
const char *rg_describe_chain(rg_run *run, rg_node_id id);
/* Whether a holds b's elements in b's shape and order and in b's memory. */
bool rg_same_elements(rg_run *run, rg_node_id a, rg_node_id b);

/* The first node that took item `index` out of the list and is in the graph; RG_NO_NODE: none. */
rg_node_id rg_taken_item(rg_run *run, rg_node_id list, size_t index);

/* ---- bodies.c: graphs that calls run */
/* Finds the graphs of the module by their names. */
void rg_number_bodies(rg_run *run);
/* Warns of bodies that are not part of the text, once a run. */
void rg_warn_of_missing_bodies(rg_run *run);
/* Looks into the bodies that are part of the text, once a run. */
void rg_learn_bodies(rg_run *run);
/* Whether the node, an argument of a higher-order operator, names a body. */
bool rg_is_body(const rg_run *run, rg_node_id id);
/* Whether it names a graph of the text. */
bool rg_is_known_body(rg_run *run, rg_node_id id);
/* Whether what the body returns is its own: no result shares memory with anything. */
bool rg_body_is_fresh(rg_run *run, rg_node_id body);
/* At a call that runs bodies: notes that operands may have been written. */
void rg_look_at_bodies(rg_run *run, rg_node_id id);
/* Fails where such a call may have written the storage, which is seen through `seen`. */
void rg_refuse_hidden(rg_run *run, const rg_storage *storage, rg_node_id seen);

/* ---- lists.c */
/* Whether the node holds several tensors. */
bool rg_is_list(const rg_run *run, rg_node_id id);
/* Gives a call that writes a list which one node holds, or reads one whose items were written, the
 * items in its place. True: it did; the sweep goes on at *next, and comes by the call again. Fails
 * where such a list is written whose length is not known. */
bool rg_spell_out_lists(rg_run *run, rg_node_id id, rg_node_id *next);
/* ---- layout.c */
/* The alias of the memory that a tensor is in, in its dtype: what it views, as far as can be told
 * by counting elements; RG_NONE_ID: it has none. */
uint32_t rg_base_of(const rg_run *run, rg_node_id id);
/* Whether the node's strides may be others in the graph as it is now than its annotation says. */
bool rg_may_be_restrided(const rg_run *run, rg_node_id id);
/* They may. */
void rg_mark_restrided(rg_run *run, rg_node_id id);
/* Notes, when the sweep reaches a node, whether they may. */
void rg_note_layout(rg_run *run, rg_node_id id);
/* The tensor that the `again` line of the call's operator is about: the call asks how that lies in
 * memory, or takes it for granted. RG_NO_NODE: there is no such line. */
rg_node_id rg_asked_about(rg_run *run, rg_node_id id);
/* What stands for a call that asks for strides which its argument may not have any more, by its
 * operator's `again` line, takes its place. False: it is no such call. */
bool rg_ask_again(rg_run *run, rg_node_id id);
/* Where a pass that leaves writes gave something a new value, and looked ahead: a call that copied
 * by the strides which its argument had goes on copying; a storage that it viewed is noted as one
 * whose views may be copies. */
void rg_keep_sharing(rg_run *run, rg_node_id id);

/* ---- readers.c */
/* How many nodes read the value, as far as the sweep has got and as the rest stands now. */
int64_t rg_reader_count(rg_run *run, rg_node_id id);
/* The same with those that will read it once what rules said of it takes effect. */
int64_t rg_all_readers(rg_run *run, rg_node_id id);
/* The readers ahead of the sweep read `to` in place of `from`. */
void rg_pass_readers(rg_run *run, rg_node_id from, rg_node_id to);
/* A node whose arguments are brought up to date read one, and reads the other now. */
void rg_moved_reader(rg_run *run, rg_node_id from, rg_value to);
/* The nodes that a reader has met. Most have few, and need no table. */
#define RG_FEW_MET 32
typedef struct rg_met {
    uint32_t stamp, count;
    rg_node_id few[RG_FEW_MET];
} rg_met;
/* Begins with none. */
void rg_meet_none(rg_run *run, rg_met *met);
/* Whether the node is met for the first time. */
bool rg_meets_first(rg_run *run, rg_met *met, rg_node_id id);
/* The sweep has left the node behind. */
void rg_count_reader(rg_run *run, rg_node_id reader);
/* The same of one with few arguments, see rg_are_few(), and no others. */
void rg_count_plain_reader(rg_run *run, rg_node_id reader);
/* Takes a node out of the graph. */
void rg_drop_node(rg_run *run, rg_node_id id);

/* ---- fate.c */
/* Looks ahead over the graph, where a rule of the pass may need it. Before the sweep. */
void rg_find_fate(rg_run *run);
/* Whether anybody could tell that a value whose storage was `fresh` now shares memory with the
 * storage `shared`, or with what that may be: either is written, or both leave the graph. */
bool rg_sharing_shows(const rg_run *run, const rg_storage *fresh, uint32_t shared);
/* Whether anybody could tell that a tensor does not share memory any more with what it shares it
 * with: that is written, or both leave the graph. In a pure pass nobody can. */
bool rg_needs_its_memory(const rg_run *run, rg_node_id id);
bool rg_is_written_later(const rg_run *run, const rg_storage *storage);
/* Whether a call asks how the tensor, or a view of it, lies in memory (`as_strided`), or takes that
 * for granted (`view`). */
bool rg_is_layout_asked(rg_run *run, rg_node_id id);
/* Whether something is asked for that no other call tells: of it, or of what is computed of it. */
bool rg_is_asked_further(rg_run *run, rg_node_id id);
/* Whether a call changes in place how the tensor object is seen (`t_`). */
bool rg_is_reshaped_later(rg_run *run, rg_node_id id);
/* The same of what a call makes that the sweep has not reached. */
bool rg_result_is_written_later(const rg_run *run, rg_node_id call);
/* What becomes of the storage of `old` becomes of that of `value`, a new node that is to replace it
 * once it was visited: rules may be applied to it before. */
void rg_foretell(rg_run *run, rg_node_id old, rg_node_id value);
/* The storage of a new node is written by another one. */
void rg_foretell_write(rg_run *run, rg_node_id id);
/* What rg_foretell() does, when `value` has replaced `old`. */
void rg_hand_on_fate(rg_run *run, rg_node_id old, rg_node_id value);
/* What becomes of the storage of `old` becomes of that of `value`, which has replaced it. */
void rg_share_fate(rg_run *run, rg_node_id old, rg_node_id value);

/* ---- conclude.c */
/* Whether none of the nodes that the rule matched was written since, nor what they read; else
 * run->objection says which. */
bool rg_is_match_undisturbed(rg_run *run, rg_node_id root);
/* The rule that is applied concludes something from the node. */
void rg_conclude(rg_run *run, rg_node_id id, rg_conclusion from, const rg_ast *part);
/* The same of the calls that a clause of a function has matched. */
void rg_conclude_from_matched(rg_run *run, const rg_ast *part);
/* The rule must not be applied, for a reason that is about the node. */
void rg_object(rg_run *run, rg_objection_kind kind, rg_node_id node, const rg_ast *part);

/* Whether what the node holds was, or may have been, written at that position of the sweep or
 * later, or a call has changed in place how its tensor object is seen. */
bool rg_is_written_from(const rg_run *run, rg_node_id id, uint32_t from);
/* Whether the call draws random numbers: made again, it gives others. */
bool rg_is_random(rg_run *run, rg_node_id id);

/* ---- actions.c */
/* Runs the statements of a rule, begin or end block. False: a `where` does not hold. */
bool rg_run_statements(rg_run *run, rg_value *frame, rg_ast *const *statements, size_t count);

/* ---- pass.c */
/* Seconds of a clock that only goes forward. */
double rg_now(void);

/* ---- sweep.c */
/* Notes a rule (or block, rule "") as the maker of nodes; the number goes into rg_extra.origin. */
uint32_t rg_new_origin(rg_run *run, const rg_ast *ast, const char *rule);
/* Whether no rule may be applied any more. */
static inline bool rg_is_out_of_fuel(const rg_run *run) {
    return run->options->limited && run->applied >= run->options->fuel;
}
/* Carries out what begin and end blocks left pending. */
void rg_carry_out_rest(rg_run *run);
/* A node's position in the sweep: set when it was visited, so that it is not visited again. */
static inline void rg_set_position(rg_run *run, rg_node_id id) {
    rg_state_of(run, id)->position = run->sweep_position;
}
static inline uint32_t rg_position(const rg_run *run, rg_node_id id) {
    const rg_state *state = rg_known_state(run, id);
    return state ? state->position : 0;
}
static inline bool rg_is_visited(const rg_run *run, rg_node_id id) {
    return rg_position(run, id) != 0;
}
/* One sweep of the pass over run->graph; true when a rule was applied. */
bool rg_sweep(rg_run *run);

/* ---- pass.c: the whole pipeline */
/* Runs the rule set's passes over the module. False when there was an error (reported): the module
 * is then in an undefined state and only good to be freed. *metadata (a new reference, also when
 * false) is an object with one object a pass. */
bool rg_rewrite(const rg_ruleset *ruleset, rg_module *module, const rg_rewrite_options *options,
                rg_diagnostics *diagnostics, json_t **metadata);

#endif
