/* Storages, aliases, objects: who shares memory with whom, and which node holds what now. */
#include <string.h>

#include "../calls/callees.h"
#include "../eval/eval.h"
#include "../rewrite/build.h"
#include "../rewrite/readers.h"
#include "../rewrite/run.h"
#include "effects.h"
#include "layout.h"
#include "storage.h"
#include "storage_parts.h"

/* ---------------------------------------------------------------- tables by node */

/* Items that a table of the graph gets which is to have `index`; some are for new nodes, since
 * extending may move it. */
static size_t wanted_items(const rg_run *run, size_t index) {
    size_t wanted = run->graph->nodes.count > index ? run->graph->nodes.count : index + 1;
    return wanted + wanted / 4 + 16;
}

void rg_extend_table(rg_run *run, rg_array *array, size_t index, size_t size) {
    size_t wanted = wanted_items(run, index);
    rg_array_room(run->arenas.run, array, wanted - array->count, size);
    memset((char *)array->data + array->count * size, 0, (wanted - array->count) * size);
    array->count = wanted;
}

/* New room is zero as it comes: touching it would cost pages. */
void rg_extend_states(rg_run *run, rg_node_id id) {
    size_t count = run->memory.states.count, used = run->memory.states_used,
           wanted = wanted_items(run, id);
    rg_array_reserve(run->arenas.run, &run->memory.states, wanted - count, sizeof(rg_state));
    if (used > count)
        memset((rg_state *)run->memory.states.data + count, 0,
               ((used < wanted ? used : wanted) - count) * sizeof(rg_state));
    run->memory.states.count = wanted;
}

static rg_alias *new_root(rg_run *run, rg_node_id id);

void rg_make_root(const rg_run *run, rg_node_id id) {
    new_root((rg_run *)run, id);
}

/* The node holds the object as it is now. */
void rg_set_object(rg_run *run, rg_node_id id, uint32_t object) {
    uint32_t alias = ((const uint32_t *)run->memory.object_alias.data)[object];
    uint32_t version = storage_at(run, alias_at(run, alias)->storage)->version;
    rg_holding *holding = rg_holding_of(run, id);
    if (!holding) {
        holding = rg_array_push(run->arenas.run, &run->memory.holdings, sizeof *holding);
        rg_state_of(run, id)->holding = (uint32_t)run->memory.holdings.count;
    }
    *holding = (rg_holding){object, alias, version, false};
}

uint32_t rg_alias_number(const rg_run *run, rg_node_id id) {
    uint32_t object = rg_object_of(run, id);
    return object == RG_NONE_ID ? RG_NONE_ID
                                : ((const uint32_t *)run->memory.object_alias.data)[object];
}

void rg_begin_graph(rg_run *run, rg_graph *graph) {
    rg_array *const by_node[] = {&run->eval.by_symbol,    &run->memory.items,
                                 &run->making.user_heads, &run->eval.outputs_index,
                                 &run->memory.attributes, &run->eval.placeholder_index,
                                 &run->readers.met,       &run->memory.states};
    rg_array *const lists[] = {&run->memory.object_first,  &run->memory.object_alias,
                               &run->memory.maybes,        &run->memory.dependents,
                               &run->application.pendings, &run->application.commits,
                               &run->making.made,          &run->making.scaffolding,
                               &run->making.user_links,    &run->application.maybe_dead,
                               &run->eval.returned,        &run->memory.holdings};
    run->graph = graph;
    if (run->memory.states_used < run->memory.states.count)
        run->memory.states_used = run->memory.states.count;
    /* shrinking to nothing: what they are extended by is zeroed */
    for (size_t i = 0; i < sizeof by_node / sizeof *by_node; i++)
        by_node[i]->count = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        lists[i]->count = 0;
    run->memory.item_count = run->memory.aliases.count = run->memory.storages.count = 0;
    run->making.users_indexed = run->memory.stale = run->memory.moved = run->eval.outputs_indexed =
        false;
    run->memory.sweep_position = 1;
    run->memory.unknown_write = 0;
    run->memory.written_through = run->memory.read_whole = RG_NO_NODE;
    run->current = RG_NO_NODE;
    run->calls.binding.node = RG_NO_NODE;
    run->making.committing = false;
    rg_forget_effect(run);
    rg_settle_verdicts(run);
}

/* ---------------------------------------------------------------- making them */

/* One more item, not set to anything. */
static void *new_item(rg_run *run, rg_chunked *items, size_t size) {
    size_t chunk = items->count / RG_CHUNK;
    if (chunk == items->chunks.count)
        *(void **)rg_array_push(run->arenas.run, &items->chunks, sizeof(void *)) =
            rg_alloc_array(run->arenas.run, RG_CHUNK, size);
    char *const *chunks = items->chunks.data;
    return chunks[chunk] + items->count++ % RG_CHUNK * size;
}

