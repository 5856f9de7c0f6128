/* The sweep: which rule, in which order, how often; and what a pass guarantees. */
#include "test_rewrite.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- order */

static void test_priorities(void) {
    static const char graph[] = "%x\n%a = torch.neg(%x)\nreturn (a,)";
    rg_test_emits("rule a { match torch.neg(_)\n emit v = \"a\" }\n"
                  "rule b priority 2 { match torch.neg(_)\n emit v = \"b\" }\n"
                  "rule c priority 1 { match torch.neg(_)\n emit v = \"c\" }",
                  graph, "{\"v\":\"b\"}");
    /* file order among equals */
    rg_test_emits("rule a priority -1 { match torch.neg(_)\n emit v = \"a\" }\n"
                  "rule b { match torch.neg(_)\n emit v = \"b\" }\n"
                  "rule c { match torch.neg(_)\n emit v = \"c\" }",
                  graph, "{\"v\":\"b\"}");
    /* the first that matches; the others are not tried any more */
    rg_test_emits("rule a { match n = torch.neg(_)\n where users(n) > 5\n count a }\n"
                  "rule b { match torch.neg(1)\n count b }\n"
                  "rule c { match torch.neg(_)\n count c }\n"
                  "rule d { match torch.neg(_)\n count d }",
                  graph, "{\"a\":0,\"b\":0,\"c\":1,\"d\":0}");
}

/* Rules for a target and for all targets come in one order. */
static void test_dispatch(void) {
    rg_test_emits("rule all { match n = call(...)\n where len(n.args) > 5\n count all }\n"
                  "rule methods priority 3 { match call_method(...)\n count methods }\n"
                  "rule regex priority 2 { match /torch\\..*/(...)\n count regex }\n"
                  "rule operator priority 1 { match aten::relu(...)\n count operator }\n"
                  "rule rest priority -1 { match call(...)\n count rest }",
                  "%x\n%a = torch.relu(%x)\n%b = %x.relu()\n%c = torch.ops.aten.relu.default(%x)\n"
                  "%d = my.lib.f(%x)\nreturn ()",
                  "{\"all\":0,\"methods\":1,\"regex\":2,\"operator\":0,\"rest\":1}");
}

/* What was found out at one call holds for others like it only as far as they are alike: in targets
 * and types of arguments, not in their values or in what those are calls of. No schema here fits
 * %s, which is given out=: it may write what %r and %d were made of, so that u and w do not match
 * past it. */
static void test_calls_alike(void) {
    static const char rules[] =
        "rule inner priority 9 { match y = torch.mul(torch.relu(x), _)\n emit v[name(y)] = 0 }\n"
        "rule other priority 8 { match y = torch.mul(torch.neg(x), _)\n emit v[name(y)] = 1 }\n"
        "rule typed priority 7 { match y = torch.mul(x: f32[2, ...], 2)\n emit v[name(y)] = 2 }\n"
        "rule guarded priority 6 { match y = torch.mul(x: f32[3, ...], k)\n where k > 2\n"
        " emit v[name(y)] = 3 }\n"
        "rule literal priority 5 { match y = torch.mul(x, 7)\n emit v[name(y)] = 4 }\n"
        "rule deep priority 10 { match y = torch.mul(torch.relu(torch.neg(x)), _)\n"
        " emit v[name(y)] = 5 }\n"
        "rule second priority 4 { match y = torch.mul(_, torch.neg(x))\n emit v[name(y)] = 6 }\n"
        "rule alpha priority 3 { match y = aten::mul(x: f16[...], _)\n emit v[name(y)] = 7 }\n"
        "rule keyword priority 2 { match y = torch.mul(x, _, out=z)\n emit v[name(y)] = 8 }\n";
    rg_test_emits(rules,
                  "%x \"f32[2, 3]\"\n%y \"f32[3, 3]\"\n%h \"f16[2]\"\n"
                  "%r \"f32[2, 3]\" = torch.relu(%x)\n%n \"f32[2, 3]\" = torch.neg(%x)\n"
                  "%d \"f32[2, 3]\" = torch.relu(%n)\n"
                  "%a = torch.mul(%x, 1)\n%b = torch.mul(%x, 2)\n%c = torch.mul(%x, 7)\n"
                  "%e = torch.mul(%r, 1)\n%f = torch.mul(%n, 1)\n%g = torch.mul(%d, 1)\n"
                  "%i = torch.mul(%y, 1)\n%j = torch.mul(%y, 3)\n%k = torch.mul(%y, 2)\n"
                  "%l = torch.mul(%x, %x)\n%m = torch.mul(%x, %n)\n%o = torch.mul(%x, %r)\n"
                  "%p = torch.mul(%h, 1)\n%q = torch.mul(%h, %h)\n%s = torch.mul(%x, 1, out=%x)\n"
                  "%t = torch.mul(%x, 2)\n%u = torch.mul(%r, 7)\n%w = torch.mul(%d, 2)\nreturn ()",
                  "{\"v\":{\"b\":2,\"c\":4,\"e\":0,\"f\":1,\"g\":5,\"j\":3,\"m\":6,\"p\":7,"
                  "\"q\":7,\"s\":8,\"t\":2,\"u\":4,\"w\":2}}");
}

/* More kinds of calls of one target than are remembered: types of the first argument, or what it is
 * a call of. Rules are for a few of them. */
enum { KINDS = 600, ROUNDS = 2, WANTED = 6 };

