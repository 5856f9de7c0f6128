/* Writing graphs as Python code: classes, functions, and which values end where. */
#include "python_write.h"

#include "../graph/users.h"

/* ---- which values nothing uses later */

typedef struct endings {
    const rg_graph *graph;
    rg_arena *arena;
    rg_array found; /* of rg_node_id, of one node after the other, from the last on */
    bool *seen;     /* by node: something later uses it */
} endings;

static void note_use(void *context, rg_node_id id) {
    endings *e = context;
    if (e->seen[id])
        return;
    e->seen[id] = true;
    *(rg_node_id *)rg_array_push(e->arena, &e->found, sizeof id) = id;
}

/* Fills dying and dying_end, which are in the order of ids, from lists in reverse order of nodes.
 */
static void find_endings(rg_python_writing *w, rg_arena *arena) {
    const rg_graph *graph = w->graph;
    size_t count = graph->nodes.count;
    endings e = {.graph = graph, .arena = arena};
    uint32_t *begins = rg_alloc_array(arena, count + 1, sizeof *begins);
    uint32_t *ends = rg_alloc_array(arena, count + 1, sizeof *ends);
    e.seen = rg_alloc_array(arena, count + 1, sizeof *e.seen);
    for (rg_node_id id = graph->last; id != RG_NO_NODE; id = rg_node_at(graph, id)->prev) {
        const rg_node *node = rg_node_at(graph, id);
        begins[id] = (uint32_t)e.found.count;
        rg_visit_nodes(graph->module, node->args, note_use, &e);
        rg_visit_nodes(graph->module, node->kwargs, note_use, &e);
        if (node->opcode != RG_PLACEHOLDER && node->users == 0 && !w->understood->keeps_unused)
            *(rg_node_id *)rg_array_push(arena, &e.found, sizeof id) = id;
        ends[id] = (uint32_t)e.found.count;
    }
    rg_node_id *dying = rg_alloc_array(arena, e.found.count + 1, sizeof *dying);
    uint32_t at = 0, *dying_end = rg_alloc_array(arena, count + 1, sizeof *dying_end);
    for (rg_node_id id = 0; id < count; id++) {
        for (uint32_t i = begins[id]; i < ends[id]; i++)
            dying[at++] = ((const rg_node_id *)e.found.data)[i];
        dying_end[id] = at;
    }
    w->dying = dying;
    w->dying_end = dying_end;
}

/* ---- functions */

static void write_signature(rg_python_writing *w, const char *name, size_t depth) {
    rg_text_printf(w->out, "%*sdef %s(self", (int)(4 * depth), "", name);
    for (rg_node_id id = w->graph->first; id != RG_NO_NODE; id = rg_node_at(w->graph, id)->next) {
        if (rg_node_at(w->graph, id)->opcode != RG_PLACEHOLDER)
            continue;
        rg_text_puts(w->out, ", ");
        rg_python_write_input(w, id);
    }
    rg_text_puts(w->out, "):");
}

/* `l_x_ = L_x_`: the names of inputs, where they are others than those of parameters. */
static void write_renames(rg_python_writing *w) {
    for (rg_node_id id = w->graph->first; id != RG_NO_NODE; id = rg_node_at(w->graph, id)->next) {
        const rg_node *node = rg_node_at(w->graph, id);
        const char *target = rg_node_target(w->graph, id), *name = rg_node_name(w->graph, id);
        if (node->opcode != RG_PLACEHOLDER || strcmp(target + strspn(target, "*"), name) == 0)
            continue;
        rg_text_printf(w->out, "%s%s = %s\n", w->indent, name, target + strspn(target, "*"));
        w->begun = true;
    }
}

/* What was written from `begin` on may have been given in another spelling. */
static void respell(rg_text *out, size_t begin, const rg_given_part *spelling) {
    if (!spelling->given || !spelling->printed ||
        strcmp(rg_text_string(out) + begin, spelling->printed) != 0)
        return;
    out->bytes.count = begin;
    rg_text_puts(out, spelling->given);
}

static void write_part(rg_python_writing *w, rg_node_id id, const rg_given_part *result) {
    const rg_node *node = rg_node_at(w->graph, id);
    size_t begin = rg_text_length(w->out);
    if (node->opcode == RG_OUTPUT) {
        rg_python_write_return(w, node);
        respell(w->out, begin, result);
        rg_text_putc(w->out, '\n');
    } else if (node->opcode != RG_PLACEHOLDER) {
        rg_python_write_node(w, id);
    }
}

static void write_function(rg_text *out, const rg_graph *graph, const rg_understood *understood,
                           const char *name, size_t depth) {
    rg_inner_arena *scratch = rg_arena_within(out->arena);
    const rg_symbols *symbols = graph->module->symbols;
    static const rg_given_part none = {0};
    bool main = graph == graph->module->graphs[0];
    rg_python_writing w = {.out = out, .graph = graph, .understood = understood};
    w.indent = rg_format(scratch->arena, "%*s", (int)(4 * depth + 4), "");
    w.stack_trace = rg_find_symbol(symbols, "stack_trace", strlen("stack_trace"));
    w.comment = rg_find_symbol(symbols, "comment", strlen("comment"));
    find_endings(&w, scratch->arena);
    size_t begin = rg_text_length(out);
    write_signature(&w, name, depth);
    respell(out, begin, main ? &understood->signature : &none);
    rg_text_putc(out, '\n');
    write_renames(&w);
    for (rg_node_id id = graph->first; id != RG_NO_NODE; id = rg_node_at(graph, id)->next)
        write_part(&w, id, main ? &understood->result : &none);
    if (understood->indented)
        rg_text_puts(out, w.indent);
    rg_inner_arena_free(scratch);
}

