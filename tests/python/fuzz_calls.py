"""Calls that random programs are made of: views, copies and other results of one tensor.

Each table maps a name to a function of a random source and the tensor that is called on. It returns
a ``Call``, whose first argument is left out, or None where the tensor does not allow such a call.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import torch


class Call(NamedTuple):
    """A target with all arguments but the first."""

    target: str
    args: tuple
    kwargs: dict[str, Any]


def call(target: str, *args: Any, **kwargs: Any) -> Call:
    """Make a Call as it is written."""
    return Call(target, args, kwargs)


Builder = Callable[[Random, torch.Tensor], Call | None]


# Numbers ------------------------------------------------------------------------------------------


def some_dim(rng: Random, rank: int) -> int:
    """Return a dimension, now and then counted from the end."""
    dim = rng.randrange(rank)
    return dim - rank if rng.random() < 0.3 else dim


def some_index(rng: Random, size: int) -> int:
    """Return an index within a dimension of ``size`` > 0, now and then negative."""
    index = rng.randrange(size)
    return index - size if rng.random() < 0.3 else index


def some_slice(rng: Random, size: int) -> slice:
    """Return a slice; bounds may be missing, negative, or beyond the end."""

    def bound(low: int, high: int) -> int | None:
        if rng.random() < 0.3:
            return None
        place = rng.randint(low, high)
        return place - size if rng.random() < 0.2 and size else place

    begin = bound(0, max(size - 1, 0))
    end = bound(begin + 1 if begin is not None and begin >= 0 else 0, size + 1)
    step = rng.choice([None, None, None, 1, 2, 2, 3])
    return slice(begin, end, step)


def some_factors(rng: Random, number: int, parts: int) -> list[int]:
    """Return ``parts`` factors whose product is ``number`` > 0."""
    factors = [1] * parts
    for prime in (2, 3, 5, 7, 11, 13):
        while number % prime == 0:
            factors[rng.randrange(parts)] *= prime
            number //= prime
    factors[rng.randrange(parts)] *= number
    return factors


def some_shape(rng: Random, numel: int) -> list[int]:
    """Return a shape of so many elements; one size may be -1."""
    shape = some_factors(rng, numel, rng.randint(1, 3)) if numel else [0, rng.randint(1, 3)]
    if numel and rng.random() < 0.4:
        shape[rng.randrange(len(shape))] = -1
    return shape


def some_pieces(rng: Random, size: int) -> list[int]:
    """Return sizes that add up to ``size``."""
    cuts = sorted(rng.randint(0, size) for _ in range(rng.randint(1, 2)))
    return [b - a for a, b in zip([0, *cuts], [*cuts, size], strict=True)]


def basic_index(rng: Random, shape: tuple[int, ...], allow_none: bool = True) -> Any:
    """Return an index of ints, slices, None and ``...`` for a tensor of this shape."""
    entries: list[Any] = []
    for size in shape[: rng.randint(0 if rng.random() < 0.1 else 1, max(len(shape), 1))]:
        if allow_none and rng.random() < 0.1:
            entries.append(None)
        kind = rng.random()
        if kind < 0.4 and size > 0:
            entries.append(some_index(rng, size))
        elif kind < 0.85:
            entries.append(some_slice(rng, size))
        else:
            entries.append(slice(None))
    if allow_none and rng.random() < 0.1:
        entries.append(None)
    if rng.random() < 0.15:
        entries = _with_ellipsis(rng, entries, shape)
    if len(entries) == 1 and rng.random() < 0.85:
        return entries[0]
    return tuple(entries)


def _with_ellipsis(rng: Random, entries: list[Any], shape: tuple[int, ...]) -> list[Any]:
    """Put ``...`` at some place; what comes after it is chosen anew for the last dimensions."""
    keep = rng.randint(0, len(entries))
    consumed = sum(entry is not None for entry in entries[:keep])
    back: list[Any] = []
    for size in reversed(shape[max(consumed, len(shape) - rng.randint(0, 2)) :]):
        chosen = some_index(rng, size) if size and rng.random() < 0.5 else some_slice(rng, size)
        back.insert(0, chosen)
    return [*entries[:keep], ..., *back]


# Views --------------------------------------------------------------------------------------------


def _index(rng: Random, t: torch.Tensor) -> Call:
    return call("operator.getitem", basic_index(rng, tuple(t.shape)))


def _slice(rng: Random, t: torch.Tensor) -> Call:
    """Take a slice as ATen spells it."""
    dim = some_dim(rng, t.dim())
    part = some_slice(rng, t.shape[dim])
    start, end = part.start or 0, (1 << 63) - 1 if part.stop is None else part.stop
    return call("torch.ops.aten.slice.Tensor", dim, start, end, part.step or 1)


def _select(rng: Random, t: torch.Tensor) -> Call | None:
    dim = some_dim(rng, t.dim())
    if not t.shape[dim]:
        return None
    index = some_index(rng, t.shape[dim])
    return rng.choice(
        [
            call(".select", dim, index),
            call("torch.select", dim, index),
            call("torch.ops.aten.select.int", dim, index),
        ]
    )


def _narrow(rng: Random, t: torch.Tensor) -> Call:
    dim = some_dim(rng, t.dim())
    size = t.shape[dim]
    start = rng.randint(0, size)
    length = rng.randint(0 if rng.random() < 0.1 else 1, max(size - start, 1))
    if start and rng.random() < 0.2:
        start -= size
    return call(rng.choice([".narrow", "torch.narrow"]), dim, start, length)


def _transpose(rng: Random, t: torch.Tensor) -> Call:
    names = [".transpose", "torch.transpose", ".swapaxes", ".swapdims", "torch.swapaxes"]
    names.append("torch.ops.aten.transpose.int")
    return call(rng.choice(names), some_dim(rng, t.dim()), some_dim(rng, t.dim()))


def _permute(rng: Random, t: torch.Tensor) -> Call:
    dims = [d - t.dim() if rng.random() < 0.2 else d for d in rng.sample(range(t.dim()), t.dim())]
    return rng.choice(
        [
            call(".permute", *dims),
            call(".permute", tuple(dims)),
            call("torch.permute", tuple(dims)),
            call("torch.ops.aten.permute.default", dims),
        ]
    )


def _movedim(rng: Random, t: torch.Tensor) -> Call:
    name = rng.choice([".movedim", "torch.movedim", ".moveaxis", "torch.moveaxis"])
    if t.dim() > 1 and rng.random() < 0.4:
        sources, destinations = (tuple(rng.sample(range(t.dim()), 2)) for _ in range(2))
        return call(name, sources, destinations)
    return call(name, some_dim(rng, t.dim()), some_dim(rng, t.dim()))


def _view(rng: Random, t: torch.Tensor) -> Call:
    shape = some_shape(rng, t.numel())
    return rng.choice(
        [
            call(".view", *shape),
            call(".view", tuple(shape)),
            call(".reshape", *shape),
            call(".reshape", tuple(shape)),
            call("torch.reshape", tuple(shape)),
            call("torch.ops.aten.view.default", shape),
            call("torch.ops.aten.reshape.default", shape),
        ]
    )


def _flatten(rng: Random, t: torch.Tensor) -> Call:
    if t.dim() and rng.random() < 0.6:
        first, last = sorted(rng.randrange(t.dim()) for _ in range(2))
        return call(rng.choice([".flatten", "torch.flatten"]), first, last)
    return rng.choice(
        [call(".flatten"), call("torch.flatten"), call(".ravel"), call("torch.ravel")]
    )


def _unflatten(rng: Random, t: torch.Tensor) -> Call | None:
    dim = some_dim(rng, t.dim())
    if not t.shape[dim]:
        return None
    return call(".unflatten", dim, tuple(some_factors(rng, t.shape[dim], 2)))


def _unsqueeze(rng: Random, t: torch.Tensor) -> Call:
    dim = rng.randint(-t.dim() - 1, t.dim())
    names = [".unsqueeze", "torch.unsqueeze", "torch.ops.aten.unsqueeze.default"]
    return call(rng.choice(names), dim)


def _squeeze(rng: Random, t: torch.Tensor) -> Call:
    ones = [dim for dim, size in enumerate(t.shape) if size == 1]
    choices = [call(".squeeze"), call("torch.squeeze")]
    if t.dim():
        choices.append(call(".squeeze", some_dim(rng, t.dim())))
    if ones:
        choices += [call(".squeeze", rng.choice(ones)), call(".squeeze", tuple(ones))]
    return rng.choice(choices)


def _diagonal(rng: Random, t: torch.Tensor) -> Call | None:
    if t.dim() < 2:
        return None
    a, b = rng.sample(range(t.dim()), 2)
    offset = rng.choice([0, 0, 1, -1])
    return rng.choice(
        [
            call(".diagonal", offset, a, b),
            call("torch.diagonal", offset=offset, dim1=a, dim2=b),
            call(".diagonal"),
            call("torch.ops.aten.diagonal.default", offset, a, b),
        ]
    )


def _as_strided(rng: Random, t: torch.Tensor) -> Call | None:
    if not t.numel() or not t.is_contiguous():
        return None
    room = t.numel()
    shape: list[int] = []
    strides: list[int] = []
    for _ in range(rng.randint(1, 2)):
        step = rng.randint(1, 3) if not strides else strides[0] * shape[0]
        size = rng.randint(1, 3)
        if (size - 1) * step >= room:
            break
        room -= (size - 1) * step
        shape.insert(0, size)
        strides.insert(0, step)
    if not shape:
        return None
    start = t.storage_offset() + rng.randrange(room)
    if start == 0 and rng.random() < 0.5:
        return call(".as_strided", tuple(shape), tuple(strides))
    return call(
        rng.choice([".as_strided", "torch.as_strided"]), tuple(shape), tuple(strides), start
    )


def _unfold(rng: Random, t: torch.Tensor) -> Call | None:
    dim = some_dim(rng, t.dim())
    if not t.shape[dim]:
        return None
    size = rng.randint(1, t.shape[dim])
    return call(".unfold", dim, size, size + rng.randint(0, 2))


def _expand(rng: Random, t: torch.Tensor) -> Call:
    """Expand: mostly to the same shape, or with new dimensions of size one."""
    shape = [1] * rng.randint(0, 1) + list(t.shape)
    if rng.random() < 0.3:
        shape = [-1 if rng.random() < 0.3 and place else n for place, n in enumerate(shape)]
    return rng.choice(
        [
            call(".expand", *shape),
            call(".expand", tuple(shape)),
            call("torch.broadcast_to", tuple(shape)),
        ]
        if -1 not in shape
        else [call(".expand", *shape)]
    )


def expand_for_reading(rng: Random, t: torch.Tensor) -> Call:
    """Expand so that elements are repeated: nothing can be written through it."""
    shape = [rng.randint(2, 3) if n == 1 else n for n in t.shape]
    return call(".expand", *([2] * rng.randint(0, 1) + shape))


def _same(rng: Random, t: torch.Tensor) -> Call:
    conversions = {
        torch.float32: ".float",
        torch.float64: ".double",
        torch.float16: ".half",
        torch.bfloat16: ".bfloat16",
        torch.int32: ".int",
        torch.int64: ".long",
        torch.bool: ".bool",
    }
    choices = [
        call(".contiguous"),
        call(".to", t.dtype),
        call(".to", "cpu"),
        call(".to", "cpu", t.dtype),
        call(".to", dtype=t.dtype),
        call(".detach"),
        call("torch.ops.aten.alias.default"),
        call(".cpu"),
    ]
    if t.dim() == 4:
        choices.append(call(".contiguous", memory_format=torch.channels_last))
        choices.append(call(".to", memory_format=torch.channels_last))
    if t.dtype in conversions:
        choices.append(call(conversions[t.dtype]))
    if t.dtype != torch.bool:
        choices.append(call("torch.positive"))
    if not t.dtype.is_complex:
        choices += [call(".conj"), call(".resolve_conj"), call("builtins.getattr", "real")]
    return rng.choice(choices)


def _matrix_attribute(rng: Random, t: torch.Tensor) -> Call | None:
    if t.dim() == 2:
        return rng.choice(
            [
                call(".t"),
                call("torch.t"),
                call("builtins.getattr", "T"),
                call("builtins.getattr", "mT"),
                call("torch.ops.aten.t.default"),
                call(".adjoint"),
                call("builtins.getattr", "H"),
            ]
        )
    if t.dim() > 2:
        return rng.choice([call("builtins.getattr", "mT"), call(".adjoint")])
    return call(".t")


def _other_type(rng: Random, t: torch.Tensor) -> Call | None:
    widths = {1: [torch.bool], 2: [torch.float16, torch.bfloat16], 4: [torch.float32, torch.int32]}
    if t.dtype.is_complex:
        choices = [call("torch.view_as_real"), call("builtins.getattr", "real")]
        choices += [call("builtins.getattr", "imag"), call(".conj"), call("torch.real")]
        return rng.choice(choices)
    if t.dtype == torch.float32 and t.dim() and t.shape[-1] == 2:
        return call("torch.view_as_complex")
    if t.dtype == torch.int64 and rng.random() < 0.3:
        return call(".view", torch.int32)
    others = [other for other in widths.get(t.element_size(), []) if other != t.dtype]
    return call(".view", others[0]) if others and rng.random() < 0.5 else None


def _atleast(rng: Random, t: torch.Tensor) -> Call:
    return call(f"torch.atleast_{rng.randint(1, 3)}d")


VIEWS: dict[str, Builder] = {
    "index": _index,
    "slice": _slice,
    "select": _select,
    "narrow": _narrow,
    "transpose": _transpose,
    "permute": _permute,
    "movedim": _movedim,
    "view": _view,
    "flatten": _flatten,
    "unflatten": _unflatten,
    "unsqueeze": _unsqueeze,
    "squeeze": _squeeze,
    "diagonal": _diagonal,
    "as_strided": _as_strided,
    "unfold": _unfold,
    "expand": _expand,
    "same": _same,
    "matrix": _matrix_attribute,
    "other type": _other_type,
    "atleast": _atleast,
}
"""Views that can be written through, and calls that view or copy as strides will have it."""

VIEW_WEIGHTS = {"index": 8, "view": 4, "same": 2, "as_strided": 0.3, "unfold": 0.5, "expand": 0.7}
"""How often a view is taken; 1 where nothing is said."""
VIEW_IN_PLACE_WEIGHTS = {"as_strided_": 0.1}
"""As VIEW_WEIGHTS, for views in place."""


def _idle_dropout(rng: Random, t: torch.Tensor) -> Call:
    """Drop nothing: the argument itself is what comes back."""
    names = ["dropout", "alpha_dropout", "feature_alpha_dropout"]
    names += [f"dropout{rank - 2}d" for rank in (3, 4, 5) if t.dim() == rank]
    p, training = rng.choice([(0.5, False), (0.0, False), (0.0, True)])
    if rng.random() < 0.2:
        return call(rng.choice(["torch.dropout", "torch.ops.aten.dropout.default"]), p, training)
    name = f"torch.nn.functional.{rng.choice(names)}"
    return call(name, p, training) if rng.random() < 0.5 else call(name, p=p, training=training)


def _other_values(rng: Random, t: torch.Tensor) -> Call | None:
    """See the same memory as other values: conjugated, negated, in parts, as another dtype."""
    if t.dtype.is_complex and rng.random() < 0.8:
        names = ["torch.imag", "torch.real", "torch.view_as_real", ".conj", ".conj", "torch._conj"]
        return call(rng.choice([*names, "torch._neg_view"]))
    if rng.random() < 0.5 and t.dtype != torch.bool:
        return call("torch._neg_view")
    return _other_type(rng, t)


HANDED_BACK: dict[str, Builder] = {
    "idle dropout": _idle_dropout,
    "other values": _other_values,
    "same": _same,
}
"""Calls whose result is the argument itself, or the same memory seen as something else."""


# Several views at once ----------------------------------------------------------------------------


def _chunk(rng: Random, t: torch.Tensor) -> Call:
    dim = some_dim(rng, t.dim())
    count = rng.randint(1, 4)
    if rng.random() < 0.3:
        return call(rng.choice([".chunk", "torch.chunk"]), count)
    return call(rng.choice([".chunk", "torch.chunk"]), count, dim=dim)


def _split(rng: Random, t: torch.Tensor) -> Call:
    dim = some_dim(rng, t.dim())
    name = rng.choice([".split", "torch.split"])
    if rng.random() < 0.15:
        return call("torch.ops.aten.split.Tensor", rng.randint(1, 3), dim)
    if rng.random() < 0.5:
        return call(name, rng.randint(1, 3), dim)
    sizes = some_pieces(rng, t.shape[dim])
    return rng.choice(
        [call(name, sizes, dim), call(name, sizes, dim=dim), call(".split_with_sizes", sizes, dim)]
    )


def _tensor_split(rng: Random, t: torch.Tensor) -> Call:
    dim = some_dim(rng, t.dim())
    name = rng.choice([".tensor_split", "torch.tensor_split"])
    if rng.random() < 0.5:
        return call(name, rng.randint(1, 4), dim=dim)
    return call(name, sorted(rng.randint(0, t.shape[dim]) for _ in range(2)), dim)


def _direction_split(rng: Random, t: torch.Tensor) -> Call:
    kind = rng.choice("hvd"[: max(t.dim(), 1)])
    dim = {"h": 0 if t.dim() == 1 else 1, "v": 0, "d": 2}[kind]
    size = t.shape[dim] if dim < t.dim() else 0
    name = rng.choice([f".{kind}split", f"torch.{kind}split"])
    divisors = [n for n in range(1, size + 1) if size % n == 0]
    if divisors and rng.random() < 0.6:
        return call(name, rng.choice(divisors))
    return call(name, [rng.randint(0, size)])


def _unbind(rng: Random, t: torch.Tensor) -> Call:
    if rng.random() < 0.3:
        return call(rng.choice([".unbind", "torch.unbind"]))
    return call(rng.choice([".unbind", "torch.unbind"]), some_dim(rng, t.dim()))


SPLITS: dict[str, Builder] = {
    "chunk": _chunk,
    "split": _split,
    "tensor_split": _tensor_split,
    "direction split": _direction_split,
    "unbind": _unbind,
}
"""Calls that return several views; the tensor has a dimension."""


# Views in place -----------------------------------------------------------------------------------


def _transpose_(rng: Random, t: torch.Tensor) -> Call:
    name = rng.choice([".transpose_", ".swapaxes_", ".swapdims_"])
    return call(name, some_dim(rng, t.dim()), some_dim(rng, t.dim()))


VIEWS_IN_PLACE: dict[str, Builder] = {
    "t_": lambda rng, t: call(".t_") if t.dim() <= 2 else None,
    "transpose_": lambda rng, t: _transpose_(rng, t) if t.dim() else None,
    "unsqueeze_": lambda rng, t: call(".unsqueeze_", rng.randint(-t.dim() - 1, t.dim())),
    "squeeze_": lambda rng, t: Call(".squeeze_", _squeeze(rng, t).args, {}),
    "as_strided_": lambda rng, t: (
        Call(".as_strided_", strided.args, {}) if (strided := _as_strided(rng, t)) else None
    ),
    "detach_": lambda rng, t: call(".detach_"),
}
"""Calls that make the tensor itself another view."""


# Results of their own -----------------------------------------------------------------------------


def _scaled(rng: Random, t: torch.Tensor) -> Call:
    if t.dtype == torch.bool:
        return call(rng.choice([".logical_not", "torch.logical_not", ".clone"]))
    return call(
        rng.choice(["operator.mul", "operator.add", "torch.add", ".mul"]), rng.choice([1, 2])
    )


def _copy_of_view(rng: Random, t: torch.Tensor) -> Call | None:
    if not t.dim():
        return call("torch.ops.aten.alias_copy.default")
    dim = some_dim(rng, t.dim())
    choices = [
        call(".narrow_copy", dim, 0, rng.randint(0, t.shape[dim])),
        call("torch.permute_copy", tuple(rng.sample(range(t.dim()), t.dim()))),
        call("torch.view_copy", (-1,)),
        call("torch.unsqueeze_copy", dim),
    ]
    if t.shape[dim]:
        choices.append(call("torch.select_copy", dim, some_index(rng, t.shape[dim])))
    return rng.choice(choices)


def _converted(rng: Random, t: torch.Tensor) -> Call:
    dtype = rng.choice([torch.float32, torch.float64, torch.int64, torch.float16, torch.int32])
    if t.dtype.is_complex:
        dtype = torch.complex128
    return rng.choice([call(".to", dtype), call(".to", dtype=dtype), call(".to", dtype, copy=True)])


def _shuffled(rng: Random, t: torch.Tensor) -> Call | None:
    if not t.dim():
        return call(".clone")
    dim = some_dim(rng, t.dim())
    choices = [call(".flip", dim), call("torch.flip", (dim,)), call(".roll", 1, dim)]
    choices += [call(".repeat", *([1] * t.dim())), call(".repeat_interleave", 1, dim)]
    if t.dim() > 1:
        choices += [call("torch.tril"), call(".triu"), call(".rot90")]
    return rng.choice(choices)


def _reduced(rng: Random, t: torch.Tensor) -> Call | None:
    if not t.dim() or t.dtype.is_complex:
        return None
    dim = some_dim(rng, t.dim())
    if not t.shape[dim]:
        return None
    return rng.choice(
        [
            call(".amax", dim),
            call("torch.amin", dim, keepdim=True),
            call(".any", dim),
            call("torch.argmax", dim),
            call(".count_nonzero", dim),
        ]
    )


def _filled_like(rng: Random, t: torch.Tensor) -> Call:
    shape = tuple(t.shape)
    return rng.choice(
        [
            call("torch.zeros_like"),
            call("torch.ones_like"),
            call("torch.full_like", 2),
            call(".new_zeros", shape),
            call(".new_ones", shape),
            call(".new_full", shape, 3),
        ]
    )


COPIES: dict[str, Builder] = {
    "clone": lambda rng, t: call(rng.choice([".clone", "torch.clone"])),
    "scaled": _scaled,
    "negative": lambda rng, t: call("torch.abs" if t.dtype == torch.int64 else ".clone"),
    "copy of a view": _copy_of_view,
    "converted": _converted,
    "shuffled": _shuffled,
    "reduced": _reduced,
    "filled": _filled_like,
}
"""Results that share memory with nothing."""


def _maximum(rng: Random, t: torch.Tensor) -> Call | None:
    if not t.dim() or t.dtype.is_complex:
        return None
    dim = some_dim(rng, t.dim())
    if not t.shape[dim]:
        return None
    name = rng.choice([".max", "torch.max", ".min", ".cummax", ".aminmax"])
    return call(name, dim=dim) if name == ".aminmax" else call(name, dim)


SEVERAL_RESULTS: dict[str, Builder] = {
    "maximum": _maximum,
    "frexp": lambda rng, t: call("torch.frexp") if t.dtype == torch.float32 else None,
}
"""Calls that return several tensors of their own."""


def choose(
    rng: Random, table: dict[str, Builder], weights: dict[str, float] | None = None
) -> Builder:
    """Choose a row of a table."""
    names = list(table)
    return table[rng.choices(names, [(weights or {}).get(name, 1) for name in names])[0]]
