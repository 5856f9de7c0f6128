/* Builders of patterns and expressions: what the grammar's actions call.
 *
 * Trees are at most RG_MAX_AST_DEPTH deep, so that everyone may recurse on them. Brackets are
 * counted by the scanner; chains such as `a + b + c` nest without brackets, so each tree built here
 * knows its own depth.
 */
#include "parser.h"

#include <stdarg.h>
#include <string.h>

/* A tree and its depth, which nobody but the builders sees. All trees of a parse are of this type.
 */
typedef struct deep_ast {
    rg_ast ast;
    uint32_t depth;
} deep_ast;

rg_trees *rg_trees_new(rg_rules_state *state) {
    return rg_alloc(state->arena, sizeof(rg_trees));
}

rg_trees *rg_trees_add(rg_rules_state *state, rg_trees *trees, rg_ast *tree) {
    *(rg_ast **)rg_array_push(state->arena, &trees->items, sizeof tree) = tree;
    return trees;
}

rg_trees *rg_trees_of(rg_rules_state *state, rg_ast *tree) {
    return rg_trees_add(state, rg_trees_new(state), tree);
}

size_t rg_trees_count(const rg_trees *trees) {
    return trees->items.count;
}

rg_ast *rg_trees_at(const rg_trees *trees, size_t i) {
    return ((rg_ast **)trees->items.data)[i];
}

static rg_ast *new_tree(rg_rules_state *state, rg_ast_kind kind, rg_span span, const char *text,
                        size_t count) {
    deep_ast *tree = rg_alloc(state->arena, sizeof *tree);
    tree->ast.kind = kind;
    tree->ast.span = span;
    tree->ast.text = text;
    tree->ast.count = count;
    tree->ast.items = rg_alloc_array(state->arena, count, sizeof *tree->ast.items);
    tree->depth = 1;
    return &tree->ast;
}

/* Takes the depth from the items. A tree that is too deep is reported and loses them, so that
 * nothing deeper comes to be. */
static rg_ast *finish_tree(rg_rules_state *state, rg_ast *ast) {
    deep_ast *tree = (deep_ast *)ast;
    for (size_t i = 0; i < ast->count; i++) {
        const deep_ast *item = (const deep_ast *)ast->items[i];
        if (item->depth >= tree->depth)
            tree->depth = item->depth + 1;
    }
    if (tree->depth < RG_MAX_AST_DEPTH) /* one is left for rg_make_pattern() */
        return ast;
    rg_complain_depth(state, ast->span);
    return new_tree(state, RG_AST_NONE, ast->span, NULL, 0);
}

rg_ast *rg_build(rg_rules_state *state, rg_ast_kind kind, rg_span span, const char *text,
                 size_t count, ...) {
    rg_ast *tree = new_tree(state, kind, span, text, count);
    va_list items;
    va_start(items, count);
    for (size_t i = 0; i < count; i++)
        tree->items[i] = va_arg(items, rg_ast *);
    va_end(items);
    return finish_tree(state, tree);
}

rg_ast *rg_build_leaf(rg_rules_state *state, rg_ast_kind kind, rg_span span, const char *text) {
    return finish_tree(state, new_tree(state, kind, span, text, 0));
}

rg_ast *rg_build_list(rg_rules_state *state, rg_ast_kind kind, rg_span span, const char *text,
                      rg_ast *first, const rg_trees *rest) {
    size_t leading = first ? 1 : 0, count = rest ? rg_trees_count(rest) : 0;
    rg_ast *tree = new_tree(state, kind, span, text, leading + count);
    if (first)
        tree->items[0] = first;
    if (count)
        memcpy(tree->items + leading, rest->items.data, count * sizeof *tree->items);
    return finish_tree(state, tree);
}

rg_ast *rg_build_none(rg_rules_state *state, rg_span span) {
    return rg_build(state, RG_AST_NONE, span, NULL, 0);
}

rg_ast *rg_build_true(rg_rules_state *state, rg_span span) {
    return rg_build(state, RG_AST_TRUE, span, NULL, 0);
}

rg_span rg_span_over(rg_span first, rg_span last) {
    first.end_line = last.end_line;
    first.end_column = last.end_column;
    return first;
}

/* ---------------------------------------------------------------- names and paths */

const char *rg_dotted_path(rg_arena *arena, const rg_ast *tree) {
    size_t length = 0;
    for (const rg_ast *part = tree;; part = part->items[RG_OBJECT]) {
        if (!part->text || (part->kind != RG_AST_NAME && part->kind != RG_AST_ATTRIBUTE))
            return NULL;
        length += strlen(part->text) + 1;
        if (part->kind == RG_AST_NAME)
            break;
    }
    char *path = rg_alloc(arena, length), *end = path + length - 1;
    for (const rg_ast *part = tree;; part = part->items[RG_OBJECT]) {
        size_t size = strlen(part->text);
        end -= size;
        memcpy(end, part->text, size);
        if (part->kind == RG_AST_NAME)
            return path;
        *--end = '.';
    }
}

