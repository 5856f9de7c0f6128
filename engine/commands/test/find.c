/* Finding files of tests: those that are named, and those below directories that are. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "test.h"

static void add_path(rg_arena *arena, rg_array *paths, const char *path) {
    *(const char **)rg_array_push(arena, paths, sizeof path) = path;
}

static bool is_test_file(const char *path) {
    return rg_has_extension(path, ".test") || rg_has_extension(path, ".expect");
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* What is open when memory runs out is closed with the arena. */
typedef struct open_directory {
    DIR *stream; /* NULL: closed */
} open_directory;

static void close_directory(void *object) {
    open_directory *open = object;
    if (open->stream)
        closedir(open->stream);
    open->stream = NULL;
}

/* An entry of a directory: one more directory, or a test file. False and an errno on failure. */
static bool add_entry(rg_arena *arena, const char *directory, const char *name, rg_array *todo,
                      rg_array *paths) {
    struct stat status;
    const char *slash = rg_has_extension(directory, "/") ? "" : "/";
    const char *path = rg_format(arena, "%s%s%s", directory, slash, name);
    if (lstat(path, &status) != 0)
        return errno == ENOENT; /* it is gone since */
    if (S_ISDIR(status.st_mode))
        *(const char **)rg_array_push(arena, todo, sizeof path) = path;
    else if (is_test_file(path))
        add_path(arena, paths, path);
    return true;
}

/* False and an errno on failure. */
static bool list_directory(rg_arena *arena, const char *directory, rg_array *todo,
                           rg_array *paths) {
    open_directory *open = rg_alloc(arena, sizeof *open);
    rg_arena_defer(arena, close_directory, open);
    open->stream = opendir(directory);
    bool good = open->stream != NULL;
    while (good) {
        errno = 0;
        const struct dirent *entry = readdir(open->stream);
        good = entry || errno == 0;
        if (!entry)
            break;
        if (entry->d_name[0] != '.')
            good = add_entry(arena, directory, entry->d_name, todo, paths);
    }
    int problem = errno;
    close_directory(open);
    errno = problem;
    return good;
}

/* Test files below a directory. Links to directories below it are not followed: no loops. */
static bool add_directory(rg_arena *arena, const char *top, rg_array *paths) {
    rg_array todo = {0};
    size_t first = paths->count;
    *(const char **)rg_array_push(arena, &todo, sizeof top) = top;
    while (todo.count > 0) {
        const char *directory = ((const char **)todo.data)[--todo.count];
        if (!list_directory(arena, directory, &todo, paths)) {
            rg_message("cannot read %s: %s", directory, strerror(errno));
            return false;
        }
    }
    if (paths->count > first)
        qsort((const char **)paths->data + first, paths->count - first, sizeof(char *), by_text);
    return true;
}

bool rg_find_tests(rg_arena *arena, const rg_words *operands, rg_array *paths) {
    bool found = true;
    for (size_t i = 0; i < operands->count; i++) {
        const char *path = operands->items[i];
        if (rg_is_directory(path))
            found &= add_directory(arena, path, paths);
        else
            add_path(arena, paths, path);
    }
    return found;
}
