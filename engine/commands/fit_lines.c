/* Long lines on a terminal: each is cut at the terminal's width, so that a statement of a graph
 * takes one line of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "commands.h"

enum { USUAL_WIDTH = 80 };

static const char cut_mark[] = "…";

size_t rg_terminal_width(FILE *stream) {
    struct winsize size = {0};
    size_t columns;
    int file = fileno(stream);
    if (!isatty(file))
        return 0;
    if (ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col)
        return size.ws_col;
    const char *told = getenv("COLUMNS");
    return told && rg_read_count(told, &columns) && columns ? columns : USUAL_WIDTH;
}

/* A part of a line: its end, and the columns that it takes. */
typedef struct part {
    const char *end;
    size_t columns;
} part;

/* The next character: a byte of UTF-8 with those that continue it, or an escape sequence for
 * colours, which takes no column. */
static part next_character(const char *at, const char *end) {
    part one = {at + 1, 1};
    if (*at == '\033') {
        while (one.end < end && *one.end != 'm')
            one.end++;
        return (part){one.end < end ? one.end + 1 : end, 0};
    }
    while (one.end < end && (*one.end & 0xc0) == 0x80)
        one.end++;
    return one;
}

/* As much of a text as takes at most `most` columns. */
static part measure(const char *at, const char *end, size_t most) {
    part all = {at, 0};
    while (all.end < end) {
        part one = next_character(all.end, end);
        if (all.columns + one.columns > most)
            break;
        all = (part){one.end, all.columns + one.columns};
    }
    return all;
}

/* The comment at the end of a line, where a diff names the rule; NULL: there is none. */
static const char *last_comment(const char *at, const char *end) {
    static const char mark[] = "  # ";
    const size_t length = sizeof mark - 1;
    if ((size_t)(end - at) < length)
        return NULL;
    for (const char *from = end - length; from > at; from--)
        if (memcmp(from, mark, length) == 0)
            return from;
    return NULL;
}

/* Colours go on, or end, behind the cut. */
static void add_escapes(rg_text *out, const char *at, const char *end) {
    while (at < end) {
        part one = next_character(at, end);
        if (!one.columns)
            rg_text_add(out, at, (size_t)(one.end - at));
        at = one.end;
    }
}

/* A line that is too long keeps its begin and, if that is at most half of the width, its comment.
 */
static void add_line(rg_text *out, const char *at, const char *end, size_t width) {
    part kept = {NULL, 0};
    if (measure(at, end, width).end == end) {
        rg_text_add(out, at, (size_t)(end - at));
        return;
    }
    const char *comment = last_comment(at, end);
    if (comment)
        kept = measure(comment, end, width / 2);
    if (kept.end != end)
        kept.columns = 0, comment = NULL;
    part begin = measure(at, end, width - 1 - kept.columns);
    rg_text_add(out, at, (size_t)(begin.end - at));
    rg_text_puts(out, cut_mark);
    if (comment)
        rg_text_add(out, comment, (size_t)(end - comment));
    else
        add_escapes(out, begin.end, end);
}

void rg_fit_lines(rg_text *out, const char *text, size_t length, size_t width) {
    const char *end = text + length;
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline ? newline : end;
        add_line(out, text, stop, width);
        if (newline)
            rg_text_putc(out, '\n');
        text = newline ? newline + 1 : end;
    }
}
