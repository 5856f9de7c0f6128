/* Trees of patterns: copies, and the names that they bind. */
#include "parts.h"

#include "../check/check.h"

#include <string.h>

rg_ast *rg_with_items(rg_writer *w, const rg_ast *ast, rg_ast **items) {
    rg_ast *made = rg_alloc(w->arena, sizeof *made);
    *made = *ast;
    made->items = items;
    made->compiled = NULL;
    return made;
}

rg_ast *rg_new_name(rg_writer *w, const char *text, rg_span span) {
    rg_ast *name = rg_alloc(w->arena, sizeof *name);
    *name = (rg_ast){.kind = RG_AST_NAME, .span = span, .text = text};
    return name;
}

rg_ast *rg_copy_tree(rg_writer *w, const rg_ast *ast) {
    rg_ast **items = rg_alloc_array(w->arena, ast->count, sizeof *items);
    for (size_t i = 0; i < ast->count; i++)
        items[i] = rg_copy_tree(w, ast->items[i]);
    return rg_with_items(w, ast, items);
}

size_t rg_tree_depth(const rg_ast *ast) {
    size_t deepest = 0;
    for (size_t i = 0; i < ast->count; i++) {
        size_t depth = rg_tree_depth(ast->items[i]);
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest + 1;
}

bool rg_is_fixed_head(const rg_ast *callee) {
    return callee->kind != RG_AST_ATTRIBUTE || rg_is_function_path(callee);
}

bool rg_is_plain_value(const rg_ast *ast) {
    if (ast->kind == RG_AST_UNARY)
        return rg_is_plain_value(ast->items[RG_INNER]);
    return ast->kind == RG_AST_STRING || ast->kind == RG_AST_ELLIPSIS ||
           ast->kind == RG_AST_ATTRIBUTE /* torch.float32 */ || rg_is_literal(ast);
}

bool rg_has_name(const rg_array *names, const char *name) {
    const char *const *known = names->data;
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(known[i], name) == 0)
            return true;
    return false;
}

size_t rg_count_name(const rg_ast *ast, const char *name) {
    size_t count = ast->kind == RG_AST_NAME && strcmp(ast->text, name) == 0;
    for (size_t i = 0; i < ast->count; i++)
        count += rg_count_name(ast->items[i], name);
    return count;
}

void rg_collect_bound(rg_writer *w, const rg_ast *pattern, rg_array *names) {
    if (pattern->kind == RG_AST_NAME) {
        if (!rg_has_name(names, pattern->text))
            *(const char **)rg_array_push(w->arena, names, sizeof(char *)) = pattern->text;
        return;
    }
    if (pattern->kind == RG_AST_ATTRIBUTE && rg_is_plain_value(pattern) &&
        rg_is_fixed_head(pattern))
        return;
    for (size_t i = 0; i < pattern->count; i++) {
        const rg_ast *item = pattern->items[i];
        bool head = pattern->kind == RG_AST_CALL && i == RG_CALLEE;
        if (head && item->kind == RG_AST_NAME)
            continue; /* slice, or a named pattern */
        if (!head || !rg_is_fixed_head(item))
            rg_collect_bound(w, item, names);
    }
}
