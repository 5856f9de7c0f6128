/* regraft explain: follows the node through a run. */
#include <string.h>

#include "explain.h"

static const char *copy(const rg_asking *a, const char *text) {
    return text ? rg_copy_text(a->arena, text, strlen(text)) : NULL;
}

static rg_rule_name name_of(const rg_asking *a, const regraft_event *event) {
    return (rg_rule_name){copy(a, event->pass), copy(a, event->rule)};
}

/* ---------------------------------------------------------------- nodes */

static rg_asked_node *known_node(const rg_asking *a, const regraft_event *event) {
    rg_asked_node *const *nodes = a->nodes.data;
    for (size_t i = 0; i < a->nodes.count; i++)
        if (nodes[i]->number == event->node_number && strcmp(nodes[i]->graph, event->graph) == 0)
            return nodes[i];
    return NULL;
}

/* The asked node that the event is about; one that has the name from now on becomes one. NULL: it
 * is about another node. */
static rg_asked_node *node_of(rg_asking *a, const regraft_event *event) {
    rg_asked_node *node = event->node ? known_node(a, event) : NULL;
    if (node || !event->node || strcmp(event->node, a->node) != 0)
        return node;
    if (a->graph && strcmp(a->graph, event->graph) != 0)
        return NULL;
    node = rg_alloc(a->arena, sizeof *node);
    node->graph = copy(a, event->graph);
    node->number = event->node_number;
    a->graph = node->graph; /* the same name in another body is another matter */
    *(rg_asked_node **)rg_array_push(a->arena, &a->nodes, sizeof node) = node;
    return node;
}

/* ---------------------------------------------------------------- answers */

static rg_rule_answer *answer_of(rg_asking *a, const regraft_event *event) {
    rg_rule_answer *answers = a->answers.data;
    for (size_t i = 0; i < a->answers.count; i++) {
        const regraft_part *rule = answers[i].rule;
        if (rule->at.line == event->at.line && strcmp(rule->name, event->rule) == 0 &&
            strcmp(rule->pass, event->pass) == 0)
            return &answers[i];
    }
    return NULL;
}

/* Whether a rule of the pass was applied to a node that had the name before. */
static bool had_its_turn(const rg_asking *a, const rg_asked_node *node, const char *pass) {
    rg_asked_node *const *nodes = a->nodes.data;
    for (size_t i = 0; i < a->nodes.count && nodes[i] != node; i++) {
        const rg_rule_name *applied = nodes[i]->applied.data;
        for (size_t k = 0; k < nodes[i]->applied.count; k++)
            if (strcmp(applied[k].pass, pass) == 0)
                return true;
    }
    return false;
}

/* The answer of a rule is about the first node of the name that the rule was tried at. */
static bool is_answered_for(const rg_asking *a, const rg_rule_answer *answer,
                            const rg_asked_node *node) {
    return answer->node ? answer->node == node : !had_its_turn(a, node, answer->rule->pass);
}

static void note_answer(rg_asking *a, rg_asked_node *node, const regraft_event *event) {
    rg_rule_answer *found = answer_of(a, event);
    if (event->kind == REGRAFT_APPLIED)
        *(rg_rule_name *)rg_array_push(a->arena, &node->applied, sizeof(rg_rule_name)) =
            name_of(a, event);
    if (node == *(rg_asked_node **)a->nodes.data)
        a->visited = true;
    if (!found || !is_answered_for(a, found, node))
        return;
    found->node = node;
    found->matched = event->kind == REGRAFT_MATCHED;
    if (found->matched)
        return;
    if (event->kind == REGRAFT_APPLIED)
        found->applied = true;
    else if (!found->tried || rg_nearness(event) > found->miss.progress)
        found->miss = rg_keep_miss(a->arena, event);
    found->tried = true;
}

static void listen(void *context, const regraft_event *event) {
    rg_asking *a = context;
    rg_asked_node *node = node_of(a, event);
    switch (event->kind) {
    case REGRAFT_TRIED:
    case REGRAFT_CHANGED:
        return;
    case REGRAFT_GONE:
        if (node)
            node->gone = name_of(a, event);
        return;
    case REGRAFT_MADE:
        if (node)
            node->made = name_of(a, event);
        return;
    default:
        if (node)
            note_answer(a, node, event);
    }
}

regraft_observer rg_watch_node(rg_asking *asking) {
    return (regraft_observer){asking,
                              REFUSALS | REGRAFT_EVENT(REGRAFT_TRIED) |
                                  REGRAFT_EVENT(REGRAFT_MATCHED) | REGRAFT_EVENT(REGRAFT_APPLIED) |
                                  REGRAFT_EVENT(REGRAFT_GONE) | REGRAFT_EVENT(REGRAFT_MADE) |
                                  REGRAFT_EVENT(REGRAFT_CHANGED),
                              listen};
}
