/* Rule files compiled: passes with their rules, helper functions, parameters and externs.
 *
 * Loading goes text -> tree (grammar/) -> checks (check.h) -> compiled form (here). A pattern
 * becomes a straight-line program over registers; an expression stays a tree whose names are
 * resolved to slots of a frame. A loaded rule set is read-only: any number of threads may rewrite
 * graphs with it.
 */
#ifndef REGRAFT_RULESET_H
#define REGRAFT_RULESET_H

#include "../base/regex.h"
#include "../ops/ops.h"

#define RG_MAX_SLOTS 256     /* names bound in one rule or fn clause */
#define RG_MAX_BINDINGS 32   /* calls of one pattern whose arguments are taken by schema */
#define RG_MAX_REGISTERS 128 /* values one pattern looks at */

/* ---------------------------------------------------------------- names */

typedef enum rg_ref_kind {
    RG_REF_SLOT,     /* a value of the frame */
    RG_REF_PARAM,    /* a param of the rule set */
    RG_REF_VARIABLE, /* outputs, placeholders, get_attrs */
    RG_REF_BUILTIN,  /* a builtin function */
    RG_REF_FN,       /* an fn of a file */
    RG_REF_EXTERN    /* answered by the host */
} rg_ref_kind;

/* What a NAME stands for; kept in rg_ast.compiled of NAMEs. */
typedef struct rg_ref {
    rg_ref_kind kind;
    uint32_t index; /* slot, param, variable, builtin or extern number */
    const struct rg_fn *fn;
} rg_ref;

/* What a function's answer depends on, for who keeps answers (recall.c of the rewriting layer). */
typedef enum rg_reads {
    RG_READS_VALUES, /* its arguments as values: of nodes only which they are */
    RG_READS_TYPE,   /* the annotation of the node that is its first argument, too */
    RG_READS_CALL,   /* and that node's opcode, target and arguments, with their annotations */
    RG_READS_MORE    /* the graph, or what is known of memory so far */
} rg_reads;

enum { /* numbers of the builtins, in the order of builtins.h */
#define X(name, fewest, most, reads) RG_BUILTIN_##name,
#include "builtins.h"
       RG_BUILTIN_FUNCTIONS(X)
#undef X
           RG_BUILTIN_COUNT
};
enum {
#define X(name) RG_VARIABLE_##name,
    RG_BUILTIN_VARIABLES(X)
#undef X
        RG_VARIABLE_COUNT
};

/* ---------------------------------------------------------------- patterns */

/* A literal of a rule, independent of any graph's symbols. */
typedef struct rg_literal {
    rg_kind kind;
    int64_t number;   /* INT, BOOL */
    const char *text; /* the others that have a text */
} rg_literal;

/* Kinds of values a pattern `x: kind` accepts. */
typedef enum rg_kind_test {
    RG_IS_INT,
    RG_IS_FLOAT,
    RG_IS_BOOL,
    RG_IS_STR,
    RG_IS_DEVICE,
    RG_IS_DTYPE,
    RG_IS_NONE,
    RG_IS_TUPLE,
    RG_IS_LIST,
    RG_IS_DICT,
    RG_IS_SLICE,
    RG_IS_NODE,
    RG_IS_TENSOR,
    RG_IS_SYMINT,
    RG_IS_ELLIPSIS,
    RG_IS_ANY,
    RG_IS_DTYPE_OF /* f32, f32[B, *S]: a tensor node of that dtype and shape */
} rg_kind_test;

typedef enum rg_dim_test {
    RG_DIM_NUMBER, /* equals number */
    RG_DIM_BIND,   /* any; goes to the slot */
    RG_DIM_SAME,   /* equals the slot */
    RG_DIM_ANY,
    RG_DIM_RUN /* any number of dims; slot UINT32_MAX: not bound */
} rg_dim_test;

typedef struct rg_dim_pattern {
    rg_dim_test test;
    int64_t number;
    uint32_t slot;
} rg_dim_pattern;

typedef struct rg_kind_pattern {
    rg_kind_test test;
    const char *dtype; /* DTYPE_OF: short name */
    bool has_dims;
    size_t count;
    const rg_dim_pattern *dims;
} rg_kind_pattern;

/* Which calls a pattern's head accepts. */
typedef enum rg_target_form {
    RG_TARGET_ANY,      /* call(...): any call opcode; opcode-restricted by `opcodes` */
    RG_TARGET_TEXT,     /* exact target text */
    RG_TARGET_REGEX,    /* target text matches */
    RG_TARGET_OPERATOR, /* the operator by any spelling */
    RG_TARGET_OPERATOR_REGEX
} rg_target_form;

