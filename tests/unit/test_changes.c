/* Unit tests of regraft_result_changes() and of what else bindings to other languages ask for. */
#include "../../engine/regraft.h"

#include <CUnit/Basic.h>
#include <stdio.h>
#include <string.h>

void rg_add_changes_suite(void);

static regraft_rules *rules;

static int load_rules(void) {
    rules = regraft_rules_new();
    return !rules || regraft_rules_load_operators(rules, "rules") != REGRAFT_OK ||
           regraft_rules_load(rules, "rules/device_rewriter.rules") != REGRAFT_OK ||
           regraft_rules_load(rules, "rules/aliasing_output_rewrite.rules") != REGRAFT_OK ||
           regraft_rules_load(rules, "rules/inplace_to_outofplace.rules") != REGRAFT_OK;
}

static int free_rules(void) {
    regraft_rules_free(rules);
    return 0;
}

/* Runs the rules in place; the caller frees both. */
static regraft_status run(const char *text, regraft_graph **graph, regraft_result **result) {
    regraft_options options = {.in_place = true};
    CU_ASSERT_EQUAL_FATAL(regraft_graph_parse("g.fx", text, strlen(text), graph), REGRAFT_OK);
    return regraft_run(rules, *graph, &options, result);
}

/* The changes hold each of the texts, in this order. */
static void expect_changes(const char *text, const char *const *parts, size_t count) {
    regraft_graph *graph;
    regraft_result *result;
    size_t length = 0;
    CU_ASSERT_EQUAL_FATAL(run(text, &graph, &result), REGRAFT_OK);
    const char *changes = regraft_result_changes(result, &length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(changes);
    CU_ASSERT_EQUAL(length, strlen(changes));
    for (size_t i = 0; i < count; i++) {
        const char *found = strstr(changes, parts[i]);
        CU_ASSERT_PTR_NOT_NULL(found);
        if (found)
            changes = found + strlen(parts[i]);
        else
            printf("\nnot there: %s\nin: %s\n", parts[i], changes);
    }
    regraft_result_free(result);
    regraft_graph_free(graph);
}

#define EXPECT(text, ...)                                                                          \
    do {                                                                                           \
        static const char *const parts[] = {__VA_ARGS__};                                          \
        expect_changes(text, parts, sizeof parts / sizeof *parts);                                 \
    } while (0)

static void test_nothing(void) {
    EXPECT("graph():\n"
           "    %x : [num_users=1] = placeholder[target=x]\n"
           "    %y : [num_users=1] = call_function[target=torch.relu](args = (%x,), kwargs = {})\n"
           "    return (y,)\n",
           "\"graphs\":[]}");
}

/* A new node for a write, a reader that reads it, an output that got one more. */
static void test_write(void) {
    EXPECT("graph():\n"
           "    %x : [num_users=2] = placeholder[target=x]\n"
           "    %y : [num_users=2] = placeholder[target=y]\n"
           "    %add_ : [num_users=0] = call_method[target=add_](args = (%x, 1), kwargs = {})\n"
           "    %f : [num_users=1] = call_function[target=torch.cat](args = ([%x, %y, %x],), "
           "kwargs = {dim: 0})\n"
           "    return (f, y)\n",
           "{\"origins\":[[",
           "\"inplace_to_outofplace\",\"inplace\",\"rules/inplace_to_outofplace.",
           "\"graphs\":[{\"name\":\"\",\"erased\":[2],\"steps\":[",
           "[\"new\",5,3,\"call_method\",\"add\",\"x_modified\",[[\"node\",0],1,[\"tuple\",2]],"
           "[[\"dict\",0]],[\"root_input\",\"x\",[\"dict\",2]],null,",
           ",2],[\"inputs\",3,0,5],[\"edit\",4,\"output\",\"output\",[[\"node\",3],[\"node\",1],"
           "[\"node\",5],[\"tuple\",3],[\"tuple\",1]],[[\"dict\",0]],null,",
           "]]}]}");
}

/* Every kind of value, in postfix order; texts escaped. */
static void test_values(void) {
    EXPECT("graph():\n"
           "    %x : \"f32[2][1]cpu\" [num_users=1] = placeholder[target=x]\n"
           "    %f : [num_users=1] = call_function[target=my.own.f](args = (%x, None, True, -3, "
           "9007199254740993, 1.5, (3+4j), 'a\\x00\"\\\\', ..., Ellipsis, torch.float32, "
           "<thing 1>, slice(None, 2, %x), [], ((1,),), {'k': [2]}), "
           "kwargs = {device: device(type='cuda', index=1)})\n"
           "    return f\n",
           "[\"edit\",1,\"my.own.f\",\"f\",[[\"node\",0],null,true,-3,9007199254740993,"
           "[\"float\",\"1.5\"],[\"complex\",\"(3+4j)\"],\"a\\u0000\\u0022\\u005c\","
           "[\"text\",\"...\"],[\"ellipsis\"],[\"name\",\"torch.float32\"],"
           "[\"text\",\"<thing 1>\"],null,2,[\"node\",0],[\"slice\",3],[\"list\",0],1,"
           "[\"tuple\",1],[\"tuple\",1],\"k\",2,[\"list\",1],[\"dict\",2],[\"tuple\",16]],"
           "[\"device\",[\"device\",\"xla:0\"],[\"dict\",2]],null,");
}

/* Views taken again stand for the views that there were; nested graphs by their names. */
static void test_views_and_nested(void) {
    EXPECT(
        "graph():\n"
        "    %x : \"f32[2, 3][3, 1]cpu\" [num_users=3] = placeholder[target=x]\n"
        "    %v : \"f32[6][1]cpu\" [num_users=1] = call_method[target=view](args = (%x, -1), "
        "kwargs = {})\n"
        "    %add_ : \"f32[2, 3][3, 1]cpu\" [num_users=0] = call_method[target=add_](args = (%x, "
        "1), kwargs = {})\n"
        "    %body_0 : [num_users=1] = get_attr[target=body_0]\n"
        "    %mul : \"f32[6][1]cpu\" [num_users=1] = call_function[target=torch.mul](args = (%v, "
        "2), kwargs = {})\n"
        "    return (mul, body_0, x)\n"
        "\n"
        "graph body_0():\n"
        "    %a : \"f32[2][1]cpu\" [num_users=1] = placeholder[target=a]\n"
        "    %b : \"f32[2][1]cpu\" [num_users=1] = call_method[target=to](args = (%a, "
        "'cuda'), kwargs = {})\n"
        "    return (b,)\n",
        "{\"name\":\"\",\"erased\":[2],\"steps\":[[\"new\",6,3,\"call_method\",\"add\","
        "\"x_modified\",",
        ",2],[\"new\",7,4,", "\"f32[6][1]cpu\",", ",1],",
        "{\"name\":\"body_0\",\"erased\":[],\"steps\":[[\"edit\",1,\"to\",\"b\",[[\"node\",0],"
        "\"xla\",[\"tuple\",2]],");
}

/* A rule uses a call again that stands further down. */
static void test_moved(void) {
    regraft_rules *defaults = rules;
    rules = regraft_rules_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(rules);
    CU_ASSERT_EQUAL(regraft_rules_load_operators(rules, "rules"), REGRAFT_OK);
    CU_ASSERT_EQUAL(regraft_rules_load(rules, "tests/rules/reusing.rules"), REGRAFT_OK);
    EXPECT(
        "graph():\n"
        "    %x : \"f32[4][1]cpu\" [num_users=2] = placeholder[target=x]\n"
        "    %d : \"f32[4][1]cpu\" [num_users=1] = call_function[target=mylib.doubled](args = "
        "(%x,), kwargs = {})\n"
        "    %a : \"f32[4][1]cpu\" [num_users=1] = call_function[target=torch.relu](args = "
        "(%x,), kwargs = {})\n"
        "    return (d, a)\n",
        "\"erased\":[1],\"steps\":[[\"move\",2,3],[\"new\",4,3,\"call_function\",\"torch.add\",");
    regraft_rules_free(rules);
    rules = defaults;
}

static void test_failure(void) {
    regraft_graph *graph;
    regraft_result *result;
    CU_ASSERT_EQUAL(
        run("graph():\n"
            "    %x : \"f32[3][1]cpu\" [num_users=1] = placeholder[target=x]\n"
            "    %e : \"f32[2, 3][0, 1]cpu\" [num_users=1] = call_method[target=expand](args = "
            "(%x, "
            "2, 3), kwargs = {})\n"
            "    %add_ : \"f32[2, 3][0, 1]cpu\" [num_users=0] = call_method[target=add_](args = "
            "(%e, 1), kwargs = {})\n"
            "    return (e,)\n",
            &graph, &result),
        REGRAFT_INVALID);
    CU_ASSERT_PTR_NULL(regraft_result_changes(result, NULL));
    const regraft_diagnostic *first = regraft_report_at(regraft_result_report(result), 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(first);
    CU_ASSERT_STRING_EQUAL(first->pass, "inplace_to_outofplace");
    CU_ASSERT_STRING_EQUAL(first->node, "add_");
    regraft_result_free(result);
    regraft_graph_free(graph);
}

static void test_params(void) {
    CU_ASSERT_EQUAL(regraft_rules_param_count(rules), 1);
    CU_ASSERT_STRING_EQUAL(regraft_rules_param_name(rules, 0), "target_device");
    CU_ASSERT_PTR_NULL(regraft_rules_param_name(rules, 1));
}

void rg_add_changes_suite(void) {
    CU_pSuite suite = CU_add_suite("changes", load_rules, free_rules);
    CU_add_test(suite, "none", test_nothing);
    CU_add_test(suite, "a write", test_write);
    CU_add_test(suite, "values", test_values);
    CU_add_test(suite, "views and nested graphs", test_views_and_nested);
    CU_add_test(suite, "a call that is moved", test_moved);
    CU_add_test(suite, "none of a failed run", test_failure);
    CU_add_test(suite, "parameters", test_params);
}
