/* Checks of expressions: names are bound, functions exist and take so many arguments, and what only
 * a pattern can be does not stand here.
 */
#include "parts.h"

#include <string.h>

/* ---------------------------------------------------------------- names */

static bool names_value(const rg_checker *c, const char *name) {
    return rg_find_bound_name(c, name) || rg_find_value(c, name);
}

static void check_name(rg_checker *c, const rg_ast *name) {
    rg_bound_name *bound = rg_find_bound_name(c, name->text);
    if (bound) {
        bound->used = true;
        return;
    }
    if (rg_find_value(c, name->text) || c->lenient)
        return;
    if (rg_find_function(c, name->text))
        rg_check_error(c, name->span, rg_format(c->arena, "write %s(...)", name->text),
                       "`%s` is a function, not a value", name->text);
    else if (rg_is_function_root(name->text))
        rg_check_error(c, name->span, rg_format(c->arena, "write %s.name", name->text),
                       "the module `%s` is not a value", name->text);
    else
        rg_check_error(c, name->span, rg_did_you_mean(c, rg_nearest_value(c, name->text), NULL),
                       "`%s` is not bound", name->text);
}

/* The head of a path that no name in scope stands for is a module of Python's, unless it is a name
 * in scope with a slip in it. */
static void check_module(rg_checker *c, const rg_ast *head) {
    enum { SHORTEST = 3 }; /* shorter names are all near each other */
    if (c->lenient || rg_is_function_root(head->text) || strlen(head->text) < SHORTEST)
        return;
    const char *near = rg_nearest_bound(c, head->text);
    if (near && strlen(near) >= SHORTEST)
        rg_check_error(c, head->span, rg_did_you_mean(c, near, NULL), "`%s` is not bound",
                       head->text);
}

static void check_attribute(rg_checker *c, const rg_ast *ast) {
    const rg_ast *head = rg_path_head(ast);
    if (!ast->text) {
        if (ast->items[RG_ATTRIBUTE_NAME]->kind == RG_AST_REGEX)
            rg_check_error(c, ast->items[RG_ATTRIBUTE_NAME]->span,
                           "write x.{e}(...) for a name that is computed",
                           "a regex stands in patterns only");
        else
            rg_check_expression(c, ast->items[RG_ATTRIBUTE_NAME]);
    }
    if (head && !names_value(c, head->text))
        check_module(c, head);
    else
        rg_check_expression(c, ast->items[RG_OBJECT]);
}

void rg_bind_targets(rg_checker *c, const rg_ast *targets, rg_bound_kind kind) {
    if (targets->kind == RG_AST_TUPLE) {
        for (size_t i = 0; i < targets->count; i++)
            rg_bind_targets(c, targets->items[i], kind);
        return;
    }
    if (targets->kind != RG_AST_NAME)
        return;
    const char *name = targets->text;
    const rg_bound_name *bound = rg_find_bound_name(c, name);
    const rg_value_name *value = rg_find_value(c, name);
    if (bound || value) {
        rg_span first = bound ? bound->span : value->span;
        if (kind == RG_BOUND_BY_LET)
            rg_check_error(c, targets->span, "choose another name", "`%s` is bound already", name);
        else
            rg_check_warning(c, targets->span, "choose another name",
                             "`%s` hides another value of that name", name);
        rg_check_first(c, first, "`%s` is first bound here", name);
    }
    rg_bind_name(c, name, targets->span, kind);
}

/* ---------------------------------------------------------------- arguments */

void rg_check_keyword_once(rg_checker *c, const rg_ast *call, size_t position,
                           rg_symbol_map *seen) {
    const rg_ast *keyword = call->items[position];
    uint32_t other = rg_check_find(c, seen, keyword->text);
    if (other == RG_NO_INDEX) {
        rg_check_enter(c, seen, keyword->text, position);
        return;
    }
    size_t length = strlen(keyword->text);
    rg_check_error(c, rg_span_part(keyword->span, 0, length), NULL, "`%s` is given twice",
                   keyword->text);
    rg_check_first(c, rg_span_part(call->items[other]->span, 0, length), "it is first given here");
}

static void check_argument(rg_checker *c, const rg_ast *argument) {
    switch (argument->kind) {
    case RG_AST_ELLIPSIS:
        rg_check_error(c, argument->span,
                       "write the arguments, or `(...,)` for a tuple that "
                       "holds Ellipsis",
                       "`...` leaves arguments out of a pattern; a call has them all");
        break;
    case RG_AST_KEYWORD:
    case RG_AST_STAR:
    case RG_AST_STARSTAR:
        rg_check_expression(c, argument->items[RG_INNER]);
        break;
    default:
        rg_check_expression(c, argument);
    }
}

