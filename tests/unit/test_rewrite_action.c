/* The statements of rules and blocks. */
#include "test_rewrite.h"

#include <string.h>

/* ---------------------------------------------------------------- set */

static void test_set_arguments(void) {
    static const char graph[] = "%x\n%a = my.lib.f(%x, 1, k=2)\nreturn (a,)";
    rg_test_becomes("rule r { match n = my.lib.f(...)\n"
                    " set n.args[0] = 5\n n.args[-1] = [1, 2]\n n.kwargs[\"k\"] = \"s\"\n"
                    " n.kwargs[\"new\"] = None }",
                    graph, "%x\n%a = my.lib.f(5, [1, 2], k=s, new=None)\nreturn (a,)");
    rg_test_becomes("rule r { match n = my.lib.f(x, ...)\n set n.args[1] = torch.neg(x) }", graph,
                    "%x\n%neg = torch.neg(%x)\n%a = my.lib.f(%x, %neg, k=2)\nreturn (a,)");
    rg_test_fails("rule r { match n = my.lib.f(...)\n set n.args[2] = 5 }", graph,
                  "%a has 2 positional arguments");
    rg_test_fails("rule r { match n = my.lib.f(...)\n set n.args[-3] = 5 }", graph,
                  "%a has 2 positional arguments");
    rg_test_fails("rule r { match n = my.lib.f(x, k, ...)\n set n.kwargs[k] = x }", graph,
                  "the key must be a string");
}

/* By the schema's name: a keyword, a position, or a new keyword. */
static void test_set_named(void) {
    static const char rule[] = "rule r { match n = aten::sum(_, _, ...)\n"
                               " set n.arg[\"dim\"] = [7]\n n.arg[\"keepdim\"] = True }";
    rg_test_becomes(rule, "%x\n%a = torch.sum(%x, [0])\nreturn (a,)",
                    "%x\n%a = torch.sum(%x, [7], keepdim=True)\nreturn (a,)");
    rg_test_becomes(rule, "%x\n%a = torch.sum(%x, dim=[0], keepdim=False)\nreturn (a,)",
                    "%x\n%a = torch.sum(%x, dim=[7], keepdim=True)\nreturn (a,)");
    rg_test_becomes(rule, "%x\n%a = %x.sum([0], False)\nreturn (a,)",
                    "%x\n%a = %x.sum([7], True)\nreturn (a,)");
    rg_test_becomes(
        "rule r { match n = aten::to(_, _, _)\n set n.arg[\"device\"] = device(\"xla\", 0) }",
        "%x\n%a = %x.to(device(type='cpu'), torch.float32)\nreturn (a,)",
        "%x\n%a = %x.to(device(type='xla', index=0), torch.float32)\nreturn (a,)");
}

/* A node that took an item out of a tuple, and is another call now, is that item no more. */
static void test_set_items(void) {
    rg_test_becomes("rule r { match n = operator.getitem(_, 0)\n where name(n) == \"a\"\n"
                    " set n.target = \"torch.relu\" }",
                    "%x\n%t = torch.max(%x, 0)\n%a = operator.getitem(%t, 0)\n"
                    "%b = operator.getitem(%t, 0)\nreturn (a, b)",
                    "%x\n%t = torch.max(%x, 0)\n%a = torch.relu(%t, 0)\n"
                    "%b = operator.getitem(%t, 0)\nreturn (a, b)");
    rg_test_becomes("rule s { match n = operator.getitem(_, 0)\n where name(n) == \"a\"\n"
                    " set n.args[1] = 1 }\n"
                    "rule w { match aten::add_(x, o)\n rewrite x <- torch.add(x, o) }",
                    "%x\n%s = torch.unbind(%x)\n%a = operator.getitem(%s, 0)\n"
                    "%b = operator.getitem(%s, 0)\n%w = %b.add_(1)\nreturn (a, b, x)",
                    "%x\n%s = torch.unbind(%x)\n%a = operator.getitem(%s, 1)\n"
                    "%b = operator.getitem(%s, 0)\n%add = torch.add(%b, 1)\n"
                    "%select_scatter = torch.select_scatter(%x, %add, 0, 0)\n"
                    "%unbind = torch.unbind(%select_scatter)\n"
                    "%getitem = operator.getitem(%unbind, 1)\n"
                    "return (getitem, add, select_scatter)");
}

