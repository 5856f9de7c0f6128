/* Text buffers. */
#include "base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

rg_text rg_text_new(rg_arena *arena) {
    rg_text text = {arena, {NULL, 0, 0, 0}};
    return text;
}

void rg_text_room(rg_text *text, size_t length) {
    if (length >= SIZE_MAX / 2)
        rg_out_of_memory(text->arena);
    rg_array_room(text->arena, &text->bytes, length + 1, 1);
}

void rg_text_add_int(rg_text *text, int64_t number) {
    char digits[24];
    char *at = digits + sizeof digits;
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0)
        *--at = '-';
    rg_text_add(text, at, (size_t)(digits + sizeof digits - at));
}

void rg_text_printf(rg_text *text, const char *format, ...) {
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    if (length > 0) {
        rg_text_room(text, (size_t)length);
        char *end = (char *)text->bytes.data + text->bytes.count;
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
