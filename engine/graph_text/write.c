/* Whole modules as text. What nothing changed is copied from the source in stretches that are as
 * long as can be. */
#include "write.h"

#include <string.h>

static const char default_indentation[] = "    ";

uint32_t rg_lead_begin(const rg_graph *graph, rg_node_id id) {
    if (id == 0 || !rg_has_statement(rg_node_at(graph, id - 1)))
        return graph->body_begin;
    return rg_node_at(graph, id - 1)->source_end;
}

/* Appends the comment lines between two offsets in the source, each after its line end. */
static void write_comments(rg_text *out, const rg_module *module, uint32_t begin, uint32_t end) {
    const char *at = module->source->text + begin, *stop = module->source->text + end;
    while ((at = memchr(at, '\n', (size_t)(stop - at)))) {
        const char *line = ++at;
        while (at < stop && (*at == ' ' || *at == '\t'))
            at++;
        if (at == stop || *at != '#')
            continue;
        const char *line_end = memchr(at, '\n', (size_t)(stop - at));
        line_end = line_end ? line_end : stop;
        rg_text_puts(out, module->newline);
        rg_text_add(out, line, (size_t)(line_end - line) - (line_end[-1] == '\r'));
        at = line_end;
    }
}

/* Indentation of the first statement that was read. */
static const char *indentation(const rg_graph *graph, size_t *length) {
    const char *text = graph->module->source->text;
    for (rg_node_id id = 0; id < graph->nodes.count; id++) {
        const rg_node *node = rg_node_at(graph, id);
        if (!rg_has_statement(node))
            continue;
        const char *end = text + node->source_begin, *begin = end;
        while (begin > text && (begin[-1] == ' ' || begin[-1] == '\t'))
            begin--;
        *length = (size_t)(end - begin);
        return begin;
    }
    *length = sizeof default_indentation - 1;
    return default_indentation;
}

void rg_write_lead(rg_text *out, const rg_graph *graph, rg_node_id id) {
    const rg_module *module = graph->module;
    const rg_node *node = rg_node_at(graph, id);
    if (!rg_has_statement(node)) {
        size_t length;
        const char *blanks = indentation(graph, &length);
        rg_text_puts(out, module->newline);
        rg_text_add(out, blanks, length);
        return;
    }
    rg_node_id first = id;
    while (first > 0 && rg_was_erased(graph, first - 1))
        first--;
    for (; first < id; first++)
        write_comments(out, module, rg_lead_begin(graph, first),
                       rg_node_at(graph, first)->source_begin);
    uint32_t begin = rg_lead_begin(graph, id);
    rg_text_add(out, module->source->text + begin, node->source_begin - begin);
}

static bool header_differs(const rg_graph *graph) {
    if (!graph->header_parameters)
        return false;
    const unsigned changes = RG_NODE_NEW | RG_NODE_CHANGED | RG_NODE_ERASED;
    for (rg_node_id id = 0; id < graph->nodes.count; id++) {
        const rg_node *node = rg_node_at(graph, id);
        bool passing = (node->flags & RG_NODE_NEW) && (node->flags & RG_NODE_ERASED);
        if (rg_is_parameter(graph, node) && (node->flags & changes) && !passing)
            return true;
    }
    return false;
}

/* torch <= 1.8 prints the name of a typed parameter twice. */
static void print_parameter(rg_text *out, const rg_graph *graph, rg_node_id id) {
    const char *target = rg_node_target(graph, id);
    rg_symbol type = rg_extra_of(graph, id)->type;
    if (type)
        rg_text_printf(out, "%s%s: %s", target, target,
                       rg_symbol_text(graph->module->symbols, type));
    else
        rg_text_puts(out, target);
}

