/* Taking calls out of the graph: the root that a rule replaces, what only it used, and what nothing
 * uses at the end. */
#include <string.h>

#include "../calls/callees.h"
#include "../effects/effects.h"
#include "../memory/storage.h"
#include "../memory/storage_parts.h"
#include "apply.h"
#include "commit.h"
#include "look.h"
#include "readers.h"
#include "run.h"

/* ---------------------------------------------------------------- whether the root may go */

static bool replaces_root(const rg_run *run, rg_node_id root) {
    size_t count;
    const rg_pending *own = rg_own_pendings(run, &count);
    for (size_t i = 0; i < count; i++)
        if (own[i].what == RG_PENDING_REPLACE && own[i].target == root)
            return true;
    return false;
}

static void check_result_kept(rg_run *run, const rg_rule *rule, rg_node_id root) {
    if (replaces_root(run, root) || !rg_reader_count(run, root))
        return;
    const rg_alias *alias = rg_alias_of(&run->memory, root);
    if (alias && alias->maker != root)
        return;
    rg_fail(run, rule->ast,
            "the rule takes %%%s away but does not say what its users read instead: add `%s = …`",
            rg_node_name(run->graph, root), rg_node_name(run->graph, root));
}

/* Whether the rule gives the storage new content (`<-`), or the tensor a new view (`becomes`). */
static bool is_said(const rg_run *run, const rg_storage *written) {
    size_t count;
    const rg_pending *own = rg_own_pendings(run, &count);
    for (size_t i = 0; i < count; i++)
        if (own[i].what != RG_PENDING_REPLACE &&
            rg_storage_of(&run->memory, own[i].target) == written)
            return true;
    return false;
}

/* Whether a call that the rule made writes the storage. */
static bool is_written_anew(rg_run *run, const rg_storage *written) {
    const rg_node_id *made = run->application.made.data;
    for (size_t i = 0; i < run->application.made.count; i++) {
        const rg_effect *effect = rg_analyse(run, made[i]);
        for (size_t k = 0; k < effect->write_count; k++)
            if (rg_storage_of(&run->memory, effect->writes[k]) == written)
                return true;
    }
    return false;
}

static bool becomes_a_view(const rg_run *run, rg_node_id reshaped) {
    size_t count;
    const rg_pending *own = rg_own_pendings(run, &count);
    for (size_t i = 0; i < count; i++)
        if (own[i].what == RG_PENDING_BECOMES &&
            rg_object_of(&run->memory, own[i].target) == rg_object_of(&run->memory, reshaped))
            return true;
    return false;
}

static void check_write_kept(rg_run *run, const rg_rule *rule, rg_node_id written) {
    const rg_storage *storage = rg_storage_of(&run->memory, written);
    const char *name = rg_node_name(run->graph, written);
    if (storage && !is_said(run, storage) && !is_written_anew(run, storage))
        rg_fail_advice(run, rule->ast,
                       "`x <- …` says what a tensor holds from here on, for all that share its "
                       "memory",
                       "the rule takes away a call that writes %%%s and does not say what %%%s "
                       "holds then",
                       name, name);
}

/* A rule that removes a call that writes must give the written tensors their new content. */
static void check_writes_kept(rg_run *run, const rg_rule *rule, rg_node_id root) {
    rg_write_list writes = rg_copy_writes(run, root);
    for (size_t i = 0; i < writes.count; i++)
        check_write_kept(run, rule, writes.nodes[i]);
    const rg_effect *effect = rg_analyse(run, root);
    if (effect->reshapes && effect->node == RG_NO_NODE)
        rg_fail(run, rule->ast,
                "the rule takes away a call that changes in place how a tensor is seen, and which "
                "one that is cannot be known");
    if (effect->reshapes && !becomes_a_view(run, effect->node))
        rg_fail_advice(run, rule->ast, "`x becomes …` says how it is seen from here on",
                       "the rule takes away a call that changes in place how %%%s is seen and does "
                       "not say how it is seen then",
                       rg_node_name(run->graph, effect->node));
}

void rg_check_removal(rg_run *run, const rg_rule *rule, rg_node_id root) {
    uint8_t opcode = rg_node_at(run->graph, root)->opcode;
    check_writes_kept(run, rule, root);
    check_result_kept(run, rule, root);
    if (opcode == RG_OUTPUT || opcode == RG_PLACEHOLDER)
        rg_fail(run, rule->ast, "an input or the output cannot be replaced");
}

