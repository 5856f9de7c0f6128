/* The functions and variables of expressions that look at the graph. */
#include <string.h>

#include "../../graph_text/graph_text.h"
#include "../../calls/callees.h"
#include "../../effects/effects.h"
#include "../../memory/places/layout.h"
#include "../../memory/places/overlap.h"
#include "../../memory/content.h"
#include "../../memory/storage.h"
#include "../../memory/storage_parts.h"
#include "../../rewrite/making/build.h"
#include "../../rewrite/conclude.h"
#include "../../rewrite/readers.h"
#include "../../rewrite/run.h"
#include "builtins.h"
#include "../eval.h"
#include "../memo.h"
#include "../sizes.h"

static rg_node_id as_node(rg_run *run, rg_value value, const rg_ast *site) {
    if (rg_is_node(value))
        return value.data;
    rg_text shown = rg_text_new(run->arenas.scratch);
    rg_print_value(&shown, run->graph, value);
    rg_fail(run, site, "a node is needed, not %s", rg_text_string(&shown));
}

static const rg_type *as_tensor(rg_run *run, rg_value value, const rg_ast *site) {
    rg_node_id id = as_node(run, value, site);
    const rg_type *type = rg_node_type(run->graph, id);
    if (type && type->kind == RG_TYPE_TENSOR)
        return type;
    rg_fail_advice(
        run, site, "give it one, `%x : \"f32[2, 3][3, 1]cpu\" …`, as the annotated form has them",
        type ? "%%%s is no tensor" : "no shape metadata on %%%s", rg_node_name(run->graph, id));
}

/* ---------------------------------------------------------------- kinds and metadata */

RG_GRAPH_BUILTIN(is_tensor) {
    (void)count, (void)site;
    const rg_type *type = rg_is_node(v[0]) ? rg_node_type(run->graph, v[0].data) : NULL;
    return rg_bool(rg_is_node(v[0]) && (!type || type->kind == RG_TYPE_TENSOR));
}

RG_GRAPH_BUILTIN(known) {
    (void)count, (void)site;
    const rg_type *type = rg_is_node(v[0]) ? rg_node_type(run->graph, v[0].data) : NULL;
    bool known = type && type->kind == RG_TYPE_TENSOR;
    if (rg_value_kind(v[0]) == RG_BOOL) /* a comparison that was answered */
        return rg_bool(true);
    for (size_t i = 0; known && i < type->rank; i++)
        known = !type->shape[i].symbol;
    return rg_bool(known);
}

rg_value rg_dim_value(rg_run *run, rg_dim dim) {
    if (!dim.symbol)
        return rg_int(run->module, dim.value);
    rg_note_other_read(run);
    rg_size size = rg_size_of_dim(run, dim);
    return size == RG_NO_SIZE ? rg_make_value(RG_SIZE, 0, dim.symbol) : rg_value_of_size(run, size);
}

