/* Translating the Python form: values of arguments. They are the same texts in both forms, but that
 * node lists mark nodes with % and that Python code may have line ends and comments in it. */
#include "python.h"

/* ---- bytes */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_word(char c) {
    unsigned char byte = (unsigned char)c, lower = byte | 0x20;
    return is_digit(c) || (lower >= 'a' && lower <= 'z') || c == '_' || byte >= 0x80;
}

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r'))
        at++;
    return at;
}

/* Past the quoted string that begins here. The scanner has seen that it ends. */
static const char *skip_string(const char *at, const char *end) {
    char quote = *at;
    bool three = end - at >= 6 && at[1] == quote && at[2] == quote;
    for (at += three ? 3 : 1; at < end; at++) {
        if (*at == '\\')
            at++;
        else if (*at == quote && (!three || (end - at >= 3 && at[1] == quote && at[2] == quote)))
            return at + (three ? 3 : 1);
    }
    return end;
}

/* ---- names */

/* `s77`, `u0`, `zf1`: a symbol of torch's. */
static bool is_size_symbol(const char *text, size_t length) {
    size_t letters = 0;
    while (letters < length && letters < 4 && strchr("supzfi", text[letters]))
        letters++;
    size_t digits = letters;
    while (digits < length && is_digit(text[digits]))
        digits++;
    return letters > 0 && letters < 4 && digits == length && digits > letters;
}

static bool is_constant(const char *text, size_t length) {
    static const char *const names[] = {
        "None",    "True", "False",          "inf",    "nan", "Ellipsis", "int",  "float", "bool",
        "complex", "str",  "NotImplemented", "int_oo", "oo",  "torch",    "math", "self"};
    for (size_t i = 0; i < RG_COUNT_OF(names); i++)
        if (strlen(names[i]) == length && memcmp(names[i], text, length) == 0)
            return true;
    return is_size_symbol(text, length);
}

static void report_undefined(rg_python_reading *r, rg_place name) {
    rg_diagnostic *d = rg_python_error(r, name, "`%.*s` is not defined",
                                       (int)(name.end - name.begin), r->text + name.begin);
    RG_PYTHON_ADVISE(r, d,
                     "every name must be an input or be assigned above, and not be deleted "
                     "(`= None`) before; was a line lost when the text was copied?");
}

/* Appends the node's name, which the last node uses. */
static void add_reference(rg_python_reading *r, uint32_t found, bool bare) {
    rg_python_node *used = rg_python_node_at(r, found);
    used->users += used->last_user != r->user;
    used->last_user = r->user;
    if (!bare)
        rg_text_putc(&r->parts, '%');
    rg_text_add(&r->parts, rg_symbol_text(r->names.symbols, used->name),
                rg_symbol_length(r->names.symbols, used->name));
}

/* A name that nothing defines is an input of statements that stand alone. It goes before all others
 * when the graph is printed. */
static uint32_t assume_input(rg_python_reading *r, rg_place name) {
    rg_python_node *last = rg_python_node_at(r, r->nodes.count - 1), kept = *last;
    rg_python_event event = {.kind = RG_PYTHON_COMMENT, .place = name};
    r->nodes.count--;
    size_t input = rg_python_input(r, &event, name);
    rg_python_node_at(r, input)->place = kept.place;
    *(rg_python_node *)rg_array_push(r->scratch, &r->nodes, sizeof kept) = kept;
    return (uint32_t)input;
}

/* ---- copying */

typedef struct copying {
    rg_python_reading *r;
    const char *at, *end;
    rg_python_level *level;
    bool bare, blank, dotted; /* dotted: what comes is an attribute */
    char last;                /* what was appended last */
} copying;

static void separate(copying *c) {
    if (c->level->comma)
        rg_text_puts(&c->r->parts, ", ");
    else if (c->blank && c->last && !strchr("([{", c->last))
        rg_text_putc(&c->r->parts, ' ');
    c->level->comma = c->blank = false;
}

static void append(copying *c, const char *end) {
    rg_text_add(&c->r->parts, c->at, (size_t)(end - c->at));
    c->last = end[-1];
    c->at = end;
}

static void copy_name(copying *c, const char *end) {
    rg_python_reading *r = c->r;
    rg_place place = {(uint32_t)(c->at - r->text), (uint32_t)(end - r->text)};
    const char *next = skip_blanks(end, c->end);
    bool keyword = c->level->called && next < c->end && *next == '=' && next[1] != '=';
    bool head = next < c->end && (*next == '(' || *next == '.' || *next == '[');
    uint32_t found = keyword || c->dotted ? RG_NO_INDEX : rg_python_find(r, place);
    if (found == RG_NO_INDEX && !keyword && !c->dotted && !head && !c->level->free_names &&
        !is_constant(c->at, (size_t)(end - c->at))) {
        if (r->layout.loose)
            found = assume_input(r, place);
        else
            report_undefined(r, place);
    }
    if (found == RG_NO_INDEX) {
        append(c, end);
        return;
    }
    add_reference(r, found, c->bare);
    c->last = 'x';
    c->at = end;
}

