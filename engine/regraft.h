/* regraft: rewrites PyTorch FX graphs by rule files.
 *
 *     regraft_rules *rules = regraft_rules_new();
 *     regraft_graph *graph = NULL;
 *     regraft_result *result = NULL;
 *     if (regraft_rules_load_operators(rules, "rules") == REGRAFT_OK &&
 *         regraft_rules_load(rules, "rules/default.pipeline") == REGRAFT_OK &&
 *         regraft_graph_read("model.fx", &graph) == REGRAFT_OK &&
 *         regraft_run(rules, graph, NULL, &result) == REGRAFT_OK)
 *         fputs(regraft_graph_text(regraft_result_graph(result), REGRAFT_AS_READ, NULL), stdout);
 *     regraft_result_free(result);
 *     regraft_graph_free(graph);
 *     regraft_rules_free(rules);
 *
 * The library keeps no state of its own: everything belongs to one of the three objects above. It
 * prints nothing, never exits, and installs no handlers.
 *
 * Failure. What may fail returns a regraft_status. REGRAFT_INVALID means that what was given is
 * wrong: the object's report says what and where. REGRAFT_NO_MEMORY means that memory ran out;
 * the object may then only be freed. Functions that return text return NULL when memory runs out.
 *
 * Lifetime. A result refers to the rules and to the graph it was made from: free the result first.
 * Texts, reports and diagnostics belong to the object they were asked of and go with it. Every
 * regraft_*_free() takes NULL.
 *
 * Threads. Loaded rules are not changed by running them: any number of threads may call
 * regraft_run() with the same rules, each with a graph of its own. Everything else is used by one
 * thread at a time.
 */
#ifndef REGRAFT_H
#define REGRAFT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define REGRAFT_VERSION "0.1.0"

#if defined(__GNUC__)
#define REGRAFT_API __attribute__((visibility("default")))
#else
#define REGRAFT_API
#endif

/* The version of the library that runs; REGRAFT_VERSION is that of this header. */
REGRAFT_API const char *regraft_version(void);

typedef enum regraft_status {
    REGRAFT_OK = 0,
    REGRAFT_INVALID = 1, /* the input is wrong; see the report */
    REGRAFT_NO_MEMORY = 2
} regraft_status;

/* ---------------------------------------------------------------- reports */

typedef enum regraft_severity {
    REGRAFT_NOTE = 0, /* explains the diagnostic before it */
    REGRAFT_WARNING = 1,
    REGRAFT_ERROR = 2
} regraft_severity;

typedef struct regraft_diagnostic {
    regraft_severity severity;
    const char *path;               /* file as it was named; NULL when it has no place */
    unsigned line, column;          /* from 1, columns in bytes; 0 when only the file is known */
    unsigned end_line, end_column;  /* one past the last byte */
    const char *message;            /* one line */
    const char *advice;             /* NULL, or one line: what to do instead */
    const char *pass, *rule, *node; /* names, where a run reports; NULL where there is none */
} regraft_diagnostic;

/* The diagnostics of one object, in the order they were made. */
typedef struct regraft_report regraft_report;

REGRAFT_API size_t regraft_report_count(const regraft_report *report);
REGRAFT_API size_t regraft_report_errors(const regraft_report *report);
REGRAFT_API size_t regraft_report_warnings(const regraft_report *report);
/* Diagnostic `index`; NULL when there are not so many. Valid until its object is used again. */
REGRAFT_API const regraft_diagnostic *regraft_report_at(const regraft_report *report, size_t index);
/* All of them as text for a terminal, each with its source line and a caret; `colour` adds ANSI
 * colours. "" when there are none. Valid until the next call for the same report. */
REGRAFT_API const char *regraft_report_text(regraft_report *report, bool colour);

/* ---------------------------------------------------------------- rules */

typedef struct regraft_rules regraft_rules;

/* An empty set of rules, or NULL when memory is out. The caller frees it. */
REGRAFT_API regraft_rules *regraft_rules_new(void);
/* Loads what is known of PyTorch's operators: DIRECTORY/ops/torch.ops. Comes before the rules,
 * which are checked against it. */
REGRAFT_API regraft_status regraft_rules_load_operators(regraft_rules *rules,
                                                        const char *directory);
