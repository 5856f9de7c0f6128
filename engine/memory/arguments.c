/* Bringing the arguments of a node up to date. */
#include <string.h>
#include "../rewrite/readers.h"
#include "../rewrite/run.h"
#include "../effects/effects.h"
#include "places/layout.h"
#include "storage.h"
#include "storage_parts.h"

/* ---------------------------------------------------------------- arguments of a node */

/* A value that rg_current() would give back as it is, and update_argument() say nothing of. */
static inline bool is_surely_current(const rg_memory *memory, rg_node_id id) {
    const rg_state *state = rg_known_state(memory, id);
    if (!state)
        return true;
    if (state->replacement.tag & (RG_IS_REPLACED | RG_IS_GONE))
        return false;
    if (state->holding == RG_NO_HOLDING || state->holding == RG_IMPLICIT)
        return true;
    const rg_holding *holding = (const rg_holding *)memory->holdings.data + state->holding;
    uint32_t number = ((const uint32_t *)memory->object_alias.data)[holding->object];
    const rg_alias *alias = rg_alias_at(memory, number);
    const rg_storage *storage = rg_storage_at(memory, alias->storage);
    return holding->alias == number && holding->version == storage->version &&
           storage->spoiled_by == RG_NONE_ID && !storage->items_written && !alias->each;
}

static inline bool are_surely_current(const rg_run *run, rg_value arguments) {
    const rg_value *items = rg_items(run->module, arguments);
    for (uint32_t i = 0; i < rg_value_count(arguments); i++)
        if (rg_is_container(items[i]) ||
            (rg_is_node(items[i]) && !is_surely_current(&run->memory, items[i].data)))
            return false;
    return true;
}

typedef struct updating {
    rg_run *run;
    bool takes_item;
    bool alike;   /* what changed is of the same type, which is known */
    uint32_t met; /* see rg_meets_first(): where it has many arguments, or nested ones */
} updating;

static rg_value current_argument(updating *u, rg_node_id id) {
    rg_run *run = u->run;
    const rg_alias *alias = rg_is_implicit(&run->memory, id) ? NULL : rg_alias_of(&run->memory, id);
    if (alias && alias->sequence && alias->parent == RG_NONE_ID && !u->takes_item &&
        (rg_storage_at(&run->memory, alias->storage)->items_written ||
         (alias->each && rg_is_each_written(&run->memory, rg_alias_number(&run->memory, id)))))
        run->memory.read_whole = id; /* see lists.c */
    rg_value now = rg_current(run, id);
    if (rg_is_node(now) && now.data == id)
        return now;
    u->alike &=
        rg_is_node(now) && rg_node_type(run->graph, id) &&
        rg_node_at(run->graph, now.data)->annotation == rg_node_at(run->graph, id)->annotation;
    return now;
}

static rg_value update_argument(void *context, rg_node_id id) {
    updating *u = context;
    if (is_surely_current(&u->run->memory, id))
        return rg_node_value(id);
    rg_value now = current_argument(u, id);
    if ((!rg_is_node(now) || now.data != id) && rg_meets_first(u->run, u->met, id))
        rg_moved_reader(u->run, id, now);
    return now;
}

/* Any arguments; false: none changed. */
static bool update_all(updating *u, rg_node_id id) {
    rg_run *run = u->run;
    bool new_args = false, new_kwargs = false;
    u->met = rg_meet_none(run);
    rg_value args = rg_node_at(run->graph, id)->args;
    args = rg_map_nodes(run->module, args, update_argument, u, &new_args);
    rg_value kwargs = rg_node_at(run->graph, id)->kwargs;
    kwargs = rg_map_nodes(run->module, kwargs, update_argument, u, &new_kwargs);
    if (new_args || new_kwargs)
        rg_set_args(run->graph, id, args, kwargs);
    return new_args || new_kwargs;
}

/* Of a call with few arguments, which are no containers. */
static bool update_few(updating *u, rg_node_id id) {
    rg_run *run = u->run;
    rg_value args = rg_node_at(run->graph, id)->args;
    uint32_t count = rg_value_count(args);
    rg_value old[RG_FEW_ITEMS], new[RG_FEW_ITEMS];
    bool changed = false;
    memcpy(old, rg_items(run->module, args), count * sizeof *old);
    for (uint32_t i = 0; i < count; i++) {
        new[i] = old[i];
        if (!rg_is_node(old[i]) || is_surely_current(&run->memory, old[i].data))
            continue;
        new[i] = current_argument(u, old[i].data);
        if (rg_is_node(new[i]) && new[i].data == old[i].data)
            continue;
        changed = true;
        if (!rg_stands_before(old, i))
            rg_moved_reader(run, old[i].data, new[i]);
    }
    if (changed)
        rg_exchange_args(run->graph, id, rg_container(run->module, RG_TUPLE, new, count));
    return changed;
}

static RG_RARE void update(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    run->arenas.untidy = true;
    bool takes_item = strcmp(rg_node_target(run->graph, id), "operator.getitem") == 0;
    updating u;
    u.run = run;
    u.takes_item = takes_item;
    u.alike = true;
    bool few = !rg_value_count(node->kwargs) && rg_are_few(run->module, node->args);
    if (few ? !update_few(&u, id) : !update_all(&u, id))
        return;
    if (u.alike) {
        rg_update_class(run, id);
    } else {
        rg_forget_call(run, id, takes_item);
        rg_mark_restrided(run, id); /* its new input may have another memory layout */
    }
    run->calls.edits++;
}

void rg_update_arguments(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    if (!are_surely_current(run, node->args) || !are_surely_current(run, node->kwargs))
        update(run, id);
}
