/* From the actions of schema.y to an rg_schema_tree. */
#include "build.h"

#include <stdlib.h>
#include <string.h>

struct rg_schema_builder {
    rg_arena *arena, *scratch;
    const char *text;
    rg_schema_place overload;
    rg_array params, results; /* of rg_param, in the scratch arena; reused */
    rg_array sets;            /* places of the alias sets of the type that is being read */
    bool keyword_only, variadic;
    bool failed;
    rg_schema_place error_place;
    const char *error;
};

struct rg_schema_parser {
    void *scanner;
    rg_array buffer; /* the text with two NULs after it, where the scanner works */
    rg_schema_builder builder;
};

/* ---------------------------------------------------------------- actions */

static size_t place_length(rg_schema_place place) {
    return place.end - place.begin;
}

static bool place_is(const rg_schema_builder *builder, rg_schema_place place, const char *word) {
    size_t length = strlen(word);
    return place_length(place) == length && memcmp(builder->text + place.begin, word, length) == 0;
}

static char *copy_place(rg_schema_builder *builder, rg_schema_place place) {
    return rg_copy_text(builder->arena, builder->text + place.begin, place_length(place));
}

rg_arena *rg_schema_scratch(rg_schema_builder *builder) {
    return builder->scratch;
}

void rg_schema_error(rg_schema_builder *builder, rg_schema_place place, const char *message) {
    if (builder->failed)
        return;
    builder->failed = true;
    builder->error_place = place;
    builder->error = message;
}

void rg_schema_unexpected(rg_schema_builder *builder, rg_schema_place place, bool at_end,
                          const char *expected) {
    const char *what = at_end ? "the schema ends too early"
                              : rg_format(builder->scratch, "unexpected '%.*s' in a schema",
                                          (int)place_length(place), builder->text + place.begin);
    if (*expected)
        what = rg_format(builder->scratch, "%s: expected %s", what, expected);
    rg_schema_error(builder, place, what);
}

void rg_schema_name(rg_schema_builder *builder, rg_schema_place space, rg_schema_place base,
                    rg_schema_place overload) {
    (void)space;
    (void)base;
    /* PyTorch keeps these for itself. */
    if (place_is(builder, overload, "default") ||
        (place_length(overload) > 1 && memcmp(builder->text + overload.begin, "__", 2) == 0))
        rg_schema_error(builder, overload, "an overload may not be named so");
    builder->overload = overload;
}

static rg_param_kind kind_of_base(const rg_schema_builder *builder, rg_schema_place name) {
    static const struct {
        const char *name;
        rg_param_kind kind;
    } kinds[] = {
        {"Tensor", RG_PARAM_TENSOR},  {"int", RG_PARAM_INT},
        {"bool", RG_PARAM_BOOL},      {"float", RG_PARAM_FLOAT},
        {"Scalar", RG_PARAM_SCALAR},  {"SymInt", RG_PARAM_INT},
        {"str", RG_PARAM_STR},        {"ScalarType", RG_PARAM_DTYPE},
        {"Device", RG_PARAM_DEVICE},  {"Layout", RG_PARAM_LAYOUT},
        {"complex", RG_PARAM_SCALAR}, {"MemoryFormat", RG_PARAM_MEMORY_FORMAT},
        {"Dimname", RG_PARAM_STR},    {"SymBool", RG_PARAM_BOOL},
        {"SymFloat", RG_PARAM_FLOAT}, {"DeviceIndex", RG_PARAM_INT},
    };
    for (size_t i = 0; i < RG_COUNT_OF(kinds); i++)
        if (place_is(builder, name, kinds[i].name))
            return kinds[i].kind;
    return RG_PARAM_OTHER;
}

rg_schema_type rg_schema_base(rg_schema_builder *builder, rg_schema_place name,
                              rg_alias_set alias) {
    rg_schema_type type = rg_schema_other(alias);
    type.kind = kind_of_base(builder, name);
    type.generator = place_is(builder, name, "Generator");
    return type;
}

rg_schema_type rg_schema_other(rg_alias_set alias) {
    rg_schema_type type = {.kind = RG_PARAM_OTHER, .alias = alias};
    return type;
}

