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
#include "python/events.h"
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

/* ---- telling */

static void tell(rg_python_scan *scan, rg_python_event event) {
    bool parameter = event.kind == RG_PYTHON_PARAMETER; /* each may stand on a line of its own */
    event.line = parameter ? scan->line : scan->first_line;
    event.line_begin = parameter ? scan->line_begin : scan->first_begin;
    scan->listener->tell(scan->listener->context, &event);
}

/* The name behind a keyword. */
static rg_place behind_word(const rg_python_scan *scan, rg_place place) {
    const char *text = scan->text;
    while (place.end > place.begin && strchr(" \t\f", text[place.end - 1]))
        place.end--;
    uint32_t begin = place.end;
    while (begin > place.begin && !strchr(" \t\f", text[begin - 1]))
        begin--;
    return (rg_place){begin, place.end};
}

#define TELL(...) tell(scan, (rg_python_event){.kind = __VA_ARGS__})

static bool is_text(const rg_python_scan *scan, rg_place place, const char *text) {
    size_t length = strlen(text);
    return place.end - place.begin == length &&
           memcmp(scan->text + place.begin, text, length) == 0;
}

/* Arguments of complete expressions go with the statement. */
static void end_statement(rg_python_scan *scan) {
    scan->arguments.count = 0;
    scan->operations.count = 0;
}

static const rg_python_argument *items_of(const rg_python_scan *scan, const rg_python_value *value,
                                          const rg_python_value *behind) {
    size_t above = (behind ? behind->count : 0) + value->count;
    const rg_python_argument *all = scan->arguments.data;
    return value->count ? all + (scan->arguments.count - above) : NULL;
}

/* A quoted annotation without its quotes; any other as it is. */
static void set_annotation(const rg_python_scan *scan, rg_python_event *event,
                           const rg_python_value *value) {
    event->annotation = value->place;
    event->quoted = value->kind == RG_PYTHON_STRING;
    if (!event->quoted)
        return;
    if (!strchr("'\"", scan->text[event->annotation.begin]))
        event->annotation.begin++;
    event->annotation.begin++;
    event->annotation.end--;
}

static void tell_statement(rg_python_scan *scan, rg_python_event event,
                           const rg_python_value *target, const rg_python_value *annotation,
                           const rg_python_value *value) {
    if (annotation)
        set_annotation(scan, &event, annotation);
    event.target = target;
    event.value = value;
    if (value)
        event.arguments = items_of(scan, value, NULL);
    if (target)
        event.target_items = items_of(scan, target, value);
    tell(scan, event);
    end_statement(scan);
}

/* ---- expressions */

static void drop_arguments(rg_python_scan *scan, uint32_t count) {
    scan->arguments.count -= count;
}

static void push_argument(rg_python_scan *scan, const rg_python_value *value, rg_place keyword) {
    drop_arguments(scan, value->count);
    rg_python_argument *a = rg_array_push(scan->arena, &scan->arguments, sizeof *a);
    *a = (rg_python_argument){value->place, keyword, value->kind};
}

/* Something is done to the name that the value begins with. */
static void note_operation(rg_python_scan *scan, const rg_python_value *value) {
    if (value->kind == RG_PYTHON_NAME || value->kind == RG_PYTHON_ATTRIBUTE)
        *(rg_place *)rg_array_push(scan->arena, &scan->operations, sizeof(rg_place)) = value->name;
}

static rg_python_value single(rg_python_kind kind, rg_place place) {
    return (rg_python_value){.kind = kind, .place = place, .name = place};
}

static rg_python_value attribute(rg_python_scan *scan, const rg_python_value *of, rg_place place) {
    note_operation(scan, of);
    drop_arguments(scan, of->count);
    bool chain = of->kind == RG_PYTHON_NAME || of->kind == RG_PYTHON_ATTRIBUTE;
    return (rg_python_value){.kind = chain ? RG_PYTHON_ATTRIBUTE : RG_PYTHON_OTHER,
                             .left = of->kind,
                             .place = place,
                             .name = of->name,
                             .before = of->place};
}

