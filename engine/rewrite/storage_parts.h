/* What storage.c (who shares memory, what is read) and write.c (what changes it) have in common. */
#ifndef REGRAFT_STORAGE_PARTS_H
#define REGRAFT_STORAGE_PARTS_H

#include "rewrite.h"

static inline rg_alias *alias_at(const rg_run *run, uint32_t alias) {
    return (rg_alias *)run->aliases.data + alias;
}

static inline rg_storage *storage_at(const rg_run *run, uint32_t storage) {
    return (rg_storage *)run->storages.data + storage;
}

/* Item `index` of a table of the graph, which grows with zeroed items. */
void *rg_table_slot(rg_run *run, rg_array *array, size_t index, size_t size);
/* The alias of a node's object; RG_NONE_ID: none. */
uint32_t rg_alias_number(const rg_run *run, rg_node_id id);
/* The node holds the object as it is now. */
void rg_set_object(rg_run *run, rg_node_id id, uint32_t object);
/* The node that holds an alias's content at the storage's version; made where it is missing. */
rg_node_id rg_bring_up_to_date(rg_run *run, uint32_t number);
/* A node that is taken out at the end of the sweep where nothing reads it. */
void rg_note_leftover(rg_run *run, rg_node_id id);

#endif
