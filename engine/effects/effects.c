/* What a call does to memory: which arguments it writes, and whether its result is fresh, one of
 * its arguments, or a view of one. Facts come from schemas (alias annotations), from the `aliases`
 * lines of operator files where a schema leaves it open, and from shape and stride metadata. */
#include <string.h>

#include "../calls/callees.h"
#include "../eval/eval.h"
#include "../rewrite/run.h"
#include "alias_lines.h"
#include "bodies.h"
#include "effects.h"
#include "../memory/lists.h"
#include "../memory/storage.h"
#include "../memory/storage_parts.h"

/* ---------------------------------------------------------------- writes */

static void add_written(rg_run *run, rg_node_id id) {
    const rg_node_id *writes = run->effects.writes.data;
    for (size_t i = 0; i < run->effects.writes.count; i++)
        if (writes[i] == id)
            return;
    *(rg_node_id *)rg_array_push(run->arenas.run, &run->effects.writes, sizeof id) = id;
}

static void add_write(void *context, rg_node_id id) {
    rg_run *run = context;
    const rg_type *type = rg_node_type(run->graph, id);
    if (!type || type->kind == RG_TYPE_TENSOR)
        add_written(run, id);
}

static bool annotations_hold(rg_run *run, rg_node_id id, const rg_schema *schema) {
    const rg_clause_code *code = schema->when ? rg_clause_of(schema->when) : NULL;
    rg_value result;
    if (!code)
        return true;
    return !rg_try_clause(run, code, id, &result, NULL) || rg_truth(run->module, result);
}

/* The argument of a written parameter is a list in a single node: see lists.c. */
static bool is_written_list(const rg_run *run, const rg_param *param, rg_value value) {
    return rg_is_node(value) && (param->list || rg_is_list(&run->memory, value.data));
}

static void find_write(rg_run *run, const rg_param *param, const rg_slot *slot, rg_effect *effect) {
    if (!param->written || slot->place == RG_SLOT_ABSENT)
        return;
    if (is_written_list(run, param, slot->value)) {
        effect->list = slot->value.data;
        add_written(run, slot->value.data);
    } else {
        rg_visit_nodes(run->module, slot->value, add_write, run);
    }
}

static bool is_returned(const rg_schema *schema, const rg_param *param) {
    for (size_t i = 0; i < schema->result_count; i++)
        if (schema->results[i].alias & param->alias)
            return true;
    return false;
}

/* In the order of the results of the functional form: PyTorch's give what the call returns, then
 * what else it writes. */
static void find_writes(rg_run *run, const rg_binding *binding, rg_effect *effect) {
    const rg_schema *schema = binding->schema;
    for (size_t i = 0; schema->returns_late && i < schema->param_count; i++)
        if (is_returned(schema, &schema->params[i]))
            find_write(run, &schema->params[i], &binding->slots[i], effect);
    for (size_t i = 0; i < schema->param_count; i++)
        if (!(schema->returns_late && is_returned(schema, &schema->params[i])))
            find_write(run, &schema->params[i], &binding->slots[i], effect);
}

/* ---------------------------------------------------------------- results */

static bool is_data(const rg_type *type) {
    return !type || type->kind == RG_TYPE_TENSOR || type->kind == RG_TYPE_TUPLE ||
           type->kind == RG_TYPE_LIST;
}

static bool result_is_tuple(const rg_type *type, const rg_schema *schema) {
    if (type)
        return type->kind == RG_TYPE_TUPLE || type->kind == RG_TYPE_LIST;
    return schema &&
           (schema->result_count > 1 || (schema->result_count == 1 && schema->results[0].list));
}

static void count_node(void *context, rg_node_id id) {
    (void)id;
    ++*(size_t *)context;
}

#define WILDCARD (1u << 26) /* the `*` of an alias set */

