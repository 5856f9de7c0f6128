/* What a node is when the sweep reaches it: its object, by what its call does. */
#include "../calls/callees.h"
#include "../eval/sizes.h"
#include "../rewrite/run.h"
#include "../effects/effects.h"
#include "places/layout.h"
#include "storage.h"
#include "storage_parts.h"

/* ---------------------------------------------------------------- registering */

/* Whether a rule removed `first`, and its content has not been written since. */
static bool has_left_its_place(const rg_memory *memory, rg_node_id first) {
    const rg_alias *alias = rg_alias_of(memory, first);
    return rg_node_at(memory->graph, first)->flags & RG_NODE_ERASED && alias->current == first &&
           alias->version == rg_storage_at(memory, alias->storage)->version;
}

/* An item that was taken out before as `first`: the same object, and as old as that is. */
static void take_again(rg_run *run, rg_node_id id, rg_node_id first) {
    rg_memory *memory = &run->memory;
    if (has_left_its_place(memory, first)) {
        rg_set_object(memory, id, rg_object_of(memory, first));
        rg_alias_of(memory, id)->current = id;
        return;
    }
    bool outdated = rg_is_outdated(memory, first);
    uint32_t version = rg_holding_of(memory, first)->version;
    rg_set_object(memory, id, rg_object_of(memory, first));
    rg_holding_of(memory, id)->version = outdated ? RG_NO_VERSION : version;
    if (outdated)
        rg_note_maybe_dead(run, id);
}

/* Item `index` of the fresh tuple is one object, however often it is taken out. */
static void register_item(rg_run *run, rg_node_id id, rg_node_id tuple_node, uint32_t index) {
    rg_memory *memory = &run->memory;
    uint32_t tuple = rg_object_of(memory, tuple_node);
    rg_node_id first = rg_first_of_item(memory, tuple, index);
    if (first != RG_NO_NODE) {
        take_again(run, id, first);
        return;
    }
    rg_note_item(memory, tuple, index, id);
    rg_alias *root = rg_add_root(memory, id);
    /* what may share memory with the tuple may share it with its items */
    uint32_t whole = rg_alias_of(memory, tuple_node)->storage;
    rg_storage_at(memory, root->storage)->tuple = whole;
    rg_share_maybes(memory, root->storage, whole);
}

static void register_maybe(rg_run *run, rg_node_id id, const rg_effect *effect) {
    rg_add_root(&run->memory, id)->sequence = effect->tuple;
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
    if (other == RG_NO_NODE || !rg_alias_of(&run->memory, other))
        rg_fail(run, NULL, "shares_memory_with of %%%s names no earlier input",
                rg_node_name(run->graph, id));
    return other;
}

/* The host says that an input shares memory with earlier ones:
 * `# {'shares_memory_with': ['l_x_']}` on the placeholder. Two of one layout are one tensor;
 * two that have no element in common are apart; of others it is not known how they overlap. */
static void register_input(rg_run *run, rg_node_id id, bool tuple) {
    rg_memory *memory = &run->memory;
    rg_value names = sharing_names(run, id);
    uint32_t count = rg_is_container(names) ? rg_value_count(names) : 0;
    const rg_type *type = rg_node_type(run->graph, id);
    for (uint32_t i = 0; i < count && rg_object_of(memory, id) == RG_NONE_ID; i++) {
        rg_node_id other = earlier_input(run, id, rg_item(run->module, names, i));
        if (rg_same_layout(type, rg_node_type(run->graph, other)))
            rg_set_object(memory, id, rg_object_of(memory, other));
    }
    if (rg_object_of(memory, id) == RG_NONE_ID)
        rg_add_root(memory, id)->sequence = tuple;
    for (uint32_t i = 0; i < count; i++)
        rg_link_inputs(&run->memory, id, earlier_input(run, id, rg_item(run->module, names, i)));
}

const rg_ast *rg_again_clause(rg_run *run, rg_node_id call) {
    const rg_binding *binding = rg_bind_node(run, call);
    const rg_op_clause *clause =
        binding ? rg_ops_clause(binding->schema->op->agains, binding->schema) : NULL;
    return clause ? clause->ast : NULL;
}

/* What may be left without readers: a node replaced, or what replaced one that nobody read. */
void rg_note_maybe_dead(rg_run *run, rg_node_id id) {
    *(rg_node_id *)rg_array_push(run->arenas.run, &run->sweep.maybe_dead, sizeof id) = id;
}

