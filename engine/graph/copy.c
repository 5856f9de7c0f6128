/* Copies of modules, with ids and symbols kept. */
#include "graph.h"

#include <string.h>

static rg_array copy_array(rg_arena *arena, const rg_array *array, size_t size) {
    rg_array copy = {NULL, 0, 0, 0};
    if (!array->data)
        return copy;
    rg_array_room(arena, &copy, array->count ? array->count : 1, size);
    copy.count = array->count;
    memcpy(copy.data, array->data, array->count * size);
    return copy;
}

static const char *copy_string(rg_arena *arena, const char *text) {
    return text ? rg_copy_text(arena, text, strlen(text)) : NULL;
}

static rg_graph *copy_graph(rg_module *module, const rg_graph *graph) {
    rg_arena *arena = module->arena;
    rg_graph *copy = rg_alloc(arena, sizeof *copy);
    *copy = *graph;
    copy->module = module;
    copy->nodes = copy_array(arena, &graph->nodes, sizeof(rg_node));
    copy->extras = copy_array(arena, &graph->extras, sizeof(rg_extra));
    copy->header = copy_string(arena, graph->header);
    copy->lead = copy_string(arena, graph->lead);
    copy->names = rg_symbol_map_copy(arena, &graph->names);
    copy->name_counters = rg_symbol_map_copy(arena, &graph->name_counters);
    copy->rewired_args = copy_array(arena, &graph->rewired_args, sizeof(rg_rewired));
    copy->rewired_kwargs = copy_array(arena, &graph->rewired_kwargs, sizeof(rg_rewired));
    copy->marks = (rg_array){NULL, 0, 0, 0};
    copy->round = 0;
    return copy;
}

static void copy_origins(rg_module *copy, const rg_module *module) {
    copy->origins = copy_array(copy->arena, &module->origins, sizeof(rg_origin));
    rg_origin *origins = copy->origins.data;
    for (size_t i = 0; i < copy->origins.count; i++) {
        origins[i].pass = copy_string(copy->arena, origins[i].pass);
        origins[i].rule = copy_string(copy->arena, origins[i].rule);
        origins[i].path = copy_string(copy->arena, origins[i].path);
    }
}

rg_module *rg_copy_module(rg_arena *arena, const rg_module *module) {
    rg_module *copy = rg_alloc(arena, sizeof *copy);
    *copy = *module;
    copy->arena = arena;
    copy->symbols = rg_symbols_copy(arena, module->symbols);
    copy->pool = copy_array(arena, &module->pool, sizeof(rg_value));
    copy->wide = copy_array(arena, &module->wide, sizeof(int64_t));
    /* Annotations are parsed again when somebody asks: types point into the other arena. */
    copy->types = (rg_array){NULL, 0, 0, 0};
    copy->type_indices = (rg_symbol_map){0};
    memset(copy->recent_types, 0, sizeof copy->recent_types);
    copy->lines = copy_array(arena, &module->lines, sizeof(rg_line));
    copy_origins(copy, module);
    copy->tail = copy_string(arena, module->tail);
    copy->graphs = rg_alloc_array(arena, module->graph_count, sizeof(rg_graph *));
    for (size_t i = 0; i < module->graph_count; i++)
        copy->graphs[i] = copy_graph(copy, module->graphs[i]);
    return copy;
}
