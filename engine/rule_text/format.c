/* The canonical layout of a rule file.
 *
 * A declaration or statement on one line is printed anew from its tree; what its author spread over
 * several lines keeps these lines; so do `for` and `if` among the statements, and what operator
 * files declare but for functions. Comments stay where they are. In a rule, what follows the word
 * of a section begins in one column, two blanks after the longest word.
 */
#include <string.h>

#include "../../grammar/ast.h"

enum {
    INDENT = 2,
    GAP = 2 /* behind the longest word */,
    WIDEST_HEAD = 48 /* of clauses whose `=` are put below each other */
};

typedef struct formatter {
    rg_text *out;
    const rg_source *source;
    uint32_t line;  /* the next line of the source that is not dealt with */
    bool any;       /* something was written */
    bool after_gap; /* a blank line is due before the next thing */
} formatter;

/* ---------------------------------------------------------------- lines of the source */

static bool is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r';
}

/* The line from a column on (from 1), without blanks at its end. */
static const char *line_from(const formatter *f, uint32_t line, uint32_t column, size_t *length) {
    const char *text = rg_source_line(f->source, line, length);
    size_t skip = column - 1 < *length ? column - 1 : *length;
    text += skip;
    *length -= skip;
    while (*length > 0 && is_blank(text[*length - 1]))
        --*length;
    return text;
}

static const char *without_indent(const char *text, size_t *length) {
    while (*length > 0 && is_blank(*text))
        text++, --*length;
    return text;
}

static void put(formatter *f, const char *text, size_t length) {
    rg_text_add(f->out, text, length);
    rg_text_putc(f->out, '\n');
    f->any = true;
}

static void put_blanks(formatter *f, size_t count) {
    while (count-- > 0)
        rg_text_putc(f->out, ' ');
}

static void put_gap(formatter *f) {
    if (f->after_gap && f->any)
        rg_text_putc(f->out, '\n');
    f->after_gap = false;
}

/* Comment lines up to a line, each at the column; blank lines among them become one. */
static void put_comments(formatter *f, uint32_t until, size_t indent, bool gaps) {
    for (; f->line < until; f->line++) {
        size_t length;
        const char *text = line_from(f, f->line, 1, &length);
        text = without_indent(text, &length);
        if (length == 0) {
            f->after_gap |= gaps;
            continue;
        }
        const char *comment = memchr(text, '#', length);
        if (!comment)
            continue; /* a bracket or word of what stands around it */
        length -= (size_t)(comment - text);
        text = comment;
        put_gap(f);
        put_blanks(f, indent);
        put(f, text, length);
    }
}

/* A comment behind what ends there; NULL: none. */
static const char *comment_behind(const formatter *f, const rg_ast *ast, size_t *length) {
    const char *text = line_from(f, ast->span.end_line, ast->span.end_column, length);
    text = without_indent(text, length);
    return *length > 0 && *text == '#' ? text : NULL;
}

static bool is_on_one_line(const rg_ast *ast) {
    return ast->span.line == ast->span.end_line;
}

/* The source of what spans several lines, from its own column on. */
static void put_lines(formatter *f, const rg_ast *ast) {
    for (uint32_t line = ast->span.line; line <= ast->span.end_line; line++) {
        size_t length;
        const char *text =
            line_from(f, line, line == ast->span.line ? ast->span.column : 1, &length);
        put(f, text, length);
    }
    f->line = ast->span.end_line + 1;
}

static void put_behind(formatter *f, const rg_ast *ast) {
    size_t length;
    const char *comment = comment_behind(f, ast, &length);
    if (comment)
        rg_text_puts(f->out, "  ");
    put(f, comment ? comment : "", comment ? length : 0);
    f->line = ast->span.end_line + 1;
}

/* ---------------------------------------------------------------- sections of a rule */

/* The word of the section a statement stands in; "": it has none (for, if). */
static const char *word_of(const rg_ast *statement) {
    switch (statement->kind) {
    case RG_AST_MATCH:
        return "match";
    case RG_AST_WHERE:
        return "where";
    case RG_AST_LET:
        return "let";
    case RG_AST_SET:
        return "set";
    case RG_AST_BIND:
    case RG_AST_WRITE:
    case RG_AST_BECOMES:
    case RG_AST_APPEND:
        return "rewrite";
    case RG_AST_EMIT:
        return "emit";
    case RG_AST_COUNT:
        return "count";
    case RG_AST_WARN:
        return "warn";
    case RG_AST_ERROR:
        return "error";
    case RG_AST_ERASE:
        return "erase";
    case RG_AST_RENAME:
        return "rename";
    default:
        return "";
    }
}

