/* Looking at stretches of bytes, which end where they end and not at a NUL. */
#ifndef REGRAFT_FORMS_BYTES_H
#define REGRAFT_FORMS_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Where a text stands in a stretch of bytes, or NULL. */
static inline const char *rg_find_text(const char *at, const char *end, const char *wanted) {
    size_t length = strlen(wanted);
    while ((size_t)(end - at) >= length) {
        at = memchr(at, *wanted, (size_t)(end - at) - length + 1);
        if (!at || memcmp(at, wanted, length) == 0)
            return at;
        at++;
    }
    return NULL;
}

static inline bool rg_begins(const char *at, const char *end, const char *text) {
    size_t length = strlen(text);
    return (size_t)(end - at) >= length && memcmp(at, text, length) == 0;
}

/* A letter or digit of ASCII, or `_`. */
static inline bool rg_is_word_byte(char c) {
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '_';
}

/* Past blanks and commas. */
static inline const char *rg_skip_commas(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == ','))
        at++;
    return at;
}

#endif
