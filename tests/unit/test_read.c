/* Unit tests of reading: statements that are recognised as a whole give what the grammar gives.
 *
 * Each text is read twice, once by the grammar alone. Symbols and their order, values, nodes, flags
 * and messages must be the same. */
#define _POSIX_C_SOURCE 200809L

#include "../../engine/graph_text/read.h"
#include "test_graph.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

void rg_add_read_suite(void);

/* ---- what both ways give */

typedef struct outcome {
    rg_arena *arena;
    rg_diagnostics diagnostics;
    rg_module *module;
} outcome;

static outcome read_in(const char *text, size_t length, bool slowly) {
    outcome o = {.arena = rg_arena_new()};
    CU_ASSERT_PTR_NOT_NULL_FATAL(o.arena);
    rg_diagnostics_init(&o.diagnostics, o.arena);
    const rg_source *source = rg_source_new(o.arena, "t.fx", text, length);
    o.module = (slowly ? rg_read_slowly : rg_read_module)(o.arena, source, &o.diagnostics);
    CU_ASSERT_EQUAL(memcmp(source->text, text, length), 0);
    return o;
}

static const char *rendered(const outcome *o) {
    rg_text text = rg_text_new(o->arena);
    for (const rg_diagnostic *d = o->diagnostics.first; d; d = d->next)
        rg_render_diagnostic(&text, d, false);
    return rg_text_string(&text);
}

static bool same_array(const rg_array *a, const rg_array *b, size_t size) {
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->data, b->data, a->count * size) == 0);
}

static bool same_value(rg_value a, rg_value b) {
    return a.tag == b.tag && a.data == b.data;
}

static bool same_symbols(const rg_symbols *a, const rg_symbols *b) {
    size_t count = rg_symbol_count(a);
    bool same = count == rg_symbol_count(b);
    for (rg_symbol s = 0; same && s < count; s++)
        same = rg_symbol_length(a, s) == rg_symbol_length(b, s) &&
               memcmp(rg_symbol_text(a, s), rg_symbol_text(b, s), rg_symbol_length(a, s) + 1) == 0;
    return same;
}

static bool same_node(const rg_node *a, const rg_node *b) {
    return a->name == b->name && a->target == b->target && a->annotation == b->annotation &&
           same_value(a->args, b->args) && same_value(a->kwargs, b->kwargs) && a->prev == b->prev &&
           a->next == b->next && a->users == b->users && a->users_read == b->users_read &&
           a->source_begin == b->source_begin && a->source_end == b->source_end &&
           a->extra == b->extra && a->flags == b->flags && a->opcode == b->opcode;
}

static bool same_extra(const rg_extra *a, const rg_extra *b) {
    return a->type == b->type && same_value(a->meta, b->meta) && a->users_read == b->users_read &&
           a->origin == b->origin && a->made_for == b->made_for;
}

static uint32_t line_of(const rg_graph *g, rg_node_id id) {
    return rg_line_at(g->module, rg_node_at(g, id)->source_begin);
}

static bool same_graph(const rg_graph *a, const rg_graph *b) {
    bool same = a->name == b->name && a->nodes.count == b->nodes.count && a->first == b->first &&
                a->last == b->last && a->output == b->output && a->body_begin == b->body_begin &&
                strcmp(a->header, b->header) == 0 && strcmp(a->lead, b->lead) == 0 &&
                a->header_parameters == b->header_parameters;
    for (rg_node_id id = 0; same && id < a->nodes.count; id++)
        same = same_node(rg_node_at(a, id), rg_node_at(b, id)) &&
               same_extra(rg_extra_of(a, id), rg_extra_of(b, id)) &&
               line_of(a, id) == line_of(b, id);
    size_t symbols = rg_symbol_count(a->module->symbols);
    for (rg_symbol s = 0; same && s < symbols; s++)
        same = rg_find_node(a, s) == rg_find_node(b, s);
    return same;
}

