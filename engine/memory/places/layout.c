/* Memory layouts that rules may have changed.
 *
 * An annotation has the strides of the traced tensor. A tensor that a rule makes may have others,
 * and so may everything computed from it. Most calls do not depend on strides. Those that do have
 * an `again` line, which gives an equivalent that does not; it is used where strides may differ. */
#include "../../calls/callees.h"
#include "../../eval/eval.h"
#include "../../rewrite/making/build.h"
#include "../../rewrite/run.h"
#include "../../effects/effects.h"
#include "../future.h"
#include "layout.h"
#include "../storage.h"
#include "../storage_parts.h"

/* Whether the view counts other elements than what it views, as far as its operator tells. */
static bool counts_other_elements(rg_run *run, const rg_alias *view) {
    const rg_binding *binding = rg_bind_node(run, view->view);
    return binding && rg_ops_has_tag(run->ruleset->ops, binding->schema, "other_elements");
}

static const rg_type *tensor_type(const rg_run *run, const rg_alias *alias) {
    const rg_type *type = rg_node_type(run->graph, alias->maker);
    return type && type->kind == RG_TYPE_TENSOR ? type : NULL;
}

/* Whether counting elements in the memory of `parent` counts those of its view `alias`. */
static bool has_same_elements(rg_run *run, const rg_alias *alias, const rg_alias *parent) {
    const rg_type *a = tensor_type(run, alias), *b = tensor_type(run, parent);
    if (alias->revalued != parent->revalued)
        return false;
    return a && b ? a->dtype == b->dtype : !counts_other_elements(run, alias);
}

uint32_t rg_base_of(rg_run *run, rg_node_id id) {
    rg_memory *memory = &run->memory;
    bool tensor = rg_object_of(memory, id) != RG_NONE_ID;
    uint32_t base = tensor ? rg_holding_of(memory, id)->alias : RG_NONE_ID;
    for (uint32_t at = base; at != RG_NONE_ID && rg_alias_at(memory, at)->parent != RG_NONE_ID;) {
        at = rg_alias_at(memory, at)->parent;
        const rg_alias *parent = rg_alias_at(memory, at);
        if (parent->sequence)
            continue;
        if (!has_same_elements(run, rg_alias_at(memory, base), parent))
            break;
        base = at;
    }
    return base;
}

/* ---------------------------------------------------------------- which strides may differ */

bool rg_may_be_restrided(const rg_run *run, rg_node_id id) {
    return rg_node_at(run->graph, id)->flags & (RG_NODE_NEW | RG_NODE_RESTRIDED);
}

void rg_mark_restrided(rg_run *run, rg_node_id id) {
    rg_node_at(run->graph, id)->flags |= RG_NODE_RESTRIDED;
    run->making.remade = true;
}

typedef struct search {
    const rg_run *run;
    bool found;
} search;

static void look_at(void *context, rg_node_id id) {
    search *s = context;
    s->found |= rg_may_be_restrided(s->run, id);
}

static RG_RARE bool has_restrided(const rg_run *run, rg_value container) {
    search s = {run, false};
    rg_visit_nested(run->module, container, look_at, &s);
    return s.found;
}

static inline bool is_some_restrided(const rg_run *run, rg_value arguments) {
    const rg_value *items = rg_items(run->module, arguments);
    for (uint32_t i = 0; i < rg_value_count(arguments); i++)
        if (rg_is_node(items[i]) ? rg_may_be_restrided(run, items[i].data)
                                 : rg_is_container(items[i]) && has_restrided(run, items[i]))
            return true;
    return false;
}

void rg_note_layout(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    if (is_some_restrided(run, node->args) || is_some_restrided(run, node->kwargs))
        rg_mark_restrided(run, id);
}

/* ---------------------------------------------------------------- making nodes outside of rules */

static rg_maker begin_making(rg_run *run, uint32_t origin) {
    rg_maker before = rg_begin_making_for(run, origin);
    run->arenas.untidy = true;
    run->making.now.first_made = run->graph->nodes.count;
    return before;
}

/* `made` replaces the call `old`. */
static void end_making(rg_run *run, const rg_maker *before, rg_node_id old, rg_value made,
                       const rg_ast *ast) {
    if (rg_is_node(made))
        rg_describe_as(run, made.data, old, rg_node_at(run->graph, old)->annotation);
    rg_replace(run, old, made, ast);
    rg_end_making(run, before);
}

