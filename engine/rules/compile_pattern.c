/* Patterns to straight-line programs. Every test comes before what relies on it, cheap ones first;
 * there is no backtracking: alternatives are sets of literals or kinds. */
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "compile.h"

typedef struct builder {
    rg_compiler *c;
    rg_array code, literals, kinds, targets, regexes, regex_groups;
    uint32_t registers, bindings;
} builder;

static void pattern(builder *b, const rg_ast *ast, uint32_t reg);

/* ---------------------------------------------------------------- pieces of a program */

static rg_instruction *emit(builder *b, rg_match_op op, const rg_ast *ast, uint32_t a) {
    rg_instruction *instruction = rg_array_push(b->c->arena, &b->code, sizeof *instruction);
    instruction->op = op;
    instruction->ast = ast;
    instruction->a = a;
    return instruction;
}

static uint32_t new_register(builder *b, const rg_ast *ast) {
    if (b->registers >= RG_MAX_REGISTERS) {
        rg_report(b->c->diagnostics, RG_ERROR, ast->span,
                  "the pattern looks at more than %d values", RG_MAX_REGISTERS);
        return 0;
    }
    return b->registers++;
}

static uint32_t add_literal(builder *b, rg_literal literal) {
    *(rg_literal *)rg_array_push(b->c->arena, &b->literals, sizeof literal) = literal;
    return (uint32_t)b->literals.count - 1;
}

static uint32_t add_name_literal(builder *b, const char *name) {
    return add_literal(b, (rg_literal){RG_STR, 0, name});
}

static uint32_t add_regex(builder *b, const rg_ast *ast, const uint32_t **slots) {
    const char *message = NULL;
    size_t offset = 0;
    rg_regex *regex = rg_regex_new(b->c->arena, ast->text, strlen(ast->text), &message, &offset);
    uint32_t *groups = NULL;
    if (!regex) {
        rg_report(b->c->diagnostics, RG_ERROR, ast->span, "the regex does not compile: %s",
                  message);
    } else {
        size_t count = rg_regex_group_count(regex);
        groups = rg_alloc_array(b->c->arena, count, sizeof *groups);
        for (size_t i = 0; i < count; i++)
            groups[i] = rg_scope_add(b->c, rg_regex_group_name(regex, i), ast);
    }
    *(const rg_regex **)rg_array_push(b->c->arena, &b->regexes, sizeof regex) = regex;
    *(const uint32_t **)rg_array_push(b->c->arena, &b->regex_groups, sizeof groups) = groups;
    *slots = groups;
    return (uint32_t)b->regexes.count - 1;
}

/* ---------------------------------------------------------------- literals */

static bool dotted_literal(builder *b, const rg_ast *ast, rg_literal *literal) {
    const char *head = NULL;
    const char *path = rg_path_text(b->c->arena, ast, &head);
    if (!path)
        return false;
    literal->text = path;
    literal->kind = rg_short_dtype(path) ? RG_DTYPE : RG_CONST;
    return true;
}

static bool signed_literal(const rg_ast *ast, rg_arena *arena, rg_literal *literal) {
    const rg_ast *number = ast->items[0];
    bool negative = strcmp(ast->text, "-") == 0;
    if (number->kind == RG_AST_INT) {
        literal->kind = RG_INT;
        literal->number = strtoll(number->text, NULL, 10) * (negative ? -1 : 1);
        return true;
    }
    if (number->kind != RG_AST_FLOAT)
        return false;
    literal->kind = RG_FLOAT;
    literal->text = negative ? rg_format(arena, "-%s", number->text) : number->text;
    return true;
}

