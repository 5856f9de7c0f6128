/* A text for a regex: of alternatives the first, of repetitions as few as allowed, of a class its
 * first character. */
#include "sample.h"

#include <string.h>

enum { DEEPEST = 100 };

typedef struct sampler {
    rg_text *out;
    const char *at;
    int depth;
} sampler;

static void alternatives(sampler *s);

/* Goes to the end of the group that is open, or of its alternative. */
static void skip(sampler *s, bool whole_group) {
    for (int depth = 0; *s->at; s->at++) {
        if (*s->at == '\\' && s->at[1]) {
            s->at++;
        } else if (*s->at == '[') {
            while (s->at[1] && *s->at != ']')
                s->at += *s->at == '\\' ? 2 : 1;
        } else if (*s->at == '(') {
            depth++;
        } else if (*s->at == ')' && depth-- == 0) {
            return;
        } else if (*s->at == '|' && depth == 0 && !whole_group) {
            return;
        }
    }
}

static void escape(sampler *s) {
    char byte = s->at[1];
    s->at += byte ? 2 : 1;
    switch (byte) {
    case 'w':
        rg_text_putc(s->out, 'a');
        return;
    case 'd':
        rg_text_putc(s->out, '1');
        return;
    case 's':
        rg_text_putc(s->out, ' ');
        return;
    case 'b':
    case 'B':
    case 'A':
    case 'z':
    case 'Z':
        return;
    default:
        rg_text_putc(s->out, byte);
    }
}

static void class(sampler *s) {
    s->at++;
    bool negated = *s->at == '^';
    if (negated)
        rg_text_putc(s->out, '~');
    else if (*s->at == '\\')
        escape(s);
    else if (*s->at)
        rg_text_putc(s->out, *s->at);
    while (*s->at && *s->at != ']')
        s->at += *s->at == '\\' && s->at[1] ? 2 : 1;
    s->at += *s->at == ']';
}

static void group(sampler *s) {
    s->at++;
    if (s->at[0] == '?' && (s->at[1] == '<' || s->at[1] == 'P' || s->at[1] == '\'')) {
        while (*s->at && *s->at != '>')
            s->at++;
        s->at += *s->at == '>';
    } else if (s->at[0] == '?') {
        s->at += s->at[1] ? 2 : 1;
    }
    alternatives(s);
    s->at += *s->at == ')';
}

static void atom(sampler *s) {
    if (*s->at == '\\')
        escape(s);
    else if (*s->at == '[')
        class(s);
    else if (*s->at == '(')
        group(s);
    else if (*s->at == '^' || *s->at == '$')
        s->at++;
    else
        rg_text_putc(s->out, *s->at == '.' ? 'a' : *s->at), s->at++;
}

/* An atom with what says how often: none where that is allowed. */
static void repeated(sampler *s) {
    size_t length = rg_text_length(s->out);
    atom(s);
    bool none = *s->at == '?' || *s->at == '*';
    if (*s->at == '{')
        while (*s->at && *s->at != '}')
            s->at++;
    if (none || *s->at == '+' || *s->at == '}')
        s->at++;
    if (*s->at == '?' || *s->at == '+')
        s->at++;
    if (none)
        s->out->bytes.count = length;
}

static void alternatives(sampler *s) {
    if (++s->depth < DEEPEST)
        while (*s->at && *s->at != '|' && *s->at != ')')
            repeated(s);
    s->depth--;
    skip(s, true);
}

const char *rg_sample_regex(rg_arena *arena, const char *regex) {
    rg_text out = rg_text_new(arena);
    sampler s = {&out, regex, 0};
    while (*s.at) {
        alternatives(&s);
        s.at += *s.at != '\0';
    }
    rg_text_putc(&out, '\0');
    out.bytes.count--;
    return rg_copy_text(arena, rg_text_string(&out), rg_text_length(&out));
}
