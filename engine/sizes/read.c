/* Expressions as sympy prints them, read and printed. */
#include "parts.h"

#include <ctype.h>

/* Brackets within brackets: the reader recurses on them. A deeper text counts as not known. */
enum { MOST_NESTED = 60 };

typedef struct reader {
    rg_sizes *sizes;
    const char *at, *end;
    size_t depth;
} reader;

static rg_size read_sum(reader *r);

static void skip_blanks(reader *r) {
    while (r->at < r->end && *r->at == ' ')
        r->at++;
}

static bool skip(reader *r, const char *text) {
    size_t length = strlen(text);
    skip_blanks(r);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, text, length) != 0)
        return false;
    r->at += length;
    return true;
}

static rg_size read_number(reader *r) {
    int64_t number = 0;
    while (r->at < r->end && isdigit((unsigned char)*r->at))
        if (__builtin_mul_overflow(number, 10, &number) ||
            __builtin_add_overflow(number, *r->at++ - '0', &number))
            return RG_NO_SIZE;
    bool whole = r->at == r->end || !(isalnum((unsigned char)*r->at) || *r->at == '.');
    return whole ? rg_size_number(r->sizes, number) : RG_NO_SIZE;
}

typedef rg_size (*operation)(rg_sizes *sizes, rg_size a, rg_size b);

static operation operation_of(const char *name, size_t length) {
    static const struct {
        const char *name;
        operation does;
    } all[] = {{"Min", rg_size_min},
               {"Max", rg_size_max},
               {"Mod", rg_size_modulo},
               {"PythonMod", rg_size_modulo},
               {"FloorDiv", rg_size_floor_divide},
               {"CleanDiv", rg_size_floor_divide}};
    for (size_t i = 0; i < RG_COUNT_OF(all); i++)
        if (strlen(all[i].name) == length && memcmp(all[i].name, name, length) == 0)
            return all[i].does;
    return NULL;
}

/* What follows `Min(`. */
static rg_size read_operands(reader *r, operation does) {
    rg_size result = does ? read_sum(r) : RG_NO_SIZE;
    while (result != RG_NO_SIZE && skip(r, ","))
        result = does(r->sizes, result, read_sum(r));
    return skip(r, ")") ? result : RG_NO_SIZE;
}

/* `zf3` and `zuf3` stand for floats. */
static bool is_float_name(const char *name, size_t length) {
    const char *at = name + 1;
    at += length > 1 && *at == 'u';
    return *name == 'z' && at < name + length && *at == 'f';
}

static rg_size read_name(reader *r) {
    const char *name = r->at;
    while (r->at < r->end && (isalnum((unsigned char)*r->at) || *r->at == '_'))
        r->at++;
    size_t length = (size_t)(r->at - name);
    if (skip(r, "("))
        return read_operands(r, operation_of(name, length));
    if (is_float_name(name, length) || (length == 4 && memcmp(name, "True", 4) == 0) ||
        (length == 5 && memcmp(name, "False", 5) == 0))
        return RG_NO_SIZE;
    return rg_size_symbol(r->sizes, name, length);
}

static rg_size read_single(reader *r) {
    skip_blanks(r);
    if (r->at == r->end || r->depth == MOST_NESTED)
        return RG_NO_SIZE;
    r->depth++;
    rg_size result = RG_NO_SIZE;
    if (skip(r, "("))
        result = read_sum(r), result = skip(r, ")") ? result : RG_NO_SIZE;
    else if (isdigit((unsigned char)*r->at))
        result = read_number(r);
    else if (isalpha((unsigned char)*r->at) || *r->at == '_')
        result = read_name(r);
    r->depth--;
    return result;
}

static rg_size read_power(reader *r) {
    rg_size base = read_single(r), result = base;
    int64_t power;
    if (!skip(r, "**"))
        return base;
    if (!rg_size_is_number(r->sizes, read_single(r), &power) || power < 1 ||
        power > RG_MOST_FACTORS)
        return RG_NO_SIZE;
    while (--power)
        result = rg_size_multiply(r->sizes, result, base);
    return result;
}

static rg_size read_signed(reader *r) {
    bool negative = false;
    while (skip(r, "-"))
        negative = !negative;
    rg_size e = read_power(r);
    return negative ? rg_size_subtract(r->sizes, rg_size_number(r->sizes, 0), e) : e;
}

static rg_size read_product(reader *r) {
    rg_size result = read_signed(r);
    while (result != RG_NO_SIZE) {
        if (skip(r, "*"))
            result = rg_size_multiply(r->sizes, result, read_signed(r));
        else if (skip(r, "//"))
            result = rg_size_floor_divide(r->sizes, result, read_signed(r));
        else if (skip(r, "%"))
            result = rg_size_modulo(r->sizes, result, read_signed(r));
        else
            break;
    }
    return result;
}

static rg_size read_sum(reader *r) {
    rg_size result = read_product(r);
    while (result != RG_NO_SIZE) {
        if (skip(r, "+"))
            result = rg_size_add(r->sizes, result, read_product(r));
        else if (skip(r, "-"))
            result = rg_size_subtract(r->sizes, result, read_product(r));
        else
            break;
    }
    return result;
}

