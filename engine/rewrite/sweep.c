/* One forward sweep of a pass over a graph.
 *
 * At each node: bring its arguments up to date, find out what it does to memory, try the rules that
 * may match it. A rule's new nodes are visited next, as if they had always stood there; what the
 * rule says of values (`x <- e`, `y = e`) takes effect once they were. */
#include <string.h>

#include "../graph_text/graph_text.h"
#include "../calls/callees.h"
#include "../eval/eval.h"
#include "../eval/match.h"
#include "../memory/bodies.h"
#include "../memory/effects.h"
#include "../memory/future.h"
#include "../memory/layout.h"
#include "../memory/lists.h"
#include "../memory/storage.h"
#include "../memory/storage_parts.h"
#include "actions/actions.h"
#include "conclude.h"
#include "pass.h"
#include "readers.h"
#include "run.h"
#include "sweep.h"

/* ---------------------------------------------------------------- commits */

static void due(rg_run *run, const rg_pending *pending, rg_value value) {
    switch (pending->what) {
    case RG_PENDING_WRITE:
        rg_write_content(run, pending->target, value.data, pending->site, pending->ast);
        return;
    case RG_PENDING_BECOMES:
        rg_become(run, pending->target, value.data, pending->site, pending->ast);
        return;
    default:
        rg_replace(run, pending->target, value, pending->ast);
    }
}

/* What inverses of views made only to look at. What stands for an object is kept. */
static void drop_scaffolding(rg_run *run) {
    const rg_node_id *scaffolding = run->making.scaffolding.data;
    for (size_t i = run->making.scaffolding.count; i-- > 0;)
        if (!rg_node_at(run->graph, scaffolding[i])->users &&
            rg_object_of(run, scaffolding[i]) == RG_NONE_ID)
            rg_drop_node(run, scaffolding[i]);
    run->making.scaffolding.count = 0;
}

static rg_value current_node(void *context, rg_node_id id) {
    return rg_current(context, id);
}

static rg_value current_value(rg_run *run, rg_value value) {
    bool ignored = false;
    return rg_is_node(value) ? rg_current(run, value.data)
                             : rg_map_nodes(run->module, value, current_node, run, &ignored);
}

/* The values are fixed before the first change takes effect: all expressions of a rule speak of the
 * graph as it was when the rule matched. */
static void carry_out_pendings(rg_run *run, rg_pending *pendings, size_t count) {
    for (size_t i = 0; i < count; i++) {
        rg_await(run, pendings[i].value, false);
        if (pendings[i].what == RG_PENDING_BECOMES)
            rg_note_seen_anew(run, pendings[i].target);
        pendings[i].value = current_value(run, pendings[i].value);
    }
    for (size_t i = 0; i < count; i++) {
        run->current = pendings[i].site;
        due(run, &pendings[i], pendings[i].value);
    }
    drop_scaffolding(run);
}

enum { FEW_PENDINGS = 4 };

static void commit(rg_run *run, const rg_commit *c) {
    size_t count = run->application.pendings.count - c->first;
    rg_pending few[FEW_PENDINGS], *pendings = few;
    const rg_rule *rule = run->application.rule;
    rg_node_id current = run->current;
    size_t application = run->watch.application;
    if (count > FEW_PENDINGS)
        pendings = rg_alloc_array(run->arenas.scratch, count, sizeof *pendings);
    memcpy(pendings, (rg_pending *)run->application.pendings.data + c->first,
           count * sizeof *pendings);
    run->application.pendings.count = c->first;
    run->application.rule = c->rule;
    run->making.origin = c->origin;
    run->making.aten = c->aten;
    run->watch.application = c->application;
    run->making.first_made = c->first_made;
    run->making.committing = true;
    rg_forget_effect(run);
    carry_out_pendings(run, pendings, count);
    rg_forget_effect(run);
    run->current = current;
    run->making.committing = false;
    run->watch.application = application;
    run->application.rule = rule;
}

static inline const rg_commit *top_commit(const rg_run *run) {
    return run->application.commits.count ? (const rg_commit *)run->application.commits.data +
                                                run->application.commits.count - 1
                                          : NULL;
}

