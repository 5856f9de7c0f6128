/* One forward sweep of a pass over a graph.
 *
 * At each node: update its arguments, find its effects on memory, try the rules that may match it.
 * A rule's new nodes are visited next, as if the graph had always had them. After that the rule's
 * deferred actions (`x <- e`, `y = e`) take effect, see commit.c. */
#include "../calls/callees.h"
#include "../eval/budget.h"
#include "../eval/eval.h"
#include "../memory/content.h"
#include "../memory/places/layout.h"
#include "../memory/lists.h"
#include "../memory/storage.h"
#include "apply.h"
#include "commit.h"
#include "look.h"
#include "readers.h"
#include "run.h"
#include "sweep.h"

/* Whether the node reads a whole list whose items are needed one by one: it is visited again, after
 * the getitem nodes, which begin at *next. */
static inline bool spells_out_lists(rg_run *run, rg_node_id id, rg_node_id *next) {
    bool reads_whole = run->memory.read_whole != RG_NO_NODE;
    return (reads_whole || !rg_is_fresh_call(run, id)) && rg_spell_out_lists(run, id, next);
}

static inline void enter(rg_run *run, rg_node_id id) {
    if (!(++run->memory.sweep_position % RG_STEPS_BETWEEN))
        rg_check_cancelled(run);
    rg_set_position(run, id);
    rg_derive_missing_type(run, id);
}

/* Whether the call asks for the layout of a tensor that was made again, and was itself replaced. */
static bool is_asked_again(rg_run *run, rg_node_id id, unsigned effects) {
    rg_note_layout(run, id);
    return !effects && rg_ask_again(run, id);
}

static inline void leave(rg_run *run, rg_node_id id) {
    rg_count_reader(run, id);
    if (run->memory.stale && run->future.known && !run->pass.code->pure)
        rg_keep_sharing(run, id);
}

/* Visits a node; returns the next one. */
static rg_node_id visit(rg_run *run, rg_node_id id, bool *fired) {
    rg_node_id next = RG_NO_NODE;
    run->current = id;
    run->making.now.cursor = id;
    if (run->memory.stale)
        rg_update_arguments(run, id);
    if (spells_out_lists(run, id, &next))
        return next;
    enter(run, id);
    unsigned effects = rg_look_at(run, id);
    if (run->making.remade && is_asked_again(run, id, effects)) {
        rg_count_reader(run, id);
        return rg_node_at(run->graph, id)->next;
    }
    rg_tried outcome = {.next = RG_NO_NODE};
    rg_try_rules(run, id, effects & RG_DOES_WRITE, &outcome);
    *fired |= outcome.applied;
    const rg_node *node = rg_node_at(run->graph, id);
    if (node->flags & RG_NODE_ERASED)
        return outcome.next;
    if (effects || outcome.call_changed || node->opcode == RG_CALL_MODULE)
        rg_note_effects(run, id, effects, outcome.call_changed);
    leave(run, id);
    return outcome.applied ? outcome.next : rg_node_at(run->graph, id)->next;
}

/* Carries out the commits that are due after the node, unless the sweep visits the node again since
 * a rule put new arguments before it. */
static void carry_out(rg_run *run, rg_node_id id, rg_node_id next) {
    const rg_node *node = rg_node_at(run->graph, id);
    rg_node_id behind = node->flags & RG_NODE_ERASED ? next : node->next;
    if (next == behind)
        rg_carry_out(run, id, behind);
}

/* Visits the node unless it has been visited, and carries out the commits due. Returns the next. */
static rg_node_id step(rg_run *run, rg_node_id id, bool *fired) {
    rg_node_id next =
        rg_is_visited(run, id) ? rg_node_at(run->graph, id)->next : visit(run, id, fired);
    if (rg_is_due(run, id))
        carry_out(run, id, next);
    return next;
}

void rg_sweep_begin(rg_run *run) {
    rg_sweep_state *sweep = &run->sweep;
    sweep->pendings.count = sweep->commits.count = sweep->maybe_dead.count = sweep->met.count = 0;
    rg_begin_application(run);
}

bool rg_sweep(rg_run *run) {
    bool fired = false;
    if (run->graph->nodes.count)
        rg_state_of(&run->memory, (rg_node_id)run->graph->nodes.count -
                                      1); /* one call makes room for all nodes */
    for (rg_node_id id = run->graph->first; id != RG_NO_NODE;) {
        id = step(run, id, &fired);
        if (run->arenas.untidy)
            rg_arena_clear(run->arenas.scratch);
        run->arenas.untidy = false;
    }
    run->current = RG_NO_NODE;
    if (run->sweep.commits.count)
        rg_fail(run, NULL, "internal error: %zu rewrites were not carried out",
                run->sweep.commits.count);
    rg_drop_dead(run);
    return fired;
}
