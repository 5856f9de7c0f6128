/* Patterns and expressions as text. */
#include "print.h"

#include <string.h>

/* `x: kind`, or `x!: kind`, which is a WRITTEN of a TYPED. */
static bool is_typed(const rg_ast *ast) {
    if (ast->kind == RG_AST_WRITTEN)
        ast = ast->items[RG_INNER];
    return ast->kind == RG_AST_TYPED;
}

static rg_binding_strength binding_of(const rg_ast *ast) {
    if (is_typed(ast))
        return BINDS_ELEMENT;
    switch (ast->kind) {
    case RG_AST_KEYWORD:
    case RG_AST_STAR:
    case RG_AST_STARSTAR:
        return BINDS_ELEMENT;
    case RG_AST_IF:
        return BINDS_IF;
    case RG_AST_OR:
        return BINDS_OR;
    case RG_AST_AND:
        return BINDS_AND;
    case RG_AST_UNARY:
        return ast->text[0] == 'n' ? BINDS_NOT : BINDS_SIGN;
    case RG_AST_COMPARE:
        return BINDS_COMPARE;
    case RG_AST_EITHER:
        return BINDS_EITHER;
    case RG_AST_BINARY:
        if (ast->text[0] == '+' || ast->text[0] == '-')
            return BINDS_SUM;
        return strcmp(ast->text, "**") == 0 ? BINDS_POWER : BINDS_PRODUCT;
    case RG_AST_MAYBE:
    case RG_AST_REUSE:
    case RG_AST_INT: /* (1).real */
    case RG_AST_FLOAT:
    case RG_AST_ELLIPSIS:
        return BINDS_POWER;
    default:
        return BINDS_POSTFIX;
    }
}

void rg_print_at(rg_text *out, const rg_ast *ast, rg_binding_strength least) {
    bool paren = binding_of(ast) < least;
    if (paren)
        rg_text_putc(out, '(');
    rg_print_tree(out, ast);
    if (paren)
        rg_text_putc(out, ')');
}

void rg_print_items(rg_text *out, const rg_ast *ast, size_t first, size_t last) {
    for (size_t i = first; i < last; i++) {
        if (i > first)
            rg_text_puts(out, ", ");
        rg_print_tree(out, ast->items[i]);
    }
}

void rg_print_escaped(rg_text *out, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '"':
        case '\\':
            rg_text_printf(out, "\\%c", *text);
            break;
        case '\n':
            rg_text_puts(out, "\\n");
            break;
        case '\t':
            rg_text_puts(out, "\\t");
            break;
        case '{':
        case '}':
            rg_text_putc(out, *text);
            rg_text_putc(out, *text);
            break;
        default:
            rg_text_putc(out, *text);
        }
    }
}

static void print_hole(rg_text *out, const rg_ast *ast) {
    size_t begin = rg_text_length(out) + 1;
    rg_text_putc(out, '{');
    rg_print_tree(out, ast);
    /* `{{` would be a brace of the text. */
    if (rg_text_string(out)[begin] != '{')
        rg_text_putc(out, '}');
    else {
        char *inside =
            rg_copy_text(out->arena, rg_text_string(out) + begin, rg_text_length(out) - begin);
        out->bytes.count = begin;
        rg_text_printf(out, " %s}", inside);
    }
}

/* The parts of a string or template; a template's text is made of letters. */
static void print_parts(rg_text *out, const rg_ast *ast) {
    for (size_t i = 0; i < ast->count; i++) {
        if (ast->items[i]->kind == RG_AST_TEXT)
            rg_print_escaped(out, ast->items[i]->text);
        else
            print_hole(out, ast->items[i]);
    }
}

static bool is_template(const rg_ast *ast) {
    return ast->kind == RG_AST_STRING && ast->text_column_offset == 0 && ast->count > 0;
}

/* A name that is a text, a regex, a template or an expression: what stands after `.` and `::`. */
static void print_name(rg_text *out, const rg_ast *ast) {
    if (ast->kind == RG_AST_TEXT || ast->kind == RG_AST_REGEX)
        rg_print_tree(out, ast);
    else if (is_template(ast))
        print_parts(out, ast);
    else
        print_hole(out, ast);
}

static void print_regex(rg_text *out, const char *text) {
    rg_text_putc(out, '/');
    for (; *text; text++) {
        if (*text == '/')
            rg_text_putc(out, '\\');
        rg_text_putc(out, *text);
        if (*text == '\\' && text[1])
            rg_text_putc(out, *++text);
    }
    rg_text_putc(out, '/');
}

