/* Unified diff of two texts, line by line. */
#include <string.h>

#include "commands.h"

enum {
    CONTEXT = 3,
    MOST_CELLS = 4000000 /* of the table below: larger differences are shown as all old, all new */
};

typedef struct line {
    const char *text;
    size_t length;
} line;

typedef struct lines {
    size_t count;
    line *items;
} lines;

static lines cut(rg_arena *arena, const char *text, size_t length) {
    lines result = {0, NULL};
    size_t count = 1, at = 0;
    for (size_t i = 0; i < length; i++)
        count += text[i] == '\n';
    result.items = rg_alloc_array(arena, count, sizeof *result.items);
    while (at < length) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t size = end ? (size_t)(end - text) - at : length - at;
        result.items[result.count++] = (line){text + at, size};
        at += size + 1;
    }
    return result;
}

static bool same(const line *a, const line *b) {
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* One line of the result: ' ', '-' or '+'. */
typedef struct edit {
    char change;
    const line *line;
    size_t old_number, new_number; /* lines before it, of both texts */
} edit;

typedef struct edits {
    size_t count;
    edit *items;
} edits;

static void add(edits *list, char change, const line *of, size_t *old, size_t *new) {
    list->items[list->count++] = (edit){change, of, *old, *new};
    *old += change != '+';
    *new += change != '-';
}

/* Longest common subsequence of what lies between the equal ends: table[i][j] for the rests from i
 * and j on. */
static uint32_t *common(rg_arena *arena, const lines *a, const lines *b, size_t first, size_t rows,
                        size_t columns) {
    uint32_t *table = rg_alloc_array(arena, (rows + 1) * (columns + 1), sizeof *table);
    for (size_t i = rows; i-- > 0;)
        for (size_t j = columns; j-- > 0;) {
            uint32_t *cell = &table[i * (columns + 1) + j];
            if (same(&a->items[first + i], &b->items[first + j]))
                *cell = cell[columns + 2] + 1;
            else
                *cell = cell[1] > cell[columns + 1] ? cell[1] : cell[columns + 1];
        }
    return table;
}

static void add_middle(edits *list, const lines *a, const lines *b, const uint32_t *table,
                       size_t rows, size_t columns, size_t *old, size_t *new) {
    size_t first = *old, i = 0, j = 0;
    while (i < rows || j < columns) {
        const uint32_t *cell = table ? &table[i * (columns + 1) + j] : NULL;
        bool both = i < rows && j < columns;
        if (both && cell && same(&a->items[first + i], &b->items[first + j])) {
            add(list, ' ', &a->items[first + i], old, new);
            i++, j++;
        } else if (i < rows && (!both || !cell || cell[columns + 1] >= cell[1])) {
            add(list, '-', &a->items[first + i], old, new);
            i++;
        } else {
            add(list, '+', &b->items[first + j], old, new);
            j++;
        }
    }
}

static edits compare(rg_arena *arena, const lines *a, const lines *b) {
    edits list = {0, rg_alloc_array(arena, a->count + b->count + 1, sizeof *list.items)};
    size_t first = 0, last = 0, old = 0, new = 0;
    size_t least = a->count < b->count ? a->count : b->count;
    while (first < least && same(&a->items[first], &b->items[first]))
        first++;
    while (last < least - first &&
           same(&a->items[a->count - 1 - last], &b->items[b->count - 1 - last]))
        last++;
    size_t rows = a->count - first - last, columns = b->count - first - last;
    const uint32_t *table =
        rows && columns <= MOST_CELLS / rows ? common(arena, a, b, first, rows, columns) : NULL;
    for (size_t i = 0; i < first; i++)
        add(&list, ' ', &a->items[i], &old, &new);
    add_middle(&list, a, b, table, rows, columns, &old, &new);
    for (size_t i = a->count - last; i < a->count; i++)
        add(&list, ' ', &a->items[i], &old, &new);
    return list;
}

/* The hunk that begins with the change at `from`: where it ends. */
static size_t end_of_hunk(const edits *list, size_t from) {
    size_t quiet = 0, end = from;
    for (size_t i = from; i < list->count && quiet <= 2 * CONTEXT; i++) {
        quiet = list->items[i].change == ' ' ? quiet + 1 : 0;
        if (!quiet)
            end = i + 1;
    }
    return end + CONTEXT < list->count ? end + CONTEXT : list->count;
}

static void add_hunk(rg_text *out, const edits *list, size_t begin, size_t end, bool colour) {
    const edit *first = &list->items[begin];
    size_t old = 0, new = 0;
    for (size_t i = begin; i < end; i++) {
        old += list->items[i].change != '+';
        new += list->items[i].change != '-';
    }
    rg_text_printf(out, "@@ -%zu,%zu +%zu,%zu @@\n", first->old_number + (old > 0), old,
                   first->new_number + (new > 0), new);
    for (size_t i = begin; i < end; i++) {
        const edit *one = &list->items[i];
        const char *code = one->change == '-' ? "\33[31m" : one->change == '+' ? "\33[32m" : "";
        rg_text_puts(out, colour ? code : "");
        rg_text_putc(out, one->change);
        rg_text_add(out, one->line->text, one->line->length);
        rg_text_puts(out, colour && *code ? "\33[0m\n" : "\n");
    }
}

void rg_diff_texts(rg_text *out, const char *old, size_t old_length, const char *new,
                   size_t new_length, const char *old_label, const char *new_label, bool colour) {
    lines a = cut(out->arena, old, old_length), b = cut(out->arena, new, new_length);
    edits list = compare(out->arena, &a, &b);
    bool headed = false;
    for (size_t i = 0; i < list.count; i++) {
        if (list.items[i].change == ' ')
            continue;
        if (!headed)
            rg_text_printf(out, "--- %s\n+++ %s\n", old_label, new_label);
        headed = true;
        size_t begin = i > CONTEXT ? i - CONTEXT : 0, end = end_of_hunk(&list, i);
        add_hunk(out, &list, begin, end, colour);
        i = end - 1;
    }
}
