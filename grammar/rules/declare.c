/* Builders of statements and declarations: what the grammar's actions call.
 *
 * A line means what the section it stands in says: `x = e` binds a name under `let`, sets a place
 * under `set` and makes a node under `rewrite`. The grammar reads all lines alike (BIND for `=`,
 * WRITE for `<-`, any expression for itself); here a section makes of them what it holds.
 */
#include "parser.h"

#include <string.h>

/* ---------------------------------------------------------------- lines */

static bool is_expression(const rg_ast *tree) {
    return tree->kind < RG_AST_MATCH;
}

static bool is_name(const rg_ast *tree) {
    return tree->kind == RG_AST_NAME || tree->kind == RG_AST_WILDCARD;
}

static bool are_names(const rg_ast *tree) {
    if (tree->kind != RG_AST_TUPLE)
        return is_name(tree);
    for (size_t i = 0; i < tree->count; i++) {
        if (!is_name(tree->items[i]))
            return false;
    }
    return tree->count > 0;
}

rg_ast *rg_build_assignment(rg_rules_state *state, rg_span span, const rg_trees *targets,
                            rg_ast *value) {
    size_t last = rg_trees_count(targets) - 1;
    rg_span inside = rg_span_over(rg_trees_at(targets, 0)->span, rg_trees_at(targets, last)->span);
    return rg_build(state, RG_AST_BIND, span, NULL, 2, rg_build_names(state, inside, targets),
                    value);
}

rg_ast *rg_build_append(rg_rules_state *state, rg_span span, rg_ast *list, rg_ast *value) {
    if (list->kind != RG_AST_NAME || strcmp(list->text, "outputs") != 0)
        rg_complain(state, list->span, "write `outputs += [node]`",
                    "only `outputs` can be added to");
    return rg_build(state, RG_AST_APPEND, span, NULL, 1, value);
}

rg_ast *rg_build_write(rg_rules_state *state, rg_span span, rg_span sign, bool misspelt,
                       rg_ast *object, rg_ast *value, rg_ast *name) {
    if (misspelt)
        rg_complain(state, sign, "write `<-`: the storage of the left side holds the right side",
                    "a write points to what is written");
    return rg_build(state, RG_AST_WRITE, span, NULL, 3, object, value, name);
}

rg_ast *rg_build_guard(rg_rules_state *state, rg_span span, rg_span word, bool misspelt,
                       rg_ast *guard, rg_ast *message) {
    if (misspelt)
        rg_complain(state, word, "write `else error \"message\"`",
                    "after `else` a guard has an error");
    rg_ast *error =
        rg_build(state, RG_AST_ERROR, rg_span_over(word, message->span), NULL, 1, message);
    return rg_build(state, RG_AST_WHERE, span, NULL, 2, guard, error);
}

rg_ast *rg_build_assigned_condition(rg_rules_state *state, rg_span sign, rg_ast *left,
                                    rg_ast *right) {
    rg_complain(state, sign, "write `==` to compare", "`=` in a condition");
    return rg_build(state, RG_AST_COMPARE, rg_span_over(left->span, right->span), "==", 2, left,
                    right);
}

/* ---------------------------------------------------------------- sections */

/* The place of the sign between two trees, for a caret. */
static rg_span between(const rg_ast *left, const rg_ast *right) {
    rg_span span = left->span;
    span.line = span.end_line;
    span.column = span.end_column;
    span.end_line = right->span.line;
    span.end_column = right->span.column;
    /* `x = y`: without the blanks, when there is one on both sides. */
    if (span.line == span.end_line && span.end_column > span.column + 2) {
        span.column++;
        span.end_column--;
    }
    return span;
}

