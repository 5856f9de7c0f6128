/* Reading: values. */
#include "print.h"
#include "read.h"

#include <string.h>

/* Text that is not interned before it is known to be a value of its own: count 1 marks it. */
rg_value rg_build_raw(void) {
    return rg_make_value(RG_ATOM, 1, 0);
}

static rg_value text_value(rg_build *build, rg_kind kind, rg_place place) {
    return rg_text_value(build->module, kind, rg_at(build, place), rg_place_length(place));
}

static void push_text(rg_build *build, const char *text, const char *end) {
    if (end > text)
        rg_push_item(build, rg_text_value(build->module, RG_ATOM, text, (size_t)(end - text)));
}

/* ---- single values */

rg_value rg_resolve(rg_build *build, rg_symbol name, rg_place place) {
    rg_node_id id = rg_find_node(build->graph, name);
    if (id != RG_NO_NODE)
        return rg_node_value(id);
    rg_unresolved *u = rg_array_push(build->scratch, &build->values.unresolved, sizeof *u);
    *u = (rg_unresolved){name, place};
    return rg_make_value(RG_ATOM, 0, name);
}

static rg_value build_reference(rg_build *build, rg_place place) {
    if (!build->graph || build->now.mode != RG_READ_VALUES)
        return rg_build_raw();
    rg_place name = {place.begin + 1, place.end};
    return rg_resolve(build, text_value(build, RG_ATOM, name).data, place);
}

static rg_value build_int(rg_build *build, rg_place place) {
    const char *digit = rg_at(build, place), *end = build->text + place.end;
    bool negative = *digit == '-';
    uint64_t number = 0, limit = (uint64_t)INT64_MAX + negative;
    for (digit += negative; digit < end; digit++) {
        uint64_t next = (uint64_t)(*digit - '0');
        if (number > (limit - next) / 10)
            return rg_build_raw(); /* Python's ints have no limit; ours stay as text */
        number = number * 10 + next;
    }
    return rg_int(build->module, negative ? (int64_t)(0 - number) : (int64_t)number);
}

/* Texts with more digits than a double's repr() are printed by something else than Python's float,
 * as sympy's numbers are, and are kept. */
enum { MAX_FLOAT_TEXT = 16 };

static bool is_foreign_float(const char *text, size_t length) {
    return length > MAX_FLOAT_TEXT && !memchr(text, 'e', length) && !memchr(text, 'E', length);
}

static rg_value build_float(rg_build *build, rg_place place) {
    rg_value read = text_value(build, RG_FLOAT, place);
    uint32_t known = rg_symbol_map_get(&build->texts.floats, read.data);
    if (known == 0) {
        rg_value printed = rg_float(build->module, rg_get_float(build->module, read));
        bool foreign = printed.data != read.data &&
                       is_foreign_float(rg_at(build, place), rg_place_length(place));
        known = foreign ? UINT32_MAX : printed.data + 1;
        rg_symbol_map_set(build->scratch, &build->texts.floats, read.data, known);
    }
    return known == UINT32_MAX ? rg_build_raw() : rg_make_value(RG_FLOAT, 0, known - 1);
}

static rg_value build_string(rg_build *build, rg_place place) {
    size_t length = rg_place_length(place);
    if (build->now.mode == RG_READ_VALUES && build->now.kind == RG_OPAQUE_ARGUMENTS)
        *(uint32_t *)rg_array_push(build->scratch, &build->values.quoted, sizeof(uint32_t)) =
            place.begin;
    const char *content = rg_at(build, place) + 1;
    if (!memchr(content, '\\', length - 2))
        return rg_text_value(build->module, RG_STR, content, length - 2);
    if (!rg_unquote(&build->texts.unquoted, content - 1, length))
        return rg_build_raw();
    return rg_text_value(build->module, RG_STR, rg_text_string(&build->texts.unquoted),
                         rg_text_length(&build->texts.unquoted));
}

