/* Lines of the source that stay, and the comments among them. */
#include "format.h"

/* The line from a column on (from 1), without blanks at its end. */
const char *rg_line_from(const rg_formatter *f, uint32_t line, uint32_t column, size_t *length) {
    const char *text = rg_source_line(f->source, line, length);
    size_t skip = column - 1 < *length ? column - 1 : *length;
    text += skip;
    *length -= skip;
    while (*length > 0 && rg_is_blank(text[*length - 1]))
        --*length;
    return text;
}

const char *rg_without_indent(const char *text, size_t *length) {
    while (*length > 0 && rg_is_blank(*text))
        text++, --*length;
    return text;
}

void rg_put_line(rg_formatter *f, const char *text, size_t length) {
    rg_text_add(f->out, text, length);
    rg_text_putc(f->out, '\n');
    f->any = true;
}

void rg_put_blanks(rg_formatter *f, size_t count) {
    while (count-- > 0)
        rg_text_putc(f->out, ' ');
}

void rg_put_gap(rg_formatter *f) {
    if (f->after_gap && f->any)
        rg_text_putc(f->out, '\n');
    f->after_gap = false;
}

/* Comment lines up to a line, each at the column; blank lines among them become one. */
void rg_put_comments(rg_formatter *f, uint32_t until, size_t indent, bool gaps) {
    for (; f->line < until; f->line++) {
        size_t length;
        const char *text = rg_line_from(f, f->line, 1, &length);
        text = rg_without_indent(text, &length);
        if (length == 0) {
            f->after_gap |= gaps;
            continue;
        }
        const char *comment = memchr(text, '#', length);
        if (!comment)
            continue; /* a bracket or word of what stands around it */
        length -= (size_t)(comment - text);
        text = comment;
        rg_put_gap(f);
        rg_put_blanks(f, indent);
        rg_put_line(f, text, length);
    }
}

/* A comment behind what ends there; NULL: none. */
static const char *comment_behind(const rg_formatter *f, const rg_ast *ast, size_t *length) {
    const char *text = rg_line_from(f, ast->span.end_line, ast->span.end_column, length);
    text = rg_without_indent(text, length);
    return *length > 0 && *text == '#' ? text : NULL;
}

/* The source of what spans several lines, from its own column on. What stands behind its end and is
 * no comment belongs to others: the brace of the block, say. */
void rg_put_source(rg_formatter *f, const rg_ast *ast) {
    size_t length, behind;
    uint32_t line = ast->span.line, column = ast->span.column;
    const char *text;
    for (; line < ast->span.end_line; line++, column = 1) {
        text = rg_line_from(f, line, column, &length);
        rg_put_line(f, text, length);
    }
    text = rg_line_from(f, line, column, &length);
    if (!comment_behind(f, ast, &behind)) {
        size_t own = ast->span.end_column - column;
        length = own < length ? own : length;
    }
    rg_put_line(f, text, length);
    f->line = line + 1;
}

void rg_put_behind(rg_formatter *f, const rg_ast *ast) {
    size_t length;
    const char *comment = comment_behind(f, ast, &length);
    if (comment)
        rg_text_puts(f->out, "  ");
    rg_put_line(f, comment ? comment : "", comment ? length : 0);
    f->line = ast->span.end_line + 1;
}