/* The list of tensors with whose items the result may share memory; else None. */
static rg_value aliased_list(rg_run *run, const rg_binding *binding) {
    const rg_schema *schema = binding->schema;
    for (size_t i = 0; schema->result_count && i < schema->param_count; i++) {
        size_t nodes = 0;
        rg_value value = binding->slots[i].value;
        if (!rg_may_alias(&schema->params[i], &schema->results[0]) || rg_is_node(value))
            continue;
        rg_visit_nodes(run->module, value, count_node, &nodes);
        if (nodes)
            return value;
    }
    return rg_none();
}

/* Whether an operator file says how item i of the result is a view of item i of the list. */
static bool views_each(rg_run *run, const rg_binding *binding, rg_value list) {
    const rg_op_clause *clause = rg_ops_clause(binding->schema->op->views, binding->schema);
    bool each = clause && rg_clause_of(clause->ast)->index_slot != RG_NO_SLOT;
    for (uint32_t i = 0; each && i < rg_value_count(list); i++) {
        rg_value item = rg_item(run->module, list, i);
        const rg_alias *alias = rg_is_node(item) ? rg_alias_of(&run->memory, item.data) : NULL;
        each = alias && !alias->sequence;
    }
    return each;
}

rg_value rg_viewed_list(rg_run *run, rg_node_id id) {
    return aliased_list(run, rg_bind_node(run, id));
}

/* The result may share memory with items of a list. */
static void find_alias_of_list(rg_run *run, rg_node_id id, const rg_binding *binding,
                               rg_effect *effect, rg_value list) {
    bool single = rg_is_container(list) && rg_value_count(list) == 1 &&
                  rg_is_node(rg_item(run->module, list, 0));
    effect->kind = RG_EFFECT_MAYBE;
    effect->node = RG_NO_NODE;
    effect->missing = rg_doubt_about(run, id, RG_DOUBT_ARGUMENT);
    if (binding->schema->results[0].list) {
        if (rg_is_container(list) && views_each(run, binding, list))
            effect->kind = RG_EFFECT_EACH;
        return;
    }
    uint32_t fact = rg_alias_fact(run, id, binding, RG_ALIAS_UNASKED);
    if (fact == RG_ALIAS_FRESH) {
        effect->kind = RG_EFFECT_FRESH;
    } else if (fact == RG_ALIAS_SHARED && single) {
        effect->kind = RG_EFFECT_VIEW;
        effect->node = rg_item(run->module, list, 0).data;
    }
}

/* The result may share memory with the only parameter whose letter it carries. `holds`: the
 * schema's annotations do; else only an `aliases` line says anything. */
static void find_alias(rg_run *run, rg_node_id id, const rg_binding *binding, rg_effect *effect,
                       bool holds) {
    const rg_schema *schema = binding->schema;
    const rg_param *result = &schema->results[0];
    size_t found = 0;
    bool bodies = rg_class_of(run, id)->callee->runs_bodies, shared_by_body = false;
    for (size_t i = 0; schema->result_count && i < schema->param_count; i++) {
        const rg_param *param = &schema->params[i];
        rg_value value = binding->slots[i].value;
        if (!rg_may_alias(param, result) || binding->slots[i].place == RG_SLOT_ABSENT ||
            !rg_is_node(value))
            continue;
        if (bodies && rg_is_body(run, value.data)) {
            shared_by_body |= !rg_body_is_fresh(run, value.data);
            continue;
        }
        found++;
        if (param->list && !param->written)
            effect->list = value.data;
        effect->node = value.data;
        effect->kind = holds && param->written ? RG_EFFECT_SAME
                       : result->list          ? RG_EFFECT_VIEWS
                                               : RG_EFFECT_VIEW;
    }
    if (shared_by_body) {
        effect->kind = RG_EFFECT_MAYBE;
        effect->node = RG_NO_NODE;
        effect->missing = "what its body returns may be what it is given, or a view of that";
        return;
    }
    bool anything = schema->result_count && (result->alias & WILDCARD) && !found;
    rg_value list = aliased_list(run, binding);
    if (!found && !anything && rg_is_container(list)) {
        find_alias_of_list(run, id, binding, effect, list);
        return;
    }
    bool several = found > 1 || anything || rg_is_container(list);
    if (several || (found && schema->result_count > 1 && effect->kind != RG_EFFECT_SAME)) {
        effect->kind = RG_EFFECT_MAYBE;
        effect->node = RG_NO_NODE;
        effect->missing = rg_doubt_about(run, id, RG_DOUBT_ARGUMENT);
    } else if (found && schema->result_count > 1) {
        effect->kind = RG_EFFECT_FRESH; /* a tuple of what was written: see written_item() */
    } else if (found && effect->kind != RG_EFFECT_SAME) {
        rg_decide_view(run, id, binding, effect, holds ? RG_ALIAS_SHARED : RG_ALIAS_FRESH);
    }
}

