/* Trees of the rule language as text: canonical, on one line (a file: a declaration a line), so
 * that parsing the text gives the tree again.
 */
#include "print.h"

/* ---------------------------------------------------------------- statements */

/* ` WORD e`, unless e was not written. */
static void print_optional(rg_text *out, const char *word, const rg_ast *ast, rg_ast_kind absent) {
    if (ast->kind == absent)
        return;
    rg_text_printf(out, " %s ", word);
    rg_print_tree(out, ast);
}

static void print_assigned(rg_text *out, const char *word, const rg_ast *target,
                           const rg_ast *value) {
    rg_text_puts(out, word);
    rg_print_targets(out, target);
    rg_text_puts(out, " = ");
    rg_print_tree(out, value);
}

static void print_emit(rg_text *out, const rg_ast *ast) {
    rg_text_printf(out, "emit %s", ast->text);
    if (ast->items[RG_EMIT_INDEX]->kind != RG_AST_NONE) {
        rg_text_putc(out, '[');
        rg_print_tree(out, ast->items[RG_EMIT_INDEX]);
        rg_text_putc(out, ']');
    }
    rg_text_puts(out, " = ");
    rg_print_tree(out, ast->items[RG_EMIT_VALUE]);
}

static void print_block(rg_text *out, const rg_ast *ast, size_t first) {
    rg_text_puts(out, " {");
    for (size_t i = first; i < ast->count; i++) {
        rg_text_putc(out, ' ');
        rg_print_tree(out, ast->items[i]);
    }
    rg_text_puts(out, " }");
}

static void print_write(rg_text *out, const rg_ast *ast) {
    rg_text_puts(out, "rewrite ");
    rg_print_tree(out, ast->items[RG_WRITE_OBJECT]);
    rg_text_puts(out, ast->kind == RG_AST_WRITE ? " <- " : " becomes ");
    rg_print_tree(out, ast->items[RG_WRITE_VALUE]);
    print_optional(out, "as", ast->items[RG_WRITE_NAME], RG_AST_NONE);
}

/* Actions print with `rewrite` before them, so that they can follow anything on the line. */
static void print_action(rg_text *out, const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_BIND:
        print_assigned(out, "rewrite ", ast->items[RG_BIND_NAME], ast->items[RG_BIND_VALUE]);
        break;
    case RG_AST_WRITE:
    case RG_AST_BECOMES:
        print_write(out, ast);
        break;
    case RG_AST_APPEND:
        rg_text_puts(out, "rewrite outputs += ");
        rg_print_tree(out, ast->items[RG_INNER]);
        break;
    case RG_AST_FOR:
        rg_print_for(out, ast->items);
        print_block(out, ast, RG_FOR_STEPS);
        break;
    default:
        rg_text_puts(out, "rewrite if ");
        rg_print_tree(out, ast->items[RG_WHEN_CONDITION]);
        print_block(out, ast, RG_WHEN_STEPS);
    }
}

static void print_claim(rg_text *out, const rg_ast *ast) {
    rg_text_puts(out, ast->text);
    for (size_t i = 0; i < ast->count; i++) {
        rg_text_puts(out, i ? ", " : " ");
        if (ast->items[i]->kind == RG_AST_TEXT)
            rg_text_puts(out, ast->items[i]->text);
        else
            rg_print_tree(out, ast->items[i]);
    }
}

