/* Rule files, pipelines and operator files: reading, laying out, checking, and looking for
 * mistakes. */
#include "fuzz.h"

static const rg_source *source_of(const fuzz_input *input, const char *path) {
    return rg_source_new(input->arena, path, input->text, input->length);
}

void fuzz_rules(const fuzz_input *input) {
    fuzz_check_format(input->arena, source_of(input, "input.rules"));
}

/* Loads and checks the text; `lint` looks for mistakes, too. What is said. */
static rg_text check_text(const fuzz_input *input, rg_ruleset *ruleset, const char *extension,
                          bool lint) {
    rg_diagnostics diagnostics;
    rg_diagnostics_init(&diagnostics, ruleset->arena);
    if (fuzz_load(ruleset, extension, input->text, input->length, &diagnostics) && lint)
        rg_lint_rules(ruleset, &diagnostics);
    if (strcmp(extension, ".ops") == 0)
        rg_ops_check(ruleset->ops, &diagnostics);
    return fuzz_messages(&diagnostics);
}

/* Whether to look if the same is said again: for a part of the inputs, since it takes long. */
static bool is_checked_again(const fuzz_input *input) {
    return input->length % 4 == 0;
}

static void check_rules(const fuzz_input *input, const char *extension, bool lint) {
    rg_text first = check_text(input, fuzz_ruleset(input->arena, false), extension, lint);
    if (!is_checked_again(input))
        return;
    rg_text second = check_text(input, fuzz_ruleset(input->arena, false), extension, lint);
    fuzz_expect_same("checking says the same again", &first, &second);
}

void fuzz_lint(const fuzz_input *input) {
    check_rules(input, ".rules", true);
}

void fuzz_pipeline(const fuzz_input *input) {
    fuzz_check_format(input->arena, source_of(input, "input.pipeline"));
    check_rules(input, ".pipeline", false);
}

/* Operator files change the tables: they get small ones of their own. */
static rg_text check_operators(const fuzz_input *input) {
    rg_ruleset *ruleset = rg_ruleset_new(input->arena);
    rg_diagnostics diagnostics;
    rg_diagnostics_init(&diagnostics, input->arena);
    if (!rg_ruleset_load(ruleset, "tests/fuzz/operators.ops", &diagnostics))
        fuzz_fail("tests/fuzz/operators.ops is wrong");
    return check_text(input, ruleset, ".ops", false);
}

void fuzz_operators(const fuzz_input *input) {
    fuzz_check_format(input->arena, source_of(input, "input.ops"));
    rg_text first = check_operators(input);
    if (!is_checked_again(input))
        return;
    rg_text second = check_operators(input);
    fuzz_expect_same("checking says the same again", &first, &second);
}
