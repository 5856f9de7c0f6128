/* Operator schema strings, as PyTorch prints and parses them:
 *
 *     aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)
 *
 * Actions only build. Lists are left-recursive, so the stack grows with the nesting of types alone;
 * it does not grow beyond YYMAXDEPTH, which is an error of the schema. No conflicts: a `(` where a
 * type may begin opens a tuple type, a `(` after the base of a type opens its alias set. */
%require "3.8"
%expect 0
%define api.pure full
%define api.prefix {rg_schema_yy}
%define api.location.type {rg_schema_place}
%define parse.error custom
%locations
%param {void *scanner}
%parse-param {rg_schema_builder *builder}

%code requires {
#include "schema/build.h"
}

%code {
/* Deep enough for any type a person writes, small enough for the C stack. */
#define YYINITDEPTH 200
#define YYMAXDEPTH 200

#define YYLLOC_DEFAULT(current, rhs, count)                                                        \
    do {                                                                                           \
        (current).begin = (count) ? YYRHSLOC(rhs, 1).begin : YYRHSLOC(rhs, 0).end;                 \
        (current).end = YYRHSLOC(rhs, (count) ? (count) : 0).end;                                  \
    } while (0)

int rg_schema_yylex(RG_SCHEMA_YYSTYPE *value, RG_SCHEMA_YYLTYPE *place, void *scanner);

static void rg_schema_yyerror(const rg_schema_place *place, void *scanner,
                              rg_schema_builder *builder, const char *message) {
    (void)scanner;
    (void)message; /* bison's own: the stack is full */
    rg_schema_error(builder, *place, "types are nested too deeply");
}

static const rg_schema_place NO_PLACE = {0, 0};
static const rg_alias_set NO_ALIAS = {0, 0, false};
static const rg_schema_default_value NO_VALUE = {RG_DEFAULT_NONE, 0};
}

%union {
    rg_schema_type type;
    rg_alias_set alias;
    uint32_t letters;
    bool flag;
    rg_schema_place place;
    rg_schema_default_value value;
}

%token YYEOF 0 "the end of the schema"
%token NAME "a name" INTEGER "an integer" NUMBER "a number" STRING "a string"
%token COLONS "'::'" ARROW "'->'" DOTS "'...'"
%token OF_TYPE "'Future'" DICT "'Dict'" UNION "'Union'"
%token BAD_BYTE "a byte that schemas do not have"

%type <type> type plain_type tuple_type base
%type <alias> alias
%type <letters> set letter
%type <flag> written
%type <place> word dotted overload length
%type <value> default number

%%

schema:
    operator '(' params ')' ARROW results

operator:
    dotted COLONS word overload    { rg_schema_name(builder, $1, $3, $4); }

dotted:
    word
  | dotted '.' word                { $$ = @$; }

overload:
    %empty                         { $$ = NO_PLACE; }
  | '.' word                       { $$ = $2; }

/* Words that begin types may also be names. */
word:
    NAME                           { $$ = @1; }
  | OF_TYPE                        { $$ = @1; }
  | DICT                           { $$ = @1; }
  | UNION                          { $$ = @1; }

params:
    %empty
  | some_params

some_params:
    param
  | some_params ',' param

param:
    '*'                            { rg_schema_keyword_only(builder, @1); }
  | DOTS                           { rg_schema_variadic(builder); }
  | type word                      { rg_schema_param(builder, $1, @1, $2, NO_VALUE, NO_PLACE); }
  | type word '=' default          { rg_schema_param(builder, $1, @1, $2, $4, @4); }

results:
    DOTS                           { rg_schema_variadic(builder); }
  | plain_result
  | '(' ')'
  | '(' some_results ')'

plain_result:
    plain_type                     { rg_schema_result(builder, $1, @1, NO_PLACE); }
  | plain_type word                { rg_schema_result(builder, $1, @1, $2); }

some_results:
    result
  | some_results ',' result

result:
    DOTS                           { rg_schema_variadic(builder); }
  | type                           { rg_schema_result(builder, $1, @1, NO_PLACE); }
  | type word                      { rg_schema_result(builder, $1, @1, $2); }

/* ---------------------------------------------------------------- types */

type:
    plain_type
  | tuple_type

plain_type:
    base
  | plain_type '[' length ']' alias { $$ = rg_schema_list(builder, $1, $3, $5); }
  | plain_type '?'                 { $$ = rg_schema_optional($1); }

tuple_type:
    '(' types ')' alias            { $$ = rg_schema_other($4); }
  | tuple_type '[' length ']' alias { $$ = rg_schema_list(builder, $1, $3, $5); }
  | tuple_type '?'                 { $$ = rg_schema_optional($1); }

types:
    type                           { (void)$1; }
  | types ',' type                 { (void)$3; }

base:
    type_name alias                { $$ = rg_schema_base(builder, @1, $2); }
  | OF_TYPE '(' type ')' alias     { $$ = rg_schema_other($5); (void)$3; }
  | DICT '(' types ')' alias       { $$ = rg_schema_other($5); }
  | UNION '(' types ')' alias      { $$ = rg_schema_other($5); }

type_name:
    NAME
  | type_name '.' NAME

length:
    %empty                         { $$ = NO_PLACE; }
  | INTEGER                        { $$ = @1; }

/* ---------------------------------------------------------------- alias annotations */

alias:
    %empty                         { $$ = NO_ALIAS; }
  | '!'                            { $$ = rg_schema_alias(builder, @$, 0, 0, true); }
  | '(' set written ')'            { $$ = rg_schema_alias(builder, @$, $2, $2, $3); }
  | '(' set written ARROW set ')'  { $$ = rg_schema_alias(builder, @$, $2, $5, $3); }

written:
    %empty                         { $$ = false; }
  | '!'                            { $$ = true; }

set:
    letter
  | set '|' letter                 { $$ = $1 | $3; }

letter:
    '*'                            { $$ = RG_ALIAS_ANY; }
  | NAME                           { $$ = rg_schema_letter(builder, @1); }

/* ---------------------------------------------------------------- defaults */

default:
    NAME                           { $$ = rg_schema_word(builder, @1); }
  | STRING                         { $$ = (rg_schema_default_value){RG_DEFAULT_STR, 0}; }
  | number
  | '[' ']'                        { $$ = (rg_schema_default_value){RG_DEFAULT_LIST, 0}; }
  | '[' defaults ']'               { $$ = (rg_schema_default_value){RG_DEFAULT_LIST, 0}; }

defaults:
    default                        { (void)$1; }
  | defaults ',' default           { (void)$3; }

number:
    INTEGER                        { $$ = rg_schema_number(builder, @$); }
  | NUMBER                         { $$ = rg_schema_number(builder, @$); }
  | '-' INTEGER                    { $$ = rg_schema_number(builder, @$); }
  | '-' NUMBER                     { $$ = rg_schema_number(builder, @$); }

%%

static int yyreport_syntax_error(const yypcontext_t *context, void *scanner,
                                           rg_schema_builder *builder) {
    enum { FEW = 4 };
    yysymbol_kind_t expected[FEW];
    rg_text text = rg_text_new(rg_schema_scratch(builder));
    int count = yypcontext_expected_tokens(context, expected, FEW); /* 0: too many to tell */
    (void)scanner;
    for (int i = 0; i < count; i++)
        rg_text_printf(&text, "%s%s", i == 0 ? "" : i == count - 1 ? " or " : ", ",
                       yysymbol_name(expected[i]));
    rg_schema_unexpected(builder, *yypcontext_location(context),
                         yypcontext_token(context) == YYSYMBOL_YYEOF, rg_text_string(&text));
    return 0;
}
