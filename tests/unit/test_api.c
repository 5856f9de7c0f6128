/* Unit tests of the public API: engine/regraft.h and nothing else of the engine. */
#include "../../engine/regraft.h"

#include <CUnit/Basic.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory_faults.h"

void rg_add_api_suite(void);

static const char rule_file[] = "tests/cli/files/activation.rules";
static const char names_file[] = "tests/cli/files/names.rules";
static const char small[] = "graph():\n"
                            "    %x : [num_users=1] = placeholder[target=x]\n"
                            "    %gelu : [num_users=1] = call_function[target="
                            "torch.nn.functional.gelu](args = (%x,), kwargs = {})\n"
                            "    %to : [num_users=1] = call_method[target=to](args = (%gelu, cpu), "
                            "kwargs = {})\n"
                            "    return (to,)\n";
static const char rewritten[] = "graph():\n"
                                "    %x : [num_users=1] = placeholder[target=x]\n"
                                "    %relu : [num_users=1] = call_function[target=torch.relu]("
                                "args = (%x,), kwargs = {})\n"
                                "    %to : [num_users=1] = call_method[target=to](args = (%relu, "
                                "cpu), kwargs = {})\n"
                                "    return (to,)\n";

/* Loaded once: loading is slow, and a loaded set of rules does not change. */
static regraft_rules *activation, *names;

static regraft_rules *load(const char *path) {
    regraft_rules *rules = regraft_rules_new();
    if (rules && regraft_rules_load_operators(rules, "rules") == REGRAFT_OK &&
        regraft_rules_load(rules, path) == REGRAFT_OK)
        return rules;
    fputs(rules ? regraft_report_text(regraft_rules_report(rules), false) : "no memory\n", stdout);
    regraft_rules_free(rules);
    return NULL;
}

static int load_all(void) {
    activation = load(rule_file);
    names = load(names_file);
    return !activation || !names;
}

static int free_all(void) {
    regraft_rules_free(activation);
    regraft_rules_free(names);
    return 0;
}

static regraft_graph *parse(const char *text) {
    regraft_graph *graph;
    CU_ASSERT_EQUAL(regraft_graph_parse("small.fx", text, strlen(text), &graph), REGRAFT_OK);
    return graph;
}

/* ---- the parts one by one */

static void test_version(void) {
    CU_ASSERT_STRING_EQUAL(regraft_version(), REGRAFT_VERSION);
}

static void test_rules(void) {
    CU_ASSERT_EQUAL(regraft_rules_pass_count(activation), 1);
    CU_ASSERT_STRING_EQUAL(regraft_rules_pass_name(activation, 0), "activation");
    CU_ASSERT_PTR_NULL(regraft_rules_pass_name(activation, 1));
    CU_ASSERT_EQUAL(regraft_report_count(regraft_rules_report(activation)), 0);
    CU_ASSERT_PTR_NULL(regraft_report_at(regraft_rules_report(activation), 0));
    CU_ASSERT_STRING_EQUAL(regraft_report_text(regraft_rules_report(activation), true), "");
}

static void test_wrong_rules(void) {
    regraft_rules *rules = regraft_rules_new();
    regraft_graph *graph = parse(small);
    regraft_result *result;
    CU_ASSERT_EQUAL(regraft_rules_load(rules, "no/such.rules"), REGRAFT_INVALID);
    CU_ASSERT_EQUAL(regraft_rules_load(rules, names_file), REGRAFT_OK);
    regraft_report *report = regraft_rules_report(rules);
    CU_ASSERT_EQUAL_FATAL(regraft_report_count(report), 1);
    CU_ASSERT_EQUAL(regraft_report_errors(report), 1);
    CU_ASSERT_EQUAL(regraft_report_warnings(report), 0);
    const regraft_diagnostic *diagnostic = regraft_report_at(report, 0);
    CU_ASSERT_EQUAL(diagnostic->severity, REGRAFT_ERROR);
    CU_ASSERT_PTR_NULL(diagnostic->path);
    CU_ASSERT_PTR_NOT_NULL(strstr(diagnostic->message, "no/such.rules"));
    CU_ASSERT_EQUAL(regraft_run(rules, graph, NULL, &result), REGRAFT_INVALID);
    CU_ASSERT_PTR_NULL(regraft_result_graph(result));
    CU_ASSERT_STRING_EQUAL(regraft_result_metadata(result), "{}");
    CU_ASSERT_EQUAL(regraft_report_errors(regraft_result_report(result)), 1);
    regraft_result_free(result);
    regraft_graph_free(graph);
    regraft_rules_free(rules);
}

