"""Families of random programs about memory layout: ``as_strided``, and whatever asks for strides.

``as_strided`` and its like look at the storage of a tensor, not at the tensor: what they reach may
lie beyond it. What a tensor's strides are can be asked for, and decides what other calls do.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

import torch

from fuzz_calls import VIEWS, Builder, Call, call, choose, some_dim, some_shape
from fuzz_generate import Generator, Layout
from fuzz_program import Step, Var, contiguous_strides

# Inputs -------------------------------------------------------------------------------------------


def _layout(rng: Random, shape: tuple[int, ...], spread: float) -> Layout:
    """Return a layout: contiguous or permuted; ``spread``: how often with gaps, or in larger memory."""
    order = list(range(len(shape) - 1, -1, -1))
    roll = rng.random()
    if len(shape) == 4 and roll < 0.3:
        order = [1, 3, 2, 0]  # channels last
    elif roll < 0.6:
        rng.shuffle(order)
    strides = [0] * len(shape)
    step = 2 if rng.random() < spread else 1
    for dim in order:
        strides[dim] = step
        step *= max(shape[dim], 1)
        step += rng.randint(1, 2) if rng.random() < spread else 0
    stride = contiguous_strides(shape) if rng.random() < 0.3 else tuple(strides)
    if rng.random() >= spread:
        return Layout(stride, 0)
    return Layout(stride, rng.choice([0, 2, 5]), rng.choice([0, 4, 9]))


def _begin(g: Generator, spread: float) -> Var:
    """Add the main input; now and then return an intermediate or a view made from it."""
    shape = g.some_shape()
    main = g.new_input(g.dtype, shape, layout=_layout(g.rng, shape, spread))
    roll = g.rng.random()
    if roll < 0.3:
        g.attempt(_like(g.rng, main, g.dtype), "t")
    elif roll < 0.5:
        _view(g)
    return g.some_variable()


def _keep_whole(g: Generator, count: int) -> None:
    """Drop a step after the first ``count`` that sees memory as elements which do not fill it.

    PyTorch's scatters fail for such a tensor.
    """
    if len(g.steps) == count:
        return
    step = g.steps[-1]
    made = g.env.get(step.result)
    if isinstance(made, torch.Tensor) and made.untyped_storage().size() % made.element_size():
        del g.steps[-1], g.env[step.result]


def _view(g: Generator) -> None:
    """Append a view of some variable."""
    count = len(g.steps)
    g.view(g.some_variable())
    _keep_whole(g, count)


def _like(rng: Random, source: Var, dtype: torch.dtype) -> Step:
    """Make a fresh tensor whose strides are those of another, or follow from them."""
    if dtype == torch.bool:
        return Step(".logical_not", (source,))
    return rng.choice(
        [
            Step("operator.mul", (source, 2)),
            Step(".clone", (source,)),
            Step("torch.add", (source, 1)),
            Step("torch.zeros_like", (source,)),
        ]
    )


# as_strided ---------------------------------------------------------------------------------------


def _room_of(tensor: torch.Tensor) -> int:
    """Return how many elements of its dtype the memory of a tensor has."""
    return tensor.untyped_storage().size() // tensor.element_size()


def _region(rng: Random, room: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return sizes and strides of a region of memory, and how many elements it spans."""
    sizes: list[int] = []
    strides: list[int] = []
    span = 1
    for _ in range(rng.randint(0, 3)):
        size = rng.choice([1, 2, 2, 3, 3, 4])
        apart = span if not sizes else strides[-1] * sizes[-1]
        step = max(apart + rng.choice([0, 0, 0, 1, 2]), 1)
        if rng.random() < 0.05:
            step = rng.randint(0, 2)  # elements overlap
        if span + (size - 1) * step > room:
            continue
        span += (size - 1) * step
        sizes.append(size)
        strides.append(step)
    order = rng.sample(range(len(sizes)), len(sizes))
    if rng.random() < 0.03:
        sizes = [0 if place == 0 else size for place, size in enumerate(sizes)]
    return tuple(sizes[i] for i in order), tuple(strides[i] for i in order), span


