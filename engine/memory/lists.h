/* Lists of tensors that one node holds. */
#ifndef REGRAFT_LISTS_H
#define REGRAFT_LISTS_H

#include "../rewrite/run.h"

/* Gives a call that writes a list which one node holds, or reads one whose items were written, the
 * items in its place. True: it did; the sweep goes on at *next, and comes by the call again. Fails
 * where such a list is written whose length is not known. */
bool rg_spell_out_lists(rg_run *run, rg_node_id id, rg_node_id *next);

#endif
