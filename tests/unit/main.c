/* All unit tests: registers every suite, runs them, and says how it went. */
#include <CUnit/Basic.h>
#include <stdio.h>

/* One line for each file of suites: rg_add_NAME_suite(). */
#define SUITES(X)                                                                                  \
    X(base)                                                                                        \
    X(graph)                                                                                       \
    X(rules_grammar)                                                                               \
    X(check)                                                                                       \
    X(ops)                                                                                         \
    X(rewrite)                                                                                     \
    X(api)

/* Weak: a suite whose file is not there (yet) is no error of the linker but a failed test. */
#define DECLARE(name) void rg_add_##name##_suite(void) __attribute__((weak));
SUITES(DECLARE)

typedef struct suite_file {
    const char *name;
    void (*add)(void);
} suite_file;

int main(void) {
    static const suite_file files[] = {
#define ENTRY(name) {#name, rg_add_##name##_suite},
        SUITES(ENTRY)
    };
    unsigned missing = 0;
    if (CU_initialize_registry() != CUE_SUCCESS)
        return 2;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (files[i].add) {
            files[i].add();
        } else {
            printf("There is no suite `%s`.\n", files[i].name);
            missing++;
        }
    }
    CU_basic_set_mode(CU_BRM_NORMAL);
    CU_basic_run_tests();
    unsigned failed = CU_get_number_of_tests_failed(), run = CU_get_number_of_tests_run();
    unsigned broken = failed + CU_get_number_of_suites_failed() + missing;
    CU_cleanup_registry();
    printf("%u passed, %u failed\n", run - failed, broken);
    return broken > 0;
}
