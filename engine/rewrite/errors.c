/* How a run reports errors, with the places of the rule and of the node, and leaves an attempt.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../memory/storage.h"
#include "run.h"

static const char *format_message(rg_run *run, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = rg_alloc(run->arenas.scratch, length > 0 ? (size_t)length + 1 : 1);
    if (length > 0)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

/* "pass inplace_to_outofplace, rule copy_, node %copy_: " */
static const char *context(const rg_run *run) {
    rg_text text = rg_text_new(run->arenas.scratch);
    if (run->pass.code)
        rg_text_printf(&text, "pass %s", run->pass.code->name);
    if (run->making.now.rule)
        rg_text_printf(&text, ", rule %s", run->making.now.rule->name);
    if (run->graph && run->current != RG_NO_NODE)
        rg_text_printf(&text, "%snode %%%s", rg_text_length(&text) ? ", " : "",
                       rg_node_name(run->graph, run->current));
    if (rg_text_length(&text))
        rg_text_puts(&text, ": ");
    return rg_text_string(&text);
}

/* The place of the node if it has one, since the graph is the user's input; else of the rule.
 */
static rg_diagnostic *report(rg_run *run, rg_severity severity, const rg_ast *ast,
                             const char *message) {
    bool at_node = run->graph && run->current != RG_NO_NODE;
    rg_span none = {0}, rule = ast ? ast->span : none;
    rg_span span = at_node ? rg_node_span(run->graph, run->current) : rule;
    rg_diagnostic *made =
        rg_report(run->errors.diagnostics, severity, span, "%s%s", context(run), message);
    made->pass = run->pass.code ? run->pass.code->name : NULL;
    made->rule = run->making.now.rule ? run->making.now.rule->name : NULL;
    if (at_node)
        made->node = rg_node_name(run->graph, run->current);
    if (at_node && ast)
        rg_report(run->errors.diagnostics, RG_NOTE, rule, "by this part of the rule");
    if (at_node && severity == RG_ERROR && run->memory.written_through != RG_NO_NODE)
        rg_report(run->errors.diagnostics, RG_NOTE,
                  rg_node_span(run->graph, run->memory.written_through), "the write goes to %s",
                  rg_describe_chain(&run->memory, run->memory.written_through));
    return made;
}

/* What rg_try() attempts, within another one. */
struct rg_attempt {
    jmp_buf here;
    struct rg_attempt *outer;     /* NULL: this is the run itself */
    const char *volatile message; /* set between setjmp() and longjmp(), as the others are */
    const char *volatile advice;
    const rg_ast *volatile ast;
    volatile bool not_known;
};

static _Noreturn void leave(rg_run *run, const rg_ast *ast, const char *message, const char *advice,
                            bool not_known) {
    struct rg_attempt *attempt = run->errors.attempt;
    attempt->message = message;
    attempt->advice = advice;
    attempt->ast = ast;
    attempt->not_known = not_known;
    if (!attempt->outer) {
        rg_diagnostic *made = report(run, RG_ERROR, ast, message);
        if (advice)
            rg_advise(run->errors.diagnostics, made, "%s", advice);
    }
    longjmp(attempt->here, 1);
}

/* Makes the attempt; *this says how it ended. */
static bool make_attempt(rg_run *run, void (*attempt)(rg_run *run, void *context), void *context,
                         struct rg_attempt *this) {
    *this = (struct rg_attempt){.outer = run->errors.attempt};
    rg_eval_mode mode = run->eval.mode;
    uint32_t depth = run->eval.depth;
    size_t steps = run->eval.budget.steps;
    rg_memo_query *open = run->memo.open;
    volatile bool done = false;
    run->errors.attempt = this;
    if (setjmp(this->here) == 0) {
        attempt(run, context);
        done = true;
    }
    run->errors.attempt = this->outer;
    run->eval.mode = mode;
    run->eval.depth = depth;
    if (!done && steps < run->eval.budget.steps) /* in a clause, which has its own budget */
        run->eval.budget.steps = run->eval.budget.given = steps;
    run->memo.open = open;
    return done;
}

bool rg_try(rg_run *run, void (*attempt)(rg_run *run, void *context), void *context,
            const char **why) {
    struct rg_attempt this;
    bool done = make_attempt(run, attempt, context, &this);
    if (!done && why)
        *why = this.message;
    return done;
}

bool rg_try_to_know(rg_run *run, void (*attempt)(rg_run *run, void *context), void *context,
                    const char **why) {
    struct rg_attempt this;
    bool done = make_attempt(run, attempt, context, &this);
    if (!done && !this.not_known)
        leave(run, this.ast, this.message, this.advice, false);
    if (!done && why)
        *why = this.message;
    return done;
}

void rg_fail_not_known(rg_run *run, const rg_ast *ast, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *message = format_message(run, format, arguments);
    va_end(arguments);
    leave(run, ast, message, NULL, true);
}

void rg_fail(rg_run *run, const rg_ast *ast, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *message = format_message(run, format, arguments);
    va_end(arguments);
    leave(run, ast, message, NULL, false);
}

void rg_fail_advice(rg_run *run, const rg_ast *ast, const char *advice, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *message = format_message(run, format, arguments);
    va_end(arguments);
    leave(run, ast, message, advice, false);
}

void rg_warn(rg_run *run, const rg_ast *ast, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *message = format_message(run, format, arguments);
    va_end(arguments);
    report(run, RG_WARNING, ast, message);
}