def _strided_arguments(rng: Random, t: torch.Tensor) -> tuple | None:
    """Return sizes, strides and, unless it is that of the tensor, the place where they begin."""
    room = _room_of(t)
    begin = t.storage_offset()
    if not room or begin >= room:
        return None
    if rng.random() < 0.2:  # as the tensor itself, or with the last two dimensions swapped
        order = list(range(t.dim()))
        if t.dim() > 1 and rng.random() < 0.5:
            order[-2:] = reversed(order[-2:])
        return tuple(t.shape[i] for i in order), tuple(t.stride(i) for i in order), begin
    if rng.random() < 0.3:
        sizes, strides, _ = _region(rng, room - begin)
        return sizes, strides
    sizes, strides, span = _region(rng, room)
    return sizes, strides, rng.randint(0, room - span)


def _strided_call(rng: Random, t: torch.Tensor, names: list[str]) -> Call | None:
    arguments = _strided_arguments(rng, t)
    if arguments is None:
        return None
    name = rng.choice(names)
    if name.startswith("torch.ops"):
        return Call(name, tuple(list(a) if isinstance(a, tuple) else a for a in arguments), {})
    if len(arguments) == 3 and rng.random() < 0.2:
        return Call(name, arguments[:2], {"storage_offset": arguments[2]})
    return Call(name, arguments, {})


_VIEW_NAMES = [".as_strided", "torch.as_strided", "torch.ops.aten.as_strided.default"]
_COPY_NAMES = ["torch.as_strided_copy", "torch.ops.aten.as_strided_copy.default"]
_SCATTER_NAMES = [".as_strided_scatter", "torch.as_strided_scatter"]


def _as_strided(g: Generator, source: Var) -> Any:
    """Append an ``as_strided`` of a variable."""
    made = _strided_call(g.rng, g.value(source), _VIEW_NAMES)
    return made and g.attempt(Step(made.target, (source, *made.args), made.kwargs), "v")


def _as_strided_in_place(g: Generator, source: Var) -> None:
    """Make a variable another part of its memory, unless it is an input."""
    made = _strided_call(g.rng, g.value(source), [".as_strided_"])
    if made and not g.is_input(g.value(source)):
        g.attempt(Step(made.target, (source, *made.args), made.kwargs))


def _copy(g: Generator, source: Var) -> None:
    """Append a copy of a region of memory."""
    made = _strided_call(g.rng, g.value(source), _COPY_NAMES)
    if made:
        g.attempt(Step(made.target, (source, *made.args), made.kwargs), "t")


def _scatter(g: Generator, source: Var) -> None:
    """Append a copy of a tensor in which a region of its memory is another.

    Where it begins behind the start of its memory, fake tensors tell another offset of the copy.
    """
    tensor = g.value(source)
    if tensor.storage_offset():
        return
    made = _strided_call(g.rng, tensor, _SCATTER_NAMES)
    if made:
        value = g.tensor(tensor.dtype, tuple(made.args[0]))
        g.attempt(Step(made.target, (source, value, *made.args), made.kwargs), "t")


def _windows(g: Generator, source: Var) -> None:
    """Append windows of a dimension, which may overlap."""
    tensor = g.value(source)
    if not tensor.dim():
        return
    dim = some_dim(g.rng, tensor.dim())
    if tensor.shape[dim]:
        size = g.rng.randint(1, tensor.shape[dim])
        g.attempt(Step(".unfold", (source, dim, size, g.rng.randint(1, size + 1))), "v")


def strided(g: Generator) -> None:
    """Take ``as_strided`` of tensors and views, write through them, and read before and after."""
    _begin(g, 0.05)
    for _ in range(g.rng.randint(0, 2)):
        _view(g)
    _as_strided(g, g.some_variable())
    for _ in range(g.rng.choice([2, 3, 4, 6, 9])):
        roll = g.rng.random()
        source = g.some_variable()
        if roll < 0.4:
            g.write(source)
        elif roll < 0.6:
            _as_strided(g, source)
        elif roll < 0.7:
            _view(g)
        elif roll < 0.75:
            _copy(g, source)
        elif roll < 0.8:
            _scatter(g, source)
        elif roll < 0.84:
            _as_strided_in_place(g, source)
        elif roll < 0.88:
            _windows(g, source)
        else:
            g.read(source)


# What depends on strides --------------------------------------------------------------------------


def _stride(rng: Random, t: torch.Tensor) -> Call | None:
    """Ask for steps that are taken; make_fx finds others where none is."""
    dims = [dim for dim, size in enumerate(t.shape) if size > 1]
    if not dims or not t.numel():
        return None
    if len(dims) == t.dim() and rng.random() < 0.3:
        return call(".stride")
    dim = rng.choice(dims)
    return call(".stride", dim - t.dim() if rng.random() < 0.3 else dim)


