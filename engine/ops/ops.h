/* Operators: schemas, spellings and what the operator files say of views, shapes and dtypes.
 *
 * The tables belong to a rule set: loaded once, read-only while graphs are rewritten (several
 * threads may). Schemas of a `.schemas` table are indexed by name when loaded and parsed when first
 * asked for, under a lock, and published with atomics. Functions that may parse take `job`, an
 * arena of the caller: where its allocation failures go, theirs go too.
 */
#ifndef REGRAFT_OPS_H
#define REGRAFT_OPS_H

#include "../../grammar/rules/ast.h"
#include "../../grammar/schema/tree.h"
#include "../graph/graph.h"

/* ---------------------------------------------------------------- schemas */

typedef struct rg_schema {
    const char *text;     /* the schema string */
    const char *overload; /* "" for the default overload */
    struct rg_operator *op;
    rg_span span; /* where it was declared */
    size_t param_count, result_count;
    const rg_param *params;
    const rg_param *results;
    bool variadic;      /* `...`: unknown further arguments */
    bool writes;        /* some param is written; a Generator's state does not count */
    bool aliases;       /* some result carries a letter that a param carries */
    bool returns_late;  /* a written param that is not returned stands before one that is */
    const rg_ast *when; /* the RG_AST_OP declaration whose condition says where the
                           annotations hold; NULL: always */
} rg_schema;

/* A clause of an operator file that a higher layer evaluates: view, shape, dtype, aliases, again.
 */
typedef struct rg_op_clause {
    const rg_ast *ast;         /* the declaration */
    const char *overload;      /* "" for the default one; NULL: any that has its parameters */
    struct rg_op_clause *next; /* in file order */
} rg_op_clause;

typedef struct rg_operator {
    const char *name;                    /* "aten::add_" */
    uint32_t id;                         /* dense, in order of declaration */
    uint32_t schema_count, first_schema; /* overloads; the latter is table.c's */
    rg_op_clause *views, *shapes, *dtypes, *aliases, *agains;
    bool is_function,
        is_method; /* torch.<base> and torch.Tensor.<base> exist (functions/methods) */
} rg_operator;

typedef struct rg_ops rg_ops;

rg_ops *rg_ops_new(rg_arena *arena);
/* A table with one schema string a line, its tags behind it as ` @NAME` (`#` comments, blank
 * lines). Names are indexed and tags read now; the rest of a line is read when it is first asked
 * for, and its errors are reported by rg_ops_check(). The source must outlive the tables. */
void rg_ops_add_table(rg_ops *ops, const rg_source *source, rg_diagnostics *diagnostics);
/* Takes the operator declarations of a parsed file: op, view, shape, dtype, aliases, spelling,
 * functions, methods, tag. A later `op` of the same name and overload replaces the earlier one; the
 * schema is left in the `compiled` of its tree (NULL: a bad one). Errors (bad schema with the caret
 * inside it, a clause for an operator or parameter that no schema has, with "did you mean") are
 * reported. The tree must outlive the tables. */
void rg_ops_add_file(rg_ops *ops, const rg_ast *file, rg_diagnostics *diagnostics);
/* Parses every schema: for `regraft check`. */
void rg_ops_check(rg_ops *ops, rg_diagnostics *diagnostics);

/* The operator "aten::add", or NULL. */
rg_operator *rg_ops_find(const rg_ops *ops, const char *name, size_t length);
size_t rg_ops_count(const rg_ops *ops);
rg_operator *rg_ops_at(const rg_ops *ops, uint32_t id);
/* The declared name nearest to `name`, for "did you mean"; NULL when none is near. */
const char *rg_ops_nearest(const rg_ops *ops, const char *name, rg_arena *job);
/* Overload i in order of declaration; NULL when its text is not a schema. */
const rg_schema *rg_ops_schema(const rg_ops *ops, const rg_operator *op, size_t i, rg_arena *job);
/* The overload of that name ("default" and "" are one), or NULL. */
const rg_schema *rg_ops_overload(const rg_ops *ops, const rg_operator *op, const char *overload,
                                 rg_arena *job);
/* The first clause of a list that speaks of this schema, or NULL: its overload is the one the
 * clause names or has the tag it names, or the clause names none and the schema has all its
 * parameters. */
const rg_op_clause *rg_ops_clause(const rg_op_clause *clauses, const rg_schema *schema);

/* Whether some line of a table or some `tag` line has the tag. */
bool rg_ops_is_tag(const rg_ops *ops, const char *tag);
/* Whether the overload has the tag. */
bool rg_ops_has_tag(const rg_ops *ops, const rg_schema *schema, const char *tag);
/* The tag nearest to a name, for "did you mean"; NULL when none is near. */
const char *rg_ops_nearest_tag(const rg_ops *ops, const char *tag, rg_arena *job);

/* ---------------------------------------------------------------- spellings */

/* What a target means. */
typedef struct rg_spelled {
    rg_operator *op;      /* NULL: no operator that the tables know */
    const char *overload; /* NULL: any overload that fits the arguments */
    const char *doubt;    /* else NULL; why it could not be told, and then `op` is NULL */
} rg_spelled;

/* The operator a call's target stands for: by `spelling` lines in order, the first whose operator
 * exists; `torch.ops.NS.BASE[.OVERLOAD]` and methods need no line. RG_CALL_FUNCTION and
 * RG_CALL_METHOD only. Costly (regexes): callers keep the answer per distinct target. */
rg_spelled rg_ops_resolve(const rg_ops *ops, rg_opcode opcode, const char *target, rg_arena *job);

