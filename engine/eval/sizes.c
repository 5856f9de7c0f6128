/* Symbolic sizes in expressions of rules, and the nodes that compute them. */
#include "sizes.h"

#include <string.h>

#include "../calls/classes.h"
#include "../memory/storage.h"
#include "../memory/storage_parts.h"
#include "../rewrite/making/build.h"
#include "eval.h"
#include "memo.h"

/* Where a tensor has the size. */
typedef struct size_source {
    rg_node_id node; /* 1 + it; 0: nowhere */
    uint32_t dim;
} size_source;

/* ---------------------------------------------------------------- texts and expressions */

static rg_sizes *sizes_of(rg_run *run) {
    if (!run->eval.sizes)
        run->memory.sizes = run->eval.sizes = rg_sizes_new(run->arenas.run);
    return run->eval.sizes;
}

/* The expression of a text; read once. */
static rg_size size_of_text(rg_run *run, rg_symbol text) {
    rg_sizes *sizes = sizes_of(run);
    uint32_t known = rg_symbol_map_get(&run->eval.size_numbers, text);
    if (known)
        return known == UINT32_MAX ? RG_NO_SIZE : known - 1;
    rg_size size = rg_size_read(sizes, rg_symbol_text(run->module->symbols, text),
                                rg_symbol_length(run->module->symbols, text));
    rg_symbol_map_set(run->arenas.run, &run->eval.size_numbers, text,
                      size == RG_NO_SIZE ? UINT32_MAX : size + 1);
    return size;
}

rg_size rg_size_of_dim(rg_run *run, rg_dim dim) {
    return dim.symbol ? size_of_text(run, dim.symbol) : rg_size_number(sizes_of(run), dim.value);
}

static const rg_type *symbolic_type(const rg_run *run, rg_value value) {
    const rg_type *type = rg_is_node(value) ? rg_node_type(run->graph, value.data) : NULL;
    return type && type->kind == RG_TYPE_SYM ? type : NULL;
}

bool rg_is_symbolic(const rg_run *run, rg_value value) {
    return rg_value_kind(value) == RG_SIZE || symbolic_type(run, value) != NULL;
}

rg_size rg_size_of_value(rg_run *run, rg_value value) {
    const rg_type *type = symbolic_type(run, value);
    if (rg_value_kind(value) == RG_INT)
        return rg_size_number(sizes_of(run), rg_get_int(run->module, value));
    if (rg_value_kind(value) == RG_SIZE)
        return size_of_text(run, value.data);
    if (!type)
        return RG_NO_SIZE;
    rg_note_other_read(run);
    return size_of_text(run, type->text);
}

static rg_symbol text_of_size(rg_run *run, rg_size size) {
    rg_text text = rg_text_new(run->arenas.scratch);
    rg_size_print(&text, run->eval.sizes, size);
    return rg_intern(run->module->symbols, rg_text_string(&text), rg_text_length(&text));
}

/* The node that holds the expression, or RG_NO_NODE. */
static rg_node_id node_of_size(rg_run *run, rg_size size) {
    rg_node_id id = size < run->eval.size_nodes.count
                        ? ((const rg_node_id *)run->eval.size_nodes.data)[size]
                        : 0;
    if (!id || rg_node_at(run->graph, id - 1)->flags & RG_NODE_ERASED)
        return RG_NO_NODE;
    return id - 1;
}

static void note_node(rg_run *run, rg_size size, rg_node_id id) {
    *(rg_node_id *)rg_table_slot(run, &run->eval.size_nodes, size, sizeof id) = id + 1;
}

rg_value rg_value_of_size(rg_run *run, rg_size size) {
    int64_t number;
    if (rg_size_is_number(run->eval.sizes, size, &number))
        return rg_int(run->module, number);
    rg_note_other_read(run);
    rg_node_id id = node_of_size(run, size);
    if (id != RG_NO_NODE)
        return rg_current(run, id);
    return rg_make_value(RG_SIZE, 0, text_of_size(run, size));
}

/* ---------------------------------------------------------------- facts from the graph */

