/* The compiler's own state, shared by its files: names in scope, and a program being built. */
#ifndef REGRAFT_COMPILE_H
#define REGRAFT_COMPILE_H

#include "ruleset.h"

typedef struct rg_compiler {
    rg_ruleset *ruleset;
    rg_arena *arena;
    rg_diagnostics *diagnostics;
    rg_fns fns;                      /* of the file being compiled */
    const char *names[RG_MAX_SLOTS]; /* in scope, innermost last */
    uint32_t slots[RG_MAX_SLOTS];
    size_t name_count;
    const struct rg_rule *rule; /* whose statements are compiled; NULL: none */
    uint32_t pattern_slots;     /* slots that its pattern binds: those below this */
    uint32_t slot_count;        /* slots of the frame so far; never reused within it */
} rg_compiler;

/* ---- names (scope.c) */
void rg_scope_open(rg_compiler *c); /* an empty frame */
/* The slot of a new name, in scope from here on. Reports an error at `ast` and returns 0 when the
 * frame is full. */
uint32_t rg_scope_add(rg_compiler *c, const char *name, const rg_ast *ast);
/* The slot of a name in scope, or RG_NO_SLOT. */
uint32_t rg_scope_find(const rg_compiler *c, const char *name);
rg_fn *rg_find_fn(const rg_compiler *c, const char *name);
rg_ref *rg_new_ref(rg_compiler *c, rg_ref_kind kind, uint32_t index);
/* The text of `a.b.c` when it is a path of plain names, else NULL; *head is the first. */
const char *rg_path_text(rg_arena *arena, const rg_ast *ast, const char **head);

/* ---- patterns (compile_pattern.c) */
/* Compiles patterns[i] against register i. Names go to the compiler's scope. */
rg_program rg_compile_patterns(rg_compiler *c, rg_ast *const *patterns, size_t count);
/* Compiles the match equations of a rule: register 0 holds the root. */
rg_program rg_compile_equations(rg_compiler *c, rg_ast *const *equations, size_t count);
/* How many instructions at the beginning of two programs are the same test of the same value: both
 * are of variants of one rule, and were compiled from the same written parts so far. */
size_t rg_count_shared(const rg_program *one, const rg_program *other);

/* ---- expressions and statements (compile_expression.c) */
void rg_compile_expression(rg_compiler *c, rg_ast *ast);
void rg_compile_statements(rg_compiler *c, rg_ast *const *statements, size_t count);

#endif
