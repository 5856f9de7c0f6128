/* Patterns to straight-line programs. Every test comes before what relies on it, cheap ones first;
 * there is no backtracking: alternatives are sets of literals or kinds. */
#include "compile_pattern.h"

#include <string.h>

/* ---------------------------------------------------------------- pieces of a program */

rg_instruction *rg_emit(rg_pattern_builder *b, rg_match_op op, const rg_ast *ast, uint32_t a) {
    rg_instruction *instruction = rg_array_push(b->c->arena, &b->code, sizeof *instruction);
    instruction->op = op;
    instruction->ast = ast;
    instruction->a = a;
    return instruction;
}

uint32_t rg_new_register(rg_pattern_builder *b, const rg_ast *ast) {
    if (b->registers >= RG_MAX_REGISTERS) {
        rg_report(b->c->diagnostics, RG_ERROR, ast->span,
                  "the pattern looks at more than %d values", RG_MAX_REGISTERS);
        return 0;
    }
    return b->registers++;
}

uint32_t rg_add_literal(rg_pattern_builder *b, rg_literal literal) {
    *(rg_literal *)rg_array_push(b->c->arena, &b->literals, sizeof literal) = literal;
    return (uint32_t)b->literals.count - 1;
}

uint32_t rg_add_name_literal(rg_pattern_builder *b, const char *name) {
    return rg_add_literal(b, (rg_literal){RG_STR, 0, name});
}

