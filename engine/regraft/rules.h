/* Rules: loading and checking them, and what they consist of. A part of regraft.h, which is what to
 * include. */
#ifndef REGRAFT_API_RULES_H
#define REGRAFT_API_RULES_H

#include "report.h"

typedef struct regraft_rules regraft_rules;

/* An empty set of rules, or NULL when memory is out. The caller frees it. */
REGRAFT_API regraft_rules *regraft_rules_new(void);
/* Loads what is known of PyTorch's operators: DIRECTORY/ops/torch.ops. Comes before the rules,
 * which are checked against it. */
REGRAFT_API regraft_status regraft_rules_load_operators(regraft_rules *rules,
                                                        const char *directory);
/* Adds a file by its extension: .rules, .pipeline, .ops or .schemas, and what it uses. A file that
 * is there already is not loaded again. Passes run in the order in which they are loaded. When it
 * is invalid the rules can still take further files (so that all mistakes can be shown), but
 * regraft_run() refuses them. */
REGRAFT_API regraft_status regraft_rules_load(regraft_rules *rules, const char *path);
/* Takes `length` bytes of text for the file, which must exist, where it is loaded afterwards: for
 * what an editor has not saved, or to try a change. The text is copied. */
REGRAFT_API regraft_status regraft_rules_replace(regraft_rules *rules, const char *path,
                                                 const char *text, size_t length);
/* Checks what loading puts off: the schemas of operators that nothing has used yet. */
REGRAFT_API regraft_status regraft_rules_check(regraft_rules *rules);
/* Looks for what is likely to be a mistake in rules that are valid, and reports it as warnings
 * whose message ends in a code: "... [shadowed]". Most come with a graph that shows it. `#
 * allow(code)` in a rule, or right above it, silences one. Does nothing when the rules have errors.
 */
REGRAFT_API regraft_status regraft_rules_lint(regraft_rules *rules);
/* The passes that regraft_run() would run, in order; NULL if index is out of range. */
REGRAFT_API size_t regraft_rules_pass_count(const regraft_rules *rules);
REGRAFT_API const char *regraft_rules_pass_name(const regraft_rules *rules, size_t index);
/* The parameters that regraft_options.set may set; NULL if index is out of range. */
REGRAFT_API size_t regraft_rules_param_count(const regraft_rules *rules);
REGRAFT_API const char *regraft_rules_param_name(const regraft_rules *rules, size_t index);
typedef enum regraft_part_kind {
    REGRAFT_PASS,
    REGRAFT_RULE,
    REGRAFT_GUARD,  /* a `where` line of the rule before */
    REGRAFT_CHOICE, /* one of several literals or kinds in a pattern of what comes before */
    REGRAFT_CLAUSE, /* a clause of a function */
    REGRAFT_PARAM,
    REGRAFT_EXTERN,
    REGRAFT_BEGIN_END /* a begin or end block */
} regraft_part_kind;

/* A part of a rule file. */
typedef struct regraft_part {
    regraft_part_kind kind;
    const char *pass; /* that it stands in; "" before the first */
    const char *name; /* of the pass, rule, function, param or extern; of a guard or choice: of the
                         rule or function it stands in; "begin" or "end" */
    const char *text; /* the part on one line, of a pass what describes it */
    const char *comment; /* the comment lines right above it, without `# `; "" */
    regraft_place at;
} regraft_part;

/* The parts of the loaded rule files, file by file, in the order of the text; NULL if index is out
 * of range. They are valid as long as the rules are, or until more files are loaded. */
REGRAFT_API size_t regraft_rules_part_count(const regraft_rules *rules);
REGRAFT_API const regraft_part *regraft_rules_part_at(const regraft_rules *rules, size_t index);
/* What loading and checking had to say, all files together. */
REGRAFT_API regraft_report *regraft_rules_report(regraft_rules *rules);
REGRAFT_API void regraft_rules_free(regraft_rules *rules);

#endif
