/* regraft explain: why rules do or do not apply to a node. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "miss.h"

enum { NODE = RG_RUN_OPTIONS, RULE, JSON };

static const rg_option options[] = {
    RG_RUN_OPTION_TABLE,
    [NODE] = {"--node", "NAME", false, "the node that is asked about"},
    [RULE] = {"--rule", "NAME", false, "only this rule: RULE or PASS.RULE"},
    [JSON] = {"--json", NULL, false, "answer in JSON"},
    {0},
};

/* What became of one rule at the node. */
typedef struct answer {
    const regraft_part *rule;
    bool tried; /* it got as far as `miss`, or was applied */
    bool applied;
    rg_miss miss; /* the nearest one, where the node was visited several times */
} answer;

typedef struct applied_rule {
    const char *pass, *rule;
} applied_rule;

typedef struct asking {
    rg_arena *arena;
    const char *node, *only; /* only: NULL: all rules */
    rg_array answers;        /* of answer: by rule of the file set */
    bool seen;               /* the node was visited */
    bool trying;             /* a rule is being tried at it: which may give it another name */
    const regraft_rules *rules;
    rg_array applied;                  /* of applied_rule: those that were applied to the node */
    const char *gone_pass, *gone_rule; /* that took the node out; NULL: it stayed */
    const char *made_pass, *made_rule; /* that made it */
} asking;

/* ---------------------------------------------------------------- listening */

static const char *copy(const asking *a, const char *text) {
    return text ? rg_copy_text(a->arena, text, strlen(text)) : NULL;
}

static answer *answer_of(asking *a, const regraft_event *event) {
    answer *answers = a->answers.data;
    for (size_t i = 0; i < a->answers.count; i++) {
        const regraft_part *rule = answers[i].rule;
        if (rule->at.line == event->at.line && strcmp(rule->name, event->rule) == 0 &&
            strcmp(rule->pass, event->pass) == 0)
            return &answers[i];
    }
    return NULL;
}

static void listen(void *context, const regraft_event *event) {
    asking *a = context;
    bool same = event->node && strcmp(event->node, a->node) == 0;
    if (event->kind == REGRAFT_TRIED)
        a->trying = same;
    if (event->kind == REGRAFT_TRIED || (!same && !(event->kind == REGRAFT_APPLIED && a->trying)))
        return;
    if (event->kind == REGRAFT_GONE) {
        a->gone_pass = copy(a, event->pass);
        a->gone_rule = copy(a, event->rule);
        return;
    }
    if (event->kind == REGRAFT_MADE) {
        a->made_pass = copy(a, event->pass);
        a->made_rule = copy(a, event->rule);
        a->gone_pass = NULL;
        return;
    }
    a->seen = true;
    answer *found = answer_of(a, event);
    if (event->kind == REGRAFT_APPLIED) {
        applied_rule *applied = rg_array_push(a->arena, &a->applied, sizeof *applied);
        *applied = (applied_rule){copy(a, event->pass), copy(a, event->rule)};
    }
    if (!found)
        return;
    if (event->kind == REGRAFT_APPLIED)
        found->applied = true;
    else if (!found->tried || rg_nearness(event) > found->miss.progress)
        found->miss = rg_keep_miss(a->arena, event);
    found->tried = true;
}

/* ---------------------------------------------------------------- the rules that are asked about
 */

static bool is_asked(const asking *a, const regraft_part *part) {
    size_t pass = strlen(part->pass);
    if (!a->only || strcmp(a->only, part->name) == 0)
        return true;
    return strncmp(a->only, part->pass, pass) == 0 && a->only[pass] == '.' &&
           strcmp(a->only + pass + 1, part->name) == 0;
}

static bool list_rules(asking *a, const regraft_rules *rules) {
    const regraft_part *part;
    a->rules = rules;
    rg_array names = {0};
    for (size_t i = 0; (part = regraft_rules_part_at(rules, i)); i++) {
        if (part->kind != REGRAFT_RULE)
            continue;
        *(const char **)rg_array_push(a->arena, &names, sizeof(char *)) = part->name;
        if (is_asked(a, part))
            ((answer *)rg_array_push(a->arena, &a->answers, sizeof(answer)))->rule = part;
    }
    if (a->answers.count)
        return true;
    const char *near = a->only ? rg_nearest(a->only, names.data, names.count) : NULL;
    fprintf(stderr, "regraft: there is no rule%s%s%s%s%s%s\n", a->only ? " `" : "",
            a->only ? a->only : "", a->only ? "`" : "", near ? "; did you mean `" : "",
            near ? near : "", near ? "`?" : "");
    return false;
}

