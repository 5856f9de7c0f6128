/* What is known by target: the operator it spells, whether it can alias or write at all, and the
 * rules of the running pass whose root accepts it. Found once for each distinct target. */
#include <string.h>

#include "rewrite.h"

static rg_target_info **info_place(rg_run *run, const rg_node *node) {
    rg_array *infos = node->opcode == RG_CALL_METHOD ? &run->method_infos : &run->function_infos;
    if (node->target >= infos->count) {
        size_t wanted = rg_symbol_count(run->module->symbols);
        rg_array_reserve(run->tables, infos, wanted - infos->count, sizeof(rg_target_info *));
        infos->count = wanted;
    }
    return (rg_target_info **)infos->data + node->target;
}

/* A schema that neither writes nor aliases and returns one tensor. */
static bool is_plain(const rg_schema *schema) {
    return schema && !schema->writes && !schema->aliases && schema->result_count == 1 &&
           !schema->results[0].list && schema->results[0].kind == RG_PARAM_TENSOR;
}

/* Whatever overload the call means, its result is one fresh tensor and nothing is written. */
static bool is_quiet(rg_run *run, rg_spelled spelled) {
    const rg_operator *op = spelled.op;
    if (!op)
        return false;
    if (op->aliases || op->views)
        return false;
    if (spelled.overload)
        return is_plain(rg_ops_overload(run->ruleset->ops, op, spelled.overload, run->arena));
    for (size_t i = 0; i < op->schema_count; i++) {
        const rg_schema *schema = rg_ops_schema(run->ruleset->ops, op, i, run->arena);
        bool out = schema && schema->writes && schema->param_count &&
                   schema->params[schema->param_count - 1].is_out;
        if (!out && !is_plain(schema))
            return false;
    }
    return true;
}

rg_target_info *rg_info_of(rg_run *run, const rg_node *node) {
    rg_target_info **place = info_place(run, node);
    if (*place)
        return *place;
    rg_target_info *info = rg_alloc(run->tables, sizeof *info);
    if (node->opcode == RG_CALL_FUNCTION || node->opcode == RG_CALL_METHOD) {
        const char *target = rg_symbol_text(run->module->symbols, node->target);
        info->spelled =
            rg_ops_resolve(run->ruleset->ops, (rg_opcode)node->opcode, target, run->arena);
        info->quiet = is_quiet(run, info->spelled);
    }
    *place = info;
    return info;
}

/* The plain notation does not tell the string '0' from the number 0: the schema does. */
static void read_strings(rg_run *run, rg_binding *binding) {
    for (size_t i = 0; i < binding->schema->param_count; i++) {
        rg_slot *slot = &binding->slots[i];
        if (binding->schema->params[i].kind != RG_PARAM_STR || rg_value_kind(slot->value) != RG_INT)
            continue;
        const char *text =
            rg_format(run->scratch, "%lld", (long long)rg_get_int(run->module, slot->value));
        slot->value = rg_text_value(run->module, RG_STR, text, strlen(text));
    }
}

const rg_binding *rg_bind_node(rg_run *run, rg_node_id id) {
    rg_binding *binding = &run->binding;
    if (binding->node == id && binding->stamp == run->edits + 1)
        return binding->schema ? binding : NULL;
    const rg_node *node = rg_node_at(run->graph, id);
    binding->node = id;
    binding->stamp = run->edits + 1;
    binding->schema = NULL;
    rg_spelled spelled = {NULL, NULL};
    if (node->opcode == RG_CALL_FUNCTION || node->opcode == RG_CALL_METHOD)
        spelled = rg_info_of(run, node)->spelled;
    if (spelled.op)
        binding->schema =
            rg_bind_any(run->ruleset->ops, run->module, run->graph, node, spelled, binding->slots);
    if (binding->schema && !run->module->annotated)
        read_strings(run, binding);
    return binding->schema ? binding : NULL;
}

void rg_copy_binding(rg_binding *to, const rg_binding *from) {
    to->node = from->node;
    to->stamp = from->stamp;
    to->schema = from->schema;
    memcpy(to->slots, from->slots, from->schema->param_count * sizeof *from->slots);
}

uint32_t rg_param_index(const rg_schema *schema, const char *name) {
    for (size_t i = 0; i < schema->param_count; i++)
        if (strcmp(schema->params[i].name, name) == 0)
            return (uint32_t)i;
    return RG_NONE_ID;
}

/* ---------------------------------------------------------------- target tests */

static bool regex_accepts(rg_run *run, const rg_target_test *test, const char *text, size_t length,
                          rg_value *frame) {
    rg_regex_group groups[RG_REGEX_MAX_GROUPS];
    rg_regex_result result = rg_regex_match(test->regex, text, length, groups);
    if (result == RG_REGEX_LIMIT)
        rg_fail(run, NULL, "a regex took more than %d steps on the target `%s`",
                RG_REGEX_MATCH_LIMIT, text);
    if (result == RG_REGEX_NO)
        return false;
    for (size_t i = 0; frame && i < rg_regex_group_count(test->regex); i++) {
        bool absent = groups[i].begin == SIZE_MAX;
        frame[test->groups[i]] = absent ? rg_none()
                                        : rg_text_value(run->module, RG_STR, text + groups[i].begin,
                                                        groups[i].end - groups[i].begin);
    }
    return true;
}

static bool operator_accepts(rg_run *run, const rg_target_test *test, const rg_node *node,
                             rg_value *frame) {
    rg_spelled spelled = rg_info_of(run, node)->spelled;
    if (!spelled.op)
        return false;
    if (test->overload && spelled.overload && strcmp(test->overload, spelled.overload) != 0)
        return false;
    if (test->form == RG_TARGET_OPERATOR)
        return spelled.op == test->op;
    const char *base = strstr(spelled.op->name, "::");
    size_t space = strlen(test->text);
    if (!base || (size_t)(base - spelled.op->name) != space ||
        strncmp(spelled.op->name, test->text, space) != 0)
        return false;
    return regex_accepts(run, test, base + 2, strlen(base + 2), frame);
}

bool rg_target_accepts(rg_run *run, const rg_target_test *test, const rg_node *node,
                       rg_value *frame) {
    if (!(test->opcodes & 1u << node->opcode))
        return false;
    const char *target = rg_symbol_text(run->module->symbols, node->target);
    switch (test->form) {
    case RG_TARGET_ANY:
        return true;
    case RG_TARGET_TEXT:
        return strcmp(target, test->text) == 0;
    case RG_TARGET_REGEX:
        return test->regex &&
               regex_accepts(run, test, target,
                             rg_symbol_length(run->module->symbols, node->target), frame);
    default:
        return (test->form == RG_TARGET_OPERATOR || test->regex) &&
               operator_accepts(run, test, node, frame);
    }
}

static void add_candidate(rg_run *run, rg_target_info *info, const rg_rule *rule) {
    *(const rg_rule **)rg_array_push(run->tables, &info->candidates, sizeof rule) = rule;
}

const rg_rule *const *rg_candidates(rg_run *run, const rg_node *node, size_t *count) {
    rg_target_info *info = rg_info_of(run, node);
    uint32_t stamp = run->pass_stamp * 8u + node->opcode;
    if (info->pass_stamp != stamp) {
        info->pass_stamp = stamp;
        info->candidates.count = 0;
        for (size_t i = 0; i < run->order_count; i++)
            if (rg_target_accepts(run, run->order[i]->root, node, NULL))
                add_candidate(run, info, run->order[i]);
    }
    *count = info->candidates.count;
    return info->candidates.data;
}
