/* How often rules are applied, over several graphs. */
#ifndef REGRAFT_HITS_H
#define REGRAFT_HITS_H

#include "commands.h"

typedef struct rg_hit {
    const char *pass, *rule;
    size_t count;
} rg_hit;

typedef struct rg_hits {
    rg_arena *arena;
    rg_array rules; /* of rg_hit, in the order of the first application */
} rg_hits;

/* An observer that counts into `hits`. */
regraft_observer rg_count_hits(rg_hits *hits);
size_t rg_hits_of(const rg_hits *hits, const char *pass, const char *rule);

#endif
