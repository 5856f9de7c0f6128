/* Puts into words what an instruction of a pattern expected and what it found. */
#include <string.h>

#include "../rule_text/rule_text.h"
#include "../calls/callees.h"
#include "../rewrite/run.h"
#include "explain.h"

static const char *kind_of_value(rg_value value) {
    static const char *const names[] = {[RG_NONE] = "",
                                        [RG_BOOL] = "a bool",
                                        [RG_INT] = "an int",
                                        [RG_FLOAT] = "a float",
                                        [RG_COMPLEX] = "a complex",
                                        [RG_STR] = "a str",
                                        [RG_ATOM] = "a text",
                                        [RG_ELLIPSIS] = "",
                                        [RG_DTYPE] = "a dtype",
                                        [RG_DEVICE] = "a device",
                                        [RG_CONST] = "a constant",
                                        [RG_NODE] = "a node",
                                        [RG_TUPLE] = "a tuple",
                                        [RG_LIST] = "a list",
                                        [RG_DICT] = "a dict",
                                        [RG_SLICE] = "a slice",
                                        [RG_OPAQUE] = "a text that cannot be split"};
    return names[rg_value_kind(value)];
}

/* "found 1.0, a float" */
static void add_found(rg_run *run, rg_text *out, rg_value value) {
    const char *kind = kind_of_value(value);
    rg_text_puts(out, "found ");
    rg_explain_value(run, out, value);
    if (rg_is_node(value)) {
        const rg_type *type = rg_node_type(run->graph, value.data);
        if (type)
            rg_text_printf(out, ", \"%s\"",
                           rg_symbol_text(run->module->symbols,
                                          rg_node_at(run->graph, value.data)->annotation));
    } else if (*kind) {
        rg_text_printf(out, ", %s", kind);
    }
}

/* ---------------------------------------------------------------- calls */

static const char *opcode_name(rg_opcode opcode) {
    static const char *const names[] = {"placeholder", "get_attr",    "call_function",
                                        "call_method", "call_module", "output"};
    return names[opcode];
}

static rg_spelled spelled_of(rg_run *run, const rg_node *node) {
    rg_spelled none = {.op = NULL};
    bool call = node->opcode == RG_CALL_FUNCTION || node->opcode == RG_CALL_METHOD;
    return call ? rg_callee_of(run, node)->spelled : none;
}

/* "%h, a call_function of torch.relu"; of an input, the target only if the pattern asks for it. */
static void add_node(rg_run *run, rg_text *out, rg_node_id id, const rg_target_test *test) {
    const rg_node *node = rg_node_at(run->graph, id);
    rg_spelled spelled = spelled_of(run, node);
    rg_text_printf(out, "%%%s, %s %s", rg_node_name(run->graph, id),
                   node->opcode == RG_OUTPUT ? "the" : "a", opcode_name((rg_opcode)node->opcode));
    bool asked = test->form != RG_TARGET_ANY && test->opcodes >> node->opcode & 1u;
    if (node->opcode == RG_OUTPUT || (node->opcode == RG_PLACEHOLDER && !asked))
        return;
    rg_text_printf(out, " of `%s`", rg_node_target(run->graph, id));
    if (spelled.op)
        rg_text_printf(out, " (%s%s%s)", spelled.op->name, spelled.overload ? "." : "",
                       spelled.overload ? spelled.overload : "");
}

static uint32_t calls(void) {
    return 1u << RG_CALL_FUNCTION | 1u << RG_CALL_METHOD | 1u << RG_CALL_MODULE;
}

/* The head of a pattern: `torch.relu(x, ...)` without its arguments. */
static const rg_ast *head_of(const rg_ast *pattern) {
    return pattern->kind == RG_AST_CALL ? pattern->items[RG_CALLEE] : pattern;
}

