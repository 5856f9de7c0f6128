/* Rewriting: the helpers of its tests, and the suite. See test_rewrite.h for how tests are written.
 */
#include "test_rewrite.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void rg_add_rewrite_suite(void);

rg_rewrite_options rg_test_options;
bool rg_test_annotations;
rg_test_run rg_test;

static char directory[] = "/tmp/regraft-unit-XXXXXX";

/* The operators of the tests: one of each kind. */
static const char operators[] =
    "op aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor\n"
    "op aten::add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor\n"
    "op aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)\n"
    "op aten::add_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)\n"
    "op aten::add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)\n"
    "op aten::mul.Tensor(Tensor self, Tensor other) -> Tensor\n"
    "op aten::mul.Scalar(Tensor self, Scalar other) -> Tensor\n"
    "op aten::mul_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)\n"
    "op aten::mul_.Scalar(Tensor(a!) self, Scalar other) -> Tensor(a!)\n"
    "op aten::relu(Tensor self) -> Tensor\n"
    "op aten::relu_(Tensor(a!) self) -> Tensor(a!)\n"
    "op aten::neg(Tensor self) -> Tensor\n"
    "op aten::sum.dim(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None)"
    " -> Tensor\n"
    "op aten::cat(Tensor[] tensors, int dim=0) -> Tensor\n"
    "op aten::linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor\n"
    "op aten::gelu(Tensor self, *, str approximate=\"none\") -> Tensor\n"
    "op aten::to.device(Tensor self, Device device, ScalarType dtype) -> Tensor\n"
    "op aten::clone(Tensor self) -> Tensor\n"
    "op aten::max.dim(Tensor self, int dim) -> (Tensor values, Tensor indices)\n"
    "op aten::select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a)\n"
    "op aten::select_scatter(Tensor self, Tensor src, int dim, SymInt index) -> Tensor\n"
    "op aten::view(Tensor(a) self, SymInt[] size) -> Tensor(a)\n"
    "op aten::reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a)\n"
    "op aten::reshape_as(Tensor(a) self, Tensor other) -> Tensor(a)\n"
    "op aten::t(Tensor(a) self) -> Tensor(a)\n"
    "op aten::t_(Tensor(a!) self) -> Tensor(a!)\n"
    "op aten::unsqueeze(Tensor(a) self, int dim) -> Tensor(a)\n"
    "op aten::unsqueeze_(Tensor(a!) self, int dim) -> Tensor(a!)\n"
    "op aten::expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)\n"
    "op aten::unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]\n"
    "op operator::getitem(Tensor(a) self, Any index) -> Tensor(a)\n"
    "op my::both_(Tensor(a!) x, Tensor(b!) y, Tensor v) -> ()\n"
    "op my::mark(Tensor(a!) x, int k) -> Tensor(a!) when name(x) == \"y\"\n"
    "op my::touch(Tensor x, Tensor(a!)? state=None, bool training=True) -> Tensor when training\n"
    "op my::pick.number(Tensor(a) x, int i) -> Tensor(a)\n"
    "op my::pick.name(Tensor(a) x, str i) -> Tensor(a)\n"
    "op my::take.number(Tensor(a) x, int i) -> Tensor(a)\n"
    "op my::take.tensor(Tensor x, Tensor i) -> Tensor\n"
    "op my::either(Tensor(a) x, Tensor(a) y) -> Tensor(a)\n"
    "op my::scatter_into(Tensor v, *, Tensor(a!)[] out) -> ()\n"
    "functions add add_ mul mul_ relu relu_ neg sum cat clone max select select_scatter reshape t"
    " unsqueeze unbind\n"
    "methods add add_ mul mul_ relu relu_ neg sum clone max select view reshape reshape_as t "
    "t_"
    " unsqueeze unsqueeze_ expand to unbind\n"
    "spelling /torch(\\.nn\\.functional)?\\.(?<name>\\w+)/ is aten::{name}\n"
    "spelling operator.add is aten::add\n"
    "spelling operator.mul is aten::mul\n"
    "spelling operator.iadd is aten::add_\n"
    "view aten::select.int(self, dim, index) writes aten::select_scatter(self, value, dim, index)\n"
    "view aten::view(self) writes aten::reshape_as(value, self)\n"
    "view aten::reshape(self) writes aten::reshape_as(value, self)\n"
    "view aten::t(self) writes aten::t(value)\n"
    "view aten::unsqueeze(self, dim) writes aten::select.int(value, dim, 0)\n"
    "view aten::unbind.int(self, dim)[i] writes aten::select_scatter(self, value, dim, i)\n"
    "view operator::getitem(self, index) writes aten::select_scatter(self, value, 0, index)\n"
    "view aten::expand(self)\n"
    "aliases aten::reshape(self, shape) = False if len(stride(self)) == 0 else True\n"
    "aliases operator::getitem(self, index) = not is_node(index)\n"
    "shape aten::relu(self) = shape(self)\n"
    "shape aten::neg(self) = shape(self)\n"
    "shape aten::t(self) = [shape(self)[1], shape(self)[0]]\n"
    "shape aten::sum.dim(self, dim) = [d for i, d in enumerate(shape(self)) if i not in dim]\n";

