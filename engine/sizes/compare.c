/* What an expression can be, and so which of two is less. */
#include "parts.h"

/* ---------------------------------------------------------------- ranges */

static const rg_range everything = {INT64_MIN, INT64_MAX};

static int64_t clamped(__int128 number) {
    return number <= INT64_MIN ? INT64_MIN : number >= INT64_MAX ? INT64_MAX : (int64_t)number;
}

static bool is_end(int64_t number) {
    return number == INT64_MIN || number == INT64_MAX;
}

static int64_t added(int64_t a, int64_t b) {
    return is_end(a) ? a : is_end(b) ? b : clamped((__int128)a + b);
}

/* An end times zero is zero: a factor that is zero leaves nothing of the other. */
static int64_t multiplied(int64_t a, int64_t b) {
    if (a == 0 || b == 0)
        return 0;
    if (is_end(a) || is_end(b))
        return (a < 0) == (b < 0) ? INT64_MAX : INT64_MIN;
    return clamped((__int128)a * b);
}

static rg_range range_product(rg_range a, rg_range b) {
    int64_t all[] = {multiplied(a.low, b.low), multiplied(a.low, b.high), multiplied(a.high, b.low),
                     multiplied(a.high, b.high)};
    rg_range result = {all[0], all[0]};
    for (size_t i = 1; i < RG_COUNT_OF(all); i++) {
        result.low = all[i] < result.low ? all[i] : result.low;
        result.high = all[i] > result.high ? all[i] : result.high;
    }
    return result;
}

static rg_range term_range(const rg_sizes *sizes, kept_term term) {
    uint32_t factors[RG_MOST_FACTORS];
    size_t count = rg_factors_of(sizes, term.product, factors);
    rg_range range = {term.coefficient, term.coefficient};
    for (size_t i = 0; i < count; i++)
        range = range_product(range, rg_kept_factor(sizes, factors[i])->range);
    return range;
}

static rg_range sum_range(const rg_sizes *sizes, const sum *s) {
    rg_range range = {0, 0};
    for (size_t i = 0; i < s->count; i++) {
        rg_range term = term_range(sizes, s->terms[i]);
        range.low = term.low == INT64_MIN ? INT64_MIN : added(range.low, term.low);
        range.high = term.high == INT64_MAX ? INT64_MAX : added(range.high, term.high);
    }
    return s->too_large ? everything : range;
}

/* ---------------------------------------------------------------- from the low ends up */

/* The factor less its low end. */
static uint32_t above_low(rg_sizes *sizes, uint32_t factor) {
    kept_factor *kept = rg_kept_factor(sizes, factor);
    int64_t low = kept->range.low, high = kept->range.high;
    if (!kept->above) { /* the factor itself makes the key: no name is that of another */
        uint32_t above = rg_keep_factor(sizes, RG_FACTOR_SYMBOL, 0, factor, 1);
        kept = rg_kept_factor(sizes, factor);
        kept->above = above + 1;
    }
    uint32_t above = kept->above - 1;
    rg_kept_factor(sizes, above)->range =
        (rg_range){0, high == INT64_MAX ? high : clamped((__int128)high - low)};
    return above;
}

/* One factor as a sum: its low end and what is above it. */
static sum shifted_factor(rg_sizes *sizes, uint32_t factor) {
    sum s = {.count = 0};
    int64_t low = rg_kept_factor(sizes, factor)->range.low;
    uint32_t above = low != 0 && !is_end(low) ? above_low(sizes, factor) : factor;
    rg_add_term(&s, 1, rg_keep_product(sizes, &above, 1));
    if (above != factor)
        rg_add_term(&s, low, 0);
    return s;
}

/* The sum of what lies above the low ends: s0*s1 - s0 with both at least 2 becomes
 * t0*t1 + t0 + 2*t1 + 2, of which no term is negative. */
static sum shifted(rg_sizes *sizes, const sum *s) {
    sum result = {.too_large = s->too_large};
    for (size_t i = 0; i < s->count && !result.too_large; i++) {
        uint32_t factors[RG_MOST_FACTORS];
        size_t count = rg_factors_of(sizes, s->terms[i].product, factors);
        sum term = {.count = 0};
        rg_add_term(&term, s->terms[i].coefficient, 0);
        for (size_t k = 0; k < count; k++) {
            sum factor = shifted_factor(sizes, factors[k]);
            term = rg_multiply_sums(sizes, &term, &factor);
        }
        result.too_large |= term.too_large;
        for (size_t k = 0; k < term.count; k++)
            rg_add_term(&result, term.terms[k].coefficient, term.terms[k].product);
    }
    return result;
}

static rg_range plain_range(rg_sizes *sizes, const sum *s) {
    rg_range range = sum_range(sizes, s);
    sum above = shifted(sizes, s);
    if (above.too_large)
        return range;
    rg_range other = sum_range(sizes, &above);
    return (rg_range){other.low > range.low ? other.low : range.low,
                      other.high < range.high ? other.high : range.high};
}

/* ---------------------------------------------------------------- by what operations hold */

/* Minima, maxima and floors are replaced one after another, each in up to two ways: at most 16
 * sums are compared. */