static void print_statement(rg_text *out, const rg_ast *ast) {
    static const char *const words[] = {
        [RG_AST_WARN] = "warn ", [RG_AST_ERROR] = "error ", [RG_AST_ERASE] = "erase "};
    switch (ast->kind) {
    case RG_AST_MATCH:
        if (ast->items[RG_EQUATION_NAME]->kind == RG_AST_NONE) {
            rg_text_puts(out, "match ");
            rg_print_tree(out, ast->items[RG_EQUATION_PATTERN]);
        } else {
            print_assigned(out, "match ", ast->items[RG_EQUATION_NAME],
                           ast->items[RG_EQUATION_PATTERN]);
        }
        break;
    case RG_AST_WHERE:
        rg_text_puts(out, "where ");
        rg_print_tree(out, ast->items[RG_WHERE_GUARD]);
        if (ast->count > 1) {
            rg_text_puts(out, " else ");
            rg_print_tree(out, ast->items[RG_WHERE_ERROR]);
        }
        break;
    case RG_AST_LET:
        print_assigned(out, "let ", ast->items[RG_LET_TARGETS], ast->items[RG_LET_VALUE]);
        break;
    case RG_AST_GROUP:
        rg_text_puts(out, "group by ");
        rg_print_items(out, ast, 0, ast->count);
        break;
    case RG_AST_SET:
        print_assigned(out, "set ", ast->items[RG_SET_PLACE], ast->items[RG_SET_VALUE]);
        break;
    case RG_AST_EMIT:
        print_emit(out, ast);
        break;
    case RG_AST_COUNT:
        rg_text_printf(out, "count %s", ast->text);
        break;
    case RG_AST_WARN:
    case RG_AST_ERROR:
    case RG_AST_ERASE:
        rg_text_puts(out, words[ast->kind]);
        rg_print_tree(out, ast->items[RG_INNER]);
        break;
    case RG_AST_RENAME:
        rg_text_puts(out, "rename ");
        rg_print_tree(out, ast->items[RG_RENAME_NODE]);
        rg_text_putc(out, ' ');
        rg_print_tree(out, ast->items[RG_RENAME_NAME]);
        break;
    case RG_AST_CLAIM:
        print_claim(out, ast);
        break;
    default:
        print_action(out, ast);
    }
}

/* ---------------------------------------------------------------- declarations */

static void print_pass(rg_text *out, const rg_ast *ast) {
    rg_text_printf(out, "%s %s", ast->kind == RG_AST_PASS ? "pass" : "pipeline", ast->text);
    for (size_t i = 0; i < ast->count; i++) {
        rg_text_putc(out, ' ');
        rg_print_tree(out, ast->items[i]);
    }
}

static void print_extern(rg_text *out, const rg_ast *ast) {
    rg_text_printf(out, "extern %s(", ast->text);
    rg_print_items(out, ast, 0, rg_extern_arity(ast));
    rg_text_puts(out, ") -> ");
    rg_print_tree(out, rg_extern_result(ast));
}

static void print_fn(rg_text *out, const rg_ast *ast) {
    rg_text_printf(out, "fn %s(", ast->text);
    rg_print_items(out, ast, 0, rg_fn_arity(ast));
    rg_text_putc(out, ')');
    print_optional(out, "if", rg_fn_guard(ast), RG_AST_TRUE);
    rg_text_puts(out, " = ");
    rg_print_tree(out, rg_fn_value(ast));
}

static void print_pattern(rg_text *out, const rg_ast *ast) {
    const rg_ast *parameters = ast->items[RG_PATTERN_PARAMETERS];
    rg_text_printf(out, "pattern %s(", ast->text);
    rg_print_items(out, parameters, 0, parameters->count);
    rg_text_puts(out, ") = ");
    rg_print_tree(out, ast->items[RG_PATTERN_BODY]);
    for (size_t i = RG_PATTERN_LETS; i < ast->count; i++)
        print_assigned(out, i == RG_PATTERN_LETS ? " with " : ", ",
                       ast->items[i]->items[RG_LET_TARGETS], ast->items[i]->items[RG_LET_VALUE]);
}

static void print_rule(rg_text *out, const rg_ast *ast) {
    rg_text_printf(out, "rule %s", ast->text);
    if (ast->items[RG_RULE_PRIORITY]->kind != RG_AST_NONE) {
        rg_text_puts(out, " priority ");
        rg_print_at(out, ast->items[RG_RULE_PRIORITY], BINDS_SIGN);
    }
    print_block(out, ast, RG_RULE_STEPS);
}

