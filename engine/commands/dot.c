/* regraft dot: a drawing of a graph, for Graphviz. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands.h"

enum { NODE = RG_RUN_OPTIONS, DEPTH, SVG };

static const rg_option options[] = {
    RG_RUN_OPTION_TABLE,
    [NODE] = {"--node", "NAME", false, "draw only the neighbourhood of NODE, or of BODY.NODE"},
    [DEPTH] = {"--depth", "N", false, "its size: at most N edges away (2)"},
    [SVG] = {"--svg", "FILE", false, "make a picture there with Graphviz"},
    {0},
};

typedef struct drawn_node {
    const char *graph, *name, *opcode, *target, *annotation, *rule;
    bool is_new, shown;
    size_t input_count;
    size_t *edges; /* numbers of the inputs */
} drawn_node;

typedef struct drawing {
    rg_arena *arena;
    rg_array nodes; /* of drawn_node */
    rg_symbols *names;
    rg_symbol_map by_name; /* of the graph that is read: number + 1 */
    const char *graph;
    rg_text out;
} drawing;

/* ---------------------------------------------------------------- reading */

static const char *copy(const drawing *d, const char *text) {
    return text ? rg_copy_text(d->arena, text, strlen(text)) : NULL;
}

/* The index of the node of that name in the current graph; RG_NO_INDEX if it was not seen yet. */
static uint32_t index_of(drawing *d, const char *name) {
    return rg_symbol_map_index(&d->by_name, rg_intern_text(d->names, name));
}

static void keep(void *context, const regraft_node *node) {
    drawing *d = context;
    if (!d->graph || strcmp(d->graph, node->graph) != 0) {
        d->graph = copy(d, node->graph);
        d->by_name = (rg_symbol_map){0};
    }
    size_t *edges = rg_alloc_array(d->arena, node->input_count, sizeof *edges), count = 0;
    for (size_t i = 0; i < node->input_count; i++) {
        uint32_t index = index_of(d, node->inputs[i]);
        if (index != RG_NO_INDEX)
            edges[count++] = index;
    }
    rg_symbol_map_set_index(d->arena, &d->by_name, rg_intern_text(d->names, node->name),
                            (uint32_t)d->nodes.count);
    drawn_node *one = rg_array_push(d->arena, &d->nodes, sizeof *one);
    *one = (drawn_node){.graph = d->graph,
                        .name = copy(d, node->name),
                        .opcode = node->opcode,
                        .target = copy(d, node->target),
                        .annotation = copy(d, node->annotation),
                        .rule = copy(d, node->rule),
                        .is_new = node->is_new,
                        .input_count = count,
                        .edges = edges};
}

/* ---------------------------------------------------------------- the neighbourhood */

/* One step along the edges, in both directions; `near` counts the steps. Linear. */
static void spread(const drawing *d, size_t *distance, size_t step) {
    const drawn_node *nodes = d->nodes.data;
    for (size_t i = 0; i < d->nodes.count; i++)
        for (size_t k = 0; k < nodes[i].input_count; k++) {
            size_t input = nodes[i].edges[k];
            if (distance[i] == step - 1 && distance[input] == SIZE_MAX)
                distance[input] = step;
            else if (distance[input] == step - 1 && distance[i] == SIZE_MAX)
                distance[i] = step;
        }
}

/* `NODE` of any graph, or `BODY.NODE`. */
static bool is_named(const drawn_node *node, const char *name) {
    const char *dot = strrchr(name, '.');
    size_t length = dot ? (size_t)(dot - name) : 0;
    if (strcmp(node->name, dot ? dot + 1 : name) != 0)
        return false;
    return !dot || (strlen(node->graph) == length && strncmp(node->graph, name, length) == 0);
}

