/* The ways to read a pattern: every alternative in it taken in turn. */
#include "parts.h"

#include <string.h>

/* ---------------------------------------------------------------- lists of pieces */

void rg_add_variant_piece(rg_writer *w, rg_pieces *pieces, rg_piece piece) {
    if (pieces->count >= RG_MAX_VARIANTS) {
        rg_variants_fail(w, w->rule->span, "write rules of their own for some of the alternatives",
                         "`%s` has more than %d variants", w->rule->text, RG_MAX_VARIANTS);
        return;
    }
    *(rg_piece *)rg_array_push(w->arena, pieces, sizeof piece) = piece;
}

static rg_pieces one_piece(rg_writer *w, rg_ast *tree) {
    rg_pieces pieces = {0};
    rg_add_variant_piece(w, &pieces, (rg_piece){.tree = tree});
    return pieces;
}

static void add_pieces(rg_writer *w, rg_pieces *pieces, const rg_pieces *more) {
    const rg_piece *items = more->data;
    for (size_t i = 0; i < more->count && !w->failed; i++)
        rg_add_variant_piece(w, pieces, items[i]);
}

/* Lists are shared, so that a longer one is a new one. */
static rg_array join(rg_writer *w, const rg_array *first, const rg_array *second, size_t size) {
    rg_array both = {0};
    if (!first->count || !second->count)
        return first->count ? *first : *second;
    rg_array_reserve(w->arena, &both, first->count + second->count, size);
    memcpy(both.data, first->data, first->count * size);
    memcpy((char *)both.data + first->count * size, second->data, second->count * size);
    both.count = first->count + second->count;
    return both;
}

rg_array rg_join_wishes(rg_writer *w, const rg_array *first, const rg_array *second) {
    return join(w, first, second, sizeof(rg_wish));
}

rg_array rg_join_taken(rg_writer *w, const rg_array *first, const rg_array *second) {
    return join(w, first, second, sizeof(rg_ast *));
}

void rg_take(rg_writer *w, rg_pieces *pieces, const rg_ast *alternative) {
    rg_array one = {0};
    *(const rg_ast **)rg_array_push(w->arena, &one, sizeof alternative) = alternative;
    rg_piece *items = pieces->data;
    for (size_t i = 0; i < pieces->count; i++)
        items[i].taken = rg_join_taken(w, &one, &items[i].taken);
}

/* ---------------------------------------------------------------- products */

/* Each piece of `pieces` with item `at` of its tree taken from each of `choices`. */
static rg_pieces choose_item(rg_writer *w, const rg_pieces *pieces, size_t at,
                             const rg_pieces *choices) {
    rg_pieces product = {0};
    const rg_piece *before = pieces->data, *choice = choices->data;
    for (size_t i = 0; i < pieces->count; i++)
        for (size_t k = 0; k < choices->count && !w->failed; k++) {
            const rg_ast *tree = before[i].tree;
            rg_ast **items = rg_alloc_array(w->arena, tree->count, sizeof *items);
            memcpy(items, tree->items, tree->count * sizeof *items);
            items[at] = choice[k].tree;
            rg_add_variant_piece(w, &product,
                                 (rg_piece){rg_with_items(w, tree, items),
                                            rg_join_wishes(w, &before[i].wishes, &choice[k].wishes),
                                            rg_join_taken(w, &before[i].taken, &choice[k].taken)});
        }
    return product;
}

/* The tree with each of its items from `first` on in every way. */
static rg_pieces expand_items(rg_writer *w, rg_ast *ast, size_t first, const rg_instance *within) {
    rg_pieces pieces = one_piece(w, ast);
    for (size_t i = first; i < ast->count && !w->failed; i++) {
        rg_pieces choices = rg_expand(w, ast->items[i], within);
        const rg_piece *only = choices.data;
        if (choices.count != 1 || only->tree != ast->items[i] || only->wishes.count ||
            only->taken.count)
            pieces = choose_item(w, &pieces, i, &choices);
    }
    return pieces;
}

/* ---------------------------------------------------------------- alternatives */

static bool are_plain_values(const rg_ast *either) {
    for (size_t i = 0; i < either->count; i++)
        if (!rg_is_plain_value(either->items[i]))
            return false;
    return true;
}

/* A name that stands nowhere else matches everything. */
static void check_last(rg_writer *w, const rg_ast *either, size_t at, const rg_instance *within) {
    const rg_ast *item = either->items[at];
    bool all = item->kind == RG_AST_WILDCARD ||
               (item->kind == RG_AST_NAME && !within && rg_count_name(w->rule, item->text) == 1);
    if (all && at + 1 < either->count)
        rg_variants_fail(w, item->span, "write it as the last one",
                         "`%s` matches everything: the alternatives behind it are never tried",
                         item->kind == RG_AST_WILDCARD ? "_" : item->text);
}

