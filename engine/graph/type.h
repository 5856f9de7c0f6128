/* Value types: what the annotation of a node says of its value. */
#ifndef REGRAFT_GRAPH_TYPE_H
#define REGRAFT_GRAPH_TYPE_H

#include "module.h"

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

#endif
