/* `reuse f(x, …)`: a call that the graph has already, found by an index of users. */
#include <string.h>

#include "../../calls/callees.h"
#include "../../eval/recall.h"
#include "../../memory/effects.h"
#include "../../memory/future.h"
#include "../../memory/storage.h"
#include "../../memory/storage_parts.h"
#include "../conclude.h"
#include "../run.h"
#include "../sweep.h"
#include "build.h"

/* ---------------------------------------------------------------- users of nodes */

typedef struct user_link {
    rg_node_id user;
    uint32_t next; /* index + 1; 0: last */
} user_link;

typedef struct linking {
    rg_run *run;
    rg_node_id user;
} linking;

static void link_user(void *context, rg_node_id used) {
    linking *l = context;
    rg_run *run = l->run;
    user_link *link = rg_array_push(run->arenas.run, &run->making.user_links, sizeof *link);
    uint32_t *head = rg_table_slot(run, &run->making.user_heads, used, sizeof *head);
    link->user = l->user;
    link->next = *head;
    *head = (uint32_t)run->making.user_links.count;
}

void rg_link_users(rg_run *run, rg_node_id user) {
    linking l = {run, user};
    rg_visit_nodes(run->module, rg_node_at(run->graph, user)->args, link_user, &l);
    rg_visit_nodes(run->module, rg_node_at(run->graph, user)->kwargs, link_user, &l);
}

static void index_users(rg_run *run) {
    for (rg_node_id id = run->graph->first; id != RG_NO_NODE; id = rg_node_at(run->graph, id)->next)
        rg_link_users(run, id);
    run->making.users_indexed = true;
}

/* ---------------------------------------------------------------- whether a call would read and
 * make the same here */

static bool same_call(rg_run *run, rg_node_id id, const char *target, rg_value args,
                      rg_value kwargs) {
    const rg_node *node = rg_node_at(run->graph, id);
    return !(node->flags & RG_NODE_ERASED) && strcmp(rg_node_target(run->graph, id), target) == 0 &&
           rg_values_equal(run->module, node->args, args) &&
           rg_values_equal(run->module, node->kwargs, kwargs);
}

/* Whether the same call, further up or down, would read what this one would read here. */
typedef struct same_reads {
    rg_run *run;
    rg_node_id call;
    bool differ;
} same_reads;

static void check_read(void *context, rg_node_id id) {
    same_reads *s = context;
    const rg_storage *storage = rg_storage_of(s->run, id);
    if (!storage)
        return;
    if (rg_is_visited(s->run, s->call))
        s->differ |= rg_is_written_from(s->run, id, rg_position(s->run, s->call) + 1);
    else
        s->differ |= !s->run->future.flags.count || rg_is_written_later(s->run, storage);
}

/* Whether what the call made is not what it made any more, or will not be. */
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

/* `reuse f(x, …)`: the same call where the graph has it already, brought here; else a new one. */
rg_value rg_reuse(rg_run *run, rg_value *frame, const rg_ast *call) {
    rg_opcode opcode;
    rg_value_list args = {0};
    rg_value kwargs;
    const char *target = rg_plain_target(run, frame, call->items[0], &opcode);
    if (!target)
        rg_fail(run, call, "`reuse` needs a call of a function named in full");
    rg_reads_more(run);
    rg_collect_arguments(run, frame, call, &args, &kwargs);
    rg_value tuple = rg_as_tuple(run, &args);
    rg_value first = args.count ? args.items[0] : rg_none();
    if (!run->making.users_indexed)
        index_users(run);
    uint32_t link = rg_is_node(first) && first.data < run->making.user_heads.count
                        ? ((uint32_t *)run->making.user_heads.data)[first.data]
                        : 0;
    for (; link; link = ((user_link *)run->making.user_links.data)[link - 1].next) {
        rg_node_id id = ((user_link *)run->making.user_links.data)[link - 1].user;
        bool ahead = !rg_is_visited(run, id);
        if (!same_call(run, id, target, tuple, kwargs) || !reads_the_same(run, id) ||
            rg_is_random(run, id) || (ahead && run->graphs.has_modes))
            continue;
        if (ahead) {
            rg_note_root_use(run, first.data);
            if (id == run->making.now.cursor)
                run->making.now.cursor = rg_node_at(run->graph, id)->next;
            rg_move_node(run->graph, id, run->making.now.cursor);
            *(rg_node_id *)rg_array_push(run->arenas.run, &run->application.made, sizeof id) = id;
        }
        return rg_node_value(id);
    }
    return rg_node_value(rg_make_node(run, opcode, target, tuple, kwargs, call));
}