static size_t depth_of_main(const rg_module *module, const rg_understood *understood) {
    bool bare = rg_form_is_code(understood->form) && !understood->class_name;
    return bare && module->graph_count == 1 ? 0 : 1;
}

static const char *name_of_main(const rg_understood *understood) {
    return understood->function ? understood->function : "forward";
}

void rg_note_spelling(rg_arena *arena, const rg_module *module, rg_understood *understood) {
    const rg_graph *graph = module->graphs[0];
    size_t depth = depth_of_main(module, understood);
    rg_text out = rg_text_new(arena), last = rg_text_new(arena);
    rg_python_writing w = {.out = &out, .graph = graph, .understood = understood};
    w.indent = depth == 0 ? "    " : "        ";
    if (understood->signature.given) {
        write_signature(&w, depth == 0 ? name_of_main(understood) : "forward", depth);
        understood->signature.printed = rg_text_string(&out);
    }
    if (!understood->result.given || graph->last == RG_NO_NODE)
        return;
    w.out = &last;
    rg_python_write_return(&w, rg_node_at(graph, graph->last));
    understood->result.printed = rg_text_string(&last);
}

/* ---- classes */

/* Bodies by the graph that holds them: the first, the last and the next one. 0 is the main graph,
 * which is no body, and so means none. */
typedef struct nesting {
    size_t *first, *last, *next, *outer, *depth;
} nesting;

static const char *path_of(const rg_module *module, size_t i) {
    return rg_symbol_text(module->symbols, module->graphs[i]->name);
}

/* The graph that holds the body: the one with the longest path before it. 0 is the main one. */
static size_t outer_of(const rg_module *module, const rg_symbol_map *by_path, size_t i) {
    const char *path = path_of(module, i);
    for (size_t length = strlen(path); length > 0; length--) {
        if (path[length] != '.')
            continue;
        rg_symbol outer = rg_find_symbol(module->symbols, path, length);
        uint32_t found = outer == RG_NO_SYMBOL ? RG_NO_INDEX : rg_symbol_map_index(by_path, outer);
        if (found != RG_NO_INDEX)
            return found;
    }
    return 0;
}

static nesting find_nesting(rg_arena *arena, const rg_module *module) {
    size_t count = module->graph_count;
    rg_symbol_map by_path = {0};
    size_t *numbers = rg_alloc_array(arena, 5 * (count + 1), sizeof *numbers);
    nesting n = {numbers, numbers + count + 1, numbers + 2 * (count + 1), numbers + 3 * (count + 1),
                 numbers + 4 * (count + 1)};
    for (size_t i = 1; i < count; i++)
        rg_symbol_map_set_index(arena, &by_path, module->graphs[i]->name, (uint32_t)i);
    for (size_t i = 1; i < count; i++) {
        size_t outer = outer_of(module, &by_path, i);
        n.outer[i] = outer;
        if (n.last[outer])
            n.next[n.last[outer]] = i;
        else
            n.first[outer] = i;
        n.last[outer] = i;
    }
    return n;
}

static void write_class(rg_text *out, const rg_module *module, const nesting *n, size_t i,
                        const rg_understood *understood) {
    const char *name = understood->class_name ? understood->class_name : "GraphModule";
    if (i > 0) {
        size_t above = n->outer[i] ? strlen(path_of(module, n->outer[i])) + 1 : 0;
        name = path_of(module, i) + above;
        rg_text_putc(out, '\n');
    }
    rg_text_printf(out, "%*sclass %s(torch.nn.Module):\n", (int)(4 * n->depth[i]), "", name);
    write_function(out, module->graphs[i], understood, "forward", n->depth[i] + 1);
}

static void end_text(rg_text *out) {
    if (rg_text_string(out)[rg_text_length(out) - 1] != '\n')
        rg_text_putc(out, '\n');
}

void rg_write_python(rg_text *out, const rg_module *module, const rg_understood *as_read) {
    rg_understood own = *as_read;
    const rg_understood *understood = &own;
    if (!rg_form_is_code(own.form)) /* node lists have no comments, but traces to make them of */
        own.comments =
            rg_find_symbol(module->symbols, "stack_trace", strlen("stack_trace")) != RG_NO_SYMBOL;
    if (depth_of_main(module, understood) == 0) {
        write_function(out, module->graphs[0], understood, name_of_main(understood), 0);
        end_text(out);
        return;
    }
    rg_inner_arena *scratch = rg_arena_within(out->arena);
    nesting n = find_nesting(scratch->arena, module);
    size_t at = 0;
    do { /* depth first */
        write_class(out, module, &n, at, understood);
        if (n.first[at]) {
            n.depth[n.first[at]] = n.depth[at] + 1;
            at = n.first[at];
            continue;
        }
        while (at > 0 && !n.next[at])
            at = n.outer[at];
        if (at > 0) {
            n.depth[n.next[at]] = n.depth[at];
            at = n.next[at];
        }
    } while (at > 0);
    end_text(out);
    rg_inner_arena_free(scratch);
}
