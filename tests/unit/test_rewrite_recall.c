/* Answers that are kept: that one call never gets another's. Each function is asked of several
 * calls that are alike but for what it looks at. */
#include "test_rewrite.h"

#include "../../engine/watch/watch.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the function `f`, given with its arguments, answers for each `torch.neg`, `torch.add` or
 * `torch.mul` of the graph, by name. */
static void answers(const char *functions, const char *graph, const char *json) {
    char rules[1024], expected[1024];
    snprintf(rules, sizeof rules,
             "%s\nrule r { match n = /torch\\.(neg|add|mul)/(x, ...)\n emit v[name(n)] = f(n, x) }",
             functions);
    snprintf(expected, sizeof expected, "{\"v\":%s}", json);
    rg_test_emits(rules, graph, expected);
}

#define TWO_INPUTS "%x \"f32[2, 3]\"\n%y \"f32[2, 3]\"\n"

static void test_what_is_written(void) {
    answers("fn f(n, x) = n.args[1]",
            TWO_INPUTS "%a = torch.mul(%x, 2)\n%b = torch.mul(%x, 3)\n%c = torch.mul(%x, 2.0)\n"
                       "%d = torch.mul(%x, 5000000000)\n%e = torch.mul(%x, 6000000000)\n"
                       "%f = torch.mul(%x, 2)\nreturn ()",
            "{\"a\":2,\"b\":3,\"c\":2.0,\"d\":5000000000,\"e\":6000000000,\"f\":2}");
    answers("fn f(n, x) = arg(n, \"alpha\")",
            TWO_INPUTS "%a = torch.add(%x, %y)\n%b = torch.add(%x, %y, alpha=2)\n"
                       "%c = torch.add(%x, %y, alpha=3)\nreturn ()",
            "{\"a\":1,\"b\":2,\"c\":3}");
    answers("fn f(n, x) = n.target",
            TWO_INPUTS "%a \"f32[]\" = torch.neg(%x)\n%b \"f32[]\" = torch.add(%x, %y)\n"
                       "%c \"f32[]\" = torch.mul(%x, %y)\nreturn ()",
            "{\"a\":\"torch.neg\",\"b\":\"torch.add\",\"c\":\"torch.mul\"}");
    answers("fn f(n, x) = [g(x), h(x)]\nfn g(x) = rank(x)\nfn h(x) = rank(x) + 1",
            TWO_INPUTS "%a = torch.neg(%x)\nreturn ()", "{\"a\":[2,3]}");
    answers("fn f(n, x) = len(n.args[1])",
            TWO_INPUTS "%a = torch.mul(%x, [1, 2])\n%b = torch.mul(%x, [1, 2, 3])\n"
                       "%c = torch.mul(%x, [[1, 2]])\nreturn ()",
            "{\"a\":2,\"b\":3,\"c\":1}");
}

static void test_types(void) {
    answers("fn f(n, x) = shape(x)",
            "%x \"f32[2, 3]\"\n%y \"f32[4]\"\n%a = torch.neg(%x)\n%b = torch.neg(%y)\n"
            "%c = torch.neg(%x)\nreturn ()",
            "{\"a\":[2,3],\"b\":[4],\"c\":[2,3]}");
    answers("fn f(n, x) = has_dtype(n)",
            "%x\n%a = torch.neg(%x)\n%b \"f32[]\" = torch.neg(%x)\nreturn ()",
            "{\"a\":false,\"b\":true}");
    answers("fn f(_, x: f32[...]) = 32\nfn f(_, x: tensor[D, ...]) = D\nfn f(_, x) = None",
            "%x \"f32[2]\"\n%y \"f16[3]\"\n%z\n%a = torch.neg(%x)\n%b = torch.neg(%y)\n%c = "
            "torch.neg(%z)\nreturn ()",
            "{\"a\":32,\"b\":3,\"c\":null}");
}

