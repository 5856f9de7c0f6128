/* Limits on evaluation. Runaway recursion, or a list that doubles at each step, ends the run with
 * an error. The host can end it, too. */
#ifndef REGRAFT_BUDGET_H
#define REGRAFT_BUDGET_H

#include "../rewrite/run.h"

/* Gives the rule or block that is tried next the full budget. */
void rg_renew_budget(rg_run *run);
/* Clauses of operator files are not charged to the rule that triggers them. Returns the rule's
 * steps, which rg_leave_clause() takes. */
size_t rg_enter_clause(rg_run *run);
void rg_leave_clause(rg_run *run, size_t outer);
/* Fails if the steps are used up, or if the host ends the run. Called every RG_STEPS_BETWEEN steps,
 * and when none are left. */
void rg_check_steps(rg_run *run, const rg_ast *ast);
/* Fails if evaluation nests deeper than any run may, or than this thread's C stack allows. Called
 * when it nests deeper than run->eval.deepest, which this sets. */
void rg_check_depth(rg_run *run, const rg_ast *ast);
/* Fails if the values take too much memory. Called wherever a value of unbounded size is made. */
void rg_check_bytes(rg_run *run, const rg_ast *ast);
/* Fails if a tuple, list or dict cannot have `count` items. */
void rg_check_items(rg_run *run, const rg_ast *ast, size_t count);
/* Fails if the graph or the run is larger than the host allows. After each application. */
void rg_check_growth(rg_run *run, const rg_ast *ast);
/* Fails if the host wants the run to end. */
void rg_check_cancelled(rg_run *run);

#endif
