/* Operators: schemas, spellings, binding of arguments, functional counterparts. The tables are
 * those of rules/ops.
 */
#include "test_ops.h"

#include <CUnit/Basic.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_faults.h"

void rg_add_ops_suite(void);

/* Of the whole suite. */
rg_arena *rg_test_arena;
rg_ops *rg_test_ops;
static rg_arena *arena;
static rg_ops *ops;
static rg_diagnostics diagnostics;
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
    rg_test_arena = arena;
    rg_test_ops = ops;
    load_all(ops);
    return diagnostics.errors != 0 || !table;
}

static int end(void) {
    rg_arena_free(arena);
    return 0;
}

void rg_test_text(const char *got, const char *expected, const char *what) {
    bool same = strcmp(got, expected) == 0;
    CU_ASSERT(same);
    if (!same)
        printf("\n%s\n  expected %s\n  got      %s\n", what, expected, got);
}

/* ---------------------------------------------------------------- schemas */

/* Whether an alias set begins here: `(a)`, `(a!)`, `(a -> *)`, `(b|a)`, `(*)`. */
static bool begins_set(const char *text, const char *at) {
    if (*at != '(' || (at[1] != '*' && (at[1] < 'a' || at[1] > 'z')))
        return false;
    if (at[2] != ')')
        return at[2] == '!' || at[2] == '|' || strncmp(at + 2, " ->", 3) == 0;
    /* Future(t) is a type */
    size_t before = (size_t)(at - text);
    return !(before >= 4 && strncmp(at - 4, "RRef", 4) == 0) &&
           !(before >= 5 && strncmp(at - 5, "Await", 5) == 0) &&
           !(before >= 6 && strncmp(at - 6, "Future", 6) == 0);
}

