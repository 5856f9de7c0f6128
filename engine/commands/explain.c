/* regraft explain: why rules do or do not apply to a node. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explain.h"

enum { NODE = RG_RUN_OPTIONS, RULE, JSON };

static const rg_option options[] = {
    RG_RUN_OPTION_TABLE,
    [NODE] = {"--node", "NAME", false, "the node to explain: NODE, or BODY.NODE"},
    [RULE] = {"--rule", "NAME", false, "only this rule: RULE or PASS.RULE"},
    [JSON] = {"--json", NULL, false, "answer in JSON"},
    {0},
};

/* ---------------------------------------------------------------- the rules that are asked about
 */

static bool is_asked(const rg_asking *a, const regraft_part *part) {
    size_t pass = strlen(part->pass);
    if (!a->only || strcmp(a->only, part->name) == 0)
        return true;
    return strncmp(a->only, part->pass, pass) == 0 && a->only[pass] == '.' &&
           strcmp(a->only + pass + 1, part->name) == 0;
}

static bool list_rules(rg_asking *a, const regraft_rules *rules) {
    const regraft_part *part;
    a->rules = rules;
    rg_array names = {0};
    for (size_t i = 0; (part = regraft_rules_part_at(rules, i)); i++) {
        if (part->kind != REGRAFT_RULE)
            continue;
        *(const char **)rg_array_push(a->arena, &names, sizeof(char *)) = part->name;
        if (is_asked(a, part))
            ((rg_rule_answer *)rg_array_push(a->arena, &a->answers, sizeof(rg_rule_answer)))->rule =
                part;
    }
    if (a->answers.count)
        return true;
    const char *near = a->only ? rg_nearest(a->only, names.data, names.count) : NULL;
    rg_message("there is no rule%s%s%s%s%s%s", a->only ? " `" : "", a->only ? a->only : "",
               a->only ? "`" : "", near ? "; did you mean `" : "", near ? near : "",
               near ? "`?" : "");
    return false;
}

/* ---------------------------------------------------------------- answers */

static size_t nearness(const rg_rule_answer *a) {
    return a->applied ? SIZE_MAX : a->tried ? a->miss.progress : 0;
}