/* ---------------------------------------------------------------- the root */

/* The new values of the rule get the metadata of the root. */
static void pass_on_meta(rg_run *run, rg_value meta) {
    size_t count;
    const rg_pending *own = rg_own_pendings(run, &count);
    for (size_t i = 0; i < count; i++) {
        if (!rg_is_node(own[i].value))
            continue;
        rg_node_id id = own[i].value.data;
        bool none = rg_value_kind(rg_extra_of(run->graph, id)->meta) == RG_NONE;
        if (none && (rg_node_at(run->graph, id)->flags & RG_NODE_NEW))
            rg_make_extra(run->graph, id)->meta = meta;
    }
}

void rg_remove_root(rg_run *run, rg_node_id root) {
    pass_on_meta(run, rg_extra_of(run->graph, root)->meta);
    rg_drop_node(run, root);
}

/* ---------------------------------------------------------------- what only the root used */

rg_inner_calls rg_inner_calls_of_match(rg_run *run, rg_node_id root) {
    const rg_node_id *matched = run->matching.nodes.data;
    size_t count = run->matching.nodes.count;
    rg_inner_calls inner = {NULL, 0};
    if (count == 1 && matched[0] == root)
        return inner;
    inner.nodes = rg_alloc_array(run->arenas.scratch, count, sizeof *inner.nodes);
    for (size_t i = 0; i < count; i++)
        if (matched[i] != root)
            inner.nodes[inner.count++] = matched[i];
    return inner;
}

/* Whether later uses of another node will be replaced by this one. */
static bool stands_for_another(const rg_run *run, rg_node_id id) {
    uint32_t object =
        rg_is_implicit(&run->memory, id) ? RG_NONE_ID : rg_object_of(&run->memory, id);
    return object != RG_NONE_ID &&
           ((const rg_node_id *)run->memory.object_first.data)[object] != id;
}

/* Whether nodes ahead of the sweep, which may still name another node, use this one. */
static bool is_read_later(rg_run *run, rg_node_id id) {
    return stands_for_another(run, id) || rg_reader_count(run, id) > 0 ||
           rg_is_awaited(&run->memory, id);
}

/* Whether the node has no users and no effects. */
static bool is_dead(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    if (node->users || node->flags & RG_NODE_ERASED)
        return false;
    const rg_effect *effect = rg_analyse(run, id);
    return !effect->write_count && !effect->suspicious && !effect->reshapes;
}

void rg_drop_inner_calls(rg_run *run, rg_inner_calls inner) {
    for (size_t i = 0; i < inner.count; i++) {
        rg_node_id id = inner.nodes[i];
        if (is_read_later(run, id))
            rg_note_maybe_dead(run, id);
        else if (rg_node_at(run->graph, id)->opcode != RG_PLACEHOLDER && is_dead(run, id))
            rg_drop_node(run, id);
    }
}

/* ---------------------------------------------------------------- what nothing uses */

/* Functions of rules (`put`) make nodes only to ask for their shapes. */
static bool is_unused(rg_run *run, rg_node_id made) {
    const rg_node *node = rg_node_at(run->graph, made);
    return (node->flags & RG_NODE_NEW) && !node->users && !rg_is_awaited(&run->memory, made) &&
           !rg_analyse(run, made)->write_count;
}

void rg_drop_unused(rg_run *run) {
    rg_array *made = &run->application.made;
    rg_node_id *nodes = made->data;
    size_t kept = 0;
    for (size_t i = made->count; i-- > 0;)
        if (is_unused(run, nodes[i]))
            rg_drop_node(run, nodes[i]);
    for (size_t i = 0; i < made->count; i++)
        if (!(rg_node_at(run->graph, nodes[i])->flags & RG_NODE_ERASED))
            nodes[kept++] = nodes[i];
    made->count = kept;
}

/* A call that a rule made, and that only a dead node used, may be dead, too. */
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

void rg_drop_dead(rg_run *run) {
    rg_array *nodes = &run->sweep.maybe_dead;
    while (nodes->count > 0)
        drop_if_dead(run, ((const rg_node_id *)nodes->data)[--nodes->count]);
}
