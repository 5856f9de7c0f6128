/* Translating the comments of Inductor that hold a part of a graph. They have `PlaceHolder` for
 * inputs, or none at all, `return %a,%b`, and numbers of users that count what is not shown. */
#include "forms.h"

/* A name of the fragment. */
typedef struct value {
    const char *name;
    uint32_t users, last_user; /* the line, from 1 */
    bool defined, is_input, is_result;
} value;

typedef struct line {
    const char *begin, *end; /* without margin */
    rg_line_place place;
} line;

typedef struct fragment {
    rg_arena *arena;
    rg_symbols *symbols;
    rg_symbol_map indices; /* name -> index into values */
    rg_array values, lines;
    rg_text out;
    rg_array places;
    bool returned;
} fragment;

static value *value_of(fragment *f, const char *name, size_t length) {
    rg_symbol symbol = rg_intern(f->symbols, name, length);
    uint32_t found = rg_symbol_map_index(&f->indices, symbol);
    if (found == RG_NO_INDEX) {
        value *new = rg_array_push(f->arena, &f->values, sizeof *new);
        *new = (value){.name = rg_symbol_text(f->symbols, symbol)};
        found = (uint32_t)f->values.count - 1;
        rg_symbol_map_set_index(f->arena, &f->indices, symbol, found);
    }
    return (value *)f->values.data + found;
}

static const char *word_end(const char *at, const char *end) {
    while (at < end && rg_is_word_byte(*at))
        at++;
    return at;
}

static bool is_definition(const line *l) {
    const char *end = l->begin < l->end && *l->begin == '%' ? word_end(l->begin + 1, l->end) : NULL;
    return end && l->end - end > 3 && memcmp(end, " : ", 3) == 0;
}

static bool is_return(const line *l) {
    return l->end - l->begin > 6 && memcmp(l->begin, "return ", 7) == 0;
}

/* Of a definition what stands behind its `=`, else the whole line. */
static const char *uses_of(const line *l) {
    const char *equals = is_definition(l) ? rg_find_text(l->begin, l->end, " = ") : NULL;
    return equals ? equals : l->begin;
}

static void count_uses(fragment *f, const line *l, uint32_t number) {
    for (const char *at = uses_of(l); (at = memchr(at, '%', (size_t)(l->end - at)));) {
        const char *name = at + 1, *end = word_end(name, l->end);
        at = end;
        if (end == name)
            continue;
        value *v = value_of(f, name, (size_t)(end - name));
        v->is_input |= !v->defined;
        v->users += v->last_user != number;
        v->last_user = number;
    }
    if (!is_definition(l))
        return;
    const char *name = l->begin + 1;
    value *v = value_of(f, name, (size_t)(word_end(name, l->end) - name));
    v->defined = true;
}

/* A line that is none of these goes on with the one before it. */
static void split_lines(fragment *f, const rg_source *source) {
    const char *at = source->text, *end = at + source->length;
    for (uint32_t number = 1; at < end; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at)), *stop = newline ? newline : end;
        line l = {at, stop, {.line = number}};
        while (l.begin < stop && strchr(" \t\r", *l.begin))
            l.begin++;
        while (l.end > l.begin && strchr(" \t\r", l.end[-1]))
            l.end--;
        l.place.column = (uint32_t)(l.begin - at) + 1;
        l.place.end_column = (uint32_t)(l.end - at) + 1;
        if ((is_definition(&l) || is_return(&l)) && !f->returned)
            *(line *)rg_array_push(f->arena, &f->lines, sizeof l) = l;
        f->returned |= is_return(&l);
        at = newline ? newline + 1 : end;
    }
}

static void end_line(fragment *f, rg_line_place place) {
    rg_text_putc(&f->out, '\n');
    *(rg_line_place *)rg_array_push(f->arena, &f->places, sizeof place) = place;
}

