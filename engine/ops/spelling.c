/* Targets to operators and back. */
#include "tables.h"

#include <string.h>

/* ---------------------------------------------------------------- declaring */

static const char *target_text(const rg_ast *target) {
    return target->kind == RG_AST_TEXT || target->kind == RG_AST_NAME ? target->text : NULL;
}

/* Whether a group of the regex has that name. */
static bool has_group(const rg_regex *regex, const char *name) {
    for (size_t i = 0; regex && i < rg_regex_group_count(regex); i++)
        if (strcmp(rg_regex_group_name(regex, i), name) == 0)
            return true;
    return false;
}

static bool check_template(const rg_ast *part, const rg_regex *regex, rg_diagnostics *diagnostics) {
    if (part->kind == RG_AST_TEXT || part->kind == RG_AST_NONE)
        return true;
    if (part->kind != RG_AST_STRING) {
        rg_report(diagnostics, RG_ERROR, part->span, "a spelling gives a name or a {group} here");
        return false;
    }
    for (size_t i = 0; i < part->count; i++) {
        const rg_ast *piece = part->items[i];
        if (piece->kind == RG_AST_TEXT ||
            (piece->kind == RG_AST_NAME && has_group(regex, piece->text)))
            continue;
        rg_report(diagnostics, RG_ERROR, piece->span, "no group of the regex has this name");
        return false;
    }
    return true;
}

void rg_spelling_add(rg_ops *ops, const rg_ast *line, rg_diagnostics *diagnostics) {
    const rg_ast *target = line->items[RG_SPELLING_TARGET], *op = line->items[RG_SPELLING_OPERATOR];
    rg_spelling_line spelling = {.method = strcmp(line->text, "method") == 0, .op = op};
    if (target->kind == RG_AST_REGEX) {
        const char *message = NULL;
        size_t offset = 0;
        spelling.regex =
            rg_regex_new(ops->arena, target->text, strlen(target->text), &message, &offset);
        if (!spelling.regex) {
            rg_span span = target->span;
            span.column += target->text_column_offset + (uint32_t)offset;
            rg_report(diagnostics, RG_ERROR, span, "%s", message);
            return;
        }
    } else {
        spelling.text = target_text(target);
        spelling.text_length = strlen(spelling.text);
    }
    for (size_t i = 0; i < op->count; i++)
        if (!check_template(op->items[i], spelling.regex, diagnostics))
            return;
    *(rg_spelling_line *)rg_array_push(ops->arena, &ops->spellings, sizeof spelling) = spelling;
}

/* ---------------------------------------------------------------- templates */

typedef struct name_match {
    const rg_spelling_line *line;
    const char *target;
    rg_regex_group groups[RG_REGEX_MAX_GROUPS];
} name_match;

static void expand(rg_text *name, const rg_ast *part, const name_match *match) {
    if (part->kind == RG_AST_TEXT)
        rg_text_add(name, part->text, strlen(part->text));
    for (size_t i = 0; part->kind == RG_AST_STRING && i < part->count; i++) {
        const rg_ast *piece = part->items[i];
        if (piece->kind == RG_AST_TEXT) {
            rg_text_add(name, piece->text, strlen(piece->text));
            continue;
        }
        for (size_t k = 0; k < rg_regex_group_count(match->line->regex); k++) {
            const rg_regex_group *group = &match->groups[k];
            if (strcmp(rg_regex_group_name(match->line->regex, k), piece->text) == 0 &&
                group->end != SIZE_MAX)
                rg_text_add(name, match->target + group->begin, group->end - group->begin);
        }
    }
}

/* ---------------------------------------------------------------- resolving */

static rg_regex_result match_line(const rg_spelling_line *line, rg_opcode opcode,
                                  const char *target, size_t length, name_match *match,
                                  rg_arena *job) {
    if (line->method != (opcode == RG_CALL_METHOD))
        return RG_REGEX_NO;
    match->line = line;
    match->target = target;
    if (line->regex)
        return rg_regex_match(job, line->regex, target, length, match->groups);
    bool same = line->text_length == length && memcmp(line->text, target, length) == 0;
    return same ? RG_REGEX_YES : RG_REGEX_NO;
}

