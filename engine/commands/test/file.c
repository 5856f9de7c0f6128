/* Files of tests: cut into tests, each with its options, its graph and what is expected. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "test.h"

const char *const rg_section_names[RG_SECTION_KINDS] = {"becomes", "unchanged", "metadata",
                                                        "error",   "warning",   "fires"};

bool rg_bad_test(const rg_test_file *file, size_t line, const char *format, ...) {
    va_list values;
    va_start(values, format);
    rg_message_at(file->path, line, format, values);
    va_end(values);
    return false;
}

/* ---------------------------------------------------------------- options */

static void add_words(rg_arena *arena, rg_words *words, const char *text, size_t length,
                      const char *directory, size_t directory_length) {
    while (length > 0) {
        size_t word = 0;
        while (word < length && text[word] != ' ')
            word++;
        if (word > 0) {
            const char **items = rg_alloc_array(arena, words->count + 1, sizeof *items);
            if (words->count)
                memcpy(items, words->items, words->count * sizeof *items);
            const char *name = rg_copy_text(arena, text, word);
            items[words->count++] =
                directory && *name != '/'
                    ? rg_format(arena, "%.*s%s", (int)directory_length, directory, name)
                    : name;
            words->items = items;
        }
        word += word < length;
        text += word;
        length -= word;
    }
}

static bool take_facts(rg_arena *arena, rg_test *test, size_t line, const char *text,
                       size_t length) {
    const rg_test_file *file = test->file;
    if (*text == '{') {
        const char *path = rg_format(arena, "%s:%zu", file->path, line);
        test->facts = rg_parse_facts(arena, rg_source_new(arena, path, text, length));
    } else {
        int directory = (int)(rg_base_name(file->path) - file->path);
        test->facts = rg_read_facts(
            arena, rg_format(arena, "%.*s%.*s", directory, file->path, (int)length, text));
    }
    return test->facts != NULL;
}

bool rg_take_test_option(rg_arena *arena, rg_test *test, size_t line, const char *text,
                         size_t length) {
    static const char *const names[] = {"rules", "only", "skip", "set", "facts"};
    const rg_test_file *file = test->file;
    const char *colon = memchr(text, ':', length);
    size_t key = colon ? (size_t)(colon - text) : length;
    const char *name = rg_copy_text(arena, text, key);
    size_t begin = key + (colon != NULL);
    while (begin < length && text[begin] == ' ')
        begin++;
    const char *value = text + begin;
    rg_words *lists[] = {&test->rules, &test->only, &test->skip, &test->set};
    size_t directory = (size_t)(rg_base_name(file->path) - file->path);
    for (size_t i = 0; colon && i < RG_COUNT_OF(lists); i++)
        if (strcmp(names[i], name) == 0) {
            add_words(arena, lists[i], value, length - begin, i == 0 ? file->path : NULL,
                      directory);
            return true;
        }
    if (colon && strcmp(name, "facts") == 0)
        return take_facts(arena, test, line, value, length - begin);
    const char *near = rg_nearest(name, names, RG_COUNT_OF(names));
    return rg_bad_test(file, line,
                       "there is no option `%s`%s%s%s (there are rules, only, "
                       "skip, set and facts)",
                       name, near ? "; did you mean `" : "", near ? near : "", near ? "`?" : "");
}

/* ---------------------------------------------------------------- lines */

typedef enum reading_part { BEFORE, HEAD, GRAPH, SECTION } reading_part;

typedef struct reading {
    rg_arena *arena;
    rg_test_file *file;
    rg_test shared; /* options before the first test */
    rg_test *test;  /* NULL: none yet */
    reading_part part;
    size_t line, at; /* of the line that is read */
} reading;

static bool is_rule(const char *line, size_t length, char byte) {
    size_t count = 0;
    while (count < length && line[count] == byte)
        count++;
    return count >= 3 && (byte == '-' || count == length);
}

/* The test ends before the line at hand. */
static void end_section(reading *r) {
    rg_test *test = r->test;
    const char *text = r->file->source->text;
    if (!test)
        return;
    if (r->part == GRAPH) {
        test->graph_length = (size_t)(text + r->at - test->graph);
        test->begin = r->at;
    }
    if (r->part == SECTION) {
        rg_section *last = &test->sections[test->section_count - 1];
        last->length = (size_t)(text + r->at - last->text);
    }
    test->end = r->at;
}

static bool end_test(reading *r) {
    rg_test *test = r->test;
    end_section(r);
    if (!test)
        return true;
    if (r->part == HEAD)
        return rg_bad_test(r->file, test->line,
                           "the head of the test does not end: a line `===` "
                           "comes before the graph");
    if (!test->section_count)
        return rg_bad_test(r->file, test->line,
                           "the test expects nothing: add a section, as `--- becomes`");
    return true;
}

