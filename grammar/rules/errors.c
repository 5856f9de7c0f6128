/* What the rule parser says when a text is not in the language. */
#include "parser.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_EXPECTED = 4 }; /* things named as expected; a longer list helps no one */

static void stop_after_many(rg_rules_state *state, rg_span span) {
    if (state->diagnostics->errors - state->errors_before < RG_MAX_PARSE_ERRORS)
        return;
    state->stop = true;
    rg_report(state->diagnostics, RG_NOTE, span, "the rest of the file is not read after %d errors",
              RG_MAX_PARSE_ERRORS);
}

rg_diagnostic *rg_complain(rg_rules_state *state, rg_span span, const char *advice,
                           const char *format, ...) {
    if (state->stop)
        return NULL;
    char message[256]; /* texts of the user's that go into a message are cut by their formats */
    va_list values;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    rg_diagnostic *diagnostic = rg_report(state->diagnostics, RG_ERROR, span, "%s", message);
    if (advice)
        rg_advise(state->diagnostics, diagnostic, "%s", advice);
    stop_after_many(state, span);
    return diagnostic;
}

void rg_complain_depth(rg_rules_state *state, rg_span span) {
    if (state->told_depth)
        return;
    state->told_depth = true;
    rg_complain(state, span, "name parts of it with `let` or `fn`",
                "nested more than %d levels deep", RG_MAX_AST_DEPTH);
    state->stop = true;
}

/* ---------------------------------------------------------------- what was expected */

/* How tokens are grouped in messages. */
typedef enum token_group {
    GROUP_OTHER,    /* named as it is */
    GROUP_OPERAND,  /* begins an expression: "an expression" stands for all of them */
    GROUP_OPERATOR, /* goes on with one: not worth naming */
    GROUP_EITHER,   /* begins one or goes on with one */
    GROUP_CLOSER,   /* closes a bracket: the one that is open is named */
    GROUP_END       /* begins the next statement or declaration: "the end of the statement" */
} token_group;

static const struct {
    const char *name;
    token_group group;
} token_groups[] = {
    {"a name", GROUP_OPERAND},
    {"an integer", GROUP_OPERAND},
    {"a number", GROUP_OPERAND},
    {"a regex", GROUP_OPERAND},
    {"an opcode", GROUP_OPERAND},
    {"a string", GROUP_OPERAND},
    {"`{` of a dictionary", GROUP_OPERAND},
    {"`...`", GROUP_OPERAND},
    {"`_`", GROUP_OPERAND},
    {"`None`", GROUP_OPERAND},
    {"`True`", GROUP_OPERAND},
    {"`False`", GROUP_OPERAND},
    {"`reuse`", GROUP_OPERAND},
    {"`maybe`", GROUP_OPERAND},
    {"')'", GROUP_CLOSER},
    {"']'", GROUP_CLOSER},
    {"`}` of the dictionary", GROUP_CLOSER},
    {"`}` in a string", GROUP_CLOSER},
    {"`}`", GROUP_CLOSER},
    {"'('", GROUP_EITHER},
    {"'['", GROUP_EITHER},
    {"'-'", GROUP_EITHER},
    {"'+'", GROUP_EITHER},
    {"`not`", GROUP_EITHER},
    {"'*'", GROUP_EITHER},
    {"`**`", GROUP_EITHER},
    {"'/'", GROUP_OPERATOR},
    {"'%'", GROUP_OPERATOR},
    {"'|'", GROUP_OPERATOR},
    {"'.'", GROUP_OPERATOR},
    {"'!'", GROUP_OPERATOR},
    {"'~'", GROUP_OPERATOR},
    {"'<'", GROUP_OPERATOR},
    {"'>'", GROUP_OPERATOR},
    {"`//`", GROUP_OPERATOR},
    {"`==`", GROUP_OPERATOR},
    {"`!=`", GROUP_OPERATOR},
    {"`<=`", GROUP_OPERATOR},
    {"`>=`", GROUP_OPERATOR},
    {"`::`", GROUP_OPERATOR},
    {"`and`", GROUP_OPERATOR},
    {"`or`", GROUP_OPERATOR},
    {"`is`", GROUP_OPERATOR},
    {"`->`", GROUP_OPERATOR},
    {"`=>`", GROUP_OPERATOR},
    {"a line", GROUP_END},
    {"`match`", GROUP_END},
    {"`where`", GROUP_END},
    {"`let`", GROUP_END},
    {"`rewrite`", GROUP_END},
    {"`set`", GROUP_END},
    {"`count`", GROUP_END},
    {"`emit`", GROUP_END},
    {"`warn`", GROUP_END},
    {"`error`", GROUP_END},
    {"`erase`", GROUP_END},
    {"`rename`", GROUP_END},
    {"`if` of a statement", GROUP_END},
    {"`pass`", GROUP_END},
    {"`param`", GROUP_END},
    {"`extern`", GROUP_END},
    {"`rule`", GROUP_END},
    {"`fn`", GROUP_END},
    {"`begin`", GROUP_END},
    {"`end`", GROUP_END},
    {"`op`", GROUP_END},
    {"`view`", GROUP_END},
    {"`shape`", GROUP_END},
    {"`dtype`", GROUP_END},
    {"`aliases`", GROUP_END},
    {"`again`", GROUP_END},
    {"`spelling`", GROUP_END},
    {"`functions`", GROUP_END},
    {"`methods`", GROUP_END},
    {"`pipeline`", GROUP_END},
    {"`use`", GROUP_END},
    {"`pattern`", GROUP_END},
    {"`with`", GROUP_OPERATOR},
    {"the end of the file", GROUP_END},
};