rg_size rg_size_read(rg_sizes *sizes, const char *text, size_t length) {
    reader r = {sizes, text, text + length, 0};
    rg_size result = read_sum(&r);
    skip_blanks(&r);
    return r.at == r.end ? result : RG_NO_SIZE;
}

/* ---------------------------------------------------------------- printing */

/* What waits to be printed: a text, or an expression or a factor. */
typedef struct piece {
    const char *text;
    uint32_t number;
    bool is_factor;
} piece;

static void push(rg_array *waiting, rg_arena *arena, piece p) {
    *(piece *)rg_array_push(arena, waiting, sizeof p) = p;
}

/* Whether an operand of `//` needs no brackets: a symbol, an operation, a number from 0 on. */
static bool stands_alone(const rg_sizes *sizes, rg_size e) {
    size_t count = rg_size_term_count(sizes, e);
    rg_term term = count == 1 ? rg_size_term(sizes, e, 0) : (rg_term){0};
    return count == 0 ||
           (count == 1 &&
            (term.count == 0 ? term.coefficient > 0 : term.count == 1 && term.coefficient == 1));
}

static void push_operand(const rg_sizes *sizes, rg_array *waiting, rg_arena *arena, rg_size e,
                         bool bracketed) {
    bracketed &= !stands_alone(sizes, e);
    if (bracketed)
        push(waiting, arena, (piece){.text = ")"});
    push(waiting, arena, (piece){.number = e});
    if (bracketed)
        push(waiting, arena, (piece){.text = "("});
}

static void push_factor(const rg_sizes *sizes, rg_array *waiting, rg_arena *arena,
                        uint32_t number) {
    static const char *const before[] = {[RG_FACTOR_FLOOR] = "(",
                                         [RG_FACTOR_MODULO] = "Mod(",
                                         [RG_FACTOR_MIN] = "Min(",
                                         [RG_FACTOR_MAX] = "Max("};
    rg_factor factor = rg_size_factor(sizes, number);
    if (factor.kind == RG_FACTOR_SYMBOL) {
        push(waiting, arena, (piece){.text = factor.name});
        return;
    }
    bool floor = factor.kind == RG_FACTOR_FLOOR;
    push(waiting, arena, (piece){.text = ")"});
    push_operand(sizes, waiting, arena, factor.b, floor);
    push(waiting, arena, (piece){.text = floor ? "//" : ", "});
    push_operand(sizes, waiting, arena, factor.a, floor);
    push(waiting, arena, (piece){.text = before[factor.kind]});
}

/* Equal factors stand side by side: they become a power. */
static void push_product(rg_array *waiting, rg_arena *arena, const rg_term *term) {
    for (size_t end = term->count; end > 0;) {
        size_t first = end - 1;
        while (first > 0 && term->factors[first - 1] == term->factors[end - 1])
            first--;
        if (end - first > 1)
            push(waiting, arena, (piece){.text = rg_format(arena, "**%zu", end - first)});
        push(waiting, arena, (piece){.number = term->factors[first], .is_factor = true});
        if (first)
            push(waiting, arena, (piece){.text = "*"});
        end = first;
    }
}

/* The constant comes last. */
static void push_sum(const rg_sizes *sizes, rg_array *waiting, rg_arena *arena, rg_size e) {
    size_t count = rg_size_term_count(sizes, e);
    bool constant = count && rg_size_term(sizes, e, 0).count == 0;
    if (count == 0)
        push(waiting, arena, (piece){.text = "0"});
    for (size_t place = count; place-- > 0;) {
        size_t i = constant ? (place + 1) % count : place;
        rg_term term = rg_size_term(sizes, e, i);
        bool negative = term.coefficient < 0;
        push_product(waiting, arena, &term);
        uint64_t number = negative ? -(uint64_t)term.coefficient : (uint64_t)term.coefficient;
        if (number != 1 || term.count == 0)
            push(waiting, arena,
                 (piece){.text = rg_format(arena, "%llu%s", (unsigned long long)number,
                                           term.count ? "*" : "")});
        push(waiting, arena,
             (piece){.text = place      ? negative ? " - " : " + "
                             : negative ? "-"
                                        : ""});
    }
}

void rg_size_print(rg_text *out, const rg_sizes *sizes, rg_size e) {
    rg_array waiting = {0};
    if (e == RG_NO_SIZE) {
        rg_text_puts(out, "?");
        return;
    }
    push(&waiting, out->arena, (piece){.number = e});
    while (waiting.count) {
        piece p = ((piece *)waiting.data)[--waiting.count];
        if (p.text)
            rg_text_puts(out, p.text);
        else if (p.is_factor)
            push_factor(sizes, &waiting, out->arena, p.number);
        else
            push_sum(sizes, &waiting, out->arena, p.number);
    }
    rg_array_free(out->arena, &waiting);
}