/* Item `index` of what a call with several results returns, where that is an argument it wrote
 * (`torch.max(x, 0, out=(a, b))[0]` is a). */
static bool written_item(rg_run *run, rg_node_id tuple, int64_t index, rg_effect *effect) {
    const rg_binding *binding = rg_bind_node(run, tuple);
    if (!binding || index < 0 || (uint64_t)index >= rg_written_result_count(binding))
        return false;
    rg_node_id written = rg_written_result(run, binding, (size_t)index);
    if (written == RG_NO_NODE)
        return false;
    effect->kind = RG_EFFECT_SAME;
    effect->node = written;
    return true;
}

/* `operator.getitem` of a tuple takes an item out; of a tensor it views or copies. */
static bool find_item(rg_run *run, const rg_binding *binding, rg_effect *effect) {
    if (strcmp(binding->schema->op->name, "operator::getitem") != 0)
        return false;
    rg_value self = binding->slots[0].value, index = binding->slots[1].value;
    if (!rg_is_node(self))
        return false;
    const rg_alias *alias = rg_alias_of(&run->memory, self.data);
    const rg_type *type = rg_node_type(run->graph, self.data);
    if (!alias && !(type && type->kind == RG_TYPE_TENSOR)) {
        effect->kind = RG_EFFECT_NOTHING;
        return true;
    }
    if (!alias || !alias->sequence)
        return false;
    effect->kind = RG_EFFECT_ITEM;
    effect->node = self.data;
    effect->item = rg_value_kind(index) == RG_INT ? rg_get_int(run->module, index) : -1;
    if (effect->item < 0 && rg_value_kind(index) == RG_INT && type &&
        (type->kind == RG_TYPE_TUPLE || type->kind == RG_TYPE_LIST))
        effect->item += (int64_t)type->count;
    if (written_item(run, self.data, effect->item, effect))
        return true;
    if (effect->item < 0) {
        effect->kind = RG_EFFECT_MAYBE;
        effect->missing = "the item of the sequence that it takes is not a plain index";
    }
    return true;
}

/* Whether a call is given something to write, whatever its function. */
static bool names_out(const rg_run *run, const rg_node *node) {
    for (uint32_t i = 0; i + 1 < rg_value_count(node->kwargs); i += 2) {
        rg_value value = rg_item(run->module, node->kwargs, i + 1);
        if ((rg_is_node(value) || rg_is_container(value)) &&
            strcmp(rg_value_text(run->module, rg_item(run->module, node->kwargs, i)), "out") == 0)
            return true;
    }
    return false;
}

static void unknown_call(rg_run *run, rg_node_id id, rg_effect *effect) {
    const rg_node *node = rg_node_at(run->graph, id);
    effect->kind = RG_EFFECT_MAYBE;
    effect->node = RG_NO_NODE;
    effect->missing = rg_doubt_about(run, id, RG_DOUBT_TARGET);
    effect->undeclared = true;
    effect->suspicious = rg_class_of(run, id)->callee->suspicious || names_out(run, node);
}

/* `t_`, `squeeze_`: an operator that writes by its schema and that an operator file calls a view.
 */
static bool is_inplace_view(const rg_schema *schema) {
    const char *name = schema->op->name;
    return schema->writes && schema->op->views && name[strlen(name) - 1] == '_';
}

