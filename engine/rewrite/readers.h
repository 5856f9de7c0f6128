/* Counting the readers of a value. */
#ifndef REGRAFT_READERS_H
#define REGRAFT_READERS_H

#include "run.h"

/* How many nodes read the value now: those behind the sweep as rewritten, those ahead as they are.
 */
int64_t rg_reader_count(rg_run *run, rg_node_id id);
/* The same plus those that will read it once deferred actions take effect. */
int64_t rg_all_readers(rg_run *run, rg_node_id id);
/* The readers ahead of the sweep read `to` in place of `from`. */
void rg_pass_readers(rg_run *run, rg_node_id from, rg_node_id to);
/* A node whose arguments were updated read `from`, and now reads `to`. */
void rg_moved_reader(rg_run *run, rg_node_id from, rg_value to);
/* Begins a walk over the arguments of a reader. Returns the stamp of the walk. */
uint32_t rg_meet_none(rg_run *run);
/* Whether the walk with that stamp reaches the node for the first time. */
bool rg_meets_first(rg_run *run, uint32_t met, rg_node_id id);
/* The sweep has left the node behind. */
void rg_count_reader(rg_run *run, rg_node_id reader);
/* Takes a node out of the graph. */
void rg_drop_node(rg_run *run, rg_node_id id);

#endif
