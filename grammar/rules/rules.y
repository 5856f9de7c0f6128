/* The rule language. Every action is one call to a builder; what a form means, and whether it may
 * stand where it does, is decided on the tree (engine/rules/check/check.c).
 *
 * The scanner has done three things that keep this grammar free of conflicts:
 *   - a word is a token of its own only where it can stand as one (`where` in `torch.where` is a
 *     NAME), and a `{` is a block, a dictionary or a hole in a string;
 *   - a NEWLINE comes only before a line of a block that begins with no word of the language, and
 *     before every such line, so it begins statements as `match` or `set` do;
 *   - `rename a b` has a NEXT between its operands.
 * Trees hold at most RG_MAX_AST_DEPTH levels (rg_build()), the stack RG_MAX_PARSE_STACK entries.
 *
 * It is longer than other files may be: bison has no includes, and all that is not grammar is
 * elsewhere (build.c, declare.c, errors.c).
 */
%code requires {
#include "rules/parser.h"
}

%code {
#include "rules/scan.h"

static void yyerror(const rg_span *span, rg_rules_state *state, const char *message);

/* The stack grows in the arena, which is released as a whole even when memory runs out. */
#define YYSTACK_ALLOC(bytes) rg_alloc(state->arena, (size_t)(bytes))
#define YYMAXDEPTH RG_MAX_PARSE_STACK

/* From the first symbol to the last; an empty rule stands at the end of what was before it. */
#define YYLLOC_DEFAULT(current, symbols, count)                                                    \
    do {                                                                                           \
        (current) = YYRHSLOC(symbols, (count) ? 1 : 0);                                            \
        if (!(count)) {                                                                            \
            (current).line = (current).end_line;                                                   \
            (current).column = (current).end_column;                                               \
        }                                                                                          \
        (current).end_line = YYRHSLOC(symbols, count).end_line;                                    \
        (current).end_column = YYRHSLOC(symbols, count).end_column;                                \
    } while (0)
}

%expect 0
%define api.prefix {rg_rules_}
%define api.token.prefix {RULES_}
%define api.pure full
%define api.location.type {rg_span}
%define parse.error custom
%define lr.default-reduction accepting
%locations
%param { rg_rules_state *state }
%initial-action { @$ = rg_token_span(state); }

%union {
    const char *text;
    rg_ast *tree;
    rg_trees *trees;
}

%token END_OF_FILE 0 "the end of the file" STRAY "a word"
%token <text> NAME "a name" INT "an integer" FLOAT "a number" REGEX "a regex"
%token <text> STRING_TEXT "text" OPCODE "an opcode" TARGET "a target" SCHEMA "a schema"
%token STRING_OPEN "a string" STRING_CLOSE "the end of the string"
%token HOLE_OPEN "`{` in a string" HOLE_CLOSE "`}` in a string"
%token TEMPLATE_OPEN "a template" TEMPLATE_CLOSE "the end of the template"
%token TARGET_OPEN "`[`"
%token NEWLINE "a line" NEXT "a second operand"
%token BLOCK_OPEN "`{`" BLOCK_CLOSE "`}`"
%token DICT_OPEN "`{` of a dictionary" DICT_CLOSE "`}` of the dictionary"
%token ELLIPSIS "`...`" WILDCARD "`_`"
%token LEFT_ARROW "`<-`" RIGHT_ARROW "`->`" FAT_ARROW "`=>`" PLUS_ASSIGN "`+=`" COLONS "`::`"
%token EQ "`==`" NE "`!=`" LE "`<=`" GE "`>=`" FLOOR "`//`" POWER "`**`"
%token AND "`and`" OR "`or`" NOT "`not`" IN "`in`" IS "`is`" IF "`if`" ELSE "`else`" FOR "`for`"
%token NONE "`None`" TRUE "`True`" FALSE "`False`" REUSE "`reuse`"
%token MATCH "`match`" WHERE "`where`" LET "`let`" REWRITE "`rewrite`" SET "`set`" COUNT "`count`"
%token EMIT "`emit`" WARN "`warn`" ERROR "`error`" ERASE "`erase`" RENAME "`rename`"
%token APPROXIMATE "`approximate`" IGNORES "`ignores`" ASSUMES "`assumes`"
%token IF_STEP "`if` of a statement" FOR_STEP "`for` of a statement" AS "`as`" BECOMES "`becomes`"
%token PASS "`pass`" PARAM "`param`" EXTERN "`extern`" RULE "`rule`" PRIORITY "`priority`" FN "`fn`"
%token BEGIN "`begin`" END "`end`" OP "`op`" WHEN "`when`" VIEW "`view`" WRITES "`writes`"
%token SHAPE "`shape`" DTYPE "`dtype`" ALIASES "`aliases`" AGAIN "`again`" SPELLING "`spelling`"
%token FUNCTION "`function`" METHOD "`method`" FUNCTIONS "`functions`" METHODS "`methods`"
%token TAG "`tag`" PATTERN "`pattern`" WITH "`with`" MAYBE "`maybe`" GROUP "`group`" BY "`by`"
%token PIPELINE "`pipeline`" USE "`use`"

