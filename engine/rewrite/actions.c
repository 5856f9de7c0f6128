/* The statements of rules and of begin and end blocks. What changes how values are read (`<-`,
 * `becomes`, `y = e`) is kept pending until the nodes it made were visited: see sweep.c. */
#include <string.h>

#include "../graph_text/graph_text.h"
#include "../calls/callees.h"
#include "../eval/eval.h"
#include "../eval/json.h"
#include "../eval/recall.h"
#include "../memory/effects.h"
#include "../memory/future.h"
#include "../memory/storage.h"
#include "../memory/storage_parts.h"
#include "build.h"
#include "conclude.h"
#include "readers.h"
#include "run.h"
#include "sweep.h"

static bool statement(rg_run *run, rg_value *frame, const rg_ast *ast);

static uint32_t slot_of(const rg_ast *name) {
    return ((const rg_ref *)name->compiled)->index;
}

static void bind_targets(rg_run *run, rg_value *frame, const rg_ast *target, rg_value value) {
    if (target->kind == RG_AST_WILDCARD)
        return;
    if (target->kind == RG_AST_NAME) {
        frame[slot_of(target)] = value;
        return;
    }
    if (!rg_is_container(value) || rg_value_count(value) != target->count)
        rg_fail(run, target, "%zu names stand for a value of %u items", target->count,
                rg_is_container(value) ? rg_value_count(value) : 1);
    for (size_t i = 0; i < target->count; i++)
        bind_targets(run, frame, target->items[i], rg_item(run->module, value, i));
}

/* ---------------------------------------------------------------- pending changes */

static bool was_made(const rg_run *run, rg_node_id id) {
    const rg_node_id *made = run->making.made.data;
    for (size_t i = run->making.made.count; i-- > 0;)
        if (made[i] == id)
            return true;
    return false;
}

static void await_node(void *context, rg_node_id id) {
    rg_state_of(context, id)->replacement.tag |= RG_IS_AWAITED;
}

static void await_no_more(void *context, rg_node_id id) {
    rg_state_of(context, id)->replacement.tag &= ~(uint32_t)RG_IS_AWAITED;
}

void rg_await(rg_run *run, rg_value value, bool awaited) {
    rg_visit_nodes(run->module, value, awaited ? await_node : await_no_more, run);
}

static void pend(rg_run *run, rg_pending_kind what, rg_node_id target, rg_value value,
                 const rg_ast *ast) {
    rg_pending *pending =
        rg_array_push(run->arenas.run, &run->application.pendings, sizeof *pending);
    pending->what = what;
    pending->target = target;
    pending->value = value;
    pending->site = run->current == RG_NO_NODE ? target : run->current;
    pending->ast = ast;
    rg_await(run, value, true);
}

static rg_node_id node_target(rg_run *run, rg_value value, const rg_ast *ast) {
    if (rg_is_node(value))
        return value.data;
    rg_text shown = rg_text_new(run->arenas.scratch);
    rg_print_value(&shown, run->graph, value);
    rg_fail(run, ast, "only a node can be written, not %s", rg_text_string(&shown));
}

/* A call may return more than what it stands for is annotated with. */
static bool as_many_results(rg_run *run, rg_node_id made, rg_node_id described) {
    const rg_type *type = rg_node_type(run->graph, described);
    const rg_binding *binding =
        type && type->kind == RG_TYPE_TUPLE ? rg_bind_node(run, made) : NULL;
    size_t results = binding ? binding->schema->result_count : 0;
    return results < 2 || results == type->count;
}

/* The node that holds the new value takes the annotation of what it stands for. */
static void inherit(rg_run *run, rg_node_id made, rg_node_id described) {
    rg_node_id maker = rg_maker_of(run, described);
    uint32_t annotation = rg_node_at(run->graph, maker)->annotation;
    if (annotation && as_many_results(run, made, maker))
        rg_annotate(run, made, annotation);
    rg_symbol type = rg_extra_of(run->graph, described)->type;
    if (type && !rg_extra_of(run->graph, made)->type)
        rg_make_extra(run->graph, made)->type = type;
    rg_forget_effect(run);
}

