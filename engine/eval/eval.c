/* Expressions of rules: a walk over the checked tree with a frame of slots. Recursion is bounded by
 * RG_MAX_EVAL_DEPTH over trees and functions together. */
#include <stdlib.h>
#include <string.h>

#include "../graph_text/graph_text.h"
#include "../calls/callees.h"
#include "../rewrite/making/build.h"
#include "../rewrite/conclude.h"
#include "../rewrite/run.h"
#include "budget.h"
#include "builtins/builtins.h"
#include "eval.h"
#include "json.h"
#include "match.h"
#include "memo.h"
#include "sizes.h"

static rg_value eval(rg_run *run, rg_value *frame, const rg_ast *ast);

/* ---------------------------------------------------------------- texts */

rg_value rg_str(rg_module *module, const char *text) {
    return rg_text_value(module, RG_STR, text, strlen(text));
}

void rg_add_shown(rg_run *run, rg_text *out, rg_value value) {
    switch (rg_value_kind(value)) {
    case RG_STR:
    case RG_ATOM:
    case RG_DEVICE: /* the same text whether the graph's notation is plain or annotated */
        rg_text_add(out, rg_value_text(run->module, value),
                    rg_symbol_length(run->module->symbols, value.data));
        return;
    case RG_NODE:
        rg_note_other_read(run);
        rg_text_puts(out, rg_node_name(run->graph, value.data));
        return;
    default:
        if (rg_is_container(value))
            rg_note_other_read(run);
        rg_print_value(out, run->graph, value);
    }
}

static rg_value string(rg_run *run, rg_value *frame, const rg_ast *ast) {
    if (ast->count == 1 && ast->items[0]->kind == RG_AST_TEXT)
        return rg_str(run->module, ast->items[0]->text);
    rg_text text = rg_text_new(run->arenas.scratch);
    for (size_t i = 0; i < ast->count; i++) {
        const rg_ast *part = ast->items[i];
        if (part->kind == RG_AST_TEXT)
            rg_text_puts(&text, part->text);
        else
            rg_add_shown(run, &text, eval(run, frame, part));
    }
    return rg_text_value(run->module, RG_STR, rg_text_string(&text), rg_text_length(&text));
}

const char *rg_eval_message(rg_run *run, rg_value *frame, const rg_ast *ast) {
    rg_text text = rg_text_new(run->arenas.scratch);
    rg_add_shown(run, &text, eval(run, frame, ast));
    return rg_escape_nul(run->arenas.scratch, rg_text_string(&text), rg_text_length(&text));
}

static const char *name_without_nul(rg_run *run, const char *text, size_t length,
                                    const rg_ast *site) {
    if (strlen(text) != length)
        rg_fail(run, site, "a name cannot contain a NUL: `%s`",
                rg_escape_nul(run->arenas.scratch, text, length));
    return text;
}

const char *rg_name_text(rg_run *run, rg_value value, const rg_ast *site) {
    return name_without_nul(run, rg_value_text(run->module, value),
                            rg_symbol_length(run->module->symbols, value.data), site);
}

const char *rg_eval_name(rg_run *run, rg_value *frame, const rg_ast *ast) {
    rg_value value = eval(run, frame, ast);
    if (rg_value_kind(value) == RG_STR)
        return rg_name_text(run, value, ast);
    rg_text text = rg_text_new(run->arenas.scratch);
    rg_add_shown(run, &text, value);
    return name_without_nul(run, rg_text_string(&text), rg_text_length(&text), ast);
}

/* ---------------------------------------------------------------- containers */

/* Evaluates items, `*xs` spliced. */
static rg_value *spliced_items(rg_run *run, rg_value *frame, rg_ast *const *items, size_t *count) {
    rg_array values = {0};
    for (size_t i = 0; i < *count; i++) {
        bool star = items[i]->kind == RG_AST_STAR;
        rg_value value = eval(run, frame, star ? items[i]->items[RG_INNER] : items[i]);
        uint32_t parts = star ? rg_value_count(value) : 1;
        if (star && rg_value_kind(value) != RG_TUPLE && rg_value_kind(value) != RG_LIST)
            rg_fail(run, items[i], "`*` needs a tuple or list");
        for (uint32_t k = 0; k < parts; k++) {
            rg_value item = star ? rg_item(run->module, value, k) : value;
            *(rg_value *)rg_array_push(run->arenas.scratch, &values, sizeof item) = item;
        }
    }
    *count = values.count;
    return values.data;
}

