/* What a graph returns, while more is added to it again and again: each addition costs what it
 * adds, and not what is returned already. */
#ifndef REGRAFT_GRAPH_RETURNS_H
#define REGRAFT_GRAPH_RETURNS_H

#include "graph.h"

/* Zeroed memory is one that knows nothing yet. */
typedef struct rg_returns {
    rg_value args;   /* of the output node after the last addition; other ones: learn them anew */
    uint32_t room;   /* places of the pool behind the list in them that are its own */
    rg_array listed; /* of bool by node: the output uses it */
} rg_returns;

/* Adds items to what the graph returns, a tuple or list. */
void rg_add_returns(rg_graph *graph, rg_returns *returns, const rg_value *added, size_t count);

#endif