static bool same_module(const rg_module *a, const rg_module *b) {
    if (!a || !b)
        return a == b;
    bool same =
        same_symbols(a->symbols, b->symbols) && same_array(&a->pool, &b->pool, sizeof(rg_value)) &&
        same_array(&a->wide, &b->wide, sizeof(int64_t)) && a->graph_count == b->graph_count &&
        a->users_word == b->users_word && a->annotated == b->annotated &&
        a->tensor_words == b->tensor_words && a->self_attributes == b->self_attributes &&
        strcmp(a->newline, b->newline) == 0 && strcmp(a->tail, b->tail) == 0;
    for (size_t i = 0; same && i < a->graph_count; i++)
        same = same_graph(a->graphs[i], b->graphs[i]);
    return same;
}

static void compare_bytes(const char *text, size_t length) {
    outcome fast = read_in(text, length, false), slow = read_in(text, length, true);
    bool same_messages = strcmp(rendered(&fast), rendered(&slow)) == 0;
    bool same = same_messages && same_module(fast.module, slow.module);
    if (!same)
        printf("\n    read differently:\n%.*s\n%s%s", (int)(length < 2000 ? length : 2000), text,
               rendered(&fast), rendered(&slow));
    CU_ASSERT_TRUE(same);
    rg_arena_free(fast.arena);
    rg_arena_free(slow.arena);
}

static void compare(const char *text) {
    compare_bytes(text, strlen(text));
}

/* ---- files */

static size_t compare_folder(const char *folder) {
    DIR *entries = opendir(folder);
    size_t count = 0;
    for (struct dirent *e; entries && (e = readdir(entries));) {
        if (!strstr(e->d_name, ".fx"))
            continue;
        const rg_source *source =
            rg_source_read(arena, rg_format(arena, "%s/%s", folder, e->d_name));
        CU_ASSERT_PTR_NOT_NULL_FATAL(source);
        compare_bytes(source->text, source->length);
        count++;
    }
    if (entries)
        closedir(entries);
    return count;
}

static void test_files(void) {
    CU_ASSERT(compare_folder("tests/graphs_text") >= 9);
    CU_ASSERT(compare_folder("tests/graphs_text/bad") >= 40);
    compare_folder("tests/graphs");
}

/* ---- statements */

static const char before[] = "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    ";
static const char after[] = "\n    return x\n";

/* A graph that has the statement between its first and its last. */
static const char *graph_of(const char *statement) {
    return rg_format(arena, "%s%s%s", before, statement, after);
}