/* Calls of all kinds, and what the rules emit for those that are wanted. */
static void add_calls(rg_text *graph, rg_text *json, char argument, int round, const int *wanted) {
    for (int k = 0; k < KINDS; k++) {
        rg_text_printf(graph, "%%%c%d_%d = torch.mul(%%%c%d, %d)\n", argument, round, k, argument,
                       k, argument == 'x' ? 1 : 2);
        for (int i = 0; i < WANTED; i++)
            if (wanted[i] == k)
                rg_text_printf(json, "%s\"%c%d_%d\":%d", rg_text_length(json) ? "," : "", argument,
                               round, k, k);
    }
}

static void test_many_kinds_of_calls(void) {
    static const int sizes[WANTED] = {3, 40, 205, 361, 477, 597},
                     functions[WANTED] = {7, 30, 251, 360, 471, 599};
    rg_arena *arena = rg_arena_new();
    rg_text rules = rg_text_new(arena), graph = rg_text_new(arena), json = rg_text_new(arena);
    for (int i = 0; i < WANTED; i++)
        rg_text_printf(
            &rules,
            "rule s%d { match y = torch.mul(x: f32[%d], 1)\n emit v[name(y)] = %d }\n"
            "rule f%d { match y = torch.mul(my.lib.f%d(x), 2)\n emit v[name(y)] = %d }\n",
            i, sizes[i], sizes[i], i, functions[i], functions[i]);
    for (int k = 0; k < KINDS; k++)
        rg_text_printf(&graph, "%%x%d \"f32[%d]\"\n%%f%d \"f32[1]\" = my.lib.f%d(%%x%d)\n", k, k, k,
                       k, k);
    for (int round = 0; round < ROUNDS; round++) {
        add_calls(&graph, &json, 'x', round, sizes);
        add_calls(&graph, &json, 'f', round, functions);
    }
    rg_text_puts(&graph, "return ()");
    rg_test_emits(rg_text_string(&rules), rg_text_string(&graph),
                  rg_format(arena, "{\"v\":{%s}}", rg_text_string(&json)));
    rg_arena_free(arena);
}

/* What cannot be read as a type says nothing: what the calls are does. */
static void test_types_that_cannot_be_read(void) {
    rg_test_emits("rule s { match y = aten::mul.Scalar(_, _)\n emit v[name(y)] = \"number\" }\n"
                  "rule t { match y = aten::mul.Tensor(_, _)\n emit v[name(y)] = \"tensor\" }\n"
                  "rule a { match torch.mul(1, 2)\n count c }\n"
                  "rule b { match torch.mul(1, 3)\n count c }\n"
                  "rule d { match torch.mul(1, 4)\n count c }\n",
                  "%x \"f32[4]\"\n%p \"weird\" = builtins.getattr(%x, T)\n%q \"weird\" = "
                  "builtins.getattr(%x, ndim)\n"
                  "%a = torch.mul(%x, %p)\n%b = torch.mul(%x, %q)\n%c = torch.mul(%x, %p)\n"
                  "%d = torch.mul(%x, %q)\nreturn ()",
                  "{\"v\":{\"a\":\"tensor\",\"b\":\"number\",\"c\":\"tensor\","
                  "\"d\":\"number\"},\"c\":0}");
}

/* What the calls of one graph have is not what those of another have. */
static void test_keywords_of_graphs(void) {
    static const char rule[] =
        "rule r { match y = torch.mul(_, _, out=_)\n emit v[name(y)] = 1 }\n";
    char rules[256];
    snprintf(rules, sizeof rules, "pass q nested\n%spass p nested\n%s", rule, rule);
    rg_test_emits(rules,
                  "%x \"f32[2]\"\n%a = torch.mul(%x, 1, out=%x)\nreturn (a,)\n"
                  "graph inner\n%x \"f32[2]\"\n%b = torch.mul(%x, 1)\nreturn (b,)",
                  "{\"v\":{\"a\":1}}");
    rg_test_emits(rules,
                  "%x \"f32[2]\"\n%a = torch.mul(%x, 1)\nreturn (a,)\n"
                  "graph inner\n%x \"f32[2]\"\n%b = torch.mul(%x, 1, out=%x)\nreturn (b,)",
                  "{\"v\":{\"b\":1}}");
}

/* That a guard's function has a clause that does not fit says nothing of the pattern. */
static void test_guards_are_no_patterns(void) {
    rg_test_emits("fn is_three(3) = True\nfn is_three(_) = False\n"
                  "rule a { match n = torch.mul(_, k)\n where is_three(k)\n emit v[name(n)] = 1 }\n"
                  "rule b { match n = torch.mul(_, 101)\n emit v[name(n)] = 2 }\n"
                  "rule c { match n = torch.mul(_, 102)\n emit v[name(n)] = 3 }\n"
                  "rule d { match n = torch.mul(_, 103)\n emit v[name(n)] = 4 }\n"
                  "rule e { match n = torch.mul(_, 104)\n emit v[name(n)] = 5 }",
                  "%x \"f32[4]\"\n%a = torch.mul(%x, 4)\n%b = torch.mul(%x, 3)\n"
                  "%c = torch.mul(%x, 102)\nreturn ()",
                  "{\"v\":{\"b\":1,\"c\":3}}");
}

