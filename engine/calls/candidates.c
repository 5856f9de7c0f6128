/* Which rules are tried at a node: those whose root accepts its target, found once a pass for each
 * callee. */
#include <string.h>

#include "../rewrite/run.h"
#include "callees.h"

static bool has_param(rg_run *run, const rg_operator *op, const char *name) {
    for (size_t i = 0; op && i < op->schema_count; i++) {
        const rg_schema *schema = rg_ops_schema(run->ruleset->ops, op, i, run->arenas.module);
        if (schema && rg_param_index(schema, name) != RG_NONE_ID)
            return true;
    }
    return false;
}

/* The first positional argument of the root that must be a call of one target. */
static void find_inner(rg_run *run, const rg_program *program, rg_candidate *candidate) {
    for (size_t i = 0; i < program->count; i++) {
        const rg_instruction *load = &program->code[i];
        if (load->op != RG_MATCH_ARG || load->a != 0)
            continue;
        for (size_t k = i + 1; k < program->count; k++) {
            const rg_instruction *test = &program->code[k];
            if (test->op != RG_MATCH_NODE || test->a != load->b)
                continue;
            const rg_target_test *target = &program->targets[test->b];
            if (target->form != RG_TARGET_TEXT || target->opcodes & ~RG_CALLS)
                break;
            candidate->needs_inner = true;
            candidate->position = load->c;
            candidate->inner = rg_intern_text(run->module->symbols, target->text);
            return;
        }
    }
}

/* Whether the annotation decides: sizes that are compared with others may be nodes, which rules
 * replace. */
static bool kinds_are_written(const rg_program *program, const rg_instruction *code) {
    for (uint32_t k = 0; k < code->c; k++) {
        const rg_kind_pattern *kind = &program->kinds[code->b + k];
        for (size_t i = 0; kind->has_dims && i < kind->count; i++)
            if (kind->dims[i].test == RG_DIM_SAME)
                return false;
    }
    return true;
}

/* How many instructions at the program's beginning look at no more than the form of the call: if
 * one of them fails, it does for all calls of that form. */
static size_t count_by_form(const rg_program *program) {
    size_t i = 0;
    for (; i < program->count; i++) {
        const rg_instruction *code = &program->code[i];
        bool of_root = code->a == 0 && (code->op == RG_MATCH_NODE || code->op == RG_MATCH_SCHEMA ||
                                        code->op == RG_MATCH_ARGC || code->op == RG_MATCH_KWARGC ||
                                        code->op == RG_MATCH_ARG || code->op == RG_MATCH_OPERAND);
        bool of_argument =
            code->op == RG_MATCH_BIND ||
            (code->op == RG_MATCH_KIND && code->a != 0 && kinds_are_written(program, code));
        if (!of_root && !of_argument)
            break;
    }
    return i;
}

/* What the program asks of the root that only some calls of the target have. */
static void add_candidate(rg_run *run, rg_callee *callee, const rg_rule *rule) {
    rg_candidate *candidate =
        rg_array_push(run->arenas.run, &callee->candidates, sizeof *candidate);
    candidate->rule = rule;
    for (size_t i = 0; i < rule->program.count; i++) {
        const rg_instruction *code = &rule->program.code[i];
        if (code->a != 0)
            continue;
        if (code->op == RG_MATCH_WRITTEN || code->op == RG_MATCH_IS_WRITTEN)
            candidate->needs_write = true;
        if (code->op == RG_MATCH_KWARG &&
            (!code->flag ||
             !has_param(run, callee->spelled.op, rule->program.literals[code->c].text)))
            candidate->needs_keyword = true;
    }
    find_inner(run, &rule->program, candidate);
    candidate->by_form = count_by_form(&rule->program);
}

void rg_find_candidates(rg_run *run, rg_callee *callee, const rg_node *node) {
    callee->pass_stamp = run->calls.pass_stamp;
    callee->candidates.count = 0;
    for (size_t i = 0; i < run->pass.order_count; i++)
        if (rg_target_accepts(run, run->pass.order[i]->root, node, NULL))
            add_candidate(run, callee, run->pass.order[i]);
}
