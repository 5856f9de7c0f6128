/* Inside of the rule parser: what the scanner (rules.l), the grammar (rules.y) and the builders
 * share. Everyone else reads ast.h.
 *
 * The words of the language are words only where they can stand, and the end of a line ends a
 * statement only where one may end. Both are decided between scanner and grammar, in words.c,
 * from the token before and the bytes after; the grammar sees plain tokens.
 */
#ifndef REGRAFT_RULES_PARSER_H
#define REGRAFT_RULES_PARSER_H

#include "ast.h"

/* Errors reported before the rest of a file is skipped: a file that is no rule file at all would
 * else have an error on every line. */
#define RG_MAX_PARSE_ERRORS 20

/* Entries of the grammar's stack. It needs a few for each level of nesting; the only longer ones
 * are chains such as `not not not x`. */
#define RG_MAX_PARSE_STACK 10000

/* What an open bracket is. Only blocks hold statements; a line end within others is a blank. */
typedef enum rg_bracket_kind {
    RG_OPEN_PAREN,
    RG_OPEN_SQUARE,
    RG_OPEN_DICT,
    RG_OPEN_BLOCK,
    RG_OPEN_STRING,   /* "…" */
    RG_OPEN_TEMPLATE, /* x.a{b}c and ns::a{b}c */
    RG_OPEN_HOLE      /* { in a string or template */
} rg_bracket_kind;

typedef struct rg_bracket {
    rg_bracket_kind kind;
    rg_span span;
    char quote;  /* STRING: the byte that closes it */
    bool python; /* BLOCK: opened by `:`, which was reported: it closes where the next one starts */
} rg_bracket;

/* A growing list of trees, in the arena. */
typedef struct rg_trees {
    rg_array items; /* of rg_ast * */
} rg_trees;

/* The lexeme at hand is source->text[start .. offset) on line `line`. */
typedef struct rg_lexeme {
    size_t start, offset, line_start;
    uint32_t line;
    char held; /* the byte at `offset`, which the scanner covers with a NUL */
} rg_lexeme;

/* What the scanner knows of the tokens before. */
typedef struct rg_tokens_seen {
    int previous;       /* the last token; 0 at the start */
    bool newline;       /* a line ended since then */
    bool boundary;      /* a statement begins whether or not a line ended: after `{` and `}` */
    bool header;        /* in the head of a rule, begin, end, for or if: `{` opens a block */
    bool rule_name;     /* the next name is a rule's: `priority` may follow it */
    bool listing;       /* after `functions`, `methods`, `tag`: all words are names */
    bool renaming;      /* after `rename`: two operands stand side by side */
    bool template_next; /* a template follows */
    bool schema_next;   /* after `op`: a schema follows */
} rg_tokens_seen;

/* A part of a string or regex that is gathered. */
typedef struct rg_gathered {
    rg_text text;
    rg_span span; /* where it begins */
    uint32_t end; /* the column where it ends */
} rg_gathered;

typedef struct rg_rules_state {
    rg_arena *arena;
    const rg_source *source;
    rg_diagnostics *diagnostics;
    size_t errors_before; /* that the diagnostics held when the parse began */
    void *scanner;
    rg_lexeme at;
    rg_tokens_seen seen;
    rg_gathered piece;
    rg_array brackets; /* of rg_bracket */
    uint32_t closing;  /* brackets that were reported as unclosed and are closed now, one token
                          each */
    size_t word, word_length; /* the name that began this line, for "did you mean" */
    bool recovering;          /* an error was reported in this statement */
    bool stop;                /* only the end of the file follows */
    bool told_depth;          /* the nesting error was reported */

    rg_ast_kind section; /* what a line without a word belongs to; BIND: none, an action */
    rg_ast *file;
} rg_rules_state;

/* ---------------------------------------------------------------- trees (build.c) */