/* Another pass has other rules. */
static void test_passes_apart(void) {
    rg_test_becomes("pass p\n"
                    "rule a { match torch.mul(_, 1)\n where False\n count k }\n"
                    "rule b { match torch.mul(_, 2)\n where False\n count k }\n"
                    "rule c { match torch.mul(_: f16[...], _)\n count k }\n"
                    "rule d { match torch.mul(_: f64[...], _)\n count k }\n"
                    "rule e { match torch.mul(_: i64[...], _)\n count k }\n"
                    "pass q\n"
                    "rule a { match torch.mul(_: f16[...], _)\n count k }\n"
                    "rule b { match torch.mul(_: f64[...], _)\n count k }\n"
                    "rule c { match torch.mul(_: i64[...], _)\n count k }\n"
                    "rule d { match torch.mul(_: f16[...], _)\n count k }\n"
                    "rule e { match y = torch.mul(x: f32[...], _)\n rewrite y = torch.neg(x) }\n",
                    "%x \"f32[2]\"\n%a = torch.mul(%x, 3)\n%b = torch.mul(%x, 3)\nreturn (a, b)",
                    "%x\n%neg = torch.neg(%x)\n%neg_1 = torch.neg(%x)\nreturn (neg, neg_1)");
}

/* ---------------------------------------------------------------- new nodes */

static void test_new_nodes_are_visited(void) {
    rg_test_becomes("rule a { match y = my.lib.f(x)\n rewrite y = torch.relu(torch.neg(x)) }\n"
                    "rule b { match y = torch.neg(x)\n rewrite y = torch.mul(x, -1) }\n"
                    "rule c { match y = torch.relu(x)\n rewrite y = torch.cat([x]) }",
                    "%x\n%f = my.lib.f(%x)\nreturn (f,)",
                    "%x\n%mul = torch.mul(%x, -1)\n%cat = torch.cat([%mul])\nreturn (cat,)");
    /* what `<-` said is carried to what came of the new node */
    rg_test_becomes("rule a { match aten::add_(x, o)\n rewrite x <- my.lib.f(x, o) }\n"
                    "rule b { match y = my.lib.f(x, _)\n rewrite y = torch.neg(x) }",
                    "%x\n%v = %x.t()\n%a = %v.add_(1)\nreturn (x, v)",
                    "%x\n%v = %x.t()\n%neg = torch.neg(%v)\n%t = torch.t(%neg)\nreturn (t, neg)");
}

/* A rule matches against the graph as it is. */
static void test_no_old_matches(void) {
    rg_test_becomes("rule r { match y = torch.neg(torch.neg(x))\n rewrite y = x }",
                    "%x\n%a = torch.neg(%x)\n%b = torch.neg(%a)\n%c = torch.neg(%b)\n"
                    "%d = torch.neg(%c)\n%e = torch.relu(%d)\nreturn (e,)",
                    "%x\n%e = torch.relu(%x)\nreturn (e,)");
    rg_test_becomes("rule r { match y = torch.neg(torch.neg(x))\n rewrite y = x }",
                    "%x\n%a = torch.neg(%x)\n%b = torch.neg(%a)\n%c = torch.neg(%b)\n"
                    "%e = torch.relu(%c)\nreturn (e,)",
                    "%x\n%c = torch.neg(%x)\n%e = torch.relu(%c)\nreturn (e,)");
}

static void test_root(void) {
    /* used by what replaces it: kept, and only the others read the new value */
    rg_test_becomes("rule r { match y = torch.neg(_)\n rewrite y = torch.relu(y) }",
                    "%x\n%a = torch.neg(%x)\n%b = torch.add(%a, %a)\nreturn (b,)",
                    "%x\n%a = torch.neg(%x)\n%relu = torch.relu(%a)\n%b = torch.add(%relu, %relu)\n"
                    "return (b,)");
    rg_test_fails("rule r { match aten::add_(x, o)\n rewrite z = torch.add(x, o)\n o2 = z }\n"
                  "rule s { match n = aten::relu(x)\n rewrite x <- torch.neg(x) }",
                  "%x\n%a = torch.relu(%x)\nreturn (a,)",
                  "the rule takes %a away but does not say what its users read instead");
    /* a constant */
    rg_test_becomes("rule r { match y = torch.neg(_)\n rewrite y = 3 }",
                    "%x\n%a = torch.neg(%x)\n%b = torch.add(%x, %a)\nreturn (b,)",
                    "%x\n%b = torch.add(%x, 3)\nreturn (b,)");
    rg_test_becomes("rule r { match y = torch.neg(x)\n rewrite y = (x, [1]) }",
                    "%x\n%a = torch.neg(%x)\n%b = torch.cat(%a)\nreturn (b,)",
                    "%x\n%b = torch.cat((%x, [1]))\nreturn (b,)");
}

/* New nodes inside a tuple are kept. */
static void test_container_values(void) {
    rg_test_becomes(
        "rule r { match y = torch.neg(x)\n rewrite y = (torch.relu(x), [torch.cat(y)]) }",
        "%x\n%a = torch.neg(%x)\n%b = my.lib.f(%a)\nreturn (b,)",
        "%x\n%relu = torch.relu(%x)\n%a = torch.neg(%x)\n%cat = torch.cat(%a)\n"
        "%b = my.lib.f((%relu, [%cat]))\nreturn (b,)");
}

/* The inner nodes of a pattern go when nobody else reads them. */
static void test_inner_nodes(void) {
    static const char rule[] = "rule r { match h = torch.neg(x)\n y = torch.relu(h)\n"
                               " rewrite y = my.lib.fused(x) }";
    rg_test_becomes(rule, "%x\n%h = torch.neg(%x)\n%y = torch.relu(%h)\nreturn (y,)",
                    "%x\n%fused = my.lib.fused(%x)\nreturn (fused,)");
    rg_test_becomes(rule, "%x\n%h = torch.neg(%x)\n%y = torch.relu(%h)\nreturn (y, h)",
                    "%x\n%h = torch.neg(%x)\n%fused = my.lib.fused(%x)\nreturn (fused, h)");
}

