/* The `aliases` lines of operator files, applied to a call whose shapes, strides and dtypes may be
 * known in part. Each call is evaluated once; the answer is kept by node. */
#include <string.h>

#include "../calls/callees.h"
#include "../eval/eval.h"
#include "../eval/memo.h"
#include "../rewrite/run.h"
#include "alias_lines.h"
#include "effects.h"
#include "../memory/storage.h"
#include "../memory/storage_parts.h"

/* The text is made when it is first needed. */
const char *rg_doubt_about(rg_run *run, rg_node_id id, rg_doubt which) {
    static const char *const words[RG_DOUBTS][2] = {
        [RG_DOUBT_TARGET] = {"no operator table knows `", "`, or how it is called"},
        [RG_DOUBT_ARGUMENT] = {"the schema of `", "` lets the result alias several arguments"},
        [RG_DOUBT_COPY] = {"whether `",
                           "` copies depends on shape, stride, dtype or device metadata"}};
    const char **kept = &rg_class_of(run, id)->callee->doubts[which];
    if (!*kept)
        *kept = rg_format(run->arenas.run, "%s%s%s", words[which][0],
                          rg_node_target(run->graph, id), words[which][1]);
    return *kept;
}

static uint16_t *fact_of(rg_run *run, rg_node_id id) {
    return rg_table_slot(run, &run->graphs.here->aliases, id, sizeof(uint16_t));
}

void rg_forget_alias_fact(rg_run *run, rg_node_id id) {
    *fact_of(run, id) = RG_ALIAS_UNASKED;
}

/* The answers that say more than yes; see grammar/manual/reference/operators.md. */
static uint32_t fact_named(const char *answer) {
    if (strcmp(answer, "itself") == 0)
        return RG_ALIAS_ITSELF;
    if (strcmp(answer, "maybe itself") == 0)
        return RG_ALIAS_MAYBE_ITSELF;
    if (strcmp(answer, "itself unless lazy") == 0)
        return RG_ALIAS_RESOLVED;
    if (strcmp(answer, "the storage") == 0)
        return RG_ALIAS_STORAGE;
    return strcmp(answer, "other values") == 0 ? RG_ALIAS_REVALUED : RG_ALIAS_UNKNOWN;
}

/* The message of a failed attempt is freed when the next node is visited, so it is copied. Facts
 * have 16 bits; when they run out of numbers the general doubt is given. */
static uint32_t keep_reason(rg_run *run, rg_node_id id, const char *why) {
    if (run->effects.alias_reasons.count >= UINT16_MAX - RG_ALIAS_UNKNOWN)
        return RG_ALIAS_UNKNOWN;
    const char **kept = rg_array_push(run->arenas.run, &run->effects.alias_reasons, sizeof *kept);
    *kept = rg_format(run->arenas.run, "%s: %s", rg_doubt_about(run, id, RG_DOUBT_COPY), why);
    return RG_ALIAS_UNKNOWN + (uint32_t)run->effects.alias_reasons.count;
}

typedef struct asking {
    rg_run *run;
    rg_node_id id;
    const rg_clause_code *code;
} asking;

/* The fact, as an int. */
static rg_value ask(void *context) {
    const asking *a = context;
    rg_run *run = a->run;
    rg_value answer;
    const char *why;
    uint32_t fact = RG_ALIAS_UNKNOWN;
    if (!rg_try_clause(run, a->code, a->id, &answer, &why)) {
        rg_note_other_read(run); /* the reason is that call's own */
        fact = keep_reason(run, a->id, why);
    } else if (rg_value_kind(answer) == RG_STR) {
        fact = fact_named(rg_value_text(run->module, answer));
    } else if (rg_value_kind(answer) != RG_NONE) {
        fact = rg_truth(run->module, answer) ? RG_ALIAS_SHARED : RG_ALIAS_FRESH;
    }
    return rg_int(run->module, fact);
}