/* What a body computes does not happen each time: its sizes say nothing of symbols. */
static void note_dims(rg_run *run, rg_node_id id, const rg_type *type) {
    bool surely = run->graph == run->module->graphs[0];
    for (size_t i = 0; i < type->rank; i++) {
        if (!type->shape[i].symbol)
            continue;
        rg_size size = rg_size_of_dim(run, type->shape[i]);
        if (surely)
            rg_size_at_least(run->eval.sizes, size, 0);
        if (size == RG_NO_SIZE || rg_node_at(run->graph, id)->opcode != RG_PLACEHOLDER)
            continue;
        size_source *source =
            rg_table_slot(run, &run->eval.size_sources, size, sizeof(size_source));
        if (!source->node)
            *source = (size_source){id + 1, (uint32_t)i};
    }
}

void rg_note_sizes(rg_run *run, rg_node_id id) {
    const rg_type *type = rg_node_type(run->graph, id);
    if (type && type->kind == RG_TYPE_TENSOR)
        note_dims(run, id, type);
    if (!type || type->kind != RG_TYPE_SYM)
        return;
    rg_size size = size_of_text(run, type->text);
    if (size != RG_NO_SIZE && node_of_size(run, size) == RG_NO_NODE)
        note_node(run, size, id);
}

/* ---------------------------------------------------------------- computing and comparing */

static bool both_sizes(rg_run *run, rg_value a, rg_value b, rg_size *x, rg_size *y) {
    if (!rg_is_symbolic(run, a) && !rg_is_symbolic(run, b))
        return false;
    *x = rg_size_of_value(run, a);
    *y = rg_size_of_value(run, b);
    return *x != RG_NO_SIZE && *y != RG_NO_SIZE;
}

static rg_size operate(rg_sizes *sizes, const char *op, rg_size a, rg_size b) {
    switch (*op) {
    case '+':
        return rg_size_add(sizes, a, b);
    case '-':
        return rg_size_subtract(sizes, a, b);
    case '*':
        return op[1] ? RG_NO_SIZE : rg_size_multiply(sizes, a, b);
    case '/':
        return op[1] ? rg_size_floor_divide(sizes, a, b) : RG_NO_SIZE;
    case '%':
        return rg_size_modulo(sizes, a, b);
    case 'm': /* min and max */
        return op[1] == 'i' ? rg_size_min(sizes, a, b) : rg_size_max(sizes, a, b);
    default:
        return RG_NO_SIZE;
    }
}

static const char *shown_pair(rg_run *run, rg_size a, const char *op, rg_size b) {
    rg_text text = rg_text_new(run->arenas.scratch);
    rg_size_print(&text, run->eval.sizes, a);
    rg_text_printf(&text, " %s ", op);
    rg_size_print(&text, run->eval.sizes, b);
    return rg_text_string(&text);
}

bool rg_operate_sizes(rg_run *run, const char *op, const rg_ast *ast, rg_value a, rg_value b,
                      rg_value *result) {
    rg_size x, y;
    if (!both_sizes(run, a, b, &x, &y))
        return false;
    rg_size size = operate(run->eval.sizes, op, x, y);
    if (size == RG_NO_SIZE)
        rg_fail(run, ast, "%s is no whole number that can be worked with, or a very large one",
                shown_pair(run, x, op, y));
    *result = rg_value_of_size(run, size);
    return true;
}

static rg_answer negated(rg_answer answer) {
    return answer == RG_NOT_KNOWN ? answer : answer == RG_YES ? RG_NO : RG_YES;
}

static rg_answer compare(rg_sizes *sizes, const char *op, rg_size a, rg_size b) {
    switch (*op) {
    case '=':
        return rg_size_equal(sizes, a, b);
    case '!':
        return negated(rg_size_equal(sizes, a, b));
    case '<':
        return op[1] ? negated(rg_size_less(sizes, b, a)) : rg_size_less(sizes, a, b);
    default:
        return op[1] ? negated(rg_size_less(sizes, a, b)) : rg_size_less(sizes, b, a);
    }
}