/* Which nodes are the same, though all are alike. */
static void test_identity(void) {
    answers("fn f(n, x) = n.args[0] == n.args[1]",
            TWO_INPUTS "%a = torch.add(%x, %x)\n%b = torch.add(%x, %y)\n%c = torch.add(%y, %y)\n"
                       "%d = torch.add(%x, %y)\n%e = torch.add(%x, %x)\nreturn ()",
            "{\"a\":true,\"b\":false,\"c\":true,\"d\":false,\"e\":true}");
    answers("fn f(n, x) = n.args[0] == n.args[2]",
            TWO_INPUTS "%a = torch.add(%x, %y, %x)\n%b = torch.add(%x, %y, %y)\n"
                       "%c = torch.add(%y, %x, %y)\n%d = torch.add(%y, %x, %x)\n"
                       "%e = torch.add(%x, %x, %y)\n%f = torch.add(%x, %x, %x)\nreturn ()",
            "{\"a\":true,\"b\":false,\"c\":true,\"d\":false,\"e\":false,\"f\":true}");
    answers("fn f(n, x) = same(n, x, n.args[1])\nfn same(n, x, y) = x == y",
            TWO_INPUTS "%a = torch.add(%x, %x)\n%b = torch.add(%x, %y)\n"
                       "%c = torch.add(%x, %x)\n%d = torch.add(%y, %x)\nreturn ()",
            "{\"a\":true,\"b\":false,\"c\":true,\"d\":false}");
}

/* What is more than the call tells is asked each time. */
static void test_more(void) {
    static const char twins[] = TWO_INPUTS "%a = torch.neg(%x)\n%b = torch.neg(%y)\n"
                                           "%c = torch.relu(%a)\nreturn (a, c)";
    answers("fn f(n, x) = name(x)", twins, "{\"a\":\"x\",\"b\":\"y\"}");
    answers("fn f(n, x) = n.name", twins, "{\"a\":\"a\",\"b\":\"b\"}");
    answers("fn f(n, x) = \"{x}\"", twins, "{\"a\":\"x\",\"b\":\"y\"}");
    answers("fn f(n, x) = \"{n.args}\"", twins, "{\"a\":\"(%x,)\",\"b\":\"(%y,)\"}");
    answers("fn f(n, x) = users(n)", twins, "{\"a\":2,\"b\":0}");
    answers("fn f(n, x) = index(x)", twins, "{\"a\":0,\"b\":1}");
    answers("fn f(n, x) = json(x)", "%x\n%y\n%a = torch.neg(%x)\n%b = torch.neg(%y)\nreturn ()",
            "{\"a\":\"{\\\"node\\\":\\\"x\\\"}\",\"b\":\"{\\\"node\\\":\\\"y\\\"}\"}");
    answers("fn f(n, x) = root(x) == placeholders[0]", twins, "{\"a\":true,\"b\":false}");
    answers("fn f(n, x) = n.meta",
            "%x\n%a = torch.neg(%x)  # {'k': 1}\n%b = torch.neg(%x)  # {'k': 2}\nreturn ()",
            "{\"a\":{\"k\":1},\"b\":{\"k\":2}}");
}

/* An argument's own call, and what is behind it. */
static void test_depth(void) {
    static const char graph[] =
        "%x \"f32[2]\"\n%y \"f32[2]\"\n%p \"f32[2]\" = torch.relu(%x)\n"
        "%q \"f32[2]\" = torch.cat([%y])\n%a = torch.neg(%p)\n%b = torch.neg(%q)\n"
        "%c = torch.neg(%p)\n%d = torch.neg(%q)\nreturn ()";
    static const char names[] = "{\"a\":\"aten::relu\",\"b\":\"aten::cat\","
                                "\"c\":\"aten::relu\",\"d\":\"aten::cat\"}";
    answers("fn f(n, x) = op_name(x)", graph, names);
    answers("fn f(n, x) = op_name(n.args[0])", graph, names);
    answers("fn f(n, x) = len(n.args[0].args)", graph, "{\"a\":1,\"b\":1,\"c\":1,\"d\":1}");
    answers("fn f(n, x) = is_node(n.args[0].args[0])", graph,
            "{\"a\":true,\"b\":false,\"c\":true,\"d\":false}");
    answers("fn f(n, aten::relu(x)) = \"relu\"\nfn f(n, x) = \"other\"", graph,
            "{\"a\":\"relu\",\"b\":\"other\",\"c\":\"relu\",\"d\":\"other\"}");
    /* it is looked at as a call only later */
    answers("fn f(n, x) = g(x, n.args[1])\nfn g(x, 0) = rank(x)\nfn g(x, _) = op_name(x)",
            "%x \"f32[2]\"\n%p \"f32[2]\" = torch.relu(%x)\n%q \"f32[2]\" = torch.cat([%x])\n"
            "%a = torch.mul(%p, 0)\n%b = torch.mul(%p, 1)\n%c = torch.mul(%q, 1)\n%d = "
            "torch.mul(%p, 1)\n"
            "%e = torch.mul(%q, 0)\nreturn ()",
            "{\"a\":1,\"b\":\"aten::relu\",\"c\":\"aten::cat\",\"d\":\"aten::relu\",\"e\":1}");
}

