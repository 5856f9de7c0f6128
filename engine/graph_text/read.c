/* Reading: graphs and statements. */
#include "../graph/name.h"
#include "read.h"
#include "../graph/users.h"

#include <string.h>

/* ---- places */

/* Line and column are found by counting: only errors need them. */
rg_span rg_build_span(const rg_build *build, rg_place place) {
    rg_span span = {build->module->source, 1, 1, 1, 1};
    const char *at = build->text, *begin = at + place.begin, *line = at;
    while ((at = memchr(at, '\n', (size_t)(begin - at)))) {
        span.line++;
        line = ++at;
    }
    span.column = (uint32_t)(begin - line) + 1;
    span.end_line = span.line;
    span.end_column = span.column;
    for (at = begin; at < build->text + place.end && *at != '\n'; at++)
        span.end_column++;
    return span;
}

/* ---- repeated texts */

rg_symbol rg_intern_again(rg_build *build, const char *text, size_t length) {
    if (length == 0)
        return 0;
    size_t mix = length ^ (size_t)text[length - 1] ^ (size_t)text[length / 2] << 2;
    rg_recent_text *recent = &build->texts.recent[mix & (RG_RECENT_TEXTS - 1)];
    if (recent->length != length || memcmp(recent->text, text, length) != 0)
        *recent = (rg_recent_text){text, length, rg_intern(build->module->symbols, text, length)};
    return recent->symbol;
}

/* ---- graphs */

static void check_header_name(rg_build *build, rg_place place) {
    rg_symbol name = build->graph->name;
    if (rg_symbol_map_get(&build->graph_names, name) == 0) {
        rg_symbol_map_set(build->scratch, &build->graph_names, name, 1);
        return;
    }
    const char *text = rg_symbol_text(build->module->symbols, name);
    rg_diagnostic *d = name ? rg_build_error(build, place, "a second graph `%s`", text)
                            : rg_build_error(build, place, "a second graph without a name");
    rg_advise(build->diagnostics, d,
              "a file holds one graph; bodies of nested ones follow it as `graph NAME():`");
}

/* Whether a graph has ended is only known when another begins or the text ends without error. */
void rg_build_check_graph(rg_build *build) {
    rg_build_report_unresolved(build);
    if (build->graph->output != RG_NO_NODE)
        return;
    rg_place end = {build->last_end, build->last_end};
    rg_diagnostic *d = rg_build_error(build, end, "the graph ends without `return`");
    rg_advise(build->diagnostics, d,
              "a graph's last line is `return VALUE`; was the text cut off when it was copied?");
}

void rg_build_graph(rg_build *build, rg_place opening) {
    if (build->graph)
        rg_build_check_graph(build);
    rg_graph *graph = rg_alloc(build->arena, sizeof *graph);
    graph->module = build->module;
    graph->first = graph->last = graph->output = RG_NO_NODE;
    static const char word[] = "graph ";
    if (rg_place_length(opening) > sizeof word) {
        const char *name = rg_at(build, opening) + sizeof word - 1;
        size_t length = rg_place_length(opening) - sizeof word;
        graph->name = rg_intern(build->module->symbols, name, length);
    }
    graph->lead =
        rg_copy_text(build->arena, build->text + build->last_end, opening.begin - build->last_end);
    *(rg_graph **)rg_array_push(build->scratch, &build->graphs, sizeof graph) = graph;
    build->graph = graph;
    build->last_end = opening.begin;
    build->now.mode = RG_READ_HEADER;
    check_header_name(build, opening);
}

/* Begins a node: all fields that do not come from the text of every statement. */
void rg_begin_node(rg_build *build, uint32_t line) {
    build->now.node = (rg_node){.prev = RG_NO_NODE, .extra = RG_NO_EXTRA};
    build->now.extra = rg_no_extra;
    build->now.line = line;
    build->now.node.args = rg_make_value(RG_TUPLE, 0, 0);
    build->now.node.kwargs = rg_make_value(RG_DICT, 0, 0);
    build->now.node.next = RG_NO_NODE;
    build->now.users_printed = UINT32_MAX;
    build->values.items.count = 0;
    build->values.quoted.count = 0;
    build->now.mode = RG_READ_STATEMENT;
}

/* Adds the node that was read. The one that had its name before, or RG_NO_NODE. */
static rg_node_id add_node(rg_build *build) {
    rg_graph *graph = build->graph;
    rg_node_id id = (rg_node_id)graph->nodes.count;
    rg_array_room(build->arena, &graph->nodes, 1, sizeof(rg_node));
    graph->nodes.count++;
    rg_node *node = rg_node_at(graph, id);
    *node = build->now.node;
    *(uint32_t *)rg_array_push(build->scratch, &build->printed, sizeof(uint32_t)) =
        build->now.users_printed;
    node->prev = graph->last;
    if (id > 0)
        rg_node_at(graph, id - 1)->next = id;
    else
        graph->first = id;
    graph->last = id;
    if (build->now.extra.type || rg_value_kind(build->now.extra.meta) != RG_NONE)
        *rg_make_extra(graph, id) = build->now.extra;
    rg_count_uses(graph, node->args, node->kwargs, 1);
    return rg_symbol_map_set_index(build->arena, &graph->names, node->name, id);
}

