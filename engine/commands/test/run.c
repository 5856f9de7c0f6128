/* Runs one test. Nothing is shared with other tests but the loaded rules. */
#include <string.h>
#include <time.h>

#include "test.h"

typedef struct watching {
    rg_outcome *outcome;
    const regraft_observer *other; /* NULL: none */
} watching;

/* ---------------------------------------------------------------- which rules fire */

static void count_rule(rg_outcome *outcome, const regraft_event *event) {
    rg_fired *fired = outcome->fired.data;
    for (size_t i = 0; i < outcome->fired.count; i++)
        if (strcmp(fired[i].rule, event->rule) == 0 && strcmp(fired[i].pass, event->pass) == 0) {
            fired[i].count++;
            return;
        }
    rg_fired *one = rg_array_push(outcome->arena, &outcome->fired, sizeof *one);
    *one = (rg_fired){rg_copy_text(outcome->arena, event->pass, strlen(event->pass)),
                      rg_copy_text(outcome->arena, event->rule, strlen(event->rule)), 1};
}

static void watch(void *context, const regraft_event *event) {
    watching *w = context;
    if (event->kind == REGRAFT_APPLIED)
        count_rule(w->outcome, event);
    if (w->other && w->other->events & REGRAFT_EVENT(event->kind))
        w->other->tell(w->other->context, event);
}

/* ---------------------------------------------------------------- the run */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The graph's text with so many line ends before it that messages show its place in the file. */
static regraft_status read_graph(const rg_test *test, rg_outcome *outcome, regraft_graph **graph) {
    rg_text text = rg_text_new(outcome->arena);
    if (test->path)
        return regraft_graph_read(test->path, graph);
    for (size_t line = 1; line < test->graph_line; line++)
        rg_text_putc(&text, '\n');
    rg_text_add(&text, test->graph, test->graph_length);
    return regraft_graph_parse(test->file->path, rg_text_string(&text), rg_text_length(&text),
                               graph);
}

static const char *keep(const rg_outcome *outcome, const char *text) {
    if (!text)
        rg_out_of_memory(outcome->arena);
    return rg_copy_text(outcome->arena, text, strlen(text));
}

static void keep_messages(rg_outcome *outcome, regraft_report *report) {
    const char *text = keep(outcome, regraft_report_text(report, false));
    const char *before = outcome->messages ? outcome->messages : "";
    outcome->messages = rg_format(outcome->arena, "%s%s", before, text);
}

static void keep_graph(rg_outcome *outcome, regraft_graph *after) {
    size_t length;
    const char *text = regraft_graph_text(after, REGRAFT_AS_READ, &length);
    if (!text)
        rg_out_of_memory(outcome->arena);
    rg_trim(&text, &length);
    outcome->graph = rg_copy_text(outcome->arena, text, length);
}

static void run_graph(const rg_test *test, rg_outcome *outcome, regraft_graph *graph,
                      const regraft_observer *other, rg_arena *owner) {
    watching w = {outcome, other};
    regraft_observer observer = {&w, REGRAFT_EVENT(REGRAFT_APPLIED) | (other ? other->events : 0),
                                 watch};
    rg_facts facts = {outcome->arena, test->file->path, test->facts};
    regraft_options options = {
        .set = test->set.items,
        .set_count = test->set.count,
        .only = test->only.items,
        .only_count = test->only.count,
        .skip = test->skip.items,
        .skip_count = test->skip.count,
        .ask = test->facts ? rg_answer_from_facts : NULL,
        .ask_context = &facts,
        .observer = &observer,
        .in_place = true,
    };
    regraft_result *result = rg_run_owned(outcome->arena, owner, test->loaded, graph, &options);
    keep_messages(outcome, regraft_result_report(result));
    outcome->metadata = keep(outcome, regraft_result_metadata(result));
    regraft_graph *after = regraft_result_graph(result);
    outcome->ran = after != NULL;
    if (after)
        keep_graph(outcome, after);
    rg_check_outcome(test, outcome, after);
}

void rg_run_test(const rg_test *test, rg_outcome *outcome, const regraft_observer *observer) {
    double began = now();
    regraft_graph *graph;
    outcome->complaints = rg_text_new(outcome->arena);
    outcome->messages = outcome->graph = "";
    outcome->metadata = "{}";
    if (!test->loaded) {
        rg_text_puts(&outcome->complaints, "the rules have errors\n");
        return;
    }
    rg_inner_arena *own = rg_arena_within(outcome->arena);
    regraft_status status = read_graph(test, outcome, &graph);
    rg_keep_graph(own->arena, graph);
    keep_messages(outcome, regraft_graph_report(graph));
    if (status == REGRAFT_OK)
        run_graph(test, outcome, graph, observer, own->arena);
    else
        rg_check_outcome(test, outcome, NULL);
    rg_inner_arena_free(own);
    outcome->seconds = now() - began;
}
