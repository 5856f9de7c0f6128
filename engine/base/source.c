/* Sources: texts with a name and lines. */
#include "base.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

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