static void check_shape(rg_run *run, rg_node_id target, rg_node_id value, const rg_ast *ast) {
    const rg_type *want = rg_node_type(run->graph, rg_maker_of(run, target));
    const rg_type *have = rg_node_type(run->graph, value);
    if (!want || !have || want->kind != RG_TYPE_TENSOR || have->kind != RG_TYPE_TENSOR)
        return;
    bool same = want->rank == have->rank;
    for (size_t i = 0; same && i < want->rank; i++)
        same = want->shape[i].symbol || have->shape[i].symbol ||
               want->shape[i].value == have->shape[i].value;
    if (same)
        return;
    rg_fail(run, ast, "%%%s is \"%s\" and cannot hold a value that is \"%s\"",
            rg_node_name(run->graph, target),
            rg_symbol_text(run->module->symbols, rg_type_to_text(run->module, want)),
            rg_symbol_text(run->module->symbols, rg_type_to_text(run->module, have)));
}

/* Whether the rule has put the value in a place already. */
static bool is_given(const rg_run *run, rg_node_id id) {
    const rg_pending *pendings = run->application.pendings.data;
    for (size_t i = run->application.first_pending; i < run->application.pendings.count; i++)
        if (rg_is_node(pendings[i].value) && pendings[i].value.data == id)
            return true;
    return false;
}

static bool is_written_in_place(const rg_run *run, rg_node_id id) {
    const rg_storage *storage = rg_storage_of(run, id);
    return storage && rg_is_written_later(run, storage);
}

/* The same call once more, or a copy of its value where it cannot be made twice. */
static rg_node_id twin(rg_run *run, rg_node_id id, const rg_ast *ast) {
    const rg_node *node = rg_node_at(run->graph, id);
    if (strcmp(rg_node_target(run->graph, id), "operator.getitem") != 0)
        return rg_make_clone(run, id, ast);
    return rg_make_node(run, (rg_opcode)node->opcode, rg_node_target(run->graph, id), node->args,
                        node->kwargs, ast);
}

/* The node that a storage is to hold. One that the rule made is its own. One that the graph had
 * (the result of the call that is rewritten, say) goes on being read as what it is; that does where
 * nothing reads it, or where neither it nor the storage is written; else the storage gets a node of
 * its own. (In a pure pass nobody looked whether they are.) */
static rg_node_id own_value(rg_run *run, rg_value value, rg_node_id target, const rg_ast *ast) {
    if (!rg_is_node(value))
        rg_fail(run, ast, "a storage holds a node's value, not a constant");
    bool given = is_given(run, value.data);
    if ((rg_node_at(run->graph, value.data)->flags & RG_NODE_NEW) && was_made(run, value.data) &&
        !given)
        return value.data;
    bool of_this_call = was_made(run, value.data) || value.data == run->current;
    bool read = rg_reader_count(run, value.data) > 0;
    bool shared = run->pass.code->pure || is_written_in_place(run, value.data) ||
                  is_written_in_place(run, target);
    if (of_this_call && !given && (!read || !shared)) {
        run->making.root_used |= value.data == run->current;
        return value.data;
    }
    rg_node_id copy =
        of_this_call ? twin(run, value.data, ast) : rg_make_clone(run, value.data, ast);
    inherit(run, copy, target);
    return copy;
}

static void name_value(rg_run *run, rg_value *frame, rg_node_id made, const rg_ast *name) {
    rg_rename_node(run->graph, made, rg_eval_text(run, frame, name));
    if (run->watch.observer)
        rg_tell(run, RG_EVENT_CHANGED, made, name);
}

static void write_action(rg_run *run, rg_value *frame, const rg_ast *ast, rg_pending_kind what) {
    rg_node_id target = node_target(run, rg_eval(run, frame, ast->items[0]), ast->items[0]);
    rg_value value = rg_eval(run, frame, ast->items[1]);
    bool becomes = what == RG_PENDING_BECOMES;
    if (becomes && !rg_is_node(value))
        rg_fail(run, ast, "only a view can stand after `becomes`");
    rg_node_id made = becomes ? value.data : own_value(run, value, target, ast);
    if (becomes && run->current != RG_NO_NODE && rg_node_at(run->graph, run->current)->annotation)
        rg_annotate(run, made, rg_node_at(run->graph, run->current)->annotation);
    rg_forget_effect(run);
    if (!becomes) {
        check_shape(run, target, made, ast);
        if (rg_node_at(run->graph, made)->flags & RG_NODE_NEW)
            inherit(run, made, target);
    }
    if (ast->items[2]->kind != RG_AST_NONE && was_made(run, made))
        name_value(run, frame, made, ast->items[2]);
    pend(run, what, target, rg_node_value(made), ast);
}

