/* Translating the Python form: classes, functions and what stands outside of them. */
#include "python.h"

#include <stdarg.h>
#include <stdio.h>

enum { MOST_ERRORS = 20 }; /* of one text */

/* ---- errors */

static rg_span span_of(const rg_python_reading *r, rg_place place) {
    rg_span span = {r->source, 1, 1, 1, 1};
    const char *begin = r->text + place.begin, *line = r->text, *at = r->text;
    while ((at = memchr(at, '\n', (size_t)(begin - at)))) {
        span.line++;
        line = ++at;
    }
    span.column = (uint32_t)(begin - line) + 1;
    span.end_line = span.line;
    span.end_column = span.column;
    for (at = begin; at < r->text + place.end && *at != '\n'; at++)
        span.end_column++;
    return span;
}

rg_diagnostic *rg_python_error(rg_python_reading *r, rg_place place, const char *format, ...) {
    if (r->errors++ >= MOST_ERRORS) {
        r->scan.stop = true;
        return NULL;
    }
    va_list values;
    char message[512];
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    return rg_report(r->diagnostics, RG_ERROR, span_of(r, place), "%s", message);
}

/* ---- graphs */

/* The number that a line has in the text as it was given. */
static uint32_t given_line(const rg_python_reading *r, uint32_t line) {
    for (const rg_source *source = r->source; source->origin; source = source->origin)
        if (line > 0 && line <= source->place_count)
            line = source->places[line - 1].line;
    return line;
}

static uint32_t indent_of(const rg_python_reading *r, const rg_python_event *event) {
    return (uint32_t)strspn(r->text + event->line_begin, " \t\f");
}

static void end_graph(rg_python_reading *r) {
    if (r->graphs.count == 0 || r->mode == RG_PYTHON_OUTSIDE || r->mode == RG_PYTHON_SKIPPING)
        return;
    rg_python_settle(r);
    for (size_t i = rg_python_current(r)->first; i < r->nodes.count; i++) {
        const rg_python_node *node = rg_python_node_at(r, i);
        bool used = node->users > 0 || node->opcode == RG_PLACEHOLDER || node->opcode == RG_OUTPUT;
        if (!used && rg_symbol_map_index(&r->names.nodes, node->name) == i)
            r->understood->keeps_unused = true;
    }
    r->mode = RG_PYTHON_OUTSIDE;
}

static bool begin_graph(rg_python_reading *r, const rg_python_event *event, rg_symbol path) {
    const rg_python_graph *all = r->graphs.data;
    end_graph(r);
    if (path == 0 && r->graphs.count > 0) {
        rg_diagnostic *d = rg_python_error(r, event->place, "a second graph");
        RG_PYTHON_ADVISE(r, d, "the first one begins on line %u: give each in a file of its own",
                         given_line(r, all[0].line));
        r->scan.stop = true;
        return false;
    }
    if (r->graphs.count > 0)
        rg_python_current(r)->end = r->nodes.count;
    rg_python_graph *graph = rg_array_push(r->scratch, &r->graphs, sizeof *graph);
    *graph = (rg_python_graph){.path = path, .first = r->nodes.count, .line = event->line};
    r->comment = RG_NO_INDEX;
    r->names.iterator = 0;
    r->names.declared = (rg_symbol_map){0};
    return true;
}

static void begin_class(rg_python_reading *r, const rg_python_event *event) {
    uint32_t indent = indent_of(r, event);
    end_graph(r);
    r->mode = RG_PYTHON_OUTSIDE;
    const rg_python_class *open = r->classes.data;
    while (r->classes.count > 0 && open[r->classes.count - 1].indent >= indent)
        r->classes.count--;
    rg_symbol path = 0;
    if (r->classes.count > 0) {
        rg_symbol outer = open[r->classes.count - 1].path;
        const char *name = rg_copy_text(r->scratch, r->text + event->place.begin,
                                        event->place.end - event->place.begin);
        if (outer)
            name = rg_format(r->scratch, "%s.%s", rg_symbol_text(r->names.symbols, outer), name);
        path = rg_intern_text(r->names.symbols, name);
    } else if (r->graphs.count == 0) {
        r->understood->class_name = rg_copy_text(r->arena, r->text + event->place.begin,
                                                 event->place.end - event->place.begin);
    }
    rg_python_class *class = rg_array_push(r->scratch, &r->classes, sizeof *class);
    *class = (rg_python_class){indent, path};
}

