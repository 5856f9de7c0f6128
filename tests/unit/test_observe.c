/* Unit tests of the public API: watching runs, stopping them early, parts of rules, lints. */
#include "../../engine/regraft.h"

#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../engine/rule_text/rule_text.h"
#include "memory_faults.h"

void rg_add_observe_suite(void);

static const char planted[] = "tests/cli/files/planted/mistakes.rules";
static const char planted_graph[] = "tests/cli/files/planted/graph.fx";

static regraft_rules *load(const char *path) {
    regraft_rules *rules = regraft_rules_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(rules);
    CU_ASSERT_EQUAL_FATAL(regraft_rules_load_operators(rules, "rules"), REGRAFT_OK);
    CU_ASSERT_EQUAL(regraft_rules_load(rules, path), REGRAFT_OK);
    return rules;
}

static regraft_graph *read(const char *path) {
    regraft_graph *graph;
    CU_ASSERT_EQUAL_FATAL(regraft_graph_read(path, &graph), REGRAFT_OK);
    return graph;
}

/* ---------------------------------------------------------------- events */

typedef struct event_log {
    const char *node; /* only events at this node; NULL: all */
    char text[4000];
    size_t length;
    unsigned counts[REGRAFT_EVENT_COUNT];
    size_t last_application;
} event_log;

static void note(void *context, const regraft_event *event) {
    static const char *const names[] = {
        "tried",  "head",           "part",  "write",       "matched", "held",
        "guard",  "applied",        "block", "made",        "gone",    "changed",
        "clause", "clause refused", "taken", "alternative", "unsafe"};
    event_log *l = context;
    l->counts[event->kind]++;
    if (event->kind == REGRAFT_APPLIED || event->kind == REGRAFT_BLOCK)
        l->last_application = event->application;
    if (l->node && (!event->node || strcmp(event->node, l->node) != 0))
        return;
    l->length += (size_t)snprintf(l->text + l->length, sizeof l->text - l->length, "%s %s: %s\n",
                                  event->rule ? event->rule : "-", names[event->kind],
                                  regraft_event_reason(event));
}

static regraft_result *run(const regraft_rules *rules, regraft_graph *graph, event_log *l,
                           unsigned events) {
    regraft_observer observer = {l, events, note};
    regraft_options options = {.observer = l ? &observer : NULL};
    regraft_result *result;
    regraft_run(rules, graph, &options, &result);
    CU_ASSERT_PTR_NOT_NULL_FATAL(result);
    return result;
}

static void test_events(void) {
    regraft_rules *rules = load(planted);
    regraft_graph *graph = read(planted_graph);
    event_log l = {.node = "exp"};
    unsigned wanted = REGRAFT_EVENT(REGRAFT_TRIED) | REGRAFT_EVENT(REGRAFT_PART_REFUSED) |
                      REGRAFT_EVENT(REGRAFT_MATCHED) | REGRAFT_EVENT(REGRAFT_GUARD_REFUSED);
    regraft_result *result = run(rules, graph, &l, wanted);
    CU_ASSERT_STRING_EQUAL(
        l.text, "wrong_argument_name tried: \n"
                "wrong_argument_name part: no argument `devise` is given; there are: self\n"
                "single_use tried: \n"
                "single_use matched: \n"
                "single_use guard: `users(h) == 1` is false: users(h) is 2; %neg is used by %exp "
                "and output\n");
    CU_ASSERT_EQUAL(l.counts[REGRAFT_APPLIED], 0); /* not asked for */
    regraft_result_free(result);
    regraft_graph_free(graph);
    regraft_rules_free(rules);
}