static inline bool is_due(const rg_run *run, rg_node_id id) {
    const rg_commit *c = top_commit(run);
    return c && c->after == id;
}

/* Carries out what is due after `id`, before `next`. */
static void carry_out(rg_run *run, rg_node_id id, rg_node_id next) {
    run->arenas.untidy = true;
    while (is_due(run, id)) {
        rg_commit copy = *top_commit(run);
        run->application.commits.count--;
        if (copy.chained)
            ((rg_commit *)run->application.commits.data)[run->application.commits.count - 1].after =
                id;
        run->making.cursor = next;
        commit(run, &copy);
    }
}

static void add_commit(rg_run *run, rg_commit added) {
    added.chained = is_due(run, added.after);
    *(rg_commit *)rg_array_push(run->arenas.run, &run->application.commits, sizeof added) = added;
}

void rg_carry_out_rest(rg_run *run) {
    rg_commit rest = {.after = RG_NO_NODE,
                      .origin = run->making.origin,
                      .aten = run->making.aten,
                      .application = run->watch.application,
                      .first_made = SIZE_MAX};
    if (run->application.pendings.count)
        commit(run, &rest);
}

/* ---------------------------------------------------------------- applying a rule */

static bool is_aten_call(rg_run *run, const rg_node *node) {
    return node->opcode == RG_CALL_FUNCTION && rg_callee_of(run, node)->aten;
}

uint32_t rg_new_origin(rg_run *run, const rg_ast *ast, const char *rule) {
    rg_origin *origin = rg_array_push(run->arenas.module, &run->module->origins, sizeof *origin);
    *origin = (rg_origin){run->pass.code->name, rule, ast->span.source->path, ast->span.line};
    return (uint32_t)run->module->origins.count;
}

static void undo(rg_run *run, size_t pendings) {
    const rg_node_id *made = run->making.made.data;
    for (size_t i = run->making.made.count; i-- > 0;)
        if (rg_node_at(run->graph, made[i])->flags & RG_NODE_NEW)
            rg_drop_node(run, made[i]);
    run->making.made.count = 0;
    for (; run->application.pendings.count > pendings; run->application.pendings.count--)
        rg_await(run,
                 ((rg_pending *)run->application.pendings.data)[run->application.pendings.count - 1]
                     .value,
                 false);
}

static bool replaces_root(const rg_run *run, size_t first_pending, rg_node_id root) {
    for (size_t i = first_pending; i < run->application.pendings.count; i++) {
        const rg_pending *pending = (const rg_pending *)run->application.pendings.data + i;
        if (pending->what == RG_PENDING_REPLACE && pending->target == root)
            return true;
    }
    return false;
}

static void check_result_kept(rg_run *run, const rg_rule *rule, rg_node_id root) {
    const rg_alias *alias = rg_alias_of(run, root);
    if (!rg_reader_count(run, root) || (alias && alias->maker != root))
        return;
    rg_fail(run, rule->ast,
            "the rule takes %%%s away but does not say what its users read instead: add `%s = …`",
            rg_node_name(run->graph, root), rg_node_name(run->graph, root));
}

static bool is_said(const rg_run *run, size_t first_pending, const rg_storage *written) {
    const rg_pending *pendings = run->application.pendings.data;
    for (size_t i = first_pending; i < run->application.pendings.count; i++)
        if (pendings[i].what != RG_PENDING_REPLACE &&
            rg_storage_of(run, pendings[i].target) == written)
            return true;
    return false;
}

/* Whether a call that the rule made writes the storage. */
static bool is_written_anew(rg_run *run, const rg_storage *written) {
    const rg_node_id *made = run->making.made.data;
    for (size_t i = 0; i < run->making.made.count; i++) {
        const rg_effect *effect = rg_analyse(run, made[i]);
        for (size_t k = 0; k < effect->write_count; k++)
            if (rg_storage_of(run, effect->writes[k]) == written)
                return true;
    }
    return false;
}

