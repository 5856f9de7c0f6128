/* What becomes of storages later in the graph: which are written at all, and which leave it through
 * the output. A rule that puts an existing value (or a view of one) where a fresh one was makes two
 * values share memory that did not; whether that can be seen depends on what comes later, which the
 * sweep has not reached. So passes with such rules look ahead once, in a walk of their own. */
#include "storage_parts.h"

enum { FATE_WRITTEN = 1, FATE_ESCAPES = 2, FATE_HANDED_ON = 4 };

/* `y = e` anywhere; `x <- e` where writes stay in the graph beside it. */
static bool shares_values(const rg_ast *ast, bool pure) {
    if (ast->kind == RG_AST_BIND || (ast->kind == RG_AST_WRITE && !pure))
        return true;
    if (ast->kind == RG_AST_FOR || ast->kind == RG_AST_WHEN)
        for (size_t i = 0; i < ast->count; i++)
            if (shares_values(ast->items[i], pure))
                return true;
    return false;
}

static bool replaces_values(const rg_rule *rule) {
    for (size_t i = rule->first_statement; i < rule->ast->count; i++)
        if (shares_values(rule->ast->items[i], rule->pass->pure))
            return true;
    return false;
}

/* Whether a rule of the pass that may apply to this graph replaces values. */
static bool is_needed(rg_run *run) {
    bool any = false;
    bool *replacing = rg_alloc_array(run->scratch, run->pass->rule_count + 1, sizeof(bool));
    for (size_t i = 0; i < run->order_count; i++)
        any |= replacing[run->order[i]->number] = replaces_values(run->order[i]);
    return any && rg_may_apply(run, replacing);
}

static void add(rg_run *run, rg_node_id id, uint8_t flag) {
    const rg_storage *storage = rg_storage_of(run, id);
    if (storage && storage->first_root < run->fate.count)
        ((uint8_t *)run->fate.data)[storage->first_root] |= flag;
}

static void add_escape(void *context, rg_node_id id) {
    add(context, id, FATE_ESCAPES);
}

static void look_at(rg_run *run, rg_node_id id) {
    if (rg_is_fresh_call(run, id)) {
        rg_register_fresh(run, id);
        return;
    }
    rg_effect effect = *rg_analyse(run, id);
    rg_register(run, id, &effect);
    const rg_node *node = rg_node_at(run->graph, id);
    for (size_t i = 0; i < effect.write_count; i++)
        add(run, effect.writes[i], FATE_WRITTEN);
    if (node->opcode == RG_OUTPUT)
        rg_visit_nodes(run->module, node->args, add_escape, run);
}

void rg_find_fate(rg_run *run) {
    run->fate.count = run->fated = 0;
    if (!is_needed(run))
        return;
    size_t count = run->fated = run->graph->nodes.count;
    rg_array_reserve(run->tables, &run->fate, count, sizeof(uint8_t));
    run->fate.count = count;
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)run->fate.data)[i] = 0;
    for (rg_node_id id = run->graph->first; id != RG_NO_NODE; id = rg_node_at(run->graph, id)->next)
        look_at(run, id);
    rg_begin_graph(run, run->graph);
}

static uint8_t fate_of(const rg_run *run, const rg_storage *storage) {
    return storage->first_root < run->fate.count
               ? ((const uint8_t *)run->fate.data)[storage->first_root]
               : 0;
}

void rg_hand_on_fate(rg_run *run, rg_node_id old, rg_node_id value) {
    if (old >= run->fate.count)
        return;
    uint8_t flags = ((const uint8_t *)run->fate.data)[old];
    *(uint8_t *)rg_table_slot(run, &run->fate, value, sizeof flags) = flags | FATE_HANDED_ON;
}

bool rg_was_foreseen(const rg_run *run, const rg_storage *storage) {
    return storage->first_root < run->fated || fate_of(run, storage) & FATE_HANDED_ON;
}

static bool is_outside(const rg_run *run, const rg_storage *storage) {
    uint8_t opcode = rg_node_at(run->graph, storage->root)->opcode;
    return opcode == RG_PLACEHOLDER || opcode == RG_GET_ATTR;
}

/* In a pure pass values are never written in place, so only what leaves the graph can tell. */
bool rg_sharing_shows(const rg_run *run, const rg_storage *fresh, const rg_storage *shared) {
    uint8_t a = fate_of(run, fresh), b = fate_of(run, shared);
    if (!run->pass->pure && ((a | b) & FATE_WRITTEN))
        return true;
    return (a & FATE_ESCAPES) && ((b & FATE_ESCAPES) || is_outside(run, shared));
}

bool rg_is_written_later(const rg_run *run, const rg_storage *storage) {
    return fate_of(run, storage) & FATE_WRITTEN;
}