enum { MOST_REPLACED = 4 };

static bool is_operation(const rg_sizes *sizes, uint32_t factor) {
    return rg_kept_factor(sizes, factor)->kind != RG_FACTOR_SYMBOL;
}

/* s = of * factor + without; false: the factor stands in no term, or twice in one. */
static bool pull_out(rg_sizes *sizes, const sum *s, uint32_t factor, sum *of, sum *without) {
    *of = (sum){.count = 0};
    *without = (sum){.count = 0};
    for (size_t i = 0; i < s->count; i++) {
        uint32_t factors[RG_MOST_FACTORS], others[RG_MOST_FACTORS];
        size_t count = rg_factors_of(sizes, s->terms[i].product, factors), kept = 0;
        for (size_t k = 0; k < count; k++)
            if (factors[k] != factor)
                others[kept++] = factors[k];
        if (count - kept > 1)
            return false;
        rg_add_term(kept < count ? of : without, s->terms[i].coefficient,
                    rg_keep_product(sizes, others, kept));
    }
    return of->count > 0;
}

static bool find_operation(rg_sizes *sizes, const sum *s, uint32_t *factor, sum *of, sum *without) {
    for (size_t i = 0; i < s->count; i++) {
        uint32_t factors[RG_MOST_FACTORS];
        size_t count = rg_factors_of(sizes, s->terms[i].product, factors);
        for (size_t k = 0; k < count; k++) {
            *factor = factors[k];
            if (is_operation(sizes, factors[k]) && pull_out(sizes, s, factors[k], of, without))
                return true;
        }
    }
    return false;
}

/* of * e + times * without */
static sum put_in(rg_sizes *sizes, const sum *of, rg_size e, int64_t times, const sum *without) {
    sum with = rg_sum_of(sizes, e), factor = {.count = 0};
    rg_add_term(&factor, times, 0);
    sum result = rg_multiply_sums(sizes, of, &with);
    sum rest = rg_multiply_sums(sizes, without, &factor);
    result.too_large |= rest.too_large;
    for (size_t i = 0; i < rest.count; i++)
        rg_add_term(&result, rest.terms[i].coefficient, rest.terms[i].product);
    return result;
}

static int64_t low_end(rg_sizes *sizes, const sum *s, int replaced);

/* The low end of of * (a // by) + without, where by is a positive number: that of the whole times
 * by, in which by * (a // by) is a at the most, and a - (by - 1) at least. */
static int64_t low_with_floor(rg_sizes *sizes, const kept_factor *floor, int64_t by, bool grows,
                              const sum *of, const sum *without, int replaced) {
    rg_size bound = floor->a;
    if (grows)
        bound = rg_size_subtract(sizes, bound, rg_size_number(sizes, by - 1));
    sum s = put_in(sizes, of, bound, by, without);
    int64_t low = low_end(sizes, &s, replaced + 1);
    return is_end(low) ? low : low / by + (low % by > 0);
}

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* The low end of of * operation + without, by what bounds the operation. */
static int64_t low_by_operation(rg_sizes *sizes, uint32_t factor, const sum *of, const sum *without,
                                int replaced) {
    kept_factor operation = *rg_kept_factor(sizes, factor);
    rg_range sign = plain_range(sizes, of);
    bool grows = sign.low >= 0;
    int64_t by;
    if (!grows && sign.high > 0)
        return INT64_MIN;
    if (operation.kind == RG_FACTOR_FLOOR)
        return rg_size_is_number(sizes, operation.b, &by) && by > 0
                   ? low_with_floor(sizes, &operation, by, grows, of, without, replaced)
                   : INT64_MIN;
    if (operation.kind == RG_FACTOR_MODULO)
        return INT64_MIN;
    sum with_a = put_in(sizes, of, operation.a, 1, without);
    sum with_b = put_in(sizes, of, operation.b, 1, without);
    int64_t a = low_end(sizes, &with_a, replaced + 1), b = low_end(sizes, &with_b, replaced + 1);
    /* a minimum that makes the sum less is no more than either; else it may be either */
    bool either = grows == (operation.kind == RG_FACTOR_MAX);
    return either ? larger(a, b) : a < b ? a : b;
}

/* What the sum is at least. Replacing ends after a few times, so the recursion is bounded. */
static int64_t low_end(rg_sizes *sizes, const sum *s, int replaced) {
    uint32_t factor;
    sum of, without;
    if (s->too_large)
        return INT64_MIN;
    int64_t low = plain_range(sizes, s).low;
    if (replaced < MOST_REPLACED && find_operation(sizes, s, &factor, &of, &without))
        low = larger(low, low_by_operation(sizes, factor, &of, &without, replaced));
    return low;
}

rg_range rg_size_range(rg_sizes *sizes, rg_size e) {
    sum s = rg_sum_of(sizes, e);
    if (s.too_large)
        return everything;
    sum negative = {.count = s.count};
    for (size_t i = 0; i < s.count; i++)
        negative.terms[i] = (kept_term){-s.terms[i].coefficient, s.terms[i].product};
    int64_t low = low_end(sizes, &s, 0), other = low_end(sizes, &negative, 0);
    return (rg_range){low, other == INT64_MIN ? INT64_MAX : clamped(-(__int128)other)};
}