static void test_wrong_graph(void) {
    regraft_graph *graph;
    regraft_result *result;
    CU_ASSERT_EQUAL(regraft_graph_parse("bad.fx", "graph(): \nhello", 15, &graph), REGRAFT_INVALID);
    CU_ASSERT_PTR_NOT_NULL_FATAL(graph);
    const regraft_diagnostic *diagnostic = regraft_report_at(regraft_graph_report(graph), 0);
    CU_ASSERT_PTR_NOT_NULL_FATAL(diagnostic);
    CU_ASSERT_STRING_EQUAL(diagnostic->path, "bad.fx");
    CU_ASSERT_EQUAL(diagnostic->line, 2);
    const char *text = regraft_report_text(regraft_graph_report(graph), false);
    CU_ASSERT_EQUAL(strncmp(text, "bad.fx:2:", 9), 0);
    CU_ASSERT_PTR_NULL(regraft_graph_text(graph, REGRAFT_AS_READ, NULL));
    CU_ASSERT_EQUAL(regraft_graph_node_count(graph), 0);
    CU_ASSERT_EQUAL(regraft_run(activation, graph, NULL, &result), REGRAFT_INVALID);
    regraft_result_free(result);
    regraft_graph_free(graph);
    CU_ASSERT_EQUAL(regraft_graph_read("no/such.fx", &graph), REGRAFT_INVALID);
    CU_ASSERT_EQUAL(regraft_report_errors(regraft_graph_report(graph)), 1);
    regraft_graph_free(graph);
}

static void test_forms(void) {
    regraft_graph *graph;
    size_t length;
    CU_ASSERT_EQUAL_FATAL(regraft_graph_read("tests/cli/files/small.fx", &graph), REGRAFT_OK);
    CU_ASSERT_EQUAL(regraft_graph_node_count(graph), 4);
    char *as_read = strdup(regraft_graph_text(graph, REGRAFT_AS_READ, &length));
    CU_ASSERT_EQUAL(strlen(as_read), length);
    CU_ASSERT_STRING_EQUAL(regraft_graph_text(graph, REGRAFT_PLAIN, NULL), small);
    CU_ASSERT_STRING_EQUAL(regraft_graph_text(graph, REGRAFT_ANNOTATED, NULL), as_read);
    free(as_read);
    regraft_graph_free(graph);
}

/* ---- runs */

static void test_copy(void) {
    regraft_graph *graph = parse(small), *after;
    regraft_result *result;
    CU_ASSERT_EQUAL_FATAL(regraft_run(activation, graph, NULL, &result), REGRAFT_OK);
    after = regraft_result_graph(result);
    CU_ASSERT_STRING_EQUAL(regraft_graph_text(after, REGRAFT_AS_READ, NULL), rewritten);
    CU_ASSERT_STRING_EQUAL(regraft_graph_text(graph, REGRAFT_AS_READ, NULL), small);
    CU_ASSERT_STRING_EQUAL(regraft_result_metadata(result),
                           "{\n  \"activation\": {\n    \"activations\": 1\n  }\n}");
    const char *diff = regraft_graph_diff(graph, after, "old", "new", false, NULL);
    CU_ASSERT_EQUAL(strncmp(diff, "--- old\n+++ new\n", 16), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(diff, "activation.rules:8 gelu\n"));
    CU_ASSERT_STRING_EQUAL(regraft_graph_diff(graph, graph, "old", "new", false, NULL), "");
    regraft_result_free(result);
    regraft_graph_free(graph);
}