/* ---------------------------------------------------------------- answers */

static size_t nearness(const answer *a) {
    return a->applied ? SIZE_MAX : a->tried ? a->miss.progress : 0;
}

static int by_nearness(const void *a, const void *b) {
    const answer *x = a, *y = b;
    if (nearness(x) != nearness(y))
        return nearness(x) > nearness(y) ? -1 : 1;
    return x->rule < y->rule ? -1 : x->rule > y->rule;
}

static bool is_listed(const rg_words *words, const char *name) {
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->items[i], name) == 0)
            return true;
    return false;
}

/* "rule general priority 1" */
static const char *head_of(const asking *a, const char *pass, const char *rule) {
    const regraft_part *part;
    for (size_t i = 0; (part = regraft_rules_part_at(a->rules, i)); i++)
        if (part->kind == REGRAFT_RULE && strcmp(part->name, rule) == 0 &&
            strcmp(part->pass, pass) == 0)
            return part->text;
    return rule;
}

/* Why the rule was not even tried. */
static const char *why_not_tried(const asking *a, const rg_arguments *arguments, const char *pass,
                                 const char *body, bool failed) {
    const rg_words *only = &arguments->values[RG_ONLY], *skip = &arguments->values[RG_SKIP];
    if ((only->count && !is_listed(only, pass)) || is_listed(skip, pass))
        return "its pass does not run";
    const applied_rule *applied = a->applied.data;
    for (size_t i = 0; i < a->applied.count; i++)
        if (strcmp(applied[i].pass, pass) == 0)
            return rg_format(a->arena, "%s comes first and was applied",
                             head_of(a, applied[i].pass, applied[i].rule));
    if (a->gone_pass)
        return rg_format(a->arena, "%s%s of pass %s took the node away before",
                         a->gone_rule ? "rule " : "the engine", a->gone_rule ? a->gone_rule : "",
                         a->gone_pass);
    if (failed)
        return "the run ended before, with the error above";
    if (*body && !a->seen)
        return rg_format(a->arena, "the node stands in the body `%s`, and the pass is not `nested`",
                         body);
    return "the pass did not visit the node";
}

static const char *reason_of(const asking *a, const rg_arguments *arguments, const answer *one,
                             const char *body, bool failed) {
    if (one->tried)
        return one->miss.reason;
    return why_not_tried(a, arguments, one->rule->pass, body, failed);
}

/* Rules that want quite another call are only named. */
static bool is_far(const asking *a, const answer *one) {
    return !a->only && one->tried && !one->applied && one->miss.kind == REGRAFT_HEAD_REFUSED &&
           one->miss.progress < 2;
}

static void add_far(const asking *a, rg_text *out) {
    const answer *answers = a->answers.data;
    size_t count = 0;
    for (size_t i = 0; i < a->answers.count; i++)
        if (is_far(a, &answers[i]))
            rg_text_printf(out, "%s%s",
                           count++ ? ", " : "the root is another call: ", answers[i].rule->name);
    if (count)
        rg_text_putc(out, '\n');
}

static void write_text(const asking *a, const rg_arguments *arguments, rg_text *out,
                       const char *body, bool failed) {
    const answer *answers = a->answers.data;
    for (size_t i = 0; i < a->answers.count; i++) {
        const answer *one = &answers[i];
        const regraft_part *rule = one->rule;
        if (one->applied)
            rg_text_printf(out, "%s:%u:%u: rule %s applies to %%%s\n", rule->at.path, rule->at.line,
                           rule->at.column, rule->name, a->node);
        else if (!one->tried)
            rg_text_printf(out, "%s:%u:%u: rule %s was not tried: %s\n", rule->at.path,
                           rule->at.line, rule->at.column, rule->name,
                           reason_of(a, arguments, one, body, failed));
        else if (!is_far(a, one))
            rg_show_miss(out, &one->miss, rg_wants_colour(stdout));
    }
    add_far(a, out);
}

static json_t *place_json(const regraft_place *place) {
    return json_pack("{s:s, s:i, s:i, s:i, s:i}", "path", place->path ? place->path : "", "line",
                     (int)place->line, "column", (int)place->column, "end_line",
                     (int)place->end_line, "end_column", (int)place->end_column);
}

