/* New nodes, placed at the cursor: a node, a call of an operator, a copy. */
#include <string.h>

#include "../../graph_text/print.h"
#include "../../calls/callees.h"
#include "../../eval/eval.h"
#include "../../eval/memo.h"
#include "../../eval/sizes.h"
#include "../../effects/effects.h"
#include "../../memory/content.h"
#include "../../memory/storage.h"
#include "../../memory/storage_parts.h"
#include "../groups/ahead.h"
#include "../readers.h"
#include "../run.h"
#include "../sweep.h"
#include "build.h"

bool rg_was_made(const rg_run *run, rg_node_id id) {
    const rg_node_id *made = run->application.made.data;
    for (size_t i = run->application.made.count; i-- > 0;)
        if (made[i] == id)
            return true;
    return false;
}

/* ---------------------------------------------------------------- who makes nodes */

bool rg_is_aten_graph(const rg_graph *graph) {
    bool aten = false;
    for (rg_node_id id = graph->first; id != RG_NO_NODE; id = rg_node_at(graph, id)->next) {
        if (rg_node_at(graph, id)->opcode == RG_CALL_METHOD)
            return false;
        aten |= strncmp(rg_node_target(graph, id), "torch.ops.aten.", 15) == 0;
    }
    return aten;
}

void rg_making_begin(rg_run *run) {
    rg_making *making = &run->making;
    making->now = (rg_maker){.first_made = SIZE_MAX,
                             .origin = RG_NO_ORIGIN,
                             .cursor = RG_NO_NODE,
                             .aten = rg_is_aten_graph(run->graph)};
    making->scaffolding.count = making->user_heads.count = making->user_links.count = 0;
    making->users_indexed = false;
}

/* ---------------------------------------------------------------- what the text of a graph can
 * express
 */

/* Whether the word stands in a graph's text as it is: no control, and nothing that would end it. */
static bool can_be_written(const char *word, const char *ends) {
    const unsigned char *at = (const unsigned char *)word;
    while (*at && *at >= 0x20 && *at != 0x7f && !strchr(ends, *at))
        at++;
    return at != (const unsigned char *)word && !*at;
}

_Noreturn static void refuse_word(rg_run *run, const rg_ast *site, const char *word,
                                  const char *what) {
    rg_text shown = rg_text_new(run->arenas.scratch);
    rg_print_quoted(&shown, word, strlen(word));
    rg_fail(run, site, "%s is no %s that the text of a graph can hold", rg_text_string(&shown),
            what);
}

void rg_check_keywords(rg_run *run, rg_value kwargs, const rg_ast *site) {
    for (uint32_t i = 0; rg_value_kind(kwargs) == RG_DICT && i < rg_value_count(kwargs); i += 2) {
        rg_value key = rg_item(run->module, kwargs, i);
        if (rg_value_kind(key) != RG_STR)
            continue;
        const char *name = rg_value_text(run->module, key);
        if (!can_be_written(name, " ,:={}[]()'\""))
            refuse_word(run, site, name, "name of an argument");
    }
}

/* A target of the node that is rewritten was read, whatever it is. */
static void check_target(rg_run *run, const char *target, const rg_ast *site) {
    bool known =
        run->current != RG_NO_NODE && strcmp(rg_node_target(run->graph, run->current), target) == 0;
    if (!known && !can_be_written(target, "[]"))
        refuse_word(run, site, target, "target");
}

/* ---------------------------------------------------------------- one node */

void rg_note_root_use(void *context, rg_node_id id) {
    rg_run *run = context;
    if (run->application.gathered.count && rg_is_gathered(run, id))
        rg_fail_advice(run, run->making.now.rule->ast, "use what they are given in their place",
                       "%%%s, a call of the group, is an argument of a new node",
                       rg_node_name(run->graph, id));
    if (id != run->current || run->application.root_used)
        return;
    run->application.root_used = true;
    run->making.now.cursor = rg_node_at(run->graph, id)->next;
}

/* The name that new calls of the callee get when nobody gives one. The target is checked once, when
 * the first call is made. */
static const rg_wanted_name *name_of(rg_run *run, rg_opcode opcode, rg_symbol target,
                                     const rg_ast *site) {
    rg_node call = {.opcode = (uint8_t)opcode, .target = target};
    rg_callee *callee = rg_callee_of(run, &call);
    if (!callee->name.whole) {
        const char *text = rg_symbol_text(run->module->symbols, target);
        check_target(run, text, site);
        callee->name = rg_want_name(run->module, rg_default_name(run->module, opcode, text));
    }
    return &callee->name;
}

