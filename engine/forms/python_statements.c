/* Translating the Python form: what a statement does. */
#include "python.h"

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
    if (graph->path == 0)
        r->layout.signature.end = event->place.end;
    for (size_t i = graph->first; i < r->nodes.count; i++) {
        rg_symbol name = rg_python_node_at(r, i)->name;
        rg_symbol_map_set_index(r->scratch, &r->names.taken, name, RG_NO_INDEX);
        rg_symbol_map_set_index(r->scratch, &r->names.nodes, name, RG_NO_INDEX);
    }
    rg_array declared = {0};
    for (size_t i = graph->first; i < r->nodes.count; i++)
        *(rg_python_node *)rg_array_push(r->scratch, &declared, sizeof(rg_python_node)) =
            *rg_python_node_at(r, i);
    size_t parameters = declared.count;
    r->nodes.count = graph->first;
    for (uint32_t i = 0; i < event->target->count; i++) {
        rg_place name = event->target_items[i].place;
        if (rg_python_is_self(r, name))
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
    if (rg_place_is(r, v->before, "iter") && argument != RG_NO_INDEX &&
        argument + 1 == r->nodes.count) {
        r->names.iterator = rg_python_symbol(r, event->target->place);
        rg_symbol_map_set_index(r->scratch, &r->names.nodes, rg_python_node_at(r, argument)->name,
                                RG_NO_INDEX);
        r->nodes.count--;
        return true;
    }
    if (!rg_place_is(r, v->before, "next") || r->names.iterator == 0 ||
        rg_python_symbol(r, event->arguments[0].place) != r->names.iterator)
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
    const rg_python_declaration *declared = rg_python_declared(r, symbol);
    if (event->annotation.end)
        rg_python_annotate(r, node, event->annotation, event->quoted);
    else if (declared)
        rg_python_annotate(r, node, declared->annotation, declared->quoted);
}

/* `a = b`: the input b is called a in the graph, or a is one more name of b. */
static void rename_value(rg_python_reading *r, const rg_python_event *event) {
    rg_place name = event->target->place, of = event->value->place;
    uint32_t found = rg_python_find(r, of);
    rg_symbol symbol = rg_python_symbol(r, name);
    if (found == RG_NO_INDEX) {
        if (!r->layout.loose || rg_place_is(r, of, "None"))
            rg_python_copy(r, of, false); /* reports that it is not defined */
        return;
    }
    rg_python_node *node = rg_python_node_at(r, found);
    if (node->opcode == RG_PLACEHOLDER && node->users == 0 &&
        rg_python_find(r, name) == RG_NO_INDEX) {
        rg_symbol_map_set_index(r->scratch, &r->names.taken, node->name, RG_NO_INDEX);
        rg_symbol_map_set_index(r->scratch, &r->names.nodes, node->name, RG_NO_INDEX);
        rg_python_name(r, found, symbol);
        return;
    }
    rg_symbol_map_set_index(r->scratch, &r->names.nodes, symbol, found);
}

/* `iadd = x` behind `x += y;` on the same line. */
static bool name_pending(rg_python_reading *r, const rg_python_event *event) {
    if (r->pending.node == RG_NO_INDEX || r->pending.line != event->line ||
        event->target->kind != RG_PYTHON_NAME || event->value->kind != RG_PYTHON_NAME ||
        rg_python_symbol(r, event->value->place) != r->pending.variable)
        return false;
    r->pending.node = RG_NO_INDEX;
    name_last(r, event, event->target->place);
    return true;
}

static void set_item(rg_python_reading *r, const rg_python_event *event) {
    const rg_python_value *x = event->target;
    if (!rg_python_is_plain(r, x->inside) || !rg_python_is_plain(r, event->value->place))
        return;
    rg_python_add_call(r, RG_CALL_FUNCTION, event, rg_python_part(r, "operator.setitem"));
    uint32_t begin = rg_python_here(r);
    rg_python_copy(r, x->name, false);
    rg_text_puts(&r->parts, ", ");
    rg_python_copy_index(r, event->target_items, x->count);
    rg_text_puts(&r->parts, ", ");
    rg_python_copy(r, event->value->place, false);
    rg_python_last(r)->args = (rg_stretch){begin, rg_python_here(r)};
    r->pending = (rg_python_pending){(uint32_t)r->nodes.count - 1, event->line,
                                     rg_python_symbol(r, x->name), false};
}

