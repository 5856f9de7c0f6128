/* regraft run: rules and graphs in, rewritten graphs and metadata out. */
#include <stdlib.h>
#include <string.h>

#include "run_parts.h"

static const rg_option options[] = {
    RG_RUN_OPTION_TABLE,
    [DIFF] = {"--diff", NULL, false, "show what changes, with the rule behind each new line"},
    [WHOLE_LINES] = {"-v", NULL, false, "do not cut the lines of --diff at the terminal's width"},
    [JSON_META] = {"--json-meta", "FILE", false, "write the metadata of the passes (- is stdout)"},
    [DUMP_DIR] = {"--dump-dir", "DIR", false, "write the graph after each pass to DIR/passes/"},
    [TIMING] = {"--timing", NULL, false, "show the time of each pass on standard error"},
    [PROFILE] = {"--profile", NULL, false, "show what each rule cost on standard error"},
    [FORMAT] = {"--format", "FORM", false,
                "plain, annotated or python; the default is the node list as it was read"},
    [FUEL] = {"--fuel", "K", false, "stop after K applications of rules"},
    [JOBS] = {"-j", "N", false, "rewrite N graphs at a time; the output stays in order"},
    [OUT] = {"-o", "FILE", false, "write the graph there (several graphs: a directory)"},
    {0},
};

/* ---------------------------------------------------------------- the command line */

/* Operands to rules and graphs. */
static void sort_operands(rg_run_job *job) {
    const rg_words *operands = &job->arguments->operands;
    rg_sort_operands(job->arena, operands, rg_run_value(job, RG_PIPELINE), &job->rules,
                     &job->graphs);
}

static int by_base_name(const void *a, const void *b) {
    return strcmp(rg_base_name(*(const char *const *)a), rg_base_name(*(const char *const *)b));
}

/* Several graphs are written to files of their own names in a directory, so the names must differ.
 */
static int check_names(const rg_run_job *job) {
    const rg_words *graphs = &job->graphs;
    const char **sorted = rg_alloc_array(job->arena, graphs->count, sizeof *sorted);
    memcpy(sorted, graphs->items, graphs->count * sizeof *sorted);
    qsort(sorted, graphs->count, sizeof *sorted, by_base_name);
    for (size_t i = 0; i < graphs->count; i++) {
        if (strcmp(sorted[i], "-") == 0)
            return rg_usage_error(job->command, "a graph from standard input has no name to give "
                                                "to a file in a directory");
        if (i > 0 && by_base_name(&sorted[i - 1], &sorted[i]) == 0)
            return rg_usage_error(job->command, "%s and %s would be written to one file",
                                  sorted[i - 1], sorted[i]);
    }
    return EXIT_DONE;
}

static int check_format(rg_run_job *job) {
    const char *name = rg_run_value(job, FORMAT);
    if (!name || rg_read_format(name, &job->format))
        return EXIT_DONE;
    return rg_usage_error(job->command, "there is no format `%s`: it is plain, annotated or python",
                          name);
}

/* If FILE was forgotten, the next operand is taken for it, so only a graph may overwrite a graph.
 */
static int check_kinds(const rg_run_job *job) {
    const char *out = rg_run_value(job, OUT), *metadata = rg_run_value(job, JSON_META);
    bool directory = out && rg_is_directory(out);
    if (out && !directory && rg_is_source(out) && !rg_has_extension(out, ".fx"))
        return rg_usage_error(job->command,
                              "-o would overwrite %s, whose name is not that of a graph", out);
    if (metadata && rg_is_source(metadata))
        return rg_usage_error(job->command,
                              "--json-meta would overwrite %s, whose name is that of an input",
                              metadata);
    return EXIT_DONE;
}

static int check_empty(const rg_run_job *job) {
    static const size_t paths[] = {OUT, JSON_META, DUMP_DIR, RG_FACTS, RG_PIPELINE};
    for (size_t i = 0; i < RG_COUNT_OF(paths); i++)
        if (rg_run_given(job, paths[i]) && !*rg_run_value(job, paths[i]))
            return rg_usage_error(job->command, "%s has an empty value", options[paths[i]].name);
    return EXIT_DONE;
}

/* The names of several graphs are the keys of their metadata. */
static int check_repeated(const rg_run_job *job) {
    const rg_words *graphs = &job->graphs;
    for (size_t i = 1; rg_run_given(job, JSON_META) && i < graphs->count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(graphs->items[i], graphs->items[k]) == 0)
                return rg_usage_error(job->command, "the graph %s is given twice",
                                      graphs->items[i]);
    return EXIT_DONE;
}

