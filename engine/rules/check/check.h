/* Checks of a rule file's tree: everything that can be said before a graph is seen.
 *
 * The compiler relies on it: a tree without errors has no unbound name, no unknown function and no
 * form where it cannot stand. Every message has a place, and where one can be given an advice;
 * names that are nearly right come with "did you mean".
 */
#ifndef REGRAFT_CHECK_H
#define REGRAFT_CHECK_H

#include "../../ops/ops.h"

struct rg_ruleset;

/* A name declared in another file. */
typedef struct rg_check_name {
    const char *name;
    size_t arity; /* fns and externs */
    rg_span span; /* line 0: not known */
} rg_check_name;

/* What the files before have declared. */
typedef struct rg_check_context {
    size_t fn_count, param_count, extern_count, pass_count;
    const rg_check_name *fns; /* those of operator files: visible everywhere */
    const rg_check_name *params, *externs, *passes;
    const rg_ops *ops; /* NULL: operators are not checked */
    bool operators;    /* an operator file: declares operators, and no passes */
} rg_check_context;

/* Whether the tree of a .rules or .ops file has no errors. They are reported, warnings too. */
bool rg_check_tree(const rg_ast *file, const rg_check_context *context,
                   rg_diagnostics *diagnostics);
/* The same for a pipeline: a name, and `use` lines. */
bool rg_check_pipeline(const rg_ast *file, rg_diagnostics *diagnostics);
/* The same in the context of what a rule set has loaded; a file that declares a pipeline is checked
 * as one. */
bool rg_check_file(const struct rg_ruleset *ruleset, const rg_ast *file, bool operators,
                   rg_diagnostics *diagnostics);

/* The head of a path of plain names, `torch` in torch.nn.relu; NULL when it is none. */
const rg_ast *rg_path_head(const rg_ast *ast);
/* Whether a path that begins with this name is a function of Python's, whatever is in scope. */
bool rg_is_function_root(const char *head);
/* Whether `a.b` names a function of Python's: it begins with such a name, or has three parts. Else
 * its call is the method b of a. */
bool rg_is_function_path(const rg_ast *attribute);
/* A number, text, None, True, False or a constant of a module. */
bool rg_is_literal(const rg_ast *ast);

/* Whether a comment in the declaration, or right above it, says `allow(CODE)`: allow.c. */
/* The codes that a declaration's comments allow, one after the other, and the place of each in the
 * comment; NULL: index is out of range. */
const char *rg_allowed_code(rg_arena *arena, const rg_ast *declaration, size_t index,
                            rg_span *span);
bool rg_allows(rg_arena *arena, const rg_ast *declaration, const char *code);

#endif