static rg_value build_dotted(rg_build *build, rg_place place) {
    const char *text = rg_at(build, place);
    size_t length = rg_place_length(place);
    static const char torch[] = "torch.";
    bool of_torch = length >= sizeof torch && memcmp(text, torch, sizeof torch - 1) == 0;
    if (of_torch && rg_is_dtype(text, length))
        return text_value(build, RG_DTYPE, place);
    const char *dot = memchr(text, '.', length);
    bool several_dots = memchr(dot + 1, '.', length - (size_t)(dot + 1 - text));
    if (!of_torch && !several_dots)
        return rg_build_raw();
    const char *name = rg_constant_name(text, length);
    return rg_text_value(build->module, RG_CONST, name, length - (size_t)(name - text));
}

rg_value rg_build_single(rg_build *build, rg_piece_kind piece, rg_place place) {
    switch (piece) {
    case RG_PIECE_NONE:
        return rg_none();
    case RG_PIECE_TRUE:
        return rg_bool(true);
    case RG_PIECE_FALSE:
        return rg_bool(false);
    case RG_PIECE_ELLIPSIS:
        return rg_make_value(RG_ELLIPSIS, 0, 0);
    case RG_PIECE_REFERENCE:
        return build_reference(build, place);
    case RG_PIECE_INT:
        return build_int(build, place);
    case RG_PIECE_FLOAT:
        return build_float(build, place);
    case RG_PIECE_COMPLEX:
        return text_value(build, RG_COMPLEX, place);
    case RG_PIECE_STRING:
        return build_string(build, place);
    case RG_PIECE_DOTTED:
        return build_dotted(build, place);
    default:
        return rg_build_raw();
    }
}

/* ---- text of several parts */

void rg_build_forget(rg_build *build, uint32_t from) {
    const uint32_t *quoted = build->values.quoted.data;
    while (build->values.quoted.count > 0 && quoted[build->values.quoted.count - 1] >= from)
        build->values.quoted.count--;
    const rg_unresolved *names = build->values.unresolved.data;
    while (build->values.unresolved.count > 0 &&
           names[build->values.unresolved.count - 1].place.begin >= from)
        build->values.unresolved.count--;
}

/* Inside a slice torch prints nodes without %. Other text there stays text. */
rg_value rg_build_slice(rg_build *build, rg_value items) {
    for (uint32_t i = items.data; i < items.data + 3; i++) {
        rg_value *item = (rg_value *)build->module->pool.data + i;
        if (rg_value_kind(*item) != RG_ATOM || !build->graph)
            continue;
        rg_symbol name = item->data;
        rg_node_id id = rg_find_node(build->graph, name);
        if (id == RG_NO_NODE)
            continue;
        *item = rg_node_value(id);
        rg_bare_node *bare = rg_array_push(build->scratch, &build->values.bare_nodes, sizeof *bare);
        *bare = (rg_bare_node){i, name};
    }
    return rg_make_value(RG_SLICE, 3, items.data);
}

rg_value rg_build_device(rg_build *build, rg_place type, rg_place index) {
    rg_text *text = &build->texts.unquoted;
    rg_text_clear(text);
    rg_text_add(text, rg_at(build, type), rg_place_length(type));
    if (rg_place_length(index) > 0) {
        rg_text_putc(text, ':');
        rg_text_add(text, rg_at(build, index), rg_place_length(index));
    }
    if (build->now.mode == RG_READ_VALUES && build->now.kind == RG_OPAQUE_ARGUMENTS)
        build->surely_annotated = true;
    return rg_text_value(build->module, RG_DEVICE, rg_text_string(text), rg_text_length(text));
}

/* ---- names in text */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_word(char c) {
    unsigned char byte = (unsigned char)c, lower = byte | 0x20;
    return is_digit(c) || (lower >= 'a' && lower <= 'z') || c == '_' || byte >= 0x80;
}

static bool is_name(const char *text, size_t length) {
    size_t i = 0;
    while (i < length && is_word(text[i]))
        i++;
    return length > 0 && i == length && !is_digit(*text);
}

