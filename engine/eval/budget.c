/* What evaluation may cost. */
#include "../base/stack.h"
#include "budget.h"
#include "memo.h"

static size_t steps_at_most(const rg_run *run) {
    size_t given = run->options->limits.eval_steps;
    return given ? given : RG_EVAL_STEPS;
}

static size_t bytes_now(const rg_run *run) {
    return rg_arena_bytes(run->arenas.scratch) + rg_arena_bytes(run->arenas.module);
}

static void note_spent(rg_budget *budget) {
    budget->spent += budget->given - budget->steps;
    budget->given = budget->steps;
}

/* ---------------------------------------------------------------- errors */

/* What used the budget up: the function that is being evaluated, if any. */
static const char *spender(const rg_run *run) {
    const rg_fn *fn = run->eval.mode.fn;
    return fn ? rg_format(run->arenas.scratch, "`%s`", fn->name) : "evaluation";
}

static _Noreturn void refuse_steps(rg_run *run, const rg_ast *ast) {
    run->eval.budget.steps = 1; /* whoever continues fails at once */
    rg_fail_advice(run, ast,
                   "is there a function that calls itself again and again? --limit eval-steps=N "
                   "allows N steps",
                   "%s takes more than %zu steps of evaluation in one application of a rule",
                   spender(run), steps_at_most(run));
}

static _Noreturn void refuse_run(rg_run *run, const rg_ast *ast, size_t most) {
    run->eval.budget.steps = 1;
    rg_fail_advice(run, ast, "--limit run-steps=N allows N steps",
                   "the rules take more than %zu steps of evaluation in all", most);
}

void rg_check_cancelled(rg_run *run) {
    const rg_rewrite_options *options = run->options;
    if (options->cancelled && options->cancelled(options->cancelled_context)) {
        run->eval.budget.steps = 1;
        rg_fail(run, NULL, "the run was stopped");
    }
}

/* ---------------------------------------------------------------- checks */

void rg_check_steps(rg_run *run, const rg_ast *ast) {
    if (!run->eval.budget.steps)
        refuse_steps(run, ast);
    rg_check_cancelled(run);
}

/* Steps take less than 2 KB of stack each, so that those until
 * the next look fit into what rg_stack_end() leaves. */
void rg_check_depth(rg_run *run, const rg_ast *ast) {
    enum { STEPS_BETWEEN_LOOKS = 16 };
    rg_evaluation *eval = &run->eval;
    if (!eval->stack_end)
        eval->stack_end = rg_stack_end();
    bool used_up = rg_is_stack_used_up(eval->stack_end);
    if (eval->depth >= RG_MAX_EVAL_DEPTH || used_up)
        rg_note_other_read(run); /* how deep the question is asked */
    if (eval->depth >= RG_MAX_EVAL_DEPTH)
        rg_fail_advice(run, ast, "is there a function that calls itself without end?",
                       "more than %d nested steps of evaluation", RG_MAX_EVAL_DEPTH);
    if (used_up)
        rg_fail_advice(run, ast, "run it in a thread with a larger stack",
                       "evaluation nests deeper than the stack of this thread allows");
    uint32_t next = eval->depth + STEPS_BETWEEN_LOOKS;
    eval->deepest = next < RG_MAX_EVAL_DEPTH ? next : RG_MAX_EVAL_DEPTH;
}

void rg_check_bytes(rg_run *run, const rg_ast *ast) {
    if (bytes_now(run) <= run->eval.budget.bytes)
        return;
    size_t given = run->options->limits.eval_bytes;
    rg_fail_advice(run, ast, "--limit eval-bytes=N allows N bytes",
                   "%s takes more than %zu bytes of memory in one application of a rule",
                   spender(run), given ? given : RG_EVAL_BYTES);
}

void rg_check_growth(rg_run *run, const rg_ast *ast) {
    const rg_limits *limits = &run->options->limits;
    if (limits->nodes && run->graph->nodes.count > limits->nodes)
        rg_fail_advice(run, ast, "--limit nodes=N allows N nodes",
                       "the graph has more than %zu nodes, erased ones included", limits->nodes);
    if (limits->run_bytes && bytes_now(run) + rg_arena_bytes(run->arenas.run) > limits->run_bytes)
        rg_fail_advice(run, ast, "--limit run-bytes=N allows N bytes",
                       "the run takes more than %zu bytes of memory", limits->run_bytes);
}

void rg_check_items(rg_run *run, const rg_ast *ast, size_t count) {
    if (count > RG_MAX_ITEMS)
        rg_fail(run, ast, "a list of more than %u items", RG_MAX_ITEMS);
}

void rg_renew_budget(rg_run *run) {
    const rg_limits *limits = &run->options->limits;
    rg_budget *budget = &run->eval.budget;
    size_t most = limits->run_steps ? limits->run_steps : RG_RUN_STEPS;
    note_spent(budget);
    if (budget->spent > most)
        refuse_run(run, NULL, most);
    budget->given = budget->steps = steps_at_most(run);
    budget->bytes = bytes_now(run) + (limits->eval_bytes ? limits->eval_bytes : RG_EVAL_BYTES);
}

size_t rg_enter_clause(rg_run *run) {
    rg_budget *budget = &run->eval.budget;
    note_spent(budget);
    size_t outer = budget->steps;
    budget->given = budget->steps = RG_EVAL_STEPS;
    return outer;
}

void rg_leave_clause(rg_run *run, size_t outer) {
    rg_budget *budget = &run->eval.budget;
    note_spent(budget);
    budget->given = budget->steps = outer;
}