static void test_set_target_and_meta(void) {
    rg_test_becomes(
        "rule r { match n = my.lib.f(...)\n"
        " set n.target = \"my.lib.g\"\n n.meta[\"k\"] = {\"a\": [1, None]}\n"
        " n.meta[\"l\"] = torch.float32 }",
        "%x\n%a = my.lib.f('s')  # {'m': 1}\nreturn (a,)",
        "%x\n%a = my.lib.g('s')  # {'m': 1, 'k': {'a': [1, None]}, 'l': torch.float32}\n"
        "return (a,)");
    rg_test_becomes(
        "rule r { match n = my.lib.f(...)\n set n.meta[\"m\"] = 2\n n.meta[\"m\"] = 3 }",
        "%x\n%a = my.lib.f('s')  # {'m': 1}\nreturn (a,)",
        "%x\n%a = my.lib.f('s')  # {'m': 3}\nreturn (a,)");
}

/* What a call does to memory is found out again after `set`. */
static void test_set_changes_effects(void) {
    rg_test_emits("rule r { match n = torch.add(_, _)\n set n.target = \"torch.add_\" }\n"
                  "end { emit v = [written(p) for p in placeholders] }",
                  "%x\n%y\n%a = torch.add(%x, 1)\nreturn (a,)", "{\"v\":[true,false]}");
    rg_test_emits("rule r { match n = torch.add_(_, _)\n set n.target = \"torch.add\" }\n"
                  "end { emit v = [written(p) for p in placeholders]\n"
                  " emit same = same_elements(outputs[0], placeholders[0]) }",
                  "%x\n%y\n%a = torch.add_(%x, 1)\nreturn (a,)",
                  "{\"v\":[false,false],\"same\":false}");
    rg_test_emits("rule r { match n = aten::add_(_, _)\n set n.args[0] = placeholders[1] }\n"
                  "end { emit v = [written(p) for p in placeholders] }",
                  "%x\n%y\n%a = %x.add_(1)\nreturn (a,)", "{\"v\":[false,true]}");
}

/* ---------------------------------------------------------------- names, erasing */

static void test_rename(void) {
    rg_test_becomes("rule r { match n = torch.neg(x)\n rename n \"of_{x}\" }",
                    "%x\n%of_x\n%a = torch.neg(%x)\n%b = torch.neg(%a)\nreturn (a, b)",
                    "%x\n%of_x\n%of_x_1 = torch.neg(%x)\n%of_of_x_1 = torch.neg(%of_x_1)\n"
                    "return (of_x_1, of_of_x_1)");
    /* not a name of Python: made one */
    rg_test_becomes("rule r { match n = torch.neg(_)\n rename n \"for\" }",
                    "%x\n%a = torch.neg(%x)\nreturn (a,)",
                    "%x\n%for_1 = torch.neg(%x)\nreturn (for_1,)");
    rg_test_becomes("rule r { match n = torch.neg(_)\n rename n \"1 + b\" }",
                    "%x\n%a = torch.neg(%x)\nreturn (a,)",
                    "%x\n%_1_b = torch.neg(%x)\nreturn (_1_b,)");
}

static void test_erase(void) {
    rg_test_becomes("rule r { match n = torch.neg(_)\n where users(n) == 0\n erase n }",
                    "%x\n%a = torch.neg(%x)\n%b = torch.neg(%a)\nreturn (a,)",
                    "%x\n%a = torch.neg(%x)\nreturn (a,)");
    rg_test_fails("rule r { match n = torch.neg(_)\n erase n }",
                  "%x\n%a = torch.neg(%x)\nreturn (a,)", "%a cannot be erased: it has users");
    rg_test_becomes("rule r { match output(_)\n for p in placeholders if users(p) == 0: erase p }",
                    "%x\n%y\n%z\n%a = torch.neg(%y)\nreturn (a,)",
                    "%y\n%a = torch.neg(%y)\nreturn (a,)");
}

/* ---------------------------------------------------------------- outputs */