/* ---------------------------------------------------------------- short texts to graphs */

static bool is_word_byte(char byte) {
    return isalnum((unsigned char)byte) || byte == '_';
}

/* Whether the word stands in the text, by itself. */
static bool has_word(const char *text, const char *end, const char *word, size_t length) {
    for (const char *at = text; at + length <= end; at++)
        if (strncmp(at, word, length) == 0 && !is_word_byte(at[length]) &&
            (at == text || !is_word_byte(at[-1])))
            return true;
    return false;
}

static const char *line_end(const char *line) {
    return line + strcspn(line, "\n");
}

static const char *next_line(const char *line) {
    line = line_end(line);
    return *line ? line + 1 : line;
}

/* How many lines of the graph read the node. In `return` lines nodes have no `%`. */
static unsigned count_users(rg_arena *arena, const char *graph, const char *name) {
    const char *marked = rg_format(arena, "%%%s", name);
    unsigned users = 0;
    for (const char *line = graph; *line; line = next_line(line)) {
        const char *end = line_end(line);
        if (strncmp(line, "return ", 7) == 0)
            users += has_word(line + 6, end, name, strlen(name));
        else
            users += has_word(line + 1, end, marked, strlen(marked));
    }
    return users;
}

/* The end of what begins here, at a `,` or a closing bracket outside of brackets and quotes. */
static const char *part_end(const char *at, const char *end) {
    int depth = 0;
    for (char quote = '\0'; at < end; at++) {
        if (quote)
            quote = *at == quote ? '\0' : quote;
        else if (*at == '\'' || *at == '"')
            quote = *at;
        else if (strchr("([{", *at))
            depth++;
        else if (strchr(")]}", *at) && depth-- == 0)
            break;
        else if (*at == ',' && depth == 0)
            break;
    }
    return at;
}

/* The length of `name` where `name=` begins here, else 0. */
static size_t keyword_length(const char *at) {
    size_t length = 0;
    while (is_word_byte(at[length]))
        length++;
    return at[length] == '=' && at[length + 1] != '=' ? length : 0;
}

/* `%x, 1, k=2` as `(args = (%x, 1), kwargs = {k: 2})`. */
static void expand_arguments(rg_text *out, const char *first, const char *at, const char *end) {
    rg_text args = rg_text_new(out->arena), kwargs = rg_text_new(out->arena);
    size_t count = *first != '\0';
    rg_text_puts(&args, first);
    while (at < end) {
        const char *stop = part_end(at, end);
        size_t word = keyword_length(at);
        rg_text *list = word ? &kwargs : &args;
        rg_text_puts(list, rg_text_length(list) ? ", " : "");
        if (word)
            rg_text_printf(list, "%.*s: %.*s", (int)word, at, (int)(stop - at - (long)word - 1),
                           at + word + 1);
        else
            rg_text_add(list, at, (size_t)(stop - at));
        count += !word;
        at = stop < end ? stop + 1 : end;
        at += strspn(at, " ");
    }
    rg_text_printf(out, "(args = (%s%s), kwargs = {%s})", rg_text_string(&args),
                   count == 1 ? "," : "", rg_text_string(&kwargs));
}

static void expand_call(rg_text *out, const char *at, const char *end) {
    const char *open = memchr(at, '(', (size_t)(end - at));
    const char *close = end - 1, *word = "call_function", *first = "";
    if (strncmp(at, "module ", 7) == 0) {
        word = "call_module";
        at += 7;
    } else if (*at == '%') {
        const char *dot = memchr(at, '.', (size_t)(open - at));
        word = "call_method";
        first = rg_copy_text(out->arena, at, (size_t)(dot - at));
        at = dot + 1;
    }
    rg_text_printf(out, "%s[target=%.*s]", word, (int)(open - at), at);
    expand_arguments(out, first, open + 1, close);
}

