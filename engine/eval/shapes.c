/* Clauses of operator files evaluated for a call, and the types they give new nodes. */
#include <string.h>

#include "budget.h"
#include "../calls/callees.h"
#include "../effects/effects.h"
#include "../memory/content.h"
#include "../memory/storage.h"
#include "../memory/storage_parts.h"
#include "../rewrite/run.h"
#include "eval.h"
#include "memo.h"

/* Arguments of a call that may have been taken out of the graph: nodes in them are brought up to
 * date, since a view is taken again with the arguments it had. */
static rg_value current_node(void *context, rg_node_id id) {
    return rg_current(context, id);
}

rg_value rg_eval_clause(rg_run *run, const rg_clause_code *code, rg_node_id call, rg_value value,
                        rg_value index, rg_value parent) {
    const rg_binding *binding = rg_bind_node(run, call);
    if (!binding)
        rg_fail(run, NULL, "%%%s: its arguments fit no schema", rg_node_name(run->graph, call));
    rg_value *frame =
        rg_alloc_array(run->arenas.scratch, (size_t)code->slot_count + 1, sizeof *frame);
    for (size_t i = 0; i < code->param_count; i++) {
        uint32_t param = rg_param_index(binding->schema, code->params[i]);
        if (param != RG_NONE_ID)
            frame[i] = binding->slots[param].value;
    }
    bool ignored = false;
    size_t first = rg_value_kind(parent) == RG_NONE ? 0 : 1;
    if (first && code->param_count)
        frame[0] = parent;
    for (size_t i = first; i < code->param_count && !run->eval.mode.looks_only; i++)
        frame[i] = rg_map_nodes(run->module, frame[i], current_node, run, &ignored);
    if (code->value_slot != RG_NO_SLOT)
        frame[code->value_slot] = value;
    if (code->index_slot != RG_NO_SLOT)
        frame[code->index_slot] = index;
    /* what the operator file reads is not a conclusion of the rule */
    rg_eval_mode mode = run->eval.mode;
    mode.concludes = false;
    mode.fn = NULL;
    rg_eval_mode outer = rg_enter_mode(&run->eval, mode);
    size_t steps = rg_enter_clause(run);
    rg_value result = rg_eval(run, frame, code->body);
    rg_leave_clause(run, steps);
    rg_leave_mode(&run->eval, outer);
    return result;
}

typedef struct clause_question {
    const rg_clause_code *code;
    rg_node_id call;
    rg_value *result;
} clause_question;

static void ask_clause(rg_run *run, void *context) {
    const clause_question *q = context;
    *q->result = rg_eval_clause(run, q->code, q->call, rg_none(), rg_none(), rg_none());
}

bool rg_try_clause(rg_run *run, const rg_clause_code *code, rg_node_id call, rg_value *result,
                   const char **why) {
    clause_question q = {code, call, result};
    rg_eval_mode mode = run->eval.mode;
    mode.looks_only = true;
    rg_eval_mode outer = rg_enter_mode(&run->eval, mode);
    bool told = rg_try(run, ask_clause, &q, why);
    rg_leave_mode(&run->eval, outer);
    return told;
}

/* ---------------------------------------------------------------- types of new nodes */

static const rg_type *first_tensor(rg_run *run, const rg_binding *binding) {
    for (size_t i = 0; i < binding->schema->param_count; i++) {
        rg_value value = binding->slots[i].value;
        const rg_type *type = rg_is_node(value) ? rg_node_type(run->graph, value.data) : NULL;
        if (type && type->kind == RG_TYPE_TENSOR)
            return type;
    }
    return NULL;
}

