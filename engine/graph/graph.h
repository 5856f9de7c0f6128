/* FX graphs as data: values, value types, nodes, graphs with nested bodies, and their text.
 *
 * Nodes live in one array and are named by 32-bit ids; order is a linked list through the array, so
 * inserting and erasing never moves a node. Arguments are 8-byte tagged values; the items of
 * containers stand in one pool. A node that nothing changed is written as the very bytes it was
 * read from.
 */
#ifndef REGRAFT_GRAPH_H
#define REGRAFT_GRAPH_H

#include "../base/base.h"

/* ---------------------------------------------------------------- values */

typedef enum rg_kind {
    RG_NONE,
    RG_BOOL,     /* data: 0 or 1 */
    RG_INT,      /* 64-bit; see rg_int() and rg_get_int() */
    RG_FLOAT,    /* data: symbol of its text as Python prints it (`1e-05`, `inf`) */
    RG_COMPLEX,  /* data: symbol of its text */
    RG_STR,      /* data: symbol of its content, unquoted */
    RG_ATOM,     /* data: symbol of text kept as it was read; in the plain form it may be a string,
                    a device, a symbolic expression or an object */
    RG_ELLIPSIS, /* Ellipsis */
    RG_DTYPE,    /* data: symbol of `torch.float32` */
    RG_DEVICE,   /* data: symbol of `cuda:0` or `cpu` */
    RG_CONST,    /* data: symbol of a dotted name: `torch.strided`, `torch.channels_last`,
                    `torch.ops.aten.add.Tensor`, a function */
    RG_NODE,     /* data: rg_node_id */
    RG_TUPLE,    /* count items in the pool from data */
    RG_LIST,     /* the same */
    RG_DICT,     /* count keys and values in turn (2 * pairs) from data; order is kept */
    RG_SLICE,    /* 3 items: start, stop, step */
    RG_OPAQUE    /* args, kwargs or a value in them that could not be split: items are the text
                    (RG_ATOM) between the nodes it names, and those nodes (RG_NODE), in order. It
                    prints as it was read, with the names of the nodes; no rule matches inside */
} rg_kind;

/* Kind in the low 8 bits of tag, count in the high 24. The item before the first one of a container
 * that holds containers is its depth, so that nesting is limited without walking. */
typedef struct rg_value {
    uint32_t tag, data;
} rg_value;

#define RG_MAX_ITEMS ((1u << 24) - 1) /* items of one container: what the tag can count */
#define RG_MAX_NESTING 1000           /* containers within containers, in text and in rules */

typedef uint32_t rg_node_id;
#define RG_NO_NODE UINT32_MAX

static inline rg_kind rg_value_kind(rg_value v) {
    return (rg_kind)(v.tag & 0xff);
}
static inline uint32_t rg_value_count(rg_value v) {
    return v.tag >> 8;
}
static inline rg_value rg_make_value(rg_kind kind, uint32_t count, uint32_t data) {
    rg_value v = {(uint32_t)kind | count << 8, data};
    return v;
}
static inline bool rg_is_node(rg_value v) {
    return rg_value_kind(v) == RG_NODE;
}
static inline bool rg_is_container(rg_value v) {
    return rg_value_kind(v) >= RG_TUPLE;
}

/* ---------------------------------------------------------------- value types */

/* One dimension, stride or offset: a number, or where `symbol` is not 0 the text of a symbolic
 * expression (`s77`, `s0*2`). */
typedef struct rg_dim {
    int64_t value;
    rg_symbol symbol;
} rg_dim;

typedef enum rg_type_kind {
    RG_TYPE_NONE,   /* the value None */
    RG_TYPE_TENSOR, /* f32[2, 3][3, 1]+4cuda:0 */
    RG_TYPE_SYM,    /* Sym(s77): an int, float or bool known only symbolically */
    RG_TYPE_TUPLE,  /* (a, b) */
    RG_TYPE_LIST,   /* [a, b] */
    RG_TYPE_LITERAL /* a Python number or string, text kept */
} rg_type_kind;