static void test_in_place(void) {
    regraft_graph *graph = parse(small);
    regraft_result *result;
    regraft_options options = {.in_place = true};
    CU_ASSERT_EQUAL(regraft_run(activation, graph, &options, &result), REGRAFT_OK);
    CU_ASSERT_PTR_EQUAL(regraft_result_graph(result), graph);
    regraft_result_free(result);
    CU_ASSERT_STRING_EQUAL(regraft_graph_text(graph, REGRAFT_AS_READ, NULL), rewritten);
    regraft_graph_free(graph);
}

static void test_in_place_failing(void) {
    static const char *const settings[] = {"to=no_such_operator"};
    regraft_graph *graph = parse(small);
    regraft_result *result;
    regraft_options options = {.in_place = true, .set = settings, .set_count = 1};
    CU_ASSERT_EQUAL(regraft_run(activation, graph, &options, &result), REGRAFT_INVALID);
    const char *text = regraft_report_text(regraft_result_report(result), false);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(text, "small.fx:3:5: error: pass activation, rule gelu, node %gelu"));
    CU_ASSERT_PTR_NULL(regraft_result_graph(result));
    regraft_result_free(result);
    CU_ASSERT_PTR_NULL(regraft_graph_text(graph, REGRAFT_AS_READ, NULL));
    CU_ASSERT_EQUAL(regraft_run(activation, graph, NULL, &result), REGRAFT_INVALID);
    regraft_result_free(result);
    regraft_graph_free(graph);
}

static void test_options(void) {
    static const char *const settings[] = {"to=tanh"}, *const passes[] = {"activation"};
    regraft_graph *graph = parse(small);
    regraft_result *result;
    regraft_options options = {.set = settings, .set_count = 1, .only = passes, .only_count = 1};
    CU_ASSERT_EQUAL(regraft_run(activation, graph, &options, &result), REGRAFT_OK);
    const char *text = regraft_graph_text(regraft_result_graph(result), REGRAFT_AS_READ, NULL);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "target=torch.tanh"));
    regraft_result_free(result);
    options.skip = passes;
    options.skip_count = 1;
    CU_ASSERT_EQUAL(regraft_run(activation, graph, &options, &result), REGRAFT_OK);
    CU_ASSERT_STRING_EQUAL(regraft_result_metadata(result), "{}");
    regraft_result_free(result);
    regraft_graph_free(graph);
}

static void test_only_rule(void) {
    regraft_graph *graph = parse(small);
    regraft_result *result;
    regraft_options options = {.only_rule = "gelu"};
    CU_ASSERT_EQUAL(regraft_run(activation, graph, &options, &result), REGRAFT_OK);
    const char *text = regraft_graph_text(regraft_result_graph(result), REGRAFT_AS_READ, NULL);
    CU_ASSERT_STRING_EQUAL(text, rewritten);
    regraft_result_free(result);
    options.only_rule = "no_such_rule";
    CU_ASSERT_EQUAL(regraft_run(activation, graph, &options, &result), REGRAFT_OK);
    text = regraft_graph_text(regraft_result_graph(result), REGRAFT_AS_READ, NULL);
    CU_ASSERT_STRING_EQUAL(text, small);
    regraft_result_free(result);
    regraft_graph_free(graph);
}

static void test_trees(void) {
    static const char begin[] = "[[[\"activation\",\"";
    const char *trees = regraft_rules_trees(activation);
    CU_ASSERT_PTR_NOT_NULL_FATAL(trees);
    CU_ASSERT_EQUAL(strncmp(trees, begin, sizeof begin - 1), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(trees, "activation.rules\",8,[\"rule\",\"gelu\",false,"));
    CU_ASSERT_PTR_NOT_NULL(strstr(trees, "[\"match\",null,false,"));
}

static void test_chain(void) {
    regraft_graph *graph = parse(small);
    regraft_result *first, *second;
    CU_ASSERT_EQUAL_FATAL(regraft_run(activation, graph, NULL, &first), REGRAFT_OK);
    regraft_graph *middle = regraft_result_graph(first);
    CU_ASSERT_EQUAL_FATAL(regraft_run(activation, middle, NULL, &second), REGRAFT_OK);
    CU_ASSERT_STRING_EQUAL(regraft_graph_text(regraft_result_graph(second), REGRAFT_AS_READ, NULL),
                           rewritten);
    regraft_result_free(second);
    regraft_result_free(first);
    regraft_graph_free(graph);
}

