/* Arithmetic, comparison, indexing and slicing of values. */
#include <math.h>
#include <string.h>

#include "../graph_text/graph_text.h"
#include "../calls/callees.h"
#include "../rewrite/run.h"
#include "eval.h"
#include "budget.h"
#include "sizes.h"

bool rg_truth(const rg_module *module, rg_value value) {
    switch (rg_value_kind(value)) {
    case RG_NONE:
        return false;
    case RG_BOOL:
    case RG_INT:
        return rg_get_int(module, value) != 0;
    case RG_FLOAT:
        return rg_get_float(module, value) != 0;
    case RG_STR:
    case RG_ATOM:
        return rg_symbol_length(module->symbols, value.data) != 0;
    case RG_TUPLE:
    case RG_LIST:
    case RG_DICT:
        return rg_value_count(value) != 0;
    default:
        return true;
    }
}

static bool is_int(rg_value value) {
    return rg_value_kind(value) == RG_INT || rg_value_kind(value) == RG_BOOL;
}

static bool is_number(rg_value value) {
    return is_int(value) || rg_value_kind(value) == RG_FLOAT;
}

static double as_double(const rg_run *run, rg_value value) {
    return is_int(value) ? (double)rg_get_int(run->module, value)
                         : rg_get_float(run->module, value);
}

/* ---------------------------------------------------------------- arithmetic */

