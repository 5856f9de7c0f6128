/* Preloaded: makes calls into the C library fail, those of other libraries included.
 *
 *   FAULTS_FAIL=KIND:N     the N-th call of this kind fails, and no other
 *   FAULTS_REPORT=FILE     at the end of the process: a line `KIND COUNT` for each kind, what was
 *                          allocated or opened and not released, and with
 *   FAULTS_PLACES=1        also a line `KIND N PLACE` for each call, equal PLACEs for equal stacks
 *   FAULTS_SHOW=1          the stack of the call that fails goes to standard error
 *
 * Works in processes whose name is regraft only, not in what they run. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MEMORY, MAP, OPEN, READ, WRITE, SYNC, RENAME, CLOSE, LOOK, START, KINDS };

static const char *const names[KINDS] = {
    [MEMORY] = "memory", [MAP] = "map",    [OPEN] = "open",     [READ] = "read",
    [WRITE] = "write",   [SYNC] = "sync",  [RENAME] = "rename", [CLOSE] = "close",
    [LOOK] = "look",     [START] = "start"};
static const int errors[KINDS] = {
    [MEMORY] = ENOMEM, [MAP] = ENOMEM, [OPEN] = EMFILE, [READ] = EIO,    [WRITE] = ENOSPC,
    [SYNC] = EIO,      [RENAME] = EIO, [CLOSE] = EIO,   [LOOK] = EACCES, [START] = EAGAIN};

enum { MOST_PLACES = 1 << 20, FRAMES = 20 };

typedef struct place {
    uint64_t stack;
    uint32_t kind;
    uint32_t number;
} place;

static bool active;
static int failing = KINDS;
static long failing_at;
static atomic_long counts[KINDS], blocks, files;
static place *places; /* NULL: they are not recorded */
static atomic_size_t place_count;
static _Thread_local bool recording;

static void record(uint32_t kind, long number) {
    void *frames[FRAMES];
    if (recording)
        return;
    recording = true;
    int depth = backtrace(frames, FRAMES);
    uint64_t hash = kind;
    for (int i = 0; i < depth; i++)
        hash = (hash ^ (uintptr_t)frames[i]) * 0x9E3779B97F4A7C15u;
    size_t at = atomic_fetch_add(&place_count, 1);
    if (at < MOST_PLACES)
        places[at] = (place){hash, kind, (uint32_t)number};
    recording = false;
}

/* The stack as addresses in files, for addr2line. */
static void show(void) {
    void *frames[FRAMES];
    recording = true;
    backtrace_symbols_fd(frames, backtrace(frames, FRAMES), STDERR_FILENO);
    recording = false;
}

/* Whether this call is the one that fails. */
static bool fails(int kind) {
    if (!active || recording)
        return false;
    long number = atomic_fetch_add(&counts[kind], 1) + 1;
    if (places)
        record((uint32_t)kind, number);
    if (kind != failing || number != failing_at)
        return false;
    if (getenv("FAULTS_SHOW"))
        show();
    errno = errors[kind];
    return true;
}

static void count(atomic_long *live, long change) {
    if (active && !recording)
        atomic_fetch_add(live, change);
}

/* ---------------------------------------------------------------- beginning and end */

extern char *program_invocation_short_name;

__attribute__((constructor)) static void begin(void) {
    const char *fail = getenv("FAULTS_FAIL");
    if (strcmp(program_invocation_short_name, "regraft") != 0)
        return;
    for (int k = 0; fail && k < KINDS; k++) {
        size_t length = strlen(names[k]);
        if (strncmp(fail, names[k], length) == 0 && fail[length] == ':') {
            failing = k;
            failing_at = atol(fail + length + 1);
        }
    }
    if (getenv("FAULTS_PLACES")) {
        void *warm[1];
        backtrace(warm, 1); /* loads a library */
        places = mmap(NULL, MOST_PLACES * sizeof *places, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    }
    active = true;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULTS_REPORT");
    if (!active || !path)
        return;
    active = false;
    FILE *out = fopen(path, "w");
    for (int k = 0; out && k < KINDS; k++)
        fprintf(out, "%s %ld\n", names[k], counts[k]);
    if (out)
        fprintf(out, "blocks %ld\nfiles %ld\n", blocks, files);
    size_t most = place_count < MOST_PLACES ? place_count : MOST_PLACES;
    for (size_t i = 0; out && places && i < most; i++)
        fprintf(out, "%s %u %llx\n", names[places[i].kind], places[i].number,
                (unsigned long long)places[i].stack);
    if (out)
        fclose(out);
}

/* The function of this name that would be called without this file. */
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* ---------------------------------------------------------------- memory */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *memory, size_t size);
void __libc_free(void *memory);

void *malloc(size_t size) {
    void *made = fails(MEMORY) ? NULL : __libc_malloc(size);
    count(&blocks, made != NULL);
    return made;
}

void *calloc(size_t number, size_t size) {
    void *made = fails(MEMORY) ? NULL : __libc_calloc(number, size);
    count(&blocks, made != NULL);
    return made;
}

