/* The functions of expressions that look at plain values. They get no run: what they may touch is
 * the module, which holds their results. graph.c has those that look at nodes. */
#include <stdlib.h>
#include <string.h>

#include "../../graph_text/graph_text.h"
#include "builtins.h"
#include "../eval.h"

/* ---------------------------------------------------------------- arguments */

/* The first failure is reported. */
static rg_value fail(rg_value_call *c, const char *message) {
    c->wrong = c->wrong ? c->wrong : message;
    return rg_none();
}

/* The value as an int; 0, and a message, if it is not an int. */
static int64_t as_int(rg_value_call *c, rg_value value) {
    if (rg_value_kind(value) == RG_INT || rg_value_kind(value) == RG_BOOL)
        return rg_get_int(c->module, value);
    rg_text shown = rg_text_new(c->scratch);
    rg_print_value(&shown, c->graph, value);
    fail(c, rg_format(c->scratch, "an int is needed, not %s", rg_text_string(&shown)));
    return 0;
}

/* The number of items of a tuple or list; 0, and a message, if the value is neither. */
static uint32_t as_list(rg_value_call *c, rg_value value) {
    rg_kind kind = rg_value_kind(value);
    if (kind == RG_TUPLE || kind == RG_LIST)
        return rg_value_count(value);
    fail(c, "a tuple or list is needed");
    return 0;
}

/* The text of a device; NULL, and a message, if the value is not a device. */
static const char *as_device(rg_value_call *c, rg_value value) {
    rg_kind kind = rg_value_kind(value);
    bool right = kind == RG_STR || kind == RG_ATOM || kind == RG_DEVICE;
    const char *text = right ? rg_value_text(c->module, value) : "";
    if (right && strlen(text) == rg_symbol_length(c->module->symbols, value.data))
        return text;
    fail(c, right ? "a device's name contains no NUL" : "a device or a string is needed");
    return NULL;
}

static rg_value item(const rg_value_call *c, rg_value container, size_t i) {
    return rg_item(c->module, container, i);
}

/* ---------------------------------------------------------------- containers */

RG_VALUE_BUILTIN(len) {
    rg_value v = c->values[0];
    if (rg_value_kind(v) == RG_STR)
        return rg_int(c->module, (int64_t)rg_symbol_length(c->module->symbols, v.data));
    if (rg_value_kind(v) == RG_DICT)
        return rg_int(c->module, rg_value_count(v) / 2);
    return rg_int(c->module, as_list(c, v));
}

/* A list of the pairs (first(i), second(i)). */
static rg_value pairs(rg_value_call *c, uint32_t count,
                      rg_value (*first)(rg_value_call *c, size_t i),
                      rg_value (*second)(rg_value_call *c, size_t i)) {
    rg_value *result = rg_alloc_array(c->scratch, count, sizeof *result);
    for (uint32_t i = 0; i < count; i++) {
        rg_value pair[2] = {first(c, i), second(c, i)};
        result[i] = rg_container(c->module, RG_TUPLE, pair, 2);
    }
    return rg_container(c->module, RG_LIST, result, count);
}

static rg_value number(rg_value_call *c, size_t i) {
    return rg_int(c->module, (int64_t)i);
}

static rg_value item_of_first(rg_value_call *c, size_t i) {
    return item(c, c->values[0], i);
}

static rg_value item_of_second(rg_value_call *c, size_t i) {
    return item(c, c->values[1], i);
}

static rg_value key_of_first(rg_value_call *c, size_t i) {
    return item(c, c->values[0], 2 * i);
}

static rg_value value_of_first(rg_value_call *c, size_t i) {
    return item(c, c->values[0], 2 * i + 1);
}

RG_VALUE_BUILTIN(items) {
    if (rg_value_kind(c->values[0]) != RG_DICT)
        return fail(c, "items() needs a dict");
    return pairs(c, rg_value_count(c->values[0]) / 2, key_of_first, value_of_first);
}

RG_VALUE_BUILTIN(enumerate) {
    return pairs(c, as_list(c, c->values[0]), number, item_of_first);
}

RG_VALUE_BUILTIN(zip) {
    uint32_t a = as_list(c, c->values[0]), b = as_list(c, c->values[1]);
    return pairs(c, a < b ? a : b, item_of_first, item_of_second);
}

