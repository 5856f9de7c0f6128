"""For each rule of tests/rules/users, by its name, the calls that it matches.

Each recipe makes the calls of its rule's pattern on a ``Planter``, now and then of a kind that the
rule's guards turn down.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from fuzz_program import Var
from fuzz_rules_grow import REAL, Planter, Recipe

F32, F64, I64, BOOL = torch.float32, torch.float64, torch.int64, torch.bool
FLOATS = (F32, F64)
END = (1 << 63) - 1


def one(target: str, *args: Any, **wanted: Any) -> Recipe:
    """Return the recipe of one call on a source; keywords say what it is like."""
    return lambda g: g.call(target, g.source(**wanted), *args)


def spelled(name: str, *args: Any, **wanted: Any) -> Recipe:
    """Return the same for a call that may be a method or a function."""
    return lambda g: g.spelled(name, g.source(**wanted), *args)


def twice(name: str, *args: Any, **wanted: Any) -> Recipe:
    """Return the recipe of two like calls, one on the result of the other."""
    return lambda g: g.spelled(name, g.spelled(name, g.source(**wanted), *args), *args)


# Removals -----------------------------------------------------------------------------------------


def to_dtype(g: Planter) -> Var:
    x = g.source()
    dtype = g.value(x).dtype if g.rng.random() < 0.85 else g.rng.choice(REAL)
    return g.call(".to", x, dtype)


def same_kind(target: str) -> Recipe:
    def recipe(g: Planter) -> Var:
        x = g.source()
        return g.call(target, x, g.source(dtype=g.value(x).dtype))

    return recipe


def same_shape(name: str) -> Recipe:
    """A call that gets the shape of its tensor, as a tuple, a list or one by one."""

    def recipe(g: Planter) -> Var:
        x = g.source()
        shape = g.shape(x)
        sizes = g.rng.choice([(shape,), (list(shape),), shape])
        return g.call(f".{name}", x, *sizes)

    return recipe


def expand_as_same(g: Planter) -> Var:
    x = g.source()
    return g.call(".expand_as", x, g.source(shape=g.shape(x)))


def permute_same(g: Planter) -> Var:
    x = g.source()
    return g.call(".permute", x, *range(len(g.shape(x))))


def slice_whole(g: Planter) -> Var:
    x = g.source(rank=(1, 2))
    dim = g.rng.randrange(len(g.shape(x)))
    end = g.rng.choice([END, g.shape(x)[dim]])
    return g.call("torch.ops.aten.slice.Tensor", x, dim, 0, end, 1)


def squeeze_same(g: Planter) -> Var:
    x = g.source()
    dim = g.rng.randrange(len(g.shape(x)))
    return g.spelled("squeeze", x, dim)


def where_same(g: Planter) -> Var:
    x = g.source()
    return g.call("torch.where", g.source(dtype=BOOL, shape=g.shape(x)), x, x)


def repeat_once(g: Planter) -> Var:
    x = g.source()
    return g.call(".repeat", x, *[1 for _ in g.shape(x)])


def cat_one(g: Planter) -> Var:
    return g.call("torch.cat", [g.source()], 0)


def transpose_transpose(g: Planter) -> Var:
    x = g.source(rank=(2, 3))
    return g.call(".transpose", g.call(".transpose", x, 0, 1), 0, 1)


def flip_flip(g: Planter) -> Var:
    return g.call("torch.flip", g.call("torch.flip", g.source(), [0]), [0])


def unsqueeze_squeeze(g: Planter) -> Var:
    return g.spelled("squeeze", g.spelled("unsqueeze", g.source(), 1), 1)


# Views --------------------------------------------------------------------------------------------


def flat(g: Planter, x: Var) -> list[int]:
    """Return another shape of a variable's elements."""
    count = g.value(x).numel()
    return g.rng.choice([[-1], [count], [1, count], [count, 1]])


def view_view(g: Planter) -> Var:
    x = g.source(contiguous=True)
    v = g.call(".view", x, flat(g, x))
    return g.call(".view", v, flat(g, x))


