/* The rule language as plain data: what grammar/rules.y builds and everything else reads.
 *
 * One kind of tree for patterns, expressions, statements and declarations; which forms are legal
 * where is decided later, on the tree (engine/rules/check/check.c), so that messages can be good.
 * The comment of each kind says what `text` and `items` hold. Every tree keeps its span.
 */
#ifndef REGRAFT_AST_H
#define REGRAFT_AST_H

#include "../engine/base/base.h"

typedef enum rg_ast_kind {
    /* ---- patterns and expressions */
    RG_AST_NAME,      /* x                 text */
    RG_AST_WILDCARD,  /* _ */
    RG_AST_ELLIPSIS,  /* ...   as an argument: the arguments that do not matter; as an element of a
                         tuple or alone: Ellipsis; in dims: any run */
    RG_AST_NONE,      /* None */
    RG_AST_TRUE,      /* True */
    RG_AST_FALSE,     /* False */
    RG_AST_INT,       /* 12                text as written; the sign is a UNARY */
    RG_AST_FLOAT,     /* 1e-05             text */
    RG_AST_STRING,    /* "a{x}b"           items: RG_AST_TEXT and expressions in turn, as they come;
                         no item: empty. `{{` and `}}` are braces; escapes \n \t \\ \" \' \{ \}.
                         In x.{e}y and ns::{e}y, text_column_offset is 0: no quotes */
    RG_AST_TEXT,      /* literal part      text (unescaped) */
    RG_AST_REGEX,     /* /re/              text between the slashes; `\/` has become `/` */
    RG_AST_ATTRIBUTE, /* x.name            items[0], text. x./re/ or x.{e}: text NULL, items[1] is
                         the REGEX or the expression */
    RG_AST_INDEX,     /* x[i]              items[0], items[1] (may be a RANGE) */
    RG_AST_RANGE,     /* a:b:c             3 items, NONE where absent */
    RG_AST_CALL,      /* f(a, k=b, ...)    items[0] callee: NAME, ATTRIBUTE, OPERATOR, OPCODE or
                         REGEX (call_function whose target matches); then arguments: any tree,
                         KEYWORD, STAR, STARSTAR, ELLIPSIS, WRITTEN */
    RG_AST_KEYWORD,   /* k=a               text, items[0] */
    RG_AST_STAR,      /* *xs               items[0] */
    RG_AST_STARSTAR,  /* **kw              items[0] */
    RG_AST_WRITTEN,   /* x!                items[0] */
    RG_AST_TYPED,     /* p: int | f32[B]   items[0] pattern, then one KIND or more. `x!: int` is a
                         WRITTEN that holds a TYPED */
    RG_AST_KIND,      /* int, tensor, f32[B, *S, ...]   text; flag: it has brackets; items: dims as
                         INT, NAME, WILDCARD, ELLIPSIS, STAR */
    RG_AST_EITHER,    /* None | 1          two or more literal patterns */
    RG_AST_TUPLE,     /* (a, b), (a,), ()  items */
    RG_AST_LIST,      /* [a, b]            items */
    RG_AST_DICT,      /* {k: v}            items: key, value in turn */
    RG_AST_UNARY,     /* -x, +x, not x     text, items[0] */
    RG_AST_BINARY,    /* a + b             text: + - * / // % **; items[0], items[1] */
    RG_AST_COMPARE,   /* a < b             text: == != < <= > >= in "not in" is "is not" */
    RG_AST_AND,       /* a and b */
    RG_AST_OR,        /* a or b */
    RG_AST_IF,        /* a if c else b     items: a, c, b */
    RG_AST_LIST_FOR,  /* [e for t in xs if c]        items: e, t (NAME or WILDCARD, or a TUPLE of
                         these), xs, c or TRUE. any(e for t in xs) holds one as its only argument */
    RG_AST_DICT_FOR,  /* {k: v for t in xs if c}     items: k, v, t, xs, c or TRUE */
    RG_AST_OPERATOR,  /* aten::add.Tensor  items: namespace, base, overload; each a TEXT, a REGEX
                         (base only) or a STRING template; overload NONE when not written. The name
                         may be `a.b::c` */
    RG_AST_OPCODE,    /* call_function[torch.add], call_method[add_], call_module[layers.0],
                         placeholder[x], get_attr[w], call[/re/], call, placeholder, output …
                         text: the word; items[0]: the target as TEXT, REGEX, STRING template or
                         WILDCARD; absent brackets: WILDCARD */
    RG_AST_REUSE,     /* reuse f(x)        items[0] a CALL */

    /* ---- statements of a rule, begin or end block, in order */
    RG_AST_MATCH, /* [y =] pattern     items[0] NAME or NONE, items[1]; the last one is the root */
    RG_AST_WHERE, /* guard             items[0]; items[1]: ERROR statement after `else`, if any */
    RG_AST_LET,   /* x = e, a, b = e   items[0] as t of LIST_FOR, items[1] */
    RG_AST_BIND,  /* rewrite y = e     items[0] NAME, items[1] */
    RG_AST_WRITE, /* rewrite x <- e [as s]    items: x, e, name or NONE. x: any expression */
    RG_AST_BECOMES, /* rewrite x becomes e [as s]  the object x is the view e from here on */
    RG_AST_SET,     /* set place = e     items[0] place (x.target, x.args[i], x.kwargs[k],
                       x.arg[k], x.meta[k]), items[1] */
    RG_AST_APPEND,  /* outputs += [e]    items[0] */
    RG_AST_EMIT,    /* emit k[i] = e     text k; items: index or NONE, e */
    RG_AST_COUNT,   /* count k           text */
    RG_AST_WARN,    /* warn "…"          items[0] */
    RG_AST_ERROR,   /* error "…"         items[0] */
    RG_AST_ERASE,   /* erase n           items[0] */
    RG_AST_RENAME,  /* rename n "…"      items[0], items[1] */
    RG_AST_FOR,     /* for t in xs if c: action   or   { actions }
                       items: t as of LIST_FOR, xs, c or TRUE, then statements */
    RG_AST_WHEN,    /* if c: action      or   { actions }   items: c, then statements */

    /* ---- declarations of a file */
    RG_AST_FILE,   /* items: declarations */
    RG_AST_PASS,   /* pass NAME [fixpoint] [nested] ["doc"]   text; items: NAME flags, STRING doc */
    RG_AST_PARAM,  /* param NAME = e    text, items[0] */
    RG_AST_EXTERN, /* extern f(a: k, b: k) -> k   text; items: TYPED…, last the result KIND */
    RG_AST_RULE,   /* rule NAME [priority N] { … }   text; items[0] INT/UNARY or NONE; then
                      statements. flag unused */
    RG_AST_FN,     /* fn f(p, q) [if c] = e   text; items: patterns…, c or TRUE, e */
    RG_AST_BEGIN,  /* begin { … }       items: statements */
    RG_AST_END,    /* end { … } */
    RG_AST_OP,     /* op SCHEMA [when e]   text: the schema string; items[0]: e or TRUE */
    RG_AST_VIEW,   /* view aten::select.int(self, dim, index)[i] writes e
                      items: OPERATOR, index NAME or NONE, e, parameter NAMEs… The first
                      parameter is what is viewed; in e it and `value` stand for nodes. Without
                      `writes`: e is NONE: a view that cannot be written through */
    RG_AST_SHAPE,  /* shape aten::select.int(self, dim, index) = e   items: OPERATOR, e, NAMEs…
                      e: a list of dims, or a list of lists for several results */
    RG_AST_DTYPE,  /* dtype aten::eq(self, other) = e    the same; e: a string "bool" */
    RG_AST_ALIASES,  /* aliases aten::reshape(self, shape) = e   e: True/False/None: whether the
                        result shares memory with the first parameter, None: cannot be known */
    RG_AST_AGAIN,    /* again aten::view(self, size) = e   the same: e: how the view is taken of a
                        later    content of the first parameter, where the call itself would not do */
    RG_AST_SPELLING, /* spelling /re/ is aten::{name}   spelling torch.foo is aten::foo
                        items: REGEX or TEXT target, OPERATOR; text: "function" or "method" */
    RG_AST_TAG,      /* tag NAME aten::f aten::g.Tensor   text: the tag; items: OPERATORs */
    RG_AST_NAMES,    /* functions a b c   methods a b c   text: the word; items: NAMEs */
    RG_AST_PIPELINE, /* pipeline NAME ["doc"]   text; items: doc */
    RG_AST_USE       /* use "path"        text: the path, relative to this file */
} rg_ast_kind;