typedef struct rg_target_test {
    rg_target_form form;
    uint32_t opcodes;       /* bit set of 1u << rg_opcode */
    const char *text;       /* TEXT; the namespace for OPERATOR_REGEX */
    const char *overload;   /* OPERATOR: NULL: any */
    const rg_operator *op;  /* OPERATOR; NULL: no table declares it, never matches */
    const rg_regex *regex;  /* REGEX, OPERATOR_REGEX (on the base name) */
    const uint32_t *groups; /* slot of each named group of the regex */
} rg_target_test;

typedef enum rg_match_op {
    RG_MATCH_BIND,      /* slot[b] = reg[a] */
    RG_MATCH_LOAD,      /* reg[a] = slot[b] */
    RG_MATCH_SAME,      /* reg[a] equals slot[b] */
    RG_MATCH_LITERAL,   /* reg[a] is literal b */
    RG_MATCH_ONE_OF,    /* reg[a] is one of the literals b … b + c - 1 */
    RG_MATCH_KIND,      /* reg[a] fits one of the kind patterns b … b + c - 1 */
    RG_MATCH_REGEX,     /* reg[a] is a str that matches regex b; binds its groups */
    RG_MATCH_SEQUENCE,  /* reg[a] is a container of kind b with c items; flag: at least c */
    RG_MATCH_ITEM,      /* reg[b] = item c of reg[a] */
    RG_MATCH_ITEM_BACK, /* reg[b] = item c from the end (1 is the last) of reg[a] */
    RG_MATCH_RUN,       /* slot[b] = items c … end - d of reg[a], a tuple or list as reg[a] is */
    RG_MATCH_NODE,      /* reg[a] is a node whose call passes target test b; binds its groups */
    RG_MATCH_SCHEMA,    /* bind the arguments of the node reg[a] by its schema into binding b */
    RG_MATCH_ARGC,      /* the node reg[a] has b positional arguments; flag: at least b */
    RG_MATCH_ARG,       /* reg[b] = positional argument c of the node reg[a] */
    RG_MATCH_KWARG,     /* reg[b] = keyword argument (literal c) of the node reg[a]; flag: or the
                           argument of that schema name wherever it stands */
    RG_MATCH_KWARGC,    /* the node reg[a] has exactly b keyword arguments */
    RG_MATCH_REST_ARGS, /* slot[b] = positional arguments c … of the node reg[a], a tuple */
    RG_MATCH_REST_KWARGS, /* slot[b] = kwargs of the node reg[a] but for the literals c … c + d - 1
                           */
    RG_MATCH_OPERAND,   /* reg[b] = parameter c of binding d (of node reg[a]); flag: c is a literal,
                           the parameter's name */
    RG_MATCH_DEFAULTS,  /* parameters of binding d beyond the c first, but those named by the
                           literals listed in `extra`, are not given or equal their defaults */
    RG_MATCH_WRITTEN,   /* reg[b] = first argument that the call reg[a] writes */
    RG_MATCH_IS_WRITTEN /* the call reg[a] writes the node reg[b] */
} rg_match_op;

typedef struct rg_instruction {
    rg_match_op op;
    bool flag;
    uint32_t a, b, c, d;
    const uint32_t *extra; /* DEFAULTS: literal numbers, count in extra[0] */
    const rg_ast *ast;     /* the part of the pattern it tests, for messages */
} rg_instruction;

/* A compiled pattern, or list of patterns (fn parameters: register i holds argument i). */
typedef struct rg_program {
    size_t count;
    const rg_instruction *code;
    const rg_literal *literals;
    const rg_kind_pattern *kinds;
    const rg_target_test *targets;
    const rg_regex *const *regexes;
    const uint32_t *const *regex_groups; /* slots of the groups of each regex */
} rg_program;

/* ---------------------------------------------------------------- rules */

typedef struct rg_rule {
    const char *name;
    uint32_t number; /* position in the pass's list */
    const struct rg_pass *pass;
    const rg_ast *ast; /* RG_AST_RULE */
    int64_t priority;
    rg_program program;         /* register 0 holds the root node; slots are filled */
    const rg_target_test *root; /* first test of the program: dispatch */
    uint32_t root_slot;         /* slot of the root's name; UINT32_MAX when it has none */
    uint32_t slot_count;
    size_t matched_count; /* slots of nodes that equations matched, the root included */
    const uint32_t *matched_slots;
    uint32_t first_statement; /* index in ast->items of the first statement after match */
    bool replaces;            /* has a rewrite action: the root goes unless new nodes use it */
} rg_rule;

