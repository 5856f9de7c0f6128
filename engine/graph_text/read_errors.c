/* Reading: what is wrong with a text, and what to give instead. */
#include "read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ERRORS = 20 }; /* of one text */

rg_diagnostic *rg_build_error(rg_build *build, rg_place place, const char *format, ...) {
    va_list values;
    va_start(values, format);
    char message[512];
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    rg_diagnostic *d =
        rg_report(build->diagnostics, RG_ERROR, rg_build_span(build, place), "%s", message);
    build->scan.stop |= ++build->errors >= MOST_ERRORS;
    return d;
}

/* An error after which nothing can be said of the rest of the text. */
static rg_diagnostic *last_error(rg_build *build, rg_place place, const char *message) {
    build->scan.stop = true;
    return rg_build_error(build, place, "%s", message);
}

/* ---- names */

static const char *nearest_name(const rg_build *build, const char *name) {
    const rg_graph *graph = build->graph;
    const char **names = rg_alloc_array(build->scratch, graph->nodes.count + 1, sizeof *names);
    size_t count = 0;
    for (rg_node_id id = 0; id < graph->nodes.count; id++)
        names[count++] = rg_node_name(graph, id);
    return rg_nearest(name, names, count);
}

static void report_name(rg_build *build, const rg_unresolved *u) {
    const char *name = rg_symbol_text(build->module->symbols, u->name);
    rg_node_id later = rg_find_node(build->graph, u->name);
    if (later != RG_NO_NODE) {
        rg_diagnostic *d =
            rg_build_error(build, u->place, "%%%s is used before it is defined", name);
        rg_advise(build->diagnostics, d,
                  "it is defined on line %u; a graph lists nodes in the order they run, and has no "
                  "cycles",
                  rg_line_at(build->module, rg_node_at(build->graph, later)->source_begin));
        return;
    }
    rg_diagnostic *d = rg_build_error(build, u->place, "no node has the name %%%s", name);
    const char *near = nearest_name(build, name);
    if (near)
        rg_advise(build->diagnostics, d, "did you mean %%%s?", near);
    else
        rg_advise(build->diagnostics, d,
                  "every name must be defined by a line above; was one lost when the text was "
                  "copied?");
}

void rg_build_report_unresolved(rg_build *build) {
    const rg_unresolved *names = build->values.unresolved.data;
    for (size_t i = 0; i < build->values.unresolved.count && build->errors < MOST_ERRORS; i++)
        report_name(build, &names[i]);
    build->values.unresolved.count = 0;
}

/* ---- other formats */

typedef struct foreign {
    const char *start;   /* of the first line that is no comment or blank */
    const char *what;    /* it is */
    const char *instead; /* what to give; NULL: the usual */
} foreign;

static const char node_list[] = "give the node list, as `print(gm.graph)` prints it";

static const foreign formats[] = {
    {"class ", "this is the Python form of a graph (print_readable, gm.code, a compile log)", NULL},
    {"def ", "this is the Python form of a graph (gm.code)", NULL},
    {"import ", "this is a Python script", NULL},
    {"from ", "this is a Python script", NULL},
    {"GraphModule(", "this is a printed module (print(gm))", NULL},
    {"ExportedProgram", "this is a printed ExportedProgram",
     "give the node list, as `print(ep.graph)` prints it"},
    {"graph(%", "this is TorchScript IR",
     "trace the module with torch.fx or torch.compile, and give what `print(gm.graph)` prints"},
    {"opcode ", "this is the table of print_tabular()", NULL},
    {"{", "this is JSON",
     "if torch.export saved it, load it and give what `print(ep.graph)` prints"},
    {"module", "this is MLIR", NULL},
    {"func.func", "this is MLIR", NULL},
    {"#map", "this is MLIR", NULL},
    {"#loc", "this is MLIR", NULL},
    {"HloModule", "this is XLA HLO", NULL},
    {"ir_version", "this is ONNX", NULL},
    {"<", "this is ONNX text or XML", NULL},
    {"digraph", "this is a drawing (DOT)", NULL},
    {"PK\003\004", "this is a zip archive (.pt2, .pt)",
     "load it with torch.export.load and give what `print(ep.graph)` prints"},
    {"TRACED GRAPH", "this is a compile log", NULL},
    {"diff ", "this is a diff", NULL},
    {"--- ", "this is a diff", NULL},
    {"%", "the header `graph():` is missing",
     "put `graph():` on a line of its own before the first node"},
    {"return", "the header `graph():` is missing",
     "put `graph():` on a line of its own before the first node"},
};

