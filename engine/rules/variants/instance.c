/* A named pattern in the place where it is used: each clause in turn, its parameters replaced by
 * the arguments, its other names by names that nobody can write. */
#include "parts.h"

#include <string.h>

/* ---------------------------------------------------------------- clauses */

size_t rg_next_clause(const rg_writer *w, const char *name, size_t from) {
    for (size_t i = from; i < w->file->count; i++)
        if (w->file->items[i]->kind == RG_AST_PATTERN && strcmp(w->file->items[i]->text, name) == 0)
            return i;
    return SIZE_MAX;
}

static const rg_ast *parameters_of(const rg_ast *clause) {
    return clause->items[RG_PATTERN_PARAMETERS];
}

/* The number of a parameter; SIZE_MAX: the name is none. */
static size_t parameter_of(const rg_ast *clause, const char *name) {
    const rg_ast *parameters = parameters_of(clause);
    for (size_t i = 0; i < parameters->count; i++)
        if (parameters->items[i]->text && strcmp(parameters->items[i]->text, name) == 0)
            return i;
    return SIZE_MAX;
}

/* ---------------------------------------------------------------- names */

/* A name of its own: what a parameter with a pattern for argument is, or a name of the clause. */
static rg_ast *own_name(rg_writer *w, const rg_ast *name, const rg_instance *within) {
    return rg_new_name(w, rg_format(w->arena, "%s of %s", name->text, within->suffix), name->span);
}

rg_pieces rg_expand_name(rg_writer *w, rg_ast *name, const rg_instance *within) {
    size_t parameter = parameter_of(within->clause, name->text);
    if (parameter != SIZE_MAX && !within->hidden[parameter])
        return rg_expand(w, within->arguments[parameter], within->outer);
    return rg_expand(w, own_name(w, name, within), NULL);
}

/* What the argument for a parameter is, to whom it was first written. */
static const rg_ast *argument_of(const rg_instance *within, size_t parameter,
                                 const rg_instance **of) {
    const rg_ast *argument = within->arguments[parameter];
    for (within = within->outer; within && argument->kind == RG_AST_NAME; within = within->outer) {
        parameter = parameter_of(within->clause, argument->text);
        if (parameter == SIZE_MAX || within->hidden[parameter])
            break;
        argument = within->arguments[parameter];
    }
    *of = within;
    return argument;
}

/* The tree that stands for a name in expressions: a name or a literal. */
static rg_ast *value_of(rg_writer *w, const rg_ast *name, const rg_instance *within) {
    size_t parameter = parameter_of(within->clause, name->text);
    if (parameter == SIZE_MAX || within->hidden[parameter])
        return own_name(w, name, within);
    const rg_instance *of;
    const rg_ast *argument = argument_of(within, parameter, &of);
    return argument->kind == RG_AST_NAME && of ? own_name(w, argument, of)
                                               : rg_copy_tree(w, argument);
}

static bool is_name_of_clause(rg_writer *w, const rg_ast *clause, const char *name) {
    rg_array bound = {0};
    rg_collect_bound(w, clause->items[RG_PATTERN_BODY], &bound);
    for (size_t i = RG_PATTERN_LETS; i < clause->count; i++)
        rg_collect_bound(w, clause->items[i]->items[RG_LET_TARGETS], &bound);
    return rg_has_name(&bound, name);
}

rg_ast *rg_rename_expression(rg_writer *w, const rg_ast *ast, const rg_instance *within) {
    if (ast->kind == RG_AST_NAME)
        return is_name_of_clause(w, within->clause, ast->text) ||
                       parameter_of(within->clause, ast->text) != SIZE_MAX
                   ? value_of(w, ast, within)
                   : rg_copy_tree(w, ast);
    rg_ast **items = rg_alloc_array(w->arena, ast->count, sizeof *items);
    for (size_t i = 0; i < ast->count; i++) {
        bool function =
            ast->kind == RG_AST_CALL && i == RG_CALLEE && ast->items[i]->kind == RG_AST_NAME;
        items[i] = function ? rg_copy_tree(w, ast->items[i])
                            : rg_rename_expression(w, ast->items[i], within);
    }
    return rg_with_items(w, ast, items);
}

/* ---------------------------------------------------------------- arguments */

/* A pattern, which binds no name for its value, as argument of a parameter whose value is used more
 * than once. */
static bool needs_name(const rg_ast *clause, size_t parameter, const rg_ast *argument) {
    const char *name = parameters_of(clause)->items[parameter]->text;
    size_t in_body = rg_count_name(clause->items[RG_PATTERN_BODY], name), in_values = 0;
    for (size_t i = RG_PATTERN_LETS; i < clause->count; i++)
        in_values += rg_count_name(clause->items[i]->items[RG_LET_VALUE], name);
    return argument->kind != RG_AST_NAME && !rg_is_plain_value(argument) && in_body &&
           in_body + in_values > 1;
}

