/* Inside of the checks: the state that the check_*.c files share. */
#ifndef REGRAFT_CHECK_PARTS_H
#define REGRAFT_CHECK_PARTS_H

#include "check.h"

/* How a name came to be in scope. */
typedef enum rg_bound_kind {
    RG_BOUND_BY_MATCH,     /* in a pattern */
    RG_BOUND_BY_GROUP,     /* a named group of a regex */
    RG_BOUND_BY_DIM,       /* in f32[B, *S] */
    RG_BOUND_BY_PARAMETER, /* of a fn, a clause or a schema */
    RG_BOUND_BY_LET,
    RG_BOUND_BY_FOR,
    RG_BOUND_BY_REWRITE /* y = e: a new node */
} rg_bound_kind;

typedef struct rg_bound_name {
    const char *name;
    rg_span span;
    rg_bound_kind kind;
    const char *what;       /* what it holds when that is no node ("an int"); NULL: it may be one */
    const rg_ast *receiver; /* the head of the method call it is the receiver of; NULL: none */
    bool used;
    bool quiet; /* not using it is no mistake */
} rg_bound_name;

typedef enum rg_function_kind { RG_A_BUILTIN, RG_A_FN, RG_AN_EXTERN } rg_function_kind;

typedef struct rg_function {
    const char *name;
    rg_function_kind kind;
    size_t fewest, most;     /* arguments */
    rg_span span;            /* of the first clause; line 0: not in this file */
    bool global;             /* of an operator file */
    size_t group;            /* of fns that stand together: where its first clause is */
    const rg_ast *catch_all; /* a clause that matches everything */
} rg_function;

/* A value that is visible in all of a file: a param or a variable of the graph. */
typedef struct rg_value_name {
    const char *name;
    rg_span span;
    bool param;
} rg_value_name;

/* A key of `count` or `emit`. */
typedef struct rg_key {
    const char *name;
    const rg_ast *first;
} rg_key;

typedef struct rg_checker {
    rg_arena *arena;
    const rg_check_context *context;
    rg_diagnostics *diagnostics;
    rg_symbols *symbols; /* keys of the maps, whose values are positions */
    rg_array functions;  /* of rg_function */
    rg_symbol_map function_map;
    rg_array values; /* of rg_value_name */
    rg_symbol_map value_map;
    rg_array keys; /* of rg_key: of the pass */
    rg_symbol_map key_map;
    rg_array bindings;         /* of rg_bound_name, innermost last */
    bool lenient;              /* names in scope are not known: an unknown one is no error */
    const rg_ast *declaration; /* at hand */
    size_t errors_before;      /* errors when the declaration at hand began */
    bool wrong_pattern;        /* a named pattern has an error, which its users would repeat */
    bool full;                 /* too many names in scope: reported; further ones are not kept */
    bool condition;            /* the expression at hand is asked, and may make no node */
    const rg_ast *receiver;    /* of the pattern at hand, as in rg_bound_name */
    const char *root;          /* of the rule at hand: its name; NULL: it has none */
} rg_checker;

/* ---------------------------------------------------------------- messages (names.c) */

/* An error, with an advice unless that is NULL. */
void rg_check_error(rg_checker *c, rg_span span, const char *advice, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void rg_check_warning(rg_checker *c, rg_span span, const char *advice, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Where the first of two is; nothing when that is not known. */
void rg_check_first(rg_checker *c, rg_span span, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "did you mean `x`?", or `otherwise`. */
const char *rg_did_you_mean(const rg_checker *c, const char *near, const char *otherwise);
/* The place of `length` bytes that begin `offset` bytes after the span's start. */
rg_span rg_span_part(rg_span span, size_t offset, size_t length);

/* ---------------------------------------------------------------- names (names.c) */

/* The position of a name in a map; RG_NO_INDEX if it has none. */
uint32_t rg_check_find(const rg_checker *c, const rg_symbol_map *map, const char *name);
void rg_check_enter(rg_checker *c, rg_symbol_map *map, const char *name, size_t position);
rg_function *rg_find_function(const rg_checker *c, const char *name);
rg_value_name *rg_find_value(const rg_checker *c, const char *name);
rg_bound_name *rg_find_bound_name(const rg_checker *c, const char *name);
rg_bound_name *rg_bind_name(rg_checker *c, const char *name, rg_span span, rg_bound_kind kind);
/* The nearest of the names that may stand for a value, or a function, here; NULL. */
const char *rg_nearest_value(const rg_checker *c, const char *name);
const char *rg_nearest_bound(const rg_checker *c, const char *name);
const char *rg_nearest_function(const rg_checker *c, const char *name);
/* Ends the scope of the names from number `outer` on: warns of those that nothing uses. */
void rg_close_scope(rg_checker *c, size_t outer);

/* ---------------------------------------------------------------- parts of trees */

/* An integer of a rule file fits 64 bits. */
void rg_check_integer(rg_checker *c, const rg_ast *ast);

/* ---------------------------------------------------------------- patterns (pattern.c) */

void rg_check_pattern(rg_checker *c, const rg_ast *ast);
/* The parameters of a fn. */
void rg_check_parameters(rg_checker *c, const rg_ast *fn);
/* A regex compiles; its named groups are bound when `bind`. */
void rg_check_regex(rg_checker *c, const rg_ast *regex, bool bind);
/* A kind is known; names in its brackets are bound when `bind`. */
void rg_check_kind(rg_checker *c, const rg_ast *kind, bool bind);
/* What a pattern with these kinds holds when that is no node; NULL: it may be one. */
const char *rg_kinds_hold(const rg_ast *typed);

/* ---------------------------------------------------------------- operators (operator.c) */

/* The operator that heads a call exists, and takes such arguments. */
void rg_check_operator(rg_checker *c, const rg_ast *op, const rg_ast *call);
/* Checks that some operator has the tag, where it is plain text. */
void rg_check_tag(rg_checker *c, const rg_ast *tag);

/* ---------------------------------------------------------------- expressions */

void rg_check_expression(rg_checker *c, const rg_ast *ast);
/* The same for a condition, which is asked and makes nothing: a call that builds a node is an
 * error. */
void rg_check_condition(rg_checker *c, const rg_ast *ast);
/* Argument `position` of the call, a KEYWORD, is given once; `seen` holds those before. */
void rg_check_keyword_once(rg_checker *c, const rg_ast *call, size_t position, rg_symbol_map *seen);
/* Binds the names of `for` or `let`. */
void rg_bind_targets(rg_checker *c, const rg_ast *targets, rg_bound_kind kind);

/* ---------------------------------------------------------------- statements (rule.c) */

void rg_check_rule(rg_checker *c, const rg_ast *rule);

/* ---------------------------------------------------------------- alternatives (variants.c) */

/* The variants of a rule: what is wrong in several of them is said once. */
void rg_check_variants(rg_checker *c, const rg_ast *variants);
/* A clause of a named pattern binds each parameter, and what it works out is an expression. */
void rg_check_clause_of_pattern(rg_checker *c, const rg_ast *clause);
void rg_check_block(rg_checker *c, const rg_ast *block);

#endif
