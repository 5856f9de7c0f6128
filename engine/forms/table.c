/* Translating tables (print_tabular) to Python code, which python.c reads: cells hold what Python's
 * str() makes of arguments. */
#include "python_write.h"

enum { OPCODE, NAME, TARGET, ARGS, KWARGS, CELLS };

typedef struct table {
    rg_arena *arena;
    const rg_source *source;
    rg_diagnostics *diagnostics;
    size_t starts[CELLS]; /* where columns begin */
    rg_text cells[CELLS]; /* of the row at hand */
    rg_line_place place;  /* of it */
    bool open, returned;
    rg_text parameters, body;
    rg_array parameter_places, body_places;
} table;

static bool fail(const table *t, const char *what) {
    rg_span span = {t->source, t->place.line, 1, t->place.line, 2};
    rg_diagnostic *d = rg_report(t->diagnostics, RG_ERROR, span, "%s", what);
    rg_advise(t->diagnostics, d, "was the table changed when it was copied? Its columns count");
    return false;
}

static void end_line(const table *t, rg_text *out, rg_array *places) {
    rg_text_putc(out, '\n');
    *(rg_line_place *)rg_array_push(t->arena, places, sizeof t->place) = t->place;
}

/* ---- cells */

static const char *cell(const table *t, size_t i) {
    return rg_text_string(&t->cells[i]);
}

/* What the brackets of the cell hold, without a last comma. */
static bool inside(const table *t, size_t i, const char **begin, const char **end) {
    *begin = cell(t, i);
    *end = *begin + rg_text_length(&t->cells[i]);
    if (*end - *begin < 2 || !strchr("({[", **begin) || !strchr(")}]", (*end)[-1]))
        return false;
    ++*begin;
    --*end;
    if (*end > *begin && (*end)[-1] == ',')
        --*end;
    return true;
}

/* The first comma or colon outside of brackets and strings; the end: none. */
static const char *separator(const char *at, const char *end, char wanted) {
    size_t depth = 0;
    for (char quote = 0; at < end; at++) {
        if (quote) {
            at += *at == '\\' && at + 1 < end;
            quote = *at == quote ? 0 : quote;
        } else if (*at == '\'' || *at == '"') {
            quote = *at;
        } else if (strchr("([{", *at)) {
            depth++;
        } else if (strchr(")]}", *at)) {
            depth -= depth > 0;
        } else if (*at == wanted && depth == 0) {
            return at;
        }
    }
    return end;
}

/* `{'dim': 1}` as `dim = 1` */
static bool add_keywords(table *t, const char *before) {
    const char *at, *end;
    if (!inside(t, KWARGS, &at, &end))
        return fail(t, "keyword arguments that are no dict");
    while ((at = rg_skip_commas(at, end)) < end) {
        const char *stop = separator(at, end, ','), *colon = separator(at, stop, ':');
        if (colon == stop || colon - at < 3)
            return fail(t, "a keyword argument without name");
        rg_text_printf(&t->body, "%s%.*s = %.*s", before, (int)(colon - at) - 2, at + 1,
                       (int)(stop - colon) - 1, colon + 1);
        before = ", ";
        at = stop;
    }
    return true;
}

static bool add_arguments(table *t, const char *at, const char *end) {
    rg_text_printf(&t->body, "(%.*s", (int)(end - at), at);
    if (!add_keywords(t, at < end ? ", " : ""))
        return false;
    rg_text_putc(&t->body, ')');
    return true;
}

/* ---- targets */

static bool is_one_of(const char *name, size_t length, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
            return true;
    return false;
}

