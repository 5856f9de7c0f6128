/* The name that a node gets when nobody gives one: from its target. */
#include "name.h"

#include <string.h>

/* What stands between `from` and the first of `ends`, or the end of the text. */
typedef struct part {
    const char *from;
    size_t length;
} part;

static part part_until(const char *from, const char *ends) {
    part p = {from, strcspn(from, ends)};
    return p;
}

static part last_part(const char *target) {
    const char *dot = strrchr(target, '.');
    return part_until(dot ? dot + 1 : target, "");
}

/* `add` of `torch.ops.aten.add.Tensor`: the name of the operator without its overload. */
static bool operator_part(const char *target, part *name) {
    static const char marker[] = "ops.";
    const char *ops = strstr(target, marker);
    if (!ops || (ops != target && ops[-1] != '.' && ops[-1] != '_'))
        return false;
    const char *space_end = strchr(ops + sizeof marker - 1, '.');
    if (!space_end)
        return false;
    *name = part_until(space_end + 1, ".");
    return true;
}

/* `topk` of `<built-in method topk of type object at 0x7f…>`: how old versions print functions. */
static bool printed_function(const char *target, part *name) {
    static const char *const heads[] = {"<built-in function ", "<built-in method ", "<function "};
    for (size_t i = 0; i < RG_COUNT_OF(heads); i++) {
        size_t length = strlen(heads[i]);
        if (strncmp(target, heads[i], length) == 0) {
            *name = part_until(target + length, " >");
            return true;
        }
    }
    return false;
}

static part strip_underscores(part p) {
    if (p.length > 4 && memcmp(p.from, "__", 2) == 0 && memcmp(p.from + p.length - 2, "__", 2) == 0)
        return (part){p.from + 2, p.length - 4};
    return p;
}

static bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

static bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}

enum { USUAL_NAME = 128 };

static rg_symbol snake_case(rg_module *module, part p) {
    char usual[2 * USUAL_NAME];
    char *name = p.length <= USUAL_NAME ? usual : rg_alloc(module->arena, p.length * 2);
    char *end = name;
    for (size_t i = 0; i < p.length; i++) {
        char c = p.from[i];
        if (is_upper(c) && i > 0 && is_lower(p.from[i - 1]))
            *end++ = '_';
        *end++ = is_upper(c) ? (char)(c - 'A' + 'a') : c;
    }
    return rg_intern(module->symbols, name, (size_t)(end - name));
}

const char *rg_default_name(rg_module *module, rg_opcode opcode, const char *target) {
    part name = part_until(target, "");
    if (opcode == RG_CALL_FUNCTION) {
        if (!operator_part(target, &name) && !printed_function(target, &name))
            name = last_part(target);
    } else {
        name = strip_underscores(name);
    }
    return rg_symbol_text(module->symbols, snake_case(module, name));
}
