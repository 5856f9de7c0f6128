/* Translating the Python form: which node an expression is. */
#include "python.h"

/* ---- targets of functions */

static rg_stretch add_part(rg_python_reading *r, const char *text, size_t length) {
    uint32_t begin = (uint32_t)rg_text_length(&r->parts);
    rg_text_add(&r->parts, text, length);
    return (rg_stretch){begin, (uint32_t)rg_text_length(&r->parts)};
}

rg_stretch rg_python_part(rg_python_reading *r, const char *text) {
    return add_part(r, text, strlen(text));
}

/* How Python code names functions that are not of torch: their module is a part of the name. */
typedef struct mangled {
    const char *prefix, *target;
    bool whole; /* the prefix is the name */
} mangled;

static const mangled functions[] = {
    {"device", "torch.device", true},      {"torch_device", "torch.device", true},
    {"getattr", "builtins.getattr", true}, {"len", "builtins.len", true},
    {"max", "builtins.max", true},         {"min", "builtins.min", true},
    {"slice", "builtins.slice", true},     {"sum", "builtins.sum", true},
    {"abs", "builtins.abs", true},         {"round", "builtins.round", true},
    {"pow", "builtins.pow", true},         {"divmod", "builtins.divmod", true},
    {"int", "builtins.int", true},         {"float", "builtins.float", true},
    {"bool", "builtins.bool", true},       {"range", "builtins.range", true},
    {"iter", "builtins.iter", true},       {"next", "builtins.next", true},
    {"operator_", "operator.", false},     {"math_", "math.", false},
    {"builtins_", "builtins.", false},
};

static rg_stretch function_target(rg_python_reading *r, rg_place name) {
    const char *text = r->text + name.begin;
    size_t length = name.end - name.begin;
    for (size_t i = 0; i < RG_COUNT_OF(functions); i++) {
        const mangled *f = &functions[i];
        size_t prefix = strlen(f->prefix);
        if (f->whole ? !rg_place_is(r, name, f->prefix)
                     : length <= prefix || memcmp(text, f->prefix, prefix) != 0)
            continue;
        uint32_t begin = (uint32_t)rg_text_length(&r->parts);
        rg_text_puts(&r->parts, f->target);
        rg_text_add(&r->parts, text + prefix, length - prefix);
        return (rg_stretch){begin, (uint32_t)rg_text_length(&r->parts)};
    }
    return add_part(r, text, length);
}

/* A dotted name as it stands, without blanks in it. */
static rg_stretch dotted_target(rg_python_reading *r, rg_place chain) {
    uint32_t begin = (uint32_t)rg_text_length(&r->parts);
    for (uint32_t at = chain.begin; at < chain.end; at++)
        if (!strchr(" \t\r\n\\", r->text[at]))
            rg_text_putc(&r->parts, r->text[at]);
    return (rg_stretch){begin, (uint32_t)rg_text_length(&r->parts)};
}

/* ---- arguments */

static void separate(rg_python_reading *r, uint32_t begin) {
    if (rg_python_here(r) > begin)
        rg_text_puts(&r->parts, ", ");
}

static void copy_positional(rg_python_reading *r, const rg_python_argument *arguments,
                            uint32_t count, uint32_t begin) {
    for (uint32_t i = 0; i < count; i++) {
        if (arguments[i].keyword.end)
            continue;
        separate(r, begin);
        rg_python_copy(r, arguments[i].place, false);
    }
}

static bool copy_keywords(rg_python_reading *r, const rg_python_argument *arguments,
                          uint32_t count) {
    uint32_t begin = rg_python_here(r);
    for (uint32_t i = 0; i < count; i++) {
        rg_place keyword = arguments[i].keyword;
        if (keyword.end == 0)
            continue;
        if (r->text[keyword.begin] == '*') {
            rg_diagnostic *d = rg_python_error(r, keyword, "arguments that are unpacked (`*`)");
            RG_PYTHON_ADVISE(r, d, "a graph names every argument: write them one by one");
            return false;
        }
        separate(r, begin);
        rg_text_add(&r->parts, r->text + keyword.begin, keyword.end - keyword.begin);
        rg_text_puts(&r->parts, ": ");
        rg_python_copy(r, arguments[i].place, false);
    }
    rg_python_last(r)->kwargs = (rg_stretch){begin, rg_python_here(r)};
    return true;
}

static uint32_t positional_of(const rg_python_argument *arguments, uint32_t count) {
    uint32_t positional = 0;
    for (uint32_t i = 0; i < count; i++)
        positional += arguments[i].keyword.end == 0;
    return positional;
}