/* Who gets a kept answer concludes from the node what who was asked first concluded. */
static void test_conclusions(void) {
    static const char graph[] = "%x \"f32[2]\"\n%p \"f32[2]\" = torch.relu(%x)\n"
                                "%a = torch.neg(%p)\n%b = torch.neg(%p)\n"
                                "%w \"f32[2]\" = %p.add_(1)\n%c = torch.neg(%p)\n"
                                "return (p,)";
    rg_test_emits("rule r { match n = torch.neg(x)\n where op_name(x) == \"aten::relu\"\n"
                  " emit v[name(n)] = 1 }",
                  graph, "{\"v\":{\"a\":1,\"b\":1}}");
    rg_test_emits("fn f(n) = len(n.args)\nrule r { match n = torch.neg(x)\n where f(x) == 1\n"
                  " emit v[name(n)] = 1 }",
                  graph, "{\"v\":{\"a\":1,\"b\":1}}");
    rg_test_emits("fn f(aten::relu(_)) = True\nfn f(_) = False\n"
                  "rule r { match n = torch.neg(x)\n where f(x)\n emit v[name(n)] = 1 }",
                  graph, "{\"v\":{\"a\":1,\"b\":1}}");
}

/* Rules that did not fit are not tried again at calls of the same form, but for what is no part of
 * it: which numbers are given. (It takes many rules until that is noted.) */
static void test_rules_by_form(void) {
    rg_test_emits("rule a { match n = my.lib.f(1, x)\n emit v[name(n)] = \"a\" }\n"
                  "rule b { match n = my.lib.f(2, x)\n emit v[name(n)] = \"b\" }\n"
                  "rule c { match n = my.lib.f(3, x, _)\n emit v[name(n)] = \"c\" }\n"
                  "rule d { match n = my.lib.f(k, x: f16[...])\n emit v[name(n)] = \"d\" }\n"
                  "rule e { match n = my.lib.f(k, x: f32[k])\n emit v[name(n)] = \"e\" }\n",
                  "%x \"f32[4]\"\n%y \"f16[4]\"\n%p = my.lib.f(5, %x)\n%q = my.lib.f(4, %x)\n"
                  "%r = my.lib.f(4, %y)\n%s = my.lib.f(2, %x)\n%t = my.lib.f(6, %x)\nreturn ()",
                  "{\"v\":{\"q\":\"e\",\"r\":\"d\",\"s\":\"b\"}}");
}

static void test_guards(void) {
    static const char graph[] =
        "%x \"f32[2, 3]\"\n%y \"f32[2]\"\n%a = torch.mul(%x, 2)\n%b = torch.mul(%x, 3)\n"
        "%c = torch.mul(%y, 3)\n%d = torch.mul(%x, 3)\n%e = torch.mul(%y, 2)\nreturn ()";
    rg_test_emits("rule r { match n = torch.mul(x, k)\n where k > 2 and rank(x) == 2\n"
                  " emit v[name(n)] = k }",
                  graph, "{\"v\":{\"b\":3,\"d\":3}}");
    rg_test_emits("rule r { match n = torch.mul(x, k)\n where any(d == k for d in shape(x))\n"
                  " emit v[name(n)] = k }",
                  graph, "{\"v\":{\"a\":2,\"b\":3,\"d\":3,\"e\":2}}");
    rg_test_emits("rule r { match n = torch.mul(x, k)\n let m = k * 2\n where m == 4\n"
                  " where name(x) == \"y\"\n emit v[name(n)] = k }",
                  graph, "{\"v\":{\"e\":2}}");
    rg_test_emits("rule r { match n = torch.mul(x, k)\n where name(n) in [\"b\", \"e\"]\n"
                  " emit v[name(n)] = k }",
                  graph, "{\"v\":{\"b\":3,\"e\":2}}");
}

