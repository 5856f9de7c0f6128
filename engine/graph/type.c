/* Value annotations: parsing, once for each distinct text, and printing. */
#include "type.h"

#include <string.h>

/* A text that is being parsed. */
typedef struct reader {
    rg_module *module;
    const char *at, *end;
} reader;

static bool starts_with(const reader *r, const char *word) {
    size_t length = strlen(word);
    return (size_t)(r->end - r->at) >= length && memcmp(r->at, word, length) == 0;
}

static bool skip(reader *r, const char *word) {
    if (!starts_with(r, word))
        return false;
    r->at += strlen(word);
    return true;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static rg_symbol intern(const reader *r, const char *from, const char *to) {
    return rg_intern(r->module->symbols, from, (size_t)(to - from));
}

/* A number or, when it is not just that, its text as a symbol. */
static rg_dim make_dim(const reader *r, const char *from, const char *to) {
    rg_dim dim = {0, 0};
    const char *at = from + (to - from > 1 && *from == '-');
    for (; at < to && is_digit(*at) && dim.value < INT64_MAX / 10 - 1; at++)
        dim.value = dim.value * 10 + (*at - '0');
    if (at == to && at > from) {
        dim.value = *from == '-' ? -dim.value : dim.value;
        return dim;
    }
    dim.value = 0;
    dim.symbol = intern(r, from, to);
    return dim;
}

/* Moves over an expression to the first of `ends` outside of its brackets; false when there is
 * none. */
static bool skip_expression(reader *r, const char *ends) {
    size_t depth = 0;
    for (; r->at < r->end; r->at++) {
        char c = *r->at;
        if (depth == 0 && strchr(ends, c))
            return true;
        if (c == '(' || c == '[')
            depth++;
        else if ((c == ')' || c == ']') && depth-- == 0)
            return false;
    }
    return false;
}

/* `[2, s0*2]`; the count of dims. NULL when the brackets are not those of a list of expressions. */
static const rg_dim *read_dims(reader *r, size_t *count) {
    rg_array dims = {NULL, 0, 0, 0};
    rg_arena *arena = r->module->arena;
    rg_array_reserve(arena, &dims, 1, sizeof(rg_dim)); /* so that no dims are not NULL */
    bool good = skip(r, "[");
    while (good && !skip(r, "]")) {
        const char *from = r->at;
        good = (dims.count == 0 || skip(r, ", ")) && (from = r->at, skip_expression(r, ",]")) &&
               r->at > from;
        if (good)
            *(rg_dim *)rg_array_push(arena, &dims, sizeof(rg_dim)) = make_dim(r, from, r->at);
    }
    *count = dims.count;
    const rg_dim *kept = NULL;
    if (good) {
        rg_dim *copy = rg_alloc_array(arena, dims.count + 1, sizeof *copy);
        memcpy(copy, dims.data, dims.count * sizeof *copy);
        kept = copy;
    }
    rg_array_free(arena, &dims);
    return kept;
}

/* `+4` or `+(s0)`, or nothing. */
static bool read_offset(reader *r, rg_dim *offset) {
    if (!skip(r, "+"))
        return true;
    const char *from = r->at;
    if (skip(r, "(")) {
        from = r->at;
        if (!skip_expression(r, ")"))
            return false;
        *offset = make_dim(r, from, r->at);
        return skip(r, ")");
    }
    while (r->at < r->end && is_digit(*r->at))
        r->at++;
    *offset = make_dim(r, from, r->at);
    return r->at > from;
}

/* `cpu`, `cuda:0`, or nothing. */
static bool read_device(reader *r, rg_symbol *device) {
    const char *from = r->at;
    while (r->at < r->end && (is_letter(*r->at) || (r->at > from && is_digit(*r->at))))
        r->at++;
    if (r->at > from && skip(r, ":")) {
        const char *index = r->at;
        while (r->at < r->end && is_digit(*r->at))
            r->at++;
        if (r->at == index)
            return false;
    }
    *device = r->at > from ? intern(r, from, r->at) : 0;
    return true;
}

static bool read_tensor(reader *r, rg_type *type) {
    const char *from = r->at;
    while (r->at < r->end && (is_letter(*r->at) || is_digit(*r->at)))
        r->at++;
    rg_symbol dtype = intern(r, from, r->at);
    if (!rg_long_dtype(rg_symbol_text(r->module->symbols, dtype)))
        return false;
    type->kind = RG_TYPE_TENSOR;
    type->dtype = dtype;
    type->shape = read_dims(r, &type->rank);
    if (!type->shape)
        return false;
    if (starts_with(r, "[")) {
        size_t rank;
        type->stride = read_dims(r, &rank);
        if (!type->stride || rank != type->rank)
            return false;
    }
    return read_offset(r, &type->offset) && read_device(r, &type->device);
}

static bool read_string(reader *r) {
    char quote = *r->at++;
    while (r->at < r->end && *r->at != quote)
        r->at += *r->at == '\\' && r->end - r->at > 1 ? 2 : 1;
    return r->at++ < r->end;
}

/* A number, string, True or False. */
static bool read_literal(reader *r, rg_type *type) {
    const char *from = r->at;
    if (r->at < r->end && (*r->at == '\'' || *r->at == '"')) {
        if (!read_string(r))
            return false;
    } else if (!skip(r, "True") && !skip(r, "False")) {
        skip(r, "-");
        if (r->at == r->end ||
            (!is_digit(*r->at) && !starts_with(r, "inf") && !starts_with(r, "nan")))
            return false;
        while (r->at < r->end && (is_digit(*r->at) || is_letter(*r->at) || strchr(".+-", *r->at)))
            r->at++;
    }
    type->kind = RG_TYPE_LITERAL;
    type->text = intern(r, from, r->at);
    return true;
}

/* Whatever is no tuple or list. */
static bool read_single(reader *r, rg_type *type) {
    if (skip(r, "None")) {
        type->kind = RG_TYPE_NONE;
        return true;
    }
    if (skip(r, "Sym(")) {
        const char *from = r->at;
        type->kind = RG_TYPE_SYM;
        if (!skip_expression(r, ")") || r->at == from)
            return false;
        type->text = intern(r, from, r->at);
        return skip(r, ")");
    }
    const char *start = r->at;
    if (read_tensor(r, type))
        return true;
    *type = (rg_type){0};
    r->at = start;
    return read_literal(r, type);
}

/* The tuples and lists that are open while one is parsed. */
typedef struct open_types {
    struct {
        rg_type *type;
        size_t first; /* its first item among `items` */
    } frames[RG_MAX_NESTING];
    size_t depth;
    rg_array items; /* of const rg_type *: finished ones of all open types */
} open_types;

static void add_item(open_types *open, rg_arena *arena, const rg_type *type) {
    *(const rg_type **)rg_array_push(arena, &open->items, sizeof type) = type;
}

/* Takes the items of the innermost open type and makes it an item itself. */
static void close_type(open_types *open, rg_arena *arena) {
    rg_type *type = open->frames[--open->depth].type;
    size_t first = open->frames[open->depth].first;
    type->count = open->items.count - first;
    const rg_type **items = rg_alloc_array(arena, type->count + 1, sizeof *items);
    const rg_type *const *finished = open->items.data;
    for (size_t i = 0; i < type->count; i++)
        items[i] = finished[first + i];
    type->items = items;
    open->items.count = first;
    add_item(open, arena, type);
}

/* Closes what ends here; false on a wrong bracket. `(a,)` is a tuple of one, `(a)` is none. */
static bool close_types(reader *r, open_types *open) {
    while (open->depth > 0 && r->at < r->end) {
        bool tuple = open->frames[open->depth - 1].type->kind == RG_TYPE_TUPLE;
        size_t count = open->items.count - open->frames[open->depth - 1].first;
        if (skip(r, ", "))
            return count > 0;
        bool comma = tuple && count == 1 && skip(r, ",");
        if (!skip(r, tuple ? ")" : "]") || (tuple && count == 1 && !comma))
            return false;
        close_type(open, r->module->arena);
    }
    return open->depth == 0;
}

static const rg_type *read_types(reader *r, open_types *open) {
    rg_arena *arena = r->module->arena;
    do {
        rg_type *type = rg_alloc(arena, sizeof *type);
        bool list = starts_with(r, "[");
        if (list || starts_with(r, "(")) {
            if (open->depth == RG_MAX_NESTING)
                return NULL;
            r->at++;
            type->kind = list ? RG_TYPE_LIST : RG_TYPE_TUPLE;
            open->frames[open->depth].type = type;
            open->frames[open->depth++].first = open->items.count;
            if (!starts_with(r, list ? "]" : ")"))
                continue;
        } else {
            if (!read_single(r, type))
                return NULL;
            add_item(open, arena, type);
        }
        if (!close_types(r, open))
            return NULL;
    } while (open->depth > 0);
    return r->at == r->end ? *(const rg_type **)open->items.data : NULL;
}

static const rg_type *parse(rg_module *module, rg_symbol annotation) {
    const char *text = rg_symbol_text(module->symbols, annotation);
    reader r = {module, text, text + rg_symbol_length(module->symbols, annotation)};
    open_types open;
    open.depth = 0;
    open.items = (rg_array){NULL, 0, 0, 0};
    const rg_type *type = read_types(&r, &open);
    rg_array_free(module->arena, &open.items);
    return type;
}

const rg_type *rg_find_type(rg_module *module, rg_symbol annotation) {
    size_t place = annotation % RG_RECENT_TYPES;
    uint32_t index = rg_symbol_map_index(&module->type_indices, annotation);
    if (index == RG_NO_INDEX) {
        const rg_type *type = parse(module, annotation);
        *(const rg_type **)rg_array_push(module->arena, &module->types, sizeof type) = type;
        index = (uint32_t)module->types.count - 1;
        rg_symbol_map_set_index(module->arena, &module->type_indices, annotation, index);
    }
    const rg_type *type = ((const rg_type *const *)module->types.data)[index];
    module->recent_types[place].annotation = annotation;
    module->recent_types[place].type = type;
    return type;
}

bool rg_dims_equal(rg_dim a, rg_dim b) {
    return a.value == b.value && a.symbol == b.symbol;
}
