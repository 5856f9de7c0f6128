/* What later calls do to storages: which they write, and which leave the graph through the output.
 * A rule that replaces a fresh value by an existing one (or a view of one) makes two values share
 * memory that did not before. Whether that is observable depends on calls that the sweep has not
 * reached, so passes with such rules look ahead once, in a walk of their own. The most common rules
 * replace a fresh call by another fresh call, and need no look ahead. Whether a pass must look
 * ahead depends on the graph: looking always costs 1 % more instructions on chains, 3 % on
 * transformers, 5 % on captured models and 7 % where one rule fuses calls. The rules alone cannot
 * tell: aliasing_output_rewrite has one that needs it, for roots by a regex that few graphs have.
 */
#include "../calls/callees.h"
#include "../rewrite/run.h"
#include "../effects/effects.h"
#include "future.h"
#include "places/layout.h"
#include "storage.h"
#include "storage_parts.h"

/* Of the node by which a storage is found: it is written; an output is in it, or two are. Of any
 * node: an output is the tensor that it makes, or views it. */
enum {
    FUTURE_WRITTEN = 1,
    FUTURE_ESCAPES = 2,
    FUTURE_HANDED_ON = 4,
    FUTURE_ESCAPES_TWICE = 8,
    FUTURE_LEAVES = 16,
    FUTURE_RESHAPED = 32,    /* a call changes the tensor object's shape in place */
    FUTURE_LAYOUT = 64,      /* a call reads its memory layout, or relies on it */
    FUTURE_ASKED = 128,      /* a result depends on the tensor's memory layout */
    FUTURE_BY_STRIDES = 256, /* a call views or copies it, depending on its strides */
    FUTURE_OF_STORAGE = FUTURE_WRITTEN | FUTURE_ESCAPES | FUTURE_ESCAPES_TWICE,
    FUTURE_OF_OBJECT =
        FUTURE_LEAVES | FUTURE_RESHAPED | FUTURE_LAYOUT | FUTURE_ASKED | FUTURE_BY_STRIDES
};

/* `y = e` anywhere; `x <- e` where writes stay in the graph beside it. */
static bool shares_values(const rg_ast *ast, bool pure) {
    if (ast->kind == RG_AST_BIND || (ast->kind == RG_AST_WRITE && !pure))
        return true;
    if (ast->kind == RG_AST_FOR || ast->kind == RG_AST_WHEN)
        for (size_t i = 0; i < ast->count; i++)
            if (shares_values(ast->items[i], pure))
                return true;
    return false;
}

static bool replaces_values(const rg_rule *rule) {
    for (size_t i = rule->first_statement; i < rule->ast->count; i++)
        if (shares_values(rule->ast->items[i], rule->pass->pure))
            return true;
    return false;
}

/* Whether no call of the target with this many arguments, all by position, shares memory with an
 * argument: its result is fresh, or nothing is known of it. */
static bool shares_nothing(rg_run *run, const rg_node *call, size_t arguments) {
    const rg_callee *callee = rg_callee_of(run, call);
    return rg_is_call(call) &&
           (!callee->spelled.op || rg_is_harmless_target(run, callee, arguments));
}

/* Whether a rule that replaces values may be applied to the call. */
static bool may_be_replaced(rg_run *run, const rg_node *call) {
    size_t count;
    const rg_candidate *candidates = rg_candidates(run, rg_callee_of(run, call), call, &count);
    for (size_t i = 0; i < count; i++)
        if (replaces_values(candidates[i].rule))
            return true;
    return false;
}

/* The call of a function that is named in full; false: it is none. */
static bool plain_call(rg_run *run, const rg_ast *ast, rg_node *call) {
    const rg_ast *callee = ast->kind == RG_AST_CALL ? ast->items[RG_CALLEE] : NULL;
    if (!callee || callee->kind != RG_AST_ATTRIBUTE || !callee->compiled)
        return false;
    rg_symbol target = rg_intern_text(run->module->symbols, callee->compiled);
    *call = (rg_node){.opcode = RG_CALL_FUNCTION, .target = target};
    return true;
}

/* Whether all that the expression makes are such calls, which no other rule replaces. */
static bool is_simple(rg_run *run, const rg_ast *ast) {
    rg_node call;
    bool calls = ast->kind == RG_AST_CALL;
    if (ast->kind == RG_AST_REUSE ||
        (calls && (!plain_call(run, ast, &call) || may_be_replaced(run, &call))))
        return false;
    for (size_t i = calls ? RG_ARGUMENTS : 0; i < ast->count; i++)
        if (!is_simple(run, ast->items[i]))
            return false;
    return true;
}