/* A rule put the inner node in the place of another, whose readers have not been reached. */
static void test_inner_nodes_read_later(void) {
    static const char alias[] = "rule alias { match y = torch.neg(x)\n rewrite y = x }\n"
                                "rule pair { match h = torch.relu(x)\n y = torch.sigmoid(h)\n"
                                " rewrite y = my.lib.fused(x) }";
    rg_test_becomes(alias,
                    "%x\n%h = torch.relu(%x)\n%n = torch.neg(%h)\n%s = torch.sigmoid(%n)\n"
                    "%t = torch.tanh(%n)\nreturn (s, t)",
                    "%x\n%h = torch.relu(%x)\n%fused = my.lib.fused(%x)\n%t = torch.tanh(%h)\n"
                    "return (fused, t)");
    /* the same with nobody left */
    rg_test_becomes(alias,
                    "%x\n%h = torch.relu(%x)\n%n = torch.neg(%h)\n%s = torch.sigmoid(%n)\n"
                    "%t = torch.sigmoid(%n)\nreturn (s, t)",
                    "%x\n%fused = my.lib.fused(%x)\n%fused_1 = my.lib.fused(%x)\n"
                    "return (fused, fused_1)");
}

/* A rule makes a call that another replaces by a view: what becomes of its memory matters, though
 * the graph had no such call. */
static void test_made_call_becomes_view(void) {
    static const char rules[] = "rule make { match y = torch.relu(x)\n"
                                " rewrite y = torch.special.expit(x) }\n"
                                "rule view { match y = torch.special.expit(x)\n"
                                " rewrite y = x.view(4) }";
    rg_test_becomes(rules,
                    "%p \"f32[4]\"\n%x \"f32[4]\" = torch.neg(%p)\n"
                    "%y \"f32[4]\" = torch.relu(%x)\n%z \"f32[4]\" = torch.exp(%y)\n"
                    "%w \"f32[4]\" = torch.exp(%x)\nreturn (z, w)",
                    "%p\n%x = torch.neg(%p)\n%view = %x.view(4)\n"
                    "%z = torch.exp(%view)\n%w = torch.exp(%x)\nreturn (z, w)");
    rg_test_becomes(rules,
                    "%p \"f32[4]\"\n%x \"f32[4]\" = torch.neg(%p)\n"
                    "%y \"f32[4]\" = torch.relu(%x)\n%m \"f32[4]\" = %y.mul_(2)\n"
                    "%w \"f32[4]\" = torch.exp(%x)\nreturn (y, w)",
                    "%p\n%x = torch.neg(%p)\n%view = %x.view(4)\n"
                    "%clone = torch.clone(%view)\n%m = %clone.mul_(2)\n"
                    "%w = torch.exp(%x)\nreturn (clone, w)");
}

/* The same of a call whose result the rule writes itself. */
static void test_made_call_is_written(void) {
    static const char rules[] =
        "rule make { match y = my.lib.inc(x)\n"
        " rewrite y = torch.ops.aten.add_.Tensor(torch.special.expit(x), 1) }\n"
        "rule view { match y = torch.special.expit(x)\n rewrite y = x.view(4) }";
    rg_test_becomes(rules,
                    "%p \"f32[4]\"\n%x \"f32[4]\" = torch.neg(%p)\n"
                    "%y \"f32[4]\" = my.lib.inc(%x)\n%w \"f32[4]\" = torch.exp(%x)\n"
                    "return (y, w)",
                    "%p\n%x = torch.neg(%p)\n%view = %x.view(4)\n"
                    "%clone = torch.clone(%view)\n"
                    "%add_ = torch.ops.aten.add_.Tensor(%clone, 1)\n"
                    "%w = torch.exp(%x)\nreturn (add_, w)");
}

/* ---------------------------------------------------------------- values to come */

/* Until what a rule said of a new value takes effect, the value is no dead code. */
static void test_awaited_values(void) {
    static const char rules[] = "rule dead { match n = call(...)\n"
                                " where users(n) == 0 and len(writes(n)) == 0\n erase n }\n"
                                "rule r { match y = aten::relu(x)\n"
                                " rewrite y = torch.clamp_min(x, 0) }\n"
                                "rule w { match aten::add_(x, o)\n"
                                " rewrite x <- torch.add(x, o) }";
    rg_test_becomes(rules,
                    "%x\n%relu = %x.relu()\n%dead = torch.neg(%x)\n%unread = torch.relu(%x)\n"
                    "%a = %x.add_(1)\nreturn (relu, x)",
                    "%x\n%clamp_min = torch.clamp_min(%x, 0)\n%add = torch.add(%x, 1)\n"
                    "return (clamp_min, add)");
    rg_test_fails("rule r { match y = torch.relu(x)\n rewrite c = torch.neg(x)\n y = c\n"
                  " erase c }",
                  "%x\n%y = torch.relu(%x)\nreturn (y,)",
                  "%neg cannot be erased: it is to take the place of another");
}

