/* Running passes. */
#ifndef REGRAFT_PASS_H
#define REGRAFT_PASS_H

#include "../run.h"

/* ---- pass.c */
/* Runs the passes that the options want, see rg_try(). */
void rg_run_passes(rg_run *run, void *context);
/* Seconds of a monotonic clock. */
double rg_now(void);
/* ---- params.c */
/* The parameters of the rule set, as the options set them. */
void rg_set_params(rg_run *run);
/* ---- check_pass.c */
/* A value written in a graph that does not hand it back would be lost: warns, or fails in a pass
 * that promises to leave no write. */
void rg_check_lost_writes(rg_run *run);
/* Fails if the graph still has a call that writes. */
void rg_check_pure(rg_run *run);

#endif