static bool as_literal(builder *b, const rg_ast *ast, rg_literal *literal) {
    *literal = (rg_literal){RG_NONE, 0, NULL};
    switch (ast->kind) {
    case RG_AST_NONE:
        return true;
    case RG_AST_TRUE:
    case RG_AST_FALSE:
        *literal = (rg_literal){RG_BOOL, ast->kind == RG_AST_TRUE, NULL};
        return true;
    case RG_AST_INT:
        *literal = (rg_literal){RG_INT, strtoll(ast->text, NULL, 10), NULL};
        return true;
    case RG_AST_FLOAT:
        *literal = (rg_literal){RG_FLOAT, 0, ast->text};
        return true;
    case RG_AST_STRING:
        if (ast->count > 1 || (ast->count == 1 && ast->items[0]->kind != RG_AST_TEXT))
            return false;
        *literal = (rg_literal){RG_STR, 0, ast->count ? ast->items[0]->text : ""};
        return true;
    case RG_AST_ELLIPSIS:
        literal->kind = RG_ELLIPSIS;
        return true;
    case RG_AST_UNARY:
        return signed_literal(ast, b->c->arena, literal);
    case RG_AST_ATTRIBUTE:
        return ast->text && dotted_literal(b, ast, literal);
    default:
        return false;
    }
}

static void either(builder *b, const rg_ast *ast, uint32_t reg) {
    uint32_t first = (uint32_t)b->literals.count;
    for (size_t i = 0; i < ast->count; i++) {
        rg_literal literal;
        if (as_literal(b, ast->items[i], &literal))
            add_literal(b, literal);
        else
            rg_report(b->c->diagnostics, RG_ERROR, ast->items[i]->span,
                      "only literals can stand between `|` in a pattern");
    }
    rg_instruction *test = emit(b, RG_MATCH_ONE_OF, ast, reg);
    test->b = first;
    test->c = (uint32_t)b->literals.count - first;
}

/* ---------------------------------------------------------------- kinds */

static const struct {
    const char *word;
    rg_kind_test test;
} kind_words[] = {
    {"int", RG_IS_INT},       {"float", RG_IS_FLOAT},   {"bool", RG_IS_BOOL},
    {"str", RG_IS_STR},       {"device", RG_IS_DEVICE}, {"dtype", RG_IS_DTYPE},
    {"none", RG_IS_NONE},     {"tuple", RG_IS_TUPLE},   {"list", RG_IS_LIST},
    {"dict", RG_IS_DICT},     {"slice", RG_IS_SLICE},   {"node", RG_IS_NODE},
    {"tensor", RG_IS_TENSOR}, {"symint", RG_IS_SYMINT}, {"ellipsis", RG_IS_ELLIPSIS},
    {"any", RG_IS_ANY},
};

static rg_dim_pattern dim(builder *b, const rg_ast *ast) {
    rg_dim_pattern result = {RG_DIM_ANY, 0, UINT32_MAX};
    const rg_ast *name = ast->kind == RG_AST_STAR ? ast->items[0] : ast;
    if (ast->kind == RG_AST_INT) {
        result.test = RG_DIM_NUMBER;
        result.number = strtoll(ast->text, NULL, 10);
    } else if (ast->kind == RG_AST_ELLIPSIS) {
        result.test = RG_DIM_RUN;
    } else if (ast->kind == RG_AST_STAR) {
        result.test = RG_DIM_RUN;
        if (name->kind == RG_AST_NAME)
            result.slot = rg_scope_add(b->c, name->text, name);
    } else if (ast->kind == RG_AST_NAME) {
        result.slot = rg_scope_find(b->c, name->text);
        result.test = result.slot == UINT32_MAX ? RG_DIM_BIND : RG_DIM_SAME;
        if (result.test == RG_DIM_BIND)
            result.slot = rg_scope_add(b->c, name->text, name);
    }
    return result;
}

static rg_kind_pattern kind_pattern(builder *b, const rg_ast *ast) {
    rg_kind_pattern result = {RG_IS_DTYPE_OF, ast->text, ast->flag, 0, NULL};
    if (!ast->flag)
        for (size_t i = 0; i < RG_COUNT_OF(kind_words); i++)
            if (strcmp(kind_words[i].word, ast->text) == 0)
                result.test = kind_words[i].test;
    if (strcmp(ast->text, "bool") == 0 && ast->flag)
        result.dtype = "b8";
    if (strcmp(ast->text, "tensor") == 0 && ast->flag)
        result.dtype = NULL; /* any dtype */
    rg_dim_pattern *dims = rg_alloc_array(b->c->arena, ast->count, sizeof *dims);
    for (size_t i = 0; i < ast->count; i++)
        dims[i] = dim(b, ast->items[i]);
    result.count = ast->count;
    result.dims = dims;
    return result;
}