static bool is_graph(const rg_python_reading *r, const rg_python_event *event) {
    if (rg_place_is(r, event->place, "forward"))
        return true;
    return r->layout.any_function && r->text[event->place.begin] != '_' &&
           !rg_place_is(r, event->place, "load_args") && !rg_place_is(r, event->place, "main");
}

static void begin_function(rg_python_reading *r, const rg_python_event *event) {
    uint32_t indent = indent_of(r, event);
    const rg_python_class *open = r->classes.data;
    end_graph(r);
    while (r->classes.count > 0 && open[r->classes.count - 1].indent >= indent && indent > 0)
        r->classes.count--;
    rg_symbol path = r->classes.count > 0 ? open[r->classes.count - 1].path : 0;
    r->layout.def_indent = indent;
    r->layout.body_begun = false;
    r->mode = RG_PYTHON_SKIPPING;
    if (!is_graph(r, event) || !begin_graph(r, event, path))
        return;
    r->mode = RG_PYTHON_SIGNATURE;
    if (path != 0)
        return;
    r->layout.signature = (rg_stretch){event->line_begin, event->line_begin}; /* has no end yet */
    r->layout.has_margin = indent != (r->classes.count > 0 ? 4 : 0);
    r->understood->function =
        rg_copy_text(r->arena, r->text + event->place.begin, event->place.end - event->place.begin);
}

static void add_parameter(rg_python_reading *r, const rg_python_event *event) {
    bool first = r->nodes.count == rg_python_current(r)->first;
    if (first && rg_place_is(r, event->place, "self") && !event->annotation.end)
        return;
    size_t node = rg_python_input(r, event, event->place);
    rg_python_annotate(r, node, event->annotation, event->quoted);
    if (!event->value)
        return;
    uint32_t begin = (uint32_t)rg_text_length(&r->parts);
    rg_python_copy(r, event->value->place, false);
    rg_python_node_at(r, node)->args = (rg_stretch){begin, (uint32_t)rg_text_length(&r->parts)};
    rg_python_node_at(r, node)->one = true;
}

/* ---- statements */

/* Does the statement belong to the function that is read? One of no graph ends where the
 * indentation does. A text that lost its indentation has none of that. */
static bool is_in_graph(rg_python_reading *r, const rg_python_event *event) {
    bool within = r->mode == RG_PYTHON_BODY || r->mode == RG_PYTHON_SKIPPING;
    if (within && !r->layout.body_begun) {
        r->layout.body_begun = true;
        if (indent_of(r, event) <= r->layout.def_indent)
            r->layout.def_indent = -1;
    } else if (within && indent_of(r, event) <= r->layout.def_indent) {
        end_graph(r);
        r->mode = RG_PYTHON_OUTSIDE;
    }
    if (r->mode == RG_PYTHON_OUTSIDE && r->layout.loose && r->graphs.count == 0) {
        if (event->kind == RG_PYTHON_OTHER_LINE ||
            (event->kind == RG_PYTHON_BARE && event->value->kind == RG_PYTHON_STRING))
            return false;
        begin_graph(r, event, 0);
        r->mode = RG_PYTHON_BODY;
        r->layout.body_begun = true;
        r->layout.def_indent = -1;
    }
    return r->mode == RG_PYTHON_BODY && !rg_python_current(r)->returned;
}

static void declare(rg_python_reading *r, const rg_python_event *event) {
    if (event->target->kind != RG_PYTHON_NAME)
        return;
    rg_python_declaration *d = rg_array_push(r->scratch, &r->names.declarations, sizeof *d);
    *d = (rg_python_declaration){event->annotation, event->quoted};
    rg_symbol_map_set_index(r->scratch, &r->names.declared,
                            rg_python_symbol(r, event->target->place),
                            (uint32_t)r->names.declarations.count - 1);
}

