/* The public API: graphs. */
#include <errno.h>
#include <string.h>

#include "forms/forms.h"
#include "regraft_objects.h"

/* ---------------------------------------------------------------- reading */

typedef struct reading {
    regraft_graph *graph;
    const char *path; /* or name */
    const char *text; /* NULL: read the file */
    size_t length;
    bool mapped; /* the file stays as it is */
    rg_form form;
} reading;

static void read_graph(void *context) {
    reading *wanted = context;
    regraft_graph *graph = wanted->graph;
    rg_arena *arena = graph->arena;
    const rg_source *source;
    rg_init_report(&graph->report, arena);
    graph->text = rg_text_new(arena);
    graph->diff = rg_text_new(arena);
    if (wanted->text)
        source = rg_source_new(arena, wanted->path, wanted->text, wanted->length);
    else if (wanted->mapped)
        source = rg_source_map(arena, wanted->path);
    else
        source = rg_source_read(arena, wanted->path);
    if (source) {
        graph->module = rg_read_any(arena, source, wanted->form, &graph->report.diagnostics,
                                    &graph->understood);
        rg_source_rest(source);
    } else
        rg_report(&graph->report.diagnostics, RG_ERROR, (rg_span){0}, "cannot read %s: %s",
                  wanted->path, strerror(errno));
    rg_publish_report(&graph->report);
}

static regraft_status make_graph(reading *wanted, regraft_graph **made) {
    rg_arena *arena;
    regraft_graph *graph = rg_new_object(sizeof *graph, &arena);
    *made = NULL;
    if (!graph)
        return REGRAFT_NO_MEMORY;
    graph->arena = arena;
    wanted->graph = graph;
    if (!rg_guard(arena, NULL, read_graph, wanted)) {
        rg_arena_free(arena);
        return REGRAFT_NO_MEMORY;
    }
    *made = graph;
    return graph->module ? REGRAFT_OK : REGRAFT_INVALID;
}

regraft_status regraft_graph_read(const char *path, regraft_graph **graph) {
    reading wanted = {.path = path};
    return make_graph(&wanted, graph);
}

regraft_status regraft_graph_map(const char *path, regraft_graph **graph) {
    reading wanted = {.path = path, .mapped = true};
    return make_graph(&wanted, graph);
}

regraft_status regraft_graph_read_as(const char *path, const char *form, regraft_graph **graph) {
    reading wanted = {.path = path};
    *graph = NULL;
    return rg_form_named(form, &wanted.form) ? make_graph(&wanted, graph) : REGRAFT_INVALID;
}

const char *regraft_graph_source_form(const regraft_graph *graph) {
    return rg_form_description(graph->understood ? graph->understood->form : RG_FORM_ANY);
}

const char *regraft_graph_noise(const regraft_graph *graph, size_t index) {
    const rg_understood *u = graph->understood;
    return u && index < u->noise.count ? ((const char *const *)u->noise.data)[index] : NULL;
}

typedef struct losing {
    regraft_graph *graph;
    regraft_format format;
    rg_array losses;
} losing;

static void list_losses(void *context) {
    losing *l = context;
    rg_form form = l->format == REGRAFT_PYTHON ? RG_FORM_PYTHON : RG_FORM_NODES;
    rg_list_losses(l->graph->arena, l->graph->module, l->graph->understood, form,
                   l->format != REGRAFT_PLAIN, &l->losses);
}

const char *regraft_graph_loss(regraft_graph *graph, regraft_format format, size_t index) {
    losing l = {graph, format == REGRAFT_AS_READ ? regraft_graph_format(graph) : format, {0}};
    if (!graph->module || !rg_guard(graph->arena, graph->module->arena, list_losses, &l))
        return NULL;
    return index < l.losses.count ? ((const char *const *)l.losses.data)[index] : NULL;
}

bool regraft_graph_file_changed(const regraft_graph *graph) {
    return graph->module && rg_source_changed(graph->understood->source);
}

regraft_status regraft_graph_parse(const char *name, const char *text, size_t length,
                                   regraft_graph **graph) {
    reading wanted = {.path = name, .text = text, .length = length};
    return make_graph(&wanted, graph);
}

/* ---------------------------------------------------------------- writing */

typedef struct writing {
    regraft_graph *graph;
    bool reprint;
    bool (*take)(void *context, const char *text, size_t length);
    void *context;
    bool done;
} writing;

static void write_code(void *context) {
    writing *wanted = context;
    rg_text_clear(&wanted->graph->text);
    rg_write_python(&wanted->graph->text, wanted->graph->module, wanted->graph->understood);
}

static void write_text(void *context) {
    writing *wanted = context;
    rg_text_clear(&wanted->graph->text);
    rg_write_module(&wanted->graph->text, wanted->graph->module, wanted->reprint);
}

static void write_pieces(void *context) {
    writing *wanted = context;
    wanted->done = rg_write_module_to(wanted->graph->arena, wanted->graph->module, wanted->reprint,
                                      wanted->take, wanted->context);
}

/* Does one of the two in a format; false when memory ran out. */
static bool write_in(regraft_format format, void (*work)(void *context), writing *wanted) {
    rg_module *module = wanted->graph->module;
    bool as_read = module->annotated;
    if (format != REGRAFT_AS_READ)
        module->annotated = format == REGRAFT_ANNOTATED;
    wanted->reprint = module->annotated != as_read;
    bool done = rg_guard(wanted->graph->arena, module->arena, work, wanted);
    module->annotated = as_read;
    return done;
}

static const char *hand_out(const rg_text *text, size_t *length) {
    if (length)
        *length = rg_text_length(text);
    return rg_text_string(text);
}