static bool choose(drawing *d, const char *name, size_t depth) {
    drawn_node *nodes = d->nodes.data;
    size_t *distance = rg_alloc_array(d->arena, d->nodes.count + 1, sizeof *distance);
    bool found = !name;
    for (size_t i = 0; i < d->nodes.count; i++) {
        bool wanted = name && is_named(&nodes[i], name);
        distance[i] = wanted || !name ? 0 : SIZE_MAX;
        found |= wanted;
    }
    for (size_t step = 1; name && step <= depth; step++)
        spread(d, distance, step);
    for (size_t i = 0; i < d->nodes.count; i++)
        nodes[i].shown = distance[i] != SIZE_MAX;
    return found;
}

/* ---------------------------------------------------------------- writing */

static void add_escaped(rg_text *out, const char *text) {
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            rg_text_putc(out, '\\');
        rg_text_putc(out, *text);
    }
}

static const char *colour_of(const drawn_node *node) {
    if (node->is_new)
        return "#b7e4c0";
    if (node->rule)
        return "#ffe4a3";
    return strcmp(node->opcode, "placeholder") == 0 || strcmp(node->opcode, "output") == 0
               ? "#dfe7f5"
               : "#ffffff";
}

static void write_node(drawing *d, size_t number) {
    const drawn_node *node = (const drawn_node *)d->nodes.data + number;
    rg_text_printf(&d->out, "    n%zu [label=\"%%", number);
    add_escaped(&d->out, node->name);
    if (strcmp(node->opcode, "placeholder") != 0 && strcmp(node->opcode, "output") != 0) {
        rg_text_puts(&d->out, "\\n");
        add_escaped(&d->out, node->target);
    }
    if (*node->annotation) {
        rg_text_puts(&d->out, "\\n");
        add_escaped(&d->out, node->annotation);
    }
    if (node->rule && *node->rule) {
        rg_text_puts(&d->out, "\\nby ");
        add_escaped(&d->out, node->rule);
    }
    rg_text_printf(&d->out, "\", fillcolor=\"%s\"];\n", colour_of(node));
}

static void write_drawing(drawing *d) {
    const drawn_node *nodes = d->nodes.data;
    const char *graph = "";
    size_t bodies = 0;
    rg_text_puts(&d->out, "digraph {\n    node [shape=box, style=\"rounded,filled\", "
                          "fontname=\"monospace\", fontsize=10];\n");
    for (size_t i = 0; i < d->nodes.count; i++) {
        if (strcmp(graph, nodes[i].graph) != 0) {
            rg_text_printf(&d->out, "%s    subgraph cluster%zu { label=\"", bodies ? "    }\n" : "",
                           bodies + 1);
            add_escaped(&d->out, nodes[i].graph);
            rg_text_puts(&d->out, "\";\n");
            graph = nodes[i].graph;
            bodies++;
        }
        if (nodes[i].shown)
            write_node(d, i);
    }
    rg_text_puts(&d->out, bodies ? "    }\n" : "");
    for (size_t i = 0; i < d->nodes.count; i++)
        for (size_t k = 0; k < nodes[i].input_count; k++)
            if (nodes[i].shown && nodes[nodes[i].edges[k]].shown)
                rg_text_printf(&d->out, "    n%zu -> n%zu;\n", nodes[i].edges[k], i);
    rg_text_puts(&d->out, "}\n");
}

