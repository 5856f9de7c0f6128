/* Statements of the usual forms, recognised as a whole.
 *
 * Almost all of a text are statements that torch prints in one of a few forms, on one line, with
 * simple values. They are found here with one look at each byte. What the format is, the scanner
 * and the grammar define: this accepts what they do and finds the same pieces, or it gives up, and
 * they read the statement. So every value must be followed by a separator or a bracket: then no
 * longer token than the one that was taken begins where it does. */
#include "scan.h"

#include <string.h>

enum { MOST_DEPTH = 8 }; /* containers within containers; the grammar reads deeper ones */

/* ---- bytes */

#define FOUR(c) [(c)] = 1, [(c) + 1] = 1, [(c) + 2] = 1, [(c) + 3] = 1
#define SIXTEEN(c) FOUR(c), FOUR((c) + 4), FOUR((c) + 8), FOUR((c) + 12)
#define LETTERS(c) SIXTEEN(c), FOUR((c) + 16), FOUR((c) + 20), [(c) + 24] = 1, [(c) + 25] = 1

static const unsigned char words[256] = {
    FOUR('0'),     FOUR('4'),     ['8'] = 1,     ['9'] = 1,     ['_'] = 1,
    LETTERS('A'),  LETTERS('a'),  SIXTEEN(0x80), SIXTEEN(0x90), SIXTEEN(0xa0),
    SIXTEEN(0xb0), SIXTEEN(0xc0), SIXTEEN(0xd0), SIXTEEN(0xe0), SIXTEEN(0xf0),
};

static inline bool is_word(char c) {
    return words[(unsigned char)c];
}

static inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static inline bool is_letter(char c) {
    return is_word(c) && !is_digit(c);
}

static inline const char *skip_word(const char *at) {
    while (is_word(*at))
        at++;
    return at;
}

static inline const char *skip_digits(const char *at) {
    while (is_digit(*at))
        at++;
    return at;
}

/* How many bytes from its first one on hold no bit, of a word with some. */
static inline int bytes_before(uint64_t bits) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return __builtin_ctzll(bits) / 8;
#else
    (void)bits;
    return 0; /* they are looked at one by one */
#endif
}

/* To the first `stop`, or to a byte that no text on one line has. */
static inline const char *skip_to(const char *at, const char *end, char stop) {
    const uint64_t ones = UINT64_MAX / 0xff, tops = ones << 7;
    const uint64_t stops = ones * (unsigned char)stop;
    for (; end - at >= 8; at += 8) {
        uint64_t bytes;
        memcpy(&bytes, at, sizeof bytes);
        uint64_t other = bytes ^ stops;
        uint64_t stopped = (other - ones) & ~other, control = (bytes - ones * ' ') & ~bytes;
        uint64_t found = (stopped | control) & tops;
        if (found) {
            at += bytes_before(found);
            break;
        }
    }
    while (*at != stop && ((unsigned char)*at >= ' ' || *at == '\t'))
        at++;
    return at;
}

/* Behind a text, or NULL when it is not here. */
static inline const char *past(const char *at, const char *end, const char *text) {
    size_t length = strlen(text);
    return (size_t)(end - at) >= length && memcmp(at, text, length) == 0 ? at + length : NULL;
}

/* ---- up to the target */

/* What is being recognised. Functions below return where they got to, or NULL. */
typedef struct reader {
    rg_graph_scan *scan;
    rg_statement *statement;
    const char *text, *end;
} reader;

static inline rg_place place(const reader *r, const char *begin, const char *end) {
    return (rg_place){(uint32_t)(begin - r->text), (uint32_t)(end - r->text)};
}

/* Looks at the name of the statement that begins here. One is looked at while the statement before
 * is read, so that the memory for its symbol is there when it is wanted. */
static inline void expect_name(const reader *r, const char *at) {
    const char *name = at + 1, *end = skip_word(name);
    r->statement->next_name = place(r, at, end);
    r->statement->next_hash = rg_symbols_expect(r->scan->symbols, name, (size_t)(end - name));
}