static rg_ast *match_line(rg_rules_state *state, rg_span span, rg_ast *line) {
    rg_ast *name = rg_build_none(state, line->span), *pattern = line;
    if (line->kind == RG_AST_BIND) {
        name = line->items[RG_BIND_NAME];
        pattern = line->items[RG_BIND_VALUE];
        if (!is_name(name))
            rg_complain(state, name->span, "write `name = pattern`",
                        "only a name may stand before `=`");
    } else if (!is_expression(line)) {
        rg_complain(state, line->span, "begin the line with `rewrite`, or with `where` for a guard",
                    "a line under `match` is a pattern");
    }
    rg_make_pattern(state, pattern);
    return rg_build(state, RG_AST_MATCH, span, NULL, 2, name, pattern);
}

static rg_ast *where_line(rg_rules_state *state, rg_span span, rg_ast *line) {
    if (line->kind == RG_AST_WHERE)
        return line;
    if (line->kind == RG_AST_BIND)
        line = rg_build_assigned_condition(
            state, between(line->items[RG_BIND_NAME], line->items[RG_BIND_VALUE]),
            line->items[RG_BIND_NAME], line->items[RG_BIND_VALUE]);
    else if (line->kind == RG_AST_WRITE)
        rg_complain(state, between(line->items[RG_WRITE_OBJECT], line->items[RG_WRITE_VALUE]),
                    "write `< -` to compare with a negative number, or begin the line with "
                    "`rewrite`",
                    "`<-` writes, and a line under `where` is a condition");
    else if (!is_expression(line))
        rg_complain(state, line->span, "begin the line with `rewrite`",
                    "a line under `where` is a condition");
    return rg_build(state, RG_AST_WHERE, span, NULL, 1, line);
}

static rg_ast *let_line(rg_rules_state *state, rg_ast *line) {
    if (line->kind == RG_AST_BIND && are_names(line->items[RG_BIND_NAME]))
        return rg_build(state, RG_AST_LET, line->span, NULL, 2, line->items[RG_BIND_NAME],
                        line->items[RG_BIND_VALUE]);
    rg_complain(state, line->span,
                line->kind == RG_AST_BIND ? "begin the line with `set` to change a place of a node"
                                          : "write `name = value`",
                "a line under `let` gives a name to a value");
    return rg_build(state, RG_AST_LET, line->span, NULL, 2,
                    rg_build(state, RG_AST_WILDCARD, line->span, NULL, 0), line);
}

static rg_ast *set_line(rg_rules_state *state, rg_ast *line) {
    if (line->kind == RG_AST_BIND)
        return rg_build(state, RG_AST_SET, line->span, NULL, 2, line->items[RG_BIND_NAME],
                        line->items[RG_BIND_VALUE]);
    rg_complain(state, line->span,
                is_expression(line) ? "write `place = value`" : "begin the line with `rewrite`",
                "a line under `set` gives a value to a place of a node");
    return line;
}

static rg_ast *action_line(rg_rules_state *state, rg_ast *line) {
    if (is_expression(line)) {
        bool compares = line->kind == RG_AST_COMPARE && strcmp(line->text, "==") == 0;
        rg_complain(state, line->span,
                    compares ? "write `=` for a new value, or begin the line with `where`"
                             : "begin the line with `where` for a guard, or write `x <- value`",
                    "an expression alone does nothing");
    } else if (line->kind == RG_AST_WHERE) {
        rg_complain(state, line->span, "begin the line with `where`",
                    "a guard stands under `where`");
    } else if (line->kind == RG_AST_BIND && !is_name(line->items[RG_BIND_NAME])) {
        bool tuple = line->items[RG_BIND_NAME]->kind == RG_AST_TUPLE;
        rg_complain(state, line->items[RG_BIND_NAME]->span,
                    tuple ? "begin the line with `let`"
                          : "begin the line with `set` to change a place of a node",
                    "only a name stands before `=` here");
    }
    return line;
}

