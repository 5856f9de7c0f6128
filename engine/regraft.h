/* regraft: rewrites PyTorch FX graphs by rule files.
 *
 *     regraft_rules *rules = regraft_rules_new();
 *     regraft_graph *graph = NULL;
 *     regraft_result *result = NULL;
 *     if (regraft_rules_load_operators(rules, "rules") == REGRAFT_OK &&
 *         regraft_rules_load(rules, "rules/default.pipeline") == REGRAFT_OK &&
 *         regraft_graph_read("model.fx", &graph) == REGRAFT_OK &&
 *         regraft_run(rules, graph, NULL, &result) == REGRAFT_OK)
 *         fputs(regraft_graph_text(regraft_result_graph(result), REGRAFT_AS_READ, NULL), stdout);
 *     regraft_result_free(result);
 *     regraft_graph_free(graph);
 *     regraft_rules_free(rules);
 *
 * The library has no global state: everything belongs to one of the three objects above. It prints
 * nothing, never exits, and installs no handlers.
 *
 * Failure. A function that may fail returns a regraft_status. REGRAFT_INVALID means that the input
 * is wrong: the object's report says what and where. REGRAFT_NO_MEMORY means that memory ran out;
 * the object may then only be freed. Functions that return text return NULL when memory runs out.
 *
 * Lifetime. A result refers to its rules and its graph: free the result first. Texts, reports and
 * diagnostics belong to the object that returned them and are freed with it. Every
 * regraft_*_free() accepts NULL.
 *
 * Threads. A run does not change the rules: any number of threads may call regraft_run() with the
 * same rules, each with a graph of its own. Only one thread at a time may use any other object.
 */
#ifndef REGRAFT_H
#define REGRAFT_H

#ifdef __cplusplus
extern "C" {
#endif

/* In reading order. */
#include "regraft/common.h"
#include "regraft/report.h"
#include "regraft/rules.h"
#include "regraft/graph.h"
#include "regraft/observe.h"
#include "regraft/run.h"
#include "regraft/result.h"

#ifdef __cplusplus
}
#endif

#endif
