/* regraft run: rewrites the graphs, several at a time. Messages are held back and shown in the
 * order of the command line; no file is committed before all are written. */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_parts.h"

enum { MOST_JOBS = 256 }; /* the threads are an array on the stack */

/* One graph: its memory and its results. */
typedef struct graph_run {
    const rg_run_job *job;
    rg_arena *arena;
    const char *path;
    FILE *messages; /* standard error, or what holds them back */
    char *held;     /* from malloc; NULL: nothing was held back */
    size_t held_length;
    rg_text printed;      /* for standard output */
    rg_text metadata;     /* {PASS: …} */
    rg_output *output;    /* written, to be committed; NULL: none */
    rg_dump *dump;        /* NULL: none */
    const char *profiled; /* the pass whose rules are shown */
    bool done;
} graph_run;

static bool several(const rg_run_job *job) {
    return job->graphs.count > 1;
}

static void must_fit(graph_run *g, const void *made) {
    if (!made)
        rg_out_of_memory(g->arena);
}

/* ---------------------------------------------------------------- one graph */

static void after_pass(void *context, regraft_result *result, const char *pass, double seconds) {
    const graph_run *g = context;
    if (rg_run_given(g->job, TIMING))
        fprintf(g->messages, "FX Pass '%s' completed in %.4fs\n", pass, seconds);
    if (g->dump)
        rg_dump_pass(g->dump, result, pass);
}

/* A line for each rule, below one for its pass. */
static void show_cost(void *context, const regraft_rule_cost *cost) {
    graph_run *g = context;
    if (!g->profiled || strcmp(g->profiled, cost->pass) != 0)
        fprintf(g->messages, "%-36s%12s%12s%12s%12s%10s\n", cost->pass, "candidates", "tried",
                "matches", "applied", "seconds");
    g->profiled = cost->pass;
    fprintf(g->messages, "  %-34s%12zu%12zu%12zu%12zu%10.4f\n", cost->rule, cost->candidates,
            cost->tried, cost->matches, cost->applied, cost->seconds);
}

static void print(graph_run *g, const char *text, size_t length) {
    if (several(g->job) && !rg_run_given(g->job, DIFF))
        rg_text_printf(&g->printed, "# %s\n", g->path);
    rg_text_add(&g->printed, text, length);
    if (several(g->job) && length && text[length - 1] != '\n')
        rg_text_putc(&g->printed, '\n');
}

static void show_diff(graph_run *g, regraft_graph *before, regraft_graph *after) {
    size_t length;
    const char *text =
        regraft_graph_diff(before, after, g->path, g->path, rg_wants_colour(stdout), &length);
    must_fit(g, text);
    size_t width = rg_run_given(g->job, WHOLE_LINES) ? 0 : rg_terminal_width(stdout);
    rg_text shown = rg_text_new(g->arena);
    if (width) {
        rg_fit_lines(&shown, text, length, width);
        text = rg_text_string(&shown);
        length = rg_text_length(&shown);
    }
    print(g, text, length);
}

static bool add_to_file(void *context, const char *text, size_t length) {
    return rg_output_add(context, text, length);
}

/* Stops printing once it notices that the file changed while it was read. */
static bool add_to_stdout(void *input, const char *text, size_t length) {
    if (regraft_graph_file_changed(input))
        return false;
    fwrite(text, 1, length, stdout); /* in the end it is seen whether all arrived */
    return true;
}

static bool write_file(graph_run *g, regraft_graph *graph, const char *path) {
    rg_output *output = rg_output_begin(g->arena, path);
    if (!output)
        return false;
    regraft_status status = regraft_graph_write(graph, g->job->format, add_to_file, output);
    if (status == REGRAFT_NO_MEMORY)
        rg_out_of_memory(g->arena);
    if (!rg_output_end(output))
        return false;
    g->output = output;
    return true;
}

/* Whether nothing else is printed, and no file can fail. */
static bool prints_alone(const rg_run_job *job) {
    return !several(job) && !rg_run_given(job, JSON_META);
}

