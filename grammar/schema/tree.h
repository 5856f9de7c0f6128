/* An operator schema as data: what schema.y builds of one string. What a schema means to
 * calls is engine/ops. */
#ifndef REGRAFT_SCHEMA_TREE_H
#define REGRAFT_SCHEMA_TREE_H

#include "../../engine/base/base.h"

#define RG_MAX_PARAMS 128 /* the longest ATen schema has 40-odd; a longer one is not accepted */
#define RG_MAX_FIXED ((1u << 24) - 1) /* n of T[n]: what a list of values can hold */

/* What a parameter takes, by the base of its schema type. */
typedef enum rg_param_kind {
    RG_PARAM_TENSOR,
    RG_PARAM_SCALAR, /* Scalar: int, float, complex, bool */
    RG_PARAM_INT,    /* int, SymInt */
    RG_PARAM_FLOAT,
    RG_PARAM_BOOL,
    RG_PARAM_STR,
    RG_PARAM_DTYPE, /* ScalarType */
    RG_PARAM_DEVICE,
    RG_PARAM_LAYOUT,
    RG_PARAM_MEMORY_FORMAT,
    RG_PARAM_OTHER /* Generator, Storage, Any, Dict, classes …: anything fits */
} rg_param_kind;

/* What a default is written as. */
typedef enum rg_default_kind {
    RG_DEFAULT_NONE,
    RG_DEFAULT_BOOL,
    RG_DEFAULT_INT,
    RG_DEFAULT_FLOAT,
    RG_DEFAULT_COMPLEX,
    RG_DEFAULT_STR,
    RG_DEFAULT_LIST,
    RG_DEFAULT_WORD /* `contiguous_format`, or the number of such an enumerator */
} rg_default_kind;

typedef struct rg_param {
    const char *name; /* "" for an unnamed result */
    const char *type; /* as written, without the alias annotation: "Tensor?", "SymInt[2]" */
    rg_param_kind kind;
    bool list;           /* T[] or T[n] */
    uint32_t fixed;      /* n of T[n]: a single value stands for n equal ones; 0: none */
    bool optional;       /* T?: None fits */
    bool optional_items; /* T?[] */
    bool keyword_only;
    bool is_out;              /* an `out=` argument: keyword-only and written */
    uint32_t alias;           /* set of letters (a..z = bit 0..25, `*` = bit 26) before the call */
    uint32_t alias_after;     /* after `->`; equals alias when not written */
    bool written;             /* `!` */
    const char *default_text; /* NULL: required */
    rg_default_kind default_kind;
    int64_t default_int; /* of BOOL and INT */
} rg_param;

typedef struct rg_schema_tree {
    const char *text;     /* the schema string */
    const char *overload; /* "" for the default overload */
    rg_span span;
    size_t param_count, result_count;
    const rg_param *params;
    const rg_param *results;
    bool variadic; /* `...`: unknown further arguments */
} rg_schema_tree;

typedef struct rg_schema_parser rg_schema_parser;

/* A parser for many strings, one after the other; it and its scratch memory live in the arena. */
rg_schema_parser *rg_schema_parser_new(rg_arena *arena);

typedef struct rg_schema_fault {
    rg_span span;
    const char *message; /* lives as long as the parser */
} rg_schema_fault;

/* Parses text[0 … length), which begins at `where`; what is in the tree lives in `arena`, with a
 * copy of the text. False on an error, told in *fault. */
bool rg_schema_parse(rg_schema_parser *parser, rg_arena *arena, const char *text, size_t length,
                     rg_span where, rg_schema_tree *tree, rg_schema_fault *fault);

#endif
