/* Lists in a single node (`chunk(x, 2)`, `sort(x)`) as arguments.
 *
 * A call that writes such a list writes its items. The argument is replaced by the items,
 * `[c[0], c[1]]`, so that rules and the memory model deal with tensors alone. The same is done for
 * a call that reads a list of which an item has been written. */
#include "../calls/callees.h"
#include "../rewrite/making/build.h"
#include "../rewrite/run.h"
#include "../effects/effects.h"
#include "lists.h"
#include "storage.h"
#include "storage_parts.h"

/* How many tensors the list has; false: that is not known. */
static bool list_length(rg_run *run, rg_node_id list, size_t *length) {
    const rg_type *type = rg_node_type(run->graph, list);
    const rg_alias *alias = rg_alias_of(&run->memory, list);
    if (alias && alias->each) {
        *length = alias->each;
        return true;
    }
    if (type) {
        *length = type->count;
        return type->kind == RG_TYPE_TUPLE || type->kind == RG_TYPE_LIST;
    }
    const rg_binding *binding = rg_bind_node(run, list);
    if (!binding)
        return false;
    *length = rg_written_result_count(binding);
    return *length > 1 || rg_returns_written_list(binding);
}

bool rg_is_list(const rg_memory *memory, rg_node_id id) {
    const rg_type *type = rg_node_type(memory->graph, id);
    const rg_alias *alias = rg_is_implicit(memory, id) ? NULL : rg_alias_of(memory, id);
    return (type && (type->kind == RG_TYPE_TUPLE || type->kind == RG_TYPE_LIST)) ||
           (alias && alias->sequence);
}

/* ---------------------------------------------------------------- one list */

typedef struct spelling {
    rg_run *run;
    rg_node_id call;
    rg_node_id list;       /* that the call writes or views the items of; RG_NO_NODE: none */
    rg_node_id first_made; /* RG_NO_NODE: none yet */
    bool writes, reads, changed;
} spelling;

static rg_node_id make_item(spelling *s, rg_node_id list, size_t index) {
    rg_run *run = s->run;
    rg_value args[] = {rg_node_value(list), rg_int(run->module, (int64_t)index)};
    const rg_type *type = rg_node_type(run->graph, list);
    rg_maker maker = run->making.now; /* rules visit the node */
    maker.origin = rg_storage_of(&run->memory, list)->origin;
    maker.cursor = s->call;
    rg_maker before = rg_begin_making(run, maker);
    rg_node_id made = rg_make_node(run, RG_CALL_FUNCTION, "operator.getitem",
                                   rg_container(run->module, RG_TUPLE, args, 2),
                                   rg_container(run->module, RG_DICT, NULL, 0), NULL);
    rg_end_making(run, &before);
    if (type)
        rg_annotate(run, made, rg_type_to_text(run->module, type->items[index]));
    if (s->first_made == RG_NO_NODE)
        s->first_made = made;
    return made;
}

/* The items: existing getitem nodes where the graph has them, else new ones. */
static rg_value items_of(spelling *s, rg_node_id list, size_t count) {
    rg_run *run = s->run;
    rg_value *items = rg_alloc_array(run->arenas.scratch, count, sizeof *items);
    for (size_t i = 0; i < count; i++) {
        rg_node_id taken = rg_taken_item(&run->memory, list, i);
        items[i] = rg_node_value(taken != RG_NO_NODE ? taken : make_item(s, list, i));
    }
    const rg_type *type = rg_node_type(run->graph, list);
    bool is_tuple = type && type->kind == RG_TYPE_TUPLE;
    return rg_container(run->module, is_tuple ? RG_TUPLE : RG_LIST, items, count);
}

/* A write to a sequence of views writes what they view. In a pass that leaves writes this must be
 * the tensor itself, not a content that a rule gave it. */
static bool may_stay(const rg_run *run, rg_node_id list) {
    const rg_alias *alias = rg_alias_of(&run->memory, list);
    return alias && alias->parent != RG_NONE_ID &&
           (run->pass.code->pure || !rg_storage_at(&run->memory, alias->storage)->version);
}

static rg_value spell_out(void *context, rg_node_id id) {
    spelling *s = context;
    rg_run *run = s->run;
    size_t count = 0;
    if (id != s->list && !rg_is_list(&run->memory, id))
        return rg_node_value(id);
    if (rg_alias_of(&run->memory, id) && list_length(run, id, &count)) {
        s->changed = true;
        return items_of(s, id, count);
    }
    const rg_alias *alias = rg_alias_of(&run->memory, id);
    if (alias && alias->parent == RG_NONE_ID && s->reads &&
        rg_storage_of(&run->memory, id)->items_written)
        rg_fail(run, NULL, "%%%s is read as a whole after one of its items was written",
                rg_node_name(run->graph, id));
    if (id == s->list && s->writes && !may_stay(run, id))
        rg_fail_advice(run, NULL, "the annotated form of the graph tells it",
                       "`%s` writes the list %%%s, and it is not known how many tensors that "
                       "holds: no metadata on %%%s",
                       rg_node_target(run->graph, s->call), rg_node_name(run->graph, id),
                       rg_node_name(run->graph, id));
    return rg_node_value(id);
}

/* ---------------------------------------------------------------- one call */

/* Whether a list may be given to the call as a list of its items: where a list of tensors is meant.
 */
static void check_readers_of_lists(rg_run *run, rg_node_id id, rg_node_id written) {
    const rg_node *node = rg_node_at(run->graph, id);
    const rg_binding *binding = rg_bind_node(run, id);
    bool meant = node->opcode == RG_OUTPUT || binding;
    for (size_t i = 0; binding && i < binding->schema->param_count; i++) {
        rg_value value = binding->slots[i].value;
        meant &= binding->schema->params[i].list || !rg_is_node(value) || value.data == written ||
                 !rg_is_list(&run->memory, value.data);
    }
    if (!meant)
        rg_fail(run, NULL, "%%%s is read as a whole after one of its items was written",
                rg_node_name(run->graph, run->memory.read_whole));
}

bool rg_spell_out_lists(rg_run *run, rg_node_id id, rg_node_id *next) {
    bool reads = run->memory.read_whole != RG_NO_NODE;
    run->arenas.untidy = true;
    rg_effect effect = *rg_analyse(run, id);
    spelling s = {run, id, effect.list, RG_NO_NODE, effect.write_count > 0, reads, false};
    if (effect.list == RG_NO_NODE && !reads)
        return false;
    if (reads)
        check_readers_of_lists(run, id, effect.list);
    run->memory.read_whole = RG_NO_NODE;
    bool ignored = false;
    rg_value args = rg_node_at(run->graph, id)->args, kwargs = rg_node_at(run->graph, id)->kwargs;
    args = rg_map_nodes(run->module, args, spell_out, &s, &ignored);
    kwargs = rg_map_nodes(run->module, kwargs, spell_out, &s, &ignored);
    if (!s.changed)
        return false;
    rg_set_args(run->graph, id, args, kwargs);
    rg_forget_call(run, id, true);
    rg_forget_effect(run);
    run->calls.edits++;
    *next = s.first_made != RG_NO_NODE ? s.first_made : id;
    return true;
}
