/* Makes what came out what is expected: files of tests are written again. */
#include <stdlib.h>
#include <string.h>

#include "test.h"

/* ---------------------------------------------------------------- sections */

/* The error messages alone, without places and source lines. */
static void add_errors(rg_text *out, const char *messages, const char *severity) {
    const char *mark = severity;
    for (const char *line = messages; *line;) {
        size_t length = strcspn(line, "\n");
        const char *found = strstr(line, mark);
        if (found && found < line + length && *line != ' ') {
            const char *text = found + strlen(mark);
            rg_text_add(out, text, length - (size_t)(text - line));
            rg_text_putc(out, '\n');
        }
        line += length + (line[length] == '\n');
    }
}

/* The keys that the old text has, with the values that came out. */
static void add_metadata(rg_text *out, const rg_section *section, const rg_outcome *outcome) {
    json_t *wanted = rg_read_json(out->arena, section->text, section->length, JSON_ALLOW_NUL, NULL);
    json_t *found = rg_read_json(out->arena, outcome->metadata, strlen(outcome->metadata),
                                 JSON_ALLOW_NUL, NULL);
    json_t *keys, *value;
    const char *pass, *key;
    void *next;
    json_object_foreach (wanted, pass, keys) {
        const json_t *actual = json_object_get(found, pass);
        json_object_foreach_safe(keys, next, key, value) {
            value = json_object_get(actual, key);
            if (value && json_object_set(keys, key, value) != 0)
                rg_out_of_memory(out->arena);
            else if (!value)
                json_object_del(keys, key);
        }
    }
    rg_text_puts(out, wanted ? rg_write_json(out->arena, wanted, 0) : outcome->metadata);
    rg_text_putc(out, '\n');
}

static void add_section(rg_text *out, const rg_section *section, const rg_outcome *outcome) {
    switch (section->kind) {
    case RG_SECTION_METADATA:
        rg_text_puts(out, "--- metadata\n");
        add_metadata(out, section, outcome);
        return;
    case RG_SECTION_FIRES:
        rg_text_puts(out, "--- fires\n");
        rg_write_fired(out, outcome);
        return;
    case RG_SECTION_WARNING:
        if (!*outcome->messages)
            return;
        rg_text_puts(out, "--- warning\n");
        add_errors(out, outcome->messages, ": warning: ");
        return;
    default:
        rg_text_puts(out, "--- becomes\n");
        rg_text_puts(out, outcome->graph);
        rg_text_putc(out, '\n');
    }
}

static bool is_unchanged(const rg_test *test, const rg_outcome *outcome) {
    const char *text = test->graph;
    size_t length = test->graph_length;
    rg_trim(&text, &length);
    return strlen(outcome->graph) == length && memcmp(text, outcome->graph, length) == 0;
}

void rg_bless_sections(rg_text *out, const rg_test *test, const rg_outcome *outcome) {
    bool unchanged = is_unchanged(test, outcome), warned = false;
    if (!outcome->ran) {
        rg_text_puts(out, "--- error\n");
        add_errors(out, outcome->messages, "error: ");
        return;
    }
    for (size_t i = 0; i < test->section_count; i++) {
        const rg_section *section = &test->sections[i];
        warned |= section->kind == RG_SECTION_WARNING;
        if (section->kind == RG_SECTION_UNCHANGED && unchanged)
            rg_text_puts(out, "--- unchanged\n");
        else
            add_section(out, section, outcome);
    }
    rg_section warnings = {RG_SECTION_WARNING, "", 0, 0};
    if (!warned && *outcome->messages)
        add_section(out, &warnings, outcome);
}

/* ---------------------------------------------------------------- files */

static bool ends_in_blank_line(const rg_test_file *file, const rg_test *test) {
    return test->end == file->source->length;
}

/* With the line ends that the file has. */
static bool replace_file(rg_arena *arena, const rg_test_file *file, const rg_text *text) {
    rg_text out = rg_text_new(arena);
    for (const char *byte = rg_text_string(text); *byte; byte++) {
        if (*byte == '\n' && file->crlf)
            rg_text_putc(&out, '\r');
        rg_text_putc(&out, *byte);
    }
    rg_output *output =
        rg_output_write(arena, file->path, rg_text_string(&out), rg_text_length(&out));
    return output && rg_output_commit(output);
}

/* ---------------------------------------------------------------- expectations */

/* How often the rule was applied, where that is not what the line says; SIZE_MAX: it is. */
static size_t new_count(const rg_test_file *file, const rg_outcome *outcomes, size_t line) {
    rg_test *const *tests = file->tests.data;
    for (size_t i = 0; i < file->tests.count; i++)
        for (size_t k = 0; k < tests[i]->count_count && outcomes[i].ran; k++) {
            const rg_expected_count *wanted = &tests[i]->counts[k];
            size_t found = rg_times_fired(&outcomes[i], wanted->rule);
            if (wanted->line == line)
                return found < wanted->least || found > wanted->most ? found : SIZE_MAX;
        }
    return SIZE_MAX;
}

/* Lines that are not as they say get the count that came out; the others stay. */
static bool write_counts(rg_arena *arena, const rg_test_file *file, const rg_outcome *outcomes) {
    rg_text out = rg_text_new(arena);
    const char *text = file->source->text;
    bool changed = false;
    for (size_t line = 1; *text; line++) {
        size_t length = strcspn(text, "\n"), count = new_count(file, outcomes, line);
        size_t word = strspn(text, " ");
        word += strcspn(text + word, " \n");
        if (count == SIZE_MAX)
            rg_text_add(&out, text, length);
        else
            rg_text_printf(&out, "%.*s %zu", (int)word, text, count);
        changed |= count != SIZE_MAX;
        text += length;
        if (*text)
            rg_text_putc(&out, *text++);
    }
    if (!changed)
        return true;
    return replace_file(arena, file, &out);
}

static bool write_file(rg_arena *arena, const rg_test_file *file, const rg_outcome *outcomes) {
    rg_text out = rg_text_new(arena);
    rg_test *const *tests = file->tests.data;
    size_t at = 0;
    bool changed = false;
    for (size_t i = 0; i < file->tests.count; i++) {
        if (outcomes[i].passed || !tests[i]->loaded || tests[i]->path)
            continue;
        changed = true;
        rg_text_add(&out, file->source->text + at, tests[i]->begin - at);
        rg_bless_sections(&out, tests[i], &outcomes[i]);
        if (!ends_in_blank_line(file, tests[i]))
            rg_text_putc(&out, '\n');
        at = tests[i]->end;
    }
    rg_text_add(&out, file->source->text + at, file->source->length - at);
    if (!changed)
        return true;
    return replace_file(arena, file, &out);
}

bool rg_bless(rg_arena *arena, rg_test_file *const *files, size_t count,
              const rg_outcome *outcomes) {
    bool done = true;
    for (size_t i = 0; i < count; i++) {
        done &= rg_has_extension(files[i]->path, ".expect")
                    ? write_counts(arena, files[i], outcomes)
                    : write_file(arena, files[i], outcomes);
        outcomes += files[i]->tests.count;
    }
    return done;
}
