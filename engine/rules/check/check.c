/* Checks of whole files: what is declared, once and where it may be, and then each declaration. */
#include "parts.h"

#include <string.h>

/* ---------------------------------------------------------------- what a file may use */

static const struct {
    const char *name;
    size_t fewest, most;
} builtins[] = {
#define X(name, fewest, most, reads) {#name, fewest, most},
#include "../builtins.h"
    RG_BUILTIN_FUNCTIONS(X)
#undef X
};

static const char *const variables[] = {
#define X(name) #name,
    RG_BUILTIN_VARIABLES(X)
#undef X
};

static void add_function(rg_checker *c, rg_function function) {
    rg_check_enter(c, &c->function_map, function.name, c->functions.count);
    *(rg_function *)rg_array_push(c->arena, &c->functions, sizeof function) = function;
}

static void add_value(rg_checker *c, const char *name, rg_span span, bool param) {
    rg_check_enter(c, &c->value_map, name, c->values.count);
    rg_value_name *value = rg_array_push(c->arena, &c->values, sizeof *value);
    *value = (rg_value_name){name, span, param};
}

static void add_context(rg_checker *c) {
    const rg_check_context *context = c->context;
    for (size_t i = 0; i < RG_COUNT_OF(builtins); i++)
        add_function(c, (rg_function){.name = builtins[i].name,
                                      .kind = RG_A_BUILTIN,
                                      .fewest = builtins[i].fewest,
                                      .most = builtins[i].most});
    for (size_t i = 0; i < RG_COUNT_OF(variables); i++)
        add_value(c, variables[i], (rg_span){0}, false);
    for (size_t i = 0; i < context->fn_count; i++) {
        const rg_check_name *fn = &context->fns[i];
        add_function(c, (rg_function){.name = fn->name,
                                      .kind = RG_A_FN,
                                      .fewest = fn->arity,
                                      .most = fn->arity,
                                      .span = fn->span,
                                      .global = true});
    }
    for (size_t i = 0; i < context->extern_count; i++) {
        const rg_check_name *found = &context->externs[i];
        add_function(c, (rg_function){.name = found->name,
                                      .kind = RG_AN_EXTERN,
                                      .fewest = found->arity,
                                      .most = found->arity,
                                      .span = found->span});
    }
    for (size_t i = 0; i < context->param_count; i++)
        add_value(c, context->params[i].name, context->params[i].span, true);
}

/* The place of a declaration's name: after its word and a blank. */
static rg_span name_span(const rg_ast *ast, const char *word) {
    return rg_span_part(ast->span, 0, strlen(word) + 1 + strlen(ast->text));
}

/* ---------------------------------------------------------------- declarations, once each */

static void complain_twice(rg_checker *c, const rg_ast *ast, const char *word, rg_span first) {
    rg_check_error(c, name_span(ast, word), "choose another name", "`%s` is declared twice",
                   ast->text);
    rg_check_first(c, first, "`%s` is first declared here", ast->text);
}

/* Clauses of a fn take the same number of arguments and stand together, with nothing but other fns
 * between them; and none follows one that matches everything (see check_fn()). */
static void declare_clause(rg_checker *c, const rg_ast *ast, size_t group, rg_function *function) {
    size_t arity = rg_fn_arity(ast);
    if (arity != function->most) {
        rg_check_error(c, name_span(ast, "fn"), NULL,
                       "this clause of `%s` takes %zu argument%s, the first takes %zu", ast->text,
                       arity, arity == 1 ? "" : "s", function->most);
        rg_check_first(c, function->span, "the first clause of `%s` is here", ast->text);
    } else if (group != function->group) {
        rg_check_error(c, name_span(ast, "fn"), "move the clauses together, or choose another name",
                       "`%s` is defined in two places", ast->text);
        rg_check_first(c, function->span, "`%s` is first defined here", ast->text);
    }
}