/* Each piece, with the equation of a parameter that has a name of its own. */
static rg_pieces add_equation(rg_writer *w, const rg_pieces *pieces, const rg_instance *instance,
                              size_t parameter) {
    rg_pieces product = {0},
              choices = rg_expand(w, instance->arguments[parameter], instance->outer);
    rg_ast *name = own_name(w, parameters_of(instance->clause)->items[parameter], instance);
    const rg_piece *before = pieces->data, *choice = choices.data;
    for (size_t i = 0; i < pieces->count; i++)
        for (size_t k = 0; k < choices.count; k++) {
            rg_array equation = {0};
            *(rg_wish *)rg_array_push(w->arena, &equation, sizeof(rg_wish)) =
                (rg_wish){RG_WISH_EQUATION, name, choice[k].tree};
            rg_array wishes = rg_join_wishes(w, &before[i].wishes, &equation);
            *(rg_piece *)rg_array_push(w->arena, &product, sizeof(rg_piece)) =
                (rg_piece){before[i].tree, rg_join_wishes(w, &wishes, &choice[k].wishes),
                           rg_join_taken(w, &before[i].taken, &choice[k].taken)};
        }
    return product;
}

static rg_array values_of(rg_writer *w, const rg_instance *instance) {
    const rg_ast *clause = instance->clause;
    rg_array wishes = {0};
    for (size_t i = RG_PATTERN_LETS; i < clause->count; i++) {
        const rg_ast *let = clause->items[i];
        rg_ast *name = value_of(w, let->items[RG_LET_TARGETS], instance);
        if (name->kind == RG_AST_WILDCARD)
            continue; /* nobody asks */
        if (name->kind != RG_AST_NAME && !rg_is_plain_value(name)) {
            rg_variants_fail(w, name->span, "write a name, and say under `where` what it is",
                             "`%s` works this value out: it is a name or a literal", clause->text);
            return wishes;
        }
        *(rg_wish *)rg_array_push(w->arena, &wishes, sizeof(rg_wish)) = (rg_wish){
            RG_WISH_VALUE, name, rg_rename_expression(w, let->items[RG_LET_VALUE], instance)};
    }
    return wishes;
}

/* ---------------------------------------------------------------- the call */

static rg_pieces expand_clause(rg_writer *w, const rg_instance *instance) {
    const rg_ast *clause = instance->clause;
    rg_pieces pieces = rg_expand(w, clause->items[RG_PATTERN_BODY], instance);
    for (size_t i = 0; i < parameters_of(clause)->count && !w->failed; i++)
        if (instance->hidden[i] && instance->arguments[i]->kind != RG_AST_WILDCARD)
            pieces = add_equation(w, &pieces, instance, i);
    rg_array values = values_of(w, instance);
    rg_take(w, &pieces, clause);
    rg_piece *items = pieces.data;
    for (size_t i = 0; i < pieces.count; i++)
        items[i].wishes = rg_join_wishes(w, &items[i].wishes, &values);
    return pieces;
}

static bool takes(rg_writer *w, const rg_ast *clause, const rg_ast *call) {
    size_t count = parameters_of(clause)->count, given = call->count - RG_ARGUMENTS;
    for (size_t i = RG_ARGUMENTS; i < call->count; i++)
        if (call->items[i]->kind == RG_AST_KEYWORD || call->items[i]->kind == RG_AST_STAR ||
            call->items[i]->kind == RG_AST_STARSTAR || call->items[i]->kind == RG_AST_ELLIPSIS) {
            rg_variants_fail(w, call->items[i]->span, "write a pattern for each parameter, or `_`",
                             "the arguments of a named pattern go by position");
            return false;
        }
    if (given != count)
        rg_variants_fail(w, call->span, NULL, "`%s` takes %zu pattern%s and is given %zu",
                         clause->text, count, count == 1 ? "" : "s", given);
    return given == count;
}

/* A clause may use the patterns above its own, so that none uses itself. */
static bool is_above(rg_writer *w, const rg_ast *call, size_t position, const rg_instance *within) {
    const char *name = call->items[RG_CALLEE]->text;
    if (!within || position < rg_next_clause(w, within->clause->text, 0))
        return true;
    if (strcmp(name, within->clause->text) == 0)
        rg_variants_fail(w, call->span, "patterns do not repeat: write out what can occur",
                         "the pattern `%s` uses itself", name);
    else
        rg_variants_fail(w, call->span, "move it up",
                         "the pattern `%s` stands below this one, which uses it", name);
    return false;
}

rg_pieces rg_expand_named(rg_writer *w, rg_ast *call, const rg_instance *within) {
    rg_pieces all = {0};
    const char *name = call->items[RG_CALLEE]->text;
    size_t number = ++w->instances, position = rg_next_clause(w, name, 0);
    if (!is_above(w, call, position, within))
        return all;
    for (; position != SIZE_MAX && !w->failed; position = rg_next_clause(w, name, position + 1)) {
        const rg_ast *clause = w->file->items[position];
        size_t count = parameters_of(clause)->count;
        bool *hidden = rg_alloc_array(w->arena, count, sizeof *hidden);
        if (!takes(w, clause, call))
            break;
        rg_instance instance = {clause,
                                position,
                                call->items + RG_ARGUMENTS,
                                within,
                                rg_format(w->arena, "%s %zu", name, number),
                                hidden};
        for (size_t i = 0; i < count; i++)
            hidden[i] = needs_name(clause, i, call->items[RG_ARGUMENTS + i]);
        rg_pieces some = expand_clause(w, &instance);
        const rg_piece *items = some.data;
        for (size_t i = 0; i < some.count && !w->failed; i++)
            rg_add_variant_piece(w, &all, items[i]);
    }
    return all;
}
