/* Counting applications of rules. */
#include "hits.h"

#include <string.h>

static rg_hit *find(const rg_hits *hits, const char *pass, const char *rule) {
    rg_hit *all = hits->rules.data;
    for (size_t i = 0; i < hits->rules.count; i++)
        if (strcmp(all[i].rule, rule) == 0 && strcmp(all[i].pass, pass) == 0)
            return &all[i];
    return NULL;
}

static void count(void *context, const regraft_event *event) {
    rg_hits *hits = context;
    rg_hit *hit = find(hits, event->pass, event->rule);
    if (!hit) {
        hit = rg_array_push(hits->arena, &hits->rules, sizeof *hit);
        hit->pass = rg_copy_text(hits->arena, event->pass, strlen(event->pass));
        hit->rule = rg_copy_text(hits->arena, event->rule, strlen(event->rule));
    }
    hit->count++;
}

regraft_observer rg_count_hits(rg_hits *hits) {
    return (regraft_observer){hits, REGRAFT_EVENT(REGRAFT_APPLIED), count};
}

size_t rg_hits_of(const rg_hits *hits, const char *pass, const char *rule) {
    const rg_hit *hit = find(hits, pass, rule);
    return hit ? hit->count : 0;
}
