/* Expressions and statements: their names are resolved to slots, params, functions. What a node of
 * the tree keeps in `compiled`:
 *   NAME       rg_ref *: what it stands for
 *   ATTRIBUTE  const char *: the dotted path when its head is no name in scope (a function or a
 *              constant of Python); NULL: an attribute of a value, or a method
 *   OPERATOR   rg_operator *: when its name has no template in it
 */
#include <string.h>

#include "compile.h"

static const char *const builtin_names[] = {
#define X(name, fewest, most, reads) #name,
    RG_BUILTIN_FUNCTIONS(X)
#undef X
};
static const char *const variable_names[] = {
#define X(name) #name,
    RG_BUILTIN_VARIABLES(X)
#undef X
};

/* Whether the name is one of them; *number is its position then. */
static bool find_name(const char *const *names, size_t count, const char *name, uint32_t *number) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0) {
            *number = (uint32_t)i;
            return true;
        }
    }
    return false;
}

static bool find_param(const rg_compiler *c, const char *name, uint32_t *number) {
    const rg_param_decl *params = c->ruleset->param_array.data;
    for (size_t i = 0; i < c->ruleset->param_array.count; i++) {
        if (strcmp(params[i].name, name) == 0) {
            *number = (uint32_t)i;
            return true;
        }
    }
    return false;
}

static bool find_extern(const rg_compiler *c, const char *name, uint32_t *number) {
    const rg_extern_decl *externs = c->ruleset->extern_array.data;
    for (size_t i = 0; i < c->ruleset->extern_array.count; i++) {
        if (strcmp(externs[i].name, name) == 0) {
            *number = (uint32_t)i;
            return true;
        }
    }
    return false;
}

/* What a name stands for as a value. Names in scope hide params, which hide variables. */
static bool find_value(const rg_compiler *c, const char *name, rg_ref *found) {
    found->index = rg_scope_find(c, name);
    found->kind = RG_REF_SLOT;
    if (found->index != RG_NO_SLOT)
        return true;
    found->kind = RG_REF_PARAM;
    if (find_param(c, name, &found->index))
        return true;
    found->kind = RG_REF_VARIABLE;
    return find_name(variable_names, RG_VARIABLE_COUNT, name, &found->index);
}

static void resolve_value(rg_compiler *c, rg_ast *ast) {
    rg_ref found;
    if (find_value(c, ast->text, &found))
        ast->compiled = rg_new_ref(c, found.kind, found.index);
    else
        rg_report(c->diagnostics, RG_ERROR, ast->span, "`%s` is not bound here", ast->text);
}

static void resolve_function(rg_compiler *c, rg_ast *ast) {
    uint32_t number = 0;
    rg_fn *fn = rg_find_fn(c, ast->text);
    if (fn) {
        rg_ref *ref = rg_new_ref(c, RG_REF_FN, 0);
        ref->fn = fn;
        ast->compiled = ref;
    } else if (find_extern(c, ast->text, &number)) {
        ast->compiled = rg_new_ref(c, RG_REF_EXTERN, number);
    } else if (find_name(builtin_names, RG_BUILTIN_COUNT, ast->text, &number)) {
        ast->compiled = rg_new_ref(c, RG_REF_BUILTIN, number);
    } else {
        rg_report(c->diagnostics, RG_ERROR, ast->span, "there is no function `%s`", ast->text);
    }
}

static bool names_a_value(const rg_compiler *c, const char *name) {
    rg_ref found;
    return find_value(c, name, &found);
}

static void attribute(rg_compiler *c, rg_ast *ast) {
    const char *head = NULL;
    const char *path = ast->text ? rg_path_text(c->arena, ast, &head) : NULL;
    if (path && !names_a_value(c, head)) {
        ast->compiled = rg_copy_text(c->arena, path, strlen(path));
        return;
    }
    for (size_t i = 0; i < ast->count; i++)
        rg_compile_expression(c, ast->items[i]);
}

static bool plain_text(const rg_ast *part, const char **text) {
    if (part->kind == RG_AST_TEXT)
        *text = part->text;
    else if (part->kind == RG_AST_STRING && part->count == 1 &&
             part->items[RG_STRING_FIRST]->kind == RG_AST_TEXT)
        *text = part->items[RG_STRING_FIRST]->text;
    else
        return false;
    return true;
}

