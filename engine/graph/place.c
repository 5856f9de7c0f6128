/* Places of statements in the source. Lines are needed for messages only: so not each node keeps
 * its own, but every few kilobytes of the text have one that is known, from which is counted. */
#include "graph.h"

#include <string.h>

enum { LINE_STEP = 1 << 12 }; /* bytes between two lines that are kept, and the next statement */

void rg_note_line(rg_module *module, uint32_t at, uint32_t line) {
    const rg_line *lines = module->lines.data;
    size_t count = module->lines.count;
    if (count && at - lines[count - 1].at < LINE_STEP)
        return;
    *(rg_line *)rg_array_push(module->arena, &module->lines, sizeof *lines) = (rg_line){at, line};
}

uint32_t rg_line_at(const rg_module *module, uint32_t at) {
    const rg_line *lines = module->lines.data;
    size_t low = 0,
           high = module->lines.count; /* those below low are up to `at`, from high on not */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (lines[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return 0;
    uint32_t line = lines[low - 1].number;
    const char *text = module->source->text, *place = text + lines[low - 1].at;
    while ((place = memchr(place, '\n', (size_t)(text + at - place)))) {
        place++;
        line++;
    }
    return line;
}

/* The span of a statement. */
static rg_span make_span(const rg_module *module, uint32_t begin, uint32_t end) {
    const char *text = module->source->text;
    uint32_t line = rg_line_at(module, begin);
    rg_span span = {module->source, line, 1, line, 1};
    for (uint32_t at = begin; at > 0 && text[at - 1] != '\n'; at--)
        span.column++;
    span.end_column = span.column;
    for (uint32_t at = begin; at < end; at++) {
        span.end_column++;
        if (text[at] == '\n') {
            span.end_line++;
            span.end_column = 1;
        }
    }
    return span;
}

rg_span rg_node_span(const rg_graph *graph, rg_node_id id) {
    for (; id != RG_NO_NODE; id = rg_node_at(graph, id)->prev) {
        const rg_node *node = rg_node_at(graph, id);
        if (rg_has_statement(node))
            return make_span(graph->module, node->source_begin, node->source_end);
    }
    return (rg_span){graph->module->source, 0, 0, 0, 0};
}