/* The first place of the text that is neither blank nor in a comment. */
static const char *first_word(const char *at, const char *end) {
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    if (strncmp(at, byte_order_mark, 3) == 0)
        at += 3;
    while (at < end) {
        at += strspn(at, " \t\r\n");
        if (at < end && (*at != '#' || strncmp(at, "#map", 4) == 0 || strncmp(at, "#loc", 4) == 0))
            return at;
        const char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
        at = newline ? newline : end;
    }
    return end;
}

/* Where a text stands in the whole source, or NULL. */
static const char *find_text(const rg_build *build, const char *wanted) {
    const char *at = build->text, *end = at + build->scan.length;
    size_t length = strlen(wanted);
    while ((size_t)(end - at) >= length) {
        at = memchr(at, *wanted, (size_t)(end - at) - length + 1);
        if (!at || memcmp(at, wanted, length) == 0)
            return at;
        at++;
    }
    return NULL;
}

/* A text of which the first word tells nothing: a log, or something unknown. */
static void report_unknown(rg_build *build, rg_place place) {
    const char *header = find_text(build, "graph():");
    if (header) {
        uint32_t begin = (uint32_t)(header - build->text);
        place = (rg_place){begin, begin + (uint32_t)strlen("graph():")};
        rg_diagnostic *d = last_error(build, place, "there is text before `graph():`");
        rg_advise(build->diagnostics, d,
                  "remove it, and prefixes of a log from every line; lines of `#` are comments");
        return;
    }
    bool python = find_text(build, "(torch.nn.Module):") || find_text(build, "def forward(");
    rg_diagnostic *d = last_error(build, place,
                                  python ? "this is a log with the Python form of a graph, not a "
                                           "node list"
                                         : "this is not a node list");
    rg_advise(build->diagnostics, d, "%s; its first line is `graph():`", node_list);
}

void rg_build_report_foreign(rg_build *build, rg_place place) {
    const char *end = build->text + build->scan.length;
    rg_graph_scanner_rest(build->scanner);
    const char *word = first_word(build->text, end);
    for (size_t i = 0; i < RG_COUNT_OF(formats); i++) {
        size_t length = strlen(formats[i].start);
        if ((size_t)(end - word) < length || memcmp(word, formats[i].start, length) != 0)
            continue;
        uint32_t begin = (uint32_t)(word - build->text);
        place = (rg_place){begin, begin + (uint32_t)length};
        char message[160];
        bool is_list = strncmp(formats[i].what, "this", 4) != 0;
        snprintf(message, sizeof message, "%s%s", formats[i].what,
                 is_list ? "" : ", not a node list");
        rg_diagnostic *d = last_error(build, place, message);
        rg_advise(build->diagnostics, d, "%s", formats[i].instead ? formats[i].instead : node_list);
        return;
    }
    report_unknown(build, place);
}

/* ---- syntax */

void rg_build_deep_error(rg_build *build, rg_place place) {
    char message[80];
    snprintf(message, sizeof message, "more than %d brackets within brackets", RG_MAX_NESTING);
    last_error(build, place, message);
}

void rg_build_byte_error(rg_build *build, rg_place place) {
    if (build->now.mode == RG_READ_OUTSIDE && memcmp(build->text, "PK\003\004", 4) == 0) {
        rg_build_report_foreign(build, place);
        return;
    }
    char message[80];
    snprintf(message, sizeof message, "a control byte (0x%02x) outside of a string",
             (unsigned)(unsigned char)*rg_at(build, place));
    rg_diagnostic *d = last_error(build, place, message);
    rg_advise(build->diagnostics, d, "a node list is text; was a binary file given?");
}

/* The line, and with it the statement, was cut off. */
static void report_cut(rg_build *build, uint32_t at) {
    rg_diagnostic *d =
        last_error(build, (rg_place){at, at}, "the line ends in the middle of a statement");
    rg_advise(build->diagnostics, d, "%s",
              "was the text cut off, or a line wrapped, when it was copied?");
}

static const char *const opcodes[] = {"placeholder", "get_attr",    "call_function",
                                      "call_method", "call_module", "output"};