/* Whether an equation of the rule matched a node for the slot. */
static inline bool rg_is_matched_slot(const rg_rule *rule, uint32_t slot) {
    for (size_t i = 0; i < rule->matched_count; i++)
        if (rule->matched_slots[i] == slot)
            return true;
    return false;
}

typedef struct rg_fn_clause {
    const rg_ast *ast;   /* RG_AST_FN */
    rg_program program;  /* register i holds argument i */
    const rg_ast *guard; /* NULL: none */
    const rg_ast *body;
    uint32_t slot_count;
    struct rg_fn_clause *next;
} rg_fn_clause;

typedef struct rg_fn {
    const char *name;
    uint32_t number; /* among what can be asked: see rg_ruleset.askable_count */
    size_t arity;
    rg_fn_clause *clauses;
} rg_fn;

/* A `where` line; in the `compiled` of its tree. */
typedef struct rg_where {
    uint32_t number; /* among what can be asked */
    size_t count;
    const uint32_t *slots; /* of the frame: those that its expression names */
} rg_where;

typedef struct rg_block { /* begin or end */
    const rg_ast *ast;    /* NULL: none */
    uint32_t slot_count;
} rg_block;

typedef struct rg_pass {
    const char *name;
    const rg_ast *ast;
    bool fixpoint, nested, pure;
    size_t rule_count;
    rg_rule **rules; /* highest priority first, file order among equals */
    rg_block begin, end;
    size_t count_count; /* keys of `count`, in file order, each once */
    const char **counts;
    size_t emit_count; /* keys of `emit k[i]`, each once: empty objects when nothing is emitted */
    const char **emits;
} rg_pass;

typedef struct rg_param_decl {
    const char *name;
    const rg_ast *ast; /* RG_AST_PARAM; the default value is items[0], a literal */
} rg_param_decl;

typedef struct rg_extern_decl {
    const char *name;
    const rg_ast *ast;
    size_t arity;
} rg_extern_decl;

/* The compiled `writes`, `shape`, `dtype`, `aliases` and `when` expressions: a frame whose first
 * slots are the parameters, then `value` and the index (views). Kept in the tree's `compiled`. */
typedef struct rg_clause_code {
    const rg_ast *body; /* NULL: a view without `writes` */
    size_t param_count;
    const char **params;             /* names in slot order */
    uint32_t value_slot, index_slot; /* views only */
    uint32_t slot_count;
    bool needs_parent; /* `writes` uses the viewed tensor's content, not only its metadata */
} rg_clause_code;

typedef struct rg_ruleset {
    rg_arena *arena;
    rg_ops *ops;
    size_t pass_count, param_count, extern_count;
    size_t askable_count; /* functions and guards, whose answers a run may keep */
    rg_pass **passes;     /* pipeline order */
    rg_param_decl *params;
    rg_extern_decl *externs;
    rg_array pass_array, param_array, extern_array; /* while loading */
    rg_array files;                                 /* of rg_ruleset_file * */
    rg_array overlays;                              /* of rg_overlay; see rg_ruleset_replace() */
    rg_array trees;                                 /* of const rg_ast *: the files of rules */
    rg_array global_fns;                            /* of rg_fn *: those of operator files */
} rg_ruleset;

/* An empty rule set in the arena. */
rg_ruleset *rg_ruleset_new(rg_arena *arena);
/* Loads files: .rules, .pipeline, .ops and .schemas, following `use`. Each file once. False when
 * there were errors (reported). Operator files must come before the rules that rely on them. */
bool rg_ruleset_load(rg_ruleset *ruleset, const char *path, rg_diagnostics *diagnostics);
/* Takes this text for the file, which must exist, where it is loaded later. */
void rg_ruleset_replace(rg_ruleset *ruleset, const char *path, const char *text, size_t length);

/* ---- alternatives.c */
typedef struct rg_alternative {
    rg_ast ast;        /* a TEXT at its place in the regex */
    const char *regex; /* the whole regex with this alternative alone */
} rg_alternative;

/* The alternatives of a regex that are plain words; returns how many. */
size_t rg_regex_alternatives(rg_arena *arena, const rg_ast *regex, rg_alternative **found);
/* The regex in the head of a pattern; NULL: there is none. */
const rg_ast *rg_head_regex(const rg_ast *pattern);

/* For the files of this folder only. */
/* Makes the functions of an operator file known, before any file that calls them is compiled. */
void rg_declare_fns(rg_ruleset *ruleset, const rg_ast *file);
bool rg_compile_file(rg_ruleset *ruleset, const rg_ast *file, bool operators,
                     rg_diagnostics *diagnostics);
const rg_clause_code *rg_clause_of(const rg_ast *clause);

#endif