def slice_of(g: Planter, x: Var, low: int = 0) -> Var:
    return g.call("torch.ops.aten.slice.Tensor", x, 0, low, g.shape(x)[0], 1)


def select_slice(g: Planter) -> Var:
    return g.spelled("select", slice_of(g, g.source(), 0), 0, 0)


def slice_slice(g: Planter) -> Var:
    s = slice_of(g, g.source())
    return g.call("torch.ops.aten.slice.Tensor", s, 0, 0, g.shape(s)[0], 1)


def narrow_as_slice(g: Planter) -> Var:
    x = g.source()
    start = g.rng.randrange(g.shape(x)[0])
    return g.spelled("narrow", x, 0, start, g.shape(x)[0] - start)


def select_as_index(g: Planter) -> Var:
    x = g.source()
    return g.spelled("select", x, 0, g.rng.randrange(g.shape(x)[0]))


# What was fresh becomes a view --------------------------------------------------------------------


def copied(g: Planter, **wanted: Any) -> Var:
    return g.spelled("clone", g.source(**wanted))


def view_clone(g: Planter) -> Var:
    c = copied(g, contiguous=True)
    return g.call(".view", c, flat(g, c))


def t_clone(g: Planter) -> Var:
    return g.spelled("t", copied(g, rank=(1, 2)))


def flatten_clone(g: Planter) -> Var:
    return g.spelled("flatten", copied(g))


def reshape_clone(g: Planter) -> Var:
    c = copied(g)
    return g.spelled("reshape", c, flat(g, c))


def select_clone(g: Planter) -> Var:
    return g.spelled("select", copied(g), 0, 0)


def view_sub_zero(g: Planter) -> Var:
    s = g.call(g.rng.choice(["operator.sub", "torch.sub"]), g.source(contiguous=True), 0)
    return g.call(".view", s, flat(g, s))


def clone_view(g: Planter) -> Var:
    return g.spelled("clone", g.spelled("transpose", g.source(rank=(2, 3)), 0, 1))


def alike(g: Planter, count: int, **wanted: Any) -> list[Var]:
    """Return several sources of one shape and dtype."""
    first = g.source(**wanted)
    rest = [g.source(dtype=g.value(first).dtype, shape=g.shape(first)) for _ in range(count - 1)]
    return [first, *rest]


def stacked(g: Planter, count: int = 2) -> Var:
    return g.call("torch.stack", alike(g, count), 0)


def select_stack(g: Planter) -> Var:
    return g.spelled("select", stacked(g), 0, 0)


def getitem_stack(g: Planter) -> Var:
    return g.call("operator.getitem", stacked(g), 0)


def split_cat(g: Planter) -> list[Var]:
    parts = alike(g, 2)
    sizes = [g.shape(part)[0] for part in parts]
    return g.spelled("split_with_sizes", g.call("torch.cat", parts, 0), sizes, 0)


def chunk_cat(g: Planter) -> list[Var]:
    return g.spelled("chunk", g.call("torch.cat", alike(g, 2), 0), 2, 0)


def narrow_cat(g: Planter) -> Var:
    parts = alike(g, 2)
    return g.spelled("narrow", g.call("torch.cat", parts, 0), 0, 0, g.shape(parts[0])[0])


def unbind_stack(g: Planter) -> list[Var]:
    return g.spelled("unbind", stacked(g), 0)


def squeeze_stack(g: Planter) -> Var:
    return g.spelled("squeeze", stacked(g, 1), 0)


# Taken apart by functions -------------------------------------------------------------------------


def flatten_cat(g: Planter) -> Var:
    x, y = alike(g, 2)
    a = g.call("torch.cat", [x, y], 0)
    return g.call("torch.cat", [a, y] if g.rng.random() < 0.5 else [x, a], 0)


def full(g: Planter, shape: Any) -> Var:
    return g.call("torch.full", list(shape), g.rng.choice([2.0, 0.5, 1.0]))


def relu_full(g: Planter) -> Var:
    g.source()
    return g.spelled("relu", full(g, [g.rng.randint(1, 4)]))


def mul_full(g: Planter) -> Var:
    x = g.source(dtype=F32)
    return g.spelled("mul", x, full(g, g.shape(x)))


