/* Contents: what a node becomes as the sweep reaches it, and what is written and read from then on.
 *
 * These functions take the run, for they may refuse the graph (an error names the pass, the rule
 * and the node) or need a node that the graph does not have. Beyond that they call the rooms above
 * this one for two things only: evaluating a clause of an operator file, and making a node. */
#ifndef REGRAFT_CONTENT_H
#define REGRAFT_CONTENT_H

#include "../rewrite/run.h"

/* Gives the node its object, after rg_analyse(); marks what it writes. */
void rg_register(rg_run *run, rg_node_id id, const rg_effect *effect);
/* The same after a rule turned the node into another call. */
void rg_register_again(rg_run *run, rg_node_id id, const rg_effect *effect);
/* A call that stays in the graph writes the object of `target`. */
void rg_mark_write(rg_run *run, rg_node_id target, rg_node_id site);
/* Brings the arguments of a node up to date, where run->memory.stale. */
void rg_update_arguments(rg_run *run, rg_node_id id);
/* The node that now holds the content of `id`; makes views where they are needed. */
rg_value rg_current(rg_run *run, rg_node_id id);
/* `target <- value` of a rule: the storage of `target`'s object holds `value` from here on, or a
 * copy of it where another tensor's memory would be written with it. */
void rg_write_content(rg_run *run, rg_node_id target, rg_node_id value, rg_node_id site,
                      const rg_ast *ast);
/* The storage of `target`'s object holds `value` from here on. */
void rg_write_storage(rg_run *run, rg_node_id target, rg_node_id value, rg_node_id site,
                      const rg_ast *ast);
/* The object of `target` is the view `value` from here on. */
void rg_become(rg_run *run, rg_node_id target, rg_node_id value, rg_node_id site,
               const rg_ast *ast);
/* Later reads of `old` are reads of `value`. */
void rg_replace(rg_run *run, rg_node_id old, rg_value value, const rg_ast *ast);
/* A copy of the value, made at the cursor. */
rg_node_id rg_make_clone(rg_run *run, rg_node_id value, const rg_ast *ast);

#endif
