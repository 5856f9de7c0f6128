/* The rules of a file, each with alternatives written out. */
#include "variants.h"

#include "parts.h"

#include <stdarg.h>
#include <stdio.h>

void rg_variants_fail(rg_writer *w, rg_span span, const char *advice, const char *format, ...) {
    char message[400];
    va_list arguments;
    if (w->failed)
        return;
    w->failed = true;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    rg_diagnostic *error = rg_report(w->diagnostics, RG_ERROR, span, "%s", message);
    if (advice)
        rg_advise(w->diagnostics, error, "%s", advice);
}

static size_t lines_of(const rg_ast *rule) {
    size_t count = 0;
    while (RG_RULE_STEPS + count < rule->count &&
           rule->items[RG_RULE_STEPS + count]->kind == RG_AST_MATCH)
        count++;
    return count;
}

/* ---------------------------------------------------------------- whether there are any */

static bool has_alternatives(const rg_writer *w, const rg_ast *ast) {
    if (ast->kind == RG_AST_MAYBE || (ast->kind == RG_AST_CALL && ast->flag))
        return true;
    if (ast->kind == RG_AST_CALL && ast->items[RG_CALLEE]->kind == RG_AST_NAME &&
        rg_next_clause(w, ast->items[RG_CALLEE]->text, 0) != SIZE_MAX)
        return true;
    for (size_t i = 0; i < ast->count; i++)
        if (has_alternatives(w, ast->items[i]) ||
            (ast->kind == RG_AST_EITHER && !rg_is_plain_value(ast->items[i])))
            return true;
    return false;
}

static bool is_plain(const rg_writer *w, const rg_ast *rule) {
    size_t count = lines_of(rule);
    for (size_t i = 0; i < count; i++)
        if (has_alternatives(w, rule->items[RG_RULE_STEPS + i]->items[RG_EQUATION_PATTERN]))
            return false;
    return true;
}

/* ---------------------------------------------------------------- the product of the lines */

/* What was chosen for each line; counts up, the last line fastest. False: that was the last. */
static bool next_choice(size_t *chosen, const rg_pieces *lines, size_t count) {
    for (size_t i = count; i-- > 0;) {
        if (++chosen[i] < lines[i].count)
            return true;
        chosen[i] = 0;
    }
    return false;
}

static bool are_few(rg_writer *w, const rg_ast *rule, const rg_pieces *lines, size_t count) {
    size_t product = 1;
    for (size_t i = 0; i < count; i++) {
        product *= lines[i].count; /* both are at most RG_MAX_VARIANTS */
        if (product > RG_MAX_VARIANTS) {
            rg_variants_fail(w, rule->span, "write rules of their own for some of the alternatives",
                             "`%s` has more than %d variants", rule->text, RG_MAX_VARIANTS);
            return false;
        }
    }
    return true;
}

static void add_variant(rg_writer *w, const rg_ast *rule, const rg_piece *chosen, size_t count,
                        rg_array *variants) {
    rg_ast *made = rg_assemble(w, rule, chosen, count);
    if (rg_tree_depth(made) > RG_MAX_AST_DEPTH)
        rg_variants_fail(w, rule->span, "use fewer patterns within patterns",
                         "`%s` is nested too deep when its patterns are written out", rule->text);
    *(rg_ast **)rg_array_push(w->arena, variants, sizeof made) = made;
}

static void add_variants(rg_writer *w, const rg_ast *rule, const rg_pieces *lines, size_t count,
                         rg_array *variants) {
    size_t *chosen = rg_alloc_array(w->arena, count, sizeof *chosen);
    rg_piece *pieces = rg_alloc_array(w->arena, count, sizeof *pieces);
    do {
        for (size_t i = 0; i < count; i++)
            pieces[i] = ((const rg_piece *)lines[i].data)[chosen[i]];
        add_variant(w, rule, pieces, count, variants);
    } while (!w->failed && next_choice(chosen, lines, count));
}

/* ---------------------------------------------------------------- clauses of named patterns */

/* A clause as a rule of its own, so that it can be checked where no rule uses it. */
static rg_ast *as_rule(rg_writer *w, rg_ast *clause) {
    rg_ast *none = rg_alloc(w->arena, sizeof *none);
    rg_ast *line = rg_with_items(w, clause, rg_alloc_array(w->arena, 2, sizeof(rg_ast *)));
    *none = (rg_ast){.kind = RG_AST_NONE, .span = clause->span};
    line->kind = RG_AST_MATCH;
    line->count = 2;
    line->items[RG_EQUATION_NAME] = none;
    line->items[RG_EQUATION_PATTERN] = clause->items[RG_PATTERN_BODY];
    rg_array items = {0};
    *(rg_ast **)rg_array_push(w->arena, &items, sizeof none) = none;
    *(rg_ast **)rg_array_push(w->arena, &items, sizeof line) = line;
    for (size_t i = RG_PATTERN_LETS; i < clause->count; i++)
        *(rg_ast **)rg_array_push(w->arena, &items, sizeof line) = clause->items[i];
    rg_ast *rule = rg_with_items(w, clause, items.data);
    rule->kind = RG_AST_RULE;
    rule->count = items.count;
    return rule;
}

/* ---------------------------------------------------------------- files */

static rg_ast *write_rule(rg_writer *w, rg_ast *rule) {
    size_t count = lines_of(rule);
    rg_pieces *lines = rg_alloc_array(w->arena, count, sizeof *lines);
    rg_array variants = {0};
    w->rule = rule;
    w->steps = w->instances = 0;
    for (size_t i = 0; i < count && !w->failed; i++)
        lines[i] = rg_expand(w, rule->items[RG_RULE_STEPS + i]->items[RG_EQUATION_PATTERN], NULL);
    if (!w->failed && are_few(w, rule, lines, count))
        add_variants(w, rule, lines, count, &variants);
    rg_ast *made = rg_with_items(w, rule, variants.data);
    made->kind = RG_AST_VARIANTS;
    made->count = variants.count;
    return made;
}

rg_ast *rg_write_variants(rg_arena *arena, rg_ast *file, const rg_ops *ops,
                          rg_diagnostics *diagnostics) {
    rg_writer w = {.arena = arena, .diagnostics = diagnostics, .file = file, .ops = ops};
    rg_ast **items = rg_alloc_array(arena, file->count, sizeof *items);
    bool failed = false, changed = false;
    for (size_t i = 0; i < file->count; i++) {
        items[i] = file->items[i];
        bool clause = items[i]->kind == RG_AST_PATTERN;
        if (!clause && (items[i]->kind != RG_AST_RULE || is_plain(&w, items[i])))
            continue;
        w.failed = false;
        if (clause)
            items[i]->compiled = write_rule(&w, as_rule(&w, items[i]));
        else
            items[i] = write_rule(&w, items[i]);
        changed |= !clause;
        failed |= w.failed;
        if (clause && w.failed)
            return NULL; /* what uses it fails for the same reason */
    }
    if (failed)
        return NULL;
    return changed ? rg_with_items(&w, file, items) : file;
}
