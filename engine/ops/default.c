/* Default values of parameters as values of a module. */
#include "tables.h"

#include <stdlib.h>
#include <string.h>

/* `"a\"b"` -> a"b, in either quote; C's escapes. */
static rg_value string_value(rg_module *module, const char *text) {
    size_t length = strlen(text);
    char *out = rg_alloc(module->arena, length), *to = out;
    for (const char *from = text + 1; from + 1 < text + length; from++) {
        if (*from != '\\') {
            *to++ = *from;
            continue;
        }
        from++;
        *to++ = *from == 'n' ? '\n' : *from == 't' ? '\t' : *from;
    }
    return rg_text_value(module, RG_STR, out, (size_t)(to - out));
}

static const char *dtype_name(const char *word) {
    static const char *const old[][2] = {{"float", "float32"}, {"double", "float64"},
                                         {"half", "float16"},  {"long", "int64"},
                                         {"int", "int32"},     {"short", "int16"}};
    for (size_t i = 0; i < RG_COUNT_OF(old); i++)
        if (strcmp(word, old[i][0]) == 0)
            return old[i][1];
    return word;
}

/* c10's numbers of layouts and memory formats. */
static const char *enumerator_name(const rg_param *param) {
    static const char *const formats[] = {"contiguous_format", "preserve_format", "channels_last",
                                          "channels_last_3d"};
    if (param->kind == RG_PARAM_LAYOUT)
        return "strided";
    size_t count = RG_COUNT_OF(formats);
    return formats[(uint64_t)param->default_int < count ? param->default_int : 0];
}

/* A word that is no Python literal, or an enumerator's number: what it means depends on the
 * parameter's type. */
static rg_value word_value(rg_module *module, const rg_param *param) {
    const char *word = param->default_text;
    bool dtype = param->kind == RG_PARAM_DTYPE;
    if (param->kind == RG_PARAM_INT) /* a reduction, as PyTorch's own files write it */
        return rg_int(module, strcmp(word, "Mean") == 0 ? 1 : strcmp(word, "Sum") == 0 ? 2 : 0);
    if (*word >= '0' && *word <= '9')
        word = enumerator_name(param);
    const char *text = rg_format(module->arena, "torch.%s", dtype ? dtype_name(word) : word);
    return rg_text_value(module, dtype ? RG_DTYPE : RG_CONST, text, strlen(text));
}

/* The items of `[-2, -1]`: numbers, which is all that lists of schemas hold. */
static rg_value list_value(rg_module *module, const char *text) {
    size_t room = 1;
    for (const char *at = text; *at; at++)
        room += *at == ',';
    rg_value *items = rg_alloc_array(module->arena, room, sizeof *items);
    size_t count = 0;
    for (const char *at = text + 1; *at && count < room;) {
        char *end = NULL;
        double number = strtod(at, &end);
        if (end == at) {
            at++;
            continue;
        }
        bool whole = !memchr(at, '.', (size_t)(end - at)) && !memchr(at, 'e', (size_t)(end - at));
        items[count++] = whole ? rg_int(module, strtoll(at, NULL, 10)) : rg_float(module, number);
        at = end;
    }
    return rg_container(module, RG_LIST, items, count);
}

rg_value rg_schema_default(rg_module *module, const rg_param *param) {
    switch (param->default_kind) {
    case RG_DEFAULT_BOOL:
        return rg_bool(param->default_int != 0);
    case RG_DEFAULT_INT:
        return rg_int(module, param->default_int);
    case RG_DEFAULT_FLOAT:
        return rg_float(module, strtod(param->default_text, NULL));
    case RG_DEFAULT_COMPLEX:
        return rg_text_value(module, RG_COMPLEX, param->default_text, strlen(param->default_text));
    case RG_DEFAULT_STR:
        return string_value(module, param->default_text);
    case RG_DEFAULT_LIST:
        return list_value(module, param->default_text);
    case RG_DEFAULT_WORD:
        return word_value(module, param);
    case RG_DEFAULT_NONE:
        break;
    }
    return rg_none();
}