static void print_opcode(rg_text *out, const rg_ast *ast, bool called) {
    bool bare =
        called || strcmp(ast->text, "placeholder") == 0 || strcmp(ast->text, "get_attr") == 0;
    rg_text_puts(out, ast->text);
    if (ast->items[RG_OPCODE_TARGET]->kind == RG_AST_WILDCARD && bare)
        return;
    rg_text_putc(out, '[');
    rg_print_tree(out, ast->items[RG_OPCODE_TARGET]);
    rg_text_putc(out, ']');
}

static bool is_opcode_word(const char *word) {
    static const char *const words[] = {"call",     "call_function", "call_method", "call_module",
                                        "get_attr", "output",        "placeholder"};
    for (size_t i = 0; i < RG_COUNT_OF(words); i++) {
        if (strcmp(words[i], word) == 0)
            return true;
    }
    return false;
}

/* What is called or indexed: a name that would be read as an opcode needs parentheses. */
static void print_head(rg_text *out, const rg_ast *ast, bool called) {
    if (ast->kind == RG_AST_OPCODE)
        print_opcode(out, ast, called);
    else if (ast->kind == RG_AST_NAME && is_opcode_word(ast->text))
        rg_text_printf(out, "(%s)", ast->text);
    else
        rg_print_at(out, ast, BINDS_POSTFIX);
}

static void print_subscript(rg_text *out, const rg_ast *index) {
    if (index->kind != RG_AST_TUPLE || index->count == 0) {
        rg_print_tree(out, index);
        return;
    }
    rg_print_items(out, index, 0, index->count);
    if (index->count == 1)
        rg_text_putc(out, ',');
}

static void print_bound(rg_text *out, const rg_ast *bound) {
    if (bound->kind != RG_AST_NONE)
        rg_print_tree(out, bound);
}

/* a:b:c, where `a::b` could be read as an operator. */
static void print_range(rg_text *out, const rg_ast *ast) {
    print_bound(out, ast->items[RG_RANGE_START]);
    rg_text_putc(out, ':');
    print_bound(out, ast->items[RG_RANGE_STOP]);
    if (ast->items[RG_RANGE_STEP]->kind == RG_AST_NONE)
        return;
    rg_text_puts(out, ast->items[RG_RANGE_STOP]->kind == RG_AST_NONE ? " :" : ":");
    rg_print_tree(out, ast->items[RG_RANGE_STEP]);
}

static void print_pairs(rg_text *out, const rg_ast *ast) {
    for (size_t i = 0; i + 1 < ast->count; i += 2) {
        rg_text_puts(out, i ? ", " : "");
        rg_print_tree(out, ast->items[i]);
        rg_text_puts(out, ": ");
        rg_print_tree(out, ast->items[i + 1]);
    }
}

void rg_print_targets(rg_text *out, const rg_ast *targets) {
    if (targets->kind == RG_AST_TUPLE)
        rg_print_items(out, targets, 0, targets->count);
    else
        rg_print_tree(out, targets);
}

/* `for t in xs if c`. */
void rg_print_for(rg_text *out, rg_ast *const *head) {
    rg_text_puts(out, "for ");
    rg_print_targets(out, head[RG_FOR_TARGETS]);
    rg_text_puts(out, " in ");
    rg_print_at(out, head[RG_FOR_LIST], BINDS_OR);
    if (head[RG_FOR_CONDITION]->kind != RG_AST_TRUE) {
        rg_text_puts(out, " if ");
        rg_print_at(out, head[RG_FOR_CONDITION], BINDS_OR);
    }
}

static void print_operation(rg_text *out, const rg_ast *ast) {
    rg_binding_strength own = binding_of(ast);
    rg_binding_strength left = own, right = (rg_binding_strength)(own + 1);
    const char *sign = ast->text;
    if (own == BINDS_POWER) {
        left = BINDS_POSTFIX;
        right = BINDS_SIGN;
    } else if (own == BINDS_COMPARE) {
        left = BINDS_EITHER;
    } else if (own == BINDS_AND) {
        sign = "and";
    } else if (own == BINDS_OR) {
        sign = "or";
    }
    rg_print_at(out, ast->items[RG_LEFT], left);
    rg_text_printf(out, " %s ", sign);
    rg_print_at(out, ast->items[RG_RIGHT], right);
}

