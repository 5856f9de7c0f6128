/* The facts file: what the host knows, by extern and first argument. */
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"

enum { MOST_NAMES_SHOWN = 20 }; /* a longer list would hide the other lines */

/* ---------------------------------------------------------------- reading */

static void show(rg_arena *arena, const rg_diagnostic *diagnostic) {
    rg_text text = rg_text_new(arena);
    rg_render_diagnostic(&text, diagnostic, rg_wants_colour(stderr));
    fputs(rg_text_string(&text), stderr);
}

static json_t *reject(rg_arena *arena, rg_span span, const char *message) {
    rg_diagnostics diagnostics;
    rg_diagnostics_init(&diagnostics, arena);
    rg_diagnostic *made = rg_report(&diagnostics, RG_ERROR, span, "%s", message);
    rg_advise(&diagnostics, made,
              "a facts file is {\"EXTERN\": {\"FIRST ARGUMENT\": ANSWER, ...}, ...}");
    show(arena, made);
    return NULL;
}

json_t *rg_read_facts(rg_arena *arena, const char *path) {
    const rg_source *source = rg_source_read(arena, path);
    if (source)
        return rg_parse_facts(arena, source);
    rg_message("cannot read %s: %s", path, strerror(errno));
    return NULL;
}

json_t *rg_parse_facts(rg_arena *arena, const rg_source *source) {
    json_error_t error;
    rg_span span = {source, 0, 0, 0, 0};
    json_t *facts = rg_read_json(arena, source->text, source->length,
                                 JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    if (!facts) {
        uint32_t line = error.line > 0 ? (uint32_t)error.line : 0;
        uint32_t column = error.column > 0 ? (uint32_t)error.column : 1;
        span = (rg_span){source, line, column, line, column + 1};
        return reject(arena, span, error.text);
    }
    if (!json_is_object(facts))
        return reject(arena, span, "the facts are not an object");
    const char *name;
    json_t *answers;
    json_object_foreach (facts, name, answers) {
        if (!json_is_object(answers))
            return reject(arena, span,
                          rg_format(arena, "the answers of `%s` are not an object", name));
    }
    return facts;
}

/* ---------------------------------------------------------------- answering */

/* "0, 1, tp": the keys of an object. */
static const char *list_keys(rg_arena *arena, const json_t *object) {
    rg_text text = rg_text_new(arena);
    size_t count = 0;
    const char *key;
    json_t *value;
    json_object_foreach ((json_t *)object, key, value) {
        if (count == MOST_NAMES_SHOWN)
            rg_text_puts(&text, ", ...");
        else if (count < MOST_NAMES_SHOWN)
            rg_text_printf(&text, "%s%s", count ? ", " : "", key);
        count++;
    }
    return count ? rg_text_string(&text) : "nothing";
}

static void answer(const rg_facts *facts, const char *name, const json_t *argument,
                   regraft_reply *reply) {
    rg_arena *arena = facts->arena;
    const json_t *answers = json_object_get(facts->facts, name);
    if (!answers) {
        regraft_reply_error(reply, rg_format(arena, "%s has nothing for it; it has %s", facts->path,
                                             list_keys(arena, facts->facts)));
        return;
    }
    const char *key = "";
    if (json_is_string(argument)) /* a str stands for itself, everything else for its JSON */
        key = rg_escape_nul(arena, json_string_value(argument), json_string_length(argument));
    else if (argument)
        key = rg_write_json(arena, argument, JSON_COMPACT | JSON_ENCODE_ANY);
    const json_t *found = json_object_get(answers, key);
    if (found)
        regraft_reply_answer(reply, rg_write_json(arena, found, JSON_COMPACT | JSON_ENCODE_ANY));
    else
        regraft_reply_error(reply, rg_format(arena, "%s does not know `%s`; it knows %s",
                                             facts->path, key, list_keys(arena, answers)));
}

/* The engine is among the callers: a lack of memory must not jump over it. */
void rg_answer_from_facts(void *context, const char *name, const char *arguments,
                          regraft_reply *reply) {
    const rg_facts *facts = context;
    jmp_buf failure;
    jmp_buf *before = rg_arena_on_failure(facts->arena, &failure);
    if (setjmp(failure) == 0) {
        const json_t *given =
            rg_read_json(facts->arena, arguments, strlen(arguments), JSON_ALLOW_NUL, NULL);
        answer(context, name, json_array_get(given, 0), reply);
    } else {
        regraft_reply_no_memory(reply);
    }
    rg_arena_on_failure(facts->arena, before);
}
