/* The public API: running rules over a graph. */
#include <stdlib.h>
#include <string.h>

#include "base/kept_json.h"
#include "regraft_objects.h"

/* ---------------------------------------------------------------- externs */

/* The host fills it in from within its own frames, over which nothing may jump: so memory that
 * runs out is noted here and acted on afterwards. */
struct regraft_reply {
    char *text; /* from rg_system_memory(); NULL: none yet */
    bool is_error;
    bool no_memory;
};

static void fill(regraft_reply *reply, const char *text, bool is_error) {
    size_t size = strlen(text) + 1;
    char *memory = rg_system_memory(reply->text, size);
    reply->is_error = is_error;
    if (memory)
        reply->text = memcpy(memory, text, size);
    else
        reply->no_memory = true;
}

void regraft_reply_answer(regraft_reply *reply, const char *json) {
    fill(reply, json, false);
}

void regraft_reply_error(regraft_reply *reply, const char *message) {
    fill(reply, message, true);
}

void regraft_reply_no_memory(regraft_reply *reply) {
    reply->no_memory = true;
}

static void release_text(void *text) {
    rg_system_memory(text, 0);
}

static json_t *parse_answer(const char *text, rg_arena *arena, const char **error) {
    json_error_t problem;
    json_t *answer =
        rg_read_json(arena, text, strlen(text),
                     JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &problem);
    if (!answer)
        *error = rg_format(arena, "the answer is not JSON: %s", problem.text);
    return json_incref(answer);
}

/* rg_extern_answer over regraft_extern. */
static json_t *ask_host(void *context, const char *name, json_t *arguments, rg_arena *arena,
                        const char **error) {
    const regraft_options *options = context;
    regraft_reply reply = {NULL, false, false};
    options->ask(options->ask_context, name, rg_write_json(arena, arguments, JSON_COMPACT), &reply);
    if (reply.text)
        rg_arena_defer(arena, release_text, reply.text);
    if (reply.no_memory)
        rg_out_of_memory(arena);
    *error = reply.text ? reply.text : "the host said nothing";
    if (!reply.text || reply.is_error)
        return NULL;
    return parse_answer(reply.text, arena, error);
}

/* ---------------------------------------------------------------- the run */

typedef struct job {
    const regraft_rules *rules;
    regraft_graph *given;
    const regraft_options *options;
    regraft_result *result;
    rg_observer observer;
} job;

static void tell_host(void *context, const rg_pass *pass, rg_module *module, double seconds) {
    const job *work = context;
    (void)module; /* the result's */
    work->options->after_pass(work->options->after_pass_context, work->result, pass->name, seconds);
}

static void tell_cost(void *context, const rg_rule *rule, const rg_rule_cost *cost) {
    const job *work = context;
    regraft_rule_cost told = {rule->pass->name, rule->name,    cost->candidates, cost->tried,
                              cost->matches,    cost->applied, cost->seconds};
    work->options->rule_cost(work->options->rule_cost_context, &told);
}

static rg_rewrite_options engine_options(job *work) {
    const regraft_options *options = work->options;
    work->observer = rg_observe_for(options->observer);
    return (rg_rewrite_options){
        .observer = options->observer ? &work->observer : NULL,
        .shuffle = options->shuffle,
        .answer = options->ask ? ask_host : NULL,
        .answer_context = (void *)options,
        .limits = {.eval_steps = options->limits.eval_steps,
                   .eval_bytes = options->limits.eval_bytes,
                   .run_steps = options->limits.run_steps,
                   .run_bytes = options->limits.run_bytes,
                   .nodes = options->limits.nodes,
                   .steps_per_node = options->steps_per_node,
                   .fueled = options->limited,
                   .fuel = options->fuel},
        .cancelled = options->cancelled,
        .cancelled_context = options->cancelled_context,
        .after_pass = options->after_pass ? tell_host : NULL,
        .after_pass_context = work,
        .rule_cost = options->rule_cost ? tell_cost : NULL,
        .rule_cost_context = work,
        .only = options->only,
        .only_count = options->only_count,
        .skip = options->skip,
        .skip_count = options->skip_count,
        .set = options->set,
        .set_count = options->set_count,
        .only_named = options->only_rule,
    };
}

