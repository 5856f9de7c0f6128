/* Files that appear completely or not at all, even if the machine stops: the text is written and
 * flushed to disk, the file is renamed, and the directory is flushed. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"

struct rg_output {
    const char *path;        /* as the user named it, for messages */
    const char *final;       /* where it goes: path with links followed */
    rg_temporary *temporary; /* NULL: there is none (any more) */
    int file;                /* -1: closed */
    bool failed;
};

static bool complain(const char *path) {
    rg_message("cannot write %s: %s", path, strerror(errno));
    return false;
}

static void drop(void *object) {
    rg_output *output = object;
    if (output->file >= 0)
        close(output->file);
    output->file = -1;
    if (output->temporary)
        rg_temporary_drop(output->temporary);
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

/* The mode of the replaced file, or the default of a new one; there are file systems without modes.
 */
static bool set_mode(int file, const struct stat *old) {
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(file, old ? old->st_mode & 0777 : 0666 & ~mask) == 0 || errno == EPERM ||
           errno == ENOTSUP || errno == ENOSYS || errno == EINVAL;
}

static int open_temporary(rg_arena *arena, rg_output *output, const struct stat *old) {
    int directory = (int)(rg_base_name(output->final) - output->final);
    char *name = rg_format(arena, "%.*s.regraft-XXXXXX", directory, output->final);
    if (old && access(output->final, W_OK) != 0) /* renaming would not ask */
        return -1;
    int file;
    output->temporary = rg_temporary_make(arena, name, &file);
    if (!output->temporary || set_mode(file, old))
        return file;
    int problem = errno;
    close(file);
    errno = problem;
    return -1;
}

rg_output *rg_output_begin(rg_arena *arena, const char *path) {
    struct stat old;
    rg_output *output = rg_alloc(arena, sizeof *output);
    bool exists = stat(path, &old) == 0, unknown = !exists && errno != ENOENT && errno != ELOOP;
    output->path = output->final = path;
    output->file = -1;
    rg_arena_defer(arena, drop, output);
    if (unknown) {
        complain(path);
        return NULL;
    }
    if (exists && !S_ISREG(old.st_mode)) { /* a terminal, a pipe, /dev/null: nothing to keep */
        output->file = open(path, O_WRONLY | O_CLOEXEC);
    } else {
        output->final = rg_follow_links(arena, path);
        if (output->final)
            output->file = open_temporary(arena, output, exists ? &old : NULL);
    }
    if (output->file >= 0)
        return output;
    complain(path);
    drop(output);
    return NULL;
}

bool rg_output_add(rg_output *output, const char *text, size_t length) {
    if (!output->failed && !write_all(output->file, text, length)) {
        complain(output->path);
        output->failed = true;
    }
    return !output->failed;
}

/* Some file systems, and devices and pipes, cannot be synchronized: there is nothing to wait for.
 */
static bool reach_disk(int file) {
    return fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

bool rg_output_end(rg_output *output) {
    int file = output->file;
    bool safe = output->failed || !output->temporary || reach_disk(file);
    int problem = errno;
    output->file = -1;
    bool closed = close(file) == 0;
    if ((!closed || !safe) && !output->failed) {
        errno = safe ? errno : problem;
        complain(output->path);
        output->failed = true;
    }
    if (output->failed)
        drop(output);
    return !output->failed;
}

rg_output *rg_output_write(rg_arena *arena, const char *path, const char *text, size_t length) {
    rg_output *output = rg_output_begin(arena, path);
    if (!output)
        return NULL;
    rg_output_add(output, text, length);
    return rg_output_end(output) ? output : NULL;
}

/* A new name is safe once the directory is flushed. */
static bool reach_folder(const char *path) {
    size_t length = (size_t)(rg_base_name(path) - path);
    char *name = length ? strndup(path, length) : strdup(".");
    int folder = name ? open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(name);
    if (folder < 0)
        return errno == EACCES; /* one may write to a folder that one may not read */
    bool safe = reach_disk(folder);
    int problem = errno;
    close(folder);
    errno = problem;
    return safe;
}

bool rg_output_commit(rg_output *output) {
    if (!output->temporary)
        return true;
    if (!rg_temporary_keep(output->temporary, output->final))
        return complain(output->path);
    output->temporary = NULL;
    return reach_folder(output->final) || complain(output->path);
}

bool rg_flush_stdout(void) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return true;
    return complain("standard output");
}
