/* Why a condition does not hold: the part that decides, with the values of both sides. */
#include <string.h>

#include "../rule_text/rule_text.h"
#include "../calls/callees.h"
#include "../eval/eval.h"
#include "../rewrite/run.h"
#include "explain.h"

/* What is only asked for the words of an event is no event, and the rule concludes nothing from it.
 */
static bool try_asking(rg_run *run, void (*ask)(rg_run *run, void *context), void *context,
                       const char **why) {
    const rg_observer *observer = run->watch.observer;
    rg_eval_mode outer = rg_enter_mode(&run->eval, (rg_eval_mode){.looks_only = true});
    run->watch.observer = NULL;
    bool told = rg_try(run, ask, context, why);
    run->watch.observer = observer;
    rg_leave_mode(&run->eval, outer);
    return told;
}

typedef struct question {
    rg_value *frame;
    const rg_ast *ast;
    rg_value *result;
} question;

static void ask_value(rg_run *run, void *context) {
    const question *q = context;
    *q->result = rg_eval(run, q->frame, q->ast);
}

static bool try_eval(rg_run *run, rg_value *frame, const rg_ast *ast, rg_value *result,
                     const char **why) {
    question q = {frame, ast, result};
    return try_asking(run, ask_value, &q, why);
}

/* ---------------------------------------------------------------- functions of the rules */

typedef struct clause_question {
    rg_value *frame;
    const rg_ast *call;
    const rg_fn_clause *clause;
    rg_value *inner; /* the frame of the clause */
} clause_question;

