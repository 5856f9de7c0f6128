/* Unified diffs of two states of a module. */
#include "diff.h"

#include <string.h>

enum { CONTEXT = 3 }; /* entries shown around a change */

typedef struct printer {
    rg_text *out;
    const rg_graph *before, *after;
    bool colour;
    size_t old_line, new_line; /* of the next entry */
    rg_text text;              /* of one entry */
} printer;

static size_t count_newlines(const char *text) {
    size_t count = 0;
    for (; (text = strchr(text, '\n')); text++)
        count++;
    return count;
}

/* The entry's text into p->text; its count of lines. */
static size_t entry_text(printer *p, const rg_entry *entry) {
    rg_text_clear(&p->text);
    rg_write_entry(&p->text, entry->change == '-' ? p->before : p->after, entry);
    return count_newlines(rg_text_string(&p->text)) + 1;
}

static void paint(printer *p, const char *code) {
    if (p->colour)
        rg_text_printf(p->out, "\033[%sm", code);
}

/* `  # FILE:LINE RULE` behind what a rule made. */
static void print_origin(printer *p, const rg_entry *entry) {
    if (entry->change != '+' || entry->kind != RG_ENTRY_STATEMENT)
        return;
    const rg_origin *origin =
        rg_origin_at(p->after->module, rg_extra_of(p->after, entry->id)->origin);
    if (!origin)
        return;
    const char *name = *origin->rule ? origin->rule : origin->pass;
    rg_text_printf(p->out, "  # %s:%u %s", origin->path, origin->line, name);
}

static void print_entry(printer *p, const rg_entry *entry) {
    entry_text(p, entry);
    const char *indentation = entry->kind == RG_ENTRY_STATEMENT ? "    " : "";
    if (entry->change != ' ')
        paint(p, entry->change == '-' ? "31" : "32");
    for (const char *line = rg_text_string(&p->text), *next; line; line = next) {
        size_t length = strcspn(line, "\n");
        next = line[length] ? line + length + 1 : NULL;
        length -= length > 0 && line[length - 1] == '\r';
        rg_text_putc(p->out, entry->change);
        rg_text_puts(p->out, indentation);
        rg_text_add(p->out, line, length);
        indentation = "";
        if (next)
            rg_text_putc(p->out, '\n');
    }
    print_origin(p, entry);
    if (entry->change != ' ')
        paint(p, "0");
    rg_text_putc(p->out, '\n');
}

/* Moves the line counters over an entry. */
static void pass_entry(printer *p, const rg_entry *entry) {
    bool one_line = entry->kind == RG_ENTRY_HEADER;
    size_t lines = one_line ? 1 : entry_text(p, entry);
    p->old_line += entry->change != '+' ? lines : 0;
    p->new_line += entry->change != '-' ? lines : 0;
}

/* One hunk: the entries from `first` to before `end`. */
static void print_hunk(printer *p, const rg_entry *entries, size_t first, size_t end) {
    size_t old_first = p->old_line, new_first = p->new_line;
    for (size_t i = first; i < end; i++)
        pass_entry(p, &entries[i]);
    const rg_graph *graph = p->after;
    const char *name = rg_symbol_text(graph->module->symbols, graph->name);
    paint(p, "36");
    rg_text_printf(p->out, "@@ -%zu,%zu +%zu,%zu @@ graph%s%s", old_first, p->old_line - old_first,
                   new_first, p->new_line - new_first, graph->name ? " " : "", name);
    paint(p, "0");
    rg_text_putc(p->out, '\n');
    for (size_t i = first; i < end; i++)
        print_entry(p, &entries[i]);
}

/* End of the hunk that the change at `at` is in: after the context of its last change. */
static size_t hunk_end(const rg_entry *entries, size_t count, size_t at) {
    size_t end = at;
    for (size_t i = at; i < count && i < end + 2 * CONTEXT + 1; i++) {
        if (entries[i].change != ' ')
            end = i;
    }
    return end + CONTEXT + 1 < count ? end + CONTEXT + 1 : count;
}

static void print_hunks(printer *p, const rg_entry *entries, size_t count) {
    size_t passed = 0;
    for (size_t i = 0; i < count; i++) {
        if (entries[i].change == ' ')
            continue;
        size_t first = i > passed + CONTEXT ? i - CONTEXT : passed;
        for (; passed < first; passed++)
            pass_entry(p, &entries[passed]);
        passed = hunk_end(entries, count, i);
        print_hunk(p, entries, first, passed);
        i = passed - 1;
    }
    for (; passed < count; passed++)
        pass_entry(p, &entries[passed]);
}

static bool has_change(const rg_array *entries) {
    for (size_t i = 0; i < entries->count; i++) {
        if (((const rg_entry *)entries->data)[i].change != ' ')
            return true;
    }
    return false;
}

void rg_diff_modules(rg_text *out, rg_module *before, rg_module *after, const char *old_label,
                     const char *new_label, bool colour) {
    printer p = {.out = out, .colour = colour, .old_line = 1, .new_line = 1};
    p.text = rg_text_new(out->arena);
    bool labelled = false;
    for (size_t i = 0; i < before->graph_count && i < after->graph_count; i++) {
        p.before = before->graphs[i];
        p.after = after->graphs[i];
        rg_array entries = rg_compare_graphs(out->arena, p.before, p.after);
        size_t lead = count_newlines(p.before->lead);
        p.old_line += lead;
        p.new_line += lead;
        if (has_change(&entries) && !labelled) {
            paint(&p, "1");
            rg_text_printf(out, "--- %s\n+++ %s\n", old_label, new_label);
            paint(&p, "0");
            labelled = true;
        }
        print_hunks(&p, entries.data, entries.count);
        rg_array_free(out->arena, &entries);
    }
    rg_array_free(out->arena, &p.text.bytes);
}
