/* Writes: `x <- e` carried through views to the root, `x becomes e`, `y = e`. */
#include <string.h>

#include "../calls/callees.h"
#include "../eval/eval.h"
#include "../rewrite/readers.h"
#include "../rewrite/run.h"
#include "../effects/effects.h"
#include "future.h"
#include "places/overlap.h"
#include "storage.h"
#include "storage_parts.h"

enum { CHAIN_SHOWN = 12 }; /* views of views that a message lists */

const char *rg_describe_chain(const rg_memory *memory, rg_node_id id) {
    rg_text text = rg_text_new(memory->scratch);
    const rg_alias *alias = rg_alias_of(memory, id);
    rg_text_printf(&text, "%%%s", rg_node_name(memory->graph, id));
    for (size_t steps = 0; alias && alias->parent != RG_NONE_ID; steps++) {
        if (steps == CHAIN_SHOWN) {
            rg_text_puts(&text, ", a view of …");
            break;
        }
        const rg_node *view = rg_node_at(memory->graph, alias->view);
        alias = rg_alias_at(memory, alias->parent);
        rg_text_printf(&text, ", a view (%s) of %%%s",
                       rg_symbol_text(memory->graph->module->symbols, view->target),
                       rg_node_name(memory->graph, alias->maker));
    }
    return rg_text_string(&text);
}

/* What an alias holds after a write, to be noted once all inverses are made. */
typedef struct rewritten {
    uint32_t alias;
    rg_node_id node;
} rewritten;

static const rg_clause_code *inverse_of(rg_run *run, const rg_alias *sequence_or_view,
                                        rg_node_id target, const rg_ast *ast) {
    rg_node_id call = sequence_or_view->view;
    const rg_binding *binding = rg_bind_node(run, call);
    const rg_op_clause *clause =
        binding ? rg_ops_clause(binding->schema->op->views, binding->schema) : NULL;
    const rg_clause_code *code = clause ? rg_clause_of(clause->ast) : NULL;
    if (code && code->body)
        return code;
    run->memory.written_through = RG_NO_NODE; /* the message says it */
    rg_fail_advice(
        run, ast,
        "an operator file says how a write reaches the viewed tensor: `view OP(self, …) writes …`",
        "the write through %s cannot reach %%%s: `%s` has no inverse",
        rg_describe_chain(&run->memory, target),
        rg_node_name(run->graph, rg_storage_at(&run->memory, sequence_or_view->storage)->root),
        rg_node_target(run->graph, call));
}

/* The new value of the alias that `child` views, from the new value of `child`. */
static rg_node_id invert(rg_run *run, uint32_t child, rg_node_id value, rg_node_id target,
                         uint32_t *parent, const rg_ast *ast) {
    rg_memory *memory = &run->memory;
    rg_alias *alias = rg_alias_at(memory, child);
    rg_alias *viewing = alias;
    rg_value index = rg_none();
    if (rg_alias_at(memory, alias->parent)->sequence) {
        viewing = rg_alias_at(memory, alias->parent);
        index = rg_int(run->module, alias->item);
    }
    uint32_t up = viewing->parent;
    rg_node_id call = viewing->view;
    const rg_clause_code *code = inverse_of(run, viewing, target, ast);
    if (!viewing->among)
        rg_check_index(run, viewing, ast);
    rg_node_id self =
        code->needs_parent ? rg_bring_up_to_date(run, up) : rg_alias_at(memory, up)->maker;
    self = rg_viewed(run, viewing, self);
    rg_value result =
        rg_eval_clause(run, code, call, rg_node_value(value), index, rg_node_value(self));
    if (!rg_is_node(result))
        rg_fail(run, ast, "the inverse of `%s` is no node", rg_node_target(run->graph, call));
    *parent = up;
    rg_annotate(run, result.data,
                rg_node_at(run->graph, rg_alias_at(memory, up)->maker)->annotation);
    return result.data;
}

/* The alias has the node as its content, at the version that the storage has now. */
static void set_content(rg_run *run, uint32_t number, rg_node_id node) {
    rg_alias *alias = rg_alias_at(&run->memory, number);
    rg_pass_readers(run, alias->current, node);
    alias->current = node;
    alias->version = rg_storage_at(&run->memory, alias->storage)->version;
}

