/* The list of targets, and what runs one. */
#include "fuzz.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const fuzz_target targets[] = {
    {"graph", fuzz_graph},         {"rules", fuzz_rules},   {"lint", fuzz_lint},
    {"operators", fuzz_operators}, {"schema", fuzz_schema}, {"pipeline", fuzz_pipeline},
    {"facts", fuzz_facts},         {"tests", fuzz_tests},   {"run", fuzz_run},
};

const fuzz_target *fuzz_at(size_t index) {
    return index < RG_COUNT_OF(targets) ? &targets[index] : NULL;
}

const fuzz_target *fuzz_find(const char *name) {
    for (size_t i = 0; i < RG_COUNT_OF(targets); i++)
        if (strcmp(targets[i].name, name) == 0)
            return &targets[i];
    return NULL;
}

/* On standard output: libFuzzer closes standard error, where commands write their messages. */
_Noreturn void fuzz_fail(const char *format, ...) {
    va_list values;
    printf("a property does not hold: ");
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    putchar('\n');
    fflush(stdout);
    abort();
}

/* The line of a text that holds the byte. */
static const char *line_at(const rg_text *text, size_t at, int *length) {
    const char *bytes = rg_text_string(text);
    size_t begin = at, end = at;
    while (begin > 0 && bytes[begin - 1] != '\n')
        begin--;
    while (end < rg_text_length(text) && bytes[end] != '\n')
        end++;
    *length = (int)(end - begin);
    return bytes + begin;
}

void fuzz_expect_same(const char *what, const rg_text *first, const rg_text *second) {
    size_t at = 0, shorter = rg_text_length(first);
    const char *one = rg_text_string(first), *other = rg_text_string(second);
    if (rg_text_length(second) < shorter)
        shorter = rg_text_length(second);
    while (at < shorter && one[at] == other[at])
        at++;
    if (at == rg_text_length(first) && at == rg_text_length(second))
        return;
    int one_length, other_length;
    const char *one_line = line_at(first, at, &one_length);
    const char *other_line = line_at(second, at, &other_length);
    fuzz_fail("%s; they differ in\n  %.*s\n  %.*s", what, one_length, one_line, other_length,
              other_line);
}

typedef struct work {
    const fuzz_target *target;
    fuzz_input input;
} work;

static void run_target(void *context) {
    work *wanted = context;
    wanted->target->run(&wanted->input);
}

void fuzz_one(const fuzz_target *target, const unsigned char *bytes, size_t length) {
    rg_arena *arena = rg_arena_new();
    work wanted = {target, {arena, (const char *)bytes, length}};
    if (!arena)
        abort();
    rg_guard(arena, NULL, run_target, &wanted);
    rg_arena_free(arena);
}
