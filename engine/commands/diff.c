/* regraft diff: what a change of rules does to graphs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hits.h"

enum { LINES = RG_RUN_OPTIONS };

enum { USUAL_LINES = 200 };

static const rg_option options[] = {
    RG_RUN_OPTION_TABLE,
    [LINES] = {"--lines", "N", false, "show at most N lines of diff for a graph (200)"},
    {0},
};

/* The results for one graph. */
typedef struct outcome {
    bool ran;
    const char *text;     /* the graph as it was read, or the messages of a run that failed */
    const char *full;     /* with what the plain form leaves out: the metadata of nodes */
    const char *metadata; /* of the passes; "": none */
} outcome;

/* The rules of one side, and their results. */
typedef struct side {
    const char *path;
    rg_inputs inputs;
    rg_hits hits;      /* over all graphs */
    outcome *outcomes; /* by graph */
} side;

typedef struct comparing {
    rg_arena *arena;
    side old, new;
    rg_words graphs, operators;
    size_t lines;
    size_t failed; /* graphs that cannot be read, or that neither side has a result of */
    rg_text report;
} comparing;

/* ---------------------------------------------------------------- running */

static bool load_side(comparing *c, side *s, const rg_arguments *arguments, const char *path) {
    const char **files = rg_alloc_array(c->arena, c->operators.count + 1, sizeof *files);
    s->path = path;
    if (c->operators.count)
        memcpy(files + 1, c->operators.items, c->operators.count * sizeof *files);
    files[0] = rg_is_directory(path) ? rg_format(c->arena, "%s/default.pipeline", path) : path;
    s->inputs.rules = (rg_words){c->operators.count + 1, files};
    s->hits.arena = c->arena;
    s->outcomes = rg_alloc_array(c->arena, c->graphs.count, sizeof *s->outcomes);
    return rg_load_inputs(c->arena, arguments, &s->inputs);
}

static const char *keep(const comparing *c, const char *text) {
    if (!text)
        rg_out_of_memory(c->arena);
    return rg_copy_text(c->arena, text, strlen(text));
}

/* What the passes counted and emitted, a key a line; passes without any are left out. */
static const char *metadata_of(const comparing *c, regraft_result *result) {
    const char *compact = keep(c, regraft_result_metadata(result)), *pass;
    json_t *all = rg_read_json(c->arena, compact, strlen(compact), JSON_ALLOW_NUL, NULL), *keys;
    void *next;
    json_object_foreach_safe(all, next, pass, keys) if (json_object_size(keys) == 0)
        json_object_del(all, pass);
    if (json_object_size(all) == 0)
        return "";
    return rg_format(c->arena, "%s\n", rg_write_json(c->arena, all, JSON_INDENT(2)));
}

static void run_side(comparing *c, side *s, regraft_graph *graph, outcome *made) {
    regraft_observer observer = rg_count_hits(&s->hits);
    s->inputs.options.observer = &observer;
    rg_inner_arena *own = rg_arena_within(c->arena);
    regraft_result *result =
        rg_run_owned(c->arena, own->arena, s->inputs.loaded, graph, &s->inputs.options);
    regraft_graph *after = regraft_result_graph(result);
    made->ran = after != NULL;
    made->metadata = metadata_of(c, result);
    if (after) {
        made->text = keep(c, regraft_graph_text(after, REGRAFT_AS_READ, NULL));
        made->full = keep(c, regraft_graph_text(after, REGRAFT_ANNOTATED, NULL));
    } else {
        made->text = made->full =
            keep(c, regraft_report_text(regraft_result_report(result), false));
    }
    rg_inner_arena_free(own);
}

/* Reads a graph once, since it may come from a pipe. Reports a graph that cannot be compared. */
static void run_graph(comparing *c, size_t number) {
    outcome *old = &c->old.outcomes[number], *new = &c->new.outcomes[number];
    regraft_graph *graph;
    rg_inner_arena *own = rg_arena_within(c->arena);
    regraft_status status = regraft_graph_read(c->graphs.items[number], &graph);
    rg_keep_graph(own->arena, graph);
    rg_show_report(c->arena, regraft_graph_report(graph), stderr);
    if (status == REGRAFT_OK) {
        run_side(c, &c->old, graph, old);
        run_side(c, &c->new, graph, new);
        if (!old->ran && !new->ran)
            fputs(old->text, stderr);
        if (!old->ran && !new->ran && strcmp(old->text, new->text) != 0)
            fputs(new->text, stderr);
    } else {
        *old = *new = (outcome){false, "", "", ""};
    }
    c->failed += !old->ran && !new->ran;
    rg_inner_arena_free(own);
}

/* ---------------------------------------------------------------- the report */

/* A cell of a table must not end early. */
static void add_cell(rg_text *out, const char *text) {
    for (; *text; text++) {
        if (*text == '|')
            rg_text_putc(out, '\\');
        rg_text_putc(out, *text);
    }
}

static void add_row(comparing *c, const char *pass, const char *rule, bool *any) {
    size_t old = rg_hits_of(&c->old.hits, pass, rule), new = rg_hits_of(&c->new.hits, pass, rule);
    if (old == new)
        return;
    if (!*any)
        rg_text_puts(&c->report, "| rule | old | new |\n| --- | ---: | ---: |\n");
    *any = true;
    rg_text_puts(&c->report, "| ");
    add_cell(&c->report, rg_format(c->arena, "%s.%s", pass, rule));
    rg_text_printf(&c->report, " | %zu | %zu |\n", old, new);
}