/* `a, b = f(x)`: a call and its items. */
static void unpack(rg_python_reading *r, const rg_python_event *event) {
    if (!rg_python_add_operation(r, event, event->value))
        return;
    size_t call = r->nodes.count - 1;
    rg_python_name_freely(r, call);
    for (uint32_t i = 0; i < event->target->count; i++) {
        rg_python_add_call(r, RG_CALL_FUNCTION, event, rg_python_part(r, "operator.getitem"));
        uint32_t begin = rg_python_here(r);
        const rg_python_node *of = rg_python_node_at(r, call);
        rg_text_printf(&r->parts, "%%%s, %u", rg_symbol_text(r->names.symbols, of->name), i);
        rg_python_node_at(r, call)->users++;
        rg_python_last(r)->args = (rg_stretch){begin, rg_python_here(r)};
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
        rg_python_refuse(r, target->place,
                         "an assignment to what is no name and no item of a value");
    } else if (v->kind == RG_PYTHON_NAME) {
        rename_value(r, event);
    } else if (!take_boxed_inputs(r, event) && rg_python_add_operation(r, event, v)) {
        name_last(r, event, target->place);
    }
}

/* `a = None`: later uses of the name are mistakes. */
void rg_python_kill(rg_python_reading *r, const rg_python_event *event) {
    rg_python_settle(r);
    if (event->target->kind == RG_PYTHON_NAME &&
        rg_python_find(r, event->target->place) != RG_NO_INDEX)
        rg_symbol_map_set_index(r->scratch, &r->names.nodes,
                                rg_python_symbol(r, event->target->place), RG_NO_INDEX);
}

void rg_python_augment(rg_python_reading *r, const rg_python_event *event) {
    rg_python_settle(r);
    rg_place sign = {event->place.begin, event->place.end - 1};
    if (event->target->kind != RG_PYTHON_NAME) {
        rg_python_refuse(r, event->target->place, "an assignment to what is no name");
        return;
    }
    if (rg_python_add_binary(r, event, event->target->place, rg_python_operator(r, sign, "i"),
                             event->value->place))
        r->pending = (rg_python_pending){(uint32_t)r->nodes.count - 1, event->line,
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
    if (own && !rg_python_add_operation(r, event, v))
        return;
    if (own)
        rg_python_name_freely(r, r->nodes.count - 1);
    rg_symbol name = own ? rg_python_last(r)->name : 0;
    if (own)
        rg_python_last(r)->users = 1;
    rg_python_add_call(r, RG_OUTPUT, event, (rg_stretch){0, 0});
    uint32_t begin = rg_python_here(r);
    if (own)
        rg_text_puts(&r->parts, rg_symbol_text(r->names.symbols, name));
    else if (v)
        copy_result(r, event);
    else
        rg_text_puts(&r->parts, "None");
    rg_python_last(r)->args = (rg_stretch){begin, rg_python_here(r)};
    rg_python_current(r)->returned = true;
    rg_stretch whole = {event->line_begin, event->place.end};
    if (rg_python_current(r)->path == 0)
        r->understood->result.given = rg_python_spelling(r, whole);
}

/* People write `...` for what they left out. */
static bool is_ellipsis(const rg_python_reading *r, rg_place place) {
    return place.end - place.begin == 3 && memcmp(r->text + place.begin, "...", 3) == 0;
}

static void refuse_shortened(rg_python_reading *r, rg_place place) {
    rg_diagnostic *d = rg_python_error(r, place, "`...` for lines of the graph that were left out");
    RG_PYTHON_ADVISE(r, d, "give the whole text");
}

/* A call for what it does. `args_list.clear()` of a boxed function is none of the graph's. */
void rg_python_bare(rg_python_reading *r, const rg_python_event *event) {
    rg_python_settle(r);
    const rg_python_value *v = event->value;
    bool clears = v->kind == RG_PYTHON_CALL && ends_with(r, v->before, ".clear") &&
                  rg_python_find(r, v->name) == RG_NO_INDEX;
    bool says_something = v->kind == RG_PYTHON_STRING || v->kind == RG_PYTHON_NUMBER;
    if (is_ellipsis(r, v->place)) {
        refuse_shortened(r, v->place);
    } else if (clears || says_something) {
        return;
    } else if (is_operation(v)) {
        if (rg_python_add_operation(r, event, v))
            rg_python_name_freely(r, r->nodes.count - 1);
    } else {
        rg_python_refuse(r, v->place, "a statement that does nothing");
    }
}
