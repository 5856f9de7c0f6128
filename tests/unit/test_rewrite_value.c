/* Expressions: Python's meaning of operators, and the functions of plain values. */
#include "test_rewrite.h"

static void test_arithmetic(void) {
    rg_test_value("[1 + 2, 5 - 7, 3 * -4, 7 / 2, 2 ** 3]", "[3,-2,-12,3.5,8.0]");
    rg_test_value("[7 // 2, -7 // 2, 7 // -2, -7 // -2, 6 // -3]", "[3,-4,-4,3,-2]");
    rg_test_value("[7 % 2, -7 % 2, 7 % -2, -7 % -2, -6 % 3]", "[1,1,-1,-1,0]");
    rg_test_value("[7.5 // 2, -7.5 // 2, 7.5 % 2, -7.5 % 2]", "[3.0,-4.0,1.5,0.5]");
    rg_test_value("[1 + 0.5, 2 * 1.5, 1.0 - 1]", "[1.5,3.0,0.0]");
    rg_test_value("[-(3), +3, -(-3), -1.5]", "[-3,3,3,-1.5]");
    rg_test_value("1 + 2 * 3 - 4 // 2", "5");
    rg_test_value("(1 + 2) * 3", "9");
    rg_test_value("-2 ** 2", "-4.0");
    rg_test_value("2 ** -1", "0.5");
    rg_test_value("True + 1", "2");
}

static void test_overflow(void) {
    rg_test_value("9223372036854775807", "9223372036854775807");
    rg_test_value("-9223372036854775807 - 1", "-9223372036854775808");
    rg_test_value_fails("9223372036854775807 + 1", "overflows");
    rg_test_value_fails("9223372036854775807 * 2", "overflows");
    rg_test_value_fails("(-9223372036854775807 - 1) // -1", "overflows");
    rg_test_value_fails("1 // 0", "divides by zero");
    rg_test_value_fails("1 % 0", "divides by zero");
    rg_test_value_fails("1 / 0", "divides by zero");
    rg_test_value_fails("1.0 // 0", "divides by zero");
    rg_test_value_fails("sum([9223372036854775807, 1])", "sum() overflows");
}

static void test_comparison(void) {
    rg_test_value("[1 < 2, 2 <= 2, 3 > 3, 3 >= 3, 1 == 1.0, 1 != 2]",
                  "[true,true,false,true,true,true]");
    rg_test_value("[1 == True, 0 == False, 1 is True, 1 is 1, 1 is 1.0, None is None]",
                  "[true,true,false,true,false,true]");
    rg_test_value("[\"a\" == \"a\", \"a\" != \"b\", (1,) == (1,), (1,) == [1], [1] == [1]]",
                  "[true,true,true,false,true]");
    rg_test_value("[None is not None, 1 is not None, not 1, not 0]", "[false,true,false,true]");
    rg_test_value("[torch.float32 == torch.float32, torch.float32 == torch.float16]",
                  "[true,false]");
    rg_test_value("[1.5 < 2, -1 < 0.5]", "[true,true]");
    rg_test_value_fails("\"a\" < \"b\"", "`<` needs numbers");
    rg_test_value_fails("None < 1", "`<` needs numbers");
}

static void test_membership(void) {
    rg_test_value("[1 in [1, 2], 3 in (1, 2), 1 not in [1], \"k\" in {\"k\": 1}]",
                  "[true,false,false,true]");
    rg_test_value("[\"b\" in \"abc\", \"\" in \"abc\", \"d\" not in \"abc\"]", "[true,true,true]");
    rg_test_value("[1 in [1.0], True in [1], None in [0], (1,) in [(1,)]]",
                  "[true,true,false,true]");
    rg_test_value("1 in {}", "false");
    rg_test_value_fails("1 in 2", "`in` needs a tuple, list, dict or string on its right");
}

static void test_logic(void) {
    rg_test_value("[1 and 2, 0 and 2, 0 or 2, 1 or 2, None or \"\", [] or {}]",
                  "[2,0,2,1,\"\",{}]");
    rg_test_value("1 if 0 else 2 if 1 else 3", "2");
    rg_test_value("[1 if x > 1 else 0 for x in [1, 2]]", "[0,1]");
    rg_test_value("False and 1 // 0", "false");
    rg_test_value("True or 1 // 0", "true");
    rg_test_value("1 if True else 1 // 0", "1");
    rg_test_value("not 1 == 2", "true");
    rg_test_value("[bool for bool in [0.0, 0, (), \"\", None, False] if bool]", "[]");
    rg_test_value("[1 for x in [0.1, -1, (0,), \"0\", ..., slice(0)] if x]", "[1,1,1,1,1,1]");
}

