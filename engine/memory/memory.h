/* Which tensors share memory: storages, their aliases, and what calls do to them.
 *
 *   objects   Nodes that are one tensor object: x, and the results of in-place calls on x.
 *   aliases   Ways of looking at a storage: the root alias, or a view of another alias. Each object
 *             has one; `x becomes e` gives x's object another.
 *   storages  One for every fresh tensor (a placeholder, a get_attr, the result of a call that
 *             views nothing).
 *
 * All of it is of one sweep over one graph: rg_begin_graph() empties it, before each sweep, before
 * the walk that looks ahead (future.c) and after it.
 *
 * What a node is (rg_state.holding). A node only moves down this list, unless a rule
 * turns it into another call: then rg_register_again() starts it over.
 *
 *   RG_NO_HOLDING  The sweep has not reached it, or it is no tensor.
 *   RG_IMPLICIT    rg_register_fresh() sets it: a fresh tensor, unwritten, viewed by nothing, in
 *                  memory that nothing shares, by its operator or by the promise of the rule that
 *                  made it. It has no object, alias and storage.
 *   a number       Of its rg_holding: its object, and the alias and version it was given. Set by
 *                  rg_set_object(), for an implicit tensor when its object is first asked for.
 *
 * What a node holds is current while its holding has the alias that its object has now, at the
 * version that the storage has now. Else a reader is given rg_alias.current of the object's alias,
 * if that is at the storage's version, or the view is taken again (rg_bring_up_to_date()).
 *
 *   rg_alias.current, .version  The node that holds the alias's content at that version. Set by
 *       rg_add_object(), by a write (set_content()), by retake() and by take_over(). RG_NO_VERSION
 *       in an alias: the call counted on strides, or on a tensor, that are others by now; the view
 *       is made again before it is read. In a holding: the node is never read as what it holds.
 *   rg_holding.frozen           give_object() sets it on a node that the graph had and that a rule
 *       made the content of another object: readers go on reading it after later writes.
 *       rg_set_object() clears it.
 *   rg_storage.version          rg_write_storage() adds one, once all inverses are made: while it
 *       makes them, parents are read as they were before the write. 0: the root holds the content
 *       that the graph gave it, and writes that stay in the graph reach all views by themselves.
 *
 * These flags are set and stay set to the end of the sweep, unless a line says who clears them.
 *
 *   rg_storage.written, .last_write   mark_written(): by a `<-`, and by a call that stays.
 *   rg_storage.maybe_written_by       rg_mark_maybes(): a storage was written that this one may be;
 *       rg_look_at_bodies(): a body of the text may write it. Rules conclude nothing of it, and
 *       `written(x)` of it is an error.
 *   rg_storage.spoiled_by             rg_spoil_dependents(): a storage was written by `<-` that
 * this one may share memory with. Reading it is refused (rg_check_maybes()). The links that were
 *       followed (dependent_first) are cleared: each is followed once.
 *   rg_storage.hidden_reason          rg_look_at_bodies(), in a pure pass: a body may have written
 *       it; it is spoiled by itself.
 *   rg_storage.items_written          mark_written() of an item, or a call that returns what it
 *       writes: a reader of the whole tuple is given the items (lists.c), or refused.
 *   rg_storage.views_may_copy         register_view() and rg_keep_sharing(), in a pass that leaves
 *       writes: a view by strides may be a copy by now. A write that stays is carried to the views.
 *   rg_alias.reshaped                 register_result(): a call that stays changed in place how the
 *       object is seen (`t_`). Metadata are those of before: writing and taking again are refused.
 *       rg_note_seen_anew() clears it, when `x becomes e` takes the place of the call.
 *   rg_alias.maybe_duplicate          register_view(), redirect(), rg_write_storage(): another
 *       object may be, or be read as, the same tensor. rg_become() refuses it.
 *   rg_state.replacement              note_replacement() sets it, and rg_current() follows it. Its
 *       RG_IS_AWAITED: the node stands in a value that is pending; commit.c sets and clears it.
 *       Its RG_IS_GONE: rg_drop_node() took the node out.
 *   rg_memory.stale                   rg_write_storage(), rg_become(), rg_replace(), and
 *       rg_look_at_bodies(). While it is false no rule has written or replaced anything in this
 *       sweep, and rg_update_arguments() is not called.
 *   rg_memory.unknown_write           rg_note_effects(): position of the last call that may write
 *       anything, or changes a mode. What a rule concluded from a node before it does not hold.
 *   rg_memory.read_whole              rg_update_arguments() sets it for rg_spell_out_lists(), which
 *       clears it in the same visit.
 *   rg_memory.written_through         rg_write_storage() sets it while it runs, for messages.
 *
 * One write through two views, `w.add_(y)` where v = x[0], w = v[1] and c = x.view(-1):
 *
 *   1. The sweep reaches x, v, w and c. effects.c says that x is fresh and that the others view:
 *      register.c gives x a storage S of version 0, and each an object with an alias. Those of v
 * and c have x's as parent, that of w has v's. `current` of each is the node itself.
 *   2. It reaches add_. effects.c says that it writes w and is w; register.c gives it w's object.
 *   3. The rule `w <- torch.add(w, y)` is applied. actions/write.c makes %add and keeps the write
 *      pending; sweep.c goes on at %add and visits it; then commit.c carries the write out.
 *   4. rg_write_content() (write.c) lets w's storage hold %add: that has memory of its own, and
 * need not be copied. rg_write_storage() first asks whether such a write must be refused.
 *   5. It goes up from w to the root. Each invert() evaluates the `writes` clause of the view's
 *      operator: it makes %s1 = select_scatter(v, %add, …), which v is to hold, of that %s2 =
 *      select_scatter(x, %s1, …), which x is to hold.
 *   6. S has version 1. set_contents() makes %add, %s1 and %s2 the `current` of w, v and x at
 *      version 1 and gives them the objects. The alias of c stays at version 0.
 *   7. mark_written() notes the write, rg_spoil_dependents() what may share memory with S, and
 *      `stale` is set. commit.c takes out what nothing reads and no object is.
 *   8. The sweep reaches relu(v). rg_update_arguments() (arguments.c) sees that v's holding is at
 *      version 0, and rg_current() (current.c) gives it %s1, which is at version 1.
 *   9. It reaches relu(c). c's alias is at version 0: retake() makes %view = %s2.view(-1), which is
 *      `current` of c at version 1, and the argument becomes %view.
 *  10. At the end rg_check_lost_writes() (check_pass.c) finds that S has a version and an input as
 *      root, and asks whether an output returns %s2. */
