/* What a printed ExportedProgram says beside its code: `Range constraints: {s0: VR[2, 64]}`. */
#include "forms.h"

enum { MOST_DIGITS = 18 }; /* longer bounds stand for infinity */

/* Appends `s0 >= 2` for a bound that is a number, and returns what is behind the bound. */
static const char *add_bound(rg_text *out, const char *name, size_t length, const char *sign,
                             const char *at, const char *end) {
    const char *begin = at = rg_skip_commas(at, end);
    at += at < end && *at == '-';
    const char *digits = at;
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    size_t count = (size_t)(at - digits);
    const char *stop = at;
    while (stop < end && *stop != ',' && *stop != ']' && *stop != '}')
        stop++;
    if (count > 0 && count <= MOST_DIGITS && stop == at)
        rg_text_printf(out, "%s%.*s %s %.*s", rg_text_length(out) ? ", " : "", (int)length, name,
                       sign, (int)(at - begin), begin);
    return stop;
}

const char *rg_program_sizes(rg_arena *arena, const rg_source *source) {
    static const char head[] = "Range constraints: {", range[] = ": VR[";
    const char *end = source->text + source->length;
    const char *at = rg_find_text(source->text, end, head);
    rg_text out = rg_text_new(arena);
    if (!at)
        return NULL;
    at += strlen(head);
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    end = newline ? newline : end;
    for (const char *found; (found = rg_find_text(at, end, range));) {
        const char *name = rg_skip_commas(at, found);
        size_t length = (size_t)(found - name);
        if (memchr(name, '}', length))
            break;
        at = add_bound(&out, name, length, ">=", found + strlen(range), end);
        at = add_bound(&out, name, length, "<=", at, end);
        at += at < end && *at == ']';
    }
    return rg_text_length(&out) ? rg_text_string(&out) : NULL;
}