/* Adds a file by its extension: .rules, .pipeline, .ops or .schemas, and what it uses. A file that
 * is there already is not loaded again. Passes run in the order in which they are loaded. When it
 * is invalid the rules can still take further files (so that all mistakes can be shown), but
 * regraft_run() refuses them. */
REGRAFT_API regraft_status regraft_rules_load(regraft_rules *rules, const char *path);
/* Takes `length` bytes of text for the file, which must exist, where it is loaded afterwards: for
 * what an editor has not saved, or to try a change. The text is copied. */
REGRAFT_API regraft_status regraft_rules_replace(regraft_rules *rules, const char *path,
                                                 const char *text, size_t length);
/* Checks what loading puts off: the schemas of operators that nothing has used yet. */
REGRAFT_API regraft_status regraft_rules_check(regraft_rules *rules);
/* Looks for what is likely to be a mistake in rules that are valid, and reports it as warnings
 * whose message ends in a code: "... [shadowed]". Most come with a graph that shows it. `#
 * allow(code)` in a rule, or right above it, silences one. Does nothing when the rules have errors.
 */
REGRAFT_API regraft_status regraft_rules_lint(regraft_rules *rules);
/* The passes that regraft_run() would run, in order; NULL when there are not so many. */
REGRAFT_API size_t regraft_rules_pass_count(const regraft_rules *rules);
REGRAFT_API const char *regraft_rules_pass_name(const regraft_rules *rules, size_t index);
/* The parameters that regraft_options.set may set; NULL when there are not so many. */
REGRAFT_API size_t regraft_rules_param_count(const regraft_rules *rules);
REGRAFT_API const char *regraft_rules_param_name(const regraft_rules *rules, size_t index);
/* A stretch of a rule file. */
typedef struct regraft_place {
    const char *path;
    unsigned line, column, end_line, end_column; /* as in regraft_diagnostic */
} regraft_place;

typedef enum regraft_part_kind {
    REGRAFT_PASS,
    REGRAFT_RULE,
    REGRAFT_GUARD,  /* a `where` line of the rule before */
    REGRAFT_CHOICE, /* one of several literals or kinds in a pattern of what comes before */
    REGRAFT_CLAUSE, /* a clause of a function */
    REGRAFT_PARAM,
    REGRAFT_EXTERN,
    REGRAFT_BEGIN_END /* a begin or end block */
} regraft_part_kind;

/* A part of a rule file. */
typedef struct regraft_part {
    regraft_part_kind kind;
    const char *pass; /* that it stands in; "" before the first */
    const char *name; /* of the pass, rule, function, param or extern; of a guard or choice: of the
                         rule or function it stands in; "begin" or "end" */
    const char *text; /* the part on one line, of a pass what describes it */
    const char *comment; /* the comment lines right above it, without `# `; "" */
    regraft_place at;
} regraft_part;

/* The parts of the rule files that are loaded, file by file, in the order of the text; NULL when
 * there are not so many. They go with the rules; loading more files moves them. */
REGRAFT_API size_t regraft_rules_part_count(const regraft_rules *rules);
REGRAFT_API const regraft_part *regraft_rules_part_at(const regraft_rules *rules, size_t index);
/* What loading and checking had to say, all files together. */
REGRAFT_API regraft_report *regraft_rules_report(regraft_rules *rules);
REGRAFT_API void regraft_rules_free(regraft_rules *rules);

/* ---------------------------------------------------------------- graphs */

typedef struct regraft_graph regraft_graph;

typedef enum regraft_format {
    REGRAFT_AS_READ = 0,  /* the form it was read in */
    REGRAFT_PLAIN = 1,    /* str(gm.graph) */
    REGRAFT_ANNOTATED = 2 /* strings quoted, devices as device(...), value annotations, metadata */
} regraft_format;

/* Reads a graph from a file ("-" is standard input), or from `length` bytes of text, which are
 * copied; `name` stands for the file in messages. *graph is set unless memory runs out; after
 * REGRAFT_INVALID it holds the report and nothing else. The caller frees it. */
REGRAFT_API regraft_status regraft_graph_read(const char *path, regraft_graph **graph);
REGRAFT_API regraft_status regraft_graph_parse(const char *name, const char *text, size_t length,
                                               regraft_graph **graph);
/* Like regraft_graph_read(), for a file that stays as it is as long as the graph and its results
 * live: the text of a large file stays there rather than in memory. Where the file is written to
 * all the same, regraft_graph_file_changed() tells afterwards, and what came of the graph is not to
 * be used; where it is cut short, the system stops the program (SIGBUS). */
