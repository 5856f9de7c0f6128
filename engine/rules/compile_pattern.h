/* A pattern's program while it is built: what the files that compile patterns share. */
#ifndef REGRAFT_COMPILE_PATTERN_H
#define REGRAFT_COMPILE_PATTERN_H

#include "compile.h"

typedef struct rg_pattern_builder {
    rg_compiler *c;
    rg_array code, literals, kinds, targets, regexes, regex_groups;
    uint32_t registers, bindings;
} rg_pattern_builder;

/* Appends the tests of a pattern against a register, and what binds its names. */
void rg_compile_pattern(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg);

/* ---------------------------------------------------------------- pieces (compile_pattern.c) */

/* A new instruction of that operation on register a, valid until the next. */
rg_instruction *rg_emit(rg_pattern_builder *b, rg_match_op op, const rg_ast *ast, uint32_t a);
/* Reports an error at `ast` and returns 0 when there are too many. */
uint32_t rg_new_register(rg_pattern_builder *b, const rg_ast *ast);
/* The number of a new literal. */
uint32_t rg_add_literal(rg_pattern_builder *b, rg_literal literal);
uint32_t rg_add_name_literal(rg_pattern_builder *b, const char *name);
/* The number of a regex; *slots are those of its groups, which come into scope. */
uint32_t rg_add_regex(rg_pattern_builder *b, const rg_ast *ast, const uint32_t **slots);

/* ---------------------------------------------------------------- values (compile_value.c) */

/* The literal that a pattern is; false when it is none. */
bool rg_as_literal(rg_pattern_builder *b, const rg_ast *ast, rg_literal *literal);
void rg_compile_either(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg);
void rg_compile_typed(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg);

/* ---------------------------------------------------------------- calls (compile_call.c) */

void rg_compile_call(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg);
void rg_compile_opcode(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg);
/* `slice(…)`, which looks like a call (compile_pattern.c). */
void rg_compile_slice(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg);

#endif