static void test_texts(void) {
    rg_test_value("\"a\" + \"b\"", "\"ab\"");
    rg_test_value("\"{1 + 1}|{None}|{[1, \"a\"]}|{(1,)}\"", "\"2|None|[1, a]|(1,)\"");
    rg_test_value("\"{\"x\"}{{}}\"", "\"x{}\"");
    rg_test_value("\"\\n\\t\\\\\\\"\\{\\}\"", "\"\\n\\t\\\\\\\"{}\"");
    rg_test_value("'single {1}'", "\"single 1\"");
    rg_test_value("\"{torch.float32} {1.50} {True} {slice(1, 2)}\"",
                  "\"torch.float32 1.5 True slice(1, 2, None)\"");
    rg_test_value("\"{'nested {1 + 1}'}\"", "\"nested 2\"");
    rg_test_value("len(\"abc\")", "3");
    rg_test_value_fails("\"a\" + 1", "`+` cannot be computed");
    rg_test_value_fails("\"a\"[0]", "only tuples, lists and dicts can be indexed");
}

static void test_containers(void) {
    rg_test_value("[1, *[2, 3], *(), *(4,)]", "[1,2,3,4]");
    rg_test_value("(1, *[2])", "[1,2]");
    rg_test_value("[1] + [2] + [] * 3 + [0] * 2", "[1,2,0,0]");
    rg_test_value("(1,) * 3", "[1,1,1]");
    rg_test_value("[[0, 0] * 2, [1] * 0, [1] * -1]", "[[0,0,0,0],[],[]]");
    rg_test_value("{\"a\": 1, \"b\": 2, \"a\": 3}", "{\"a\":3,\"b\":2}");
    rg_test_value("{1: \"a\"}[1]", "\"a\"");
    rg_test_value("{}", "{}");
    rg_test_value_fails("(1,) + [2]", "`+` cannot be computed");
    rg_test_value_fails("[*1]", "`*` needs a tuple or list");
    rg_test_value_fails("[1] * 100000000", "a list of more than 16777215 items");
}

static void test_indexing(void) {
    rg_test_value("[[1, 2, 3][0], [1, 2, 3][-1], (1, 2)[1]]", "[1,3,2]");
    rg_test_value("[[1, 2, 3, 4][1:3], [1, 2, 3][:2], [1, 2, 3][1:], [1, 2][:]]",
                  "[[2,3],[1,2],[2,3],[1,2]]");
    rg_test_value("[[1, 2, 3][-2:], [1, 2, 3][:-1], [1, 2, 3][5:], [1, 2, 3][2:1], [1][-5:5]]",
                  "[[2,3],[1,2],[],[],[1]]");
    rg_test_value("(1, 2, 3)[1:]", "[2,3]");
    rg_test_value("[slice(1, 2, 3).start, slice(1, 2, 3).stop, slice(1).step, slice(1).stop]",
                  "[1,2,null,1]");
    rg_test_value_fails("[1][1]", "index 1 is out of range: there are 1 items");
    rg_test_value_fails("[1][-2]", "index -2 is out of range");
    rg_test_value_fails("[1][\"a\"]", "an index must be an int");
    rg_test_value_fails("{\"a\": 1}[\"b\"]", "the dict has no key");
    rg_test_value_fails("[1, 2][::2]", "slices of lists have no step");
    rg_test_value_fails("[1, 2][\"a\":]", "the ends of a slice must be ints or None");
    rg_test_value_fails("[1, 2][::\"a\"]", "step");
    rg_test_value_fails("3[0]", "only tuples, lists and dicts can be indexed");
}

static void test_comprehensions(void) {
    rg_test_value("[x * 2 for x in [1, 2, 3] if x % 2 == 1]", "[2,6]");
    rg_test_value("[a + b for a, b in [(1, 2), (3, 4)]]", "[3,7]");
    rg_test_value("[k for k in {\"a\": 1, \"b\": 2}]", "[\"a\",\"b\"]");
    rg_test_value("{k: v + 1 for k, v in items({\"a\": 1})}", "{\"a\":2}");
    rg_test_value("[[x + y for y in [1, 2]] for x in [10, 20]]", "[[11,12],[21,22]]");
    rg_test_value("[1 for _ in range(3)]", "[1,1,1]");
    rg_test_value("[any(x > 2 for x in [1, 2]), all(x > 0 for x in [1, 2]), any([]), all([])]",
                  "[false,true,false,true]");
    rg_test_value("sum([x for x in range(4)])", "6");
    rg_test_value("{1: 2 for x in [1, 2]}", "{\"1\":2}");
    rg_test_value_fails("[x for x in 3]", "`for` needs a tuple, list or dict");
    rg_test_value_fails("[a for a, b in [(1, 2, 3)]]", "2 names stand for a value of 3 items");
    rg_test_value_fails("[a for a, b in [1]]", "2 names stand for a value of 1 items");
}

