/* Mutants of a rule file: each weakens one rule or function in one place. */
#include "mutants.h"

#include <stdlib.h>
#include <string.h>

typedef struct maker {
    rg_arena *arena;
    const rg_source *source;
    const size_t *lines; /* offset of each line */
    rg_array *mutants;
    const char *where; /* "rule copy_" */
} maker;

/* ---------------------------------------------------------------- places */

static size_t offset_of(const maker *m, uint32_t line, uint32_t column) {
    return m->lines[line - 1] + column - 1;
}

static size_t begin_of(const maker *m, const rg_ast *ast) {
    return offset_of(m, ast->span.line, ast->span.column);
}

static size_t end_of(const maker *m, const rg_ast *ast) {
    return offset_of(m, ast->span.end_line, ast->span.end_column);
}

static const char *text_of(const maker *m, const rg_ast *ast) {
    return rg_copy_text(m->arena, m->source->text + begin_of(m, ast),
                        end_of(m, ast) - begin_of(m, ast));
}

/* Blanks of the same shape: the lines below keep their numbers. */
static const char *blanks(const maker *m, const rg_ast *ast) {
    char *text = (char *)text_of(m, ast);
    for (char *at = text; *at; at++)
        *at = *at == '\n' ? '\n' : ' ';
    return text;
}

static rg_mutant *add(const maker *m, const rg_ast *at, const char *what) {
    rg_mutant *mutant = rg_array_push(m->arena, m->mutants, sizeof *mutant);
    mutant->path = m->source->path;
    mutant->line = at->span.line;
    mutant->column = at->span.column;
    mutant->where = m->where;
    mutant->what = what;
    return mutant;
}

static void edit(const maker *m, rg_mutant *mutant, const rg_ast *ast, const char *text) {
    mutant->edits[mutant->edit_count++] = (rg_edit){begin_of(m, ast), end_of(m, ast), text};
}

static void replace(const maker *m, const rg_ast *ast, const char *what, const char *text) {
    edit(m, add(m, ast, what), ast, text);
}

static const char *quoted(const maker *m, const char *what, const rg_ast *ast) {
    return rg_format(m->arena, "%s `%s`", what, text_of(m, ast));
}

/* ---------------------------------------------------------------- guards */

/* The whole condition, and each of several that `and` joins. */
static void drop_guard(const maker *m, const rg_ast *condition) {
    if (condition->kind == RG_AST_TRUE)
        return;
    replace(m, condition, quoted(m, "drop the guard", condition), "True");
    if (condition->kind != RG_AST_AND)
        return;
    for (size_t i = 0; i < 2; i++)
        drop_guard(m, condition->items[i]);
}

/* ---------------------------------------------------------------- literals */

static void change_literal(const maker *m, const rg_ast *ast, const char *text) {
    const char *what = rg_format(m->arena, "%s becomes `%s`", quoted(m, "", ast) + 1, text);
    replace(m, ast, what, text);
}

static void change_text(const maker *m, const rg_ast *string) {
    for (size_t i = 0; i < string->count; i++) {
        const rg_ast *part = string->items[i];
        if (part->kind == RG_AST_TEXT && part->text && *part->text && part->span.line)
            change_literal(m, part, rg_format(m->arena, "%sx", text_of(m, part)));
    }
}

/* Literals at any depth; messages are not looked into. Trees are of limited depth. */
static void change_literals(const maker *m, const rg_ast *ast) {
    if (ast->kind == RG_AST_ERROR || ast->kind == RG_AST_WARN)
        return;
    if (ast->kind == RG_AST_INT)
        change_literal(m, ast, rg_format(m->arena, "%lld", strtoll(ast->text, NULL, 10) + 1));
    else if (ast->kind == RG_AST_TRUE && ast->span.line && end_of(m, ast) - begin_of(m, ast) == 4)
        change_literal(m, ast, "False");
    else if (ast->kind == RG_AST_FALSE)
        change_literal(m, ast, "True");
    if (ast->kind == RG_AST_STRING)
        change_text(m, ast);
    if (ast->kind == RG_AST_OPERATOR)
        return;
    for (size_t i = 0; i < ast->count; i++)
        if (ast->items[i])
            change_literals(m, ast->items[i]);
}

