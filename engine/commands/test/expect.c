/* Files of expectations: how often which rule must fire on which graph. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

typedef struct reading {
    rg_arena *arena;
    rg_test_file *file;
    rg_test shared; /* options before the first graph */
    rg_test *test;
    size_t line;
} reading;

static const char graph_word[] = "graph ";

static bool begin_graph(reading *r, const char *line) {
    const char *name = line + sizeof graph_word - 1;
    while (*name == ' ')
        name++;
    int directory = (int)(rg_base_name(r->file->path) - r->file->path);
    rg_test *test = rg_alloc(r->arena, sizeof *test);
    *test = r->shared;
    test->file = r->file;
    test->line = r->line;
    test->title = name;
    test->path =
        *name == '/' ? name : rg_format(r->arena, "%.*s%s", directory, r->file->path, name);
    *(rg_test **)rg_array_push(r->arena, &r->file->tests, sizeof test) = test;
    r->test = test;
    return *name || rg_bad_test(r->file, r->line, "`graph` needs the path of a graph");
}

/* `N`, `N..M`, `N..` or `..M`. */
static bool read_range(const char *text, size_t *least, size_t *most) {
    const char *dots = strstr(text, "..");
    char *end;
    *least = strtoull(text, &end, 10); /* 0 where the dots come first */
    *most = SIZE_MAX;
    if (dots != text && (end == text || *text < '0' || *text > '9'))
        return false;
    if (!dots) {
        *most = *least;
        return *end == '\0';
    }
    if (end != dots)
        return false;
    if (!dots[2])
        return true;
    *most = strtoull(dots + 2, &end, 10);
    return dots[2] >= '0' && dots[2] <= '9' && *end == '\0';
}

static bool take_count(reading *r, const char *line) {
    rg_test *test = r->test;
    size_t word = strcspn(line, " ");
    rg_expected_count count = {rg_copy_text(r->arena, line, word), 0, 0, r->line};
    const char *range = line + word + strspn(line + word, " ");
    if (!read_range(range, &count.least, &count.most))
        return rg_bad_test(r->file, r->line,
                           "how often `%s` fires is a number, or N..M, N.. or ..M, not `%s`",
                           count.rule, range);
    rg_expected_count *all = rg_alloc_array(r->arena, test->count_count + 1, sizeof *all);
    if (test->count_count)
        memcpy(all, test->counts, test->count_count * sizeof *all);
    all[test->count_count++] = count;
    test->counts = all;
    return true;
}

static bool take_line(reading *r, const char *begin, size_t length) {
    while (length > 0 && *begin == ' ')
        begin++, length--;
    while (length > 0 && (begin[length - 1] == ' ' || begin[length - 1] == '\r'))
        length--;
    const char *line = rg_copy_text(r->arena, begin, length);
    if (!*line || *line == '#')
        return true;
    if (strncmp(line, graph_word, sizeof graph_word - 1) == 0)
        return begin_graph(r, line);
    if (r->test)
        return take_count(r, line);
    r->shared.file = r->file;
    return rg_take_test_option(r->arena, &r->shared, r->line, line, length);
}

bool rg_read_expectations(rg_arena *arena, rg_test_file *file) {
    if (!rg_read_test_text(arena, file))
        return false;
    reading r = {.arena = arena, .file = file, .line = 1};
    const char *text = file->source->text, *end = text + file->source->length;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((stop ? stop : end) - text);
        if (!take_line(&r, text, length))
            return false;
        text += length + (stop != NULL);
        r.line++;
    }
    return true;
}

/* ---------------------------------------------------------------- checking */

bool rg_is_rule_named(const char *name, const char *pass, const char *rule) {
    size_t length = strlen(pass);
    if (strcmp(name, rule) == 0)
        return true;
    return strncmp(name, pass, length) == 0 && name[length] == '.' &&
           strcmp(name + length + 1, rule) == 0;
}

size_t rg_times_fired(const rg_outcome *outcome, const char *name) {
    const rg_fired *fired = outcome->fired.data;
    size_t count = 0;
    for (size_t i = 0; i < outcome->fired.count; i++)
        if (rg_is_rule_named(name, fired[i].pass, fired[i].rule))
            count += fired[i].count;
    return count;
}

static const char *range_text(rg_arena *arena, const rg_expected_count *wanted) {
    if (wanted->least == wanted->most)
        return rg_format(arena, "%zu", wanted->least);
    if (wanted->most == SIZE_MAX)
        return rg_format(arena, "%zu or more", wanted->least);
    return rg_format(arena, "%zu to %zu", wanted->least, wanted->most);
}

void rg_check_counts(const rg_test *test, rg_outcome *outcome) {
    for (size_t i = 0; i < test->count_count; i++) {
        const rg_expected_count *wanted = &test->counts[i];
        size_t found = rg_times_fired(outcome, wanted->rule);
        if (found >= wanted->least && found <= wanted->most)
            continue;
        outcome->passed = false;
        rg_text_printf(&outcome->complaints, "%s:%zu: `%s` fires %zu time%s, expected %s\n",
                       test->file->path, wanted->line, wanted->rule, found, found == 1 ? "" : "s",
                       range_text(outcome->arena, wanted));
        if (found < wanted->least)
            rg_add_near_miss(test, outcome, wanted->rule);
    }
}