/* view, shape, dtype, aliases and again: OPERATOR, [index,] value, parameters. */
static void print_clause(rg_text *out, const rg_ast *ast, const char *word) {
    bool view = ast->kind == RG_AST_VIEW;
    const rg_ast *value = ast->items[view ? RG_VIEW_VALUE : RG_CLAUSE_VALUE];
    rg_text_printf(out, "%s ", word);
    rg_print_tree(out, ast->items[RG_CLAUSE_OPERATOR]);
    rg_text_putc(out, '(');
    rg_print_items(out, ast, view ? RG_VIEW_PARAMETERS : RG_CLAUSE_PARAMETERS, ast->count);
    rg_text_putc(out, ')');
    if (view && ast->items[RG_VIEW_INDEX]->kind != RG_AST_NONE)
        rg_text_printf(out, "[%s]", ast->items[RG_VIEW_INDEX]->text);
    if (view)
        print_optional(out, "writes", value, RG_AST_NONE);
    else
        print_optional(out, "=", value, (rg_ast_kind)-1);
}

static void print_operator_line(rg_text *out, const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_OP:
        rg_text_printf(out, "op %s", ast->text);
        print_optional(out, "when", ast->items[RG_OP_CONDITION], RG_AST_TRUE);
        break;
    case RG_AST_VIEW:
        print_clause(out, ast, "view");
        break;
    case RG_AST_SHAPE:
        print_clause(out, ast, "shape");
        break;
    case RG_AST_DTYPE:
        print_clause(out, ast, "dtype");
        break;
    case RG_AST_ALIASES:
        print_clause(out, ast, "aliases");
        break;
    case RG_AST_AGAIN:
        print_clause(out, ast, "again");
        break;
    case RG_AST_SPELLING:
        rg_text_printf(out, "spelling %s ", ast->text);
        rg_print_tree(out, ast->items[RG_SPELLING_TARGET]);
        print_optional(out, "is", ast->items[RG_SPELLING_OPERATOR], RG_AST_NONE);
        break;
    case RG_AST_TAG:
        rg_text_printf(out, "tag %s", ast->text);
        for (size_t i = 0; i < ast->count; i++) {
            rg_text_putc(out, ' ');
            rg_print_tree(out, ast->items[i]);
        }
        break;
    default: /* NAMES */
        rg_text_puts(out, ast->text);
        for (size_t i = 0; i < ast->count; i++)
            rg_text_printf(out, " %s", ast->items[i]->text);
    }
}

static void print_declaration(rg_text *out, const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_FILE:
        for (size_t i = 0; i < ast->count; i++) {
            rg_print_tree(out, ast->items[i]);
            rg_text_putc(out, '\n');
        }
        break;
    case RG_AST_PASS:
    case RG_AST_PIPELINE:
        print_pass(out, ast);
        break;
    case RG_AST_PARAM:
        rg_text_printf(out, "param %s = ", ast->text);
        rg_print_tree(out, ast->items[RG_INNER]);
        break;
    case RG_AST_EXTERN:
        print_extern(out, ast);
        break;
    case RG_AST_RULE:
        print_rule(out, ast);
        break;
    case RG_AST_FN:
        print_fn(out, ast);
        break;
    case RG_AST_PATTERN:
        print_pattern(out, ast);
        break;
    case RG_AST_BEGIN:
    case RG_AST_END:
        rg_text_puts(out, ast->kind == RG_AST_BEGIN ? "begin" : "end");
        print_block(out, ast, 0);
        break;
    case RG_AST_USE:
        rg_text_puts(out, "use \"");
        rg_print_escaped(out, ast->text);
        rg_text_putc(out, '"');
        break;
    default:
        print_operator_line(out, ast);
    }
}

void rg_print_tree(rg_text *out, const rg_ast *ast) {
    if (ast->kind >= RG_AST_FILE)
        print_declaration(out, ast);
    else if (ast->kind >= RG_AST_MATCH)
        print_statement(out, ast);
    else
        rg_print_expression(out, ast);
}

void rg_print_ast(rg_text *out, const rg_ast *ast) {
    rg_print_tree(out, ast);
}
