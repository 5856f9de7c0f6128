/* Graphs as text: what torch prints for a graph, and the same text with annotations.
 *
 * A file is a main graph and the bodies of nested ones; a graph is a header and statements, one a
 * line. Values in args are not quoted by torch, so any text can be one: what is none of the known
 * forms is kept as it stands, as a text of its own between two separators, and where not even
 * separators can be told from text, the statement keeps all its values as text (`error` below).
 *
 * No conflicts are expected. Where an item may be empty, lists begin with two items or with one
 * that is not empty, so that the closing bracket decides. */

%require "3.8"
%define api.pure full
%define api.prefix {rg_graph_}
%define api.token.prefix {TOKEN_}
%define api.location.type {rg_place}
%define parse.error custom
%locations
%expect 0

%code requires {
#include "graph_build.h"
}

%param { void *scanner }
%parse-param { rg_build *build }

%union {
    rg_value value;
    uint32_t number;
}

%code {
#include <stdio.h>

int rg_graph_lex(RG_GRAPH_STYPE *value, rg_place *place, void *scanner);
static void yyerror(rg_place *place, void *scanner, rg_build *build, const char *message);

/* Places are offsets: from the first part to the last. */
#define YYLLOC_DEFAULT(whole, parts, count)                                                        \
    do {                                                                                           \
        (whole).begin = (count) ? YYRHSLOC(parts, 1).begin : YYRHSLOC(parts, 0).end;               \
        (whole).end = YYRHSLOC(parts, count).end;                                                  \
    } while (0)

/* The stacks grow on the heap, in memory that goes when reading ends. One level of nesting takes at
 * most five entries: `{`, pairs, separator, key, colon. */
#define YYMALLOC(size) rg_build_memory(build, size)
#define YYFREE(memory) ((void)(memory))
#define YYMAXDEPTH (8 * RG_MAX_NESTING)
}

/* Headers and statements */
%token         GRAPH         "`graph():`"
%token         HEADER_END    "`):`"
%token         END           "end of line"
%token<number> DEFINE        "`%name : `"
%token         EQUALS        "`%name = `"
%token         TYPE          "a type"
%token         ANNOTATION    "a quoted annotation"
%token         TENSOR        "`Tensor \"...\"`"
%token         USERS         "`[num_users=N] = `"
%token         PLACEHOLDER   "`placeholder[target=...]`"
%token         GET_ATTR      "`get_attr[target=...]`"
%token         SELF          "`self.NAME`"
%token         CALL          "`call_function[target=...]`"
%token         OPCODE        "an opcode"
%token         TARGET        "a target and `]`"
%token         TARGET_ARGS   "a target and `](args = (`"
%token         KWARGS        "`), kwargs = {`"
%token         ONE_KWARGS    "`,), kwargs = {`"
%token         CALL_END      "`})`"
%token         NO_KWARGS     "`), kwargs = {})`"
%token         ONE_NO_KWARGS "`,), kwargs = {})`"
%token         DEFAULT       "`(default=`"
%token         DEFAULT_END   "`)` of the default"
%token<number> RETURN        "`return `"
%token<number> WHOLE         "a statement"
%token<number> CALL_HEAD     "a call up to its args"
%token<number> PLACEHOLDER_HEAD "a placeholder"
%token         META          "`  # {`"
%token         OPAQUE_END    "end of values"

/* Values */
%token         SEPARATOR     "`, `"
%token         COLON         "`: `"
%token         ONE_CLOSE     "`,)`"
%token         NONE          "None"
%token         TRUE          "True"
%token         FALSE         "False"
%token         ELLIPSIS      "Ellipsis"
%token         REFERENCE     "`%name`"
%token         INT           "an int"
%token         FLOAT         "a float"
%token         COMPLEX       "a complex number"
%token         STRING        "a quoted string"
%token         DOTTED        "a dotted name"
%token         RAW           "text"

/* What is wrong wherever it stands */
%token         DEEP          "deep nesting"
%token         BYTE          "a control byte"
%token         JUNK          "other text"
%token         LINE_BREAK    "a line break"

%type<value>   value text piece container key_text
%type<number>  many pairs keywords

