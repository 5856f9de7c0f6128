/* Passes over modules: their order, begin and end blocks, sweeps to the fixpoint, metadata. */
#include <string.h>
#include <time.h>

#include "../../calls/callees.h"
#include "../../eval/eval.h"
#include "../../base/kept_json.h"
#include "../../eval/json.h"
#include "../../effects/bodies.h"
#include "../../effects/effects.h"
#include "../../memory/future.h"
#include "../../memory/storage.h"
#include "../actions/actions.h"
#include "../apply.h"
#include "../commit.h"
#include "../making/build.h"
#include "pass.h"
#include "../run.h"
#include "../sweep.h"

/* ---------------------------------------------------------------- which passes */

static bool is_listed(const char *const *names, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static void check_names(rg_run *run, const char *const *names, size_t count) {
    const rg_ruleset *rules = run->ruleset;
    const char **known = rg_alloc_array(run->arenas.module, rules->pass_count, sizeof *known);
    for (size_t i = 0; i < rules->pass_count; i++)
        known[i] = rules->passes[i]->name;
    for (size_t i = 0; i < count; i++) {
        if (is_listed(known, rules->pass_count, names[i]))
            continue;
        const char *near = rg_nearest(names[i], known, rules->pass_count);
        rg_fail(run, NULL, "there is no pass `%s`%s%s%s", names[i], near ? "; did you mean `" : "",
                near ? near : "", near ? "`?" : "");
    }
}

static bool is_wanted(const rg_rewrite_options *options, const char *name) {
    if (options->only_count && !is_listed(options->only, options->only_count, name))
        return false;
    return !is_listed(options->skip, options->skip_count, name);
}

/* ---------------------------------------------------------------- one graph */

static rg_node_id first_call(const rg_graph *graph) {
    rg_node_id id = graph->first;
    while (id != RG_NO_NODE && rg_node_at(graph, id)->opcode == RG_PLACEHOLDER)
        id = rg_node_at(graph, id)->next;
    return id;
}

static void run_block(rg_run *run, const rg_block *block, rg_node_id cursor) {
    rg_value frame[RG_MAX_SLOTS];
    if (!block->ast || rg_is_out_of_fuel(run))
        return;
    memset(frame, 0, block->slot_count * sizeof *frame);
    run->current = RG_NO_NODE;
    rg_begin_application(run);
    rg_maker before = rg_begin_making(run, (rg_maker){.application = ++run->watch.applied,
                                                      .first_made = run->graph->nodes.count,
                                                      .origin = rg_new_origin(run, block->ast, ""),
                                                      .cursor = cursor,
                                                      .aten = rg_is_aten_graph(run->graph)});
    rg_run_statements(run, frame, block->ast->items, block->ast->count);
    rg_carry_out_rest(run);
    if (run->watch.observer)
        rg_tell(run, RG_EVENT_BLOCK, RG_NO_NODE, block->ast);
    rg_end_making(run, &before);
}

static void run_graph(rg_run *run, rg_graph *graph) {
    const rg_pass *pass = run->pass.code;
    bool again = true;
    rg_graph_facts *facts = run->graphs.here;
    run->graph = graph;
    size_t applied = run->watch.applied;
    bool idle = !pass->begin.ast && !pass->end.ast && !pass->pure && !run->watch.observer &&
                !rg_may_match(run);
    if (idle && facts->linted && facts->linted_at == applied)
        return;
    run->pass.steps = 0;
    size_t per_node = run->options->limits.steps_per_node ? run->options->limits.steps_per_node
                                                          : RG_DEFAULT_STEPS_PER_NODE;
    run->pass.step_limit = RG_STEPS_AT_LEAST + per_node * graph->nodes.count;
    rg_begin_graph(run, graph);
    run->future.known = false;
    run_block(run, &pass->begin, first_call(graph));
    while (again && !idle) {
        rg_begin_graph(run, graph);
        rg_find_future(run);
        again = rg_sweep(run) && pass->fixpoint;
        if (again && !run->options->limits.fueled)
            rg_check_lost_writes(run); /* the next sweep forgets them */
    }
    run_block(run, &pass->end, graph->output);
    if (!run->options->limits.fueled)
        rg_check_lost_writes(run);
    if (pass->pure && !run->options->limits.fueled) /* out of fuel, it promises nothing */
        rg_check_pure(run);
    run->current = RG_NO_NODE;
    rg_flag_users(graph);
    if (!rg_lint_graph(graph, run->errors.diagnostics))
        rg_fail(run, NULL, "the graph does not hold together after the pass");
    facts->linted = true;
    facts->linted_at = run->watch.applied;
}

/* ---------------------------------------------------------------- the order of rules */

/* The next number of a sequence that looks random (Marsaglia's xorshift). */
static uint64_t next_number(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Shuffles the rules from `first` on that have the priority of that one. */
static void shuffle_equals(rg_run *run, size_t first, uint64_t *state) {
    size_t end = first;
    while (end < run->pass.order_count &&
           run->pass.order[end]->priority == run->pass.order[first]->priority)
        end++;
    for (size_t left = end - first; left > 1; left--) {
        size_t other = first + (size_t)(next_number(state) % left), last = first + left - 1;
        const rg_rule *rule = run->pass.order[last];
        run->pass.order[last] = run->pass.order[other];
        run->pass.order[other] = rule;
    }
}

static void prefer(rg_run *run, const rg_rule *rule) {
    size_t at = 0;
    while (at < run->pass.order_count && run->pass.order[at] != rule)
        at++;
    for (; at < run->pass.order_count && at > 0 &&
           run->pass.order[at - 1]->priority == rule->priority;
         at--)
        run->pass.order[at] = run->pass.order[at - 1];
    if (at < run->pass.order_count)
        run->pass.order[at] = rule;
}

static bool may_be_tried(const rg_rewrite_options *options, const rg_rule *rule) {
    return (!options->only_rule || options->only_rule == rule) &&
           (!options->only_named || strcmp(options->only_named, rule->name) == 0);
}

/* The order in which the rules of the pass are tried. */
static void order_rules(rg_run *run, const rg_pass *pass) {
    const rg_rewrite_options *options = run->options;
    uint64_t state = options->shuffle;
    run->pass.order =
        rg_alloc_array(run->arenas.run, pass->rule_count + 1, sizeof *run->pass.order);
    run->pass.order_count = 0;
    for (size_t i = 0; i < pass->rule_count; i++)
        if (may_be_tried(options, pass->rules[i]))
            run->pass.order[run->pass.order_count++] = pass->rules[i];
    for (size_t i = 0; options->shuffle && i < run->pass.order_count; i++)
        if (i == 0 || run->pass.order[i]->priority != run->pass.order[i - 1]->priority)
            shuffle_equals(run, i, &state);
    if (options->preferred)
        prefer(run, options->preferred);
}

/* ---------------------------------------------------------------- one pass */

static void start_pass(rg_run *run, const rg_pass *pass) {
    run->pass.code = pass;
    run->calls.pass_stamp++;
    order_rules(run, pass);
    run->watch.loose_roots = NULL;
    run->pass.rule_origins =
        rg_alloc_array(run->arenas.run, pass->rule_count + 1, sizeof(uint32_t));
    run->pass.rule_steps = rg_alloc_array(run->arenas.run, pass->rule_count + 1, sizeof(size_t));
    run->pass.costs = NULL;
    if (run->options->rule_cost)
        run->pass.costs =
            rg_alloc_array(run->arenas.run, pass->rule_count + 1, sizeof *run->pass.costs);
    run->pass.metadata = json_object();
    rg_put_json(run->arenas.module, run->pass.all_metadata, pass->name, run->pass.metadata);
    for (size_t i = 0; i < pass->emit_count; i++)
        rg_put_json(run->arenas.module, run->pass.metadata, pass->emits[i], json_object());
    for (size_t i = 0; i < pass->count_count; i++)
        rg_put_json(run->arenas.module, run->pass.metadata, pass->counts[i], json_integer(0));
}

double rg_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void run_pass(rg_run *run, const rg_pass *pass) {
    double began = rg_now();
    size_t graphs = pass->nested ? run->module->graph_count : 1;
    start_pass(run, pass);
    rg_learn_bodies(run);
    for (size_t i = 0; i < graphs; i++) {
        run->graphs.here = &run->graphs.all[i];
        run_graph(run, run->module->graphs[i]);
    }
    run->graphs.here = run->graphs.all;
    for (size_t i = 0; run->pass.costs && i < run->pass.order_count; i++)
        run->options->rule_cost(run->options->rule_cost_context, run->pass.order[i],
                                &run->pass.costs[run->pass.order[i]->number]);
    if (run->options->after_pass)
        run->options->after_pass(run->options->after_pass_context, pass, run->module,
                                 rg_now() - began);
    run->pass.code = NULL;
}

/* Whether a pass that is to run promises to leave no write, or says something of the whole graph.
 */
static bool asks_what_is_written(const rg_run *run) {
    for (size_t i = 0; i < run->ruleset->pass_count; i++) {
        const rg_pass *pass = run->ruleset->passes[i];
        if (is_wanted(run->options, pass->name) && (pass->pure || pass->end.ast))
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- all passes */

void rg_run_passes(rg_run *run, void *context) {
    (void)context;
    run->graph = run->module->graphs[0];
    check_names(run, run->options->only, run->options->only_count);
    check_names(run, run->options->skip, run->options->skip_count);
    rg_set_params(run);
    rg_number_bodies(run);
    if (asks_what_is_written(run))
        rg_warn_of_missing_bodies(run);
    for (size_t i = 0; i < run->ruleset->pass_count; i++)
        if (is_wanted(run->options, run->ruleset->passes[i]->name) && !rg_is_out_of_fuel(run))
            run_pass(run, run->ruleset->passes[i]);
}
