/* Rule files as text: printing trees, and laying out files. */
#ifndef REGRAFT_RULE_TEXT_H
#define REGRAFT_RULE_TEXT_H

#include "../../grammar/rules/ast.h"

/* Appends the tree in the notation of the rule language, on one line (a file: one line for each
 * declaration). Parsing the text gives an equal tree. */
void rg_print_ast(rg_text *out, const rg_ast *ast);

/* Appends the file in its canonical layout, comments kept. The tree is
 * that of the source, without errors. */
void rg_format_rules(rg_text *out, const rg_source *source, const rg_ast *file);

#endif
