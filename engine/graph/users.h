/* Counting users, for the files of this folder. */
#ifndef REGRAFT_GRAPH_USERS_H
#define REGRAFT_GRAPH_USERS_H

#include "graph.h"

/* What graph->marks holds for each node. */
typedef struct rg_mark {
    uint32_t round; /* in which the node was met last */
    uint32_t left;  /* of the users noted, while the graph is checked: those not met yet */
} rg_mark;

/* Adds `by` (1 or -1) to the user count of every node that is named in the two values, once each.
 */
void rg_count_uses(rg_graph *graph, rg_value args, rg_value kwargs, int by);

/* Rounds in which nodes are met: graph->marks has for each node the number of the last round that
 * met it, graph->round is the round that goes on. Makes the marks and sees to it that so many more
 * rounds can be numbered. Returns the last round before them. */
uint32_t rg_begin_rounds(rg_graph *graph, size_t rounds);

#endif
