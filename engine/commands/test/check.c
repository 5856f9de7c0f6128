/* What came out of a test's run against what is expected. */
#include <stdlib.h>
#include <string.h>

#include "test.h"

void rg_trim(const char **text, size_t *length) {
    const char *begin = *text, *end = begin + *length;
    while (end > begin && (end[-1] == '\n' || end[-1] == ' ' || end[-1] == '\r'))
        end--;
    for (const char *at = begin; at < end && (*at == '\n' || *at == ' ' || *at == '\r'); at++)
        if (*at == '\n')
            begin = at + 1;
    *text = begin;
    *length = (size_t)(end - begin);
}

static void show_difference(rg_outcome *outcome, const char *expected, size_t expected_length,
                            const char *actual, size_t actual_length) {
    rg_diff_texts(&outcome->complaints, expected, expected_length, actual, actual_length,
                  "expected", "actual", rg_wants_colour(stdout));
}

static bool same(const char *a, size_t a_length, const char *b, size_t b_length) {
    return a_length == b_length && memcmp(a, b, a_length) == 0;
}

/* ---------------------------------------------------------------- graphs */

/* The expected graph may be written in another form than the one that came out: then both are
 * compared in the form of the first. */
static bool same_in_other_form(rg_outcome *outcome, const char *text, size_t length,
                               regraft_graph *after) {
    regraft_graph *expected;
    regraft_status status = regraft_graph_parse("expected", text, length, &expected);
    rg_keep_graph(outcome->arena, expected);
    if (status != REGRAFT_OK)
        return false;
    regraft_format form = regraft_graph_format(expected);
    size_t wanted_length, found_length;
    const char *wanted = regraft_graph_text(expected, form, &wanted_length);
    const char *found = regraft_graph_text(after, form, &found_length);
    if (!wanted || !found)
        rg_out_of_memory(outcome->arena);
    rg_trim(&wanted, &wanted_length);
    rg_trim(&found, &found_length);
    return same(wanted, wanted_length, found, found_length);
}

static void check_graph(rg_outcome *outcome, const char *expected, size_t length,
                        regraft_graph *after) {
    const char *actual = outcome->graph;
    size_t actual_length = strlen(actual);
    rg_trim(&expected, &length);
    rg_trim(&actual, &actual_length);
    if (same(expected, length, actual, actual_length) ||
        same_in_other_form(outcome, expected, length, after))
        return;
    outcome->passed = false;
    show_difference(outcome, expected, length, actual, actual_length);
}

/* ---------------------------------------------------------------- messages */

/* Each line must stand in the messages. */
static void check_messages(rg_outcome *outcome, const rg_section *section) {
    const char *text = section->text;
    size_t length = section->length;
    rg_trim(&text, &length);
    while (length > 0) {
        const char *end = memchr(text, '\n', length);
        size_t size = end ? (size_t)(end - text) : length;
        const char *line = rg_copy_text(outcome->arena, text, size);
        const char *wanted = line;
        while (*wanted == ' ')
            wanted++;
        if (!strstr(outcome->messages, wanted)) {
            outcome->passed = false;
            rg_text_printf(&outcome->complaints, "no message holds: %s\n", wanted);
        }
        size += end != NULL;
        text += size;
        length -= size;
    }
}

/* ---------------------------------------------------------------- metadata */

static void complain_value(rg_outcome *outcome, const char *pass, const char *key,
                           const json_t *wanted, const json_t *found) {
    rg_arena *arena = outcome->complaints.arena;
    outcome->passed = false;
    rg_text_printf(&outcome->complaints, "metadata %s.%s: expected %s, found %s\n", pass, key,
                   rg_write_json(arena, wanted, JSON_ENCODE_ANY),
                   found ? rg_write_json(arena, found, JSON_ENCODE_ANY) : "nothing");
}

static void compare_pass(rg_outcome *outcome, const char *pass, json_t *wanted,
                         const json_t *found) {
    const char *key;
    json_t *value;
    json_object_foreach (wanted, key, value) {
        const json_t *actual = json_object_get(found, key);
        if (!actual || !json_equal(value, actual))
            complain_value(outcome, pass, key, value, actual);
    }
}

static void check_metadata(rg_outcome *outcome, const rg_section *section) {
    json_error_t error;
    rg_arena *arena = outcome->complaints.arena;
    json_t *wanted = rg_read_json(arena, section->text, section->length, JSON_ALLOW_NUL, &error);
    json_t *found =
        rg_read_json(arena, outcome->metadata, strlen(outcome->metadata), JSON_ALLOW_NUL, NULL);
    const char *pass;
    json_t *keys;
    if (!json_is_object(wanted)) {
        outcome->passed = false;
        rg_text_printf(&outcome->complaints, "the expected metadata are not a JSON object%s%s\n",
                       wanted ? "" : ": ", wanted ? "" : error.text);
    }
    json_object_foreach (wanted, pass, keys) {
        if (json_is_object(keys))
            compare_pass(outcome, pass, keys, json_object_get(found, pass));
        else
            complain_value(outcome, pass, "", keys, NULL);
    }
}

