/* regraft run: no output may overwrite another file of the command line. Compares files by
 * identity, not by name, before anything is written. */
#include <stdlib.h>
#include <string.h>

#include "run_parts.h"

typedef enum file_role { RULES, FACTS, GRAPH, METADATA, RESULT, DUMP } file_role;

typedef struct named_file {
    const char *identity, *path;
    file_role role;
    const char *graph; /* of GRAPH and RESULT: as the command line names it */
} named_file;

typedef struct named_files {
    const rg_run_job *job;
    rg_array all; /* of named_file */
} named_files;

static void add(named_files *files, file_role role, const char *path, const char *graph) {
    const char *identity = path ? rg_file_identity(files->job->arena, path) : NULL;
    if (identity)
        *(named_file *)rg_array_push(files->job->arena, &files->all, sizeof(named_file)) =
            (named_file){identity, path, role, graph};
}

static int by_identity(const void *a, const void *b) {
    const named_file *x = a, *y = b;
    int order = strcmp(x->identity, y->identity);
    order = order ? order : (int)x->role - (int)y->role;
    return order ? order : strcmp(x->path, y->path);
}

/* Inputs come before outputs. */
static int complain(const rg_run_job *job, const named_file *first, const named_file *output) {
    static const char *const contents[] = {
        [METADATA] = "the metadata", [RESULT] = "a graph", [DUMP] = "a dump"};
    const char *by = contents[output->role];
    switch (first->role) {
    case RULES:
        return rg_usage_error(job->command, "%s holds rules and would be overwritten by %s",
                              first->path, by);
    case FACTS:
        return rg_usage_error(job->command, "the facts %s would be overwritten by %s", first->path,
                              by);
    case GRAPH:
        return rg_usage_error(job->command, "the graph %s would be overwritten by %s", first->path,
                              by);
    default:
        if (first->role != output->role)
            return rg_usage_error(job->command, "%s and %s would both be written to %s", by,
                                  contents[first->role], output->path);
        if (output->role == DUMP)
            return rg_usage_error(job->command, "two dumps would be written to %s", output->path);
        return rg_usage_error(job->command, "%s and %s would be written to one file", first->graph,
                              output->graph);
    }
}

/* A graph may be overwritten by its own result. */
static bool is_own_place(const named_file *first, const named_file *output) {
    return first->role == GRAPH && output->role == RESULT &&
           strcmp(first->graph, output->graph) == 0;
}

const char *rg_run_output_path(rg_arena *arena, const rg_run_job *job, const char *graph) {
    if (!job->out || !job->out_is_directory)
        return job->out;
    return rg_format(arena, "%s/%s", job->out, rg_base_name(graph));
}

const char *rg_run_dump_directory(rg_arena *arena, const rg_run_job *job, const char *graph) {
    const char *directory = rg_run_value(job, DUMP_DIR);
    if (!directory || job->graphs.count < 2)
        return directory;
    return rg_format(arena, "%s/%s", directory, rg_base_name(graph));
}

static bool is_listed(const rg_run_job *job, size_t option, const char *pass) {
    const rg_words *values = &job->arguments->values[option];
    for (size_t i = 0; i < values->count; i++)
        if (strcmp(values->items[i], pass) == 0)
            return true;
    return false;
}

/* The dumps of a graph, after each pass that runs. */
static void add_dumps(named_files *files, const char *graph) {
    const rg_run_job *job = files->job;
    const char *directory = rg_run_dump_directory(job->arena, job, graph);
    unsigned number = 0;
    if (!directory)
        return;
    add(files, DUMP, rg_dump_path(job->arena, directory, number++, NULL), graph);
    for (size_t i = 0; i < regraft_rules_pass_count(job->loaded); i++) {
        const char *pass = regraft_rules_pass_name(job->loaded, i);
        bool runs = !rg_run_given(job, RG_ONLY) || is_listed(job, RG_ONLY, pass);
        if (runs && !is_listed(job, RG_SKIP, pass))
            add(files, DUMP, rg_dump_path(job->arena, directory, number++, pass), graph);
    }
}

int rg_check_files(const rg_run_job *job) {
    named_files files = {.job = job};
    for (size_t i = 0; i < job->rules.count; i++)
        add(&files, RULES, job->rules.items[i], NULL);
    add(&files, FACTS, rg_run_value(job, RG_FACTS), NULL);
    add(&files, METADATA, rg_run_value(job, JSON_META), NULL);
    for (size_t i = 0; i < job->graphs.count; i++) {
        const char *graph = job->graphs.items[i];
        add(&files, GRAPH, graph, graph);
        add(&files, RESULT, rg_run_output_path(job->arena, job, graph), graph);
        if (job->loaded)
            add_dumps(&files, graph);
    }
    named_file *all = files.all.data;
    if (files.all.count)
        qsort(all, files.all.count, sizeof *all, by_identity);
    for (size_t i = 1; i < files.all.count; i++)
        if (all[i].role >= METADATA && strcmp(all[i - 1].identity, all[i].identity) == 0 &&
            !is_own_place(&all[i - 1], &all[i]))
            return complain(job, &all[i - 1], &all[i]);
    return EXIT_DONE;
}
