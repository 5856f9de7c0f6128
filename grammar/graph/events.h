/* The grammar of graph texts: what it tells of a text, one event after the other. It finds out what
 * stands where; what nodes that makes is the listener's concern. */
#ifndef REGRAFT_GRAPH_EVENTS_H
#define REGRAFT_GRAPH_EVENTS_H

#include "scan.h"

typedef enum rg_graph_event_kind {
    /* A graph: begun, gets its parameters, and is ended by the token with the result type. */
    RG_GRAPH_BEGIN,
    RG_GRAPH_PARAMETER,
    RG_GRAPH_HEADER_END,

    /* A statement: begun, described, ended. The place of DEFINE is `%x : `, of USERS
     * `[num_users=1] = `, of CALL `call_method[target=` with the target in `other`; quoted texts
     * come with what stands around them. */
    RG_GRAPH_DEFINE, /* number: the line */
    RG_GRAPH_TYPE,
    RG_GRAPH_ANNOTATION,
    RG_GRAPH_TENSOR_ANNOTATION, /* after the word Tensor */
    RG_GRAPH_USERS,
    RG_GRAPH_PLACEHOLDER,
    RG_GRAPH_GET_ATTR,
    RG_GRAPH_SELF, /* the same, written as `self.a` */
    RG_GRAPH_CALL,
    RG_GRAPH_RETURN,            /* number: the line */
    RG_GRAPH_DEFAULT_BEGIN,     /* of a placeholder: one item follows */
    RG_GRAPH_DEFAULT,           /* it is complete */
    RG_GRAPH_ARGUMENTS,         /* number: of positional ones, which were told */
    RG_GRAPH_KEYWORD_ARGUMENTS, /* number: of pairs */
    RG_GRAPH_CALL_END,
    RG_GRAPH_RESULT, /* what is returned is complete */
    RG_GRAPH_OPAQUE, /* the values of this statement could not be split */
    RG_GRAPH_META,   /* number: of pairs */
    RG_GRAPH_STATEMENT,
    RG_GRAPH_HEAD,  /* scan->statement up to the target; number: the line */
    RG_GRAPH_WHOLE, /* all of scan->statement */

    /* Values. Finished items wait until their container takes the last `number` of them. */
    RG_GRAPH_ITEM,      /* a single value: `piece` */
    RG_GRAPH_EMPTY,     /* nothing stands where an item may */
    RG_GRAPH_KEY,       /* a single value as the key of a dict */
    RG_GRAPH_KEYWORD,   /* the name of an argument */
    RG_GRAPH_CONTAINER, /* `piece`: which */
    RG_GRAPH_SLICE,     /* the last item, a tuple, is what stands behind `slice` */
    RG_GRAPH_DEVICE,    /* `device(type='…', index=…)`: the two texts; `other` may be empty */
    RG_GRAPH_FORGET,    /* items told from `place` on are part of longer text */

    /* Errors. One of syntax among values is none: scanning goes on after them. */
    RG_GRAPH_SYNTAX_ERROR, /* `found` where only `expected` may stand */
    RG_GRAPH_DEEP_ERROR,
    RG_GRAPH_BYTE_ERROR,
    RG_GRAPH_OPCODE_ERROR,
    RG_GRAPH_EQUALS_ERROR,
    RG_GRAPH_TUPLE_ERROR
} rg_graph_event_kind;

typedef struct rg_graph_event {
    rg_graph_event_kind kind;
    rg_piece_kind piece;
    rg_place place, other;
    uint32_t number;
    const char *found, *expected;
} rg_graph_event;

typedef struct rg_graph_listener {
    void *context;
    void (*tell)(void *context, const rg_graph_event *event);
} rg_graph_listener;

/* Parses scan->text, and tells scan->listener. Not 0: it was stopped. */
int rg_graph_parse(void *scanner, rg_graph_scan *scan);

#endif
