/* What the two files that print trees share. */
#ifndef REGRAFT_RULE_TEXT_PRINT_H
#define REGRAFT_RULE_TEXT_PRINT_H

#include "rule_text.h"

/* How tightly a form binds; what stands where a tighter one is needed is put in parentheses. */
typedef enum rg_binding_strength {
    BINDS_ELEMENT, /* k=v, *x, p: kind: stands between commas only */
    BINDS_IF,
    BINDS_OR,
    BINDS_AND,
    BINDS_NOT,
    BINDS_COMPARE,
    BINDS_EITHER,
    BINDS_SUM,
    BINDS_PRODUCT,
    BINDS_SIGN,
    BINDS_POWER,
    BINDS_POSTFIX
} rg_binding_strength;

/* Appends any tree. */
void rg_print_tree(rg_text *out, const rg_ast *ast);
/* The same, in parentheses when it binds less tightly than that. */
void rg_print_at(rg_text *out, const rg_ast *ast, rg_binding_strength least);
/* Items between commas. */
void rg_print_items(rg_text *out, const rg_ast *ast, size_t first, size_t last);
/* The inside of a string. */
void rg_print_escaped(rg_text *out, const char *text);
/* Names of a `for` or `let`. */
void rg_print_targets(rg_text *out, const rg_ast *targets);
/* `for t in xs if c`: see RG_FOR_TARGETS. */
void rg_print_for(rg_text *out, rg_ast *const *head);
/* Appends a tree that is neither statement nor declaration. */
void rg_print_expression(rg_text *out, const rg_ast *ast);

#endif
