/* Classes of calls: what is remembered of calls that are alike holds of those alone. */
#include "test_rewrite.h"

/* c of the call that is not retargeted shows that rule `found` does not fit such calls; the other c
 * was in the same class in pass q. */
static void test_retargeted_argument(void) {
    rg_test_emits(
        "pass q\n"
        "rule w { match my.lib.c(_)\n count c }\n"
        "pass p\n"
        "rule a { match y = my.lib.a(x, 2)\n set y.target = \"my.lib.b\" }\n"
        "rule found { match y = my.lib.c(my.lib.b(_, _))\n emit v[name(y)] = 1 }\n",
        "%x \"f32[4]\"\n%a1 \"f32[4]\" = my.lib.a(%x, 1)\n%a2 \"f32[4]\" = my.lib.a(%x, 2)\n"
        "%c1 \"f32[4]\" = my.lib.c(%a1)\n%c2 \"f32[4]\" = my.lib.c(%a2)\nreturn (c1, c2)",
        "{\"v\":{\"c2\":1}}");
}

/* The same of an argument that stays, and of one that another takes the place of. */
static void test_replaced_argument(void) {
    rg_test_emits(
        "pass q\n"
        "rule w { match my.lib.c(_)\n count c }\n"
        "pass p\n"
        "rule a { match y = my.lib.a(x, 2)\n rewrite y = my.lib.b(x, 2) }\n"
        "rule found { match y = my.lib.c(my.lib.b(_, _))\n emit v[name(y)] = 1 }\n",
        "%x \"f32[4]\"\n%a1 \"f32[4]\" = my.lib.a(%x, 1)\n%a2 \"f32[4]\" = my.lib.a(%x, 2)\n"
        "%c1 \"f32[4]\" = my.lib.c(%a1)\n%c2 \"f32[4]\" = my.lib.c(%a2)\nreturn (c1, c2)",
        "{\"v\":{\"c2\":1}}");
}

/* A call is given an argument of another kind after a rule for that kind did not fit. */
static void test_other_argument(void) {
    rg_test_emits(
        "pass p fixpoint\n"
        "rule found { match y = my.lib.c(_, _: float)\n emit v[name(y)] = 1\n"
        "  set y.target = \"my.lib.done\" }\n"
        "rule a { match y = my.lib.c(_, k: int)\n where k == 2\n set y.args[1] = 2.5 }\n",
        "%x \"f32[4]\"\n%c1 \"f32[4]\" = my.lib.c(%x, 1)\n%c2 \"f32[4]\" = my.lib.c(%x, 2)\n"
        "return (c1, c2)",
        "{\"v\":{\"c2\":1}}");
}

/* Where more than its form decides what a call does, calls of one form differ. */
static void test_when(void) {
    rg_test_emits("pass q\n"
                  "rule w { match my::mark(...)\n count c }\n"
                  "pass p\n"
                  "rule a { match y = my::mark(x!, _)\n emit v[name(y)] = 1 }\n",
                  "%x \"f32[4]\"\n%y \"f32[4]\"\n%a \"f32[4]\" = torch.ops.my.mark(%x, 1)\n"
                  "%b \"f32[4]\" = torch.ops.my.mark(%y, 1)\n"
                  "%c \"f32[4]\" = torch.ops.my.mark(%x, 1)\nreturn (a, b, c)",
                  "{\"v\":{\"b\":1}}");
}

static void add_node(rg_text *graph, const char *name, const char *opcode, const char *target,
                     const char *args) {
    rg_text_printf(
        graph,
        "    %%%s : \"f32[4][1]cpu\" [num_users=1] = %s[target=%s](args = (%s), kwargs = {})\n",
        name, opcode, target, args);
}

/* More classes than there may be: the rules and what calls do are found for the last ones, too. */
static void test_more_calls_than_classes(void) {
    enum { CALLEES = UINT16_MAX + 10 };
    rg_arena *arena = rg_arena_new();
    rg_text graph = rg_text_new(arena);
    rg_text_puts(&graph,
                 "graph():\n    %x : \"f32[4][1]cpu\" [num_users=1] = placeholder[target=x]\n");
    for (int k = 0; k < CALLEES; k++)
        add_node(&graph, rg_format(arena, "f%d", k), "call_function",
                 rg_format(arena, "my.lib.f%d", k), "%x,");
    add_node(&graph, "a", "call_function", "torch.neg", "%x,");
    add_node(&graph, "b", "call_method", "t", "%a,");
    add_node(&graph, "c", "call_method", "add_", "%b, 1");
    add_node(&graph, "d", "call_method", "mul_", "%a, 1, 2");
    add_node(&graph, "e", "call_function", "torch.mul", "%c, 7");
    rg_text_puts(&graph, "    return (a, e)\n");
    rg_test_emits("rule s { match y = my.lib.f65544(_)\n emit v[name(y)] = 1 }\n"
                  "rule t { match y = aten::mul(_, 7)\n emit v[name(y)] = 2 }\n"
                  "rule u { match y = aten::mul(_, 8)\n emit v[name(y)] = 3 }\n"
                  "rule w { match y = aten::add_(_!, 1)\n emit v[name(y)] = 4 }\n",
                  rg_text_string(&graph), "{\"v\":{\"f65544\":1,\"c\":4,\"e\":2}}");
    rg_arena_free(arena);
}

/* As many epochs begin as their number tells apart: what was kept in the first does not seem to be
 * of the last. */
static void test_epochs(void) {
    enum { EPOCHS = UINT16_MAX };
    rg_arena *arena = rg_arena_new();
    rg_text graph = rg_text_new(arena);
    rg_text_puts(&graph,
                 "graph():\n    %x : \"f32[4][1]cpu\" [num_users=1] = placeholder[target=x]\n");
    add_node(&graph, "a", "call_function", "my.lib.a", "%x, 1");
    add_node(&graph, "c1", "call_function", "my.lib.c", "%a,");
    for (int k = 0; k < EPOCHS; k++)
        add_node(&graph, rg_format(arena, "b%d", k), "call_function", "my.lib.a", "%x, 2");
    add_node(&graph, "c2", "call_function", "my.lib.c", "%b0,");
    rg_text_puts(&graph, "    return (c1, c2");
    for (int k = 0; k < EPOCHS; k++)
        rg_text_printf(&graph, ", b%d", k);
    rg_text_puts(&graph, ")\n");
    rg_test_emits("pass q\n"
                  "rule w { match my.lib.c(_)\n count c }\n"
                  "pass p\n"
                  "rule a { match y = my.lib.a(x, 2)\n set y.target = \"my.lib.b\" }\n"
                  "rule found { match y = my.lib.c(my.lib.b(_, _))\n emit v[name(y)] = 1 }\n",
                  rg_text_string(&graph), "{\"v\":{\"c2\":1}}");
    rg_arena_free(arena);
}

void rg_add_rewrite_classes_tests(CU_pSuite suite) {
    CU_add_test(suite, "an argument gets another target", test_retargeted_argument);
    CU_add_test(suite, "an argument is replaced", test_replaced_argument);
    CU_add_test(suite, "an argument of another kind", test_other_argument);
    CU_add_test(suite, "more than the form decides", test_when);
    CU_add_test(suite, "more calls than classes", test_more_calls_than_classes);
    CU_add_test(suite, "more epochs than numbers", test_epochs);
}