static bool becomes_a_view(const rg_run *run, size_t first_pending, rg_node_id reshaped) {
    const rg_pending *pendings = run->application.pendings.data;
    for (size_t i = first_pending; i < run->application.pendings.count; i++)
        if (pendings[i].what == RG_PENDING_BECOMES &&
            rg_object_of(run, pendings[i].target) == rg_object_of(run, reshaped))
            return true;
    return false;
}

/* What the call writes, for those who look at other calls meanwhile. */
static const rg_node_id *copy_writes(rg_run *run, const rg_effect *effect) {
    size_t count = effect->write_count;
    rg_node_id *writes = rg_alloc_array(run->arenas.scratch, count, sizeof *writes);
    if (count) /* nothing is copied from nowhere */
        memcpy(writes, effect->writes, count * sizeof *writes);
    return writes;
}

/* A call that goes takes its writes with it: the rule has to say what they left. */
static void check_writes_kept(rg_run *run, const rg_rule *rule, rg_node_id root,
                              size_t first_pending) {
    const rg_effect *effect = rg_analyse(run, root);
    size_t count = effect->write_count;
    const rg_node_id *writes = copy_writes(run, effect);
    for (size_t i = 0; i < count; i++) {
        const rg_storage *written = rg_storage_of(run, writes[i]);
        const char *name = rg_node_name(run->graph, writes[i]);
        if (written && !is_said(run, first_pending, written) && !is_written_anew(run, written))
            rg_fail_advice(run, rule->ast,
                           "`x <- …` says what a tensor holds from here on, for all that share its "
                           "memory",
                           "the rule takes away a call that writes %%%s and does not say what %%%s "
                           "holds then",
                           name, name);
    }
    effect = rg_analyse(run, root);
    if (effect->reshapes && !becomes_a_view(run, first_pending, effect->node))
        rg_fail_advice(run, rule->ast, "`x becomes …` says how it is seen from here on",
                       "the rule takes away a call that changes in place how %%%s is seen and does "
                       "not say how it is seen then",
                       rg_node_name(run->graph, effect->node));
}

static void step_limit(rg_run *run, const rg_rule *rule, rg_node_id id) {
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
        step_limit(run, rule, id);
}

/* Commits that were due after a node that is gone are due after what came in its place. They are
 * the last ones, and all but the last of them go by that. */
static void redirect_commits(rg_run *run, rg_node_id gone, rg_node_id instead) {
    if (is_due(run, gone))
        ((rg_commit *)run->application.commits.data)[run->application.commits.count - 1].after =
            instead;
}

/* Helpers such as `put` make a part of a tensor to ask for its shape: what nothing uses goes. */
static void drop_unused(rg_run *run) {
    rg_node_id *made = run->making.made.data;
    size_t kept = 0;
    for (size_t i = run->making.made.count; i-- > 0;) {
        const rg_node *node = rg_node_at(run->graph, made[i]);
        bool unused = (node->flags & RG_NODE_NEW) && !node->users && !rg_is_awaited(run, made[i]);
        if (unused && !rg_analyse(run, made[i])->write_count)
            rg_drop_node(run, made[i]);
    }
    for (size_t i = 0; i < run->making.made.count; i++)
        if (!(rg_node_at(run->graph, made[i])->flags & RG_NODE_ERASED))
            made[kept++] = made[i];
    run->making.made.count = kept;
}

/* What stands for a call that goes takes its metadata. */
static void pass_on_meta(rg_run *run, rg_value meta, size_t first_pending) {
    for (size_t i = first_pending; i < run->application.pendings.count; i++) {
        const rg_pending *pending = (const rg_pending *)run->application.pendings.data + i;
        if (!rg_is_node(pending->value))
            continue;
        rg_node_id id = pending->value.data;
        bool none = rg_value_kind(rg_extra_of(run->graph, id)->meta) == RG_NONE;
        if (none && (rg_node_at(run->graph, id)->flags & RG_NODE_NEW))
            rg_make_extra(run->graph, id)->meta = meta;
    }
}

