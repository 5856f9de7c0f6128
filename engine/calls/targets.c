/* What is known by target: the operator it spells, and whether it can alias or write at all. Found
 * once for each distinct target. */
#include <string.h>

#include "../rewrite/run.h"
#include "callees.h"
#include "classes.h"

/* A schema that neither writes nor aliases and returns one tensor. */
static bool is_plain(const rg_schema *schema) {
    return schema && !schema->writes && !schema->aliases && schema->result_count == 1 &&
           !schema->results[0].list && schema->results[0].kind == RG_PARAM_TENSOR;
}

/* Whether a call with this many arguments, all by position, leaves the overload's condition at its
 * default, false: `inplace: bool = False`, a later parameter. */
static bool is_off(const rg_schema *schema, size_t arguments) {
    const rg_ast *condition = schema->when ? schema->when->items[RG_OP_CONDITION] : NULL;
    uint32_t flag = condition && condition->kind == RG_AST_NAME
                        ? rg_param_index(schema, condition->text)
                        : RG_NONE_ID;
    if (flag == RG_NONE_ID || flag < arguments)
        return false;
    const rg_param *param = &schema->params[flag];
    return param->default_text && param->default_kind == RG_DEFAULT_BOOL && !param->default_int;
}

typedef bool schema_test(const rg_schema *schema, size_t arguments);

static bool is_quiet(const rg_schema *schema, size_t arguments) {
    (void)arguments;
    return is_plain(schema);
}

static bool is_harmless(const rg_schema *schema, size_t arguments) {
    return schema && ((!schema->writes && !schema->aliases) || is_off(schema, arguments));
}

/* Whether all overloads that the call may mean stand the test, those with `out` apart. */
static bool all_overloads(rg_run *run, rg_spelled spelled, schema_test *test, size_t arguments) {
    const rg_operator *op = spelled.op;
    if (!op || op->aliases || op->views)
        return false;
    if (spelled.overload)
        return test(rg_ops_overload(run->ruleset->ops, op, spelled.overload, run->arenas.module),
                    arguments);
    for (size_t i = 0; i < op->schema_count; i++) {
        const rg_schema *schema = rg_ops_schema(run->ruleset->ops, op, i, run->arenas.module);
        bool out = schema && schema->writes && schema->param_count &&
                   schema->params[schema->param_count - 1].is_out;
        if (!out && !test(schema, arguments))
            return false;
    }
    return true;
}

bool rg_is_harmless_target(rg_run *run, const rg_callee *callee, size_t arguments) {
    return all_overloads(run, callee->spelled, is_harmless, arguments) &&
           strcmp(callee->spelled.op->name, "operator::getitem") != 0;
}

static bool runs_bodies(const char *target) {
    static const char start[] = "torch.ops.higher_order.";
    return strncmp(target, start, sizeof start - 1) == 0;
}

/* A call that no table knows may do anything to memory by its kind: PyTorch's own Python functions
 * write nothing unless their name says so; of a custom operator, and of a kernel's mutating
 * wrapper, nothing can be said. */
static bool may_do_anything(const char *target) {
    static const char custom[] = "torch.ops.";
    if (runs_bodies(target))
        return strstr(target, "mutation") != NULL;
    if (strncmp(target, custom, sizeof custom - 1) == 0)
        return true;
    const char *last = strrchr(target, '.');
    last = last ? last + 1 : target;
    size_t length = strlen(last);
    return length > 1 && last[length - 1] == '_' && last[length - 2] != '_';
}

static bool changes_mode(rg_run *run, const rg_operator *op) {
    const rg_schema *schema =
        op && op->schema_count ? rg_ops_schema(run->ruleset->ops, op, 0, run->arenas.module) : NULL;
    return schema && rg_ops_has_tag(run->ruleset->ops, schema, "mode");
}

static rg_callee *add_callee(rg_run *run, const rg_node *node) {
    rg_array *callees = &run->calls.callees;
    rg_callee *callee = rg_alloc(run->arenas.run, sizeof *callee);
    if (!callees->count)
        rg_array_push(run->arenas.run, callees, sizeof callee);
    callee->number = (uint32_t)callees->count;
    *(rg_callee **)rg_array_push(run->arenas.run, callees, sizeof callee) = callee;
    rg_symbol_map_set(run->arenas.run, &run->calls.callee_numbers[node->opcode], node->target,
                      callee->number);
    return callee;
}

rg_callee *rg_new_callee(rg_run *run, const rg_node *node) {
    rg_callee *callee = add_callee(run, node);
    const char *target = rg_symbol_text(run->module->symbols, node->target);
    callee->suspicious = may_do_anything(target);
    callee->tells_kind = rg_may_tell_kind((rg_opcode)node->opcode, target);
    if (rg_is_operator_call(node)) {
        callee->spelled =
            rg_ops_resolve(run->ruleset->ops, (rg_opcode)node->opcode, target, run->arenas.module);
        if (callee->spelled.doubt)
            rg_fail(run, NULL, "a spelling of an operator: %s", callee->spelled.doubt);
        callee->quiet = all_overloads(run, callee->spelled, is_quiet, 0);
        callee->runs_bodies = runs_bodies(target);
        callee->aten = strncmp(target, "torch.ops.", 10) == 0;
        callee->mode = changes_mode(run, callee->spelled.op);
        run->graphs.has_modes |= callee->mode;
    }
    return callee;
}

/* ---------------------------------------------------------------- bindings */

