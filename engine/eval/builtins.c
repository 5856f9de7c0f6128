/* The functions of expressions that look at plain values. builtins_graph.c has those of nodes. */
#include <stdlib.h>
#include <string.h>

#include "../graph_text/graph_text.h"
#include "../calls/callees.h"
#include "../rewrite/run.h"
#include "builtins.h"
#include "eval.h"
#include "json.h"
#include "memo.h"

typedef rg_value (*builtin)(rg_run *run, const rg_value *v, size_t count, const rg_ast *site);

static int64_t as_int(rg_run *run, rg_value value, const rg_ast *site) {
    if (rg_value_kind(value) == RG_INT || rg_value_kind(value) == RG_BOOL)
        return rg_get_int(run->module, value);
    rg_text shown = rg_text_new(run->arenas.scratch);
    rg_print_value(&shown, run->graph, value);
    rg_fail(run, site, "an int is needed, not %s", rg_text_string(&shown));
}

static uint32_t as_list(rg_run *run, rg_value value, const rg_ast *site) {
    rg_kind kind = rg_value_kind(value);
    if (kind != RG_TUPLE && kind != RG_LIST)
        rg_fail(run, site, "a tuple or list is needed");
    return rg_value_count(value);
}

static rg_value pair(rg_run *run, rg_value a, rg_value b) {
    rg_value items[2] = {a, b};
    return rg_container(run->module, RG_TUPLE, items, 2);
}

static rg_value fn_len(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)count;
    rg_kind kind = rg_value_kind(v[0]);
    if (kind == RG_STR)
        return rg_int(run->module, (int64_t)rg_symbol_length(run->module->symbols, v[0].data));
    if (kind == RG_DICT)
        return rg_int(run->module, rg_value_count(v[0]) / 2);
    return rg_int(run->module, as_list(run, v[0], site));
}

static rg_value fn_items(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)count;
    if (rg_value_kind(v[0]) != RG_DICT)
        rg_fail(run, site, "items() needs a dict");
    uint32_t pairs = rg_value_count(v[0]) / 2;
    rg_value *result = rg_alloc_array(run->arenas.scratch, pairs, sizeof *result);
    for (uint32_t i = 0; i < pairs; i++)
        result[i] = pair(run, rg_item(run->module, v[0], 2 * (size_t)i),
                         rg_item(run->module, v[0], 2 * (size_t)i + 1));
    return rg_container(run->module, RG_LIST, result, pairs);
}

static rg_value fn_enumerate(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)count;
    uint32_t n = as_list(run, v[0], site);
    rg_value *result = rg_alloc_array(run->arenas.scratch, n, sizeof *result);
    for (uint32_t i = 0; i < n; i++)
        result[i] = pair(run, rg_int(run->module, i), rg_item(run->module, v[0], i));
    return rg_container(run->module, RG_LIST, result, n);
}

static rg_value fn_zip(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)count;
    uint32_t a = as_list(run, v[0], site), b = as_list(run, v[1], site), n = a < b ? a : b;
    rg_value *result = rg_alloc_array(run->arenas.scratch, n, sizeof *result);
    for (uint32_t i = 0; i < n; i++)
        result[i] = pair(run, rg_item(run->module, v[0], i), rg_item(run->module, v[1], i));
    return rg_container(run->module, RG_LIST, result, n);
}

static rg_value fn_range(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    int64_t from = count > 1 ? as_int(run, v[0], site) : 0;
    int64_t to = as_int(run, v[count > 1 ? 1 : 0], site);
    int64_t step = count > 2 ? as_int(run, v[2], site) : 1;
    rg_array items = {0};
    if (step == 0)
        rg_fail(run, site, "range() with step 0");
    for (int64_t i = from; step > 0 ? i < to : i > to; i += step) {
        if (items.count >= RG_MAX_ITEMS)
            rg_fail(run, site, "a range of more than %u items", RG_MAX_ITEMS);
        *(rg_value *)rg_array_push(run->arenas.scratch, &items, sizeof(rg_value)) =
            rg_int(run->module, i);
        if (step > 0 ? i > INT64_MAX - step : i < INT64_MIN - step)
            break;
    }
    return rg_container(run->module, RG_LIST, items.data, items.count);
}

/* min and max of their arguments, or of the items of one list. */
static rg_value extreme(rg_run *run, const rg_value *v, size_t count, const rg_ast *site,
                        bool largest) {
    bool list = count == 1;
    size_t n = list ? as_list(run, v[0], site) : count;
    int64_t best = 0;
    if (!n)
        rg_fail(run, site, "min() or max() of nothing");
    for (size_t i = 0; i < n; i++) {
        int64_t x = as_int(run, list ? rg_item(run->module, v[0], i) : v[i], site);
        best = i == 0 || (largest ? x > best : x < best) ? x : best;
    }
    return rg_int(run->module, best);
}

static rg_value fn_min(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    return extreme(run, v, count, site, false);
}

static rg_value fn_max(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    return extreme(run, v, count, site, true);
}

