/* The statements of rules and of begin and end blocks: guards, names, loops. What changes the graph
 * is in the files beside this one. What changes how values are read (`<-`, `becomes`, `y = e`) is
 * kept pending until the nodes that it made were visited: see commit.c. */
#include "../../graph_text/graph_text.h"
#include "../../eval/eval.h"
#include "../../eval/memo.h"
#include "../groups/group.h"
#include "../run.h"
#include "actions.h"

static bool statement(rg_run *run, rg_value *frame, const rg_ast *ast);

rg_node_id rg_subject(rg_run *run, rg_value value, const rg_ast *ast) {
    if (rg_is_node(value))
        return value.data;
    rg_text shown = rg_text_new(run->arenas.scratch);
    rg_print_value(&shown, run->graph, value);
    rg_fail(run, ast, "only a node can be written, not %s", rg_text_string(&shown));
}

static void loop(rg_run *run, rg_value *frame, const rg_ast *ast) {
    rg_loop turns = rg_begin_loop(run, frame, ast->items);
    while (rg_next_turn(run, frame, &turns))
        rg_run_statements(run, frame, ast->items + 3, ast->count - 3);
}

typedef struct asked_guard {
    rg_run *run;
    rg_value *frame;
    const rg_ast *ast;
} asked_guard;

static rg_value ask_guard(void *context) {
    const asked_guard *asked = context;
    return rg_bool(rg_eval_truth(asked->run, asked->frame, asked->ast->items[RG_WHERE_GUARD]));
}

static bool ask_where(rg_run *run, rg_value *frame, const rg_ast *ast) {
    const rg_where *g = ast->compiled;
    asked_guard asked = {run, frame, ast};
    if (!rg_is_memoized(run, g->number, g->count))
        return rg_eval_truth(run, frame, ast->items[0]);
    rg_value *values = rg_alloc_array(run->arenas.scratch, g->count, sizeof *values);
    for (size_t i = 0; i < g->count; i++)
        values[i] = frame[g->slots[i]];
    return rg_truth(run->module, rg_memoized(run, g->number, values, g->count, ask_guard, &asked));
}

typedef struct question {
    rg_value *frame;
    const rg_ast *ast;
    bool holds;
} question;

static void ask_question(rg_run *run, void *context) {
    question *q = context;
    q->holds = ask_where(run, q->frame, q->ast);
}

/* A guard that is not known does not hold. Its own `else error` message would be misleading then:
 * the error is that it is not known. */
static bool holds_for(rg_run *run, rg_value *frame, const rg_ast *ast) {
    question q = {frame, ast, false};
    const char *why;
    if (!run->eval.sizes)
        return ask_where(run, frame, ast);
    if (!rg_try_to_know(run, ask_question, &q, &why) && ast->count > 1 &&
        ast->items[RG_WHERE_ERROR]->kind == RG_AST_ERROR)
        rg_fail(run, ast, "%s", why);
    return q.holds;
}

static bool guard(rg_run *run, rg_value *frame, const rg_ast *ast) {
    bool holds = holds_for(run, frame, ast);
    if (run->watch.observer)
        rg_tell_guard(run, ast, frame, holds);
    if (holds)
        return true;
    if (ast->count > 1 && ast->items[RG_WHERE_ERROR]->kind == RG_AST_ERROR)
        statement(run, frame, ast->items[RG_WHERE_ERROR]);
    return false;
}

/* Runs a statement that cannot be undone. False: the statement is of another kind. */
static bool act(rg_run *run, rg_value *frame, const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_SET:
        rg_set_action(run, frame, ast);
        return true;
    case RG_AST_APPEND:
        rg_append_action(run, frame, ast);
        return true;
    case RG_AST_EMIT:
        rg_emit_action(run, frame, ast);
        return true;
    case RG_AST_COUNT:
        rg_count_action(run, ast);
        return true;
    case RG_AST_WARN:
        rg_warn(run, ast, "%s", rg_eval_message(run, frame, ast->items[RG_INNER]));
        return true;
    case RG_AST_ERROR:
        rg_fail(run, ast, "%s", rg_eval_message(run, frame, ast->items[RG_INNER]));
    case RG_AST_ERASE:
        rg_erase_action(run, frame, ast);
        return true;
    case RG_AST_RENAME:
        rg_rename_action(run, frame, ast);
        return true;
    default:
        return false;
    }
}

/* Runs one statement. False: the rule is not applied. */
static bool statement(rg_run *run, rg_value *frame, const rg_ast *ast) {
    if (run->application.objection.kind != RG_NO_OBJECTION)
        return false;
    switch (ast->kind) {
    case RG_AST_WHERE:
        return guard(run, frame, ast);
    case RG_AST_LET:
        rg_bind_names(run, frame, ast->items[0], rg_eval(run, frame, ast->items[1]));
        return true;
    case RG_AST_GROUP:
        return rg_gather(run, frame, ast);
    case RG_AST_BIND:
        rg_bind_action(run, frame, ast);
        return true;
    case RG_AST_WRITE:
        rg_write_action(run, frame, ast, RG_PENDING_WRITE);
        return true;
    case RG_AST_BECOMES:
        rg_write_action(run, frame, ast, RG_PENDING_BECOMES);
        return true;
    case RG_AST_FOR:
        loop(run, frame, ast);
        return true;
    case RG_AST_WHEN:
        if (rg_eval_truth(run, frame, ast->items[RG_WHEN_CONDITION]))
            rg_run_statements(run, frame, ast->items + RG_WHEN_STEPS, ast->count - RG_WHEN_STEPS);
        return true;
    default:
        run->application.acted |= act(run, frame, ast);
        return true;
    }
}

bool rg_run_statements(rg_run *run, rg_value *frame, rg_ast *const *statements, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!statement(run, frame, statements[i]))
            return false;
    return true;
}