static bool begin_test(reading *r) {
    if (!end_test(r))
        return false;
    rg_test *test = rg_alloc(r->arena, sizeof *test);
    *test = r->shared;
    test->file = r->file;
    test->line = r->line + 1;
    *(rg_test **)rg_array_push(r->arena, &r->file->tests, sizeof test) = test;
    r->test = test;
    r->part = HEAD;
    return true;
}

static bool begin_graph(reading *r, size_t after) {
    rg_test *test = r->test;
    if (!test->title)
        return rg_bad_test(r->file, r->line, "a test begins with its title");
    test->graph = r->file->source->text + after;
    test->graph_line = r->line + 1;
    r->part = GRAPH;
    return true;
}

static bool begin_section(reading *r, const char *line, size_t length, size_t after) {
    rg_test *test = r->test;
    end_section(r);
    size_t word = 3;
    while (word < length && (line[word] == '-' || line[word] == ' '))
        word++;
    while (length > word && line[length - 1] == ' ')
        length--;
    const char *name = rg_copy_text(r->arena, line + word, length - word);
    rg_section section = {RG_SECTION_KINDS, r->file->source->text + after, 0, r->line + 1};
    for (int i = 0; i < RG_SECTION_KINDS; i++)
        if (strcmp(rg_section_names[i], name) == 0)
            section.kind = (rg_section_kind)i;
    if (section.kind == RG_SECTION_KINDS) {
        const char *near = rg_nearest(name, rg_section_names, RG_SECTION_KINDS);
        return rg_bad_test(r->file, r->line,
                           "there is no section `%s`%s%s%s (there are becomes, unchanged, "
                           "metadata, error, warning and fires)",
                           name, near ? "; did you mean `" : "", near ? near : "",
                           near ? "`?" : "");
    }
    rg_section *all = rg_alloc_array(r->arena, test->section_count + 1, sizeof *all);
    if (test->section_count)
        memcpy(all, test->sections, test->section_count * sizeof *all);
    all[test->section_count++] = section;
    test->sections = all;
    r->part = SECTION;
    return true;
}

static bool take_head(reading *r, const char *line, size_t length) {
    rg_test *test = r->test ? r->test : &r->shared;
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\r'))
        length--;
    if (length == 0 || line[0] == '#')
        return true;
    if (r->test && !test->title) {
        test->title = rg_copy_text(r->arena, line, length);
        return true;
    }
    test->file = r->file;
    return rg_take_test_option(r->arena, test, r->line, line, length);
}

/* Handles the line from r->at on; `after` is where the next one begins. */
static bool take_line(reading *r, const char *line, size_t length, size_t after) {
    if (is_rule(line, length, '='))
        return r->part == HEAD ? begin_graph(r, after) : begin_test(r);
    if (r->part == BEFORE || r->part == HEAD)
        return take_head(r, line, length);
    if (is_rule(line, length, '-'))
        return begin_section(r, line, length, after);
    return true;
}

static const rg_source *without_returns(rg_arena *arena, const rg_source *source, bool *any) {
    rg_text text = rg_text_new(arena);
    const char *begin = source->text, *end = begin + source->length, *stop;
    while ((stop = memchr(begin, '\n', (size_t)(end - begin)))) {
        bool two = stop > begin && stop[-1] == '\r';
        rg_text_add(&text, begin, (size_t)(stop - begin) - two);
        rg_text_putc(&text, '\n');
        *any |= two;
        begin = stop + 1;
    }
    rg_text_add(&text, begin, (size_t)(end - begin));
    return *any ? rg_source_new(arena, source->path, rg_text_string(&text), rg_text_length(&text))
                : source;
}

bool rg_read_test_text(rg_arena *arena, rg_test_file *file) {
    const rg_source *source = file->source ? file->source : rg_source_read(arena, file->path);
    if (!source) {
        rg_message("cannot read %s: %s", file->path, strerror(errno));
        return false;
    }
    file->crlf = false;
    file->source = without_returns(arena, source, &file->crlf);
    if (memchr(source->text, '\0', source->length))
        return rg_bad_test(file, 1, "the file holds a NUL byte");
    return true;
}

bool rg_read_tests(rg_arena *arena, rg_test_file *file) {
    if (!rg_read_test_text(arena, file))
        return false;
    reading r = {.arena = arena, .file = file, .line = 1};
    const char *text = file->source->text;
    while (r.at < file->source->length) {
        const char *end = memchr(text + r.at, '\n', file->source->length - r.at);
        size_t length = end ? (size_t)(end - text) - r.at : file->source->length - r.at;
        if (!take_line(&r, text + r.at, length, r.at + length + (end != NULL)))
            return false;
        r.at += length + (end != NULL);
        r.line++;
    }
    return end_test(&r);
}