static rg_value *evaluate_items(rg_run *run, rg_value *frame, rg_ast *const *items, size_t *count) {
    for (size_t i = 0; i < *count; i++)
        if (items[i]->kind == RG_AST_STAR)
            return spliced_items(run, frame, items, count);
    rg_value *values = rg_alloc_array(run->arenas.scratch, *count, sizeof *values);
    for (size_t i = 0; i < *count; i++)
        values[i] = eval(run, frame, items[i]);
    return values;
}

static rg_value sequence(rg_run *run, rg_value *frame, const rg_ast *ast, rg_kind kind) {
    size_t count = ast->count;
    const rg_value *values = evaluate_items(run, frame, ast->items, &count);
    rg_check_items(run, ast, count);
    return rg_container(run->module, kind, values, count);
}

static rg_value dict(rg_run *run, rg_value *frame, const rg_ast *ast) {
    rg_value *items = rg_alloc_array(run->arenas.scratch, ast->count, sizeof *items);
    for (size_t i = 0; i < ast->count; i++)
        items[i] = eval(run, frame, ast->items[i]);
    return rg_dict_of(run->module, run->arenas.scratch, items, ast->count);
}

rg_value rg_copy_items(rg_module *module, rg_arena *scratch, rg_kind kind, rg_value from,
                       size_t first, size_t count) {
    rg_value *items = rg_alloc_array(scratch, count, sizeof *items);
    for (size_t i = 0; i < count; i++)
        items[i] = rg_item(module, from, first + i);
    return rg_container(module, kind, items, count);
}

/* ---------------------------------------------------------------- loops */

void rg_bind_names(rg_run *run, rg_value *frame, const rg_ast *names, rg_value value) {
    if (names->kind == RG_AST_WILDCARD)
        return;
    if (names->kind == RG_AST_NAME) {
        frame[((const rg_ref *)names->compiled)->index] = value;
        return;
    }
    if (!rg_is_container(value) || rg_value_count(value) != names->count)
        rg_fail(run, names, "%zu names stand for a value of %u items", names->count,
                rg_is_container(value) ? rg_value_count(value) : 1);
    for (size_t i = 0; i < names->count; i++)
        rg_bind_names(run, frame, names->items[i], rg_item(run->module, value, i));
}

rg_loop rg_begin_loop(rg_run *run, rg_value *frame, rg_ast *const *parts) {
    rg_loop loop = {.parts = parts, .over = eval(run, frame, parts[1])};
    rg_kind kind = rg_value_kind(loop.over);
    if (kind != RG_TUPLE && kind != RG_LIST && kind != RG_DICT)
        rg_fail(run, parts[1], "`for` needs a tuple, list or dict");
    return loop;
}

bool rg_next_turn(rg_run *run, rg_value *frame, rg_loop *loop) {
    uint32_t stride = rg_value_kind(loop->over) == RG_DICT ? 2 : 1;
    while (loop->next < rg_value_count(loop->over)) {
        rg_bind_names(run, frame, loop->parts[0], rg_item(run->module, loop->over, loop->next));
        loop->next += stride;
        if (rg_eval_truth(run, frame, loop->parts[2]))
            return true;
    }
    return false;
}

static rg_value comprehension(rg_run *run, rg_value *frame, const rg_ast *ast) {
    bool pairs = ast->kind == RG_AST_DICT_FOR;
    size_t parts = pairs ? 2 : 1; /* of an item */
    rg_array results = {0};
    rg_loop loop = rg_begin_loop(run, frame, ast->items + parts);
    while (rg_next_turn(run, frame, &loop))
        for (size_t k = 0; k < parts; k++) {
            rg_value value = eval(run, frame, ast->items[k]);
            *(rg_value *)rg_array_push(run->arenas.scratch, &results, sizeof value) = value;
        }
    rg_check_items(run, ast, results.count);
    return rg_container(run->module, pairs ? RG_DICT : RG_LIST, results.data, results.count);
}

/* ---------------------------------------------------------------- names and attributes */

static rg_value name(rg_run *run, const rg_value *frame, const rg_ast *ast) {
    const rg_ref *ref = ast->compiled;
    if (ref->kind == RG_REF_SLOT)
        return frame[ref->index];
    if (ref->kind == RG_REF_PARAM)
        return run->eval.params[ref->index];
    return rg_variable(run, ref->index);
}

