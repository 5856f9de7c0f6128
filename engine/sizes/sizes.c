/* Expressions kept in normal form: factors, products of them, sums of products. */
#include "parts.h"

#include <stdlib.h>

rg_sizes *rg_sizes_new(rg_arena *arena) {
    rg_sizes *sizes = rg_alloc(arena, sizeof *sizes);
    sizes->arena = arena;
    sizes->names = rg_symbols_new(arena);
    sizes->factor_keys = rg_symbols_new(arena);
    sizes->products = rg_symbols_new(arena);
    sizes->sums = rg_symbols_new(arena);
    rg_array_push(arena, &sizes->factors, sizeof(kept_factor)); /* number 0 is no factor */
    return sizes;
}

/* ---------------------------------------------------------------- factors */

uint32_t rg_keep_factor(rg_sizes *sizes, rg_factor_kind kind, rg_symbol name, rg_size a,
                        rg_size b) {
    uint32_t key[] = {(uint32_t)kind, name, a, b};
    uint32_t known = rg_find_symbol(sizes->factor_keys, (const char *)key, sizeof key);
    if (known != RG_NO_SYMBOL)
        return known;
    rg_range range = {INT64_MIN, INT64_MAX};
    if (kind != RG_FACTOR_SYMBOL) /* finding it may make other factors */
        range = rg_factor_range(sizes, kind, a, b);
    uint32_t number = rg_intern(sizes->factor_keys, (const char *)key, sizeof key);
    *(kept_factor *)rg_array_push(sizes->arena, &sizes->factors, sizeof(kept_factor)) =
        (kept_factor){kind, name, a, b, range, 1, 0};
    return number;
}

rg_size rg_factor_size(rg_sizes *sizes, uint32_t factor) {
    sum s = {.count = 0};
    rg_add_term(&s, 1, rg_keep_product(sizes, &factor, 1));
    return rg_keep_sum(sizes, &s);
}

rg_factor rg_size_factor(const rg_sizes *sizes, uint32_t factor) {
    const kept_factor *kept = rg_kept_factor(sizes, factor);
    return (rg_factor){kept->kind, rg_symbol_text(sizes->names, kept->name), kept->a, kept->b};
}

/* ---------------------------------------------------------------- products */