/* Statements, and what of them is recognised. */
static const struct {
    const char *statement;
    rg_recognised found;
} statements[] = {
    {"%y : [num_users=0] = placeholder[target=y]", RG_RECOGNISED_WHOLE},
    {"%y : \"f32[2]\" [num_users=0] = placeholder[target=y]", RG_RECOGNISED_WHOLE},
    {"%y : \"\" [num_users=0] = placeholder[target=y]", RG_RECOGNISED_WHOLE},
    {"%y : torch.Tensor [#users=0] = placeholder[target=*y]", RG_RECOGNISED_WHOLE},
    {"%y : torch.Tensor \"f32[2]\" [num_users=0] = placeholder[target=y] \t", RG_RECOGNISED_WHOLE},
    {"%y : Tensor \"f32[2]\"[num_users=0] = placeholder[target=y]\r", RG_RECOGNISED_WHOLE},
    {"%y : Tensor [num_users=0] = placeholder[target=y]", RG_RECOGNISED_WHOLE},
    {"%y : Tensor \"f32[2]\" [num_users=0] = placeholder[target=y]", RG_RECOGNISED_NOTHING},
    {"%y : Tensor \"f32 [num_users=0] = placeholder[target=y]", RG_RECOGNISED_NOTHING},
    {"%y : t \"f32[2]\"[num_users=0] = placeholder[target=y]", RG_RECOGNISED_NOTHING},
    {"%y : t  \"f32[2]\" [num_users=0] = placeholder[target=y]", RG_RECOGNISED_NOTHING},
    {"%y : typing.List[int] [num_users=0] = placeholder[target=y]", RG_RECOGNISED_NOTHING},
    {"%y :  [num_users=0] = placeholder[target=y]", RG_RECOGNISED_NOTHING},
    {"%y : [num_users=] = placeholder[target=y]", RG_RECOGNISED_NOTHING},
    {"%y : [num_users=4294967295] = placeholder[target=y]", RG_RECOGNISED_WHOLE},
    {"%y : [num_users=99999999999999999999999] = placeholder[target=y]", RG_RECOGNISED_WHOLE},
    {"%y : = placeholder[target=y]", RG_RECOGNISED_NOTHING},
    {"%y = placeholder[target=y]", RG_RECOGNISED_NOTHING},
    {"%y : [num_users=0] = placeholder[target=]", RG_RECOGNISED_WHOLE},
    {"%y : [num_users=0] = placeholder[target=a]]", RG_RECOGNISED_HEAD},
    {"%y : [num_users=0] = placeholder[target=y](default=None)", RG_RECOGNISED_HEAD},
    {"%y : [num_users=0] = placeholder[target=y](default=%x, (])", RG_RECOGNISED_HEAD},
    {"%y : [num_users=0] = placeholder[target=y]  # {a: 1}", RG_RECOGNISED_HEAD},
    {"%y : [num_users=0] = get_attr[target=a.b]", RG_RECOGNISED_WHOLE},
    {"%y : [num_users=0] = get_attr[target=a.b]  # {a: 1}", RG_RECOGNISED_NOTHING},
    {"%y : [num_users=0] = get_attr[target=a.b](default=None)", RG_RECOGNISED_NOTHING},
    {"%y : [num_users=0] = self.a.b", RG_RECOGNISED_NOTHING},
    {"%y : [num_users=0] = output[target=y]", RG_RECOGNISED_NOTHING},
    {"%y : [num_users=0] = call_module[target=y](args = (), kwargs = {})", RG_RECOGNISED_WHOLE},
    {"%y : [num_users=0] = call_method[target=](args = (%x,), kwargs = {})", RG_RECOGNISED_WHOLE},
    {"%y : [num_users=0] = call_function[target=a[b](c)](args = (), kwargs = {})",
     RG_RECOGNISED_WHOLE},
    {"%y : [num_users=0] = call_function[target=f]", RG_RECOGNISED_NOTHING},
    {"%y : [num_users=0] = call_function[target=f](args = (", RG_RECOGNISED_HEAD},
    {"%x : [num_users=0] = call_function[target=f](args = (%x,), kwargs = {})",
     RG_RECOGNISED_WHOLE},
    {"%1y : [num_users=0] = placeholder[target=y]", RG_RECOGNISED_NOTHING},
    {"% : [num_users=0] = placeholder[target=y]", RG_RECOGNISED_NOTHING},
    {"%\xc3\xa4\xff_1 : [num_users=0] = placeholder[target=\xc3\xa4]", RG_RECOGNISED_WHOLE},
    {"%y.a : [num_users=0] = placeholder[target=y]", RG_RECOGNISED_NOTHING},
    {"%y : [num_users=0] = call_function[target=f](args = (%x,), kwargs = {})  # {a: 1}",
     RG_RECOGNISED_HEAD},
    {"%y : [num_users=0] = call_function[target=f](args = (%x,), kwargs = {}) x",
     RG_RECOGNISED_HEAD},
    {"%y : [num_users=0] = call_function[target=f](args = (%x,), kwargs = {})\x01",
     RG_RECOGNISED_HEAD},
};

static rg_recognised recognised(const char *statement) {
    const char *text = rg_format(arena, "%s\n", statement);
    rg_graph_scan *scan = rg_alloc(arena, sizeof *scan);
    const rg_source *source = rg_source_new(arena, "t.fx", text, strlen(text));
    scan->text = source->text;
    scan->length = (uint32_t)source->length;
    scan->symbols = rg_symbols_new(arena);
    uint32_t end = 0;
    rg_recognised found = rg_graph_recognise(scan, 0, &end);
    CU_ASSERT_EQUAL(end == source->length, found == RG_RECOGNISED_WHOLE);
    return found;
}

static void test_statements(void) {
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        const char *statement = statements[i].statement;
        rg_recognised found = recognised(statement);
        if (found != statements[i].found)
            printf("\n    recognised as %d: %s\n", (int)found, statement);
        CU_ASSERT_EQUAL(found, statements[i].found);
        compare(graph_of(statement));
        compare(statement);
        compare(rg_format(arena, "%s%s", before, statement));
        compare(rg_format(arena, "# a\n\n%s\n\n\t # b\n\r\n  %s", before, statement));
    }
}

