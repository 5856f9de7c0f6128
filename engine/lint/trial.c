/* Running rules on a witness: a graph of a few nodes, in an arena of its own. */
#include "../base/kept_json.h"
#include "../graph_text/graph_text.h"
#include "lint.h"

#include <stdlib.h>
#include <string.h>

/* Far more than a graph of a few nodes has use for: applications, and steps of evaluation in one.
 */
enum { ENDLESS = 64, TRIAL_STEPS = 50000 };

typedef struct watching {
    rg_trial *trial;
    size_t count;
} watching;

static bool is_root(const rg_event *event) {
    return event->node != RG_NO_NODE &&
           strcmp(rg_node_name(event->run->graph, event->node), "root") == 0;
}

static void watch(void *context, const rg_event *event) {
    watching *w = context;
    enum { KEPT = sizeof w->trial->last / sizeof *w->trial->last };
    if (event->kind == RG_EVENT_MATCHED) {
        w->trial->matched |= is_root(event);
        return;
    }
    memmove(w->trial->last + 1, w->trial->last, (KEPT - 1) * sizeof *w->trial->last);
    w->trial->last[0] = event->rule;
    w->count++;
}

static json_t *no_answer(void *context, const char *name, json_t *arguments, rg_arena *arena,
                         const char **error) {
    (void)context, (void)arguments;
    *error = rg_format(arena, "a witness has no facts of %s", name);
    return NULL;
}

/* The text of the graph and the metadata. */
static const char *result_text(rg_arena *arena, rg_module *module, const json_t *metadata) {
    rg_text text = rg_text_new(arena);
    rg_write_module(&text, module, false);
    rg_text_puts(&text, rg_write_json(arena, metadata, JSON_SORT_KEYS));
    return rg_text_string(&text);
}

typedef struct kept_json {
    json_t *json; /* NULL: none yet */
} kept_json;

static void release_json(void *kept) {
    json_decref(((kept_json *)kept)->json);
}

rg_trial rg_try_witness(const rg_ruleset *ruleset, const rg_rule *rule, const rg_rule *only,
                        const rg_rule *preferred, const char *graph, rg_arena *arena) {
    rg_trial trial = {0};
    watching w = {&trial, 0};
    rg_diagnostics diagnostics;
    rg_observer observer = {&w, 1u << RG_EVENT_MATCHED | 1u << RG_EVENT_APPLIED, watch};
    const char *pass = rule->pass->name;
    rg_rewrite_options options = {
        .limits = {.eval_steps = TRIAL_STEPS, .fueled = true, .fuel = ENDLESS},
        .answer = no_answer,
        .only = &pass,
        .only_count = 1,
        .observer = &observer,
        .only_rule = only,
        .preferred = preferred};
    kept_json *metadata = rg_alloc(arena, sizeof *metadata);
    rg_arena_defer(arena, release_json, metadata);
    rg_diagnostics_init(&diagnostics, arena);
    const rg_source *source = rg_source_new(arena, "witness", graph, strlen(graph));
    rg_module *module = rg_read_module(arena, source, &diagnostics);
    if (!module)
        return trial;
    bool done = rg_rewrite(ruleset, module, &options, &diagnostics, &metadata->json);
    trial.failed = !done;
    trial.endless = done && w.count + 2 >= ENDLESS;
    trial.applied = trial.matched && w.count > 0;
    if (done)
        trial.graph = result_text(arena, module, metadata->json);
    for (const rg_diagnostic *d = diagnostics.first; d && !trial.message; d = d->next)
        if (d->severity == RG_ERROR)
            trial.message = d->message;
    return trial;
}
