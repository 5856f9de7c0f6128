/* Which elements of memory tensors have in common, as far as shapes and strides tell: calls that
 * write what they also read, or one place twice, give a result that depends on the order of their
 * loops. */
#include <stdlib.h>

#include "storage_parts.h"

enum { MOST_DIMS = 64 };

static bool is_concrete(const rg_dim *dims, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (dims[i].symbol)
            return false;
    return true;
}

/* Whether the type tells where each element lies. */
static bool is_laid_out(const rg_type *type) {
    return type && type->kind == RG_TYPE_TENSOR && type->stride && type->rank <= MOST_DIMS &&
           is_concrete(type->shape, type->rank) && is_concrete(type->stride, type->rank) &&
           !type->offset.symbol;
}

static bool is_empty(const rg_type *type) {
    for (size_t i = 0; i < type->rank; i++)
        if (type->shape[i].value == 0)
            return true;
    return false;
}

typedef struct axis {
    int64_t stride, extent;
} axis;

/* Whether places on the axes are all different: sorted by stride, each axis steps over all that the
 * ones before reach. */
static bool are_apart(axis *axes, size_t count) {
    int64_t reach = 0;
    for (size_t i = 1; i < count; i++) {
        axis moved = axes[i];
        size_t at = i;
        for (; at > 0 && axes[at - 1].stride > moved.stride; at--)
            axes[at] = axes[at - 1];
        axes[at] = moved;
    }
    for (size_t i = 0; i < count; i++) {
        int64_t span;
        if (axes[i].extent <= 1)
            continue;
        if (axes[i].stride <= reach ||
            __builtin_mul_overflow(axes[i].extent - 1, axes[i].stride, &span) ||
            __builtin_add_overflow(reach, span, &reach))
            return false;
    }
    return true;
}

bool rg_overlaps_itself(const rg_type *type) {
    axis axes[MOST_DIMS];
    if (!is_laid_out(type) || is_empty(type))
        return false;
    for (size_t i = 0; i < type->rank; i++)
        axes[i] = (axis){type->stride[i].value, type->shape[i].value};
    return !are_apart(axes, type->rank);
}

static int64_t last_place(const rg_type *type) {
    int64_t place = type->offset.value;
    for (size_t i = 0; i < type->rank; i++)
        place += (type->shape[i].value - 1) * type->stride[i].value;
    return place;
}

static bool same_strides(const rg_type *a, const rg_type *b) {
    for (size_t i = 0; i < a->rank; i++)
        if (a->stride[i].value != b->stride[i].value)
            return false;
    return true;
}

/* Two pieces of one grid, moved against each other along one axis: apart when they are moved by
 * more than the first is long, and no other axis comes round to the same places. */
static bool are_pieces_apart(const rg_type *a, const rg_type *b, size_t along, int64_t moved) {
    axis axes[MOST_DIMS];
    const rg_type *first = moved > 0 ? a : b, *second = moved > 0 ? b : a;
    int64_t by = moved > 0 ? moved : -moved;
    if (by < first->shape[along].value)
        return false;
    for (size_t i = 0; i < a->rank; i++) {
        int64_t extent =
            a->shape[i].value > b->shape[i].value ? a->shape[i].value : b->shape[i].value;
        axes[i] = (axis){a->stride[i].value, i == along ? by + second->shape[along].value : extent};
    }
    return are_apart(axes, a->rank);
}

static bool are_apart_in_storage(const rg_type *a, const rg_type *b) {
    if (!is_laid_out(a) || !is_laid_out(b) || a->dtype != b->dtype)
        return false;
    if (is_empty(a) || is_empty(b) || last_place(a) < b->offset.value ||
        last_place(b) < a->offset.value)
        return true;
    if (a->rank != b->rank || !same_strides(a, b))
        return false;
    int64_t distance = b->offset.value - a->offset.value;
    for (size_t i = 0; distance && i < a->rank; i++)
        if (a->stride[i].value > 0 && distance % a->stride[i].value == 0 &&
            are_pieces_apart(a, b, i, distance / a->stride[i].value))
            return true;
    return false;
}

bool rg_may_overlap(rg_run *run, rg_node_id a, rg_node_id b) {
    const rg_alias *x = rg_alias_of(run, a), *y = rg_alias_of(run, b);
    if (!x || !y)
        return false;
    if (x->storage != y->storage)
        return rg_may_be_linked(run, x->storage, y->storage);
    return x->reshaped || y->reshaped ||
           !are_apart_in_storage(rg_node_type(run->graph, x->maker),
                                 rg_node_type(run->graph, y->maker));
}

/* ---------------------------------------------------------------- within one call */

/* A tensor among a call's arguments. */
typedef struct operand {
    rg_node_id node;
    uint32_t storage;
    size_t number; /* among the operands */
    bool written, listed;
    size_t place; /* in the list that it stands in; 0 where it stands alone */
} operand;

typedef struct operands {
    rg_run *run;
    rg_array found;
    bool written, listed;
    size_t place;
} operands;

static void add_operand(void *context, rg_node_id id) {
    operands *o = context;
    const rg_type *type = rg_node_type(o->run->graph, id);
    if ((type && type->kind != RG_TYPE_TENSOR) || !rg_alias_of(o->run, id))
        return;
    size_t number = o->found.count;
    *(operand *)rg_array_push(o->run->scratch, &o->found, sizeof(operand)) =
        (operand){id, rg_alias_of(o->run, id)->storage, number, o->written, o->listed, o->place++};
}

static rg_array operands_of(rg_run *run, rg_node_id call) {
    operands o = {.run = run};
    const rg_binding *binding = rg_bind_node(run, call);
    for (size_t i = 0; binding && i < binding->schema->param_count; i++) {
        o.written = binding->schema->params[i].written;
        o.listed = rg_is_container(binding->slots[i].value);
        o.place = 0;
        if (binding->slots[i].place != RG_SLOT_ABSENT)
            rg_visit_nodes(run->module, binding->slots[i].value, add_operand, &o);
    }
    return o.found;
}

static int by_storage(const void *a, const void *b) {
    const operand *x = a, *y = b;
    if (x->storage != y->storage)
        return x->storage < y->storage ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static bool conflicts(rg_run *run, const operand *w, const operand *other, bool strict) {
    if (!rg_may_overlap(run, w->node, other->node))
        return false;
    return strict || other->written || other->listed != w->listed || other->place != w->place ||
           !rg_same_elements(run, w->node, other->node);
}

/* Only operands of one storage are compared, and those of which it is not known where they lie. */
rg_node_id rg_conflict(rg_run *run, rg_node_id call, bool strict) {
    rg_array found = operands_of(run, call);
    operand *all = found.data;
    if (found.count > 1)
        qsort(all, found.count, sizeof *all, by_storage);
    for (size_t w = 0; w < found.count; w++) {
        bool unknown = storage_at(run, all[w].storage)->maybe_first != RG_NONE_ID;
        for (size_t i = unknown ? 0 : w + 1;
             i < found.count && (unknown || all[i].storage == all[w].storage); i++) {
            const operand *first = all[w].written ? &all[w] : &all[i];
            const operand *second = all[w].written ? &all[i] : &all[w];
            if (i != w && first->written && conflicts(run, first, second, strict))
                return second->node;
        }
    }
    return RG_NO_NODE;
}
