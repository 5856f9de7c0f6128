/* The public API: what a run changed, as JSON. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "graph/walk.h"
#include "regraft_objects.h"

/* ---------------------------------------------------------------- JSON texts */

static void add_string(rg_text *out, const char *text, size_t length) {
    size_t plain = 0; /* bytes from text that wait to be added as they are */
    rg_text_putc(out, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte >= 0x20 && byte != '"' && byte != '\\')
            continue;
        rg_text_add(out, text + plain, i - plain);
        rg_text_printf(out, "\\u%04x", byte);
        plain = i + 1;
    }
    rg_text_add(out, text + plain, length - plain);
    rg_text_putc(out, '"');
}

static void add_c_string(rg_text *out, const char *text) {
    add_string(out, text, strlen(text));
}

static void add_symbol(rg_text *out, const rg_module *module, rg_symbol symbol) {
    add_string(out, rg_symbol_text(module->symbols, symbol),
               rg_symbol_length(module->symbols, symbol));
}

/* A number from 0, stored as 1 + it; 0 is null. */
static void add_number_or_null(rg_text *out, uint32_t stored) {
    if (stored)
        rg_text_printf(out, "%" PRIu32, stored - 1);
    else
        rg_text_puts(out, "null");
}

/* ---------------------------------------------------------------- values */

static const char *tag_of(rg_kind kind) {
    switch (kind) {
    case RG_NODE:
        return "node";
    case RG_FLOAT:
        return "float";
    case RG_COMPLEX:
        return "complex";
    case RG_DTYPE:
    case RG_CONST:
        return "name";
    case RG_DEVICE:
        return "device";
    case RG_TUPLE:
        return "tuple";
    case RG_LIST:
        return "list";
    case RG_DICT:
        return "dict";
    case RG_SLICE:
        return "slice";
    case RG_OPAQUE:
        return "opaque";
    default:
        return "text";
    }
}

static void add_tagged_text(rg_text *out, const rg_module *module, rg_value v) {
    rg_text_printf(out, "[\"%s\",", tag_of(rg_value_kind(v)));
    add_symbol(out, module, v.data);
    rg_text_putc(out, ']');
}

/* One that is no container. */
static void add_single(rg_text *out, const rg_module *module, rg_value v) {
    switch (rg_value_kind(v)) {
    case RG_NONE:
        rg_text_puts(out, "null");
        break;
    case RG_BOOL:
        rg_text_puts(out, v.data ? "true" : "false");
        break;
    case RG_INT:
        rg_text_printf(out, "%" PRId64, rg_get_int(module, v));
        break;
    case RG_STR:
        add_symbol(out, module, v.data);
        break;
    case RG_NODE:
        rg_text_printf(out, "[\"node\",%" PRIu32 "]", v.data);
        break;
    case RG_ELLIPSIS:
        rg_text_puts(out, "[\"ellipsis\"]");
        break;
    default:
        add_tagged_text(out, module, v);
        break;
    }
}

typedef struct frame {
    rg_value container;
    uint32_t next; /* its item that comes next */
} frame;

/* The value in postfix order, as a list. */
static void add_value(rg_text *out, const rg_module *module, rg_value v) {
    frame frames[RG_MAX_DEPTH + 1] = {{.container = v}};
    size_t depth = rg_is_container(v);
    const char *separator = "";
    rg_text_putc(out, '[');
    if (depth == 0)
        add_single(out, module, v);
    while (depth > 0) {
        frame *top = &frames[depth - 1];
        rg_value container = top->container;
        rg_value item = container; /* all items are there: it ends */
        bool ends = top->next == rg_value_count(container);
        if (!ends)
            item = rg_item(module, container, top->next++);
        if (!ends && rg_is_container(item)) {
            frames[depth++] = (frame){.container = item};
            continue;
        }
        rg_text_puts(out, separator);
        separator = ",";
        if (ends) {
            rg_text_printf(out, "[\"%s\",%" PRIu32 "]", tag_of(rg_value_kind(item)),
                           rg_value_count(item));
            depth--;
        } else {
            add_single(out, module, item);
        }
    }
    rg_text_putc(out, ']');
}