static rg_operator *find_named(const rg_ops *ops, const rg_text *name) {
    return rg_ops_find(ops, rg_text_string(name), rg_text_length(name));
}

static rg_spelled resolve_by_lines(const rg_ops *ops, rg_opcode opcode, const char *target,
                                   rg_arena *job) {
    const rg_spelling_line *lines = ops->spellings.data;
    size_t length = strlen(target);
    rg_spelled spelled = {.op = NULL};
    name_match match = {.line = NULL};
    for (size_t i = 0; i < ops->spellings.count && !spelled.op; i++) {
        rg_regex_result result = match_line(&lines[i], opcode, target, length, &match, job);
        if (result == RG_REGEX_LIMIT) {
            spelled.doubt = rg_regex_excuse(job, lines[i].regex, target);
            return spelled;
        }
        if (result == RG_REGEX_NO)
            continue;
        const rg_ast *op = lines[i].op;
        rg_text name = rg_text_new(job), overload = rg_text_new(job);
        expand(&name, op->items[RG_OPERATOR_SPACE], &match);
        rg_text_add(&name, "::", 2);
        expand(&name, op->items[RG_OPERATOR_BASE], &match);
        expand(&overload, op->items[RG_OPERATOR_OVERLOAD], &match);
        spelled.op = find_named(ops, &name);
        if (spelled.op && rg_text_length(&overload))
            spelled.overload = rg_text_string(&overload);
    }
    return spelled;
}

/* "space.base" as "space::base", `dot` being the place of the dot. */
static rg_operator *find_dotted(const rg_ops *ops, const char *target, size_t dot, size_t end,
                                rg_arena *job) {
    rg_text name = rg_text_new(job);
    rg_text_add(&name, target, dot);
    rg_text_add(&name, "::", 2);
    rg_text_add(&name, target + dot + 1, end - dot - 1);
    return find_named(ops, &name);
}

/* `NS.BASE` or `NS.BASE.OVERLOAD`, NS without dots. */
static rg_spelled resolve_overload(const rg_ops *ops, const char *target, rg_arena *job) {
    rg_spelled spelled = {.op = NULL};
    const char *dot = strchr(target, '.');
    if (!dot)
        return spelled;
    const char *second = strchr(dot + 1, '.');
    size_t end = second ? (size_t)(second - target) : strlen(target);
    spelled.op = find_dotted(ops, target, (size_t)(dot - target), end, job);
    if (spelled.op && second)
        spelled.overload = second + 1;
    return spelled;
}

static rg_operator *find_method(const rg_ops *ops, const char *space, const char *method,
                                rg_arena *job) {
    rg_text name = rg_text_new(job);
    rg_text_add(&name, space, strlen(space));
    rg_text_add(&name, method, strlen(method));
    return find_named(ops, &name);
}

/* `torch.Tensor.add`: the method "add" as a function; NULL for other targets. */
static const char *method_of_descriptor(const char *target) {
    static const char *const classes[] = {"torch.Tensor.", "torch._C.TensorBase."};
    for (size_t i = 0; i < RG_COUNT_OF(classes); i++)
        if (strncmp(target, classes[i], strlen(classes[i])) == 0)
            return target + strlen(classes[i]);
    return NULL;
}

rg_spelled rg_ops_resolve(const rg_ops *ops, rg_opcode opcode, const char *target, rg_arena *job) {
    static const char torch_ops[] = "torch.ops.";
    rg_spelled spelled = {.op = NULL};
    if (opcode == RG_CALL_METHOD) {
        spelled.op = find_method(ops, "torch.Tensor::", target, job);
        if (!spelled.op)
            spelled = resolve_by_lines(ops, opcode, target, job);
        if (!spelled.op && !spelled.doubt)
            spelled.op = find_method(ops, "aten::", target, job);
        return spelled;
    }
    if (opcode != RG_CALL_FUNCTION)
        return spelled;
    if (strncmp(target, torch_ops, strlen(torch_ops)) == 0)
        return resolve_overload(ops, target + strlen(torch_ops), job);
    const char *method = method_of_descriptor(target);
    if (method)
        return rg_ops_resolve(ops, RG_CALL_METHOD, method, job);
    const char *dot = strrchr(target, '.');
    if (dot)
        spelled.op = find_dotted(ops, target, (size_t)(dot - target), strlen(target), job);
    if (!spelled.op)
        spelled = resolve_by_lines(ops, opcode, target, job);
    if (!spelled.op && !spelled.doubt)
        spelled = resolve_overload(ops, target, job);
    return spelled;
}

