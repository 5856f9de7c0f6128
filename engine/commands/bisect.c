/* regraft bisect: the first application of a rule after which a check fails. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "steps.h"

enum { CHECK = RG_RUN_OPTIONS };

static const rg_option options[] = {
    RG_RUN_OPTION_TABLE,
    [CHECK] = {"--check", "CMD", false, "a command for sh; the name of a graph file is appended"},
    {0},
};

typedef struct search {
    rg_arena *arena;
    rg_inputs *inputs;
    regraft_graph *graph; /* as it is given: read once, as it may come from a pipe */
    const char *check;
    const char *path; /* of the temporary file that is checked */
    bool failed;      /* the full run ends in an error */
    bool broken;      /* something else went wrong: printed */
} search;

/* ---------------------------------------------------------------- running with less fuel */

/* The graph after `fuel` applications as text; NULL if the run fails. */
static const char *graph_after(const search *s, size_t fuel) {
    rg_inputs inputs = *s->inputs;
    inputs.options.limited = true;
    inputs.options.fuel = fuel;
    rg_inner_arena *own = rg_arena_within(s->arena);
    regraft_result *result =
        rg_run_owned(s->arena, own->arena, inputs.loaded, s->graph, &inputs.options);
    regraft_graph *after = regraft_result_graph(result);
    const char *text = after ? regraft_graph_text(after, REGRAFT_AS_READ, NULL) : NULL;
    if (after && !text)
        rg_out_of_memory(s->arena);
    text = text ? rg_copy_text(s->arena, text, strlen(text)) : NULL;
    rg_inner_arena_free(own);
    return text;
}

enum { CANNOT_EXECUTE = 126, NOT_FOUND = 127 }; /* exit codes of sh */

static void complain_check(search *s, int status) {
    fflush(stdout);
    fprintf(stderr, "regraft: the check could not be run: ");
    if (WIFSIGNALED(status))
        fprintf(stderr, "it ended by signal %d (%s)\n", WTERMSIG(status),
                strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) == NOT_FOUND)
        fprintf(stderr, "no such command (exit code %d)\n", NOT_FOUND);
    else
        fprintf(stderr, "no command that can be executed (exit code %d)\n", CANNOT_EXECUTE);
    s->broken = true;
}

/* Whether the check passes for the file. Shows its standard error, not its standard output. */
static bool run_check(search *s) {
    int status = 0;
    const char *command = rg_format(s->arena, "%s \"$@\"", s->check);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGPIPE, SIG_DFL); /* regraft ignores it; pipes of a shell count on it */
        int null = open("/dev/null", O_RDWR | O_CLOEXEC);
        dup2(null, 0);
        dup2(null, 1);
        execl("/bin/sh", "sh", "-c", command, "sh", s->path, (char *)NULL);
        _exit(NOT_FOUND);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (child < 0) {
        rg_message("the check could not be run: %s", strerror(errno));
        s->broken = true;
    } else if (!WIFEXITED(status) || WEXITSTATUS(status) == CANNOT_EXECUTE ||
               WEXITSTATUS(status) == NOT_FOUND) {
        complain_check(s, status);
    }
    return !s->broken && WEXITSTATUS(status) == 0;
}

static bool write_graph(search *s, const char *text) {
    FILE *file = fopen(s->path, "w");
    bool written = file && fputs(text, file) >= 0;
    if (file && fclose(file) != 0)
        written = false;
    if (!written)
        rg_message("cannot write %s: %s", s->path, strerror(errno));
    s->broken |= !written;
    return written;
}

static bool passes(search *s, size_t fuel) {
    const char *text = graph_after(s, fuel);
    bool good = text && write_graph(s, text) && run_check(s);
    if (!s->broken)
        printf("after %zu application%s: %s\n", fuel, fuel == 1 ? "" : "s",
               good   ? "passes"
               : text ? "fails"
                      : "the run fails");
    return good;
}

/* ---------------------------------------------------------------- the search */

/* All applications of a full run, including one in which it fails. */
static size_t count_steps(search *s, rg_steps *steps) {
    rg_inputs inputs = *s->inputs;
    rg_start_steps(steps, s->arena, false);
    inputs.options.observer = &steps->observer;
    regraft_result *result = rg_run_rules(s->arena, &inputs, s->graph);
    s->failed = !regraft_result_graph(result);
    if (s->failed && rg_note_failure(steps, regraft_result_report(result)))
        return steps->by_number.count;
    size_t last = steps->by_number.count;
    rg_step *const *known = steps->by_number.data;
    while (last > 0 && !known[last - 1]->applied)
        last--;
    return last;
}

