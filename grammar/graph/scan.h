/* The scanner of graph texts: what it shares with its caller. */
#ifndef REGRAFT_GRAPH_SCAN_H
#define REGRAFT_GRAPH_SCAN_H

#include "../../engine/base/base.h"

/* A stretch of the source, in bytes from its start. */
typedef struct rg_place {
    uint32_t begin, end;
} rg_place;

/* What a statement defines. The order is that of rg_opcode. */
typedef enum rg_statement_kind {
    RG_STATEMENT_PLACEHOLDER,
    RG_STATEMENT_GET_ATTR,
    RG_STATEMENT_CALL_FUNCTION,
    RG_STATEMENT_CALL_METHOD,
    RG_STATEMENT_CALL_MODULE
} rg_statement_kind;

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
    RG_PIECE_COMPLEX,
    RG_PIECE_STRING,
    RG_PIECE_DOTTED,
    RG_PIECE_RAW,
    RG_PIECE_KEYWORD,
    RG_PIECE_TUPLE,  /* from here on: of several parts */
    RG_PIECE_TRIPLE, /* a tuple of three, as the grammar tells it: it may be a slice's */
    RG_PIECE_LIST,
    RG_PIECE_DICT,
    RG_PIECE_SLICE,
    RG_PIECE_DEVICE
} rg_piece_kind;

typedef struct rg_statement_piece {
    rg_piece_kind kind;
    rg_place place;
    uint32_t number; /* of a container: its items; of a reference: the hash of its name */
} rg_statement_piece;

/* Pieces that a statement recognised as a whole may have; they are an array of the scanner. The
 * grammar reads longer statements token by token. */
#define RG_MOST_PIECES 256

/* A statement, or its beginning, that was recognised without the automaton: see
 * rg_graph_recognise(). Places are empty where there is nothing. */
typedef struct rg_statement {
    rg_place name; /* `%x` */
    rg_place type, annotation, users, target;
    uint32_t name_hash;
    rg_place next_name; /* of the next statement, when it was looked at already; else empty */
    uint32_t next_hash;
    uint32_t end; /* of what was recognised of the statement */
    rg_statement_kind kind;
    bool tensor_word, hash_users;
    uint32_t positional; /* items of args */
    uint32_t keywords;   /* items of kwargs */
    uint32_t args_end;   /* the pieces before it are those of args */
    uint32_t piece_count;
    rg_statement_piece pieces[RG_MOST_PIECES];
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
    rg_statement statement;                   /* the last one that was recognised */
    const struct rg_graph_listener *listener; /* see events.h */
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

#endif
