/* Evaluating expressions, functions and clauses of operator files. */
#ifndef REGRAFT_EVAL_H
#define REGRAFT_EVAL_H

#include "../rewrite/run.h"

rg_value rg_eval(rg_run *run, rg_value *frame, const rg_ast *ast);
bool rg_eval_truth(rg_run *run, rg_value *frame, const rg_ast *ast);
bool rg_truth(const rg_module *module, rg_value value);
rg_value rg_call_fn(rg_run *run, const rg_fn *fn, const rg_value *values, size_t count,
                    const rg_ast *site);
/* The first clause whose parameters and guard fit, with its frame; NULL if none does. */
const rg_fn_clause *rg_find_clause(rg_run *run, const rg_fn *fn, const rg_value *values,
                                   size_t count, rg_value **frame);
/* Binds the names of `let NAMES = …` or `for NAMES in …`. */
void rg_bind_names(rg_run *run, rg_value *frame, const rg_ast *names, rg_value value);
/* Goes through `for NAMES in XS if CONDITION` of a statement or comprehension: over the items of a
 * tuple or list, or the keys of a dict. */
typedef struct rg_loop {
    rg_ast *const *parts; /* the names, XS and the condition */
    rg_value over;
    uint32_t next;
} rg_loop;
rg_loop rg_begin_loop(rg_run *run, rg_value *frame, rg_ast *const *parts);
/* Binds the names to the next item for which the condition holds; false if no item is left. */
bool rg_next_turn(rg_run *run, rg_value *frame, rg_loop *loop);
/* A new container of `count` items, from number `first` on. */
rg_value rg_copy_items(rg_module *module, rg_arena *scratch, rg_kind kind, rg_value from,
                       size_t first, size_t count);
/* The text of a message: a NUL in it is written `\x00`, since messages are C strings. */
const char *rg_eval_message(rg_run *run, rg_value *frame, const rg_ast *ast);
/* The text of a future name or target. Fails if it contains a NUL, which would truncate it. */
const char *rg_eval_name(rg_run *run, rg_value *frame, const rg_ast *ast);
/* The same of a value with a text. */
const char *rg_name_text(rg_run *run, rg_value value, const rg_ast *site);
/* Text of a value as `"{x}"` shows it: a str bare, a node's name. */
void rg_add_shown(rg_run *run, rg_text *out, rg_value value);
rg_value rg_operate(rg_run *run, const rg_ast *ast, rg_value a, rg_value b); /* operators.c */
rg_value rg_operate_unary(rg_run *run, const rg_ast *ast, rg_value operand);
/* The value of a literal other than a string; None for any other tree. */
rg_value rg_literal_value(rg_module *module, const rg_ast *ast);         /* literal.c */
bool rg_compare(rg_run *run, const rg_ast *ast, rg_value a, rg_value b); /* operators.c */
rg_value rg_index_value(rg_run *run, const rg_ast *ast, rg_value object, rg_value index);
rg_value rg_slice_value(rg_run *run, const rg_ast *ast, rg_value object, const rg_value *parts);
rg_value rg_str(rg_module *module, const char *text);

/* Shrinks the pool of containers to `count` items, but keeps lists that are cached. Nothing may use
 * what is removed. */
void rg_shrink_pool(rg_run *run, size_t count);

/* ---- shapes.c */
/* Annotates a new node by its operator's `shape` and `dtype` lines, if it has any. */
void rg_derive_type(rg_run *run, rg_node_id id);
/* The same for a call that was read without annotation. What is derived is not printed. */
void rg_derive_unprinted_type(rg_run *run, rg_node_id id);
/* Calls that where the graph has annotations, but this call has none: of a tensor that changes its
 * shape in place later, who captures a graph knows only the last shape. Inline, since nearly all
 * calls have one. */
static inline void rg_derive_missing_type(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    if (!node->annotation && run->module->annotated && rg_is_call(node))
        rg_derive_unprinted_type(run, id);
}
/* Evaluates a clause's body with the call's arguments in its parameters' slots. */
rg_value rg_eval_clause(rg_run *run, const rg_clause_code *code, rg_node_id call, rg_value value,
                        rg_value index, rg_value parent);
/* The same for a clause that makes no nodes. Returns false if its value is not known, and *why is
 * the reason. `why` may be NULL. */
bool rg_try_clause(rg_run *run, const rg_clause_code *code, rg_node_id call, rg_value *result,
                   const char **why);

#endif
