/* What can be said of a pattern by the schema alone. */
#include <string.h>

#include "lint.h"

const char *rg_part_text(const rg_ast *part) {
    if (part->kind == RG_AST_STRING)
        return part->count && part->items[RG_STRING_FIRST]->kind == RG_AST_TEXT
                   ? part->items[RG_STRING_FIRST]->text
                   : "";
    return part->kind == RG_AST_TEXT ? part->text : NULL;
}

const rg_operator *rg_lint_operator(const rg_linter *lint, const rg_ast *call) {
    const rg_ast *head = call->kind == RG_AST_CALL ? call->items[RG_CALLEE] : call;
    if (head->kind != RG_AST_OPERATOR)
        return NULL;
    const char *space = rg_part_text(head->items[RG_OPERATOR_SPACE]),
               *base = rg_part_text(head->items[RG_OPERATOR_BASE]);
    if (!space || !base)
        return NULL;
    const char *name = rg_format(lint->arena, "%s::%s", space, base);
    return rg_ops_find(lint->ruleset->ops, name, strlen(name));
}

static bool is_argument(const rg_ast *ast) {
    return ast->kind != RG_AST_ELLIPSIS && ast->kind != RG_AST_STAR && ast->kind != RG_AST_STARSTAR;
}

const rg_ast *rg_asked_of(const rg_ast *call, const rg_schema *schema, size_t param) {
    size_t position = 0;
    for (size_t i = RG_ARGUMENTS; i < call->count; i++) {
        const rg_ast *argument = call->items[i];
        if (argument->kind == RG_AST_KEYWORD) {
            if (strcmp(argument->text, schema->params[param].name) == 0)
                return argument->items[RG_INNER];
        } else if (is_argument(argument) && position++ == param) {
            return argument;
        }
    }
    return NULL;
}

/* Whether a value of the kind may be an argument of the parameter. */
static bool kind_may_fit(const rg_ast *kind, const rg_param *param) {
    static const char *const never_tensors[] = {"str",  "device", "dtype",
                                                "dict", "slice",  "ellipsis"};
    bool tensor = param->kind == RG_PARAM_TENSOR;
    bool shaped = kind->flag || rg_long_dtype(kind->text);
    if (shaped)
        return tensor || param->kind == RG_PARAM_SCALAR || param->kind == RG_PARAM_OTHER;
    for (size_t i = 0; tensor && i < RG_COUNT_OF(never_tensors); i++)
        if (strcmp(kind->text, never_tensors[i]) == 0)
            return false;
    if (tensor && !param->list && strcmp(kind->text, "list") == 0)
        return false;
    return true;
}

static bool typed_may_fit(const rg_ast *typed, const rg_param *param) {
    for (size_t i = RG_TYPED_KINDS; i < typed->count; i++)
        if (kind_may_fit(typed->items[i], param))
            return true;
    return false;
}

bool rg_may_fit_param(const rg_ast *ast, const rg_param *param, bool lenient) {
    bool number = param->kind == RG_PARAM_INT || param->kind == RG_PARAM_SCALAR ||
                  param->kind == RG_PARAM_FLOAT || param->kind == RG_PARAM_OTHER ||
                  (lenient && param->kind == RG_PARAM_TENSOR);
    bool single = !param->list || lenient;
    switch (ast->kind) {
    case RG_AST_INT:
        return number && single;
    case RG_AST_FLOAT:
        return number && param->kind != RG_PARAM_INT && single;
    case RG_AST_TRUE:
    case RG_AST_FALSE:
        return param->kind == RG_PARAM_BOOL || param->kind == RG_PARAM_SCALAR ||
               param->kind == RG_PARAM_OTHER || (lenient && number);
    case RG_AST_STRING:
        return param->kind == RG_PARAM_STR || param->kind == RG_PARAM_DEVICE ||
               param->kind == RG_PARAM_OTHER;
    case RG_AST_NONE:
        return param->optional || param->kind == RG_PARAM_OTHER ||
               (param->default_text && strcmp(param->default_text, "None") == 0);
    case RG_AST_UNARY:
    case RG_AST_WRITTEN:
        return rg_may_fit_param(ast->items[RG_INNER], param, lenient);
    case RG_AST_TYPED:
        return typed_may_fit(ast, param);
    default:
        return true;
    }
}

bool rg_may_fit_schema(const rg_ast *call, const rg_schema *schema, bool lenient) {
    bool open = false;
    size_t positional = 0, named = 0, used = 0, places = 0;
    for (size_t i = RG_ARGUMENTS; i < call->count; i++) {
        open |= call->items[i]->kind == RG_AST_ELLIPSIS;
        named += call->items[i]->kind == RG_AST_KEYWORD;
        positional += is_argument(call->items[i]) && call->items[i]->kind != RG_AST_KEYWORD;
    }
    for (size_t p = 0; p < schema->param_count; p++) {
        const rg_ast *pattern = rg_asked_of(call, schema, p);
        places += !schema->params[p].keyword_only;
        used += pattern != NULL;
        if (pattern && !rg_may_fit_param(pattern, &schema->params[p], lenient))
            return false;
        if (!pattern && !open && !schema->params[p].default_text)
            return false;
    }
    return schema->variadic || (positional <= places && used == positional + named);
}