static bool dims_of(rg_run *run, rg_value list, rg_type *type) {
    size_t rank = rg_is_container(list) ? rg_value_count(list) : 0;
    rg_dim *dims = rg_alloc_array(run->arenas.scratch, rank, sizeof *dims);
    if (rg_value_kind(list) != RG_LIST && rg_value_kind(list) != RG_TUPLE)
        return false;
    for (size_t i = 0; i < rank; i++) {
        rg_value item = rg_item(run->module, list, i);
        if (rg_value_kind(item) == RG_INT) {
            dims[i].value = rg_get_int(run->module, item);
            continue;
        }
        const rg_type *size = rg_is_node(item) ? rg_node_type(run->graph, item.data) : NULL;
        if (size && size->kind == RG_TYPE_SYM)
            dims[i].symbol = size->text;
        else if (rg_value_kind(item) == RG_SIZE)
            dims[i].symbol = item.data;
        else
            return false;
    }
    type->rank = rank;
    type->shape = dims;
    return true;
}

/* False: a `dtype` line cannot tell. Without one the first tensor's dtype stands. */
static bool derive_dtype(rg_run *run, rg_node_id id, const rg_op_clause *clause, rg_type *type) {
    rg_value value;
    if (!clause)
        return true;
    if (!rg_try_clause(run, rg_clause_of(clause->ast), id, &value, NULL))
        return false;
    rg_kind kind = rg_value_kind(value);
    if (kind != RG_STR && kind != RG_DTYPE && kind != RG_CONST)
        return false;
    const char *text = rg_value_text(run->module, value);
    const char *short_name = rg_short_dtype(text);
    type->dtype = rg_intern_text(run->module->symbols, short_name ? short_name : text);
    return true;
}

typedef struct derivation {
    rg_run *run;
    rg_node_id id;
} derivation;

/* The annotation as a str, or None. */
static rg_value derive(void *context) {
    const derivation *d = context;
    rg_run *run = d->run;
    const rg_binding *bound = rg_bind_node(run, d->id);
    if (!bound)
        return rg_none();
    const rg_operator *op = bound->schema->op;
    const rg_op_clause *shapes = rg_ops_clause(op->shapes, bound->schema);
    const rg_op_clause *dtypes = rg_ops_clause(op->dtypes, bound->schema);
    const rg_type *like = first_tensor(run, bound);
    rg_value shape;
    if (!shapes || !like || !rg_try_clause(run, rg_clause_of(shapes->ast), d->id, &shape, NULL))
        return rg_none();
    rg_type type = {.kind = RG_TYPE_TENSOR, .dtype = like->dtype, .device = like->device};
    if (!dims_of(run, shape, &type) || !derive_dtype(run, d->id, dtypes, &type))
        return rg_none();
    return rg_make_value(RG_STR, 0, rg_type_to_text(run->module, &type));
}

/* The annotation that the operator's lines tell; 0: none. */
static rg_symbol derived(rg_run *run, rg_node_id id) {
    derivation d = {run, id};
    const rg_operator *op = rg_callee_of(run, rg_node_at(run->graph, id))->spelled.op;
    if (!op || !op->shapes)
        return 0;
    rg_value annotation = rg_memoized_fact(run, RG_FACT_TYPE, id, derive, &d);
    return rg_value_kind(annotation) == RG_NONE ? 0 : annotation.data;
}

void rg_derive_type(rg_run *run, rg_node_id id) {
    rg_symbol annotation = derived(run, id);
    if (!annotation)
        return;
    rg_annotate(run, id, annotation);
    rg_forget_effect(run);
}

typedef struct sources {
    rg_run *run;
    bool typed;   /* one has a type */
    bool certain; /* none may be seen in another way by now than its type says */
} sources;

static void look_at_source(void *context, rg_node_id id) {
    sources *s = context;
    const rg_alias *alias =
        rg_is_implicit(&s->run->memory, id) ? NULL : rg_alias_of(&s->run->memory, id);
    s->typed |= rg_node_type(s->run->graph, id) != NULL;
    s->certain &= !alias || (!alias->reshaped && !alias->maybe_duplicate);
}

void rg_derive_unprinted_type(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    sources s = {.run = run, .certain = true};
    rg_visit_nodes(run->module, node->args, look_at_source, &s);
    rg_visit_nodes(run->module, node->kwargs, look_at_source, &s);
    rg_symbol annotation = s.typed && s.certain ? derived(run, id) : 0;
    if (!annotation)
        return;
    rg_annotate_unprinted(run, id, annotation);
    rg_forget_effect(run);
}