/* ---------------------------------------------------------------- comparing */

/* Whether every value of the sum is a multiple of a number of which its constant is none. */
static bool misses_zero(const rg_sizes *sizes, const sum *s) {
    int64_t divisor = 0, constant = 0;
    for (size_t i = 0; i < s->count; i++) {
        int64_t x = s->terms[i].coefficient;
        uint32_t factors[RG_MOST_FACTORS];
        size_t count = rg_factors_of(sizes, s->terms[i].product, factors);
        if (count == 0) {
            constant = x;
            continue;
        }
        for (size_t k = 0; k < count; k++)
            if (__builtin_mul_overflow(x, rg_kept_factor(sizes, factors[k])->divisor, &x))
                return false;
        while (x) {
            int64_t rest = divisor % x;
            divisor = x;
            x = rest;
        }
    }
    return divisor != 0 && constant % divisor != 0;
}

rg_answer rg_size_equal(rg_sizes *sizes, rg_size a, rg_size b) {
    rg_size difference = rg_size_subtract(sizes, a, b);
    if (difference == RG_NO_SIZE)
        return RG_NOT_KNOWN;
    sum s = rg_sum_of(sizes, difference);
    if (s.count == 0)
        return RG_YES;
    rg_range range = rg_size_range(sizes, difference);
    if (range.low > 0 || range.high < 0 || misses_zero(sizes, &s))
        return RG_NO;
    return range.low == 0 && range.high == 0 ? RG_YES : RG_NOT_KNOWN;
}

rg_answer rg_size_less(rg_sizes *sizes, rg_size a, rg_size b) {
    rg_range range = rg_size_range(sizes, rg_size_subtract(sizes, a, b));
    return range.high < 0 ? RG_YES : range.low >= 0 ? RG_NO : RG_NOT_KNOWN;
}

/* ---------------------------------------------------------------- ranges of factors */

static rg_range floor_range(rg_range a, rg_range b) {
    if (b.low <= 0)
        return everything;
    /* the nearer to zero the divisor, the farther the quotient */
    int64_t low_by = a.low < 0 ? b.low : b.high, high_by = a.high < 0 ? b.high : b.low;
    rg_range range = {a.low, a.high};
    if (!is_end(a.low))
        range.low = a.low / low_by - (a.low % low_by < 0);
    if (!is_end(a.high))
        range.high = a.high / high_by - (a.high % high_by < 0);
    return range;
}

static rg_range modulo_range(rg_range a, rg_range b) {
    if (b.low <= 0)
        return everything;
    rg_range range = {0, is_end(b.high) ? b.high : b.high - 1};
    if (a.low >= 0 && a.high < range.high)
        range.high = a.high;
    return range;
}

rg_range rg_factor_range(rg_sizes *sizes, rg_factor_kind kind, rg_size a, rg_size b) {
    rg_range x = rg_size_range(sizes, a), y = rg_size_range(sizes, b);
    if (kind == RG_FACTOR_FLOOR)
        return floor_range(x, y);
    if (kind == RG_FACTOR_MODULO)
        return modulo_range(x, y);
    bool least = kind == RG_FACTOR_MIN;
    return (rg_range){(x.low < y.low) == least ? x.low : y.low,
                      (x.high < y.high) == least ? x.high : y.high};
}

/* ---------------------------------------------------------------- facts */

static kept_factor *symbol_factor(rg_sizes *sizes, const char *symbol) {
    rg_symbol name = rg_intern_text(sizes->names, symbol);
    return rg_kept_factor(sizes, rg_keep_factor(sizes, RG_FACTOR_SYMBOL, name, 0, 0));
}

static void limit(kept_factor *factor, rg_range range) {
    factor->range.low = larger(factor->range.low, range.low);
    if (range.high < factor->range.high)
        factor->range.high = range.high;
}

void rg_size_limit(rg_sizes *sizes, const char *symbol, rg_range range) {
    limit(symbol_factor(sizes, symbol), range);
}

void rg_size_divides(rg_sizes *sizes, const char *symbol, int64_t divisor) {
    if (divisor > 0)
        symbol_factor(sizes, symbol)->divisor = divisor;
}

void rg_size_at_least(rg_sizes *sizes, rg_size e, int64_t low) {
    sum s = rg_sum_of(sizes, e);
    uint32_t factors[RG_MOST_FACTORS];
    int64_t constant = s.count == 2 && s.terms[0].product == 0 ? s.terms[0].coefficient : 0;
    size_t last = s.count ? s.count - 1 : 0;
    if (s.too_large || s.count == 0 || s.count > 2 || (s.count == 2 && s.terms[0].product != 0) ||
        s.terms[last].coefficient != 1 ||
        rg_factors_of(sizes, s.terms[last].product, factors) != 1 || is_operation(sizes, *factors))
        return;
    limit(rg_kept_factor(sizes, *factors), (rg_range){low - constant, INT64_MAX});
}
