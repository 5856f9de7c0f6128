/* regraft test --mutate: which weakened rules no test notices. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "mutants.h"
#include "test.h"

typedef enum fate { SURVIVED, KILLED, INVALID, UNKNOWN } fate;

typedef struct trial {
    rg_test *const *tests;
    size_t test_count;
    const rg_mutant *mutants;
    size_t mutant_count;
    fate *fates;     /* by mutant */
    size_t *reached; /* by mutant: tests that ran its file's rules; for the reason */
    atomic_size_t next;
    atomic_bool out_of_memory;
} trial;

/* ---------------------------------------------------------------- one mutant */

/* The rules with the mutant, loaded once for tests that share them. */
typedef struct changed_rules {
    const regraft_rules *from;
    const regraft_rules *to; /* NULL: they do not load */
} changed_rules;

static bool uses_file(const regraft_rules *rules, const char *path) {
    const regraft_part *part;
    for (size_t i = 0; (part = regraft_rules_part_at(rules, i)); i++)
        if (strcmp(part->at.path, path) == 0)
            return true;
    return false;
}

/* A file that could be read before: says nothing of the mutant. */
static bool is_unreadable(rg_arena *arena, regraft_rules *rules) {
    static const char said[] = "cannot read ";
    regraft_report *report = rules ? regraft_rules_report(rules) : NULL;
    const regraft_diagnostic *d;
    for (size_t i = 0; report && (d = regraft_report_at(report, i)); i++)
        if (strncmp(d->message, said, strlen(said)) == 0) {
            rg_show_report(arena, report, stderr);
            return true;
        }
    return !rules; /* it was said why */
}

static const regraft_rules *load_changed(rg_arena *arena, const rg_test *test,
                                         const rg_other_text *other, rg_array *known, bool *lost) {
    const changed_rules *all = known->data;
    for (size_t i = 0; i < known->count; i++)
        if (all[i].from == test->loaded)
            return all[i].to;
    regraft_rules *rules = rg_load_rules_with(arena, &test->rules, other);
    *lost = is_unreadable(arena, rules);
    if (rules && regraft_report_errors(regraft_rules_report(rules)))
        rules = NULL;
    changed_rules *one = rg_array_push(arena, known, sizeof *one);
    *one = (changed_rules){test->loaded, rules};
    return rules;
}

static bool still_passes(rg_arena *arena, const rg_test *test, const regraft_rules *rules) {
    rg_inner_arena *own = rg_arena_within(arena);
    rg_outcome outcome = {.arena = own->arena};
    rg_test changed = *test;
    changed.loaded = rules;
    changed.count_count = test->count_count;
    rg_run_test(&changed, &outcome, NULL);
    rg_inner_arena_free(own);
    return outcome.passed;
}

static fate try_mutant(rg_arena *arena, const trial *t, const rg_mutant *mutant, size_t *reached) {
    const rg_source *source = rg_source_read(arena, mutant->path);
    rg_other_text other = {mutant->path, NULL, 0};
    rg_array known = {0};
    bool lost = false;
    if (!source) {
        rg_message("cannot read %s: %s", mutant->path, strerror(errno));
        return UNKNOWN;
    }
    other.text = rg_mutated_text(arena, source, mutant, &other.length);
    for (size_t i = 0; i < t->test_count; i++) {
        const rg_test *test = t->tests[i];
        if (!test->loaded || !uses_file(test->loaded, mutant->path))
            continue;
        const regraft_rules *rules = load_changed(arena, test, &other, &known, &lost);
        if (!rules)
            return lost ? UNKNOWN : INVALID;
        ++*reached;
        if (!still_passes(arena, test, rules))
            return KILLED;
    }
    return SURVIVED;
}

static void try_number(rg_arena *arena, trial *t, size_t number) {
    jmp_buf failure;
    rg_arena_on_failure(arena, &failure);
    if (setjmp(failure) == 0)
        t->fates[number] = try_mutant(arena, t, &t->mutants[number], &t->reached[number]);
    else
        atomic_store(&t->out_of_memory, true);
}

