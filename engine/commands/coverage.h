/* How often each part of the rules was tried, fitted and refused. */
#ifndef REGRAFT_COVERAGE_H
#define REGRAFT_COVERAGE_H

#include "commands.h"

typedef struct rg_tally {
    size_t tried, fitted, refused, applied;
} rg_tally;

/* The tallies of the parts of one set of rules. */
typedef struct rg_coverage {
    const regraft_rules *rules;
    size_t count;
    rg_tally *tallies;   /* by part */
    const size_t *order; /* parts by place */
} rg_coverage;

/* Counts of nothing yet. */
rg_coverage rg_new_coverage(rg_arena *arena, const regraft_rules *rules);
/* The events that coverage counts. */
extern const unsigned rg_coverage_events;
/* regraft_observer.tell over an rg_coverage. */
void rg_count_event(void *coverage, const regraft_event *event);
/* Adds the tallies of parts that stand at the same places. */
void rg_add_coverage(rg_coverage *to, const rg_coverage *from);
/* Appends a table of all parts but those of files that are there already (`shown` ends with NULL:
 * tables of other rules), and adds up what is hit. */
typedef struct rg_coverage_sum {
    size_t rules, rules_hit, guards, guards_hit, guards_refused, clauses, clauses_hit, choices,
        choices_hit;
} rg_coverage_sum;
void rg_write_coverage(rg_text *out, const rg_coverage *coverage, const char *path,
                       rg_coverage_sum *sum);
/* The files that the parts stand in, in order, each once. */
rg_words rg_covered_files(rg_arena *arena, const rg_coverage *coverage);

#endif
