/* Applying a rule: match its pattern, run its statements, put the new nodes in place. */
#include <string.h>

#include "../eval/budget.h"
#include "../graph_text/graph_text.h"
#include "../calls/callees.h"
#include "../eval/eval.h"
#include "../eval/match.h"
#include "../effects/effects.h"
#include "../memory/future.h"
#include "../memory/storage.h"
#include "actions/actions.h"
#include "apply.h"
#include "commit.h"
#include "conclude.h"
#include "groups/group.h"
#include "making/build.h"
#include "readers.h"
#include "run.h"

uint32_t rg_new_origin(rg_run *run, const rg_ast *ast, const char *rule) {
    return rg_add_origin(run->module, (rg_origin){run->pass.code->name, rule,
                                                  ast->span.source->path, ast->span.line});
}

/* ---------------------------------------------------------------- whether it fits */

static rg_event_kind objection_event(const rg_run *run) {
    return run->application.objection.kind == RG_WRITTEN_SINCE ? RG_EVENT_WRITE_BETWEEN
                                                               : RG_EVENT_UNSAFE;
}

/* Whether the pattern fits, and nothing that it read was written since. */
static bool fits(rg_run *run, const rg_rule *rule, rg_node_id id, rg_value *frame) {
    rg_value root = rg_node_value(id);
    if (run->watch.observer)
        rg_tell(run, RG_EVENT_TRIED, id, rule->ast);
    if (!rg_match(run, &rule->program, &root, 1, frame))
        return false;
    bool undisturbed = rg_is_match_undisturbed(run, id);
    if (run->watch.observer && undisturbed)
        rg_tell(run, RG_EVENT_MATCHED, id, rule->ast);
    else if (run->watch.observer)
        rg_tell(run, objection_event(run), id, run->application.objection.part);
    return undisturbed;
}

/* Matches the rule. If it does not fit, everything that the attempt made is removed. */
static bool match(rg_run *run, const rg_rule *rule, rg_node_id id, rg_value *frame,
                  size_t *misfit) {
    size_t pool = run->module->pool.count;
    run->watch.rule = rule;
    run->matching.misfit = SIZE_MAX;
    bool fitted = fits(run, rule, id, frame);
    *misfit = run->matching.misfit; /* functions that guards call overwrite it */
    if (fitted) {
        if (run->pass.costs)
            run->pass.costs[rule->number].matches++;
        return true;
    }
    run->application.objection.kind = RG_NO_OBJECTION;
    rg_shrink_pool(run, pool); /* what only the failed match made */
    return false;
}

/* ---------------------------------------------------------------- beginning and end */

void rg_begin_application(rg_run *run) {
    rg_application *application = &run->application;
    rg_renew_budget(run);
    rg_array made = application->made, replaced_slots = application->replaced_slots,
             gathered = application->gathered;
    made.count = replaced_slots.count = gathered.count = 0; /* their memory is used again */
    *application = (rg_application){.first_pending = run->sweep.pendings.count,
                                    .made = made,
                                    .replaced_slots = replaced_slots,
                                    .gathered = gathered};
}

static bool is_aten_call(rg_run *run, const rg_node *node) {
    return node->opcode == RG_CALL_FUNCTION && rg_callee_of(run, node)->aten;
}

static uint32_t origin_of(rg_run *run, const rg_rule *rule) {
    uint32_t *origin = &run->pass.rule_origins[rule->number];
    if (*origin == RG_NO_ORIGIN)
        *origin = rg_new_origin(run, rule->ast, rule->name);
    return *origin;
}

/* Where new nodes go: before the root, but inputs come first. */
static rg_node_id first_cursor(const rg_run *run, rg_node_id root) {
    while (rg_node_at(run->graph, root)->opcode == RG_PLACEHOLDER)
        root = rg_node_at(run->graph, root)->next;
    return root;
}

/* Nodes are made for the rule from here on. */
static rg_maker begin(rg_run *run, const rg_rule *rule, rg_node_id id) {
    rg_forget_effect(run);
    rg_begin_application(run);
    rg_maker maker = {.rule = rule,
                      .application = run->making.now.application,
                      .first_made = run->graph->nodes.count,
                      .origin = origin_of(run, rule),
                      .cursor = first_cursor(run, id),
                      .aten = is_aten_call(run, rg_node_at(run->graph, id))};
    return rg_begin_making(run, maker);
}

static void end(rg_run *run, const rg_maker *before) {
    rg_end_making(run, before);
    run->application.objection.kind = RG_NO_OBJECTION;
    rg_forget_effect(run);
}

/* Runs the statements of a rule that matched. False if a guard, or a conclusion that the rule drew
 * from a node, does not hold. */
static bool run_statements(rg_run *run, const rg_rule *rule, rg_node_id id, rg_value *frame) {
    rg_eval_mode outer = rg_enter_mode(&run->eval, (rg_eval_mode){.concludes = true});
    bool ran = rg_run_statements(run, frame, rule->ast->items + rule->first_statement,
                                 rule->ast->count - rule->first_statement);
    rg_leave_mode(&run->eval, outer);
    if (run->application.objection.kind == RG_NO_OBJECTION)
        return ran;
    if (run->watch.observer)
        rg_tell(run, objection_event(run), id, run->application.objection.part);
    return false;
}

