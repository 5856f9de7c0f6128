/* The scanner's lexemes: places, and texts that are gathered in pieces. */
#include "scan.h"

#include <string.h>

void rg_token_begin(rg_rules_state *state, size_t length, char held) {
    state->at.start = state->at.offset;
    state->at.offset += length;
    state->at.held = held;
}

void rg_token_shorten(rg_rules_state *state, size_t length, char held) {
    state->at.offset = state->at.start + length;
    state->at.held = held;
}

void rg_token_undo(rg_rules_state *state) {
    state->at.offset = state->at.start;
    state->at.held = state->source->text[state->at.start];
}

void rg_token_newline(rg_rules_state *state) {
    state->at.line++;
    state->at.line_start = state->at.offset;
    state->seen.newline = true;
    /* A list of names ends where a line begins with one. */
    char next = rg_peek(state, 0);
    if (state->seen.listing && !strchr(" \t\r\n#", next))
        state->seen.listing = false;
}

static uint32_t column_of(const rg_rules_state *state, size_t offset) {
    return (uint32_t)(offset - state->at.line_start) + 1;
}

rg_span rg_token_span(const rg_rules_state *state) {
    rg_span span = {state->source, state->at.line, column_of(state, state->at.start),
                    state->at.line, column_of(state, state->at.offset)};
    return span;
}

rg_span rg_span_to(const rg_rules_state *state, rg_span begin) {
    begin.end_line = state->at.line;
    begin.end_column = column_of(state, state->at.offset);
    return begin;
}

char rg_peek(const rg_rules_state *state, size_t ahead) {
    if (state->at.offset + ahead >= state->source->length)
        return '\0';
    return ahead == 0 ? state->at.held : state->source->text[state->at.offset + ahead];
}

void rg_add_piece(rg_rules_state *state, const char *bytes, size_t length) {
    /* A regex remembers its slash instead. */
    if (rg_text_length(&state->piece.text) == 0 && rg_string_is_open(state))
        state->piece.span = rg_token_span(state);
    rg_text_add(&state->piece.text, bytes, length);
    state->piece.end = column_of(state, state->at.offset);
}

bool rg_scan_piece(rg_rules_state *state, RG_RULES_STYPE *value, rg_span *span) {
    size_t length = rg_text_length(&state->piece.text);
    if (length == 0)
        return false;
    value->text = rg_copy_text(state->arena, rg_text_string(&state->piece.text), length);
    *span = state->piece.span;
    span->end_column = state->piece.end;
    rg_text_clear(&state->piece.text);
    rg_token_emit(state, RULES_STRING_TEXT);
    return true;
}

void rg_scan_open_regex(rg_rules_state *state) {
    rg_span span = state->piece.span;
    rg_text_clear(&state->piece.text);
    span.end_column = span.column + 1;
    rg_complain(state, span, "a regex ends with `/` on the same line; a `/` in it is written `\\/`",
                "the regex is not closed");
}

void rg_scan_strange(rg_rules_state *state, rg_span span, const char *bytes, size_t length) {
    unsigned char first = (unsigned char)bytes[0];
    if (first >= 0x80)
        rg_complain(state, span, "other letters stand in strings and comments only",
                    "unexpected characters outside ASCII");
    else if (first < 0x20 || first == 0x7f)
        rg_complain(state, span, NULL, "unexpected byte 0x%02x", first);
    else
        rg_complain(state, span, NULL, "unexpected `%.*s`", (int)length, bytes);
}

static bool is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\f' || byte == '\v';
}

size_t rg_schema_length(const char *text, size_t length) {
    for (size_t i = 0; i + 6 <= length; i++) {
        if (is_blank(text[i]) && memcmp(text + i + 1, "when", 4) == 0 && is_blank(text[i + 5])) {
            length = i;
            break;
        }
    }
    while (length > 1 && is_blank(text[length - 1]))
        length--;
    return length;
}

static bool is_word_byte(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_';
}

bool rg_template_follows(const rg_rules_state *state) {
    size_t ahead = 0;
    while (is_word_byte(rg_peek(state, ahead)))
        ahead++;
    return rg_peek(state, ahead) == '{';
}
