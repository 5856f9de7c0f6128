/* The Python form of graphs: what print_readable, gm.code and compile logs print, and scripts that
 * hold such code.
 *
 * It is read a logical line at a time; what belongs to which class or function its indentation
 * says, which is the listener's concern. An expression is told as a whole, with its outermost
 * parts: one statement of a graph is one operation. */

%require "3.8"
%define api.pure full
%define api.prefix {rg_python_}
%define api.token.prefix {TOKEN_}
%define api.location.type {rg_place}
%define parse.error custom
%locations
%expect 0

%code requires {
#include "python/build.h"
}

%param { void *scanner }
%parse-param { rg_python_scan *scan }

%union {
    rg_python_value value;
    uint32_t number;
}

%code {
#include <stdio.h>
#include <string.h>

int rg_python_lex(RG_PYTHON_STYPE *value, rg_place *place, void *scanner);
static void yyerror(rg_place *place, void *scanner, rg_python_scan *scan, const char *message);

#define TELL(...) rg_python_tell(scan, (rg_python_event){.kind = __VA_ARGS__})

/* Places are offsets: from the first part to the last. */
#define YYLLOC_DEFAULT(whole, parts, count)                                                        \
    do {                                                                                           \
        (whole).begin = (count) ? YYRHSLOC(parts, 1).begin : YYRHSLOC(parts, 0).end;               \
        (whole).end = YYRHSLOC(parts, count).end;                                                  \
    } while (0)

/* The stacks grow on the heap, in memory that goes when reading ends. One level of nesting takes at
 * most six entries. */
#define YYMALLOC(size) rg_alloc(scan->arena, size)
#define YYFREE(memory) ((void)(memory))
#define YYMAXDEPTH (8 * RG_MAX_NESTING)
}

%token         CLASS         "`class`"
%token         DEF           "`def`"
%token         RETURN        "`return`"
%token         PASS          "`pass`"
%token         OTHER_LINE    "another statement"
%token         NEWLINE       "end of line"
%token         NAME          "a name"
%token         NUMBER        "a number"
%token         STRING        "a string"
%token         OBJECT        "an object"
%token         ELLIPSIS      "`...`"
%token         ARROW         "`->`"
%token         AUGMENT       "an assignment operator"
%token         POWER         "`**`"
%token         FLOOR         "`//`"
%token         SHIFT         "a shift"
%token         COMPARE       "a comparison"

/* What is wrong wherever it stands */
%token         OPEN_STRING   "a string that does not end"
%token         DEEP          "deep nesting"
%token         BYTE          "a control byte"
%token         JUNK          "other text"

%type<value>   expression postfix atom values targets annotation
%type<number>  arguments argument_list index items pairs more

%nonassoc COMPARE
%left '|'
%left '^'
%left '&'
%left SHIFT
%left '+' '-'
%left '*' '/' FLOOR '%' '@'
%precedence SIGN
%right POWER

%%

file
    : %empty
    | file line
    ;

line
    : NEWLINE
    | statements NEWLINE
    | statements ';' NEWLINE
    | class NEWLINE
    | function NEWLINE
    | function statements NEWLINE
    | OTHER_LINE                        { TELL(RG_PYTHON_OTHER_LINE, .place = @1); }
      other NEWLINE                     { rg_python_end_statement(scan); }
    | error NEWLINE                     { rg_python_end_statement(scan); yyerrok; }
    ;

/* ---- classes and functions */

class
    : CLASS '(' arguments ')' ':'       { TELL(RG_PYTHON_CLASS, .place = rg_python_behind_word(scan, @1)); rg_python_end_statement(scan); }
    | CLASS ':'                         { TELL(RG_PYTHON_CLASS, .place = rg_python_behind_word(scan, @1)); }
    ;

function
    : def '(' parameters ')' ':'        { TELL(RG_PYTHON_DEF_END, .place = @$); }
    | def '(' parameters ')' ARROW expression ':'
        { rg_python_tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_DEF_END, .place = @$}, NULL, &$6, NULL); }
    ;

def
    : DEF                               { TELL(RG_PYTHON_DEF, .place = rg_python_behind_word(scan, @1)); }
    ;

parameters
    : %empty
    | parameter_list
    | parameter_list ','
    ;

parameter_list
    : parameter
    | parameter_list ',' parameter
    ;

parameter
    : NAME
        { TELL(RG_PYTHON_PARAMETER, .place = @1); }
    | NAME ':' expression
        { rg_python_tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_PARAMETER, .place = @1}, NULL, &$3, NULL); }
    | NAME '=' expression
        { rg_python_tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_PARAMETER, .place = @1}, NULL, NULL, &$3); }
    | NAME ':' expression '=' expression
        { rg_python_tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_PARAMETER, .place = @1}, NULL, &$3, &$5); }
    | '*'
    | '/'
    | '*' NAME
        { TELL(RG_PYTHON_PARAMETER, .place = @2, .stars = 1); }
    | '*' NAME ':' expression
        { rg_python_tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_PARAMETER, .place = @2, .stars = 1}, NULL, &$4, NULL); }
    | POWER NAME
        { TELL(RG_PYTHON_PARAMETER, .place = @2, .stars = 2); }
    | POWER NAME ':' expression
        { rg_python_tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_PARAMETER, .place = @2, .stars = 2}, NULL, &$4, NULL); }
    ;

