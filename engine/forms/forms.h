/* The forms in which graphs reach people, and reading any of them.
 *
 * There is one reader that builds modules: that of node lists (graph_text). What comes in another
 * form is translated to a node list first. The translation is a source of its own, each line of
 * which knows the place that it comes from: so messages show the text that the user gave. */
#ifndef REGRAFT_FORMS_H
#define REGRAFT_FORMS_H

#include "../graph_text/graph_text.h"
#include "bytes.h"

typedef enum rg_form {
    RG_FORM_ANY,     /* to be found out */
    RG_FORM_NODES,   /* `print(gm.graph)`, plain or annotated */
    RG_FORM_PYTHON,  /* print_readable, gm.code, compile logs, scripts */
    RG_FORM_TABLE,   /* print_tabular */
    RG_FORM_PROGRAM, /* a printed ExportedProgram */
    RG_FORM_FRAGMENT /* Inductor's comments: nodes without header or users */
} rg_form;

/* How the user's text has a part of the graph, and how it would be printed. */
typedef struct rg_given_part {
    const char *given, *printed; /* NULL: as it is printed */
} rg_given_part;

/* What was understood of a text. */
typedef struct rg_understood {
    rg_form form;
    const rg_source *source;      /* as the user gave it */
    rg_array noise;               /* of const char *: what was taken away, a line each */
    uint32_t left_out;            /* line of `...` in place of lines of the graph; 0: none */
    const char *class_name;       /* Python: of the main graph; NULL: it has none */
    const char *function;         /* Python: its name, `forward` */
    bool comments, comment_blank; /* Python: nodes have comments; these begin with a blank more */
    bool indented;                /* Python: blank lines have the blanks of the code around them */
    bool keeps_unused;            /* Python: values that nothing uses are not deleted */
    /* Python: of the main graph, where it is not on one line: the signature with what unpacks its
     * parameters, and `return`. They are printed again as long as they say the same. */
    rg_given_part signature, result;
} rg_understood;

/* Is it code, that python.c reads? */
static inline bool rg_form_is_code(rg_form form) {
    return form == RG_FORM_PYTHON || form == RG_FORM_PROGRAM;
}
/* The name for --from and --to: "python"; NULL: there is none for the form. */
const char *rg_form_name(rg_form form);
/* The form of that name; false: there is none. */
bool rg_form_named(const char *name, rg_form *form);
/* "the Python form (print_readable, gm.code, a compile log)" */
const char *rg_form_description(rg_form form);

/* Reads a text in any form, or in the one that is forced. NULL when there is an error, reported.
 * What rg_read_module() says of memory holds here, too. */
rg_module *rg_read_any(rg_arena *arena, const rg_source *source, rg_form form,
                       rg_diagnostics *diagnostics, rg_understood **understood);

/* Appends the module as Python code, in the layout of print_readable(); of code that was read as a
 * function alone, as a function. */
void rg_write_python(rg_text *out, const rg_module *module, const rg_understood *understood);
/* Notes what the module that was just read prints for the parts that the text spells otherwise. */
void rg_note_spelling(rg_arena *arena, const rg_module *module, rg_understood *understood);

/* Appends, as const char *, each kind of thing that the module says and that its text in another
 * form cannot: how many nodes lose it. `annotated`: a node list is to be annotated. */
void rg_list_losses(rg_arena *arena, const rg_module *module, const rg_understood *understood,
                    rg_form to, bool annotated, rg_array *losses);

/* ---------------------------------------------------------------- the steps of reading */

/* The form of a text, and the line that shows it. */
typedef struct rg_detected {
    rg_form form;    /* RG_FORM_ANY: none that is known */
    bool is_foreign; /* it is of another format: rg_report_foreign() says of which */
    size_t foreign;
    uint32_t line, column; /* from 1 */
} rg_detected;

rg_detected rg_detect_form(const rg_source *source);
/* Is the line, from its first word on, of a format that is none of FX? */
bool rg_is_foreign(const char *line, const char *end, size_t *which);
/* Reports it by its name, and what to give instead. */
void rg_report_foreign(const rg_source *source, const rg_detected *found,
                       rg_diagnostics *diagnostics);
/* The text without what surrounds graphs in logs, mails and web pages; the source itself when there
 * is none of that. */
const rg_source *rg_without_noise(rg_arena *arena, const rg_source *source,
                                  rg_understood *understood);
/* Translations to node lists; NULL when there is an error, reported. */
const rg_source *rg_translate_python(rg_arena *arena, const rg_source *source,
                                     rg_understood *understood, rg_diagnostics *diagnostics);

/* What a printed ExportedProgram knows of symbols: "s0 >= 2, s0 <= 64"; NULL: nothing. */
const char *rg_program_sizes(rg_arena *arena, const rg_source *source);
/* Inductor's comments, tables and lists with bodies of delegates as node lists, as above. */
const rg_source *rg_translate_fragment(rg_arena *arena, const rg_source *source,
                                       rg_understood *understood, rg_diagnostics *diagnostics);
const rg_source *rg_translate_table(rg_arena *arena, const rg_source *source,
                                    rg_understood *understood, rg_diagnostics *diagnostics);
const rg_source *rg_translate_delegates(rg_arena *arena, const rg_source *source);

/* A source that is made from another: its text, and for each of its lines an rg_line_place. */
const rg_source *rg_derived_source(rg_arena *arena, const rg_source *origin, const rg_text *text,
                                   const rg_array *places);

#endif
