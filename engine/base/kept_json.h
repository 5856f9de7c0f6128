/* Jansson in one place: its values belong to an arena, and no lack of memory is taken for anything
 * else. What fails for want of memory fails as an allocation of the arena does. */
#ifndef REGRAFT_KEPT_JSON_H
#define REGRAFT_KEPT_JSON_H

#include <jansson.h>

#include "base.h"

/* The same value, which the arena releases; NULL counts as memory running out. */
json_t *rg_keep_json(rg_arena *arena, json_t *json);
/* Reads a text with Jansson's flags. The arena releases the value. NULL: it is no JSON, and the
 * problem says why. */
json_t *rg_read_json(rg_arena *arena, const char *text, size_t length, size_t flags,
                     json_error_t *problem);
/* The text of a value with Jansson's flags, in the arena. */
const char *rg_write_json(rg_arena *arena, const json_t *json, size_t flags);
/* Gives the object the key, in place of what was there. Takes the value; NULL counts as memory
 * running out. */
void rg_put_json(rg_arena *arena, json_t *object, const char *key, json_t *value);
/* The same at the end of a list. */
void rg_append_json(rg_arena *arena, json_t *list, json_t *value);

#endif
