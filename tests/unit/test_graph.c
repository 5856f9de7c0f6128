/* Unit tests of engine/graph: values, types, names, nodes, lint, copies, diff. */
#include "test_graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rg_add_graph_suite(void);

/* Of the test that runs. */
rg_arena *arena;
rg_diagnostics diagnostics;
rg_module *module;
rg_graph *graph;

static int no_init(void) {
    return 0;
}

void set_up(void) {
    arena = rg_arena_new();
    if (!arena)
        abort();
    rg_diagnostics_init(&diagnostics, arena);
    module = NULL;
    graph = NULL;
}

void tear_down(void) {
    rg_arena_free(arena);
}

/* Reads a text; the module is also NULL when there was an error. */
rg_module *read_bytes(const char *path, const char *text, size_t length) {
    const rg_source *source = rg_source_new(arena, path, text, length);
    module = rg_read_module(arena, source, &diagnostics);
    graph = module ? module->graphs[0] : NULL;
    CU_ASSERT_EQUAL(memcmp(source->text, text, length), 0);
    return module;
}

void read_text(const char *text) {
    CU_ASSERT_PTR_NOT_NULL_FATAL(read_bytes("test.fx", text, strlen(text)));
}

const char *messages(void) {
    rg_text text = rg_text_new(arena);
    for (const rg_diagnostic *d = diagnostics.first; d; d = d->next)
        rg_render_diagnostic(&text, d, false);
    return rg_text_string(&text);
}

void expect_message(const char *words) {
    const char *text = messages();
    if (!strstr(text, words))
        printf("\n    no message has: %s\n%s", words, text);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, words));
}

const char *written(bool reprint) {
    rg_text text = rg_text_new(arena);
    rg_write_module(&text, module, reprint);
    return rg_text_string(&text);
}

void expect_text(const char *text, const char *expected) {
    if (strcmp(text, expected) != 0)
        printf("\n    expected:\n%s\n    found:\n%s\n", expected, text);
    CU_ASSERT_STRING_EQUAL(text, expected);
}

rg_node_id find(const char *name) {
    return rg_find_node(graph, rg_find_symbol(module->symbols, name, strlen(name)));
}

rg_node *node_of(const char *name) {
    rg_node_id id = find(name);
    CU_ASSERT_NOT_EQUAL_FATAL(id, RG_NO_NODE);
    return rg_node_at(graph, id);
}

rg_node_id add_node(rg_node_id before, rg_opcode opcode, rg_symbol target, rg_value args,
                    rg_value kwargs, const char *wanted) {
    rg_wanted_name want = rg_want_name(module, wanted);
    return rg_add_wanted_node(graph, before, opcode, target, args, kwargs, &want);
}

rg_value str(const char *text) {
    return rg_text_value(module, RG_STR, text, strlen(text));
}

rg_value tuple(size_t count, const rg_value *items) {
    return rg_container(module, RG_TUPLE, items, count);
}

const char *printed(rg_value v) {
    rg_text text = rg_text_new(arena);
    rg_print_value(&text, graph, v);
    return rg_text_string(&text);
}

/* An empty graph, to make values for. */
static void begin_plain(void) {
    read_text("graph():\n    %x : [num_users=1] = placeholder[target=x]\n    return x\n");
}

/* ---- values */

static void test_numbers(void) {
    begin_plain();
    static const int64_t numbers[] = {
        0, 1, -1, INT32_MAX, INT32_MIN, (int64_t)INT32_MAX + 1, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        rg_value v = rg_int(module, numbers[i]), same = rg_int(module, numbers[i]);
        CU_ASSERT_EQUAL(rg_get_int(module, v), numbers[i]);
        CU_ASSERT_TRUE(rg_values_equal(module, v, same));
    }
    expect_text(printed(rg_int(module, INT64_MIN)), "-9223372036854775808");
    CU_ASSERT_EQUAL(rg_get_int(module, rg_bool(true)), 1);
    CU_ASSERT_FALSE(rg_values_equal(module, rg_int(module, 1), rg_bool(true)));
    CU_ASSERT_FALSE(rg_values_equal(module, rg_int(module, 1), rg_float(module, 1.0)));
    CU_ASSERT_FALSE(rg_values_equal(module, rg_none(), rg_bool(false)));
}

