/* Checks of patterns: rules under `match`, and parameters of fns.
 *
 * A name binds where it first stands and must be the same value after that, so a pattern is read in
 * the order of its text. Patterns and expressions share one grammar; what only an expression can be
 * is an error here that says where it belongs.
 */
#include "parts.h"

#include <string.h>

static void check(rg_checker *c, const rg_ast *ast, const char *what);

/* ---------------------------------------------------------------- names */

/* `what`: what the name can only hold, when that is no node. */
static void check_name(rg_checker *c, const rg_ast *name, const char *what) {
    rg_bound_name *bound = rg_find_bound_name(c, name->text);
    if (bound) {
        bound->used = true;
        if (what && !bound->what)
            bound->what = what;
        return;
    }
    const rg_value_name *value = rg_find_value(c, name->text);
    if (value && value->param) {
        rg_span first = value->span;
        rg_check_error(c, name->span, "bind another name and compare the two under `where`",
                       "`%s` is a param: a pattern does not compare with it", name->text);
        rg_check_first(c, first, "the param `%s` is declared here", name->text);
    }
    bound = rg_bind_name(c, name->text, name->span, RG_BOUND_BY_MATCH);
    bound->what = what;
    bound->receiver = c->receiver;
}

/* `*rest` and `**rest` bind a name, anew. */
static void check_rest(rg_checker *c, const rg_ast *star, const char *what) {
    const rg_ast *name = star->items[RG_INNER];
    if (name->kind == RG_AST_WILDCARD)
        return;
    if (name->kind != RG_AST_NAME) {
        rg_check_error(c, name->span, "write `*rest`, or `*_` when it does not matter",
                       "only a name may follow `*`");
        return;
    }
    const rg_bound_name *bound = rg_find_bound_name(c, name->text);
    if (!bound) {
        rg_bind_name(c, name->text, name->span, RG_BOUND_BY_MATCH)->what = what;
        return;
    }
    rg_span first = bound->span;
    rg_check_error(c, name->span, "give it another name and compare the two under `where`",
                   "`%s` is bound already", name->text);
    rg_check_first(c, first, "`%s` is first bound here", name->text);
}

/* A name that has a reason to stand there besides its use. */
static void quieten(rg_checker *c, const rg_ast *name) {
    rg_bound_name *bound = name->kind == RG_AST_NAME ? rg_find_bound_name(c, name->text) : NULL;
    if (bound)
        bound->quiet = true;
}

/* ---------------------------------------------------------------- sequences */

static void check_sequence(rg_checker *c, const rg_ast *ast) {
    const rg_ast *star = NULL;
    for (size_t i = 0; i < ast->count; i++) {
        const rg_ast *item = ast->items[i];
        if (item->kind != RG_AST_STAR) {
            check(c, item, NULL);
            continue;
        }
        if (star)
            rg_check_error(c, item->span, NULL, "a second `*` in %s", rg_ast_describe(ast));
        star = item;
        check_rest(c, item, ast->kind == RG_AST_LIST ? "a list" : "a tuple");
    }
}

static void check_slice(rg_checker *c, const rg_ast *call) {
    if (call->count < 2 || call->count > 4)
        rg_check_error(c, call->span,
                       "write slice(stop), slice(start, stop) or "
                       "slice(start, stop, step); `_` matches anything",
                       "a slice has one to three parts");
    for (size_t i = RG_ARGUMENTS; i < call->count; i++)
        check(c, call->items[i], NULL);
}

/* ---------------------------------------------------------------- arguments */

/* What was seen of a call's arguments so far. */
typedef struct seen_arguments {
    const rg_ast *ellipsis, *star, *starstar, *keyword;
    rg_symbol_map keywords;
} seen_arguments;

static void check_written(rg_checker *c, const rg_ast *written) {
    const rg_ast *inside = written->items[RG_INNER];
    if (inside->kind == RG_AST_TYPED)
        inside = inside->items[RG_INNER];
    if (inside->kind != RG_AST_NAME && inside->kind != RG_AST_WILDCARD)
        rg_check_error(c, written->span, "write `x!`",
                       "`!` marks a name: the argument that the call writes");
    check(c, written->items[RG_INNER], NULL);
    quieten(c, inside);
}

static void check_argument_value(rg_checker *c, const rg_ast *value) {
    if (value->kind == RG_AST_WRITTEN)
        check_written(c, value);
    else
        check(c, value, NULL);
}

static void check_positional(rg_checker *c, const rg_ast *argument, const seen_arguments *seen) {
    if (seen->ellipsis)
        rg_check_error(c, argument->span, "move `...` to the end",
                       "no argument by position can follow `...`");
    else if (seen->star)
        rg_check_error(c, argument->span, "move `*` behind it",
                       "no argument by position can follow `*`");
    else if (seen->keyword)
        rg_check_error(c, argument->span, "move it before the arguments by name",
                       "an argument by position follows one by name");
    check_argument_value(c, argument);
}