static uint32_t new_storage(rg_run *run, rg_node_id root) {
    rg_storage *storage = new_item(run, &run->memory.storages, sizeof *storage);
    *storage = (rg_storage){.root = root,
                            .maybe_first = RG_NONE_ID,
                            .dependent_first = RG_NONE_ID,
                            .spoiled_by = RG_NONE_ID,
                            .first_root = root,
                            .maybe_written_by = RG_NO_NODE,
                            .tuple = RG_NONE_ID};
    return (uint32_t)run->memory.storages.count - 1;
}

/* A new object for the node, seen through a new alias. */
static rg_alias *new_object(rg_run *run, rg_node_id id, uint32_t storage, uint32_t parent) {
    uint32_t number = (uint32_t)run->memory.aliases.count;
    rg_alias *alias = new_item(run, &run->memory.aliases, sizeof *alias);
    uint32_t *object = rg_array_push(run->arenas.run, &run->memory.object_alias, sizeof *object);
    *object = number;
    *(rg_node_id *)rg_array_push(run->arenas.run, &run->memory.object_first, sizeof id) = id;
    *alias = (rg_alias){.storage = storage,
                        .parent = parent,
                        .view = id,
                        .item = -1,
                        .maker = id,
                        .object = (uint32_t)run->memory.object_alias.count - 1,
                        .version = storage_at(run, storage)->version,
                        .current = id};
    if (parent == RG_NONE_ID)
        storage_at(run, storage)->root_alias = number;
    rg_set_object(run, id, alias->object);
    return alias;
}

static rg_alias *new_root(rg_run *run, rg_node_id id) {
    return new_object(run, id, new_storage(run, id), RG_NONE_ID);
}

/* ---------------------------------------------------------------- items of fresh tuples */

static size_t item_hash(uint32_t tuple, uint32_t index, size_t capacity) {
    uint64_t key = ((uint64_t)tuple << 32 | index) * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(key >> 32) & (capacity - 1);
}

static rg_item_key *find_item_key(rg_array *table, uint32_t tuple, uint32_t index) {
    rg_item_key *keys = table->data;
    size_t i = item_hash(tuple, index, table->count);
    while (keys[i].node && (keys[i].tuple != tuple || keys[i].index != index))
        i = (i + 1) & (table->count - 1);
    return &keys[i];
}

static void grow_items(rg_run *run) {
    rg_array larger = {0};
    size_t wanted = run->memory.items.count ? run->memory.items.count * 2 : 64;
    rg_array_reserve(run->arenas.run, &larger, wanted, sizeof(rg_item_key));
    larger.count = wanted;
    const rg_item_key *old = run->memory.items.data;
    for (size_t i = 0; i < run->memory.items.count; i++)
        if (old[i].node)
            *find_item_key(&larger, old[i].tuple, old[i].index) = old[i];
    rg_array_free(run->arenas.run, &run->memory.items);
    run->memory.items = larger;
}

static rg_item_key *item_key(rg_run *run, uint32_t tuple, uint32_t index) {
    if (2 * (run->memory.item_count + 1) > run->memory.items.count)
        grow_items(run);
    return find_item_key(&run->memory.items, tuple, index);
}

/* The first node that took the item out; RG_NO_NODE: none did. */
static rg_node_id first_of_item(rg_run *run, uint32_t tuple, uint32_t index) {
    rg_node_id number = item_key(run, tuple, index)->node;
    return number == 0 || number == RG_NO_NODE ? RG_NO_NODE : number - 1;
}

rg_node_id rg_taken_item(rg_run *run, rg_node_id list, size_t index) {
    rg_node_id taken = first_of_item(run, rg_object_of(run, list), (uint32_t)index);
    bool there = taken != RG_NO_NODE && !(rg_node_at(run->graph, taken)->flags & RG_NODE_ERASED);
    return there ? taken : RG_NO_NODE;
}

void rg_forget_item(rg_run *run, rg_node_id id) {
    const rg_effect *effect = rg_analyse(run, id);
    uint32_t sequence =
        effect->kind == RG_EFFECT_ITEM ? rg_object_of(run, effect->node) : RG_NONE_ID;
    if (sequence != RG_NONE_ID && first_of_item(run, sequence, (uint32_t)effect->item) == id)
        item_key(run, sequence, (uint32_t)effect->item)->node = RG_NO_NODE;
}

static void note_item(rg_run *run, uint32_t tuple, uint32_t index, rg_node_id node) {
    rg_item_key *key = item_key(run, tuple, index);
    run->memory.item_count += !key->node;
    *key = (rg_item_key){tuple, index, node + 1};
}