/* ---------------------------------------------------------------- inputs that became others */

enum { MOST_INPUTS = 64 }; /* of one node: it is looked up by going through them */

/* What each input of a node became; itself where it did not change. */
typedef struct rewiring {
    size_t count;
    rg_node_id old[MOST_INPUTS], now[MOST_INPUTS];
} rewiring;

/* False when the input became something else at another place, or there are too many. */
static bool note_input(rewiring *r, rg_node_id old, rg_node_id now) {
    for (size_t i = 0; i < r->count; i++)
        if (r->old[i] == old)
            return r->now[i] == now;
    if (r->count == MOST_INPUTS)
        return false;
    r->old[r->count] = old;
    r->now[r->count++] = now;
    return true;
}

/* Whether `now` is `old` with other nodes in it, each always for the same one; notes them. */
static bool compare_inputs(rewiring *r, const rg_module *module, rg_value old, rg_value now) {
    struct {
        rg_value old, now;
        uint32_t next;
    } frames[RG_MAX_DEPTH + 1];
    size_t depth = 0;
    for (;;) {
        if (rg_is_node(old) && rg_is_node(now)) {
            if (!note_input(r, old.data, now.data))
                return false;
        } else if (old.tag != now.tag) {
            return false;
        } else if (rg_is_container(old) && old.data != now.data) {
            if (depth > RG_MAX_DEPTH)
                return false;
            frames[depth].old = old;
            frames[depth].now = now;
            frames[depth++].next = 0;
        } else if (rg_is_container(old)) {
            /* One and the same: what it names stays. */
            rg_walk walk = {.depth = 0};
            rg_value item;
            rg_walk_into(&walk, old);
            while (rg_walk_next(&walk, module, &item))
                if (rg_is_node(item) && !note_input(r, item.data, item.data))
                    return false;
        } else if (old.data != now.data) {
            return false;
        }
        /* cppcheck-suppress uninitvar ; what stands below depth was set */
        while (depth > 0 && frames[depth - 1].next == rg_value_count(frames[depth - 1].old))
            depth--;
        if (depth == 0)
            return true;
        uint32_t next = frames[depth - 1].next++;
        old = rg_item(module, frames[depth - 1].old, next);
        now = rg_item(module, frames[depth - 1].now, next);
    }
}

/* Whether no input became what another one was: then they can be replaced one by one. */
static bool is_independent(const rewiring *r) {
    for (size_t i = 0; i < r->count; i++)
        for (size_t k = 0; r->old[i] != r->now[i] && k < r->count; k++)
            if (r->old[k] == r->now[i] && r->old[k] != r->now[k])
                return false;
    return true;
}

static int by_node(const void *a, const void *b) {
    rg_node_id first = ((const rg_rewired *)a)->node, second = ((const rg_rewired *)b)->node;
    return (first > second) - (first < second);
}

static void sort_by_node(const rg_array *rewired) {
    if (rewired->count)
        qsort(rewired->data, rewired->count, sizeof(rg_rewired), by_node);
}

/* What the value that the node has `now` was when it was read. */
static rg_value as_read(const rg_array *rewired, rg_node_id id, rg_value now) {
    rg_rewired key = {.node = id};
    const rg_rewired *kept = NULL;
    if (rewired->count)
        kept = bsearch(&key, rewired->data, rewired->count, sizeof key, by_node);
    return kept ? kept->value : now;
}