/* `%x : ` */
static inline const char *read_name(const reader *r, const char *at) {
    rg_statement *s = r->statement;
    if (s->next_name.end == 0 || s->next_name.begin != place(r, at, at).begin)
        expect_name(r, at);
    s->name = s->next_name;
    s->name_hash = s->next_hash;
    const char *end = r->text + s->name.end;
    return end > at + 1 && !is_digit(at[1]) ? past(end, r->end, " : ") : NULL;
}

/* `torch.Tensor ` */
static const char *read_type(const reader *r, const char *at) {
    const char *type = at;
    while ((unsigned char)*at > ' ' && *at != '[' && *at != '"')
        at++;
    if (*at != ' ' || at == type)
        return NULL;
    rg_statement *s = r->statement;
    s->tensor_word = at[1] == '"' && at - type == 6 && memcmp(type, "Tensor", 6) == 0;
    if (!s->tensor_word)
        s->type = place(r, type, at);
    return at + 1;
}

/* `"f32[2]" `, without the blank after the word Tensor. */
static inline const char *read_annotation(const reader *r, const char *at) {
    const char *close = skip_to(at + 1, r->end, '"');
    if (*close != '"')
        return NULL;
    r->statement->annotation = place(r, at + 1, close);
    if (r->statement->tensor_word)
        return close + 1;
    return close[1] == ' ' ? close + 2 : NULL;
}

/* `[num_users=1] = ` */
static inline const char *read_users(const reader *r, const char *at) {
    const char *digits = past(at, r->end, "[num_users=");
    r->statement->hash_users = !digits;
    if (!digits)
        digits = past(at, r->end, "[#users=");
    if (!digits || !is_digit(*digits))
        return NULL;
    const char *end = skip_digits(digits);
    r->statement->users = place(r, digits, end);
    return past(end, r->end, "] = ");
}

/* `call_function[target=` and the like */
static inline const char *read_opcode(const reader *r, const char *at) {
    static const struct {
        rg_statement_kind kind;
        const char *text;
    } others[] = {{RG_STATEMENT_CALL_METHOD, "call_method[target="},
                  {RG_STATEMENT_PLACEHOLDER, "placeholder[target="},
                  {RG_STATEMENT_GET_ATTR, "get_attr[target="},
                  {RG_STATEMENT_CALL_MODULE, "call_module[target="}};
    const char *behind = past(at, r->end, "call_function[target=");
    r->statement->kind = RG_STATEMENT_CALL_FUNCTION;
    for (size_t i = 0; !behind && i < RG_COUNT_OF(others); i++) {
        behind = past(at, r->end, others[i].text);
        r->statement->kind = others[i].kind;
    }
    return behind;
}

/* `torch.add](args = (` of a call, `x]` of what has no arguments */
static inline const char *read_target(const reader *r, const char *at) {
    bool call = r->statement->kind != RG_STATEMENT_PLACEHOLDER &&
                r->statement->kind != RG_STATEMENT_GET_ATTR;
    const char *close = skip_to(at, r->end, ']'), *behind = close + 1;
    while (call && *close == ']' && !(behind = past(close, r->end, "](args = (")))
        close = skip_to(close + 1, r->end, ']'); /* a target may hold brackets */
    if (*close != ']')
        return NULL;
    r->statement->target = place(r, at, close);
    return behind;
}

static const char *read_head(const reader *r, const char *at) {
    rg_statement *s = r->statement;
    s->type = s->annotation = (rg_place){0, 0};
    s->tensor_word = false;
    at = read_name(r, at);
    if (at && *at != '[' && *at != '"')
        at = read_type(r, at);
    if (at && *at == '"')
        at = read_annotation(r, at);
    if (at)
        at = read_users(r, at);
    if (at)
        at = read_opcode(r, at);
    return at ? read_target(r, at) : NULL;
}

/* ---- values */

static inline const char *add_piece(const reader *r, rg_piece_kind kind, const char *begin,
                                    const char *end, uint32_t number) {
    rg_statement *s = r->statement;
    if (s->piece_count == RG_MOST_PIECES)
        return NULL;
    s->pieces[s->piece_count++] = (rg_statement_piece){kind, place(r, begin, end), number};
    return end;
}

