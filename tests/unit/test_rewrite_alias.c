/* Memory: objects, aliases and versions under `<-`, `becomes` and `y = e`, and what is refused. */
#include "test_rewrite.h"

#include <string.h>

/* In-place operators become others; everything else is the engine's. */
#define OUT_OF_PLACE                                                                               \
    "rule add_ { match aten::add_(x, o)\n rewrite x <- torch.add(x, o) }\n"                        \
    "rule mul_ { match aten::mul_(x, o)\n rewrite x <- torch.mul(x, o) }\n"                        \
    "rule relu_ { match aten::relu_(x)\n rewrite x <- torch.relu(x) }\n"                           \
    "rule unsqueeze_ { match aten::unsqueeze_(x, d)\n rewrite x becomes torch.unsqueeze(x, d) }\n" \
    "rule t_ { match aten::t_(x)\n rewrite x becomes torch.t(x) }\n"                               \
    "rule both_ { match my::both_(x, y, v)\n rewrite x <- torch.add(x, v)\n y <- torch.mul(x, v) " \
    "}\n"

static void out_of_place(const char *graph, const char *expected) {
    rg_test_becomes(OUT_OF_PLACE, graph, expected);
}

static void refused(const char *graph, const char *part) {
    rg_test_fails(OUT_OF_PLACE, graph, part);
}

/* ---------------------------------------------------------------- objects and versions */

static void test_versions(void) {
    out_of_place("%x\n%a = %x.add_(1)\n%b = torch.neg(%x)\n%c = %x.mul_(%b)\nreturn (x, b)",
                 "%x\n%add = torch.add(%x, 1)\n%b = torch.neg(%add)\n%mul = torch.mul(%add, %b)\n"
                 "return (mul, b)");
    /* what was read before stays */
    out_of_place("%x\n%b = torch.neg(%x)\n%a = %x.add_(1)\n%c = torch.neg(%x)\nreturn (b, c)",
                 "%x\n%b = torch.neg(%x)\n%add = torch.add(%x, 1)\n%c = torch.neg(%add)\n"
                 "return (b, c)");
    /* at any depth */
    out_of_place("%x\n%a = %x.add_(1)\n%b = my.lib.f([%x, (1, {'k': %x})], o=[%x])\n"
                 "return ((x, [b]), {'k': x})",
                 "%x\n%add = torch.add(%x, 1)\n%b = my.lib.f([%add, (1, {'k': %add})], o=[%add])\n"
                 "return ((add, [b]), {'k': add})");
}

static void test_objects(void) {
    /* the result of an in-place call is the tensor it wrote, and follows later writes */
    out_of_place("%x\n%a = %x.add_(1)\n%b = %a.mul_(2)\n%c = %x.relu_()\nreturn (a, b, c, x)",
                 "%x\n%add = torch.add(%x, 1)\n%mul = torch.mul(%add, 2)\n"
                 "%relu = torch.relu(%mul)\nreturn (relu, relu, relu, relu)");
    out_of_place("%x\n%y\n%a = torch.add(%x, %y, out=%x)\n%b = %a.mul_(2)\nreturn (x, a)",
                 "%x\n%y\n%a = torch.add(%x, %y, out=%x)\n%mul = torch.mul(%a, 2)\n"
                 "return (mul, mul)");
    /* a copy is a tensor of its own */
    out_of_place("%x\n%c = torch.clone(%x)\n%a = %c.add_(1)\nreturn (x, c, a)",
                 "%x\n%c = torch.clone(%x)\n%add = torch.add(%c, 1)\nreturn (x, add, add)");
}

static void test_two_writes_of_one_rule(void) {
    /* both values speak of the tensors as they were */
    out_of_place("%x\n%y\n%v\n%b = torch.ops.my.both_.default(%x, %y, %v)\nreturn (x, y)",
                 "%x\n%y\n%v\n%add = torch.add(%x, %v)\n%mul = torch.mul(%x, %v)\n"
                 "return (add, mul)");
    rg_test_becomes("rule swap { match my::both_(x, y, _)\n rewrite x <- y\n y <- x }",
                    "%x\n%y\n%b = torch.ops.my.both_.default(%x, %y, %x)\nreturn (x, y)",
                    "%x\n%y\n%clone = torch.ops.aten.clone.default(%y)\n"
                    "%clone_1 = torch.ops.aten.clone.default(%x)\nreturn (clone, clone_1)");
}

