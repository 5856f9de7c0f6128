/* The rule language as plain data: what rules.y builds and everything else reads.
 *
 * One kind of tree for patterns, expressions, statements and declarations; which forms are legal
 * where is decided later, on the tree (engine/rules/check/check.c), so that messages can be good.
 * The comment of each kind says what `text` and `items` hold. Every tree keeps its span.
 */
#ifndef REGRAFT_AST_H
#define REGRAFT_AST_H

#include "../../engine/base/base.h"

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
    RG_AST_ATTRIBUTE, /* x.name            text. x./re/ or x.{e}: text NULL, the name is an item */
    RG_AST_INDEX,     /* x[i] */
    RG_AST_RANGE,     /* a:b:c             NONE where absent */
    RG_AST_CALL,      /* f(a, k=b, ...)    callee: NAME, ATTRIBUTE, OPERATOR, OPCODE or REGEX
                         (call_function whose target matches); arguments: any tree, KEYWORD, STAR,
                         STARSTAR, ELLIPSIS, WRITTEN. flag, f~(a, b): the two in either order */
    RG_AST_KEYWORD,   /* k=a               text */
    RG_AST_STAR,      /* *xs */
    RG_AST_STARSTAR,  /* **kw */
    RG_AST_WRITTEN,   /* x! */
    RG_AST_TYPED,     /* p: int | f32[B]   `x!: int` is a WRITTEN that holds a TYPED */
    RG_AST_KIND,      /* int, tensor, f32[B, *S, ...]   text; flag: it has brackets; items: dims as
                         INT, NAME, WILDCARD, ELLIPSIS, STAR */
    RG_AST_EITHER,    /* None | f(x)       two or more patterns */
    RG_AST_MAYBE,     /* maybe f(x, a)     f(x, a), or x where `a` is None */
    RG_AST_TUPLE,     /* (a, b), (a,), ()  items */
    RG_AST_LIST,      /* [a, b]            items */
    RG_AST_DICT,      /* {k: v}            items: key, value in turn */
    RG_AST_UNARY,     /* -x, +x, not x     text */
    RG_AST_BINARY,    /* a + b             text: + - * / // % ** */
    RG_AST_COMPARE,   /* a < b             text: == != < <= > >= in "not in" is "is not" */
    RG_AST_AND,       /* a and b */
    RG_AST_OR,        /* a or b */
    RG_AST_IF,        /* a if c else b */
    RG_AST_LIST_FOR,  /* [e for t in xs if c]   any(e for t in xs) holds one as its only argument */
    RG_AST_DICT_FOR,  /* {k: v for t in xs if c} */
    RG_AST_TAGGED,    /* @NAME             text: the tag. In place of the OPERATOR of a clause: all
                         operators that have the tag */
    RG_AST_OPERATOR,  /* aten::add.Tensor  parts: each a TEXT, a REGEX (base only) or a STRING
                         template; overload NONE when not written. The name may be `a.b::c` */
    RG_AST_OPCODE,    /* call_function[torch.add], call_method[add_], call_module[layers.0],
                         placeholder[x], get_attr[w], call[/re/], call, placeholder, output …
                         text: the word; target: TEXT, REGEX, STRING template or WILDCARD; absent
                         brackets: WILDCARD */
    RG_AST_REUSE,     /* reuse f(x)        a CALL */

    /* ---- statements of a rule, begin or end block, in order */
    RG_AST_MATCH,   /* [y =] pattern       the last one is the root */
    RG_AST_WHERE,   /* guard [else error]  the error is an ERROR statement; without it one item */
    RG_AST_LET,     /* x = e, a, b = e */
    RG_AST_GROUP,   /* group by x, k       items: NAMEs */
    RG_AST_BIND,    /* rewrite y = e */
    RG_AST_WRITE,   /* rewrite x <- e [as s]    x: any expression; name NONE where absent */
    RG_AST_BECOMES, /* rewrite x becomes e [as s]  the object x is the view e from here on */
    RG_AST_SET,     /* set place = e       place: x.target, x.args[i], x.kwargs[k], x.arg[k],
                       x.meta[k] */
    RG_AST_APPEND,  /* outputs += [e] */
    RG_AST_EMIT,    /* emit k[i] = e       text k; index NONE where absent */
    RG_AST_COUNT,   /* count k             text */
    RG_AST_WARN,    /* warn "…" */
    RG_AST_ERROR,   /* error "…" */
    RG_AST_ERASE,   /* erase n */
    RG_AST_RENAME,  /* rename n "…" */
    RG_AST_CLAIM,   /* approximate 1e-5, ignores a, b, assumes a: what the rule gives up, for those
                       who   verify it    text: the word; items: a FLOAT, or TEXTs */
    RG_AST_FOR,     /* for t in xs if c: action   or   { actions } */
    RG_AST_WHEN,    /* if c: action      or   { actions } */

    /* ---- declarations of a file */
    RG_AST_FILE,   /* items: declarations */
    RG_AST_PASS,   /* pass NAME [fixpoint] [nested] ["doc"]   text; items: NAME flags, STRING doc */
    RG_AST_PARAM,  /* param NAME = e      text */
    RG_AST_EXTERN, /* extern f(a: k, b: k) -> k   text; items: TYPED…, last the result KIND */
    RG_AST_RULE,   /* rule NAME [priority N] { … }   text; priority INT/UNARY or NONE */
    RG_AST_FN,     /* fn f(p, q) [if c] = e   text; items: patterns…, c or TRUE, e */
    RG_AST_PATTERN,  /* pattern f(p, q) = PATTERN [with q = e, …]   text; one clause */
    RG_AST_VARIANTS, /* made of a RULE: text; items: the RULEs that its alternatives make of it */
    RG_AST_BEGIN,    /* begin { … }         items: statements */
    RG_AST_END,      /* end { … } */
    RG_AST_OP,       /* op SCHEMA [when e]  text: the schema string; condition TRUE where absent */
    RG_AST_VIEW,     /* view aten::select.int(self, dim, index)[i] writes e
                        The first parameter is what is viewed; in e it and `value` stand for nodes.
                        Index NONE where absent; without `writes` the value is NONE: a view that
                        cannot be written through */
    RG_AST_SHAPE,    /* shape aten::select.int(self, dim, index) = e
                        e: a list of dims, or a list of lists for several results */
    RG_AST_DTYPE,    /* dtype aten::eq(self, other) = e    the same; e: a string "bool" */
    RG_AST_ALIASES,  /* aliases aten::reshape(self, shape) = e   e: True/False/None: whether the
                        result shares memory with the first parameter, None: cannot be known */
    RG_AST_AGAIN,    /* again aten::view(self, size) = e   the same: e: how the view is taken of a
                        later content of the first parameter, where the call itself would not do */
    RG_AST_SPELLING, /* spelling /re/ is aten::{name}   spelling torch.foo is aten::foo
                        target REGEX or TEXT; text: "function" or "method" */
    RG_AST_TAG,      /* tag NAME aten::f aten::g.Tensor   text: the tag; items: OPERATORs */
    RG_AST_NAMES,    /* functions a b c   methods a b c   text: the word; items: NAMEs */
    RG_AST_PIPELINE, /* pipeline NAME ["doc"]   text; items: doc */
    RG_AST_USE       /* use "path"          text: the path, relative to this file */
} rg_ast_kind;

