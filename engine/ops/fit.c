/* Whether a value fits a parameter, as far as values and annotations tell. */
#include "tables.h"

#include <string.h>

/* The cost of a fit: overloads are chosen by the least sum. */
enum {
    NO = -1,
    EXACT = 0,
    NEAR = 1,  /* an int for a float, a number for a tensor, anything for Any */
    GUESS = 2, /* a node of which nothing is known stands for something other than a tensor */
    ODD = 4    /* legal, but seldom meant */
};

/* What a node is known to be. */
typedef enum node_class {
    NODE_UNKNOWN,
    NODE_TENSOR,
    NODE_TENSOR_0, /* without dimensions: PyTorch takes it for a number */
    NODE_NUMBER,   /* int, float or bool */
    NODE_SEQUENCE, /* of unknown things */
    NODE_INTS,
    NODE_DTYPE,
    NODE_DEVICE,
    NODE_LAYOUT,
    NODE_NONE,
    NODE_OTHER
} node_class;

/* ---------------------------------------------------------------- nodes without annotation */

static const struct {
    const char *name;
    node_class class;
} ATTRIBUTES[] =
    {
        {"shape", NODE_INTS},     {"dtype", NODE_DTYPE},    {"device", NODE_DEVICE},
        {"layout", NODE_LAYOUT},  {"ndim", NODE_NUMBER},    {"itemsize", NODE_NUMBER},
        {"nbytes", NODE_NUMBER},  {"is_cuda", NODE_NUMBER}, {"requires_grad", NODE_NUMBER},
        {"is_leaf", NODE_NUMBER},
},
  METHODS[] = {
      {"size", NODE_INTS},
      {"stride", NODE_INTS},
      {"dim", NODE_NUMBER},
      {"ndimension", NODE_NUMBER},
      {"numel", NODE_NUMBER},
      {"nelement", NODE_NUMBER},
      {"item", NODE_NUMBER},
      {"get_device", NODE_NUMBER},
      {"element_size", NODE_NUMBER},
      {"storage_offset", NODE_NUMBER},
      {"is_floating_point", NODE_NUMBER},
      {"is_complex", NODE_NUMBER},
      {"is_contiguous", NODE_NUMBER},
};

static node_class class_of_attribute(const rg_module *module, const rg_node *node) {
    if (rg_value_kind(node->args) != RG_TUPLE || rg_value_count(node->args) < 2)
        return NODE_UNKNOWN;
    rg_value name = rg_item(module, node->args, 1);
    if (rg_value_kind(name) != RG_STR && rg_value_kind(name) != RG_ATOM)
        return NODE_UNKNOWN;
    for (size_t i = 0; i < RG_COUNT_OF(ATTRIBUTES); i++)
        if (strcmp(rg_value_text(module, name), ATTRIBUTES[i].name) == 0)
            return ATTRIBUTES[i].class;
    return NODE_UNKNOWN;
}

static node_class class_of_method(const rg_node *node, const char *target) {
    for (size_t i = 0; i < RG_COUNT_OF(METHODS); i++) {
        if (*target != *METHODS[i].name || strcmp(target, METHODS[i].name) != 0)
            continue;
        bool indexed = rg_value_count(node->args) + rg_value_count(node->kwargs) > 1;
        return METHODS[i].class == NODE_INTS && indexed ? NODE_NUMBER : METHODS[i].class;
    }
    return NODE_UNKNOWN;
}

/* What the node's own call says it is: sizes, dtypes and devices asked of a tensor. */
static node_class class_of_call(const rg_module *module, const rg_graph *graph,
                                const rg_node *node) {
    const char *target = rg_symbol_text(module->symbols, node->target);
    if (node->opcode == RG_CALL_METHOD)
        return class_of_method(node, target);
    if (node->opcode != RG_CALL_FUNCTION)
        return NODE_UNKNOWN;
    if (strcmp(target, "builtins.getattr") == 0)
        return class_of_attribute(module, node);
    if (strcmp(target, "operator.getitem") != 0 || rg_value_kind(node->args) != RG_TUPLE ||
        rg_value_count(node->args) != 2)
        return NODE_UNKNOWN;
    rg_value from = rg_item(module, node->args, 0), index = rg_item(module, node->args, 1);
    if (!rg_is_node(from) || rg_value_kind(index) != RG_INT)
        return NODE_UNKNOWN;
    const rg_node *source = rg_node_at(graph, from.data);
    const char *name = rg_symbol_text(module->symbols, source->target);
    node_class class = NODE_UNKNOWN;
    if (source->opcode == RG_CALL_METHOD)
        class = class_of_method(source, name);
    else if (source->opcode == RG_CALL_FUNCTION && strcmp(name, "builtins.getattr") == 0)
        class = class_of_attribute(module, source);
    return class == NODE_INTS ? NODE_NUMBER : NODE_UNKNOWN;
}

bool rg_may_tell_kind(rg_opcode opcode, const char *target) {
    if (opcode == RG_CALL_FUNCTION)
        return strcmp(target, "builtins.getattr") == 0 || strcmp(target, "operator.getitem") == 0;
    for (size_t i = 0; opcode == RG_CALL_METHOD && i < RG_COUNT_OF(METHODS); i++)
        if (strcmp(target, METHODS[i].name) == 0)
            return true;
    return false;
}