/* `getattr(self.layers, "0")` is how an attribute prints whose name is none of Python's. */
static bool is_getattr(const rg_python_scan *scan, const rg_python_value *callee, uint32_t count) {
    const rg_python_argument *all = scan->arguments.data, *a = all + scan->arguments.count - count;
    return count == 2 && is_text(scan, callee->place, "getattr") &&
           (a[0].kind == RG_PYTHON_NAME || a[0].kind == RG_PYTHON_ATTRIBUTE) &&
           a[1].kind == RG_PYTHON_STRING && a[0].keyword.end == 0;
}

static rg_place first_word(const rg_python_scan *scan, rg_place place) {
    static const char opening[] = "getattr(";
    while (place.end - place.begin > strlen(opening) &&
           memcmp(scan->text + place.begin, opening, strlen(opening)) == 0)
        place.begin += (uint32_t)strlen(opening);
    uint32_t end = place.begin;
    while (end < place.end && !strchr(".,()[] \t\r\n", scan->text[end]))
        end++;
    return (rg_place){place.begin, end};
}

static rg_python_value call(rg_python_scan *scan, const rg_python_value *callee, uint32_t count,
                            rg_place place, uint32_t inside) {
    rg_python_value v = {.kind = RG_PYTHON_CALL,
                         .left = callee->kind,
                         .place = place,
                         .name = callee->name,
                         .before = callee->place,
                         .inside = {inside, place.end - 1},
                         .count = count};
    if (is_getattr(scan, callee, count)) {
        const rg_python_argument *all = scan->arguments.data;
        v.name = first_word(scan, all[scan->arguments.count - 2].place);
        v.kind = RG_PYTHON_ATTRIBUTE;
        v.count = 0;
        drop_arguments(scan, 2);
        note_operation(scan, &v);
        return v;
    }
    note_operation(scan, callee);
    if (callee->kind != RG_PYTHON_NAME && callee->kind != RG_PYTHON_ATTRIBUTE)
        v.kind = RG_PYTHON_OTHER;
    return v;
}

static rg_python_value subscript(rg_python_scan *scan, const rg_python_value *of, uint32_t count,
                                 rg_place place, uint32_t inside) {
    note_operation(scan, of);
    return (rg_python_value){.kind = of->kind == RG_PYTHON_NAME ? RG_PYTHON_SUBSCRIPT
                                                                : RG_PYTHON_OTHER,
                             .left = of->kind,
                             .place = place,
                             .name = of->name,
                             .before = of->place,
                             .inside = {inside, place.end - 1},
                             .count = count};
}

static rg_python_value binary(rg_python_scan *scan, const rg_python_value *left, rg_place operator,
                              const rg_python_value *right) {
    note_operation(scan, left);
    note_operation(scan, right);
    drop_arguments(scan, left->count + right->count);
    return (rg_python_value){.kind = RG_PYTHON_BINARY,
                             .left = left->kind,
                             .right = right->kind,
                             .place = {left->place.begin, right->place.end},
                             .name = operator,
                             .before = left->place,
                             .inside = right->place};
}

static rg_python_value unary(rg_python_scan *scan, rg_place operator,
                             const rg_python_value *operand) {
    note_operation(scan, operand);
    drop_arguments(scan, operand->count);
    return (rg_python_value){.kind = RG_PYTHON_UNARY,
                             .right = operand->kind,
                             .place = {operator.begin, operand->place.end},
                             .name = operator,
                             .inside = operand->place};
}

static rg_python_value container(rg_place place, uint32_t count) {
    return (rg_python_value){.kind = RG_PYTHON_CONTAINER, .place = place, .count = count};
}

static bool is_none(const rg_python_scan *scan, const rg_python_value *value) {
    return value->kind == RG_PYTHON_NAME && is_text(scan, value->place, "None");
}

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
      other NEWLINE                     { end_statement(scan); }
    | error NEWLINE                     { end_statement(scan); yyerrok; }
    ;

