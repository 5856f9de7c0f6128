/* The public API: what rule files are made of. */
#include <string.h>

#include "rule_text/rule_text.h"
#include "regraft_objects.h"

regraft_place rg_place_of(const rg_ast *ast) {
    if (!ast || !ast->span.source)
        return (regraft_place){0};
    const rg_span *span = &ast->span;
    return (regraft_place){span->source->path, span->line, span->column, span->end_line,
                           span->end_column};
}

typedef struct listing {
    regraft_rules *rules;
    const char *pass;
} listing;

static const char *text_of(const listing *l, const rg_ast *ast) {
    rg_text text = rg_text_new(l->rules->arena);
    rg_print_ast(&text, ast);
    return rg_text_string(&text);
}

/* A line that is a comment, without its sign and the blanks before the text; NULL: it is none. */
static const char *comment_line(const rg_source *source, uint32_t line, size_t *length) {
    const char *text = rg_source_line(source, line, length);
    while (*length > 0 && (*text == ' ' || *text == '\t'))
        text++, --*length;
    if (*length == 0 || *text != '#')
        return NULL;
    text++, --*length;
    if (*length > 0 && *text == ' ')
        text++, --*length;
    return text;
}

static const char *comment_above(const listing *l, const rg_ast *ast) {
    const rg_source *source = ast->span.source;
    rg_text text = rg_text_new(l->rules->arena);
    uint32_t first = ast->span.line;
    size_t length;
    while (first > 1 && comment_line(source, first - 1, &length))
        first--;
    for (uint32_t line = first; line < ast->span.line; line++) {
        const char *comment = comment_line(source, line, &length);
        if (rg_text_length(&text))
            rg_text_putc(&text, '\n');
        rg_text_add(&text, comment, length);
    }
    return rg_text_string(&text);
}

static void add(const listing *l, regraft_part_kind kind, const rg_ast *ast, const char *name,
                const char *text) {
    bool whole = kind != REGRAFT_GUARD && kind != REGRAFT_CHOICE && kind != REGRAFT_CLAIM;
    regraft_part *part = rg_array_push(l->rules->arena, &l->rules->parts, sizeof *part);
    *part = (regraft_part){
        kind, l->pass, name, text, whole ? comment_above(l, ast) : "", rg_place_of(ast)};
}

static void add_regex_choices(const listing *l, const rg_ast *regex, const char *name) {
    rg_alternative *all = NULL;
    size_t count = rg_regex_alternatives(l->rules->arena, regex, &all);
    for (size_t i = 0; i < count; i++)
        add(l, REGRAFT_CHOICE, &all[i].ast, name, all[i].ast.text);
}

/* The alternatives in a pattern: trees are of limited depth. */
static void add_choices(const listing *l, const rg_ast *ast, const char *name) {
    size_t first = ast->kind == RG_AST_TYPED ? 1 : 0;
    bool choice = (ast->kind == RG_AST_TYPED && ast->count > 2) || ast->kind == RG_AST_EITHER ||
                  ast->kind == RG_AST_MAYBE;
    for (size_t i = first; choice && i < ast->count; i++)
        add(l, REGRAFT_CHOICE, ast->items[i], name, text_of(l, ast->items[i]));
    if (ast->kind == RG_AST_REGEX)
        add_regex_choices(l, ast, name);
    for (size_t i = 0; i < ast->count; i++)
        add_choices(l, ast->items[i], name);
}

static void add_rule(const listing *l, const rg_ast *rule) {
    rg_text head = rg_text_new(l->rules->arena);
    rg_text_printf(&head, "rule %s", rule->text);
    if (rule->items[RG_RULE_PRIORITY]->kind != RG_AST_NONE) {
        rg_text_puts(&head, " priority ");
        rg_print_ast(&head, rule->items[RG_RULE_PRIORITY]);
    }
    add(l, REGRAFT_RULE, rule, rule->text, rg_text_string(&head));
    for (size_t i = RG_RULE_STEPS; i < rule->count; i++) {
        const rg_ast *statement = rule->items[i];
        if (statement->kind == RG_AST_MATCH)
            add_choices(l, statement->items[RG_EQUATION_PATTERN], rule->text);
        else if (statement->kind == RG_AST_WHERE)
            add(l, REGRAFT_GUARD, statement, rule->text,
                text_of(l, statement->items[RG_WHERE_GUARD]));
        else if (statement->kind == RG_AST_CLAIM)
            add(l, REGRAFT_CLAIM, statement, rule->text, text_of(l, statement));
    }
}

static void add_clause(const listing *l, const rg_ast *clause) {
    add(l, REGRAFT_CLAUSE, clause, clause->text, text_of(l, clause));
    for (size_t i = 0; i + 2 < clause->count; i++)
        add_choices(l, clause->items[i], clause->text);
}

static void add_pass(listing *l, const rg_ast *pass) {
    l->pass = pass->text;
    const char *text = "";
    for (size_t i = 0; i < pass->count; i++)
        if (pass->items[i]->kind == RG_AST_STRING && pass->items[i]->count)
            text = pass->items[i]->items[RG_STRING_FIRST]->text;
    add(l, REGRAFT_PASS, pass, pass->text, text);
}

static void add_declaration(listing *l, const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_PASS:
        add_pass(l, ast);
        return;
    case RG_AST_RULE:
        add_rule(l, ast);
        return;
    case RG_AST_FN:
        add_clause(l, ast);
        return;
    case RG_AST_PATTERN:
        add(l, REGRAFT_CHOICE, ast, ast->text, text_of(l, ast));
        add_choices(l, ast->items[RG_PATTERN_BODY], ast->text);
        return;
    case RG_AST_PARAM:
        add(l, REGRAFT_PARAM, ast, ast->text, text_of(l, ast));
        return;
    case RG_AST_EXTERN:
        add(l, REGRAFT_EXTERN, ast, ast->text, text_of(l, ast));
        return;
    case RG_AST_BEGIN:
    case RG_AST_END:
        add(l, REGRAFT_BEGIN_END, ast, ast->kind == RG_AST_BEGIN ? "begin" : "end", "");
        return;
    default:
        return;
    }
}

void rg_list_parts(regraft_rules *rules) {
    const rg_ast *const *trees = rules->ruleset->trees.data;
    rules->parts.count = 0;
    for (size_t i = 0; i < rules->ruleset->trees.count; i++) {
        listing l = {rules, ""};
        for (size_t k = 0; k < trees[i]->count; k++)
            add_declaration(&l, trees[i]->items[k]);
    }
}

size_t regraft_rules_part_count(const regraft_rules *rules) {
    return rules->parts.count;
}

const regraft_part *regraft_rules_part_at(const regraft_rules *rules, size_t index) {
    return index < rules->parts.count ? (const regraft_part *)rules->parts.data + index : NULL;
}
