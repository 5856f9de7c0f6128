/* The rule parser and the printer of its trees: parsing what was printed gives the tree again. The
 * messages of the parser are tested with those of the checks (test_check.c).
 */
#include "../../engine/rule_text/rule_text.h"

#include <CUnit/Basic.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rg_add_rules_grammar_suite(void);

/* Of one test. */
static rg_arena *arena;
static rg_diagnostics diagnostics;

static void open_job(void) {
    arena = rg_arena_new();
    rg_diagnostics_init(&diagnostics, arena);
}

static void close_job(void) {
    rg_arena_free(arena);
}

static rg_ast *parse(const char *text, size_t length) {
    const rg_source *source = rg_source_new(arena, "t.rules", text, length);
    rg_ast *file = rg_parse_rules(arena, source, &diagnostics);
    /* The scanner works in place. */
    CU_ASSERT(memcmp(source->text, text, length) == 0 && source->text[length] == '\0');
    return file;
}

static const char *printed(const rg_ast *tree) {
    rg_text out = rg_text_new(arena);
    rg_print_ast(&out, tree);
    return rg_text_string(&out);
}

static void show_messages(const char *text) {
    rg_text out = rg_text_new(arena);
    for (const rg_diagnostic *d = diagnostics.first; d; d = d->next)
        rg_render_diagnostic(&out, d, false);
    printf("\n%.200s\n%s", text, rg_text_string(&out));
}

static bool same_text(const char *left, const char *right) {
    return left == right || (left && right && strcmp(left, right) == 0);
}

static bool same_tree(const rg_ast *left, const rg_ast *right) {
    if (left->kind != right->kind || left->count != right->count || left->flag != right->flag ||
        !same_text(left->text, right->text))
        return false;
    for (size_t i = 0; i < left->count; i++) {
        if (!same_tree(left->items[i], right->items[i]))
            return false;
    }
    return true;
}

