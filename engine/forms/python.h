/* Translating the Python form: what its files share. */
#ifndef REGRAFT_FORMS_PYTHON_H
#define REGRAFT_FORMS_PYTHON_H

#include "../../grammar/python/events.h"
#include "forms.h"

/* A stretch of rg_python_reading.parts. */
typedef rg_place rg_stretch;

/* A node of the graph, as it will be printed. */
typedef struct rg_python_node {
    rg_symbol name; /* 0: none yet */
    rg_opcode opcode;
    rg_stretch target, args, kwargs; /* args without brackets; of a placeholder its default */
    rg_place input;                  /* of a placeholder: its target, in the source */
    uint8_t stars;                   /* before that */
    bool one;                        /* there is one positional argument */
    uint32_t users, last_user;       /* last_user: rg_python_reading.user of the last one */
    rg_place annotation, type;       /* in the source */
    uint32_t comment;                /* index of the one about it; RG_NO_INDEX: none */
    rg_line_place place;
} rg_python_node;

typedef struct rg_python_graph {
    rg_symbol path; /* 0: the main graph */
    size_t first;   /* its nodes begin there */
    size_t end;     /* and end there; set when another graph begins */
    uint32_t line;
    bool returned;
} rg_python_graph;

/* A class that is open. */
typedef struct rg_python_class {
    uint32_t indent;
    rg_symbol path;
} rg_python_class;

/* An annotation that stands before the definition: `x: "f32[2]"`. */
typedef struct rg_python_declaration {
    rg_place annotation;
    bool quoted;
} rg_python_declaration;

typedef enum rg_python_mode {
    RG_PYTHON_OUTSIDE,
    RG_PYTHON_SIGNATURE, /* of a function that is a graph */
    RG_PYTHON_BODY,
    RG_PYTHON_SKIPPING /* a function that is no graph */
} rg_python_mode;

/* `x += y` and `x[0] = y`: the next statement of the line may give the node a name. */
typedef struct rg_python_pending {
    uint32_t node; /* its index; RG_NO_INDEX: none is pending */
    uint32_t line;
    rg_symbol variable; /* x */
    bool rebinds; /* without a name of its own, the node is what the variable is from then on */
} rg_python_pending;

/* Brackets that are open in a value that is copied. */
typedef struct rg_python_level {
    uint32_t commas;
    char bracket;
    bool called, comma, free_names; /* free_names: names need not be defined */
} rg_python_level;

/* Names in the graph that is read. */
typedef struct rg_python_names {
    rg_symbols *symbols;
    rg_symbol_map nodes;    /* variable -> index of a node */
    rg_symbol_map taken;    /* name -> index of a node */
    rg_symbol_map counters; /* name -> the last number behind it */
    rg_symbol_map declared; /* name -> index of a declaration */
    rg_array declarations;
    rg_symbol iterator; /* of a list of arguments: `next(args_iter)` gives an input; 0: none */
} rg_python_names;

/* How the text lays out its graphs. */
typedef struct rg_python_layout {
    int64_t def_indent;   /* -1: there is no indentation */
    rg_stretch signature; /* of the main graph, in the source */
    bool body_begun;
    bool has_margin;   /* the main graph is not where regraft would write it */
    bool loose;        /* there is no function: statements are the graph */
    bool any_function; /* none is called forward: every one is a graph */
} rg_python_layout;

typedef struct rg_python_reading {
    rg_arena *arena; /* of the result */
    rg_arena *scratch;
    const rg_source *source;
    rg_diagnostics *diagnostics;
    rg_understood *understood;
    rg_python_scan scan;
    const char *text;
    rg_text parts;
    rg_array nodes, graphs, classes, comments;
    rg_python_names names;
    rg_python_mode mode;
    rg_python_layout layout;
    uint32_t comment; /* index of the last one; RG_NO_INDEX: none */
    uint32_t user;    /* counts nodes that are no inputs */
    rg_python_pending pending;
    rg_python_level levels[RG_MAX_NESTING + 2];
    size_t errors;
} rg_python_reading;

static inline rg_python_node *rg_python_node_at(const rg_python_reading *r, size_t index) {
    return (rg_python_node *)r->nodes.data + index;
}
static inline rg_python_graph *rg_python_current(const rg_python_reading *r) {
    return (rg_python_graph *)r->graphs.data + (r->graphs.count - 1);
}
static inline bool rg_place_is(const rg_python_reading *r, rg_place place, const char *text) {
    size_t length = strlen(text);
    return place.end - place.begin == length && memcmp(r->text + place.begin, text, length) == 0;
}