static void test_outputs(void) {
    static const char end[] = "end { outputs += [placeholders[0]] }";
    rg_test_becomes(end, "%x\n%a = torch.neg(%x)\nreturn (a,)",
                    "%x\n%a = torch.neg(%x)\nreturn (a, x)");
    rg_test_becomes(end, "%x\n%a = torch.neg(%x)\nreturn a",
                    "%x\n%a = torch.neg(%x)\nreturn (a, x)");
    rg_test_becomes(end, "%x\n%a = torch.neg(%x)\nreturn [a]",
                    "%x\n%a = torch.neg(%x)\nreturn [a, x]");
    rg_test_becomes(end, "%x\nreturn ()", "%x\nreturn (x,)");
    rg_test_becomes(end, "%x\nreturn None", "%x\nreturn (None, x)");
    rg_test_becomes("end { outputs += [] }", "%x\nreturn x", "%x\nreturn x");
    rg_test_becomes("end { outputs += [1, None]\n outputs += (\"a\",) }", "%x\nreturn (x,)",
                    "%x\nreturn (x, 1, None, 'a')");
    rg_test_becomes("end { outputs += [torch.neg(placeholders[0])] }", "%x\nreturn (x,)",
                    "%x\n%neg = torch.neg(%x)\nreturn (x, neg)");
    rg_test_fails("end { outputs += 3 }", "%x\nreturn (x,)", "`outputs +=` takes a list");
    /* what is appended is what it holds now */
    rg_test_becomes("rule r { match aten::add_(x, o)\n rewrite x <- torch.add(x, o) }\n"
                    "end { outputs += placeholders }",
                    "%x\n%a = %x.add_(1)\nreturn ()", "%x\n%add = torch.add(%x, 1)\nreturn (add,)");
}

/* ---------------------------------------------------------------- metadata */

static void test_metadata(void) {
    rg_test_emits("rule r { match n = torch.neg(_)\n count negs\n emit by[name(n)] = users(n)\n"
                  " emit last = name(n) }\n"
                  "rule s { match torch.relu(_)\n count relus\n emit none[1] = 2 }",
                  "%x\n%a = torch.neg(%x)\n%b = torch.neg(%a)\nreturn (b,)",
                  "{\"by\":{\"a\":1,\"b\":1},\"none\":{},\"negs\":2,\"relus\":0,\"last\":\"b\"}");
    rg_test_emits("begin { emit v = [placeholders[0], 1.5, (), {\"k\": (1,)}, torch.float32, "
                  "slice(1)]\n emit w[1] = 2\n emit w[1] = 3 }",
                  "%x \"f32[2, s0]\"\nreturn (x,)",
                  "{\"w\":{\"1\":3},\"v\":[{\"node\":\"x\",\"shape\":[2,\"s0\"],"
                  "\"dtype\":\"torch.float32\"},1.5,[],{\"k\":[1]},\"torch.float32\","
                  "\"slice(None, 1, None)\"]}");
    rg_test_refused("begin { emit k = 1\n count k }", "`k`");
}

/* ---------------------------------------------------------------- warn, error, else error */

static void test_messages(void) {
    static const char graph[] = "%x\n%a = torch.neg(%x)\n%b = torch.neg(%a)\nreturn (b,)";
    rg_test_rewrite("rule r { match n = torch.neg(_)\n warn \"see {n}\" }", graph);
    CU_ASSERT(rg_test.done);
    CU_ASSERT_EQUAL(rg_test.diagnostics.warnings, 2);
    rg_test_equal("warn", rg_test.diagnostics.first->message, "pass p, rule r, node %a: see a");
    CU_ASSERT_EQUAL(rg_test.diagnostics.first->span.line, 3);
    CU_ASSERT_EQUAL(rg_test.diagnostics.first->next->severity, RG_NOTE);
    CU_ASSERT_EQUAL(rg_test.diagnostics.first->next->span.line, 3);
    rg_test_fails("rule r { match n = torch.neg(torch.neg(_))\n error \"no {n}\" }", graph,
                  "unit.fx:4:5: error: pass p, rule r, node %b: no b");
    rg_test_fails(
        "rule r { match n = torch.neg(x)\n where is_placeholder(x) else error \"no {x}\"\n"
        " count negs }",
        graph, "pass p, rule r, node %b: no a");
    rg_test_fails("begin { error \"at {len(placeholders)}\" }", graph, "error: pass p: at 1");
}