static rg_value node_attribute(rg_run *run, const rg_ast *ast, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    bool of_call = strcmp(ast->text, "name") != 0 && strcmp(ast->text, "meta") != 0;
    rg_note_read(run, of_call ? RG_READS_CALL : RG_READS_MORE, rg_node_value(id));
    if (of_call)
        rg_conclude(run, id, *ast->text == 't' ? RG_FROM_RESULT : RG_FROM_CALL, ast);
    rg_value meta = rg_extra_of(run->graph, id)->meta;
    if (strcmp(ast->text, "target") == 0)
        return rg_str(run->module, rg_node_target(run->graph, id));
    if (strcmp(ast->text, "name") == 0)
        return rg_str(run->module, rg_node_name(run->graph, id));
    if (strcmp(ast->text, "args") == 0)
        return node->args;
    if (strcmp(ast->text, "kwargs") == 0)
        return node->kwargs;
    if (strcmp(ast->text, "meta") == 0)
        return rg_value_kind(meta) == RG_DICT ? meta : rg_container(run->module, RG_DICT, NULL, 0);
    rg_fail(run, ast, "a node has target, name, args, kwargs and meta, but no `%s`", ast->text);
}

static rg_value attribute(rg_run *run, rg_value *frame, const rg_ast *ast) {
    if (ast->compiled) {
        const char *path = rg_constant_name(ast->compiled, strlen(ast->compiled));
        rg_kind kind = rg_short_dtype(path) ? RG_DTYPE : RG_CONST;
        return rg_text_value(run->module, kind, path, strlen(path));
    }
    if (!ast->text)
        rg_fail(run, ast, "a computed attribute can only be called");
    rg_value object = eval(run, frame, ast->items[RG_OBJECT]);
    if (rg_is_node(object))
        return node_attribute(run, ast, object.data);
    static const char *const parts[] = {"start", "stop", "step"};
    for (size_t i = 0; rg_value_kind(object) == RG_SLICE && i < 3; i++)
        if (strcmp(ast->text, parts[i]) == 0)
            return rg_item(run->module, object, i);
    rg_fail(run, ast, "this value has no attribute `%s`", ast->text);
}

static rg_value index_expression(rg_run *run, rg_value *frame, const rg_ast *ast) {
    rg_value object = eval(run, frame, ast->items[RG_OBJECT]);
    const rg_ast *index = ast->items[RG_INDEX_INDEX];
    if (index->kind != RG_AST_RANGE)
        return rg_index_value(run, ast, object, eval(run, frame, index));
    rg_value parts[3];
    for (size_t i = 0; i < 3; i++)
        parts[i] = eval(run, frame, index->items[i]);
    return rg_slice_value(run, ast, object, parts);
}

/* ---------------------------------------------------------------- functions */

/* Whether the clause fits. If that is not known, neither is the function's answer. */
static bool clause_fits(rg_run *run, const rg_fn_clause *clause, const rg_value *values,
                        size_t count, rg_value *frame) {
    if (rg_match(run, &clause->program, values, count, frame))
        return true;
    if (run->matching.not_known)
        rg_fail_not_known(run, clause->ast, "it is not known whether a size is %s",
                          run->matching.not_known);
    return false;
}

static bool clause_applies(rg_run *run, const rg_fn_clause *clause, const rg_value *values,
                           size_t count, rg_value *frame) {
    if (!clause_fits(run, clause, values, count, frame))
        return false;
    rg_conclude_from_matched(run, clause->ast);
    return !clause->guard || rg_truth(run->module, eval(run, frame, clause->guard));
}

/* The same, reported to the observer. */
static bool observed_clause_applies(rg_run *run, const rg_fn *fn, const rg_fn_clause *clause,
                                    const rg_value *values, size_t count, rg_value *frame) {
    bool held = true;
    rg_tell_clause(run, fn, clause, frame, NULL);
    if (!clause_fits(run, clause, values, count, frame))
        return false;
    rg_conclude_from_matched(run, clause->ast);
    if (clause->guard)
        held = rg_truth(run->module, eval(run, frame, clause->guard));
    rg_tell_clause(run, fn, clause, frame, &held);
    return held;
}

const rg_fn_clause *rg_find_clause(rg_run *run, const rg_fn *fn, const rg_value *values,
                                   size_t count, rg_value **frame) {
    uint32_t room = 0;
    for (const rg_fn_clause *clause = fn->clauses; clause; clause = clause->next) {
        size_t slots = (size_t)clause->slot_count + 1;
        if (slots > room || run->watch.observer) {
            *frame = rg_alloc_array(run->arenas.scratch, slots, sizeof **frame);
            room = (uint32_t)slots;
        } else {
            memset(*frame, 0, slots * sizeof **frame);
        }
        if (run->watch.observer ? observed_clause_applies(run, fn, clause, values, count, *frame)
                                : clause_applies(run, clause, values, count, *frame))
            return clause;
    }
    return NULL;
}

