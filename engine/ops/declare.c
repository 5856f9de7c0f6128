/* The declarations of an operator file: op, view, shape, dtype, aliases, spelling, functions,
 * methods, tag. */
#include "tables.h"

#include <string.h>

/* ---------------------------------------------------------------- op */

/* Where the schema begins: after `op` and blanks. */
static rg_span schema_span(const rg_ast *ast) {
    rg_span span = ast->span;
    size_t length = 0;
    if (!span.source)
        return span;
    const char *line = rg_source_line(span.source, span.line, &length);
    size_t column = span.column - 1 + strlen("op");
    while (column < length && (line[column] == ' ' || line[column] == '\t'))
        column++;
    span.column = (uint32_t)column + 1;
    return span;
}

/* An operator declared by hand names itself as table lines do, but may stand on several lines. */
static void declare_op(rg_ops *ops, rg_ast *ast, rg_schema_parser *parser,
                       rg_diagnostics *diagnostics) {
    rg_schema_fault fault;
    size_t length = strlen(ast->text);
    rg_schema *schema =
        rg_read_schema(parser, ops->arena, ast->text, length, schema_span(ast), &fault);
    ast->compiled = schema;
    if (!schema) {
        rg_report(diagnostics, RG_ERROR, fault.span, "%s", fault.message);
        return;
    }
    rg_op_entry entry = {.text = ast->text, .length = (uint32_t)length};
    rg_entry_name(&entry);
    rg_operator *op = rg_ops_declare(ops, entry.text, entry.name_length);
    rg_op_entry *place =
        rg_ops_find_entry(ops, op, rg_entry_overload(&entry), entry.overload_length);
    if (place)
        entry.tags = place->tags; /* they are facts of the operator, not of how it was declared */
    else
        place = rg_ops_new_entry(ops, op);
    memcpy(place, &entry, sizeof *place);
    schema->op = op;
    schema->when = ast->items[RG_OP_CONDITION]->kind == RG_AST_TRUE ? NULL : ast;
    atomic_store_explicit(&place->schema, schema, memory_order_release);
}

/* ---------------------------------------------------------------- clauses */

/* Whether a parameter of that name stands in a schema's text; the text is not parsed for it. */
static bool text_has_param(const rg_op_entry *entry, const char *name) {
    size_t length = strlen(name);
    const char *at = entry->text + entry->name_length, *end = entry->text + entry->length;
    while ((at = memchr(at, name[0], (size_t)(end - at)))) {
        if ((size_t)(end - at) > length && memcmp(at, name, length) == 0 &&
            (at[-1] == ' ' || at[-1] == '\n') && strchr(",)= ", at[length]))
            return true;
        at++;
    }
    return false;
}

static size_t first_param(const rg_ast *clause) {
    return clause->kind == RG_AST_VIEW ? 3 : 2;
}

/* The first parameter of the clause that the overload has not, or NULL. */
static const rg_ast *missing_param(const rg_op_entry *entry, const rg_ast *clause) {
    for (size_t i = first_param(clause); i < clause->count; i++)
        if (!text_has_param(entry, clause->items[i]->text))
            return clause->items[i];
    return NULL;
}

/* Whether some overload that the clause speaks of has its parameters; else *missing is one that the
 * last of them has not (NULL: there is no such overload). */
static bool clause_fits(const rg_ops *ops, const rg_operator *op, const rg_ast *clause,
                        const char *overload, const rg_ast **missing) {
    *missing = NULL;
    for (size_t i = 0; i < op->schema_count; i++) {
        const rg_op_entry *entry = rg_entry_at(ops, op->first_schema + i);
        if (overload && (entry->overload_length != strlen(overload) ||
                         memcmp(rg_entry_overload(entry), overload, strlen(overload)) != 0))
            continue;
        const rg_ast *lacks = missing_param(entry, clause);
        if (!lacks)
            return true;
        *missing = lacks;
    }
    return false;
}

static void add_clause(rg_ops *ops, rg_operator *op, const rg_ast *ast, const char *overload) {
    rg_op_clause **list = ast->kind == RG_AST_VIEW    ? &op->views
                          : ast->kind == RG_AST_SHAPE ? &op->shapes
                          : ast->kind == RG_AST_DTYPE ? &op->dtypes
                          : ast->kind == RG_AST_AGAIN ? &op->agains
                                                      : &op->aliases;
    rg_op_clause *clause = rg_alloc(ops->arena, sizeof *clause);
    clause->ast = ast;
    clause->overload = overload;
    while (*list)
        list = &(*list)->next;
    *list = clause;
}

