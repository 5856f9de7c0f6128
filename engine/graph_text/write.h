/* What writing and diffing share. */
#ifndef REGRAFT_GRAPH_WRITE_H
#define REGRAFT_GRAPH_WRITE_H

#include "graph_text.h"

/* Is the node a read one that is gone? Its statement is still in the source. */
static inline bool rg_was_erased(const rg_graph *graph, rg_node_id id) {
    const rg_node *node = rg_node_at(graph, id);
    return (node->flags & RG_NODE_ERASED) && rg_has_statement(node);
}

/* Is the placeholder a parameter of the header rather than a statement? */
static inline bool rg_is_parameter(const rg_graph *graph, const rg_node *node) {
    return graph->header_parameters && node->opcode == RG_PLACEHOLDER && !rg_has_statement(node);
}

/* Does what the node's statement prints differ from its source text (or has it none)? */
bool rg_statement_differs(const rg_graph *graph, rg_node_id id);
/* Offset in the source of the end of the statement before a read node's, or of the header: what
 * stands between there and the statement (line end, comments, indentation) leads the statement. */
uint32_t rg_lead_begin(const rg_graph *graph, rg_node_id id);
/* Appends what leads the node's statement: for a read node that text and before it the comment
 * lines that led erased ones; for a new node a line end and indentation. */
void rg_write_lead(rg_text *out, const rg_graph *graph, rg_node_id id);
/* Appends the header line, without line end. */
void rg_write_header(rg_text *out, const rg_graph *graph, bool reprint);

#endif