static rg_pieces expand_either(rg_writer *w, rg_ast *ast, const rg_instance *within) {
    rg_pieces all = {0};
    if (are_plain_values(ast))
        return one_piece(w, ast); /* a set of values: the matcher looks at them at once */
    for (size_t i = 0; i < ast->count && !w->failed; i++) {
        check_last(w, ast, i, within);
        rg_pieces some = rg_expand(w, ast->items[i], within);
        rg_take(w, &some, ast->items[i]);
        add_pieces(w, &all, &some);
    }
    return all;
}

/* Where the operand of `maybe` stands in the call; NULL: it has none. */
static rg_ast **operand_of(rg_ast *call) {
    rg_ast *callee = call->items[RG_CALLEE];
    if (callee->kind == RG_AST_ATTRIBUTE && !rg_is_fixed_head(callee))
        return &callee->items[RG_OBJECT];
    rg_ast **first = call->count > RG_ARGUMENTS ? &call->items[RG_ARGUMENTS] : NULL;
    bool pattern = first && (*first)->kind != RG_AST_KEYWORD && (*first)->kind != RG_AST_STAR &&
                   (*first)->kind != RG_AST_STARSTAR && (*first)->kind != RG_AST_ELLIPSIS;
    return pattern ? first : NULL;
}

/* The names that a piece gives a value, but for those of `operand`. */
static void add_absent(rg_writer *w, const rg_piece *piece, const rg_array *operand,
                       rg_array *names) {
    rg_array bound = {0};
    rg_collect_bound(w, piece->tree, &bound);
    const rg_wish *wish = piece->wishes.data;
    for (size_t i = 0; i < piece->wishes.count; i++) {
        rg_collect_bound(w, wish[i].name, &bound);
        if (wish[i].kind == RG_WISH_EQUATION)
            rg_collect_bound(w, wish[i].value, &bound);
    }
    const char *const *all = bound.data;
    for (size_t i = 0; i < bound.count; i++)
        if (!rg_has_name(operand, all[i]) && !rg_has_name(names, all[i]))
            *(const char **)rg_array_push(w->arena, names, sizeof(char *)) = all[i];
}

static void bound_by(rg_writer *w, const rg_pieces *pieces, rg_array *names) {
    const rg_piece *items = pieces->data;
    rg_array none = {0};
    for (size_t i = 0; i < pieces->count; i++)
        add_absent(w, &items[i], &none, names);
}

static rg_array absent(rg_writer *w, const rg_array *names, rg_span span) {
    rg_array wishes = {0};
    const char *const *all = names->data;
    for (size_t i = 0; i < names->count; i++) {
        rg_ast *none = rg_alloc(w->arena, sizeof *none);
        *none = (rg_ast){.kind = RG_AST_NONE, .span = span};
        *(rg_wish *)rg_array_push(w->arena, &wishes, sizeof(rg_wish)) =
            (rg_wish){RG_WISH_ABSENT, rg_new_name(w, all[i], span), none};
    }
    return wishes;
}

/* `maybe f(x, a)`: f(x, a), or x alone, where what only `a` would bind is None. */
static rg_pieces expand_maybe(rg_writer *w, rg_ast *ast, const rg_instance *within) {
    rg_ast *call = ast->items[RG_INNER], **operand;
    if (call->kind != RG_AST_CALL || !(operand = operand_of(call))) {
        rg_variants_fail(w, ast->span, "write `maybe f(x, …)`, which is f(x, …) or x",
                         "`maybe` needs a call, and an operand that stays when there is none");
        return (rg_pieces){0};
    }
    rg_pieces with = rg_expand(w, call, within), without = rg_expand(w, *operand, within);
    rg_array kept = {0}, names = {0};
    bound_by(w, &without, &kept);
    const rg_piece *items = with.data;
    for (size_t i = 0; i < with.count; i++)
        add_absent(w, &items[i], &kept, &names);
    rg_array wishes = absent(w, &names, ast->span);
    rg_take(w, &with, call);
    rg_take(w, &without, *operand);
    rg_piece *bare = without.data;
    for (size_t i = 0; i < without.count; i++)
        bare[i].wishes = rg_join_wishes(w, &bare[i].wishes, &wishes);
    add_pieces(w, &with, &without);
    return with;
}

/* ---------------------------------------------------------------- calls */