static bool are_positional(const rg_ast *call) {
    for (size_t i = RG_ARGUMENTS; i < call->count; i++)
        if (call->items[i]->kind == RG_AST_KEYWORD || call->items[i]->kind == RG_AST_STAR ||
            call->items[i]->kind == RG_AST_STARSTAR)
            return false;
    return true;
}

static bool makes_own(rg_run *run, const rg_ast *ast) {
    rg_node call;
    return plain_call(run, ast, &call) && are_positional(ast) &&
           shares_nothing(run, &call, ast->count - RG_ARGUMENTS);
}

/* Whether the statement replaces nothing, or the root by a new call. */
static bool only_makes_own(rg_run *run, const rg_rule *rule, const rg_ast *ast) {
    if (ast->kind == RG_AST_WHERE)
        return true;
    if (!is_simple(run, ast) || (ast->kind != RG_AST_BIND && shares_values(ast, rule->pass->pure)))
        return false;
    uint32_t slot = ast->kind == RG_AST_BIND
                        ? ((const rg_ref *)ast->items[RG_BIND_NAME]->compiled)->index
                        : UINT32_MAX;
    return !rg_is_matched_slot(rule, slot) ||
           (slot == rule->root_slot && makes_own(run, ast->items[RG_BIND_VALUE]));
}

static bool replaces_only_own(rg_run *run, const rg_rule *rule) {
    for (size_t i = rule->first_statement; i < rule->ast->count; i++)
        if (!only_makes_own(run, rule, rule->ast->items[i]))
            return false;
    return true;
}

/* Most tests of which rules apply to the calls that rules make: more tests could cost more than
 * looking ahead. */
enum { MOST_TESTS = 10000 };

typedef struct asking {
    rg_run *run;
    size_t tests;
} asking;

/* Whether a rule applied to a call of the target depends on the future of storages. */
static bool asks(void *context, const rg_target_use *use, const rg_candidate *candidate) {
    asking *a = context;
    rg_run *run = a->run;
    a->tests += run->pass.order_count;
    if (a->tests > MOST_TESTS)
        return true;
    const rg_node *call = rg_node_at(run->graph, use->node);
    if (candidate->rule->group)
        return true;
    return replaces_values(candidate->rule) &&
           (use->keywords || !shares_nothing(run, call, use->arguments) ||
            !replaces_only_own(run, candidate->rule));
}

static bool puts_values(void *context, const rg_target_use *use, const rg_candidate *candidate) {
    (void)context, (void)use;
    return replaces_values(candidate->rule);
}

typedef struct returning {
    rg_run *run;
    size_t returned; /* tensors that leave the graph */
    size_t steps;    /* views that were followed */
    bool by_strides; /* one of them is a view as strides will have it */
} returning;

/* Follows a tensor that is returned through the calls that may view, up to what they view. */
static void follow_views(void *context, rg_node_id id) {
    returning *r = context;
    r->returned++;
    while (!r->by_strides) {
        const rg_node *node = rg_node_at(r->run->graph, id);
        const rg_operator *op =
            rg_is_operator_call(node) ? rg_callee_of(r->run, node)->spelled.op : NULL;
        bool first = rg_value_kind(node->args) == RG_TUPLE && rg_value_count(node->args) > 0;
        rg_value viewed = first ? rg_item(r->run->module, node->args, 0) : rg_none();
        r->by_strides = (op && op->aliases) || r->steps++ > MOST_TESTS;
        if (!op || !op->views || !rg_is_node(viewed))
            return;
        id = viewed.data;
    }
}

/* Whether two tensors may leave the graph that share memory only as strides will have it. */
static bool may_return_views_by_strides(rg_run *run) {
    returning r = {.run = run};
    if (run->pass.code->pure || run->graph->output == RG_NO_NODE)
        return false;
    rg_visit_nodes(run->module, rg_node_at(run->graph, run->graph->output)->args, follow_views, &r);
    return r.returned > 1 && r.by_strides;
}

static bool is_future_asked(rg_run *run) {
    asking a = {run, 0};
    return rg_any_candidate(run, asks, &a) ||
           (rg_any_candidate(run, puts_values, NULL) && may_return_views_by_strides(run));
}

