/* Walking through nested values without recursion. Nesting is limited, so the stack is an array. */
#ifndef REGRAFT_GRAPH_WALK_H
#define REGRAFT_GRAPH_WALK_H

#include "value.h"

/* The output node's args hold one more container than the text of its statement. */
enum { RG_MAX_DEPTH = RG_MAX_NESTING + 1 };

/* Is some item of the container a container? */
static inline bool rg_is_nested(const rg_module *module, rg_value v) {
    const rg_value *items = rg_items(module, v);
    uint32_t count = rg_value_count(v), i = 0;
    while (i < count && !rg_is_container(items[i]))
        i++;
    return i < count;
}

typedef struct rg_walk {
    size_t depth; /* frames in use */
    struct {
        uint32_t next, end; /* items of a container that are still to come: places in the pool */
    } frames[RG_MAX_DEPTH];
} rg_walk;

/* Starts with the items of a container. */
static inline void rg_walk_into(rg_walk *walk, rg_value container) {
    walk->frames[walk->depth].next = container.data;
    walk->frames[walk->depth].end = container.data + rg_value_count(container);
    walk->depth++;
}

/* The next item that is no container, depth first; false at the end. */
static inline bool rg_walk_next(rg_walk *walk, const rg_module *module, rg_value *item) {
    while (walk->depth > 0) {
        if (walk->frames[walk->depth - 1].next == walk->frames[walk->depth - 1].end) {
            walk->depth--;
            continue;
        }
        rg_value v = ((const rg_value *)module->pool.data)[walk->frames[walk->depth - 1].next++];
        if (!rg_is_container(v)) {
            *item = v;
            return true;
        }
        rg_walk_into(walk, v);
    }
    return false;
}

#endif
