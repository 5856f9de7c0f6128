/* "Did you mean": the nearest of some texts by edit distance. */
#include "base.h"

#include <string.h>

enum { LONGEST = 96 }; /* longer texts are no typing mistakes of each other */

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Edits (insert, erase, replace, swap of neighbours) from a to b, both at most LONGEST long. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        last[j] = j;
    memcpy(before, last, (b_length + 1) * sizeof *last);
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t replaced = last[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = smaller(replaced, smaller(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
        size_t *free_row = before;
        before = last;
        last = row;
        row = free_row;
    }
    return last[b_length];
}

const char *rg_nearest(const char *text, const char *const *candidates, size_t count) {
    size_t length = strlen(text);
    if (length > LONGEST)
        return NULL;
    size_t limit = length < 6 ? 1 : length / 3;
    const char *best = NULL;
    for (size_t i = 0; i < count; i++) {
        size_t other = strlen(candidates[i]);
        if (other > LONGEST || other > length + limit || length > other + limit)
            continue;
        size_t d = distance(text, length, candidates[i], other);
        if (d <= limit && d < length) {
            best = candidates[i];
            if (d == 0)
                break;
            limit = d - 1; /* only better ones from here on: the first of equals wins */
        }
    }
    return best;
}