static bool commutes(rg_writer *w, const rg_ast *call) {
    const rg_ast *callee = call->items[RG_CALLEE];
    if (callee->kind != RG_AST_OPERATOR || callee->items[RG_OPERATOR_SPACE]->kind != RG_AST_TEXT ||
        callee->items[RG_OPERATOR_BASE]->kind != RG_AST_TEXT)
        return false;
    const char *name = rg_format(w->arena, "%s::%s", callee->items[RG_OPERATOR_SPACE]->text,
                                 callee->items[RG_OPERATOR_BASE]->text);
    const rg_operator *op = rg_ops_find(w->ops, name, strlen(name));
    for (size_t i = 0; op && i < op->schema_count; i++) {
        const rg_schema *schema = rg_ops_schema(w->ops, op, i, w->arena);
        if (schema && rg_ops_has_tag(w->ops, schema, "commutes"))
            return true;
    }
    return false;
}

static bool has_two_operands(const rg_ast *call) {
    if (call->count != RG_ARGUMENTS + 2)
        return false;
    for (size_t i = RG_ARGUMENTS; i < call->count; i++)
        if (call->items[i]->kind == RG_AST_KEYWORD || call->items[i]->kind == RG_AST_STAR ||
            call->items[i]->kind == RG_AST_STARSTAR || call->items[i]->kind == RG_AST_ELLIPSIS)
            return false;
    return true;
}

/* f~(a, b): f(a, b), then f(b, a). */
static rg_pieces expand_commuting(rg_writer *w, rg_ast *call, const rg_instance *within) {
    rg_ast **items = rg_alloc_array(w->arena, call->count, sizeof *items);
    if (!has_two_operands(call)) {
        rg_variants_fail(w, call->span, "write f~(a, b)", "`~` is for calls of two operands");
        return (rg_pieces){0};
    }
    if (!commutes(w, call)) {
        rg_variants_fail(w, call->items[RG_CALLEE]->span,
                         "a line `tag commutes ns::name` in an operator file says that an operator "
                         "does",
                         "the operands of this call are not known to commute");
        return (rg_pieces){0};
    }
    rg_ast *plain = rg_with_items(w, call, call->items);
    plain->flag = false;
    items[RG_CALLEE] = call->items[RG_CALLEE];
    items[RG_ARGUMENTS] = call->items[RG_ARGUMENTS + 1];
    items[RG_ARGUMENTS + 1] = call->items[RG_ARGUMENTS];
    rg_pieces pieces = expand_items(w, plain, RG_ARGUMENTS, within);
    rg_pieces swapped = expand_items(w, rg_with_items(w, plain, items), RG_ARGUMENTS, within);
    add_pieces(w, &pieces, &swapped);
    return pieces;
}

/* The receiver of a method, and the arguments. */
static rg_pieces expand_call(rg_writer *w, rg_ast *call, const rg_instance *within) {
    rg_ast *callee = call->items[RG_CALLEE];
    if (callee->kind == RG_AST_NAME && rg_next_clause(w, callee->text, 0) != SIZE_MAX)
        return rg_expand_named(w, call, within);
    if (call->flag)
        return expand_commuting(w, call, within);
    return expand_items(w, call, rg_is_fixed_head(callee) ? RG_ARGUMENTS : RG_CALLEE, within);
}

/* ---------------------------------------------------------------- the whole */

static rg_pieces expand(rg_writer *w, rg_ast *ast, const rg_instance *within) {
    switch (ast->kind) {
    case RG_AST_NAME:
        return within ? rg_expand_name(w, ast, within) : one_piece(w, ast);
    case RG_AST_EITHER:
        return expand_either(w, ast, within);
    case RG_AST_MAYBE:
        return expand_maybe(w, ast, within);
    case RG_AST_CALL:
        return expand_call(w, ast, within);
    case RG_AST_ATTRIBUTE: /* the receiver of a method; else a constant of a module */
        return expand_items(w, ast, rg_is_fixed_head(ast) ? ast->count : 0, within);
    default:
        return expand_items(w, ast, 0, within);
    }
}

rg_pieces rg_expand(rg_writer *w, rg_ast *ast, const rg_instance *within) {
    rg_pieces pieces = {0};
    if (w->failed)
        return pieces;
    if (++w->steps > RG_MAX_VARIANT_STEPS || w->depth >= RG_MAX_AST_DEPTH) {
        rg_variants_fail(w, w->rule->span, "use fewer patterns within patterns",
                         "`%s` is too large when its patterns are written out", w->rule->text);
        return pieces;
    }
    w->depth++;
    pieces = expand(w, ast, within);
    w->depth--;
    return pieces;
}
