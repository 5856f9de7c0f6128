/* Bytes as text in UTF-8, for JSON and other formats that allow nothing else. */
#include <string.h>

#include "base.h"

/* The bytes of the character that begins here, as RFC 3629 has it; 0: none does. */
static size_t character_length(const unsigned char *at, size_t left) {
    unsigned char first = at[0];
    if (first < 0x80)
        return 1;
    size_t length = first >= 0xC2 && first < 0xE0 ? 2 : first >> 4 == 0xE ? 3 : 4;
    if (first < 0xC2 || first > 0xF4 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if (at[i] >> 6 != 2)
            return 0;
    bool overlong = (first == 0xE0 && at[1] < 0xA0) || (first == 0xF0 && at[1] < 0x90);
    bool surrogate = first == 0xED && at[1] >= 0xA0;
    return overlong || surrogate || (first == 0xF4 && at[1] >= 0x90) ? 0 : length;
}

/* Whether the text at hand reads like an escape that rg_text_add_utf8() makes. */
static bool reads_as_escape(const char *at, size_t left) {
    static const char digits[] = "0123456789abcdef";
    if (left < 4 || at[0] != '\\' || at[1] != 'x' || !at[2] || !at[3])
        return false;
    const char *high = strchr(digits, at[2]), *low = strchr(digits, at[3]);
    if (!high || !low)
        return false;
    ptrdiff_t byte = (high - digits) * 16 + (low - digits);
    return byte >= 0x80 || byte == '\0' || byte == '\\';
}

void rg_text_add_utf8(rg_text *text, const char *bytes, size_t length, bool keep_nul) {
    const unsigned char *at = (const unsigned char *)bytes;
    for (size_t i = 0, step; i < length; i += step) {
        bool escaped = (at[i] == '\0' && !keep_nul) || reads_as_escape(bytes + i, length - i);
        size_t known = escaped ? 0 : character_length(at + i, length - i);
        step = known ? known : 1;
        if (known)
            rg_text_add(text, bytes + i, known);
        else
            rg_text_printf(text, "\\x%02x", at[i]);
    }
}

const char *rg_utf8(rg_arena *arena, const char *string) {
    rg_text text = rg_text_new(arena);
    rg_text_add_utf8(&text, string, strlen(string), false);
    return rg_text_string(&text);
}

const char *rg_escape_nul(rg_arena *arena, const char *bytes, size_t length) {
    rg_text text = rg_text_new(arena);
    for (size_t i = 0; i < length; i++)
        if (bytes[i])
            rg_text_putc(&text, bytes[i]);
        else
            rg_text_puts(&text, "\\x00");
    return rg_text_string(&text);
}