static bool names_sizes(const rg_ast *kind) {
    for (size_t i = 0; i < kind->count; i++) {
        const rg_ast *name = kind->items[i];
        name = name->kind == RG_AST_STAR ? name->items[0] : name;
        if (name->kind == RG_AST_NAME)
            return true;
    }
    return false;
}

/* `f32 | bf16[M, N]`: the dtypes before it share the shape of the last one. */
static void share_dims(rg_kind_pattern *kinds, size_t count) {
    for (size_t i = count; i-- > 1;)
        if (kinds[i - 1].test == RG_IS_DTYPE_OF && !kinds[i - 1].has_dims &&
            kinds[i].test == RG_IS_DTYPE_OF && kinds[i].has_dims) {
            kinds[i - 1].has_dims = true;
            kinds[i - 1].count = kinds[i].count;
            kinds[i - 1].dims = kinds[i].dims;
        }
}

static void typed(builder *b, const rg_ast *ast, uint32_t reg) {
    size_t first = b->kinds.count, naming = 0;
    for (size_t i = 1; i < ast->count; i++) {
        naming += names_sizes(ast->items[i]);
        rg_kind_pattern kind = kind_pattern(b, ast->items[i]);
        *(rg_kind_pattern *)rg_array_push(b->c->arena, &b->kinds, sizeof kind) = kind;
    }
    if (naming > 1)
        rg_report(b->c->diagnostics, RG_ERROR, ast->span,
                  "only one of several shapes can name its sizes: the others would leave the names "
                  "without a value");
    share_dims((rg_kind_pattern *)b->kinds.data + first, b->kinds.count - first);
    rg_instruction *test = emit(b, RG_MATCH_KIND, ast, reg);
    test->b = (uint32_t)first;
    test->c = (uint32_t)(b->kinds.count - first);
    pattern(b, ast->items[0], reg);
}

/* ---------------------------------------------------------------- names, sequences */

static void name(builder *b, const rg_ast *ast, uint32_t reg) {
    uint32_t slot = rg_scope_find(b->c, ast->text);
    rg_match_op op = slot == UINT32_MAX ? RG_MATCH_BIND : RG_MATCH_SAME;
    if (slot == UINT32_MAX)
        slot = rg_scope_add(b->c, ast->text, ast);
    emit(b, op, ast, reg)->b = slot;
}

static void item(builder *b, const rg_ast *ast, uint32_t reg, uint32_t index, bool from_end) {
    if (ast->kind == RG_AST_WILDCARD)
        return;
    uint32_t target = new_register(b, ast);
    rg_instruction *load = emit(b, from_end ? RG_MATCH_ITEM_BACK : RG_MATCH_ITEM, ast, reg);
    load->b = target;
    load->c = index;
    pattern(b, ast, target);
}

static void sequence(builder *b, const rg_ast *ast, uint32_t reg, rg_kind kind) {
    size_t star = ast->count;
    for (size_t i = 0; i < ast->count; i++)
        if (ast->items[i]->kind == RG_AST_STAR)
            star = i;
    bool open = star < ast->count;
    rg_instruction *test = emit(b, RG_MATCH_SEQUENCE, ast, reg);
    test->b = (uint32_t)kind;
    test->c = (uint32_t)(open ? ast->count - 1 : ast->count);
    test->flag = open;
    for (size_t i = 0; i < star; i++)
        item(b, ast->items[i], reg, (uint32_t)i, false);
    for (size_t i = star + 1; i < ast->count; i++)
        item(b, ast->items[i], reg, (uint32_t)(ast->count - i), true);
    if (open && ast->items[star]->items[0]->kind == RG_AST_NAME) {
        const rg_ast *rest = ast->items[star]->items[0];
        rg_instruction *run = emit(b, RG_MATCH_RUN, rest, reg);
        run->b = rg_scope_add(b->c, rest->text, rest);
        run->c = (uint32_t)star;
        run->d = (uint32_t)(ast->count - star - 1);
    }
}