typedef struct rg_type {
    rg_type_kind kind;
    rg_symbol text;       /* SYM: the expression; LITERAL: its text */
    rg_symbol dtype;      /* TENSOR: short name, "f32" */
    size_t rank;          /* TENSOR */
    const rg_dim *shape;  /* rank dims */
    const rg_dim *stride; /* rank dims, or NULL when the annotation has no stride */
    rg_dim offset;        /* storage offset in elements; 0 when not given */
    rg_symbol device;     /* "cuda:0"; 0 when not given */
    size_t count;         /* TUPLE, LIST */
    const struct rg_type *const *items;
} rg_type;

/* ---------------------------------------------------------------- nodes and graphs */

typedef enum rg_opcode {
    RG_PLACEHOLDER, /* args: () or (default,) */
    RG_GET_ATTR,
    RG_CALL_FUNCTION,
    RG_CALL_METHOD,
    RG_CALL_MODULE,
    RG_OUTPUT /* args: (value,) */
} rg_opcode;

/* rg_node.flags */
enum {
    RG_NODE_ERASED = 1,      /* not in the list any more */
    RG_NODE_CHANGED = 2,     /* something printed differs from the source text */
    RG_NODE_NEW = 4,         /* made by a rule (or for one, by the engine) */
    RG_NODE_TENSOR_WORD = 8, /* prints `Tensor "f32[2]"` and no blank behind, as torch 2.9 does */
    RG_NODE_RENAMED = 16,    /* statements that name it differ from the source text */
    RG_NODE_IN_HEADER = 32,  /* a placeholder without statement: `graph(x):` of torch <= 1.8 */
    RG_NODE_MOVED = 64,      /* put elsewhere in the order */
    RG_NODE_EDITED = 128,    /* its name, target or meta was changed */
    /* its arguments were changed: what they were is in the graph's rewired_args, rewired_kwargs */
    RG_NODE_REWIRED_ARGS = 256,
    RG_NODE_REWIRED_KWARGS = 512,
    RG_NODE_DERIVED =
        1024, /* its annotation is not printed: it was read without, and was told one */
    RG_NODE_RESTRIDED = 2048, /* it may lie in memory otherwise than its annotation says */
    RG_NODE_REWIRED = RG_NODE_REWIRED_ARGS | RG_NODE_REWIRED_KWARGS
};

/* What most nodes have nothing of. */
typedef struct rg_extra {
    rg_symbol type;      /* text of node.type (`torch.Tensor`); 0: none */
    rg_value meta;       /* RG_DICT with RG_STR keys, or RG_NONE */
    uint32_t users_read; /* see rg_node.users_read; 0 where that says it */
    uint32_t origin;     /* 1 + index into module->origins of the rule that made or last changed
                            it; 0: as read */
    uint32_t made_for;   /* of a new node: 1 + the node as read whose rewriting made it; 0: none */
} rg_extra;

enum { RG_MANY_USERS = UINT8_MAX };

typedef struct rg_node {
    rg_symbol name;
    rg_symbol target;
    rg_symbol annotation;              /* text of the value annotation without quotes; 0: none */
    rg_value args;                     /* RG_TUPLE, or RG_OPAQUE */
    rg_value kwargs;                   /* RG_DICT (str keys), or RG_OPAQUE */
    rg_node_id prev, next;             /* graph order; RG_NO_NODE at the ends */
    uint32_t users;                    /* number of distinct nodes that use it */
    uint32_t source_begin, source_end; /* bytes of the statement in the source; equal: none */
    uint32_t extra;                    /* 1 + index into the graph's extras; 0: nothing of it */
    uint16_t flags;
    uint8_t opcode;     /* rg_opcode */
    uint8_t users_read; /* what `users` was when the graph was read; RG_MANY_USERS: see its extra */
} rg_node;

/* Which rule made a node. */
typedef struct rg_origin {
    const char *pass, *rule; /* names; rule may be "" for what a pass's begin/end block made */
    const char *path;        /* rule file, as the user named it */
    uint32_t line;           /* of the rule's first line */
} rg_origin;

/* Positional or keyword arguments of a node before they were first changed. */
typedef struct rg_rewired {
    rg_node_id node;
    rg_value value;
} rg_rewired;

