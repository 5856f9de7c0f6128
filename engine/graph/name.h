/* Names of nodes, as torch.fx makes them. */
#ifndef REGRAFT_GRAPH_NAME_H
#define REGRAFT_GRAPH_NAME_H

#include "graph.h"

/* What a name is made of; see rg_want_name(). */
typedef struct rg_wanted_name {
    rg_symbol whole; /* as it is wanted, in valid bytes */
    rg_symbol base;  /* without the number at its end */
    uint32_t number; /* at its end */
    bool numbered;   /* there is such a number */
    bool reserved;   /* no node may have the whole name */
} rg_wanted_name;

/* Reads a name that is wanted, for several nodes of the module maybe. */
rg_wanted_name rg_want_name(rg_module *module, const char *wanted);

/* A name that no node of the graph has, made from `wanted`. */
rg_symbol rg_make_name(rg_graph *graph, const char *wanted);
rg_symbol rg_make_wanted_name(rg_graph *graph, const rg_wanted_name *want);

/* FX's automatic name for a call: snake_case of the last name of a target that carries one
 * (`torch.ops.aten.add.Tensor` -> `add`); the text of a symbol. */
const char *rg_default_name(rg_module *module, rg_opcode opcode, const char *target);

#endif
