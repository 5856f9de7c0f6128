/* Graphs: reading, writing and inspecting them. A part of regraft.h: include that. */
#ifndef REGRAFT_API_GRAPH_H
#define REGRAFT_API_GRAPH_H

#include "report.h"
#include "rules.h"

typedef struct regraft_graph regraft_graph;

typedef enum regraft_format {
    REGRAFT_AS_READ = 0,   /* the form it was read in */
    REGRAFT_PLAIN = 1,     /* str(gm.graph) */
    REGRAFT_ANNOTATED = 2, /* strings quoted, devices as device(...), value annotations, metadata */
    REGRAFT_PYTHON = 3     /* code, as print_readable() prints it */
} regraft_format;

/* Reads a graph from a file ("-" is standard input), or from `length` bytes of text, which are
 * copied; messages show `name` as the file. *graph is set unless memory runs out; after
 * REGRAFT_INVALID it has only the report. The caller frees it. */
REGRAFT_API regraft_status regraft_graph_read(const char *path, regraft_graph **graph);
REGRAFT_API regraft_status regraft_graph_parse(const char *name, const char *text, size_t length,
                                               regraft_graph **graph);
/* Like regraft_graph_read(), for a file that does not change as long as the graph and its results
 * live: the text of a large file is mapped instead of copied. If the file does change,
 * regraft_graph_file_changed() says so afterwards, and the results must not be used; if it is
 * truncated, the system stops the program (SIGBUS). */
REGRAFT_API regraft_status regraft_graph_map(const char *path, regraft_graph **graph);
REGRAFT_API bool regraft_graph_file_changed(const regraft_graph *graph);
/* The graph as text; unchanged parts are byte for byte as they were read. Stores the length if
 * `length` is not NULL. Valid until the next call for the same graph. NULL for a graph that could
 * not be read. */
REGRAFT_API const char *regraft_graph_text(regraft_graph *graph, regraft_format format,
                                           size_t *length);
/* The same text in pieces, one after the other, so that a large text need not be in memory as a
 * whole. `take` returns false to stop. REGRAFT_INVALID if it did, or if the graph could not be
 * read. */
REGRAFT_API regraft_status regraft_graph_write(regraft_graph *graph, regraft_format format,
                                               bool (*take)(void *context, const char *text,
                                                            size_t length),
                                               void *context);
/* Reads a file in the form of that name (`nodes`, `python`) instead of finding out its form.
 * REGRAFT_INVALID, and *graph is NULL, if there is no such form. */
REGRAFT_API regraft_status regraft_graph_read_as(const char *path, const char *form,
                                                 regraft_graph **graph);
/* What the text was that the graph was read from: "the Python form (...)". */
REGRAFT_API const char *regraft_graph_source_form(const regraft_graph *graph);
/* What was taken away from around the graph, one kind after the other; NULL after the last. */
REGRAFT_API const char *regraft_graph_noise(const regraft_graph *graph, size_t index);
/* What the graph says that its text in that format will not: one kind of thing after the other;
 * NULL after the last, or for a graph that could not be read. */
REGRAFT_API const char *regraft_graph_loss(regraft_graph *graph, regraft_format format,
                                           size_t index);
/* The form the graph was read in: REGRAFT_PLAIN or REGRAFT_ANNOTATED. */
REGRAFT_API regraft_format regraft_graph_format(const regraft_graph *graph);
/* The statement of the node of that name, in the main graph or else in the first body that has it;
 * `BODY.NODE` is a node of that body. *body, if not NULL, is then "" or the body's name. NULL if
 * there is no such node, "" if memory ran out. The text lives as long as the graph. */
REGRAFT_API const char *regraft_graph_statement(regraft_graph *graph, const char *node,
                                                const char **body);
/* The name of a node with a similar spelling; NULL: none has, "": memory ran out. For messages. */
REGRAFT_API const char *regraft_graph_nearest(regraft_graph *graph, const char *name);
/* A node, for drawing and counting. */
typedef struct regraft_node {
    const char *graph; /* "" is the main one, else the name of the body */
    const char *name, *opcode, *target;
    const char *annotation; /* of the value: f32[2, 3][3, 1]cpu; "" */
    const char *rule;       /* the last one that made or changed it; NULL: it is as read */
    bool is_new;
    const char *const *inputs; /* names of the nodes that it uses, each once */
    size_t input_count;
} regraft_node;

/* Calls visit for every node, in graph order, the main graph first. Its argument is valid until it
 * returns. REGRAFT_INVALID: there is no graph. */
REGRAFT_API regraft_status regraft_graph_visit(regraft_graph *graph, void *context,
                                               void (*visit)(void *context,
                                                             const regraft_node *node));
/* What the operator tables say of a call. */
typedef struct regraft_call {
    const char *graph, *node, *target;
    bool known;                 /* some table has its operator */
    bool maybe;                 /* whether it writes depends on its arguments */
    const char *const *written; /* nodes that its schema says it writes */
    size_t written_count;
} regraft_call;

/* Calls visit for every call of a function or method, in graph order; names live as long as the
 * graph, the list until visit returns. */
REGRAFT_API regraft_status regraft_graph_calls(regraft_graph *graph, const regraft_rules *rules,
                                               void *context,
                                               void (*visit)(void *context,
                                                             const regraft_call *call));
/* The number of nodes of the main graph and all nested ones. */
REGRAFT_API size_t regraft_graph_node_count(const regraft_graph *graph);
/* The errors and warnings of reading. */
REGRAFT_API regraft_report *regraft_graph_report(regraft_graph *graph);
/* Unified diff from `before` to `after`, the result of regraft_run() on it; added lines name the
 * rule that made them. "" if they are equal. It belongs to `after` and is valid until the next
 * call. */
REGRAFT_API const char *regraft_graph_diff(regraft_graph *before, regraft_graph *after,
                                           const char *before_label, const char *after_label,
                                           bool colour, size_t *length);
REGRAFT_API void regraft_graph_free(regraft_graph *graph);

#endif