def sum_of(g: Planter, dtype: Any = REAL, exact: bool = False) -> Var:
    a, b = alike(g, 2, dtype=dtype)
    return g.call(g.rng.choice(["torch.add", "operator.add"]), a, b, exact=exact)


def add_relu(g: Planter) -> Var:
    return g.spelled("relu", sum_of(g, F32))


def abs_neg(g: Planter) -> Var:
    return g.spelled("abs", g.spelled("neg", g.source()))


def torch_abs_neg(g: Planter) -> Var:
    return g.call("torch.abs", g.call("torch.neg", g.source()))


def cat_of(name: str) -> Recipe:
    def recipe(g: Planter) -> Var:
        parts = [g.spelled(name, part) for part in alike(g, 2)]
        return g.call("torch.cat", parts, 0)

    return recipe


def stack_of_selects(g: Planter) -> Var:
    x = g.source(rank=(1, 2))
    rows = [g.spelled("select", x, 0, i) for i in range(g.shape(x)[0])]
    return g.call("torch.stack", rows, 0)


def scalar_chain(g: Planter) -> Var:
    return g.spelled("mul", g.spelled("mul", g.source(dtype=(F32, I64)), 2), 3, exact=True)


# Rules that write ---------------------------------------------------------------------------------


def index_add_zeros(g: Planter) -> Var:
    like = g.source(dtype=(F32, I64), rank=(1, 2))
    z = g.call("torch.zeros_like", like)
    index = g.indices((1,), g.shape(like)[0])
    s = g.source(dtype=g.value(like).dtype, shape=(1, *g.shape(like)[1:]))
    return g.spelled("index_add", z, 0, index, s)


def add_zeros(g: Planter) -> Var:
    a, b = alike(g, 2, dtype=I64)
    return g.call("torch.add", a, g.call("torch.zeros_like", b))


def add_into_zeros(g: Planter) -> Var:
    a = g.source(dtype=I64, fresh=True)
    return g.call("torch.add", a, g.source(dtype=I64, shape=g.shape(a)))


def cat_into_zeros(g: Planter) -> Var:
    return g.call("torch.cat", alike(g, 2, dtype=F32), 0)


# Fusions ------------------------------------------------------------------------------------------


def mul_add(g: Planter) -> Var:
    a, b, c = alike(g, 3, dtype=F32)
    return g.call("torch.add", c, g.spelled("mul", a, b, exact=True), exact=True)


def matrices(g: Planter) -> tuple[Var, Var, int, int]:
    n, m, k = (g.rng.randint(1, 3) for _ in "nmk")
    return g.source(dtype=F32, shape=(n, k)), g.source(dtype=F32, shape=(k, m)), n, m


def mm_t(g: Planter) -> Var:
    a, _b, _n, m = matrices(g)
    bt = g.source(dtype=F32, shape=(m, g.shape(a)[1]))
    return g.spelled("mm", a, g.spelled("t", bt), exact=True)


def add_mul_alpha(g: Planter) -> Var:
    a, b = alike(g, 2, dtype=F32)
    return g.call("torch.add", a, g.spelled("mul", b, 2, exact=True), exact=True)


def clamp_clamp(g: Planter) -> Var:
    return g.spelled("clamp_max", g.spelled("clamp_min", g.source(dtype=F32), 0), 2)


def sub_neg(g: Planter) -> Var:
    a, b = alike(g, 2)
    return g.call("torch.sub", a, g.spelled("neg", b))


def where_masked_fill(g: Planter) -> Var:
    x = g.source(dtype=F32)
    m = g.source(dtype=BOOL, shape=g.shape(x))
    return g.spelled("masked_fill", x, g.spelled("logical_not", m), 0.5)


def masked_fill(g: Planter) -> Var:
    x = g.source(dtype=F32)
    return g.spelled("masked_fill", x, g.source(dtype=BOOL, shape=g.shape(x)), 0.5)


def chain_of_four(g: Planter) -> Var:
    return g.spelled("relu", g.spelled("mul", g.spelled("abs", g.spelled("neg", g.source())), 2))


