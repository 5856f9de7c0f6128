/* Answers that are kept: see memo.h. */
#define XXH_INLINE_ALL
#include <string.h>
#include <xxhash.h>

#include "../calls/callees.h"
#include "../rewrite/conclude.h"
#include "../rewrite/run.h"
#include "memo.h"

enum {
    /* A power of two. A captured graph asks at most 127 different questions, so that few share a
     * place. All entries take 120 KB. */
    ENTRIES = 512,
    KEY_WORDS = 53,     /* the longest key of a captured graph has 43 */
    MOST_VALUES = 32,   /* that are asked about: they are bits of a word */
    MOST_CONTAINERS = 3 /* within one another, as in an index: arguments, the list, a slice */
};

/* Of a function or guard: which of its values it looks at as calls, by bit; or that it is asked
 * without the table. */
struct rg_memo_asked {
    uint32_t calls;
    bool never;
};

struct rg_memo_entry {
    uint32_t hash, count; /* of words; count 0: the place is free */
    rg_value answer;
    uint32_t concluded[2]; /* by rg_conclusion: from which values, by bit */
    uint32_t words[KEY_WORDS];
};

/* A question: its key, and the reads noted while its answer is computed. */
struct rg_memo_query {
    rg_run *run;
    const rg_value *values;
    size_t value_count;
    rg_memo_asked *asked; /* NULL: the question is a fact of a call */
    uint32_t nodes;       /* met so far */
    uint32_t count;       /* of words */
    bool too_long;        /* there is no key */
    bool other_read;      /* the key does not tell all that was read: the answer is not kept */
    uint32_t concluded[2];
    rg_node_id node[KEY_WORDS]; /* by number within the key */
    uint32_t words[KEY_WORDS];
};

/* ---------------------------------------------------------------- keys */

static void add_word(rg_memo_query *q, uint32_t word) {
    if (q->count < KEY_WORDS)
        q->words[q->count++] = word;
    else
        q->too_long = true;
}

/* For a node without a type, its call says whether it may be a tensor: how many sizes were asked
 * for. The value of getattr and of an item depends on more. */
static void add_untyped_call(rg_memo_query *q, const rg_node *node) {
    const char *target = rg_symbol_text(q->run->module->symbols, node->target);
    add_word(q, node->opcode);
    add_word(q, node->target);
    add_word(q, rg_value_count(node->args) + rg_value_count(node->kwargs));
    if (strcmp(target, "builtins.getattr") == 0 || strcmp(target, "operator.getitem") == 0)
        q->too_long = true;
}

static void add_node(rg_memo_query *q, rg_node_id id) {
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
        add_untyped_call(q, node);
}

/* Recursion is bounded by MOST_CONTAINERS. */
static void add_value(rg_memo_query *q, rg_value v, size_t depth) {
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
        add_value(q, rg_item(q->run->module, v, i), depth + 1);
}

static void add_call(rg_memo_query *q, rg_node_id id) {
    const rg_node *node = rg_node_at(q->run->graph, id);
    add_word(q, node->opcode);
    add_word(q, node->target);
    add_value(q, node->args, 0);
    add_value(q, node->kwargs, 0);
}

static bool is_value(const rg_memo_query *q, size_t i, rg_node_id id) {
    return rg_is_node(q->values[i]) && q->values[i].data == id;
}

/* Whether the key has the node as a call. */
static bool has_call(const rg_memo_query *q, rg_node_id id) {
    for (size_t i = 0; i < q->value_count; i++)
        if (is_value(q, i, id) && (!q->asked || q->asked->calls & UINT32_C(1) << i))
            return true;
    return false;
}

static void make_key(rg_memo_query *q, uint32_t subject) {
    q->nodes = q->count = 0;
    q->too_long = q->other_read = false;
    q->concluded[RG_FROM_RESULT] = q->concluded[RG_FROM_CALL] = 0;
    add_word(q, subject);
    add_word(q, q->asked ? q->asked->calls : 0);
    add_word(q, q->asked && q->run->eval.mode.concludes);
    for (size_t i = 0; i < q->value_count; i++)
        add_value(q, q->values[i], 0);
    for (size_t i = 0; i < q->value_count; i++)
        if (rg_is_node(q->values[i]) && has_call(q, q->values[i].data))
            add_call(q, q->values[i].data);
}

static uint32_t hash_key(const rg_memo_query *q) {
    return (uint32_t)XXH3_64bits(q->words, q->count * sizeof *q->words);
}

/* ---------------------------------------------------------------- reads */

static void note_other_read(rg_memo_query *q) {
    q->other_read = true;
    if (q->asked)
        q->asked->never = true;
}

void rg_note_other_read(rg_run *run) {
    if (run->memo.open)
        note_other_read(run->memo.open);
}

/* Keys made from now on have the argument that is this node as a call; the open one lacks it. */
static void note_call(rg_memo_query *q, rg_node_id id) {
    if (has_call(q, id))
        return;
    for (size_t i = 0; q->asked && i < q->value_count; i++)
        if (is_value(q, i, id)) {
            q->asked->calls |= UINT32_C(1) << i;
            q->other_read = true;
            return;
        }
    note_other_read(q);
}

static bool has_annotation(const rg_memo_query *q, rg_value value) {
    for (uint32_t i = 0; rg_is_node(value) && i < q->nodes; i++)
        if (q->node[i] == value.data)
            return true;
    return !rg_is_node(value);
}

