/* The checks in the context of a rule set: what its files have declared so far. */
#include "check.h"
#include "../ruleset.h"

static rg_check_name *add_name(rg_arena *arena, rg_array *names, const char *name, size_t arity,
                               rg_span span) {
    rg_check_name *added = rg_array_push(arena, names, sizeof *added);
    *added = (rg_check_name){name, arity, span};
    return added;
}

static bool declares_pipeline(const rg_ast *file) {
    for (size_t i = 0; i < file->count; i++) {
        if (file->items[i]->kind == RG_AST_PIPELINE)
            return true;
    }
    return false;
}

bool rg_check_file(const rg_ruleset *ruleset, const rg_ast *file, bool operators,
                   rg_diagnostics *diagnostics) {
    if (!operators && declares_pipeline(file))
        return rg_check_pipeline(file, diagnostics);
    rg_arena *arena = diagnostics->arena;
    rg_array fns = {NULL, 0, 0, 0}, params = fns, externs = fns, passes = fns;
    rg_fn *const *global = ruleset->global_fns.list.data;
    for (size_t i = 0; i < ruleset->global_fns.list.count; i++)
        add_name(arena, &fns, global[i]->name, global[i]->arity,
                 global[i]->clauses ? global[i]->clauses->ast->span : (rg_span){0});
    const rg_param_decl *param = ruleset->param_array.data;
    for (size_t i = 0; i < ruleset->param_array.count; i++)
        add_name(arena, &params, param[i].name, 0, param[i].ast->span);
    const rg_extern_decl *found = ruleset->extern_array.data;
    for (size_t i = 0; i < ruleset->extern_array.count; i++)
        add_name(arena, &externs, found[i].name, found[i].arity, found[i].ast->span);
    rg_pass *const *pass = ruleset->pass_array.data;
    for (size_t i = 0; i < ruleset->pass_array.count; i++)
        add_name(arena, &passes, pass[i]->name, 0, pass[i]->ast->span);
    rg_check_context context = {fns.count,   params.count, externs.count, passes.count, fns.data,
                                params.data, externs.data, passes.data,   ruleset->ops, operators};
    return rg_check_tree(file, &context, diagnostics);
}
