/* Whether tensors have places of memory in common. */
#ifndef REGRAFT_OVERLAP_H
#define REGRAFT_OVERLAP_H

#include "../../rewrite/run.h"

/* Whether several elements of such a tensor are one place of memory; false where strides are not
 * known. */
bool rg_overlaps_itself(const rg_type *type);
/* Whether two tensors may have a place of memory in common. */
bool rg_may_overlap(const rg_memory *memory, rg_node_id a, rg_node_id b);
/* Whether `value` may have places of memory in common with `b[index]` and is not, element for
 * element, that. */
bool rg_region_clashes(const rg_memory *memory, rg_node_id b, rg_value index, rg_node_id value);
/* An argument whose memory the call writes while it reads it, or writes twice; RG_NO_NODE: none. An
 * argument that is, element for element, what the call writes at the same place of a list does not
 * count, but where `strict`. */
rg_node_id rg_conflict(rg_run *run, rg_node_id call, bool strict);

#endif