static void check_once(rg_checker *c, const rg_ast *argument, const rg_ast **seen,
                       const char *sign) {
    if (*seen)
        rg_check_error(c, argument->span, NULL, "a second `%s` in a call", sign);
    *seen = argument;
}

static void check_arguments(rg_checker *c, const rg_ast *call) {
    seen_arguments seen = {.keyword = NULL};
    bool by_schema = call->items[RG_CALLEE]->kind == RG_AST_OPERATOR;
    for (size_t i = RG_ARGUMENTS; i < call->count; i++) {
        const rg_ast *argument = call->items[i];
        bool rest = argument->kind == RG_AST_STAR || argument->kind == RG_AST_STARSTAR;
        if (rest && by_schema)
            rg_check_error(c, argument->span, "write `...` for arguments that do not matter",
                           "the arguments of an operator are taken by its schema, so none are "
                           "left over");
        if (argument->kind == RG_AST_ELLIPSIS) {
            check_once(c, argument, &seen.ellipsis, "...");
        } else if (argument->kind == RG_AST_STAR) {
            check_once(c, argument, &seen.star, "*");
            check_rest(c, argument, "a tuple");
        } else if (argument->kind == RG_AST_STARSTAR) {
            check_once(c, argument, &seen.starstar, "**");
            check_rest(c, argument, "a dict");
        } else if (argument->kind == RG_AST_KEYWORD) {
            seen.keyword = argument;
            rg_check_keyword_once(c, call, i, &seen.keywords);
            check_argument_value(c, argument->items[RG_INNER]);
        } else {
            check_positional(c, argument, &seen);
        }
    }
}

/* ---------------------------------------------------------------- calls */

static void check_receiver(rg_checker *c, const rg_ast *head) {
    const rg_ast *outer = c->receiver;
    bool two_parts = head->text && head->items[RG_OBJECT]->kind == RG_AST_NAME;
    c->receiver = two_parts ? head : NULL;
    check(c, head->items[RG_OBJECT], NULL);
    c->receiver = outer;
}

static void check_attribute_head(rg_checker *c, const rg_ast *head) {
    if (!head->text) {
        check_receiver(c, head);
        if (head->items[RG_ATTRIBUTE_NAME]->kind == RG_AST_REGEX)
            rg_check_regex(c, head->items[RG_ATTRIBUTE_NAME], true);
        else
            rg_check_error(c, head->items[RG_ATTRIBUTE_NAME]->span,
                           "write x./regex/(...) and compare its groups under `where`",
                           "a method's name in a pattern is text or a regex");
    } else if (!rg_is_function_path(head)) {
        check_receiver(c, head);
    }
}

static void check_operator_head(rg_checker *c, const rg_ast *call) {
    const rg_ast *head = call->items[RG_CALLEE];
    for (size_t i = 0; i < head->count; i++) {
        if (head->items[i]->kind == RG_AST_STRING)
            rg_check_error(c, head->items[i]->span,
                           "write ns::/regex/(...) and compare its groups under `where`",
                           "an operator in a pattern is a name or a regex");
    }
    if (head->items[RG_OPERATOR_BASE]->kind == RG_AST_REGEX)
        rg_check_regex(c, head->items[RG_OPERATOR_BASE], true);
    rg_check_operator(c, head, call);
}

static void check_opcode_head(rg_checker *c, const rg_ast *opcode) {
    const rg_ast *target = opcode->items[RG_OPCODE_TARGET];
    if (target->kind == RG_AST_REGEX)
        rg_check_regex(c, target, true);
    else if (target->kind == RG_AST_STRING && !rg_is_literal(target))
        rg_check_error(c, target->span, "write a /regex/ and compare its groups under `where`",
                       "a target in a pattern is text or a regex");
}

static void check_call(rg_checker *c, const rg_ast *call) {
    const rg_ast *head = call->items[RG_CALLEE];
    switch (head->kind) {
    case RG_AST_NAME:
        if (strcmp(head->text, "slice") == 0) {
            check_slice(c, call);
            return;
        }
        rg_check_error(c, head->span,
                       rg_find_function(c, head->text)
                           ? "bind the argument and call the function under `where`"
                           : "write the whole target: torch.f(x), aten::f(x), x.f() or "
                             "call_function[f](x)",
                       "`%s` is not the target of a call", head->text);
        break;
    case RG_AST_ATTRIBUTE:
        check_attribute_head(c, head);
        break;
    case RG_AST_OPERATOR:
        check_operator_head(c, call);
        break;
    case RG_AST_OPCODE:
        check_opcode_head(c, head);
        break;
    case RG_AST_REGEX:
        rg_check_regex(c, head, true);
        break;
    default:
        rg_check_error(c, head->span, "write a target, a regex, an operator or a method before `(`",
                       "%s cannot be called in a pattern", rg_ast_describe(head));
    }
    check_arguments(c, call);
}

