/* Calls ahead of the sweep that might as well stand at the root.
 *
 * Of nodes behind it the sweep knows when they were written. Of what is ahead it is known only what
 * the walk before the sweep found: whether it is written at all. That is enough to say no. */
#include "ahead.h"

#include "../../calls/callees.h"
#include "../../effects/effects.h"
#include "../../memory/content.h"
#include "../../memory/future.h"
#include "../../memory/storage.h"
#include "../../memory/storage_parts.h"
#include "../conclude.h"
#include "../sweep.h"

/* SIZE_MAX: it was not gathered. */
static size_t place_of(const rg_run *run, rg_node_id id) {
    const rg_node_id *gathered = run->application.gathered.data;
    for (size_t i = 0; i < run->application.gathered.count; i++)
        if (gathered[i] == id)
            return i;
    return SIZE_MAX;
}

bool rg_is_gathered(const rg_run *run, rg_node_id id) {
    return place_of(run, id) != SIZE_MAX;
}

/* ---------------------------------------------------------------- what is behind the sweep */

/* Whether a reader that the sweep comes to would be given this very node. */
static bool is_current(rg_run *run, rg_node_id id) {
    if (rg_node_at(run->graph, id)->flags & RG_NODE_ERASED || !rg_is_visited(run, id))
        return false;
    if (!rg_is_implicit(&run->memory, id) && rg_alias_of(&run->memory, id) &&
        rg_is_outdated(&run->memory, id))
        return false;
    rg_value current = rg_current(run, id);
    return rg_is_node(current) && current.data == id;
}

typedef struct asking {
    rg_run *run;
    bool holds;
} asking;

typedef struct finding {
    rg_run *run;
    size_t own;
    bool there;
} finding;

/* The root is there, but goes. */
static void test_there(void *context, rg_node_id id) {
    finding *f = context;
    size_t place = place_of(f->run, id);
    bool before = id != f->run->current && is_current(f->run, id);
    f->there = f->there && (place == SIZE_MAX ? before : place >= f->own);
}

bool rg_is_there_already(rg_run *run, rg_value value, size_t own) {
    finding f = {run, own, true};
    rg_visit_nodes(run->module, value, test_there, &f);
    return f.there;
}

/* Whether the node holds the same wherever it is read from here on. */
static void test_unwritten(void *context, rg_node_id id) {
    asking *a = context;
    rg_run *run = a->run;
    if (!a->holds || rg_is_gathered(run, id))
        return;
    a->holds = is_current(run, id) && !rg_is_list(&run->memory, id);
    const rg_storage *storage = a->holds ? rg_storage_of(&run->memory, id) : NULL;
    if (storage && (rg_is_written_later(run, storage) || rg_is_written_from(run, id, 1)))
        a->holds = false;
}

/* ---------------------------------------------------------------- what is ahead of it */

/* Whether all that the call does is to make one tensor, or a view of one. */
static bool makes_one_tensor(rg_run *run, rg_node_id id) {
    if (rg_is_fresh_call(run, id))
        return true;
    if (!rg_is_operator_call(rg_node_at(run->graph, id)))
        return false;
    rg_forget_effect(run);
    const rg_effect *effect = rg_analyse(run, id);
    return effect->kind == RG_EFFECT_VIEW && !effect->tuple && !effect->write_count &&
           !effect->suspicious && !effect->reshapes;
}

static bool stays_the_same(rg_run *run, rg_node_id id) {
    return id < run->future.nodes && makes_one_tensor(run, id) &&
           !rg_result_is_written_later(run, id);
}

bool rg_may_come_here(rg_run *run, rg_node_id call) {
    const rg_node_id *matched = run->matching.nodes.data;
    asking a = {run, rg_is_fresh_call(run, call)};
    for (size_t i = 0; i < run->matching.nodes.count && a.holds; i++) {
        const rg_node *node = rg_node_at(run->graph, matched[i]);
        if (rg_is_visited(run, matched[i]))
            test_unwritten(&a, matched[i]);
        else
            a.holds = stays_the_same(run, matched[i]);
        rg_visit_nodes(run->module, node->args, test_unwritten, &a);
        rg_visit_nodes(run->module, node->kwargs, test_unwritten, &a);
        a.holds = a.holds && (matched[i] == call || !rg_is_random(run, matched[i]));
    }
    return a.holds;
}
