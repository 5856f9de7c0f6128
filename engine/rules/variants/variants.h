/* Alternatives in patterns, written out.
 *
 * A rule whose patterns have alternatives (`p | q`, `maybe f(x, a)`, `f~(a, b)`, named patterns of
 * several clauses) is the ordered list of its variants: rules without any of these, from which the
 * first whose pattern and guards hold is applied. Variants are written out before a file is
 * checked, so that checks, compiler and matcher know plain patterns only.
 *
 * The leftmost choice varies slowest. Names of a clause that are no parameters become names of the
 * rule that nobody can write: `d of scaled`.
 */
#ifndef REGRAFT_VARIANTS_H
#define REGRAFT_VARIANTS_H

#include "../../ops/ops.h"

/* Variants of one rule. Each may be tried at a node, so more would cost too much there. */
#define RG_MAX_VARIANTS 512
/* Parts of patterns that are looked at while one rule is written out: patterns that use others
 * twice, which use others twice, grow without bound. */
#define RG_MAX_VARIANT_STEPS 200000

/* The file with a RG_AST_VARIANTS in the place of each rule that has alternatives; other
 * declarations are those of `file`. A RG_AST_PATTERN gets in its `compiled` the variants of a rule
 * that consists of the clause alone. NULL when something cannot be written out: reported. */
/* The RULEs of a VARIANTS have in their `compiled` an rg_array of const rg_ast *: the alternatives
 * that they take, as they are written. */
rg_ast *rg_write_variants(rg_arena *arena, rg_ast *file, const rg_ops *ops,
                          rg_diagnostics *diagnostics);

#endif