def transposed_sum(g: Planter) -> Var:
    x, z = alike(g, 2, dtype=F32, rank=2)
    return g.call("torch.add", g.spelled("t", x), g.spelled("t", z))


# Decompositions -----------------------------------------------------------------------------------


def binary(target: str, dtype: Any = REAL) -> Recipe:
    return lambda g: g.call(target, *alike(g, 2, dtype=dtype))


def addmm_apart(g: Planter) -> Var:
    a, b, n, m = matrices(g)
    return g.spelled("addmm", g.source(dtype=F32, shape=(n, m)), a, b, exact=True)


def linear_apart(g: Planter) -> Var:
    a, _b, _n, m = matrices(g)
    w = g.source(dtype=F32, shape=(m, g.shape(a)[1]))
    bias = g.source(dtype=F32, shape=(m,))
    return g.call("torch.nn.functional.linear", a, w, bias, exact=True)


def addcmul_apart(g: Planter) -> Var:
    return g.spelled("addcmul", *alike(g, 3, dtype=F32), exact=True)


def clamp_apart(g: Planter) -> Var:
    return g.spelled("clamp", g.source(), -1, 2)


# Common subexpressions ----------------------------------------------------------------------------


def cse_relu(g: Planter) -> Var:
    x = g.source()
    g.call("torch.relu", x)
    return g.call("torch.ops.aten.relu.default", x)


def cse_parts(g: Planter) -> Var:
    x = g.source(dtype=F32)
    if g.rng.random() < 0.6:
        g.call("torch.clamp_max", x, 1.0)
    return g.call("torch.nn.functional.hardtanh", x)


def cse_view(g: Planter) -> Var:
    x = g.source(rank=2)
    if g.rng.random() < 0.7:
        g.call("torch.transpose", x, 0, 1)
    return g.spelled("t", x)


def cse_items(g: Planter) -> Var:
    a, b = g.spelled("chunk", g.source(dtype=I64, shape=(4,)), 2)
    return g.call("torch.add", a, b)


def cse_twins(g: Planter) -> Var:
    a, b = alike(g, 2)
    if g.rng.random() < 0.7:
        g.call("torch.multiply", a, b)
    return g.spelled("mul", a, b)


# Groups -------------------------------------------------------------------------------------------


def group_of(made: Callable[[Planter, Var], Any], **wanted: Any) -> Recipe:
    """Return the recipe of two or three calls on one source."""

    def recipe(g: Planter) -> Any:
        x = g.source(**wanted)
        g.disturb()
        return [made(g, x) for _ in range(g.rng.choice([2, 2, 3]))][-1]

    return recipe


def like(g: Planter, x: Var) -> Var:
    return g.source(dtype=g.value(x).dtype, shape=g.shape(x))


def doubled_sum(g: Planter, x: Var) -> Var:
    return g.spelled("add", x, g.spelled("mul", like(g, x), 2, exact=True), exact=True)


def transposed_product(g: Planter, x: Var) -> Var:
    z = g.source(dtype=g.value(x).dtype, shape=g.shape(x)[::-1])
    return g.spelled("mul", x, g.spelled("t", z))


def columns(g: Planter, a: Var) -> Var:
    b = g.source(dtype=F32, shape=(g.shape(a)[1], g.rng.randint(1, 3)))
    return g.spelled("mm", a, b, exact=True)


# Several results ----------------------------------------------------------------------------------


def halves(g: Planter) -> list[Var]:
    return g.spelled("split", g.source(shape=(4, g.rng.randint(1, 3))), 2)


def chunk(g: Planter) -> list[Var]:
    return g.spelled("chunk", g.source(shape=(4, g.rng.randint(1, 3))), 2)


def unbind_two(g: Planter) -> list[Var]:
    return g.spelled("unbind", g.source(shape=(2, g.rng.randint(1, 3))), 0)


def aminmax(g: Planter) -> list[Var]:
    g.disturb()
    return g.call("torch.aminmax", g.source(dtype=(F32, I64)), dim=0)


# Writes in the pattern ----------------------------------------------------------------------------


