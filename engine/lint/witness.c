/* Graphs that a rule's pattern matches, made from the pattern itself. */
#include <string.h>

#include "../rule_text/rule_text.h"
#include "lint.h"
#include "sample.h"

static const char tensor[] = "\"f32[2, 3][3, 1]cpu\" ";

typedef struct bound_name {
    const char *name, *text;
} bound_name;

typedef struct maker {
    const rg_ruleset *ruleset;
    rg_arena *arena;
    rg_witness_form form;
    const rg_ast *rule;
    rg_text inputs, calls; /* lines of the graph */
    rg_array names;        /* of bound_name: names of values and of sizes */
    int count;             /* of nodes made */
    int64_t next_size;
    int depth;
    bool failed;
} maker;

static const char *value(maker *m, const rg_ast *ast, const rg_ast *hint, const rg_param *param);
static const char *call(maker *m, const rg_ast *ast, const rg_ast *hint, const char *name);

/* ---------------------------------------------------------------- names */

static const char *find(const maker *m, const char *name) {
    const bound_name *names = m->names.data;
    for (size_t i = 0; i < m->names.count; i++)
        if (strcmp(names[i].name, name) == 0)
            return names[i].text;
    return NULL;
}

static const char *bind(maker *m, const char *name, const char *text) {
    *(bound_name *)rg_array_push(m->arena, &m->names, sizeof(bound_name)) =
        (bound_name){name, text};
    return text;
}

/* The line of `match` that says what the name is. */
static const rg_ast *equation(const maker *m, const char *name) {
    for (size_t i = RG_RULE_STEPS; i < m->rule->count; i++) {
        const rg_ast *line = m->rule->items[i];
        if (line->kind == RG_AST_MATCH && line->items[RG_EQUATION_NAME]->kind == RG_AST_NAME &&
            strcmp(line->items[RG_EQUATION_NAME]->text, name) == 0)
            return line->items[RG_EQUATION_PATTERN];
    }
    return NULL;
}

/* ---------------------------------------------------------------- nodes */

static const char *input(maker *m, const char *annotation) {
    const char *name = rg_format(m->arena, "p%d", ++m->count);
    rg_text_printf(&m->inputs, "    %%%s : %s[num_users=1] = placeholder[target=%s]\n", name,
                   annotation, name);
    return rg_format(m->arena, "%%%s", name);
}

static const char *any_input(maker *m) {
    return input(m, m->form == RG_WITNESS_TENSORS ? tensor : "");
}

static const char *node(maker *m, const char *name, const char *opcode, const char *target,
                        const char *args, const char *kwargs) {
    if (!name)
        name = rg_format(m->arena, "n%d", ++m->count);
    rg_text_printf(&m->calls,
                   "    %%%s : %s[num_users=1] = %s[target=%s](args = (%s), kwargs = {%s})\n", name,
                   m->form == RG_WITNESS_TENSORS ? tensor : "", opcode, target, args, kwargs);
    return rg_format(m->arena, "%%%s", name);
}

/* ---------------------------------------------------------------- values nobody asks about */

static const char *any_of_kind(maker *m, const rg_param *param) {
    static const char *const samples[] = {[RG_PARAM_SCALAR] = "5",
                                          [RG_PARAM_INT] = "1",
                                          [RG_PARAM_FLOAT] = "0.5",
                                          [RG_PARAM_BOOL] = "True",
                                          [RG_PARAM_STR] = "'text'",
                                          [RG_PARAM_DTYPE] = "torch.float32",
                                          [RG_PARAM_DEVICE] = "device(type='cuda', index=0)",
                                          [RG_PARAM_LAYOUT] = "torch.strided",
                                          [RG_PARAM_MEMORY_FORMAT] = "torch.preserve_format",
                                          [RG_PARAM_OTHER] = "None"};
    if (param->kind == RG_PARAM_TENSOR && param->list)
        return rg_format(m->arena, "[%s]", any_input(m));
    if (param->kind == RG_PARAM_TENSOR)
        return any_input(m);
    if (param->kind == RG_PARAM_SCALAR && m->form != RG_WITNESS_NUMBERS)
        return any_input(m);
    return param->list ? rg_format(m->arena, "[%s]", samples[param->kind]) : samples[param->kind];
}

static const char *anything(maker *m, const rg_param *param) {
    if (param)
        return any_of_kind(m, param);
    return m->form == RG_WITNESS_NUMBERS ? "5" : any_input(m);
}

