/* A memo table: answers of functions and `where` lines, and facts that operator files give of
 * calls.
 *
 * Guards ask the same question of many calls: whether `add_` of two f32 tensors promotes, which
 * shape a `select` has. An answer is kept under a key, a list of words that tells what was read for
 * it: who was asked, whether a rule concludes from the answer, and the values it was asked about.
 * Of a node the key has the annotation and, where the asked looks at it as a call, the opcode, the
 * target and the arguments. Nodes are numbered in the order in which the key lists them: only which
 * of its nodes are equal counts, not which nodes they are.
 *
 * - While an answer is computed (`run->memo.open` is set), whatever evaluates notes what it reads
 *   by the rg_note_… functions below.
 * - An answer that needed more than its key tells (names, memory, other nodes) is not kept, and the
 *   function or guard is asked without the table from then on.
 * - One answer is computed at a time: those that it needs are part of it.
 * - What a rule concluded for an answer is kept with it; a rule that gets it concludes the same.
 * - Nodes and containers are not kept as answers: another call has its own.
 * - Nothing is kept while an observer watches the run or strides are hidden.
 */
#ifndef REGRAFT_MEMO_H
#define REGRAFT_MEMO_H

#include "../rewrite/run.h"

/* Whether answers of a function or guard, by its number, to `count` values may be kept. */
bool rg_is_memoized(rg_run *run, uint32_t number, size_t count);
/* Its answer: a kept one, or what compute(context) returns. */
rg_value rg_memoized(rg_run *run, uint32_t number, const rg_value *values, size_t count,
                     rg_value (*compute)(void *context), void *context);
/* What an operator file says of a call. */
typedef enum rg_call_fact {
    RG_FACT_TYPE, /* its annotation */
    RG_FACT_ALIAS /* the answer of its `aliases` line */
} rg_call_fact;
rg_value rg_memoized_fact(rg_run *run, rg_call_fact fact, rg_node_id call,
                          rg_value (*compute)(void *context), void *context);

/* The value, which may be a node, is read in that way. */
void rg_note_read(rg_run *run, rg_reads reads, rg_value value);
/* Something is read that no key holds. */
void rg_note_other_read(rg_run *run);
/* The rule concludes something from the node. */
void rg_note_conclusion(rg_run *run, rg_node_id id, rg_conclusion from);

#endif
