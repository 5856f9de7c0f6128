/* Nodes: adding, changing, moving and erasing them. */
#include "name.h"
#include "users.h"

#include <string.h>

static void link_before(rg_graph *graph, rg_node_id id, rg_node_id before) {
    rg_node *node = rg_node_at(graph, id);
    node->next = before;
    node->prev = before == RG_NO_NODE ? graph->last : rg_node_at(graph, before)->prev;
    if (node->prev == RG_NO_NODE)
        graph->first = id;
    else
        rg_node_at(graph, node->prev)->next = id;
    if (before == RG_NO_NODE)
        graph->last = id;
    else
        rg_node_at(graph, before)->prev = id;
}

static void unlink_node(rg_graph *graph, rg_node_id id) {
    const rg_node *node = rg_node_at(graph, id);
    if (node->prev == RG_NO_NODE)
        graph->first = node->next;
    else
        rg_node_at(graph, node->prev)->next = node->next;
    if (node->next == RG_NO_NODE)
        graph->last = node->prev;
    else
        rg_node_at(graph, node->next)->prev = node->prev;
}

static void note_leaf(rg_graph *graph, rg_node_id id) {
    unsigned opcode = rg_node_at(graph, id)->opcode;
    graph->leaf_changes += opcode == RG_PLACEHOLDER || opcode == RG_GET_ATTR;
}

const rg_extra rg_no_extra = {.made_for = RG_NO_NODE};

rg_extra *rg_make_extra(rg_graph *graph, rg_node_id id) {
    rg_node *node = rg_node_at(graph, id);
    if (node->extra == RG_NO_EXTRA) {
        node->extra = (uint32_t)graph->extras.count;
        rg_extra *made = rg_array_push(graph->module->arena, &graph->extras, sizeof *made);
        *made = rg_no_extra;
    }
    return (rg_extra *)graph->extras.data + node->extra;
}

void rg_note_users(rg_graph *graph, rg_node_id id) {
    rg_node *node = rg_node_at(graph, id);
    bool many = node->users >= RG_MANY_USERS;
    node->users_read = many ? RG_MANY_USERS : (uint8_t)node->users;
    if (many)
        rg_make_extra(graph, id)->users_read = node->users;
}

static void give_name(rg_graph *graph, rg_node_id id, rg_symbol name) {
    rg_node_at(graph, id)->name = name;
    rg_symbol_map_set_index(graph->module->arena, &graph->names, name, id);
}

static void free_name(rg_graph *graph, rg_node_id id) {
    rg_symbol_map_set_index(graph->module->arena, &graph->names, rg_node_at(graph, id)->name,
                            RG_NO_INDEX);
}

rg_node_id rg_add_wanted_node(rg_graph *graph, rg_node_id before, rg_opcode opcode,
                              rg_symbol target, rg_value args, rg_value kwargs,
                              const rg_wanted_name *want) {
    rg_module *module = graph->module;
    if (graph->nodes.count >= RG_NO_NODE - 1)
        rg_out_of_memory(module->arena);
    rg_symbol name = rg_make_wanted_name(graph, want);
    rg_node_id id = (rg_node_id)graph->nodes.count;
    rg_node *node = rg_array_push(module->arena, &graph->nodes, sizeof *node);
    node->target = target;
    node->args = args;
    node->kwargs = kwargs;
    node->opcode = (uint8_t)opcode;
    node->flags = RG_NODE_NEW;
    node->extra = RG_NO_EXTRA;
    bool call = opcode != RG_PLACEHOLDER && opcode != RG_GET_ATTR && opcode != RG_OUTPUT;
    if (module->tensor_words && call)
        node->flags |= RG_NODE_TENSOR_WORD;
    graph->leaf_changes += !call;
    link_before(graph, id, before);
    if (opcode == RG_OUTPUT)
        graph->output = id;
    give_name(graph, id, name);
    rg_count_uses(graph, args, kwargs, 1);
    return id;
}

rg_node_id rg_made_for(const rg_graph *graph, rg_node_id id) {
    if (id == RG_NO_NODE)
        return RG_NO_NODE;
    bool made = rg_node_at(graph, id)->flags & RG_NODE_NEW;
    return made ? rg_extra_of(graph, id)->made_for : id;
}

/* Keeps what arguments of a node were when it was read; the flag says which. */
static void keep_arguments(rg_graph *graph, rg_node_id id, unsigned flag) {
    rg_node *node = rg_node_at(graph, id);
    if (node->flags & (RG_NODE_NEW | flag))
        return;
    bool positional = flag == RG_NODE_REWIRED_ARGS;
    rg_array *list = positional ? &graph->rewired_args : &graph->rewired_kwargs;
    rg_rewired *kept = rg_array_push(graph->module->arena, list, sizeof *kept);
    *kept = (rg_rewired){id, positional ? node->args : node->kwargs};
    node->flags = (uint16_t)(node->flags | flag);
}