/* `slice(stop)`, `slice(start, stop)`, `slice(start, stop, step)` as Python reads them. */
static void slice_pattern(builder *b, const rg_ast *ast, uint32_t reg) {
    size_t given = ast->count - 1;
    rg_instruction *test = emit(b, RG_MATCH_SEQUENCE, ast, reg);
    test->b = RG_SLICE;
    test->c = 3;
    uint32_t first = given == 1 ? 1 : 0;
    uint32_t none = add_literal(b, (rg_literal){RG_NONE, 0, NULL});
    for (uint32_t i = 0; i < 3; i++) {
        if (i >= first && i - first < given) {
            item(b, ast->items[1 + i - first], reg, i, false);
            continue;
        }
        uint32_t target = new_register(b, ast);
        rg_instruction *load = emit(b, RG_MATCH_ITEM, ast, reg);
        load->b = target;
        load->c = i;
        emit(b, RG_MATCH_LITERAL, ast, target)->b = none;
    }
}

/* ---------------------------------------------------------------- calls */

static void regex_target(builder *b, const rg_ast *regex, rg_target_test *test) {
    uint32_t number = add_regex(b, regex, &test->groups);
    test->regex = ((const rg_regex **)b->regexes.data)[number];
}

static const rg_ast *attribute_target(builder *b, const rg_ast *callee, rg_target_test *test) {
    const char *head = NULL;
    if (!callee->text) {
        test->form = RG_TARGET_REGEX;
        test->opcodes = 1u << RG_CALL_METHOD;
        regex_target(b, callee->items[1], test);
        return callee->items[0];
    }
    const char *path = rg_path_text(b->c->arena, callee, &head);
    test->form = RG_TARGET_TEXT;
    if (path && (rg_is_function_root(head) || callee->items[0]->kind == RG_AST_ATTRIBUTE)) {
        test->opcodes = 1u << RG_CALL_FUNCTION;
        test->text = path;
        return NULL;
    }
    test->opcodes = 1u << RG_CALL_METHOD;
    test->text = callee->text;
    return callee->items[0];
}

static const char *part_text(const rg_ast *part) {
    if (part->kind == RG_AST_STRING)
        return part->count && part->items[0]->kind == RG_AST_TEXT ? part->items[0]->text : "";
    return part->kind == RG_AST_NONE ? NULL : part->text;
}

static void operator_target(builder *b, const rg_ast *callee, rg_target_test *test) {
    const char *space = part_text(callee->items[0]);
    const rg_ast *base = callee->items[1];
    test->opcodes = 1u << RG_CALL_FUNCTION | 1u << RG_CALL_METHOD;
    test->overload = part_text(callee->items[2]);
    if (base->kind == RG_AST_REGEX) {
        test->form = RG_TARGET_OPERATOR_REGEX;
        test->text = space;
        regex_target(b, base, test);
        return;
    }
    const char *full = rg_format(b->c->arena, "%s::%s", space, part_text(base));
    test->form = RG_TARGET_OPERATOR;
    test->text = full;
    test->op = rg_ops_find(b->c->ruleset->ops, full, strlen(full));
}

static void opcode_target(builder *b, const rg_ast *callee, rg_target_test *test) {
    static const struct {
        const char *word;
        uint32_t opcodes;
    } words[] = {{"call", RG_CALLS},
                 {"call_function", 1u << RG_CALL_FUNCTION},
                 {"call_method", 1u << RG_CALL_METHOD},
                 {"call_module", 1u << RG_CALL_MODULE},
                 {"placeholder", 1u << RG_PLACEHOLDER},
                 {"get_attr", 1u << RG_GET_ATTR},
                 {"output", 1u << RG_OUTPUT}};
    for (size_t i = 0; i < RG_COUNT_OF(words); i++)
        if (strcmp(words[i].word, callee->text) == 0)
            test->opcodes = words[i].opcodes;
    const rg_ast *target = callee->count ? callee->items[0] : NULL;
    test->form = RG_TARGET_ANY;
    if (!target || target->kind == RG_AST_WILDCARD)
        return;
    if (target->kind == RG_AST_REGEX) {
        test->form = RG_TARGET_REGEX;
        regex_target(b, target, test);
        return;
    }
    test->form = RG_TARGET_TEXT;
    test->text = part_text(target);
}

