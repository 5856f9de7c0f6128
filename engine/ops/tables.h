/* Inside of rg_ops, for the files of this folder. */
#ifndef REGRAFT_TABLES_H
#define REGRAFT_TABLES_H

#include <pthread.h>
#include <stdatomic.h>

#include "../base/regex.h"
#include "ops.h"

/* One overload: its text, and its schema once that was asked for. */
typedef struct rg_op_entry {
    const char *text;         /* from the name on */
    uint32_t length;          /* bytes of text */
    uint32_t name_length;     /* bytes of "ns::base" */
    uint32_t overload_length; /* bytes after the '.', 0: none */
    uint32_t line;            /* in the source of a table */
    const rg_source *source;
    _Atomic(const rg_schema *) schema;
    uint64_t tags; /* bit s - 1: the tag that has symbol s among `tags` of rg_ops */
} rg_op_entry;

/* What a `spelling` line says. */
typedef struct rg_spelling_line {
    const rg_regex *regex; /* NULL: the target is `text` */
    const char *text;
    size_t text_length;
    bool method;      /* for call_method; else for call_function */
    const rg_ast *op; /* RG_AST_OPERATOR: templates over the regex's groups */
} rg_spelling_line;

struct rg_ops {
    rg_arena *arena;
    rg_symbols *names; /* symbol - 1 is the id of the operator of that name */
    rg_symbols *tags;
    rg_array operators; /* of rg_operator *, by id */
    rg_array entries;   /* of rg_op_entry; the overloads of an operator are neighbours */
    rg_array spellings; /* of rg_spelling_line */

    /* Parsing on demand. It is no part of what `const rg_ops` promises, hence the pointer. */
    struct rg_lazy *lazy;
};

typedef struct rg_lazy {
    pthread_mutex_t lock;
    rg_arena *arena; /* of the schemas; used under the lock only */
    rg_schema_parser *parser;
} rg_lazy;

/* A schema as these files allocate it. */
typedef struct rg_schema_box {
    rg_schema schema;
    _Atomic(const rg_schema *) functional; /* see functional.c; NULL: not asked for yet */
} rg_schema_box;

static inline rg_schema_box *rg_box_of(const rg_schema *schema) {
    return (rg_schema_box *)(uintptr_t)schema;
}

rg_schema *rg_schema_alloc(rg_arena *arena);
/* The schema that a string spells, its `op` and `when` not set; see rg_schema_parse(). NULL on an
 * error. */
rg_schema *rg_read_schema(rg_schema_parser *parser, rg_arena *arena, const char *text,
                          size_t length, rg_span where, rg_schema_fault *fault);
static inline rg_op_entry *rg_entry_at(const rg_ops *ops, size_t i) {
    return (rg_op_entry *)ops->entries.data + i;
}
/* The operator of that name, made when there is none. */
rg_operator *rg_ops_declare(rg_ops *ops, const char *name, size_t length);
/* Room for one more overload among its operator's. */
rg_op_entry *rg_ops_new_entry(rg_ops *ops, rg_operator *op);
/* The operator's overload of that name, or NULL. */
rg_op_entry *rg_ops_find_entry(const rg_ops *ops, const rg_operator *op, const char *overload,
                               size_t length);
const char *rg_entry_overload(const rg_op_entry *entry);
/* Finds name and overload at the start of the entry's text; false when a schema cannot begin so. */
bool rg_entry_name(rg_op_entry *entry);

/* The bit of the tag of that name, which is known from now on; 0: there are RG_MAX_TAGS others. */
uint64_t rg_ops_new_tag(rg_ops *ops, const char *name, size_t length);

/* Takes a `spelling` line. */
void rg_spelling_add(rg_ops *ops, const rg_ast *line, rg_diagnostics *diagnostics);

/* How well a value fits a parameter: 0 exactly, higher ones by conversions or guesses, -1 not. */
int rg_fit_value(const rg_module *module, const rg_graph *graph, const rg_param *param, rg_value v);
/* The same for one item of a list parameter. */
int rg_fit_item(const rg_module *module, const rg_graph *graph, const rg_param *param, rg_value v);

#endif