rg_trees *rg_trees_new(rg_rules_state *state);
/* A list of that one. */
rg_trees *rg_trees_of(rg_rules_state *state, rg_ast *tree);
rg_trees *rg_trees_add(rg_rules_state *state, rg_trees *trees, rg_ast *tree);
size_t rg_trees_count(const rg_trees *trees);
rg_ast *rg_trees_at(const rg_trees *trees, size_t i);
/* From the beginning of one place to the end of another. */
rg_span rg_span_over(rg_span first, rg_span last);

/* A tree of `count` items that follow as rg_ast *. */
rg_ast *rg_build(rg_rules_state *state, rg_ast_kind kind, rg_span span, const char *text,
                 size_t count, ...);
rg_ast *rg_build_leaf(rg_rules_state *state, rg_ast_kind kind, rg_span span, const char *text);
/* A tree of `first` (unless NULL) and the items of `rest` (unless NULL). */
rg_ast *rg_build_list(rg_rules_state *state, rg_ast_kind kind, rg_span span, const char *text,
                      rg_ast *first, const rg_trees *rest);
/* RG_AST_NONE and RG_AST_TRUE for what was not written. */
rg_ast *rg_build_none(rg_rules_state *state, rg_span span);
rg_ast *rg_build_true(rg_rules_state *state, rg_span span);

rg_ast *rg_build_string_literal(rg_rules_state *state, rg_span span, const rg_trees *parts);
rg_ast *rg_build_template(rg_rules_state *state, rg_span span, const rg_trees *parts);
rg_ast *rg_build_regex(rg_rules_state *state, rg_span span, const char *text);
rg_ast *rg_build_attribute(rg_rules_state *state, rg_span span, rg_ast *object, rg_span name_span,
                           const char *name);
rg_ast *rg_build_attribute_of(rg_rules_state *state, rg_span span, rg_ast *object, rg_ast *name);
rg_ast *rg_build_operator(rg_rules_state *state, rg_span span, rg_ast *path, rg_ast *base);
rg_ast *rg_build_opcode(rg_rules_state *state, rg_span span, const char *word, rg_ast *target);
rg_ast *rg_build_paren(rg_rules_state *state, rg_span span, const rg_trees *elements, bool comma);
rg_ast *rg_build_generator(rg_rules_state *state, rg_span span);
rg_ast *rg_build_list_display(rg_rules_state *state, rg_span span, const rg_trees *elements);
rg_ast *rg_build_subscript(rg_rules_state *state, rg_span span, rg_ast *object,
                           const rg_trees *subscripts, bool comma);
rg_ast *rg_build_element(rg_rules_state *state, rg_span span, rg_ast *name, rg_span sign,
                         rg_ast *value);
rg_ast *rg_build_typed(rg_rules_state *state, rg_ast *pattern, const rg_trees *kinds);
rg_ast *rg_build_kind(rg_rules_state *state, rg_span span, const char *name, const rg_trees *dims);
rg_ast *rg_build_either(rg_rules_state *state, rg_span span, rg_ast *left, rg_ast *right);
/* A call whose two arguments are matched in either order. */
rg_ast *rg_build_commuting(rg_rules_state *state, rg_span span, rg_ast *callee,
                           const rg_trees *arguments);
rg_ast *rg_build_chain(rg_rules_state *state, rg_span span, rg_ast *left);
rg_ast *rg_build_names(rg_rules_state *state, rg_span span, const rg_trees *names);
rg_ast *rg_build_list_for(rg_rules_state *state, rg_span span, rg_ast *key, rg_ast *head);
rg_ast *rg_build_for(rg_rules_state *state, rg_span span, rg_ast *key, rg_ast *value, rg_ast *head);
/* Names, list and condition of a `for`, as a LIST_FOR whose first item is missing. */
rg_ast *rg_build_for_head(rg_rules_state *state, rg_span span, const rg_trees *names, rg_ast *list,
                          rg_ast *condition);

/* ---------------------------------------------------------------- statements (declare.c) */

