/* Python's quoted strings. */
#include "print.h"

#include <string.h>

/* Ranges of characters that Python's repr() escapes: controls, blanks other than ' ', marks that
 * show nothing, surrogates, private use, and what is no character. Unassigned code points, which
 * differ between Python versions, are left out. */
static const uint32_t escaped[][2] = {
    {0x00, 0x1f},       {0x7f, 0xa0},       {0xad, 0xad},       {0x600, 0x605},
    {0x61c, 0x61c},     {0x6dd, 0x6dd},     {0x70f, 0x70f},     {0x890, 0x891},
    {0x8e2, 0x8e2},     {0x1680, 0x1680},   {0x180e, 0x180e},   {0x2000, 0x200f},
    {0x2028, 0x202f},   {0x205f, 0x206f},   {0x3000, 0x3000},   {0xd800, 0xf8ff},
    {0xfdd0, 0xfdef},   {0xfeff, 0xfeff},   {0xfff0, 0xfffb},   {0xfffe, 0xffff},
    {0x110bd, 0x110bd}, {0x110cd, 0x110cd}, {0x13430, 0x1343f}, {0x1bca0, 0x1bca3},
    {0x1d173, 0x1d17a}, {0xe0000, 0xe00ff}, {0xe01f0, 0x10ffff}};

static bool is_escaped(uint32_t character) {
    if (character < 0x7f)
        return character < 0x20;
    for (size_t i = 0; i < RG_COUNT_OF(escaped); i++) {
        if (character <= escaped[i][1])
            return character >= escaped[i][0];
    }
    return false;
}

/* The UTF-8 character at `text` (lone surrogates accepted) and its length; a byte that is none is
 * what Python decodes it to, a surrogate from U+DC80. */
static uint32_t decode(const char *text, size_t left, size_t *length) {
    const unsigned char *at = (const unsigned char *)text;
    static const unsigned char least[] = {0, 0, 0xc2, 0xe0, 0xf0};
    size_t count = at[0] < 0x80 ? 1 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    *length = 1;
    if (count == 1)
        return at[0];
    uint32_t character = at[0] & (0xffu >> (count + 1));
    bool good = at[0] >= least[count] && at[0] < 0xf5 && count <= left;
    for (size_t i = 1; good && i < count; i++) {
        good = (at[i] & 0xc0) == 0x80;
        character = character << 6 | (at[i] & 0x3f);
    }
    if (!good || (count == 3 && character < 0x800) || (count == 4 && character < 0x10000))
        return 0xdc00u + at[0];
    *length = count;
    return character;
}

static void print_escape(rg_text *out, uint32_t character) {
    switch (character) {
    case '\n':
        rg_text_puts(out, "\\n");
        return;
    case '\r':
        rg_text_puts(out, "\\r");
        return;
    case '\t':
        rg_text_puts(out, "\\t");
        return;
    default:
        rg_text_printf(out,
                       character < 0x100     ? "\\x%02x"
                       : character < 0x10000 ? "\\u%04x"
                                             : "\\U%08x",
                       character);
    }
}

void rg_print_quoted(rg_text *out, const char *text, size_t length) {
    bool apostrophe = memchr(text, '\'', length), quote = memchr(text, '"', length);
    char around = apostrophe && !quote ? '"' : '\'';
    rg_text_putc(out, around);
    size_t plain = 0; /* bytes from text that wait to be added as they are */
    for (size_t i = 0, step; i < length; i += step) {
        uint32_t character = decode(text + i, length - i, &step);
        bool slash = character == '\\' || character == (unsigned char)around;
        if (!slash && !is_escaped(character))
            continue;
        rg_text_add(out, text + plain, i - plain);
        plain = i + step;
        if (slash) {
            rg_text_putc(out, '\\');
            rg_text_putc(out, (char)character);
        } else {
            print_escape(out, character);
        }
    }
    rg_text_add(out, text + plain, length - plain);
    rg_text_putc(out, around);
}

static void add_character(rg_text *out, uint32_t c) {
    char bytes[4];
    size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length - 1; i > 0; i--, c >>= 6)
        bytes[i] = (char)(0x80 | (c & 0x3f));
    bytes[0] = (char)(lead[length] | c);
    rg_text_add(out, bytes, length);
}

/* `digits` hexadecimal digits at `at`; UINT32_MAX when they are not there. */
static uint32_t read_hex(const char *at, const char *end, size_t digits) {
    uint32_t number = 0;
    if ((size_t)(end - at) < digits)
        return UINT32_MAX;
    for (size_t i = 0; i < digits; i++) {
        static const char known[] = "0123456789abcdefABCDEF";
        const char *found = memchr(known, at[i], sizeof known - 1);
        if (!found)
            return UINT32_MAX;
        uint32_t digit = (uint32_t)(found - known);
        number = number << 4 | (digit > 15 ? digit - 6 : digit);
    }
    return number;
}

/* The escape after a backslash at `at`; what follows it, or NULL. */
static const char *read_escape(rg_text *out, const char *at, const char *end) {
    static const char letters[] = "\\'\"nrtabfv0", meaning[] = "\\'\"\n\r\t\a\b\f\v";
    if (at == end)
        return NULL;
    const char *letter = memchr(letters, *at, sizeof letters - 1);
    if (letter) {
        rg_text_putc(out, meaning[letter - letters]); /* \0 is the NUL that ends `meaning` */
        return at + 1;
    }
    size_t digits = *at == 'x' ? 2 : *at == 'u' ? 4 : *at == 'U' ? 8 : 0;
    uint32_t character = digits ? read_hex(at + 1, end, digits) : UINT32_MAX;
    if (character > 0x10ffff)
        return NULL;
    add_character(out, character);
    return at + 1 + digits;
}

bool rg_unquote(rg_text *out, const char *quoted, size_t length) {
    rg_text_clear(out);
    const char *at = quoted + 1, *end = quoted + length - 1;
    while (at < end) {
        const char *slash = memchr(at, '\\', (size_t)(end - at));
        rg_text_add(out, at, (size_t)((slash ? slash : end) - at));
        if (!slash)
            break;
        at = read_escape(out, slash + 1, end);
        if (!at)
            return false;
    }
    return true;
}