static bool write_graph(graph_run *g, regraft_graph *graph, regraft_graph *input) {
    const char *out = rg_run_output_path(g->arena, g->job, g->path);
    size_t length;
    if (!out && prints_alone(g->job)) {
        if (regraft_graph_write(graph, g->job->format, add_to_stdout, input) == REGRAFT_NO_MEMORY)
            rg_out_of_memory(g->arena);
        return true;
    }
    if (!out) {
        const char *text = regraft_graph_text(graph, g->job->format, &length);
        must_fit(g, text);
        print(g, text, length);
        return true;
    }
    return write_file(g, graph, out);
}

static bool start_dump(graph_run *g, regraft_graph *graph) {
    const char *directory = rg_run_dump_directory(g->arena, g->job, g->path);
    if (!directory)
        return true;
    g->dump = rg_alloc(g->arena, sizeof *g->dump);
    *g->dump =
        (rg_dump){.arena = g->arena, .graph_path = g->path, .input = graph, .directory = directory};
    return rg_start_dump(g->dump, graph);
}

/* Rewrites and writes a graph that was read. */
static bool run_graph(graph_run *g, regraft_graph *graph, rg_arena *owner) {
    regraft_options options = g->job->options;
    rg_facts facts = {g->arena, g->job->facts.path, g->job->facts.facts};
    if (!start_dump(g, graph))
        return false;
    options.after_pass = after_pass;
    options.after_pass_context = g;
    options.rule_cost = rg_run_given(g->job, PROFILE) ? show_cost : NULL;
    options.rule_cost_context = g;
    options.ask = facts.facts ? rg_answer_from_facts : NULL;
    options.ask_context = &facts;
    regraft_result *result = rg_run_owned(g->arena, owner, g->job->loaded, graph, &options);
    rg_show_report(g->arena, regraft_result_report(result), g->messages);
    regraft_graph *after = regraft_result_graph(result);
    bool diff = rg_run_given(g->job, DIFF), done = after && !(g->dump && g->dump->failed);
    if (done && diff)
        show_diff(g, graph, after);
    if (done && (!diff || g->job->out))
        done = write_graph(g, after, graph);
    if (done) {
        const char *text = regraft_result_metadata(result);
        must_fit(g, text);
        rg_text_puts(&g->metadata, text);
    }
    return done;
}

static bool read_and_run(graph_run *g) {
    rg_inner_arena *own = rg_arena_within(g->arena);
    regraft_graph *graph;
    regraft_status status = regraft_graph_map(g->path, &graph);
    rg_keep_graph(own->arena, graph);
    rg_show_report(g->arena, regraft_graph_report(graph), g->messages);
    bool done = status == REGRAFT_OK && run_graph(g, graph, own->arena);
    if (regraft_graph_file_changed(graph)) {
        fprintf(g->messages, "regraft: %s was changed while it was read\n", g->path);
        done = false;
    }
    rg_inner_arena_free(own);
    return done;
}

/* ---------------------------------------------------------------- all graphs */

typedef struct all_runs {
    graph_run *runs;
    size_t count;
    atomic_size_t next;
    atomic_bool out_of_memory;
} all_runs;

static bool start_messages(graph_run *g) {
    bool hold = g->job->jobs > 1;
    g->messages = hold ? open_memstream(&g->held, &g->held_length) : stderr;
    return g->messages != NULL;
}

/* Whether all messages are there. */
static bool end_messages(graph_run *g) {
    if (g->messages == stderr)
        return true;
    bool all = !ferror(g->messages);
    return fclose(g->messages) == 0 && g->held && all; /* NULL: there was no memory for the last */
}

static void run_number(all_runs *all, size_t number) {
    graph_run *g = &all->runs[number];
    jmp_buf failure;
    if (!start_messages(g)) {
        atomic_store(&all->out_of_memory, true);
        return;
    }
    rg_arena_on_failure(g->arena, &failure);
    if (setjmp(failure) == 0)
        g->done = read_and_run(g);
    else
        atomic_store(&all->out_of_memory, true);
    rg_arena_on_failure(g->arena, NULL);
    if (!end_messages(g))
        atomic_store(&all->out_of_memory, true);
}

