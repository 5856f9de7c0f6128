/* The sweep over a graph. */
#ifndef REGRAFT_SWEEP_H
#define REGRAFT_SWEEP_H

#include "../memory/storage.h"
#include "run.h"

/* Begins with a graph: nothing is left to be done. */
void rg_sweep_begin(rg_run *run);
/* A node's position in the sweep: set when it was visited, so that it is not visited again. */
static inline void rg_set_position(rg_run *run, rg_node_id id) {
    rg_state_of(&run->memory, id)->position = run->memory.sweep_position;
}
static inline uint32_t rg_position(const rg_run *run, rg_node_id id) {
    const rg_state *state = rg_known_state(&run->memory, id);
    return state ? state->position : 0;
}
static inline bool rg_is_visited(const rg_run *run, rg_node_id id) {
    return rg_position(run, id) != 0;
}
/* One sweep of the pass over run->graph; true when a rule was applied. */
bool rg_sweep(rg_run *run);

#endif
