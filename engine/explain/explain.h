/* Putting the events of a run into words. */
#ifndef REGRAFT_EXPLAIN_EVENTS_H
#define REGRAFT_EXPLAIN_EVENTS_H

#include "../rewrite/run.h"

/* Puts an event into words, one line: "expected f32, found bf16"; "" where there is nothing to say.
 * The text lives in the run's arena. */
const char *rg_explain_event(const rg_event *event);
/* The node that the words are about: the one whose argument does not fit. */
rg_node_id rg_event_subject(const rg_event *event);

/* How near the node of a HEAD_REFUSED event is to what the rule's root accepts: 2: it spells the
 * same operator, or nearly has the target's name; 1: it is the same kind of call; 0: it is
 * something else. Of other events: their progress. */
size_t rg_event_nearness(const rg_event *event);

/* For the files of this folder only. */
/* explain_match.c: what an instruction of a pattern expected, and what it found. */
void rg_explain_mismatch(const rg_event *event, rg_text *out);
/* explain_guard.c: why a condition does not hold. */
void rg_explain_condition(rg_run *run, rg_text *out, rg_value *frame, const rg_ast *condition);
/* A value as the explanations show it: `%x`, `'abc'`, `[2, 3]`. */
void rg_explain_value(rg_run *run, rg_text *out, rg_value value);

#endif