static void add_wanted_call(rg_text *out, const rg_target_test *test, const rg_ast *pattern) {
    const rg_ast *head = head_of(pattern);
    if (test->form == RG_TARGET_ANY && test->opcodes == calls()) {
        rg_text_puts(out, "a call");
        return;
    }
    if (test->form == RG_TARGET_OPERATOR || test->form == RG_TARGET_OPERATOR_REGEX) {
        rg_text_puts(out, "the operator ");
    } else {
        const char *separator = test->opcodes == 1u << RG_OUTPUT ? "the " : "a ";
        for (int opcode = 0; opcode <= RG_OUTPUT; opcode++) {
            if (!(test->opcodes & 1u << opcode))
                continue;
            rg_text_printf(out, "%s%s", separator, opcode_name((rg_opcode)opcode));
            separator = " or ";
        }
        if (test->form == RG_TARGET_ANY)
            return;
        rg_text_puts(out, " of ");
    }
    if (test->form == RG_TARGET_TEXT)
        rg_text_printf(out, "`%s`", test->text);
    else if (head->kind == RG_AST_ATTRIBUTE && !head->text)
        rg_print_ast(out, head->items[RG_ATTRIBUTE_NAME]);
    else if (head->kind == RG_AST_OPCODE && head->count)
        rg_print_ast(out, head->items[RG_OPCODE_TARGET]);
    else
        rg_print_ast(out, head);
}

/* What to write where a pattern names one spelling of an operator and the graph has another. */
static void add_spelling_advice(rg_run *run, rg_text *out, const rg_target_test *test,
                                const rg_node *node) {
    rg_spelled found = spelled_of(run, node), wanted = {.op = NULL};
    if (test->form != RG_TARGET_TEXT || !found.op)
        return;
    for (rg_opcode opcode = RG_CALL_FUNCTION; opcode <= RG_CALL_METHOD && !wanted.op; opcode++)
        if (test->opcodes & 1u << opcode)
            wanted = rg_ops_resolve(run->ruleset->ops, opcode, test->text, run->arenas.module);
    if (wanted.op == found.op)
        rg_text_printf(out, "; both spell %s: write `%s(…)`, which matches every spelling",
                       found.op->name, found.op->name);
}

static void explain_target(const rg_event *event, rg_text *out, rg_value value) {
    rg_run *run = event->run;
    const rg_instruction *i = event->instruction;
    const rg_target_test *test = &event->program->targets[i->b];
    rg_text_puts(out, "expected ");
    add_wanted_call(out, test, i->ast);
    if (!rg_is_node(value)) {
        rg_text_puts(out, ", ");
        add_found(run, out, value);
        return;
    }
    const rg_node *node = rg_node_at(run->graph, value.data);
    rg_text_puts(out, ", found ");
    add_node(run, out, value.data, test);
    if (test->form == RG_TARGET_REGEX && test->opcodes & 1u << node->opcode)
        rg_text_puts(out, ": the regex must match the whole target");
    add_spelling_advice(run, out, test, node);
}

static void explain_schema(const rg_event *event, rg_text *out, rg_value value) {
    rg_run *run = event->run;
    const rg_binding *found = rg_bind_node(run, value.data);
    const rg_target_test *test = NULL;
    for (size_t k = 0; k < event->program->count; k++)
        if (event->program->code[k].op == RG_MATCH_NODE &&
            event->program->code[k].a == event->instruction->a)
            test = &event->program->targets[event->program->code[k].b];
    if (found && test && test->overload)
        rg_text_printf(out, "expected the overload %s, found %s", test->overload,
                       *found->schema->overload ? found->schema->overload : "default");
    else
        rg_text_printf(out, "no schema of the operator fits the arguments of %%%s",
                       rg_node_name(run->graph, value.data));
}

static void explain_count(const rg_event *event, rg_text *out, rg_value value) {
    const rg_instruction *i = event->instruction;
    const rg_node *node = rg_node_at(event->run->graph, value.data);
    bool positions = i->op == RG_MATCH_ARGC;
    uint32_t found = rg_value_count(positions ? node->args : node->kwargs);
    found = positions ? found : found / 2;
    rg_text_printf(out, "expected %s%u %s argument%s, found %u", i->flag ? "at least " : "", i->b,
                   positions ? "positional" : "keyword", i->b == 1 ? "" : "s", found);
    if (!i->flag && found > i->b)
        rg_text_puts(out, "; `...` stands for those that do not matter");
}

