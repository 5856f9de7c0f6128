/* regraft check: everything that can be said of rule files before a graph is seen. */
#include <stdio.h>

#include "commands.h"

static const rg_option options[] = {{0}};

static int check(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    const char *usual = rg_default_pipeline(arena);
    rg_words files = arguments->operands;
    (void)command;
    if (!files.count)
        files = (rg_words){1, &usual};
    regraft_rules *rules = rg_load_rules(arena, &files);
    if (!rules)
        return EXIT_INVALID;
    if (regraft_rules_check(rules) == REGRAFT_NO_MEMORY)
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
        "schemas (.schemas), with all that they use, and shows what is wrong and where. Without\n"
        "FILE, checks the default pipeline. The operator tables that regraft comes with are\n"
        "always loaded first.\n",
    .examples = "  regraft check my.rules\n"
                "  regraft check my.ops my.rules\n"
                "  regraft check\n",
    .exits = "  0  no errors (there may be warnings)\n"
             "  1  there are errors\n"
             "  2  the command line is wrong\n",
    .options = options,
    .run = check,
};
