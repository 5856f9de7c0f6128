/* How evaluation begins in a run, and with a graph. */
#ifndef REGRAFT_EVAL_START_H
#define REGRAFT_EVAL_START_H

#include "../rewrite/run.h"

/* A run starts: nothing was evaluated or matched. */
void rg_eval_start(rg_run *run);
/* Begins with a graph, which was not indexed for builtins. */
void rg_eval_begin(rg_run *run);

#endif
