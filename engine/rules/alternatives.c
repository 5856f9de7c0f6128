/* The alternatives of a regex that are plain words: `/(add|mul)_?/` has `add` and `mul`. */
#include <string.h>

#include "ruleset.h"

static bool is_word_byte(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_';
}

/* Bytes of the words and bars from `text` on; 0 when there is no bar, or what ends them is not what
 * has to. */
static size_t words_length(const char *text, char end) {
    size_t length = 0;
    bool several = false;
    while (is_word_byte(text[length]) || text[length] == '|')
        several |= text[length++] == '|';
    return several && text[length] == end ? length : 0;
}

/* Where the words of the first group begin that holds nothing else; SIZE_MAX: there is none. */
static size_t find_words(const char *regex, size_t *length) {
    *length = words_length(regex, '\0');
    if (*length)
        return 0;
    for (size_t i = 0; regex[i]; i++) {
        if (regex[i] == '\\' && regex[i + 1]) {
            i++;
            continue;
        }
        if (regex[i] != '(')
            continue;
        size_t begin = i + 1;
        if (regex[begin] == '?' && regex[begin + 1] == ':')
            begin += 2;
        else if (regex[begin] == '?' && regex[begin + 1] == '<' && strchr(regex + begin, '>'))
            begin = (size_t)(strchr(regex + begin, '>') - regex) + 1;
        *length = words_length(regex + begin, ')');
        if (*length)
            return begin;
    }
    return SIZE_MAX;
}

/* The place of a part of the regex: `\/` in the source is `/` in its text. */
static rg_span part_of(const rg_ast *regex, size_t begin, size_t length) {
    rg_span span = regex->span;
    size_t written = regex->text_column_offset;
    for (size_t i = 0; i < begin; i++)
        written += regex->text[i] == '/' ? 2 : 1;
    span.column += (uint32_t)written;
    span.end_line = span.line;
    span.end_column = span.column + (uint32_t)length;
    return span;
}

size_t rg_regex_alternatives(rg_arena *arena, const rg_ast *regex, rg_alternative **found) {
    size_t length, begin = find_words(regex->text, &length), count = 0;
    if (begin == SIZE_MAX || regex->span.line != regex->span.end_line)
        return 0;
    *found = rg_alloc_array(arena, length + 1, sizeof **found);
    for (size_t at = begin; at <= begin + length;) {
        size_t size = strcspn(regex->text + at, "|)");
        size = at + size > begin + length ? begin + length - at : size;
        rg_alternative *one = &(*found)[count++];
        one->ast.kind = RG_AST_TEXT;
        one->ast.text = rg_copy_text(arena, regex->text + at, size);
        one->ast.span = part_of(regex, at, size);
        one->regex = rg_format(arena, "%.*s%s%s", (int)begin, regex->text, one->ast.text,
                               regex->text + begin + length);
        at += size + 1;
    }
    return count;
}

const rg_ast *rg_head_regex(const rg_ast *pattern) {
    const rg_ast *head = pattern->kind == RG_AST_CALL ? pattern->items[RG_CALLEE] : pattern;
    const rg_ast *regex = head;
    if (head->kind == RG_AST_ATTRIBUTE && !head->text)
        regex = head->items[RG_ATTRIBUTE_NAME];
    else if (head->kind == RG_AST_OPERATOR)
        regex = head->items[RG_OPERATOR_BASE];
    else if (head->kind == RG_AST_OPCODE && head->count)
        regex = head->items[RG_OPCODE_TARGET];
    return regex->kind == RG_AST_REGEX ? regex : NULL;
}