/* A rule makes another call of what a tensor was given as its content. */
static void test_set_content(void) {
    rg_test_becomes("rule add_ { match aten::add_(x, o)\n rewrite x <- torch.add(x, o) }\n"
                    "rule s { match n = torch.add(_, 1)\n set n.args[1] = 3 }",
                    "%x\n%a = %x.add_(1)\n%b = %x.add_(2)\nreturn (x,)",
                    "%x\n%add = torch.add(%x, 3)\n%add_1 = torch.add(%add, 2)\n"
                    "return (add_1,)");
    /* new arguments of it stand before it, and read what was there before */
    rg_test_becomes("rule r { match n = aten::relu(x)\n where not is_neg(x)\n"
                    " set n.args[0] = torch.neg(torch.clone(x)) }\n"
                    "fn is_neg(torch.neg(_)) = True\nfn is_neg(_) = False\n"
                    "rule w { match aten::relu_(x)\n rewrite x <- torch.relu(x) }",
                    "%x\n%a = %x.relu_()\nreturn (x,)",
                    "%x\n%clone = torch.clone(%x)\n%neg = torch.neg(%clone)\n"
                    "%relu = torch.relu(%neg)\nreturn (relu,)");
    rg_test_fails("rule r { match n = torch.neg(_)\n set n.args[0] = n }",
                  "%x\n%n = torch.neg(%x)\nreturn (n,)", "%n cannot be an argument of itself");
    rg_test_fails("rule r { match n = torch.neg(_)\n set n.args[0] = torch.relu(n) }",
                  "%x\n%n = torch.neg(%x)\nreturn (n,)", "%n cannot be an argument of itself");
}

/* `y = x` of a call that returns x itself says nothing new. */
static void test_same_object(void) {
    rg_test_becomes("rule m { match y = aten::mul_(x, o)\n rewrite x <- torch.mul(x, o)\n y = x }",
                    "%x\n%a = %x.mul_(2)\n%b = %x.mul_(3)\nreturn (x, a)",
                    "%x\n%mul = torch.mul(%x, 2)\n%mul_1 = torch.mul(%mul, 3)\n"
                    "return (mul_1, mul_1)");
}

/* What only a new value used that nobody reads. */
static void test_new_dead_code(void) {
    rg_test_becomes("rule r { match y = torch.abs(x)\n"
                    " rewrite y = torch.maximum(x, torch.neg(torch.clone(x))) }",
                    "%x\n%a = torch.abs(%x)\nreturn (x,)", "%x\nreturn (x,)");
}

/* An existing value in the place of one that is written later, where writes become values, too. */
static void test_pure_identity(void) {
    rg_test_becomes("pass p pure\nrule c { match y = aten::relu(x)\n rewrite y = x }\n"
                    "rule w { match aten::mul_(x, o)\n rewrite x <- torch.mul(x, o) }",
                    "%x\n%c = torch.relu(%x)\n%m = %c.mul_(2)\nreturn (x,)",
                    "%x\n%clone = torch.clone(%x)\n%mul = torch.mul(%clone, 2)\n"
                    "return (x,)");
}

/* `reuse` of a call whose result was written since. */
static void test_reuse_of_written(void) {
    rg_test_becomes("rule r { match y = torch.abs(x)\n"
                    " rewrite y = torch.maximum(x, reuse torch.neg(x)) }",
                    "%x\n%n = torch.neg(%x)\n%z = %n.zero_()\n%a = torch.abs(%x)\n"
                    "%b = torch.abs(%x)\nreturn (a, b, n)",
                    "%x\n%n = torch.neg(%x)\n%z = %n.zero_()\n%neg = torch.neg(%x)\n"
                    "%maximum = torch.maximum(%x, %neg)\n%maximum_1 = torch.maximum(%x, %neg)\n"
                    "return (maximum, maximum_1, n)");
}

/* ---------------------------------------------------------------- writes in between */

static const char fuse[] = "rule fuse { match s = aten::add(a, b)\n y = aten::relu(s)\n"
                           " rewrite y = my.lib.fused(a, b) }\n";

static void test_write_between(void) {
    rg_test_becomes(fuse,
                    "%x\n%y\n%s = torch.add(%x, %y)\n%w = %x.mul_(2)\n%r = torch.relu(%s)\n"
                    "return (r, x)",
                    "%x\n%y\n%s = torch.add(%x, %y)\n%w = %x.mul_(2)\n%r = torch.relu(%s)\n"
                    "return (r, x)");
    /* through a view */
    rg_test_becomes(fuse,
                    "%x\n%y\n%v = %y.select(0, 0)\n%s = torch.add(%x, %y)\n%w = %v.mul_(2)\n"
                    "%r = torch.relu(%s)\nreturn (r,)",
                    "%x\n%y\n%v = %y.select(0, 0)\n%s = torch.add(%x, %y)\n%w = %v.mul_(2)\n"
                    "%r = torch.relu(%s)\nreturn (r,)");
    /* of something else, or before */
    rg_test_becomes(fuse,
                    "%x\n%y\n%z\n%v = %x.mul_(2)\n%s = torch.add(%x, %y)\n%w = %z.mul_(2)\n"
                    "%r = torch.relu(%s)\nreturn (r, z)",
                    "%x\n%y\n%z\n%v = %x.mul_(2)\n%w = %z.mul_(2)\n%fused = my.lib.fused(%x, %y)\n"
                    "return (fused, z)");
}