static int by_number(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

size_t rg_factors_of(const rg_sizes *sizes, uint64_t product, uint32_t *factors) {
    size_t length = rg_symbol_length(sizes->products, (rg_symbol)product);
    memcpy(factors, rg_symbol_text(sizes->products, (rg_symbol)product), length);
    return length / sizeof *factors;
}

uint64_t rg_keep_product(rg_sizes *sizes, uint32_t *factors, size_t count) {
    if (count > RG_MOST_FACTORS)
        return UINT64_MAX;
    if (count > 1)
        qsort(factors, count, sizeof *factors, by_number);
    return rg_intern(sizes->products, (const char *)factors, count * sizeof *factors);
}

bool rg_multiply_terms(rg_sizes *sizes, kept_term a, kept_term b, kept_term *result) {
    uint32_t factors[2 * RG_MOST_FACTORS];
    size_t count = rg_factors_of(sizes, a.product, factors);
    count += rg_factors_of(sizes, b.product, factors + count);
    result->product = rg_keep_product(sizes, factors, count);
    return result->product != UINT64_MAX &&
           !__builtin_mul_overflow(a.coefficient, b.coefficient, &result->coefficient);
}

/* ---------------------------------------------------------------- sums */

/* So that no sum of two numbers overflows. */
#define LARGEST (INT64_MAX / 4)

static bool is_large(int64_t number) {
    return number > LARGEST || number < -LARGEST;
}

void rg_add_term(sum *s, int64_t coefficient, uint64_t product) {
    size_t at = 0;
    if (is_large(coefficient)) {
        s->too_large = true;
        return;
    }
    while (at < s->count && s->terms[at].product < product)
        at++;
    if (at < s->count && s->terms[at].product == product) {
        s->terms[at].coefficient += coefficient; /* both are far from the ends */
        s->too_large |= is_large(s->terms[at].coefficient);
        if (s->terms[at].coefficient == 0) {
            s->count--;
            memmove(s->terms + at, s->terms + at + 1, (s->count - at) * sizeof *s->terms);
        }
        return;
    }
    if (coefficient == 0)
        return;
    if (s->count == RG_MOST_TERMS || product == UINT64_MAX) {
        s->too_large = true;
        return;
    }
    memmove(s->terms + at + 1, s->terms + at, (s->count - at) * sizeof *s->terms);
    s->terms[at] = (kept_term){coefficient, product};
    s->count++;
}

sum rg_sum_of(const rg_sizes *sizes, rg_size e) {
    sum s = {.too_large = e == RG_NO_SIZE};
    if (s.too_large)
        return s;
    size_t length = rg_symbol_length(sizes->sums, e);
    memcpy(s.terms, rg_symbol_text(sizes->sums, e), length);
    s.count = length / sizeof *s.terms;
    return s;
}

rg_size rg_keep_sum(rg_sizes *sizes, const sum *s) {
    if (s->too_large)
        return RG_NO_SIZE;
    return rg_intern(sizes->sums, (const char *)s->terms, s->count * sizeof *s->terms);
}

sum rg_multiply_sums(rg_sizes *sizes, const sum *a, const sum *b) {
    sum result = {.too_large = a->too_large || b->too_large};
    for (size_t i = 0; i < a->count && !result.too_large; i++)
        for (size_t k = 0; k < b->count && !result.too_large; k++) {
            kept_term term;
            if (rg_multiply_terms(sizes, a->terms[i], b->terms[k], &term))
                rg_add_term(&result, term.coefficient, term.product);
            else
                result.too_large = true;
        }
    return result;
}

/* ---------------------------------------------------------------- making expressions */

rg_size rg_size_number(rg_sizes *sizes, int64_t number) {
    sum s = {.count = 0};
    rg_add_term(&s, number, 0);
    return rg_keep_sum(sizes, &s);
}

rg_size rg_size_symbol(rg_sizes *sizes, const char *name, size_t length) {
    rg_symbol symbol = rg_intern(sizes->names, name, length);
    return rg_factor_size(sizes, rg_keep_factor(sizes, RG_FACTOR_SYMBOL, symbol, 0, 0));
}

/* a + times * b */
static rg_size combine(rg_sizes *sizes, rg_size a, rg_size b, int64_t times) {
    sum s = rg_sum_of(sizes, a), other = rg_sum_of(sizes, b);
    s.too_large |= other.too_large;
    for (size_t i = 0; i < other.count && !s.too_large; i++) {
        int64_t coefficient;
        s.too_large |= __builtin_mul_overflow(other.terms[i].coefficient, times, &coefficient);
        rg_add_term(&s, coefficient, other.terms[i].product);
    }
    return rg_keep_sum(sizes, &s);
}

rg_size rg_size_add(rg_sizes *sizes, rg_size a, rg_size b) {
    return combine(sizes, a, b, 1);
}

rg_size rg_size_subtract(rg_sizes *sizes, rg_size a, rg_size b) {
    return combine(sizes, a, b, -1);
}

rg_size rg_size_multiply(rg_sizes *sizes, rg_size a, rg_size b) {
    sum x = rg_sum_of(sizes, a), y = rg_sum_of(sizes, b);
    sum result = rg_multiply_sums(sizes, &x, &y);
    return rg_keep_sum(sizes, &result);
}

/* ---------------------------------------------------------------- taking apart */

bool rg_size_is_number(const rg_sizes *sizes, rg_size e, int64_t *number) {
    sum s = rg_sum_of(sizes, e);
    if (s.too_large || s.count > 1 || (s.count == 1 && s.terms[0].product != 0))
        return false;
    *number = s.count ? s.terms[0].coefficient : 0;
    return true;
}

size_t rg_size_term_count(const rg_sizes *sizes, rg_size e) {
    return rg_sum_of(sizes, e).count;
}

rg_term rg_size_term(const rg_sizes *sizes, rg_size e, size_t i) {
    sum s = rg_sum_of(sizes, e);
    rg_term term = {.coefficient = s.terms[i].coefficient};
    term.count = rg_factors_of(sizes, s.terms[i].product, term.factors);
    return term;
}

rg_size rg_size_of_term(rg_sizes *sizes, const rg_term *term) {
    uint32_t factors[RG_MOST_FACTORS];
    sum s = {.count = 0};
    memcpy(factors, term->factors, term->count * sizeof *factors);
    rg_add_term(&s, term->coefficient, rg_keep_product(sizes, factors, term->count));
    return rg_keep_sum(sizes, &s);
}