/* The name of a parameter: torch <= 1.8 writes a typed one twice, `xx: torch.Tensor`. */
static size_t split_parameter(const char *text, size_t length, bool *typed) {
    const char *colon = memchr(text, ':', length);
    *typed = colon && colon + 1 < text + length && colon[1] == ' ';
    if (!*typed)
        return length;
    size_t name = (size_t)(colon - text), half = name / 2;
    return name % 2 == 0 && memcmp(text, text + half, half) == 0 ? half : name;
}

/* `x`, `*args` or `**kwargs`. */
static bool is_parameter_name(const char *text, size_t length) {
    size_t i = 0;
    while (i < length && i < 2 && text[i] == '*')
        i++;
    bool empty = i == length;
    for (; i < length; i++) {
        unsigned char c = (unsigned char)text[i], lower = c | 0x20;
        bool letter = (lower >= 'a' && lower <= 'z') || c == '_' || c >= 0x80;
        if (!letter && (c < '0' || c > '9'))
            return false;
    }
    return !empty;
}

void rg_build_parameter(rg_build *build, rg_place place) {
    const char *text = rg_at(build, place);
    size_t length = rg_place_length(place);
    if (*text == '%') {
        rg_build_report_foreign(build, place);
        return;
    }
    bool typed;
    size_t name_length = split_parameter(text, length, &typed);
    if (!is_parameter_name(text, name_length)) {
        rg_build_error(build, place, "a parameter of the graph has no name");
        return;
    }
    rg_begin_node(build, 0);
    build->now.mode = RG_READ_HEADER;
    rg_node *node = &build->now.node;
    rg_symbols *symbols = build->module->symbols;
    node->opcode = RG_PLACEHOLDER;
    node->flags = RG_NODE_IN_HEADER;
    node->target = rg_intern(symbols, text, name_length);
    const char *type = memchr(text, ':', length);
    if (typed)
        build->now.extra.type = rg_intern(symbols, type + 2, (size_t)(text + length - type) - 2);
    node->name = rg_make_name(build->graph, rg_symbol_text(symbols, node->target));
    build->graph->header_parameters = true;
    add_node(build);
}

void rg_build_header_end(rg_build *build, rg_place closing) {
    rg_graph *graph = build->graph;
    graph->header =
        rg_copy_text(build->arena, build->text + build->last_end, closing.end - build->last_end);
    graph->body_begin = build->last_end = closing.end;
    graph->names_counted = false; /* statements bring more names */
    build->result_type = 0;
    static const char arrow[] = ") -> ";
    if (rg_place_length(closing) > sizeof arrow)
        build->result_type =
            rg_intern(build->module->symbols, rg_at(build, closing) + sizeof arrow - 1,
                      rg_place_length(closing) - sizeof arrow);
    build->values.items.count = 0;
    build->now.mode = RG_READ_BETWEEN;
}

/* ---- statements */

void rg_build_define(rg_build *build, rg_place place, uint32_t line) {
    rg_begin_node(build, line);
    static const char around[] = "% : ";
    build->now.name_place = (rg_place){place.begin, place.end - (uint32_t)strlen(" : ")};
    size_t length = rg_place_length(place) - (sizeof around - 1);
    build->now.node.name = rg_intern(build->module->symbols, rg_at(build, place) + 1, length);
}

void rg_build_type(rg_build *build, rg_place place) {
    const char *text = rg_at(build, place);
    size_t length = rg_place_length(place);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    build->now.extra.type = rg_intern_again(build, text, length);
}

void rg_build_annotation(rg_build *build, rg_place quoted, bool tensor_word) {
    const char *text = rg_at(build, quoted);
    const char *quote = memchr(text, '"', rg_place_length(quoted));
    quoted.begin += (uint32_t)(quote - text) + 1;
    quoted.end -= (uint32_t)(tensor_word ? strlen("\"") : strlen("\" "));
    rg_set_annotation_text(build, quoted, tensor_word);
}

void rg_set_annotation_text(rg_build *build, rg_place text, bool tensor_word) {
    build->now.node.annotation = rg_intern_again(build, rg_at(build, text), rg_place_length(text));
    if (tensor_word) {
        build->now.node.flags |= RG_NODE_TENSOR_WORD;
        build->module->tensor_words = true;
    } else {
        build->surely_annotated = true;
    }
}

void rg_build_users(rg_build *build, rg_place place) {
    const char *text = rg_at(build, place);
    const char *equals = memchr(text, '=', rg_place_length(place));
    rg_place digits = {place.begin + (uint32_t)(equals - text) + 1,
                       place.end - (uint32_t)strlen("] = ")};
    rg_set_users(build, digits, text[1] == '#');
}

