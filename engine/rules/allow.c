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

bool rg_allows(rg_arena *arena, const rg_ast *declaration, const char *code) {
    const rg_span *span = &declaration->span;
    const char *mark = rg_format(arena, "allow(%s)", code);
    uint32_t first = span->line;
    while (first > 1 && is_comment(span->source, first - 1))
        first--;
    for (uint32_t line = first; line <= span->end_line; line++)
        if (line_holds(span->source, line, mark))
            return true;
    return false;
}