/* Tells new values what becomes of what they are to replace, or whose content they are to be. */
static void copy_futures(rg_run *run, size_t first_pending) {
    for (size_t i = first_pending; i < run->application.pendings.count; i++) {
        const rg_pending *pending = (const rg_pending *)run->application.pendings.data + i;
        if (pending->what != RG_PENDING_BECOMES && rg_is_node(pending->value) &&
            rg_node_at(run->graph, pending->value.data)->flags & RG_NODE_NEW)
            rg_copy_future(run, pending->target, pending->value.data);
    }
}

/* If one of the new calls writes, what the others make may be what it writes: nothing that was
 * there before may take their places. */
static void note_future_writes(rg_run *run) {
    const rg_node_id *made = run->making.made.data;
    bool writes = false;
    for (size_t i = 0; i < run->making.made.count && !writes; i++)
        writes = !rg_is_fresh_call(run, made[i]) && rg_analyse(run, made[i])->write_count;
    for (size_t i = 0; i < run->making.made.count && writes; i++)
        rg_note_future_write(run, made[i]);
}

/* After the statements of a rule ran: takes the root away where it is replaced, notes what is due
 * and when. Returns the node to visit next. */
static rg_node_id settle(rg_run *run, const rg_rule *rule, rg_node_id id, size_t first_pending) {
    rg_node *node = rg_node_at(run->graph, id);
    rg_node_id next = node->next;
    rg_node_id last = RG_NO_NODE, first = RG_NO_NODE;
    drop_unused(run);
    copy_futures(run, first_pending);
    if (run->future.known)
        note_future_writes(run);
    const rg_node_id *made = run->making.made.data;
    bool gone = rule->replaces && !run->making.root_used;
    if (run->making.made.count) {
        first = made[0];
        last = made[run->making.made.count - 1];
    }
    if (gone)
        check_writes_kept(run, rule, id, first_pending);
    if (gone && !replaces_root(run, first_pending, id))
        check_result_kept(run, rule, id);
    if (gone && (node->opcode == RG_OUTPUT || node->opcode == RG_PLACEHOLDER))
        rg_fail(run, rule->ast, "an input or the output cannot be replaced");
    if (gone) {
        pass_on_meta(run, rg_extra_of(run->graph, id)->meta, first_pending);
        rg_drop_node(run, id);
        redirect_commits(run, id, last);
    }
    rg_node_id after = last != RG_NO_NODE ? last : gone ? RG_NO_NODE : id;
    if (run->application.pendings.count > first_pending) {
        add_commit(run, (rg_commit){.after = after,
                                    .first = first_pending,
                                    .origin = run->making.origin,
                                    .rule = rule,
                                    .aten = run->making.aten,
                                    .application = run->watch.application,
                                    .first_made = run->making.first_made});
    }
    if (first != RG_NO_NODE)
        return node->opcode == RG_PLACEHOLDER ? next : first;
    carry_out(run, after, next);
    return next;
}

/* The calls inside the pattern, the root left out (evaluating functions matches other patterns). */
static rg_node_id *inner_matches(rg_run *run, rg_node_id root, size_t *count) {
    const rg_node_id *matched = run->matching.nodes.data;
    *count = 0;
    if (run->matching.nodes.count == 1 && matched[0] == root)
        return NULL;
    rg_node_id *inner =
        rg_alloc_array(run->arenas.scratch, run->matching.nodes.count, sizeof *inner);
    for (size_t i = 0; i < run->matching.nodes.count; i++)
        if (matched[i] != root)
            inner[(*count)++] = matched[i];
    return inner;
}

/* Whether later reads of another node will be reads of this one. */
static bool stands_for_another(const rg_run *run, rg_node_id id) {
    uint32_t object = rg_is_unmade(run, id) ? RG_NONE_ID : rg_object_of(run, id);
    return object != RG_NONE_ID &&
           ((const rg_node_id *)run->memory.object_first.data)[object] != id;
}

/* Whether nodes ahead of the sweep read it in place of what they still name, or will. */
static bool is_read_later(rg_run *run, rg_node_id id) {
    return stands_for_another(run, id) || rg_reader_count(run, id) > 0 || rg_is_awaited(run, id);
}

