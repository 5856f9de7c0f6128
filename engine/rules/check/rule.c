/* Checks of rules, and of begin and end blocks: which statements stand where, and what they act on.
 */
#include "parts.h"
#include "../ruleset.h"

#include <string.h>

/* Where a statement stands. */
typedef enum surrounding {
    IN_RULE,   /* of a rule, not within `for` or `if` */
    IN_NESTED, /* within `for` or `if` */
    IN_BLOCK   /* of begin or end */
} surrounding;

static void check_statements(rg_checker *c, rg_ast *const *statements, size_t count,
                             surrounding where);

/* ---------------------------------------------------------------- nodes and places */

/* The expression may stand for a node: it is bound to none that is something else. */
static void check_node(rg_checker *c, const rg_ast *ast, const char *verb) {
    const rg_bound_name *bound = ast->kind == RG_AST_NAME ? rg_find_bound_name(c, ast->text) : NULL;
    bool may_be = ast->kind == RG_AST_NAME || ast->kind == RG_AST_CALL ||
                  ast->kind == RG_AST_INDEX || ast->kind == RG_AST_ATTRIBUTE ||
                  ast->kind == RG_AST_IF;
    if (!may_be)
        rg_check_error(c, ast->span, NULL, "%s cannot be %s: it is not a node",
                       rg_ast_describe(ast), verb);
    else if (bound && bound->what)
        rg_check_error(c, ast->span, NULL, "`%s` is %s: only nodes can be %s", ast->text,
                       bound->what, verb);
    rg_check_expression(c, ast);
}

static const char *const containers[] = {"args", "kwargs", "arg", "meta"};

static const char *const places_advice =
    "places are n.target, n.args[0], n.kwargs[\"name\"], n.arg[\"name\"] and n.meta[\"name\"]";

static void check_place_index(rg_checker *c, const rg_ast *place, const char *word) {
    const rg_ast *index = place->items[RG_INDEX_INDEX];
    bool by_position = strcmp(word, "args") == 0;
    if (by_position && (index->kind == RG_AST_STRING || index->kind == RG_AST_RANGE))
        rg_check_error(c, index->span, "write n.arg[\"name\"] or n.kwargs[\"name\"]",
                       "`args` is counted: n.args[0]");
    else if (!by_position && index->kind == RG_AST_INT)
        rg_check_error(c, index->span, "write n.args[0] for a position",
                       "`%s` goes by name: n.%s[\"name\"]", word, word);
    rg_check_expression(c, index);
}

static void check_place(rg_checker *c, const rg_ast *place) {
    const rg_ast *attribute = place->kind == RG_AST_INDEX ? place->items[RG_OBJECT] : place;
    if (attribute->kind != RG_AST_ATTRIBUTE || !attribute->text) {
        rg_check_error(c, place->span, places_advice, "%s cannot be set", rg_ast_describe(place));
        rg_check_expression(c, place);
        return;
    }
    bool target = strcmp(attribute->text, "target") == 0;
    bool container = false;
    for (size_t i = 0; i < RG_COUNT_OF(containers); i++)
        container |= strcmp(attribute->text, containers[i]) == 0;
    check_node(c, attribute->items[RG_OBJECT], "set");
    if (place->kind == RG_AST_INDEX && container) {
        check_place_index(c, place, attribute->text);
    } else if (place->kind != RG_AST_ATTRIBUTE || !target) {
        const char *near = rg_nearest(attribute->text, containers, RG_COUNT_OF(containers));
        bool exact = container || target;
        rg_check_error(c, place->span,
                       exact ? places_advice : rg_did_you_mean(c, near, places_advice),
                       "this place of a node cannot be set");
    }
}

/* ---------------------------------------------------------------- keys */

