/* What schema.y calls: one action, one call. build.c defines these. */
#ifndef REGRAFT_SCHEMA_BUILD_H
#define REGRAFT_SCHEMA_BUILD_H

#include "tree.h"

/* Bytes [begin, end) of the schema text. */
typedef struct rg_schema_place {
    uint32_t begin, end;
} rg_schema_place;

#define RG_ALIAS_ANY (1u << 26) /* the letter `*` */

/* `(a! -> b|*)`: letters as rg_param has them. */
typedef struct rg_alias_set {
    uint32_t before, after;
    bool written;
} rg_alias_set;

/* A type that is being read. */
typedef struct rg_schema_type {
    rg_param_kind kind;
    bool list, optional, optional_items;
    bool generator; /* its state is no storage */
    uint32_t fixed;
    rg_alias_set alias;
} rg_schema_type;

typedef struct rg_schema_default_value {
    rg_default_kind kind;
    int64_t number;
} rg_schema_default_value;

typedef struct rg_schema_builder rg_schema_builder;

void rg_schema_name(rg_schema_builder *builder, rg_schema_place space, rg_schema_place base,
                    rg_schema_place overload);
rg_schema_type rg_schema_base(rg_schema_builder *builder, rg_schema_place name, rg_alias_set alias);
rg_schema_type rg_schema_other(rg_alias_set alias);
rg_schema_type rg_schema_list(rg_schema_builder *builder, rg_schema_type item,
                              rg_schema_place length, rg_alias_set alias);
rg_schema_type rg_schema_optional(rg_schema_type type);
rg_alias_set rg_schema_alias(rg_schema_builder *builder, rg_schema_place place, uint32_t before,
                             uint32_t after, bool written);
uint32_t rg_schema_letter(rg_schema_builder *builder, rg_schema_place place);
void rg_schema_keyword_only(rg_schema_builder *builder, rg_schema_place place);
void rg_schema_variadic(rg_schema_builder *builder);
void rg_schema_param(rg_schema_builder *builder, rg_schema_type type, rg_schema_place type_place,
                     rg_schema_place name, rg_schema_default_value value,
                     rg_schema_place value_place);
void rg_schema_result(rg_schema_builder *builder, rg_schema_type type, rg_schema_place type_place,
                      rg_schema_place name);
rg_schema_default_value rg_schema_number(rg_schema_builder *builder, rg_schema_place place);
rg_schema_default_value rg_schema_word(rg_schema_builder *builder, rg_schema_place place);
/* Memory for what is needed while parsing. */
rg_arena *rg_schema_scratch(rg_schema_builder *builder);
/* Reports an error at a place; the first one of a schema is kept. */
void rg_schema_error(rg_schema_builder *builder, rg_schema_place place, const char *message);
/* "unexpected 'x' …; expected …" */
void rg_schema_unexpected(rg_schema_builder *builder, rg_schema_place place, bool at_end,
                          const char *expected);

/* The scanner, in schema.l: reads `length` bytes of a buffer with two NULs after them. */
void *rg_schema_scanner_new(rg_arena *arena);
void rg_schema_scanner_read(void *scanner, rg_schema_builder *builder, char *text, size_t length);
int rg_schema_yyparse(void *scanner, rg_schema_builder *builder);

#endif
