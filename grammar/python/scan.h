/* The scanner of the Python form: what it shares with its caller. */
#ifndef REGRAFT_PYTHON_SCAN_H
#define REGRAFT_PYTHON_SCAN_H

#include "../graph/scan.h"

/* What an expression is, seen from outside. */
typedef enum rg_python_kind {
    RG_PYTHON_NAME,      /* x */
    RG_PYTHON_ATTRIBUTE, /* x.a.b, getattr(x.a, "0") */
    RG_PYTHON_CALL,      /* of one of the two above */
    RG_PYTHON_SUBSCRIPT, /* of a name */
    RG_PYTHON_UNARY,
    RG_PYTHON_BINARY,
    RG_PYTHON_NUMBER,
    RG_PYTHON_STRING,
    RG_PYTHON_CONTAINER,
    RG_PYTHON_LIST_OF_VALUES, /* several, without brackets around them */
    RG_PYTHON_NOTHING,
    RG_PYTHON_OTHER /* several operations in one */
} rg_python_kind;

/* An expression. What its parts are depends on its kind; other places are empty. */
typedef struct rg_python_value {
    rg_python_kind kind;
    rg_python_kind left, right; /* of the operands; of what is called or subscripted: left */
    rg_place place;
    rg_place name;   /* that a chain of attributes begins with; the operator */
    rg_place before; /* what is called or subscripted; the left operand */
    rg_place inside; /* between the brackets; the right or only operand */
    uint32_t count;  /* of arguments, items */
} rg_python_value;

/* An argument, item or index. `keyword` is empty for a positional one. */
typedef struct rg_python_argument {
    rg_place place, keyword;
    rg_python_kind kind;
} rg_python_argument;

/* State of the scanner beside flex's own. */
typedef struct rg_python_scan {
    rg_arena *arena;     /* for flex, bison and the arguments; goes when reading ends */
    char *text;          /* of the source: scanned in place, two NULs after it */
    uint32_t length;     /* of it */
    uint32_t line;       /* of the next byte */
    uint32_t line_begin; /* offset at which that line begins */
    uint32_t first_line, first_begin; /* the same of the logical line's first token */
    uint32_t depth;                   /* open brackets */
    bool stop;                        /* the next token is the end of the text */
    bool within;                      /* a token of this logical line was seen */
    rg_array arguments;  /* of rg_python_argument: those of expressions that are not complete */
    rg_array operations; /* of rg_place: names that something is done to, in this statement */
    const struct rg_python_listener *listener; /* see events.h */
} rg_python_scan;

/* A scanner over scan->text. All its memory is in scan->arena. */
void *rg_python_scanner(rg_python_scan *scan);
/* Puts back the byte that flex holds, so that the source reads as it was. */
void rg_python_scanner_rest(void *scanner);

#endif