/* The node whose memory a new node, which was not visited yet, will be seen to hold; RG_NO_NODE:
 * its own, or that cannot be told. */
static rg_node_id memory_source(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    bool item = strcmp(rg_node_target(run->graph, id), "operator.getitem") == 0;
    rg_value first = rg_value_kind(node->args) == RG_TUPLE && rg_value_count(node->args)
                         ? rg_item(run->module, node->args, 0)
                         : rg_none();
    if (item && rg_is_node(first) && first.data >= run->making.first_made)
        return first.data; /* of a sequence that nobody has seen */
    const rg_effect *effect = rg_analyse(run, id);
    bool shares = effect->kind == RG_EFFECT_SAME || effect->kind == RG_EFFECT_VIEW ||
                  effect->kind == RG_EFFECT_VIEWS || effect->kind == RG_EFFECT_ITEM;
    return shares ? effect->node : RG_NO_NODE;
}

/* The node that was there before, in whose memory the value is; RG_NO_NODE: it is in its own. */
static rg_node_id memory_of(rg_run *run, rg_node_id id) {
    while (id != RG_NO_NODE && id >= run->making.first_made)
        id = memory_source(run, id);
    return id;
}

typedef struct memory_test {
    rg_run *run;
    const rg_storage *wanted;
    bool all;
} memory_test;

static void test_memory(void *context, rg_node_id id) {
    memory_test *t = context;
    id = memory_of(t->run, id);
    t->all &= id != RG_NO_NODE && rg_storage_of(t->run, id) == t->wanted;
}

/* Whether all nodes in the value are in the storage of `old`. */
static bool is_all_in_memory_of(rg_run *run, rg_value value, rg_node_id old) {
    memory_test t = {run, rg_storage_of(run, old), true};
    rg_visit_nodes(run->module, value, test_memory, &t);
    rg_forget_effect(run);
    return t.all;
}

typedef struct layout_test {
    rg_run *run;
    rg_node_id old;
    bool asked; /* a call asks how it lies */
    bool torn;  /* what views it does not share its memory any more where that lies otherwise */
    bool lost;
} layout_test;

/* Of a new tensor of its own it is known that it may lie otherwise, and in the same memory the same
 * elements lie as they lay. */
static void test_layout(void *context, rg_node_id id) {
    layout_test *t = context;
    rg_run *run = t->run;
    rg_node_id source = memory_of(run, id);
    bool same = source == id && rg_same_layout(rg_node_type(run->graph, rg_maker_of(run, t->old)),
                                               rg_node_type(run->graph, rg_maker_of(run, id)));
    bool asked = source == RG_NO_NODE && !run->pass.code->pure && rg_is_asked_further(run, t->old);
    bool other =
        source != RG_NO_NODE && !same && rg_storage_of(run, source) != rg_storage_of(run, t->old);
    t->lost |= (t->asked && (asked || other)) || (t->torn && !same);
}

static bool loses_its_layout(rg_run *run, rg_node_id old, rg_value value) {
    layout_test t = {run, old, rg_is_layout_asked(run, old), rg_may_tear_apart(run, old), false};
    if (!t.asked && !t.torn)
        return false;
    rg_visit_nodes(run->module, value, test_layout, &t);
    rg_forget_effect(run);
    return t.lost;
}

/* Whether `old` comes to be another tensor object of its memory, and one of the two changes in
 * place how it is seen. (Of other memory it gets a copy.) */
static bool becomes_another_object(rg_run *run, rg_node_id old, rg_node_id value) {
    bool was_there = value < run->making.first_made;
    return was_there && rg_object_of(run, old) != RG_NONE_ID &&
           rg_object_of(run, old) != rg_object_of(run, value) &&
           rg_storage_of(run, old) == rg_storage_of(run, value) &&
           (rg_is_reshaped_later(run, old) || rg_is_reshaped_later(run, value));
}