/* Later uses of the node are uses of the alias's object. A tensor that the graph had before keeps
 * its own value for its readers. */
static void give_object(rg_memory *memory, uint32_t number, rg_node_id node) {
    uint32_t object = rg_alias_at(memory, number)->object;
    bool other = !(rg_node_at(memory->graph, node)->flags & RG_NODE_NEW) &&
                 rg_object_of(memory, node) != object;
    rg_set_object(memory, node, object);
    rg_holding_of(memory, node)->frozen = other;
}

static void mark_written(rg_run *run, uint32_t storage, rg_node_id site) {
    rg_memory *memory = &run->memory;
    rg_storage *written = rg_storage_at(memory, storage);
    written->written = true;
    written->last_write = memory->sweep_position;
    if (written->tuple != RG_NONE_ID)
        rg_storage_at(memory, written->tuple)->items_written = true;
    if (written->maybe_first != RG_NONE_ID)
        rg_mark_maybes(memory, storage, site);
}

/* Whether the memory of a storage was there before the rule was applied. */
static bool was_there(const rg_run *run, uint32_t storage) {
    return rg_storage_at(&run->memory, storage)->root < run->making.now.first_made;
}

/* Whether the result of a call is, or may be, the memory of a tensor that somebody else reads. */
static bool is_memory_of_another(rg_run *run, rg_node_id id) {
    rg_memory *memory = &run->memory;
    switch (rg_analyse(run, id)->kind) {
    case RG_EFFECT_SAME:
    case RG_EFFECT_VIEW:
        return was_there(run, rg_alias_of(memory, id)->storage);
    case RG_EFFECT_ITEM:
        return rg_alias_of(memory, id)->parent != RG_NONE_ID &&
               was_there(run, rg_alias_of(memory, id)->storage);
    case RG_EFFECT_MAYBE:
        return rg_may_be_older(&run->memory, rg_alias_of(memory, id)->storage,
                               run->making.now.first_made);
    default:
        return false;
    }
}

/* What the storage of `target` is to hold: `value`, or a copy of it where it is another tensor's
 * memory (`x <- view(y)`) and that would show: by a write that stays in the graph, or (in a pure
 * pass nobody looked which) by an output. */
static rg_node_id own_content(rg_run *run, rg_node_id target, rg_node_id value, const rg_ast *ast) {
    rg_memory *memory = &run->memory;
    const rg_storage *from = rg_storage_of(memory, target), *to = rg_storage_of(memory, value);
    if (!from || !to || from == to ||
        !(run->pass.code->pure ||
          rg_sharing_shows(run, from, rg_alias_of(memory, value)->storage)) ||
        !is_memory_of_another(run, value))
        return value;
    rg_node_id copy = rg_make_clone(run, value, ast);
    rg_annotate(run, copy, rg_node_at(run->graph, value)->annotation);
    return copy;
}

/* Whether the object that the alias was made for is still seen through it. */
static bool shows_its_object(const rg_memory *memory, uint32_t number) {
    return ((const uint32_t *)memory->object_alias.data)[rg_alias_at(memory, number)->object] ==
           number;
}

/* The first of some aliases that its object is still seen through; else the first of all. */
static uint32_t owning_alias(const rg_memory *memory, const rewritten *made, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (shows_its_object(memory, made[i].alias))
            return made[i].alias;
    return made->alias;
}

/* One node may hold the content of several aliases (`detach`): it is read as the object of one. */
static void set_contents(rg_run *run, const rewritten *made, size_t count) {
    for (size_t first = 0, end = 0; first < count; first = end) {
        for (end = first; end < count && made[end].node == made[first].node; end++)
            set_content(run, made[end].alias, made[end].node);
        uint32_t owner = owning_alias(&run->memory, made + first, end - first);
        give_object(&run->memory, owner, made[first].node);
    }
}

