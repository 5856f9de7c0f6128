/* How many nodes read a value. */
#ifndef REGRAFT_READERS_H
#define REGRAFT_READERS_H

#include "run.h"

/* How many nodes read the value, as far as the sweep has got and as the rest stands now. */
int64_t rg_reader_count(rg_run *run, rg_node_id id);
/* The same with those that will read it once what rules said of it takes effect. */
int64_t rg_all_readers(rg_run *run, rg_node_id id);
/* The readers ahead of the sweep read `to` in place of `from`. */
void rg_pass_readers(rg_run *run, rg_node_id from, rg_node_id to);
/* A node whose arguments are brought up to date read one, and reads the other now. */
void rg_moved_reader(rg_run *run, rg_node_id from, rg_value to);
/* Begins to meet the nodes that a reader has among its arguments. Returns a stamp for these. */
uint32_t rg_meet_none(rg_run *run);
/* Whether the node is met for the first time since. */
bool rg_meets_first(rg_run *run, uint32_t met, rg_node_id id);
/* The sweep has left the node behind. */
void rg_count_reader(rg_run *run, rg_node_id reader);
/* Takes a node out of the graph. */
void rg_drop_node(rg_run *run, rg_node_id id);

#endif