static void show_culprit(const search *s, const rg_steps *steps, size_t number) {
    rg_text out = rg_text_new(s->arena);
    const char *before = graph_after(s, number - 1), *after = graph_after(s, number);
    rg_step *const *known = steps->by_number.data;
    rg_text_printf(&out, "\nthe %s:\n",
                   after ? "first application after which the check fails"
                         : "application that the run fails in");
    if (number <= steps->by_number.count)
        rg_write_step(&out, known[number - 1]);
    if (before && after)
        rg_diff_texts(&out, before, strlen(before), after, strlen(after),
                      rg_format(s->arena, "after %zu", number - 1),
                      rg_format(s->arena, "after %zu", number), rg_wants_colour(stdout));
    fputs(rg_text_string(&out), stdout);
}

static int find(search *s) {
    rg_steps steps;
    size_t good = 0, bad = count_steps(s, &steps);
    if (!passes(s, 0)) {
        if (!s->broken)
            puts("the check fails already on the graph as it is given");
        return EXIT_INVALID;
    }
    if (bad == 0 || passes(s, bad)) {
        printf("the check passes after all %zu applications%s\n", bad,
               s->failed ? "; the run fails after them, with the error above" : "");
        return EXIT_INVALID;
    }
    while (bad - good > 1 && !s->broken) {
        size_t middle = good + (bad - good) / 2;
        if (passes(s, middle))
            good = middle;
        else
            bad = middle;
    }
    if (s->broken)
        return EXIT_INVALID;
    show_culprit(s, &steps, bad);
    return EXIT_DONE;
}

static int bisect(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    rg_inputs inputs = {0};
    search s = {.arena = arena, .inputs = &inputs, .check = rg_option_value(arguments, CHECK)};
    const char *directory = getenv("TMPDIR");
    rg_sort_operands(arena, &arguments->operands, rg_option_value(arguments, RG_PIPELINE),
                     &inputs.rules, &inputs.graphs);
    if (inputs.graphs.count != 1)
        return rg_usage_error(command, "one graph is needed, not %zu", inputs.graphs.count);
    if (!s.check)
        return rg_usage_error(command, "--check says how a graph is checked");
    if (!rg_load_inputs(arena, arguments, &inputs))
        return EXIT_INVALID;
    s.graph = rg_read_graph(arena, inputs.graphs.items[0]);
    if (!s.graph)
        return EXIT_INVALID;
    char *path = rg_format(arena, "%s/regraft-XXXXXX", directory ? directory : "/tmp");
    int file;
    rg_temporary *temporary = rg_temporary_make(arena, path, &file);
    if (!temporary) {
        rg_message("cannot write %s: %s", path, strerror(errno));
        return EXIT_INVALID;
    }
    close(file);
    s.path = path;
    int code = find(&s);
    return rg_temporary_drop(temporary) ? code : EXIT_INVALID;
}

const rg_command rg_bisect_command = {
    .name = "bisect",
    .summary = "find the application of a rule that breaks a graph",
    .operands = "[RULES...] GRAPH --check CMD",
    .about =
        "Runs the rules with fewer and fewer applications, writes each resulting graph to a file\n"
        "and runs `CMD FILE` with sh, which exits with 0 if the graph is good. Shows the first\n"
        "application after which the graph is not good, and what that application changed. The\n"
        "check must pass on the original graph and fail on the final one. A run that fails in an\n"
        "application counts as a failed check. Shows what the check prints on standard error,\n"
        "but not its standard output. The exit codes 126 and 127 of sh and a signal end the\n"
        "search: the check could not be run.\n",
    .examples = "  regraft bisect model.fx --check 'python3 compare.py'\n"
                "  regraft bisect my.rules model.fx --check '! grep -q torch.neg'\n",
    .exits =
        "  0  found\n"
        "  1  there is nothing to find, the graph or the rules are wrong, or the check cannot run\n"
        "  2  the command line is wrong\n",
    .options = options,
    .run = bisect,
};
