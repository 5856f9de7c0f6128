/* Groups: calls of one kind that read the same value. */
#ifndef REGRAFT_GROUP_H
#define REGRAFT_GROUP_H

#include "../run.h"

/* Readers of a value among which a group is looked for; of a value with more of them none is. */
#define RG_MOST_SIBLINGS 256

/* The `group` line of the rule that is applied: finds the calls ahead that fit the rule as its root
 * does, and makes lists of the names of the frame. False: there are none. */
bool rg_gather(rg_run *run, rg_value *frame, const rg_ast *ast);
/* The same for each call of the group ahead that the rule replaces: takes it out of the graph. Its
 * new value gets its metadata. */
void rg_remove_gathered(rg_run *run, rg_node_id root);

#endif
