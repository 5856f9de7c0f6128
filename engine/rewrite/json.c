/* Values as JSON and back: metadata, json(…), and the questions put to externs. */
#include <stdlib.h>
#include <string.h>

#include "rewrite.h"

static json_t *to_json(rg_run *run, rg_value value, size_t depth);

static json_t *dims_to_json(rg_run *run, const rg_dim *dims, size_t count) {
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(
            list, dims[i].symbol ? json_string(rg_symbol_text(run->module->symbols, dims[i].symbol))
                                 : json_integer(dims[i].value));
    return list;
}

static json_t *node_to_json(rg_run *run, rg_node_id id) {
    const rg_type *type = rg_node_type(run->graph, id); /* may fail: before there is an object */
    json_t *object = json_object();
    json_object_set_new(object, "node", json_string(rg_node_name(run->graph, id)));
    if (!type || type->kind != RG_TYPE_TENSOR)
        return object;
    const char *dtype = rg_long_dtype(rg_symbol_text(run->module->symbols, type->dtype));
    json_object_set_new(object, "shape", dims_to_json(run, type->shape, type->rank));
    json_object_set_new(object, "dtype", dtype ? json_string(dtype) : json_null());
    return object;
}

static const char *key_text(rg_run *run, rg_value key) {
    rg_text text = rg_text_new(run->scratch);
    rg_add_shown(run, &text, key);
    return rg_text_string(&text);
}

static json_t *container_to_json(rg_run *run, rg_value value, size_t depth) {
    bool dict = rg_value_kind(value) == RG_DICT;
    json_t *result = dict ? json_object() : json_array();
    json_array_append_new(run->scrap, result); /* goes with it when something fails below */
    for (uint32_t i = 0; i < rg_value_count(value); i += dict ? 2 : 1) {
        rg_value item = rg_item(run->module, value, i + (dict ? 1 : 0));
        if (dict) {
            const char *key = key_text(run, rg_item(run->module, value, i));
            json_object_set_new(result, key, to_json(run, item, depth + 1));
        } else {
            json_array_append_new(result, to_json(run, item, depth + 1));
        }
    }
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
        return json_integer(rg_get_int(run->module, value));
    case RG_FLOAT: {
        json_t *real = json_real(rg_get_float(run->module, value));
        return real ? real : json_string(rg_value_text(run->module, value)); /* inf, nan */
    }
    case RG_NODE:
        return node_to_json(run, value.data);
    case RG_TUPLE:
    case RG_LIST:
    case RG_DICT:
        return container_to_json(run, value, depth);
    default: /* names, atoms, slices: their text */
        return json_string(key_text(run, value));
    }
}

json_t *rg_value_to_json(rg_run *run, rg_value value) {
    json_t *json = to_json(run, value, 0);
    json_array_clear(run->scrap);
    return json;
}

static rg_value from_json(rg_run *run, const json_t *json, size_t depth);

static rg_value list_from_json(rg_run *run, const json_t *json, size_t depth) {
    size_t count = json_array_size(json);
    rg_value *items = rg_alloc_array(run->scratch, count, sizeof *items);
    for (size_t i = 0; i < count; i++)
        items[i] = from_json(run, json_array_get(json, i), depth + 1);
    return rg_container(run->module, RG_LIST, items, count);
}

/* Keys that are ints in decimal become ints: JSON has no others, and {"0": 1} means {0: 1}. */
static rg_value key_from_json(rg_run *run, const char *key) {
    char *end = NULL;
    long long number = strtoll(key, &end, 10);
    bool whole = *key && *end == '\0' && (key[0] == '-' || (key[0] >= '0' && key[0] <= '9'));
    return whole ? rg_int(run->module, number) : rg_str(run, key);
}

static rg_value dict_from_json(rg_run *run, json_t *json, size_t depth) {
    size_t count = json_object_size(json), at = 0;
    rg_value *items = rg_alloc_array(run->scratch, 2 * count, sizeof *items);
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

const char *rg_json_text(rg_run *run, json_t *json, const rg_ast *site) {
    char *text = json_dumps(json, JSON_SORT_KEYS | JSON_COMPACT | JSON_ENCODE_ANY);
    if (!text)
        rg_fail(run, site, "the value has no JSON form (a string that is not UTF-8?)");
    const char *copy = rg_copy_text(run->scratch, text, strlen(text));
    free(text);
    return copy;
}

/* ---------------------------------------------------------------- externs */

static json_t *ask(rg_run *run, const rg_extern_decl *decl, json_t *arguments, const rg_ast *site) {
    const char *error = NULL;
    json_t *answer = run->options->answer
                         ? run->options->answer(run->options->answer_context, decl->name, arguments,
                                                run->arena, &error)
                         : NULL;
    if (answer)
        return answer; /* cppcheck-suppress returnDanglingLifetime */
    const char *asked = rg_json_text(run, arguments, site);
    rg_fail_advice(run, site,
                   rg_format(run->scratch,
                             "the host answers it: --facts FILE.json with "
                             "{\"%s\": {FIRST ARGUMENT: ANSWER}}",
                             decl->name),
                   "extern %s%s has no answer%s%s", decl->name, asked, error ? ": " : "",
                   error ? error : "");
}

rg_value rg_ask_extern(rg_run *run, uint32_t number, const rg_value *values, size_t count,
                       const rg_ast *site) {
    const rg_extern_decl *decl = &run->ruleset->externs[number];
    rg_reads_more(run);
    rg_value list = rg_container(run->module, RG_LIST, values, count);
    json_t *arguments = rg_value_to_json(run, list);
    json_array_append_new(run->scrap, arguments); /* ours no longer: it goes with the run */
    const char *key =
        rg_format(run->scratch, "%s%s", decl->name, rg_json_text(run, arguments, site));
    json_t *known = json_object_get(run->extern_cache, key);
    if (!known) {
        known = ask(run, decl, arguments, site);
        json_object_set_new(run->extern_cache, key, known);
    }
    json_array_clear(run->scrap);
    return rg_value_from_json(run, known);
}