/* Graphviz reads the text from a private file, and writes the picture. */
static bool draw(const drawing *d, const char *path) {
    FILE *text = tmpfile();
    int status = 1;
    if (!text || fputs(rg_text_string(&d->out), text) < 0 || fflush(text) != 0) {
        rg_message("cannot write a temporary file: %s", strerror(errno));
        return false;
    }
    rewind(text);
    pid_t child = fork();
    if (child == 0) {
        dup2(fileno(text), 0);
        execlp("dot", "dot", "-Tsvg", "-o", path, (char *)NULL);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    fclose(text);
    if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    fputs(WIFEXITED(status) && WEXITSTATUS(status) == 127
              ? "regraft: there is no `dot`: install Graphviz, or leave --svg out\n"
              : "regraft: `dot` failed\n",
          stderr);
    return false;
}

/* ---------------------------------------------------------------- the command */

static bool names_rules(const rg_arguments *arguments) {
    const rg_words *operands = &arguments->operands;
    for (size_t i = 0; i < operands->count; i++)
        if (rg_has_extension(operands->items[i], ".rules") ||
            rg_has_extension(operands->items[i], ".pipeline"))
            return true;
    return arguments->values[RG_PIPELINE].count > 0;
}

/* The graph itself, or the rewritten one. */
static regraft_graph *take_graph(rg_arena *arena, const rg_arguments *arguments,
                                 rg_inputs *inputs) {
    bool rewritten = names_rules(arguments);
    if (rewritten && !rg_load_inputs(arena, arguments, inputs))
        return NULL;
    regraft_graph *graph = rg_read_graph(arena, inputs->graphs.items[0]);
    if (!graph || !rewritten)
        return graph;
    return regraft_result_graph(rg_run_rules(arena, inputs, graph));
}

static int show(drawing *d, const rg_arguments *arguments, regraft_graph *graph, size_t depth) {
    const char *name = rg_option_value(arguments, NODE), *svg = rg_option_value(arguments, SVG);
    if (name && *name == '%')
        name++;
    if (regraft_graph_visit(graph, d, keep) != REGRAFT_OK)
        rg_out_of_memory(d->arena);
    if (!choose(d, name, depth)) {
        const char *near = regraft_graph_nearest(graph, name);
        if (near && !*near)
            rg_out_of_memory(d->arena);
        rg_message("the graph has no node `%s`%s%s%s", name, near ? "; did you mean `" : "",
                   near ? near : "", near ? "`?" : "");
        return EXIT_INVALID;
    }
    write_drawing(d);
    if (svg)
        return draw(d, svg) ? EXIT_DONE : EXIT_INVALID;
    fputs(rg_text_string(&d->out), stdout);
    return EXIT_DONE;
}

static int dot(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    rg_inputs inputs = {0};
    size_t depth = 2;
    const char *given = rg_option_value(arguments, DEPTH);
    drawing *d = rg_alloc(arena, sizeof *d);
    d->arena = arena;
    d->names = rg_symbols_new(arena);
    d->out = rg_text_new(arena);
    rg_sort_operands(arena, &arguments->operands, rg_option_value(arguments, RG_PIPELINE),
                     &inputs.rules, &inputs.graphs);
    if (inputs.graphs.count != 1)
        return rg_usage_error(command, "one graph is needed, not %zu", inputs.graphs.count);
    const char *svg = rg_option_value(arguments, SVG);
    if (svg && !rg_may_write(arena, command, arguments, "--svg", svg))
        return EXIT_USAGE;
    if (given && !rg_read_count(given, &depth))
        return rg_usage_error(command, "--depth takes a number, not `%s`", given);
    regraft_graph *graph = take_graph(arena, arguments, &inputs);
    return graph ? show(d, arguments, graph, depth) : EXIT_INVALID;
}

const rg_command rg_dot_command = {
    .name = "dot",
    .summary = "draw a graph, or what is near a node",
    .operands = "[RULES...] GRAPH",
    .about =
        "Prints the graph in the language of Graphviz; with --svg, makes a picture. With RULES or\n"
        "--pipeline, draws the rewritten graph: new nodes are green, changed ones yellow, each\n"
        "with the rule that made it.\n",
    .examples = "  regraft dot model.fx | dot -Tpdf -o model.pdf\n"
                "  regraft dot my.rules model.fx --node relu_1 --depth 3 --svg relu.svg\n",
    .exits = "  0  done\n"
             "  1  the graph or the rules are wrong, or it cannot be drawn\n"
             "  2  the command line is wrong\n",
    .options = options,
    .run = dot,
};
