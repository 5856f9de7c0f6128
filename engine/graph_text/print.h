/* Parts of printing that several files of this folder share. */
#ifndef REGRAFT_GRAPH_TEXT_PRINT_H
#define REGRAFT_GRAPH_TEXT_PRINT_H

#include "graph_text.h"

/* Appends a text as Python's repr() prints the str: quoted, with escapes. */
void rg_print_quoted(rg_text *out, const char *text, size_t length);
/* The content of a quoted Python str, into `out`, which is cleared first. False when an escape is
 * not one of Python's. */
bool rg_unquote(rg_text *out, const char *quoted, size_t length);
/* Appends a device as Python's repr(): `device(type='cuda', index=0)`. */
void rg_print_device_repr(rg_text *out, const char *device);
/* Appends what stands between the brackets of args and kwargs, keys of kwargs bare. */
void rg_print_kwargs(rg_text *out, const rg_graph *graph, rg_value kwargs);

#endif
