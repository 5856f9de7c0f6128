/* Rules on graphs. The input is a graph, for the default pipeline; or rules, a line `====`, and a
 * graph: then the rules run after the default pipeline where they begin with `# after`, and else
 * alone. */
#include "fuzz.h"

#include "../../engine/graph_text/graph_text.h"

#include <pthread.h>

/* ---------------------------------------------------------------- a run */

/* What a run came to. */
typedef struct outcome {
    regraft_rules *rules;
    const char *graph_text;
    size_t graph_length;
    regraft_graph *graph;
    regraft_result *result;
    regraft_status status;
} outcome;

enum { STEPS_PER_NODE = 20 };

static void run(outcome *o) {
    regraft_options options = {.steps_per_node = STEPS_PER_NODE};
    o->status = regraft_graph_parse("input.fx", o->graph_text, o->graph_length, &o->graph);
    if (o->status == REGRAFT_OK)
        o->status = regraft_run(o->rules, o->graph, &options, &o->result);
}

static void *run_in_thread(void *context) {
    run(context);
    return NULL;
}

static void release(outcome *o) {
    regraft_result_free(o->result);
    regraft_graph_free(o->graph);
}

/* All that a run says, on which two runs must agree. */
static rg_text describe(rg_arena *arena, outcome *o) {
    rg_text text = rg_text_new(arena);
    rg_text_printf(&text, "%d\n", (int)o->status);
    if (!o->result)
        return text;
    rg_text_puts(&text, regraft_report_text(regraft_result_report(o->result), false));
    rg_text_puts(&text, regraft_result_metadata(o->result));
    regraft_graph *graph = regraft_result_graph(o->result);
    if (!graph)
        return text;
    size_t length = 0;
    const char *written = regraft_graph_text(graph, REGRAFT_AS_READ, &length);
    rg_text_add(&text, written, length);
    rg_text_puts(&text, regraft_result_changes(o->result, NULL));
    return text;
}

/* ---------------------------------------------------------------- properties of one run */

/* Without Python types, which changes do not tell. */
static rg_text statements(rg_arena *arena, const rg_module *module) {
    rg_text text = rg_text_new(arena);
    for (size_t i = 0; i < module->graph_count; i++) {
        rg_graph *graph = module->graphs[i];
        for (size_t extra = 0; extra < graph->extras.count; extra++)
            ((rg_extra *)graph->extras.data)[extra].type = 0;
        for (rg_node_id id = graph->first; id != RG_NO_NODE; id = rg_node_at(graph, id)->next) {
            rg_write_node(&text, graph, id, true);
            rg_text_putc(&text, '\n');
        }
    }
    return text;
}

static void release_json(void *json) {
    json_decref(json);
}

/* The changes, applied to the graph that was given, give the graph that the run gave. */
static void check_changes(rg_arena *arena, outcome *o) {
    size_t length = 0;
    rg_diagnostics diagnostics;
    const char *changes = regraft_result_changes(o->result, &length);
    json_t *read = json_loadb(changes, length, JSON_ALLOW_NUL, NULL);
    if (!read) /* texts that are not UTF-8 */
        return;
    rg_arena_defer(arena, release_json, read);
    rg_diagnostics_init(&diagnostics, arena);
    const rg_source *source = rg_source_new(arena, "input.fx", o->graph_text, o->graph_length);
    rg_module *module = rg_read_module(arena, source, &diagnostics);
    if (!module)
        fuzz_fail("a graph can be read again");
    fuzz_apply_changes(module, read);
    rg_text applied = statements(arena, module);
    rg_text printed = statements(arena, regraft_result_graph(o->result)->module);
    fuzz_expect_same("changes applied to the graph give the printed graph", &printed, &applied);
}

static regraft_graph *read_again(const char *text, size_t length, const char *what) {
    regraft_graph *again = NULL;
    if (regraft_graph_parse("again.fx", text, length, &again) == REGRAFT_INVALID)
        fuzz_fail("%s can be read:\n%s\n----\n%s", what, text,
                  regraft_report_text(regraft_graph_report(again), false));
    return again;
}

/* What is written is a graph, in the form it was read in and in the annotated one. */
static void check_written(outcome *o) {
    size_t length = 0;
    regraft_graph *graph = regraft_result_graph(o->result);
    const char *text = regraft_graph_text(graph, REGRAFT_AS_READ, &length);
    regraft_graph_free(read_again(text, length, "a rewritten graph"));
    text = regraft_graph_text(graph, REGRAFT_ANNOTATED, &length);
    regraft_graph_free(read_again(text, length, "the annotated form of a rewritten graph"));
}

/* ---------------------------------------------------------------- the input */

#define SEPARATOR "\n====\n"

static bool load_rules(regraft_rules *rules, const fuzz_input *input, outcome *o) {
    const char *text = rg_copy_text(input->arena, input->text, input->length);
    const char *separator = strstr(text, SEPARATOR);
    *rules = (regraft_rules){.arena = input->arena};
    rg_init_report(&rules->report, input->arena);
    rules->ruleset = fuzz_ruleset(input->arena, !separator || strncmp(text, "# after", 7) == 0);
    *o = (outcome){.rules = rules, .graph_text = text, .graph_length = input->length};
    if (!separator)
        return true;
    o->graph_text = separator + strlen(SEPARATOR);
    o->graph_length = input->length - (size_t)(o->graph_text - text);
    return fuzz_load(rules->ruleset, ".rules", text, (size_t)(separator + 1 - text),
                     &rules->report.diagnostics);
}

void fuzz_run(const fuzz_input *input) {
    regraft_rules rules;
    outcome here;
    pthread_t thread;
    if (!load_rules(&rules, input, &here))
        return;
    outcome there = here;
    bool both = pthread_create(&thread, NULL, run_in_thread, &there) == 0;
    run(&here);
    if (both)
        pthread_join(thread, NULL);
    if (both && here.status != REGRAFT_NO_MEMORY && there.status != REGRAFT_NO_MEMORY) {
        rg_text first = describe(input->arena, &here), second = describe(input->arena, &there);
        fuzz_expect_same("runs in two threads agree", &first, &second);
    }
    release(&there);
    if (here.status == REGRAFT_OK) {
        check_written(&here);
        check_changes(input->arena, &here);
    }
    release(&here);
}