static void test_no_difference(void) {
    static const char *const graphs[] = {"tests/graphs/llama_static_decode.fx",
                                         "tests/graphs/bert.fx"};
    regraft_rules *rules = load("rules/default.pipeline");
    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
        regraft_graph *graph = read(graphs[i]);
        event_log *l = calloc(1, sizeof *l);
        CU_ASSERT_PTR_NOT_NULL_FATAL(l);
        l->node = "no such node";
        regraft_result *plain = run(rules, graph, NULL, 0), *watched = run(rules, graph, l, ~0u);
        CU_ASSERT_STRING_EQUAL(
            regraft_graph_text(regraft_result_graph(plain), REGRAFT_AS_READ, NULL),
            regraft_graph_text(regraft_result_graph(watched), REGRAFT_AS_READ, NULL));
        CU_ASSERT_STRING_EQUAL(regraft_result_metadata(plain), regraft_result_metadata(watched));
        CU_ASSERT_EQUAL(l->counts[REGRAFT_APPLIED] + l->counts[REGRAFT_BLOCK], l->last_application);
        regraft_result_free(plain);
        regraft_result_free(watched);
        regraft_graph_free(graph);
        free(l);
    }
    regraft_rules_free(rules);
}

/* ---------------------------------------------------------------- fuel */

static size_t changed_lines(const regraft_rules *rules, size_t fuel) {
    regraft_graph *graph = read("tests/graphs/llama_static_decode.fx");
    regraft_options options = {.limited = true, .fuel = fuel};
    regraft_result *result;
    size_t lines = 0;
    CU_ASSERT_EQUAL_FATAL(regraft_run(rules, graph, &options, &result), REGRAFT_OK);
    const char *diff =
        regraft_graph_diff(graph, regraft_result_graph(result), "a", "b", false, NULL);
    for (const char *at = diff; at && *at; at++)
        lines += *at == '\n' && at[1] == '+';
    regraft_result_free(result);
    regraft_graph_free(graph);
    return lines;
}

static void test_fuel(void) {
    regraft_rules *rules = load("rules/device_rewriter.rules");
    CU_ASSERT_EQUAL(changed_lines(rules, 0), 0);
    CU_ASSERT_EQUAL(changed_lines(rules, 1), 2); /* the label and the changed line */
    CU_ASSERT_EQUAL(changed_lines(rules, 3), 4);
    CU_ASSERT_EQUAL(changed_lines(rules, 9), changed_lines(rules, 1000));
    regraft_rules_free(rules);
}

/* ---------------------------------------------------------------- parts, other texts, nodes */

static void test_parts(void) {
    regraft_rules *rules = load("rules/device_rewriter.rules");
    const regraft_part *part;
    size_t kinds[REGRAFT_BEGIN_END + 1] = {0};
    for (size_t i = 0; (part = regraft_rules_part_at(rules, i)); i++) {
        kinds[part->kind]++;
        CU_ASSERT_STRING_EQUAL(part->pass, "device_rewriter");
        if (part->kind == REGRAFT_GUARD)
            CU_ASSERT_STRING_EQUAL(part->text, "device_type(d) != device_type(target_device)");
    }
    CU_ASSERT_EQUAL(kinds[REGRAFT_PASS], 1);
    CU_ASSERT_EQUAL(kinds[REGRAFT_RULE], 1);
    CU_ASSERT_EQUAL(kinds[REGRAFT_GUARD], 1);
    CU_ASSERT_EQUAL(kinds[REGRAFT_CHOICE], 2);
    CU_ASSERT_EQUAL(kinds[REGRAFT_CLAUSE], 3);
    CU_ASSERT_EQUAL(kinds[REGRAFT_PARAM], 1);
    CU_ASSERT_PTR_NULL(regraft_rules_part_at(rules, regraft_rules_part_count(rules)));
    regraft_rules_free(rules);
}

static void test_replace(void) {
    static const char text[] = "pass other\nrule r {\n  match  _ = aten::relu(_)\n  count  n\n}\n";
    regraft_rules *rules = regraft_rules_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(rules);
    CU_ASSERT_EQUAL(regraft_rules_load_operators(rules, "rules"), REGRAFT_OK);
    CU_ASSERT_EQUAL(regraft_rules_replace(rules, planted, text, strlen(text)), REGRAFT_OK);
    CU_ASSERT_EQUAL(regraft_rules_load(rules, planted), REGRAFT_OK);
    CU_ASSERT_STRING_EQUAL(regraft_rules_pass_name(rules, 0), "other");
    CU_ASSERT_EQUAL(regraft_rules_lint(rules), REGRAFT_OK);
    regraft_rules_free(rules);
}

