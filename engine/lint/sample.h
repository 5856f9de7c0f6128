/* A text that a regex matches. */
#ifndef REGRAFT_LINT_SAMPLE_H
#define REGRAFT_LINT_SAMPLE_H

#include "../base/base.h"

/* The shortest that is easily found, of the first alternatives; it may not match: the caller asks
 * the regex. */
const char *rg_sample_regex(rg_arena *arena, const char *regex);

#endif
