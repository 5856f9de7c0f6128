/* Patterns of calls: heads, arguments as they stand, arguments by schema; and functions by clauses.
 */
#include "test_rewrite.h"

/* ---------------------------------------------------------------- heads */

static const char heads[] = "%x\n"
                            "%w = get_attr layers.0.weight\n"
                            "%a = torch.add(%x, 1)\n"
                            "%b = %x.add(1)\n"
                            "%c = operator.add(%x, 1)\n"
                            "%d = torch.ops.aten.add.Tensor(%x, %w)\n"
                            "%e = torch.ops.aten.add.Scalar(%x, 1)\n"
                            "%g = module layers.0(%x)\n"
                            "%h = %x.add_(1)\n"
                            "%i = my.gelu(%x)\n"
                            "%j = my.lib.gelu(%x)\n"
                            "return (a, b)";

static void test_functions(void) {
    rg_test_matches("torch.add(_, 1)", heads, "a");
    rg_test_matches("operator.add(_, 1)", heads, "c");
    rg_test_matches("my.lib.gelu(_)", heads, "j");
    rg_test_matches("torch.ops.aten.add.Scalar(_, 1)", heads, "e");
    rg_test_matches("/torch\\.\\w+/(...)", heads, "a");
    rg_test_matches("/(.*\\.)?gelu/(_)", heads, "i j");
    rg_test_matches("call_function[my.gelu](_)", heads, "i");
    rg_test_matches("call_function[\"my.gelu\"](_)", heads, "i");
    rg_test_matches("call_function[/my\\..*/](_)", heads, "i j");
    rg_test_matches("call_function[_](...)", heads, "a c d e i j");
    rg_test_matches("call_function(...)", heads, "a c d e i j");
    rg_test_binds("/my\\.(?<rest>.*)/(_)", heads, "rest", "\"lib.gelu\"");
}

static void test_methods_and_modules(void) {
    rg_test_matches("x.add(1)", heads, "b");
    rg_test_matches("x./add_?/(1)", heads, "b h");
    rg_test_matches("call_method[add_](_, 1)", heads, "h");
    rg_test_matches("call_method(...)", heads, "b h");
    rg_test_matches("call_module[layers.0](_)", heads, "g");
    rg_test_matches("call_module[layers.1](_)", heads, "");
    rg_test_matches("call_module[/layers\\.\\d/](_)", heads, "g");
    rg_test_matches("call(...)", heads, "a b c d e g h i j");
    rg_test_binds("_./(?<base>\\w+)_/(...)", heads, "base", "\"add\"");
}

static void test_operators(void) {
    rg_test_matches("aten::add(_, 1)", heads, "a b c e");
    rg_test_matches("aten::add(_, _)", heads, "a b c d e");
    /* where the target names no overload, the one that the arguments fit */
    rg_test_matches("aten::add.Tensor(_, _)", heads, "d");
    rg_test_matches("aten::add.Scalar(_, _)", heads, "a b c e");
    rg_test_matches("aten::/add_?/(_, 1)", heads, "a b c e h");
    rg_test_matches("aten::/mul|relu/(...)", heads, "");
    rg_test_binds("aten::/(?<base>\\w+)_/(...)", heads, "base", "\"add\"");
}

static void test_other_opcodes(void) {
    rg_test_matches("placeholder", heads, "x");
    rg_test_matches("placeholder[x]", heads, "x");
    rg_test_matches("placeholder[y]", heads, "");
    rg_test_matches("get_attr[/layers\\.(?<i>\\d)\\.weight/]", heads, "w");
    rg_test_matches("get_attr", heads, "w");
    rg_test_matches("output((a, *_))", heads, "output");
    rg_test_matches("output(v)", heads, "output");
    rg_test_binds("output((first, _))", heads, "name(first)", "\"a\"");
}

/* ---------------------------------------------------------------- arguments as they stand */

static const char written[] = "%x\n%y\n"
                              "%a = my.lib.f()\n"
                              "%b = my.lib.f(%x)\n"
                              "%c = my.lib.f(%x, 1)\n"
                              "%d = my.lib.f(%x, k=1)\n"
                              "%e = my.lib.f(%x, 1, k=1, m=2)\n"
                              "%g = my.lib.f(k=%x)\n"
                              "return ()";

static void test_counts(void) {
    rg_test_matches("my.lib.f()", written, "a");
    rg_test_matches("my.lib.f(_)", written, "b");
    rg_test_matches("my.lib.f(_, _)", written, "c");
    rg_test_matches("my.lib.f(_, k=_)", written, "d");
    rg_test_matches("my.lib.f(k=_)", written, "g");
    rg_test_matches("my.lib.f(_, _, k=1, m=_)", written, "e");
    rg_test_matches("my.lib.f(_, _, m=_, k=1)", written, "e");
    rg_test_matches("my.lib.f(...)", written, "a b c d e g");
    rg_test_matches("my.lib.f(_, ...)", written, "b c d e");
    rg_test_matches("my.lib.f(_, k=1, ...)", written, "d e");
    rg_test_matches("my.lib.f(k=v: node, ...)", written, "g");
}

