/* Reading a graph in any form. */
#include "forms.h"

const char *rg_form_name(rg_form form) {
    static const char *const names[] = {
        [RG_FORM_NODES] = "nodes",     [RG_FORM_PYTHON] = "python",     [RG_FORM_TABLE] = "table",
        [RG_FORM_PROGRAM] = "program", [RG_FORM_FRAGMENT] = "fragment",
    };
    return form < RG_COUNT_OF(names) ? names[form] : NULL;
}

bool rg_form_named(const char *name, rg_form *form) {
    for (rg_form f = RG_FORM_NODES; f <= RG_FORM_FRAGMENT; f++) {
        *form = f;
        if (strcmp(name, rg_form_name(f)) == 0)
            return true;
    }
    return false;
}

const char *rg_form_description(rg_form form) {
    switch (form) {
    case RG_FORM_NODES:
        return "a node list (print(gm.graph))";
    case RG_FORM_PYTHON:
        return "the Python form (print_readable, gm.code, a compile log)";
    case RG_FORM_TABLE:
        return "a table (print_tabular)";
    case RG_FORM_PROGRAM:
        return "a printed ExportedProgram";
    case RG_FORM_FRAGMENT:
        return "a graph fragment in comments of Inductor";
    case RG_FORM_ANY:
        break;
    }
    return "unknown";
}

/* The node list that the source is or is translated to; NULL after an error. */
static const rg_source *translate(rg_arena *arena, const rg_source *source,
                                  rg_understood *understood, rg_diagnostics *diagnostics) {
    switch (understood->form) {
    case RG_FORM_PYTHON:
    case RG_FORM_PROGRAM:
        return rg_translate_python(arena, source, understood, diagnostics);
    case RG_FORM_FRAGMENT:
        return rg_translate_fragment(arena, source, understood, diagnostics);
    case RG_FORM_TABLE:
        return rg_translate_table(arena, source, understood, diagnostics);
    default:
        return source;
    }
}

/* Appends what was said of a text in one of several trials. */
static void take_over(rg_diagnostics *all, const rg_diagnostics *some) {
    if (!some->first)
        return;
    if (all->last)
        all->last->next = some->first;
    else
        all->first = some->first;
    all->last = some->last;
    all->errors += some->errors;
    all->warnings += some->warnings;
}

/* Reads a node list. One that cannot be read may have the graphs of delegates between its lines. */
static rg_module *read_nodes(rg_arena *arena, const rg_source *source,
                             rg_diagnostics *diagnostics) {
    rg_diagnostics first;
    rg_diagnostics_init(&first, arena);
    rg_module *module = rg_read_module(arena, source, &first);
    const rg_source *unfolded = module ? source : rg_translate_delegates(arena, source);
    if (unfolded != source)
        return rg_read_module(arena, unfolded, diagnostics);
    take_over(diagnostics, &first);
    return module;
}

/* Reads a text as it stands. */
static rg_module *read_clean(rg_arena *arena, const rg_source *source, rg_form form,
                             rg_understood *understood, rg_diagnostics *diagnostics) {
    understood->form = form;
    if (form == RG_FORM_ANY) {
        rg_detected found = rg_detect_form(source);
        understood->form = found.form;
        if (found.is_foreign) {
            rg_report_foreign(source, &found, diagnostics);
            return NULL;
        }
    }
    if (understood->form == RG_FORM_ANY || understood->form == RG_FORM_NODES)
        return read_nodes(arena, source, diagnostics);
    size_t errors = diagnostics->errors;
    const rg_source *nodes = translate(arena, source, understood, diagnostics);
    rg_module *module = nodes ? rg_read_module(arena, nodes, diagnostics) : NULL;
    if (module && understood->form != RG_FORM_FRAGMENT)
        module->annotated = true; /* strings are quoted, slices mark their nodes */
    if (module && rg_form_is_code(understood->form))
        rg_note_spelling(arena, module, understood);
    return diagnostics->errors == errors ? module : NULL;
}

/* Is the text as HTML has it? It might be read as it stands, for a type or a string may be any
 * text.
 */
static bool has_entities(const rg_source *source) {
    const char *at = source->text, *end = at + source->length;
    if (!memchr(at, '&', source->length) || memchr(at, '<', source->length))
        return false;
    bool arrows = !memchr(at, '>', source->length) && rg_find_text(at, end, "&gt;");
    return arrows || rg_find_text(at, end, "&quot;") || rg_find_text(at, end, "&#x27;");
}

/* Inductor says so, and then the nodes need neither inputs nor `return`. */
static bool is_fragment(const rg_source *source, const rg_source *clean) {
    return rg_find_text(source->text, source->text + source->length, "Graph fragment:") &&
           rg_detect_form(clean).form == RG_FORM_NODES;
}

/* The graph may hold together without the lines that were left out, and they may have written. */
static void warn_of_gap(const rg_source *source, uint32_t line, rg_diagnostics *diagnostics) {
    rg_span span = {source, line, 1, line, 1};
    rg_report(diagnostics, RG_WARNING, span,
              "lines were left out here: what they do, and what they write, is not known");
}

/* A text that cannot be read as it stands may have noise in it. What is then said is said of the
 * text without it, if there is a graph in that. */
rg_module *rg_read_any(rg_arena *arena, const rg_source *source, rg_form form,
                       rg_diagnostics *diagnostics, rg_understood **understood) {
    rg_understood *u = rg_alloc(arena, sizeof *u), *cleaner = rg_alloc(arena, sizeof *cleaner);
    rg_diagnostics first, second;
    rg_diagnostics_init(&first, arena);
    rg_diagnostics_init(&second, arena);
    u->source = cleaner->source = source;
    if (understood)
        *understood = u;
    if (source->length >= UINT32_MAX - 2)
        return rg_read_module(arena, source, diagnostics); /* reports that it is too large */
    rg_module *module = has_entities(source) ? NULL : read_clean(arena, source, form, u, &first);
    const rg_source *clean = module ? source : rg_without_noise(arena, source, cleaner);
    if (clean == source) {
        take_over(diagnostics, &first);
        return module;
    }
    if (form == RG_FORM_ANY && is_fragment(source, clean))
        form = RG_FORM_FRAGMENT;
    module = read_clean(arena, clean, form, cleaner, &second);
    bool known = cleaner->form != RG_FORM_ANY;
    take_over(diagnostics, known ? &second : &first);
    if (known)
        *u = *cleaner;
    if (module && cleaner->left_out)
        warn_of_gap(source, cleaner->left_out, diagnostics);
    return module;
}