void *realloc(void *memory, size_t size) {
    if (fails(MEMORY))
        return NULL;
    void *made = __libc_realloc(memory, size);
    count(&blocks, made && !memory);
    return made;
}

void free(void *memory) {
    count(&blocks, -(memory != NULL));
    __libc_free(memory);
}

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset) {
    if (fails(MAP))
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, protection, flags, file, offset);
}

void *mremap(void *old, size_t old_size, size_t size, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    void *at = flags & MREMAP_FIXED ? va_arg(rest, void *) : NULL;
    va_end(rest);
    if (fails(MAP))
        return MAP_FAILED;
    return (void *)syscall(SYS_mremap, old, old_size, size, flags, at);
}

/* ---------------------------------------------------------------- files */

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    int file = fails(OPEN) ? -1 : REAL(open)(path, flags, mode);
    count(&files, file >= 0);
    return file;
}

int mkstemp(char *path) {
    int file = fails(OPEN) ? -1 : REAL(mkstemp)(path);
    count(&files, file >= 0);
    return file;
}

FILE *fopen(const char *path, const char *mode) {
    FILE *file = fails(OPEN) ? NULL : REAL(fopen)(path, mode);
    count(&files, file != NULL);
    return file;
}

FILE *tmpfile(void) {
    FILE *file = fails(OPEN) ? NULL : REAL(tmpfile)();
    count(&files, file != NULL);
    return file;
}

FILE *open_memstream(char **text, size_t *length) {
    FILE *file = fails(OPEN) ? NULL : REAL(open_memstream)(text, length);
    count(&files, file != NULL);
    return file;
}

DIR *opendir(const char *path) {
    DIR *folder = fails(OPEN) ? NULL : REAL(opendir)(path);
    count(&files, folder != NULL);
    return folder;
}

int close(int file) {
    count(&files, -1);
    bool failed = fails(CLOSE);
    int result = REAL(close)(file);
    if (failed)
        errno = EIO;
    return failed ? -1 : result;
}

int fclose(FILE *file) {
    count(&files, -1);
    bool failed = fails(CLOSE);
    int result = REAL(fclose)(file);
    if (failed)
        errno = EIO;
    return failed ? EOF : result;
}

int closedir(DIR *folder) {
    count(&files, -1);
    bool failed = fails(CLOSE);
    int result = REAL(closedir)(folder);
    if (failed)
        errno = EIO;
    return failed ? -1 : result;
}

ssize_t read(int file, void *buffer, size_t size) {
    return fails(READ) ? -1 : REAL(read)(file, buffer, size);
}

enum { ERROR_SEEN = 0x20 }; /* of the flags of glibc's FILE: what ferror() tells */

size_t fread(void *buffer, size_t size, size_t number, FILE *file) {
    if (!fails(READ))
        return REAL(fread)(buffer, size, number, file);
    file->_flags |= ERROR_SEEN;
    return 0;
}

struct dirent *readdir(DIR *folder) {
    return fails(READ) ? NULL : REAL(readdir)(folder);
}

ssize_t write(int file, const void *buffer, size_t size) {
    return fails(WRITE) ? -1 : REAL(write)(file, buffer, size);
}

int fflush(FILE *file) {
    return fails(WRITE) ? EOF : REAL(fflush)(file);
}

int fsync(int file) {
    (void)file;
    return fails(SYNC) ? -1 : 0; /* the tests need not wait for the disk */
}

int rename(const char *from, const char *to) {
    return fails(RENAME) ? -1 : REAL(rename)(from, to);
}

int unlink(const char *path) {
    return fails(RENAME) ? -1 : REAL(unlink)(path);
}

int mkdir(const char *path, mode_t mode) {
    return fails(RENAME) ? -1 : REAL(mkdir)(path, mode);
}

int stat(const char *path, struct stat *about) {
    return fails(LOOK) ? -1 : REAL(stat)(path, about);
}

int lstat(const char *path, struct stat *about) {
    return fails(LOOK) ? -1 : REAL(lstat)(path, about);
}

int fstat(int file, struct stat *about) {
    return fails(LOOK) ? -1 : REAL(fstat)(file, about);
}

ssize_t readlink(const char *path, char *buffer, size_t size) {
    return fails(LOOK) ? -1 : REAL(readlink)(path, buffer, size);
}

int access(const char *path, int mode) {
    return fails(LOOK) ? -1 : REAL(access)(path, mode);
}

int fchmod(int file, mode_t mode) {
    return fails(LOOK) ? -1 : REAL(fchmod)(file, mode);
}

char *getcwd(char *buffer, size_t size) {
    return fails(LOOK) ? NULL : REAL(getcwd)(buffer, size);
}

/* ---------------------------------------------------------------- threads and processes */

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*work)(void *),
                   void *context) {
    return fails(START) ? EAGAIN : REAL(pthread_create)(thread, attributes, work, context);
}

pid_t fork(void) {
    return fails(START) ? -1 : REAL(fork)();
}
