/* Translating the Python form: which node a statement is. */
#include "python.h"

/* ---- targets of functions */

static rg_stretch add_part(rg_python_reading *r, const char *text, size_t length) {
    uint32_t begin = (uint32_t)rg_text_length(&r->parts);
    rg_text_add(&r->parts, text, length);
    return (rg_stretch){begin, (uint32_t)rg_text_length(&r->parts)};
}

static rg_stretch part_of(rg_python_reading *r, const char *text) {
    return add_part(r, text, strlen(text));
}

/* How Python code names functions that are not of torch: their module is a part of the name. */
typedef struct mangled {
    const char *prefix, *target;
    bool whole; /* the prefix is the name */
} mangled;

static const mangled functions[] = {
    {"device", "torch.device", true},    {"getattr", "builtins.getattr", true},
    {"len", "builtins.len", true},       {"max", "builtins.max", true},
    {"min", "builtins.min", true},       {"slice", "builtins.slice", true},
    {"sum", "builtins.sum", true},       {"abs", "builtins.abs", true},
    {"round", "builtins.round", true},   {"pow", "builtins.pow", true},
    {"divmod", "builtins.divmod", true}, {"int", "builtins.int", true},
    {"float", "builtins.float", true},   {"bool", "builtins.bool", true},
    {"range", "builtins.range", true},   {"iter", "builtins.iter", true},
    {"next", "builtins.next", true},     {"operator_", "operator.", false},
    {"math_", "math.", false},           {"builtins_", "builtins.", false},
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

static uint32_t here(const rg_python_reading *r) {
    return (uint32_t)rg_text_length(&r->parts);
}

static rg_python_node *last_node(const rg_python_reading *r) {
    return rg_python_node_at(r, r->nodes.count - 1);
}

static void separate(rg_python_reading *r, uint32_t begin) {
    if (here(r) > begin)
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
    uint32_t begin = here(r);
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
    last_node(r)->kwargs = (rg_stretch){begin, here(r)};
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
    uint32_t begin = here(r);
    if (self)
        rg_python_copy(r, *self, false);
    copy_positional(r, arguments, count, begin);
    last_node(r)->args = (rg_stretch){begin, here(r)};
    last_node(r)->one = (self != NULL) + positional_of(arguments, count) == 1;
    return copy_keywords(r, arguments, count);
}

/* ---- the node of an expression; false: an error was reported */

static bool refuse(rg_python_reading *r, rg_place place, const char *what) {
    rg_diagnostic *d = rg_python_error(r, place, "%s", what);
    RG_PYTHON_ADVISE(r, d,
                     "a line of a graph is one operation: a call, an operator, an attribute or an "
                     "item of a value that has a name");
    return false;
}

static size_t add(rg_python_reading *r, rg_opcode opcode, const rg_python_event *event,
                  rg_stretch target) {
    size_t node = rg_python_add(r, opcode, event);
    rg_python_node_at(r, node)->target = target;
    return node;
}

static bool is_self(const rg_python_reading *r, rg_place name) {
    return rg_place_is(r, name, "self");
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

static bool add_call(rg_python_reading *r, const rg_python_event *event, const rg_python_value *v) {
    const rg_python_argument *arguments = event->arguments;
    bool local = rg_python_find(r, v->name) != 0;
    if (!rg_python_is_plain(r, v->inside))
        return false;
    if (v->left == RG_PYTHON_NAME) {
        if (local)
            return refuse(r, v->before, "a call of a value");
        add(r, RG_CALL_FUNCTION, event, function_target(r, v->before));
        return copy_arguments(r, NULL, arguments, v->count);
    }
    if (is_self(r, v->name) && !local) {
        add(r, RG_CALL_MODULE, event, rg_python_path(r, v->before));
        return copy_arguments(r, NULL, arguments, v->count);
    }
    if (!local) {
        add(r, RG_CALL_FUNCTION, event, dotted_target(r, v->before));
        return copy_arguments(r, NULL, arguments, v->count);
    }
    if (!has_one_step(r, v->name, v->before))
        return refuse(r, v->before, "a call of an attribute of an attribute");
    add(r, RG_CALL_METHOD, event, rg_python_path(r, v->before));
    return copy_arguments(r, &v->name, arguments, v->count);
}

static bool add_attribute(rg_python_reading *r, const rg_python_event *event,
                          const rg_python_value *v) {
    bool local = rg_python_find(r, v->name) != 0;
    if (!local && is_self(r, v->name)) {
        add(r, RG_GET_ATTR, event, rg_python_path(r, v->place));
        return true;
    }
    if (!local)
        return refuse(r, v->place, "a name is given to a constant");
    rg_stretch path = rg_python_path(r, v->place);
    const char *text = rg_text_string(&r->parts) + path.begin;
    if (memchr(text, '.', path.end - path.begin))
        return refuse(r, v->place, "an attribute of an attribute");
    const char *attribute = rg_copy_text(r->scratch, text, path.end - path.begin);
    add(r, RG_CALL_FUNCTION, event, part_of(r, "builtins.getattr"));
    uint32_t begin = here(r);
    rg_python_copy(r, v->name, false);
    rg_text_printf(&r->parts, ", '%s'", attribute);
    last_node(r)->args = (rg_stretch){begin, here(r)};
    return true;
}

/* Index of `x[...]`: several are a tuple. */
static void copy_index(rg_python_reading *r, const rg_python_argument *index, uint32_t count) {
    if (count != 1)
        rg_text_putc(&r->parts, '(');
    copy_positional(r, index, count, count == 1 ? here(r) : here(r));
    if (count != 1)
        rg_text_putc(&r->parts, ')');
}

static bool add_item(rg_python_reading *r, const rg_python_event *event, const rg_python_value *v) {
    if (!rg_python_is_plain(r, v->inside))
        return false;
    add(r, RG_CALL_FUNCTION, event, part_of(r, "operator.getitem"));
    uint32_t begin = here(r);
    rg_python_copy(r, v->name, false);
    rg_text_puts(&r->parts, ", ");
    copy_index(r, event->arguments, v->count);
    last_node(r)->args = (rg_stretch){begin, here(r)};
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
static rg_stretch operator_target(rg_python_reading *r, rg_place sign, const char *prefix) {
    for (size_t i = 0; i < RG_COUNT_OF(operators); i++) {
        if (!rg_place_is(r, sign, operators[i].sign))
            continue;
        const char *name = operators[i].name;
        size_t length = strlen(name) - (*prefix && name[strlen(name) - 1] == '_');
        uint32_t begin = here(r);
        rg_text_printf(&r->parts, "operator.%s%.*s", prefix, (int)length, name);
        return (rg_stretch){begin, here(r)};
    }
    return part_of(r, "operator.unknown");
}

static bool add_binary(rg_python_reading *r, const rg_python_event *event, rg_place left,
                       rg_stretch target, rg_place right) {
    if (!rg_python_is_plain(r, left) || !rg_python_is_plain(r, right))
        return false;
    add(r, RG_CALL_FUNCTION, event, target);
    uint32_t begin = here(r);
    rg_python_copy(r, left, false);
    rg_text_puts(&r->parts, ", ");
    rg_python_copy(r, right, false);
    last_node(r)->args = (rg_stretch){begin, here(r)};
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
        return add_binary(r, event, left, operator_target(r, sign, ""), right);
    if (!rg_python_is_plain(r, v->inside))
        return false;
    char c = r->text[v->name.begin];
    add(r, RG_CALL_FUNCTION, event,
        part_of(r, c == '-'   ? "operator.neg"
                   : c == '+' ? "operator.pos"
                              : "operator.invert"));
    uint32_t begin = here(r);
    rg_python_copy(r, v->inside, false);
    last_node(r)->args = (rg_stretch){begin, here(r)};
    last_node(r)->one = true;
    return true;
}

/* The node of an expression, as the last one, without a name. */
static bool add_operation(rg_python_reading *r, const rg_python_event *event,
                          const rg_python_value *v) {
    switch (v->kind) {
    case RG_PYTHON_CALL:
        return add_call(r, event, v);
    case RG_PYTHON_ATTRIBUTE:
        return add_attribute(r, event, v);
    case RG_PYTHON_SUBSCRIPT:
        return add_item(r, event, v);
    case RG_PYTHON_BINARY:
        return add_binary(r, event, v->before, operator_target(r, v->name, ""), v->inside);
    case RG_PYTHON_UNARY:
        return add_unary(r, event, v);
    case RG_PYTHON_OTHER:
        return refuse(r, v->place, "several operations in one expression");
    default:
        return refuse(r, v->place, "a name is given to a value that is no operation");
    }
}

/* ---- inputs in the body */

static bool ends_with(const rg_python_reading *r, rg_place place, const char *end) {
    size_t length = strlen(end);
    return place.end - place.begin >= length &&
           memcmp(r->text + place.end - length, end, length) == 0;
}

/* `a, b, = fx_pytree.tree_flatten_spec(([a, b], {}), self._in_spec)`: what the nodes use are these,
 * not the parameters. */
static bool is_unpacking_of_inputs(const rg_python_reading *r, const rg_python_value *v) {
    return v->kind == RG_PYTHON_CALL &&
           (ends_with(r, v->before, "tree_flatten_spec") ||
            ends_with(r, v->before, "tree_leaves") || ends_with(r, v->before, "_in_shuffle_graph"));
}

static void unpack_inputs(rg_python_reading *r, const rg_python_event *event) {
    rg_python_graph *graph = rg_python_current(r);
    for (size_t i = graph->first; i < r->nodes.count; i++) {
        rg_symbol name = rg_python_node_at(r, i)->name;
        rg_symbol_map_set(r->scratch, &r->taken, name, 0);
        rg_symbol_map_set(r->scratch, &r->names, name, 0);
    }
    rg_array declared = {0};
    for (size_t i = graph->first; i < r->nodes.count; i++)
        *(rg_python_node *)rg_array_push(r->scratch, &declared, sizeof(rg_python_node)) =
            *rg_python_node_at(r, i);
    size_t parameters = declared.count;
    r->nodes.count = graph->first;
    for (uint32_t i = 0; i < event->target->count; i++) {
        rg_place name = event->target_items[i].place;
        if (is_self(r, name))
            continue;
        size_t node = rg_python_input(r, event, name);
        rg_symbol symbol = rg_python_node_at(r, node)->name;
        /* A parameter of that name has the annotation; they come in the same order. */
        const rg_python_node *same = declared.data;
        if (i < parameters && same[i].name == symbol &&
            !rg_python_node_at(r, node)->annotation.end) {
            rg_python_node_at(r, node)->annotation = same[i].annotation;
            rg_python_node_at(r, node)->type = same[i].type;
        }
    }
}

/* Takes the parameter out again: its items are the inputs. */
static bool take_boxed_inputs(rg_python_reading *r, const rg_python_event *event) {
    const rg_python_value *v = event->value;
    if (v->kind != RG_PYTHON_CALL || v->count != 1 || event->target->kind != RG_PYTHON_NAME)
        return false;
    uint32_t argument = rg_python_find(r, event->arguments[0].place);
    if (rg_place_is(r, v->before, "iter") && argument == r->nodes.count) {
        r->iterator = rg_python_symbol(r, event->target->place);
        rg_symbol_map_set(r->scratch, &r->names, rg_python_node_at(r, argument - 1)->name, 0);
        r->nodes.count--;
        return true;
    }
    if (!rg_place_is(r, v->before, "next") || r->iterator == 0 ||
        rg_python_symbol(r, event->arguments[0].place) != r->iterator)
        return false;
    size_t node = rg_python_input(r, event, event->target->place);
    rg_python_annotate(r, node, event->annotation, event->quoted);
    return true;
}

/* ---- statements */

/* Gives the last node its name. */
static void name_last(rg_python_reading *r, const rg_python_event *event, rg_place name) {
    size_t node = r->nodes.count - 1;
    rg_symbol symbol = rg_python_symbol(r, name);
    rg_python_name(r, node, symbol);
    uint32_t declared = rg_symbol_map_get(&r->declared, symbol);
    if (event->annotation.end) {
        rg_python_annotate(r, node, event->annotation, event->quoted);
    } else if (declared) {
        const rg_python_declaration *d =
            (rg_python_declaration *)r->declarations.data + declared - 1;
        rg_python_annotate(r, node, d->annotation, d->quoted);
    }
}

/* `a = b`: the input b is called a in the graph, or a is one more name of b. */
static void rename_value(rg_python_reading *r, const rg_python_event *event) {
    rg_place name = event->target->place, of = event->value->place;
    uint32_t found = rg_python_find(r, of);
    rg_symbol symbol = rg_python_symbol(r, name);
    if (!found) {
        if (!r->loose || rg_place_is(r, of, "None"))
            rg_python_copy(r, of, false); /* reports that it is not defined */
        return;
    }
    rg_python_node *node = rg_python_node_at(r, found - 1);
    if (node->opcode == RG_PLACEHOLDER && node->users == 0 && rg_python_find(r, name) == 0) {
        rg_symbol_map_set(r->scratch, &r->taken, node->name, 0);
        rg_symbol_map_set(r->scratch, &r->names, node->name, 0);
        rg_python_name(r, found - 1, symbol);
        return;
    }
    rg_symbol_map_set(r->scratch, &r->names, symbol, found);
}

/* `iadd = x` behind `x += y;` on the same line. */
static bool name_pending(rg_python_reading *r, const rg_python_event *event) {
    if (r->pending.node == 0 || r->pending.line != event->line ||
        event->target->kind != RG_PYTHON_NAME || event->value->kind != RG_PYTHON_NAME ||
        rg_python_symbol(r, event->value->place) != r->pending.variable)
        return false;
    r->pending.node = 0;
    name_last(r, event, event->target->place);
    return true;
}

static void set_item(rg_python_reading *r, const rg_python_event *event) {
    const rg_python_value *x = event->target;
    if (!rg_python_is_plain(r, x->inside) || !rg_python_is_plain(r, event->value->place))
        return;
    add(r, RG_CALL_FUNCTION, event, part_of(r, "operator.setitem"));
    uint32_t begin = here(r);
    rg_python_copy(r, x->name, false);
    rg_text_puts(&r->parts, ", ");
    copy_index(r, event->target_items, x->count);
    rg_text_puts(&r->parts, ", ");
    rg_python_copy(r, event->value->place, false);
    last_node(r)->args = (rg_stretch){begin, here(r)};
    r->pending = (rg_python_pending){(uint32_t)r->nodes.count, event->line,
                                     rg_python_symbol(r, x->name), false};
}

/* `a, b = f(x)`: a call and its items. */
static void unpack(rg_python_reading *r, const rg_python_event *event) {
    if (!add_operation(r, event, event->value))
        return;
    size_t call = r->nodes.count - 1;
    rg_python_name_freely(r, call);
    for (uint32_t i = 0; i < event->target->count; i++) {
        add(r, RG_CALL_FUNCTION, event, part_of(r, "operator.getitem"));
        uint32_t begin = here(r);
        const rg_python_node *of = rg_python_node_at(r, call);
        rg_text_printf(&r->parts, "%%%s, %u", rg_symbol_text(r->symbols, of->name), i);
        rg_python_node_at(r, call)->users++;
        last_node(r)->args = (rg_stretch){begin, here(r)};
        name_last(r, event, event->target_items[i].place);
    }
}

void rg_python_assign(rg_python_reading *r, const rg_python_event *event) {
    if (name_pending(r, event))
        return;
    rg_python_settle(r);
    const rg_python_value *target = event->target, *v = event->value;
    if (target->kind == RG_PYTHON_SUBSCRIPT) {
        set_item(r, event);
    } else if (target->kind == RG_PYTHON_LIST_OF_VALUES || target->kind == RG_PYTHON_CONTAINER) {
        if (is_unpacking_of_inputs(r, v))
            unpack_inputs(r, event);
        else
            unpack(r, event);
    } else if (target->kind != RG_PYTHON_NAME) {
        refuse(r, target->place, "an assignment to what is no name and no item of a value");
    } else if (v->kind == RG_PYTHON_NAME) {
        rename_value(r, event);
    } else if (!take_boxed_inputs(r, event) && add_operation(r, event, v)) {
        name_last(r, event, target->place);
    }
}

/* `a = None`: later uses of the name are mistakes. */
void rg_python_kill(rg_python_reading *r, const rg_python_event *event) {
    rg_python_settle(r);
    if (event->target->kind == RG_PYTHON_NAME && rg_python_find(r, event->target->place))
        rg_symbol_map_set(r->scratch, &r->names, rg_python_symbol(r, event->target->place), 0);
}

void rg_python_augment(rg_python_reading *r, const rg_python_event *event) {
    rg_python_settle(r);
    rg_place sign = {event->place.begin, event->place.end - 1};
    if (event->target->kind != RG_PYTHON_NAME) {
        refuse(r, event->target->place, "an assignment to what is no name");
        return;
    }
    if (add_binary(r, event, event->target->place, operator_target(r, sign, "i"),
                   event->value->place))
        r->pending = (rg_python_pending){(uint32_t)r->nodes.count, event->line,
                                         rg_python_symbol(r, event->target->place), true};
}

static bool is_operation(const rg_python_value *v) {
    return v->kind == RG_PYTHON_CALL || v->kind == RG_PYTHON_BINARY || v->kind == RG_PYTHON_UNARY ||
           v->kind == RG_PYTHON_ATTRIBUTE || v->kind == RG_PYTHON_SUBSCRIPT ||
           v->kind == RG_PYTHON_OTHER;
}

/* `return pytree.tree_unflatten([a, b], self._out_spec)` returns the list. */
static void copy_result(rg_python_reading *r, const rg_python_event *event) {
    const rg_python_value *v = event->value;
    bool several = v->kind == RG_PYTHON_LIST_OF_VALUES;
    rg_place place = v->place;
    if (v->kind == RG_PYTHON_CALL && ends_with(r, v->before, "tree_unflatten") && v->count > 0)
        place = event->arguments[0].place;
    if (!rg_python_is_plain(r, place))
        return;
    if (several)
        rg_text_putc(&r->parts, '(');
    rg_python_copy(r, place, true);
    if (several)
        rg_text_puts(&r->parts, v->count == 1 ? ",)" : ")");
}

void rg_python_return(rg_python_reading *r, const rg_python_event *event) {
    rg_python_settle(r);
    const rg_python_value *v = event->value;
    bool unflattened = v && v->kind == RG_PYTHON_CALL && ends_with(r, v->before, "tree_unflatten");
    bool own = v && is_operation(v) && !unflattened;
    if (own && !add_operation(r, event, v))
        return;
    if (own)
        rg_python_name_freely(r, r->nodes.count - 1);
    rg_symbol name = own ? last_node(r)->name : 0;
    if (own)
        last_node(r)->users = 1;
    add(r, RG_OUTPUT, event, (rg_stretch){0, 0});
    uint32_t begin = here(r);
    if (own)
        rg_text_puts(&r->parts, rg_symbol_text(r->symbols, name));
    else if (v)
        copy_result(r, event);
    else
        rg_text_puts(&r->parts, "None");
    last_node(r)->args = (rg_stretch){begin, here(r)};
    rg_python_current(r)->returned = true;
}

/* A call for what it does. `args_list.clear()` of a boxed function is none of the graph's. */
void rg_python_bare(rg_python_reading *r, const rg_python_event *event) {
    rg_python_settle(r);
    const rg_python_value *v = event->value;
    bool clears = v->kind == RG_PYTHON_CALL && ends_with(r, v->before, ".clear") &&
                  !rg_python_find(r, v->name);
    bool says_something = v->kind == RG_PYTHON_STRING || v->kind == RG_PYTHON_NUMBER;
    if (clears || says_something)
        return;
    if (is_operation(v)) {
        if (add_operation(r, event, v))
            rg_python_name_freely(r, r->nodes.count - 1);
    } else {
        refuse(r, v->place, "a statement that does nothing");
    }
}