/* `<built-in function add>` does not say of which module. */
static const char *module_of(const char *name, size_t length) {
    static const char *const operators[] = {
        "add",      "sub",   "mul",   "truediv",  "floordiv",  "mod",    "pow",     "matmul",
        "and_",     "or_",   "xor",   "lshift",   "rshift",    "eq",     "ne",      "lt",
        "le",       "gt",    "ge",    "neg",      "pos",       "invert", "getitem", "setitem",
        "iadd",     "isub",  "imul",  "itruediv", "ifloordiv", "imod",   "ipow",    "imatmul",
        "iand",     "ior",   "ixor",  "ilshift",  "irshift",   "not_",   "is_",     "is_not",
        "contains", "index", "truth", "delitem"};
    static const char *const builtins[] = {"getattr", "len",  "max",  "min",    "abs",       "sum",
                                           "round",   "iter", "next", "divmod", "isinstance"};
    static const char *const math[] = {"sqrt", "ceil", "floor", "trunc", "exp", "log", "prod"};
    if (is_one_of(name, length, operators, RG_COUNT_OF(operators)))
        return "operator";
    if (is_one_of(name, length, builtins, RG_COUNT_OF(builtins)))
        return "builtins";
    return is_one_of(name, length, math, RG_COUNT_OF(math)) ? "math" : "torch._C._nn";
}

/* How the function would be called; a Python function shows its name alone. */
static void add_function(table *t) {
    static const struct {
        const char *head, *module;
    } kinds[] = {
        {"<built-in function ", NULL}, {"<built-in method ", "torch"}, {"<function ", "function"}};
    const char *target = cell(t, TARGET);
    for (size_t i = 0; i < RG_COUNT_OF(kinds); i++) {
        size_t head = strlen(kinds[i].head);
        if (strncmp(target, kinds[i].head, head) != 0)
            continue;
        const char *name = target + head;
        size_t length = strcspn(name, " ");
        length -= length > 0 && name[length - 1] == '>';
        const char *module = kinds[i].module ? kinds[i].module : module_of(name, length);
        rg_text_printf(&t->body, "%s.", module);
        for (size_t k = 0; k < length && name[k]; k++) /* `outer.<locals>.f` */
            if (!strchr("<>", name[k]))
                rg_text_putc(&t->body, name[k]);
        return;
    }
    const char *space = strchr(target, '.') ? "torch.ops." : "torch.ops.higher_order.";
    rg_text_printf(&t->body, "%s%s", strncmp(target, "torch.", 6) == 0 ? "" : space, target);
}

/* ---- rows */

static bool add_input(table *t) {
    const char *target = cell(t, TARGET), *bare = target + strspn(target, "*");
    const char *begin, *end;
    if (!inside(t, ARGS, &begin, &end))
        return fail(t, "arguments that are no tuple");
    rg_text_printf(&t->parameters, "    %s%s%.*s,", target, begin < end ? "=" : "",
                   (int)(end - begin), begin);
    end_line(t, &t->parameters, &t->parameter_places);
    if (strcmp(bare, cell(t, NAME)) == 0)
        return true;
    rg_text_printf(&t->body, "    %s = %s", cell(t, NAME), bare);
    end_line(t, &t->body, &t->body_places);
    return true;
}

static bool add_call(table *t, const char *opcode) {
    const char *begin, *end;
    rg_text_printf(&t->body, "    %s = ", cell(t, NAME));
    if (strcmp(opcode, "get_attr") == 0) {
        rg_write_python_path(&t->body, "self", cell(t, TARGET));
        return true;
    }
    if (!inside(t, ARGS, &begin, &end))
        return fail(t, "arguments that are no tuple");
    if (strcmp(opcode, "call_method") == 0) {
        const char *comma = separator(begin, end, ',');
        rg_text_printf(&t->body, "%.*s.%s", (int)(comma - begin), begin, cell(t, TARGET));
        begin = rg_skip_commas(comma, end);
    } else if (strcmp(opcode, "call_module") == 0) {
        rg_write_python_path(&t->body, "self", cell(t, TARGET));
    } else {
        add_function(t);
    }
    return add_arguments(t, begin, end);
}

static bool add_row(table *t) {
    static const char *const calls[] = {"get_attr", "call_function", "call_method", "call_module"};
    const char *opcode = cell(t, OPCODE), *begin, *end;
    if (strcmp(opcode, "placeholder") == 0)
        return add_input(t);
    if (strcmp(opcode, "output") == 0) {
        if (!inside(t, ARGS, &begin, &end))
            return fail(t, "arguments that are no tuple");
        rg_text_printf(&t->body, "    return %.*s", (int)(end - begin), begin);
        t->returned = true;
    } else if (!is_one_of(opcode, strlen(opcode), calls, RG_COUNT_OF(calls))) {
        return fail(t, rg_format(t->arena, "`%.40s` is no kind of node", opcode));
    } else if (!add_call(t, opcode)) {
        return false;
    }
    end_line(t, &t->body, &t->body_places);
    return true;
}

