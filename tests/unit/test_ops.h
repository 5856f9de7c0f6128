/* What the files of the suite of operators share. */
#ifndef REGRAFT_TEST_OPS_H
#define REGRAFT_TEST_OPS_H

#include "../../engine/ops/ops.h"

extern rg_arena *rg_test_arena; /* of the whole suite */
extern rg_ops *rg_test_ops;     /* the tables of rules/ops */

void rg_test_text(const char *got, const char *expected, const char *what);
void rg_test_plain_binding(void);
void rg_test_annotated_binding(void);
void rg_test_defaults(void);

#endif