static void expand_node(rg_text *out, const char *graph, const char *line, const char *end) {
    const char *name_end = line + 1;
    while (is_word_byte(*name_end))
        name_end++;
    char *name = rg_copy_text(out->arena, line + 1, (size_t)(name_end - line - 1));
    char *rest = rg_copy_text(out->arena, name_end, (size_t)(end - name_end));
    char *meta = strstr(rest, "  # {"), *value = strstr(rest, " = ");
    if (meta)
        *meta = '\0';
    if (value)
        *value = '\0';
    rg_text_printf(out, "    %%%s :%s [num_users=%u] = ", name, rest,
                   count_users(out->arena, graph, name));
    if (!value)
        rg_text_printf(out, "placeholder[target=%s]", name);
    else if (strncmp(value + 3, "get_attr ", 9) == 0)
        rg_text_printf(out, "get_attr[target=%s]", value + 12);
    else
        expand_call(out, value + 3, value + 3 + strlen(value + 3));
    if (meta)
        rg_text_printf(out, "  %s", meta + 2);
    rg_text_putc(out, '\n');
}

/* The lines of one graph. */
static const char *graph_lines(rg_arena *arena, const char *begin) {
    begin += strspn(begin, "\n");
    const char *end = strstr(begin, "\ngraph ");
    return rg_copy_text(arena, begin, end ? (size_t)(end - begin) : strlen(begin));
}

/* Several graphs: a line `graph NAME` begins each one after the first. A text of the whole form,
 * which large graphs have since counting users here takes long, stays as it is. */
static const char *expand(rg_arena *arena, const char *graph) {
    rg_text out = rg_text_new(arena);
    if (strncmp(graph, "graph():", 8) == 0)
        return graph;
    const char *lines = graph_lines(arena, graph);
    rg_text_puts(&out, "graph():\n");
    for (const char *line = graph; *line; line = next_line(line)) {
        const char *end = line_end(line);
        if (strncmp(line, "graph ", 6) == 0) {
            rg_text_printf(&out, "\n%.*s():\n", (int)(end - line), line);
            lines = graph_lines(arena, end);
        } else if (*line == '%') {
            expand_node(&out, lines, line, end);
        } else {
            rg_text_printf(&out, "    %.*s\n", (int)(end - line), line);
        }
    }
    return rg_text_string(&out);
}

/* ---------------------------------------------------------------- graphs to short texts */

/* `(args = (%x, 1), kwargs = {k: 2})` as `%x, 1, k=2`. */
static void shorten_arguments(rg_text *out, const char *at) {
    const char *args = at + strlen("(args = ("), *args_end = args;
    size_t begin = rg_text_length(out);
    while (*(args_end = part_end(args_end, args_end + strlen(args_end))) == ',')
        args_end++;
    const char *kwargs = strstr(args_end, "kwargs = {") + strlen("kwargs = {");
    size_t length = (size_t)(args_end - args);
    rg_text_add(out, args, length && args[length - 1] == ',' ? length - 1 : length);
    while (*kwargs != '}') {
        const char *stop = part_end(kwargs, kwargs + strlen(kwargs));
        const char *colon = strchr(kwargs, ':');
        rg_text_puts(out, rg_text_length(out) > begin ? ", " : "");
        rg_text_printf(out, "%.*s=%.*s", (int)(colon - kwargs), kwargs, (int)(stop - colon - 2),
                       colon + 2);
        kwargs = *stop == ',' ? stop + 2 : stop;
    }
}

static void shorten_call(rg_text *out, const char *word, const char *target, size_t length,
                         const char *arguments) {
    rg_text inner = rg_text_new(out->arena);
    shorten_arguments(&inner, arguments);
    const char *text = rg_text_string(&inner);
    if (strncmp(word, "call_method", 11) == 0) {
        size_t first = strcspn(text, ",");
        const char *rest = text[first] ? text + first + 2 : "";
        rg_text_printf(out, " = %.*s.%.*s(%s)", (int)first, text, (int)length, target, rest);
        return;
    }
    const char *module = strncmp(word, "call_module", 11) == 0 ? "module " : "";
    rg_text_printf(out, " = %s%.*s(%s)", module, (int)length, target, text);
}

