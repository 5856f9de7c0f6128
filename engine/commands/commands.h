/* The command line: declarations that all commands use. */
#ifndef REGRAFT_COMMANDS_H
#define REGRAFT_COMMANDS_H

#include <stdarg.h>

#include "../base/kept_json.h"
#include "../regraft.h"

/* Return values of commands, which are exit codes of the process. */
enum {
    EXIT_DONE = 0,
    EXIT_INVALID = 1, /* the input or the rules are wrong, or a file cannot be written */
    EXIT_USAGE = 2
};

/* ---------------------------------------------------------------- options (options.c) */

typedef struct rg_option {
    const char *name;  /* "--pipeline", or "-o" */
    const char *value; /* name of its value in the help; NULL: it takes none */
    bool repeats;      /* may be given more than once */
    const char *help;  /* one line */
    /* What is wrong with a value; NULL: nothing. A NULL function: all values are taken. */
    const char *(*wrong)(rg_arena *arena, const char *value);
} rg_option;

#define MAX_OPTIONS 24

/* Words of a command line, in order. */
typedef struct rg_words {
    size_t count;
    const char **items;
} rg_words;

typedef struct rg_arguments {
    rg_words values[MAX_OPTIONS]; /* of each option, by its place in the table; "" where it takes
                                     none */
    rg_words operands;
    bool help;
} rg_arguments;

typedef struct rg_command {
    const char *name;
    const char *summary;  /* for the list of commands */
    const char *operands; /* usage, after the options */
    const char *about;    /* lines of help before the options */
    const char *examples; /* lines of help after them */
    const char *exits;
    const rg_option *options; /* ends with a NULL name */
    int (*run)(rg_arena *arena, const struct rg_command *command, const rg_arguments *arguments);
} rg_command;

extern const rg_command rg_run_command, rg_check_command, rg_test_command, rg_explain_command,
    rg_trace_command, rg_bisect_command, rg_fmt_command, rg_diff_command, rg_doc_command,
    rg_dot_command, rg_convert_command, rg_show_command, rg_completion_command;
/* All of them, in the order of the help; ends with NULL (main.c). */
extern const rg_command *const rg_commands[];

/* Parses `argc` arguments. False after printing a usage error. */
bool rg_parse_arguments(rg_arena *arena, const rg_command *command, int argc, char **argv,
                        rg_arguments *arguments);
void rg_print_help(const rg_command *command);
/* Prints "regraft: MESSAGE" and a line end on standard error. All messages of commands go this way
 * or the next one: file names and texts of graphs must not get to a terminal as they are. */
