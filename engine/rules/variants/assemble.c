/* A variant as a rule: its patterns, and as `let` and `where` lines what else must hold. */
#include "parts.h"

#include <string.h>

static void add(rg_writer *w, rg_array *items, rg_ast *ast) {
    *(rg_ast **)rg_array_push(w->arena, items, sizeof ast) = ast;
}

static rg_ast *pair(rg_writer *w, rg_ast_kind kind, const char *text, rg_ast *first,
                    rg_ast *second) {
    rg_ast *made = rg_alloc(w->arena, sizeof *made);
    *made = (rg_ast){.kind = kind, .span = second->span, .text = text, .count = 2};
    made->items = rg_alloc_array(w->arena, 2, sizeof *made->items);
    made->items[0] = first;
    made->items[1] = second;
    return made;
}

static rg_ast *where(rg_writer *w, rg_ast *condition) {
    rg_ast *made = rg_alloc(w->arena, sizeof *made);
    *made = (rg_ast){.kind = RG_AST_WHERE, .span = condition->span, .count = 1};
    made->items = rg_alloc_array(w->arena, 1, sizeof *made->items);
    made->items[RG_WHERE_GUARD] = condition;
    return made;
}

/* ---------------------------------------------------------------- equations */

static void add_equations(rg_writer *w, rg_array *steps, rg_array *bound, const rg_array *wishes) {
    const rg_wish *wish = wishes->data;
    for (size_t i = 0; i < wishes->count; i++) {
        if (wish[i].kind != RG_WISH_EQUATION)
            continue;
        rg_collect_bound(w, wish[i].value, bound);
        rg_collect_bound(w, wish[i].name, bound);
        add(w, steps,
            pair(w, RG_AST_MATCH, NULL, rg_copy_tree(w, wish[i].name),
                 rg_copy_tree(w, wish[i].value)));
    }
}

static void add_line(rg_writer *w, rg_array *steps, rg_array *bound, const rg_ast *line,
                     const rg_piece *piece) {
    rg_ast *made = rg_copy_tree(w, line);
    made->items[RG_EQUATION_PATTERN] = rg_copy_tree(w, piece->tree);
    rg_collect_bound(w, made->items[RG_EQUATION_NAME], bound);
    rg_collect_bound(w, piece->tree, bound);
    add(w, steps, made);
}

/* ---------------------------------------------------------------- values */

/* A name that has no value yet gets it; another value must equal it. */
static void add_value(rg_writer *w, rg_array *steps, rg_array *bound, const rg_wish *wish,
                      size_t number) {
    bool is_new = wish->name->kind == RG_AST_NAME && !rg_has_name(bound, wish->name->text);
    if (is_new) {
        add(w, steps,
            pair(w, RG_AST_LET, NULL, rg_copy_tree(w, wish->name), rg_copy_tree(w, wish->value)));
        rg_collect_bound(w, wish->name, bound);
        return;
    }
    const char *text = rg_format(w->arena, "value %zu", number);
    rg_ast *name = rg_new_name(w, text, wish->value->span);
    add(w, steps, pair(w, RG_AST_LET, NULL, name, rg_copy_tree(w, wish->value)));
    add(w, steps,
        where(w,
              pair(w, RG_AST_COMPARE, "==", rg_copy_tree(w, wish->name), rg_copy_tree(w, name))));
}

static void add_values(rg_writer *w, rg_array *steps, rg_array *bound, const rg_array *wishes) {
    const rg_wish *wish = wishes->data;
    for (size_t i = 0; i < wishes->count; i++) {
        bool absent = wish[i].kind == RG_WISH_ABSENT;
        if (wish[i].kind == RG_WISH_VALUE || (absent && !rg_has_name(bound, wish[i].name->text)))
            add_value(w, steps, bound, &wish[i], i + 1);
    }
}

/* ---------------------------------------------------------------- the rule */

rg_ast *rg_assemble(rg_writer *w, const rg_ast *rule, const rg_piece *lines, size_t count) {
    rg_array steps = {0}, bound = {0}, wishes = {0};
    add(w, &steps, rg_copy_tree(w, rule->items[RG_RULE_PRIORITY]));
    for (size_t i = 0; i < count; i++)
        wishes = rg_join_wishes(w, &wishes, &lines[i].wishes);
    for (size_t i = 0; i + 1 < count; i++)
        add_line(w, &steps, &bound, rule->items[RG_RULE_STEPS + i], &lines[i]);
    add_equations(w, &steps, &bound, &wishes);
    add_line(w, &steps, &bound, rule->items[RG_RULE_STEPS + count - 1], &lines[count - 1]);
    add_values(w, &steps, &bound, &wishes);
    for (size_t i = RG_RULE_STEPS + count; i < rule->count; i++)
        add(w, &steps, rg_copy_tree(w, rule->items[i]));
    rg_array *taken = rg_alloc(w->arena, sizeof *taken);
    for (size_t i = 0; i < count; i++)
        *taken = rg_join_taken(w, taken, &lines[i].taken);
    rg_ast *made = rg_with_items(w, rule, steps.data);
    made->count = steps.count;
    made->compiled = taken;
    return made;
}
