/* Layouts of symbolic sizes. Two tensors are apart where some distance d, a stride of one of them,
 * has this property: steps that are multiples of d aside, both stay within d, one behind the other.
 * Two parts of the rows of a matrix are so, the even and the odd rows, or the first rows and the
 * last ones (there no step is left aside). */
#include "apart.h"

#include "../../sizes/sizes.h"

enum { MOST_DIMS = 16 };

typedef struct layout {
    size_t rank;
    rg_size shape[MOST_DIMS], stride[MOST_DIMS], offset;
} layout;

static rg_size size_of_text(const rg_memory *memory, rg_symbol text) {
    const rg_symbols *symbols = memory->graph->module->symbols;
    return rg_size_read(memory->sizes, rg_symbol_text(symbols, text),
                        rg_symbol_length(symbols, text));
}

static rg_size size_of_dim(const rg_memory *memory, rg_dim dim) {
    return dim.symbol ? size_of_text(memory, dim.symbol) : rg_size_number(memory->sizes, dim.value);
}

static const rg_type *symbolic_type(const rg_memory *memory, rg_value value) {
    const rg_type *type = rg_is_node(value) ? rg_node_type(memory->graph, value.data) : NULL;
    return type && type->kind == RG_TYPE_SYM ? type : NULL;
}

static rg_size size_of_value(const rg_memory *memory, rg_value value) {
    const rg_type *type = symbolic_type(memory, value);
    if (rg_value_kind(value) == RG_INT)
        return rg_size_number(memory->sizes, rg_get_int(memory->graph->module, value));
    return type ? size_of_text(memory, type->text) : RG_NO_SIZE;
}

static bool find_layout(const rg_memory *memory, const rg_type *type, layout *l) {
    if (!type || type->kind != RG_TYPE_TENSOR || !type->stride || type->rank > MOST_DIMS)
        return false;
    l->rank = type->rank;
    l->offset = size_of_dim(memory, type->offset);
    bool known = l->offset != RG_NO_SIZE;
    for (size_t i = 0; i < type->rank; i++) {
        l->shape[i] = size_of_dim(memory, type->shape[i]);
        l->stride[i] = size_of_dim(memory, type->stride[i]);
        known &= l->shape[i] != RG_NO_SIZE && l->stride[i] != RG_NO_SIZE;
    }
    return known;
}

static bool is_zero(const rg_sizes *sizes, rg_size size) {
    int64_t number;
    return rg_size_is_number(sizes, size, &number) && number == 0;
}

/* How far the elements reach by the steps that are no multiples of the distance; by all of them
 * where there is no distance. A tensor without elements is apart from all: what is asked is of one
 * that has some. */
static rg_size reach_within(rg_sizes *sizes, const layout *l, rg_size distance) {
    rg_size reach = rg_size_number(sizes, 0), one = rg_size_number(sizes, 1);
    for (size_t i = 0; i < l->rank; i++) {
        rg_size quotient, rest = l->stride[i];
        if (distance != RG_NO_SIZE)
            rg_size_split(sizes, l->stride[i], distance, &quotient, &rest);
        if (is_zero(sizes, rest))
            continue;
        rg_size steps = rg_size_subtract(sizes, l->shape[i], one);
        reach = rg_size_add(sizes, reach, rg_size_multiply(sizes, steps, l->stride[i]));
    }
    return reach;
}

/* Whether b begins behind the end of a, and ends before the distance does. */
static bool lies_behind(rg_sizes *sizes, const layout *a, const layout *b, rg_size begin,
                        rg_size distance) {
    rg_size end_of_a = reach_within(sizes, a, distance);
    rg_size end_of_b = rg_size_add(sizes, begin, reach_within(sizes, b, distance));
    return rg_size_less(sizes, end_of_a, begin) == RG_YES &&
           (distance == RG_NO_SIZE || rg_size_less(sizes, end_of_b, distance) == RG_YES);
}

