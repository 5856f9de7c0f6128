/* Taking away what surrounds graphs in logs, mails and web pages: what its files share. */
#ifndef REGRAFT_FORMS_NOISE_H
#define REGRAFT_FORMS_NOISE_H

#include "forms.h"

/* Kinds of noise, in the order in which they are taken away. */
typedef enum rg_noise {
    RG_NOISE_BYTES,    /* colours, no-break spaces, byte order marks */
    RG_NOISE_ESCAPES,  /* of HTML, Markdown, JSON */
    RG_NOISE_LOG,      /* prefixes of log lines */
    RG_NOISE_QUOTE,    /* `> ` */
    RG_NOISE_COMMENT,  /* `# ` before every line */
    RG_NOISE_DIFF,     /* the column of + and - */
    RG_NOISE_CURSOR,   /* `-->` */
    RG_NOISE_FENCE,    /* ``` */
    RG_NOISE_TITLE,    /* what stands before `class` in its line */
    RG_NOISE_AROUND,   /* lines before and behind the graph */
    RG_NOISE_WRAPPED,  /* lines that were broken */
    RG_NOISE_HEADER,   /* `graph():` was missing */
    RG_NOISE_LEFT_OUT, /* `...` in place of lines */
    RG_NOISE_KINDS
} rg_noise;

/* A line that is being cleaned: bytes of some source. */
typedef struct rg_noisy_line {
    const char *begin, *end;
    rg_line_place place; /* of its first byte */
    bool dropped;
} rg_noisy_line;

typedef struct rg_noisy {
    rg_arena *arena;
    rg_array lines;                 /* of rg_noisy_line */
    size_t found[RG_NOISE_KINDS];   /* lines with that kind */
    uint32_t first[RG_NOISE_KINDS]; /* the first of them */
} rg_noisy;

static inline void rg_note_noise(rg_noisy *n, rg_noise kind, const rg_noisy_line *line) {
    if (n->found[kind]++ == 0)
        n->first[kind] = line->place.line;
}

static inline bool rg_line_begins(const rg_noisy_line *line, const char *word) {
    size_t length = strlen(word);
    return (size_t)(line->end - line->begin) >= length && memcmp(line->begin, word, length) == 0;
}

/* The prefix of a log that the line begins with, up to where its content does; else its begin. */
const char *rg_behind_log_prefix(const char *at, const char *end);
/* The text with its bytes set right, as lines. */
void rg_clean_bytes(rg_noisy *n, const rg_source *source);

#endif