/* Fills in what the inputs became, where that is all that changed. */
static bool find_rewiring(rewiring *r, const rg_graph *graph, rg_node_id id) {
    const rg_node *node = rg_node_at(graph, id);
    r->count = 0;
    if (node->flags & RG_NODE_EDITED)
        return false;
    rg_value args = as_read(&graph->rewired_args, id, node->args);
    rg_value kwargs = as_read(&graph->rewired_kwargs, id, node->kwargs);
    return compare_inputs(r, graph->module, args, node->args) &&
           compare_inputs(r, graph->module, kwargs, node->kwargs) && is_independent(r);
}

/* ---------------------------------------------------------------- steps */

static void add_origins(rg_text *out, const rg_module *module) {
    const rg_origin *origins = module->origins.data;
    for (size_t i = 0; i < module->origins.count; i++) {
        rg_text_puts(out, i ? ",[" : "[");
        add_c_string(out, origins[i].pass);
        rg_text_putc(out, ',');
        add_c_string(out, origins[i].rule);
        rg_text_putc(out, ',');
        add_c_string(out, origins[i].path);
        rg_text_printf(out, ",%" PRIu32 "]", origins[i].line);
    }
}

/* target, name, args, kwargs and meta, in the order all steps have them. */
static void add_content(rg_text *out, const rg_graph *graph, rg_node_id id) {
    const rg_module *module = graph->module;
    const rg_node *node = rg_node_at(graph, id);
    rg_value meta = rg_extra_of(graph, id)->meta;
    add_symbol(out, module, node->target);
    rg_text_putc(out, ',');
    add_symbol(out, module, node->name);
    rg_text_putc(out, ',');
    add_value(out, module, node->args);
    rg_text_putc(out, ',');
    add_value(out, module, node->kwargs);
    rg_text_putc(out, ',');
    if (rg_value_kind(meta) == RG_DICT)
        add_value(out, module, meta);
    else
        rg_text_puts(out, "null");
}

static const char *opcode_word(uint8_t opcode) {
    static const char *const words[] = {
        [RG_PLACEHOLDER] = "placeholder",     [RG_GET_ATTR] = "get_attr",
        [RG_CALL_FUNCTION] = "call_function", [RG_CALL_METHOD] = "call_method",
        [RG_CALL_MODULE] = "call_module",     [RG_OUTPUT] = "output"};
    return words[opcode];
}

static void add_new(rg_text *out, const rg_graph *graph, rg_node_id id, uint32_t before) {
    const rg_node *node = rg_node_at(graph, id);
    const rg_extra *extra = rg_extra_of(graph, id);
    rg_text_printf(out, "[\"new\",%" PRIu32 ",", id);
    add_number_or_null(out, before);
    rg_text_printf(out, ",\"%s\",", opcode_word(node->opcode));
    add_content(out, graph, id);
    rg_text_putc(out, ',');
    if (node->annotation)
        add_symbol(out, graph->module, node->annotation);
    else
        rg_text_puts(out, "null");
    rg_text_putc(out, ',');
    add_number_or_null(out, extra->origin);
    rg_text_putc(out, ',');
    add_number_or_null(out, extra->made_for == RG_NO_NODE ? 0 : extra->made_for + 1);
    rg_text_putc(out, ']');
}

static void add_edit(rg_text *out, const rg_graph *graph, rg_node_id id) {
    rg_text_printf(out, "[\"edit\",%" PRIu32 ",", id);
    add_content(out, graph, id);
    rg_text_putc(out, ',');
    add_number_or_null(out, rg_extra_of(graph, id)->origin);
    rg_text_putc(out, ']');
}

static void add_inputs(rg_text *out, const rewiring *r, rg_node_id id) {
    rg_text_printf(out, "[\"inputs\",%" PRIu32, id);
    for (size_t i = 0; i < r->count; i++)
        if (r->old[i] != r->now[i])
            rg_text_printf(out, ",%" PRIu32 ",%" PRIu32, r->old[i], r->now[i]);
    rg_text_putc(out, ']');
}

static bool stays_in_place(const rg_node *node) {
    return !(node->flags & (RG_NODE_NEW | RG_NODE_MOVED));
}

