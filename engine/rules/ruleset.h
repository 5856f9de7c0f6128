/* Rule files compiled: passes with their rules, helper functions, parameters and externs.
 *
 * Loading goes text -> tree (grammar/) -> checks (check.h) -> compiled form (here). A pattern
 * becomes a straight-line program over registers; an expression stays a tree whose names are
 * resolved to slots of a frame. A loaded rule set is read-only: any number of threads may rewrite
 * graphs with it.
 */
#ifndef REGRAFT_RULESET_H
#define REGRAFT_RULESET_H

#include "program.h"

/* Names bound in one rule or fn clause. The compiler keeps them in an array, and looks a name up by
 * going through it. */
#define RG_MAX_SLOTS 256

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

/* What a function's answer depends on, for the table of answers (memo.h). */
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

/* ---------------------------------------------------------------- rules */

typedef struct rg_rule {
    const char *name;
    uint32_t number; /* position in the pass's list */
    const struct rg_pass *pass;
    const rg_ast *ast; /* RG_AST_RULE */
    int64_t priority;
    uint32_t variant;      /* 0 is the first; the next rules of the pass are the others */
    const rg_array *taken; /* of const rg_ast *: the alternatives it takes; NULL: it has none */
    size_t shared;         /* instructions at the beginning that the variant before has, too */
    rg_program program;    /* register 0 holds the root node; slots are filled */
    const rg_target_test *root; /* first test of the program: dispatch */
    uint32_t root_slot;         /* slot of the root's name; RG_NO_SLOT when it has none */
    uint32_t slot_count;
    size_t matched_count; /* slots of nodes that equations matched, the root included */
    const uint32_t *matched_slots;
    uint32_t first_statement; /* index in ast->items of the first statement after match */
    const rg_ast *group;      /* its `group` line; NULL: it has none */
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

/* Functions in the order of their declarations. */
typedef struct rg_fns {
    rg_array list;     /* of rg_fn * */
    rg_symbols *names; /* a function's symbol is 1 + its place; NULL: there is none */
} rg_fns;

typedef struct rg_fn {
    const char *name;
    uint32_t number; /* among what is asked: see rg_ruleset.asked_count */
    size_t arity;
    rg_fn_clause *clauses, *last;
} rg_fn;

/* A `where` line; in the `compiled` of its tree. */
typedef struct rg_where {
    uint32_t number; /* among what is asked */
    size_t count;
    const uint32_t *slots; /* of the frame: those that its expression names */
} rg_where;

/* A `group` line; in the `compiled` of its tree. The slots are of the frame. */
typedef struct rg_group {
    size_t shared_count, listed_count;
    const uint32_t *shared; /* of the names that the line has, in its order */
    const uint32_t *listed; /* of the other names above it, which stand for lists below */
} rg_group;

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
    const rg_ast *ast; /* RG_AST_PARAM; the default value is a literal */
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
    size_t asked_count;   /* functions and guards, whose answers a run may keep */
    size_t most_bindings; /* that a pattern needs, see RG_MATCH_SCHEMA: a run has room for them */
    rg_pass **passes;     /* pipeline order */
    rg_param_decl *params;
    rg_extern_decl *externs;
    rg_array pass_array, param_array, extern_array; /* while loading */
    rg_array files;                                 /* of rg_ruleset_file * */
    rg_array overlays;                              /* of rg_overlay; see rg_ruleset_replace() */
    rg_array trees;                                 /* of const rg_ast *: the files of rules */
    rg_fns global_fns;                              /* of operator files */
    const char *library; /* the folder whose files all may use; NULL: none */
} rg_ruleset;

/* An empty rule set in the arena. */
rg_ruleset *rg_ruleset_new(rg_arena *arena);
/* Loads files: .rules, .pipeline, .ops and .schemas, following `use` to files below the folder of
 * the file at `path`, or in the library. Each file once. False when there were errors (reported).
 * Operator files must come before the rules that rely on them. */
bool rg_ruleset_load(rg_ruleset *ruleset, const char *path, rg_diagnostics *diagnostics);
/* The folder with the rules that come with regraft, whose files all may use. */
void rg_ruleset_set_library(rg_ruleset *ruleset, const char *directory);
/* Takes this text for the file, which must exist, where it is loaded later. False after an error.
 */
bool rg_ruleset_replace(rg_ruleset *ruleset, const char *path, const char *text, size_t length,
                        rg_diagnostics *diagnostics);

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
