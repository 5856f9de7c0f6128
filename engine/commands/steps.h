/* The applications of rules in a run, in order: what trace and bisect show. */
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
    size_t number;       /* 0: what the engine did between steps */
    bool applied;        /* false: given up, or not done yet */
    const char *failure; /* the error that ended the run in it; NULL: none did */
    const char *pass, *rule, *node, *graph;
    regraft_place at;
    rg_names gone, made, changed;
    /* statements, where they are kept */
    rg_text context, before, after; /* what the matched nodes read; they themselves; what came */
} rg_step;

typedef struct rg_steps {
    rg_arena *arena;
    bool statements;    /* keep them, too */
    rg_array by_number; /* of rg_step *, application 1 first */
    rg_array in_order;  /* of rg_step *: applied ones, and the engine's */
    regraft_observer observer;
} rg_steps;

/* Makes steps->observer ready. */
void rg_start_steps(rg_steps *steps, rg_arena *arena, bool statements);
/* After a run that failed: the step that it failed in, with the names that the report has, is the
 * last one. NULL: the error is not that of a rule that was being applied. */
const rg_step *rg_note_failure(rg_steps *steps, regraft_report *report);
/* Appends "  3  pass.rule FILE:LINE at %node", and lines with what it consumed and made. */
void rg_write_step(rg_text *out, const rg_step *step);
/* The page of `trace --html` (steps_html.c); `messages`: of a run that failed; NULL: it did not. */
void rg_write_page(rg_text *out, const rg_steps *steps, const char *graph, const char *messages);

#endif
