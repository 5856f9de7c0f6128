/* Making names, for the files of this folder. */
#ifndef REGRAFT_GRAPH_NAME_H
#define REGRAFT_GRAPH_NAME_H

#include "graph.h"

/* A name that no node of the graph has, made from `wanted`. */
rg_symbol rg_make_name(rg_graph *graph, const char *wanted);
rg_symbol rg_make_wanted_name(rg_graph *graph, const rg_wanted_name *want);

#endif
