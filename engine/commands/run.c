/* regraft run: rules and graphs in, rewritten graphs and metadata out. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"

enum { PIPELINE, SET, FACTS, ONLY, SKIP, DIFF, JSON_META, DUMP_DIR, TIMING, FORMAT, FUEL, OUT };

static const rg_option options[] = {
    [PIPELINE] = {"--pipeline", "FILE", false,
                  "run the passes of this pipeline, then those of RULES"},
    [SET] = {"--set", "NAME=VALUE", true, "set a parameter of the rules"},
    [FACTS] = {"--facts", "FILE", false, "JSON with what externs answer, by their first argument"},
    [ONLY] = {"--only", "PASS", true, "run only this pass (may be given again)"},
    [SKIP] = {"--skip", "PASS", true, "do not run this pass (may be given again)"},
    [DIFF] = {"--diff", NULL, false, "show what changes, with the rule behind each new line"},
    [JSON_META] = {"--json-meta", "FILE", false, "write the metadata of the passes (- is stdout)"},
    [DUMP_DIR] = {"--dump-dir", "DIR", false, "write the graph after each pass to DIR/passes/"},
    [TIMING] = {"--timing", NULL, false, "show the time of each pass on standard error"},
    [FORMAT] = {"--format", "FORM", false, "plain or annotated; otherwise as the graph was read"},
    [FUEL] = {"--fuel", "K", false, "apply rules only K times"},
    [OUT] = {"-o", "FILE", false, "write the graph there (several graphs: a directory)"},
    {0},
};

typedef struct run_job {
    rg_arena *arena;
    const rg_command *command;
    const rg_arguments *arguments;
    rg_words rules, graphs;
    size_t fuel;
    const char *out; /* -o; NULL: standard output */
    bool out_is_directory;
    regraft_format format;
    regraft_rules *loaded;
    regraft_options options;
    rg_text printed;     /* for standard output, held back until nothing can fail any more */
    rg_text metadata;    /* JSON: {PASS: …}; several graphs: {FILE: {PASS: …}, …} */
    rg_output **outputs; /* written, to be committed: one a graph at most, and the metadata */
    size_t output_count;
} run_job;

static const char *value_of(const run_job *job, size_t option) {
    const rg_words *values = &job->arguments->values[option];
    return values->count ? values->items[0] : NULL;
}

static bool given(const run_job *job, size_t option) {
    return job->arguments->values[option].count > 0;
}

/* ---------------------------------------------------------------- the command line */

/* Operands to rules and graphs. */
static void sort_operands(run_job *job) {
    const rg_words *operands = &job->arguments->operands;
    rg_sort_operands(job->arena, operands, value_of(job, PIPELINE), &job->rules, &job->graphs);
    job->outputs = rg_alloc_array(job->arena, operands->count + 1, sizeof(rg_output *));
}

static int by_base_name(const void *a, const void *b) {
    return strcmp(rg_base_name(*(const char *const *)a), rg_base_name(*(const char *const *)b));
}

