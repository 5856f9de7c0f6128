/* A call's arguments by a schema: which goes where, and which overload a call uses. */
#include "tables.h"

#include <string.h>

enum { NO_FIT = -1 };

typedef struct binder {
    rg_module *module;
    const rg_graph *graph;
    const rg_node *node;
    const rg_schema *schema;
    rg_slot *slots;
    bool kinds;  /* check what values are */
    bool chosen; /* the schema was chosen for a call of the same shape: what they are is known */
    int cost;
} binder;

/* ---------------------------------------------------------------- single arguments */

static bool take(binder *b, size_t param, rg_slot_place place, uint32_t index, rg_value value) {
    if (b->slots[param].place != RG_SLOT_ABSENT)
        return false; /* given twice */
    b->slots[param] = (rg_slot){place, index, value};
    if (!b->kinds || b->chosen)
        return true;
    int cost = rg_fit_value(b->module, b->graph, &b->schema->params[param], value);
    b->cost += cost;
    return cost >= 0;
}

/* ---------------------------------------------------------------- positions */

static size_t count_positional(const rg_schema *schema) {
    size_t count = 0;
    while (count < schema->param_count && !schema->params[count].keyword_only)
        count++;
    return count;
}

/* `x.view(2, 3)`: the items from `first` on are one list. */
static bool take_rest(binder *b, size_t param, size_t first, size_t count) {
    rg_value args = b->node->args;
    int worst = 0;
    for (size_t i = 0; i < count; i++) {
        rg_value item = rg_item(b->module, args, first + i);
        int cost = rg_fit_item(b->module, b->graph, &b->schema->params[param], item);
        if (cost < 0)
            return false;
        worst = cost > worst ? cost : worst;
    }
    /* one int is rather the int of another overload: x.hsplit(2) is two sections */
    b->cost += worst + (count == 1);
    b->slots[param] =
        (rg_slot){RG_SLOT_REST, (uint32_t)first, rg_part(b->module, args, RG_TUPLE, first, count)};
    return true;
}

/* Whether arguments from position `at` on may be the items of the last positional parameter: a list
 * that stands first, or second after what the method belongs to. One argument is an item when it is
 * neither a list nor a node that may be one. */
static bool is_rest(const binder *b, size_t at, size_t argc, size_t positional) {
    const rg_param *param = &b->schema->params[at];
    if (at + 1 != positional || at > 1 || !param->list)
        return false;
    if (argc - at > 1)
        return true;
    rg_value v = rg_item(b->module, b->node->args, at);
    if (param->fixed || rg_value_kind(v) == RG_NONE)
        return false;
    return b->kinds ? rg_fit_value(b->module, b->graph, param, v) < 0
                    : rg_value_kind(v) != RG_TUPLE && rg_value_kind(v) != RG_LIST && !rg_is_node(v);
}