static void test_rests(void) {
    rg_test_matches("my.lib.f(*rest)", written, "a b c");
    rg_test_matches("my.lib.f(_, *rest)", written, "b c");
    rg_test_matches("my.lib.f(_, **rest)", written, "b d");
    rg_test_matches("my.lib.f(*args, **kwargs)", written, "a b c d e g");
    rg_test_binds("my.lib.f(_, *args, k=1, **kwargs)", written, "[args, kwargs]",
                  "[[1],{\"m\":2}]");
    rg_test_binds("my.lib.f(_, *args, **kwargs)", written, "[args, kwargs]",
                  "[[1],{\"k\":1,\"m\":2}]");
}

/* ---------------------------------------------------------------- arguments by schema */

static const char schemas[] = "%x\n%y\n"
                              "%a = torch.add(%x, %y)\n"
                              "%b = torch.add(%x, other=%y)\n"
                              "%c = torch.add(other=%y, input=%x)\n"
                              "%d = torch.add(%x, %y, alpha=1)\n"
                              "%e = torch.add(%x, %y, alpha=2)\n"
                              "%g = %x.sum(0, keepdim=True)\n"
                              "%h = %x.sum([0])\n"
                              "%i = torch.sum(%x, dim=0, keepdim=False)\n"
                              "return ()";

static void test_operands(void) {
    rg_test_matches("aten::add(p, q)", schemas, "a b c d");
    rg_test_matches("aten::add(p, q, alpha=2)", schemas, "e");
    rg_test_matches("aten::add(p, q, alpha=1)", schemas, "a b c d");
    rg_test_matches("aten::add(p, q, ...)", schemas, "a b c d e");
    rg_test_matches("aten::add(other=q, self=p)", schemas, "a b c d");
    rg_test_matches("aten::add(p, ...)", schemas, "a b c d e");
    rg_test_binds("aten::add(p, q, alpha=k)", schemas, "[name(p), name(q), k]", "[\"x\",\"y\",2]");
}

/* Whatever the pattern does not mention is absent or has its default. */
static void test_defaults(void) {
    rg_test_matches("aten::sum(_, _)", schemas, "h i");
    rg_test_matches("aten::sum(_, _, True)", schemas, "g");
    rg_test_matches("aten::sum(_, _, keepdim=k: bool)", schemas, "g h i");
    rg_test_matches("aten::sum(_)", schemas, "");
    rg_test_matches("aten::sum(_, ...)", schemas, "g h i");
    rg_test_matches("aten::sum(_, _, _, dtype=None)", schemas, "g h i");
}

/* `call(k=v, ...)` finds the argument wherever the schema puts it. */
static void test_keyword_anywhere(void) {
    static const char graph[] = "%x\n"
                                "%a = %x.to(device(type='cpu'), torch.float32)\n"
                                "%b = torch.zeros(2, device='cpu')\n"
                                "%c = torch.relu(%x)\n"
                                "%d = torch.sum(%x)\nreturn ()";
    rg_test_matches("call(device=d, ...)", graph, "a b");
    rg_test_matches("call(device=d: str, ...)", graph, "b");
    rg_test_matches("call(keepdim=k, ...)", graph, "");
}

static void test_written_arguments(void) {
    static const char graph[] = "%x\n%y\n"
                                "%a = %x.add_(%y)\n"
                                "%b = torch.add(%x, %y, out=%y)\n"
                                "%c = torch.add(%x, %y)\n"
                                "%d = torch.ops.my.both_.default(%x, %y, %y)\n"
                                "%e = torch.ops.my.touch.default(%x, %y)\n"
                                "%g = torch.ops.my.touch.default(%x, %y, False)\n"
                                "%h = torch.ops.my.scatter_into.default(%x, out=[%y, %x])\n"
                                "%i = my.lib.unknown_(%x)\n"
                                "return ()";
    rg_test_matches("call(v!, ...)", graph, "a b d e h");
    rg_test_matches("aten::add_(v!, _)", graph, "a");
    rg_test_matches("aten::add_(_, v!)", graph, "");
    rg_test_matches("aten::add(_, _, out=v!, ...)", graph, "b");
    rg_test_binds("call(v!, ...)", graph, "[name(w) for w in writes(n)]", "[\"y\",\"x\"]");
    rg_test_binds("torch.ops.my.both_.default(v!, w!, _)", graph, "[name(v), name(w)]",
                  "[\"x\",\"y\"]");
}

/* ---------------------------------------------------------------- several lines */

