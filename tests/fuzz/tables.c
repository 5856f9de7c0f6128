/* Rule sets over one set of operator tables. Loading those takes 20 ms, and most inputs less than
 * one: so they are loaded once, and each input gets a rule set that begins with what they hold. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

#define FOLDER "tests/fuzz/files/"

typedef struct shared_set {
    const char *path; /* NULL: the operators alone */
    rg_ruleset *ruleset;
} shared_set;

static rg_ruleset *load_shared(const char *path) {
    rg_arena *arena = rg_arena_new();
    rg_diagnostics diagnostics;
    if (!arena)
        abort();
    rg_diagnostics_init(&diagnostics, arena);
    rg_ruleset *ruleset = rg_ruleset_new(arena);
    if (!rg_ruleset_load(ruleset, "rules/ops/torch.ops", &diagnostics) ||
        (path && !rg_ruleset_load(ruleset, path, &diagnostics))) {
        rg_text text = fuzz_messages(&diagnostics);
        fputs(rg_text_string(&text), stderr);
        exit(2);
    }
    return ruleset;
}

static shared_set sets[] = {{NULL, NULL}, {"rules/default.pipeline", NULL}};

/* What is not freed looks like a leak of PCRE2's: LeakSanitizer does not see all that points to it.
 */
static void free_shared(void) {
    for (size_t i = 0; i < RG_COUNT_OF(sets); i++)
        if (sets[i].ruleset)
            rg_arena_free(sets[i].ruleset->arena);
}

static const rg_ruleset *shared(bool defaults) {
    shared_set *set = &sets[defaults];
    if (!sets[0].ruleset && !sets[1].ruleset)
        atexit(free_shared);
    if (!set->ruleset)
        set->ruleset = load_shared(set->path);
    return set->ruleset;
}

void fuzz_warm_up(void) {
    shared(false);
    shared(true);
}

static rg_array copy_array(rg_arena *arena, const rg_array *array, size_t size) {
    rg_array made = {0};
    for (size_t i = 0; i < array->count; i++)
        memcpy(rg_array_push(arena, &made, size), (const char *)array->data + i * size, size);
    return made;
}

rg_ruleset *fuzz_ruleset(rg_arena *arena, bool defaults) {
    const rg_ruleset *from = shared(defaults);
    rg_ruleset *made = rg_alloc(arena, sizeof *made);
    *made = *from;
    made->arena = arena;
    made->pass_array = copy_array(arena, &from->pass_array, sizeof(rg_pass *));
    made->param_array = copy_array(arena, &from->param_array, sizeof(rg_param_decl));
    made->extern_array = copy_array(arena, &from->extern_array, sizeof(rg_extern_decl));
    made->files = copy_array(arena, &from->files, sizeof(void *));
    made->trees = copy_array(arena, &from->trees, sizeof(rg_ast *));
    made->global_fns.list = copy_array(arena, &from->global_fns.list, sizeof(rg_fn *));
    if (from->global_fns.names)
        made->global_fns.names = rg_symbols_copy(arena, from->global_fns.names);
    made->passes = made->pass_array.data;
    made->params = made->param_array.data;
    made->externs = made->extern_array.data;
    return made;
}

bool fuzz_load(rg_ruleset *ruleset, const char *extension, const char *text, size_t length,
               rg_diagnostics *diagnostics) {
    const char *path = rg_format(ruleset->arena, FOLDER "input%s", extension);
    return rg_ruleset_replace(ruleset, path, text, length, diagnostics) &&
           rg_ruleset_load(ruleset, path, diagnostics);
}

rg_text fuzz_messages(const rg_diagnostics *diagnostics) {
    rg_text text = rg_text_new(diagnostics->arena);
    for (const rg_diagnostic *d = diagnostics->first; d; d = d->next)
        rg_render_diagnostic(&text, d, false);
    return text;
}
