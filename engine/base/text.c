/* Text buffers. */
#include "base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

rg_text rg_text_new(rg_arena *arena) {
    rg_text text = {arena, {NULL, 0, 0, 0}};
    return text;
}

/* The end of the text, with room for `length` bytes and the NUL. */
static char *make_room(rg_text *text, size_t length) {
    if (length >= SIZE_MAX / 2)
        rg_out_of_memory(text->arena);
    rg_array_room(text->arena, &text->bytes, length + 1, 1);
    return (char *)text->bytes.data + text->bytes.count;
}

void rg_text_add(rg_text *text, const char *bytes, size_t length) {
    char *end = make_room(text, length);
    if (length)
        memcpy(end, bytes, length);
    end[length] = '\0';
    text->bytes.count += length;
}

void rg_text_puts(rg_text *text, const char *string) {
    rg_text_add(text, string, strlen(string));
}

void rg_text_putc(rg_text *text, char byte) {
    rg_text_add(text, &byte, 1);
}

void rg_text_printf(rg_text *text, const char *format, ...) {
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    if (length > 0) {
        char *end = make_room(text, (size_t)length);
        vsnprintf(end, (size_t)length + 1, format, again);
        text->bytes.count += (size_t)length;
    }
    va_end(again);
}

const char *rg_text_string(const rg_text *text) {
    return text->bytes.count ? text->bytes.data : "";
}

size_t rg_text_length(const rg_text *text) {
    return text->bytes.count;
}

void rg_text_clear(rg_text *text) {
    text->bytes.count = 0;
    if (text->bytes.data)
        *(char *)text->bytes.data = '\0';
}
