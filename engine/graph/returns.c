/* Adding to what a graph returns. */
#include <string.h>

#include "returns.h"
#include "users.h"

/* ---------------------------------------------------------------- the list */

static bool holds_container(const rg_value *items, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (rg_is_container(items[i]))
            return true;
    return false;
}

/* A copy of the list with the items behind it, and as much room again behind those. */
static rg_value copy_with_room(rg_module *module, rg_value list, const rg_value *added,
                               size_t count, uint32_t *room) {
    size_t before = rg_value_count(list), all = before + count;
    size_t spare = all <= RG_MAX_ITEMS / 2 ? all : 0;
    rg_array items = {0};
    rg_array_room(module->arena, &items, all + spare, sizeof(rg_value));
    rg_value *copy = items.data;
    if (before)
        memcpy(copy, rg_items(module, list), before * sizeof *copy);
    memcpy(copy + before, added, count * sizeof *copy);
    memset(copy + all, 0, spare * sizeof *copy);
    rg_value grown = rg_container(module, rg_value_kind(list), copy, all + spare);
    rg_array_free(module->arena, &items);
    *room = (uint32_t)spare;
    return rg_make_value(rg_value_kind(list), (uint32_t)all, grown.data);
}

/* A tuple of the list alone, which is nested as deep as the one in `like`. */
static rg_value around(rg_module *module, rg_value list, rg_value like) {
    rg_value depth = rg_items(module, like)[-1];
    rg_array_room(module->arena, &module->pool, 2, sizeof list);
    rg_value *pool = module->pool.data;
    pool[module->pool.count++] = depth;
    pool[module->pool.count++] = list;
    return rg_make_value(RG_TUPLE, 1, (uint32_t)module->pool.count - 1);
}

static rg_value longer(rg_module *module, rg_returns *returns, rg_value args, const rg_value *added,
                       size_t count) {
    rg_value list = rg_item(module, args, 0);
    size_t before = rg_value_count(list);
    bool fits = module->pool.count + 2 < UINT32_MAX;
    if (fits && count <= returns->room && !holds_container(added, count)) {
        rg_value *items = (rg_value *)module->pool.data + list.data;
        memcpy(items + before, added, count * sizeof *items);
        returns->room -= (uint32_t)count;
        list = rg_make_value(rg_value_kind(list), (uint32_t)(before + count), list.data);
        return around(module, list, args);
    }
    list = copy_with_room(module, list, added, count, &returns->room);
    return rg_container(module, RG_TUPLE, &list, 1);
}

/* ---------------------------------------------------------------- users */

typedef struct listing {
    rg_graph *graph;
    bool *listed;
    uint32_t by; /* added to the users of nodes that were not listed */
} listing;

static void list_node(void *context, rg_node_id id) {
    const listing *l = context;
    if (!l->listed[id])
        rg_node_at(l->graph, id)->users += l->by;
    l->listed[id] = true;
}

/* Learns what the output uses, where it is not what it was. */
static void learn(rg_graph *graph, rg_returns *returns, rg_value args) {
    const rg_node *output = rg_node_at(graph, graph->output);
    bool known = args.tag == returns->args.tag && args.data == returns->args.data;
    if (known && returns->listed.count >= graph->nodes.count)
        return;
    returns->room = known ? returns->room : 0;
    size_t count = graph->nodes.count + graph->nodes.count / 4;
    returns->listed.count = 0;
    rg_array_room(graph->module->arena, &returns->listed, count, sizeof(bool));
    bool *listed = returns->listed.data;
    memset(listed, 0, count * sizeof *listed);
    returns->listed.count = count;
    listing l = {graph, listed, 0};
    rg_visit_nodes(graph->module, args, list_node, &l);
    rg_visit_nodes(graph->module, output->kwargs, list_node, &l);
}

void rg_add_returns(rg_graph *graph, rg_returns *returns, const rg_value *added, size_t count) {
    rg_module *module = graph->module;
    rg_value args = rg_node_at(graph, graph->output)->args;
    learn(graph, returns, args);
    listing l = {graph, returns->listed.data, 1};
    for (size_t i = 0; i < count; i++)
        rg_visit_nodes(module, added[i], list_node, &l);
    returns->args = longer(module, returns, args, added, count);
    rg_lengthen_args(graph, graph->output, returns->args);
}