static void add_counts(comparing *c) {
    const rg_hit *old = c->old.hits.rules.data, *new = c->new.hits.rules.data;
    bool any = false;
    for (size_t i = 0; i < c->old.hits.rules.count; i++)
        add_row(c, old[i].pass, old[i].rule, &any);
    for (size_t i = 0; i < c->new.hits.rules.count; i++)
        if (!rg_hits_of(&c->old.hits, new[i].pass, new[i].rule))
            add_row(c, new[i].pass, new[i].rule, &any);
    rg_text_puts(&c->report, any ? "\n" : "No rule is applied more or less often than before.\n\n");
}

static bool is_changed(const comparing *c, size_t number) {
    const outcome *old = &c->old.outcomes[number], *new = &c->new.outcomes[number];
    return strcmp(old->full, new->full) != 0 || strcmp(old->metadata, new->metadata) != 0;
}

/* The differences of the graphs, and then of what the passes counted and emitted. */
static const char *diff_of(const comparing *c, size_t number) {
    const outcome *old = &c->old.outcomes[number], *new = &c->new.outcomes[number];
    bool seen = strcmp(old->text, new->text) != 0;
    const char *before = seen ? old->text : old->full, *after = seen ? new->text : new->full;
    rg_text diff = rg_text_new(c->arena);
    rg_diff_texts(&diff, before, strlen(before), after, strlen(after), "old rules", "new rules",
                  false);
    if (!old->ran || !new->ran)
        return rg_text_string(&diff); /* metadata of half a run says nothing */
    rg_diff_texts(&diff, old->metadata, strlen(old->metadata), new->metadata, strlen(new->metadata),
                  "metadata of old rules", "metadata of new rules", false);
    return rg_text_string(&diff);
}

static void add_graph(comparing *c, size_t number) {
    size_t line = 0;
    rg_text_printf(&c->report, "#### %s\n\n```diff\n", c->graphs.items[number]);
    const char *text = diff_of(c, number);
    while (*text && line < c->lines) {
        size_t length = strcspn(text, "\n") + 1;
        rg_text_add(&c->report, text, length);
        text += length;
        line++;
    }
    size_t left = 0;
    for (; *text; text++)
        left += *text == '\n';
    rg_text_puts(&c->report, "```\n");
    if (left)
        rg_text_printf(&c->report, "%zu more lines.\n", left);
    rg_text_putc(&c->report, '\n');
}

static size_t write_report(comparing *c) {
    size_t changed = 0;
    for (size_t i = 0; i < c->graphs.count; i++)
        changed += is_changed(c, i);
    rg_text_printf(&c->report, "### %s → %s\n\n%zu of %zu graph%s come%s out otherwise.\n\n",
                   c->old.path, c->new.path, changed, c->graphs.count,
                   c->graphs.count == 1 ? "" : "s", c->graphs.count == 1 ? "s" : "");
    if (c->failed)
        rg_text_printf(&c->report, "%zu graph%s cannot be read, or fail%s with both.\n\n",
                       c->failed, c->failed == 1 ? "" : "s", c->failed == 1 ? "s" : "");
    add_counts(c);
    for (size_t i = 0; i < c->graphs.count; i++)
        if (is_changed(c, i))
            add_graph(c, i);
    return changed;
}

/* ---------------------------------------------------------------- the command */

static bool is_operator_file(const char *path) {
    return rg_has_extension(path, ".ops") || rg_has_extension(path, ".schemas");
}

static int diff(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    const rg_words *operands = &arguments->operands;
    const char *lines = rg_option_value(arguments, LINES);
    comparing *c = rg_alloc(arena, sizeof *c);
    c->arena = arena;
    c->lines = USUAL_LINES;
    c->report = rg_text_new(arena);
    if (operands->count < 3)
        return rg_usage_error(command, "old rules, new rules and a graph are needed");
    if (lines && !rg_read_count(lines, &c->lines))
        return rg_usage_error(command, "--lines takes a number, not `%s`", lines);
    c->graphs.items = rg_alloc_array(arena, operands->count, sizeof(char *));
    c->operators.items = rg_alloc_array(arena, operands->count, sizeof(char *));
    for (size_t i = 2; i < operands->count; i++) {
        rg_words *words = is_operator_file(operands->items[i]) ? &c->operators : &c->graphs;
        words->items[words->count++] = operands->items[i];
    }
    if (!load_side(c, &c->old, arguments, operands->items[0]) ||
        !load_side(c, &c->new, arguments, operands->items[1]))
        return EXIT_INVALID;
    for (size_t i = 0; i < c->graphs.count; i++)
        run_graph(c, i);
    size_t changed = write_report(c);
    fputs(rg_text_string(&c->report), stdout);
    return changed || c->failed ? EXIT_INVALID : EXIT_DONE;
}

const rg_command rg_diff_command = {
    .name = "diff",
    .summary = "show what a change of rules does to graphs",
    .operands = "OLD-RULES NEW-RULES [OPERATORS...] GRAPH...",
    .about =
        "Runs two sets of rules (each a .rules or .pipeline file, or a directory with a\n"
        "default.pipeline) on the same graphs. Shows, in Markdown, how many results differ, which\n"
        "rules apply more or less often, and the differences in each graph (also in the metadata\n"
        "of its nodes, if the plain form does not show them) and in the metadata of the passes.\n",
    .examples = "  regraft diff old.rules new.rules *.fx\n"
                "  regraft diff main/rules rules tests/graphs/*.fx > review.md\n",
    .exits = "  0  all graphs come out the same\n"
             "  1  some do not, or a graph or the rules are wrong, or both runs of a graph fail\n"
             "  2  the command line is wrong\n",
    .options = options,
    .run = diff,
};
