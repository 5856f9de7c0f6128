/* What a rule puts in the place of its root. */
#include <string.h>

#include "lint.h"

/* Results of the overloads that the call may mean; SIZE_MAX: they differ, or are not known. */
size_t rg_results_of(const rg_linter *lint, const rg_ast *call) {
    const rg_operator *op = rg_lint_operator(lint, call);
    const char *wanted =
        op ? rg_part_text(call->items[RG_CALLEE]->items[RG_OPERATOR_OVERLOAD]) : NULL;
    size_t count = SIZE_MAX;
    for (size_t i = 0; op && i < op->schema_count; i++) {
        const rg_schema *schema = rg_ops_schema(lint->ruleset->ops, op, i, lint->arena);
        if (!schema || (wanted && strcmp(wanted, schema->overload) != 0) ||
            !rg_may_fit_schema(call, schema, true))
            continue;
        if (count != SIZE_MAX && count != schema->result_count)
            return SIZE_MAX;
        count = schema->result_count;
    }
    return count;
}

/* Whether every overload of the root gives fresh tensors. */
static bool is_fresh(const rg_linter *lint, const rg_ast *call) {
    const rg_operator *op = rg_lint_operator(lint, call);
    bool any = false;
    if (!op || op->aliases || op->views)
        return false;
    for (size_t i = 0; i < op->schema_count; i++) {
        const rg_schema *schema = rg_ops_schema(lint->ruleset->ops, op, i, lint->arena);
        if (!schema || !rg_may_fit_schema(call, schema, true))
            continue;
        if (schema->aliases || schema->writes)
            return false;
        any = true;
    }
    return any;
}

static void check_results(rg_linter *lint, const rg_rule *rule, const rg_ast *root,
                          const rg_ast *bind) {
    size_t before = rg_results_of(lint, root),
           after = rg_results_of(lint, bind->items[RG_BIND_VALUE]);
    if (before == SIZE_MAX || after == SIZE_MAX || after >= before)
        return;
    rg_lint_warn(lint, rule, bind->items[RG_BIND_VALUE], "drops-result", NULL,
                 "rule %s gives %zu result%s where its root gave %zu: users of another result get "
                 "no value",
                 rule->name, after, after == 1 ? "" : "s", before);
}

static void check_alias(rg_linter *lint, const rg_rule *rule, const rg_ast *root,
                        const rg_ast *bind) {
    const rg_ast *value = bind->items[RG_BIND_VALUE];
    if (value->kind != RG_AST_NAME || !is_fresh(lint, root))
        return;
    rg_lint_warn(lint, rule, value, "alias",
                 "say so with aten::clone, or write # allow(alias) where that is meant",
                 "rule %s puts the existing value `%s` where a fresh one was: a copy is made where "
                 "the two could be told apart",
                 rule->name, value->text);
}

void rg_lint_rewrite(rg_linter *lint, const rg_rule *rule) {
    const rg_ast *line = rule->ast->items[rule->first_statement - 1];
    const rg_ast *name = line->items[RG_EQUATION_NAME], *root = line->items[RG_EQUATION_PATTERN];
    if (name->kind != RG_AST_NAME || root->kind != RG_AST_CALL)
        return;
    for (size_t i = rule->first_statement; i < rule->ast->count; i++) {
        const rg_ast *bind = rule->ast->items[i];
        if (bind->kind != RG_AST_BIND || bind->items[RG_BIND_NAME]->kind != RG_AST_NAME ||
            strcmp(bind->items[RG_BIND_NAME]->text, name->text) != 0)
            continue;
        check_results(lint, rule, root, bind);
        check_alias(lint, rule, root, bind);
    }
}
