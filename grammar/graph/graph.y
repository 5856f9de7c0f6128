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
#include "graph/events.h"
}

%param { void *scanner }
%parse-param { rg_graph_scan *scan }

%union {
    rg_piece_kind piece;
    uint32_t number;
}

%code {
#include <stdio.h>
#include <string.h>

int rg_graph_lex(RG_GRAPH_STYPE *value, rg_place *place, void *scanner);
static void yyerror(rg_place *place, void *scanner, rg_graph_scan *scan, const char *message);

#define TELL(...) tell(scan, (rg_graph_event){.kind = __VA_ARGS__})

static void tell(rg_graph_scan *scan, rg_graph_event event) {
    scan->listener->tell(scan->listener->context, &event);
}

/* Containers are told when they are complete; what is made of one place is told where it is used. */
static bool is_told(rg_piece_kind piece) {
    return piece >= RG_PIECE_TUPLE;
}

static void tell_item(rg_graph_scan *scan, rg_piece_kind piece, rg_place place) {
    if (!is_told(piece))
        TELL(RG_GRAPH_ITEM, .piece = piece, .place = place);
}

static void tell_key(rg_graph_scan *scan, rg_piece_kind piece, rg_place place) {
    if (!is_told(piece))
        TELL(RG_GRAPH_KEY, .piece = piece, .place = place);
}

static void tell_keyword(rg_graph_scan *scan, rg_piece_kind piece, rg_place place) {
    if (is_told(piece))
        TELL(RG_GRAPH_FORGET, .place = place);
    TELL(RG_GRAPH_KEYWORD, .piece = is_told(piece) ? RG_PIECE_RAW : piece, .place = place);
}

static rg_piece_kind tell_container(rg_graph_scan *scan, rg_piece_kind piece, rg_place place,
                                    uint32_t items) {
    TELL(RG_GRAPH_CONTAINER, .piece = piece, .place = place, .number = items);
    return piece;
}

static bool is_text(const rg_graph_scan *scan, rg_piece_kind piece, rg_place place,
                    const char *text) {
    size_t length = strlen(text);
    return piece == RG_PIECE_RAW && place.end - place.begin == length &&
           memcmp(scan->text + place.begin, text, length) == 0;
}

/* Finds the parts of `(type='cuda', index=0)`; the index may be missing. */
static bool split_device(const char *text, rg_place place, rg_place *type, rg_place *index) {
    static const char head[] = "(type='", middle[] = "', index=";
    uint32_t begin = place.begin + (uint32_t)strlen(head), end = place.end - 1;
    if (place.end - place.begin < sizeof head + 2 ||
        memcmp(text + place.begin, head, strlen(head)) != 0)
        return false;
    const char *quote = memchr(text + begin, '\'', end - begin);
    if (!quote)
        return false;
    *type = (rg_place){begin, (uint32_t)(quote - text)};
    *index = (rg_place){end, end};
    if (type->end + 1 == end)
        return true;
    index->begin = type->end + (uint32_t)strlen(middle);
    return index->begin < end && memcmp(quote, middle, strlen(middle)) == 0;
}

/* Two values side by side: one text, unless it spells a slice or a device. */
static rg_piece_kind join(rg_graph_scan *scan, rg_piece_kind left, rg_place place,
                          rg_piece_kind right, rg_place right_place) {
    if (right == RG_PIECE_TRIPLE && is_text(scan, left, place, "slice")) {
        TELL(RG_GRAPH_SLICE, .place = place);
        return RG_PIECE_SLICE;
    }
    rg_place type, index;
    TELL(RG_GRAPH_FORGET, .place = place);
    if (!is_text(scan, left, place, "device") ||
        !split_device(scan->text, right_place, &type, &index))
        return RG_PIECE_RAW;
    TELL(RG_GRAPH_DEVICE, .place = type, .other = index);
    return RG_PIECE_DEVICE;
}

/* `(3+4j)`: Python prints complex numbers in parentheses. */
static bool is_complex(const char *text, size_t length) {
    return length > 3 && memcmp(text + length - 2, "j)", 2) == 0 &&
           strspn(text, "(0123456789+-.einfa") == length - 2;
}

/* `(text)`, which is no tuple. */
static rg_piece_kind group(rg_graph_scan *scan, rg_place place) {
    TELL(RG_GRAPH_FORGET, .place = place);
    bool complex = is_complex(scan->text + place.begin, place.end - place.begin);
    return complex ? RG_PIECE_COMPLEX : RG_PIECE_RAW;
}


/* Places are offsets: from the first part to the last. */
#define YYLLOC_DEFAULT(whole, parts, count)                                                        \
    do {                                                                                           \
        (whole).begin = (count) ? YYRHSLOC(parts, 1).begin : YYRHSLOC(parts, 0).end;               \
        (whole).end = YYRHSLOC(parts, count).end;                                                  \
    } while (0)

/* The stacks grow on the heap, in memory that goes when reading ends. One level of nesting takes at
 * most five entries: `{`, pairs, separator, key, colon. */
#define YYMALLOC(size) rg_alloc(scan->arena, size)
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

%type<piece>   value text piece container key_text
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
    : opening parameters HEADER_END END { TELL(RG_GRAPH_HEADER_END, .place = @3); }
    ;

opening
    : GRAPH                             { TELL(RG_GRAPH_BEGIN, .place = @1); }
    ;

parameters
    : %empty
    | parameter
    | parameters SEPARATOR parameter
    ;

parameter
    : value                             { TELL(RG_GRAPH_PARAMETER, .place = @1); }
    ;

statements
    : %empty
    | statements statement END
    | statements WHOLE                  { TELL(RG_GRAPH_WHOLE, .number = $2); }
    ;

statement
    : definition                        { TELL(RG_GRAPH_STATEMENT, .place = @$); }
    | definition remark                 { TELL(RG_GRAPH_STATEMENT, .place = @$); }
    | EQUALS                            { TELL(RG_GRAPH_EQUALS_ERROR, .place = @1); YYABORT; }
    ;

definition
    : declared PLACEHOLDER TARGET       { TELL(RG_GRAPH_PLACEHOLDER, .place = @3); }
      default
    | declared GET_ATTR TARGET          { TELL(RG_GRAPH_GET_ATTR, .place = @3); }
    | declared SELF                     { TELL(RG_GRAPH_SELF, .place = @2); }
    | declared callee arguments         { TELL(RG_GRAPH_CALL_END); }
    | PLACEHOLDER_HEAD                  { TELL(RG_GRAPH_HEAD, .number = $1); }
      default
    | call_head arguments               { TELL(RG_GRAPH_CALL_END); }
    | declared OPCODE                   { TELL(RG_GRAPH_OPCODE_ERROR, .place = @2); YYABORT; }
    | result
    ;

call_head
    : CALL_HEAD                         { TELL(RG_GRAPH_HEAD, .number = $1); }
    ;

declared
    : DEFINE USERS
        { TELL(RG_GRAPH_DEFINE, .place = @1, .number = $1); TELL(RG_GRAPH_USERS, .place = @2); }
    | name annotations USERS            { TELL(RG_GRAPH_USERS, .place = @3); }
    ;

name
    : DEFINE                            { TELL(RG_GRAPH_DEFINE, .place = @1, .number = $1); }
    ;

annotations
    : type
    | annotation
    | type annotation
    ;

type
    : type_text                         { TELL(RG_GRAPH_TYPE, .place = @1); }
    ;

type_text
    : TYPE
    | type_text TYPE
    ;

annotation
    : ANNOTATION                        { TELL(RG_GRAPH_ANNOTATION, .place = @1); }
    | TENSOR                            { TELL(RG_GRAPH_TENSOR_ANNOTATION, .place = @1); }
    ;

default
    : %empty
    | default_begin item DEFAULT_END    { TELL(RG_GRAPH_DEFAULT); }
    | default_begin error OPAQUE_END    { TELL(RG_GRAPH_OPAQUE); yyerrok; }
    ;

default_begin
    : DEFAULT                           { TELL(RG_GRAPH_DEFAULT_BEGIN, .place = @1); }
    ;

callee
    : CALL TARGET_ARGS                  { TELL(RG_GRAPH_CALL, .place = @1, .other = @2); }
    ;

arguments
    : NO_KWARGS                         { TELL(RG_GRAPH_ARGUMENTS, .number = 0); }
    | item ONE_NO_KWARGS                { TELL(RG_GRAPH_ARGUMENTS, .number = 1); }
    | many NO_KWARGS                    { TELL(RG_GRAPH_ARGUMENTS, .number = $1); }
    | value NO_KWARGS                   { TELL(RG_GRAPH_TUPLE_ERROR, .place = @1); YYABORT; }
    | positional keywords CALL_END      { TELL(RG_GRAPH_KEYWORD_ARGUMENTS, .number = $2); }
    | error OPAQUE_END                  { TELL(RG_GRAPH_OPAQUE); yyerrok; }
    ;

positional
    : KWARGS                            { TELL(RG_GRAPH_ARGUMENTS, .number = 0); }
    | item ONE_KWARGS                   { TELL(RG_GRAPH_ARGUMENTS, .number = 1); }
    | many KWARGS                       { TELL(RG_GRAPH_ARGUMENTS, .number = $1); }
    | value KWARGS                      { TELL(RG_GRAPH_TUPLE_ERROR, .place = @1); YYABORT; }
    ;

keywords
    : keyword_item                      { $$ = 1; }
    | keywords SEPARATOR keyword_item   { $$ = $1 + 1; }
    ;

keyword_item
    : keyword_name COLON item
    ;

keyword_name
    : key_text                          { tell_keyword(scan, $1, @1); }
    ;

result
    : return item                       { TELL(RG_GRAPH_RESULT); }
    | return error OPAQUE_END           { TELL(RG_GRAPH_OPAQUE); yyerrok; }
    ;

return
    : RETURN                            { TELL(RG_GRAPH_RETURN, .place = @1, .number = $1); }
    ;

remark
    : META '}'                          { TELL(RG_GRAPH_META, .number = 0); }
    | META pairs '}'                    { TELL(RG_GRAPH_META, .number = $2); }
    ;

/* ---- values */

item
    : %empty                            { TELL(RG_GRAPH_EMPTY, .place = @$); }
    | piece                             { tell_item(scan, $1, @1); }
    | text                              { tell_item(scan, $1, @1); }
    ;

/* One that is not empty and stands alone in its brackets. */
value
    : piece
    | text
    ;

/* What no single piece is. */
text
    : COLON                             { $$ = RG_PIECE_RAW; }
    | piece COLON                       { $$ = join(scan, $1, @1, RG_PIECE_RAW, @2); }
    | piece piece                       { $$ = join(scan, $1, @1, $2, @2); }
    | text COLON                        { $$ = join(scan, $1, @1, RG_PIECE_RAW, @2); }
    | text piece                        { $$ = join(scan, $1, @1, $2, @2); }
    ;

piece
    : NONE                              { $$ = RG_PIECE_NONE; }
    | TRUE                              { $$ = RG_PIECE_TRUE; }
    | FALSE                             { $$ = RG_PIECE_FALSE; }
    | ELLIPSIS                          { $$ = RG_PIECE_ELLIPSIS; }
    | REFERENCE                         { $$ = RG_PIECE_REFERENCE; }
    | INT                               { $$ = RG_PIECE_INT; }
    | FLOAT                             { $$ = RG_PIECE_FLOAT; }
    | COMPLEX                           { $$ = RG_PIECE_COMPLEX; }
    | STRING                            { $$ = RG_PIECE_STRING; }
    | DOTTED                            { $$ = RG_PIECE_DOTTED; }
    | RAW                               { $$ = RG_PIECE_RAW; }
    | container
    ;

container
    : '(' ')'                           { $$ = tell_container(scan, RG_PIECE_TUPLE, @$, 0); }
    | '(' item ONE_CLOSE                { $$ = tell_container(scan, RG_PIECE_TUPLE, @$, 1); }
    | '(' many ')'                      { $$ = tell_container(scan, $2 == 3 ? RG_PIECE_TRIPLE : RG_PIECE_TUPLE, @$, $2); }
    | '(' value ')'                     { $$ = group(scan, @$); }
    | '[' ']'                           { $$ = tell_container(scan, RG_PIECE_LIST, @$, 0); }
    | '[' only ']'                      { $$ = tell_container(scan, RG_PIECE_LIST, @$, 1); }
    | '[' many ']'                      { $$ = tell_container(scan, RG_PIECE_LIST, @$, $2); }
    | '{' '}'                           { $$ = tell_container(scan, RG_PIECE_DICT, @$, 0); }
    | '{' pairs '}'                     { $$ = tell_container(scan, RG_PIECE_DICT, @$, 2 * $2); }
    ;

only
    : value                             { tell_item(scan, $1, @1); }
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
    : %empty                            { TELL(RG_GRAPH_EMPTY, .place = @$); }
    | key_text                          { tell_key(scan, $1, @1); }
    ;

key_text
    : piece
    | key_text piece                    { $$ = join(scan, $1, @1, $2, @2); }
    ;

%%

/* The only error that is not one of syntax: stacks beyond YYMAXDEPTH. */
static void yyerror(rg_place *place, void *scanner, rg_graph_scan *scan, const char *message) {
    (void)scanner;
    (void)message;
    TELL(RG_GRAPH_DEEP_ERROR, .place = *place);
}

enum { MOST_EXPECTED = 4 }; /* a longer list does not help */

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

static int yyreport_syntax_error(const yypcontext_t *context, void *scanner, rg_graph_scan *scan) {
    (void)scanner;
    yysymbol_kind_t found = yypcontext_token(context);
    const rg_place *place = yypcontext_location(context);
    char expected[256];
    switch (found) {
    case YYSYMBOL_DEEP:
        TELL(RG_GRAPH_DEEP_ERROR, .place = *place);
        break;
    case YYSYMBOL_BYTE:
        TELL(RG_GRAPH_BYTE_ERROR, .place = *place);
        break;
    default:
        list_expected(expected, sizeof expected, context);
        TELL(RG_GRAPH_SYNTAX_ERROR, .place = *place, .expected = expected,
             .found = found == YYSYMBOL_YYEMPTY ? "" : yysymbol_name(found));
        break;
    }
    return 0;
}
