/* Comparing two states of a graph, and printing the result. */
#ifndef REGRAFT_GRAPH_DIFF_H
#define REGRAFT_GRAPH_DIFF_H

#include "write.h"

/* What prints as one or more lines: a header, a statement, or the comments that lead one. */
typedef enum rg_entry_kind { RG_ENTRY_HEADER, RG_ENTRY_LEAD, RG_ENTRY_STATEMENT } rg_entry_kind;

typedef struct rg_entry {
    rg_node_id id; /* of the statement's node */
    uint8_t kind;  /* rg_entry_kind */
    char change;   /* ' ' in both states, '-' in the first only, '+' in the second only */
} rg_entry;

/* Appends the lines of an entry of a graph, without the last line end. */
void rg_write_entry(rg_text *out, const rg_graph *graph, const rg_entry *entry);
/* The entries of both states in the order in which a diff shows them: an array of rg_entry in
 * `arena`, freed by the caller. Linear, but for nodes that were moved. */
rg_array rg_compare_graphs(rg_arena *arena, const rg_graph *before, const rg_graph *after);

#endif
