/* Patterns of values: what each form matches and binds. */
#include "test_rewrite.h"

/* A node for each of many values, as an argument of a function that no table knows. */
static const char values[] = "%x \"f32[2, 3]\"\n"
                             "%s \"Sym(s0)\"\n"
                             "%u\n"
                             "%int = my.lib.f(3)\n"
                             "%minus = my.lib.f(-1)\n"
                             "%true = my.lib.f(True)\n"
                             "%float = my.lib.f(3.0)\n"
                             "%small = my.lib.f(1e-05)\n"
                             "%str = my.lib.f('sum')\n"
                             "%none = my.lib.f(None)\n"
                             "%dots = my.lib.f(Ellipsis)\n"
                             "%dtype = my.lib.f(torch.float32)\n"
                             "%device = my.lib.f(device(type='cuda', index=1))\n"
                             "%layout = my.lib.f(torch.strided)\n"
                             "%tuple = my.lib.f((1, 2))\n"
                             "%list = my.lib.f([1, 2])\n"
                             "%dict = my.lib.f({'a': 1})\n"
                             "%slice = my.lib.f(slice(1, 2, None))\n"
                             "%tensor = my.lib.f(%x)\n"
                             "%symbol = my.lib.f(%s)\n"
                             "%unknown = my.lib.f(%u)\n"
                             "return ()";

static void matches_value(const char *pattern, const char *names) {
    char call[256];
    snprintf(call, sizeof call, "my.lib.f(%s)", pattern);
    rg_test_matches(call, values, names);
}

static void test_literals(void) {
    matches_value("3", "int");
    matches_value("-1", "minus");
    matches_value("True", "true");
    matches_value("1", "");
    matches_value("False", "");
    matches_value("3.0", "float");
    matches_value("1e-05", "small");
    matches_value("0.00001", "small");
    matches_value("\"sum\"", "str");
    matches_value("\"\"", "");
    matches_value("None", "none");
    matches_value("x=...", "");
    matches_value("torch.float32", "dtype");
    matches_value("torch.strided", "layout");
    matches_value("torch.float16", "");
}

static void test_one_of(void) {
    matches_value("3 | None", "int none");
    matches_value("3 | 3.0 | True | \"sum\"", "int true float str");
    matches_value("torch.float32 | torch.strided", "dtype layout");
    matches_value("4 | 5", "");
}

static void test_kinds(void) {
    matches_value("v: int", "int minus");
    matches_value("v: float", "float small");
    matches_value("v: bool", "true");
    matches_value("v: str", "str");
    matches_value("v: none", "none");
    matches_value("v: ellipsis", "dots");
    matches_value("v: dtype", "dtype");
    matches_value("v: device", "device");
    matches_value("v: tuple", "tuple");
    matches_value("v: list", "list");
    matches_value("v: dict", "dict");
    matches_value("v: slice", "slice");
    matches_value("v: node", "tensor symbol unknown");
    matches_value("v: tensor", "tensor");
    matches_value("v: symint", "int minus symbol");
    matches_value("v: f32", "tensor");
    matches_value("v: int | str | none", "int minus str none");
    matches_value("_", "int minus true float small str none dots dtype device layout tuple list "
                       "dict slice tensor symbol unknown");
    matches_value("v: any", "int minus true float small str none dots dtype device layout tuple "
                            "list dict slice tensor symbol unknown");
}

static void test_plain_atoms(void) {
    static const char graph[] = "%x\n%a = my.lib.f(sum)\n%b = my.lib.f(cuda:1)\n"
                                "%c = my.lib.f(torch.float32)\n%d = my.lib.f(3)\nreturn ()";
    rg_test_matches("my.lib.f(v: str)", graph, "a b");
    rg_test_matches("my.lib.f(\"sum\")", graph, "a");
    rg_test_matches("my.lib.f(/s(?<rest>.*)/)", graph, "a");
    rg_test_matches("my.lib.f(v: str | device)", graph, "a b");
    rg_test_matches("my.lib.f(torch.float32)", graph, "c");
}

static const char shapes[] = "%v \"f32[4]\"\n"
                             "%m \"f32[2, 3]\"\n"
                             "%q \"bf16[3, 3]\"\n"
                             "%b \"b8[2, 3, 4]\"\n"
                             "%s \"f32[s0, 3]\"\n"
                             "%o \"f32[]\"\n"
                             "%u\n"
                             "%a0 = my.lib.f(%v)\n%a1 = my.lib.f(%m)\n%a2 = my.lib.f(%q)\n"
                             "%a3 = my.lib.f(%b)\n%a4 = my.lib.f(%s)\n%a5 = my.lib.f(%o)\n"
                             "%a6 = my.lib.f(%u)\n"
                             "return ()";