/* A key is counted, emitted as one value, or emitted as an object; not two of these. */
static void check_key(rg_checker *c, const rg_ast *ast) {
    static const char *const uses[] = {"counted", "emitted as a value", "emitted with an index"};
    uint32_t position = rg_check_find(c, &c->key_map, ast->text);
    if (position == RG_NO_INDEX) {
        rg_check_enter(c, &c->key_map, ast->text, c->keys.count);
        rg_key *key = rg_array_push(c->arena, &c->keys, sizeof *key);
        *key = (rg_key){ast->text, ast};
        return;
    }
    const rg_ast *first = ((rg_key *)c->keys.data)[position].first;
    const rg_ast *both[] = {first, ast};
    size_t use[2];
    for (size_t i = 0; i < 2; i++)
        use[i] = both[i]->kind == RG_AST_COUNT                        ? 0
                 : both[i]->items[RG_EMIT_INDEX]->kind == RG_AST_NONE ? 1
                                                                      : 2;
    if (use[0] == use[1])
        return;
    rg_check_error(c, ast->span, "choose another name for one of them",
                   "the key `%s` is %s here and %s elsewhere", ast->text, uses[use[1]],
                   uses[use[0]]);
    rg_check_first(c, first->span, "`%s` is %s here", ast->text, uses[use[0]]);
}

/* ---------------------------------------------------------------- actions */

static const char *bound_by(rg_bound_kind kind) {
    switch (kind) {
    case RG_BOUND_BY_LET:
        return "`let`";
    case RG_BOUND_BY_FOR:
        return "`for`";
    case RG_BOUND_BY_REWRITE:
        return "a line before";
    case RG_BOUND_BY_GROUP:
        return "a group of a regex";
    default:
        return "a dimension";
    }
}

/* `y = e`: y is a node that `match` bound and is replaced, or a new name for a new node. */
static void check_bind(rg_checker *c, const rg_ast *ast) {
    const rg_ast *name = ast->items[RG_BIND_NAME];
    rg_check_expression(c, ast->items[RG_BIND_VALUE]);
    if (name->kind != RG_AST_NAME)
        return;
    rg_bound_name *bound = rg_find_bound_name(c, name->text);
    const rg_value_name *value = rg_find_value(c, name->text);
    if (!bound && !value) {
        rg_bind_name(c, name->text, name->span, RG_BOUND_BY_REWRITE);
    } else if (!bound) {
        rg_check_error(c, name->span, "choose another name", "`%s` is %s", name->text,
                       value->param ? "a param" : "a list of the graph");
    } else if (bound->kind != RG_BOUND_BY_MATCH) {
        rg_span first = bound->span;
        rg_check_error(c, name->span, "choose another name", "`%s` is bound by %s already",
                       name->text, bound_by(bound->kind));
        rg_check_first(c, first, "`%s` is first bound here", name->text);
    } else if (bound->what) {
        rg_check_error(c, name->span, "choose another name for a new node",
                       "`%s` is %s: only nodes can be replaced", name->text, bound->what);
    } else {
        bound->used = true;
    }
}

static void check_write(rg_checker *c, const rg_ast *ast) {
    const char *verb = ast->kind == RG_AST_WRITE ? "written" : "given another value";
    check_node(c, ast->items[RG_WRITE_OBJECT], verb);
    rg_check_expression(c, ast->items[RG_WRITE_VALUE]);
    if (ast->items[RG_WRITE_NAME]->kind != RG_AST_NONE)
        rg_check_expression(c, ast->items[RG_WRITE_NAME]);
}

static void check_for(rg_checker *c, const rg_ast *ast) {
    size_t outer = c->bindings.count;
    rg_check_expression(c, ast->items[RG_FOR_LIST]);
    rg_bind_targets(c, ast->items[RG_FOR_TARGETS], RG_BOUND_BY_FOR);
    rg_check_condition(c, ast->items[RG_FOR_CONDITION]);
    check_statements(c, ast->items + RG_FOR_STEPS, ast->count - RG_FOR_STEPS, IN_NESTED);
    rg_close_scope(c, outer);
}

static void check_when(rg_checker *c, const rg_ast *ast) {
    size_t outer = c->bindings.count;
    rg_check_condition(c, ast->items[RG_WHEN_CONDITION]);
    check_statements(c, ast->items + RG_WHEN_STEPS, ast->count - RG_WHEN_STEPS, IN_NESTED);
    rg_close_scope(c, outer);
}