/* Whether a call writes may depend on more than the call. */
static void test_conditions(void) {
    static const char graph[] =
        "%x \"f32[2]\"\n%y \"f32[2]\"\n%a = torch.ops.my.mark.default(%y, 1)\n"
        "%b = torch.ops.my.mark.default(%y, 1)\n%c = torch.ops.my.mark.default(%x, 1)\n"
        "return (x, y)";
    rg_test_emits("rule r { match n = torch.ops.my.mark.default(_, _)\n where len(writes(n)) == 1\n"
                  " emit v[name(n)] = 1 }",
                  graph, "{\"v\":{\"a\":1,\"b\":1}}");
    rg_test_emits("fn f(n) = len(writes(n))\n"
                  "rule r { match n = torch.ops.my.mark.default(_, _)\n emit v[name(n)] = f(n) }",
                  graph, "{\"v\":{\"a\":1,\"b\":1,\"c\":0}}");
    /* what held in one pass need not in the next */
    rg_test_rewrite("pass o\nend { rename placeholders[1] \"z\" }\npass p\n"
                    "rule r { match n = torch.ops.my.mark.default(_, _)\n"
                    " emit v[name(n)] = len(writes(n)) }\nend { rename placeholders[0] \"y\" }\n"
                    "pass q\nrule r { match n = torch.ops.my.mark.default(_, _)\n"
                    " emit v[name(n)] = len(writes(n)) }",
                    graph);
    char *json = json_dumps(rg_test.metadata, JSON_COMPACT);
    rg_test_equal("passes", json,
                  "{\"o\":{},\"p\":{\"v\":{\"a\":0,\"b\":0,\"c\":0}},"
                  "\"q\":{\"v\":{\"a\":0,\"b\":0,\"c\":1}}}");
    free(json);
}

/* A size that a node holds is that node. */
static void test_symbols(void) {
    answers("fn f(n, x) = is_node(shape(x)[0])",
            "%s \"Sym(s0)\"\n%x \"f32[s0]\"\n%y \"f32[s1]\"\n%a = torch.neg(%x)\n%b = "
            "torch.neg(%y)\nreturn ()",
            "{\"a\":true,\"b\":false}");
}

/* Nodes that a function makes are made each time. */
static void test_nodes_are_made(void) {
    rg_test_becomes(
        "fn made(x) = torch.relu(x)\nrule r { match y = torch.neg(x)\n rewrite y = made(x) }",
        "%x\n%a = torch.neg(%x)\n%b = torch.neg(%x)\nreturn (a, b)",
        "%x\n%relu = torch.relu(%x)\n%relu_1 = torch.relu(%x)\nreturn (relu, relu_1)");
}

/* Annotations of new calls: by the argument that differs, and none where it cannot be told. */
static void test_types_of_new_calls(void) {
    rg_test_annotations = true;
    rg_test_becomes("rule r { match y = torch.cat([x], d)\n rewrite y = torch.sum(x, d) }",
                    "%x \"f32[2, 3]\"\n%y\n%a = torch.cat([%x], [0])\n%b = torch.cat([%x], [1])\n"
                    "%c = torch.cat([%y], [0])\n%d = torch.cat([%x], [0])\nreturn (a, b, c, d)",
                    "%x \"f32[2, 3]\"\n%y\n%sum_1 \"f32[3]\" = torch.sum(%x, [0])\n"
                    "%sum_2 \"f32[2]\" = torch.sum(%x, [1])\n%sum_3 = torch.sum(%y, [0])\n"
                    "%sum_4 \"f32[3]\" = torch.sum(%x, [0])\nreturn (sum_1, sum_2, sum_3, sum_4)");
    rg_test_annotations = false;
}

/* `aliases aten::reshape` of the tests' operators: no view where there are no strides. */
static void test_aliases(void) {
    answers("fn f(n, x) = name(root(x))",
            "%x \"f32[2, 2][2, 1]\"\n%y \"f32[][]\"\n%p \"f32[4][1]\" = torch.reshape(%x, [4])\n"
            "%q \"f32[1][1]\" = torch.reshape(%y, [1])\n%a = torch.neg(%p)\n%b = "
            "torch.neg(%q)\nreturn ()",
            "{\"a\":\"x\",\"b\":\"q\"}");
}

