/* Inside of the rule scanner: the parts of rules.l that are plain C. */
#ifndef REGRAFT_RULES_SCAN_H
#define REGRAFT_RULES_SCAN_H

#include "parser.h"
#include "rules.tab.h"

/* The token that begins error recovery: what is wrong was reported when it was handed out. */
#define RULES_SYNTAX RULES_RG_RULES_error

/* ---------------------------------------------------------------- scanner (rules.l) */

/* Begins to scan state->source, whose text the scanner writes to while it runs. */
void rg_scan_begin(rg_rules_state *state);
int rg_rules_scan(RG_RULES_STYPE *value, rg_span *span, void *scanner);
/* The scanner as the grammar calls it: nothing more comes once the parse has stopped. */
int rg_rules_lex(RG_RULES_STYPE *value, rg_span *span, rg_rules_state *state);
/* Goes on in the way that the innermost open bracket asks for. */
void rg_scan_resume(rg_rules_state *state, void *scanner);
/* Hands out the end of a bracket that was left open (state->closing). */
int rg_scan_closing(rg_rules_state *state, rg_span *span, void *scanner);

/* ---------------------------------------------------------------- lexemes (scan.c) */

/* Notes that the scanner took `length` bytes; `held` is the byte after them. */
void rg_token_begin(rg_rules_state *state, size_t length, char held);
/* Only the first `length` bytes of the lexeme were taken. */
void rg_token_shorten(rg_rules_state *state, size_t length, char held);
/* The lexeme was given back; to be called before yyless(0). */
void rg_token_undo(rg_rules_state *state);
void rg_token_newline(rg_rules_state *state);
/* The place of the lexeme at hand, and from `begin` to its end. */
rg_span rg_token_span(const rg_rules_state *state);
rg_span rg_span_to(const rg_rules_state *state, rg_span begin);
/* The byte `ahead` bytes after the lexeme. */
char rg_peek(const rg_rules_state *state, size_t ahead);

void rg_add_piece(rg_rules_state *state, const char *bytes, size_t length);
/* Takes the text that was gathered, if any, as a token. */
bool rg_scan_piece(rg_rules_state *state, RG_RULES_STYPE *value, rg_span *span);
void rg_scan_open_regex(rg_rules_state *state);
void rg_scan_strange(rg_rules_state *state, rg_span span, const char *bytes, size_t length);
/* Bytes of a schema: up to ` when `, without blanks at the end. */
size_t rg_schema_length(const char *text, size_t length);
bool rg_template_follows(const rg_rules_state *state);

/* ---------------------------------------------------------------- words (words.c) */

/* The token that the word at hand is. 0: none, go on; RULES_SYNTAX: an error that was reported.
 * When state->closing is set, brackets end before the word, which is to be scanned again. */
int rg_token_word(rg_rules_state *state, const char *word, size_t length);
/* The token that must come before `token`, or 0. */
int rg_token_before(rg_rules_state *state, int token);
/* Takes note of a token that goes to the grammar; returns it, or the one that stands for it. */
int rg_token_emit(rg_rules_state *state, int token);
/* Whether an operand may stand here: `/` is then a regex, `!` a misspelt `not`. */
bool rg_operand_expected(const rg_rules_state *state);
/* The token before is the end of an operand. */
bool rg_operand_ended(const rg_rules_state *state);
/* A statement of a block begins here. */
bool rg_line_begins(const rg_rules_state *state);
/* `::` joins a namespace and a name; else it is two colons of a slice. */
bool rg_colons_join(const rg_rules_state *state);

/* ---------------------------------------------------------------- brackets (brackets.c) */

rg_bracket *rg_top_bracket(const rg_rules_state *state);
/* In brackets other than a block's: a line end is a blank. */
bool rg_in_brackets(const rg_rules_state *state);
bool rg_in_block(const rg_rules_state *state);
bool rg_string_is_open(const rg_rules_state *state);
bool rg_brace_opens_block(const rg_rules_state *state);
/* A rule's `:`, as in Python: reported, and taken as a brace. */
bool rg_colon_opens_block(rg_rules_state *state);
/* False when the limit of nesting is reached: reported, and the parse stops. */
bool rg_open_bracket(rg_rules_state *state, rg_bracket_kind kind, char quote);
/* The token that the closing byte is; 0: it closes nothing (reported). When state->closing is set,
 * others were left open and end before the byte, which is to be scanned again. */
int rg_close_bracket(rg_rules_state *state, char byte);
/* The token that closes the innermost bracket, which is taken away. */
int rg_pop_bracket(rg_rules_state *state);
/* Takes away a string that does not end on its line, with all that is open in it. */
void rg_drop_string(rg_rules_state *state);
/* Closes brackets (state->closing) down to the innermost block, with an error. */
void rg_close_to_block(rg_rules_state *state);
/* Closes all brackets with an error, before a declaration and at the end of the file. False when
 * none is open. */
bool rg_close_at_declaration(rg_rules_state *state);
bool rg_close_at_end(rg_rules_state *state);

#endif
