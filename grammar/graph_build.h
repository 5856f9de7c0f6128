/* Between the grammar of graph texts and the engine: what the scanner shares with its caller and
 * what the parser calls. The grammar builds; names, kinds and counts are the builder's concern. */
#ifndef REGRAFT_GRAPH_BUILD_H
#define REGRAFT_GRAPH_BUILD_H

#include "../engine/graph/graph.h"

/* A stretch of the source, in bytes from its start. */
typedef struct rg_place {
    uint32_t begin, end;
} rg_place;

/* ---------------------------------------------------------------- scanner */

/* What a closing bracket at depth 1 ends. */
typedef enum rg_closer {
    RG_CLOSES_NOTHING,
    RG_CLOSES_CALL,
    RG_CLOSES_DEFAULT,
    RG_CLOSES_META
} rg_closer;

/* A part of the values of a statement that was recognised as a whole; a container comes after its
 * items. */
typedef enum rg_piece_kind {
    RG_PIECE_NONE,
    RG_PIECE_TRUE,
    RG_PIECE_FALSE,
    RG_PIECE_ELLIPSIS,
    RG_PIECE_REFERENCE,
    RG_PIECE_INT,
    RG_PIECE_FLOAT,
    RG_PIECE_STRING,
    RG_PIECE_DOTTED,
    RG_PIECE_RAW,
    RG_PIECE_KEYWORD,
    RG_PIECE_TUPLE,
    RG_PIECE_LIST,
    RG_PIECE_SLICE
} rg_piece_kind;

typedef struct rg_piece {
    rg_piece_kind kind;
    rg_place place;
    uint32_t number; /* of a container: its items; of a reference: the hash of its name */
} rg_piece;

#define RG_MOST_PIECES 256 /* longer statements go the grammar's way */

/* A statement, or its beginning, that was recognised without the automaton: see
 * rg_graph_recognise(). Places are empty where there is nothing. */
typedef struct rg_statement {
    rg_place name; /* `%x` */
    rg_place type, annotation, users, target;
    uint32_t name_hash;
    rg_place next_name; /* of the next statement, when it was looked at already; else empty */
    uint32_t next_hash;
    uint32_t end; /* of what was recognised of the statement */
    rg_opcode opcode;
    bool tensor_word, hash_users;
    uint32_t positional; /* items of args */
    uint32_t keywords;   /* items of kwargs */
    uint32_t args_end;   /* the pieces before it are those of args */
    uint32_t piece_count;
    rg_piece pieces[RG_MOST_PIECES];
} rg_statement;

/* What rg_graph_recognise() found. */
typedef enum rg_recognised {
    RG_RECOGNISED_NOTHING,
    RG_RECOGNISED_HEAD, /* of a call or placeholder, up to its target's end */
    RG_RECOGNISED_WHOLE /* with the line's end and the blanks of the next line */
} rg_recognised;

/* State of the scanner beside flex's own. */
typedef struct rg_graph_scan {
    rg_arena *arena; /* for what flex allocates; goes when reading ends */
    char *text;      /* of the source: scanned in place, two NULs after it */
    uint32_t length;
    uint32_t line;  /* of the next byte */
    uint32_t depth; /* open brackets of the statement */
    rg_closer closer;
    bool resume; /* the next token is OPAQUE_END: see rg_graph_skip_values() */
    bool stop;   /* the next token is the end of the text: there was an error */
    bool begun;  /* there was a header: statements may come */
    bool slowly; /* nothing is recognised as a whole: for tests */
    const rg_symbols *symbols;
    rg_statement statement; /* the last one that was recognised */
} rg_graph_scan;

/* Recognises a statement of the usual forms at an offset of the text, into scan->statement. It
 * finds what the automaton and the grammar would find, or less. `*end` is where the next token
 * begins. */
rg_recognised rg_graph_recognise(rg_graph_scan *scan, uint32_t begin, uint32_t *end);

