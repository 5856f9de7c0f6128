/* Graphs: reading, writing and looking at them. A part of regraft.h, which is what to include. */
#ifndef REGRAFT_API_GRAPH_H
#define REGRAFT_API_GRAPH_H

#include "report.h"

typedef struct regraft_graph regraft_graph;

typedef enum regraft_format {
    REGRAFT_AS_READ = 0,  /* the form it was read in */
    REGRAFT_PLAIN = 1,    /* str(gm.graph) */
    REGRAFT_ANNOTATED = 2 /* strings quoted, devices as device(...), value annotations, metadata */
} regraft_format;

/* Reads a graph from a file ("-" is standard input), or from `length` bytes of text, which are
 * copied; `name` stands for the file in messages. *graph is set unless memory runs out; after
 * REGRAFT_INVALID it holds the report and nothing else. The caller frees it. */
REGRAFT_API regraft_status regraft_graph_read(const char *path, regraft_graph **graph);
REGRAFT_API regraft_status regraft_graph_parse(const char *name, const char *text, size_t length,
                                               regraft_graph **graph);
/* Like regraft_graph_read(), for a file that stays as it is as long as the graph and its results
 * live: the text of a large file stays there rather than in memory. Where the file is written to
 * all the same, regraft_graph_file_changed() tells afterwards, and what came of the graph is not to
 * be used; where it is cut short, the system stops the program (SIGBUS). */
REGRAFT_API regraft_status regraft_graph_map(const char *path, regraft_graph **graph);
REGRAFT_API bool regraft_graph_file_changed(const regraft_graph *graph);
/* The graph as text; what was not changed is byte for byte what was read. Stores the length when
 * `length` is not NULL. Valid until the next call for the same graph. NULL for a graph that could
 * not be read. */
REGRAFT_API const char *regraft_graph_text(regraft_graph *graph, regraft_format format,
                                           size_t *length);
/* The same text in pieces, one after the other, so that a large one need not be in memory as a
 * whole. `take` returns false to stop. REGRAFT_INVALID when it did, or for a graph that could not
 * be read. */
REGRAFT_API regraft_status regraft_graph_write(regraft_graph *graph, regraft_format format,
                                               bool (*take)(void *context, const char *text,
                                                            size_t length),
                                               void *context);
/* The form the graph was read in: REGRAFT_PLAIN or REGRAFT_ANNOTATED. */
REGRAFT_API regraft_format regraft_graph_format(const regraft_graph *graph);
/* The statement of the node of that name, in the main graph or else in the first body that has it;
 * `BODY.NODE` is a node of that body. *body, if not NULL, is then "" or the body's name. NULL when
 * there is no such node (or no memory). It lives as long as the graph. */
REGRAFT_API const char *regraft_graph_statement(regraft_graph *graph, const char *node,
                                                const char **body);
/* The name of a node that is spelled nearly so, or NULL: for messages. */
REGRAFT_API const char *regraft_graph_nearest(regraft_graph *graph, const char *name);
/* A node, for those who draw or count. */
typedef struct regraft_node {
    const char *graph; /* "" is the main one, else the name of the body */
    const char *name, *opcode, *target;
    const char *annotation; /* what is known of the value: f32[2, 3][3, 1]cpu; "" */
    const char *rule;       /* that made or changed it last; NULL: it is as it was read */
    bool is_new;
    const char *const *inputs; /* names of the nodes it reads, each once */
    size_t input_count;
} regraft_node;

/* Calls visit for every node, in graph order, the main graph first. What it is given is valid until
 * it returns. REGRAFT_INVALID: there is no graph. */
REGRAFT_API regraft_status regraft_graph_visit(regraft_graph *graph, void *context,
                                               void (*visit)(void *context,
                                                             const regraft_node *node));
/* Nodes of the main graph and of all nested ones. */
REGRAFT_API size_t regraft_graph_node_count(const regraft_graph *graph);
/* What reading had to say. */
REGRAFT_API regraft_report *regraft_graph_report(regraft_graph *graph);
/* Unified diff from `before` to `after`, which regraft_run() made of it; added lines say which rule
 * made them. "" when they are equal. It belongs to `after` and is valid until the next call. */
REGRAFT_API const char *regraft_graph_diff(regraft_graph *before, regraft_graph *after,
                                           const char *before_label, const char *after_label,
                                           bool colour, size_t *length);
REGRAFT_API void regraft_graph_free(regraft_graph *graph);

#endif
