/* The canonical layout of a rule file.
 *
 * A declaration or statement on one line is printed anew from its tree; what its author spread over
 * several lines keeps these lines; so do `for` and `if` among the statements, and what operator
 * files declare but for functions. Comments stay where they are. In a rule, what follows the word
 * of a section begins in one column, two blanks after the longest word.
 */
#include "format.h"

enum { WIDEST_HEAD = 48 }; /* of clauses whose `=` are put below each other */

/* ---------------------------------------------------------------- clauses */

/* Bytes before ` = ` of a clause as it is printed. */
static size_t bytes_of_head(const rg_formatter *f, const rg_ast *clause) {
    rg_text text = rg_text_new(f->out->arena);
    rg_ast head = *clause;
    rg_ast wildcard = {.kind = RG_AST_WILDCARD};
    rg_ast **items = rg_alloc_array(f->out->arena, clause->count, sizeof *items);
    memcpy(items, clause->items, clause->count * sizeof *items);
    items[clause->count - 1] = &wildcard;
    head.items = items;
    rg_print_ast(&text, &head);
    return rg_text_length(&text) - strlen(" = _");
}

/* The same of a clause on one line; 0: it is none, or too wide. */
static size_t head_of_clause(const rg_formatter *f, const rg_ast *clause) {
    bool one_line = clause->kind == RG_AST_FN && rg_is_on_one_line(clause);
    size_t length = one_line ? bytes_of_head(f, clause) : 0;
    return length > WIDEST_HEAD ? 0 : length;
}

/* Clauses of one function on neighbouring lines have their `=` below each other. */
static size_t column_of_clause(const rg_formatter *f, const rg_ast *file, size_t at) {
    size_t first = at, last = at, widest = 0;
    rg_ast *const *items = file->items;
    while (first > 0 && head_of_clause(f, items[first - 1]) &&
           items[first - 1]->span.line + 1 == items[first]->span.line &&
           strcmp(items[first - 1]->text, items[at]->text) == 0)
        first--;
    while (last + 1 < file->count && head_of_clause(f, items[last + 1]) &&
           items[last]->span.line + 1 == items[last + 1]->span.line &&
           strcmp(items[last + 1]->text, items[at]->text) == 0)
        last++;
    for (size_t i = first; i <= last; i++) {
        size_t head = head_of_clause(f, items[i]);
        widest = head > widest ? head : widest;
    }
    return widest;
}

/* The column of the source in which a clause has its `=`, from 1; 0: its value has several lines.
 */
static uint32_t sign_column(const rg_formatter *f, const rg_ast *clause) {
    const rg_ast *value = clause->kind == RG_AST_FN ? rg_fn_value(clause) : NULL;
    if (!value || value->span.line != clause->span.end_line)
        return 0;
    size_t length;
    const char *text = rg_source_line(f->source, value->span.line, &length);
    uint32_t column = value->span.column - 1;
    while (column > 1 && text[column - 1] != '=') /* brackets around it are not in its span */
        column--;
    return column;
}

static bool has_extra_blanks(const rg_formatter *f, const rg_ast *clause, uint32_t sign) {
    size_t length;
    const char *text = rg_source_line(f->source, clause->span.end_line, &length);
    return sign > 3 && rg_is_blank(text[sign - 2]) && rg_is_blank(text[sign - 3]);
}

static bool follows(const rg_ast *clause, const rg_ast *other) {
    return clause->kind == RG_AST_FN && other->kind == RG_AST_FN &&
           clause->span.end_line + 1 == other->span.line;
}

/* Among neighbouring clauses, of whatever functions, those whose author put their `=` below each
 * other keep them so. The bytes before ` = `; 0: it is none of these. */
static size_t kept_column(const rg_formatter *f, const rg_ast *file, size_t at) {
    rg_ast *const *items = file->items;
    uint32_t sign = sign_column(f, items[at]);
    size_t first = at, last = at, widest = 0, alike = 0;
    bool meant = false;
    while (first > 0 && follows(items[first - 1], items[first]))
        first--;
    while (last + 1 < file->count && follows(items[last], items[last + 1]))
        last++;
    for (size_t i = first; i <= last && sign; i++) {
        if (sign_column(f, items[i]) != sign)
            continue;
        size_t head = rg_is_on_one_line(items[i]) ? bytes_of_head(f, items[i]) : 0;
        widest = head > widest ? head : widest;
        meant |= has_extra_blanks(f, items[i], sign);
        alike++;
    }
    if (!meant || alike < 2)
        return 0;
    return widest > sign - 2 ? widest : sign - 2;
}

static void put_clause(rg_formatter *f, const rg_ast *file, size_t at) {
    const rg_ast *clause = file->items[at];
    rg_text text = rg_text_new(f->out->arena);
    size_t head = bytes_of_head(f, clause), column = kept_column(f, file, at);
    if (!column && head_of_clause(f, clause))
        column = column_of_clause(f, file, at);
    rg_print_ast(&text, clause);
    rg_text_add(f->out, rg_text_string(&text), head);
    rg_put_blanks(f, column > head ? column - head : 0);
    rg_text_puts(f->out, rg_text_string(&text) + head);
    rg_put_behind(f, clause);
}

/* ---------------------------------------------------------------- named patterns */

