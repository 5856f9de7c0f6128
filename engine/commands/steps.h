/* The applications of rules in a run, in order, for trace and bisect. */
#ifndef REGRAFT_STEPS_H
#define REGRAFT_STEPS_H

#include "commands.h"

typedef struct rg_named_node {
    size_t number; /* of the node in its graph */
    const char *name;
} rg_named_node;

/* Nodes, each once. */
typedef struct rg_names {
    rg_array items; /* of rg_named_node */
} rg_names;

typedef struct rg_step {
    size_t number;       /* 0: done by the engine itself between steps */
    bool applied;        /* false: abandoned, or not complete yet */
    const char *failure; /* the error in it that ended the run; NULL: none */
    const char *pass, *rule, *node, *graph;
    regraft_place at;
    rg_names gone, made, changed;
    /* statements, if they are recorded */
    rg_text context, before, after; /* arguments of the matched nodes; these nodes; the new ones */
} rg_step;

typedef struct rg_steps {
    rg_arena *arena;
    bool statements;    /* record them, too */
    rg_array by_number; /* of rg_step *, application 1 first */
    rg_array in_order;  /* of rg_step *: applied ones, and the engine's */
    regraft_observer observer;
} rg_steps;

/* Prepares steps->observer. */
void rg_start_steps(rg_steps *steps, rg_arena *arena, bool statements);
/* After a failed run: adds the step in which it failed as the last one, with the names in the
 * report. NULL: the error did not happen while a rule was applied. */
const rg_step *rg_note_failure(rg_steps *steps, regraft_report *report);
/* Appends "  3  pass.rule FILE:LINE at %node", and lines with what it consumed and made. */
void rg_write_step(rg_text *out, const rg_step *step);
/* The page of `trace --html` (steps_html.c); `messages`: of a failed run, else NULL. */
bool rg_write_page(rg_text *out, const rg_steps *steps, const char *graph, const char *messages);

#endif
