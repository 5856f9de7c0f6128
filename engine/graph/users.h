/* Counting users, for the files of this folder. */
#ifndef REGRAFT_GRAPH_USERS_H
#define REGRAFT_GRAPH_USERS_H

#include "graph.h"

/* Adds `by` (1 or -1) to the user count of every node that is named in the two values, once each.
 */
void rg_count_uses(rg_graph *graph, rg_value args, rg_value kwargs, int by);

#endif
