/* Runs the inputs in FOLDER/TARGET/, each in a process of its own, so that one that fails does not
 * end the others:
 *
 *     replay FOLDER...
 *
 * The last line is `N passed, N failed`. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_SECONDS = 20 }; /* for one input */

typedef struct tally {
    size_t passed, failed;
} tally;

static _Noreturn void run_file(const fuzz_target *target, const char *path) {
    rg_arena *arena = rg_arena_new();
    const rg_source *source = arena ? rg_source_read(arena, path) : NULL;
    if (!source) {
        perror(path);
        exit(1);
    }
    if (!freopen("/dev/null", "w", stderr))
        exit(1);
    alarm(MOST_SECONDS);
    fuzz_one(target, (const unsigned char *)source->text, source->length);
    rg_arena_free(arena);
    fflush(stdout);
    _exit(0);
}

static void replay_file(tally *sum, const fuzz_target *target, const char *path) {
    int status = 1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        run_file(target, path);
    if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
        WEXITSTATUS(status) == 0) {
        sum->passed++;
        return;
    }
    sum->failed++;
    if (child > 0 && WIFSIGNALED(status))
        printf("%s: ended by signal %d (%s)\n", path, WTERMSIG(status),
               strsignal(WTERMSIG(status)));
    else
        printf("%s: failed\n", path);
}

static int is_visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static void replay_target(tally *sum, const fuzz_target *target, const char *folder) {
    char path[4096];
    struct dirent **entries;
    snprintf(path, sizeof path, "%s/%s", folder, target->name);
    int count = scandir(path, &entries, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s/%s", folder, target->name, entries[i]->d_name);
        replay_file(sum, target, path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

int main(int count, char **arguments) {
    tally sum = {0};
    fuzz_warm_up();
    for (int i = 1; i < count; i++)
        for (size_t k = 0; fuzz_at(k); k++)
            replay_target(&sum, fuzz_at(k), arguments[i]);
    printf("%zu passed, %zu failed\n", sum.passed, sum.failed);
    return sum.failed > 0;
}
