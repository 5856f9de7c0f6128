/* Jansson 2.14 drops bytes of a text that it cannot hold, and calls the rest valid or malformed. So
 * its allocations are watched: it takes its allocator for the whole process, and ours is the one
 * that was there, which notes what it could not give. */
#include <pthread.h>

#include "kept_json.h"

static json_malloc_t allocate;
static json_free_t release;
static pthread_once_t watched = PTHREAD_ONCE_INIT;
static _Thread_local bool lacking; /* since it was last set to false */

static void *allocate_watched(size_t size) {
    void *made = allocate(size);
    if (!made)
        lacking = true;
    return made;
}

static void watch(void) {
    json_get_alloc_funcs(&allocate, &release);
    json_set_alloc_funcs(allocate_watched, release);
}

static void release_json(void *json) {
    json_decref(json);
}

json_t *rg_keep_json(rg_arena *arena, json_t *json) {
    if (!json)
        rg_out_of_memory(arena);
    rg_arena_defer(arena, release_json, json);
    return json;
}

json_t *rg_read_json(rg_arena *arena, const char *text, size_t length, size_t flags,
                     json_error_t *problem) {
    pthread_once(&watched, watch);
    lacking = false;
    json_t *json = json_loadb(text, length, flags, problem);
    if (lacking) {
        json_decref(json);
        rg_out_of_memory(arena);
    }
    return json ? rg_keep_json(arena, json) : NULL;
}

const char *rg_write_json(rg_arena *arena, const json_t *json, size_t flags) {
    size_t size = json_dumpb(json, NULL, 0, flags);
    char *text = rg_alloc(arena, size + 1);
    if (size == 0 || json_dumpb(json, text, size, flags) != size)
        rg_out_of_memory(arena);
    return text;
}

void rg_put_json(rg_arena *arena, json_t *object, const char *key, json_t *value) {
    if (json_object_set_new(object, key, value) != 0)
        rg_out_of_memory(arena);
}

void rg_append_json(rg_arena *arena, json_t *list, json_t *value) {
    if (json_array_append_new(list, value) != 0)
        rg_out_of_memory(arena);
}