static void refuse_line(rg_python_reading *r, const rg_python_event *event) {
    rg_diagnostic *d =
        rg_python_error(r, event->place, "`%.*s` in a graph",
                        (int)(event->place.end - event->place.begin), r->text + event->place.begin);
    RG_PYTHON_ADVISE(r, d,
                     "code that torch prints for a graph has no such statement: trace the module "
                     "with torch.fx, torch.compile or torch.export, and give what that prints");
}

static void read_statement(rg_python_reading *r, const rg_python_event *event) {
    if (!is_in_graph(r, event))
        return;
    switch (event->kind) {
    case RG_PYTHON_ASSIGN:
        rg_python_assign(r, event);
        break;
    case RG_PYTHON_KILL:
        rg_python_kill(r, event);
        break;
    case RG_PYTHON_DECLARE:
        declare(r, event);
        break;
    case RG_PYTHON_AUGMENT:
        rg_python_augment(r, event);
        break;
    case RG_PYTHON_RETURN:
        rg_python_return(r, event);
        break;
    case RG_PYTHON_BARE:
        rg_python_bare(r, event);
        break;
    case RG_PYTHON_OTHER_LINE:
        refuse_line(r, event);
        break;
    default:
        break;
    }
}

static void read_comment(rg_python_reading *r, const rg_python_event *event) {
    if (r->mode != RG_PYTHON_BODY)
        return;
    *(rg_place *)rg_array_push(r->scratch, &r->comments, sizeof(rg_place)) = event->place;
    r->comment = (uint32_t)r->comments.count - 1;
    const char *text = r->text + event->place.begin;
    bool frame = event->place.end - event->place.begin > 6 && memcmp(text, "# File", 6) == 0;
    if (frame)
        r->understood->comment_blank = (event->place.begin - event->line_begin) % 2 == 1;
    r->understood->comments = true;
}

/* ---- syntax */

static void report_syntax(rg_python_reading *r, const rg_python_event *event) {
    if (r->mode == RG_PYTHON_OUTSIDE && !r->layout.loose)
        return; /* what stands around graphs need not be of the known forms */
    if (r->mode == RG_PYTHON_SKIPPING ||
        (r->mode == RG_PYTHON_BODY && rg_python_current(r)->returned))
        return;
    bool end = event->place.begin >= r->scan.length;
    rg_diagnostic *d =
        *event->expected && !end
            ? rg_python_error(r, event->place, "%s where only %s may stand", event->found,
                              event->expected)
            : rg_python_error(r, event->place,
                              end ? "the text ends within a statement" : "%s where it cannot stand",
                              event->found);
    RG_PYTHON_ADVISE(r, d,
                     end ? "was it cut off when it was copied? Give the whole text"
                         : "was the text changed or cut off when it was copied?");
}

static void tell(void *context, const rg_python_event *event) {
    rg_python_reading *r = context;
    switch (event->kind) {
    case RG_PYTHON_COMMENT:
        read_comment(r, event);
        break;
    case RG_PYTHON_REMARK:
        break;
    case RG_PYTHON_CLASS:
        begin_class(r, event);
        break;
    case RG_PYTHON_DEF:
        begin_function(r, event);
        break;
    case RG_PYTHON_PARAMETER:
        if (r->mode == RG_PYTHON_SIGNATURE)
            add_parameter(r, event);
        break;
    case RG_PYTHON_DEF_END:
        if (r->mode != RG_PYTHON_SIGNATURE)
            break;
        r->mode = RG_PYTHON_BODY;
        if (rg_python_current(r)->path == 0)
            r->layout.signature.end = event->place.end;
        break;
    case RG_PYTHON_SYNTAX_ERROR:
        report_syntax(r, event);
        break;
    case RG_PYTHON_DEEP_ERROR:
        rg_python_error(r, event->place, "more than %d brackets within brackets", RG_MAX_NESTING);
        r->scan.stop = true;
        break;
    case RG_PYTHON_STRING_ERROR:
        RG_PYTHON_ADVISE(r, rg_python_error(r, event->place, "a string that does not end"),
                         "was the text changed or cut off when it was copied?");
        break;
    case RG_PYTHON_BYTE_ERROR:
        rg_python_error(r, event->place, "a control byte outside of a string");
        break;
    default:
        read_statement(r, event);
        break;
    }
}

