/* regraft test: runs the tests of rules, several at a time. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "coverage.h"
#include "test.h"

enum { FILTER, JOBS, BLESS, TAP, JUNIT, COVERAGE, MUTATE, SURVIVORS };

enum { MOST_JOBS = 64 }; /* the threads are an array on the stack */

static const rg_option options[] = {
    [FILTER] = {"--filter", "TEXT", true, "run only tests whose `FILE:LINE: TITLE` contains this"},
    [JOBS] = {"--jobs", "N", false, "run N tests at a time (one for each processor)"},
    [BLESS] = {"--bless", NULL, false, "replace expectations by the actual results"},
    [TAP] = {"--tap", NULL, false, "report in the form of the Test Anything Protocol"},
    [JUNIT] = {"--junit", "FILE", false, "also write a JUnit report there"},
    [COVERAGE] = {"--coverage", NULL, false, "show how often each rule, guard and clause was used"},
    [MUTATE] = {"--mutate", NULL, false,
                "weaken the rules, and show which changes no test notices"},
    [SURVIVORS] = {"--survivors", "FILE", false,
                   "with --mutate: why some survive: `FILE: WHERE: WHAT: REASON`"},
    {0},
};

typedef struct suite {
    rg_arena *arena;
    const rg_arguments *arguments;
    rg_array paths;         /* of const char * */
    rg_array files;         /* of rg_test_file * */
    rg_array tests;         /* of rg_test *: those that run */
    rg_array loaded;        /* of loaded_rules */
    rg_outcome *outcomes;   /* by test */
    rg_coverage *coverages; /* by test; NULL: not asked for */
    atomic_size_t next;
    atomic_bool out_of_memory; /* a test could not be run to its end */
} suite;

/* ---------------------------------------------------------------- reading */

static bool is_wanted(const suite *s, const rg_test *test) {
    const rg_words *filters = &s->arguments->values[FILTER];
    const char *name = rg_format(s->arena, "%s:%zu: %s", test->file->path, test->line, test->title);
    for (size_t i = 0; i < filters->count; i++)
        if (strstr(name, filters->items[i]))
            return true;
    return !filters->count;
}

static bool read_file(suite *s, const char *path) {
    rg_test_file *file = rg_alloc(s->arena, sizeof *file);
    file->path = path;
    bool good = rg_has_extension(path, ".expect") ? rg_read_expectations(s->arena, file)
                                                  : rg_read_tests(s->arena, file);
    size_t kept = 0;
    rg_test **tests = file->tests.data;
    for (size_t i = 0; i < file->tests.count; i++)
        if (is_wanted(s, tests[i]))
            tests[kept++] = tests[i];
    file->tests.count = kept;
    for (size_t i = 0; i < kept; i++)
        *(rg_test **)rg_array_push(s->arena, &s->tests, sizeof(rg_test *)) = tests[i];
    *(rg_test_file **)rg_array_push(s->arena, &s->files, sizeof file) = file;
    return good;
}

/* ---------------------------------------------------------------- rules */

/* Tests with the same rules share them: they are loaded once. */
typedef struct loaded_rules {
    const rg_words *files;
    regraft_rules *rules;
} loaded_rules;

static bool same_words(const rg_words *a, const rg_words *b) {
    for (size_t i = 0; i < a->count && a->count == b->count; i++)
        if (strcmp(a->items[i], b->items[i]) != 0)
            return false;
    return a->count == b->count;
}

static bool has_passes(const rg_words *files) {
    for (size_t i = 0; i < files->count; i++)
        if (rg_has_extension(files->items[i], ".rules") ||
            rg_has_extension(files->items[i], ".pipeline"))
            return true;
    return false;
}

/* FILE.rules beside FILE.test, else the default pipeline. */
static const char *usual_rules(rg_arena *arena, const rg_test_file *file) {
    const char *dot = strrchr(file->path, '.');
    size_t length = dot ? (size_t)(dot - file->path) : strlen(file->path);
    const char *beside = rg_format(arena, "%.*s.rules", (int)length, file->path);
    return access(beside, R_OK) == 0 ? beside : rg_default_pipeline(arena);
}

