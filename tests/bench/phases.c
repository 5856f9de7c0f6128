/* Runs rules over a graph and prints, as JSON, the seconds of CPU that each phase took.
 *
 *     phases RULES_DIRECTORY GRAPH [RULES...] > JSON
 *
 * Without RULES the default pipeline runs. The text that comes out is written to /dev/null. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../../engine/graph_text/graph_text.h"
#include "../../engine/rewrite/rewrite.h"

static double cpu(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double last;

static void phase(const char *name) {
    double now = cpu();
    printf("\"%s\": %.6f, ", name, now - last);
    last = cpu();
}

static bool add_to_file(void *context, const char *text, size_t length) {
    return write(*(const int *)context, text, length) >= 0;
}

static void after_pass(void *context, const rg_pass *pass, rg_module *module, double seconds) {
    (void)module, (void)seconds;
    double *began = context, now = cpu();
    fprintf(stderr, "%-28s%.4f\n", pass->name, now - *began);
    *began = now;
}

static int fail(const rg_diagnostics *diagnostics) {
    fprintf(stderr, "%s\n", diagnostics->first ? diagnostics->first->message : "it cannot be done");
    return 1;
}

int main(int argc, char **argv) {
    rg_arena *arena = rg_arena_new(), *rules_arena = rg_arena_new();
    if (argc < 3 || !arena || !rules_arena)
        return 2;
    rg_diagnostics diagnostics;
    rg_diagnostics_init(&diagnostics, rules_arena);
    rg_ruleset *rules = rg_ruleset_new(rules_arena);
    printf("{");
    last = cpu();
    rg_ruleset_load(rules, rg_format(rules_arena, "%s/ops/torch.ops", argv[1]), &diagnostics);
    phase("operators");
    for (int i = 3; i < argc; i++)
        rg_ruleset_load(rules, argv[i], &diagnostics);
    if (argc == 3)
        rg_ruleset_load(rules, rg_format(rules_arena, "%s/default.pipeline", argv[1]),
                        &diagnostics);
    phase("rules");
    if (diagnostics.errors)
        return fail(&diagnostics);
    const rg_source *source = rg_source_map(arena, argv[2]);
    if (!source)
        return fail(&diagnostics);
    phase("read");
    rg_module *module = rg_read_module(arena, source, &diagnostics);
    if (!module)
        return fail(&diagnostics);
    rg_source_rest(source);
    phase("parse");
    size_t nodes = module->graphs[0]->nodes.count;
    rg_lint_graph(module->graphs[0], &diagnostics);
    phase("check");
    json_t *metadata;
    double began = cpu();
    rg_rewrite_options options = {.after_pass = after_pass, .after_pass_context = &began};
    if (!rg_rewrite(rules, module, &options, &diagnostics, &metadata))
        return fail(&diagnostics);
    phase("rewrite");
    rg_lint_graph(module->graphs[0], &diagnostics);
    phase("lint");
    int out = open("/dev/null", O_WRONLY);
    if (out < 0 || !rg_write_module_to(arena, module, false, add_to_file, &out))
        return 1;
    phase("write");
    printf("\"nodes\": %zu, \"new\": %zu}\n", nodes, module->graphs[0]->nodes.count - nodes);
    json_decref(metadata);
    return 0;
}
