/* Classes of calls are interned by their words. The first word is the callee, what the class tells
 * apart, and the verdict of a variant; then come
 *   by form    the annotation, and for each argument its word and the target of the call that it is
 *   by shape   the kind of result, and the words of an rg_call_shape
 *   by callee  nothing. */
#include <string.h>

#include "../memory/storage_parts.h"
#include "classes.h"
#include "callees.h"

enum {
    MOST_CLASSES = UINT16_MAX,           /* numbers are kept in 16 bits a node */
    MOST_BY_FORM = MOST_CLASSES / 4 * 3, /* those are many where annotations are */
    FIRST_PLACES = 256,
    DETAIL_BITS = 2,
    VERDICT_BITS = 3,
    FIRST_OPCODE = RG_FLOAT + 1 /* among the numbers of words, behind kinds of values */
};

typedef struct class_key {
    uint64_t words[RG_CLASS_WORDS];
    uint64_t hash; /* of those that are there */
    uint8_t count;
} class_key;

/* Multiplying by the golden ratio mixes upwards, into the half that is taken. */
static inline void add_word(class_key *key, uint64_t word) {
    key->words[key->count++] = word;
    key->hash = (key->hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
}

/* ---------------------------------------------------------------- keys */

static inline uint64_t two(uint32_t low, uint32_t high) {
    return low | (uint64_t)high << 32;
}

/* The first word of a key; `result`: what the class distinguishes of the result. */
static inline void begin_key(class_key *key, const rg_callee *callee, rg_class_detail detail,
                             rg_verdict verdict, uint32_t result) {
    uint32_t low = callee->number << (VERDICT_BITS + DETAIL_BITS) |
                   (uint32_t)verdict << DETAIL_BITS | (uint32_t)detail;
    key->hash = key->count = 0;
    add_word(key, two(low, result));
}

/* The word of a node without annotation. For most, only the callee is known; for a few, the kind of
 * value depends on the arguments. */
static uint64_t word_of_untyped(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    bool call = rg_is_call(node);
    if (call && rg_callee_at(run, id)->tells_kind)
        return 0;
    return two(UINT32_MAX - FIRST_OPCODE - node->opcode, call ? node->target : 0);
}

/* The word of an argument. Zero in the low half: its form does not say what kind of value it is. */
static inline uint64_t word_of(rg_run *run, rg_value v) {
    if (!rg_is_node(v))
        return rg_value_kind(v) <= RG_FLOAT ? UINT32_MAX - (uint32_t)rg_value_kind(v) : 0;
    const rg_node *node = rg_node_at(run->graph, v.data);
    return node->annotation ? two(node->annotation, rg_is_call(node) ? node->target : 0)
                            : word_of_untyped(run, v.data);
}

static inline bool key_by_form(rg_run *run, const rg_node *node, const rg_callee *callee,
                               class_key *key) {
    uint32_t count = rg_value_count(node->args);
    const rg_value *items = rg_items(run->module, node->args);
    if (rg_value_kind(node->args) != RG_TUPLE || count > RG_FORM_ARGUMENTS || rg_has_keywords(node))
        return false;
    begin_key(key, callee, RG_BY_FORM, RG_VERDICT_NONE, node->annotation);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t word = word_of(run, items[i]);
        if (!(uint32_t)word)
            return false;
        add_word(key, word);
    }
    return true;
}

/* Whether the words of the arguments say all there is to know: what has an annotation that cannot
 * be read may be of a type by its call. */
static bool are_told(const rg_run *run, const rg_node *node) {
    const rg_value *items = rg_items(run->module, node->args);
    for (uint32_t i = 0; i < rg_value_count(node->args); i++)
        if (rg_is_node(items[i]) && rg_node_at(run->graph, items[i].data)->annotation &&
            !rg_node_type(run->graph, items[i].data))
            return false;
    return true;
}

static bool key_by_shape(const rg_run *run, const rg_node *node, const rg_callee *callee,
                         class_key *key) {
    const rg_type *type = rg_type_of_text(run->module, node->annotation);
    rg_call_shape shape;
    if (!rg_shape_of_call(run->module, run->graph, node, &shape))
        return false;
    begin_key(key, callee, RG_BY_SHAPE, RG_VERDICT_NONE, type ? (uint32_t)type->kind : UINT32_MAX);
    add_word(key, shape.kinds);
    add_word(key, two(shape.keys[0], shape.keys[1]));
    return true;
}

/* ---------------------------------------------------------------- the table */

static inline uint32_t hash_of(const class_key *key) {
    return (uint32_t)(key->hash >> 32);
}

