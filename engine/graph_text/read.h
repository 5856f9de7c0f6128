/* Building a module from its text: what the files of the reader share. */
#ifndef REGRAFT_GRAPH_TEXT_READ_H
#define REGRAFT_GRAPH_TEXT_READ_H

#include "../../grammar/graph/events.h"
#include "graph_text.h"

/* What is being read, as far as it matters to values and to errors. */
typedef enum rg_read_mode {
    RG_READ_OUTSIDE,   /* no graph has begun */
    RG_READ_HEADER,    /* between `graph(` and the end of the header */
    RG_READ_BETWEEN,   /* a statement may begin */
    RG_READ_STATEMENT, /* between its name and its target */
    RG_READ_VALUES,    /* of args, kwargs, a default or the return line: see rg_build.kind */
    RG_READ_REMARK     /* after the statement's values */
} rg_read_mode;

/* A name that nothing defined before its use. */
typedef struct rg_unresolved {
    rg_symbol name;
    rg_place place;
} rg_unresolved;

/* A text in a slice that was taken for the node of that name. */
typedef struct rg_bare_node {
    uint32_t pool_index;
    rg_symbol name;
} rg_bare_node;

/* A text of the source that was interned lately. */
typedef struct rg_recent_text {
    const char *text;
    size_t length;
    rg_symbol symbol;
} rg_recent_text;

enum { RG_RECENT_TEXTS = 32 }; /* a power of two */

/* The statement that is read. */
typedef struct rg_reading {
    rg_read_mode mode;
    rg_opaque kind;        /* of the values that are read */
    uint32_t values_begin; /* offset of the first of them */
    uint32_t opaque_end;   /* where the text ends that could not be split */
    rg_node node;
    rg_extra extra; /* of that node */
    uint32_t line;  /* 0: a parameter of the header */
    rg_place name_place;
    uint32_t users_printed; /* UINT32_MAX: none */
} rg_reading;

/* What is known of the values that are read. */
typedef struct rg_values_read {
    rg_array items;      /* of rg_value: finished ones that wait for their container */
    rg_array begins;     /* of uint32_t: offsets of those that the grammar told one by one */
    rg_array unresolved; /* of rg_unresolved, of this graph */
    rg_array bare_nodes; /* of rg_bare_node */
    rg_array quoted;     /* of uint32_t: offsets of quoted strings in this statement's values */
} rg_values_read;

/* Texts of values that were read before. */
typedef struct rg_texts_read {
    rg_symbol_map floats; /* text of a float as read -> 1 + symbol as Python prints it */
    rg_text unquoted;     /* for one string at a time */
    rg_recent_text recent[RG_RECENT_TEXTS];
} rg_texts_read;

typedef struct rg_build {
    rg_arena *arena;   /* of the module */
    rg_arena *scratch; /* goes when reading ends */
    rg_module *module;
    rg_graph *graph; /* NULL before the first header */
    const char *text;
    rg_diagnostics *diagnostics;
    size_t errors;
    rg_graph_scan scan;
    void *scanner;
    rg_reading now;
    rg_values_read values;
    rg_texts_read texts;
    rg_symbol result_type;     /* of the graph, from its header; 0: none */
    uint32_t last_end;         /* offset of the end of the last statement or header */
    rg_array graphs;           /* of rg_graph * */
    rg_symbol_map graph_names; /* name -> 1: there is such a graph */
    rg_array printed;       /* of uint32_t: user counts as printed, of all graphs' nodes in turn */
    bool surely_annotated;  /* by something that torch never prints */
    bool perhaps_annotated; /* by quoted strings in args */
} rg_build;

static inline const char *rg_at(const rg_build *build, rg_place place) {
    return build->text + place.begin;
}

static inline size_t rg_place_length(rg_place place) {
    return place.end - place.begin;
}

/* Is the value text whose form is not known yet, as rg_build_raw() makes it? */
static inline bool rg_is_raw(rg_value v) {
    return rg_value_kind(v) == RG_ATOM && rg_value_count(v) == 1;
}

/* A stack of finished items: see rg_build.items. */
static inline void rg_push_item(rg_build *build, rg_value v) {
    rg_array *items = &build->values.items;
    if (items->count == items->capacity)
        rg_array_room(build->scratch, items, 1, sizeof v);
    ((rg_value *)items->data)[items->count++] = v;
}

/* rg_intern() of a text of the source that is likely to come again soon, as targets and annotations
 * do. */
