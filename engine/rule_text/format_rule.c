/* The layout of a rule: sections under their words, comments, heads and braces. */
#include "format.h"

enum { GAP = 2 }; /* behind the longest word */

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
    case RG_AST_GROUP:
        return "group";
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
    case RG_AST_CLAIM:
        return statement->text;
    default:
        return "";
    }
}

/* Whether the section's word is a part of the statement's own span. */
static bool holds_word(const rg_ast *statement) {
    return statement->kind == RG_AST_GROUP ||
           (statement->kind >= RG_AST_EMIT && statement->kind <= RG_AST_CLAIM);
}

/* The last line before this one that says something, without its comment. (A line that holds but a
 * word or a bracket has no strings with a `#`; of others the end does not matter here.) */
static const char *text_before(const rg_formatter *f, uint32_t line, size_t *length) {
    while (--line > 0) {
        const char *text = rg_line_from(f, line, 1, length);
        const char *comment = memchr(text, '#', *length);
        *length = comment ? (size_t)(comment - text) : *length;
        while (*length > 0 && rg_is_blank(text[*length - 1]))
            --*length;
        if (*length > 0)
            return text;
    }
    *length = 0;
    return "";
}

/* Whether the source has a word before the statement: on its line, or alone on the line above. */
static bool has_word(const rg_formatter *f, const rg_ast *statement) {
    const char *word = word_of(statement);
    size_t length, before = statement->span.column - 1, size = strlen(word);
    const char *text = rg_source_line(f->source, statement->span.line, &length);
    if (holds_word(statement) || before > length)
        return true;
    while (before > 0 && rg_is_blank(text[before - 1]))
        before--;
    if (before > 0)
        return true;
    text = text_before(f, statement->span.line, &length);
    return length >= size && memcmp(text + length - size, word, size) == 0 &&
           (length == size || rg_is_blank(text[length - size - 1]));
}

/* The first of the statements that share one word; they have none of their own. */
static size_t first_of_section(const rg_formatter *f, rg_ast *const *statements, size_t at) {
    const char *word = word_of(statements[at]);
    while (at > 0 && *word && !has_word(f, statements[at]) &&
           strcmp(word_of(statements[at - 1]), word) == 0)
        at--;
    return at;
}

/* Behind a section of another word, as `outputs += [v]` below an `emit`: it gets no word. */
static bool lacks_word(const rg_formatter *f, rg_ast *const *statements, size_t at) {
    return !has_word(f, statements[first_of_section(f, statements, at)]);
}

static size_t indent_of(const rg_formatter *f, const rg_ast *statement) {
    size_t length, indent = 0;
    const char *text = rg_source_line(f->source, statement->span.line, &length);
    while (indent < length && rg_is_blank(text[indent]))
        indent++;
    return indent;
}

/* Where a statement without a word begins: below what follows the words, or below the words. */
static size_t column_without_word(const rg_formatter *f, rg_ast *const *statements, size_t at,
                                  size_t width) {
    bool deeper = indent_of(f, statements[at]) > indent_of(f, statements[0]);
    return deeper ? RG_INDENT + width : RG_INDENT;
}

static size_t width_of(const rg_formatter *f, rg_ast *const *statements, size_t count, size_t gap) {
    size_t width = 0;
    for (size_t i = 0; i < count; i++) {
        size_t length = lacks_word(f, statements, i) ? 0 : strlen(word_of(statements[i]));
        width = length > width ? length : width;
    }
    return width + gap;
}

/* What follows the word, printed anew. */
static const char *content_of(const rg_formatter *f, const rg_ast *statement, const char *word) {
    rg_text text = rg_text_new(f->out->arena);
    rg_print_ast(&text, statement);
    const char *content = rg_text_string(&text);
    size_t length = strlen(word);
    return strncmp(content, word, length) == 0 && content[length] == ' ' ? content + length + 1
                                                                         : content;
}

/* Bytes before ` = ` of a `let` line on one line; 0: it is none. */
static size_t head_of_let(const rg_formatter *f, const rg_ast *statement) {
    if (statement->kind != RG_AST_LET || !rg_is_on_one_line(statement))
        return 0;
    const char *content = content_of(f, statement, "let");
    return (size_t)(strstr(content, " = ") - content);
}

/* Neighbouring `let` lines have their `=` below each other. */
static size_t column_of_let(const rg_formatter *f, rg_ast *const *statements, size_t count,
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

static void put_let(rg_formatter *f, const char *content, size_t column) {
    size_t head = (size_t)(strstr(content, " = ") - content);
    rg_text_add(f->out, content, head);
    rg_put_blanks(f, column > head ? column - head : 0);
    rg_text_puts(f->out, content + head);
}

static void put_statement(rg_formatter *f, rg_ast *const *statements, size_t count, size_t at,
                          size_t width) {
    const rg_ast *statement = statements[at];
    const char *word = word_of(statement);
    bool go_on = first_of_section(f, statements, at) < at, bare = lacks_word(f, statements, at);
    size_t column = go_on ? RG_INDENT + width : RG_INDENT;
    if (bare)
        column = column_without_word(f, statements, at, width);
    rg_put_comments(f, statement->span.line, column, false);
    rg_put_blanks(f, column);
    if (*word && !go_on && !bare) {
        rg_text_puts(f->out, word);
        rg_put_blanks(f, width - strlen(word));
    }
    if (!rg_is_on_one_line(statement) || !*word) {
        rg_ast part = *statement;
        if (holds_word(statement)) { /* the word was written already */
            size_t length;
            const char *text = rg_line_from(f, part.span.line, part.span.column, &length);
            size_t skip = strlen(word), all = length;
            length -= skip;
            rg_without_indent(text + skip, &length);
            part.span.column += (uint32_t)(all - length);
        }
        rg_put_source(f, &part);
        return;
    }
    const char *content = content_of(f, statement, word);
    if (head_of_let(f, statement))
        put_let(f, content, column_of_let(f, statements, count, at));
    else
        rg_text_puts(f->out, content);
    rg_put_behind(f, statement);
}

/* ---------------------------------------------------------------- blocks */

/* The line of the head, up to its brace, and the comment on it. */
static void put_head(rg_formatter *f, const rg_ast *block, const rg_ast *first) {
    rg_text text = rg_text_new(f->out->arena);
    rg_print_ast(&text, block);
    const char *head = rg_text_string(&text);
    size_t length = strcspn(head, "{") + 1, behind;
    const char *line = rg_line_from(f, block->span.line, block->span.column, &behind);
    bool alone = !first || first->span.line > block->span.line; /* what is in it may hold a `#` */
    const char *comment = alone ? memchr(line, '#', behind) : NULL;
    rg_text_add(f->out, head, length);
    if (comment) {
        rg_text_puts(f->out, "  ");
        rg_text_add(f->out, comment, behind - (size_t)(comment - line));
    }
    rg_put_line(f, "", 0);
    f->line = block->span.line + alone;
}

void rg_put_block(rg_formatter *f, const rg_ast *block, size_t first) {
    rg_ast *const *statements = block->items + first;
    size_t count = block->count - first, width;
    width = width_of(f, statements, count, block->kind == RG_AST_RULE ? GAP : 1);
    if (rg_is_on_one_line(block)) {
        rg_print_ast(f->out, block);
        rg_put_behind(f, block);
        return;
    }
    put_head(f, block, count ? statements[0] : NULL);
    for (size_t i = 0; i < count; i++)
        put_statement(f, statements, count, i, width);
    rg_put_comments(f, block->span.end_line, RG_INDENT, false);
    rg_text_putc(f->out, '}');
    rg_put_behind(f, block);
}