%type <text> how compare_sign
%type <tree> declaration subject doc when rule_priority
%type <tree> step action line for_head if_head as
%type <tree> kind dim name loop_condition
%type <tree> element expr or_test and_test not_test comparison compared either arith term factor
%type <tree> power postfix primary opcode string template hole opcode_target subscript bound
%type <tree> comprehension
%type <trees> declarations body block targets kinds dims name_list flags elements arguments
%type <tree> pattern_body
%type <trees> claimed
%type <trees> subscripts parts pairs words tagged with_values
%type <tree> namespace tagged_operator

%%

/* ---------------------------------------------------------------- declarations */

file:
    declarations            { state->file = rg_build_file(state, @$, $1); }
;

declarations:
    %empty                   { $$ = rg_trees_new(state); }
  | declarations declaration { $$ = rg_trees_add(state, $1, $2); }
  | declarations error       { $$ = $1; yyerrok; }
;

declaration:
    PASS NAME flags doc      { $$ = rg_build_pass(state, @$, $2, $3, $4); }
  | PARAM NAME '=' expr      { $$ = rg_build(state, RG_AST_PARAM, @$, $2, 1, $4); }
  | EXTERN NAME '(' arguments ')' RIGHT_ARROW kinds { $$ = rg_build_extern(state, @$, $2, $4, $7); }
  | RULE NAME rule_priority block { $$ = rg_build_rule(state, @$, $2, $3, $4); }
  | RULE block               { $$ = rg_build_rule(state, @$, NULL, NULL, $2); }
  | FN NAME '(' arguments ')' defines expr { $$ = rg_build_fn(state, @$, $2, $4, NULL, $7); }
  | FN NAME '(' arguments ')' IF expr '=' expr { $$ = rg_build_fn(state, @$, $2, $4, $7, $9); }
  | FN NAME '(' arguments ')' IF expr '=' expr '=' expr
    { $$ = rg_build_fn(state, @$, $2, $4, rg_build_assigned_condition(state, @8, $7, $9), $11); }
  | PATTERN NAME '(' arguments ')' '=' pattern_body
                             { $$ = rg_build_pattern(state, @$, $2, $4, $7, NULL); }
  | PATTERN NAME '(' arguments ')' '=' pattern_body WITH with_values
                             { $$ = rg_build_pattern(state, @$, $2, $4, $7, $9); }
  | BEGIN block              { $$ = rg_build_list(state, RG_AST_BEGIN, @$, NULL, NULL, $2); }
  | END block                { $$ = rg_build_list(state, RG_AST_END, @$, NULL, NULL, $2); }
  | OP SCHEMA when           { $$ = rg_build(state, RG_AST_OP, @$, $2, 1, $3); }
  | VIEW subject             { $$ = rg_build_view(state, @$, $2, NULL); }
  | VIEW subject WRITES expr { $$ = rg_build_view(state, @$, $2, $4); }
  | SHAPE subject '=' expr   { $$ = rg_build_clause(state, RG_AST_SHAPE, @$, $2, $4); }
  | DTYPE subject '=' expr   { $$ = rg_build_clause(state, RG_AST_DTYPE, @$, $2, $4); }
  | ALIASES subject '=' expr { $$ = rg_build_clause(state, RG_AST_ALIASES, @$, $2, $4); }
  | AGAIN subject '=' expr   { $$ = rg_build_clause(state, RG_AST_AGAIN, @$, $2, $4); }
  | SPELLING how postfix IS postfix { $$ = rg_build_spelling(state, @$, $2, $3, $5); }
  | FUNCTIONS words   { $$ = rg_build_list(state, RG_AST_NAMES, @$, "functions", NULL, $2); }
  | METHODS words     { $$ = rg_build_list(state, RG_AST_NAMES, @$, "methods", NULL, $2); }
  | TAG NAME tagged   { $$ = rg_build_list(state, RG_AST_TAG, @$, $2, NULL, $3); }
  | PIPELINE NAME doc        { $$ = rg_build_list(state, RG_AST_PIPELINE, @$, $2, $3, NULL); }
  | USE string               { $$ = rg_build_use(state, @$, $2); }