/* 1 + the first node from `id` on that was read and not moved; 0: none. */
static uint32_t find_anchor(const rg_graph *graph, rg_node_id id) {
    while (id != RG_NO_NODE && !stays_in_place(rg_node_at(graph, id)))
        id = rg_node_at(graph, id)->next;
    return id == RG_NO_NODE ? 0 : id + 1;
}

static void add_steps(rg_text *out, const rg_graph *graph) {
    sort_by_node(&graph->rewired_args);
    sort_by_node(&graph->rewired_kwargs);
    const char *separator = "";
    uint32_t anchor = 0;
    bool anchored = false; /* the anchor is that of the nodes that come */
    rewiring inputs;
    for (rg_node_id id = graph->first; id != RG_NO_NODE; id = rg_node_at(graph, id)->next) {
        const rg_node *node = rg_node_at(graph, id);
        bool placed = !stays_in_place(node), added = node->flags & RG_NODE_NEW;
        if (placed && !anchored)
            anchor = find_anchor(graph, id);
        anchored = placed;
        if (placed) {
            rg_text_puts(out, separator);
            separator = ",";
        }
        if (added) {
            add_new(out, graph, id, anchor);
        } else if (placed) {
            rg_text_printf(out, "[\"move\",%" PRIu32 ",", id);
            add_number_or_null(out, anchor);
            rg_text_putc(out, ']');
        }
        if (!added && (node->flags & (RG_NODE_EDITED | RG_NODE_REWIRED))) {
            rg_text_puts(out, separator);
            separator = ",";
            if (find_rewiring(&inputs, graph, id))
                add_inputs(out, &inputs, id);
            else
                add_edit(out, graph, id);
        }
    }
}

static void add_erased(rg_text *out, const rg_graph *graph) {
    const char *separator = "";
    for (rg_node_id id = 0; id < graph->nodes.count; id++) {
        unsigned flags = rg_node_at(graph, id)->flags;
        if (!(flags & RG_NODE_ERASED) || (flags & RG_NODE_NEW))
            continue;
        rg_text_printf(out, "%s%" PRIu32, separator, id);
        separator = ",";
    }
}

static bool has_changed(const rg_graph *graph) {
    const unsigned changes =
        RG_NODE_NEW | RG_NODE_MOVED | RG_NODE_EDITED | RG_NODE_REWIRED | RG_NODE_ERASED;
    for (rg_node_id id = 0; id < graph->nodes.count; id++)
        if (rg_node_at(graph, id)->flags & changes)
            return true;
    return false;
}

static void add_graph(rg_text *out, const rg_graph *graph) {
    rg_text_puts(out, "{\"name\":");
    add_symbol(out, graph->module, graph->name);
    rg_text_puts(out, ",\"erased\":[");
    add_erased(out, graph);
    rg_text_puts(out, "],\"steps\":[");
    add_steps(out, graph);
    rg_text_puts(out, "]}");
}

static void write_changes(void *context) {
    regraft_result *result = context;
    const rg_module *module = result->graph->module;
    rg_text *out = &result->changes_text;
    const char *separator = "";
    rg_text_clear(out);
    rg_text_puts(out, "{\"origins\":[");
    add_origins(out, module);
    rg_text_puts(out, "],\"graphs\":[");
    for (size_t i = 0; i < module->graph_count; i++) {
        if (!has_changed(module->graphs[i]))
            continue;
        rg_text_puts(out, separator);
        separator = ",";
        add_graph(out, module->graphs[i]);
    }
    rg_text_puts(out, "]}");
}

const char *regraft_result_changes(regraft_result *result, size_t *length) {
    if (!result->graph)
        return NULL;
    if (!rg_guard(result->arena, result->graph->module->arena, write_changes, result))
        return NULL;
    if (length)
        *length = rg_text_length(&result->changes_text);
    return rg_text_string(&result->changes_text);
}