/* An item that was taken out before as `first`: the same object, and as old as that is. */
static void take_again(rg_run *run, rg_node_id id, rg_node_id first) {
    bool outdated = rg_is_outdated(run, first);
    uint32_t version = rg_holding_of(run, first)->version;
    rg_set_object(run, id, rg_object_of(run, first));
    rg_holding_of(run, id)->version = outdated ? RG_NONE_ID : version;
    run->memory.moved |= outdated;
    if (outdated)
        rg_note_maybe_dead(run, id);
}

/* Item `index` of the fresh tuple is one object, however often it is taken out. */
static void register_item(rg_run *run, rg_node_id id, rg_node_id tuple_node, uint32_t index) {
    uint32_t tuple = rg_object_of(run, tuple_node);
    rg_node_id first = first_of_item(run, tuple, index);
    if (first != RG_NO_NODE) {
        take_again(run, id, first);
        return;
    }
    note_item(run, tuple, index, id);
    rg_alias *root = new_root(run, id);
    /* what may share memory with the tuple may share it with its items */
    uint32_t whole = rg_alias_of(run, tuple_node)->storage;
    storage_at(run, root->storage)->tuple = whole;
    rg_share_maybes(run, root->storage, whole);
}

/* ---------------------------------------------------------------- registering */

static void register_maybe(rg_run *run, rg_node_id id, const rg_effect *effect) {
    new_root(run, id)->sequence = effect->tuple;
    rg_link_maybes(run, id, effect);
}

bool rg_same_layout(const rg_type *a, const rg_type *b) {
    if (!a || !b || a->kind != RG_TYPE_TENSOR || b->kind != RG_TYPE_TENSOR || a->rank != b->rank ||
        a->dtype != b->dtype || !rg_dims_equal(a->offset, b->offset))
        return false;
    if (!a->stride || !b->stride) /* then nothing was said of where they begin either */
        return false;
    for (size_t i = 0; i < a->rank; i++) {
        bool single = !a->shape[i].symbol && a->shape[i].value <= 1;
        if (!rg_dims_equal(a->shape[i], b->shape[i]))
            return false;
        if (!single && !rg_dims_equal(a->stride[i], b->stride[i]))
            return false;
    }
    return true;
}

static rg_value sharing_names(rg_run *run, rg_node_id id) {
    static const char key[] = "shares_memory_with";
    rg_value meta = rg_extra_of(run->graph, id)->meta, names;
    rg_value wanted = rg_text_value(run->module, RG_STR, key, sizeof key - 1);
    if (rg_value_kind(meta) != RG_DICT || !rg_dict_get(run->module, meta, wanted, &names))
        return rg_none();
    if (rg_value_kind(names) != RG_LIST && rg_value_kind(names) != RG_TUPLE)
        rg_fail(run, NULL, "%s of %%%s must be a list of names", key, rg_node_name(run->graph, id));
    return names;
}

static rg_node_id earlier_input(rg_run *run, rg_node_id id, rg_value name) {
    rg_node_id other =
        rg_value_kind(name) == RG_STR ? rg_find_node(run->graph, name.data) : RG_NO_NODE;
    if (other == RG_NO_NODE || !rg_alias_of(run, other))
        rg_fail(run, NULL, "shares_memory_with of %%%s names no earlier input",
                rg_node_name(run->graph, id));
    return other;
}

/* The host says that an input shares memory with earlier ones:
 * `# {'shares_memory_with': ['l_x_']}` on the placeholder. Two of one layout are one tensor;
 * two that have no element in common are apart; of others it is not known how they overlap. */
static void register_input(rg_run *run, rg_node_id id, bool tuple) {
    rg_value names = sharing_names(run, id);
    uint32_t count = rg_is_container(names) ? rg_value_count(names) : 0;
    const rg_type *type = rg_node_type(run->graph, id);
    for (uint32_t i = 0; i < count && rg_object_of(run, id) == RG_NONE_ID; i++) {
        rg_node_id other = earlier_input(run, id, rg_item(run->module, names, i));
        if (rg_same_layout(type, rg_node_type(run->graph, other)))
            rg_set_object(run, id, rg_object_of(run, other));
    }
    if (rg_object_of(run, id) == RG_NONE_ID)
        new_root(run, id)->sequence = tuple;
    for (uint32_t i = 0; i < count; i++)
        rg_link_inputs(run, id, earlier_input(run, id, rg_item(run->module, names, i)));
}

const rg_ast *rg_again_clause(rg_run *run, rg_node_id call) {
    const rg_binding *binding = rg_bind_node(run, call);
    const rg_op_clause *clause =
        binding ? rg_ops_clause(binding->schema->op->agains, binding->schema) : NULL;
    return clause ? clause->ast : NULL;
}