/* ---- callbacks */

typedef struct host {
    const char *answer, *error; /* neither: says nothing */
    char asked[100];
    int calls;
} host;

static void ask(void *context, const char *name, const char *arguments, regraft_reply *reply) {
    host *self = context;
    self->calls++;
    snprintf(self->asked, sizeof self->asked, "%s%s", name, arguments);
    if (self->error)
        regraft_reply_error(reply, self->error);
    else if (self->answer)
        regraft_reply_answer(reply, self->answer);
}

/* Runs the rules that ask; the caller frees the result. */
static regraft_status run_asking(host *self, regraft_graph *graph, regraft_result **result) {
    regraft_options options = {.ask = ask, .ask_context = self};
    return regraft_run(names, graph, &options, result);
}

static void test_answer(void) {
    regraft_graph *graph = parse(small);
    regraft_result *result;
    host self = {.answer = "41"};
    CU_ASSERT_EQUAL(run_asking(&self, graph, &result), REGRAFT_OK);
    CU_ASSERT_STRING_EQUAL(self.asked, "number[\"to\"]");
    CU_ASSERT_EQUAL(self.calls, 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(regraft_result_metadata(result), "{\"to\": 41}"));
    regraft_result_free(result);
    regraft_graph_free(graph);
}

static void test_no_answer(void) {
    host selves[] = {{.error = "I will not tell"}, {.answer = "[1,"}, {.calls = 0}};
    static const char *const messages[] = {"I will not tell", "not JSON", "said nothing"};
    regraft_graph *graph = parse(small);
    regraft_result *result;
    for (size_t i = 0; i < 3; i++) {
        CU_ASSERT_EQUAL(run_asking(&selves[i], graph, &result), REGRAFT_INVALID);
        const char *text = regraft_report_text(regraft_result_report(result), false);
        CU_ASSERT_PTR_NOT_NULL(strstr(text, messages[i]));
        regraft_result_free(result);
    }
    CU_ASSERT_EQUAL(regraft_run(names, graph, NULL, &result), REGRAFT_INVALID);
    regraft_result_free(result);
    regraft_graph_free(graph);
}

static void look(void *context, regraft_result *result, const char *pass, double seconds) {
    int *calls = context;
    const char *text = regraft_graph_text(regraft_result_graph(result), REGRAFT_AS_READ, NULL);
    CU_ASSERT_STRING_EQUAL(pass, "activation");
    CU_ASSERT(seconds >= 0);
    CU_ASSERT_STRING_EQUAL(text, rewritten);
    CU_ASSERT_PTR_NOT_NULL(strstr(regraft_result_metadata(result), "\"activations\": 1"));
    ++*calls;
}

/* A chain of calls of that function of torch's. */
static void write_chain(const char *path, const char *function, int length) {
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("graph():\n    %n0 : \"f32[2]\" [num_users=1] = placeholder[target=n0]\n", file);
    for (int i = 1; i <= length; i++)
        fprintf(file,
                "    %%n%d : \"f32[2]\" [num_users=1] = call_function[target=torch.%s](args = "
                "(%%n%d,), kwargs = {})\n",
                i, function, i - 1);
    fprintf(file, "    return n%d", length);
    CU_ASSERT_EQUAL(fclose(file), 0);
}

static void append(const char *path) {
    FILE *file = fopen(path, "a");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("\n", file);
    CU_ASSERT_EQUAL(fclose(file), 0);
}

/* A large file stays where it is, and it is seen that it was changed; the text of a small one is
 * the graph's own. */
