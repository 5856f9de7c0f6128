/* How many nodes read a value, while a sweep is under way.
 *
 * A node's count in the graph is that of the arguments as they stand. Behind the sweep they are up
 * to date; ahead of it they still name what a rewrite has replaced. So when readers ahead pass from
 * one node to another (`x <- e`, `y = e`, a view taken again), the counts of both are corrected by
 * the number of readers that are not visited yet, and the correction is taken back reader by
 * reader as the sweep brings their arguments up to date. */
#include "observe.h"
#include "storage_parts.h"

typedef struct readers {
    int32_t correction;   /* to the count of the graph */
    uint32_t seen;        /* stamp of the count that met it last, so that a reader counts once */
    uint32_t behind : 31; /* readers that were visited */
    uint32_t counted : 1; /* this node, as a reader, is in `behind` of what it reads */
} readers;

static readers *at(rg_run *run, rg_node_id id) {
    return rg_table_slot(run, &run->readers, id, sizeof(readers));
}

int64_t rg_reader_count(rg_run *run, rg_node_id id) {
    int64_t count = (int64_t)rg_node_at(run->graph, id)->users + at(run, id)->correction;
    return count > 0 ? count : 0;
}

void rg_pass_readers(rg_run *run, rg_node_id from, rg_node_id to) {
    int64_t ahead = rg_reader_count(run, from) - at(run, from)->behind;
    if (from == to || ahead <= 0)
        return;
    at(run, from)->correction -= (int32_t)ahead;
    at(run, to)->correction += (int32_t)ahead;
}

typedef struct counting {
    rg_run *run;
    int step; /* +1: the reader is behind the sweep now; -1: it is gone */
} counting;

static void count_one(void *context, rg_node_id used) {
    counting *c = context;
    readers *entry = at(c->run, used);
    if (entry->seen == c->run->reader_stamp)
        return;
    entry->seen = c->run->reader_stamp;
    if (c->step > 0)
        entry->behind++;
    else if (entry->behind)
        entry->behind--;
}

static void count_items(counting *c, rg_value arguments) {
    const rg_value *items = (const rg_value *)c->run->module->pool.data + arguments.data;
    for (uint32_t i = 0; i < rg_value_count(arguments); i++) {
        if (rg_is_node(items[i]))
            count_one(c, items[i].data);
        else if (rg_is_container(items[i]))
            rg_visit_nodes(c->run->module, items[i], count_one, c);
    }
}

static void count_all(rg_run *run, rg_node_id reader, int step) {
    counting c = {run, step};
    run->reader_stamp++;
    const rg_node *node = rg_node_at(run->graph, reader);
    count_items(&c, node->args);
    count_items(&c, node->kwargs);
    at(run, reader)->counted = step > 0;
}

void rg_count_reader(rg_run *run, rg_node_id reader) {
    if (!at(run, reader)->counted)
        count_all(run, reader, 1);
}

void rg_drop_node(rg_run *run, rg_node_id id) {
    if (at(run, id)->counted)
        count_all(run, id, -1);
    if (run->observer)
        rg_tell(run, RG_EVENT_GONE, id, NULL);
    rg_erase_node(run->graph, id);
}

void rg_moved_reader(rg_run *run, rg_node_id from, rg_value to) {
    readers *entry = at(run, from);
    if (entry->seen == run->reader_stamp)
        return;
    entry->seen = run->reader_stamp;
    entry->correction++;
    if (rg_is_node(to))
        at(run, to.data)->correction--;
}
