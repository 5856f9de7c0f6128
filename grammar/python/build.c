/* What the actions of the Python grammar do: values of expressions, and events for the listener. */
#include "build.h"

#include <string.h>

/* ---------------------------------------------------------------- events */

void rg_python_tell(rg_python_scan *scan, rg_python_event event) {
    bool parameter = event.kind == RG_PYTHON_PARAMETER; /* each may stand on a line of its own */
    event.line = parameter ? scan->line : scan->first_line;
    event.line_begin = parameter ? scan->line_begin : scan->first_begin;
    scan->listener->tell(scan->listener->context, &event);
}

rg_place rg_python_behind_word(const rg_python_scan *scan, rg_place place) {
    const char *text = scan->text;
    while (place.end > place.begin && strchr(" \t\f", text[place.end - 1]))
        place.end--;
    uint32_t begin = place.end;
    while (begin > place.begin && !strchr(" \t\f", text[begin - 1]))
        begin--;
    return (rg_place){begin, place.end};
}

static bool is_text(const rg_python_scan *scan, rg_place place, const char *text) {
    size_t length = strlen(text);
    return place.end - place.begin == length && memcmp(scan->text + place.begin, text, length) == 0;
}

void rg_python_end_statement(rg_python_scan *scan) {
    scan->arguments.count = 0;
    scan->operations.count = 0;
}

static const rg_python_argument *items_of(const rg_python_scan *scan, const rg_python_value *value,
                                          const rg_python_value *behind) {
    size_t above = (behind ? behind->count : 0) + value->count;
    const rg_python_argument *all = scan->arguments.data;
    return value->count ? all + (scan->arguments.count - above) : NULL;
}

/* A quoted annotation without its quotes; any other as it is. */
static void set_annotation(const rg_python_scan *scan, rg_python_event *event,
                           const rg_python_value *value) {
    event->annotation = value->place;
    event->quoted = value->kind == RG_PYTHON_STRING;
    if (!event->quoted)
        return;
    if (!strchr("'\"", scan->text[event->annotation.begin]))
        event->annotation.begin++;
    event->annotation.begin++;
    event->annotation.end--;
}

void rg_python_tell_statement(rg_python_scan *scan, rg_python_event event,
                              const rg_python_value *target, const rg_python_value *annotation,
                              const rg_python_value *value) {
    if (annotation)
        set_annotation(scan, &event, annotation);
    event.target = target;
    event.value = value;
    if (value)
        event.arguments = items_of(scan, value, NULL);
    if (target)
        event.target_items = items_of(scan, target, value);
    rg_python_tell(scan, event);
    rg_python_end_statement(scan);
}

rg_python_value rg_python_target(rg_python_scan *scan, const rg_python_value *before,
                                 const rg_python_value *target, rg_place place) {
    static const rg_python_value none = {.kind = RG_PYTHON_NOTHING};
    rg_python_drop_arguments(scan, target->count);
    rg_python_event event = {
        .kind = RG_PYTHON_KILL, .place = place, .target = before, .value = &none};
    event.target_items = items_of(scan, before, NULL);
    rg_python_tell(scan, event);
    rg_python_drop_arguments(scan, before->count);
    rg_python_value last = *target;
    last.count = 0;
    return last;
}

/* ---------------------------------------------------------------- expressions */

void rg_python_drop_arguments(rg_python_scan *scan, uint32_t count) {
    scan->arguments.count -= count;
}

void rg_python_push_argument(rg_python_scan *scan, const rg_python_value *value, rg_place keyword) {
    rg_python_drop_arguments(scan, value->count);
    rg_python_argument *a = rg_array_push(scan->arena, &scan->arguments, sizeof *a);
    *a = (rg_python_argument){value->place, keyword, value->kind};
}

/* Something is done to the name that the value begins with. */
static void note_operation(rg_python_scan *scan, const rg_python_value *value) {
    if (value->kind == RG_PYTHON_NAME || value->kind == RG_PYTHON_ATTRIBUTE)
        *(rg_place *)rg_array_push(scan->arena, &scan->operations, sizeof(rg_place)) = value->name;
}

rg_python_value rg_python_single(rg_python_kind kind, rg_place place) {
    return (rg_python_value){.kind = kind, .place = place, .name = place};
}