static void bind_action(rg_run *run, rg_value *frame, const rg_ast *ast) {
    uint32_t slot = slot_of(ast->items[0]);
    rg_value value = rg_eval(run, frame, ast->items[1]);
    if (!run->application.rule || !rg_is_matched_slot(run->application.rule, slot)) {
        frame[slot] = value;
        return;
    }
    const uint32_t *replaced = run->application.replaced_slots.data;
    for (size_t i = 0; i < run->application.replaced_slots.count; i++)
        if (replaced[i] == slot)
            rg_fail(run, ast, "`%s` is given a new value twice", ast->items[0]->text);
    *(uint32_t *)rg_array_push(run->arenas.run, &run->application.replaced_slots, sizeof slot) =
        slot;
    rg_node_id old = node_target(run, frame[slot], ast);
    if (rg_is_node(value) && value.data == old && ast->items[1]->kind == RG_AST_REUSE) {
        rg_object(run, RG_IS_THERE, old, ast);
        return;
    }
    if (rg_is_node(value) && value.data == old)
        rg_fail(run, ast, "`%s = …` puts the value in its own place", ast->items[0]->text);
    if (rg_needs_its_memory(run, old) && !is_all_in_memory_of(run, value, old)) {
        rg_object(run, RG_SHARING_LOST, old, ast);
        return;
    }
    if (loses_its_layout(run, old, value)) {
        rg_object(run, RG_LAYOUT_LOST, old, ast);
        return;
    }
    if (rg_is_node(value) && becomes_another_object(run, old, value.data)) {
        rg_object(run, RG_OBJECTS_MERGED, old, ast);
        return;
    }
    if (rg_is_node(value) && is_given(run, value.data))
        value = rg_node_value(rg_make_clone(run, value.data, ast));
    if (rg_is_node(value) && was_made(run, value.data))
        inherit(run, value.data, old);
    frame[slot] = value; /* what follows in the rule means the new value */
    pend(run, RG_PENDING_REPLACE, old, value, ast);
}

/* ---------------------------------------------------------------- set */

static rg_value with_item(rg_run *run, rg_value list, size_t place, rg_value value) {
    size_t count = rg_value_count(list);
    rg_value *items = rg_alloc_array(run->arenas.scratch, count, sizeof *items);
    for (size_t i = 0; i < count; i++)
        items[i] = i == place ? value : rg_item(run->module, list, i);
    return rg_container(run->module, rg_value_kind(list), items, count);
}

static void set_positional(rg_run *run, rg_node_id id, int64_t place, rg_value value,
                           const rg_ast *ast) {
    const rg_node *node = rg_node_at(run->graph, id);
    int64_t count = rg_value_count(node->args);
    place = place < 0 ? place + count : place;
    if (rg_value_kind(node->args) != RG_TUPLE || place < 0 || place >= count)
        rg_fail(run, ast, "%%%s has %lld positional arguments", rg_node_name(run->graph, id),
                (long long)count);
    rg_set_args(run->graph, id, with_item(run, node->args, (size_t)place, value), node->kwargs);
}

static void set_keyword(rg_run *run, rg_node_id id, rg_value key, rg_value value) {
    const rg_node *node = rg_node_at(run->graph, id);
    rg_set_args(run->graph, id, node->args, rg_dict_with(run->module, node->kwargs, key, value));
}

/* An argument by its name, wherever it stands; a new one becomes a keyword. */
static void set_named(rg_run *run, rg_node_id id, rg_value key, rg_value value, const rg_ast *ast) {
    rg_value ignored;
    const rg_node *node = rg_node_at(run->graph, id);
    if (rg_dict_get(run->module, node->kwargs, key, &ignored)) {
        set_keyword(run, id, key, value);
        return;
    }
    const rg_binding *binding = rg_bind_node(run, id);
    uint32_t param =
        binding ? rg_param_index(binding->schema, rg_value_text(run->module, key)) : RG_NONE_ID;
    if (param != RG_NONE_ID && binding->slots[param].place == RG_SLOT_POSITION)
        set_positional(run, id, binding->slots[param].index, value, ast);
    else
        set_keyword(run, id, key, value);
}

