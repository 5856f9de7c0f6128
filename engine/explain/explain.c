/* Why a rule does not apply, in words. */
#include <string.h>

#include "../graph_text/graph_text.h"
#include "../memory/storage.h"
#include "../rewrite/run.h"
#include "../rewrite/sweep.h"
#include "explain.h"

void rg_explain_value(rg_run *run, rg_text *out, rg_value value) {
    if (rg_is_node(value))
        rg_text_printf(out, "%%%s", rg_node_name(run->graph, value.data));
    else
        rg_print_value(out, run->graph, value);
}

/* ---------------------------------------------------------------- writes in between */

static rg_node_id node_at(const rg_run *run, uint32_t position) {
    rg_node_id id = run->graph->first;
    while (id != RG_NO_NODE && rg_position(run, id) != position)
        id = rg_node_at(run->graph, id)->next;
    return id;
}

/* The node that wrote in between; RG_NO_NODE: it is gone, as a rule carried the write away. */
static rg_node_id writer_of(rg_run *run, rg_node_id node, rg_node_id written) {
    if (written == RG_NO_NODE)
        return node_at(run, run->memory.unknown_write);
    const rg_storage *storage = rg_storage_of(&run->memory, written);
    if (!storage || storage->last_write <= rg_position(run, node))
        return RG_NO_NODE;
    return node_at(run, storage->last_write);
}

static rg_node_id writer_between(rg_run *run) {
    return writer_of(run, run->application.objection.node, run->application.objection.written);
}

static void explain_write(const rg_event *event, rg_text *out) {
    rg_run *run = event->run;
    rg_node_id written = run->application.objection.written;
    const rg_storage *storage = written == RG_NO_NODE ? NULL : rg_storage_of(&run->memory, written);
    rg_node_id writer = writer_between(run);
    rg_text_puts(out, "a write ");
    if (writer != RG_NO_NODE)
        rg_text_printf(out, "by %%%s ", rg_node_name(run->graph, writer));
    else if (storage && storage->origin != RG_NO_ORIGIN)
        rg_text_printf(out, "that the rule %s made ",
                       rg_origin_at(run->module, storage->origin)->rule);
    if (written != RG_NO_NODE)
        rg_text_printf(out, "to %%%s ", rg_node_name(run->graph, written));
    rg_text_printf(out, "stands between %%%s and %%%s",
                   rg_node_name(run->graph, run->application.objection.node),
                   rg_node_name(run->graph, event->node));
}

static void explain_objection(const rg_event *event, rg_text *out) {
    rg_run *run = event->run;
    rg_node_id id = run->application.objection.node;
    const char *name = rg_node_name(run->graph, id);
    switch (run->application.objection.kind) {
    case RG_SHARING_LOST:
        rg_text_printf(
            out,
            "%%%s shares, or may share, the memory of %%%s, which is written or returned, "
            "and the new value does not",
            name, rg_node_name(run->graph, rg_storage_of(&run->memory, id)->root));
        return;
    case RG_DRAWN_AGAIN:
        rg_text_printf(out, "%%%s is random, and is read by others, too: made again it is another",
                       name);
        return;
    case RG_IS_THERE:
        rg_text_printf(out, "%%%s is the call that is there already", name);
        return;
    case RG_ALONE:
        rg_text_printf(out,
                       "no later call is of the group of %%%s: one that fits, whose operands are "
                       "there before %%%s, and of which nothing that it reads or makes is written",
                       name, name);
        return;
    case RG_LAYOUT_LOST:
        rg_text_printf(
            out,
            "a call asks how %%%s, or a view of it, lies in memory, and the new value may "
            "lie otherwise",
            name);
        return;
    case RG_OBJECTS_MERGED:
        rg_text_printf(out,
                       "%%%s would be the same tensor object as its new value, and how one of them "
                       "is seen is changed in place",
                       name);
        return;
    default:
        rg_text_printf(
            out,
            "%%%s cannot be erased: it is to take the place of another, or it does, or may "
            "do, more than to make a value",
            name);
    }
}

/* ---------------------------------------------------------------- the whole */

const char *rg_explain_event(const rg_event *event) {
    rg_text out = rg_text_new(event->run->arenas.module);
    switch (event->kind) {
    case RG_EVENT_HEAD_REFUSED:
    case RG_EVENT_PART_REFUSED:
        rg_explain_mismatch(event, &out);
        break;
    case RG_EVENT_CLAUSE_REFUSED:
        if (event->guard)
            rg_explain_condition(event->run, &out, event->frame, event->part);
        else
            rg_explain_mismatch(event, &out);
        break;
    case RG_EVENT_GUARD_REFUSED:
        rg_explain_condition(event->run, &out, event->frame, event->part->items[RG_WHERE_GUARD]);
        break;
    case RG_EVENT_WRITE_BETWEEN:
        explain_write(event, &out);
        break;
    case RG_EVENT_UNSAFE:
        explain_objection(event, &out);
        break;
    default:
        break;
    }
    return rg_text_string(&out);
}

/* Goes back from the value to the node whose argument it is. */
rg_node_id rg_event_subject(const rg_event *event) {
    if (event->kind == RG_EVENT_WRITE_BETWEEN) {
        rg_node_id writer = writer_between(event->run);
        return writer != RG_NO_NODE ? writer : event->node;
    }
    if (!event->instruction)
        return event->node;
    uint32_t reg = event->instruction->a;
    for (const rg_instruction *k = event->instruction; k-- > event->program->code;) {
        bool loads = k->op == RG_MATCH_ARG || k->op == RG_MATCH_KWARG ||
                     k->op == RG_MATCH_OPERAND || k->op == RG_MATCH_ITEM ||
                     k->op == RG_MATCH_ITEM_BACK || k->op == RG_MATCH_WRITTEN;
        if (rg_is_node(event->registers[reg]))
            break;
        if (loads && k->b == reg)
            reg = k->a;
    }
    return rg_is_node(event->registers[reg]) ? event->registers[reg].data : event->node;
}