/* A write that a rule of the same pass took away: the pattern reads what it read. */
static void test_replaced_write_between(void) {
    char rules[512];
    snprintf(rules, sizeof rules, "%s%s", fuse,
             "rule mul_ { match aten::mul_(x, o)\n rewrite x <- torch.mul(x, o) }");
    rg_test_rewrite(rules, "%x\n%y\n%s = torch.add(%x, %y)\n%w = %x.mul_(2)\n%r = torch.relu(%s)\n"
                           "return (r, x)");
    const char *got = rg_test_result();
    bool kept = strcmp(got, "%x\n%y\n%s = torch.add(%x, %y)\n%mul = torch.mul(%x, 2)\n"
                            "%r = torch.relu(%s)\nreturn (r, mul)") == 0;
    bool fused = strcmp(got, "%x\n%y\n%mul = torch.mul(%x, 2)\n%fused = my.lib.fused(%x, %y)\n"
                             "return (fused, mul)") == 0;
    if (!kept && !fused)
        rg_test_equal(rules, got, "fused or not, but reading the old %x");
}

/* The inner node is what the write made: its operand is the content before. */
static void test_written_inner_node(void) {
    static const char rules[] =
        "rule mul_ { match aten::mul_(x, o)\n rewrite x <- torch.mul(x, o) }\n"
        "rule add_ { match aten::add_(x, o)\n rewrite x <- torch.add(x, o) }\n"
        "rule fma { match s = torch.mul(a, b)\n y = torch.add(s, c)\n"
        " rewrite y = my.lib.fma(a, b, c) }";
    rg_test_rewrite(rules, "%y\n%v = %y.mul_(2)\n%w = %y.add_(1)\nreturn (y,)");
    const char *got = rg_test_result();
    bool kept = strcmp(got, "%y\n%mul = torch.mul(%y, 2)\n%add = torch.add(%mul, 1)\n"
                            "return (add,)") == 0;
    bool fused = strstr(got, "my.lib.fma(%y, 2, 1)") != NULL;
    if (!kept && !fused)
        rg_test_equal(rules, got, "fused or not, but reading the old %y");
}

/* A value that was bound is what it was: content of before is not the content of now. */
static void test_old_content(void) {
    static const char rules[] = "rule add_ { match aten::add_(x, o)\n rewrite x <- torch.neg(x) }\n"
                                "rule negneg { match y = torch.neg(torch.neg(x))\n rewrite y = x }";
    rg_test_rewrite(rules, "%x\n%a = %x.add_(1)\n%v = torch.neg(%x)\n%w = torch.relu(%v)\n"
                           "return (w, x)");
    const char *got = rg_test_result();
    bool right = strstr(got, "torch.relu(%x)") || strstr(got, "torch.clone(%x)") ||
                 strstr(got, "%v = torch.neg(%neg)\n%w = torch.relu(%v)");
    if (!right)
        rg_test_equal(rules, got, "the relu of the old %x");
}

/* ---------------------------------------------------------------- fixpoint and budget */

static void test_fixpoint(void) {
    static const char rule[] = "rule r { match n = call(...)\n where users(n) == 0\n erase n\n"
                               " count erased }";
    static const char graph[] = "%x\n%a = torch.neg(%x)\n%b = torch.neg(%a)\n%c = torch.neg(%b)\n"
                                "return (x,)";
    char rules[256];
    snprintf(rules, sizeof rules, "pass p\n%s", rule);
    rg_test_becomes(rules, graph, "%x\n%a = torch.neg(%x)\n%b = torch.neg(%a)\nreturn (x,)");
    snprintf(rules, sizeof rules, "pass p fixpoint\n%s", rule);
    rg_test_becomes(rules, graph, "%x\nreturn (x,)");
    rg_test_emits(rules, graph, "{\"erased\":3}");
    snprintf(rules, sizeof rules, "pass p fixpoint\n%s\nbegin { emit v = len(outputs) }", rule);
    rg_test_emits(rules, graph, "{\"erased\":3,\"v\":1}");
}

/* What `reuse` knows of one sweep, or graph, is not that of the next. */
static void test_reuse_in_sweeps(void) {
    static const char rules[] = "pass p fixpoint nested\n"
                                "rule r { match y = torch.relu(x)\n where \"seen\" not in y.meta\n"
                                " let _n = reuse operator.getitem(x, 0)\n"
                                " set y.meta[\"seen\"] = 1\n count steps }";
    static const char graph[] = "%x \"f32[2]\"\n%y \"f32[2]\"\n%b = get_attr body\n"
                                "%a = torch.relu(%x)\n%c = torch.relu(%y)\n"
                                "%d = my.lib.f(%b, %a, %c)\nreturn (d,)\n"
                                "graph body\n%p \"f32[2]\"\n%q \"f32[2]\"\n"
                                "%a = torch.relu(%q)\n%c = torch.relu(%q)\nreturn (a, c, p)";
    rg_test_emits(rules, graph, "{\"steps\":4}");
}

static const char circle[] = "pass p fixpoint\n"
                             "rule there { match y = torch.neg(x)\n rewrite y = torch.relu(x) }\n"
                             "rule back { match y = torch.relu(x)\n rewrite y = torch.neg(x) }\n"
                             "rule innocent { match torch.cat(_)\n count cats }";

static void test_step_budget(void) {
    rg_test_fails(circle, "%x\n%c = torch.cat([%x])\n%a = torch.neg(%x)\nreturn (a,)",
                  "applications and no end in sight: rules in the loop: there (");
    rg_test_holds("the other", rg_test_result(), "back (");
    CU_ASSERT_PTR_NULL(strstr(rg_test_result(), "innocent ("));
    rg_test_holds("advice", rg_test_result(),
                  "rules that undo each other, or match what they make");
    /* settable */
    rg_test_options.limits.steps_per_node = 100;
    rg_test_fails(circle, "%x\n%a = torch.neg(%x)\nreturn (a,)", "1301 applications");
    /* a rule that matches what it makes */
    rg_test_fails("rule grow { match y = torch.neg(x)\n rewrite y = torch.neg(torch.neg(x)) }",
                  "%x\n%a = torch.neg(%x)\nreturn (a,)", "rules in the loop: grow (");
}

