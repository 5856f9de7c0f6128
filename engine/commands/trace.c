/* regraft trace: the applications of rules, in order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steps.h"

enum { FUEL = RG_RUN_OPTIONS, STOP_AFTER, HTML };

static const rg_option options[] = {
    RG_RUN_OPTION_TABLE,
    [FUEL] = {"--fuel", "K", false, "stop after K applications of rules"},
    [STOP_AFTER] = {"--stop-after", "K", false, "the same, and show the graph at that point"},
    [HTML] = {"--html", "FILE", false, "write a page with each step, before and after"},
    {0},
};

bool rg_read_count(const char *text, size_t *count) {
    char *end = NULL;
    *count = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0';
}

static int set_fuel(const rg_command *command, const rg_arguments *arguments,
                    regraft_options *wanted) {
    static const size_t limits[] = {FUEL, STOP_AFTER};
    for (size_t i = 0; i < 2; i++) {
        const char *value = rg_option_value(arguments, limits[i]);
        if (!value)
            continue;
        wanted->limited = true;
        if (!rg_read_count(value, &wanted->fuel))
            return rg_usage_error(command, "%s takes a number, not `%s`", options[limits[i]].name,
                                  value);
    }
    return EXIT_DONE;
}

static bool write_page(rg_arena *arena, const rg_steps *steps, const char *path, const char *graph,
                       const char *messages) {
    rg_text page = rg_text_new(arena);
    bool whole = rg_write_page(&page, steps, graph, messages);
    rg_output *output = rg_output_write(arena, path, rg_text_string(&page), rg_text_length(&page));
    return output && rg_output_commit(output) && whole;
}

static int show(rg_arena *arena, const rg_arguments *arguments, rg_steps *steps,
                const rg_inputs *inputs, regraft_result *result) {
    const char *page = rg_option_value(arguments, HTML), *messages = NULL;
    regraft_graph *after = regraft_result_graph(result);
    rg_text out = rg_text_new(arena);
    if (!after) {
        rg_note_failure(steps, regraft_result_report(result));
        messages = regraft_report_text(regraft_result_report(result), false);
        if (!messages)
            rg_out_of_memory(arena);
    }
    rg_step *const *all = steps->in_order.data;
    for (size_t i = 0; i < steps->in_order.count; i++)
        rg_write_step(&out, all[i]);
    if (!steps->in_order.count)
        rg_text_printf(&out, "no rule was applied%s\n", after ? "" : " before the run failed");
    if (after && rg_option_value(arguments, STOP_AFTER)) {
        const char *text = regraft_graph_text(after, REGRAFT_AS_READ, NULL);
        if (!text)
            rg_out_of_memory(arena);
        rg_text_putc(&out, '\n');
        rg_text_puts(&out, text);
    }
    fputs(rg_text_string(&out), stdout);
    if (page && !write_page(arena, steps, page, inputs->graphs.items[0], messages))
        return EXIT_INVALID;
    return after ? EXIT_DONE : EXIT_INVALID;
}

static int trace(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    rg_inputs inputs = {0};
    rg_steps steps;
    rg_sort_operands(arena, &arguments->operands, rg_option_value(arguments, RG_PIPELINE),
                     &inputs.rules, &inputs.graphs);
    if (inputs.graphs.count != 1)
        return rg_usage_error(command, "one graph is needed, not %zu", inputs.graphs.count);
    const char *page = rg_option_value(arguments, HTML);
    if (page && !rg_may_write(arena, command, arguments, "--html", page))
        return EXIT_USAGE;
    regraft_options fuel = {0};
    if (set_fuel(command, arguments, &fuel) != EXIT_DONE)
        return EXIT_USAGE;
    if (!rg_load_inputs(arena, arguments, &inputs))
        return EXIT_INVALID;
    regraft_graph *graph = rg_read_graph(arena, inputs.graphs.items[0]);
    if (!graph)
        return EXIT_INVALID;
    rg_start_steps(&steps, arena, rg_option_value(arguments, HTML) != NULL);
    inputs.options.observer = &steps.observer;
    inputs.options.limited = fuel.limited;
    inputs.options.fuel = fuel.fuel;
    inputs.options.in_place = true;
    return show(arena, arguments, &steps, &inputs, rg_run_rules(arena, &inputs, graph));
}

const rg_command rg_trace_command = {
    .name = "trace",
    .summary = "list the applications of rules, in order",
    .operands = "[RULES...] GRAPH",
    .about =
        "Runs the rules as `regraft run` does and lists each application: its number, pass, rule,\n"
        "place in the file, and the node that the rule was applied at. - marks the nodes that it\n"
        "consumed, + those that it made, ~ those that it changed. begin and end blocks are\n"
        "listed, too. If the run fails in an application, that one comes last, with ! and the\n"
        "error. Entries without a rule are what the engine did itself: new views for later uses,\n"
        "copies.\n",
    .examples = "  regraft trace model.fx\n"
                "  regraft trace --stop-after 3 my.rules model.fx\n"
                "  regraft trace --html steps.html my.rules model.fx\n",
    .exits = "  0  done\n"
             "  1  the graph or the rules are wrong\n"
             "  2  the command line is wrong\n",
    .options = options,
    .run = trace,
};