/* ---------------------------------------------------------------- for, if, let */

static void test_control(void) {
    rg_test_emits("begin { for i, p in enumerate(placeholders) if i > 0 {\n"
                  "  let k = \"{p}{i}\"\n  emit v[k] = i\n"
                  "  if i == 1: emit w[k] = 1\n  if i == 2 {\n emit w[k] = 2\n count twos\n }\n"
                  " }\n for k in {\"a\": 1}: emit keys[k] = 1\n"
                  " for a, _ in [(1, (2, 3))]: emit first[a] = 2\n"
                  " for _ in []: count never }",
                  "%x\n%y\n%z\nreturn ()",
                  "{\"v\":{\"y1\":1,\"z2\":2},\"w\":{\"y1\":1,\"z2\":2},\"keys\":{\"a\":1},"
                  "\"first\":{\"1\":2},\"twos\":1,\"never\":0}");
    rg_test_fails("begin { for a, b in [1]: count n }", "%x\nreturn (x,)",
                  "2 names stand for a value of 1 items");
    rg_test_fails("begin { for a in 3: count n }", "%x\nreturn (x,)",
                  "`for` needs a tuple, list or dict");
}

/* Guards and `let` in turn; a guard that does not hold leaves no trace. */
static void test_guards(void) {
    rg_test_emits("rule r { match n = torch.neg(x)\n let k = name(x)\n where k == \"x\"\n"
                  " let m = \"{k}!\"\n where len(m) == 2\n emit v[name(n)] = m }",
                  "%x\n%a = torch.neg(%x)\n%b = torch.neg(%a)\nreturn ()",
                  "{\"v\":{\"a\":\"x!\"}}");
    rg_test_becomes("fn made(x) = torch.relu(x)\n"
                    "rule r { match y = torch.neg(x)\n let r = made(x)\n where users(x) > 100\n"
                    " rewrite y = r }",
                    "%x\n%a = torch.neg(%x)\nreturn (a,)", "%x\n%a = torch.neg(%x)\nreturn (a,)");
}

/* ---------------------------------------------------------------- new calls */

static void test_new_calls(void) {
    static const char graph[] = "%x\n%a = my.lib.f(%x, 1)\nreturn (a,)";
    rg_test_becomes(
        "rule r { match y = my.lib.f(x, k)\n"
        " rewrite a = torch.neg(x)\n b = a.frob(k, s=\"t\")\n"
        " c = call_module[\"layers.{k}\"](b)\n d = call_method[\"m\"](c, *[1, 2], **{\"q\": 3})\n"
        " e = call_function[\"my.{k}\"](d)\n y = aten::{\"re\" + \"lu\"}(e.{\"x\" + \"y\"}()) }",
        graph,
        "%x\n%neg = torch.neg(%x)\n%frob = %neg.frob(1, s=t)\n"
        "%layers_1 = module layers.1(%frob)\n%m = %layers_1.m(1, 2, q=3)\n"
        "%_1 = my.1(%m)\n%xy = %_1.xy()\n%relu = torch.relu(%xy)\nreturn (relu,)");
    rg_test_fails("rule r { match y = my.lib.f(x, k)\n rewrite y = aten::{\"no\"}(x) }", graph,
                  "no operator table declares `aten::no`");
    rg_test_fails("rule r { match y = my.lib.f(x, k)\n rewrite y = aten::linear(k) }", graph,
                  "no overload of `aten::linear` takes (1,)");
    rg_test_fails("rule r { match y = my.lib.f(x, k)\n rewrite y = k.neg() }", graph,
                  "a method call needs a node before the dot");
    rg_test_fails("rule r { match y = my.lib.f(x, k)\n rewrite y = torch.f(*k) }", graph,
                  "`*` needs a tuple or list");
    rg_test_fails("rule r { match y = my.lib.f(x, k)\n rewrite y = torch.f(**k) }", graph,
                  "`**` needs a dict");
}

