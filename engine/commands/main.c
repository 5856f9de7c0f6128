/* regraft: finds the command and runs it. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"

const rg_command *const rg_commands[] = {
    &rg_run_command,        &rg_check_command,
    &rg_test_command,       &rg_explain_command,
    &rg_trace_command,      &rg_bisect_command,
    &rg_fmt_command,        &rg_diff_command,
    &rg_doc_command,        &rg_dot_command,
    &rg_convert_command,    &rg_show_command,
    &rg_completion_command, NULL,
};

enum { COMMAND_COUNT = RG_COUNT_OF(rg_commands) - 1 };

static void print_usage(FILE *stream) {
    fputs("Usage: regraft COMMAND [OPTIONS] [FILE...]\n\n"
          "Rewrites PyTorch FX graphs by rule files.\n\nCommands:\n",
          stream);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(stream, "  %-10s  %s\n", rg_commands[i]->name, rg_commands[i]->summary);
    fputs("\n`regraft COMMAND --help` tells more about a command.\n"
          "`regraft --version` shows the version.\n",
          stream);
}

static int complain_unknown(const char *name) {
    const char *names[COMMAND_COUNT + 2] = {"--help", "--version"};
    const char *what = name[0] == '-' ? "option" : "command";
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        names[i + 2] = rg_commands[i]->name;
    const char *near = rg_nearest(name, names, COMMAND_COUNT + 2);
    if (near)
        return rg_usage_error(NULL, "there is no %s `%s`; did you mean `%s`?", what, name, near);
    return rg_usage_error(NULL, "there is no %s `%s`", what, name);
}

static int run_command(rg_arena *arena, const rg_command *command, int argc, char **argv) {
    rg_arguments *arguments = rg_alloc(arena, sizeof *arguments);
    if (!rg_parse_arguments(arena, command, argc, argv, arguments))
        return EXIT_USAGE;
    if (!arguments->help)
        return command->run(arena, command, arguments);
    rg_print_help(command);
    return EXIT_DONE;
}

static int dispatch(rg_arena *arena, int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : NULL;
    if (!name) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(name, rg_commands[i]->name) == 0)
            return run_command(arena, rg_commands[i], argc - 2, argv + 2);
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        print_usage(stdout);
    else if (strcmp(name, "--version") == 0)
        printf("regraft %s\n", regraft_version());
    else
        return complain_unknown(name);
    return EXIT_DONE;
}

/* The commands' own memory is one arena, which is always freed at the end. */
int main(int argc, char **argv) {
    jmp_buf failure;
    volatile int code = EXIT_INVALID;
    rg_arena *const arena = rg_arena_new();
    signal(SIGPIPE, SIG_IGN); /* a closed standard output is an error like any other */
    if (arena && setjmp(failure) == 0) {
        rg_arena_on_failure(arena, &failure);
        code = dispatch(arena, argc, argv);
    } else {
        fputs("regraft: out of memory\n", stderr);
    }
    rg_arena_free(arena);
    if (!rg_flush_stdout() && code == EXIT_DONE)
        code = EXIT_INVALID;
    return code;
}
