/* regraft doc: a catalogue of rules in Markdown. */
#include <stdio.h>
#include <string.h>

#include "hits.h"

static const rg_option options[] = {RG_RUN_OPTION_TABLE, {0}};

typedef struct catalogue {
    rg_arena *arena;
    const rg_inputs *inputs;
    rg_hits hits;
    rg_text out;
    size_t counted; /* graphs that ran */
} catalogue;

/* ---------------------------------------------------------------- pieces */

static void add_cell(rg_text *out, const char *text) {
    for (; *text; text++) {
        if (*text == '|')
            rg_text_putc(out, '\\');
        rg_text_putc(out, *text == '\n' ? ' ' : *text);
    }
}

static size_t run_of(const char *text, char byte) {
    size_t count = 0;
    while (text[count] == byte)
        count++;
    return count;
}

/* Between more backquotes than stand together in the text. */
static void add_code(rg_text *out, const char *text) {
    size_t most = 0;
    for (const char *at = text; *at; at += run_of(at, '`') + 1) {
        at += strcspn(at, "`");
        most = run_of(at, '`') > most ? run_of(at, '`') : most;
        if (!*at)
            break;
    }
    const char *blank = most ? " " : "";
    for (size_t i = 0; i <= most; i++)
        rg_text_putc(out, '`');
    rg_text_puts(out, blank);
    add_cell(out, text);
    rg_text_puts(out, blank);
    for (size_t i = 0; i <= most; i++)
        rg_text_putc(out, '`');
}

/* The length of the code that begins with these backquotes, with those behind it; 0: none ends it.
 */
static size_t code_length(const char *text) {
    size_t fence = run_of(text, '`');
    const char *at = text + fence;
    while (*(at += strcspn(at, "`"))) {
        size_t run = run_of(at, '`');
        at += run;
        if (run == fence)
            return (size_t)(at - text);
    }
    return 0;
}

/* What people wrote into a rule file: Markdown stays, but HTML is shown as text. In a cell of a
 * table it is on one line. */
static void add_prose(rg_text *out, const char *text, bool cell) {
    while (*text) {
        size_t code = *text == '`' ? code_length(text) : 0;
        size_t step = code ? code : 1;
        const char *piece = rg_copy_text(out->arena, text, step);
        if (*text == '<')
            piece = "&lt;";
        else if (*text == '&')
            piece = "&amp;";
        else if (*text == '`' && !code)
            piece = "\\`";
        if (cell)
            add_cell(out, piece);
        else
            rg_text_puts(out, piece);
        text += step;
    }
}

/* Comments that only divide the file (`# ----- title`) describe nothing. */
static const char *description(const regraft_part *part) {
    return strncmp(part->comment, "---", 3) == 0 ? "" : part->comment;
}

static size_t count_parts(const catalogue *c, const char *pass, regraft_part_kind kind) {
    const regraft_part *part;
    size_t count = 0;
    for (size_t i = 0; (part = regraft_rules_part_at(c->inputs->loaded, i)); i++)
        count += part->kind == kind && strcmp(part->pass, pass) == 0;
    return count;
}

/* ---------------------------------------------------------------- tables */

static void add_rule(catalogue *c, const regraft_part *rule, size_t number) {
    const regraft_part *part;
    size_t guards = 0;
    rg_text_puts(&c->out, "| ");
    add_code(&c->out, rule->text + strlen("rule "));
    rg_text_puts(&c->out, " | ");
    add_prose(&c->out, description(rule), true);
    rg_text_puts(&c->out, " | ");
    for (size_t i = number + 1; (part = regraft_rules_part_at(c->inputs->loaded, i)); i++) {
        if (part->kind != REGRAFT_GUARD && part->kind != REGRAFT_CHOICE &&
            part->kind != REGRAFT_CLAIM)
            break;
        if (part->kind == REGRAFT_CHOICE)
            continue;
        rg_text_puts(&c->out, guards++ ? "; " : "");
        add_code(&c->out, part->text);
    }
    rg_text_printf(&c->out, " | %s:%u |", rg_base_name(rule->at.path), rule->at.line);
    if (c->inputs->graphs.count)
        rg_text_printf(&c->out, " %zu |", rg_hits_of(&c->hits, rule->pass, rule->name));
    rg_text_putc(&c->out, '\n');
}