/* The node by which the future of a node's storage is found. */
static rg_node_id future_key(rg_run *run, rg_node_id id) {
    const rg_storage *storage =
        rg_is_implicit(&run->memory, id) ? NULL : rg_storage_of(&run->memory, id);
    return storage ? storage->first_root : id;
}

static uint16_t flags_of(const rg_run *run, rg_node_id id) {
    return id < run->future.flags.count ? ((const uint16_t *)run->future.flags.data)[id] : 0;
}

static void add_flags(rg_run *run, rg_node_id id, uint16_t flags) {
    if (flags)
        *(uint16_t *)rg_table_slot(run, &run->future.flags, id, sizeof flags) |= flags;
}

static void add_to_open(rg_run *run, rg_array *open, uint32_t storage, uint16_t flags) {
    if ((flags_of(run, rg_storage_at(&run->memory, storage)->first_root) & flags) != flags)
        *(uint32_t *)rg_array_push(run->arenas.scratch, open, sizeof storage) = storage;
}

/* A flag of a storage also goes to the storages that it may be, and to the tuple of which it is an
 * item. Each storage is visited once for each flag. */
static void add_storage_flags(rg_run *run, rg_node_id id, uint16_t flags) {
    rg_memory *memory = &run->memory;
    rg_array open = {0};
    if (rg_is_implicit(memory, id) || !rg_alias_of(memory, id)) {
        add_flags(run, id, flags);
        return;
    }
    uint32_t whole = rg_alias_number(memory, id), each = rg_alias_at(memory, whole)->each;
    add_to_open(run, &open, rg_alias_at(memory, whole)->storage, flags);
    for (uint32_t i = 1; i <= each; i++) /* a list that views several tensors */
        add_to_open(run, &open, rg_alias_at(memory, whole - i)->storage, flags);
    while (open.count-- > 0) {
        const rg_storage *storage =
            rg_storage_at(memory, ((const uint32_t *)open.data)[open.count]);
        add_flags(run, storage->first_root, flags);
        if (storage->tuple != RG_NONE_ID)
            add_to_open(run, &open, storage->tuple, flags);
        /* custom operators promise that their results are tensors of their own */
        uint32_t links = storage->undeclared ? RG_NONE_ID : storage->maybe_first;
        for (uint32_t i = links; i != RG_NONE_ID; i = rg_maybe_at(memory, i)->next)
            add_to_open(run, &open, rg_maybe_at(memory, i)->storage, flags);
    }
    run->arenas.untidy = true;
}

static void add_write(rg_run *run, rg_node_id id) {
    add_storage_flags(run, id, FUTURE_WRITTEN);
}

/* Marks a tensor and what it views. Each alias is marked once. */
static void mark_chain(rg_run *run, rg_node_id id, uint16_t flag) {
    rg_memory *memory = &run->memory;
    const rg_alias *alias = rg_is_implicit(memory, id) ? NULL : rg_alias_of(memory, id);
    if (!alias || alias->maker != id)
        add_flags(run, id, flag);
    while (alias && !(flags_of(run, alias->maker) & flag)) {
        add_flags(run, alias->maker, flag);
        alias = alias->parent == RG_NONE_ID ? NULL : rg_alias_at(memory, alias->parent);
    }
}

/* `reshape`, and `view`, which may be read as it: the input and the view share memory only if the
 * strides allow it. */
static void note_view_by_strides(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    const rg_operator *op = rg_is_operator_call(node) ? rg_callee_of(run, node)->spelled.op : NULL;
    const rg_binding *binding = op && op->aliases ? rg_bind_node(run, id) : NULL;
    rg_value viewed = binding ? binding->slots[0].value : rg_none();
    if (rg_is_node(viewed) && rg_views_by_strides(run, id))
        mark_chain(run, viewed.data, FUTURE_BY_STRIDES);
}

static void note_question(rg_run *run, rg_node_id id) {
    rg_node_id about = rg_asked_about(run, id);
    if (about == RG_NO_NODE)
        return;
    mark_chain(run, about, FUTURE_LAYOUT);
    const rg_operator *op = rg_class_of(run, id)->callee->spelled.op;
    if (!op->views || rg_analyse(run, id)->of_storage) /* `view` can be taken as `reshape` */
        mark_chain(run, about, FUTURE_ASKED);
}

static void mark_asked(void *context, rg_node_id id) {
    mark_chain(context, id, FUTURE_ASKED);
}