static void shorten_node(rg_text *out, const char *line) {
    const char *colon = strstr(line, " : "), *users = strstr(line, "[num_users=");
    const char *word = strstr(users, "] = ") + 4, *target = strchr(word, '=') + 1;
    const char *target_end = strchr(target, ']'), *meta = strstr(target_end, "  # {");
    size_t length = (size_t)(target_end - target);
    rg_text_add(out, line, (size_t)(colon - line));
    if (rg_test_annotations && users > colon + 3)
        rg_text_add(out, colon + 2, (size_t)(users - colon - 3));
    if (strncmp(word, "get_attr", 8) == 0)
        rg_text_printf(out, " = get_attr %.*s", (int)length, target);
    else if (strncmp(word, "placeholder", 11) != 0)
        shorten_call(out, word, target, length, target_end + 1);
    if (meta)
        rg_text_puts(out, meta);
}

static const char *shorten(rg_arena *arena, const char *text) {
    rg_text out = rg_text_new(arena);
    for (const char *at = text; *at; at = next_line(at)) {
        const char *end = line_end(at);
        char *line = rg_copy_text(arena, at, (size_t)(end - at));
        if (strcmp(line, "graph():") == 0 || !*line)
            continue;
        rg_text_puts(&out, rg_text_length(&out) ? "\n" : "");
        line += strspn(line, " ");
        if (*line == '%')
            shorten_node(&out, line);
        else if (strncmp(line, "graph ", 6) == 0)
            rg_text_add(&out, line, strcspn(line, "("));
        else
            rg_text_puts(&out, line);
    }
    return rg_text_string(&out);
}

/* ---------------------------------------------------------------- running */