/* Words of which nobody knows what is given up would look as if the rule were verified. */
static void check_claimed_words(rg_checker *c, const rg_ast *ast) {
    static const char *const ignored[] = {"nan", "zeros", "strides", "aliases", "gradients"},
                             *const assumed[] = {"finite"};
    bool assumes = strcmp(ast->text, "assumes") == 0;
    const char *const *words = assumes ? assumed : ignored;
    size_t count = assumes ? RG_COUNT_OF(assumed) : RG_COUNT_OF(ignored);
    for (size_t i = 0; i < ast->count; i++) {
        const rg_ast *word = ast->items[i];
        bool known = false;
        for (size_t k = 0; k < count; k++)
            known |= strcmp(words[k], word->text) == 0;
        const char *near = known ? NULL : rg_nearest(word->text, words, count);
        if (!known)
            rg_check_error(c, word->span,
                           near      ? rg_format(c->arena, "did you mean `%s`?", near)
                           : assumes ? "write `assumes finite`"
                                     : "write nan, zeros, strides, aliases or gradients",
                           "nothing that a rule %s is called `%s`", ast->text, word->text);
    }
}

static void check_claim(rg_checker *c, const rg_ast *ast) {
    if (strcmp(ast->text, "approximate") != 0)
        check_claimed_words(c, ast);
    else if (ast->items[RG_INNER]->kind != RG_AST_FLOAT)
        rg_check_error(c, ast->items[RG_INNER]->span, "write a number, as in `approximate 1e-5`",
                       "how much is rounded is a float");
}

static void check_action(rg_checker *c, const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_CLAIM:
        check_claim(c, ast);
        break;
    case RG_AST_BIND:
        check_bind(c, ast);
        break;
    case RG_AST_WRITE:
    case RG_AST_BECOMES:
        check_write(c, ast);
        break;
    case RG_AST_SET:
        check_place(c, ast->items[RG_SET_PLACE]);
        rg_check_expression(c, ast->items[RG_SET_VALUE]);
        break;
    case RG_AST_COUNT:
        check_key(c, ast);
        break;
    case RG_AST_EMIT:
        check_key(c, ast);
        if (ast->items[RG_EMIT_INDEX]->kind != RG_AST_NONE)
            rg_check_expression(c, ast->items[RG_EMIT_INDEX]);
        rg_check_expression(c, ast->items[RG_EMIT_VALUE]);
        break;
    case RG_AST_ERASE:
        check_node(c, ast->items[RG_INNER], "erased");
        break;
    case RG_AST_RENAME:
        check_node(c, ast->items[RG_RENAME_NODE], "renamed");
        rg_check_expression(c, ast->items[RG_RENAME_NAME]);
        break;
    case RG_AST_FOR:
        check_for(c, ast);
        break;
    case RG_AST_WHEN:
        check_when(c, ast);
        break;
    default: /* APPEND, WARN, ERROR */
        rg_check_expression(c, ast->items[RG_INNER]);
    }
}

/* ---------------------------------------------------------------- statements */

static void check_where(rg_checker *c, const rg_ast *ast, surrounding where) {
    if (where != IN_RULE)
        rg_check_error(c, ast->span, "write `if condition:`",
                       "`where` says when a rule applies: it stands in a rule only");
    rg_check_condition(c, ast->items[RG_WHERE_GUARD]);
    if (ast->count > 1)
        rg_check_expression(c, ast->items[RG_WHERE_ERROR]->items[RG_INNER]);
}

/* Whether the name is among those of the `group` line. */
static bool is_shared(const rg_ast *group, const char *name) {
    for (size_t i = 0; i < group->count; i++)
        if (group->items[i]->kind == RG_AST_NAME && strcmp(group->items[i]->text, name) == 0)
            return true;
    return false;
}

/* What is not shared stands for a list from here on; the root is one that can be replaced. */
static void check_group(rg_checker *c, const rg_ast *ast, const rg_ast *before) {
    if (before) {
        rg_check_error(c, ast->span, NULL, "a rule has one `group` line");
        rg_check_first(c, before->span, "the first is here");
    }
    for (size_t i = 0; i < ast->count; i++)
        if (ast->items[i]->kind == RG_AST_NAME)
            rg_check_expression(c, ast->items[i]);
        else
            rg_check_error(c, ast->items[i]->span, "name a node that all of them read",
                           "a group goes by names");
    rg_bound_name *bindings = c->bindings.data, *read = NULL;
    if (ast->items[0]->kind == RG_AST_NAME)
        read = rg_find_bound_name(c, ast->items[0]->text);
    if (read && read->what)
        rg_check_error(c, ast->items[0]->span, "name a node that all of them read",
                       "`%s` is %s: the first name of a group stands for a node", read->name,
                       read->what);
    for (size_t i = 0; i < c->bindings.count; i++)
        if (!is_shared(ast, bindings[i].name) &&
            (!c->root || strcmp(bindings[i].name, c->root) != 0))
            bindings[i].what = "a list";
}