static void add_argument_names(const rg_event *event, rg_text *out, rg_node_id id,
                               const char *wanted) {
    rg_run *run = event->run;
    const char *names[RG_MAX_PARAMS];
    const rg_node *node = rg_node_at(run->graph, id);
    const rg_binding *binding = event->instruction->flag ? rg_bind_node(run, id) : NULL;
    size_t count = 0;
    for (size_t p = 0; binding && p < binding->schema->param_count; p++)
        if (binding->slots[p].place != RG_SLOT_ABSENT)
            names[count++] = binding->schema->params[p].name;
    for (uint32_t k = 0; !binding && k < rg_value_count(node->kwargs) && count < RG_MAX_PARAMS;
         k += 2)
        names[count++] = rg_value_text(run->module, rg_item(run->module, node->kwargs, k));
    for (size_t i = 0; i < count; i++)
        rg_text_printf(out, "%s%s", i ? ", " : "", names[i]);
    const char *near = rg_nearest(wanted, names, count);
    if (near)
        rg_text_printf(out, "; did you mean `%s`?", near);
    if (!count)
        rg_text_puts(out, "none");
}

static void explain_keyword(const rg_event *event, rg_text *out, rg_value value) {
    const char *name = event->program->literals[event->instruction->c].text;
    rg_text_printf(out, "no %sargument `%s` is given; there are: ",
                   event->instruction->flag ? "" : "keyword ", name);
    add_argument_names(event, out, value.data, name);
}

static void explain_defaults(const rg_event *event, rg_text *out, rg_value value) {
    (void)value;
    rg_run *run = event->run;
    const rg_instruction *i = event->instruction;
    const rg_binding *binding = &run->matching.bindings[i->d];
    for (uint32_t p = i->c; p < binding->schema->param_count; p++) {
        const rg_param *param = &binding->schema->params[p];
        const rg_slot *slot = &binding->slots[p];
        bool named = slot->place == RG_SLOT_ABSENT;
        for (uint32_t n = 0; n < i->extra[0]; n++)
            named |= strcmp(param->name, event->program->literals[i->extra[1 + n]].text) == 0;
        if (named ||
            (param->default_text &&
             rg_values_equal(run->module, slot->value, rg_schema_default(run->module, param))))
            continue;
        rg_text_printf(out, "the pattern does not mention `%s`, which is ", param->name);
        rg_explain_value(run, out, slot->value);
        if (param->default_text)
            rg_text_printf(out, " and not its default %s", param->default_text);
        rg_text_puts(out, "; `...` stands for arguments that do not matter");
        return;
    }
}

/* ---------------------------------------------------------------- kinds */

static void add_dims(rg_text *out, const rg_run *run, const rg_type *type) {
    rg_text_putc(out, '[');
    for (size_t i = 0; i < type->rank; i++) {
        rg_text_puts(out, i ? ", " : "");
        if (type->shape[i].symbol)
            rg_text_puts(out, rg_symbol_text(run->module->symbols, type->shape[i].symbol));
        else
            rg_text_printf(out, "%lld", (long long)type->shape[i].value);
    }
    rg_text_putc(out, ']');
}

static bool wants_tensor(const rg_event *event) {
    const rg_instruction *i = event->instruction;
    for (uint32_t k = 0; k < i->c; k++) {
        rg_kind_test test = event->program->kinds[i->b + k].test;
        if (test != RG_IS_TENSOR && test != RG_IS_DTYPE_OF)
            return false;
    }
    return true;
}

/* Names of sizes that stand in the brackets and have a value: "N is 3". */
static void add_known_dims(const rg_event *event, rg_text *out, const rg_kind_pattern *kind,
                           const rg_ast *ast) {
    const char *separator = " where ";
    for (size_t d = 0; d < kind->count && d < ast->count; d++) {
        if (kind->dims[d].test != RG_DIM_SAME)
            continue;
        rg_text_printf(out, "%s%s is ", separator, ast->items[d]->text);
        rg_explain_value(event->run, out, event->frame[kind->dims[d].slot]);
        separator = ", ";
    }
}

static void explain_tensor(const rg_event *event, rg_text *out, rg_value value) {
    rg_run *run = event->run;
    const rg_instruction *i = event->instruction;
    const rg_type *type = rg_node_type(run->graph, value.data);
    bool dtype = false, dims = false;
    if (!type) {
        rg_text_printf(out, ", but there is no shape metadata on %%%s",
                       rg_node_name(run->graph, value.data));
        return;
    }
    if (type->kind != RG_TYPE_TENSOR) {
        rg_text_puts(out, ", ");
        add_found(run, out, value);
        return;
    }
    const char *found = rg_symbol_text(run->module->symbols, type->dtype);
    for (uint32_t k = 0; k < i->c; k++) {
        const rg_kind_pattern *kind = &event->program->kinds[i->b + k];
        dtype |= !kind->dtype || strcmp(kind->dtype, found) == 0;
        dims |= kind->has_dims;
    }
    if (dims)
        add_known_dims(event, out, &event->program->kinds[i->b + i->c - 1],
                       i->ast->items[i->ast->count - 1]);
    rg_text_puts(out, ", found ");
    if (!dtype || !dims)
        rg_text_puts(out, found);
    else
        rg_text_puts(out, "the shape ");
    if (dtype && dims)
        add_dims(out, run, type);
    rg_text_printf(out, " on %%%s", rg_node_name(run->graph, value.data));
}

