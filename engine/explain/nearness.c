/* How close a node comes to being accepted by a rule's root: orders the misses that are shown. */
#include <string.h>

#include "../calls/callees.h"
#include "../rewrite/run.h"
#include "explain.h"

static bool spells_same(rg_run *run, const rg_target_test *test, const rg_node *node) {
    const rg_operator *op = rg_callee_of(run, node)->spelled.op;
    const char *base = op ? strstr(op->name, "::") : NULL;
    if (!base || !strstr(test->text, base + 2)) /* resolving is slow */
        return false;
    rg_opcode opcode = test->opcodes >> RG_CALL_METHOD & 1u ? RG_CALL_METHOD : RG_CALL_FUNCTION;
    return rg_ops_resolve(run->ruleset->ops, opcode, test->text, run->arenas.module).op == op;
}

/* Of operators: short names are all near to one another. */
static bool has_near_name(const char *name, const char *other) {
    const char *base = strstr(name, "::"), *wanted = strstr(other, "::");
    if (!base || !wanted || strlen(wanted) < 6)
        return false;
    wanted += 2;
    return rg_nearest(base + 2, &wanted, 1) != NULL;
}

static const char *last_name(const char *target) {
    const char *dot = strrchr(target, '.');
    return dot ? dot + 1 : target;
}

/* Whether a part of the target may match the regex, which the whole target does not match. This
 * only orders what is shown, so a limit of the regex engine counts as a match: the node may be
 * meant. */
static bool holds_match(rg_run *run, const rg_rule *rule, const char *target) {
    if (!rule->root->regex)
        return false;
    if (!run->watch.loose_roots)
        run->watch.loose_roots = rg_alloc_array(run->arenas.module, run->pass.code->rule_count + 1,
                                                sizeof *run->watch.loose_roots);
    rg_regex **loose = &run->watch.loose_roots[rule->number];
    if (!*loose)
        *loose = rg_regex_loosened(run->arenas.module, rule->root->regex);
    rg_regex_group groups[RG_REGEX_MAX_GROUPS];
    return *loose && rg_regex_match(run->arenas.module, *loose, target, strlen(target), groups) !=
                         RG_REGEX_NO;
}

static size_t likeness(rg_run *run, const rg_rule *rule, const rg_node *node) {
    const rg_target_test *test = rule->root;
    const char *target = rg_symbol_text(run->module->symbols, node->target);
    bool call = node->opcode == RG_CALL_FUNCTION || node->opcode == RG_CALL_METHOD;
    bool such = test->opcodes >> node->opcode & 1u;
    const rg_operator *op = call ? rg_callee_of(run, node)->spelled.op : NULL;
    if (op && test->form == RG_TARGET_OPERATOR && has_near_name(op->name, test->text))
        return 2;
    if (call && test->form == RG_TARGET_TEXT &&
        (spells_same(run, test, node) || rg_nearest(target, &test->text, 1) ||
         strcmp(last_name(target), last_name(test->text)) == 0))
        return 2;
    if (such && test->form == RG_TARGET_REGEX && holds_match(run, rule, target))
        return 2;
    return such;
}

size_t rg_event_nearness(const rg_event *event) {
    if (event->kind != RG_EVENT_HEAD_REFUSED)
        return event->progress;
    return likeness(event->run, event->rule, rg_node_at(event->run->graph, event->node));
}