static void ask_clause(rg_run *run, void *context) {
    clause_question *q = context;
    const rg_fn *fn = ((const rg_ref *)q->call->items[RG_CALLEE]->compiled)->fn;
    size_t count = q->call->count - RG_ARGUMENTS;
    rg_value *values = rg_alloc_array(run->arenas.module, count + 1, sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = rg_eval(run, q->frame, q->call->items[RG_ARGUMENTS + i]);
    if (count == fn->arity)
        q->clause = rg_find_clause(run, fn, values, count, &q->inner);
}

static bool calls_fn(const rg_ast *ast) {
    bool named = ast->kind == RG_AST_CALL && ast->items[RG_CALLEE]->kind == RG_AST_NAME;
    const rg_ref *ref = named ? ast->items[RG_CALLEE]->compiled : NULL;
    for (size_t i = RG_ARGUMENTS; ref && i < ast->count; i++)
        if (ast->items[i]->kind == RG_AST_STAR)
            return false;
    return ref && ref->kind == RG_REF_FN;
}

static bool is_literal(const rg_ast *ast) {
    return (ast->kind >= RG_AST_ELLIPSIS && ast->kind <= RG_AST_FLOAT) ||
           ast->kind == RG_AST_STRING || (ast->kind == RG_AST_ATTRIBUTE && ast->compiled);
}

/* "users(h) is 2" */
static void add_value_of(rg_run *run, rg_text *out, rg_value *frame, const rg_ast *ast) {
    rg_value value = rg_none();
    const char *why;
    rg_print_ast(out, ast);
    if (try_eval(run, frame, ast, &value, &why)) {
        rg_text_puts(out, " is ");
        rg_explain_value(run, out, value);
    } else {
        rg_text_printf(out, " cannot be told: %s", why);
    }
}

/* ---------------------------------------------------------------- the names in a condition */

typedef struct names {
    rg_run *run;
    rg_text *out;
    rg_value *frame;
    const char *separator;
    const rg_ast *seen[16];
    size_t count;
} names;

static bool is_new_name(names *n, const rg_ast *name) {
    for (size_t i = 0; i < n->count; i++)
        if (strcmp(n->seen[i]->text, name->text) == 0)
            return false;
    if (n->count == sizeof n->seen / sizeof *n->seen)
        return false;
    n->seen[n->count++] = name;
    return true;
}

static bool uses(const rg_run *run, const rg_node *node, rg_node_id id);

/* "%h is used by %a and output" */
static void add_users(names *n, rg_node_id id) {
    const rg_graph *graph = n->run->graph;
    size_t count = 0, most = 4;
    rg_text_printf(n->out, "%s%%%s is used by", n->separator, rg_node_name(graph, id));
    n->separator = ", ";
    for (rg_node_id user = graph->first; user != RG_NO_NODE; user = rg_node_at(graph, user)->next) {
        const rg_node *node = rg_node_at(graph, user);
        if (!uses(n->run, node, id) || ++count > most)
            continue;
        rg_text_puts(n->out, count > 1 ? " and " : " ");
        if (node->opcode == RG_OUTPUT)
            rg_text_puts(n->out, "output");
        else
            rg_text_printf(n->out, "%%%s", rg_node_name(graph, user));
    }
    if (count > most)
        rg_text_printf(n->out, " and %zu more", count - most);
    if (!count)
        rg_text_puts(n->out, " nothing");
}

static bool uses(const rg_run *run, const rg_node *node, rg_node_id id) {
    return rg_names_node(run->module, node->args, id) ||
           rg_names_node(run->module, node->kwargs, id);
}

static bool calls_users(const rg_ast *ast) {
    return ast->kind == RG_AST_CALL && ast->count == 2 &&
           ast->items[RG_CALLEE]->kind == RG_AST_NAME &&
           strcmp(ast->items[RG_CALLEE]->text, "users") == 0;
}

/* What the names stand for that the matched part of the rule bound. Trees are of limited depth. */
static void add_names(names *n, const rg_ast *ast) {
    const rg_ref *ref = ast->kind == RG_AST_NAME ? ast->compiled : NULL;
    rg_value value = rg_none();
    if (calls_users(ast) && try_eval(n->run, n->frame, ast->items[RG_ARGUMENTS], &value, NULL) &&
        rg_is_node(value) &&
        (ast->items[RG_ARGUMENTS]->kind != RG_AST_NAME ||
         is_new_name(n, ast->items[RG_ARGUMENTS]))) {
        add_users(n, value.data);
        return;
    }
    if (ref && ref->kind == RG_REF_SLOT && is_new_name(n, ast)) {
        rg_text_printf(n->out, "%s%s is ", n->separator, ast->text);
        rg_explain_value(n->run, n->out, n->frame[ref->index]);
        n->separator = ", ";
    }
    /* Of a comprehension only what it goes through has a value outside of it. */
    size_t first = ast->kind == RG_AST_LIST_FOR ? 2 : ast->kind == RG_AST_DICT_FOR ? 3 : 0;
    for (size_t i = first; i < (first ? first + 1 : ast->count); i++)
        if (ast->items[i])
            add_names(n, ast->items[i]);
}

/* ---------------------------------------------------------------- all and any */

/* The list of `all(list)` or `any(list)`; NULL: the condition is another. */
static const rg_ast *list_of(const rg_ast *ast) {
    if (ast->kind != RG_AST_CALL || ast->count != 2 || ast->items[RG_CALLEE]->kind != RG_AST_NAME ||
        ast->items[RG_ARGUMENTS]->kind == RG_AST_NAME)
        return NULL;
    bool either = strcmp(ast->items[RG_CALLEE]->text, "all") == 0 ||
                  strcmp(ast->items[RG_CALLEE]->text, "any") == 0;
    return either ? ast->items[RG_ARGUMENTS] : NULL;
}

/* ": shape(x) is [2, 3], [d > 2 for d in shape(x)] is [False, True]" */
static void add_list(rg_run *run, rg_text *out, rg_value *frame, const rg_ast *list) {
    rg_text_puts(out, ": ");
    if (list->kind == RG_AST_LIST_FOR && !is_literal(list->items[RG_LIST_FOR_HEAD + RG_FOR_LIST])) {
        add_value_of(run, out, frame, list->items[RG_LIST_FOR_HEAD + RG_FOR_LIST]);
        rg_text_puts(out, ", ");
    }
    add_value_of(run, out, frame, list);
}

/* ---------------------------------------------------------------- the whole */

static void explain(rg_run *run, rg_text *out, rg_value *frame, const rg_ast *ast, int depth);

enum { DEEPEST = 4 /* functions within functions that are looked into */ };

/* What the clause says that was taken of a function of the rules. */
static void look_into(rg_run *run, rg_text *out, rg_value *frame, const rg_ast *call, int depth) {
    clause_question q = {frame, call, NULL, NULL};
    if (depth == DEEPEST || !try_asking(run, ask_clause, &q, NULL) || !q.clause ||
        is_literal(q.clause->body))
        return;
    const rg_span *span = &q.clause->ast->span;
    rg_text_printf(out, "; in its clause at line %u ", span->line);
    explain(run, out, q.inner, q.clause->body, depth + 1);
}

static void explain(rg_run *run, rg_text *out, rg_value *frame, const rg_ast *ast, int depth) {
    names n = {.run = run, .out = out, .frame = frame, .separator = "; "};
    rg_value value = rg_none();
    const char *why;
    bool negated = ast->kind == RG_AST_UNARY && strcmp(ast->text, "not") == 0;
    if (!try_eval(run, frame, ast, &value, &why)) {
        rg_text_printf(out, "it cannot be told: %s", why);
        return;
    }
    if (ast->kind == RG_AST_AND) {
        bool first =
            try_eval(run, frame, ast->items[0], &value, NULL) && rg_truth(run->module, value);
        explain(run, out, frame, ast->items[first ? 1 : 0], depth);
        return;
    }
    if (ast->kind == RG_AST_OR) {
        explain(run, out, frame, ast->items[RG_LEFT], depth);
        rg_text_puts(out, ", and ");
        explain(run, out, frame, ast->items[RG_RIGHT], depth);
        return;
    }
    rg_text_putc(out, '`');
    rg_print_ast(out, ast);
    rg_text_puts(out, "` is false");
    const char *separator = ": ";
    for (size_t i = 0; i < ast->count && (ast->kind == RG_AST_COMPARE || negated); i++) {
        if (is_literal(ast->items[i]))
            continue;
        rg_text_puts(out, separator);
        add_value_of(run, out, frame, ast->items[i]);
        if (ast->items[i]->kind == RG_AST_NAME)
            is_new_name(&n, ast->items[i]);
        separator = ", ";
    }
    const rg_ast *list = list_of(ast);
    if (list)
        add_list(run, out, frame, list);
    else if (strcmp(separator, ": ") == 0)
        n.separator = separator;
    add_names(&n, ast);
    if (calls_fn(ast))
        look_into(run, out, frame, ast, depth);
}

void rg_explain_condition(rg_run *run, rg_text *out, rg_value *frame, const rg_ast *condition) {
    explain(run, out, frame, condition, 0);
}