rg_symbol rg_intern_again(rg_build *build, const char *text, size_t length);
/* What the builder's functions for statements and values share with those for whole ones. */
void rg_begin_node(rg_build *build, uint32_t line);
void rg_set_users(rg_build *build, rg_place digits, bool hash_users);
void rg_set_annotation_text(rg_build *build, rg_place text, bool tensor_word);
void rg_build_target(rg_build *build, rg_opcode opcode, rg_place target);
void rg_begin_values(rg_build *build, rg_opaque kind, uint32_t begin);
/* The node of that name, or its text, which is reported at the graph's end if no node follows. */
rg_value rg_resolve(rg_build *build, rg_symbol name, rg_place place);

/* rg_read_module() by the automaton and the grammar alone: for tests. */
rg_module *rg_read_slowly(rg_arena *arena, const rg_source *source, rg_diagnostics *diagnostics);

rg_span rg_build_span(const rg_build *build, rg_place place);
/* Reports an error at a place; scanning stops after many. */
rg_diagnostic *rg_build_error(rg_build *build, rg_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Reports what a graph lacks that has been read to its end. */
void rg_build_check_graph(rg_build *build);
/* Reports what rg_build.unresolved holds. */
void rg_build_report_unresolved(rg_build *build);
/* Reports a text that is no node list at all: says what it is, if it is known. */
void rg_build_report_foreign(rg_build *build, rg_place place);

/* ---------------------------------------------------------------- what the grammar tells */

/* rg_graph_listener.tell over an rg_build. */
void rg_build_event(void *build, const rg_graph_event *event);

/* Graphs and statements (read.c). */
void rg_build_graph(rg_build *build, rg_place opening);
void rg_build_parameter(rg_build *build, rg_place text);
void rg_build_header_end(rg_build *build, rg_place closing);
void rg_build_define(rg_build *build, rg_place name, uint32_t line);
void rg_build_type(rg_build *build, rg_place text);
void rg_build_annotation(rg_build *build, rg_place quoted, bool tensor_word);
void rg_build_users(rg_build *build, rg_place users);
void rg_build_placeholder(rg_build *build, rg_place target);
void rg_build_get_attr(rg_build *build, rg_place target, bool as_attribute_of_self);
void rg_build_call(rg_build *build, rg_place opcode, rg_place target);
void rg_build_default_begin(rg_build *build, rg_place opening);
void rg_build_return(rg_build *build, rg_place word, uint32_t line);
void rg_build_meta(rg_build *build, uint32_t pairs);
void rg_build_statement(rg_build *build, rg_place statement);

/* Statements that were recognised (read_whole.c). */
void rg_build_head(rg_build *build, uint32_t line);
void rg_build_whole(rg_build *build, uint32_t line);

/* Values (read_values.c). A single one by its text; one whose form says nothing is raw. */
rg_value rg_build_raw(void);
rg_value rg_build_single(rg_build *build, rg_piece_kind piece, rg_place place);
rg_value rg_build_slice(rg_build *build, rg_value tuple);
rg_value rg_build_device(rg_build *build, rg_place type, rg_place index);
void rg_build_item(rg_build *build, rg_value value, rg_place place);
void rg_build_key(rg_build *build, rg_value value, rg_place place);
void rg_build_keyword(rg_build *build, rg_value value, rg_place place);
/* A container of the last `count` items, which it takes. */
rg_value rg_build_container(rg_build *build, rg_kind kind, uint32_t count);
/* What stands from an offset on is part of longer text: quoted strings there show nothing, and
 * names there need not be nodes. */
void rg_build_forget(rg_build *build, uint32_t from);
void rg_build_arguments(rg_build *build, uint32_t count);
void rg_build_keyword_arguments(rg_build *build, uint32_t pairs);
void rg_build_call_end(rg_build *build);
void rg_build_default(rg_build *build);
void rg_build_result(rg_build *build);
void rg_build_opaque(rg_build *build);

/* Errors (read_errors.c). */
void rg_build_syntax_error(rg_build *build, rg_place place, const char *found,
                           const char *expected);
void rg_build_deep_error(rg_build *build, rg_place place);
void rg_build_byte_error(rg_build *build, rg_place place);
void rg_build_opcode_error(rg_build *build, rg_place word);
void rg_build_equals_error(rg_build *build, rg_place name);
void rg_build_tuple_error(rg_build *build, rg_place value);

#endif
