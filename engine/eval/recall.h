/* Answers of functions and guards that are kept. */
#ifndef REGRAFT_RECALL_H
#define REGRAFT_RECALL_H

#include "../rewrite/run.h"

/* Whether the answer of a function or guard, by its number, for `count` values may be kept. */
bool rg_may_keep(rg_run *run, uint32_t number, size_t count);
/* That answer: one that was kept, or what `find` returns. */
rg_value rg_answer_of(rg_run *run, uint32_t number, const rg_value *values, size_t count,
                      rg_value (*find)(void *context), void *context);
/* The same of a call, by what is written in it. */
typedef enum rg_asks {
    RG_ASKS_TYPE, /* which annotation it has */
    RG_ASKS_ALIAS /* what the `aliases` line of its operator says */
} rg_asks;
rg_value rg_answer_of_call(rg_run *run, rg_asks what, rg_node_id id,
                           rg_value (*find)(void *context), void *context);
/* Whatever evaluates tells what it reads of a value that may be a node, or that it reads more than
 * arguments can tell, so that an answer is kept only for the same question. */
void rg_note_read(rg_run *run, rg_reads reads, rg_value value);
void rg_reads_more(rg_run *run);
/* What a rule concludes from an argument, it concludes from an answer that is kept, too. */
void rg_note_conclusion(rg_run *run, rg_node_id id, rg_conclusion from);

#endif
