/* `y = e`: later uses of `y` are replaced by `e`, where nobody can tell the two apart. */
#include <string.h>

#include "../../calls/callees.h"
#include "../../eval/eval.h"
#include "../../eval/sizes.h"
#include "../../effects/effects.h"
#include "../../memory/content.h"
#include "../../memory/future.h"
#include "../../memory/storage.h"
#include "../../memory/storage_parts.h"
#include "../groups/ahead.h"
#include "../conclude.h"
#include "../commit.h"
#include "../making/build.h"
#include "../run.h"
#include "actions.h"

/* ---------------------------------------------------------------- whose memory a value is in */

/* The node whose memory a new node, which was not visited yet, shares; RG_NO_NODE: it has memory of
 * its own, or that is not known. */
static rg_node_id memory_source(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    bool item = strcmp(rg_node_target(run->graph, id), "operator.getitem") == 0;
    rg_value first = rg_value_kind(node->args) == RG_TUPLE && rg_value_count(node->args)
                         ? rg_item(run->module, node->args, 0)
                         : rg_none();
    if (item && rg_is_node(first) && first.data >= run->making.now.first_made)
        return first.data; /* of a new sequence, which was not visited yet */
    const rg_effect *effect = rg_analyse(run, id);
    bool shares = effect->kind == RG_EFFECT_SAME || effect->kind == RG_EFFECT_VIEW ||
                  effect->kind == RG_EFFECT_VIEWS || effect->kind == RG_EFFECT_ITEM;
    return shares ? effect->node : RG_NO_NODE;
}

/* The node of the graph as it was whose memory the value shares; RG_NO_NODE: it has its own. */
static rg_node_id memory_of(rg_run *run, rg_node_id id) {
    while (id != RG_NO_NODE && id >= run->making.now.first_made)
        id = memory_source(run, id);
    return id;
}

typedef struct memory_test {
    rg_run *run;
    const rg_storage *wanted;
    bool all;
} memory_test;

static void test_memory(void *context, rg_node_id id) {
    memory_test *t = context;
    id = memory_of(t->run, id);
    t->all &= id != RG_NO_NODE && rg_storage_of(&t->run->memory, id) == t->wanted;
}

/* Whether all nodes in the value are in the storage of `old`. */
static bool is_all_in_memory_of(rg_run *run, rg_value value, rg_node_id old) {
    memory_test t = {run, rg_storage_of(&run->memory, old), true};
    rg_visit_nodes(run->module, value, test_memory, &t);
    rg_forget_effect(run);
    return t.all;
}

/* ---------------------------------------------------------------- how it lies there */

typedef struct layout_test {
    rg_run *run;
    rg_node_id old;
    bool asked; /* a call asks for its layout */
    bool torn;  /* another layout would turn a view of it into a copy */
    bool lost;
} layout_test;

/* The engine already assumes that a fresh new tensor may have another layout; in the same memory
 * the same elements keep their places. */
static void test_layout(void *context, rg_node_id id) {
    layout_test *t = context;
    rg_run *run = t->run;
    rg_node_id source = memory_of(run, id);
    bool same =
        source == id && rg_same_layout(rg_node_type(run->graph, rg_maker_of(&run->memory, t->old)),
                                       rg_node_type(run->graph, rg_maker_of(&run->memory, id)));
    bool asked = source == RG_NO_NODE && !run->pass.code->pure && rg_is_asked_further(run, t->old);
    bool other = source != RG_NO_NODE && !same &&
                 rg_storage_of(&run->memory, source) != rg_storage_of(&run->memory, t->old);
    t->lost |= (t->asked && (asked || other)) || (t->torn && !same);
}

static bool loses_its_layout(rg_run *run, rg_node_id old, rg_value value) {
    layout_test t = {run, old, rg_is_layout_asked(run, old), rg_may_tear_apart(run, old), false};
    if (!t.asked && !t.torn)
        return false;
    rg_visit_nodes(run->module, value, test_layout, &t);
    rg_forget_effect(run);
    return t.lost;
}

/* ---------------------------------------------------------------- the statement */

/* Whether `old` comes to be another tensor object of its memory, and one of the two changes in
 * place how it is seen. (Of other memory it gets a copy.) */
static bool becomes_another_object(rg_run *run, rg_node_id old, rg_node_id value) {
    bool was_there = value < run->making.now.first_made;
    return was_there && rg_object_of(&run->memory, old) != RG_NONE_ID &&
           rg_object_of(&run->memory, old) != rg_object_of(&run->memory, value) &&
           rg_storage_of(&run->memory, old) == rg_storage_of(&run->memory, value) &&
           (rg_is_reshaped_later(run, old) || rg_is_reshaped_later(run, value));
}

/* Whether `old` is the copy of `value` that a copy would take the place of: where the two must not
 * share memory, that would go on without end. */