REGRAFT_API regraft_status regraft_graph_map(const char *path, regraft_graph **graph);
REGRAFT_API bool regraft_graph_file_changed(const regraft_graph *graph);
/* The graph as text; what was not changed is byte for byte what was read. Stores the length when
 * `length` is not NULL. Valid until the next call for the same graph. NULL for a graph that could
 * not be read. */
REGRAFT_API const char *regraft_graph_text(regraft_graph *graph, regraft_format format,
                                           size_t *length);
/* The same text in pieces, one after the other, so that a large one need not be in memory as a
 * whole. `take` returns false to stop. REGRAFT_INVALID when it did, or for a graph that could not
 * be read. */
REGRAFT_API regraft_status regraft_graph_write(regraft_graph *graph, regraft_format format,
                                               bool (*take)(void *context, const char *text,
                                                            size_t length),
                                               void *context);
/* The form the graph was read in: REGRAFT_PLAIN or REGRAFT_ANNOTATED. */
REGRAFT_API regraft_format regraft_graph_format(const regraft_graph *graph);
/* The statement of the node of that name, in the main graph or else in the first body that has it;
 * `BODY.NODE` is a node of that body. *body, if not NULL, is then "" or the body's name. NULL when
 * there is no such node (or no memory). It lives as long as the graph. */
REGRAFT_API const char *regraft_graph_statement(regraft_graph *graph, const char *node,
                                                const char **body);
/* The name of a node that is spelled nearly so, or NULL: for messages. */
REGRAFT_API const char *regraft_graph_nearest(regraft_graph *graph, const char *name);
/* A node, for those who draw or count. */
typedef struct regraft_node {
    const char *graph; /* "" is the main one, else the name of the body */
    const char *name, *opcode, *target;
    const char *annotation; /* what is known of the value: f32[2, 3][3, 1]cpu; "" */
    const char *rule;       /* that made or changed it last; NULL: it is as it was read */
    bool is_new;
    const char *const *inputs; /* names of the nodes it reads, each once */
    size_t input_count;
} regraft_node;

/* Calls visit for every node, in graph order, the main graph first. What it is given is valid until
 * it returns. REGRAFT_INVALID: there is no graph. */
REGRAFT_API regraft_status regraft_graph_visit(regraft_graph *graph, void *context,
                                               void (*visit)(void *context,
                                                             const regraft_node *node));
/* Nodes of the main graph and of all nested ones. */
REGRAFT_API size_t regraft_graph_node_count(const regraft_graph *graph);
/* What reading had to say. */
REGRAFT_API regraft_report *regraft_graph_report(regraft_graph *graph);
/* Unified diff from `before` to `after`, which regraft_run() made of it; added lines say which rule
 * made them. "" when they are equal. It belongs to `after` and is valid until the next call. */
REGRAFT_API const char *regraft_graph_diff(regraft_graph *before, regraft_graph *after,
                                           const char *before_label, const char *after_label,
                                           bool colour, size_t *length);
REGRAFT_API void regraft_graph_free(regraft_graph *graph);

/* ---------------------------------------------------------------- running */

typedef struct regraft_result regraft_result;

/* Where an extern's answer goes. */
typedef struct regraft_reply regraft_reply;

/* Asked for the answer of an extern of the rules: `arguments` is a JSON array; a node in it is
 * {"node": name, "shape": [...], "dtype": "torch.float32"}. Calls one of the two functions below
 * before it returns. Asked once for equal arguments within a run. */
typedef void (*regraft_extern)(void *context, const char *name, const char *arguments,
                               regraft_reply *reply);
/* The answer, as JSON text, which is copied. */
REGRAFT_API void regraft_reply_answer(regraft_reply *reply, const char *json);
/* There is no answer; the message, which is copied, goes into the error that ends the run. */
REGRAFT_API void regraft_reply_error(regraft_reply *reply, const char *message);

/* Called after each pass. The graph and the metadata of `result` are those the pass left. */
typedef void (*regraft_after_pass)(void *context, regraft_result *result, const char *pass,
                                   double seconds);

/* ---- watching a run */