;

pattern_body:
    expr
  | expr ':' kinds           { $$ = rg_build_typed(state, $1, $3); }
;

with_values:
    NAME '=' expr { $$ = rg_trees_of(state, rg_build_with(state, @$, @1, $1, $3)); }
  | with_values ',' NAME '=' expr
    { $$ = rg_trees_add(state, $1, rg_build_with(state, rg_span_over(@3, @5), @3, $3, $5)); }
;

/* Of which operators a clause speaks, and the names of their parameters. */
subject:
    postfix
  | '@' NAME '(' arguments ')'
    { rg_ast *tagged = rg_build(state, RG_AST_TAGGED, rg_span_over(@1, @2), $2, 0);
      $$ = rg_build_list(state, RG_AST_CALL, @$, NULL, tagged, $4); }
;

flags:
    %empty                   { $$ = rg_trees_new(state); }
  | flags NAME { $$ = rg_trees_add(state, $1, rg_build_leaf(state, RG_AST_NAME, @2, $2)); }
;

doc:
    %empty                   { $$ = NULL; }
  | string
;

rule_priority:
    %empty                   { $$ = NULL; }
  | PRIORITY factor          { $$ = $2; }
;

/* The sign between the head of a function and its value. */
defines:
    '='
  | ':'                      { rg_complain_sign(state, @1); }
  | RIGHT_ARROW              { rg_complain_sign(state, @1); }
  | FAT_ARROW                { rg_complain_sign(state, @1); }
;

when:
    %empty                   { $$ = rg_build_true(state, @$); }
  | WHEN expr                { $$ = $2; }
;

how:
    %empty                   { $$ = "function"; }
  | FUNCTION                 { $$ = "function"; }
  | METHOD                   { $$ = "method"; }
;

words:
    %empty                   { $$ = rg_trees_new(state); }
  | words NAME { $$ = rg_trees_add(state, $1, rg_build_leaf(state, RG_AST_NAME, @2, $2)); }
;

tagged:
    %empty                   { $$ = rg_trees_new(state); }
  | tagged tagged_operator   { $$ = rg_trees_add(state, $1, $2); }
;

tagged_operator:
    namespace COLONS NAME
    { $$ = rg_build_operator(state, @$, $1, rg_build_leaf(state, RG_AST_TEXT, @3, $3)); }
  | namespace COLONS NAME '.' NAME
    { rg_ast *base = rg_build_leaf(state, RG_AST_TEXT, @3, $3);
      $$ = rg_build_attribute(state, @$, rg_build_operator(state, @$, $1, base), @5, $5); }
;

namespace:
    NAME                     { $$ = rg_build_leaf(state, RG_AST_NAME, @$, $1); }
  | namespace '.' NAME       { $$ = rg_build_attribute(state, @$, $1, @3, $3); }
;

/* ---------------------------------------------------------------- statements */

block:
    BLOCK_OPEN body BLOCK_CLOSE  { $$ = $2; }
;

body:
    %empty                   { $$ = rg_build_body(state); }
  | body step                { $$ = rg_trees_add(state, $1, $2); }
  | body error               { $$ = $1; yyerrok; }
;

step:
    NEWLINE line             { $$ = rg_build_line(state, @2, $2); }
  | MATCH line               { $$ = rg_build_section(state, RG_AST_MATCH, @2, $2); }
  | WHERE line               { $$ = rg_build_section(state, RG_AST_WHERE, @2, $2); }
  | LET line                 { $$ = rg_build_section(state, RG_AST_LET, @2, $2); }
  | SET line                 { $$ = rg_build_section(state, RG_AST_SET, @2, $2); }
  | REWRITE line             { $$ = rg_build_section(state, RG_AST_BIND, @2, $2); }
  | REWRITE action           { $$ = rg_end_step(state, $2); }
  | GROUP BY name_list
    { $$ = rg_end_step(state, rg_build_list(state, RG_AST_GROUP, @$, NULL, NULL, $3)); }
  | action                   { $$ = rg_end_step(state, $1); }
