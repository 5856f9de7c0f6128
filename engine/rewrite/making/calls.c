/* Calls that expressions of rules make: what is called, with which arguments. */
#include <string.h>

#include "../../eval/eval.h"
#include "../run.h"
#include "build.h"

/* ---------------------------------------------------------------- arguments */

enum { FIRST_ROOM = 4 }; /* most calls have no more arguments */

void rg_add_value(rg_run *run, rg_value_list *values, rg_value value) {
    if (values->count == values->room) {
        values->room = values->room ? values->room * 2 : FIRST_ROOM;
        rg_value *moved = rg_alloc_array(run->arenas.scratch, values->room, sizeof *moved);
        if (values->count)
            memcpy(moved, values->items, values->count * sizeof *moved);
        values->items = moved;
    }
    values->items[values->count++] = value;
}

static void splice(rg_run *run, rg_value *frame, const rg_ast *ast, rg_value_list *into) {
    rg_value spliced = rg_eval(run, frame, ast->items[RG_INNER]);
    bool pairs = ast->kind == RG_AST_STARSTAR;
    rg_kind kind = rg_value_kind(spliced);
    if (pairs ? kind != RG_DICT : kind != RG_TUPLE && kind != RG_LIST)
        rg_fail(run, ast, pairs ? "`**` needs a dict" : "`*` needs a tuple or list");
    for (uint32_t i = 0; i < rg_value_count(spliced); i++) {
        rg_value item = rg_item(run->module, spliced, i);
        if (pairs && i % 2 == 0 && rg_value_kind(item) == RG_STR)
            rg_name_text(run, item, ast);
        rg_add_value(run, into, item);
    }
}

void rg_collect_arguments(rg_run *run, rg_value *frame, const rg_ast *call, rg_value_list *args,
                          rg_value *kwargs) {
    rg_value_list pairs = {0};
    for (size_t i = RG_ARGUMENTS; i < call->count; i++) {
        const rg_ast *argument = call->items[i];
        if (argument->kind == RG_AST_KEYWORD) {
            rg_value value = rg_eval(run, frame, argument->items[0]);
            rg_add_value(run, &pairs, rg_str(run->module, argument->text));
            rg_add_value(run, &pairs, value);
        } else if (argument->kind == RG_AST_STAR) {
            splice(run, frame, argument, args);
        } else if (argument->kind == RG_AST_STARSTAR) {
            splice(run, frame, argument, &pairs);
        } else {
            rg_add_value(run, args, rg_eval(run, frame, argument));
        }
    }
    *kwargs = rg_container(run->module, RG_DICT, pairs.items, pairs.count);
}

rg_value rg_as_tuple(rg_run *run, const rg_value_list *values) {
    return rg_container(run->module, RG_TUPLE, values->items, values->count);
}

/* ---------------------------------------------------------------- what is called */

static const rg_operator *named_operator(rg_run *run, rg_value *frame, const rg_ast *callee) {
    if (callee->compiled)
        return callee->compiled;
    const char *name = rg_format(run->arenas.scratch, "%s::%s",
                                 rg_eval_name(run, frame, callee->items[RG_OPERATOR_SPACE]),
                                 rg_eval_name(run, frame, callee->items[RG_OPERATOR_BASE]));
    const rg_operator *op = rg_ops_find(run->ruleset->ops, name, strlen(name));
    if (!op)
        rg_fail(run, callee, "no operator table declares `%s`", name);
    return op;
}

static rg_value method_call(rg_run *run, rg_value *frame, const rg_ast *call, rg_value receiver) {
    const rg_ast *callee = call->items[RG_CALLEE];
    const char *method =
        callee->text ? callee->text : rg_eval_name(run, frame, callee->items[RG_ATTRIBUTE_NAME]);
    rg_value_list args = {0};
    rg_value kwargs;
    if (!rg_is_node(receiver))
        rg_fail(run, callee->items[RG_OBJECT], "a method call needs a node before the dot");
    rg_add_value(run, &args, receiver);
    rg_collect_arguments(run, frame, call, &args, &kwargs);
    return rg_node_value(
        rg_make_node(run, RG_CALL_METHOD, method, rg_as_tuple(run, &args), kwargs, call));
}

/* The opcode and target of a call that names its target outright; NULL for other callees. */
const char *rg_plain_target(rg_run *run, rg_value *frame, const rg_ast *callee, rg_opcode *opcode) {
    *opcode = RG_CALL_FUNCTION;
    if (callee->kind == RG_AST_ATTRIBUTE)
        return callee->compiled;
    if (callee->kind != RG_AST_OPCODE || !callee->count)
        return NULL;
    if (strcmp(callee->text, "call_method") == 0)
        *opcode = RG_CALL_METHOD;
    if (strcmp(callee->text, "call_module") == 0)
        *opcode = RG_CALL_MODULE;
    return rg_eval_name(run, frame, callee->items[RG_OPCODE_TARGET]);
}

rg_value rg_make_call(rg_run *run, rg_value *frame, const rg_ast *call) {
    const rg_ast *callee = call->items[RG_CALLEE];
    rg_opcode opcode;
    rg_value_list args = {0};
    rg_value kwargs;
    const char *target = rg_plain_target(run, frame, callee, &opcode);
    if (!target && callee->kind == RG_AST_ATTRIBUTE)
        return method_call(run, frame, call, rg_eval(run, frame, callee->items[RG_OBJECT]));
    if (!target && callee->kind != RG_AST_OPERATOR)
        rg_fail(run, callee, "this cannot be called");
    rg_collect_arguments(run, frame, call, &args, &kwargs);
    if (target)
        return rg_node_value(
            rg_make_node(run, opcode, target, rg_as_tuple(run, &args), kwargs, call));
    const char *overload = callee->items[RG_OPERATOR_OVERLOAD]->kind == RG_AST_NONE
                               ? NULL
                               : rg_eval_name(run, frame, callee->items[RG_OPERATOR_OVERLOAD]);
    return rg_make_operator(run, named_operator(run, frame, callee), overload,
                            rg_as_tuple(run, &args), kwargs, call);
}