static int check_usage(rg_run_job *job) {
    bool several = job->graphs.count > 1;
    size_t from_stdin = 0;
    if (!job->graphs.count)
        return rg_usage_error(job->command, "no graph is given");
    if (check_empty(job) != EXIT_DONE || check_repeated(job) != EXIT_DONE)
        return EXIT_USAGE;
    for (size_t i = 0; i < job->graphs.count; i++)
        from_stdin += strcmp(job->graphs.items[i], "-") == 0;
    if (from_stdin > 1)
        return rg_usage_error(job->command, "standard input can be read only once");
    job->out = rg_run_value(job, OUT);
    if (job->out && strcmp(job->out, "-") == 0)
        job->out = NULL;
    job->out_is_directory = job->out && (several || rg_is_directory(job->out));
    int code = check_format(job);
    if (code == EXIT_DONE && rg_run_given(job, JOBS) &&
        (!rg_read_count(rg_run_value(job, JOBS), &job->jobs) || !job->jobs))
        code = rg_usage_error(job->command, "-j takes a number from 1, not `%s`",
                              rg_run_value(job, JOBS));
    if (code == EXIT_DONE && rg_run_given(job, FUEL) &&
        !rg_read_count(rg_run_value(job, FUEL), &job->fuel))
        code = rg_usage_error(job->command, "--fuel takes a number, not `%s`",
                              rg_run_value(job, FUEL));
    if (code == EXIT_DONE && (job->out_is_directory || (several && rg_run_given(job, DUMP_DIR))))
        code = check_names(job);
    if (code == EXIT_DONE)
        code = rg_check_files(job);
    return code == EXIT_DONE ? check_kinds(job) : code;
}

static void set_options(rg_run_job *job) {
    job->options = rg_run_options(job->arguments);
    job->options.limited = rg_run_given(job, FUEL);
    job->options.fuel = job->fuel;
    job->options.in_place = !rg_run_given(job, DIFF);
}

static bool load_facts(rg_run_job *job) {
    const char *path = rg_run_value(job, RG_FACTS);
    if (!path)
        return true;
    job->facts = (rg_facts){job->arena, path, rg_read_facts(job->arena, path)};
    return job->facts.facts != NULL;
}

typedef const char *name_at(const regraft_rules *rules, size_t index);

/* A usage error if the rules have no such name of this kind. */
static int check_known(const rg_run_job *job, const char *name, const char *format, size_t count,
                       name_at *at) {
    const char **known = rg_alloc_array(job->arena, count, sizeof *known);
    for (size_t i = 0; i < count; i++) {
        known[i] = at(job->loaded, i);
        if (strcmp(known[i], name) == 0)
            return EXIT_DONE;
    }
    const char *near = rg_nearest(name, known, count);
    const char *advice = near ? rg_format(job->arena, "; did you mean `%s`?", near) : "";
    return rg_usage_error(job->command, format, name, advice);
}

/* Names on the command line that the rules do not have. */
static int check_rule_names(const rg_run_job *job) {
    const rg_words *values = job->arguments->values;
    size_t params = regraft_rules_param_count(job->loaded);
    size_t passes = regraft_rules_pass_count(job->loaded);
    int code = EXIT_DONE;
    for (size_t i = 0; code == EXIT_DONE && i < values[RG_SET].count; i++) {
        const char *text = values[RG_SET].items[i], *equals = strchr(text, '=');
        if (!equals)
            return rg_usage_error(job->command, "a parameter is set by NAME=VALUE, not by `%s`",
                                  text);
        const char *name = rg_format(job->arena, "%.*s", (int)(equals - text), text);
        code = check_known(job, name, "no pass has a parameter `%s`%s", params,
                           regraft_rules_param_name);
    }
    for (size_t i = 0; code == EXIT_DONE && i < values[RG_ONLY].count; i++)
        code = check_known(job, values[RG_ONLY].items[i], "there is no pass `%s`%s", passes,
                           regraft_rules_pass_name);
    for (size_t i = 0; code == EXIT_DONE && i < values[RG_SKIP].count; i++)
        code = check_known(job, values[RG_SKIP].items[i], "there is no pass `%s`%s", passes,
                           regraft_rules_pass_name);
    return code;
}

static int run(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    rg_run_job *job = rg_alloc(arena, sizeof *job);
    job->arena = arena;
    job->jobs = 1;
    job->command = command;
    job->arguments = arguments;
    sort_operands(job);
    int code = check_usage(job);
    if (code != EXIT_DONE)
        return code;
    job->loaded = rg_load_rules(arena, &job->rules);
    if (!job->loaded)
        return EXIT_INVALID;
    regraft_report *report = regraft_rules_report(job->loaded);
    rg_show_report(arena, report, stderr);
    set_options(job);
    if (regraft_report_errors(report) > 0 || !load_facts(job))
        return EXIT_INVALID;
    code = check_rule_names(job);
    if (code != EXIT_DONE)
        return code;
    code = rg_run_given(job, DUMP_DIR) ? rg_check_files(job) : EXIT_DONE;
    return code == EXIT_DONE ? rg_run_graphs(job) : code;
}

const rg_command rg_run_command = {
    .name = "run",
    .summary = "rewrite graphs",
    .operands = "[RULES...] GRAPH...",
    .about =
        "Rewrites each GRAPH (- is standard input) and prints it. RULES are files that end in\n"
        ".rules or .pipeline; their passes run in the order given. Without RULES and without\n"
        "--pipeline the default pipeline runs. Files that end in .ops or .schemas declare further\n"
        "operators. All other files are graphs. With several graphs, a line `# FILE` precedes\n"
        "each one; if one fails, the others still run.\n",
    .examples = "  regraft run model.fx\n"
                "  regraft run --set target_device=cuda --only device_rewriter model.fx\n"
                "  regraft run --diff --json-meta - my.rules model.fx\n"
                "  regraft run --facts facts.json -j 8 -o rewritten/ *.fx\n",
    .exits = "  0  done\n"
             "  1  a graph or the rules are wrong, or a file cannot be read or written\n"
             "  2  the command line is wrong\n",
    .options = options,
    .run = run,
};