static inline const char *read_reference(const reader *r, const char *at) {
    const char *name = at + 1, *end = skip_word(name);
    if (end == name || is_digit(*name))
        return NULL;
    uint32_t hash = rg_symbols_expect(r->scan->symbols, name, (size_t)(end - name));
    return add_piece(r, RG_PIECE_REFERENCE, at, end, hash);
}

/* An int or float. Numbers with leading zeros are none, but before an exponent. */
static const char *read_number(const reader *r, const char *at) {
    const char *first = at + (*at == '-'), *end = skip_digits(first);
    bool plain = end - first == 1 || *first != '0', point = *end == '.';
    const char *fraction = end + point;
    if (end == first)
        return (end = past(at, r->end, "-inf")) ? add_piece(r, RG_PIECE_FLOAT, at, end, 0) : NULL;
    if (point && (end = skip_digits(fraction)) == fraction)
        return NULL;
    if (*end == 'e' || *end == 'E') {
        const char *exponent = end + 1 + (end[1] == '-' || end[1] == '+');
        end = skip_digits(exponent);
        return end > exponent ? add_piece(r, RG_PIECE_FLOAT, at, end, 0) : NULL;
    }
    if (point)
        return plain ? add_piece(r, RG_PIECE_FLOAT, at, end, 0) : NULL;
    bool minus_zero = first > at && *first == '0';
    return plain && !minus_zero ? add_piece(r, RG_PIECE_INT, at, end, 0) : NULL;
}

/* A quoted string without line breaks or control bytes. */
static const char *read_string(const reader *r, const char *at) {
    const char *c = at + 1;
    for (; *c != *at; c++) {
        c += *c == '\\';
        if ((unsigned char)*c < ' ')
            return NULL;
    }
    return add_piece(r, RG_PIECE_STRING, at, c + 1, 0);
}

static rg_piece_kind word_kind(const char *word, size_t length) {
    static const struct {
        const char *text;
        rg_piece_kind kind;
    } known[] = {{"None", RG_PIECE_NONE},   {"True", RG_PIECE_TRUE},
                 {"False", RG_PIECE_FALSE}, {"Ellipsis", RG_PIECE_ELLIPSIS},
                 {"inf", RG_PIECE_FLOAT},   {"nan", RG_PIECE_FLOAT}};
    for (size_t i = 0; i < RG_COUNT_OF(known); i++)
        if (length == strlen(known[i].text) && memcmp(word, known[i].text, length) == 0)
            return known[i].kind;
    return RG_PIECE_RAW;
}

/* A word, or words with dots between them. `infj` and `nanj` are numbers. */
static const char *read_word(const reader *r, const char *at) {
    const char *end = skip_word(at);
    if (*end != '.') {
        size_t length = (size_t)(end - at);
        bool complex = length == 4 && (memcmp(at, "infj", 4) == 0 || memcmp(at, "nanj", 4) == 0);
        return complex ? NULL : add_piece(r, word_kind(at, length), at, end, 0);
    }
    while (*end == '.') {
        if (!is_letter(end[1]))
            return NULL;
        end = skip_word(end + 1);
    }
    return add_piece(r, RG_PIECE_DOTTED, at, end, 0);
}

/* A value without items. What follows it must be checked. */
static inline const char *read_single(const reader *r, const char *at) {
    if (*at == '%')
        return read_reference(r, at);
    if (is_digit(*at) || *at == '-')
        return read_number(r, at);
    if (is_word(*at))
        return read_word(r, at);
    return *at == '\'' || *at == '"' ? read_string(r, at) : NULL;
}

/* `dim: ` */
static const char *read_keyword(const reader *r, const char *at) {
    const char *end = skip_word(at);
    if (!is_letter(*at) || !add_piece(r, RG_PIECE_KEYWORD, at, end, 0))
        return NULL;
    return past(end, r->end, ": ");
}

/* ---- containers */

/* The one that is read; args and kwargs are at the bottom, with `begin` NULL. */
typedef struct container {
    const char *begin;
    rg_piece_kind kind;
    uint32_t items;
} container;

typedef struct containers {
    uint32_t depth;
    container open[MOST_DEPTH + 1];
} containers;

/* Opens the container that begins here, or takes a single value; an item is then complete unless a
 * container was opened. */
