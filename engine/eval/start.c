/* How evaluation begins in a run, and with a graph. */
#include "../base/kept_json.h"
#include "budget.h"
#include "sizes.h"
#include "start.h"

void rg_eval_start(rg_run *run) {
    run->eval.extern_cache = rg_keep_json(run->arenas.module, json_object());
    run->eval.scrap = rg_keep_json(run->arenas.module, json_array());
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