/* What may be left without readers: a node replaced, or what replaced one that nobody read. */
void rg_note_maybe_dead(rg_run *run, rg_node_id id) {
    *(rg_node_id *)rg_array_push(run->arenas.run, &run->application.maybe_dead, sizeof id) = id;
}

/* Whether what a call views has got a content of other strides than it counts on. */
static bool counts_on_old_strides(rg_run *run, rg_node_id id, const rg_effect *effect,
                                  const rg_alias *alias) {
    rg_storage *storage = storage_at(run, alias->storage);
    bool others =
        rg_may_be_restrided(run, effect->node) && (effect->of_storage || !run->pass.code->pure);
    bool restrided = others || (!effect->of_storage && storage->version > 0);
    if (!restrided || !rg_again_clause(run, id))
        return false;
    storage->loose |= others && !run->pass.code->pure; /* taken again it may be a copy */
    return true;
}

static void register_view(rg_run *run, rg_node_id id, const rg_effect *effect) {
    uint32_t parent =
        effect->of_storage ? rg_base_of(run, effect->node) : rg_alias_number(run, effect->node);
    if (parent == RG_NONE_ID) {
        new_root(run, id);
        return;
    }
    rg_alias *alias = new_object(run, id, alias_at(run, parent)->storage, parent);
    alias->twin = effect->maybe_itself;
    alias->revalued = effect->revalues || alias_at(run, parent)->revalued;
    alias_at(run, parent)->twin |= alias->twin;
    alias->of_storage = effect->of_storage;
    alias->sequence = effect->kind == RG_EFFECT_VIEWS;
    if (counts_on_old_strides(run, id, effect, alias)) { /* it is taken as a view taken again is */
        alias->version = RG_NONE_ID;
        rg_holding_of(run, id)->version = RG_NONE_ID;
        rg_note_maybe_dead(run, id);
    }
}

/* Item i of a sequence of views is one object too, however often it is taken out. */
static void register_item_of_views(rg_run *run, rg_node_id id, const rg_effect *effect) {
    uint32_t sequence = rg_object_of(run, effect->node), index = (uint32_t)effect->item;
    rg_node_id first = first_of_item(run, sequence, index);
    if (first == RG_NO_NODE) {
        note_item(run, sequence, index, id);
        register_view(run, id, effect);
        rg_alias_of(run, id)->item = effect->item;
        return;
    }
    take_again(run, id, first);
}

/* Each tensor of the list gets an alias that stands for what the call makes of it, then the call
 * one for the whole. */
static void register_each(rg_run *run, rg_node_id id) {
    rg_value list = rg_viewed_list(run, id);
    uint32_t count = rg_value_count(list);
    for (uint32_t i = 0; i < count; i++) {
        rg_node_id viewed = rg_item(run->module, list, i).data;
        uint32_t parent = rg_alias_number(run, viewed);
        rg_alias *alias = new_object(run, id, alias_at(run, parent)->storage, parent);
        alias->revalued = alias_at(run, parent)->revalued;
        alias->sequence = alias->among = true;
    }
    rg_alias *whole = new_root(run, id);
    whole->sequence = true;
    whole->each = count;
}

/* Whether a tensor of which the sequence has a view was written since. */
static bool is_each_written(const rg_run *run, uint32_t whole) {
    for (uint32_t i = 1; i <= alias_at(run, whole)->each; i++) {
        const rg_alias *among = alias_at(run, whole - i);
        if (among->version != storage_at(run, among->storage)->version ||
            among->current != among->view) /* it was made again */
            return true;
    }
    return false;
}

static void register_item_of_each(rg_run *run, rg_node_id id, const rg_effect *effect) {
    uint32_t sequence = rg_object_of(run, effect->node), index = (uint32_t)effect->item;
    uint32_t whole = rg_alias_number(run, effect->node);
    rg_node_id first = first_of_item(run, sequence, index);
    if (first != RG_NO_NODE) {
        take_again(run, id, first);
        return;
    }
    if (index >= alias_at(run, whole)->each) {
        new_root(run, id);
        return;
    }
    note_item(run, sequence, index, id);
    uint32_t parent = whole - alias_at(run, whole)->each + index;
    uint32_t version = alias_at(run, parent)->version;
    rg_alias *alias = new_object(run, id, alias_at(run, parent)->storage, parent);
    alias->item = effect->item;
    alias->revalued = alias_at(run, parent)->revalued;
    if (version == storage_at(run, alias->storage)->version)
        return;
    alias->version = RG_NONE_ID; /* what the call viewed was written since */
    rg_holding_of(run, id)->version = RG_NONE_ID;
    run->memory.moved = true;
    rg_note_maybe_dead(run, id);
}