static void test_functions(void) {
    rg_test_value("[len([]), len((1, 2)), len({\"a\": 1}), len(\"\")]", "[0,2,1,0]");
    rg_test_value("[items({\"a\": 1}), enumerate([5, 6]), zip([1, 2, 3], (4, 5))]",
                  "[[[\"a\",1]],[[0,5],[1,6]],[[1,4],[2,5]]]");
    rg_test_value("[range(3), range(1, 4), range(5, 0, -2), range(0), range(3, 1)]",
                  "[[0,1,2],[1,2,3],[5,3,1],[],[]]");
    rg_test_value("[min(1, 2), max([1, 5, 3]), min((4,)), sum([]), ceildiv(7, 2), ceildiv(6, 2)]",
                  "[1,5,4,0,4,3]");
    rg_test_value("[list((1,)), tuple([1]) == (1,), list([1]) == [1]]", "[[1],true,true]");
    rg_test_value("[slice(2) == slice(None, 2), slice(1, 2) == slice(1, 2, None)]", "[true,true]");
    rg_test_value_fails("min([])", "min() or max() of nothing");
    rg_test_value_fails("range(1, 2, 0)", "range() with step 0");
    rg_test_value_fails("range(100000000)", "a range of more than");
    rg_test_value_fails("ceildiv(1, 0)", "ceildiv() needs a >= 0 and b > 0");
    rg_test_value_fails("len(3)", "a tuple or list is needed");
    rg_test_value_fails("max(1, \"a\")", "an int is needed, not ");
    rg_test_value_fails("refuse(\"because of {1 + 1}\")", "because of 2");
}

static void test_json(void) {
    rg_test_value("json({\"b\": [1, 2.5, None, True, \"x\"], \"a\": (1,)})",
                  "\"{\\\"a\\\":[1],\\\"b\\\":[1,2.5,null,true,\\\"x\\\"]}\"");
    rg_test_value("json(\"\")", "\"\\\"\\\"\"");
    rg_test_value("[json({\"a\": 1, \"b\": 2}) == json({\"b\": 2, \"a\": 1}), json([])]",
                  "[true,\"[]\"]");
    rg_test_value("json([torch.float32, slice(1, 2), ...])",
                  "\"[\\\"torch.float32\\\",\\\"slice(1, 2, None)\\\",\\\"Ellipsis\\\"]\"");
    rg_test_value(
        "[base64(\"\"), base64(\"f\"), base64(\"fo\"), base64(\"foo\"), base64(\"foob\")]",
        "[\"\",\"Zg==\",\"Zm8=\",\"Zm9v\",\"Zm9vYg==\"]");
    rg_test_value("base64(\"\\n?>é\")", "\"Cj8+w6k=\"");
    rg_test_value_fails("base64(1)", "base64() needs a string");
}

static void test_devices(void) {
    rg_test_value("[device_type(\"cuda:1\"), device_index(\"cuda:1\"), device_type(\"cpu\"), "
                  "device_index(\"cpu\")]",
                  "[\"cuda\",1,\"cpu\",null]");
    rg_test_value("[device(\"xla\", 0), device(\"cpu\", None)]", "[\"xla:0\",\"cpu\"]");
    rg_test_value("[device_type(device(\"cuda\", 3)), device_index(device(\"cuda\", 3))]",
                  "[\"cuda\",3]");
    rg_test_value_fails("device_type(3)", "a device or a string is needed");
}

