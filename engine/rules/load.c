/* From files to a rule set: read, parse, check, compile, one file after the other, following `use`.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../ops/ops.h"
#include "check/check.h"
#include "variants/variants.h"
#include "ruleset.h"

/* `use` within `use`: more is a mistake, and each level holds a C stack frame. */
#define MAX_USE_DEPTH 64

/* A file that was loaded, or is being loaded. It is known by what it is on the disk, so that two
 * ways of naming it do not load it twice. */
typedef struct rg_ruleset_file {
    dev_t device;
    ino_t number;
} rg_ruleset_file;

typedef struct loader {
    rg_ruleset *ruleset;
    rg_diagnostics *diagnostics;
    size_t depth;           /* of `use` */
    const char *folders[2]; /* of the file that the user named, as named and with links followed;
                               NULL: it has none */
    rg_array operators; /* of rg_ast *: operator files read, to be compiled together at the end */
} loader;

static void load_file(loader *load, const char *path, rg_span asked);

rg_ruleset *rg_ruleset_new(rg_arena *arena) {
    rg_ruleset *ruleset = rg_alloc(arena, sizeof *ruleset);
    ruleset->arena = arena;
    ruleset->ops = rg_ops_new(arena);
    return ruleset;
}

/* ---------------------------------------------------------------- paths */

/* What is written `path` in the file `from`: beside that file, unless the path is absolute. */
static const char *path_beside(rg_arena *arena, const char *from, const char *path) {
    const char *slash = strrchr(from, '/');
    if (path[0] == '/' || !slash)
        return path;
    return rg_format(arena, "%.*s%s", (int)(slash - from + 1), from, path);
}

static bool has_extension(const char *path, const char *extension) {
    size_t length = strlen(path), tail = strlen(extension);
    return length > tail && strcmp(path + length - tail, extension) == 0;
}

/* Whether the name is that of a file of rules: others are not opened. */
static bool is_named_well(const char *path) {
    static const char *const extensions[] = {".rules", ".pipeline", ".ops", ".schemas"};
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
        if (has_extension(path, extensions[i]))
            return true;
    return false;
}

/* The path with links followed; NULL: there is no such file. */
static const char *real_path(rg_arena *arena, const char *path) {
    char real[PATH_MAX];
    return realpath(path, real) ? rg_copy_text(arena, real, strlen(real)) : NULL;
}

