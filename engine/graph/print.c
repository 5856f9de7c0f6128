/* Printing values: as args print (str of every item) and as Python's repr(). */
#include "print.h"
#include "walk.h"

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

static void print_symbol(rg_text *out, const rg_module *module, rg_symbol symbol) {
    rg_text_add(out, rg_symbol_text(module->symbols, symbol),
                rg_symbol_length(module->symbols, symbol));
}

void rg_print_int(rg_text *out, int64_t number) {
    char digits[24];
    char *at = digits + sizeof digits;
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0)
        *--at = '-';
    rg_text_add(out, at, (size_t)(digits + sizeof digits - at));
}

/* A value that is no container. */
static void print_item(rg_text *out, const rg_graph *graph, rg_value v, print_style style) {
    const rg_module *module = graph->module;
    switch (rg_value_kind(v)) {
    case RG_NONE:
        rg_text_add(out, "None", 4);
        break;
    case RG_BOOL:
        rg_text_puts(out, v.data ? "True" : "False");
        break;
    case RG_INT:
        rg_print_int(out, rg_get_int(module, v));
        break;
    case RG_ELLIPSIS:
        rg_text_puts(out, "Ellipsis");
        break;
    case RG_NODE:
        if (style != REPR)
            rg_text_putc(out, '%');
        print_symbol(out, module, rg_node_at(graph, v.data)->name);
        break;
    case RG_STR:
        if (style == PLAIN)
            print_symbol(out, module, v.data);
        else
            rg_print_quoted(out, rg_value_text(module, v),
                            rg_symbol_length(module->symbols, v.data));
        break;
    case RG_DEVICE:
        if (style == PLAIN)
            print_symbol(out, module, v.data);
        else
            rg_print_device_repr(out, rg_value_text(module, v));
        break;
    default:
        print_symbol(out, module, v.data);
        break;
    }
}

static const char *opener(rg_kind kind) {
    switch (kind) {
    case RG_TUPLE:
        return "(";
    case RG_LIST:
        return "[";
    case RG_DICT:
        return "{";
    case RG_SLICE:
        return "slice(";
    default:
        return "";
    }
}

static const char *closer(rg_kind kind, uint32_t count) {
    switch (kind) {
    case RG_TUPLE:
        return count == 1 ? ",)" : ")";
    case RG_LIST:
        return "]";
    case RG_DICT:
        return "}";
    case RG_SLICE:
        return ")";
    default:
        return "";
    }
}

/* A slice prints its items by repr() wherever str() of it stands. */
static print_style style_inside(rg_kind kind, print_style outer) {
    return kind == RG_SLICE && outer == PLAIN ? REPR : outer;
}

static void print_container(rg_text *out, const rg_graph *graph, rg_value v, print_style style,
                            bool bare_keys) {
    print_frame frames[RG_MAX_DEPTH];
    size_t depth = 0;
    frames[depth++] = (print_frame){v, 0, (uint8_t)style, bare_keys};
    while (depth > 0) {
        print_frame *top = &frames[depth - 1];
        rg_kind kind = rg_value_kind(top->value);
        if (top->next == rg_value_count(top->value)) {
            rg_text_puts(out, closer(kind, rg_value_count(top->value)));
            depth--;
            continue;
        }
        bool key = kind == RG_DICT && top->next % 2 == 0, value = kind == RG_DICT && !key;
        if (top->next > 0 && kind != RG_OPAQUE)
            rg_text_add(out, value ? ": " : ", ", 2);
        rg_value item = rg_item(graph->module, top->value, top->next++);
        print_style inside = key && top->bare_keys ? PLAIN : (print_style)top->style;
        if (rg_is_container(item)) {
            rg_text_puts(out, opener(rg_value_kind(item)));
            inside = style_inside(rg_value_kind(item), key && inside == PLAIN ? REPR : inside);
            frames[depth++] = (print_frame){item, 0, (uint8_t)inside, false};
        } else {
            print_item(out, graph, item, inside);
        }
    }
}

static void print_value(rg_text *out, const rg_graph *graph, rg_value v, print_style style) {
    if (!rg_is_container(v)) {
        print_item(out, graph, v, style);
        return;
    }
    rg_text_puts(out, opener(rg_value_kind(v)));
    print_container(out, graph, v, style_inside(rg_value_kind(v), style), false);
}

void rg_print_value(rg_text *out, const rg_graph *graph, rg_value v) {
    print_value(out, graph, v, graph->module->annotated ? ANNOTATED : PLAIN);
}

void rg_print_repr(rg_text *out, const rg_graph *graph, rg_value v) {
    print_value(out, graph, v, REPR);
}

void rg_print_kwargs(rg_text *out, const rg_graph *graph, rg_value kwargs) {
    rg_text_puts(out, opener(rg_value_kind(kwargs)));
    print_container(out, graph, kwargs, graph->module->annotated ? ANNOTATED : PLAIN, true);
}