/* ---------------------------------------------------------------- guarantees */

static void test_pure(void) {
    rg_test_fails("pass p pure\nrule r { match torch.neg(_)\n count negs }",
                  "%x\n%a = %x.add_(1)\nreturn (x,)",
                  "`add_` still writes %x after a pass that promises to leave no write");
    rg_test_fails("pass p pure\nrule r { match aten::add_(x, o)\n rewrite x <- torch.add(x, o) }",
                  "%w = get_attr w\n%a = %w.add_(1)\nreturn ()",
                  "%w is a buffer of the module and is written");
    rg_test_rewrite("pass p pure\nrule r { match aten::add_(x, o)\n rewrite x <- torch.add(x, o) }",
                    "%x\n%a = %x.add_(1)\nreturn ()");
    CU_ASSERT(rg_test.done);
    CU_ASSERT_EQUAL(rg_test.diagnostics.warnings, 1);
    rg_test_holds("a lost write", rg_test.diagnostics.first->message,
                  "the final value of the input %x is not returned");
}

static void test_nested(void) {
    static const char rule[] = "rule r { match y = torch.neg(x)\n rewrite y = torch.relu(x) }";
    static const char graph[] = "%x\n%b = get_attr body\n%a = torch.neg(%x)\n"
                                "%c = torch.ops.higher_order.wrap(%b, %a)\nreturn (c,)\n"
                                "graph body\n%x\n%a = torch.neg(%x)\nreturn (a,)";
    char rules[256];
    snprintf(rules, sizeof rules, "pass p\n%s", rule);
    rg_test_becomes(rules, graph,
                    "%x\n%b = get_attr body\n%relu = torch.relu(%x)\n"
                    "%c = torch.ops.higher_order.wrap(%b, %relu)\nreturn (c,)\n"
                    "graph body\n%x\n%a = torch.neg(%x)\nreturn (a,)");
    snprintf(rules, sizeof rules, "pass p nested\n%s", rule);
    rg_test_becomes(rules, graph,
                    "%x\n%b = get_attr body\n%relu = torch.relu(%x)\n"
                    "%c = torch.ops.higher_order.wrap(%b, %relu)\nreturn (c,)\n"
                    "graph body\n%x\n%relu = torch.relu(%x)\nreturn (relu,)");
    rg_test_fails("pass p nested pure\n"
                  "rule r { match aten::add_(x, o)\n rewrite x <- torch.add(x, o) }",
                  "%x\n%b = get_attr body\n%c = my.lib.f(%b, %x)\nreturn (c,)\n"
                  "graph body\n%x\n%a = %x.add_(1)\nreturn ()",
                  "%x is an input of the body `body` and is written there");
}

static void test_blocks(void) {
    rg_test_becomes(
        "begin { let p = placeholders[0]\n let n = torch.neg(p)\n set n.meta[\"k\"] = 1 }\n"
        "end { outputs += [torch.relu(placeholders[1])] }",
        "%x \"f32[2]\"\n%y\n%a = torch.add(%x, %y)\nreturn (a,)",
        "%x\n%y\n%neg = torch.neg(%x)  # {'k': 1}\n%a = torch.add(%x, %y)\n"
        "%relu = torch.relu(%y)\nreturn (a, relu)");
    /* rules see what `begin` made */
    rg_test_emits("begin { let n = torch.neg(placeholders[0])\n set n.meta[\"k\"] = 1 }\n"
                  "rule r { match n = torch.neg(_)\n count seen }",
                  "%x\nreturn (x,)", "{\"seen\":1}");
}

/* Every new node knows the rule that made it. */
static uint32_t origin_of(const char *name) {
    const rg_node *node = rg_test_node(name);
    const rg_graph *graph = rg_test.module->graphs[0];
    return rg_extra_of(graph, (rg_node_id)(node - rg_node_at(graph, 0)))->origin;
}

static void test_origins(void) {
    rg_test_rewrite(
        "rule first { match y = torch.neg(x)\n rewrite y = torch.relu(torch.cat([x])) }\n"
        "rule second { match y = my.lib.f(x)\n set y.args[0] = 1 }\n"
        "end { outputs += [my.lib.g(placeholders[0])] }",
        "%x\n%a = torch.neg(%x)\n%b = my.lib.f(%x)\nreturn (a, b)");
    CU_ASSERT_FATAL(rg_test.done);
    const rg_origin *origins = rg_test.module->origins.data;
    CU_ASSERT_EQUAL(origin_of("x"), 0);
    CU_ASSERT_NOT_EQUAL_FATAL(origin_of("relu"), 0);
    CU_ASSERT_EQUAL(origin_of("relu"), origin_of("cat"));
    const rg_origin *origin = &origins[origin_of("relu") - 1];
    rg_test_equal("pass", origin->pass, "p");
    rg_test_equal("rule", origin->rule, "first");
    CU_ASSERT_EQUAL(origin->line, 2);
    rg_test_holds("path", origin->path, "unit.rules");
    CU_ASSERT_NOT_EQUAL_FATAL(origin_of("b"), 0);
    rg_test_equal("changed", origins[origin_of("b") - 1].rule, "second");
    CU_ASSERT_NOT_EQUAL_FATAL(origin_of("g"), 0);
    rg_test_equal("end", origins[origin_of("g") - 1].rule, "");
    CU_ASSERT_EQUAL(origins[origin_of("g") - 1].line, 6);
}

