/* Steps of a run, gathered from its events. */
#include "steps.h"

#include <string.h>

/* ---------------------------------------------------------------- names */

/* Searches only the end of a long list: a node is removed soon after it was made. */
enum { LONGEST_SEARCH = 256 };

static rg_named_node *find_node(const rg_names *names, size_t number) {
    rg_named_node *items = names->items.data;
    size_t first = names->items.count > LONGEST_SEARCH ? names->items.count - LONGEST_SEARCH : 0;
    for (size_t i = names->items.count; i-- > first;)
        if (items[i].number == number)
            return &items[i];
    return NULL;
}

static void add_node(rg_arena *arena, rg_names *names, const regraft_event *event) {
    rg_named_node *node = find_node(names, event->node_number);
    if (!node)
        node = rg_array_push(arena, &names->items, sizeof *node);
    *node =
        (rg_named_node){event->node_number, rg_copy_text(arena, event->node, strlen(event->node))};
}

static bool take_node(rg_names *names, size_t number) {
    rg_named_node *node = find_node(names, number), *items = names->items.data;
    if (!node)
        return false;
    names->items.count--;
    memmove(node, node + 1, (names->items.count - (size_t)(node - items)) * sizeof *node);
    return true;
}

/* ---------------------------------------------------------------- steps */

static rg_step *new_step(rg_steps *steps, size_t number) {
    rg_step *step = rg_alloc(steps->arena, sizeof *step);
    step->number = number;
    step->pass = step->rule = step->node = step->graph = "";
    step->context = rg_text_new(steps->arena);
    step->before = rg_text_new(steps->arena);
    step->after = rg_text_new(steps->arena);
    return step;
}

/* The step of an application; the engine's own work goes to a step of its own. */
static rg_step *step_of(rg_steps *steps, const regraft_event *event) {
    size_t number = event->application;
    rg_step **known = steps->by_number.data, **order = steps->in_order.data;
    if (number > steps->by_number.count) {
        *(rg_step **)rg_array_push(steps->arena, &steps->by_number, sizeof(rg_step *)) =
            new_step(steps, number);
        known = steps->by_number.data;
    }
    if (number)
        return known[number - 1];
    rg_step *last = steps->in_order.count ? order[steps->in_order.count - 1] : NULL;
    if (last && !last->number && strcmp(last->pass, event->pass) == 0)
        return last;
    rg_step *step = new_step(steps, 0);
    step->pass = rg_copy_text(steps->arena, event->pass, strlen(event->pass));
    *(rg_step **)rg_array_push(steps->arena, &steps->in_order, sizeof step) = step;
    return step;
}

/* NULL: there was no memory for it, which ends the run. */
static void add_line(rg_text *out, const char *statement) {
    rg_text_puts(out, statement ? statement : "");
    rg_text_putc(out, '\n');
}

static void keep_neighbour(void *context, const char *node, const char *statement, bool matched) {
    rg_step *step = context;
    (void)node;
    if (!matched && strstr(rg_text_string(&step->context), statement))
        return;
    if (!matched && strstr(rg_text_string(&step->before), statement))
        return;
    add_line(matched ? &step->before : &step->context, statement);
}

static void keep_after(const regraft_event *event, rg_step *step, const rg_names *names) {
    const rg_named_node *items = names->items.data;
    for (size_t i = 0; i < names->items.count; i++) {
        const char *statement = regraft_event_statement_of(event, items[i].name);
        if (statement && !strstr(rg_text_string(&step->after), statement))
            add_line(&step->after, statement);
    }
}

/* The rule that is being applied, and the node. */
static void name_step(rg_steps *steps, rg_step *step, const regraft_event *event) {
    rg_arena *arena = steps->arena;
    step->pass = rg_copy_text(arena, event->pass, strlen(event->pass));
    step->rule = rg_copy_text(arena, event->rule, strlen(event->rule));
    step->graph = rg_copy_text(arena, event->graph, strlen(event->graph));
    step->node = event->node ? rg_copy_text(arena, event->node, strlen(event->node)) : "";
    step->at = event->at;
}

static void finish_step(rg_steps *steps, rg_step *step, const regraft_event *event) {
    name_step(steps, step, event);
    step->applied = true;
    *(rg_step **)rg_array_push(steps->arena, &steps->in_order, sizeof step) = step;
    if (!steps->statements)
        return;
    keep_after(event, step, &step->changed);
    keep_after(event, step, &step->made);
}

