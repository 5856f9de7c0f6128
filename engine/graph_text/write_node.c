/* One statement as text: its source bytes, or printed from its values. */
#include "print.h"
#include "write.h"

static void find_renamed(void *context, rg_node_id id) {
    const rg_graph **graph = context;
    if (*graph && (rg_node_at(*graph, id)->flags & RG_NODE_RENAMED))
        *graph = NULL;
}

/* Does the node name one that has another name than when it was read? */
static bool names_renamed(const rg_graph *graph, const rg_node *node) {
    const rg_graph *unless_found = graph;
    rg_visit_nodes(graph->module, node->args, find_renamed, &unless_found);
    rg_visit_nodes(graph->module, node->kwargs, find_renamed, &unless_found);
    return !unless_found;
}

bool rg_statement_differs(const rg_graph *graph, rg_node_id id) {
    const rg_node *node = rg_node_at(graph, id);
    if ((node->flags & (RG_NODE_CHANGED | RG_NODE_NEW)) || !rg_has_statement(node))
        return true;
    if (rg_users_differ(graph, id))
        return true;
    return graph->renamed && names_renamed(graph, node);
}

static void print_opcode(rg_text *out, uint8_t opcode) {
    switch ((rg_opcode)opcode) {
    case RG_PLACEHOLDER:
        rg_text_puts(out, "placeholder[target=");
        break;
    case RG_GET_ATTR:
        rg_text_puts(out, "get_attr[target=");
        break;
    case RG_CALL_FUNCTION:
        rg_text_puts(out, "call_function[target=");
        break;
    case RG_CALL_METHOD:
        rg_text_puts(out, "call_method[target=");
        break;
    case RG_CALL_MODULE:
        rg_text_puts(out, "call_module[target=");
        break;
    case RG_OUTPUT: /* prints as `return` */
        break;
    }
}

/* Name, type, annotation and user count: `%x : torch.Tensor "f32[2]" [num_users=1] = `. */
static void print_head(rg_text *out, const rg_graph *graph, rg_node_id id) {
    const rg_module *module = graph->module;
    const rg_node *node = rg_node_at(graph, id);
    rg_symbol type = rg_extra_of(graph, id)->type;
    rg_text_putc(out, '%');
    rg_print_symbol(out, module, node->name);
    rg_text_puts(out, " : ");
    if (type) {
        rg_print_symbol(out, module, type);
        rg_text_putc(out, ' ');
    }
    bool word = node->flags & RG_NODE_TENSOR_WORD;
    bool told = node->flags & RG_NODE_DERIVED;
    if (node->annotation && !told && (word || module->annotated)) {
        if (word)
            rg_text_puts(out, "Tensor ");
        rg_text_putc(out, '"');
        rg_print_symbol(out, module, node->annotation);
        rg_text_putc(out, '"');
        if (!word)
            rg_text_putc(out, ' ');
    }
    if (module->users_word == RG_HASH_USERS)
        rg_text_puts(out, "[#users=");
    else
        rg_text_puts(out, "[num_users=");
    rg_text_add_int(out, node->users);
    rg_text_puts(out, "] = ");
}

/* torch prints a default by str(): a text as it is, but what is in a container by repr(). */
static void print_default(rg_text *out, const rg_graph *graph, rg_value args) {
    rg_text_puts(out, "(default=");
    if (rg_value_kind(args) == RG_OPAQUE) {
        rg_print_value(out, graph, args);
    } else {
        rg_value value = rg_item(graph->module, args, 0);
        if (graph->module->annotated || rg_is_container(value))
            rg_print_repr(out, graph, value);
        else
            rg_print_value(out, graph, value);
    }
    rg_text_putc(out, ')');
}

static void print_arguments(rg_text *out, const rg_graph *graph, const rg_node *node) {
    rg_text_puts(out, "(args = ");
    rg_print_value(out, graph, node->args);
    rg_text_puts(out, ", kwargs = ");
    rg_print_kwargs(out, graph, node->kwargs);
    rg_text_putc(out, ')');
}

static void print_call(rg_text *out, const rg_graph *graph, rg_node_id id) {
    const rg_module *module = graph->module;
    const rg_node *node = rg_node_at(graph, id);
    print_head(out, graph, id);
    if (node->opcode == RG_GET_ATTR && module->self_attributes) {
        rg_text_puts(out, "self.");
        rg_print_symbol(out, module, node->target);
        return;
    }
    print_opcode(out, node->opcode);
    rg_print_symbol(out, module, node->target);
    rg_text_putc(out, ']');
    if (node->opcode != RG_PLACEHOLDER && node->opcode != RG_GET_ATTR)
        print_arguments(out, graph, node);
    else if (rg_value_count(node->args) > 0)
        print_default(out, graph, node->args);
}

static void print_output(rg_text *out, const rg_graph *graph, const rg_node *node) {
    rg_text_puts(out, "return ");
    if (rg_value_kind(node->args) == RG_OPAQUE)
        rg_print_repr(out, graph, node->args);
    else
        rg_print_repr(out, graph, rg_item(graph->module, node->args, 0));
}

void rg_write_node(rg_text *out, const rg_graph *graph, rg_node_id id, bool reprint) {
    const rg_node *node = rg_node_at(graph, id);
    if (!reprint && !rg_statement_differs(graph, id)) {
        rg_text_add(out, graph->module->source->text + node->source_begin,
                    node->source_end - node->source_begin);
        return;
    }
    if (node->opcode == RG_OUTPUT)
        print_output(out, graph, node);
    else
        print_call(out, graph, id);
    rg_value meta = rg_extra_of(graph, id)->meta;
    if (graph->module->annotated && rg_value_kind(meta) == RG_DICT) {
        rg_text_puts(out, "  # ");
        rg_print_repr(out, graph, meta);
    }
}
