/* Observing a run, node by node and rule by rule. A part of regraft.h: include that. */
#ifndef REGRAFT_API_OBSERVE_H
#define REGRAFT_API_OBSERVE_H

#include "common.h"

typedef enum regraft_event_kind {
    REGRAFT_TRIED,          /* the rule accepts the node's target, and its pattern is tried */
    REGRAFT_HEAD_REFUSED,   /* the pattern's root is another call */
    REGRAFT_PART_REFUSED,   /* a part of the pattern does not match */
    REGRAFT_WRITE_BETWEEN,  /* all matches, but something the rule looked at was written in between
                             */
    REGRAFT_MATCHED,        /* the pattern matches */
    REGRAFT_GUARD_HELD,     /* a `where` line of the rule */
    REGRAFT_GUARD_REFUSED,  /* the same: it does not hold */
    REGRAFT_APPLIED,        /* the rule was applied */
    REGRAFT_BLOCK,          /* a begin or end block of a pass ran */
    REGRAFT_MADE,           /* a node is new */
    REGRAFT_GONE,           /* a node is about to be removed */
    REGRAFT_CHANGED,        /* a node is about to be changed, or was renamed */
    REGRAFT_CLAUSE_TRIED,   /* a clause of a function */
    REGRAFT_CLAUSE_REFUSED, /* its parameters or its guard do not match */
    REGRAFT_CLAUSE_TAKEN,
    REGRAFT_ALTERNATIVE, /* the matching one of several literals or kinds */
    REGRAFT_UNSAFE,      /* all matches, but the graph would not compute the same */
    REGRAFT_EVENT_COUNT
} regraft_event_kind;

#define REGRAFT_EVENT(kind) (1u << (kind)) /* for regraft_observer.events */

/* An event. It and its texts are valid only until the observer returns. */
typedef struct regraft_event {
    regraft_event_kind kind;
    const char *pass;
    const char *rule;   /* NULL: none; a block's is "begin" or "end" */
    regraft_place at;   /* of the rule, block or clause */
    regraft_place part; /* the part it is about: of a pattern, a guard, a clause */
    const char *graph;  /* "" is the main one, else the name of the body */
    const char *node;   /* that the rule is tried at, or that is made, removed or changed; NULL */
    size_t node_number; /* of the node in its graph; it does not change with the name */
    const char *clause; /* CLAUSE_…: the name of the function; else NULL */
    size_t application; /* number, from 1, of the application that this belongs to; 0: none.
                           Changes of a rule take effect after it is applied, so nodes may be made
                           under its number after REGRAFT_APPLIED. If REGRAFT_APPLIED never comes
                           for a number, its nodes were removed again */
    size_t progress;    /* …_REFUSED: how much of the rule matched; more is nearer */
    const void *inside; /* for the functions below */
} regraft_event;

typedef struct regraft_observer {
    void *context;
    unsigned events; /* set of REGRAFT_EVENT(kind): tell is called for these only */
    void (*tell)(void *context, const regraft_event *event);
} regraft_observer;

/* The functions below may be called only while the event is told; the texts live until the run
 * ends. Where memory runs out they return NULL (the neighbours' statements are ""), and when the
 * observer returns the run ends with REGRAFT_NO_MEMORY. */
/* Why something was refused, on one line ("expected f32, found bf16"); else "". */
REGRAFT_API const char *regraft_event_reason(const regraft_event *event);
/* The statement of the node that the reason is about. */
REGRAFT_API const char *regraft_event_subject(const regraft_event *event);
/* The current statement of the event's node; "" if there is none. */
REGRAFT_API const char *regraft_event_statement(const regraft_event *event);
/* The statement of the node of that name in the event's graph; NULL if there is none. */
REGRAFT_API const char *regraft_event_statement_of(const regraft_event *event, const char *node);
/* Calls visit for each node of the pattern that is being matched, or was matched last, the root
 * first (`matched` is true), and then for each node that these use. */
REGRAFT_API void regraft_event_neighbours(const regraft_event *event, void *context,
                                          void (*visit)(void *context, const char *node,
                                                        const char *statement, bool matched));

#endif