%%

file
    : graph
    | file graph
    ;

graph
    : header statements
    ;

header
    : opening parameters HEADER_END END { rg_build_header_end(build, @3); }
    ;

opening
    : GRAPH                             { rg_build_graph(build, @1); }
    ;

parameters
    : %empty
    | parameter
    | parameters SEPARATOR parameter
    ;

parameter
    : value                             { rg_build_parameter(build, @1); }
    ;

statements
    : %empty
    | statements statement END
    | statements WHOLE                  { rg_build_whole(build, $2); }
    ;

statement
    : definition                        { rg_build_statement(build, @$); }
    | definition remark                 { rg_build_statement(build, @$); }
    | EQUALS                            { rg_build_equals_error(build, @1); YYABORT; }
    ;

definition
    : declared PLACEHOLDER TARGET       { rg_build_placeholder(build, @3); }
      default
    | declared GET_ATTR TARGET          { rg_build_get_attr(build, @3, false); }
    | declared SELF                     { rg_build_get_attr(build, @2, true); }
    | declared callee arguments         { rg_build_call_end(build); }
    | PLACEHOLDER_HEAD                  { rg_build_head(build, $1); }
      default
    | call_head arguments               { rg_build_call_end(build); }
    | declared OPCODE                   { rg_build_opcode_error(build, @2); YYABORT; }
    | result
    ;

call_head
    : CALL_HEAD                         { rg_build_head(build, $1); }
    ;

declared
    : DEFINE USERS
        { rg_build_define(build, @1, $1); rg_build_users(build, @2); }
    | name annotations USERS            { rg_build_users(build, @3); }
    ;

name
    : DEFINE                            { rg_build_define(build, @1, $1); }
    ;

annotations
    : type
    | annotation
    | type annotation
    ;

type
    : type_text                         { rg_build_type(build, @1); }
    ;

type_text
    : TYPE
    | type_text TYPE
    ;

annotation
    : ANNOTATION                        { rg_build_annotation(build, @1, false); }
    | TENSOR                            { rg_build_annotation(build, @1, true); }
    ;

default
    : %empty
    | default_begin item DEFAULT_END    { rg_build_default(build); }
    | default_begin error OPAQUE_END    { rg_build_opaque(build); yyerrok; }
    ;

default_begin
    : DEFAULT                           { rg_build_default_begin(build, @1); }
    ;

callee
    : CALL TARGET_ARGS                  { rg_build_call(build, @1, @2); }
    ;

arguments
    : NO_KWARGS                         { rg_build_arguments(build, 0); }
    | item ONE_NO_KWARGS                { rg_build_arguments(build, 1); }
    | many NO_KWARGS                    { rg_build_arguments(build, $1); }
    | value NO_KWARGS                   { rg_build_tuple_error(build, @1); YYABORT; }
    | positional keywords CALL_END      { rg_build_keyword_arguments(build, $2); }
    | error OPAQUE_END                  { rg_build_opaque(build); yyerrok; }
    ;

positional
    : KWARGS                            { rg_build_arguments(build, 0); }
    | item ONE_KWARGS                   { rg_build_arguments(build, 1); }
    | many KWARGS                       { rg_build_arguments(build, $1); }
    | value KWARGS                      { rg_build_tuple_error(build, @1); YYABORT; }
    ;

keywords
    : keyword_item                      { $$ = 1; }
    | keywords SEPARATOR keyword_item   { $$ = $1 + 1; }
    ;

keyword_item
    : keyword_name COLON item
    ;

keyword_name
    : key_text                          { rg_build_keyword(build, $1, @1); }
    ;

result
    : return item                       { rg_build_result(build); }
    | return error OPAQUE_END           { rg_build_opaque(build); yyerrok; }
    ;

return
    : RETURN                            { rg_build_return(build, @1, $1); }
    ;

remark
    : META '}'                          { rg_build_meta(build, 0); }
    | META pairs '}'                    { rg_build_meta(build, $2); }
    ;

/* ---- values */

item
    : %empty                            { rg_build_empty_item(build); }
    | piece                             { rg_build_item(build, $1, @1); }
    | text                              { rg_build_item(build, $1, @1); }
    ;

