/* What the files that lay out rule files share. */
#ifndef REGRAFT_RULE_TEXT_FORMAT_H
#define REGRAFT_RULE_TEXT_FORMAT_H

#include "rule_text.h"

enum { RG_INDENT = 2 };

typedef struct rg_formatter {
    rg_text *out;
    const rg_source *source;
    uint32_t line;  /* the next line of the source that is not dealt with */
    bool any;       /* something was written */
    bool after_gap; /* a blank line is due before the next thing */
} rg_formatter;

/* As rules.l has it. */
static inline bool rg_is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\f' || byte == '\v';
}
static inline bool rg_is_on_one_line(const rg_ast *ast) {
    return ast->span.line == ast->span.end_line;
}

/* ---------------------------------------------------------------- lines (format_lines.c) */

/* The line of the source from a column on (from 1), without blanks at its end. */
const char *rg_line_from(const rg_formatter *f, uint32_t line, uint32_t column, size_t *length);
const char *rg_without_indent(const char *text, size_t *length);
/* Writes a text and ends the line. */
void rg_put_line(rg_formatter *f, const char *text, size_t length);
void rg_put_blanks(rg_formatter *f, size_t count);
/* Writes the blank line that is due. */
void rg_put_gap(rg_formatter *f);
/* Comment lines up to a line, each at the column; blank lines among them become one. */
void rg_put_comments(rg_formatter *f, uint32_t until, size_t indent, bool gaps);
/* The source of what spans several lines, from its own column on. */
void rg_put_source(rg_formatter *f, const rg_ast *ast);
/* Ends the line of what was written, with the comment that stands behind it. */
void rg_put_behind(rg_formatter *f, const rg_ast *ast);

/* ---------------------------------------------------------------- blocks (format_rule.c) */

/* A rule, begin or end block, whose statements are its items from `first` on. */
void rg_put_block(rg_formatter *f, const rg_ast *block, size_t first);

#endif