/* The node with its number of users as it is here. */
static void write_definition(fragment *f, const line *l) {
    static const char users[] = "[num_users=", head[] = " = PlaceHolder[";
    const char *name = l->begin + 1, *end = word_end(name, l->end);
    uint32_t count = value_of(f, name, (size_t)(end - name))->users;
    const char *equals = rg_find_text(l->begin, l->end, " = ");
    const char *input = rg_find_text(l->begin, l->end, head);
    const char *given = rg_find_text(l->begin, l->end, users), *stop = given ? given : equals;
    const char *rest = input ? input + strlen(head) : equals + 3;
    rg_text_puts(&f->out, "    ");
    rg_text_add(&f->out, l->begin, (size_t)(stop - l->begin));
    rg_text_printf(&f->out, "%s%u] = %s", users, count, input ? "placeholder[" : "");
    rg_text_add(&f->out, rest, (size_t)(l->end - rest));
    end_line(f, l->place);
}

static void write_inputs(fragment *f, rg_line_place place) {
    const value *values = f->values.data;
    for (size_t i = 0; i < f->values.count; i++) {
        if (!values[i].is_input)
            continue;
        rg_text_printf(&f->out, "    %%%s : [num_users=%u] = placeholder[target=%s]",
                       values[i].name, values[i].users, values[i].name);
        end_line(f, place);
    }
}

/* `return %a,%b` is a tuple; any other is as it stands. */
static void write_return(fragment *f, const line *l) {
    const char *at = l->begin + strlen("return ");
    bool marked = at < l->end && *at == '%';
    size_t count = 0;
    rg_text_puts(&f->out, marked ? "    return (" : "    return ");
    while (marked && (at = memchr(at, '%', (size_t)(l->end - at)))) {
        const char *end = word_end(at + 1, l->end);
        rg_text_puts(&f->out, count++ ? ", " : "");
        rg_text_add(&f->out, at + 1, (size_t)(end - at - 1));
        at = end;
    }
    if (marked)
        rg_text_puts(&f->out, count == 1 ? ",)" : ")");
    else
        rg_text_add(&f->out, at, (size_t)(l->end - at));
    end_line(f, l->place);
}

static void write_missing_return(fragment *f, rg_understood *understood, rg_line_place place) {
    const value *values = f->values.data;
    size_t count = 0;
    rg_text_puts(&f->out, "    return (");
    for (size_t i = 0; i < f->values.count; i++)
        if (values[i].is_result)
            rg_text_printf(&f->out, "%s%s", count++ ? ", " : "", values[i].name);
    rg_text_puts(&f->out, count == 1 ? ",)" : ")");
    end_line(f, place);
    *(const char **)rg_array_push(f->arena, &understood->noise, sizeof(char *)) =
        "`return` was missing: the fragment returns what none of its nodes uses";
}

const rg_source *rg_translate_fragment(rg_arena *arena, const rg_source *source,
                                       rg_understood *understood, rg_diagnostics *diagnostics) {
    fragment *f = rg_alloc(arena, sizeof *f);
    *f = (fragment){.arena = arena, .symbols = rg_symbols_new(arena), .out = rg_text_new(arena)};
    split_lines(f, source);
    const line *lines = f->lines.data;
    if (f->lines.count == 0) {
        rg_report(diagnostics, RG_ERROR, (rg_span){source, 1, 1, 1, 1},
                  "there is no node in this graph fragment");
        return NULL;
    }
    for (size_t i = 0; i < f->lines.count; i++)
        count_uses(f, &lines[i], (uint32_t)i + 1);
    for (size_t i = 0; i < f->values.count && !f->returned; i++) {
        value *v = (value *)f->values.data + i;
        v->is_result = v->defined && v->users == 0;
        v->users += v->is_result;
    }
    rg_text_puts(&f->out, "graph():");
    end_line(f, lines[0].place);
    write_inputs(f, lines[0].place);
    for (int inputs = 1; inputs >= 0; inputs--)
        for (size_t i = 0; i < f->lines.count; i++) {
            bool is_input = rg_find_text(lines[i].begin, lines[i].end, " = PlaceHolder[") != NULL;
            if (is_definition(&lines[i]) && is_input == inputs)
                write_definition(f, &lines[i]);
        }
    if (f->returned)
        write_return(f, &lines[f->lines.count - 1]);
    else
        write_missing_return(f, understood, lines[f->lines.count - 1].place);
    return rg_derived_source(arena, source, &f->out, &f->places);
}
