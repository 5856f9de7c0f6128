/* Why a rule does not fire as often as it must: the trial that came nearest. */
#include "miss.h"
#include "test_parts.h"

typedef struct nearest {
    rg_arena *arena;
    const char *rule;
    bool found;
    rg_miss miss;
} nearest;

static void look(void *context, const regraft_event *event) {
    nearest *n = context;
    if (!rg_is_rule_named(n->rule, event->pass, event->rule))
        return;
    if (n->found && rg_nearness(event) <= n->miss.progress)
        return;
    n->found = true;
    n->miss = rg_keep_miss(n->arena, event);
}

void rg_add_near_miss(const rg_test *test, rg_outcome *outcome, const char *rule) {
    nearest n = {.arena = outcome->arena, .rule = rule};
    regraft_observer observer = {&n, REFUSALS, look};
    rg_outcome again = {.arena = outcome->arena};
    rg_test plain = *test;
    plain.count_count = 0;
    rg_run_test(&plain, &again, &observer);
    if (!n.found) {
        rg_text_puts(&outcome->complaints, "no pass that runs has such a rule\n");
        return;
    }
    rg_text_puts(&outcome->complaints, "the nearest miss:\n");
    rg_show_miss(&outcome->complaints, &n.miss, false);
}