/* Whether the text can be a target of the opcode: a path of names, one name for a method. */
static bool is_target(const char *text, rg_opcode opcode) {
    bool begins = true, good = *text != '\0';
    for (; *text && good; text++) {
        bool letter = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') ||
                      *text == '_' || (unsigned char)*text >= 0x80;
        bool digit = *text >= '0' && *text <= '9';
        if (*text == '.')
            good = !begins && opcode != RG_CALL_METHOD && text[1];
        else
            good = letter || (digit && (!begins || opcode == RG_CALL_MODULE));
        begins = *text == '.';
    }
    return good;
}

static void set_target(rg_run *run, rg_node_id id, rg_value value, const rg_ast *ast) {
    rg_opcode opcode = (rg_opcode)rg_node_at(run->graph, id)->opcode;
    bool text = rg_value_kind(value) == RG_STR || rg_value_kind(value) == RG_CONST;
    if (!text || !is_target(rg_value_text(run->module, value), opcode)) {
        rg_text shown = rg_text_new(run->arenas.scratch);
        rg_print_value(&shown, run->graph, value);
        rg_fail(run, ast, "%s is no target for %%%s", rg_text_string(&shown),
                rg_node_name(run->graph, id));
    }
    rg_set_target(run->graph, id, rg_value_text(run->module, value));
}

/* The node is about to be another call. */
static void forget_call(rg_run *run, rg_node_id id) {
    rg_forget_item(run, id); /* looks at the call as it still is */
    rg_forget_alias_fact(run, id);
    rg_forget_verdict(run, id, true);
    run->application.call_changed = true;
}

typedef struct circle {
    const rg_run *run;
    rg_node_id id;
    bool found;
} circle;

static void look_for_circle(void *context, rg_node_id used) {
    circle *c = context;
    bool behind = c->id == c->run->current && c->run->making.root_used && was_made(c->run, used);
    c->found |= used == c->id || behind;
}

/* An argument that is the call itself, or is made from it. */
static void refuse_circle(rg_run *run, rg_node_id id, rg_value value, const rg_ast *ast) {
    circle c = {run, id, false};
    rg_visit_nodes(run->module, value, look_for_circle, &c);
    if (c.found)
        rg_fail(run, ast, "%%%s cannot be an argument of itself", rg_node_name(run->graph, id));
}

static void set_action(rg_run *run, rg_value *frame, const rg_ast *ast) {
    const rg_ast *place = ast->items[0];
    const rg_ast *attribute = place->kind == RG_AST_INDEX ? place->items[0] : place;
    rg_node_id id = node_target(run, rg_eval(run, frame, attribute->items[0]), place);
    rg_value value = rg_eval(run, frame, ast->items[1]);
    rg_make_extra(run->graph, id)->origin = run->making.origin;
    run->calls.edits++;
    if (run->watch.observer)
        rg_tell(run, RG_EVENT_CHANGED, id, ast);
    if (place->kind == RG_AST_ATTRIBUTE) {
        forget_call(run, id);
        set_target(run, id, value, ast);
        return;
    }
    rg_value key = rg_eval(run, frame, place->items[1]);
    bool device =
        rg_value_kind(key) == RG_STR && strcmp(rg_value_text(run->module, key), "device") == 0;
    if (device)
        rg_forget_verdict(run, id, true);
    else if (strcmp(attribute->text, "meta") != 0)
        forget_call(run, id);
    if (strcmp(attribute->text, "meta") != 0)
        refuse_circle(run, id, value, ast);
    if (strcmp(attribute->text, "args") == 0 && rg_value_kind(key) == RG_INT) {
        set_positional(run, id, rg_get_int(run->module, key), value, ast);
        return;
    }
    if (rg_value_kind(key) != RG_STR)
        rg_fail(run, place->items[1], "the key must be a string");
    if (strcmp(attribute->text, "kwargs") == 0)
        set_keyword(run, id, key, value);
    else if (strcmp(attribute->text, "arg") == 0)
        set_named(run, id, key, value, ast);
    else
        rg_set_meta(run->graph, id, rg_value_text(run->module, key), value);
}

/* ---------------------------------------------------------------- outputs and metadata */

