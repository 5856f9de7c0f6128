/* Statements about the graph as a whole: outputs, metadata, names, calls that go. */
#include "../../calls/callees.h"
#include "../../eval/builtins/builtins.h"
#include "../../eval/eval.h"
#include "../../base/kept_json.h"
#include "../../eval/json.h"
#include "../../eval/sizes.h"
#include "../../effects/effects.h"
#include "../../memory/content.h"
#include "../../memory/storage.h"
#include "../../memory/storage_parts.h"
#include "../commit.h"
#include "../conclude.h"
#include "../readers.h"
#include "../run.h"
#include "actions.h"

/* What the graph returns becomes a tuple where it is a single value. */
static void return_sequence(rg_run *run, rg_node_id output) {
    const rg_node *node = rg_node_at(run->graph, output);
    rg_value old = rg_item(run->module, node->args, 0);
    rg_kind kind = rg_value_kind(old);
    if (kind == RG_TUPLE || kind == RG_LIST)
        return;
    rg_value all = rg_container(run->module, RG_TUPLE, &old, 1);
    rg_set_args(run->graph, output, rg_container(run->module, RG_TUPLE, &all, 1), node->kwargs);
}

static rg_value *current_items(rg_run *run, rg_value list) {
    uint32_t count = rg_value_count(list);
    rg_value *items = rg_alloc_array(run->arenas.scratch, count, sizeof *items);
    for (uint32_t i = 0; i < count; i++) {
        rg_value item = rg_item(run->module, list, i);
        items[i] = rg_is_node(item) ? rg_current(run, item.data) : item;
    }
    return items;
}

void rg_append_action(rg_run *run, rg_value *frame, const rg_ast *ast) {
    rg_value added = rg_with_size_nodes(run, rg_eval(run, frame, ast->items[RG_INNER]), ast);
    rg_node_id output = run->graph->output;
    if (rg_value_kind(added) != RG_LIST && rg_value_kind(added) != RG_TUPLE)
        rg_fail(run, ast, "`outputs +=` takes a list");
    if (!rg_value_count(added))
        return;
    if (rg_value_kind(rg_node_at(run->graph, output)->args) == RG_OPAQUE)
        rg_fail(run, ast, "what the graph returns could not be split: nothing is added to it");
    return_sequence(run, output);
    rg_add_returns(run->graph, &run->making.returns, current_items(run, added),
                   rg_value_count(added));
    rg_forget_class(run, output);
    rg_make_extra(run->graph, output)->origin = run->making.now.origin;
    rg_note_more_outputs(run);
    if (run->watch.observer)
        rg_tell(run, RG_EVENT_CHANGED, output, ast);
}

void rg_emit_action(rg_run *run, rg_value *frame, const rg_ast *ast) {
    bool plain = ast->items[RG_EMIT_INDEX]->kind == RG_AST_NONE;
    const char *key =
        plain ? ast->text : rg_json_key(run, rg_eval(run, frame, ast->items[RG_EMIT_INDEX]));
    json_t *into = plain ? run->pass.metadata : json_object_get(run->pass.metadata, ast->text);
    rg_put_json(run->arenas.module, into, key,
                rg_value_to_json(run, rg_eval(run, frame, ast->items[RG_EMIT_VALUE])));
}

void rg_count_action(rg_run *run, const rg_ast *ast) {
    json_t *count = json_object_get(run->pass.metadata, ast->text);
    json_integer_set(count, json_integer_value(count) + 1);
}

/* Whether a call may do more than make a value. Drawing random numbers changes those that are drawn
 * later; a call that returns nothing has some other effect. */
static bool does_more(rg_run *run, rg_node_id id, const rg_effect *effect) {
    const rg_node *node = rg_node_at(run->graph, id);
    bool more = effect->reshapes || effect->suspicious;
    if (!rg_is_operator_call(node))
        return more || node->opcode == RG_CALL_MODULE;
    const rg_binding *binding = rg_bind_node(run, id);
    return more || !binding || !binding->schema->result_count || rg_callee_of(run, node)->mode ||
           rg_is_random(run, id);
}

void rg_erase_action(rg_run *run, rg_value *frame, const rg_ast *ast) {
    rg_node_id id = rg_subject(run, rg_eval(run, frame, ast->items[RG_INNER]), ast);
    if (rg_is_given(run, id))
        rg_fail(run, ast, "%%%s cannot be erased: it is to take the place of another",
                rg_node_name(run->graph, id));
    if (rg_node_at(run->graph, id)->users || rg_reader_count(run, id))
        rg_fail(run, ast, "%%%s cannot be erased: it has users", rg_node_name(run->graph, id));
    const rg_effect *effect = rg_analyse(run, id);
    if (effect->write_count)
        rg_fail(run, ast, "%%%s cannot be erased: it writes %%%s", rg_node_name(run->graph, id),
                rg_node_name(run->graph, effect->writes[0]));
    if (run->making.now.rule && (does_more(run, id, effect) || rg_is_awaited(&run->memory, id))) {
        rg_object(run, RG_DOES_MORE, id, ast);
        return;
    }
    rg_drop_node(run, id);
}

void rg_rename_action(rg_run *run, rg_value *frame, const rg_ast *ast) {
    rg_node_id id = rg_subject(run, rg_eval(run, frame, ast->items[RG_RENAME_NODE]), ast);
    rg_rename_node(run->graph, id, rg_eval_name(run, frame, ast->items[RG_RENAME_NAME]));
    if (run->watch.observer)
        rg_tell(run, RG_EVENT_CHANGED, id, ast);
}
