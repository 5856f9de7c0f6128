/* Texts of others as people may be shown them: a file name or a string of a graph must not move the
 * cursor or set the title of a terminal. */
#include "base.h"

size_t rg_shown_length(const char *text, size_t left) {
    const unsigned char *at = (const unsigned char *)text;
    if (at[0] < 0x80)
        return (at[0] >= 0x20 && at[0] != 0x7f) || at[0] == '\t' || at[0] == '\n';
    if (at[0] < 0xc2 || at[0] > 0xf4 || (at[0] == 0xc2 && left > 1 && at[1] < 0xa0))
        return 0;
    size_t length = at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    for (size_t i = 1; i < length; i++) {
        if (i >= left || (at[i] & 0xc0) != 0x80)
            return 0;
    }
    return length;
}

void rg_text_add_shown(rg_text *text, const char *bytes, size_t length) {
    for (size_t i = 0, step; i < length; i += step) {
        step = rg_shown_length(bytes + i, length - i);
        if (step)
            rg_text_add(text, bytes + i, step);
        else
            rg_text_printf(text, "\\x%02x", (unsigned char)bytes[i]);
        step += step == 0;
    }
}