static void count_inputs(void *context, const regraft_node *node) {
    size_t *inputs = context;
    *inputs += node->input_count;
    CU_ASSERT_PTR_NULL(node->rule);
    CU_ASSERT(!node->is_new);
}

static void test_visit(void) {
    regraft_graph *graph = read(planted_graph);
    size_t inputs = 0;
    const char *body = NULL;
    CU_ASSERT_EQUAL(regraft_graph_visit(graph, &inputs, count_inputs), REGRAFT_OK);
    CU_ASSERT_EQUAL(inputs, 22); /* 12 edges between calls and inputs, 10 of the output */
    CU_ASSERT_STRING_EQUAL(regraft_graph_statement(graph, "w", &body),
                           "%w : [num_users=1] = placeholder[target=w]");
    CU_ASSERT_STRING_EQUAL(body, "");
    CU_ASSERT_PTR_NULL(regraft_graph_statement(graph, "nowhere", NULL));
    CU_ASSERT_STRING_EQUAL(regraft_graph_nearest(graph, "sigmod"), "sigmoid");
    CU_ASSERT_EQUAL(regraft_graph_format(graph), REGRAFT_ANNOTATED);
    regraft_graph_free(graph);
}

static void test_bodies(void) {
    regraft_graph *graph = read("tests/graphs/cond.fx");
    const char *body = NULL;
    CU_ASSERT_STRING_EQUAL(regraft_graph_statement(graph, "cond_true_1.cond_true_0.sin", &body),
                           "%sin : \"f32[3, 4][4, 1]cpu\" [num_users=1] = "
                           "call_method[target=sin](args = (%l_x__1,), kwargs = {})");
    CU_ASSERT_STRING_EQUAL(body, "cond_true_1.cond_true_0");
    CU_ASSERT_PTR_NULL(regraft_graph_statement(graph, "cond_false_1.sin", &body));
    CU_ASSERT_PTR_NULL(regraft_graph_statement(graph, "nowhere.sin", &body));
    CU_ASSERT_PTR_NULL(regraft_graph_statement(graph, "cond_true_1.", &body));
    CU_ASSERT_PTR_NOT_NULL(regraft_graph_statement(graph, "sin", &body));
    CU_ASSERT_STRING_EQUAL(body, "cond_true_1.cond_true_0");
    CU_ASSERT_STRING_EQUAL(regraft_graph_nearest(graph, "cond_false_1.mull"), "cond_false_1.mul");
    regraft_graph_free(graph);
}

/* ---------------------------------------------------------------- layout */

static const char *format(rg_arena *arena, const char *path, const char *text, size_t length) {
    rg_diagnostics diagnostics;
    rg_diagnostics_init(&diagnostics, arena);
    const rg_source *source = rg_source_new(arena, path, text, length);
    rg_ast *file = rg_parse_rules(arena, source, &diagnostics);
    rg_text out = rg_text_new(arena);
    if (!file || diagnostics.errors)
        return NULL;
    rg_format_rules(&out, source, file);
    return rg_text_string(&out);
}

/* Without its blanks and line ends: what formatting may change. */
static char *squeezed(rg_arena *arena, const char *text) {
    char *copy = rg_copy_text(arena, text, strlen(text)), *to = copy;
    for (; *text; text++)
        if (*text == '#') /* a comment: as it is, to the end of its line */
            while (*text && *text != '\n')
                *to++ = *text++;
    *to = '\0';
    return copy;
}