void rg_note_read(rg_run *run, rg_reads reads, rg_value value) {
    rg_memo_query *q = run->memo.open;
    if (!q || reads == RG_READS_VALUES)
        return;
    if (reads == RG_READS_CALL && rg_is_node(value))
        note_call(q, value.data);
    else if (reads != RG_READS_TYPE || !has_annotation(q, value))
        note_other_read(q);
}

void rg_note_conclusion(rg_run *run, rg_node_id id, rg_conclusion from) {
    rg_memo_query *q = run->memo.open;
    for (size_t i = 0; q && i < q->value_count; i++)
        if (is_value(q, i, id))
            q->concluded[from] |= UINT32_C(1) << i;
}

/* ---------------------------------------------------------------- the table */

/* Each key has two places, so that two keys that meet in one do not take turns. */
static rg_memo_entry *place_of(const rg_memo_query *q, uint32_t hash, uint32_t which) {
    return q->run->memo.entries + (hash % ENTRIES ^ which);
}

static bool is_of(const rg_memo_entry *entry, const rg_memo_query *q, uint32_t hash) {
    return entry->hash == hash && entry->count == q->count &&
           memcmp(entry->words, q->words, q->count * sizeof *q->words) == 0;
}

static void conclude_again(const rg_memo_query *q, const rg_memo_entry *entry) {
    for (size_t i = 0; i < q->value_count; i++)
        for (int from = RG_FROM_RESULT; from <= RG_FROM_CALL; from++)
            if (entry->concluded[from] >> i & 1)
                rg_conclude(q->run, q->values[i].data, (rg_conclusion)from,
                            q->run->watch.rule->ast);
}

static bool find(const rg_memo_query *q, uint32_t hash, rg_value *answer) {
    const rg_memo_entry *entry = place_of(q, hash, 0);
    if (!is_of(entry, q, hash))
        entry = place_of(q, hash, 1);
    if (!is_of(entry, q, hash))
        return false;
    *answer = entry->answer;
    if (q->run->eval.mode.concludes)
        conclude_again(q, entry);
    return true;
}

static void keep(const rg_memo_query *q, uint32_t hash, rg_value answer) {
    rg_memo_entry *entry = place_of(q, hash, 0);
    if (entry->count)
        entry = place_of(q, hash, 1);
    entry->hash = hash;
    entry->count = q->count;
    entry->answer = answer;
    memcpy(entry->concluded, q->concluded, sizeof entry->concluded);
    memcpy(entry->words, q->words, q->count * sizeof *q->words);
}

static bool can_be_kept(rg_value answer) {
    return !rg_is_node(answer) && !rg_is_container(answer);
}

static rg_value answer(rg_memo_query *q, uint32_t subject, rg_value (*compute)(void *context),
                       void *context) {
    rg_run *run = q->run;
    rg_value found;
    if (!run->memo.entries)
        run->memo.entries = rg_alloc_array(run->arenas.run, ENTRIES, sizeof *run->memo.entries);
    make_key(q, subject);
    if (q->too_long)
        return compute(context);
    uint32_t hash = hash_key(q);
    if (find(q, hash, &found))
        return found;
    run->memo.open = q;
    found = compute(context);
    run->memo.open = NULL;
    if (!q->other_read && can_be_kept(found))
        keep(q, hash, found);
    else if (q->asked && !q->other_read)
        q->asked->never = true;
    return found;
}

/* ---------------------------------------------------------------- questions */

static bool is_in_use(const rg_run *run) {
    return !run->memo.open && !run->watch.observer && !run->eval.mode.strides_hidden;
}

static rg_memo_asked *asked_at(rg_run *run, uint32_t number) {
    if (!run->memo.asked)
        run->memo.asked =
            rg_alloc_array(run->arenas.run, run->ruleset->asked_count, sizeof *run->memo.asked);
    return run->memo.asked + number;
}

bool rg_is_memoized(rg_run *run, uint32_t number, size_t count) {
    return is_in_use(run) && count <= MOST_VALUES && !asked_at(run, number)->never;
}

/* One question is open at a time, so all share one place: on the stack, recursive functions would
 * need much room for them. make_key() sets what is not set here. */
static rg_memo_query *ask(rg_run *run, rg_memo_asked *asked, const rg_value *values, size_t count) {
    if (!run->memo.room)
        run->memo.room = rg_alloc(run->arenas.run, sizeof *run->memo.room);
    rg_memo_query *q = run->memo.room;
    q->run = run;
    q->asked = asked;
    q->values = values;
    q->value_count = count;
    return q;
}

rg_value rg_memoized(rg_run *run, uint32_t number, const rg_value *values, size_t count,
                     rg_value (*compute)(void *context), void *context) {
    return answer(ask(run, asked_at(run, number), values, count), number, compute, context);
}

/* Facts have numbers from the end, so that they are no function's. */
rg_value rg_memoized_fact(rg_run *run, rg_call_fact fact, rg_node_id call,
                          rg_value (*compute)(void *context), void *context) {
    rg_value value = rg_node_value(call);
    if (!is_in_use(run))
        return compute(context);
    return answer(ask(run, NULL, &value, 1), UINT32_MAX - (uint32_t)fact, compute, context);
}