/* The tree of a right text is the tree of its print. */
static void check_again(const char *text, size_t length) {
    const rg_ast *file = parse(text, length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    const char *print = printed(file);
    const rg_ast *again = parse(print, strlen(print));
    CU_ASSERT_EQUAL(diagnostics.errors, 0);
    CU_ASSERT(again && same_tree(file, again));
    if (diagnostics.errors)
        show_messages(print);
}

/* ---------------------------------------------------------------- forms */

typedef struct form {
    const char *text, *print; /* NULL: printed as it is */
} form;

static void check_form(const char *text, const char *print, const char *before, const char *after) {
    open_job();
    const char *whole = rg_format(arena, "%s%s%s\n", before, text, after);
    const char *wanted = rg_format(arena, "%s%s%s\n", before, print ? print : text, after);
    const rg_ast *file = parse(whole, strlen(whole));
    const char *is = file ? printed(file) : "";
    CU_ASSERT_EQUAL(diagnostics.errors, 0);
    CU_ASSERT_STRING_EQUAL(is, wanted);
    if (diagnostics.errors || strcmp(is, wanted) != 0) {
        printf("\nis: %s", is);
        show_messages(whole);
    }
    check_again(whole, strlen(whole));
    close_job();
}

static void test_expressions(void) {
    static const form forms[] = {
        {"x", NULL},
        {"-x ** -y ** 2", NULL},
        {"(-x) ** 2", NULL},
        {"a + b - c * d / e // f % g", NULL},
        {"a - (b - c)", NULL},
        {"(a + b) * c", NULL},
        {"a or b and not c", NULL},
        {"not (a or b)", NULL},
        {"(not a) == b", NULL},
        {"a in b and a not in c and a is not None", NULL},
        {"a if b else c if d else e", NULL},
        {"(a if b else c) if d else e", NULL},
        {"a if (b if c else d) else e", NULL},
        {"[a, (b,), (), (c, d), []]", NULL},
        {"{}", NULL},
        {"{\"k\": 1, }", "{\"k\": 1}"},
        {"{k: v for k, v in items(x) if k}", NULL},
        {"[e for e in xs]", NULL},
        {"[e for (e, f) in xs if a or b]", "[e for e, f in xs if a or b]"},
        {"any([e for e in xs])", NULL},
        {"any(e for e in xs)", NULL},
        {"x[1]", NULL},
        {"x[a:b, ..., ::2, :, a: :b, :b]", "x[a:b, ..., : :2, :, a: :b, :b]"},
        {"x[()]", NULL},
        {"x[a,]", NULL},
        {"x[*a]", "x[*a,]"},
        {"x.y.z(a, k=b, *c, **d)[0].w", NULL},
        {"(1).real + (1.5).real", NULL},
        {"x.where(count=1, if=2, match=3)", NULL},
        {"torch.where(torch.let, x.rule, y.for)", NULL},
        {"shape(x) + dtype(x) + error(x) + name(x) + functional(x)", NULL},
        {"aten::add.Tensor(x)", NULL},
        {"torch.nn.functional::relu(x)", NULL},
        {"aten::{base}_(x)", NULL},
        {"aten::{a}b{c}.{d}(x)", NULL},
        {"x.{base}(*args)", NULL},
        {"x.{f(base)}_(*args)", NULL},
        {"call_function[torch.add](x)", NULL},
        {"call_module[layers.0](x)", NULL},
        {"call_method[\"{x}_\"](y)", NULL},
        {"reuse f.g(x)", NULL},
        {"(reuse f.g(x)).y", NULL},
        {"\"\"", NULL},
        {"'it\\'s \"{x}\"'", "\"it's \\\"{x}\\\"\""},
        {"\"{{{x}}} \\\\ \\n \\t {n.meta[\"a\"]}\"", NULL},
        {"\"{ {1: 2} }\"", "\"{ {1: 2}}\""},
        {"torch.float32", NULL},
        {"1e-05 + .5 + 2. + 3e8", NULL},
        {"f(x)\n  # a comment\n", "f(x)"},
        {"f(\n  x,\n  # a comment\n  y)", "f(x, y)"},
        {"a +\n  b", "a + b"},
        {"a\n  or b\n  and c", "a or b and c"},
        {"a if b\n  else c", "a if b else c"},
        {"f(a\n  if b\n  else c)", "f(a if b else c)"},
        {"(call)(x) + (placeholder)(y)", NULL},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        check_form(forms[i].text, forms[i].print, "fn f(x) = ", "");
}

static void test_patterns(void) {
    static const form forms[] = {
        {"x", NULL},
        {"_", NULL},
        {"...", NULL},
        {"x: int | f32[B, *S, 3, _, ...]", NULL},
        {"x: None | tensor", "x: none | tensor"},
        {"(x: int, *rest)", NULL},
        {"[*_, y: bool[]]", NULL},
        {"None | 1 | -1 | \"a\" | torch.float32 | ...", NULL},
        {"/a\\/b[^\\\\]\\d/", NULL},
        {"slice(None, a: int, None | 1)", NULL},
        {"aten::/(?<base>\\w+)_/(x, ...)", NULL},
        {"/torch\\..*/(k=v: str | device, **kw)", NULL},
        {"x./re_/(y)", NULL},
        {"call(x!, y!: tensor, ...)", "call(x!, y!: tensor, ...)"},
        {"placeholder", NULL},
        {"placeholder[x]", NULL},
        {"get_attr[/w.*/]", NULL},
        {"torch.add(placeholder, get_attr)", NULL},
        {"call_function[_](x)", "call_function(x)"},
        {"output((x, *_))", NULL},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        check_form(forms[i].text, forms[i].print, "fn f(", ") = 1");
}

static void test_rules(void) {
    static const form forms[] = {
        {"match x.copy_(y) rewrite x <- y count copy_", NULL},
        {"match a = f.g(x)\n b = a.h()\nwhere x\n  y else error \"m\"\nlet c = 1\n  d, e = 2",
         "match a = f.g(x) match b = a.h() where x where y else error \"m\" let c = 1 let d, e = "
         "2"},
        {"rewrite y = a\n  x <- b as \"n\"\n  x becomes c\n  outputs += [x]",
         "rewrite y = a rewrite x <- b as \"n\" rewrite x becomes c rewrite outputs += [x]"},
        {"y = a\nx <- b", "rewrite y = a rewrite x <- b"},
        {"set x.args[0] = 1\n    x.target = \"a\"", "set x.args[0] = 1 set x.target = \"a\""},
        {"count a\nx <- y\nemit b = 1 emit c[x] = 2",
         "count a rewrite x <- y emit b = 1 emit c[x] = 2"},
        {"warn \"a\" error \"b\" erase x rename x \"y{z}\" rename f(x) g(y)", NULL},
        {"for x in y: erase x", "for x in y { erase x }"},
        {"for x, _ in y if z:\n  x <- y\n  erase x",
         "for x, _ in y if z { rewrite x <- y } erase x"},
        {"for x in {1: 2} { if y { erase x } count k }",
         "for x in {1: 2} { rewrite if y { erase x } count k }"},
        {"match x\nif a if b else c: erase x", "match x rewrite if a if b else c { erase x }"},
        {"rewrite if a: erase x\nrewrite for b in c: erase x",
         "rewrite if a { erase x } for b in c { erase x }"},
        {"let count = 3\n    set = 4\n    match, where = 5",
         "let count = 3 let set = 4 let match, where = 5"},
        {"where count > 3 and set.x(error) and x.match", NULL},
        {"where (a\n  or b)\n  c", "where a or b where c"},
        {"rewrite count <- set\n  set becomes x", "rewrite count <- set rewrite set becomes x"},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        check_form(forms[i].text, forms[i].print, "rule r { ", forms[i].text[0] ? " }" : "}");
}

static void test_declarations(void) {
    static const form forms[] = {
        {"pass p", NULL},
        {"pass p fixpoint nested\n  \"What it does.\"", "pass p fixpoint nested \"What it does.\""},
        {"param a = -1", NULL},
        {"param a =\n  [1, \"b\"]", "param a = [1, \"b\"]"},
        {"extern f(a: int | str, b)\n  -> dict", "extern f(a: int | str, b: any) -> dict"},
        {"extern f() -> none", NULL},
        {"rule match priority -3\n{\n}", "rule match priority -3 { }"},
        {"fn f(x)\n  if x == 1 =\n  x", "fn f(x) if x == 1 = x"},
        {"fn count(rule, fn) = shape(rule)", NULL},
        {"begin\n{ emit a = 1 }\nend { }", "begin { emit a = 1 }\nend { }"},
        {"begin { emit a = 1 } end { count b } rule x { }",
         "begin { emit a = 1 }\nend { count b }\nrule x { }"},
        {"op aten::f(Tensor(a!) x, *, str s=\"a b\") -> Tensor(a!)   # comment",
         "op aten::f(Tensor(a!) x, *, str s=\"a b\") -> Tensor(a!)"},
        {"op aten::f(Tensor x) -> Tensor  when x is None",
         "op aten::f(Tensor x) -> Tensor when x is None"},
        {"op f(Tensor x) -> Tensor\n  when x == 1", "op f(Tensor x) -> Tensor when x == 1"},
        {"view aten::split.Tensor(self, size, dim)[i]\n  writes f(value, i)",
         "view aten::split.Tensor(self, size, dim)[i] writes f(value, i)"},
        {"view aten::expand(self, size)", NULL},
        {"view @same_content(self) writes value", NULL},
        {"dtype @ gives_bool( self ) = torch.bool", "dtype @gives_bool(self) = torch.bool"},
        {"shape aten::f(self) = shape(self)[1:]", NULL},
        {"dtype aten::eq(self, other) = \"bool\"", NULL},
        {"aliases aten::f(self) = None if self else True", NULL},
        {"spelling /torch\\.(?<n>\\w+)/ is aten::{n}",
         "spelling function /torch\\.(?<n>\\w+)/ is aten::{n}"},
        {"spelling method add_ is aten::add_", NULL},
        {"spelling function torch.is is aten::is", NULL},
        {"functions where match\n  rule not\n\n  op\nmethods view",
         "functions where match rule not op\nmethods view"},
        {"tag when aten::f aten::g.Tensor\n  a.b::match.op\n\nmethods tag",
         "tag when aten::f aten::g.Tensor a.b::match.op\nmethods tag"},
        {"pipeline p\n  \"All.\"\nuse \"a/b.rules\"", "pipeline p \"All.\"\nuse \"a/b.rules\""},
        {"\xEF\xBB\xBFpass p\r\nparam a = 1\r", "pass p\nparam a = 1"},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        check_form(forms[i].text, forms[i].print, "", "");
}

/* ---------------------------------------------------------------- places */

static void check_span(const rg_ast *tree, uint32_t line, uint32_t column, uint32_t end_column) {
    CU_ASSERT_EQUAL(tree->span.line, line);
    CU_ASSERT_EQUAL(tree->span.column, column);
    CU_ASSERT_EQUAL(tree->span.end_column, end_column);
}

static void test_spans(void) {
    static const char text[] = "fn f(x) =\n  torch.add(x, /a\\/b/, \"c{x}\")\n";
    open_job();
    const rg_ast *file = parse(text, sizeof text - 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    const rg_ast *fn = file->items[0], *call = fn->items[2];
    check_span(fn, 1, 1, 31);
    CU_ASSERT_EQUAL(fn->span.end_line, 2);
    check_span(fn->items[0], 1, 6, 7);
    check_span(call, 2, 3, 31);
    check_span(call->items[0], 2, 3, 12);
    check_span(call->items[2], 2, 16, 22);
    CU_ASSERT_STRING_EQUAL(call->items[2]->text, "a/b");
    CU_ASSERT_EQUAL(call->items[2]->text_column_offset, 1);
    check_span(call->items[3], 2, 24, 30);
    check_span(call->items[3]->items[0], 2, 25, 26);
    check_span(call->items[3]->items[1], 2, 27, 28);
    CU_ASSERT_STRING_EQUAL(rg_ast_describe(call), "a call");
    close_job();
}

/* ---------------------------------------------------------------- hostile texts */

static uint32_t depth_of(const rg_ast *tree) {
    uint32_t depth = 0;
    for (size_t i = 0; i < tree->count; i++) {
        uint32_t inside = depth_of(tree->items[i]);
        depth = inside > depth ? inside : depth;
    }
    return depth + 1;
}

/* `head`, then `count` times `again`, then `tail`. */
static void check_hostile(const char *head, const char *again, size_t count, const char *tail,
                          const char *message) {
    open_job();
    rg_text text = rg_text_new(arena);
    rg_text_puts(&text, head);
    for (size_t i = 0; i < count; i++)
        rg_text_puts(&text, again);
    rg_text_puts(&text, tail);
    const rg_ast *file = parse(rg_text_string(&text), rg_text_length(&text));
    CU_ASSERT(!file || depth_of(file) <= RG_MAX_AST_DEPTH);
    if (message) {
        CU_ASSERT_EQUAL(diagnostics.errors, 1);
        CU_ASSERT_PTR_NOT_NULL_FATAL(diagnostics.first);
        CU_ASSERT_STRING_EQUAL(diagnostics.first->message, message);
        CU_ASSERT(diagnostics.first->span.line > 0);
    } else {
        CU_ASSERT_EQUAL(diagnostics.errors, 0);
    }
    close_job();
}

static void test_hostile(void) {
    static const char deep[] = "nested more than 200 levels deep";
    const size_t many = 100000;
    check_hostile("fn f(x) = ", "(", many, "\n", deep);
    check_hostile("fn f(x) = ", "[", many, "\n", deep);
    check_hostile("fn f(x) = ", "{1: ", many, "\n", deep);
    check_hostile("fn f(x) = ", "\"{", many, "\n", deep);
    check_hostile("fn f(x) = ", "f(", many, "\n", deep);
    check_hostile("fn f(x) = ", "not ", many, "x\n", deep);
    check_hostile("fn f(x) = ", "-", many, "x\n", deep);
    check_hostile("fn f(x) = x", " + x", many, "\n", deep);
    check_hostile("fn f(x) = x", ".y", many, "\n", deep);
    check_hostile("fn f(x) = x", "(y)", many, "\n", deep);
    check_hostile("fn f(x) = x", " if x else x", many, "\n", deep);
    check_hostile("fn f(x) = x", " ** x", many, "\n", deep);
    check_hostile("rule r {", " if x {", many, "\n", deep);
    check_hostile("rule r {", " for x in y:", many, "\n", deep);
    check_hostile("fn f(x) = ", "reuse ", many, "x\n",
                  "unexpected `reuse`; expected an expression");
    check_hostile("fn f(x) = [", "x, ", many, "]\n", NULL);
    check_hostile("fn f(x) = \"", "xxxxxxxxxx", many, "\"\n", NULL);
    check_hostile("fn f(x) = \"", "xxxxxxxxxx", many, "\n", "the string is not closed");
    check_hostile("fn f(x) = /", "a\\/", many, "/\n", NULL);
    check_hostile("fn f(x) = /", "a\\/", many, "\n", "the regex is not closed");
    check_hostile("functions ", "x\n ", many, "\n", NULL);
    check_hostile("", "fn f(x) = x\n", many, "", NULL);
    check_hostile("# ", "comment ", many, "", NULL);
    check_hostile("", " \n", many, "", NULL);
    check_hostile("", "", 0, "", NULL);
}

/* Every byte, and bytes at random: errors, each with its place, and no more than the limit. */
static void test_bytes(void) {
    uint32_t state = 12345;
    for (int round = 0; round < 300; round++) {
        char bytes[512];
        size_t length = round < 256 ? 1 : sizeof bytes;
        for (size_t i = 0; i < length; i++) {
            state = state * 1664525u + 1013904223u;
            bytes[i] = (char)(round < 256 ? (uint32_t)round : state >> 24);
        }
        open_job();
        parse(bytes, length);
        CU_ASSERT(diagnostics.errors <= 20);
        for (const rg_diagnostic *d = diagnostics.first; d; d = d->next)
            CU_ASSERT(d->span.line > 0);
        close_job();
    }
}

/* What is left of a right text: an error tells where it is wrong, or its print says the same. */
static bool check_cut(const char *text, size_t length) {
    enum { LINES = 9 }; /* of the text; its end is in the last */
    open_job();
    parse(text, length);
    bool right = !diagnostics.errors;
    for (const rg_diagnostic *d = diagnostics.first; d; d = d->next)
        CU_ASSERT(d->span.line >= 1 && d->span.line <= LINES && d->span.column >= 1);
    if (right)
        check_again(text, length);
    close_job();
    return right;
}

/* A right text with a piece left out: the parse ends, and the text is as it was. */
static void test_cut(void) {
    static const char text[] =
        "pass p \"d\"\nrule r priority 1 {\n  match n = a::/b_/(x!, k=\"c{d}\")\n"
        "  where x./e/(f: g[1])[1:2] else error 'h'\n  for i in {1: j}: k <- l "
        "as m\n  rename n \"o\"\n}\nfn q(r) if s = t.{u}v(call[w](x))\n";
    size_t cuts = 0, right = 0;
    CU_ASSERT(check_cut(text, sizeof text - 1));
    for (size_t from = 0; from < sizeof text - 1; from++) {
        for (size_t length = 1; length < 5 && from + length < sizeof text; length++) {
            char cut[sizeof text];
            memcpy(cut, text, sizeof text);
            memmove(cut + from, text + from + length, sizeof text - from - length);
            right += check_cut(cut, sizeof text - 1 - length);
            right += check_cut(cut, from);
            cuts += 2;
        }
    }
    CU_ASSERT(right > 0 && right < cuts);
}

/* ---------------------------------------------------------------- the files that ship */

static bool has_ending(const char *name, const char *ending) {
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

static void check_directory(const char *directory) {
    DIR *open = opendir(directory);
    CU_ASSERT_PTR_NOT_NULL_FATAL(open);
    for (const struct dirent *entry = readdir(open); entry; entry = readdir(open)) {
        const char *name = entry->d_name;
        if (!has_ending(name, ".rules") && !has_ending(name, ".ops") &&
            !has_ending(name, ".pipeline"))
            continue;
        open_job();
        const rg_source *source = rg_source_read(arena, rg_format(arena, "%s/%s", directory, name));
        CU_ASSERT_PTR_NOT_NULL_FATAL(source);
        check_again(source->text, source->length);
        close_job();
    }
    closedir(open);
}

static void test_shipped(void) {
    const char *rules = getenv("REGRAFT_RULES");
    char path[4096];
    snprintf(path, sizeof path, "%s/ops", rules ? rules : "rules");
    check_directory(rules ? rules : "rules");
    check_directory(path);
}

void rg_add_rules_grammar_suite(void) {
    CU_pSuite suite = CU_add_suite("grammar of rule files", NULL, NULL);
    CU_add_test(suite, "expressions", test_expressions);
    CU_add_test(suite, "patterns", test_patterns);
    CU_add_test(suite, "rules", test_rules);
    CU_add_test(suite, "declarations", test_declarations);
    CU_add_test(suite, "places", test_spans);
    CU_add_test(suite, "hostile texts", test_hostile);
    CU_add_test(suite, "any bytes", test_bytes);
    CU_add_test(suite, "texts with a piece left out", test_cut);
    CU_add_test(suite, "the rule files that ship", test_shipped);
}