static json_t *answer_json(const asking *a, const rg_arguments *arguments, const answer *one,
                           const char *body, bool failed) {
    const char *outcome = one->applied ? "applies" : one->tried ? "refused" : "not tried";
    const regraft_place *part = one->tried && !one->applied ? &one->miss.part : &one->rule->at;
    json_t *json = json_pack("{s:s, s:s, s:s, s:o}", "pass", one->rule->pass, "rule",
                             one->rule->name, "outcome", outcome, "part", place_json(part));
    if (!one->applied)
        json_object_set_new(json, "reason",
                            json_string(reason_of(a, arguments, one, body, failed)));
    if (one->tried && !one->applied)
        json_object_set_new(json, "graph", json_string(one->miss.subject));
    return json;
}

static void write_json(const asking *a, const rg_arguments *arguments, rg_text *out,
                       const char *body, bool failed) {
    const answer *answers = a->answers.data;
    json_t *list = json_array();
    for (size_t i = 0; i < a->answers.count; i++)
        json_array_append_new(list, answer_json(a, arguments, &answers[i], body, failed));
    json_t *json = json_pack("{s:s, s:o}", "node", a->node, "rules", list);
    char *text = json ? json_dumps(json, JSON_INDENT(2)) : NULL;
    json_decref(json);
    if (!text)
        rg_out_of_memory(a->arena);
    rg_text_puts(out, text);
    rg_text_putc(out, '\n');
    free(text);
}

/* ---------------------------------------------------------------- the command */

static int complain_node(asking *a, regraft_graph *graph) {
    const char *near = regraft_graph_nearest(graph, a->node);
    fprintf(stderr, "regraft: neither the graph nor what rules made has a node `%s`%s%s%s\n",
            a->node, near ? "; did you mean `" : "", near ? near : "", near ? "`?" : "");
    return EXIT_INVALID;
}

static int ask(asking *a, const rg_arguments *arguments, rg_inputs *inputs) {
    regraft_graph *graph = rg_read_graph(a->arena, inputs->graphs.items[0]);
    const char *body = "";
    regraft_observer observer = {a,
                                 REFUSALS | REGRAFT_EVENT(REGRAFT_TRIED) |
                                     REGRAFT_EVENT(REGRAFT_APPLIED) | REGRAFT_EVENT(REGRAFT_GONE) |
                                     REGRAFT_EVENT(REGRAFT_MADE),
                                 listen};
    if (!graph || !list_rules(a, inputs->loaded))
        return EXIT_INVALID;
    bool known = regraft_graph_statement(graph, a->node, &body) != NULL;
    inputs->options.observer = &observer;
    bool failed = !regraft_result_graph(rg_run_rules(a->arena, inputs, graph));
    if (!known && !a->seen && !a->made_pass)
        return complain_node(a, graph);
    rg_text out = rg_text_new(a->arena);
    qsort(a->answers.data, a->answers.count, sizeof(answer), by_nearness);
    if (arguments->values[JSON].count)
        write_json(a, arguments, &out, body, failed);
    else
        write_text(a, arguments, &out, body, failed);
    fputs(rg_text_string(&out), stdout);
    return EXIT_DONE;
}

static int explain(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    rg_inputs inputs = {0};
    asking *a = rg_alloc(arena, sizeof *a);
    rg_sort_operands(arena, &arguments->operands, rg_option_value(arguments, RG_PIPELINE),
                     &inputs.rules, &inputs.graphs);
    if (inputs.graphs.count != 1)
        return rg_usage_error(command, "one graph is needed, not %zu", inputs.graphs.count);
    a->arena = arena;
    a->node = rg_option_value(arguments, NODE);
    a->only = rg_option_value(arguments, RULE);
    if (!a->node)
        return rg_usage_error(command, "--node says which node is asked about");
    if (*a->node == '%')
        a->node++;
    if (!rg_load_inputs(arena, arguments, &inputs))
        return EXIT_INVALID;
    return ask(a, arguments, &inputs);
}

const rg_command rg_explain_command = {
    .name = "explain",
    .summary = "say why rules do or do not apply to a node",
    .operands = "[RULES...] GRAPH --node NAME",
    .about =
        "Runs the rules as `regraft run` does and says of each rule what became of it at the\n"
        "node: that it applies, or the first thing that stopped it, with the part of the rule\n"
        "and the statement of the graph. What came nearest stands first. The node may be one that\n"
        "another rule made.\n",
    .examples = "  regraft explain my.rules model.fx --node relu_1\n"
                "  regraft explain model.fx --node add_ --rule inplace\n"
                "  regraft explain my.rules model.fx --node relu_1 --json\n",
    .exits = "  0  done\n"
             "  1  the graph or the rules are wrong, or there is no such node or rule\n"
             "  2  the command line is wrong\n",
    .options = options,
    .run = explain,
};