rg_ast *rg_build_names(rg_rules_state *state, rg_span span, const rg_trees *names) {
    if (rg_trees_count(names) == 1)
        return rg_trees_at(names, 0);
    return rg_build_list(state, RG_AST_TUPLE, span, NULL, NULL, names);
}

rg_ast *rg_build_attribute(rg_rules_state *state, rg_span span, rg_ast *object, rg_span name_span,
                           const char *name) {
    if (object->kind != RG_AST_OPERATOR || object->items[RG_OPERATOR_OVERLOAD]->kind != RG_AST_NONE)
        return rg_build(state, RG_AST_ATTRIBUTE, span, name, 1, object);
    rg_ast *overload = rg_build(state, RG_AST_TEXT, name_span, name, 0);
    return rg_build(state, RG_AST_OPERATOR, span, NULL, 3, object->items[RG_OPERATOR_SPACE],
                    object->items[RG_OPERATOR_BASE], overload);
}

rg_ast *rg_build_attribute_of(rg_rules_state *state, rg_span span, rg_ast *object, rg_ast *name) {
    if (object->kind == RG_AST_OPERATOR) {
        if (name->kind == RG_AST_REGEX || object->items[RG_OPERATOR_OVERLOAD]->kind != RG_AST_NONE)
            rg_complain(state, name->span, "a regex may stand after `::`, for the base name",
                        "an overload is a name");
        return rg_build(state, RG_AST_OPERATOR, span, NULL, 3, object->items[RG_OPERATOR_SPACE],
                        object->items[RG_OPERATOR_BASE], name);
    }
    /* x.{e} holds the expression itself. */
    if (name->kind == RG_AST_STRING && name->count == 1 &&
        name->items[RG_STRING_FIRST]->kind != RG_AST_TEXT)
        name = name->items[RG_STRING_FIRST];
    return rg_build(state, RG_AST_ATTRIBUTE, span, NULL, 2, object, name);
}

rg_ast *rg_build_operator(rg_rules_state *state, rg_span span, rg_ast *path, rg_ast *base) {
    const char *namespace = rg_dotted_path(state->arena, path);
    if (!namespace)
        rg_complain(state, path->span, "write ns::name, as in aten::add",
                    "a namespace is a name or a dotted path");
    return rg_build(state, RG_AST_OPERATOR, span, NULL, 3,
                    rg_build(state, RG_AST_TEXT, path->span, namespace ? namespace : "", 0), base,
                    rg_build_none(state, base->span));
}

rg_ast *rg_build_opcode(rg_rules_state *state, rg_span span, const char *word, rg_ast *target) {
    return rg_build(state, RG_AST_OPCODE, span, word, 1,
                    target ? target : rg_build(state, RG_AST_WILDCARD, span, NULL, 0));
}

/* ---------------------------------------------------------------- literals */

rg_ast *rg_build_string_literal(rg_rules_state *state, rg_span span, const rg_trees *parts) {
    rg_ast *string = rg_build_list(state, RG_AST_STRING, span, NULL, NULL, parts);
    string->text_column_offset = 1;
    return string;
}

rg_ast *rg_build_template(rg_rules_state *state, rg_span span, const rg_trees *parts) {
    return rg_build_list(state, RG_AST_STRING, span, NULL, NULL, parts);
}

rg_ast *rg_build_regex(rg_rules_state *state, rg_span span, const char *text) {
    rg_ast *regex = rg_build(state, RG_AST_REGEX, span, text, 0);
    regex->text_column_offset = 1;
    return regex;
}

/* What a tuple or list may not hold although a call may. */
static void check_elements(rg_rules_state *state, const rg_trees *elements) {
    for (size_t i = 0; i < rg_trees_count(elements); i++) {
        const rg_ast *element = rg_trees_at(elements, i);
        if (element->kind == RG_AST_KEYWORD)
            rg_complain(state, element->span, "write `==` to compare",
                        "`=` stands in calls and at the start of a line");
        if (element->kind == RG_AST_STARSTAR)
            rg_complain(state, element->span, NULL, "`**` stands in calls only");
    }
}

rg_ast *rg_build_paren(rg_rules_state *state, rg_span span, const rg_trees *elements, bool comma) {
    check_elements(state, elements);
    rg_ast *first = rg_trees_at(elements, 0);
    if (rg_trees_count(elements) > 1 || comma)
        return rg_build_list(state, RG_AST_TUPLE, span, NULL, NULL, elements);
    if (first->kind == RG_AST_STAR)
        rg_complain(state, span, "write `(*x,)`", "a tuple of one element has a comma");
    return first;
}

rg_ast *rg_build_generator(rg_rules_state *state, rg_span span) {
    rg_complain(state, span, "write a list: [e for x in xs]",
                "`for` stands in a list, a dictionary or a call");
    return rg_build(state, RG_AST_LIST, span, NULL, 0);
}

rg_ast *rg_build_list_display(rg_rules_state *state, rg_span span, const rg_trees *elements) {
    check_elements(state, elements);
    return rg_build_list(state, RG_AST_LIST, span, NULL, NULL, elements);
}