rg_ast *rg_build_section(rg_rules_state *state, rg_ast_kind section, rg_span span, rg_ast *line) {
    state->section = section;
    switch (section) {
    case RG_AST_MATCH:
        return match_line(state, span, line);
    case RG_AST_WHERE:
        return where_line(state, span, line);
    case RG_AST_LET:
        return let_line(state, line);
    case RG_AST_SET:
        return set_line(state, line);
    default:
        return action_line(state, line);
    }
}

rg_ast *rg_build_line(rg_rules_state *state, rg_span span, rg_ast *line) {
    return rg_build_section(state, state->section, span, line);
}

rg_trees *rg_build_body(rg_rules_state *state) {
    state->section = RG_AST_BIND;
    return rg_trees_new(state);
}

rg_ast *rg_begin_step(rg_rules_state *state, rg_ast *head) {
    state->section = RG_AST_BIND;
    return head;
}

rg_ast *rg_end_step(rg_rules_state *state, rg_ast *step) {
    state->section = RG_AST_BIND;
    return step;
}

/* ---------------------------------------------------------------- actions */

rg_ast *rg_build_rename(rg_rules_state *state, rg_span span, rg_ast *object, rg_ast *name) {
    if (!name) {
        rg_complain(state, span, "write `rename node \"name\"`", "`rename` lacks the new name");
        name = rg_build_none(state, span);
    }
    return rg_build(state, RG_AST_RENAME, span, NULL, 2, object, name);
}

rg_ast *rg_build_for_step(rg_rules_state *state, rg_span span, rg_ast *head,
                          const rg_trees *steps) {
    if (head->kind != RG_AST_FOR) /* it was nested too deeply */
        return head;
    rg_trees *items = rg_trees_new(state);
    for (size_t i = RG_ARGUMENTS; i < head->count; i++)
        rg_trees_add(state, items, head->items[i]);
    for (size_t i = 0; i < rg_trees_count(steps); i++)
        rg_trees_add(state, items, rg_trees_at(steps, i));
    return rg_build_list(state, RG_AST_FOR, span, NULL, head->items[RG_FOR_TARGETS], items);
}

/* ---------------------------------------------------------------- declarations */

rg_ast *rg_build_file(rg_rules_state *state, rg_span span, const rg_trees *declarations) {
    rg_trees *items = rg_trees_new(state);
    for (size_t i = 0; i < rg_trees_count(declarations); i++) {
        /* One that was nested too deeply is no declaration any more. */
        if (rg_trees_at(declarations, i)->kind > RG_AST_FILE)
            rg_trees_add(state, items, rg_trees_at(declarations, i));
    }
    return rg_build_list(state, RG_AST_FILE, span, NULL, NULL, items);
}

rg_ast *rg_build_pass(rg_rules_state *state, rg_span span, const char *name, rg_trees *flags,
                      rg_ast *doc) {
    if (doc)
        rg_trees_add(state, flags, doc);
    return rg_build_list(state, RG_AST_PASS, span, name, NULL, flags);
}

rg_ast *rg_build_extern(rg_rules_state *state, rg_span span, const char *name, rg_trees *parameters,
                        const rg_trees *results) {
    rg_trees *items = rg_trees_new(state);
    for (size_t i = 0; i < rg_trees_count(parameters); i++) {
        rg_ast *parameter = rg_trees_at(parameters, i);
        bool typed = parameter->kind == RG_AST_TYPED;
        if (!is_name(typed ? parameter->items[RG_INNER] : parameter))
            rg_complain(state, parameter->span, "write `name: kind`",
                        "a parameter of an extern is a name and its kind");
        else if (!typed)
            parameter = rg_build(state, RG_AST_TYPED, parameter->span, NULL, 2, parameter,
                                 rg_build_kind(state, parameter->span, "any", NULL));
        rg_trees_add(state, items, parameter);
    }
    if (rg_trees_count(results) > 1)
        rg_complain(state, rg_trees_at(results, 1)->span, "write `any` where several are possible",
                    "an extern has one kind of result");
    rg_trees_add(state, items, rg_trees_at(results, 0));
    return rg_build_list(state, RG_AST_EXTERN, span, name, NULL, items);
}

