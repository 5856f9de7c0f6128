/* The operators by name, their overloads and tags, and schemas parsed when asked for. */
#include "tables.h"

#include <string.h>

/* ---------------------------------------------------------------- making */

rg_schema *rg_schema_alloc(rg_arena *arena) {
    return &((rg_schema_box *)rg_alloc(arena, sizeof(rg_schema_box)))->schema;
}

static void release_lock(void *lock) {
    pthread_mutex_destroy(lock);
}

static void release_arena(void *arena) {
    rg_arena_free(arena);
}

static rg_lazy *new_lazy(rg_arena *arena) {
    rg_lazy *lazy = rg_alloc(arena, sizeof *lazy);
    if (pthread_mutex_init(&lazy->lock, NULL) != 0)
        rg_out_of_memory(arena);
    rg_arena_defer(arena, release_lock, &lazy->lock);
    lazy->arena = rg_arena_new();
    if (!lazy->arena)
        rg_out_of_memory(arena);
    rg_arena_defer(arena, release_arena, lazy->arena);
    return lazy;
}

rg_ops *rg_ops_new(rg_arena *arena) {
    rg_ops *ops = rg_alloc(arena, sizeof *ops);
    ops->arena = arena;
    ops->names = rg_symbols_new(arena);
    ops->tags = rg_symbols_new(arena);
    ops->lazy = new_lazy(arena);
    return ops;
}

rg_operator *rg_ops_declare(rg_ops *ops, const char *name, size_t length) {
    rg_symbol symbol = rg_intern(ops->names, name, length);
    if (symbol <= ops->operators.count)
        return rg_ops_at(ops, symbol - 1);
    rg_operator *op = rg_alloc(ops->arena, sizeof *op);
    op->name = rg_symbol_text(ops->names, symbol);
    op->id = symbol - 1;
    *(rg_operator **)rg_array_push(ops->arena, &ops->operators, sizeof op) = op;
    return op;
}

/* Overloads of one operator are neighbours. Those of a table come so; for a later one they move to
 * the end together. */
rg_op_entry *rg_ops_new_entry(rg_ops *ops, rg_operator *op) {
    size_t first = op->first_schema, count = op->schema_count, end = ops->entries.count;
    rg_array_reserve(ops->arena, &ops->entries, count + 1, sizeof(rg_op_entry));
    if (count == 0 || first + count != end) {
        for (size_t i = 0; i < count; i++)
            memcpy(rg_entry_at(ops, end + i), rg_entry_at(ops, first + i), sizeof(rg_op_entry));
        op->first_schema = (uint32_t)end;
        ops->entries.count += count;
    }
    op->schema_count++;
    return rg_array_push(ops->arena, &ops->entries, sizeof(rg_op_entry));
}

/* ---------------------------------------------------------------- tables */

bool rg_entry_name(rg_op_entry *entry) {
    const char *line = entry->text, *open = memchr(line, '(', entry->length);
    if (!open)
        return false;
    const char *colons = memchr(line, ':', (size_t)(open - line));
    if (!colons || colons[1] != ':')
        return false;
    const char *dot = memchr(colons, '.', (size_t)(open - colons));
    entry->name_length = (uint32_t)((dot ? dot : open) - line);
    entry->overload_length = dot ? (uint32_t)(open - dot - 1) : 0;
    return line + entry->name_length > colons + 2 && colons > line;
}

static void add_line(rg_ops *ops, const rg_op_entry *entry, rg_operator **last) {
    rg_operator *op = *last;
    if (!op || strncmp(op->name, entry->text, entry->name_length) != 0 ||
        op->name[entry->name_length] != '\0')
        op = *last = rg_ops_declare(ops, entry->text, entry->name_length);
    rg_op_entry *place =
        rg_ops_find_entry(ops, op, rg_entry_overload(entry), entry->overload_length);
    uint64_t tags = entry->tags | (place ? place->tags : 0);
    if (!place)
        place = rg_ops_new_entry(ops, op);
    memcpy(place, entry, sizeof *place);
    place->tags = tags;
}