/* Calls of a group may be taken away and replaced: they are not behind the root, where a rule could
 * change them. */
static void refuse_changes(rg_checker *c, const rg_ast *ast) {
    if (ast->kind == RG_AST_WRITE || ast->kind == RG_AST_BECOMES || ast->kind == RG_AST_SET ||
        ast->kind == RG_AST_ERASE || ast->kind == RG_AST_RENAME)
        rg_check_error(c, ast->span, "write `y = …`, where `y` is the root",
                       "a rule with a `group` line gives its root new values, and changes nothing "
                       "else");
    if (ast->kind == RG_AST_FOR || ast->kind == RG_AST_WHEN)
        for (size_t i = 0; i < ast->count; i++)
            refuse_changes(c, ast->items[i]);
}

static void check_statements(rg_checker *c, rg_ast *const *statements, size_t count,
                             surrounding where) {
    const rg_ast *action = NULL, *group = NULL;
    for (size_t i = 0; i < count; i++) {
        const rg_ast *ast = statements[i];
        bool late = action && where == IN_RULE;
        if (ast->kind == RG_AST_MATCH) {
            rg_check_error(c, ast->span,
                           where == IN_RULE ? "move the line up, below the rule's name" : NULL,
                           where == IN_RULE ? "`match` comes first in a rule"
                                            : "`match` stands in a rule, not in a block");
        } else if (ast->kind == RG_AST_GROUP && where != IN_RULE) {
            rg_check_error(c, ast->span, NULL, "`group` stands in a rule, not within a block");
        } else if (ast->kind == RG_AST_WHERE || ast->kind == RG_AST_LET ||
                   ast->kind == RG_AST_GROUP) {
            const char *word = ast->kind == RG_AST_WHERE ? "where"
                               : ast->kind == RG_AST_LET ? "let"
                                                         : "group";
            if (late) {
                rg_check_error(c, ast->span, "move the line up, above the first action",
                               "`%s` after an action", word);
                rg_check_first(c, action->span, "the first action is here");
            }
            if (ast->kind == RG_AST_GROUP) {
                check_group(c, ast, group);
                group = ast;
            } else if (ast->kind == RG_AST_WHERE) {
                check_where(c, ast, where);
            } else {
                rg_check_expression(c, ast->items[RG_LET_VALUE]);
                rg_bind_targets(c, ast->items[RG_LET_TARGETS], RG_BOUND_BY_LET);
            }
        } else {
            action = action ? action : ast;
            check_action(c, ast);
            if (group)
                refuse_changes(c, ast);
        }
    }
}

void rg_check_block(rg_checker *c, const rg_ast *block) {
    size_t outer = c->bindings.count;
    check_statements(c, block->items, block->count, IN_BLOCK);
    rg_close_scope(c, outer);
}

/* ---------------------------------------------------------------- match */

/* Notes the names that stand in a pattern. */
static void collect_names(rg_checker *c, const rg_ast *ast, rg_symbol_map *names) {
    if (ast->kind == RG_AST_NAME && rg_check_find(c, names, ast->text) == RG_NO_INDEX)
        rg_check_enter(c, names, ast->text, 0);
    for (size_t i = 0; i < ast->count; i++)
        collect_names(c, ast->items[i], names);
}

/* Every line is reached from the last one, by names. */
static void check_reached(rg_checker *c, rg_ast *const *lines, size_t count) {
    bool reached[RG_MAX_REGISTERS] = {false}, more = true;
    rg_symbol_map names = {0};
    if (count > RG_MAX_REGISTERS)
        return; /* more than a pattern may look at: the compiler says so */
    collect_names(c, lines[count - 1]->items[RG_EQUATION_PATTERN], &names);
    while (more) {
        more = false;
        for (size_t i = 0; i + 1 < count; i++) {
            const rg_ast *name = lines[i]->items[RG_EQUATION_NAME];
            if (reached[i] || name->kind != RG_AST_NAME ||
                rg_check_find(c, &names, name->text) == RG_NO_INDEX)
                continue;
            reached[i] = more = true;
            collect_names(c, lines[i]->items[RG_EQUATION_PATTERN], &names);
        }
    }
    for (size_t i = 0; i + 1 < count; i++) {
        if (reached[i])
            continue;
        bool named = lines[i]->items[RG_EQUATION_NAME]->kind == RG_AST_NAME;
        rg_check_error(c, lines[i]->span,
                       named ? "use its name in the last line, which the rule is tried at, or in a "
                               "line that is reached from there"
                             : "give it a name, `y = pattern`, and use that in the last line",
                       "the last line of `match` does not reach this one");
    }
}

