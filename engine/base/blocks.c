/* Blocks whose size is known: large ones are mappings. */
#define _GNU_SOURCE /* mremap() */
#include "base.h"

#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 1 << 21 };

static size_t mapped_size(size_t size) {
    return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/* Zeroed memory at a multiple of the huge page's size, or NULL. */
static char *map(size_t size) {
    char *memory = mmap(NULL, size + HUGE_PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    size_t before = (size_t)(-(uintptr_t)memory) & (HUGE_PAGE - 1);
    if (before)
        munmap(memory, before);
    munmap(memory + before + size, HUGE_PAGE - before);
    madvise(memory + before, size, MADV_HUGEPAGE);
    return memory + before;
}

/* A larger mapping with what the old one holds: its pages move, nothing is copied. */
static char *map_again(char *memory, size_t old, size_t size) {
    if (mremap(memory, old, size, 0) != MAP_FAILED) {
        madvise(memory, size, MADV_HUGEPAGE);
        return memory;
    }
    char *place = map(size);
    if (place && mremap(memory, old, old, MREMAP_MAYMOVE | MREMAP_FIXED, place) == MAP_FAILED) {
        munmap(place, size);
        return NULL;
    }
    return place;
}

static char *grow_mapping(char *memory, size_t old, size_t size) {
    if (size > SIZE_MAX / 2)
        return NULL;
    size = mapped_size(size);
    if (old < RG_LARGE_BLOCK) {
        char *mapped = map(size);
        if (mapped && memory) {
            memcpy(mapped, memory, old);
            rg_system_memory(memory, 0);
        }
        return mapped;
    }
    old = mapped_size(old);
    if (size > old)
        return map_again(memory, old, size);
    if (size < old)
        munmap(memory + size, old - size);
    return memory;
}

void *rg_system_block(void *memory, size_t old, size_t size) {
    if (size >= RG_LARGE_BLOCK)
        return grow_mapping(memory, old, size);
    if (old < RG_LARGE_BLOCK)
        return rg_system_memory(memory, size);
    char *moved = size ? rg_system_memory(NULL, size) : NULL;
    if (moved)
        memcpy(moved, memory, size);
    if (moved || !size)
        munmap(memory, mapped_size(old));
    return moved;
}
