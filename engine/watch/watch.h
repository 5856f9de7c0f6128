/* Reports a run's events to an observer: which rules are tried, why they do not apply, which nodes
 * they make. Without an observer each event costs one test of a pointer.
 *
 * This folder only reports. engine/explain puts an event into words when the observer asks for it,
 * so that a run does not format text that nobody reads. An event is valid only during the call.
 */
#ifndef REGRAFT_WATCH_H
#define REGRAFT_WATCH_H

#include "../rules/ruleset.h"

typedef struct rg_run rg_run;

typedef enum rg_event_kind {
    RG_EVENT_TRIED,         /* the rule's root accepts the node's target: its pattern is tried */
    RG_EVENT_HEAD_REFUSED,  /* it does not accept it */
    RG_EVENT_PART_REFUSED,  /* `part` of the pattern does not fit */
    RG_EVENT_WRITE_BETWEEN, /* the pattern fits, but what the rule concludes from a node may not
                               hold any more: it, or what it read, was written before the root */
    RG_EVENT_MATCHED,       /* the pattern fits */
    RG_EVENT_GUARD_HELD,    /* `part` is a `where` of the rule */
    RG_EVENT_GUARD_REFUSED,
    RG_EVENT_APPLIED,        /* the rule's statements ran */
    RG_EVENT_BLOCK,          /* a begin or end block ran; `part` is the block */
    RG_EVENT_MADE,           /* `node` is new */
    RG_EVENT_GONE,           /* `node` is about to be taken out */
    RG_EVENT_CHANGED,        /* a rule changed `node` in place */
    RG_EVENT_CLAUSE_TRIED,   /* a clause of a function; `part` is the clause */
    RG_EVENT_CLAUSE_REFUSED, /* `part` of its parameters, or its guard, does not fit */
    RG_EVENT_CLAUSE_TAKEN,
    RG_EVENT_ALTERNATIVE, /* `part`: the one of several literals or kinds that fits */
    RG_EVENT_UNSAFE,      /* all fits, but the graph would not compute the same */
    RG_EVENT_COUNT
} rg_event_kind;

typedef struct rg_event {
    rg_event_kind kind;
    rg_run *run;
    const rg_rule *rule;        /* NULL: in a block, or by the engine */
    rg_node_id node;            /* that the rule is tried at; or made, gone, changed */
    const rg_fn_clause *clause; /* CLAUSE_… */
    const rg_fn *fn;
    const rg_ast *part;
    size_t application; /* number of the application that this is a part of, from 1; 0: of none */
    size_t progress;    /* PART_, CLAUSE_ and GUARD_REFUSED: how many tests the node has passed */
    /* for the words of …_REFUSED */
    const rg_program *program;
    const rg_instruction *instruction;
    const rg_value *registers;
    rg_value *frame;
    bool guard; /* CLAUSE_REFUSED: by the guard */
} rg_event;

typedef struct rg_observer {
    void *context;
    uint32_t events; /* set of 1u << rg_event_kind: the others are not told */
    void (*tell)(void *context, const rg_event *event);
} rg_observer;

/* A run's observer, and what it is told about next. */
typedef struct rg_watch {
    const rg_observer *observer; /* NULL: nobody watches */
    const rg_rule *rule;         /* that events are about; NULL: a block */
    const rg_fn *fn;
    const rg_fn_clause *clause;    /* whose pattern is matched */
    size_t applied;                /* applications so far, blocks included */
    struct rg_regex **loose_roots; /* see explain/nearness.c; NULL: not needed yet */
} rg_watch;

static inline bool rg_is_observed(const rg_watch *watch, rg_event_kind kind) {
    return watch->observer && watch->observer->events >> kind & 1u;
}

/* Tells an event of the rule that is tried or applied. */
void rg_tell(rg_run *run, rg_event_kind kind, rg_node_id node, const rg_ast *part);
/* The rules of the pass that are not tried at the node, because of its target. */
void rg_tell_heads(rg_run *run, rg_node_id node);
/* An instruction of a rule's or clause's pattern does not fit. */
void rg_tell_mismatch(rg_run *run, const rg_program *program, const rg_instruction *instruction,
                      const rg_value *registers, rg_value *frame);
/* The rule was applied: the alternatives that its variant takes, and it. */
void rg_tell_applied(rg_run *run, const rg_rule *rule, rg_node_id node);
/* Of the alternatives of an instruction (a ONE_OF or KIND) number `which` fits. */
void rg_tell_alternative(rg_run *run, const rg_instruction *instruction, size_t which);
/* A regex of a pattern matched the text: tells which of its alternatives did. */
void rg_tell_regex(rg_run *run, const rg_ast *regex, const char *text);
void rg_tell_guard(rg_run *run, const rg_ast *where, rg_value *frame, bool holds);
/* A clause is tried (held NULL), or was taken, or its guard refused it. */
void rg_tell_clause(rg_run *run, const rg_fn *fn, const rg_fn_clause *clause, rg_value *frame,
                    const bool *held);

#endif
