/* Expressions inside: sums while they are worked on, and how they are kept. */
#ifndef REGRAFT_SIZES_PARTS_H
#define REGRAFT_SIZES_PARTS_H

#include "sizes.h"

/* A factor: a symbol, or an operation that sums and products do not have. */
typedef struct kept_factor {
    rg_factor_kind kind;
    rg_symbol name;
    rg_size a, b;
    rg_range range;
    int64_t divisor; /* of which the value is a multiple; 1: nothing is known */
    uint32_t above;  /* 1 + the factor that is this one less its low end; 0: none yet */
} kept_factor;

struct rg_sizes {
    rg_arena *arena;
    rg_symbols *names;
    rg_symbols *factor_keys; /* what makes a factor what it is, as bytes; numbered as `factors` */
    rg_array factors;        /* of kept_factor */
    rg_symbols *products;    /* sorted factors of a term, as bytes; the empty one is 0 */
    rg_symbols *sums;        /* kept_terms, sorted by product, as bytes; the empty sum is 0 */
};

/* A term as it is kept. */
typedef struct kept_term {
    int64_t coefficient;
    uint64_t product;
} kept_term;

/* A sum that is worked on. */
typedef struct sum {
    size_t count;
    bool too_large; /* it has more terms, factors or digits than are kept */
    kept_term terms[RG_MOST_TERMS];
} sum;

sum rg_sum_of(const rg_sizes *sizes, rg_size e);
rg_size rg_keep_sum(rg_sizes *sizes, const sum *s);
void rg_add_term(sum *s, int64_t coefficient, uint64_t product);
/* The factors of a product; their count. */
size_t rg_factors_of(const rg_sizes *sizes, uint64_t product, uint32_t *factors);
/* Sorts the factors. UINT64_MAX: too many. */
uint64_t rg_keep_product(rg_sizes *sizes, uint32_t *factors, size_t count);
/* a times b; false: too large. */
bool rg_multiply_terms(rg_sizes *sizes, kept_term a, kept_term b, kept_term *result);
sum rg_multiply_sums(rg_sizes *sizes, const sum *a, const sum *b);
static inline kept_factor *rg_kept_factor(const rg_sizes *sizes, uint32_t factor) {
    return (kept_factor *)sizes->factors.data + factor;
}
uint32_t rg_keep_factor(rg_sizes *sizes, rg_factor_kind kind, rg_symbol name, rg_size a, rg_size b);
rg_size rg_factor_size(rg_sizes *sizes, uint32_t factor);
/* What a factor can be, by what its operands can be. */
rg_range rg_factor_range(rg_sizes *sizes, rg_factor_kind kind, rg_size a, rg_size b);

#endif