void rg_message(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* "regraft: PATH:LINE: MESSAGE". */
void rg_message_at(const char *path, size_t line, const char *format, va_list values)
    __attribute__((format(printf, 3, 0)));
/* Prints "regraft COMMAND: MESSAGE" and a hint at --help on standard error; returns EXIT_USAGE. */
int rg_usage_error(const rg_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---------------------------------------------------------------- paths (paths.c) */

/* The directory of the rules that come with regraft: REGRAFT_RULES, or else derived from the place
 * of the executable. NULL: it does not exist. */
const char *rg_rules_directory(rg_arena *arena);
bool rg_has_extension(const char *path, const char *extension);
/* "c.fx" of "a/b/c.fx". */
const char *rg_base_name(const char *path);
bool rg_is_directory(const char *path);
/* The path of the file that writing to `path` would create: follows links, even to files that do
 * not exist. NULL: errno says why it is not known. */
const char *rg_follow_links(rg_arena *arena, const char *path);
/* A text that is equal for all names of one file, and for no other file; the file need not exist.
 * NULL: writing to `path` overwrites nothing ("-", a device, a pipe). */
const char *rg_file_identity(rg_arena *arena, const char *path);
/* Whether the name is that of a file written by hand, or one that cannot be made again: rules,
 * operators, graphs, tests. */
bool rg_is_source(const char *path);
/* Whether a command may write the file that an option names: it is not an operand, not the file of
 * another option, and not a source (rg_is_source). False after printing a usage error; the command
 * then returns EXIT_USAGE. */
bool rg_may_write(rg_arena *arena, const rg_command *command, const rg_arguments *arguments,
                  const char *option, const char *path);
/* Makes the directory and missing ones above it; false: errno says why. */
bool rg_make_directory(rg_arena *arena, const char *path);

/* ---------------------------------------------------------------- loading (load_rules.c) */

/* Loads the operator tables and then `files`, operator files first. Mistakes are in the report.
 * NULL after printing that there are no operator tables. */
regraft_rules *rg_load_rules(rg_arena *arena, const rg_words *files);
/* The same with another text for one of the files. */
typedef struct rg_other_text {
    const char *path, *text;
    size_t length;
} rg_other_text;
regraft_rules *rg_load_rules_with(rg_arena *arena, const rg_words *files,
                                  const rg_other_text *other);
/* RULESDIR/default.pipeline */
const char *rg_default_pipeline(rg_arena *arena);
/* Divides operands into rules and graphs. `pipeline` (may be NULL) comes first; without any passes,
 * the default pipeline does. */
void rg_sort_operands(rg_arena *arena, const rg_words *operands, const char *pipeline,
                      rg_words *rules, rg_words *graphs);
/* Options of most commands that run rules: their tables begin with these. */
enum { RG_PIPELINE, RG_SET, RG_FACTS, RG_ONLY, RG_SKIP, RG_LIMIT, RG_RUN_OPTIONS };
#define RG_RUN_OPTION_TABLE                                                                        \
    [RG_PIPELINE] = {"--pipeline", "FILE", false,                                                  \
                     "run the passes of this pipeline, then those of RULES"},                      \
    [RG_SET] = {"--set", "NAME=VALUE", true, "set a parameter of the rules"},                      \
    [RG_FACTS] = {"--facts", "FILE", false,                                                        \
                  "JSON with the answers of externs, by first argument"},                          \
    [RG_ONLY] = {"--only", "PASS", true, "run only this pass (may be given again)"},               \
    [RG_SKIP] = {"--skip", "PASS", true, "do not run this pass (may be given again)"},             \
    [RG_LIMIT] = {"--limit", "NAME=N", true,                                                       \
                  "what rules may spend: eval-steps, eval-bytes, run-steps, run-bytes, nodes",     \
                  rg_wrong_limit}
/* Rules, graphs and options of a command whose table begins with those. */
typedef struct rg_inputs {
    rg_words rules, graphs;
    regraft_rules *loaded;
    regraft_options options;
} rg_inputs;
/* What is wrong with a value of --limit; NULL: nothing. */
const char *rg_wrong_limit(rg_arena *arena, const char *text);
/* --set, --only, --skip and --limit of such a command. */
regraft_options rg_run_options(const rg_arguments *arguments);
/* Loads the files of the command line. False after printing what is wrong. */
bool rg_load_inputs(rg_arena *arena, const rg_arguments *arguments, rg_inputs *inputs);
/* Reads a graph and shows its warnings; NULL after printing errors. The arena frees the graph. */
regraft_graph *rg_read_graph(rg_arena *arena, const char *path);
/* The same graph, which the arena frees; NULL counts as memory running out. */
regraft_graph *rg_keep_graph(rg_arena *arena, regraft_graph *graph);
/* regraft_run(), whose result its owner frees. What the options let the engine call may use the
 * arena: where memory runs out there, the engine ends its run in order. */
regraft_result *rg_run_owned(rg_arena *arena, rg_arena *owner, const regraft_rules *rules,
                             regraft_graph *graph, const regraft_options *options);
/* The same of a form that is known; NULL: it is to be found out. */
regraft_graph *rg_read_graph_as(rg_arena *arena, const char *path, const char *form);
/* Reads the name of a form that graphs are written in; false: there is none of that name. */
bool rg_read_format(const char *name, regraft_format *format);
/* What is wrong with a value of --from; NULL: nothing. */
const char *rg_wrong_form(rg_arena *arena, const char *name);
/* Runs the rules and shows errors and warnings on standard error. The arena frees the result. */
regraft_result *rg_run_rules(rg_arena *arena, const rg_inputs *inputs, regraft_graph *graph);
/* The value of an option, or NULL. */
const char *rg_option_value(const rg_arguments *arguments, size_t option);
/* Reads a number without sign and blanks; false: it is not one. */
bool rg_read_count(const char *text, size_t *count);
/* Prints a report on `stream`, in colours if that is a terminal. */
void rg_show_report(rg_arena *arena, regraft_report *report, FILE *stream);
bool rg_wants_colour(FILE *stream);

/* ---------------------------------------------------------------- temporary files (temporaries.c)
 */

typedef struct rg_temporary {
    const char *path; /* NULL: it is gone */
    struct rg_temporary *next;
} rg_temporary;

/* Makes and opens a file, mkstemp() gives `path` its last letters; NULL: errno says why. It is
 * removed with the arena, and when a signal ends the process. */
rg_temporary *rg_temporary_make(rg_arena *arena, char *path, int *file);
/* Removes the file now. */
bool rg_temporary_drop(rg_temporary *temporary);
/* Gives the file its place; false: errno says why. */
bool rg_temporary_keep(rg_temporary *temporary, const char *final);

/* ---------------------------------------------------------------- output (output.c) */

/* A file being written: until it is committed, a temporary file beside it. */
typedef struct rg_output rg_output;

/* Opens the file. NULL after printing what failed; the functions below print failures, too. */
rg_output *rg_output_begin(rg_arena *arena, const char *path);
bool rg_output_add(rg_output *output, const char *text, size_t length);
/* Completes the text. */
bool rg_output_end(rg_output *output);
/* All three with one text; NULL if that fails. */
rg_output *rg_output_write(rg_arena *arena, const char *path, const char *text, size_t length);
/* Puts the file in its place; false after printing what failed. If it is not called, the arena
 * removes the temporary file and leaves what was there. */
bool rg_output_commit(rg_output *output);
/* Whether everything printed on standard output was written; prints what failed. */
bool rg_flush_stdout(void);

/* Appends a unified diff, or nothing if the texts are equal (text_diff.c). */
void rg_diff_texts(rg_text *out, const char *old, size_t old_length, const char *new,
                   size_t new_length, const char *old_label, const char *new_label, bool colour);

/* The width of the terminal in columns; 0: `stream` is not a terminal (fit_lines.c). */
size_t rg_terminal_width(FILE *stream);
/* Appends the text with each line cut to `width` columns (at least 1). */
void rg_fit_lines(rg_text *out, const char *text, size_t length, size_t width);

/* ---------------------------------------------------------------- facts (facts.c) */

/* Reads a facts file. NULL after printing what is wrong. It belongs to the arena. */
json_t *rg_read_facts(rg_arena *arena, const char *path);
/* The same from a text. */
json_t *rg_parse_facts(rg_arena *arena, const rg_source *source);
/* regraft_extern over facts; the context is an rg_facts. */
typedef struct rg_facts {
    rg_arena *arena;
    const char *path; /* for messages */
    const json_t *facts;
} rg_facts;
void rg_answer_from_facts(void *facts, const char *name, const char *arguments,
                          regraft_reply *reply);

/* ---------------------------------------------------------------- dumps (dump.c) */

/* The files passes/NN_….txt of one graph. */
typedef struct rg_dump {
    rg_arena *arena;
    const char *directory;      /* that holds passes/ */
    const char *graph_path;     /* as the user named it */
    const regraft_graph *input; /* what came of it after its file changed is not kept */
    unsigned number;            /* of the next file */
    bool failed;                /* printed */
} rg_dump;

/* The file of the state after a pass (NULL: before the first one). */
const char *rg_dump_path(rg_arena *arena, const char *directory, unsigned number, const char *pass);
bool rg_start_dump(rg_dump *dump, regraft_graph *graph);
void rg_dump_pass(rg_dump *dump, regraft_result *result, const char *pass);

#endif
