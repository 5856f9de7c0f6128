/* How far the C stack of a thread may grow. */
#ifndef REGRAFT_STACK_H
#define REGRAFT_STACK_H

#include <stdint.h>

/* The address that this thread's stack must not grow below, for there to be room for the functions
 * that are called there; 0: not known. */
uintptr_t rg_stack_end(void);

/* Whether it has come there. Stacks grow downwards on all machines that PyTorch has builds for. */
static inline int rg_is_stack_used_up(uintptr_t end) {
    char here;
    return (uintptr_t)&here < end;
}

#endif