/* ---- statements */

statements
    : statement
    | statements ';' statement
    ;

statement
    : PASS
        { TELL(RG_PYTHON_PASS, .place = @1); }
    | RETURN
        { rg_python_tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_RETURN, .place = @$}, NULL, NULL, NULL); }
    | RETURN values
        { rg_python_tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_RETURN, .place = @$}, NULL, NULL, &$2); }
    | values
        { rg_python_tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_BARE, .place = @$}, NULL, NULL, &$1); }
    | targets values
        { rg_python_tell_statement(scan, (rg_python_event){.kind = rg_python_is_none(scan, &$2) ? RG_PYTHON_KILL : RG_PYTHON_ASSIGN, .place = @$}, &$1, NULL, &$2); }
    | expression ':' annotation
        { rg_python_tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_DECLARE, .place = @$}, &$1, &$3, NULL); }
    | expression ':' annotation '=' values
        { rg_python_tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_ASSIGN, .place = @$}, &$1, &$3, &$5); }
    | expression AUGMENT values
        { rg_python_tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_AUGMENT, .place = @2}, &$1, NULL, &$3); }
    ;

annotation
    : expression
        { $$ = $1; rg_python_drop_arguments(scan, $1.count); $$.count = 0; }
    ;

/* `a =`, or `a = b =`: the last target waits for the value; those before it are told now. */
targets
    : values '='                        { $$ = $1; }
    | targets values '='
        { $$ = rg_python_target(scan, &$1, &$2, @1); }
    ;

/* A value, or several with commas between them. */
values
    : expression                        { $$ = $1; }
    | more                              { $$ = rg_python_container(@$, $1); $$.kind = RG_PYTHON_LIST_OF_VALUES; }
    | more expression                   { rg_python_push_argument(scan, &$2, (rg_place){0, 0}); $$ = rg_python_container(@$, $1 + 1); $$.kind = RG_PYTHON_LIST_OF_VALUES; }
    ;

more
    : expression ','                    { rg_python_push_argument(scan, &$1, (rg_place){0, 0}); $$ = 1; }
    | more expression ','               { rg_python_push_argument(scan, &$2, (rg_place){0, 0}); $$ = $1 + 1; }
    ;

/* The rest of a line that no graph has. */
other
    : %empty
    | other NAME | other NUMBER | other STRING | other OBJECT | other ELLIPSIS | other ARROW
    | other AUGMENT | other POWER | other FLOOR | other SHIFT | other COMPARE | other OPEN_STRING
    | other '(' | other ')' | other '[' | other ']' | other '{' | other '}' | other ',' | other '.'
    | other ':' | other ';' | other '=' | other '+' | other '-' | other '*' | other '/' | other '%'
    | other '@' | other '&' | other '|' | other '^' | other '~' | other JUNK
    ;

/* ---- expressions */

expression
    : postfix                           { $$ = $1; }
    | '-' expression %prec SIGN         { $$ = rg_python_unary(scan, @1, &$2); }
    | '+' expression %prec SIGN         { $$ = rg_python_unary(scan, @1, &$2); }
    | '~' expression %prec SIGN         { $$ = rg_python_unary(scan, @1, &$2); }
    | expression '+' expression         { $$ = rg_python_binary(scan, &$1, @2, &$3); }
    | expression '-' expression         { $$ = rg_python_binary(scan, &$1, @2, &$3); }
    | expression '*' expression         { $$ = rg_python_binary(scan, &$1, @2, &$3); }
    | expression '/' expression         { $$ = rg_python_binary(scan, &$1, @2, &$3); }
    | expression FLOOR expression       { $$ = rg_python_binary(scan, &$1, @2, &$3); }
    | expression '%' expression         { $$ = rg_python_binary(scan, &$1, @2, &$3); }
    | expression '@' expression         { $$ = rg_python_binary(scan, &$1, @2, &$3); }
    | expression '&' expression         { $$ = rg_python_binary(scan, &$1, @2, &$3); }
    | expression '|' expression         { $$ = rg_python_binary(scan, &$1, @2, &$3); }
    | expression '^' expression         { $$ = rg_python_binary(scan, &$1, @2, &$3); }
    | expression SHIFT expression       { $$ = rg_python_binary(scan, &$1, @2, &$3); }
    | expression POWER expression       { $$ = rg_python_binary(scan, &$1, @2, &$3); }
    | expression COMPARE expression     { $$ = rg_python_binary(scan, &$1, @2, &$3); }
    ;