void rg_write_header(rg_text *out, const rg_graph *graph, bool reprint) {
    const rg_module *module = graph->module;
    if (!reprint && !header_differs(graph)) {
        rg_text_puts(out, graph->header);
        return;
    }
    rg_text_puts(out, "graph");
    if (graph->name)
        rg_text_printf(out, " %s", rg_symbol_text(module->symbols, graph->name));
    const char *separator = "(";
    for (rg_node_id id = graph->first; id != RG_NO_NODE; id = rg_node_at(graph, id)->next) {
        if (!rg_is_parameter(graph, rg_node_at(graph, id)))
            continue;
        rg_text_puts(out, separator);
        print_parameter(out, graph, id);
        separator = ", ";
    }
    rg_text_puts(out, *separator == '(' ? "()" : ")");
    rg_symbol type = graph->output == RG_NO_NODE ? 0 : rg_extra_of(graph, graph->output)->type;
    if (type)
        rg_text_printf(out, " -> %s", rg_symbol_text(module->symbols, type));
    rg_text_putc(out, ':');
}

/* Writing: source bytes from begin to end are still to be copied. */
typedef struct writer {
    rg_text *out;
    const rg_module *module;
    uint32_t begin, end;
    bool (*take)(void *context, const char *text, size_t length); /* NULL: all stays in `out` */
    void *context;
    bool stopped;
} writer;

enum { PIECE = 1 << 16 }; /* bytes that are handed on at once, or not copied */

static void hand_on(writer *w, const char *text, size_t length) {
    if (length && !w->stopped)
        w->stopped = !w->take(w->context, text, length);
}

static void empty_buffer(writer *w) {
    hand_on(w, rg_text_string(w->out), rg_text_length(w->out));
    rg_text_clear(w->out);
}

static void flush(writer *w) {
    const char *text = w->module->source->text + w->begin;
    size_t length = w->end - w->begin;
    if (w->take && length >= PIECE) {
        empty_buffer(w);
        hand_on(w, text, length);
    } else if (length) {
        rg_text_add(w->out, text, length);
    }
    w->begin = w->end = 0;
    if (w->take && rg_text_length(w->out) >= PIECE)
        empty_buffer(w);
}

static void copy_source(writer *w, uint32_t begin, uint32_t end) {
    if (begin != w->end) {
        flush(w);
        w->begin = begin;
    }
    w->end = end;
}

static void write_statement(writer *w, const rg_graph *graph, rg_node_id id, bool reprint) {
    const rg_node *node = rg_node_at(graph, id);
    bool own_lead = rg_has_statement(node) && (id == 0 || !rg_was_erased(graph, id - 1));
    if (own_lead) {
        copy_source(w, rg_lead_begin(graph, id), node->source_begin);
    } else {
        flush(w);
        rg_write_lead(w->out, graph, id);
    }
    if (!reprint && !rg_statement_differs(graph, id)) {
        copy_source(w, node->source_begin, node->source_end);
    } else {
        flush(w);
        rg_write_node(w->out, graph, id, true);
    }
}

enum { AHEAD = 16 }; /* nodes by which those are fetched that most likely follow */

static void write_all(writer *w, bool reprint) {
    const rg_module *module = w->module;
    for (size_t i = 0; i < module->graph_count && !w->stopped; i++) {
        const rg_graph *graph = module->graphs[i];
        rg_text_puts(w->out, graph->lead);
        rg_write_header(w->out, graph, reprint);
        for (rg_node_id id = graph->first; id != RG_NO_NODE && !w->stopped;
             id = rg_node_at(graph, id)->next) {
            if (id + AHEAD < graph->nodes.count)
                __builtin_prefetch(rg_node_at(graph, id + AHEAD));
            if (!rg_is_parameter(graph, rg_node_at(graph, id)))
                write_statement(w, graph, id, reprint);
        }
        flush(w);
    }
    rg_text_puts(w->out, module->tail);
}

void rg_write_module(rg_text *out, rg_module *module, bool reprint) {
    writer w = {.out = out, .module = module};
    rg_array_room(out->arena, &out->bytes, module->source->length + 1, 1);
    write_all(&w, reprint);
}

bool rg_write_module_to(rg_arena *arena, rg_module *module, bool reprint,
                        bool (*take)(void *context, const char *text, size_t length),
                        void *context) {
    rg_text buffer = rg_text_new(arena);
    writer w = {.out = &buffer, .module = module, .take = take, .context = context};
    rg_array_room(arena, &buffer.bytes, 2 * PIECE, 1);
    rg_source_fetch(module->source);
    write_all(&w, reprint);
    empty_buffer(&w);
    rg_array_free(arena, &buffer.bytes);
    return !w.stopped;
}