/* A place in the source whose line is known; see rg_line_at(). */
typedef struct rg_line {
    uint32_t at, number;
} rg_line;

typedef enum rg_users_word { RG_NUM_USERS, RG_HASH_USERS } rg_users_word;

/* See users.h. */
typedef struct rg_mark {
    uint32_t round; /* in which the node was met last */
    uint32_t left;  /* of the users noted, while the graph is checked: those not met yet */
} rg_mark;

typedef struct rg_graph {
    struct rg_module *module;
    rg_symbol name;         /* 0 for the main graph, else the dotted attribute path of the body */
    rg_array nodes;         /* of rg_node; erased ones stay, flagged */
    rg_array extras;        /* of rg_extra */
    rg_node_id first, last; /* last is the output node once the graph was read */
    rg_node_id output;
    const char *header;          /* the header line as read: `graph():`, `graph(x):` */
    const char *lead;            /* text before the header that is kept (blank lines, comments) */
    uint32_t body_begin;         /* offset in the source of the end of the header */
    bool header_parameters;      /* placeholders stand in the header and have no statements */
    rg_array rewired_args;       /* of rg_rewired, in the order in which it happened */
    rg_array rewired_kwargs;     /* the same */
    bool renamed;                /* some node has RG_NODE_RENAMED */
    bool names_counted;          /* name_counters were filled from the names that were read */
    rg_symbol_map names;         /* symbol -> rg_node_id + 1, see rg_find_node() */
    rg_symbol_map name_counters; /* symbol of a base name -> 1 + its last suffix */
    rg_array marks;              /* of rg_mark, by node */
    uint32_t round;
} rg_graph;

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
    rg_symbol_map type_numbers; /* symbol of an annotation -> 1 + index into types */
    struct {
        rg_symbol annotation;
        const rg_type *type;
    } recent_types[RG_RECENT_TYPES]; /* by the annotation's low bits */
    rg_array origins;                /* of rg_origin */
    rg_array lines;                  /* of rg_line, in the order of the source */
    rg_graph **graphs;               /* graphs[0] is the main graph */
    size_t graph_count;
    rg_users_word users_word;
    bool annotated;       /* strings are quoted, devices are device(...), meta is printed */
    bool tensor_words;    /* some call has RG_NODE_TENSOR_WORD: new calls get it too */
    bool self_attributes; /* get_attr prints as `= self.a.b` (torch <= 1.8) */
    const char *newline;  /* "\n" or "\r\n": between new statements */
    const char *tail;     /* text after the last statement that is kept: line end, comments */
} rg_module;

/* ---- values */
static inline rg_value rg_none(void) {
    return rg_make_value(RG_NONE, 0, 0);
}
static inline rg_value rg_bool(bool b) {
    return rg_make_value(RG_BOOL, 0, b);
}
rg_value rg_int(rg_module *module, int64_t number);
/* Of RG_INT (or RG_BOOL). Numbers beyond 32 bits have the count 1 and stand in the module's list.
 */
static inline int64_t rg_get_int(const rg_module *module, rg_value v) {
    if (rg_value_count(v) == 1)
        return ((const int64_t *)module->wide.data)[v.data];
    return (int32_t)v.data;
}
/* A float prints as Python's repr() of the double. */
rg_value rg_float(rg_module *module, double number);
double rg_get_float(const rg_module *module, rg_value v);
rg_value rg_text_value(rg_module *module, rg_kind kind, const char *text, size_t length);
const char *rg_value_text(const rg_module *module, rg_value v); /* of the kinds with a symbol */
static inline rg_value rg_node_value(rg_node_id id) {
    return rg_make_value(RG_NODE, 0, id);
}
/* A container of `count` items copied from `items`; RG_DICT: keys and values in turn. More items
 * or deeper nesting than the limits allow fail as if memory had run out. */
rg_value rg_container(rg_module *module, rg_kind kind, const rg_value *items, size_t count);
/* `count` items of a container from item `from` on, as a container of that kind; the items are
 * shared where none of them is a container. */