/* One new node must not be the content of two storages. */
static void test_one_value_for_two(void) {
    rg_test_becomes(
        "rule both { match my::both_(x, y, v)\n"
        " rewrite z = torch.neg(v)\n x <- z\n y <- z }",
        "%x\n%y\n%v\n%b = torch.ops.my.both_.default(%x, %y, %v)\n%a = %x.add_(1)\n"
        "return (x, y)",
        "%x\n%y\n%v\n%neg = torch.neg(%v)\n%clone = torch.ops.aten.clone.default(%neg)\n"
        "%a = %neg.add_(1)\nreturn (neg, clone)");
}

/* ---------------------------------------------------------------- views */

static void test_views(void) {
    /* a write through a view reaches the root; other views are taken again, once */
    out_of_place("%x\n%r = %x.select(0, 1)\n%c = %x.select(1, 2)\n%a = %r.add_(1)\n"
                 "%d = torch.neg(%c)\n%e = torch.neg(%c)\nreturn (r, x, d, e)",
                 "%x\n%r = %x.select(0, 1)\n%c = %x.select(1, 2)\n%add = torch.add(%r, 1)\n"
                 "%select_scatter = torch.select_scatter(%x, %add, 0, 1)\n"
                 "%select = %select_scatter.select(1, 2)\n%d = torch.neg(%select)\n"
                 "%e = torch.neg(%select)\nreturn (add, select_scatter, d, e)");
    /* nobody reads: not taken again */
    out_of_place("%x\n%r = %x.select(0, 1)\n%n = torch.neg(%r)\n%a = %x.add_(1)\nreturn (x, n)",
                 "%x\n%r = %x.select(0, 1)\n%n = torch.neg(%r)\n%add = torch.add(%x, 1)\n"
                 "return (add, n)");
}

static void test_views_of_views(void) {
    out_of_place("%x\n%t = %x.t()\n%r = %t.select(0, 1)\n%a = %r.mul_(2)\nreturn (x, t, r)",
                 "%x\n%t = %x.t()\n%r = %t.select(0, 1)\n%mul = torch.mul(%r, 2)\n"
                 "%select_scatter = torch.select_scatter(%t, %mul, 0, 1)\n"
                 "%t_1 = torch.t(%select_scatter)\nreturn (t_1, select_scatter, mul)");
    out_of_place("%x\n%t = %x.t()\n%r = %t.select(0, 1)\n%a = %x.mul_(2)\n%n = torch.neg(%r)\n"
                 "return (n,)",
                 "%x\n%t = %x.t()\n%r = %t.select(0, 1)\n%mul = torch.mul(%x, 2)\n"
                 "%t_1 = %mul.t()\n%select = %t_1.select(0, 1)\n%n = torch.neg(%select)\n"
                 "return (n,)");
}

/* The arguments of a view that is taken again are as they were when it was taken. */
static void test_arguments_of_views(void) {
    out_of_place("%x\n%i\n%r = %x.select(0, %i)\n%j = torch.add(%i, 1)\n%a = %x.add_(%j)\n"
                 "return (r,)",
                 "%x\n%i\n%r = %x.select(0, %i)\n%j = torch.add(%i, 1)\n"
                 "%add = torch.add(%x, %j)\n%select = %add.select(0, %i)\nreturn (select,)");
}

static void test_sequences(void) {
    out_of_place("%x\n%u = torch.unbind(%x)\n%a = operator.getitem(%u, 0)\n"
                 "%b = operator.getitem(%u, 1)\n%w = %a.add_(1)\n%n = torch.neg(%b)\n"
                 "return (a, n, x)",
                 "%x\n%u = torch.unbind(%x)\n%a = operator.getitem(%u, 0)\n"
                 "%b = operator.getitem(%u, 1)\n%add = torch.add(%a, 1)\n"
                 "%select_scatter = torch.select_scatter(%x, %add, 0, 0)\n"
                 "%unbind = torch.unbind(%select_scatter)\n"
                 "%getitem = operator.getitem(%unbind, 1)\n%n = torch.neg(%getitem)\n"
                 "return (add, n, select_scatter)");
}

