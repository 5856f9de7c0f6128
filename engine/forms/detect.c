/* Finding out the form of a text. */
#include "forms.h"

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
        at++;
    return at;
}

static bool holds(const char *at, const char *end, const char *wanted) {
    return rg_find_text(at, end, wanted) != NULL;
}

/* `def forward(`, `class GraphModule(torch.nn.Module):` */
static bool opens_code(const char *at, const char *end) {
    if (rg_begins(at, end, "def "))
        return holds(at, end, "(");
    return rg_begins(at, end, "class ") &&
           (holds(at, end, "nn.Module)") || holds(at, end, "Module):"));
}

/* `x: "f32[2]" = torch.relu(y)`, `x = y + z;  y = None`: a name, perhaps an annotation, `=`. */
static bool is_assignment(const char *at, const char *end) {
    const char *name = at;
    while (at < end && rg_is_word_byte(*at))
        at++;
    if (at == name || (*name >= '0' && *name <= '9'))
        return false;
    at = skip_blanks(at, end);
    if (at < end && *at == ':') {
        const char *quote = skip_blanks(at + 1, end);
        if (quote == end || *quote != '"')
            return false;
        const char *close = memchr(quote + 1, '"', (size_t)(end - quote - 1));
        if (!close)
            return false;
        at = skip_blanks(close + 1, end);
        return at < end && *at == '=';
    }
    if (at + 1 >= end || *at != '=' || at[1] == '=')
        return false;
    const char *value = skip_blanks(at + 1, end), *word = value;
    while (word < end && (rg_is_word_byte(*word) || *word == '.'))
        word++;
    return word > value && (word == end || strchr("([ ;\r", *word));
}

/* `-------------  -------  ------`: below the heads of a table. */
static bool is_table_rule(const char *at, const char *end) {
    size_t groups = 0;
    if (at == end || *at != '-')
        return false;
    while (at < end && *at == '-') {
        groups++;
        while (at < end && *at == '-')
            at++;
        at = skip_blanks(at, end);
    }
    return at == end && groups >= 4;
}

/* The form that one line shows by itself. */
static rg_form form_of_line(const char *word, const char *end) {
    if (rg_begins(word, end, "graph(") || rg_begins(word, end, "graph "))
        return RG_FORM_NODES;
    if (rg_begins(word, end, "ExportedProgram:"))
        return RG_FORM_PROGRAM;
    if (is_table_rule(word, end))
        return RG_FORM_TABLE;
    return opens_code(word, end) ? RG_FORM_PYTHON : RG_FORM_ANY;
}

/* Whether the list that begins here is a fragment of Inductor's: its inputs, which come first, are
 * spelled otherwise. */
static bool is_fragment(const char *at, const char *end) {
    enum { FIRST_LINES = 4096 }; /* bytes; more would be read twice in each large graph */
    return holds(at, end - at > FIRST_LINES ? at + FIRST_LINES : end, " = PlaceHolder[target=");
}

typedef struct counted {
    size_t assignments, others;
} counted;

static void count_line(counted *c, const char *word, const char *end) {
    if (word == end || *word == '#')
        return;
    bool assignment = is_assignment(word, end);
    c->assignments += assignment;
    c->others += !assignment && !rg_begins(word, end, "return");
}

rg_detected rg_detect_form(const rg_source *source) {
    const char *at = source->text, *end = at + source->length;
    counted lines = {0, 0};
    rg_detected found = {.form = RG_FORM_ANY};
    for (found.line = 1; at < end; found.line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *line_end = newline ? newline : end, *word = skip_blanks(at, line_end);
        if (rg_begins(word, line_end, "\xef\xbb\xbf"))
            word = skip_blanks(word + 3, line_end);
        found.column = (uint32_t)(word - at) + 1;
        found.is_foreign = word < line_end && rg_is_foreign(word, line_end, &found.foreign);
        if (found.is_foreign)
            return found;
        found.form = form_of_line(word, line_end);
        if (found.form == RG_FORM_NODES && is_fragment(at, end))
            found.form = RG_FORM_FRAGMENT;
        if (found.form != RG_FORM_ANY)
            return found;
        count_line(&lines, word, line_end);
        at = newline ? newline + 1 : end;
    }
    if (lines.assignments > lines.others)
        found.form = RG_FORM_PYTHON;
    return found;
}
