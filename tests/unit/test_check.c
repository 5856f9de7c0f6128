/* The messages for rule files that are not right: tests/rule_errors/NAME.rules (or .ops, .pipeline)
 * has in NAME.expected what is said of it. The file that is expected of a right one is empty.
 *
 * REGRAFT_RULE_ERRORS names another directory; with REGRAFT_BLESS=1 the expected files are written,
 * to be looked at as a diff.
 */
#include "../../engine/rules/check/check.h"
#include "../../engine/rules/variants/variants.h"

#include <CUnit/Basic.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rg_add_check_suite(void);

/* Of the whole suite. */
static rg_arena *arena;
static const char *directory;
static rg_ops *ops;
static rg_array functions; /* of rg_check_name: those of the operator file of the cases */

static const char *path_of(const char *name, const char *ending) {
    return rg_format(arena, "%s/%s%s", directory, name, ending);
}

static bool has_ending(const char *name, const char *ending) {
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

static int load_operators(void) {
    const rg_source *read = rg_source_read(arena, path_of("context/operators", ".ops"));
    rg_diagnostics diagnostics;
    if (!read)
        return 1;
    const rg_source *source = rg_source_new(arena, "operators.ops", read->text, read->length);
    rg_diagnostics_init(&diagnostics, arena);
    const rg_ast *file = rg_parse_rules(arena, source, &diagnostics);
    ops = rg_ops_new(arena);
    rg_ops_add_file(ops, file, &diagnostics);
    rg_check_context nothing = {.ops = ops, .operators = true};
    rg_check_tree(file, &nothing, &diagnostics);
    for (size_t i = 0; i < file->count; i++) {
        const rg_ast *fn = file->items[i];
        if (fn->kind == RG_AST_FN)
            *(rg_check_name *)rg_array_push(arena, &functions, sizeof(rg_check_name)) =
                (rg_check_name){fn->text, fn->count - 2, fn->span};
    }
    return diagnostics.errors + diagnostics.warnings != 0;
}

static int begin(void) {
    arena = rg_arena_new();
    if (!arena)
        return 1;
    directory = getenv("REGRAFT_RULE_ERRORS");
    if (!directory)
        directory = "tests/rule_errors";
    functions = (rg_array){NULL, 0, 0, 0};
    return load_operators();
}

static int end(void) {
    rg_arena_free(arena);
    return 0;
}

/* ---------------------------------------------------------------- one case */

static void check_case(rg_arena *job, const rg_source *source, rg_diagnostics *diagnostics) {
    static const rg_check_name param = {.name = "known"}, pass = {.name = "known"};
    rg_check_context context = {.fns = functions.data,
                                .fn_count = functions.count,
                                .params = &param,
                                .param_count = 1,
                                .passes = &pass,
                                .pass_count = 1,
                                .ops = ops,
                                .operators = has_ending(source->path, ".ops")};
    rg_ast *file = rg_parse_rules(job, source, diagnostics);
    if (!file || diagnostics->errors)
        return;
    size_t errors = diagnostics->errors;
    file = rg_write_variants(job, file, ops, diagnostics);
    if (!file)
        return;
    bool right = has_ending(source->path, ".pipeline") ? rg_check_pipeline(file, diagnostics)
                                                       : rg_check_tree(file, &context, diagnostics);
    CU_ASSERT_EQUAL(right, diagnostics->errors == errors);
}

/* What is said of a case, as a user would see it. */
static const char *messages_of(rg_arena *job, const char *file) {
    const rg_source *read = rg_source_read(job, rg_format(job, "%s/%s", directory, file));
    rg_text out = rg_text_new(job);
    rg_diagnostics diagnostics;
    if (!read)
        return "the case cannot be read\n";
    /* Named without its directory: the messages are the same wherever the tests are run. */
    const rg_source *source = rg_source_new(job, file, read->text, read->length);
    rg_diagnostics_init(&diagnostics, job);
    check_case(job, source, &diagnostics);
    CU_ASSERT(memcmp(source->text, read->text, read->length + 2) == 0);
    for (const rg_diagnostic *d = diagnostics.first; d; d = d->next) {
        CU_ASSERT(d->span.line > 0);
        rg_render_diagnostic(&out, d, false);
    }
    return rg_copy_text(job, rg_text_string(&out), rg_text_length(&out));
}

static void bless(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    fclose(file);
}

static void run_case(const char *file) {
    rg_arena *job = rg_arena_new();
    size_t stem = (size_t)(strrchr(file, '.') - file);
    const char *path = rg_format(job, "%s/%.*s.expected", directory, (int)stem, file);
    const char *messages = messages_of(job, file);
    if (getenv("REGRAFT_BLESS"))
        bless(path, messages);
    const rg_source *expected = rg_source_read(job, path);
    bool same = expected && strcmp(expected->text, messages) == 0;
    if (!same)
        printf("\n%s: expected\n%sbut it is\n%s", file, expected ? expected->text : "a file\n",
               messages);
    CU_ASSERT(same);
    rg_arena_free(job);
}

/* ---------------------------------------------------------------- all of them */

static int by_name(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void test_cases(void) {
    DIR *open = opendir(directory);
    rg_array names = {NULL, 0, 0, 0};
    CU_ASSERT_PTR_NOT_NULL_FATAL(open);
    for (const struct dirent *entry = readdir(open); entry; entry = readdir(open)) {
        const char *name = entry->d_name;
        if (has_ending(name, ".rules") || has_ending(name, ".ops") || has_ending(name, ".pipeline"))
            *(const char **)rg_array_push(arena, &names, sizeof name) =
                rg_copy_text(arena, name, strlen(name));
    }
    closedir(open);
    CU_ASSERT(names.count > 100);
    qsort(names.data, names.count, sizeof(char *), by_name);
    for (size_t i = 0; i < names.count; i++)
        run_case(((const char **)names.data)[i]);
}

/* More names than a frame holds are one error, not one for each. */
static void test_many_names(void) {
    rg_arena *job = rg_arena_new();
    rg_text rule = rg_text_new(job);
    rg_text_puts(&rule, "pass p\nrule r {\n  match n = torch.cat(x");
    for (int i = 0; i < 5000; i++)
        rg_text_printf(&rule, ", x%d", i);
    rg_text_puts(&rule, ")\n  set n.args[0] = [x, x0, x4999, y]\n}\n");
    const rg_source *source =
        rg_source_new(job, "many.rules", rg_text_string(&rule), rg_text_length(&rule));
    rg_diagnostics diagnostics;
    rg_diagnostics_init(&diagnostics, job);
    check_case(job, source, &diagnostics);
    CU_ASSERT_EQUAL(diagnostics.errors, 1);
    CU_ASSERT_STRING_EQUAL(diagnostics.first->message, "more than 256 names in one scope");
    rg_arena_free(job);
}

void rg_add_check_suite(void) {
    CU_pSuite suite = CU_add_suite("checks of rule files", begin, end);
    CU_add_test(suite, "messages for rule files that are not right", test_cases);
    CU_add_test(suite, "too many names", test_many_names);
}
