/* Bodies: the graphs that higher-order operators run. */
#ifndef REGRAFT_BODIES_H
#define REGRAFT_BODIES_H

#include "../rewrite/run.h"

/* Finds the graphs of the module by their names. */
void rg_number_bodies(rg_run *run);
/* Warns of bodies that are not part of the text, once a run. */
void rg_warn_of_missing_bodies(rg_run *run);
/* Looks into the bodies that are part of the text, once a run. */
void rg_learn_bodies(rg_run *run);
/* Whether the node, an argument of a higher-order operator, names a body. */
bool rg_is_body(const rg_run *run, rg_node_id id);
/* Whether it names a graph of the text. */
bool rg_is_known_body(rg_run *run, rg_node_id id);
/* Whether all results of the body are fresh: none shares memory with an operand or another result.
 */
bool rg_body_is_fresh(rg_run *run, rg_node_id body);
/* At a call that runs bodies: notes that operands may have been written. */
void rg_look_at_bodies(rg_run *run, rg_node_id id);
/* Fails where such a call may have written the storage, which is seen through `seen`. */
void rg_refuse_hidden(rg_run *run, const rg_storage *storage, rg_node_id seen);

/* At the start of a run. */
void rg_graphs_start(rg_run *run);

#endif
