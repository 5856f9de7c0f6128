/* Reading: the node that now holds another node's content; views taken again. */
#include <string.h>
#include "../calls/callees.h"
#include "../eval/eval.h"
#include "../rewrite/making/build.h"
#include "../rewrite/readers.h"
#include "../rewrite/run.h"
#include "../effects/effects.h"
#include "storage.h"
#include "storage_parts.h"

/* ---------------------------------------------------------------- reading */

typedef struct index_check {
    rg_run *run;
    const rg_alias *alias;
    rg_node_id changed;
} index_check;

static bool is_viewed(const index_check *c, const rg_holding *holding) {
    if (c->alias->of_storage)
        return rg_alias_at(&c->run->memory, holding->alias)->storage == c->alias->storage;
    return holding->alias == c->alias->parent;
}

static void look_for_change(void *context, rg_node_id id) {
    index_check *c = context;
    const rg_holding *holding = rg_holding_of(&c->run->memory, id);
    if (!(holding && is_viewed(c, holding)) && rg_is_outdated(&c->run->memory, id))
        c->changed = id;
}

void rg_check_index(rg_run *run, const rg_alias *alias, const rg_ast *ast) {
    rg_node_id view = alias->view;
    const rg_node *node = rg_node_at(run->graph, view);
    const char *target = rg_node_target(run->graph, view);
    size_t length = strlen(target);
    index_check c = {run, alias, RG_NO_NODE};
    if (length > 3 && strcmp(target + length - 3, "_as") == 0)
        return; /* only the other tensor's shape counts */
    rg_visit_nodes(run->module, node->args, look_for_change, &c);
    rg_visit_nodes(run->module, node->kwargs, look_for_change, &c);
    if (c.changed != RG_NO_NODE)
        rg_fail(run, ast,
                "%%%s is a view (%s) whose place %%%s tells, which was written since it was taken",
                rg_node_name(run->graph, view), target, rg_node_name(run->graph, c.changed));
}

typedef struct retaking {
    rg_run *run;
    uint32_t parent; /* the alias viewed; an argument that was it then is replaced */
    rg_value to;     /* what holds it now */
} retaking;

static rg_value retake_argument(void *context, rg_node_id id) {
    retaking *r = context;
    const rg_holding *holding = rg_holding_of(&r->run->memory, id);
    if (holding && holding->alias == r->parent)
        return r->to;
    return rg_current(r->run, id);
}

/* The call itself, applied to the parent's current content. */
static rg_node_id call_again(rg_run *run, const rg_alias *alias) {
    rg_node call = *rg_node_at(run->graph, alias->view);
    if (!alias->among)
        rg_check_index(run, alias, NULL);
    retaking r = {run, alias->parent,
                  rg_node_value(rg_alias_at(&run->memory, alias->parent)->current)};
    bool changed = false;
    rg_value args = rg_map_nodes(run->module, call.args, retake_argument, &r, &changed);
    rg_value kwargs = rg_map_nodes(run->module, call.kwargs, retake_argument, &r, &changed);
    return rg_make_node(run, (rg_opcode)call.opcode,
                        rg_symbol_text(run->module->symbols, call.target), args, kwargs, NULL);
}

/* The same item of the sequence made again. */
static rg_node_id item_again(rg_run *run, const rg_alias *alias) {
    rg_value args[] = {rg_node_value(rg_alias_at(&run->memory, alias->parent)->current),
                       rg_int(run->module, alias->item)};
    return rg_make_node(run, RG_CALL_FUNCTION, "operator.getitem",
                        rg_container(run->module, RG_TUPLE, args, 2),
                        rg_container(run->module, RG_DICT, NULL, 0), NULL);
}

rg_node_id rg_viewed(rg_run *run, const rg_alias *alias, rg_node_id parent) {
    const rg_binding *binding = alias->of_storage ? rg_bind_node(run, alias->view) : NULL;
    if (!binding)
        return parent;
    rg_node_id given = binding->slots[0].value.data;
    rg_refuse_reshaped(run, rg_holding_of(&run->memory, given)->alias, NULL);
    return given;
}

/* As the operator's `again` line says, where it has one. */
static rg_node_id view_again(rg_run *run, const rg_alias *alias) {
    if (rg_alias_at(&run->memory, alias->parent)->among)
        return item_again(run, alias);
    const rg_ast *clause = alias->item < 0 ? rg_again_clause(run, alias->view) : NULL;
    if (!clause)
        return call_again(run, alias);
    rg_value self =
        rg_node_value(rg_viewed(run, alias, rg_alias_at(&run->memory, alias->parent)->current));
    rg_value made =
        rg_eval_clause(run, rg_clause_of(clause), alias->view, rg_none(), rg_none(), self);
    if (!rg_is_node(made))
        rg_fail(run, clause, "the view taken again is no node");
    return made.data;
}