static void test_nodes(void) {
    static const char graph[] = "%x \"f32[2, 3][3, 1]+4cpu\"\n%s \"Sym(s0)\"\n%u\n"
                                "%y \"f16[s0, 3]\" = my.lib.f(%x, [1, %s], k=%u)  # {'m': [1]}\n"
                                "%z = my.lib.g(%y, %y)\nreturn (y, z)";
    rg_test_binds("my.lib.f(x, _, k=u)", graph,
                  "[n.target, n.name, len(n.args), n.args[1][0], n.kwargs[\"k\"] is u, "
                  "n.meta[\"m\"], users(n), name(x)]",
                  "[\"my.lib.f\",\"y\",2,1,true,[1],2,\"x\"]");
    rg_test_binds("my.lib.f(x, _, k=u)", graph,
                  "[shape(x), stride(x), offset(x), rank(x), dtype(x), known(x), known(n), "
                  "shape(n)[1], dtype(n)]",
                  "[[2,3],[3,1],4,2,\"torch.float32\",true,false,3,\"torch.float16\"]");
    rg_test_binds("my.lib.f(x, [_, s], k=u)", graph,
                  "[is_node(x), is_tensor(x), is_tensor(u), is_tensor(s), is_tensor(1), "
                  "has_dtype(x), has_dtype(u), name(shape(n)[0])]",
                  "[true,true,true,false,false,true,false,\"s\"]");
    rg_test_fails("rule r { match n = my.lib.f(x, _, k=u)\n emit v = shape(u) }", graph,
                  "no shape metadata on %u");
    rg_test_fails("rule r { match n = my.lib.f(x, [_, s], k=u)\n emit v = dtype(s) }", graph,
                  "%s is no tensor");
    rg_test_fails("rule r { match n = my.lib.f(x, _, k=u)\n emit v = stride(n) }", graph,
                  "no stride metadata on %y");
    rg_test_fails("rule r { match n = my.lib.f(x, _, k=u)\n emit v = n.shape }", graph,
                  "a node has target, name, args, kwargs and meta, but no `shape`");
    rg_test_fails("rule r { match n = my.lib.f(x, _, k=u)\n emit v = n.meta[\"o\"] }", graph,
                  "the dict has no key");
    rg_test_fails("rule r { match n = my.lib.f(x, y, k=u)\n emit v = rank(y) }", graph,
                  "a node is needed, not [1, ");
}

static void test_graph_questions(void) {
    static const char graph[] = "%x \"f32[2]\"\n%y \"f32[2]\"\n%w = get_attr w\n"
                                "%a = %x.add_(%y, alpha=2)\nreturn (y, a)";
    rg_test_emits("rule r { match n = call(...)\n"
                  "emit v = [op_name(n), arg(n, \"alpha\"), arg(n, \"other\") is n.args[1], "
                  "arg(n, \"nothing\"), is_op(\"aten::add\"), is_op(\"aten::frob\"), "
                  "has_functional(n), name(root(n)), name(first_name_of(n))] }\n"
                  "fn first_name_of(n) = n.args[0]",
                  graph, "{\"v\":[\"aten::add_\",2,true,null,true,false,true,\"x\",\"x\"]}");
    rg_test_emits("end { emit v = [[name(p) for p in placeholders], [name(g) for g in get_attrs], "
                  "[name(o) for o in outputs]]\n"
                  "emit w = [written(p) for p in placeholders]\n"
                  "emit i = [index(p) for p in placeholders]\n"
                  "emit r = [returned_at(p) for p in placeholders]\n"
                  "emit s = [same_elements(outputs[1], placeholders[0]), "
                  "same_elements(outputs[0], placeholders[0])]\n"
                  "emit k = [is_placeholder(outputs[0]), is_get_attr(get_attrs[0]), "
                  "is_placeholder(1)] }",
                  graph,
                  "{\"v\":[[\"x\",\"y\"],[\"w\"],[\"y\",\"a\"]],\"w\":[true,false],\"i\":[0,1],"
                  "\"r\":[1,0],\"s\":[true,false],\"k\":[true,true,false]}");
    rg_test_fails("rule r { match n = call(...)\n emit v = index(n) }", graph,
                  "%a is no placeholder");
}

void rg_add_rewrite_value_tests(CU_pSuite suite) {
    CU_add_test(suite, "arithmetic as in Python", test_arithmetic);
    CU_add_test(suite, "overflow and division by zero", test_overflow);
    CU_add_test(suite, "comparison", test_comparison);
    CU_add_test(suite, "membership", test_membership);
    CU_add_test(suite, "and, or, not, if", test_logic);
    CU_add_test(suite, "texts", test_texts);
    CU_add_test(suite, "containers", test_containers);
    CU_add_test(suite, "indexing and slicing", test_indexing);
    CU_add_test(suite, "comprehensions", test_comprehensions);
    CU_add_test(suite, "functions of plain values", test_functions);
    CU_add_test(suite, "JSON and base64", test_json);
    CU_add_test(suite, "devices", test_devices);
    CU_add_test(suite, "what is known of a node", test_nodes);
    CU_add_test(suite, "what is known of the graph", test_graph_questions);
}