/* A scanner over scan->text. All its memory is in scan->arena. */
void *rg_graph_scanner(rg_graph_scan *scan);
/* Puts back the byte that flex holds, so that the source reads as it was. */
void rg_graph_scanner_rest(void *scanner);
/* What kind of text could not be split into values. */
typedef enum rg_opaque { RG_OPAQUE_ARGUMENTS, RG_OPAQUE_DEFAULT, RG_OPAQUE_RESULT } rg_opaque;
/* Goes on after values from `begin` in a statement of line `line` that are not of the known forms:
 * to the end of the statement, of which the next token, OPAQUE_END, tells. `*end` is where the
 * values' text ends, its closing bracket included. False when the statement is cut off. */
bool rg_graph_skip_values(void *scanner, rg_opaque kind, uint32_t begin, uint32_t line,
                          uint32_t *end);

/* ---------------------------------------------------------------- parser */

typedef struct rg_build rg_build;

/* Memory for the parser's stacks, which goes when reading ends. */
void *rg_build_memory(rg_build *build, size_t size);

/* Graphs. A header is begun, gets its parameters and is ended by the token with the result type. */
void rg_build_graph(rg_build *build, rg_place opening);
void rg_build_parameter(rg_build *build, rg_place text);
void rg_build_header_end(rg_build *build, rg_place closing);

/* Statements: begun, described, ended. `name` is `%x : `, `users` is `[num_users=1] = `, `opcode`
 * is `call_method[target=`, quoted texts come with what stands around them. */
void rg_build_define(rg_build *build, rg_place name, uint32_t line);
void rg_build_type(rg_build *build, rg_place text);
void rg_build_annotation(rg_build *build, rg_place quoted, bool tensor_word);
void rg_build_users(rg_build *build, rg_place users);
void rg_build_placeholder(rg_build *build, rg_place target);
void rg_build_get_attr(rg_build *build, rg_place target, bool as_attribute_of_self);
void rg_build_call(rg_build *build, rg_place opcode, rg_place target);
void rg_build_return(rg_build *build, rg_place word, uint32_t line);
void rg_build_meta(rg_build *build, uint32_t pairs);
void rg_build_statement(rg_build *build, rg_place statement);
/* The same for what rg_graph_recognise() found: up to the target, and all of the statement. */
void rg_build_head(rg_build *build, uint32_t line);
void rg_build_whole(rg_build *build, uint32_t line);

/* Values: finished items wait on a stack until their container takes the last `count` of them. */
void rg_build_item(rg_build *build, rg_value value, rg_place place);
void rg_build_empty_item(rg_build *build);
void rg_build_key(rg_build *build, rg_value value, rg_place place);
void rg_build_keyword(rg_build *build, rg_value value, rg_place place);
rg_value rg_build_container(rg_build *build, rg_kind kind, uint32_t count);
void rg_build_arguments(rg_build *build, uint32_t count);
void rg_build_keyword_arguments(rg_build *build, uint32_t pairs);
void rg_build_call_end(rg_build *build);
void rg_build_default_begin(rg_build *build, rg_place opening);
void rg_build_default(rg_build *build);
void rg_build_result(rg_build *build);
/* The values of this statement that could not be split: kept as text. */
void rg_build_opaque(rg_build *build);

/* Single values by their text. `rg_build_raw` is text whose form is not known yet. */
rg_value rg_build_raw(void);
rg_value rg_build_reference(rg_build *build, rg_place place);
rg_value rg_build_int(rg_build *build, rg_place place);
rg_value rg_build_float(rg_build *build, rg_place place);
rg_value rg_build_complex(rg_build *build, rg_place place);
rg_value rg_build_string(rg_build *build, rg_place place);
rg_value rg_build_dotted(rg_build *build, rg_place place);
/* `(text)`, which is no tuple. */
rg_value rg_build_grouped(rg_build *build, rg_place place);
/* Two values side by side: one text, unless it spells a slice or a device. */
rg_value rg_build_joined(rg_build *build, rg_value left, rg_place left_place, rg_value right,
                         rg_place right_place);

/* Errors. A syntax error among values is none: scanning goes on after them. */
void rg_build_syntax_error(rg_build *build, rg_place place, const char *found,
                           const char *expected);
void rg_build_deep_error(rg_build *build, rg_place place);
void rg_build_byte_error(rg_build *build, rg_place place);
void rg_build_opcode_error(rg_build *build, rg_place word);
void rg_build_equals_error(rg_build *build, rg_place name);
void rg_build_tuple_error(rg_build *build, rg_place value);

#endif
