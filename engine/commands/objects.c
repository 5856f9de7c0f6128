/* Graphs and results of the library as parts of a command's arena, which releases them however the
 * command ends. */
#include <setjmp.h>

#include "commands.h"

static void release_graph(void *graph) {
    regraft_graph_free(graph);
}

regraft_graph *rg_keep_graph(rg_arena *arena, regraft_graph *graph) {
    if (!graph)
        rg_out_of_memory(arena);
    rg_arena_defer(arena, release_graph, graph);
    return graph;
}

static void release_result(void *result) {
    regraft_result_free(result);
}

/* ---------------------------------------------------------------- what the engine calls */

/* The engine is between the command and what it calls: a lack of memory there must not jump over
 * it. So it is noted, and acted on when the run has ended. */
typedef struct calling {
    rg_arena *arena;
    const regraft_options *options; /* of the command */
    bool lacking;
} calling;

typedef struct message {
    const regraft_event *event; /* NULL: a pass has ended */
    regraft_result *result;
    const char *pass;
    double seconds;
} message;

static void pass_on(calling *c, const message *told) {
    jmp_buf failure;
    if (c->lacking)
        return;
    jmp_buf *before = rg_arena_on_failure(c->arena, &failure);
    if (setjmp(failure) != 0)
        c->lacking = true;
    else if (told->event)
        c->options->observer->tell(c->options->observer->context, told->event);
    else
        c->options->after_pass(c->options->after_pass_context, told->result, told->pass,
                               told->seconds);
    rg_arena_on_failure(c->arena, before);
}

static void tell(void *context, const regraft_event *event) {
    pass_on(context, &(message){.event = event});
}

static void after_pass(void *context, regraft_result *result, const char *pass, double seconds) {
    pass_on(context, &(message){NULL, result, pass, seconds});
}

static bool is_lacking(void *context) {
    return ((const calling *)context)->lacking;
}

regraft_result *rg_run_owned(rg_arena *arena, rg_arena *owner, const regraft_rules *rules,
                             regraft_graph *graph, const regraft_options *options) {
    calling c = {arena, options, false};
    regraft_options changed = *options;
    regraft_observer observer = {&c, options->observer ? options->observer->events : 0, tell};
    changed.observer = options->observer ? &observer : NULL;
    changed.after_pass = options->after_pass ? after_pass : NULL;
    changed.after_pass_context = changed.cancelled_context = &c;
    changed.cancelled = is_lacking;
    regraft_result *result;
    regraft_run(rules, graph, &changed, &result);
    if (result)
        rg_arena_defer(owner, release_result, result);
    if (!result || c.lacking)
        rg_out_of_memory(arena);
    return result;
}
