/* How evaluation begins in a run, and with a graph. */
#include "budget.h"
#include "sizes.h"
#include "start.h"

static void release_json(void *slot) {
    json_decref(*(json_t **)slot);
}

/* Keeps a value for as long as the arena, which has its place before the value is made. */
static json_t *keep_json(rg_arena *arena, json_t *make(void)) {
    json_t **slot = rg_alloc(arena, sizeof *slot);
    rg_arena_defer(arena, release_json, slot);
    *slot = make();
    if (!*slot)
        rg_out_of_memory(arena);
    return *slot;
}

void rg_eval_start(rg_run *run) {
    run->eval.extern_cache = keep_json(run->arenas.module, json_object);
    run->eval.scrap = keep_json(run->arenas.module, json_array);
    rg_renew_budget(run);
    run->eval.deepest = RG_SHALLOW;
    rg_read_size_facts(run);
    run->matching.bindings = rg_alloc_array(run->arenas.run, run->ruleset->most_bindings,
                                            sizeof *run->matching.bindings);
}

void rg_eval_begin(rg_run *run) {
    rg_evaluation *eval = &run->eval;
    eval->size_nodes.count = eval->size_sources.count = eval->placeholder_index.count =
        eval->outputs_index.count = eval->returned.count = 0;
    eval->outputs_indexed = 0;
    eval->placeholders.made = eval->get_attrs.made = false;
    run->memory.sizes = eval->sizes;
}