/* Arguments of the last node; `self` (may be NULL) comes before them. */
static bool copy_arguments(rg_python_reading *r, const rg_place *self,
                           const rg_python_argument *arguments, uint32_t count) {
    uint32_t begin = rg_python_here(r);
    if (self)
        rg_python_copy(r, *self, false);
    copy_positional(r, arguments, count, begin);
    rg_python_last(r)->args = (rg_stretch){begin, rg_python_here(r)};
    rg_python_last(r)->one = (self != NULL) + positional_of(arguments, count) == 1;
    return copy_keywords(r, arguments, count);
}

/* ---- the node of an expression; false: an error was reported */

bool rg_python_refuse(rg_python_reading *r, rg_place place, const char *what) {
    rg_diagnostic *d = rg_python_error(r, place, "%s", what);
    RG_PYTHON_ADVISE(r, d,
                     "a line of a graph is one operation: a call, an operator, an attribute or an "
                     "item of a value that has a name");
    return false;
}

size_t rg_python_add_call(rg_python_reading *r, rg_opcode opcode, const rg_python_event *event,
                          rg_stretch target) {
    size_t node = rg_python_add(r, opcode, event);
    rg_python_node_at(r, node)->target = target;
    return node;
}

/* Has the chain one attribute, without getattr()? */
static bool has_one_step(const rg_python_reading *r, rg_place name, rg_place chain) {
    if (chain.begin != name.begin)
        return false;
    size_t dots = 0;
    for (uint32_t at = name.end; at < chain.end; at++)
        dots += r->text[at] == '.';
    return dots == 1;
}

static bool add_call_of(rg_python_reading *r, const rg_python_event *event,
                        const rg_python_value *v) {
    const rg_python_argument *arguments = event->arguments;
    bool local = rg_python_find(r, v->name) != RG_NO_INDEX;
    if (!rg_python_is_plain(r, v->inside))
        return false;
    if (v->left == RG_PYTHON_NAME) {
        if (local)
            return rg_python_refuse(r, v->before, "a call of a value");
        rg_python_add_call(r, RG_CALL_FUNCTION, event, function_target(r, v->before));
        return copy_arguments(r, NULL, arguments, v->count);
    }
    if (rg_python_is_self(r, v->name) && !local) {
        rg_python_add_call(r, RG_CALL_MODULE, event, rg_python_path(r, v->before));
        return copy_arguments(r, NULL, arguments, v->count);
    }
    if (!local) {
        rg_python_add_call(r, RG_CALL_FUNCTION, event, dotted_target(r, v->before));
        return copy_arguments(r, NULL, arguments, v->count);
    }
    if (!has_one_step(r, v->name, v->before))
        return rg_python_refuse(r, v->before, "a call of an attribute of an attribute");
    rg_python_add_call(r, RG_CALL_METHOD, event, rg_python_path(r, v->before));
    return copy_arguments(r, &v->name, arguments, v->count);
}

static bool add_attribute(rg_python_reading *r, const rg_python_event *event,
                          const rg_python_value *v) {
    bool local = rg_python_find(r, v->name) != RG_NO_INDEX;
    if (!local && rg_python_is_self(r, v->name)) {
        rg_python_add_call(r, RG_GET_ATTR, event, rg_python_path(r, v->place));
        return true;
    }
    if (!local)
        return rg_python_refuse(r, v->place, "a name is given to a constant");
    rg_stretch path = rg_python_path(r, v->place);
    const char *text = rg_text_string(&r->parts) + path.begin;
    if (memchr(text, '.', path.end - path.begin))
        return rg_python_refuse(r, v->place, "an attribute of an attribute");
    const char *attribute = rg_copy_text(r->scratch, text, path.end - path.begin);
    rg_python_add_call(r, RG_CALL_FUNCTION, event, rg_python_part(r, "builtins.getattr"));
    uint32_t begin = rg_python_here(r);
    rg_python_copy(r, v->name, false);
    rg_text_printf(&r->parts, ", '%s'", attribute);
    rg_python_last(r)->args = (rg_stretch){begin, rg_python_here(r)};
    return true;
}

/* Index of `x[...]`: several are a tuple. */
void rg_python_copy_index(rg_python_reading *r, const rg_python_argument *index, uint32_t count) {
    if (count != 1)
        rg_text_putc(&r->parts, '(');
    copy_positional(r, index, count, count == 1 ? rg_python_here(r) : rg_python_here(r));
    if (count != 1)
        rg_text_putc(&r->parts, ')');
}

static bool add_item(rg_python_reading *r, const rg_python_event *event, const rg_python_value *v) {
    if (!rg_python_is_plain(r, v->inside))
        return false;
    rg_python_add_call(r, RG_CALL_FUNCTION, event, rg_python_part(r, "operator.getitem"));
    uint32_t begin = rg_python_here(r);
    rg_python_copy(r, v->name, false);
    rg_text_puts(&r->parts, ", ");
    rg_python_copy_index(r, event->arguments, v->count);
    rg_python_last(r)->args = (rg_stretch){begin, rg_python_here(r)};
    return true;
}

