/* How often each part of the rules was tried, matched and refused. */
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

/* Coverage with all counts zero. */
rg_coverage rg_new_coverage(rg_arena *arena, const regraft_rules *rules);
/* The events that coverage counts. */
extern const unsigned rg_coverage_events;
/* regraft_observer.tell over an rg_coverage. */
void rg_count_event(void *coverage, const regraft_event *event);
/* Adds the tallies of parts at the same places. */
void rg_add_coverage(rg_coverage *to, const rg_coverage *from);
/* How many parts there are, and how many were hit. */
typedef struct rg_coverage_sum {
    size_t rules, rules_hit, guards, guards_hit, guards_refused, clauses, clauses_hit, choices,
        choices_hit;
} rg_coverage_sum;
/* Appends a table of the parts of one file, and adds them to the sum. */
void rg_write_coverage(rg_text *out, const rg_coverage *coverage, const char *path,
                       rg_coverage_sum *sum);
/* The files of the parts, in order, each once. */
rg_words rg_covered_files(rg_arena *arena, const rg_coverage *coverage);

/* Prints the coverage of `count` tests (a test that ran no rules has none), for the files of the
 * sets of rules (NULL: a set that could not be loaded). */
void rg_report_coverage(rg_arena *arena, const rg_coverage *coverages, size_t count,
                        const regraft_rules *const *rules, size_t rules_count);

#endif
