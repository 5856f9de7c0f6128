/* Operators: schemas, spellings, binding of arguments, functional counterparts. The tables are
 * those of rules/ops.
 */
#include "../../engine/ops/ops.h"

#include <CUnit/Basic.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_faults.h"

void rg_add_ops_suite(void);

/* Of the whole suite. */
static rg_arena *arena;
static rg_diagnostics diagnostics;
static rg_ops *ops;
static const rg_source *table;

static void load(rg_ops *into, const char *name) {
    const rg_source *source = rg_source_read(arena, rg_format(arena, "rules/ops/%s", name));
    if (!source)
        return;
    if (strstr(name, ".schemas")) {
        table = source;
        rg_ops_add_table(into, source, &diagnostics);
    } else {
        rg_ops_add_file(into, rg_parse_rules(arena, source, &diagnostics), &diagnostics);
    }
}

static void load_all(rg_ops *into) {
    static const char *const files[] = {"aten.schemas",    "torch_names.ops", "spellings.ops",
                                        "corrections.ops", "functional.ops",  "python.ops",
                                        "views.ops",       "aliases.ops",     "shapes.ops"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        load(into, files[i]);
}

static int begin(void) {
    arena = rg_arena_new();
    if (!arena)
        return 1;
    rg_diagnostics_init(&diagnostics, arena);
    ops = rg_ops_new(arena);
    load_all(ops);
    return diagnostics.errors != 0 || !table;
}

static int end(void) {
    rg_arena_free(arena);
    return 0;
}

static void expect_text(const char *got, const char *expected, const char *what) {
    bool same = strcmp(got, expected) == 0;
    CU_ASSERT(same);
    if (!same)
        printf("\n%s\n  expected %s\n  got      %s\n", what, expected, got);
}

/* ---------------------------------------------------------------- schemas */

/* The schema without its alias sets: `Tensor(a!)[] x` is `Tensor[] x`. */
static const char *without_sets(const char *text) {
    rg_text out = rg_text_new(arena);
    for (const char *at = text; *at; at++) {
        size_t set = *at == '(' ? strspn(at + 1, "abcdefghijkltmno*!|-> ") : 0;
        bool letter = set && at[1 + set] == ')' && (at[1] == '*' || strchr("!)| ", at[2])) &&
                      at > text && strncmp(at - 6, "Future", 6) != 0 &&
                      strncmp(at - 4, "RRef", 4) != 0 && strncmp(at - 5, "Await", 5) != 0;
        if (letter)
            at += set + 1;
        else
            rg_text_putc(&out, *at);
    }
    return rg_text_string(&out);
}

static void print_param(rg_text *out, const rg_param *param) {
    rg_text_puts(out, param->type);
    if (*param->name)
        rg_text_printf(out, " %s", param->name);
    if (param->default_text)
        rg_text_printf(out, "=%s", param->default_text);
}

/* The schema from its parts, without alias sets. */
static const char *rebuilt(const rg_schema *schema) {
    rg_text out = rg_text_new(arena);
    bool star = false, tuple = schema->result_count != 1;
    rg_text_printf(&out, "%s%s%s(", schema->op->name, *schema->overload ? "." : "",
                   schema->overload);
    for (size_t i = 0; i < schema->param_count; i++) {
        rg_text_puts(&out, i ? ", " : "");
        rg_text_puts(&out, schema->params[i].keyword_only && !star ? "*, " : "");
        star |= schema->params[i].keyword_only;
        print_param(&out, &schema->params[i]);
    }
    rg_text_puts(&out, tuple ? ") -> (" : ") -> ");
    for (size_t i = 0; i < schema->result_count; i++) {
        rg_text_puts(&out, i ? ", " : "");
        print_param(&out, &schema->results[i]);
    }
    rg_text_puts(&out, tuple ? ")" : "");
    return rg_text_string(&out);
}

/* Every schema of the table says again what its line says. */
static void test_table(void) {
    rg_ops *plain = rg_ops_new(arena);
    size_t lines = 0, before = diagnostics.errors;
    load(plain, "aten.schemas");
    rg_ops_check(plain, &diagnostics);
    CU_ASSERT_EQUAL(diagnostics.errors, before);
    for (uint32_t id = 0; id < rg_ops_count(plain); id++) {
        const rg_operator *op = rg_ops_at(plain, id);
        CU_ASSERT_EQUAL(op->id, id);
        for (size_t i = 0; i < op->schema_count; i++, lines++) {
            const rg_schema *schema = rg_ops_schema(plain, op, i, arena);
            CU_ASSERT_PTR_NOT_NULL_FATAL(schema);
            CU_ASSERT_PTR_EQUAL(schema->op, op);
            CU_ASSERT_PTR_EQUAL(rg_ops_overload(plain, op, schema->overload, arena), schema);
            if (!schema->variadic && !strchr(schema->text, '\''))
                expect_text(rebuilt(schema), without_sets(schema->text), schema->text);
        }
    }
    CU_ASSERT(lines > 4000);
}

/* "self:Tensor a! | other:Scalar =1 …": what a schema's parameters were read as. */
static const char *described(const rg_schema *schema) {
    static const char *const kinds[] = {"tensor", "scalar", "int",    "float",  "bool", "str",
                                        "dtype",  "device", "layout", "format", "other"};
    rg_text out = rg_text_new(arena);
    for (size_t i = 0; i < schema->param_count; i++) {
        const rg_param *p = &schema->params[i];
        rg_text_printf(&out, "%s%s:%s%s", i ? " " : "", p->name, kinds[p->kind],
                       p->list ? "[]" : "");
        if (p->fixed)
            rg_text_printf(&out, "%u", p->fixed);
        rg_text_printf(&out, "%s%s%s%s", p->optional ? "?" : "", p->optional_items ? "(?)" : "",
                       p->keyword_only ? "*" : "", p->is_out ? "out" : "");
        if (p->alias || p->written)
            rg_text_printf(&out, "{%x>%x%s}", p->alias, p->alias_after, p->written ? "!" : "");
    }
    rg_text_puts(&out, " ->");
    for (size_t i = 0; i < schema->result_count; i++)
        rg_text_printf(&out, " %s{%x}", kinds[schema->results[i].kind], schema->results[i].alias);
    rg_text_printf(&out, "%s%s%s", schema->variadic ? " variadic" : "",
                   schema->writes ? " writes" : "", schema->aliases ? " aliases" : "");
    return rg_text_string(&out);
}

static const rg_schema *find(const char *name) {
    const char *colons = strstr(name, "::"), *dot = strchr(colons, '.');
    size_t length = dot ? (size_t)(dot - name) : strlen(name);
    const rg_operator *op = rg_ops_find(ops, name, length);
    return op ? rg_ops_overload(ops, op, dot ? dot + 1 : "", arena) : NULL;
}

static void test_parts(void) {
    static const char *const cases[][2] = {
        {"aten::add_.Tensor",
         "self:tensor{1>1!} other:tensor alpha:scalar* -> tensor{1} writes aliases"},
        {"aten::add.out", "self:tensor other:tensor alpha:scalar* out:tensor*out{1>1!} -> tensor{1}"
                          " writes aliases"},
        {"aten::split.Tensor",
         "self:tensor{1>4000000} split_size:int dim:int -> tensor{1} aliases"},
        {"aten::conv2d", "input:tensor weight:tensor bias:tensor? stride:int[]2 padding:int[]2"
                         " dilation:int[]2 groups:int -> tensor{0}"},
        {"aten::index.Tensor", "self:tensor indices:tensor[](?) -> tensor{0}"},
        {"aten::sum.dim_IntList",
         "self:tensor dim:int[]1? keepdim:bool dtype:dtype?* -> tensor{0}"},
        {"aten::to.device", "self:tensor{1>1} device:device dtype:dtype non_blocking:bool copy:bool"
                            " memory_format:format? -> tensor{1} aliases"},
        {"aten::max.dim_max", "self:tensor dim:int keepdim:bool max:tensor*out{1>1!}"
                              " max_values:tensor*out{2>2!} -> tensor{1} tensor{2} writes aliases"},
        {"aten::as_tensor", "data:tensor{1>1} dtype:dtype?* device:device?* -> tensor{3} aliases"},
        {"aten::append.t", "self:other[]{1>1!} el:other{4>4000000} -> other{1} writes aliases"},
        {"_c10d_functional::all_reduce_coalesced_",
         "inputs:tensor[]{1>1!} reduce_op:str group_name:other -> tensor{1} writes aliases"},
        {"static_runtime::dict_unpack", " -> variadic"},
        {"aten::keys.str", "self:other -> other{4000000}"},
        {"operator::getitem", "self:tensor{1>1} index:other -> tensor{1} aliases"},
        /* a Generator's state is no storage */
        {"aten::normal_", "self:tensor{1>1!} mean:float std:float generator:other?* -> tensor{1}"
                          " writes aliases"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const rg_schema *schema = find(cases[i][0]);
        CU_ASSERT_PTR_NOT_NULL(schema);
        if (schema)
            expect_text(described(schema), cases[i][1], cases[i][0]);
    }
}

/* ---------------------------------------------------------------- errors */

/* Every message about an operator file, as "line:column message | …". */
static const char *messages_of(rg_ops *into, const char *text, bool schemas) {
    rg_diagnostics found;
    rg_text out = rg_text_new(arena);
    rg_diagnostics_init(&found, arena);
    const rg_source *source =
        rg_source_new(arena, schemas ? "t.schemas" : "t.ops", text, strlen(text));
    if (schemas) {
        rg_ops_add_table(into, source, &found);
        rg_ops_check(into, &found);
    } else {
        rg_ast *file = rg_parse_rules(arena, source, &found);
        CU_ASSERT_EQUAL(found.errors, 0); /* what the rule parser refuses is not for here */
        rg_ops_add_file(into, file, &found);
    }
    for (const rg_diagnostic *d = found.first; d; d = d->next)
        rg_text_printf(&out, "%s%u:%u %s%s%s", d == found.first ? "" : " | ", d->span.line,
                       d->span.column, d->message, d->advice ? "; " : "",
                       d->advice ? d->advice : "");
    return rg_text_string(&out);
}

static void test_errors(void) {
    static const char *const cases[][2] = {
        {"op a::f(Tensor x -> Tensor",
         "1:18 unexpected '->' in a schema: expected ',', '=' or ')'"},
        {"op   a::f(Tensor(ab) x) -> Tensor",
         "1:18 an alias set is one letter from a to z, or '*'"},
        {"op a::f(Tensor x, *, *, int y) -> Tensor", "1:22 a second '*'"},
        {"op a::f(Tensor x, int y=) -> Tensor", "1:25 unexpected ')' in a schema"},
        {"op a::f.default(Tensor x) -> Tensor", "1:9 an overload may not be named so"},
        {"op a::f(int[0] x) -> Tensor", "1:13 a list cannot have this length"},
        {"op a::f(Tensor x)", "1:18 the schema ends too early: expected '->'"},
        {"op a::f(Tensor x) -> Tensor\nview a::g(x) writes value",
         "2:6 no operator a::g; did you mean a::f?"},
        {"op a::f(Tensor x) -> Tensor\nview a::f(y) writes value",
         "2:11 a::f has no parameter 'y'"},
        {"op a::f(Tensor x) -> Tensor\nshape a::f.out(x) = shape(x)",
         "2:7 a::f has no overload 'out'"},
        {"spelling /torch[.(?<n>x)/ is a::{n}", "1:27 missing terminating ] for character class"},
        {"spelling /torch[.](?<n>x)/ is a::{m}", "1:35 no group of the regex has this name"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_text(messages_of(rg_ops_new(arena), cases[i][0], false), cases[i][1], cases[i][0]);
}

static void test_table_errors(void) {
    static const char text[] = "# a comment\n\n  aten::f(Tensor x) -> Tensor\r\nnonsense\n"
                               "aten::g(Tensor x,) -> Tensor\naten::f.y(Tensor $) -> Tensor";
    rg_ops *own = rg_ops_new(arena);
    expect_text(messages_of(own, text, true),
                "4:1 a schema begins with NAMESPACE::NAME( | "
                "6:18 unexpected '$' in a schema: expected a name, 'Future', 'Dict' or 'Union' | "
                "5:18 unexpected ')' in a schema",
                text);
    const rg_operator *op = rg_ops_find(own, "aten::f", 7);
    CU_ASSERT_PTR_NOT_NULL_FATAL(op);
    CU_ASSERT_EQUAL(op->schema_count, 2);
    const rg_schema *schema = rg_ops_schema(own, op, 0, arena);
    CU_ASSERT_PTR_NOT_NULL_FATAL(schema);
    CU_ASSERT_EQUAL(schema->span.line, 3);
    CU_ASSERT_EQUAL(schema->span.column, 3);
    CU_ASSERT_PTR_NULL(rg_ops_schema(own, op, 1, arena));
}

/* Nested types and many parameters are errors, not crashes. */
static void test_limits(void) {
    rg_text text = rg_text_new(arena);
    rg_text_puts(&text, "op a::f(");
    for (int i = 0; i < 100000; i++)
        rg_text_putc(&text, '(');
    rg_ops *own = rg_ops_new(arena);
    const char *told = messages_of(own, rg_text_string(&text), false);
    CU_ASSERT_PTR_NOT_NULL(strstr(told, "types are nested too deeply"));
    rg_text_clear(&text);
    rg_text_puts(&text, "op a::f(");
    for (int i = 0; i < 129; i++)
        rg_text_printf(&text, "%sint x%d", i ? ", " : "", i);
    rg_text_puts(&text, ") -> Tensor");
    told = messages_of(own, rg_text_string(&text), false);
    CU_ASSERT_PTR_NOT_NULL(strstr(told, "more than 128 parameters or results"));
}

/* A later `op` replaces an earlier one, in the table and among those declared by hand. */
static void test_replacing(void) {
    rg_ops *own = rg_ops_new(arena);
    messages_of(own, "a::f(Tensor x) -> Tensor\na::f.y(Tensor x) -> Tensor\na::g() -> ()", true);
    expect_text(messages_of(own,
                            "op a::f(Tensor(a!) x, bool w=False) -> Tensor(a!) when w\n"
                            "op a::f.z(int x) -> int",
                            false),
                "", "replacing");
    const rg_operator *op = rg_ops_find(own, "a::f", 4);
    CU_ASSERT_EQUAL(op->schema_count, 3);
    const rg_schema *first = rg_ops_schema(own, op, 0, arena);
    CU_ASSERT(first->writes && first->when);
    expect_text(rg_ops_schema(own, op, 1, arena)->overload, "y", "order");
    expect_text(rg_ops_schema(own, op, 2, arena)->overload, "z", "order");
    CU_ASSERT_PTR_NULL(rg_ops_find(own, "a::h", 4));
    CU_ASSERT_PTR_NULL(rg_ops_find(own, "", 0));
}

static void test_clauses(void) {
    rg_ops *own = rg_ops_new(arena);
    expect_text(messages_of(own,
                            "op a::f.x(Tensor x) -> Tensor\nop a::f.y(Tensor y) -> Tensor\n"
                            "view a::f.y(y) writes value\nview a::f(x) writes value\n"
                            "shape a::f(x) = shape(x)",
                            false),
                "", "clauses");
    const rg_operator *op = rg_ops_find(own, "a::f", 4);
    const rg_schema *x = rg_ops_overload(own, op, "x", arena);
    const rg_schema *y = rg_ops_overload(own, op, "y", arena);
    CU_ASSERT_PTR_EQUAL(rg_ops_clause(op->views, x), op->views->next);
    CU_ASSERT_PTR_EQUAL(rg_ops_clause(op->views, y), op->views);
    CU_ASSERT_PTR_NOT_NULL(rg_ops_clause(op->shapes, x));
    CU_ASSERT_PTR_NULL(rg_ops_clause(op->shapes, y));
    CU_ASSERT_PTR_NULL(rg_ops_clause(op->dtypes, x));
}

/* ---------------------------------------------------------------- spellings */

static const char *resolved(rg_opcode opcode, const char *target) {
    rg_spelled spelled = rg_ops_resolve(ops, opcode, target, arena);
    if (!spelled.op)
        return "nothing";
    return rg_format(arena, "%s%s%s", spelled.op->name, spelled.overload ? " " : "",
                     spelled.overload ? spelled.overload : "");
}

static void test_resolving(void) {
    static const char *const functions[][2] = {
        {"torch.ops.aten.add.Tensor", "aten::add Tensor"},
        {"torch.ops.aten.add", "aten::add"},
        {"torch.ops.aten.relu.default", "aten::relu default"},
        {"torch.ops._c10d_functional.all_reduce.default", "_c10d_functional::all_reduce default"},
        {"torch.ops.higher_order.cond", "nothing"},
        {"torch.ops.mylib.foo.default", "nothing"},
        {"torch.ops.aten", "nothing"},
        {"torch.ops.", "nothing"},
        {"aten.add.Tensor", "aten::add Tensor"},
        {"aten.add", "aten::add"},
        {"executorch.exir.dialects.edge._ops.aten.add.Tensor", "aten::add Tensor"},
        {"executorch.exir.dialects.edge._ops.aten.add", "aten::add"},
        {"torch.add", "aten::add"},
        {"torch._C._nn.gelu", "aten::gelu"},
        {"torch._C._fft.fft_fft", "aten::fft_fft"},
        {"torch._C._linalg.linalg_norm", "aten::linalg_norm"},
        {"torch._C._special.special_expit", "aten::special_expit"},
        {"torch.special.expit", "aten::special_expit"},
        {"torch.linalg.inv", "aten::linalg_inv"},
        {"torch.fft.rfft", "aten::fft_rfft"},
        {"torch.nn.functional.linear", "aten::linear"},
        {"torch.nn.functional.relu", "aten::relu"},
        {"torch.nn.functional.batch_norm", "torch.nn.functional::batch_norm"},
        {"torch.nn.functional.no_such_thing", "nothing"},
        {"torch.functional.einsum", "aten::einsum"},
        {"torch.functional.split", "aten::split"},
        {"torch.functional.unique", "torch.functional::unique"},
        {"torch.unique", "torch.functional::unique"},
        {"torch._C._VariableFunctions.add", "aten::add"},
        {"torch.Tensor.add_", "aten::add_"},
        {"torch.Tensor.__iadd__", "aten::add_"},
        {"torch.Tensor.float", "torch.Tensor::float"},
        {"operator.add", "aten::add"},
        {"operator.truediv", "aten::div"},
        {"operator.floordiv", "aten::floor_divide"},
        {"operator.mod", "aten::remainder"},
        {"operator.invert", "aten::bitwise_not"},
        {"operator.lshift", "aten::__lshift__"},
        {"operator.pos", "aten::positive"},
        {"operator.iadd", "aten::add_"},
        {"operator.itruediv", "aten::div_"},
        {"operator.ilshift", "aten::__ilshift__"},
        {"operator.imatmul", "aten::matmul"},
        {"operator.getitem", "operator::getitem"},
        {"operator.setitem", "operator::setitem"},
        {"builtins.getattr", "builtins::getattr"},
        {"math.sqrt", "math::sqrt"},
        {"torch.sym_max", "torch::sym_max"},
        {"torch._C._set_grad_enabled", "torch._C::_set_grad_enabled"},
        {"torch.amp.autocast_mode._enter_autocast", "torch.amp.autocast_mode::_enter_autocast"},
        {"my_module.add", "nothing"},
        {"add", "nothing"},
        {"", "nothing"},
        {".", "nothing"},
        {"torch.", "nothing"},
        {"::", "nothing"},
    };
    static const char *const methods[][2] = {
        {"add_", "aten::add_"},
        {"view", "aten::view"},
        {"__add__", "aten::add"},
        {"__rsub__", "aten::rsub"},
        {"__iand__", "aten::bitwise_and_"},
        {"__lshift__", "aten::__lshift__"},
        {"__getitem__", "operator::getitem"},
        {"__setitem__", "operator::setitem"},
        {"__rtruediv__", "torch.Tensor::__rtruediv__"},
        {"float", "torch.Tensor::float"},
        {"nelement", "aten::numel"},
        {"no_such_method", "nothing"},
        {"", "nothing"},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        expect_text(resolved(RG_CALL_FUNCTION, functions[i][0]), functions[i][1], functions[i][0]);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        expect_text(resolved(RG_CALL_METHOD, methods[i][0]), methods[i][1], methods[i][0]);
    CU_ASSERT_STRING_EQUAL(resolved(RG_CALL_MODULE, "torch.add"), "nothing");
    /* a name longer than any operator's */
    char *long_name = rg_alloc(arena, 4001);
    memset(long_name, 'x', 4000);
    memcpy(long_name, "torch.", 6);
    CU_ASSERT_STRING_EQUAL(resolved(RG_CALL_FUNCTION, long_name), "nothing");
    CU_ASSERT_STRING_EQUAL(resolved(RG_CALL_METHOD, long_name), "nothing");
}

static const char *spelled(rg_spelling spelling) {
    return rg_format(arena, "%s%s", spelling.opcode == RG_CALL_METHOD ? "method " : "",
                     spelling.target);
}

static void test_spelling(void) {
    static const char *const cases[][3] = {
        {"aten::add.Tensor", "torch.add", "torch.ops.aten.add.Tensor"},
        {"aten::relu", "torch.relu", "torch.ops.aten.relu.default"},
        {"aten::expand", "method expand", "torch.ops.aten.expand.default"},
        {"aten::gelu", "torch.ops.aten.gelu.default", "torch.ops.aten.gelu.default"},
        {"operator::getitem", "operator.getitem", "operator.getitem"},
        {"torch.nn.functional::batch_norm", "torch.nn.functional.batch_norm",
         "torch.nn.functional.batch_norm"},
        {"torch.Tensor::float", "method float", "method float"},
        {"_c10d_functional::all_reduce", "torch.ops._c10d_functional.all_reduce.default",
         "torch.ops._c10d_functional.all_reduce.default"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const rg_schema *schema = find(cases[i][0]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(schema);
        expect_text(spelled(rg_ops_spell(ops, schema, RG_DYNAMO, arena)), cases[i][1], cases[i][0]);
        expect_text(spelled(rg_ops_spell(ops, schema, RG_ATEN, arena)), cases[i][2], cases[i][0]);
    }
}

static void test_respelling(void) {
    static const struct {
        const char *target, *schema, *expected;
        bool method;
    } cases[] = {
        {"operator.iadd", "aten::add.Tensor", "operator.add", false},
        {"operator.itruediv", "aten::div.Tensor", "operator.truediv", false},
        {"operator.ilshift", "aten::__lshift__.Scalar", "operator.lshift", false},
        {"operator.iadd", "aten::addmm", "torch.ops.aten.addmm.default", false},
        {"torch.relu_", "aten::relu", "torch.relu", false},
        {"torch.Tensor.add_", "aten::add.Tensor", "torch.Tensor.add", false},
        {"torch._C._nn.elu_", "aten::elu", "torch._C._nn.elu", false},
        {"torch.ops.aten.add_.Tensor", "aten::add.Tensor", "torch.ops.aten.add.Tensor", false},
        {"aten.add_.Tensor", "aten::add.Tensor", "aten.add.Tensor", false},
        {"add_", "aten::add.Tensor", "method add", true},
        {"__iadd__", "aten::add.Tensor", "method __add__", true},
        {"normal_", "aten::normal_functional", "torch.ops.aten.normal_functional.default", true},
        {"squeeze_", "aten::squeeze.dim", "method squeeze", true},
        {"foo", "aten::add.Tensor", "torch.ops.aten.add.Tensor", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const rg_schema *schema = find(cases[i].schema);
        CU_ASSERT_PTR_NOT_NULL_FATAL(schema);
        rg_spelling got = rg_ops_respell(ops, cases[i].method ? RG_CALL_METHOD : RG_CALL_FUNCTION,
                                         cases[i].target, schema, arena);
        expect_text(spelled(got), cases[i].expected, cases[i].target);
    }
}

/* ---------------------------------------------------------------- binding */

/* A graph whose last call is `call`, with inputs of every kind. */
static rg_graph *graph_of(const char *call, bool annotated) {
    static const char plain[] = "    %x : [num_users=0] = placeholder[target=x]\n"
                                "    %y : [num_users=0] = placeholder[target=y]\n"
                                "    %d : [num_users=0] = call_function[target=builtins.getattr]"
                                "(args = (%x, dtype), kwargs = {})\n"
                                "    %n : [num_users=0] = call_method[target=size]"
                                "(args = (%x, 0), kwargs = {})\n"
                                "    %z : [num_users=0] = call_method[target=size]"
                                "(args = (%x,), kwargs = {})\n"
                                "    %z0 : [num_users=0] = call_function[target=operator.getitem]"
                                "(args = (%z, 0), kwargs = {})\n";
    static const char typed[] =
        "    %x : \"f32[2, 3]\" [num_users=0] = placeholder[target=x]\n"
        "    %y : \"f32[2, 3]\" [num_users=0] = placeholder[target=y]\n"
        "    %i : \"i64[]\" [num_users=0] = placeholder[target=i]\n"
        "    %s : \"Sym(s0)\" [num_users=0] = placeholder[target=s]\n"
        "    %t : \"(f32[2], f32[2])\" [num_users=0] = placeholder[target=t]\n";
    const char *text =
        rg_format(arena, "graph():\n%s    %%c : [num_users=0] = %s\n    return (c,)\n",
                  annotated ? typed : plain, call);
    rg_diagnostics ignored; /* users are not counted here */
    rg_diagnostics_init(&ignored, arena);
    rg_module *module =
        rg_read_module(arena, rg_source_new(arena, "t.fx", text, strlen(text)), &ignored);
    CU_ASSERT_PTR_NOT_NULL_FATAL(module);
    CU_ASSERT_EQUAL(module->annotated, annotated);
    return module->graphs[0];
}

static const char *bound(const char *call, bool annotated) {
    rg_graph *graph = graph_of(call, annotated);
    const rg_node *node = rg_node_at(graph, rg_node_at(graph, graph->last)->prev);
    const char *target = rg_symbol_text(graph->module->symbols, node->target);
    rg_spelled spelled = rg_ops_resolve(ops, (rg_opcode)node->opcode, target, arena);
    rg_slot slots[RG_MAX_PARAMS];
    const rg_schema *schema = rg_bind_any(ops, graph->module, graph, node, spelled, slots);
    rg_text out = rg_text_new(arena);
    if (!schema)
        return "none";
    rg_text_printf(&out, "%s%s%s", schema->op->name, *schema->overload ? "." : "",
                   schema->overload);
    for (size_t i = 0; i < schema->param_count; i++) {
        static const char places[] = "=pkr";
        if (slots[i].place == RG_SLOT_ABSENT && rg_value_kind(slots[i].value) == RG_NONE)
            continue;
        rg_text_printf(&out, " %s%c", schema->params[i].name, places[slots[i].place]);
        if (slots[i].place != RG_SLOT_ABSENT)
            rg_text_printf(&out, "%u:", slots[i].index);
        rg_print_repr(&out, graph, slots[i].value);
    }
    return rg_text_string(&out);
}

static void test_binding(void) {
    static const struct {
        const char *call, *expected;
    } cases[] = {
        /* positions, keywords, defaults */
        {"call_function[target=torch.add](args = (%x, %y), kwargs = {alpha: 2})",
         "aten::add.Tensor selfp0:x otherp1:y alphak0:2"},
        {"call_function[target=torch.add](args = (%x,), kwargs = {other: %y})",
         "aten::add.Tensor selfp0:x otherk0:y alpha=1"},
        {"call_function[target=torch.sum](args = (), kwargs = {input: %x, axis: 0, keepdims: "
         "True})",
         "aten::sum.dim_IntList selfk0:x dimk1:0 keepdimk2:True"},
        {"call_function[target=torch.conv2d](args = (%x, %y), kwargs = {})",
         "aten::conv2d inputp0:x weightp1:y stride=[1, 1] padding=[0, 0] dilation=[1, 1] groups=1"},
        {"call_function[target=torch.functional.split](args = (%x,), kwargs = "
         "{split_size_or_sections: 2, dim: 1})",
         "aten::split.Tensor selfp0:x split_sizek0:2 dimk1:1"},
        {"call_method[target=contiguous](args = (%x,), kwargs = {})",
         "aten::contiguous selfp0:x memory_format=torch.contiguous_format"},
        {"call_function[target=torch.norm](args = (%x,), kwargs = {p: fro})",
         "aten::norm.python inputp0:x pk0:'fro' keepdim=False"},
        /* the rest of the arguments as one list */
        {"call_method[target=view](args = (%x, 2, -1), kwargs = {})",
         "aten::view selfp0:x sizer1:(2, -1)"},
        {"call_method[target=view](args = (%x, -1), kwargs = {})",
         "aten::view selfp0:x sizer1:(-1,)"},
        {"call_method[target=view](args = (%x, [2, 3]), kwargs = {})",
         "aten::view selfp0:x sizep1:[2, 3]"},
        {"call_method[target=view](args = (%x, %n, 3), kwargs = {})",
         "aten::view selfp0:x sizer1:(n, 3)"},
        {"call_method[target=view](args = (%x, %z), kwargs = {})", "aten::view selfp0:x sizep1:z"},
        {"call_method[target=view](args = (%x, %z0), kwargs = {})",
         "aten::view selfp0:x sizer1:(z0,)"},
        {"call_method[target=permute](args = (%x, 1, 0), kwargs = {})",
         "aten::permute selfp0:x dimsr1:(1, 0)"},
        {"call_function[target=torch.zeros](args = (2, 3), kwargs = {dtype: torch.int64})",
         "aten::zeros sizer0:(2, 3) dtypek0:torch.int64"},
        {"call_function[target=torch.functional.meshgrid](args = (%x, %y), kwargs = {indexing: "
         "ij})",
         "aten::meshgrid.indexing tensorsr0:(x, y) indexingk0:'ij'"},
        {"call_function[target=torch.functional.einsum](args = (ij\\,jk->ik, %x, %y), kwargs = {})",
         "none"},
        /* overloads */
        {"call_function[target=torch.add](args = (%x, 1), kwargs = {})",
         "aten::add.Scalar selfp0:x otherp1:1 alpha=1"},
        {"call_function[target=torch.add](args = (1, %x), kwargs = {})",
         "aten::add.Tensor selfp0:1 otherp1:x alpha=1"},
        {"call_function[target=operator.pow](args = (2, %x), kwargs = {})",
         "aten::pow.Scalar selfp0:2 exponentp1:x"},
        {"call_function[target=torch.add](args = (%x, %y), kwargs = {out: %x})",
         "aten::add.out selfp0:x otherp1:y alpha=1 outk0:x"},
        {"call_function[target=torch.max](args = (%x, 0), kwargs = {out: (%x, %y)})",
         "aten::max.dim_max selfp0:x dimp1:0 keepdim=False maxk0:x max_valuesk0:y"},
        {"call_method[target=to](args = (%x, torch.float16), kwargs = {})",
         "aten::to.dtype selfp0:x dtypep1:torch.float16 non_blocking=False copy=False"},
        {"call_method[target=to](args = (%x, %d), kwargs = {})",
         "aten::to.dtype selfp0:x dtypep1:d non_blocking=False copy=False"},
        {"call_method[target=to](args = (%x, %y), kwargs = {})",
         "aten::to.other selfp0:x otherp1:y non_blocking=False copy=False"},
        {"call_method[target=to](args = (%x, cpu), kwargs = {})",
         "aten::to.prim_Device selfp0:x devicep1:cpu non_blocking=False copy=False"},
        {"call_method[target=to](args = (%x,), kwargs = {memory_format: torch.channels_last})",
         "aten::to.dtype_layout selfp0:x non_blocking=False copy=False "
         "memory_formatk0:torch.channels_last"},
        {"call_method[target=sum](args = (%x, [0, 1]), kwargs = {})",
         "aten::sum.dim_IntList selfp0:x dimp1:[0, 1] keepdim=False"},
        {"call_function[target=torch.cat](args = ([%x, %y], 1), kwargs = {})",
         "aten::cat tensorsp0:[x, y] dimp1:1"},
        {"call_function[target=torch.ops.aten.index.Tensor](args = (%x, [None, %y]), kwargs = {})",
         "aten::index.Tensor selfp0:x indicesp1:[None, y]"},
        /* a group name prints as a number in the plain form */
        {"call_function[target=torch.ops._c10d_functional.all_reduce](args = (%x, sum, 0), kwargs "
         "= {})",
         "_c10d_functional::all_reduce inputp0:x reduce_opp1:'sum' group_namep2:0"},
        {"call_function[target=torch.ops.aten.div.Tensor_mode](args = (%x, %y), kwargs = "
         "{rounding_mode: floor})",
         "aten::div.Tensor_mode selfp0:x otherp1:y rounding_modek0:'floor'"},
        /* Python's own signatures */
        {"call_function[target=torch.nn.functional.relu](args = (%x,), kwargs = {inplace: True})",
         "aten::relu.python inputp0:x inplacek0:True"},
        {"call_function[target=torch.nn.functional.relu](args = (%x,), kwargs = {})",
         "aten::relu selfp0:x"},
        {"call_function[target=torch.nn.functional.softmax](args = (%x,), kwargs = {dim: -1, "
         "dtype: "
         "torch.float32})",
         "aten::softmax.int selfp0:x dimk0:-1 dtypek1:torch.float32"},
        {"call_function[target=torch.nn.functional.dropout](args = (%x, 0.5, False, False), kwargs "
         "= {})",
         "aten::dropout.python inputp0:x pp1:0.5 trainingp2:False inplacep3:False"},
        {"call_function[target=operator.getitem](args = (%x, (slice(None, 2, None), 0)), kwargs = "
         "{})",
         "operator::getitem selfp0:x indexp1:(slice(None, 2, None), 0)"},
        /* what does not fit */
        {"call_function[target=torch.ops.aten.add.Tensor](args = (%x,), kwargs = {})", "none"},
        {"call_function[target=torch.ops.aten.add.Newer](args = (%x, %y), kwargs = {})", "none"},
        {"call_function[target=torch.relu](args = (%x, %y), kwargs = {})", "none"},
        {"call_function[target=torch.relu](args = (%x,), kwargs = {nothing: 1})", "none"},
        {"call_function[target=torch.relu](args = (%x,), kwargs = {self: %x})", "none"},
        {"call_function[target=torch.add](args = (), kwargs = {})", "none"},
        {"call_function[target=torch.max](args = (%x, 0), kwargs = {out: (%x,)})", "none"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_text(bound(cases[i].call, false), cases[i].expected, cases[i].call);
}

static void test_binding_by_annotations(void) {
    static const struct {
        const char *call, *expected;
    } cases[] = {
        {"call_function[target=operator.add](args = (%s, 1), kwargs = {})",
         "aten::add.int ap0:s bp1:1"},
        {"call_function[target=operator.iadd](args = (%s, 1), kwargs = {})",
         "aten::add_.number ap0:s bp1:1"},
        {"call_function[target=operator.iadd](args = (%x, %s), kwargs = {})",
         "aten::add_.Scalar selfp0:x otherp1:s alpha=1"},
        {"call_function[target=torch.add](args = (%x, %s), kwargs = {})",
         "aten::add.Scalar selfp0:x otherp1:s alpha=1"},
        {"call_method[target=expand](args = (%x, %s, 3), kwargs = {})",
         "aten::expand selfp0:x sizer1:(s, 3) implicit=False"},
        {"call_function[target=torch.cat](args = (%t,), kwargs = {})",
         "aten::cat tensorsp0:t dim=0"},
        {"call_function[target=torch.relu](args = (%t,), kwargs = {})", "none"},
        {"call_function[target=operator.getitem](args = (%t, 0), kwargs = {})",
         "operator::getitem.item selfp0:t indexp1:0"},
        {"call_method[target=select](args = (%x, 0, %i), kwargs = {})",
         "aten::select.int selfp0:x dimp1:0 indexp2:i"},
        {"call_method[target=view](args = (%x, %s), kwargs = {})",
         "aten::view selfp0:x sizer1:(s,)"},
        {"call_method[target=to](args = (%x, 'cpu'), kwargs = {})",
         "aten::to.prim_Device selfp0:x devicep1:'cpu' non_blocking=False copy=False"},
        {"call_method[target=to](args = (%x, device(type='cpu'), torch.float16), kwargs = {})",
         "aten::to.device selfp0:x devicep1:device(type='cpu') dtypep2:torch.float16 "
         "non_blocking=False copy=False"},
        {"call_function[target=torch.functional.einsum](args = ('ij,jk->ik', %x, %y), kwargs = {})",
         "aten::einsum equationp0:'ij,jk->ik' tensorsr1:(x, y)"},
        {"call_method[target=fill_](args = (%x, %i), kwargs = {})",
         "aten::fill_.Tensor selfp0:x valuep1:i"},
        {"call_method[target=fill_](args = (%x, 0.0), kwargs = {})",
         "aten::fill_.Scalar selfp0:x valuep1:0.0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_text(bound(cases[i].call, true), cases[i].expected, cases[i].call);
}

/* ---------------------------------------------------------------- functional counterparts */

static void test_functional(void) {
    static const char *const cases[][2] = {
        {"aten::add_.Tensor", "aten::add.Tensor"},
        {"aten::add.out", "aten::add.Tensor"},
        {"aten::max.dim_max", "aten::max.dim"},
        {"aten::__ilshift__.Scalar", "aten::__lshift__.Scalar"},
        {"aten::normal_", "aten::normal_functional"},
        {"aten::bernoulli_.float", "aten::bernoulli.p"},
        {"aten::dropout_", "aten::dropout"},
        {"aten::squeeze_.dim", "aten::squeeze.dim"},
        {"aten::_foreach_add_.Scalar", "aten::_foreach_add.Scalar"},
        {"aten::index_put_", "aten::index_put"},
        {"aten::add.Tensor", "none"},
        {"aten::requires_grad_", "none"},
        {"aten::fill_diagonal_", "none"},
        {"aten::relu.python", "none"},
        {"aten::arange.out", "none"}, /* the functional form has a dtype of its own */
        {"operator::setitem", "none"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const rg_schema *schema = find(cases[i][0]);
        CU_ASSERT_PTR_NOT_NULL_FATAL(schema);
        for (int twice = 0; twice < 2; twice++) {
            const rg_schema *pure = rg_ops_functional(ops, schema, arena);
            const char *name = pure ? rg_format(arena, "%s%s%s", pure->op->name,
                                                *pure->overload ? "." : "", pure->overload)
                                    : "none";
            expect_text(name, cases[i][1], cases[i][0]);
        }
    }
}

/* Every in-place and out= operator of ATen on tensors has a counterpart, but for those known. */
static void test_functional_is_complete(void) {
    static const char *const none[] = {
        "_fill_mem_eff_dropout_mask_",
        "_index_put_impl_",
        "_sobol_engine_",
        "copy_",
        "fill_diagonal_",
        "polygamma_",
        "set_",
        "_coalesced_",
        "_no_grad_",
        "add_",
        "zero_",
        "_resize_",
    };
    size_t found = 0, missing = 0;
    for (uint32_t id = 0; id < rg_ops_count(ops); id++) {
        const rg_operator *op = rg_ops_at(ops, id);
        size_t length = strlen(op->name);
        if (strncmp(op->name, "aten::", 6) != 0 || op->name[length - 1] != '_' ||
            op->name[length - 2] == '_')
            continue;
        for (size_t i = 0; i < op->schema_count; i++) {
            const rg_schema *schema = rg_ops_schema(ops, op, i, arena);
            if (!schema || !schema->writes)
                continue;
            bool known = false, has = rg_ops_functional(ops, schema, arena) != NULL;
            for (size_t k = 0; k < sizeof none / sizeof *none; k++)
                known |= strncmp(op->name + 6, none[k], strlen(none[k])) == 0;
            CU_ASSERT(has || known);
            if (!has && !known)
                printf("\nno functional counterpart: %s\n", schema->text);
            found += has;
            missing += !has;
        }
    }
    CU_ASSERT(found > 300);
    CU_ASSERT(missing < 30);
}

/* ---------------------------------------------------------------- threads, memory */

enum { THREADS = 4 };

typedef struct reading {
    const rg_ops *ops;
    size_t schemas, functional;
} reading;

/* Every schema and counterpart, asked for at once by several threads. */
static void *read_everything(void *context) {
    reading *r = context;
    rg_arena *own = rg_arena_new();
    for (uint32_t id = 0; own && id < rg_ops_count(r->ops); id++) {
        const rg_operator *op = rg_ops_at(r->ops, id);
        for (size_t i = 0; i < op->schema_count; i++) {
            const rg_schema *schema = rg_ops_schema(r->ops, op, i, own);
            r->schemas += schema != NULL;
            r->functional += schema && rg_ops_functional(r->ops, schema, own);
        }
    }
    rg_arena_free(own);
    return NULL;
}

static void test_threads(void) {
    rg_ops *own = rg_ops_new(arena);
    pthread_t threads[THREADS];
    reading readings[THREADS] = {{0}};
    load_all(own);
    for (int i = 0; i < THREADS; i++) {
        readings[i].ops = own;
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, read_everything, &readings[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 1; i < THREADS; i++) {
        CU_ASSERT_EQUAL(readings[i].schemas, readings[0].schemas);
        CU_ASSERT_EQUAL(readings[i].functional, readings[0].functional);
    }
    CU_ASSERT(readings[0].schemas > 4000);
}

static size_t schemas_read(const rg_ops *from, rg_arena *job) {
    size_t count = 0;
    for (uint32_t id = 0; id < rg_ops_count(from); id++) {
        const rg_operator *op = rg_ops_at(from, id);
        for (size_t i = 0; i < op->schema_count; i++)
            count += rg_ops_schema(from, op, i, job) != NULL;
    }
    return count;
}

/* Memory runs out at every allocation in turn while schemas are parsed on demand: the caller's
 * arena is told, and the next call finds the tables as they were. */
static void test_memory_runs_out_on_demand(void) {
    rg_arena *own = rg_arena_new(), *job = rg_arena_new();
    CU_ASSERT_FATAL(own && job);
    rg_ops *tables = rg_ops_new(own);
    messages_of(tables, "a::f(Tensor(a!) x, int[2]? y=[1, 2]) -> Tensor(a!)\na::g() -> ()", true);
    rg_ops *fresh = rg_ops_new(own);
    const char *text =
        "a::f(Tensor(a!) x, int[2]? y=[1, 2]) -> Tensor(a!)\na::f.g(str s=\"x\") -> ()";
    rg_diagnostics ignored;
    rg_diagnostics_init(&ignored, own);
    rg_ops_add_table(fresh, rg_source_new(own, "t.schemas", text, strlen(text)), &ignored);
    bool done = false;
    for (volatile long allowed = 0; allowed < 1000 && !done; allowed++) {
        jmp_buf failed;
        rg_arena_on_failure(job, &failed);
        if (setjmp(failed) == 0) {
            rg_test_fail_memory_after(allowed);
            size_t count = schemas_read(fresh, job);
            rg_test_fail_memory_after(-1);
            CU_ASSERT_EQUAL(count, 2);
            done = true;
        } else {
            rg_test_fail_memory_after(-1);
        }
    }
    CU_ASSERT(done);
    rg_arena_free(job);
    rg_arena_free(own);
}

/* The same while tables are loaded: nothing leaks (the sanitizers look), nothing is left locked. */
static void test_memory_runs_out_while_loading(void) {
    static const char rules[] = "op a::f(Tensor(a!) x, bool w=False) -> Tensor(a!) when w\n"
                                "view a::f(x) writes value\nshape a::f(x) = shape(x)\n"
                                "spelling /torch\\.(?<n>\\w+)/ is a::{n}\nfunctions f g\n";
    bool done = false;
    for (volatile long allowed = 0; allowed < 1000 && !done; allowed++) {
        rg_arena *own = rg_arena_new();
        jmp_buf failed;
        CU_ASSERT_PTR_NOT_NULL_FATAL(own);
        rg_arena_on_failure(own, &failed);
        if (setjmp(failed) == 0) {
            rg_test_fail_memory_after(allowed);
            rg_diagnostics told;
            rg_diagnostics_init(&told, own);
            rg_ops *tables = rg_ops_new(own);
            const rg_source *source = rg_source_new(own, "t.ops", rules, strlen(rules));
            rg_ops_add_file(tables, rg_parse_rules(own, source, &told), &told);
            rg_spelled spelled = rg_ops_resolve(tables, RG_CALL_FUNCTION, "torch.f", own);
            rg_test_fail_memory_after(-1);
            CU_ASSERT_PTR_NOT_NULL(spelled.op);
            CU_ASSERT_EQUAL(told.errors, 0);
            done = true;
        }
        rg_test_fail_memory_after(-1);
        rg_arena_free(own);
    }
    CU_ASSERT(done);
}

void rg_add_ops_suite(void) {
    CU_pSuite suite = CU_add_suite("operators", begin, end);
    CU_add_test(suite, "every line of the table is read", test_table);
    CU_add_test(suite, "parts of schemas", test_parts);
    CU_add_test(suite, "errors of operator files", test_errors);
    CU_add_test(suite, "errors of tables", test_table_errors);
    CU_add_test(suite, "limits", test_limits);
    CU_add_test(suite, "later declarations replace earlier ones", test_replacing);
    CU_add_test(suite, "clauses speak of overloads", test_clauses);
    CU_add_test(suite, "targets to operators", test_resolving);
    CU_add_test(suite, "operators to targets", test_spelling);
    CU_add_test(suite, "targets of the same family", test_respelling);
    CU_add_test(suite, "arguments", test_binding);
    CU_add_test(suite, "arguments by annotations", test_binding_by_annotations);
    CU_add_test(suite, "functional counterparts", test_functional);
    CU_add_test(suite, "functional counterparts are complete", test_functional_is_complete);
    CU_add_test(suite, "threads", test_threads);
    CU_add_test(suite, "memory runs out on demand", test_memory_runs_out_on_demand);
    CU_add_test(suite, "memory runs out while loading", test_memory_runs_out_while_loading);
}
