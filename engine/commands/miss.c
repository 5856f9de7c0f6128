/* Misses: recorded from events, and shown. */
#include "miss.h"

#include <string.h>

size_t rg_nearness(const regraft_event *event) {
    if (event->kind == REGRAFT_HEAD_REFUSED)
        return event->progress;
    if (event->kind == REGRAFT_WRITE_BETWEEN || event->kind == REGRAFT_UNSAFE)
        return SIZE_MAX;
    return event->progress + 3;
}

static const char *copy(rg_arena *arena, const char *text) {
    return text ? rg_copy_text(arena, text, strlen(text)) : NULL;
}

rg_miss rg_keep_miss(rg_arena *arena, const regraft_event *event) {
    const char *reason = regraft_event_reason(event), *subject = regraft_event_subject(event);
    return (rg_miss){
        .kind = event->kind,
        .pass = copy(arena, event->pass),
        .rule = copy(arena, event->rule),
        .graph = copy(arena, event->graph),
        .node = copy(arena, event->node),
        .at = event->at,
        .part = event->part.path ? event->part : event->at,
        .reason = reason ? copy(arena, reason) : "",
        .subject = subject ? copy(arena, subject) : "",
        .progress = rg_nearness(event),
    };
}

/* The first line of a text of several lines. */
static rg_span span_of(rg_arena *arena, const regraft_place *place) {
    const rg_source *source = place->path ? rg_source_read(arena, place->path) : NULL;
    rg_span span = {source, place->line, place->column, place->end_line, place->end_column};
    return source ? span : (rg_span){0};
}

void rg_show_note(rg_text *out, const regraft_place *place, const char *message, bool colour) {
    rg_diagnostic shown = {
        .severity = RG_NOTE,
        .span = span_of(out->arena, place),
        .message = message,
    };
    rg_render_diagnostic(out, &shown, colour);
}

void rg_show_miss(rg_text *out, const rg_miss *miss, bool colour) {
    const char *message =
        rg_format(out->arena, "rule %s does not apply to %%%s%s%s: %s", miss->rule, miss->graph,
                  *miss->graph ? "." : "", miss->node, miss->reason);
    rg_show_note(out, &miss->part, message, colour);
    if (*miss->subject)
        rg_text_printf(out, "    graph: %s\n", miss->subject);
}
