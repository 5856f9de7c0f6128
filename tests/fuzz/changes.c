/* A run's changes applied to the graph as it was read, as a host does that has graphs of its own.
 * The format is in engine/regraft/result.h. */
#include "fuzz.h"

#include <stdlib.h>

/* One graph's changes. */
typedef struct change {
    rg_module *module;
    rg_graph *graph;
} change;

static rg_symbol symbol_of(const change *c, const json_t *text) {
    if (!json_is_string(text))
        fuzz_fail("a name, target or annotation is a text");
    return rg_intern(c->module->symbols, json_string_value(text), json_string_length(text));
}

/* ---------------------------------------------------------------- values */

static rg_value tagged_text(const change *c, const char *tag, const json_t *text) {
    static const struct {
        const char *tag;
        rg_kind kind;
    } kinds[] = {{"float", RG_FLOAT},
                 {"complex", RG_COMPLEX},
                 {"name", RG_CONST},
                 {"device", RG_DEVICE},
                 {"text", RG_ATOM}};
    for (size_t i = 0; i < RG_COUNT_OF(kinds); i++)
        if (strcmp(kinds[i].tag, tag) == 0)
            return rg_make_value(kinds[i].kind, 0, symbol_of(c, text));
    fuzz_fail("there is no tag %s", tag);
}

/* Whether the tag is that of a container; its kind. */
static bool is_container(const char *tag, rg_kind *kind) {
    static const char *const tags[] = {"tuple", "list", "dict", "slice", "opaque"};
    for (size_t i = 0; i < RG_COUNT_OF(tags); i++)
        if (strcmp(tags[i], tag) == 0) {
            *kind = (rg_kind)(RG_TUPLE + i);
            return true;
        }
    return false;
}

static void push(const change *c, rg_array *stack, rg_value value) {
    *(rg_value *)rg_array_push(c->module->arena, stack, sizeof value) = value;
}

static void take_tagged(const change *c, rg_array *stack, const json_t *item) {
    const char *tag = json_string_value(json_array_get(item, 0));
    const json_t *what = json_array_get(item, 1);
    rg_kind kind;
    if (strcmp(tag, "ellipsis") == 0) {
        push(c, stack, rg_make_value(RG_ELLIPSIS, 0, 0));
    } else if (strcmp(tag, "node") == 0) {
        push(c, stack, rg_node_value((rg_node_id)json_integer_value(what)));
    } else if (is_container(tag, &kind)) {
        size_t count = (size_t)json_integer_value(what);
        if (count > stack->count)
            fuzz_fail("a container takes what stands before it");
        stack->count -= count;
        const rg_value *items = stack->data;
        rg_value made = rg_container(c->module, kind, items ? items + stack->count : NULL, count);
        push(c, stack, made);
    } else {
        push(c, stack, tagged_text(c, tag, what));
    }
}

static rg_value value_of(const change *c, const json_t *list) {
    rg_array stack = {0};
    size_t index;
    const json_t *item;
    json_array_foreach (list, index, item) {
        if (json_is_array(item))
            take_tagged(c, &stack, item);
        else if (json_is_string(item))
            push(c, &stack, rg_make_value(RG_STR, 0, symbol_of(c, item)));
        else if (json_is_integer(item))
            push(c, &stack, rg_int(c->module, json_integer_value(item)));
        else if (json_is_boolean(item))
            push(c, &stack, rg_bool(json_is_true(item)));
        else
            push(c, &stack, rg_none());
    }
    if (stack.count != 1)
        fuzz_fail("a list in postfix order is one value, not %zu", stack.count);
    return *(rg_value *)stack.data;
}

/* ---------------------------------------------------------------- the list of nodes */

static rg_node_id number_of(const json_t *number) {
    return json_is_null(number) ? RG_NO_NODE : (rg_node_id)json_integer_value(number);
}

static rg_node_id *after(const change *c, rg_node_id id) {
    return id == RG_NO_NODE ? &c->graph->first : &rg_node_at(c->graph, id)->next;
}

static rg_node_id *before(const change *c, rg_node_id id) {
    return id == RG_NO_NODE ? &c->graph->last : &rg_node_at(c->graph, id)->prev;
}

static void take_out(const change *c, rg_node_id id) {
    rg_node *node = rg_node_at(c->graph, id);
    *after(c, node->prev) = node->next;
    *before(c, node->next) = node->prev;
}

static void put_before(const change *c, rg_node_id id, rg_node_id next) {
    rg_node *node = rg_node_at(c->graph, id);
    node->next = next;
    node->prev = *before(c, next);
    *after(c, node->prev) = id;
    *before(c, next) = id;
}

/* ---------------------------------------------------------------- steps */

/* TARGET, NAME, ARGS, KWARGS, META from `at` on. */
static void set_content(const change *c, rg_node_id id, const json_t *step, size_t at) {
    rg_node *node = rg_node_at(c->graph, id);
    node->target = symbol_of(c, json_array_get(step, at));
    node->name = symbol_of(c, json_array_get(step, at + 1));
    node->args = value_of(c, json_array_get(step, at + 2));
    node->kwargs = value_of(c, json_array_get(step, at + 3));
    const json_t *meta = json_array_get(step, at + 4);
    if (!json_is_null(meta))
        rg_make_extra(c->graph, id)->meta = value_of(c, meta);
    else if (node->extra != RG_NO_EXTRA)
        rg_make_extra(c->graph, id)->meta = rg_none();
}

