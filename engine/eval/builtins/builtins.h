/* Functions of the language. */
#ifndef REGRAFT_EVAL_BUILTINS_H
#define REGRAFT_EVAL_BUILTINS_H

#include "../../rewrite/run.h"

rg_value rg_call_builtin(rg_run *run, uint32_t number, const rg_value *values, size_t count,
                         const rg_ast *site);
rg_value rg_variable(rg_run *run, uint32_t number);
/* A dim as a value: an int, or the node that holds the symbolic size, or an atom. */
rg_value rg_dim_value(rg_run *run, rg_dim dim);
/* Index of the first output that is `id` element for element; RG_NONE_ID: none. */
uint32_t rg_returned_at(rg_run *run, rg_node_id id);
/* Something was added to what the graph returns. */
void rg_note_more_outputs(rg_run *run);

/* A call of a function that only looks at values. */
typedef struct rg_value_call {
    const rg_graph *graph; /* for the names of nodes in messages */
    rg_module *module;
    rg_arena *scratch;
    const rg_value *values; /* the arguments */
    size_t count;
    const char *wrong; /* the message of what fails; its result does not count */
} rg_value_call;

/* Implemented in values.c, listed in the table of builtins.c. */
#define RG_VALUE_BUILTIN(name) rg_value fn_##name(rg_value_call *c)

RG_VALUE_BUILTIN(len);
RG_VALUE_BUILTIN(items);
RG_VALUE_BUILTIN(enumerate);
RG_VALUE_BUILTIN(range);
RG_VALUE_BUILTIN(zip);
RG_VALUE_BUILTIN(any);
RG_VALUE_BUILTIN(all);
RG_VALUE_BUILTIN(list);
RG_VALUE_BUILTIN(tuple);
RG_VALUE_BUILTIN(slice);
RG_VALUE_BUILTIN(base64);
RG_VALUE_BUILTIN(device);
RG_VALUE_BUILTIN(device_type);
RG_VALUE_BUILTIN(device_index);
RG_VALUE_BUILTIN(is_node);

/* Those that look at nodes: implemented in graph.c, listed in the table of builtins.c. */
#define RG_GRAPH_BUILTIN(name)                                                                     \
    rg_value fn_##name(rg_run *run, const rg_value *v, size_t count, const rg_ast *site)

RG_GRAPH_BUILTIN(min); /* these four are in numbers.c */
RG_GRAPH_BUILTIN(max);
RG_GRAPH_BUILTIN(sum);
RG_GRAPH_BUILTIN(ceildiv);
RG_GRAPH_BUILTIN(refuse);
RG_GRAPH_BUILTIN(json);
RG_GRAPH_BUILTIN(is_tensor);
RG_GRAPH_BUILTIN(known);
RG_GRAPH_BUILTIN(shape);
RG_GRAPH_BUILTIN(stride);
RG_GRAPH_BUILTIN(offset);
RG_GRAPH_BUILTIN(has_strides);
RG_GRAPH_BUILTIN(rank);
RG_GRAPH_BUILTIN(dtype);
RG_GRAPH_BUILTIN(device_of);
RG_GRAPH_BUILTIN(has_dtype);
RG_GRAPH_BUILTIN(expression);
RG_GRAPH_BUILTIN(users);
RG_GRAPH_BUILTIN(name);
RG_GRAPH_BUILTIN(first_name);
RG_GRAPH_BUILTIN(index);
RG_GRAPH_BUILTIN(is_placeholder);
RG_GRAPH_BUILTIN(is_get_attr);
RG_GRAPH_BUILTIN(root);
RG_GRAPH_BUILTIN(base);
RG_GRAPH_BUILTIN(writes);
RG_GRAPH_BUILTIN(written);
RG_GRAPH_BUILTIN(conflict);
RG_GRAPH_BUILTIN(region_clashes);
RG_GRAPH_BUILTIN(overlaps);
RG_GRAPH_BUILTIN(same_elements);
RG_GRAPH_BUILTIN(returned_at);
RG_GRAPH_BUILTIN(arg);
RG_GRAPH_BUILTIN(is_op);
RG_GRAPH_BUILTIN(op_name);
RG_GRAPH_BUILTIN(has_tag);
RG_GRAPH_BUILTIN(arguments);
RG_GRAPH_BUILTIN(functional);
RG_GRAPH_BUILTIN(functional_takes);
RG_GRAPH_BUILTIN(has_functional);
RG_GRAPH_BUILTIN(functional_is_tuple);
RG_GRAPH_BUILTIN(is_tuple);

#endif
