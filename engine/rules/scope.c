#include <string.h>

#include "compile.h"

void rg_scope_open(rg_compiler *c) {
    c->name_count = 0;
    c->slot_count = 0;
}

uint32_t rg_scope_add(rg_compiler *c, const char *name, const rg_ast *ast) {
    if (c->slot_count >= RG_MAX_SLOTS || c->name_count >= RG_MAX_SLOTS) {
        rg_report(c->diagnostics, RG_ERROR, ast->span, "more than %d names in one rule",
                  RG_MAX_SLOTS);
        return 0;
    }
    c->names[c->name_count] = name;
    c->slots[c->name_count++] = c->slot_count;
    return c->slot_count++;
}

uint32_t rg_scope_find(const rg_compiler *c, const char *name) {
    for (size_t i = c->name_count; i-- > 0;)
        if (strcmp(c->names[i], name) == 0)
            return c->slots[i];
    return RG_NO_SLOT;
}

static rg_fn *find_in(const rg_fns *fns, const char *name) {
    rg_symbol symbol = fns->names ? rg_find_symbol(fns->names, name, strlen(name)) : RG_NO_SYMBOL;
    return symbol == RG_NO_SYMBOL ? NULL : ((rg_fn *const *)fns->list.data)[symbol - 1];
}

rg_fn *rg_find_fn(const rg_compiler *c, const char *name) {
    rg_fn *fn = find_in(&c->fns, name);
    return fn ? fn : find_in(&c->ruleset->global_fns, name);
}

rg_ref *rg_new_ref(rg_compiler *c, rg_ref_kind kind, uint32_t index) {
    rg_ref *ref = rg_alloc(c->arena, sizeof *ref);
    ref->kind = kind;
    ref->index = index;
    return ref;
}

const char *rg_path_text(rg_arena *arena, const rg_ast *ast, const char **head) {
    rg_text path = rg_text_new(arena);
    const rg_ast *parts[RG_MAX_AST_DEPTH];
    size_t count = 0;
    while (ast->kind == RG_AST_ATTRIBUTE && ast->text && count < RG_MAX_AST_DEPTH) {
        parts[count++] = ast;
        ast = ast->items[RG_OBJECT];
    }
    if (ast->kind != RG_AST_NAME)
        return NULL;
    *head = ast->text;
    rg_text_puts(&path, ast->text);
    while (count-- > 0)
        rg_text_printf(&path, ".%s", parts[count]->text);
    return rg_text_string(&path);
}