/* What the node makes as a whole is not what its items hold later. */
static void note_written_item(rg_run *run, rg_node_id tuple, uint32_t index, rg_node_id written) {
    note_item(run, rg_object_of(run, tuple), index, written);
    rg_storage_of(run, tuple)->items_written = true;
}

/* Of several results that are arguments which the call writes, item i is that argument. */
static void register_written_items(rg_run *run, rg_node_id id) {
    const rg_binding *binding = rg_bind_node(run, id);
    if (!binding || !binding->schema->writes)
        return;
    size_t count = rg_written_result_count(binding);
    for (size_t i = 0; i < count; i++) {
        rg_node_id written = rg_written_result(run, binding, i);
        if (written != RG_NO_NODE && rg_object_of(run, written) != RG_NONE_ID)
            note_written_item(run, id, (uint32_t)i, written);
    }
}

/* Two get_attr of one target are one tensor. */
static bool is_known_attribute(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    if (node->opcode != RG_GET_ATTR)
        return false;
    rg_node_id *first = rg_table_slot(run, &run->memory.attributes, node->target, sizeof *first);
    if (*first)
        rg_set_object(run, id, rg_object_of(run, *first - 1));
    bool known = *first != 0;
    if (!known)
        *first = id + 1;
    return known;
}

static void register_fresh(rg_run *run, rg_node_id id, const rg_effect *effect) {
    if (is_known_attribute(run, id))
        return;
    if (!effect->tuple && rg_is_operator_call(rg_node_at(run->graph, id))) {
        rg_register_fresh(run, id);
        return;
    }
    new_root(run, id)->sequence = effect->tuple;
    if (effect->tuple)
        register_written_items(run, id);
}

static void register_result(rg_run *run, rg_node_id id, const rg_effect *effect) {
    const rg_alias *of = effect->node == RG_NO_NODE ? NULL : rg_alias_of(run, effect->node);
    switch (effect->kind) {
    case RG_EFFECT_NOTHING:
        return;
    case RG_EFFECT_SAME:
        if (!of) {
            new_root(run, id);
            return;
        }
        if (effect->item >= 0) { /* of what a call returned that wrote it: as it was then */
            take_again(run, id, effect->node);
            return;
        }
        rg_set_object(run, id, rg_object_of(run, effect->node));
        if (effect->reshapes) {
            rg_node_id maker = rg_alias_of(run, id)->maker;
            rg_alias_of(run, id)->reshaped = run->memory.sweep_position;
            if (rg_node_at(run->graph, maker)->flags & RG_NODE_DERIVED)
                rg_annotate(run, maker, 0); /* it was told what it was before */
            rg_forget_effect(run);
        }
        return;
    case RG_EFFECT_VIEW:
    case RG_EFFECT_VIEWS:
        register_view(run, id, effect);
        return;
    case RG_EFFECT_EACH:
        register_each(run, id);
        return;
    case RG_EFFECT_ITEM:
        if (of && of->each) {
            register_item_of_each(run, id, effect);
            return;
        }
        if (of && of->parent == RG_NONE_ID) {
            register_item(run, id, effect->node, (uint32_t)effect->item);
            return;
        }
        register_item_of_views(run, id, effect);
        return;
    case RG_EFFECT_MAYBE:
        register_maybe(run, id, effect);
        return;
    default:
        if (rg_node_at(run->graph, id)->opcode == RG_PLACEHOLDER)
            register_input(run, id, effect->tuple);
        else
            register_fresh(run, id, effect);
    }
}

/* A node that holds what another tensor holds goes on doing so: what it was made is what that has
 * as its content. */
void rg_register_again(rg_run *run, rg_node_id id, const rg_effect *effect) {
    const rg_alias *alias = rg_is_unmade(run, id) ? NULL : rg_alias_of(run, id);
    bool content = alias && alias->current == id && alias->view != id;
    bool fresh = effect->kind == RG_EFFECT_FRESH || effect->kind == RG_EFFECT_MAYBE;
    if (content && !fresh)
        rg_fail(run, NULL,
                "%%%s holds what is written to %%%s, and a rule makes another call of it",
                rg_node_name(run->graph, id),
                rg_node_name(run->graph, storage_at(run, alias->storage)->root));
    if (content)
        return;
    rg_state_of(run, id)->holding = 0;
    rg_register(run, id, effect);
}