static rg_value fn_sum(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)count;
    int64_t total = 0;
    for (uint32_t i = 0; i < as_list(run, v[0], site); i++)
        if (__builtin_add_overflow(total, as_int(run, rg_item(run->module, v[0], i), site), &total))
            rg_fail(run, site, "sum() overflows");
    return rg_int(run->module, total);
}

static bool has_item(rg_run *run, rg_value list, bool truth, const rg_ast *site) {
    uint32_t n = as_list(run, list, site);
    for (uint32_t i = 0; i < n; i++)
        if (rg_truth(run->module, rg_item(run->module, list, i)) == truth)
            return true;
    return false;
}

static rg_value fn_any(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)count;
    return rg_bool(has_item(run, v[0], true, site));
}

static rg_value fn_all(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)count;
    return rg_bool(!has_item(run, v[0], false, site));
}

static rg_value as_kind(rg_run *run, rg_value value, rg_kind kind, const rg_ast *site) {
    return rg_copy_items(run, kind, value, 0, as_list(run, value, site));
}

static rg_value fn_list(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)count;
    return as_kind(run, v[0], RG_LIST, site);
}

static rg_value fn_tuple(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)count;
    return as_kind(run, v[0], RG_TUPLE, site);
}

static rg_value fn_slice(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)site;
    rg_value parts[3] = {rg_none(), rg_none(), rg_none()};
    if (count == 1)
        parts[1] = v[0];
    for (size_t i = 0; count > 1 && i < count; i++)
        parts[i] = v[i];
    return rg_container(run->module, RG_SLICE, parts, 3);
}

static rg_value fn_ceildiv(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)count;
    int64_t a = as_int(run, v[0], site), b = as_int(run, v[1], site);
    if (b > 0 && a >= 0)
        return rg_int(run->module, a / b + (a % b != 0));
    rg_fail(run, site, "ceildiv() needs a >= 0 and b > 0");
}

static rg_value fn_refuse(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)count;
    rg_text reason = rg_text_new(run->arenas.scratch);
    rg_add_shown(run, &reason, v[0]);
    rg_fail(run, site, "%s", rg_text_string(&reason));
}

static rg_value fn_json(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)count, (void)site;
    json_t *json = rg_value_to_json(run, v[0]);
    const char *text = rg_json_text(run, json);
    json_decref(json);
    return rg_str(run->module, text);
}

static rg_value fn_base64(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    (void)count;
    if (rg_value_kind(v[0]) != RG_STR)
        rg_fail(run, site, "base64() needs a string");
    const unsigned char *bytes = (const unsigned char *)rg_value_text(run->module, v[0]);
    size_t length = rg_symbol_length(run->module->symbols, v[0].data);
    rg_text out = rg_text_new(run->arenas.scratch);
    for (size_t i = 0; i < length; i += 3) {
        size_t left = length - i;
        uint32_t group = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                         (left > 2 ? bytes[i + 2] : 0);
        rg_text_putc(&out, digits[group >> 18]);
        rg_text_putc(&out, digits[group >> 12 & 63]);
        rg_text_putc(&out, left > 1 ? digits[group >> 6 & 63] : '=');
        rg_text_putc(&out, left > 2 ? digits[group & 63] : '=');
    }
    return rg_str(run->module, rg_text_string(&out));
}

/* ---------------------------------------------------------------- devices */

static const char *device_text(rg_run *run, rg_value value, const rg_ast *site) {
    rg_kind kind = rg_value_kind(value);
    if (kind != RG_STR && kind != RG_ATOM && kind != RG_DEVICE)
        rg_fail(run, site, "a device or a string is needed");
    return rg_value_text(run->module, value);
}

static rg_value fn_device(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)count;
    const char *type = device_text(run, v[0], site);
    const char *text =
        rg_value_kind(v[1]) == RG_NONE
            ? type
            : rg_format(run->arenas.scratch, "%s:%lld", type, (long long)as_int(run, v[1], site));
    return rg_text_value(run->module, RG_DEVICE, text, strlen(text));
}

static rg_value fn_device_type(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)count;
    const char *text = device_text(run, v[0], site);
    return rg_text_value(run->module, RG_STR, text, strcspn(text, ":"));
}

static rg_value fn_device_index(rg_run *run, const rg_value *v, size_t count, const rg_ast *site) {
    (void)count;
    const char *text = device_text(run, v[0], site);
    const char *colon = strchr(text, ':');
    return colon ? rg_int(run->module, strtoll(colon + 1, NULL, 10)) : rg_none();
}

/* ---------------------------------------------------------------- the table */

static const struct {
    builtin call;
    size_t fewest, most;
    rg_reads reads;
    const char *name;
} builtins[] = {
#define X(name, fewest, most, reads) {fn_##name, fewest, most, RG_READS_##reads, #name},
    RG_BUILTIN_FUNCTIONS(X)
#undef X
};

rg_value rg_call_builtin(rg_run *run, uint32_t number, const rg_value *values, size_t count,
                         const rg_ast *site) {
    if (count < builtins[number].fewest || count > builtins[number].most)
        rg_fail(run, site, "%s() does not take %zu arguments", builtins[number].name, count);
    if (run->memo.open)
        rg_note_read(run, builtins[number].reads, values[0]);
    return builtins[number].call(run, values, count, site);
}
