/* What the sweep does with what a call does to memory. */
#ifndef REGRAFT_LOOK_H
#define REGRAFT_LOOK_H

#include "../effects/effects.h"
#include "../memory/storage.h"
#include "run.h"

/* What to do about an operator of which it is not known what it writes. */
#define RG_DECLARE_WRITES                                                                          \
    "declare it in an operator file given beside the rules: "                                      \
    "`op NS::NAME(Tensor x, Tensor(a!) written) -> Tensor`"

/* What a call does that is more than to make something. */
enum { RG_DOES_WRITE = 1, RG_IS_SUSPICIOUS = 2, RG_CHANGES_MODE = 4 };

unsigned rg_look_closely(rg_run *run, rg_node_id id);
/* Finds what the node does to memory and gives it its object. Returns what it does besides. */
static inline unsigned rg_look_at(rg_run *run, rg_node_id id) {
    if (!rg_is_fresh_call(run, id))
        return rg_look_closely(run, id);
    rg_register_fresh(&run->memory, id);
    return 0;
}
/* A node stays that does so, or that a rule made another call (`changed`). */
void rg_note_effects(rg_run *run, rg_node_id id, unsigned effects, bool changed);

/* Nodes that a call writes, for those who look at other calls meanwhile: in the scratch arena. */
typedef struct rg_write_list {
    rg_node_id *nodes;
    size_t count;
} rg_write_list;
rg_write_list rg_copy_writes(rg_run *run, rg_node_id call);

#endif