static const char *write_file(const char *name, const char *text) {
    const char *path = rg_format(rg_test.arena, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    fclose(file);
    return path;
}

static void free_run(void) {
    json_decref(rg_test.metadata);
    rg_arena_free(rg_test.arena);
    rg_test = (rg_test_run){0};
}

static bool load(const char *rules) {
    bool bare = strncmp(rules, "pass ", 5) != 0;
    const char *text = rg_format(rg_test.arena, "%s%s", bare ? "pass p\n" : "", rules);
    rg_test.ruleset = rg_ruleset_new(rg_test.arena);
    return rg_ruleset_load(rg_test.ruleset, write_file("unit.ops", operators),
                           &rg_test.diagnostics) &&
           rg_ruleset_load(rg_test.ruleset, write_file("unit.rules", text), &rg_test.diagnostics);
}

void rg_test_rewrite(const char *rules, const char *graph) {
    free_run();
    rg_test.arena = rg_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(rg_test.arena);
    rg_diagnostics_init(&rg_test.diagnostics, rg_test.arena);
    if (load(rules)) {
        const char *text = expand(rg_test.arena, graph);
        const rg_source *source = rg_source_new(rg_test.arena, "unit.fx", text, strlen(text));
        rg_test.module = rg_read_module(rg_test.arena, source, &rg_test.diagnostics);
    }
    if (rg_test.module)
        rg_test.done = rg_rewrite(rg_test.ruleset, rg_test.module, &rg_test_options,
                                  &rg_test.diagnostics, &rg_test.metadata);
    rg_test_options = (rg_rewrite_options){0};
}

static const char *messages(void) {
    rg_text out = rg_text_new(rg_test.arena);
    /* many of these graphs return only what they are about */
    for (const rg_diagnostic *d = rg_test.diagnostics.first; d; d = d->next)
        if (!strstr(d->message, "is not returned: run a pass"))
            rg_render_diagnostic(&out, d, false);
    return rg_text_string(&out);
}

const char *rg_test_result(void) {
    rg_text out = rg_text_new(rg_test.arena);
    if (!rg_test.done)
        return messages();
    rg_write_module(&out, rg_test.module, false);
    return shorten(rg_test.arena, rg_text_string(&out));
}

rg_node *rg_test_node(const char *name) {
    static rg_node none;
    const rg_graph *graph = rg_test.done ? rg_test.module->graphs[0] : NULL;
    rg_symbol symbol =
        graph ? rg_find_symbol(rg_test.module->symbols, name, strlen(name)) : UINT32_MAX;
    rg_node_id id = symbol == UINT32_MAX ? RG_NO_NODE : rg_find_node(graph, symbol);
    CU_ASSERT_NOT_EQUAL(id, RG_NO_NODE);
    return id == RG_NO_NODE ? &none : rg_node_at(graph, id);
}

/* ---------------------------------------------------------------- asserting */

void rg_test_equal(const char *what, const char *got, const char *expected) {
    bool same = strcmp(got, expected) == 0;
    CU_ASSERT(same);
    if (!same)
        printf("\n%s\n--- expected\n%s\n--- got\n%s\n", what, expected, got);
}

void rg_test_holds(const char *what, const char *got, const char *part) {
    bool held = strstr(got, part) != NULL;
    CU_ASSERT(held);
    if (!held)
        printf("\n%s\n--- expected to hold\n%s\n--- got\n%s\n", what, part, got);
}

void rg_test_becomes(const char *rules, const char *graph, const char *expected) {
    rg_test_rewrite(rules, graph);
    rg_test_equal(rules, rg_test_result(), expected);
    if (rg_test.done)
        rg_test_equal(rules, messages(), "");
}

void rg_test_fails(const char *rules, const char *graph, const char *part) {
    rg_test_rewrite(rules, graph);
    CU_ASSERT_PTR_NOT_NULL(rg_test.module);
    CU_ASSERT_FALSE(rg_test.done);
    rg_test_holds(rules, rg_test_result(), part);
}

void rg_test_refused(const char *rules, const char *part) {
    rg_test_rewrite(rules, "%x\nreturn (x,)");
    CU_ASSERT_PTR_NULL(rg_test.module);
    rg_test_holds(rules, rg_test_result(), part);
}

static const char *json_text(const json_t *json) {
    char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    const char *copy = text ? rg_copy_text(rg_test.arena, text, strlen(text)) : "nothing";
    free(text);
    return copy;
}

void rg_test_emits(const char *rules, const char *graph, const char *json) {
    rg_test_rewrite(rules, graph);
    rg_test_equal(
        rules, rg_test.done ? json_text(json_object_get(rg_test.metadata, "p")) : rg_test_result(),
        json);
}

void rg_test_matches(const char *pattern, const char *graph, const char *names) {
    char rules[1024];
    snprintf(rules, sizeof rules, "rule r { match n = %s\n emit matched[name(n)] = True }",
             pattern);
    rg_test_rewrite(rules, graph);
    rg_text out = rg_text_new(rg_test.arena);
    const char *name;
    json_t *value;
    if (!rg_test.done)
        rg_text_puts(&out, rg_test_result());
    json_t *matched = json_object_get(json_object_get(rg_test.metadata, "p"), "matched");
    json_object_foreach (matched, name, value) {
        rg_text_printf(&out, "%s%s", rg_text_length(&out) ? " " : "", name);
    }
    rg_test_equal(pattern, rg_text_string(&out), names);
}

static const json_t *emitted(void) {
    return json_object_get(json_object_get(rg_test.metadata, "p"), "v");
}

void rg_test_binds(const char *pattern, const char *graph, const char *expression,
                   const char *json) {
    char rules[1024];
    snprintf(rules, sizeof rules, "rule r { match n = %s\n emit v = %s }", pattern, expression);
    rg_test_rewrite(rules, graph);
    rg_test_equal(rules, rg_test.done ? json_text(emitted()) : rg_test_result(), json);
}

void rg_test_value(const char *expression, const char *json) {
    char rules[1024];
    snprintf(rules, sizeof rules, "begin { emit v = %s }", expression);
    rg_test_rewrite(rules, "%x\nreturn (x,)");
    rg_test_equal(rules, rg_test.done ? json_text(emitted()) : rg_test_result(), json);
}

void rg_test_value_fails(const char *expression, const char *part) {
    char rules[1024];
    snprintf(rules, sizeof rules, "begin { emit v = %s }", expression);
    rg_test_rewrite(rules, "%x\nreturn (x,)");
    CU_ASSERT_FALSE(rg_test.done);
    rg_test_holds(rules, rg_test_result(), part);
}

/* ---------------------------------------------------------------- the suite */

static int begin(void) {
    return mkdtemp(directory) == NULL;
}

static int end(void) {
    char path[64];
    free_run();
    snprintf(path, sizeof path, "%s/unit.ops", directory);
    unlink(path);
    snprintf(path, sizeof path, "%s/unit.rules", directory);
    unlink(path);
    return rmdir(directory) != 0;
}

void rg_add_rewrite_suite(void) {
    CU_pSuite suite = CU_add_suite("rewriting", begin, end);
    rg_add_rewrite_match_tests(suite);
    rg_add_rewrite_call_tests(suite);
    rg_add_rewrite_value_tests(suite);
    rg_add_rewrite_alias_tests(suite);
    rg_add_rewrite_action_tests(suite);
    rg_add_rewrite_sweep_tests(suite);
    rg_add_rewrite_recall_tests(suite);
    rg_add_rewrite_classes_tests(suite);
    rg_add_rewrite_host_tests(suite);
    rg_add_rules_compile_tests(suite);
}
