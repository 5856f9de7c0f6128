/* The door to the system's memory, in a file of its own so that tests can put another one there. */
#include "base.h"

#include <stdlib.h>

void *rg_system_memory(void *memory, size_t size) {
    if (size == 0) {
        free(memory);
        return NULL;
    }
    return realloc(memory, size);
}