#ifndef REGRAFT_MEMORY_H
#define REGRAFT_MEMORY_H

#include "../graph/graph.h"

/* No object, alias, storage or link. */
#define RG_NONE_ID UINT32_MAX
/* No version of a storage: what has it is to be made again before it is read. */
#define RG_NO_VERSION UINT32_MAX

/* ---------------------------------------------------------------- storages */

typedef struct rg_storage {
    rg_node_id root;       /* the node that holds its first content: names it in messages */
    rg_node_id first_root; /* the same as the graph was read: key of rg_run.future */
    uint32_t root_alias;
    uint32_t version;            /* bumped by every `<-` */
    uint32_t last_write;         /* sweep position of the last write, of either kind; 0: none */
    bool views_may_copy;         /* what viewed it may copy, since its strides may be others now */
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
    uint32_t parent; /* the alias viewed; RG_NONE_ID for a root */
    rg_node_id view; /* the call that makes this view of its parent */
    int64_t item;    /* >= 0: item of the parent, a sequence of views (chunk(…)[item]) */
    bool sequence;   /* it stands for a sequence of views (or, a root, for a tuple of fresh
                        tensors), not for a tensor */
    uint32_t each;   /* of a sequence whose item i views tensor i of a list (meshgrid): how many;
                        the aliases of which the items are views are the ones before this */
    bool among;      /* it is one of those */
    bool revalued;   /* its elements read differently from those it views (conj) */
    bool maybe_duplicate; /* it may be the very object that it views, or that views it */
    uint32_t reshaped;    /* sweep position of the last call left in the graph that changed in place
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

/* ---------------------------------------------------------------- what nodes are */

/* What a node is: an object, which it holds as seen through `alias` at `version`. */
typedef struct rg_holding {
    uint32_t object;
    uint32_t alias;
    uint32_t version;
    bool frozen; /* it is read as it stands, though the object's content went on */
} rg_holding;

/* Numbers of holdings: of a node that is no tensor, or that the sweep has not reached; the holding
 * in this place is not used. */
#define RG_NO_HOLDING 0
/* The holding of an implicit tensor: a fresh one whose object, alias and storage are created only
 * when they are first needed. Most tensors are never written or viewed, and never need them. */
#define RG_IMPLICIT UINT32_MAX

/* An array whose items do not move when it grows. A chunk takes a few kilobytes, which is all that
 * a small graph wastes. */
#define RG_CHUNK 64
typedef struct rg_chunked {
    rg_array chunks; /* of pointers to RG_CHUNK items */
    size_t count;
} rg_chunked;

/* What a sweep knows of a node; zero: nothing yet. */
typedef struct rg_state {
    uint32_t holding;     /* its number; RG_NO_HOLDING; RG_IMPLICIT */
    uint32_t position;    /* in the sweep; 0: not visited */
    rg_value replacement; /* see rg_replacement_of() */
    int32_t correction;   /* of its readers, */
    uint32_t behind;      /* see readers.c */
} rg_state;

/* The object of item `index` of the fresh tuple `tuple` (an object). */
typedef struct rg_item_key {
    uint32_t tuple, index;
    rg_node_id node; /* the first that took it out; RG_NO_NODE: that is another call now */
    bool used;       /* false: a free place of the table */
} rg_item_key;

typedef struct rg_item_table {
    rg_array keys; /* of rg_item_key, a hash table by (tuple, index) */
    size_t count;  /* of those that are in use */
} rg_item_table;

/* What a run knows of the memory of the graph that is swept. */
typedef struct rg_memory {
    rg_graph *graph;
    struct rg_sizes *sizes; /* what is known of symbolic sizes; NULL: there is none */
    rg_arena *arena;        /* of the tables below; goes when the run ends */
    rg_arena *scratch;      /* for what is needed while one node is visited */
    rg_array states;        /* of rg_state, by node */
    size_t states_used;     /* of its room; what is behind them is zero */
    rg_array holdings;      /* of rg_holding */
    rg_array object_alias;  /* of uint32_t */
    rg_array object_first;  /* of rg_node_id: the node each object began with */
    rg_chunked aliases;     /* of rg_alias */
    rg_chunked storages;    /* of rg_storage */
    rg_array maybes;        /* of rg_maybe, linked from maybe_first */
    rg_array dependents;    /* of rg_maybe, linked from dependent_first */
    rg_item_table items;
    rg_array attributes; /* of rg_node_id + 1 by target: the first get_attr of it */
    uint32_t sweep_position;
    bool stale;                 /* some argument of a later node may need updating */
    uint32_t unknown_write;     /* sweep position of the last call that may write anything */
    rg_node_id read_whole;      /* a tuple that the call reads as a whole though an item of it was
                                   written; RG_NO_NODE: none */
    rg_node_id written_through; /* what the `<-` being carried out writes, for messages */
} rg_memory;

/* What calls do. */
typedef struct rg_effects {
    rg_effect effect;       /* of the call that is being looked at */
    rg_node_id of;          /* the node that it is of; RG_NO_NODE: of none any more */
    uint64_t stamp;         /* rg_calls.edits then */
    rg_array writes;        /* storage of effect.writes */
    rg_array alias_reasons; /* of const char *: why some answers of `aliases` lines are not known */
} rg_effects;

/* What calls ahead of the sweep do to storages. */
typedef struct rg_future {
    rg_array flags; /* of uint16_t by node: see future.c; empty where no rule needs it */
    bool known;     /* it was looked ahead */
    bool unknown;   /* some call may write what cannot be known */
    size_t nodes;   /* that the graph had then */
} rg_future;

/* What was found out about a graph. */
typedef struct rg_graph_facts {
    bool counted, linted;         /* that holds as long as no rule was applied, */
    size_t counted_at, linted_at; /* which is as long as run->watch.applied is this */
    rg_array uses;                /* of rg_target_use, by callee: see targets.c */
    rg_array aliases; /* of uint16_t by node: what the `aliases` line said of the call as it was
                         read. A rule that moves a call to another device does not change who
                         shared memory with whom */
    rg_array classes; /* of rg_node_class by node: see calls.h */
} rg_graph_facts;

/* The graphs of the module. */
typedef struct rg_graphs {
    rg_graph_facts *all;        /* by graph */
    rg_graph_facts *here;       /* of the graph that is swept */
    rg_symbol_map body_numbers; /* name of a graph -> its number; see bodies.c */
    rg_array body_facts;        /* of uint8_t by graph */
    bool has_modes;             /* they have calls that change how later ones compute */
} rg_graphs;

#endif