static void known_call(rg_run *run, rg_node_id id, const rg_binding *found, rg_effect *effect) {
    rg_binding copy, *binding = &copy; /* evaluating clauses binds other calls */
    rg_copy_binding(binding, found);
    if (find_item(run, binding, effect))
        return;
    effect->tuple = result_is_tuple(rg_node_type(run->graph, id), binding->schema);
    if (!binding->schema->writes && !binding->schema->aliases && !binding->schema->op->aliases)
        return;
    bool holds = annotations_hold(run, id, binding->schema);
    effect->reshapes = holds && is_inplace_view(binding->schema);
    if (holds && !effect->reshapes)
        find_writes(run, binding, effect);
    if (effect->kind != RG_EFFECT_NOTHING)
        find_alias(run, id, binding, effect, holds);
    if (effect->list != RG_NO_NODE) {
        effect->kind = RG_EFFECT_MAYBE;
        effect->node = RG_NO_NODE;
        effect->missing = "it is not known which tensors the list holds";
    }
}

/* ---------------------------------------------------------------- the whole */

/* Overloads with `out=` do not make an operator noisy; a call that gives `out=` is looked at. */
static bool gives_out(rg_run *run, const rg_node *node) {
    for (uint32_t i = 0; i + 1 < rg_value_count(node->kwargs); i += 2) {
        rg_value value = rg_item(run->module, node->kwargs, i + 1);
        if (rg_is_node(value) || rg_is_container(value))
            return true;
    }
    return false;
}

static bool is_quiet_call(const rg_callee *callee, rg_run *run, const rg_node *node) {
    return callee->quiet && rg_value_kind(node->kwargs) == RG_DICT && !gives_out(run, node);
}

void rg_forget_call(rg_run *run, rg_node_id id, bool tells) {
    const rg_type *type = rg_node_type(run->graph, id);
    rg_forget_class(run, id);
    if (tells && (!type || type->kind != RG_TYPE_TENSOR))
        rg_forget_users_classes(run, id);
}

static rg_node_id first_argument(const rg_run *run, const rg_node *node) {
    rg_value first = rg_value_kind(node->args) == RG_TUPLE && rg_value_count(node->args)
                         ? rg_item(run->module, node->args, 0)
                         : rg_none();
    return rg_is_node(first) ? first.data : RG_NO_NODE;
}

static bool use_verdict_of_argument(rg_run *run, rg_node_id id, rg_verdict verdict,
                                    rg_effect *effect) {
    rg_node_id first = first_argument(run, rg_node_at(run->graph, id));
    const rg_alias *viewed = verdict == RG_VERDICT_VIEW ? rg_alias_of(&run->memory, first) : NULL;
    if (verdict == RG_VERDICT_VIEW && (!viewed || viewed->sequence || viewed->reshaped))
        return false;
    effect->kind = verdict == RG_VERDICT_VIEW ? RG_EFFECT_VIEW : RG_EFFECT_SAME;
    effect->node = first;
    if (verdict == RG_VERDICT_WRITE)
        *(rg_node_id *)rg_array_push(run->arenas.run, &run->effects.writes, sizeof first) = first;
    return true;
}

/* False: the call has to be looked at. */
static bool use_verdict(rg_run *run, rg_node_id id, rg_verdict verdict, rg_effect *effect) {
    if (verdict == RG_VERDICT_MORE)
        return false;
    if (verdict == RG_VERDICT_VIEW || verdict == RG_VERDICT_WRITE)
        return use_verdict_of_argument(run, id, verdict, effect);
    effect->kind = verdict == RG_VERDICT_NOTHING ? RG_EFFECT_NOTHING : RG_EFFECT_FRESH;
    effect->tuple = verdict == RG_VERDICT_FRESH_TUPLE;
    return true;
}

/* Keeps what was found by looking at a call, if all calls of its class do the same. `by_form`: if
 * all calls of its form do. */