/* ---------------------------------------------------------------- becomes */

static void test_becomes(void) {
    out_of_place("%x\n%y = torch.neg(%x)\n%a = %y.t_()\n%b = torch.relu(%y)\nreturn (a, b, y)",
                 "%x\n%y = torch.neg(%x)\n%t = torch.t(%y)\n%b = torch.relu(%t)\nreturn (t, b, t)");
    /* a write afterwards goes through the new view; older views are views of the old shape */
    out_of_place("%x\n%y = torch.neg(%x)\n%r = %y.select(0, 1)\n%a = %y.t_()\n%b = %y.add_(1)\n"
                 "%n = torch.relu(%r)\nreturn (n, y)",
                 "%x\n%y = torch.neg(%x)\n%r = %y.select(0, 1)\n%t = torch.t(%y)\n"
                 "%add = torch.add(%t, 1)\n%t_1 = torch.t(%add)\n%select = %t_1.select(0, 1)\n"
                 "%n = torch.relu(%select)\nreturn (n, add)");
    /* a write through an older view is seen by the object */
    out_of_place("%x\n%y = torch.neg(%x)\n%r = %y.select(0, 1)\n%a = %y.t_()\n%b = %r.add_(1)\n"
                 "return (y,)",
                 "%x\n%y = torch.neg(%x)\n%r = %y.select(0, 1)\n%t = torch.t(%y)\n"
                 "%add = torch.add(%r, 1)\n"
                 "%select_scatter = torch.select_scatter(%y, %add, 0, 1)\n"
                 "%t_1 = torch.t(%select_scatter)\nreturn (t_1,)");
}

static void test_input_becomes(void) {
    refused("%x\n%a = %x.t_()\n%n = torch.neg(%x)\nreturn (n,)",
            "%a changes the shape of the input %x itself, which no output can give to the caller's "
            "tensor");
}

/* ---------------------------------------------------------------- items of fresh tuples */

static const char items_head[] = "%x\n%m = torch.max(%x, 0)\n%v = operator.getitem(%m, 0)\n";

static void test_items(void) {
    char graph[512], expected[512];
    /* an item is one object, however often it is taken out */
    snprintf(graph, sizeof graph,
             "%s%%a = %%v.add_(1)\n%%w = operator.getitem(%%m, 0)\n"
             "%%i = operator.getitem(%%m, 1)\nreturn (v, w, i)",
             items_head);
    snprintf(expected, sizeof expected,
             "%s%%add = torch.add(%%v, 1)\n%%i = operator.getitem(%%m, 1)\nreturn (add, add, i)",
             items_head);
    out_of_place(graph, expected);
    /* nor is it another when its shape changed in place */
    snprintf(graph, sizeof graph,
             "%s%%a = %%v.unsqueeze_(0)\n%%w = operator.getitem(%%m, 0)\nreturn (w,)", items_head);
    snprintf(expected, sizeof expected,
             "%s%%unsqueeze = torch.unsqueeze(%%v, 0)\n"
             "return (unsqueeze,)",
             items_head);
    out_of_place(graph, expected);
    snprintf(graph, sizeof graph, "%s%%a = %%v.add_(1)\n%%n = my.lib.f(%%m)\nreturn (n, v)",
             items_head);
    refused(graph, "%m is read as a whole after one of its items was written");
    snprintf(graph, sizeof graph, "%s%%n = my.lib.f(%%m)\n%%a = %%x.add_(1)\nreturn (n, v, x)",
             items_head);
    snprintf(expected, sizeof expected,
             "%s%%n = my.lib.f(%%m)\n%%add = torch.add(%%x, 1)\nreturn (n, v, add)", items_head);
    out_of_place(graph, expected);
}