static void complete_rules(rg_arena *arena, rg_test *test) {
    rg_words *rules = &test->rules;
    if (has_passes(rules))
        return;
    const char **items = rg_alloc_array(arena, rules->count + 1, sizeof *items);
    items[0] = usual_rules(arena, test->file);
    if (rules->count)
        memcpy(items + 1, rules->items, rules->count * sizeof *items);
    *rules = (rg_words){rules->count + 1, items};
}

static const regraft_rules *rules_for(suite *s, const rg_words *files) {
    const loaded_rules *all = s->loaded.data;
    for (size_t i = 0; i < s->loaded.count; i++)
        if (same_words(all[i].files, files))
            return all[i].rules;
    regraft_rules *rules = rg_load_rules(s->arena, files);
    if (rules && regraft_report_errors(regraft_rules_report(rules)) > 0) {
        rg_show_report(s->arena, regraft_rules_report(rules), stderr);
        rules = NULL;
    }
    loaded_rules *one = rg_array_push(s->arena, &s->loaded, sizeof *one);
    *one = (loaded_rules){files, rules};
    return rules;
}

static void load_rules(suite *s) {
    rg_test **tests = s->tests.data;
    for (size_t i = 0; i < s->tests.count; i++) {
        complete_rules(s->arena, tests[i]);
        tests[i]->loaded = rules_for(s, &tests[i]->rules);
    }
}

/* ---------------------------------------------------------------- running */

static void run_one(suite *s, const rg_test *test, rg_outcome *outcome, rg_coverage *coverage) {
    jmp_buf failure;
    regraft_observer observer = {coverage, rg_coverage_events, rg_count_event};
    rg_arena_on_failure(outcome->arena, &failure);
    if (setjmp(failure) == 0) {
        if (coverage && test->loaded)
            *coverage = rg_new_coverage(outcome->arena, test->loaded);
        rg_run_test(test, outcome, coverage ? &observer : NULL);
    } else {
        atomic_store(&s->out_of_memory, true);
    }
    rg_arena_on_failure(outcome->arena, NULL);
}

static void *work(void *context) {
    suite *s = context;
    rg_test *const *tests = s->tests.data;
    for (;;) {
        size_t number = atomic_fetch_add(&s->next, 1);
        if (number >= s->tests.count)
            return NULL;
        run_one(s, tests[number], &s->outcomes[number],
                s->coverages ? &s->coverages[number] : NULL);
    }
}

static void make_outcomes(suite *s) {
    s->outcomes = rg_alloc_array(s->arena, s->tests.count + 1, sizeof *s->outcomes);
    if (s->arguments->values[COVERAGE].count)
        s->coverages = rg_alloc_array(s->arena, s->tests.count + 1, sizeof *s->coverages);
    for (size_t i = 0; i < s->tests.count; i++)
        s->outcomes[i].arena = rg_arena_within(s->arena)->arena;
}

static size_t job_count(const suite *s) {
    const rg_words *jobs = &s->arguments->values[JOBS];
    long wanted = jobs->count ? strtol(jobs->items[0], NULL, 10) : sysconf(_SC_NPROCESSORS_ONLN);
    wanted = wanted < 1 ? 1 : wanted > MOST_JOBS ? MOST_JOBS : wanted;
    return (size_t)wanted;
}

/* This thread works, too: so it goes on where no other can be made. */
static void run_tests(suite *s) {
    pthread_t threads[MOST_JOBS];
    size_t started = 0, wanted = job_count(s) - 1;
    make_outcomes(s);
    while (started < wanted && pthread_create(&threads[started], NULL, work, s) == 0)
        started++;
    work(s);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (atomic_load(&s->out_of_memory))
        rg_out_of_memory(s->arena);
}

/* ---------------------------------------------------------------- the command */

static bool all_passed(const suite *s) {
    for (size_t i = 0; i < s->tests.count; i++)
        if (!s->outcomes[i].passed)
            return false;
    return true;
}