static token_group group_of(const char *name) {
    for (size_t i = 0; i < RG_COUNT_OF(token_groups); i++) {
        if (strcmp(token_groups[i].name, name) == 0)
            return token_groups[i].group;
    }
    return GROUP_OTHER;
}

static bool has_name(const char *const *names, int count, const char *name) {
    for (int i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0)
            return true;
    }
    return false;
}

/* `,` for the grammar's ','. */
static const char *shown_name(rg_arena *arena, const char *name) {
    if (name[0] == '\'')
        return rg_format(arena, "`%c`", name[1]);
    if (name[0] != '`')
        return name;
    const char *end = strchr(name + 1, '`'); /* "`{` of a dictionary" */
    return rg_copy_text(arena, name, (size_t)(end - name) + 1);
}

static const rg_bracket *top_bracket(const rg_rules_state *state) {
    const rg_bracket *brackets = state->brackets.data;
    return state->brackets.count ? &brackets[state->brackets.count - 1] : NULL;
}

/* The names worth showing, into `shown` (MOST_EXPECTED + 2 of them); returns how many there are. */
static int choose_expected(const rg_rules_state *state, const char *const *names, int count,
                           const char **shown) {
    rg_arena *arena = state->arena;
    const rg_bracket *top = top_bracket(state);
    bool operand = has_name(names, count, "a number"),
         end = has_name(names, count, "a line") || has_name(names, count, "`rule`");
    bool operators = has_name(names, count, "'%'");
    int chosen = 0;
    if (operand)
        shown[chosen++] = "an expression";
    for (int i = 0; i < count && chosen <= MOST_EXPECTED; i++) {
        token_group group = group_of(names[i]);
        bool hidden = (group == GROUP_OPERAND && operand) || (group == GROUP_END && end) ||
                      group == GROUP_OPERATOR || group == GROUP_CLOSER ||
                      (group == GROUP_EITHER && (operand || operators));
        /* Rarely what is meant, and the same tokens may stand in many places. */
        bool misspelt = strcmp(names[i], "':'") == 0 && has_name(names, count, "`=>`");
        bool rare = strcmp(names[i], "`for`") == 0 || strcmp(names[i], "`in`") == 0 ||
                    strcmp(names[i], "`if`") == 0 || strcmp(names[i], "`else`") == 0;
        if (hidden || misspelt || (rare && (operators || end)))
            continue;
        shown[chosen++] = shown_name(arena, names[i]);
    }
    bool closer = false; /* the tables of the grammar share states, and so name all of them */
    for (int i = 0; i < count; i++)
        closer |= group_of(names[i]) == GROUP_CLOSER;
    if (closer && chosen <= MOST_EXPECTED && top && top->kind != RG_OPEN_BLOCK)
        shown[chosen++] = rg_format(arena, "`%s`", rg_closing_bracket(top));
    else if (end && chosen <= MOST_EXPECTED)
        shown[chosen++] = "the end of the statement";
    return chosen;
}

