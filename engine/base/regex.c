#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <string.h>

#include "regex.h"

struct rg_regex {
    const char *text; /* that it was made from */
    pcre2_code *code;
    pcre2_match_context *limits;
    uint32_t pairs;     /* capture pairs, the whole match included */
    size_t group_count; /* named ones */
    const char **names;
    uint32_t *numbers; /* capture number of each named group */
};

static void release_code(void *code) {
    pcre2_code_free(code);
}

static void release_limits(void *limits) {
    pcre2_match_context_free(limits);
}

static void read_names(rg_arena *arena, rg_regex *regex) {
    uint32_t count = 0, size = 0;
    PCRE2_SPTR table = NULL;
    pcre2_pattern_info(regex->code, PCRE2_INFO_NAMECOUNT, &count);
    pcre2_pattern_info(regex->code, PCRE2_INFO_NAMEENTRYSIZE, &size);
    pcre2_pattern_info(regex->code, PCRE2_INFO_NAMETABLE, &table);
    regex->group_count = count;
    regex->names = rg_alloc_array(arena, count, sizeof *regex->names);
    regex->numbers = rg_alloc_array(arena, count, sizeof *regex->numbers);
    for (uint32_t i = 0; i < count; i++) {
        PCRE2_SPTR entry = table + (size_t)i * size;
        regex->numbers[i] = (uint32_t)entry[0] << 8 | entry[1];
        regex->names[i] =
            rg_copy_text(arena, (const char *)entry + 2, strlen((const char *)entry + 2));
    }
}

rg_regex *rg_regex_new(rg_arena *arena, const char *text, size_t length, const char **message,
                       size_t *offset) {
    int code = 0;
    PCRE2_SIZE place = 0;
    pcre2_code *compiled =
        pcre2_compile((PCRE2_SPTR)text, length,
                      PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_UTF | PCRE2_MATCH_INVALID_UTF,
                      &code, &place, NULL);
    if (!compiled && code == PCRE2_ERROR_HEAP_FAILED)
        rg_out_of_memory(arena);
    if (!compiled) {
        char buffer[256] = "";
        pcre2_get_error_message(code, (PCRE2_UCHAR *)buffer, sizeof buffer);
        *message = rg_copy_text(arena, buffer, strlen(buffer));
        *offset = place;
        return NULL;
    }
    rg_arena_defer(arena, release_code, compiled);
    rg_regex *regex = rg_alloc(arena, sizeof *regex);
    regex->text = rg_copy_text(arena, text, length);
    regex->code = compiled;
    regex->limits = pcre2_match_context_create(NULL);
    if (!regex->limits)
        rg_out_of_memory(arena);
    rg_arena_defer(arena, release_limits, regex->limits);
    pcre2_set_match_limit(regex->limits, RG_REGEX_MATCH_LIMIT);
    pcre2_jit_compile(compiled, PCRE2_JIT_COMPLETE); /* without JIT the interpreter serves */
    uint32_t captures = 0;
    pcre2_pattern_info(compiled, PCRE2_INFO_CAPTURECOUNT, &captures);
    regex->pairs = captures + 1;
    read_names(arena, regex);
    if (regex->pairs > RG_REGEX_MAX_GROUPS) {
        *message = "more than 31 groups";
        *offset = 0;
        return NULL;
    }
    return regex;
}

rg_regex *rg_regex_loosened(rg_arena *arena, const rg_regex *regex) {
    const char *message, *text = rg_format(arena, "(?s:.*)(?:%s)(?s:.*)", regex->text);
    size_t offset;
    return rg_regex_new(arena, text, strlen(text), &message, &offset);
}

size_t rg_regex_group_count(const rg_regex *regex) {
    return regex->group_count;
}

const char *rg_regex_group_name(const rg_regex *regex, size_t i) {
    return regex->names[i];
}

rg_regex_result rg_regex_match(rg_arena *arena, const rg_regex *regex, const char *subject,
                               size_t length, rg_regex_group *groups) {
    pcre2_match_data *data = pcre2_match_data_create(regex->pairs, NULL);
    if (!data)
        rg_out_of_memory(arena);
    int result = pcre2_match(regex->code, (PCRE2_SPTR)subject, length, 0, 0, data, regex->limits);
    if (result == PCRE2_ERROR_JIT_STACKLIMIT) /* the interpreter is not bound by that stack */
        result = pcre2_match(regex->code, (PCRE2_SPTR)subject, length, 0, PCRE2_NO_JIT, data,
                             regex->limits);
    const PCRE2_SIZE *pairs = pcre2_get_ovector_pointer(data);
    for (size_t i = 0; result > 0 && groups && i < regex->group_count; i++) {
        groups[i].begin = pairs[2 * regex->numbers[i]];
        groups[i].end = pairs[2 * regex->numbers[i] + 1];
    }
    pcre2_match_data_free(data);
    if (result == PCRE2_ERROR_NOMEMORY)
        rg_out_of_memory(arena);
    if (result > 0)
        return RG_REGEX_YES;
    return result == PCRE2_ERROR_NOMATCH ? RG_REGEX_NO : RG_REGEX_LIMIT;
}

const char *rg_regex_excuse(rg_arena *arena, const rg_regex *regex, const char *subject) {
    return rg_format(arena,
                     "the regex /%.200s/ took more than %d steps, or too much memory, on the text "
                     "`%.200s`: whether it matches is not known",
                     regex->text, RG_REGEX_MATCH_LIMIT, subject);
}
