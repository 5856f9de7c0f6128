/* Patterns of calls: heads, and arguments as written or by schema. */
#include <string.h>

#include "check/check.h"
#include "compile_pattern.h"

static void regex_target(rg_pattern_builder *b, const rg_ast *regex, rg_target_test *test) {
    uint32_t number = rg_add_regex(b, regex, &test->groups);
    test->regex = ((const rg_regex **)b->regexes.data)[number];
}

static const rg_ast *attribute_target(rg_pattern_builder *b, const rg_ast *callee,
                                      rg_target_test *test) {
    const char *head = NULL;
    if (!callee->text) {
        test->form = RG_TARGET_REGEX;
        test->opcodes = 1u << RG_CALL_METHOD;
        regex_target(b, callee->items[RG_ATTRIBUTE_NAME], test);
        return callee->items[RG_OBJECT];
    }
    test->form = RG_TARGET_TEXT;
    if (rg_is_function_path(callee)) {
        test->opcodes = 1u << RG_CALL_FUNCTION;
        test->text = rg_path_text(b->c->arena, callee, &head);
        return NULL;
    }
    test->opcodes = 1u << RG_CALL_METHOD;
    test->text = callee->text;
    return callee->items[RG_OBJECT];
}

static const char *part_text(const rg_ast *part) {
    if (part->kind == RG_AST_STRING)
        return part->count && part->items[RG_STRING_FIRST]->kind == RG_AST_TEXT
                   ? part->items[RG_STRING_FIRST]->text
                   : "";
    return part->kind == RG_AST_NONE ? NULL : part->text;
}

