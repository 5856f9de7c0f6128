/* Which elements in memory two tensors share, by their shapes and strides. A call that writes what
 * it also reads, or writes one place twice, gives a result that depends on the order of its loops.
 */
#include <stdlib.h>

#include "../../calls/callees.h"
#include "../../rewrite/run.h"
#include "apart.h"
#include "overlap.h"
#include "../storage.h"
#include "../storage_parts.h"

enum { MOST_DIMS = 64 };

/* Distances of places up to here are added up without overflow. */
#define FARTHEST_PLACE (INT64_MAX / 4)

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

/* Of a symbolic size: whether a dimension has no stride. It may have more than one element. */
static bool repeats_elements(const rg_type *type) {
    for (size_t i = 0; type && type->stride && i < type->rank; i++)
        if (rg_dims_equal(type->stride[i], (rg_dim){0, 0}) &&
            (type->shape[i].symbol || type->shape[i].value > 1))
            return true;
    return false;
}

bool rg_overlaps_itself(const rg_type *type) {
    axis axes[MOST_DIMS];
    if (!is_laid_out(type))
        return repeats_elements(type);
    if (is_empty(type))
        return false;
    for (size_t i = 0; i < type->rank; i++)
        axes[i] = (axis){type->stride[i].value, type->shape[i].value};
    return !are_apart(axes, type->rank);
}

/* The last place of a tensor that is not empty; false where no memory has such a one: numbers are
 * as the graph's text gives them. */
static bool last_place(const rg_type *type, int64_t *place) {
    int64_t span;
    *place = type->offset.value;
    for (size_t i = 0; i < type->rank; i++)
        if (type->shape[i].value < 0 || type->stride[i].value < 0 ||
            __builtin_mul_overflow(type->shape[i].value - 1, type->stride[i].value, &span) ||
            __builtin_add_overflow(*place, span, place))
            return false;
    return type->offset.value >= 0 && *place <= FARTHEST_PLACE;
}

/* ---------------------------------------------------------------- common places */

/* Steps of one length, of both tensors together: any number of them up to `most`. */
typedef struct steps {
    int64_t length, most;
    int64_t rest, grain; /* how far all shorter ones reach, and what they are multiples of */
} steps;

