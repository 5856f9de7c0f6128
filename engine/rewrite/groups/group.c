/* `group by x`: the calls ahead that fit the rule as its root does, and read the same `x`.
 *
 * The root is the first of the group: all of them are replaced at once where it stands, and so
 * before whatever reads them. A call whose operands are not there yet, or that might compute
 * something else here, is no member; the rule comes to it later. So members never read each other.
 * A value has at most so many readers (RG_MOST_SIBLINGS), or there is no group: each of them may be
 * a root that looks at all others. */
#include <string.h>

#include "../../effects/effects.h"
#include "../../eval/eval.h"
#include "../../eval/match.h"
#include "../../memory/content.h"
#include "../../memory/storage.h"
#include "../../memory/storage_parts.h"
#include "../actions/actions.h"
#include "ahead.h"
#include "../apply.h"
#include "../commit.h"
#include "../conclude.h"
#include "group.h"
#include "../making/build.h"
#include "../readers.h"
#include "../sweep.h"

typedef struct gathering {
    rg_run *run;
    const rg_rule *rule;
    const rg_group *group;
    const rg_value *root;
    rg_value **frames; /* of the members, that of the root first */
    size_t count;
} gathering;

/* ---------------------------------------------------------------- one member */

static bool shares_all(const gathering *g, const rg_value *frame) {
    for (size_t i = 0; i < g->group->shared_count; i++) {
        uint32_t slot = g->group->shared[i];
        if (!rg_values_equal(g->run->module, g->root[slot], frame[slot]))
            return false;
    }
    return true;
}

/* The lines above the `group` line hold for each member. */
static bool lines_hold(const gathering *g, rg_value *frame) {
    rg_ast *const *first = g->rule->ast->items + g->rule->first_statement;
    size_t count = 0;
    while (first[count] != g->rule->group)
        count++;
    bool hold = rg_run_statements(g->run, frame, first, count) &&
                g->run->application.objection.kind == RG_NO_OBJECTION;
    g->run->application.objection.kind = RG_NO_OBJECTION;
    return hold;
}

static bool operands_are_there(const gathering *g, const rg_value *frame, size_t own) {
    for (size_t i = 0; i < g->group->listed_count; i++)
        if (!rg_is_there_already(g->run, frame[g->group->listed[i]], own))
            return false;
    return true;
}

/* Its nodes that are ahead count as gathered while it is looked at, and after that if it fits. */
static bool fits(const gathering *g, rg_node_id id, rg_value *frame) {
    rg_run *run = g->run;
    rg_value value = rg_node_value(id);
    rg_array *gathered = &run->application.gathered;
    size_t own = gathered->count;
    if (!rg_match(run, &g->rule->program, &value, 1, frame))
        return false;
    const rg_node_id *matched = run->matching.nodes.data;
    for (size_t i = 0; i < run->matching.nodes.count; i++)
        if (!rg_is_visited(run, matched[i]) && !rg_is_gathered(run, matched[i]))
            *(rg_node_id *)rg_array_push(run->arenas.run, gathered, sizeof id) = matched[i];
    return rg_may_come_here(run, id) && operands_are_there(g, frame, own) && lines_hold(g, frame) &&
           shares_all(g, frame);
}

static void try_member(gathering *g, rg_node_id id) {
    rg_run *run = g->run;
    size_t before = run->application.gathered.count;
    rg_value *frame = rg_alloc_array(run->arenas.scratch, g->rule->slot_count, sizeof *frame);
    memset(frame, 0, g->rule->slot_count * sizeof *frame);
    rg_derive_missing_type(run, id);
    if (fits(g, id, frame))
        g->frames[g->count++] = frame;
    else
        run->application.gathered.count = before;
}

/* ---------------------------------------------------------------- all of them */

/* Where calls ahead may do what the walk before the sweep could not see, there is no group. */
static bool can_look_ahead(rg_run *run) {
    return run->future.known && !run->future.unknown && !run->graphs.has_modes &&
           run->current != RG_NO_NODE && rg_is_fresh_call(run, run->current);
}

static void try_all(gathering *g, rg_value shared) {
    rg_run *run = g->run;
    const rg_observer *observer = run->watch.observer;
    rg_array matched = run->matching.nodes;
    size_t count;
    const rg_node_id *readers = rg_readers_ahead(run, shared, RG_MOST_SIBLINGS, &count);
    g->frames = rg_alloc_array(run->arenas.scratch, count + 1, sizeof *g->frames);
    g->frames[g->count++] = (rg_value *)g->root;
    run->watch.observer =
        NULL; /* the rule is tried at the root, and what stops it is said of that */
    run->matching.nodes = (rg_array){0};
    for (size_t i = 0; i < count; i++)
        try_member(g, readers[i]);
    run->matching.nodes = matched;
    run->watch.observer = observer;
}

static void make_lists(const gathering *g, rg_value *frame) {
    rg_value *values = rg_alloc_array(g->run->arenas.scratch, g->count, sizeof *values);
    for (size_t i = 0; i < g->group->listed_count; i++) {
        uint32_t slot = g->group->listed[i];
        for (size_t k = 0; k < g->count; k++)
            values[k] = g->frames[k][slot];
        frame[slot] = rg_container(g->run->module, RG_LIST, values, g->count);
    }
}

bool rg_gather(rg_run *run, rg_value *frame, const rg_ast *ast) {
    gathering g = {run, run->making.now.rule, ast->compiled, frame, NULL, 0};
    rg_value shared = frame[g.group->shared[0]];
    if (rg_is_node(shared) && can_look_ahead(run))
        try_all(&g, shared);
    if (g.count < 2) {
        rg_object(run, RG_ALONE, run->current, ast);
        return false;
    }
    make_lists(&g, frame);
    return true;
}

/* ---------------------------------------------------------------- what goes */

static void give_meta(rg_run *run, rg_value meta, rg_value value) {
    if (rg_is_node(value) && rg_node_at(run->graph, value.data)->flags & RG_NODE_NEW &&
        rg_value_kind(rg_extra_of(run->graph, value.data)->meta) == RG_NONE)
        rg_make_extra(run->graph, value.data)->meta = meta;
}

void rg_remove_gathered(rg_run *run, rg_node_id root) {
    size_t count;
    const rg_pending *own = rg_own_pendings(run, &count);
    const rg_node_id *gathered = run->application.gathered.data;
    for (size_t i = 0; i < count; i++) {
        rg_node_id id = own[i].target;
        if (id == root || !rg_is_gathered(run, id))
            continue;
        give_meta(run, rg_extra_of(run->graph, id)->meta, own[i].value);
        rg_drop_node(run, id);
    }
    for (size_t i = 0; i < run->application.gathered.count; i++)
        if (!(rg_node_at(run->graph, gathered[i])->flags & RG_NODE_ERASED))
            rg_note_maybe_dead(run, gathered[i]);
}