/* Whether nothing reads the node, and it does nothing that would be missed. */
static bool is_dead(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    if (node->users || node->flags & RG_NODE_ERASED)
        return false;
    const rg_effect *effect = rg_analyse(run, id);
    return !effect->write_count && !effect->suspicious && !effect->reshapes;
}

/* Calls that only the replaced root used go with it, outermost first. */
static void drop_inner(rg_run *run, const rg_node_id *inner, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (is_read_later(run, inner[i]))
            rg_note_maybe_dead(run, inner[i]);
        else if (rg_node_at(run->graph, inner[i])->opcode != RG_PLACEHOLDER &&
                 is_dead(run, inner[i]))
            rg_drop_node(run, inner[i]);
    }
}

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

/* Runs the statements of a rule that fits; false: a guard does not hold, or what the rule concluded
 * from some node does not. */
static bool run_rule(rg_run *run, const rg_rule *rule, rg_node_id id, rg_value *frame) {
    rg_eval_mode outer = rg_enter_mode(&run->eval, (rg_eval_mode){.concludes = true});
    run->application.acted = false;
    bool ran = rg_run_statements(run, frame, rule->ast->items + rule->first_statement,
                                 rule->ast->count - rule->first_statement);
    rg_leave_mode(&run->eval, outer);
    if (run->application.objection.kind == RG_NO_OBJECTION)
        return ran;
    if (run->watch.observer)
        rg_tell(run, objection_event(run), id, run->application.objection.part);
    return false;
}

/* Tries one rule at a node; on success *next is where the sweep goes on. *misfit is the instruction
 * at which its pattern did not fit; SIZE_MAX: it did. */
static bool apply(rg_run *run, const rg_rule *rule, rg_node_id id, rg_node_id *next,
                  size_t *misfit) {
    rg_value frame[RG_MAX_SLOTS];
    size_t inner_count = 0, pool = run->module->pool.count,
           first_pending = run->application.pendings.count;
    memset(frame, 0, rule->slot_count * sizeof *frame);
    run->making.made.count = run->application.replaced_slots.count = 0;
    run->making.root_used = false;
    run->watch.rule = rule;
    run->watch.application = run->watch.applied + 1;
    run->matching.misfit = SIZE_MAX;
    bool fitted = fits(run, rule, id, frame);
    *misfit = run->matching.misfit; /* functions that guards call match patterns of their own */
    if (!fitted) {
        run->application.objection.kind = RG_NO_OBJECTION;
        rg_shrink_pool(run, pool); /* what only the failed match made */
        return false;
    }
    if (run->pass.costs)
        run->pass.costs[rule->number].matches++;
    rg_forget_effect(run);
    rg_node_id *inner = inner_matches(run, id, &inner_count);
    if (!run->pass.rule_origins[rule->number])
        run->pass.rule_origins[rule->number] = rg_new_origin(run, rule->ast, rule->name);
    run->application.rule = rule;
    run->making.origin = run->pass.rule_origins[rule->number];
    run->application.first_pending = first_pending;
    run->making.first_made = run->graph->nodes.count;
    run->making.cursor = id;
    while (rg_node_at(run->graph, run->making.cursor)->opcode == RG_PLACEHOLDER)
        run->making.cursor =
            rg_node_at(run->graph, run->making.cursor)->next; /* inputs come first */
    run->making.aten = is_aten_call(run, rg_node_at(run->graph, id));
    bool applied = run_rule(run, rule, id, frame);
    if (applied) {
        count_step(run, rule, id);
        *next = settle(run, rule, id, first_pending);
        drop_inner(run, inner, inner_count);
        run->watch.applied++;
        if (run->watch.observer)
            rg_tell(run, RG_EVENT_APPLIED, id, rule->ast);
    } else {
        undo(run, first_pending);
    }
    run->application.rule = NULL;
    run->application.objection.kind = RG_NO_OBJECTION;
    rg_forget_effect(run);
    return applied;
}

static bool apply_timed(rg_run *run, const rg_rule *rule, rg_node_id id, rg_node_id *next,
                        size_t *misfit) {
    rg_rule_cost *cost = &run->pass.costs[rule->number];
    double began = rg_now();
    bool applied = apply(run, rule, id, next, misfit);
    cost->seconds += rg_now() - began;
    cost->tried++;
    cost->applied += applied;
    return applied;
}

