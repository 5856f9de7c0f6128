/* The inputs of commands that run rules: rules, graphs, parameters, facts. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"

static bool is_rules(const char *path) {
    static const char *const extensions[] = {".rules", ".pipeline", ".ops", ".schemas"};
    for (size_t i = 0; i < RG_COUNT_OF(extensions); i++)
        if (rg_has_extension(path, extensions[i]))
            return true;
    return false;
}

static bool has_passes(const char *path) {
    return rg_has_extension(path, ".rules") || rg_has_extension(path, ".pipeline");
}

void rg_sort_operands(rg_arena *arena, const rg_words *operands, const char *pipeline,
                      rg_words *rules, rg_words *graphs) {
    bool passes = pipeline != NULL;
    rules->items = rg_alloc_array(arena, operands->count + 1, sizeof(char *));
    graphs->items = rg_alloc_array(arena, operands->count, sizeof(char *));
    for (size_t i = 0; i < operands->count; i++)
        passes |= has_passes(operands->items[i]);
    if (!passes)
        pipeline = rg_default_pipeline(arena);
    if (pipeline)
        rules->items[rules->count++] = pipeline;
    for (size_t i = 0; i < operands->count; i++) {
        const char *path = operands->items[i];
        rg_words *words = is_rules(path) ? rules : graphs;
        words->items[words->count++] = path;
    }
}

const char *rg_option_value(const rg_arguments *arguments, size_t option) {
    const rg_words *values = &arguments->values[option];
    return values->count ? values->items[0] : NULL;
}

static bool load_facts(rg_arena *arena, const char *path, regraft_options *options) {
    if (!path)
        return true;
    rg_facts *facts = rg_alloc(arena, sizeof *facts);
    *facts = (rg_facts){arena, path, rg_read_facts(arena, path)};
    options->ask = rg_answer_from_facts;
    options->ask_context = facts;
    return facts->facts != NULL;
}

/* ---------------------------------------------------------------- --limit */

/* The names of --limit, and where the limits are in regraft_limits. */
static const struct {
    const char *name;
    size_t place;
} limit_names[] = {
    {"eval-steps", offsetof(regraft_limits, eval_steps)},
    {"eval-bytes", offsetof(regraft_limits, eval_bytes)},
    {"run-steps", offsetof(regraft_limits, run_steps)},
    {"run-bytes", offsetof(regraft_limits, run_bytes)},
    {"nodes", offsetof(regraft_limits, nodes)},
};

/* The limit that a value of --limit sets, and to what; NULL: it is none. */
static size_t *read_limit(regraft_limits *limits, const char *text, size_t *number) {
    size_t length = strcspn(text, "=");
    for (size_t i = 0; text[length] && i < RG_COUNT_OF(limit_names); i++) {
        const char *name = limit_names[i].name;
        if (strlen(name) != length || strncmp(text, name, length) != 0)
            continue;
        bool valid = rg_read_count(text + length + 1, number) && *number;
        return valid ? (size_t *)(void *)((char *)limits + limit_names[i].place) : NULL;
    }
    return NULL;
}

const char *rg_wrong_limit(rg_arena *arena, const char *text) {
    regraft_limits limits;
    size_t number, last = RG_COUNT_OF(limit_names) - 1;
    if (read_limit(&limits, text, &number))
        return NULL;
    const char *names = rg_format(arena, "%s=N", limit_names[0].name);
    for (size_t i = 1; i <= last; i++)
        names = rg_format(arena, "%s%s%s=N", names, i < last ? ", " : " or ", limit_names[i].name);
    return rg_format(arena, "--limit takes %s with a number from 1, not `%s`", names, text);
}

static regraft_limits limits_of(const rg_words *values) {
    regraft_limits limits = {0};
    for (size_t i = 0; i < values->count; i++) {
        size_t number, *limit = read_limit(&limits, values->items[i], &number);
        if (limit)
            *limit = number;
    }
    return limits;
}

regraft_options rg_run_options(const rg_arguments *arguments) {
    const rg_words *values = arguments->values;
    return (regraft_options){
        .set = values[RG_SET].items,
        .set_count = values[RG_SET].count,
        .only = values[RG_ONLY].items,
        .only_count = values[RG_ONLY].count,
        .skip = values[RG_SKIP].items,
        .skip_count = values[RG_SKIP].count,
        .limits = limits_of(&values[RG_LIMIT]),
    };
}

bool rg_load_inputs(rg_arena *arena, const rg_arguments *arguments, rg_inputs *inputs) {
    if (!inputs->rules.items)
        rg_sort_operands(arena, &arguments->operands, rg_option_value(arguments, RG_PIPELINE),
                         &inputs->rules, &inputs->graphs);
    inputs->options = rg_run_options(arguments);
    inputs->loaded = rg_load_rules(arena, &inputs->rules);
    if (!inputs->loaded)
        return false;
    regraft_report *report = regraft_rules_report(inputs->loaded);
    rg_show_report(arena, report, stderr);
    return regraft_report_errors(report) == 0 &&
           load_facts(arena, rg_option_value(arguments, RG_FACTS), &inputs->options);
}

bool rg_read_format(const char *name, regraft_format *format) {
    static const char *const names[] = {
        [REGRAFT_PLAIN] = "plain", [REGRAFT_ANNOTATED] = "annotated", [REGRAFT_PYTHON] = "python"};
    for (size_t i = REGRAFT_PLAIN; i < RG_COUNT_OF(names); i++) {
        if (strcmp(name, names[i]) != 0)
            continue;
        *format = (regraft_format)i;
        return true;
    }
    return false;
}

const char *rg_wrong_form(rg_arena *arena, const char *name) {
    if (strcmp(name, "nodes") == 0 || strcmp(name, "python") == 0)
        return NULL;
    return rg_format(arena, "--from takes nodes or python, not `%s`", name);
}

regraft_graph *rg_read_graph(rg_arena *arena, const char *path) {
    return rg_read_graph_as(arena, path, NULL);
}

regraft_graph *rg_read_graph_as(rg_arena *arena, const char *path, const char *form) {
    regraft_graph *graph;
    regraft_status status =
        form ? regraft_graph_read_as(path, form, &graph) : regraft_graph_read(path, &graph);
    rg_keep_graph(arena, graph);
    rg_show_report(arena, regraft_graph_report(graph), stderr);
    return status == REGRAFT_OK ? graph : NULL;
}

regraft_result *rg_run_rules(rg_arena *arena, const rg_inputs *inputs, regraft_graph *graph) {
    regraft_result *result = rg_run_owned(arena, arena, inputs->loaded, graph, &inputs->options);
    rg_show_report(arena, regraft_result_report(result), stderr);
    return result;
}