/* `s77`, `u0`: a symbol of torch's, which may stand in a result without a node. */
static bool is_size_symbol(const char *text, size_t length) {
    size_t letters = strspn(text, "supzfi");
    if (letters == 0 || letters > 3 || letters >= length)
        return false;
    return letters + strspn(text + letters, "0123456789") >= length;
}

/* ---- values that stay text */

static rg_node_id find_named(const rg_build *build, const char *name, const char *end) {
    rg_symbol symbol = rg_find_symbol(build->module->symbols, name, (size_t)(end - name));
    return symbol == RG_NO_SYMBOL ? RG_NO_NODE : rg_find_node(build->graph, symbol);
}

/* Past a quoted string that begins at `at`, or past a quote that nothing closes. */
static const char *skip_string(const char *at, const char *end) {
    for (const char *c = at + 1; c < end; c++) {
        if (*c == '\\')
            c++;
        else if (*c == *at)
            return c + 1;
    }
    return at + 1;
}

/* Whether a bare name in a return line may be a node's: not that of a field (`Point(x=y)`), of an
 * attribute or of what is called. */
static bool is_value(const char *begin, const char *name, const char *end, const char *stop) {
    bool attribute = name > begin && name[-1] == '.';
    bool field = end < stop && *end == '=' && (end + 1 == stop || end[1] != '=');
    return !attribute && !field && (end == stop || *end != '(');
}

/* Cuts the text at the names of nodes: `%name` in args, `name` in the return line. What is between
 * them and the nodes are the items. */
static rg_value opaque(rg_build *build, uint32_t begin, uint32_t end) {
    bool bare = build->now.kind == RG_OPAQUE_RESULT;
    size_t below = build->values.items.count;
    const char *at = build->text + begin, *stop = build->text + end, *piece = at;
    while (at < stop) {
        const char *name = at;
        while (at < stop && is_word(*at))
            at++;
        bool marked =
            bare ? is_value(build->text + begin, name, at, stop) : name > piece && name[-1] == '%';
        rg_node_id id = at > name && marked ? find_named(build, name, at) : RG_NO_NODE;
        if (id != RG_NO_NODE) {
            push_text(build, piece, name - !bare);
            rg_push_item(build, rg_node_value(id));
            piece = at;
        } else if (at == name) {
            at = bare && (*at == '\'' || *at == '"') ? skip_string(at, stop) : at + 1;
        }
    }
    push_text(build, piece, stop);
    return rg_build_container(build, RG_OPAQUE, (uint32_t)(build->values.items.count - below));
}

/* ---- items */

/* Text that may name nodes inside of it. */
static rg_value mixed_text(rg_build *build, rg_place place) {
    rg_value v = opaque(build, place.begin, place.end);
    return rg_value_count(v) == 1 ? rg_item(build->module, v, 0) : v;
}

/* Text in the return line, where nodes stand without %. */
static rg_value result_text(rg_build *build, rg_place place) {
    const char *text = rg_at(build, place);
    size_t length = rg_place_length(place);
    if (is_name(text, length)) {
        rg_symbol name = text_value(build, RG_ATOM, place).data;
        if (rg_find_node(build->graph, name) != RG_NO_NODE || !is_size_symbol(text, length))
            return rg_resolve(build, name, place);
        return rg_make_value(RG_ATOM, 0, name);
    }
    return mixed_text(build, place);
}

static rg_value raw_item(rg_build *build, rg_place place) {
    bool values = build->now.mode == RG_READ_VALUES;
    if (values && build->now.kind == RG_OPAQUE_RESULT)
        return result_text(build, place);
    if (values && memchr(rg_at(build, place), '%', rg_place_length(place)))
        return mixed_text(build, place);
    return text_value(build, RG_ATOM, place);
}

void rg_build_item(rg_build *build, rg_value value, rg_place place) {
    rg_push_item(build, rg_is_raw(value) ? raw_item(build, place) : value);
}

