/* All lints of a rule set, and how they report. */
#include "lint.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- reports */

static const char *format_text(rg_arena *arena, const char *format, va_list values) {
    char buffer[600];
    vsnprintf(buffer, sizeof buffer, format, values);
    return rg_copy_text(arena, buffer, strlen(buffer));
}

/* What variants have in common is said of the first of them. */
static bool was_said(const rg_linter *lint, rg_span span, const char *message) {
    const rg_diagnostic *d = lint->diagnostics->first;
    for (; d; d = d->next)
        if (d->span.source == span.source && d->span.line == span.line &&
            d->span.column == span.column && strcmp(d->message, message) == 0)
            return true;
    return false;
}

const char *rg_lint_never_matches(const rg_linter *lint, const rg_rule *rule) {
    return rg_format(lint->arena, "rule %s never matches%s", rule->name,
                     rule->taken && rule->taken->count ? " where this is taken" : "");
}

bool rg_lint_warn(rg_linter *lint, const rg_rule *rule, const rg_ast *at, const char *code,
                  const char *advice, const char *format, ...) {
    va_list values;
    if (rg_allows(lint->arena, rule->ast, code))
        return false;
    va_start(values, format);
    const char *message = format_text(lint->arena, format, values);
    va_end(values);
    rg_span span = at->span;
    if (at->kind == RG_AST_RULE) { /* the whole of it would be marked */
        span.end_line = span.line;
        span.end_column = span.column + (uint32_t)(strlen("rule ") + strlen(rule->name));
    }
    message = rg_format(lint->arena, "%s [%s]", message, code);
    if (rule->variant > 0 && was_said(lint, span, message))
        return false;
    rg_diagnostic *made = rg_report(lint->diagnostics, RG_WARNING, span, "%s", message);
    if (advice)
        rg_advise(lint->diagnostics, made, "%s", advice);
    return true;
}

void rg_lint_note(rg_linter *lint, const rg_rule *rule, const char *format, ...) {
    va_list values;
    va_start(values, format);
    const char *message = format_text(lint->arena, format, values);
    va_end(values);
    rg_span span = rule->ast->span;
    span.end_line = span.line;
    span.end_column = span.column + (uint32_t)(strlen("rule ") + strlen(rule->name));
    rg_report(lint->diagnostics, RG_NOTE, span, "%s", message);
}

void rg_lint_show_graph(rg_linter *lint, const char *graph) {
    rg_text text = rg_text_new(lint->arena);
    for (const char *line = graph; *line;) {
        size_t length = strcspn(line, "\n");
        rg_text_puts(&text, "\n    ");
        rg_text_add(&text, line, length);
        line += length + (line[length] == '\n');
    }
    rg_report(lint->diagnostics, RG_NOTE, (rg_span){0}, "on this graph:%s", rg_text_string(&text));
}

/* ---------------------------------------------------------------- memory of trials */

/* What fails in it leaves as what fails in the arena of the rules does. */
rg_arena *rg_scratch(rg_linter *lint) {
    rg_inner_arena_free(lint->scratch);
    return lint->scratch->arena = rg_arena_new_like(lint->arena);
}

/* ---------------------------------------------------------------- all of them */

static const char *const codes[] = {
    "shadowed",         "overlap", "never-matches", "never-holds",
    "unknown-argument", "literal", "drops-result",  "erases-used",
    "unknown-target",   "loop",    "alias",         "unused",
};

/* `# allow(shadowd)` would silence nothing, and nobody would know. */
static void check_allowed(rg_linter *lint, const rg_rule *rule) {
    rg_span span = {0};
    const char *code;
    for (size_t i = 0; (code = rg_allowed_code(lint->arena, rule->ast, i, &span)); i++) {
        bool known = false;
        for (size_t k = 0; k < RG_COUNT_OF(codes); k++)
            known |= strcmp(codes[k], code) == 0;
        if (known)
            continue;
        const char *near = rg_nearest(code, codes, RG_COUNT_OF(codes));
        rg_diagnostic *made =
            rg_report(lint->diagnostics, RG_WARNING, span, "there is no lint `%s` to allow", code);
        if (near)
            rg_advise(lint->diagnostics, made, "did you mean `%s`?", near);
    }
}

void rg_lint_rules(const rg_ruleset *ruleset, rg_diagnostics *diagnostics) {
    rg_linter lint = {ruleset, diagnostics->arena, diagnostics,
                      rg_arena_within(diagnostics->arena)};
    for (size_t i = 0; i < ruleset->pass_count; i++) {
        const rg_pass *pass = ruleset->passes[i];
        for (size_t k = 0; k < pass->rule_count; k++) {
            rg_lint_pattern(&lint, pass->rules[k]);
            rg_lint_targets(&lint, pass->rules[k]);
            if (pass->rules[k]->variant > 0)
                continue; /* a guard may be there for others of the variants */
            check_allowed(&lint, pass->rules[k]);
            rg_lint_guards(&lint, pass->rules[k]);
            rg_lint_rewrite(&lint, pass->rules[k]);
        }
        rg_lint_pairs(&lint, pass);
        rg_lint_loops(&lint, pass);
    }
}