static inline bool has_key(const rg_call_class *class, const class_key *key) {
    if (class->word_count != key->count)
        return false;
    for (size_t i = 0; i < key->count; i++)
        if (class->words[i] != key->words[i])
            return false;
    return true;
}

static rg_call_class *class_at(const rg_run *run, size_t number) {
    return ((rg_call_class *const *)run->calls.classes.data)[number];
}

static inline rg_call_class *find(const rg_run *run, const class_key *key, uint32_t hash) {
    const uint16_t *table = run->calls.class_table.data;
    size_t mask = run->calls.class_table.count - 1;
    for (size_t place = hash & mask; table[place]; place = (place + 1) & mask) {
        rg_call_class *class = class_at(run, table[place]);
        if (has_key(class, key))
            return class;
    }
    return NULL;
}

static void put(rg_run *run, const rg_call_class *class) {
    uint16_t *table = run->calls.class_table.data;
    size_t mask = run->calls.class_table.count - 1, place = class->hash & mask;
    while (table[place])
        place = (place + 1) & mask;
    table[place] = class->number;
}

/* Twice as many places, which is never more than half full. */
static void extend(rg_run *run) {
    rg_array *table = &run->calls.class_table;
    size_t places = table->count ? 2 * table->count : FIRST_PLACES;
    rg_array_reserve(run->arenas.run, table, places - table->count, sizeof(uint16_t));
    table->count = places;
    memset(table->data, 0, places * sizeof(uint16_t));
    for (size_t i = 1; i < run->calls.classes.count; i++)
        put(run, class_at(run, i));
}

static rg_call_class *add_class(rg_run *run) {
    rg_call_class *class = rg_alloc(run->arenas.run, sizeof *class);
    class->number = (uint16_t)run->calls.classes.count;
    *(rg_call_class **)rg_array_push(run->arenas.run, &run->calls.classes, sizeof class) = class;
    return class;
}

static rg_call_class *add(rg_run *run, rg_callee *callee, const class_key *key, uint32_t hash) {
    if (2 * run->calls.classes.count >= run->calls.class_table.count)
        extend(run);
    rg_call_class *class = add_class(run);
    class->callee = callee;
    class->detail = key->words[0] & ((1u << DETAIL_BITS) - 1);
    class->verdict = key->words[0] >> DETAIL_BITS & ((1u << VERDICT_BITS) - 1);
    class->hash = hash;
    class->word_count = key->count;
    memcpy(class->words, key->words, key->count * sizeof *key->words);
    put(run, class);
    return class;
}

/* The class of that key; NULL: there is no place for it. */
static rg_call_class *intern(rg_run *run, rg_callee *callee, const class_key *key) {
    uint32_t hash = hash_of(key);
    rg_call_class *class = find(run, key, hash);
    if (class || run->calls.classes.count > MOST_CLASSES)
        return class;
    return add(run, callee, key, hash);
}

static rg_call_class *intern_by_form(rg_run *run, rg_callee *callee, const rg_node *node) {
    class_key key;
    if (!key_by_form(run, node, callee, &key))
        return NULL;
    uint32_t hash = hash_of(&key);
    rg_call_class *class = find(run, &key, hash);
    if (class || run->calls.classes.count > MOST_BY_FORM || !are_told(run, node))
        return class;
    return add(run, callee, &key, hash);
}

static rg_call_class *intern_by_shape(rg_run *run, rg_callee *callee, const rg_node *node) {
    class_key key;
    return key_by_shape(run, node, callee, &key) ? intern(run, callee, &key) : NULL;
}

static rg_call_class *intern_by_callee(rg_run *run, rg_callee *callee) {
    class_key key;
    begin_key(&key, callee, RG_BY_CALLEE, RG_VERDICT_NONE, 0);
    return intern(run, callee, &key);
}

/* ---------------------------------------------------------------- the class of a node */

static rg_node_class *kept_class(rg_run *run, rg_node_id id) {
    return rg_table_slot(run, &run->graphs.here->classes, id, sizeof(rg_node_class));
}

static void keep(rg_run *run, rg_node_id id, const rg_call_class *class) {
    *kept_class(run, id) = (rg_node_class){class->number, run->calls.epoch};
}

void rg_calls_start(rg_run *run) {
    run->calls.epoch = 1;
    add_class(run); /* number 0 */
    extend(run);
}

