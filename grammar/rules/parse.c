/* From a source to a tree: the one entry of the rule parser. */
#include "scan.h"

#include <limits.h>

int rg_rules_lex(RG_RULES_STYPE *value, rg_span *span, rg_rules_state *state) {
    if (!state->stop)
        return rg_rules_scan(value, span, state->scanner);
    *span = rg_token_span(state);
    return RULES_END_OF_FILE;
}

rg_ast *rg_parse_rules(rg_arena *arena, const rg_source *source, rg_diagnostics *diagnostics) {
    rg_rules_state *state = rg_alloc(arena, sizeof *state);
    state->arena = arena;
    state->source = source;
    state->diagnostics = diagnostics;
    state->errors_before = diagnostics->errors;
    state->at.line = 1;
    state->piece.text = rg_text_new(arena);
    state->section = RG_AST_BIND;
    if (source->length > INT_MAX - 2) { /* the scanner counts in int */
        rg_span nowhere = {source, 0, 0, 0, 0};
        rg_complain(state, nowhere, NULL, "the file is larger than 2 GiB");
        return NULL;
    }
    rg_scan_begin(state);
    rg_rules_parse(state);
    /* The scanner keeps a NUL after the last lexeme; the text is left as it was. */
    if (state->at.offset < source->length)
        source->text[state->at.offset] = state->at.held;
    return state->file;
}
