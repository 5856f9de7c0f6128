/* A module: everything read from one file, and what its graphs share. Strings are symbols; the
 * items of containers stand in one pool; annotations are parsed once a distinct text. */
#ifndef REGRAFT_GRAPH_MODULE_H
#define REGRAFT_GRAPH_MODULE_H

#include "../base/base.h"

/* Which rule made a node. Origins are numbered from 1: a node that no rule made has RG_NO_ORIGIN.
 */
#define RG_NO_ORIGIN 0
typedef struct rg_origin {
    const char *pass, *rule; /* names; rule may be "" for what a pass's begin/end block made */
    const char *path;        /* rule file, as the user named it */
    uint32_t line;           /* of the rule's first line */
} rg_origin;

/* A place in the source whose line is known; see rg_line_at(). */
typedef struct rg_line {
    uint32_t at, number;
} rg_line;

typedef enum rg_users_word { RG_NUM_USERS, RG_HASH_USERS } rg_users_word;

/* Annotations looked up last, by the low bits of their symbol: a graph uses few at a time. */
#define RG_RECENT_TYPES 64

/* Everything read from one file: the main graph and the bodies of nested ones. The source must
 * live as long as the module and its copies. */
typedef struct rg_module {
    rg_arena *arena;
    rg_symbols *symbols;
    const rg_source *source;
    rg_array pool;              /* of rg_value: container items */
    rg_array wide;              /* of int64_t: integers beyond 32 bits */
    rg_array types;             /* of const rg_type *: parsed annotations; see rg_type_of_text() */
    rg_symbol_map type_indices; /* symbol of an annotation -> index into types */
    struct {
        rg_symbol annotation;
        const struct rg_type *type;
    } recent_types[RG_RECENT_TYPES]; /* by the annotation's low bits */
    rg_array origins;                /* of rg_origin */
    rg_array lines;                  /* of rg_line, in the order of the source */
    struct rg_graph **graphs;        /* graphs[0] is the main graph */
    size_t graph_count;
    rg_users_word users_word;
    bool annotated;       /* strings are quoted, devices are device(...), meta is printed */
    bool tensor_words;    /* some call has RG_NODE_TENSOR_WORD: new calls get it too */
    bool self_attributes; /* get_attr prints as `= self.a.b` (torch <= 1.8) */
    const char *newline;  /* "\n" or "\r\n": between new statements */
    const char *tail;     /* text after the last statement that is kept: line end, comments */
} rg_module;

/* The origin of that number; NULL: RG_NO_ORIGIN. */
static inline const rg_origin *rg_origin_at(const rg_module *module, uint32_t number) {
    return number == RG_NO_ORIGIN ? NULL : (const rg_origin *)module->origins.data + (number - 1);
}
/* One more. Returns its number. */
static inline uint32_t rg_add_origin(rg_module *module, rg_origin origin) {
    *(rg_origin *)rg_array_push(module->arena, &module->origins, sizeof origin) = origin;
    return (uint32_t)module->origins.count;
}

/* A deep copy of all graphs into another arena, with the same ids and symbols: to keep the state
 * before rewriting. Only the source is shared. */
rg_module *rg_copy_module(rg_arena *arena, const rg_module *module);

/* Line of an offset in the source that is in a statement, or 0. Found by counting from the nearest
 * place before it that is known. */
uint32_t rg_line_at(const rg_module *module, uint32_t at);
/* Tells the line of a statement that begins at `at`; the reader does so for one after another. */
void rg_note_line(rg_module *module, uint32_t at, uint32_t line);

/* Appends the text of a symbol. */
static inline void rg_print_symbol(rg_text *out, const rg_module *module, rg_symbol symbol) {
    rg_text_add(out, rg_symbol_text(module->symbols, symbol),
                rg_symbol_length(module->symbols, symbol));
}

#endif
