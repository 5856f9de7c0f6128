/* A checked file to passes, functions and operator clauses. */
#include <stdlib.h>
#include <string.h>

#include "compile.h"

/* ---------------------------------------------------------------- functions */

/* Whether the name is not in the set yet; adds it. */
static bool is_new(rg_arena *arena, rg_symbols **set, const char *name) {
    if (!*set)
        *set = rg_symbols_new(arena);
    size_t before = rg_symbol_count(*set);
    return rg_intern_text(*set, name) == before;
}

static void declare_fn(rg_compiler *c, const rg_ast *ast, rg_fns *fns) {
    if (!is_new(c->arena, &fns->names, ast->text))
        return;
    rg_fn *fn = rg_alloc(c->arena, sizeof *fn);
    fn->name = ast->text;
    fn->number = (uint32_t)c->ruleset->asked_count++;
    fn->arity = rg_fn_arity(ast);
    *(rg_fn **)rg_array_push(c->arena, &fns->list, sizeof fn) = fn;
}

static void compile_fn(rg_compiler *c, const rg_ast *ast) {
    rg_fn *fn = rg_find_fn(c, ast->text);
    rg_fn_clause *clause = rg_alloc(c->arena, sizeof *clause);
    rg_scope_open(c);
    clause->ast = ast;
    clause->program = rg_compile_patterns(c, ast->items, rg_fn_arity(ast));
    rg_ast *guard = rg_fn_guard(ast);
    rg_compile_expression(c, guard);
    rg_compile_expression(c, rg_fn_value(ast));
    clause->guard = guard->kind == RG_AST_TRUE ? NULL : guard;
    clause->body = rg_fn_value(ast);
    clause->slot_count = c->slot_count;
    *(fn->last ? &fn->last->next : &fn->clauses) = clause;
    fn->last = clause;
}

/* ---------------------------------------------------------------- operator clauses */

static void collect_params(rg_compiler *c, const rg_ast *ast, rg_clause_code *code,
                           size_t first_param) {
    code->param_count = ast->count - first_param;
    const char **params = rg_alloc_array(c->arena, code->param_count, sizeof *params);
    for (size_t i = 0; i < code->param_count; i++) {
        params[i] = ast->items[first_param + i]->text;
        rg_scope_add(c, params[i], ast->items[first_param + i]);
    }
    code->params = params;
}

/* Whether `name` stands anywhere but as the only argument of a function of metadata. */
static bool uses_content(const rg_ast *ast, const char *name) {
    static const char *const metadata[] = {"shape", "stride", "rank",
                                           "dtype", "known",  "has_dtype"};
    if (ast->kind == RG_AST_NAME)
        return strcmp(ast->text, name) == 0;
    if (ast->kind == RG_AST_CALL && ast->items[RG_CALLEE]->kind == RG_AST_NAME)
        for (size_t i = 0; i < RG_COUNT_OF(metadata); i++)
            if (strcmp(ast->items[RG_CALLEE]->text, metadata[i]) == 0)
                return false;
    for (size_t i = 0; i < ast->count; i++)
        if (uses_content(ast->items[i], name))
            return true;
    return false;
}

static void compile_view(rg_compiler *c, rg_ast *ast) {
    rg_clause_code *code = rg_alloc(c->arena, sizeof *code);
    rg_scope_open(c);
    collect_params(c, ast, code, 3);
    code->value_slot = rg_scope_add(c, "value", ast);
    code->index_slot = RG_NO_SLOT;
    if (ast->items[RG_VIEW_INDEX]->kind == RG_AST_NAME)
        code->index_slot =
            rg_scope_add(c, ast->items[RG_VIEW_INDEX]->text, ast->items[RG_VIEW_INDEX]);
    if (ast->items[RG_VIEW_VALUE]->kind != RG_AST_NONE) {
        code->body = ast->items[RG_VIEW_VALUE];
        rg_compile_expression(c, ast->items[RG_VIEW_VALUE]);
        code->needs_parent = code->param_count && uses_content(code->body, code->params[0]);
    }
    code->slot_count = c->slot_count;
    ast->compiled = code;
}

static void compile_clause(rg_compiler *c, rg_ast *ast) {
    rg_clause_code *code = rg_alloc(c->arena, sizeof *code);
    rg_scope_open(c);
    collect_params(c, ast, code, 2);
    code->value_slot = code->index_slot = RG_NO_SLOT;
    code->body = ast->items[RG_CLAUSE_VALUE];
    rg_compile_expression(c, ast->items[RG_CLAUSE_VALUE]);
    code->slot_count = c->slot_count;
    ast->compiled = code;
}

