/* The `aliases` lines of operator files, applied to a call. */
#ifndef REGRAFT_ALIAS_LINES_H
#define REGRAFT_ALIAS_LINES_H

#include "../rewrite/run.h"

/* How a result shares memory with the first parameter of the line. */
enum {
    RG_ALIAS_UNASKED,
    RG_ALIAS_FRESH,        /* not at all */
    RG_ALIAS_SHARED,       /* the result is a view */
    RG_ALIAS_ITSELF,       /* the result is the same tensor object, */
    RG_ALIAS_MAYBE_ITSELF, /* or a view of it */
    RG_ALIAS_REVALUED,     /* it is a view whose elements read differently (conj) */
    RG_ALIAS_RESOLVED,     /* the object itself, unless that is such a view */
    RG_ALIAS_STORAGE,      /* a view of all the memory (as_strided) */
    RG_ALIAS_UNKNOWN /* RG_ALIAS_UNKNOWN + n: for reason n of rg_effects.alias_reasons, counted
                        from 1 */
};

/* The answer of the operator's line; `usual` if the operator has none. */
uint32_t rg_alias_fact(rg_run *run, rg_node_id id, const rg_binding *binding, uint32_t usual);
/* Completes the effect of a call whose result is a view of `effect->node`, if the line says so, or
 * `usual` does where the operator has no line. */
void rg_decide_view(rg_run *run, rg_node_id id, const rg_binding *binding, rg_effect *effect,
                    uint32_t usual);
/* The fact that is missing about calls of the node's target, in words. */
const char *rg_doubt_about(rg_run *run, rg_node_id id, rg_doubt which);

#endif
