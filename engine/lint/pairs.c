/* Pairs of rules of a pass: one that hides another, and two that disagree. */
#include <string.h>

#include "../base/regex.h"
#include "lint.h"

static bool has_guard(const rg_rule *rule) {
    for (size_t i = RG_RULE_STEPS; i < rule->ast->count; i++)
        if (rule->ast->items[i]->kind == RG_AST_WHERE)
            return true;
    return false;
}

/* An exact target that the regex does not match: both accept nothing. */
static bool is_missed(rg_arena *arena, const rg_target_test *regex, const rg_target_test *exact) {
    rg_regex_group groups[RG_REGEX_MAX_GROUPS];
    return regex->form == RG_TARGET_REGEX && exact->form == RG_TARGET_TEXT && regex->regex &&
           rg_regex_match(arena, regex->regex, exact->text, strlen(exact->text), groups) ==
               RG_REGEX_NO;
}

/* Whether both may accept one target: a look at the heads saves most trials. */
static bool may_meet(rg_arena *arena, const rg_rule *a, const rg_rule *b) {
    const rg_target_test *x = a->root, *y = b->root;
    if (!(x->opcodes & y->opcodes))
        return false;
    if (x->form == RG_TARGET_OPERATOR && y->form == RG_TARGET_OPERATOR)
        return x->op == y->op && !rg_are_apart(a, b);
    if (x->form == RG_TARGET_TEXT && y->form == RG_TARGET_TEXT)
        return strcmp(x->text, y->text) == 0 && !rg_are_apart(a, b);
    return !is_missed(arena, x, y) && !is_missed(arena, y, x);
}

/* ---------------------------------------------------------------- shadowed */

/* Graphs that the rule matches, by form; NULL: it does not match that one. */
typedef struct witnesses {
    const char *graphs[RG_WITNESS_FORMS];
} witnesses;

static witnesses make_witnesses(rg_linter *lint, const rg_rule *rule) {
    witnesses made = {0};
    for (int form = 0; form < RG_WITNESS_FORMS; form++) {
        rg_arena *arena = rg_scratch(lint);
        const char *graph =
            rg_make_witness(lint->ruleset, rule, NULL, (rg_witness_form)form, arena);
        if (graph && rg_try_witness(lint->ruleset, rule, rule, NULL, graph, arena).matched)
            made.graphs[form] = rg_copy_text(lint->arena, graph, strlen(graph));
    }
    return made;
}

/* Whether the first matches whatever the second does: on each form of its witness. A guard could
 * refuse what no witness shows. */
static const char *shadows(rg_linter *lint, const rg_rule *first, const rg_rule *second,
                           const witnesses *of_second) {
    const char *shown = NULL;
    if (has_guard(first))
        return NULL;
    for (int form = 0; form < RG_WITNESS_FORMS; form++) {
        const char *graph = of_second->graphs[form];
        if (!graph)
            continue;
        if (!rg_try_witness(lint->ruleset, second, first, NULL, graph, rg_scratch(lint)).matched)
            return NULL;
        if (!shown)
            shown = graph;
    }
    return shown;
}

static bool find_shadow(rg_linter *lint, const rg_pass *pass, size_t at) {
    const rg_rule *rule = pass->rules[at];
    witnesses own = make_witnesses(lint, rule);
    for (size_t i = 0; i < at; i++) {
        const rg_rule *first = pass->rules[i];
        const char *graph =
            may_meet(lint->arena, first, rule) ? shadows(lint, first, rule, &own) : NULL;
        if (!graph)
            continue;
        bool higher = first->priority > rule->priority;
        if (rg_lint_warn(lint, rule, rule->ast, "shadowed",
                         higher ? "give this rule the higher priority"
                                : "move this rule above it, or give it a higher priority",
                         "rule %s is never applied: rule %s %s and matches all that it matches",
                         rule->name, first->name,
                         higher ? "has a higher priority" : "comes first")) {
            rg_lint_note(lint, first, "rule %s is here", first->name);
            rg_lint_show_graph(lint, graph);
        }
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------- overlap */

static bool disagree_on(rg_linter *lint, const rg_rule *a, const rg_rule *b, const char *graph,
                        rg_arena *arena) {
    const rg_ruleset *rules = lint->ruleset;
    if (!graph || !strstr(graph, "placeholder") || /* constants alone are of no interest */
        !rg_try_witness(rules, a, a, NULL, graph, arena).applied ||
        !rg_try_witness(rules, a, b, NULL, graph, arena).applied)
        return false;
    rg_trial first = rg_try_witness(rules, a, NULL, a, graph, arena);
    rg_trial second = rg_try_witness(rules, a, NULL, b, graph, arena);
    if (!first.graph || !second.graph)
        return false;
    return strcmp(first.graph, second.graph) != 0;
}

static const char *find_disagreement(rg_linter *lint, const rg_rule *a, const rg_rule *b) {
    for (int form = 0; form < RG_WITNESS_FORMS; form++)
        for (int turn = 0; turn < 2; turn++) {
            rg_arena *arena = rg_scratch(lint);
            const char *graph = rg_make_witness(lint->ruleset, turn ? b : a, turn ? a : b,
                                                (rg_witness_form)form, arena);
            if (disagree_on(lint, a, b, graph, arena))
                return rg_copy_text(lint->arena, graph, strlen(graph));
        }
    return NULL;
}

static void find_overlaps(rg_linter *lint, const rg_pass *pass, size_t at) {
    const rg_rule *rule = pass->rules[at];
    for (size_t i = 0; i < at; i++) {
        const rg_rule *other = pass->rules[i];
        if (other->priority != rule->priority || other->variant > 0 ||
            !may_meet(lint->arena, other, rule))
            continue;
        const char *graph = find_disagreement(lint, other, rule);
        if (!graph ||
            !rg_lint_warn(lint, rule, rule->ast, "overlap", "give one of them a higher priority",
                          "rules %s and %s have the same priority and match the same "
                          "node, but make different things of it: the order in the file "
                          "decides",
                          other->name, rule->name))
            continue;
        rg_lint_note(lint, other, "rule %s is here", other->name);
        rg_lint_show_graph(lint, graph);
    }
}

void rg_lint_pairs(rg_linter *lint, const rg_pass *pass) {
    for (size_t i = 1; i < pass->rule_count; i++) {
        if (pass->rules[i]->variant > 0)
            continue;
        bool only = i + 1 == pass->rule_count || pass->rules[i + 1]->variant == 0;
        if (!only || !find_shadow(lint, pass, i)) /* another variant may be applied */
            find_overlaps(lint, pass, i);
    }
}