static void declare_fn(rg_checker *c, const rg_ast *ast, size_t group) {
    rg_function *known = rg_find_function(c, ast->text);
    rg_function fn = {.name = ast->text,
                      .kind = RG_A_FN,
                      .fewest = rg_fn_arity(ast),
                      .most = rg_fn_arity(ast),
                      .span = name_span(ast, "fn"),
                      .group = group};
    if (known && known->kind == RG_A_FN && !known->global) {
        declare_clause(c, ast, group, known);
        return;
    }
    if (known && known->kind == RG_A_BUILTIN) {
        rg_check_error(c, fn.span, "choose another name", "`%s` is a function of the language",
                       ast->text);
    } else if (known && known->kind == RG_AN_EXTERN) {
        complain_twice(c, ast, "fn", known->span);
    } else if (known && c->context->operators) {
        /* The functions of operator files are declared before any is checked: without a place, this
         * is the one at hand. */
        if (known->span.line && known->span.source != ast->span.source)
            complain_twice(c, ast, "fn", known->span);
    } else if (known) {
        rg_span first = known->span;
        rg_check_warning(c, fn.span, "choose another name",
                         "`%s` hides the function of an operator file", ast->text);
        rg_check_first(c, first, "`%s` is first defined here", ast->text);
    }
    add_function(c, fn);
}

static void declare_extern(rg_checker *c, const rg_ast *ast) {
    const rg_function *known = rg_find_function(c, ast->text);
    rg_function found = {.name = ast->text,
                         .kind = RG_AN_EXTERN,
                         .fewest = rg_extern_arity(ast),
                         .most = rg_extern_arity(ast),
                         .span = name_span(ast, "extern")};
    if (known && known->kind == RG_A_BUILTIN)
        rg_check_error(c, found.span, "choose another name", "`%s` is a function of the language",
                       ast->text);
    else if (known && !known->global)
        complain_twice(c, ast, "extern", known->span);
    add_function(c, found);
}

static void declare_param(rg_checker *c, const rg_ast *ast) {
    const rg_value_name *known = rg_find_value(c, ast->text);
    if (known && !known->param)
        rg_check_error(c, name_span(ast, "param"), "choose another name",
                       "`%s` is a list of the graph", ast->text);
    else if (known)
        complain_twice(c, ast, "param", known->span);
    add_value(c, ast->text, name_span(ast, "param"), true);
}

static void declare(rg_checker *c, const rg_ast *file) {
    size_t group = 0; /* of fns: those without another declaration between */
    for (size_t i = 0; i < file->count; i++) {
        const rg_ast *ast = file->items[i];
        group += ast->kind != RG_AST_FN;
        if (ast->kind == RG_AST_FN)
            declare_fn(c, ast, group);
        else if (ast->kind == RG_AST_EXTERN)
            declare_extern(c, ast);
        else if (ast->kind == RG_AST_PARAM)
            declare_param(c, ast);
    }
}

/* ---------------------------------------------------------------- fns, params, externs */

/* A clause that matches whatever it is given: different names, and no guard. */
static bool matches_everything(const rg_ast *fn) {
    size_t count = rg_fn_arity(fn);
    if (fn->items[count]->kind != RG_AST_TRUE)
        return false;
    for (size_t i = 0; i < count; i++) {
        const rg_ast *name = fn->items[i];
        if (name->kind == RG_AST_WILDCARD)
            continue;
        if (name->kind != RG_AST_NAME)
            return false;
        for (size_t k = 0; k < i; k++) {
            if (fn->items[k]->kind == RG_AST_NAME && strcmp(fn->items[k]->text, name->text) == 0)
                return false;
        }
    }
    return true;
}

static void check_fn(rg_checker *c, const rg_ast *fn) {
    rg_function *function = rg_find_function(c, fn->text);
    bool same = function && function->most == rg_fn_arity(fn);
    if (same && function->catch_all) {
        rg_check_warning(c, name_span(fn, "fn"), "move it above the clause that matches everything",
                         "this clause of `%s` is never reached", fn->text);
        rg_check_first(c, name_span(function->catch_all, "fn"), "this clause matches everything");
    } else if (same && matches_everything(fn)) {
        function->catch_all = fn;
    }
    size_t outer = c->bindings.count;
    rg_check_parameters(c, fn);
    rg_check_condition(c, rg_fn_guard(fn));
    rg_check_expression(c, rg_fn_value(fn));
    rg_close_scope(c, outer);
    c->lenient = c->full = false;
}

