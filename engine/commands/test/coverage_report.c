/* The report of coverage: each file of rules once, whichever sets of rules it was loaded in. */
#include <stdio.h>
#include <string.h>

#include "coverage.h"

static bool is_shown(const rg_words *shown, const char *path) {
    for (size_t i = 0; i < shown->count; i++)
        if (strcmp(shown->items[i], path) == 0)
            return true;
    return false;
}

/* The tallies of all tests, for the parts of one set of rules. */
static rg_coverage total_coverage(rg_arena *arena, const rg_coverage *coverages, size_t count,
                                  const regraft_rules *rules) {
    rg_coverage total = rg_new_coverage(arena, rules);
    for (size_t i = 0; i < count; i++)
        if (coverages[i].rules)
            rg_add_coverage(&total, &coverages[i]);
    return total;
}

static void add_part(rg_text *out, const char *name, size_t hit, size_t all) {
    rg_text_printf(out, "%s%s %zu of %zu", rg_text_length(out) ? ", " : "", name, hit, all);
}

void rg_report_coverage(rg_arena *arena, const rg_coverage *coverages, size_t count,
                        const regraft_rules *const *rules, size_t rules_count) {
    rg_coverage_sum sum = {0};
    rg_text out = rg_text_new(arena), last = rg_text_new(arena);
    rg_array shown = {0};
    for (size_t i = 0; i < rules_count; i++) {
        if (!rules[i])
            continue;
        rg_coverage total = total_coverage(arena, coverages, count, rules[i]);
        rg_words files = rg_covered_files(arena, &total);
        for (size_t k = 0; k < files.count; k++) {
            rg_words before = {shown.count, shown.data};
            if (is_shown(&before, files.items[k]))
                continue;
            *(const char **)rg_array_push(arena, &shown, sizeof(char *)) = files.items[k];
            rg_write_coverage(&out, &total, files.items[k], &sum);
            rg_text_putc(&out, '\n');
        }
    }
    add_part(&last, "rules", sum.rules_hit, sum.rules);
    add_part(&last, "clauses", sum.clauses_hit, sum.clauses);
    add_part(&last, "guards", sum.guards_hit, sum.guards);
    add_part(&last, "refusing guards", sum.guards_refused, sum.guards);
    add_part(&last, "alternatives", sum.choices_hit, sum.choices);
    printf("%scoverage: %s (lines with ! were never applied, held, taken or fitted)\n\n",
           rg_text_string(&out), rg_text_string(&last));
}
