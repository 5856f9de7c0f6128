/* Sources that are made from others. */
#include "forms.h"

const rg_source *rg_derived_source(rg_arena *arena, const rg_source *origin, const rg_text *text,
                                   const rg_array *places) {
    rg_source *made =
        rg_source_new(arena, origin->path, rg_text_string(text), rg_text_length(text));
    made->origin = origin;
    made->places = places->data;
    made->place_count = places->count;
    return made;
}
