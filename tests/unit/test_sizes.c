/* Unit tests of engine/sizes: the normal form, what is known of it, and both against numbers. */
#include "../../engine/sizes/sizes.h"

#include <CUnit/Basic.h>
#include <stdio.h>
#include <string.h>

void rg_add_sizes_suite(void);

static rg_arena *arena;
static rg_sizes *sizes; /* of one test: s0 and s1 are at least 2, w at least 0, k anything */

static int new_arena(void) {
    arena = rg_arena_new();
    return arena == NULL;
}

static int free_arena(void) {
    rg_arena_free(arena);
    return 0;
}

static void begin(void) {
    sizes = rg_sizes_new(arena);
    rg_size_limit(sizes, "s0", (rg_range){2, INT64_MAX});
    rg_size_limit(sizes, "s1", (rg_range){2, INT64_MAX});
    rg_size_limit(sizes, "w", (rg_range){0, INT64_MAX});
}

static rg_size parse(const char *text) {
    return rg_size_read(sizes, text, strlen(text));
}

static const char *shown(rg_size e) {
    rg_text out = rg_text_new(arena);
    rg_size_print(&out, sizes, e);
    return rg_text_string(&out);
}

/* ---- the normal form */

static void test_equal_texts(void) {
    static const char *const pairs[][2] = {
        {"s0 + s0", "2*s0"},
        {"s0*(s1 - 1) + s0", "s1*s0"},
        {"(s0 + 1)**2", "s0**2 + 2*s0 + 1"},
        {"-(s0 - 3)", "3 - s0"},
        {"(6*s0 + 7)//3", "2*s0 + 2 + (1//3)"},
        {"(5*s0)//3", "s0 + ((2*s0)//3)"},
        {"Mod(5*s0 + 4, 4)", "s0 % 4"},
        {"PythonMod(s0*s1, s1)", "0"},
        {"(s0*s1 + s1)//s1", "s0 + 1"},
        {"(s0 + 1)*s1 // s1", "s0 + 1"},
        {"(s0 + w) // (s0 + w)", "1"},
        {"(s0*s1 + 1)//s1", "s0"},
        {"Min(s0, 1)", "1"},
        {"Max(s0 - 2, 0)", "s0 - 2"},
        {"Min(s0, s0 + w)", "s0"},
        {"Max(k, 3)", "Max(3, k)"},
        {"-7 // 2", "-4"},
        {"-7 % 3", "2"},
        {"7 % -3", "-2"},
    };
    begin();
    for (size_t i = 0; i < RG_COUNT_OF(pairs); i++) {
        rg_size a = parse(pairs[i][0]), b = parse(pairs[i][1]);
        if (a != b)
            printf("\n    %s is %s, %s is %s", pairs[i][0], shown(a), pairs[i][1], shown(b));
        CU_ASSERT_NOT_EQUAL(a, RG_NO_SIZE);
        CU_ASSERT_EQUAL(a, b);
    }
}

/* What a divisor that may be zero divides is left alone. */
static void test_no_division_by_what_may_be_zero(void) {
    begin();
    CU_ASSERT_STRING_EQUAL(shown(parse("(w*s0)//w")), "((s0*w)//w)");
    CU_ASSERT_EQUAL(parse("s0 // 0"), RG_NO_SIZE);
    CU_ASSERT_EQUAL(parse("s0 % 0"), RG_NO_SIZE);
}

static void test_printing(void) {
    static const char *const texts[] = {"0",
                                        "-3",
                                        "s0 + 1",
                                        "-s0 - 1",
                                        "2*s0*s1",
                                        "Min(s0, s1)",
                                        "(s0//2) + 5",
                                        "s0**2*s1 - Mod(s0, 4)",
                                        "((s0 + 1)//(2*s1))"};
    begin();
    for (size_t i = 0; i < RG_COUNT_OF(texts); i++)
        CU_ASSERT_STRING_EQUAL(shown(parse(texts[i])), texts[i]);
}

static void test_what_is_no_size(void) {
    static const char *const texts[] = {"",
                                        "s0 +",
                                        "s0/2",
                                        "1.5*s0",
                                        "Eq(s0, 3)",
                                        "zf3 + 1",
                                        "zuf0",
                                        "ToFloat(s0)",
                                        "s0 s1",
                                        "(s0",
                                        "True",
                                        "2**70",
                                        "99999999999999999999",
                                        "s0**99",
                                        "Min(s0",
                                        "IntTrueDiv(s0, 2)"};
    begin();
    for (size_t i = 0; i < RG_COUNT_OF(texts); i++)
        CU_ASSERT_EQUAL(parse(texts[i]), RG_NO_SIZE);
    rg_text deep = rg_text_new(arena);
    for (size_t i = 0; i < 100000; i++)
        rg_text_putc(&deep, '(');
    CU_ASSERT_EQUAL(parse(rg_text_string(&deep)), RG_NO_SIZE);
    rg_size e = parse("s0 + s1 + w + k + 1");
    for (size_t i = 0; i < 6 && e != RG_NO_SIZE; i++)
        e = rg_size_multiply(sizes, e, e);
    CU_ASSERT_EQUAL(e, RG_NO_SIZE);
    CU_ASSERT_EQUAL(rg_size_add(sizes, e, parse("1")), RG_NO_SIZE);
    CU_ASSERT_EQUAL(rg_size_equal(sizes, e, e), RG_NOT_KNOWN);
}