/* Of a node that calls that. */
static rg_call_class *find_class(rg_run *run, rg_node_id id, const rg_node *node,
                                 rg_callee *callee) {
    rg_call_class *class = intern_by_form(run, callee, node);
    if (!class)
        class = intern_by_shape(run, callee, node);
    if (!class)
        class = intern_by_callee(run, callee);
    if (class) {
        keep(run, id, class);
        return class;
    }
    class = class_at(run, 0);
    *class = (rg_call_class){.callee = callee, .detail = RG_BY_CALLEE};
    return class;
}

rg_call_class *rg_find_class(rg_run *run, rg_node_id id) {
    const rg_node *node = rg_node_at(run->graph, id);
    return find_class(run, id, node, rg_callee_of(run, node));
}

/* No class that is kept holds any more. */
static void begin_epoch(rg_run *run) {
    if (++run->calls.epoch)
        return;
    for (size_t i = 0; i < run->module->graph_count; i++)
        run->graphs.all[i].classes.count = 0; /* what it is extended by is zeroed */
    run->calls.epoch = 1;
}

/* The verdict of a variant; RG_VERDICT_NONE if the class is not a variant. */
static rg_verdict variant_of(const rg_call_class *class) {
    return class->words[0] >> DETAIL_BITS & ((1u << VERDICT_BITS) - 1);
}

void rg_update_class(rg_run *run, rg_node_id id) {
    if (!rg_is_class_kept(run, id))
        return;
    const rg_call_class *old = rg_class_of(run, id);
    const rg_call_class *class = find_class(run, id, rg_node_at(run->graph, id), old->callee);
    if (variant_of(old))
        rg_keep_verdict(run, id, class, variant_of(old));
}

void rg_forget_class(rg_run *run, rg_node_id id) {
    if (id < run->graphs.here->classes.count)
        kept_class(run, id)->epoch = 0;
}

void rg_forget_users_classes(rg_run *run, rg_node_id id) {
    if (rg_node_at(run->graph, id)->users)
        begin_epoch(run);
}

static void expect_annotation(rg_run *run, rg_node_id id, rg_symbol annotation) {
    if (annotation == rg_node_at(run->graph, id)->annotation)
        return;
    rg_forget_class(run, id);
    rg_forget_users_classes(run, id);
}

void rg_annotate(rg_run *run, rg_node_id id, rg_symbol annotation) {
    expect_annotation(run, id, annotation);
    rg_set_annotation(run->graph, id, annotation);
}

void rg_annotate_unprinted(rg_run *run, rg_node_id id, rg_symbol annotation) {
    expect_annotation(run, id, annotation);
    rg_node_at(run->graph, id)->annotation = annotation;
    rg_node_at(run->graph, id)->flags |= RG_NODE_DERIVED;
}

/* ---------------------------------------------------------------- what is known of a class */

static void choose(rg_run *run, rg_call_class *class, const rg_node *node) {
    rg_slot slots[RG_MAX_PARAMS];
    bool by_kinds;
    class->schema = rg_bind_choose(run->ruleset->ops, run->module, run->graph, node,
                                   class->callee->spelled, slots, &by_kinds);
    class->choice = !class->schema ? RG_CHOSEN_NONE
                    : by_kinds     ? RG_CHOSEN_BY_KINDS
                                   : RG_CHOSEN_BY_NAMES;
}

void rg_choose_overload(rg_run *run, rg_call_class *class, const rg_node *node) {
    if (class->choice != RG_NOT_CHOSEN)
        return;
    rg_call_class *shape =
        class->detail == RG_BY_SHAPE ? class : intern_by_shape(run, class->callee, node);
    if (!shape) {
        class->choice = RG_CHOSEN_EACH_TIME;
        return;
    }
    if (shape->choice == RG_NOT_CHOSEN)
        choose(run, shape, node);
    class->schema = shape->schema;
    class->choice = shape->choice;
}

void rg_keep_verdict(rg_run *run, rg_node_id id, const rg_call_class *class, rg_verdict verdict) {
    class_key key;
    if (!class->number || class->verdict == verdict)
        return;
    begin_key(&key, class->callee, (rg_class_detail) class->detail, verdict,
              (uint32_t)(class->words[0] >> 32));
    for (size_t i = 1; i < class->word_count; i++)
        add_word(&key, class->words[i]);
    const rg_call_class *variant = intern(run, class->callee, &key);
    if (variant)
        keep(run, id, variant);
}

void rg_note_try(rg_rules_left *rules, size_t candidate, bool may_match) {
    if (rules->checked != candidate || (may_match && rules->count == RG_RULES_LEFT) ||
        candidate >= UINT16_MAX)
        return;
    if (may_match)
        rules->numbers[rules->count++] = (uint16_t)candidate;
    rules->checked++;
}
