/* `reuse f(x, …)`: a call that the graph has already, found by an index of users. */
#include <string.h>

#include "../../calls/callees.h"
#include "../../eval/memo.h"
#include "../../eval/sizes.h"
#include "../../effects/effects.h"
#include "../../memory/future.h"
#include "../../memory/storage.h"
#include "../../memory/storage_parts.h"
#include "../conclude.h"
#include "../readers.h"
#include "../run.h"
#include "../sweep.h"
#include "build.h"

/* ---------------------------------------------------------------- users of nodes */

/* Links are numbered from 1: the first item of the array is none. */
enum { NO_LINK = 0 };
typedef struct user_link {
    rg_node_id user;
    uint32_t next; /* NO_LINK: last */
} user_link;

static user_link *link_at(const rg_run *run, uint32_t link) {
    return (user_link *)run->making.user_links.data + link;
}

static uint32_t new_link(rg_run *run, user_link link) {
    *(user_link *)rg_array_push(run->arenas.run, &run->making.user_links, sizeof link) = link;
    return (uint32_t)run->making.user_links.count - 1;
}

typedef struct linking {
    rg_run *run;
    rg_node_id user;
} linking;

static void link_user(void *context, rg_node_id used) {
    linking *l = context;
    uint32_t *first = rg_table_slot(l->run, &l->run->making.user_heads, used, sizeof *first);
    *first = new_link(l->run, (user_link){l->user, *first});
}

void rg_link_users(rg_run *run, rg_node_id user) {
    linking l = {run, user};
    rg_visit_nodes(run->module, rg_node_at(run->graph, user)->args, link_user, &l);
    rg_visit_nodes(run->module, rg_node_at(run->graph, user)->kwargs, link_user, &l);
}

static void index_users(rg_run *run) {
    if (run->making.users_indexed)
        return;
    new_link(run, (user_link){RG_NO_NODE, NO_LINK});
    for (rg_node_id id = run->graph->first; id != RG_NO_NODE; id = rg_node_at(run->graph, id)->next)
        rg_link_users(run, id);
    run->making.users_indexed = true;
}

static uint32_t first_link(const rg_run *run, rg_value used) {
    const rg_array *first = &run->making.user_heads;
    return rg_is_node(used) && used.data < first->count ? ((const uint32_t *)first->data)[used.data]
                                                        : NO_LINK;
}

const rg_node_id *rg_readers_ahead(rg_run *run, rg_value used, size_t most, size_t *count) {
    size_t links = 0;
    index_users(run);
    *count = 0;
    for (uint32_t link = first_link(run, used); link != NO_LINK; link = link_at(run, link)->next)
        if (++links > most)
            return NULL;
    rg_node_id *readers = rg_alloc_array(run->arenas.scratch, links, sizeof *readers);
    uint32_t met = rg_meet_none(run);
    for (uint32_t link = first_link(run, used); link != NO_LINK; link = link_at(run, link)->next) {
        rg_node_id id = link_at(run, link)->user;
        if (!(rg_node_at(run->graph, id)->flags & RG_NODE_ERASED) && !rg_is_visited(run, id) &&
            rg_meets_first(run, met, id))
            readers[(*count)++] = id;
    }
    for (size_t i = 0; i < *count / 2; i++) { /* the newest link comes first */
        rg_node_id last = readers[*count - 1 - i];
        readers[*count - 1 - i] = readers[i];
        readers[i] = last;
    }
    return readers;
}

/* ---------------------------------------------------------------- whether it is the same here */

static bool same_call(rg_run *run, rg_node_id id, const char *target, rg_value args,
                      rg_value kwargs) {
    const rg_node *node = rg_node_at(run->graph, id);
    return !(node->flags & RG_NODE_ERASED) && strcmp(rg_node_target(run->graph, id), target) == 0 &&
           rg_values_equal(run->module, node->args, args) &&
           rg_values_equal(run->module, node->kwargs, kwargs);
}

/* Whether the same call elsewhere in the graph reads the values that this one would read here. */
typedef struct same_reads {
    rg_run *run;
    rg_node_id call;
    bool differ;
} same_reads;

static void check_read(void *context, rg_node_id id) {
    same_reads *s = context;
    const rg_storage *storage = rg_storage_of(&s->run->memory, id);
    if (!storage)
        return;
    if (rg_is_visited(s->run, s->call))
        s->differ |= rg_is_written_from(s->run, id, rg_position(s->run, s->call) + 1);
    else
        s->differ |= !s->run->future.flags.count || rg_is_written_later(s->run, storage);
}

/* Whether the result of the call was, or will be, written in place. */
static bool is_result_written(rg_run *run, rg_node_id call) {
    if (!rg_is_visited(run, call))
        return rg_result_is_written_later(run, call);
    return run->memory.unknown_write > rg_position(run, call) ||
           rg_is_written_from(run, call, rg_position(run, call) + 1);
}

static bool reads_the_same(rg_run *run, rg_node_id call) {
    same_reads s = {run, call, false};
    const rg_node_id *made = run->application.made.data;
    for (size_t i = 0; i < run->application.made.count; i++)
        if (made[i] == call)
            return true;
    if (rg_analyse(run, call)->kind == RG_EFFECT_VIEW) /* it sees the write wherever it stands */
        return true;
    if (is_result_written(run, call))
        return false;
    rg_visit_nodes(run->module, rg_node_at(run->graph, call)->args, check_read, &s);
    rg_visit_nodes(run->module, rg_node_at(run->graph, call)->kwargs, check_read, &s);
    return !s.differ;
}

/* ---------------------------------------------------------------- the expression */

/* Whether the node, a user of the first argument, is the same call and may stand here. */
static bool is_usable(rg_run *run, rg_node_id id, const char *target, rg_value args,
                      rg_value kwargs) {
    bool ahead = !rg_is_visited(run, id);
    return same_call(run, id, target, args, kwargs) && reads_the_same(run, id) &&
           !rg_is_random(run, id) && !(ahead && run->graphs.has_modes);
}

/* A call ahead of the sweep comes to where a new node would be made. */
static void bring_here(rg_run *run, rg_node_id id, rg_node_id used) {
    rg_note_root_use(run, used);
    if (id == run->making.now.cursor)
        run->making.now.cursor = rg_node_at(run->graph, id)->next;
    rg_move_node(run->graph, id, run->making.now.cursor);
    *(rg_node_id *)rg_array_push(run->arenas.run, &run->application.made, sizeof id) = id;
}

rg_value rg_reuse(rg_run *run, rg_value *frame, const rg_ast *call) {
    rg_opcode opcode;
    rg_value_list list = {0};
    rg_value kwargs;
    const char *target = rg_plain_target(run, frame, call->items[RG_CALLEE], &opcode);
    if (!target)
        rg_fail(run, call, "`reuse` needs a call of a function named in full");
    rg_note_other_read(run);
    rg_collect_arguments(run, frame, call, &list, &kwargs);
    rg_value args = rg_with_size_nodes(run, rg_as_tuple(run, &list), call);
    kwargs = rg_with_size_nodes(run, kwargs, call);
    rg_value used = list.count ? list.items[0] : rg_none();
    index_users(run);
    for (uint32_t link = first_link(run, used); link != NO_LINK; link = link_at(run, link)->next) {
        rg_node_id id = link_at(run, link)->user;
        if (!is_usable(run, id, target, args, kwargs))
            continue;
        if (!rg_is_visited(run, id))
            bring_here(run, id, used.data);
        return rg_node_value(id);
    }
    return rg_node_value(rg_make_node(run, opcode, target, args, kwargs, call));
}
