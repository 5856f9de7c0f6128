/* New nodes, placed at the cursor. */
#ifndef REGRAFT_BUILD_H
#define REGRAFT_BUILD_H

#include "run.h"

rg_node_id rg_make_node(rg_run *run, rg_opcode opcode, const char *target, rg_value args,
                        rg_value kwargs, const rg_ast *site);
rg_value rg_make_call(rg_run *run, rg_value *frame, const rg_ast *call);
/* A call of the operator with arguments given by position and keyword, spelled for the dialect. */
rg_value rg_make_operator(rg_run *run, const rg_operator *op, const char *overload, rg_value args,
                          rg_value kwargs, const rg_ast *site);
/* The call `id` without its writes, with `further` keyword arguments, a dict; RG_NO_NODE when there
 * is no such operator. Only asks whether there is one when `ask`. */
rg_node_id rg_make_functional(rg_run *run, rg_node_id id, rg_value further, const rg_ast *site,
                              bool ask, bool *found);
rg_value rg_reuse(rg_run *run, rg_value *frame, const rg_ast *call);

#endif
