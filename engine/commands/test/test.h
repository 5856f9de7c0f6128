/* regraft test: declarations for its files. */
#ifndef REGRAFT_TEST_H
#define REGRAFT_TEST_H

#include "../commands.h"

/* find.c: appends paths of test files (of const char *); for a directory, all below it. False
 * after printing what cannot be read. */
bool rg_find_tests(rg_arena *arena, const rg_words *operands, rg_array *paths);

/* ---------------------------------------------------------------- a test (file.c) */

typedef enum rg_section_kind {
    RG_SECTION_BECOMES,   /* the expected graph */
    RG_SECTION_UNCHANGED, /* the result must be the same graph */
    RG_SECTION_METADATA,  /* these keys of these passes must have these values */
    RG_SECTION_ERROR,     /* the run must fail, and its messages contain each line */
    RG_SECTION_WARNING,   /* the messages must contain each line */
    RG_SECTION_FIRES,     /* exactly these rules are applied: `RULE`, `RULE N`; or `none` */
    RG_SECTION_KINDS
} rg_section_kind;

typedef struct rg_section {
    rg_section_kind kind;
    const char *text; /* without the line `--- KIND` */
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
    const regraft_rules *loaded; /* its rules; NULL: they cannot be loaded */
} rg_test;

typedef struct rg_test_file {
    const char *path;
    const rg_source *source; /* with \n as line ends */
    bool crlf;               /* the file has \r\n */
    rg_array tests;          /* of rg_test * */
} rg_test_file;

/* Reads file->source, which the caller may have set to another text. False after printing what is
 * wrong. */
bool rg_read_test_text(rg_arena *arena, rg_test_file *file);

/* Reads a file of tests. False after printing what is wrong with it. */
bool rg_read_tests(rg_arena *arena, rg_test_file *file);
/* The same for a file of expectations: how often each rule must fire on a graph. */
bool rg_read_expectations(rg_arena *arena, rg_test_file *file);
/* Prints "regraft: FILE:LINE: MESSAGE" on standard error; returns false. */
bool rg_bad_test(const rg_test_file *file, size_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds the option in a line `KEY: VALUE` to the test. False after printing what is wrong. */
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
    rg_arena *arena; /* of the following members */
    bool passed;
    rg_text complaints; /* why it failed */
    bool ran;           /* the run gave a graph */
    const char *graph;  /* the rewritten graph */
    const char *metadata;
    const char *messages; /* of the run and of reading the graph */
    rg_array fired;       /* of rg_fired, in the order of the first application */
    double seconds;
} rg_outcome;

/* Runs a test; other threads may run other tests. `observer` may be NULL. */
void rg_run_test(const rg_test *test, rg_outcome *outcome, const regraft_observer *observer);
/* bless.c: appends the new text of the sections, with the actual results. */
void rg_bless_sections(rg_text *out, const rg_test *test, const rg_outcome *outcome);
/* Rewrites the files: expectations of failed tests are replaced by the actual results. */
bool rg_bless(rg_arena *arena, rg_test_file *const *files, size_t count,
              const rg_outcome *outcomes);
/* Appends one `RULE N` a line, or `none`. */
void rg_write_fired(rg_text *out, const rg_outcome *outcome);

/* ---------------------------------------------------------------- checks (check.c) */

/* Compares actual and expected results; fills outcome->complaints. */
void rg_check_outcome(const rg_test *test, rg_outcome *outcome, regraft_graph *after);
/* expect.c: checks how often rules were applied. */
size_t rg_times_fired(const rg_outcome *outcome, const char *name);
void rg_check_counts(const rg_test *test, rg_outcome *outcome);
/* Whether RULE or PASS.RULE names this rule. */
bool rg_is_rule_named(const char *name, const char *pass, const char *rule);
/* near_miss.c: appends the reason of the rule's nearest miss. */
void rg_add_near_miss(const rg_test *test, rg_outcome *outcome, const char *rule);
/* Removes blank lines at both ends. */
void rg_trim(const char **text, size_t *length);

/* ---------------------------------------------------------------- mutants (mutate.c) */

/* Weakens the rules of the tests, one place at a time, and shows the changes that no test notices.
 * `reasons`: a file with the reasons why some survive, or NULL. False if one survives without. */
bool rg_mutate(rg_arena *arena, rg_test *const *tests, size_t count, size_t jobs,
               const char *reasons);

/* ---------------------------------------------------------------- reports (report.c) */

void rg_report_text(rg_test *const *tests, const rg_outcome *outcomes, size_t count);
void rg_report_tap(rg_test *const *tests, const rg_outcome *outcomes, size_t count);
/* Writes JUnit's XML to a file; false after printing what failed. */
bool rg_report_junit(rg_arena *arena, const char *path, rg_test *const *tests,
                     const rg_outcome *outcomes, size_t count);

#endif