rg_ast *rg_build_rule(rg_rules_state *state, rg_span span, const char *name, rg_ast *priority,
                      const rg_trees *steps) {
    if (!name) {
        rg_span word = span;
        word.end_line = word.line;
        word.end_column = word.column + (uint32_t)strlen("rule");
        rg_complain(state, word, "write `rule name {`", "the rule has no name");
    }
    return rg_build_list(state, RG_AST_RULE, span, name ? name : "",
                         priority ? priority : rg_build_none(state, span), steps);
}

rg_ast *rg_build_fn(rg_rules_state *state, rg_span span, const char *name, rg_trees *parameters,
                    rg_ast *guard, rg_ast *value) {
    for (size_t i = 0; i < rg_trees_count(parameters); i++)
        rg_make_pattern(state, rg_trees_at(parameters, i));
    rg_trees_add(state, parameters, guard ? guard : rg_build_true(state, value->span));
    rg_trees_add(state, parameters, value);
    return rg_build_list(state, RG_AST_FN, span, name, NULL, parameters);
}

rg_ast *rg_build_with(rg_rules_state *state, rg_span span, rg_span place, const char *name,
                      rg_ast *value) {
    return rg_build(state, RG_AST_LET, span, NULL, 2, rg_build(state, RG_AST_NAME, place, name, 0),
                    value);
}

rg_ast *rg_build_pattern(rg_rules_state *state, rg_span span, const char *name,
                         const rg_trees *parameters, rg_ast *body, const rg_trees *lets) {
    rg_ast *names = rg_build_list(state, RG_AST_TUPLE, span, NULL, NULL, parameters);
    rg_trees *items = rg_trees_new(state);
    rg_make_pattern(state, body);
    rg_trees_add(state, items, names);
    rg_trees_add(state, items, body);
    for (size_t i = 0; lets && i < rg_trees_count(lets); i++)
        rg_trees_add(state, items, rg_trees_at(lets, i));
    return rg_build_list(state, RG_AST_PATTERN, span, name, NULL, items);
}

void rg_complain_sign(rg_rules_state *state, rg_span sign) {
    rg_complain(state, sign, "write `=`: fn f(x) = value", "the value of a function follows `=`");
}

/* ---------------------------------------------------------------- operator files */

/* What stands for an operator that was not written. */
static rg_ast *no_operator(rg_rules_state *state, rg_span span) {
    return rg_build(state, RG_AST_OPERATOR, span, NULL, 3,
                    rg_build(state, RG_AST_TEXT, span, "", 0),
                    rg_build(state, RG_AST_TEXT, span, "", 0), rg_build_none(state, span));
}

static bool is_plain_operator(const rg_ast *ast) {
    return ast->kind == RG_AST_OPERATOR && ast->items[RG_OPERATOR_BASE]->kind == RG_AST_TEXT;
}

/* OPERATOR(name, …) or @TAG(name, …) into what it speaks of and parameters. */
static rg_ast *take_head(rg_rules_state *state, rg_ast *head, rg_trees *parameters) {
    const rg_ast *subject = head->kind == RG_AST_CALL ? head->items[RG_CALLEE] : NULL;
    if (!subject || (subject->kind != RG_AST_TAGGED && !is_plain_operator(subject))) {
        rg_complain(state, head->span,
                    "write ns::name(parameters), as in aten::select.int(self, dim, index), or "
                    "@tag(parameters)",
                    "an operator and its parameters are expected");
        return no_operator(state, head->span);
    }
    for (size_t i = RG_ARGUMENTS; i < head->count; i++) {
        if (head->items[i]->kind != RG_AST_NAME)
            rg_complain(state, head->items[i]->span, "write the name that the schema gives it",
                        "a parameter is a name");
        else
            rg_trees_add(state, parameters, head->items[i]);
    }
    return head->items[RG_CALLEE];
}

