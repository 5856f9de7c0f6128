/* Taking away what surrounds graphs in logs, mails and web pages. */
#include "noise.h"

/* ---- lines */

static rg_noisy_line *line_at(const rg_noisy *n, size_t i) {
    return (rg_noisy_line *)n->lines.data + i;
}

static void move_begin(rg_noisy_line *line, const char *begin) {
    line->place.column += (uint32_t)(begin - line->begin);
    line->begin = begin;
}

static const char *word_of(const rg_noisy_line *line) {
    const char *at = line->begin;
    while (at < line->end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

static bool is_blank(const rg_noisy_line *line) {
    return line->dropped || word_of(line) == line->end;
}

static bool word_begins(const rg_noisy_line *line, const char *wanted) {
    rg_noisy_line rest = *line;
    rest.begin = word_of(line);
    return rg_line_begins(&rest, wanted);
}

static void drop(rg_noisy *n, rg_noisy_line *line, rg_noise kind) {
    if (!is_blank(line))
        rg_note_noise(n, kind, line);
    line->dropped = true;
}

/* ---- prefixes */

static void strip_logs(rg_noisy *n) {
    for (size_t i = 0; i < n->lines.count; i++) {
        rg_noisy_line *line = line_at(n, i);
        const char *behind = rg_behind_log_prefix(line->begin, line->end);
        if (behind == line->begin)
            continue;
        rg_note_noise(n, RG_NOISE_LOG, line);
        move_begin(line, behind);
    }
}

/* Do all lines that are not blank begin with the byte? */
static bool all_begin(const rg_noisy *n, char byte) {
    size_t lines = 0;
    for (size_t i = 0; i < n->lines.count; i++) {
        const rg_noisy_line *line = line_at(n, i);
        if (is_blank(line))
            continue;
        lines++;
        if (*word_of(line) != byte)
            return false;
    }
    return lines > 0;
}

static bool is_node(const rg_noisy_line *line);
static bool opens_graph(const rg_noisy_line *line);

/* Where every line is a comment, all lose their sign; else those do that hold nodes. */
static void strip_comments(rg_noisy *n) {
    bool all = all_begin(n, '#');
    for (size_t i = 0; i < n->lines.count; i++) {
        rg_noisy_line *line = line_at(n, i), rest = *line;
        if (is_blank(line) || *word_of(line) != '#')
            continue;
        rest.begin = word_of(line) + 1;
        if (!all && !is_node(&rest) && !opens_graph(&rest) && !word_begins(&rest, "return "))
            continue;
        rg_note_noise(n, RG_NOISE_COMMENT, line);
        bool blank = rest.begin < rest.end && *rest.begin == ' ';
        move_begin(line, rest.begin + blank);
    }
}

/* Quoted lines may stand between others: each one loses its marks. */
static void strip_quotes(rg_noisy *n) {
    for (size_t i = 0; i < n->lines.count; i++) {
        rg_noisy_line *line = line_at(n, i);
        while (line->begin < line->end && *line->begin == '>') {
            rg_note_noise(n, RG_NOISE_QUOTE, line);
            move_begin(line, line->begin + 1);
            if (line->begin < line->end && *line->begin == ' ')
                move_begin(line, line->begin + 1);
        }
    }
}

static bool is_cursor(const rg_noisy_line *line) {
    return word_begins(line, "-->");
}

static void strip_cursors(rg_noisy *n) {
    for (size_t i = 0; i < n->lines.count; i++) {
        rg_noisy_line *line = line_at(n, i);
        if (!is_cursor(line))
            continue;
        rg_note_noise(n, RG_NOISE_CURSOR, line);
        const char *behind = word_of(line) + 3;
        move_begin(line, behind < line->end && *behind == ' ' ? behind + 1 : behind);
    }
}

/* Every line begins with +, - or a blank, and some with + or -; or there are heads of hunks. */
static bool is_diff(const rg_noisy *n) {
    size_t marked = 0, others = 0;
    for (size_t i = 0; i < n->lines.count; i++) {
        const rg_noisy_line *line = line_at(n, i);
        if (rg_line_begins(line, "@@ "))
            return true;
        if (is_blank(line) || is_cursor(line) || rg_line_begins(line, "```"))
            continue;
        marked += *line->begin == '+' || *line->begin == '-';
        others += !strchr("+- ", *line->begin);
    }
    return marked > 0 && others == 0;
}

/* The new text of a diff. */
static void strip_diff(rg_noisy *n) {
    for (size_t i = 0; i < n->lines.count; i++) {
        rg_noisy_line *line = line_at(n, i);
        if (line->begin == line->end || is_cursor(line))
            continue;
        bool head = rg_line_begins(line, "@@ ") || rg_line_begins(line, "--- ") ||
                    rg_line_begins(line, "+++ ") || rg_line_begins(line, "diff ") ||
                    rg_line_begins(line, "index ");
        if (head || *line->begin == '-') {
            drop(n, line, RG_NOISE_DIFF);
        } else if (*line->begin == '+' || *line->begin == ' ') {
            if (*line->begin == '+')
                rg_note_noise(n, RG_NOISE_DIFF, line);
            move_begin(line, line->begin + 1);
        }
    }
}

/* ---- lines that are none of the graph */

static bool is_left_out(const rg_noisy_line *line) {
    const char *at = word_of(line), *end = line->end;
    while (end > at && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    size_t length = (size_t)(end - at);
    return (length == 3 && (memcmp(at, "...", 3) == 0 || memcmp(at, "\xe2\x80\xa6", 3) == 0)) ||
           (length == 11 && memcmp(at, "<truncated>", 11) == 0);
}

static void strip_lines(rg_noisy *n) {
    for (size_t i = 0; i < n->lines.count; i++) {
        rg_noisy_line *line = line_at(n, i);
        if (word_begins(line, "```") || word_begins(line, "~~~"))
            drop(n, line, RG_NOISE_FENCE);
        else if (is_left_out(line))
            drop(n, line, RG_NOISE_LEFT_OUT);
    }
}

/* `<eval_with_key>.8 class GraphModule(torch.nn.Module):` */
static void strip_titles(rg_noisy *n) {
    for (size_t i = 0; i < n->lines.count; i++) {
        rg_noisy_line *line = line_at(n, i);
        const char *word = word_of(line);
        const char *class = rg_find_text(word, line->end, " class ");
        if (!class || *word == '#' || !rg_find_text(class, line->end, "nn.Module):"))
            continue;
        rg_note_noise(n, RG_NOISE_TITLE, line);
        move_begin(line, class + 1);
    }
}

static bool is_node(const rg_noisy_line *line) {
    const char *at = word_of(line), *name = at + 1;
    if (at == line->end || *at != '%')
        return false;
    for (at = name; at < line->end && *at != ' '; at++)
        if (strchr("()[]{}=,:", *at))
            return false;
    return at > name && line->end - at > 3 && memcmp(at, " : ", 3) == 0;
}

static bool opens_graph(const rg_noisy_line *line) {
    const char *at = word_of(line);
    if (word_begins(line, "graph(") || word_begins(line, "graph "))
        return line->end[-1] == ':' || rg_find_text(at, line->end, "):");
    return false;
}

static bool opens_code(const rg_noisy_line *line) {
    if (word_begins(line, "class "))
        return rg_find_text(line->begin, line->end, "Module)") != NULL;
    return word_begins(line, "def ") && rg_find_text(line->begin, line->end, "(");
}

/* Where the graph begins: at the line that opens it, or its first node. The count: nowhere. */
static size_t find_begin(const rg_noisy *n) {
    for (size_t i = 0; i < n->lines.count; i++) {
        const rg_noisy_line *line = line_at(n, i);
        if (!line->dropped && (opens_graph(line) || opens_code(line) || is_node(line)))
            return i;
    }
    return n->lines.count;
}

/* Of a node list only headers, nodes and returns stay, and what these go on in. */
static void strip_around_nodes(rg_noisy *n, size_t begin) {
    bool within = true;
    size_t nested = 0; /* bodies of delegates that stand within the list */
    for (size_t i = begin; i < n->lines.count; i++) {
        rg_noisy_line *line = line_at(n, i);
        nested += word_begins(line, "lowered graph():");
        if (opens_graph(line))
            within = true;
        if (!within && !is_blank(line))
            drop(n, line, RG_NOISE_AROUND);
        if (!within || (!word_begins(line, "return ") && !word_begins(line, "return(")))
            continue;
        within = nested > 0;
        nested -= within;
    }
}

static void strip_around(rg_noisy *n) {
    size_t begin = find_begin(n);
    if (begin == n->lines.count)
        return;
    for (size_t i = 0; i < begin; i++)
        drop(n, line_at(n, i), RG_NOISE_AROUND);
    if (opens_code(line_at(n, begin)))
        return;
    if (is_node(line_at(n, begin)))
        rg_note_noise(n, RG_NOISE_HEADER, line_at(n, begin));
    strip_around_nodes(n, begin);
}

/* ---- the result */

/* Brackets that the line leaves open, quotes aside. */
static long open_brackets(const rg_noisy_line *line) {
    long open = 0;
    char quote = '\0';
    for (const char *at = line->begin; at < line->end; at++) {
        if (quote)
            quote = *at == quote ? '\0' : quote;
        else if (*at == '"')
            quote = *at;
        else
            open += (strchr("([{", *at) != NULL) - (strchr(")]}", *at) != NULL);
    }
    return open;
}

typedef struct writing {
    rg_noisy *n;
    rg_text text;
    rg_array places;
    bool nodes; /* a node list: its lines are joined where they were broken */
    long open;
} writing;

static void write_line(writing *w, const rg_noisy_line *line) {
    bool starts = is_node(line) || opens_graph(line) || word_begins(line, "return");
    if (w->nodes && w->open > 0 && !starts && !is_blank(line)) {
        rg_note_noise(w->n, RG_NOISE_WRAPPED, line);
        w->text.bytes.count--; /* the line end */
        const char *text = rg_text_string(&w->text);
        if (text[w->text.bytes.count - 1] != ' ')
            rg_text_putc(&w->text, ' ');
        rg_text_add(&w->text, word_of(line), (size_t)(line->end - word_of(line)));
        rg_text_putc(&w->text, '\n');
        w->open += open_brackets(line);
        return;
    }
    rg_text_add(&w->text, line->begin, (size_t)(line->end - line->begin));
    rg_text_putc(&w->text, '\n');
    *(rg_line_place *)rg_array_push(w->n->arena, &w->places, sizeof(rg_line_place)) = line->place;
    w->open = w->nodes ? open_brackets(line) : 0;
}

static const char *const sentences[RG_NOISE_KINDS] = {
    [RG_NOISE_BYTES] = "colours, no-break spaces or byte order marks",
    [RG_NOISE_ESCAPES] = "escapes of HTML, Markdown or JSON",
    [RG_NOISE_LOG] = "prefixes of log lines",
    [RG_NOISE_QUOTE] = "quotation marks (`>`)",
    [RG_NOISE_COMMENT] = "comment signs before every line",
    [RG_NOISE_DIFF] = "the column of a diff, and its old lines",
    [RG_NOISE_CURSOR] = "cursors (`-->`)",
    [RG_NOISE_FENCE] = "fences of code blocks",
    [RG_NOISE_TITLE] = "titles before `class`",
    [RG_NOISE_AROUND] = "text before or behind the graph",
    [RG_NOISE_WRAPPED] = "line breaks within a statement",
    [RG_NOISE_HEADER] = "the header `graph():` was missing",
    [RG_NOISE_LEFT_OUT] = "`...` in place of lines that were left out",
};

static bool describe(const rg_noisy *n, rg_understood *understood) {
    bool any = false;
    if (n->found[RG_NOISE_LEFT_OUT] > 0)
        understood->left_out = n->first[RG_NOISE_LEFT_OUT];
    for (size_t i = 0; i < RG_NOISE_KINDS; i++) {
        if (n->found[i] == 0)
            continue;
        any = true;
        *(const char **)rg_array_push(n->arena, &understood->noise, sizeof(char *)) =
            rg_format(n->arena, "%s (%zu line%s, first line %u)", sentences[i], n->found[i],
                      n->found[i] == 1 ? "" : "s", n->first[i]);
    }
    return any;
}

static void strip_prefixes(rg_noisy *n) {
    strip_quotes(n);
    strip_logs(n);
    strip_lines(n);
    strip_comments(n);
    if (is_diff(n))
        strip_diff(n);
    strip_quotes(n);
    strip_cursors(n);
    strip_lines(n);
}

const rg_source *rg_without_noise(rg_arena *arena, const rg_source *source,
                                  rg_understood *understood) {
    rg_noisy *n = rg_alloc(arena, sizeof *n);
    n->arena = arena;
    rg_clean_bytes(n, source);
    strip_prefixes(n);
    strip_titles(n);
    strip_around(n);
    size_t begin = find_begin(n);
    writing w = {.n = n, .text = rg_text_new(arena)};
    w.nodes = begin < n->lines.count && !opens_code(line_at(n, begin));
    if (w.nodes && is_node(line_at(n, begin))) {
        rg_noisy_line header = {.place = line_at(n, begin)->place};
        header.begin = "graph():";
        header.end = header.begin + strlen(header.begin);
        header.place.copy = false;
        header.place.end_column = header.place.column + 1;
        write_line(&w, &header);
    }
    for (size_t i = 0; i < n->lines.count; i++)
        if (!line_at(n, i)->dropped)
            write_line(&w, line_at(n, i));
    if (!describe(n, understood))
        return source;
    return rg_derived_source(arena, source, &w.text, &w.places);
}
