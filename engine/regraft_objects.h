/* Inside of the public objects, for regraft*.c only. */
#ifndef REGRAFT_OBJECTS_H
#define REGRAFT_OBJECTS_H

#include "regraft.h"
#include "forms/forms.h"
#include "lint/lint.h"

struct regraft_report {
    rg_arena *arena;   /* of the object that it is a part of */
    rg_arena *sources; /* where the lines of source texts are indexed when they are first
                          shown; NULL: in `arena`, or indexed already */
    rg_diagnostics diagnostics;
    regraft_diagnostic *items; /* the same for the caller; see rg_publish_report() */
    size_t count;
    rg_text text;
};

struct regraft_rules {
    rg_arena *arena; /* holds this struct, too: so with all of them */
    rg_ruleset *ruleset;
    rg_array parts; /* of regraft_part */
    regraft_report report;
};

struct regraft_graph {
    rg_arena *arena;           /* a result's, when the graph belongs to one */
    rg_module *module;         /* NULL: could not be read, or was left half rewritten */
    rg_understood *understood; /* of the text that it was read from */
    regraft_report report;
    rg_text text, diff; /* what was handed out last */
};

struct regraft_result {
    rg_arena *arena;
    regraft_graph *graph; /* the copy that was rewritten, or the graph that was given */
    json_t *metadata;     /* NULL before the run begins */
    rg_text metadata_text, changes_text; /* what was handed out last */
    regraft_report report;
};

/* Runs work(context). False when an allocation in one of the two arenas failed (`second` may be
 * NULL); the jump ends here. */
bool rg_guard(rg_arena *first, rg_arena *second, void (*work)(void *context), void *context);
/* `size` zeroed bytes in a new arena, which is stored in *arena; NULL when memory is out. */
void *rg_new_object(size_t size, rg_arena **arena);

/* Lists the parts of the files that are loaded. Allocates, as those below. */
void rg_list_parts(regraft_rules *rules);
regraft_place rg_place_of(const rg_ast *ast);
/* The engine's observer that tells the host's, which may be NULL. */
rg_observer rg_observe_for(const regraft_observer *observer);

/* Both allocate: to be called under rg_guard(). */
void rg_init_report(regraft_report *report, rg_arena *arena);
void rg_publish_report(regraft_report *report);

#endif
