/* The functional counterpart of a call: the same call without its writes. */
#include "../../calls/callees.h"
#include "../../eval/eval.h"
#include "../run.h"
#include "build.h"

/* Whether keyword argument `place` of the call is an `out`. */
static bool gives_out(const rg_binding *binding, uint32_t place) {
    for (size_t i = 0; i < binding->schema->param_count; i++)
        if (binding->schema->params[i].is_out && binding->slots[i].place == RG_SLOT_KEYWORD &&
            binding->slots[i].index == place)
            return true;
    return false;
}

static bool has_key(const rg_run *run, rg_value dict, rg_value key) {
    for (uint32_t i = 0; i + 1 < rg_value_count(dict); i += 2)
        if (rg_item(run->module, dict, i).data == key.data)
            return true;
    return false;
}

/* The keyword arguments without those that the functional schema lacks (out=), with defaults that
 * only the writing schema has, and with `further` ones. */
static rg_value functional_kwargs(rg_run *run, const rg_node *node, const rg_binding *binding,
                                  const rg_schema *functional, rg_value further) {
    rg_value_list pairs = {0};
    for (uint32_t i = 0; i + 1 < rg_value_count(node->kwargs); i += 2) {
        rg_value key = rg_item(run->module, node->kwargs, i);
        if (gives_out(binding, i / 2) || has_key(run, further, key))
            continue;
        rg_add_value(run, &pairs, key);
        rg_add_value(run, &pairs, rg_item(run->module, node->kwargs, i + 1));
    }
    for (size_t i = 0; i < functional->param_count; i++) {
        const rg_param *param = &functional->params[i];
        uint32_t old = rg_param_index(binding->schema, param->name);
        if (param->default_text || old == RG_NONE_ID ||
            binding->slots[old].place != RG_SLOT_ABSENT ||
            !binding->schema->params[old].default_text)
            continue;
        rg_add_value(run, &pairs, rg_str(run->module, param->name));
        rg_add_value(run, &pairs, binding->slots[old].value);
    }
    for (uint32_t i = 0; i < rg_value_count(further); i++)
        rg_add_value(run, &pairs, rg_item(run->module, further, i));
    return rg_container(run->module, RG_DICT, pairs.items, pairs.count);
}

/* A call with an `inplace` flag that is on: the same call with the flag off. */
static bool with_flag_off(rg_run *run, rg_node_id id, const rg_binding *binding, bool ask,
                          const rg_ast *site, rg_node_id *made) {
    uint32_t param = rg_param_index(binding->schema, "inplace");
    if (param == RG_NONE_ID || binding->slots[param].place == RG_SLOT_ABSENT)
        return false;
    if (ask)
        return true;
    const rg_node *node = rg_node_at(run->graph, id);
    rg_value args = node->args, kwargs = node->kwargs;
    uint32_t place = binding->slots[param].index;
    if (binding->slots[param].place == RG_SLOT_KEYWORD) {
        kwargs = rg_dict_with(run->module, kwargs, rg_str(run->module, "inplace"), rg_bool(false));
    } else {
        rg_value_list items = {0};
        for (uint32_t i = 0; i < rg_value_count(args); i++)
            rg_add_value(run, &items, i == place ? rg_bool(false) : rg_item(run->module, args, i));
        args = rg_as_tuple(run, &items);
    }
    *made = rg_make_node(run, (rg_opcode)node->opcode, rg_node_target(run->graph, id), args, kwargs,
                         site);
    return true;
}

/* The operator spelled as the call's target is. */
static rg_spelling respell(rg_run *run, rg_node_id id, const rg_schema *schema) {
    const rg_node *node = rg_node_at(run->graph, id);
    rg_callee *callee = rg_callee_of(run, node);
    if (callee->respelled_as != schema) {
        callee->respelled =
            rg_ops_respell(run->ruleset->ops, (rg_opcode)node->opcode,
                           rg_node_target(run->graph, id), schema, run->arenas.module);
        callee->respelled_as = schema;
    }
    return callee->respelled;
}

/* Whether each written parameter is given a tensor, or a list of them: only then is result `i` of
 * the functional form what the call's write `i` makes. */
static bool writes_all(const rg_binding *binding, const rg_schema *functional) {
    const rg_schema *schema = binding->schema;
    for (size_t i = 0; functional->result_count > 1 && i < schema->param_count; i++)
        if (schema->params[i].written && !rg_is_node(binding->slots[i].value))
            return false;
    return true;
}

rg_node_id rg_make_functional(rg_run *run, rg_node_id id, rg_value further, const rg_ast *site,
                              bool ask, bool *found) {
    const rg_binding *bound = rg_bind_node(run, id);
    rg_node_id made = RG_NO_NODE;
    *found = false;
    if (!bound)
        return RG_NO_NODE;
    rg_binding binding; /* making nodes overwrites run->calls.binding */
    rg_copy_binding(&binding, bound);
    *found = with_flag_off(run, id, &binding, ask, site, &made);
    if (*found)
        return made;
    const rg_schema *functional =
        rg_ops_functional(run->ruleset->ops, binding.schema, run->arenas.module);
    *found = functional && writes_all(&binding, functional);
    if (!*found || ask)
        return RG_NO_NODE;
    const rg_node *node = rg_node_at(run->graph, id);
    rg_spelling spelling = respell(run, id, functional);
    rg_value kwargs = functional_kwargs(run, node, &binding, functional, further);
    return rg_make_node(run, spelling.opcode, spelling.target, node->args, kwargs, site);
}
