/* New nodes: calls that expressions of rules make, placed at the run's cursor. */
#include <string.h>

#include "../graph_text/graph_text.h"
#include "../calls/callees.h"
#include "../eval/eval.h"
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

/* ---------------------------------------------------------------- one node */

static void note_root_use(void *context, rg_node_id id) {
    rg_run *run = context;
    if (id != run->current || run->making.root_used)
        return;
    run->making.root_used = true;
    run->making.cursor = rg_node_at(run->graph, id)->next;
}

static void link_users(rg_run *run, rg_node_id user);

/* The symbol of a target, and the name that calls of it get. Rules make the same calls again and
 * again, so the text mostly stands where it stood the last time; what it says is looked at. */
static rg_symbol target_of(rg_run *run, rg_opcode opcode, const char *target,
                           const rg_wanted_name **name) {
    size_t place = (uintptr_t)target / sizeof(void *) % RG_RECENT_TARGETS;
    rg_recent_target *recent = &run->making.recent_targets[place];
    rg_symbols *symbols = run->module->symbols;
    if (recent->opcode_plus_one != (uint8_t)(opcode + 1) ||
        strcmp(rg_symbol_text(symbols, recent->symbol), target) != 0) {
        recent->symbol = rg_intern_text(symbols, target);
        recent->opcode_plus_one = (uint8_t)(opcode + 1);
        recent->name = rg_want_name(run->module, rg_default_name(run->module, opcode, target));
    }
    *name = &recent->name;
    return recent->symbol;
}

rg_node_id rg_make_node(rg_run *run, rg_opcode opcode, const char *target, rg_value args,
                        rg_value kwargs, const rg_ast *site) {
    if (run->eval.mode.looks_only)
        rg_fail(run, site, "a node cannot be made here");
    rg_reads_more(run);
    if (run->current != RG_NO_NODE && !run->making.committing) {
        rg_visit_nodes(run->module, args, note_root_use, run);
        rg_visit_nodes(run->module, kwargs, note_root_use, run);
    }
    const rg_wanted_name *name;
    rg_symbol symbol = target_of(run, opcode, target, &name);
    rg_node_id id =
        rg_add_wanted_node(run->graph, run->making.cursor, opcode, symbol, args, kwargs, name);
    rg_node *node = rg_node_at(run->graph, id);
    node->flags |= RG_NODE_NEW | RG_NODE_CHANGED;
    run->making.remade = true;
    rg_extra *extra = rg_make_extra(run->graph, id);
    extra->origin = run->making.origin;
    extra->made_for = rg_made_for(run->graph, run->current);
    if (run->making.users_indexed)
        link_users(run, id);
    rg_state_of(run, id); /* there is one of each node that may be read */
    if (run->making.committing) {
        rg_set_position(run, id);
        rg_count_reader(run, id);
    }
    rg_array *list = run->making.committing ? &run->making.scaffolding : &run->making.made;
    *(rg_node_id *)rg_array_push(run->arenas.run, list, sizeof id) = id;
    rg_derive_type(run, id);
    if (run->watch.observer)
        rg_tell(run, RG_EVENT_MADE, id, site);
    return id;
}

/* ---------------------------------------------------------------- arguments of a call */

/* Values that are collected, in the scratch arena. */
typedef struct value_list {
    rg_value *items;
    size_t count, room;
} value_list;

enum { FIRST_ROOM = 4 };

static void add_value(rg_run *run, value_list *values, rg_value value) {
    if (values->count == values->room) {
        values->room = values->room ? values->room * 2 : FIRST_ROOM;
        rg_value *moved = rg_alloc_array(run->arenas.scratch, values->room, sizeof *moved);
        if (values->count)
            memcpy(moved, values->items, values->count * sizeof *moved);
        values->items = moved;
    }
    values->items[values->count++] = value;
}

static void splice(rg_run *run, rg_value *frame, const rg_ast *ast, value_list *into) {
    rg_value spliced = rg_eval(run, frame, ast->items[0]);
    bool pairs = ast->kind == RG_AST_STARSTAR;
    rg_kind kind = rg_value_kind(spliced);
    if (pairs ? kind != RG_DICT : kind != RG_TUPLE && kind != RG_LIST)
        rg_fail(run, ast, pairs ? "`**` needs a dict" : "`*` needs a tuple or list");
    for (uint32_t i = 0; i < rg_value_count(spliced); i++)
        add_value(run, into, rg_item(run->module, spliced, i));
}

