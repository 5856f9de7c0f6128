/* Which words are words of the language, and which line ends end a statement.
 *
 * A word of the language is one only where it can stand as one. Everywhere else it is a plain name,
 * so `torch.where`, `f(count=1)` and `shape(x)` need no quoting. What decides is the token before
 * the word and the bytes after it, never the grammar's state.
 */
#include "scan.h"

#include <string.h>

typedef struct word_token {
    const char *word;
    int token;
} word_token;

/* Words of expressions, wherever an expression may stand. */
static const word_token expression_words[] = {
    {"and", RULES_AND}, {"else", RULES_ELSE}, {"False", RULES_FALSE}, {"for", RULES_FOR},
    {"if", RULES_IF},   {"in", RULES_IN},     {"is", RULES_IS},       {"None", RULES_NONE},
    {"not", RULES_NOT}, {"or", RULES_OR},     {"True", RULES_TRUE},   {"_", RULES_WILDCARD},
    {NULL, 0},
};

/* Words that begin a statement of a block. */
static const word_token section_words[] = {
    {"match", RULES_MATCH},
    {"where", RULES_WHERE},
    {"let", RULES_LET},
    {"rewrite", RULES_REWRITE},
    {"set", RULES_SET},
    {"count", RULES_COUNT},
    {"emit", RULES_EMIT},
    {"warn", RULES_WARN},
    {"error", RULES_ERROR},
    {"erase", RULES_ERASE},
    {"rename", RULES_RENAME},
    {"group", RULES_GROUP},
    {"approximate", RULES_APPROXIMATE},
    {"ignores", RULES_IGNORES},
    {"assumes", RULES_ASSUMES},
    {NULL, 0},
};

/* Words that begin a declaration. */
static const word_token declaration_words[] = {
    {"pass", RULES_PASS},
    {"param", RULES_PARAM},
    {"extern", RULES_EXTERN},
    {"rule", RULES_RULE},
    {"fn", RULES_FN},
    {"begin", RULES_BEGIN},
    {"end", RULES_END},
    {"op", RULES_OP},
    {"view", RULES_VIEW},
    {"shape", RULES_SHAPE},
    {"dtype", RULES_DTYPE},
    {"aliases", RULES_ALIASES},
    {"again", RULES_AGAIN},
    {"spelling", RULES_SPELLING},
    {"functions", RULES_FUNCTIONS},
    {"methods", RULES_METHODS},
    {"tag", RULES_TAG},
    {"pattern", RULES_PATTERN},
    {"pipeline", RULES_PIPELINE},
    {"use", RULES_USE},
    {NULL, 0},
};

/* Words that join what follows to the statement before, within a block and outside of one. */
static const word_token joining_words[] = {
    {"as", RULES_AS},         {"becomes", RULES_BECOMES}, {"when", RULES_WHEN},
    {"writes", RULES_WRITES}, {"with", RULES_WITH},       {NULL, 0},
};

static const char *const opcode_words[] = {
    "call",     "call_function", "call_method", "call_module",
    "get_attr", "output",        "placeholder", NULL,
};

/* Python's words for what is said otherwise here, at the start of a line. */
static const struct {
    const char *word, *advice;
} python_words[] = {
    {"class", "rules, functions and passes are all there is: see `rule`, `fn` and `pass`"},
    {"elif", "write another `if` with the whole condition"},
    {"else", "write another `if` with the opposite condition"},
    {"from", "write `use \"file.rules\"` in a pipeline"},
    {"import", "write `use \"file.rules\"` in a pipeline"},
    {"raise", "write `error \"message\"`"},
    {"return", "the value of a function stands after `=`: fn f(x) = value"},
    {"try", "a guard under `where` says when a rule applies"},
    {"while", "write a function that calls itself"},
    {NULL, NULL},
};

/* The first byte tells most words apart, and every name of a file is compared with some dozens. */
static bool same_word(const char *known, const char *word, size_t length) {
    return known[0] == word[0] && strncmp(known, word, length) == 0 && known[length] == '\0';
}

static int find_word(const word_token *words, const char *word, size_t length) {
    for (; words->word; words++) {
        if (same_word(words->word, word, length))
            return words->token;
    }
    return 0;
}

static bool has_token(const word_token *words, int token) {
    for (; words->word; words++) {
        if (words->token == token)
            return true;
    }
    return false;
}

static bool begins_section(int token) {
    return has_token(section_words, token) || token == RULES_FOR_STEP || token == RULES_IF_STEP;
}

/* ---------------------------------------------------------------- what was before */

