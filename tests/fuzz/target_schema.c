/* Schema strings. */
#include "fuzz.h"

#include "../../grammar/schema/tree.h"

static void check_param(const fuzz_input *input, const rg_param *param) {
    if (!param->name || !param->type)
        fuzz_fail("a parameter has a name and a type");
    if (param->fixed && !param->list)
        fuzz_fail("only lists have a length");
    if (param->is_out && (!param->keyword_only || !param->written))
        fuzz_fail("an out argument is written, and given by name");
    if (strlen(param->type) > input->length)
        fuzz_fail("a type is part of the schema");
}

static void describe(rg_text *out, const rg_param *param) {
    rg_text_printf(out, "%s %s %d %d%d%d%d%d %u %u %u %s\n", param->type, param->name,
                   (int)param->kind, param->list, param->optional, param->optional_items,
                   param->keyword_only, param->written, param->fixed, param->alias,
                   param->alias_after, param->default_text ? param->default_text : "-");
}

/* The schema as text; what is wrong with it, if it is none. */
static rg_text read_schema(const fuzz_input *input, rg_schema_parser *parser) {
    rg_schema_tree tree;
    rg_schema_fault fault;
    const rg_source *source = rg_source_new(input->arena, "input", input->text, input->length);
    rg_span where = {source, 1, 1, 1, 1};
    rg_text text = rg_text_new(input->arena);
    if (!rg_schema_parse(parser, input->arena, source->text, source->length, where, &tree,
                         &fault)) {
        rg_text_printf(&text, "%u %s", fault.span.column, fault.message);
        if (fault.span.column > input->length + 1)
            fuzz_fail("the fault is in the schema: %s", rg_text_string(&text));
        return text;
    }
    if (tree.param_count > RG_MAX_PARAMS)
        fuzz_fail("a schema has at most %d parameters", RG_MAX_PARAMS);
    for (size_t i = 0; i < tree.param_count; i++)
        check_param(input, &tree.params[i]);
    rg_text_printf(&text, "%s %d\n", tree.overload, tree.variadic);
    for (size_t i = 0; i < tree.param_count; i++)
        describe(&text, &tree.params[i]);
    for (size_t i = 0; i < tree.result_count; i++)
        describe(&text, &tree.results[i]);
    return text;
}

void fuzz_schema(const fuzz_input *input) {
    rg_schema_parser *parser = rg_schema_parser_new(input->arena);
    rg_text first = read_schema(input, parser), second = read_schema(input, parser);
    fuzz_expect_same("a parser forgets the schema before", &first, &second);
}