static void check_default(rg_checker *c, const rg_ast *ast) {
    bool container =
        ast->kind == RG_AST_TUPLE || ast->kind == RG_AST_LIST || ast->kind == RG_AST_DICT;
    if (!container && !rg_is_literal(ast))
        rg_check_error(c, ast->span, "write a literal: a text, a number, None, a list or a dict",
                       "the default of a param is known before a graph is seen");
    for (size_t i = 0; container && i < ast->count; i++)
        check_default(c, ast->items[i]);
}

static void check_extern(rg_checker *c, const rg_ast *ast) {
    rg_symbol_map names = {0};
    for (size_t i = 0; i + 1 < ast->count; i++) {
        const rg_ast *parameter = ast->items[i], *name = parameter->items[RG_INNER];
        for (size_t k = RG_TYPED_KINDS; k < parameter->count; k++)
            rg_check_kind(c, parameter->items[k], false);
        if (name->kind != RG_AST_NAME)
            continue;
        if (rg_check_find(c, &names, name->text) != RG_NO_INDEX)
            rg_check_error(c, name->span, NULL, "two parameters are called `%s`", name->text);
        rg_check_enter(c, &names, name->text, i);
    }
    rg_check_kind(c, rg_extern_result(ast), false);
}

/* ---------------------------------------------------------------- clauses of operators */

static void bind_quietly(rg_checker *c, const char *name, rg_span span) {
    rg_bind_name(c, name, span, RG_BOUND_BY_PARAMETER)->quiet = true;
}

/* view, shape, dtype, aliases: an expression of the parameters, from item `first` on. */
static void check_clause(rg_checker *c, const rg_ast *ast, const rg_ast *value, size_t first) {
    size_t outer = c->bindings.count;
    for (size_t i = first; i < ast->count; i++) {
        const rg_ast *name = ast->items[i];
        if (rg_find_bound_name(c, name->text))
            rg_check_error(c, name->span, NULL, "two parameters are called `%s`", name->text);
        bind_quietly(c, name->text, name->span);
    }
    if (ast->kind == RG_AST_VIEW) {
        bind_quietly(c, "value", ast->span);
        if (ast->items[RG_VIEW_INDEX]->kind == RG_AST_NAME)
            bind_quietly(c, ast->items[RG_VIEW_INDEX]->text, ast->items[RG_VIEW_INDEX]->span);
    }
    if (value->kind != RG_AST_NONE)
        rg_check_expression(c, value);
    rg_close_scope(c, outer);
    c->lenient = c->full = false;
}

/* `op SCHEMA when e`: e sees the parameters of the schema, which the operator tables have left in
 * `compiled`. */
static void check_when(rg_checker *c, const rg_ast *op) {
    const rg_schema *schema = c->context->ops ? op->compiled : NULL;
    size_t outer = c->bindings.count;
    for (size_t i = 0; schema && i < schema->param_count; i++)
        bind_quietly(c, schema->params[i].name, op->span);
    c->lenient = !schema;
    rg_check_condition(c, op->items[RG_OP_CONDITION]);
    rg_close_scope(c, outer);
    c->lenient = c->full = false;
}

/* The operator that a spelling stands for may be made of the regex's groups. */
static void check_spelling(rg_checker *c, const rg_ast *ast) {
    size_t outer = c->bindings.count;
    const rg_ast *op = ast->items[RG_SPELLING_OPERATOR];
    if (ast->items[RG_SPELLING_TARGET]->kind == RG_AST_REGEX)
        rg_check_regex(c, ast->items[RG_SPELLING_TARGET], true);
    for (size_t i = outer; i < c->bindings.count; i++)
        ((rg_bound_name *)c->bindings.data)[i].quiet = true;
    for (size_t i = 0; i < op->count; i++) {
        if (op->items[i]->kind == RG_AST_REGEX)
            rg_check_error(c, op->items[i]->span, "write aten::{name}, where name is a group",
                           "the operator of a spelling is a name");
        else if (op->items[i]->kind != RG_AST_TEXT && op->items[i]->kind != RG_AST_NONE)
            rg_check_expression(c, op->items[i]);
    }
    rg_close_scope(c, outer);
}