static int64_t common_divisor(int64_t a, int64_t b) {
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int longest_first(const void *a, const void *b) {
    const steps *x = a, *y = b;
    return (x->length < y->length) - (x->length > y->length);
}

static size_t add_steps(steps *all, size_t count, const rg_type *type) {
    for (size_t i = 0; i < type->rank; i++)
        if (type->shape[i].value > 1 && type->stride[i].value > 0)
            all[count++] =
                (steps){.length = type->stride[i].value, .most = type->shape[i].value - 1};
    return count;
}

/* Sorts the steps, puts those of one length together and returns how many are left. */
static size_t merge_steps(steps *all, size_t count) {
    size_t kept = 0;
    qsort(all, count, sizeof *all, longest_first);
    for (size_t i = 0; i < count; i++) {
        if (kept && all[kept - 1].length == all[i].length)
            all[kept - 1].most += all[i].most;
        else
            all[kept++] = all[i];
    }
    int64_t rest = 0, grain = 0;
    for (size_t i = kept; i-- > 0;) {
        all[i].rest = rest;
        all[i].grain = grain;
        rest += all[i].length * all[i].most;
        grain = common_divisor(all[i].length, grain);
    }
    return kept;
}

/* So many choices are tried; after that it counts as not known. Where the longer steps go over all
 * that the shorter ones reach, as in slices of an array, there are two at each length. */
enum { MOST_CHOICES = 4096 };

/* How many of the steps fit into a distance. */
static int64_t most_that_fit(const steps *of, int64_t distance) {
    int64_t fit = distance / of->length;
    return fit < of->most ? fit : of->most;
}

/* Whether some numbers of steps add up to the distance; true if that is not known. */
static bool may_add_up(const steps *all, size_t count, int64_t distance) {
    int64_t left[2 * MOST_DIMS], next[2 * MOST_DIMS]; /* for each length; how many to try next */
    if (count == 0)
        return distance == 0;
    size_t at = 0;
    left[0] = distance;
    next[0] = most_that_fit(&all[0], distance);
    for (size_t tried = 0; tried < MOST_CHOICES; tried++) {
        int64_t taken = next[at]--, rest = left[at] - taken * all[at].length;
        if (taken < 0 || rest > all[at].rest) { /* the shorter ones do not reach so far */
            if (at == 0)
                return false;
            at--;
            continue;
        }
        if (all[at].grain ? rest % all[at].grain : rest)
            continue;
        if (++at == count)
            return true;
        left[at] = rest;
        next[at] = most_that_fit(&all[at], rest);
    }
    return true;
}

/* Both tensors go from the same place to the same place: of the second one's steps those that it
 * does not take count. */
static bool are_apart_in_storage(const rg_type *a, const rg_type *b) {
    steps all[2 * MOST_DIMS];
    int64_t last_of_a, last_of_b;
    if (!is_laid_out(a) || !is_laid_out(b) || a->dtype != b->dtype)
        return false;
    if (is_empty(a) || is_empty(b))
        return true;
    if (!last_place(a, &last_of_a) || !last_place(b, &last_of_b))
        return false;
    if (last_of_a < b->offset.value || last_of_b < a->offset.value)
        return true;
    size_t count = merge_steps(all, add_steps(all, add_steps(all, 0, a), b));
    return !may_add_up(all, count, last_of_b - a->offset.value);
}

bool rg_inputs_are_apart(const rg_memory *memory, rg_node_id a, rg_node_id b) {
    return are_apart_in_storage(rg_node_type(memory->graph, a), rg_node_type(memory->graph, b));
}

bool rg_may_overlap(const rg_memory *memory, rg_node_id a, rg_node_id b) {
    const rg_alias *x = rg_alias_of(memory, a), *y = rg_alias_of(memory, b);
    if (!x || !y)
        return false;
    if (x->storage != y->storage)
        return rg_may_be_linked(memory, x->storage, y->storage);
    if (x != y && x->parent == y->parent && x->item >= 0 && y->item >= 0 && x->item != y->item)
        return false; /* pieces of one chunk or split */
    return x->reshaped || y->reshaped ||
           (!are_apart_in_storage(rg_node_type(memory->graph, x->maker),
                                  rg_node_type(memory->graph, y->maker)) &&
            !rg_are_surely_apart(memory, rg_node_type(memory->graph, x->maker),
                                 rg_node_type(memory->graph, y->maker)));
}

/* ---------------------------------------------------------------- what an assignment writes */

/* The layout of `b[index]`, as it is made entry by entry. */
typedef struct region {
    rg_dim shape[MOST_DIMS], stride[MOST_DIMS];
    size_t rank;
    int64_t offset;
} region;

static bool add_dim(region *r, int64_t size, int64_t stride) {
    if (r->rank == MOST_DIMS)
        return false;
    r->shape[r->rank] = (rg_dim){.value = size};
    r->stride[r->rank++] = (rg_dim){.value = stride};
    return true;
}

/* A bound of a slice, from 0 to the size; false: it is no number. */
static bool bound_of(const rg_memory *memory, rg_value value, int64_t size, int64_t otherwise,
                     int64_t *bound) {
    *bound = otherwise;
    if (rg_value_kind(value) == RG_NONE)
        return true;
    if (rg_value_kind(value) != RG_INT)
        return false;
    int64_t at = rg_get_int(memory->graph->module, value);
    at = at < 0 ? at + size : at;
    *bound = at < 0 ? 0 : at > size ? size : at;
    return true;
}

/* Moves the region by `count` strides; false where no memory is. */
static bool move_region(region *r, int64_t count, int64_t stride) {
    int64_t span;
    return !__builtin_mul_overflow(count, stride, &span) &&
           !__builtin_add_overflow(r->offset, span, &r->offset);
}

static bool add_slice(const rg_memory *memory, region *r, rg_value slice, int64_t size,
                      int64_t stride) {
    int64_t start, stop, step = 1;
    rg_value by = rg_item(memory->graph->module, slice, 2);
    if (rg_value_kind(by) == RG_INT)
        step = rg_get_int(memory->graph->module, by);
    if ((rg_value_kind(by) != RG_INT && rg_value_kind(by) != RG_NONE) || step <= 0 ||
        !bound_of(memory, rg_item(memory->graph->module, slice, 0), size, 0, &start) ||
        !bound_of(memory, rg_item(memory->graph->module, slice, 1), size, size, &stop))
        return false;
    return move_region(r, start, stride) && !__builtin_mul_overflow(stride, step, &stride) &&
           add_dim(r, stop > start ? (stop - start - 1) / step + 1 : 0, stride);
}

static size_t dims_taken(const rg_memory *memory, rg_value index, size_t count) {
    size_t taken = 0;
    for (size_t i = 0; i < count; i++) {
        rg_kind kind = rg_value_kind(rg_item(memory->graph->module, index, i));
        taken += kind == RG_INT || kind == RG_SLICE;
    }
    return taken;
}

/* Adds what one entry of the index leaves of dimension `*dim` on; false: it is no basic index. */
static bool add_entry(const rg_memory *memory, region *r, const rg_type *type, rg_value entry,
                      size_t *dim, size_t skipped) {
    size_t many = rg_value_kind(entry) == RG_ELLIPSIS ? skipped : 1;
    if (rg_value_kind(entry) == RG_NONE)
        return add_dim(r, 1, 0);
    if (rg_value_kind(entry) != RG_ELLIPSIS && *dim == type->rank)
        return false;
    int64_t size = *dim < type->rank ? type->shape[*dim].value : 0;
    int64_t stride = *dim < type->rank ? type->stride[*dim].value : 0;
    if (size < 0)
        return false;
    switch (rg_value_kind(entry)) {
    case RG_INT: {
        int64_t at = rg_get_int(memory->graph->module, entry);
        if (!move_region(r, at < 0 ? at + size : at, stride))
            return false;
        break;
    }
    case RG_SLICE:
        if (!add_slice(memory, r, entry, size, stride))
            return false;
        break;
    case RG_ELLIPSIS:
        for (size_t i = 0; i < many; i++)
            if (!add_dim(r, type->shape[*dim + i].value, type->stride[*dim + i].value))
                return false;
        break;
    default:
        return false;
    }
    *dim += many;
    return true;
}

/* The layout of the elements that a basic index selects. False if the index is not basic, or the
 * layout is not known. */
static bool find_region(const rg_memory *memory, const rg_type *type, rg_value index, region *r,
                        rg_type *layout) {
    bool several = rg_value_kind(index) == RG_TUPLE;
    size_t count = several ? rg_value_count(index) : 1, dim = 0;
    size_t taken = several ? dims_taken(memory, index, count)
                           : rg_value_kind(index) == RG_INT || rg_value_kind(index) == RG_SLICE;
    if (!is_laid_out(type) || taken > type->rank)
        return false;
    r->offset = type->offset.value;
    for (size_t i = 0; i < count; i++)
        if (!add_entry(memory, r, type, several ? rg_item(memory->graph->module, index, i) : index,
                       &dim, type->rank - taken))
            return false;
    for (; dim < type->rank; dim++)
        if (!add_dim(r, type->shape[dim].value, type->stride[dim].value))
            return false;
    *layout = *type;
    layout->rank = r->rank;
    layout->shape = r->shape;
    layout->stride = r->stride;
    layout->offset.value = r->offset;
    return true;
}

bool rg_region_clashes(const rg_memory *memory, rg_node_id b, rg_value index, rg_node_id value) {
    const rg_alias *x = rg_alias_of(memory, b), *y = rg_alias_of(memory, value);
    region r = {.rank = 0};
    rg_type layout;
    if (!x || !y || x->storage != y->storage)
        return false;
    const rg_type *type = rg_node_type(memory->graph, y->maker);
    const rg_type *whole = rg_node_type(memory->graph, x->maker);
    if (x->reshaped || y->reshaped)
        return true;
    if (!find_region(memory, whole, index, &r, &layout))
        return !rg_region_surely_fits(memory, whole, index, type);
    return !are_apart_in_storage(&layout, type) && !rg_same_layout(&layout, type) &&
           !rg_region_surely_fits(memory, whole, index, type);
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
    if ((type && type->kind != RG_TYPE_TENSOR) || !rg_alias_of(&o->run->memory, id))
        return;
    size_t number = o->found.count;
    *(operand *)rg_array_push(o->run->arenas.scratch, &o->found, sizeof(operand)) = (operand){
        id, rg_alias_of(&o->run->memory, id)->storage, number, o->written, o->listed, o->place++};
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

/* Of one pointwise write PyTorch itself looks where it is not known whether memory is shared. */
static bool conflicts(const rg_memory *memory, const operand *w, const operand *other,
                      bool strict) {
    if (!rg_may_overlap(memory, w->node, other->node) ||
        (!strict && !w->listed && w->storage != other->storage))
        return false;
    return strict || other->written || other->listed != w->listed || other->place != w->place ||
           !rg_same_elements(memory, w->node, other->node);
}

/* Only operands of the same storage, or of an unknown one, are compared. */
rg_node_id rg_conflict(rg_run *run, rg_node_id call, bool strict) {
    rg_array found = operands_of(run, call);
    operand *all = found.data;
    if (found.count > 1)
        qsort(all, found.count, sizeof *all, by_storage);
    for (size_t w = 0; w < found.count; w++) {
        bool unknown = rg_storage_at(&run->memory, all[w].storage)->maybe_first != RG_NONE_ID;
        for (size_t i = unknown ? 0 : w + 1;
             i < found.count && (unknown || all[i].storage == all[w].storage); i++) {
            const operand *first = all[w].written ? &all[w] : &all[i];
            const operand *second = all[w].written ? &all[i] : &all[w];
            if (i != w && first->written && conflicts(&run->memory, first, second, strict))
                return second->node;
        }
    }
    return RG_NO_NODE;
}
