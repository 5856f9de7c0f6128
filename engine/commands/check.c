/* regraft check: everything that can be checked in rule files without a graph. */
#include <stdio.h>
#include <string.h>

#include "commands.h"

enum { SHUFFLE = RG_RUN_OPTIONS };

static const rg_option options[] = {
    RG_RUN_OPTION_TABLE,
    [SHUFFLE] = {"--shuffle", "N", false,
                 "with graphs: try N (1 to 1000) orders of rules of equal priority"},
    {0},
};

/* ---------------------------------------------------------------- --shuffle */

enum { MOST_ORDERS = 1000 }; /* each is a run of all passes */

/* The rewritten graph and the metadata, or the messages of a failed run. */
static const char *run_shuffled(rg_arena *arena, rg_inputs *inputs, regraft_graph *graph,
                                unsigned long shuffle) {
    rg_inner_arena *own = rg_arena_within(arena);
    inputs->options.shuffle = shuffle;
    regraft_result *result =
        rg_run_owned(arena, own->arena, inputs->loaded, graph, &inputs->options);
    regraft_graph *after = regraft_result_graph(result);
    const char *text = after ? regraft_graph_text(after, REGRAFT_AS_READ, NULL)
                             : regraft_report_text(regraft_result_report(result), false);
    const char *metadata = after ? regraft_result_metadata(result) : "";
    if (!text || !metadata)
        rg_out_of_memory(arena);
    text = rg_format(arena, after ? "%s\n%s\n" : "%s%s", text, metadata);
    rg_inner_arena_free(own);
    return text;
}

/* Whether all orders give the same result. */
static bool shuffle_graph(rg_arena *arena, rg_inputs *inputs, const char *path, size_t count) {
    regraft_graph *graph = rg_read_graph(arena, path);
    if (!graph)
        return false;
    const char *usual = run_shuffled(arena, inputs, graph, 0);
    for (size_t i = 1; i <= count; i++) {
        const char *other = run_shuffled(arena, inputs, graph, i * 0x9e3779b97f4a7c15u);
        if (strcmp(usual, other) == 0)
            continue;
        rg_text diff = rg_text_new(arena);
        rg_diff_texts(&diff, usual, strlen(usual), other, strlen(other), "in the order of the file",
                      rg_format(arena, "in order %zu", i), rg_wants_colour(stdout));
        printf("%s: the order of rules of equal priority matters\n%s", path, rg_text_string(&diff));
        return false;
    }
    return true;
}

static int shuffle(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    rg_inputs inputs = {0};
    size_t count, same = 0;
    if (!rg_read_count(rg_option_value(arguments, SHUFFLE), &count) || count < 1 ||
        count > MOST_ORDERS)
        return rg_usage_error(command, "--shuffle takes a number from 1 to %d, not `%s`",
                              MOST_ORDERS, rg_option_value(arguments, SHUFFLE));
    if (!rg_load_inputs(arena, arguments, &inputs))
        return EXIT_INVALID;
    if (!inputs.graphs.count)
        return rg_usage_error(command, "--shuffle needs graphs");
    for (size_t i = 0; i < inputs.graphs.count; i++)
        same += shuffle_graph(arena, &inputs, inputs.graphs.items[i], count);
    printf("%zu of %zu graphs come out the same in %zu orders\n", same, inputs.graphs.count, count);
    return same == inputs.graphs.count ? EXIT_DONE : EXIT_INVALID;
}

/* ---------------------------------------------------------------- the command */

static int check(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    const char *usual = rg_default_pipeline(arena);
    rg_words files = arguments->operands;
    if (arguments->values[SHUFFLE].count)
        return shuffle(arena, command, arguments);
    if (!files.count)
        files = (rg_words){1, &usual};
    regraft_rules *rules = rg_load_rules(arena, &files);
    if (!rules)
        return EXIT_INVALID;
    if (regraft_rules_check(rules) == REGRAFT_NO_MEMORY ||
        regraft_rules_lint(rules) == REGRAFT_NO_MEMORY)
        rg_out_of_memory(arena);
    regraft_report *report = regraft_rules_report(rules);
    size_t errors = regraft_report_errors(report);
    rg_show_report(arena, report, stdout);
    size_t warnings = regraft_report_warnings(report);
    printf("%zu error%s, %zu warning%s\n", errors, errors == 1 ? "" : "s", warnings,
           warnings == 1 ? "" : "s");
    return errors ? EXIT_INVALID : EXIT_DONE;
}

const rg_command rg_check_command = {
    .name = "check",
    .summary = "check rule files and operator files",
    .operands = "[FILE...]",
    .about =
        "Checks rule files (.rules), pipelines (.pipeline), operator files (.ops) and tables of\n"
        "schemas (.schemas), and all files that they use, and shows what is wrong and where.\n"
        "Without FILE, checks the default pipeline. regraft always loads its own operator tables\n"
        "first.\n"
        "\n"
        "Rules that are valid but look like a mistake give warnings with a code, most with a "
        "graph\n"
        "that shows the mistake. `# allow(CODE)` in a rule or right above it silences them; an\n"
        "unknown CODE gives a warning, too:\n"
        "  shadowed          an earlier rule matches everything that this rule matches\n"
        "  overlap           two rules of equal priority make different things of a node\n"
        "  never-matches     no call can match the pattern\n"
        "  never-holds       a guard that cannot hold\n"
        "  unknown-argument  no schema of the operator has this parameter\n"
        "  unknown-target    a function of PyTorch that the tables do not have\n"
        "  literal           an int where the operator takes any number\n"
        "  loop              rules that undo each other, or match what they make\n"
        "  drops-result      the rule removes a result that others may use\n"
        "  erases-used       the rule erases a node that is used\n"
        "  alias             an existing value replaces a fresh one\n"
        "  unused            a name that is bound but never used\n",
    .examples = "  regraft check my.rules\n"
                "  regraft check my.ops my.rules\n"
                "  regraft check --shuffle 10 my.rules *.fx\n"
                "  regraft check\n",
    .exits = "  0  no errors (there may be warnings)\n"
             "  1  there are errors\n"
             "  2  the command line is wrong\n",
    .options = options,
    .run = check,
};