/* Bytes before ` with ` of a clause on one line; 0: it has none. */
static size_t bytes_before_with(const rg_formatter *f, const rg_ast *clause) {
    if (clause->kind != RG_AST_PATTERN || clause->count <= RG_PATTERN_LETS ||
        !rg_is_on_one_line(clause))
        return 0;
    rg_text text = rg_text_new(f->out->arena);
    rg_ast head = *clause;
    head.count = RG_PATTERN_LETS;
    rg_print_ast(&text, &head);
    return rg_text_length(&text);
}

static bool stands_below(const rg_ast *one, const rg_ast *other) {
    return one->kind == RG_AST_PATTERN && other->kind == RG_AST_PATTERN &&
           one->span.end_line + 1 == other->span.line && strcmp(one->text, other->text) == 0;
}

/* Clauses of one pattern on neighbouring lines have their `with` below each other. */
static void put_pattern(rg_formatter *f, const rg_ast *file, size_t at) {
    rg_ast *const *items = file->items;
    size_t first = at, last = at, widest = 0, head = bytes_before_with(f, items[at]);
    while (first > 0 && stands_below(items[first - 1], items[first]))
        first--;
    while (last + 1 < file->count && stands_below(items[last], items[last + 1]))
        last++;
    for (size_t i = first; i <= last; i++) {
        size_t bytes = bytes_before_with(f, items[i]);
        widest = bytes > widest ? bytes : widest;
    }
    rg_text text = rg_text_new(f->out->arena);
    rg_print_ast(&text, items[at]);
    rg_text_add(f->out, rg_text_string(&text), head);
    rg_put_blanks(f, head ? widest - head : 0);
    rg_text_puts(f->out, rg_text_string(&text) + head);
    rg_put_behind(f, items[at]);
}

/* ---------------------------------------------------------------- declarations */

/* Ends the line of a head whose description may stand on a later line: a comment goes behind it. */
static void put_comment_of_head(rg_formatter *f, const rg_ast *pass, const rg_ast *doc) {
    size_t length;
    const char *text = rg_line_from(f, pass->span.line, pass->span.column, &length);
    bool apart = doc->span.line > pass->span.line;
    const char *comment = apart ? memchr(text, '#', length) : NULL;
    if (comment)
        rg_text_puts(f->out, "  ");
    rg_put_line(f, comment ? comment : "", comment ? length - (size_t)(comment - text) : 0);
    f->line = pass->span.line + apart;
}

/* `pass NAME flags`, and below it what it does. */
static void put_pass(rg_formatter *f, const rg_ast *pass) {
    const rg_ast *doc = pass->count ? pass->items[pass->count - 1] : NULL;
    if (doc && doc->kind != RG_AST_STRING)
        doc = NULL;
    rg_text_printf(f->out, "%s %s", pass->kind == RG_AST_PASS ? "pass" : "pipeline", pass->text);
    for (size_t i = 0; i < pass->count - (doc != NULL); i++) {
        rg_text_putc(f->out, ' ');
        rg_print_ast(f->out, pass->items[i]);
    }
    if (!doc) {
        rg_put_behind(f, pass);
        return;
    }
    put_comment_of_head(f, pass, doc);
    rg_put_comments(f, doc->span.line, RG_INDENT, false);
    rg_put_blanks(f, RG_INDENT);
    rg_print_ast(f->out, doc);
    rg_put_behind(f, doc);
}

static bool stands_apart(const rg_ast *ast) {
    return ast->kind == RG_AST_RULE || ast->kind == RG_AST_BEGIN || ast->kind == RG_AST_END ||
           ast->kind == RG_AST_PASS || ast->kind == RG_AST_PIPELINE;
}

static void put_declaration(rg_formatter *f, const rg_ast *file, size_t at) {
    const rg_ast *ast = file->items[at];
    bool operators = ast->kind >= RG_AST_OP && ast->kind <= RG_AST_NAMES;
    bool one_line = rg_is_on_one_line(ast);
    f->after_gap |= at > 0 && (stands_apart(ast) || stands_apart(file->items[at - 1]));
    rg_put_comments(f, ast->span.line, 0, true);
    rg_put_gap(f);
    if (ast->kind == RG_AST_PASS || ast->kind == RG_AST_PIPELINE) {
        put_pass(f, ast);
    } else if (ast->kind == RG_AST_RULE) {
        rg_put_block(f, ast, RG_RULE_STEPS);
    } else if (ast->kind == RG_AST_BEGIN || ast->kind == RG_AST_END) {
        rg_put_block(f, ast, 0);
    } else if (operators || !one_line) {
        rg_put_source(f, ast);
    } else if (ast->kind == RG_AST_FN) {
        put_clause(f, file, at);
    } else if (ast->kind == RG_AST_PATTERN) {
        put_pattern(f, file, at);
    } else {
        rg_print_ast(f->out, ast);
        rg_put_behind(f, ast);
    }
}

void rg_format_rules(rg_text *out, const rg_source *source, const rg_ast *file) {
    rg_formatter f = {out, source, 1, false, false};
    size_t length, last = 1;
    for (size_t i = 0; i < source->length; i++)
        last += source->text[i] == '\n';
    rg_source_line(source, 1, &length);
    for (size_t i = 0; i < file->count; i++)
        put_declaration(&f, file, i);
    rg_put_comments(&f, (uint32_t)last + 1, 0, true);
}
