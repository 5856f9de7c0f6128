/* From the tree of a schema to an rg_schema. */
#include <string.h>

#include "tables.h"

/* NOLINTNEXTLINE(misc-redundant-expression): that both are one number now is no law */
_Static_assert(RG_MAX_FIXED <= RG_MAX_ITEMS, "a list of so many values can be made");

static uint32_t letters_of_params(const rg_schema_tree *tree) {
    uint32_t letters = 0;
    for (size_t i = 0; i < tree->param_count; i++)
        letters |= tree->params[i].alias | tree->params[i].alias_after;
    return letters;
}

static bool writes(const rg_schema_tree *tree) {
    for (size_t i = 0; i < tree->param_count; i++)
        if (tree->params[i].written && strncmp(tree->params[i].type, "Generator", 9) != 0)
            return true;
    return false;
}

static bool aliases(const rg_schema_tree *tree) {
    uint32_t letters = letters_of_params(tree);
    for (size_t i = 0; i < tree->result_count; i++)
        if (tree->results[i].alias & letters)
            return true;
    return false;
}

static bool returns_late(const rg_schema_tree *tree) {
    uint32_t returned = 0;
    bool kept = false;
    for (size_t i = 0; i < tree->result_count; i++)
        returned |= tree->results[i].alias;
    for (size_t i = 0; i < tree->param_count; i++) {
        if (!tree->params[i].written)
            continue;
        if (kept && tree->params[i].alias & returned)
            return true;
        kept |= !(tree->params[i].alias & returned);
    }
    return false;
}

rg_schema *rg_read_schema(rg_schema_parser *parser, rg_arena *arena, const char *text,
                          size_t length, rg_span where, rg_schema_fault *fault) {
    rg_schema_tree tree;
    if (!rg_schema_parse(parser, arena, text, length, where, &tree, fault))
        return NULL;
    rg_schema *schema = rg_schema_alloc(arena);
    *schema = (rg_schema){.text = tree.text,
                          .overload = tree.overload,
                          .span = tree.span,
                          .param_count = tree.param_count,
                          .result_count = tree.result_count,
                          .params = tree.params,
                          .results = tree.results,
                          .variadic = tree.variadic,
                          .writes = writes(&tree),
                          .aliases = aliases(&tree),
                          .returns_late = returns_late(&tree)};
    return schema;
}