/* ---------------------------------------------------------------- alternatives */

/* Takes one word, with a bar, out of a regex's group. */
static void drop_alternatives(const maker *m, const rg_ast *regex) {
    rg_alternative *all = NULL;
    size_t count = rg_regex_alternatives(m->arena, regex, &all);
    for (size_t i = 0; i < count; i++) {
        const rg_ast *word = &all[i].ast;
        rg_mutant *mutant = add(m, word, quoted(m, "drop the alternative", word));
        edit(m, mutant, word, "");
        if (i + 1 < count)
            mutant->edits[0].end++;
        else
            mutant->edits[0].begin--;
    }
}

/* One of several patterns, with its bar. */
static void drop_pattern(const maker *m, const rg_ast *either, size_t at) {
    const rg_ast *one = either->items[at];
    rg_mutant *mutant = add(m, one, quoted(m, "drop the alternative", one));
    bool last = at + 1 == either->count;
    size_t begin = last ? end_of(m, either->items[at - 1]) : begin_of(m, one);
    size_t end = last ? end_of(m, one) : begin_of(m, either->items[at + 1]);
    mutant->edits[mutant->edit_count++] = (rg_edit){begin, end, ""};
}

static void weaken_alternatives(const maker *m, const rg_ast *ast) {
    for (size_t i = 0; ast->kind == RG_AST_EITHER && i < ast->count; i++)
        drop_pattern(m, ast, i);
    if (ast->kind == RG_AST_MAYBE)
        replace(m, ast, quoted(m, "it must be there:", ast->items[RG_INNER]),
                text_of(m, ast->items[RG_INNER]));
    if (ast->kind == RG_AST_CALL && ast->flag) {
        const rg_ast *callee = ast->items[RG_CALLEE];
        rg_mutant *mutant = add(m, ast, quoted(m, "drop the `~` of", callee));
        mutant->edits[mutant->edit_count++] =
            (rg_edit){end_of(m, callee), end_of(m, callee) + 1, ""};
    }
}

/* ---------------------------------------------------------------- argument patterns */

static bool binds(const rg_ast *ast) {
    if (ast->kind == RG_AST_NAME)
        return true;
    if (ast->kind == RG_AST_REGEX)
        return strstr(ast->text, "(?<") != NULL;
    for (size_t i = ast->kind == RG_AST_CALL ? 1 : 0; i < ast->count; i++)
        if (ast->items[i] && binds(ast->items[i]))
            return true;
    return false;
}

static void weaken_argument(const maker *m, const rg_ast *ast) {
    if (ast->kind == RG_AST_KEYWORD)
        ast = ast->items[RG_INNER];
    if (ast->kind == RG_AST_WRITTEN) {
        const rg_ast *inner = ast->items[RG_INNER];
        replace(m, ast, quoted(m, "it need not be written:", ast), text_of(m, inner));
        ast = inner;
    }
    if (ast->kind == RG_AST_TYPED) {
        replace(m, ast, quoted(m, "drop the kind of", ast), text_of(m, ast->items[RG_INNER]));
        return;
    }
    bool plain = ast->kind == RG_AST_NAME || ast->kind == RG_AST_WILDCARD ||
                 ast->kind == RG_AST_ELLIPSIS || ast->kind == RG_AST_STAR ||
                 ast->kind == RG_AST_STARSTAR;
    if (!plain && !binds(ast))
        replace(m, ast, quoted(m, "drop the pattern", ast), "_");
}

static void swap(const maker *m, const rg_ast *a, const rg_ast *b) {
    const char *what = rg_format(m->arena, "swap `%s` and `%s`", text_of(m, a), text_of(m, b));
    rg_mutant *mutant = add(m, a, what);
    edit(m, mutant, a, text_of(m, b));
    edit(m, mutant, b, text_of(m, a));
}