/* Several graphs go to files of the directories that bear their names: which must differ. */
static int check_names(const run_job *job) {
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

static int check_format(run_job *job) {
    static const char *const names[] = {"plain", "annotated"};
    const char *name = value_of(job, FORMAT);
    if (!name)
        return EXIT_DONE;
    if (strcmp(name, names[0]) == 0)
        job->format = REGRAFT_PLAIN;
    else if (strcmp(name, names[1]) == 0)
        job->format = REGRAFT_ANNOTATED;
    else
        return rg_usage_error(job->command, "there is no format `%s`: it is plain or annotated",
                              name);
    return EXIT_DONE;
}

/* Files that are written must not be one file, nor one that is read, but for a graph that is put in
 * its own place. */
static int check_files(const run_job *job) {
    const char *out = value_of(job, OUT), *metadata = value_of(job, JSON_META);
    static const size_t paths[] = {OUT, JSON_META, DUMP_DIR, FACTS, PIPELINE};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (given(job, paths[i]) && !*value_of(job, paths[i]))
            return rg_usage_error(job->command, "%s has an empty value", options[paths[i]].name);
    if (out && metadata && rg_same_file(out, metadata))
        return rg_usage_error(job->command,
                              "the graph and the metadata would both be written to %s", out);
    for (size_t i = 0; i < job->rules.count; i++)
        if ((out && rg_same_file(out, job->rules.items[i])) ||
            (metadata && rg_same_file(metadata, job->rules.items[i])))
            return rg_usage_error(job->command, "%s holds rules and would be overwritten",
                                  job->rules.items[i]);
    for (size_t i = 0; metadata && i < job->graphs.count; i++)
        if (rg_same_file(metadata, job->graphs.items[i]))
            return rg_usage_error(job->command, "the graph %s would be overwritten by metadata",
                                  job->graphs.items[i]);
    return EXIT_DONE;
}

/* Metadata of several graphs go by their names. */
static int check_repeated(const run_job *job) {
    const rg_words *graphs = &job->graphs;
    for (size_t i = 1; given(job, JSON_META) && i < graphs->count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(graphs->items[i], graphs->items[k]) == 0)
                return rg_usage_error(job->command, "the graph %s is given twice",
                                      graphs->items[i]);
    return EXIT_DONE;
}

static int check_usage(run_job *job) {
    bool several = job->graphs.count > 1;
    size_t from_stdin = 0;
    if (!job->graphs.count)
        return rg_usage_error(job->command, "no graph is given");
    if (check_files(job) != EXIT_DONE || check_repeated(job) != EXIT_DONE)
        return EXIT_USAGE;
    for (size_t i = 0; i < job->graphs.count; i++)
        from_stdin += strcmp(job->graphs.items[i], "-") == 0;
    if (from_stdin > 1)
        return rg_usage_error(job->command, "standard input can be read only once");
    job->out = value_of(job, OUT);
    if (job->out && strcmp(job->out, "-") == 0)
        job->out = NULL;
    job->out_is_directory = job->out && (several || rg_is_directory(job->out));
    int code = check_format(job);
    if (code == EXIT_DONE && given(job, FUEL) && !rg_read_count(value_of(job, FUEL), &job->fuel))
        code = rg_usage_error(job->command, "--fuel takes a number, not `%s`", value_of(job, FUEL));
    if (code == EXIT_DONE && (job->out_is_directory || (several && given(job, DUMP_DIR))))
        code = check_names(job);
    return code;
}

/* ---------------------------------------------------------------- one graph */

/* What runs after each pass. */
typedef struct watch {
    rg_dump *dump; /* NULL: none */
    bool timing;
} watch;

static void after_pass(void *context, regraft_result *result, const char *pass, double seconds) {
    const watch *watching = context;
    if (watching->timing)
        fprintf(stderr, "FX Pass '%s' completed in %.4fs\n", pass, seconds);
    if (watching->dump)
        rg_dump_pass(watching->dump, result, pass);
}

static void must_fit(const run_job *job, const void *made) {
    if (!made)
        rg_out_of_memory(job->arena);
}

static void print(run_job *job, const char *path, const char *text, size_t length) {
    bool several = job->graphs.count > 1;
    if (several && !given(job, DIFF))
        rg_text_printf(&job->printed, "# %s\n", path);
    rg_text_add(&job->printed, text, length);
    if (several && length && text[length - 1] != '\n')
        rg_text_putc(&job->printed, '\n');
}

static void show_diff(run_job *job, const char *path, regraft_graph *before, regraft_graph *after) {
    size_t length;
    const char *text =
        regraft_graph_diff(before, after, path, path, rg_wants_colour(stdout), &length);
    must_fit(job, text);
    print(job, path, text, length);
}

static bool keep_output(run_job *job, rg_output *output) {
    if (output)
        job->outputs[job->output_count++] = output;
    return output != NULL;
}

static bool write_graph(run_job *job, const char *path, regraft_graph *graph) {
    size_t length;
    const char *text = regraft_graph_text(graph, job->format, &length), *out = job->out;
    must_fit(job, text);
    if (!out) {
        print(job, path, text, length);
        return true;
    }
    if (job->out_is_directory)
        out = rg_format(job->arena, "%s/%s", out, rg_base_name(path));
    return keep_output(job, rg_output_write(job->arena, out, text, length));
}

static void add_name(rg_text *out, const char *path) {
    json_t *name = json_string(path);
    char *text = name ? json_dumps(name, JSON_ENCODE_ANY) : NULL;
    rg_text_puts(out, text ? text : "\"(a name that is not UTF-8)\"");
    free(text);
    json_decref(name);
}

static void keep_metadata(run_job *job, const char *path, regraft_result *result) {
    const char *text = regraft_result_metadata(result);
    must_fit(job, text);
    if (job->graphs.count > 1) {
        rg_text_puts(&job->metadata, rg_text_length(&job->metadata) ? ",\n" : "{\n");
        add_name(&job->metadata, path);
        rg_text_puts(&job->metadata, ": ");
    }
    rg_text_puts(&job->metadata, text);
}

/* What is left to do with a graph that was read. */
static bool run_graph(run_job *job, const char *path, regraft_graph *graph) {
    regraft_result *result;
    rg_dump dump = {.arena = job->arena, .graph_path = path, .directory = value_of(job, DUMP_DIR)};
    watch watching = {dump.directory ? &dump : NULL, given(job, TIMING)};
    if (dump.directory && job->graphs.count > 1)
        dump.directory = rg_format(job->arena, "%s/%s", dump.directory, rg_base_name(path));
    if (dump.directory && !rg_start_dump(&dump, graph))
        return false;
    job->options.after_pass_context = &watching;
    regraft_run(job->loaded, graph, &job->options, &result);
    must_fit(job, result);
    rg_show_report(job->arena, regraft_result_report(result), stderr);
    regraft_graph *after = regraft_result_graph(result);
    bool done = after && !dump.failed;
    if (done && given(job, DIFF))
        show_diff(job, path, graph, after);
    if (done && (!given(job, DIFF) || job->out))
        done = write_graph(job, path, after);
    if (done)
        keep_metadata(job, path, result);
    regraft_result_free(result);
    return done;
}

static bool read_and_run(run_job *job, const char *path) {
    regraft_graph *graph;
    regraft_status status = regraft_graph_read(path, &graph);
    must_fit(job, graph);
    rg_show_report(job->arena, regraft_graph_report(graph), stderr);
    bool done = status == REGRAFT_OK && run_graph(job, path, graph);
    regraft_graph_free(graph);
    return done;
}

/* ---------------------------------------------------------------- all graphs */

static bool write_metadata(run_job *job) {
    const char *path = value_of(job, JSON_META);
    rg_text_puts(&job->metadata, job->graphs.count > 1 ? "\n}\n" : "\n");
    const char *text = rg_text_string(&job->metadata);
    size_t length = rg_text_length(&job->metadata);
    if (strcmp(path, "-") != 0)
        return keep_output(job, rg_output_write(job->arena, path, text, length));
    rg_text_add(&job->printed, text, length);
    return true;
}

static bool commit(run_job *job) {
    bool done = true;
    for (size_t i = 0; i < job->output_count; i++)
        done &= rg_output_commit(job->outputs[i]);
    return done;
}

static int run_all(run_job *job) {
    size_t done = 0;
    if (job->out_is_directory && !rg_make_directory(job->arena, job->out)) {
        fprintf(stderr, "regraft: cannot make the directory %s: %s\n", job->out, strerror(errno));
        return EXIT_INVALID;
    }
    for (size_t i = 0; i < job->graphs.count; i++)
        done += read_and_run(job, job->graphs.items[i]);
    /* Nothing is put in its place before everything is written. */
    if (done && given(job, JSON_META) && !write_metadata(job))
        return EXIT_INVALID;
    if (!commit(job))
        return EXIT_INVALID;
    fwrite(rg_text_string(&job->printed), 1, rg_text_length(&job->printed), stdout);
    return done == job->graphs.count ? EXIT_DONE : EXIT_INVALID;
}

static void set_options(run_job *job) {
    const rg_words *values = job->arguments->values;
    job->options = (regraft_options){
        .set = values[SET].items,
        .set_count = values[SET].count,
        .only = values[ONLY].items,
        .only_count = values[ONLY].count,
        .skip = values[SKIP].items,
        .skip_count = values[SKIP].count,
        .after_pass = after_pass,
        .limited = given(job, FUEL),
        .fuel = job->fuel,
        .in_place = !given(job, DIFF),
    };
}

static bool load_facts(run_job *job) {
    const char *path = value_of(job, FACTS);
    if (!path)
        return true;
    rg_facts *facts = rg_alloc(job->arena, sizeof *facts);
    *facts = (rg_facts){job->arena, path, rg_read_facts(job->arena, path)};
    job->options.ask = rg_answer_from_facts;
    job->options.ask_context = facts;
    return facts->facts != NULL;
}

static int run(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    run_job *job = rg_alloc(arena, sizeof *job);
    job->arena = arena;
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
    job->metadata = rg_text_new(arena);
    job->printed = rg_text_new(arena);
    return run_all(job);
}

const rg_command rg_run_command = {
    .name = "run",
    .summary = "rewrite graphs",
    .operands = "[RULES...] GRAPH...",
    .about =
        "Rewrites each GRAPH (- is standard input) and prints it. RULES are files that end in\n"
        ".rules or .pipeline; their passes run in the order given. Without RULES and without\n"
        "--pipeline the default pipeline runs. Files that end in .ops or .schemas declare further\n"
        "operators. All other files are graphs. Of several graphs each is printed below a line\n"
        "`# FILE`; when one fails, the others still run.\n",
    .examples = "  regraft run model.fx\n"
                "  regraft run --set target_device=cuda --only device_rewriter model.fx\n"
                "  regraft run --diff --json-meta - my.rules model.fx\n"
                "  regraft run --facts facts.json -o rewritten/ *.fx\n",
    .exits = "  0  done\n"
             "  1  a graph or the rules are wrong, or a file cannot be read or written\n"
             "  2  the command line is wrong\n",
    .options = options,
    .run = run,
};