static void test_mapped(void) {
    static const int lengths[] = {10, 40000};
    for (int large = 0; large < 2; large++) {
        char path[] = "/tmp/regraft-test-XXXXXX";
        int file = mkstemp(path);
        CU_ASSERT_NOT_EQUAL_FATAL(file, -1);
        close(file);
        write_chain(path, "relu", lengths[large]);
        regraft_graph *mapped, *read;
        CU_ASSERT_EQUAL_FATAL(regraft_graph_map(path, &mapped), REGRAFT_OK);
        CU_ASSERT_EQUAL_FATAL(regraft_graph_read(path, &read), REGRAFT_OK);
        CU_ASSERT_FALSE(regraft_graph_file_changed(mapped));
        append(path);
        CU_ASSERT_EQUAL(regraft_graph_file_changed(mapped), large == 1);
        CU_ASSERT_FALSE(regraft_graph_file_changed(read));
        CU_ASSERT_STRING_EQUAL(regraft_graph_text(mapped, REGRAFT_AS_READ, NULL),
                               regraft_graph_text(read, REGRAFT_AS_READ, NULL));
        regraft_graph_free(mapped);
        regraft_graph_free(read);
        unlink(path);
    }
}

static void test_after_pass(void) {
    regraft_graph *graph = parse(small);
    regraft_result *result;
    int calls = 0;
    regraft_options options = {.after_pass = look, .after_pass_context = &calls};
    CU_ASSERT_EQUAL(regraft_run(activation, graph, &options, &result), REGRAFT_OK);
    CU_ASSERT_EQUAL(calls, 1);
    regraft_result_free(result);
    regraft_graph_free(graph);
}

/* ---- ending a run from outside */

typedef struct patience {
    int asked, most;
} patience;

static bool is_out_of_patience(void *context) {
    patience *left = context;
    return ++left->asked > left->most;
}

static void test_cancelled(void) {
    char path[] = "/tmp/regraft-XXXXXX";
    int file = mkstemp(path);
    CU_ASSERT_NOT_EQUAL_FATAL(file, -1);
    close(file);
    write_chain(path, "nn.functional.gelu", 20000);
    regraft_graph *graph;
    regraft_result *result;
    CU_ASSERT_EQUAL_FATAL(regraft_graph_read(path, &graph), REGRAFT_OK);
    patience patient = {0, 1000}, impatient = {0, 1};
    regraft_options options = {.cancelled = is_out_of_patience, .cancelled_context = &patient};
    CU_ASSERT_EQUAL(regraft_run(activation, graph, &options, &result), REGRAFT_OK);
    CU_ASSERT(patient.asked >= 4); /* once in 4096 nodes */
    regraft_result_free(result);
    options.cancelled_context = &impatient;
    CU_ASSERT_EQUAL(regraft_run(activation, graph, &options, &result), REGRAFT_INVALID);
    CU_ASSERT_EQUAL(impatient.asked, 2);
    const char *text = regraft_report_text(regraft_result_report(result), false);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "the run was stopped"));
    CU_ASSERT_PTR_NULL(regraft_result_graph(result));
    regraft_result_free(result);
    regraft_graph_free(graph);
    unlink(path);
}

/* ---- threads */

static void *run_often(void *wrong) {
    for (int i = 0; i < 50; i++) {
        regraft_graph *graph;
        regraft_result *result = NULL;
        if (regraft_graph_parse("small.fx", small, strlen(small), &graph) != REGRAFT_OK ||
            regraft_run(activation, graph, NULL, &result) != REGRAFT_OK ||
            strcmp(regraft_graph_text(regraft_result_graph(result), REGRAFT_AS_READ, NULL),
                   rewritten) != 0)
            ++*(int *)wrong;
        regraft_result_free(result);
        regraft_graph_free(graph);
    }
    return NULL;
}

static void test_threads(void) {
    pthread_t threads[4];
    int wrong[4] = {0};
    for (int i = 0; i < 4; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, run_often, &wrong[i]), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(wrong[i], 0);
}

/* ---- memory that runs out */