static void check_clause(rg_ops *ops, const rg_operator *op, const rg_ast *ast,
                         const char *overload, rg_diagnostics *diagnostics) {
    const rg_ast *missing = NULL;
    if (clause_fits(ops, op, ast, overload, &missing))
        return;
    if (missing)
        rg_report(diagnostics, RG_ERROR, missing->span, "%s%s%s has no parameter '%s'", op->name,
                  overload && *overload ? "." : "", overload ? overload : "", missing->text);
    else
        rg_report(diagnostics, RG_ERROR, ast->items[RG_CLAUSE_OPERATOR]->span,
                  "%s has no overload '%s'", op->name, overload);
}

/* The operator of that name, or NULL, which is reported. */
static rg_operator *named_operator(const rg_ops *ops, const rg_ast *name,
                                   rg_diagnostics *diagnostics) {
    char *full = rg_format(diagnostics->arena, "%s::%s", name->items[RG_OPERATOR_SPACE]->text,
                           name->items[RG_OPERATOR_BASE]->text);
    rg_operator *op = rg_ops_find(ops, full, strlen(full));
    if (op)
        return op;
    rg_diagnostic *fault = rg_report(diagnostics, RG_ERROR, name->span, "no operator %s", full);
    const char *nearest = rg_ops_nearest(ops, full, diagnostics->arena);
    if (nearest)
        rg_advise(diagnostics, fault, "did you mean %s?", nearest);
    return NULL;
}

/* NULL: none is named. */
static const char *overload_named(const rg_ast *name) {
    return name->items[RG_OPERATOR_OVERLOAD]->kind == RG_AST_TEXT
               ? name->items[RG_OPERATOR_OVERLOAD]->text
               : NULL;
}

static void declare_named_clause(rg_ops *ops, const rg_ast *ast, rg_diagnostics *diagnostics) {
    const rg_ast *name = ast->items[RG_CLAUSE_OPERATOR];
    rg_operator *op = named_operator(ops, name, diagnostics);
    if (!op)
        return;
    add_clause(ops, op, ast, overload_named(name));
    check_clause(ops, op, ast, overload_named(name), diagnostics);
}

static bool speaks_of(const rg_op_clause *clause, const rg_schema *schema) {
    if (clause->overload)
        return strcmp(clause->overload, schema->overload) == 0;
    for (size_t i = first_param(clause->ast); i < clause->ast->count; i++) {
        size_t k = 0;
        while (k < schema->param_count &&
               strcmp(schema->params[k].name, clause->ast->items[i]->text) != 0)
            k++;
        if (k == schema->param_count)
            return false;
    }
    return true;
}

const rg_op_clause *rg_ops_clause(const rg_op_clause *clauses, const rg_schema *schema) {
    while (clauses && !speaks_of(clauses, schema))
        clauses = clauses->next;
    return clauses;
}

/* ---------------------------------------------------------------- tags */

/* Without an overload, all that the operator has so far are tagged. */
static void tag_operator(rg_ops *ops, const rg_ast *name, uint64_t tag,
                         rg_diagnostics *diagnostics) {
    rg_operator *op = named_operator(ops, name, diagnostics);
    const char *overload = overload_named(name);
    if (!op)
        return;
    if (!overload) {
        for (size_t i = 0; i < op->schema_count; i++)
            rg_entry_at(ops, op->first_schema + i)->tags |= tag;
        return;
    }
    rg_op_entry *entry = rg_ops_find_entry(ops, op, overload, strlen(overload));
    if (entry)
        entry->tags |= tag;
    else
        rg_report(diagnostics, RG_ERROR, name->span, "%s has no overload '%s'", op->name, overload);
}

static uint64_t tag_bit(rg_symbol tag) {
    return tag == 0 || tag > RG_MAX_TAGS ? 0 : UINT64_C(1) << (tag - 1);
}

/* The bit of a tag, or 0: no operator has it. */
static uint64_t known_tag(const rg_ops *ops, const char *tag) {
    return tag_bit(rg_find_symbol(ops->tags, tag, strlen(tag)));
}

uint64_t rg_ops_new_tag(rg_ops *ops, const char *name, size_t length) {
    return tag_bit(rg_intern(ops->tags, name, length));
}

static void declare_tag(rg_ops *ops, const rg_ast *ast, rg_diagnostics *diagnostics) {
    uint64_t tag = rg_ops_new_tag(ops, ast->text, strlen(ast->text));
    if (!tag) {
        rg_report(diagnostics, RG_ERROR, ast->span, "more than %d tags", RG_MAX_TAGS);
        return;
    }
    for (size_t i = 0; i < ast->count; i++)
        tag_operator(ops, ast->items[i], tag, diagnostics);
}