static void test_shapes(void) {
    rg_test_matches("my.lib.f(x: f32)", shapes, "a0 a1 a4 a5");
    rg_test_matches("my.lib.f(x: f32[4])", shapes, "a0");
    rg_test_matches("my.lib.f(x: f32[])", shapes, "a5");
    rg_test_matches("my.lib.f(x: f32[_, 3])", shapes, "a1 a4");
    rg_test_matches("my.lib.f(x: tensor[N, N])", shapes, "a2");
    rg_test_matches("my.lib.f(x: tensor[_, _])", shapes, "a1 a2 a4");
    rg_test_matches("my.lib.f(x: bool[...])", shapes, "a3");
    rg_test_matches("my.lib.f(x: tensor[2, ...])", shapes, "a1 a3");
    rg_test_matches("my.lib.f(x: tensor[..., 3])", shapes, "a1 a2 a4");
    rg_test_matches("my.lib.f(x: tensor[2, ..., 4])", shapes, "a3");
    rg_test_matches("my.lib.f(x: tensor[*S])", shapes, "a0 a1 a2 a3 a4 a5");
    rg_test_matches("my.lib.f(x: tensor[A, *S, B])", shapes, "a1 a2 a3 a4");
    rg_test_matches("my.lib.f(x: f32 | bf16)", shapes, "a0 a1 a2 a4 a5");
}

static void test_shape_bindings(void) {
    rg_test_binds("my.lib.f(x: b8[A, *S, B])", shapes, "[A, S, B]", "[2,[3],4]");
    rg_test_binds("my.lib.f(x: b8[*S])", shapes, "S", "[2,3,4]");
    rg_test_binds("my.lib.f(x: b8[A, B, *S, C])", shapes, "[A, B, S, C]", "[2,3,[],4]");
    rg_test_binds("my.lib.f(x: f32[N, 3])", shapes, "N", "\"s0\""); /* that of the last match */
    rg_test_binds("my.lib.f(x: f32[N])", shapes, "N", "4");
}

/* A shape after several dtypes is that of each; of several shapes one may name sizes. */
static void test_alternative_shapes(void) {
    rg_test_matches("my.lib.f(x: f32|bf16[3, _])", shapes, "a2");
    rg_test_matches("my.lib.f(x: f32|bf16[2, N])", shapes, "a1");
    rg_test_binds("my.lib.f(x: f32|bf16[2, N])", shapes, "N", "3");
    rg_test_matches("my.lib.f(x: f32[4] | bf16[3, _] | b8[...])", shapes, "a0 a2 a3");
    rg_test_refused("rule r { match n = my.lib.f(x: bf16[N] | bf16[M, N])\n emit v = N }",
                    "only one of several shapes can name its sizes");
}

/* Two nodes, one dimension. */
static void test_same_dimension(void) {
    static const char graph[] = "%a \"f32[2, 3]\"\n%b \"f32[3, 4]\"\n%c \"f32[2, 4]\"\n"
                                "%p = my.lib.mm(%a, %b)\n%q = my.lib.mm(%b, %c)\n"
                                "%r = my.lib.mm(%a, %c)\nreturn ()";
    rg_test_matches("my.lib.mm(x: f32[M, K], y: f32[K, N])", graph, "p");
    rg_test_matches("my.lib.mm(x: f32[M, _], y: f32[M, _])", graph, "r");
}

static const char sequences[] = "%x\n%y\n"
                                "%a = my.lib.f((1, 2))\n%b = my.lib.f((1,))\n%c = my.lib.f(())\n"
                                "%d = my.lib.f([1, 2])\n%e = my.lib.f((1, 2, 3))\n"
                                "%g = my.lib.f((1, (2, 3)))\n%h = my.lib.f([%x, %y, %x])\n"
                                "return ()";

static void test_sequences(void) {
    rg_test_matches("my.lib.f((1, 2))", sequences, "a");
    rg_test_matches("my.lib.f([1, 2])", sequences, "d");
    rg_test_matches("my.lib.f(())", sequences, "c");
    rg_test_matches("my.lib.f((1,))", sequences, "b");
    rg_test_matches("my.lib.f((p, q))", sequences, "a g");
    rg_test_matches("my.lib.f((1, *_))", sequences, "a b e g");
    rg_test_matches("my.lib.f((*_, 2))", sequences, "a");
    rg_test_matches("my.lib.f((1, *_, 3))", sequences, "e");
    rg_test_matches("my.lib.f((*_,))", sequences, "a b c e g");
    rg_test_matches("my.lib.f((1, (2, k: int)))", sequences, "g");
    rg_test_matches("my.lib.f([p, *_, p])", sequences, "h");
    rg_test_matches("my.lib.f([p, p, *_])", sequences, "");
    rg_test_binds("my.lib.f((1, *rest, 3))", sequences, "rest", "[2]");
    rg_test_binds("my.lib.f((*rest, 3))", sequences, "len(rest)", "2");
    rg_test_binds("my.lib.f([1, *rest])", sequences, "rest", "[2]");
    rg_test_binds("my.lib.f([_, *rest, _])", sequences, "[name(n) for n in rest]", "[\"y\"]");
}