const char *regraft_graph_text(regraft_graph *graph, regraft_format format, size_t *length) {
    writing wanted = {.graph = graph};
    if (!graph->module || !(format == REGRAFT_PYTHON
                                ? rg_guard(graph->arena, graph->module->arena, write_code, &wanted)
                                : write_in(format, write_text, &wanted)))
        return NULL;
    return hand_out(&graph->text, length);
}

regraft_status regraft_graph_write(regraft_graph *graph, regraft_format format,
                                   bool (*take)(void *context, const char *text, size_t length),
                                   void *context) {
    writing wanted = {.graph = graph, .take = take, .context = context};
    if (!graph->module)
        return REGRAFT_INVALID;
    if (format == REGRAFT_PYTHON) {
        size_t length;
        const char *text = regraft_graph_text(graph, format, &length);
        return !text                         ? REGRAFT_NO_MEMORY
               : take(context, text, length) ? REGRAFT_OK
                                             : REGRAFT_INVALID;
    }
    if (!write_in(format, write_pieces, &wanted))
        return REGRAFT_NO_MEMORY;
    return wanted.done ? REGRAFT_OK : REGRAFT_INVALID;
}

typedef struct searching {
    regraft_graph *graph;
    const char *name;
    const char *found; /* statement or name */
    const char *body;
} searching;

/* Of `BODY.NODE` the node; *length is that of the body's name. Names of nodes have no dots. */
static const char *split_name(const char *name, size_t *length) {
    const char *dot = strrchr(name, '.');
    *length = dot ? (size_t)(dot - name) : 0;
    return dot ? dot + 1 : name;
}

static bool is_body(const rg_graph *graph, const char *name, size_t length) {
    const char *found = rg_symbol_text(graph->module->symbols, graph->name);
    return strlen(found) == length && memcmp(found, name, length) == 0;
}

static void find_statement(void *context) {
    searching *wanted = context;
    rg_module *module = wanted->graph->module;
    size_t body;
    const char *node = split_name(wanted->name, &body);
    rg_symbol name = rg_find_symbol(module->symbols, node, strlen(node));
    for (size_t i = 0; i < module->graph_count && name != RG_NO_SYMBOL; i++) {
        const rg_graph *one = module->graphs[i];
        rg_node_id id = rg_find_node(one, name);
        if (id == RG_NO_NODE || (body && !is_body(one, wanted->name, body)))
            continue;
        rg_text text = rg_text_new(wanted->graph->arena);
        rg_write_node(&text, one, id, false);
        wanted->found = rg_text_string(&text);
        wanted->body = rg_symbol_text(module->symbols, one->name);
        return;
    }
}

const char *regraft_graph_statement(regraft_graph *graph, const char *node, const char **body) {
    searching wanted = {graph, node, NULL, ""};
    if (graph->module && !rg_guard(graph->arena, graph->module->arena, find_statement, &wanted))
        return "";
    if (body)
        *body = wanted.body;
    return wanted.found;
}

/* A node of a body as it is addressed, where the name that is looked for is such an address. */
static const char *address_of(searching *wanted, const rg_graph *graph, rg_node_id id) {
    const char *body = rg_symbol_text(graph->module->symbols, graph->name);
    if (!*body || !strchr(wanted->name, '.'))
        return rg_node_name(graph, id);
    return rg_format(wanted->graph->arena, "%s.%s", body, rg_node_name(graph, id));
}

static void find_nearest(void *context) {
    searching *wanted = context;
    const rg_module *module = wanted->graph->module;
    rg_array names = {0};
    for (size_t i = 0; i < module->graph_count; i++) {
        const rg_graph *one = module->graphs[i];
        for (rg_node_id id = one->first; id != RG_NO_NODE; id = rg_node_at(one, id)->next)
            *(const char **)rg_array_push(wanted->graph->arena, &names, sizeof(char *)) =
                address_of(wanted, one, id);
    }
    wanted->found = rg_nearest(wanted->name, names.data, names.count);
}

const char *regraft_graph_nearest(regraft_graph *graph, const char *name) {
    searching wanted = {graph, name, NULL, ""};
    if (graph->module && !rg_guard(graph->arena, NULL, find_nearest, &wanted))
        return "";
    return wanted.found;
}

regraft_format regraft_graph_format(const regraft_graph *graph) {
    return graph->module && graph->module->annotated ? REGRAFT_ANNOTATED : REGRAFT_PLAIN;
}

size_t regraft_graph_node_count(const regraft_graph *graph) {
    size_t count = 0;
    for (size_t i = 0; graph->module && i < graph->module->graph_count; i++) {
        const rg_graph *one = graph->module->graphs[i];
        for (rg_node_id id = one->first; id != RG_NO_NODE; id = rg_node_at(one, id)->next)
            count++;
    }
    return count;
}

typedef struct comparison {
    regraft_graph *before, *after;
    const char *before_label, *after_label;
    bool colour;
} comparison;

static void compare(void *context) {
    comparison *wanted = context;
    rg_text_clear(&wanted->after->diff);
    rg_diff_modules(&wanted->after->diff, wanted->before->module, wanted->after->module,
                    wanted->before_label, wanted->after_label, wanted->colour);
}

const char *regraft_graph_diff(regraft_graph *before, regraft_graph *after,
                               const char *before_label, const char *after_label, bool colour,
                               size_t *length) {
    comparison wanted = {before, after, before_label, after_label, colour};
    if (!before->module || !after->module)
        return NULL;
    if (!rg_guard(after->arena, before->arena, compare, &wanted))
        return NULL;
    return hand_out(&after->diff, length);
}

/* ---------------------------------------------------------------- the rest */

regraft_report *regraft_graph_report(regraft_graph *graph) {
    return &graph->report;
}

void regraft_graph_free(regraft_graph *graph) {
    if (graph)
        rg_arena_free(graph->arena);
}
