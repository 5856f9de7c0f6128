/* regraft convert: a graph in another form. */
#include <stdio.h>
#include <string.h>

#include "commands.h"

enum { FROM, TO, OUT };

static const rg_option options[] = {
    [FROM] = {"--from", "FORM", false, "what GRAPH is, instead of finding it out", rg_wrong_form},
    [TO] = {"--to", "FORM", false, "plain, annotated or python"},
    [OUT] = {"-o", "FILE", false, "write the graph there"},
    {0},
};

static int convert(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    const char *to = rg_option_value(arguments, TO), *out = rg_option_value(arguments, OUT);
    const char *from = rg_option_value(arguments, FROM), *loss;
    regraft_format format;
    size_t length;
    if (arguments->operands.count != 1)
        return rg_usage_error(command, "one graph is needed, not %zu", arguments->operands.count);
    if (!to)
        return rg_usage_error(command, "--to is needed: plain, annotated or python");
    if (!rg_read_format(to, &format))
        return rg_usage_error(command, "there is no form `%s`: it is plain, annotated or python",
                              to);
    bool to_file = out && strcmp(out, "-") != 0;
    if (to_file && rg_is_source(out) && !rg_has_extension(out, ".fx"))
        return rg_usage_error(command, "-o would overwrite %s, whose name is not that of a graph",
                              out);
    const char *path = arguments->operands.items[0];
    regraft_graph *graph = rg_read_graph_as(arena, path, from);
    if (!graph)
        return EXIT_INVALID;
    for (size_t i = 0; (loss = regraft_graph_loss(graph, format, i)); i++)
        rg_message("%s: warning: this form does not say: %s", path, loss);
    const char *text = regraft_graph_text(graph, format, &length);
    if (!text)
        rg_out_of_memory(arena);
    if (!to_file)
        return fwrite(text, 1, length, stdout) == length ? EXIT_DONE : EXIT_INVALID;
    rg_output *output = rg_output_write(arena, out, text, length);
    return output && rg_output_commit(output) ? EXIT_DONE : EXIT_INVALID;
}

const rg_command rg_convert_command = {
    .name = "convert",
    .summary = "write a graph in another form",
    .operands = "--to FORM GRAPH",
    .about =
        "Reads GRAPH (- is standard input) in any form and prints it in the one that --to names:\n"
        "plain, as `print(gm.graph)` prints it; annotated, with quoted strings, annotations of\n"
        "values and metadata; python, as `gm.print_readable()` prints it. What surrounds the\n"
        "graph is left out. Warns of each kind of thing that the form has no place for. --from\n"
        "takes nodes or python.\n",
    .examples = "  regraft convert --to python model.fx\n"
                "  regraft convert --to annotated compile.log -o model.fx\n",
    .exits = "  0  done\n"
             "  1  the graph is wrong, or a file cannot be read or written\n"
             "  2  the command line is wrong\n",
    .options = options,
    .run = convert,
};