/* The plain notation does not tell the string '0' from the number 0: the schema does. */
static void read_strings(rg_run *run, rg_binding *binding) {
    for (size_t i = 0; i < binding->schema->param_count; i++) {
        rg_slot *slot = &binding->slots[i];
        if (binding->schema->params[i].kind != RG_PARAM_STR || rg_value_kind(slot->value) != RG_INT)
            continue;
        const char *text =
            rg_format(run->arenas.scratch, "%lld", (long long)rg_get_int(run->module, slot->value));
        slot->value = rg_text_value(run->module, RG_STR, text, strlen(text));
    }
}

/* Binds the node's arguments to the overload that calls of its class use. */
static const rg_schema *bind_call(rg_run *run, rg_node_id id, rg_slot *slots) {
    const rg_node *node = rg_node_at(run->graph, id);
    rg_call_class *class = rg_class_of(run, id);
    if (!class->callee->spelled.op)
        return NULL;
    rg_choose_overload(run, class, node);
    if (class->choice == RG_CHOSEN_EACH_TIME)
        return rg_bind_any(run->ruleset->ops, run->module, run->graph, node, class->callee->spelled,
                           slots);
    if (class->schema)
        rg_bind_chosen(run->module, run->graph, node, class->schema,
                       class->choice == RG_CHOSEN_BY_KINDS, slots);
    return class->schema;
}

const rg_binding *rg_bind_node(rg_run *run, rg_node_id id) {
    rg_binding *binding = &run->calls.binding;
    if (binding->node == id && binding->stamp == run->calls.edits + 1)
        return binding->schema ? binding : NULL;
    const rg_node *node = rg_node_at(run->graph, id);
    binding->node = id;
    binding->stamp = run->calls.edits + 1;
    binding->schema = NULL;
    if (rg_is_operator_call(node))
        binding->schema = bind_call(run, id, binding->slots);
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

void rg_bind_groups(rg_module *module, const rg_regex *regex, const uint32_t *slots,
                    const rg_regex_group *groups, const char *text, rg_value *frame) {
    for (size_t i = 0; i < rg_regex_group_count(regex); i++) {
        size_t length = groups[i].end - groups[i].begin;
        bool absent = groups[i].begin == SIZE_MAX;
        frame[slots[i]] =
            absent ? rg_none() : rg_text_value(module, RG_STR, text + groups[i].begin, length);
    }
}

static bool regex_accepts(rg_run *run, const rg_target_test *test, const char *text, size_t length,
                          rg_value *frame) {
    rg_regex_group groups[RG_REGEX_MAX_GROUPS];
    rg_regex_result result = rg_regex_match(run->arenas.module, test->regex, text, length, groups);
    if (result == RG_REGEX_LIMIT)
        rg_fail(run, NULL, "the target of a pattern: %s",
                rg_regex_excuse(run->arenas.scratch, test->regex, text));
    if (result == RG_REGEX_NO)
        return false;
    if (frame)
        rg_bind_groups(run->module, test->regex, test->groups, groups, text, frame);
    return true;
}

static bool operator_accepts(rg_run *run, const rg_target_test *test, const rg_node *node,
                             rg_value *frame) {
    rg_spelled spelled = rg_callee_of(run, node)->spelled;
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

/* ---------------------------------------------------------------- whole graphs */

static RG_RARE void make_room_for_uses(rg_run *run, rg_array *uses, size_t count) {
    while (uses->count < count)
        *(rg_target_use *)rg_array_push(run->arenas.run, uses, sizeof(rg_target_use)) =
            (rg_target_use){.callee = NULL};
}

/* Notes how the node uses its callee. */
static inline void count_use(rg_run *run, rg_array *uses, rg_node_id id, const rg_node *node) {
    rg_callee *callee = rg_callee_at(run, id);
    if (uses->count <= callee->number)
        make_room_for_uses(run, uses, callee->number + (size_t)1);
    rg_target_use *use = (rg_target_use *)uses->data + callee->number;
    if (!use->callee)
        *use = (rg_target_use){callee, id, false, 0};
    use->keywords |= rg_has_keywords(node);
    if (rg_value_count(node->args) > use->arguments)
        use->arguments = rg_value_count(node->args);
}

/* How the graph uses each callee, by number. */
static const rg_array *count_uses(rg_run *run) {
    rg_graph_facts *facts = run->graphs.here;
    if (facts->counted && facts->counted_at == run->watch.applied)
        return &facts->uses;
    facts->uses.count = 0;
    const rg_node *node;
    for (rg_node_id id = run->graph->first; id != RG_NO_NODE; id = node->next) {
        node = rg_node_at(run->graph, id);
        count_use(run, &facts->uses, id, node);
    }
    facts->counted = true;
    facts->counted_at = run->watch.applied;
    return &facts->uses;
}

bool rg_any_candidate(rg_run *run,
                      bool (*test)(void *context, const rg_target_use *use,
                                   const rg_candidate *candidate),
                      void *context) {
    const rg_array *uses = count_uses(run);
    for (size_t i = 0; i < uses->count; i++) {
        const rg_target_use *use = (const rg_target_use *)uses->data + i;
        if (!use->callee)
            continue;
        size_t count = 0;
        const rg_candidate *candidates =
            rg_candidates(run, use->callee, rg_node_at(run->graph, use->node), &count);
        for (size_t k = 0; k < count; k++)
            if (test(context, use, &candidates[k]))
                return true;
    }
    return false;
}

static bool has_what_is_needed(void *context, const rg_target_use *use,
                               const rg_candidate *candidate) {
    (void)context;
    return (!candidate->needs_write || !use->callee->quiet || use->keywords) &&
           (!candidate->needs_keyword || use->keywords);
}

bool rg_may_match(rg_run *run) {
    return rg_any_candidate(run, has_what_is_needed, NULL);
}
