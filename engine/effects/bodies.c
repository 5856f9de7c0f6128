/* Graphs that a call runs (the branches of `torch.cond`, a checkpointed region), and what is known
 * of them at the call. A body in the text is inspected once a run; what another body writes is not
 * known. */
#include <string.h>

#include "../calls/callees.h"
#include "../rewrite/run.h"
#include "bodies.h"
#include "effects.h"
#include "../memory/lists.h"
#include "../memory/content.h"
#include "../memory/storage.h"
#include "../memory/storage_parts.h"

/* What a body does that its caller has to know. */
enum {
    SHARES = 1, /* a result may share memory with an operand, a buffer or another result */
    WRITES = 2  /* it may write an operand or a buffer */
};

bool rg_is_body(const rg_run *run, rg_node_id id) {
    const rg_type *type = rg_node_type(run->graph, id);
    return rg_node_at(run->graph, id)->opcode == RG_GET_ATTR &&
           !(type && type->kind == RG_TYPE_TENSOR);
}

/* The graph's number among those of the module; 0: it is not part of the text. */
static uint32_t graph_of(rg_run *run, rg_node_id body) {
    rg_symbols *symbols = run->module->symbols;
    rg_symbol name = rg_node_at(run->graph, body)->target;
    if (run->graph->name)
        name = rg_intern_text(symbols, rg_format(run->arenas.scratch, "%s.%s",
                                                 rg_symbol_text(symbols, run->graph->name),
                                                 rg_symbol_text(symbols, name)));
    return rg_symbol_map_get(&run->graphs.body_numbers, name);
}

bool rg_is_known_body(rg_run *run, rg_node_id id) {
    return run->graphs.body_facts.count && rg_is_body(run, id) && graph_of(run, id);
}

static uint8_t facts_of(rg_run *run, rg_node_id body) {
    uint32_t number = graph_of(run, body);
    return number ? ((const uint8_t *)run->graphs.body_facts.data)[number] : SHARES | WRITES;
}

bool rg_body_is_fresh(rg_run *run, rg_node_id body) {
    return !(facts_of(run, body) & SHARES);
}

/* ---------------------------------------------------------------- looking into a body */

typedef struct looking {
    rg_run *run;
    uint8_t facts;
    rg_array returned; /* of bool by storage */
} looking;

/* Whether the storage is, or may be, memory that the body was given. */
static bool is_given(const rg_run *run, const rg_storage *storage) {
    uint8_t opcode = rg_node_at(run->graph, storage->root)->opcode;
    return opcode == RG_PLACEHOLDER || opcode == RG_GET_ATTR || storage->maybe_first != RG_NONE_ID;
}

static void look_at_result(void *context, rg_node_id id) {
    looking *l = context;
    const rg_alias *alias = rg_alias_of(&l->run->memory, id);
    if (!alias)
        return;
    bool *before = rg_table_slot(l->run, &l->returned, alias->storage, sizeof *before);
    if (*before || alias->each || is_given(l->run, rg_storage_at(&l->run->memory, alias->storage)))
        l->facts |= SHARES;
    *before = true;
}

static void look_at_inner_body(void *context, rg_node_id id) {
    looking *l = context;
    if (rg_is_body(l->run, id))
        l->facts |= facts_of(l->run, id) & WRITES;
}

static void look_at(looking *l, rg_node_id id) {
    rg_run *run = l->run;
    const rg_node *node = rg_node_at(run->graph, id);
    if (rg_is_fresh_call(run, id)) {
        rg_register_fresh(&run->memory, id);
        return;
    }
    rg_effect effect = *rg_analyse(run, id);
    rg_register(run, id, &effect);
    if (effect.suspicious || node->opcode == RG_CALL_MODULE)
        l->facts |= WRITES;
    for (size_t i = 0; i < effect.write_count; i++) {
        const rg_storage *written = rg_storage_of(&run->memory, effect.writes[i]);
        if (written && is_given(run, written))
            l->facts |= WRITES;
    }
    if (rg_callee_of(run, node)->runs_bodies)
        rg_visit_nodes(run->module, node->args, look_at_inner_body, l);
    if (node->opcode == RG_OUTPUT)
        rg_visit_nodes(run->module, node->args, look_at_result, l);
}

void rg_graphs_start(rg_run *run) {
    size_t count = run->module->graph_count;
    run->graphs.all = rg_alloc_array(run->arenas.run, count, sizeof *run->graphs.all);
    for (size_t i = 0; i < count; i++)
        run->graphs.all[i].linted = true; /* the reader sees to it, and so did an earlier run */
    run->graphs.here = run->graphs.all;
}