/* ---- what is known */

static void test_comparisons(void) {
    static const struct {
        const char *a, *b;
        rg_answer less, equal;
    } all[] = {
        {"s0", "1", RG_NO, RG_NO},
        {"1", "s0", RG_YES, RG_NO},
        {"s0", "2", RG_NO, RG_NOT_KNOWN},
        {"s0", "s0 + 1", RG_YES, RG_NO},
        {"s0", "s1", RG_NOT_KNOWN, RG_NOT_KNOWN},
        {"s0", "s0*s1", RG_YES, RG_NO},
        {"s0*s1 - s0", "0", RG_NO, RG_NO},
        {"s0*w", "w", RG_NO, RG_NOT_KNOWN},
        {"k", "k", RG_NO, RG_YES},
        {"k", "0", RG_NOT_KNOWN, RG_NOT_KNOWN},
        {"2*k", "3", RG_NOT_KNOWN, RG_NO},
        {"6*k + 3*w", "4", RG_NOT_KNOWN, RG_NO},
        {"w % 4", "4", RG_YES, RG_NO},
        {"w % s0", "s0", RG_NOT_KNOWN, RG_NOT_KNOWN},
        {"(s0 // 2)", "s0", RG_YES, RG_NO},
        {"2*(s0 // 2)", "s0 + 1", RG_YES, RG_NO},
        {"2*(s0 // 2) + 1", "s0", RG_NO, RG_NOT_KNOWN},
        {"Min(s0, k)", "s0 + 1", RG_YES, RG_NO},
        {"Max(s0, k)", "s0", RG_NO, RG_NOT_KNOWN},
        {"Min(s0, s1)", "Max(s0, s1) + 1", RG_YES, RG_NO},
        {"Min(s0, s1)", "2", RG_NO, RG_NOT_KNOWN},
    };
    begin();
    for (size_t i = 0; i < RG_COUNT_OF(all); i++) {
        rg_size a = parse(all[i].a), b = parse(all[i].b);
        rg_answer less = rg_size_less(sizes, a, b), equal = rg_size_equal(sizes, a, b);
        if (less != all[i].less || equal != all[i].equal)
            printf("\n    %s, %s: less %d, equal %d", all[i].a, all[i].b, less, equal);
        CU_ASSERT_EQUAL(less, all[i].less);
        CU_ASSERT_EQUAL(equal, all[i].equal);
    }
}

static void test_facts(void) {
    begin();
    CU_ASSERT_EQUAL(rg_size_equal(sizes, parse("k % 8"), parse("0")), RG_NOT_KNOWN);
    rg_size_divides(sizes, "k", 8);
    CU_ASSERT_EQUAL(parse("k % 4"), parse("0"));
    CU_ASSERT_EQUAL(parse("(3*k + 4) % 4"), parse("0"));
    CU_ASSERT_EQUAL(rg_size_equal(sizes, parse("k"), parse("12")), RG_NO);
    rg_size_at_least(sizes, parse("m - 3"), 0);
    CU_ASSERT_EQUAL(rg_size_less(sizes, parse("m"), parse("3")), RG_NO);
    rg_size_limit(sizes, "m", (rg_range){0, 9});
    rg_range range = rg_size_range(sizes, parse("2*m + 1"));
    CU_ASSERT_EQUAL(range.low, 7);
    CU_ASSERT_EQUAL(range.high, 19);
}

static void test_splitting(void) {
    rg_size quotient, rest;
    begin();
    rg_size_split(sizes, parse("s0*s1*k + 3*s1 - k"), parse("s1"), &quotient, &rest);
    CU_ASSERT_EQUAL(quotient, parse("s0*k + 3"));
    CU_ASSERT_EQUAL(rest, parse("-k"));
}

/* ---- against numbers */

enum { VARIABLES = 4, EXPRESSIONS = 4000, TRIALS = 12, MOST_DEEP = 4 };
static const char *const names[VARIABLES] = {"s0", "s1", "w", "k"};
static uint64_t state;

static uint64_t random_below(uint64_t end) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % end;
}

