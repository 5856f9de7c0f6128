/* Unit tests of engine/graph: reading and writing.
 *
 * Texts to read are under tests/graphs_text: NAME.fx must be written as it was read, bad/NAME.fx
 * must be refused with the words of bad/NAME.txt. The captured graphs of tests/graphs are treated
 * like the first. Tests run in the root of the project. */
#define _POSIX_C_SOURCE 200809L

#include "test_graph.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

static rg_source *read_file(const char *folder, const char *name) {
    rg_source *source = rg_source_read(arena, rg_format(arena, "%s/%s", folder, name));
    CU_ASSERT_PTR_NOT_NULL_FATAL(source);
    return source;
}

static bool has_suffix(const char *name, const char *suffix) {
    size_t length = strlen(name), wanted = strlen(suffix);
    return length >= wanted && strcmp(name + length - wanted, suffix) == 0;
}

/* Calls test for each .fx file of a folder; their count. A folder that is not there has none. */
static size_t for_each_graph(const char *folder, void (*test)(const char *, const char *)) {
    DIR *entries = opendir(folder);
    size_t count = 0;
    for (struct dirent *e; entries && (e = readdir(entries));) {
        if (!has_suffix(e->d_name, ".fx"))
            continue;
        set_up();
        test(folder, e->d_name);
        tear_down();
        count++;
    }
    if (entries)
        closedir(entries);
    return count;
}

static void expect_same_bytes(const char *name, const rg_source *source, bool reprint) {
    rg_text text = rg_text_new(arena);
    rg_write_module(&text, module, reprint);
    bool same = rg_text_length(&text) == source->length &&
                memcmp(rg_text_string(&text), source->text, source->length) == 0;
    if (!same)
        printf("\n    %s: %s differs from what was read\n", name, reprint ? "reprint" : "output");
    CU_ASSERT_TRUE(same);
}

static void check_identity(const char *folder, const char *name) {
    const rg_source *source = read_file(folder, name);
    if (!read_bytes(name, source->text, source->length))
        printf("\n%s", messages());
    CU_ASSERT_PTR_NOT_NULL_FATAL(module);
    CU_ASSERT_STRING_EQUAL(messages(), "");
    expect_same_bytes(name, source, false);
    expect_same_bytes(name, source, true);
    for (size_t i = 0; i < module->graph_count; i++) {
        CU_ASSERT_TRUE(rg_lint_graph(module->graphs[i], &diagnostics));
        rg_flag_users(module->graphs[i]);
    }
    expect_same_bytes(name, source, false);
    rg_text diff = rg_text_new(arena);
    rg_diff_modules(&diff, rg_copy_module(arena, module), module, "a", "b", false);
    CU_ASSERT_EQUAL(rg_text_length(&diff), 0);
}

static void test_files(void) {
    tear_down();
    CU_ASSERT(for_each_graph("tests/graphs_text", check_identity) >= 9);
    for_each_graph("tests/graphs", check_identity);
    set_up();
}