static int by_nearness(const void *a, const void *b) {
    const rg_rule_answer *x = a, *y = b;
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
static const char *head_of(const rg_asking *a, const char *pass, const char *rule) {
    const regraft_part *part;
    for (size_t i = 0; (part = regraft_rules_part_at(a->rules, i)); i++)
        if (part->kind == REGRAFT_RULE && strcmp(part->name, rule) == 0 &&
            strcmp(part->pass, pass) == 0)
            return part->text;
    return rule;
}

/* The rule that was applied in the pass to a node that has or had the name; NULL: none. */
static const rg_rule_name *applied_in(const rg_asking *a, const char *pass) {
    rg_asked_node *const *nodes = a->nodes.data;
    for (size_t i = 0; i < a->nodes.count; i++) {
        const rg_rule_name *applied = nodes[i]->applied.data;
        for (size_t k = 0; k < nodes[i]->applied.count; k++)
            if (strcmp(applied[k].pass, pass) == 0)
                return &applied[k];
    }
    return NULL;
}

static const char *maker_text(const rg_asking *a, const rg_rule_name *name) {
    if (name->rule)
        return rg_format(a->arena, "rule %s of pass %s", name->rule, name->pass);
    return rg_format(a->arena, "the engine of pass %s", name->pass);
}

/* Why the rule was not even tried. */
static const char *why_not_tried(const rg_asking *a, const rg_arguments *arguments,
                                 const char *pass, bool failed) {
    const rg_words *only = &arguments->values[RG_ONLY], *skip = &arguments->values[RG_SKIP];
    if ((only->count && !is_listed(only, pass)) || is_listed(skip, pass))
        return "its pass does not run";
    const rg_rule_name *applied = applied_in(a, pass);
    if (applied)
        return rg_format(a->arena, "%s comes first and was applied",
                         head_of(a, applied->pass, applied->rule));
    const rg_asked_node *node = a->nodes.count ? *(rg_asked_node **)a->nodes.data : NULL;
    if (node && node->gone.pass)
        return rg_format(a->arena, "%s took the node away before", maker_text(a, &node->gone));
    if (failed)
        return "the run ended before, with the error above";
    if (a->graph && *a->graph && !a->visited)
        return rg_format(a->arena, "the node stands in the body `%s`, and the pass is not `nested`",
                         a->graph);
    return "the pass did not visit the node";
}

/* The name as it is given on the command line. */
static const char *full_name(const rg_asking *a) {
    return a->graph && *a->graph ? rg_format(a->arena, "%s.%s", a->graph, a->node) : a->node;
}

/* The rule that made the node that the answer is about, if an earlier node had the name; else NULL.
 */
static const rg_rule_name *later_maker(const rg_asking *a, const rg_rule_answer *one) {
    if (!one->node || one->node == *(rg_asked_node **)a->nodes.data)
        return NULL;
    return one->node->made.pass ? &one->node->made : NULL;
}

static void add_later_maker(const rg_asking *a, rg_text *out, const rg_rule_answer *one) {
    const rg_rule_name *maker = later_maker(a, one);
    if (maker)
        rg_text_printf(out, "    this %%%s is a later node of that name, which %s made\n",
                       full_name(a), maker_text(a, maker));
}

static const char *reason_of(const rg_asking *a, const rg_arguments *arguments,
                             const rg_rule_answer *one, bool failed) {
    if (one->tried)
        return one->miss.reason;
    if (one->matched)
        return "its pattern fits, but then the run ended with the error above";
    return why_not_tried(a, arguments, one->rule->pass, failed);
}

/* Rules whose root is an entirely different call are only named. */
static bool is_far(const rg_asking *a, const rg_rule_answer *one) {
    return !a->only && one->tried && !one->applied && one->miss.kind == REGRAFT_HEAD_REFUSED &&
           one->miss.progress < 2;
}

static void add_far(const rg_asking *a, rg_text *out) {
    const rg_rule_answer *answers = a->answers.data;
    size_t count = 0;
    for (size_t i = 0; i < a->answers.count; i++)
        if (is_far(a, &answers[i]))
            rg_text_printf(out, "%s%s",
                           count++ ? ", " : "the root is another call: ", answers[i].rule->name);
    if (count)
        rg_text_putc(out, '\n');
}

static void write_text(const rg_asking *a, const rg_arguments *arguments, rg_text *out,
                       bool failed) {
    const rg_rule_answer *answers = a->answers.data;
    for (size_t i = 0; i < a->answers.count; i++) {
        const rg_rule_answer *one = &answers[i];
        const regraft_part *rule = one->rule;
        if (one->applied)
            rg_text_printf(out, "%s:%u:%u: rule %s applies to %%%s\n", rule->at.path, rule->at.line,
                           rule->at.column, rule->name, full_name(a));
        else if (!one->tried)
            rg_text_printf(out, "%s:%u:%u: rule %s was not %s: %s\n", rule->at.path, rule->at.line,
                           rule->at.column, rule->name, one->matched ? "applied" : "tried",
                           reason_of(a, arguments, one, failed));
        else if (!is_far(a, one))
            rg_show_miss(out, &one->miss, rg_wants_colour(stdout));
        if (!is_far(a, one))
            add_later_maker(a, out, one);
    }
    add_far(a, out);
}

static void put_text(const rg_asking *a, json_t *object, const char *key, const char *text) {
    rg_put_json(a->arena, object, key, json_string(rg_utf8(a->arena, text)));
}

static void put_place(const rg_asking *a, json_t *object, const regraft_place *place) {
    json_t *json = json_object();
    rg_put_json(a->arena, object, "part", json);
    put_text(a, json, "path", place->path ? place->path : "");
    rg_put_json(a->arena, json, "line", json_integer(place->line));
    rg_put_json(a->arena, json, "column", json_integer(place->column));
    rg_put_json(a->arena, json, "end_line", json_integer(place->end_line));
    rg_put_json(a->arena, json, "end_column", json_integer(place->end_column));
}

static void put_maker(const rg_asking *a, json_t *object, const rg_rule_name *maker) {
    json_t *json = json_object();
    rg_put_json(a->arena, object, "later_node_made_by", json);
    put_text(a, json, "pass", maker->pass);
    if (maker->rule)
        put_text(a, json, "rule", maker->rule);
}

static void add_answer(const rg_asking *a, const rg_arguments *arguments, const rg_rule_answer *one,
                       bool failed, json_t *list) {
    const char *outcome = one->applied   ? "applies"
                          : one->tried   ? "refused"
                          : one->matched ? "failed"
                                         : "not tried";
    const regraft_place *part = one->tried && !one->applied ? &one->miss.part : &one->rule->at;
    json_t *json = json_object();
    rg_append_json(a->arena, list, json);
    put_text(a, json, "pass", one->rule->pass);
    put_text(a, json, "rule", one->rule->name);
    put_text(a, json, "outcome", outcome);
    put_place(a, json, part);
    if (!one->applied)
        put_text(a, json, "reason", reason_of(a, arguments, one, failed));
    if (one->tried && !one->applied)
        put_text(a, json, "graph", one->miss.subject);
    const rg_rule_name *maker = later_maker(a, one);
    if (maker)
        put_maker(a, json, maker);
}

static void write_json(const rg_asking *a, const rg_arguments *arguments, rg_text *out,
                       bool failed) {
    const rg_rule_answer *answers = a->answers.data;
    json_t *json = rg_keep_json(a->arena, json_object());
    put_text(a, json, "node", full_name(a));
    json_t *list = json_array();
    rg_put_json(a->arena, json, "rules", list);
    for (size_t i = 0; i < a->answers.count; i++)
        add_answer(a, arguments, &answers[i], failed, list);
    rg_text_puts(out, rg_write_json(a->arena, json, JSON_INDENT(2)));
    rg_text_putc(out, '\n');
}

/* ---------------------------------------------------------------- the command */

static int complain_node(rg_asking *a, regraft_graph *graph) {
    const char *near = regraft_graph_nearest(graph, full_name(a));
    if (near && !*near)
        rg_out_of_memory(a->arena);
    rg_message("neither the graph nor what rules made has a node `%s`%s%s%s", full_name(a),
               near ? "; did you mean `" : "", near ? near : "", near ? "`?" : "");
    return EXIT_INVALID;
}

static int ask(rg_asking *a, const rg_arguments *arguments, rg_inputs *inputs) {
    regraft_graph *graph = rg_read_graph(a->arena, inputs->graphs.items[0]);
    const char *body = "";
    regraft_observer observer = rg_watch_node(a);
    if (!graph || !list_rules(a, inputs->loaded))
        return EXIT_INVALID;
    const char *known = regraft_graph_statement(graph, full_name(a), &body);
    if (known && !*known)
        rg_out_of_memory(a->arena);
    if (known)
        a->graph = body;
    inputs->options.observer = &observer;
    bool failed = !regraft_result_graph(rg_run_rules(a->arena, inputs, graph));
    inputs->options.observer = NULL;
    if (!known && !a->nodes.count)
        return complain_node(a, graph);
    rg_text out = rg_text_new(a->arena);
    qsort(a->answers.data, a->answers.count, sizeof(rg_rule_answer), by_nearness);
    if (arguments->values[JSON].count)
        write_json(a, arguments, &out, failed);
    else
        write_text(a, arguments, &out, failed);
    fputs(rg_text_string(&out), stdout);
    return failed ? EXIT_INVALID : EXIT_DONE;
}

/* `NODE`, `%NODE` or `BODY.NODE`. */
static void take_name(rg_asking *a, const char *name) {
    name += *name == '%';
    const char *dot = strrchr(name, '.');
    a->node = dot ? dot + 1 : name;
    a->graph = dot ? rg_copy_text(a->arena, name, (size_t)(dot - name)) : NULL;
}

static int explain(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    rg_inputs inputs = {0};
    rg_asking *a = rg_alloc(arena, sizeof *a);
    rg_sort_operands(arena, &arguments->operands, rg_option_value(arguments, RG_PIPELINE),
                     &inputs.rules, &inputs.graphs);
    if (inputs.graphs.count != 1)
        return rg_usage_error(command, "one graph is needed, not %zu", inputs.graphs.count);
    a->arena = arena;
    a->only = rg_option_value(arguments, RULE);
    if (!rg_option_value(arguments, NODE))
        return rg_usage_error(command, "--node says which node is asked about");
    take_name(a, rg_option_value(arguments, NODE));
    if (!rg_load_inputs(arena, arguments, &inputs))
        return EXIT_INVALID;
    return ask(a, arguments, &inputs);
}

const rg_command rg_explain_command = {
    .name = "explain",
    .summary = "say why rules do or do not apply to a node",
    .operands = "[RULES...] GRAPH --node NAME",
    .about =
        "Runs the rules as `regraft run` does and says for each rule what happened at the node:\n"
        "that it applies, or the first obstacle, with the part of the rule and the statement of\n"
        "the graph. The nearest miss comes first; rules whose root is an entirely different call\n"
        "are only named, at the end. The node may be one that a rule made. If several nodes had\n"
        "the name one after the other, the answer describes the first one unless it says\n"
        "otherwise. A node of a body is `BODY.NODE`.\n",
    .examples = "  regraft explain my.rules model.fx --node relu_1\n"
                "  regraft explain model.fx --node add_ --rule inplace\n"
                "  regraft explain my.rules model.fx --node relu_1 --json\n",
    .exits =
        "  0  done\n"
        "  1  the graph or the rules are wrong, there is no such node or rule, or the run failed\n"
        "  2  the command line is wrong\n",
    .options = options,
    .run = explain,
};