/* ---- values */

/* Texts of values that are recognised, and of such that are not. */
static const char *const simple_values[] = {"%x",
                                            "%z",
                                            "%\xc3\xa4",
                                            "0",
                                            "1",
                                            "-1",
                                            "17",
                                            "2147483648",
                                            "-9223372036854775808",
                                            "9223372036854775807",
                                            "9223372036854775808",
                                            "-9223372036854775809",
                                            "123456789012345678901234567890",
                                            "0.5",
                                            "-0.0",
                                            "1e5",
                                            "1.50",
                                            "-01e-07",
                                            "1.5E+10",
                                            "1e999",
                                            "0.12345678901234567890",
                                            "inf",
                                            "-inf",
                                            "nan",
                                            "None",
                                            "True",
                                            "False",
                                            "Ellipsis",
                                            "cpu",
                                            "None_",
                                            "a1",
                                            "\xff",
                                            "torch.float32",
                                            "torch.float",
                                            "torch.strided",
                                            "torch.a.b",
                                            "a.b",
                                            "operator.a.b",
                                            "'a'",
                                            "\"a, b)\"",
                                            "'a\\'b\\n\\\\'",
                                            "'\\q'",
                                            "'\\x'",
                                            "''",
                                            "'%x'",
                                            "()",
                                            "[]",
                                            "[%x]",
                                            "[1, 2]",
                                            "(1,)",
                                            "(%x, (%z, [None]))",
                                            "[[[[[[[[1]]]]]]]]",
                                            "slice(None, %x, 1)",
                                            "slice(None, x, None)",
                                            "slice(nox, x, (x, x))",
                                            "[%x, x, %x]",
                                            "device",
                                            "slice"};

static const char *const other_values[] = {"",
                                           " ",
                                           "%",
                                           "%1",
                                           "%x%y",
                                           "%x %y",
                                           "%x.y",
                                           "% x",
                                           "00",
                                           "01",
                                           "-0",
                                           "-",
                                           "--1",
                                           "1.",
                                           ".5",
                                           "1.e5",
                                           "1e",
                                           "1e+",
                                           "00.5",
                                           "1_000",
                                           "0x10",
                                           "1j",
                                           "-2.5j",
                                           "infj",
                                           "nanj",
                                           "-nan",
                                           "-infj",
                                           "inf.",
                                           "a.",
                                           "a..b",
                                           "a.1",
                                           "a:b",
                                           "a: b",
                                           "cuda:0",
                                           ":",
                                           "a,b",
                                           "a ,b",
                                           "a b",
                                           "a#b",
                                           "a # b",
                                           "a'b",
                                           "b'a'",
                                           "b'a, b'",
                                           "'a",
                                           "'a\"",
                                           "'a\tb'",
                                           "'a'b",
                                           "'a' ",
                                           "'a' 'b'",
                                           "\"",
                                           "\x7f",
                                           "\x01",
                                           "(1)",
                                           "(%x)",
                                           "(3+4j)",
                                           "(1, 2,)",
                                           "(,)",
                                           "[1,]",
                                           "[,]",
                                           "[1",
                                           "1]",
                                           "(1]",
                                           "[1)",
                                           "(1, 2",
                                           "1)",
                                           "(1, 2), kwargs = {}",
                                           "[1), kwargs = {})",
                                           "{}",
                                           "{a: 1}",
                                           "{1}",
                                           "}",
                                           "})",
                                           "})]",
                                           "slice(1)",
                                           "slice(1, 2)",
                                           "slice(1, 2, 3, 4)",
                                           "slice(1, 2, 3)x",
                                           "slice()",
                                           "slice(1, 2, 3,)",
                                           "slice[1]",
                                           "slices(1, 2, 3)",
                                           "[[[[[[[[[1]]]]]]]]]",
                                           "device(type='cpu')",
                                           "device(type='cuda', index=0)",
                                           "tensor([1., 2.])",
                                           "a\n b",
                                           "=",
                                           "<f>",
                                           "1, ",
                                           ", 1",
                                           "1,",
                                           "1,  2",
                                           "1,\t2",
                                           "1 , 2",
                                           "*",
                                           "\\",
                                           "x\\"};