/* ---------------------------------------------------------------- what cannot be known */

static void test_maybe_aliases(void) {
    refused(
        "%x\n%r = %x.reshape(2)\n%a = %x.add_(1)\n%n = torch.neg(%r)\nreturn (n,)",
        "%r is read after %x was written, and it cannot be known whether the two share memory: ");
    refused("%x\n%r = %x.reshape(2)\n%a = %r.add_(1)\n%n = torch.neg(%x)\nreturn (n,)",
            "%r is written, and it cannot be known whether it shares memory with %x: ");
    refused("%x\n%r = my.lib.f(%x)\n%a = %x.add_(1)\n%n = torch.neg(%r)\nreturn (n,)",
            "no operator table knows `");
    refused("%x\n%y\n%e = torch.ops.my.either(%x, %y)\n%a = %x.add_(1)\n%n = torch.neg(%e)\n"
            "return (n,)",
            "the schema of `torch.ops.my.either` lets the result alias several arguments");
    /* nothing depends on it */
    out_of_place("%x\n%r = %x.reshape(2)\n%n = torch.neg(%r)\n%a = %x.add_(1)\nreturn (n, x)",
                 "%x\n%r = %x.reshape(2)\n%n = torch.neg(%r)\n%add = torch.add(%x, 1)\n"
                 "return (n, add)");
    /* strides tell */
    out_of_place("%x \"f32[2][1]cpu\"\n%r = %x.reshape(2)\n%a = %x.add_(1)\nreturn (r,)",
                 "%x\n%r = %x.reshape(2)\n%add = torch.add(%x, 1)\n%reshape = %add.reshape(2)\n"
                 "return (reshape,)");
    out_of_place("%x \"f32[][]cpu\"\n%r = %x.reshape(1)\n%a = %x.add_(1)\nreturn (r,)",
                 "%x\n%r = %x.reshape(1)\n%add = torch.add(%x, 1)\nreturn (r,)");
}

static void test_no_inverse(void) {
    refused("%x\n%e = %x.expand(4)\n%a = %e.add_(1)\nreturn (x,)",
            "the write through %e, a view (expand) of %x cannot reach %x: `expand` has no inverse");
    refused("%x\n%t = %x.t()\n%e = %t.expand(4)\n%r = %e.select(0, 1)\n%a = %r.add_(1)\n"
            "return (x,)",
            "the write through %r, a view (select) of %e, a view (expand) of %t, a view (t) of %x "
            "cannot reach %x: `expand` has no inverse");
    /* reading through it is fine */
    out_of_place("%x\n%e = %x.expand(4)\n%a = %x.add_(1)\nreturn (e,)",
                 "%x\n%e = %x.expand(4)\n%add = torch.add(%x, 1)\n%expand = %add.expand(4)\n"
                 "return (expand,)");
}

static void test_conditional_writes(void) {
    rg_test_emits("rule r { match n = my::touch(x, s, t)\n"
                  " emit w[name(n)] = [name(v) for v in writes(n)] }",
                  "%x\n%s\n%a = torch.ops.my.touch.default(%x, %s)\n"
                  "%b = torch.ops.my.touch.default(%x, %s, False)\n"
                  "%c = torch.ops.my.touch.default(%x)\nreturn ()",
                  "{\"w\":{\"a\":[\"s\"],\"b\":[],\"c\":[]}}");
}

/* ---------------------------------------------------------------- shapes and constants */

static void test_wrong_values(void) {
    rg_test_fails("rule r { match aten::add_(x, o)\n rewrite x <- torch.t(x) }",
                  "%x \"f32[2, 3]\"\n%a = %x.add_(1)\nreturn (x,)",
                  "%x is \"f32[2, 3]\" and cannot hold a value that is \"f32[3, 2]\"");
    rg_test_fails("rule r { match aten::add_(x, o)\n rewrite x <- o }",
                  "%x\n%a = %x.add_(1)\nreturn (x,)", "a storage holds a node's value");
    rg_test_fails("rule r { match aten::add_(x, o)\n rewrite o <- torch.neg(x) }",
                  "%x\n%a = %x.add_(1)\nreturn (x,)", "only a node can be written, not 1");
    rg_test_fails("rule r { match aten::t_(x)\n rewrite x becomes 3 }",
                  "%x\n%a = %x.t_()\nreturn (x,)", "only a view can stand after `becomes`");
    rg_test_fails(
        "rule r { match aten::add_(x, s)\n rewrite s <- torch.neg(x)\n x <- torch.neg(x) }",
        "%x\n%s \"Sym(s0)\"\n%a = %x.add_(%s)\nreturn (x,)",
        "%s is no tensor that could be written");
}

