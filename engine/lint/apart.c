/* Whether two patterns can be told apart by what they ask of the arguments of the root. Most rules
 * of one operator can, and need not be tried on each other's graphs. */
#include <string.h>

#include "lint.h"

/* The instruction that put into the register what the one at `at` tests, if it is an argument of
 * the root; NULL: it is something else. */
static const rg_instruction *argument_of_root(const rg_program *program, size_t at) {
    uint32_t tested = program->code[at].a;
    for (size_t i = at; i-- > 0;) {
        const rg_instruction *load = &program->code[i];
        bool argument = load->op == RG_MATCH_OPERAND || load->op == RG_MATCH_ARG;
        if (argument && load->b == tested)
            return load->a == 0 ? load : NULL;
        bool loads = load->op == RG_MATCH_KWARG || load->op == RG_MATCH_ITEM ||
                     load->op == RG_MATCH_ITEM_BACK || load->op == RG_MATCH_WRITTEN;
        if ((loads && load->b == tested) || (load->op == RG_MATCH_LOAD && load->a == tested))
            return NULL;
    }
    return NULL;
}

static bool are_same_argument(const rg_program *p, const rg_instruction *a, const rg_program *q,
                              const rg_instruction *b) {
    if (a->op != b->op || a->flag != b->flag)
        return false;
    return a->flag ? strcmp(p->literals[a->c].text, q->literals[b->c].text) == 0 : a->c == b->c;
}

static bool are_other_literals(const rg_literal *a, const rg_literal *b) {
    if (a->kind != b->kind)
        return false; /* 1 and 1.0 are equal */
    if (a->kind == RG_INT)
        return a->number != b->number;
    return a->kind == RG_STR && strcmp(a->text, b->text) != 0;
}

static bool are_other_targets(const rg_target_test *a, const rg_target_test *b) {
    if (a->form == RG_TARGET_OPERATOR && b->form == RG_TARGET_OPERATOR)
        return a->op != b->op;
    return a->form == RG_TARGET_TEXT && b->form == RG_TARGET_TEXT && strcmp(a->text, b->text) != 0;
}

/* Whether no value passes both tests. */
static bool contradict(const rg_program *p, const rg_instruction *a, const rg_program *q,
                       const rg_instruction *b) {
    if (a->op == RG_MATCH_LITERAL && b->op == RG_MATCH_LITERAL)
        return are_other_literals(&p->literals[a->b], &q->literals[b->b]);
    return a->op == RG_MATCH_NODE && b->op == RG_MATCH_NODE &&
           are_other_targets(&p->targets[a->b], &q->targets[b->b]);
}

/* What the other pattern asks of the argument cannot hold, too. */
static bool is_refused(const rg_program *p, size_t at, const rg_program *q) {
    const rg_instruction *asked = argument_of_root(p, at);
    for (size_t i = 0; asked && i < q->count; i++) {
        if (!contradict(p, &p->code[at], q, &q->code[i]))
            continue;
        const rg_instruction *other = argument_of_root(q, i);
        if (other && are_same_argument(p, asked, q, other))
            return true;
    }
    return false;
}

bool rg_are_apart(const rg_rule *a, const rg_rule *b) {
    for (size_t i = 0; i < a->program.count; i++) {
        rg_match_op op = a->program.code[i].op;
        if ((op == RG_MATCH_LITERAL || op == RG_MATCH_NODE) &&
            is_refused(&a->program, i, &b->program))
            return true;
    }
    return false;
}