/* ---------------------------------------------------------------- visiting */

/* After a `<-` the views of a storage are nodes of their own, and what strides decide may be: a
 * write that stays in the graph reaches one of them, and is carried to the others as a `<-` is. */
static void spread_write(rg_run *run, rg_node_id written, rg_node_id id, rg_node_id before) {
    const rg_storage *storage = rg_storage_of(run, written);
    if (!storage || (!storage->version && !storage->loose))
        return;
    run->making.cursor = before;
    run->making.origin = storage->origin;
    run->making.committing = true;
    rg_write_storage(run, written, written, id, NULL);
    drop_scaffolding(run);
    rg_forget_effect(run);
    run->making.committing = false;
}

static void note_writes(rg_run *run, rg_node_id id) {
    const rg_effect *effect = rg_analyse(run, id);
    size_t count = effect->write_count;
    const rg_node_id *writes = copy_writes(run, effect);
    rg_node_id next =
        rg_node_at(run->graph, id)->next; /* the second may need what the first makes */
    for (size_t i = 0; i < count; i++) {
        rg_mark_write(run, writes[i], id);
        spread_write(run, writes[i], id, next);
    }
}

/* What trying rules at a node needs to know of it. */
typedef struct trying {
    rg_node_id id;
    bool writes, keywords;
    rg_tries *tries; /* NULL: every candidate is looked at */
    const rg_candidate *candidates;
    rg_node_id next; /* where the sweep goes on when a rule was applied */
} trying;

/* Whether the form of the node, or the targets of its arguments, lack what the rule needs. */
static bool lacks(const rg_run *run, const trying *t, const rg_candidate *candidate) {
    const rg_node *node = rg_node_at(run->graph, t->id);
    if (candidate->needs_keyword && !t->keywords)
        return true;
    if (!candidate->needs_inner)
        return false;
    if (rg_value_kind(node->args) != RG_TUPLE || candidate->position >= rg_value_count(node->args))
        return true;
    rg_value inner = rg_item(run->module, node->args, candidate->position);
    return !rg_is_node(inner) || rg_node_at(run->graph, inner.data)->target != candidate->inner;
}

/* *misfits: none of such calls will fit the candidate's pattern. */
static bool apply_candidate(rg_run *run, trying *t, const rg_candidate *candidate, bool *misfits) {
    size_t misfit;
    bool applied = run->pass.costs ? apply_timed(run, candidate->rule, t->id, &t->next, &misfit)
                                   : apply(run, candidate->rule, t->id, &t->next, &misfit);
    *misfits = misfit < candidate->by_form;
    return applied;
}

/* Whether it is worth trying; *misfits as above. Who watches wants to know why one does not fit. */
static inline bool is_worth_trying(rg_run *run, const trying *t, const rg_candidate *candidate,
                                   bool *misfits) {
    *misfits = false;
    if (run->pass.costs)
        run->pass.costs[candidate->rule->number].candidates++;
    if (run->watch.observer)
        return true;
    *misfits = lacks(run, t, candidate);
    return !*misfits && (t->writes || !candidate->needs_write);
}

static inline bool try_candidate(rg_run *run, trying *t, size_t number, bool *misfits) {
    const rg_candidate *candidate = &t->candidates[number];
    return is_worth_trying(run, t, candidate, misfits) &&
           apply_candidate(run, t, candidate, misfits);
}

static bool try_candidates(rg_run *run, trying *t, size_t count) {
    bool applied = false, misfits;
    size_t first = 0;
    if (t->tries) {
        for (uint32_t i = 0; i < t->tries->count && !applied; i++)
            applied = try_candidate(run, t, t->tries->left[i], &misfits);
        first = t->tries->checked;
    }
    for (size_t i = first; i < count && !applied; i++) {
        applied = try_candidate(run, t, i, &misfits);
        if (t->tries)
            rg_note_try(t->tries, i, !misfits);
    }
    return applied;
}

