/* Why a rule does not fire as often as it must: the trial that came nearest, and the node where
 * another rule was applied before it could be tried. */
#include <string.h>

#include "../miss.h"
#include "test.h"

/* Of trials that the root of the pattern ended: from here on the node has, nearly, its target. */
enum { LIKELY = 2 };

typedef struct nearest {
    rg_arena *arena;
    const regraft_rules *loaded;
    const char *rule;
    bool found;
    rg_miss miss;
    const char *asked_pass;  /* that the rule was last asked about a node in, */
    const char *asked_graph; /* the graph of that node, */
    size_t asked_node;       /* and its number */
    size_t applied;          /* how often */
    rg_array made;           /* of size_t: nodes that the rule made: what it does not match there */
    const char *shadowed; /* "at %mul it was not tried: …"; NULL: it was, wherever it could be */
    regraft_place at;     /* of the rule that is shadowed */
} nearest;

static const regraft_part *rule_part(const nearest *n, const char *pass) {
    const regraft_part *part;
    for (size_t i = 0; (part = regraft_rules_part_at(n->loaded, i)); i++)
        if (part->kind == REGRAFT_RULE && strcmp(part->pass, pass) == 0 &&
            rg_is_rule_named(n->rule, pass, part->name))
            return part;
    return NULL;
}

/* Another rule was applied: was this one asked before? Its root would have answered. */
static void note_other(nearest *n, const regraft_event *event) {
    bool asked = n->asked_pass && n->asked_node == event->node_number &&
                 strcmp(n->asked_graph, event->graph) == 0 &&
                 strcmp(n->asked_pass, event->pass) == 0;
    const regraft_part *part = asked || n->shadowed ? NULL : rule_part(n, event->pass);
    if (!part)
        return;
    n->at = part->at;
    n->shadowed = rg_format(
        n->arena, "rule %s was not tried at %%%s%s%s: rule %s comes first and was applied",
        part->name, event->graph, *event->graph ? "." : "", event->node, event->rule);
}

static const char *keep(nearest *n, const char *kept, const char *text) {
    return kept && strcmp(kept, text) == 0 ? kept : rg_copy_text(n->arena, text, strlen(text));
}

static bool is_own(const nearest *n, const regraft_event *event) {
    const size_t *made = n->made.data;
    for (size_t i = 0; i < n->made.count; i++)
        if (made[i] == event->node_number)
            return true;
    return false;
}

/* The rule was tried, or refused, at a node. */
static void note_trial(nearest *n, const regraft_event *event) {
    n->asked_pass = keep(n, n->asked_pass, event->pass);
    n->asked_graph = keep(n, n->asked_graph, event->graph);
    n->asked_node = event->node_number;
    if (event->kind == REGRAFT_TRIED || (n->found && rg_nearness(event) <= n->miss.progress))
        return;
    if (event->kind == REGRAFT_HEAD_REFUSED && n->found && is_own(n, event))
        return;
    n->found = true;
    n->miss = rg_keep_miss(n->arena, event);
}

static void look(void *context, const regraft_event *event) {
    nearest *n = context;
    bool own = event->rule && rg_is_rule_named(n->rule, event->pass, event->rule);
    switch (event->kind) {
    case REGRAFT_APPLIED:
        n->applied += own;
        if (!own)
            note_other(n, event);
        return;
    case REGRAFT_MADE:
        if (own)
            *(size_t *)rg_array_push(n->arena, &n->made, sizeof(size_t)) = event->node_number;
        return;
    default:
        if (own)
            note_trial(n, event);
    }
}

static void explain(const nearest *n, rg_text *out, bool ran) {
    bool near = n->found && (n->miss.kind != REGRAFT_HEAD_REFUSED || n->miss.progress >= LIKELY);
    if (n->shadowed)
        rg_show_note(out, &n->at, n->shadowed, false);
    if (near) {
        rg_text_puts(out, "the nearest miss:\n");
        rg_show_miss(out, &n->miss, false);
    } else if (n->found && !n->shadowed) {
        rg_show_note(out, &n->miss.part,
                     rg_format(n->arena,
                               "rule %s: no %snode that the pass visits comes near to this",
                               n->miss.rule, n->applied ? "other " : ""),
                     false);
    } else if (!n->shadowed && ran) { /* of a run that failed its messages tell enough */
        rg_text_puts(out, "no pass that runs has such a rule\n");
    }
}

void rg_add_near_miss(const rg_test *test, rg_outcome *outcome, const char *rule) {
    nearest n = {.arena = outcome->arena, .rule = rule, .loaded = test->loaded};
    regraft_observer observer = {&n,
                                 REFUSALS | REGRAFT_EVENT(REGRAFT_TRIED) |
                                     REGRAFT_EVENT(REGRAFT_APPLIED) | REGRAFT_EVENT(REGRAFT_MADE),
                                 look};
    rg_outcome again = {.arena = outcome->arena};
    rg_test plain = *test;
    plain.count_count = 0;
    rg_run_test(&plain, &again, &observer);
    explain(&n, &outcome->complaints, again.ran);
}