typedef struct operator_name {
    const char *sign, *name;
} operator_name;

static const operator_name operators[] = {
    {"+", "add"}, {"-", "sub"},     {"*", "mul"},     {"/", "truediv"}, {"//", "floordiv"},
    {"%", "mod"}, {"**", "pow"},    {"@", "matmul"},  {"&", "and_"},    {"|", "or_"},
    {"^", "xor"}, {"<<", "lshift"}, {">>", "rshift"}, {"==", "eq"},     {"!=", "ne"},
    {"<", "lt"},  {"<=", "le"},     {">", "gt"},      {">=", "ge"},
};

/* The target `operator.iadd` of the operator that stands at a place (without the `=` of an
 * assignment). */
rg_stretch rg_python_operator(rg_python_reading *r, rg_place sign, const char *prefix) {
    for (size_t i = 0; i < RG_COUNT_OF(operators); i++) {
        if (!rg_place_is(r, sign, operators[i].sign))
            continue;
        const char *name = operators[i].name;
        size_t length = strlen(name) - (*prefix && name[strlen(name) - 1] == '_');
        uint32_t begin = rg_python_here(r);
        rg_text_printf(&r->parts, "operator.%s%.*s", prefix, (int)length, name);
        return (rg_stretch){begin, rg_python_here(r)};
    }
    return rg_python_part(r, "operator.unknown");
}

bool rg_python_add_binary(rg_python_reading *r, const rg_python_event *event, rg_place left,
                          rg_stretch target, rg_place right) {
    if (!rg_python_is_plain(r, left) || !rg_python_is_plain(r, right))
        return false;
    rg_python_add_call(r, RG_CALL_FUNCTION, event, target);
    uint32_t begin = rg_python_here(r);
    rg_python_copy(r, left, false);
    rg_text_puts(&r->parts, ", ");
    rg_python_copy(r, right, false);
    rg_python_last(r)->args = (rg_stretch){begin, rg_python_here(r)};
    return true;
}

/* `-1 ** x` is how torch prints the power of -1, though Python reads it otherwise. */
static bool negative_power(const rg_python_reading *r, const rg_python_value *v, rg_place *left,
                           rg_place *sign, rg_place *right) {
    uint32_t at = v->inside.begin;
    if (v->right != RG_PYTHON_BINARY || r->text[v->name.begin] != '-')
        return false;
    while (at < v->inside.end && strchr("0123456789.eE", r->text[at]))
        at++;
    if (at == v->inside.begin || v->inside.end - at < 4 || memcmp(r->text + at, " ** ", 4) != 0)
        return false;
    *left = (rg_place){v->place.begin, at};
    *sign = (rg_place){at + 1, at + 3};
    *right = (rg_place){at + 4, v->inside.end};
    return true;
}

static bool add_unary(rg_python_reading *r, const rg_python_event *event,
                      const rg_python_value *v) {
    rg_place left, sign, right;
    if (negative_power(r, v, &left, &sign, &right))
        return rg_python_add_binary(r, event, left, rg_python_operator(r, sign, ""), right);
    if (!rg_python_is_plain(r, v->inside))
        return false;
    char c = r->text[v->name.begin];
    rg_python_add_call(r, RG_CALL_FUNCTION, event,
                       rg_python_part(r, c == '-'   ? "operator.neg"
                                         : c == '+' ? "operator.pos"
                                                    : "operator.invert"));
    uint32_t begin = rg_python_here(r);
    rg_python_copy(r, v->inside, false);
    rg_python_last(r)->args = (rg_stretch){begin, rg_python_here(r)};
    rg_python_last(r)->one = true;
    return true;
}

/* The node of an expression, as the last one, without a name. */
bool rg_python_add_operation(rg_python_reading *r, const rg_python_event *event,
                             const rg_python_value *v) {
    switch (v->kind) {
    case RG_PYTHON_CALL:
        return add_call_of(r, event, v);
    case RG_PYTHON_ATTRIBUTE:
        return add_attribute(r, event, v);
    case RG_PYTHON_SUBSCRIPT:
        return add_item(r, event, v);
    case RG_PYTHON_BINARY:
        return rg_python_add_binary(r, event, v->before, rg_python_operator(r, v->name, ""),
                                    v->inside);
    case RG_PYTHON_UNARY:
        return add_unary(r, event, v);
    case RG_PYTHON_OTHER:
        return rg_python_refuse(r, v->place, "several operations in one expression");
    default:
        return rg_python_refuse(r, v->place, "a name is given to a value that is no operation");
    }
}
