/* Diagnostics: collecting and showing them. */
#include "base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    LONGEST_LINE = 160, /* bytes shown of a source line: two lines of a usual terminal */
    KEPT_BEFORE = 60    /* bytes shown before the caret when a line is cut */
};

void rg_diagnostics_init(rg_diagnostics *diagnostics, rg_arena *arena) {
    *diagnostics = (rg_diagnostics){arena, NULL, NULL, 0, 0};
}

static const char *format_text(rg_arena *arena, const char *format, va_list values) {
    va_list again;
    va_copy(again, values);
    int length = vsnprintf(NULL, 0, format, values);
    char *text = rg_alloc(arena, length > 0 ? (size_t)length + 1 : 1);
    if (length > 0)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

rg_diagnostic *rg_report(rg_diagnostics *diagnostics, rg_severity severity, rg_span span,
                         const char *format, ...) {
    rg_diagnostic *diagnostic = rg_alloc(diagnostics->arena, sizeof *diagnostic);
    diagnostic->severity = severity;
    diagnostic->span = rg_original_span(span);
    va_list values;
    va_start(values, format);
    diagnostic->message = format_text(diagnostics->arena, format, values);
    va_end(values);
    if (diagnostics->last)
        diagnostics->last->next = diagnostic;
    else
        diagnostics->first = diagnostic;
    diagnostics->last = diagnostic;
    diagnostics->errors += severity == RG_ERROR;
    diagnostics->warnings += severity == RG_WARNING;
    return diagnostic;
}

void rg_advise(rg_diagnostics *diagnostics, rg_diagnostic *diagnostic, const char *format, ...) {
    va_list values;
    va_start(values, format);
    diagnostic->advice = format_text(diagnostics->arena, format, values);
    va_end(values);
}

static void paint(rg_text *out, bool colour, const char *code) {
    if (colour)
        rg_text_printf(out, "\033[%sm", code);
}

static void add_shown(rg_text *out, const char *string) {
    rg_text_add_shown(out, string, strlen(string));
}

static void render_place(rg_text *out, const rg_span *span) {
    if (!span->source)
        return;
    add_shown(out, span->source->path);
    if (span->line != 0)
        rg_text_printf(out, ":%u:%u", span->line, span->column);
    rg_text_puts(out, ": ");
}

/* Not a byte that continues a UTF-8 character: those take no column of their own. */
static bool starts_character(char byte) {
    return ((unsigned char)byte & 0xc0) != 0x80;
}

static void render_bytes(rg_text *out, const char *bytes, size_t length) {
    for (size_t i = 0, step; i < length; i += step) {
        step = rg_shown_length(bytes + i, length - i);
        if (step)
            rg_text_add(out, bytes + i, step);
        else
            rg_text_putc(out, '?');
        step += step == 0;
    }
}

/* The part of a line that is shown: around `column` (from 0) when the line is long. */
static void cut_line(const char *line, size_t length, size_t column, size_t *begin, size_t *end) {
    *begin = 0;
    *end = length;
    if (length <= LONGEST_LINE)
        return;
    if (column > KEPT_BEFORE)
        *begin = column - KEPT_BEFORE;
    if (length - *begin > LONGEST_LINE)
        *end = *begin + LONGEST_LINE;
    while (*begin > 0 && !starts_character(line[*begin]))
        --*begin;
    while (*end < length && !starts_character(line[*end]))
        ++*end;
}

static void render_caret(rg_text *out, const char *line, size_t begin, size_t column, size_t marked,
                         bool colour) {
    for (size_t i = begin; i < column; i++) {
        if (starts_character(line[i]))
            rg_text_putc(out, line[i] == '\t' ? '\t' : ' ');
    }
    paint(out, colour, "32");
    rg_text_putc(out, '^');
    for (size_t i = 1; i < marked; i++) {
        if (starts_character(line[column + i]))
            rg_text_putc(out, '~');
    }
    paint(out, colour, "0");
    rg_text_putc(out, '\n');
}

static void render_source(rg_text *out, const rg_span *span, bool colour) {
    size_t length, begin, end;
    const char *line = rg_source_line(span->source, span->line, &length);
    size_t column = span->column > 0 ? span->column - 1 : 0;
    if (column > length)
        column = length;
    cut_line(line, length, column, &begin, &end);
    size_t last = span->end_line == span->line ? span->end_column - 1 : length;
    if (last > end)
        last = end;
    const char *before = begin > 0 ? "..." : "", *after = end < length ? "..." : "";
    rg_text_printf(out, "    %s", before);
    render_bytes(out, line + begin, end - begin);
    rg_text_printf(out, "%s\n    %*s", after, (int)strlen(before), "");
    render_caret(out, line, begin, column, last > column ? last - column : 1, colour);
}

void rg_render_diagnostic(rg_text *out, const rg_diagnostic *diagnostic, bool colour) {
    static const char *const words[] = {"note", "warning", "error"};
    static const char *const colours[] = {"1;36", "1;35", "1;31"};
    paint(out, colour, "1");
    render_place(out, &diagnostic->span);
    paint(out, colour, "0");
    paint(out, colour, colours[diagnostic->severity]);
    rg_text_printf(out, "%s: ", words[diagnostic->severity]);
    paint(out, colour, "0");
    add_shown(out, diagnostic->message);
    rg_text_putc(out, '\n');
    if (diagnostic->span.source && diagnostic->span.line != 0)
        render_source(out, &diagnostic->span, colour);
    if (!diagnostic->advice)
        return;
    rg_text_puts(out, "    help: ");
    add_shown(out, diagnostic->advice);
    rg_text_putc(out, '\n');
}