/* Whether the section's word is a part of the statement's own span. */
static bool holds_word(const rg_ast *statement) {
    return statement->kind >= RG_AST_EMIT && statement->kind <= RG_AST_RENAME;
}

/* The last line before this one that says something, without its comment. (A line that holds but a
 * word or a bracket has no strings with a `#`; of others the end does not matter here.) */
static const char *text_before(const formatter *f, uint32_t line, size_t *length) {
    while (--line > 0) {
        const char *text = line_from(f, line, 1, length);
        const char *comment = memchr(text, '#', *length);
        *length = comment ? (size_t)(comment - text) : *length;
        while (*length > 0 && is_blank(text[*length - 1]))
            --*length;
        if (*length > 0)
            return text;
    }
    *length = 0;
    return "";
}

/* Whether the source has a word before the statement: on its line, or alone on the line above. */
static bool has_word(const formatter *f, const rg_ast *statement) {
    const char *word = word_of(statement);
    size_t length, before = statement->span.column - 1, size = strlen(word);
    const char *text = rg_source_line(f->source, statement->span.line, &length);
    if (holds_word(statement) || before > length)
        return true;
    while (before > 0 && is_blank(text[before - 1]))
        before--;
    if (before > 0)
        return true;
    text = text_before(f, statement->span.line, &length);
    return length >= size && memcmp(text + length - size, word, size) == 0 &&
           (length == size || is_blank(text[length - size - 1]));
}

/* The first of the statements that share one word; they have none of their own. */
static size_t first_of_section(const formatter *f, rg_ast *const *statements, size_t at) {
    const char *word = word_of(statements[at]);
    while (at > 0 && *word && !has_word(f, statements[at]) &&
           strcmp(word_of(statements[at - 1]), word) == 0)
        at--;
    return at;
}

/* Behind a section of another word, as `outputs += [v]` below an `emit`: it gets no word. */
static bool lacks_word(const formatter *f, rg_ast *const *statements, size_t at) {
    return !has_word(f, statements[first_of_section(f, statements, at)]);
}

static size_t indent_of(const formatter *f, const rg_ast *statement) {
    size_t length, indent = 0;
    const char *text = rg_source_line(f->source, statement->span.line, &length);
    while (indent < length && is_blank(text[indent]))
        indent++;
    return indent;
}

/* Where a statement without a word begins: below what follows the words, or below the words. */
static size_t column_without_word(const formatter *f, rg_ast *const *statements, size_t at,
                                  size_t width) {
    bool deeper = indent_of(f, statements[at]) > indent_of(f, statements[0]);
    return deeper ? INDENT + width : INDENT;
}

static size_t width_of(const formatter *f, rg_ast *const *statements, size_t count, size_t gap) {
    size_t width = 0;
    for (size_t i = 0; i < count; i++) {
        size_t length = lacks_word(f, statements, i) ? 0 : strlen(word_of(statements[i]));
        width = length > width ? length : width;
    }
    return width + gap;
}

/* What follows the word, printed anew. */
static const char *content_of(const formatter *f, const rg_ast *statement, const char *word) {
    rg_text text = rg_text_new(f->out->arena);
    rg_print_ast(&text, statement);
    const char *content = rg_text_string(&text);
    size_t length = strlen(word);
    return strncmp(content, word, length) == 0 && content[length] == ' ' ? content + length + 1
                                                                         : content;
}

/* Bytes before ` = ` of a `let` line on one line; 0: it is none. */
static size_t head_of_let(const formatter *f, const rg_ast *statement) {
    if (statement->kind != RG_AST_LET || !is_on_one_line(statement))
        return 0;
    const char *content = content_of(f, statement, "let");
    return (size_t)(strstr(content, " = ") - content);
}

/* Neighbouring `let` lines have their `=` below each other. */
static size_t column_of_let(const formatter *f, rg_ast *const *statements, size_t count,
                            size_t at) {
    size_t first = at, last = at, widest = 0;
    while (first > 0 && head_of_let(f, statements[first - 1]) && !has_word(f, statements[first]))
        first--;
    while (last + 1 < count && head_of_let(f, statements[last + 1]) &&
           !has_word(f, statements[last + 1]))
        last++;
    for (size_t i = first; i <= last; i++) {
        size_t head = head_of_let(f, statements[i]);
        widest = head > widest ? head : widest;
    }
    return widest;
}