RG_VALUE_BUILTIN(range) {
    const rg_value *v = c->values;
    int64_t from = c->count > 1 ? as_int(c, v[0]) : 0;
    int64_t to = as_int(c, v[c->count > 1 ? 1 : 0]);
    int64_t step = c->count > 2 ? as_int(c, v[2]) : 1;
    rg_array items = {0};
    if (step == 0)
        fail(c, "range() with step 0");
    for (int64_t i = from; !c->wrong && (step > 0 ? i < to : i > to); i += step) {
        if (items.count >= RG_MAX_ITEMS)
            return fail(c, rg_format(c->scratch, "a range of more than %u items", RG_MAX_ITEMS));
        *(rg_value *)rg_array_push(c->scratch, &items, sizeof(rg_value)) = rg_int(c->module, i);
        if (step > 0 ? i > INT64_MAX - step : i < INT64_MIN - step)
            break;
    }
    return rg_container(c->module, RG_LIST, items.data, items.count);
}

static rg_value as_kind(rg_value_call *c, rg_kind kind) {
    uint32_t count = as_list(c, c->values[0]);
    return rg_copy_items(c->module, c->scratch, kind, c->values[0], 0, count);
}

RG_VALUE_BUILTIN(list) {
    return as_kind(c, RG_LIST);
}

RG_VALUE_BUILTIN(tuple) {
    return as_kind(c, RG_TUPLE);
}

RG_VALUE_BUILTIN(slice) {
    rg_value parts[3] = {rg_none(), rg_none(), rg_none()};
    size_t first = c->count == 1 ? 1 : 0; /* one argument is the end, as Python has it */
    for (size_t i = 0; i < c->count; i++)
        parts[first + i] = c->values[i];
    return rg_container(c->module, RG_SLICE, parts, 3);
}

/* ---------------------------------------------------------------- truth */

static bool has_item(rg_value_call *c, bool truth) {
    uint32_t n = as_list(c, c->values[0]);
    for (uint32_t i = 0; i < n; i++)
        if (rg_truth(c->module, item_of_first(c, i)) == truth)
            return true;
    return false;
}

RG_VALUE_BUILTIN(any) {
    return rg_bool(has_item(c, true));
}

RG_VALUE_BUILTIN(all) {
    return rg_bool(!has_item(c, false));
}

RG_VALUE_BUILTIN(is_node) {
    return rg_bool(rg_is_node(c->values[0]));
}

/* ---------------------------------------------------------------- texts and devices */

RG_VALUE_BUILTIN(base64) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (rg_value_kind(c->values[0]) != RG_STR)
        return fail(c, "base64() needs a string");
    const unsigned char *bytes = (const unsigned char *)rg_value_text(c->module, c->values[0]);
    size_t length = rg_symbol_length(c->module->symbols, c->values[0].data);
    rg_text out = rg_text_new(c->scratch);
    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        uint32_t group = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                         (left > 2 ? bytes[i + 2] : 0);
        rg_text_putc(&out, digits[group >> 18]);
        rg_text_putc(&out, digits[group >> 12 & 63]);
        rg_text_putc(&out, left > 1 ? digits[group >> 6 & 63] : '=');
        rg_text_putc(&out, left > 2 ? digits[group & 63] : '=');
    }
    return rg_str(c->module, rg_text_string(&out));
}

RG_VALUE_BUILTIN(device) {
    const char *type = as_device(c, c->values[0]);
    bool numbered = rg_value_kind(c->values[1]) != RG_NONE;
    long long index = type && numbered ? (long long)as_int(c, c->values[1]) : 0;
    if (c->wrong || !type)
        return rg_none();
    const char *text = numbered ? rg_format(c->scratch, "%s:%lld", type, index) : type;
    return rg_text_value(c->module, RG_DEVICE, text, strlen(text));
}

RG_VALUE_BUILTIN(device_type) {
    const char *text = as_device(c, c->values[0]);
    return text ? rg_text_value(c->module, RG_STR, text, strcspn(text, ":")) : rg_none();
}

RG_VALUE_BUILTIN(device_index) {
    const char *text = as_device(c, c->values[0]);
    const char *colon = text ? strchr(text, ':') : NULL;
    return colon ? rg_int(c->module, strtoll(colon + 1, NULL, 10)) : rg_none();
}
