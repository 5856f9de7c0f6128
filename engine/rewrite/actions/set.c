/* `set n.args[i] = e` and the like: a call gets other arguments, another target, other metadata. */
#include <string.h>

#include "../../graph_text/graph_text.h"
#include "../../calls/callees.h"
#include "../../eval/eval.h"
#include "../../eval/sizes.h"
#include "../../effects/effects.h"
#include "../../memory/storage.h"
#include "../making/build.h"
#include "../run.h"
#include "actions.h"

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

static void set_keyword(rg_run *run, rg_node_id id, rg_value key, rg_value value,
                        const rg_ast *ast) {
    const rg_node *node = rg_node_at(run->graph, id);
    rg_value kwargs = rg_dict_with(run->module, node->kwargs, key, value);
    rg_check_keywords(run, kwargs, ast);
    rg_set_args(run->graph, id, node->args, kwargs);
}

/* An argument by its name, wherever it stands; a new one becomes a keyword. */
static void set_named(rg_run *run, rg_node_id id, rg_value key, rg_value value, const rg_ast *ast) {
    rg_value ignored;
    const rg_node *node = rg_node_at(run->graph, id);
    if (rg_dict_get(run->module, node->kwargs, key, &ignored)) {
        set_keyword(run, id, key, value, ast);
        return;
    }
    const rg_binding *binding = rg_bind_node(run, id);
    uint32_t param =
        binding ? rg_param_index(binding->schema, rg_value_text(run->module, key)) : RG_NONE_ID;
    if (param != RG_NONE_ID && binding->slots[param].place == RG_SLOT_POSITION)
        set_positional(run, id, binding->slots[param].index, value, ast);
    else
        set_keyword(run, id, key, value, ast);
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
    if (!text || !is_target(rg_name_text(run, value, ast), opcode)) {
        rg_text shown = rg_text_new(run->arenas.scratch);
        rg_print_value(&shown, run->graph, value);
        rg_fail(run, ast, "%s is no target for %%%s", rg_text_string(&shown),
                rg_node_name(run->graph, id));
    }
    rg_set_target(run->graph, id, rg_value_text(run->module, value));
}

/* The node becomes another call: what is known of the old call no longer holds. */
static void forget_call(rg_run *run, rg_node_id id) {
    rg_forget_item(run, id); /* needs the old call */
    rg_forget_alias_fact(run, id);
    rg_forget_call(run, id, true);
    run->application.call_changed = true;
}

typedef struct circle {
    const rg_run *run;
    rg_node_id id;
    bool found;
} circle;

static void look_for_circle(void *context, rg_node_id used) {
    circle *c = context;
    bool behind =
        c->id == c->run->current && c->run->application.root_used && rg_was_made(c->run, used);
    c->found |= used == c->id || behind;
}

/* An argument that is the call itself, or is made from it. */
static void refuse_circle(rg_run *run, rg_node_id id, rg_value value, const rg_ast *ast) {
    circle c = {run, id, false};
    rg_visit_nodes(run->module, value, look_for_circle, &c);
    if (c.found)
        rg_fail(run, ast, "%%%s cannot be an argument of itself", rg_node_name(run->graph, id));
}

void rg_set_action(rg_run *run, rg_value *frame, const rg_ast *ast) {
    const rg_ast *place = ast->items[RG_SET_PLACE];
    const rg_ast *attribute = place->kind == RG_AST_INDEX ? place->items[RG_OBJECT] : place;
    rg_node_id id = rg_subject(run, rg_eval(run, frame, attribute->items[RG_OBJECT]), place);
    rg_value value = rg_eval(run, frame, ast->items[RG_SET_VALUE]);
    bool in_meta = place->kind == RG_AST_INDEX && strcmp(attribute->text, "meta") == 0;
    value = in_meta ? rg_with_size_texts(run, value) : rg_with_size_nodes(run, value, ast);
    rg_make_extra(run->graph, id)->origin = run->making.now.origin;
    run->calls.edits++;
    if (run->watch.observer)
        rg_tell(run, RG_EVENT_CHANGED, id, ast);
    if (place->kind == RG_AST_ATTRIBUTE) {
        forget_call(run, id);
        rg_forget_users_classes(run, id);
        set_target(run, id, value, ast);
        return;
    }
    rg_value key = rg_eval(run, frame, place->items[RG_INDEX_INDEX]);
    const char *name = rg_value_kind(key) == RG_STR ? rg_name_text(run, key, place) : NULL;
    bool device = name && strcmp(name, "device") == 0;
    if (device)
        rg_forget_call(run, id, true);
    else if (strcmp(attribute->text, "meta") != 0)
        forget_call(run, id);
    if (strcmp(attribute->text, "meta") != 0)
        refuse_circle(run, id, value, ast);
    if (strcmp(attribute->text, "args") == 0 && rg_value_kind(key) == RG_INT) {
        set_positional(run, id, rg_get_int(run->module, key), value, ast);
        return;
    }
    if (!name)
        rg_fail(run, place->items[RG_INDEX_INDEX], "the key must be a string");
    if (strcmp(attribute->text, "kwargs") == 0)
        set_keyword(run, id, key, value, ast);
    else if (strcmp(attribute->text, "arg") == 0)
        set_named(run, id, key, value, ast);
    else
        rg_set_meta(run->graph, id, name, value);
}