/* A value that was there before is copied where the two could be told apart. */
static void test_fresh_values(void) {
    static const char rule[] = "rule r { match y = aten::mul(x, 1)\n rewrite y = x }";
    rg_test_becomes(rule,
                    "%x\n%a = torch.neg(%x)\n%m = torch.mul(%a, 1)\n%n = torch.neg(%m)\n"
                    "return (n,)",
                    "%x\n%a = torch.neg(%x)\n%n = torch.neg(%a)\nreturn (n,)");
    /* the value is written later */
    rg_test_becomes(rule,
                    "%x\n%a = torch.neg(%x)\n%m = torch.mul(%a, 1)\n%w = %m.add_(1)\n"
                    "return (m, a)",
                    "%x\n%a = torch.neg(%x)\n%clone = torch.clone(%a)\n%w = %clone.add_(1)\n"
                    "return (clone, a)");
    rg_test_becomes(rule,
                    "%x\n%a = torch.neg(%x)\n%m = torch.mul(%a, 1)\n%w = %a.add_(1)\n"
                    "return (m,)",
                    "%x\n%a = torch.neg(%x)\n%clone = torch.clone(%a)\n%w = %a.add_(1)\n"
                    "return (clone,)");
    rg_test_becomes("rule r { match aten::add_(x, o: node)\n rewrite x <- o }",
                    "%x\n%y\n%a = %x.add_(%y)\nreturn (x, y)",
                    "%x\n%y\n%clone = torch.clone(%y)\nreturn (clone, y)");
}

/* A write that stays in the graph reaches the tensors that `<-` made of the others. */
static void test_writes_that_stay(void) {
    static const char rule[] = "rule r { match aten::add_(x, o)\n rewrite x <- torch.add(x, o) }";
    rg_test_becomes(rule, "%x\n%v = %x.select(0, 1)\n%a = %v.add_(1)\n%m = %v.mul_(2)\nreturn (x,)",
                    "%x\n%v = %x.select(0, 1)\n%add = torch.add(%v, 1)\n"
                    "%select_scatter = torch.select_scatter(%x, %add, 0, 1)\n"
                    "%m = %add.mul_(2)\n"
                    "%select_scatter_1 = torch.select_scatter(%select_scatter, %add, 0, 1)\n"
                    "return (select_scatter_1,)");
    rg_test_becomes(rule,
                    "%x\n%a = %x.add_(1)\n%v = %x.select(0, 1)\n%m = %v.mul_(2)\nreturn (x, v)",
                    "%x\n%add = torch.add(%x, 1)\n%v = %add.select(0, 1)\n%m = %v.mul_(2)\n"
                    "%select_scatter = torch.select_scatter(%add, %v, 0, 1)\n"
                    "return (select_scatter, v)");
}

/* A view that was replaced by what it views is no object of its own any more. */
static void test_replaced_object_becomes(void) {
    static const char rules[] = "rule t_ { match aten::t_(x)\n rewrite x becomes torch.t(x) }\n"
                                "rule tt { match y = aten::t(aten::t(x))\n rewrite y = x }";
    rg_test_rewrite(rules, "%p\n%x = torch.neg(%p)\n%a = %x.t()\n%v = %a.t()\n%b = %v.t_()\n"
                           "return (v, x)");
    const char *got = rg_test_result();
    /* x itself keeps its shape */
    bool transposed = rg_test.done && strstr(got, ", x)") == NULL;
    CU_ASSERT_FALSE(transposed);
    if (transposed)
        rg_test_equal(rules, got, "x returned as it is");
}

