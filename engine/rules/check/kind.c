/* Checks of kinds (`x: int | f32[B, *S]`) and of regexes. */
#include "parts.h"

#include "../../base/regex.h"

#include <string.h>

/* ---------------------------------------------------------------- kinds */

/* Words for kinds of values, and what is said of a value that is of one and so is no node. */
static const struct {
    const char *word, *what;
} kinds[] = {
    {"int", "an int"},      {"float", "a float"}, {"bool", "a bool"},   {"str", "a str"},
    {"device", "a device"}, {"dtype", "a dtype"}, {"none", "None"},     {"tuple", "a tuple"},
    {"list", "a list"},     {"dict", "a dict"},   {"slice", "a slice"}, {"ellipsis", "`...`"},
    {"node", NULL},         {"tensor", NULL},     {"symint", NULL},     {"any", NULL},
};

/* Short names of dtypes that messages offer; rg_long_dtype() knows them all. */
static const char *const dtypes[] = {"f64", "f32", "f16", "bf16", "f8e4m3fn", "f8e5m2",
                                     "i64", "i32", "i16", "i8",   "u8",       "u16",
                                     "u32", "u64", "c64", "c128"};

/* Names that are known elsewhere. */
static const struct {
    const char *foreign, *here;
} foreign_kinds[] = {
    {"string", "str"},    {"Tensor", "tensor"}, {"None", "none"},        {"number", "int | float"},
    {"boolean", "bool"},  {"integer", "int"},   {"Node", "node"},        {"double", "f64"},
    {"half", "f16"},      {"float32", "f32"},   {"float16", "f16"},      {"bfloat16", "bf16"},
    {"float64", "f64"},   {"int64", "i64"},     {"int32", "i32"},        {"long", "i64"},
    {"SymInt", "symint"}, {"uint8", "u8"},      {"ScalarType", "dtype"},
};

static bool is_word(const char *name) {
    for (size_t i = 0; i < RG_COUNT_OF(kinds); i++) {
        if (strcmp(kinds[i].word, name) == 0)
            return true;
    }
    return false;
}

static const char *advise_kind(const rg_checker *c, const char *name) {
    const char *names[RG_COUNT_OF(kinds) + RG_COUNT_OF(dtypes)];
    for (size_t i = 0; i < RG_COUNT_OF(foreign_kinds); i++) {
        if (strcmp(foreign_kinds[i].foreign, name) == 0)
            return rg_did_you_mean(c, foreign_kinds[i].here, NULL);
    }
    for (size_t i = 0; i < RG_COUNT_OF(kinds); i++)
        names[i] = kinds[i].word;
    for (size_t i = 0; i < RG_COUNT_OF(dtypes); i++)
        names[RG_COUNT_OF(kinds) + i] = dtypes[i];
    return rg_did_you_mean(c, rg_nearest(name, names, RG_COUNT_OF(names)),
                           "kinds are int float bool str device dtype none tuple list dict slice "
                           "node tensor symint any ellipsis, and dtypes such as f32 or i64[B, 4]");
}

static void check_dim(rg_checker *c, const rg_ast *dim, bool bind) {
    const rg_ast *name = dim->kind == RG_AST_STAR ? dim->items[RG_INNER] : dim;
    if (dim->kind == RG_AST_INT)
        rg_check_integer(c, dim);
    if (name->kind != RG_AST_NAME || !bind)
        return;
    rg_bound_name *bound = rg_find_bound_name(c, name->text);
    if (!bound) {
        bound = rg_bind_name(c, name->text, name->span, RG_BOUND_BY_DIM);
        bound->what = dim->kind == RG_AST_STAR ? "a list of dimensions" : "a dimension";
        bound->quiet = true; /* it says what the dimension is */
    } else if (dim->kind == RG_AST_STAR) {
        rg_check_error(c, dim->span, "give it another name and compare the two under `where`",
                       "`*%s` cannot be compared with the `%s` before", name->text, name->text);
        rg_check_first(c, bound->span, "`%s` is first bound here", name->text);
    } else {
        bound->used = true;
    }
}