const rg_clause_code *rg_clause_of(const rg_ast *clause) {
    return clause->compiled;
}

/* `op SCHEMA when e`: e sees the parameters of the schema (left in `compiled` when the operators
 * were added; NULL: a bad one) by name. */
static void compile_when(rg_compiler *c, rg_ast *ast) {
    if (!ast->count || ast->items[RG_OP_CONDITION]->kind == RG_AST_TRUE)
        return;
    const rg_schema *schema = ast->compiled;
    if (!schema)
        return;
    rg_clause_code *code = rg_alloc(c->arena, sizeof *code);
    rg_scope_open(c);
    code->param_count = schema->param_count;
    const char **params = rg_alloc_array(c->arena, code->param_count, sizeof *params);
    for (size_t i = 0; i < code->param_count; i++) {
        params[i] = schema->params[i].name;
        rg_scope_add(c, params[i], ast);
    }
    code->params = params;
    code->value_slot = code->index_slot = RG_NO_SLOT;
    code->body = ast->items[RG_OP_CONDITION];
    rg_compile_expression(c, ast->items[RG_OP_CONDITION]);
    code->slot_count = c->slot_count;
    ast->compiled = code;
}

/* ---------------------------------------------------------------- rules and passes */

/* Whether a statement puts something in the root's place: a write, or `root = e`. */
static bool replaces_root(const rg_ast *ast, const char *root) {
    if (ast->kind == RG_AST_WRITE || ast->kind == RG_AST_BECOMES)
        return true;
    if (ast->kind == RG_AST_BIND)
        return root && strcmp(ast->items[RG_BIND_NAME]->text, root) == 0;
    if (ast->kind == RG_AST_FOR || ast->kind == RG_AST_WHEN || ast->kind == RG_AST_RULE)
        for (size_t i = 0; i < ast->count; i++)
            if (replaces_root(ast->items[i], root))
                return true;
    return false;
}

/* Whether the line matches a node of its own: one that says that two names are the same value, or
 * of what kind one is, does not. */
static bool is_node_pattern(const rg_ast *pattern) {
    while (pattern->kind == RG_AST_TYPED)
        pattern = pattern->items[RG_INNER];
    return pattern->kind != RG_AST_NAME && pattern->kind != RG_AST_WILDCARD;
}

static void note_matched(rg_compiler *c, rg_rule *rule, size_t equations) {
    uint32_t *slots = rg_alloc_array(c->arena, equations, sizeof *slots);
    rg_ast *const *lines = rule->ast->items + RG_RULE_STEPS;
    for (size_t i = 0; i < equations; i++) {
        const rg_ast *name = lines[i]->items[RG_EQUATION_NAME];
        if (name->kind == RG_AST_NAME && is_node_pattern(lines[i]->items[RG_EQUATION_PATTERN]))
            slots[rule->matched_count++] = rg_scope_find(c, name->text);
    }
    rule->matched_slots = slots;
    const rg_ast *root = lines[equations - 1]->items[RG_EQUATION_NAME];
    rule->root_slot = root->kind == RG_AST_NAME ? rg_scope_find(c, root->text) : RG_NO_SLOT;
}

static const rg_target_test *root_test(const rg_program *program) {
    for (size_t i = 0; i < program->count; i++)
        if (program->code[i].op == RG_MATCH_NODE && program->code[i].a == 0)
            return &program->targets[program->code[i].b];
    return NULL;
}