bool rg_operand_ended(const rg_rules_state *state) {
    switch (state->seen.previous) {
    case RULES_NAME:
    case RULES_INT:
    case RULES_FLOAT:
    case RULES_REGEX:
    case RULES_STRING_CLOSE:
    case RULES_TEMPLATE_CLOSE:
    case RULES_DICT_CLOSE:
    case RULES_BLOCK_CLOSE:
    case RULES_OPCODE:
    case RULES_TARGET:
    case RULES_SCHEMA:
    case RULES_STRAY:
    case RULES_ELLIPSIS:
    case RULES_WILDCARD:
    case RULES_NONE:
    case RULES_TRUE:
    case RULES_FALSE:
    case RULES_SYNTAX:
    case ')':
    case ']':
    case '!':
        return true;
    default:
        return false;
    }
}

bool rg_line_begins(const rg_rules_state *state) {
    if (rg_in_brackets(state) || !rg_in_block(state))
        return false;
    return state->seen.boundary || (state->seen.newline && rg_operand_ended(state));
}

/* A declaration begins here: at the start, after a block, and on a new line. A word that lacks what
 * should follow it does not swallow the next line. */
static bool declaration_begins(const rg_rules_state *state) {
    if (state->brackets.count || state->seen.listing)
        return false;
    return state->seen.previous == 0 || state->seen.previous == RULES_BLOCK_CLOSE ||
           (state->seen.newline &&
            (rg_operand_ended(state) || has_token(declaration_words, state->seen.previous)));
}

bool rg_operand_expected(const rg_rules_state *state) {
    return !rg_operand_ended(state) || rg_line_begins(state);
}

/* ---------------------------------------------------------------- what follows */

