/* The files passes/NN_….txt: the graph before the first pass and after each one. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"

/* ---------------------------------------------------------------- the header */

/* Ranks of one group as a line of the table: "0 1 | 2 3". */
static void add_ranks(rg_text *out, const json_t *groups) {
    size_t i, k;
    json_t *group, *rank;
    json_array_foreach (groups, i, group) {
        rg_text_puts(out, i ? " | " : "");
        json_array_foreach (group, k, rank) {
            rg_text_printf(out, "%s%" JSON_INTEGER_FORMAT, k ? " " : "", json_integer_value(rank));
        }
    }
    rg_text_putc(out, '\n');
}

static void add_table(rg_text *out, json_t *table) {
    const char *name;
    json_t *groups;
    int width = (int)strlen("group");
    json_object_foreach (table, name, groups) {
        if ((int)strlen(name) > width)
            width = (int)strlen(name);
    }
    rg_text_printf(out, "# replica groups\n#   %-*s  ranks\n", width, "group");
    json_object_foreach (table, name, groups) {
        rg_text_printf(out, "#   %-*s  ", width, name);
        add_ranks(out, groups);
    }
}

static void add_metadata(rg_text *out, const char *pass, const char *metadata) {
    json_t *all = rg_read_json(out->arena, metadata, strlen(metadata), JSON_ALLOW_NUL, NULL);
    const json_t *own = json_object_get(all, pass);
    const char *name;
    json_t *of_pass;
    rg_text_printf(out, "# metadata: %s\n", own ? rg_write_json(out->arena, own, 0) : "{}");
    json_object_foreach (all, name, of_pass) {
        json_t *table = json_object_get(of_pass, "replica_groups");
        if (json_object_size(table))
            add_table(out, table);
    }
}

/* ---------------------------------------------------------------- files */

const char *rg_dump_path(rg_arena *arena, const char *directory, unsigned number,
                         const char *pass) {
    return rg_format(arena, "%s/passes/%02u_%s%s.txt", directory, number,
                     pass ? "after_" : "original", pass ? pass : "");
}

static void write_state(rg_dump *dump, const char *pass, rg_text *text, regraft_graph *graph) {
    size_t length;
    const char *nodes = regraft_graph_text(graph, REGRAFT_AS_READ, &length);
    if (!nodes)
        rg_out_of_memory(dump->arena);
    rg_text_puts(text,
                 "# The graph follows as a node list; its Python code is not written here.\n\n");
    rg_text_add(text, nodes, length);
    const char *path = rg_dump_path(dump->arena, dump->directory, dump->number++, pass);
    rg_output *file =
        rg_output_write(dump->arena, path, rg_text_string(text), rg_text_length(text));
    if (!file || regraft_graph_file_changed(dump->input) || !rg_output_commit(file))
        dump->failed = true;
    rg_array_free(dump->arena, &text->bytes);
}

static rg_text header(const rg_dump *dump, const char *pass, regraft_graph *graph) {
    rg_text text = rg_text_new(dump->arena);
    rg_text_printf(&text, "# graph: %s\n# pass: %s\n# nodes: %zu\n", dump->graph_path, pass,
                   regraft_graph_node_count(graph));
    return text;
}

bool rg_start_dump(rg_dump *dump, regraft_graph *graph) {
    const char *passes = rg_format(dump->arena, "%s/passes", dump->directory);
    if (!rg_make_directory(dump->arena, passes)) {
        rg_message("cannot make the directory %s: %s", passes, strerror(errno));
        return false;
    }
    rg_text text = header(dump, "none yet", graph);
    write_state(dump, NULL, &text, graph);
    return !dump->failed;
}

void rg_dump_pass(rg_dump *dump, regraft_result *result, const char *pass) {
    const char *metadata = regraft_result_metadata(result);
    if (!metadata)
        rg_out_of_memory(dump->arena);
    if (dump->failed) /* one message is enough */
        return;
    rg_text text = header(dump, pass, regraft_result_graph(result));
    add_metadata(&text, pass, metadata);
    write_state(dump, pass, &text, regraft_result_graph(result));
}