/* Emits the test of the call's head; returns the receiver's pattern of a method, else NULL. */
static const rg_ast *head(builder *b, const rg_ast *ast, const rg_ast *callee, uint32_t reg,
                          rg_target_form *form) {
    rg_target_test test = {RG_TARGET_ANY, RG_CALLS, NULL, NULL, NULL, NULL, NULL};
    const rg_ast *receiver = NULL;
    if (callee->kind == RG_AST_ATTRIBUTE) {
        receiver = attribute_target(b, callee, &test);
    } else if (callee->kind == RG_AST_OPERATOR) {
        operator_target(b, callee, &test);
    } else if (callee->kind == RG_AST_REGEX) {
        test.form = RG_TARGET_REGEX;
        test.opcodes = 1u << RG_CALL_FUNCTION;
        regex_target(b, callee, &test);
    } else if (callee->kind == RG_AST_OPCODE) {
        opcode_target(b, callee, &test);
    } else {
        rg_report(b->c->diagnostics, RG_ERROR, callee->span, "this cannot head a pattern");
    }
    *form = test.form;
    *(rg_target_test *)rg_array_push(b->c->arena, &b->targets, sizeof test) = test;
    emit(b, RG_MATCH_NODE, ast, reg)->b = (uint32_t)b->targets.count - 1;
    return receiver;
}

/* What the arguments of a call pattern are made of. */
typedef struct arguments {
    uint32_t positional, keywords;
    bool open; /* `...` */
    const rg_ast *star, *starstar;
} arguments;

static arguments survey(const rg_ast *ast) {
    arguments result = {0, 0, false, NULL, NULL};
    for (size_t i = 1; i < ast->count; i++) {
        const rg_ast *argument = ast->items[i];
        if (argument->kind == RG_AST_ELLIPSIS)
            result.open = true;
        else if (argument->kind == RG_AST_STAR)
            result.star = argument->items[0];
        else if (argument->kind == RG_AST_STARSTAR)
            result.starstar = argument->items[0];
        else if (argument->kind == RG_AST_KEYWORD)
            result.keywords++;
        else
            result.positional++;
    }
    return result;
}

/* The pattern of one argument, whose value is in `value`: `x!` also asks that the call writes it.
 */
static void argument(builder *b, const rg_ast *ast, uint32_t call, uint32_t value) {
    if (ast->kind == RG_AST_WRITTEN) {
        emit(b, RG_MATCH_IS_WRITTEN, ast, call)->b = value;
        ast = ast->items[0];
    }
    pattern(b, ast, value);
}

/* `call(x!, ...)`: the first argument that the call writes, wherever it stands. */
static bool first_written(builder *b, const rg_ast *ast, const rg_ast *callee, uint32_t reg) {
    if (ast->kind != RG_AST_WRITTEN || callee->kind != RG_AST_OPCODE)
        return false;
    uint32_t value = new_register(b, ast);
    emit(b, RG_MATCH_WRITTEN, ast, reg)->b = value;
    pattern(b, ast->items[0], value);
    return true;
}

static void positional_argument(builder *b, const rg_ast *ast, uint32_t reg, uint32_t position) {
    if (ast->kind == RG_AST_WILDCARD)
        return;
    uint32_t value = new_register(b, ast);
    rg_instruction *load = emit(b, RG_MATCH_ARG, ast, reg);
    load->b = value;
    load->c = position;
    argument(b, ast, reg, value);
}

static void keyword_argument(builder *b, const rg_ast *ast, uint32_t reg, bool open) {
    uint32_t value = new_register(b, ast);
    uint32_t word = add_name_literal(b, ast->text);
    rg_instruction *load = emit(b, RG_MATCH_KWARG, ast, reg);
    load->b = value;
    load->c = word;
    load->flag = open; /* with `...`, by the schema's name wherever it stands */
    argument(b, ast->items[0], reg, value);
}

