/* Whether tensors whose sizes are symbolic have places of memory in common. */
#ifndef REGRAFT_APART_H
#define REGRAFT_APART_H

#include "../../rewrite/run.h"

/* Whether two tensors of one storage and dtype surely have no place in common. */
bool rg_are_surely_apart(const rg_memory *memory, const rg_type *a, const rg_type *b);
/* Whether `b[index]` surely has no place in common with a tensor of the same storage, or is that
 * tensor. */
bool rg_region_surely_fits(const rg_memory *memory, const rg_type *b, rg_value index,
                           const rg_type *value);

#endif
