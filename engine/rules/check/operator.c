/* Checks of operators, in patterns and expressions, against the schemas that the tables declare. */
#include "parts.h"

#include "../../base/regex.h"

#include <string.h>

/* The overloads that a call may mean: one, or all of the operator's. */
typedef struct overloads {
    rg_arena *arena; /* for schemas that are parsed now */
    const rg_ops *ops;
    const rg_operator *op;
    const char *only; /* NULL: all */
} overloads;

/* The i-th overload that counts, or NULL. */
static const rg_schema *overload_at(const overloads *all, size_t i) {
    const rg_schema *schema = rg_ops_schema(all->ops, all->op, i, all->arena);
    if (!schema || (all->only && strcmp(schema->overload, all->only) != 0))
        return NULL;
    return schema;
}

/* ---------------------------------------------------------------- names */

/* The text of a part of an operator's name; NULL when it is a template or a regex. */
static const char *part_text(const rg_ast *part) {
    return part->kind == RG_AST_TEXT ? part->text : NULL;
}

/* Operators of a namespace that a regex for the base name matches: some, or it is a mistake. */
static void check_base_regex(rg_checker *c, const rg_ast *op) {
    const rg_ops *ops = c->context->ops;
    const char *space = op->items[RG_OPERATOR_SPACE]->text, *message;
    size_t length = strlen(space), offset;
    const rg_regex *regex =
        rg_regex_new(c->arena, op->items[RG_OPERATOR_BASE]->text,
                     strlen(op->items[RG_OPERATOR_BASE]->text), &message, &offset);
    if (!regex)
        return; /* reported where its groups are bound */
    rg_regex_group *groups =
        rg_alloc_array(c->arena, rg_regex_group_count(regex) + 1, sizeof *groups);
    for (uint32_t i = 0; i < rg_ops_count(ops); i++) {
        const char *name = rg_ops_at(ops, i)->name;
        if (strncmp(name, space, length) != 0 || strncmp(name + length, "::", 2) != 0)
            continue;
        const char *base = name + length + 2;
        rg_regex_result result = rg_regex_match(c->arena, regex, base, strlen(base), groups);
        if (result == RG_REGEX_LIMIT)
            rg_check_error(c, op->span, NULL, "%s", rg_regex_excuse(c->arena, regex, base));
        if (result != RG_REGEX_NO)
            return;
    }
    rg_check_warning(c, op->span, NULL, "no operator of the tables is called %s::/%s/", space,
                     op->items[RG_OPERATOR_BASE]->text);
}

static void check_overload(rg_checker *c, const rg_ast *ast, const overloads *all) {
    if (rg_ops_overload(all->ops, all->op, all->only, all->arena))
        return;
    const char **names = rg_alloc_array(c->arena, all->op->schema_count + 1, sizeof *names);
    size_t count = 0;
    rg_text list = rg_text_new(c->arena);
    for (size_t i = 0; i < all->op->schema_count; i++) {
        const rg_schema *schema = rg_ops_schema(all->ops, all->op, i, all->arena);
        if (!schema)
            continue;
        names[count++] = schema->overload;
        rg_text_printf(&list, "%s%s", count > 1 ? ", " : "",
                       schema->overload[0] ? schema->overload : "default");
    }
    const char *otherwise = rg_format(c->arena, "it has these: %.200s", rg_text_string(&list));
    rg_check_error(c, ast->items[RG_OPERATOR_OVERLOAD]->span,
                   rg_did_you_mean(c, rg_nearest(all->only, names, count), otherwise),
                   "%s has no overload `%s`", all->op->name, all->only[0] ? all->only : "default");
}

/* ---------------------------------------------------------------- arguments */

static bool has_parameter(const rg_schema *schema, const char *name) {
    for (size_t i = 0; i < schema->param_count; i++) {
        if (strcmp(schema->params[i].name, name) == 0)
            return true;
    }
    return schema->variadic;
}

/* All parameter names of the overloads, each once, in order. */
static size_t parameter_names(rg_checker *c, const overloads *all, rg_array *names) {
    for (size_t i = 0; i < all->op->schema_count; i++) {
        const rg_schema *schema = overload_at(all, i);
        for (size_t k = 0; schema && k < schema->param_count; k++) {
            const char **known = names->data, *name = schema->params[k].name;
            bool seen = false;
            for (size_t n = 0; n < names->count && !seen; n++)
                seen = strcmp(known[n], name) == 0;
            if (!seen)
                *(const char **)rg_array_push(c->arena, names, sizeof name) = name;
        }
    }
    return names->count;
}

static const char *list_names(rg_checker *c, const rg_array *names) {
    rg_text list = rg_text_new(c->arena);
    const char *const *known = names->data;
    for (size_t i = 0; i < names->count; i++)
        rg_text_printf(&list, "%s%s", i ? ", " : "", known[i]);
    return rg_format(c->arena, "its parameters are: %.300s", rg_text_string(&list));
}