void rg_set_users(rg_build *build, rg_place digits, bool hash_users) {
    const char *digit = rg_at(build, digits), *end = build->text + digits.end;
    uint64_t users = 0;
    for (; digit < end && users < UINT32_MAX; digit++)
        users = users * 10 + (uint64_t)(*digit - '0');
    build->now.users_printed = users < UINT32_MAX ? (uint32_t)users : UINT32_MAX - 1;
    if (hash_users)
        build->module->users_word = RG_HASH_USERS;
}

static void set_target(rg_build *build, rg_opcode opcode, const char *text, size_t length) {
    if (length == 0)
        rg_build_error(build, build->now.name_place, "a node without target");
    build->now.node.opcode = (uint8_t)opcode;
    build->now.node.target = rg_intern_again(build, text, length);
}

void rg_build_target(rg_build *build, rg_opcode opcode, rg_place target) {
    set_target(build, opcode, rg_at(build, target), rg_place_length(target));
}

/* From here on values of the kind are read; a syntax error among them makes them opaque. */
void rg_begin_values(rg_build *build, rg_opaque kind, uint32_t begin) {
    build->now.mode = RG_READ_VALUES;
    build->now.kind = kind;
    build->now.values_begin = begin;
}

void rg_build_placeholder(rg_build *build, rg_place target) {
    set_target(build, RG_PLACEHOLDER, rg_at(build, target), rg_place_length(target) - 1);
    build->now.mode = RG_READ_REMARK;
}

void rg_build_get_attr(rg_build *build, rg_place target, bool as_attribute_of_self) {
    const char *text = rg_at(build, target);
    size_t length = rg_place_length(target);
    if (as_attribute_of_self) {
        build->module->self_attributes = true;
        set_target(build, RG_GET_ATTR, text + strlen("self."), length - strlen("self."));
    } else {
        set_target(build, RG_GET_ATTR, text, length - 1);
    }
    build->now.mode = RG_READ_REMARK;
}

void rg_build_call(rg_build *build, rg_place opcode, rg_place target) {
    const char *word = rg_at(build, opcode);
    rg_opcode code = word[5] == 'f'   ? RG_CALL_FUNCTION
                     : word[6] == 'e' ? RG_CALL_METHOD
                                      : RG_CALL_MODULE;
    set_target(build, code, rg_at(build, target), rg_place_length(target) - strlen("](args = ("));
    rg_begin_values(build, RG_OPAQUE_ARGUMENTS, target.end - 1);
}

void rg_build_default_begin(rg_build *build, rg_place opening) {
    rg_begin_values(build, RG_OPAQUE_DEFAULT, opening.end);
}

/* `output`, or the first free name like it: another node may be called so. */
static rg_symbol output_name(rg_build *build) {
    rg_symbol name = rg_intern_text(build->module->symbols, "output");
    for (uint32_t i = 1; rg_find_node(build->graph, name) != RG_NO_NODE; i++)
        name = rg_intern_text(build->module->symbols, rg_format(build->scratch, "output_%u", i));
    return name;
}

void rg_build_return(rg_build *build, rg_place place, uint32_t line) {
    rg_begin_node(build, line);
    build->now.users_printed = 0;
    build->now.node.name = output_name(build);
    build->now.extra.type = build->result_type;
    build->now.name_place = (rg_place){place.begin, place.end - 1};
    set_target(build, RG_OUTPUT, "output", strlen("output"));
    rg_begin_values(build, RG_OPAQUE_RESULT, place.end);
}

void rg_build_meta(rg_build *build, uint32_t pairs) {
    build->now.extra.meta = rg_build_container(build, RG_DICT, 2 * pairs);
    build->surely_annotated = true;
}

/* Says where the other statement of that name stands. */
static void report_duplicate(rg_build *build, rg_node_id other) {
    const char *name = rg_symbol_text(build->module->symbols, build->now.node.name);
    rg_diagnostic *d =
        rg_build_error(build, build->now.name_place, "a second node of the name %%%s", name);
    uint32_t line = rg_line_at(build->module, rg_node_at(build->graph, other)->source_begin);
    if (line != 0)
        rg_advise(build->diagnostics, d, "the first one is on line %u; names are unique", line);
}

void rg_build_statement(rg_build *build, rg_place place) {
    rg_graph *graph = build->graph;
    rg_node *node = &build->now.node;
    node->source_begin = place.begin;
    node->source_end = build->last_end = place.end;
    rg_note_line(build->module, place.begin, build->now.line);
    bool returned = graph->output != RG_NO_NODE;
    if (node->opcode == RG_OUTPUT)
        graph->output = (rg_node_id)graph->nodes.count;
    rg_node_id other = add_node(build);
    if (returned) {
        rg_diagnostic *d =
            rg_build_error(build, build->now.name_place, "a statement after `return`");
        rg_advise(build->diagnostics, d, "`return` is the last line of a graph");
    } else if (other != RG_NO_NODE) {
        report_duplicate(build, other);
    }
    build->now.mode = RG_READ_BETWEEN;
}