void rg_build_key(rg_build *build, rg_value value, rg_place place) {
    rg_push_item(build, rg_is_raw(value) ? text_value(build, RG_ATOM, place) : value);
}

/* The name of an argument: a str however it is written. */
void rg_build_keyword(rg_build *build, rg_value value, rg_place place) {
    rg_push_item(build, rg_value_kind(value) == RG_STR ? value : text_value(build, RG_STR, place));
}

rg_value rg_build_container(rg_build *build, rg_kind kind, uint32_t count) {
    if (count == 0)
        return rg_make_value(kind, 0, 0);
    build->values.items.count -= count;
    if (count > RG_MAX_ITEMS) {
        rg_place place = {build->now.values_begin, build->now.values_begin};
        rg_build_error(build, place, "more than %u items in one container", RG_MAX_ITEMS);
        return rg_none();
    }
    const rg_value *items = (const rg_value *)build->values.items.data + build->values.items.count;
    return rg_container(build->module, kind, items, count);
}

void rg_build_arguments(rg_build *build, uint32_t count) {
    build->now.node.args = rg_build_container(build, RG_TUPLE, count);
    build->perhaps_annotated |= build->values.quoted.count > 0;
}

void rg_build_keyword_arguments(rg_build *build, uint32_t pairs) {
    build->now.node.kwargs = rg_build_container(build, RG_DICT, 2 * pairs);
    build->perhaps_annotated |= build->values.quoted.count > 0;
}

void rg_build_call_end(rg_build *build) {
    build->now.mode = RG_READ_REMARK;
}

void rg_build_default(rg_build *build) {
    build->now.node.args = rg_build_container(build, RG_TUPLE, 1);
    build->now.mode = RG_READ_REMARK;
}

/* `return` of nothing is a line that was cut off. */
void rg_build_result(rg_build *build) {
    const rg_value *item = build->values.items.data;
    if (rg_value_kind(*item) == RG_ATOM && item->data == 0) {
        rg_place place = {build->now.values_begin - 1, build->now.values_begin - 1};
        rg_diagnostic *d = rg_build_error(build, place, "`return` has no value");
        rg_advise(build->diagnostics, d, "write what the graph returns, or `return None`");
    }
    build->now.node.args = rg_build_container(build, RG_TUPLE, 1);
    build->now.mode = RG_READ_REMARK;
}

/* Where the last `), kwargs = {` of args that could not be split begins, or 0. */
static uint32_t find_kwargs(const rg_build *build) {
    static const char mark[] = "), kwargs = {";
    size_t length = sizeof mark - 1;
    for (uint32_t at = build->now.opaque_end; at > build->now.values_begin; at--) {
        if (build->now.opaque_end - at >= length && memcmp(build->text + at, mark, length) == 0)
            return at;
    }
    return 0;
}

void rg_build_opaque(rg_build *build) {
    rg_node *node = &build->now.node;
    uint32_t begin = build->now.values_begin, end = build->now.opaque_end;
    build->now.mode = RG_READ_REMARK;
    build->values.items.count = 0;
    rg_build_forget(build, begin);
    if (build->now.kind == RG_OPAQUE_RESULT) {
        node->args = opaque(build, begin, end);
    } else if (build->now.kind == RG_OPAQUE_DEFAULT) {
        /* A default is one value, so all of it is one text. */
        push_text(build, build->text + begin, build->text + end - 1);
        node->args = rg_build_container(build, RG_TUPLE, (uint32_t)build->values.items.count);
    } else {
        uint32_t kwargs = find_kwargs(build);
        if (kwargs == 0) {
            rg_build_error(build, (rg_place){begin, end}, "`kwargs = {...}` is missing after args");
            return;
        }
        node->args = opaque(build, begin, kwargs + 1);
        uint32_t brace = kwargs + (uint32_t)strlen("), kwargs = ");
        bool none = end - 1 - brace == 2;
        node->kwargs =
            none ? rg_container(build->module, RG_DICT, NULL, 0) : opaque(build, brace, end - 1);
    }
}
