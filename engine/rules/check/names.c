/* Names in scope, and messages, for the checks of rule files. */
#include "parts.h"
#include "../ruleset.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_MESSAGE = 400 }; /* bytes; names of the user's are cut to fit */

/* ---------------------------------------------------------------- messages */

static void report(rg_checker *c, rg_severity severity, rg_span span, const char *advice,
                   const char *format, va_list values) {
    char message[LONGEST_MESSAGE];
    vsnprintf(message, sizeof message, format, values);
    rg_diagnostic *diagnostic = rg_report(c->diagnostics, severity, span, "%s", message);
    if (advice)
        rg_advise(c->diagnostics, diagnostic, "%s", advice);
}

void rg_check_error(rg_checker *c, rg_span span, const char *advice, const char *format, ...) {
    va_list values;
    va_start(values, format);
    report(c, RG_ERROR, span, advice, format, values);
    va_end(values);
}

void rg_check_warning(rg_checker *c, rg_span span, const char *advice, const char *format, ...) {
    va_list values;
    va_start(values, format);
    report(c, RG_WARNING, span, advice, format, values);
    va_end(values);
}

void rg_check_first(rg_checker *c, rg_span span, const char *format, ...) {
    va_list values;
    if (span.line == 0)
        return;
    va_start(values, format);
    report(c, RG_NOTE, span, NULL, format, values);
    va_end(values);
}

const char *rg_did_you_mean(const rg_checker *c, const char *near, const char *otherwise) {
    return near ? rg_format(c->arena, "did you mean `%s`?", near) : otherwise;
}

rg_span rg_span_part(rg_span span, size_t offset, size_t length) {
    span.column += (uint32_t)offset;
    span.end_line = span.line;
    span.end_column = span.column + (uint32_t)length;
    return span;
}

/* ---------------------------------------------------------------- tables of names */

uint32_t rg_check_find(const rg_checker *c, const rg_symbol_map *map, const char *name) {
    rg_symbol symbol = rg_find_symbol(c->symbols, name, strlen(name));
    return symbol == RG_NO_SYMBOL ? RG_NO_INDEX : rg_symbol_map_index(map, symbol);
}

void rg_check_enter(rg_checker *c, rg_symbol_map *map, const char *name, size_t position) {
    rg_symbol_map_set_index(c->arena, map, rg_intern_text(c->symbols, name), (uint32_t)position);
}

rg_function *rg_find_function(const rg_checker *c, const char *name) {
    uint32_t position = rg_check_find(c, &c->function_map, name);
    return position == RG_NO_INDEX ? NULL : (rg_function *)c->functions.data + position;
}

rg_value_name *rg_find_value(const rg_checker *c, const char *name) {
    uint32_t position = rg_check_find(c, &c->value_map, name);
    return position == RG_NO_INDEX ? NULL : (rg_value_name *)c->values.data + position;
}

rg_bound_name *rg_find_bound_name(const rg_checker *c, const char *name) {
    rg_bound_name *bindings = c->bindings.data;
    for (size_t i = c->bindings.count; i > 0; i--) {
        if (strcmp(bindings[i - 1].name, name) == 0)
            return &bindings[i - 1];
    }
    return NULL;
}

rg_bound_name *rg_bind_name(rg_checker *c, const char *name, rg_span span, rg_bound_kind kind) {
    rg_bound_name *binding;
    if (c->bindings.count >= RG_MAX_SLOTS) {
        if (!c->full)
            rg_check_error(c, span, NULL, "more than %d names in one scope", RG_MAX_SLOTS);
        c->full = c->lenient = true;
        binding = rg_alloc(c->arena, sizeof *binding);
    } else {
        binding = rg_array_push(c->arena, &c->bindings, sizeof *binding);
    }
    *binding = (rg_bound_name){name, span, kind, NULL, NULL, false, name[0] == '_'};
    return binding;
}

/* ---------------------------------------------------------------- near misses */

static void add_candidate(rg_checker *c, rg_array *candidates, const char *name) {
    *(const char **)rg_array_push(c->arena, candidates, sizeof name) = name;
}

static const char *nearest_of(rg_checker *c, rg_array *candidates, const char *name) {
    const char *near = rg_nearest(name, candidates->data, candidates->count);
    rg_array_free(c->arena, candidates);
    return near;
}

static void add_bound(rg_checker *c, rg_array *candidates) {
    const rg_bound_name *bindings = c->bindings.data;
    for (size_t i = c->bindings.count; i > 0; i--)
        add_candidate(c, candidates, bindings[i - 1].name);
}

const char *rg_nearest_bound(const rg_checker *checker, const char *name) {
    rg_checker *c = (rg_checker *)checker; /* only its arena is used */
    rg_array candidates = {NULL, 0, 0, 0};
    add_bound(c, &candidates);
    return nearest_of(c, &candidates, name);
}

