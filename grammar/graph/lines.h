/* Lines of a graph's text, for its scanner. */
#ifndef REGRAFT_GRAPH_LINES_H
#define REGRAFT_GRAPH_LINES_H

#include "scan.h"

/* Does a statement or a header begin on this line? */
bool rg_graph_starts_statement(const char *line, const char *end);
/* Bytes of a target and of the `](args = (` behind it, on the same line; 0 when it is not there. */
uint32_t rg_graph_target_length(const char *at);
/* Where values of that kind end which begin at an offset in line *line; *line is then that of their
 * end. False when the statement is cut off. */
bool rg_graph_find_values_end(const rg_graph_scan *scan, rg_opaque kind, uint32_t begin,
                              uint32_t *line, uint32_t *end);

#endif