typedef enum regraft_event_kind {
    REGRAFT_TRIED,          /* the rule may match such a node: its pattern is tried */
    REGRAFT_HEAD_REFUSED,   /* the pattern's root is another call */
    REGRAFT_PART_REFUSED,   /* a part of the pattern does not fit */
    REGRAFT_WRITE_BETWEEN,  /* all fits, but what the rule looked at was written before the root */
    REGRAFT_MATCHED,        /* the pattern fits */
    REGRAFT_GUARD_HELD,     /* a `where` line of the rule */
    REGRAFT_GUARD_REFUSED,  /* the same: it does not hold */
    REGRAFT_APPLIED,        /* the rule was applied */
    REGRAFT_BLOCK,          /* a begin or end block of a pass ran */
    REGRAFT_MADE,           /* a node is new */
    REGRAFT_GONE,           /* a node is about to be taken out */
    REGRAFT_CHANGED,        /* a node is about to be changed, or was renamed */
    REGRAFT_CLAUSE_TRIED,   /* a clause of a function */
    REGRAFT_CLAUSE_REFUSED, /* its parameters or its guard do not fit */
    REGRAFT_CLAUSE_TAKEN,
    REGRAFT_ALTERNATIVE, /* the one that fits of several literals or kinds */
    REGRAFT_UNSAFE,      /* all fits, but the graph would not compute the same */
    REGRAFT_EVENT_COUNT
} regraft_event_kind;

#define REGRAFT_EVENT(kind) (1u << (kind)) /* for regraft_observer.events */

/* What happened. It and its texts are valid only until the observer returns. */
typedef struct regraft_event {
    regraft_event_kind kind;
    const char *pass;
    const char *rule;   /* NULL: none; a block's is "begin" or "end" */
    regraft_place at;   /* of the rule, block or clause */
    regraft_place part; /* what it is about: a part of a pattern, a guard, a clause */
    const char *graph;  /* "" is the main one, else the name of the body */
    const char *node;   /* that the rule is tried at; or that was made, goes or is changed; NULL */
    size_t node_number; /* of the node in its graph: the same whatever name it gets */
    const char *clause; /* CLAUSE_…: the name of the function; else NULL */
    size_t application; /* number of the application, from 1, that this is a part of; 0: of none.
                           What a rule says of values takes effect later than it is applied: so
                           nodes may be made under its number after REGRAFT_APPLIED. Nodes of a
                           number for which REGRAFT_APPLIED never comes were taken back */
    size_t progress;    /* …_REFUSED: how much of the rule has fitted; more is nearer */
    const void *inside; /* for the functions below */
} regraft_event;

typedef struct regraft_observer {
    void *context;
    unsigned events; /* set of REGRAFT_EVENT(kind): the others are not told */
    void (*tell)(void *context, const regraft_event *event);
} regraft_observer;

/* The three may be called for the event at hand only, and return NULL when memory runs out; the
 * text lives until the run ends. */
/* Why something was refused, on one line ("expected f32, found bf16"); else "". */
REGRAFT_API const char *regraft_event_reason(const regraft_event *event);
/* The statement of the node that the reason is about, of which it shows an argument. */
REGRAFT_API const char *regraft_event_subject(const regraft_event *event);
/* The statement of the event's node as it stands; "" when there is none. */
REGRAFT_API const char *regraft_event_statement(const regraft_event *event);
/* The statement of the node of that name in the event's graph; NULL when there is none. */
REGRAFT_API const char *regraft_event_statement_of(const regraft_event *event, const char *node);
/* Calls visit for each node of the pattern that is being matched, or was matched last, the root
 * first, and then for each that they read; `matched` tells which. */
REGRAFT_API void regraft_event_neighbours(const regraft_event *event, void *context,
                                          void (*visit)(void *context, const char *node,
                                                        const char *statement, bool matched));

/* What a rule cost in a run of its pass. */
typedef struct regraft_rule_cost {
    const char *pass, *rule;
    size_t candidates; /* nodes whose target the root of its pattern accepts */
    size_t tried;      /* of those, nodes that its pattern was tried at */
    size_t matches;    /* where it fitted */
    size_t applied;    /* where its guards held, too */
    double seconds;    /* of trying and applying it; what it leaves to do later is not in it */
} regraft_rule_cost;

/* Zeroed memory is a valid set of options: run everything, with defaults. What they point to must
 * live until regraft_run() returns. */