static void report_coverage(const suite *s) {
    const loaded_rules *all = s->loaded.data;
    const regraft_rules **rules = rg_alloc_array(s->arena, s->loaded.count + 1, sizeof *rules);
    for (size_t i = 0; i < s->loaded.count; i++)
        rules[i] = all[i].rules;
    rg_report_coverage(s->arena, s->coverages, s->tests.count, rules, s->loaded.count);
}

static bool report(suite *s) {
    const rg_words *junit = &s->arguments->values[JUNIT];
    if (s->arguments->values[TAP].count)
        rg_report_tap(s->tests.data, s->outcomes, s->tests.count);
    if (s->coverages)
        report_coverage(s);
    if (!s->arguments->values[TAP].count)
        rg_report_text(s->tests.data, s->outcomes, s->tests.count);
    return !junit->count ||
           rg_report_junit(s->arena, junit->items[0], s->tests.data, s->outcomes, s->tests.count);
}

static bool expects_error(const rg_test *test) {
    for (size_t i = 0; i < test->section_count; i++)
        if (test->sections[i].kind == RG_SECTION_ERROR)
            return true;
    return false;
}

/* What came out can be expected: not when the rules do not load, and not how often rules fire in a
 * run that fails. */
static bool can_be_blessed(const rg_test *test, const rg_outcome *outcome) {
    return test->loaded && (!test->path || outcome->ran);
}

/* What is blessed should be looked at: the difference, and where another kind of thing is expected
 * from now on. */
static void show_blessed(const rg_test *test, const rg_outcome *outcome) {
    printf("%s %s:%zu: %s\n", can_be_blessed(test, outcome) ? "blessed" : "NOT BLESSED",
           test->file->path, test->line, test->title);
    if (test->loaded && !test->path && !outcome->ran && !expects_error(test))
        puts("it expects an `error` from now on");
    if (test->loaded && !test->path && outcome->ran && expects_error(test))
        puts("it expects no `error` any more");
    fputs(rg_text_string(&outcome->complaints), stdout);
    putchar('\n');
}

static int bless(suite *s) {
    size_t written = 0, left = 0;
    rg_test *const *tests = s->tests.data;
    if (!rg_bless(s->arena, s->files.data, s->files.count, s->outcomes))
        return EXIT_INVALID;
    for (size_t i = 0; i < s->tests.count; i++) {
        if (s->outcomes[i].passed)
            continue;
        bool can = can_be_blessed(tests[i], &s->outcomes[i]);
        written += can;
        left += !can;
        show_blessed(tests[i], &s->outcomes[i]);
    }
    printf("%zu of %zu expectations written\n", written, s->tests.count);
    return left ? EXIT_INVALID : EXIT_DONE;
}

/* ---------------------------------------------------------------- what makes sense */

/* Options that say of the outcomes what --bless makes untrue, or that have no meaning alone. */
static int check_options(rg_arena *arena, const rg_command *command,
                         const rg_arguments *arguments) {
    static const size_t reports[] = {TAP, JUNIT, COVERAGE, MUTATE};
    const rg_words *values = arguments->values;
    for (size_t i = 0; i < RG_COUNT_OF(reports) && values[BLESS].count; i++)
        if (values[reports[i]].count)
            return rg_usage_error(command, "--bless and %s do not go together",
                                  options[reports[i]].name);
    if (values[SURVIVORS].count && !values[MUTATE].count)
        return rg_usage_error(command, "--survivors requires --mutate");
    if (values[JOBS].count && strtol(values[JOBS].items[0], NULL, 10) < 1)
        return rg_usage_error(command, "--jobs takes a number from 1 on, not `%s`",
                              values[JOBS].items[0]);
    const char *report = rg_option_value(arguments, JUNIT);
    if (report && !rg_may_write(arena, command, arguments, "--junit", report))
        return EXIT_USAGE;
    return EXIT_DONE;
}

/* An empty run is a mistake in what was asked for. */
static bool has_tests(const suite *s) {
    const rg_words *filters = &s->arguments->values[FILTER], *operands = &s->arguments->operands;
    if (s->tests.count)
        return true;
    rg_text asked = rg_text_new(s->arena);
    for (size_t i = 0; i < filters->count; i++)
        rg_text_printf(&asked, "%s`%s`", i ? " or " : " whose name holds ", filters->items[i]);
    rg_message("there are no tests in %s%s%s", operands->items[0],
               operands->count > 1 ? " and the others" : "", rg_text_string(&asked));
    return false;
}

