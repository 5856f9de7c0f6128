/* How the sweep handles a call's effects on memory: the call gets its object before rules are tried
 * at it; if it stays, its writes are noted. */
#include <string.h>

#include "../calls/callees.h"
#include "../effects/bodies.h"
#include "../memory/content.h"
#include "../memory/storage_parts.h"
#include "commit.h"
#include "look.h"
#include "making/build.h"
#include "run.h"

rg_write_list rg_copy_writes(rg_run *run, rg_node_id call) {
    const rg_effect *effect = rg_analyse(run, call);
    rg_write_list list = {
        rg_alloc_array(run->arenas.scratch, effect->write_count, sizeof *list.nodes),
        effect->write_count};
    if (list.count) /* memcpy() must not be given NULL */
        memcpy(list.nodes, effect->writes, list.count * sizeof *list.nodes);
    return list;
}

/* ---------------------------------------------------------------- before rules are tried */

/* Whether the node, at which no rule is tried, is the only replacement that a rule made for a fresh
 * tensor that is gone: then it becomes that tensor as soon as it is visited. */
static bool replaces_fresh(rg_run *run, rg_node_id id) {
    const rg_commit *c = rg_next_commit(run);
    size_t candidates;
    if (!c || c->after != id || run->sweep.pendings.count != c->first + 1)
        return false;
    const rg_pending *pending = (const rg_pending *)run->sweep.pendings.data + c->first;
    if (pending->what != RG_PENDING_REPLACE || !rg_is_node(pending->value) ||
        pending->value.data != id || !rg_was_implicit(&run->memory, pending->target))
        return false;
    rg_candidates(run, rg_class_of(run, id)->callee, rg_node_at(run->graph, id), &candidates);
    return !candidates;
}

unsigned rg_look_closely(rg_run *run, rg_node_id id) {
    run->arenas.untidy = true;
    rg_effect effect = *rg_analyse(run, id);
    if (rg_class_of(run, id)->callee->runs_bodies)
        rg_look_at_bodies(run, id); /* its result is what it is after that */
    bool fresh = effect.kind == RG_EFFECT_MAYBE && !effect.tuple && !effect.write_count;
    if (fresh && replaces_fresh(run, id))
        rg_register_fresh(&run->memory, id);
    else
        rg_register(run, id, &effect);
    bool mode = rg_class_of(run, id)->callee->mode;
    return (effect.write_count ? RG_DOES_WRITE : 0u) | (effect.suspicious ? RG_IS_SUSPICIOUS : 0u) |
           (mode ? RG_CHANGES_MODE : 0u);
}

/* ---------------------------------------------------------------- once it stays */

/* After a `<-` the views of a storage are nodes of their own, and what strides decide may be: a
 * write that stays in the graph reaches one of them, and is carried to the others as a `<-` is. */
static void spread_write(rg_run *run, rg_node_id written, rg_node_id id, rg_node_id before) {
    const rg_storage *storage = rg_storage_of(&run->memory, written);
    if (!storage || (!storage->version && !storage->views_may_copy))
        return;
    rg_maker maker = rg_begin_making_for(run, storage->origin);
    run->making.now.cursor = before;
    rg_write_storage(run, written, written, id, NULL);
    rg_drop_scaffolding(run);
    rg_forget_effect(run);
    rg_end_making(run, &maker);
}

static void note_writes(rg_run *run, rg_node_id id) {
    rg_write_list writes = rg_copy_writes(run, id);
    rg_node_id next =
        rg_node_at(run->graph, id)->next; /* before which all that is made for these writes goes */
    for (size_t i = 0; i < writes.count; i++) {
        rg_mark_write(run, writes.nodes[i], id);
        spread_write(run, writes.nodes[i], id, next);
    }
}

/* A write of the call would reach the node that holds the new content, and nothing else. */
static void refuse_lost_write(void *context, rg_node_id id) {
    rg_run *run = context;
    const rg_storage *storage =
        rg_is_implicit(&run->memory, id) ? NULL : rg_storage_of(&run->memory, id);
    if (!storage || !storage->version)
        return;
    rg_fail_advice(run, NULL, RG_DECLARE_WRITES,
                   "`%s` is given %%%s, which a rule gave another content, and it cannot be known "
                   "whether it writes that: no operator table has a schema that fits the call",
                   rg_node_target(run->graph, run->current), rg_node_name(run->graph, id));
}

static void note_unknown_write(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    rg_visit_nodes(run->module, node->args, refuse_lost_write, run);
    rg_visit_nodes(run->module, node->kwargs, refuse_lost_write, run);
}

void rg_note_effects(rg_run *run, rg_node_id id, unsigned effects, bool changed) {
    if (changed) {
        rg_effect effect = *rg_analyse(run, id);
        rg_register_again(run, id, &effect);
        effects = effect.suspicious ? RG_IS_SUSPICIOUS : 0;
    }
    if (effects & RG_DOES_WRITE || changed)
        note_writes(run, id);
    bool unknown =
        effects & RG_IS_SUSPICIOUS || rg_node_at(run->graph, id)->opcode == RG_CALL_MODULE;
    if (unknown || effects & RG_CHANGES_MODE)
        run->memory.unknown_write = run->memory.sweep_position;
    if (unknown)
        note_unknown_write(run, id);
}
