/* Fuzz targets: what is run on any bytes, and must hold for all of them.
 *
 * Each target is a function in a file of its own; fuzz.c lists them. libFuzzer drives them
 * (`make fuzz TARGET=graph SECONDS=60`), and replay.c runs the inputs of corpus/TARGET, which
 * `make test` does. A property that does not hold ends the process: fuzz_fail().
 */
#ifndef REGRAFT_FUZZ_H
#define REGRAFT_FUZZ_H

#include "../../engine/regraft_objects.h"

/* The bytes need not end in a NUL. The arena goes after the run; an allocation that fails
 * in it ends the run, not the process. */
typedef struct fuzz_input {
    rg_arena *arena;
    const char *text;
    size_t length;
} fuzz_input;

typedef struct fuzz_target {
    const char *name;
    void (*run)(const fuzz_input *input);
} fuzz_target;

void fuzz_graph(const fuzz_input *input);
void fuzz_rules(const fuzz_input *input);
void fuzz_lint(const fuzz_input *input);
void fuzz_operators(const fuzz_input *input);
void fuzz_schema(const fuzz_input *input);
void fuzz_pipeline(const fuzz_input *input);
void fuzz_facts(const fuzz_input *input);
void fuzz_tests(const fuzz_input *input);
void fuzz_run(const fuzz_input *input);

/* ---------------------------------------------------------------- fuzz.c */

/* The target of that name; NULL: there is none. */
const fuzz_target *fuzz_find(const char *name);
/* The same by number; NULL after the last one. */
const fuzz_target *fuzz_at(size_t index);
void fuzz_one(const fuzz_target *target, const unsigned char *bytes, size_t length);

/* Says which property does not hold, and aborts. */
_Noreturn void fuzz_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Fails unless both texts are equal. */
void fuzz_expect_same(const char *what, const rg_text *first, const rg_text *second);

/* ---------------------------------------------------------------- tables.c */

/* A new rule set over PyTorch's operators, which are loaded once; with `defaults`, the passes of
 * the default pipeline come first. */
rg_ruleset *fuzz_ruleset(rg_arena *arena, bool defaults);
/* Loads what is shared, before a process forks. */
void fuzz_warm_up(void);
/* Loads a text as if it were a file with that extension, whose folder holds one.rules. (Operator
 * files would change the tables that are shared.) Reports into `diagnostics`; false when there were
 * errors. */
bool fuzz_load(rg_ruleset *ruleset, const char *extension, const char *text, size_t length,
               rg_diagnostics *diagnostics);
/* All diagnostics as text. */
rg_text fuzz_messages(const rg_diagnostics *diagnostics);

/* ---------------------------------------------------------------- format.c */

/* What `regraft fmt` does: the result says the same, keeps comments, and is laid out already. */
void fuzz_check_format(rg_arena *arena, const rg_source *source);

/* ---------------------------------------------------------------- changes.c */

/* Applies a run's changes (regraft_result_changes) to the graph as it was read. */
void fuzz_apply_changes(rg_module *module, json_t *changes);

#endif