static rg_ast *build_clause(rg_rules_state *state, rg_ast_kind kind, rg_span span, rg_ast *op,
                            rg_trees *before, const rg_trees *parameters) {
    for (size_t i = 0; i < rg_trees_count(parameters); i++)
        rg_trees_add(state, before, rg_trees_at(parameters, i));
    return rg_build_list(state, kind, span, NULL, op, before);
}

rg_ast *rg_build_view(rg_rules_state *state, rg_span span, rg_ast *head, rg_ast *value) {
    rg_trees *items = rg_trees_new(state), *parameters = rg_trees_new(state);
    rg_ast *index = rg_build_none(state, head->span);
    if (head->kind == RG_AST_INDEX) {
        if (head->items[RG_INDEX_INDEX]->kind == RG_AST_NAME)
            index = head->items[RG_INDEX_INDEX];
        else
            rg_complain(state, head->items[RG_INDEX_INDEX]->span,
                        "write `[i]` and use i after `writes`", "the index of a result is a name");
        head = head->items[RG_OBJECT];
    }
    rg_ast *op = take_head(state, head, parameters);
    rg_trees_add(state, items, index);
    rg_trees_add(state, items, value ? value : rg_build_none(state, span));
    return build_clause(state, RG_AST_VIEW, span, op, items, parameters);
}

rg_ast *rg_build_clause(rg_rules_state *state, rg_ast_kind kind, rg_span span, rg_ast *head,
                        rg_ast *value) {
    rg_trees *items = rg_trees_new(state), *parameters = rg_trees_new(state);
    rg_ast *op = take_head(state, head, parameters);
    rg_trees_add(state, items, value);
    return build_clause(state, kind, span, op, items, parameters);
}

rg_ast *rg_build_spelling(rg_rules_state *state, rg_span span, const char *how, rg_ast *target,
                          rg_ast *op) {
    const char *path = rg_dotted_path(state->arena, target);
    if (target->kind != RG_AST_REGEX) {
        if (!path)
            rg_complain(state, target->span,
                        "write a dotted path or a /regex/ for the whole target",
                        "a spelling is a target");
        target = rg_build(state, RG_AST_TEXT, target->span, path ? path : "", 0);
    }
    if (op->kind != RG_AST_OPERATOR) {
        rg_complain(state, op->span, "write ns::name, as in aten::add.Tensor",
                    "an operator is expected after `is`");
        op = no_operator(state, op->span);
    }
    return rg_build(state, RG_AST_SPELLING, span, how, 2, target, op);
}

rg_ast *rg_build_use(rg_rules_state *state, rg_span span, rg_ast *path) {
    bool plain = path->count == 1 && path->items[RG_STRING_FIRST]->kind == RG_AST_TEXT;
    if (!plain)
        rg_complain(state, path->span, "write `use \"file.rules\"`", "a path is plain text");
    return rg_build(state, RG_AST_USE, span, plain ? path->items[RG_STRING_FIRST]->text : "", 0);
}

/* ---------------------------------------------------------------- patterns */

void rg_make_pattern(rg_rules_state *state, rg_ast *tree) {
    switch (tree->kind) {
    case RG_AST_NAME:
        if (strcmp(tree->text, "placeholder") != 0 && strcmp(tree->text, "get_attr") != 0)
            return;
        *tree = *rg_build_opcode(state, tree->span, tree->text, NULL);
        return;
    case RG_AST_KEYWORD:
    case RG_AST_TYPED:
    case RG_AST_WRITTEN:
    case RG_AST_ATTRIBUTE:
        rg_make_pattern(state, tree->items[RG_INNER]);
        return;
    case RG_AST_CALL:
    case RG_AST_TUPLE:
    case RG_AST_LIST:
        for (size_t i = 0; i < tree->count; i++)
            rg_make_pattern(state, tree->items[i]);
        return;
    default:
        return;
    }
}