/* What the items of each kind are: rg_ast.items[RG_CALLEE]. Kinds that are not here have items that
 * are all alike, or are told of above. */
enum {
    RG_INNER
}; /* of what stands around one thing: KEYWORD, STAR, STARSTAR, WRITTEN, TYPED, UNARY,
      REUSE, MAYBE; PARAM, APPEND, WARN, ERROR, ERASE */
enum { RG_TYPED_KINDS = 1 /* … */ };
enum { RG_STRING_FIRST }; /* a TEXT, and the only one, where nothing is filled in */
enum { RG_OBJECT };       /* of ATTRIBUTE and INDEX */
enum { RG_ATTRIBUTE_NAME = 1 };
enum { RG_INDEX_INDEX = 1 }; /* may be a RANGE */
enum { RG_RANGE_START, RG_RANGE_STOP, RG_RANGE_STEP };
enum { RG_CALLEE, RG_ARGUMENTS /* … */ };
enum { RG_LEFT, RG_RIGHT }; /* of BINARY, COMPARE, AND, OR */
enum { RG_IF_VALUE, RG_IF_CONDITION, RG_IF_OTHERWISE };
enum { RG_OPERATOR_SPACE, RG_OPERATOR_BASE, RG_OPERATOR_OVERLOAD };
enum { RG_OPCODE_TARGET };