bool rg_compare_sizes(rg_run *run, const char *op, const rg_ast *ast, rg_value a, rg_value b,
                      bool *answer) {
    rg_size x, y;
    if (!both_sizes(run, a, b, &x, &y))
        return false;
    rg_answer told = compare(run->eval.sizes, op, x, y);
    if (told == RG_NOT_KNOWN)
        rg_fail_not_known(run, ast, "it is not known whether %s", shown_pair(run, x, op, y));
    *answer = told == RG_YES;
    return true;
}

rg_answer rg_sizes_equal(rg_run *run, rg_value a, rg_value b) {
    rg_size x, y;
    if (rg_values_equal(run->module, a, b))
        return RG_YES;
    if (both_sizes(run, a, b, &x, &y))
        return rg_size_equal(run->eval.sizes, x, y);
    /* numbers without an expression (floats) may be equal; other values cannot be */
    bool numbers = (rg_is_symbolic(run, a) || rg_value_kind(a) == RG_INT) &&
                   (rg_is_symbolic(run, b) || rg_value_kind(b) == RG_INT);
    return numbers ? RG_NOT_KNOWN : RG_NO;
}

/* ---------------------------------------------------------------- nodes for expressions */

enum { MOST_NESTED = 40 }; /* operations within operations: the C stack holds a frame of each */

typedef struct making {
    rg_run *run;
    const rg_ast *site;
    size_t depth;
} making;

static rg_value node_for(making *m, rg_size size);

/* Makes `target(a, b)`, which holds the expression. */
static rg_value make(making *m, const char *target, rg_value a, rg_value b, rg_size size) {
    rg_run *run = m->run;
    rg_value items[] = {a, b};
    rg_value args = rg_container(run->module, RG_TUPLE, items, 2);
    rg_value none = rg_container(run->module, RG_DICT, NULL, 0);
    rg_node_id id = rg_make_node(run, RG_CALL_FUNCTION, target, args, none, m->site);
    rg_symbol text = text_of_size(run, size);
    rg_annotate(run, id,
                rg_intern_text(run->module->symbols,
                               rg_format(run->arenas.scratch, "Sym(%s)",
                                         rg_symbol_text(run->module->symbols, text))));
    note_node(run, size, id);
    return rg_node_value(id);
}

static rg_value size_of_tensor(making *m, rg_size size) {
    rg_run *run = m->run;
    size_source source = {0, 0};
    if (size < run->eval.size_sources.count)
        source = ((const size_source *)run->eval.size_sources.data)[size];
    if (!source.node)
        return rg_none();
    return make(m, "torch.ops.aten.sym_size.int", rg_node_value(source.node - 1),
                rg_int(run->module, source.dim), size);
}

static rg_value node_for_factor(making *m, uint32_t number) {
    static const char *const targets[] = {[RG_FACTOR_FLOOR] = "operator.floordiv",
                                          [RG_FACTOR_MODULO] = "operator.mod",
                                          [RG_FACTOR_MIN] = "torch.sym_min",
                                          [RG_FACTOR_MAX] = "torch.sym_max"};
    rg_sizes *sizes = m->run->eval.sizes;
    rg_factor factor = rg_size_factor(sizes, number);
    if (factor.kind == RG_FACTOR_SYMBOL) {
        rg_size symbol = rg_size_symbol(sizes, factor.name, strlen(factor.name));
        rg_node_id known = node_of_size(m->run, symbol);
        rg_value made = known != RG_NO_NODE ? rg_current(m->run, known) : size_of_tensor(m, symbol);
        if (!rg_is_node(made))
            rg_fail(m->run, m->site,
                    "the size `%s` is needed as an argument: no node before it holds it, and no "
                    "input has it as a size",
                    factor.name);
        return made;
    }
    rg_value a = node_for(m, factor.a), b = node_for(m, factor.b);
    sizes = m->run->eval.sizes;
    rg_size whole = factor.kind == RG_FACTOR_FLOOR ? rg_size_floor_divide(sizes, factor.a, factor.b)
                    : factor.kind == RG_FACTOR_MODULO ? rg_size_modulo(sizes, factor.a, factor.b)
                    : factor.kind == RG_FACTOR_MIN    ? rg_size_min(sizes, factor.a, factor.b)
                                                      : rg_size_max(sizes, factor.a, factor.b);
    rg_node_id known = node_of_size(m->run, whole);
    return known != RG_NO_NODE ? rg_current(m->run, known)
                               : make(m, targets[factor.kind], a, b, whole);
}

