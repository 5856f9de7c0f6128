/* Matching patterns. */
#ifndef REGRAFT_MATCH_H
#define REGRAFT_MATCH_H

#include "../rewrite/run.h"

/* Whether registers 0 … count - 1 = values match; fills the frame. */
bool rg_match(rg_run *run, const rg_program *program, const rg_value *values, size_t count,
              rg_value *frame);
bool rg_fits_literal(rg_run *run, rg_value value, const rg_literal *literal);
bool rg_fits_kind(rg_run *run, rg_value value, const rg_kind_pattern *kind, rg_value *frame);

#endif