/* ---------------------------------------------------------------- near targets */

/* The name that the operator has in the module, as far as its own name tells; NULL: none. */
static const char *name_in_module(const char *name, const char *module, size_t length) {
    static const char ops[] = "torch.ops.";
    const char *base = strstr(name, "::");
    size_t space = (size_t)(base - name), skip = strlen(ops);
    bool of_ops = length > skip && strncmp(module, ops, skip) == 0;
    if (of_ops)
        return length - skip == space && memcmp(module + skip, name, space) == 0 ? base + 2 : NULL;
    if (length == space && memcmp(name, module, length) == 0)
        return base + 2;
    return space == 4 && memcmp(name, "aten", 4) == 0 ? base + 2 : NULL;
}

static void add_name(rg_arena *job, rg_array *names, const char *name) {
    *(const char **)rg_array_push(job, names, sizeof(char *)) = name;
}

/* Names of functions of the module: some of them may be of others only, as regexes spell them. */
static void collect_names(const rg_ops *ops, const char *module, size_t length, rg_array *names,
                          rg_arena *job) {
    const rg_spelling_line *lines = ops->spellings.data;
    for (uint32_t i = 0; i < rg_ops_count(ops); i++) {
        const char *name = name_in_module(rg_ops_at(ops, i)->name, module, length);
        if (name)
            add_name(job, names, name);
    }
    for (size_t i = 0; i < ops->spellings.count; i++)
        if (lines[i].text && !lines[i].method && lines[i].text_length > length + 1 &&
            memcmp(lines[i].text, module, length) == 0 && lines[i].text[length] == '.' &&
            !strchr(lines[i].text + length + 1, '.'))
            add_name(job, names, lines[i].text + length + 1);
}

const char *rg_ops_nearest_target(const rg_ops *ops, const char *target, bool *known,
                                  rg_arena *job) {
    const char *dot = strrchr(target, '.');
    rg_array names = {0};
    size_t kept = 0, length = dot ? (size_t)(dot - target) : 0;
    *known = false;
    if (!dot)
        return NULL;
    collect_names(ops, target, length, &names, job);
    const char **all = names.data;
    for (size_t i = 0; i < names.count; i++) {
        /* only those that are near enough to be the nearest are worth a look at all lines */
        if (*known && !rg_nearest(dot + 1, &all[i], 1))
            continue;
        const char *other = rg_format(job, "%.*s.%s", (int)length, target, all[i]);
        if (!rg_ops_resolve(ops, RG_CALL_FUNCTION, other, job).op)
            continue;
        *known = true;
        all[kept++] = all[i];
    }
    const char *near = rg_nearest(dot + 1, all, kept);
    return near ? rg_format(job, "%.*s.%s", (int)length, target, near) : NULL;
}

/* ---------------------------------------------------------------- spelling */

/* Splits "ns::base"; the length of the namespace. */
static size_t split_name(const char *name, const char **base) {
    const char *colons = strstr(name, "::");
    *base = colons + 2;
    return (size_t)(colons - name);
}

static bool space_is(const char *name, size_t length, const char *space) {
    return length == strlen(space) && memcmp(name, space, length) == 0;
}

/* Namespaces that are Python modules, not registries of torch.ops. */
static bool is_module(const char *name, size_t length) {
    return memchr(name, '.', length) || space_is(name, length, "operator") ||
           space_is(name, length, "builtins") || space_is(name, length, "math") ||
           space_is(name, length, "torch");
}