static bool are_apart_by(rg_sizes *sizes, const layout *a, const layout *b, rg_size distance) {
    rg_size quotient, begin;
    rg_size_split(sizes, rg_size_subtract(sizes, b->offset, a->offset), distance, &quotient,
                  &begin);
    return lies_behind(sizes, a, b, begin, distance) ||
           lies_behind(sizes, a, b, rg_size_add(sizes, begin, distance), distance) ||
           lies_behind(sizes, a, b, rg_size_subtract(sizes, begin, distance), distance);
}

static bool are_apart(const rg_memory *memory, const layout *a, const layout *b) {
    rg_sizes *sizes = memory->sizes;
    rg_size from_a = rg_size_subtract(sizes, b->offset, a->offset);
    rg_size from_b = rg_size_subtract(sizes, a->offset, b->offset);
    if (lies_behind(sizes, a, b, from_a, RG_NO_SIZE) ||
        lies_behind(sizes, b, a, from_b, RG_NO_SIZE))
        return true;
    for (size_t i = 0; i < a->rank + b->rank; i++) {
        rg_size distance = i < a->rank ? a->stride[i] : b->stride[i - a->rank];
        if (!is_zero(sizes, distance) && are_apart_by(sizes, a, b, distance))
            return true;
    }
    return false;
}

bool rg_are_surely_apart(const rg_memory *memory, const rg_type *a, const rg_type *b) {
    layout x, y;
    return memory->sizes && find_layout(memory, a, &x) && find_layout(memory, b, &y) &&
           a->dtype == b->dtype && are_apart(memory, &x, &y);
}

/* ---------------------------------------------------------------- regions of assignments */

/* A bound of a slice, from 0 to the size. RG_NO_SIZE: it is not known. */
static rg_size bound_of(const rg_memory *memory, rg_value value, rg_size size, rg_size otherwise) {
    rg_sizes *sizes = memory->sizes;
    rg_size zero = rg_size_number(sizes, 0), at = size_of_value(memory, value);
    if (rg_value_kind(value) == RG_NONE)
        return otherwise;
    rg_answer negative = at == RG_NO_SIZE ? RG_NOT_KNOWN : rg_size_less(sizes, at, zero);
    if (negative == RG_NOT_KNOWN)
        return RG_NO_SIZE;
    if (negative == RG_YES)
        return rg_size_max(sizes, rg_size_add(sizes, at, size), zero);
    return rg_size_min(sizes, at, size);
}

static bool add_dim(layout *l, rg_size size, rg_size stride) {
    if (l->rank == MOST_DIMS || size == RG_NO_SIZE || stride == RG_NO_SIZE)
        return false;
    l->shape[l->rank] = size;
    l->stride[l->rank++] = stride;
    return true;
}

static void move(rg_sizes *sizes, layout *l, rg_size count, rg_size stride) {
    l->offset = rg_size_add(sizes, l->offset, rg_size_multiply(sizes, count, stride));
}

static bool add_slice(const rg_memory *memory, layout *l, rg_value slice, rg_size size,
                      rg_size stride) {
    rg_sizes *sizes = memory->sizes;
    rg_value by = rg_item(memory->graph->module, slice, 2);
    int64_t step = rg_value_kind(by) == RG_INT ? rg_get_int(memory->graph->module, by) : 1;
    rg_size zero = rg_size_number(sizes, 0);
    rg_size start = bound_of(memory, rg_item(memory->graph->module, slice, 0), size, zero);
    rg_size stop = bound_of(memory, rg_item(memory->graph->module, slice, 1), size, size);
    if ((rg_value_kind(by) != RG_INT && rg_value_kind(by) != RG_NONE) || step <= 0)
        return false;
    rg_size length =
        rg_size_add(sizes, rg_size_subtract(sizes, stop, start), rg_size_number(sizes, step - 1));
    length = rg_size_floor_divide(sizes, length, rg_size_number(sizes, step));
    move(sizes, l, start, stride);
    return add_dim(l, rg_size_max(sizes, length, zero),
                   rg_size_multiply(sizes, stride, rg_size_number(sizes, step)));
}