static inline const char *begin_item(const reader *r, containers *c, const char *at) {
    rg_piece_kind kind = *at == '(' ? RG_PIECE_TUPLE : RG_PIECE_LIST;
    const char *begin = at, *behind = *at == '(' || *at == '[' ? at + 1 : NULL;
    if (!behind && *at == 's' && (behind = past(at, r->end, "slice(")))
        kind = RG_PIECE_SLICE;
    if (!behind) {
        c->open[c->depth].items++;
        return read_single(r, at);
    }
    if (c->depth == MOST_DEPTH)
        return NULL;
    c->open[++c->depth] = (container){begin, kind, 0};
    return behind;
}

/* Takes the closing bracket, with the comma before it where there is one item. */
static const char *close_container(const reader *r, containers *c, const char *at) {
    container closed = c->open[c->depth--];
    bool comma = *at == ',';
    at += comma;
    if (*at != (closed.kind == RG_PIECE_LIST ? ']' : ')'))
        return NULL;
    if (closed.kind == RG_PIECE_TUPLE && comma != (closed.items == 1))
        return NULL;
    if (closed.kind != RG_PIECE_TUPLE && comma)
        return NULL;
    if (closed.kind == RG_PIECE_SLICE && closed.items != 3)
        return NULL;
    c->open[c->depth].items++;
    return add_piece(r, closed.kind, closed.begin, at + 1, closed.items);
}

/* Items up to the bracket that closes args or kwargs, which is not taken. */
static const char *read_items(const reader *r, bool named, const char *at, uint32_t *count) {
    containers c;
    c.depth = 0;
    c.open[0] = (container){NULL, RG_PIECE_TUPLE, 0};
    for (;;) {
        if (named && c.depth == 0 && !(at = read_keyword(r, at)))
            return NULL;
        uint32_t depth = c.depth;
        if (!(at = begin_item(r, &c, at)))
            return NULL;
        if (c.depth > depth && *at != ')' && *at != ']')
            continue;
        while (c.depth > 0 && !(at[0] == ',' && at[1] == ' ')) {
            if (!(at = close_container(r, &c, at)))
                return NULL;
        }
        *count = c.open[0].items;
        if (at[0] != ',' || at[1] != ' ')
            return at;
        at += 2;
    }
}

/* What stands in the brackets of `(args = (%x, 1), kwargs = {dim: 2})`, and the closing ones. */
static const char *read_values(const reader *r, const char *at) {
    rg_statement *s = r->statement;
    s->piece_count = s->positional = s->keywords = 0;
    if (*at != ')' && !(at = read_items(r, false, at, &s->positional)))
        return NULL;
    if ((*at == ',') != (s->positional == 1))
        return NULL;
    at += *at == ',';
    s->args_end = s->piece_count;
    at = past(at, r->end, "), kwargs = {");
    if (at && *at != '}')
        at = read_items(r, true, at, &s->keywords);
    return at ? past(at, r->end, "})") : NULL;
}

/* ---- the whole */

/* The line's end and the blanks of the next one. */
static inline const char *read_line_end(const char *at) {
    while (*at == ' ' || *at == '\t')
        at++;
    at += *at == '\r';
    if (*at != '\n')
        return NULL;
    at++;
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

rg_recognised rg_graph_recognise(rg_graph_scan *scan, uint32_t begin, uint32_t *end) {
    rg_statement *s = &scan->statement;
    reader r = {scan, s, scan->text, scan->text + scan->length};
    const char *head = read_head(&r, r.text + begin);
    if (!head)
        return RG_RECOGNISED_NOTHING;
    bool call = s->kind != RG_STATEMENT_PLACEHOLDER && s->kind != RG_STATEMENT_GET_ATTR;
    s->end = *end = (uint32_t)(head - r.text);
    const char *behind = call ? read_values(&r, head) : head;
    const char *next = behind ? read_line_end(behind) : NULL;
    if (!next)
        return s->kind == RG_STATEMENT_GET_ATTR ? RG_RECOGNISED_NOTHING : RG_RECOGNISED_HEAD;
    if (*next == '%')
        expect_name(&r, next);
    s->end = (uint32_t)(behind - r.text);
    *end = (uint32_t)(next - r.text);
    return RG_RECOGNISED_WHOLE;
}