/* The term without its sign. */
static rg_value node_for_term(making *m, const rg_term *term, rg_size *size) {
    rg_sizes *sizes = m->run->eval.sizes;
    int64_t number = term->coefficient < 0 ? -term->coefficient : term->coefficient;
    rg_value result = rg_int(m->run->module, number);
    *size = rg_size_number(sizes, number);
    for (size_t i = 0; i < term->count; i++) {
        rg_term one = {1, 1, {term->factors[i]}};
        rg_value factor = node_for_factor(m, term->factors[i]);
        rg_size whole = rg_size_multiply(sizes, *size, rg_size_of_term(sizes, &one));
        bool alone = i == 0 && number == 1;
        rg_node_id known = node_of_size(m->run, whole);
        result = alone                 ? factor
                 : known != RG_NO_NODE ? rg_current(m->run, known)
                                       : make(m, "operator.mul", result, factor, whole);
        *size = whole;
    }
    return result;
}

/* The terms that are added come first, so that nothing is negated where one is. */
static rg_value node_for_sum(making *m, rg_size size) {
    rg_sizes *sizes = m->run->eval.sizes;
    size_t count = rg_size_term_count(sizes, size);
    rg_value result = rg_none();
    rg_size so_far = rg_size_number(sizes, 0);
    for (size_t i = 0; i < 2 * count; i++) {
        rg_term term = rg_size_term(sizes, size, count - 1 - i % count);
        bool minus = term.coefficient < 0;
        rg_size of_term;
        if (minus != (i >= count))
            continue;
        rg_value next = node_for_term(m, &term, &of_term);
        rg_size whole =
            minus ? rg_size_subtract(sizes, so_far, of_term) : rg_size_add(sizes, so_far, of_term);
        bool first = rg_value_kind(result) == RG_NONE;
        if (first && minus)
            result = rg_int(m->run->module, 0);
        result = first && !minus
                     ? next
                     : make(m, minus ? "operator.sub" : "operator.add", result, next, whole);
        so_far = whole;
    }
    return result;
}

static rg_value node_for(making *m, rg_size size) {
    int64_t number;
    if (rg_size_is_number(m->run->eval.sizes, size, &number))
        return rg_int(m->run->module, number);
    rg_node_id known = node_of_size(m->run, size);
    if (known != RG_NO_NODE)
        return rg_current(m->run, known);
    rg_value of_tensor = size_of_tensor(m, size);
    if (rg_is_node(of_tensor))
        return of_tensor;
    if (m->depth == MOST_NESTED)
        rg_fail(m->run, m->site, "a size has more than %d operations within each other",
                MOST_NESTED);
    m->depth++;
    rg_value made = node_for_sum(m, size);
    m->depth--;
    return made;
}

static rg_value node_for_text(void *context, rg_symbol text) {
    making *m = context;
    rg_size size = size_of_text(m->run, text);
    if (size == RG_NO_SIZE)
        rg_fail(m->run, m->site, "the size `%s` is needed as an argument, and cannot be computed",
                rg_symbol_text(m->run->module->symbols, text));
    return node_for(m, size);
}

static rg_value as_text(void *context, rg_symbol text) {
    (void)context;
    return rg_make_value(RG_STR, 0, text);
}

rg_value rg_with_size_texts(rg_run *run, rg_value value) {
    return run->eval.sizes ? rg_map_sizes(run->module, value, as_text, NULL) : value;
}

rg_value rg_with_size_nodes(rg_run *run, rg_value value, const rg_ast *site) {
    making m = {run, site, 0};
    if (!run->eval.sizes)
        return value;
    return rg_map_sizes(run->module, value, node_for_text, &m);
}