/* ---------------------------------------------------------------- passes */

/* What a pass has had so far. */
typedef struct pass_state {
    const rg_ast *pass, *begin, *end;
    rg_symbol_map rules;  /* positions in the file */
    rg_symbol_map passes; /* positions in the file, or PASS_ELSEWHERE + number in the context */
} pass_state;

enum { PASS_ELSEWHERE = 1 << 30 };

static void check_flags(rg_checker *c, const rg_ast *pass) {
    static const char *const flags[] = {"once", "fixpoint", "nested", "pure"};
    bool seen[RG_COUNT_OF(flags)] = {false};
    for (size_t i = 0; i < pass->count; i++) {
        const rg_ast *flag = pass->items[i];
        if (flag->kind != RG_AST_NAME) {
            if (!rg_is_literal(flag))
                rg_check_error(c, flag->span, "write `{{` for a brace",
                               "a description is plain "
                               "text");
            continue;
        }
        size_t k = 0;
        while (k < RG_COUNT_OF(flags) && strcmp(flags[k], flag->text) != 0)
            k++;
        if (k == RG_COUNT_OF(flags)) {
            rg_check_error(c, flag->span,
                           rg_did_you_mean(c, rg_nearest(flag->text, flags, RG_COUNT_OF(flags)),
                                           "a pass is once or fixpoint, nested, pure"),
                           "a pass has no flag `%s`", flag->text);
            continue;
        }
        if (seen[k])
            rg_check_error(c, flag->span, NULL, "`%s` is said twice", flag->text);
        seen[k] = true;
        if (k < 2 && seen[0] && seen[1])
            rg_check_error(c, flag->span, "leave out one of them",
                           "a pass is either once or fixpoint");
    }
}

static void begin_pass(rg_checker *c, const rg_ast *file, size_t position, pass_state *state) {
    const rg_ast *pass = file->items[position];
    uint32_t other = rg_check_find(c, &state->passes, pass->text);
    if (other != RG_NO_INDEX && other >= PASS_ELSEWHERE)
        complain_twice(c, pass, "pass", c->context->passes[other - PASS_ELSEWHERE].span);
    else if (other != RG_NO_INDEX)
        complain_twice(c, pass, "pass", name_span(file->items[other], "pass"));
    rg_check_enter(c, &state->passes, pass->text, position);
    check_flags(c, pass);
    state->pass = pass;
    state->begin = state->end = NULL;
    state->rules = (rg_symbol_map){0};
    c->keys.count = 0;
    c->key_map = (rg_symbol_map){0};
}

/* A rule, begin or end: it is of a pass. */
static void check_part(rg_checker *c, const rg_ast *file, size_t position, pass_state *state) {
    const rg_ast *ast = file->items[position];
    bool variants = ast->kind == RG_AST_VARIANTS, begin = ast->kind == RG_AST_BEGIN;
    bool rule = ast->kind == RG_AST_RULE || variants;
    const char *word = rule ? "rule" : begin ? "begin" : "end";
    const rg_ast **block = begin ? &state->begin : &state->end;
    rg_span place = rg_span_part(ast->span, 0, strlen(word));
    if (!state->pass)
        rg_check_error(c, place, "write `pass name` above it", "a `%s` outside of a pass", word);
    if (!rule) {
        if (*block) {
            rg_check_error(c, place, "write one block", "a second `%s` in a pass", word);
            rg_check_first(c, rg_span_part((*block)->span, 0, strlen(word)), "the first is here");
        }
        *block = ast;
        rg_check_block(c, ast);
        c->full = c->lenient = false;
        return;
    }
    uint32_t other = rg_check_find(c, &state->rules, ast->text);
    if (other != RG_NO_INDEX)
        complain_twice(c, ast, word, name_span(file->items[other], word));
    rg_check_enter(c, &state->rules, ast->text, position);
    if (variants)
        rg_check_variants(c, ast);
    else
        rg_check_rule(c, ast);
}

/* ---------------------------------------------------------------- the file */

