/* The state of one application of a rule, and the actions that applications defer. */
#ifndef REGRAFT_APPLICATION_H
#define REGRAFT_APPLICATION_H

#include "rewrite.h"

/* Why a rule whose pattern matches is not applied. */
typedef enum rg_objection_kind {
    RG_NO_OBJECTION,
    RG_WRITTEN_SINCE,  /* a conclusion from a node may no longer hold: see conclude.c */
    RG_SHARING_LOST,   /* the old value shares memory with others, the new one does not */
    RG_OBJECTS_MERGED, /* two tensors become one object, whose shape changes in place */
    RG_DRAWN_AGAIN,    /* it would draw random numbers again that other nodes also read */
    RG_IS_THERE,       /* it would reuse the call that it replaces */
    RG_LAYOUT_LOST,    /* a call depends on the value's memory layout, and the new
                          value's may differ */
    RG_ALONE,          /* no other call is of its group */
    RG_DOES_MORE       /* the call that it erases has side effects, or may have */
} rg_objection_kind;

typedef struct rg_objection {
    rg_objection_kind kind;
    rg_node_id node;    /* that the rule looked at, or was to replace */
    rg_node_id written; /* WRITTEN_SINCE: what was; RG_NO_NODE: a call may have written anything */
    const rg_ast *part; /* of the rule: the pattern, expression or statement it is about */
} rg_objection;

/* One application of a rule to a node, or of a begin or end block. rg_begin_application() zeroes
 * it; nothing reads it before that. */
typedef struct rg_application {
    rg_objection objection;  /* to the rule that is tried */
    size_t first_pending;    /* the pendings from this one on are its own */
    bool acted;              /* it has made a change that cannot be undone */
    bool call_changed;       /* it gave a node another target or other arguments */
    bool root_used;          /* a new node uses the call that is being rewritten */
    rg_array made;           /* of rg_node_id: nodes that it made, or brought to their place */
    rg_array replaced_slots; /* of uint32_t: matched names that it gave a new value */
    rg_array gathered;       /* of rg_node_id: calls of its group ahead of the sweep */
} rg_application;

/* Who makes nodes, and where: set and restored as a whole by rg_begin_making(). */
typedef struct rg_maker {
    const rg_rule *rule; /* NULL: a block, or the engine by itself */
    size_t application;  /* its number, for observers; 0: none */
    size_t first_made;   /* nodes from this number on were made by it */
    uint32_t origin;     /* of the rule or block; RG_NO_ORIGIN: nobody's */
    rg_node_id cursor;   /* new nodes go before it; RG_NO_NODE: at the end */
    bool aten;           /* dialect that calls of operators are spelled in */
    bool committing;     /* nodes made now are the engine's: no rule visits them */
} rg_maker;

/* A deferred action: it takes effect after the nodes that its rule made have been visited. */
typedef enum rg_pending_kind {
    RG_PENDING_WRITE,
    RG_PENDING_BECOMES,
    RG_PENDING_REPLACE
} rg_pending_kind;

typedef struct rg_pending {
    rg_pending_kind what;
    rg_node_id target; /* the object written; or the node replaced */
    rg_value value;
    rg_node_id site; /* the call that was rewritten, for messages and metadata */
    const rg_ast *ast;
} rg_pending;

/* The pendings from `first` on take effect after `after` has been visited. */
typedef struct rg_commit {
    rg_node_id after;
    size_t first;
    rg_maker maker; /* makes the nodes that they need; its cursor is set then */
    bool chained;   /* the commit below this one is due after the same node, whatever its `after` */
} rg_commit;

#endif