const char *rg_nearest_value(const rg_checker *checker, const char *name) {
    static const struct {
        const char *foreign, *here;
    } spelt[] = {{"true", "True"}, {"false", "False"}, {"none", "None"},
                 {"null", "None"}, {"nil", "None"},    {"nullptr", "None"}};
    rg_checker *c = (rg_checker *)checker;
    for (size_t i = 0; i < RG_COUNT_OF(spelt); i++) {
        if (strcmp(spelt[i].foreign, name) == 0)
            return spelt[i].here;
    }
    rg_array candidates = {NULL, 0, 0, 0};
    add_bound(c, &candidates);
    const rg_value_name *values = c->values.data;
    for (size_t i = 0; i < c->values.count; i++)
        add_candidate(c, &candidates, values[i].name);
    return nearest_of(c, &candidates, name);
}

const char *rg_nearest_function(const rg_checker *checker, const char *name) {
    rg_checker *c = (rg_checker *)checker;
    rg_array candidates = {NULL, 0, 0, 0};
    const rg_function *functions = c->functions.data;
    for (size_t i = 0; i < c->functions.count; i++)
        add_candidate(c, &candidates, functions[i].name);
    return nearest_of(c, &candidates, name);
}

/* ---------------------------------------------------------------- scopes */

static void warn_unused(rg_checker *c, const rg_bound_name *binding) {
    const char *advice = "write `_` in its place, or begin the name with `_`";
    if (binding->receiver) {
        const rg_ast *head = binding->receiver;
        advice = rg_format(c->arena,
                           "write `_` in its place; if `%s` is a module, write "
                           "call_function[%s.%s](...)",
                           binding->name, binding->name, head->text);
    } else if (binding->kind == RG_BOUND_BY_GROUP) {
        advice = "write `(?:...)`, or begin the name with `_`";
    } else if (binding->kind == RG_BOUND_BY_LET || binding->kind == RG_BOUND_BY_REWRITE) {
        advice = "leave it out, or begin the name with `_`";
    }
    if (!c->declaration || !rg_allows(c->arena, c->declaration, "unused"))
        rg_check_warning(c, binding->span, advice, "`%s` is not used [unused]", binding->name);
}

void rg_close_scope(rg_checker *c, size_t outer) {
    const rg_bound_name *bindings = c->bindings.data;
    /* Where something is wrong a name may be unused for that reason. */
    bool right = c->diagnostics->errors == c->errors_before;
    for (size_t i = outer; right && i < c->bindings.count; i++) {
        if (!bindings[i].used && !bindings[i].quiet)
            warn_unused(c, &bindings[i]);
    }
    c->bindings.count = outer;
}

/* ---------------------------------------------------------------- parts of trees */

const rg_ast *rg_path_head(const rg_ast *ast) {
    while (ast->kind == RG_AST_ATTRIBUTE && ast->text)
        ast = ast->items[RG_OBJECT];
    return ast->kind == RG_AST_NAME ? ast : NULL;
}

bool rg_is_function_root(const char *head) {
    static const char *const roots[] = {"torch", "operator", "_operator", "math", "builtins"};
    for (size_t i = 0; i < RG_COUNT_OF(roots); i++) {
        if (strcmp(head, roots[i]) == 0)
            return true;
    }
    return false;
}

bool rg_is_function_path(const rg_ast *attribute) {
    const rg_ast *head = rg_path_head(attribute);
    return attribute->text && head &&
           (rg_is_function_root(head->text) ||
            attribute->items[RG_OBJECT]->kind == RG_AST_ATTRIBUTE);
}

void rg_check_integer(rg_checker *c, const rg_ast *ast) {
    static const char most[] = "9223372036854775807";
    const char *digits = ast->text;
    while (*digits == '0')
        digits++;
    size_t length = strlen(digits), room = sizeof most - 1;
    if (length > room || (length == room && strcmp(digits, most) > 0))
        rg_check_error(c, ast->span, NULL, "the integer is larger than 64 bits hold");
}

bool rg_is_literal(const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_NONE:
    case RG_AST_TRUE:
    case RG_AST_FALSE:
    case RG_AST_INT:
    case RG_AST_FLOAT:
        return true;
    case RG_AST_STRING:
        return ast->count == 0 ||
               (ast->count == 1 && ast->items[RG_STRING_FIRST]->kind == RG_AST_TEXT);
    case RG_AST_UNARY:
        return ast->text[0] != 'n' && (ast->items[RG_INNER]->kind == RG_AST_INT ||
                                       ast->items[RG_INNER]->kind == RG_AST_FLOAT);
    default:
        return ast->kind == RG_AST_ATTRIBUTE && rg_path_head(ast) != NULL;
    }
}
