/* The lowest layer: memory, symbols, text buffers, sources and diagnostics.
 *
 * Memory. Everything that a graph or a rule set owns is in its arena and freed with it. When memory
 * runs out (or a size overflows) the arena jumps to the `jmp_buf` that the public API set, so that
 * code in between needs no checks. Resources of other libraries are registered with
 * rg_arena_defer() and released with the arena, so the jump leaks nothing.
 */
#ifndef REGRAFT_BASE_H
#define REGRAFT_BASE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define RG_MAX_NESTING 1000 /* containers within containers, in graphs, rules and JSON */

/* The number of items of an array whose size the compiler knows. */
#define RG_COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* Of a function for the rare case: it stays out of its caller, which would save registers and make
 * room on the stack for it at each call. */
#define RG_RARE __attribute__((noinline))

/* ---------------------------------------------------------------- arena */

typedef struct rg_arena rg_arena;

/* A new arena, or NULL if memory ran out. The caller frees it with rg_arena_free(). */
rg_arena *rg_arena_new(void);
void rg_arena_free(rg_arena *arena);

/* Where to jump (with value 1) when an allocation fails. Returns the previous target, which the
 * caller restores. Without a target, a failure aborts the process. */
jmp_buf *rg_arena_on_failure(rg_arena *arena, jmp_buf *target);

/* A new arena with the failure target that `owner` has now; the caller frees it. */
rg_arena *rg_arena_new_like(rg_arena *owner);
/* Such an arena, freed with its owner, or earlier by rg_inner_arena_free(). */
typedef struct rg_inner_arena {
    rg_arena *arena; /* NULL: freed */
} rg_inner_arena;
rg_inner_arena *rg_arena_within(rg_arena *owner);
void rg_inner_arena_free(rg_inner_arena *inner);

/* The only function of the project that allocates, resizes and (size 0) frees memory. NULL when
 * memory runs out; `memory` is then untouched. Tests replace it at link time (--wrap) to make it
 * fail. */
void *rg_system_memory(void *memory, size_t size);
/* The same for blocks whose size the caller knows. Large ones are mappings on huge pages: the first
 * touch of their memory is cheap, growing copies nothing, untouched memory costs nothing, and all
 * bytes beyond the old size are zero. */
#define RG_LARGE_BLOCK ((size_t)1 << 21)
void *rg_system_block(void *memory, size_t old, size_t size);

