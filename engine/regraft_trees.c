/* The public API: the trees of rules as JSON, for programs that make graphs from patterns. */
#include "base/kept_json.h"
#include "regraft_objects.h"

static const char *const kinds[] = {
    [RG_AST_NAME] = "name",
    [RG_AST_WILDCARD] = "wildcard",
    [RG_AST_ELLIPSIS] = "ellipsis",
    [RG_AST_NONE] = "none",
    [RG_AST_TRUE] = "true",
    [RG_AST_FALSE] = "false",
    [RG_AST_INT] = "int",
    [RG_AST_FLOAT] = "float",
    [RG_AST_STRING] = "string",
    [RG_AST_TEXT] = "text",
    [RG_AST_REGEX] = "regex",
    [RG_AST_ATTRIBUTE] = "attribute",
    [RG_AST_INDEX] = "index",
    [RG_AST_CALL] = "call",
    [RG_AST_KEYWORD] = "keyword",
    [RG_AST_STAR] = "star",
    [RG_AST_STARSTAR] = "starstar",
    [RG_AST_WRITTEN] = "written",
    [RG_AST_TYPED] = "typed",
    [RG_AST_KIND] = "kind",
    [RG_AST_EITHER] = "either",
    [RG_AST_TUPLE] = "tuple",
    [RG_AST_LIST] = "list",
    [RG_AST_DICT] = "dict",
    [RG_AST_UNARY] = "unary",
    [RG_AST_BINARY] = "binary",
    [RG_AST_COMPARE] = "compare",
    [RG_AST_AND] = "and",
    [RG_AST_OR] = "or",
    [RG_AST_IF] = "if",
    [RG_AST_LIST_FOR] = "list_for",
    [RG_AST_DICT_FOR] = "dict_for",
    [RG_AST_OPERATOR] = "operator",
    [RG_AST_OPCODE] = "opcode",
    [RG_AST_REUSE] = "reuse",
    [RG_AST_MATCH] = "match",
    [RG_AST_WHERE] = "where",
    [RG_AST_LET] = "let",
    [RG_AST_BIND] = "bind",
    [RG_AST_WRITE] = "write",
    [RG_AST_BECOMES] = "becomes",
    [RG_AST_SET] = "set",
    [RG_AST_APPEND] = "append",
    [RG_AST_EMIT] = "emit",
    [RG_AST_COUNT] = "count",
    [RG_AST_WARN] = "warn",
    [RG_AST_ERROR] = "error",
    [RG_AST_ERASE] = "erase",
    [RG_AST_RENAME] = "rename",
    [RG_AST_FOR] = "for",
    [RG_AST_CLAIM] = "claim",
    [RG_AST_WHEN] = "when",
    [RG_AST_RULE] = "rule",
    [RG_AST_FN] = "fn",
};

static json_t *new_list(rg_arena *arena, json_t *parent) {
    json_t *list = json_array();
    rg_append_json(arena, parent, list);
    return list;
}

static void append_text(rg_arena *arena, json_t *list, const char *text) {
    rg_append_json(arena, list, text ? json_string(text) : json_null());
}

/* [kind, text, flag, items…]. Trees are of limited depth. */
static void append_tree(rg_arena *arena, json_t *list, const rg_ast *ast) {
    json_t *tree = new_list(arena, list);
    bool known = (size_t)ast->kind < RG_COUNT_OF(kinds) && kinds[ast->kind];
    append_text(arena, tree, known ? kinds[ast->kind] : "other");
    append_text(arena, tree, ast->text);
    rg_append_json(arena, tree, json_boolean(ast->flag));
    for (size_t i = 0; i < ast->count; i++)
        append_tree(arena, tree, ast->items[i]);
}

/* [pass, path, line, tree] */
static void append_rule(rg_arena *arena, json_t *list, const rg_rule *rule) {
    const rg_span *span = &rule->ast->span;
    json_t *entry = new_list(arena, list);
    append_text(arena, entry, rule->pass->name);
    append_text(arena, entry, span->source ? span->source->path : NULL);
    rg_append_json(arena, entry, json_integer(span->line));
    append_tree(arena, entry, rule->ast);
}

static void append_functions(rg_arena *arena, json_t *list, const rg_ast *file) {
    for (size_t i = 0; i < file->count; i++)
        if (file->items[i]->kind == RG_AST_FN)
            append_tree(arena, list, file->items[i]);
}

typedef struct listing {
    regraft_rules *rules;
    const char *text;
} listing;

static void list_trees(void *context) {
    listing *wanted = context;
    rg_arena *arena = wanted->rules->arena;
    const rg_ruleset *ruleset = wanted->rules->ruleset;
    const rg_ast *const *files = ruleset->trees.data;
    json_t *both = rg_keep_json(arena, json_array());
    json_t *rules = new_list(arena, both), *functions = new_list(arena, both);
    for (size_t p = 0; p < ruleset->pass_count; p++)
        for (size_t r = 0; r < ruleset->passes[p]->rule_count; r++)
            append_rule(arena, rules, ruleset->passes[p]->rules[r]);
    for (size_t i = 0; i < ruleset->trees.count; i++)
        append_functions(arena, functions, files[i]);
    wanted->text = rg_write_json(arena, both, JSON_COMPACT);
}

const char *regraft_rules_trees(regraft_rules *rules) {
    listing wanted = {rules, NULL};
    return rg_guard(rules->arena, NULL, list_trees, &wanted) ? wanted.text : NULL;
}
