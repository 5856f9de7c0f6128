/* Watching a run: what happens, node by node and rule by rule. A part of regraft.h, which is what
 * to include. */
#ifndef REGRAFT_API_OBSERVE_H
#define REGRAFT_API_OBSERVE_H

#include "common.h"

typedef enum regraft_event_kind {
    REGRAFT_TRIED,          /* the rule may match such a node: its pattern is tried */
    REGRAFT_HEAD_REFUSED,   /* the pattern's root is another call */
    REGRAFT_PART_REFUSED,   /* a part of the pattern does not fit */
    REGRAFT_WRITE_BETWEEN,  /* all fits, but what the rule looked at was written before the root */
    REGRAFT_MATCHED,        /* the pattern fits */
    REGRAFT_GUARD_HELD,     /* a `where` line of the rule */
    REGRAFT_GUARD_REFUSED,  /* the same: it does not hold */
    REGRAFT_APPLIED,        /* the rule was applied */
    REGRAFT_BLOCK,          /* a begin or end block of a pass ran */
    REGRAFT_MADE,           /* a node is new */
    REGRAFT_GONE,           /* a node is about to be taken out */
    REGRAFT_CHANGED,        /* a node is about to be changed, or was renamed */
    REGRAFT_CLAUSE_TRIED,   /* a clause of a function */
    REGRAFT_CLAUSE_REFUSED, /* its parameters or its guard do not fit */
    REGRAFT_CLAUSE_TAKEN,
    REGRAFT_ALTERNATIVE, /* the one that fits of several literals or kinds */
    REGRAFT_UNSAFE,      /* all fits, but the graph would not compute the same */
    REGRAFT_EVENT_COUNT
} regraft_event_kind;

#define REGRAFT_EVENT(kind) (1u << (kind)) /* for regraft_observer.events */

/* What happened. It and its texts are valid only until the observer returns. */
typedef struct regraft_event {
    regraft_event_kind kind;
    const char *pass;
    const char *rule;   /* NULL: none; a block's is "begin" or "end" */
    regraft_place at;   /* of the rule, block or clause */
    regraft_place part; /* what it is about: a part of a pattern, a guard, a clause */
    const char *graph;  /* "" is the main one, else the name of the body */
    const char *node;   /* that the rule is tried at; or that was made, goes or is changed; NULL */
    size_t node_number; /* of the node in its graph: the same whatever name it gets */
    const char *clause; /* CLAUSE_…: the name of the function; else NULL */
    size_t application; /* number of the application, from 1, that this is a part of; 0: of none.
                           What a rule says of values takes effect later than it is applied: so
                           nodes may be made under its number after REGRAFT_APPLIED. Nodes of a
                           number for which REGRAFT_APPLIED never comes were taken back */
    size_t progress;    /* …_REFUSED: how much of the rule has fitted; more is nearer */
    const void *inside; /* for the functions below */
} regraft_event;

typedef struct regraft_observer {
    void *context;
    unsigned events; /* set of REGRAFT_EVENT(kind): the others are not told */
    void (*tell)(void *context, const regraft_event *event);
} regraft_observer;

/* The three may be called for the event at hand only, and return NULL when memory runs out; the
 * text lives until the run ends. */
/* Why something was refused, on one line ("expected f32, found bf16"); else "". */
REGRAFT_API const char *regraft_event_reason(const regraft_event *event);
/* The statement of the node that the reason is about, of which it shows an argument. */
REGRAFT_API const char *regraft_event_subject(const regraft_event *event);
/* The statement of the event's node as it stands; "" when there is none. */
REGRAFT_API const char *regraft_event_statement(const regraft_event *event);
/* The statement of the node of that name in the event's graph; NULL when there is none. */
REGRAFT_API const char *regraft_event_statement_of(const regraft_event *event, const char *node);
/* Calls visit for each node of the pattern that is being matched, or was matched last, the root
 * first, and then for each that they read; `matched` tells which. */
REGRAFT_API void regraft_event_neighbours(const regraft_event *event, void *context,
                                          void (*visit)(void *context, const char *node,
                                                        const char *statement, bool matched));

#endif