/* What a rule is tried at is a node. */
static void check_root(rg_checker *c, const rg_ast *line) {
    const rg_ast *root = line->items[RG_EQUATION_PATTERN];
    while (root->kind == RG_AST_TYPED)
        root = root->items[RG_INNER];
    bool slice = root->kind == RG_AST_CALL && root->items[RG_CALLEE]->kind == RG_AST_NAME &&
                 strcmp(root->items[RG_CALLEE]->text, "slice") == 0;
    bool call = root->kind == RG_AST_CALL || root->kind == RG_AST_OPCODE;
    bool pattern = rg_is_literal(root) || root->kind == RG_AST_NAME || root->kind == RG_AST_REGEX ||
                   root->kind == RG_AST_WILDCARD || root->kind == RG_AST_TUPLE ||
                   root->kind == RG_AST_LIST || root->kind == RG_AST_EITHER;
    if (call ? !slice : !pattern) /* what is no pattern at all was reported */
        return;
    rg_check_error(c, root->span, "write a call, call(...) for any, or placeholder or get_attr",
                   "%s does not say which nodes to try", rg_ast_describe(root));
}

static void check_line_name(rg_checker *c, rg_ast *const *lines, size_t i) {
    const rg_ast *name = lines[i]->items[RG_EQUATION_NAME];
    if (name->kind != RG_AST_NAME)
        return;
    for (size_t k = 0; k < i; k++) {
        const rg_ast *other = lines[k]->items[RG_EQUATION_NAME];
        if (other->kind != RG_AST_NAME || strcmp(other->text, name->text) != 0)
            continue;
        rg_check_error(c, name->span, NULL, "two lines say what `%s` is", name->text);
        rg_check_first(c, other->span, "the first is here");
        return;
    }
    rg_check_pattern(c, name);
}

static void check_match(rg_checker *c, rg_ast *const *lines, size_t count) {
    for (size_t i = 0; i < count; i++) {
        check_line_name(c, lines, i < RG_MAX_REGISTERS ? i : 0);
        rg_check_pattern(c, lines[i]->items[RG_EQUATION_PATTERN]);
    }
    check_reached(c, lines, count);
    check_root(c, lines[count - 1]);
}

/* ---------------------------------------------------------------- rules */

static void check_priority(rg_checker *c, const rg_ast *priority) {
    bool sign = priority->kind == RG_AST_UNARY && priority->text[0] != 'n';
    const rg_ast *number = sign ? priority->items[RG_INNER] : priority;
    if (priority->kind == RG_AST_NONE)
        return;
    if (number->kind == RG_AST_INT)
        rg_check_integer(c, number);
    else
        rg_check_error(c, priority->span,
                       "write a number: rules of higher priority are tried first",
                       "a priority is an integer");
}

void rg_check_rule(rg_checker *c, const rg_ast *rule) {
    size_t outer = c->bindings.count, lines = 0, statements = rule->count - RG_RULE_STEPS;
    while (lines < statements && rule->items[1 + lines]->kind == RG_AST_MATCH)
        lines++;
    check_priority(c, rule->items[RG_RULE_PRIORITY]);
    bool later = false;
    for (size_t i = lines; i < statements; i++)
        later |= rule->items[1 + i]->kind == RG_AST_MATCH;
    if (lines)
        check_match(c, rule->items + RG_RULE_STEPS, lines);
    else if (!later)
        rg_check_error(c, rg_span_part(rule->span, 0, strlen("rule ") + strlen(rule->text)),
                       "begin it with `match pattern`", "the rule `%s` has no `match`", rule->text);
    if (!lines)
        c->lenient = true; /* its names are not known */
    c->root = lines ? rule->items[lines]->items[RG_EQUATION_NAME]->text : NULL;
    check_statements(c, rule->items + RG_RULE_STEPS + lines, statements - lines, IN_RULE);
    rg_close_scope(c, outer);
    c->lenient = c->full = false;
}
