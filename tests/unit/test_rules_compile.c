/* Compiled rules: programs of patterns, what dispatch and replacing rely on, order, keys. */
#include "test_rewrite.h"

#include <stdlib.h>
#include <string.h>

/* The rules of the one pass. */
static const rg_pass *compiled(const char *rules) {
    rg_test_rewrite(rules, "%x\nreturn (x,)");
    CU_ASSERT_PTR_NOT_NULL_FATAL(rg_test.module);
    CU_ASSERT_EQUAL_FATAL(rg_test.ruleset->pass_count, 1);
    return rg_test.ruleset->passes[0];
}

static const rg_rule *rule_of(const char *pattern) {
    char rules[512];
    snprintf(rules, sizeof rules, "rule r { match n = %s\n emit v = name(n) }", pattern);
    return compiled(rules)->rules[0];
}

/* The instructions of a pattern, by name. */
static const char *program_of(const char *pattern) {
    static const char *const names[] = {[RG_MATCH_BIND] = "bind",
                                        [RG_MATCH_LOAD] = "load",
                                        [RG_MATCH_SAME] = "same",
                                        [RG_MATCH_LITERAL] = "literal",
                                        [RG_MATCH_ONE_OF] = "one-of",
                                        [RG_MATCH_KIND] = "kind",
                                        [RG_MATCH_REGEX] = "regex",
                                        [RG_MATCH_SEQUENCE] = "sequence",
                                        [RG_MATCH_ITEM] = "item",
                                        [RG_MATCH_ITEM_BACK] = "item-back",
                                        [RG_MATCH_RUN] = "run",
                                        [RG_MATCH_NODE] = "node",
                                        [RG_MATCH_SCHEMA] = "schema",
                                        [RG_MATCH_ARGC] = "argc",
                                        [RG_MATCH_ARG] = "arg",
                                        [RG_MATCH_KWARG] = "kwarg",
                                        [RG_MATCH_KWARGC] = "kwargc",
                                        [RG_MATCH_REST_ARGS] = "rest",
                                        [RG_MATCH_REST_KWARGS] = "rest-kwargs",
                                        [RG_MATCH_OPERAND] = "operand",
                                        [RG_MATCH_DEFAULTS] = "defaults",
                                        [RG_MATCH_WRITTEN] = "written",
                                        [RG_MATCH_IS_WRITTEN] = "is-written"};
    const rg_rule *rule = rule_of(pattern);
    rg_text out = rg_text_new(rg_test.arena);
    for (size_t i = 0; i < rule->program.count; i++)
        rg_text_printf(&out, "%s%s", i ? " " : "", names[rule->program.code[i].op]);
    return rg_text_string(&out);
}

static void compiles_to(const char *pattern, const char *program) {
    rg_test_equal(pattern, program_of(pattern), program);
}

/* The test of the target comes first, counts before values, values in order. */
static void test_programs(void) {
    compiles_to("call(...)", "bind node argc");
    compiles_to("my.lib.f(_, 3)", "bind node argc kwargc arg literal");
    compiles_to("my.lib.f(x, x)", "bind node argc kwargc arg bind arg same");
    compiles_to("my.lib.f(...)", "bind node argc");
    compiles_to("my.lib.f(k=1 | 2, ...)", "bind node argc kwarg one-of");
    compiles_to("my.lib.f(*a, **k)", "bind node argc rest rest-kwargs");
    compiles_to("x.m((1, *r, _), /a(?<b>.)/)",
                "bind node argc kwargc arg bind arg sequence item literal run arg regex");
    compiles_to("my.lib.f([*_, 2])", "bind node argc kwargc arg sequence item-back literal");
    compiles_to("my.lib.f(x: int | f32[2])", "bind node argc kwargc arg kind bind");
    compiles_to("aten::add(_, 1)", "bind node schema operand literal defaults");
    compiles_to("aten::add(_, other=1, ...)", "bind node schema operand literal");
    compiles_to("call(x!, ...)", "bind node written bind");
    compiles_to("aten::add_(x!, _)", "bind node schema operand is-written bind defaults");
    compiles_to("my.lib.f(my.lib.g(_))", "bind node argc kwargc arg node argc kwargc");
}

static void expect_root(const char *pattern, rg_target_form form, uint32_t opcodes,
                        const char *text) {
    const rg_rule *rule = rule_of(pattern);
    CU_ASSERT_PTR_NOT_NULL_FATAL(rule->root);
    CU_ASSERT_EQUAL(rule->root->form, form);
    CU_ASSERT_EQUAL(rule->root->opcodes, opcodes);
    if (text)
        rg_test_equal(pattern, rule->root->text, text);
}

