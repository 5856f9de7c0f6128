/* Lists of tensors that are the result of a single node. */
#ifndef REGRAFT_LISTS_H
#define REGRAFT_LISTS_H

#include "../rewrite/run.h"

/* Replaces a list argument that is a single node by its items, if the call writes the list or reads
 * it after an item was written. Returns true if it did: the sweep continues at *next and reaches
 * the call again. Fails if the call writes a list of unknown length. */
bool rg_spell_out_lists(rg_run *run, rg_node_id id, rg_node_id *next);

#endif
