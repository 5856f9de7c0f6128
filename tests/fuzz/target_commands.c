/* What only commands read: facts, and files of tests. */
#include "fuzz.h"

#include "../../engine/commands/test/test.h"

void fuzz_facts(const fuzz_input *input) {
    const rg_source *source = rg_source_new(input->arena, "input.json", input->text, input->length);
    json_t *answers, *facts = rg_parse_facts(input->arena, source);
    const char *name;
    if (!facts)
        return;
    json_object_foreach (facts, name, answers)
        if (!json_is_object(answers))
            fuzz_fail("the answers of `%s` are by first argument", name);
}

/* ---------------------------------------------------------------- tests */

static void check_test(const rg_test_file *file, const rg_test *test) {
    const char *begin = file->source->text, *end = begin + file->source->length;
    if (!test->title || !test->section_count)
        fuzz_fail("a test has a title, and expects something");
    if (test->graph < begin || test->graph + test->graph_length > end)
        fuzz_fail("a test's graph is in the file");
    if (test->begin > test->end || test->end > file->source->length)
        fuzz_fail("what is expected is in the file");
    for (size_t i = 0; i < test->section_count; i++) {
        const rg_section *section = &test->sections[i];
        if (section->text < begin || section->text + section->length > end)
            fuzz_fail("a section is in the file");
    }
}

void fuzz_tests(const fuzz_input *input) {
    rg_test_file file = {.path = "input.test"};
    file.source = rg_source_new(input->arena, file.path, input->text, input->length);
    if (!rg_read_tests(input->arena, &file))
        return;
    rg_test *const *tests = file.tests.data;
    for (size_t i = 0; i < file.tests.count; i++)
        check_test(&file, tests[i]);
}