/* Of FOR; a comprehension has the first three from its HEAD on. Targets: NAME or WILDCARD, or a
 * TUPLE of these; condition: TRUE where absent. */
enum { RG_FOR_TARGETS, RG_FOR_LIST, RG_FOR_CONDITION, RG_FOR_STEPS /* … */ };
enum { RG_LIST_FOR_ITEM, RG_LIST_FOR_HEAD };
enum { RG_DICT_FOR_KEY, RG_DICT_FOR_VALUE, RG_DICT_FOR_HEAD };

enum { RG_EQUATION_NAME, RG_EQUATION_PATTERN }; /* of MATCH; the name is NONE where absent */
enum { RG_WHERE_GUARD, RG_WHERE_ERROR };
enum { RG_LET_TARGETS, RG_LET_VALUE };                   /* targets as of FOR */
enum { RG_BIND_NAME, RG_BIND_VALUE };                    /* the grammar's own assignments, too */
enum { RG_WRITE_OBJECT, RG_WRITE_VALUE, RG_WRITE_NAME }; /* of WRITE and BECOMES */
enum { RG_SET_PLACE, RG_SET_VALUE };
enum { RG_EMIT_INDEX, RG_EMIT_VALUE };
enum { RG_RENAME_NODE, RG_RENAME_NAME };
enum { RG_WHEN_CONDITION, RG_WHEN_STEPS /* … */ };

enum { RG_RULE_PRIORITY, RG_RULE_STEPS /* … */ };
enum { RG_PATTERN_PARAMETERS, RG_PATTERN_BODY, RG_PATTERN_LETS /* … */ };
enum { RG_OP_CONDITION };
enum { RG_CLAUSE_OPERATOR, RG_CLAUSE_VALUE, RG_CLAUSE_PARAMETERS /* … NAMEs */ };
enum { RG_VIEW_INDEX = 1, RG_VIEW_VALUE, RG_VIEW_PARAMETERS /* … */ }; /* after CLAUSE_OPERATOR */
enum { RG_SPELLING_TARGET, RG_SPELLING_OPERATOR };

typedef struct rg_ast {
    rg_ast_kind kind;
    bool flag; /* KIND, LIST_FOR: has brackets; CALL: its two arguments commute */
    rg_span span;
    const char *text;            /* NUL-terminated, in the arena; NULL when the kind has none */
    uint32_t text_column_offset; /* REGEX, STRING: bytes from the span's start to the text */
    size_t count;
    struct rg_ast **items;
    void *compiled; /* for the compiler's use: slot, literal value, regex … */
} rg_ast;

/* Parameters of an FN or EXTERN, which come first, and what comes after them. */
static inline size_t rg_fn_arity(const rg_ast *fn) {
    return fn->count - 2;
}
static inline rg_ast *rg_fn_guard(const rg_ast *fn) {
    return fn->items[fn->count - 2];
}
static inline rg_ast *rg_fn_value(const rg_ast *fn) {
    return fn->items[fn->count - 1];
}
static inline size_t rg_extern_arity(const rg_ast *declaration) {
    return declaration->count - 1;
}
static inline rg_ast *rg_extern_result(const rg_ast *declaration) {
    return declaration->items[declaration->count - 1];
}

#define RG_MAX_AST_DEPTH 200 /* nesting of trees: the checker and evaluator recurse on it */

/* Parses a rule file, operator file or pipeline. Returns an RG_AST_FILE or NULL; errors are
 * reported, and the tree is then only part of the file. It lives in `arena` and points to `source`,
 * whose text is written to while the parse runs and is the same again after it. */
rg_ast *rg_parse_rules(rg_arena *arena, const rg_source *source, rg_diagnostics *diagnostics);
/* Name of a kind for messages ("a call", "a regex"). */
const char *rg_ast_describe(const rg_ast *ast);

#endif
