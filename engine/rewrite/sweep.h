/* The sweep over a graph, and what a rule does. */
#ifndef REGRAFT_SWEEP_H
#define REGRAFT_SWEEP_H

#include "../memory/storage.h"
#include "run.h"

/* Notes a rule (or block, rule "") as the maker of nodes; the number goes into rg_extra.origin. */
uint32_t rg_new_origin(rg_run *run, const rg_ast *ast, const char *rule);
/* Whether no rule may be applied any more. */
static inline bool rg_is_out_of_fuel(const rg_run *run) {
    return run->options->limited && run->watch.applied >= run->options->fuel;
}
/* Carries out what begin and end blocks left pending. */
void rg_carry_out_rest(rg_run *run);
/* A node's position in the sweep: set when it was visited, so that it is not visited again. */
static inline void rg_set_position(rg_run *run, rg_node_id id) {
    rg_state_of(run, id)->position = run->memory.sweep_position;
}
static inline uint32_t rg_position(const rg_run *run, rg_node_id id) {
    const rg_state *state = rg_known_state(run, id);
    return state ? state->position : 0;
}
static inline bool rg_is_visited(const rg_run *run, rg_node_id id) {
    return rg_position(run, id) != 0;
}
/* One sweep of the pass over run->graph; true when a rule was applied. */
bool rg_sweep(rg_run *run);

#endif