def written(target: str, *args: Any, **wanted: Any) -> Recipe:
    def recipe(g: Planter) -> None:
        g.write_call(target, g.source(**wanted), *args)

    return recipe


def copied_in(g: Planter) -> None:
    x = g.source()
    g.write_call(".copy_", x, g.source(dtype=g.value(x).dtype, shape=g.shape(x)))


def added_in(g: Planter) -> None:
    x = g.source()
    g.write_call(".add_", x, g.source(dtype=g.value(x).dtype, shape=g.shape(x)))


def viewed_in_place(target: str, *args: Any) -> Recipe:
    def recipe(g: Planter) -> None:
        g.write_call(target, g.spelled("clone", g.source(rank=2)), *args)

    return recipe


# Others -------------------------------------------------------------------------------------------


def dead_code(g: Planter) -> Var:
    x = g.source()
    g.spelled("relu", x)
    g.spelled("clone", x)
    return g.spelled("neg", x)


RECIPES: dict[str, Recipe] = {
    "contiguous": one(".contiguous"),
    "contiguous_strides": one(".contiguous"),
    "to_dtype": to_dtype,
    "float": one(".float", dtype=FLOATS),
    "double": one(".double", dtype=(F64,)),
    "long": one(".long", dtype=(I64,)),
    "to_copy": lambda g: g.call(
        "torch.ops.aten._to_copy.default", g.source(dtype=F32), dtype=torch.float32
    ),
    "type_as": same_kind(".type_as"),
    "to_other": same_kind(".to"),
    "cpu": one(".cpu"),
    "dropout": lambda g: g.call("torch.dropout", g.source(), 0.5, False),
    "dropout_functional": lambda g: g.call(
        "torch.nn.functional.dropout", g.source(dtype=FLOATS), 0.5, False, False
    ),
    "dropout_module_style": lambda g: g.call(
        "torch.nn.functional.dropout",
        g.source(dtype=FLOATS),
        p=0.5,
        training=False,
        inplace=False,
    ),
    "alpha_dropout": lambda g: g.call("torch.alpha_dropout", g.source(), 0.5, False),
    "positive": spelled("positive"),
    "real": one("torch.real"),
    "conj": spelled("conj"),
    "resolve_conj": spelled("resolve_conj"),
    "resolve_neg": spelled("resolve_neg"),
    "flatten": spelled("flatten", rank=1),
    "atleast_1d": one("torch.atleast_1d"),
    "atleast_2d": one("torch.atleast_2d", rank=(2, 2, 2, 1)),
    "atleast_3d": one("torch.atleast_3d", rank=(3, 3, 2)),
    "detach": one(".detach"),
    "alias": one("torch.ops.aten.alias.default"),
    "clone": spelled("clone"),
    "view_same": same_shape("view"),
    "reshape_same": same_shape("reshape"),
    "expand_same": same_shape("expand"),
    "expand_as_same": expand_as_same,
    "permute_same": permute_same,
    "slice_whole": slice_whole,
    "getitem_whole": lambda g: g.call("operator.getitem", g.source(), slice(None)),
    "squeeze_same": squeeze_same,
    "mul_one": spelled("mul", 1),
    "div_one": spelled("div", 1, dtype=FLOATS),
    "sub_zero": spelled("sub", 0),
    "add_zero": spelled("add", 0, dtype=I64),
    "pow_one": spelled("pow", 1),
    "cat_one": cat_one,
    "repeat_once": repeat_once,
    "where_same": where_same,
    "neg_neg": twice("neg"),
    "t_t": twice("t", rank=(1, 2)),
    "transpose_transpose": transpose_transpose,
    "flip_flip": flip_flip,
    "not_not": twice("logical_not", dtype=BOOL),
    "relu_relu": twice("relu"),
    "unsqueeze_squeeze": unsqueeze_squeeze,
    "view_view": view_view,
    "select_slice": select_slice,
    "slice_slice": slice_slice,
    "unsqueeze_as_view": spelled("unsqueeze", 0),
    "narrow_as_slice": narrow_as_slice,
    "select_as_index": select_as_index,
    "t_as_transpose": spelled("t", rank=2),
    "view_clone": view_clone,
    "t_clone": t_clone,
    "flatten_clone": flatten_clone,
    "reshape_clone": reshape_clone,
    "select_clone": select_clone,
    "view_sub_zero": view_sub_zero,
    "clone_view": clone_view,
    "select_stack": select_stack,
    "getitem_stack": getitem_stack,
    "split_cat": split_cat,
    "chunk_cat": chunk_cat,
    "narrow_cat": narrow_cat,
    "unbind_stack": unbind_stack,
    "squeeze_stack": squeeze_stack,
    "flatten_cat": flatten_cat,
    "relu_full": relu_full,
    "mul_full": mul_full,
    "add_relu_args": add_relu,
    "abs_neg_arg": abs_neg,
    "cat_of_negs": cat_of("neg"),
    "stack_of_selects": stack_of_selects,
    "neg_by_target": twice("neg"),
    "scalar_chain": scalar_chain,
    "written_out": spelled("relu"),
    "index_add_zeros": index_add_zeros,
    "add_zeros": add_zeros,
    "add_into_zeros": add_into_zeros,
    "neg_out": spelled("neg"),
    "cat_into_empty": cat_into_zeros,
    "square_in_place": spelled("square"),
    "add_relu": add_relu,
    "mul_add": mul_add,
    "mm_t": mm_t,
    "add_mul_alpha": add_mul_alpha,
    "clamp_clamp": clamp_clamp,
    "abs_neg": abs_neg,
    "sub_neg": sub_neg,
    "where_masked_fill": where_masked_fill,
    "chain_of_four": chain_of_four,
    "transposed_sum": transposed_sum,
    "relu_as_clamp": spelled("relu"),
    "square_as_mul": spelled("square"),
    "sub_as_add": binary("torch.sub", I64),
    "addmm_apart": addmm_apart,
    "linear_apart": linear_apart,
    "addcmul_apart": addcmul_apart,
    "stack_as_cat": stacked,
    "masked_fill_as_where": masked_fill,
    "clamp_apart": clamp_apart,
    "select_as_squeeze": select_as_index,
    "cse_relu": cse_relu,
    "cse_parts": cse_parts,
    "cse_view": cse_view,
    "cse_items": cse_items,
    "cse_twins": cse_twins,
    "group_adds": group_of(lambda g, x: g.spelled("add", x, like(g, x)), dtype=REAL),
    "group_add_mul": group_of(doubled_sum, dtype=F32),
    "group_transposed": group_of(transposed_product, rank=2),
    "group_twins": group_of(lambda g, x: g.spelled(g.rng.choice(["neg", "abs"]), x)),
    "group_columns": group_of(columns, dtype=F32, rank=2),
    "group_of_writers": group_of(lambda g, x: g.spelled("sub", x, like(g, x)), dtype=REAL),
    "split_as_chunk": halves,
    "chunk_as_slices": chunk,
    "unbind_as_selects": unbind_two,
    "split_item_as_narrow": halves,
    "unbind_item_as_select": unbind_two,
    "max_item_as_amax": lambda g: g.call("torch.max", g.source(dtype=(F32, I64)), 0, False),
    "aminmax_apart": aminmax,
    "add_out_of_place": added_in,
    "mul_out_of_place": written(".mul_", 2),
    "copy_as_value": copied_in,
    "copy_as_itself": copied_in,
    "zero_as_value": written(".zero_"),
    "relu_out_of_place": written(".relu_"),
    "functional_writes": added_in,
    "unsqueeze_out_of_place": viewed_in_place(".unsqueeze_", 0),
    "t_out_of_place": viewed_in_place(".t_"),
    "writes_as_others": written(".add_", 3, dtype=I64),
    "set_operands": binary("torch.mul"),
    "set_target": binary("torch.mul"),
    "set_inner": torch_abs_neg,
    "set_write": written(".sub_", 2),
    "dead_code": dead_code,
    "dead_relu": dead_code,
    "first_comes_first": twice("neg"),
    "loop_over_parts": cat_of("clone"),
}