rg_ast *rg_build_subscript(rg_rules_state *state, rg_span span, rg_ast *object,
                           const rg_trees *subscripts, bool comma) {
    rg_ast *index = rg_trees_at(subscripts, 0);
    if (rg_trees_count(subscripts) > 1 || comma || index->kind == RG_AST_STAR) {
        size_t last = rg_trees_count(subscripts) - 1;
        rg_span inside = rg_span_over(index->span, rg_trees_at(subscripts, last)->span);
        index = rg_build_list(state, RG_AST_TUPLE, inside, NULL, NULL, subscripts);
    }
    return rg_build(state, RG_AST_INDEX, span, NULL, 2, object, index);
}

/* ---------------------------------------------------------------- arguments and kinds */

rg_ast *rg_build_element(rg_rules_state *state, rg_span span, rg_ast *name, rg_span sign,
                         rg_ast *value) {
    if (name->kind == RG_AST_NAME || name->kind == RG_AST_WILDCARD)
        return rg_build(state, RG_AST_KEYWORD, span, name->text ? name->text : "_", 1, value);
    rg_complain(state, sign, "write `==` to compare", "only a name may stand before `=`");
    return rg_build(state, RG_AST_COMPARE, span, "==", 2, name, value);
}

rg_ast *rg_build_typed(rg_rules_state *state, rg_ast *pattern, const rg_trees *kinds) {
    rg_span span = rg_span_over(pattern->span, rg_trees_at(kinds, rg_trees_count(kinds) - 1)->span);
    if (pattern->kind == RG_AST_WRITTEN) /* `x!: kind` is `(x: kind)!` */
        return rg_build(state, RG_AST_WRITTEN, span, NULL, 1,
                        rg_build_typed(state, pattern->items[RG_INNER], kinds));
    return rg_build_list(state, RG_AST_TYPED, span, NULL, pattern, kinds);
}

rg_ast *rg_build_kind(rg_rules_state *state, rg_span span, const char *name, const rg_trees *dims) {
    rg_ast *kind = rg_build_list(state, RG_AST_KIND, span, name, NULL, dims);
    kind->flag = dims != NULL;
    return kind;
}

/* ---------------------------------------------------------------- operators */

/* `left` with one more alternative. Its items have room for the next power of two of them, so that
 * many alternatives are not copied again for each. */
static rg_ast *lengthen(rg_rules_state *state, rg_span span, rg_ast *left, rg_ast *right) {
    size_t count = left->count;
    const deep_ast *item = (const deep_ast *)right;
    deep_ast *tree = (deep_ast *)left;
    if ((count & (count - 1)) == 0) {
        rg_ast **more = rg_alloc_array(state->arena, 2 * count, sizeof *more);
        memcpy(more, left->items, count * sizeof *more);
        left->items = more;
    }
    left->items[left->count++] = right;
    left->span = span;
    return item->depth < tree->depth ? left : finish_tree(state, left);
}

rg_ast *rg_build_either(rg_rules_state *state, rg_span span, rg_ast *left, rg_ast *right) {
    if (left->kind != RG_AST_EITHER)
        return rg_build(state, RG_AST_EITHER, span, NULL, 2, left, right);
    return lengthen(state, span, left, right);
}

rg_ast *rg_build_commuting(rg_rules_state *state, rg_span span, rg_ast *callee,
                           const rg_trees *arguments) {
    rg_ast *call = rg_build_list(state, RG_AST_CALL, span, NULL, callee, arguments);
    call->flag = true;
    return call;
}

rg_ast *rg_build_chain(rg_rules_state *state, rg_span span, rg_ast *left) {
    rg_complain(state, span, "join two comparisons by `and`", "comparisons do not chain");
    return left;
}

/* ---------------------------------------------------------------- for */

rg_ast *rg_build_for_head(rg_rules_state *state, rg_span span, const rg_trees *names, rg_ast *list,
                          rg_ast *condition) {
    size_t last = rg_trees_count(names) - 1;
    rg_span inside = rg_span_over(rg_trees_at(names, 0)->span, rg_trees_at(names, last)->span);
    return rg_build(state, RG_AST_FOR, span, NULL, 3, rg_build_names(state, inside, names), list,
                    condition ? condition : rg_build_true(state, span));
}

/* As the one argument of a call the brackets may be left out: those that were written stay. */
rg_ast *rg_build_list_for(rg_rules_state *state, rg_span span, rg_ast *key, rg_ast *head) {
    rg_ast *made = rg_build_for(state, span, key, NULL, head);
    made->flag = made->kind == RG_AST_LIST_FOR;
    return made;
}

rg_ast *rg_build_for(rg_rules_state *state, rg_span span, rg_ast *key, rg_ast *value,
                     rg_ast *head) {
    if (head->kind != RG_AST_FOR) /* it was nested too deeply */
        return head;
    if (value)
        return rg_build(state, RG_AST_DICT_FOR, span, NULL, 5, key, value,
                        head->items[RG_FOR_TARGETS], head->items[RG_FOR_LIST],
                        head->items[RG_FOR_CONDITION]);
    return rg_build(state, RG_AST_LIST_FOR, span, NULL, 4, key, head->items[RG_FOR_TARGETS],
                    head->items[RG_FOR_LIST], head->items[RG_FOR_CONDITION]);
}