static bool is_word_byte(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_';
}

/* Moves what the line's text ends in, ` @one @two`, to the entry's tags. What is left is the
 * schema, where a `@` that begins no tag is an error. Read now and not on demand: it is cheap, and
 * a tag is known if some line has it. */
static void take_tags(rg_ops *ops, rg_op_entry *entry, rg_span line, rg_diagnostics *diagnostics) {
    const char *text = entry->text;
    for (size_t end = entry->length, begin = end;; end = begin) {
        while (begin > 0 && is_word_byte(text[begin - 1]))
            begin--;
        if (begin == end || begin < 2 || text[begin - 1] != '@' || text[begin - 2] != ' ')
            return;
        uint64_t tag = rg_ops_new_tag(ops, text + begin, end - begin);
        if (!tag)
            rg_report(diagnostics, RG_ERROR, line, "more than %d tags", RG_MAX_TAGS);
        entry->tags |= tag;
        for (begin -= 2; begin > 0 && text[begin - 1] == ' ';)
            begin--;
        entry->length = (uint32_t)begin;
    }
}

static size_t count_lines(const rg_source *source) {
    size_t lines = 1;
    for (const char *at = source->text, *end = at + source->length;
         (at = memchr(at, '\n', (size_t)(end - at))); at++)
        lines++;
    return lines;
}

void rg_ops_add_table(rg_ops *ops, const rg_source *source, rg_diagnostics *diagnostics) {
    size_t lines = count_lines(source);
    rg_array_reserve(ops->arena, &ops->entries, lines + lines / 2, sizeof(rg_op_entry));
    rg_operator *last = NULL;
    const char *at = source->text, *end = at + source->length;
    for (uint32_t line = 1; at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end, *next = newline ? newline + 1 : end;
        while (at < stop && (*at == ' ' || *at == '\t'))
            at++;
        while (stop > at && (stop[-1] == ' ' || stop[-1] == '\t' || stop[-1] == '\r'))
            stop--;
        rg_op_entry entry = {at, (uint32_t)(stop - at), 0, 0, line, source, NULL, 0};
        rg_span span = {source, line, 1, line, entry.length + 1};
        if (at < stop && *at != '#') {
            take_tags(ops, &entry, span, diagnostics);
            if (rg_entry_name(&entry))
                add_line(ops, &entry, &last);
            else
                rg_report(diagnostics, RG_ERROR, span, "a schema begins with NAMESPACE::NAME(");
        }
        at = next;
    }
}

/* ---------------------------------------------------------------- finding */

rg_operator *rg_ops_find(const rg_ops *ops, const char *name, size_t length) {
    rg_symbol symbol = rg_find_symbol(ops->names, name, length);
    return symbol == RG_NO_SYMBOL || symbol == 0 ? NULL : rg_ops_at(ops, symbol - 1);
}

size_t rg_ops_count(const rg_ops *ops) {
    return ops->operators.count;
}

rg_operator *rg_ops_at(const rg_ops *ops, uint32_t id) {
    return ((rg_operator **)ops->operators.data)[id];
}

const char *rg_ops_nearest(const rg_ops *ops, const char *name, rg_arena *job) {
    const char **names = rg_alloc_array(job, ops->operators.count, sizeof *names);
    for (uint32_t i = 0; i < ops->operators.count; i++)
        names[i] = rg_ops_at(ops, i)->name;
    return rg_nearest(name, names, ops->operators.count);
}

const char *rg_entry_overload(const rg_op_entry *entry) {
    return entry->overload_length ? entry->text + entry->name_length + 1 : "";
}

rg_op_entry *rg_ops_find_entry(const rg_ops *ops, const rg_operator *op, const char *overload,
                               size_t length) {
    if (length == strlen("default") && memcmp(overload, "default", length) == 0)
        length = 0;
    for (size_t i = 0; i < op->schema_count; i++) {
        rg_op_entry *entry = rg_entry_at(ops, op->first_schema + i);
        if (entry->overload_length == length &&
            memcmp(rg_entry_overload(entry), overload, length) == 0)
            return entry;
    }
    return NULL;
}

