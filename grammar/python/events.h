/* The grammar of the Python form: what it tells of a text, one event after the other. It finds out
 * what stands where; which nodes that makes is the listener's concern. */
#ifndef REGRAFT_PYTHON_EVENTS_H
#define REGRAFT_PYTHON_EVENTS_H

#include "scan.h"

typedef enum rg_python_event_kind {
    RG_PYTHON_COMMENT,   /* on a line of its own */
    RG_PYTHON_REMARK,    /* behind something */
    RG_PYTHON_CLASS,     /* place: the name */
    RG_PYTHON_DEF,       /* place: the name */
    RG_PYTHON_PARAMETER, /* place: the name; `stars` before it; annotation; value: its default */
    RG_PYTHON_DEF_END,   /* place: all of it, with its colon; annotation: of what is returned */
    RG_PYTHON_ASSIGN,    /* target = value */
    RG_PYTHON_KILL,      /* the same, with `= None` at the end of a line of targets */
    RG_PYTHON_DECLARE,   /* target: annotation */
    RG_PYTHON_AUGMENT,   /* target += value; place: the operator */
    RG_PYTHON_RETURN,    /* value */
    RG_PYTHON_BARE,      /* value: an expression as a statement */
    RG_PYTHON_PASS,
    RG_PYTHON_OTHER_LINE, /* place: its first word; `import`, `if`, a decorator: no graph has it */

    /* Errors. After one of syntax, reading goes on at the next line. */
    RG_PYTHON_SYNTAX_ERROR, /* `found` where only `expected` may stand */
    RG_PYTHON_DEEP_ERROR,
    RG_PYTHON_STRING_ERROR, /* a string that does not end on its line */
    RG_PYTHON_BYTE_ERROR
} rg_python_event_kind;

typedef struct rg_python_event {
    rg_python_event_kind kind;
    uint32_t line, line_begin; /* where the place's line begins */
    rg_place place;
    rg_place annotation;
    bool quoted;   /* the annotation: without its quotes */
    uint8_t stars; /* before a parameter */
    const rg_python_value *target, *value;
    const rg_python_argument *target_items, *arguments; /* of the two */
    const char *found, *expected;
} rg_python_event;

typedef struct rg_python_listener {
    void *context;
    void (*tell)(void *context, const rg_python_event *event);
} rg_python_listener;

/* Parses scan->text, and tells scan->listener. Not 0: it was stopped. */
int rg_python_parse(void *scanner, rg_python_scan *scan);

#endif