static void collect_arguments(rg_run *run, rg_value *frame, const rg_ast *call, value_list *args,
                              rg_value *kwargs) {
    value_list pairs = {0};
    for (size_t i = 1; i < call->count; i++) {
        const rg_ast *argument = call->items[i];
        if (argument->kind == RG_AST_KEYWORD) {
            rg_value value = rg_eval(run, frame, argument->items[0]);
            add_value(run, &pairs, rg_str(run, argument->text));
            add_value(run, &pairs, value);
        } else if (argument->kind == RG_AST_STAR) {
            splice(run, frame, argument, args);
        } else if (argument->kind == RG_AST_STARSTAR) {
            splice(run, frame, argument, &pairs);
        } else {
            add_value(run, args, rg_eval(run, frame, argument));
        }
    }
    *kwargs = rg_container(run->module, RG_DICT, pairs.items, pairs.count);
}

static rg_value as_tuple(rg_run *run, const value_list *args) {
    return rg_container(run->module, RG_TUPLE, args->items, args->count);
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
    rg_dialect dialect = run->making.aten ? RG_ATEN : RG_DYNAMO;
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

static const rg_operator *named_operator(rg_run *run, rg_value *frame, const rg_ast *callee) {
    if (callee->compiled)
        return callee->compiled;
    const char *name =
        rg_format(run->arenas.scratch, "%s::%s", rg_eval_text(run, frame, callee->items[0]),
                  rg_eval_text(run, frame, callee->items[1]));
    const rg_operator *op = rg_ops_find(run->ruleset->ops, name, strlen(name));
    if (!op)
        rg_fail(run, callee, "no operator table declares `%s`", name);
    return op;
}

/* ---------------------------------------------------------------- calls of a rule */

static rg_value method_call(rg_run *run, rg_value *frame, const rg_ast *call, rg_value receiver) {
    const rg_ast *callee = call->items[0];
    const char *method = callee->text ? callee->text : rg_eval_text(run, frame, callee->items[1]);
    value_list args = {0};
    rg_value kwargs;
    if (!rg_is_node(receiver))
        rg_fail(run, callee->items[0], "a method call needs a node before the dot");
    add_value(run, &args, receiver);
    collect_arguments(run, frame, call, &args, &kwargs);
    return rg_node_value(
        rg_make_node(run, RG_CALL_METHOD, method, as_tuple(run, &args), kwargs, call));
}

/* The opcode and target of a call that names its target outright; NULL for other callees. */
static const char *plain_target(rg_run *run, rg_value *frame, const rg_ast *callee,
                                rg_opcode *opcode) {
    *opcode = RG_CALL_FUNCTION;
    if (callee->kind == RG_AST_ATTRIBUTE)
        return callee->compiled;
    if (callee->kind != RG_AST_OPCODE || !callee->count)
        return NULL;
    if (strcmp(callee->text, "call_method") == 0)
        *opcode = RG_CALL_METHOD;
    if (strcmp(callee->text, "call_module") == 0)
        *opcode = RG_CALL_MODULE;
    return rg_eval_text(run, frame, callee->items[0]);
}

rg_value rg_make_call(rg_run *run, rg_value *frame, const rg_ast *call) {
    const rg_ast *callee = call->items[0];
    rg_opcode opcode;
    value_list args = {0};
    rg_value kwargs;
    const char *target = plain_target(run, frame, callee, &opcode);
    if (!target && callee->kind == RG_AST_ATTRIBUTE)
        return method_call(run, frame, call, rg_eval(run, frame, callee->items[0]));
    if (!target && callee->kind != RG_AST_OPERATOR)
        rg_fail(run, callee, "this cannot be called");
    collect_arguments(run, frame, call, &args, &kwargs);
    if (target)
        return rg_node_value(rg_make_node(run, opcode, target, as_tuple(run, &args), kwargs, call));
    const char *overload =
        callee->items[2]->kind == RG_AST_NONE ? NULL : rg_eval_text(run, frame, callee->items[2]);
    return rg_make_operator(run, named_operator(run, frame, callee), overload, as_tuple(run, &args),
                            kwargs, call);
}

/* ---------------------------------------------------------------- functional counterparts */

/* Whether keyword argument `place` of the call is an `out`. */
static bool gives_out(const rg_binding *binding, uint32_t place) {
    for (size_t i = 0; i < binding->schema->param_count; i++)
        if (binding->schema->params[i].is_out && binding->slots[i].place == RG_SLOT_KEYWORD &&
            binding->slots[i].index == place)
            return true;
    return false;
}

static bool has_key(const rg_run *run, rg_value dict, rg_value key) {
    for (uint32_t i = 0; i + 1 < rg_value_count(dict); i += 2)
        if (rg_item(run->module, dict, i).data == key.data)
            return true;
    return false;
}

/* The keyword arguments without those that the functional schema lacks (out=), with defaults that
 * only the writing schema has, and with `further` ones. */
static rg_value functional_kwargs(rg_run *run, const rg_node *node, const rg_binding *binding,
                                  const rg_schema *functional, rg_value further) {
    value_list pairs = {0};
    for (uint32_t i = 0; i + 1 < rg_value_count(node->kwargs); i += 2) {
        rg_value key = rg_item(run->module, node->kwargs, i);
        if (gives_out(binding, i / 2) || has_key(run, further, key))
            continue;
        add_value(run, &pairs, key);
        add_value(run, &pairs, rg_item(run->module, node->kwargs, i + 1));
    }
    for (size_t i = 0; i < functional->param_count; i++) {
        const rg_param *param = &functional->params[i];
        uint32_t old = rg_param_index(binding->schema, param->name);
        if (param->default_text || old == RG_NONE_ID ||
            binding->slots[old].place != RG_SLOT_ABSENT ||
            !binding->schema->params[old].default_text)
            continue;
        add_value(run, &pairs, rg_str(run, param->name));
        add_value(run, &pairs, binding->slots[old].value);
    }
    for (uint32_t i = 0; i < rg_value_count(further); i++)
        add_value(run, &pairs, rg_item(run->module, further, i));
    return rg_container(run->module, RG_DICT, pairs.items, pairs.count);
}

/* A call with an `inplace` flag that is on: the same call with the flag off. */
static bool with_flag_off(rg_run *run, rg_node_id id, const rg_binding *binding, bool ask,
                          const rg_ast *site, rg_node_id *made) {
    uint32_t param = rg_param_index(binding->schema, "inplace");
    if (param == RG_NONE_ID || binding->slots[param].place == RG_SLOT_ABSENT)
        return false;
    if (ask)
        return true;
    const rg_node *node = rg_node_at(run->graph, id);
    rg_value args = node->args, kwargs = node->kwargs;
    uint32_t place = binding->slots[param].index;
    if (binding->slots[param].place == RG_SLOT_KEYWORD) {
        kwargs = rg_dict_with(run->module, kwargs, rg_str(run, "inplace"), rg_bool(false));
    } else {
        value_list items = {0};
        for (uint32_t i = 0; i < rg_value_count(args); i++)
            add_value(run, &items, i == place ? rg_bool(false) : rg_item(run->module, args, i));
        args = as_tuple(run, &items);
    }
    *made = rg_make_node(run, (rg_opcode)node->opcode, rg_node_target(run->graph, id), args, kwargs,
                         site);
    return true;
}

/* The operator spelled as the call's target is. */
static rg_spelling respell(rg_run *run, rg_node_id id, const rg_schema *schema) {
    const rg_node *node = rg_node_at(run->graph, id);
    rg_callee *callee = rg_callee_of(run, node);
    if (callee->respelled_as != schema) {
        callee->respelled =
            rg_ops_respell(run->ruleset->ops, (rg_opcode)node->opcode,
                           rg_node_target(run->graph, id), schema, run->arenas.module);
        callee->respelled_as = schema;
    }
    return callee->respelled;
}

rg_node_id rg_make_functional(rg_run *run, rg_node_id id, rg_value further, const rg_ast *site,
                              bool ask, bool *found) {
    const rg_binding *bound = rg_bind_node(run, id);
    rg_node_id made = RG_NO_NODE;
    *found = false;
    if (!bound)
        return RG_NO_NODE;
    rg_binding binding; /* making nodes binds others */
    rg_copy_binding(&binding, bound);
    *found = with_flag_off(run, id, &binding, ask, site, &made);
    if (*found)
        return made;
    const rg_schema *functional =
        rg_ops_functional(run->ruleset->ops, binding.schema, run->arenas.module);
    *found = functional != NULL;
    if (!functional || ask)
        return RG_NO_NODE;
    const rg_node *node = rg_node_at(run->graph, id);
    rg_spelling spelling = respell(run, id, functional);
    rg_value kwargs = functional_kwargs(run, node, &binding, functional, further);
    return rg_make_node(run, spelling.opcode, spelling.target, node->args, kwargs, site);
}

/* ---------------------------------------------------------------- reuse */

typedef struct user_link {
    rg_node_id user;
    uint32_t next; /* index + 1; 0: last */
} user_link;

typedef struct linking {
    rg_run *run;
    rg_node_id user;
} linking;

static void link_user(void *context, rg_node_id used) {
    linking *l = context;
    rg_run *run = l->run;
    user_link *link = rg_array_push(run->arenas.run, &run->making.user_links, sizeof *link);
    uint32_t *head = rg_table_slot(run, &run->making.user_heads, used, sizeof *head);
    link->user = l->user;
    link->next = *head;
    *head = (uint32_t)run->making.user_links.count;
}

static void link_users(rg_run *run, rg_node_id user) {
    linking l = {run, user};
    rg_visit_nodes(run->module, rg_node_at(run->graph, user)->args, link_user, &l);
    rg_visit_nodes(run->module, rg_node_at(run->graph, user)->kwargs, link_user, &l);
}

static void index_users(rg_run *run) {
    for (rg_node_id id = run->graph->first; id != RG_NO_NODE; id = rg_node_at(run->graph, id)->next)
        link_users(run, id);
    run->making.users_indexed = true;
}

static bool same_call(rg_run *run, rg_node_id id, const char *target, rg_value args,
                      rg_value kwargs) {
    const rg_node *node = rg_node_at(run->graph, id);
    return !(node->flags & RG_NODE_ERASED) && strcmp(rg_node_target(run->graph, id), target) == 0 &&
           rg_values_equal(run->module, node->args, args) &&
           rg_values_equal(run->module, node->kwargs, kwargs);
}

/* Whether the same call, further up or down, would read what this one would read here. */
typedef struct same_reads {
    rg_run *run;
    rg_node_id call;
    bool differ;
} same_reads;

static void check_read(void *context, rg_node_id id) {
    same_reads *s = context;
    const rg_storage *storage = rg_storage_of(s->run, id);
    if (!storage)
        return;
    if (rg_is_visited(s->run, s->call))
        s->differ |= rg_is_written_from(s->run, id, rg_position(s->run, s->call) + 1);
    else
        s->differ |= !s->run->future.flags.count || rg_is_written_later(s->run, storage);
}

/* Whether what the call made is not what it made any more, or will not be. */
static bool is_result_written(rg_run *run, rg_node_id call) {
    if (!rg_is_visited(run, call))
        return rg_result_is_written_later(run, call);
    return run->memory.unknown_write > rg_position(run, call) ||
           rg_is_written_from(run, call, rg_position(run, call) + 1);
}

static bool reads_the_same(rg_run *run, rg_node_id call) {
    same_reads s = {run, call, false};
    const rg_node_id *made = run->making.made.data;
    for (size_t i = 0; i < run->making.made.count; i++)
        if (made[i] == call)
            return true;
    if (rg_analyse(run, call)->kind == RG_EFFECT_VIEW) /* it sees the write wherever it stands */
        return true;
    if (is_result_written(run, call))
        return false;
    rg_visit_nodes(run->module, rg_node_at(run->graph, call)->args, check_read, &s);
    rg_visit_nodes(run->module, rg_node_at(run->graph, call)->kwargs, check_read, &s);
    return !s.differ;
}

/* `reuse f(x, …)`: the same call where the graph has it already, brought here; else a new one. */
rg_value rg_reuse(rg_run *run, rg_value *frame, const rg_ast *call) {
    rg_opcode opcode;
    value_list args = {0};
    rg_value kwargs;
    const char *target = plain_target(run, frame, call->items[0], &opcode);
    if (!target)
        rg_fail(run, call, "`reuse` needs a call of a function named in full");
    rg_reads_more(run);
    collect_arguments(run, frame, call, &args, &kwargs);
    rg_value tuple = as_tuple(run, &args);
    rg_value first = args.count ? args.items[0] : rg_none();
    if (!run->making.users_indexed)
        index_users(run);
    uint32_t link = rg_is_node(first) && first.data < run->making.user_heads.count
                        ? ((uint32_t *)run->making.user_heads.data)[first.data]
                        : 0;
    for (; link; link = ((user_link *)run->making.user_links.data)[link - 1].next) {
        rg_node_id id = ((user_link *)run->making.user_links.data)[link - 1].user;
        bool ahead = !rg_is_visited(run, id);
        if (!same_call(run, id, target, tuple, kwargs) || !reads_the_same(run, id) ||
            rg_is_random(run, id) || (ahead && run->graphs.has_modes))
            continue;
        if (ahead) {
            note_root_use(run, first.data);
            if (id == run->making.cursor)
                run->making.cursor = rg_node_at(run->graph, id)->next;
            rg_move_node(run->graph, id, run->making.cursor);
            *(rg_node_id *)rg_array_push(run->arenas.run, &run->making.made, sizeof id) = id;
        }
        return rg_node_value(id);
    }
    return rg_node_value(rg_make_node(run, opcode, target, tuple, kwargs, call));
}