/* ---- classes and functions */

class
    : CLASS '(' arguments ')' ':'       { TELL(RG_PYTHON_CLASS, .place = behind_word(scan, @1)); end_statement(scan); }
    | CLASS ':'                         { TELL(RG_PYTHON_CLASS, .place = behind_word(scan, @1)); }
    ;

function
    : def '(' parameters ')' ':'        { TELL(RG_PYTHON_DEF_END, .place = @$); }
    | def '(' parameters ')' ARROW expression ':'
        { tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_DEF_END, .place = @$}, NULL, &$6, NULL); }
    ;

def
    : DEF                               { TELL(RG_PYTHON_DEF, .place = behind_word(scan, @1)); }
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
        { tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_PARAMETER, .place = @1}, NULL, &$3, NULL); }
    | NAME '=' expression
        { tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_PARAMETER, .place = @1}, NULL, NULL, &$3); }
    | NAME ':' expression '=' expression
        { tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_PARAMETER, .place = @1}, NULL, &$3, &$5); }
    | '*'
    | '/'
    | '*' NAME
        { TELL(RG_PYTHON_PARAMETER, .place = @2, .stars = 1); }
    | '*' NAME ':' expression
        { tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_PARAMETER, .place = @2, .stars = 1}, NULL, &$4, NULL); }
    | POWER NAME
        { TELL(RG_PYTHON_PARAMETER, .place = @2, .stars = 2); }
    | POWER NAME ':' expression
        { tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_PARAMETER, .place = @2, .stars = 2}, NULL, &$4, NULL); }
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
        { tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_RETURN, .place = @$}, NULL, NULL, NULL); }
    | RETURN values
        { tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_RETURN, .place = @$}, NULL, NULL, &$2); }
    | values
        { tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_BARE, .place = @$}, NULL, NULL, &$1); }
    | targets values
        { tell_statement(scan, (rg_python_event){.kind = is_none(scan, &$2) ? RG_PYTHON_KILL : RG_PYTHON_ASSIGN, .place = @$}, &$1, NULL, &$2); }
    | expression ':' annotation
        { tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_DECLARE, .place = @$}, &$1, &$3, NULL); }
    | expression ':' annotation '=' values
        { tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_ASSIGN, .place = @$}, &$1, &$3, &$5); }
    | expression AUGMENT values
        { tell_statement(scan, (rg_python_event){.kind = RG_PYTHON_AUGMENT, .place = @2}, &$1, NULL, &$3); }
    ;

annotation
    : expression
        { $$ = $1; drop_arguments(scan, $1.count); $$.count = 0; }
    ;

/* `a =`, or `a = b =`: the last target waits for the value; those before it are told now. */
targets
    : values '='                        { $$ = $1; }
    | targets values '='
        {
            static const rg_python_value none = {.kind = RG_PYTHON_NOTHING};
            drop_arguments(scan, $2.count);
            rg_python_event event = {.kind = RG_PYTHON_KILL, .place = @1, .target = &$1, .value = &none};
            event.target_items = items_of(scan, &$1, NULL);
            tell(scan, event);
            drop_arguments(scan, $1.count);
            $$ = $2;
            $$.count = 0;
        }
    ;

/* A value, or several with commas between them. */
values
    : expression                        { $$ = $1; }
    | more                              { $$ = container(@$, $1); $$.kind = RG_PYTHON_LIST_OF_VALUES; }
    | more expression                   { push_argument(scan, &$2, (rg_place){0, 0}); $$ = container(@$, $1 + 1); $$.kind = RG_PYTHON_LIST_OF_VALUES; }
    ;