/* ---------------------------------------------------------------- rules that fire */

void rg_write_fired(rg_text *out, const rg_outcome *outcome) {
    const rg_fired *fired = outcome->fired.data;
    for (size_t i = 0; i < outcome->fired.count; i++)
        rg_text_printf(out, "%s %zu\n", fired[i].rule, fired[i].count);
    if (!outcome->fired.count)
        rg_text_puts(out, "none\n");
}

/* Whether the line's `RULE` or `PASS.RULE` is this one. */
static bool names_rule(const char *word, size_t length, const rg_fired *fired) {
    size_t rule = strlen(fired->rule), pass = strlen(fired->pass);
    if (length == rule && memcmp(word, fired->rule, rule) == 0)
        return true;
    return length == pass + 1 + rule && memcmp(word, fired->pass, pass) == 0 && word[pass] == '.' &&
           memcmp(word + pass + 1, fired->rule, rule) == 0;
}

/* Takes the rule off the list of those that fired; false when it is not as the line says. */
static bool take_rule(rg_outcome *outcome, const char *line, size_t length, bool *taken) {
    const rg_fired *fired = outcome->fired.data;
    size_t word = 0;
    while (word < length && line[word] != ' ')
        word++;
    for (size_t i = 0; i < outcome->fired.count; i++) {
        if (taken[i] || !names_rule(line, word, &fired[i]))
            continue;
        taken[i] = true;
        return word == length || strtoull(line + word, NULL, 10) == fired[i].count;
    }
    return false;
}

static void check_fired(rg_outcome *outcome, const rg_section *section) {
    bool good = true, *taken = rg_alloc_array(outcome->arena, outcome->fired.count + 1, 1);
    const char *all = section->text;
    size_t length = section->length;
    rg_trim(&all, &length);
    const char *text = rg_copy_text(outcome->arena, all, length);
    bool none = strcmp(text, "none") == 0;
    for (const char *line = text; *line && !none;) {
        size_t size = strcspn(line, "\n");
        good &= take_rule(outcome, line, size, taken);
        line += size + (line[size] == '\n');
    }
    for (size_t i = 0; i < outcome->fired.count; i++)
        good &= taken[i];
    if (good)
        return;
    rg_text actual = rg_text_new(outcome->arena);
    rg_write_fired(&actual, outcome);
    outcome->passed = false;
    rg_text_puts(&outcome->complaints, "other rules fire:\n");
    show_difference(outcome, text, length, rg_text_string(&actual), rg_text_length(&actual) - 1);
}

/* ---------------------------------------------------------------- the whole */

static bool has_section(const rg_test *test, rg_section_kind kind) {
    for (size_t i = 0; i < test->section_count; i++)
        if (test->sections[i].kind == kind)
            return true;
    return false;
}

static void check_section(const rg_test *test, const rg_section *section, rg_outcome *outcome,
                          regraft_graph *after) {
    switch (section->kind) {
    case RG_SECTION_BECOMES:
        if (after)
            check_graph(outcome, section->text, section->length, after);
        return;
    case RG_SECTION_UNCHANGED:
        if (after)
            check_graph(outcome, test->graph, test->graph_length, after);
        return;
    case RG_SECTION_METADATA:
        check_metadata(outcome, section);
        return;
    case RG_SECTION_FIRES:
        check_fired(outcome, section);
        return;
    default:
        check_messages(outcome, section);
    }
}

void rg_check_outcome(const rg_test *test, rg_outcome *outcome, regraft_graph *after) {
    bool must_fail = has_section(test, RG_SECTION_ERROR);
    outcome->passed = true;
    if (after && must_fail)
        rg_text_puts(&outcome->complaints, "the run does not fail\n");
    if (!after && !must_fail)
        rg_text_puts(&outcome->complaints, "the run fails\n");
    bool quiet = !test->path && !has_section(test, RG_SECTION_WARNING);
    if (after && *outcome->messages && quiet)
        rg_text_puts(&outcome->complaints, "there are messages that are not expected\n");
    outcome->passed = !rg_text_length(&outcome->complaints);
    for (size_t i = 0; i < test->section_count; i++)
        check_section(test, &test->sections[i], outcome, after);
    rg_check_counts(test, outcome);
    if (!outcome->passed)
        rg_text_puts(&outcome->complaints, outcome->messages);
}