static void rest_of_call(builder *b, const rg_ast *ast, uint32_t reg, const arguments *found,
                         uint32_t positional) {
    if (found->star && found->star->kind == RG_AST_NAME) {
        rg_instruction *rest = emit(b, RG_MATCH_REST_ARGS, found->star, reg);
        rest->b = rg_scope_add(b->c, found->star->text, found->star);
        rest->c = positional;
    }
    if (found->starstar && found->starstar->kind == RG_AST_NAME) {
        uint32_t first = (uint32_t)b->literals.count;
        for (size_t i = 1; i < ast->count; i++)
            if (ast->items[i]->kind == RG_AST_KEYWORD)
                add_name_literal(b, ast->items[i]->text);
        rg_instruction *rest = emit(b, RG_MATCH_REST_KWARGS, found->starstar, reg);
        rest->b = rg_scope_add(b->c, found->starstar->text, found->starstar);
        rest->c = first;
        rest->d = (uint32_t)b->literals.count - first;
    }
}

static void written_call(builder *b, const rg_ast *ast, uint32_t reg, const rg_ast *receiver,
                         bool any) {
    arguments found = survey(ast);
    const rg_ast *callee = ast->items[0];
    uint32_t position = receiver ? 1 : 0;
    uint32_t positional = found.positional + position;
    bool floating = any && found.open && ast->count > 1 && ast->items[1]->kind == RG_AST_WRITTEN;
    if (!floating) {
        rg_instruction *count = emit(b, RG_MATCH_ARGC, ast, reg);
        count->b = positional;
        count->flag = found.open || found.star;
    }
    if (!found.open && !found.starstar)
        emit(b, RG_MATCH_KWARGC, ast, reg)->b = found.keywords;
    if (receiver)
        positional_argument(b, receiver, reg, 0);
    for (size_t i = 1; i < ast->count; i++) {
        const rg_ast *given = ast->items[i];
        if (given->kind == RG_AST_KEYWORD)
            keyword_argument(b, given, reg, found.open);
        else if (floating && i == 1)
            first_written(b, given, callee, reg);
        else if (given->kind != RG_AST_ELLIPSIS && given->kind != RG_AST_STAR &&
                 given->kind != RG_AST_STARSTAR)
            positional_argument(b, given, reg, position++);
    }
    rest_of_call(b, ast, reg, &found, positional);
}

static void operand(builder *b, const rg_ast *ast, uint32_t reg, uint32_t binding, bool by_name,
                    uint32_t which) {
    if (ast->kind == RG_AST_WILDCARD)
        return;
    uint32_t value = new_register(b, ast);
    rg_instruction *load = emit(b, RG_MATCH_OPERAND, ast, reg);
    load->b = value;
    load->c = which;
    load->d = binding;
    load->flag = by_name;
    argument(b, ast, reg, value);
}

static void operator_call(builder *b, const rg_ast *ast, uint32_t reg) {
    arguments found = survey(ast);
    uint32_t binding = b->bindings++, position = 0;
    if (b->bindings > RG_MAX_BINDINGS) {
        rg_report(b->c->diagnostics, RG_ERROR, ast->span,
                  "a pattern takes the arguments of at most %d calls by schema", RG_MAX_BINDINGS);
        return;
    }
    uint32_t *names = rg_alloc_array(b->c->arena, (size_t)found.keywords + 1, sizeof *names);
    emit(b, RG_MATCH_SCHEMA, ast, reg)->b = binding;
    if (found.star || found.starstar)
        rg_report(b->c->diagnostics, RG_ERROR, ast->span,
                  "`*args` and `**kwargs` have no meaning where arguments are taken by schema");
    for (size_t i = 1; i < ast->count; i++) {
        const rg_ast *given = ast->items[i];
        if (given->kind == RG_AST_KEYWORD) {
            uint32_t word = add_name_literal(b, given->text);
            names[1 + names[0]++] = word;
            operand(b, given->items[0], reg, binding, true, word);
        } else if (given->kind != RG_AST_ELLIPSIS && given->kind != RG_AST_STAR &&
                   given->kind != RG_AST_STARSTAR) {
            operand(b, given, reg, binding, false, position++);
        }
    }
    if (found.open)
        return;
    rg_instruction *rest = emit(b, RG_MATCH_DEFAULTS, ast, reg);
    rest->c = position;
    rest->d = binding;
    rest->extra = names;
}