void rg_register(rg_run *run, rg_node_id id, const rg_effect *effect) {
    const rg_type *type = rg_node_type(run->graph, id);
    if (!rg_is_unmade(run, id) && rg_object_of(run, id) == RG_NONE_ID)
        register_result(run, id, effect);
    if (type && type->kind == RG_TYPE_SYM)
        *(rg_node_id *)rg_table_slot(run, &run->eval.by_symbol, type->text, sizeof(rg_node_id)) =
            id + 1;
}

/* ---------------------------------------------------------------- reading */

typedef struct index_check {
    rg_run *run;
    const rg_alias *alias;
    rg_node_id changed;
} index_check;

static bool is_viewed(const index_check *c, const rg_holding *holding) {
    if (c->alias->of_storage)
        return alias_at(c->run, holding->alias)->storage == c->alias->storage;
    return holding->alias == c->alias->parent;
}

static void look_for_change(void *context, rg_node_id id) {
    index_check *c = context;
    const rg_holding *holding = rg_holding_of(c->run, id);
    if (!(holding && is_viewed(c, holding)) && rg_is_outdated(c->run, id))
        c->changed = id;
}

void rg_check_index(rg_run *run, const rg_alias *alias, const rg_ast *ast) {
    rg_node_id view = alias->view;
    const rg_node *node = rg_node_at(run->graph, view);
    const char *target = rg_node_target(run->graph, view);
    size_t length = strlen(target);
    index_check c = {run, alias, RG_NO_NODE};
    if (length > 3 && strcmp(target + length - 3, "_as") == 0)
        return; /* only the other tensor's shape counts */
    rg_visit_nodes(run->module, node->args, look_for_change, &c);
    rg_visit_nodes(run->module, node->kwargs, look_for_change, &c);
    if (c.changed != RG_NO_NODE)
        rg_fail(run, ast,
                "%%%s is a view (%s) whose place %%%s tells, which was written since it was taken",
                rg_node_name(run->graph, view), target, rg_node_name(run->graph, c.changed));
}

typedef struct retaking {
    rg_run *run;
    uint32_t parent; /* the alias viewed; an argument that was it then is replaced */
    rg_value to;     /* what holds it now */
} retaking;

static rg_value retake_argument(void *context, rg_node_id id) {
    retaking *r = context;
    const rg_holding *holding = rg_holding_of(r->run, id);
    if (holding && holding->alias == r->parent)
        return r->to;
    return rg_current(r->run, id);
}

/* The call itself, with the parent as it is now in the place of what it viewed. */
static rg_node_id call_again(rg_run *run, const rg_alias *alias) {
    rg_node call = *rg_node_at(run->graph, alias->view);
    if (!alias->among)
        rg_check_index(run, alias, NULL);
    retaking r = {run, alias->parent, rg_node_value(alias_at(run, alias->parent)->current)};
    bool changed = false;
    rg_value args = rg_map_nodes(run->module, call.args, retake_argument, &r, &changed);
    rg_value kwargs = rg_map_nodes(run->module, call.kwargs, retake_argument, &r, &changed);
    return rg_make_node(run, (rg_opcode)call.opcode,
                        rg_symbol_text(run->module->symbols, call.target), args, kwargs, NULL);
}

/* The same item of the sequence made again. */
static rg_node_id item_again(rg_run *run, const rg_alias *alias) {
    rg_value args[] = {rg_node_value(alias_at(run, alias->parent)->current),
                       rg_int(run->module, alias->item)};
    return rg_make_node(run, RG_CALL_FUNCTION, "operator.getitem",
                        rg_container(run->module, RG_TUPLE, args, 2),
                        rg_container(run->module, RG_DICT, NULL, 0), NULL);
}

rg_node_id rg_viewed(rg_run *run, const rg_alias *alias, rg_node_id parent) {
    const rg_binding *binding = alias->of_storage ? rg_bind_node(run, alias->view) : NULL;
    if (!binding)
        return parent;
    rg_node_id given = binding->slots[0].value.data;
    rg_refuse_reshaped(run, rg_holding_of(run, given)->alias, NULL);
    return given;
}

/* As the operator's `again` line says, where it has one. */
static rg_node_id view_again(rg_run *run, const rg_alias *alias) {
    if (alias_at(run, alias->parent)->among)
        return item_again(run, alias);
    const rg_ast *clause = alias->item < 0 ? rg_again_clause(run, alias->view) : NULL;
    if (!clause)
        return call_again(run, alias);
    rg_value self = rg_node_value(rg_viewed(run, alias, alias_at(run, alias->parent)->current));
    rg_value made =
        rg_eval_clause(run, rg_clause_of(clause), alias->view, rg_none(), rg_none(), self);
    if (!rg_is_node(made))
        rg_fail(run, clause, "the view taken again is no node");
    return made.data;
}

