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

void rg_text_add_utf8(rg_text *text, const char *bytes, size_t length, bool keep_nul) {
    const unsigned char *at = (const unsigned char *)bytes;
    for (size_t i = 0, step; i < length; i += step) {
        size_t known = at[i] == '\0' && !keep_nul ? 0 : character_length(at + i, length - i);
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