static bool bind_positions(binder *b) {
    size_t argc = rg_value_count(b->node->args), positional = count_positional(b->schema);
    for (size_t i = 0; i < argc; i++) {
        if (i >= positional)
            return b->schema->variadic;
        if (is_rest(b, i, argc, positional))
            return take_rest(b, i, i, argc - i);
        if (!take(b, i, RG_SLOT_POSITION, (uint32_t)i, rg_item(b->module, b->node->args, i)))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- keywords */

/* PyTorch's bindings call `self` `input` and take NumPy's names, too. */
static const struct {
    const char *given, *meant;
} OTHER_NAMES[] = {
    {"input", "self"},
    {"axis", "dim"},
    {"keepdims", "keepdim"},
    {"x", "self"},
    {"x", "input"},
    {"a", "self"},
    {"a", "input"},
    {"x1", "self"},
    {"x1", "input"},
    {"x2", "other"},
    /* torch.split */
    {"tensor", "self"},
    {"split_size_or_sections", "split_size"},
};

static size_t find_param(const rg_schema *schema, const char *name) {
    size_t i = 0;
    while (i < schema->param_count && strcmp(schema->params[i].name, name) != 0)
        i++;
    return i;
}

static size_t param_of_keyword(const rg_schema *schema, const char *name) {
    size_t found = find_param(schema, name);
    for (size_t i = 0; i < RG_COUNT_OF(OTHER_NAMES); i++)
        if (found == schema->param_count && strcmp(OTHER_NAMES[i].given, name) == 0)
            found = find_param(schema, OTHER_NAMES[i].meant);
    return found;
}

/* `out=x` and `out=(a, b)`, whatever the schema calls them. */
static bool take_out(binder *b, uint32_t index, rg_value value) {
    size_t count = 0, item = 0;
    for (size_t i = 0; i < b->schema->param_count; i++)
        count += b->schema->params[i].is_out;
    rg_kind kind = rg_value_kind(value);
    bool many = (kind == RG_TUPLE || kind == RG_LIST) && count > 1;
    if (rg_is_node(value) && count > 1) { /* a node that holds all of them */
        for (size_t i = 0; i < b->schema->param_count; i++)
            if (b->schema->params[i].is_out)
                b->slots[i] = (rg_slot){RG_SLOT_KEYWORD, index, value};
        return true;
    }
    if (many ? rg_value_count(value) != count : count != 1)
        return false;
    for (size_t i = 0; i < b->schema->param_count; i++)
        if (b->schema->params[i].is_out &&
            !take(b, i, RG_SLOT_KEYWORD, index, many ? rg_item(b->module, value, item++) : value))
            return false;
    return true;
}

static bool bind_keywords(binder *b) {
    rg_value kwargs = b->node->kwargs;
    for (uint32_t i = 0; i < rg_value_count(kwargs) / 2; i++) {
        rg_value key = rg_item(b->module, kwargs, 2 * (size_t)i);
        rg_value value = rg_item(b->module, kwargs, 2 * (size_t)i + 1);
        const char *name = rg_value_text(b->module, key);
        size_t param = param_of_keyword(b->schema, name);
        if (param < b->schema->param_count) {
            if (!take(b, param, RG_SLOT_KEYWORD, i, value))
                return false;
        } else if (strcmp(name, "out") != 0 || !take_out(b, i, value)) {
            if (!b->schema->variadic)
                return false;
        }
    }
    return true;
}

/* ---------------------------------------------------------------- defaults */

static bool bind_defaults(binder *b) {
    for (size_t i = 0; i < b->schema->param_count; i++) {
        const rg_param *param = &b->schema->params[i];
        if (b->slots[i].place != RG_SLOT_ABSENT)
            continue;
        if (!param->default_text)
            return false;
        b->slots[i].value = rg_schema_default(b->module, param);
    }
    return true;
}

/* ---------------------------------------------------------------- whole calls */

static int run_binder(binder *b) {
    if (rg_value_kind(b->node->args) != RG_TUPLE || rg_value_kind(b->node->kwargs) != RG_DICT)
        return NO_FIT;
    for (size_t i = 0; i < b->schema->param_count; i++)
        b->slots[i] = (rg_slot){RG_SLOT_ABSENT, 0, rg_none()};
    if (!bind_positions(b) || !bind_keywords(b) || !bind_defaults(b))
        return NO_FIT;
    return b->cost;
}

/* The sum of the costs of rg_fit_value(), or NO_FIT. */
static int bind(rg_module *module, const rg_graph *graph, const rg_node *node,
                const rg_schema *schema, bool kinds, rg_slot *slots) {
    binder b = {module, graph, node, schema, slots, kinds, false, 0};
    return run_binder(&b);
}

/* When no overload's kinds fit: the only one whose names and positions do. */
static const rg_schema *bind_by_names(const rg_ops *ops, rg_module *module, const rg_graph *graph,
                                      const rg_node *node, const rg_operator *op, rg_slot *slots) {
    const rg_schema *found = NULL;
    for (size_t i = 0; i < op->schema_count; i++) {
        const rg_schema *schema = rg_ops_schema(ops, op, i, module->arena);
        if (!schema || bind(module, graph, node, schema, false, slots) == NO_FIT)
            continue;
        if (found)
            return NULL;
        found = schema;
    }
    if (found)
        bind(module, graph, node, found, false, slots);
    return found;
}

/* Overloads that PyTorch generates (`bernoulli.float_out`, for which p is 0.5) are for torch.ops
 * alone: a function of PyTorch means another one where that fits as well. */
static bool is_generated(const rg_ops *ops, const rg_schema *schema) {
    return rg_ops_has_tag(ops, schema, "generated");
}

/* The overload of the least cost; what is known exactly ends the search. */
static const rg_schema *bind_best(const rg_ops *ops, rg_module *module, const rg_graph *graph,
                                  const rg_node *node, const rg_operator *op, rg_slot *slots) {
    const rg_schema *best = NULL;
    int least = NO_FIT, last = NO_FIT;
    bool done = false;
    for (size_t i = 0; i < op->schema_count && !done; i++) {
        const rg_schema *schema = rg_ops_schema(ops, op, i, module->arena);
        last = schema ? bind(module, graph, node, schema, true, slots) : NO_FIT;
        if (last != NO_FIT &&
            (least == NO_FIT || last < least || (last == least && is_generated(ops, best)))) {
            least = last;
            best = schema;
            done = least == 0 && !is_generated(ops, best);
        }
    }
    if (best && !done) /* the slots may hold a later overload's */
        bind(module, graph, node, best, true, slots);
    return best;
}

const rg_schema *rg_bind_choose(const rg_ops *ops, rg_module *module, const rg_graph *graph,
                                const rg_node *node, rg_spelled spelled, rg_slot *slots,
                                bool *by_kinds) {
    *by_kinds = false;
    if (!spelled.op)
        return NULL;
    if (spelled.overload) {
        const rg_schema *named = rg_ops_overload(ops, spelled.op, spelled.overload, module->arena);
        if (!named) /* of a newer PyTorch than the tables */
            return NULL;
        if (bind(module, graph, node, named, false, slots) != NO_FIT)
            return named;
    }
    const rg_schema *best = bind_best(ops, module, graph, node, spelled.op, slots);
    *by_kinds = best != NULL;
    return best ? best : bind_by_names(ops, module, graph, node, spelled.op, slots);
}

const rg_schema *rg_bind_any(const rg_ops *ops, rg_module *module, const rg_graph *graph,
                             const rg_node *node, rg_spelled spelled, rg_slot *slots) {
    bool by_kinds;
    return rg_bind_choose(ops, module, graph, node, spelled, slots, &by_kinds);
}

void rg_bind_chosen(rg_module *module, const rg_graph *graph, const rg_node *node,
                    const rg_schema *schema, bool by_kinds, rg_slot *slots) {
    binder b = {module, graph, node, schema, slots, by_kinds, true, 0};
    run_binder(&b);
}