static void undo(rg_run *run) {
    const rg_node_id *made = run->application.made.data;
    for (size_t i = run->application.made.count; i-- > 0;)
        if (rg_node_at(run->graph, made[i])->flags & RG_NODE_NEW)
            rg_drop_node(run, made[i]);
    run->application.made.count = 0;
    rg_forget_pendings(run);
}

/* ---------------------------------------------------------------- how often */

static void fail_of_steps(rg_run *run, const rg_rule *rule, rg_node_id id) {
    rg_text rules = rg_text_new(run->arenas.scratch), node = rg_text_new(run->arenas.scratch);
    for (size_t i = 0; i < run->pass.code->rule_count; i++)
        if (run->pass.rule_steps[i] * 4 > run->pass.steps / run->pass.code->rule_count)
            rg_text_printf(&rules, "%s%s (%zu times)", rg_text_length(&rules) ? ", " : "",
                           run->pass.code->rules[i]->name, run->pass.rule_steps[i]);
    rg_write_node(&node, run->graph, id, true);
    rg_fail_advice(run, rule->ast, "rules that undo each other, or match what they make, never end",
                   "%zu applications and no end in sight: rules in the loop: %s; at `%s`",
                   run->pass.steps, rg_text_string(&rules), rg_text_string(&node));
}

static void count_step(rg_run *run, const rg_rule *rule, rg_node_id id) {
    run->pass.rule_steps[rule->number]++;
    if (++run->pass.steps > run->pass.step_limit)
        fail_of_steps(run, rule, id);
    rg_check_growth(run, rule->ast);
}

/* ---------------------------------------------------------------- putting new nodes in place */

/* New values get the future of the node that they replace, or whose content they become. */
static void copy_futures(rg_run *run) {
    size_t count;
    const rg_pending *own = rg_own_pendings(run, &count);
    for (size_t i = 0; i < count; i++)
        if (own[i].what != RG_PENDING_BECOMES && rg_is_node(own[i].value) &&
            rg_node_at(run->graph, own[i].value.data)->flags & RG_NODE_NEW)
            rg_copy_future(run, own[i].target, own[i].value.data);
}

/* If one of the new calls writes, what the others make may be what it writes: nothing that was
 * there before may take their places. */
static void note_future_writes(rg_run *run) {
    const rg_node_id *made = run->application.made.data;
    size_t count = run->application.made.count;
    bool writes = false;
    for (size_t i = 0; i < count && !writes; i++)
        writes = !rg_is_fresh_call(run, made[i]) && rg_analyse(run, made[i])->write_count;
    for (size_t i = 0; i < count && writes; i++)
        rg_note_future_write(run, made[i]);
}

/* Removes the root if the rule replaces it. Returns the node after which the deferred actions are
 * due: the last new one, else the root if it stays; RG_NO_NODE: they are due at once. */
static rg_node_id place_last(rg_run *run, const rg_rule *rule, rg_node_id root) {
    const rg_array *made = &run->application.made;
    rg_node_id last = RG_NO_NODE;
    if (made->count)
        last = ((const rg_node_id *)made->data)[made->count - 1];
    if (!rule->replaces || run->application.root_used)
        return last == RG_NO_NODE ? root : last;
    rg_check_removal(run, rule, root);
    rg_remove_root(run, root);
    rg_redirect_commits(run, root, last);
    return last;
}

/* What the statements of a rule did takes its place in the graph. Returns the node to visit next:
 * new nodes are visited as if they had always stood there. */
static rg_node_id settle(rg_run *run, const rg_rule *rule, rg_node_id id) {
    bool input = rg_node_at(run->graph, id)->opcode == RG_PLACEHOLDER;
    rg_drop_unused(run);
    copy_futures(run);
    if (run->future.known)
        note_future_writes(run);
    if (run->application.gathered.count)
        rg_remove_gathered(run, id);
    rg_node_id next = rg_node_at(run->graph, id)->next; /* where no new node is visited first */
    rg_node_id last = place_last(run, rule, id);
    rg_add_commit(run, last);
    if (run->application.made.count)
        return input ? next : *(const rg_node_id *)run->application.made.data;
    rg_carry_out(run, last, next);
    return next;
}

/* ---------------------------------------------------------------- the steps */

static void apply_match(rg_run *run, const rg_rule *rule, rg_node_id id, rg_value *frame,
                        rg_tried *outcome) {
    rg_inner_calls inner = rg_inner_calls_of_match(run, id);
    rg_maker before = begin(run, rule, id);
    outcome->applied = run_statements(run, rule, id, frame);
    if (outcome->applied) {
        count_step(run, rule, id);
        outcome->next = settle(run, rule, id);
        rg_drop_inner_calls(run, inner);
        run->watch.applied++;
        if (run->watch.observer)
            rg_tell_applied(run, rule, id);
    } else {
        undo(run);
    }
    outcome->call_changed |= run->application.call_changed;
    end(run, &before);
}

void rg_apply(rg_run *run, const rg_rule *rule, rg_node_id id, rg_tried *outcome) {
    rg_value frame[RG_MAX_SLOTS];
    memset(frame, 0, rule->slot_count * sizeof *frame);
    if (match(run, rule, id, frame, &outcome->misfit))
        apply_match(run, rule, id, frame, outcome);
}
