/* Answers that are kept.
 *
 * Guards ask the same of many calls: whether `add_` of two f32 tensors promotes, which shape a
 * `select` has. So the answer of a function or `where` line of a rule file is kept with a
 * description of what it was asked about: its values and, of those that are nodes, the annotations,
 * and where it looks at them the opcode, target and arguments. Nodes in a description are numbered
 * in the order in which they are met: which nodes they are does not count, which are the same does.
 *
 * While an answer is being found it is watched what is read. If that is more than the description
 * tells (names, memory, other nodes of the graph), the answer is not kept, and the function or
 * guard is not watched again in this run. */
#include <string.h>

#include "../calls/callees.h"
#include "../rewrite/conclude.h"
#include "../rewrite/run.h"
#include "recall.h"

enum {
    ANSWERS = 512,      /* a power of two; one answer may take another's place */
    MOST_WORDS = 53,    /* of a description */
    MOST_VALUES = 32,   /* that are asked about */
    MOST_CONTAINERS = 3 /* within one another */
};

struct rg_answer {
    uint32_t hash, count; /* of words; 0: no answer is here */
    rg_value value;
    uint32_t concluded[2]; /* see rg_question */
    uint32_t words[MOST_WORDS];
};

/* What is known of a function or guard: which of its values it looks at as calls, by bit; or that
 * its answers are not to be kept. */
typedef struct askable {
    uint32_t calls;
    bool never;
} askable;

/* A question to be asked, or being answered. */
struct rg_question {
    rg_run *run;
    const rg_value *values;
    size_t value_count;
    askable *of;           /* NULL: the question is of a call */
    uint32_t nodes;        /* met so far */
    uint32_t count;        /* of words */
    bool too_long;         /* no description */
    bool reads_more;       /* than is described: the answer is not kept */
    uint32_t concluded[2]; /* by rg_conclusion: from which values, by bit */
    rg_node_id node[MOST_WORDS];
    uint32_t words[MOST_WORDS];
};

/* ---------------------------------------------------------------- descriptions */

static void add_word(rg_question *q, uint32_t word) {
    if (q->count < MOST_WORDS)
        q->words[q->count++] = word;
    else
        q->too_long = true;
}

/* Of a node without type its call tells what it may be: how many sizes were asked for. The
 * value of getattr and of an item depends on more. */
static void add_call_of_unknown(rg_question *q, const rg_node *node) {
    const char *target = rg_symbol_text(q->run->module->symbols, node->target);
    add_word(q, node->opcode);
    add_word(q, node->target);
    add_word(q, rg_value_count(node->args) + rg_value_count(node->kwargs));
    if (strcmp(target, "builtins.getattr") == 0 || strcmp(target, "operator.getitem") == 0)
        q->too_long = true;
}

static void add_node(rg_question *q, rg_node_id id) {
    uint32_t number = 0;
    while (number < q->nodes && q->node[number] != id)
        number++;
    add_word(q, rg_make_value(RG_NODE, number, 0).tag);
    if (number < q->nodes || q->too_long)
        return;
    const rg_node *node = rg_node_at(q->run->graph, id);
    q->node[q->nodes++] = id;
    add_word(q, node->annotation);
    if (!rg_node_type(q->run->graph, id))
        add_call_of_unknown(q, node);
}

/* Recursion is bounded by MOST_CONTAINERS. */
static void add_value(rg_question *q, rg_value v, size_t depth) {
    const rg_module *module = q->run->module;
    if (rg_is_node(v)) {
        add_node(q, v.data);
        return;
    }
    add_word(q, v.tag);
    if (!rg_is_container(v)) {
        add_word(q, v.data);
        return;
    }
    if (depth == MOST_CONTAINERS || rg_value_kind(v) == RG_OPAQUE)
        q->too_long = true;
    for (uint32_t i = 0; i < rg_value_count(v) && !q->too_long; i++)
        add_value(q, rg_item(module, v, i), depth + 1);
}

static void add_call(rg_question *q, rg_node_id id) {
    const rg_node *node = rg_node_at(q->run->graph, id);
    add_word(q, node->opcode);
    add_word(q, node->target);
    add_value(q, node->args, 0);
    add_value(q, node->kwargs, 0);
}

static bool is_described_call(const rg_question *q, rg_node_id id) {
    for (size_t i = 0; i < q->value_count; i++)
        if (rg_is_node(q->values[i]) && q->values[i].data == id &&
            (!q->of || q->of->calls & UINT32_C(1) << i))
            return true;
    return false;
}

static void describe(rg_question *q, uint32_t subject) {
    q->nodes = q->count = 0;
    q->too_long = q->reads_more = false;
    q->concluded[RG_FROM_RESULT] = q->concluded[RG_FROM_CALL] = 0;
    add_word(q, subject);
    add_word(q, q->of ? q->of->calls : 0);
    add_word(q, q->of && q->run->eval.mode.concludes); /* or conclusions are missing: see keep() */
    for (size_t i = 0; i < q->value_count; i++)
        add_value(q, q->values[i], 0);
    for (size_t i = 0; i < q->value_count; i++)
        if (rg_is_node(q->values[i]) && is_described_call(q, q->values[i].data))
            add_call(q, q->values[i].data);
}

/* ---------------------------------------------------------------- what is read */

static void read_more(rg_question *q) {
    q->reads_more = true;
    if (q->of)
        q->of->never = true;
}

void rg_reads_more(rg_run *run) {
    if (run->recall.question)
        read_more(run->recall.question);
}