typedef struct fn_call {
    rg_run *run;
    const rg_fn *fn;
    const rg_value *values;
    size_t count;
    const rg_ast *site;
} fn_call;

static rg_value call_fn(void *context) {
    const fn_call *c = context;
    rg_run *run = c->run;
    rg_value *frame = NULL;
    if (c->count != c->fn->arity)
        rg_fail(run, c->site, "`%s` takes %zu arguments, not %zu", c->fn->name, c->fn->arity,
                c->count);
    const rg_fn *outer = run->eval.mode.fn;
    run->eval.mode.fn = c->fn;
    const rg_fn_clause *clause = rg_find_clause(run, c->fn, c->values, c->count, &frame);
    if (clause) {
        rg_value result = eval(run, frame, clause->body);
        run->eval.mode.fn = outer;
        return result;
    }
    rg_text shown = rg_text_new(run->arenas.scratch);
    for (size_t i = 0; i < c->count; i++) {
        rg_text_puts(&shown, i ? ", " : "");
        rg_print_value(&shown, run->graph, c->values[i]);
    }
    rg_fail(run, c->site, "no clause of `%s` fits (%s)", c->fn->name, rg_text_string(&shown));
}

rg_value rg_call_fn(rg_run *run, const rg_fn *fn, const rg_value *values, size_t count,
                    const rg_ast *site) {
    fn_call c = {run, fn, values, count, site};
    if (rg_is_memoized(run, fn->number, count))
        return rg_memoized(run, fn->number, values, count, call_fn, &c);
    return call_fn(&c);
}

void rg_shrink_pool(rg_run *run, size_t count) {
    if (count < run->eval.pool_floor)
        count = run->eval.pool_floor;
    if (run->module->pool.count <= count)
        return;
    run->module->pool.count = count;
    run->calls.binding.node = RG_NO_NODE; /* it may hold lists of arguments */
}

/* Part of an expression, which may be not known. */
typedef struct part {
    rg_value *frame;
    const rg_ast *ast;
    rg_value value;
} part;

static void evaluate_part(rg_run *run, void *context) {
    part *p = context;
    p->value = eval(run, p->frame, p->ast);
}

/* `known(e)` where sizes are symbolic: it asks for a value that may be not known. */
static bool asks_the_unknown(const rg_run *run, const rg_ast *ast) {
    const rg_ref *ref = ast->items[RG_CALLEE]->compiled;
    return run->eval.sizes && ref->kind == RG_REF_BUILTIN &&
           strcmp(ast->items[RG_CALLEE]->text, "known") == 0 && ast->count == RG_ARGUMENTS + 1 &&
           ast->items[RG_ARGUMENTS]->kind != RG_AST_STAR;
}

static rg_value known(rg_run *run, rg_value *frame, const rg_ast *ast) {
    part asked = {frame, ast->items[RG_ARGUMENTS], rg_none()};
    rg_note_other_read(run);
    if (!rg_try_to_know(run, evaluate_part, &asked, NULL))
        return rg_bool(false);
    const rg_ref *ref = ast->items[RG_CALLEE]->compiled;
    return rg_call_builtin(run, ref->index, &asked.value, 1, ast);
}

static rg_value call(rg_run *run, rg_value *frame, const rg_ast *ast) {
    const rg_ast *callee = ast->items[RG_CALLEE];
    if (callee->kind != RG_AST_NAME)
        return rg_make_call(run, frame, ast);
    if (asks_the_unknown(run, ast))
        return known(run, frame, ast);
    const rg_ref *ref = callee->compiled;
    size_t count = ast->count - RG_ARGUMENTS, pool = run->module->pool.count;
    size_t nodes = run->graph->nodes.count;
    const rg_value *values = evaluate_items(run, frame, ast->items + RG_ARGUMENTS, &count);
    if (ref->kind == RG_REF_EXTERN)
        return rg_ask_extern(run, ref->index, values, count, ast);
    rg_value result = ref->kind == RG_REF_FN ? rg_call_fn(run, ref->fn, values, count, ast)
                                             : rg_call_builtin(run, ref->index, values, count, ast);
    /* lists that only led to the result; nodes keep theirs */
    if (!rg_is_container(result) && nodes == run->graph->nodes.count)
        rg_shrink_pool(run, pool);
    return result;
}

