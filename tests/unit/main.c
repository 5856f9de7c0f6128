/* All unit tests: registers every suite, runs them, and says how it went. */
#include <CUnit/Basic.h>
#include <stdio.h>

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

int main(void) {
    if (CU_initialize_registry() != CUE_SUCCESS)
        return 2;
#define ADD(name) rg_add_##name##_suite();
    SUITES(ADD)
    CU_basic_set_mode(CU_BRM_NORMAL);
    CU_basic_run_tests();
    unsigned failed = CU_get_number_of_tests_failed(), run = CU_get_number_of_tests_run();
    unsigned broken = failed + CU_get_number_of_suites_failed();
    CU_cleanup_registry();
    printf("%u passed, %u failed\n", run - failed, broken);
    return broken > 0;
}