static void append_action(rg_run *run, rg_value *frame, const rg_ast *ast) {
    rg_value added = rg_eval(run, frame, ast->items[0]);
    rg_node_id output = run->graph->output;
    rg_value old = rg_item(run->module, rg_node_at(run->graph, output)->args, 0);
    rg_kind kind = rg_value_kind(old);
    rg_array items = {0};
    if (rg_value_kind(added) != RG_LIST && rg_value_kind(added) != RG_TUPLE)
        rg_fail(run, ast, "`outputs +=` takes a list");
    if (!rg_value_count(added))
        return;
    for (uint32_t i = 0; (kind == RG_TUPLE || kind == RG_LIST) && i < rg_value_count(old); i++)
        *(rg_value *)rg_array_push(run->arenas.scratch, &items, sizeof(rg_value)) =
            rg_item(run->module, old, i);
    if (kind != RG_TUPLE && kind != RG_LIST)
        *(rg_value *)rg_array_push(run->arenas.scratch, &items, sizeof(rg_value)) = old;
    for (uint32_t i = 0; i < rg_value_count(added); i++) {
        rg_value item = rg_item(run->module, added, i);
        *(rg_value *)rg_array_push(run->arenas.scratch, &items, sizeof(rg_value)) =
            rg_is_node(item) ? rg_current(run, item.data) : item;
    }
    rg_value all =
        rg_container(run->module, kind == RG_LIST ? RG_LIST : RG_TUPLE, items.data, items.count);
    rg_set_args(run->graph, output, rg_container(run->module, RG_TUPLE, &all, 1),
                rg_node_at(run->graph, output)->kwargs);
    rg_make_extra(run->graph, output)->origin = run->making.origin;
    run->eval.outputs_indexed = false;
    if (run->watch.observer)
        rg_tell(run, RG_EVENT_CHANGED, output, ast);
}

static void emit_action(rg_run *run, rg_value *frame, const rg_ast *ast) {
    bool plain = ast->items[0]->kind == RG_AST_NONE;
    const char *key = plain ? ast->text : rg_json_key(run, rg_eval(run, frame, ast->items[0]));
    json_t *into = plain ? run->pass.metadata : json_object_get(run->pass.metadata, ast->text);
    rg_json_put(run, into, key, rg_value_to_json(run, rg_eval(run, frame, ast->items[1])));
}

static void count_action(rg_run *run, const rg_ast *ast) {
    json_t *count = json_object_get(run->pass.metadata, ast->text);
    json_integer_set(count, json_integer_value(count) + 1);
}

/* ---------------------------------------------------------------- the rest */

/* Whether it is not known that all that a call does is to make a value. Random numbers move on
 * those that are drawn later; a call that returns nothing is there for what it does. */
static bool does_more(rg_run *run, rg_node_id id, const rg_effect *effect) {
    const rg_node *node = rg_node_at(run->graph, id);
    bool more = effect->reshapes || effect->suspicious;
    if (!rg_is_operator_call(node))
        return more || node->opcode == RG_CALL_MODULE;
    const rg_binding *binding = rg_bind_node(run, id);
    return more || !binding || !binding->schema->result_count || rg_callee_of(run, node)->mode ||
           rg_is_random(run, id);
}

static void erase_action(rg_run *run, rg_value *frame, const rg_ast *ast) {
    rg_node_id id = node_target(run, rg_eval(run, frame, ast->items[0]), ast);
    if (is_given(run, id))
        rg_fail(run, ast, "%%%s cannot be erased: it is to take the place of another",
                rg_node_name(run->graph, id));
    if (rg_node_at(run->graph, id)->users || rg_reader_count(run, id))
        rg_fail(run, ast, "%%%s cannot be erased: it has users", rg_node_name(run->graph, id));
    const rg_effect *effect = rg_analyse(run, id);
    if (effect->write_count)
        rg_fail(run, ast, "%%%s cannot be erased: it writes %%%s", rg_node_name(run->graph, id),
                rg_node_name(run->graph, effect->writes[0]));
    if (run->application.rule && (does_more(run, id, effect) || rg_is_awaited(run, id))) {
        rg_object(run, RG_DOES_MORE, id, ast);
        return;
    }
    rg_drop_node(run, id);
}