/* ---------------------------------------------------------------- schemas */

/* Stands for "the text is not a schema". */
static const rg_schema NOT_A_SCHEMA = {.overload = ""};

static rg_span entry_span(const rg_op_entry *entry) {
    rg_span span = {entry->source, entry->line, 1, entry->line, 1};
    if (entry->source)
        for (const char *at = entry->text; at > entry->source->text && at[-1] != '\n'; at--)
            span.column++;
    span.end_column = span.column + entry->length;
    return span;
}

static const rg_schema *parse_entry(const rg_ops *ops, const rg_operator *op, rg_op_entry *entry,
                                    rg_schema_fault *fault) {
    rg_lazy *lazy = ops->lazy;
    if (!lazy->parser)
        lazy->parser = rg_schema_parser_new(lazy->arena);
    rg_schema *schema = rg_read_schema(lazy->parser, lazy->arena, entry->text, entry->length,
                                       entry_span(entry), fault);
    if (!schema)
        return &NOT_A_SCHEMA;
    schema->op = rg_ops_at(ops, op->id);
    return schema;
}

/* Under the lock; a failed allocation gives it back and goes on as the caller's. */
static const rg_schema *parse_locked(const rg_ops *ops, const rg_operator *op, rg_op_entry *entry,
                                     rg_schema_fault *fault, rg_arena *job) {
    rg_lazy *lazy = ops->lazy;
    jmp_buf failure;
    pthread_mutex_lock(&lazy->lock);
    rg_arena_on_failure(lazy->arena, &failure);
    if (setjmp(failure) != 0) {
        rg_arena_on_failure(lazy->arena, NULL);
        lazy->parser = NULL; /* it may have stopped anywhere */
        pthread_mutex_unlock(&lazy->lock);
        rg_out_of_memory(job);
    }
    const rg_schema *schema = atomic_load_explicit(&entry->schema, memory_order_relaxed);
    if (!schema || schema == &NOT_A_SCHEMA) {
        schema = parse_entry(ops, op, entry, fault);
        atomic_store_explicit(&entry->schema, schema, memory_order_release);
    }
    rg_arena_on_failure(lazy->arena, NULL);
    pthread_mutex_unlock(&lazy->lock);
    return schema;
}

const rg_schema *rg_ops_schema(const rg_ops *ops, const rg_operator *op, size_t i, rg_arena *job) {
    rg_op_entry *entry = rg_entry_at(ops, op->first_schema + i);
    const rg_schema *schema = atomic_load_explicit(&entry->schema, memory_order_acquire);
    rg_schema_fault fault;
    if (!schema)
        schema = parse_locked(ops, op, entry, &fault, job);
    return schema == &NOT_A_SCHEMA ? NULL : schema;
}

const rg_schema *rg_ops_overload(const rg_ops *ops, const rg_operator *op, const char *overload,
                                 rg_arena *job) {
    const rg_op_entry *entry = rg_ops_find_entry(ops, op, overload, strlen(overload));
    if (!entry)
        return NULL;
    return rg_ops_schema(ops, op, (size_t)(entry - rg_entry_at(ops, op->first_schema)), job);
}

void rg_ops_check(rg_ops *ops, rg_diagnostics *diagnostics) {
    for (uint32_t id = 0; id < ops->operators.count; id++) {
        const rg_operator *op = rg_ops_at(ops, id);
        for (size_t i = 0; i < op->schema_count; i++) {
            rg_op_entry *entry = rg_entry_at(ops, op->first_schema + i);
            const rg_schema *schema = atomic_load_explicit(&entry->schema, memory_order_acquire);
            rg_schema_fault fault = {0};
            if (!schema || schema == &NOT_A_SCHEMA)
                schema = parse_locked(ops, op, entry, &fault, ops->arena);
            if (schema == &NOT_A_SCHEMA)
                rg_report(diagnostics, RG_ERROR, fault.span, "%s", fault.message);
        }
    }
}