/* What a rule may match at, without running its program. */
static void test_roots(void) {
    uint32_t functions = 1u << RG_CALL_FUNCTION, methods = 1u << RG_CALL_METHOD;
    uint32_t calls = functions | methods | 1u << RG_CALL_MODULE;
    expect_root("torch.add(_, _)", RG_TARGET_TEXT, functions, "torch.add");
    expect_root("x.add(_)", RG_TARGET_TEXT, methods, "add");
    expect_root("_./add_?/(_)", RG_TARGET_REGEX, methods, NULL);
    expect_root("/my\\..*/(_)", RG_TARGET_REGEX, functions, NULL);
    expect_root("aten::relu(_)", RG_TARGET_OPERATOR, functions | methods, NULL);
    expect_root("aten::/re.*/(_)", RG_TARGET_OPERATOR_REGEX, functions | methods, "aten");
    expect_root("call(...)", RG_TARGET_ANY, calls, NULL);
    expect_root("call_module[layers.0](_)", RG_TARGET_TEXT, 1u << RG_CALL_MODULE, "layers.0");
    expect_root("placeholder", RG_TARGET_ANY, 1u << RG_PLACEHOLDER, NULL);
    expect_root("output(_)", RG_TARGET_ANY, 1u << RG_OUTPUT, NULL);
    CU_ASSERT_PTR_NOT_NULL(rule_of("aten::relu(_)")->root->op);
    rg_test_equal("overload", rule_of("aten::add.Tensor(_, _)")->root->overload, "Tensor");
    CU_ASSERT_PTR_NULL(rule_of("aten::add(_, _)")->root->overload);
}

static void test_order(void) {
    const rg_pass *pass = compiled("rule a { match torch.f()\n count n }\n"
                                   "rule b priority -5 { match torch.f()\n count n }\n"
                                   "rule c priority 7 { match torch.f()\n count n }\n"
                                   "rule d { match torch.f()\n count n }\n"
                                   "rule e priority 7 { match torch.f()\n count n }");
    static const char *const expected[] = {"c", "e", "a", "d", "b"};
    CU_ASSERT_EQUAL_FATAL(pass->rule_count, 5);
    for (size_t i = 0; i < 5; i++) {
        rg_test_equal("order", pass->rules[i]->name, expected[i]);
        CU_ASSERT_EQUAL(pass->rules[i]->number, i);
        CU_ASSERT_PTR_EQUAL(pass->rules[i]->pass, pass);
    }
    CU_ASSERT_EQUAL(pass->rules[4]->priority, -5);
}

static void test_replacing(void) {
    const rg_pass *pass =
        compiled("rule a { match n = torch.f(x)\n rewrite n = x }\n"
                 "rule b { match torch.f(x)\n rewrite x <- torch.g(x) }\n"
                 "rule c { match torch.f(x)\n rewrite x becomes torch.g(x) }\n"
                 "rule d { match n = torch.f(_)\n set n.args[0] = 1 }\n"
                 "rule e { match h = torch.g(_)\n n = torch.f(h)\n count n\n emit k = [h, n] }");
    CU_ASSERT_EQUAL_FATAL(pass->rule_count, 5);
    CU_ASSERT(pass->rules[0]->replaces);
    CU_ASSERT(pass->rules[1]->replaces);
    CU_ASSERT(pass->rules[2]->replaces);
    CU_ASSERT_FALSE(pass->rules[3]->replaces);
    CU_ASSERT_FALSE(pass->rules[4]->replaces);
    CU_ASSERT_EQUAL(pass->rules[4]->matched_count, 2);
    CU_ASSERT_EQUAL(pass->rules[1]->root_slot, UINT32_MAX);
    CU_ASSERT_NOT_EQUAL(pass->rules[0]->root_slot, UINT32_MAX);
}

static void test_pass(void) {
    const rg_pass *pass = compiled("pass p fixpoint nested pure \"what it does\"\n"
                                   "begin { let a = 1\n emit first = a }\n"
                                   "rule r { match torch.f()\n count c\n count d\n count c\n"
                                   " emit m[1] = 2\n emit m[2] = 3 }");
    CU_ASSERT(pass->fixpoint && pass->nested && pass->pure);
    CU_ASSERT_PTR_NOT_NULL(pass->begin.ast);
    CU_ASSERT_PTR_NULL(pass->end.ast);
    CU_ASSERT_EQUAL(pass->begin.slot_count, 1);
    CU_ASSERT_EQUAL_FATAL(pass->count_count, 2);
    rg_test_equal("counts", pass->counts[0], "c");
    rg_test_equal("counts", pass->counts[1], "d");
    CU_ASSERT_EQUAL_FATAL(pass->emit_count, 1);
    rg_test_equal("emits", pass->emits[0], "m");
    pass = compiled("pass p\nrule r { match torch.f()\n count c }");
    CU_ASSERT_FALSE(pass->fixpoint || pass->nested || pass->pure);
}

/* Limits are errors that name them. */
static void test_limits(void) {
    rg_text rules = rg_text_new(rg_test.arena ? rg_test.arena : (rg_test.arena = rg_arena_new()));
    rg_text_puts(&rules, "rule r { match torch.f(");
    for (int i = 0; i < 200; i++)
        rg_text_printf(&rules, "a%d, ", i);
    rg_text_puts(&rules, ")\n count n }");
    char *text = strdup(rg_text_string(&rules)); /* the next run frees the arena */
    rg_test_refused(text, "the pattern looks at more than 128 values");
    free(text);
    rg_test_refused("rule r { match /(/(x)\n count n }", "regex");
}

void rg_add_rules_compile_tests(CU_pSuite suite) {
    CU_add_test(suite, "programs of patterns", test_programs);
    CU_add_test(suite, "roots", test_roots);
    CU_add_test(suite, "rules in the order of trial", test_order);
    CU_add_test(suite, "rules that replace their root", test_replacing);
    CU_add_test(suite, "flags, blocks and keys of a pass", test_pass);
    CU_add_test(suite, "limits of patterns", test_limits);
}
