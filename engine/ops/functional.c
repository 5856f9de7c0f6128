/* The operator that computes the same and writes nothing. */
#include "tables.h"

#include <string.h>

/* Stands for "there is none". */
static const rg_schema NO_COUNTERPART = {.overload = ""};

/* The parameters apart from out ones, one after the other. */
static const rg_param *next_input(const rg_schema *schema, size_t *i) {
    while (*i < schema->param_count && schema->params[*i].is_out)
        ++*i;
    return *i < schema->param_count ? &schema->params[(*i)++] : NULL;
}

/* The first parameter is `input` of some operators and `self` of their in-place forms. */
static bool same_name(const char *a, const char *b, bool first) {
    return strcmp(a, b) == 0 || (first && strcmp(a, "self") == 0 && strcmp(b, "input") == 0);
}

/* The pure form may lack a default (bernoulli_ has one for p), but not have another. */
static bool same_param(const rg_param *a, const rg_param *b, bool first) {
    bool fits =
        !b->default_text || (a->default_text && strcmp(a->default_text, b->default_text) == 0);
    return same_name(a->name, b->name, first) && strcmp(a->type, b->type) == 0 && fits &&
           a->keyword_only == b->keyword_only;
}

static bool same_inputs(const rg_schema *a, const rg_schema *b) {
    size_t i = 0, k = 0;
    for (;;) {
        const rg_param *left = next_input(a, &i), *right = next_input(b, &k);
        if (!left || !right)
            return !left && !right;
        if (!same_param(left, right, k == 1))
            return false;
    }
}

/* What the call returns beside what it writes has no place among the results of a pure form: which
 * of them is which, nobody says. */
static bool returns_only_written(const rg_schema *schema) {
    for (size_t i = 0; i < schema->result_count; i++) {
        bool written = false;
        for (size_t k = 0; k < schema->param_count; k++)
            written |=
                schema->params[k].written && (schema->params[k].alias & schema->results[i].alias);
        if (!written)
            return false;
    }
    return true;
}

/* Whether each result of `pure` is what `schema` writes, in order: one list, or single tensors. */
static bool results_fit(const rg_schema *schema, const rg_schema *pure) {
    size_t written = 0, lists = 0;
    for (size_t i = 0; i < schema->param_count; i++) {
        written += schema->params[i].written;
        lists += schema->params[i].written && schema->params[i].list;
    }
    if (lists)
        return written == 1 && pure->result_count == 1 && pure->results[0].list;
    return pure->result_count == written && !pure->results[0].list;
}

static const rg_schema *find_pure(const rg_ops *ops, const char *name, size_t length,
                                  const rg_schema *like, rg_arena *job) {
    const rg_operator *op = rg_ops_find(ops, name, length);
    const rg_schema *found = NULL;
    for (size_t i = 0; op && i < op->schema_count; i++) {
        const rg_schema *schema = rg_ops_schema(ops, op, i, job);
        if (!schema || schema->writes || schema->result_count == 0 || !same_inputs(like, schema) ||
            !results_fit(like, schema))
            continue;
        if (strcmp(schema->overload, like->overload) == 0)
            return schema;
        if (!found)
            found = schema;
    }
    return found;
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static const rg_schema *search(const rg_ops *ops, const rg_schema *schema, rg_arena *job) {
    if (!schema->writes || !returns_only_written(schema))
        return NULL;
    const char *name = schema->op->name, *base = strstr(name, "::") + 2;
    size_t length = strlen(name);
    if (strncmp(base, "__i", 3) == 0 && ends_with(name, "__")) {
        /* __ilshift__ -> __lshift__ */
        const char *other = rg_format(job, "%.*s__%s", (int)(base - name), name, base + 3);
        return find_pure(ops, other, strlen(other), schema, job);
    }
    bool in_place = ends_with(name, "_") && !ends_with(name, "__");
    const rg_schema *found = find_pure(ops, name, length - in_place, schema, job); /* or out= */
    if (found)
        return found;
    /* normal_ -> normal_functional: where the bare name computes something else. */
    const char *other = rg_format(job, "%s%sfunctional", name, in_place ? "" : "_");
    return find_pure(ops, other, strlen(other), schema, job);
}

const rg_schema *rg_ops_functional(const rg_ops *ops, const rg_schema *schema, rg_arena *job) {
    rg_schema_box *box = rg_box_of(schema);
    const rg_schema *known = atomic_load_explicit(&box->functional, memory_order_acquire);
    if (!known) {
        known = search(ops, schema, job);
        if (!known)
            known = &NO_COUNTERPART;
        atomic_store_explicit(&box->functional, known, memory_order_release);
    }
    return known == &NO_COUNTERPART ? NULL : known;
}
