/* A run: how it begins and ends, and how it begins with a graph. Each room has a function for its
 * own struct; the lists of them are here. */
#include "run.h"
#include "../calls/callees.h"
#include "../eval/start.h"
#include "../effects/bodies.h"
#include "../effects/effects.h"
#include "../memory/storage.h"
#include "making/build.h"
#include "passes/pass.h"
#include "sweep.h"

void rg_begin_graph(rg_run *run, rg_graph *graph) {
    run->graph = graph;
    run->current = RG_NO_NODE;
    rg_calls_begin(run);
    rg_memory_begin(&run->memory, graph);
    rg_forget_effect(run);
    rg_eval_begin(run);
    rg_sweep_begin(run);
    rg_making_begin(run);
}

static void start(rg_run *run, rg_arena *tables, rg_arena *scratch) {
    run->arenas = (rg_arenas){.module = run->module->arena, .run = tables, .scratch = scratch};
    run->memory.arena = tables;
    run->memory.scratch = scratch;
    run->watch.observer = run->options->observer;
    run->current = RG_NO_NODE;
    rg_calls_start(run);
    rg_eval_start(run);
    rg_graphs_start(run);
    rg_forget_effect(run);
}

bool rg_rewrite(const rg_ruleset *ruleset, rg_module *module, const rg_rewrite_options *options,
                rg_diagnostics *diagnostics, json_t **metadata) {
    rg_run *run = rg_alloc(module->arena, sizeof *run);
    rg_inner_arena *tables = rg_arena_within(module->arena);
    rg_inner_arena *scratch = rg_arena_within(module->arena);
    run->ruleset = ruleset;
    run->module = module;
    run->options = options;
    run->errors.diagnostics = diagnostics;
    run->pass.all_metadata = *metadata = json_object();
    if (!*metadata)
        rg_out_of_memory(module->arena);
    start(run, tables->arena, scratch->arena);
    bool done = rg_try(run, rg_run_passes, NULL, NULL);
    rg_inner_arena_free(tables);
    rg_inner_arena_free(scratch);
    return done && diagnostics->errors == 0;
}
