/* regraft fmt: rule files in their canonical layout. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../rule_text/rule_text.h"
#include "commands.h"

enum { CHECK, STDOUT };

static const rg_option options[] = {
    [CHECK] = {"--check", NULL, false, "change nothing; show what would change, and exit with 1"},
    [STDOUT] = {"--stdout", NULL, false, "print the text instead of writing the file"},
    {0},
};

static rg_ast *parse(rg_arena *arena, const rg_source *source) {
    rg_diagnostics diagnostics;
    rg_diagnostics_init(&diagnostics, arena);
    rg_ast *file = rg_parse_rules(arena, source, &diagnostics);
    rg_text text = rg_text_new(arena);
    for (const rg_diagnostic *d = diagnostics.first; d; d = d->next)
        rg_render_diagnostic(&text, d, rg_wants_colour(stderr));
    fputs(rg_text_string(&text), stderr);
    return diagnostics.errors ? NULL : file;
}

static const char *tree_text(rg_arena *arena, const rg_ast *file) {
    rg_text text = rg_text_new(arena);
    rg_print_ast(&text, file);
    return rg_text_string(&text);
}

static size_t count_hashes(const char *text, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += text[i] == '#';
    return count;
}

/* Whether both mean the same, and no comment is lost: a `#` outside of comments counts, too. */
static bool says_the_same(rg_arena *arena, const rg_source *source, const rg_ast *file,
                          const rg_source *made) {
    const rg_ast *again = parse(arena, made);
    return again && strcmp(tree_text(arena, file), tree_text(arena, again)) == 0 &&
           count_hashes(source->text, source->length) == count_hashes(made->text, made->length);
}

/* The formatted text, after a check that it means the same; NULL after printing what is wrong. */
static const rg_text *format(rg_arena *arena, const rg_source *source) {
    rg_text *text = rg_alloc(arena, sizeof *text);
    *text = rg_text_new(arena);
    const rg_ast *file = parse(arena, source);
    if (!file)
        return NULL;
    rg_format_rules(text, source, file);
    const rg_source *made =
        rg_source_new(arena, source->path, rg_text_string(text), rg_text_length(text));
    if (says_the_same(arena, source, file, made))
        return text;
    rg_message("%s is left as it is: formatting it would change what it says (this "
               "is a mistake of regraft)",
               source->path);
    return NULL;
}

static bool is_same(const rg_source *source, const rg_text *text) {
    return source->length == rg_text_length(text) &&
           memcmp(source->text, rg_text_string(text), source->length) == 0;
}

/* False if the file is wrong, or with --check not formatted. */
static bool format_file(rg_arena *arena, const rg_arguments *arguments, const char *path) {
    const rg_source *source = rg_source_read(arena, path);
    if (!source) {
        rg_message("cannot read %s: %s", path, strerror(errno));
        return false;
    }
    const rg_text *text = format(arena, source);
    if (!text)
        return false;
    bool same = is_same(source, text), check = arguments->values[CHECK].count > 0;
    if (arguments->values[STDOUT].count || (strcmp(path, "-") == 0 && !check)) {
        fwrite(rg_text_string(text), 1, rg_text_length(text), stdout);
        return same || !check;
    }
    if (same)
        return true;
    if (check) {
        rg_text diff = rg_text_new(arena);
        rg_diff_texts(&diff, source->text, source->length, rg_text_string(text),
                      rg_text_length(text), path, path, rg_wants_colour(stdout));
        fputs(rg_text_string(&diff), stdout);
        return false;
    }
    rg_output *output = rg_output_write(arena, path, rg_text_string(text), rg_text_length(text));
    return output && rg_output_commit(output);
}

static int fmt(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    bool good = true;
    if (!arguments->operands.count)
        return rg_usage_error(command, "no file is given");
    for (size_t i = 0; i < arguments->operands.count; i++)
        good &= format_file(arena, arguments, arguments->operands.items[i]);
    return good ? EXIT_DONE : EXIT_INVALID;
}

const rg_command rg_fmt_command = {
    .name = "fmt",
    .summary = "put rule files into their canonical layout",
    .operands = "FILE...",
    .about =
        "Rewrites rule files (.rules, .pipeline, .ops) in their canonical layout. Keeps comments,\n"
        "expressions that the author spread over several lines, and `for` and `if` statements\n"
        "with their contents; formats everything on a single line. In a rule, the text after the\n"
        "keywords of sections starts in one column. Aligns the `=` of a function's clauses on\n"
        "neighbouring lines, and keeps the author's alignment of clauses of several functions. In\n"
        "operator files it formats only functions: op, view, shape, dtype, spelling and similar\n"
        "lines stay as they are. The file `-` is standard input; its result is printed.\n",
    .examples = "  regraft fmt my.rules\n"
                "  regraft fmt --check rules/*.rules\n",
    .exits = "  0  done; with --check: all files are formatted\n"
             "  1  a file is wrong or cannot be written; with --check: one is not formatted\n"
             "  2  the command line is wrong\n",
    .options = options,
    .run = fmt,
};