static void *work(void *context) {
    trial *t = context;
    for (;;) {
        size_t number = atomic_fetch_add(&t->next, 1);
        if (number >= t->mutant_count)
            return NULL;
        rg_arena *arena = rg_arena_new();
        if (arena)
            try_number(arena, t, number);
        else
            atomic_store(&t->out_of_memory, true);
        rg_arena_free(arena);
    }
}

/* ---------------------------------------------------------------- the report */

/* A line of the file that says why some mutants may live: `FILE: WHERE: WHAT: REASON`. As it is
 * printed here, too: FILE may be the path, with line and column, and `survived` may stand before.
 */
typedef struct explanation {
    const char *text;
    size_t line;
    bool used, stale; /* stale: its mutant does not live */
} explanation;

/* What follows `word` in the text; NULL: it does not begin so. */
static const char *behind(const char *text, const char *word) {
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 ? text + length : NULL;
}

static const char *behind_place(const char *text) {
    while (*text == ':' && text[1] >= '0' && text[1] <= '9')
        text += 1 + strspn(text + 1, "0123456789");
    return text;
}

/* The place that a line is about; NULL: it is about another file. */
static const char *behind_file(const char *line, const char *path) {
    const char *text = behind(line, "survived "), *rest;
    text = text ? text : line;
    rest = behind(text, path);
    rest = rest ? rest : behind(text, rg_base_name(path));
    return rest && *rest == ':' ? behind_place(rest) : NULL;
}

/* The reason of a line that is about the mutant; NULL: it is not. `key` is what follows the place.
 */
static const char *reason_for(const char *line, const rg_mutant *mutant, const char *key) {
    const char *rest = behind_file(line, mutant->path);
    return rest ? behind(rest, key) : NULL;
}

static bool is_bogus(const char *line) {
    const char *part = line;
    for (int i = 0; i < 3 && part; i++) {
        part = strstr(part, ": ");
        part = part ? part + 2 : NULL;
    }
    return !part || !*part;
}

/* False after printing which line is none. */
static bool read_reasons(rg_arena *arena, const char *path, rg_array *reasons) {
    const rg_source *source = rg_source_read(arena, path);
    if (!source) {
        rg_message("cannot read %s: %s", path, strerror(errno));
        return false;
    }
    size_t number = 1;
    for (const char *line = source->text; *line; number++) {
        size_t length = strcspn(line, "\n"), kept = length;
        while (kept > 0 && (line[kept - 1] == '\r' || line[kept - 1] == ' '))
            kept--;
        explanation one = {rg_copy_text(arena, line, kept), number, false, false};
        line += length + (line[length] == '\n');
        if (!kept || *one.text == '#')
            continue;
        if (is_bogus(one.text)) {
            rg_message("%s:%zu: a line is `FILE: WHERE: WHAT: REASON`", path, number);
            return false;
        }
        *(explanation *)rg_array_push(arena, reasons, sizeof one) = one;
    }
    return true;
}

static const char *known_reason(rg_arena *arena, rg_array *reasons, const rg_mutant *mutant,
                                bool lives) {
    explanation *all = reasons->data;
    const char *key = rg_format(arena, ": %s: %s: ", mutant->where, mutant->what), *found = NULL;
    for (size_t i = 0; i < reasons->count; i++) {
        const char *text = reason_for(all[i].text, mutant, key);
        if (!text)
            continue;
        all[i].used |= lives;
        all[i].stale |= !lives;
        found = found ? found : text;
    }
    return found;
}

static bool is_about_any(const char *line, const rg_array *paths) {
    const char *const *all = paths->data;
    for (size_t i = 0; i < paths->count; i++)
        if (behind_file(line, all[i]))
            return true;
    return false;
}

/* Lines that silence nothing: they are out of date, or never were right. Those about files whose
 * rules no test here runs may be so, too: who runs some tests only need not read each of them. */