static void loop(rg_run *run, rg_value *frame, const rg_ast *ast) {
    rg_value over = rg_eval(run, frame, ast->items[1]);
    rg_kind kind = rg_value_kind(over);
    uint32_t stride = kind == RG_DICT ? 2 : 1;
    if (kind != RG_TUPLE && kind != RG_LIST && kind != RG_DICT)
        rg_fail(run, ast->items[1], "`for` needs a tuple, list or dict");
    for (uint32_t i = 0; i < rg_value_count(over); i += stride) {
        bind_targets(run, frame, ast->items[0], rg_item(run->module, over, i));
        if (rg_eval_truth(run, frame, ast->items[2]))
            rg_run_statements(run, frame, ast->items + 3, ast->count - 3);
    }
}

typedef struct asked_guard {
    rg_run *run;
    rg_value *frame;
    const rg_ast *ast;
} asked_guard;

static rg_value ask_guard(void *context) {
    const asked_guard *asked = context;
    return rg_bool(rg_eval_truth(asked->run, asked->frame, asked->ast->items[0]));
}

static bool holds_for(rg_run *run, rg_value *frame, const rg_ast *ast) {
    const rg_where *g = ast->compiled;
    asked_guard asked = {run, frame, ast};
    if (!rg_may_keep(run, g->number, g->count))
        return rg_eval_truth(run, frame, ast->items[0]);
    rg_value *values = rg_alloc_array(run->arenas.scratch, g->count, sizeof *values);
    for (size_t i = 0; i < g->count; i++)
        values[i] = frame[g->slots[i]];
    return rg_truth(run, rg_answer_of(run, g->number, values, g->count, ask_guard, &asked));
}

static bool guard(rg_run *run, rg_value *frame, const rg_ast *ast) {
    bool holds = holds_for(run, frame, ast);
    if (run->watch.observer)
        rg_tell_guard(run, ast, frame, holds);
    if (holds)
        return true;
    if (ast->count > 1 && ast->items[1]->kind == RG_AST_ERROR)
        statement(run, frame, ast->items[1]);
    return false;
}

static void rename_action(rg_run *run, rg_value *frame, const rg_ast *ast) {
    rg_node_id id = node_target(run, rg_eval(run, frame, ast->items[0]), ast);
    rg_rename_node(run->graph, id, rg_eval_text(run, frame, ast->items[1]));
    if (run->watch.observer)
        rg_tell(run, RG_EVENT_CHANGED, id, ast);
}

/* What cannot be taken back. False: the statement is of another kind. */
static bool act(rg_run *run, rg_value *frame, const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_SET:
        set_action(run, frame, ast);
        return true;
    case RG_AST_APPEND:
        append_action(run, frame, ast);
        return true;
    case RG_AST_EMIT:
        emit_action(run, frame, ast);
        return true;
    case RG_AST_COUNT:
        count_action(run, ast);
        return true;
    case RG_AST_WARN:
        rg_warn(run, ast, "%s", rg_eval_text(run, frame, ast->items[0]));
        return true;
    case RG_AST_ERROR:
        rg_fail(run, ast, "%s", rg_eval_text(run, frame, ast->items[0]));
    case RG_AST_ERASE:
        erase_action(run, frame, ast);
        return true;
    case RG_AST_RENAME:
        rename_action(run, frame, ast);
        return true;
    default:
        return false;
    }
}

/* False: the rule is not applied. */
static bool statement(rg_run *run, rg_value *frame, const rg_ast *ast) {
    if (run->application.objection.kind != RG_NO_OBJECTION)
        return false;
    switch (ast->kind) {
    case RG_AST_WHERE:
        return guard(run, frame, ast);
    case RG_AST_LET:
        bind_targets(run, frame, ast->items[0], rg_eval(run, frame, ast->items[1]));
        return true;
    case RG_AST_BIND:
        bind_action(run, frame, ast);
        return true;
    case RG_AST_WRITE:
        write_action(run, frame, ast, RG_PENDING_WRITE);
        return true;
    case RG_AST_BECOMES:
        write_action(run, frame, ast, RG_PENDING_BECOMES);
        return true;
    case RG_AST_FOR:
        loop(run, frame, ast);
        return true;
    case RG_AST_WHEN:
        if (rg_eval_truth(run, frame, ast->items[0]))
            rg_run_statements(run, frame, ast->items + 1, ast->count - 1);
        return true;
    default:
        run->application.acted |= act(run, frame, ast);
        return true;
    }
}

bool rg_run_statements(rg_run *run, rg_value *frame, rg_ast *const *statements, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!statement(run, frame, statements[i]))
            return false;
    return true;
}