enum { FEW_CANDIDATES = 4 }; /* looking at so few costs no more than looking up what is known */

static bool try_rules(rg_run *run, rg_node_id id, bool writes, rg_node_id *next) {
    size_t count = 0;
    const rg_node *node = rg_node_at(run->graph, id);
    const rg_candidate *candidates = rg_candidates(run, node, &count);
    if (rg_is_out_of_fuel(run))
        return false;
    if (run->watch.observer)
        rg_tell_heads(run, id);
    run->arenas.untidy |= count || run->watch.observer;
    if (!count)
        return false;
    trying t = {.id = id, .writes = writes, .candidates = candidates};
    t.keywords = rg_has_keywords(node);
    if (count > FEW_CANDIDATES && !run->watch.observer && !run->pass.costs)
        t.tries = rg_find_tries(run, node);
    bool applied = try_candidates(run, &t, count);
    *next = t.next;
    run->watch.rule = NULL;
    run->watch.application = 0;
    return applied;
}

/* Whether the node, which no rule is for, is all that a rule puts in the place of a fresh tensor
 * that is gone: as soon as it was visited it is what that was. */
static bool replaces_fresh(rg_run *run, rg_node_id id) {
    const rg_commit *c = top_commit(run);
    size_t candidates;
    if (!c || c->after != id || run->application.pendings.count != c->first + 1)
        return false;
    const rg_pending *pending = (const rg_pending *)run->application.pendings.data + c->first;
    if (pending->what != RG_PENDING_REPLACE || !rg_is_node(pending->value) ||
        pending->value.data != id || !rg_is_forgotten(run, pending->target))
        return false;
    rg_candidates(run, rg_node_at(run->graph, id), &candidates);
    return !candidates;
}

/* What a call does that is more than to make something. */
enum { WRITES = 1, IS_SUSPICIOUS = 2, CHANGES_MODE = 4 };

/* Finds what the node does to memory and gives it its object. */
static unsigned look_closely(rg_run *run, rg_node_id id) {
    run->arenas.untidy = true;
    rg_effect effect = *rg_analyse(run, id);
    if (rg_callee_of(run, rg_node_at(run->graph, id))->runs_bodies)
        rg_look_at_bodies(run, id); /* its result is what it is after that */
    bool fresh = effect.kind == RG_EFFECT_MAYBE && !effect.tuple && !effect.write_count;
    if (fresh && replaces_fresh(run, id))
        rg_register_fresh(run, id);
    else
        rg_register(run, id, &effect);
    bool mode = rg_callee_of(run, rg_node_at(run->graph, id))->mode;
    return (effect.write_count ? WRITES : 0u) | (effect.suspicious ? IS_SUSPICIOUS : 0u) |
           (mode ? CHANGES_MODE : 0u);
}

static inline unsigned look_at(rg_run *run, rg_node_id id) {
    if (!rg_is_fresh_call(run, id))
        return look_closely(run, id);
    rg_register_fresh(run, id);
    return 0;
}

/* A node stays that does more than to make something, or that a rule made another call. */
static void note_effects(rg_run *run, rg_node_id id, unsigned effects) {
    if (run->application.call_changed) {
        rg_effect effect = *rg_analyse(run, id);
        rg_register_again(run, id, &effect);
        effects = effect.suspicious ? IS_SUSPICIOUS : 0;
    }
    if (effects & WRITES || run->application.call_changed)
        note_writes(run, id);
    if (effects & (IS_SUSPICIOUS | CHANGES_MODE) ||
        rg_node_at(run->graph, id)->opcode == RG_CALL_MODULE)
        run->memory.unknown_write = run->memory.sweep_position;
}

/* Whether the node has few arguments, all of which are surely read as they stand: nobody replaced
 * them, and what they share memory with was not given other contents. */
static inline bool is_plain(const rg_run *run, const rg_node *node) {
    const rg_state *states = run->memory.states.data;
    const rg_value *items = rg_items(run->module, node->args);
    uint32_t count = rg_value_count(node->args);
    if (rg_value_count(node->kwargs) || rg_value_kind(node->args) != RG_TUPLE ||
        count > RG_FEW_ITEMS)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (rg_is_container(items[i]))
            return false;
        if (!rg_is_node(items[i]))
            continue;
        const rg_state *state = &states[items[i].data];
        if (state->replacement.tag ||
            (run->memory.moved && state->holding != RG_UNMADE && state->holding))
            return false;
    }
    return true;
}