/* `size` zeroed bytes, aligned for any object. Never returns NULL (see above). */
void *rg_alloc(rg_arena *arena, size_t size);
/* `count * size` zeroed bytes; an overflow of the product counts as memory running out. */
void *rg_alloc_array(rg_arena *arena, size_t count, size_t size);
/* A copy of `length` bytes with a NUL after them. */
char *rg_copy_text(rg_arena *arena, const char *text, size_t length);
/* printf into the arena. */
char *rg_format(rg_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Calls release(object) when the arena is freed (last registered, first called). If there is no
 * memory to record that, calls release(object) at once and fails as an allocation does. */
void rg_arena_defer(rg_arena *arena, void (*release)(void *), void *object);
/* Frees all allocations of the arena, but keeps some memory for the next ones; for arenas of
 * short-lived objects. Its arrays are then invalid. Nothing may be deferred. */
void rg_arena_clear(rg_arena *arena);
/* Bytes that the arena has now, its arrays (below) included. */
size_t rg_arena_bytes(const rg_arena *arena);
/* Fails as if memory had run out: for sizes that a limit forbids. Does not return. */
_Noreturn void rg_out_of_memory(rg_arena *arena);

/* A growing array whose storage belongs to the arena (freed with it, moved when it grows). */
typedef struct rg_array {
    void *data;
    size_t count;    /* items in use */
    size_t capacity; /* items there is room for */
    size_t block;    /* handle of the storage in the arena; 0 before the first growth */
} rg_array;

/* Room for `extra` more items of `size` bytes; new room is zeroed. */
void rg_array_reserve(rg_arena *arena, rg_array *array, size_t extra, size_t size);
void rg_array_grow(rg_arena *arena, rg_array *array, size_t extra, size_t size);
/* The same without zeroing: for room that is written at once. */
static inline void rg_array_room(rg_arena *arena, rg_array *array, size_t extra, size_t size) {
    if (extra > array->capacity - array->count)
        rg_array_grow(arena, array, extra, size);
}
/* One more zeroed item; its address is valid until the array grows. */
static inline void *rg_array_push(rg_arena *arena, rg_array *array, size_t size) {
    if (!array->data || array->count == array->capacity)
        rg_array_room(arena, array, 1, size);
    return memset((char *)array->data + array->count++ * size, 0, size);
}
/* Frees the storage before the arena is freed; the array is empty afterwards. */
void rg_array_free(rg_arena *arena, rg_array *array);

/* ---------------------------------------------------------------- symbols */

/* An interned text. 0 is the empty text. Equal texts of one table have equal symbols, numbered in
 * order of first appearance, so that nothing depends on hashes. */
typedef uint32_t rg_symbol;

/* See symbols.c; here for the functions below that are inline. */
typedef struct rg_symbol_entry {
    const char *text;
    uint32_t length;
    uint32_t hash;
} rg_symbol_entry;
typedef struct rg_symbols {
    rg_arena *arena;
    rg_array entries; /* of rg_symbol_entry, by symbol */
    rg_array slots;   /* a hash table of them */
} rg_symbols;

rg_symbols *rg_symbols_new(rg_arena *arena);
/* Makes room for `count` symbols at once. */
void rg_symbols_reserve(rg_symbols *symbols, size_t count);
/* A copy with the same numbers that lives in `arena`. */
rg_symbols *rg_symbols_copy(rg_arena *arena, const rg_symbols *symbols);
rg_symbol rg_intern(rg_symbols *symbols, const char *text, size_t length);
rg_symbol rg_intern_text(rg_symbols *symbols, const char *text); /* NUL-terminated */
/* The hash of a text that will be interned soon; starts to fetch the memory that this needs. */
uint32_t rg_symbols_expect(const rg_symbols *symbols, const char *text, size_t length);
/* rg_intern() of a text whose hash is known. */
rg_symbol rg_intern_hashed(rg_symbols *symbols, const char *text, size_t length, uint32_t hash);
#define RG_NO_SYMBOL UINT32_MAX
/* The symbol of a text that is in the table, or RG_NO_SYMBOL. */
rg_symbol rg_find_symbol(const rg_symbols *symbols, const char *text, size_t length);
/* The text, NUL-terminated; valid as long as the table. It may contain NULs. */
static inline const char *rg_symbol_text(const rg_symbols *symbols, rg_symbol symbol) {
    return ((const rg_symbol_entry *)symbols->entries.data)[symbol].text;
}
static inline size_t rg_symbol_length(const rg_symbols *symbols, rg_symbol symbol) {
    return ((const rg_symbol_entry *)symbols->entries.data)[symbol].length;
}
/* The number of symbols; every symbol is smaller. */
size_t rg_symbol_count(const rg_symbols *symbols);

/* Numbers by symbol, for tables that are full for some symbols and empty for most (names of one
 * graph among the texts of a module): a tree of three levels. Zeroed memory is an empty map. */
enum { RG_PAGE_BITS = 4, RG_PAGE_ITEMS = 1 << RG_PAGE_BITS };

typedef struct rg_symbol_page {
    uint32_t items[RG_PAGE_ITEMS];
} rg_symbol_page;

typedef struct rg_symbol_map {
    rg_array top;    /* of uint32_t: 1 + index of a group; 0: nothing is there */
    rg_array groups; /* of rg_symbol_page: 1 + index of a page; 0: nothing is there */
    rg_array pages;  /* of rg_symbol_page: the numbers */
} rg_symbol_map;

/* The number of a symbol; 0 if none was set. */
static inline uint32_t rg_symbol_map_get(const rg_symbol_map *map, rg_symbol symbol) {
    size_t top = symbol >> 2 * RG_PAGE_BITS;
    uint32_t group = top < map->top.count ? ((const uint32_t *)map->top.data)[top] : 0;
    if (!group)
        return 0;
    const rg_symbol_page *g = (const rg_symbol_page *)map->groups.data + (group - 1);
    uint32_t page = g->items[symbol >> RG_PAGE_BITS & (RG_PAGE_ITEMS - 1)];
    if (!page)
        return 0;
    const rg_symbol_page *p = (const rg_symbol_page *)map->pages.data + (page - 1);
    return p->items[symbol & (RG_PAGE_ITEMS - 1)];
}
/* Returns the number that the symbol had. */
uint32_t rg_symbol_map_set(rg_arena *arena, rg_symbol_map *map, rg_symbol symbol, uint32_t number);

/* Maps to indices: an item is 1 + its index, here and nowhere else, so that 0 is an index. */
#define RG_NO_INDEX UINT32_MAX
/* The index of a symbol; RG_NO_INDEX if none was set. */
static inline uint32_t rg_symbol_map_index(const rg_symbol_map *map, rg_symbol symbol) {
    return rg_symbol_map_get(map, symbol) - 1;
}
/* RG_NO_INDEX takes the symbol out. Returns the index that the symbol had. */
static inline uint32_t rg_symbol_map_set_index(rg_arena *arena, rg_symbol_map *map,
                                               rg_symbol symbol, uint32_t index) {
    return rg_symbol_map_set(arena, map, symbol, index + 1) - 1;
}
rg_symbol_map rg_symbol_map_copy(rg_arena *arena, const rg_symbol_map *map);

/* ---------------------------------------------------------------- text */

/* A growing byte buffer, always NUL-terminated once something was added. */
typedef struct rg_text {
    rg_arena *arena;
    rg_array bytes; /* of char; .count does not count the NUL */
} rg_text;

rg_text rg_text_new(rg_arena *arena);
/* Makes room for `length` more bytes and the NUL, before many small pieces are added. */
void rg_text_room(rg_text *text, size_t length);
/* Appending is inline: there is nearly always room, and the length of a literal is known. */
static inline void rg_text_add(rg_text *text, const char *bytes, size_t length) {
    if (length >= text->bytes.capacity - text->bytes.count)
        rg_text_room(text, length);
    char *end = (char *)text->bytes.data + text->bytes.count;
    if (length)
        memcpy(end, bytes, length);
    end[length] = '\0';
    text->bytes.count += length;
}
static inline void rg_text_puts(rg_text *text, const char *string) {
    rg_text_add(text, string, strlen(string));
}
static inline void rg_text_putc(rg_text *text, char byte) {
    rg_text_add(text, &byte, 1);
}
/* An integer in decimal. */
void rg_text_add_int(rg_text *text, int64_t number);
void rg_text_printf(rg_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *rg_text_string(const rg_text *text); /* "" when empty */
size_t rg_text_length(const rg_text *text);
void rg_text_clear(rg_text *text);
/* Bytes as UTF-8: each byte that is not part of a character becomes `\xNN`, and so does NUL unless
 * `keep_nul`. So that no two texts become one, `\x5c` stands for the backslash of a text that reads
 * like such an escape. */
void rg_text_add_utf8(rg_text *text, const char *bytes, size_t length, bool keep_nul);
/* A copy in the arena as a C string: each NUL becomes `\x00`. */
const char *rg_escape_nul(rg_arena *arena, const char *bytes, size_t length);
/* Bytes of the character at `text` as far as a terminal may be sent them; 0: a control (tabs and
 * line ends are none), or no UTF-8. */
size_t rg_shown_length(const char *text, size_t left);
/* A text that people read: what a terminal must not be sent becomes `\xNN`. */
void rg_text_add_shown(rg_text *text, const char *bytes, size_t length);
/* The same as rg_text_add_utf8() for a string, in the arena. */
const char *rg_utf8(rg_arena *arena, const char *string);

/* The candidate nearest to `text` by edit distance, or NULL if none is near (distance above a
 * third of the length, at least 1). `candidates` has `count` NUL-terminated texts. */
const char *rg_nearest(const char *text, const char *const *candidates, size_t count);

#include "diagnostics.h"

#endif