static const rg_ast *captured(const rg_ast *ast) {
    if (ast->kind == RG_AST_KEYWORD || ast->kind == RG_AST_WRITTEN || ast->kind == RG_AST_TYPED)
        return captured(ast->items[RG_INNER]);
    return ast->kind == RG_AST_NAME && ast->text[0] != '_' ? ast : NULL;
}

/* Neighbours among the values that the items capture. */
static void swap_captures(const maker *m, rg_ast *const *items, size_t count) {
    const rg_ast *last = NULL;
    for (size_t i = 0; i < count; i++) {
        const rg_ast *name = captured(items[i]);
        if (name && last && strcmp(name->text, last->text) != 0)
            swap(m, last, name);
        last = name ? name : last;
    }
}

static void weaken_pattern(const maker *m, const rg_ast *ast) {
    if (ast->kind == RG_AST_REGEX)
        drop_alternatives(m, ast);
    weaken_alternatives(m, ast);
    bool call = ast->kind == RG_AST_CALL;
    bool sequence = ast->kind == RG_AST_TUPLE || ast->kind == RG_AST_LIST;
    size_t first = call ? RG_ARGUMENTS : 0;
    if (call || sequence) {
        swap_captures(m, ast->items + first, ast->count - first);
        for (size_t i = first; i < ast->count; i++)
            weaken_argument(m, ast->items[i]);
    }
    for (size_t i = 0; i < ast->count; i++)
        if (ast->items[i]->kind != RG_AST_KIND)
            weaken_pattern(m, ast->items[i]);
}

/* ---------------------------------------------------------------- rules and functions */

static void mutate_rule(maker *m, const rg_ast *rule) {
    m->where = rg_format(m->arena, "rule %s", rule->text);
    replace(m, rule, "remove the rule", blanks(m, rule));
    for (size_t i = RG_RULE_STEPS; i < rule->count; i++) {
        const rg_ast *statement = rule->items[i];
        if (statement->kind == RG_AST_MATCH)
            weaken_pattern(m, statement->items[RG_EQUATION_PATTERN]);
        if (statement->kind == RG_AST_WHERE)
            drop_guard(m, statement->items[RG_WHERE_GUARD]);
        change_literals(m, statement);
    }
}

static size_t clauses_of(const rg_ast *file, rg_ast_kind kind, const char *name) {
    size_t count = 0;
    for (size_t i = 0; i < file->count; i++)
        count += file->items[i]->kind == kind && strcmp(file->items[i]->text, name) == 0;
    return count;
}

static void mutate_pattern(maker *m, const rg_ast *file, const rg_ast *clause) {
    m->where = rg_format(m->arena, "pattern %s", clause->text);
    if (clauses_of(file, RG_AST_PATTERN, clause->text) > 1)
        replace(m, clause, "remove the clause", blanks(m, clause));
    for (size_t i = RG_PATTERN_BODY; i < clause->count; i++) {
        if (i == RG_PATTERN_BODY)
            weaken_pattern(m, clause->items[i]);
        change_literals(m, clause->items[i]);
    }
}

static void mutate_clause(maker *m, const rg_ast *file, const rg_ast *clause) {
    m->where = rg_format(m->arena, "fn %s", clause->text);
    size_t parameters = rg_fn_arity(clause);
    if (clauses_of(file, RG_AST_FN, clause->text) > 1)
        replace(m, clause, "remove the clause", blanks(m, clause));
    swap_captures(m, clause->items, parameters);
    for (size_t i = 0; i < parameters; i++) {
        weaken_argument(m, clause->items[i]);
        weaken_pattern(m, clause->items[i]);
    }
    drop_guard(m, clause->items[parameters]);
    for (size_t i = 0; i < clause->count; i++)
        if (i != parameters || clause->items[i]->kind != RG_AST_TRUE)
            change_literals(m, clause->items[i]);
}

/* ---------------------------------------------------------------- priorities */