/* A block begins: lines belong to no section. */
rg_trees *rg_build_body(rg_rules_state *state);
rg_ast *rg_begin_step(rg_rules_state *state, rg_ast *head);
rg_ast *rg_end_step(rg_rules_state *state, rg_ast *step);
/* A line after the word of a section, and one without a word; the span holds brackets around it. */
rg_ast *rg_build_section(rg_rules_state *state, rg_ast_kind section, rg_span span, rg_ast *line);
rg_ast *rg_build_line(rg_rules_state *state, rg_span span, rg_ast *line);
rg_ast *rg_build_assignment(rg_rules_state *state, rg_span span, const rg_trees *targets,
                            rg_ast *value);
rg_ast *rg_build_append(rg_rules_state *state, rg_span span, rg_ast *list, rg_ast *value);
rg_ast *rg_build_write(rg_rules_state *state, rg_span span, rg_span sign, bool misspelt,
                       rg_ast *object, rg_ast *value, rg_ast *name);
rg_ast *rg_build_guard(rg_rules_state *state, rg_span span, rg_span word, bool misspelt,
                       rg_ast *guard, rg_ast *message);
rg_ast *rg_build_rename(rg_rules_state *state, rg_span span, rg_ast *object, rg_ast *name);
rg_ast *rg_build_for_step(rg_rules_state *state, rg_span span, rg_ast *head, const rg_trees *steps);
rg_ast *rg_build_assigned_condition(rg_rules_state *state, rg_span sign, rg_ast *left,
                                    rg_ast *right);

rg_ast *rg_build_file(rg_rules_state *state, rg_span span, const rg_trees *declarations);
rg_ast *rg_build_pass(rg_rules_state *state, rg_span span, const char *name, rg_trees *flags,
                      rg_ast *doc);
rg_ast *rg_build_extern(rg_rules_state *state, rg_span span, const char *name, rg_trees *parameters,
                        const rg_trees *results);
rg_ast *rg_build_rule(rg_rules_state *state, rg_span span, const char *name, rg_ast *priority,
                      const rg_trees *steps);
rg_ast *rg_build_fn(rg_rules_state *state, rg_span span, const char *name, rg_trees *parameters,
                    rg_ast *guard, rg_ast *value);
/* `with name = value`; `place` is that of the name. */
rg_ast *rg_build_with(rg_rules_state *state, rg_span span, rg_span place, const char *name,
                      rg_ast *value);
rg_ast *rg_build_pattern(rg_rules_state *state, rg_span span, const char *name,
                         const rg_trees *parameters, rg_ast *body, const rg_trees *lets);
void rg_complain_sign(rg_rules_state *state, rg_span sign);
rg_ast *rg_build_view(rg_rules_state *state, rg_span span, rg_ast *head, rg_ast *value);
rg_ast *rg_build_clause(rg_rules_state *state, rg_ast_kind kind, rg_span span, rg_ast *head,
                        rg_ast *value);
rg_ast *rg_build_spelling(rg_rules_state *state, rg_span span, const char *how, rg_ast *target,
                          rg_ast *op);
rg_ast *rg_build_use(rg_rules_state *state, rg_span span, rg_ast *path);

/* Turns the bare words `placeholder` and `get_attr` into opcodes, as they are in patterns. */
void rg_make_pattern(rg_rules_state *state, rg_ast *tree);
/* The dotted path a chain of attributes spells (`torch.nn.functional`), or NULL. */
const char *rg_dotted_path(rg_arena *arena, const rg_ast *tree);

/* ---------------------------------------------------------------- errors (errors.c) */

/* The bracket that closes this one. */
const char *rg_closing_bracket(const rg_bracket *bracket);
/* Reports an error unless the parse has stopped, and stops it after too many. NULL: not reported.
 */
rg_diagnostic *rg_complain(rg_rules_state *state, rg_span span, const char *advice,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));
void rg_complain_depth(rg_rules_state *state, rg_span span);
/* A token, by its name in the grammar, where only others may stand. */
void rg_complain_syntax(rg_rules_state *state, rg_span span, const char *unexpected,
                        const char *const *expected, int count);

#endif
