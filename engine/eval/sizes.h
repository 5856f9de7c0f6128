/* Symbolic sizes as values of expressions: RG_INT where the number is known, RG_NODE where a node
 * of the graph holds it, else RG_SIZE. */
#ifndef REGRAFT_EVAL_SIZES_H
#define REGRAFT_EVAL_SIZES_H

#include "../graph/type.h"
#include "../rewrite/run.h"
#include "../sizes/sizes.h"

/* Reads what the text of the run's graphs says of their symbols: see size_facts.c. */
void rg_read_size_facts(rg_run *run);
/* Notes the symbols that a node holds or has as sizes, and what follows for them. */
void rg_note_sizes(rg_run *run, rg_node_id id);
/* Returns RG_NO_SIZE if the size is not known as an expression. */
rg_size rg_size_of_dim(rg_run *run, rg_dim dim);
rg_size rg_size_of_value(rg_run *run, rg_value value);
/* The value as the rules see it. */
rg_value rg_value_of_size(rg_run *run, rg_size size);
/* Whether it is a size, or a node that holds one, that is not known as a number. */
bool rg_is_symbolic(const rg_run *run, rg_value value);
/* Applies `+`, `-`, `*`, `//`, `%`, `min` or `max` to two sizes. Returns false if one operand is
 * not a size, or both are numbers. Fails if the result is not a size, or too large. */
bool rg_operate_sizes(rg_run *run, const char *op, const rg_ast *ast, rg_value a, rg_value b,
                      rg_value *result);
/* Compares two sizes. Returns false if one operand is not a size. Fails (not known) if undecided.
 */
bool rg_compare_sizes(rg_run *run, const char *op, const rg_ast *ast, rg_value a, rg_value b,
                      bool *answer);
/* Whether two values are equal, at least one of them symbolic. */
rg_answer rg_sizes_equal(rg_run *run, rg_value a, rg_value b);
/* The value with each size replaced by a node that holds it, made at the cursor if there is none.
 */
rg_value rg_with_size_nodes(rg_run *run, rg_value value, const rg_ast *site);
/* The value with each size replaced by its text, for uses other than arguments. */
rg_value rg_with_size_texts(rg_run *run, rg_value value);

#endif
