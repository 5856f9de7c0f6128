/* Checking a graph. */
#include "users.h"

enum {
    MOST_ERRORS = 20, /* of one graph: what follows tells nothing new */
    AHEAD = 16        /* nodes by which those are fetched that most likely follow */
};

/* Each node is checked in a round of its own, see users.h. */
typedef struct lint {
    rg_graph *graph;
    rg_diagnostics *diagnostics;
    rg_mark *marks;
    uint32_t before; /* the round before all: a mark up to it is of a node not defined yet */
    uint32_t round;  /* of the node that is being checked */
    rg_node_id at;   /* the node that is being checked */
    size_t errors;
} lint;

/* Counts an error; false when there were too many to report another. */
static bool count_error(lint *l) {
    return l->errors++ < MOST_ERRORS;
}

/* What is used is not there: never was, not any more, or not yet. */
static void report_use(lint *l, rg_node_id id) {
    const rg_graph *graph = l->graph;
    if (!count_error(l))
        return;
    rg_span span = rg_node_span(graph, l->at);
    const char *user = rg_node_name(graph, l->at);
    if (id >= graph->nodes.count)
        rg_report(l->diagnostics, RG_ERROR, span, "%%%s uses a node that is not in its graph",
                  user);
    else if (rg_node_at(graph, id)->flags & RG_NODE_ERASED)
        rg_report(l->diagnostics, RG_ERROR, span, "%%%s uses %%%s, which was erased", user,
                  rg_node_name(graph, id));
    else
        rg_report(l->diagnostics, RG_ERROR, span, "%%%s uses %%%s, which is defined after it", user,
                  rg_node_name(graph, id));
}

/* No node of the order is erased: what was not seen in it yet is all that can be wrong. */
static inline void check_use(void *context, rg_node_id id) {
    lint *l = context;
    if (id >= l->graph->nodes.count || l->marks[id].round <= l->before) {
        report_use(l, id);
    } else if (l->marks[id].round != l->round) {
        l->marks[id].round = l->round;
        l->marks[id].left--;
    }
}

static void check_name(lint *l, const rg_node *node) {
    if (rg_find_node(l->graph, node->name) == l->at || !count_error(l))
        return;
    rg_report(l->diagnostics, RG_ERROR, rg_node_span(l->graph, l->at),
              "the name %%%s is given to two nodes", rg_node_name(l->graph, l->at));
}

static void check_opcode(lint *l, const rg_node *node) {
    const rg_graph *graph = l->graph;
    const char *problem = NULL;
    if (node->opcode < RG_OUTPUT && node->target)
        return;
    if (node->opcode > RG_OUTPUT)
        problem = "has no known opcode";
    else if (node->opcode == RG_OUTPUT && l->at != graph->output)
        problem = "is a second output";
    else if (node->opcode == RG_OUTPUT && node->next != RG_NO_NODE)
        problem = "is the output but not the last node";
    else if (node->opcode != RG_OUTPUT && node->target == 0)
        problem = "has no target";
    if (problem && count_error(l))
        rg_report(l->diagnostics, RG_ERROR, rg_node_span(graph, l->at), "%%%s %s",
                  rg_node_name(graph, l->at), problem);
}

static void check_users(lint *l) {
    const rg_graph *graph = l->graph;
    for (rg_node_id id = 0; id < graph->nodes.count; id++) {
        uint32_t left = l->marks[id].left;
        if (left == 0 || l->marks[id].round <= l->before || !count_error(l))
            continue;
        uint32_t noted = rg_node_at(graph, id)->users;
        rg_report(l->diagnostics, RG_ERROR, rg_node_span(graph, id),
                  "%%%s has %u users but %u are noted", rg_node_name(graph, id), noted - left,
                  noted);
    }
}

static void check_nodes(lint *l) {
    const rg_graph *graph = l->graph;
    for (rg_node_id id = graph->first; id != RG_NO_NODE; id = rg_node_at(graph, id)->next) {
        const rg_node *node = rg_node_at(graph, id);
        if (id + AHEAD < graph->nodes.count)
            __builtin_prefetch(node + AHEAD);
        l->at = id;
        l->round++;
        check_opcode(l, node);
        check_name(l, node);
        rg_visit_nodes(graph->module, node->args, check_use, l);
        rg_visit_nodes(graph->module, node->kwargs, check_use, l);
        l->marks[id] = (rg_mark){l->round, node->users};
    }
    if (graph->output == RG_NO_NODE && count_error(l))
        rg_report(l->diagnostics, RG_ERROR, rg_node_span(graph, graph->last),
                  "the graph has no output");
}

bool rg_lint_graph(rg_graph *graph, rg_diagnostics *diagnostics) {
    lint l = {.graph = graph, .diagnostics = diagnostics};
    l.before = l.round = rg_begin_rounds(graph, graph->nodes.count);
    l.marks = graph->marks.data;
    check_nodes(&l);
    graph->round = l.round;
    if (l.errors == 0)
        check_users(&l);
    return l.errors == 0;
}
