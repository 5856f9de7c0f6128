/* New nodes, placed at the cursor. */
#ifndef REGRAFT_BUILD_H
#define REGRAFT_BUILD_H

#include "../run.h"

/* Fails if the name of a keyword argument would not survive writing and reading the graph. */
void rg_check_keywords(rg_run *run, rg_value kwargs, const rg_ast *site);
rg_node_id rg_make_node(rg_run *run, rg_opcode opcode, const char *target, rg_value args,
                        rg_value kwargs, const rg_ast *site);
rg_value rg_make_call(rg_run *run, rg_value *frame, const rg_ast *call);
/* ---- who makes nodes */
/* Sets who makes nodes until rg_end_making(), which takes the value returned. */
static inline rg_maker rg_begin_making(rg_run *run, rg_maker maker) {
    rg_maker before = run->making.now;
    run->making.now = maker;
    return before;
}
/* The same for nodes that the engine makes by itself, at the same place, on behalf of `origin`. */
static inline rg_maker rg_begin_making_for(rg_run *run, uint32_t origin) {
    rg_maker maker = run->making.now;
    maker.origin = origin;
    maker.committing = true;
    return rg_begin_making(run, maker);
}
static inline void rg_end_making(rg_run *run, const rg_maker *before) {
    run->making.now = *before;
}
/* Whether the graph spells operators as ATen's graphs do: no method calls, and torch.ops.aten. */
bool rg_is_aten_graph(const rg_graph *graph);
/* Begins to make nodes in run->graph: at its end, on behalf of no rule. */
void rg_making_begin(rg_run *run);

/* ---- making them */
/* A call of the operator with arguments given by position and keyword, spelled for the dialect. */
rg_value rg_make_operator(rg_run *run, const rg_operator *op, const char *overload, rg_value args,
                          rg_value kwargs, const rg_ast *site);
/* The call `id` without its writes, with `further` keyword arguments, a dict; RG_NO_NODE when there
 * is no such operator. Only asks whether there is one when `ask`. */
rg_node_id rg_make_functional(rg_run *run, rg_node_id id, rg_value further, const rg_ast *site,
                              bool ask, bool *found);
/* `reuse f(x, …)`: the same call if the graph already has it, moved here; else a new one. */
rg_value rg_reuse(rg_run *run, rg_value *frame, const rg_ast *call);

/* ---- what the files here have in common */
/* Whether the applied rule made the node, or moved it into its place. */
bool rg_was_made(const rg_run *run, rg_node_id id);
/* A new node uses node `id`. If that is the root, later new nodes are placed after it. */
void rg_note_root_use(void *run, rg_node_id id);
/* The readers of a node that the sweep has not reached, in the order of the graph, in the scratch
 * arena; none where it has, or had, more than `most` readers. */
const rg_node_id *rg_readers_ahead(rg_run *run, rg_value used, size_t most, size_t *count);
/* The new node is a user of its arguments. */
void rg_link_users(rg_run *run, rg_node_id user);
/* Values that are collected, in the scratch arena. */
typedef struct rg_value_list {
    rg_value *items;
    size_t count, room;
} rg_value_list;
void rg_add_value(rg_run *run, rg_value_list *values, rg_value value);
rg_value rg_as_tuple(rg_run *run, const rg_value_list *values);
/* The arguments of a call as it stands in a rule. */
void rg_collect_arguments(rg_run *run, rg_value *frame, const rg_ast *call, rg_value_list *args,
                          rg_value *kwargs);
/* The opcode and target of a call that names its target outright; NULL for other callees. */
const char *rg_plain_target(rg_run *run, rg_value *frame, const rg_ast *callee, rg_opcode *opcode);

#endif
