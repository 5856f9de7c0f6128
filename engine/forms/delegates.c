/* Node lists that print_delegated_graph() printed: bodies of delegates stand within the list,
 * behind the node that holds them:
 *
 *     %lowered_module_0 : [num_users=1] = get_attr[target=lowered_module_0]
 *         backend_id: Demo
 *         lowered graph():
 *             %x : ...
 *
 * A node list has them behind the main graph, as `graph lowered_module_0():`. */
#include "forms.h"

typedef struct block {
    const char *name; /* of the body; NULL: the main graph */
    size_t indent;    /* of what opens it */
    size_t outer;
    const char *attribute; /* the target of the last node that is a get_attr */
    rg_text out;
    rg_array places;
} block;

typedef struct unfolding {
    rg_arena *arena;
    rg_array blocks;
    size_t current;
} unfolding;

static const char opening[] = "lowered graph():", backend[] = "backend_id:",
                  attribute[] = "get_attr[target=";

static block *block_at(const unfolding *u, size_t i) {
    return (block *)u->blocks.data + i;
}

static size_t open_block(unfolding *u, const char *name, size_t indent) {
    block *new = rg_array_push(u->arena, &u->blocks, sizeof *new);
    *new = (block){.name = name, .indent = indent, .outer = u->current};
    new->out = rg_text_new(u->arena);
    return u->blocks.count - 1;
}

static void add_line(unfolding *u, const char *at, const char *end, rg_line_place place) {
    block *b = block_at(u, u->current);
    rg_text_add(&b->out, at, (size_t)(end - at));
    rg_text_putc(&b->out, '\n');
    *(rg_line_place *)rg_array_push(u->arena, &b->places, sizeof place) = place;
}

static void begin_body(unfolding *u, size_t indent, rg_line_place place) {
    const block *outer = block_at(u, u->current);
    const char *held = outer->attribute ? outer->attribute : "lowered";
    const char *name = outer->name ? rg_format(u->arena, "%s.%s", outer->name, held) : held;
    u->current = open_block(u, name, indent);
    const char *head = rg_format(u->arena, "graph %s():", name);
    add_line(u, "", "", place);
    add_line(u, head, head + strlen(head), place);
}

static void take_line(unfolding *u, const char *at, const char *end, uint32_t number) {
    const char *word = at;
    while (word < end && (*word == ' ' || *word == '\t'))
        word++;
    size_t indent = (size_t)(word - at);
    while (word < end && u->current > 0 && indent <= block_at(u, u->current)->indent)
        u->current = block_at(u, u->current)->outer;
    rg_line_place place = {number, (uint32_t)indent + 1, (uint32_t)(end - at) + 1, false};
    if (rg_begins(word, end, backend))
        return;
    if (rg_begins(word, end, opening)) {
        begin_body(u, indent, place);
        return;
    }
    const char *target = rg_find_text(word, end, attribute);
    const char *close = target ? memchr(target, ']', (size_t)(end - target)) : NULL;
    if (close) {
        target += strlen(attribute);
        block_at(u, u->current)->attribute =
            rg_copy_text(u->arena, target, (size_t)(close - target));
    }
    add_line(u, at, end, place);
}

const rg_source *rg_translate_delegates(rg_arena *arena, const rg_source *source) {
    const char *at = source->text, *end = at + source->length;
    unfolding u = {.arena = arena};
    if (!rg_find_text(at, end, opening))
        return source;
    open_block(&u, NULL, 0);
    for (uint32_t number = 1; at < end; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        take_line(&u, at, newline ? newline : end, number);
        at = newline ? newline + 1 : end;
    }
    rg_text out = rg_text_new(arena);
    rg_array places = {0};
    for (size_t i = 0; i < u.blocks.count; i++) {
        const block *b = block_at(&u, i);
        const rg_line_place *own = b->places.data;
        rg_text_add(&out, rg_text_string(&b->out), rg_text_length(&b->out));
        for (size_t k = 0; k < b->places.count; k++)
            *(rg_line_place *)rg_array_push(arena, &places, sizeof *own) = own[k];
    }
    return rg_derived_source(arena, source, &out, &places);
}
