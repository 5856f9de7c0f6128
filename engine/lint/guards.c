/* Guards that can never hold, whatever the graph. */
#include <string.h>

#include "../rule_text/rule_text.h"
#include "lint.h"

enum { MOST_CONDITIONS = 64 }; /* the lint leaves out the rest, and so warns less */

/* The conditions of a rule that must all hold. */
typedef struct conditions {
    const rg_ast *items[MOST_CONDITIONS];
    size_t count;
} conditions;

/* Takes `a and b` apart, in the order of the text. */
static void add_conditions(conditions *all, const rg_ast *guard) {
    const rg_ast *todo[MOST_CONDITIONS] = {guard};
    for (size_t left = 1; left > 0;) {
        const rg_ast *one = todo[--left];
        if (one->kind == RG_AST_AND && left + 2 <= MOST_CONDITIONS) {
            todo[left++] = one->items[RG_RIGHT];
            todo[left++] = one->items[RG_LEFT];
        } else if (all->count < MOST_CONDITIONS) {
            all->items[all->count++] = one;
        }
    }
}

static bool is_literal(const rg_ast *ast) {
    if (ast->kind == RG_AST_STRING) /* without values in it */
        return ast->count == 0 ||
               (ast->count == 1 && ast->items[RG_STRING_FIRST]->kind == RG_AST_TEXT);
    return ast->kind >= RG_AST_NONE && ast->kind <= RG_AST_FLOAT;
}

static bool is_false(const rg_ast *ast) {
    return ast->kind == RG_AST_FALSE || ast->kind == RG_AST_NONE ||
           (ast->kind == RG_AST_INT && strcmp(ast->text, "0") == 0);
}

static const char *text_of(const rg_linter *lint, const rg_ast *ast) {
    rg_text text = rg_text_new(lint->arena);
    rg_print_ast(&text, ast);
    return rg_text_string(&text);
}

static bool is_equality(const rg_ast *ast) {
    return ast->kind == RG_AST_COMPARE && strcmp(ast->text, "==") == 0;
}

/* Of `e == 3` and `3 == e` the literal; NULL: it is no such comparison. */
static const rg_ast *literal_of(const rg_ast *ast, const rg_ast **other) {
    if (!is_equality(ast))
        return NULL;
    size_t which = is_literal(ast->items[RG_RIGHT]) ? RG_RIGHT : RG_LEFT;
    *other = ast->items[1 - which];
    return is_literal(ast->items[which]) && !is_literal(*other) ? ast->items[which] : NULL;
}

/* ---------------------------------------------------------------- the kinds of mistakes */

static bool is_dtype_call(const rg_ast *ast) {
    return ast->kind == RG_AST_CALL && ast->items[RG_CALLEE]->kind == RG_AST_NAME &&
           strcmp(ast->items[RG_CALLEE]->text, "dtype") == 0;
}

static void check_dtype(rg_linter *lint, const rg_rule *rule, const rg_ast *condition) {
    const rg_ast *other = NULL, *literal = literal_of(condition, &other);
    if (!literal || literal->kind != RG_AST_STRING || !is_dtype_call(other))
        return;
    const char *name = literal->count ? literal->items[RG_STRING_FIRST]->text : "";
    const char *full = rg_long_dtype(name);
    rg_lint_warn(lint, rule, condition, "never-holds",
                 full ? rg_format(lint->arena, "write %s", full)
                      : "a dtype is written as torch.float32",
                 "this never holds: a dtype is compared with a text");
}

static void check_constant(rg_linter *lint, const rg_rule *rule, const rg_ast *condition) {
    bool unequal = is_equality(condition) && is_literal(condition->items[RG_LEFT]) &&
                   is_literal(condition->items[RG_RIGHT]) &&
                   condition->items[RG_LEFT]->kind == condition->items[RG_RIGHT]->kind &&
                   strcmp(text_of(lint, condition->items[RG_LEFT]),
                          text_of(lint, condition->items[RG_RIGHT])) != 0;
    if (is_false(condition) || unequal)
        rg_lint_warn(lint, rule, condition, "never-holds", NULL,
                     "this never holds: rule %s is never applied", rule->name);
}

/* `e == 3` where an earlier condition says `e == 4`. */
static void check_pair(rg_linter *lint, const rg_rule *rule, const rg_ast *earlier,
                       const rg_ast *later) {
    const rg_ast *left = NULL, *right = NULL;
    const rg_ast *a = literal_of(earlier, &left), *b = literal_of(later, &right);
    if (!a || !b || a->kind != b->kind || strcmp(text_of(lint, left), text_of(lint, right)) != 0 ||
        strcmp(text_of(lint, a), text_of(lint, b)) == 0)
        return;
    rg_lint_warn(lint, rule, later, "never-holds", NULL,
                 "this never holds together with `%s`, which stands before it",
                 text_of(lint, earlier));
}

void rg_lint_guards(rg_linter *lint, const rg_rule *rule) {
    conditions all = {.count = 0};
    for (size_t i = RG_RULE_STEPS; i < rule->ast->count; i++)
        if (rule->ast->items[i]->kind == RG_AST_WHERE)
            add_conditions(&all, rule->ast->items[i]->items[RG_WHERE_GUARD]);
    for (size_t i = 0; i < all.count; i++) {
        check_constant(lint, rule, all.items[i]);
        check_dtype(lint, rule, all.items[i]);
        for (size_t k = 0; k < i; k++)
            check_pair(lint, rule, all.items[k], all.items[i]);
    }
}