static node_class class_of_node(const rg_module *module, const rg_graph *graph, rg_node_id id) {
    const rg_type *type = rg_node_type(graph, id);
    if (!type)
        return class_of_call(module, graph, rg_node_at(graph, id));
    switch (type->kind) {
    case RG_TYPE_NONE:
        return NODE_NONE;
    case RG_TYPE_TENSOR:
        return type->rank ? NODE_TENSOR : NODE_TENSOR_0;
    case RG_TYPE_SYM:
        return NODE_NUMBER;
    case RG_TYPE_TUPLE:
    case RG_TYPE_LIST:
        return NODE_SEQUENCE;
    case RG_TYPE_LITERAL:
        return NODE_OTHER;
    }
    return NODE_UNKNOWN;
}

/* ---------------------------------------------------------------- single values */

static bool is_number_kind(rg_param_kind kind) {
    return kind == RG_PARAM_SCALAR || kind == RG_PARAM_INT || kind == RG_PARAM_FLOAT ||
           kind == RG_PARAM_BOOL;
}

static int fit_node(const rg_param *param, node_class class) {
    rg_param_kind kind = param->kind;
    if (kind == RG_PARAM_OTHER)
        return NEAR;
    switch (class) {
    case NODE_UNKNOWN:
        return kind == RG_PARAM_TENSOR ? EXACT : GUESS;
    case NODE_TENSOR:
        return kind == RG_PARAM_TENSOR ? EXACT : NO;
    case NODE_TENSOR_0:
        return kind == RG_PARAM_TENSOR ? EXACT : is_number_kind(kind) ? ODD : NO;
    case NODE_NUMBER:
        if (kind == RG_PARAM_TENSOR)
            return param->written ? NO : ODD;
        return is_number_kind(kind) ? EXACT : NO;
    case NODE_DTYPE:
        return kind == RG_PARAM_DTYPE ? EXACT : NO;
    case NODE_DEVICE:
        return kind == RG_PARAM_DEVICE ? EXACT : NO;
    case NODE_LAYOUT:
        return kind == RG_PARAM_LAYOUT ? EXACT : NO;
    case NODE_NONE:
        return param->optional ? EXACT : NO;
    case NODE_OTHER:
        return kind == RG_PARAM_TENSOR ? (param->written ? NO : ODD) : GUESS;
    case NODE_SEQUENCE:
    case NODE_INTS:
        return NO;
    }
    return NO;
}

static int fit_number(const rg_module *module, const rg_param *param, rg_kind value) {
    switch (param->kind) {
    case RG_PARAM_TENSOR:
        return param->written ? NO : NEAR;
    case RG_PARAM_SCALAR:
        return value == RG_BOOL ? NEAR : EXACT;
    case RG_PARAM_INT:
        return value == RG_INT ? EXACT : NO;
    case RG_PARAM_FLOAT:
        return value == RG_FLOAT ? EXACT : value == RG_INT ? NEAR : NO;
    case RG_PARAM_BOOL:
        return value == RG_BOOL ? EXACT : NO;
    /* The plain form prints '0' as 0. */
    case RG_PARAM_STR:
        return module->annotated ? NO : ODD;
    case RG_PARAM_DEVICE:
        return value == RG_INT ? ODD : NO;
    case RG_PARAM_OTHER:
        return NEAR;
    default:
        return NO;
    }
}

