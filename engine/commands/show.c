/* regraft show: what was understood of a text. */
#include <stdio.h>
#include <string.h>

#include "commands.h"

enum { FROM };

static const rg_option options[] = {
    [FROM] = {"--from", "FORM", false, "what GRAPH is, instead of finding it out", rg_wrong_form},
    {0},
};

enum { OPCODES = 6, MOST_NODES = 3 /* that are named of an operator */ };

static const char *const opcodes[OPCODES] = {"placeholder", "get_attr",    "call_function",
                                             "call_method", "call_module", "output"};

/* A call that no table knows: all calls of its target. */
typedef struct unknown {
    const char *target;
    size_t count;
    rg_text nodes;
} unknown;

typedef struct showing {
    rg_arena *arena;
    rg_symbols *names;
    rg_symbol_map unknown_of; /* target -> index into unknown */
    rg_array unknown;
    size_t counts[OPCODES], bodies;
    const char *body; /* of the last node */
    rg_text inputs, writes;
} showing;

static void puts_node(rg_text *out, const char *graph, const char *node) {
    rg_text_printf(out, "%%%s%s%s", graph, *graph ? "." : "", node);
}

static void count_node(void *context, const regraft_node *node) {
    showing *s = context;
    for (size_t i = 0; i < OPCODES; i++)
        s->counts[i] += strcmp(node->opcode, opcodes[i]) == 0;
    if (*node->graph && (!s->body || strcmp(s->body, node->graph) != 0)) {
        s->bodies++;
        s->body = rg_copy_text(s->arena, node->graph, strlen(node->graph));
    }
    if (*node->graph || strcmp(node->opcode, opcodes[0]) != 0)
        return;
    rg_text_printf(&s->inputs, "  %%%s  %s\n", node->name,
                   *node->annotation ? node->annotation : "(its type is not known)");
}

static void note_unknown(showing *s, const regraft_call *call) {
    rg_symbol target = rg_intern_text(s->names, call->target);
    uint32_t found = rg_symbol_map_index(&s->unknown_of, target);
    if (found == RG_NO_INDEX) {
        unknown *new = rg_array_push(s->arena, &s->unknown, sizeof *new);
        *new = (unknown){.target = call->target, .nodes = rg_text_new(s->arena)};
        found = (uint32_t)s->unknown.count - 1;
        rg_symbol_map_set_index(s->arena, &s->unknown_of, target, found);
    }
    unknown *u = (unknown *)s->unknown.data + found;
    if (u->count++ >= MOST_NODES)
        return;
    rg_text_puts(&u->nodes, u->count > 1 ? ", " : "");
    puts_node(&u->nodes, call->graph, call->node);
}

static void note_call(void *context, const regraft_call *call) {
    showing *s = context;
    if (!call->known)
        note_unknown(s, call);
    if (call->written_count == 0)
        return;
    rg_text_puts(&s->writes, "  ");
    puts_node(&s->writes, call->graph, call->node);
    rg_text_printf(&s->writes, "  %s %s ", call->target, call->maybe ? "may write" : "writes");
    for (size_t i = 0; i < call->written_count; i++)
        rg_text_printf(&s->writes, "%s%%%s", i ? ", " : "", call->written[i]);
    rg_text_putc(&s->writes, '\n');
}

static void print_text(const char *title, const rg_text *text) {
    if (rg_text_length(text))
        printf("%s:\n%s", title, rg_text_string(text));
    else
        printf("%s: none\n", title);
}

static void print_nodes(const showing *s) {
    size_t all = 0;
    for (size_t i = 0; i < OPCODES; i++)
        all += s->counts[i];
    printf("nodes: %zu", all);
    const char *before = " (";
    for (size_t i = 0; i < OPCODES; i++) {
        if (s->counts[i])
            printf("%s%zu %s", before, s->counts[i], opcodes[i]);
        before = s->counts[i] ? ", " : before;
    }
    printf(")\n");
    if (s->bodies)
        printf("bodies: %zu\n", s->bodies);
}

static void print_unknown(const showing *s) {
    const unknown *all = s->unknown.data;
    printf(s->unknown.count ? "operators that no table knows:\n"
                            : "operators that no table knows: none\n");
    for (size_t i = 0; i < s->unknown.count; i++)
        printf("  %s  (%zu: %s%s)\n", all[i].target, all[i].count, rg_text_string(&all[i].nodes),
               all[i].count > MOST_NODES ? ", ..." : "");
}

static int show_graph(showing *s, regraft_graph *graph, const regraft_rules *rules) {
    const char *noise;
    printf("form: %s\n", regraft_graph_source_form(graph));
    for (size_t i = 0; (noise = regraft_graph_noise(graph, i)); i++)
        printf("%s  %s\n", i ? "" : "taken away or repaired:\n", noise);
    if (regraft_graph_visit(graph, s, count_node) != REGRAFT_OK ||
        regraft_graph_calls(graph, rules, s, note_call) != REGRAFT_OK)
        rg_out_of_memory(s->arena);
    print_nodes(s);
    print_text("inputs", &s->inputs);
    print_text("writes, by schemas", &s->writes);
    print_unknown(s);
    return EXIT_DONE;
}

static int show(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    showing *s = rg_alloc(arena, sizeof *s);
    rg_words rules = {0}, graphs = {0};
    s->arena = arena;
    s->names = rg_symbols_new(arena);
    s->inputs = rg_text_new(arena);
    s->writes = rg_text_new(arena);
    rg_sort_operands(arena, &arguments->operands, NULL, &rules, &graphs);
    if (graphs.count != 1)
        return rg_usage_error(command, "one graph is needed, not %zu", graphs.count);
    regraft_graph *graph =
        rg_read_graph_as(arena, graphs.items[0], rg_option_value(arguments, FROM));
    regraft_rules *loaded = graph ? rg_load_rules(arena, &rules) : NULL;
    if (!loaded)
        return EXIT_INVALID;
    rg_show_report(arena, regraft_rules_report(loaded), stderr);
    return show_graph(s, graph, loaded);
}

const rg_command rg_show_command = {
    .name = "show",
    .summary = "say what was understood of a graph",
    .operands = "[OPERATORS...] GRAPH",
    .about =
        "Says in which form GRAPH (- is standard input) is and what was taken away from around "
        "it;\n"
        "how many nodes it has, which inputs of which types, what its calls write, and which\n"
        "operators no table knows. OPERATORS are files that end in .ops or .schemas and declare\n"
        "further ones. --from takes nodes or python.\n",
    .examples = "  regraft show compile.log\n"
                "  regraft show my.ops model.fx\n",
    .exits = "  0  done\n"
             "  1  the graph is wrong, or a file cannot be read\n"
             "  2  the command line is wrong\n",
    .options = options,
    .run = show,
};