;

action:
    COUNT NAME               { $$ = rg_build_leaf(state, RG_AST_COUNT, @$, $2); }
  | EMIT NAME '=' expr
    { $$ = rg_build(state, RG_AST_EMIT, @$, $2, 2, rg_build_none(state, @2), $4); }
  | EMIT NAME '[' expr ']' '=' expr { $$ = rg_build(state, RG_AST_EMIT, @$, $2, 2, $4, $7); }
  | WARN expr                { $$ = rg_build(state, RG_AST_WARN, @$, NULL, 1, $2); }
  | ERROR expr               { $$ = rg_build(state, RG_AST_ERROR, @$, NULL, 1, $2); }
  | ERASE expr               { $$ = rg_build(state, RG_AST_ERASE, @$, NULL, 1, $2); }
  | RENAME expr              { $$ = rg_build_rename(state, @$, $2, NULL); }
  | RENAME expr NEXT expr    { $$ = rg_build_rename(state, @$, $2, $4); }
  | APPROXIMATE expr { $$ = rg_build(state, RG_AST_CLAIM, @$, "approximate", 1, $2); }
  | IGNORES claimed          { $$ = rg_build_list(state, RG_AST_CLAIM, @$, "ignores", NULL, $2); }
  | ASSUMES claimed          { $$ = rg_build_list(state, RG_AST_CLAIM, @$, "assumes", NULL, $2); }
  | for_head ':' step { $$ = rg_build_for_step(state, @$, $1, rg_trees_of(state, $3)); }
  | for_head block           { $$ = rg_build_for_step(state, @$, $1, $2); }
  | if_head ':' step         { $$ = rg_build(state, RG_AST_WHEN, @$, NULL, 2, $1, $3); }
  | if_head block            { $$ = rg_build_list(state, RG_AST_WHEN, @$, NULL, $1, $2); }
;

claimed:
    NAME { $$ = rg_trees_of(state, rg_build_leaf(state, RG_AST_TEXT, @1, $1)); }
  | claimed ',' NAME
    { $$ = rg_trees_add(state, $1, rg_build_leaf(state, RG_AST_TEXT, @3, $3)); }
;

/* The heads end the section before: `rg_begin_step()` runs before the steps inside are built. */
for_head:
    FOR_STEP name_list IN or_test loop_condition
    { $$ = rg_begin_step(state, rg_build_for_head(state, @$, $2, $4, $5)); }
;

if_head:
    IF_STEP expr             { $$ = rg_begin_step(state, $2); }
  | IF_STEP expr '=' expr
    { $$ = rg_begin_step(state, rg_build_assigned_condition(state, @3, $2, $4)); }
;

loop_condition:
    %empty                   { $$ = NULL; }
  | IF or_test               { $$ = $2; }
;

line:
    expr
  | expr ':' kinds           { $$ = rg_build_typed(state, $1, $3); }
  | expr ELSE ERROR expr     { $$ = rg_build_guard(state, @$, @3, false, $1, $4); }
  | expr ELSE expr           { $$ = rg_build_guard(state, @$, @2, true, $1, $3); }
  | targets '=' expr         { $$ = rg_build_assignment(state, @$, $1, $3); }
  | targets '=' expr ':' kinds
    { $$ = rg_build_assignment(state, @$, $1, rg_build_typed(state, $3, $5)); }
  | expr LEFT_ARROW expr as  { $$ = rg_build_write(state, @$, @2, false, $1, $3, $4); }
  | expr RIGHT_ARROW expr as { $$ = rg_build_write(state, @$, @2, true, $1, $3, $4); }
  | expr FAT_ARROW expr as   { $$ = rg_build_write(state, @$, @2, true, $1, $3, $4); }
  | expr BECOMES expr as { $$ = rg_build(state, RG_AST_BECOMES, @$, NULL, 3, $1, $3, $4); }
  | expr PLUS_ASSIGN expr    { $$ = rg_build_append(state, @$, $1, $3); }