/* What stands in operator files only, and what in rule files only. */
static void check_kind_of_file(rg_checker *c, const rg_ast *ast) {
    bool operator_line = ast->kind >= RG_AST_OP && ast->kind <= RG_AST_NAMES;
    bool shared = ast->kind == RG_AST_FN || ast->kind == RG_AST_USE;
    rg_span place = ast->span;
    place.end_line = place.line;
    place.end_column = place.column + 1;
    if (ast->kind == RG_AST_PIPELINE)
        rg_check_error(c, place, "a file of a pipeline holds `pipeline` and `use` lines only",
                       "a pipeline stands in a file of its own");
    else if (c->context->operators && !operator_line && !shared)
        rg_check_error(c, place, "move it to a .rules file", "%s cannot stand in an operator file",
                       rg_ast_describe(ast));
    else if (!c->context->operators && operator_line)
        rg_check_error(c, place, "move it to an .ops file and `use` that",
                       "%s stands in an operator file", rg_ast_describe(ast));
}

static void check_declaration(rg_checker *c, const rg_ast *file, size_t position,
                              pass_state *state) {
    const rg_ast *ast = file->items[position];
    c->errors_before = c->diagnostics->errors;
    c->declaration = ast;
    check_kind_of_file(c, ast);
    switch (ast->kind) {
    case RG_AST_PASS:
        begin_pass(c, file, position, state);
        break;
    case RG_AST_RULE:
    case RG_AST_VARIANTS:
    case RG_AST_BEGIN:
    case RG_AST_END:
        check_part(c, file, position, state);
        break;
    case RG_AST_FN:
        check_fn(c, ast);
        break;
    case RG_AST_PATTERN:
        rg_check_clause_of_pattern(c, ast);
        break;
    case RG_AST_PARAM:
        check_default(c, ast->items[RG_INNER]);
        break;
    case RG_AST_EXTERN:
        check_extern(c, ast);
        break;
    case RG_AST_OP:
        check_when(c, ast);
        break;
    case RG_AST_VIEW:
        check_clause(c, ast, ast->items[RG_VIEW_VALUE], RG_VIEW_PARAMETERS);
        break;
    case RG_AST_SHAPE:
    case RG_AST_DTYPE:
    case RG_AST_ALIASES:
    case RG_AST_AGAIN:
        check_clause(c, ast, ast->items[RG_CLAUSE_VALUE], RG_CLAUSE_PARAMETERS);
        break;
    case RG_AST_SPELLING:
        check_spelling(c, ast);
        break;
    default:
        break;
    }
}

bool rg_check_tree(const rg_ast *file, const rg_check_context *context,
                   rg_diagnostics *diagnostics) {
    rg_arena *arena = diagnostics->arena;
    rg_checker *c = rg_alloc(arena, sizeof *c);
    pass_state state = {.pass = NULL};
    size_t errors = diagnostics->errors;
    c->arena = arena;
    c->context = context;
    c->diagnostics = diagnostics;
    c->symbols = rg_symbols_new(arena);
    add_context(c);
    for (size_t i = 0; i < context->pass_count; i++)
        rg_check_enter(c, &state.passes, context->passes[i].name, PASS_ELSEWHERE + i);
    declare(c, file);
    for (size_t i = 0; i < file->count; i++)
        check_declaration(c, file, i, &state);
    return diagnostics->errors == errors;
}

bool rg_check_pipeline(const rg_ast *file, rg_diagnostics *diagnostics) {
    size_t errors = diagnostics->errors;
    const rg_ast *pipeline = NULL;
    for (size_t i = 0; i < file->count; i++) {
        const rg_ast *ast = file->items[i];
        if (ast->kind == RG_AST_PIPELINE && !pipeline) {
            pipeline = ast;
        } else if (ast->kind != RG_AST_USE) {
            rg_span place = ast->span;
            place.end_line = place.line;
            place.end_column = place.column + 1;
            rg_diagnostic *error = rg_report(
                diagnostics, RG_ERROR, place, "%s cannot stand in a pipeline",
                ast->kind == RG_AST_PIPELINE ? "a second pipeline" : rg_ast_describe(ast));
            rg_advise(diagnostics, error,
                      "a file of a pipeline holds `pipeline` and `use` lines "
                      "only: move it to the file of a pass");
        }
    }
    return diagnostics->errors == errors;
}
