/* Checks of what alternatives were written out to. */
#include "parts.h"

#include <string.h>

/* ---------------------------------------------------------------- said once */

static bool is_same(const rg_diagnostic *one, const rg_diagnostic *other) {
    return one->severity == other->severity && one->span.line == other->span.line &&
           one->span.column == other->span.column && strcmp(one->message, other->message) == 0;
}

static bool was_said(const rg_diagnostic *first, const rg_diagnostic *end,
                     const rg_diagnostic *diagnostic) {
    for (; first && first != end; first = first->next)
        if (is_same(first, diagnostic))
            return true;
    return false;
}

/* Takes back, of what was reported after `last`, what was said after `before` already, and all
 * warnings: what one variant does not use another may. Notes go with what they belong to. */
static void take_back(rg_diagnostics *diagnostics, rg_diagnostic *before, rg_diagnostic *last) {
    rg_diagnostic **link = last ? &last->next : &diagnostics->first;
    const rg_diagnostic *start = before ? before->next : diagnostics->first, *end = *link;
    bool taken = false;
    diagnostics->last = last;
    while (*link) {
        rg_diagnostic *one = *link;
        if (one->severity != RG_NOTE)
            taken = one->severity == RG_WARNING || was_said(start, end, one);
        if (!taken) {
            diagnostics->last = one;
            link = &one->next;
            continue;
        }
        diagnostics->errors -= one->severity == RG_ERROR;
        diagnostics->warnings -= one->severity == RG_WARNING;
        *link = one->next;
    }
}

/* Which of the variants an error is about. */
static void tell_taken(rg_checker *c, const rg_ast *variant) {
    const rg_array *taken = variant->compiled;
    if (taken && taken->count)
        rg_check_first(c, ((const rg_ast *const *)taken->data)[taken->count - 1]->span,
                       "it is so where this alternative is taken");
}

void rg_check_variants(rg_checker *c, const rg_ast *variants) {
    rg_diagnostic *before = c->diagnostics->last;
    if (c->wrong_pattern)
        return;
    for (size_t i = 0; i < variants->count; i++) {
        rg_diagnostic *last = c->diagnostics->last;
        size_t errors = c->diagnostics->errors;
        rg_check_rule(c, variants->items[i]);
        if (i == 0)
            continue;
        take_back(c->diagnostics, before, last);
        if (c->diagnostics->errors > errors)
            tell_taken(c, variants->items[i]);
    }
}

/* ---------------------------------------------------------------- named patterns */

static void check_parameters(rg_checker *c, const rg_ast *parameters) {
    for (size_t i = 0; i < parameters->count; i++) {
        const rg_ast *name = parameters->items[i];
        if (name->kind != RG_AST_NAME) {
            rg_check_error(c, name->span, "write a name",
                           "the parameters of a named pattern are names");
            continue;
        }
        for (size_t k = 0; k < i; k++)
            if (parameters->items[k]->kind == RG_AST_NAME &&
                strcmp(parameters->items[k]->text, name->text) == 0)
                rg_check_error(c, name->span, NULL, "two parameters are called `%s`", name->text);
    }
}

/* Each variant of the clause: pattern and values, with the parameters bound by it. */
static void check_variant(rg_checker *c, const rg_ast *clause, const rg_ast *variant) {
    size_t outer = c->bindings.count;
    const rg_ast *parameters = clause->items[RG_PATTERN_PARAMETERS];
    for (size_t i = RG_RULE_STEPS; i < variant->count; i++) {
        const rg_ast *step = variant->items[i];
        if (step->kind == RG_AST_MATCH) {
            rg_check_pattern(c, step->items[RG_EQUATION_PATTERN]);
        } else if (step->kind == RG_AST_LET) {
            rg_check_expression(c, step->items[RG_LET_VALUE]);
            rg_bind_targets(c, step->items[RG_LET_TARGETS], RG_BOUND_BY_LET);
        }
    }
    for (size_t i = 0; i < parameters->count; i++) {
        const rg_ast *name = parameters->items[i];
        rg_bound_name *bound = name->kind == RG_AST_NAME ? rg_find_bound_name(c, name->text) : NULL;
        if (bound)
            bound->used = true;
        else if (name->kind == RG_AST_NAME)
            rg_check_error(
                c, name->span, "let it match the parameter, or write `with name = value`",
                "this clause of `%s` does not say what `%s` is", clause->text, name->text);
    }
    rg_close_scope(c, outer);
    c->lenient = c->full = false;
}

void rg_check_clause_of_pattern(rg_checker *c, const rg_ast *clause) {
    const rg_ast *variants = clause->compiled;
    rg_diagnostic *before = c->diagnostics->last;
    size_t errors = c->diagnostics->errors;
    check_parameters(c, clause->items[RG_PATTERN_PARAMETERS]);
    for (size_t i = 0; variants && i < variants->count; i++) {
        rg_diagnostic *last = c->diagnostics->last;
        check_variant(c, clause, variants->items[i]);
        if (i > 0)
            take_back(c->diagnostics, before, last);
    }
    c->wrong_pattern |= c->diagnostics->errors > errors;
}