static int64_t floor_of(int64_t a, int64_t b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* An expression as it is made, and its values for each trial; a division by zero makes a trial
 * count no more. */
typedef struct made {
    rg_size e;
    int64_t values[TRIALS];
} made;

static int64_t values[TRIALS][VARIABLES];
static bool defined[TRIALS];

static int64_t operate(uint64_t op, int64_t a, int64_t b, size_t trial) {
    if ((op == 3 || op == 4) && b == 0) {
        defined[trial] = false;
        return 0;
    }
    switch (op) {
    case 0:
        return a + b;
    case 1:
        return a - b;
    case 2:
        return a * b;
    case 3:
        return floor_of(a, b);
    case 4:
        return a - floor_of(a, b) * b;
    case 5:
        return a < b ? a : b;
    default:
        return a > b ? a : b;
    }
}

static made random_leaf(void) {
    made m;
    if (random_below(3) == 0) {
        int64_t number = (int64_t)random_below(9) - 3;
        m.e = rg_size_number(sizes, number);
        for (size_t t = 0; t < TRIALS; t++)
            m.values[t] = number;
        return m;
    }
    size_t v = random_below(VARIABLES);
    m.e = rg_size_symbol(sizes, names[v], strlen(names[v]));
    for (size_t t = 0; t < TRIALS; t++)
        m.values[t] = values[t][v];
    return m;
}

static made random_expression(void) {
    static rg_size (*const operations[])(rg_sizes *, rg_size, rg_size) = {
        rg_size_add,    rg_size_subtract, rg_size_multiply, rg_size_floor_divide,
        rg_size_modulo, rg_size_min,      rg_size_max};
    made m = random_leaf();
    for (size_t i = random_below(MOST_DEEP + 1); i-- > 0;) {
        made other = random_leaf(), a = m, b = other;
        uint64_t op = random_below(RG_COUNT_OF(operations));
        if (random_below(2))
            a = other, b = m;
        m.e = operations[op](sizes, a.e, b.e);
        for (size_t t = 0; t < TRIALS; t++)
            m.values[t] = operate(op, a.values[t], b.values[t], t);
    }
    return m;
}

static void new_trials(void) {
    for (size_t t = 0; t < TRIALS; t++) {
        int64_t low[VARIABLES] = {2, 2, 0, -6};
        for (size_t v = 0; v < VARIABLES; v++)
            values[t][v] = low[v] + (int64_t)random_below(t < 4 ? 3 : 14);
        defined[t] = true;
    }
}

/* The value of an expression by its text: what is printed is what it is. */
static void check_text(const made *m, size_t trial) {
    rg_sizes *mine = sizes;
    rg_text text = rg_text_new(arena);
    for (const char *at = shown(m->e); *at; at++) {
        size_t v = 0;
        while (v < VARIABLES && strncmp(at, names[v], strlen(names[v])) != 0)
            v++;
        if (v == VARIABLES) {
            rg_text_putc(&text, *at);
            continue;
        }
        rg_text_printf(&text, "(%lld)", (long long)values[trial][v]);
        at += strlen(names[v]) - 1;
    }
    int64_t number = 0;
    sizes = rg_sizes_new(arena);
    bool told = rg_size_is_number(sizes, parse(rg_text_string(&text)), &number);
    sizes = mine;
    CU_ASSERT_FATAL(told && number == m->values[trial]);
}

static void check_answers(const made *a, const made *b) {
    rg_answer less = rg_size_less(sizes, a->e, b->e), equal = rg_size_equal(sizes, a->e, b->e);
    rg_range range = rg_size_range(sizes, a->e);
    for (size_t t = 0; t < TRIALS; t++) {
        int64_t x = a->values[t], y = b->values[t];
        if (!defined[t])
            continue;
        bool right = (less == RG_NOT_KNOWN || (less == RG_YES) == (x < y)) &&
                     (equal == RG_NOT_KNOWN || (equal == RG_YES) == (x == y)) && range.low <= x &&
                     x <= range.high;
        if (!right)
            printf("\n    %s is %lld, %s is %lld: less %d, equal %d", shown(a->e), (long long)x,
                   shown(b->e), (long long)y, less, equal);
        CU_ASSERT_FATAL(right);
    }
}

static void test_against_numbers(void) {
    size_t kept = 0, answered = 0;
    state = 88172645463325252u;
    begin();
    for (size_t i = 0; i < EXPRESSIONS; i++) {
        new_trials();
        made a = random_expression(), b = random_expression();
        if (a.e == RG_NO_SIZE || b.e == RG_NO_SIZE)
            continue;
        kept++;
        answered += rg_size_less(sizes, a.e, b.e) != RG_NOT_KNOWN;
        check_answers(&a, &b);
        if (defined[0])
            check_text(&a, 0);
    }
    CU_ASSERT(kept > EXPRESSIONS / 2);
    CU_ASSERT(answered > kept / 5);
}

void rg_add_sizes_suite(void) {
    CU_pSuite suite = CU_add_suite("sizes", new_arena, free_arena);
    CU_add_test(suite, "equal texts", test_equal_texts);
    CU_add_test(suite, "division by what may be zero", test_no_division_by_what_may_be_zero);
    CU_add_test(suite, "printing", test_printing);
    CU_add_test(suite, "what is no size", test_what_is_no_size);
    CU_add_test(suite, "comparisons", test_comparisons);
    CU_add_test(suite, "facts", test_facts);
    CU_add_test(suite, "splitting", test_splitting);
    CU_add_test(suite, "against numbers", test_against_numbers);
}