static void test_layout(void) {
    static const char *const files[] = {
        "tests/rule_errors/valid_kinds.rules",     "tests/rule_errors/valid_modules.rules",
        "tests/rule_errors/valid_operators.rules", "tests/rule_errors/valid_statements.rules",
        "tests/rule_errors/valid_words.rules",     "tests/rule_errors/valid_pipeline.pipeline",
        "rules/inplace_to_outofplace.rules",       "rules/ops/views.ops"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        rg_arena *arena = rg_arena_new();
        const rg_source *source = rg_source_read(arena, files[i]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(source);
        const char *once = format(arena, files[i], source->text, source->length);
        CU_ASSERT_PTR_NOT_NULL_FATAL(once);
        const char *twice = format(arena, files[i], once, strlen(once));
        CU_ASSERT_PTR_NOT_NULL_FATAL(twice);
        CU_ASSERT_STRING_EQUAL(once, twice);
        CU_ASSERT_STRING_EQUAL(squeezed(arena, source->text), squeezed(arena, once));
        rg_arena_free(arena);
    }
}

/* ---------------------------------------------------------------- memory */

static void ignore_neighbour(void *context, const char *node, const char *statement, bool matched) {
    (void)context, (void)node, (void)statement, (void)matched;
}

static void ask_all(void *context, const regraft_event *event) {
    (void)context;
    regraft_event_reason(event);
    regraft_event_subject(event);
    regraft_event_statement(event);
    if (event->kind == REGRAFT_MATCHED)
        regraft_event_neighbours(event, NULL, ignore_neighbour);
}

static void ignore_node(void *context, const regraft_node *node) {
    (void)context, (void)node;
}

static bool do_everything(const char *text, const char *graph_text) {
    regraft_rules *rules = regraft_rules_new();
    regraft_graph *graph = NULL;
    regraft_result *result = NULL;
    regraft_observer observer = {NULL, ~0u, ask_all};
    regraft_options options = {.observer = &observer, .shuffle = 7};
    regraft_status status = rules ? REGRAFT_OK : REGRAFT_NO_MEMORY;
    if (status == REGRAFT_OK)
        status = regraft_rules_replace(rules, planted, text, strlen(text));
    if (status == REGRAFT_OK)
        status = regraft_rules_load(rules, planted);
    if (status == REGRAFT_OK)
        status = regraft_rules_lint(rules);
    if (status == REGRAFT_OK)
        status = regraft_graph_parse("x.fx", graph_text, strlen(graph_text), &graph);
    if (status == REGRAFT_OK)
        status = regraft_run(rules, graph, &options, &result);
    if (status == REGRAFT_OK)
        status = regraft_graph_visit(regraft_result_graph(result), NULL, ignore_node);
    CU_ASSERT_NOT_EQUAL(status, REGRAFT_INVALID);
    regraft_result_free(result);
    regraft_graph_free(graph);
    regraft_rules_free(rules);
    return status == REGRAFT_OK;
}

static void test_no_memory(void) {
    static const char text[] =
        "pass p\n"
        "rule a {\n  match    h = torch.neg(x)\n           y = torch.exp(h)\n"
        "  where    users(h) == 1\n  rewrite  y = torch.sin(f(x))\n}\n"
        "rule b {\n  match    y = torch.exp(_)\n  set      y.meta[\"b\"] = 1\n"
        "}\nfn f(x: int | float) = x\nfn f(x) = x\n";
    static const char graph[] =
        "graph():\n    %x : [num_users=2] = placeholder[target=x]\n"
        "    %n : [num_users=1] = call_function[target=torch.neg](args = (%x,), kwargs = {})\n"
        "    %e : [num_users=1] = call_function[target=torch.exp](args = (%n,), kwargs = {})\n"
        "    %f : [num_users=1] = call_function[target=torch.exp](args = (%x,), kwargs = {})\n"
        "    return (e, f)\n";
    bool done = false;
    long allowed = 0;
    for (; !done && allowed < 20000; allowed++) {
        rg_test_fail_memory_after(allowed);
        done = do_everything(text, graph);
    }
    rg_test_fail_memory_after(-1);
    CU_ASSERT(done);
    CU_ASSERT(allowed > 50);
}

void rg_add_observe_suite(void) {
    CU_pSuite suite = CU_add_suite("watching", NULL, NULL);
    CU_add_test(suite, "events and their words", test_events);
    CU_add_test(suite, "watching changes nothing", test_no_difference);
    CU_add_test(suite, "fuel", test_fuel);
    CU_add_test(suite, "parts of rules", test_parts);
    CU_add_test(suite, "another text for a file", test_replace);
    CU_add_test(suite, "nodes", test_visit);
    CU_add_test(suite, "nodes of bodies", test_bodies);
    CU_add_test(suite, "layout", test_layout);
    CU_add_test(suite, "each allocation fails once", test_no_memory);
}