bool rg_ops_is_tag(const rg_ops *ops, const char *tag) {
    return known_tag(ops, tag) != 0;
}

bool rg_ops_has_tag(const rg_ops *ops, const rg_schema *schema, const char *tag) {
    const rg_op_entry *entry =
        rg_ops_find_entry(ops, schema->op, schema->overload, strlen(schema->overload));
    return entry && entry->tags & known_tag(ops, tag);
}

const char *rg_ops_nearest_tag(const rg_ops *ops, const char *tag, rg_arena *job) {
    size_t end = rg_symbol_count(ops->tags);
    const char **names = rg_alloc_array(job, end, sizeof *names);
    for (rg_symbol tags = 1; tags < end; tags++)
        names[tags - 1] = rg_symbol_text(ops->tags, tags);
    return rg_nearest(tag, names, end ? end - 1 : 0);
}

static void complain_of_tag(const rg_ops *ops, const rg_ast *tag, rg_diagnostics *diagnostics) {
    rg_diagnostic *fault = rg_report(diagnostics, RG_ERROR, tag->span,
                                     "no operator declared so far has the tag `%s`", tag->text);
    const char *nearest = rg_ops_nearest_tag(ops, tag->text, diagnostics->arena);
    if (nearest)
        rg_advise(diagnostics, fault, "did you mean `%s`?", nearest);
}

/* A clause that names a tag is a clause of each overload that has the tag so far, and the
 * parameters of the clause. */
static void declare_tagged_clause(rg_ops *ops, const rg_ast *ast, rg_diagnostics *diagnostics) {
    const rg_ast *name = ast->items[RG_CLAUSE_OPERATOR];
    uint64_t tag = known_tag(ops, name->text);
    size_t found = 0;
    for (uint32_t id = 0; id < ops->operators.count; id++) {
        rg_operator *op = rg_ops_at(ops, id);
        for (size_t i = 0; i < op->schema_count; i++) {
            const rg_op_entry *entry = rg_entry_at(ops, op->first_schema + i);
            if (!(entry->tags & tag) || missing_param(entry, ast))
                continue;
            found++;
            add_clause(ops, op, ast,
                       rg_copy_text(ops->arena, rg_entry_overload(entry), entry->overload_length));
        }
    }
    if (!tag)
        complain_of_tag(ops, name, diagnostics);
    else if (!found)
        rg_report(diagnostics, RG_ERROR, name->span,
                  "no operator with the tag `%s` has these parameters", name->text);
}

static void declare_clause(rg_ops *ops, const rg_ast *ast, rg_diagnostics *diagnostics) {
    if (ast->items[RG_CLAUSE_OPERATOR]->kind == RG_AST_TAGGED)
        declare_tagged_clause(ops, ast, diagnostics);
    else
        declare_named_clause(ops, ast, diagnostics);
}

/* ---------------------------------------------------------------- functions, methods */

static void declare_names(rg_ops *ops, const rg_ast *ast) {
    bool functions = strcmp(ast->text, "functions") == 0;
    rg_text name = rg_text_new(ops->arena);
    for (size_t i = 0; i < ast->count; i++) {
        rg_text_clear(&name);
        rg_text_puts(&name, "aten::");
        rg_text_puts(&name, ast->items[i]->text);
        rg_operator *op = rg_ops_find(ops, rg_text_string(&name), rg_text_length(&name));
        if (!op)
            continue; /* of a newer PyTorch than the table: harmless */
        if (functions)
            op->is_function = true;
        else
            op->is_method = true;
    }
}

void rg_ops_add_file(rg_ops *ops, const rg_ast *file, rg_diagnostics *diagnostics) {
    rg_schema_parser *parser = NULL;
    for (size_t i = 0; i < file->count; i++) {
        rg_ast *ast = file->items[i];
        switch (ast->kind) {
        case RG_AST_OP:
            if (!parser)
                parser = rg_schema_parser_new(ops->arena);
            declare_op(ops, ast, parser, diagnostics);
            break;
        case RG_AST_VIEW:
        case RG_AST_SHAPE:
        case RG_AST_DTYPE:
        case RG_AST_ALIASES:
        case RG_AST_AGAIN:
            declare_clause(ops, ast, diagnostics);
            break;
        case RG_AST_SPELLING:
            rg_spelling_add(ops, ast, diagnostics);
            break;
        case RG_AST_TAG:
            declare_tag(ops, ast, diagnostics);
            break;
        case RG_AST_NAMES:
            declare_names(ops, ast);
            break;
        default:
            break; /* the rule compiler's */
        }
    }
}
