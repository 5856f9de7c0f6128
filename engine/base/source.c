/* Sources: texts with a name and lines. */
#include "base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_STEP = 1 << 16 };

static rg_source *make_source(rg_arena *arena, const char *path, char *text, size_t length) {
    rg_source *source = rg_alloc(arena, sizeof *source);
    source->arena = arena;
    source->path = rg_copy_text(arena, path, strlen(path));
    source->text = text;
    source->length = length;
    return source;
}

rg_source *rg_source_new(rg_arena *arena, const char *path, const char *text, size_t length) {
    if (length > SIZE_MAX - 2)
        rg_out_of_memory(arena);
    char *copy = rg_alloc(arena, length + 2);
    if (length)
        memcpy(copy, text, length);
    return make_source(arena, path, copy, length);
}

/* A file that the arena closes when reading it is cut short by a lack of memory. */
typedef struct open_file {
    FILE *file;
} open_file;

static void close_file(void *object) {
    open_file *open = object;
    if (open->file && open->file != stdin)
        fclose(open->file);
    open->file = NULL;
}

rg_source *rg_source_read(rg_arena *arena, const char *path) {
    open_file *open = rg_alloc(arena, sizeof *open);
    rg_arena_defer(arena, close_file, open);
    errno = 0;
    open->file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (!open->file)
        return NULL;
    rg_array text = {NULL, 0, 0, 0};
    struct stat about;
    size_t got;
    if (fstat(fileno(open->file), &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0)
        rg_array_room(arena, &text, (size_t)about.st_size + READ_STEP, 1);
    setvbuf(open->file, NULL, _IONBF, 0);
    do {
        rg_array_room(arena, &text, READ_STEP, 1);
        char *end = (char *)text.data + text.count;
        got = fread(end, 1, text.capacity - text.count, open->file);
        text.count += got;
    } while (got != 0);
    int error = ferror(open->file) ? errno : 0;
    close_file(open);
    if (error) {
        rg_array_free(arena, &text);
        errno = error;
        return NULL;
    }
    rg_array_room(arena, &text, 2, 1);
    char *bytes = text.data;
    bytes[text.count] = bytes[text.count + 1] = '\0';
    return make_source(arena, path, bytes, text.count);
}

/* ---------------------------------------------------------------- mapped files */

typedef struct rg_mapping {
    int file;
    char *memory; /* NULL: not mapped */
    struct stat about;
} rg_mapping;

static void release_mapping(void *object) {
    rg_mapping *m = object;
    if (m->memory)
        munmap(m->memory, (size_t)m->about.st_size);
    if (m->file >= 0)
        close(m->file);
    m->memory = NULL;
    m->file = -1;
}

/* Behind the text the last page must have room for two NULs, which the system puts there. */
static bool can_be_mapped(const struct stat *about) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (size_t)about->st_size;
    return S_ISREG(about->st_mode) && size >= RG_LARGE_BLOCK && size % page != 0 &&
           size % page != page - 1;
}

/* What is no large file is not opened: a pipe would not be the same when opened again. */
static bool map_file(rg_mapping *m, const char *path) {
    if (stat(path, &m->about) != 0 || !can_be_mapped(&m->about))
        return false;
    m->file = open(path, O_RDONLY | O_CLOEXEC);
    if (m->file < 0 || fstat(m->file, &m->about) != 0 || !can_be_mapped(&m->about))
        return false;
    void *memory = mmap(NULL, (size_t)m->about.st_size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_NORESERVE, m->file, 0);
    m->memory = memory == MAP_FAILED ? NULL : memory;
    return m->memory != NULL;
}

void rg_source_fetch(const rg_source *source) {
#ifdef MADV_POPULATE_READ
    const rg_mapping *m = source->mapping;
    if (m)
        madvise(m->memory, (size_t)m->about.st_size, MADV_POPULATE_READ);
#else
    (void)source;
#endif
}

rg_source *rg_source_map(rg_arena *arena, const char *path) {
    rg_mapping *m = rg_alloc(arena, sizeof *m);
    m->file = -1;
    rg_arena_defer(arena, release_mapping, m);
    if (strcmp(path, "-") == 0 || !map_file(m, path)) {
        release_mapping(m);
        return rg_source_read(arena, path);
    }
    rg_source *source = make_source(arena, path, m->memory, (size_t)m->about.st_size);
    source->mapping = m;
    rg_source_fetch(source);
    return source;
}

void rg_source_rest(const rg_source *source) {
    const rg_mapping *m = source->mapping;
    if (m)
        madvise(m->memory, (size_t)m->about.st_size, MADV_DONTNEED);
}

bool rg_source_changed(const rg_source *source) {
    const rg_mapping *m = source->mapping;
    struct stat now;
    return m && (fstat(m->file, &now) != 0 || now.st_size != m->about.st_size ||
                 now.st_mtim.tv_sec != m->about.st_mtim.tv_sec ||
                 now.st_mtim.tv_nsec != m->about.st_mtim.tv_nsec);
}

/* ---------------------------------------------------------------- lines */

/* Finds where lines start. The index is a cache, the only part of a source that ever changes. */
static void find_lines(rg_source *source) {
    rg_array lines = {NULL, 0, 0, 0};
    const char *at = source->text, *end = source->text + source->length;
    while (at) {
        size_t *start = rg_array_push(source->arena, &lines, sizeof *start);
        *start = (size_t)(at - source->text);
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : NULL;
    }
    source->lines = lines.data;
    source->line_count = lines.count;
}

const char *rg_source_line(const rg_source *source, uint32_t line, size_t *length) {
    if (source->line_count == 0)
        find_lines((rg_source *)source);
    *length = 0;
    if (line == 0 || line > source->line_count)
        return "";
    size_t begin = source->lines[line - 1];
    size_t end = line < source->line_count ? source->lines[line] - 1 : source->length;
    if (end > begin && source->text[end - 1] == '\r')
        end--;
    *length = end - begin;
    return source->text + begin;
}

/* ---------------------------------------------------------------- texts made from others */

static rg_span step_back(rg_span span) {
    const rg_source *source = span.source;
    rg_span none = {source->origin, 0, 0, 0, 0};
    if (span.line == 0 || source->place_count == 0)
        return none;
    size_t line = span.line <= source->place_count ? span.line : source->place_count;
    const rg_line_place *place = &source->places[line - 1];
    if (place->line == 0)
        return none;
    rg_span back = {source->origin, place->line, place->column, place->line, place->end_column};
    if (place->copy && line == span.line) {
        back.column = place->column + span.column - 1;
        back.end_line = place->line + (span.end_line - span.line);
        back.end_column =
            span.end_line == span.line ? place->column + span.end_column - 1 : span.end_column;
    }
    return back;
}

rg_span rg_original_span(rg_span span) {
    while (span.source && span.source->origin)
        span = step_back(span);
    return span;
}