static int64_t floor_quotient(int64_t a, int64_t b) {
    int64_t quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

/* The grammar lets no other operators through than + - * ** / // % and the comparisons: a character
 * or two tell which. */
typedef enum arithmetic { PLUS, MINUS, TIMES, POWER, DIVIDE, FLOOR_DIVIDE, MODULO } arithmetic;

static arithmetic arithmetic_of(const char *op) {
    switch (*op) {
    case '+':
        return PLUS;
    case '-':
        return MINUS;
    case '*':
        return op[1] ? POWER : TIMES;
    case '/':
        return op[1] ? FLOOR_DIVIDE : DIVIDE;
    default:
        return MODULO;
    }
}

static bool int_result(arithmetic op, int64_t a, int64_t b, int64_t *result) {
    if (op == PLUS)
        return !__builtin_add_overflow(a, b, result);
    if (op == MINUS)
        return !__builtin_sub_overflow(a, b, result);
    if (op == TIMES)
        return !__builtin_mul_overflow(a, b, result);
    if (b == 0 || (a == INT64_MIN && b == -1))
        return false;
    *result = op == FLOOR_DIVIDE ? floor_quotient(a, b) : a - floor_quotient(a, b) * b;
    return true;
}

static rg_value number_result(rg_run *run, const rg_ast *ast, rg_value a, rg_value b) {
    arithmetic op = arithmetic_of(ast->text);
    int64_t result = 0;
    if (is_int(a) && is_int(b) && op != DIVIDE && op != POWER) {
        if (!int_result(op, rg_get_int(run->module, a), rg_get_int(run->module, b), &result))
            rg_fail(run, ast, "`%s` overflows or divides by zero", ast->text);
        return rg_int(run->module, result);
    }
    double x = as_double(run, a), y = as_double(run, b);
    if (op == PLUS)
        return rg_float(run->module, x + y);
    if (op == MINUS)
        return rg_float(run->module, x - y);
    if (op == TIMES)
        return rg_float(run->module, x * y);
    if (op == POWER)
        return rg_float(run->module, pow(x, y));
    if (y == 0)
        rg_fail(run, ast, "`%s` divides by zero", ast->text);
    if (op == DIVIDE)
        return rg_float(run->module, x / y);
    return rg_float(run->module, op == FLOOR_DIVIDE ? floor(x / y) : x - floor(x / y) * y);
}

static rg_value joined(rg_run *run, const rg_ast *ast, rg_value a, rg_value b) {
    uint32_t first = rg_value_count(a), second = rg_value_count(b);
    rg_check_items(run, ast, (size_t)first + second);
    rg_value *items = rg_alloc_array(run->arenas.scratch, (size_t)first + second, sizeof *items);
    for (uint32_t i = 0; i < first; i++)
        items[i] = rg_item(run->module, a, i);
    for (uint32_t i = 0; i < second; i++)
        items[first + i] = rg_item(run->module, b, i);
    return rg_container(run->module, rg_value_kind(a), items, (size_t)first + second);
}

static rg_value repeated(rg_run *run, const rg_ast *ast, rg_value list, rg_value times) {
    int64_t n = rg_get_int(run->module, times);
    uint64_t count = n > 0 ? (uint64_t)n * rg_value_count(list) : 0;
    rg_check_items(run, ast, n > RG_MAX_ITEMS ? SIZE_MAX : count);
    rg_value *items = rg_alloc_array(run->arenas.scratch, count, sizeof *items);
    for (size_t i = 0; i < count; i++)
        items[i] = rg_item(run->module, list, i % rg_value_count(list));
    return rg_container(run->module, rg_value_kind(list), items, count);
}

rg_value rg_operate(rg_run *run, const rg_ast *ast, rg_value a, rg_value b) {
    rg_kind kind = rg_value_kind(a);
    bool plus = arithmetic_of(ast->text) == PLUS, times = arithmetic_of(ast->text) == TIMES;
    rg_value size;
    if (is_number(a) && is_number(b))
        return number_result(run, ast, a, b);
    if (rg_operate_sizes(run, ast->text, ast, a, b, &size))
        return size;
    if (plus && (kind == RG_TUPLE || kind == RG_LIST) && rg_value_kind(b) == kind)
        return joined(run, ast, a, b);
    if (times && (kind == RG_TUPLE || kind == RG_LIST) && is_int(b))
        return repeated(run, ast, a, b);
    rg_text shown = rg_text_new(run->arenas.scratch);
    if (plus && kind == RG_STR && rg_value_kind(b) == RG_STR) {
        rg_add_shown(run, &shown, a);
        rg_add_shown(run, &shown, b);
        return rg_text_value(run->module, RG_STR, rg_text_string(&shown), rg_text_length(&shown));
    }
    rg_print_value(&shown, run->graph, a);
    rg_text_printf(&shown, " %s ", ast->text);
    rg_print_value(&shown, run->graph, b);
    rg_fail(run, ast, "`%s` cannot be computed: %s", ast->text, rg_text_string(&shown));
}

/* ---------------------------------------------------------------- comparison */

static bool equal(rg_run *run, const rg_ast *ast, rg_value a, rg_value b);

/* Of two lists in which sizes are symbolic: they differ where one pair of items is known to. The
 * depth is that of values that a rule's text builds. */
static bool equal_items(rg_run *run, const rg_ast *ast, rg_value a, rg_value b) {
    rg_value unknown[2];
    bool known = true;
    for (uint32_t i = 0; i < rg_value_count(a); i++) {
        rg_value x = rg_item(run->module, a, i), y = rg_item(run->module, b, i);
        rg_answer answer = RG_NOT_KNOWN;
        if (rg_is_symbolic(run, x) || rg_is_symbolic(run, y))
            answer = rg_sizes_equal(run, x, y);
        else
            answer = equal(run, ast, x, y) ? RG_YES : RG_NO;
        if (answer == RG_NO)
            return false;
        if (answer == RG_NOT_KNOWN && known) {
            known = false;
            unknown[0] = x;
            unknown[1] = y;
        }
    }
    return known || equal(run, ast, unknown[0], unknown[1]);
}

static bool same_kind_of_list(rg_value a, rg_value b) {
    rg_kind kind = rg_value_kind(a);
    return kind == rg_value_kind(b) && (kind == RG_LIST || kind == RG_TUPLE) &&
           rg_value_count(a) == rg_value_count(b);
}

/* Equality as rules mean it: numbers by value, a str and an unquoted atom by text. */
static bool equal(rg_run *run, const rg_ast *ast, rg_value a, rg_value b) {
    bool answer;
    if (run->eval.sizes && same_kind_of_list(a, b))
        return equal_items(run, ast, a, b);
    if (run->eval.sizes && rg_compare_sizes(run, "==", ast, a, b, &answer))
        return answer;
    if (rg_value_kind(a) == RG_STR && rg_value_kind(b) == RG_STR)
        return a.data == b.data;
    if (is_number(a) && is_number(b))
        return is_int(a) && is_int(b) ? rg_get_int(run->module, a) == rg_get_int(run->module, b)
                                      : as_double(run, a) == as_double(run, b);
    rg_kind x = rg_value_kind(a), y = rg_value_kind(b);
    if (x != y && (x == RG_STR || x == RG_ATOM) && (y == RG_STR || y == RG_ATOM))
        return a.data == b.data;
    return rg_values_equal(run->module, a, b);
}

/* Texts may hold NULs, where strstr() would end. */
static bool holds_text(const rg_run *run, rg_value whole, rg_value part) {
    const char *text = rg_value_text(run->module, whole), *at = text;
    const char *wanted = rg_value_text(run->module, part);
    size_t length = rg_symbol_length(run->module->symbols, whole.data);
    size_t size = rg_symbol_length(run->module->symbols, part.data);
    for (const char *end = text + length; size && (size_t)(end - at) >= size; at++) {
        at = memchr(at, wanted[0], (size_t)(end - at) - size + 1);
        if (!at)
            return false;
        if (memcmp(at, wanted, size) == 0)
            return true;
    }
    return size == 0;
}

/* Whether it is the list of all placeholders or get_attrs: the opcode decides what is in it. */
static bool is_listed(const rg_listed *listed, rg_value container) {
    return listed->made && listed->list.tag == container.tag && listed->list.data == container.data;
}

static bool contains(rg_run *run, const rg_ast *ast, rg_value container, rg_value item) {
    rg_kind kind = rg_value_kind(container);
    if (kind == RG_STR && rg_value_kind(item) == RG_STR)
        return holds_text(run, container, item);
    if (kind != RG_TUPLE && kind != RG_LIST && kind != RG_DICT)
        rg_fail(run, ast, "`in` needs a tuple, list, dict or string on its right");
    bool plain = rg_is_node(item) && !run->eval.sizes;
    if (plain && is_listed(&run->eval.placeholders, container))
        return rg_node_at(run->graph, item.data)->opcode == RG_PLACEHOLDER;
    if (plain && is_listed(&run->eval.get_attrs, container))
        return rg_node_at(run->graph, item.data)->opcode == RG_GET_ATTR;
    uint32_t stride = kind == RG_DICT ? 2 : 1;
    for (uint32_t i = 0; i < rg_value_count(container); i += stride)
        if (equal(run, ast, rg_item(run->module, container, i), item))
            return true;
    return false;
}

static bool is_in_order(rg_run *run, const rg_ast *ast, rg_value a, rg_value b) {
    const char *op = ast->text;
    bool answer;
    if (rg_compare_sizes(run, op, ast, a, b, &answer))
        return answer;
    if (!is_number(a) || !is_number(b)) {
        rg_text shown = rg_text_new(run->arenas.scratch);
        rg_print_value(&shown, run->graph, is_number(a) ? b : a);
        rg_fail(run, ast, "`%s` needs numbers; %s is none", op, rg_text_string(&shown));
    }
    bool whole = is_int(a) && is_int(b);
    int64_t i = whole ? rg_get_int(run->module, a) : 0, j = whole ? rg_get_int(run->module, b) : 0;
    double x = whole ? 0 : as_double(run, a), y = whole ? 0 : as_double(run, b);
    bool less = whole ? i < j : x < y, same = whole ? i == j : x == y;
    bool greater = whole ? i > j : x > y;
    return (*op == '<' ? less : greater) || (op[1] == '=' && same);
}

bool rg_compare(rg_run *run, const rg_ast *ast, rg_value a, rg_value b) {
    const char *op = ast->text;
    switch (*op) {
    case 'i': /* in, is, is not */
        if (op[1] == 'n')
            return contains(run, ast, b, a);
        return rg_values_equal(run->module, a, b) != (op[2] == ' ');
    case 'n': /* not in */
        return !contains(run, ast, b, a);
    case '=':
        return equal(run, ast, a, b);
    case '!':
        return !equal(run, ast, a, b);
    default:
        return is_in_order(run, ast, a, b);
    }
}

/* ---------------------------------------------------------------- indexing */

rg_value rg_index_value(rg_run *run, const rg_ast *ast, rg_value object, rg_value index) {
    rg_kind kind = rg_value_kind(object);
    if (kind == RG_DICT) {
        rg_value found;
        if (rg_dict_get(run->module, object, index, &found))
            return found;
        rg_text shown = rg_text_new(run->arenas.scratch);
        rg_print_value(&shown, run->graph, index);
        rg_fail(run, ast, "the dict has no key %s", rg_text_string(&shown));
    }
    if (kind != RG_TUPLE && kind != RG_LIST)
        rg_fail(run, ast, "only tuples, lists and dicts can be indexed");
    if (!is_int(index))
        rg_fail(run, ast, "an index must be an int");
    int64_t count = rg_value_count(object), i = rg_get_int(run->module, index);
    if (i < -count || i >= count)
        rg_fail(run, ast, "index %lld is out of range: there are %lld items", (long long)i,
                (long long)count);
    return rg_item(run->module, object, (size_t)(i < 0 ? i + count : i));
}

static int64_t bound(rg_run *run, const rg_ast *ast, rg_value part, int64_t count,
                     int64_t otherwise) {
    if (rg_value_kind(part) == RG_NONE)
        return otherwise;
    if (!is_int(part))
        rg_fail(run, ast, "the ends of a slice must be ints or None");
    int64_t i = rg_get_int(run->module, part);
    i = i < 0 ? i + count : i;
    return i < 0 ? 0 : i > count ? count : i;
}

rg_value rg_slice_value(rg_run *run, const rg_ast *ast, rg_value object, const rg_value *parts) {
    rg_kind kind = rg_value_kind(object);
    if (kind != RG_TUPLE && kind != RG_LIST)
        rg_fail(run, ast, "only tuples and lists can be sliced");
    int64_t count = rg_value_count(object);
    int64_t step = rg_value_kind(parts[2]) == RG_NONE ? 1 : rg_get_int(run->module, parts[2]);
    if (step != 1)
        rg_fail(run, ast, "slices of lists have no step");
    int64_t from = bound(run, ast, parts[0], count, 0);
    int64_t to = bound(run, ast, parts[1], count, count);
    return rg_copy_items(run->module, run->arenas.scratch, kind, object, (size_t)from,
                         to > from ? (size_t)(to - from) : 0);
}

/* ---------------------------------------------------------------- one operand */

rg_value rg_operate_unary(rg_run *run, const rg_ast *ast, rg_value operand) {
    if (*ast->text == 'n') /* not */
        return rg_bool(!rg_truth(run->module, operand));
    bool negative = *ast->text == '-';
    if (rg_value_kind(operand) == RG_INT && rg_get_int(run->module, operand) != INT64_MIN)
        return negative ? rg_int(run->module, -rg_get_int(run->module, operand)) : operand;
    rg_value size;
    if (negative && rg_operate_sizes(run, "-", ast, rg_int(run->module, 0), operand, &size))
        return size;
    if (rg_value_kind(operand) == RG_FLOAT)
        return negative ? rg_float(run->module, -rg_get_float(run->module, operand)) : operand;
    rg_fail(run, ast, "`%s` needs a number", ast->text);
}