static long long priority_of(const rg_ast *rule) {
    const rg_ast *ast = rule->items[RG_RULE_PRIORITY];
    if (ast->kind == RG_AST_INT)
        return strtoll(ast->text, NULL, 10);
    return ast->kind == RG_AST_UNARY ? -strtoll(ast->items[RG_INNER]->text, NULL, 10) : 0;
}

static void set_priority(const maker *m, rg_mutant *mutant, const rg_ast *rule, long long to) {
    if (rule->items[RG_RULE_PRIORITY]->kind != RG_AST_NONE) {
        edit(m, mutant, rule->items[RG_RULE_PRIORITY], rg_format(m->arena, "%lld", to));
        return;
    }
    size_t begin = begin_of(m, rule);
    const char *name = strstr(m->source->text + begin + 4, rule->text);
    size_t after = (size_t)(name - m->source->text) + strlen(rule->text);
    mutant->edits[mutant->edit_count++] =
        (rg_edit){after, after, rg_format(m->arena, " priority %lld", to)};
}

/* Rules of one pass that follow one another and have different priorities. */
static void swap_priorities(maker *m, const rg_ast *file) {
    const rg_ast *last = NULL;
    for (size_t i = 0; i < file->count; i++) {
        const rg_ast *rule = file->items[i];
        if (rule->kind == RG_AST_PASS)
            last = NULL;
        if (rule->kind != RG_AST_RULE)
            continue;
        if (last && priority_of(last) != priority_of(rule)) {
            m->where = rg_format(m->arena, "rule %s", last->text);
            const char *what =
                rg_format(m->arena, "swap its priority with that of rule %s", rule->text);
            rg_mutant *mutant = add(m, last, what);
            set_priority(m, mutant, last, priority_of(rule));
            set_priority(m, mutant, rule, priority_of(last));
        }
        last = rule;
    }
}

/* ---------------------------------------------------------------- the file */

static const size_t *find_lines(rg_arena *arena, const rg_source *source) {
    size_t count = 2;
    for (size_t i = 0; i < source->length; i++)
        count += source->text[i] == '\n';
    size_t *lines = rg_alloc_array(arena, count, sizeof *lines), line = 1;
    for (size_t i = 0; i < source->length; i++)
        if (source->text[i] == '\n')
            lines[line++] = i + 1;
    lines[line] = source->length;
    return lines;
}

bool rg_make_mutants(rg_arena *arena, const char *path, rg_array *mutants) {
    const rg_source *source = rg_source_read(arena, path);
    rg_diagnostics diagnostics;
    rg_diagnostics_init(&diagnostics, arena);
    if (!source)
        return false;
    rg_ast *file = rg_parse_rules(arena, source, &diagnostics);
    if (!file || diagnostics.errors)
        return true; /* no rules, no mutants */
    maker m = {arena, source, find_lines(arena, source), mutants, ""};
    for (size_t i = 0; i < file->count; i++) {
        if (file->items[i]->kind == RG_AST_RULE)
            mutate_rule(&m, file->items[i]);
        else if (file->items[i]->kind == RG_AST_FN)
            mutate_clause(&m, file, file->items[i]);
        else if (file->items[i]->kind == RG_AST_PATTERN)
            mutate_pattern(&m, file, file->items[i]);
    }
    swap_priorities(&m, file);
    return true;
}

const char *rg_mutated_text(rg_arena *arena, const rg_source *source, const rg_mutant *mutant,
                            size_t *length) {
    rg_text text = rg_text_new(arena);
    size_t at = 0;
    bool turned = mutant->edit_count == 2 && mutant->edits[1].begin < mutant->edits[0].begin;
    for (size_t i = 0; i < mutant->edit_count; i++) {
        const rg_edit *one = &mutant->edits[turned ? 1 - i : i];
        rg_text_add(&text, source->text + at, one->begin - at);
        rg_text_puts(&text, one->text);
        at = one->end;
    }
    rg_text_add(&text, source->text + at, source->length - at);
    *length = rg_text_length(&text);
    return rg_text_string(&text);
}
