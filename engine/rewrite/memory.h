/* Who shares memory: storages, the aliases through which they are seen, and what calls do to them.
 */
#ifndef REGRAFT_MEMORY_H
#define REGRAFT_MEMORY_H

#include "../graph/graph.h"

#define RG_NONE_ID UINT32_MAX

/* ---------------------------------------------------------------- storages */

typedef struct rg_storage {
    rg_node_id root;       /* the node that holds its first content: names it in messages */
    rg_node_id first_root; /* the same as the graph was read: key of rg_run.fate */
    uint32_t root_alias;
    uint32_t version;            /* bumped by every `<-` */
    uint32_t last_write;         /* sweep position of the last write left in the graph; 0: none */
    bool loose;                  /* what viewed it may copy, since its strides may be others now */
    bool written;                /* by anything so far: `<-`, or a call left in the graph */
    rg_node_id maybe_written_by; /* a call that writes what may or may not be this storage */
    const char *maybe_reason;    /* why that is not known */
    uint32_t maybe_first;        /* first link to storages this one may share memory with */
    uint32_t dependent_first;    /* first link to storages that may share memory with this one */
    rg_node_id hidden_writer;    /* a call with a body that may write this, */
    const char *hidden_reason;   /* and why that is not known; NULL: there is none */
    uint32_t spoiled_by;         /* a storage written since, which this one may share memory with;
                                    RG_NONE_ID: none */
    const char *missing;         /* with links: what is not known */
    bool undeclared;             /* that is so since no operator table knows a call */
    uint32_t tuple;     /* storage of the fresh tuple this is an item of; RG_NONE_ID: none */
    bool items_written; /* of a fresh tuple: the tuple itself must not be read any more */
    uint32_t origin;    /* of the rule that wrote last */
} rg_storage;

/* "This storage may be that one", or "that one may be this". */
typedef struct rg_maybe {
    uint32_t storage;
    uint32_t next; /* RG_NONE_ID: last */
} rg_maybe;

typedef struct rg_alias {
    uint32_t storage;
    uint32_t parent;   /* the alias viewed; RG_NONE_ID for a root */
    rg_node_id view;   /* the call that makes this view of its parent */
    int64_t item;      /* >= 0: item of the parent, a sequence of views (chunk(…)[item]) */
    bool sequence;     /* it stands for a sequence of views (or, a root, for a tuple of fresh
                          tensors), not for a tensor */
    uint32_t each;     /* of a sequence whose item i views tensor i of a list (meshgrid): how many;
                          the aliases of which the items are views are the ones before this */
    bool among;        /* it is one of those */
    bool revalued;     /* its elements read differently from those it views (conj) */
    bool twin;         /* it may be the very object that it views, or that views it */
    uint32_t reshaped; /* sweep position of the last call left in the graph that changed in place
                          how the object is seen; 0: none */
    bool of_storage;  /* it is a place of the memory (as_strided): `view` need not be a call of what
                         it views */
    uint32_t object;  /* the object it was made for */
    rg_node_id maker; /* the node whose metadata describes it */
    uint32_t version; /* `current` holds its content at this version of the storage */
    rg_node_id current;
} rg_alias;

/* ---------------------------------------------------------------- what a call does */

typedef enum rg_effect_kind {
    RG_EFFECT_FRESH,  /* the result shares memory with nothing */
    RG_EFFECT_SAME,   /* the result is the object `node` */
    RG_EFFECT_VIEW,   /* the result is a view of `node` */
    RG_EFFECT_VIEWS,  /* the result is a sequence of views of `node` */
    RG_EFFECT_EACH,   /* the result is a sequence, item i a view of tensor i of a list */
    RG_EFFECT_ITEM,   /* the result is item `item` of the sequence of views, or tuple, `node` */
    RG_EFFECT_MAYBE,  /* the result may or may not share memory with the nodes it uses */
    RG_EFFECT_NOTHING /* the result is no tensor */
} rg_effect_kind;

typedef struct rg_effect {
    rg_effect_kind kind;
    rg_node_id node;
    int64_t item;
    const char *missing; /* MAYBE: what is not known, for the message */
    bool undeclared;     /* MAYBE: since no operator table knows the call */
    bool tuple;          /* FRESH: the result is a tuple or list of fresh tensors */
    bool maybe_itself;   /* VIEW: the result may be the very object `node` */
    bool revalues;       /* VIEW: its elements read differently (conj) */
    bool of_storage;     /* VIEW: of all the memory that `node` is in (as_strided) */
    bool reshapes;       /* SAME: only how the object is seen changes; nothing is written */
    bool suspicious;     /* no schema fits, but its name ends in `_` as in-place calls' do, or it is
                            given `out=` */
    rg_node_id list; /* a list of tensors that one node holds, which the call writes, or whose items
                        its result may view; RG_NO_NODE: none */
    size_t write_count; /* nodes the call writes, in parameter order, each once */
    rg_node_id *writes; /* valid until the next analysis */
} rg_effect;

#endif
