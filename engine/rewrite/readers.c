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
    uint32_t behind : 31; /* readers that were visited */
    uint32_t counted : 1; /* this node, as a reader, is in `behind` of what it reads */
} readers;

static readers *at(rg_run *run, rg_node_id id) {
    return rg_table_slot(run, &run->readers, id, sizeof(readers));
}

/* Whether the reader that has the stamp has not met the node before. */
static bool meets_first(rg_run *run, uint32_t stamp, rg_node_id id) {
    uint32_t *met = rg_table_slot(run, &run->reader_met, id, sizeof *met);
    bool first = *met != stamp;
    *met = stamp;
    return first;
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
    uint32_t stamp;
} counting;

static void count_read(const counting *c, rg_node_id used) {
    readers *entry = at(c->run, used);
    if (c->step > 0)
        entry->behind++;
    else if (entry->behind)
        entry->behind--;
}

static void count_once(void *context, rg_node_id used) {
    const counting *c = context;
    if (meets_first(c->run, c->stamp, used))
        count_read(c, used);
}

enum { FEW_ITEMS = 8 };

/* Most calls have few arguments and no containers among them. */
static bool count_few(const counting *c, rg_value arguments) {
    uint32_t count = rg_value_count(arguments);
    const rg_value *items = (const rg_value *)c->run->module->pool.data + arguments.data;
    if (count > FEW_ITEMS || !rg_is_container(arguments))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (rg_is_container(items[i]))
            return false;
    for (uint32_t i = 0; i < count; i++)
        if (rg_is_node(items[i]) && !rg_stands_before(items, i))
            count_read(c, items[i].data);
    return true;
}

static void count_all(rg_run *run, rg_node_id reader, int step) {
    counting c = {run, step, 0};
    const rg_node *node = rg_node_at(run->graph, reader);
    at(run, reader)->counted = step > 0;
    if (rg_value_count(node->kwargs) == 0 && count_few(&c, node->args))
        return;
    c.stamp = ++run->reader_stamp;
    rg_visit_nodes(run->module, node->args, count_once, &c);
    rg_visit_nodes(run->module, node->kwargs, count_once, &c);
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

void rg_moved_reader(rg_run *run, uint32_t stamp, rg_node_id from, rg_value to) {
    if (!meets_first(run, stamp, from))
        return;
    at(run, from)->correction++;
    if (rg_is_node(to))
        at(run, to.data)->correction--;
}