/* An operator is spelled as the graph spells. */
static void test_dialects(void) {
    static const char rule[] = "rule r { match y = aten::mul(x, o)\n"
                               " rewrite y = aten::select.int(aten::add(x, o), 0, 1) }";
    rg_test_becomes(rule, "%x\n%y\n%a = torch.mul(%x, %y)\nreturn (a,)",
                    "%x\n%y\n%add = torch.add(%x, %y)\n%select = torch.select(%add, 0, 1)\n"
                    "return (select,)");
    rg_test_becomes(rule, "%x\n%y\n%a = torch.ops.aten.mul.Tensor(%x, %y)\nreturn (a,)",
                    "%x\n%y\n%add = torch.ops.aten.add.Tensor(%x, %y)\n"
                    "%select = torch.ops.aten.select.int(%add, 0, 1)\nreturn (select,)");
    rg_test_becomes("rule r { match y = aten::relu(x)\n rewrite y = aten::view(x, [2]) }",
                    "%x\n%a = torch.relu(%x)\n%n = torch.neg(%a)\nreturn (n,)",
                    "%x\n%view = %x.view([2])\n%n = torch.neg(%view)\nreturn (n,)");
    rg_test_becomes("rule r { match y = aten::relu(x)\n rewrite y = my::touch(x, None) }",
                    "%x\n%a = torch.relu(%x)\nreturn (a,)",
                    "%x\n%touch = torch.ops.my.touch.default(%x, None)\nreturn (touch,)");
}

static void test_functional(void) {
    static const char rule[] = "rule r { match n = call(x!, ...)\n rewrite x <- functional(n) }";
    rg_test_becomes(rule, "%x\n%y\n%a = %x.add_(%y, alpha=2)\nreturn (x,)",
                    "%x\n%y\n%add = %x.add(%y, alpha=2)\nreturn (add,)");
    rg_test_becomes(rule, "%x\n%y\n%a = operator.iadd(%x, %y)\nreturn (x,)",
                    "%x\n%y\n%add = operator.add(%x, %y)\nreturn (add,)");
    rg_test_becomes(rule, "%x\n%y\n%a = torch.ops.aten.add_.Scalar(%x, 1)\nreturn (x,)",
                    "%x\n%y\n%add = torch.ops.aten.add.Scalar(%x, 1)\nreturn (add,)");
    rg_test_becomes(rule, "%x\n%y\n%a = torch.add(%y, %y, out=%x)\nreturn (x,)",
                    "%x\n%y\n%add = torch.add(%y, %y)\nreturn (add,)");
    rg_test_fails(rule, "%x\n%y\n%a = torch.ops.my.both_.default(%x, %y, %y)\nreturn (x,)",
                  "`torch.ops.my.both_.default` has no operator that does the same and writes "
                  "nothing");
}

static void test_reuse(void) {
    static const char rule[] = "rule r { match y = my.lib.f(x)\n"
                               " rewrite y = torch.neg(reuse operator.getitem(x, 0)) }";
    rg_test_becomes(rule, "%x\n%g = operator.getitem(%x, 0)\n%f = my.lib.f(%x)\nreturn (f, g)",
                    "%x\n%g = operator.getitem(%x, 0)\n%neg = torch.neg(%g)\nreturn (neg, g)");
    rg_test_becomes(rule, "%x\n%g = operator.getitem(%x, 1)\n%f = my.lib.f(%x)\nreturn (f, g)",
                    "%x\n%g = operator.getitem(%x, 1)\n%getitem = operator.getitem(%x, 0)\n"
                    "%neg = torch.neg(%getitem)\nreturn (neg, g)");
    rg_test_becomes(rule, "%x\n%f = my.lib.f(%x)\n%h = my.lib.f(%x)\nreturn (f, h)",
                    "%x\n%getitem = operator.getitem(%x, 0)\n%neg = torch.neg(%getitem)\n"
                    "%neg_1 = torch.neg(%getitem)\nreturn (neg, neg_1)");
}