/* A small directory of rules, so that there are not too many allocations to fail. */
static void write_rules(char *directory, char *rules) {
    char path[200];
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(directory));
    snprintf(path, sizeof path, "mkdir %s/ops && cp %s %s/a.rules && cp %s %s/b.rules", directory,
             rule_file, directory, names_file, directory);
    CU_ASSERT_EQUAL_FATAL(system(path), 0);
    snprintf(path, sizeof path, "%s/ops/torch.ops", directory);
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("op aten::relu(Tensor self) -> Tensor\nop aten::gelu(Tensor self) -> Tensor\n"
          "functions relu\nspelling /torch\\.(?<name>\\w+)/ is aten::{name}\n",
          file);
    fclose(file);
    snprintf(rules, 100, "%s/x.pipeline", directory);
    file = fopen(rules, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("pipeline x\nuse \"a.rules\"\nuse \"b.rules\"\n", file);
    fclose(file);
}

/* Everything once; whether it could be done. Whatever fails must say that memory ran out. */
static bool do_everything(const char *directory, const char *rules_path) {
    regraft_rules *rules = regraft_rules_new();
    regraft_graph *graph = NULL;
    regraft_result *result = NULL;
    host self = {.answer = "41"};
    regraft_options options = {.ask = ask, .ask_context = &self};
    regraft_status status = rules ? REGRAFT_OK : REGRAFT_NO_MEMORY;
    bool texts = false;
    if (status == REGRAFT_OK)
        status = regraft_rules_load_operators(rules, directory);
    if (status == REGRAFT_OK)
        status = regraft_rules_load(rules, rules_path);
    if (status == REGRAFT_OK)
        status = regraft_rules_check(rules);
    if (status == REGRAFT_OK)
        status = regraft_graph_parse("small.fx", small, strlen(small), &graph);
    if (status == REGRAFT_OK)
        status = regraft_run(rules, graph, &options, &result);
    if (status == REGRAFT_OK) {
        regraft_graph *after = regraft_result_graph(result);
        texts = regraft_rules_trees(rules) && regraft_result_metadata(result) &&
                regraft_result_changes(result, NULL) &&
                regraft_graph_text(after, REGRAFT_AS_READ, NULL) &&
                regraft_graph_diff(graph, after, "a", "b", true, NULL);
    }
    CU_ASSERT_NOT_EQUAL(status, REGRAFT_INVALID);
    regraft_result_free(result);
    regraft_graph_free(graph);
    regraft_rules_free(rules);
    return texts;
}

static void test_no_memory(void) {
    char directory[] = "/tmp/regraft-XXXXXX", rules[100], command[200];
    bool done = false;
    long allowed = 0;
    write_rules(directory, rules);
    for (; !done && allowed < 20000; allowed++) {
        rg_test_fail_memory_after(allowed);
        done = do_everything(directory, rules);
    }
    rg_test_fail_memory_after(-1);
    CU_ASSERT(done);
    CU_ASSERT(allowed > 50);
    snprintf(command, sizeof command, "rm -r %s", directory);
    CU_ASSERT_EQUAL(system(command), 0);
}

void rg_add_api_suite(void) {
    CU_pSuite suite = CU_add_suite("api", load_all, free_all);
    CU_add_test(suite, "version", test_version);
    CU_add_test(suite, "rules", test_rules);
    CU_add_test(suite, "wrong rules", test_wrong_rules);
    CU_add_test(suite, "wrong graphs", test_wrong_graph);
    CU_add_test(suite, "forms of text", test_forms);
    CU_add_test(suite, "a run leaves the graph", test_copy);
    CU_add_test(suite, "a run in place", test_in_place);
    CU_add_test(suite, "a failing run in place", test_in_place_failing);
    CU_add_test(suite, "options", test_options);
    CU_add_test(suite, "only the rules of a name", test_only_rule);
    CU_add_test(suite, "the trees of rules", test_trees);
    CU_add_test(suite, "a run of a run's result", test_chain);
    CU_add_test(suite, "externs are answered", test_answer);
    CU_add_test(suite, "large files are mapped", test_mapped);
    CU_add_test(suite, "externs are not answered", test_no_answer);
    CU_add_test(suite, "after each pass", test_after_pass);
    CU_add_test(suite, "the host ends a run", test_cancelled);
    CU_add_test(suite, "threads share rules", test_threads);
    CU_add_test(suite, "each allocation fails once", test_no_memory);
}