typedef struct rg_ast {
    rg_ast_kind kind;
    bool flag; /* KIND, LIST_FOR: has brackets */
    rg_span span;
    const char *text;            /* NUL-terminated, in the arena; NULL when the kind has none */
    uint32_t text_column_offset; /* REGEX, STRING: bytes from the span's start to the text */
    size_t count;
    struct rg_ast **items;
    void *compiled; /* for the compiler's use: slot, literal value, regex … */
} rg_ast;

#define RG_MAX_AST_DEPTH 200 /* nesting of trees: the checker and evaluator recurse on it */

/* Parses a rule file, operator file or pipeline. Returns an RG_AST_FILE or NULL; errors are
 * reported, and the tree is then only part of the file. It lives in `arena` and points to `source`,
 * whose text is written to while the parse runs and is the same again after it. */
rg_ast *rg_parse_rules(rg_arena *arena, const rg_source *source, rg_diagnostics *diagnostics);
/* Name of a kind for messages ("a call", "a regex"). */
const char *rg_ast_describe(const rg_ast *ast);
/* Appends the tree in the notation of the rule language, on one line (a file: one line for each
 * declaration). Parsing the text gives an equal tree. */
void rg_print_ast(rg_text *out, const rg_ast *ast);

/* Appends the file in its canonical layout, comments kept: engine/rule_text/format.c. The tree is
 * that of the source, without errors. */
void rg_format_rules(rg_text *out, const rg_source *source, const rg_ast *file);

#endif