static void add_rules(catalogue *c, const char *pass) {
    const regraft_part *part;
    bool counted = c->inputs->graphs.count > 0;
    if (!count_parts(c, pass, REGRAFT_RULE))
        return;
    rg_text_printf(&c->out, "| rule | | guards | where |%s\n| --- | --- | --- | --- |%s\n",
                   counted ? " applied |" : "", counted ? " ---: |" : "");
    for (size_t i = 0; (part = regraft_rules_part_at(c->inputs->loaded, i)); i++)
        if (part->kind == REGRAFT_RULE && strcmp(part->pass, pass) == 0)
            add_rule(c, part, i);
    rg_text_putc(&c->out, '\n');
}

static void add_list(catalogue *c, const char *pass, regraft_part_kind kind, const char *title) {
    const regraft_part *part;
    if (!count_parts(c, pass, kind))
        return;
    rg_text_printf(&c->out, "%s:\n\n", title);
    for (size_t i = 0; (part = regraft_rules_part_at(c->inputs->loaded, i)); i++) {
        if (part->kind != kind || strcmp(part->pass, pass) != 0)
            continue;
        rg_text_puts(&c->out, "- ");
        add_code(&c->out, part->text);
        if (*description(part)) {
            rg_text_puts(&c->out, ": ");
            add_prose(&c->out, description(part), true);
        }
        rg_text_putc(&c->out, '\n');
    }
    rg_text_putc(&c->out, '\n');
}

static void add_pass(catalogue *c, const regraft_part *pass) {
    rg_text_printf(&c->out, "## %s\n\n", pass->name);
    const char *texts[] = {pass->text, description(pass)};
    for (size_t i = 0; i < RG_COUNT_OF(texts); i++) {
        add_prose(&c->out, texts[i], false);
        rg_text_puts(&c->out, *texts[i] ? "\n\n" : "");
    }
    add_list(c, pass->name, REGRAFT_PARAM, "Params");
    add_list(c, pass->name, REGRAFT_EXTERN, "Externs, answered by the host");
    add_rules(c, pass->name);
}

/* ---------------------------------------------------------------- the command */

/* How often the rules are applied to the graphs. Those that cannot be read or fail are shown, and
 * do not count. */
static void count_hits(catalogue *c, rg_inputs *inputs) {
    regraft_observer observer = rg_count_hits(&c->hits);
    inputs->options.observer = &observer;
    for (size_t i = 0; i < inputs->graphs.count; i++) {
        regraft_graph *graph = rg_read_graph(c->arena, inputs->graphs.items[i]);
        size_t known = c->hits.rules.count;
        rg_hit *before = rg_alloc_array(c->arena, known + 1, sizeof *before);
        if (known)
            memcpy(before, c->hits.rules.data, known * sizeof *before);
        if (graph && regraft_result_graph(rg_run_rules(c->arena, inputs, graph))) {
            c->counted++;
            continue;
        }
        if (known)
            memcpy(c->hits.rules.data, before, known * sizeof *before);
        c->hits.rules.count = known;
    }
    inputs->options.observer = NULL;
}

static int doc(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    rg_inputs inputs = {0};
    catalogue c = {.arena = arena, .inputs = &inputs};
    const regraft_part *part;
    (void)command;
    if (!rg_load_inputs(arena, arguments, &inputs))
        return EXIT_INVALID;
    c.hits.arena = arena;
    c.out = rg_text_new(arena);
    count_hits(&c, &inputs);
    rg_text_puts(&c.out, "# Rules\n\n");
    if (inputs.graphs.count)
        rg_text_printf(&c.out, "`applied` counts the applications to %zu graph%s.\n\n", c.counted,
                       c.counted == 1 ? "" : "s");
    if (c.counted < inputs.graphs.count)
        rg_text_printf(&c.out, "%zu more cannot be read, or their runs fail.\n\n",
                       inputs.graphs.count - c.counted);
    for (size_t i = 0; (part = regraft_rules_part_at(inputs.loaded, i)); i++)
        if (part->kind == REGRAFT_PASS)
            add_pass(&c, part);
    fputs(rg_text_string(&c.out), stdout);
    return c.counted == inputs.graphs.count ? EXIT_DONE : EXIT_INVALID;
}

const rg_command rg_doc_command = {
    .name = "doc",
    .summary = "write a catalogue of rules in Markdown",
    .operands = "[RULES...] [GRAPH...]",
    .about =
        "Prints the passes with their params, externs and rules: descriptions (the comments above\n"
        "them), guards, and places in the files. With graphs, also how often each rule applies to\n"
        "them. Without RULES, prints the default pipeline.\n",
    .examples = "  regraft doc my.rules > RULES.md\n"
                "  regraft doc my.rules tests/graphs/*.fx\n",
    .exits = "  0  done\n"
             "  1  the rules or a graph are wrong\n"
             "  2  the command line is wrong\n",
    .options = options,
    .run = doc,
};
