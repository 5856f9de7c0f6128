"""Writes that random programs are made of: in-place calls, assignments to items, ``out=``.

Each table maps a name to a function of the source of operands and the tensor that is written, as a
variable and as a value. It returns a ``Step`` or None where the tensor does not allow such a write.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

import torch

from fuzz_calls import basic_index, some_dim, some_index, some_pieces
from fuzz_program import Step, Var, contiguous_strides


class Operands(Protocol):
    """What the generator offers to those who make steps."""

    rng: Random

    def operand(self, like: torch.Tensor, shape: tuple[int, ...]) -> Any:
        """Return a variable or a number that can be broadcast to a shape, near a tensor's dtype."""

    def tensor(self, dtype: torch.dtype, shape: tuple[int, ...]) -> Var:
        """Return a variable of exactly this dtype and shape."""

    def indices(self, shape: tuple[int, ...], below: int, dtype: torch.dtype = torch.int64) -> Var:
        """Return a variable with different indices below a bound."""

    def variables(self) -> list[tuple[Var, torch.Tensor]]:
        """Return all tensors that the program has so far."""


Writer = Callable[[Operands, Var, torch.Tensor], Step | None]


def scalar(rng: Random, dtype: torch.dtype) -> bool | int | float | complex:
    """Return a Python number that fits a dtype."""
    if dtype == torch.bool:
        return rng.random() < 0.5
    if dtype.is_complex and rng.random() < 0.3:
        return complex(rng.randint(1, 2), rng.randint(1, 2))  # FX prints -0.0 in one as 0.0
    if dtype.is_floating_point and rng.random() < 0.5:
        return rng.choice([0.5, -1.5, 2.0, 0.25, 9.0, 0.0])
    return rng.choice([1, 2, 3, -1, 0, 4])


def _write(target: str, x: Var, *args: Any, **kwargs: Any) -> Step:
    return Step(target, (x, *args), kwargs, writes=(x,))


def _elementwise(target: str, x: Var, *args: Any, exact: bool = False, **kwargs: Any) -> Step:
    return Step(target, (x, *args), kwargs, writes=(x,), elementwise=True, exact=exact)


# Elementwise --------------------------------------------------------------------------------------

_UNARY = [
    ".neg_",
    ".abs_",
    ".sign_",
    ".square_",
    ".negative_",
    ".absolute_",
    "torch.neg_",
    "torch.abs_",
]
_UNARY_FLOAT = [
    ".floor_",
    ".ceil_",
    ".trunc_",
    ".round_",
    ".frac_",
    ".fix_",
    ".sqrt_",
    ".reciprocal_",
    ".nan_to_num_",
]
_UNARY_FLOAT += ["torch.floor_", "torch.round_", ".deg2rad_"]
_ATEN_UNARY = ["torch.ops.aten.neg_.default", "torch.ops.aten.abs_.default"]


def _unary(source: Operands, x: Var, t: torch.Tensor) -> Step:
    if t.dtype == torch.bool:
        return _elementwise(source.rng.choice([".logical_not_", ".bitwise_not_"]), x)
    if t.dtype.is_complex:
        return _elementwise(source.rng.choice([".neg_", ".conj_physical_", "torch.neg_"]), x)
    names = _UNARY + _ATEN_UNARY + [".logical_not_", ".relu_", "torch.relu_", ".sgn_"]
    names += _UNARY_FLOAT if t.is_floating_point() else [".bitwise_not_"]
    return _elementwise(source.rng.choice(names), x)