;

targets:
    expr                     { $$ = rg_trees_of(state, $1); }
  | targets ',' expr         { $$ = rg_trees_add(state, $1, $3); }
;

as:
    %empty                   { $$ = rg_build_none(state, @$); }
  | AS expr                  { $$ = $2; }
;

/* ---------------------------------------------------------------- kinds */

kinds:
    kind                     { $$ = rg_trees_of(state, $1); }
  | kinds '|' kind           { $$ = rg_trees_add(state, $1, $3); }
;

kind:
    NAME                     { $$ = rg_build_kind(state, @$, $1, NULL); }
  | NAME '[' ']'             { $$ = rg_build_kind(state, @$, $1, rg_trees_new(state)); }
  | NAME '[' dims ']'        { $$ = rg_build_kind(state, @$, $1, $3); }
  | NAME '[' dims ',' ']'    { $$ = rg_build_kind(state, @$, $1, $3); }
  | NONE                     { $$ = rg_build_kind(state, @$, "none", NULL); }
;

dims:
    dim                      { $$ = rg_trees_of(state, $1); }
  | dims ',' dim             { $$ = rg_trees_add(state, $1, $3); }
;

dim:
    INT                      { $$ = rg_build_leaf(state, RG_AST_INT, @$, $1); }
  | ELLIPSIS                 { $$ = rg_build_leaf(state, RG_AST_ELLIPSIS, @$, NULL); }
  | name
  | '*' name                 { $$ = rg_build(state, RG_AST_STAR, @$, NULL, 1, $2); }
;

name:
    NAME                     { $$ = rg_build_leaf(state, RG_AST_NAME, @$, $1); }
  | WILDCARD                 { $$ = rg_build_leaf(state, RG_AST_WILDCARD, @$, NULL); }
;

name_list:
    name                     { $$ = rg_trees_of(state, $1); }
  | name_list ',' name       { $$ = rg_trees_add(state, $1, $3); }
  | '(' name_list ')'        { $$ = $2; }
;

/* ---------------------------------------------------------------- expressions and patterns */

/* What stands between commas of a call, a tuple or a list. */
element:
    expr
  | expr ':' kinds           { $$ = rg_build_typed(state, $1, $3); }
  | expr '=' expr            { $$ = rg_build_element(state, @$, $1, @2, $3); }
  | expr '=' expr ':' kinds
    { $$ = rg_build_element(state, @$, $1, @2, rg_build_typed(state, $3, $5)); }
  | '*' expr                 { $$ = rg_build(state, RG_AST_STAR, @$, NULL, 1, $2); }
  | POWER expr               { $$ = rg_build(state, RG_AST_STARSTAR, @$, NULL, 1, $2); }
;

elements:
    element                  { $$ = rg_trees_of(state, $1); }
  | elements ',' element     { $$ = rg_trees_add(state, $1, $3); }
;

arguments:
    %empty                   { $$ = rg_trees_new(state); }
  | elements
  | elements ','
;

expr:
    or_test
  | or_test IF or_test ELSE expr { $$ = rg_build(state, RG_AST_IF, @$, NULL, 3, $1, $3, $5); }
;

or_test:
    and_test
  | or_test OR and_test      { $$ = rg_build(state, RG_AST_OR, @$, NULL, 2, $1, $3); }
;

and_test:
    not_test
  | and_test AND not_test    { $$ = rg_build(state, RG_AST_AND, @$, NULL, 2, $1, $3); }
;

not_test:
    comparison
  | NOT not_test             { $$ = rg_build(state, RG_AST_UNARY, @$, "not", 1, $2); }
;

comparison:
    either
  | compared
;

compared:
    either compare_sign either { $$ = rg_build(state, RG_AST_COMPARE, @$, $2, 2, $1, $3); }
  | compared compare_sign either { $$ = rg_build_chain(state, @2, $1); }
;

compare_sign:
    EQ                       { $$ = "=="; }
  | NE                       { $$ = "!="; }
  | '<'                      { $$ = "<"; }
  | LE                       { $$ = "<="; }
  | '>'                      { $$ = ">"; }
  | GE                       { $$ = ">="; }
  | IN                       { $$ = "in"; }
  | NOT IN                   { $$ = "not in"; }
  | IS                       { $$ = "is"; }
  | IS NOT                   { $$ = "is not"; }
