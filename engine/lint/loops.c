/* Rules that never end, and rules that take a result away. */
#include <string.h>

#include "lint.h"

/* The rules that were applied last, each once, first applied first. */
static size_t rules_in_loop(const rg_trial *trial, const rg_rule **loop) {
    enum { KEPT = sizeof trial->last / sizeof *trial->last };
    size_t count = 0;
    for (size_t i = KEPT; i-- > 0;) {
        bool known = !trial->last[i];
        for (size_t k = 0; k < count; k++)
            known |= loop[k] == trial->last[i];
        if (!known)
            loop[count++] = trial->last[i];
    }
    return count;
}

static void report_loop(rg_linter *lint, const rg_rule *const *loop, size_t count,
                        const char *graph) {
    rg_text names = rg_text_new(lint->arena);
    for (size_t i = 0; i < count; i++)
        rg_text_printf(&names, "%s%s",
                       i == 0           ? ""
                       : i + 1 == count ? " and "
                                        : ", ",
                       loop[i]->name);
    bool made =
        count == 1
            ? rg_lint_warn(lint, loop[0], loop[0]->ast, "loop",
                           "add a guard that what it makes does not pass",
                           "rule %s matches what it makes itself, without end", loop[0]->name)
            : rg_lint_warn(lint, loop[0], loop[0]->ast, "loop",
                           "take one of them out, or put them into two passes",
                           "rules %s undo each other without end", rg_text_string(&names));
    if (!made)
        return;
    for (size_t i = 1; i < count; i++)
        rg_lint_note(lint, loop[i], "rule %s is here", loop[i]->name);
    rg_lint_show_graph(lint, graph);
}

static void report_dropped(rg_linter *lint, const rg_rule *rule, const char *graph) {
    if (rg_lint_warn(lint, rule, rule->ast, "drops-result",
                     "say what the users of the root read instead: `root = …`",
                     "rule %s takes its root away but does not say what its users read instead",
                     rule->name))
        rg_lint_show_graph(lint, graph);
}

/* What the rule erases is read by what it leaves: of the root, where that is known to give
 * anything. */
static bool report_erased(rg_linter *lint, const rg_rule *rule, const rg_trial *trial,
                          const char *graph) {
    const rg_ast *root = rule->ast->items[rule->first_statement - 1]->items[RG_EQUATION_PATTERN];
    size_t results = root->kind == RG_AST_CALL ? rg_results_of(lint, root) : SIZE_MAX;
    if (!trial->message || !strstr(trial->message, "cannot be erased: it has users"))
        return false;
    if (strstr(trial->message, "%root cannot be erased") && (!results || results == SIZE_MAX))
        return false;
    if (rg_lint_warn(lint, rule, rule->ast, "erases-used",
                     "say what its users read instead, or ask `users(…) == 0` in a guard",
                     "rule %s erases a node that is used: the run fails", rule->name))
        rg_lint_show_graph(lint, graph);
    return true;
}

typedef struct known_loops {
    bool *in_loop; /* by rule: it was reported */
} known_loops;

static bool is_known(const known_loops *known, const rg_rule *const *loop, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!known->in_loop[loop[i]->number])
            return false;
    return true;
}

static bool try_rule(rg_linter *lint, const rg_rule *rule, rg_witness_form form,
                     known_loops *known) {
    const rg_rule *loop[8];
    rg_arena *arena = rg_scratch(lint);
    const char *graph = rg_make_witness(lint->ruleset, rule, NULL, form, arena);
    if (!graph)
        return false;
    rg_trial alone = rg_try_witness(lint->ruleset, rule, rule, NULL, graph, arena);
    const rg_ast *root = rule->ast->items[rule->first_statement - 1]->items[RG_EQUATION_PATTERN];
    bool gives = root->kind == RG_AST_CALL && rg_results_of(lint, root) != 0;
    if (gives && alone.failed && alone.message &&
        strstr(alone.message, "does not say what its users read instead")) {
        report_dropped(lint, rule, graph);
        return true;
    }
    if (alone.failed && report_erased(lint, rule, &alone, graph))
        return true;
    rg_trial all = rg_try_witness(lint->ruleset, rule, NULL, rule, graph, arena);
    size_t count = all.endless ? rules_in_loop(&all, loop) : 0;
    if (!count || is_known(known, loop, count))
        return false;
    report_loop(lint, loop, count, graph);
    for (size_t i = 0; i < count; i++)
        known->in_loop[loop[i]->number] = true;
    return true;
}

void rg_lint_loops(rg_linter *lint, const rg_pass *pass) {
    known_loops known = {rg_alloc_array(lint->arena, pass->rule_count + 1, sizeof(bool))};
    for (size_t i = 0; i < pass->rule_count; i++)
        for (int form = 0; form < RG_WITNESS_FORMS; form++)
            if (try_rule(lint, pass->rules[i], (rg_witness_form)form, &known))
                break;
}