rg_value rg_part(rg_module *module, rg_value v, rg_kind kind, size_t from, size_t count);
/* Item i; valid for containers, i < count. The pointer form moves when the pool grows. */
static inline rg_value rg_item(const rg_module *module, rg_value v, size_t i) {
    return ((const rg_value *)module->pool.data)[v.data + i];
}
/* The items of a container, until the pool grows. */
static inline const rg_value *rg_items(const rg_module *module, rg_value v) {
    return (const rg_value *)module->pool.data + v.data;
}
/* Whether it is a tuple of few values that are no containers, as most arguments are. */
enum { RG_FEW_ITEMS = 8 };
static inline bool rg_are_few(const rg_module *module, rg_value v) {
    const rg_value *items = rg_items(module, v);
    bool few = rg_value_kind(v) == RG_TUPLE && rg_value_count(v) <= RG_FEW_ITEMS;
    for (uint32_t i = 0; few && i < rg_value_count(v); i++)
        few = !rg_is_container(items[i]);
    return few;
}
/* Whether one of the items before the i-th is the same node as that. */
static inline bool rg_stands_before(const rg_value *items, uint32_t i) {
    for (uint32_t k = 0; k < i; k++)
        if (items[k].tag == RG_NODE && items[k].data == items[i].data)
            return true;
    return false;
}
/* The value of a str key of a dict (or of an int key, by value); false when absent. A str key also
 * finds the RG_ATOM that it is read as in the plain form. */
bool rg_dict_get(const rg_module *module, rg_value dict, rg_value key, rg_value *found);
/* A copy of `dict` where key has the value (added at the end when new). */
rg_value rg_dict_with(rg_module *module, rg_value dict, rg_value key, rg_value value);
/* Same kind and content (1 and True and 1.0 differ). No recursion. */
bool rg_values_equal(const rg_module *module, rg_value a, rg_value b);
/* A copy of v in which every RG_NODE item, at any depth, is what `map` returns for it; v itself,
 * untouched, when nothing differs. `*changed` tells. No recursion. */
rg_value rg_map_nodes(rg_module *module, rg_value v, rg_value (*map)(void *context, rg_node_id id),
                      void *context, bool *changed);
/* The same as rg_visit_nodes() for containers that may hold containers. */
void rg_visit_nested(const rg_module *module, rg_value v,
                     void (*visit)(void *context, rg_node_id id), void *context);
/* Calls visit for every node named in v, in printed order, repetitions included. No recursion.
 * Inline, so that visiting costs no call where the compiler knows `visit`: most arguments are few
 * and flat. */
static inline void rg_visit_nodes(const rg_module *module, rg_value v,
                                  void (*visit)(void *context, rg_node_id id), void *context) {
    if (rg_is_node(v))
        visit(context, v.data);
    if (!rg_is_container(v))
        return;
    uint32_t end = v.data + rg_value_count(v);
    for (uint32_t at = v.data; at < end; at++) {
        rg_value item = ((const rg_value *)module->pool.data)[at]; /* visiting may move the pool */
        if (rg_is_node(item))
            visit(context, item.data);
        else if (rg_is_container(item))
            rg_visit_nested(module, item, visit, context);
    }
}
/* Whether the node is named in v, at any depth. */
bool rg_names_node(const rg_module *module, rg_value v, rg_node_id id);
/* Appends v as it prints in args (quoted or not by module->annotated). */
void rg_print_value(rg_text *out, const rg_graph *graph, rg_value v);
/* Appends v as Python's repr prints it: names without %, strings quoted (the return line). */
void rg_print_repr(rg_text *out, const rg_graph *graph, rg_value v);

/* ---- value types */
/* The offset of a type prints as `+4` or, symbolic, `+(s0)`, before the device. */
const rg_type *rg_find_type(rg_module *module, rg_symbol annotation); /* one not asked for lately */
/* The type an annotation symbol stands for (parsed once a distinct text), or NULL when the symbol
 * is 0 or the text is not a value annotation. */
