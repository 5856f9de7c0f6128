/* Storages that may or may not share memory. After a write to one the content of the others is not
 * known: they must not be read, nor written by a rule. */
#include "../calls/callees.h"
#include "../rewrite/run.h"
#include "../effects/bodies.h"
#include "storage.h"
#include "storage_parts.h"

static uint32_t add_link(rg_memory *memory, rg_array *links, uint32_t storage, uint32_t next) {
    rg_maybe *link = rg_array_push(memory->arena, links, sizeof *link);
    *link = (rg_maybe){storage, next};
    return (uint32_t)links->count - 1;
}

static const rg_maybe *link_at(const rg_array *links, uint32_t index) {
    return (const rg_maybe *)links->data + index;
}

const rg_maybe *rg_maybe_at(const rg_memory *memory, uint32_t link) {
    return link_at(&memory->maybes, link);
}

static void add_dependent(rg_memory *memory, uint32_t on, uint32_t dependent) {
    uint32_t next = rg_storage_at(memory, on)->dependent_first;
    rg_storage_at(memory, on)->dependent_first =
        add_link(memory, &memory->dependents, dependent, next);
}

/* ---------------------------------------------------------------- linking */

static void link_storage(rg_memory *memory, uint32_t storage, uint32_t other) {
    if (other == storage)
        return;
    uint32_t next = rg_storage_at(memory, storage)->maybe_first;
    rg_storage_at(memory, storage)->maybe_first = add_link(memory, &memory->maybes, other, next);
    add_dependent(memory, other, storage);
}

/* Links the storage to that of the node and, if that is a list of views, to those of their bases.
 */
static void link_with(rg_memory *memory, uint32_t storage, rg_node_id id) {
    uint32_t whole = rg_alias_number(memory, id);
    if (whole == RG_NONE_ID)
        return;
    uint32_t each = rg_alias_at(memory, whole)->each;
    link_storage(memory, storage, rg_alias_at(memory, whole)->storage);
    for (uint32_t i = 1; i <= each; i++)
        link_storage(memory, storage, rg_alias_at(memory, whole - i)->storage);
}

typedef struct linking {
    rg_run *run;
    uint32_t storage;
} linking;

static void link_argument(void *context, rg_node_id id) {
    const linking *l = context;
    if (!rg_is_known_body(l->run, id))
        link_with(&l->run->memory, l->storage, id);
}

void rg_link_maybes(rg_run *run, rg_node_id id, const rg_effect *effect) {
    linking l = {run, rg_alias_of(&run->memory, id)->storage};
    rg_storage *storage = rg_storage_at(&run->memory, l.storage);
    storage->missing = effect->missing;
    storage->undeclared = effect->undeclared;
    if (effect->node != RG_NO_NODE) {
        link_argument(&l, effect->node);
        return;
    }
    rg_visit_nodes(run->module, rg_node_at(run->graph, id)->args, link_argument, &l);
    rg_visit_nodes(run->module, rg_node_at(run->graph, id)->kwargs, link_argument, &l);
}

void rg_link_inputs(rg_memory *memory, rg_node_id a, rg_node_id b) {
    static const char missing[] = "they are declared to share it, and their layouts do not make "
                                  "them one tensor, or two apart";
    uint32_t of_a = rg_alias_of(memory, a)->storage, of_b = rg_alias_of(memory, b)->storage;
    if (of_a == of_b || rg_inputs_are_apart(memory, a, b))
        return;
    rg_storage_at(memory, of_a)->missing = missing;
    rg_storage_at(memory, of_b)->missing = missing;
    link_with(memory, of_a, b);
    link_with(memory, of_b, a);
}

void rg_share_maybes(rg_memory *memory, uint32_t item, uint32_t whole) {
    rg_storage_at(memory, item)->maybe_first = rg_storage_at(memory, whole)->maybe_first;
    rg_storage_at(memory, item)->missing = rg_storage_at(memory, whole)->missing;
    rg_storage_at(memory, item)->undeclared = rg_storage_at(memory, whole)->undeclared;
    if (rg_storage_at(memory, whole)->maybe_first != RG_NONE_ID)
        add_dependent(memory, whole, item);
}

/* ---------------------------------------------------------------- writing */

void rg_mark_maybes(rg_memory *memory, uint32_t storage, rg_node_id site) {
    rg_array open = {0};
    *(uint32_t *)rg_array_push(memory->scratch, &open, sizeof storage) = storage;
    while (open.count-- > 0) {
        const rg_storage *from = rg_storage_at(memory, ((uint32_t *)open.data)[open.count]);
        for (uint32_t i = from->maybe_first; i != RG_NONE_ID;) {
            const rg_maybe *link = link_at(&memory->maybes, i);
            rg_storage *other = rg_storage_at(memory, link->storage);
            i = link->next;
            if (other->maybe_written_by != RG_NO_NODE)
                continue;
            other->maybe_written_by = site;
            other->maybe_reason = from->missing;
            *(uint32_t *)rg_array_push(memory->scratch, &open, sizeof storage) = link->storage;
        }
    }
}