def _is_contiguous(rng: Random, t: torch.Tensor) -> Call:
    if t.dim() == 4 and rng.random() < 0.5:
        return call(".is_contiguous", memory_format=torch.channels_last)
    return call(rng.choice([".is_contiguous", "torch.Tensor.is_contiguous"]))


QUESTIONS: dict[str, Builder] = {
    "stride": _stride,
    "is_contiguous": _is_contiguous,
    "storage_offset": lambda rng, t: call(".storage_offset"),
}
"""Calls that return Python numbers about a tensor's layout."""


def _question(g: Generator, source: Var) -> None:
    """Append a question and something that tells the answer."""
    question = choose(g.rng, QUESTIONS)(g.rng, g.value(source))
    answer = g.ask(source, question) if question else None
    if answer is not None:
        g.attempt(Step("torch.full", ((2,), answer)), "t")


def _reshaped(rng: Random, t: torch.Tensor) -> Call:
    shape = some_shape(rng, t.numel())
    return rng.choice(
        [
            call(".reshape", tuple(shape)),
            call(".view", tuple(shape)),
            call("torch.ops.aten.view.default", shape),
            call(".ravel"),
            call(".flatten"),
            call(".contiguous"),
            call(".view_as", Var("x")),
        ]
    )


def _retyped(rng: Random, t: torch.Tensor) -> Call | None:
    if t.dtype.is_complex:
        return call("torch.view_as_real")
    if t.dtype == torch.float32 and t.dim() and t.shape[-1] == 2 and rng.random() < 0.7:
        return call("torch.view_as_complex")
    others = {
        torch.float32: [torch.int32, torch.int16, torch.float64],
        torch.float64: [torch.int64, torch.int32],
        torch.int64: [torch.int32, torch.float64],
        torch.int32: [torch.float32, torch.int64, torch.int16],
        torch.float16: [torch.int16, torch.int32],
        torch.bfloat16: [torch.int16],
    }
    choices = others.get(t.dtype)
    if not choices or (t.is_floating_point() and rng.random() < 0.5):
        return None
    return call(".view", rng.choice(choices))


def _kept_format(rng: Random, t: torch.Tensor) -> Call:
    """Make a fresh tensor that has the strides of another."""
    return rng.choice(
        [
            call(".clone"),
            call("torch.clone", memory_format=torch.preserve_format),
            call("torch.zeros_like"),
            call("torch.ones_like", memory_format=torch.preserve_format),
            call(".clone", memory_format=torch.contiguous_format),
        ]
    )


def _as_laid_out(g: Generator, source: Var) -> None:
    """Append a copy that keeps the strides of a tensor, gaps and all."""
    tensor = g.value(source)
    if tensor.storage_offset() or not tensor.dim() or not tensor.shape[0]:
        return
    value = g.tensor(tensor.dtype, tuple(tensor.shape[1:]))
    row = g.rng.randrange(tensor.shape[0])
    g.attempt(Step("torch.select_scatter", (source, value, 0, row)), "t")


OBSERVERS: dict[str, Builder] = {
    "reshaped": _reshaped,
    "retyped": _retyped,
    "kept format": _kept_format,
    "view": lambda rng, t: choose(rng, VIEWS)(rng, t),
}
"""Calls whose result, or whether they view or copy, depends on strides."""


def observed(g: Generator) -> None:
    """Write tensors of all layouts and ask for strides before and after."""
    _begin(g, 0.4)
    for _ in range(g.rng.randint(0, 2)):
        _view(g)
    for _ in range(g.rng.choice([2, 3, 4, 6])):
        roll = g.rng.random()
        source = g.some_variable()
        if roll < 0.35:
            g.write(source)
        elif roll < 0.55:
            _question(g, source)
        elif roll < 0.8:
            count = len(g.steps)
            g.apply(OBSERVERS, source, "v")
            _keep_whole(g, count)
        elif roll < 0.87:
            _copy(g, source)
        elif roll < 0.9:
            _scatter(g, source)
        elif roll < 0.95:
            _as_laid_out(g, source)
        else:
            g.attempt(_like(g.rng, source, g.value(source).dtype), "t")
    source = g.some_variable()
    if math.prod(g.value(source).shape):
        _question(g, source)
