/* What a rule concludes from a node must still hold where the rule is applied: at its root.
 *
 * A rule concludes something in three ways: a pattern of its `match` lines fits, a clause of a
 * function takes a call apart, an expression opens one (`n.args`, `op_name(n)`). The call's result
 * or its inputs may have been written between it and the root. Then the rule is about values that
 * no longer exist, and is not applied. Facts that no write can change (shapes, dtypes, names, being
 * an input) are not such conclusions. */
#include "../calls/callees.h"
#include "../eval/memo.h"
#include "../memory/storage.h"
#include "../memory/storage_parts.h"
#include "groups/ahead.h"
#include "conclude.h"
#include "readers.h"
#include "run.h"
#include "sweep.h"

/* ---------------------------------------------------------------- writes since */

/* When a write was that only may have reached a storage is not kept: it counts. */
static bool may_be_written_from(const rg_storage *storage, uint32_t from) {
    return storage->last_write >= from || storage->maybe_written_by != RG_NO_NODE;
}

bool rg_is_written_from(const rg_run *run, rg_node_id id, uint32_t from) {
    const rg_alias *alias = rg_is_implicit(&run->memory, id) ? NULL : rg_alias_of(&run->memory, id);
    if (!alias)
        return false;
    const rg_storage *storage = rg_storage_at(&run->memory, alias->storage);
    if (may_be_written_from(storage, from) || alias->reshaped >= from ||
        rg_is_outdated(&run->memory, id))
        return true;
    uint32_t links = storage->undeclared ? RG_NONE_ID : storage->maybe_first;
    for (uint32_t i = links; i != RG_NONE_ID; i = rg_maybe_at(&run->memory, i)->next)
        if (rg_storage_at(&run->memory, rg_maybe_at(&run->memory, i)->storage)->last_write >= from)
            return true;
    return false;
}

typedef struct look {
    const rg_run *run;
    uint32_t from; /* position from which on a write counts */
    bool found;
    rg_node_id written;
} look;

static void look_at(void *context, rg_node_id id) {
    look *l = context;
    if (l->found)
        return;
    l->found = rg_is_written_from(l->run, id, l->from);
    l->written = id;
}

/* Whether the node's result or, if `reads`, one of its inputs has been written since; the node is
 * not the root. Its own writes count: after `add_(x, 1)` the old x no longer exists. */
static bool is_written_since(rg_run *run, rg_node_id id, bool reads, rg_node_id *written) {
    const rg_node *node = rg_node_at(run->graph, id);
    uint32_t position = rg_position(run, id);
    look l = {run, position + 1, false, RG_NO_NODE};
    look_at(&l, id);
    l.from = position;
    if (reads && !l.found)
        rg_visit_nodes(run->module, node->args, look_at, &l);
    if (reads && !l.found)
        rg_visit_nodes(run->module, node->kwargs, look_at, &l);
    *written = l.found ? l.written : RG_NO_NODE;
    return l.found || run->memory.unknown_write > position;
}

/* ---------------------------------------------------------------- objections */

static void object(rg_run *run, rg_objection objection) {
    if (run->application.objection.kind == RG_NO_OBJECTION)
        run->application.objection = objection;
}

void rg_object(rg_run *run, rg_objection_kind kind, rg_node_id node, const rg_ast *part) {
    if (run->application.acted)
        rg_fail_advice(run, part, "put what changes something last",
                       "the rule has changed something already, and what follows cannot be done at "
                       "%%%s",
                       rg_node_name(run->graph, node));
    object(run, (rg_objection){kind, node, RG_NO_NODE, part});
}

/* Nodes are matched in the order of the instructions that look at their targets. */
static const rg_ast *pattern_of(const rg_run *run, size_t place) {
    const rg_program *program = &run->watch.rule->program;
    for (size_t i = 0; i < program->count; i++)
        if (program->code[i].op == RG_MATCH_NODE && place-- == 0)
            return program->code[i].ast;
    return run->watch.rule->ast;
}

bool rg_is_random(rg_run *run, rg_node_id id) {
    const rg_binding *binding = rg_bind_node(run, id);
    return binding && rg_ops_has_tag(run->ruleset->ops, binding->schema, "nondeterministic_seeded");
}

/* A rule that replaces random numbers draws different ones. */
static bool is_drawn_for_others(rg_run *run, rg_node_id id) {
    return rg_all_readers(run, id) > 1 && rg_is_random(run, id);
}

bool rg_is_match_undisturbed(rg_run *run, rg_node_id root) {
    const rg_node_id *matched = run->matching.nodes.data;
    rg_node_id written;
    run->application.objection.kind = RG_NO_OBJECTION;
    for (size_t i = 0; i < run->matching.nodes.count; i++)
        if (matched[i] != root && is_written_since(run, matched[i], true, &written)) {
            const rg_ast *part = run->watch.observer ? pattern_of(run, i) : run->watch.rule->ast;
            object(run, (rg_objection){RG_WRITTEN_SINCE, matched[i], written, part});
            return false;
        } else if (matched[i] != root && is_drawn_for_others(run, matched[i])) {
            object(run,
                   (rg_objection){RG_DRAWN_AGAIN, matched[i], RG_NO_NODE, run->watch.rule->ast});
            return false;
        }
    return true;
}

/* ---------------------------------------------------------------- nodes that a rule opens */

void rg_conclude(rg_run *run, rg_node_id id, rg_conclusion from, const rg_ast *part) {
    rg_node_id written;
    if (!run->eval.mode.concludes)
        return;
    rg_note_conclusion(run, id, from);
    if (id == run->current || id >= run->making.now.first_made ||
        rg_node_at(run->graph, id)->opcode == RG_PLACEHOLDER || rg_is_gathered(run, id))
        return;
    if (from == RG_FROM_CALL && is_drawn_for_others(run, id))
        rg_object(run, RG_DRAWN_AGAIN, id, part);
    if (!is_written_since(run, id, from == RG_FROM_CALL, &written))
        return;
    if (run->application.acted)
        rg_fail_advice(run, part, "put what looks at nodes before what changes something",
                       "the rule has changed something already, and now looks at %%%s, which was "
                       "written, or read what was written, before %%%s",
                       rg_node_name(run->graph, id), rg_node_name(run->graph, run->current));
    object(run, (rg_objection){RG_WRITTEN_SINCE, id, written, part});
}

void rg_conclude_from_matched(rg_run *run, const rg_ast *part) {
    for (size_t i = 0; run->eval.mode.concludes && i < run->matching.nodes.count; i++)
        rg_conclude(run, ((const rg_node_id *)run->matching.nodes.data)[i], RG_FROM_CALL, part);
}
