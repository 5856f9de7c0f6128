/* regraft run: declarations for the command line (run.c) and the work (run_graphs.c). */
#ifndef REGRAFT_RUN_PARTS_H
#define REGRAFT_RUN_PARTS_H

#include "commands.h"

enum {
    DIFF = RG_RUN_OPTIONS, /* those before are of all commands that run rules */
    WHOLE_LINES,
    JSON_META,
    DUMP_DIR,
    TIMING,
    PROFILE,
    FORMAT,
    FUEL,
    JOBS,
    OUT
};

typedef struct rg_run_job {
    rg_arena *arena;
    const rg_command *command;
    const rg_arguments *arguments;
    rg_words rules, graphs;
    size_t fuel;
    size_t jobs;     /* graphs at a time */
    const char *out; /* -o; NULL: standard output */
    bool out_is_directory;
    regraft_format format;
    regraft_rules *loaded;
    regraft_options options;
    rg_facts facts; /* facts.facts is NULL where none are given */
} rg_run_job;

static inline const char *rg_run_value(const rg_run_job *job, size_t option) {
    return rg_option_value(job->arguments, option);
}

static inline bool rg_run_given(const rg_run_job *job, size_t option) {
    return job->arguments->values[option].count > 0;
}

/* The path of a graph's output with -o; NULL if it is printed. */
const char *rg_run_output_path(rg_arena *arena, const rg_run_job *job, const char *graph);
/* The directory of a graph's dumps; NULL: there are none. */
const char *rg_run_dump_directory(rg_arena *arena, const rg_run_job *job, const char *graph);
/* EXIT_USAGE after complaining about a file that would be written twice, or is an input. Looks at
 * dumps only once the rules are loaded, whose passes name them. */
int rg_check_files(const rg_run_job *job);
/* Rewrites all graphs, then prints and commits the files; returns the exit code. */
int rg_run_graphs(rg_run_job *job);

#endif