/* A call whose value is older than a write to what it read is not used again. */
static void test_reuse_across_writes(void) {
    rg_test_becomes("rule r { match y = my.lib.f(x)\n rewrite y = torch.neg(reuse torch.relu(x)) }",
                    "%x\n%a = torch.relu(%x)\n%w = %x.add_(1)\n%f = my.lib.f(%x)\nreturn (a, f)",
                    "%x\n%a = torch.relu(%x)\n%w = %x.add_(1)\n%relu = torch.relu(%x)\n"
                    "%neg = torch.neg(%relu)\nreturn (a, neg)");
    /* nor one further down, brought up across a write */
    rg_test_becomes("rule r { match y = my.lib.f(x)\n rewrite y = torch.neg(reuse torch.relu(x)) }",
                    "%x\n%f = my.lib.f(%x)\n%w = %x.add_(1)\n%a = torch.relu(%x)\nreturn (a, f)",
                    "%x\n%relu = torch.relu(%x)\n%neg = torch.neg(%relu)\n%w = %x.add_(1)\n"
                    "%a = torch.relu(%x)\nreturn (a, neg)");
}

/* A view of another tensor is copied where sharing its memory would show. */
static void test_view_as_content(void) {
    static const char rule[] = "rule r { match my.lib.assign(x, y)\n rewrite x <- y.t() }";
    rg_test_becomes(rule,
                    "%x\n%y\n%n = my.lib.assign(%x, %y)\n%w = %x.add_(1)\n%s = torch.sum(%y)\n"
                    "return (x, s)",
                    "%x\n%y\n%t = %y.t()\n%clone = torch.clone(%t)\n%w = %clone.add_(1)\n"
                    "%s = torch.sum(%y)\nreturn (clone, s)");
    rg_test_becomes(rule, "%x\n%y\n%n = my.lib.assign(%x, %y)\n%s = torch.sum(%x)\nreturn (s,)",
                    "%x\n%y\n%t = %y.t()\n%s = torch.sum(%t)\nreturn (s,)");
    rg_test_becomes(rule, "%x\n%y\n%n = my.lib.assign(%x, %y)\nreturn (x,)",
                    "%x\n%y\n%t = %y.t()\n%clone = torch.clone(%t)\nreturn (clone,)");
}

/* A call gets an argument that was visited, and goes: as a reader of that it was never counted. */
static void test_set_and_drop(void) {
    rg_test_emits("rule mark { match n = aten::add(a, b)\n y = my.lib.f(n, c)\n"
                  " rewrite y = a\n set n.args[1] = c }\n"
                  "rule renew { match c = aten::neg(x)\n w = my.lib.g(c)\n"
                  " rewrite c = torch.relu(x) }\n"
                  "rule look { match s = aten::relu(_)\n t = aten::sum(s)\n"
                  " where users(s) == 1\n emit v[name(t)] = True }",
                  "%x\n%c = torch.neg(%x)\n%n = torch.add(%x, %x)\n%y = my.lib.f(%n, %c)\n"
                  "%w = my.lib.g(%c)\n%t = torch.sum(%c)\nreturn (y, w, t)",
                  "{\"v\":{\"t\":true}}");
}

/* What a call did, and what calls of its result did, are asked again once it is another. */
static void test_set_is_asked_again(void) {
    rg_test_emits("rule set { match n = torch.relu(x)\n set n.target = \"torch.relu_\" }\n"
                  "rule look { match n = torch.neg(x)\n emit v[name(n)] = written(x) }",
                  "%x \"f32[4]\"\n%y \"f32[4]\" = torch.relu(%x)\n"
                  "%n \"f32[4]\" = torch.neg(%x)\nreturn (n,)",
                  "{\"v\":{\"n\":true}}");
    rg_test_emits("pass first\nrule none { match n = torch.neg(x)\n where False\n rewrite n = x }\n"
                  "pass p\nrule set { match n = call_method[numel](x)\n set n.target = \"t\" }\n"
                  "rule look { match n = torch.relu(s)\n emit v[name(n)] = name(root(s)) }",
                  "%x \"f32[4]\"\n%k = %x.numel()\n%s \"f32[4]\" = torch.ops.my.take(%x, %k)\n"
                  "%n \"f32[4]\" = torch.neg(%s)\n%r \"f32[4]\" = torch.relu(%s)\n"
                  "return (n, r)",
                  "{\"v\":{\"r\":\"s\"}}");
}