/* The layout of a result may follow the layout of its inputs. */
static void spread_questions(rg_run *run) {
    for (rg_node_id id = run->graph->last; id != RG_NO_NODE; id = rg_node_at(run->graph, id)->prev)
        if (flags_of(run, id) & FUTURE_ASKED) {
            rg_visit_nodes(run->module, rg_node_at(run->graph, id)->args, mark_asked, run);
            rg_visit_nodes(run->module, rg_node_at(run->graph, id)->kwargs, mark_asked, run);
        }
}

static void add_escape(void *context, rg_node_id id) {
    rg_run *run = context;
    bool again = flags_of(run, future_key(run, id)) & FUTURE_ESCAPES;
    add_storage_flags(run, id, FUTURE_ESCAPES | (again ? FUTURE_ESCAPES_TWICE : 0));
    mark_chain(run, id, FUTURE_LEAVES);
}

static void add_unknown_write(void *context, rg_node_id id) {
    add_write(context, id);
}

static void look_at(rg_run *run, rg_node_id id) {
    note_question(run, id);
    if (!run->pass.code->pure)
        note_view_by_strides(run, id);
    if (rg_is_fresh_call(run, id)) {
        rg_register_fresh(&run->memory, id);
        return;
    }
    rg_effect effect = *rg_analyse(run, id);
    rg_register(run, id, &effect);
    const rg_node *node = rg_node_at(run->graph, id);
    for (size_t i = 0; i < effect.write_count; i++)
        add_write(run, effect.writes[i]);
    /* Whoever comes to be that tensor object sees it so, too. It is no node where the call's
     * arguments could not be read: then there is nothing to note. */
    if (effect.reshapes && effect.node != RG_NO_NODE) {
        add_write(run, effect.node);
        add_flags(run, rg_maker_of(&run->memory, effect.node), FUTURE_RESHAPED);
    }
    if (effect.suspicious || node->opcode == RG_CALL_MODULE) { /* it may write its arguments */
        run->future.unknown = true;
        rg_visit_nodes(run->module, node->args, add_unknown_write, run);
        rg_visit_nodes(run->module, node->kwargs, add_unknown_write, run);
    }
    if (node->opcode == RG_OUTPUT)
        rg_visit_nodes(run->module, node->args, add_escape, run);
}

void rg_find_future(rg_run *run) {
    run->future.flags.count = run->future.nodes = 0;
    run->future.unknown = false;
    run->future.known = is_future_asked(run);
    if (!run->future.known)
        return;
    size_t count = run->future.nodes = run->graph->nodes.count;
    rg_array_reserve(run->arenas.run, &run->future.flags, count, sizeof(uint16_t));
    run->future.flags.count = count;
    for (size_t i = 0; i < count; i++)
        ((uint16_t *)run->future.flags.data)[i] = 0;
    for (rg_node_id id = run->graph->first; id != RG_NO_NODE; id = rg_node_at(run->graph, id)->next)
        look_at(run, id);
    spread_questions(run);
    rg_begin_graph(run, run->graph);
}

static bool is_foreseen(const rg_run *run, rg_node_id id) {
    return id < run->future.nodes || flags_of(run, id) & FUTURE_HANDED_ON;
}

void rg_copy_future(rg_run *run, rg_node_id old, rg_node_id value) {
    if (run->future.known)
        add_flags(run, value,
                  (flags_of(run, future_key(run, old)) & FUTURE_OF_STORAGE) |
                      (flags_of(run, old) & FUTURE_OF_OBJECT));
}

void rg_note_future_write(rg_run *run, rg_node_id id) {
    add_flags(run, id, FUTURE_WRITTEN);
}

void rg_hand_on_future(rg_run *run, rg_node_id old, rg_node_id value) {
    rg_copy_future(run, old, value);
    if (run->future.known && is_foreseen(run, future_key(run, old)))
        add_flags(run, value, FUTURE_HANDED_ON);
}

void rg_share_future(rg_run *run, rg_node_id old, rg_node_id value) {
    if (run->future.known)
        add_flags(run, future_key(run, value),
                  flags_of(run, future_key(run, old)) & FUTURE_OF_STORAGE);
}

