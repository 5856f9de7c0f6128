#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* pthread_getattr_np() */
#endif
#include <pthread.h>
#include <stddef.h>

#include "stack.h"

enum { LEFT = 64 * 1024 }; /* more than any library function takes that evaluation calls */

uintptr_t rg_stack_end(void) {
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return 0;
    int failed = pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_destroy(&attributes);
    size_t left = size / 2 < LEFT ? size / 2 : LEFT;
    return failed ? 0 : (uintptr_t)lowest + left;
}
