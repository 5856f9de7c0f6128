/* Where statements of a graph's text begin and end, told from its lines alone: for statements that
 * the automaton cannot read to their end. */
#include "lines.h"

#include <string.h>

static bool has_prefix(const char *text, const char *end, const char *prefix) {
    size_t length = strlen(prefix);
    return (size_t)(end - text) >= length && memcmp(text, prefix, length) == 0;
}

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

static bool is_word(char c) {
    unsigned char byte = (unsigned char)c;
    return (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') ||
           byte == '_' || byte >= 0x80;
}

uint32_t rg_graph_target_length(const char *at) {
    static const char mark[] = "](args = (";
    for (const char *c = at; (unsigned char)*c >= 0x20 || *c == '\t'; c++) {
        if (*c == ']' && strncmp(c, mark, sizeof mark - 1) == 0)
            return (uint32_t)(c - at) + (uint32_t)sizeof mark - 1;
    }
    return 0;
}

bool rg_graph_starts_statement(const char *line, const char *end) {
    const char *at = skip_blanks(line, end);
    if (has_prefix(at, end, "%")) {
        const char *name = ++at;
        while (at < end && is_word(*at))
            at++;
        return at > name && has_prefix(at, end, " : ");
    }
    return has_prefix(at, end, "return ") || has_prefix(at, end, "graph(") ||
           has_prefix(at, end, "graph ");
}

/* Can the statement before this line be complete? Blank lines and comments are none of it. */
static bool may_follow(const char *line, const char *end) {
    const char *at = skip_blanks(line, end);
    return at == end || *at == '\n' || *at == '\r' || *at == '#' ||
           rg_graph_starts_statement(line, end);
}

/* Open brackets outside of quoted strings after the text, as a difference. */
static long count_brackets(const char *text, const char *end) {
    long open = 0;
    char quote = '\0';
    for (; text < end; text++) {
        if (quote && *text == '\\')
            text++;
        else if (quote)
            quote = *text == quote ? '\0' : quote;
        else if (*text == '\'' || *text == '"')
            quote = *text;
        else
            open += (strchr("([{", *text) != NULL) - (strchr(")]}", *text) != NULL);
    }
    return open;
}

/* Where the last `  # {` of a line begins that ends in `}`; else the end. */
static const char *before_remark(const char *line, const char *end) {
    if (end == line || end[-1] != '}')
        return end;
    for (const char *at = end - 1; at > line; at--) {
        if (has_prefix(at, end, "  # {"))
            return at;
    }
    return end;
}

static const char *trim(const char *line, const char *end) {
    while (end > line && strchr(" \t\r", end[-1]))
        end--;
    return end;
}

/* What the values' text must end with. */
static bool ends_values(rg_opaque kind, const char *begin, const char *end, long open) {
    switch (kind) {
    case RG_OPAQUE_ARGUMENTS:
        return end - begin >= 2 && memcmp(end - 2, "})", 2) == 0;
    case RG_OPAQUE_DEFAULT:
        return end > begin && end[-1] == ')';
    case RG_OPAQUE_RESULT:
        break;
    }
    return open == 0;
}

bool rg_graph_find_values_end(const rg_graph_scan *scan, rg_opaque kind, uint32_t begin,
                              uint32_t *line, uint32_t *end) {
    const char *first = scan->text + begin, *stop = scan->text + scan->length;
    long open = 0;
    for (const char *at = first;; ++*line) {
        const char *newline = memchr(at, '\n', (size_t)(stop - at));
        const char *line_end = newline ? newline : stop, *next = newline ? newline + 1 : stop;
        const char *values_end = before_remark(at, trim(at, line_end));
        open += count_brackets(at, values_end);
        if (ends_values(kind, first, values_end, open) && may_follow(next, stop)) {
            *end = (uint32_t)(values_end - scan->text);
            return true;
        }
        if (!newline || rg_graph_starts_statement(next, stop))
            return false;
        at = next;
    }
}