uint32_t rg_add_regex(rg_pattern_builder *b, const rg_ast *ast, const uint32_t **slots) {
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

/* ---------------------------------------------------------------- names, sequences */

static void name(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg) {
    uint32_t slot = rg_scope_find(b->c, ast->text);
    rg_match_op op = slot == RG_NO_SLOT ? RG_MATCH_BIND : RG_MATCH_SAME;
    if (slot == RG_NO_SLOT)
        slot = rg_scope_add(b->c, ast->text, ast);
    rg_emit(b, op, ast, reg)->b = slot;
}

static void item(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg, uint32_t index,
                 bool from_end) {
    if (ast->kind == RG_AST_WILDCARD)
        return;
    uint32_t target = rg_new_register(b, ast);
    rg_instruction *load = rg_emit(b, from_end ? RG_MATCH_ITEM_BACK : RG_MATCH_ITEM, ast, reg);
    load->b = target;
    load->c = index;
    rg_compile_pattern(b, ast, target);
}

static void sequence(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg, rg_kind kind) {
    size_t star = ast->count;
    for (size_t i = 0; i < ast->count; i++)
        if (ast->items[i]->kind == RG_AST_STAR)
            star = i;
    bool open = star < ast->count;
    rg_instruction *test = rg_emit(b, RG_MATCH_SEQUENCE, ast, reg);
    test->b = (uint32_t)kind;
    test->c = (uint32_t)(open ? ast->count - 1 : ast->count);
    test->flag = open;
    for (size_t i = 0; i < star; i++)
        item(b, ast->items[i], reg, (uint32_t)i, false);
    for (size_t i = star + 1; i < ast->count; i++)
        item(b, ast->items[i], reg, (uint32_t)(ast->count - i), true);
    if (open && ast->items[star]->items[RG_INNER]->kind == RG_AST_NAME) {
        const rg_ast *rest = ast->items[star]->items[RG_INNER];
        rg_instruction *run = rg_emit(b, RG_MATCH_RUN, rest, reg);
        run->b = rg_scope_add(b->c, rest->text, rest);
        run->c = (uint32_t)star;
        run->d = (uint32_t)(ast->count - star - 1);
    }
}

/* `slice(stop)`, `slice(start, stop)`, `slice(start, stop, step)` as Python reads them. */
void rg_compile_slice(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg) {
    size_t given = ast->count - RG_ARGUMENTS;
    rg_instruction *test = rg_emit(b, RG_MATCH_SEQUENCE, ast, reg);
    test->b = RG_SLICE;
    test->c = 3;
    uint32_t first = given == 1 ? 1 : 0;
    uint32_t none = rg_add_literal(b, (rg_literal){RG_NONE, 0, NULL});
    for (uint32_t i = 0; i < 3; i++) {
        if (i >= first && i - first < given) {
            item(b, ast->items[1 + i - first], reg, i, false);
            continue;
        }
        uint32_t target = rg_new_register(b, ast);
        rg_instruction *load = rg_emit(b, RG_MATCH_ITEM, ast, reg);
        load->b = target;
        load->c = i;
        rg_emit(b, RG_MATCH_LITERAL, ast, target)->b = none;
    }
}

/* ---------------------------------------------------------------- the whole */

void rg_compile_pattern(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg) {
    rg_literal literal;
    const uint32_t *slots = NULL;
    switch (ast->kind) {
    case RG_AST_WILDCARD:
        return;
    case RG_AST_NAME:
        name(b, ast, reg);
        return;
    case RG_AST_TYPED:
        rg_compile_typed(b, ast, reg);
        return;
    case RG_AST_EITHER:
        rg_compile_either(b, ast, reg);
        return;
    case RG_AST_TUPLE:
        sequence(b, ast, reg, RG_TUPLE);
        return;
    case RG_AST_LIST:
        sequence(b, ast, reg, RG_LIST);
        return;
    case RG_AST_REGEX: {
        uint32_t number = rg_add_regex(b, ast, &slots);
        rg_emit(b, RG_MATCH_REGEX, ast, reg)->b = number;
        return;
    }
    case RG_AST_CALL:
        rg_compile_call(b, ast, reg);
        return;
    case RG_AST_OPCODE:
        rg_compile_opcode(b, ast, reg);
        return;
    default:
        if (rg_as_literal(b, ast, &literal)) {
            uint32_t number = rg_add_literal(b, literal);
            rg_emit(b, RG_MATCH_LITERAL, ast, reg)->b = number;
            return;
        }
        rg_report(b->c->diagnostics, RG_ERROR, ast->span, "%s cannot stand in a pattern",
                  rg_ast_describe(ast));
    }
}

static rg_program finish(const rg_pattern_builder *b) {
    rg_ruleset *ruleset = b->c->ruleset;
    if (ruleset->most_bindings < b->bindings)
        ruleset->most_bindings = b->bindings;
    return (rg_program){.count = b->code.count,
                        .code = b->code.data,
                        .literals = b->literals.data,
                        .kinds = b->kinds.data,
                        .targets = b->targets.data,
                        .regexes = b->regexes.data,
                        .regex_groups = b->regex_groups.data};
}

rg_program rg_compile_patterns(rg_compiler *c, rg_ast *const *patterns, size_t count) {
    rg_pattern_builder b = {.c = c};
    for (size_t i = 0; i < count; i++)
        rg_new_register(&b, patterns[i]);
    for (size_t i = 0; i < count; i++)
        rg_compile_pattern(&b, patterns[i], (uint32_t)i);
    return finish(&b);
}

static void equation(rg_pattern_builder *b, const rg_ast *ast, uint32_t reg) {
    if (ast->items[RG_EQUATION_NAME]->kind == RG_AST_NAME && reg == 0)
        name(b, ast->items[RG_EQUATION_NAME], reg);
    rg_compile_pattern(b, ast->items[RG_EQUATION_PATTERN], reg);
}

rg_program rg_compile_equations(rg_compiler *c, rg_ast *const *equations, size_t count) {
    rg_pattern_builder b = {.c = c};
    bool *done = rg_alloc_array(c->arena, count, sizeof *done);
    rg_new_register(&b, equations[count - 1]);
    equation(&b, equations[count - 1], 0);
    done[count - 1] = true;
    for (size_t remaining = count - 1; remaining > 0;) {
        size_t next = count;
        for (size_t i = count; i-- > 0;)
            if (!done[i] && equations[i]->items[RG_EQUATION_NAME]->kind == RG_AST_NAME &&
                rg_scope_find(c, equations[i]->items[RG_EQUATION_NAME]->text) != RG_NO_SLOT) {
                next = i;
                break;
            }
        if (next == count)
            break; /* the checker reported an equation that the root does not reach */
        uint32_t reg = rg_new_register(&b, equations[next]);
        rg_emit(&b, RG_MATCH_LOAD, equations[next]->items[RG_EQUATION_NAME], reg)->b =
            rg_scope_find(c, equations[next]->items[RG_EQUATION_NAME]->text);
        equation(&b, equations[next], reg);
        done[next] = true;
        remaining--;
    }
    return finish(&b);
}

/* ---------------------------------------------------------------- variants */

static bool is_same_place(const rg_span *one, const rg_span *other) {
    return one->source == other->source && one->line == other->line &&
           one->column == other->column && one->end_line == other->end_line &&
           one->end_column == other->end_column;
}

/* Tables of a program are filled in the order of its code: while all was the same, so are the
 * numbers in them. */
size_t rg_count_shared(const rg_program *one, const rg_program *other) {
    size_t i = 0;
    for (; i < one->count && i < other->count; i++) {
        const rg_instruction *a = &one->code[i], *b = &other->code[i];
        if (a->op != b->op || a->flag != b->flag || a->a != b->a || a->b != b->b || a->c != b->c ||
            a->d != b->d || !is_same_place(&a->ast->span, &b->ast->span))
            break;
    }
    return i;
}
