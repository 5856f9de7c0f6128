/* The sweep looks at the effects of a call on memory. */
#ifndef REGRAFT_LOOK_H
#define REGRAFT_LOOK_H

#include "../effects/effects.h"
#include "../memory/storage.h"
#include "run.h"

/* Advice for an operator whose writes are not known. */
#define RG_DECLARE_WRITES                                                                          \
    "declare it in an operator file given beside the rules: "                                      \
    "`op NS::NAME(Tensor x, Tensor(a!) written) -> Tensor`"

/* Effects of a call beyond making a value. */
enum { RG_DOES_WRITE = 1, RG_IS_SUSPICIOUS = 2, RG_CHANGES_MODE = 4 };

unsigned rg_look_closely(rg_run *run, rg_node_id id);
/* Finds the node's effects on memory and gives it its object. Returns its other effects. */
static inline unsigned rg_look_at(rg_run *run, rg_node_id id) {
    if (!rg_is_fresh_call(run, id))
        return rg_look_closely(run, id);
    rg_register_fresh(&run->memory, id);
    return 0;
}
/* Notes the effects of a node that stays, or that a rule turned into another call (`changed`). */
void rg_note_effects(rg_run *run, rg_node_id id, unsigned effects, bool changed);

/* A copy, in the scratch arena, of the nodes that a call writes: the original is overwritten when
 * another call is looked at. */
typedef struct rg_write_list {
    rg_node_id *nodes;
    size_t count;
} rg_write_list;
rg_write_list rg_copy_writes(rg_run *run, rg_node_id call);

#endif
