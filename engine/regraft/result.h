/* Results: the rewritten graph, and what the run did and found out. A part of regraft.h, which is
 * what to include. */
#ifndef REGRAFT_API_RESULT_H
#define REGRAFT_API_RESULT_H

#include "run.h"

/* The rewritten graph, which belongs to the result (in_place: the graph that was given); NULL when
 * the run failed. */
REGRAFT_API regraft_graph *regraft_result_graph(regraft_result *result);
/* What the passes emitted and counted, as JSON: {PASS: {KEY: VALUE}}, in the order of the passes.
 * Valid until the next call. */
REGRAFT_API const char *regraft_result_metadata(regraft_result *result);
/* What the run did to the graph, as JSON, for a host that holds the graph as objects of its own and
 * applies the changes to them:
 *
 * {"origins": [[PASS, RULE, FILE, LINE], ...],
 *  "graphs": [{"name": NAME, "erased": [NODE, ...], "steps": [STEP, ...]}, ...]}
 *
 * Graphs stand in the order of the text, the main one ("") first; those that nothing happened to
 * are left out. A NODE is a number: nodes are counted in the order in which their graph was read,
 * from 0; new ones go on from there. Of the nodes that were read, those that no step names are as
 * they were and in their order. Steps stand in the order of the nodes they are about:
 *
 * ["new", NODE, BEFORE, OPCODE, TARGET, NAME, ARGS, KWARGS, META, ANNOTATION, ORIGIN, FOR]
 * ["move", NODE, BEFORE]
 * ["inputs", NODE, OLD, NEW, OLD, NEW, ...]: wherever it used node OLD, at any depth of its
 *   arguments, it uses NEW; nothing else of it is changed, and no NEW is an OLD
 * ["edit", NODE, TARGET, NAME, ARGS, KWARGS, META, ORIGIN]: all that it has now, changed or not
 *
 * BEFORE is the next node behind that was read and not moved, or null. ORIGIN is an index into
 * "origins", or null: the rule that made the node, or last changed it. FOR is the node as read in
 * whose place or for whose sake the new one was made, or null. ANNOTATION is the text of its type,
 * or null.
 *
 * ARGS, KWARGS and META (META may be null) are lists in postfix order, from which a value is built
 * with a stack: null, true, false, integers and strings stand for themselves, ["node", NODE] is a
 * node, ["float", TEXT], ["complex", TEXT], ["name", TEXT] (a dtype or other dotted name),
 * ["device", TEXT], ["text", TEXT] (what was read as text) and ["ellipsis"] are values, and
 * ["tuple", N], ["list", N], ["dict", N], ["slice", 3] and ["opaque", N] (text between nodes) take
 * the last N values, of a dict keys and values in turn.
 *
 * Valid until the next call; stores the length when `length` is not NULL. NULL when the run failed
 * or memory ran out. */
REGRAFT_API const char *regraft_result_changes(regraft_result *result, size_t *length);
/* Errors and warnings of the run. */
REGRAFT_API regraft_report *regraft_result_report(regraft_result *result);
REGRAFT_API void regraft_result_free(regraft_result *result);

#endif
