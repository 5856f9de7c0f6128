/* Comparing, mapping and visiting nested values. */
#include "walk.h"

#include <string.h>

/* Same kind, and for what is no container same content; for containers same count of items. */
static bool same_head(const rg_module *module, rg_value a, rg_value b) {
    rg_kind kind = rg_value_kind(a);
    if (kind != rg_value_kind(b))
        return false;
    if (kind >= RG_TUPLE)
        return rg_value_count(a) == rg_value_count(b);
    if (kind == RG_INT)
        return rg_get_int(module, a) == rg_get_int(module, b);
    return a.data == b.data;
}

static bool containers_equal(const rg_module *module, rg_value a, rg_value b) {
    struct {
        uint32_t a, b, left;
    } frames[RG_MAX_DEPTH];
    size_t depth = 0;
    for (;;) {
        if (!same_head(module, a, b))
            return false;
        if (rg_is_container(a) && a.data != b.data && rg_value_count(a) > 0) {
            frames[depth].a = a.data;
            frames[depth].b = b.data;
            frames[depth++].left = rg_value_count(a);
        }
        while (depth > 0 && frames[depth - 1].left == 0)
            depth--;
        if (depth == 0)
            return true;
        const rg_value *pool = module->pool.data;
        a = pool[frames[depth - 1].a++];
        b = pool[frames[depth - 1].b++];
        frames[depth - 1].left--;
    }
}

void rg_visit_nested(const rg_module *module, rg_value v,
                     void (*visit)(void *context, rg_node_id id), void *context) {
    rg_walk walk;
    walk.depth = 0;
    rg_walk_into(&walk, v);
    while (rg_walk_next(&walk, module, &v)) {
        if (rg_is_node(v))
            visit(context, v.data);
    }
}

typedef struct sought {
    rg_node_id id;
    bool found;
} sought;

static void compare(void *context, rg_node_id id) {
    sought *s = context;
    s->found |= s->id == id;
}

bool rg_names_node(const rg_module *module, rg_value v, rg_node_id id) {
    sought s = {id, false};
    rg_visit_nodes(module, v, compare, &s);
    return s.found;
}

bool rg_values_equal(const rg_module *module, rg_value a, rg_value b) {
    if (a.tag == b.tag && a.data == b.data)
        return true; /* wide ints of one place, too */
    return rg_is_container(a) ? containers_equal(module, a, b) : same_head(module, a, b);
}

/* A container that is being mapped. */
typedef struct map_frame {
    rg_value source;
    uint32_t next;
    bool changed;
} map_frame;

/* The container of the last items of `done`, or the source when they are its own; takes them. */
static rg_value close_frame(rg_module *module, const map_frame *frame, rg_array *done) {
    size_t count = rg_value_count(frame->source);
    done->count -= count;
    if (!frame->changed)
        return frame->source;
    const rg_value *items = (const rg_value *)done->data + done->count;
    return rg_container(module, rg_value_kind(frame->source), items, count);
}

static rg_value map_container(rg_module *module, rg_value v, rg_kind kind,
                              rg_value (*map)(void *context, uint32_t data), void *context,
                              rg_array *done) {
    map_frame frames[RG_MAX_DEPTH];
    size_t depth = 1;
    frames[0] = (map_frame){v, 0, false};
    for (;;) {
        map_frame *top = &frames[depth - 1];
        bool changed = false;
        if (top->next < rg_value_count(top->source)) {
            v = rg_item(module, top->source, top->next++);
            if (rg_is_container(v)) {
                frames[depth++] = (map_frame){v, 0, false};
                continue;
            }
            if (rg_value_kind(v) == kind) {
                rg_value mapped = map(context, v.data);
                changed = mapped.tag != v.tag || mapped.data != v.data;
                v = mapped;
            }
        } else {
            changed = top->changed;
            v = close_frame(module, top, done);
            if (--depth == 0)
                return v;
            top = &frames[depth - 1];
        }
        top->changed |= changed;
        *(rg_value *)rg_array_push(module->arena, done, sizeof v) = v;
    }
}

enum { MOST_FLAT = 16 }; /* items that a copy on the C stack holds */

/* Of a few items that are no containers: most arguments are so. */
static rg_value map_flat(rg_module *module, rg_value v,
                         rg_value (*map)(void *context, rg_node_id id), void *context) {
    rg_value items[MOST_FLAT];
    uint32_t count = rg_value_count(v);
    bool changed = false;
    for (uint32_t i = 0; i < count; i++) {
        rg_value item = rg_items(module, v)[i]; /* mapping may move the pool */
        items[i] = rg_is_node(item) ? map(context, item.data) : item;
        changed |= items[i].tag != item.tag || items[i].data != item.data;
    }
    return changed ? rg_container(module, rg_value_kind(v), items, count) : v;
}

rg_value rg_map_nodes(rg_module *module, rg_value v, rg_value (*map)(void *context, rg_node_id id),
                      void *context, bool *changed) {
    rg_value mapped = v;
    *changed = false;
    if (rg_is_container(v) && rg_value_count(v) == 0)
        return v;
    if (rg_is_node(v)) {
        mapped = map(context, v.data);
    } else if (rg_is_container(v) && rg_value_count(v) <= MOST_FLAT && !rg_is_nested(module, v)) {
        mapped = map_flat(module, v, map, context);
    } else if (rg_is_container(v)) {
        rg_array done = {NULL, 0, 0, 0};
        mapped = map_container(module, v, RG_NODE, map, context, &done);
        rg_array_free(module->arena, &done);
    }
    *changed = mapped.tag != v.tag || mapped.data != v.data;
    return mapped;
}

rg_value rg_map_sizes(rg_module *module, rg_value v, rg_value (*map)(void *context, rg_symbol text),
                      void *context) {
    if (rg_value_kind(v) == RG_SIZE)
        return map(context, v.data);
    if (!rg_is_container(v) || rg_value_count(v) == 0)
        return v;
    rg_array done = {NULL, 0, 0, 0};
    rg_value mapped = map_container(module, v, RG_SIZE, map, context, &done);
    rg_array_free(module->arena, &done);
    return mapped;
}