static void print_unary(rg_text *out, const rg_ast *ast) {
    rg_text_puts(out, ast->text);
    if (ast->text[0] == 'n')
        rg_text_putc(out, ' ');
    rg_print_at(out, ast->items[RG_INNER], binding_of(ast));
}

static void print_conditional(rg_text *out, const rg_ast *ast) {
    rg_print_at(out, ast->items[RG_IF_VALUE], BINDS_OR);
    rg_text_puts(out, " if ");
    rg_print_at(out, ast->items[RG_IF_CONDITION], BINDS_OR);
    rg_text_puts(out, " else ");
    rg_print_at(out, ast->items[RG_IF_OTHERWISE], BINDS_IF);
}

static void print_operator(rg_text *out, const rg_ast *ast) {
    print_name(out, ast->items[RG_OPERATOR_SPACE]);
    rg_text_puts(out, "::");
    print_name(out, ast->items[RG_OPERATOR_BASE]);
    if (ast->items[RG_OPERATOR_OVERLOAD]->kind != RG_AST_NONE) {
        rg_text_putc(out, '.');
        print_name(out, ast->items[RG_OPERATOR_OVERLOAD]);
    }
}

/* `a | b` of kinds or literals. */
static void print_alternatives(rg_text *out, const rg_ast *ast, size_t first) {
    for (size_t i = first; i < ast->count; i++) {
        rg_text_puts(out, i > first ? " | " : "");
        rg_print_at(out, ast->items[i], BINDS_SUM);
    }
}

static void print_attribute(rg_text *out, const rg_ast *ast) {
    rg_print_at(out, ast->items[RG_OBJECT], BINDS_POSTFIX);
    rg_text_putc(out, '.');
    if (ast->text)
        rg_text_puts(out, ast->text);
    else
        print_name(out, ast->items[RG_ATTRIBUTE_NAME]);
}

static void print_comprehension(rg_text *out, const rg_ast *ast) {
    rg_print_tree(out, ast->items[RG_LIST_FOR_ITEM]);
    rg_text_putc(out, ' ');
    rg_print_for(out, ast->items + RG_LIST_FOR_HEAD);
}

static void print_postfix(rg_text *out, const rg_ast *ast) {
    print_head(out, ast->items[RG_OBJECT], ast->kind == RG_AST_CALL);
    rg_text_puts(out, ast->kind != RG_AST_CALL ? "[" : ast->flag ? "~(" : "(");
    if (ast->kind == RG_AST_CALL && ast->count == 2 &&
        ast->items[RG_ARGUMENTS]->kind == RG_AST_LIST_FOR && !ast->items[RG_ARGUMENTS]->flag)
        print_comprehension(out, ast->items[RG_ARGUMENTS]); /* any(e for t in xs) */
    else if (ast->kind == RG_AST_CALL)
        rg_print_items(out, ast, RG_ARGUMENTS, ast->count);
    else
        print_subscript(out, ast->items[RG_INDEX_INDEX]);
    rg_text_putc(out, ast->kind == RG_AST_CALL ? ')' : ']');
}

static void print_kind(rg_text *out, const rg_ast *ast) {
    rg_text_puts(out, ast->text);
    if (!ast->flag)
        return;
    rg_text_putc(out, '[');
    rg_print_items(out, ast, 0, ast->count);
    rg_text_putc(out, ']');
}

/* Forms in brackets. */
static void print_display(rg_text *out, const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_TUPLE:
        rg_text_putc(out, '(');
        rg_print_items(out, ast, 0, ast->count);
        rg_text_puts(out, ast->count == 1 ? ",)" : ")");
        break;
    case RG_AST_LIST:
        rg_text_putc(out, '[');
        rg_print_items(out, ast, 0, ast->count);
        rg_text_putc(out, ']');
        break;
    case RG_AST_LIST_FOR:
        rg_text_putc(out, '[');
        print_comprehension(out, ast);
        rg_text_putc(out, ']');
        break;
    case RG_AST_DICT_FOR:
        rg_text_putc(out, '{');
        rg_print_tree(out, ast->items[RG_DICT_FOR_KEY]);
        rg_text_puts(out, ": ");
        rg_print_tree(out, ast->items[RG_DICT_FOR_VALUE]);
        rg_text_putc(out, ' ');
        rg_print_for(out, ast->items + RG_DICT_FOR_HEAD);
        rg_text_putc(out, '}');
        break;
    default:
        rg_text_putc(out, '{');
        print_pairs(out, ast);
        rg_text_putc(out, '}');
    }
}