rg_schema_type rg_schema_list(rg_schema_builder *builder, rg_schema_type item,
                              rg_schema_place length, rg_alias_set alias) {
    if (item.list)
        item.kind = RG_PARAM_OTHER; /* a list of lists: nothing is known of its items */
    item.optional_items = item.optional;
    item.optional = false;
    item.list = true;
    item.fixed = 0;
    if (place_length(length)) {
        unsigned long number = strtoul(builder->text + length.begin, NULL, 10);
        if (number == 0 || number > RG_MAX_FIXED)
            rg_schema_error(builder, length, "a list cannot have this length");
        item.fixed = (uint32_t)number;
    }
    item.alias.before |= alias.before;
    item.alias.after |= alias.after;
    item.alias.written |= alias.written;
    return item;
}

rg_schema_type rg_schema_optional(rg_schema_type type) {
    type.optional = true;
    return type;
}

rg_alias_set rg_schema_alias(rg_schema_builder *builder, rg_schema_place place, uint32_t before,
                             uint32_t after, bool written) {
    rg_alias_set alias = {before, after, written};
    *(rg_schema_place *)rg_array_push(builder->scratch, &builder->sets, sizeof place) = place;
    return alias;
}

uint32_t rg_schema_letter(rg_schema_builder *builder, rg_schema_place place) {
    char letter = builder->text[place.begin];
    if (place_length(place) == 1 && letter >= 'a' && letter <= 'z')
        return 1u << (letter - 'a');
    rg_schema_error(builder, place, "an alias set is one letter from a to z, or '*'");
    return 0;
}

void rg_schema_keyword_only(rg_schema_builder *builder, rg_schema_place place) {
    if (builder->keyword_only)
        rg_schema_error(builder, place, "a second '*'");
    builder->keyword_only = true;
}

void rg_schema_variadic(rg_schema_builder *builder) {
    builder->variadic = true;
}

/* `Tensor(a!)[]` -> `Tensor[]`: the text without the alias sets that were read in it. */
static const char *type_text(rg_schema_builder *builder, rg_schema_place place) {
    char *out = copy_place(builder, place), *to = out;
    const rg_schema_place *sets = builder->sets.data;
    size_t set = 0, count = builder->sets.count;
    for (uint32_t i = place.begin; i < place.end; i++) {
        while (set < count && sets[set].end <= i)
            set++;
        if (set == count || i < sets[set].begin)
            *to++ = builder->text[i];
    }
    *to = '\0';
    builder->sets.count = 0;
    return out;
}

static rg_param *add_param(rg_schema_builder *builder, rg_array *list, rg_schema_type type,
                           rg_schema_place type_place, rg_schema_place name) {
    if (list->count >= RG_MAX_PARAMS) {
        rg_schema_error(builder, type_place, "more than 128 parameters or results");
        return NULL;
    }
    rg_param *param = rg_array_push(builder->scratch, list, sizeof *param);
    param->name = place_length(name) ? copy_place(builder, name) : "";
    param->type = type_text(builder, type_place);
    param->kind = type.kind;
    param->list = type.list;
    param->fixed = type.fixed;
    param->optional = type.optional;
    param->optional_items = type.optional_items;
    param->alias = type.alias.before;
    param->alias_after = type.alias.after;
    param->written = type.alias.written;
    return param;
}

void rg_schema_param(rg_schema_builder *builder, rg_schema_type type, rg_schema_place type_place,
                     rg_schema_place name, rg_schema_default_value value,
                     rg_schema_place value_place) {
    rg_param *param = add_param(builder, &builder->params, type, type_place, name);
    if (!param)
        return;
    param->keyword_only = builder->keyword_only;
    param->is_out = param->keyword_only && param->written && !type.generator;
    if (place_length(value_place)) {
        param->default_text = copy_place(builder, value_place);
        /* Torch prints these as the number of the enumerator: `MemoryFormat memory_format=0`. */
        bool number = type.kind == RG_PARAM_MEMORY_FORMAT || type.kind == RG_PARAM_LAYOUT;
        param->default_kind = number && value.kind == RG_DEFAULT_INT ? RG_DEFAULT_WORD : value.kind;
        param->default_int = value.number;
    }
}

void rg_schema_result(rg_schema_builder *builder, rg_schema_type type, rg_schema_place type_place,
                      rg_schema_place name) {
    add_param(builder, &builder->results, type, type_place, name);
}