static void operator(rg_compiler *c, rg_ast *ast) {
    const char *space = NULL, *base = NULL;
    for (size_t i = 0; i < ast->count; i++)
        if (ast->items[i]->kind == RG_AST_STRING)
            rg_compile_expression(c, ast->items[i]);
    if (!plain_text(ast->items[RG_OPERATOR_SPACE], &space) ||
        !plain_text(ast->items[RG_OPERATOR_BASE], &base))
        return;
    const char *name = rg_format(c->arena, "%s::%s", space, base);
    ast->compiled = rg_ops_find(c->ruleset->ops, name, strlen(name));
    if (!ast->compiled)
        rg_report(c->diagnostics, RG_ERROR, ast->span, "no operator table declares `%s`", name);
}

static void call(rg_compiler *c, rg_ast *ast) {
    rg_ast *callee = ast->items[RG_CALLEE];
    if (callee->kind == RG_AST_NAME)
        resolve_function(c, callee);
    else if (callee->kind == RG_AST_OPERATOR)
        operator(c, callee);
    else if (callee->kind == RG_AST_ATTRIBUTE)
        attribute(c, callee);
    else if (callee->kind == RG_AST_OPCODE && callee->count)
        rg_compile_expression(c, callee->items[RG_OPCODE_TARGET]);
    for (size_t i = RG_ARGUMENTS; i < ast->count; i++)
        rg_compile_expression(c, ast->items[i]);
}

/* Gives the names of a `for` or `let` target slots. */
static void bind_targets(rg_compiler *c, rg_ast *target) {
    if (target->kind == RG_AST_NAME) {
        target->compiled = rg_new_ref(c, RG_REF_SLOT, rg_scope_add(c, target->text, target));
        return;
    }
    for (size_t i = 0; i < target->count; i++)
        bind_targets(c, target->items[i]);
}

/* LIST_FOR and DICT_FOR, whose head comes after their elements. */
static void comprehension(rg_compiler *c, rg_ast *ast, size_t elements) {
    size_t outer = c->name_count;
    rg_ast *const *head = ast->items + elements;
    rg_compile_expression(c, head[RG_FOR_LIST]);
    bind_targets(c, head[RG_FOR_TARGETS]);
    rg_compile_expression(c, head[RG_FOR_CONDITION]);
    for (size_t i = 0; i < elements; i++)
        rg_compile_expression(c, ast->items[i]);
    c->name_count = outer;
}

void rg_compile_expression(rg_compiler *c, rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_NAME:
        resolve_value(c, ast);
        return;
    case RG_AST_ATTRIBUTE:
        attribute(c, ast);
        return;
    case RG_AST_CALL:
        call(c, ast);
        return;
    case RG_AST_LIST_FOR:
        comprehension(c, ast, RG_LIST_FOR_HEAD);
        return;
    case RG_AST_DICT_FOR:
        comprehension(c, ast, RG_DICT_FOR_HEAD);
        return;
    case RG_AST_OPERATOR:
        operator(c, ast);
        return;
    default:
        for (size_t i = 0; i < ast->count; i++)
            rg_compile_expression(c, ast->items[i]);
    }
}

/* ---------------------------------------------------------------- statements */

static void refuse_operand(rg_compiler *c, const rg_ast *name) {
    rg_diagnostic *made =
        rg_report(c->diagnostics, RG_ERROR, name->span,
                  "`%s` is an argument of the pattern and cannot be replaced", name->text);
    rg_advise(c->diagnostics, made,
              "only names that a line of `match` gives to a node can: `%s = …` there; a new value "
              "takes a new name",
              name->text);
}

/* `y = e`: the slot of y, which may be new. */
static void bind_statement(rg_compiler *c, rg_ast *ast) {
    rg_ast *name = ast->items[RG_BIND_NAME];
    rg_compile_expression(c, ast->items[RG_BIND_VALUE]);
    uint32_t slot = rg_scope_find(c, name->text);
    if (slot == RG_NO_SLOT)
        slot = rg_scope_add(c, name->text, name);
    else if (c->rule && slot < c->pattern_slots && !rg_is_matched_slot(c->rule, slot))
        refuse_operand(c, name);
    name->compiled = rg_new_ref(c, RG_REF_SLOT, slot);
}

