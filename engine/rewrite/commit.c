/* What rules leave pending, and when it takes effect.
 *
 * `x <- e`, `x becomes e` and `y = e` change how values are read. They take effect once the nodes
 * that the rule made were visited, as if these had always stood there: until then the statements of
 * a rule are pendings, and those of one application a commit. Commits are a stack. A rule that is
 * applied to a node that another rule made adds its commit above that of the other, and is done
 * before it. */
#include <string.h>

#include "../effects/effects.h"
#include "../memory/content.h"
#include "../memory/storage.h"
#include "../memory/storage_parts.h"
#include "commit.h"
#include "making/build.h"
#include "readers.h"
#include "run.h"

/* ---------------------------------------------------------------- pendings */

static void await_node(void *context, rg_node_id id) {
    rg_state_of(&((rg_run *)context)->memory, id)->replacement.tag |= RG_IS_AWAITED;
}

static void await_no_more(void *context, rg_node_id id) {
    rg_state_of(&((rg_run *)context)->memory, id)->replacement.tag &= ~(uint32_t)RG_IS_AWAITED;
}

/* Marks the nodes in a value as awaited, or clears the mark. */
static void await(rg_run *run, rg_value value, bool awaited) {
    rg_visit_nodes(run->module, value, awaited ? await_node : await_no_more, run);
}

void rg_pend(rg_run *run, rg_pending_kind what, rg_node_id target, rg_value value,
             const rg_ast *ast) {
    rg_pending *pending = rg_array_push(run->arenas.run, &run->sweep.pendings, sizeof *pending);
    *pending = (rg_pending){.what = what,
                            .target = target,
                            .value = value,
                            .site = run->current == RG_NO_NODE ? target : run->current,
                            .ast = ast};
    await(run, value, true);
}

bool rg_is_given(const rg_run *run, rg_node_id id) {
    size_t count;
    const rg_pending *own = rg_own_pendings(run, &count);
    for (size_t i = 0; i < count; i++)
        if (rg_is_node(own[i].value) && own[i].value.data == id)
            return true;
    return false;
}

void rg_forget_pendings(rg_run *run) {
    size_t count;
    const rg_pending *own = rg_own_pendings(run, &count);
    while (count-- > 0)
        await(run, own[count].value, false);
    run->sweep.pendings.count = run->application.first_pending;
}

/* ---------------------------------------------------------------- taking effect */

static void take_effect(rg_run *run, const rg_pending *pending) {
    run->current = pending->site;
    switch (pending->what) {
    case RG_PENDING_WRITE:
        rg_write_content(run, pending->target, pending->value.data, pending->site, pending->ast);
        return;
    case RG_PENDING_BECOMES:
        rg_become(run, pending->target, pending->value.data, pending->site, pending->ast);
        return;
    default:
        rg_replace(run, pending->target, pending->value, pending->ast);
    }
}

void rg_drop_scaffolding(rg_run *run) {
    const rg_node_id *made = run->making.scaffolding.data;
    for (size_t i = run->making.scaffolding.count; i-- > 0;)
        if (!rg_node_at(run->graph, made[i])->users &&
            rg_object_of(&run->memory, made[i]) == RG_NONE_ID)
            rg_drop_node(run, made[i]);
    run->making.scaffolding.count = 0;
}

static rg_value current_node(void *context, rg_node_id id) {
    return rg_current(context, id);
}

static rg_value current_value(rg_run *run, rg_value value) {
    bool ignored = false;
    return rg_is_node(value) ? rg_current(run, value.data)
                             : rg_map_nodes(run->module, value, current_node, run, &ignored);
}

/* All values are evaluated before the first change takes effect: the expressions of a rule describe
 * the graph as it was when the rule matched. */
static void fix_values(rg_run *run, rg_pending *pendings, size_t count) {
    for (size_t i = 0; i < count; i++) {
        await(run, pendings[i].value, false);
        if (pendings[i].what == RG_PENDING_BECOMES)
            rg_note_seen_anew(&run->memory, pendings[i].target);
        pendings[i].value = current_value(run, pendings[i].value);
    }
}

static void carry_out_pendings(rg_run *run, rg_pending *pendings, size_t count) {
    rg_node_id current = run->current;
    fix_values(run, pendings, count);
    for (size_t i = 0; i < count; i++)
        take_effect(run, &pendings[i]);
    rg_drop_scaffolding(run);
    run->current = current;
}

enum { FEW_PENDINGS = 4 }; /* most rules leave no more: these fit on the C stack */

/* Carries out the pendings from `first` on. They are removed first: what takes effect must
 * not count them as awaited. */
static void commit(rg_run *run, size_t first, rg_maker maker) {
    size_t count = run->sweep.pendings.count - first;
    rg_pending few[FEW_PENDINGS], *pendings = few;
    if (count > FEW_PENDINGS)
        pendings = rg_alloc_array(run->arenas.scratch, count, sizeof *pendings);
    memcpy(pendings, (rg_pending *)run->sweep.pendings.data + first, count * sizeof *pendings);
    run->sweep.pendings.count = first;
    maker.committing = true;
    rg_maker before = rg_begin_making(run, maker);
    rg_forget_effect(run);
    carry_out_pendings(run, pendings, count);
    rg_forget_effect(run);
    rg_end_making(run, &before);
}

/* ---------------------------------------------------------------- when it takes effect */

void rg_add_commit(rg_run *run, rg_node_id after) {
    size_t first = run->application.first_pending;
    if (run->sweep.pendings.count == first)
        return;
    bool chained = rg_is_due(run, after);
    *(rg_commit *)rg_array_push(run->arenas.run, &run->sweep.commits, sizeof(rg_commit)) =
        (rg_commit){.after = after, .first = first, .maker = run->making.now, .chained = chained};
}

static rg_commit *next_commit(rg_run *run) {
    return (rg_commit *)run->sweep.commits.data + run->sweep.commits.count - 1;
}

/* They are on top of the stack, and those below the top one are chained to it. */
void rg_redirect_commits(rg_run *run, rg_node_id gone, rg_node_id instead) {
    if (rg_is_due(run, gone))
        next_commit(run)->after = instead;
}

void rg_carry_out(rg_run *run, rg_node_id id, rg_node_id next) {
    run->arenas.untidy = true;
    while (rg_is_due(run, id)) {
        rg_commit due = *next_commit(run);
        run->sweep.commits.count--;
        if (due.chained)
            next_commit(run)->after = id;
        due.maker.cursor = next;
        commit(run, due.first, due.maker);
    }
}

void rg_carry_out_rest(rg_run *run) {
    rg_maker maker = run->making.now;
    maker.first_made = SIZE_MAX;
    if (run->sweep.pendings.count)
        commit(run, 0, maker);
}