static void put_let(formatter *f, const char *content, size_t column) {
    size_t head = (size_t)(strstr(content, " = ") - content);
    rg_text_add(f->out, content, head);
    put_blanks(f, column > head ? column - head : 0);
    rg_text_puts(f->out, content + head);
}

static void put_statement(formatter *f, rg_ast *const *statements, size_t count, size_t at,
                          size_t width) {
    const rg_ast *statement = statements[at];
    const char *word = word_of(statement);
    bool go_on = first_of_section(f, statements, at) < at, bare = lacks_word(f, statements, at);
    size_t column = go_on ? INDENT + width : INDENT;
    if (bare)
        column = column_without_word(f, statements, at, width);
    put_comments(f, statement->span.line, column, false);
    put_blanks(f, column);
    if (*word && !go_on && !bare) {
        rg_text_puts(f->out, word);
        put_blanks(f, width - strlen(word));
    }
    if (!is_on_one_line(statement) || !*word) {
        rg_ast part = *statement;
        if (holds_word(statement)) { /* the word was written already */
            size_t length;
            const char *text = line_from(f, part.span.line, part.span.column, &length);
            size_t skip = strlen(word), all = length;
            length -= skip;
            without_indent(text + skip, &length);
            part.span.column += (uint32_t)(all - length);
        }
        put_lines(f, &part);
        return;
    }
    const char *content = content_of(f, statement, word);
    if (head_of_let(f, statement))
        put_let(f, content, column_of_let(f, statements, count, at));
    else
        rg_text_puts(f->out, content);
    put_behind(f, statement);
}

/* ---------------------------------------------------------------- blocks */

/* The line of the head, up to its brace, and the comment on it. */
static void put_head(formatter *f, const rg_ast *block, const rg_ast *first) {
    rg_text text = rg_text_new(f->out->arena);
    rg_print_ast(&text, block);
    const char *head = rg_text_string(&text);
    size_t length = strcspn(head, "{") + 1, behind;
    const char *line = line_from(f, block->span.line, block->span.column, &behind);
    bool alone = !first || first->span.line > block->span.line; /* what is in it may hold a `#` */
    const char *comment = alone ? memchr(line, '#', behind) : NULL;
    rg_text_add(f->out, head, length);
    if (comment) {
        rg_text_puts(f->out, "  ");
        rg_text_add(f->out, comment, behind - (size_t)(comment - line));
    }
    put(f, "", 0);
    f->line = block->span.line + alone;
}

static void put_block(formatter *f, const rg_ast *block, size_t first) {
    rg_ast *const *statements = block->items + first;
    size_t count = block->count - first, width;
    width = width_of(f, statements, count, block->kind == RG_AST_RULE ? GAP : 1);
    if (is_on_one_line(block)) {
        rg_print_ast(f->out, block);
        put_behind(f, block);
        return;
    }
    put_head(f, block, count ? statements[0] : NULL);
    for (size_t i = 0; i < count; i++)
        put_statement(f, statements, count, i, width);
    put_comments(f, block->span.end_line, INDENT, false);
    rg_text_putc(f->out, '}');
    put_behind(f, block);
}

/* ---------------------------------------------------------------- clauses */

