/* Builders for the actions of python.y. */
#ifndef REGRAFT_PYTHON_BUILD_H
#define REGRAFT_PYTHON_BUILD_H

#include "events.h"

/* ---------------------------------------------------------------- events */

/* Tells the listener; the line is set here. */
void rg_python_tell(rg_python_scan *scan, rg_python_event event);
/* Tells of a statement that is complete. target, annotation, value: NULL: there is none. */
void rg_python_tell_statement(rg_python_scan *scan, rg_python_event event,
                              const rg_python_value *target, const rg_python_value *annotation,
                              const rg_python_value *value);
/* Forgets the arguments of its expressions, which the listener has seen. */
void rg_python_end_statement(rg_python_scan *scan);
/* The targets `before = target =`: tells of the first, since only the last one waits for the
 * value; returns that. */
rg_python_value rg_python_target(rg_python_scan *scan, const rg_python_value *before,
                                 const rg_python_value *target, rg_place place);
/* The name in a token that also holds the keyword before it. */
rg_place rg_python_behind_word(const rg_python_scan *scan, rg_place place);

/* ---------------------------------------------------------------- expressions */

/* An argument of the call, item of the container or index that is being read. It takes the place
 * of its own arguments. `keyword` is empty for a positional one. */
void rg_python_push_argument(rg_python_scan *scan, const rg_python_value *value, rg_place keyword);
/* Forgets the arguments that were pushed last. */
void rg_python_drop_arguments(rg_python_scan *scan, uint32_t count);

/* In all of these `place` is that of the whole expression; `inside` is where the text after its
 * opening bracket begins; the arguments were pushed before. */
rg_python_value rg_python_single(rg_python_kind kind, rg_place place);
rg_python_value rg_python_attribute(rg_python_scan *scan, const rg_python_value *of,
                                    rg_place place);
rg_python_value rg_python_call(rg_python_scan *scan, const rg_python_value *callee, uint32_t count,
                               rg_place place, uint32_t inside);
rg_python_value rg_python_subscript(rg_python_scan *scan, const rg_python_value *of, uint32_t count,
                                    rg_place place, uint32_t inside);
rg_python_value rg_python_binary(rg_python_scan *scan, const rg_python_value *left,
                                 rg_place operator, const rg_python_value * right);
rg_python_value rg_python_unary(rg_python_scan *scan, rg_place operator,
                                const rg_python_value * operand);
rg_python_value rg_python_container(rg_place place, uint32_t count);
bool rg_python_is_none(const rg_python_scan *scan, const rg_python_value *value);

#endif