/* Whether the tensor that a call views has content of other strides than the call relies on. */
static bool counts_on_old_strides(rg_run *run, rg_node_id id, const rg_effect *effect,
                                  const rg_alias *alias) {
    rg_storage *storage = rg_storage_at(&run->memory, alias->storage);
    bool others =
        rg_may_be_restrided(run, effect->node) && (effect->of_storage || !run->pass.code->pure);
    bool restrided = others || (!effect->of_storage && storage->version > 0);
    if (!restrided || !rg_again_clause(run, id))
        return false;
    storage->views_may_copy |= others && !run->pass.code->pure; /* taken again it may be a copy */
    return true;
}

static void register_view(rg_run *run, rg_node_id id, const rg_effect *effect) {
    rg_memory *memory = &run->memory;
    uint32_t parent =
        effect->of_storage ? rg_base_of(run, effect->node) : rg_alias_number(memory, effect->node);
    if (parent == RG_NONE_ID) {
        rg_add_root(memory, id);
        return;
    }
    rg_alias *alias = rg_add_object(memory, id, rg_alias_at(memory, parent)->storage, parent);
    alias->maybe_duplicate = effect->maybe_itself;
    alias->revalued = effect->revalues || rg_alias_at(memory, parent)->revalued;
    rg_alias_at(memory, parent)->maybe_duplicate |= alias->maybe_duplicate;
    alias->of_storage = effect->of_storage;
    alias->sequence = effect->kind == RG_EFFECT_VIEWS;
    if (counts_on_old_strides(run, id, effect, alias)) { /* it is taken as a view taken again is */
        alias->version = RG_NO_VERSION;
        rg_holding_of(memory, id)->version = RG_NO_VERSION;
        rg_note_maybe_dead(run, id);
    }
}

/* Item i of a sequence of views is one object too, however often it is taken out. */
static void register_item_of_views(rg_run *run, rg_node_id id, const rg_effect *effect) {
    rg_memory *memory = &run->memory;
    uint32_t sequence = rg_object_of(memory, effect->node), index = (uint32_t)effect->item;
    rg_node_id first = rg_first_of_item(memory, sequence, index);
    if (first == RG_NO_NODE) {
        rg_note_item(memory, sequence, index, id);
        register_view(run, id, effect);
        rg_alias_of(memory, id)->item = effect->item;
        return;
    }
    take_again(run, id, first);
}

/* Makes an alias for the call's view of each tensor of the list, then one for the whole result. */
static void register_each(rg_run *run, rg_node_id id) {
    rg_memory *memory = &run->memory;
    rg_value list = rg_viewed_list(run, id);
    uint32_t count = rg_value_count(list);
    for (uint32_t i = 0; i < count; i++) {
        rg_node_id viewed = rg_item(run->module, list, i).data;
        uint32_t parent = rg_alias_number(memory, viewed);
        rg_alias *alias = rg_add_object(memory, id, rg_alias_at(memory, parent)->storage, parent);
        alias->revalued = rg_alias_at(memory, parent)->revalued;
        alias->sequence = alias->among = true;
    }
    rg_alias *whole = rg_add_root(memory, id);
    whole->sequence = true;
    whole->each = count;
}

/* Whether a tensor that the sequence views has been written since. */
bool rg_is_each_written(const rg_memory *memory, uint32_t whole) {
    for (uint32_t i = 1; i <= rg_alias_at(memory, whole)->each; i++) {
        const rg_alias *among = rg_alias_at(memory, whole - i);
        if (among->version != rg_storage_at(memory, among->storage)->version ||
            among->current != among->view) /* it was made again */
            return true;
    }
    return false;
}

static void register_item_of_each(rg_run *run, rg_node_id id, const rg_effect *effect) {
    rg_memory *memory = &run->memory;
    uint32_t sequence = rg_object_of(memory, effect->node), index = (uint32_t)effect->item;
    uint32_t whole = rg_alias_number(memory, effect->node);
    rg_node_id first = rg_first_of_item(memory, sequence, index);
    if (first != RG_NO_NODE) {
        take_again(run, id, first);
        return;
    }
    if (index >= rg_alias_at(memory, whole)->each) {
        rg_add_root(memory, id);
        return;
    }
    rg_note_item(memory, sequence, index, id);
    uint32_t parent = whole - rg_alias_at(memory, whole)->each + index;
    uint32_t version = rg_alias_at(memory, parent)->version;
    rg_alias *alias = rg_add_object(memory, id, rg_alias_at(memory, parent)->storage, parent);
    alias->item = effect->item;
    alias->revalued = rg_alias_at(memory, parent)->revalued;
    if (version == rg_storage_at(memory, alias->storage)->version)
        return;
    alias->version = RG_NO_VERSION; /* the call's input has been written since */
    rg_holding_of(memory, id)->version = RG_NO_VERSION;
    rg_note_maybe_dead(run, id);
}