static inline const rg_type *rg_type_of_text(rg_module *module, rg_symbol annotation) {
    size_t place = annotation % RG_RECENT_TYPES;
    if (annotation == 0)
        return NULL;
    return module->recent_types[place].annotation == annotation ? module->recent_types[place].type
                                                                : rg_find_type(module, annotation);
}
/* The annotation of a type, interned. */
rg_symbol rg_type_to_text(rg_module *module, const rg_type *type);
bool rg_dims_equal(rg_dim a, rg_dim b);
/* "f32" for "torch.float32" (or "float32"), and back ("torch.float32"); NULL when unknown. */
const char *rg_short_dtype(const char *name);
const char *rg_long_dtype(const char *short_name);
/* Is this how torch prints a dtype (`torch.float32`, `torch.qint8`: not all have short names)? */
bool rg_is_dtype(const char *text, size_t length);

/* ---- nodes */
static inline rg_node *rg_node_at(const rg_graph *graph, rg_node_id id) {
    return (rg_node *)graph->nodes.data + id;
}
/* A bit for each opcode that calls. */
#define RG_CALLS (1u << RG_CALL_FUNCTION | 1u << RG_CALL_METHOD | 1u << RG_CALL_MODULE)
static inline bool rg_is_call(const rg_node *node) {
    return RG_CALLS & 1u << node->opcode;
}
/* Whether it is a call that can be of an operator: one of a function or of a method. */
static inline bool rg_is_operator_call(const rg_node *node) {
    return node->opcode == RG_CALL_FUNCTION || node->opcode == RG_CALL_METHOD;
}
/* Whether the node may have keyword arguments. */
static inline bool rg_has_keywords(const rg_node *node) {
    return rg_value_kind(node->kwargs) != RG_DICT || rg_value_count(node->kwargs) > 0;
}
/* The type of the node's value; NULL: it has no annotation, or one that cannot be read. */
static inline const rg_type *rg_node_type(const rg_graph *graph, rg_node_id id) {
    return rg_type_of_text(graph->module, rg_node_at(graph, id)->annotation);
}
extern const rg_extra rg_no_extra;
/* What the node has beside the usual: nothing, for most. Valid until one is made. */
static inline const rg_extra *rg_extra_of(const rg_graph *graph, rg_node_id id) {
    uint32_t number = rg_node_at(graph, id)->extra;
    return number ? (const rg_extra *)graph->extras.data + (number - 1) : &rg_no_extra;
}
/* The same to write to: made where there is none. */
rg_extra *rg_make_extra(rg_graph *graph, rg_node_id id);
/* Has the node another number of users than it was read with? */
static inline bool rg_users_differ(const rg_graph *graph, rg_node_id id) {
    const rg_node *node = rg_node_at(graph, id);
    if (node->users_read == RG_MANY_USERS)
        return node->users != rg_extra_of(graph, id)->users_read;
    return node->users != node->users_read;
}
/* Notes that the node was read with the users it has. */
void rg_note_users(rg_graph *graph, rg_node_id id);
/* What a name is made of; see rg_want_name(). */
typedef struct rg_wanted_name {
    rg_symbol whole; /* as it is wanted, in valid bytes */
    rg_symbol base;  /* without the number at its end */
    uint32_t number; /* at its end */
    bool numbered;   /* there is such a number */
    bool reserved;   /* no node may have the whole name */
} rg_wanted_name;

/* Reads a name that is wanted, for several nodes of the module maybe. */
rg_wanted_name rg_want_name(rg_module *module, const char *wanted);
/* A new node before `before` (RG_NO_NODE: at the end), with a name made from `wanted` as
 * torch.fx's _Namespace.create_name does (invalid bytes to `_`, keywords and builtins get `_1`,
 * taken names get the next free `_N`), amortised O(1). Its users are counted; meta none. */
rg_node_id rg_add_node(rg_graph *graph, rg_node_id before, rg_opcode opcode, rg_symbol target,
                       rg_value args, rg_value kwargs, const char *wanted_name);
/* The same with a name that was read. */
rg_node_id rg_add_wanted_node(rg_graph *graph, rg_node_id before, rg_opcode opcode,
                              rg_symbol target, rg_value args, rg_value kwargs,
                              const rg_wanted_name *want);
