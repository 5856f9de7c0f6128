/* `# allow(CODE)`: comments by which a declaration silences a lint. */
#include <string.h>

#include "check.h"

static bool line_holds(const rg_source *source, uint32_t line, const char *mark) {
    size_t length, size = strlen(mark);
    const char *text = rg_source_line(source, line, &length);
    const char *comment = memchr(text, '#', length);
    if (!comment)
        return false;
    length -= (size_t)(comment - text);
    for (size_t i = 0; i + size <= length; i++)
        if (memcmp(comment + i, mark, size) == 0)
            return true;
    return false;
}

static bool is_comment(const rg_source *source, uint32_t line) {
    size_t length;
    const char *text = rg_source_line(source, line, &length);
    while (length > 0 && (*text == ' ' || *text == '\t'))
        text++, length--;
    return length > 0 && *text == '#';
}

static uint32_t first_line(const rg_ast *declaration) {
    uint32_t first = declaration->span.line;
    while (first > 1 && is_comment(declaration->span.source, first - 1))
        first--;
    return first;
}

bool rg_allows(rg_arena *arena, const rg_ast *declaration, const char *code) {
    const rg_span *span = &declaration->span;
    const char *mark = rg_format(arena, "allow(%s)", code);
    for (uint32_t line = first_line(declaration); line <= span->end_line; line++)
        if (line_holds(span->source, line, mark))
            return true;
    return false;
}

static const char opening[] = "allow(";

/* The next `allow(CODE)` of a line's comment from *at on, moved behind it; NULL: there is none. */
static const char *next_code(rg_arena *arena, const rg_source *source, uint32_t line, size_t *at,
                             rg_span *span) {
    size_t length, size = strlen(opening);
    const char *text = rg_source_line(source, line, &length);
    const char *comment = memchr(text, '#', length);
    size_t i = comment ? (size_t)(comment - text) : length;
    for (i = i > *at ? i : *at; i + size < length; i++) {
        const char *end = memchr(text + i, ')', length - i);
        if (!end)
            return NULL;
        if (memcmp(text + i, opening, size) != 0)
            continue;
        const char *code = text + i + size;
        *at = (size_t)(end - text) + 1;
        *span = (rg_span){source, line, (uint32_t)(i + size) + 1, line, (uint32_t)(end - text) + 1};
        return rg_copy_text(arena, code, (size_t)(end - code));
    }
    return NULL;
}

const char *rg_allowed_code(rg_arena *arena, const rg_ast *declaration, size_t index,
                            rg_span *span) {
    const rg_source *source = declaration->span.source;
    for (uint32_t line = first_line(declaration); line <= declaration->span.end_line; line++) {
        size_t at = 0;
        const char *code;
        while ((code = next_code(arena, source, line, &at, span)))
            if (index-- == 0)
                return code;
    }
    return NULL;
}
