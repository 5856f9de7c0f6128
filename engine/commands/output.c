/* Files that appear whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"

struct rg_output {
    const char *path;  /* as the user named it, for messages */
    const char *final; /* where it goes: path with links followed */
    char *temporary;   /* NULL: there is none (any more) */
};

static bool complain(const char *path) {
    fprintf(stderr, "regraft: cannot write %s: %s\n", path, strerror(errno));
    return false;
}

static void drop(void *object) {
    rg_output *output = object;
    if (output->temporary)
        unlink(output->temporary);
    output->temporary = NULL;
}

static bool write_all(int file, const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        text += written;
        length -= (size_t)written;
    }
    return true;
}

/* Writes and closes. */
static bool finish(int file, const char *text, size_t length) {
    bool done = file >= 0 && write_all(file, text, length);
    int error = errno;
    if (file >= 0 && close(file) != 0 && done)
        return false;
    errno = error;
    return done;
}

/* The mode of the file that is replaced, else what a new file gets. */
static void set_mode(int file, const struct stat *old) {
    mode_t mask = umask(0);
    umask(mask);
    if (fchmod(file, old ? old->st_mode & 0777 : 0666 & ~mask) != 0)
        errno = 0; /* a file system without modes */
}

static bool write_temporary(rg_arena *arena, rg_output *output, const struct stat *old,
                            const char *text, size_t length) {
    int directory = (int)(rg_base_name(output->final) - output->final);
    char *name = rg_format(arena, "%.*s.regraft-XXXXXX", directory, output->final);
    if (old && access(output->final, W_OK) != 0) /* renaming would not ask */
        return false;
    int file = mkstemp(name);
    if (file < 0)
        return false;
    output->temporary = name;
    set_mode(file, old);
    return finish(file, text, length);
}

rg_output *rg_output_write(rg_arena *arena, const char *path, const char *text, size_t length) {
    struct stat old;
    char real[PATH_MAX];
    rg_output *output = rg_alloc(arena, sizeof *output);
    bool exists = stat(path, &old) == 0, done;
    output->path = output->final = path;
    rg_arena_defer(arena, drop, output);
    if (exists && !S_ISREG(old.st_mode)) { /* a terminal, a pipe, /dev/null: nothing to keep */
        done = finish(open(path, O_WRONLY | O_CLOEXEC), text, length);
    } else {
        if (exists && realpath(path, real))
            output->final = rg_copy_text(arena, real, strlen(real));
        done = write_temporary(arena, output, exists ? &old : NULL, text, length);
    }
    if (done)
        return output;
    complain(path);
    drop(output);
    return NULL;
}

bool rg_output_commit(rg_output *output) {
    if (!output->temporary)
        return true;
    if (rename(output->temporary, output->final) != 0)
        return complain(output->path);
    output->temporary = NULL;
    return true;
}

bool rg_flush_stdout(void) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    return complain("standard output");
}