/* A node that was made and removed within one step is not part of its effect. */
static void note_node(rg_steps *steps, rg_step *step, const regraft_event *event) {
    rg_arena *arena = steps->arena;
    if (event->kind == REGRAFT_MADE) {
        add_node(arena, &step->made, event);
        if (steps->statements && step->applied)
            add_line(&step->after, regraft_event_statement(event));
    } else if (event->kind == REGRAFT_CHANGED) {
        bool made = find_node(&step->made, event->node_number) != NULL;
        add_node(arena, made ? &step->made : &step->changed, event);
    } else if (!take_node(&step->made, event->node_number)) {
        take_node(&step->changed, event->node_number);
        add_node(arena, &step->gone, event);
    }
}

static void follow(void *context, const regraft_event *event) {
    rg_steps *steps = context;
    rg_step *step = step_of(steps, event);
    switch (event->kind) {
    case REGRAFT_TRIED: /* what an earlier rule did that was given up */
        step->gone.items.count = step->made.items.count = step->changed.items.count = 0;
        rg_text_clear(&step->context);
        rg_text_clear(&step->before);
        name_step(steps, step, event);
        return;
    case REGRAFT_MATCHED:
        if (steps->statements)
            regraft_event_neighbours(event, step, keep_neighbour);
        return;
    case REGRAFT_APPLIED:
    case REGRAFT_BLOCK:
        finish_step(steps, step, event);
        return;
    default:
        note_node(steps, step, event);
    }
}

void rg_start_steps(rg_steps *steps, rg_arena *arena, bool statements) {
    *steps = (rg_steps){.arena = arena, .statements = statements};
    steps->observer =
        (regraft_observer){steps,
                           REGRAFT_EVENT(REGRAFT_TRIED) | REGRAFT_EVENT(REGRAFT_MATCHED) |
                               REGRAFT_EVENT(REGRAFT_APPLIED) | REGRAFT_EVENT(REGRAFT_BLOCK) |
                               REGRAFT_EVENT(REGRAFT_MADE) | REGRAFT_EVENT(REGRAFT_GONE) |
                               REGRAFT_EVENT(REGRAFT_CHANGED),
                           follow};
}

static const regraft_diagnostic *first_error(const regraft_report *report) {
    const regraft_diagnostic *d = NULL;
    for (size_t i = 0; (d = regraft_report_at(report, i)); i++)
        if (d->severity == REGRAFT_ERROR)
            break;
    return d;
}

const rg_step *rg_note_failure(rg_steps *steps, regraft_report *report) {
    const regraft_diagnostic *error = first_error(report);
    rg_step *const *known = steps->by_number.data;
    rg_step *last = steps->by_number.count ? known[steps->by_number.count - 1] : NULL;
    if (!last || last->applied || !error || !error->rule || strcmp(error->rule, last->rule) != 0 ||
        strcmp(error->pass, last->pass) != 0)
        return NULL;
    last->failure = rg_copy_text(steps->arena, error->message, strlen(error->message));
    *(rg_step **)rg_array_push(steps->arena, &steps->in_order, sizeof last) = last;
    return last;
}

/* ---------------------------------------------------------------- text */

static void write_names(rg_text *out, const char *sign, const rg_names *names) {
    const rg_named_node *items = names->items.data;
    if (!names->items.count)
        return;
    rg_text_printf(out, "      %s ", sign);
    for (size_t i = 0; i < names->items.count; i++)
        rg_text_printf(out, "%s%%%s", i ? ", " : "", items[i].name);
    rg_text_putc(out, '\n');
}

void rg_write_step(rg_text *out, const rg_step *step) {
    if (!step->number) {
        rg_text_printf(out, "   -  %s, between rules\n", step->pass);
    } else {
        rg_text_printf(out, "%4zu  %s.%s  %s:%u", step->number, step->pass, step->rule,
                       step->at.path, step->at.line);
        if (*step->node)
            rg_text_printf(out, "  at %%%s%s%s", step->graph, *step->graph ? "." : "", step->node);
        else if (*step->graph)
            rg_text_printf(out, "  of %s", step->graph);
        rg_text_putc(out, '\n');
    }
    if (step->failure) { /* what it did up to there was for nothing */
        rg_text_printf(out, "      ! the run failed in it: %s\n", step->failure);
        return;
    }
    write_names(out, "-", &step->gone);
    write_names(out, "+", &step->made);
    write_names(out, "~", &step->changed);
}
