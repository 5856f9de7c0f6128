/* The project's one door to memory, with a lock that tests can close. */
#include "memory_faults.h"

#include <stdatomic.h>
#include <stddef.h>

void *__real_rg_system_memory(void *memory, size_t size);
void *__wrap_rg_system_memory(void *memory, size_t size);

static atomic_long left = -1; /* negative: no limit */

void rg_test_fail_memory_after(long count) {
    left = count;
}

void *__wrap_rg_system_memory(void *memory, size_t size) {
    if (size != 0 && left == 0)
        return NULL;
    if (size != 0 && left > 0)
        left--;
    return __real_rg_system_memory(memory, size);
}