/* A block concludes nothing; a rule that gets the block's answer concludes from it all the same. */
static void test_conclusions_of_blocks(void) {
    rg_test_emits("fn f(x) = op_name(x) == \"aten::neg\"\n"
                  "begin { emit a = f(outputs[0])\n emit b = f(outputs[0]) }\n"
                  "rule r { match _ = torch.relu(x)\n let k = f(x)\n emit c = k }",
                  "%x \"f32[2]\"\n%a \"f32[2]\" = torch.neg(%x)\n"
                  "%w \"f32[2]\" = %a.add_(1)\n%y = torch.relu(%a)\n"
                  "%o \"f32[2]\" = torch.neg(%x)\nreturn (%o, %y)",
                  "{\"a\":true,\"b\":true}");
}

/* ---- captured graphs */

static void add_message(rg_text *text, const rg_diagnostics *diagnostics) {
    for (const rg_diagnostic *d = diagnostics->first; d; d = d->next)
        rg_render_diagnostic(text, d, false);
}

/* The graph, the metadata and the messages after the rules ran, as one text. */
static const char *after(rg_arena *arena, const rg_ruleset *rules, const char *path, bool watched) {
    static const rg_observer nobody = {0}; /* who watches is told of everything: nothing is kept */
    rg_text text = rg_text_new(arena);
    rg_diagnostics diagnostics;
    rg_diagnostics_init(&diagnostics, arena);
    const rg_source *source = rg_source_read(arena, path);
    CU_ASSERT_PTR_NOT_NULL_FATAL(source);
    rg_module *module = rg_read_module(arena, source, &diagnostics);
    CU_ASSERT_PTR_NOT_NULL_FATAL(module);
    rg_rewrite_options options = {.observer = watched ? &nobody : NULL};
    json_t *metadata;
    if (rg_rewrite(rules, module, &options, &diagnostics, &metadata))
        rg_write_module(&text, module, false);
    char *json = json_dumps(metadata, JSON_SORT_KEYS);
    rg_text_puts(&text, json ? json : "");
    free(json);
    json_decref(metadata);
    add_message(&text, &diagnostics);
    return rg_text_string(&text);
}

static void test_captured_graphs(void) {
    rg_arena *arena = rg_arena_new();
    rg_diagnostics diagnostics;
    rg_diagnostics_init(&diagnostics, arena);
    rg_ruleset *rules = rg_ruleset_new(arena);
    CU_ASSERT_TRUE(rg_ruleset_load(rules, "rules/ops/torch.ops", &diagnostics));
    CU_ASSERT_TRUE(rg_ruleset_load(rules, "rules/default.pipeline", &diagnostics));
    DIR *entries = opendir("tests/graphs");
    CU_ASSERT_PTR_NOT_NULL_FATAL(entries);
    size_t count = 0;
    for (struct dirent *e; (e = readdir(entries));) {
        if (!strstr(e->d_name, ".fx"))
            continue;
        const char *path = rg_format(arena, "tests/graphs/%s", e->d_name);
        rg_test_equal(path, after(arena, rules, path, false), after(arena, rules, path, true));
        count++;
    }
    closedir(entries);
    CU_ASSERT(count >= 20);
    rg_arena_free(arena);
}

void rg_add_rewrite_recall_tests(CU_pSuite suite) {
    CU_add_test(suite, "kept answers: what is written in calls", test_what_is_written);
    CU_add_test(suite, "kept answers: types", test_types);
    CU_add_test(suite, "kept answers: which nodes are the same", test_identity);
    CU_add_test(suite, "kept answers: what is not kept", test_more);
    CU_add_test(suite, "kept answers: calls within calls", test_depth);
    CU_add_test(suite, "kept answers: what is concluded", test_conclusions);
    CU_add_test(suite, "rules tried by the form of calls", test_rules_by_form);
    CU_add_test(suite, "kept answers: where lines", test_guards);
    CU_add_test(suite, "kept answers: conclusions of blocks", test_conclusions_of_blocks);
    CU_add_test(suite, "kept answers: conditions of operators", test_conditions);
    CU_add_test(suite, "kept answers: symbolic sizes", test_symbols);
    CU_add_test(suite, "kept answers: new nodes", test_nodes_are_made);
    CU_add_test(suite, "kept answers: types of new calls", test_types_of_new_calls);
    CU_add_test(suite, "kept answers: aliases", test_aliases);
    CU_add_test(suite, "kept answers: captured graphs", test_captured_graphs);
}