static uint8_t opcode_of(const char *word) {
    static const char *const words[] = {"placeholder", "get_attr",    "call_function",
                                        "call_method", "call_module", "output"};
    for (size_t i = 0; i < RG_COUNT_OF(words); i++)
        if (strcmp(words[i], word) == 0)
            return (uint8_t)i;
    fuzz_fail("there is no opcode %s", word);
}

static void add_node(change *c, const json_t *step) {
    rg_node_id id = number_of(json_array_get(step, 1));
    rg_array *nodes = &c->graph->nodes;
    while (nodes->count <= id) {
        rg_node *room = rg_array_push(c->module->arena, nodes, sizeof *room);
        room->flags = RG_NODE_ERASED;
        room->extra = RG_NO_EXTRA;
    }
    rg_node *node = rg_node_at(c->graph, id);
    if (node->flags != RG_NODE_ERASED)
        fuzz_fail("a new node has a number of its own");
    node->flags = RG_NODE_NEW;
    node->opcode = opcode_of(json_string_value(json_array_get(step, 3)));
    put_before(c, id, number_of(json_array_get(step, 2)));
    set_content(c, id, step, 4);
    const json_t *annotation = json_array_get(step, 9);
    if (!json_is_null(annotation))
        rg_node_at(c->graph, id)->annotation = symbol_of(c, annotation);
}

typedef struct exchange {
    const json_t *step; /* ["inputs", NODE, OLD, NEW, ...] */
} exchange;

static rg_value exchanged(void *context, rg_node_id id) {
    const json_t *step = ((const exchange *)context)->step;
    for (size_t i = 2; i + 1 < json_array_size(step); i += 2)
        if (number_of(json_array_get(step, i)) == id)
            return rg_node_value(number_of(json_array_get(step, i + 1)));
    return rg_node_value(id);
}

static void change_inputs(const change *c, const json_t *step) {
    rg_node_id id = number_of(json_array_get(step, 1));
    exchange wanted = {step};
    bool changed;
    rg_value args =
        rg_map_nodes(c->module, rg_node_at(c->graph, id)->args, exchanged, &wanted, &changed);
    rg_value kwargs =
        rg_map_nodes(c->module, rg_node_at(c->graph, id)->kwargs, exchanged, &wanted, &changed);
    rg_node_at(c->graph, id)->args = args;
    rg_node_at(c->graph, id)->kwargs = kwargs;
}

static void apply_step(change *c, const json_t *step) {
    const char *kind = json_string_value(json_array_get(step, 0));
    rg_node_id id = number_of(json_array_get(step, 1));
    if (strcmp(kind, "new") == 0) {
        add_node(c, step);
    } else if (strcmp(kind, "move") == 0) {
        take_out(c, id);
        put_before(c, id, number_of(json_array_get(step, 2)));
    } else if (strcmp(kind, "inputs") == 0) {
        change_inputs(c, step);
    } else if (strcmp(kind, "edit") == 0) {
        set_content(c, id, step, 2);
    } else {
        fuzz_fail("there is no step %s", kind);
    }
}

/* ---------------------------------------------------------------- counts of users */

typedef struct counting {
    rg_graph *graph;
    rg_node_id *last_user; /* 1 + it, by node */
    rg_node_id user;
} counting;

static void count_use(void *context, rg_node_id id) {
    counting *c = context;
    if (id >= c->graph->nodes.count || rg_node_at(c->graph, id)->flags & RG_NODE_ERASED)
        fuzz_fail("node %u uses node %u, which is gone", c->user, id);
    if (c->last_user[id] == c->user + 1)
        return;
    c->last_user[id] = c->user + 1;
    rg_node_at(c->graph, id)->users++;
}

static void count_users(rg_graph *graph) {
    rg_arena *arena = graph->module->arena;
    counting c = {graph, rg_alloc_array(arena, graph->nodes.count, sizeof(rg_node_id)), 0};
    for (rg_node_id id = 0; id < graph->nodes.count; id++)
        rg_node_at(graph, id)->users = 0;
    for (c.user = graph->first; c.user != RG_NO_NODE; c.user = rg_node_at(graph, c.user)->next) {
        rg_visit_nodes(graph->module, rg_node_at(graph, c.user)->args, count_use, &c);
        rg_visit_nodes(graph->module, rg_node_at(graph, c.user)->kwargs, count_use, &c);
    }
}

/* ---------------------------------------------------------------- all of them */

static rg_graph *graph_named(rg_module *module, const json_t *name) {
    rg_symbol symbol =
        rg_intern(module->symbols, json_string_value(name), json_string_length(name));
    for (size_t i = 0; i < module->graph_count; i++)
        if (module->graphs[i]->name == symbol)
            return module->graphs[i];
    fuzz_fail("there is no graph %s", json_string_value(name));
}

void fuzz_apply_changes(rg_module *module, json_t *changes) {
    size_t index, number;
    json_t *graph, *item;
    json_array_foreach (json_object_get(changes, "graphs"), index, graph) {
        change c = {module, graph_named(module, json_object_get(graph, "name"))};
        json_array_foreach (json_object_get(graph, "steps"), number, item)
            apply_step(&c, item);
        json_array_foreach (json_object_get(graph, "erased"), number, item) {
            rg_node_id id = number_of(item);
            take_out(&c, id);
            rg_node_at(c.graph, id)->flags |= RG_NODE_ERASED;
        }
        count_users(c.graph);
    }
}