static void test_floats(void) {
    begin_plain();
    static const struct {
        double number;
        const char *text;
    } table[] = {{1.0, "1.0"},
                 {0.1, "0.1"},
                 {-0.0, "-0.0"},
                 {1e-05, "1e-05"},
                 {0.0001, "0.0001"},
                 {1e16, "1e+16"},
                 {1e15, "1000000000000000.0"},
                 {123456789012345680.0, "1.2345678901234568e+17"},
                 {9007199254740993.0, "9007199254740992.0"},
                 {0.30000000000000004, "0.30000000000000004"},
                 {1.5e-07, "1.5e-07"},
                 {1e100, "1e+100"},
                 {5e-324, "5e-324"},
                 {2.2250738585072014e-308, "2.2250738585072014e-308"},
                 {1.7976931348623157e308, "1.7976931348623157e+308"},
                 {5.684341886080802e-14, "5.684341886080802e-14"},
                 {2.0 / 3.0, "0.6666666666666666"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        rg_value v = rg_float(module, table[i].number);
        CU_ASSERT_STRING_EQUAL(rg_value_text(module, v), table[i].text);
        CU_ASSERT_EQUAL(rg_get_float(module, v), table[i].number);
    }
    double infinity = strtod("inf", NULL);
    CU_ASSERT_STRING_EQUAL(rg_value_text(module, rg_float(module, -infinity)), "-inf");
    CU_ASSERT_STRING_EQUAL(rg_value_text(module, rg_float(module, strtod("nan", NULL))), "nan");
    CU_ASSERT_EQUAL(rg_get_float(module, rg_float(module, infinity)), infinity);
}

static void test_containers(void) {
    begin_plain();
    rg_value items[4] = {rg_int(module, 1), str("a"), rg_node_value(0), rg_none()};
    rg_value list = rg_container(module, RG_LIST, items, 4), pair = tuple(2, items);
    CU_ASSERT_EQUAL(rg_value_count(list), 4);
    CU_ASSERT_EQUAL(rg_item(module, list, 2).data, 0);
    CU_ASSERT_TRUE(rg_values_equal(module, list, rg_container(module, RG_LIST, items, 4)));
    CU_ASSERT_FALSE(rg_values_equal(module, list, rg_container(module, RG_TUPLE, items, 4)));
    CU_ASSERT_FALSE(rg_values_equal(module, list, rg_container(module, RG_LIST, items, 3)));
    rg_value nested[2] = {list, pair}, other[2] = {list, list};
    CU_ASSERT_TRUE(rg_values_equal(module, tuple(2, nested), tuple(2, nested)));
    CU_ASSERT_FALSE(rg_values_equal(module, tuple(2, nested), tuple(2, other)));
    expect_text(printed(tuple(2, nested)), "([1, a, %x, None], (1, a))");
    expect_text(printed(tuple(1, items)), "(1,)");
    expect_text(printed(tuple(0, NULL)), "()");
    rg_value part = rg_part(module, list, RG_TUPLE, 0, 2), last = tuple(1, &pair);
    CU_ASSERT_EQUAL(part.data, list.data);
    expect_text(printed(part), "(1, a)");
    expect_text(printed(rg_part(module, list, RG_LIST, 3, 1)), "[None]");
    expect_text(printed(rg_part(module, list, RG_LIST, 4, 0)), "[]");
    rg_value of_nested = rg_part(module, tuple(2, nested), RG_TUPLE, 1, 1);
    expect_text(printed(of_nested), "((1, a),)");
    CU_ASSERT_TRUE(rg_values_equal(module, of_nested, last));
    expect_text(printed(tuple(1, &of_nested)), "(((1, a),),)");
    /* Items may stand in the pool, which moves. */
    rg_value copy = list;
    for (int i = 0; i < 1000; i++)
        copy = rg_container(module, RG_LIST, (rg_value *)module->pool.data + copy.data, 4);
    CU_ASSERT_TRUE(rg_values_equal(module, list, copy));
}

static void test_dicts(void) {
    begin_plain();
    rg_value dict = rg_container(module, RG_DICT, NULL, 0), found;
    dict = rg_dict_with(module, dict, str("a"), rg_int(module, 1));
    dict = rg_dict_with(module, dict, rg_int(module, 7), rg_int(module, 2));
    rg_value changed = rg_dict_with(module, dict, str("a"), rg_node_value(0));
    CU_ASSERT_TRUE(rg_dict_get(module, dict, str("a"), &found));
    CU_ASSERT_EQUAL(rg_get_int(module, found), 1);
    CU_ASSERT_TRUE(rg_dict_get(module, dict, rg_int(module, 7), &found));
    CU_ASSERT_FALSE(rg_dict_get(module, dict, str("7"), &found));
    CU_ASSERT_FALSE(rg_dict_get(module, rg_none(), str("a"), &found));
    expect_text(printed(changed), "{a: %x, 7: 2}");
    rg_value atom = rg_text_value(module, RG_ATOM, "k", 1);
    rg_value read[2] = {atom, rg_none()};
    CU_ASSERT_TRUE(rg_dict_get(module, rg_container(module, RG_DICT, read, 2), str("k"), &found));
}

/* As deep as is allowed works in everything that walks; one deeper fails like a lack of memory. */
static void test_nesting(void) {
    begin_plain();
    rg_value a = rg_int(module, 1), b = rg_int(module, 2), same = rg_int(module, 1);
    for (int i = 0; i < RG_MAX_NESTING; i++) {
        a = tuple(1, &a);
        b = tuple(1, &b);
        same = tuple(1, &same);
    }
    CU_ASSERT_TRUE(rg_values_equal(module, a, same));
    CU_ASSERT_FALSE(rg_values_equal(module, a, b));
    CU_ASSERT_EQUAL(strlen(printed(a)), 3 * RG_MAX_NESTING + 1);
    jmp_buf target;
    rg_arena_on_failure(arena, &target);
    volatile bool failed = true;
    if (setjmp(target) == 0) {
        for (int i = 0; i < 2; i++)
            a = tuple(1, &a);
        failed = false;
    }
    rg_arena_on_failure(arena, NULL);
    CU_ASSERT_TRUE(failed);
}

static rg_value next_node(void *context, rg_node_id id) {
    ++*(int *)context;
    return id == 5 ? rg_node_value(6) : rg_node_value(id);
}

static void list_node(void *context, rg_node_id id) {
    rg_text_printf(context, "%u ", id);
}

static void test_nodes_in_values(void) {
    begin_plain();
    rg_value inner[3] = {rg_node_value(4), str("s"), rg_node_value(5)};
    rg_value slice = rg_container(module, RG_SLICE, inner, 3);
    rg_value outer[4] = {rg_node_value(5), slice, rg_none(), rg_node_value(4)};
    rg_value v = tuple(4, outer);
    rg_text order = rg_text_new(arena);
    rg_visit_nodes(module, v, list_node, &order);
    CU_ASSERT_STRING_EQUAL(rg_text_string(&order), "5 4 5 4 ");
    int calls = 0;
    bool changed;
    rg_value mapped = rg_map_nodes(module, v, next_node, &calls, &changed);
    CU_ASSERT_TRUE(changed);
    CU_ASSERT_EQUAL(calls, 4);
    rg_text_clear(&order);
    rg_visit_nodes(module, mapped, list_node, &order);
    CU_ASSERT_STRING_EQUAL(rg_text_string(&order), "6 4 6 4 ");
    rg_value again = rg_map_nodes(module, mapped, next_node, &calls, &changed);
    CU_ASSERT_FALSE(changed);
    CU_ASSERT_EQUAL(again.data, mapped.data);
}

static void test_quoting(void) {
    begin_plain();
    module->annotated = true;
    static const char *const table[][2] = {
        {"a b", "'a b'"},
        {"it's", "\"it's\""},
        {"it's \"so\"", "'it\\'s \"so\"'"},
        {"\\\n\r\t", "'\\\\\\n\\r\\t'"},
        {"\x01\x7f", "'\\x01\\x7f'"},
        {"\xc3\xa9 \xe2\x86\x92", "'\xc3\xa9 \xe2\x86\x92'"},
        {"\xc2\xa0", "'\\xa0'"},
        {"\xe2\x80\xa8", "'\\u2028'"},
        {"\xf3\xa0\x80\x81", "'\\U000e0001'"},
        {"\xff", "'\\udcff'"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        CU_ASSERT_STRING_EQUAL(printed(str(table[i][0])), table[i][1]);
    expect_text(printed(rg_text_value(module, RG_DEVICE, "cuda:1", 6)),
                "device(type='cuda', index=1)");
    module->annotated = false;
    expect_text(printed(rg_text_value(module, RG_DEVICE, "cuda:1", 6)), "cuda:1");
    expect_text(printed(str("a b")), "a b");
}

/* ---- types */

static const rg_type *type_of(const char *text) {
    return rg_type_of_text(module, rg_intern_text(module->symbols, text));
}

static void test_types(void) {
    begin_plain();
    static const char *const good[] = {"f32[]",
                                       "f32[2, 3]",
                                       "bf16[2, s77][s77, 1]",
                                       "f32[2, 3][3, 1]+4cuda:0",
                                       "b8[4][1]cpu",
                                       "i64[][]cpu",
                                       "f32[Max(1, s0), (s0//2)][(s0//2), 1]+(s0*2)cpu",
                                       "Sym(s77 + 1)",
                                       "None",
                                       "(f32[2], None, (i64[],), [])",
                                       "[f32[1][1]meta]",
                                       "()",
                                       "3",
                                       "-1.5",
                                       "'a, b'",
                                       "True",
                                       "f8e4m3fn[2]"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        const rg_type *type = type_of(good[i]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(type);
        CU_ASSERT_STRING_EQUAL(rg_symbol_text(module->symbols, rg_type_to_text(module, type)),
                               good[i]);
    }
    static const char *const bad[] = {"f32",
                                      "f33[2]",
                                      "f32[2",
                                      "f32[2,3]",
                                      "f32[2][1, 1]",
                                      "(f32[2])",
                                      "(f32[2], )",
                                      "[f32[2]",
                                      "f32[2]cuda:",
                                      "f32[2]+",
                                      "DTensor(f32[8, 4], S(0)R)",
                                      "Sym()",
                                      "f32[2] ",
                                      "f32[, 2]"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CU_ASSERT_PTR_NULL(type_of(bad[i]));
    const rg_type *type = type_of("f32[2, s0][s0, 1]+4cuda:0");
    CU_ASSERT_EQUAL(type->rank, 2);
    CU_ASSERT_EQUAL(type->shape[0].value, 2);
    CU_ASSERT_STRING_EQUAL(rg_symbol_text(module->symbols, type->shape[1].symbol), "s0");
    CU_ASSERT_TRUE(rg_dims_equal(type->shape[1], type->stride[0]));
    CU_ASSERT_EQUAL(type->offset.value, 4);
    CU_ASSERT_STRING_EQUAL(rg_symbol_text(module->symbols, type->device), "cuda:0");
    CU_ASSERT_PTR_EQUAL(type, type_of("f32[2, s0][s0, 1]+4cuda:0"));
    CU_ASSERT_PTR_NULL(rg_type_of_text(module, 0));
}

static void test_dtypes(void) {
    CU_ASSERT_STRING_EQUAL(rg_short_dtype("torch.float32"), "f32");
    CU_ASSERT_STRING_EQUAL(rg_short_dtype("bool"), "b8");
    CU_ASSERT_STRING_EQUAL(rg_short_dtype("torch.half"), "f16");
    CU_ASSERT_STRING_EQUAL(rg_long_dtype("c64"), "torch.complex64");
    CU_ASSERT_PTR_NULL(rg_short_dtype("torch.qint8"));
    CU_ASSERT_PTR_NULL(rg_short_dtype("torch"));
    CU_ASSERT_PTR_NULL(rg_long_dtype("f33"));
    CU_ASSERT_TRUE(rg_is_dtype("torch.qint8", 11));
    CU_ASSERT_FALSE(rg_is_dtype("torch.half", 10));
    CU_ASSERT_FALSE(rg_is_dtype("torch.float3", 12));
}

/* ---- names */

static rg_node_id add(const char *name) {
    return add_node(graph->output, RG_CALL_FUNCTION, rg_intern_text(module->symbols, "torch.f"),
                    tuple(0, NULL), rg_container(module, RG_DICT, NULL, 0), name);
}

static void expect_names(const char *wanted, const char *expected) {
    set_up();
    read_text("graph():\n    return None\n");
    rg_text made = rg_text_new(arena);
    for (const char *at = wanted; *at;) {
        size_t length = strcspn(at, " ");
        const char *name = rg_copy_text(arena, at, length);
        rg_text_printf(&made, "%s ", rg_node_name(graph, add(strcmp(name, "''") ? name : "")));
        at += length + (at[length] == ' ');
    }
    expect_text(rg_text_string(&made), expected);
    tear_down();
}

/* The right column is what torch.fx makes of the left one. */
static void test_names(void) {
    tear_down();
    expect_names("class input sum 1abc a.b torch self ''",
                 "class_1 input_1 sum_1 _1abc a_b torch_1 self _unnamed ");
    expect_names("add add add_1 add add_5 add_5 add", "add add_1 add_2 add_3 add_5 add_6 add_7 ");
    expect_names("x_0 x_0 x_00 x_00", "x_0 x_1 x_00 x_2 ");
    expect_names("input_1 input input", "input_1 input_2 input_3 ");
    expect_names("_ _ __1 a__ a__1 a__1", "_ __1 __2 a__ a__1 a__2 ");
    expect_names("_1 _1", "_1 _1_1 ");
    expect_names("a_b_3 a_b a_b", "a_b_3 a_b a_b_4 ");
    expect_names("\xc3\xa9 na\xc3\xafve a-b--c *args", "_ na_ve a_b_c _args ");
    expect_names("add_3 add add add", "add_3 add add_4 add_5 ");
    expect_names("True print print_1 nan NoneType", "True_1 print_1 print_2 nan_1 NoneType_1 ");
    set_up();
}

/* Counters go on from the names that were read, and many names of one base cost little. */
static void test_many_names(void) {
    read_text("graph():\n"
              "    %add_5 : [num_users=0] = placeholder[target=a]\n"
              "    %add : [num_users=0] = placeholder[target=b]\n    return None\n");
    CU_ASSERT_STRING_EQUAL(rg_node_name(graph, add("add")), "add_6");
    for (int i = 0; i < 50000; i++)
        add("add");
    CU_ASSERT_STRING_EQUAL(rg_node_name(graph, add("add")), "add_50007");
    CU_ASSERT_STRING_EQUAL(rg_node_name(graph, add("add_5")), "add_50008");
}

static void test_default_names(void) {
    begin_plain();
    static const char *const functions[][2] = {
        {"torch.ops.aten.add.Tensor", "add"},
        {"torch.ops.aten.add", "add"},
        {"torch.ops.higher_order.cond", "cond"},
        {"operator.getitem", "getitem"},
        {"torch.nn.functional.relu", "relu"},
        {"<built-in method topk of type object at 0x7ff2da9dc300>", "topk"},
        {"<built-in function add>", "add"},
        {"my.AddBmm", "add_bmm"},
        {"f", "f"}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        CU_ASSERT_STRING_EQUAL(rg_default_name(module, RG_CALL_FUNCTION, functions[i][0]),
                               functions[i][1]);
    CU_ASSERT_STRING_EQUAL(rg_default_name(module, RG_CALL_METHOD, "__add__"), "add");
    CU_ASSERT_STRING_EQUAL(rg_default_name(module, RG_CALL_MODULE, "layers.0.convLayer"),
                           "layers.0.conv_layer");
}

/* ---- nodes */

static const char three_nodes[] =
    "graph():\n"
    "    %x : [num_users=2] = placeholder[target=x]\n"
    "    # the sum\n"
    "    %add : [num_users=1] = call_function[target=torch.add](args = (%x, %x), kwargs = {})\n"
    "    %mul : [num_users=1] = call_function[target=torch.mul](args = (%add, %x), kwargs = {})\n"
    "    return mul";

static void read_three_nodes(void) {
    read_text(three_nodes);
}

static void test_users(void) {
    read_three_nodes();
    CU_ASSERT_EQUAL(node_of("x")->users, 2);
    CU_ASSERT_EQUAL(node_of("add")->users, 1);
    rg_value args[2] = {rg_node_value(find("mul")), rg_node_value(find("x"))};
    rg_node_id id = add_node(graph->output, RG_CALL_METHOD, rg_intern_text(module->symbols, "view"),
                             tuple(2, args), rg_container(module, RG_DICT, NULL, 0), "view");
    CU_ASSERT_EQUAL(node_of("x")->users, 3);
    rg_set_args(graph, id, tuple(1, args), rg_node_at(graph, id)->kwargs);
    CU_ASSERT_EQUAL(node_of("x")->users, 2);
    CU_ASSERT_EQUAL(node_of("mul")->users, 2);
    rg_erase_node(graph, id);
    CU_ASSERT_EQUAL(node_of("mul")->users, 1);
    CU_ASSERT_EQUAL(find("view"), RG_NO_NODE);
    rg_flag_users(graph);
    CU_ASSERT_EQUAL(node_of("x")->users, 2);
    CU_ASSERT_FALSE(node_of("x")->flags & RG_NODE_CHANGED);
    CU_ASSERT_TRUE(rg_lint_graph(graph, &diagnostics));
}

/* Only what prints differently is printed afresh; comments stay. */
static void test_changes(void) {
    read_three_nodes();
    rg_node_id add_id = find("add"), mul_id = find("mul");
    rg_value x = rg_node_value(find("x")), args[2] = {x, rg_int(module, 2)};
    rg_node_id id = add_node(mul_id, RG_CALL_METHOD, rg_intern_text(module->symbols, "mul"),
                             tuple(2, args), rg_container(module, RG_DICT, NULL, 0), "mul");
    args[0] = rg_node_value(id);
    args[1] = x;
    rg_set_args(graph, mul_id, tuple(2, args), rg_node_at(graph, mul_id)->kwargs);
    rg_erase_node(graph, add_id);
    rg_flag_users(graph);
    expect_text(
        written(false),
        "graph():\n"
        "    %x : [num_users=2] = placeholder[target=x]\n"
        "    %mul_1 : [num_users=1] = call_method[target=mul](args = (%x, 2), kwargs = {})\n"
        "    # the sum\n"
        "    %mul : [num_users=1] = call_function[target=torch.mul](args = (%mul_1, %x), kwargs = "
        "{})\n"
        "    return mul");
    CU_ASSERT_TRUE(rg_lint_graph(graph, &diagnostics));
    CU_ASSERT_FALSE(node_of("x")->flags & RG_NODE_CHANGED);
}

static void test_rename(void) {
    read_three_nodes();
    rg_rename_node(graph, find("mul"), "input");
    rg_rename_node(graph, find("x"), "x");
    CU_ASSERT_PTR_NOT_NULL(strstr(written(false), "    return input_1"));
    CU_ASSERT_PTR_NOT_NULL(strstr(written(false), "(args = (%x, %x)"));
    CU_ASSERT_EQUAL(find("mul"), RG_NO_NODE);
    rg_move_node(graph, find("add"), find("x"));
    CU_ASSERT_FALSE(rg_lint_graph(graph, &diagnostics));
    expect_message("%add uses %x, which is defined after it");
}

static void test_lint(void) {
    read_three_nodes();
    node_of("x")->users = 7;
    CU_ASSERT_FALSE(rg_lint_graph(graph, &diagnostics));
    expect_message("test.fx:2:5: error: %x has 2 users but 7 are noted");
    rg_flag_users(graph);
    rg_erase_node(graph, find("add"));
    CU_ASSERT_FALSE(rg_lint_graph(graph, &diagnostics));
    expect_message("test.fx:5:5: error: %mul uses %add, which was erased");
    read_three_nodes();
    node_of("mul")->name = node_of("add")->name;
    CU_ASSERT_FALSE(rg_lint_graph(graph, &diagnostics));
    expect_message("the name %add is given to two nodes");
    read_three_nodes();
    rg_move_node(graph, graph->output, find("mul"));
    CU_ASSERT_FALSE(rg_lint_graph(graph, &diagnostics));
    expect_message("is the output but not the last node");
    read_three_nodes();
    rg_erase_node(graph, graph->output);
    CU_ASSERT_FALSE(rg_lint_graph(graph, &diagnostics));
    expect_message("the graph has no output");
}

static void test_copy(void) {
    read_three_nodes();
    const char *before = written(false);
    rg_arena *other = rg_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(other);
    rg_module *copy = rg_copy_module(other, module);
    rg_rename_node(graph, find("mul"), "other");
    rg_erase_node(graph, find("add"));
    rg_text text = rg_text_new(other);
    rg_write_module(&text, copy, true);
    expect_text(rg_text_string(&text), before);
    CU_ASSERT_TRUE(rg_lint_graph(copy->graphs[0], &diagnostics));
    rg_arena_free(other);
}

/* ---- diff */

static const char *diff_with(rg_module *before, bool colour) {
    rg_text text = rg_text_new(arena);
    rg_diff_modules(&text, before, module, "a/g.fx", "b/g.fx", colour);
    return rg_text_string(&text);
}

static void test_diff(void) {
    read_three_nodes();
    rg_module *before = rg_copy_module(arena, module);
    rg_value args[2] = {rg_node_value(find("x")), rg_int(module, 2)};
    rg_node_id id = add_node(find("mul"), RG_CALL_METHOD, rg_intern_text(module->symbols, "mul"),
                             tuple(2, args), rg_container(module, RG_DICT, NULL, 0), "twice");
    rg_origin *origin = rg_array_push(arena, &module->origins, sizeof *origin);
    *origin = (rg_origin){"pass", "add_to_mul", "p.rules", 12};
    rg_make_extra(graph, id)->origin = 1;
    args[1] = args[0];
    args[0] = rg_node_value(id);
    rg_set_args(graph, find("mul"), tuple(2, args), node_of("mul")->kwargs);
    rg_erase_node(graph, find("add"));
    rg_flag_users(graph);
    static const char expected[] =
        "--- a/g.fx\n+++ b/g.fx\n@@ -1,6 +1,6 @@ graph\n"
        " graph():\n"
        "     %x : [num_users=2] = placeholder[target=x]\n"
        "+    %twice : [num_users=1] = call_method[target=mul](args = (%x, 2), kwargs = {})  # "
        "p.rules:12 add_to_mul\n"
        "     # the sum\n"
        "-    %add : [num_users=1] = call_function[target=torch.add](args = (%x, %x), kwargs = "
        "{})\n"
        "-    %mul : [num_users=1] = call_function[target=torch.mul](args = (%add, %x), kwargs = "
        "{})\n"
        "+    %mul : [num_users=1] = call_function[target=torch.mul](args = (%twice, %x), kwargs "
        "= {})\n"
        "     return mul\n";
    expect_text(diff_with(before, false), expected);
    CU_ASSERT_PTR_NOT_NULL(strstr(diff_with(before, true), "\033[31m-    %add"));
}

/* A node that moved is one line out and one in, however far it went. */
static void test_diff_of_move(void) {
    rg_text text = rg_text_new(arena);
    rg_text_puts(&text, "graph():");
    for (int i = 0; i < 20; i++)
        rg_text_printf(&text, "\n    %%a%d : [num_users=0] = placeholder[target=a%d]", i, i);
    rg_text_puts(&text, "\n    return None\n");
    read_text(rg_text_string(&text));
    rg_module *before = rg_copy_module(arena, module);
    rg_move_node(graph, find("a0"), graph->output);
    const char *diff = diff_with(before, false);
    size_t lines = 0;
    for (const char *at = diff; (at = strchr(at, '\n')); at++)
        lines++;
    CU_ASSERT_EQUAL(lines, 2 + 2 + 2 + 4 + 4);
    CU_ASSERT_PTR_NOT_NULL(strstr(diff, "@@ -1,5 +1,4 @@ graph\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(diff, "@@ -19,4 +18,5 @@ graph\n"));
}

/* ---- */

static const struct {
    const char *name;
    void (*test)(void);
} tests[] = {
    {"numbers", test_numbers},
    {"floats print as Python's", test_floats},
    {"containers", test_containers},
    {"dicts", test_dicts},
    {"nesting has a limit", test_nesting},
    {"nodes in values", test_nodes_in_values},
    {"quoted strings", test_quoting},
    {"value annotations", test_types},
    {"dtypes", test_dtypes},
    {"names as torch.fx makes them", test_names},
    {"many names of one base", test_many_names},
    {"names from targets", test_default_names},
    {"user counts", test_users},
    {"changed statements", test_changes},
    {"renaming", test_rename},
    {"lint", test_lint},
    {"copies", test_copy},
    {"diff", test_diff},
    {"diff of a move", test_diff_of_move},
};

void rg_add_graph_suite(void) {
    CU_pSuite suite =
        CU_add_suite_with_setup_and_teardown("graph", no_init, no_init, set_up, tear_down);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        CU_add_test(suite, tests[i].name, tests[i].test);
    rg_add_graph_text_tests(suite);
}