/* ---------------------------------------------------------------- kinds */

static const char *size_of(maker *m, const rg_ast *dim) {
    if (dim->kind == RG_AST_INT)
        return dim->text;
    const rg_ast *name = dim->kind == RG_AST_STAR ? dim->items[RG_INNER] : dim;
    if (name->kind != RG_AST_NAME)
        return "4";
    const char *key = rg_format(m->arena, "dim %s", name->text), *known = find(m, key);
    return known ? known : bind(m, key, rg_format(m->arena, "%lld", (long long)m->next_size++));
}

static const char *tensor_of_kind(maker *m, const rg_ast *kind) {
    rg_text text = rg_text_new(m->arena);
    const char *dtype = kind->text;
    if (strcmp(dtype, "bool") == 0)
        dtype = "b8";
    else if (strcmp(dtype, "tensor") == 0)
        dtype = "f32";
    rg_text_printf(&text, "\"%s[", dtype);
    for (size_t i = 0; i < kind->count; i++)
        rg_text_printf(&text, "%s%s", i ? ", " : "", size_of(m, kind->items[i]));
    if (!kind->flag)
        rg_text_puts(&text, "2, 3");
    rg_text_puts(&text, "]\" ");
    return input(m, rg_text_string(&text));
}

static const char *of_kind(maker *m, const rg_ast *kind, const rg_param *param) {
    static const struct {
        const char *kind, *text;
    } samples[] = {{"int", "7"},
                   {"float", "0.5"},
                   {"bool", "True"},
                   {"str", "'text'"},
                   {"none", "None"},
                   {"dtype", "torch.float32"},
                   {"tuple", "()"},
                   {"list", "[]"},
                   {"dict", "{}"},
                   {"symint", "7"},
                   {"ellipsis", "Ellipsis"},
                   {"slice", "slice(None, None, None)"},
                   {"device", "device(type='cuda', index=0)"}};
    for (size_t i = 0; !kind->flag && i < RG_COUNT_OF(samples); i++)
        if (strcmp(samples[i].kind, kind->text) == 0)
            return samples[i].text;
    if (!kind->flag && strcmp(kind->text, "any") == 0)
        return anything(m, param);
    if (!kind->flag && strcmp(kind->text, "node") == 0)
        return any_input(m);
    if (!kind->flag && strcmp(kind->text, "tensor") == 0)
        return input(m, tensor);
    return tensor_of_kind(m, kind);
}

/* ---------------------------------------------------------------- patterns of values */

static const char *literal(maker *m, const rg_ast *ast) {
    rg_text text = rg_text_new(m->arena);
    if (ast->kind == RG_AST_ELLIPSIS)
        return "Ellipsis";
    if (ast->kind == RG_AST_STRING && ast->count == 1 &&
        ast->items[RG_STRING_FIRST]->kind == RG_AST_TEXT)
        return rg_format(m->arena, "'%s'", ast->items[RG_STRING_FIRST]->text);
    rg_print_ast(&text, ast);
    return rg_text_string(&text);
}

static const char *sequence(maker *m, const rg_ast *ast) {
    rg_text text = rg_text_new(m->arena);
    bool tuple = ast->kind == RG_AST_TUPLE;
    size_t count = 0;
    rg_text_putc(&text, tuple ? '(' : '[');
    for (size_t i = 0; i < ast->count; i++)
        if (ast->items[i]->kind != RG_AST_STAR)
            rg_text_printf(&text, "%s%s", count++ ? ", " : "", value(m, ast->items[i], NULL, NULL));
        else if (ast->items[i]->items[RG_INNER]->kind == RG_AST_NAME)
            bind(m, ast->items[i]->items[RG_INNER]->text, "()");
    rg_text_puts(&text, tuple ? count == 1 ? ",)" : ")" : "]");
    return rg_text_string(&text);
}

static const char *slice(maker *m, const rg_ast *ast) {
    const char *parts[3] = {"None", "None", "None"};
    size_t first = ast->count == 2 ? 1 : 0;
    for (size_t i = RG_ARGUMENTS; i < ast->count && first + i - RG_ARGUMENTS < 3; i++)
        parts[first + i - 1] = value(m, ast->items[i], NULL, NULL);
    return rg_format(m->arena, "slice(%s, %s, %s)", parts[0], parts[1], parts[2]);
}

