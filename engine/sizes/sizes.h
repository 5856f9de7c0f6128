/* Sizes, strides and offsets as expressions of symbols: `s0*(s1 - 1) + 2`.
 *
 * An expression is a sum of products of symbols and of floor divisions, remainders, minima and
 * maxima of such sums. Each is kept once, in a normal form: two expressions that are equal as
 * polynomials have the same number. Comparisons answer yes, no, or that it is not known.
 *
 * Libraries for affine sets (isl) do not fit: strides are products of sizes, which are not affine.
 */
#ifndef REGRAFT_SIZES_H
#define REGRAFT_SIZES_H

#include "../base/base.h"

typedef struct rg_sizes rg_sizes;
/* The number of an expression. */
typedef uint32_t rg_size;
/* What is no expression of this kind, or too large to be kept; what is made of it is none either.
 */
#define RG_NO_SIZE UINT32_MAX

typedef enum rg_answer { RG_NO, RG_YES, RG_NOT_KNOWN } rg_answer;

/* Both ends belong to it; INT64_MIN and INT64_MAX: there is no end. */
typedef struct rg_range {
    int64_t low, high;
} rg_range;

rg_sizes *rg_sizes_new(rg_arena *arena);

/* ---- facts: what is concluded later rests on them, what was concluded before stays */
/* The symbol lies in the range, too. Of a symbol of which nothing is told all is possible. */
void rg_size_limit(rg_sizes *sizes, const char *symbol, rg_range range);
/* The expression is at least that: told of the symbol where it is one, or has only one. */
void rg_size_at_least(rg_sizes *sizes, rg_size e, int64_t low);
/* The symbol is a multiple of the number. */
void rg_size_divides(rg_sizes *sizes, const char *symbol, int64_t divisor);

/* ---- making expressions */
rg_size rg_size_number(rg_sizes *sizes, int64_t number);
rg_size rg_size_symbol(rg_sizes *sizes, const char *name, size_t length);
/* Reads an expression as sympy prints it; RG_NO_SIZE where it is another one (of floats, booleans).
 */
rg_size rg_size_read(rg_sizes *sizes, const char *text, size_t length);
rg_size rg_size_add(rg_sizes *sizes, rg_size a, rg_size b);
rg_size rg_size_subtract(rg_sizes *sizes, rg_size a, rg_size b);
rg_size rg_size_multiply(rg_sizes *sizes, rg_size a, rg_size b);
/* Both as Python's operators. RG_NO_SIZE where b is zero. */
rg_size rg_size_floor_divide(rg_sizes *sizes, rg_size a, rg_size b);
rg_size rg_size_modulo(rg_sizes *sizes, rg_size a, rg_size b);
rg_size rg_size_min(rg_sizes *sizes, rg_size a, rg_size b);
rg_size rg_size_max(rg_sizes *sizes, rg_size a, rg_size b);
/* a = quotient * b + rest, as polynomials: the quotient takes each term that b divides; b has one
 * term. */
void rg_size_split(rg_sizes *sizes, rg_size a, rg_size b, rg_size *quotient, rg_size *rest);

/* ---- asking */
/* Whether it is a number, and which. */
bool rg_size_is_number(const rg_sizes *sizes, rg_size e, int64_t *number);
rg_answer rg_size_equal(rg_sizes *sizes, rg_size a, rg_size b);
rg_answer rg_size_less(rg_sizes *sizes, rg_size a, rg_size b);
rg_range rg_size_range(rg_sizes *sizes, rg_size e);
/* As Python, and so sympy, would write it. */
void rg_size_print(rg_text *out, const rg_sizes *sizes, rg_size e);

/* ---- taking apart */
typedef enum rg_factor_kind {
    RG_FACTOR_SYMBOL,
    RG_FACTOR_FLOOR,  /* a // b */
    RG_FACTOR_MODULO, /* a % b */
    RG_FACTOR_MIN,
    RG_FACTOR_MAX
} rg_factor_kind;
typedef struct rg_factor {
    rg_factor_kind kind;
    const char *name; /* of a symbol */
    rg_size a, b;     /* operands of the others */
} rg_factor;
/* Products of terms have at most 12 factors and sums at most 24 terms, which bounds the work of a
 * comparison. A larger expression counts as not known. */
enum { RG_MOST_FACTORS = 12, RG_MOST_TERMS = 24 };
/* The number before a term, and its factors; a constant has none. */
typedef struct rg_term {
    int64_t coefficient;
    size_t count;
    uint32_t factors[RG_MOST_FACTORS];
} rg_term;
size_t rg_size_term_count(const rg_sizes *sizes, rg_size e);
rg_term rg_size_term(const rg_sizes *sizes, rg_size e, size_t i);
rg_factor rg_size_factor(const rg_sizes *sizes, uint32_t factor);
/* The term as an expression of its own. */
rg_size rg_size_of_term(rg_sizes *sizes, const rg_term *term);

#endif
