/* What evaluation may cost: a function that calls itself nearly without end, or a list that doubles
 * at each step, ends the run with an error; the host can end it, too. */
#ifndef REGRAFT_BUDGET_H
#define REGRAFT_BUDGET_H

#include "../rewrite/run.h"

/* A rule or block begins to be tried: it may spend the whole of what one may. */
void rg_renew_budget(rg_run *run);
/* What an operator file says of a call is not paid by the rule that asks for it. Returns the rule's
 * steps, which rg_leave_clause() takes. */
size_t rg_enter_clause(rg_run *run);
void rg_leave_clause(rg_run *run, size_t outer);
/* Fails if the steps are used up, or if the host ends the run. For each RG_STEPS_BETWEEN steps, and
 * when none are left. */
void rg_check_steps(rg_run *run, const rg_ast *ast);
/* Fails if evaluation nests too deep, for all runs or for the C stack of this thread. Where it
 * nests deeper than run->eval.deepest, which this sets. */
void rg_check_depth(rg_run *run, const rg_ast *ast);
/* Fails if the values take too much memory. Where a value of any size may come to be. */
void rg_check_bytes(rg_run *run, const rg_ast *ast);
/* Fails if a tuple, list or dict cannot have so many items. */
void rg_check_items(rg_run *run, const rg_ast *ast, size_t count);
/* Fails if the graph or the run came to be larger than the host allows. After each application. */
void rg_check_growth(rg_run *run, const rg_ast *ast);
/* Fails if the host wants the run to end. */
void rg_check_cancelled(rg_run *run);

#endif
