/* Which statements two states of a graph have in common. Nodes keep their ids, so only their order
 * and text must be compared. */
#include "diff.h"

#include <string.h>

/* Has a read node's lead lines of its own, beside the end of the line before? */
static bool has_lead(const rg_graph *graph, rg_node_id id) {
    const rg_node *node = rg_node_at(graph, id);
    if (!rg_has_statement(node))
        return false;
    const char *text = graph->module->source->text;
    const char *begin = text + rg_lead_begin(graph, id), *end = text + node->source_begin;
    const char *first = memchr(begin, '\n', (size_t)(end - begin));
    return first && memchr(first + 1, '\n', (size_t)(end - first - 1));
}

static void add_entry(rg_arena *arena, rg_array *entries, rg_entry_kind kind, rg_node_id id) {
    rg_entry *entry = rg_array_push(arena, entries, sizeof *entry);
    *entry = (rg_entry){id, (uint8_t)kind, ' '};
}

/* What the graph prints, in order. Comments of erased nodes stay, before the next node. */
static rg_array list_entries(rg_arena *arena, const rg_graph *graph) {
    rg_array entries = {NULL, 0, 0, 0};
    add_entry(arena, &entries, RG_ENTRY_HEADER, RG_NO_NODE);
    for (rg_node_id id = graph->first; id != RG_NO_NODE; id = rg_node_at(graph, id)->next) {
        if (rg_is_parameter(graph, rg_node_at(graph, id)))
            continue;
        rg_node_id first = id;
        while (rg_has_statement(rg_node_at(graph, id)) && first > 0 &&
               rg_was_erased(graph, first - 1))
            first--;
        for (; first < id; first++) {
            if (has_lead(graph, first))
                add_entry(arena, &entries, RG_ENTRY_LEAD, first);
        }
        if (has_lead(graph, id))
            add_entry(arena, &entries, RG_ENTRY_LEAD, id);
        add_entry(arena, &entries, RG_ENTRY_STATEMENT, id);
    }
    return entries;
}

/* ---- what is the same */

typedef struct comparison {
    rg_arena *arena;
    const rg_graph *before, *after;
    rg_array old_entries, new_entries; /* of rg_entry */
    rg_array places; /* of uint32_t: 1 + place among the old entries, by node and kind */
    rg_text old_text, new_text;
} comparison;

static rg_entry *entry_at(const rg_array *entries, size_t i) {
    return (rg_entry *)entries->data + i;
}

/* Header 0, then two for each node. */
static size_t key_of(const rg_entry *entry) {
    if (entry->kind == RG_ENTRY_HEADER)
        return 0;
    return 2 * (size_t)entry->id + (entry->kind == RG_ENTRY_STATEMENT ? 2 : 1);
}

void rg_write_entry(rg_text *out, const rg_graph *graph, const rg_entry *entry) {
    if (entry->kind == RG_ENTRY_STATEMENT)
        rg_write_node(out, graph, entry->id, false);
    else if (entry->kind == RG_ENTRY_HEADER)
        rg_write_header(out, graph, false);
    if (entry->kind != RG_ENTRY_LEAD)
        return;
    /* From after the end of the line before to the last line end. */
    const char *text = graph->module->source->text;
    const char *begin = text + rg_lead_begin(graph, entry->id);
    const char *end = text + rg_node_at(graph, entry->id)->source_begin;
    begin = memchr(begin, '\n', (size_t)(end - begin));
    begin++;
    while (end > begin && end[-1] != '\n')
        end--;
    end -= end > begin;
    rg_text_add(out, begin, (size_t)(end - begin));
}

/* Comments are never changed; statements that both print as the source has them are the same. */
static bool same_text(comparison *c, const rg_entry *entry) {
    if (entry->kind == RG_ENTRY_LEAD)
        return true;
    if (entry->kind == RG_ENTRY_STATEMENT && !rg_statement_differs(c->before, entry->id) &&
        !rg_statement_differs(c->after, entry->id))
        return true;
    rg_text_clear(&c->old_text);
    rg_text_clear(&c->new_text);
    rg_write_entry(&c->old_text, c->before, entry);
    rg_write_entry(&c->new_text, c->after, entry);
    return rg_text_length(&c->old_text) == rg_text_length(&c->new_text) &&
           strcmp(rg_text_string(&c->old_text), rg_text_string(&c->new_text)) == 0;
}