def _clamp(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    if t.dtype == torch.bool or t.dtype.is_complex:
        return None
    low, high = -1, 2
    choices = [
        _elementwise(".clamp_", x, low, high),
        _elementwise(".clamp_", x, max=high),
        _elementwise(".clip_", x, min=low),
        _elementwise(".clamp_min_", x, low),
        _elementwise(".clamp_max_", x, high),
        _elementwise(".clamp_", x, source.operand(t, tuple(t.shape))),
        _elementwise("torch.clamp_", x, low),
        _elementwise(".clamp_min_", x, 0),
    ]
    return source.rng.choice(choices)


def _activation(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    if not t.is_floating_point():
        return _elementwise("torch.nn.functional.relu", x, inplace=True)
    name = "torch.nn.functional."
    return source.rng.choice(
        [
            _elementwise(name + "relu", x, inplace=True),
            _elementwise(name + "relu", x, True),
            _elementwise(name + "relu_", x),
            _elementwise(name + "relu6", x, inplace=True),
            _elementwise(name + "leaky_relu", x, 0.5, inplace=True),
            _elementwise(name + "hardtanh", x, inplace=True),
            _elementwise(name + "threshold", x, 0.0, 1.0, inplace=True),
            _elementwise(name + "dropout", x, 0.5, False, True),
        ]
    )


_ARITHMETIC = ["add", "sub", "mul", "add", "mul", "subtract", "multiply"]
_DIVISIONS = ["div", "true_divide", "floor_divide", "remainder", "fmod", "divide"]
_COMPARISONS = ["eq", "ne", "lt", "le", "gt", "ge", "less", "greater_equal", "not_equal"]
_LOGICAL = ["logical_and", "logical_or", "logical_xor"]
_BITWISE = ["bitwise_and", "bitwise_or", "bitwise_xor"]
_SHIFTS = ["bitwise_left_shift", "bitwise_right_shift", "__ilshift__", "__irshift__"]


def _arithmetic(source: Operands, x: Var, t: torch.Tensor) -> Step:
    name = source.rng.choice(_ARITHMETIC if t.dtype != torch.bool else ["mul", "add"])
    other = source.operand(t, tuple(t.shape))
    if name in ("add", "sub") and t.dtype != torch.bool and source.rng.random() < 0.25:
        return _elementwise(f".{name}_", x, other, alpha=2)
    return _elementwise(f".{name}_", x, other)


def _division(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    if t.dtype.is_complex or t.dtype == torch.bool:
        return None
    other = source.operand(t, tuple(t.shape))
    name = source.rng.choice(_DIVISIONS)
    if name == "div" and (not t.is_floating_point() or source.rng.random() < 0.4):
        return _elementwise(".div_", x, other, rounding_mode=source.rng.choice(["floor", "trunc"]))
    return _elementwise(f".{name}_", x, other)


def _comparison(source: Operands, x: Var, t: torch.Tensor) -> Step:
    names = ["eq", "ne"] if t.dtype.is_complex else _COMPARISONS
    other = source.operand(t, tuple(t.shape))
    if source.rng.random() < 0.4 and not isinstance(other, Var):
        other = source.tensor(t.dtype, tuple(t.shape))
    if source.rng.random() < 0.3 and isinstance(other, Var):
        return _elementwise(f".{source.rng.choice(_LOGICAL)}_", x, other)
    return _elementwise(f".{source.rng.choice(names)}_", x, other)


def _bits(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    if t.is_floating_point() or t.dtype.is_complex:
        return None
    if t.dtype != torch.bool and source.rng.random() < 0.25:
        return _elementwise(f".{source.rng.choice(_SHIFTS[:2])}_", x, source.rng.randint(0, 3))
    return _elementwise(f".{source.rng.choice(_BITWISE)}_", x, source.operand(t, tuple(t.shape)))


_PYTHON_ARITHMETIC = ["iadd", "isub", "imul"]


def _python_operator(source: Operands, x: Var, t: torch.Tensor) -> Step:
    names = list(_PYTHON_ARITHMETIC)
    if t.is_floating_point():
        names += ["itruediv", "ifloordiv", "imod"]
    elif not t.dtype.is_complex:
        names = ["iand", "ior", "ixor"] + (names if t.dtype != torch.bool else [])
    name = source.rng.choice(names)
    return _elementwise(f"operator.{name}", x, source.operand(t, tuple(t.shape)))


def _python_power_or_shift(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    if t.dtype == torch.bool or t.dtype.is_complex:
        return None
    if not t.is_floating_point() and source.rng.random() < 0.5:
        return _elementwise(
            f"operator.i{source.rng.choice('lr')}shift", x, source.rng.randint(0, 2)
        )
    if source.rng.random() < 0.5:
        return _elementwise("operator.ipow", x, 2)
    return _elementwise(".pow_", x, source.rng.choice([2, 3]))


def _aten(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    if t.dtype == torch.bool:
        return None
    other = source.operand(t, tuple(t.shape))
    overload = "Tensor" if isinstance(other, Var) else "Scalar"
    name = source.rng.choice(["add", "sub", "mul"])
    if source.rng.random() < 0.3:
        return _elementwise(f"torch.Tensor.{name}_", x, other)
    if source.rng.random() < 0.2:
        return _elementwise(f".__i{name}__", x, other)
    return _elementwise(f"torch.ops.aten.{name}_.{overload}", x, other)


def _three_operands(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    if t.dtype == torch.bool:
        return None
    shape = tuple(t.shape)
    if source.rng.random() < 0.5 or not t.is_floating_point():
        a, b = (source.tensor(t.dtype, narrowed(source.rng, shape)) for _ in range(2))
        return _elementwise(".addcmul_", x, a, b, exact=True, value=source.rng.choice([1, 2]))
    return _elementwise(".lerp_", x, source.tensor(t.dtype, shape), 0.5, exact=True)


def narrowed(rng: Random, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return a shape that can be broadcast to the given one."""
    shape = shape[rng.randint(0, len(shape)) if rng.random() < 0.3 else 0 :]
    return tuple(1 if rng.random() < 0.2 else size for size in shape)


def _masked_fill(source: Operands, x: Var, t: torch.Tensor) -> Step:
    mask = source.tensor(torch.bool, narrowed(source.rng, tuple(t.shape)))
    value = scalar(source.rng, t.dtype)
    if source.rng.random() < 0.3:
        return _elementwise(".masked_fill_", x, mask, source.tensor(t.dtype, ()))
    return _elementwise(".masked_fill_", x, mask, value)


# Fills and copies ---------------------------------------------------------------------------------


def _fill(source: Operands, x: Var, t: torch.Tensor) -> Step:
    value = scalar(source.rng, t.dtype)
    return source.rng.choice(
        [
            _elementwise(".zero_", x),
            _elementwise(".fill_", x, value),
            _elementwise(".fill_", x, value),
            _elementwise("torch.fill_", x, value),
            _elementwise("torch.zero_", x),
            _elementwise("torch.ops.aten.zero_.default", x),
            _elementwise("torch.ops.aten.fill_.Scalar", x, value),
            _write(".fill_", x, source.tensor(t.dtype, ())),
        ]
    )


def _copy(source: Operands, x: Var, t: torch.Tensor) -> Step:
    value = source.operand(t, tuple(t.shape))
    if not isinstance(value, Var):
        value = source.tensor(source.rng.choice([t.dtype, torch.float64]), tuple(t.shape))
    if source.rng.random() < 0.1:
        return _elementwise(".copy_", x, value, non_blocking=True)
    if source.rng.random() < 0.1:
        return _elementwise("torch.ops.aten.copy_.default", x, value)
    return _elementwise(".copy_", x, value)


# Structured ---------------------------------------------------------------------------------------


def _triangle(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    if t.dim() < 2:
        return None
    return _write(source.rng.choice([".tril_", ".triu_"]), x, source.rng.randint(-1, 1))


def _cumulative(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    if not t.dim() or t.dtype == torch.bool:
        return None
    name = source.rng.choice([".cumsum_", ".cumprod_"])
    return Step(name, (x, some_dim(source.rng, t.dim())), writes=(x,), exact=True)


def _fill_diagonal(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    if t.dim() != 2 or t.dtype == torch.bool:
        return None
    return _write(".fill_diagonal_", x, scalar(source.rng, t.dtype))


def _along_dim(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    """Write the slices that an index tensor names."""
    if not t.dim() or not t.shape[-1] or not t.numel():
        return None
    dim = some_dim(source.rng, t.dim())
    count = source.rng.randint(1, t.shape[dim])
    index = source.indices((count,), t.shape[dim])
    shape = list(t.shape)
    shape[dim] = count
    kind = source.rng.choice(["index_fill_", "index_copy_", "index_add_"])
    if kind == "index_fill_":
        return _write(".index_fill_", x, dim, index, scalar(source.rng, t.dtype))
    value = source.tensor(t.dtype, tuple(shape))
    return Step(f".{kind}", (x, dim, index, value), writes=(x,), exact=kind == "index_add_")


def _scatter(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    """Write one element of each line along a dimension, so that none is written twice."""
    if not t.numel() or not t.dim():
        return None
    dim = some_dim(source.rng, t.dim())
    shape = list(t.shape)
    shape[dim] = 1
    index = source.indices(tuple(shape), t.shape[dim])
    kind = source.rng.choice(["scatter_", "scatter_add_", "value", "scatter_reduce_"])
    if kind == "value":
        return _write(".scatter_", x, dim, index, scalar(source.rng, t.dtype))
    value = source.tensor(t.dtype, tuple(shape))
    if kind == "scatter_reduce_":
        return _write(".scatter_reduce_", x, dim, index, value, "amax")
    return Step(f".{kind}", (x, dim, index, value), writes=(x,), exact=True)


def _index_put(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    if not t.dim() or not t.shape[0]:
        return None
    count = source.rng.randint(1, t.shape[0])
    indices = (source.indices((count,), t.shape[0]),)
    value = source.tensor(t.dtype, narrowed(source.rng, (count, *t.shape[1:])))
    if source.rng.random() < 0.4:
        step = _write(".index_put_", x, indices, value, accumulate=True)
        return Step(step.target, step.args, step.kwargs, writes=(x,), exact=True)
    return _write(".index_put_", x, indices, value)


def _masked_scatter(source: Operands, x: Var, t: torch.Tensor) -> Step:
    mask = source.tensor(torch.bool, tuple(t.shape))
    return _write(".masked_scatter_", x, mask, source.tensor(t.dtype, tuple(t.shape)))


def _matrix_product(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    if t.dim() != 2 or t.dtype == torch.bool:
        return None
    a = source.tensor(t.dtype, (t.shape[0], 2))
    b = source.tensor(t.dtype, (2, t.shape[1]))
    return Step(".addmm_", (x, a, b), writes=(x,), exact=True)


# Assignments to items -----------------------------------------------------------------------------


def _set_basic(source: Operands, x: Var, t: torch.Tensor) -> Step:
    index = basic_index(source.rng, tuple(t.shape))
    return _assign(source, x, t, index, tuple(t[index].shape))


def _set_indexed(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    index = tensor_index(source, t)
    if index is None:
        return None
    values = {str(v): value for v, value in source.variables()}

    def resolve(entry: Any) -> Any:
        return values[str(entry)] if isinstance(entry, Var) else entry

    real = tuple(map(resolve, index)) if isinstance(index, tuple) else resolve(index)
    return _assign(source, x, t, index, tuple(t[real].shape))


def _set_compared(source: Operands, x: Var, t: torch.Tensor) -> Step:
    """Assign under a mask; a value of one element, or one for each that the mask selects."""
    least = 0 if source.rng.random() < 0.1 else min(1, t.dim())
    mask = source.tensor(torch.bool, tuple(t.shape[: source.rng.randint(least, t.dim())]))
    values = {str(v): value for v, value in source.variables()}
    return _assign(source, x, t, mask, tuple(t[values[str(mask)]].shape))


def _assign(source: Operands, x: Var, t: torch.Tensor, index: Any, region: tuple[int, ...]) -> Step:
    """Assign something to a region, whose shape is known."""
    value = source.operand(t, region)
    if isinstance(value, Var) and source.rng.random() < 0.1:
        value = source.tensor(t.dtype, (1, *region))  # leading ones fall away
    if t.dtype.is_floating_point and source.rng.random() < 0.03:
        value = source.rng.choice([float("nan"), float("-inf"), -0.0])
    return _write("operator.setitem", x, index, value)


def tensor_index(source: Operands, t: torch.Tensor) -> Any:
    """Return an index with index tensors, masks or lists among its entries."""
    if not t.dim() or not t.numel():
        return None
    rng = source.rng
    entries: list[Any] = []
    length = rng.randint(1, min(t.shape))  # index tensors of one index broadcast
    placed = False
    dim = 0
    while dim < t.dim() and (not placed or rng.random() < 0.6):
        entry, taken = _index_entry(source, t, dim, length)
        placed = placed or isinstance(entry, (Var, list))
        entries.append(entry)
        dim += taken
    if not placed:
        return None
    if rng.random() < 0.15:
        entries.insert(rng.randint(0, len(entries)), None)
    if rng.random() < 0.15 and dim == t.dim():
        entries.insert(rng.choice([0, len(entries)]), ...)
    if rng.random() < 0.02:
        entries.insert(rng.randint(0, len(entries)), rng.random() < 0.8)
    if len(entries) == 1 and rng.random() < 0.8:
        return entries[0]
    return tuple(entries)


def _index_entry(source: Operands, t: torch.Tensor, dim: int, length: int) -> tuple[Any, int]:
    """Return an entry for a dimension, and how many dimensions it takes."""
    rng = source.rng
    size = t.shape[dim]
    kind = rng.random()
    if kind < 0.35:
        shape = (length, 1) if rng.random() < 0.1 else (length,)
        dtype = torch.int32 if rng.random() < 0.1 else torch.int64
        return source.indices(() if rng.random() < 0.05 else shape, size, dtype), 1
    if kind < 0.45:
        return rng.sample(range(size), length), 1
    if kind < 0.55:
        return source.tensor(torch.bool, (size,)), 1
    if kind < 0.75:
        return some_index(rng, size), 1
    if kind < 0.9:
        start = rng.randrange(size)
        return slice(start, rng.choice([None, size, start + 1])), 1
    return slice(None), 1


# out= ---------------------------------------------------------------------------------------------


def _out(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    """Write the result of a function into a tensor of the same shape."""
    names = ["add", "mul", "maximum", "neg", "abs", "cat", "stack", "where", "aten add"]
    if t.dtype in (torch.bool, torch.complex64):
        names = ["mul", "add", "cat"]
    name = source.rng.choice(names)
    if name == "cat":
        return _out_of_cat(source, x, t)
    if name == "stack":
        return _out_of_stack(source, x, t)
    return _out_elementwise(source, x, t, name)


def _out_elementwise(source: Operands, x: Var, t: torch.Tensor, name: str) -> Step:
    shape = tuple(t.shape)
    b = source.tensor(t.dtype, shape)
    if name in ("neg", "abs"):
        return Step(f"torch.{name}", (b,), {"out": x}, writes=(x,), elementwise=True)
    a = source.tensor(t.dtype, narrowed(source.rng, shape))
    target = "torch.ops.aten.add.out" if name == "aten add" else f"torch.{name}"
    args = (source.tensor(torch.bool, shape), a, b) if name == "where" else (a, b)
    return Step(target, args, {"out": x}, writes=(x,), elementwise=True)


def _out_of_stack(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    if not t.dim() or t.shape[0] != 2:
        return None
    parts = [source.tensor(t.dtype, tuple(t.shape[1:])) for _ in range(2)]
    return Step("torch.stack", (parts,), {"out": x}, writes=(x,))


def _out_of_cat(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    if not t.dim() or t.stride() != contiguous_strides(tuple(t.shape)):
        return None  # PyTorch's cat forgets to write some views (one element, odd strides)
    dim = some_dim(source.rng, t.dim())
    parts = []
    for size in some_pieces(source.rng, t.shape[dim]):
        shape = list(t.shape)
        shape[dim] = size
        parts.append(source.tensor(t.dtype, tuple(shape)))
    return Step("torch.cat", (parts, dim), {"out": x}, writes=(x,))


def _list_of_tensors(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    """Write two tensors by one call."""
    if t.dtype == torch.bool:
        return None
    other = source.tensor(t.dtype, (2,))
    return Step("torch._foreach_add_", ([x, other], 1), writes=(x, other))


def _out_of_maximum(source: Operands, x: Var, t: torch.Tensor) -> Step | None:
    """Write two results at once: the largest elements and where they are."""
    if t.dtype.is_complex or t.dtype == torch.bool or t.dim() > 3:
        return None
    places = source.tensor(torch.int64, tuple(t.shape))
    argument = source.tensor(t.dtype, (*t.shape, 2))
    name = source.rng.choice(["torch.max", "torch.min"])
    return Step(name, (argument, -1), {"out": (x, places)}, writes=(x, places))


# The tables ---------------------------------------------------------------------------------------

WRITES: dict[str, Writer] = {
    "unary": _unary,
    "clamp": _clamp,
    "activation": _activation,
    "arithmetic": _arithmetic,
    "division": _division,
    "comparison": _comparison,
    "bits": _bits,
    "python operator": _python_operator,
    "python power or shift": _python_power_or_shift,
    "aten": _aten,
    "three operands": _three_operands,
    "masked_fill_": _masked_fill,
    "fill": _fill,
    "copy_": _copy,
    "triangle": _triangle,
    "cumulative": _cumulative,
    "fill_diagonal_": _fill_diagonal,
    "along a dimension": _along_dim,
    "scatter": _scatter,
    "index_put_": _index_put,
    "masked_scatter_": _masked_scatter,
    "matrix product": _matrix_product,
    "set basic": _set_basic,
    "set indexed": _set_indexed,
    "set compared": _set_compared,
    "out": _out,
    "out of maximum": _out_of_maximum,
    "list of tensors": _list_of_tensors,
}
"""Every kind of write."""

WRITE_WEIGHTS = {
    "arithmetic": 4,
    "fill": 2,
    "copy_": 4,
    "set basic": 8,
    "set indexed": 4,
    "set compared": 2,
    "python operator": 2,
    "out": 2,
    "fill_diagonal_": 0.5,
    "out of maximum": 0.7,
    "list of tensors": 0.3,
}
"""How often a kind of write is taken; 1 where nothing is said."""


def strided_layout(rng: Random, shape: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Return strides and an offset for an input: mostly contiguous, else permuted or with gaps."""
    if rng.random() < 0.8 or not shape:
        return contiguous_strides(shape), 0
    order = rng.sample(range(len(shape)), len(shape))
    if len(shape) == 4 and rng.random() < 0.5:
        order = [1, 3, 2, 0]  # channels last
    gap = rng.choice([1, 1, 2])
    strides = [0] * len(shape)
    step = gap
    for dim in order:
        strides[dim] = step
        step *= max(shape[dim], 1)
    return tuple(strides), rng.choice([0, 0, 3])