static void explain_kind(const rg_event *event, rg_text *out, rg_value value) {
    const rg_ast *ast = event->instruction->ast;
    rg_text_puts(out, "expected ");
    for (size_t k = RG_TYPED_KINDS; k < ast->count; k++) {
        rg_text_puts(out, k > RG_TYPED_KINDS ? " | " : "");
        rg_print_ast(out, ast->items[k]);
    }
    if (rg_is_node(value) && wants_tensor(event)) {
        explain_tensor(event, out, value);
        return;
    }
    rg_text_puts(out, ", ");
    add_found(event->run, out, value);
}

/* ---------------------------------------------------------------- other values */

static void explain_sequence(const rg_event *event, rg_text *out, rg_value value) {
    const rg_instruction *i = event->instruction;
    const char *kind = i->b == RG_TUPLE ? "tuple" : i->b == RG_LIST ? "list" : "slice";
    rg_text_printf(out, "expected a %s", kind);
    if (i->b != RG_SLICE)
        rg_text_printf(out, " of %s%u item%s", i->flag ? "at least " : "", i->c,
                       i->c == 1 ? "" : "s");
    rg_text_puts(out, ", ");
    add_found(event->run, out, value);
    if (rg_value_kind(value) == (rg_kind)i->b)
        rg_text_printf(out, " of %u", rg_value_count(value));
}

static void explain_same(const rg_event *event, rg_text *out, rg_value value) {
    rg_text_printf(out, "expected the same value as before for `%s`, which is ",
                   event->instruction->ast->text ? event->instruction->ast->text : "_");
    rg_explain_value(event->run, out, event->frame[event->instruction->b]);
    rg_text_puts(out, ", ");
    add_found(event->run, out, value);
}

static void explain_plain(const rg_event *event, rg_text *out, rg_value value) {
    rg_text_puts(out, "expected ");
    if (event->instruction->op == RG_MATCH_REGEX)
        rg_text_puts(out, "a text that as a whole matches ");
    rg_print_ast(out, event->instruction->ast);
    rg_text_puts(out, ", ");
    add_found(event->run, out, value);
}

static void explain_operand(const rg_event *event, rg_text *out, rg_value value) {
    (void)event, (void)value;
    rg_text_puts(out, "the overload that is called has no such parameter");
}

static void explain_written(const rg_event *event, rg_text *out, rg_value value) {
    rg_text_printf(out, "%%%s writes nothing", rg_node_name(event->run->graph, value.data));
}

static void explain_is_written(const rg_event *event, rg_text *out, rg_value value) {
    rg_text_printf(out, "%%%s does not write ", rg_node_name(event->run->graph, value.data));
    rg_explain_value(event->run, out, event->registers[event->instruction->b]);
}

/* By the instruction that does not fit; NULL: explain_plain. */
static void (*const explanations[])(const rg_event *event, rg_text *out, rg_value value) = {
    [RG_MATCH_NODE] = explain_target,     [RG_MATCH_SCHEMA] = explain_schema,
    [RG_MATCH_ARGC] = explain_count,      [RG_MATCH_KWARGC] = explain_count,
    [RG_MATCH_KWARG] = explain_keyword,   [RG_MATCH_DEFAULTS] = explain_defaults,
    [RG_MATCH_KIND] = explain_kind,       [RG_MATCH_SEQUENCE] = explain_sequence,
    [RG_MATCH_SAME] = explain_same,       [RG_MATCH_OPERAND] = explain_operand,
    [RG_MATCH_WRITTEN] = explain_written, [RG_MATCH_IS_WRITTEN] = explain_is_written,
};

void rg_explain_mismatch(const rg_event *event, rg_text *out) {
    const rg_instruction *i = event->instruction;
    bool special = i->op < sizeof explanations / sizeof *explanations && explanations[i->op];
    (special ? explanations[i->op] : explain_plain)(event, out, event->registers[i->a]);
}