typedef struct regraft_options {
    const char *const *set; /* parameters: "name=value" */
    size_t set_count;
    const char *const *only; /* names of the passes to run; none: all */
    size_t only_count;
    const char *const *skip; /* names of passes that do not run */
    size_t skip_count;
    regraft_extern ask; /* NULL: no extern has an answer */
    void *ask_context;
    regraft_after_pass after_pass; /* may be NULL */
    void *after_pass_context;
    size_t steps_per_node; /* rule applications a pass may make for each node before it is taken
                              for endless; 0: the default */
    bool in_place;         /* rewrite the graph that is given, not a copy: less time and memory,
                              and after a failure it may only be freed */
    const regraft_observer *observer; /* NULL: nobody watches */
    bool limited; /* apply rules only `fuel` times, begin and end blocks included, and hold no pass
                     to its promises */
    size_t fuel;
    unsigned long shuffle; /* not 0: rules of equal priority are tried in an order that depends on
                              this number, to see whether the order matters */
    /* Called after each pass, before after_pass, for each of its rules in the order in which they
     * are tried; NULL: nothing is counted. */
    void (*rule_cost)(void *context, const regraft_rule_cost *cost);
    void *rule_cost_context;
} regraft_options;

/* Runs the passes over the graph, which stays as it is (but see in_place). `options` may be NULL.
 * *result is set unless memory runs out; after REGRAFT_INVALID it holds the report, and the
 * metadata up to there, but no graph. The caller frees it, before the graph and the rules. */
REGRAFT_API regraft_status regraft_run(const regraft_rules *rules, regraft_graph *graph,
                                       const regraft_options *options, regraft_result **result);
/* The rewritten graph, which belongs to the result (in_place: the graph that was given); NULL when
 * the run failed. */
REGRAFT_API regraft_graph *regraft_result_graph(regraft_result *result);
/* What the passes emitted and counted, as JSON: {PASS: {KEY: VALUE}}, in the order of the passes.
 * Valid until the next call. */
REGRAFT_API const char *regraft_result_metadata(regraft_result *result);
/* What the run did to the graph, as JSON, for a host that holds the graph as objects of its own and
 * applies the changes to them:
 *
 * {"origins": [[PASS, RULE, FILE, LINE], ...],
 *  "graphs": [{"name": NAME, "erased": [NODE, ...], "steps": [STEP, ...]}, ...]}
 *
 * Graphs stand in the order of the text, the main one ("") first; those that nothing happened to
 * are left out. A NODE is a number: nodes are counted in the order in which their graph was read,
 * from 0; new ones go on from there. Of the nodes that were read, those that no step names are as
 * they were and in their order. Steps stand in the order of the nodes they are about:
 *
 * ["new", NODE, BEFORE, OPCODE, TARGET, NAME, ARGS, KWARGS, META, ANNOTATION, ORIGIN, FOR]
 * ["move", NODE, BEFORE]
 * ["inputs", NODE, OLD, NEW, OLD, NEW, ...]: wherever it used node OLD, at any depth of its
 *   arguments, it uses NEW; nothing else of it is changed, and no NEW is an OLD
 * ["edit", NODE, TARGET, NAME, ARGS, KWARGS, META, ORIGIN]: all that it has now, changed or not
 *
 * BEFORE is the next node behind that was read and not moved, or null. ORIGIN is an index into
 * "origins", or null: the rule that made the node, or last changed it. FOR is the node as read in
 * whose place or for whose sake the new one was made, or null. ANNOTATION is the text of its type,
 * or null.
 *
 * ARGS, KWARGS and META (META may be null) are lists in postfix order, from which a value is built
 * with a stack: null, true, false, integers and strings stand for themselves, ["node", NODE] is a
 * node, ["float", TEXT], ["complex", TEXT], ["name", TEXT] (a dtype or other dotted name),
 * ["device", TEXT], ["text", TEXT] (what was read as text) and ["ellipsis"] are values, and
 * ["tuple", N], ["list", N], ["dict", N], ["slice", 3] and ["opaque", N] (text between nodes) take
 * the last N values, of a dict keys and values in turn.
 *
 * Valid until the next call; stores the length when `length` is not NULL. NULL when the run failed
 * or memory ran out. */
REGRAFT_API const char *regraft_result_changes(regraft_result *result, size_t *length);
/* Errors and warnings of the run. */
REGRAFT_API regraft_report *regraft_result_report(regraft_result *result);
REGRAFT_API void regraft_result_free(regraft_result *result);

#ifdef __cplusplus
}
#endif

#endif