static bool flush_row(table *t) {
    bool good = !t->open || add_row(t);
    t->open = false;
    return good;
}

/* Cuts a line at the columns. Without an opcode it goes on with the cells of the row before it. */
static bool take_line(table *t, const char *at, const char *end, uint32_t number) {
    while (end > at && strchr(" \t\r", end[-1]))
        end--;
    if (at == end)
        return true;
    bool goes_on =
        t->open && ((size_t)(end - at) <= t->starts[OPCODE] || at[t->starts[OPCODE]] == ' ');
    if (!goes_on && !flush_row(t))
        return false;
    if (t->returned)
        return true;
    if (!goes_on)
        t->place = (rg_line_place){number, 1, (uint32_t)(end - at) + 1, false};
    for (size_t i = 0; i < CELLS; i++) {
        const char *begin = (size_t)(end - at) > t->starts[i] ? at + t->starts[i] : end;
        size_t next = i + 1 < CELLS ? t->starts[i + 1] : SIZE_MAX;
        const char *stop = (size_t)(end - at) > next ? at + next : end;
        while (stop > begin && stop[-1] == ' ')
            stop--;
        if (!goes_on)
            rg_text_clear(&t->cells[i]);
        else if (stop > begin)
            rg_text_putc(&t->cells[i], ' ');
        rg_text_add(&t->cells[i], begin, (size_t)(stop - begin));
    }
    t->open = true;
    return true;
}

/* Where the columns begin; false: there are not as many as there must be. */
static bool find_columns(table *t, const char *at, const char *end) {
    const char *line = at;
    size_t count = 0;
    for (; at < end; at++) {
        if (*at != '-' && *at != ' ' && *at != '\r')
            return false;
        if (*at != '-' || (at > line && at[-1] == '-'))
            continue;
        if (count == CELLS)
            return false;
        t->starts[count++] = (size_t)(at - line);
    }
    return count == CELLS;
}

static const rg_source *finish(table *t) {
    rg_text out = rg_text_new(t->arena);
    rg_array places = {0};
    rg_text_puts(&out, "def forward(\n    self,\n");
    rg_text_add(&out, rg_text_string(&t->parameters), rg_text_length(&t->parameters));
    rg_text_puts(&out, "):\n");
    rg_text_add(&out, rg_text_string(&t->body), rg_text_length(&t->body));
    size_t inputs = t->parameter_places.count, count = inputs + t->body_places.count + 3;
    for (size_t i = 0; i < count; i++) {
        const rg_line_place *own = i >= 2 && i < inputs + 2 ? t->parameter_places.data : NULL;
        const rg_line_place *last = t->body_places.data;
        *(rg_line_place *)rg_array_push(t->arena, &places, sizeof *own) =
            own               ? own[i - 2]
            : i >= inputs + 3 ? last[i - inputs - 3]
                              : (rg_line_place){1, 1, 2, false};
    }
    return rg_derived_source(t->arena, t->source, &out, &places);
}

const rg_source *rg_translate_table(rg_arena *arena, const rg_source *source,
                                    rg_understood *understood, rg_diagnostics *diagnostics) {
    table *t = rg_alloc(arena, sizeof *t);
    *t = (table){.arena = arena, .source = source, .diagnostics = diagnostics};
    t->parameters = rg_text_new(arena);
    t->body = rg_text_new(arena);
    for (size_t i = 0; i < CELLS; i++)
        t->cells[i] = rg_text_new(arena);
    const char *at = source->text, *end = at + source->length;
    bool found = false, good = true;
    for (uint32_t number = 1; at < end && good && !t->returned; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at)), *stop = newline ? newline : end;
        if (found)
            good = take_line(t, at, stop, number);
        else
            found = find_columns(t, at, stop);
        at = newline ? newline + 1 : end;
    }
    if (!good || !flush_row(t))
        return NULL;
    if (!found) {
        t->place.line = 1;
        fail(t, "the table has no line of dashes with five columns");
        return NULL;
    }
    const rg_source *code = finish(t);
    return rg_translate_python(arena, code, understood, diagnostics);
}