/* ---------------------------------------------------------------- what stands there */

static const char *const statements[] = {"match", "where", "let",   "rewrite", "set",    "count",
                                         "emit",  "warn",  "error", "erase",   "rename", "for"};
static const char *const declarations[] = {
    "pass",      "param",   "extern", "rule",     "fn",      "begin", "end",
    "op",        "view",    "shape",  "dtype",    "aliases", "again", "spelling",
    "functions", "methods", "tag",    "pipeline", "use"};

/* The lexeme at hand; what is long is cut. */
static const char *lexeme(const rg_rules_state *state) {
    size_t length = state->at.offset - state->at.start;
    return rg_format(state->arena, length > 40 ? "`%.40s...`" : "`%s`",
                     rg_copy_text(state->arena, state->source->text + state->at.start, length));
}

static const char *describe_token(const rg_rules_state *state, const char *name) {
    static const char *const written[] = {"a name", "an integer", "a number",
                                          "a word", "an opcode",  "a target"};
    for (size_t i = 0; i < RG_COUNT_OF(written); i++) {
        if (strcmp(written[i], name) == 0)
            return lexeme(state);
    }
    if (strcmp(name, "a line") == 0)
        return "end of the line";
    if (strncmp(name, "the ", 4) == 0)
        return name + 4;
    if (name[0] == '`' || name[0] == '\'')
        return shown_name(state->arena, name);
    return strncmp(name, "a ", 2) == 0 ? name + 2 : name;
}

/* "did you mean `where`?", for a word that should have begun a statement or a declaration. */
static const char *near_word(const rg_rules_state *state, size_t start, size_t length,
                             const char *const *words, size_t count) {
    const char *word = rg_copy_text(state->arena, state->source->text + start, length);
    const char *near = rg_nearest(word, words, count);
    return near ? rg_format(state->arena, "did you mean `%s`?", near) : NULL;
}

static const char *advise_token(const rg_rules_state *state, const char *name) {
    if (strcmp(name, "a word") == 0) {
        const char *near = near_word(state, state->at.start, state->at.offset - state->at.start,
                                     declarations, RG_COUNT_OF(declarations));
        return near ? near
                    : "a declaration begins with a word such as rule, fn, pass, param or extern";
    }
    if (state->word_length && (strcmp(name, "a name") == 0 || strcmp(name, "a string") == 0 ||
                               strcmp(name, "an opcode") == 0))
        return near_word(state, state->word, state->word_length, statements,
                         RG_COUNT_OF(statements));
    if (strcmp(name, "'='") == 0)
        return "write `==` to compare";
    if (strcmp(name, "`for`") == 0)
        return "a list has one `for`, with one `if`: call a function, or nest the lists";
    if (strcmp(name, "`else`") == 0)
        return "`if c: action` has no `else`: write another `if` with the opposite condition";
    return NULL;
}

/* In a `{` of a string that nothing closes on the line: that will be reported. */
static bool in_open_hole(const rg_rules_state *state) {
    const rg_bracket *top = top_bracket(state);
    if (!top || top->kind != RG_OPEN_HOLE || state->at.held == '}')
        return false;
    for (size_t i = state->at.start; i < state->source->length; i++) {
        if (state->source->text[i] == '}')
            return false;
        if (state->source->text[i] == '\n')
            break;
    }
    return true;
}

void rg_complain_syntax(rg_rules_state *state, rg_span span, const char *unexpected,
                        const char *const *expected, int count) {
    if (in_open_hole(state))
        return;
    const char *shown[MOST_EXPECTED + 2];
    int chosen = choose_expected(state, expected, count, shown);
    rg_text message = rg_text_new(state->arena);
    rg_text_printf(&message, "unexpected %s", describe_token(state, unexpected));
    if (chosen > MOST_EXPECTED || strcmp(unexpected, "a word") == 0)
        chosen = 0;
    for (int i = 0; i < chosen; i++)
        rg_text_printf(&message, "%s%s",
                       i == 0           ? "; expected "
                       : i + 1 < chosen ? ", "
                                        : " or ",
                       shown[i]);
    rg_complain(state, span, advise_token(state, unexpected), "%s", rg_text_string(&message));
    state->recovering = true;
}
