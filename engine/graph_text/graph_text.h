/* Graphs as text: reading, writing and comparing them. */
#ifndef REGRAFT_GRAPH_TEXT_H
#define REGRAFT_GRAPH_TEXT_H

#include "../graph/graph.h"

#endif
