/* All unit tests, or those of the files that the command line names ("ops" for test_ops.c):
 * registers their suites, runs them, and says how it went. */
#include <CUnit/Basic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A line for each file of suites: rg_add_NAME_suite(). */
#define SUITES(X)                                                                                  \
    X(base)                                                                                        \
    X(sizes)                                                                                       \
    X(graph)                                                                                       \
    X(read)                                                                                        \
    X(rules_grammar)                                                                               \
    X(check)                                                                                       \
    X(ops)                                                                                         \
    X(rewrite)                                                                                     \
    X(api)                                                                                         \
    X(changes)                                                                                     \
    X(observe)

#define DECLARE(name) void rg_add_##name##_suite(void);
SUITES(DECLARE)

static bool is_wanted(const char *name, int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return argc == 1;
}

int main(int argc, char **argv) {
    if (CU_initialize_registry() != CUE_SUCCESS)
        return 2;
#define ADD(name)                                                                                  \
    if (is_wanted(#name, argc, argv))                                                              \
        rg_add_##name##_suite();
    SUITES(ADD)
    CU_basic_set_mode(CU_BRM_NORMAL);
    CU_basic_run_tests();
    unsigned failed = CU_get_number_of_tests_failed(), run = CU_get_number_of_tests_run();
    unsigned broken = failed + CU_get_number_of_suites_failed();
    CU_cleanup_registry();
    printf("%u passed, %u failed\n", run - failed, broken);
    return broken > 0 || run == 0;
}