/* Arguments of a call that builds a node. */
static void check_arguments(rg_checker *c, const rg_ast *call) {
    rg_symbol_map keywords = {0};
    bool named = false;
    for (size_t i = RG_ARGUMENTS; i < call->count; i++) {
        const rg_ast *argument = call->items[i];
        bool keyword = argument->kind == RG_AST_KEYWORD;
        if (keyword)
            rg_check_keyword_once(c, call, i, &keywords);
        else if (named && argument->kind != RG_AST_STARSTAR && argument->kind != RG_AST_STAR)
            rg_check_error(c, argument->span, "move it before the arguments by name",
                           "an argument by position follows one by name");
        named |= keyword;
        check_argument(c, argument);
    }
}

/* Arguments of a function: by position only. */
static void check_function_arguments(rg_checker *c, const rg_ast *call,
                                     const rg_function *function) {
    size_t given = call->count - RG_ARGUMENTS;
    bool spread = false;
    for (size_t i = RG_ARGUMENTS; i < call->count; i++) {
        const rg_ast *argument = call->items[i];
        spread |= argument->kind == RG_AST_STAR;
        if (argument->kind == RG_AST_KEYWORD || argument->kind == RG_AST_STARSTAR)
            rg_check_error(c, argument->span, "write the value at its position",
                           "a function takes its arguments by position");
        check_argument(c, argument);
    }
    if (spread || (given >= function->fewest && given <= function->most))
        return;
    const char *want = function->fewest == function->most
                           ? rg_format(c->arena, "%zu", function->fewest)
                           : rg_format(c->arena, "%zu to %zu", function->fewest, function->most);
    rg_check_error(c, call->span, NULL, "`%s` takes %s argument%s, not %zu", function->name, want,
                   function->most == 1 ? "" : "s", given);
    rg_check_first(c, function->span, "`%s` is defined here", function->name);
}

/* ---------------------------------------------------------------- calls */

static void check_function_call(rg_checker *c, const rg_ast *call) {
    const rg_ast *name = call->items[RG_CALLEE];
    const rg_function *function = rg_find_function(c, name->text);
    if (function) {
        check_function_arguments(c, call, function);
        if (strcmp(name->text, "has_tag") == 0 && call->count == 3)
            rg_check_tag(c, call->items[RG_ARGUMENTS + 1]);
        return;
    }
    rg_bound_name *bound = rg_find_bound_name(c, name->text);
    if (bound) {
        bound->used = true;
        rg_check_error(c, name->span, rg_did_you_mean(c, rg_nearest_function(c, name->text), NULL),
                       "`%s` is a value, not a function", name->text);
    } else {
        rg_check_error(c, name->span,
                       rg_did_you_mean(c, rg_nearest_function(c, name->text),
                                       "define it with `fn`, or write the whole target of a node "
                                       "to make: torch.f(x), aten::f(x)"),
                       "there is no function `%s`", name->text);
    }
    for (size_t i = RG_ARGUMENTS; i < call->count; i++)
        check_argument(c, call->items[i]);
}

static void check_operator_head(rg_checker *c, const rg_ast *call) {
    const rg_ast *head = call->items[RG_CALLEE];
    for (size_t i = 0; i < head->count; i++) {
        const rg_ast *part = head->items[i];
        if (part->kind == RG_AST_REGEX)
            rg_check_error(c, part->span, "write ns::{e}(...) for a name that is computed",
                           "a regex stands in patterns only");
        else if (part->kind != RG_AST_TEXT && part->kind != RG_AST_NONE)
            rg_check_expression(c, part);
    }
    rg_check_operator(c, head, call);
}

static void check_opcode_head(rg_checker *c, const rg_ast *opcode) {
    const rg_ast *target = opcode->items[RG_OPCODE_TARGET];
    bool call = strncmp(opcode->text, "call_", 5) == 0;
    if (!call)
        rg_check_error(c, opcode->span,
                       "nodes are made by call_function[f](x), call_method[m](x) and "
                       "call_module[m](x)",
                       "`%s` stands in patterns only", opcode->text);
    else if (target->kind == RG_AST_REGEX || target->kind == RG_AST_WILDCARD)
        rg_check_error(c, opcode->span, "write its target: call_function[torch.add](x, y)",
                       "a node to make has one target");
    else if (target->kind == RG_AST_STRING)
        rg_check_expression(c, target);
}