void rg_describe_as(rg_run *run, rg_node_id made, rg_node_id old, rg_symbol annotation) {
    rg_annotate(run, made, annotation);
    rg_value meta = rg_extra_of(run->graph, old)->meta;
    rg_extra *extra = rg_make_extra(run->graph, made);
    extra->meta = meta;
    extra->made_for = rg_made_for(run->graph, old);
}

/* Makes the view of the parent as it is now. */
static void retake(rg_run *run, uint32_t number) {
    rg_alias *alias = alias_at(run, number);
    bool committing = run->making.committing;
    uint32_t origin = run->making.origin;
    rg_refuse_reshaped(run, number, NULL);
    rg_refuse_reshaped(run, alias->parent, NULL);
    run->making.origin = storage_at(run, alias->storage)->origin;
    run->making.committing = true;
    rg_node_id made = view_again(run, alias);
    run->making.committing = committing;
    run->making.origin = origin;
    alias = alias_at(run, number);
    rg_describe_as(run, made, alias->view, rg_node_at(run->graph, alias->maker)->annotation);
    rg_pass_readers(run, alias->current, made);
    rg_set_object(run, made, alias->object);
    alias->current = made;
    alias->version = storage_at(run, alias->storage)->version;
}

/* Brings an alias up to date, its parents first (without recursion on their chain). */
rg_node_id rg_bring_up_to_date(rg_run *run, uint32_t number) {
    rg_array chain = {0};
    uint32_t version = storage_at(run, alias_at(run, number)->storage)->version;
    for (uint32_t at = number; alias_at(run, at)->version != version;
         at = alias_at(run, at)->parent)
        *(uint32_t *)rg_array_push(run->arenas.scratch, &chain, sizeof(uint32_t)) = at;
    while (chain.count-- > 0)
        retake(run, ((uint32_t *)chain.data)[chain.count]);
    return alias_at(run, number)->current;
}

/* A node that is in the graph and holds its object's latest content is read as it stands. */
static bool is_up_to_date(const rg_run *run, rg_node_id id, uint32_t alias) {
    const rg_holding *holding = rg_holding_of(run, id);
    return holding->alias == alias && !(rg_node_at(run->graph, id)->flags & RG_NODE_ERASED) &&
           holding->version == storage_at(run, alias_at(run, alias)->storage)->version;
}

static bool is_value(const rg_run *run, rg_node_id id) {
    return rg_holding_of(run, id)->value;
}

bool rg_is_outdated(const rg_run *run, rg_node_id id) {
    if (rg_is_unmade(run, id))
        return false;
    uint32_t alias = rg_alias_number(run, id);
    return alias != RG_NONE_ID && !is_up_to_date(run, id, alias) && !is_value(run, id);
}

bool rg_is_latest(const rg_run *run, rg_node_id id) {
    return !is_value(run, id) || is_up_to_date(run, id, rg_alias_number(run, id));
}

/* Nodes inside a tuple that replaced a node. */
static rg_value current_inside(void *context, rg_node_id id) {
    return rg_current(context, id);
}

rg_value rg_current(rg_run *run, rg_node_id id) {
    for (rg_value value; rg_replacement_of(run, id, &value);) {
        if (!rg_is_node(value)) {
            bool ignored = false;
            return rg_map_nodes(run->module, value, current_inside, run, &ignored);
        }
        id = value.data;
    }
    if (rg_is_unmade(run, id) && !(rg_node_at(run->graph, id)->flags & RG_NODE_ERASED))
        return rg_node_value(id);
    uint32_t number = rg_alias_number(run, id);
    if (number == RG_NONE_ID)
        return rg_node_value(id);
    rg_check_maybes(run, alias_at(run, number));
    if (is_up_to_date(run, id, number) || is_value(run, id))
        return rg_node_value(id);
    return rg_node_value(rg_bring_up_to_date(run, number));
}

/* ---------------------------------------------------------------- arguments of a node */

/* A value that rg_current() would give back as it is, and update_argument() say nothing of. */
static inline bool is_surely_current(const rg_run *run, rg_node_id id) {
    const rg_state *state = rg_known_state(run, id);
    if (!state)
        return true;
    if (state->replacement.tag & (RG_IS_REPLACED | RG_IS_GONE))
        return false;
    if (state->holding == 0 || state->holding == RG_UNMADE)
        return true;
    const rg_holding *holding =
        (const rg_holding *)run->memory.holdings.data + (state->holding - 1);
    uint32_t number = ((const uint32_t *)run->memory.object_alias.data)[holding->object];
    const rg_alias *alias = alias_at(run, number);
    const rg_storage *storage = storage_at(run, alias->storage);
    return holding->alias == number && holding->version == storage->version &&
           storage->spoiled_by == RG_NONE_ID && !storage->items_written && !alias->each;
}

