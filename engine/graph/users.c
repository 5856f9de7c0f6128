/* User counts: how many distinct nodes use a node. */
#include "users.h"
#include "walk.h"

#include <string.h>

static void extend_marks(rg_graph *graph) {
    rg_array *marks = &graph->marks;
    size_t more = graph->nodes.count - marks->count;
    if (more > marks->capacity - marks->count) /* and for nodes to come: it may have to move */
        rg_array_room(graph->module->arena, marks, more + graph->nodes.count / 4, sizeof(rg_mark));
    memset((rg_mark *)marks->data + marks->count, 0, more * sizeof(rg_mark));
    marks->count = graph->nodes.count;
}

uint32_t rg_begin_rounds(rg_graph *graph, size_t rounds) {
    if (graph->marks.count < graph->nodes.count)
        extend_marks(graph);
    if (rounds > UINT32_MAX - graph->round) {
        memset(graph->marks.data, 0, graph->marks.count * sizeof(rg_mark));
        graph->round = 0;
    }
    return graph->round;
}

typedef struct counting {
    rg_graph *graph;
    uint32_t by;
} counting;

static inline void count_use(void *context, rg_node_id id) {
    const counting *c = context;
    rg_mark *mark = (rg_mark *)c->graph->marks.data + id;
    if (mark->round == c->graph->round)
        return;
    mark->round = c->graph->round;
    rg_node_at(c->graph, id)->users += c->by;
}

/* Most calls need no marks. */
static void count_few(rg_graph *graph, rg_value args, uint32_t by) {
    uint32_t count = rg_value_count(args);
    const rg_value *items = rg_items(graph->module, args);
    for (uint32_t i = 0; i < count; i++)
        if (rg_is_node(items[i]) && !rg_stands_before(items, i))
            rg_node_at(graph, items[i].data)->users += by;
}

static RG_RARE void count_any(rg_graph *graph, rg_value args, rg_value kwargs, uint32_t by) {
    counting c = {graph, by};
    rg_begin_rounds(graph, 1);
    graph->round++;
    rg_visit_nodes(graph->module, args, count_use, &c);
    rg_visit_nodes(graph->module, kwargs, count_use, &c);
}

void rg_count_uses(rg_graph *graph, rg_value args, rg_value kwargs, int by) {
    if (rg_value_count(kwargs) == 0 && rg_are_few(graph->module, args))
        count_few(graph, args, (uint32_t)by);
    else
        count_any(graph, args, kwargs, (uint32_t)by);
}

void rg_flag_users(rg_graph *graph) {
    for (rg_node_id id = 0; id < graph->nodes.count; id++) {
        rg_node *node = rg_node_at(graph, id);
        bool listed_as_read = !(node->flags & (RG_NODE_NEW | RG_NODE_ERASED));
        if (listed_as_read && rg_users_differ(graph, id))
            node->flags |= RG_NODE_CHANGED;
    }
}
