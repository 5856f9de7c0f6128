/* What the text of a graph says of symbols: a comment before its first statement,
 *
 *     # sizes: s77 >= 2, s77 <= 4096, s53 % 8 == 0
 *
 * Who captures a graph knows it; a text without it gets what shapes alone tell. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "sizes.h"

static const char mark[] = "# sizes:";

typedef struct reader {
    const char *at, *end;
} reader;

static void skip_blanks(reader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t'))
        r->at++;
}

static bool skip(reader *r, const char *text) {
    size_t length = strlen(text);
    skip_blanks(r);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, text, length) != 0)
        return false;
    r->at += length;
    return true;
}

static bool read_number(reader *r, int64_t *number) {
    bool negative = skip(r, "-"), any = false;
    skip_blanks(r);
    *number = 0;
    for (; r->at < r->end && isdigit((unsigned char)*r->at); any = true)
        if (__builtin_mul_overflow(*number, 10, number) ||
            __builtin_add_overflow(*number, *r->at++ - '0', number))
            return false;
    *number = negative ? -*number : *number;
    return any;
}

/* Reads one fact. False if it is of no form that is understood. */
static bool read_fact(rg_run *run, rg_sizes *sizes, reader *r) {
    int64_t number;
    skip_blanks(r);
    const char *name = r->at;
    while (r->at < r->end && (isalnum((unsigned char)*r->at) || *r->at == '_'))
        r->at++;
    if (r->at == name || isdigit((unsigned char)*name))
        return false;
    const char *symbol = rg_copy_text(run->arenas.run, name, (size_t)(r->at - name));
    if (skip(r, ">=") && read_number(r, &number))
        rg_size_limit(sizes, symbol, (rg_range){number, INT64_MAX});
    else if (skip(r, "<=") && read_number(r, &number))
        rg_size_limit(sizes, symbol, (rg_range){INT64_MIN, number});
    else if (skip(r, "%") && read_number(r, &number) && skip(r, "==") && skip(r, "0"))
        rg_size_divides(sizes, symbol, number);
    else
        return false;
    return true;
}

static void read_line(rg_run *run, reader line) {
    if (!skip(&line, mark))
        return;
    if (!run->eval.sizes)
        run->eval.sizes = rg_sizes_new(run->arenas.run);
    while (read_fact(run, run->eval.sizes, &line) && skip(&line, ","))
        ;
}

/* The comments between a graph's header and its first statement. */
static void read_comments(rg_run *run, const rg_graph *graph) {
    const rg_source *source = run->module->source;
    reader r = {source->text + graph->body_begin, source->text + source->length};
    while (r.at < r.end) {
        while (r.at < r.end && isspace((unsigned char)*r.at))
            r.at++;
        const char *end = memchr(r.at, '\n', (size_t)(r.end - r.at));
        reader line = {r.at, end ? end : r.end};
        if (line.at == line.end || *line.at != '#')
            return;
        read_line(run, line);
        r.at = line.end;
    }
}

void rg_read_size_facts(rg_run *run) {
    for (size_t i = 0; run->module->source && i < run->module->graph_count; i++)
        read_comments(run, run->module->graphs[i]);
}