/* A write to one element of such a tensor would be one to others. */
static void refuse_overlap(rg_run *run, uint32_t storage, const rg_ast *ast) {
    rg_node_id root =
        rg_alias_at(&run->memory, rg_storage_at(&run->memory, storage)->root_alias)->maker;
    const rg_type *type = rg_node_type(run->graph, root);
    if (!rg_overlaps_itself(type))
        return;
    rg_fail(run, ast,
            "%%%s, which is \"%s\", is written: several of its elements are one place of memory",
            rg_node_name(run->graph, root),
            rg_symbol_text(run->module->symbols, rg_type_to_text(run->module, type)));
}

void rg_refuse_reshaped(rg_run *run, uint32_t number, const rg_ast *ast) {
    const rg_alias *alias = rg_alias_at(&run->memory, number);
    if (alias->reshaped)
        rg_fail(run, ast,
                "%%%s was written, and a call that stays in the graph changes in place how %%%s is "
                "seen: what is read of it after that cannot be told",
                rg_node_name(run->graph, rg_storage_at(&run->memory, alias->storage)->root),
                rg_node_name(run->graph, alias->maker));
}

void rg_write_content(rg_run *run, rg_node_id target, rg_node_id value, rg_node_id site,
                      const rg_ast *ast) {
    rg_write_storage(run, target, own_content(run, target, value, ast), site, ast);
}

/* The alias of what is written: of one tensor. */
static uint32_t written_alias(rg_run *run, rg_node_id target, const rg_ast *ast) {
    uint32_t number = rg_alias_number(&run->memory, target);
    if (number == RG_NONE_ID)
        rg_fail(run, ast, "%%%s is no tensor that could be written",
                rg_node_name(run->graph, target));
    if (rg_alias_at(&run->memory, number)->sequence)
        rg_fail(run, ast,
                "%%%s is a list that is written, and it is not known how many tensors it "
                "holds: no metadata on %%%s",
                rg_node_name(run->graph, target), rg_node_name(run->graph, target));
    return number;
}

/* The new content of each alias from the written one up to the root, by the inverse of each view.
 * In the scratch arena. */
static rg_array invert_up_to_root(rg_run *run, uint32_t number, rg_node_id value, rg_node_id target,
                                  const rg_ast *ast) {
    rg_memory *memory = &run->memory;
    rg_array contents = {0};
    for (rg_node_id content = value;;) {
        *(rewritten *)rg_array_push(memory->scratch, &contents, sizeof(rewritten)) =
            (rewritten){number, content};
        rg_refuse_reshaped(run, number, ast);
        if (rg_alias_at(memory, number)->parent == RG_NONE_ID)
            return contents;
        uint32_t child = number;
        rg_node_id below = content;
        content = invert(run, number, content, target, &number, ast);
        if (content == below) /* one node for both: an in-place view could not tell them apart */
            rg_alias_at(memory, child)->maybe_duplicate =
                rg_alias_at(memory, number)->maybe_duplicate = true;
    }
}

void rg_write_storage(rg_run *run, rg_node_id target, rg_node_id value, rg_node_id site,
                      const rg_ast *ast) {
    rg_memory *memory = &run->memory;
    uint32_t number = written_alias(run, target, ast);
    uint32_t storage = rg_alias_at(memory, number)->storage;
    memory->written_through = target;
    rg_refuse_maybe(run, storage, ast);
    refuse_overlap(run, storage, ast);
    rg_array contents = invert_up_to_root(run, number, value, target, ast);
    rg_storage_at(memory, storage)->version++;
    rg_storage_at(memory, storage)->origin = run->making.now.origin;
    set_contents(run, contents.data, contents.count);
    if (rg_object_of(memory, site) == rg_object_of(memory, target) && site != target)
        rg_pass_readers(run, site, value); /* the call that was rewritten returned the object */
    mark_written(run, storage, site);
    rg_spoil_dependents(memory, storage);
    memory->written_through = RG_NO_NODE;
    memory->stale = true;
}

void rg_mark_write(rg_run *run, rg_node_id target, rg_node_id site) {
    const rg_alias *alias = rg_alias_of(&run->memory, target);
    if (!alias)
        return;
    mark_written(run, alias->storage, site);
}

void rg_note_seen_anew(const rg_memory *memory, rg_node_id target) {
    if (rg_object_of(memory, target) != RG_NONE_ID)
        rg_alias_of(memory, target)->reshaped = 0;
}