more
    : expression ','                    { push_argument(scan, &$1, (rg_place){0, 0}); $$ = 1; }
    | more expression ','               { push_argument(scan, &$2, (rg_place){0, 0}); $$ = $1 + 1; }
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
    | '-' expression %prec SIGN         { $$ = unary(scan, @1, &$2); }
    | '+' expression %prec SIGN         { $$ = unary(scan, @1, &$2); }
    | '~' expression %prec SIGN         { $$ = unary(scan, @1, &$2); }
    | expression '+' expression         { $$ = binary(scan, &$1, @2, &$3); }
    | expression '-' expression         { $$ = binary(scan, &$1, @2, &$3); }
    | expression '*' expression         { $$ = binary(scan, &$1, @2, &$3); }
    | expression '/' expression         { $$ = binary(scan, &$1, @2, &$3); }
    | expression FLOOR expression       { $$ = binary(scan, &$1, @2, &$3); }
    | expression '%' expression         { $$ = binary(scan, &$1, @2, &$3); }
    | expression '@' expression         { $$ = binary(scan, &$1, @2, &$3); }
    | expression '&' expression         { $$ = binary(scan, &$1, @2, &$3); }
    | expression '|' expression         { $$ = binary(scan, &$1, @2, &$3); }
    | expression '^' expression         { $$ = binary(scan, &$1, @2, &$3); }
    | expression SHIFT expression       { $$ = binary(scan, &$1, @2, &$3); }
    | expression POWER expression       { $$ = binary(scan, &$1, @2, &$3); }
    | expression COMPARE expression     { $$ = binary(scan, &$1, @2, &$3); }
    ;

postfix
    : atom                              { $$ = $1; }
    | postfix '.' NAME                  { $$ = attribute(scan, &$1, @$); }
    | postfix '(' arguments ')'         { $$ = call(scan, &$1, $3, @$, @2.end); }
    | postfix '[' index ']'             { $$ = subscript(scan, &$1, $3, @$, @2.end); }
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
    : expression                        { push_argument(scan, &$1, (rg_place){0, 0}); }
    | NAME '=' expression               { push_argument(scan, &$3, @1); }
    | '*' expression                    { push_argument(scan, &$2, @1); }
    | POWER expression                  { push_argument(scan, &$2, @1); }
    ;

index
    : %empty                            { $$ = 0; }
    | items                             { $$ = $1; }
    | items ','                         { $$ = $1; }
    ;

items
    : expression                        { push_argument(scan, &$1, (rg_place){0, 0}); $$ = 1; }
    | items ',' expression              { push_argument(scan, &$3, (rg_place){0, 0}); $$ = $1 + 1; }
    ;

atom
    : NAME                              { $$ = single(RG_PYTHON_NAME, @1); }
    | NUMBER                            { $$ = single(RG_PYTHON_NUMBER, @1); }
    | STRING                            { $$ = single(RG_PYTHON_STRING, @1); }
    | OBJECT                            { $$ = single(RG_PYTHON_NUMBER, @1); }
    | ELLIPSIS                          { $$ = single(RG_PYTHON_NUMBER, @1); }
    | '(' ')'                           { $$ = container(@$, 0); }
    | '(' items ')'                     { $$ = container(@$, $2); }
    | '(' items ',' ')'                 { $$ = container(@$, $2); }
    | '[' index ']'                     { $$ = container(@$, $2); }
    | '{' '}'                           { $$ = container(@$, 0); }
    | '{' pairs '}'                     { $$ = container(@$, $2); }
    | '{' pairs ',' '}'                 { $$ = container(@$, $2); }
    | '{' items '}'                     { $$ = container(@$, $2); }
    ;

pairs
    : pair                              { $$ = 2; }
    | pairs ',' pair                    { $$ = $1 + 2; }
    ;

pair
    : expression ':'                    { push_argument(scan, &$1, (rg_place){0, 0}); }
      expression                        { push_argument(scan, &$4, (rg_place){0, 0}); }
    ;

%%

/* The only error that is not one of syntax: stacks beyond YYMAXDEPTH. */
static void yyerror(rg_place *place, void *scanner, rg_python_scan *scan, const char *message) {
    (void)scanner;
    (void)message;
    TELL(RG_PYTHON_DEEP_ERROR, .place = *place);
}

enum { MOST_EXPECTED = 4 }; /* a longer list helps nobody */

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
