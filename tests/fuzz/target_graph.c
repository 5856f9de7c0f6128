/* Reading and writing graphs. */
#include "fuzz.h"

#include "../../engine/graph_text/read.h"

static rg_module *read_graph(rg_arena *arena, const char *text, size_t length, bool slowly,
                             rg_text *messages) {
    rg_diagnostics diagnostics;
    rg_diagnostics_init(&diagnostics, arena);
    const rg_source *source = rg_source_new(arena, "input.fx", text, length);
    rg_module *module = slowly ? rg_read_slowly(arena, source, &diagnostics)
                               : rg_read_module(arena, source, &diagnostics);
    if (memcmp(source->text, text, length) != 0)
        fuzz_fail("reading leaves the text as it was");
    *messages = fuzz_messages(&diagnostics);
    return module;
}

static rg_text write_graph(rg_arena *arena, rg_module *module, bool reprint) {
    rg_text text = rg_text_new(arena);
    rg_write_module(&text, module, reprint);
    return text;
}

/* In the annotated form, whatever form it was read in. */
static rg_text write_annotated(rg_arena *arena, rg_module *module) {
    bool annotated = module->annotated;
    module->annotated = true;
    rg_text text = write_graph(arena, module, true);
    module->annotated = annotated;
    return text;
}

static void check_readers_agree(rg_arena *arena, const fuzz_input *input, rg_module *module,
                                const rg_text *messages) {
    rg_text slow_messages;
    rg_module *slow = read_graph(arena, input->text, input->length, true, &slow_messages);
    fuzz_expect_same("both readers say the same", messages, &slow_messages);
    if (!module != !slow)
        fuzz_fail("both readers take the same texts");
    if (!module)
        return;
    rg_text first = write_graph(arena, module, true), second = write_graph(arena, slow, true);
    fuzz_expect_same("both readers read the same", &first, &second);
}

void fuzz_graph(const fuzz_input *input) {
    rg_arena *arena = input->arena;
    rg_text messages;
    rg_module *module = read_graph(arena, input->text, input->length, false, &messages);
    check_readers_agree(arena, input, module, &messages);
    if (!module)
        return;
    rg_text as_read = write_graph(arena, module, false);
    if (rg_text_length(&as_read) != input->length ||
        memcmp(rg_text_string(&as_read), input->text, input->length) != 0)
        fuzz_fail("a graph that nothing changed is written as it was read");

    rg_text annotated = write_annotated(arena, module);
    rg_module *again =
        read_graph(arena, rg_text_string(&annotated), rg_text_length(&annotated), false, &messages);
    if (!again)
        fuzz_fail("the annotated form can be read:\n%s\n----\n%s", rg_text_string(&annotated),
                  rg_text_string(&messages));
    rg_text once_more = write_annotated(arena, again);
    fuzz_expect_same("the annotated form is stable", &annotated, &once_more);
}
