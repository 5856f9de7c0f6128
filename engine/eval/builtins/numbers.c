/* The functions of expressions that compute numbers, symbolic sizes among them. */
#include "../../graph_text/graph_text.h"
#include "builtins.h"
#include "../eval.h"
#include "../sizes.h"

static bool is_number(const rg_run *run, rg_value value) {
    rg_kind kind = rg_value_kind(value);
    return kind == RG_INT || kind == RG_BOOL || rg_is_symbolic(run, value);
}

static rg_value as_number(rg_run *run, rg_value value, const rg_ast *site) {
    if (rg_value_kind(value) == RG_BOOL)
        return rg_int(run->module, rg_get_int(run->module, value));
    if (is_number(run, value))
        return value;
    rg_text shown = rg_text_new(run->arenas.scratch);
    rg_print_value(&shown, run->graph, value);
    rg_fail(run, site, "an int is needed, not %s", rg_text_string(&shown));
}

static uint32_t as_list(rg_run *run, rg_value value, const rg_ast *site) {
    if (rg_value_kind(value) != RG_TUPLE && rg_value_kind(value) != RG_LIST)
        rg_fail(run, site, "a tuple or list is needed");
    return rg_value_count(value);
}

static bool both_ints(rg_value a, rg_value b) {
    return rg_value_kind(a) == RG_INT && rg_value_kind(b) == RG_INT;
}

static rg_value computed(rg_run *run, const char *op, rg_value a, rg_value b, const rg_ast *site) {
    rg_value result;
    if (!rg_operate_sizes(run, op, site, a, b, &result))
        rg_fail(run, site, "a symbolic number is needed that is known as an expression");
    return result;
}

/* min and max of their arguments, or of the items of one list. */
static rg_value extreme(rg_run *run, const rg_value *v, size_t count, const char *op,
                        const rg_ast *site) {
    bool list = count == 1, largest = op[1] == 'a';
    size_t n = list ? as_list(run, v[0], site) : count;
    rg_value best = rg_none();
    if (!n)
        rg_fail(run, site, "min() or max() of nothing");
    for (size_t i = 0; i < n; i++) {
        rg_value x = as_number(run, list ? rg_item(run->module, v[0], i) : v[i], site);
        if (i == 0) {
            best = x;
        } else if (both_ints(x, best)) {
            int64_t a = rg_get_int(run->module, x), b = rg_get_int(run->module, best);
            best = (largest ? a > b : a < b) ? x : best;
        } else {
            best = computed(run, op, best, x, site);
        }
    }
    return best;
}

RG_GRAPH_BUILTIN(min) {
    return extreme(run, v, count, "min", site);
}

RG_GRAPH_BUILTIN(max) {
    return extreme(run, v, count, "max", site);
}

RG_GRAPH_BUILTIN(sum) {
    (void)count;
    uint32_t n = as_list(run, v[0], site);
    rg_value total = rg_int(run->module, 0);
    for (uint32_t i = 0; i < n; i++) {
        rg_value x = as_number(run, rg_item(run->module, v[0], i), site);
        int64_t sum;
        if (!both_ints(total, x))
            total = computed(run, "+", total, x, site);
        else if (__builtin_add_overflow(rg_get_int(run->module, total), rg_get_int(run->module, x),
                                        &sum))
            rg_fail(run, site, "sum() overflows");
        else
            total = rg_int(run->module, sum);
    }
    return total;
}

RG_GRAPH_BUILTIN(ceildiv) {
    (void)count;
    rg_value x = as_number(run, v[0], site), y = as_number(run, v[1], site);
    if (!both_ints(x, y)) { /* -(-x // y) */
        rg_value zero = rg_int(run->module, 0);
        rg_value negative = computed(run, "-", zero, x, site);
        return computed(run, "-", zero, computed(run, "//", negative, y, site), site);
    }
    int64_t a = rg_get_int(run->module, x), b = rg_get_int(run->module, y);
    if (b <= 0 || a < 0)
        rg_fail(run, site, "ceildiv() needs a >= 0 and b > 0");
    return rg_int(run->module, a / b + (a % b != 0));
}