static void show_unused(const rg_array *reasons, const rg_array *paths, const char *path) {
    const explanation *all = reasons->data, *first = NULL;
    size_t others = 0;
    for (size_t i = 0; i < reasons->count; i++) {
        bool about = is_about_any(all[i].text, paths);
        first = about || first ? first : &all[i];
        others += !about;
        if (about && !all[i].used)
            rg_message("%s:%zu: warning: %s: %s", path, all[i].line,
                       all[i].stale ? "a test notices this mutant" : "there is no such mutant",
                       all[i].text);
    }
    if (others)
        rg_message("%s:%zu: warning: %zu line%s about files whose rules no test here runs, "
                   "as this one: %s",
                   path, first->line, others, others == 1 ? " is" : "s are", first->text);
}

static void show_survivor(const char *reason, const rg_mutant *mutant, size_t reached) {
    printf("survived %s:%u:%u: %s: %s\n", mutant->path, mutant->line, mutant->column, mutant->where,
           mutant->what);
    if (reason)
        printf("    %s\n", reason);
    else
        printf("    none of %zu tests notices; say why in the file that --survivors names, or add "
               "a test\n",
               reached);
}

static bool report(rg_arena *arena, const trial *t, rg_array *reasons) {
    size_t killed = 0, survived = 0, open = 0;
    for (size_t i = 0; i < t->mutant_count; i++) {
        bool lives = t->fates[i] == SURVIVED;
        const char *reason = known_reason(arena, reasons, &t->mutants[i], lives);
        killed += t->fates[i] == KILLED;
        if (!lives)
            continue;
        survived++;
        open += !reason;
        show_survivor(reason, &t->mutants[i], t->reached[i]);
    }
    size_t all = killed + survived;
    printf("mutants: %zu of %zu killed (%.1f %%), %zu survived without a reason, %zu are not "
           "valid rules\n",
           killed, all, all ? 100.0 * (double)killed / (double)all : 100.0, open,
           t->mutant_count - all);
    return open == 0;
}

/* ---------------------------------------------------------------- all of them */

static void add_files(rg_arena *arena, const regraft_rules *rules, rg_array *paths) {
    const regraft_part *part;
    for (size_t i = 0; (part = regraft_rules_part_at(rules, i)); i++) {
        const char *const *known = paths->data;
        bool found = false;
        for (size_t k = paths->count; k-- > 0 && !found;)
            found = strcmp(known[k], part->at.path) == 0;
        if (!found)
            *(const char **)rg_array_push(arena, paths, sizeof(char *)) = part->at.path;
    }
}

bool rg_mutate(rg_arena *arena, rg_test *const *tests, size_t count, size_t jobs,
               const char *reasons) {
    rg_array paths = {0}, mutants = {0}, known = {0};
    if (reasons && !read_reasons(arena, reasons, &known))
        return false;
    for (size_t i = 0; i < count; i++)
        if (tests[i]->loaded && (i == 0 || tests[i]->loaded != tests[i - 1]->loaded))
            add_files(arena, tests[i]->loaded, &paths);
    for (size_t i = 0; i < paths.count; i++)
        if (!rg_make_mutants(arena, ((const char **)paths.data)[i], &mutants)) {
            rg_message("cannot read %s: %s", ((const char **)paths.data)[i], strerror(errno));
            return false;
        }
    trial t = {.tests = tests,
               .test_count = count,
               .mutants = mutants.data,
               .mutant_count = mutants.count,
               .fates = rg_alloc_array(arena, mutants.count + 1, sizeof(fate)),
               .reached = rg_alloc_array(arena, mutants.count + 1, sizeof(size_t))};
    pthread_t *threads = rg_alloc_array(arena, jobs, sizeof *threads);
    size_t started = 0;
    while (started + 1 < jobs && pthread_create(&threads[started], NULL, work, &t) == 0)
        started++;
    work(&t);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (atomic_load(&t.out_of_memory))
        rg_out_of_memory(arena);
    for (size_t i = 0; i < t.mutant_count; i++)
        if (t.fates[i] == UNKNOWN)
            return false;
    bool explained = report(arena, &t, &known);
    if (reasons)
        show_unused(&known, &paths, reasons);
    return explained;
}
