/* A run begins, and begins with a graph. */
#include "run.h"
#include "../calls/callees.h"
#include "../eval/builtins.h"
#include "../memory/effects.h"
#include "../memory/storage.h"
#include "apply.h"
#include "making/build.h"
#include "sweep.h"

void rg_begin_graph(rg_run *run, rg_graph *graph) {
    run->graph = graph;
    run->current = RG_NO_NODE;
    rg_calls_begin(run);
    rg_memory_begin(run);
    rg_effects_begin(run);
    rg_eval_begin(run);
    rg_sweep_begin(run);
    rg_making_begin(run);
}
