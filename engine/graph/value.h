/* Values: arguments of nodes as 8-byte tagged values. What does not fit in them stands in the
 * module: texts as symbols, the items of containers in its pool. */
#ifndef REGRAFT_GRAPH_VALUE_H
#define REGRAFT_GRAPH_VALUE_H

#include "module.h"

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
    RG_CONST,    /* data: symbol of a dotted name: `torch.strided`, `torch.channels_last`, a
                    function, or an operator: `aten.add.Tensor`; see rg_constant_name() */
    RG_NODE,     /* data: rg_node_id */
    RG_SIZE,     /* data: symbol of the text of a symbolic size, while a rule works with it; in a
                    graph nodes stand for it */
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

/* ---------------------------------------------------------------- in a module */

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
/* The text of an RG_CONST, in `name`. An overload has two names as an argument, that of node lists
 * (`aten.add.Tensor`) and that of Python (`torch.ops.aten.add.Tensor`): the first stands for both,
 * so that they are one value. */
const char *rg_constant_name(const char *name, size_t length);
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
/* The items of a container, until the pool grows. (It has room from the beginning: so that this is
 * an address where no container has items yet, too.) */
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
/* A dict of keys and values in turn, where keys may repeat: the last value of a key has its first
 * place. What is needed meanwhile is taken from `scratch`; `items` changes. */
rg_value rg_dict_of(rg_module *module, rg_arena *scratch, rg_value *items, size_t count);
/* Same kind and content (1 and True and 1.0 differ). No recursion. */
bool rg_values_equal(const rg_module *module, rg_value a, rg_value b);
/* A copy of v in which every RG_NODE item, at any depth, is what `map` returns for it; v itself,
 * untouched, when nothing differs. `*changed` tells. No recursion. */
rg_value rg_map_nodes(rg_module *module, rg_value v, rg_value (*map)(void *context, rg_node_id id),
                      void *context, bool *changed);
/* The same for every RG_SIZE. */
rg_value rg_map_sizes(rg_module *module, rg_value v, rg_value (*map)(void *context, rg_symbol text),
                      void *context);
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

#endif
