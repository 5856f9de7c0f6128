/* The public API: walking over the nodes of a graph. */
#include "regraft_objects.h"

typedef struct walking {
    regraft_graph *graph;
    void *context;
    void (*visit)(void *context, const regraft_node *node);
    const rg_graph *body;
    rg_array inputs;     /* of const char *: of the node at hand */
    rg_node_id *seen_by; /* by node: the reader that has it among its inputs already */
    rg_node_id reader;
} walking;

static void add_input(void *context, rg_node_id id) {
    walking *w = context;
    if (w->seen_by[id] == w->reader + 1)
        return;
    w->seen_by[id] = w->reader + 1;
    *(const char **)rg_array_push(w->graph->arena, &w->inputs, sizeof(char *)) =
        rg_node_name(w->body, id);
}

static const char *rule_of(const rg_graph *graph, rg_node_id id) {
    const rg_origin *origin = rg_origin_at(graph->module, rg_extra_of(graph, id)->origin);
    return origin ? origin->rule : NULL;
}

static void visit_node(walking *w, rg_node_id id) {
    static const char *const opcodes[] = {"placeholder", "get_attr",    "call_function",
                                          "call_method", "call_module", "output"};
    const rg_module *module = w->graph->module;
    const rg_node *node = rg_node_at(w->body, id);
    w->reader = id;
    w->inputs.count = 0;
    rg_visit_nodes(module, node->args, add_input, w);
    rg_visit_nodes(module, node->kwargs, add_input, w);
    regraft_node told = {
        .graph = rg_symbol_text(module->symbols, w->body->name),
        .name = rg_node_name(w->body, id),
        .opcode = opcodes[node->opcode],
        .target = rg_node_target(w->body, id),
        .annotation = rg_symbol_text(module->symbols, node->annotation),
        .rule = rule_of(w->body, id),
        .is_new = node->flags & RG_NODE_NEW,
        .inputs = w->inputs.data,
        .input_count = w->inputs.count,
    };
    w->visit(w->context, &told);
}

static void walk(void *context) {
    walking *w = context;
    const rg_module *module = w->graph->module;
    for (size_t i = 0; i < module->graph_count; i++) {
        w->body = module->graphs[i];
        w->seen_by = rg_alloc_array(w->graph->arena, w->body->nodes.count + 1, sizeof *w->seen_by);
        for (rg_node_id id = w->body->first; id != RG_NO_NODE; id = rg_node_at(w->body, id)->next)
            visit_node(w, id);
    }
}

regraft_status regraft_graph_visit(regraft_graph *graph, void *context,
                                   void (*visit)(void *context, const regraft_node *node)) {
    walking w = {.graph = graph, .context = context, .visit = visit};
    if (!graph->module)
        return REGRAFT_INVALID;
    return rg_guard(graph->arena, NULL, walk, &w) ? REGRAFT_OK : REGRAFT_NO_MEMORY;
}
