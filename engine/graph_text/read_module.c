/* Reading: from a source to a module. */
#include "read.h"
#include "../graph/users.h"

#include <string.h>

/* Roughly, in a long text: one new name each statement. */
enum { BYTES_PER_SYMBOL = 128 };

static rg_module *new_module(rg_arena *arena, const rg_source *source) {
    rg_module *module = rg_alloc(arena, sizeof *module);
    module->arena = arena;
    module->symbols = rg_symbols_new(arena);
    rg_symbols_reserve(module->symbols, source->length / BYTES_PER_SYMBOL);
    module->source = source;
    rg_array_room(arena, &module->pool, 1, sizeof(rg_value));
    const char *newline = memchr(source->text, '\n', source->length);
    bool carriage_return = newline && newline > source->text && newline[-1] == '\r';
    module->newline = carriage_return ? "\r\n" : "\n";
    return module;
}

/* ---- after the last statement */

/* In annotated text nodes in slices have their %: what has none is other text. */
static void unname_slices(rg_build *build) {
    const rg_bare_node *bare = build->values.bare_nodes.data;
    for (size_t i = 0; i < build->values.bare_nodes.count; i++)
        ((rg_value *)build->module->pool.data)[bare[i].pool_index] =
            rg_make_value(RG_ATOM, 0, bare[i].name);
}

static void count_afresh(rg_graph *graph) {
    for (rg_node_id id = 0; id < graph->nodes.count; id++)
        rg_node_at(graph, id)->users = 0;
    for (rg_node_id id = 0; id < graph->nodes.count; id++)
        rg_count_uses(graph, rg_node_at(graph, id)->args, rg_node_at(graph, id)->kwargs, 1);
}

/* Decides which form the text has. torch quotes no strings in args, but a string may hold quotes;
 * a node without % in a slice outweighs that. */
static void decide_form(rg_build *build) {
    rg_module *module = build->module;
    bool bare = build->values.bare_nodes.count > 0;
    module->annotated = build->surely_annotated || (build->perhaps_annotated && !bare);
    if (!module->annotated || !bare)
        return;
    unname_slices(build);
    for (size_t i = 0; i < module->graph_count; i++)
        count_afresh(module->graphs[i]);
}

static void warn_of_users(rg_build *build, const rg_graph *graph, rg_node_id id, uint32_t printed,
                          size_t count) {
    rg_span span = rg_node_span(graph, id);
    uint32_t users = rg_node_at(graph, id)->users;
    rg_diagnostic *d = rg_report(build->diagnostics, RG_WARNING, span,
                                 "%%%s prints num_users=%u, but %u nodes use it",
                                 rg_node_name(graph, id), printed, users);
    if (count > 1)
        rg_advise(build->diagnostics, d,
                  "so do %zu more nodes of this graph: were lines lost when it was copied?",
                  count - 1);
}

/* Compares the counts with the printed ones, from `printed` on; those are a checksum of sorts. */
static void check_users(rg_build *build, rg_graph *graph, const uint32_t *printed) {
    rg_node_id first = RG_NO_NODE;
    size_t count = 0;
    for (rg_node_id id = 0; id < graph->nodes.count; id++) {
        const rg_node *node = rg_node_at(graph, id);
        rg_note_users(graph, id);
        if (node->users == printed[id] || printed[id] == UINT32_MAX || node->opcode == RG_OUTPUT)
            continue;
        if (count++ == 0)
            first = id;
    }
    if (count > 0)
        warn_of_users(build, graph, first, printed[first], count);
}

static void finish(rg_build *build) {
    rg_module *module = build->module;
    module->graph_count = build->graphs.count;
    module->graphs = rg_alloc_array(build->arena, module->graph_count, sizeof(rg_graph *));
    memcpy(module->graphs, build->graphs.data, module->graph_count * sizeof(rg_graph *));
    module->tail = rg_copy_text(build->arena, build->text + build->last_end,
                                module->source->length - build->last_end);
    decide_form(build);
    const uint32_t *printed = build->printed.data;
    for (size_t i = 0; i < module->graph_count; i++) {
        check_users(build, module->graphs[i], printed);
        printed += module->graphs[i]->nodes.count;
    }
}

/* ---- reading */

/* Nothing but blanks and comments: there is no graph to find an error in. */
static bool is_empty(const rg_source *source) {
    const char *at = source->text, *end = at + source->length;
    while (at < end) {
        at += strspn(at, " \t\r\n");
        if (at < end && *at != '#')
            return false;
        at = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
        if (!at)
            return true;
    }
    return true;
}

static bool can_read(const rg_source *source, rg_diagnostics *diagnostics) {
    rg_span span = {source, 0, 0, 0, 0};
    if (source->length >= UINT32_MAX - 2) {
        rg_report(diagnostics, RG_ERROR, span, "the text is larger than 4 GB");
        return false;
    }
    if (is_empty(source)) {
        rg_diagnostic *d = rg_report(diagnostics, RG_ERROR, span, "there is no graph in the text");
        rg_advise(diagnostics, d, "give what `print(gm.graph)` prints, `graph():` and its lines");
        return false;
    }
    return true;
}

static void read_source(rg_build *build, const rg_source *source) {
    build->text = source->text;
    build->scan.arena = build->scratch;
    build->scan.text = source->text;
    build->scan.length = (uint32_t)source->length;
    build->scan.line = 1;
    rg_graph_listener listener = {build, rg_build_event};
    build->scan.listener = &listener;
    build->texts.unquoted = rg_text_new(build->scratch);
    build->scanner = rg_graph_scanner(&build->scan);
    size_t errors = build->diagnostics->errors;
    int failed = rg_graph_parse(build->scanner, &build->scan);
    rg_graph_scanner_rest(build->scanner);
    if (!failed && build->diagnostics->errors == errors)
        rg_build_check_graph(build);
    if (!failed && build->diagnostics->errors == errors)
        finish(build);
}

static rg_module *read_module(rg_arena *arena, const rg_source *source, rg_diagnostics *diagnostics,
                              bool slowly) {
    if (!can_read(source, diagnostics))
        return NULL;
    size_t errors = diagnostics->errors;
    rg_inner_arena *scratch = rg_arena_within(arena);
    rg_build build = {.arena = arena, .scratch = scratch->arena, .diagnostics = diagnostics};
    build.module = new_module(arena, source);
    build.scan.symbols = build.module->symbols;
    build.scan.slowly = slowly;
    read_source(&build, source);
    rg_inner_arena_free(scratch);
    return diagnostics->errors == errors ? build.module : NULL;
}

rg_module *rg_read_module(rg_arena *arena, const rg_source *source, rg_diagnostics *diagnostics) {
    return read_module(arena, source, diagnostics, false);
}

rg_module *rg_read_slowly(rg_arena *arena, const rg_source *source, rg_diagnostics *diagnostics) {
    return read_module(arena, source, diagnostics, true);
}