/* A call that an argument is: from now on the function's arguments are described so. */
static void note_call(rg_question *q, rg_node_id id) {
    if (is_described_call(q, id))
        return;
    for (size_t i = 0; q->of && i < q->value_count; i++)
        if (rg_is_node(q->values[i]) && q->values[i].data == id) {
            q->of->calls |= UINT32_C(1) << i;
            q->reads_more = true;
            return;
        }
    read_more(q);
}

void rg_note_read(rg_run *run, rg_reads reads, rg_value value) {
    rg_question *q = run->recall.question;
    if (!q || reads == RG_READS_VALUES)
        return;
    if (reads == RG_READS_CALL && rg_is_node(value)) {
        note_call(q, value.data);
        return;
    }
    bool described = reads == RG_READS_TYPE && !rg_is_node(value);
    for (uint32_t i = 0; reads == RG_READS_TYPE && !described && i < q->nodes; i++)
        described = q->node[i] == value.data;
    if (!described)
        read_more(q);
}

void rg_note_conclusion(rg_run *run, rg_node_id id, rg_conclusion from) {
    rg_question *q = run->recall.question;
    for (size_t i = 0; q && i < q->value_count; i++)
        if (rg_is_node(q->values[i]) && q->values[i].data == id)
            q->concluded[from] |= UINT32_C(1) << i;
}

/* ---------------------------------------------------------------- the answers */

static void conclude_again(const rg_question *q, const rg_answer *answer) {
    for (size_t i = 0; i < q->value_count; i++)
        for (int from = RG_FROM_RESULT; from <= RG_FROM_CALL; from++)
            if (answer->concluded[from] >> i & 1)
                rg_conclude(q->run, q->values[i].data, (rg_conclusion)from,
                            q->run->watch.rule->ast);
}

static uint32_t hash_words(const rg_question *q) {
    uint64_t hash = q->count;
    for (uint32_t i = 0; i < q->count; i++)
        hash = (hash ^ q->words[i]) * UINT64_C(0x9E3779B97F4A7C15) >> 7 ^ hash << 57;
    return (uint32_t)(hash ^ hash >> 32);
}

static bool recall(const rg_question *q, uint32_t hash, rg_value *value) {
    const rg_answer *answer = q->run->recall.answers + hash % ANSWERS;
    if (answer->hash != hash || answer->count != q->count ||
        memcmp(answer->words, q->words, q->count * sizeof *q->words) != 0)
        return false;
    *value = answer->value;
    if (q->run->eval.mode.concludes)
        conclude_again(q, answer);
    return true;
}

static void keep(const rg_question *q, uint32_t hash, rg_value value) {
    rg_answer *answer = q->run->recall.answers + hash % ANSWERS;
    answer->hash = hash;
    answer->count = q->count;
    answer->value = value;
    memcpy(answer->concluded, q->concluded, sizeof answer->concluded);
    memcpy(answer->words, q->words, q->count * sizeof *q->words);
}

/* Nodes, and containers that might hold some, are not what another call would get. */
static bool can_be_kept(rg_value value) {
    return !rg_is_node(value) && !rg_is_container(value);
}

/* Asks `find` unless the answer is known. */
static rg_value answer(rg_question *q, uint32_t subject, rg_value (*find)(void *context),
                       void *context) {
    rg_run *run = q->run;
    rg_value value;
    if (!run->recall.answers)
        run->recall.answers = rg_alloc_array(run->arenas.run, ANSWERS, sizeof *run->recall.answers);
    describe(q, subject);
    if (q->too_long)
        return find(context);
    uint32_t hash = hash_words(q);
    if (recall(q, hash, &value))
        return value;
    run->recall.question = q;
    value = find(context);
    run->recall.question = NULL;
    if (!q->reads_more && can_be_kept(value))
        keep(q, hash, value);
    else if (q->of && !q->reads_more)
        q->of->never = true;
    return value;
}

/* ---------------------------------------------------------------- what is asked */

static askable *askable_at(rg_run *run, uint32_t number) {
    if (!run->recall.askables)
        run->recall.askables =
            rg_alloc_array(run->arenas.run, run->ruleset->askable_count, sizeof(askable));
    return (askable *)run->recall.askables + number;
}

bool rg_may_keep(rg_run *run, uint32_t number, size_t count) {
    return !run->recall.question && !run->watch.observer && !run->eval.mode.strides_hidden &&
           count <= MOST_VALUES && !askable_at(run, number)->never;
}

/* One question is answered at a time, so one place does for all of them: functions that call
 * themselves would need much of the stack. What is not set here is set by describe(). */
static rg_question *ask(rg_run *run, askable *of, const rg_value *values, size_t count) {
    if (!run->recall.room)
        run->recall.room = rg_alloc(run->arenas.run, sizeof *run->recall.room);
    rg_question *q = run->recall.room;
    q->run = run;
    q->of = of;
    q->values = values;
    q->value_count = count;
    return q;
}

rg_value rg_answer_of(rg_run *run, uint32_t number, const rg_value *values, size_t count,
                      rg_value (*find)(void *context), void *context) {
    rg_question *q = ask(run, askable_at(run, number), values, count);
    return answer(q, number, find, context);
}

rg_value rg_answer_of_call(rg_run *run, rg_asks what, rg_node_id id,
                           rg_value (*find)(void *context), void *context) {
    rg_value value = rg_node_value(id);
    if (run->recall.question || run->watch.observer || run->eval.mode.strides_hidden)
        return find(context);
    return answer(ask(run, NULL, &value, 1), UINT32_MAX - (uint32_t)what, find, context);
}