/* Where nobody looked, anything may become of it. */
static uint16_t future_of(const rg_run *run, const rg_storage *storage) {
    if (!run->future.known)
        return FUTURE_OF_STORAGE;
    uint16_t whole = 0; /* the future of a tuple is the future of its items */
    if (storage->tuple != RG_NONE_ID)
        whole = flags_of(run, rg_storage_at(&run->memory, storage->tuple)->first_root);
    return flags_of(run, storage->first_root) | whole;
}

static bool is_outside(const rg_run *run, const rg_storage *storage) {
    uint8_t opcode = rg_node_at(run->graph, storage->root)->opcode;
    return opcode == RG_PLACEHOLDER || opcode == RG_GET_ATTR;
}

static bool shows(const rg_run *run, uint16_t future, const rg_storage *shared) {
    uint16_t other = future_of(run, shared);
    if ((future | other) & FUTURE_WRITTEN)
        return true;
    return (future & FUTURE_ESCAPES) && ((other & FUTURE_ESCAPES) || is_outside(run, shared));
}

bool rg_sharing_shows(const rg_run *run, const rg_storage *fresh, uint32_t shared) {
    const rg_memory *memory = &run->memory;
    const rg_storage *to = rg_storage_at(memory, shared);
    uint16_t future = future_of(run, fresh);
    if (shows(run, future, to))
        return true;
    for (uint32_t i = to->maybe_first; i != RG_NONE_ID; i = rg_maybe_at(memory, i)->next)
        if (shows(run, future, rg_storage_at(memory, rg_maybe_at(memory, i)->storage)))
            return true;
    return false;
}

/* Whether it is, or may be, of importance that a tensor is in a storage in which others are. */
static bool storage_matters(const rg_run *run, const rg_storage *storage, bool leaves,
                            uint16_t others) {
    uint16_t future = future_of(run, storage);
    return (future & FUTURE_WRITTEN) || (leaves && ((future & others) || is_outside(run, storage)));
}

bool rg_needs_its_memory(const rg_run *run, rg_node_id id) {
    const rg_memory *memory = &run->memory;
    const rg_alias *alias = rg_is_implicit(memory, id) ? NULL : rg_alias_of(memory, id);
    if (run->pass.code->pure || !alias)
        return false;
    const rg_storage *storage = rg_storage_at(memory, alias->storage);
    bool leaves =
        !run->future.known || (flags_of(run, id) | flags_of(run, alias->maker)) & FUTURE_LEAVES;
    if ((alias->parent != RG_NONE_ID || alias->maker != id) &&
        storage_matters(run, storage, leaves, FUTURE_ESCAPES_TWICE))
        return true;
    if (storage->undeclared || storage->maybe_first == RG_NONE_ID)
        return false;
    if (future_of(run, storage) & FUTURE_WRITTEN)
        return true;
    for (uint32_t i = storage->maybe_first; i != RG_NONE_ID; i = rg_maybe_at(memory, i)->next)
        if (storage_matters(run, rg_storage_at(memory, rg_maybe_at(memory, i)->storage), leaves,
                            FUTURE_ESCAPES))
            return true;
    return false;
}

bool rg_may_tear_apart(rg_run *run, rg_node_id id) {
    if (run->pass.code->pure ||
        !(flags_of(run, rg_maker_of(&run->memory, id)) & (FUTURE_BY_STRIDES | FUTURE_LAYOUT)))
        return false;
    const rg_storage *storage = rg_storage_of(&run->memory, id);
    uint16_t future = storage ? future_of(run, storage) : 0;
    return future & FUTURE_ESCAPES_TWICE || (future & FUTURE_ESCAPES && is_outside(run, storage));
}

bool rg_is_reshaped_later(rg_run *run, rg_node_id id) {
    return flags_of(run, rg_maker_of(&run->memory, id)) & FUTURE_RESHAPED;
}

bool rg_is_layout_asked(rg_run *run, rg_node_id id) {
    return flags_of(run, rg_maker_of(&run->memory, id)) & (FUTURE_LAYOUT | FUTURE_ASKED);
}

bool rg_is_asked_further(rg_run *run, rg_node_id id) {
    return flags_of(run, rg_maker_of(&run->memory, id)) & FUTURE_ASKED;
}

bool rg_is_written_later(const rg_run *run, const rg_storage *storage) {
    return future_of(run, storage) & FUTURE_WRITTEN;
}

bool rg_result_is_written_later(const rg_run *run, rg_node_id call) {
    return run->future.known ? flags_of(run, call) & FUTURE_WRITTEN : !run->pass.code->pure;
}