rg_spelling rg_ops_spell(const rg_ops *ops, const rg_schema *schema, rg_dialect dialect,
                         rg_arena *arena) {
    (void)ops;
    const rg_operator *op = schema->op;
    const char *base = NULL;
    size_t space = split_name(op->name, &base);
    rg_spelling spelling = {RG_CALL_FUNCTION, NULL};
    bool torch_name = dialect == RG_DYNAMO && space_is(op->name, space, "aten");
    if (space_is(op->name, space, "torch.Tensor") ||
        (torch_name && !op->is_function && op->is_method)) {
        spelling.opcode = RG_CALL_METHOD;
        spelling.target = rg_copy_text(arena, base, strlen(base));
    } else if (is_module(op->name, space)) {
        spelling.target = rg_format(arena, "%.*s.%s", (int)space, op->name, base);
    } else if (torch_name && op->is_function) {
        spelling.target = rg_format(arena, "torch.%s", base);
    } else {
        spelling.target = rg_format(arena, "torch.ops.%.*s.%s.%s", (int)space, op->name, base,
                                    *schema->overload ? schema->overload : "default");
    }
    return spelling;
}

/* A `spelling` line without regex whose target begins with the prefix and which means the operator.
 */
static const char *find_line(const rg_ops *ops, bool method, const char *prefix, size_t length,
                             const char *name) {
    const rg_spelling_line *lines = ops->spellings.data;
    const char *base = NULL;
    size_t space = split_name(name, &base);
    for (size_t i = 0; i < ops->spellings.count; i++) {
        const rg_spelling_line *line = &lines[i];
        if (line->regex || line->method != method || line->text_length < length ||
            memcmp(line->text, prefix, length) != 0 || strchr(line->text + length, '.'))
            continue;
        if (space_is(name, space, line->op->items[RG_OPERATOR_SPACE]->text) &&
            line->op->items[RG_OPERATOR_BASE]->kind == RG_AST_TEXT &&
            strcmp(line->op->items[RG_OPERATOR_BASE]->text, base) == 0)
            return line->text;
    }
    return NULL;
}

/* Whether PyTorch has the name that a regex line would take for the operator. */
static bool name_exists(const rg_operator *op, const char *prefix, size_t length) {
    if (space_is(prefix, length, "torch."))
        return op->is_function;
    if (space_is(prefix, length, "torch.Tensor."))
        return op->is_method;
    /* Modules that have `f` wherever they have `f_`. */
    return space_is(prefix, length, "torch._C._nn.") ||
           space_is(prefix, length, "torch.nn.functional.");
}

rg_spelling rg_ops_respell(const rg_ops *ops, rg_opcode opcode, const char *target,
                           const rg_schema *schema, rg_arena *arena) {
    rg_spelling other = rg_ops_spell(ops, schema, RG_ATEN, arena), same = {opcode, NULL};
    const char *base = NULL, *dot = strrchr(target, '.');
    split_name(schema->op->name, &base);
    if (opcode == RG_CALL_METHOD) {
        const char *line = find_line(ops, true, "", 0, schema->op->name);
        bool dunder = strncmp(target, "__", 2) == 0;
        if (other.opcode == RG_CALL_METHOD)
            return other;
        same.target = dunder && line ? line : base;
        return schema->op->is_method || (dunder && line) ? same : other;
    }
    if (opcode != RG_CALL_FUNCTION || !dot || strncmp(target, "torch.ops.", 10) == 0)
        return other;
    size_t prefix = (size_t)(dot + 1 - target);
    same.target = find_line(ops, false, target, prefix, schema->op->name);
    if (same.target)
        return same;
    rg_spelled own = rg_ops_resolve(ops, opcode, target, arena);
    if (own.op == schema->op && !own.overload) { /* torch.functional.norm(out=o) */
        same.target = target;
        return same;
    }
    same.target = rg_format(arena, "%.*s%s", (int)prefix, target, base);
    if (name_exists(schema->op, target, prefix) &&
        rg_ops_resolve(ops, opcode, same.target, arena).op == schema->op)
        return same;
    /* `aten.add_.Tensor`: the overload's name alone. */
    if (resolve_overload(ops, target, arena).overload &&
        strncmp(other.target, "torch.ops.", 10) == 0)
        return (rg_spelling){opcode, other.target + strlen("torch.ops.")};
    return other;
}
