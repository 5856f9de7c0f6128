/* Patterns of values: literals and kinds. */
#include <stdlib.h>
#include <string.h>

#include "compile_pattern.h"

/* ---------------------------------------------------------------- literals */

static bool dotted_literal(rg_pattern_builder *b, const rg_ast *ast, rg_literal *literal) {
    const char *head = NULL;
    const char *path = rg_path_text(b->c->arena, ast, &head);
    if (!path)
        return false;
    literal->text = rg_constant_name(path, strlen(path));
    literal->kind = rg_short_dtype(path) ? RG_DTYPE : RG_CONST;
    return true;
}

static bool signed_literal(const rg_ast *ast, rg_arena *arena, rg_literal *literal) {
    const rg_ast *number = ast->items[RG_INNER];
    bool negative = strcmp(ast->text, "-") == 0;
    if (number->kind == RG_AST_INT) {
        literal->kind = RG_INT;
        literal->number = strtoll(number->text, NULL, 10) * (negative ? -1 : 1);
        return true;
    }
    if (number->kind != RG_AST_FLOAT)
        return false;
    literal->kind = RG_FLOAT;
    literal->text = negative ? rg_format(arena, "-%s", number->text) : number->text;
    return true;
}

bool rg_as_literal(rg_pattern_builder *b, const rg_ast *ast, rg_literal *literal) {
    *literal = (rg_literal){RG_NONE, 0, NULL};
    switch (ast->kind) {
    case RG_AST_NONE:
        return true;
    case RG_AST_TRUE:
    case RG_AST_FALSE:
        *literal = (rg_literal){RG_BOOL, ast->kind == RG_AST_TRUE, NULL};
        return true;
    case RG_AST_INT:
        *literal = (rg_literal){RG_INT, strtoll(ast->text, NULL, 10), NULL};
        return true;
    case RG_AST_FLOAT:
        *literal = (rg_literal){RG_FLOAT, 0, ast->text};
        return true;
    case RG_AST_STRING:
        if (ast->count > 1 || (ast->count == 1 && ast->items[RG_STRING_FIRST]->kind != RG_AST_TEXT))
            return false;
        *literal = (rg_literal){RG_STR, 0, ast->count ? ast->items[RG_STRING_FIRST]->text : ""};
        return true;
    case RG_AST_ELLIPSIS:
        literal->kind = RG_ELLIPSIS;
        return true;
    case RG_AST_UNARY:
        return signed_literal(ast, b->c->arena, literal);
    case RG_AST_ATTRIBUTE:
        return ast->text && dotted_literal(b, ast, literal);
    default:
        return false;
    }
}

void rg_compile_either(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg) {
    uint32_t first = (uint32_t)b->literals.count;
    for (size_t i = 0; i < ast->count; i++) {
        rg_literal literal;
        if (rg_as_literal(b, ast->items[i], &literal))
            rg_add_literal(b, literal);
        else
            rg_report(b->c->diagnostics, RG_ERROR, ast->items[i]->span,
                      "only literals can stand between `|` in a pattern");
    }
    rg_instruction *test = rg_emit(b, RG_MATCH_ONE_OF, ast, reg);
    test->b = first;
    test->c = (uint32_t)b->literals.count - first;
}

/* ---------------------------------------------------------------- kinds */

static const struct {
    const char *word;
    rg_kind_test test;
} kind_words[] = {
    {"int", RG_IS_INT},       {"float", RG_IS_FLOAT},   {"bool", RG_IS_BOOL},
    {"str", RG_IS_STR},       {"device", RG_IS_DEVICE}, {"dtype", RG_IS_DTYPE},
    {"none", RG_IS_NONE},     {"tuple", RG_IS_TUPLE},   {"list", RG_IS_LIST},
    {"dict", RG_IS_DICT},     {"slice", RG_IS_SLICE},   {"node", RG_IS_NODE},
    {"tensor", RG_IS_TENSOR}, {"symint", RG_IS_SYMINT}, {"ellipsis", RG_IS_ELLIPSIS},
    {"any", RG_IS_ANY},
};