/* ---------------------------------------------------------------- other forms */

static void check_typed(rg_checker *c, const rg_ast *typed) {
    check(c, typed->items[RG_INNER], rg_kinds_hold(typed));
    quieten(c, typed->items[RG_INNER]);
    for (size_t i = RG_TYPED_KINDS; i < typed->count; i++)
        rg_check_kind(c, typed->items[i], true);
}

static void check_either(rg_checker *c, const rg_ast *either) {
    for (size_t i = 0; i < either->count; i++) {
        const rg_ast *item = either->items[i];
        if (!rg_is_literal(item) && item->kind != RG_AST_ELLIPSIS)
            rg_check_error(c, item->span, "a name cannot be one of several: write a clause each",
                           "`|` joins literals");
    }
}

/* A constant such as torch.float32. */
static void check_constant(rg_checker *c, const rg_ast *ast) {
    const rg_ast *head = rg_path_head(ast);
    const rg_bound_name *bound = head ? rg_find_bound_name(c, head->text) : NULL;
    if (!head || bound)
        rg_check_error(c, ast->span, "bind the value and compare under `where`",
                       "an attribute of a value cannot stand in a pattern");
}

/* What to write instead of a form that only an expression can be. */
static const char *pattern_for(const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_BINARY:
        switch (ast->text[0]) {
        case '+':
            return "write aten::add(x, y)";
        case '-':
            return "write aten::sub(x, y)";
        case '/':
            return "write aten::div(x, y)";
        case '*':
            return ast->text[1] ? "write aten::pow(x, y)" : "write aten::mul(x, y)";
        default:
            return "write the operator: aten::remainder(x, y)";
        }
    case RG_AST_INDEX:
        return "write operator.getitem(x, i)";
    case RG_AST_STRING:
        return "bind the value and compare it with the string under `where`";
    case RG_AST_DICT:
        return "bind the dict and ask for its items under `where`";
    case RG_AST_STAR:
    case RG_AST_STARSTAR:
        return "`*` stands in a call, a tuple or a list";
    case RG_AST_WRITTEN:
        return "`x!` is an argument of a call";
    case RG_AST_KEYWORD:
        return "`name=pattern` is an argument of a call";
    case RG_AST_OPERATOR:
        return "write its arguments, or `(...)`";
    case RG_AST_REUSE:
        return "`reuse` stands where nodes are made, under `rewrite`";
    default:
        return "bind the value and write the condition under `where`";
    }
}

/* `what`: see check_name(). */
static void check(rg_checker *c, const rg_ast *ast, const char *what) {
    switch (ast->kind) {
    case RG_AST_WILDCARD:
    case RG_AST_ELLIPSIS:
        return;
    case RG_AST_NAME:
        check_name(c, ast, what);
        return;
    case RG_AST_TYPED:
        check_typed(c, ast);
        return;
    case RG_AST_EITHER:
        check_either(c, ast);
        return;
    case RG_AST_TUPLE:
    case RG_AST_LIST:
        check_sequence(c, ast);
        return;
    case RG_AST_REGEX:
        rg_check_regex(c, ast, true);
        return;
    case RG_AST_CALL:
        check_call(c, ast);
        return;
    case RG_AST_OPCODE:
        check_opcode_head(c, ast);
        return;
    case RG_AST_ATTRIBUTE:
        check_constant(c, ast);
        return;
    case RG_AST_INT:
        rg_check_integer(c, ast);
        return;
    default:
        if (rg_is_literal(ast))
            return;
        rg_check_error(c, ast->span, pattern_for(ast), "%s cannot stand in a pattern",
                       rg_ast_describe(ast));
        c->lenient = true; /* names in it are not bound */
    }
}

void rg_check_pattern(rg_checker *c, const rg_ast *ast) {
    check(c, ast, NULL);
}

/* ---------------------------------------------------------------- parameters */

void rg_check_parameters(rg_checker *c, const rg_ast *fn) {
    for (size_t i = 0; i + 2 < fn->count; i++) {
        const rg_ast *parameter = fn->items[i];
        if (parameter->kind == RG_AST_KEYWORD)
            rg_check_error(c, parameter->span,
                           "write a clause with fewer parameters under another name",
                           "a parameter has no default");
        else
            check(c, parameter, NULL);
        quieten(c, parameter); /* it says what the argument is */
    }
}
