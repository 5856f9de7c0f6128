/* Translating the Python form: nodes and their names. */
#include "python.h"

rg_symbol rg_python_symbol(rg_python_reading *r, rg_place name) {
    return rg_intern(r->names.symbols, r->text + name.begin, name.end - name.begin);
}

/* Numbers of graphs that were read before do not count. */
static uint32_t look_up(const rg_python_reading *r, const rg_symbol_map *map, rg_symbol symbol) {
    uint32_t found = rg_symbol_map_index(map, symbol);
    return found >= rg_python_current(r)->first ? found : RG_NO_INDEX;
}

uint32_t rg_python_find(const rg_python_reading *r, rg_place name) {
    if (r->graphs.count == 0)
        return RG_NO_INDEX;
    rg_symbol symbol =
        rg_find_symbol(r->names.symbols, r->text + name.begin, name.end - name.begin);
    return symbol == RG_NO_SYMBOL ? RG_NO_INDEX : look_up(r, &r->names.nodes, symbol);
}

/* What is shown for the node: the first line of its statement, from its first byte. */
static rg_line_place place_of(const rg_python_reading *r, const rg_python_event *event) {
    const char *line = r->text + event->line_begin;
    uint32_t indent = event->kind == RG_PYTHON_PARAMETER ? event->place.begin - event->line_begin
                                                         : (uint32_t)strspn(line, " \t\f");
    uint32_t begin = event->line_begin + indent;
    uint32_t end = event->place.end > begin ? event->place.end : begin + 1;
    const char *newline = memchr(r->text + begin, '\n', end - begin);
    if (newline)
        end = (uint32_t)(newline - r->text);
    return (rg_line_place){event->line, indent + 1, end - event->line_begin + 1, false};
}

size_t rg_python_add(rg_python_reading *r, rg_opcode opcode, const rg_python_event *event) {
    rg_python_node *node = rg_array_push(r->scratch, &r->nodes, sizeof *node);
    node->opcode = opcode;
    node->comment = r->comment;
    node->place = place_of(r, event);
    r->user += opcode != RG_PLACEHOLDER;
    return r->nodes.count - 1;
}

static rg_symbol free_name(rg_python_reading *r, rg_symbol wanted) {
    const char *base = rg_symbol_text(r->names.symbols, wanted);
    bool taken = look_up(r, &r->names.taken, wanted) != RG_NO_INDEX;
    uint32_t number = taken ? rg_symbol_map_get(&r->names.counters, wanted) : 0;
    rg_symbol name = wanted;
    while (look_up(r, &r->names.taken, name) != RG_NO_INDEX) {
        const char *text = rg_format(r->scratch, "%s_%u", base, ++number);
        name = rg_intern_text(r->names.symbols, text);
    }
    rg_symbol_map_set(r->scratch, &r->names.counters, wanted, number);
    return name;
}

void rg_python_name(rg_python_reading *r, size_t node, rg_symbol variable) {
    rg_symbol name = free_name(r, variable);
    rg_python_node_at(r, node)->name = name;
    rg_symbol_map_set_index(r->scratch, &r->names.taken, name, (uint32_t)node);
    rg_symbol_map_set_index(r->scratch, &r->names.nodes, variable, (uint32_t)node);
}

/* `torch.ops.aten.add_.Tensor` makes `add_`; other dotted names what stands last. */
void rg_python_name_freely(rg_python_reading *r, size_t node) {
    rg_stretch target = rg_python_node_at(r, node)->target;
    const char *text = rg_text_string(&r->parts) + target.begin;
    size_t length = target.end - target.begin, end = length;
    if (length > 10 && memcmp(text, "torch.ops.", 10) == 0) {
        size_t dots = 0;
        for (size_t i = 10; i < length; i++) {
            dots += text[i] == '.';
            if (dots == 2) {
                end = i;
                break;
            }
        }
    }
    size_t begin = end;
    while (begin > 0 && text[begin - 1] != '.')
        begin--;
    rg_symbol wanted = end > begin && !(text[begin] >= '0' && text[begin] <= '9')
                           ? rg_intern(r->names.symbols, text + begin, end - begin)
                           : rg_intern_text(r->names.symbols, "value");
    rg_symbol name = free_name(r, wanted);
    rg_python_node_at(r, node)->name = name;
    rg_symbol_map_set_index(r->scratch, &r->names.taken, name, (uint32_t)node);
}

/* Does the text say what the value is (`f32[2]`, `Sym(s0)`), rather than its type? */
static bool is_value(const char *text, size_t length) {
    char name[24];
    const char *bracket = memchr(text, '[', length);
    if (length > 4 && memcmp(text, "Sym(", 4) == 0)
        return true;
    if (!bracket || (size_t)(bracket - text) >= sizeof name)
        return false;
    memcpy(name, text, (size_t)(bracket - text));
    name[bracket - text] = '\0';
    return rg_long_dtype(name) != NULL;
}

void rg_python_annotate(rg_python_reading *r, size_t node, rg_place annotation, bool quoted) {
    rg_python_node *n = rg_python_node_at(r, node);
    size_t length = annotation.end - annotation.begin;
    if (length == 0 || memchr(r->text + annotation.begin, '\n', length) ||
        memchr(r->text + annotation.begin, '"', length))
        return;
    if (quoted || is_value(r->text + annotation.begin, length))
        n->annotation = annotation;
    else
        n->type = annotation;
}

void rg_python_settle(rg_python_reading *r) {
    if (r->pending.node == RG_NO_INDEX)
        return;
    size_t node = r->pending.node;
    rg_symbol variable = r->pending.variable;
    bool rebinds = r->pending.rebinds;
    r->pending.node = RG_NO_INDEX;
    rg_python_name_freely(r, node);
    if (rebinds)
        rg_symbol_map_set_index(r->scratch, &r->names.nodes, variable, (uint32_t)node);
}

const rg_python_declaration *rg_python_declared(const rg_python_reading *r, rg_symbol name) {
    uint32_t index = rg_symbol_map_index(&r->names.declared, name);
    const rg_python_declaration *all = r->names.declarations.data;
    return index == RG_NO_INDEX ? NULL : all + index;
}

size_t rg_python_input(rg_python_reading *r, const rg_python_event *event, rg_place name) {
    size_t node = rg_python_add(r, RG_PLACEHOLDER, event);
    rg_python_node *n = rg_python_node_at(r, node);
    n->input = name;
    n->stars = event->kind == RG_PYTHON_PARAMETER ? event->stars : 0;
    n->comment = RG_NO_INDEX;
    rg_symbol symbol = rg_python_symbol(r, name);
    rg_python_name(r, node, symbol);
    const rg_python_declaration *declared = rg_python_declared(r, symbol);
    if (declared)
        rg_python_annotate(r, node, declared->annotation, declared->quoted);
    return node;
}