void rg_learn_bodies(rg_run *run) {
    size_t count = run->module->graph_count;
    if (run->graphs.body_facts.count || count < 2)
        return;
    rg_table_slot(run, &run->graphs.body_facts, count, sizeof(uint8_t));
    for (size_t i = count; i-- > 1;) { /* those within a body come after it */
        looking l = {.run = run};
        run->graphs.here = &run->graphs.all[i];
        rg_begin_graph(run, run->module->graphs[i]);
        for (rg_node_id id = run->graph->first; id != RG_NO_NODE;
             id = rg_node_at(run->graph, id)->next)
            look_at(&l, id);
        ((uint8_t *)run->graphs.body_facts.data)[i] = l.facts;
        rg_array_free(run->arenas.run, &l.returned);
    }
    run->graphs.here = run->graphs.all;
    rg_begin_graph(run, run->module->graphs[0]);
}

/* ---------------------------------------------------------------- missing bodies */

static void warn_of_missing(void *context, rg_node_id id) {
    rg_run *run = context;
    if (!rg_is_body(run, id) || graph_of(run, id))
        return;
    rg_warn(run, NULL,
            "the body `%s` of `%s` is not part of the text: it is taken to write nothing",
            rg_node_target(run->graph, id), rg_node_target(run->graph, run->current));
}

void rg_number_bodies(rg_run *run) {
    for (size_t i = 1; i < run->module->graph_count; i++)
        rg_symbol_map_set(run->arenas.run, &run->graphs.body_numbers, run->module->graphs[i]->name,
                          (uint32_t)i);
}

void rg_warn_of_missing_bodies(rg_run *run) {
    for (size_t i = 0; i < run->module->graph_count; i++) {
        run->graph = run->module->graphs[i];
        for (rg_node_id id = run->graph->first; id != RG_NO_NODE;
             id = rg_node_at(run->graph, id)->next) {
            const rg_node *node = rg_node_at(run->graph, id);
            if (!rg_callee_of(run, node)->runs_bodies)
                continue;
            run->current = id;
            rg_visit_nodes(run->module, node->args, warn_of_missing, run);
            rg_visit_nodes(run->module, node->kwargs, warn_of_missing, run);
        }
    }
    run->current = RG_NO_NODE;
    run->graph = run->module->graphs[0];
}

/* ---------------------------------------------------------------- calls that run one */

typedef struct calling {
    rg_run *run;
    rg_node_id call;
    const char *missing; /* what is not known; NULL: nothing */
    bool known;          /* the body is part of the text */
} calling;

static void look_at_body(void *context, rg_node_id id) {
    calling *c = context;
    rg_run *run = c->run;
    if (!rg_is_body(run, id) || !(facts_of(run, id) & WRITES))
        return;
    rg_symbol name = rg_node_at(run->graph, id)->target;
    c->known = graph_of(run, id) != 0;
    c->missing =
        rg_format(run->arenas.run, "the body `%s` of `%s` %s",
                  rg_symbol_text(run->module->symbols, name), rg_node_target(run->graph, c->call),
                  c->known ? "may write what it is given" : "is not part of the text");
}

/* A pass that leaves no write must know the operand's content from here on if anything reads it. */
static void doubt_operand(void *context, rg_node_id id) {
    const calling *c = context;
    rg_run *run = c->run;
    rg_storage *storage = rg_is_body(run, id) ? NULL : rg_storage_of(&run->memory, id);
    if (!storage)
        return;
    if (c->known) {
        storage->maybe_written_by = c->call;
        storage->maybe_reason = c->missing;
    }
    if (!run->pass.code->pure)
        return;
    if (rg_is_list(&run->memory, id))
        rg_fail(run, NULL, "it cannot be known whether %%%s writes items of %%%s: %s",
                rg_node_name(run->graph, c->call), rg_node_name(run->graph, id), c->missing);
    storage->hidden_writer = c->call;
    storage->hidden_reason = c->missing;
    storage->spoiled_by = rg_alias_of(&run->memory, id)->storage;
    rg_spoil_dependents(&run->memory, storage->spoiled_by);
    run->memory.stale = true;
}

void rg_look_at_bodies(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    calling c = {run, id, NULL, false};
    rg_visit_nodes(run->module, node->args, look_at_body, &c);
    rg_visit_nodes(run->module, node->kwargs, look_at_body, &c);
    if (!c.missing)
        return;
    rg_visit_nodes(run->module, node->args, doubt_operand, &c);
    rg_visit_nodes(run->module, node->kwargs, doubt_operand, &c);
}

void rg_refuse_hidden(rg_run *run, const rg_storage *storage, rg_node_id seen) {
    if (storage->hidden_reason)
        rg_fail(run, NULL,
                "%s is read or written after %%%s, and it cannot be known whether that writes it: "
                "%s",
                rg_describe_chain(&run->memory, seen),
                rg_node_name(run->graph, storage->hidden_writer), storage->hidden_reason);
}