static const char *regex_text(maker *m, const rg_ast *ast) {
    const char *message, *sample = rg_sample_regex(m->arena, ast->text);
    size_t offset;
    rg_regex_group groups[RG_REGEX_MAX_GROUPS];
    rg_regex *regex = rg_regex_new(m->arena, ast->text, strlen(ast->text), &message, &offset);
    m->failed |= !regex || !*sample ||
                 rg_regex_match(m->arena, regex, sample, strlen(sample), groups) != RG_REGEX_YES;
    return sample;
}

static bool says_nothing(const rg_ast *ast) {
    return ast->kind == RG_AST_NAME || ast->kind == RG_AST_WILDCARD;
}

static const char *by_name(maker *m, const rg_ast *ast, const rg_ast *hint, const rg_param *param) {
    const char *known = find(m, ast->text);
    const rg_ast *line = known ? NULL : equation(m, ast->text);
    if (known)
        return known;
    if (line)
        return bind(m, ast->text, value(m, line, hint, param));
    if (hint && !says_nothing(hint))
        return bind(m, ast->text, value(m, hint, NULL, param));
    return bind(m, ast->text, anything(m, param));
}

static const char *typed(maker *m, const rg_ast *ast, const rg_param *param) {
    const rg_ast *inner = ast->items[RG_INNER];
    if (inner->kind == RG_AST_NAME && find(m, inner->text))
        return find(m, inner->text);
    if (!says_nothing(inner))
        return value(m, inner, NULL, param);
    const char *text = of_kind(m, ast->items[RG_TYPED_KINDS], param);
    return inner->kind == RG_AST_NAME ? bind(m, inner->text, text) : text;
}

static const char *value(maker *m, const rg_ast *ast, const rg_ast *hint, const rg_param *param) {
    if (++m->depth > RG_MAX_AST_DEPTH)
        m->failed = true;
    const char *text = "None";
    if (m->failed)
        text = "None";
    else if (ast->kind == RG_AST_WRITTEN)
        text = value(m, ast->items[RG_INNER], hint, param);
    else if (ast->kind == RG_AST_WILDCARD)
        text = hint && !says_nothing(hint) ? value(m, hint, NULL, param) : anything(m, param);
    else if (ast->kind == RG_AST_NAME)
        text = by_name(m, ast, hint, param);
    else if (ast->kind == RG_AST_TYPED)
        text = typed(m, ast, param);
    else if (ast->kind == RG_AST_EITHER)
        text = literal(m, ast->items[RG_INNER]);
    else if (ast->kind == RG_AST_TUPLE || ast->kind == RG_AST_LIST)
        text = sequence(m, ast);
    else if (ast->kind == RG_AST_REGEX)
        text = rg_format(m->arena, "'%s'", regex_text(m, ast));
    else if (ast->kind == RG_AST_CALL && ast->items[RG_CALLEE]->kind == RG_AST_NAME)
        text = slice(m, ast);
    else if (ast->kind == RG_AST_CALL || ast->kind == RG_AST_OPCODE)
        text = call(m, ast, hint, NULL);
    else
        text = literal(m, ast);
    m->depth--;
    return text;
}

/* ---------------------------------------------------------------- calls as they are written */

static bool is_argument(const rg_ast *ast) {
    return ast->kind != RG_AST_ELLIPSIS && ast->kind != RG_AST_STAR && ast->kind != RG_AST_STARSTAR;
}

/* What the other pattern has in the same place. */
static const rg_ast *same_place(const rg_ast *hint, const rg_ast *argument, size_t position) {
    size_t at = 0;
    for (size_t i = RG_ARGUMENTS; hint && hint->kind == RG_AST_CALL && i < hint->count; i++) {
        const rg_ast *other = hint->items[i];
        bool keyword = other->kind == RG_AST_KEYWORD;
        if (argument->kind == RG_AST_KEYWORD && keyword && strcmp(argument->text, other->text) == 0)
            return other->items[RG_INNER];
        if (argument->kind != RG_AST_KEYWORD && !keyword && at++ == position)
            return is_argument(other) ? other : NULL;
    }
    return NULL;
}

static void add_item(rg_text *list, const char *text) {
    if (rg_text_length(list))
        rg_text_puts(list, ", ");
    rg_text_puts(list, text);
}