/* One that is not empty and stands alone in its brackets. */
value
    : piece
    | text
    ;

/* What no single piece is. */
text
    : COLON                             { $$ = rg_build_raw(); }
    | piece COLON                       { $$ = rg_build_joined(build, $1, @1, rg_build_raw(), @2); }
    | piece piece                       { $$ = rg_build_joined(build, $1, @1, $2, @2); }
    | text COLON                        { $$ = rg_build_joined(build, $1, @1, rg_build_raw(), @2); }
    | text piece                        { $$ = rg_build_joined(build, $1, @1, $2, @2); }
    ;

piece
    : NONE                              { $$ = rg_none(); }
    | TRUE                              { $$ = rg_bool(true); }
    | FALSE                             { $$ = rg_bool(false); }
    | ELLIPSIS                          { $$ = rg_make_value(RG_ELLIPSIS, 0, 0); }
    | REFERENCE                         { $$ = rg_build_reference(build, @1); }
    | INT                               { $$ = rg_build_int(build, @1); }
    | FLOAT                             { $$ = rg_build_float(build, @1); }
    | COMPLEX                           { $$ = rg_build_complex(build, @1); }
    | STRING                            { $$ = rg_build_string(build, @1); }
    | DOTTED                            { $$ = rg_build_dotted(build, @1); }
    | RAW                               { $$ = rg_build_raw(); }
    | container
    ;

container
    : '(' ')'                           { $$ = rg_build_container(build, RG_TUPLE, 0); }
    | '(' item ONE_CLOSE                { $$ = rg_build_container(build, RG_TUPLE, 1); }
    | '(' many ')'                      { $$ = rg_build_container(build, RG_TUPLE, $2); }
    | '(' value ')'                     { $$ = rg_build_grouped(build, @$); }
    | '[' ']'                           { $$ = rg_build_container(build, RG_LIST, 0); }
    | '[' only ']'                      { $$ = rg_build_container(build, RG_LIST, 1); }
    | '[' many ']'                      { $$ = rg_build_container(build, RG_LIST, $2); }
    | '{' '}'                           { $$ = rg_build_container(build, RG_DICT, 0); }
    | '{' pairs '}'                     { $$ = rg_build_container(build, RG_DICT, 2 * $2); }
    ;

only
    : value                             { rg_build_item(build, $1, @1); }
    ;

many
    : item SEPARATOR item               { $$ = 2; }
    | many SEPARATOR item               { $$ = $1 + 1; }
    ;

pairs
    : pair                              { $$ = 1; }
    | pairs SEPARATOR pair              { $$ = $1 + 1; }
    ;

pair
    : key COLON item
    ;

key
    : %empty                            { rg_build_empty_item(build); }
    | key_text                          { rg_build_key(build, $1, @1); }
    ;

key_text
    : piece
    | key_text piece                    { $$ = rg_build_joined(build, $1, @1, $2, @2); }
    ;

%%

/* The only error that is not one of syntax: stacks beyond YYMAXDEPTH. */
static void yyerror(rg_place *place, void *scanner, rg_build *build, const char *message) {
    (void)scanner;
    (void)message;
    rg_build_deep_error(build, *place);
}

enum { MOST_EXPECTED = 4 }; /* a longer list helps nobody */

/* "`)`, text or a quoted string" into `text`; empty when there is too much that could stand. */
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

static int yyreport_syntax_error(const yypcontext_t *context, void *scanner, rg_build *build) {
    (void)scanner;
    yysymbol_kind_t found = yypcontext_token(context);
    const rg_place *place = yypcontext_location(context);
    char expected[256];
    switch (found) {
    case YYSYMBOL_DEEP:
        rg_build_deep_error(build, *place);
        break;
    case YYSYMBOL_BYTE:
        rg_build_byte_error(build, *place);
        break;
    default:
        list_expected(expected, sizeof expected, context);
        rg_build_syntax_error(build, *place, found == YYSYMBOL_YYEMPTY ? "" : yysymbol_name(found),
                              expected);
        break;
    }
    return 0;
}