/* ---------------------------------------------------------------- the whole */

/* `a and b` is not known where a is not, unless b settles it. */
static rg_value with_unknown(rg_run *run, rg_value *frame, const rg_ast *ast) {
    part first = {frame, ast->items[RG_LEFT], rg_none()};
    const char *why;
    bool settles = ast->kind == RG_AST_OR;
    if (rg_try_to_know(run, evaluate_part, &first, &why))
        return rg_truth(run->module, first.value) == settles ? first.value
                                                             : eval(run, frame, ast->items[1]);
    rg_value second = eval(run, frame, ast->items[1]);
    if (rg_truth(run->module, second) == settles)
        return second;
    rg_fail_not_known(run, ast, "%s", why);
}

static rg_value operation(rg_run *run, rg_value *frame, const rg_ast *ast) {
    if (run->eval.sizes && (ast->kind == RG_AST_AND || ast->kind == RG_AST_OR))
        return with_unknown(run, frame, ast);
    rg_value first = eval(run, frame, ast->items[RG_LEFT]);
    if (ast->kind == RG_AST_AND)
        return rg_truth(run->module, first) ? eval(run, frame, ast->items[1]) : first;
    if (ast->kind == RG_AST_OR)
        return rg_truth(run->module, first) ? first : eval(run, frame, ast->items[1]);
    rg_value second = eval(run, frame, ast->items[1]);
    if (ast->kind == RG_AST_COMPARE)
        return rg_bool(rg_compare(run, ast, first, second));
    return rg_operate(run, ast, first, second);
}

/* The value may be of any size, as a list that doubles at each step. */
static rg_value sized(rg_run *run, const rg_ast *ast, rg_value value) {
    if (rg_is_container(value) || rg_value_kind(value) == RG_STR)
        rg_check_bytes(run, ast);
    return value;
}

static rg_value dispatch(rg_run *run, rg_value *frame, const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_STRING:
        return sized(run, ast, string(run, frame, ast));
    case RG_AST_TEXT:
        return rg_str(run->module, ast->text);
    case RG_AST_ATTRIBUTE:
        return attribute(run, frame, ast);
    case RG_AST_INDEX:
        return index_expression(run, frame, ast);
    case RG_AST_CALL:
        return sized(run, ast, call(run, frame, ast));
    case RG_AST_TUPLE:
        return sized(run, ast, sequence(run, frame, ast, RG_TUPLE));
    case RG_AST_LIST:
        return sized(run, ast, sequence(run, frame, ast, RG_LIST));
    case RG_AST_DICT:
        return dict(run, frame, ast);
    case RG_AST_UNARY:
        return rg_operate_unary(run, ast, eval(run, frame, ast->items[RG_INNER]));
    case RG_AST_BINARY:
        return sized(run, ast, operation(run, frame, ast));
    case RG_AST_COMPARE:
    case RG_AST_AND:
    case RG_AST_OR:
        return operation(run, frame, ast);
    case RG_AST_IF:
        return eval(
            run, frame,
            ast->items[rg_eval_truth(run, frame, ast->items[RG_IF_CONDITION]) ? RG_IF_VALUE
                                                                              : RG_IF_OTHERWISE]);
    case RG_AST_LIST_FOR:
    case RG_AST_DICT_FOR:
        return comprehension(run, frame, ast);
    case RG_AST_REUSE:
        return rg_reuse(run, frame, ast->items[RG_INNER]);
    default:
        return rg_literal_value(run->module, ast);
    }
}

static rg_value eval(rg_run *run, rg_value *frame, const rg_ast *ast) {
    if (run->eval.depth >= run->eval.deepest)
        rg_check_depth(run, ast);
    if (ast->kind == RG_AST_NAME)
        return name(run, frame, ast);
    if (!(--run->eval.budget.steps % RG_STEPS_BETWEEN))
        rg_check_steps(run, ast);
    run->eval.depth++;
    rg_value value = dispatch(run, frame, ast);
    run->eval.depth--;
    return value;
}

rg_value rg_eval(rg_run *run, rg_value *frame, const rg_ast *ast) {
    return eval(run, frame, ast);
}

bool rg_eval_truth(rg_run *run, rg_value *frame, const rg_ast *ast) {
    return rg_truth(run->module, eval(run, frame, ast));
}
