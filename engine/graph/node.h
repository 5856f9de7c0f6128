/* Nodes: what a graph keeps of each statement. How they are linked, made and changed: graph.h. */
#ifndef REGRAFT_GRAPH_NODE_H
#define REGRAFT_GRAPH_NODE_H

#include "value.h"

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
    uint32_t origin;     /* of the rule that made or last changed it, see rg_origin_at() */
    rg_node_id made_for; /* of a new node: the node as read whose rewriting made it */
} rg_extra;

enum { RG_MANY_USERS = UINT8_MAX };
#define RG_NO_EXTRA UINT32_MAX

typedef struct rg_node {
    rg_symbol name;
    rg_symbol target;
    rg_symbol annotation;              /* text of the value annotation without quotes; 0: none */
    rg_value args;                     /* RG_TUPLE, or RG_OPAQUE */
    rg_value kwargs;                   /* RG_DICT (str keys), or RG_OPAQUE */
    rg_node_id prev, next;             /* graph order; RG_NO_NODE at the ends */
    uint32_t users;                    /* number of distinct nodes that use it */
    uint32_t source_begin, source_end; /* bytes of the statement in the source; equal: none */
    uint32_t extra;                    /* index into the graph's extras, or RG_NO_EXTRA */
    uint16_t flags;
    uint8_t opcode;     /* rg_opcode */
    uint8_t users_read; /* what `users` was when the graph was read; RG_MANY_USERS: see its extra */
} rg_node;

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

/* Has the node a statement in the source? */
static inline bool rg_has_statement(const rg_node *node) {
    return node->source_end > node->source_begin;
}

#endif
