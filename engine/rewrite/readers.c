/* Counting the readers of a value during a sweep.
 *
 * A node's count in the graph is by the arguments as they are. Behind the sweep these are up to
 * date; ahead of it they still name nodes that a rewrite has replaced. So when readers ahead pass
 * from one node to another (`x <- e`, `y = e`, a view taken again), the counts of both are
 * corrected by the number of readers that are not visited yet, and the correction is taken back
 * reader by reader as the sweep brings their arguments up to date. */
#include "../calls/callees.h"
#include "../memory/storage.h"
#include "../memory/storage_parts.h"
#include "readers.h"
#include "run.h"

/* rg_state.behind is the number of visited readers, times ONE, plus COUNTED. */
enum {
    COUNTED = 1, /* the node itself is counted as a reader of its arguments */
    ONE = 2
};

uint32_t rg_meet_none(rg_run *run) {
    return ++run->sweep.met_stamp;
}

bool rg_meets_first(rg_run *run, uint32_t met, rg_node_id id) {
    uint32_t *stamp = rg_table_slot(run, &run->sweep.met, id, sizeof *stamp);
    bool first = *stamp != met;
    *stamp = met;
    return first;
}

int64_t rg_reader_count(rg_run *run, rg_node_id id) {
    int64_t count =
        (int64_t)rg_node_at(run->graph, id)->users + rg_state_of(&run->memory, id)->correction;
    return count > 0 ? count : 0;
}

static int64_t readers_to_come(rg_run *run, const rg_pending *pending, rg_node_id id) {
    if (!rg_names_node(run->module, pending->value, id))
        return 0;
    int64_t count = rg_reader_count(run, pending->target);
    return count || pending->what == RG_PENDING_REPLACE
               ? count
               : 1; /* the content of a storage is kept even if nothing reads it */
}

int64_t rg_all_readers(rg_run *run, rg_node_id id) {
    int64_t count = rg_reader_count(run, id);
    const rg_pending *pendings = run->sweep.pendings.data;
    for (size_t i = run->sweep.pendings.count; rg_is_awaited(&run->memory, id) && i-- > 0;)
        count += readers_to_come(run, &pendings[i], id);
    return count;
}

void rg_pass_readers(rg_run *run, rg_node_id from, rg_node_id to) {
    int64_t ahead = rg_reader_count(run, from) - rg_state_of(&run->memory, from)->behind / ONE;
    if (from == to || ahead <= 0)
        return;
    rg_state_of(&run->memory, from)->correction -= (int32_t)ahead;
    rg_state_of(&run->memory, to)->correction += (int32_t)ahead;
}

/* A rule may have given the reader other arguments since it was counted. */
static inline void count_read(rg_run *run, rg_node_id used, uint32_t by) {
    rg_state *state = rg_state_of(&run->memory, used);
    if (by == ONE || state->behind >= ONE)
        state->behind += by;
}

typedef struct counting {
    rg_run *run;
    uint32_t by, met;
} counting;

static void count_once(void *context, rg_node_id used) {
    counting *c = context;
    if (rg_meets_first(c->run, c->met, used))
        count_read(c->run, used, c->by);
}

static RG_RARE void count_nested(rg_run *run, const rg_node *reader, uint32_t by) {
    counting c = {run, by, rg_meet_none(run)};
    rg_visit_nodes(run->module, reader->args, count_once, &c);
    rg_visit_nodes(run->module, reader->kwargs, count_once, &c);
}

static inline void count_few(rg_run *run, rg_value arguments, uint32_t by) {
    const rg_value *items = rg_items(run->module, arguments);
    for (uint32_t i = 0; i < rg_value_count(arguments); i++)
        if (rg_is_node(items[i]) && !rg_stands_before(items, i))
            count_read(run, items[i].data, by);
}

static inline void count_all(rg_run *run, rg_node_id id, uint32_t by) {
    const rg_node *reader = rg_node_at(run->graph, id);
    if (!rg_value_count(reader->kwargs) && rg_are_few(run->module, reader->args))
        count_few(run, reader->args, by);
    else
        count_nested(run, reader, by);
}

void rg_count_reader(rg_run *run, rg_node_id reader) {
    rg_state *state = rg_state_of(&run->memory, reader);
    if (state->behind & COUNTED)
        return;
    state->behind |= COUNTED;
    count_all(run, reader, ONE);
}

void rg_drop_node(rg_run *run, rg_node_id id) {
    if (rg_state_of(&run->memory, id)->behind & COUNTED)
        count_all(run, id, -(uint32_t)ONE);
    rg_state_of(&run->memory, id)->behind &= ~(uint32_t)COUNTED;
    rg_state_of(&run->memory, id)->replacement.tag |= RG_IS_GONE;
    if (run->watch.observer)
        rg_tell(run, RG_EVENT_GONE, id, NULL);
    rg_erase_node(run->graph, id);
}

void rg_moved_reader(rg_run *run, rg_node_id from, rg_value to) {
    rg_state_of(&run->memory, from)->correction++;
    if (rg_is_node(to))
        rg_state_of(&run->memory, to.data)->correction--;
}
