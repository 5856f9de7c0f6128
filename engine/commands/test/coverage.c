/* Coverage: events of runs counted by the part of the rules they are about. */
#include "coverage.h"

#include <stdlib.h>
#include <string.h>

const unsigned rg_coverage_events =
    REGRAFT_EVENT(REGRAFT_TRIED) | REGRAFT_EVENT(REGRAFT_MATCHED) | REGRAFT_EVENT(REGRAFT_APPLIED) |
    REGRAFT_EVENT(REGRAFT_GUARD_HELD) | REGRAFT_EVENT(REGRAFT_GUARD_REFUSED) |
    REGRAFT_EVENT(REGRAFT_CLAUSE_TRIED) | REGRAFT_EVENT(REGRAFT_CLAUSE_REFUSED) |
    REGRAFT_EVENT(REGRAFT_CLAUSE_TAKEN) | REGRAFT_EVENT(REGRAFT_ALTERNATIVE) |
    REGRAFT_EVENT(REGRAFT_BLOCK);

/* ---------------------------------------------------------------- parts by place */

static int compare_places(const regraft_place *a, const regraft_place *b) {
    int paths = a->path == b->path ? 0 : strcmp(a->path, b->path);
    if (paths)
        return paths;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return a->column < b->column ? -1 : a->column > b->column;
}

/* What qsort() compares belongs to the rules: it is put beside each number. */
typedef struct numbered {
    const regraft_part *part;
    size_t number;
} numbered;

static int by_place(const void *a, const void *b) {
    const numbered *x = a, *y = b;
    int places = compare_places(&x->part->at, &y->part->at);
    return places ? places : (x->number < y->number ? -1 : 1);
}

rg_coverage rg_new_coverage(rg_arena *arena, const regraft_rules *rules) {
    size_t count = regraft_rules_part_count(rules);
    numbered *sorted = rg_alloc_array(arena, count + 1, sizeof *sorted);
    size_t *order = rg_alloc_array(arena, count + 1, sizeof *order);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (numbered){regraft_rules_part_at(rules, i), i};
    qsort(sorted, count, sizeof *sorted, by_place);
    for (size_t i = 0; i < count; i++)
        order[i] = sorted[i].number;
    return (rg_coverage){rules, count, rg_alloc_array(arena, count + 1, sizeof(rg_tally)), order};
}