static bool begins(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static int fit_atom(const rg_param *param, const char *text) {
    switch (param->kind) {
    case RG_PARAM_TENSOR:
        return begins(text, "tensor(") || begins(text, "Parameter ") ? EXACT : NO;
    case RG_PARAM_STR:
    case RG_PARAM_OTHER:
        return EXACT;
    case RG_PARAM_DEVICE:
    case RG_PARAM_SCALAR:
    case RG_PARAM_INT:
    case RG_PARAM_FLOAT:
    case RG_PARAM_BOOL:
        return NEAR;
    case RG_PARAM_DTYPE:
        return begins(text, "<class ") ? EXACT : NO;
    default:
        return NO;
    }
}

static int fit_const(const rg_param *param, const char *text) {
    static const char *const formats[] = {"torch.contiguous_format", "torch.preserve_format",
                                          "torch.channels_last", "torch.channels_last_3d"};
    bool format = false;
    for (size_t i = 0; i < RG_COUNT_OF(formats); i++)
        format |= strcmp(text, formats[i]) == 0;
    if (param->kind == RG_PARAM_MEMORY_FORMAT)
        return format ? EXACT : NO;
    if (param->kind == RG_PARAM_LAYOUT)
        return !format && begins(text, "torch.") ? EXACT : NO;
    if (param->kind == RG_PARAM_DTYPE)
        return begins(text, "builtins.") ? NEAR : NO;
    return param->kind == RG_PARAM_OTHER ? EXACT : NO;
}

static int fit_single(const rg_module *module, const rg_graph *graph, const rg_param *param,
                      rg_value v) {
    rg_param_kind kind = param->kind;
    int other = kind == RG_PARAM_OTHER ? NEAR : NO;
    switch (rg_value_kind(v)) {
    case RG_NODE:
        return fit_node(param, class_of_node(module, graph, v.data));
    case RG_BOOL:
    case RG_INT:
    case RG_FLOAT:
    case RG_COMPLEX:
        return fit_number(module, param, rg_value_kind(v));
    case RG_SIZE:
        return fit_number(module, param, RG_INT);
    case RG_STR:
        return kind == RG_PARAM_STR ? EXACT : kind == RG_PARAM_DEVICE ? NEAR : other;
    case RG_ATOM:
        return fit_atom(param, rg_value_text(module, v));
    case RG_DTYPE:
        return kind == RG_PARAM_DTYPE ? EXACT : other;
    case RG_DEVICE:
        return kind == RG_PARAM_DEVICE                      ? EXACT
               : kind == RG_PARAM_STR && !module->annotated ? ODD
                                                            : other;
    case RG_CONST:
        return fit_const(param, rg_value_text(module, v));
    case RG_NONE:
    case RG_ELLIPSIS:
    case RG_TUPLE:
    case RG_LIST:
    case RG_DICT:
    case RG_SLICE:
    case RG_OPAQUE:
        return other;
    }
    return NO;
}

/* ---------------------------------------------------------------- parameters */

int rg_fit_item(const rg_module *module, const rg_graph *graph, const rg_param *param, rg_value v) {
    if (rg_value_kind(v) == RG_NONE && param->optional_items)
        return EXACT;
    return fit_single(module, graph, param, v);
}

static int fit_list(const rg_module *module, const rg_graph *graph, const rg_param *param,
                    rg_value v) {
    rg_kind kind = rg_value_kind(v);
    if (kind == RG_NODE) {
        node_class class = class_of_node(module, graph, v.data);
        if (class == NODE_UNKNOWN)
            return GUESS;
        if (class == NODE_SEQUENCE || class == NODE_INTS)
            return class == NODE_INTS && param->kind == RG_PARAM_TENSOR ? NO : EXACT;
    }
    if (kind != RG_TUPLE && kind != RG_LIST)
        return param->fixed ? rg_fit_item(module, graph, param, v) : NO;
    int worst = EXACT;
    for (size_t i = 0; i < rg_value_count(v); i++) {
        int cost = rg_fit_item(module, graph, param, rg_item(module, v, i));
        if (cost == NO)
            return NO;
        worst = cost > worst ? cost : worst;
    }
    return worst;
}

int rg_fit_value(const rg_module *module, const rg_graph *graph, const rg_param *param,
                 rg_value v) {
    if (rg_value_kind(v) == RG_NONE && param->optional)
        return EXACT;
    if (param->list && param->kind != RG_PARAM_OTHER)
        return fit_list(module, graph, param, v);
    return fit_single(module, graph, param, v);
}

/* ---------------------------------------------------------------- shapes of calls */

/* How a value counts in rg_fit_value(), from 1; 0: by more than its kind. */
static uint64_t kind_number(const rg_module *module, const rg_graph *graph, rg_value v) {
    enum { VALUES = NODE_OTHER + 2 };
    rg_kind kind = rg_value_kind(v);
    switch (kind) {
    case RG_NODE:
        return (uint64_t)class_of_node(module, graph, v.data) + 1;
    case RG_NONE:
    case RG_BOOL:
    case RG_INT:
    case RG_FLOAT:
    case RG_STR:
    case RG_DTYPE:
    case RG_DEVICE:
    case RG_ELLIPSIS:
    case RG_SLICE:
        return VALUES + (uint64_t)kind;
    case RG_TUPLE:
    case RG_LIST: /* of ints: numbered as kinds that are not */
        for (uint32_t i = 0; i < rg_value_count(v); i++)
            if (rg_value_kind(rg_item(module, v, i)) != RG_INT)
                return 0;
        if (!rg_value_count(v))
            return 0;
        return VALUES + (uint64_t)kind;
    default:
        return 0;
    }
}

bool rg_shape_of_call(const rg_module *module, const rg_graph *graph, const rg_node *node,
                      rg_call_shape *shape) {
    enum { BITS = 5, MOST = 64 / BITS - 1 };
    uint32_t count = rg_value_count(node->args), keys = rg_value_count(node->kwargs) / 2;
    *shape = (rg_call_shape){count, {0, 0}};
    if (rg_value_kind(node->args) != RG_TUPLE || rg_value_kind(node->kwargs) != RG_DICT ||
        keys > 2 || count + keys > MOST)
        return false;
    for (uint32_t i = 0; i < count + keys; i++) {
        uint32_t key = i < count ? 0 : 2 * (i - count);
        rg_value v = i < count ? rg_item(module, node->args, i)
                               : rg_item(module, node->kwargs, (size_t)key + 1);
        uint64_t kind = kind_number(module, graph, v);
        if (!kind)
            return false;
        shape->kinds = shape->kinds << BITS | kind;
        if (i >= count)
            shape->keys[i - count] = rg_item(module, node->kwargs, key).data + 1;
    }
    return true;
}
