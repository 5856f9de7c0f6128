/* `x <- e` and `x becomes e`: a tensor's content, or its view of a storage, from here on. */
#include <string.h>

#include "../../graph_text/graph_text.h"
#include "../../calls/callees.h"
#include "../../eval/eval.h"
#include "../../effects/effects.h"
#include "../../memory/content.h"
#include "../../memory/future.h"
#include "../../memory/storage.h"
#include "../../memory/storage_parts.h"
#include "../commit.h"
#include "../making/build.h"
#include "../readers.h"
#include "../run.h"
#include "actions.h"

/* A call may return more values than the annotation of the node that it replaces has. */
static bool as_many_results(rg_run *run, rg_node_id made, rg_node_id described) {
    const rg_type *type = rg_node_type(run->graph, described);
    const rg_binding *binding =
        type && type->kind == RG_TYPE_TUPLE ? rg_bind_node(run, made) : NULL;
    size_t results = binding ? binding->schema->result_count : 0;
    return results < 2 || results == type->count;
}

void rg_inherit(rg_run *run, rg_node_id made, rg_node_id described) {
    rg_node_id maker = rg_maker_of(&run->memory, described);
    uint32_t annotation = rg_node_at(run->graph, maker)->annotation;
    if (annotation && as_many_results(run, made, maker))
        rg_annotate(run, made, annotation);
    rg_symbol type = rg_extra_of(run->graph, described)->type;
    if (type && !rg_extra_of(run->graph, made)->type)
        rg_make_extra(run->graph, made)->type = type;
    rg_forget_effect(run);
}

static void check_shape(rg_run *run, rg_node_id target, rg_node_id value, const rg_ast *ast) {
    const rg_type *want = rg_node_type(run->graph, rg_maker_of(&run->memory, target));
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

static bool is_written_in_place(const rg_run *run, rg_node_id id) {
    const rg_storage *storage = rg_storage_of(&run->memory, id);
    return storage && rg_is_written_later(run, storage);
}

/* The same call once more, or a copy of its value where it cannot be made twice. */
static rg_node_id duplicate(rg_run *run, rg_node_id id, const rg_ast *ast) {
    const rg_node *node = rg_node_at(run->graph, id);
    if (strcmp(rg_node_target(run->graph, id), "operator.getitem") != 0)
        return rg_make_clone(run, id, ast);
    return rg_make_node(run, (rg_opcode)node->opcode, rg_node_target(run->graph, id), node->args,
                        node->kwargs, ast);
}

/* The node to become the content of a storage. A node that the rule made serves as it is. One that
 * the graph had before (the result of the rewritten call, say) keeps its own readers: it serves if
 * nothing reads it, or if neither it nor the storage is written later; else the storage gets a
 * copy. (A pure pass does not look ahead for such writes.) */
static rg_node_id own_value(rg_run *run, rg_value value, rg_node_id target, const rg_ast *ast) {
    if (!rg_is_node(value))
        rg_fail(run, ast, "a storage holds a node's value, not a constant");
    bool given = rg_is_given(run, value.data);
    if ((rg_node_at(run->graph, value.data)->flags & RG_NODE_NEW) && rg_was_made(run, value.data) &&
        !given)
        return value.data;
    bool of_this_call = rg_was_made(run, value.data) || value.data == run->current;
    bool read = rg_reader_count(run, value.data) > 0;
    bool shared = run->pass.code->pure || is_written_in_place(run, value.data) ||
                  is_written_in_place(run, target);
    if (of_this_call && !given && (!read || !shared)) {
        run->application.root_used |= value.data == run->current;
        return value.data;
    }
    rg_node_id copy =
        of_this_call ? duplicate(run, value.data, ast) : rg_make_clone(run, value.data, ast);
    rg_inherit(run, copy, target);
    return copy;
}

static void name_value(rg_run *run, rg_value *frame, rg_node_id made, const rg_ast *name) {
    rg_rename_node(run->graph, made, rg_eval_name(run, frame, name));
    if (run->watch.observer)
        rg_tell(run, RG_EVENT_CHANGED, made, name);
}

void rg_write_action(rg_run *run, rg_value *frame, const rg_ast *ast, rg_pending_kind what) {
    rg_node_id target = rg_subject(run, rg_eval(run, frame, ast->items[RG_WRITE_OBJECT]),
                                   ast->items[RG_WRITE_OBJECT]);
    rg_value value = rg_eval(run, frame, ast->items[RG_WRITE_VALUE]);
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
            rg_inherit(run, made, target);
    }
    if (ast->items[RG_WRITE_NAME]->kind != RG_AST_NONE && rg_was_made(run, made))
        name_value(run, frame, made, ast->items[RG_WRITE_NAME]);
    rg_pend(run, what, target, rg_node_value(made), ast);
}
