/* regraft test: what its files share. */
#ifndef REGRAFT_TEST_H
#define REGRAFT_TEST_H

#include "../commands.h"

/* find.c: appends paths of test files (of const char *), of a directory all below it. False
 * after printing what cannot be read. */
bool rg_find_tests(rg_arena *arena, const rg_words *operands, rg_array *paths);

/* ---------------------------------------------------------------- a test (file.c) */

typedef enum rg_section_kind {
    RG_SECTION_BECOMES,   /* the graph that must come out */
    RG_SECTION_UNCHANGED, /* the graph must come out as it is */
    RG_SECTION_METADATA,  /* of each pass named the keys that stand there must have these values */
    RG_SECTION_ERROR,     /* the run must fail; each line must stand in its messages */
    RG_SECTION_WARNING,   /* each line must stand in the messages */
    RG_SECTION_FIRES,     /* exactly these rules are applied: `RULE`, `RULE N`; or `none` */
    RG_SECTION_KINDS
} rg_section_kind;

typedef struct rg_section {
    rg_section_kind kind;
    const char *text; /* without the line that begins it */
    size_t length;
    size_t line; /* of its first line */
} rg_section;

/* How often a rule must be applied, in an expectation file. */
typedef struct rg_expected_count {
    const char *rule; /* RULE or PASS.RULE */
    size_t least, most;
    size_t line;
} rg_expected_count;

typedef struct rg_test {
    struct rg_test_file *file;
    const char *title;
    size_t line; /* of its title */
    rg_words rules, only, skip, set;
    json_t *facts;     /* NULL: none */
    const char *graph; /* the input: text, */
    size_t graph_length;
    size_t graph_line;
    const char *path;     /* or a file (an expectation file's) */
    rg_section *sections; /* in the order of the text */
    size_t section_count;
    size_t begin, end;         /* bytes of the sections in the file: what blessing replaces */
    rg_expected_count *counts; /* an expectation file's */
    size_t count_count;
    const regraft_rules *loaded; /* the rules it runs; NULL: they cannot be loaded */
} rg_test;

typedef struct rg_test_file {
    const char *path;
    const rg_source *source; /* with line ends of one byte */
    bool crlf;               /* in the file they have two */
    rg_array tests;          /* of rg_test * */
} rg_test_file;

/* Reads file->source. False after printing what is wrong. */
bool rg_read_test_text(rg_arena *arena, rg_test_file *file);

/* Reads a file of tests. False after printing what is wrong with it. */
bool rg_read_tests(rg_arena *arena, rg_test_file *file);
/* The same for a file of expectations: how often which rule must fire on which graph. */
bool rg_read_expectations(rg_arena *arena, rg_test_file *file);
/* "regraft: FILE:LINE: MESSAGE" on standard error; false. */
bool rg_bad_test(const rg_test_file *file, size_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Takes a line `KEY: VALUE` into the test. False after printing what is wrong. */
bool rg_take_test_option(rg_arena *arena, rg_test *test, size_t line, const char *text,
                         size_t length);
extern const char *const rg_section_names[RG_SECTION_KINDS];

/* ---------------------------------------------------------------- running one (run.c) */

/* A rule that was applied. */
typedef struct rg_fired {
    const char *pass, *rule;
    size_t count;
} rg_fired;

typedef struct rg_outcome {
    rg_arena *arena; /* what follows lives here */
    bool passed;
    rg_text complaints; /* why not */
    bool ran;           /* the run gave a graph */
    const char *graph;  /* what came out */
    const char *metadata;
    const char *messages; /* of the run and of reading the graph */
    rg_array fired;       /* of rg_fired, in the order of the first application */
    double seconds;
} rg_outcome;

/* Runs a test; another thread may run another. `observer`, which may be NULL, watches, too. */
void rg_run_test(const rg_test *test, rg_outcome *outcome, const regraft_observer *observer);
/* What is expected instead of what the file holds (bless.c): the new text of the sections. */
void rg_bless_sections(rg_text *out, const rg_test *test, const rg_outcome *outcome);
/* Writes the files again with the expectations of tests that failed made what came out. */
bool rg_bless(rg_arena *arena, rg_test_file *const *files, size_t count,
              const rg_outcome *outcomes);
/* One `RULE N` a line, or `none`. */
void rg_write_fired(rg_text *out, const rg_outcome *outcome);

/* ---------------------------------------------------------------- checks (check.c) */

/* Compares what came out with what is expected; fills outcome->complaints. */
void rg_check_outcome(const rg_test *test, rg_outcome *outcome, regraft_graph *after);
/* expect.c: the rules are applied as often as an expectation file says. */
size_t rg_times_fired(const rg_outcome *outcome, const char *name);
void rg_check_counts(const rg_test *test, rg_outcome *outcome);
/* Whether RULE or PASS.RULE names this rule. */
bool rg_is_rule_named(const char *name, const char *pass, const char *rule);
/* near_miss.c: appends why the rule did not fire where it nearly did. */
void rg_add_near_miss(const rg_test *test, rg_outcome *outcome, const char *rule);
/* Without blank lines at its ends. */
void rg_trim(const char **text, size_t *length);

/* ---------------------------------------------------------------- mutants (mutate.c) */

/* Weakens the rules that the tests run, one place at a time, and shows what no test notices.
 * `reasons`: a file that says of some why that is right, or NULL. False when any has no reason. */
bool rg_mutate(rg_arena *arena, rg_test *const *tests, size_t count, size_t jobs,
               const char *reasons);

/* ---------------------------------------------------------------- reports (report.c) */

void rg_report_text(rg_test *const *tests, const rg_outcome *outcomes, size_t count);
void rg_report_tap(rg_test *const *tests, const rg_outcome *outcomes, size_t count);
/* JUnit's XML to a file; false after printing what fails. */
bool rg_report_junit(rg_arena *arena, const char *path, rg_test *const *tests,
                     const rg_outcome *outcomes, size_t count);

#endif
