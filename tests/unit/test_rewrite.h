/* What the tests of rewriting share: rules and graphs as short texts.
 *
 * A graph has one node a line, with `%` before nodes in arguments:
 *     %x "f32[2, 3]"                       an input; what is quoted is its annotation
 *     %w = get_attr layers.0.weight
 *     %y = torch.add(%x, 1, alpha=2)       a function
 *     %z "f32[3]" = %y.mul_(2)  # {'k': 1} a method; its meta
 *     %m = module layers.0(%z)
 *     return (z, [m])
 * or is written out, from `graph():` on.
 * What comes out of the rules is shown the same way, annotations only where they are asked for.
 * Rules that do not begin with `pass` are those of a pass `p`.
 */
#ifndef REGRAFT_TEST_REWRITE_H
#define REGRAFT_TEST_REWRITE_H

#include "../../engine/graph_text/graph_text.h"
#include "../../engine/rewrite/rewrite.h"

#include <CUnit/Basic.h>

/* Of the next run; reset after it. */
extern rg_rewrite_options rg_test_options;
extern bool rg_test_annotations;

/* Of the last run; freed by the next one. */
typedef struct rg_test_run {
    rg_arena *arena;
    rg_ruleset *ruleset;
    rg_module *module; /* NULL: the rules or the graph are wrong */
    rg_diagnostics diagnostics;
    json_t *metadata;
    bool done;
} rg_test_run;
extern rg_test_run rg_test;

/* Runs the rules. */
void rg_test_rewrite(const char *rules, const char *graph);
/* The graph after the last run as a short text; the messages where it failed. */
const char *rg_test_result(void);
/* The node of that name after the last run. */
rg_node *rg_test_node(const char *name);
/* Asserts that two texts are equal, or that one holds the other; shows both where not. */
void rg_test_equal(const char *what, const char *got, const char *expected);
void rg_test_holds(const char *what, const char *got, const char *part);

/* The rules make `expected` of the graph, without a message. */
void rg_test_becomes(const char *rules, const char *graph, const char *expected);
/* The run fails, and a message holds `part`. */
void rg_test_fails(const char *rules, const char *graph, const char *part);
/* The rules are refused, and a message holds `part`. */
void rg_test_refused(const char *rules, const char *part);
/* The metadata of pass p is this JSON (compact, keys in order). */
void rg_test_emits(const char *rules, const char *graph, const char *json);
/* The names of the nodes that the pattern matches, with blanks between. */
void rg_test_matches(const char *pattern, const char *graph, const char *names);
/* The value of the expression, where the pattern matches first, as JSON. */
void rg_test_binds(const char *pattern, const char *graph, const char *expression,
                   const char *json);
/* The value of an expression without a graph, and the error it ends in. */
void rg_test_value(const char *expression, const char *json);
void rg_test_value_fails(const char *expression, const char *part);

/* The parts of the suite. */
void rg_add_rewrite_match_tests(CU_pSuite suite);
void rg_add_rewrite_call_tests(CU_pSuite suite);
void rg_add_rewrite_value_tests(CU_pSuite suite);
void rg_add_rewrite_alias_tests(CU_pSuite suite);
void rg_add_rewrite_action_tests(CU_pSuite suite);
void rg_add_rewrite_sweep_tests(CU_pSuite suite);
void rg_add_rewrite_recall_tests(CU_pSuite suite);
void rg_add_rewrite_classes_tests(CU_pSuite suite);
void rg_add_rewrite_host_tests(CU_pSuite suite);
void rg_add_rules_compile_tests(CU_pSuite suite);

#endif
