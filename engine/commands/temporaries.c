/* Temporary files, which vanish with the process however it ends, but by SIGKILL. A signal asks for
 * all that exist, so they are listed for the whole process. */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"

static const int ends[] = {SIGINT, SIGTERM, SIGHUP};

static atomic_flag taken = ATOMIC_FLAG_INIT;
static rg_temporary *first; /* touched by who has taken it only */
static bool prepared;

static void wait_for_turn(void) {
    while (atomic_flag_test_and_set(&taken))
        continue;
}

/* The list stays taken: no file is made or renamed any more. */
static void remove_all(int number) {
    wait_for_turn();
    for (const rg_temporary *t = first; t; t = t->next)
        unlink(t->path);
    signal(number, SIG_DFL);
    raise(number);
}

/* A signal that is ignored, as nohup has it, stays so. */
static void prepare(const sigset_t *all) {
    struct sigaction old, new = {.sa_handler = remove_all, .sa_mask = *all};
    for (size_t i = 0; i < RG_COUNT_OF(ends); i++)
        if (sigaction(ends[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(ends[i], &new, NULL);
    prepared = true;
}

/* The thread that has the list takes none of the signals, so the others' wait ends. */
static sigset_t take_list(void) {
    sigset_t all, before;
    sigemptyset(&all);
    for (size_t i = 0; i < RG_COUNT_OF(ends); i++)
        sigaddset(&all, ends[i]);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    wait_for_turn();
    if (!prepared)
        prepare(&all);
    return before;
}

static void return_list(const sigset_t *before) {
    atomic_flag_clear(&taken);
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

static void take_off(const rg_temporary *temporary) {
    rg_temporary **at = &first;
    while (*at && *at != temporary)
        at = &(*at)->next;
    if (*at)
        *at = temporary->next;
}

static void drop(void *temporary) {
    rg_temporary_drop(temporary);
}

rg_temporary *rg_temporary_make(rg_arena *arena, char *path, int *file) {
    rg_temporary *made = rg_alloc(arena, sizeof *made);
    rg_arena_defer(arena, drop, made);
    sigset_t before = take_list();
    *file = mkstemp(path);
    if (*file >= 0) {
        *made = (rg_temporary){path, first};
        first = made;
    }
    return_list(&before);
    return *file >= 0 ? made : NULL;
}

bool rg_temporary_drop(rg_temporary *temporary) {
    if (!temporary->path)
        return true;
    sigset_t before = take_list();
    bool gone = unlink(temporary->path) == 0;
    int problem = errno;
    take_off(temporary);
    return_list(&before);
    if (!gone)
        rg_message("cannot remove %s: %s", temporary->path, strerror(problem));
    temporary->path = NULL;
    return gone;
}

bool rg_temporary_keep(rg_temporary *temporary, const char *final) {
    sigset_t before = take_list();
    bool renamed = rename(temporary->path, final) == 0;
    if (renamed)
        take_off(temporary);
    return_list(&before);
    if (renamed)
        temporary->path = NULL;
    return renamed;
}