static void test_slices(void) {
    static const char graph[] = "%x\n"
                                "%a = my.lib.f(slice(None, 2, None))\n"
                                "%b = my.lib.f(slice(1, 2, None))\n"
                                "%c = my.lib.f(slice(1, None, 2))\n"
                                "%d = my.lib.f(slice(None, None, None))\nreturn ()";
    rg_test_matches("my.lib.f(slice(2))", graph, "a");
    rg_test_matches("my.lib.f(slice(1, 2))", graph, "b");
    rg_test_matches("my.lib.f(slice(a: int, b))", graph, "b");
    rg_test_matches("my.lib.f(slice(a, b, 2))", graph, "c");
    rg_test_matches("my.lib.f(slice(None))", graph, "d");
    rg_test_matches("my.lib.f(slice(_, _, None | 2))", graph, "a b c d");
    rg_test_binds("my.lib.f(slice(1, z: int, s))", graph, "[z, s]", "[2,null]");
}

static void test_regexes(void) {
    static const char graph[] = "%x\n%a = my.lib.f('reflect')\n%b = my.lib.f('re')\n"
                                "%c = my.lib.f('are')\n%d = my.lib.f(3)\nreturn ()";
    rg_test_matches("my.lib.f(/re.*/)", graph, "a b");
    rg_test_matches("my.lib.f(/re/)", graph, "b");
    rg_test_binds("my.lib.f(/re(?<rest>.+)/)", graph, "rest", "\"flect\"");
    rg_test_binds("my.lib.f(/r(?<vowel>e)(?<more>x)?.*/)", graph, "[vowel, more]", "[\"e\",null]");
}

/* The same name twice is the same value. */
static void test_same_name(void) {
    static const char graph[] = "%x\n%y\n"
                                "%a = my.lib.f(%x, %x)\n%b = my.lib.f(%x, %y)\n"
                                "%c = my.lib.f(1, 1)\n%d = my.lib.f(1, 1.0)\n"
                                "%e = my.lib.f(1, True)\n%g = my.lib.f([1, %x], [1, %x])\n"
                                "return ()";
    rg_test_matches("my.lib.f(v, v)", graph, "a c g");
}

/* A value that is a call, to any depth. */
static void test_trees(void) {
    static const char graph[] = "%x\n%y\n"
                                "%a = torch.neg(%x)\n%b = torch.neg(%a)\n%c = torch.relu(%b)\n"
                                "%d = torch.relu(%y)\n%e = torch.cat([%a, %y], 0)\nreturn ()";
    rg_test_matches("torch.relu(torch.neg(torch.neg(v)))", graph, "c");
    rg_test_matches("aten::relu(aten::neg(_))", graph, "c");
    rg_test_matches("torch.neg(torch.neg(_))", graph, "b");
    rg_test_matches("torch.relu(placeholder)", graph, "d");
    rg_test_matches("torch.cat([torch.neg(v), *_], _)", graph, "e");
    rg_test_binds("torch.relu(torch.neg(torch.neg(v)))", graph, "name(v)", "\"x\"");
}

static void test_ellipsis_in_index(void) {
    static const char graph[] = "%x\n"
                                "%a = operator.getitem(%x, (Ellipsis, 0))\n"
                                "%b = operator.getitem(%x, (slice(None, None, None), 0))\n"
                                "%c = operator.getitem(%x, Ellipsis)\nreturn ()";
    rg_test_matches("operator.getitem(v, (..., i: int))", graph, "a");
    rg_test_matches("operator.getitem(v, (slice(None), i))", graph, "b");
}

void rg_add_rewrite_match_tests(CU_pSuite suite) {
    CU_add_test(suite, "literals match themselves", test_literals);
    CU_add_test(suite, "alternatives of literals", test_one_of);
    CU_add_test(suite, "kinds of values", test_kinds);
    CU_add_test(suite, "texts of the plain form", test_plain_atoms);
    CU_add_test(suite, "dtypes and shapes", test_shapes);
    CU_add_test(suite, "shapes bind sizes", test_shape_bindings);
    CU_add_test(suite, "alternatives of shapes", test_alternative_shapes);
    CU_add_test(suite, "one size in two shapes", test_same_dimension);
    CU_add_test(suite, "tuples and lists", test_sequences);
    CU_add_test(suite, "slices", test_slices);
    CU_add_test(suite, "regexes", test_regexes);
    CU_add_test(suite, "the same name twice", test_same_name);
    CU_add_test(suite, "calls as values", test_trees);
    CU_add_test(suite, "an ellipsis in an index", test_ellipsis_in_index);
}