;

either:
    arith
  | either '|' arith         { $$ = rg_build_either(state, @$, $1, $3); }
;

arith:
    term
  | arith '+' term           { $$ = rg_build(state, RG_AST_BINARY, @$, "+", 2, $1, $3); }
  | arith '-' term           { $$ = rg_build(state, RG_AST_BINARY, @$, "-", 2, $1, $3); }
;

term:
    factor
  | term '*' factor          { $$ = rg_build(state, RG_AST_BINARY, @$, "*", 2, $1, $3); }
  | term '/' factor          { $$ = rg_build(state, RG_AST_BINARY, @$, "/", 2, $1, $3); }
  | term FLOOR factor        { $$ = rg_build(state, RG_AST_BINARY, @$, "//", 2, $1, $3); }
  | term '%' factor          { $$ = rg_build(state, RG_AST_BINARY, @$, "%", 2, $1, $3); }
;

factor:
    power
  | '-' factor               { $$ = rg_build(state, RG_AST_UNARY, @$, "-", 1, $2); }
  | '+' factor               { $$ = rg_build(state, RG_AST_UNARY, @$, "+", 1, $2); }
;

power:
    postfix
  | REUSE postfix            { $$ = rg_build(state, RG_AST_REUSE, @$, NULL, 1, $2); }
  | MAYBE postfix            { $$ = rg_build(state, RG_AST_MAYBE, @$, NULL, 1, $2); }
  | postfix POWER factor     { $$ = rg_build(state, RG_AST_BINARY, @$, "**", 2, $1, $3); }
;

postfix:
    primary
  | postfix '.' NAME         { $$ = rg_build_attribute(state, @$, $1, @3, $3); }
  | postfix '.' REGEX { $$ = rg_build_attribute_of(state, @$, $1, rg_build_regex(state, @3, $3)); }
  | postfix '.' template     { $$ = rg_build_attribute_of(state, @$, $1, $3); }
  | postfix COLONS NAME
    { $$ = rg_build_operator(state, @$, $1, rg_build_leaf(state, RG_AST_TEXT, @3, $3)); }
  | postfix COLONS REGEX { $$ = rg_build_operator(state, @$, $1, rg_build_regex(state, @3, $3)); }
  | postfix COLONS template  { $$ = rg_build_operator(state, @$, $1, $3); }
  | postfix '(' arguments ')' { $$ = rg_build_list(state, RG_AST_CALL, @$, NULL, $1, $3); }
  | postfix '~' '(' arguments ')' { $$ = rg_build_commuting(state, @$, $1, $4); }
  | postfix '(' expr comprehension ')'
    { $$ = rg_build(state, RG_AST_CALL, @$, NULL, 2, $1,
                    rg_build_for(state, rg_span_over(@3, @4), $3, NULL, $4)); }
  | postfix '[' subscripts ']' { $$ = rg_build_subscript(state, @$, $1, $3, false); }
  | postfix '[' subscripts ',' ']' { $$ = rg_build_subscript(state, @$, $1, $3, true); }
  | postfix '!'              { $$ = rg_build(state, RG_AST_WRITTEN, @$, NULL, 1, $1); }
;

subscripts:
    subscript                { $$ = rg_trees_of(state, $1); }
  | subscripts ',' subscript { $$ = rg_trees_add(state, $1, $3); }
;

subscript:
    expr
  | '*' expr                 { $$ = rg_build(state, RG_AST_STAR, @$, NULL, 1, $2); }
  | bound ':' bound
    { $$ = rg_build(state, RG_AST_RANGE, @$, NULL, 3, $1, $3, rg_build_none(state, @3)); }
  | bound ':' bound ':' bound { $$ = rg_build(state, RG_AST_RANGE, @$, NULL, 3, $1, $3, $5); }
;

bound:
    %empty                   { $$ = rg_build_none(state, @$); }
  | expr
;