static void test_equations(void) {
    static const char graph[] = "%x\n%w\n%b\n"
                                "%h = torch.nn.functional.linear(%x, %w)\n"
                                "%i = torch.nn.functional.linear(%x, %w, %b)\n"
                                "%g = torch.nn.functional.gelu(%h)\n"
                                "%k = torch.nn.functional.gelu(%i)\n"
                                "%l = torch.nn.functional.gelu(%h, approximate='tanh')\n"
                                "%m = torch.add(%h, %g)\n"
                                "return ()";
    rg_test_emits("rule r { match h = aten::linear(x, w, None)\n"
                  "               y = aten::gelu(h)\n emit m[name(y)] = name(h) }",
                  graph, "{\"m\":{\"g\":\"h\"}}");
    rg_test_emits("rule r { match h = aten::linear(x, w, b)\n"
                  "               y = aten::gelu(h, approximate=a)\n emit m[name(y)] = a }",
                  graph, "{\"m\":{\"g\":\"none\",\"k\":\"none\",\"l\":\"tanh\"}}");
    /* two ways to one node; the order of the upper lines does not matter */
    rg_test_emits("rule r { match g = aten::gelu(h)\n"
                  "               h = aten::linear(x, w, _)\n"
                  "               y = aten::add(h, g)\n emit m[name(y)] = [name(g), name(x)] }",
                  graph, "{\"m\":{\"m\":[\"g\",\"x\"]}}");
}

/* ---------------------------------------------------------------- functions */

static void test_clauses(void) {
    static const char kinds[] = "fn kind(_: int)  = \"int\"\n"
                                "fn kind(\"a\")     = \"a\"\n"
                                "fn kind(_: str)  = \"str\"\n"
                                "fn kind(())      = \"empty\"\n"
                                "fn kind((x, x))  = \"twins\"\n"
                                "fn kind((x, *_)) = kind(x)\n"
                                "fn kind([*_, x]) if x is None = \"ends in None\"\n"
                                "fn kind(_)       = \"other\"\n"
                                "begin { emit v = [kind(x) for x in [1, \"a\", \"b\", (), (1, 1), "
                                "(1, 2), [1, None], [1], 1.5]] }";
    rg_test_emits(kinds, "%x\nreturn (x,)",
                  "{\"v\":[\"int\",\"a\",\"str\",\"empty\",\"twins\",\"int\",\"ends in None\","
                  "\"other\",\"other\"]}");
}

static void test_recursion(void) {
    rg_test_emits("fn total([])            = 0\nfn total([first, *rest]) = first + total(rest)\n"
                  "begin { emit v = total(range(100)) }",
                  "%x\nreturn (x,)", "{\"v\":4950}");
    rg_test_fails("fn forever(n) = forever(n + 1)\nbegin { emit v = forever(0) }",
                  "%x\nreturn (x,)", "more than 3000 nested steps of evaluation");
    rg_test_fails("fn half(n: int) if n % 2 == 0 = n // 2\nbegin { emit v = half(3) }",
                  "%x\nreturn (x,)", "no clause of `half` fits (3)");
}

/* Clauses look into nodes, and make them. */
static void test_clauses_of_nodes(void) {
    rg_test_becomes("fn positive(aten::relu(x)) = x\nfn positive(x) = x\n"
                    "rule r { match y = aten::neg(x)\n rewrite y = torch.relu(positive(x)) }",
                    "%x\n%a = torch.relu(%x)\n%b = torch.neg(%a)\n%c = torch.neg(%x)\n"
                    "return (a, b, c)",
                    "%x\n%a = torch.relu(%x)\n%relu = torch.relu(%x)\n%relu_1 = torch.relu(%x)\n"
                    "return (a, relu, relu_1)");
    rg_test_becomes("fn chain(x, 0) = x\nfn chain(x, n) = torch.neg(chain(x, n - 1))\n"
                    "rule r { match y = aten::mul(x, k: int)\n rewrite y = chain(x, k) }",
                    "%x\n%a = torch.mul(%x, 3)\nreturn (a,)",
                    "%x\n%neg = torch.neg(%x)\n%neg_1 = torch.neg(%neg)\n"
                    "%neg_2 = torch.neg(%neg_1)\nreturn (neg_2,)");
    rg_test_emits("fn numbers(x: tensor[A, B]) = [A, B]\nfn numbers(_) = None\n"
                  "rule r { match y = placeholder\n emit m[name(y)] = numbers(y) }",
                  "%x \"f32[2, 3]\"\n%v \"f32[2]\"\nreturn ()", "{\"m\":{\"x\":[2,3],\"v\":null}}");
}

void rg_add_rewrite_call_tests(CU_pSuite suite) {
    CU_add_test(suite, "functions", test_functions);
    CU_add_test(suite, "methods and modules", test_methods_and_modules);
    CU_add_test(suite, "operators in every spelling", test_operators);
    CU_add_test(suite, "inputs, attributes, the output", test_other_opcodes);
    CU_add_test(suite, "arguments as they stand", test_counts);
    CU_add_test(suite, "the rest of the arguments", test_rests);
    CU_add_test(suite, "arguments by schema", test_operands);
    CU_add_test(suite, "defaults", test_defaults);
    CU_add_test(suite, "a keyword wherever it stands", test_keyword_anywhere);
    CU_add_test(suite, "written arguments", test_written_arguments);
    CU_add_test(suite, "several lines", test_equations);
    CU_add_test(suite, "functions by clauses", test_clauses);
    CU_add_test(suite, "functions that call themselves", test_recursion);
    CU_add_test(suite, "functions of nodes", test_clauses_of_nodes);
}
