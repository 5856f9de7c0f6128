/* Results: the rewritten graph, its changes, and the metadata. A part of regraft.h: include that.
 */
#ifndef REGRAFT_API_RESULT_H
#define REGRAFT_API_RESULT_H

#include "run.h"

/* The rewritten graph, which belongs to the result (with in_place it is the given graph); NULL if
 * the run failed. */
REGRAFT_API regraft_graph *regraft_result_graph(regraft_result *result);
/* What the passes emitted and counted, as JSON: {PASS: {KEY: VALUE}}, in the order of the passes.
 * Valid until the next call. */
REGRAFT_API const char *regraft_result_metadata(regraft_result *result);
/* The changes that the run made to the graph, as JSON, for a host that has the graph as objects of
 * its own and applies the changes to them:
 *
 * {"origins": [[PASS, RULE, FILE, LINE], ...],
 *  "graphs": [{"name": NAME, "erased": [NODE, ...], "steps": [STEP, ...]}, ...]}
 *
 * Graphs are in the order of the text, the main one ("") first; unchanged graphs are left out. A
 * NODE is a number: nodes are counted from 0 in the order in which their graph was read, and new
 * ones continue from there. Read nodes that no step names are unchanged and in their old order.
 * Steps are in the order of their nodes:
 *
 * ["new", NODE, BEFORE, OPCODE, TARGET, NAME, ARGS, KWARGS, META, ANNOTATION, ORIGIN, FOR]
 * ["move", NODE, BEFORE]
 * ["inputs", NODE, OLD, NEW, OLD, NEW, ...]: wherever it used node OLD, at any depth of its
 *   arguments, it uses NEW; nothing else of it changes, and no NEW is an OLD
 * ["edit", NODE, TARGET, NAME, ARGS, KWARGS, META, ORIGIN]: all its parts now, changed or not
 *
 * BEFORE is the next node after it that was read and not moved, or null. ORIGIN is an index into
 * "origins", or null: the rule that made the node, or last changed it. FOR is the read node that
 * the new one replaces or was made for, or null. ANNOTATION is the text of its type, or null. (The
 * Python type of a node, the `torch.Tensor` of `%x : torch.Tensor "f32[2]"`, is not told.)
 *
 * ARGS, KWARGS and META (META may be null) are lists in postfix order, from which a value is built
 * with a stack: null, true, false, integers and strings are themselves, ["node", NODE] is a
 * node, ["float", TEXT], ["complex", TEXT], ["name", TEXT] (a dtype or other dotted name),
 * ["device", TEXT], ["text", TEXT] (a text as it was read) and ["ellipsis"] are values, and
 * ["tuple", N], ["list", N], ["dict", N], ["slice", 3] and ["opaque", N] (text between nodes) take
 * the last N values, of a dict keys and values in turn.
 *
 * Valid until the next call; stores the length if `length` is not NULL. NULL if the run failed
 * or memory ran out. */
REGRAFT_API const char *regraft_result_changes(regraft_result *result, size_t *length);
/* Errors and warnings of the run. */
REGRAFT_API regraft_report *regraft_result_report(regraft_result *result);
REGRAFT_API void regraft_result_free(regraft_result *result);

#endif
