/* Printing values: as args print (str of every item) and as Python's repr(). */
#include "print.h"
#include "../graph/walk.h"

#include <string.h>

/* How a value prints. */
typedef enum print_style {
    PLAIN,     /* in args, as torch prints: str() of items, containers spelled out */
    ANNOTATED, /* in args: repr() of items, nodes with % */
    REPR       /* nodes without % */
} print_style;

/* A container that is being printed. */
typedef struct print_frame {
    rg_value value;
    uint32_t next;
    uint8_t style;
    bool bare_keys;
} print_frame;

void rg_print_device_repr(rg_text *out, const char *device) {
    const char *colon = strchr(device, ':');
    size_t length = colon ? (size_t)(colon - device) : strlen(device);
    rg_text_puts(out, "device(type='");
    rg_text_add(out, device, length);
    rg_text_puts(out, "'");
    if (colon)
        rg_text_printf(out, ", index=%s", colon + 1);
    rg_text_putc(out, ')');
}

/* A value that is no container. */
static void print_item(rg_text *out, const rg_graph *graph, rg_value v, print_style style) {
    const rg_module *module = graph->module;
    switch (rg_value_kind(v)) {
    case RG_NONE:
        rg_text_puts(out, "None");
        break;
    case RG_BOOL:
        rg_text_puts(out, v.data ? "True" : "False");
        break;
    case RG_INT:
        rg_text_add_int(out, rg_get_int(module, v));
        break;
    case RG_ELLIPSIS:
        rg_text_puts(out, "Ellipsis");
        break;
    case RG_NODE:
        if (style != REPR)
            rg_text_putc(out, '%');
        rg_print_symbol(out, module, rg_node_at(graph, v.data)->name);
        break;
    case RG_STR:
        if (style == PLAIN)
            rg_print_symbol(out, module, v.data);
        else
            rg_print_quoted(out, rg_value_text(module, v),
                            rg_symbol_length(module->symbols, v.data));
        break;
    case RG_DEVICE:
        if (style == PLAIN)
            rg_print_symbol(out, module, v.data);
        else
            rg_print_device_repr(out, rg_value_text(module, v));
        break;
    default:
        rg_print_symbol(out, module, v.data);
        break;
    }
}

static void print_opener(rg_text *out, rg_kind kind) {
    if (kind == RG_TUPLE)
        rg_text_putc(out, '(');
    else if (kind == RG_LIST)
        rg_text_putc(out, '[');
    else if (kind == RG_DICT)
        rg_text_putc(out, '{');
    else if (kind == RG_SLICE)
        rg_text_puts(out, "slice(");
}

static void print_closer(rg_text *out, rg_kind kind, uint32_t count) {
    if (kind == RG_TUPLE && count == 1)
        rg_text_puts(out, ",)");
    else if (kind == RG_TUPLE || kind == RG_SLICE)
        rg_text_putc(out, ')');
    else if (kind == RG_LIST)
        rg_text_putc(out, ']');
    else if (kind == RG_DICT)
        rg_text_putc(out, '}');
}

/* A slice prints its items by repr() wherever str() of it stands. */
static print_style style_inside(rg_kind kind, print_style outer) {
    return kind == RG_SLICE && outer == PLAIN ? REPR : outer;
}

/* The innermost container stands in `top`, those around it in `frames`. */
static void print_container(rg_text *out, const rg_graph *graph, rg_value v, print_style style,
                            bool bare_keys) {
    print_frame frames[RG_MAX_DEPTH];
    size_t depth = 0;
    print_frame top = {v, 0, (uint8_t)style, bare_keys};
    print_opener(out, rg_value_kind(v));
    for (;;) {
        rg_kind kind = rg_value_kind(top.value);
        if (top.next == rg_value_count(top.value)) {
            print_closer(out, kind, rg_value_count(top.value));
            if (depth == 0)
                return;
            top = frames[--depth];
            continue;
        }
        bool key = kind == RG_DICT && top.next % 2 == 0;
        if (top.next > 0 && kind != RG_OPAQUE)
            rg_text_add(out, kind == RG_DICT && !key ? ": " : ", ", 2);
        rg_value item = rg_item(graph->module, top.value, top.next++);
        print_style inside = key && top.bare_keys ? PLAIN : (print_style)top.style;
        if (!rg_is_container(item)) {
            print_item(out, graph, item, inside);
            continue;
        }
        kind = rg_value_kind(item);
        inside = style_inside(kind, key && inside == PLAIN ? REPR : inside);
        frames[depth++] = top;
        top = (print_frame){item, 0, (uint8_t)inside, false};
        print_opener(out, kind);
    }
}

static void print_value(rg_text *out, const rg_graph *graph, rg_value v, print_style style) {
    if (rg_is_container(v))
        print_container(out, graph, v, style_inside(rg_value_kind(v), style), false);
    else
        print_item(out, graph, v, style);
}

void rg_print_value(rg_text *out, const rg_graph *graph, rg_value v) {
    print_value(out, graph, v, graph->module->annotated ? ANNOTATED : PLAIN);
}

void rg_print_repr(rg_text *out, const rg_graph *graph, rg_value v) {
    print_value(out, graph, v, REPR);
}

void rg_print_kwargs(rg_text *out, const rg_graph *graph, rg_value kwargs) {
    print_style style = graph->module->annotated ? ANNOTATED : PLAIN;
    if (rg_value_kind(kwargs) == RG_DICT && rg_value_count(kwargs) == 0)
        rg_text_puts(out, "{}");
    else
        print_container(out, graph, kwargs, style, true);
}
