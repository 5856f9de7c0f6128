/* Brackets of the rule language: what is open, and what to say when it is left open.
 *
 * A bracket that was left open is reported once and then closed by tokens of its own, so that the
 * grammar sees balanced brackets and finds the errors that follow.
 */
#include "scan.h"

static rg_bracket *bracket_at(const rg_rules_state *state, size_t i) {
    return (rg_bracket *)state->brackets.data + i;
}

rg_bracket *rg_top_bracket(const rg_rules_state *state) {
    return state->brackets.count ? bracket_at(state, state->brackets.count - 1) : NULL;
}

bool rg_in_brackets(const rg_rules_state *state) {
    const rg_bracket *top = rg_top_bracket(state);
    return top && top->kind != RG_OPEN_BLOCK;
}

bool rg_in_block(const rg_rules_state *state) {
    /* Declarations open blocks only, so the outermost bracket of a rule is its block. */
    return state->brackets.count && bracket_at(state, 0)->kind == RG_OPEN_BLOCK;
}

static size_t outermost_string(const rg_rules_state *state) {
    for (size_t i = 0; i < state->brackets.count; i++) {
        if (bracket_at(state, i)->kind == RG_OPEN_STRING)
            return i;
    }
    return SIZE_MAX;
}

bool rg_string_is_open(const rg_rules_state *state) {
    return outermost_string(state) != SIZE_MAX;
}

bool rg_brace_opens_block(const rg_rules_state *state) {
    if (!state->seen.header || rg_in_brackets(state))
        return false;
    switch (state->seen.previous) {
    case RULES_RULE:
    case RULES_PRIORITY:
    case RULES_BEGIN:
    case RULES_END:
        return true;
    default:
        return rg_operand_ended(state);
    }
}

bool rg_colon_opens_block(rg_rules_state *state) {
    if (!state->seen.header || state->brackets.count)
        return false;
    rg_complain(state, rg_token_span(state), "write `{` here and `}` after the last line",
                "a block stands in braces");
    return true;
}

bool rg_open_bracket(rg_rules_state *state, rg_bracket_kind kind, char quote) {
    if (state->brackets.count >= RG_MAX_AST_DEPTH) {
        rg_complain_depth(state, rg_token_span(state));
        return false;
    }
    rg_bracket *bracket = rg_array_push(state->arena, &state->brackets, sizeof *bracket);
    bracket->kind = kind;
    bracket->span = rg_token_span(state);
    bracket->quote = quote;
    bracket->python = quote == ':';
    return true;
}

int rg_pop_bracket(rg_rules_state *state) {
    static const int tokens[] = {
        [RG_OPEN_PAREN] = ')',
        [RG_OPEN_SQUARE] = ']',
        [RG_OPEN_DICT] = RULES_DICT_CLOSE,
        [RG_OPEN_BLOCK] = RULES_BLOCK_CLOSE,
        [RG_OPEN_STRING] = RULES_STRING_CLOSE,
        [RG_OPEN_TEMPLATE] = RULES_TEMPLATE_CLOSE,
        [RG_OPEN_HOLE] = RULES_HOLE_CLOSE,
    };
    return tokens[bracket_at(state, --state->brackets.count)->kind];
}

void rg_drop_string(rg_rules_state *state) {
    size_t i = outermost_string(state);
    bool hole = state->brackets.count > i + 1;
    const rg_bracket *open = bracket_at(state, hole ? i + 1 : i);
    if (hole)
        rg_complain(state, open->span, "write `{{` for a brace in a string",
                    "the `{` in the string is not closed");
    else
        rg_complain(state, open->span, "a string ends on the line it begins on",
                    "the string is not closed");
    state->brackets.count = i;
    rg_text_clear(&state->piece.text);
}

static const char *opening(const rg_bracket *bracket) {
    switch (bracket->kind) {
    case RG_OPEN_PAREN:
        return "(";
    case RG_OPEN_SQUARE:
        return "[";
    default:
        return "{";
    }
}

const char *rg_closing_bracket(const rg_bracket *bracket) {
    switch (bracket->kind) {
    case RG_OPEN_PAREN:
        return ")";
    case RG_OPEN_SQUARE:
        return "]";
    default:
        return "}";
    }
}

/* Closes the brackets from number `keep` on; the innermost is the one that is missed. */
static void close_from(rg_rules_state *state, size_t keep) {
    const rg_bracket *top = rg_top_bracket(state);
    state->closing = (uint32_t)(state->brackets.count - keep);
    bool told = state->recovering && top->kind != RG_OPEN_BLOCK;
    if (top->python || told)
        return;
    const char *advice =
        rg_format(state->arena, "write `%s` before line %u, column %u", rg_closing_bracket(top),
                  (unsigned)state->at.line, rg_token_span(state).column);
    rg_complain(state, top->span, advice, "`%s` is not closed", opening(top));
}

static bool closes(const rg_bracket *bracket, char byte) {
    return rg_closing_bracket(bracket)[0] == byte && bracket->kind != RG_OPEN_STRING &&
           bracket->kind != RG_OPEN_TEMPLATE;
}

int rg_close_bracket(rg_rules_state *state, char byte) {
    for (size_t i = state->brackets.count; i > 0; i--) {
        const rg_bracket *bracket = bracket_at(state, i - 1);
        if (closes(bracket, byte)) {
            if (i == state->brackets.count)
                return rg_pop_bracket(state);
            close_from(state, i);
            return 0;
        }
        /* `)` does not reach out of a block or a string. */
        if (bracket->kind == RG_OPEN_BLOCK || bracket->kind == RG_OPEN_HOLE)
            break;
    }
    rg_complain(state, rg_token_span(state), NULL, "`%c` closes nothing", byte);
    return 0;
}

void rg_close_to_block(rg_rules_state *state) {
    size_t keep = state->brackets.count;
    while (keep > 0 && bracket_at(state, keep - 1)->kind != RG_OPEN_BLOCK)
        keep--;
    close_from(state, keep);
}

bool rg_close_at_declaration(rg_rules_state *state) {
    if (state->brackets.count == 0)
        return false;
    close_from(state, 0);
    return true;
}

bool rg_close_at_end(rg_rules_state *state) {
    const rg_bracket *top = rg_top_bracket(state);
    if (!top)
        return false;
    state->closing = (uint32_t)state->brackets.count;
    if (!top->python)
        rg_complain(state, top->span, NULL, "`%s` is not closed before the end of the file",
                    opening(top));
    return true;
}