/* What a rule may not say of the nodes that it matched, and how two of them get one value. */
static void test_values_of_matched(void) {
    static const char pair[] = "%x\n%a = torch.neg(%x)\n%b = torch.relu(%a)\nreturn (a, b)";
    static const char both[] = "%x\n%a = torch.neg(%x)\n%b = torch.relu(%x)\n"
                               "%w = my.lib.g(%a, %b)\nreturn (w,)";
    rg_test_fails("rule r { match torch.ops.my.both_(x, y, v)\n rewrite x <- torch.neg(v) }",
                  "%x\n%y\n%v\n%n = torch.ops.my.both_(%x, %y, %v)\nreturn (x, y)",
                  "takes away a call that writes %y and does not say what %y holds then");
    rg_test_fails("rule r { match a = torch.neg(x)\n b = torch.relu(a)\n"
                  " rewrite b = torch.exp(x)\n if True: b = torch.cos(x) }",
                  pair, "`b` is given a new value twice");
    rg_test_fails("rule r { match a = torch.neg(x)\n b = torch.relu(x)\n w = my.lib.g(a, b)\n"
                  " let c = a\n rewrite a = b\n b = c }",
                  both, "would be replaced by itself");
    rg_test_becomes("rule r { match a = torch.neg(x)\n b = torch.relu(a)\n"
                    " rewrite b = torch.exp(x)\n a = b }",
                    pair,
                    "%x\n%exp = torch.exp(%x)\n%clone = torch.clone(%exp)\nreturn (clone, exp)");
    rg_test_becomes("rule r { match n = torch.neg(x)\n rewrite x <- torch.add(x, 1)\n n = x }",
                    "%x\n%n = torch.neg(%x)\nreturn (n, x)",
                    "%x\n%add = torch.add(%x, 1)\n%clone = torch.clone(%x)\nreturn (clone, add)");
}

/* A call that is used again is annotated as what it stands for: what uses it is asked again what it
 * does. (A tensor with a dimension is no number: no overload takes it.) */
static void test_reuse_annotates(void) {
    rg_test_emits("pass first\nrule none { match n = torch.neg(x)\n where False\n rewrite n = x }\n"
                  "pass p\nrule again { match y = my.lib.g(x)\n rewrite y = reuse my.lib.f(x) }\n"
                  "rule look { match n = torch.relu(s)\n emit v[name(n)] = name(root(s)) }",
                  "%x \"i64[4]\"\n%m \"f32[4]\"\n%y \"i64[1]\" = my.lib.g(%x)\n"
                  "%f \"i64[]\" = my.lib.f(%x)\n%s \"f32[]\" = torch.ops.my.pick(%m, %f)\n"
                  "%n \"f32[]\" = torch.neg(%s)\n%r \"f32[]\" = torch.relu(%s)\n"
                  "return (y, n, r)",
                  "{\"v\":{\"r\":\"s\"}}");
}

void rg_add_rewrite_action_tests(CU_pSuite suite) {
    CU_add_test(suite, "set arguments", test_set_arguments);
    CU_add_test(suite, "set arguments by name", test_set_named);
    CU_add_test(suite, "set: items", test_set_items);
    CU_add_test(suite, "set target and meta", test_set_target_and_meta);
    CU_add_test(suite, "set changes what a call does", test_set_changes_effects);
    CU_add_test(suite, "set, then drop", test_set_and_drop);
    CU_add_test(suite, "set: what the call does is asked again", test_set_is_asked_again);
    CU_add_test(suite, "values of matched nodes", test_values_of_matched);
    CU_add_test(suite, "rename", test_rename);
    CU_add_test(suite, "erase", test_erase);
    CU_add_test(suite, "outputs", test_outputs);
    CU_add_test(suite, "emit and count", test_metadata);
    CU_add_test(suite, "warn and error", test_messages);
    CU_add_test(suite, "for, if, let", test_control);
    CU_add_test(suite, "guards", test_guards);
    CU_add_test(suite, "new calls", test_new_calls);
    CU_add_test(suite, "new calls are spelled as the graph", test_dialects);
    CU_add_test(suite, "functional", test_functional);
    CU_add_test(suite, "reuse", test_reuse);
    CU_add_test(suite, "reuse annotates", test_reuse_annotates);
    CU_add_test(suite, "reuse across writes", test_reuse_across_writes);
    CU_add_test(suite, "a view as the content of a storage", test_view_as_content);
}