primary:
    name
  | NONE                     { $$ = rg_build_leaf(state, RG_AST_NONE, @$, NULL); }
  | TRUE                     { $$ = rg_build_leaf(state, RG_AST_TRUE, @$, NULL); }
  | FALSE                    { $$ = rg_build_leaf(state, RG_AST_FALSE, @$, NULL); }
  | ELLIPSIS                 { $$ = rg_build_leaf(state, RG_AST_ELLIPSIS, @$, NULL); }
  | INT                      { $$ = rg_build_leaf(state, RG_AST_INT, @$, $1); }
  | FLOAT                    { $$ = rg_build_leaf(state, RG_AST_FLOAT, @$, $1); }
  | REGEX                    { $$ = rg_build_regex(state, @$, $1); }
  | string
  | opcode
  | '(' ')'                  { $$ = rg_build_leaf(state, RG_AST_TUPLE, @$, NULL); }
  | '(' elements ')'         { $$ = rg_build_paren(state, @$, $2, false); }
  | '(' elements ',' ')'     { $$ = rg_build_paren(state, @$, $2, true); }
  | '(' expr comprehension ')' { $$ = rg_build_generator(state, @$); }
  | '[' ']'                  { $$ = rg_build_leaf(state, RG_AST_LIST, @$, NULL); }
  | '[' elements ']'         { $$ = rg_build_list_display(state, @$, $2); }
  | '[' elements ',' ']'     { $$ = rg_build_list_display(state, @$, $2); }
  | '[' expr comprehension ']' { $$ = rg_build_list_for(state, @$, $2, $3); }
  | DICT_OPEN DICT_CLOSE     { $$ = rg_build_leaf(state, RG_AST_DICT, @$, NULL); }
  | DICT_OPEN pairs DICT_CLOSE { $$ = rg_build_list(state, RG_AST_DICT, @$, NULL, NULL, $2); }
  | DICT_OPEN pairs ',' DICT_CLOSE { $$ = rg_build_list(state, RG_AST_DICT, @$, NULL, NULL, $2); }
  | DICT_OPEN expr ':' expr comprehension DICT_CLOSE { $$ = rg_build_for(state, @$, $2, $4, $5); }
;

pairs:
    expr ':' expr { $$ = rg_trees_add(state, rg_trees_of(state, $1), $3); }
  | pairs ',' expr ':' expr { $$ = rg_trees_add(state, rg_trees_add(state, $1, $3), $5); }
;

comprehension:
    FOR name_list IN or_test loop_condition { $$ = rg_build_for_head(state, @$, $2, $4, $5); }
;

opcode:
    OPCODE                   { $$ = rg_build_opcode(state, @$, $1, NULL); }
  | OPCODE TARGET_OPEN opcode_target ']' { $$ = rg_build_opcode(state, @$, $1, $3); }
;

opcode_target:
    TARGET                   { $$ = rg_build_leaf(state, RG_AST_TEXT, @$, $1); }
  | REGEX                    { $$ = rg_build_regex(state, @$, $1); }
  | WILDCARD                 { $$ = rg_build_leaf(state, RG_AST_WILDCARD, @$, NULL); }
  | string
;

string:
    STRING_OPEN parts STRING_CLOSE { $$ = rg_build_string_literal(state, @$, $2); }
;

template:
    TEMPLATE_OPEN parts TEMPLATE_CLOSE { $$ = rg_build_template(state, @$, $2); }
;

parts:
    %empty                   { $$ = rg_trees_new(state); }
  | parts STRING_TEXT { $$ = rg_trees_add(state, $1, rg_build_leaf(state, RG_AST_TEXT, @2, $2)); }
  | parts hole               { $$ = rg_trees_add(state, $1, $2); }
;

hole:
    HOLE_OPEN expr HOLE_CLOSE    { $$ = $2; }
;

%%

/* The stack is full: something is nested, or chained, far too deep. */
static void yyerror(const rg_span *span, rg_rules_state *state, const char *message) {
    (void)message;
    rg_complain_depth(state, *span);
}

static int yyreport_syntax_error(const yypcontext_t *context, rg_rules_state *state) {
    enum { ALL = YYNTOKENS };
    yysymbol_kind_t kinds[ALL];
    const char *names[ALL];
    int count = yypcontext_expected_tokens(context, kinds, ALL);
    for (int i = 0; i < count; i++)
        names[i] = yysymbol_name(kinds[i]);
    yysymbol_kind_t token = yypcontext_token(context);
    rg_complain_syntax(state, *yypcontext_location(context),
                       token == YYSYMBOL_YYEMPTY ? "" : yysymbol_name(token), names, count);
    return 0;
}