rg_schema_default_value rg_schema_number(rg_schema_builder *builder, rg_schema_place place) {
    rg_schema_default_value value = {RG_DEFAULT_FLOAT, 0};
    char digits[32];
    size_t length = 0;
    for (uint32_t i = place.begin; i < place.end && length < sizeof digits - 1; i++)
        if (builder->text[i] > ' ') /* `- 1` is a number, too */
            digits[length++] = builder->text[i];
    digits[length] = '\0';
    if (length == sizeof digits - 1)
        rg_schema_error(builder, place, "a number too long for a default");
    else if (length && digits[length - 1] == 'j')
        value.kind = RG_DEFAULT_COMPLEX;
    else if (!strpbrk(digits, ".eE"))
        value = (rg_schema_default_value){RG_DEFAULT_INT, strtoll(digits, NULL, 10)};
    return value;
}

rg_schema_default_value rg_schema_word(rg_schema_builder *builder, rg_schema_place place) {
    rg_schema_default_value value = {RG_DEFAULT_WORD, 0};
    if (place_is(builder, place, "None"))
        value.kind = RG_DEFAULT_NONE;
    else if (place_is(builder, place, "True") || place_is(builder, place, "False"))
        value = (rg_schema_default_value){RG_DEFAULT_BOOL, place_length(place) == strlen("True")};
    return value;
}

/* ---------------------------------------------------------------- the parser */

rg_schema_parser *rg_schema_parser_new(rg_arena *arena) {
    rg_schema_parser *parser = rg_alloc(arena, sizeof *parser);
    parser->scanner = rg_schema_scanner_new(arena);
    parser->builder.scratch = arena;
    return parser;
}

static void start(rg_schema_parser *parser, rg_arena *arena, const char *text, size_t length) {
    rg_schema_builder *builder = &parser->builder;
    parser->buffer.count = builder->params.count = builder->results.count = 0;
    builder->sets.count = 0;
    rg_array_reserve(builder->scratch, &parser->buffer, length + 2, 1);
    char *buffer = parser->buffer.data;
    memcpy(buffer, text, length);
    buffer[length] = buffer[length + 1] = '\0';
    builder->arena = arena;
    builder->text = rg_copy_text(arena, text, length);
    builder->overload = (rg_schema_place){0, 0};
    builder->keyword_only = builder->variadic = builder->failed = false;
    rg_schema_scanner_read(parser->scanner, builder, buffer, length);
}

/* The span of a place in a text that begins at `where`. */
static rg_span span_of(const char *text, rg_schema_place place, rg_span where) {
    rg_span span = where;
    for (uint32_t i = 0; i <= place.end; i++) {
        if (i == place.begin)
            span.line = where.line, span.column = where.column;
        if (i == place.end)
            span.end_line = where.line, span.end_column = where.column;
        if (i < place.end && text[i] == '\n')
            where.line++, where.column = 1;
        else
            where.column++;
    }
    return span;
}

static const rg_param *take_list(rg_schema_builder *builder, const rg_array *list) {
    rg_param *items = rg_alloc_array(builder->arena, list->count, sizeof *items);
    if (list->count)
        memcpy(items, list->data, list->count * sizeof *items);
    return items;
}

static rg_schema_tree finish(rg_schema_builder *builder) {
    bool overload = place_length(builder->overload) > 0;
    return (rg_schema_tree){
        .text = builder->text,
        .overload = overload ? copy_place(builder, builder->overload) : "",
        .param_count = builder->params.count,
        .result_count = builder->results.count,
        .params = take_list(builder, &builder->params),
        .results = take_list(builder, &builder->results),
        .variadic = builder->variadic,
    };
}

bool rg_schema_parse(rg_schema_parser *parser, rg_arena *arena, const char *text, size_t length,
                     rg_span where, rg_schema_tree *tree, rg_schema_fault *fault) {
    rg_schema_builder *builder = &parser->builder;
    if (length >= UINT32_MAX - 2)
        rg_out_of_memory(arena);
    start(parser, arena, text, length);
    if (rg_schema_yyparse(parser->scanner, builder) != 0 && !builder->failed)
        rg_schema_error(builder, (rg_schema_place){0, 0}, "not a schema");
    if (builder->failed) {
        fault->span = span_of(builder->text, builder->error_place, where);
        fault->message = builder->error;
        return false;
    }
    *tree = finish(builder);
    tree->span = span_of(builder->text, (rg_schema_place){0, (uint32_t)length}, where);
    return true;
}