/* The schema without its alias sets: `Tensor(a!)[] x` is `Tensor[] x`. */
static const char *without_sets(const char *text) {
    rg_text out = rg_text_new(arena);
    for (const char *at = text; *at; at++) {
        if (begins_set(text, at))
            at = strchr(at, ')');
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
    bool star = false;
    bool tuple = schema->result_count != 1 || schema->results[0].type[0] == '(';
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
                rg_test_text(rebuilt(schema), without_sets(schema->text), schema->text);
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
        {"aten::keys.str", "self:other -> str{4000000}"},
        {"operator::getitem", "self:tensor{1>1} index:other -> tensor{1} aliases"},
        /* a Generator's state is no storage */
        {"aten::normal_", "self:tensor{1>1!} mean:float std:float generator:other?* -> tensor{1}"
                          " writes aliases"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const rg_schema *schema = find(cases[i][0]);
        CU_ASSERT_PTR_NOT_NULL(schema);
        if (schema)
            rg_test_text(described(schema), cases[i][1], cases[i][0]);
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
        {"op a::f(Tensor x -> Tensor", "1:18 unexpected '->' in a schema: expected ')'"},
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
        {"spelling /torch[.(?<n>x)/ is a::{n}", "1:25 missing terminating ] for character class"},
        {"spelling /torch[.](?<n>x)/ is a::{m}", "1:35 no group of the regex has this name"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        rg_test_text(messages_of(rg_ops_new(arena), cases[i][0], false), cases[i][1], cases[i][0]);
}

static void test_table_errors(void) {
    static const char text[] = "# a comment\n\n  aten::f(Tensor x) -> Tensor\r\nnonsense\n"
                               "aten::g(Tensor x,) -> Tensor\naten::f.y(Tensor $) -> Tensor";
    rg_ops *own = rg_ops_new(arena);
    rg_test_text(messages_of(own, text, true),
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
    rg_test_text(messages_of(own,
                             "op a::f(Tensor(a!) x, bool w=False) -> Tensor(a!) when w\n"
                             "op a::f.z(int x) -> int",
                             false),
                 "", "replacing");
    const rg_operator *op = rg_ops_find(own, "a::f", 4);
    CU_ASSERT_EQUAL(op->schema_count, 3);
    const rg_schema *first = rg_ops_schema(own, op, 0, arena);
    CU_ASSERT(first->writes && first->when);
    rg_test_text(rg_ops_schema(own, op, 1, arena)->overload, "y", "order");
    rg_test_text(rg_ops_schema(own, op, 2, arena)->overload, "z", "order");
    CU_ASSERT_PTR_NULL(rg_ops_find(own, "a::h", 4));
    CU_ASSERT_PTR_NULL(rg_ops_find(own, "", 0));
}

static void test_clauses(void) {
    rg_ops *own = rg_ops_new(arena);
    rg_test_text(messages_of(own,
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

/* A clause for a tag speaks of the overloads that have the tag and its parameters when it is read.
 */
static void test_clauses_of_tags(void) {
    rg_ops *own = rg_ops_new(arena);
    rg_test_text(messages_of(own,
                             "op a::f(Tensor x) -> Tensor\nop a::f.y(Tensor y) -> Tensor\n"
                             "op a::f.z(Tensor x) -> Tensor\nop a::g(Tensor x) -> Tensor\n"
                             "tag one a::f.default a::f.y\n"
                             "shape a::f.y(y) = [1]\nshape @one(x) = [2]\nshape @one(y) = [3]\n"
                             "op a::f.late(Tensor x) -> Tensor\ntag one a::f.late\n",
                             false),
                 "", "clauses of tags");
    const rg_operator *op = rg_ops_find(own, "a::f", 4);
    const rg_op_clause *first = rg_ops_clause(op->shapes, rg_ops_overload(own, op, "", arena));
    CU_ASSERT_PTR_EQUAL(first, op->shapes->next);
    CU_ASSERT_PTR_EQUAL(rg_ops_clause(op->shapes, rg_ops_overload(own, op, "y", arena)),
                        op->shapes);
    CU_ASSERT_PTR_NOT_NULL(op->shapes->next->next);
    CU_ASSERT_PTR_NULL(op->shapes->next->next->next);
    CU_ASSERT_PTR_NULL(rg_ops_clause(op->shapes, rg_ops_overload(own, op, "z", arena)));
    CU_ASSERT_PTR_NULL(rg_ops_clause(op->shapes, rg_ops_overload(own, op, "late", arena)));
    CU_ASSERT_PTR_NULL(rg_ops_find(own, "a::g", 4)->shapes);
    rg_test_text(messages_of(own, "shape @ones(x) = [1]\n", false),
                 "1:7 no operator declared so far has the tag `ones`; did you mean `one`?",
                 "a clause of no tag");
    rg_test_text(messages_of(own, "shape @one(z) = [1]\n", false),
                 "1:7 no operator with the tag `one` has these parameters",
                 "a clause of other parameters");
}

static void test_tags(void) {
    rg_ops *own = rg_ops_new(arena);
    rg_test_text(messages_of(own,
                             "op a::f.x(Tensor x) -> Tensor\nop a::f.y(Tensor y) -> Tensor\n"
                             "tag one a::f\ntag two a::f.y\nop a::f.y(Tensor z) -> Tensor\n"
                             "op a::f.z(Tensor z) -> Tensor\n",
                             false),
                 "", "tags");
    const rg_operator *op = rg_ops_find(own, "a::f", 4);
    const rg_schema *x = rg_ops_overload(own, op, "x", arena);
    const rg_schema *y = rg_ops_overload(own, op, "y", arena);
    const rg_schema *z = rg_ops_overload(own, op, "z", arena);
    CU_ASSERT_TRUE(rg_ops_has_tag(own, x, "one"));
    CU_ASSERT_TRUE(rg_ops_has_tag(own, y, "one")); /* declared anew, it keeps its tags */
    CU_ASSERT_FALSE(rg_ops_has_tag(own, z, "one"));
    CU_ASSERT_FALSE(rg_ops_has_tag(own, x, "two"));
    CU_ASSERT_TRUE(rg_ops_has_tag(own, y, "two"));
    CU_ASSERT_TRUE(rg_ops_is_tag(own, "two"));
    CU_ASSERT_FALSE(rg_ops_is_tag(own, "three"));
    CU_ASSERT_STRING_EQUAL(rg_ops_nearest_tag(own, "twp", arena), "two");
    rg_test_text(messages_of(own, "tag one a::g\n", false),
                 "1:9 no operator a::g; did you mean a::f?", "a tag of no operator");
    rg_test_text(messages_of(own, "tag one a::f.w\n", false), "1:9 a::f has no overload 'w'",
                 "a tag of no overload");
}

static bool has(const rg_ops *own, const char *overload, const char *tag) {
    const rg_schema *schema =
        rg_ops_overload(own, rg_ops_find(own, "a::f", strlen("a::f")), overload, arena);
    CU_ASSERT_PTR_NOT_NULL_FATAL(schema);
    CU_ASSERT_PTR_NULL(strchr(strstr(schema->text, "->"), '@')); /* they are no part of it */
    return rg_ops_has_tag(own, schema, tag);
}

/* The same behind the schemas of a table. */
static void test_tags_of_tables(void) {
    rg_ops *own = rg_ops_new(arena);
    rg_test_text(messages_of(own,
                             "a::f(Tensor x) -> Tensor @one @two_2 \r\n"
                             "a::f.y(Tensor y) -> (Tensor, Tensor)  @two_2\n"
                             "a::f.s(str s=\" @four\") -> Tensor[]\n"
                             "a::f.z(Tensor z) -> Tensor @three",
                             true),
                 "", "tags of a table");
    CU_ASSERT_TRUE(has(own, "", "one") && has(own, "", "two_2") && !has(own, "", "three"));
    CU_ASSERT_TRUE(!has(own, "y", "one") && has(own, "y", "two_2"));
    CU_ASSERT_TRUE(has(own, "z", "three") && !has(own, "s", "three"));
    CU_ASSERT_FALSE(rg_ops_is_tag(own, "four"));
    CU_ASSERT_STRING_EQUAL(rg_ops_nearest_tag(own, "tree", arena), "three");
    /* A line may add to them, and an operator declared anew keeps them. */
    rg_test_text(messages_of(own, "tag one a::f.z\nop a::f.z(Tensor x) -> Tensor\n", false), "",
                 "more tags");
    rg_test_text(messages_of(own, "a::f.y(Tensor z) -> Tensor @one", true), "", "a later table");
    CU_ASSERT_TRUE(has(own, "z", "one") && has(own, "z", "three"));
    CU_ASSERT_TRUE(has(own, "y", "one") && has(own, "y", "two_2"));
}

static void test_tag_errors(void) {
    static const char *const cases[][2] = {
        {"a::f(Tensor x) -> Tensor @",
         "1:26 unexpected '@' in a schema: expected the end of the schema"},
        {"a::f(Tensor x) -> Tensor @ one",
         "1:26 unexpected '@' in a schema: expected the end of the schema"},
        {"a::f(Tensor x) -> Tensor@one",
         "1:25 unexpected '@' in a schema: expected the end of the schema"},
        {"a::f(Tensor x) -> Tensor @one@two",
         "1:26 unexpected '@' in a schema: expected the end of the schema"},
        {"a::f(Tensor x) @one -> Tensor", "1:16 unexpected '@' in a schema: expected '->'"},
        {" @one", "1:1 a schema begins with NAMESPACE::NAME("},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        rg_test_text(messages_of(rg_ops_new(arena), cases[i][0], true), cases[i][1], cases[i][0]);
    rg_text many = rg_text_new(arena);
    rg_text_puts(&many, "a::f(Tensor x) -> Tensor");
    for (int i = 0; i < RG_MAX_TAGS; i++)
        rg_text_printf(&many, " @t%d", i);
    rg_ops *own = rg_ops_new(arena);
    rg_test_text(messages_of(own, rg_text_string(&many), true), "", "as many tags as there may be");
    CU_ASSERT_TRUE(has(own, "", "t0") && has(own, "", "t63"));
    rg_test_text(
        messages_of(own, "a::g(Tensor x) -> Tensor\na::f.y(Tensor x) -> Tensor @more", true),
        "2:1 more than 64 tags", "one more");
}

/* ---------------------------------------------------------------- spellings */

static const char *resolved(rg_opcode opcode, const char *target) {
    rg_spelled spelled = rg_ops_resolve(ops, opcode, target, arena);
    if (!spelled.op)
        return "nothing";
    return rg_format(arena, "%s%s%s", spelled.op->name, spelled.overload ? " " : "",
                     spelled.overload ? spelled.overload : "");
}

static const char *const FUNCTIONS[][2] = {
    {"torch.ops.aten.add.Tensor", "aten::add Tensor"},
    {"torch.ops.aten.add", "aten::add"},
    {"torch.ops.aten.relu.default", "aten::relu default"},
    {"torch.ops._c10d_functional.all_reduce.default", "_c10d_functional::all_reduce default"},
    {"torch.ops.higher_order.while_loop", "nothing"},
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

static const char *const METHODS[][2] = {
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

static void test_resolving(void) {
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++)
        rg_test_text(resolved(RG_CALL_FUNCTION, FUNCTIONS[i][0]), FUNCTIONS[i][1], FUNCTIONS[i][0]);
    for (size_t i = 0; i < sizeof METHODS / sizeof *METHODS; i++)
        rg_test_text(resolved(RG_CALL_METHOD, METHODS[i][0]), METHODS[i][1], METHODS[i][0]);
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
        rg_test_text(spelled(rg_ops_spell(ops, schema, RG_DYNAMO, arena)), cases[i][1],
                     cases[i][0]);
        rg_test_text(spelled(rg_ops_spell(ops, schema, RG_ATEN, arena)), cases[i][2], cases[i][0]);
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
        {"torch.functional.norm", "aten::norm.python", "torch.functional.norm", false},
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
        rg_test_text(spelled(got), cases[i].expected, cases[i].target);
    }
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
            rg_test_text(name, cases[i][1], cases[i][0]);
        }
    }
}

/* Of what the call returns beside what it writes, and of what it writes and does not return, nobody
 * knows which results of another operator they are. */
static void test_functional_of_users(void) {
    static const char text[] =
        "op a::both_(Tensor(a!) x, Tensor(b!) y) -> (Tensor(a!), Tensor(b!))\n"
        "op a::both(Tensor x, Tensor y) -> (Tensor, Tensor)\n"
        "op a::one_(Tensor(a!) x, Tensor(b!) y) -> Tensor(a!)\n"
        "op a::one(Tensor x, Tensor y) -> Tensor\n"
        "op a::other_(Tensor(a!) x) -> Tensor\n"
        "op a::other(Tensor x) -> Tensor\n";
    static const char *const cases[][2] = {
        {"a::both_", "a::both"}, {"a::one_", NULL}, {"a::other_", NULL}};
    rg_diagnostics told;
    rg_diagnostics_init(&told, arena);
    rg_ops *own = rg_ops_new(arena);
    const rg_source *source = rg_source_new(arena, "t.ops", text, strlen(text));
    rg_ops_add_file(own, rg_parse_rules(arena, source, &told), &told);
    CU_ASSERT_EQUAL_FATAL(told.errors, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const rg_operator *op = rg_ops_find(own, cases[i][0], strlen(cases[i][0]));
        CU_ASSERT_PTR_NOT_NULL_FATAL(op);
        const rg_schema *pure = rg_ops_functional(own, rg_ops_schema(own, op, 0, arena), arena);
        rg_test_text(pure ? pure->op->name : "none", cases[i][1] ? cases[i][1] : "none",
                     cases[i][0]);
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
        "_fused_", /* they write several lists */
        "_amp_foreach_",
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
    rg_ops *fresh = rg_ops_new(own);
    const char *text =
        "a::f(Tensor(a!) x, int[2]? y=[1, 2]) -> Tensor(a!)\na::f.g(str s=\"x\") -> ()";
    rg_diagnostics ignored;
    rg_diagnostics_init(&ignored, own);
    rg_ops_add_table(fresh, rg_source_new(own, "t.schemas", text, strlen(text)), &ignored);
    volatile bool done = false;
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
    volatile bool done = false;
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
    CU_add_test(suite, "clauses of tags", test_clauses_of_tags);
    CU_add_test(suite, "tags", test_tags);
    CU_add_test(suite, "tags of tables", test_tags_of_tables);
    CU_add_test(suite, "errors in tags", test_tag_errors);
    CU_add_test(suite, "targets to operators", test_resolving);
    CU_add_test(suite, "operators to targets", test_spelling);
    CU_add_test(suite, "targets of the same family", test_respelling);
    CU_add_test(suite, "arguments", rg_test_plain_binding);
    CU_add_test(suite, "arguments by annotations", rg_test_annotated_binding);
    CU_add_test(suite, "default values", rg_test_defaults);
    CU_add_test(suite, "functional counterparts", test_functional);
    CU_add_test(suite, "functional counterparts of users' operators", test_functional_of_users);
    CU_add_test(suite, "functional counterparts are complete", test_functional_is_complete);
    CU_add_test(suite, "threads", test_threads);
    CU_add_test(suite, "memory runs out on demand", test_memory_runs_out_on_demand);
    CU_add_test(suite, "memory runs out while loading", test_memory_runs_out_while_loading);
}