static rg_rule *compile_rule(rg_compiler *c, const rg_ast *ast, const rg_pass *pass) {
    rg_rule *rule = rg_alloc(c->arena, sizeof *rule);
    size_t equations = 0;
    while (RG_RULE_STEPS + equations < ast->count &&
           ast->items[RG_RULE_STEPS + equations]->kind == RG_AST_MATCH)
        equations++;
    if (!equations)
        return NULL; /* reported by the checker */
    rg_scope_open(c);
    rule->name = ast->text;
    rule->pass = pass;
    rule->ast = ast;
    const rg_ast *priority = ast->items[RG_RULE_PRIORITY];
    if (priority->kind == RG_AST_INT)
        rule->priority = strtoll(priority->text, NULL, 10);
    else if (priority->kind == RG_AST_UNARY && priority->items[RG_INNER]->kind == RG_AST_INT)
        rule->priority = -strtoll(priority->items[RG_INNER]->text, NULL, 10);
    rule->program = rg_compile_equations(c, ast->items + RG_RULE_STEPS, equations);
    rule->root = root_test(&rule->program);
    note_matched(c, rule, equations);
    rule->first_statement = (uint32_t)(RG_RULE_STEPS + equations);
    c->rule = rule;
    c->pattern_slots = c->slot_count;
    rg_compile_statements(c, ast->items + rule->first_statement,
                          ast->count - rule->first_statement);
    for (size_t i = rule->first_statement; i < ast->count; i++)
        if (ast->items[i]->kind == RG_AST_GROUP)
            rule->group = ast->items[i];
    c->rule = NULL;
    rule->slot_count = c->slot_count;
    const rg_ast *name = ast->items[rule->first_statement - 1]->items[RG_EQUATION_NAME];
    rule->replaces = replaces_root(ast, name->kind == RG_AST_NAME ? name->text : NULL);
    if (!rule->root)
        rg_report(c->diagnostics, RG_ERROR, ast->items[equations]->span,
                  "the last line of `match` must be a call, placeholder, get_attr or output");
    return rule->root ? rule : NULL;
}

/* Keys of statements of one kind, each once, in order. */
typedef struct key_list {
    rg_ast_kind kind;
    rg_array keys; /* of const char * */
    rg_symbols *known;
} key_list;

/* Those of every such statement under ast. */
static void collect_keys(rg_compiler *c, const rg_ast *ast, key_list *list) {
    bool wanted = ast->kind == list->kind &&
                  (ast->kind != RG_AST_EMIT || ast->items[RG_EMIT_INDEX]->kind != RG_AST_NONE);
    if (wanted && is_new(c->diagnostics->arena, &list->known, ast->text))
        *(const char **)rg_array_push(c->arena, &list->keys, sizeof(char *)) = ast->text;
    if (ast->kind == RG_AST_RULE || ast->kind == RG_AST_VARIANTS || ast->kind == RG_AST_FOR ||
        ast->kind == RG_AST_WHEN || ast->kind == RG_AST_BEGIN || ast->kind == RG_AST_END)
        for (size_t i = 0; i < ast->count; i++)
            collect_keys(c, ast->items[i], list);
}

static void set_flags(rg_pass *pass, const rg_ast *ast) {
    for (size_t i = 0; i < ast->count; i++) {
        const rg_ast *item = ast->items[i];
        if (item->kind != RG_AST_NAME)
            continue;
        pass->fixpoint |= strcmp(item->text, "fixpoint") == 0;
        pass->nested |= strcmp(item->text, "nested") == 0;
        pass->pure |= strcmp(item->text, "pure") == 0;
    }
}

static rg_pass *new_pass(rg_compiler *c, const rg_ast *ast) {
    rg_pass *pass = rg_alloc(c->arena, sizeof *pass);
    pass->name = ast->text;
    pass->ast = ast;
    set_flags(pass, ast);
    *(rg_pass **)rg_array_push(c->arena, &c->ruleset->pass_array, sizeof pass) = pass;
    return pass;
}

static void compile_block(rg_compiler *c, rg_ast *ast, rg_block *block) {
    rg_scope_open(c);
    rg_compile_statements(c, ast->items, ast->count);
    block->ast = ast;
    block->slot_count = c->slot_count;
}

/* Stable insertion: highest priority first, file order among equals. */
static void insert_rule(rg_rule **rules, size_t count, rg_rule *rule) {
    size_t i = count;
    for (; i > 0 && rules[i - 1]->priority < rule->priority; i--)
        rules[i] = rules[i - 1];
    rules[i] = rule;
}

static rg_rule *add_rule(rg_compiler *c, const rg_ast *ast, rg_pass *pass) {
    rg_rule *rule = compile_rule(c, ast, pass);
    if (rule)
        insert_rule(pass->rules, pass->rule_count++, rule);
    return rule;
}

static void add_variants(rg_compiler *c, const rg_ast *ast, rg_pass *pass) {
    const rg_rule *before = NULL;
    for (uint32_t i = 0; i < ast->count; i++) {
        const rg_array *taken = ast->items[i]->compiled;
        rg_rule *rule = add_rule(c, ast->items[i], pass);
        if (!rule)
            continue;
        rule->variant = i;
        rule->taken = taken;
        rule->shared = before ? rg_count_shared(&before->program, &rule->program) : 0;
        before = rule;
    }
}

