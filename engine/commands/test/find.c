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

/* Test files below a directory. Links to directories below it are not followed: no loops. */
static bool add_directory(rg_arena *arena, const char *top, rg_array *paths) {
    rg_array todo = {0};
    size_t first = paths->count;
    *(const char **)rg_array_push(arena, &todo, sizeof top) = top;
    while (todo.count > 0) {
        const char *directory = ((const char **)todo.data)[--todo.count];
        DIR *open = opendir(directory);
        if (!open) {
            rg_message("cannot read %s: %s", directory, strerror(errno));
            return false;
        }
        for (struct dirent *entry; (entry = readdir(open));) {
            struct stat status;
            if (entry->d_name[0] == '.')
                continue;
            const char *slash = rg_has_extension(directory, "/") ? "" : "/";
            const char *path = rg_format(arena, "%s%s%s", directory, slash, entry->d_name);
            if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode))
                *(const char **)rg_array_push(arena, &todo, sizeof path) = path;
            else if (is_test_file(path))
                add_path(arena, paths, path);
        }
        closedir(open);
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
