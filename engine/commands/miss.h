/* A rule that did not apply to a node, and the reason. `explain` shows it, and so does `test` if a
 * rule fires less often than it must. */
#ifndef REGRAFT_MISS_H
#define REGRAFT_MISS_H

#include "commands.h"

typedef struct rg_miss {
    regraft_event_kind kind; /* of the event that stopped it, or APPLIED; TRIED: none yet */
    const char *pass, *rule, *graph, *node;
    regraft_place at, part;
    const char *reason;  /* "expected f32, found bf16" */
    const char *subject; /* the statement that the reason is about */
    size_t progress;     /* how much of the rule had matched */
    size_t order;        /* number of the event */
} rg_miss;

/* The events that end the trial of a rule at a node without an application. */
#define REFUSALS                                                                                   \
    (REGRAFT_EVENT(REGRAFT_HEAD_REFUSED) | REGRAFT_EVENT(REGRAFT_PART_REFUSED) |                   \
     REGRAFT_EVENT(REGRAFT_WRITE_BETWEEN) | REGRAFT_EVENT(REGRAFT_GUARD_REFUSED) |                 \
     REGRAFT_EVENT(REGRAFT_UNSAFE))
/* How near the rule was to an application: higher is nearer. */
size_t rg_nearness(const regraft_event *event);
/* A copy of the event in the arena, with its reason in words. */
rg_miss rg_keep_miss(rg_arena *arena, const regraft_event *event);
/* Appends "PATH:LINE:COLUMN: note: MESSAGE" and the line there with a caret. */
void rg_show_note(rg_text *out, const regraft_place *place, const char *message, bool colour);
/* Appends the rule's text with a caret, the reason, and the statement of the graph. */
void rg_show_miss(rg_text *out, const rg_miss *miss, bool colour);

#endif
