/* Inside of the writer of variants. */
#ifndef REGRAFT_VARIANTS_PARTS_H
#define REGRAFT_VARIANTS_PARTS_H

#include "variants.h"

/* What else must hold where a piece of a pattern is chosen. */
typedef enum rg_wish_kind {
    RG_WISH_VALUE,   /* name = value, an expression: `with k = e` */
    RG_WISH_ABSENT,  /* name is None, unless the pattern binds it: `maybe f(x, a)` taken as `x` */
    RG_WISH_EQUATION /* name is what the pattern `value` matches: an argument used more than once */
} rg_wish_kind;

typedef struct rg_wish {
    rg_wish_kind kind;
    rg_ast *name; /* NAME; of VALUE also a literal, which the value must equal */
    rg_ast *value;
} rg_wish;

/* One way to read a part of a pattern: a tree without alternatives, and what else must hold. */
typedef struct rg_piece {
    rg_ast *tree;
    rg_array wishes; /* of rg_wish, in order; shared between pieces, never changed */
    rg_array taken;  /* of const rg_ast *: the alternatives, as they are written */
} rg_piece;

/* A list of pieces, the first to be tried first. */
typedef rg_array rg_pieces; /* of rg_piece */

/* A clause that is put in the place of its call: what its names stand for. */
typedef struct rg_instance {
    const rg_ast *clause; /* RG_AST_PATTERN */
    size_t position;      /* of the clause in the file: it may use those before */
    rg_ast *const *arguments;
    const struct rg_instance
        *outer;         /* for whose names the arguments are written; NULL: the rule's */
    const char *suffix; /* of the clause's own names */
    const bool *hidden; /* by parameter: its argument has a name of its own, see WISH_EQUATION */
} rg_instance;

typedef struct rg_writer {
    rg_arena *arena;
    rg_diagnostics *diagnostics;
    const rg_ast *file;
    const rg_ops *ops;
    const rg_ast *rule; /* or the clause that is looked at */
    size_t steps;       /* parts of patterns looked at */
    size_t instances;   /* clauses put in place */
    size_t depth;
    bool failed; /* reported */
} rg_writer;

/* An error about the rule at hand; only the first counts. */
void rg_variants_fail(rg_writer *w, rg_span span, const char *advice, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- trees.c */
rg_ast *rg_new_name(rg_writer *w, const char *text, rg_span span);
/* A tree of the same kind, place and text with other items. */
rg_ast *rg_with_items(rg_writer *w, const rg_ast *ast, rg_ast **items);
rg_ast *rg_copy_tree(rg_writer *w, const rg_ast *ast);
size_t rg_tree_depth(const rg_ast *ast);
/* Whether the head of a call binds and reads no name: a path of a module, an operator, an opcode.
 */
bool rg_is_fixed_head(const rg_ast *callee);
/* Adds the names that a pattern binds or compares to an array of const char *, each once. */
void rg_collect_bound(rg_writer *w, const rg_ast *pattern, rg_array *names);
bool rg_has_name(const rg_array *names, const char *name);
/* How often the name stands in the tree. */
size_t rg_count_name(const rg_ast *ast, const char *name);
bool rg_is_plain_value(const rg_ast *ast); /* a literal */

/* ---- expand.c */
rg_array rg_join_wishes(rg_writer *w, const rg_array *first, const rg_array *second);
rg_array rg_join_taken(rg_writer *w, const rg_array *first, const rg_array *second);
/* Notes that all of these take the alternative. */
void rg_take(rg_writer *w, rg_pieces *pieces, const rg_ast *alternative);
/* Adds one; more than RG_MAX_VARIANTS are an error. */
void rg_add_variant_piece(rg_writer *w, rg_pieces *pieces, rg_piece piece);
rg_pieces rg_expand(rg_writer *w, rg_ast *ast, const rg_instance *within);
/* The clauses of a name: positions in the file from `from` on; SIZE_MAX: no further one. */
size_t rg_next_clause(const rg_writer *w, const char *name, size_t from);

/* ---- instance.c */
/* The pieces of a call of a named pattern. */
rg_pieces rg_expand_named(rg_writer *w, rg_ast *call, const rg_instance *within);
/* What a name of a clause stands for, as a tree of the rule. */
rg_pieces rg_expand_name(rg_writer *w, rg_ast *name, const rg_instance *within);
/* An expression of a clause, with the names of the rule. */
rg_ast *rg_rename_expression(rg_writer *w, const rg_ast *ast, const rg_instance *within);

/* ---- assemble.c */
/* The rule with these patterns in the place of its own, one for each `match` line. */
rg_ast *rg_assemble(rg_writer *w, const rg_ast *rule, const rg_piece *lines, size_t count);

#endif