/* What is spoiled stays so: each link is followed once. */
void rg_spoil_dependents(rg_memory *memory, uint32_t storage) {
    rg_array open = {0};
    /* where an item was written, so was the tuple */
    for (uint32_t at = storage; at != RG_NONE_ID; at = rg_storage_at(memory, at)->tuple)
        *(uint32_t *)rg_array_push(memory->scratch, &open, sizeof storage) = at;
    while (open.count-- > 0) {
        rg_storage *from = rg_storage_at(memory, ((uint32_t *)open.data)[open.count]);
        uint32_t i = from->dependent_first;
        from->dependent_first = RG_NONE_ID;
        for (; i != RG_NONE_ID; i = link_at(&memory->dependents, i)->next) {
            uint32_t other = link_at(&memory->dependents, i)->storage;
            if (other == storage || rg_storage_at(memory, other)->spoiled_by != RG_NONE_ID)
                continue;
            rg_storage_at(memory, other)->spoiled_by = storage;
            *(uint32_t *)rg_array_push(memory->scratch, &open, sizeof storage) = other;
        }
    }
}

bool rg_may_have_other_names(const rg_memory *memory, rg_node_id id) {
    const rg_storage *storage = rg_storage_of(memory, id);
    if (storage->maybe_first != RG_NONE_ID)
        return true;
    for (uint32_t i = storage->dependent_first; i != RG_NONE_ID;) {
        const rg_maybe *link = link_at(&memory->dependents, i);
        rg_node_id root = rg_storage_at(memory, link->storage)->root;
        if (!(rg_node_at(memory->graph, root)->flags & RG_NODE_NEW))
            return true;
        i = link->next;
    }
    return false;
}

static bool links_to(const rg_memory *memory, uint32_t from, uint32_t to) {
    for (uint32_t i = rg_storage_at(memory, from)->maybe_first; i != RG_NONE_ID;
         i = link_at(&memory->maybes, i)->next)
        if (link_at(&memory->maybes, i)->storage == to)
            return true;
    return false;
}

bool rg_may_be_linked(const rg_memory *memory, uint32_t a, uint32_t b) {
    return links_to(memory, a, b) || links_to(memory, b, a);
}

bool rg_may_be_older(const rg_memory *memory, uint32_t storage, size_t first_made) {
    rg_array open = {0};
    *(uint32_t *)rg_array_push(memory->scratch, &open, sizeof storage) = storage;
    while (open.count-- > 0) {
        uint32_t i = rg_storage_at(memory, ((uint32_t *)open.data)[open.count])->maybe_first;
        for (; i != RG_NONE_ID; i = link_at(&memory->maybes, i)->next) {
            uint32_t other = link_at(&memory->maybes, i)->storage;
            if (rg_storage_at(memory, other)->root < first_made)
                return true;
            *(uint32_t *)rg_array_push(memory->scratch, &open, sizeof storage) = other;
        }
    }
    return false;
}

void rg_refuse_maybe(rg_run *run, uint32_t number, const rg_ast *ast) {
    rg_memory *memory = &run->memory;
    const rg_storage *storage = rg_storage_at(memory, number);
    rg_refuse_hidden(run, storage, storage->root);
    if (storage->maybe_first == RG_NONE_ID)
        return;
    const rg_maybe *link = link_at(&memory->maybes, storage->maybe_first);
    rg_fail(run, ast,
            "%%%s is written, and it cannot be known whether it shares memory with %%%s: %s",
            rg_node_name(run->graph, storage->root),
            rg_node_name(run->graph, rg_storage_at(memory, link->storage)->root), storage->missing);
}

/* ---------------------------------------------------------------- reading */

void rg_check_maybes(rg_run *run, const rg_alias *alias) {
    rg_memory *memory = &run->memory;
    const rg_storage *storage = rg_storage_at(memory, alias->storage);
    if (storage->spoiled_by == RG_NONE_ID)
        return;
    rg_refuse_hidden(run, rg_storage_at(memory, storage->spoiled_by), alias->maker);
    rg_fail_advice(
        run, NULL,
        storage->undeclared
            ? "declare it in an operator file: `op NS::NAME(Tensor x) -> Tensor` for a result of "
              "its own, `op NS::NAME(Tensor(a) x) -> Tensor(a)` for a view"
            : NULL,
        "%s is read after %%%s was written, and it cannot be known whether the two share "
        "memory: %s",
        rg_describe_chain(memory, alias->maker),
        rg_node_name(run->graph, rg_storage_at(memory, storage->spoiled_by)->root),
        storage->missing);
}
