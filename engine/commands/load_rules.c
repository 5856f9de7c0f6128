/* Loading rules for the commands, and showing what is wrong with them. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "commands.h"

bool rg_wants_colour(FILE *stream) {
    const char *never = getenv("NO_COLOR");
    return isatty(fileno(stream)) && !(never && *never);
}

void rg_show_report(rg_arena *arena, regraft_report *report, FILE *stream) {
    const char *text = regraft_report_text(report, rg_wants_colour(stream));
    if (!text)
        rg_out_of_memory(arena);
    fputs(text, stream);
}

const char *rg_default_pipeline(rg_arena *arena) {
    const char *directory = rg_rules_directory(arena);
    return rg_format(arena, "%s/default.pipeline", directory ? directory : "rules");
}

static bool is_operator_file(const char *path) {
    return rg_has_extension(path, ".ops") || rg_has_extension(path, ".schemas");
}

static void must_fit(rg_arena *arena, regraft_status status) {
    if (status == REGRAFT_NO_MEMORY)
        rg_out_of_memory(arena);
}

static void release_rules(void *rules) {
    regraft_rules_free(rules);
}

/* The directory of the rules, or NULL after printing where it was expected. */
static const char *known_directory(rg_arena *arena) {
    const char *directory = rg_rules_directory(arena), *given = getenv("REGRAFT_RULES");
    if (directory && access(rg_format(arena, "%s/ops/torch.ops", directory), R_OK) == 0)
        return directory;
    if (given && *given)
        rg_message("REGRAFT_RULES is %s, where there is no ops/torch.ops", given);
    else
        fputs("regraft: the rules are neither in ../rules nor in ../share/regraft/rules, seen from "
              "the executable; set REGRAFT_RULES to their directory\n",
              stderr);
    return NULL;
}

/* What is no file here may be one of the rules that come with regraft: `library/no_ops.rules`. */
static const char *found_path(rg_arena *arena, const char *directory, const char *path) {
    if (path[0] == '/' || access(path, F_OK) == 0)
        return path;
    const char *ours = rg_format(arena, "%s/%s", directory, path);
    return access(ours, F_OK) == 0 ? ours : path;
}

regraft_rules *rg_load_rules(rg_arena *arena, const rg_words *files) {
    return rg_load_rules_with(arena, files, NULL);
}

regraft_rules *rg_load_rules_with(rg_arena *arena, const rg_words *files,
                                  const rg_other_text *other) {
    const char *directory = known_directory(arena);
    regraft_rules *rules = directory ? regraft_rules_new() : NULL;
    if (!directory)
        return NULL;
    if (!rules)
        rg_out_of_memory(arena);
    rg_arena_defer(arena, release_rules, rules);
    if (other)
        must_fit(arena, regraft_rules_replace(rules, other->path, other->text, other->length));
    must_fit(arena, regraft_rules_load_operators(rules, directory));
    for (size_t i = 0; i < files->count; i++)
        if (is_operator_file(files->items[i]))
            must_fit(arena,
                     regraft_rules_load(rules, found_path(arena, directory, files->items[i])));
    for (size_t i = 0; i < files->count; i++)
        if (!is_operator_file(files->items[i]))
            must_fit(arena,
                     regraft_rules_load(rules, found_path(arena, directory, files->items[i])));
    return rules;
}
