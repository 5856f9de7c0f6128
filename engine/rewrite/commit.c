/* What rules leave pending. */
#include "../memory/storage.h"
#include "../memory/storage_parts.h"
#include "commit.h"
#include "run.h"
#include "sweep.h"

static void await_node(void *context, rg_node_id id) {
    rg_state_of(context, id)->replacement.tag |= RG_IS_AWAITED;
}

static void await_no_more(void *context, rg_node_id id) {
    rg_state_of(context, id)->replacement.tag &= ~(uint32_t)RG_IS_AWAITED;
}

void rg_await(rg_run *run, rg_value value, bool awaited) {
    rg_visit_nodes(run->module, value, awaited ? await_node : await_no_more, run);
}

void rg_pend(rg_run *run, rg_pending_kind what, rg_node_id target, rg_value value,
             const rg_ast *ast) {
    rg_pending *pending =
        rg_array_push(run->arenas.run, &run->application.pendings, sizeof *pending);
    pending->what = what;
    pending->target = target;
    pending->value = value;
    pending->site = run->current == RG_NO_NODE ? target : run->current;
    pending->ast = ast;
    rg_await(run, value, true);
}

/* Whether the rule has put the value in a place already. */
bool rg_is_given(const rg_run *run, rg_node_id id) {
    const rg_pending *pendings = run->application.pendings.data;
    for (size_t i = run->application.first_pending; i < run->application.pendings.count; i++)
        if (rg_is_node(pendings[i].value) && pendings[i].value.data == id)
            return true;
    return false;
}
