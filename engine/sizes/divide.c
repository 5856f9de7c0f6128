/* Floor division, remainder, minimum and maximum: what is exact is computed, the rest is a factor.
 */
#include "parts.h"

/* The term divided by another one without rest; false: it cannot be. */
static bool divide_term(rg_sizes *sizes, kept_term a, kept_term b, kept_term *quotient) {
    uint32_t factors[RG_MOST_FACTORS], divisors[RG_MOST_FACTORS], left[RG_MOST_FACTORS];
    size_t count = rg_factors_of(sizes, a.product, factors), kept = 0, at = 0;
    size_t divisor_count = rg_factors_of(sizes, b.product, divisors);
    if (b.coefficient == 0 || b.coefficient == -1 || a.coefficient % b.coefficient)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (at < divisor_count && divisors[at] == factors[i])
            at++;
        else
            left[kept++] = factors[i];
    }
    if (at < divisor_count)
        return false;
    quotient->coefficient = a.coefficient / b.coefficient;
    quotient->product = rg_keep_product(sizes, left, kept);
    return true;
}

void rg_size_split(rg_sizes *sizes, rg_size a, rg_size b, rg_size *quotient, rg_size *rest) {
    sum whole = rg_sum_of(sizes, a), by = rg_sum_of(sizes, b), exact = {.count = 0};
    sum over = {.too_large = whole.too_large || by.too_large};
    exact.too_large = over.too_large;
    if (a == b && a != RG_NO_SIZE) {
        *quotient = rg_size_number(sizes, 1);
        *rest = rg_size_number(sizes, 0);
        return;
    }
    for (size_t i = 0; i < whole.count; i++) {
        kept_term q;
        if (by.count == 1 && divide_term(sizes, whole.terms[i], by.terms[0], &q))
            rg_add_term(&exact, q.coefficient, q.product);
        else
            rg_add_term(&over, whole.terms[i].coefficient, whole.terms[i].product);
    }
    *quotient = rg_keep_sum(sizes, &exact);
    *rest = rg_keep_sum(sizes, &over);
}

/* Of what is divided by a number each coefficient gives what it holds of it: 5*s // 3 is
 * s + 2*s // 3. */
static void split_by_number(rg_sizes *sizes, rg_size a, int64_t by, rg_size *quotient,
                            rg_size *rest) {
    sum whole = rg_sum_of(sizes, a), exact = {.count = 0}, over = {.count = 0};
    for (size_t i = 0; i < whole.count; i++) {
        int64_t c = whole.terms[i].coefficient, left = c % by;
        left = left < 0 ? left + by : left;
        rg_add_term(&exact, (c - left) / by, whole.terms[i].product);
        rg_add_term(&over, left, whole.terms[i].product);
    }
    *quotient = rg_keep_sum(sizes, &exact);
    *rest = rg_keep_sum(sizes, &over);
}

/* Splits a into quotient * b and what has to be divided when the numbers are known. */
static void reduce(rg_sizes *sizes, rg_size a, rg_size b, rg_size *quotient, rg_size *rest) {
    int64_t by;
    *quotient = rg_size_number(sizes, 0);
    *rest = a;
    if (rg_size_is_number(sizes, b, &by) && by > 0 && by < INT32_MAX)
        split_by_number(sizes, a, by, quotient, rest);
    else if (rg_size_range(sizes, b).low > 0)
        rg_size_split(sizes, a, b, quotient, rest);
}

/* A number of which the expression is a multiple. */
static int64_t known_divisor(const rg_sizes *sizes, rg_size e) {
    sum s = rg_sum_of(sizes, e);
    int64_t divisor = 0;
    for (size_t i = 0; i < s.count; i++) {
        uint32_t factors[RG_MOST_FACTORS];
        size_t count = rg_factors_of(sizes, s.terms[i].product, factors);
        int64_t term = s.terms[i].coefficient;
        for (size_t k = 0; k < count; k++)
            if (__builtin_mul_overflow(term, rg_kept_factor(sizes, factors[k])->divisor, &term))
                return 1;
        for (int64_t x = divisor, y = term; true;) {
            if (y == 0) {
                divisor = x;
                break;
            }
            int64_t z = x % y;
            x = y;
            y = z;
        }
    }
    return divisor < 0 ? (divisor == INT64_MIN ? 1 : -divisor) : divisor;
}

static bool lies_below(rg_sizes *sizes, rg_size rest, rg_size b) {
    return rg_size_range(sizes, rest).low >= 0 && rg_size_less(sizes, rest, b) == RG_YES;
}

static bool is_zero(const rg_sizes *sizes, rg_size e) {
    int64_t number;
    return rg_size_is_number(sizes, e, &number) && number == 0;
}

rg_size rg_size_floor_divide(rg_sizes *sizes, rg_size a, rg_size b) {
    rg_size quotient, rest;
    if (a == RG_NO_SIZE || b == RG_NO_SIZE || is_zero(sizes, b))
        return RG_NO_SIZE;
    int64_t x, y;
    if (rg_size_is_number(sizes, a, &x) && rg_size_is_number(sizes, b, &y))
        return rg_size_number(sizes, x / y - (x % y != 0 && (x < 0) != (y < 0)));
    reduce(sizes, a, b, &quotient, &rest);
    if (is_zero(sizes, rest) || lies_below(sizes, rest, b))
        return quotient;
    uint32_t floor = rg_keep_factor(sizes, RG_FACTOR_FLOOR, 0, rest, b);
    return rg_size_add(sizes, quotient, rg_factor_size(sizes, floor));
}

rg_size rg_size_modulo(rg_sizes *sizes, rg_size a, rg_size b) {
    rg_size quotient, rest;
    if (a == RG_NO_SIZE || b == RG_NO_SIZE || is_zero(sizes, b))
        return RG_NO_SIZE;
    int64_t x, y;
    if (rg_size_is_number(sizes, a, &x) && rg_size_is_number(sizes, b, &y))
        return rg_size_number(sizes, x % y + (x % y != 0 && (x < 0) != (y < 0) ? y : 0));
    reduce(sizes, a, b, &quotient, &rest);
    if (rest == RG_NO_SIZE || is_zero(sizes, rest) || lies_below(sizes, rest, b))
        return rest;
    if (rg_size_is_number(sizes, b, &y) && known_divisor(sizes, rest) % y == 0)
        return rg_size_number(sizes, 0);
    return rg_factor_size(sizes, rg_keep_factor(sizes, RG_FACTOR_MODULO, 0, rest, b));
}

static rg_size extreme(rg_sizes *sizes, rg_factor_kind kind, rg_size a, rg_size b) {
    if (a == RG_NO_SIZE || b == RG_NO_SIZE || a == b)
        return a == b ? a : RG_NO_SIZE;
    rg_answer less = rg_size_less(sizes, a, b), more = rg_size_less(sizes, b, a);
    bool least = kind == RG_FACTOR_MIN;
    if (less == RG_YES || more == RG_NO)
        return least ? a : b;
    if (more == RG_YES || less == RG_NO)
        return least ? b : a;
    return rg_factor_size(sizes, rg_keep_factor(sizes, kind, 0, a < b ? a : b, a < b ? b : a));
}

rg_size rg_size_min(rg_sizes *sizes, rg_size a, rg_size b) {
    return extreme(sizes, RG_FACTOR_MIN, a, b);
}

rg_size rg_size_max(rg_sizes *sizes, rg_size a, rg_size b) {
    return extreme(sizes, RG_FACTOR_MAX, a, b);
}
