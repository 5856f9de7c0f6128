/* Which written arguments a call returns. */
#include "effects.h"

/* Whether a call returns the list that it writes: by its schema, or because it is a Python function
 * over an operator that returns nothing (`torch._foreach_add_`). */
static bool returns_list(const rg_schema *schema, const rg_param *param) {
    if (!param->written || !param->list)
        return false;
    return schema->result_count == 0 || (schema->result_count == 1 && schema->results[0].list &&
                                         rg_may_alias(param, &schema->results[0]));
}

/* The list that a call writes and returns, or None. */
static rg_value returned_list(const rg_binding *binding) {
    for (size_t i = 0; i < binding->schema->param_count; i++)
        if (returns_list(binding->schema, &binding->schema->params[i]))
            return rg_is_container(binding->slots[i].value) ? binding->slots[i].value : rg_none();
    return rg_none();
}

bool rg_returns_written_list(const rg_binding *binding) {
    return rg_is_container(returned_list(binding));
}

size_t rg_written_result_count(const rg_binding *binding) {
    rg_value list = returned_list(binding);
    return rg_is_container(list) ? rg_value_count(list) : binding->schema->result_count;
}

rg_node_id rg_written_result(rg_run *run, const rg_binding *binding, size_t result) {
    rg_value list = returned_list(binding);
    if (rg_is_container(list)) {
        rg_value item = rg_item(run->module, list, result);
        return rg_is_node(item) ? item.data : RG_NO_NODE;
    }
    uint32_t letters = binding->schema->results[result].alias;
    for (size_t i = 0; i < binding->schema->param_count; i++) {
        const rg_param *param = &binding->schema->params[i];
        if (param->written && (param->alias & letters) && rg_is_node(binding->slots[i].value))
            return binding->slots[i].value.data;
    }
    return RG_NO_NODE;
}