void rg_describe_as(rg_run *run, rg_node_id made, rg_node_id old, rg_symbol annotation) {
    rg_annotate(run, made, annotation);
    rg_value meta = rg_extra_of(run->graph, old)->meta;
    rg_extra *extra = rg_make_extra(run->graph, made);
    extra->meta = meta;
    extra->made_for = rg_made_for(run->graph, old);
}

/* Makes the view of the parent as it is now. */
static void retake(rg_run *run, uint32_t number) {
    rg_memory *memory = &run->memory;
    rg_alias *alias = rg_alias_at(memory, number);
    rg_refuse_reshaped(run, number, NULL);
    rg_refuse_reshaped(run, alias->parent, NULL);
    rg_maker before = rg_begin_making_for(run, rg_storage_at(memory, alias->storage)->origin);
    rg_node_id made = view_again(run, alias);
    rg_end_making(run, &before);
    alias = rg_alias_at(memory, number);
    rg_describe_as(run, made, alias->view, rg_node_at(run->graph, alias->maker)->annotation);
    rg_pass_readers(run, alias->current, made);
    rg_set_object(memory, made, alias->object);
    alias->current = made;
    alias->version = rg_storage_at(memory, alias->storage)->version;
}

/* Whether what holds the content of the alias can be read. A rule may have taken out a view that
 * only its match read, and what replaces the match is seen through that view: it is taken again. */
static bool has_content(const rg_memory *memory, const rg_alias *alias) {
    bool gone = rg_node_at(memory->graph, alias->current)->flags & RG_NODE_ERASED;
    return alias->version == rg_storage_at(memory, alias->storage)->version &&
           !(gone && alias->parent != RG_NONE_ID);
}

/* Brings an alias up to date, its parents first (without recursion on their chain). */
rg_node_id rg_bring_up_to_date(rg_run *run, uint32_t number) {
    rg_memory *memory = &run->memory;
    rg_array chain = {0};
    for (uint32_t at = number; !has_content(memory, rg_alias_at(memory, at));
         at = rg_alias_at(memory, at)->parent)
        *(uint32_t *)rg_array_push(run->arenas.scratch, &chain, sizeof(uint32_t)) = at;
    while (chain.count-- > 0)
        retake(run, ((uint32_t *)chain.data)[chain.count]);
    return rg_alias_at(memory, number)->current;
}

/* A node that is in the graph and holds its object's latest content is read as it stands. */
static bool is_up_to_date(const rg_memory *memory, rg_node_id id, uint32_t alias) {
    const rg_holding *holding = rg_holding_of(memory, id);
    return holding->alias == alias && !(rg_node_at(memory->graph, id)->flags & RG_NODE_ERASED) &&
           holding->version == rg_storage_at(memory, rg_alias_at(memory, alias)->storage)->version;
}

static bool is_frozen(const rg_memory *memory, rg_node_id id) {
    return rg_holding_of(memory, id)->frozen;
}

bool rg_is_outdated(const rg_memory *memory, rg_node_id id) {
    if (rg_is_implicit(memory, id))
        return false;
    uint32_t alias = rg_alias_number(memory, id);
    return alias != RG_NONE_ID && !is_up_to_date(memory, id, alias) && !is_frozen(memory, id);
}

bool rg_is_latest(const rg_memory *memory, rg_node_id id) {
    return !is_frozen(memory, id) || is_up_to_date(memory, id, rg_alias_number(memory, id));
}

/* Nodes inside a tuple that replaced a node. */
static rg_value current_inside(void *context, rg_node_id id) {
    return rg_current(context, id);
}

rg_value rg_current(rg_run *run, rg_node_id id) {
    rg_memory *memory = &run->memory;
    for (rg_value value; rg_replacement_of(memory, id, &value);) {
        if (!rg_is_node(value)) {
            bool ignored = false;
            return rg_map_nodes(run->module, value, current_inside, run, &ignored);
        }
        id = value.data;
    }
    if (rg_is_implicit(memory, id) && !(rg_node_at(run->graph, id)->flags & RG_NODE_ERASED))
        return rg_node_value(id);
    uint32_t number = rg_alias_number(memory, id);
    if (number == RG_NONE_ID)
        return rg_node_value(id);
    rg_check_maybes(run, rg_alias_at(memory, number));
    if (is_up_to_date(memory, id, number) || is_frozen(memory, id))
        return rg_node_value(id);
    return rg_node_value(rg_bring_up_to_date(run, number));
}

/* ---------------------------------------------------------------- comparing */

bool rg_same_elements(const rg_memory *memory, rg_node_id a, rg_node_id b) {
    const rg_alias *x = rg_alias_of(memory, a), *y = rg_alias_of(memory, b);
    if (!x || !y || x->storage != y->storage || x->reshaped || y->reshaped)
        return false;
    return x == y || (!x->revalued && !y->revalued &&
                      rg_same_layout(rg_node_type(memory->graph, x->maker),
                                     rg_node_type(memory->graph, y->maker)));
}