static const char *call_of(const char *args, const char *kwargs) {
    return rg_format(arena,
                     "%%y : [num_users=0] = call_function[target=f](args = (%s), kwargs = {%s})",
                     args, kwargs);
}

/* The value alone, before and after others, in containers and by name. */
static void compare_value(const char *value, bool simple) {
    const char *const calls[] = {
        call_of(rg_format(arena, "%s,", value), ""),
        call_of(rg_format(arena, "%s, 1", value), ""),
        call_of(rg_format(arena, "1, %s", value), ""),
        call_of(rg_format(arena, "%%x, %s, %%x", value), rg_format(arena, "a: %s", value)),
        call_of("", rg_format(arena, "a: 1, in: %s, a: 2", value)),
        call_of(rg_format(arena, "%s, %s", value, value), ""),
    };
    const char *const others[] = {
        call_of(value, ""),
        call_of(rg_format(arena, "[%s]", value), ""),
        call_of(rg_format(arena, "[%s, 2], (%s,)", value, value), ""),
        call_of(rg_format(arena, "(%s, 2), [1, %s]", value, value), ""),
        call_of(rg_format(arena, "slice(None, %s, %s),", value, value), ""),
        call_of("", rg_format(arena, "%s: 1", value)),
        call_of("", rg_format(arena, "a: [%s], b: (1, %s)", value, value)),
        rg_format(arena, "%%y : [num_users=0] = placeholder[target=y](default=%s)", value),
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        rg_recognised found = recognised(calls[i]);
        if (simple && found != RG_RECOGNISED_WHOLE)
            printf("\n    not recognised: %s\n", calls[i]);
        CU_ASSERT(!simple || found == RG_RECOGNISED_WHOLE);
        compare(graph_of(calls[i]));
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        compare(graph_of(others[i]));
}

static void test_values(void) {
    for (size_t i = 0; i < sizeof simple_values / sizeof *simple_values; i++)
        compare_value(simple_values[i], true);
    for (size_t i = 0; i < sizeof other_values / sizeof *other_values; i++)
        compare_value(other_values[i], false);
}

static void test_many_values(void) {
    for (int count = RG_MOST_PIECES - 3; count < RG_MOST_PIECES + 3; count++) {
        rg_text args = rg_text_new(arena);
        for (int i = 0; i < count; i++)
            rg_text_printf(&args, "%s%s", i ? ", " : "", i % 3 ? "%x" : "1");
        const char *call = call_of(rg_text_string(&args), "");
        CU_ASSERT_EQUAL(recognised(call),
                        count <= RG_MOST_PIECES ? RG_RECOGNISED_WHOLE : RG_RECOGNISED_HEAD);
        compare(graph_of(call));
    }
}

/* ---- damaged text */

static const char *const whole[] = {
    "%a1 : torch.Tensor \"f32[2]\" [num_users=1] = placeholder[target=L_a_]\r\n"
    "%b : Tensor \"f32[s0, 2][2, 1]cpu\"[num_users=2] = call_function[target=torch.ops.aten.add]"
    "(args = (%a1, %x, -1.5e3, [2, -0, (3, %x)], None), kwargs = {alpha: 12, b: 'c\\n, d'})\n",
    "%c : [num_users=0] = call_method[target=f](args = (%x,), kwargs = {})\n"
    "%d : [#users=0] = get_attr[target=g.h] \t\n"
    "%e : \"f32[2]\" [num_users=0] = call_module[target=i](args = (slice(None, %x, 2), (True,), "
    "torch.float32, inf), kwargs = {dim: (%x,), keepdim: False})\n",
};

static void test_cut_text(void) {
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        const char *text = graph_of(whole[i]);
        for (size_t length = 0; length <= strlen(text); length++) {
            compare_bytes(text, length);
            compare(rg_format(arena, "%.*s%s", (int)length, text, after));
        }
    }
}