static rg_value dims(rg_run *run, const rg_dim *from, size_t count) {
    rg_value *values = rg_alloc_array(run->arenas.scratch, count, sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = rg_dim_value(run, from[i]);
    return rg_container(run->module, RG_LIST, values, count);
}

RG_GRAPH_BUILTIN(shape) {
    (void)count;
    const rg_type *type = as_tensor(run, v[0], site);
    return dims(run, type->shape, type->rank);
}

RG_GRAPH_BUILTIN(stride) {
    (void)count;
    const rg_type *type = as_tensor(run, v[0], site);
    if (!type->stride || (run->eval.mode.strides_hidden && type->rank))
        rg_fail(run, site, "no stride metadata on %%%s", rg_node_name(run->graph, v[0].data));
    return dims(run, type->stride, type->rank);
}

RG_GRAPH_BUILTIN(offset) {
    (void)count;
    return rg_dim_value(run, as_tensor(run, v[0], site)->offset);
}

RG_GRAPH_BUILTIN(has_strides) {
    (void)count, (void)site;
    const rg_type *type = rg_is_node(v[0]) ? rg_node_type(run->graph, v[0].data) : NULL;
    /* a tensor without dimensions has no strides, but the offset is given with them */
    bool told = type && type->kind == RG_TYPE_TENSOR && type->stride;
    return rg_bool(told && !run->eval.mode.strides_hidden);
}

RG_GRAPH_BUILTIN(rank) {
    (void)count;
    return rg_int(run->module, (int64_t)as_tensor(run, v[0], site)->rank);
}

RG_GRAPH_BUILTIN(dtype) {
    (void)count;
    const rg_type *type = as_tensor(run, v[0], site);
    const char *text = rg_long_dtype(rg_symbol_text(run->module->symbols, type->dtype));
    if (!text)
        rg_fail(run, site, "unknown dtype on %%%s", rg_node_name(run->graph, v[0].data));
    return rg_text_value(run->module, RG_DTYPE, text, strlen(text));
}

RG_GRAPH_BUILTIN(device_of) {
    (void)count, (void)site;
    const rg_type *type = rg_is_node(v[0]) ? rg_node_type(run->graph, v[0].data) : NULL;
    if (!type || type->kind != RG_TYPE_TENSOR || !type->device)
        return rg_none();
    return rg_str(run->module, rg_symbol_text(run->module->symbols, type->device));
}

RG_GRAPH_BUILTIN(has_dtype) {
    (void)count, (void)site;
    const rg_type *type = rg_is_node(v[0]) ? rg_node_type(run->graph, v[0].data) : NULL;
    return rg_bool(type && type->kind == RG_TYPE_TENSOR);
}

RG_GRAPH_BUILTIN(expression) {
    (void)count;
    rg_node_id id = as_node(run, v[0], site);
    const rg_type *type = rg_node_type(run->graph, id);
    if (!type || type->kind != RG_TYPE_SYM)
        rg_fail(run, site, "%%%s is not known to be a symbolic number",
                rg_node_name(run->graph, id));
    return rg_str(run->module, rg_symbol_text(run->module->symbols, type->text));
}

RG_GRAPH_BUILTIN(users) {
    (void)count;
    return rg_int(run->module, rg_all_readers(run, as_node(run, v[0], site)));
}

RG_GRAPH_BUILTIN(name) {
    (void)count;
    return rg_str(run->module, rg_node_name(run->graph, as_node(run, v[0], site)));
}

/* ---------------------------------------------------------------- roots */

static bool has_opcode(const rg_run *run, rg_value value, rg_opcode opcode) {
    return rg_is_node(value) && rg_node_at(run->graph, value.data)->opcode == opcode;
}

RG_GRAPH_BUILTIN(is_placeholder) {
    (void)count, (void)site;
    return rg_bool(has_opcode(run, v[0], RG_PLACEHOLDER));
}

RG_GRAPH_BUILTIN(is_get_attr) {
    (void)count, (void)site;
    return rg_bool(has_opcode(run, v[0], RG_GET_ATTR));
}

RG_GRAPH_BUILTIN(root) {
    (void)count, (void)site;
    const rg_storage *storage = rg_is_node(v[0]) ? rg_storage_of(&run->memory, v[0].data) : NULL;
    return storage ? rg_node_value(storage->root) : rg_none();
}

RG_GRAPH_BUILTIN(base) {
    (void)count;
    uint32_t number = rg_base_of(run, as_node(run, v[0], site));
    return number == RG_NONE_ID ? v[0] : rg_node_value(rg_bring_up_to_date(run, number));
}

RG_GRAPH_BUILTIN(first_name) {
    (void)count;
    rg_node_id id = as_node(run, v[0], site);
    uint32_t object = rg_object_of(&run->memory, id);
    if (object != RG_NONE_ID)
        id = ((const rg_node_id *)run->memory.object_first.data)[object];
    return rg_str(run->module, rg_node_name(run->graph, id));
}

static uint32_t *index_slot(rg_run *run, rg_node_id id) {
    return rg_table_slot(run, &run->eval.placeholder_index, id, sizeof(uint32_t));
}

/* Placeholders come first and keep their places: the count is made once a graph. */
RG_GRAPH_BUILTIN(index) {
    (void)count;
    rg_node_id wanted = as_node(run, v[0], site);
    if (!run->eval.placeholder_index.count) {
        uint32_t position = 0;
        for (rg_node_id id = run->graph->first; id != RG_NO_NODE;
             id = rg_node_at(run->graph, id)->next)
            if (rg_node_at(run->graph, id)->opcode == RG_PLACEHOLDER)
                *index_slot(run, id) = position++;
    }
    if (!has_opcode(run, v[0], RG_PLACEHOLDER))
        rg_fail(run, site, "%%%s is no placeholder", rg_node_name(run->graph, wanted));
    return rg_int(run->module, *index_slot(run, wanted));
}

RG_GRAPH_BUILTIN(written) {
    (void)count;
    const rg_storage *storage = rg_storage_of(&run->memory, as_node(run, v[0], site));
    if (!storage)
        return rg_bool(false);
    if (!storage->written && storage->maybe_written_by != RG_NO_NODE) {
        run->current = storage->maybe_written_by;
        rg_fail(run, site, "it cannot be known whether %%%s writes %%%s: %s",
                rg_node_name(run->graph, storage->maybe_written_by),
                rg_node_name(run->graph, storage->root), storage->maybe_reason);
    }
    if (storage->items_written && rg_node_at(run->graph, storage->root)->opcode == RG_PLACEHOLDER)
        rg_fail(run, site,
                "an item of the input %%%s is written: its final value cannot be returned",
                rg_node_name(run->graph, storage->root));
    if (storage->written && rg_alias_at(&run->memory, storage->root_alias)->reshaped)
        rg_fail(run, site,
                "the input %%%s is written, and its own shape is changed in place: its final value "
                "cannot be returned",
                rg_node_name(run->graph, storage->root));
    return rg_bool(storage->written);
}

RG_GRAPH_BUILTIN(conflict) {
    (void)count;
    rg_node_id found = rg_conflict(run, as_node(run, v[0], site), rg_truth(run->module, v[1]));
    return found == RG_NO_NODE ? rg_none() : rg_node_value(found);
}

RG_GRAPH_BUILTIN(region_clashes) {
    (void)count, (void)site;
    return rg_bool(rg_is_node(v[0]) && rg_is_node(v[2]) &&
                   rg_region_clashes(&run->memory, v[0].data, v[1], v[2].data));
}

RG_GRAPH_BUILTIN(overlaps) {
    (void)count, (void)site;
    return rg_bool(rg_is_node(v[0]) && rg_is_node(v[1]) &&
                   rg_may_overlap(&run->memory, v[0].data, v[1].data));
}

RG_GRAPH_BUILTIN(same_elements) {
    (void)count, (void)site;
    return rg_bool(rg_is_node(v[0]) && rg_is_node(v[1]) &&
                   rg_same_elements(&run->memory, v[0].data, v[1].data));
}

/* ---------------------------------------------------------------- outputs */

static rg_value output_value(const rg_run *run) {
    rg_value args = rg_node_at(run->graph, run->graph->output)->args;
    return rg_value_kind(args) == RG_OPAQUE ? args : rg_item(run->module, args, 0);
}

static rg_value output_list(rg_run *run) {
    rg_value value = output_value(run);
    rg_kind kind = rg_value_kind(value);
    if (kind != RG_TUPLE && kind != RG_LIST)
        return rg_container(run->module, RG_LIST, &value, 1);
    return rg_copy_items(run->module, run->arenas.scratch, RG_LIST, value, 0,
                         rg_value_count(value));
}

/* The nodes of the opcode. They are looked for once, and not again for each node that a rule is
 * tried at. */
static rg_value nodes_with(rg_run *run, rg_opcode opcode, rg_listed *listed) {
    if (listed->made && listed->changes == run->graph->leaf_changes)
        return listed->list;
    rg_array found = {0};
    for (rg_node_id id = run->graph->first; id != RG_NO_NODE; id = rg_node_at(run->graph, id)->next)
        if (rg_node_at(run->graph, id)->opcode == opcode)
            *(rg_value *)rg_array_push(run->arenas.scratch, &found, sizeof(rg_value)) =
                rg_node_value(id);
    *listed = (rg_listed){rg_container(run->module, RG_LIST, found.data, found.count),
                          run->graph->leaf_changes, true};
    run->eval.pool_floor = run->module->pool.count;
    return listed->list;
}

rg_value rg_variable(rg_run *run, uint32_t number) {
    rg_note_other_read(run);
    if (number == RG_VARIABLE_outputs)
        return output_list(run);
    if (number == RG_VARIABLE_placeholders)
        return nodes_with(run, RG_PLACEHOLDER, &run->eval.placeholders);
    return nodes_with(run, RG_GET_ATTR, &run->eval.get_attrs);
}

static uint32_t *return_of(rg_run *run, rg_node_id root) {
    return rg_table_slot(run, &run->eval.outputs_index, root, sizeof(uint32_t));
}

static void note_return(rg_run *run, rg_node_id root, uint32_t output) {
    uint32_t *first = return_of(run, root);
    if (*first)
        return; /* outputs come in order */
    *first = output + 1;
    *(rg_node_id *)rg_array_push(run->arenas.run, &run->eval.returned, sizeof root) = root;
}

static void forget_returns(rg_run *run) {
    for (size_t i = 0; i < run->eval.returned.count; i++)
        *return_of(run, ((const rg_node_id *)run->eval.returned.data)[i]) = 0;
    run->eval.returned.count = 0;
}

static void index_output(rg_run *run, rg_value output, uint32_t place) {
    const rg_storage *storage =
        rg_is_node(output) ? rg_storage_of(&run->memory, output.data) : NULL;
    if (storage && rg_is_latest(&run->memory, output.data) &&
        rg_same_elements(&run->memory, output.data, storage->root))
        note_return(run, storage->root, place);
}

/* Indexes the outputs that are not indexed yet. */
static void index_outputs(rg_run *run) {
    rg_value returned = output_value(run);
    rg_kind kind = rg_value_kind(returned);
    bool many = kind == RG_TUPLE || kind == RG_LIST;
    uint32_t count = many ? rg_value_count(returned) : 1;
    if (!run->eval.outputs_indexed)
        forget_returns(run);
    for (uint32_t i = run->eval.outputs_indexed; i < count; i++)
        index_output(run, many ? rg_item(run->module, returned, i) : returned, i);
    run->eval.outputs_indexed = count;
}

/* What a block reads does not change before it ends: what it added is indexed alone. */
void rg_note_more_outputs(rg_run *run) {
    if (run->making.now.rule)
        run->eval.outputs_indexed = 0;
}

uint32_t rg_returned_at(rg_run *run, rg_node_id id) {
    index_outputs(run);
    return id < run->eval.outputs_index.count
               ? ((const uint32_t *)run->eval.outputs_index.data)[id] - 1
               : RG_NONE_ID;
}

RG_GRAPH_BUILTIN(returned_at) {
    (void)count;
    uint32_t found = rg_returned_at(run, as_node(run, v[0], site));
    return found == RG_NONE_ID ? rg_none() : rg_int(run->module, found);
}

/* ---------------------------------------------------------------- calls */

/* Whether a call writes may depend on a `when` that reads more than the call. */
static void note_condition(rg_run *run, rg_node_id call) {
    const rg_binding *binding = run->memo.open ? rg_bind_node(run, call) : NULL;
    if (binding && binding->schema->when)
        rg_note_other_read(run);
}

RG_GRAPH_BUILTIN(writes) {
    (void)count;
    note_condition(run, as_node(run, v[0], site));
    const rg_effect *effect = rg_analyse(run, v[0].data);
    rg_value *items = rg_alloc_array(run->arenas.scratch, effect->write_count, sizeof *items);
    for (size_t i = 0; i < effect->write_count; i++)
        items[i] = rg_node_value(effect->writes[i]);
    return rg_container(run->module, RG_LIST, items, effect->write_count);
}

RG_GRAPH_BUILTIN(arg) {
    (void)count;
    rg_node_id id = as_node(run, v[0], site);
    rg_conclude(run, id, RG_FROM_CALL, site);
    const rg_binding *binding = rg_bind_node(run, id);
    uint32_t param = binding && rg_value_kind(v[1]) == RG_STR
                         ? rg_param_index(binding->schema, rg_name_text(run, v[1], site))
                         : RG_NONE_ID;
    return param == RG_NONE_ID ? rg_none() : binding->slots[param].value;
}

RG_GRAPH_BUILTIN(is_op) {
    (void)count;
    if (rg_value_kind(v[0]) != RG_STR)
        rg_fail(run, site, "is_op() needs a string such as \"aten::add\"");
    return rg_bool(rg_ops_find(run->ruleset->ops, rg_value_text(run->module, v[0]),
                               rg_symbol_length(run->module->symbols, v[0].data)) != NULL);
}

RG_GRAPH_BUILTIN(op_name) {
    (void)count;
    const rg_node *node = rg_node_at(run->graph, as_node(run, v[0], site));
    rg_conclude(run, v[0].data, RG_FROM_RESULT, site);
    rg_callee *callee = rg_callee_of(run, node);
    if (!callee->spelled.op)
        return rg_none();
    if (!callee->op_name)
        callee->op_name = rg_str(run->module, callee->spelled.op->name).data;
    return rg_make_value(RG_STR, 0, callee->op_name);
}

RG_GRAPH_BUILTIN(has_tag) {
    (void)count;
    const rg_ops *ops = run->ruleset->ops;
    rg_conclude(run, as_node(run, v[0], site), RG_FROM_RESULT, site);
    const rg_binding *binding = rg_bind_node(run, v[0].data);
    const char *tag = rg_value_kind(v[1]) == RG_STR ? rg_name_text(run, v[1], site) : "";
    if (!rg_ops_is_tag(ops, tag))
        rg_fail(run, site, "has_tag() needs a tag that some operator has, not \"%s\"", tag);
    if (!binding)
        return rg_bool(false);
    const rg_schema *functional = rg_ops_functional(ops, binding->schema, run->arenas.module);
    return rg_bool(rg_ops_has_tag(ops, binding->schema, tag) ||
                   (functional && rg_ops_has_tag(ops, functional, tag)));
}

RG_GRAPH_BUILTIN(arguments) {
    (void)count;
    rg_conclude(run, as_node(run, v[0], site), RG_FROM_CALL, site);
    const rg_binding *binding = rg_bind_node(run, v[0].data);
    size_t params = binding ? binding->schema->param_count : 0;
    rg_value *pairs = rg_alloc_array(run->arenas.scratch, params, sizeof *pairs);
    for (size_t i = 0; i < params; i++) {
        rg_value pair[2] = {rg_str(run->module, binding->schema->params[i].name),
                            binding->slots[i].value};
        pairs[i] = rg_container(run->module, RG_TUPLE, pair, 2);
    }
    return rg_container(run->module, RG_LIST, pairs, params);
}

RG_GRAPH_BUILTIN(functional_takes) {
    (void)count;
    rg_conclude(run, as_node(run, v[0], site), RG_FROM_RESULT, site);
    const rg_binding *binding = rg_bind_node(run, v[0].data);
    const rg_schema *functional =
        binding ? rg_ops_functional(run->ruleset->ops, binding->schema, run->arenas.module) : NULL;
    return rg_bool(functional && rg_value_kind(v[1]) == RG_STR &&
                   rg_param_index(functional, rg_name_text(run, v[1], site)) != RG_NONE_ID);
}

RG_GRAPH_BUILTIN(functional) {
    bool found = false;
    rg_value further = count > 1 ? v[1] : rg_container(run->module, RG_DICT, NULL, 0);
    if (rg_value_kind(further) != RG_DICT)
        rg_fail(run, site, "functional() takes further arguments as a dict");
    rg_conclude(run, as_node(run, v[0], site), RG_FROM_CALL, site);
    rg_node_id made =
        rg_make_functional(run, as_node(run, v[0], site), further, site, false, &found);
    if (!found)
        rg_fail(run, site, "`%s` has no operator that does the same and writes nothing",
                rg_node_target(run->graph, v[0].data));
    return rg_node_value(made);
}

static bool is_sequence_result(const rg_schema *schema) {
    return schema->result_count > 1 || (schema->result_count == 1 && schema->results[0].list);
}

RG_GRAPH_BUILTIN(functional_is_tuple) {
    (void)count;
    const rg_binding *binding = rg_bind_node(run, as_node(run, v[0], site));
    const rg_schema *functional =
        binding ? rg_ops_functional(run->ruleset->ops, binding->schema, run->arenas.module) : NULL;
    return rg_bool(functional && is_sequence_result(functional));
}

RG_GRAPH_BUILTIN(is_tuple) {
    (void)count;
    return rg_bool(rg_analyse(run, as_node(run, v[0], site))->tuple);
}

RG_GRAPH_BUILTIN(has_functional) {
    (void)count;
    bool found = false;
    rg_make_functional(run, as_node(run, v[0], site), rg_none(), site, true, &found);
    return rg_bool(found);
}