static uint32_t ask_clause(rg_run *run, rg_node_id id, const rg_clause_code *code) {
    asking a = {run, id, code};
    return (uint32_t)rg_get_int(run->module, rg_memoized_fact(run, RG_FACT_ALIAS, id, ask, &a));
}

uint32_t rg_alias_fact(rg_run *run, rg_node_id id, const rg_binding *binding, uint32_t usual) {
    const rg_op_clause *clause = rg_ops_clause(binding->schema->op->aliases, binding->schema);
    if (!clause)
        return usual;
    const rg_alias *viewed = rg_is_node(binding->slots[0].value)
                                 ? rg_alias_of(&run->memory, binding->slots[0].value.data)
                                 : NULL;
    if (viewed && viewed->reshaped) { /* its metadata are those of before */
        uint32_t fact = ask_clause(run, id, rg_clause_of(clause->ast));
        return fact == RG_ALIAS_STORAGE ? fact : RG_ALIAS_UNKNOWN;
    }
    if (*fact_of(run, id) == RG_ALIAS_UNASKED) {
        uint32_t fact = ask_clause(run, id, rg_clause_of(clause->ast));
        *fact_of(run, id) = (uint16_t)fact;
    }
    return *fact_of(run, id);
}

bool rg_views_by_strides(rg_run *run, rg_node_id id) {
    const rg_binding *binding = rg_bind_node(run, id);
    const rg_op_clause *clause =
        binding ? rg_ops_clause(binding->schema->op->aliases, binding->schema) : NULL;
    if (!clause)
        return false;
    rg_value answer;
    rg_eval_mode mode = run->eval.mode;
    mode.strides_hidden = true;
    rg_eval_mode outer = rg_enter_mode(&run->eval, mode);
    bool told = rg_try_clause(run, rg_clause_of(clause->ast), id, &answer, NULL);
    rg_leave_mode(&run->eval, outer);
    return !told || rg_value_kind(answer) == RG_NONE ||
           (rg_value_kind(answer) != RG_STR && !rg_truth(run->module, answer));
}

static const char *reason_of(rg_run *run, rg_node_id id, uint32_t fact) {
    if (fact == RG_ALIAS_UNKNOWN)
        return rg_doubt_about(run, id, RG_DOUBT_COPY);
    return ((const char *const *)run->effects.alias_reasons.data)[fact - RG_ALIAS_UNKNOWN - 1];
}

/* Whether the tensor is not known to be lazily conjugated or negated: it is not such a view of a
 * tensor that the graph made. Metadata do not say whether an input is. */
static bool is_plain_tensor(const rg_run *run, rg_node_id id) {
    const rg_memory *memory = &run->memory;
    const rg_alias *alias = rg_alias_of(memory, id);
    if (!alias || alias->revalued)
        return false;
    uint8_t opcode =
        rg_node_at(run->graph, rg_storage_at(memory, alias->storage)->first_root)->opcode;
    return opcode != RG_PLACEHOLDER && opcode != RG_GET_ATTR &&
           rg_storage_at(memory, alias->storage)->maybe_first == RG_NONE_ID;
}

void rg_decide_view(rg_run *run, rg_node_id id, const rg_binding *binding, rg_effect *effect,
                    uint32_t usual) {
    uint32_t fact = rg_alias_fact(run, id, binding, usual);
    if (fact == RG_ALIAS_RESOLVED)
        fact = is_plain_tensor(run, effect->node) ? RG_ALIAS_ITSELF : RG_ALIAS_UNKNOWN;
    effect->maybe_itself = fact == RG_ALIAS_MAYBE_ITSELF;
    effect->revalues = fact == RG_ALIAS_REVALUED;
    effect->of_storage = fact == RG_ALIAS_STORAGE;
    if (fact == RG_ALIAS_ITSELF) {
        effect->kind = RG_EFFECT_SAME;
    } else if (fact == RG_ALIAS_FRESH) {
        effect->kind = RG_EFFECT_FRESH;
    } else if (fact >= RG_ALIAS_UNKNOWN) {
        effect->kind = RG_EFFECT_MAYBE;
        effect->missing = reason_of(run, id, fact);
    }
}