static void *work(void *context) {
    all_runs *all = context;
    for (;;) {
        size_t number = atomic_fetch_add(&all->next, 1);
        if (number >= all->count)
            return NULL;
        run_number(all, number);
    }
}

/* This thread works, too, so the work is done even if no other thread can be made. */
static void work_together(all_runs *all, size_t jobs) {
    pthread_t threads[MOST_JOBS];
    size_t started = 0, wanted = jobs < all->count ? jobs : all->count;
    wanted = wanted < MOST_JOBS ? wanted : MOST_JOBS;
    while (started + 1 < wanted && pthread_create(&threads[started], NULL, work, all) == 0)
        started++;
    work(all);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

static void prepare(const rg_run_job *job, graph_run *g, const char *path) {
    *g = (graph_run){.job = job, .arena = rg_arena_within(job->arena)->arena, .path = path};
    g->printed = rg_text_new(g->arena);
    g->metadata = rg_text_new(g->arena);
}

static void pass_on_messages(graph_run *g) {
    if (g->held)
        fwrite(g->held, 1, g->held_length, stderr);
    free(g->held);
}

static void add_name(rg_text *out, const char *path) {
    const json_t *name = rg_keep_json(out->arena, json_string(rg_utf8(out->arena, path)));
    rg_text_puts(out, rg_write_json(out->arena, name, JSON_ENCODE_ANY));
}

/* {PASS: …}, or of several graphs {FILE: {PASS: …}, …}, for those that were rewritten. */
static rg_text metadata_of(const rg_run_job *job, const all_runs *all) {
    rg_text text = rg_text_new(job->arena);
    for (size_t i = 0; i < all->count; i++) {
        const graph_run *g = &all->runs[i];
        if (!g->done)
            continue;
        if (several(job)) {
            rg_text_puts(&text, rg_text_length(&text) ? ",\n" : "{\n");
            add_name(&text, g->path);
            rg_text_puts(&text, ": ");
        }
        rg_text_puts(&text, rg_text_string(&g->metadata));
    }
    rg_text_puts(&text, several(job) ? "\n}\n" : "\n");
    return text;
}

static bool commit(const all_runs *all, rg_output *metadata) {
    bool good = true;
    for (size_t i = 0; i < all->count; i++)
        if (all->runs[i].done && all->runs[i].output) /* else the arena drops what was written */
            good &= rg_output_commit(all->runs[i].output);
    return good & (!metadata || rg_output_commit(metadata));
}

static int finish(const rg_run_job *job, const all_runs *all, size_t done) {
    const char *path = done ? rg_run_value(job, JSON_META) : NULL;
    bool shown = path && strcmp(path, "-") == 0;
    rg_text metadata = path ? metadata_of(job, all) : rg_text_new(job->arena);
    const char *text = rg_text_string(&metadata);
    rg_output *file = NULL;
    if (path && !shown)
        file = rg_output_write(job->arena, path, text, rg_text_length(&metadata));
    if ((path && !shown && !file) || !commit(all, file))
        return EXIT_INVALID;
    for (size_t i = 0; i < all->count; i++) {
        rg_text *printed = &all->runs[i].printed;
        if (all->runs[i].done)
            fwrite(rg_text_string(printed), 1, rg_text_length(printed), stdout);
    }
    if (shown)
        fputs(text, stdout);
    return done == all->count ? EXIT_DONE : EXIT_INVALID;
}

int rg_run_graphs(rg_run_job *job) {
    all_runs all = {.count = job->graphs.count};
    size_t done = 0;
    if (job->out_is_directory && !rg_make_directory(job->arena, job->out)) {
        rg_message("cannot make the directory %s: %s", job->out, strerror(errno));
        return EXIT_INVALID;
    }
    all.runs = rg_alloc_array(job->arena, all.count, sizeof *all.runs);
    for (size_t i = 0; i < all.count; i++)
        prepare(job, &all.runs[i], job->graphs.items[i]);
    work_together(&all, job->jobs);
    for (size_t i = 0; i < all.count; i++) {
        pass_on_messages(&all.runs[i]);
        done += all.runs[i].done;
    }
    if (atomic_load(&all.out_of_memory))
        rg_out_of_memory(job->arena);
    return finish(job, &all, done);
}