static rg_tally *tally_at(const rg_coverage *coverage, const regraft_place *place) {
    size_t low = 0, high = coverage->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const regraft_part *part = regraft_rules_part_at(coverage->rules, coverage->order[middle]);
        int order = compare_places(&part->at, place);
        if (order == 0)
            return &coverage->tallies[coverage->order[middle]];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* ---------------------------------------------------------------- counting */

static void count_at(rg_tally *tally, regraft_event_kind kind) {
    tally->tried += kind == REGRAFT_TRIED || kind == REGRAFT_CLAUSE_TRIED ||
                    kind == REGRAFT_GUARD_HELD || kind == REGRAFT_GUARD_REFUSED;
    tally->fitted += kind == REGRAFT_MATCHED || kind == REGRAFT_CLAUSE_TAKEN ||
                     kind == REGRAFT_GUARD_HELD || kind == REGRAFT_ALTERNATIVE ||
                     kind == REGRAFT_BLOCK;
    tally->refused += kind == REGRAFT_CLAUSE_REFUSED || kind == REGRAFT_GUARD_REFUSED;
    tally->applied += kind == REGRAFT_APPLIED;
}

void rg_count_event(void *context, const regraft_event *event) {
    const rg_coverage *coverage = context;
    bool of_part = event->kind == REGRAFT_GUARD_HELD || event->kind == REGRAFT_GUARD_REFUSED ||
                   event->kind == REGRAFT_ALTERNATIVE;
    rg_tally *tally = tally_at(coverage, of_part ? &event->part : &event->at);
    if (tally)
        count_at(tally, event->kind);
}

void rg_add_coverage(rg_coverage *to, const rg_coverage *from) {
    for (size_t i = 0; i < from->count; i++) {
        rg_tally *into = tally_at(to, &regraft_rules_part_at(from->rules, i)->at);
        if (!into)
            continue;
        into->tried += from->tallies[i].tried;
        into->fitted += from->tallies[i].fitted;
        into->refused += from->tallies[i].refused;
        into->applied += from->tallies[i].applied;
    }
}

/* ---------------------------------------------------------------- the table */

rg_words rg_covered_files(rg_arena *arena, const rg_coverage *coverage) {
    rg_words files = {0, rg_alloc_array(arena, coverage->count + 1, sizeof(char *))};
    for (size_t i = 0; i < coverage->count; i++) {
        const char *path = regraft_rules_part_at(coverage->rules, i)->at.path;
        if (!files.count || strcmp(files.items[files.count - 1], path) != 0)
            files.items[files.count++] = path;
    }
    return files;
}

enum { WIDEST = 60 };

static void add_line(rg_text *out, const regraft_part *part, const char *indent, bool hit,
                     const char *numbers) {
    size_t length = strlen(part->text);
    int width = (int)(WIDEST - strlen(indent));
    const char *dots = length > (size_t)width ? "..." : "";
    int shown = *dots ? width - 3 : (int)length;
    rg_text_printf(out, "%c%5u  %s%.*s%s%*s  %s\n", hit ? ' ' : '!', part->at.line, indent, shown,
                   part->text, dots, *dots ? 0 : width - shown, "", numbers);
}

/* How often all guards held: then the rule was applied, or ended the run with its `error`. */
static size_t times_passed(const rg_coverage *coverage, size_t rule) {
    size_t refused = 0;
    for (size_t i = rule + 1; i < coverage->count; i++) {
        regraft_part_kind kind = regraft_rules_part_at(coverage->rules, i)->kind;
        if (kind != REGRAFT_GUARD && kind != REGRAFT_CHOICE)
            break;
        refused += kind == REGRAFT_GUARD ? coverage->tallies[i].refused : 0;
    }
    return coverage->tallies[rule].fitted - refused;
}

static void add_rule(rg_text *out, const rg_coverage *coverage, size_t number,
                     rg_coverage_sum *sum) {
    const regraft_part *part = regraft_rules_part_at(coverage->rules, number);
    const rg_tally *tally = &coverage->tallies[number];
    bool hit = times_passed(coverage, number) > 0;
    sum->rules++;
    sum->rules_hit += hit;
    add_line(out, part, "", hit,
             rg_format(out->arena, "tried %zu, matched %zu, applied %zu", tally->tried,
                       tally->fitted, tally->applied));
}

static void add_guard(rg_text *out, const regraft_part *part, const rg_tally *tally,
                      rg_coverage_sum *sum) {
    sum->guards++;
    sum->guards_hit += tally->fitted > 0;
    sum->guards_refused += tally->refused > 0;
    add_line(out, part, "  where ", tally->fitted > 0,
             rg_format(out->arena, "held %zu, refused %zu", tally->fitted, tally->refused));
}

static void add_clause(rg_text *out, const regraft_part *part, const rg_tally *tally,
                       rg_coverage_sum *sum) {
    sum->clauses++;
    sum->clauses_hit += tally->fitted > 0;
    add_line(out, part, "", tally->fitted > 0,
             rg_format(out->arena, "tried %zu, taken %zu, refused %zu", tally->tried, tally->fitted,
                       tally->refused));
}

static void add_choice(rg_text *out, const regraft_part *part, const rg_tally *tally,
                       rg_coverage_sum *sum) {
    sum->choices++;
    sum->choices_hit += tally->fitted > 0;
    add_line(out, part, "  | ", tally->fitted > 0,
             rg_format(out->arena, "fitted %zu", tally->fitted));
}

void rg_write_coverage(rg_text *out, const rg_coverage *coverage, const char *path,
                       rg_coverage_sum *sum) {
    rg_text_printf(out, "%s\n", path);
    for (size_t i = 0; i < coverage->count; i++) {
        const regraft_part *part = regraft_rules_part_at(coverage->rules, i);
        const rg_tally *tally = &coverage->tallies[i];
        if (strcmp(part->at.path, path) != 0)
            continue;
        if (part->kind == REGRAFT_RULE)
            add_rule(out, coverage, i, sum);
        else if (part->kind == REGRAFT_GUARD)
            add_guard(out, part, tally, sum);
        else if (part->kind == REGRAFT_CLAUSE)
            add_clause(out, part, tally, sum);
        else if (part->kind == REGRAFT_CHOICE)
            add_choice(out, part, tally, sum);
        else if (part->kind == REGRAFT_BEGIN_END)
            add_line(out, &(regraft_part){.text = part->name, .at = part->at}, "",
                     tally->fitted > 0, rg_format(out->arena, "ran %zu", tally->fitted));
    }
}
