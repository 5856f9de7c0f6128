/* Rules: loading and checking them, and their parts. A part of regraft.h: include that. */
#ifndef REGRAFT_API_RULES_H
#define REGRAFT_API_RULES_H

#include "report.h"

typedef struct regraft_rules regraft_rules;

/* An empty set of rules, or NULL when memory runs out. The caller frees it. */
REGRAFT_API regraft_rules *regraft_rules_new(void);
/* Loads the description of PyTorch's operators, DIRECTORY/ops/torch.ops. Call it before loading
 * rules, which are checked against it. */
REGRAFT_API regraft_status regraft_rules_load_operators(regraft_rules *rules,
                                                        const char *directory);
/* Loads a file by its extension: .rules, .pipeline, .ops or .schemas, and the files that it uses. A
 * file is loaded once. Passes run in the order in which they are loaded. After an invalid file
 * further files can be loaded (so that all mistakes can be shown), but regraft_run() refuses the
 * rules. */
REGRAFT_API regraft_status regraft_rules_load(regraft_rules *rules, const char *path);
/* Uses `length` bytes of text in place of the file, which must exist, when it is loaded later: for
 * unsaved text of an editor, or to try a change. The text is copied. REGRAFT_INVALID: there is no
 * such file, as the report says. */
REGRAFT_API regraft_status regraft_rules_replace(regraft_rules *rules, const char *path,
                                                 const char *text, size_t length);
/* Checks what loading defers: the schemas of operators that nothing has used yet. */
REGRAFT_API regraft_status regraft_rules_check(regraft_rules *rules);
/* Looks for likely mistakes in valid rules, and reports them as warnings whose message ends in a
 * code: "... [shadowed]". Most come with a graph that shows the mistake. A comment `allow(code)` in
 * a rule, or right above it, silences one. Does nothing if the rules have errors. */
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
    REGRAFT_CHOICE, /* one of several literals, kinds or patterns in a pattern of the part before;
                       the call of a `maybe`; a clause of a named pattern */
    REGRAFT_CLAUSE, /* a clause of a function */
    REGRAFT_PARAM,
    REGRAFT_EXTERN,
    REGRAFT_BEGIN_END, /* a begin or end block */
    REGRAFT_CLAIM      /* what the rule before gives up: an `approximate`, `ignores` or `assumes` */
} regraft_part_kind;

/* A part of a rule file. */
typedef struct regraft_part {
    regraft_part_kind kind;
    const char *pass;    /* that contains it; "" before the first */
    const char *name;    /* of the pass, rule, function, param or extern; of a guard, choice or
                            claim: of its rule or function; "begin" or "end" */
    const char *text;    /* the part on one line; of a pass, its description */
    const char *comment; /* the comment lines right above it, without `# `; "" */
    regraft_place at;
} regraft_part;

/* The parts of the loaded rule files, file by file, in the order of the text; NULL if index is out
 * of range. They are valid as long as the rules are, or until more files are loaded. */
REGRAFT_API size_t regraft_rules_part_count(const regraft_rules *rules);
REGRAFT_API const regraft_part *regraft_rules_part_at(const regraft_rules *rules, size_t index);
/* The trees of the loaded rules as JSON, for programs that make graphs from patterns: a list of the
 * rules, in the order in which they are tried, and one of the functions of rule files. A rule is
 * [pass, path, line, tree]; one with alternatives is there once for each variant. A tree is
 * [kind, text or null, flag, items…], as grammar/rules/ast.h describes it, the kind in lower case;
 * kinds that stand in operator files alone are "other". The text belongs to the rules. NULL when
 * memory runs out. */
REGRAFT_API const char *regraft_rules_trees(regraft_rules *rules);
/* The errors and warnings of loading and checking all files. */
REGRAFT_API regraft_report *regraft_rules_report(regraft_rules *rules);
REGRAFT_API void regraft_rules_free(regraft_rules *rules);

#endif