/* Bytes before ` = ` of a clause as it is printed. */
static size_t bytes_of_head(const formatter *f, const rg_ast *clause) {
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
static size_t head_of_clause(const formatter *f, const rg_ast *clause) {
    bool one_line = clause->kind == RG_AST_FN && is_on_one_line(clause);
    size_t length = one_line ? bytes_of_head(f, clause) : 0;
    return length > WIDEST_HEAD ? 0 : length;
}

/* Clauses of one function on neighbouring lines have their `=` below each other. */
static size_t column_of_clause(const formatter *f, const rg_ast *file, size_t at) {
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
static uint32_t sign_column(const formatter *f, const rg_ast *clause) {
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

static bool has_extra_blanks(const formatter *f, const rg_ast *clause, uint32_t sign) {
    size_t length;
    const char *text = rg_source_line(f->source, clause->span.end_line, &length);
    return sign > 3 && is_blank(text[sign - 2]) && is_blank(text[sign - 3]);
}

static bool follows(const rg_ast *clause, const rg_ast *other) {
    return clause->kind == RG_AST_FN && other->kind == RG_AST_FN &&
           clause->span.end_line + 1 == other->span.line;
}

/* Among neighbouring clauses, of whatever functions, those whose author put their `=` below each
 * other keep them so. The bytes before ` = `; 0: it is none of these. */
static size_t kept_column(const formatter *f, const rg_ast *file, size_t at) {
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
        size_t head = is_on_one_line(items[i]) ? bytes_of_head(f, items[i]) : 0;
        widest = head > widest ? head : widest;
        meant |= has_extra_blanks(f, items[i], sign);
        alike++;
    }
    if (!meant || alike < 2)
        return 0;
    return widest > sign - 2 ? widest : sign - 2;
}

static void put_clause(formatter *f, const rg_ast *file, size_t at) {
    const rg_ast *clause = file->items[at];
    rg_text text = rg_text_new(f->out->arena);
    size_t head = bytes_of_head(f, clause), column = kept_column(f, file, at);
    if (!column && head_of_clause(f, clause))
        column = column_of_clause(f, file, at);
    rg_print_ast(&text, clause);
    rg_text_add(f->out, rg_text_string(&text), head);
    put_blanks(f, column > head ? column - head : 0);
    rg_text_puts(f->out, rg_text_string(&text) + head);
    put_behind(f, clause);
}

/* ---------------------------------------------------------------- declarations */

/* Ends the line of a head whose description may stand on a later line: a comment goes behind it. */
static void put_comment_of_head(formatter *f, const rg_ast *pass, const rg_ast *doc) {
    size_t length;
    const char *text = line_from(f, pass->span.line, pass->span.column, &length);
    bool apart = doc->span.line > pass->span.line;
    const char *comment = apart ? memchr(text, '#', length) : NULL;
    if (comment)
        rg_text_puts(f->out, "  ");
    put(f, comment ? comment : "", comment ? length - (size_t)(comment - text) : 0);
    f->line = pass->span.line + apart;
}

/* `pass NAME flags`, and below it what it does. */
static void put_pass(formatter *f, const rg_ast *pass) {
    const rg_ast *doc = pass->count ? pass->items[pass->count - 1] : NULL;
    if (doc && doc->kind != RG_AST_STRING)
        doc = NULL;
    rg_text_printf(f->out, "%s %s", pass->kind == RG_AST_PASS ? "pass" : "pipeline", pass->text);
    for (size_t i = 0; i < pass->count - (doc != NULL); i++) {
        rg_text_putc(f->out, ' ');
        rg_print_ast(f->out, pass->items[i]);
    }
    if (!doc) {
        put_behind(f, pass);
        return;
    }
    put_comment_of_head(f, pass, doc);
    put_comments(f, doc->span.line, INDENT, false);
    put_blanks(f, INDENT);
    rg_print_ast(f->out, doc);
    put_behind(f, doc);
}

static bool stands_apart(const rg_ast *ast) {
    return ast->kind == RG_AST_RULE || ast->kind == RG_AST_BEGIN || ast->kind == RG_AST_END ||
           ast->kind == RG_AST_PASS || ast->kind == RG_AST_PIPELINE;
}

static void put_declaration(formatter *f, const rg_ast *file, size_t at) {
    const rg_ast *ast = file->items[at];
    bool operators = ast->kind >= RG_AST_OP && ast->kind <= RG_AST_NAMES;
    bool one_line = is_on_one_line(ast);
    f->after_gap |= at > 0 && (stands_apart(ast) || stands_apart(file->items[at - 1]));
    put_comments(f, ast->span.line, 0, true);
    put_gap(f);
    if (ast->kind == RG_AST_PASS || ast->kind == RG_AST_PIPELINE) {
        put_pass(f, ast);
    } else if (ast->kind == RG_AST_RULE) {
        put_block(f, ast, RG_RULE_STEPS);
    } else if (ast->kind == RG_AST_BEGIN || ast->kind == RG_AST_END) {
        put_block(f, ast, 0);
    } else if (operators || !one_line) {
        put_lines(f, ast);
    } else if (ast->kind == RG_AST_FN) {
        put_clause(f, file, at);
    } else {
        rg_print_ast(f->out, ast);
        put_behind(f, ast);
    }
}

void rg_format_rules(rg_text *out, const rg_source *source, const rg_ast *file) {
    formatter f = {out, source, 1, false, false};
    size_t length, last = 1;
    for (size_t i = 0; i < source->length; i++)
        last += source->text[i] == '\n';
    rg_source_line(source, 1, &length);
    for (size_t i = 0; i < file->count; i++)
        put_declaration(&f, file, i);
    put_comments(&f, (uint32_t)last + 1, 0, true);
}