/* ---------------------------------------------------------------- which calls ask for strides */

static RG_RARE rg_node_id tensor_asked_about(rg_run *run, rg_node_id id, const rg_operator *op) {
    const rg_binding *binding = rg_bind_node(run, id);
    bool tensor = binding && rg_is_node(binding->slots[0].value);
    return tensor && rg_ops_clause(op->agains, binding->schema) ? binding->slots[0].value.data
                                                                : RG_NO_NODE;
}

rg_node_id rg_asked_about(rg_run *run, rg_node_id id) {
    const rg_operator *op = rg_class_of(run, id)->callee->spelled.op;
    return op && op->agains ? tensor_asked_about(run, id, op) : RG_NO_NODE;
}

static bool is_view(rg_run *run, rg_node_id call) {
    const rg_operator *op = rg_class_of(run, call)->callee->spelled.op;
    return op->aliases || op->views;
}

static RG_RARE bool ask_again(rg_run *run, rg_node_id id, rg_node_id about) {
    if (is_view(run, id) || !rg_may_be_restrided(run, about))
        return false;
    const rg_ast *clause = rg_again_clause(run, id);
    const rg_storage *storage = rg_storage_of(&run->memory, about);
    rg_maker before = begin_making(run, storage ? storage->origin : RG_NO_ORIGIN);
    rg_value made =
        rg_eval_clause(run, rg_clause_of(clause), id, rg_none(), rg_none(), rg_node_value(about));
    end_making(run, &before, id, made, clause);
    return true;
}

bool rg_ask_again(rg_run *run, rg_node_id id) {
    rg_node_id about = rg_asked_about(run, id);
    return about != RG_NO_NODE && ask_again(run, id, about);
}

/* ---------------------------------------------------------------- which calls copy depending on
 * strides
 */

/* Whether a call that is no copy of its argument by its strides is one by its dtype. */
static bool converts(const rg_run *run, rg_node_id id, rg_node_id from) {
    const rg_type *a = rg_node_type(run->graph, id), *b = rg_node_type(run->graph, from);
    return a && b && a->kind == RG_TYPE_TENSOR && b->kind == RG_TYPE_TENSOR && a->dtype != b->dtype;
}

static bool has_strides(const rg_run *run, rg_node_id id) {
    const rg_type *type = rg_node_type(run->graph, id);
    return type && type->kind == RG_TYPE_TENSOR && type->stride;
}

/* Later readers of the call read a copy of it, made behind it. */
static void copy_result(rg_run *run, rg_node_id id) {
    rg_maker before = begin_making(
        run, rg_storage_at(&run->memory, rg_alias_of(&run->memory, id)->storage)->origin);
    run->making.now.cursor = rg_node_at(run->graph, id)->next;
    end_making(run, &before, id, rg_node_value(rg_make_clone(run, id, NULL)), NULL);
}

void rg_keep_sharing(rg_run *run, rg_node_id id) {
    rg_memory *memory = &run->memory;
    const rg_operator *op = rg_class_of(run, id)->callee->spelled.op;
    const rg_binding *binding = op && op->aliases ? rg_bind_node(run, id) : NULL;
    if (!binding || !rg_is_node(binding->slots[0].value))
        return;
    rg_node_id from = binding->slots[0].value.data;
    rg_storage *shared = rg_may_be_restrided(run, from) ? rg_storage_of(memory, from) : NULL;
    rg_storage *own = rg_storage_of(memory, id);
    if (!shared || !own)
        return;
    rg_effect effect = *rg_analyse(run, id);
    if (own == shared)
        shared->views_may_copy |= !effect.of_storage && rg_views_by_strides(run, id);
    else if (effect.kind == RG_EFFECT_FRESH && !effect.tuple && !converts(run, id, from) &&
             rg_sharing_shows(run, own, rg_alias_of(memory, from)->storage))
        copy_result(run, id);
    else if (effect.kind == RG_EFFECT_MAYBE && !effect.undeclared && has_strides(run, from) &&
             rg_sharing_shows(run, own, rg_alias_of(memory, from)->storage))
        rg_fail(
            run, NULL,
            "a rule may have changed how %%%s lies in memory, and it cannot be known whether %%%s "
            "shares it: %s",
            rg_node_name(run->graph, from), rg_node_name(run->graph, id), effect.missing);
}
