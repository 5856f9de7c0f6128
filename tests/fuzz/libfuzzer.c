/* What libFuzzer calls. The environment names the target: REGRAFT_FUZZ=graph. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t length);

static const fuzz_target *target;

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    const char *name = getenv("REGRAFT_FUZZ");
    (void)count;
    (void)arguments;
    target = name ? fuzz_find(name) : NULL;
    if (target)
        return 0;
    fprintf(stderr, "REGRAFT_FUZZ names no target; there are:\n");
    for (size_t i = 0; fuzz_at(i); i++)
        fprintf(stderr, "  %s\n", fuzz_at(i)->name);
    exit(2);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t length) {
    fuzz_one(target, bytes, length);
    return 0;
}
