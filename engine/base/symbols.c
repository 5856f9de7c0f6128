/* Interned texts: an open-addressing hash table over an array in order of first appearance. */
#include "base.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FIRST_SLOTS = 256 }; /* a power of two, as all sizes of the table are */
static const uint32_t LINE_MASK = 15;

typedef rg_symbol_entry entry;

/* A slot has a symbol plus one in as many low bits as count the slots, so that it fits; 0 is empty.
 * In the bits above it has those of the hash: a probe that does not match touches no entry. */
typedef uint32_t slot;

static entry *entry_at(const rg_symbols *symbols, rg_symbol symbol) {
    return (entry *)symbols->entries.data + symbol;
}

/* Texts that differ in their last byte only, as numbered names do, belong into one cache line: that
 * byte chooses among 16 slots, and is in the high bits, too, that tell texts apart. */
static uint32_t hash_text(const char *text, size_t length) {
    if (length == 0)
        return 0;
    uint32_t last = (unsigned char)text[length - 1];
    uint32_t others = (uint32_t)XXH3_64bits(text, length - 1);
    return (others & ~LINE_MASK) ^ (last & LINE_MASK) ^ last << 24;
}

static rg_symbol symbol_in(const rg_symbols *symbols, slot full) {
    return (full & (uint32_t)(symbols->slots.count - 1)) - 1;
}

/* The places of a hash, one after the other: those of its own line of 16 slots, then lines further
 * and further away, so that full lines do not grow together. */
typedef struct probe {
    uint32_t line, step, offset, mask;
} probe;

static probe first_probe(const rg_symbols *symbols, uint32_t hash) {
    uint32_t mask = (uint32_t)(symbols->slots.count - 1);
    return (probe){hash & mask & ~LINE_MASK, 0, hash & LINE_MASK, mask};
}

static uint32_t place(const probe *p) {
    return p->line | (p->offset & LINE_MASK);
}

static void next_place(probe *p, uint32_t hash) {
    if ((++p->offset & LINE_MASK) != (hash & LINE_MASK))
        return;
    p->step += LINE_MASK + 1;
    p->line = (p->line + p->step) & p->mask;
}

/* The slot of the text, or the empty one where it belongs. */
static slot *find_slot(const rg_symbols *symbols, const char *text, size_t length, uint32_t hash) {
    slot *slots = symbols->slots.data;
    for (probe p = first_probe(symbols, hash);; next_place(&p, hash)) {
        slot *at = &slots[place(&p)];
        if (*at == 0)
            return at;
        if ((*at ^ hash) & ~p.mask)
            continue;
        const entry *e = entry_at(symbols, (*at & p.mask) - 1);
        if (e->hash == hash && e->length == length && memcmp(e->text, text, length) == 0)
            return at;
    }
}

static slot make_slot(const rg_symbols *symbols, uint32_t hash, uint32_t symbol) {
    uint32_t mask = (uint32_t)(symbols->slots.count - 1);
    return (hash & ~mask) | (symbol + 1);
}

static void new_slots(rg_symbols *symbols, size_t count) {
    rg_array slots = {NULL, 0, 0, 0};
    rg_array_reserve(symbols->arena, &slots, count, sizeof(slot));
    slots.count = count;
    rg_array_free(symbols->arena, &symbols->slots);
    symbols->slots = slots;
}

/* The slots that a count of symbols needs: a quarter of them stay empty. */
static size_t slots_for(size_t count) {
    size_t slots = FIRST_SLOTS;
    while (slots / 4 * 3 <= count)
        slots *= 2;
    return slots;
}

static void grow(rg_symbols *symbols, size_t count) {
    new_slots(symbols, count);
    slot *slots = symbols->slots.data;
    for (uint32_t s = 0; s < symbols->entries.count; s++) {
        uint32_t hash = entry_at(symbols, s)->hash;
        probe p = first_probe(symbols, hash);
        while (slots[place(&p)] != 0)
            next_place(&p, hash);
        slots[place(&p)] = make_slot(symbols, hash, s);
    }
}

rg_symbols *rg_symbols_new(rg_arena *arena) {
    rg_symbols *symbols = rg_alloc(arena, sizeof *symbols);
    symbols->arena = arena;
    new_slots(symbols, FIRST_SLOTS);
    rg_intern(symbols, "", 0); /* symbol 0 */
    return symbols;
}

void rg_symbols_reserve(rg_symbols *symbols, size_t count) {
    if (count >= UINT32_MAX)
        rg_out_of_memory(symbols->arena);
    size_t slots = slots_for(count);
    if (slots > symbols->slots.count)
        grow(symbols, slots);
}

rg_symbols *rg_symbols_copy(rg_arena *arena, const rg_symbols *symbols) {
    rg_symbols *copy = rg_alloc(arena, sizeof *copy);
    copy->arena = arena;
    new_slots(copy, symbols->slots.count);
    memcpy(copy->slots.data, symbols->slots.data, symbols->slots.count * sizeof(slot));
    size_t count = symbols->entries.count;
    rg_array_room(arena, &copy->entries, count, sizeof(entry));
    copy->entries.count = count;
    for (rg_symbol s = 0; s < count; s++) {
        entry e = *entry_at(symbols, s);
        e.text = rg_copy_text(arena, e.text, e.length);
        *entry_at(copy, s) = e;
    }
    return copy;
}

uint32_t rg_symbols_expect(const rg_symbols *symbols, const char *text, size_t length) {
    uint32_t hash = hash_text(text, length);
    __builtin_prefetch((const slot *)symbols->slots.data + (hash & (symbols->slots.count - 1)));
    return hash;
}

rg_symbol rg_intern(rg_symbols *symbols, const char *text, size_t length) {
    return rg_intern_hashed(symbols, text, length, hash_text(text, length));
}

/* A new symbol for the text, which belongs into the slot. */
static rg_symbol add_symbol(rg_symbols *symbols, const char *text, size_t length, uint32_t hash,
                            slot *empty) {
    size_t count = symbols->entries.count;
    if (length >= UINT32_MAX || count >= UINT32_MAX - 1)
        rg_out_of_memory(symbols->arena);
    if (count >= symbols->slots.count / 4 * 3) {
        grow(symbols, symbols->slots.count * 2);
        empty = find_slot(symbols, text, length, hash);
    }
    const char *copy = rg_copy_text(symbols->arena, text, length);
    rg_array_room(symbols->arena, &symbols->entries, 1, sizeof(entry));
    *entry_at(symbols, (rg_symbol)count) = (entry){copy, (uint32_t)length, hash};
    symbols->entries.count++;
    *empty = make_slot(symbols, hash, (uint32_t)count);
    return (rg_symbol)count;
}

rg_symbol rg_intern_hashed(rg_symbols *symbols, const char *text, size_t length, uint32_t hash) {
    slot *found = find_slot(symbols, text, length, hash);
    return *found ? symbol_in(symbols, *found) : add_symbol(symbols, text, length, hash, found);
}

rg_symbol rg_intern_text(rg_symbols *symbols, const char *text) {
    return rg_intern(symbols, text, strlen(text));
}

rg_symbol rg_find_symbol(const rg_symbols *symbols, const char *text, size_t length) {
    const slot *found = find_slot(symbols, text, length, hash_text(text, length));
    return *found ? symbol_in(symbols, *found) : RG_NO_SYMBOL;
}

size_t rg_symbol_count(const rg_symbols *symbols) {
    return symbols->entries.count;
}
