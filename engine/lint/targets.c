/* Targets of PyTorch that nothing has: mistakes in the names of calls. */
#include <string.h>

#include "../rule_text/rule_text.h"
#include "lint.h"

/* The dotted name that heads a call, when it begins with a module of PyTorch's; else NULL. */
static const char *torch_target(const rg_linter *lint, const rg_ast *call) {
    const rg_ast *head = call->items[RG_CALLEE], *first = head;
    while (first->kind == RG_AST_ATTRIBUTE && first->text)
        first = first->items[RG_OBJECT];
    if (head->kind != RG_AST_ATTRIBUTE || !head->text || first->kind != RG_AST_NAME)
        return NULL;
    if (strcmp(first->text, "torch") != 0 && strcmp(first->text, "operator") != 0)
        return NULL;
    rg_text path = rg_text_new(lint->arena);
    rg_print_ast(&path, head);
    return rg_text_string(&path);
}

/* `torch.ops.NS.BASE.OVERLOAD` is looked at up to its base name. */
static const char *without_overload(rg_arena *arena, const char *target) {
    static const char ops[] = "torch.ops.";
    const char *dot = target;
    if (strncmp(target, ops, strlen(ops)) != 0)
        return target;
    for (int i = 0; i < 4 && dot; i++)
        dot = strchr(dot + (i > 0), '.');
    return dot ? rg_copy_text(arena, target, (size_t)(dot - target)) : target;
}

/* What PyTorch and Python have that is no operator, and so in no table. */
static bool is_no_operator(const char *target) {
    static const char higher_order[] = "torch.ops.higher_order.";
    static const char *const names[] = {
        "torch.cond",          "torch.while_loop",    "torch.vmap",
        "torch.compile",       "torch.is_tensor",     "torch.is_storage",
        "torch.typename",      "torch.from_numpy",    "torch.get_default_dtype",
        "torch.autocast",      "torch.no_grad",       "torch.enable_grad",
        "torch.get_rng_state", "torch.align_tensors", "torch.pca_lowrank",
        "torch.svd_lowrank",   "torch.lobpcg",        "operator.attrgetter",
        "operator.itemgetter", "operator.call",       "operator.methodcaller",
    };
    for (size_t i = 0; i < RG_COUNT_OF(names); i++)
        if (strcmp(names[i], target) == 0)
            return true;
    return strncmp(target, higher_order, strlen(higher_order)) == 0;
}

/* ---------------------------------------------------------------- what is said of it */

static void warn(rg_linter *lint, const rg_rule *rule, const rg_ast *call, bool made) {
    const char *given = torch_target(lint, call);
    const char *target = given ? without_overload(lint->arena, given) : NULL;
    if (!target || is_no_operator(target))
        return;
    rg_spelled spelled = rg_ops_resolve(lint->ruleset->ops, RG_CALL_FUNCTION, target, lint->arena);
    if (spelled.doubt)
        rg_lint_warn(lint, rule, call->items[RG_CALLEE], "unknown-target", NULL,
                     "a spelling of an operator: %s", spelled.doubt);
    if (spelled.op || spelled.doubt)
        return;
    bool known_module = false;
    const char *near =
        rg_ops_nearest_target(lint->ruleset->ops, target, &known_module, lint->arena);
    if (!near && !(made && known_module))
        return; /* PyTorch has more functions than the tables */
    rg_lint_warn(lint, rule, call->items[RG_CALLEE], "unknown-target",
                 near ? rg_format(lint->arena, "did you mean `%s`?", near) : NULL,
                 "the tables know no function `%s`", target);
}

/* No target begins or ends with a blank. */
static void check_regex(rg_linter *lint, const rg_rule *rule, const rg_ast *regex) {
    size_t length = strlen(regex->text);
    if (length && (regex->text[0] == ' ' || regex->text[length - 1] == ' '))
        rg_lint_warn(lint, rule, regex, "never-matches", "leave the blank out",
                     "%s: no target begins or ends with a blank",
                     rg_lint_never_matches(lint, rule));
}

static void check_heads(rg_linter *lint, const rg_rule *rule, const rg_ast *head) {
    if (head->kind == RG_AST_REGEX)
        check_regex(lint, rule, head);
    bool holds = head->kind == RG_AST_OPCODE || (head->kind == RG_AST_ATTRIBUTE && !head->text);
    for (size_t i = 0; holds && i < head->count; i++)
        if (head->items[i]->kind == RG_AST_REGEX)
            check_regex(lint, rule, head->items[i]);
}

/* Trees are of limited depth. */
static void walk(rg_linter *lint, const rg_rule *rule, const rg_ast *ast, bool made) {
    if (ast->kind == RG_AST_CALL) {
        warn(lint, rule, ast, made);
        check_heads(lint, rule, ast->items[RG_CALLEE]);
    } else if (ast->kind == RG_AST_OPCODE) {
        check_heads(lint, rule, ast);
    }
    for (size_t i = 0; i < ast->count; i++)
        if (ast->items[i])
            walk(lint, rule, ast->items[i], made);
}

void rg_lint_targets(rg_linter *lint, const rg_rule *rule) {
    for (size_t i = RG_RULE_STEPS; i < rule->ast->count; i++) {
        const rg_ast *statement = rule->ast->items[i];
        bool made = statement->kind >= RG_AST_BIND && statement->kind <= RG_AST_BECOMES;
        bool block = statement->kind == RG_AST_FOR || statement->kind == RG_AST_WHEN;
        if (made || block || statement->kind == RG_AST_MATCH)
            walk(lint, rule, statement, made || block);
    }
}
