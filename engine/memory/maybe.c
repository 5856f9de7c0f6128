/* Storages of which it is not known whether they share memory. A write to one leaves it open what
 * the others hold: they must not be read after it, nor written by a rule. */
#include "../calls/callees.h"
#include "../rewrite/run.h"
#include "../effects/bodies.h"
#include "storage.h"
#include "storage_parts.h"

static uint32_t add_link(rg_run *run, rg_array *links, uint32_t storage, uint32_t next) {
    rg_maybe *link = rg_array_push(run->arenas.run, links, sizeof *link);
    *link = (rg_maybe){storage, next};
    return (uint32_t)links->count - 1;
}

static const rg_maybe *link_at(const rg_array *links, uint32_t index) {
    return (const rg_maybe *)links->data + index;
}

const rg_maybe *rg_maybe_at(const rg_run *run, uint32_t link) {
    return link_at(&run->memory.maybes, link);
}

static void add_dependent(rg_run *run, uint32_t on, uint32_t dependent) {
    uint32_t next = storage_at(run, on)->dependent_first;
    storage_at(run, on)->dependent_first = add_link(run, &run->memory.dependents, dependent, next);
}

/* ---------------------------------------------------------------- linking */

typedef struct linking {
    rg_run *run;
    uint32_t storage;
} linking;

static void link_storage(const linking *l, uint32_t other) {
    if (other == l->storage)
        return;
    uint32_t next = storage_at(l->run, l->storage)->maybe_first;
    storage_at(l->run, l->storage)->maybe_first =
        add_link(l->run, &l->run->memory.maybes, other, next);
    add_dependent(l->run, other, l->storage);
}

static void link_with(void *context, rg_node_id id) {
    const linking *l = context;
    const rg_alias *other = rg_alias_of(l->run, id);
    if (!other || rg_is_known_body(l->run, id))
        return;
    uint32_t whole = rg_alias_number(l->run, id), each = other->each;
    link_storage(l, other->storage);
    for (uint32_t i = 1; i <= each; i++)
        link_storage(l, alias_at(l->run, whole - i)->storage);
}

void rg_link_maybes(rg_run *run, rg_node_id id, const rg_effect *effect) {
    linking l = {run, rg_alias_of(run, id)->storage};
    storage_at(run, l.storage)->missing = effect->missing;
    storage_at(run, l.storage)->undeclared = effect->undeclared;
    if (effect->node != RG_NO_NODE) {
        link_with(&l, effect->node);
        return;
    }
    rg_visit_nodes(run->module, rg_node_at(run->graph, id)->args, link_with, &l);
    rg_visit_nodes(run->module, rg_node_at(run->graph, id)->kwargs, link_with, &l);
}

void rg_link_inputs(rg_run *run, rg_node_id a, rg_node_id b) {
    static const char missing[] = "they are declared to share it, and their layouts do not make "
                                  "them one tensor, or two apart";
    linking from_a = {run, rg_alias_of(run, a)->storage};
    linking from_b = {run, rg_alias_of(run, b)->storage};
    if (from_a.storage == from_b.storage || rg_inputs_are_apart(run, a, b))
        return;
    storage_at(run, from_a.storage)->missing = missing;
    storage_at(run, from_b.storage)->missing = missing;
    link_with(&from_a, b);
    link_with(&from_b, a);
}

void rg_share_maybes(rg_run *run, uint32_t item, uint32_t whole) {
    storage_at(run, item)->maybe_first = storage_at(run, whole)->maybe_first;
    storage_at(run, item)->missing = storage_at(run, whole)->missing;
    storage_at(run, item)->undeclared = storage_at(run, whole)->undeclared;
    if (storage_at(run, whole)->maybe_first != RG_NONE_ID)
        add_dependent(run, whole, item);
}

/* ---------------------------------------------------------------- writing */

void rg_mark_maybes(rg_run *run, uint32_t storage, rg_node_id site) {
    rg_array open = {0};
    *(uint32_t *)rg_array_push(run->arenas.scratch, &open, sizeof storage) = storage;
    while (open.count-- > 0) {
        const rg_storage *from = storage_at(run, ((uint32_t *)open.data)[open.count]);
        for (uint32_t i = from->maybe_first; i != RG_NONE_ID;) {
            const rg_maybe *link = link_at(&run->memory.maybes, i);
            rg_storage *other = storage_at(run, link->storage);
            i = link->next;
            if (other->maybe_written_by != RG_NO_NODE)
                continue;
            other->maybe_written_by = site;
            other->maybe_reason = from->missing;
            *(uint32_t *)rg_array_push(run->arenas.scratch, &open, sizeof storage) = link->storage;
        }
    }
}

