/* The public API: what all objects share, and rules. */
#include "regraft_objects.h"

const char *regraft_version(void) {
    return REGRAFT_VERSION;
}

/* ---------------------------------------------------------------- memory */

/* A function of its own, so that nothing the caller keeps is at the jump's mercy. */
static bool attempt(jmp_buf *failure, void (*work)(void *context), void *context) {
    if (setjmp(*failure) != 0)
        return false;
    work(context);
    return true;
}

bool rg_guard(rg_arena *first, rg_arena *second, void (*work)(void *context), void *context) {
    jmp_buf failure;
    if (second == first)
        second = NULL;
    jmp_buf *before = rg_arena_on_failure(first, &failure);
    jmp_buf *before_second = second ? rg_arena_on_failure(second, &failure) : NULL;
    bool done = attempt(&failure, work, context);
    rg_arena_on_failure(first, before);
    if (second)
        rg_arena_on_failure(second, before_second);
    return done;
}

typedef struct allocation {
    rg_arena *arena;
    size_t size;
    void *memory;
} allocation;

static void allocate(void *context) {
    allocation *wanted = context;
    wanted->memory = rg_alloc(wanted->arena, wanted->size);
}

void *rg_new_object(size_t size, rg_arena **arena) {
    allocation wanted = {rg_arena_new(), size, NULL};
    if (!wanted.arena)
        return NULL;
    if (!rg_guard(wanted.arena, NULL, allocate, &wanted)) {
        rg_arena_free(wanted.arena);
        return NULL;
    }
    *arena = wanted.arena;
    return wanted.memory;
}

/* ---------------------------------------------------------------- reports */

void rg_init_report(regraft_report *report, rg_arena *arena) {
    report->arena = arena;
    rg_diagnostics_init(&report->diagnostics, arena);
    report->text = rg_text_new(arena);
}

static regraft_diagnostic published(const rg_diagnostic *diagnostic) {
    const rg_span *span = &diagnostic->span;
    return (regraft_diagnostic){
        .severity = (regraft_severity)diagnostic->severity,
        .path = span->source ? span->source->path : NULL,
        .line = span->line,
        .column = span->column,
        .end_line = span->end_line,
        .end_column = span->end_column,
        .message = diagnostic->message,
        .advice = diagnostic->advice,
        .pass = diagnostic->pass,
        .rule = diagnostic->rule,
        .node = diagnostic->node,
    };
}

void rg_publish_report(regraft_report *report) {
    const rg_diagnostic *diagnostic;
    size_t count = 0;
    for (diagnostic = report->diagnostics.first; diagnostic; diagnostic = diagnostic->next)
        count++;
    report->items = rg_alloc_array(report->arena, count, sizeof *report->items);
    report->count = 0;
    for (diagnostic = report->diagnostics.first; diagnostic; diagnostic = diagnostic->next)
        report->items[report->count++] = published(diagnostic);
}

size_t regraft_report_count(const regraft_report *report) {
    return report->count;
}

size_t regraft_report_errors(const regraft_report *report) {
    return report->diagnostics.errors;
}

size_t regraft_report_warnings(const regraft_report *report) {
    return report->diagnostics.warnings;
}

const regraft_diagnostic *regraft_report_at(const regraft_report *report, size_t index) {
    return index < report->count ? &report->items[index] : NULL;
}

typedef struct rendering {
    regraft_report *report;
    bool colour;
} rendering;

static void render(void *context) {
    rendering *wanted = context;
    regraft_report *report = wanted->report;
    rg_text_clear(&report->text);
    for (const rg_diagnostic *d = report->diagnostics.first; d; d = d->next)
        rg_render_diagnostic(&report->text, d, wanted->colour);
}

const char *regraft_report_text(regraft_report *report, bool colour) {
    rendering wanted = {report, colour};
    if (!rg_guard(report->arena, report->sources, render, &wanted))
        return NULL;
    return rg_text_string(&report->text);
}

/* ---------------------------------------------------------------- rules */

static void make_rules(void *context) {
    regraft_rules *rules = context;
    rules->ruleset = rg_ruleset_new(rules->arena);
    rg_init_report(&rules->report, rules->arena);
}