static bool is_the_needed_copy(rg_run *run, rg_node_id old, rg_node_id value) {
    const rg_node *call = rg_node_at(run->graph, old);
    if (rg_value_count(call->args) != 1 || rg_value_count(call->kwargs) ||
        rg_value_kind(call->args) != RG_TUPLE || !rg_is_node(rg_item(run->module, call->args, 0)) ||
        rg_item(run->module, call->args, 0).data != value)
        return false;
    const rg_operator *op = rg_callee_of(run, call)->spelled.op;
    const rg_storage *own = rg_storage_of(&run->memory, old);
    const rg_alias *alias = rg_alias_of(&run->memory, value);
    return op && strcmp(op->name, "aten::clone") == 0 && own && alias &&
           rg_storage_at(&run->memory, alias->storage) != own &&
           rg_sharing_shows(run, own, alias->storage);
}

/* Why the value cannot take the place of `old`. */
static rg_objection_kind objection_to(rg_run *run, rg_node_id old, rg_value value) {
    if (rg_needs_its_memory(run, old) && !is_all_in_memory_of(run, value, old))
        return RG_SHARING_LOST;
    if (loses_its_layout(run, old, value))
        return RG_LAYOUT_LOST;
    if (rg_is_node(value) && becomes_another_object(run, old, value.data))
        return RG_OBJECTS_MERGED;
    if (rg_is_node(value) && is_the_needed_copy(run, old, value.data))
        return RG_IS_THERE;
    return RG_NO_OBJECTION;
}

/* Puts the value in the place of `old`; returns it, or a copy of it. Where that cannot be, there is
 * an objection to the rule. */
static rg_value put_in_place(rg_run *run, rg_node_id old, rg_value value, const rg_ast *ast) {
    value = rg_with_size_nodes(run, value, ast);
    bool itself = rg_is_node(value) && value.data == old;
    if (itself && ast->items[RG_BIND_VALUE]->kind != RG_AST_REUSE)
        rg_fail(run, ast, "`%s = …` puts the value in its own place",
                ast->items[RG_BIND_NAME]->text);
    rg_objection_kind objection = objection_to(run, old, value);
    if (itself || objection != RG_NO_OBJECTION) {
        rg_object(run, itself ? RG_IS_THERE : objection, old, ast);
        return value;
    }
    if (rg_is_node(value) && rg_is_given(run, value.data))
        value = rg_node_value(rg_make_clone(run, value.data, ast));
    if (rg_is_node(value) && rg_was_made(run, value.data))
        rg_inherit(run, value.data, old);
    rg_pend(run, RG_PENDING_REPLACE, old, value, ast);
    return value;
}

/* A group has a list of nodes, and is given a list of as many values. */
static rg_value put_all_in_place(rg_run *run, rg_value olds, rg_value values, const rg_ast *ast) {
    uint32_t count = rg_value_count(olds);
    rg_kind kind = rg_value_kind(values);
    if ((kind != RG_LIST && kind != RG_TUPLE) || rg_value_count(values) != count)
        rg_fail(run, ast, "`%s` is a list of %u nodes, and is given a list of as many values",
                ast->items[RG_BIND_NAME]->text, (unsigned)count);
    rg_value *put = rg_alloc_array(run->arenas.scratch, count, sizeof *put);
    for (uint32_t i = 0; i < count; i++) {
        rg_node_id old = rg_item(run->module, olds, i).data;
        put[i] = rg_item(run->module, values, i);
        if (rg_is_node(put[i]) && rg_is_gathered(run, put[i].data))
            rg_fail(run, ast, "%%%s, a call of the group, takes the place of another",
                    rg_node_name(run->graph, put[i].data));
        if (rg_is_gathered(run, old)) /* it is a call that makes a tensor of its own: see ahead.h */
            rg_register_fresh(&run->memory, old);
        put[i] = put_in_place(run, old, put[i], ast);
    }
    return rg_container(run->module, RG_LIST, put, count);
}

static void refuse_twice(rg_run *run, uint32_t slot, const rg_ast *ast) {
    rg_array *replaced = &run->application.replaced_slots;
    for (size_t i = 0; i < replaced->count; i++)
        if (((const uint32_t *)replaced->data)[i] == slot)
            rg_fail(run, ast, "`%s` is given a new value twice", ast->items[RG_BIND_NAME]->text);
    *(uint32_t *)rg_array_push(run->arenas.run, replaced, sizeof slot) = slot;
}

void rg_bind_action(rg_run *run, rg_value *frame, const rg_ast *ast) {
    uint32_t slot = rg_slot_of(ast->items[RG_BIND_NAME]);
    rg_value value = rg_eval(run, frame, ast->items[RG_BIND_VALUE]);
    const rg_rule *rule = run->making.now.rule;
    if (!rule || !rg_is_matched_slot(rule, slot)) {
        frame[slot] = value;
        return;
    }
    refuse_twice(run, slot, ast);
    if (rule->group)
        value = put_all_in_place(run, frame[slot], value, ast);
    else
        value = put_in_place(run, rg_subject(run, frame[slot], ast), value, ast);
    frame[slot] = value; /* the statements that follow mean the new value */
}
