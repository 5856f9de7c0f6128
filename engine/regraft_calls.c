/* The public API: what the operator tables say of the calls of a graph. */
#include "regraft_objects.h"

typedef struct telling {
    regraft_graph *graph;
    const rg_ops *ops;
    void *context;
    void (*visit)(void *context, const regraft_call *call);
    const rg_graph *body;
    rg_symbol_map spelled_of[2]; /* functions, methods: target -> index into spelled */
    rg_array spelled;            /* of rg_spelled */
    rg_array written;            /* of const char *: of the call at hand */
} telling;

static rg_spelled resolve(telling *t, const rg_node *node) {
    rg_arena *arena = t->graph->arena;
    rg_symbol_map *map = &t->spelled_of[node->opcode == RG_CALL_METHOD];
    uint32_t found = rg_symbol_map_index(map, node->target);
    if (found == RG_NO_INDEX) {
        const char *target = rg_symbol_text(t->body->module->symbols, node->target);
        *(rg_spelled *)rg_array_push(arena, &t->spelled, sizeof(rg_spelled)) =
            rg_ops_resolve(t->ops, (rg_opcode)node->opcode, target, arena);
        found = (uint32_t)t->spelled.count - 1;
        rg_symbol_map_set_index(arena, map, node->target, found);
    }
    return ((const rg_spelled *)t->spelled.data)[found];
}

static void add_written(void *context, rg_node_id id) {
    telling *t = context;
    *(const char **)rg_array_push(t->graph->arena, &t->written, sizeof(char *)) =
        rg_node_name(t->body, id);
}

/* Returns the schema that the call uses, or NULL. */
static const rg_schema *find_written(telling *t, const rg_node *node, rg_spelled spelled) {
    rg_slot slots[RG_MAX_PARAMS];
    rg_module *module = t->graph->module;
    const rg_schema *schema =
        spelled.op ? rg_bind_any(t->ops, module, t->body, node, spelled, slots) : NULL;
    for (size_t i = 0; schema && i < schema->param_count; i++)
        if (schema->params[i].written && slots[i].place != RG_SLOT_ABSENT)
            rg_visit_nodes(module, slots[i].value, add_written, t);
    return schema;
}

static void tell_call(telling *t, rg_node_id id) {
    const rg_node *node = rg_node_at(t->body, id);
    rg_spelled spelled = resolve(t, node);
    t->written.count = 0;
    const rg_schema *schema = find_written(t, node, spelled);
    regraft_call call = {.graph = rg_symbol_text(t->body->module->symbols, t->body->name),
                         .node = rg_node_name(t->body, id),
                         .target = rg_node_target(t->body, id),
                         .known = spelled.op != NULL,
                         .maybe = schema && schema->when,
                         .written = t->written.data,
                         .written_count = t->written.count};
    t->visit(t->context, &call);
}

static void tell_calls(void *context) {
    telling *t = context;
    const rg_module *module = t->graph->module;
    for (size_t i = 0; i < module->graph_count; i++) {
        t->body = module->graphs[i];
        for (rg_node_id id = t->body->first; id != RG_NO_NODE; id = rg_node_at(t->body, id)->next)
            if (rg_is_operator_call(rg_node_at(t->body, id)))
                tell_call(t, id);
    }
}

regraft_status regraft_graph_calls(regraft_graph *graph, const regraft_rules *rules, void *context,
                                   void (*visit)(void *context, const regraft_call *call)) {
    telling t = {.graph = graph, .ops = rules->ruleset->ops, .context = context, .visit = visit};
    if (!graph->module)
        return REGRAFT_INVALID;
    return rg_guard(graph->arena, graph->module->arena, tell_calls, &t) ? REGRAFT_OK
                                                                        : REGRAFT_NO_MEMORY;
}
