/* Graphs: nodes in order, and what is done to them.
 *
 * Nodes live in one array and are named by 32-bit ids; order is a linked list through the array, so
 * inserting and erasing never moves a node. A node that nothing changed is written as the very
 * bytes it was read from: so each change is flagged. */
#ifndef REGRAFT_GRAPH_H
#define REGRAFT_GRAPH_H

#include "node.h"
#include "type.h"

/* Positional or keyword arguments of a node before they were first changed. */
typedef struct rg_rewired {
    rg_node_id node;
    rg_value value;
} rg_rewired;

typedef struct rg_graph {
    rg_module *module;
    rg_symbol name;         /* 0 for the main graph, else the dotted attribute path of the body */
    rg_array nodes;         /* of rg_node; erased ones stay, flagged */
    rg_array extras;        /* of rg_extra */
    rg_node_id first, last; /* last is the output node once the graph was read */
    rg_node_id output;
    const char *header;          /* the header line as read: `graph():`, `graph(x):` */
    const char *lead;            /* text before the header that is kept (blank lines, comments) */
    uint32_t body_begin;         /* offset in the source of the end of the header */
    bool header_parameters;      /* placeholders stand in the header and have no statements */
    rg_array rewired_args;       /* of rg_rewired, in the order in which it happened */
    rg_array rewired_kwargs;     /* the same */
    bool renamed;                /* some node has RG_NODE_RENAMED */
    bool names_counted;          /* name_counters were filled from the names that were read */
    rg_symbol_map names;         /* symbol -> rg_node_id + 1, see rg_find_node() */
    rg_symbol_map name_counters; /* symbol of a base name -> 1 + its last suffix */
    rg_array marks;              /* of rg_mark, by node: see users.h */
    uint32_t round;
    uint32_t leaf_changes; /* so often placeholders and get_attrs came, went or moved */
} rg_graph;

/* ---------------------------------------------------------------- looking */

static inline rg_node *rg_node_at(const rg_graph *graph, rg_node_id id) {
    return (rg_node *)graph->nodes.data + id;
}
/* The type of the node's value; NULL: it has no annotation, or one that cannot be read. */
static inline const rg_type *rg_node_type(const rg_graph *graph, rg_node_id id) {
    return rg_type_of_text(graph->module, rg_node_at(graph, id)->annotation);
}
/* The node of that name, or RG_NO_NODE. */
rg_node_id rg_find_node(const rg_graph *graph, rg_symbol name);
const char *rg_node_name(const rg_graph *graph, rg_node_id id);
const char *rg_node_target(const rg_graph *graph, rg_node_id id);
/* Place of a node's statement in the source, for messages; of the nearest earlier node read from
 * text for a new one. */
rg_span rg_node_span(const rg_graph *graph, rg_node_id id);

/* ---------------------------------------------------------------- what few nodes have */

extern const rg_extra rg_no_extra;
/* What the node has beside the usual: nothing, for most. Valid until one is made. */
static inline const rg_extra *rg_extra_of(const rg_graph *graph, rg_node_id id) {
    uint32_t index = rg_node_at(graph, id)->extra;
    return index != RG_NO_EXTRA ? (const rg_extra *)graph->extras.data + index : &rg_no_extra;
}
/* The same to write to: made where there is none. */
rg_extra *rg_make_extra(rg_graph *graph, rg_node_id id);

/* ---------------------------------------------------------------- counts of users */

/* Has the node another number of users than it was read with? */
static inline bool rg_users_differ(const rg_graph *graph, rg_node_id id) {
    const rg_node *node = rg_node_at(graph, id);
    if (node->users_read == RG_MANY_USERS)
        return node->users != rg_extra_of(graph, id)->users_read;
    return node->users != node->users_read;
}
/* Notes that the node was read with the users it has. */
void rg_note_users(rg_graph *graph, rg_node_id id);
/* Flags as changed the nodes whose printed count of users differs from that of now. */
void rg_flag_users(rg_graph *graph);

/* ---------------------------------------------------------------- changing */

struct rg_wanted_name; /* see name.h */
/* A new node before `before` (RG_NO_NODE: at the end), with a name made from the wanted one as
 * torch.fx's _Namespace.create_name does (invalid bytes to `_`, keywords and builtins get `_1`,
 * taken names get the next free `_N`), amortised O(1). Its users are counted; meta none. */
rg_node_id rg_add_wanted_node(rg_graph *graph, rg_node_id before, rg_opcode opcode,
                              rg_symbol target, rg_value args, rg_value kwargs,
                              const struct rg_wanted_name *want);
/* What made_for of a node is that is made when `id` is rewritten (RG_NO_NODE: nothing is). */
rg_node_id rg_made_for(const rg_graph *graph, rg_node_id id);
/* The setters flag the node as changed when what is printed differs; the first counts users too. */
void rg_set_args(rg_graph *graph, rg_node_id id, rg_value args, rg_value kwargs);
/* The same for other positional arguments than it had. */
void rg_exchange_args(rg_graph *graph, rg_node_id id, rg_value args);
/* The same for those it had and more: who calls this counted the users of what was added. */
void rg_lengthen_args(rg_graph *graph, rg_node_id id, rg_value args);
void rg_set_target(rg_graph *graph, rg_node_id id, const char *target);
void rg_set_meta(rg_graph *graph, rg_node_id id, const char *key, rg_value value);
void rg_set_annotation(rg_graph *graph, rg_node_id id, rg_symbol annotation);
/* Gives the node a name made from `wanted`; its old name becomes free. */
void rg_rename_node(rg_graph *graph, rg_node_id id, const char *wanted);
/* Takes the node out of the list; its users must be none (the caller checks). Its name is free. */
void rg_erase_node(rg_graph *graph, rg_node_id id);
/* Puts the node before `before`; order only. */
void rg_move_node(rg_graph *graph, rg_node_id id, rg_node_id before);

/* ---------------------------------------------------------------- checking */

/* The checks of torch.fx.Graph.lint and what it leaves out: definitions before uses, unique names,
 * one output which is last, live arguments, users as counted. Reports errors; true when none. */
bool rg_lint_graph(rg_graph *graph, rg_diagnostics *diagnostics);

#endif
