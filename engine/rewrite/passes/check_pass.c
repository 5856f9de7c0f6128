/* Checks after a pass: no written value is lost, and a pass that promises it leaves no write. */
#include "../look.h"
#include "../../calls/callees.h"
#include "../../eval/builtins/builtins.h"
#include "../../effects/effects.h"
#include "../../memory/storage.h"
#include "pass.h"
#include "../run.h"

static bool may_write(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    if (!rg_is_operator_call(node))
        return node->opcode == RG_CALL_MODULE;
    const rg_effect *effect = rg_analyse(run, id);
    return effect->write_count || effect->reshapes || effect->suspicious;
}

/* The node whose storage it is; for an item of a tuple, the tuple. */
static rg_node_id held_in(const rg_run *run, const rg_storage *storage) {
    return storage->tuple == RG_NONE_ID ? storage->root
                                        : rg_storage_at(&run->memory, storage->tuple)->root;
}

/* What is wrong with a new content of the storage at the end of a pass; NULL: nothing, since it is
 * the graph's own or returned. */
static const char *loss_of(rg_run *run, const rg_storage *storage) {
    rg_node_id held = held_in(run, storage);
    const rg_node *root = rg_node_at(run->graph, held);
    const char *name = rg_node_name(run->graph, held);
    if (root->opcode == RG_GET_ATTR)
        return rg_format(run->arenas.scratch,
                         "%%%s is a buffer of the module and is written: its final value cannot be "
                         "returned; make it an input",
                         name);
    if (root->opcode != RG_PLACEHOLDER)
        return NULL;
    if (run->graph != run->module->graphs[0])
        return rg_format(run->arenas.scratch,
                         "%%%s is an input of the body `%s` and is written there: its final value "
                         "cannot leave the body",
                         name, rg_symbol_text(run->module->symbols, run->graph->name));
    if (held != storage->root)
        return rg_format(
            run->arenas.scratch,
            "an item of the input %%%s is written, and its final value is not returned", name);
    if (rg_returned_at(run, storage->root) != RG_NONE_ID)
        return NULL;
    return rg_format(run->arenas.scratch,
                     "the final value of the input %%%s is not returned: run a pass that returns "
                     "written inputs (aliasing_output_rewrite) first",
                     name);
}

/* A value written in a graph that does not hand it back would be lost. Only a pass that leaves no
 * write promises more than a warning. */
void rg_check_lost_writes(rg_run *run) {
    for (size_t i = 0; i < run->memory.storages.count; i++) {
        const rg_storage *storage = rg_storage_at(&run->memory, (uint32_t)i);
        const char *loss = storage->version ? loss_of(run, storage) : NULL;
        if (!loss)
            continue;
        run->current = held_in(run, storage);
        bool input = rg_node_at(run->graph, run->current)->opcode == RG_PLACEHOLDER &&
                     run->graph == run->module->graphs[0];
        if (run->pass.code->pure && !input)
            rg_fail(run, NULL, "%s", loss);
        rg_warn(run, NULL, "%s", loss);
    }
    run->current = RG_NO_NODE;
}

void rg_check_pure(rg_run *run) {
    for (rg_node_id id = run->graph->first; id != RG_NO_NODE;
         id = rg_node_at(run->graph, id)->next) {
        if (!may_write(run, id) || rg_node_at(run->graph, id)->opcode == RG_CALL_MODULE)
            continue;
        run->current = id;
        if (run->effects.effect.reshapes)
            rg_fail(run, NULL,
                    "`%s` still changes how a tensor is seen after a pass that promises "
                    "to leave no write",
                    rg_node_target(run->graph, id));
        if (run->effects.effect.write_count)
            rg_fail(run, NULL,
                    "`%s` still writes %%%s after a pass that promises to leave no write",
                    rg_node_target(run->graph, id),
                    rg_node_name(run->graph, run->effects.effect.writes[0]));
        rg_fail_advice(run, NULL, RG_DECLARE_WRITES,
                       "it cannot be known what `%s` writes: no operator table has a schema that "
                       "fits the call",
                       rg_node_target(run->graph, id));
    }
}