/* What is spoiled stays so: each link is followed once. */
void rg_spoil_dependents(rg_run *run, uint32_t storage) {
    rg_array open = {0};
    /* where an item was written, so was the tuple */
    for (uint32_t at = storage; at != RG_NONE_ID; at = storage_at(run, at)->tuple)
        *(uint32_t *)rg_array_push(run->arenas.scratch, &open, sizeof storage) = at;
    while (open.count-- > 0) {
        rg_storage *from = storage_at(run, ((uint32_t *)open.data)[open.count]);
        uint32_t i = from->dependent_first;
        from->dependent_first = RG_NONE_ID;
        for (; i != RG_NONE_ID; i = link_at(&run->memory.dependents, i)->next) {
            uint32_t other = link_at(&run->memory.dependents, i)->storage;
            if (other == storage || storage_at(run, other)->spoiled_by != RG_NONE_ID)
                continue;
            storage_at(run, other)->spoiled_by = storage;
            *(uint32_t *)rg_array_push(run->arenas.scratch, &open, sizeof storage) = other;
        }
    }
}

bool rg_may_have_other_names(const rg_run *run, rg_node_id id) {
    const rg_storage *storage = rg_storage_of(run, id);
    if (storage->maybe_first != RG_NONE_ID)
        return true;
    for (uint32_t i = storage->dependent_first; i != RG_NONE_ID;) {
        const rg_maybe *link = link_at(&run->memory.dependents, i);
        rg_node_id root = storage_at(run, link->storage)->root;
        if (!(rg_node_at(run->graph, root)->flags & RG_NODE_NEW))
            return true;
        i = link->next;
    }
    return false;
}

static bool links_to(const rg_run *run, uint32_t from, uint32_t to) {
    for (uint32_t i = storage_at(run, from)->maybe_first; i != RG_NONE_ID;
         i = link_at(&run->memory.maybes, i)->next)
        if (link_at(&run->memory.maybes, i)->storage == to)
            return true;
    return false;
}

bool rg_may_be_linked(const rg_run *run, uint32_t a, uint32_t b) {
    return links_to(run, a, b) || links_to(run, b, a);
}

bool rg_may_be_older(rg_run *run, uint32_t storage) {
    rg_array open = {0};
    *(uint32_t *)rg_array_push(run->arenas.scratch, &open, sizeof storage) = storage;
    while (open.count-- > 0) {
        uint32_t i = storage_at(run, ((uint32_t *)open.data)[open.count])->maybe_first;
        for (; i != RG_NONE_ID; i = link_at(&run->memory.maybes, i)->next) {
            uint32_t other = link_at(&run->memory.maybes, i)->storage;
            if (storage_at(run, other)->root < run->making.now.first_made)
                return true;
            *(uint32_t *)rg_array_push(run->arenas.scratch, &open, sizeof storage) = other;
        }
    }
    return false;
}

void rg_refuse_maybe(rg_run *run, uint32_t number, const rg_ast *ast) {
    const rg_storage *storage = storage_at(run, number);
    rg_refuse_hidden(run, storage, storage->root);
    if (storage->maybe_first == RG_NONE_ID)
        return;
    const rg_maybe *link = link_at(&run->memory.maybes, storage->maybe_first);
    rg_fail(run, ast,
            "%%%s is written, and it cannot be known whether it shares memory with %%%s: %s",
            rg_node_name(run->graph, storage->root),
            rg_node_name(run->graph, storage_at(run, link->storage)->root), storage->missing);
}

/* ---------------------------------------------------------------- reading */

void rg_check_maybes(rg_run *run, const rg_alias *alias) {
    const rg_storage *storage = storage_at(run, alias->storage);
    if (storage->spoiled_by == RG_NONE_ID)
        return;
    rg_refuse_hidden(run, storage_at(run, storage->spoiled_by), alias->maker);
    rg_fail_advice(
        run, NULL,
        storage->undeclared
            ? "declare it in an operator file: `op NS::NAME(Tensor x) -> Tensor` for a result of "
              "its own, `op NS::NAME(Tensor(a) x) -> Tensor(a)` for a view"
            : NULL,
        "%s is read after %%%s was written, and it cannot be known whether the two share "
        "memory: %s",
        rg_describe_chain(run, alias->maker),
        rg_node_name(run->graph, storage_at(run, storage->spoiled_by)->root), storage->missing);
}