rg_python_value rg_python_attribute(rg_python_scan *scan, const rg_python_value *of,
                                    rg_place place) {
    note_operation(scan, of);
    rg_python_drop_arguments(scan, of->count);
    bool chain = of->kind == RG_PYTHON_NAME || of->kind == RG_PYTHON_ATTRIBUTE;
    return (rg_python_value){.kind = chain ? RG_PYTHON_ATTRIBUTE : RG_PYTHON_OTHER,
                             .left = of->kind,
                             .place = place,
                             .name = of->name,
                             .before = of->place};
}

/* `getattr(self.layers, "0")` is how an attribute prints whose name is none of Python's. */
static bool is_getattr(const rg_python_scan *scan, const rg_python_value *callee, uint32_t count) {
    const rg_python_argument *all = scan->arguments.data, *a = all + scan->arguments.count - count;
    return count == 2 && is_text(scan, callee->place, "getattr") &&
           (a[0].kind == RG_PYTHON_NAME || a[0].kind == RG_PYTHON_ATTRIBUTE) &&
           a[1].kind == RG_PYTHON_STRING && a[0].keyword.end == 0;
}

static rg_place first_word(const rg_python_scan *scan, rg_place place) {
    static const char opening[] = "getattr(";
    while (place.end - place.begin > strlen(opening) &&
           memcmp(scan->text + place.begin, opening, strlen(opening)) == 0)
        place.begin += (uint32_t)strlen(opening);
    uint32_t end = place.begin;
    while (end < place.end && !strchr(".,()[] \t\r\n", scan->text[end]))
        end++;
    return (rg_place){place.begin, end};
}

rg_python_value rg_python_call(rg_python_scan *scan, const rg_python_value *callee, uint32_t count,
                               rg_place place, uint32_t inside) {
    rg_python_value v = {.kind = RG_PYTHON_CALL,
                         .left = callee->kind,
                         .place = place,
                         .name = callee->name,
                         .before = callee->place,
                         .inside = {inside, place.end - 1},
                         .count = count};
    if (is_getattr(scan, callee, count)) {
        const rg_python_argument *all = scan->arguments.data;
        v.name = first_word(scan, all[scan->arguments.count - 2].place);
        v.kind = RG_PYTHON_ATTRIBUTE;
        v.count = 0;
        rg_python_drop_arguments(scan, 2);
        note_operation(scan, &v);
        return v;
    }
    note_operation(scan, callee);
    if (callee->kind != RG_PYTHON_NAME && callee->kind != RG_PYTHON_ATTRIBUTE)
        v.kind = RG_PYTHON_OTHER;
    return v;
}

rg_python_value rg_python_subscript(rg_python_scan *scan, const rg_python_value *of, uint32_t count,
                                    rg_place place, uint32_t inside) {
    note_operation(scan, of);
    return (rg_python_value){.kind =
                                 of->kind == RG_PYTHON_NAME ? RG_PYTHON_SUBSCRIPT : RG_PYTHON_OTHER,
                             .left = of->kind,
                             .place = place,
                             .name = of->name,
                             .before = of->place,
                             .inside = {inside, place.end - 1},
                             .count = count};
}

rg_python_value rg_python_binary(rg_python_scan *scan, const rg_python_value *left,
                                 rg_place operator, const rg_python_value * right) {
    note_operation(scan, left);
    note_operation(scan, right);
    rg_python_drop_arguments(scan, left->count + right->count);
    return (rg_python_value){.kind = RG_PYTHON_BINARY,
                             .left = left->kind,
                             .right = right->kind,
                             .place = {left->place.begin, right->place.end},
                             .name = operator,
                             .before = left->place,
                             .inside = right->place};
}

rg_python_value rg_python_unary(rg_python_scan *scan, rg_place operator,
                                const rg_python_value * operand) {
    note_operation(scan, operand);
    rg_python_drop_arguments(scan, operand->count);
    return (rg_python_value){.kind = RG_PYTHON_UNARY,
                             .right = operand->kind,
                             .place = {operator.begin, operand->place.end},
                             .name = operator,
                             .inside = operand->place };
}

rg_python_value rg_python_container(rg_place place, uint32_t count) {
    return (rg_python_value){.kind = RG_PYTHON_CONTAINER, .place = place, .count = count};
}

bool rg_python_is_none(const rg_python_scan *scan, const rg_python_value *value) {
    return value->kind == RG_PYTHON_NAME && is_text(scan, value->place, "None");
}