static const char *written(maker *m, const rg_ast *ast, const rg_ast *hint, const char *name,
                           const char *opcode, const char *target, const rg_ast *receiver) {
    rg_text args = rg_text_new(m->arena), kwargs = rg_text_new(m->arena);
    size_t position = 0, count = 0;
    if (receiver) {
        add_item(&args, value(m, receiver, NULL, NULL));
        count++;
    }
    for (size_t i = RG_ARGUMENTS; ast->kind == RG_AST_CALL && i < ast->count; i++) {
        const rg_ast *argument = ast->items[i];
        if (!is_argument(argument))
            continue;
        const rg_ast *other = same_place(hint, argument, position);
        if (argument->kind == RG_AST_KEYWORD) {
            add_item(&kwargs, rg_format(m->arena, "%s: %s", argument->text,
                                        value(m, argument->items[RG_INNER], other, NULL)));
            continue;
        }
        add_item(&args, value(m, argument, other, NULL));
        position++, count++;
    }
    if (count == 1)
        rg_text_putc(&args, ',');
    return node(m, name, opcode, target, rg_text_string(&args), rg_text_string(&kwargs));
}

/* ---------------------------------------------------------------- calls by schema */

static const rg_operator *find_operator(maker *m, const rg_ast *head) {
    const rg_ops *ops = m->ruleset->ops;
    const char *space = rg_part_text(head->items[RG_OPERATOR_SPACE]), *message;
    if (head->items[RG_OPERATOR_BASE]->kind != RG_AST_REGEX) {
        const char *name =
            rg_format(m->arena, "%s::%s", space, rg_part_text(head->items[RG_OPERATOR_BASE]));
        return rg_ops_find(ops, name, strlen(name));
    }
    size_t offset, length = strlen(space);
    const char *text = head->items[RG_OPERATOR_BASE]->text;
    const rg_regex *regex = rg_regex_new(m->arena, text, strlen(text), &message, &offset);
    rg_regex_group groups[RG_REGEX_MAX_GROUPS];
    for (uint32_t i = 0; regex && i < rg_ops_count(ops); i++) {
        const char *name = rg_ops_at(ops, i)->name;
        if (strncmp(name, space, length) == 0 && strncmp(name + length, "::", 2) == 0 &&
            rg_regex_match(m->arena, regex, name + length + 2, strlen(name + length + 2), groups) ==
                RG_REGEX_YES)
            return rg_ops_at(ops, i);
    }
    return NULL;
}

static const rg_schema *find_schema(maker *m, const rg_ast *call, const rg_operator *op) {
    const char *overload = rg_part_text(call->items[RG_CALLEE]->items[RG_OPERATOR_OVERLOAD]);
    const rg_schema *lenient = NULL;
    for (size_t i = 0; i < op->schema_count; i++) {
        const rg_schema *schema = rg_ops_schema(m->ruleset->ops, op, i, m->arena);
        if (!schema || (overload && strcmp(overload, "default") != 0 &&
                        strcmp(overload, schema->overload) != 0))
            continue;
        if (rg_may_fit_schema(call, schema, false))
            return schema;
        if (!lenient && rg_may_fit_schema(call, schema, true))
            lenient = schema;
    }
    return lenient;
}

static const char *by_schema(maker *m, const rg_ast *ast, const rg_ast *hint, const char *name) {
    const rg_operator *op = find_operator(m, ast->items[RG_CALLEE]);
    const rg_schema *schema = op ? find_schema(m, ast, op) : NULL;
    rg_text args = rg_text_new(m->arena), kwargs = rg_text_new(m->arena);
    bool in_place = true; /* everything before was given by position */
    size_t count = 0;
    if (!schema) {
        m->failed = true;
        return "None";
    }
    bool same =
        hint && hint->kind == RG_AST_CALL && hint->items[RG_CALLEE]->kind == RG_AST_OPERATOR;
    for (size_t p = 0; p < schema->param_count; p++) {
        const rg_param *param = &schema->params[p];
        const rg_ast *pattern = rg_asked_of(ast, schema, p);
        const rg_ast *other = same ? rg_asked_of(hint, schema, p) : NULL;
        if (!pattern && !other && param->default_text) {
            in_place = false;
            continue;
        }
        const char *text = pattern ? value(m, pattern, other, param)
                           : other ? value(m, other, NULL, param)
                                   : anything(m, param);
        if (in_place && !param->keyword_only) {
            add_item(&args, text);
            count++;
        } else {
            add_item(&kwargs, rg_format(m->arena, "%s: %s", param->name, text));
        }
    }
    if (count == 1)
        rg_text_putc(&args, ',');
    rg_spelling spelling = rg_ops_spell(m->ruleset->ops, schema, RG_ATEN, m->arena);
    return node(m, name, spelling.opcode == RG_CALL_METHOD ? "call_method" : "call_function",
                spelling.target, rg_text_string(&args), rg_text_string(&kwargs));
}