/* ---- the whole */

/* A part of the main graph that does not stand on one line, for printing it again: its text. It is
 * of a text without margin. */
const char *rg_python_spelling(const rg_python_reading *r, rg_stretch part) {
    const char *text = r->text + part.begin;
    size_t length = part.end - part.begin;
    if (r->layout.has_margin || !memchr(text, '\n', length))
        return NULL;
    return rg_copy_text(r->arena, text, length);
}

static bool has_text(const rg_source *source, const char *wanted) {
    return rg_find_text(source->text, source->text + source->length, wanted) != NULL;
}

/* torch up to 2.9 indented blank lines, too. */
static bool has_indented_blank_lines(const rg_source *source) {
    const char *at = source->text, *end = at + source->length;
    while ((at = rg_find_text(at, end, "\n    "))) {
        at += 1 + strspn(at + 1, " ");
        if (*at == '\n')
            return true;
    }
    return false;
}

static void report_missing(rg_python_reading *r) {
    rg_place end = {r->scan.length, r->scan.length};
    if (r->graphs.count == 0) {
        rg_diagnostic *d = rg_python_error(r, (rg_place){0, 0}, "there is no graph in this code");
        RG_PYTHON_ADVISE(r, d, "a graph is a class with a method `forward`, or the function alone");
        return;
    }
    const rg_python_graph *graphs = r->graphs.data;
    for (size_t i = 0; i < r->graphs.count; i++) {
        if (graphs[i].returned)
            continue;
        rg_diagnostic *d = rg_python_error(
            r, end, "the text ends before the graph does: the one of line %u has no `return`",
            given_line(r, graphs[i].line));
        RG_PYTHON_ADVISE(r, d,
                         "give the whole text, or write a line `return (NAMES,)` that says "
                         "what the graph returns");
    }
}

const rg_source *rg_translate_python(rg_arena *arena, const rg_source *source,
                                     rg_understood *understood, rg_diagnostics *diagnostics) {
    rg_inner_arena *scratch = rg_arena_within(arena);
    rg_python_reading *r = rg_alloc(scratch->arena, sizeof *r);
    *r = (rg_python_reading){.arena = arena,
                             .scratch = scratch->arena,
                             .source = source,
                             .diagnostics = diagnostics,
                             .understood = understood,
                             .text = source->text,
                             .layout.def_indent = -1,
                             .comment = RG_NO_INDEX,
                             .pending.node = RG_NO_INDEX};
    understood->indented = has_indented_blank_lines(source);
    r->layout.loose = !has_text(source, "def ");
    r->layout.any_function = !has_text(source, "def forward(");
    r->parts = rg_text_new(r->scratch);
    r->names.symbols = rg_symbols_new(r->scratch);
    rg_python_listener listener = {r, tell};
    r->scan = (rg_python_scan){.arena = r->scratch,
                               .text = source->text,
                               .length = (uint32_t)source->length,
                               .line = 1,
                               .listener = &listener};
    void *scanner = rg_python_scanner(&r->scan);
    rg_python_parse(scanner, &r->scan);
    rg_python_scanner_rest(scanner);
    end_graph(r);
    if (r->graphs.count > 0)
        rg_python_current(r)->end = r->nodes.count;
    if (r->errors == 0)
        report_missing(r);
    const rg_source *result = r->errors == 0 ? rg_python_result(r) : NULL;
    understood->signature.given = rg_python_spelling(r, r->layout.signature);
    rg_inner_arena_free(scratch);
    return result;
}
