/* Values as JSON and back: metadata, json(…), and the questions put to externs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/kept_json.h"
#include "../calls/callees.h"
#include "../rewrite/run.h"
#include "eval.h"
#include "json.h"
#include "memo.h"

static json_t *to_json(rg_run *run, rg_value value, size_t depth);

/* ---------------------------------------------------------------- Jansson, looked at */

static json_t *made(rg_run *run, json_t *json) {
    if (!json)
        rg_out_of_memory(run->arenas.module);
    return json;
}

static void append(rg_run *run, json_t *list, json_t *item) {
    rg_append_json(run->arenas.module, list, item);
}

static void put(rg_run *run, json_t *object, const char *key, json_t *value) {
    rg_put_json(run->arenas.module, object, key, value);
}

/* What is built goes with the run when something fails before it has its place. */
static json_t *scrapped(rg_run *run, json_t *json) {
    append(run, run->eval.scrap, made(run, json));
    return json;
}

/* Texts are bytes and JSON's are not: see rg_text_add_utf8(). */
static json_t *text_to_json(rg_run *run, const char *bytes, size_t length) {
    rg_text text = rg_text_new(run->arenas.scratch);
    rg_text_add_utf8(&text, bytes, length, true);
    return made(run, json_stringn(rg_text_string(&text), rg_text_length(&text)));
}

static json_t *string_to_json(rg_run *run, const char *text) {
    return text_to_json(run, text, strlen(text));
}

/* ---------------------------------------------------------------- values to JSON */

static json_t *dims_to_json(rg_run *run, const rg_dim *dims, size_t count) {
    json_t *list = scrapped(run, json_array());
    for (size_t i = 0; i < count; i++)
        append(run, list,
               dims[i].symbol
                   ? string_to_json(run, rg_symbol_text(run->module->symbols, dims[i].symbol))
                   : json_integer(dims[i].value));
    return json_incref(list);
}

static json_t *node_to_json(rg_run *run, rg_node_id id) {
    const rg_type *type = rg_node_type(run->graph, id); /* may fail: before there is an object */
    json_t *object = scrapped(run, json_object());
    put(run, object, "node", string_to_json(run, rg_node_name(run->graph, id)));
    if (!type || type->kind != RG_TYPE_TENSOR)
        return json_incref(object);
    const char *dtype = rg_long_dtype(rg_symbol_text(run->module->symbols, type->dtype));
    put(run, object, "shape", dims_to_json(run, type->shape, type->rank));
    put(run, object, "dtype", dtype ? string_to_json(run, dtype) : json_null());
    return json_incref(object);
}

/* Jansson reads no key with a NUL, so that is escaped in keys. */
const char *rg_json_key(rg_run *run, rg_value key) {
    rg_text shown = rg_text_new(run->arenas.scratch), text = rg_text_new(run->arenas.scratch);
    rg_add_shown(run, &shown, key);
    rg_text_add_utf8(&text, rg_text_string(&shown), rg_text_length(&shown), false);
    return rg_text_string(&text);
}

/* Of a dict's keys that are equal the last counts, as in Python; others must not meet in JSON. */
static void check_key(rg_run *run, json_t *seen, const char *text, rg_value key) {
    const json_t *before = json_object_get(seen, text);
    uint64_t number = (uint64_t)json_integer_value(before);
    rg_value first = {(uint32_t)(number >> 32), (uint32_t)number};
    if (!before)
        put(run, seen, text, json_integer((json_int_t)((uint64_t)key.tag << 32 | key.data)));
    else if (!rg_values_equal(run->module, first, key))
        rg_fail(run, NULL, "two keys of a dict are one in JSON, whose keys are texts: `%.200s`",
                text);
}

static json_t *dict_to_json(rg_run *run, rg_value dict, size_t depth) {
    json_t *result = scrapped(run, json_object()), *seen = scrapped(run, json_object());
    for (uint32_t i = 0; i < rg_value_count(dict); i += 2) {
        rg_value key = rg_item(run->module, dict, i), item = rg_item(run->module, dict, i + 1);
        const char *text = rg_json_key(run, key);
        check_key(run, seen, text, key);
        put(run, result, text, to_json(run, item, depth + 1));
    }
    return json_incref(result);
}

static json_t *list_to_json(rg_run *run, rg_value list, size_t depth) {
    json_t *result = scrapped(run, json_array());
    for (uint32_t i = 0; i < rg_value_count(list); i++)
        append(run, result, to_json(run, rg_item(run->module, list, i), depth + 1));
    return json_incref(result);
}

static json_t *to_json(rg_run *run, rg_value value, size_t depth) {
    if (depth > RG_MAX_NESTING)
        rg_fail(run, NULL, "a value nested more than %d deep", RG_MAX_NESTING);
    switch (rg_value_kind(value)) {
    case RG_NONE:
        return json_null();
    case RG_BOOL:
        return json_boolean(rg_get_int(run->module, value));
    case RG_INT:
        return made(run, json_integer(rg_get_int(run->module, value)));
    case RG_FLOAT:
        return isfinite(rg_get_float(run->module, value))
                   ? made(run, json_real(rg_get_float(run->module, value)))
                   : string_to_json(run, rg_value_text(run->module, value));
    case RG_NODE:
        return node_to_json(run, value.data);
    case RG_TUPLE:
    case RG_LIST:
        return list_to_json(run, value, depth);
    case RG_DICT:
        return dict_to_json(run, value, depth);
    default: { /* names, atoms, slices: their text */
        rg_text shown = rg_text_new(run->arenas.scratch);
        rg_add_shown(run, &shown, value);
        return text_to_json(run, rg_text_string(&shown), rg_text_length(&shown));
    }
    }
}