/* Why there can be no run, or NULL. */
static const char *obstacle(const job *work) {
    if (work->rules->report.diagnostics.errors > 0)
        return "the rules have errors";
    if (!work->given->module)
        return "there is no graph: it could not be read, or an earlier run left it half rewritten";
    return NULL;
}

static void take_graph(job *work) {
    regraft_result *result = work->result;
    if (work->options->in_place) {
        result->graph = work->given;
        return;
    }
    regraft_graph *copy = rg_alloc(result->arena, sizeof *copy);
    copy->arena = result->arena;
    copy->module = rg_copy_module(result->arena, work->given->module);
    copy->understood = work->given->understood;
    copy->text = rg_text_new(result->arena);
    copy->diff = rg_text_new(result->arena);
    rg_init_report(&copy->report, result->arena);
    result->graph = copy;
}

static void run(void *context) {
    job *work = context;
    regraft_result *result = work->result;
    rg_diagnostics *diagnostics = &result->report.diagnostics;
    result->metadata_text = rg_text_new(result->arena);
    result->changes_text = rg_text_new(result->arena);
    rg_init_report(&result->report, result->arena);
    const char *problem = obstacle(work);
    if (problem) {
        rg_report(diagnostics, RG_ERROR, (rg_span){0}, "%s", problem);
    } else {
        result->report.sources = work->given->module->source->arena;
        take_graph(work);
        rg_rewrite_options options = engine_options(work);
        rg_rewrite(work->rules->ruleset, result->graph->module, &options, diagnostics,
                   &result->metadata);
    }
    rg_publish_report(&result->report);
}

/* A graph that was not completely rewritten in place is unusable. */
static void drop_graph(job *work) {
    if (work->result->graph == work->given)
        work->given->module = NULL;
    work->result->graph = NULL;
}

regraft_status regraft_run(const regraft_rules *rules, regraft_graph *graph,
                           const regraft_options *options, regraft_result **made) {
    static const regraft_options defaults = {0};
    rg_arena *arena;
    regraft_result *result = rg_new_object(sizeof *result, &arena);
    *made = NULL;
    if (!result)
        return REGRAFT_NO_MEMORY;
    result->arena = arena;
    job work = {rules, graph, options ? options : &defaults, result, {0}};
    bool done = rg_guard(arena, graph->arena, run, &work);
    if (!done || result->report.diagnostics.errors > 0)
        drop_graph(&work);
    if (!done) {
        regraft_result_free(result);
        return REGRAFT_NO_MEMORY;
    }
    *made = result;
    return result->graph ? REGRAFT_OK : REGRAFT_INVALID;
}

/* ---------------------------------------------------------------- the result */

regraft_graph *regraft_result_graph(regraft_result *result) {
    return result->graph;
}

/* An object with a line for each key; of the outer ones down to `depth`. */
static void add_object(rg_text *out, json_t *object, int depth, int indentation) {
    const char *key, *separator = "";
    json_t *value;
    if (!json_object_size(object)) {
        rg_text_puts(out, "{}");
        return;
    }
    rg_text_putc(out, '{');
    json_object_foreach (object, key, value) {
        rg_text_printf(out, "%s\n%*s\"%s\": ", separator, indentation + 2, "", key);
        separator = ",";
        if (depth > 1)
            add_object(out, value, depth - 1, indentation + 2);
        else
            rg_text_puts(out, rg_write_json(out->arena, value, JSON_ENCODE_ANY));
    }
    rg_text_printf(out, "\n%*s}", indentation, "");
}

static void write_metadata(void *context) {
    regraft_result *result = context;
    rg_text_clear(&result->metadata_text);
    add_object(&result->metadata_text, result->metadata, 2, 0);
}

const char *regraft_result_metadata(regraft_result *result) {
    if (!result->metadata)
        return "{}";
    if (!rg_guard(result->arena, NULL, write_metadata, result))
        return NULL;
    return rg_text_string(&result->metadata_text);
}

regraft_report *regraft_result_report(regraft_result *result) {
    return &result->report;
}

void regraft_result_free(regraft_result *result) {
    if (!result)
        return;
    json_decref(result->metadata);
    rg_arena_free(result->arena);
}