static void check_call(rg_checker *c, const rg_ast *call) {
    const rg_ast *head = call->items[RG_CALLEE];
    if (head->kind == RG_AST_NAME) {
        check_function_call(c, call);
        return;
    }
    if (c->condition)
        rg_check_error(c, head->span,
                       "ask with functions such as dtype(x) or shape(x); nodes are made under "
                       "`rewrite`",
                       "this call would make a node, and a condition makes none");
    switch (head->kind) {
    case RG_AST_ATTRIBUTE:
        check_attribute(c, head);
        break;
    case RG_AST_OPERATOR:
        check_operator_head(c, call);
        break;
    case RG_AST_OPCODE:
        check_opcode_head(c, head);
        break;
    case RG_AST_REGEX:
        rg_check_error(c, head->span, "write the target of the node to make",
                       "a regex stands in patterns only");
        break;
    default:
        rg_check_error(c, head->span, NULL, "%s cannot be called", rg_ast_describe(head));
    }
    check_arguments(c, call);
}

static void check_reuse(rg_checker *c, const rg_ast *reuse) {
    const rg_ast *call = reuse->items[RG_INNER];
    if (call->kind != RG_AST_CALL || call->items[RG_CALLEE]->kind == RG_AST_NAME)
        rg_check_error(c, call->span, "write reuse f.g(x): the call of the node",
                       "`reuse` takes the call of a node, which it finds or makes");
    rg_check_expression(c, call);
}

/* ---------------------------------------------------------------- for */

/* LIST_FOR and DICT_FOR, whose head comes after their elements. */
static void check_comprehension(rg_checker *c, const rg_ast *ast, size_t elements) {
    size_t outer = c->bindings.count;
    rg_ast *const *head = ast->items + elements;
    rg_check_expression(c, head[RG_FOR_LIST]);
    rg_bind_targets(c, head[RG_FOR_TARGETS], RG_BOUND_BY_FOR);
    rg_check_condition(c, head[RG_FOR_CONDITION]);
    for (size_t i = 0; i < elements; i++)
        rg_check_expression(c, ast->items[i]);
    rg_close_scope(c, outer);
}

/* ---------------------------------------------------------------- the whole */

/* A form that only a pattern can be, and what to write instead. */
static const char *expression_for(const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_WILDCARD:
        return "write the value";
    case RG_AST_TYPED:
        return "ask with a function such as is_node(x), or give the kind in the pattern";
    case RG_AST_WRITTEN:
        return "ask writes(n) for what a call writes";
    case RG_AST_EITHER:
        return "write `x == a or x == b`";
    case RG_AST_REGEX:
        return "match it in a pattern, where its groups bind names";
    case RG_AST_OPCODE:
        return "write call_function[f](x)";
    default:
        return NULL;
    }
}

static bool pattern_only(const rg_ast *ast) {
    return expression_for(ast) != NULL || ast->kind == RG_AST_KEYWORD ||
           ast->kind == RG_AST_STARSTAR || ast->kind == RG_AST_KIND;
}

void rg_check_expression(rg_checker *c, const rg_ast *ast) {
    if (pattern_only(ast)) {
        rg_check_error(c, ast->span, expression_for(ast), "%s cannot stand in an expression",
                       rg_ast_describe(ast));
        return;
    }
    switch (ast->kind) {
    case RG_AST_NAME:
        check_name(c, ast);
        return;
    case RG_AST_INT:
        rg_check_integer(c, ast);
        return;
    case RG_AST_ATTRIBUTE:
        check_attribute(c, ast);
        return;
    case RG_AST_CALL:
        check_call(c, ast);
        return;
    case RG_AST_REUSE:
        check_reuse(c, ast);
        return;
    case RG_AST_LIST_FOR:
        check_comprehension(c, ast, RG_LIST_FOR_HEAD);
        return;
    case RG_AST_DICT_FOR:
        check_comprehension(c, ast, RG_DICT_FOR_HEAD);
        return;
    default:
        for (size_t i = 0; i < ast->count; i++)
            rg_check_expression(c, ast->items[i]);
    }
}

void rg_check_condition(rg_checker *c, const rg_ast *ast) {
    bool outer = c->condition;
    c->condition = true;
    rg_check_expression(c, ast);
    c->condition = outer;
}
