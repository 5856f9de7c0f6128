/* Patterns that cannot match, or match less than they seem to. */
#include <string.h>

#include "../rule_text/rule_text.h"
#include "lint.h"

static bool is_overload(const rg_ast *call, const rg_schema *schema) {
    const char *wanted = rg_part_text(call->items[RG_CALLEE]->items[RG_OPERATOR_OVERLOAD]);
    if (wanted && strcmp(wanted, "default") == 0)
        wanted = "";
    return !wanted || strcmp(wanted, schema->overload) == 0;
}

/* ---------------------------------------------------------------- never-matches: by schema */

/* The argument that no overload takes; NULL when there is an overload that may fit, or the fault
 * is of no single argument. */
static const rg_ast *culprit(const rg_linter *lint, const rg_ast *call, const rg_operator *op) {
    for (size_t i = RG_ARGUMENTS; i < call->count; i++) {
        bool fits = false;
        for (size_t s = 0; s < op->schema_count && !fits; s++) {
            const rg_schema *schema = rg_ops_schema(lint->ruleset->ops, op, s, lint->arena);
            if (!schema || !is_overload(call, schema))
                continue;
            for (size_t p = 0; p < schema->param_count && !fits; p++) {
                const rg_ast *asked = rg_asked_of(call, schema, p);
                bool this_one =
                    asked == call->items[i] || (call->items[i]->kind == RG_AST_KEYWORD &&
                                                asked == call->items[i]->items[RG_INNER]);
                fits = this_one && rg_may_fit_param(asked, &schema->params[p], true);
            }
        }
        bool counts = call->items[i]->kind != RG_AST_ELLIPSIS &&
                      call->items[i]->kind != RG_AST_STAR &&
                      call->items[i]->kind != RG_AST_STARSTAR;
        if (!fits && counts)
            return call->items[i];
    }
    return NULL;
}

static void check_schemas(rg_linter *lint, const rg_rule *rule, const rg_ast *call) {
    const rg_operator *op = rg_lint_operator(lint, call);
    const rg_schema *first = NULL;
    size_t overloads = 0;
    if (!op)
        return;
    for (size_t i = 0; i < op->schema_count; i++) {
        const rg_schema *schema = rg_ops_schema(lint->ruleset->ops, op, i, lint->arena);
        if (!schema || !is_overload(call, schema))
            continue;
        if (rg_may_fit_schema(call, schema, true))
            return;
        overloads++;
        if (!first)
            first = schema;
    }
    const rg_ast *argument = culprit(lint, call, op);
    rg_lint_warn(lint, rule, argument ? argument : call, "never-matches",
                 first ? rg_format(lint->arena,
                                   overloads == 1 ? "its schema is %s" : "its first schema is %s",
                                   first->text)
                       : NULL,
                 argument ? "%s: no overload of %s takes this argument"
                          : "%s: no overload of %s takes these arguments",
                 rg_lint_never_matches(lint, rule), op->name);
}

/* ---------------------------------------------------------------- never-matches: by kinds */

typedef struct kinds_seen {
    const rg_ast *typed[RG_MAX_SLOTS]; /* TYPED patterns of names */
    size_t count;
} kinds_seen;

static bool is_shaped(const rg_ast *kind) {
    return kind->flag || rg_long_dtype(kind->text) || strcmp(kind->text, "tensor") == 0;
}

static bool has_run(const rg_ast *kind) {
    for (size_t i = 0; i < kind->count; i++)
        if (kind->items[i]->kind == RG_AST_STAR || kind->items[i]->kind == RG_AST_ELLIPSIS)
            return true;
    return false;
}

static bool sizes_agree(const rg_ast *a, const rg_ast *b) {
    if (!a->flag || !b->flag || has_run(a) || has_run(b))
        return true;
    bool agree = a->count == b->count;
    for (size_t i = 0; agree && i < a->count; i++)
        agree = a->items[i]->kind != RG_AST_INT || b->items[i]->kind != RG_AST_INT ||
                strcmp(a->items[i]->text, b->items[i]->text) == 0;
    return agree;
}

static bool kinds_agree(const rg_ast *a, const rg_ast *b) {
    static const char *const wide[] = {"any", "node"};
    bool tensors = is_shaped(a) && is_shaped(b);
    for (size_t i = 0; i < 2; i++)
        if ((!a->flag && strcmp(a->text, wide[i]) == 0 && (i == 0 || is_shaped(b))) ||
            (!b->flag && strcmp(b->text, wide[i]) == 0 && (i == 0 || is_shaped(a))))
            return true;
    if (!tensors)
        return strcmp(a->text, b->text) == 0 || strcmp(a->text, "symint") == 0 ||
               strcmp(b->text, "symint") == 0;
    bool any_dtype = strcmp(a->text, "tensor") == 0 || strcmp(b->text, "tensor") == 0;
    return (any_dtype || strcmp(a->text, b->text) == 0) && sizes_agree(a, b);
}