void rg_build_opcode_error(rg_build *build, rg_place place) {
    const char *word = rg_copy_text(build->scratch, rg_at(build, place), rg_place_length(place));
    rg_graph_scanner_rest(build->scanner);
    if (place.end == build->scan.length || strchr("\r\n", build->text[place.end])) {
        report_cut(build, place.end);
        return;
    }
    if (strcmp(word, "output") == 0) {
        rg_diagnostic *d = last_error(build, place, "an output is not written like other nodes");
        rg_advise(build->diagnostics, d, "write `return VALUE` as the graph's last line");
        return;
    }
    build->scan.stop = true;
    rg_diagnostic *d = rg_build_error(build, place, "no opcode is called `%.100s`", word);
    const char *near = rg_nearest(word, opcodes, RG_COUNT_OF(opcodes));
    if (near)
        rg_advise(build->diagnostics, d, "did you mean %s?", near);
    else
        rg_advise(build->diagnostics, d,
                  "opcodes are placeholder, get_attr, call_function, call_method and call_module");
}

void rg_build_equals_error(rg_build *build, rg_place place) {
    rg_diagnostic *d = last_error(build, place, "`:` and the user count are missing");
    rg_advise(build->diagnostics, d, "write `%.*s : [num_users=N] = ...`",
              (int)rg_place_length(place) - (int)strlen(" = "), rg_at(build, place));
}

void rg_build_tuple_error(rg_build *build, rg_place place) {
    rg_diagnostic *d = last_error(build, place, "args must be a tuple");
    rg_advise(build->diagnostics, d, "a tuple of one item is written with a comma: (%.*s,)",
              (int)rg_place_length(place), rg_at(build, place));
}

/* The values of this statement are not of the known forms: they are kept as text. */
static void skip_values(rg_build *build) {
    if (rg_graph_skip_values(build->scanner, build->now.kind, build->now.values_begin,
                             build->now.line, &build->now.opaque_end))
        return;
    const char *begin = build->text + build->now.values_begin;
    const char *end = memchr(begin, '\n', build->scan.length - build->now.values_begin);
    report_cut(build, end ? (uint32_t)(end - build->text) : build->scan.length);
}

/* Text on the line of a complete statement or header, behind it. */
static bool is_behind(const rg_build *build, rg_place place) {
    return !memchr(build->text + build->last_end, '\n', place.begin - build->last_end);
}

static void statement_error(rg_build *build, rg_place place, const char *found,
                            const char *expected) {
    const char *name_end = build->text + build->now.name_place.end;
    bool has_users = build->now.users_printed != UINT32_MAX;
    bool has_equals = memchr(name_end, '=', place.end - build->now.name_place.end);
    build->scan.stop = true;
    if (!has_users && has_equals)
        rg_build_error(build, build->now.name_place,
                       "`[num_users=N] = ` is missing after the name");
    else if (strcmp(found, "end of line") == 0)
        report_cut(build, place.begin);
    else if (!has_users)
        rg_build_error(build, place, "`[num_users=N] = ` is missing here");
    else
        rg_build_error(build, place, "expected %s, found %s", expected, found);
}

void rg_build_syntax_error(rg_build *build, rg_place place, const char *found,
                           const char *expected) {
    rg_diagnostic *d;
    if (build->scan.stop)
        return; /* the text was ended by another error */
    rg_read_mode mode = build->now.mode;
    if (mode == RG_READ_BETWEEN && is_behind(build, place))
        mode = RG_READ_REMARK;
    switch (mode) {
    case RG_READ_OUTSIDE:
        rg_build_report_foreign(build, place);
        break;
    case RG_READ_HEADER:
        if (memchr(build->text + build->last_end, '%', place.end - build->last_end))
            rg_build_report_foreign(build, place);
        else
            last_error(build, place, "a graph begins with a line like `graph():`");
        break;
    case RG_READ_VALUES:
        skip_values(build);
        break;
    case RG_READ_BETWEEN:
        d = last_error(build, place, "this line is not a statement");
        rg_advise(build->diagnostics, d,
                  "lines are `%%name : [num_users=N] = ...`, `return ...` or `# a comment`");
        break;
    case RG_READ_REMARK:
        d = last_error(build, place, "text after the end of a statement");
        rg_advise(build->diagnostics, d,
                  "only `  # {...}` may follow a statement; comments stand on lines of their own");
        break;
    case RG_READ_STATEMENT:
        statement_error(build, place, found, expected);
        break;
    }
}
