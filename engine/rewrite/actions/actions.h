/* The statements of rules and blocks. */
#ifndef REGRAFT_ACTIONS_H
#define REGRAFT_ACTIONS_H

#include "../run.h"

/* Runs the statements of a rule, begin or end block. False: a `where` does not hold. */
bool rg_run_statements(rg_run *run, rg_value *frame, rg_ast *const *statements, size_t count);

/* The slot of a name in the frame. */
static inline uint32_t rg_slot_of(const rg_ast *name) {
    return ((const rg_ref *)name->compiled)->index;
}
/* The node that a statement changes. Fails if the value is not a node. */
rg_node_id rg_subject(rg_run *run, rg_value value, const rg_ast *ast);

/* ---- write.c */
void rg_write_action(rg_run *run, rg_value *frame, const rg_ast *ast, rg_pending_kind what);
/* Gives `made` the annotation of `described`, the node whose value it replaces. */
void rg_inherit(rg_run *run, rg_node_id made, rg_node_id described);
/* ---- replace.c */
void rg_bind_action(rg_run *run, rg_value *frame, const rg_ast *ast);
/* ---- set.c */
void rg_set_action(rg_run *run, rg_value *frame, const rg_ast *ast);
/* ---- output.c */
void rg_append_action(rg_run *run, rg_value *frame, const rg_ast *ast);
void rg_emit_action(rg_run *run, rg_value *frame, const rg_ast *ast);
void rg_count_action(rg_run *run, const rg_ast *ast);
void rg_erase_action(rg_run *run, rg_value *frame, const rg_ast *ast);
void rg_rename_action(rg_run *run, rg_value *frame, const rg_ast *ast);

#endif