static void compile_pass_part(rg_compiler *c, rg_ast *ast, rg_pass *pass) {
    if (ast->kind == RG_AST_BEGIN)
        compile_block(c, ast, &pass->begin);
    else if (ast->kind == RG_AST_END)
        compile_block(c, ast, &pass->end);
    else if (ast->kind == RG_AST_RULE)
        add_rule(c, ast, pass);
    else if (ast->kind == RG_AST_VARIANTS)
        add_variants(c, ast, pass);
}

static void compile_pass(rg_compiler *c, const rg_ast *file, size_t start) {
    rg_pass *pass = new_pass(c, file->items[start]);
    key_list counts = {.kind = RG_AST_COUNT}, emits = {.kind = RG_AST_EMIT};
    size_t rules = 0, end = start + 1;
    for (; end < file->count && file->items[end]->kind != RG_AST_PASS; end++) {
        const rg_ast *part = file->items[end];
        rules += part->kind == RG_AST_VARIANTS ? part->count : part->kind == RG_AST_RULE;
        collect_keys(c, file->items[end], &counts);
        collect_keys(c, file->items[end], &emits);
    }
    pass->rules = rg_alloc_array(c->arena, rules, sizeof *pass->rules);
    pass->counts = counts.keys.data;
    pass->count_count = counts.keys.count;
    pass->emits = emits.keys.data;
    pass->emit_count = emits.keys.count;
    for (size_t i = start + 1; i < end; i++)
        compile_pass_part(c, file->items[i], pass);
    for (size_t i = 0; i < pass->rule_count; i++)
        pass->rules[i]->number = (uint32_t)i;
}

/* ---------------------------------------------------------------- the file */

static void declare(rg_compiler *c, const rg_ast *ast, rg_fns *fns) {
    rg_ruleset *ruleset = c->ruleset;
    if (ast->kind == RG_AST_FN) {
        declare_fn(c, ast, fns);
    } else if (ast->kind == RG_AST_PARAM) {
        rg_param_decl *param = rg_array_push(c->arena, &ruleset->param_array, sizeof *param);
        *param = (rg_param_decl){ast->text, ast};
    } else if (ast->kind == RG_AST_EXTERN) {
        rg_extern_decl *found = rg_array_push(c->arena, &ruleset->extern_array, sizeof *found);
        *found = (rg_extern_decl){ast->text, ast, rg_extern_arity(ast)};
    }
}

static void compile_param(rg_compiler *c, const rg_ast *ast) {
    rg_scope_open(c);
    rg_compile_expression(c, ast->items[RG_INNER]);
}

static void compile_declaration(rg_compiler *c, const rg_ast *file, size_t i) {
    rg_ast *ast = file->items[i];
    if (ast->kind == RG_AST_PARAM)
        compile_param(c, ast);
    if (ast->kind == RG_AST_FN)
        compile_fn(c, ast);
    else if (ast->kind == RG_AST_VIEW)
        compile_view(c, ast);
    else if (ast->kind == RG_AST_SHAPE || ast->kind == RG_AST_DTYPE ||
             ast->kind == RG_AST_ALIASES || ast->kind == RG_AST_AGAIN)
        compile_clause(c, ast);
    else if (ast->kind == RG_AST_OP)
        compile_when(c, ast);
    else if (ast->kind == RG_AST_PASS)
        compile_pass(c, file, i);
}

void rg_declare_fns(rg_ruleset *ruleset, const rg_ast *file) {
    rg_compiler c = {.ruleset = ruleset, .arena = ruleset->arena};
    for (size_t i = 0; i < file->count; i++)
        if (file->items[i]->kind == RG_AST_FN)
            declare_fn(&c, file->items[i], &ruleset->global_fns);
}

bool rg_compile_file(rg_ruleset *ruleset, const rg_ast *file, bool operators,
                     rg_diagnostics *diagnostics) {
    rg_compiler *c = rg_alloc(ruleset->arena, sizeof *c);
    size_t errors = diagnostics->errors;
    c->ruleset = ruleset;
    c->arena = ruleset->arena;
    c->diagnostics = diagnostics;
    for (size_t i = 0; i < file->count; i++)
        declare(c, file->items[i], operators ? &ruleset->global_fns : &c->fns);
    for (size_t i = 0; i < file->count; i++)
        compile_declaration(c, file, i);
    return diagnostics->errors == errors;
}
