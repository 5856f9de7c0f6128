/* Lints: what is likely to be a mistake in rules that are valid.
 *
 * Most are found by trying: for each rule a small graph is made that its pattern matches (a
 * witness), rules are run on it, and what happens is looked at. So a finding comes with a graph
 * that shows it. A finding has a code; `# allow(code)` in or right above the rule silences it.
 */
#ifndef REGRAFT_LINT_H
#define REGRAFT_LINT_H

#include "../rewrite/run.h"
#include "../rules/check/check.h"

/* What the lints share. */
typedef struct rg_linter {
    const rg_ruleset *ruleset;
    rg_arena *arena; /* of the rules */
    rg_diagnostics *diagnostics;
    rg_inner_arena *scratch; /* of one trial */
} rg_linter;

/* Reports what all lints find, as warnings: "MESSAGE [code]". */
void rg_lint_rules(const rg_ruleset *ruleset, rg_diagnostics *diagnostics);

/* ---- lint.c */
/* A warning at the first line of a rule; false when the rule allows it. */
bool rg_lint_warn(rg_linter *lint, const rg_rule *rule, const rg_ast *at, const char *code,
                  const char *advice, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* "rule r never matches", or that it does not where an alternative is taken. */
const char *rg_lint_never_matches(const rg_linter *lint, const rg_rule *rule);
/* A note at another rule, and one with the graph that shows the finding. */
void rg_lint_note(rg_linter *lint, const rg_rule *rule, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void rg_lint_show_graph(rg_linter *lint, const char *graph);

/* ---- witness.c: graphs that a rule's pattern matches */
typedef enum rg_witness_form {
    RG_WITNESS_BARE,    /* nothing is known of the values that the rule does not ask about */
    RG_WITNESS_TENSORS, /* they are tensors of one shape and dtype */
    RG_WITNESS_NUMBERS, /* values by names are ints where an argument need not be a tensor */
    RG_WITNESS_FORMS
} rg_witness_form;

/* The text of a graph whose node `root` the pattern should match, in which what `other` (may be
 * NULL) asks of the same arguments is put where the rule asks nothing. NULL when none can be made.
 * Lives in the arena. */
const char *rg_make_witness(const rg_ruleset *ruleset, const rg_rule *rule, const rg_rule *other,
                            rg_witness_form form, rg_arena *arena);

/* ---- fits.c: what can be said of a pattern by the schema alone */
/* The text of a part of an operator's name; NULL when it is a regex, or not written. */
const char *rg_part_text(const rg_ast *part);
/* The operator that heads a call; NULL when it is a regex, or none. */
const rg_operator *rg_lint_operator(const rg_linter *lint, const rg_ast *call);
/* Whether a pattern may be an argument of the parameter. Lenient: numbers may stand for tensors. */
bool rg_may_fit_param(const rg_ast *ast, const rg_param *param, bool lenient);
/* Whether some call of the schema may fit the pattern. */
bool rg_may_fit_schema(const rg_ast *call, const rg_schema *schema, bool lenient);
/* What the pattern asks of a parameter: an argument by position or by name; NULL: nothing. */
const rg_ast *rg_asked_of(const rg_ast *call, const rg_schema *schema, size_t param);

/* ---- apart.c: whether no call fits both patterns, which accept the same targets */
bool rg_are_apart(const rg_rule *a, const rg_rule *b);

/* ---- trial.c: rules run on a witness */
typedef struct rg_trial {
    bool matched;           /* a pattern matched at the root */
    bool applied;           /* a rule was applied at the root */
    bool failed;            /* the run ended with an error */
    bool endless;           /* it was stopped after many applications */
    const char *graph;      /* what came out, metadata included; NULL when it failed */
    const char *message;    /* the first error */
    const rg_rule *last[8]; /* the rules applied last, the last one first; NULL: none */
} rg_trial;

/* Runs the pass of the rule on the graph: with `only`, only that rule; with `preferred`, that one
 * first among its equals. */
rg_trial rg_try_witness(const rg_ruleset *ruleset, const rg_rule *rule, const rg_rule *only,
                        const rg_rule *preferred, const char *graph, rg_arena *arena);

/* ---- the lints */
void rg_lint_pairs(rg_linter *lint, const rg_pass *pass); /* pairs.c: shadowed, overlap */
void rg_lint_loops(rg_linter *lint, const rg_pass *pass); /* loops.c: loop, drops-result */
/* An arena for one trial, in place of the one before. */
rg_arena *rg_scratch(rg_linter *lint);
void rg_lint_pattern(rg_linter *lint, const rg_rule *rule); /* pattern.c: never-matches, literal */
/* Results of the overloads that an operator call may mean; SIZE_MAX: they differ, or are not known.
 */
size_t rg_results_of(const rg_linter *lint, const rg_ast *call);
void rg_lint_targets(rg_linter *lint, const rg_rule *rule); /* targets.c: unknown-target */
void rg_lint_guards(rg_linter *lint, const rg_rule *rule);  /* guards.c: never-holds */
void rg_lint_rewrite(rg_linter *lint, const rg_rule *rule); /* rewrites.c: drops-result, alias */

#endif
