/* Graphs as text: reading, writing and comparing them. The text is what `print(gm.graph)` gives,
 * plain or annotated. */
#ifndef REGRAFT_GRAPH_TEXT_H
#define REGRAFT_GRAPH_TEXT_H

#include "../graph/graph.h"

/* Reads a node list (grammar/manual/reference/graphs.md). NULL when there is an error, reported.
 * The module lives in `arena`; the source is scanned in place and is afterwards as it was, unless
 * memory ran out. */
rg_module *rg_read_module(rg_arena *arena, const rg_source *source, rg_diagnostics *diagnostics);
/* Appends the module's text: unchanged statements as their source bytes. `reprint` prints every
 * statement from its values instead (a test of the printer: the result must be the same). */
void rg_write_module(rg_text *out, rg_module *module, bool reprint);
/* The same in pieces, for texts that need not be in memory as a whole. `take` returns false to
 * stop; then this does, too. */
bool rg_write_module_to(rg_arena *arena, rg_module *module, bool reprint,
                        bool (*take)(void *context, const char *text, size_t length),
                        void *context);
/* One statement without indentation or newline (continuation lines kept). */
void rg_write_node(rg_text *out, const rg_graph *graph, rg_node_id id, bool reprint);
/* Unified diff of two states of one module (the second made from the first by rewriting, node ids
 * kept), 3 lines of context, one hunk header per graph and gap; added lines end in
 * `  # FILE:LINE RULE`. Linear. Appends nothing when equal. */
void rg_diff_modules(rg_text *out, rg_module *before, rg_module *after, const char *old_label,
                     const char *new_label, bool colour);

/* Appends v as it prints in args (quoted or not by module->annotated). */
void rg_print_value(rg_text *out, const rg_graph *graph, rg_value v);
/* Appends v as Python's repr prints it: names without %, strings quoted (the return line). */
void rg_print_repr(rg_text *out, const rg_graph *graph, rg_value v);

#endif
