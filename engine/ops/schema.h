/* The parser of one schema string. For the files of this folder. */
#ifndef REGRAFT_SCHEMA_H
#define REGRAFT_SCHEMA_H

#include "../../grammar/schema_build.h"

typedef struct rg_schema_parser rg_schema_parser;

/* A parser for many strings, one after the other; it and its scratch memory live in the arena. */
rg_schema_parser *rg_schema_parser_new(rg_arena *arena);

typedef struct rg_schema_fault {
    rg_span span;
    const char *message; /* lives as long as the parser */
} rg_schema_fault;

/* Parses text[0 … length), which begins at `where`; the schema, its `op` not set, lives in `arena`
 * and has a copy of the text. NULL on an error, told in *fault. */
rg_schema *rg_schema_parse(rg_schema_parser *parser, rg_arena *arena, const char *text,
                           size_t length, rg_span where, rg_schema_fault *fault);

#endif