static rg_dim_pattern dim(rg_pattern_builder *b, const rg_ast *ast) {
    rg_dim_pattern result = {RG_DIM_ANY, 0, RG_NO_SLOT};
    const rg_ast *name = ast->kind == RG_AST_STAR ? ast->items[RG_INNER] : ast;
    if (ast->kind == RG_AST_INT) {
        result.test = RG_DIM_NUMBER;
        result.number = strtoll(ast->text, NULL, 10);
    } else if (ast->kind == RG_AST_ELLIPSIS) {
        result.test = RG_DIM_RUN;
    } else if (ast->kind == RG_AST_STAR) {
        result.test = RG_DIM_RUN;
        if (name->kind == RG_AST_NAME)
            result.slot = rg_scope_add(b->c, name->text, name);
    } else if (ast->kind == RG_AST_NAME) {
        result.slot = rg_scope_find(b->c, name->text);
        result.test = result.slot == RG_NO_SLOT ? RG_DIM_BIND : RG_DIM_SAME;
        if (result.test == RG_DIM_BIND)
            result.slot = rg_scope_add(b->c, name->text, name);
    }
    return result;
}

static rg_kind_pattern kind_pattern(rg_pattern_builder *b, const rg_ast *ast) {
    rg_kind_pattern result = {RG_IS_DTYPE_OF, ast->text, ast->flag, 0, NULL};
    if (!ast->flag)
        for (size_t i = 0; i < RG_COUNT_OF(kind_words); i++)
            if (strcmp(kind_words[i].word, ast->text) == 0)
                result.test = kind_words[i].test;
    if (strcmp(ast->text, "bool") == 0 && ast->flag)
        result.dtype = "b8";
    if (strcmp(ast->text, "tensor") == 0 && ast->flag)
        result.dtype = NULL; /* any dtype */
    rg_dim_pattern *dims = rg_alloc_array(b->c->arena, ast->count, sizeof *dims);
    for (size_t i = 0; i < ast->count; i++)
        dims[i] = dim(b, ast->items[i]);
    result.count = ast->count;
    result.dims = dims;
    return result;
}

static bool names_sizes(const rg_ast *kind) {
    for (size_t i = 0; i < kind->count; i++) {
        const rg_ast *name = kind->items[i];
        name = name->kind == RG_AST_STAR ? name->items[RG_INNER] : name;
        if (name->kind == RG_AST_NAME)
            return true;
    }
    return false;
}

/* `f32 | bf16[M, N]`: the dtypes before it share the shape of the last one. */
static void share_dims(rg_kind_pattern *kinds, size_t count) {
    for (size_t i = count; i-- > 1;)
        if (kinds[i - 1].test == RG_IS_DTYPE_OF && !kinds[i - 1].has_dims &&
            kinds[i].test == RG_IS_DTYPE_OF && kinds[i].has_dims) {
            kinds[i - 1].has_dims = true;
            kinds[i - 1].count = kinds[i].count;
            kinds[i - 1].dims = kinds[i].dims;
        }
}

void rg_compile_typed(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg) {
    size_t first = b->kinds.count, naming = 0;
    for (size_t i = RG_TYPED_KINDS; i < ast->count; i++) {
        naming += names_sizes(ast->items[i]);
        rg_kind_pattern kind = kind_pattern(b, ast->items[i]);
        *(rg_kind_pattern *)rg_array_push(b->c->arena, &b->kinds, sizeof kind) = kind;
    }
    if (naming > 1)
        rg_report(b->c->diagnostics, RG_ERROR, ast->span,
                  "only one of several shapes can name its sizes: the others would leave the names "
                  "without a value");
    share_dims((rg_kind_pattern *)b->kinds.data + first, b->kinds.count - first);
    rg_instruction *test = rg_emit(b, RG_MATCH_KIND, ast, reg);
    test->b = (uint32_t)first;
    test->c = (uint32_t)(b->kinds.count - first);
    rg_compile_pattern(b, ast->items[RG_INNER], reg);
}