static bool add_index(const rg_memory *memory, layout *l, rg_value at, rg_size size,
                      rg_size stride) {
    rg_sizes *sizes = memory->sizes;
    rg_size index = size_of_value(memory, at);
    rg_answer negative =
        index == RG_NO_SIZE ? RG_NOT_KNOWN : rg_size_less(sizes, index, rg_size_number(sizes, 0));
    if (negative == RG_NOT_KNOWN)
        return false;
    move(sizes, l, negative == RG_YES ? rg_size_add(sizes, index, size) : index, stride);
    return l->offset != RG_NO_SIZE;
}

/* Whether the entry of the index takes one dimension. */
static bool takes_one(const rg_memory *memory, rg_value entry) {
    rg_kind kind = rg_value_kind(entry);
    return kind == RG_INT || kind == RG_SLICE || symbolic_type(memory, entry);
}

static bool add_entry(const rg_memory *memory, layout *l, const layout *b, rg_value entry,
                      size_t *dim, size_t skipped) {
    size_t many = rg_value_kind(entry) == RG_ELLIPSIS ? skipped : 0;
    if (rg_value_kind(entry) == RG_NONE)
        return add_dim(l, rg_size_number(memory->sizes, 1), rg_size_number(memory->sizes, 0));
    for (size_t i = 0; i < many; i++, (*dim)++)
        if (*dim == b->rank || !add_dim(l, b->shape[*dim], b->stride[*dim]))
            return false;
    if (rg_value_kind(entry) == RG_ELLIPSIS)
        return true;
    if (!takes_one(memory, entry) || *dim == b->rank)
        return false;
    rg_size size = b->shape[*dim], stride = b->stride[(*dim)++];
    return rg_value_kind(entry) == RG_SLICE ? add_slice(memory, l, entry, size, stride)
                                            : add_index(memory, l, entry, size, stride);
}

/* The layout of `b[index]`. False if it is not known, or the index has more than numbers and
 * slices. */
static bool find_region(const rg_memory *memory, const layout *b, rg_value index, layout *l) {
    bool several = rg_value_kind(index) == RG_TUPLE;
    size_t count = several ? rg_value_count(index) : 1, dim = 0, taken = 0;
    for (size_t i = 0; i < count; i++)
        taken += takes_one(memory, several ? rg_item(memory->graph->module, index, i) : index);
    if (taken > b->rank)
        return false;
    *l = (layout){.offset = b->offset};
    for (size_t i = 0; i < count; i++)
        if (!add_entry(memory, l, b, several ? rg_item(memory->graph->module, index, i) : index,
                       &dim, b->rank - taken))
            return false;
    for (; dim < b->rank; dim++)
        if (!add_dim(l, b->shape[dim], b->stride[dim]))
            return false;
    return true;
}

/* Whether they are the same elements in the same order. */
static bool are_same(const rg_memory *memory, const layout *a, const layout *b) {
    rg_sizes *sizes = memory->sizes;
    bool same = a->rank == b->rank && rg_size_equal(sizes, a->offset, b->offset) == RG_YES;
    for (size_t i = 0; same && i < a->rank; i++)
        same = rg_size_equal(sizes, a->shape[i], b->shape[i]) == RG_YES &&
               rg_size_equal(sizes, a->stride[i], b->stride[i]) == RG_YES;
    return same;
}

bool rg_region_surely_fits(const rg_memory *memory, const rg_type *b, rg_value index,
                           const rg_type *value) {
    layout whole, region, other;
    return memory->sizes && find_layout(memory, b, &whole) && find_layout(memory, value, &other) &&
           b->dtype == value->dtype && find_region(memory, &whole, index, &region) &&
           (are_same(memory, &region, &other) || are_apart(memory, &region, &other));
}