static bool may_agree(const rg_ast *a, const rg_ast *b) {
    for (size_t i = RG_TYPED_KINDS; i < a->count; i++)
        for (size_t k = RG_TYPED_KINDS; k < b->count; k++)
            if (kinds_agree(a->items[i], b->items[k]))
                return true;
    return false;
}

static void check_kinds(rg_linter *lint, const rg_rule *rule, const rg_ast *typed,
                        kinds_seen *seen) {
    if (typed->items[RG_INNER]->kind != RG_AST_NAME || seen->count == RG_MAX_SLOTS)
        return;
    for (size_t i = 0; i < seen->count; i++) {
        const rg_ast *other = seen->typed[i];
        if (strcmp(other->items[RG_INNER]->text, typed->items[RG_INNER]->text) != 0 ||
            may_agree(other, typed))
            continue;
        rg_lint_warn(lint, rule, typed, "never-matches", NULL,
                     "%s: `%s` cannot be this and what line %u says of it",
                     rg_lint_never_matches(lint, rule), typed->items[RG_INNER]->text,
                     other->span.line);
    }
    seen->typed[seen->count++] = typed;
}

/* ---------------------------------------------------------------- unknown-argument */

/* The operator that a call names by one of its spellings. */
static const rg_operator *spelled_by(const rg_linter *lint, const rg_ast *call) {
    const rg_ast *head = call->items[RG_CALLEE], *first = head;
    rg_text path = rg_text_new(lint->arena);
    while (first->kind == RG_AST_ATTRIBUTE && first->text)
        first = first->items[RG_OBJECT];
    if (head->kind != RG_AST_ATTRIBUTE || !head->text || first->kind != RG_AST_NAME)
        return NULL;
    bool method = strcmp(first->text, "torch") != 0 && strcmp(first->text, "operator") != 0;
    if (method && head->items[RG_OBJECT] != first)
        return NULL;
    rg_print_ast(&path, head);
    return rg_ops_resolve(lint->ruleset->ops, method ? RG_CALL_METHOD : RG_CALL_FUNCTION,
                          method ? head->text : rg_text_string(&path), lint->arena)
        .op;
}

/* Names that PyTorch takes besides those of the schemas, and for which parameter (NULL: whatever
 * there is). What torch.nn.functional has are functions of Python, which take no numpy names. */
static const struct {
    const char *name, *param;
    bool numpy;
} aliases[] = {
    {"input", NULL, false},   {"axis", "dim", true},   {"keepdims", "keepdim", true},
    {"x", NULL, true},        {"x1", NULL, true},      {"x2", NULL, true},
    {"out", NULL, false},     {"device", NULL, false}, {"dtype", NULL, false},
    {"inplace", NULL, false},
};

static bool has_param(const rg_linter *lint, const rg_operator *op, const char *name,
                      bool functional, rg_array *names) {
    for (size_t i = 0; i < RG_COUNT_OF(aliases); i++) {
        if (strcmp(aliases[i].name, name) != 0 || (aliases[i].numpy && functional))
            continue;
        if (!aliases[i].param)
            return true;
        name = aliases[i].param;
        break;
    }
    for (size_t i = 0; i < op->schema_count; i++) {
        const rg_schema *schema = rg_ops_schema(lint->ruleset->ops, op, i, lint->arena);
        if (schema && schema->variadic)
            return true;
        for (size_t p = 0; schema && p < schema->param_count; p++) {
            if (strcmp(schema->params[p].name, name) == 0)
                return true;
            *(const char **)rg_array_push(lint->arena, names, sizeof(char *)) =
                schema->params[p].name;
        }
    }
    return false;
}

static void check_keywords(rg_linter *lint, const rg_rule *rule, const rg_ast *call) {
    const rg_operator *op = spelled_by(lint, call);
    const rg_ast *module = call->items[RG_CALLEE]->kind == RG_AST_ATTRIBUTE
                               ? call->items[RG_CALLEE]->items[RG_OBJECT]
                               : NULL;
    bool functional = module && module->kind == RG_AST_ATTRIBUTE && module->text &&
                      strcmp(module->text, "functional") == 0;
    for (size_t i = RG_ARGUMENTS; op && op->schema_count && i < call->count; i++) {
        rg_array names = {0};
        const rg_ast *argument = call->items[i];
        if (argument->kind != RG_AST_KEYWORD ||
            has_param(lint, op, argument->text, functional, &names))
            continue;
        const char *near = rg_nearest(argument->text, names.data, names.count);
        rg_lint_warn(lint, rule, argument, "unknown-argument",
                     near ? rg_format(lint->arena, "did you mean `%s`?", near) : NULL,
                     "no schema of %s has a parameter `%s`", op->name, argument->text);
    }
}

