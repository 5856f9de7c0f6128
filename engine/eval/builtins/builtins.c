/* The table of the functions of expressions. values.c has those that look at plain values,
 * graph.c those that look at nodes. */

#include "../../rewrite/run.h"
#include "builtins.h"
#include "../eval.h"
#include "../json.h"
#include "../memo.h"

RG_GRAPH_BUILTIN(refuse) {
    (void)count;
    rg_text reason = rg_text_new(run->arenas.scratch);
    rg_add_shown(run, &reason, v[0]);
    rg_fail(run, site, "%s",
            rg_escape_nul(run->arenas.scratch, rg_text_string(&reason), rg_text_length(&reason)));
}

RG_GRAPH_BUILTIN(json) {
    (void)count, (void)site;
    return rg_str(run->module, rg_json_text(run, v[0]));
}

/* ---------------------------------------------------------------- the table */

typedef rg_value (*value_builtin)(rg_value_call *call);
typedef rg_value (*graph_builtin)(rg_run *run, const rg_value *v, size_t count, const rg_ast *site);

#define VALUE_BUILTIN(f) _Generic((f), value_builtin : (f), graph_builtin : NULL)
#define GRAPH_BUILTIN(f) _Generic((f), value_builtin : NULL, graph_builtin : (f))

static const struct {
    value_builtin of_values; /* one of the two is NULL */
    graph_builtin of_graph;
    size_t fewest, most;
    rg_reads reads;
    const char *name;
} builtins[] = {
#define X(name, fewest, most, reads)                                                               \
    {VALUE_BUILTIN(fn_##name), GRAPH_BUILTIN(fn_##name), fewest, most, RG_READS_##reads, #name},
    RG_BUILTIN_FUNCTIONS(X)
#undef X
};

static rg_value call_of_values(rg_run *run, value_builtin function, const rg_value *values,
                               size_t count, const rg_ast *site) {
    rg_value_call call = {.graph = run->graph,
                          .module = run->module,
                          .scratch = run->arenas.scratch,
                          .values = values,
                          .count = count};
    rg_value result = function(&call);
    if (call.wrong)
        rg_fail(run, site, "%s", call.wrong);
    return result; /* cppcheck-suppress returnDanglingLifetime */
}

rg_value rg_call_builtin(rg_run *run, uint32_t number, const rg_value *values, size_t count,
                         const rg_ast *site) {
    if (count < builtins[number].fewest || count > builtins[number].most)
        rg_fail(run, site, "%s() does not take %zu arguments", builtins[number].name, count);
    if (run->memo.open)
        rg_note_read(run, builtins[number].reads, values[0]);
    if (builtins[number].of_values)
        return call_of_values(run, builtins[number].of_values, values, count, site);
    return builtins[number].of_graph(run, values, count, site);
}
