/* How often each part of the rules was tried, fitted and refused. */
#ifndef REGRAFT_COVERAGE_H
#define REGRAFT_COVERAGE_H

#include "../commands.h"

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
/* What is hit, of how many. */
typedef struct rg_coverage_sum {
    size_t rules, rules_hit, guards, guards_hit, guards_refused, clauses, clauses_hit, choices,
        choices_hit;
} rg_coverage_sum;
/* Appends a table of the parts of one file, and adds them to the sum. */
void rg_write_coverage(rg_text *out, const rg_coverage *coverage, const char *path,
                       rg_coverage_sum *sum);
/* The files that the parts stand in, in order, each once. */
rg_words rg_covered_files(rg_arena *arena, const rg_coverage *coverage);

/* Prints the coverage of `count` tests (those that ran no rules have none), for the files that the
 * sets of rules are made of (NULL: one that did not load). */
void rg_report_coverage(rg_arena *arena, const rg_coverage *coverages, size_t count,
                        const regraft_rules *const *rules, size_t rules_count);

#endif
