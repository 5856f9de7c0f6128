/* Texts with a name, places in them, and what is said about these: see base.h, which includes this.
 */
#ifndef REGRAFT_DIAGNOSTICS_H
#define REGRAFT_DIAGNOSTICS_H

#include "base.h"

/* ---------------------------------------------------------------- sources */

/* Where a line of a text that was made from another comes from: its first byte there. */
typedef struct rg_line_place {
    uint32_t line, column; /* from 1; line 0: it comes from no place */
    uint32_t end_column;   /* of what the whole line comes from; not used if it is a copy */
    bool copy;             /* the line is the same text there, from that column on */
} rg_line_place;

/* A text with a name: a rule file, a graph file, standard input. */
typedef struct rg_source {
    rg_arena *arena;
    const char *path;  /* as given by the user, shown in messages */
    char *text;        /* two NULs follow it; may contain NULs. Scanners work in place: they write
                          to it while they run, and restore it */
    size_t length;     /* bytes */
    size_t line_count; /* filled by the first rg_source_line() */
    size_t *lines;     /* offset of the start of each line */
    struct rg_mapping *mapping;     /* NULL: the text is in memory of its own */
    const struct rg_source *origin; /* the text that it was made from; NULL: from none */
    const rg_line_place *places;    /* by line: where it comes from in that */
    size_t place_count;
} rg_source;

/* A source with copies of path and text. */
rg_source *rg_source_new(rg_arena *arena, const char *path, const char *text, size_t length);
/* Reads a file ("-" is standard input). NULL and an errno on failure. */
rg_source *rg_source_read(rg_arena *arena, const char *path);
/* The same for a file that does not change: the text of a large file is mapped, so that it takes no
 * memory until it is read. If the file is truncated meanwhile, the program ends (SIGBUS). */
rg_source *rg_source_map(rg_arena *arena, const char *path);
/* Frees the memory of a mapped text until it is read again. Scanners must have restored the text.
 */
void rg_source_rest(const rg_source *source);
/* The text will be read soon: maps all pages of a mapped text at once, which costs less than page
 * by page. */
void rg_source_fetch(const rg_source *source);
/* Whether the file of a mapped text has changed since; false if the text is not mapped. */
bool rg_source_changed(const rg_source *source);
/* Line `line` (from 1) without its line end, not NUL-terminated; "" if there is no such line.
 * The first call finds all lines. */
const char *rg_source_line(const rg_source *source, uint32_t line, size_t *length);

/* ---------------------------------------------------------------- places */

/* A range of a source. Lines and columns count from 1; columns are bytes. line 0: no place. */
typedef struct rg_span {
    const rg_source *source;
    uint32_t line, column;         /* first byte */
    uint32_t end_line, end_column; /* one past the last byte */
} rg_span;

/* The same range in the text that the user gave, where the source was made from it. */
rg_span rg_original_span(rg_span span);

/* ---------------------------------------------------------------- diagnostics */

typedef enum rg_severity { RG_NOTE, RG_WARNING, RG_ERROR } rg_severity;

typedef struct rg_diagnostic {
    rg_severity severity;
    rg_span span;
    const char *message;            /* one line: what is wrong */
    const char *advice;             /* NULL, or one line: how to mend it */
    const char *pass, *rule, *node; /* names, in diagnostics of a run; NULL if there is none */
    struct rg_diagnostic *next;
} rg_diagnostic;

/* The diagnostics of one job, in the order in which they were made. */
typedef struct rg_diagnostics {
    rg_arena *arena;
    rg_diagnostic *first, *last;
    size_t errors, warnings;
} rg_diagnostics;

void rg_diagnostics_init(rg_diagnostics *diagnostics, rg_arena *arena);
/* Adds a diagnostic, at the span's place in the original; message is formatted. Returns it so that
 * advice can be set (see rg_advise). */
rg_diagnostic *rg_report(rg_diagnostics *diagnostics, rg_severity severity, rg_span span,
                         const char *format, ...) __attribute__((format(printf, 4, 5)));
void rg_advise(rg_diagnostics *diagnostics, rg_diagnostic *diagnostic, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Appends the diagnostic as text:
 *     FILE:LINE:COLUMN: error: MESSAGE
 *         LINE OF SOURCE
 *            ^~~~
 *     help: ADVICE
 * A very long source line is cut around the caret; tabs are kept; control bytes are shown as '?'.
 * `colour` adds ANSI colours. */
void rg_render_diagnostic(rg_text *out, const rg_diagnostic *diagnostic, bool colour);

#endif
