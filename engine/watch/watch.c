/* Telling the observer of a run what happens. Nothing here changes the run. */
#include <string.h>

#include "../calls/callees.h"
#include "../rewrite/run.h"
#include "watch.h"

static void tell(rg_run *run, rg_event *event) {
    event->run = run;
    event->application = run->making.now.application;
    run->watch.observer->tell(run->watch.observer->context, event);
}

void rg_tell(rg_run *run, rg_event_kind kind, rg_node_id node, const rg_ast *part) {
    if (!rg_is_observed(&run->watch, kind))
        return;
    const rg_rule *rule = run->making.now.rule ? run->making.now.rule : run->watch.rule;
    rg_event event = {.kind = kind, .rule = rule, .node = node, .part = part};
    tell(run, &event);
}

void rg_tell_applied(rg_run *run, const rg_rule *rule, rg_node_id node) {
    const rg_ast *const *taken = rule->taken ? rule->taken->data : NULL;
    for (size_t i = 0; taken && i < rule->taken->count; i++)
        rg_tell(run, RG_EVENT_ALTERNATIVE, node, taken[i]);
    rg_tell(run, RG_EVENT_APPLIED, node, rule->ast);
}

/* The instruction by which a rule's program looks at the target of its root. */
static const rg_instruction *head_of(const rg_rule *rule) {
    const rg_program *program = &rule->program;
    for (size_t i = 0; i < program->count; i++)
        if (program->code[i].op == RG_MATCH_NODE && program->code[i].a == 0)
            return &program->code[i];
    return NULL;
}

void rg_tell_heads(rg_run *run, rg_node_id node) {
    rg_value root = rg_node_value(node);
    if (!rg_is_observed(&run->watch, RG_EVENT_HEAD_REFUSED))
        return;
    for (size_t i = 0; i < run->pass.code->rule_count; i++) {
        const rg_rule *rule = run->pass.code->rules[i];
        const rg_instruction *head = head_of(rule);
        if (rg_target_accepts(run, rule->root, rg_node_at(run->graph, node), NULL))
            continue;
        rg_event event = {.kind = RG_EVENT_HEAD_REFUSED,
                          .rule = rule,
                          .node = node,
                          .part = head->ast,
                          .program = &rule->program,
                          .instruction = head,
                          .registers = &root};
        tell(run, &event);
    }
}

void rg_tell_mismatch(rg_run *run, const rg_program *program, const rg_instruction *instruction,
                      const rg_value *registers, rg_value *frame) {
    const rg_fn_clause *clause = run->watch.clause;
    bool of_clause = clause && program == &clause->program;
    rg_event_kind kind = of_clause ? RG_EVENT_CLAUSE_REFUSED : RG_EVENT_PART_REFUSED;
    if (!rg_is_observed(&run->watch, kind))
        return;
    rg_event event = {.kind = kind,
                      .rule = run->watch.rule,
                      .node = run->current,
                      .fn = run->watch.fn,
                      .clause = of_clause ? clause : NULL,
                      .part = instruction->ast,
                      .progress = (size_t)(instruction - program->code),
                      .program = program,
                      .instruction = instruction,
                      .registers = registers,
                      .frame = frame};
    tell(run, &event);
}

void rg_tell_alternative(rg_run *run, const rg_instruction *instruction, size_t which) {
    const rg_ast *ast = instruction->ast;
    size_t first = ast->kind == RG_AST_TYPED ? 1 : 0; /* the pattern comes before its kinds */
    if (first + which < ast->count)
        rg_tell(run, RG_EVENT_ALTERNATIVE, run->current, ast->items[first + which]);
}

/* An alternative must not count as never taken because the regex engine hit its limit. */
static bool matches(rg_run *run, const rg_ast *ast, const char *regex, const char *text) {
    const char *message;
    size_t offset;
    rg_regex_group groups[RG_REGEX_MAX_GROUPS];
    const rg_regex *one = rg_regex_new(run->arenas.module, regex, strlen(regex), &message, &offset);
    rg_regex_result result =
        one ? rg_regex_match(run->arenas.module, one, text, strlen(text), groups) : RG_REGEX_NO;
    if (result == RG_REGEX_LIMIT)
        rg_fail(run, ast, "an alternative: %s", rg_regex_excuse(run->arenas.scratch, one, text));
    return result == RG_REGEX_YES;
}

void rg_tell_regex(rg_run *run, const rg_ast *regex, const char *text) {
    rg_alternative *all = NULL;
    if (!regex || !rg_is_observed(&run->watch, RG_EVENT_ALTERNATIVE))
        return;
    size_t count = rg_regex_alternatives(run->arenas.module, regex, &all);
    for (size_t i = 0; i < count; i++)
        if (matches(run, regex, all[i].regex, text))
            rg_tell(run, RG_EVENT_ALTERNATIVE, run->current, &all[i].ast);
}

void rg_tell_guard(rg_run *run, const rg_ast *where, rg_value *frame, bool holds) {
    rg_event_kind kind = holds ? RG_EVENT_GUARD_HELD : RG_EVENT_GUARD_REFUSED;
    if (!rg_is_observed(&run->watch, kind))
        return;
    rg_event event = {.kind = kind,
                      .rule = run->watch.rule,
                      .node = run->current,
                      .part = where,
                      .progress = SIZE_MAX,
                      .frame = frame};
    event.progress = run->watch.rule ? run->watch.rule->program.count + where->span.line : 0;
    tell(run, &event);
}

void rg_tell_clause(rg_run *run, const rg_fn *fn, const rg_fn_clause *clause, rg_value *frame,
                    const bool *held) {
    rg_event_kind kind = RG_EVENT_CLAUSE_TRIED;
    if (held)
        kind = *held ? RG_EVENT_CLAUSE_TAKEN : RG_EVENT_CLAUSE_REFUSED;
    run->watch.fn = fn;
    run->watch.clause = clause;
    if (!rg_is_observed(&run->watch, kind))
        return;
    rg_event event = {.kind = kind,
                      .rule = run->watch.rule,
                      .node = run->current,
                      .fn = fn,
                      .clause = clause,
                      .part = held && !*held ? clause->guard : clause->ast,
                      .frame = frame,
                      .guard = held && !*held};
    tell(run, &event);
}