static inline bool are_surely_current(const rg_run *run, rg_value arguments) {
    const rg_value *items = rg_items(run->module, arguments);
    for (uint32_t i = 0; i < rg_value_count(arguments); i++)
        if (rg_is_container(items[i]) ||
            (rg_is_node(items[i]) && !is_surely_current(run, items[i].data)))
            return false;
    return true;
}

typedef struct updating {
    rg_run *run;
    bool takes_item;
    bool alike; /* what changed is of the same type, which is known */
    rg_met met; /* where it has many arguments, or nested ones */
} updating;

static rg_value current_argument(updating *u, rg_node_id id) {
    rg_run *run = u->run;
    const rg_alias *alias = rg_is_unmade(run, id) ? NULL : rg_alias_of(run, id);
    if (alias && alias->sequence && alias->parent == RG_NONE_ID && !u->takes_item &&
        (storage_at(run, alias->storage)->items_written ||
         (alias->each && is_each_written(run, rg_alias_number(run, id)))))
        run->memory.read_whole = id; /* see lists.c */
    rg_value now = rg_current(run, id);
    if (rg_is_node(now) && now.data == id)
        return now;
    u->alike &=
        rg_is_node(now) && rg_node_type(run->graph, id) &&
        rg_node_at(run->graph, now.data)->annotation == rg_node_at(run->graph, id)->annotation;
    return now;
}

static rg_value update_argument(void *context, rg_node_id id) {
    updating *u = context;
    if (is_surely_current(u->run, id))
        return rg_node_value(id);
    rg_value now = current_argument(u, id);
    if ((!rg_is_node(now) || now.data != id) && rg_meets_first(u->run, &u->met, id))
        rg_moved_reader(u->run, id, now);
    return now;
}

/* Any arguments; false: none changed. */
static bool update_all(updating *u, rg_node_id id) {
    rg_run *run = u->run;
    bool new_args = false, new_kwargs = false;
    rg_meet_none(run, &u->met);
    rg_value args = rg_node_at(run->graph, id)->args;
    args = rg_map_nodes(run->module, args, update_argument, u, &new_args);
    rg_value kwargs = rg_node_at(run->graph, id)->kwargs;
    kwargs = rg_map_nodes(run->module, kwargs, update_argument, u, &new_kwargs);
    if (new_args || new_kwargs)
        rg_set_args(run->graph, id, args, kwargs);
    return new_args || new_kwargs;
}

/* Of a call with few arguments, which are no containers. */
static bool update_few(updating *u, rg_node_id id) {
    rg_run *run = u->run;
    rg_value args = rg_node_at(run->graph, id)->args;
    uint32_t count = rg_value_count(args);
    rg_value old[RG_FEW_ITEMS], new[RG_FEW_ITEMS];
    bool changed = false;
    memcpy(old, rg_items(run->module, args), count * sizeof *old);
    for (uint32_t i = 0; i < count; i++) {
        new[i] = old[i];
        if (!rg_is_node(old[i]) || is_surely_current(run, old[i].data))
            continue;
        new[i] = current_argument(u, old[i].data);
        if (rg_is_node(new[i]) && new[i].data == old[i].data)
            continue;
        changed = true;
        if (!rg_stands_before(old, i))
            rg_moved_reader(run, old[i].data, new[i]);
    }
    if (changed)
        rg_exchange_args(run->graph, id, rg_container(run->module, RG_TUPLE, new, count));
    return changed;
}

void rg_update_arguments(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    bool keywords = rg_value_count(node->kwargs) > 0;
    if (are_surely_current(run, node->args) && (!keywords || are_surely_current(run, node->kwargs)))
        return;
    bool takes_item = strcmp(rg_node_target(run->graph, id), "operator.getitem") == 0;
    updating u;
    u.run = run;
    u.takes_item = takes_item;
    u.alike = true;
    bool few = !keywords && rg_are_few(run->module, node->args);
    if (few ? !update_few(&u, id) : !update_all(&u, id))
        return;
    if (!u.alike) {
        rg_forget_verdict(run, id, takes_item);
        rg_mark_restrided(run, id); /* what it reads now may lie otherwise */
    }
    run->calls.edits++;
}

/* ---------------------------------------------------------------- comparing */

bool rg_same_elements(rg_run *run, rg_node_id a, rg_node_id b) {
    const rg_alias *x = rg_alias_of(run, a), *y = rg_alias_of(run, b);
    if (!x || !y || x->storage != y->storage || x->reshaped || y->reshaped)
        return false;
    return x == y ||
           (!x->revalued && !y->revalued &&
            rg_same_layout(rg_node_type(run->graph, x->maker), rg_node_type(run->graph, y->maker)));
}