static void print_typed(rg_text *out, const rg_ast *ast) {
    const rg_ast *typed = ast->kind == RG_AST_WRITTEN ? ast->items[RG_INNER] : ast;
    if (typed != ast) {
        rg_print_at(out, typed->items[RG_INNER], BINDS_POSTFIX);
        rg_text_putc(out, '!');
    } else {
        rg_print_at(out, typed->items[RG_INNER], BINDS_IF);
    }
    rg_text_puts(out, ": ");
    print_alternatives(out, typed, RG_TYPED_KINDS);
}

/* Forms that begin or end with a sign of their own. */
static void print_element(rg_text *out, const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_KEYWORD:
        rg_text_printf(out, "%s=", ast->text);
        break;
    case RG_AST_STAR:
        rg_text_putc(out, '*');
        break;
    case RG_AST_STARSTAR:
        rg_text_puts(out, "**");
        break;
    default:
        break;
    }
    if (is_typed(ast)) {
        print_typed(out, ast);
    } else if (ast->kind == RG_AST_WRITTEN) {
        rg_print_at(out, ast->items[RG_INNER], BINDS_POSTFIX);
        rg_text_putc(out, '!');
    } else {
        /* k=p: kind stands without parentheses. */
        bool typed = ast->kind == RG_AST_KEYWORD && is_typed(ast->items[RG_INNER]);
        rg_print_at(out, ast->items[RG_INNER], typed ? BINDS_ELEMENT : BINDS_IF);
    }
}

static void print_leaf(rg_text *out, const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_WILDCARD:
        rg_text_putc(out, '_');
        break;
    case RG_AST_ELLIPSIS:
        rg_text_puts(out, "...");
        break;
    case RG_AST_NONE:
    case RG_AST_TRUE:
    case RG_AST_FALSE:
        rg_text_puts(out, rg_ast_describe(ast));
        break;
    case RG_AST_REGEX:
        print_regex(out, ast->text);
        break;
    case RG_AST_TAGGED:
        rg_text_printf(out, "@%s", ast->text);
        break;
    default:
        rg_text_puts(out, ast->text);
    }
}

static void print_string(rg_text *out, const rg_ast *ast) {
    rg_text_putc(out, '"');
    print_parts(out, ast);
    rg_text_putc(out, '"');
}

/* `maybe f(x, a)`, `reuse f(x)` */
static void print_behind_word(rg_text *out, const rg_ast *ast) {
    rg_text_puts(out, ast->kind == RG_AST_MAYBE ? "maybe " : "reuse ");
    rg_print_at(out, ast->items[RG_INNER], BINDS_POSTFIX);
}

void rg_print_expression(rg_text *out, const rg_ast *ast) {
    switch (ast->kind) {
    case RG_AST_TUPLE:
    case RG_AST_LIST:
    case RG_AST_DICT:
    case RG_AST_LIST_FOR:
    case RG_AST_DICT_FOR:
        print_display(out, ast);
        break;
    case RG_AST_KEYWORD:
    case RG_AST_STAR:
    case RG_AST_STARSTAR:
    case RG_AST_WRITTEN:
    case RG_AST_TYPED:
        print_element(out, ast);
        break;
    case RG_AST_STRING:
        print_string(out, ast);
        break;
    case RG_AST_ATTRIBUTE:
        print_attribute(out, ast);
        break;
    case RG_AST_INDEX:
    case RG_AST_CALL:
        print_postfix(out, ast);
        break;
    case RG_AST_RANGE:
        print_range(out, ast);
        break;
    case RG_AST_KIND:
        print_kind(out, ast);
        break;
    case RG_AST_EITHER:
        print_alternatives(out, ast, 0);
        break;
    case RG_AST_UNARY:
        print_unary(out, ast);
        break;
    case RG_AST_BINARY:
    case RG_AST_COMPARE:
    case RG_AST_AND:
    case RG_AST_OR:
        print_operation(out, ast);
        break;
    case RG_AST_IF:
        print_conditional(out, ast);
        break;
    case RG_AST_OPERATOR:
        print_operator(out, ast);
        break;
    case RG_AST_OPCODE:
        print_opcode(out, ast, false);
        break;
    case RG_AST_MAYBE:
    case RG_AST_REUSE:
        print_behind_word(out, ast);
        break;
    default:
        print_leaf(out, ast);
    }
}