static void check_keyword(rg_checker *c, const rg_ast *keyword, const overloads *all) {
    for (size_t i = 0; i < all->op->schema_count; i++) {
        const rg_schema *schema = overload_at(all, i);
        if (schema && has_parameter(schema, keyword->text))
            return;
    }
    rg_array names = {NULL, 0, 0, 0};
    size_t count = parameter_names(c, all, &names);
    const char *near = rg_nearest(keyword->text, names.data, count);
    rg_check_error(c, rg_span_part(keyword->span, 0, strlen(keyword->text)),
                   rg_did_you_mean(c, near, list_names(c, &names)), "%s has no parameter `%s`",
                   all->op->name, keyword->text);
}

/* Parameters that may stand by position; SIZE_MAX: any number. */
static size_t positions(const rg_schema *schema) {
    size_t count = 0;
    if (schema->variadic)
        return SIZE_MAX;
    while (count < schema->param_count && !schema->params[count].keyword_only)
        count++;
    return count;
}

/* A trailing list of ints takes any number of arguments: x.view(2, 3). */
static bool spreads(const rg_schema *schema) {
    size_t count = positions(schema);
    return count != SIZE_MAX && count > 0 && schema->params[count - 1].list &&
           schema->params[count - 1].kind == RG_PARAM_INT;
}

static void check_positions(rg_checker *c, const rg_ast *call, const overloads *all) {
    size_t most = 0, given = 0;
    bool known = false;
    for (size_t i = 0; i < all->op->schema_count; i++) {
        const rg_schema *schema = overload_at(all, i);
        if (!schema)
            continue;
        known = true;
        size_t count = spreads(schema) ? SIZE_MAX : positions(schema);
        most = count > most ? count : most;
    }
    const rg_ast *first_over = NULL;
    for (size_t i = RG_ARGUMENTS; i < call->count; i++) {
        const rg_ast *argument = call->items[i];
        if (argument->kind == RG_AST_STAR)
            return;
        if (argument->kind == RG_AST_KEYWORD || argument->kind == RG_AST_STARSTAR ||
            argument->kind == RG_AST_ELLIPSIS)
            continue;
        if (++given == most + 1)
            first_over = argument;
    }
    if (!known || !first_over || most == SIZE_MAX)
        return;
    rg_check_error(c, first_over->span, "write further arguments by name: name=value",
                   "%s takes at most %zu argument%s by position, not %zu", all->op->name, most,
                   most == 1 ? "" : "s", given);
}

/* ---------------------------------------------------------------- tags */

void rg_check_tag(rg_checker *c, const rg_ast *tag) {
    const rg_ops *ops = c->context->ops;
    bool plain = tag->kind == RG_AST_STRING && tag->count == 1 &&
                 tag->items[RG_STRING_FIRST]->kind == RG_AST_TEXT;
    if (!ops || !plain || rg_ops_is_tag(ops, tag->items[RG_STRING_FIRST]->text))
        return;
    const char *text = tag->items[RG_STRING_FIRST]->text;
    rg_check_error(c, tag->span,
                   rg_did_you_mean(c, rg_ops_nearest_tag(ops, text, c->arena),
                                   "a `tag` line of an operator file says which operators have it"),
                   "no operator has the tag `%s`", text);
}

/* ---------------------------------------------------------------- the whole */

void rg_check_operator(rg_checker *c, const rg_ast *ast, const rg_ast *call) {
    const rg_ops *ops = c->context->ops;
    const char *space = part_text(ast->items[RG_OPERATOR_SPACE]),
               *base = part_text(ast->items[RG_OPERATOR_BASE]);
    if (!ops || rg_ops_count(ops) == 0 || !space)
        return;
    if (ast->items[RG_OPERATOR_BASE]->kind == RG_AST_REGEX)
        check_base_regex(c, ast);
    if (!base)
        return;
    const char *name = rg_format(c->arena, "%s::%s", space, base);
    overloads all = {c->arena, ops, rg_ops_find(ops, name, strlen(name)),
                     part_text(ast->items[RG_OPERATOR_OVERLOAD])};
    if (!all.op) {
        rg_check_error(c, ast->span, rg_did_you_mean(c, rg_ops_nearest(ops, name, c->arena), NULL),
                       "no operator table declares `%s`", name);
        return;
    }
    if (all.only && strcmp(all.only, "default") == 0)
        all.only = "";
    if (all.only)
        check_overload(c, ast, &all);
    if (all.only && !rg_ops_overload(ops, all.op, all.only, c->arena))
        return;
    for (size_t i = RG_ARGUMENTS; call && i < call->count; i++) {
        if (call->items[i]->kind == RG_AST_KEYWORD)
            check_keyword(c, call->items[i], &all);
    }
    if (call)
        check_positions(c, call, &all);
}