void rg_check_kind(rg_checker *c, const rg_ast *kind, bool bind) {
    bool word = is_word(kind->text), dtype = rg_long_dtype(kind->text) != NULL;
    bool shaped = dtype || strcmp(kind->text, "bool") == 0 || strcmp(kind->text, "tensor") == 0;
    rg_span name = rg_span_part(kind->span, 0, strlen(kind->text));
    if (!word && !dtype)
        rg_check_error(c, name, advise_kind(c, kind->text), "there is no kind `%s`", kind->text);
    else if (kind->flag && !shaped)
        rg_check_error(c, kind->span, "dimensions follow a dtype, `bool` or `tensor`: f32[B, 4]",
                       "`%s` has no dimensions", kind->text);
    const rg_ast *run = NULL;
    for (size_t i = 0; i < kind->count; i++) {
        const rg_ast *dim = kind->items[i];
        check_dim(c, dim, bind);
        if (dim->kind != RG_AST_ELLIPSIS && dim->kind != RG_AST_STAR)
            continue;
        if (run)
            rg_check_error(c, dim->span, NULL, "a second run of dimensions");
        run = dim;
    }
}

const char *rg_kinds_hold(const rg_ast *typed) {
    const char *what = NULL;
    for (size_t i = RG_TYPED_KINDS; i < typed->count; i++) {
        const rg_ast *kind = typed->items[i];
        const char *held = NULL;
        for (size_t k = 0; k < RG_COUNT_OF(kinds); k++) {
            if (strcmp(kinds[k].word, kind->text) == 0)
                held = kinds[k].what;
        }
        if (!held || kind->flag)
            return NULL;
        what = what ? "no node" : held;
    }
    return what;
}

/* ---------------------------------------------------------------- regexes */

/* The byte in the source where byte `offset` of the regex is written: `\/` has become `/`. */
static size_t source_offset(const rg_ast *regex, size_t offset) {
    size_t length, written = regex->text_column_offset;
    const char *line = rg_source_line(regex->span.source, regex->span.line, &length);
    size_t begin = regex->span.column - 1;
    for (size_t i = 0; i < offset; i++) {
        size_t at = begin + written;
        bool escaped = at + 1 < length && line[at] == '\\' && line[at + 1] == '/';
        bool pair = at + 1 < length && line[at] == '\\' && !escaped;
        written += escaped ? 2 : 1;
        if (pair && i + 1 < offset) { /* the byte after a backslash is no backslash itself */
            written++;
            i++;
        }
    }
    return written;
}

/* Where the name of a group stands in the regex. */
static rg_span group_span(rg_checker *c, const rg_ast *regex, const char *name) {
    const char *quoted[] = {rg_format(c->arena, "<%s>", name), rg_format(c->arena, "'%s'", name)};
    for (size_t i = 0; i < RG_COUNT_OF(quoted); i++) {
        const char *at = strstr(regex->text, quoted[i]);
        if (at)
            return rg_span_part(regex->span, source_offset(regex, (size_t)(at - regex->text) + 1),
                                strlen(name));
    }
    return regex->span;
}

static void bind_groups(rg_checker *c, const rg_ast *ast, const rg_regex *regex) {
    for (size_t i = 0; i < rg_regex_group_count(regex); i++) {
        const char *name = rg_regex_group_name(regex, i);
        name = rg_copy_text(c->arena, name, strlen(name));
        const rg_bound_name *bound = rg_find_bound_name(c, name);
        rg_span place = group_span(c, ast, name);
        if (bound) {
            rg_span first = bound->span;
            rg_check_error(c, place, "give the group another name and compare under `where`",
                           "the group `%s` has the name of something else", name);
            rg_check_first(c, first, "`%s` is first bound here", name);
        } else {
            rg_bind_name(c, name, place, RG_BOUND_BY_GROUP)->what = "a text";
        }
    }
}

void rg_check_regex(rg_checker *c, const rg_ast *ast, bool bind) {
    const char *message = NULL;
    size_t offset = 0;
    const rg_regex *regex = rg_regex_new(c->arena, ast->text, strlen(ast->text), &message, &offset);
    if (!regex)
        rg_check_error(c, rg_span_part(ast->span, source_offset(ast, offset), 1), NULL,
                       "the regex does not compile: %s", message);
    else if (bind)
        bind_groups(c, ast, regex);
}