void rg_become(rg_run *run, rg_node_id target, rg_node_id value, rg_node_id site,
               const rg_ast *ast) {
    rg_memory *memory = &run->memory;
    uint32_t object = rg_object_of(memory, target);
    uint32_t alias = rg_alias_number(memory, value);
    if (object == RG_NONE_ID || alias == RG_NONE_ID)
        rg_fail(run, ast, "only a tensor can become a view");
    if (rg_alias_of(memory, target)->maybe_duplicate || rg_may_have_other_names(memory, target))
        rg_fail(run, ast,
                "%%%s changes in place how %%%s is seen, which a conversion that changes nothing "
                "may have returned as it is: it cannot be known whether both are one tensor object",
                rg_node_name(run->graph, site), rg_node_name(run->graph, target));
    if (rg_node_at(run->graph, target)->opcode == RG_PLACEHOLDER)
        rg_fail(run, ast,
                "%%%s changes the shape of the input %%%s itself, which no output can give to the "
                "caller's tensor",
                rg_node_name(run->graph, site), rg_node_name(run->graph, target));
    ((uint32_t *)memory->object_alias.data)[object] = alias;
    /* the node that makes the view is the object from here on */
    rg_alias_at(memory, alias)->object = object;
    rg_set_object(memory, value, object);
    memory->stale = true;
}

/* Whether the node was made by the rule whose values take effect. */
static bool is_made_now(const rg_run *run, rg_node_id id) {
    return id >= run->making.now.first_made;
}

/* Whether a tensor, made by the rule whose actions are carried out, has memory of its own. For an
 * operator that no table knows the rule must guarantee it, as PyTorch requires of custom operators.
 */
static bool has_own_memory(const rg_run *run, rg_node_id id) {
    const rg_alias *alias = rg_alias_of(&run->memory, id);
    const rg_storage *storage = rg_storage_at(&run->memory, alias->storage);
    return is_made_now(run, id) && is_made_now(run, alias->maker) && alias->parent == RG_NONE_ID &&
           (storage->maybe_first == RG_NONE_ID || storage->undeclared);
}

/* A replacement that several nodes use, or that is not fresh, may share memory that the old value
 * did not share: it is copied where that would be observable. */
typedef struct replacing {
    rg_run *run;
    rg_node_id old;
    const rg_ast *ast;
    bool one_of_several; /* the value is an item of what replaces `old` */
} replacing;

/* Other rules may have changed the value since bind_action() checked it. */
static void refuse_lost_sharing(const replacing *r, const rg_storage *from) {
    if (rg_needs_its_memory(r->run, r->old))
        rg_fail(
            r->run, r->ast,
            "%%%s shares the memory of %%%s, which is written or returned; its replacement does "
            "not",
            rg_node_name(r->run->graph, r->old), rg_node_name(r->run->graph, from->root));
}

static rg_node_id unshared(const replacing *r, rg_node_id value) {
    rg_run *run = r->run;
    const rg_alias *before = rg_alias_of(&run->memory, r->old),
                   *after = rg_alias_of(&run->memory, value);
    if (!before || !after || before->storage == after->storage)
        return value;
    const rg_storage *from = rg_storage_at(&run->memory, before->storage);
    refuse_lost_sharing(r, from);
    bool own = !r->one_of_several && has_own_memory(run, value);
    /* in a pure pass a new view is a value of its own, whatever happens to its base */
    bool view = run->pass.code->pure && before->parent != RG_NONE_ID && is_made_now(run, value);
    if (own || view || !rg_sharing_shows(run, from, after->storage))
        return value;
    rg_node_id copy = rg_make_clone(run, value, r->ast);
    if (!r->one_of_several) {
        rg_annotate(run, copy, rg_node_at(run->graph, r->old)->annotation);
        return copy;
    }
    rg_annotate(run, copy, rg_node_at(run->graph, value)->annotation);
    rg_register_fresh(&run->memory, copy);
    rg_note_maybe_dead(run, copy);
    return copy;
}