/* The same text, whatever ran before. */
static void test_determinism(void) {
    static const char rules[] =
        "rule a { match aten::add_(x, o)\n rewrite x <- torch.add(x, o) as \"{name(x)}_new\" }\n"
        "rule b { match y = torch.neg(x)\n rewrite y = torch.mul(x, torch.cat([x, x])) }\n"
        "end { for p in placeholders: emit m[name(p)] = written(p)\n outputs += placeholders }";
    static const char graph[] = "%x\n%y\n%v = %x.select(0, 1)\n%w = %y.t()\n%a = %v.add_(1)\n"
                                "%b = %w.add_(%v)\n%c = torch.neg(%x)\n%d = torch.neg(%y)\n"
                                "%e = %x.add_(%d)\nreturn (c, v, w)";
    char first[2048], metadata[256];
    rg_test_rewrite(rules, graph);
    snprintf(first, sizeof first, "%s", rg_test_result());
    char *json = json_dumps(rg_test.metadata, 0);
    snprintf(metadata, sizeof metadata, "%s", json);
    free(json);
    for (int i = 0; i < 3; i++) {
        rg_test_rewrite(circle, "%x\n%a = torch.neg(%x)\nreturn (a,)");
        rg_test_rewrite(rules, graph);
        rg_test_equal(rules, rg_test_result(), first);
        json = json_dumps(rg_test.metadata, 0);
        rg_test_equal(rules, json, metadata);
        free(json);
    }
}

/* Memory, and so names and tables, grow with the number of writes and no faster. */
static size_t bytes_for(size_t writes) {
    static const char rules[] = "rule r { match aten::add_(x, o)\n"
                                " rewrite x <- torch.add(x, o) as \"{name(x)}_new\" }";
    rg_arena *arena = rg_arena_new();
    rg_text graph = rg_text_new(arena);
    rg_text_puts(&graph, "%x\n%v = %x.select(0, 1)\n");
    for (size_t i = 0; i < writes; i++)
        rg_text_printf(&graph, "%%w%zu = %%%s.add_(1)\n", i, i % 2 ? "x" : "v");
    rg_text_puts(&graph, "return (v, x)");
    rg_test_rewrite(rules, rg_text_string(&graph));
    CU_ASSERT(rg_test.done);
    rg_arena_free(arena);
    return rg_arena_bytes(rg_test.arena);
}

static void test_growth(void) {
    size_t few = bytes_for(200), more = bytes_for(400), most = bytes_for(800);
    CU_ASSERT(more > few);
    CU_ASSERT(most - more < 3 * (more - few));
}

void rg_add_rewrite_sweep_tests(CU_pSuite suite) {
    CU_add_test(suite, "priorities and file order", test_priorities);
    CU_add_test(suite, "rules by target", test_dispatch);
    CU_add_test(suite, "calls alike", test_calls_alike);
    CU_add_test(suite, "many kinds of calls", test_many_kinds_of_calls);
    CU_add_test(suite, "types that cannot be read", test_types_that_cannot_be_read);
    CU_add_test(suite, "keywords in several graphs", test_keywords_of_graphs);
    CU_add_test(suite, "guards are no patterns", test_guards_are_no_patterns);
    CU_add_test(suite, "passes apart", test_passes_apart);
    CU_add_test(suite, "new nodes are visited", test_new_nodes_are_visited);
    CU_add_test(suite, "matching is against the graph as it is", test_no_old_matches);
    CU_add_test(suite, "the root", test_root);
    CU_add_test(suite, "new nodes inside a tuple", test_container_values);
    CU_add_test(suite, "inner nodes of a pattern", test_inner_nodes);
    CU_add_test(suite, "inner nodes that are read later", test_inner_nodes_read_later);
    CU_add_test(suite, "a call that was made becomes a view", test_made_call_becomes_view);
    CU_add_test(suite, "a call that was made is written", test_made_call_is_written);
    CU_add_test(suite, "values that are awaited", test_awaited_values);
    CU_add_test(suite, "another call of a content", test_set_content);
    CU_add_test(suite, "an object in its own place", test_same_object);
    CU_add_test(suite, "dead code that rules make", test_new_dead_code);
    CU_add_test(suite, "an existing value that is written later", test_pure_identity);
    CU_add_test(suite, "reuse of what was written", test_reuse_of_written);
    CU_add_test(suite, "a write in between", test_write_between);
    CU_add_test(suite, "a write in between that a rule took away", test_replaced_write_between);
    CU_add_test(suite, "an inner node that a write made", test_written_inner_node);
    CU_add_test(suite, "content of before", test_old_content);
    CU_add_test(suite, "fixpoint", test_fixpoint);
    CU_add_test(suite, "reuse in several sweeps", test_reuse_in_sweeps);
    CU_add_test(suite, "rules that never end", test_step_budget);
    CU_add_test(suite, "pure passes", test_pure);
    CU_add_test(suite, "nested graphs", test_nested);
    CU_add_test(suite, "begin and end", test_blocks);
    CU_add_test(suite, "where a node comes from", test_origins);
    CU_add_test(suite, "the same text again", test_determinism);
    CU_add_test(suite, "memory grows with the graph", test_growth);
}
