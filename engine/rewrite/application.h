/* Applying rules: the state of one application, and what applications leave to be done. */
#ifndef REGRAFT_APPLICATION_H
#define REGRAFT_APPLICATION_H

#include "rewrite.h"

/* Why a rule whose pattern matches is not applied. */
typedef enum rg_objection_kind {
    RG_NO_OBJECTION,
    RG_WRITTEN_SINCE,  /* what it concludes from a node may not hold any more: see conclude.c */
    RG_SHARING_LOST,   /* its new value shares no memory with what the old one shares it with */
    RG_OBJECTS_MERGED, /* two tensors become one object, which changes in place how it is seen */
    RG_DRAWN_AGAIN,    /* it would draw random numbers again that other nodes read, too */
    RG_IS_THERE,       /* it would reuse the call that it replaces */
    RG_LAYOUT_LOST,    /* a call asks how the value lies in memory, and the new one may lie
                          otherwise */
    RG_DOES_MORE       /* the call that it erases does something, or may */
} rg_objection_kind;

typedef struct rg_objection {
    rg_objection_kind kind;
    rg_node_id node;    /* that the rule looked at, or was to replace */
    rg_node_id written; /* WRITTEN_SINCE: what was; RG_NO_NODE: a call may have written anything */
    const rg_ast *part; /* of the rule: the pattern, expression or statement it is about */
} rg_objection;

/* One application of a rule to a node, or of a begin or end block: rg_begin_application() begins
 * with nothing, and nobody reads this before. */
typedef struct rg_application {
    rg_objection objection;  /* to the rule that is tried */
    size_t first_pending;    /* the pendings from this one on are its own */
    bool acted;              /* it has done what cannot be taken back */
    bool call_changed;       /* it gave a node another target or other arguments */
    bool root_used;          /* a new node uses the call that is being rewritten */
    rg_array made;           /* of rg_node_id: nodes that it made, or brought to their place */
    rg_array replaced_slots; /* of uint32_t: matched names that it gave a new value */
} rg_application;

/* For whom nodes are made, and where: changed and put back as a whole, see rg_begin_making(). */
typedef struct rg_maker {
    const rg_rule *rule; /* NULL: a block, or the engine by itself */
    size_t application;  /* its number, for those who watch; 0: none */
    size_t first_made;   /* nodes from this number on were made by it */
    uint32_t origin;     /* of the rule or block; RG_NO_ORIGIN: nobody's */
    rg_node_id cursor;   /* new nodes go before it; RG_NO_NODE: at the end */
    bool aten;           /* dialect that calls of operators are spelled in */
    bool committing;     /* nodes made now are the engine's: no rule visits them */
} rg_maker;

/* Something to do once the nodes that a rule made were visited. */
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

/* The pendings from `first` on are due once `after` was visited. */
typedef struct rg_commit {
    rg_node_id after;
    size_t first;
    rg_maker maker; /* for whom they are carried out; its cursor is set then */
    bool chained;   /* the commit below this one is due after the same node, whatever it says */
} rg_commit;

#endif