/* Each byte replaced, left out and doubled. */
static void test_changed_bytes(void) {
    static const char bytes[] = "%x1-.eE_'\"\\,: \t\r\n()[]{}=#j\x01\x7f\xc3";
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        const char *text = graph_of(whole[i]);
        size_t length = strlen(text);
        char *changed = rg_alloc(arena, length + 1);
        for (size_t at = strlen(before); at < length; at++) {
            memcpy(changed, text, length);
            for (size_t b = 0; b < sizeof bytes; b++) { /* its NUL, too */
                changed[at] = bytes[b];
                compare_bytes(changed, length);
            }
            memmove(changed + at, text + at + 1, length - at - 1);
            compare_bytes(changed, length - 1);
            memcpy(changed + at, text + at - 1, length - at + 1);
            compare_bytes(changed, length + 1);
        }
    }
}

/* Pieces of statements in any order: mostly wrong, but in ways nobody thought of. */
static void test_shuffled_pieces(void) {
    static const char *const pieces[] = {"%y : [num_users=0] = call_function[target=f](args = (",
                                         "), kwargs = {",
                                         "})",
                                         "\n    ",
                                         ", ",
                                         ",)",
                                         ")",
                                         "(",
                                         "[",
                                         "]",
                                         "{",
                                         "}",
                                         ": ",
                                         "%x",
                                         "%z",
                                         "1",
                                         "-0",
                                         "2.5",
                                         "a",
                                         "a.b",
                                         "None",
                                         "'q'",
                                         "\"",
                                         "slice(",
                                         " ",
                                         "  # {",
                                         ",",
                                         ":",
                                         "\n",
                                         "a: ",
                                         "kwargs = {",
                                         "1e5"};
    uint32_t state = 1;
    for (int round = 0; round < 3000; round++) {
        rg_text text = rg_text_new(arena);
        rg_text_printf(&text, "%s%s%%x, ", before, pieces[0]);
        for (int i = 0; i < 12; i++) {
            state = state * 1664525 + 1013904223;
            rg_text_puts(&text, pieces[(state >> 16) % (sizeof pieces / sizeof *pieces)]);
        }
        rg_text_printf(&text, "), kwargs = {})%s", after);
        compare_bytes(rg_text_string(&text), rg_text_length(&text));
    }
}

/* ---- graphs */

static void test_nested_graphs(void) {
    static const char first[] = "graph():\n  %x : [num_users=1] = placeholder[target=x]\n"
                                "  %g : [num_users=1] = get_attr[target=g]\n"
                                "  %y : [num_users=1] = call_function[target=f](args = (%g, %x, "
                                "%x), kwargs = {a: [%x]})\n  return y\n";
    static const char second[] = "graph g():\n  %x : [num_users=2] = placeholder[target=x]\n"
                                 "  %z : [num_users=1] = call_method[target=f](args = (%x, %y), "
                                 "kwargs = {})\n  %y : [num_users=0] = placeholder[target=y]\n"
                                 "  return z\n";
    compare(first);
    compare(rg_format(arena, "%s\n%s", first, second));
    compare(rg_format(arena, "%s%s%s", first, second, second));
    compare(rg_format(arena, "%s  %%w : [num_users=0] = placeholder[target=w]\n", first));
}

/* Errors end at a limit, in the middle of what would be recognised. */
static void test_many_errors(void) {
    rg_text text = rg_text_new(arena);
    rg_text_puts(&text, before);
    for (int i = 0; i < 30; i++)
        rg_text_puts(&text, "%x : [num_users=0] = call_function[target=](args = (%no,), "
                            "kwargs = {})\n    ");
    compare(rg_text_string(&text));
    rg_text_puts(&text, "return x\n");
    compare(rg_text_string(&text));
}

/* ---- */

static int no_init(void) {
    return 0;
}

static const struct {
    const char *name;
    void (*test)(void);
} tests[] = {
    {"files", test_files},
    {"statements", test_statements},
    {"values", test_values},
    {"many values", test_many_values},
    {"text that is cut off", test_cut_text},
    {"changed bytes", test_changed_bytes},
    {"shuffled pieces", test_shuffled_pieces},
    {"nested graphs", test_nested_graphs},
    {"many errors", test_many_errors},
};

void rg_add_read_suite(void) {
    CU_pSuite suite =
        CU_add_suite_with_setup_and_teardown("read", no_init, no_init, set_up, tear_down);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        CU_add_test(suite, tests[i].name, tests[i].test);
}