/* A function that is spelled nearly as the target, in the same module; NULL: none. *known tells
 * whether the tables have any function of that module. */
const char *rg_ops_nearest_target(const rg_ops *ops, const char *target, bool *known,
                                  rg_arena *job);

typedef enum rg_dialect {
    RG_DYNAMO, /* torch.add, x.add */
    RG_ATEN    /* torch.ops.aten.add.Tensor */
} rg_dialect;

typedef struct rg_spelling {
    rg_opcode opcode;
    const char *target; /* in the arena given */
} rg_spelling;

/* How a graph of this dialect spells the operator: RG_DYNAMO: torch.BASE, else the method BASE,
 * else torch.ops.NS.BASE.OVERLOAD; RG_ATEN: always the last, `default` for the empty overload.
 * Operators of namespace `operator`, or a dotted namespace, are spelled `NS.BASE`. */
rg_spelling rg_ops_spell(const rg_ops *ops, const rg_schema *schema, rg_dialect dialect,
                         rg_arena *arena);
/* The same call's target for another operator of the same family, spelled as `target` is:
 * `operator.iadd` for aten::add -> `operator.add`, method `add_` -> method `add`,
 * `torch.ops.aten.add_.Tensor` -> `torch.ops.aten.add.Tensor` (schema's overload), `torch.relu_` ->
 * `torch.relu`; where that spelling does not exist, as rg_ops_spell for RG_ATEN. */
rg_spelling rg_ops_respell(const rg_ops *ops, rg_opcode opcode, const char *target,
                           const rg_schema *schema, rg_arena *arena);

/* ---------------------------------------------------------------- arguments */

/* Where a parameter's argument stands in a call. */
typedef enum rg_slot_place {
    RG_SLOT_ABSENT,   /* not given: the default holds */
    RG_SLOT_POSITION, /* args[index] */
    RG_SLOT_KEYWORD,  /* kwargs[name], see index: position in the dict. Of several out arguments
                         given as `out=(a, b)` each has the index of `out` and its own item */
    RG_SLOT_REST      /* args[index:] taken together: x.view(2, 3), x.permute(0, 1) */
} rg_slot_place;

typedef struct rg_slot {
    rg_slot_place place;
    uint32_t index;
    rg_value value; /* the argument; RG_SLOT_REST: a tuple of them; ABSENT: the default parsed
                       (see rg_schema_default), RG_NONE when the parameter has none */
} rg_slot;

#define RG_MAX_TAGS 64 /* they are bits of an overload */
/* The overload the call uses, and which argument is which parameter of it. Python's rules:
 * position, keyword (`input` for `self`, `axis` for `dim`, `keepdims` for `keepdim`, `x`/`other` as
 * numpy-like aliases torch accepts), then defaults; a method's or function's trailing ints fill an
 * int-list parameter (`x.view(2, 3)`). Kinds are checked as far as values and annotations tell: a
 * node without annotation fits Tensor, int, float, bool; RG_ATOM fits str, device, int (symbolic)
 * and other; an int atom may be a str where str is wanted.
 *
 * One that the target names is taken when the arguments' names and
 * positions fit it, whatever their kinds. Else the one whose kinds fit best: that takes the fewest
 * nodes of which nothing is known for something other than tensors, and numbers for tensors; then
 * the first. Else the only one whose names and positions fit. NULL when there is none, or when the
 * tables lack the overload named. Fills `slots` (RG_MAX_PARAMS of them). */
const rg_schema *rg_bind_any(const rg_ops *ops, rg_module *module, const rg_graph *graph,
                             const rg_node *node, rg_spelled spelled, rg_slot *slots);
/* What the choice depends on, for most calls: calls of one target and of equal shapes use the same
 * overload. `keys` are the names of keyword arguments. */
typedef struct rg_call_shape {
    uint64_t kinds;
    rg_symbol keys[2];
} rg_call_shape;
/* Whether a call without annotation may tell, by its arguments, what kind of value it is: sizes,
 * dtypes and devices asked of a tensor. Of others without annotation nothing is known. */
bool rg_may_tell_kind(rg_opcode opcode, const char *target);
/* False when the choice depends on more: on texts, or on many arguments. */
bool rg_shape_of_call(const rg_module *module, const rg_graph *graph, const rg_node *node,
                      rg_call_shape *shape);
/* rg_bind_any() that also tells (in *by_kinds) how the schema was bound, for rg_bind_chosen(). */
const rg_schema *rg_bind_choose(const rg_ops *ops, rg_module *module, const rg_graph *graph,
                                const rg_node *node, rg_spelled spelled, rg_slot *slots,
                                bool *by_kinds);
/* Binds a call to the schema that was chosen for one of the same shape. */
void rg_bind_chosen(rg_module *module, const rg_graph *graph, const rg_node *node,
                    const rg_schema *schema, bool by_kinds, rg_slot *slots);
/* The default of a parameter as a value of the module (`[0, 1]`, `None`, `1`, `True`, `"mean"`). */
rg_value rg_schema_default(rg_module *module, const rg_param *param);
/* The functional counterpart of an operator that writes: `aten::add_.Tensor` -> `aten::add.Tensor`,
 * `aten::add.out` -> `aten::add.Tensor`, `aten::__iand__` -> `aten::__and__`, `aten::normal_` ->
 * `aten::normal_functional`: an overload that writes nothing and takes the same parameters apart
 * from out ones, of which some may have lost their default (pass what the call left out). NULL when
 * there is none. */
const rg_schema *rg_ops_functional(const rg_ops *ops, const rg_schema *schema, rg_arena *job);

#endif