static const char *folder_of(rg_arena *arena, const char *path) {
    const char *slash = path ? strrchr(path, '/') : NULL;
    if (!slash)
        return path ? "." : NULL;
    return rg_copy_text(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

static bool is_below(const char *folder, const char *path) {
    size_t length = folder ? strlen(folder) : 0;
    if (!length || strncmp(folder, path, length) != 0)
        return false;
    return folder[length - 1] == '/' || path[length] == '/';
}

/* Rules may come from anywhere: a file reaches those below the folder of the file that the user
 * named, and the rules that come with the operators, and nothing else. */
static bool may_use(const loader *load, const char *path, const struct stat *status) {
    const char *real = real_path(load->ruleset->arena, path);
    if (!real || !S_ISREG(status->st_mode))
        return false;
    return is_below(load->folders[0], real) || is_below(load->folders[1], real) ||
           is_below(load->ruleset->library, real);
}

void rg_ruleset_set_library(rg_ruleset *ruleset, const char *directory) {
    ruleset->library = real_path(ruleset->arena, directory);
}

/* ---------------------------------------------------------------- the parts of a file */

/* The file that a `use` line names: beside the file that it stands in, else one of the rules that
 * come with the operators. */
static const char *used_path(const loader *load, const char *from, const char *path) {
    rg_arena *arena = load->ruleset->arena;
    const char *beside = path_beside(arena, from, path);
    struct stat status;
    if (path[0] == '/' || !load->ruleset->library || stat(beside, &status) == 0)
        return beside;
    const char *ours = rg_format(arena, "%s/%s", load->ruleset->library, path);
    return stat(ours, &status) == 0 ? ours : beside;
}

static void follow_uses(loader *load, const rg_source *source, const rg_ast *file) {
    for (size_t i = 0; i < file->count; i++) {
        const rg_ast *use = file->items[i];
        if (use->kind == RG_AST_USE)
            load_file(load, used_path(load, source->path, use->text), use->span);
    }
}

/* What is loaded so far is what the checks of the next file look at. */
static void publish(rg_ruleset *ruleset) {
    ruleset->passes = ruleset->pass_array.data;
    ruleset->pass_count = ruleset->pass_array.count;
    ruleset->params = ruleset->param_array.data;
    ruleset->param_count = ruleset->param_array.count;
    ruleset->externs = ruleset->extern_array.data;
    ruleset->extern_count = ruleset->extern_array.count;
}

static void load_tree(loader *load, const rg_source *source, bool operators) {
    size_t errors = load->diagnostics->errors;
    rg_ruleset *ruleset = load->ruleset;
    rg_ast *file = rg_parse_rules(ruleset->arena, source, load->diagnostics);
    if (!file)
        return;
    follow_uses(load, source, file);
    if (operators)
        rg_ops_add_file(ruleset->ops, file, load->diagnostics);
    if (load->diagnostics->errors > errors)
        return;      /* what does not parse is not checked: one mistake, one message */
    if (operators) { /* functions of operator files may call those of later ones */
        rg_declare_fns(ruleset, file);
        *(rg_ast **)rg_array_push(ruleset->arena, &load->operators, sizeof file) = file;
        return;
    }
    rg_ast *plain = rg_write_variants(ruleset->arena, file, ruleset->ops, load->diagnostics);
    if (plain && rg_check_file(ruleset, plain, operators, load->diagnostics))
        rg_compile_file(ruleset, plain, operators, load->diagnostics);
    *(const rg_ast **)rg_array_push(ruleset->arena, &ruleset->trees, sizeof file) = file;
    publish(ruleset);
}

static void compile_operators(loader *load) {
    rg_ast **files = load->operators.data;
    for (size_t i = 0; i < load->operators.count; i++)
        if (rg_check_file(load->ruleset, files[i], true, load->diagnostics))
            rg_compile_file(load->ruleset, files[i], true, load->diagnostics);
}

static void load_source(loader *load, const rg_source *source) {
    if (has_extension(source->path, ".schemas"))
        rg_ops_add_table(load->ruleset->ops, source, load->diagnostics);
    else if (has_extension(source->path, ".ops"))
        load_tree(load, source, true);
    else
        load_tree(load, source, false);
}

/* ---------------------------------------------------------------- files */

/* Notes the file; false when it is known already. */
static bool is_new(rg_ruleset *ruleset, const struct stat *status) {
    rg_ruleset_file *const *files = ruleset->files.data;
    for (size_t i = 0; i < ruleset->files.count; i++)
        if (files[i]->device == status->st_dev && files[i]->number == status->st_ino)
            return false;
    rg_ruleset_file *file = rg_alloc(ruleset->arena, sizeof *file);
    *file = (rg_ruleset_file){status->st_dev, status->st_ino};
    *(rg_ruleset_file **)rg_array_push(ruleset->arena, &ruleset->files, sizeof file) = file;
    return true;
}

/* A text that is taken for a file. */
typedef struct rg_overlay {
    dev_t device;
    ino_t number;
    const char *text;
    size_t length;
} rg_overlay;

bool rg_ruleset_replace(rg_ruleset *ruleset, const char *path, const char *text, size_t length,
                        rg_diagnostics *diagnostics) {
    struct stat status;
    if (stat(path, &status) != 0) {
        rg_report(diagnostics, RG_ERROR, (rg_span){0}, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    rg_overlay *overlay = rg_array_push(ruleset->arena, &ruleset->overlays, sizeof *overlay);
    *overlay = (rg_overlay){status.st_dev, status.st_ino,
                            rg_copy_text(ruleset->arena, text, length), length};
    return true;
}

static const rg_source *read_source(rg_ruleset *ruleset, const char *path,
                                    const struct stat *status) {
    const rg_overlay *overlays = ruleset->overlays.data;
    for (size_t i = ruleset->overlays.count; i-- > 0;)
        if (overlays[i].device == status->st_dev && overlays[i].number == status->st_ino)
            return rg_source_new(ruleset->arena, path, overlays[i].text, overlays[i].length);
    return rg_source_read(ruleset->arena, path);
}

/* `asked`: the `use` line, or no place for a file that the user named. */
static void load_file(loader *load, const char *path, rg_span asked) {
    struct stat status;
    const rg_source *source = NULL;
    size_t length;
    if (load->depth == MAX_USE_DEPTH) {
        rg_report(load->diagnostics, RG_ERROR, asked, "`use` is nested more than %d deep",
                  MAX_USE_DEPTH);
        return;
    }
    if (!is_named_well(path)) {
        rg_advise(load->diagnostics,
                  rg_report(load->diagnostics, RG_ERROR, asked,
                            "`%s` is not named as rule files are", path),
                  "rule files end in .rules, .pipeline, .ops or .schemas");
        return;
    }
    if (stat(path, &status) == 0) {
        if (asked.source && !may_use(load, path, &status)) {
            rg_advise(load->diagnostics,
                      rg_report(load->diagnostics, RG_ERROR, asked,
                                "%s is no file below the folder of the file that was named", path),
                      "give it to the command before the file that uses it");
            return;
        }
        if (!is_new(load->ruleset, &status))
            return;
        source = read_source(load->ruleset, path, &status);
    }
    if (!source) {
        rg_report(load->diagnostics, RG_ERROR, asked, "cannot read %s: %s", path, strerror(errno));
        return;
    }
    load->depth++;
    load_source(load, source);
    load->depth--;
    /* Finds the lines now: a loaded rule set is not written to any more, by messages neither. */
    rg_source_line(source, 1, &length);
}

bool rg_ruleset_load(rg_ruleset *ruleset, const char *path, rg_diagnostics *diagnostics) {
    size_t errors = diagnostics->errors;
    rg_arena *arena = ruleset->arena;
    loader load = {.ruleset = ruleset, .diagnostics = diagnostics};
    load.folders[0] = real_path(arena, folder_of(arena, path));
    load.folders[1] = folder_of(arena, real_path(arena, path));
    load_file(&load, path, (rg_span){0});
    compile_operators(&load);
    return diagnostics->errors == errors;
}
