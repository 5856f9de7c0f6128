/* Values as JSON, and what externs answer. */
#ifndef REGRAFT_JSON_H
#define REGRAFT_JSON_H

#include "../rewrite/run.h"

json_t *rg_value_to_json(rg_run *run, rg_value value); /* a node: {"node": …}; atoms: their text */
rg_value rg_value_from_json(rg_run *run, const json_t *json);
rg_value rg_ask_extern(rg_run *run, uint32_t number, const rg_value *values, size_t count,
                       const rg_ast *site);
/* Canonical text (sorted keys, no blanks), in the arena. */
const char *rg_json_text(rg_run *run, rg_value value);
/* What the value is as a key of an object. */
const char *rg_json_key(rg_run *run, rg_value key);

#endif