json_t *rg_value_to_json(rg_run *run, rg_value value) {
    json_t *json = to_json(run, value, 0);
    if (json_array_clear(run->eval.scrap) != 0)
        rg_out_of_memory(run->arenas.module);
    return json;
}

static rg_value from_json(rg_run *run, const json_t *json, size_t depth);

static rg_value list_from_json(rg_run *run, const json_t *json, size_t depth) {
    size_t count = json_array_size(json);
    rg_value *items = rg_alloc_array(run->arenas.scratch, count, sizeof *items);
    for (size_t i = 0; i < count; i++)
        items[i] = from_json(run, json_array_get(json, i), depth + 1);
    return rg_container(run->module, RG_LIST, items, count);
}

/* Keys that are ints in decimal become ints: JSON has no others, and {"0": 1} means {0: 1}. */
static rg_value key_from_json(rg_run *run, const char *key) {
    char *end = NULL;
    long long number = strtoll(key, &end, 10);
    bool whole = *key && *end == '\0' && (key[0] == '-' || (key[0] >= '0' && key[0] <= '9'));
    return whole ? rg_int(run->module, number) : rg_str(run->module, key);
}

static rg_value dict_from_json(rg_run *run, json_t *json, size_t depth) {
    size_t count = json_object_size(json), at = 0;
    rg_value *items = rg_alloc_array(run->arenas.scratch, 2 * count, sizeof *items);
    const char *key;
    json_t *value;
    json_object_foreach (json, key, value) {
        items[at++] = key_from_json(run, key);
        items[at++] = from_json(run, value, depth + 1);
    }
    return rg_container(run->module, RG_DICT, items, at);
}

static rg_value from_json(rg_run *run, const json_t *json, size_t depth) {
    if (depth > RG_MAX_NESTING)
        rg_fail(run, NULL, "an answer nested more than %d deep", RG_MAX_NESTING);
    switch (json_typeof(json)) {
    case JSON_OBJECT:
        return dict_from_json(run, (json_t *)(uintptr_t)json, depth);
    case JSON_ARRAY:
        return list_from_json(run, json, depth);
    case JSON_STRING:
        return rg_text_value(run->module, RG_STR, json_string_value(json),
                             json_string_length(json));
    case JSON_INTEGER:
        return rg_int(run->module, json_integer_value(json));
    case JSON_REAL:
        return rg_float(run->module, json_real_value(json));
    case JSON_TRUE:
    case JSON_FALSE:
        return rg_bool(json_is_true(json));
    default:
        return rg_none();
    }
}

rg_value rg_value_from_json(rg_run *run, const json_t *json) {
    return from_json(run, json, 0);
}

/* Canonical. */
static const char *json_text(rg_run *run, const json_t *json) {
    return rg_write_json(run->arenas.scratch, json,
                         JSON_SORT_KEYS | JSON_COMPACT | JSON_ENCODE_ANY);
}

const char *rg_json_text(rg_run *run, rg_value value) {
    const char *text = json_text(run, scrapped(run, rg_value_to_json(run, value)));
    json_array_clear(run->eval.scrap);
    return text;
}

/* ---------------------------------------------------------------- externs */

static json_t *ask(rg_run *run, const rg_extern_decl *decl, json_t *arguments, const rg_ast *site) {
    const char *error = NULL;
    json_t *answer = run->options->answer
                         ? run->options->answer(run->options->answer_context, decl->name, arguments,
                                                run->arenas.module, &error)
                         : NULL;
    if (answer)
        return answer; /* cppcheck-suppress returnDanglingLifetime */
    const char *asked = json_text(run, arguments);
    rg_fail_advice(run, site,
                   rg_format(run->arenas.scratch,
                             "the host answers it: --facts FILE.json with "
                             "{\"%s\": {FIRST ARGUMENT: ANSWER}}",
                             decl->name),
                   "extern %s%s has no answer%s%s", decl->name, asked, error ? ": " : "",
                   error ? error : "");
}

rg_value rg_ask_extern(rg_run *run, uint32_t number, const rg_value *values, size_t count,
                       const rg_ast *site) {
    const rg_extern_decl *decl = &run->ruleset->externs[number];
    rg_note_other_read(run);
    rg_value list = rg_container(run->module, RG_LIST, values, count);
    json_t *arguments = rg_value_to_json(run, list);
    scrapped(run, arguments);
    const char *key = rg_format(run->arenas.scratch, "%s%s", decl->name, json_text(run, arguments));
    json_t *known = json_object_get(run->eval.extern_cache, key);
    if (!known) {
        known = ask(run, decl, arguments, site);
        put(run, run->eval.extern_cache, key, known);
    }
    json_array_clear(run->eval.scrap);
    return rg_value_from_json(run, known);
}