static void loop(rg_compiler *c, rg_ast *ast) {
    size_t outer = c->name_count;
    rg_compile_expression(c, ast->items[RG_FOR_LIST]);
    bind_targets(c, ast->items[RG_FOR_TARGETS]);
    rg_compile_expression(c, ast->items[RG_FOR_CONDITION]);
    rg_compile_statements(c, ast->items + RG_FOR_STEPS, ast->count - RG_FOR_STEPS);
    c->name_count = outer;
}

/* Notes the slots below `end` that the expression names, each once. */
static void collect_slots(rg_compiler *c, const rg_ast *ast, uint32_t end, rg_array *slots) {
    const rg_ref *ref = ast->kind == RG_AST_NAME ? ast->compiled : NULL;
    bool found = !ref || ref->kind != RG_REF_SLOT || ref->index >= end;
    for (size_t i = 0; !found && i < slots->count; i++)
        found = ((const uint32_t *)slots->data)[i] == ref->index;
    if (!found)
        *(uint32_t *)rg_array_push(c->arena, slots, sizeof(uint32_t)) = ref->index;
    for (size_t i = 0; i < ast->count; i++)
        collect_slots(c, ast->items[i], end, slots);
}

static void where(rg_compiler *c, rg_ast *ast) {
    uint32_t end = c->slot_count; /* what comprehensions bind comes behind */
    rg_array slots = {0};
    rg_where *guard = rg_alloc(c->arena, sizeof *guard);
    rg_compile_expression(c, ast->items[RG_WHERE_GUARD]);
    collect_slots(c, ast->items[RG_WHERE_GUARD], end, &slots);
    *guard = (rg_where){(uint32_t)c->ruleset->asked_count++, slots.count, slots.data};
    ast->compiled = guard;
    if (ast->count > 1 && ast->items[RG_WHERE_ERROR]->kind == RG_AST_ERROR)
        rg_compile_statements(c, ast->items + RG_WHERE_ERROR, 1);
}

static void group(rg_compiler *c, rg_ast *ast) {
    rg_group *group = rg_alloc(c->arena, sizeof *group);
    uint32_t *shared = rg_alloc_array(c->arena, ast->count, sizeof *shared);
    uint32_t *listed = rg_alloc_array(c->arena, c->name_count, sizeof *listed);
    for (size_t i = 0; i < ast->count; i++)
        shared[i] = rg_scope_find(c, ast->items[i]->text);
    for (size_t i = 0; i < c->name_count; i++) {
        bool is_shared = false;
        for (size_t k = 0; k < ast->count; k++)
            is_shared |= shared[k] == c->slots[i];
        if (!is_shared)
            listed[group->listed_count++] = c->slots[i];
    }
    group->shared_count = ast->count;
    group->shared = shared;
    group->listed = listed;
    ast->compiled = group;
}

void rg_compile_statements(rg_compiler *c, rg_ast *const *statements, size_t count) {
    for (size_t i = 0; i < count; i++) {
        rg_ast *ast = statements[i];
        if (ast->kind == RG_AST_LET) {
            rg_compile_expression(c, ast->items[RG_LET_VALUE]);
            bind_targets(c, ast->items[RG_LET_TARGETS]);
        } else if (ast->kind == RG_AST_BIND) {
            bind_statement(c, ast);
        } else if (ast->kind == RG_AST_FOR) {
            loop(c, ast);
        } else if (ast->kind == RG_AST_WHEN) {
            size_t outer = c->name_count;
            rg_compile_expression(c, ast->items[RG_WHEN_CONDITION]);
            rg_compile_statements(c, ast->items + RG_WHEN_STEPS, ast->count - RG_WHEN_STEPS);
            c->name_count = outer;
        } else if (ast->kind == RG_AST_WHERE) {
            where(c, ast);
        } else if (ast->kind == RG_AST_GROUP) {
            group(c, ast);
        } else if (ast->kind != RG_AST_CLAIM) {
            for (size_t k = 0; k < ast->count; k++)
                rg_compile_expression(c, ast->items[k]);
        }
    }
}
