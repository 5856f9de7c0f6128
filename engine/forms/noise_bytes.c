/* Noise: bytes that terminals, browsers and JSON put into a text. */
#include "noise.h"

typedef struct escape {
    const char *text, *meaning;
} escape;

static const escape spaces[] = {{"\xc2\xa0", " "},    {"\xe2\x80\xaf", " "}, {"\xe2\x80\x8b", ""},
                                {"\xe2\x80\x8c", ""}, {"\xe2\x80\x8d", ""},  {"\xef\xbb\xbf", ""}};
static const escape entities[] = {{"&lt;", "<"},   {"&gt;", ">"},  {"&quot;", "\""},
                                  {"&#x27;", "'"}, {"&#39;", "'"}, {"&amp;", "&"},
                                  {"&nbsp;", " "}, {"&#34;", "\""}};
static const escape markdown[] = {{"\\_", "_"}, {"\\[", "["}, {"\\]", "]"}, {"\\*", "*"}};
static const escape json[] = {
    {"\\n", "\n"},    {"\\\"", "\""},   {"\\t", "\t"},   {"\\\\", "\\"},   {"\\u003c", "<"},
    {"\\u003e", ">"}, {"\\r", ""},      {"\\/", "/"},    {"\\u0026", "&"}, {"\\u0027", "'"},
    {"\\u00a0", " "}, {"\\u202f", " "}, {"\\u200b", ""}, {"\\ufeff", ""}};
static const char json_colour[] = "\\u001b[";

/* Which escapes the text has as a whole. */
typedef struct style {
    bool entities, markdown, json;
} style;

static style style_of(const rg_source *source) {
    const char *at = source->text, *end = at + source->length, *last = end;
    while (last > at && strchr(" \t\r\n", last[-1]))
        last--;
    bool one_line = !memchr(at, '\n', (size_t)(last - at));
    return (style){
        .entities = !memchr(at, '<', source->length) &&
                    (rg_find_text(at, end, "&lt;") || rg_find_text(at, end, "&quot;") ||
                     rg_find_text(at, end, "&#x27;") || rg_find_text(at, end, "&gt;")),
        .markdown = rg_find_text(at, end, "\\_") != NULL,
        .json = one_line && rg_find_text(at, end, "\\n") != NULL,
    };
}

static const escape *find(const escape *all, size_t count, const char *at, const char *end) {
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(all[i].text);
        if ((size_t)(end - at) >= length && memcmp(at, all[i].text, length) == 0)
            return &all[i];
    }
    return NULL;
}

/* Past a colour, `ESC[31m`, or where the ESC was lost `[31m`; else NULL. */
static const char *behind_colour(const char *at, const char *end) {
    bool escaped = *at == '\x1b';
    at += escaped;
    if (at >= end || *at != '[')
        return NULL;
    const char *digits = ++at;
    while (at < end && ((*at >= '0' && *at <= '9') || *at == ';'))
        at++;
    if (at >= end || *at != 'm' || (!escaped && (at == digits || at - digits > 5)))
        return NULL;
    return at + 1;
}

typedef struct cleaning {
    rg_noisy *n;
    rg_text text;
    const char *at, *end;
    style style;
    rg_line_place place;
    size_t begin;    /* of the line, in text */
    rg_array begins; /* of size_t */
    bool bytes, escapes;
} cleaning;

/* What the byte at hand stands for; NULL: itself. */
static const char *meaning_of(cleaning *c, const char **behind) {
    const escape *e = NULL;
    if (*c->at == '\x1b' || *c->at == '[') {
        *behind = behind_colour(c->at, c->end);
        c->bytes |= *behind != NULL;
        return *behind ? "" : NULL;
    }
    if (c->style.json && (size_t)(c->end - c->at) > strlen(json_colour) &&
        memcmp(c->at, json_colour, strlen(json_colour)) == 0) {
        *behind = behind_colour(c->at + strlen(json_colour) - 1, c->end);
        c->escapes |= *behind != NULL;
        return *behind ? "" : NULL;
    }
    if ((unsigned char)*c->at >= 0xc2) {
        e = find(spaces, RG_COUNT_OF(spaces), c->at, c->end);
        c->bytes |= e != NULL;
    } else if (*c->at == '&' && c->style.entities) {
        e = find(entities, RG_COUNT_OF(entities), c->at, c->end);
    } else if (*c->at == '\\' && c->style.json) {
        e = find(json, RG_COUNT_OF(json), c->at, c->end);
    } else if (*c->at == '\\' && c->style.markdown) {
        e = find(markdown, RG_COUNT_OF(markdown), c->at, c->end);
    }
    c->escapes |= e && (unsigned char)*c->at < 0xc2;
    *behind = e ? c->at + strlen(e->text) : NULL;
    return e ? e->meaning : NULL;
}

static void end_line(cleaning *c) {
    rg_noisy_line *line = rg_array_push(c->n->arena, &c->n->lines, sizeof *line);
    line->place = c->place;
    if (c->bytes)
        rg_note_noise(c->n, RG_NOISE_BYTES, line);
    if (c->escapes)
        rg_note_noise(c->n, RG_NOISE_ESCAPES, line);
    *(size_t *)rg_array_push(c->n->arena, &c->begins, sizeof(size_t)) = c->begin;
    c->begin = rg_text_length(&c->text);
    c->bytes = c->escapes = false;
}

/* The texts of the lines can only be pointed to when no more is added. */
static void set_ends(cleaning *c) {
    const char *text = rg_text_string(&c->text);
    rg_noisy_line *lines = c->n->lines.data;
    const size_t *begins = c->begins.data;
    for (size_t i = 0; i < c->n->lines.count; i++) {
        lines[i].begin = text + begins[i];
        lines[i].end =
            text + (i + 1 < c->n->lines.count ? begins[i + 1] : rg_text_length(&c->text));
        if (lines[i].end > lines[i].begin && lines[i].end[-1] == '\n')
            lines[i].end--;
        if (lines[i].end > lines[i].begin && lines[i].end[-1] == '\r')
            lines[i].end--;
    }
}

void rg_clean_bytes(rg_noisy *n, const rg_source *source) {
    cleaning c = {.n = n,
                  .text = rg_text_new(n->arena),
                  .at = source->text,
                  .end = source->text + source->length,
                  .style = style_of(source),
                  .place = {1, 1, 1, true}};
    const char *line = c.at;
    rg_text_room(&c.text, source->length + 1);
    while (c.at < c.end) {
        const char *behind = NULL, *meaning = meaning_of(&c, &behind);
        if (!meaning) {
            rg_text_putc(&c.text, *c.at);
            behind = c.at + 1;
        } else {
            rg_text_puts(&c.text, meaning);
        }
        bool ends = meaning ? *meaning == '\n' : *c.at == '\n';
        if (ends) {
            end_line(&c);
            line = *c.at == '\n' ? behind : line;
            c.place.line += *c.at == '\n';
            c.place.column = (uint32_t)(behind - line) + 1;
        }
        c.at = behind;
    }
    if (rg_text_length(&c.text) > c.begin)
        end_line(&c);
    set_ends(&c);
}
