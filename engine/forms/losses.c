/* What a graph says that another form has no place for. */
#include "forms.h"

typedef struct losing {
    rg_arena *arena;
    const rg_module *module;
    rg_array *losses;
    rg_symbol stack_trace, comment;
} losing;

/* Nodes that lose something of one kind. */
typedef struct lost {
    size_t count;
    const char *first;
} lost;

typedef bool holds(const losing *l, const rg_graph *graph, rg_node_id id);

static lost count_nodes(const losing *l, holds *test) {
    lost found = {0, NULL};
    for (size_t i = 0; i < l->module->graph_count; i++) {
        const rg_graph *graph = l->module->graphs[i];
        for (rg_node_id id = graph->first; id != RG_NO_NODE; id = rg_node_at(graph, id)->next)
            if (test(l, graph, id) && found.count++ == 0)
                found.first = rg_node_name(graph, id);
    }
    return found;
}

static void add(const losing *l, const char *text) {
    *(const char **)rg_array_push(l->arena, l->losses, sizeof(char *)) = text;
}

static void tell(const losing *l, holds *test, const char *what) {
    lost found = count_nodes(l, test);
    if (found.count)
        add(l, rg_format(l->arena, "%s (%zu node%s, first %%%s)", what, found.count,
                         found.count == 1 ? "" : "s", found.first));
}

/* ---- kinds */

static bool has_annotation(const losing *l, const rg_graph *graph, rg_node_id id) {
    (void)l;
    return rg_node_at(graph, id)->annotation != 0;
}

static bool has_meta(const losing *l, const rg_graph *graph, rg_node_id id) {
    (void)l;
    return rg_value_kind(rg_extra_of(graph, id)->meta) == RG_DICT;
}

/* Code has comments: for the innermost frame of a stack trace. */
static bool has_meta_beside_trace(const losing *l, const rg_graph *graph, rg_node_id id) {
    rg_value meta = rg_extra_of(graph, id)->meta;
    for (uint32_t i = 0; has_meta(l, graph, id) && i + 1 < rg_value_count(meta); i += 2) {
        rg_value key = rg_item(l->module, meta, i);
        if (key.data != l->stack_trace && key.data != l->comment)
            return true;
    }
    return false;
}

static bool has_outer_frames(const losing *l, const rg_graph *graph, rg_node_id id) {
    static const char frame[] = "File \"";
    rg_value meta = rg_extra_of(graph, id)->meta;
    for (uint32_t i = 0; has_meta(l, graph, id) && i + 1 < rg_value_count(meta); i += 2) {
        rg_value value = rg_item(l->module, meta, i + 1);
        if (rg_item(l->module, meta, i).data != l->stack_trace || rg_value_kind(value) != RG_STR)
            continue;
        const char *text = rg_value_text(l->module, value), *end = text + strlen(text);
        const char *first = rg_find_text(text, end, frame);
        return first && rg_find_text(first + 1, end, frame);
    }
    return false;
}

static bool has_type_beside_annotation(const losing *l, const rg_graph *graph, rg_node_id id) {
    return has_annotation(l, graph, id) && rg_extra_of(graph, id)->type != 0;
}

/* A function that is not of torch is named by its module and its name, joined by `_`. */
static bool calls_foreign(const losing *l, const rg_graph *graph, rg_node_id id) {
    static const char *const known[] = {"torch.", "operator.", "_operator.", "builtins.", "math."};
    const char *target = rg_node_target(graph, id);
    (void)l;
    if (rg_node_at(graph, id)->opcode != RG_CALL_FUNCTION || !strchr(target, '.'))
        return false;
    for (size_t i = 0; i < RG_COUNT_OF(known); i++)
        if (strncmp(target, known[i], strlen(known[i])) == 0)
            return false;
    return true;
}

/* Does the value hold a string? Containers within are looked at in turn. */
static bool has_text(const losing *l, rg_value value) {
    rg_array open = {0};
    *(rg_value *)rg_array_push(l->arena, &open, sizeof value) = value;
    while (open.count > 0) {
        rg_value v = ((const rg_value *)open.data)[--open.count];
        if (rg_value_kind(v) == RG_STR)
            return true;
        if (!rg_is_container(v))
            continue;
        for (uint32_t i = 0; i < rg_value_count(v); i++)
            *(rg_value *)rg_array_push(l->arena, &open, sizeof v) = rg_item(l->module, v, i);
    }
    return false;
}

static bool has_string(const losing *l, const rg_graph *graph, rg_node_id id) {
    const rg_node *node = rg_node_at(graph, id);
    rg_value kwargs = node->kwargs;
    if (node->opcode == RG_OUTPUT)
        return false;
    if (has_text(l, node->args))
        return true;
    for (uint32_t i = 1; i < rg_value_count(kwargs); i += 2)
        if (has_text(l, rg_item(l->module, kwargs, i)))
            return true;
    return false;
}

void rg_list_losses(rg_arena *arena, const rg_module *module, const rg_understood *understood,
                    rg_form to, bool annotated, rg_array *losses) {
    losing l = {arena, module, losses, 0, 0};
    l.stack_trace = rg_find_symbol(module->symbols, "stack_trace", strlen("stack_trace"));
    l.comment = rg_find_symbol(module->symbols, "comment", strlen("comment"));
    if (to == RG_FORM_PYTHON) {
        tell(&l, has_meta_beside_trace, "metadata beside stack traces");
        tell(&l, has_outer_frames, "all frames of stack traces but the innermost");
        tell(&l, has_type_beside_annotation, "types beside annotations of values");
        if (rg_find_text(module->source->text, module->source->text + module->source->length,
                         "# sizes:"))
            add(&l, "what is known of symbols (`# sizes:`)");
        tell(&l, calls_foreign, "in which module functions are that are not of torch");
        return;
    }
    if (understood->signature.given)
        add(&l, "how the signature spells and unpacks the inputs, and its comments");
    if (understood->result.given)
        add(&l, "how `return` packs the results, and its comments");
    if (annotated)
        return;
    tell(&l, has_annotation, "shapes, dtypes, strides and devices");
    tell(&l, has_meta, "metadata");
    tell(&l, has_string, "which arguments are strings");
}