/* Visits a node; returns the next one. */
static rg_node_id visit(rg_run *run, rg_node_id id, bool *fired) {
    rg_node_id next = RG_NO_NODE;
    run->current = id;
    run->making.cursor = id;
    bool plain = is_plain(run, rg_node_at(run->graph, id));
    if (!plain && run->memory.stale) {
        run->arenas.untidy = true;
        rg_update_arguments(run, id);
    }
    bool reads_whole = run->memory.read_whole != RG_NO_NODE;
    if ((reads_whole || !rg_is_fresh_call(run, id)) && rg_spell_out_lists(run, id, &next))
        return next;
    run->memory.sweep_position++;
    rg_set_position(run, id);
    rg_derive_missing_type(run, id);
    unsigned effects = look_at(run, id);
    if (run->making.remade) {
        rg_note_layout(run, id);
        if (!effects && rg_ask_again(run, id)) {
            rg_count_reader(run, id);
            return rg_node_at(run->graph, id)->next;
        }
    }
    run->application.call_changed = false;
    bool applied = try_rules(run, id, effects & WRITES, &next);
    *fired |= applied;
    const rg_node *node = rg_node_at(run->graph, id);
    if (node->flags & RG_NODE_ERASED)
        return next;
    if (effects || run->application.call_changed || node->opcode == RG_CALL_MODULE)
        note_effects(run, id, effects);
    if (plain && !applied)
        rg_count_plain_reader(run, id);
    else
        rg_count_reader(run, id);
    if (run->memory.stale && run->future.known && !run->pass.code->pure)
        rg_keep_sharing(run, id);
    return applied ? next : rg_node_at(run->graph, id)->next;
}

/* A call that a rule made and that only a removed node used may be dead, too. */
static void note_if_new(void *context, rg_node_id id) {
    rg_run *run = context;
    if (rg_node_at(run->graph, id)->flags & RG_NODE_NEW && !stands_for_another(run, id))
        rg_note_maybe_dead(run, id);
}

static void drop_if_dead(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    if (!rg_is_operator_call(node) || !is_dead(run, id))
        return;
    rg_value args = node->args, kwargs = node->kwargs;
    bool new = (node->flags & RG_NODE_NEW) != 0;
    rg_drop_node(run, id);
    if (!new)
        return;
    rg_visit_nodes(run->module, args, note_if_new, run);
    rg_visit_nodes(run->module, kwargs, note_if_new, run);
}

static void drop_dead(rg_run *run) {
    while (run->application.maybe_dead.count > 0)
        drop_if_dead(run, ((const rg_node_id *)run->application.maybe_dead
                               .data)[--run->application.maybe_dead.count]);
}

bool rg_sweep(rg_run *run) {
    bool fired = false;
    if (run->graph->nodes.count)
        rg_state_of(run, (rg_node_id)run->graph->nodes.count - 1); /* and of all before it */
    for (rg_node_id id = run->graph->first; id != RG_NO_NODE;) {
        rg_node_id next =
            rg_is_visited(run, id) ? rg_node_at(run->graph, id)->next : visit(run, id, &fired);
        bool gone = rg_node_at(run->graph, id)->flags & RG_NODE_ERASED;
        rg_node_id behind = gone ? next : rg_node_at(run->graph, id)->next;
        /* a rule may have put new arguments before a node that stays: it is come by again */
        if (next == behind && is_due(run, id))
            carry_out(run, id, behind);
        id = next;
        if (run->arenas.untidy)
            rg_arena_clear(run->arenas.scratch);
        run->arenas.untidy = false;
    }
    run->current = RG_NO_NODE;
    if (run->application.commits.count)
        rg_fail(run, NULL, "internal error: %zu rewrites were not carried out",
                run->application.commits.count);
    drop_dead(run);
    return fired;
}