static void check_form(const char *folder, const char *name) {
    const rg_source *source = read_file(folder, name);
    read_bytes(name, source->text, source->length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(module);
    CU_ASSERT_EQUAL(module->annotated, !has_suffix(name, ".plain.fx"));
}

static void test_forms(void) {
    tear_down();
    for_each_graph("tests/graphs", check_form);
    set_up();
}

static void check_refusal(const char *folder, const char *name) {
    const rg_source *source = read_file(folder, name);
    const char *stem = rg_copy_text(arena, name, strlen(name) - strlen(".fx"));
    const rg_source *expected = read_file(folder, rg_format(arena, "%s.txt", stem));
    CU_ASSERT_PTR_NULL(read_bytes(name, source->text, source->length));
    expect_text(messages(), expected->text);
}

static void test_refusals(void) {
    tear_down();
    CU_ASSERT(for_each_graph("tests/graphs_text/bad", check_refusal) >= 40);
    set_up();
}

static void expect_argument(const char *name, size_t i, rg_kind kind, const char *text) {
    rg_value v = rg_item(module, node_of(name)->args, i);
    CU_ASSERT_EQUAL(rg_value_kind(v), kind);
    expect_text(printed(v), text);
}

static void test_plain_values(void) {
    const rg_source *source = read_file("tests/graphs_text", "torch_2.13.fx");
    CU_ASSERT_PTR_NOT_NULL_FATAL(read_bytes("f", source->text, source->length));
    CU_ASSERT_FALSE(module->annotated);
    expect_argument("to", 1, RG_ATOM, "cuda:1");
    expect_argument("to", 2, RG_DTYPE, "torch.float16");
    expect_argument("relu_1", 1, RG_FLOAT, "nan");
    expect_argument("relu_1", 5, RG_COMPLEX, "(1+2j)");
    expect_argument("relu_1", 7, RG_ATOM, "1180591620717411303424");
    expect_argument("relu_1", 9, RG_INT, "-9223372036854775808");
    expect_argument("cond", 2, RG_ATOM, "");
    expect_argument("cond", 5, RG_ATOM, "range(0, 3)");
    expect_argument("add", 2, RG_ATOM, "<built-in method add of type object at 0x7f00c0de>");
    expect_argument("add", 4, RG_CONST, "aten.mul.Tensor");
    expect_argument("add", 5, RG_ATOM, "tensor([1., 2.])");
    rg_value index = rg_item(module, node_of("getitem")->args, 1);
    rg_value slice = rg_item(module, index, 2);
    CU_ASSERT_EQUAL(rg_value_kind(slice), RG_SLICE);
    CU_ASSERT_EQUAL(rg_item(module, slice, 0).data, find("add_tensor_1"));
    CU_ASSERT_EQUAL(rg_value_kind(rg_item(module, index, 1)), RG_ELLIPSIS);
    rg_value found, keyword = str("alpha");
    CU_ASSERT_TRUE(rg_dict_get(module, node_of("add_tensor")->kwargs, keyword, &found));
    CU_ASSERT_STRING_EQUAL(rg_node_target(graph, find("_args")), "*args");
}

static void test_annotated_values(void) {
    const rg_source *source = read_file("tests/graphs_text", "annotated.fx");
    CU_ASSERT_PTR_NOT_NULL_FATAL(read_bytes("f", source->text, source->length));
    CU_ASSERT_TRUE(module->annotated);
    CU_ASSERT_EQUAL(module->graph_count, 3);
    rg_value v, meta = rg_extra_of(graph, find("l_x_"))->meta;
    CU_ASSERT_TRUE(rg_dict_get(module, meta, str("root_input"), &v));
    CU_ASSERT_TRUE(rg_values_equal(module, v, str("x")));
    CU_ASSERT_TRUE(rg_dict_get(module, node_of("arange")->kwargs, str("device"), &v));
    CU_ASSERT_EQUAL(rg_value_kind(v), RG_DEVICE);
    CU_ASSERT_STRING_EQUAL(rg_value_text(module, v), "cpu");
    v = rg_item(module, node_of("take")->args, 4);
    CU_ASSERT_EQUAL(rg_value_kind(v), RG_STR);
    CU_ASSERT_EQUAL(rg_symbol_length(module->symbols, v.data), strlen("tab\there\\  \xc2\x85"));
    CU_ASSERT_EQUAL(rg_node_type(graph, find("take"))->kind, RG_TYPE_LIST);
    expect_argument("cond", 4, RG_ATOM, "Max(1, s77)");
    /* The nodes inside of what no value can spell are still uses of them. */
    v = rg_item(module, rg_item(module, rg_node_at(graph, graph->output)->args, 0), 4);
    CU_ASSERT_EQUAL(rg_value_kind(v), RG_OPAQUE);
    rg_rename_node(graph, find("l_x_"), "renamed");
    CU_ASSERT_PTR_NOT_NULL(strstr(written(false), "return (renamed, take, [cond], {'k': 'v'}, "
                                                  "Point(x=renamed, y=[1]))"));
}

static void test_opaque(void) {
    const rg_source *source = read_file("tests/graphs_text", "text_values.fx");
    CU_ASSERT_PTR_NOT_NULL_FATAL(read_bytes("f", source->text, source->length));
    static const char *const opaque[] = {"comma", "cut", "bracket", "odd", "line"};
    for (size_t i = 0; i < sizeof opaque / sizeof *opaque; i++)
        CU_ASSERT_EQUAL(rg_value_kind(node_of(opaque[i])->args), RG_OPAQUE);
    CU_ASSERT_EQUAL(node_of("x")->users, 6);
    CU_ASSERT_EQUAL(node_of("raw")->users, 1);
    expect_argument("raw", 2, RG_ATOM, "it's: so");
    expect_argument("raw", 3, RG_ATOM, "a (b, c) d");
    rg_rename_node(graph, find("x"), "y");
    CU_ASSERT_PTR_NOT_NULL(strstr(written(false), "(args = (%y, tensor([[1., 2.],\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(written(false), "first line\nsecond: line, %bracket)"));
}

static void test_line_ends(void) {
    read_text("# c\r\ngraph():\r\n  %x : [num_users=1] = placeholder[target=x]\r\n  return x");
    add_node(graph->output, RG_GET_ATTR, rg_intern_text(module->symbols, "a.b"), tuple(0, NULL),
             rg_container(module, RG_DICT, NULL, 0), "a.b");
    expect_text(written(false),
                "# c\r\ngraph():\r\n  %x : [num_users=1] = placeholder[target=x]\r\n"
                "  %a_b : [num_users=0] = get_attr[target=a.b]\r\n  return x");
}

static void test_header(void) {
    const rg_source *source = read_file("tests/graphs_text", "torch_1.7.fx");
    CU_ASSERT_PTR_NOT_NULL_FATAL(read_bytes("f", source->text, source->length));
    CU_ASSERT_STRING_EQUAL(rg_node_target(graph, find("input_1")), "input");
    rg_value none = rg_container(module, RG_DICT, NULL, 0);
    rg_node_id id =
        add_node(find("linear_weight"), RG_PLACEHOLDER, rg_intern_text(module->symbols, "extra"),
                 tuple(0, NULL), none, "extra");
    add_node(graph->output, RG_GET_ATTR, rg_intern_text(module->symbols, "c"), tuple(0, NULL), none,
             "c");
    rg_set_annotation(graph, id, rg_intern_text(module->symbols, "f32[2]"));
    static const char head[] = "graph(x, input, bb: typing.Tuple[int, torch.Tensor], extra):\n";
    CU_ASSERT_EQUAL(strncmp(written(false), head, strlen(head)), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(written(false), "    %c : [#users=0] = self.c\n    return"));
}

static void test_user_warning(void) {
    read_text("graph():\n    %x : [num_users=3] = placeholder[target=x]\n    return x\n");
    expect_message("test.fx:2:5: warning: %x prints num_users=3, but 1 nodes use it");
    CU_ASSERT_EQUAL(diagnostics.errors, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(written(false), "num_users=3"));
    CU_ASSERT_PTR_NOT_NULL(strstr(written(true), "num_users=1"));
}

/* ---- large texts */

/* A graph whose second node has `args` in its tuple. */
static bool read_arguments(const char *args) {
    rg_text text = rg_text_new(arena);
    rg_text_puts(&text, "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %y : "
                        "[num_users=1] = call_function[target=f](args = (");
    rg_text_puts(&text, args);
    rg_text_puts(&text, "), kwargs = {})\n    return y\n");
    const char *whole = rg_text_string(&text);
    if (!read_bytes("f", whole, strlen(whole)))
        return false;
    CU_ASSERT_TRUE(strcmp(written(false), whole) == 0);
    CU_ASSERT_TRUE(strcmp(written(true), whole) == 0);
    return true;
}

static char *repeat(const char *text, size_t count) {
    size_t length = strlen(text);
    char *all = rg_alloc(arena, length * count + 1);
    for (size_t i = 0; i < count; i++)
        memcpy(all + i * length, text, length);
    return all;
}

static void test_long_lines(void) {
    CU_ASSERT_TRUE(read_arguments(rg_format(arena, "%%x, %s", repeat("a", 1 << 20))));
    CU_ASSERT_TRUE(read_arguments(rg_format(arena, "%%x, %s1", repeat("17, ", 300000))));
    CU_ASSERT_TRUE(read_arguments(rg_format(arena, "%%x, %s)", repeat("-(", 300))));
    CU_ASSERT_EQUAL(rg_value_kind(node_of("y")->args), RG_OPAQUE);
}

static void test_deep_text(void) {
    const char *open = repeat("[", RG_MAX_NESTING - 1), *close = repeat("]", RG_MAX_NESTING - 1);
    CU_ASSERT_TRUE(read_arguments(rg_format(arena, "%s%%x%s,", open, close)));
    CU_ASSERT_FALSE(read_arguments(rg_format(arena, "[%s%%x%s],", open, close)));
    expect_message("f:3:1057: error: more than 1000 brackets within brackets");
    CU_ASSERT_FALSE(read_arguments(repeat("(", 100000)));
    CU_ASSERT_FALSE(
        read_arguments(rg_format(arena, "%s%s,", repeat("{a: ", 100000), repeat("}", 100000))));
}

static void test_many_nodes(void) {
    enum { NODES = 100000 };
    rg_text text = rg_text_new(arena);
    rg_text_puts(&text, "graph():\n    %n_0 : [num_users=1] = placeholder[target=n_0]");
    for (int i = 1; i < NODES; i++)
        rg_text_printf(&text,
                       "\n    %%n_%d : [num_users=1] = call_function[target=torch.relu](args = "
                       "(%%n_%d,), kwargs = {})",
                       i, i - 1);
    rg_text_printf(&text, "\n    return n_%d", NODES - 1);
    const char *whole = rg_text_string(&text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(read_bytes("f", whole, strlen(whole)));
    CU_ASSERT_EQUAL(graph->nodes.count, NODES + 1);
    CU_ASSERT_TRUE(strcmp(written(true), whole) == 0);
    CU_ASSERT_STRING_EQUAL(messages(), "");
}

/* ---- */

static const struct {
    const char *name;
    void (*test)(void);
} tests[] = {
    {"files are written as they were read", test_files},
    {"plain and annotated files", test_forms},
    {"bad files are refused", test_refusals},
    {"values of plain text", test_plain_values},
    {"values of annotated text", test_annotated_values},
    {"values that stay text", test_opaque},
    {"line ends", test_line_ends},
    {"parameters in the header", test_header},
    {"wrong user counts are warned of", test_user_warning},
    {"long lines", test_long_lines},
    {"deep text", test_deep_text},
    {"many nodes", test_many_nodes},
};

void rg_add_graph_text_tests(CU_pSuite suite) {
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        CU_add_test(suite, tests[i].name, tests[i].test);
}