static void open_bracket(copying *c) {
    rg_python_level *inner = c->level + 1;
    bool called = *c->at == '(' && c->last && !c->blank &&
                  (is_word(c->last) || c->last == ')' || c->last == ']');
    const rg_text *parts = &c->r->parts;
    size_t length = rg_text_length(parts);
    bool slice =
        called && length >= 5 && memcmp(rg_text_string(parts) + length - 5, "slice", 5) == 0;
    separate(c);
    *inner = (rg_python_level){.bracket = *c->at,
                               .called = called,
                               .free_names = c->level->free_names || (called && !slice)};
    c->level = inner;
    append(c, c->at + 1);
}

/* The last comma goes, unless it makes a tuple of one item. */
static void close_bracket(copying *c) {
    rg_python_level *l = c->level;
    if (l->comma && l->bracket == '(' && !l->called && l->commas == 1)
        rg_text_putc(&c->r->parts, ',');
    c->blank = false;
    c->level -= l > c->r->levels;
    append(c, c->at + 1);
}

static void copy_other(copying *c) {
    static const char dots[] = "...";
    if (c->end - c->at >= 3 && memcmp(c->at, dots, 3) == 0) {
        rg_text_puts(&c->r->parts, "Ellipsis");
        c->last = 's';
        c->at += 3;
        return;
    }
    bool colon = *c->at == ':';
    append(c, c->at + 1);
    if (colon)
        c->blank = true;
}

static void copy_token(copying *c) {
    const char *end = c->at;
    if (is_word(*end)) {
        bool number = is_digit(*end);
        while (end < c->end && is_word(*end))
            end++;
        bool prefix = end < c->end && (*end == '\'' || *end == '"') && end - c->at == 1;
        separate(c);
        if (prefix)
            append(c, skip_string(end, c->end));
        else if (number)
            append(c, end);
        else
            copy_name(c, end);
    } else if (*end == '\'' || *end == '"') {
        separate(c);
        append(c, skip_string(end, c->end));
    } else {
        separate(c);
        copy_other(c);
    }
}

void rg_python_copy(rg_python_reading *r, rg_place place, bool bare) {
    copying c = {r, r->text + place.begin, r->text + place.end, r->levels, bare, false, false, 0};
    r->levels[0] = (rg_python_level){0};
    while (c.at < c.end) {
        bool after_dot = c.last == '.';
        c.dotted = after_dot;
        if (strchr(" \t\r\n\f\\", *c.at)) {
            c.blank = true;
            c.at++;
        } else if (*c.at == '#') {
            const char *newline = memchr(c.at, '\n', (size_t)(c.end - c.at));
            c.at = newline ? newline : c.end;
        } else if (*c.at == ',') {
            c.level->comma = true;
            c.level->commas++;
            c.at++;
            c.blank = false;
        } else if (strchr("([{", *c.at)) {
            open_bracket(&c);
        } else if (strchr(")]}", *c.at)) {
            close_bracket(&c);
        } else {
            copy_token(&c);
        }
    }
}

/* ---- paths */

rg_stretch rg_python_path(rg_python_reading *r, rg_place chain) {
    static const char opening[] = "getattr(";
    const char *at = r->text + chain.begin, *end = r->text + chain.end;
    uint32_t begin = (uint32_t)rg_text_length(&r->parts);
    while ((size_t)(end - at) > strlen(opening) && memcmp(at, opening, strlen(opening)) == 0)
        at += strlen(opening);
    bool first = true;
    while (at < end) {
        const char *word = at;
        if (is_word(*at)) {
            while (at < end && is_word(*at))
                at++;
        } else if (*at == '"' || *at == '\'') {
            at = skip_string(at, end);
        } else {
            at++;
            continue;
        }
        size_t quote = *word == '"' || *word == '\'';
        if (!first) {
            if (rg_text_length(&r->parts) > begin)
                rg_text_putc(&r->parts, '.');
            rg_text_add(&r->parts, word + quote, (size_t)(at - word) - 2 * quote);
        }
        first = false;
    }
    return (rg_stretch){begin, (uint32_t)rg_text_length(&r->parts)};
}

bool rg_python_is_plain(rg_python_reading *r, rg_place place) {
    const rg_place *names = r->scan.operations.data;
    for (size_t i = 0; i < r->scan.operations.count; i++) {
        bool within = names[i].begin >= place.begin && names[i].end <= place.end;
        bool whole = names[i].begin == place.begin && names[i].end == place.end;
        if (!within || whole || rg_python_find(r, names[i]) == RG_NO_INDEX)
            continue;
        rg_diagnostic *d = rg_python_error(r, names[i], "an operation within an argument");
        RG_PYTHON_ADVISE(r, d,
                         "one line of a graph is one operation: give this one a line and a name of "
                         "its own");
        return false;
    }
    return true;
}