/* What the node makes as a whole is not what its items hold later. */
static void note_written_item(rg_memory *memory, rg_node_id tuple, uint32_t index,
                              rg_node_id written) {
    rg_note_item(memory, rg_object_of(memory, tuple), index, written);
    rg_storage_of(memory, tuple)->items_written = true;
}

/* Of several results that are arguments which the call writes, item i is that argument. */
static void register_written_items(rg_run *run, rg_node_id id) {
    const rg_binding *binding = rg_bind_node(run, id);
    if (!binding || !binding->schema->writes)
        return;
    size_t count = rg_written_result_count(binding);
    for (size_t i = 0; i < count; i++) {
        rg_node_id written = rg_written_result(run, binding, i);
        if (written != RG_NO_NODE && rg_object_of(&run->memory, written) != RG_NONE_ID)
            note_written_item(&run->memory, id, (uint32_t)i, written);
    }
}

/* Two get_attr of one target are one tensor. */
static bool is_known_attribute(rg_run *run, rg_node_id id) {
    rg_memory *memory = &run->memory;
    const rg_node *node = rg_node_at(run->graph, id);
    if (node->opcode != RG_GET_ATTR)
        return false;
    rg_node_id *first = rg_table_slot(run, &memory->attributes, node->target, sizeof *first);
    if (*first)
        rg_set_object(memory, id, rg_object_of(memory, *first - 1));
    bool known = *first != 0;
    if (!known)
        *first = id + 1;
    return known;
}

static void register_fresh(rg_run *run, rg_node_id id, const rg_effect *effect) {
    if (is_known_attribute(run, id))
        return;
    if (!effect->tuple && rg_is_operator_call(rg_node_at(run->graph, id))) {
        rg_register_fresh(&run->memory, id);
        return;
    }
    rg_add_root(&run->memory, id)->sequence = effect->tuple;
    if (effect->tuple)
        register_written_items(run, id);
}

static void register_result(rg_run *run, rg_node_id id, const rg_effect *effect) {
    rg_memory *memory = &run->memory;
    const rg_alias *of = effect->node == RG_NO_NODE ? NULL : rg_alias_of(memory, effect->node);
    switch (effect->kind) {
    case RG_EFFECT_NOTHING:
        return;
    case RG_EFFECT_SAME:
        if (!of) {
            rg_add_root(memory, id);
            return;
        }
        if (effect->item >= 0) { /* of what a call returned that wrote it: as it was then */
            take_again(run, id, effect->node);
            return;
        }
        rg_set_object(memory, id, rg_object_of(memory, effect->node));
        if (effect->reshapes) {
            rg_node_id maker = rg_alias_of(memory, id)->maker;
            rg_alias_of(memory, id)->reshaped = memory->sweep_position;
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

/* A node that is the content of another tensor stays that: the call it was turned into computes
 * that content. */
void rg_register_again(rg_run *run, rg_node_id id, const rg_effect *effect) {
    rg_memory *memory = &run->memory;
    const rg_alias *alias = rg_is_implicit(memory, id) ? NULL : rg_alias_of(memory, id);
    bool content = alias && alias->current == id && alias->view != id;
    bool fresh = effect->kind == RG_EFFECT_FRESH || effect->kind == RG_EFFECT_MAYBE;
    if (content && !fresh)
        rg_fail(run, NULL,
                "%%%s holds what is written to %%%s, and a rule makes another call of it",
                rg_node_name(run->graph, id),
                rg_node_name(run->graph, rg_storage_at(memory, alias->storage)->root));
    if (content)
        return;
    rg_state_of(memory, id)->holding = RG_NO_HOLDING;
    rg_register(run, id, effect);
}

void rg_register(rg_run *run, rg_node_id id, const rg_effect *effect) {
    if (!rg_is_implicit(&run->memory, id) && rg_object_of(&run->memory, id) == RG_NONE_ID)
        register_result(run, id, effect);
    rg_note_sizes(run, id);
}