static void call(builder *b, const rg_ast *ast, uint32_t reg) {
    const rg_ast *callee = ast->items[0];
    if (callee->kind == RG_AST_NAME && strcmp(callee->text, "slice") == 0) {
        slice_pattern(b, ast, reg);
        return;
    }
    rg_target_form form = RG_TARGET_ANY;
    const rg_ast *receiver = head(b, ast, callee, reg, &form);
    if (form == RG_TARGET_OPERATOR || form == RG_TARGET_OPERATOR_REGEX)
        operator_call(b, ast, reg);
    else
        written_call(b, ast, reg, receiver, form == RG_TARGET_ANY);
}

static void plain_opcode(builder *b, const rg_ast *ast, uint32_t reg) {
    rg_target_form form = RG_TARGET_ANY;
    head(b, ast, ast, reg, &form);
}

/* ---------------------------------------------------------------- the whole */

static void pattern(builder *b, const rg_ast *ast, uint32_t reg) {
    rg_literal literal;
    const uint32_t *slots = NULL;
    switch (ast->kind) {
    case RG_AST_WILDCARD:
        return;
    case RG_AST_NAME:
        name(b, ast, reg);
        return;
    case RG_AST_TYPED:
        typed(b, ast, reg);
        return;
    case RG_AST_EITHER:
        either(b, ast, reg);
        return;
    case RG_AST_TUPLE:
        sequence(b, ast, reg, RG_TUPLE);
        return;
    case RG_AST_LIST:
        sequence(b, ast, reg, RG_LIST);
        return;
    case RG_AST_REGEX: {
        uint32_t number = add_regex(b, ast, &slots);
        emit(b, RG_MATCH_REGEX, ast, reg)->b = number;
        return;
    }
    case RG_AST_CALL:
        call(b, ast, reg);
        return;
    case RG_AST_OPCODE:
        plain_opcode(b, ast, reg);
        return;
    default:
        if (as_literal(b, ast, &literal)) {
            uint32_t number = add_literal(b, literal);
            emit(b, RG_MATCH_LITERAL, ast, reg)->b = number;
            return;
        }
        rg_report(b->c->diagnostics, RG_ERROR, ast->span, "%s cannot stand in a pattern",
                  rg_ast_describe(ast));
    }
}

static rg_program finish(const builder *b) {
    return (rg_program){.count = b->code.count,
                        .code = b->code.data,
                        .literals = b->literals.data,
                        .kinds = b->kinds.data,
                        .targets = b->targets.data,
                        .regexes = b->regexes.data,
                        .regex_groups = b->regex_groups.data};
}

rg_program rg_compile_patterns(rg_compiler *c, rg_ast *const *patterns, size_t count) {
    builder b = {.c = c};
    for (size_t i = 0; i < count; i++)
        new_register(&b, patterns[i]);
    for (size_t i = 0; i < count; i++)
        pattern(&b, patterns[i], (uint32_t)i);
    return finish(&b);
}

static void equation(builder *b, const rg_ast *ast, uint32_t reg) {
    if (ast->items[0]->kind == RG_AST_NAME && reg == 0)
        name(b, ast->items[0], reg);
    pattern(b, ast->items[1], reg);
}

rg_program rg_compile_equations(rg_compiler *c, rg_ast *const *equations, size_t count) {
    builder b = {.c = c};
    bool *done = rg_alloc_array(c->arena, count, sizeof *done);
    new_register(&b, equations[count - 1]);
    equation(&b, equations[count - 1], 0);
    done[count - 1] = true;
    for (size_t remaining = count - 1; remaining > 0;) {
        size_t next = count;
        for (size_t i = count; i-- > 0;)
            if (!done[i] && equations[i]->items[0]->kind == RG_AST_NAME &&
                rg_scope_find(c, equations[i]->items[0]->text) != UINT32_MAX) {
                next = i;
                break;
            }
        if (next == count)
            break; /* the checker reported an equation that the root does not reach */
        uint32_t reg = new_register(&b, equations[next]);
        emit(&b, RG_MATCH_LOAD, equations[next]->items[0], reg)->b =
            rg_scope_find(c, equations[next]->items[0]->text);
        equation(&b, equations[next], reg);
        done[next] = true;
        remaining--;
    }
    return finish(&b);
}