static int run_mutants(suite *s) {
    if (!all_passed(s)) {
        puts("mutants: none was tried, as tests fail without them");
        return EXIT_INVALID;
    }
    bool explained = rg_mutate(s->arena, s->tests.data, s->tests.count, job_count(s),
                               rg_option_value(s->arguments, SURVIVORS));
    return explained ? EXIT_DONE : EXIT_INVALID;
}

static int test(rg_arena *arena, const rg_command *command, const rg_arguments *arguments) {
    suite *s = rg_alloc(arena, sizeof *s);
    bool good = true;
    s->arena = arena;
    s->arguments = arguments;
    if (!arguments->operands.count)
        return rg_usage_error(command, "no file or directory of tests is given");
    if (check_options(arena, command, arguments) != EXIT_DONE)
        return EXIT_USAGE;
    if (!rg_find_tests(arena, &arguments->operands, &s->paths))
        return EXIT_INVALID;
    for (size_t i = 0; i < s->paths.count; i++)
        good &= read_file(s, ((const char **)s->paths.data)[i]);
    if (!good || !has_tests(s))
        return EXIT_INVALID;
    load_rules(s);
    run_tests(s);
    if (arguments->values[BLESS].count)
        return bless(s);
    bool reported = report(s);
    if (reported && arguments->values[MUTATE].count)
        return run_mutants(s);
    return reported && all_passed(s) ? EXIT_DONE : EXIT_INVALID;
}

const rg_command rg_test_command = {
    .name = "test",
    .summary = "run the tests of rules",
    .operands = "DIR|FILE...",
    .about =
        "Runs tests of rules. Files that end in .test contain graphs and expected results; files\n"
        "that end in .expect say how often each rule must fire on a graph. For a directory, runs\n"
        "all such files in it and below it. Shows differences as unified diffs, then the line\n"
        "`N passed, N failed`. --bless shows the same differences and writes the actual results\n"
        "into the files; --tap reports in another form; with --mutate the last line counts the\n"
        "mutants. It is an error if there is no test.\n"
        "\n"
        "A file of tests:\n"
        "\n"
        "  only: activation             options before the first test apply to all of them\n"
        "\n"
        "  ===\n"
        "  gelu becomes relu            the title; then options of this test\n"
        "  set: to=torch.relu\n"
        "  ===\n"
        "  graph():                     the graph\n"
        "      ...\n"
        "  --- becomes                  the expected graph\n"
        "  graph():\n"
        "      ...\n"
        "  --- fires                    exactly these rules, this often; or `none`\n"
        "  gelu_to 1\n"
        "\n"
        "Further sections: `--- unchanged` (the result is the same graph), `--- metadata` (JSON:\n"
        "these keys have these values), `--- error` (the run fails, and its messages contain each\n"
        "of these lines), `--- warning` (the messages contain each of these lines). Without\n"
        "`--- warning` there must be no message.\n"
        "\n"
        "Options: `rules:` (files, relative to the test; the default is FILE.rules beside\n"
        "FILE.test, or else the default pipeline), `only:`, `skip:`, `set:`, `facts:` (JSON or a\n"
        "file). Lines that begin with `#` are comments.\n"
        "\n"
        "A file of expectations:\n"
        "\n"
        "  rules: activation.rules      options as above\n"
        "  graph ../graphs/bert.fx\n"
        "    gelu 12                    or 1..3, or 1.. for at least one, or PASS.RULE\n",
    .examples = "  regraft test rules\n"
                "  regraft test --filter copy_ rules/tests/copies.test\n"
                "  regraft test --bless rules/tests/copies.test\n"
                "  regraft test --tap --junit report.xml rules\n",
    .exits =
        "  0  all tests passed; with --mutate, a reason is known for each mutant that lives\n"
        "  1  a test failed, there is none, a mutant lives without a reason, or a file of tests\n"
        "     or rules is wrong\n"
        "  2  the command line is wrong\n",
    .options = options,
    .run = test,
};