postfix
    : atom                              { $$ = $1; }
    | postfix '.' NAME                  { $$ = rg_python_attribute(scan, &$1, @$); }
    | postfix '(' arguments ')'         { $$ = rg_python_call(scan, &$1, $3, @$, @2.end); }
    | postfix '[' index ']'             { $$ = rg_python_subscript(scan, &$1, $3, @$, @2.end); }
    ;

arguments
    : %empty                            { $$ = 0; }
    | argument_list                     { $$ = $1; }
    | argument_list ','                 { $$ = $1; }
    ;

argument_list
    : argument                          { $$ = 1; }
    | argument_list ',' argument        { $$ = $1 + 1; }
    ;

argument
    : expression                        { rg_python_push_argument(scan, &$1, (rg_place){0, 0}); }
    | NAME '=' expression               { rg_python_push_argument(scan, &$3, @1); }
    | '*' expression                    { rg_python_push_argument(scan, &$2, @1); }
    | POWER expression                  { rg_python_push_argument(scan, &$2, @1); }
    ;

index
    : %empty                            { $$ = 0; }
    | items                             { $$ = $1; }
    | items ','                         { $$ = $1; }
    ;

items
    : expression                        { rg_python_push_argument(scan, &$1, (rg_place){0, 0}); $$ = 1; }
    | items ',' expression              { rg_python_push_argument(scan, &$3, (rg_place){0, 0}); $$ = $1 + 1; }
    ;

atom
    : NAME                              { $$ = rg_python_single(RG_PYTHON_NAME, @1); }
    | NUMBER                            { $$ = rg_python_single(RG_PYTHON_NUMBER, @1); }
    | STRING                            { $$ = rg_python_single(RG_PYTHON_STRING, @1); }
    | OBJECT                            { $$ = rg_python_single(RG_PYTHON_NUMBER, @1); }
    | ELLIPSIS                          { $$ = rg_python_single(RG_PYTHON_NUMBER, @1); }
    | '(' ')'                           { $$ = rg_python_container(@$, 0); }
    | '(' items ')'                     { $$ = rg_python_container(@$, $2); }
    | '(' items ',' ')'                 { $$ = rg_python_container(@$, $2); }
    | '[' index ']'                     { $$ = rg_python_container(@$, $2); }
    | '{' '}'                           { $$ = rg_python_container(@$, 0); }
    | '{' pairs '}'                     { $$ = rg_python_container(@$, $2); }
    | '{' pairs ',' '}'                 { $$ = rg_python_container(@$, $2); }
    | '{' items '}'                     { $$ = rg_python_container(@$, $2); }
    ;

pairs
    : pair                              { $$ = 2; }
    | pairs ',' pair                    { $$ = $1 + 2; }
    ;

pair
    : expression ':'                    { rg_python_push_argument(scan, &$1, (rg_place){0, 0}); }
      expression                        { rg_python_push_argument(scan, &$4, (rg_place){0, 0}); }
    ;

%%

/* The only error that is not one of syntax: stacks beyond YYMAXDEPTH. */
static void yyerror(rg_place *place, void *scanner, rg_python_scan *scan, const char *message) {
    (void)scanner;
    (void)message;
    TELL(RG_PYTHON_DEEP_ERROR, .place = *place);
}

enum { MOST_EXPECTED = 4 }; /* a longer list does not help */

/* "`)`, a name or a string" into `text`; empty when there is too much that could stand. */
static void list_expected(char *text, size_t size, const yypcontext_t *context) {
    yysymbol_kind_t kinds[MOST_EXPECTED];
    int count = yypcontext_expected_tokens(context, kinds, MOST_EXPECTED);
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < count && length < size; i++) {
        const char *before = i == 0 ? "" : i == count - 1 ? " or " : ", ";
        int added = snprintf(text + length, size - length, "%s%s", before,
                             yysymbol_name(kinds[i]));
        length += added > 0 ? (size_t)added : 0;
    }
}

static int yyreport_syntax_error(const yypcontext_t *context, void *scanner,
                                 rg_python_scan *scan) {
    (void)scanner;
    yysymbol_kind_t found = yypcontext_token(context);
    const rg_place *place = yypcontext_location(context);
    char expected[256];
    list_expected(expected, sizeof expected, context);
    rg_python_event_kind kind = found == YYSYMBOL_DEEP          ? RG_PYTHON_DEEP_ERROR
                                : found == YYSYMBOL_BYTE        ? RG_PYTHON_BYTE_ERROR
                                : found == YYSYMBOL_OPEN_STRING ? RG_PYTHON_STRING_ERROR
                                                                : RG_PYTHON_SYNTAX_ERROR;
    TELL(kind, .place = *place, .expected = expected,
         .found = found == YYSYMBOL_YYEMPTY ? "" : yysymbol_name(found));
    scan->depth = 0; /* the next line end ends what could not be read */
    return 0;
}
