/* Paths: where the rules are, and names of files. */
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"

enum { MOST_LINKS = 40 }; /* as many as the system follows */

const char *rg_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool rg_has_extension(const char *path, const char *extension) {
    size_t length = strlen(path), tail = strlen(extension);
    return length > tail && strcmp(path + length - tail, extension) == 0;
}

bool rg_is_directory(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

const char *rg_follow_links(rg_arena *arena, const char *path) {
    struct stat status;
    char target[PATH_MAX];
    for (int links = 0; links < MOST_LINKS; links++) {
        if (lstat(path, &status) != 0)
            return errno == ENOENT || errno == ENOTDIR ? path : NULL;
        if (!S_ISLNK(status.st_mode))
            return path;
        ssize_t length = readlink(path, target, sizeof target);
        if (length < 0)
            return NULL;
        if ((size_t)length == sizeof target)
            break;
        int directory = *target == '/' ? 0 : (int)(rg_base_name(path) - path);
        path = rg_format(arena, "%.*s%.*s", directory, path, (int)length, target);
    }
    errno = ELOOP;
    return NULL;
}

/* Appends a component to the existing part of a path; false: there is no such file. */
static bool step_into(rg_text *there, const char *name, size_t length, struct stat *status) {
    size_t before = rg_text_length(there);
    struct stat found;
    rg_text_add(there, name, length);
    if (stat(rg_text_string(there), &found) == 0) {
        *status = found;
        rg_text_putc(there, '/');
        return true;
    }
    there->bytes.count = before;
    *((char *)there->bytes.data + before) = '\0';
    return false;
}

/* Removes the last component of "a/b/". */
static void step_back(rg_text *missing) {
    char *text = missing->bytes.data;
    size_t length = missing->bytes.count - 1;
    while (length > 0 && text[length - 1] != '/')
        length--;
    missing->bytes.count = length;
    text[length] = '\0';
}

const char *rg_file_identity(rg_arena *arena, const char *path) {
    struct stat status;
    rg_text there = rg_text_new(arena), missing = rg_text_new(arena);
    if (strcmp(path, "-") == 0)
        return NULL;
    path = rg_follow_links(arena, path);
    if (!path)
        return NULL;
    rg_text_puts(&there, *path == '/' ? "/" : "./");
    if (stat(rg_text_string(&there), &status) != 0)
        return NULL;
    for (const char *at = path; *at;) {
        size_t length = strcspn(at, "/");
        bool up = length == 2 && memcmp(at, "..", 2) == 0;
        if (up && rg_text_length(&missing))
            step_back(&missing);
        else if (length && !(length == 1 && *at == '.') &&
                 (rg_text_length(&missing) || !step_into(&there, at, length, &status)))
            rg_text_printf(&missing, "%.*s/", (int)length, at);
        at += length + (at[length] == '/');
    }
    if (!rg_text_length(&missing) && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return NULL; /* a device or a pipe */
    return rg_format(arena, "%ju:%ju/%s", (uintmax_t)status.st_dev, (uintmax_t)status.st_ino,
                     rg_text_string(&missing));
}

bool rg_is_source(const char *path) {
    static const char *const extensions[] = {".rules", ".pipeline", ".ops",   ".schemas",
                                             ".fx",    ".test",     ".expect"};
    for (size_t i = 0; i < RG_COUNT_OF(extensions); i++)
        if (rg_has_extension(path, extensions[i]))
            return true;
    return false;
}

static bool same_file(rg_arena *arena, const char *a, const char *b) {
    const char *first = rg_file_identity(arena, a), *second = rg_file_identity(arena, b);
    return first && second && strcmp(first, second) == 0;
}

static bool is_given(rg_arena *arena, const rg_command *command, const rg_arguments *arguments,
                     const char *path) {
    for (size_t i = 0; i < arguments->operands.count; i++)
        if (same_file(arena, path, arguments->operands.items[i]))
            return true;
    for (size_t i = 0; command->options[i].name; i++)
        for (size_t k = 0; k < arguments->values[i].count && command->options[i].value; k++)
            if (arguments->values[i].items[k] != path &&
                same_file(arena, path, arguments->values[i].items[k]))
                return true;
    return false;
}

bool rg_may_write(rg_arena *arena, const rg_command *command, const rg_arguments *arguments,
                  const char *option, const char *path) {
    if (rg_is_source(path))
        rg_usage_error(
            command, "%s would overwrite %s, whose name is that of an input; is its FILE missing?",
            option, path);
    else if (is_given(arena, command, arguments, path))
        rg_usage_error(command, "%s would overwrite %s, which is an input", option, path);
    else
        return true;
    return false;
}

static bool make_one(const char *path) {
    if (rg_is_directory(path) || mkdir(path, 0777) == 0)
        return true;
    errno = errno == EEXIST ? ENOTDIR : errno;
    return false;
}

bool rg_make_directory(rg_arena *arena, const char *path) {
    for (const char *slash = path; (slash = strchr(slash + 1, '/'));)
        if (!make_one(rg_copy_text(arena, path, (size_t)(slash - path))))
            return false;
    return make_one(path);
}

/* A path below the working directory as it is seen from there: messages and diffs name rule files,
 * and should be the same on every machine. */
static const char *seen_from_here(const char *path) {
    char here[PATH_MAX];
    size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
    if (length > 1 && strncmp(path, here, length) == 0 && path[length] == '/')
        return path + length + 1;
    return path;
}

const char *rg_rules_directory(rg_arena *arena) {
    /* in the source tree: build/regraft; installed: PREFIX/bin/regraft */
    static const char *const places[] = {"../rules", "../share/regraft/rules"};
    char executable[PATH_MAX], found[PATH_MAX];
    const char *given = getenv("REGRAFT_RULES");
    if (given && *given)
        return given;
    ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
    executable[length > 0 ? length : 0] = '\0';
    int directory = (int)(rg_base_name(executable) - executable);
    for (size_t i = 0; i < RG_COUNT_OF(places); i++) {
        const char *place = rg_format(arena, "%.*s%s", directory, executable, places[i]);
        if (rg_is_directory(place) && realpath(place, found))
            return seen_from_here(rg_copy_text(arena, found, strlen(found)));
    }
    return NULL;
}
