/* Printing and laying out rule files. */
#include "fuzz.h"

#include "../../engine/rule_text/rule_text.h"

static rg_ast *parse(rg_arena *arena, const rg_source *source, rg_text *messages) {
    rg_diagnostics diagnostics;
    rg_diagnostics_init(&diagnostics, arena);
    rg_ast *file = rg_parse_rules(arena, source, &diagnostics);
    *messages = fuzz_messages(&diagnostics);
    if (diagnostics.errors)
        return NULL;
    if (!file)
        fuzz_fail("a file that is not read has an error");
    return file;
}

static rg_text print(rg_arena *arena, const rg_ast *file) {
    rg_text text = rg_text_new(arena);
    rg_print_ast(&text, file);
    return text;
}

static rg_text lay_out(rg_arena *arena, const rg_source *source, const rg_ast *file) {
    rg_text text = rg_text_new(arena);
    rg_format_rules(&text, source, file);
    return text;
}

static size_t count_hashes(const char *text, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += text[i] == '#';
    return count;
}

static const rg_source *source_of(rg_arena *arena, const char *path, const rg_text *text) {
    return rg_source_new(arena, path, rg_text_string(text), rg_text_length(text));
}

/* The text says what the tree does. */
static rg_ast *read_back(const char *what, rg_arena *arena, const rg_source *made,
                         const rg_text *tree) {
    rg_text messages;
    rg_ast *again = parse(arena, made, &messages);
    if (!again)
        fuzz_fail("%s can be read:\n%s\n----\n%s", what, made->text, rg_text_string(&messages));
    rg_text tree_again = print(arena, again);
    fuzz_expect_same(what, tree, &tree_again);
    return again;
}

void fuzz_check_format(rg_arena *arena, const rg_source *source) {
    rg_text messages;
    rg_ast *file = parse(arena, source, &messages);
    if (!file)
        return;
    rg_text tree = print(arena, file);
    read_back("a printed tree", arena, source_of(arena, source->path, &tree), &tree);

    rg_text text = lay_out(arena, source, file);
    const rg_source *made = source_of(arena, source->path, &text);
    if (count_hashes(source->text, source->length) != count_hashes(made->text, made->length))
        fuzz_fail("a comment is lost:\n%s\n----\n%s", source->text, made->text);
    rg_ast *again = read_back("a formatted file", arena, made, &tree);
    rg_text twice = lay_out(arena, made, again);
    fuzz_expect_same("a formatted file is laid out already", &text, &twice);
}