void rg_exchange_args(rg_graph *graph, rg_node_id id, rg_value args) {
    rg_node *node = rg_node_at(graph, id);
    keep_arguments(graph, id, RG_NODE_REWIRED_ARGS);
    rg_count_uses(graph, node->args, node->kwargs, -1);
    rg_count_uses(graph, args, node->kwargs, 1);
    node->flags |= RG_NODE_CHANGED;
    node->args = args;
}

void rg_lengthen_args(rg_graph *graph, rg_node_id id, rg_value args) {
    keep_arguments(graph, id, RG_NODE_REWIRED_ARGS);
    rg_node_at(graph, id)->flags |= RG_NODE_CHANGED;
    rg_node_at(graph, id)->args = args;
}

void rg_set_args(rg_graph *graph, rg_node_id id, rg_value args, rg_value kwargs) {
    rg_node *node = rg_node_at(graph, id);
    bool same_args = rg_values_equal(graph->module, node->args, args);
    bool same_kwargs = rg_values_equal(graph->module, node->kwargs, kwargs);
    if (!same_args)
        keep_arguments(graph, id, RG_NODE_REWIRED_ARGS);
    if (!same_kwargs)
        keep_arguments(graph, id, RG_NODE_REWIRED_KWARGS);
    if (!same_args || !same_kwargs) {
        rg_count_uses(graph, node->args, node->kwargs, -1);
        rg_count_uses(graph, args, kwargs, 1);
        node->flags |= RG_NODE_CHANGED;
    }
    node->args = args;
    node->kwargs = kwargs;
}

void rg_set_target(rg_graph *graph, rg_node_id id, const char *target) {
    rg_node *node = rg_node_at(graph, id);
    rg_symbol symbol = rg_intern_text(graph->module->symbols, target);
    if (node->target == symbol)
        return;
    node->target = symbol;
    node->flags |= RG_NODE_CHANGED | RG_NODE_EDITED;
}

void rg_set_meta(rg_graph *graph, rg_node_id id, const char *key, rg_value value) {
    rg_module *module = graph->module;
    rg_node *node = rg_node_at(graph, id);
    rg_value name = rg_text_value(module, RG_STR, key, strlen(key));
    rg_value had = rg_extra_of(graph, id)->meta, meta = had;
    if (rg_value_kind(meta) != RG_DICT)
        meta = rg_container(module, RG_DICT, NULL, 0);
    meta = rg_dict_with(module, meta, name, value);
    if (!rg_values_equal(module, had, meta))
        node->flags |= module->annotated ? RG_NODE_CHANGED | RG_NODE_EDITED : RG_NODE_EDITED;
    rg_make_extra(graph, id)->meta = meta;
}

void rg_set_annotation(rg_graph *graph, rg_node_id id, rg_symbol annotation) {
    rg_node *node = rg_node_at(graph, id);
    node->flags &= (uint16_t)~RG_NODE_DERIVED;
    bool printed = graph->module->annotated || (node->flags & RG_NODE_TENSOR_WORD);
    if (printed && node->annotation != annotation)
        node->flags |= RG_NODE_CHANGED;
    node->annotation = annotation;
}

void rg_rename_node(rg_graph *graph, rg_node_id id, const char *wanted) {
    rg_symbol old = rg_node_at(graph, id)->name;
    free_name(graph, id);
    rg_symbol name = rg_make_name(graph, wanted);
    give_name(graph, id, name);
    if (name == old)
        return;
    rg_node_at(graph, id)->flags |= RG_NODE_CHANGED | RG_NODE_EDITED | RG_NODE_RENAMED;
    graph->renamed = true;
}

void rg_erase_node(rg_graph *graph, rg_node_id id) {
    rg_node *node = rg_node_at(graph, id);
    rg_count_uses(graph, node->args, node->kwargs, -1);
    unlink_node(graph, id);
    note_leaf(graph, id);
    free_name(graph, id);
    node->flags |= RG_NODE_ERASED;
    if (graph->output == id)
        graph->output = RG_NO_NODE;
}

void rg_move_node(rg_graph *graph, rg_node_id id, rg_node_id before) {
    if (id == before)
        return;
    unlink_node(graph, id);
    link_before(graph, id, before);
    note_leaf(graph, id);
    rg_node_at(graph, id)->flags |= RG_NODE_MOVED;
}

rg_node_id rg_find_node(const rg_graph *graph, rg_symbol name) {
    return rg_symbol_map_index(&graph->names, name);
}

const char *rg_node_name(const rg_graph *graph, rg_node_id id) {
    return rg_symbol_text(graph->module->symbols, rg_node_at(graph, id)->name);
}

const char *rg_node_target(const rg_graph *graph, rg_node_id id) {
    return rg_symbol_text(graph->module->symbols, rg_node_at(graph, id)->target);
}