/* FX's automatic name for a call: snake_case of the last name of a target that carries one
 * (`torch.ops.aten.add.Tensor` -> `add`); the text of a symbol. */
const char *rg_default_name(rg_module *module, rg_opcode opcode, const char *target);
/* What made_for of a node is that is made when `id` is rewritten (RG_NO_NODE: nothing is). */
uint32_t rg_made_for(const rg_graph *graph, rg_node_id id);
/* The setters flag the node as changed when what is printed differs; the first counts users too. */
void rg_set_args(rg_graph *graph, rg_node_id id, rg_value args, rg_value kwargs);
/* The same for other positional arguments than it had. */
void rg_exchange_args(rg_graph *graph, rg_node_id id, rg_value args);
void rg_set_target(rg_graph *graph, rg_node_id id, const char *target);
void rg_set_meta(rg_graph *graph, rg_node_id id, const char *key, rg_value value);
void rg_set_annotation(rg_graph *graph, rg_node_id id, rg_symbol annotation);
/* Gives the node a name made from `wanted`; its old name becomes free. */
void rg_rename_node(rg_graph *graph, rg_node_id id, const char *wanted);
/* Takes the node out of the list; its users must be none (the caller checks). Its name is free. */
void rg_erase_node(rg_graph *graph, rg_node_id id);
/* Puts the node before `before`; order only. */
void rg_move_node(rg_graph *graph, rg_node_id id, rg_node_id before);
/* The node of that name, or RG_NO_NODE. */
rg_node_id rg_find_node(const rg_graph *graph, rg_symbol name);
const char *rg_node_name(const rg_graph *graph, rg_node_id id);
const char *rg_node_target(const rg_graph *graph, rg_node_id id);
/* Flags as changed the nodes whose printed count of users differs from that of now. */
void rg_flag_users(rg_graph *graph);
/* Place of a node's statement in the source, for messages; of the nearest earlier node read from
 * text for a new one. */
rg_span rg_node_span(const rg_graph *graph, rg_node_id id);
/* Line of an offset in the source that is in a statement, or 0. Found by counting from the nearest
 * place before it that is known. */
uint32_t rg_line_at(const rg_module *module, uint32_t at);
/* Tells the line of a statement that begins at `at`; the reader does so for one after another. */
void rg_note_line(rg_module *module, uint32_t at, uint32_t line);

/* ---- text */
/* Reads a node list (grammar/manual/reference/graphs.md). NULL when there is an error, reported.
 * The module lives in `arena`; the source is scanned in place and is afterwards as it was, unless
 * memory ran out. */
rg_module *rg_read_module(rg_arena *arena, const rg_source *source, rg_diagnostics *diagnostics);
/* A deep copy of all graphs into another arena, with the same ids and symbols: to keep the state
 * before rewriting. Only the source is shared. */
rg_module *rg_copy_module(rg_arena *arena, const rg_module *module);
/* Appends the module's text: unchanged statements as their source bytes. `reprint` prints every
 * statement from its values instead (a test of the printer: the result must be the same). */
void rg_write_module(rg_text *out, rg_module *module, bool reprint);
/* The same in pieces, for texts that need not be in memory as a whole. `take` returns false to
 * stop; then this does, too. */
bool rg_write_module_to(rg_arena *arena, rg_module *module, bool reprint,
                        bool (*take)(void *context, const char *text, size_t length),
                        void *context);
/* One statement without indentation or newline (continuation lines kept). */
void rg_write_node(rg_text *out, const rg_graph *graph, rg_node_id id, bool reprint);
/* The checks of torch.fx.Graph.lint and what it leaves out: definitions before uses, unique names,
 * one output which is last, live arguments, users as counted. Reports errors; true when none. */
bool rg_lint_graph(rg_graph *graph, rg_diagnostics *diagnostics);
/* Unified diff of two states of one module (the second made from the first by rewriting, node ids
 * kept), 3 lines of context, one hunk header per graph and gap; added lines end in
 * `  # FILE:LINE RULE`. Linear. Appends nothing when equal. */
void rg_diff_modules(rg_text *out, rg_module *before, rg_module *after, const char *old_label,
                     const char *new_label, bool colour);

#endif