rg_node_id rg_make_node(rg_run *run, rg_opcode opcode, const char *target, rg_value args,
                        rg_value kwargs, const rg_ast *site) {
    if (run->eval.mode.looks_only)
        rg_fail(run, site, "a node cannot be made here");
    rg_check_keywords(run, kwargs, site);
    rg_note_other_read(run);
    args = rg_with_size_nodes(run, args, site);
    kwargs = rg_with_size_nodes(run, kwargs, site);
    if (run->current != RG_NO_NODE && !run->making.now.committing) {
        rg_visit_nodes(run->module, args, rg_note_root_use, run);
        rg_visit_nodes(run->module, kwargs, rg_note_root_use, run);
    }
    rg_symbol symbol = rg_intern_text(run->module->symbols, target);
    rg_node_id id = rg_add_wanted_node(run->graph, run->making.now.cursor, opcode, symbol, args,
                                       kwargs, name_of(run, opcode, symbol, site));
    rg_node *node = rg_node_at(run->graph, id);
    node->flags |= RG_NODE_NEW | RG_NODE_CHANGED;
    run->making.remade = true;
    rg_extra *extra = rg_make_extra(run->graph, id);
    extra->origin = run->making.now.origin;
    extra->made_for = rg_made_for(run->graph, run->current);
    if (run->making.users_indexed)
        rg_link_users(run, id);
    rg_state_of(&run->memory, id); /* every node that may be read has one */
    if (run->making.now.committing) {
        rg_set_position(run, id);
        rg_count_reader(run, id);
    }
    rg_array *list = run->making.now.committing ? &run->making.scaffolding : &run->application.made;
    *(rg_node_id *)rg_array_push(run->arenas.run, list, sizeof id) = id;
    rg_derive_type(run, id);
    if (run->watch.observer)
        rg_tell(run, RG_EVENT_MADE, id, site);
    return id;
}

/* ---------------------------------------------------------------- operators */

static const rg_schema *overload_for(rg_run *run, const rg_operator *op, const char *overload,
                                     rg_value args, rg_value kwargs, const rg_ast *site) {
    if (overload) {
        const rg_schema *schema =
            rg_ops_overload(run->ruleset->ops, op, overload, run->arenas.module);
        if (!schema)
            rg_fail(run, site, "`%s` has no overload `%s`", op->name, overload);
        return schema;
    }
    rg_slot slots[RG_MAX_PARAMS];
    rg_node call = {.opcode = RG_CALL_FUNCTION, .args = args, .kwargs = kwargs};
    const rg_schema *schema =
        rg_bind_any(run->ruleset->ops, run->module, run->graph, &call,
                    (rg_spelled){.op = (rg_operator *)op, .overload = NULL}, slots);
    if (schema)
        return schema;
    rg_text shown = rg_text_new(run->arenas.scratch);
    rg_print_value(&shown, run->graph, args);
    if (rg_value_count(kwargs))
        rg_print_value(&shown, run->graph, kwargs);
    rg_fail(run, site, "no overload of `%s` takes %s", op->name, rg_text_string(&shown));
}

rg_value rg_make_operator(rg_run *run, const rg_operator *op, const char *overload, rg_value args,
                          rg_value kwargs, const rg_ast *site) {
    const rg_schema *schema = overload_for(run, op, overload, args, kwargs, site);
    rg_dialect dialect = run->making.now.aten ? RG_ATEN : RG_DYNAMO;
    rg_spelling spelling = rg_ops_spell(run->ruleset->ops, schema, dialect, run->arenas.module);
    bool receiver = rg_value_count(args) && rg_is_node(rg_item(run->module, args, 0));
    if (spelling.opcode == RG_CALL_METHOD && !receiver)
        spelling = rg_ops_spell(run->ruleset->ops, schema, RG_ATEN, run->arenas.module);
    return rg_node_value(rg_make_node(run, spelling.opcode, spelling.target, args, kwargs, site));
}

rg_node_id rg_make_clone(rg_run *run, rg_node_id value, const rg_ast *ast) {
    const rg_operator *clone = rg_ops_find(run->ruleset->ops, "aten::clone", strlen("aten::clone"));
    if (!clone)
        rg_fail(run, ast, "a copy is needed, and no operator table declares `aten::clone`");
    rg_value self = rg_node_value(value);
    rg_value args = rg_container(run->module, RG_TUPLE, &self, 1);
    rg_value none = rg_container(run->module, RG_DICT, NULL, 0);
    return rg_make_operator(run, clone, NULL, args, none, ast).data;
}