static void operator_target(rg_pattern_builder *b, const rg_ast *callee, rg_target_test *test) {
    const char *space = part_text(callee->items[RG_OPERATOR_SPACE]);
    const rg_ast *base = callee->items[RG_OPERATOR_BASE];
    test->opcodes = 1u << RG_CALL_FUNCTION | 1u << RG_CALL_METHOD;
    test->overload = part_text(callee->items[RG_OPERATOR_OVERLOAD]);
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

static void opcode_target(rg_pattern_builder *b, const rg_ast *callee, rg_target_test *test) {
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
    const rg_ast *target = callee->count ? callee->items[RG_OPCODE_TARGET] : NULL;
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
static const rg_ast *head(rg_pattern_builder *b, const rg_ast *ast, const rg_ast *callee,
                          uint32_t reg, rg_target_form *form) {
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
    rg_emit(b, RG_MATCH_NODE, ast, reg)->b = (uint32_t)b->targets.count - 1;
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
    for (size_t i = RG_ARGUMENTS; i < ast->count; i++) {
        const rg_ast *argument = ast->items[i];
        if (argument->kind == RG_AST_ELLIPSIS)
            result.open = true;
        else if (argument->kind == RG_AST_STAR)
            result.star = argument->items[RG_INNER];
        else if (argument->kind == RG_AST_STARSTAR)
            result.starstar = argument->items[RG_INNER];
        else if (argument->kind == RG_AST_KEYWORD)
            result.keywords++;
        else
            result.positional++;
    }
    return result;
}

/* The pattern of one argument, whose value is in `value`: `x!` also asks that the call writes it.
 */
static void argument(rg_pattern_builder *b, const rg_ast *ast, uint32_t call, uint32_t value) {
    if (ast->kind == RG_AST_WRITTEN) {
        rg_emit(b, RG_MATCH_IS_WRITTEN, ast, call)->b = value;
        ast = ast->items[RG_INNER];
    }
    rg_compile_pattern(b, ast, value);
}

/* `call(x!, ...)`: the first argument that the call writes, wherever it stands. */
static bool first_written(rg_pattern_builder *b, const rg_ast *ast, const rg_ast *callee,
                          uint32_t reg) {
    if (ast->kind != RG_AST_WRITTEN || callee->kind != RG_AST_OPCODE)
        return false;
    uint32_t value = rg_new_register(b, ast);
    rg_emit(b, RG_MATCH_WRITTEN, ast, reg)->b = value;
    rg_compile_pattern(b, ast->items[RG_INNER], value);
    return true;
}

static void positional_argument(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg,
                                uint32_t position) {
    if (ast->kind == RG_AST_WILDCARD)
        return;
    uint32_t value = rg_new_register(b, ast);
    rg_instruction *load = rg_emit(b, RG_MATCH_ARG, ast, reg);
    load->b = value;
    load->c = position;
    argument(b, ast, reg, value);
}

static void keyword_argument(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg, bool open) {
    uint32_t value = rg_new_register(b, ast);
    uint32_t word = rg_add_name_literal(b, ast->text);
    rg_instruction *load = rg_emit(b, RG_MATCH_KWARG, ast, reg);
    load->b = value;
    load->c = word;
    load->flag = open; /* with `...`, by the schema's name wherever it stands */
    argument(b, ast->items[RG_INNER], reg, value);
}

static void rest_of_call(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg,
                         const arguments *found, uint32_t positional) {
    if (found->star && found->star->kind == RG_AST_NAME) {
        rg_instruction *rest = rg_emit(b, RG_MATCH_REST_ARGS, found->star, reg);
        rest->b = rg_scope_add(b->c, found->star->text, found->star);
        rest->c = positional;
    }
    if (found->starstar && found->starstar->kind == RG_AST_NAME) {
        uint32_t first = (uint32_t)b->literals.count;
        for (size_t i = RG_ARGUMENTS; i < ast->count; i++)
            if (ast->items[i]->kind == RG_AST_KEYWORD)
                rg_add_name_literal(b, ast->items[i]->text);
        rg_instruction *rest = rg_emit(b, RG_MATCH_REST_KWARGS, found->starstar, reg);
        rest->b = rg_scope_add(b->c, found->starstar->text, found->starstar);
        rest->c = first;
        rest->d = (uint32_t)b->literals.count - first;
    }
}

static void written_call(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg,
                         const rg_ast *receiver, bool any) {
    arguments found = survey(ast);
    const rg_ast *callee = ast->items[RG_CALLEE];
    uint32_t position = receiver ? 1 : 0;
    uint32_t positional = found.positional + position;
    bool floating =
        any && found.open && ast->count > 1 && ast->items[RG_ARGUMENTS]->kind == RG_AST_WRITTEN;
    if (!floating) {
        rg_instruction *count = rg_emit(b, RG_MATCH_ARGC, ast, reg);
        count->b = positional;
        count->flag = found.open || found.star;
    }
    if (!found.open && !found.starstar)
        rg_emit(b, RG_MATCH_KWARGC, ast, reg)->b = found.keywords;
    if (receiver)
        positional_argument(b, receiver, reg, 0);
    for (size_t i = RG_ARGUMENTS; i < ast->count; i++) {
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

static void operand(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg, uint32_t binding,
                    bool by_name, uint32_t which) {
    if (ast->kind == RG_AST_WILDCARD)
        return;
    uint32_t value = rg_new_register(b, ast);
    rg_instruction *load = rg_emit(b, RG_MATCH_OPERAND, ast, reg);
    load->b = value;
    load->c = which;
    load->d = binding;
    load->flag = by_name;
    argument(b, ast, reg, value);
}

static void operator_call(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg) {
    arguments found = survey(ast);
    uint32_t binding = b->bindings++, position = 0;
    if (b->bindings > RG_MAX_BINDINGS) {
        rg_report(b->c->diagnostics, RG_ERROR, ast->span,
                  "a pattern takes the arguments of at most %d calls by schema", RG_MAX_BINDINGS);
        return;
    }
    uint32_t *names = rg_alloc_array(b->c->arena, (size_t)found.keywords + 1, sizeof *names);
    rg_emit(b, RG_MATCH_SCHEMA, ast, reg)->b = binding;
    if (found.star || found.starstar)
        rg_report(b->c->diagnostics, RG_ERROR, ast->span,
                  "`*args` and `**kwargs` have no meaning where arguments are taken by schema");
    for (size_t i = RG_ARGUMENTS; i < ast->count; i++) {
        const rg_ast *given = ast->items[i];
        if (given->kind == RG_AST_KEYWORD) {
            uint32_t word = rg_add_name_literal(b, given->text);
            names[1 + names[0]++] = word;
            operand(b, given->items[RG_INNER], reg, binding, true, word);
        } else if (given->kind != RG_AST_ELLIPSIS && given->kind != RG_AST_STAR &&
                   given->kind != RG_AST_STARSTAR) {
            operand(b, given, reg, binding, false, position++);
        }
    }
    if (found.open)
        return;
    rg_instruction *rest = rg_emit(b, RG_MATCH_DEFAULTS, ast, reg);
    rest->c = position;
    rest->d = binding;
    rest->extra = names;
}

void rg_compile_call(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg) {
    const rg_ast *callee = ast->items[RG_CALLEE];
    if (callee->kind == RG_AST_NAME && strcmp(callee->text, "slice") == 0) {
        rg_compile_slice(b, ast, reg);
        return;
    }
    rg_target_form form = RG_TARGET_ANY;
    const rg_ast *receiver = head(b, ast, callee, reg, &form);
    if (form == RG_TARGET_OPERATOR || form == RG_TARGET_OPERATOR_REGEX)
        operator_call(b, ast, reg);
    else
        written_call(b, ast, reg, receiver, form == RG_TARGET_ANY);
}

void rg_compile_opcode(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg) {
    rg_target_form form = RG_TARGET_ANY;
    head(b, ast, ast, reg, &form);
}