regraft_rules *regraft_rules_new(void) {
    rg_arena *arena;
    regraft_rules *rules = rg_new_object(sizeof *rules, &arena);
    if (!rules)
        return NULL;
    rules->arena = arena;
    if (rg_guard(arena, NULL, make_rules, rules))
        return rules;
    rg_arena_free(arena);
    return NULL;
}

typedef struct loading {
    regraft_rules *rules;
    const char *directory; /* NULL: `path` is a file to load; else: load its operators */
    const char *path;
    bool valid;
} loading;

static void load(void *context) {
    loading *wanted = context;
    regraft_rules *rules = wanted->rules;
    const char *path = wanted->path;
    if (wanted->directory)
        rg_ruleset_set_library(rules->ruleset, wanted->directory);
    if (wanted->directory)
        path = rg_format(rules->arena, "%s/ops/torch.ops", wanted->directory);
    wanted->valid = rg_ruleset_load(rules->ruleset, path, &rules->report.diagnostics);
    rg_list_parts(rules);
    rg_publish_report(&rules->report);
}

static regraft_status load_guarded(loading *wanted) {
    if (!rg_guard(wanted->rules->arena, NULL, load, wanted))
        return REGRAFT_NO_MEMORY;
    return wanted->valid ? REGRAFT_OK : REGRAFT_INVALID;
}

regraft_status regraft_rules_load(regraft_rules *rules, const char *path) {
    loading wanted = {.rules = rules, .path = path};
    return load_guarded(&wanted);
}

regraft_status regraft_rules_load_operators(regraft_rules *rules, const char *directory) {
    loading wanted = {.rules = rules, .directory = directory};
    return load_guarded(&wanted);
}

typedef struct replacing {
    regraft_rules *rules;
    const char *path, *text;
    size_t length;
    bool done;
} replacing;

static void replace(void *context) {
    replacing *wanted = context;
    regraft_rules *rules = wanted->rules;
    wanted->done = rg_ruleset_replace(rules->ruleset, wanted->path, wanted->text, wanted->length,
                                      &rules->report.diagnostics);
    rg_publish_report(&rules->report);
}

regraft_status regraft_rules_replace(regraft_rules *rules, const char *path, const char *text,
                                     size_t length) {
    replacing wanted = {rules, path, text, length, false};
    if (!rg_guard(rules->arena, NULL, replace, &wanted))
        return REGRAFT_NO_MEMORY;
    return wanted.done ? REGRAFT_OK : REGRAFT_INVALID;
}

static void check(void *context) {
    regraft_rules *rules = context;
    rg_ops_check(rules->ruleset->ops, &rules->report.diagnostics);
    rg_publish_report(&rules->report);
}

regraft_status regraft_rules_check(regraft_rules *rules) {
    size_t errors = rules->report.diagnostics.errors;
    if (!rg_guard(rules->arena, NULL, check, rules))
        return REGRAFT_NO_MEMORY;
    return rules->report.diagnostics.errors == errors ? REGRAFT_OK : REGRAFT_INVALID;
}

static void lint(void *context) {
    regraft_rules *rules = context;
    rg_lint_rules(rules->ruleset, &rules->report.diagnostics);
    rg_publish_report(&rules->report);
}

regraft_status regraft_rules_lint(regraft_rules *rules) {
    if (rules->report.diagnostics.errors)
        return REGRAFT_INVALID;
    return rg_guard(rules->arena, NULL, lint, rules) ? REGRAFT_OK : REGRAFT_NO_MEMORY;
}

size_t regraft_rules_pass_count(const regraft_rules *rules) {
    return rules->ruleset->pass_count;
}

const char *regraft_rules_pass_name(const regraft_rules *rules, size_t index) {
    const rg_ruleset *ruleset = rules->ruleset;
    return index < ruleset->pass_count ? ruleset->passes[index]->name : NULL;
}

size_t regraft_rules_param_count(const regraft_rules *rules) {
    return rules->ruleset->param_count;
}

const char *regraft_rules_param_name(const regraft_rules *rules, size_t index) {
    const rg_ruleset *ruleset = rules->ruleset;
    return index < ruleset->param_count ? ruleset->params[index].name : NULL;
}

regraft_report *regraft_rules_report(regraft_rules *rules) {
    return &rules->report;
}

void regraft_rules_free(regraft_rules *rules) {
    if (rules)
        rg_arena_free(rules->arena);
}
