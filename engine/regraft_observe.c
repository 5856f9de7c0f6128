/* The public API: watching a run. Events of the engine in the words of regraft.h. */
#include <string.h>

#include "explain/explain.h"
#include "graph_text/graph_text.h"
#include "regraft_objects.h"

static const char *rule_name(const rg_event *event) {
    if (event->kind == RG_EVENT_BLOCK)
        return event->part->kind == RG_AST_BEGIN ? "begin" : "end";
    return event->rule ? event->rule->name : NULL;
}

static const rg_ast *ast_at(const rg_event *event) {
    if (event->clause)
        return event->clause->ast;
    return event->rule ? event->rule->ast : event->part;
}

/* What the functions below know of an event. */
typedef struct told_event {
    const rg_event *event;
    bool *lacking; /* one of them had no memory: the host may have seen too little of the run */
} told_event;

static const rg_event *inside_of(const regraft_event *event) {
    return ((const told_event *)event->inside)->event;
}

static void tell_host(void *context, const rg_event *event) {
    const regraft_observer *observer = context;
    const rg_run *run = event->run;
    bool lacking = false;
    const told_event inside = {event, &lacking};
    regraft_event told = {
        .kind = (regraft_event_kind)event->kind,
        .pass = run->pass.code ? run->pass.code->name : "",
        .rule = rule_name(event),
        .at = rg_place_of(ast_at(event)),
        .part = rg_place_of(event->part),
        .graph = rg_symbol_text(run->module->symbols, run->graph->name),
        .node = event->node == RG_NO_NODE ? NULL : rg_node_name(run->graph, event->node),
        .node_number = event->node,
        .clause = event->fn ? event->fn->name : NULL,
        .application = event->application,
        .progress = rg_event_nearness(event),
        .inside = &inside,
    };
    observer->tell(observer->context, &told);
    if (lacking)
        rg_out_of_memory(run->arenas.module);
}

_Static_assert((int)REGRAFT_EVENT_COUNT == (int)RG_EVENT_COUNT, "events of one side only");
_Static_assert((int)REGRAFT_UNSAFE == (int)RG_EVENT_UNSAFE, "events in another order");

rg_observer rg_observe_for(const regraft_observer *observer) {
    if (!observer)
        return (rg_observer){0};
    return (rg_observer){(void *)observer, observer->events, tell_host};
}

/* ---------------------------------------------------------------- words */

/* The host's frames stand between the engine and what is made for it: nothing jumps over them. */
typedef struct wording {
    const rg_event *event;
    rg_node_id node;
    const char *text;
} wording;

static void word_reason(void *context) {
    wording *wanted = context;
    wanted->text = rg_explain_event(wanted->event);
}

static void word_statement(void *context) {
    wording *wanted = context;
    rg_text text = rg_text_new(wanted->event->run->arenas.module);
    if (wanted->node != RG_NO_NODE)
        rg_write_node(&text, wanted->event->run->graph, wanted->node, true);
    wanted->text = rg_text_string(&text);
}

static const char *put(const regraft_event *event, rg_node_id node, void (*word)(void *context)) {
    const rg_event *inside = inside_of(event);
    wording wanted = {inside, node, NULL};
    if (rg_guard(inside->run->arenas.module, NULL, word, &wanted))
        return wanted.text;
    *((const told_event *)event->inside)->lacking = true;
    return NULL;
}

const char *regraft_event_reason(const regraft_event *event) {
    return put(event, RG_NO_NODE, word_reason);
}

const char *regraft_event_subject(const regraft_event *event) {
    return put(event, rg_event_subject(inside_of(event)), word_statement);
}

const char *regraft_event_statement(const regraft_event *event) {
    return put(event, inside_of(event)->node, word_statement);
}

const char *regraft_event_statement_of(const regraft_event *event, const char *node) {
    const rg_run *run = inside_of(event)->run;
    rg_symbol name = rg_find_symbol(run->module->symbols, node, strlen(node));
    rg_node_id id = name == RG_NO_SYMBOL ? RG_NO_NODE : rg_find_node(run->graph, name);
    return id == RG_NO_NODE ? NULL : put(event, id, word_statement);
}

/* ---------------------------------------------------------------- neighbours */

typedef struct neighbourhood {
    const regraft_event *event;
    void *context;
    void (*visit)(void *context, const char *node, const char *statement, bool matched);
} neighbourhood;

static void show(const neighbourhood *n, rg_node_id id, bool matched) {
    const rg_event *inside = inside_of(n->event);
    const char *statement = put(n->event, id, word_statement);
    n->visit(n->context, rg_node_name(inside->run->graph, id), statement ? statement : "", matched);
}

static void show_read(void *context, rg_node_id id) {
    show(context, id, false);
}

void regraft_event_neighbours(const regraft_event *event, void *context,
                              void (*visit)(void *context, const char *node, const char *statement,
                                            bool matched)) {
    const rg_run *run = inside_of(event)->run;
    const rg_node_id *matched = run->matching.nodes.data;
    neighbourhood n = {event, context, visit};
    for (size_t i = 0; i < run->matching.nodes.count; i++)
        show(&n, matched[i], true);
    for (size_t i = 0; i < run->matching.nodes.count; i++) {
        const rg_node *node = rg_node_at(run->graph, matched[i]);
        rg_value kwargs = node->kwargs;
        rg_visit_nodes(run->module, node->args, show_read, &n);
        rg_visit_nodes(run->module, kwargs, show_read, &n);
    }
}