static bool is_word_start(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

static bool is_word_byte(char byte) {
    return is_word_start(byte) || (byte >= '0' && byte <= '9');
}

/* `x[::2]` and `x[1::n]` have two colons; `a::b` is an operator wherever it stands. */
bool rg_colons_join(const rg_rules_state *state) {
    char next = rg_peek(state, 0);
    return state->seen.previous == RULES_NAME &&
           (is_word_start(next) || next == '/' || next == '{');
}

/* Blanks after the lexeme. */
static size_t skip_blanks(const rg_rules_state *state) {
    size_t ahead = 0;
    while (rg_peek(state, ahead) == ' ' || rg_peek(state, ahead) == '\t')
        ahead++;
    return ahead;
}

static char next_byte(const rg_rules_state *state) {
    return rg_peek(state, skip_blanks(state));
}

static bool assignment_follows(const rg_rules_state *state) {
    size_t ahead = skip_blanks(state);
    return rg_peek(state, ahead) == '=' && rg_peek(state, ahead + 1) != '=';
}

/* The next word on the line, at most `room` bytes with the NUL; "" when none follows. */
static void next_word(const rg_rules_state *state, char *word, size_t room) {
    size_t ahead = skip_blanks(state), length = 0;
    if (is_word_start(rg_peek(state, ahead))) {
        while (length + 1 < room && is_word_byte(rg_peek(state, ahead)))
            word[length++] = rg_peek(state, ahead++);
    }
    word[length] = '\0';
}

/* An operand follows on the line, with nothing between: after a name that is never right, so the
 * name was meant as a word. */
static bool operand_follows(const rg_rules_state *state) {
    char next = next_byte(state), word[16];
    next_word(state, word, sizeof word);
    if (word[0]) {
        size_t length = strlen(word);
        int token = find_word(expression_words, word, length);
        bool operand = token == 0 || token == RULES_NONE || token == RULES_TRUE ||
                       token == RULES_FALSE || token == RULES_WILDCARD;
        return operand && !find_word(joining_words, word, length);
    }
    return next == '"' || next == '\'';
}

/* After a word of a section: what follows can only follow a name. */
static bool name_goes_on(const rg_rules_state *state) {
    size_t ahead = skip_blanks(state);
    char next = rg_peek(state, ahead), after = rg_peek(state, ahead + 1), word[16];
    next_word(state, word, sizeof word);
    if (word[0])
        return strcmp(word, "becomes") == 0;
    if (next == '.')
        return after != '.';
    if (next == '!')
        return after == '=';
    return next != '\0' && strchr("=,<>%|", next);
}

/* ---------------------------------------------------------------- words */

static int opcode_word(const rg_rules_state *state, const char *word, size_t length) {
    char next = rg_peek(state, 0);
    if (next != '(' && next != '[')
        return 0;
    for (const char *const *known = opcode_words; *known; known++) {
        if (same_word(*known, word, length))
            return RULES_OPCODE;
    }
    return 0;
}

/* A line within brackets or a block that begins as only a statement or a declaration can: the
 * bracket was left open. */
static bool bracket_ends(rg_rules_state *state, const char *word, size_t length) {
    if (!state->seen.newline || state->brackets.count == 0)
        return false;
    if (find_word(declaration_words, word, length)) {
        bool block = same_word("begin", word, length) || same_word("end", word, length);
        if (operand_follows(state) || (block && next_byte(state) == '{'))
            return rg_close_at_declaration(state);
    }
    if (rg_in_brackets(state) && rg_in_block(state) && find_word(section_words, word, length) &&
        operand_follows(state)) {
        rg_close_to_block(state);
        return true;
    }
    return false;
}

static int python_word(rg_rules_state *state, const char *word, size_t length) {
    bool begins = rg_line_begins(state) || declaration_begins(state);
    if (begins && same_word("def", word, length) && operand_follows(state)) {
        rg_complain(state, rg_token_span(state), "write `fn f(x) = value`",
                    "functions are defined by `fn`");
        return RULES_FN;
    }
    if (same_word("lambda", word, length) && rg_operand_expected(state) &&
        (operand_follows(state) || next_byte(state) == ':')) {
        rg_complain(state, rg_token_span(state), "define a function with `fn` and call it",
                    "there is no `lambda`");
        return RULES_SYNTAX;
    }
    for (size_t i = 0; begins && python_words[i].word; i++) {
        const char *known = python_words[i].word;
        /* A line may go on with `else e`; `else:` never is right. */
        if (same_word(known, word, length) &&
            (next_byte(state) == ':' || (operand_follows(state) && strcmp(known, "else") != 0))) {
            rg_complain(state, rg_token_span(state), python_words[i].advice, "there is no `%s`",
                        known);
            return RULES_SYNTAX;
        }
    }
    return 0;
}

/* Strings need no prefix to take `{x}`. */
static bool string_prefix(rg_rules_state *state, const char *word, size_t length) {
    char next = rg_peek(state, 0);
    if (length != 1 || !strchr("fFrRbBuU", word[0]) || (next != '"' && next != '\'') ||
        rg_string_is_open(state))
        return false;
    rg_complain(state, rg_token_span(state), "every string takes `{x}`; leave the letter out",
                "strings have no prefix");
    return true;
}

static bool section_word_stands(const rg_rules_state *state, int token) {
    if (rg_line_begins(state) || state->seen.previous == RULES_REWRITE)
        return !name_goes_on(state);
    if (state->seen.previous == RULES_ELSE && token == RULES_ERROR)
        return operand_follows(state);
    if (state->seen.newline && begins_section(state->seen.previous))
        return !name_goes_on(state);
    if (state->seen.newline && operand_follows(state))
        return true;
    return rg_operand_ended(state);
}

/* `group` is a word only before `by`. */
static bool by_follows(const rg_rules_state *state) {
    char word[4];
    next_word(state, word, sizeof word);
    return strcmp(word, "by") == 0;
}

/* A word within a block, outside of brackets. */
static int block_word(const rg_rules_state *state, const char *word, size_t length) {
    int token = find_word(section_words, word, length);
    if (state->seen.previous == RULES_GROUP && same_word("by", word, length))
        return RULES_BY;
    if (token == RULES_GROUP && !by_follows(state))
        return 0;
    if (token && section_word_stands(state, token))
        return token;
    if (same_word("if", word, length) &&
        (rg_line_begins(state) || state->seen.previous == RULES_REWRITE))
        return RULES_IF_STEP;
    if (same_word("for", word, length))
        return RULES_FOR_STEP;
    token = find_word(joining_words, word, length);
    if ((token == RULES_AS || token == RULES_BECOMES) && rg_operand_ended(state))
        return token;
    return 0;
}

/* A word outside of blocks and brackets. */
static int file_word(const rg_rules_state *state, const char *word, size_t length) {
    int token = find_word(declaration_words, word, length);
    if (token && (declaration_begins(state) || (state->seen.newline && operand_follows(state))))
        return token;
    if (same_word("priority", word, length) && state->seen.rule_name)
        return RULES_PRIORITY;
    token = find_word(joining_words, word, length);
    if (token == RULES_WHEN && state->seen.previous == RULES_SCHEMA)
        return token;
    if ((token == RULES_WRITES || token == RULES_WITH) && rg_operand_ended(state))
        return token;
    bool function = same_word("function", word, length);
    if (state->seen.previous == RULES_SPELLING && (function || same_word("method", word, length))) {
        char next[4];
        next_word(state, next, sizeof next);
        if (next_byte(state) != '.' && strcmp(next, "is") != 0)
            return function ? RULES_FUNCTION : RULES_METHOD;
    }
    return 0;
}

static bool reuse_word(const rg_rules_state *state, const char *word, size_t length) {
    return same_word("reuse", word, length) && rg_operand_expected(state) &&
           (operand_follows(state) || next_byte(state) == '/') && next_byte(state) != '"';
}

/* `maybe f(x)`: a name may be called so, too. */
static bool maybe_word(const rg_rules_state *state, const char *word, size_t length) {
    return same_word("maybe", word, length) && rg_operand_expected(state) &&
           operand_follows(state) && next_byte(state) != '"' && next_byte(state) != '\'';
}

int rg_token_word(rg_rules_state *state, const char *word, size_t length) {
    if (state->seen.listing || state->seen.previous == '.' || state->seen.previous == RULES_COLONS)
        return RULES_NAME;
    if (bracket_ends(state, word, length) || string_prefix(state, word, length))
        return 0;
    int token = python_word(state, word, length);
    if (token)
        return token;
    if (rg_in_brackets(state)) {
        if (assignment_follows(state))
            return RULES_NAME;
    } else {
        token =
            rg_in_block(state) ? block_word(state, word, length) : file_word(state, word, length);
        if (token)
            return token;
    }
    token = find_word(expression_words, word, length);
    if (token == 0 && reuse_word(state, word, length))
        token = RULES_REUSE;
    if (token == 0 && maybe_word(state, word, length))
        token = RULES_MAYBE;
    if (token == 0)
        token = opcode_word(state, word, length);
    return token ? token : RULES_NAME;
}

/* ---------------------------------------------------------------- line ends */

/* A line that begins with this token goes on with the statement before. */
static bool joins_lines(int token) {
    switch (token) {
    case RULES_AND:
    case RULES_OR:
    case RULES_ELSE:
    case RULES_AS:
    case RULES_BECOMES:
    case RULES_IN:
    case RULES_IS:
    case RULES_LEFT_ARROW:
    case RULES_RIGHT_ARROW:
    case RULES_FAT_ARROW:
    case RULES_PLUS_ASSIGN:
    case RULES_BLOCK_OPEN:
    case '=':
        return true;
    default:
        return false;
    }
}

int rg_token_before(rg_rules_state *state, int token) {
    if (rg_in_brackets(state) || !rg_in_block(state))
        return 0;
    if (rg_line_begins(state)) {
        if (begins_section(token) || token == RULES_BLOCK_CLOSE || joins_lines(token))
            return 0;
        return rg_token_emit(state, RULES_NEWLINE);
    }
    if (state->seen.renaming && rg_operand_ended(state) &&
        (token == RULES_NAME || token == RULES_STRING_OPEN))
        return rg_token_emit(state, RULES_NEXT);
    return 0;
}

/* A line outside of blocks that begins with this token goes on with the declaration before. */
static bool joins_declaration(int token) {
    switch (token) {
    case RULES_IF:
    case RULES_WHEN:
    case RULES_WRITES:
    case RULES_WITH:
    case RULES_STRING_OPEN:
    case RULES_STRING_CLOSE:
    case RULES_TEMPLATE_CLOSE:
    case RULES_HOLE_CLOSE:
    case RULES_DICT_CLOSE:
    case RULES_BLOCK_CLOSE:
    case RULES_SYNTAX:
    case ')':
    case ']':
        return true;
    default:
        return joins_lines(token);
    }
}

/* The flags that tell what may follow. */
static void note_context(rg_rules_state *state, int token) {
    bool head = state->seen.header && token == ':' && !rg_in_brackets(state);
    state->seen.boundary = head || token == RULES_BLOCK_OPEN || token == RULES_BLOCK_CLOSE;
    if (state->seen.header &&
        (state->seen.boundary || token == RULES_NEWLINE || has_token(section_words, token)))
        state->seen.header = false;
    if (token == RULES_RULE || token == RULES_BEGIN || token == RULES_END ||
        token == RULES_IF_STEP || token == RULES_FOR_STEP)
        state->seen.header = true;
    if (token == RULES_RENAME)
        state->seen.renaming = true;
    else if (state->seen.renaming &&
             (token == RULES_NEXT || token == RULES_NEWLINE || begins_section(token)))
        state->seen.renaming = false;
    state->seen.rule_name = state->seen.previous == RULES_RULE && token == RULES_NAME;
    state->seen.schema_next = token == RULES_OP;
    if (token == RULES_FUNCTIONS || token == RULES_METHODS || token == RULES_TAG)
        state->seen.listing = true;
}

int rg_token_emit(rg_rules_state *state, int token) {
    if (declaration_begins(state) && !has_token(declaration_words, token) &&
        !joins_declaration(token))
        token = RULES_STRAY;
    if (token == RULES_NAME &&
        (state->seen.previous == RULES_NEWLINE || state->seen.previous == ':')) {
        state->word = state->at.start;
        state->word_length = state->at.offset - state->at.start;
    } else if (state->seen.previous != RULES_NAME) {
        state->word_length = 0;
    }
    note_context(state, token);
    if (token == RULES_SYNTAX)
        state->recovering = true;
    else if (state->recovering && (token == RULES_NEWLINE || begins_section(token) ||
                                   has_token(declaration_words, token)))
        state->recovering = false;
    state->seen.newline = false;
    state->seen.previous = token;
    return token;
}