/* Inner nodes of a pattern go only where no object stands for them. */
static void test_object_keeps_node(void) {
    rg_test_becomes("rule t_ { match aten::t_(x)\n rewrite x becomes torch.t(x) }\n"
                    "rule tt { match y = aten::t(aten::t(x))\n rewrite y = x }",
                    "%x\n%v = torch.neg(%x)\n%a = %v.t_()\n%w = %v.t()\n%n = torch.relu(%v)\n"
                    "%m = torch.relu(%w)\nreturn (m, n)",
                    /* the inner t views what v no longer is: no match */
                    "%x\n%v = torch.neg(%x)\n%t = torch.t(%v)\n%w = %t.t()\n"
                    "%n = torch.relu(%t)\n%m = torch.relu(%w)\nreturn (m, n)");
    rg_test_becomes("rule add_ { match aten::add_(x, o)\n rewrite x <- torch.add(x, o) }\n"
                    "rule r { match y = aten::relu(torch.add(_, o))\n rewrite y = torch.cat([o]) }",
                    "%x\n%y\n%a = %x.add_(%y)\n%b = torch.relu(%x)\n%c = torch.neg(%x)\n"
                    "return (b, c, x)",
                    /* the inner add reads the old x: no match */
                    "%x\n%y\n%add = torch.add(%x, %y)\n%b = torch.relu(%add)\n"
                    "%c = torch.neg(%add)\nreturn (b, c, add)");
}

static void test_names_and_meta(void) {
    rg_test_annotations = true;
    rg_test_becomes("rule r { match aten::add_(x, o)\n"
                    " rewrite x <- torch.add(x, torch.neg(o)) as \"new_{name(x)}\" }",
                    "%x \"f32[2]\"\n%o \"f32[2]\"\n%a = %x.add_(%o)  # {'k': 1}\nreturn (x,)",
                    "%x \"f32[2]\"\n%o \"f32[2]\"\n%neg \"f32[2]\" = torch.neg(%o)\n"
                    "%new_x \"f32[2]\" = torch.add(%x, %neg)  # {'k': 1}\nreturn (new_x,)");
    rg_test_becomes("rule r { match y = aten::relu(x)\n rewrite y = my.lib.f(x) }",
                    "%x\n%y \"f16[3]\" = torch.relu(%x)  # {'k': 1}\nreturn (y,)",
                    "%x\n%f \"f16[3]\" = my.lib.f(%x)  # {'k': 1}\nreturn (f,)");
    rg_test_annotations = false;
}

void rg_add_rewrite_alias_tests(CU_pSuite suite) {
    CU_add_test(suite, "versions", test_versions);
    CU_add_test(suite, "objects", test_objects);
    CU_add_test(suite, "two writes of one rule", test_two_writes_of_one_rule);
    CU_add_test(suite, "one value for two storages", test_one_value_for_two);
    CU_add_test(suite, "views", test_views);
    CU_add_test(suite, "views of views", test_views_of_views);
    CU_add_test(suite, "arguments of views", test_arguments_of_views);
    CU_add_test(suite, "sequences of views", test_sequences);
    CU_add_test(suite, "an object becomes a view", test_becomes);
    CU_add_test(suite, "an input becomes a view", test_input_becomes);
    CU_add_test(suite, "items of fresh tuples", test_items);
    CU_add_test(suite, "memory that may be shared", test_maybe_aliases);
    CU_add_test(suite, "views without an inverse", test_no_inverse);
    CU_add_test(suite, "writes under a condition", test_conditional_writes);
    CU_add_test(suite, "values that cannot be held", test_wrong_values);
    CU_add_test(suite, "values that were there before", test_fresh_values);
    CU_add_test(suite, "writes that stay in the graph", test_writes_that_stay);
    CU_add_test(suite, "a replaced object becomes a view", test_replaced_object_becomes);
    CU_add_test(suite, "nodes that objects stand for", test_object_keeps_node);
    CU_add_test(suite, "names, annotations, meta", test_names_and_meta);
}