/* For each new entry 1 + the place of the old one that is the same, or 0. True when those places
 * only rise, as they do unless nodes were moved. */
static bool match_entries(comparison *c, uint32_t *matches) {
    size_t keys = 2 * c->before->nodes.count + 2;
    rg_array_reserve(c->arena, &c->places, keys, sizeof(uint32_t));
    uint32_t *places = c->places.data;
    for (uint32_t i = 0; i < c->old_entries.count; i++)
        places[key_of(entry_at(&c->old_entries, i))] = i + 1;
    uint32_t last = 0;
    bool rising = true;
    for (size_t i = 0; i < c->new_entries.count; i++) {
        const rg_entry *entry = entry_at(&c->new_entries, i);
        size_t key = key_of(entry);
        uint32_t place = key < keys ? places[key] : 0;
        matches[i] = place && same_text(c, entry) ? place : 0;
        if (matches[i] == 0)
            continue;
        rising = rising && matches[i] > last;
        last = matches[i];
    }
    return rising;
}

/* Keeps of the matches a longest rising sequence: `best[n]` is the entry with the least place that
 * ends a sequence of n + 1, `before[i]` the entry before i in its sequence. */
static void keep_rising(rg_arena *arena, uint32_t *matches, size_t count) {
    rg_array rows = {NULL, 0, 0, 0};
    rg_array_room(arena, &rows, 2 * count, sizeof(uint32_t));
    uint32_t *best = rows.data, *before = best + count;
    size_t length = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (matches[i] == 0)
            continue;
        size_t low = 0, high = length;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (matches[best[middle]] < matches[i])
                low = middle + 1;
            else
                high = middle;
        }
        before[i] = low > 0 ? best[low - 1] : UINT32_MAX;
        best[low] = i;
        length += low == length;
    }
    uint32_t kept = length > 0 ? best[length - 1] : UINT32_MAX;
    for (uint32_t i = (uint32_t)count; i-- > 0;) {
        if (i == kept)
            kept = before[i];
        else
            matches[i] = 0;
    }
    rg_array_free(arena, &rows);
}

static void copy_entry(comparison *c, rg_array *out, const rg_entry *entry, char change) {
    rg_entry *copy = rg_array_push(c->arena, out, sizeof *copy);
    *copy = *entry;
    copy->change = change;
}

/* Between two entries of both states first what is gone, then what is new. */
static rg_array merge(comparison *c, const uint32_t *matches) {
    rg_array out = {NULL, 0, 0, 0};
    size_t old_at = 0, new_at = 0;
    while (old_at < c->old_entries.count || new_at < c->new_entries.count) {
        size_t next = new_at;
        while (next < c->new_entries.count && matches[next] == 0)
            next++;
        size_t old_end = next < c->new_entries.count ? matches[next] - 1 : c->old_entries.count;
        while (old_at < old_end)
            copy_entry(c, &out, entry_at(&c->old_entries, old_at++), '-');
        while (new_at < next)
            copy_entry(c, &out, entry_at(&c->new_entries, new_at++), '+');
        if (next < c->new_entries.count) {
            copy_entry(c, &out, entry_at(&c->new_entries, new_at++), ' ');
            old_at++;
        }
    }
    return out;
}

rg_array rg_compare_graphs(rg_arena *arena, const rg_graph *before, const rg_graph *after) {
    comparison c = {.arena = arena, .before = before, .after = after};
    c.old_text = rg_text_new(arena);
    c.new_text = rg_text_new(arena);
    c.old_entries = list_entries(arena, before);
    c.new_entries = list_entries(arena, after);
    rg_array matches = {NULL, 0, 0, 0};
    rg_array_reserve(arena, &matches, c.new_entries.count, sizeof(uint32_t));
    if (!match_entries(&c, matches.data))
        keep_rising(arena, matches.data, c.new_entries.count);
    rg_array merged = merge(&c, matches.data);
    rg_array_free(arena, &matches);
    rg_array_free(arena, &c.places);
    rg_array_free(arena, &c.old_entries);
    rg_array_free(arena, &c.new_entries);
    rg_array_free(arena, &c.old_text.bytes);
    rg_array_free(arena, &c.new_text.bytes);
    return merged;
}