/* ---------------------------------------------------------------- heads */

static const char *attribute_call(maker *m, const rg_ast *ast, const rg_ast *hint,
                                  const char *name) {
    const rg_ast *head = ast->items[RG_CALLEE];
    if (!head->text)
        return written(m, ast, hint, name, "call_method",
                       regex_text(m, head->items[RG_ATTRIBUTE_NAME]), head->items[RG_OBJECT]);
    if (rg_is_function_path(head)) {
        rg_text path = rg_text_new(m->arena);
        rg_print_ast(&path, head);
        return written(m, ast, hint, name, "call_function", rg_text_string(&path), NULL);
    }
    return written(m, ast, hint, name, "call_method", head->text, head->items[RG_OBJECT]);
}

static const char *opcode_call(maker *m, const rg_ast *ast, const rg_ast *hint, const char *name) {
    const rg_ast *head = ast->kind == RG_AST_CALL ? ast->items[RG_CALLEE] : ast;
    const rg_ast *wanted = head->count ? head->items[RG_OPCODE_TARGET] : NULL;
    const char *word = head->text, *target = "my_library.function";
    bool writes = ast->kind == RG_AST_CALL && ast->count > 1 &&
                  ast->items[RG_ARGUMENTS]->kind == RG_AST_WRITTEN;
    if (strcmp(word, "placeholder") == 0 || strcmp(word, "output") == 0) {
        m->failed = true; /* not of the form that is looked at */
        return "None";
    }
    if (wanted && wanted->kind == RG_AST_REGEX)
        target = regex_text(m, wanted);
    else if (wanted && wanted->kind != RG_AST_WILDCARD)
        target = rg_part_text(wanted);
    else if (writes)
        return node(m, name, "call_method", "mul_",
                    rg_format(m->arena, "%s, 2", value(m, ast->items[RG_ARGUMENTS], NULL, NULL)),
                    "");
    if (strcmp(word, "call") == 0)
        word = "call_function";
    return written(m, ast, hint, name, word, target, NULL);
}

static const char *call(maker *m, const rg_ast *ast, const rg_ast *hint, const char *name) {
    const rg_ast *head = ast->kind == RG_AST_CALL ? ast->items[RG_CALLEE] : ast;
    switch (head->kind) {
    case RG_AST_OPERATOR:
        return by_schema(m, ast, hint, name);
    case RG_AST_ATTRIBUTE:
        return attribute_call(m, ast, hint, name);
    case RG_AST_REGEX:
        return written(m, ast, hint, name, "call_function", regex_text(m, head), NULL);
    case RG_AST_OPCODE:
        return opcode_call(m, ast, hint, name);
    default:
        m->failed = true;
        return "None";
    }
}

/* ---------------------------------------------------------------- the graph */

static const rg_ast *root_line(const rg_rule *rule) {
    return rule->ast->items[rule->first_statement - 1];
}

static const rg_ast *root_pattern(const rg_rule *rule) {
    const rg_ast *root = root_line(rule)->items[RG_EQUATION_PATTERN];
    while (root->kind == RG_AST_TYPED)
        root = root->items[RG_INNER];
    return root;
}

const char *rg_make_witness(const rg_ruleset *ruleset, const rg_rule *rule, const rg_rule *other,
                            rg_witness_form form, rg_arena *arena) {
    maker m = {.ruleset = ruleset, .arena = arena, .form = form, .rule = rule->ast, .next_size = 2};
    const rg_ast *name = root_line(rule)->items[RG_EQUATION_NAME], *root = root_pattern(rule);
    m.inputs = rg_text_new(arena);
    m.calls = rg_text_new(arena);
    if (root->kind != RG_AST_CALL)
        return NULL;
    if (name->kind == RG_AST_NAME)
        bind(&m, name->text, "%root");
    call(&m, root, other ? root_pattern(other) : NULL, "root");
    if (m.failed)
        return NULL;
    return rg_format(arena, "graph():\n%s%s    return (root,)\n", rg_text_string(&m.inputs),
                     rg_text_string(&m.calls));
}
