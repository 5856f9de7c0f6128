/* Reading: what the grammar tells of a text, and what is made of it. */
#include "read.h"

#define SAME(of_statement, of_node)                                                                \
    _Static_assert((int)(of_statement) == (int)(of_node), "kinds of statements are opcodes")
SAME(RG_STATEMENT_PLACEHOLDER, RG_PLACEHOLDER);
SAME(RG_STATEMENT_GET_ATTR, RG_GET_ATTR);
SAME(RG_STATEMENT_CALL_FUNCTION, RG_CALL_FUNCTION);
SAME(RG_STATEMENT_CALL_METHOD, RG_CALL_METHOD);
SAME(RG_STATEMENT_CALL_MODULE, RG_CALL_MODULE);

/* ---- values, with the place where each begins */

static void note_begin(rg_build *build, rg_place place) {
    rg_values_read *values = &build->values;
    while (values->begins.count <= values->items.count)
        rg_array_push(build->scratch, &values->begins, sizeof(uint32_t));
    ((uint32_t *)values->begins.data)[values->items.count] = place.begin;
}

/* Takes back items from an offset on, which are part of longer text. */
static void forget_items(rg_build *build, uint32_t from) {
    rg_array *items = &build->values.items;
    const uint32_t *begins = build->values.begins.data;
    while (items->count > 0 && begins[items->count - 1] >= from)
        items->count--;
    rg_build_forget(build, from);
}

static rg_value container(rg_build *build, rg_piece_kind piece, uint32_t items) {
    switch (piece) {
    case RG_PIECE_LIST:
        return rg_build_container(build, RG_LIST, items);
    case RG_PIECE_DICT:
        return rg_build_container(build, RG_DICT, items);
    default:
        return rg_build_container(build, RG_TUPLE, items);
    }
}

/* False: the event is about something else. */
static bool take_value(rg_build *build, const rg_graph_event *event) {
    rg_array *items = &build->values.items;
    rg_value value;
    switch (event->kind) {
    case RG_GRAPH_ITEM:
        note_begin(build, event->place);
        value = rg_build_single(build, event->piece, event->place);
        rg_build_item(build, value, event->place);
        return true;
    case RG_GRAPH_EMPTY:
        note_begin(build, event->place);
        rg_push_item(build, rg_make_value(RG_ATOM, 0, 0));
        return true;
    case RG_GRAPH_KEY:
        note_begin(build, event->place);
        value = rg_build_single(build, event->piece, event->place);
        rg_build_key(build, value, event->place);
        return true;
    case RG_GRAPH_KEYWORD:
        note_begin(build, event->place);
        value = rg_build_single(build, event->piece, event->place);
        rg_build_keyword(build, value, event->place);
        return true;
    case RG_GRAPH_CONTAINER:
        value = container(build, event->piece, event->number);
        note_begin(build, event->place);
        rg_push_item(build, value);
        return true;
    case RG_GRAPH_SLICE:
        value = ((rg_value *)items->data)[--items->count];
        note_begin(build, event->place);
        rg_push_item(build, rg_build_slice(build, value));
        return true;
    case RG_GRAPH_DEVICE:
        note_begin(build, event->place);
        rg_push_item(build, rg_build_device(build, event->place, event->other));
        return true;
    case RG_GRAPH_FORGET:
        forget_items(build, event->place.begin);
        return true;
    default:
        return false;
    }
}

/* ---- statements */

static bool take_definition(rg_build *build, const rg_graph_event *event) {
    rg_place place = event->place;
    switch (event->kind) {
    case RG_GRAPH_DEFINE:
        rg_build_define(build, place, event->number);
        return true;
    case RG_GRAPH_TYPE:
        rg_build_type(build, place);
        return true;
    case RG_GRAPH_ANNOTATION:
    case RG_GRAPH_TENSOR_ANNOTATION:
        rg_build_annotation(build, place, event->kind == RG_GRAPH_TENSOR_ANNOTATION);
        return true;
    case RG_GRAPH_USERS:
        rg_build_users(build, place);
        return true;
    case RG_GRAPH_PLACEHOLDER:
        rg_build_placeholder(build, place);
        return true;
    case RG_GRAPH_GET_ATTR:
    case RG_GRAPH_SELF:
        rg_build_get_attr(build, place, event->kind == RG_GRAPH_SELF);
        return true;
    case RG_GRAPH_CALL:
        rg_build_call(build, place, event->other);
        return true;
    case RG_GRAPH_HEAD:
        rg_build_head(build, event->number);
        return true;
    case RG_GRAPH_RETURN:
        rg_build_return(build, place, event->number);
        return true;
    default:
        return false;
    }
}

static bool take_values_end(rg_build *build, const rg_graph_event *event) {
    switch (event->kind) {
    case RG_GRAPH_DEFAULT_BEGIN:
        rg_build_default_begin(build, event->place);
        return true;
    case RG_GRAPH_DEFAULT:
        rg_build_default(build);
        return true;
    case RG_GRAPH_ARGUMENTS:
        rg_build_arguments(build, event->number);
        return true;
    case RG_GRAPH_KEYWORD_ARGUMENTS:
        rg_build_keyword_arguments(build, event->number);
        return true;
    case RG_GRAPH_CALL_END:
        rg_build_call_end(build);
        return true;
    case RG_GRAPH_RESULT:
        rg_build_result(build);
        return true;
    case RG_GRAPH_OPAQUE:
        rg_build_opaque(build);
        return true;
    case RG_GRAPH_META:
        rg_build_meta(build, event->number);
        return true;
    default:
        return false;
    }
}

/* ---- graphs, and what is wrong */

static bool take_graph(rg_build *build, const rg_graph_event *event) {
    switch (event->kind) {
    case RG_GRAPH_BEGIN:
        rg_build_graph(build, event->place);
        return true;
    case RG_GRAPH_PARAMETER:
        rg_build_parameter(build, event->place);
        return true;
    case RG_GRAPH_HEADER_END:
        rg_build_header_end(build, event->place);
        return true;
    case RG_GRAPH_STATEMENT:
        rg_build_statement(build, event->place);
        return true;
    default:
        return false;
    }
}

static void take_error(rg_build *build, const rg_graph_event *event) {
    switch (event->kind) {
    case RG_GRAPH_DEEP_ERROR:
        rg_build_deep_error(build, event->place);
        break;
    case RG_GRAPH_BYTE_ERROR:
        rg_build_byte_error(build, event->place);
        break;
    case RG_GRAPH_OPCODE_ERROR:
        rg_build_opcode_error(build, event->place);
        break;
    case RG_GRAPH_EQUALS_ERROR:
        rg_build_equals_error(build, event->place);
        break;
    case RG_GRAPH_TUPLE_ERROR:
        rg_build_tuple_error(build, event->place);
        break;
    default:
        rg_build_syntax_error(build, event->place, event->found, event->expected);
        break;
    }
}

void rg_build_event(void *context, const rg_graph_event *event) {
    rg_build *build = context;
    if (event->kind == RG_GRAPH_WHOLE)
        rg_build_whole(build, event->number);
    else if (!take_value(build, event) && !take_definition(build, event) &&
             !take_values_end(build, event) && !take_graph(build, event))
        take_error(build, event);
}
