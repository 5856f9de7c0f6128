/* A compiled pattern: a straight-line program over registers. The matcher runs it. */
#ifndef REGRAFT_PROGRAM_H
#define REGRAFT_PROGRAM_H

#include "../base/regex.h"
#include "../ops/ops.h"

#define RG_NO_SLOT UINT32_MAX /* of a frame: the name or value has none */
/* Calls of one pattern whose arguments are taken by schema; a run keeps 2 KB for each that some
 * pattern needs. */
#define RG_MAX_BINDINGS 32
/* Values that one pattern looks at: each is a register, and checks keep a flag for each. */
#define RG_MAX_REGISTERS 128

/* A literal of a rule, independent of any graph's symbols. */
typedef struct rg_literal {
    rg_kind kind;
    int64_t number;   /* INT, BOOL */
    const char *text; /* the others that have a text */
} rg_literal;

/* Kinds of values a pattern `x: kind` accepts. */
typedef enum rg_kind_test {
    RG_IS_INT,
    RG_IS_FLOAT,
    RG_IS_BOOL,
    RG_IS_STR,
    RG_IS_DEVICE,
    RG_IS_DTYPE,
    RG_IS_NONE,
    RG_IS_TUPLE,
    RG_IS_LIST,
    RG_IS_DICT,
    RG_IS_SLICE,
    RG_IS_NODE,
    RG_IS_TENSOR,
    RG_IS_SYMINT,
    RG_IS_ELLIPSIS,
    RG_IS_ANY,
    RG_IS_DTYPE_OF /* f32, f32[B, *S]: a tensor node of that dtype and shape */
} rg_kind_test;

typedef enum rg_dim_test {
    RG_DIM_NUMBER, /* equals number */
    RG_DIM_BIND,   /* any; goes to the slot */
    RG_DIM_SAME,   /* equals the slot */
    RG_DIM_ANY,
    RG_DIM_RUN /* any number of dims; slot RG_NO_SLOT: not bound */
} rg_dim_test;

typedef struct rg_dim_pattern {
    rg_dim_test test;
    int64_t number;
    uint32_t slot;
} rg_dim_pattern;

typedef struct rg_kind_pattern {
    rg_kind_test test;
    const char *dtype; /* DTYPE_OF: short name */
    bool has_dims;
    size_t count;
    const rg_dim_pattern *dims;
} rg_kind_pattern;

/* Which calls a pattern's head accepts. */
typedef enum rg_target_form {
    RG_TARGET_ANY,      /* call(...): any call opcode; opcode-restricted by `opcodes` */
    RG_TARGET_TEXT,     /* exact target text */
    RG_TARGET_REGEX,    /* target text matches */
    RG_TARGET_OPERATOR, /* the operator by any spelling */
    RG_TARGET_OPERATOR_REGEX
} rg_target_form;

typedef struct rg_target_test {
    rg_target_form form;
    uint32_t opcodes;       /* bit set of 1u << rg_opcode */
    const char *text;       /* TEXT; the namespace for OPERATOR_REGEX */
    const char *overload;   /* OPERATOR: NULL: any */
    const rg_operator *op;  /* OPERATOR; NULL: no table declares it, never matches */
    const rg_regex *regex;  /* REGEX, OPERATOR_REGEX (on the base name) */
    const uint32_t *groups; /* slot of each named group of the regex */
} rg_target_test;

typedef enum rg_match_op {
    RG_MATCH_BIND,      /* slot[b] = reg[a] */
    RG_MATCH_LOAD,      /* reg[a] = slot[b] */
    RG_MATCH_SAME,      /* reg[a] equals slot[b] */
    RG_MATCH_LITERAL,   /* reg[a] is literal b */
    RG_MATCH_ONE_OF,    /* reg[a] is one of the literals b … b + c - 1 */
    RG_MATCH_KIND,      /* reg[a] fits one of the kind patterns b … b + c - 1 */
    RG_MATCH_REGEX,     /* reg[a] is a str that matches regex b; binds its groups */
    RG_MATCH_SEQUENCE,  /* reg[a] is a container of kind b with c items; flag: at least c */
    RG_MATCH_ITEM,      /* reg[b] = item c of reg[a] */
    RG_MATCH_ITEM_BACK, /* reg[b] = item c from the end (1 is the last) of reg[a] */
    RG_MATCH_RUN,       /* slot[b] = items c … end - d of reg[a], a tuple or list as reg[a] is */
    RG_MATCH_NODE,      /* reg[a] is a node whose call passes target test b; binds its groups */
    RG_MATCH_SCHEMA,    /* bind the arguments of the node reg[a] by its schema into binding b */
    RG_MATCH_ARGC,      /* the node reg[a] has b positional arguments; flag: at least b */
    RG_MATCH_ARG,       /* reg[b] = positional argument c of the node reg[a] */
    RG_MATCH_KWARG,     /* reg[b] = keyword argument (literal c) of the node reg[a]; flag: or the
                           argument of that schema name wherever it stands */
    RG_MATCH_KWARGC,    /* the node reg[a] has exactly b keyword arguments */
    RG_MATCH_REST_ARGS, /* slot[b] = positional arguments c … of the node reg[a], a tuple */
    RG_MATCH_REST_KWARGS, /* slot[b] = kwargs of the node reg[a] but for the literals c … c + d - 1
                           */
    RG_MATCH_OPERAND,   /* reg[b] = parameter c of binding d (of node reg[a]); flag: c is a literal,
                           the parameter's name */
    RG_MATCH_DEFAULTS,  /* parameters of binding d beyond the c first, but those named by the
                           literals listed in `extra`, are not given or equal their defaults */
    RG_MATCH_WRITTEN,   /* reg[b] = first argument that the call reg[a] writes */
    RG_MATCH_IS_WRITTEN /* the call reg[a] writes the node reg[b] */
} rg_match_op;

typedef struct rg_instruction {
    rg_match_op op;
    bool flag;
    uint32_t a, b, c, d;
    const uint32_t *extra; /* DEFAULTS: literal numbers, count in extra[0] */
    const rg_ast *ast;     /* the part of the pattern it tests, for messages */
} rg_instruction;

/* A compiled pattern, or list of patterns (fn parameters: register i holds argument i). */
typedef struct rg_program {
    size_t count;
    const rg_instruction *code;
    const rg_literal *literals;
    const rg_kind_pattern *kinds;
    const rg_target_test *targets;
    const rg_regex *const *regexes;
    const uint32_t *const *regex_groups; /* slots of the groups of each regex */
} rg_program;

#endif