static void keep_verdict(rg_run *run, rg_node_id id, const rg_effect *effect, bool by_form) {
    const rg_node_id *writes = run->effects.writes.data;
    bool plain = !effect->tuple && !effect->maybe_itself && !effect->revalues &&
                 !effect->of_storage && !effect->reshapes && !effect->suspicious &&
                 effect->list == RG_NO_NODE && effect->node != RG_NO_NODE &&
                 effect->node == first_argument(run, rg_node_at(run->graph, id));
    if (!plain)
        return;
    rg_call_class *class = rg_class_of(run, id);
    if (effect->kind == RG_EFFECT_VIEW && run->effects.writes.count == 0)
        rg_keep_verdict(run, id, class, RG_VERDICT_VIEW);
    if (effect->kind != RG_EFFECT_SAME || run->effects.writes.count != 1 ||
        writes[0] != effect->node)
        return;
    if (by_form && class->detail == RG_BY_FORM)
        class->verdict = RG_VERDICT_WRITE;
    else
        rg_keep_verdict(run, id, class, RG_VERDICT_WRITE);
}

/* Whether the overload that calls of the class use neither writes nor aliases. */
static bool is_harmless(rg_run *run, rg_call_class *class, const rg_node *node) {
    rg_choose_overload(run, class, node);
    const rg_schema *schema = class->schema;
    return schema && !schema->writes && !schema->aliases && !schema->op->aliases &&
           strcmp(schema->op->name, "operator::getitem") != 0;
}

static rg_verdict judge(rg_run *run, rg_call_class *class, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    const rg_type *type = rg_node_type(run->graph, id);
    if (rg_is_call(node) && class->callee->mode)
        return RG_VERDICT_MORE;
    bool quiet = !rg_is_call(node) || is_quiet_call(class->callee, run, node);
    if (!quiet && !is_harmless(run, class, node))
        return RG_VERDICT_MORE;
    if (node->opcode == RG_OUTPUT || !is_data(type))
        return RG_VERDICT_NOTHING;
    return result_is_tuple(type, quiet ? NULL : class->schema) ? RG_VERDICT_FRESH_TUPLE
                                                               : RG_VERDICT_FRESH;
}

rg_verdict rg_find_verdict(rg_run *run, rg_node_id id) {
    rg_call_class *class = rg_class_of(run, id);
    rg_verdict found = judge(run, class, id);
    if (class->detail == RG_BY_CALLEE)
        rg_keep_verdict(run, id, class, found);
    else
        class->verdict = (uint8_t)found;
    return found;
}

/* Whether what was found depends on the call alone: a `when` may read more. *by_form: whether it
 * depends on the call's form alone. */
static bool look_at_call(rg_run *run, rg_node_id id, rg_effect *effect, bool *by_form) {
    const rg_type *type = rg_node_type(run->graph, id);
    effect->tuple = result_is_tuple(type, NULL);
    const rg_binding *binding = rg_bind_node(run, id);
    bool alone = binding && !binding->schema->when;
    *by_form = alone && !binding->schema->op->aliases;
    if (binding)
        known_call(run, id, binding, effect);
    else
        unknown_call(run, id, effect);
    if (!is_data(type))
        effect->kind = RG_EFFECT_NOTHING;
    return alone;
}

const rg_effect *rg_analyse(rg_run *run, rg_node_id id) {
    if (run->effects.of == id && run->effects.stamp == run->calls.edits)
        return &run->effects.effect;
    rg_effect effect = {
        .kind = RG_EFFECT_FRESH, .node = RG_NO_NODE, .item = -1, .list = RG_NO_NODE};
    run->effects.writes.count = 0;
    if (!use_verdict(run, id, rg_verdict_of(run, id), &effect)) {
        bool by_form;
        if (look_at_call(run, id, &effect, &by_form))
            keep_verdict(run, id, &effect, by_form);
    }
    effect.writes = run->effects.writes.data;
    effect.write_count = run->effects.writes.count;
    run->effects.effect = effect;
    run->effects.of = id;
    run->effects.stamp = run->calls.edits;
    return &run->effects.effect;
}