/* What becomes of the whole becomes of each item: the same value must not be another one, too. */
static rg_value unshared_item(void *context, rg_node_id id) {
    const replacing *r = context;
    rg_node_id item = unshared(r, id);
    rg_share_future(r->run, r->old, item);
    return rg_node_value(item);
}

static rg_value unshared_value(rg_run *run, rg_node_id old, rg_value value, const rg_ast *ast) {
    replacing r = {run, old, ast, !rg_is_node(value)};
    bool ignored = false;
    if (rg_is_node(value))
        return rg_node_value(unshared(&r, value.data));
    return rg_map_nodes(run->module, value, unshared_item, &r, &ignored);
}

/* `value`, made for this, becomes the object of `old`. */
static void take_over(rg_run *run, rg_node_id old, rg_node_id value) {
    rg_memory *memory = &run->memory;
    rg_alias *alias = rg_alias_of(memory, old);
    rg_storage *storage = rg_storage_at(memory, alias->storage);
    if (storage->root == old)
        storage->root = value;
    if (alias->maker == old)
        alias->maker = value;
    alias->current = value;
    alias->version = storage->version;
    rg_set_object(memory, value, rg_object_of(memory, old));
    /* where the old node stays, it is not what its readers read any more */
    rg_holding_of(memory, old)->version = RG_NO_VERSION;
}

static void note_replacement(rg_run *run, rg_node_id old, rg_value value) {
    rg_state_of(&run->memory, old)->replacement =
        (rg_value){value.tag | RG_IS_REPLACED, value.data};
}

static void refuse_circle(rg_run *run, rg_node_id old, rg_value value, const rg_ast *ast) {
    for (bool more = true; more && rg_is_node(value);) {
        if (value.data == old)
            rg_fail(run, ast, "%%%s would be replaced by itself", rg_node_name(run->graph, old));
        more = rg_replacement_of(&run->memory, value.data, &value);
    }
}

/* Whether `value` becomes the object of `old`. If a rule has written the value, if it existed
 * before or if it is in other memory, the value stays an object of its own, and only later reads of
 * `old` become reads of it. In a pure pass every value stays its own. */
static bool may_take_over(const rg_run *run, rg_node_id old, rg_value value) {
    const rg_memory *memory = &run->memory;
    if (!rg_is_node(value) || !is_made_now(run, value.data) || !rg_alias_of(memory, old))
        return false;
    const rg_storage *storage = rg_storage_of(memory, value.data);
    return !storage ||
           (!storage->written && (run->pass.code->pure || has_own_memory(run, value.data) ||
                                  storage == rg_storage_of(memory, old)));
}

/* Later reads of `old` become reads of `value`, which stays an object of its own. */
static void redirect(rg_run *run, rg_node_id old, rg_value value, const rg_ast *ast) {
    rg_memory *memory = &run->memory;
    refuse_circle(run, old, value, ast);
    if (rg_is_node(value) && rg_alias_of(memory, value.data) && rg_alias_of(memory, old))
        rg_alias_of(memory, value.data)->maybe_duplicate = true; /* two objects read one node */
    note_replacement(run, old, value);
}

/* An implicit tensor is gone, and another, made now, replaces it. */
static bool replace_unknown(rg_run *run, rg_node_id old, rg_value value) {
    if (!rg_was_implicit(&run->memory, old) || !rg_is_node(value) ||
        !is_made_now(run, value.data) || !rg_is_implicit(&run->memory, value.data))
        return false;
    rg_pass_readers(run, old, value.data);
    rg_hand_on_future(run, old, value.data);
    note_replacement(run, old, value);
    return true;
}

void rg_replace(rg_run *run, rg_node_id old, rg_value value, const rg_ast *ast) {
    run->memory.stale = true;
    if (!rg_was_implicit(&run->memory, old))
        rg_note_maybe_dead(run, old);
    if (rg_is_node(value))
        rg_note_maybe_dead(run, value.data);
    if (replace_unknown(run, old, value))
        return;
    value = unshared_value(run, old, value, ast);
    if (rg_is_node(value)) {
        rg_pass_readers(run, old, value.data);
        rg_share_future(run, old, value.data);
    }
    if (may_take_over(run, old, value))
        take_over(run, old, value.data);
    else
        redirect(run, old, value, ast);
}
