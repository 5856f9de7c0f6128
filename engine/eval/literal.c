/* Literals of rules as values of a graph. */
#include <stdlib.h>
#include <string.h>

#include "eval.h"

rg_value rg_literal_value(rg_module *module, const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_TRUE:
    case RG_AST_FALSE:
        return rg_bool(ast->kind == RG_AST_TRUE);
    case RG_AST_INT:
        return rg_int(module, strtoll(ast->text, NULL, 10));
    case RG_AST_FLOAT: {
        rg_value text = rg_text_value(module, RG_FLOAT, ast->text, strlen(ast->text));
        return rg_float(module, rg_get_float(module, text));
    }
    case RG_AST_ELLIPSIS:
        return rg_make_value(RG_ELLIPSIS, 0, 0);
    default:
        return rg_none();
    }
}