/* Reports an error at a place; the first ones of a text. */
rg_diagnostic *rg_python_error(rg_python_reading *r, rg_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define RG_PYTHON_ADVISE(r, d, ...)                                                                \
    do {                                                                                           \
        rg_diagnostic *advised = (d);                                                              \
        if (advised)                                                                               \
            rg_advise((r)->diagnostics, advised, __VA_ARGS__);                                     \
    } while (0)

/* The text of a part of the main graph, where it is not on one line; else NULL. */
const char *rg_python_spelling(const rg_python_reading *r, rg_stretch part);

/* ---- nodes (python_nodes.c) */

rg_symbol rg_python_symbol(rg_python_reading *r, rg_place name);
/* The index of the node that a variable now names; RG_NO_INDEX if it names none. */
uint32_t rg_python_find(const rg_python_reading *r, rg_place name);
/* A new node without name; its index. */
size_t rg_python_add(rg_python_reading *r, rg_opcode opcode, const rg_python_event *event);
/* The name of its own, which the variable then means. */
void rg_python_name(rg_python_reading *r, size_t node, rg_symbol name);
/* A name made from what it calls. */
void rg_python_name_freely(rg_python_reading *r, size_t node);
void rg_python_annotate(rg_python_reading *r, size_t node, rg_place annotation, bool quoted);
/* Names the node of `x += y` whose line has ended. */
void rg_python_settle(rg_python_reading *r);
/* The declaration of a variable; NULL if it has none. */
const rg_python_declaration *rg_python_declared(const rg_python_reading *r, rg_symbol name);
size_t rg_python_input(rg_python_reading *r, const rg_python_event *event, rg_place name);

/* ---- values (python_values.c) */

/* Appends a value to r->parts as node lists print it, and counts the nodes that it names as used by
 * the last node. `bare`: names without %. */
void rg_python_copy(rg_python_reading *r, rg_place place, bool bare);
/* The dotted path of `a.b`, `getattr(a.b, "0")` without its first name. */
rg_stretch rg_python_path(rg_python_reading *r, rg_place chain);
/* Reports operations on nodes within a place, which would be nodes of their own. */
bool rg_python_is_plain(rg_python_reading *r, rg_place place);

/* ---- operations (python_operations.c) */

static inline uint32_t rg_python_here(const rg_python_reading *r) {
    return (uint32_t)rg_text_length(&r->parts);
}
static inline rg_python_node *rg_python_last(const rg_python_reading *r) {
    return rg_python_node_at(r, r->nodes.count - 1);
}
static inline bool rg_python_is_self(const rg_python_reading *r, rg_place name) {
    return rg_place_is(r, name, "self");
}
rg_stretch rg_python_part(rg_python_reading *r, const char *text);
/* Reports what cannot be a statement of a graph; false. */
bool rg_python_refuse(rg_python_reading *r, rg_place place, const char *what);
/* A new node with that target, without name; its index. */
size_t rg_python_add_call(rg_python_reading *r, rg_opcode opcode, const rg_python_event *event,
                          rg_stretch target);
/* The index of `x[...]`: several are a tuple. */
void rg_python_copy_index(rg_python_reading *r, const rg_python_argument *index, uint32_t count);
/* The target `operator.iadd` of the operator that stands at a place (without the `=` of an
 * assignment). */
rg_stretch rg_python_operator(rg_python_reading *r, rg_place sign, const char *prefix);
/* The node of an expression, as the last one, without a name; false: an error was reported. */
bool rg_python_add_binary(rg_python_reading *r, const rg_python_event *event, rg_place left,
                          rg_stretch target, rg_place right);
bool rg_python_add_operation(rg_python_reading *r, const rg_python_event *event,
                             const rg_python_value *v);

/* ---- statements (python_statements.c) */

void rg_python_assign(rg_python_reading *r, const rg_python_event *event);
void rg_python_kill(rg_python_reading *r, const rg_python_event *event);
void rg_python_augment(rg_python_reading *r, const rg_python_event *event);
void rg_python_return(rg_python_reading *r, const rg_python_event *event);
void rg_python_bare(rg_python_reading *r, const rg_python_event *event);

/* ---- the result (python_text.c) */

const rg_source *rg_python_result(rg_python_reading *r);

#endif