/* ---------------------------------------------------------------- too many arguments */

/* The most arguments by position that an overload takes; SIZE_MAX: any number. */
static size_t most_arguments(const rg_linter *lint, const rg_operator *op) {
    size_t most = 0;
    for (size_t i = 0; i < op->schema_count; i++) {
        const rg_schema *schema = rg_ops_schema(lint->ruleset->ops, op, i, lint->arena);
        if (schema && schema->variadic)
            return SIZE_MAX;
        for (size_t p = 0; schema && p < schema->param_count; p++)
            if (schema->params[p].list)
                return SIZE_MAX; /* its items may stand one by one */
        if (schema && schema->param_count > most)
            most = schema->param_count;
    }
    return most ? most : SIZE_MAX;
}

/* Of a call that is written as PyTorch spells it. */
static void check_count(rg_linter *lint, const rg_rule *rule, const rg_ast *call) {
    const rg_operator *op = spelled_by(lint, call);
    size_t most = op ? most_arguments(lint, op) : SIZE_MAX, given = 0;
    const rg_ast *first = call->items[RG_CALLEE];
    while (op && first->kind == RG_AST_ATTRIBUTE && first->text)
        first = first->items[RG_OBJECT];
    bool method = op && first->text && strcmp(first->text, "torch") != 0 &&
                  strcmp(first->text, "operator") != 0;
    for (size_t i = RG_ARGUMENTS; op && i < call->count; i++) {
        rg_ast_kind kind = call->items[i]->kind;
        bool counts = kind != RG_AST_KEYWORD && kind != RG_AST_ELLIPSIS && kind != RG_AST_STAR &&
                      kind != RG_AST_STARSTAR;
        given += counts;
        if (counts && most != SIZE_MAX && given + method > most) {
            rg_lint_warn(lint, rule, call->items[i], "never-matches", NULL,
                         "%s: no overload of %s takes so many arguments",
                         rg_lint_never_matches(lint, rule), op->name);
            return;
        }
    }
}

/* ---------------------------------------------------------------- literal */

static void check_literals(rg_linter *lint, const rg_rule *rule, const rg_ast *call) {
    const rg_operator *op = rg_lint_operator(lint, call);
    for (size_t i = 0; op && i < op->schema_count; i++) {
        const rg_schema *schema = rg_ops_schema(lint->ruleset->ops, op, i, lint->arena);
        if (!schema || !is_overload(call, schema) || !rg_may_fit_schema(call, schema, false))
            continue;
        for (size_t p = 0; p < schema->param_count; p++) {
            const rg_param *param = &schema->params[p];
            const rg_ast *asked = rg_asked_of(call, schema, p);
            bool real = param->kind == RG_PARAM_SCALAR || param->kind == RG_PARAM_FLOAT;
            if (!asked || asked->kind != RG_AST_INT || !real)
                continue;
            rg_lint_warn(lint, rule, asked, "literal",
                         rg_format(lint->arena,
                                   "to match both write `n: int | float` and `where n == %s`",
                                   asked->text),
                         "`%s` takes a number: this matches the int %s, but not %s.0", param->name,
                         asked->text, asked->text);
            return;
        }
    }
}

/* ---------------------------------------------------------------- the whole */

/* Trees are of limited depth. */
static void walk(rg_linter *lint, const rg_rule *rule, const rg_ast *ast, kinds_seen *seen) {
    if (ast->kind == RG_AST_CALL) {
        check_schemas(lint, rule, ast);
        check_keywords(lint, rule, ast);
        check_count(lint, rule, ast);
        check_literals(lint, rule, ast);
    }
    if (ast->kind == RG_AST_TYPED && rule->variant == 0) /* alternatives may exclude each other */
        check_kinds(lint, rule, ast, seen);
    for (size_t i = 0; i < ast->count; i++)
        walk(lint, rule, ast->items[i], seen);
}

void rg_lint_pattern(rg_linter *lint, const rg_rule *rule) {
    kinds_seen *seen = rg_alloc(lint->arena, sizeof *seen);
    for (size_t i = RG_RULE_STEPS; i < rule->ast->count; i++)
        if (rule->ast->items[i]->kind == RG_AST_MATCH)
            walk(lint, rule, rule->ast->items[i]->items[RG_EQUATION_PATTERN], seen);
}
