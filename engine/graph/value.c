/* Values: making and reading them. */
#include "walk.h"

#include <string.h>

/* Numbers of 32 bits stand in the value, wider ones (count 1) in the module's list. */
rg_value rg_int(rg_module *module, int64_t number) {
    if (number >= INT32_MIN && number <= INT32_MAX)
        return rg_make_value(RG_INT, 0, (uint32_t)(int32_t)number);
    if (module->wide.count > UINT32_MAX)
        rg_out_of_memory(module->arena);
    uint32_t place = (uint32_t)module->wide.count;
    *(int64_t *)rg_array_push(module->arena, &module->wide, sizeof number) = number;
    return rg_make_value(RG_INT, 1, place);
}

rg_value rg_text_value(rg_module *module, rg_kind kind, const char *text, size_t length) {
    return rg_make_value(kind, 0, rg_intern(module->symbols, text, length));
}

const char *rg_constant_name(const char *name, size_t length) {
    static const char ops[] = "torch.ops.", higher_order[] = "higher_order.";
    if (length < sizeof ops || memcmp(name, ops, sizeof ops - 1) != 0)
        return name;
    const char *rest = name + sizeof ops - 1, *end = name + length;
    const char *dot = memchr(rest, '.', (size_t)(end - rest));
    bool overload = dot && memchr(dot + 1, '.', (size_t)(end - dot - 1));
    bool higher = (size_t)(end - rest) >= sizeof higher_order - 1 &&
                  memcmp(rest, higher_order, sizeof higher_order - 1) == 0;
    return overload && !higher ? rest : name;
}

const char *rg_value_text(const rg_module *module, rg_value v) {
    return rg_symbol_text(module->symbols, v.data);
}

/* Containers around the innermost item of a container. */
static uint32_t depth_of(const rg_module *module, rg_value v) {
    return rg_is_nested(module, v) ? rg_items(module, v)[-1].tag : 1;
}

static uint32_t depth_around(const rg_module *module, const rg_value *items, size_t count) {
    uint32_t depth = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t d = rg_is_container(items[i]) ? depth_of(module, items[i]) : 0;
        if (d > depth)
            depth = d;
    }
    return depth + 1;
}

rg_value rg_container(rg_module *module, rg_kind kind, const rg_value *items, size_t count) {
    if (count == 0)
        return rg_make_value(kind, 0, 0);
    rg_array *pool = &module->pool;
    uint32_t depth = depth_around(module, items, count);
    if (count > RG_MAX_ITEMS || depth > RG_MAX_DEPTH || pool->count + count >= UINT32_MAX)
        rg_out_of_memory(module->arena);
    const rg_value *begin = pool->data;
    bool inside = begin && items >= begin && items < begin + pool->count;
    size_t offset = inside ? (size_t)(items - begin) : 0;
    rg_array_room(module->arena, pool, count + 1, sizeof *items);
    rg_value *data = pool->data;
    if (inside)
        items = data + offset;
    if (depth > 1)
        data[pool->count++] = (rg_value){depth, 0};
    memcpy(data + pool->count, items, count * sizeof *items);
    rg_value v = rg_make_value(kind, (uint32_t)count, (uint32_t)pool->count);
    pool->count += count;
    return v;
}

rg_value rg_part(rg_module *module, rg_value v, rg_kind kind, size_t from, size_t count) {
    if (count == 0)
        return rg_make_value(kind, 0, 0);
    rg_value part = rg_make_value(kind, (uint32_t)count, v.data + (uint32_t)from);
    if (!rg_is_nested(module, part))
        return part;
    return rg_container(module, kind, rg_items(module, part), count);
}

/* Is `key` of a dict the one that was asked for? Plain text does not quote keys. */
static bool same_key(const rg_module *module, rg_value key, rg_value wanted) {
    if (rg_value_kind(wanted) == RG_STR && rg_value_kind(key) == RG_ATOM)
        return key.data == wanted.data;
    return rg_values_equal(module, key, wanted);
}

/* Place of the key among the dict's items, or its count of items. */
static uint32_t find_key(const rg_module *module, rg_value dict, rg_value key) {
    uint32_t count = rg_value_count(dict);
    for (uint32_t i = 0; i + 1 < count; i += 2) {
        if (same_key(module, rg_items(module, dict)[i], key))
            return i;
    }
    return count;
}

bool rg_dict_get(const rg_module *module, rg_value dict, rg_value key, rg_value *found) {
    if (rg_value_kind(dict) != RG_DICT)
        return false;
    uint32_t i = find_key(module, dict, key);
    if (i == rg_value_count(dict))
        return false;
    *found = rg_items(module, dict)[i + 1];
    return true;
}

rg_value rg_dict_with(rg_module *module, rg_value dict, rg_value key, rg_value value) {
    size_t count = rg_value_count(dict);
    uint32_t i = find_key(module, dict, key);
    rg_array items = {NULL, 0, 0, 0};
    rg_array_room(module->arena, &items, count + 2, sizeof(rg_value));
    rg_value *copy = items.data;
    if (count)
        memcpy(copy, rg_items(module, dict), count * sizeof *copy);
    if (i == count) {
        copy[i] = key;
        count += 2;
    }
    copy[i + 1] = value;
    rg_value v = rg_container(module, RG_DICT, copy, count);
    rg_array_free(module->arena, &items);
    return v;
}

/* Equal keys have equal hashes; so do a text and the RG_ATOM that it may be read as. */
static size_t hash_key(const rg_module *module, rg_value key) {
    if (rg_is_container(key))
        return rg_value_kind(key);
    bool wide = rg_value_kind(key) == RG_INT && rg_value_count(key) == 1;
    uint64_t number = wide ? (uint64_t)rg_get_int(module, key) : key.data;
    return (size_t)(number * 0x9e3779b97f4a7c15u >> 32);
}

rg_value rg_dict_of(rg_module *module, rg_arena *scratch, rg_value *items, size_t count) {
    size_t slots = 4, kept = 0;
    while (slots < count)
        slots *= 2;
    size_t *places = rg_alloc_array(scratch, slots, sizeof *places); /* 1 + that of a kept key */
    for (size_t i = 0; i + 1 < count; i += 2) {
        size_t slot = hash_key(module, items[i]) & (slots - 1);
        while (places[slot] && !same_key(module, items[places[slot] - 1], items[i]))
            slot = (slot + 1) & (slots - 1);
        if (!places[slot]) {
            places[slot] = kept + 1;
            items[kept] = items[i];
            kept += 2;
        }
        items[places[slot]] = items[i + 1];
    }
    return rg_container(module, RG_DICT, items, kept);
}
