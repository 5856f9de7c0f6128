"""Programs whose inputs share memory: wholes and parts, halves, one tensor twice, and more."""

from __future__ import annotations

from collections.abc import Callable

import torch

from fuzz_calls import (
    HANDED_BACK,
    SPLITS,
    VIEW_WEIGHTS,
    VIEWS,
    Call,
    choose,
    expand_for_reading,
)
from fuzz_generate import Generator
from fuzz_program import Buffer, Input, Var, callable_of

Views = list[torch.Tensor]

_OTHER_DTYPES = {
    torch.float32: torch.int32,
    torch.int64: torch.int32,
    torch.complex64: torch.float32,
}


def shared_inputs(g: Generator) -> None:
    """Take inputs that share memory; write some of them and read others."""
    names = _some_inputs(g)
    if g.rng.random() < 0.3:
        g.new_input(g.dtype, g.some_shape())
    for _ in range(g.rng.choice([1, 2, 2, 3, 4, 5])):
        target = g.rng.choice(names) if g.rng.random() < 0.6 else g.some_variable()
        roll = g.rng.random()
        if roll < 0.5:
            g.write(target)
        elif roll < 0.75:
            g.read(target)
        elif roll < 0.88:
            g.view(target)
        elif roll < 0.96:
            g.apply(HANDED_BACK, target, "v")
        else:
            g.view_in_place(target)


def _some_inputs(g: Generator) -> list[Var]:
    """Add two or more inputs of one buffer, in any order."""
    shape = g.some_shape() or (1,)
    room = torch.Size(shape).numel()
    before = g.rng.choice([0, 0, 0, 1, 4])
    buffer = Buffer(g.dtype, before + room + g.rng.choice([0, 0, 2]), g.rng.randrange(1 << 20))
    whole = buffer.make()[before : before + room].view(shape)
    views = g.rng.choice(_WAYS)(g, whole)[:4]
    if g.rng.random() < 0.2:
        views += g.rng.choice(_WAYS)(g, whole)[:2]
    g.rng.shuffle(views)
    names = []
    for number, view in enumerate(views):
        layout = tuple(view.shape), tuple(view.stride()), view.storage_offset()
        object_ = 0 if g.rng.random() < 0.3 else number
        names.append(g.add_input(Input(view.dtype, *layout, object_, buffer=buffer)))
    return names


# The ways in which inputs share memory ------------------------------------------------------------


def _twice(g: Generator, whole: torch.Tensor) -> Views:
    return [whole, whole]


def _some_view(g: Generator, whole: torch.Tensor) -> torch.Tensor:
    """Return a view, or the tensor where the call that was chosen does not view it."""
    builder = choose(g.rng, VIEWS, VIEW_WEIGHTS)
    if g.rng.random() < 0.1:
        builder = expand_for_reading
    try:
        made = builder(g.rng, whole)
        view = _called(made, whole) if made else whole
    except (RuntimeError, IndexError, ValueError):
        return whole
    same_memory = view.untyped_storage()._cdata == whole.untyped_storage()._cdata
    return view if same_memory and view.dtype == whole.dtype else whole


def _called(made: Call, tensor: torch.Tensor) -> torch.Tensor:
    return callable_of(made.target)(tensor, *made.args, **made.kwargs)


def _whole_and_part(g: Generator, whole: torch.Tensor) -> Views:
    return [whole, _some_view(g, whole)]


def _parts(g: Generator, whole: torch.Tensor) -> Views:
    return [_some_view(g, whole) for _ in range(g.rng.randint(2, 3))]


def _halves(g: Generator, whole: torch.Tensor) -> Views:
    """Cut at one place of one dimension, as keys and values are cut out of one projection."""
    dim = g.rng.randrange(whole.dim())
    cut = g.rng.randint(0, whole.shape[dim])
    return [whole.narrow(dim, 0, cut), whole.narrow(dim, cut, whole.shape[dim] - cut)]


def _pieces(g: Generator, whole: torch.Tensor) -> Views:
    made = choose(g.rng, SPLITS)(g.rng, whole)
    try:
        return list(_called(made, whole)) or [whole, whole]
    except (RuntimeError, IndexError, ValueError):
        return [whole, whole]


def _every_second(g: Generator, whole: torch.Tensor) -> Views:
    dim, step = g.rng.randrange(whole.dim()), g.rng.randint(2, 3)
    if whole.shape[dim] < step:
        return [whole, whole]
    before = [slice(None)] * dim
    return [whole[(*before, slice(first, None, step))] for first in range(step)]


def _staggered(g: Generator, whole: torch.Tensor) -> Views:
    """Two pieces of one size that overlap, or do not."""
    dim = g.rng.randrange(whole.dim())
    size = g.rng.randint(0, whole.shape[dim])
    starts = [g.rng.randint(0, whole.shape[dim] - size) for _ in "12"]
    return [whole.narrow(dim, start, size) for start in starts]


def _transposed(g: Generator, whole: torch.Tensor) -> Views:
    return [whole, whole.transpose(g.rng.randrange(whole.dim()), g.rng.randrange(whole.dim()))]


def _expanded(g: Generator, whole: torch.Tensor) -> Views:
    row = whole.narrow(g.rng.randrange(whole.dim()), 0, 1) if whole.numel() else whole
    return [g.rng.choice([whole, row]), row.expand(2, *row.shape)]


def _halves_of_views(g: Generator, whole: torch.Tensor) -> Views:
    return _halves(g, view) if (view := _some_view(g, whole)).dim() else [view, whole]


def _other_dtype(g: Generator, whole: torch.Tensor) -> Views:
    other = _OTHER_DTYPES.get(whole.dtype)
    if other is None or whole.storage_offset() or not whole.is_contiguous():
        return [whole, whole]
    return [whole, whole.view(other)]


_WAYS: list[Callable[[Generator, torch.Tensor], Views]] = [
    _twice,
    _whole_and_part,
    _whole_and_part,
    _parts,
    _halves,
    _halves,
    _pieces,
    _every_second,
    _every_second,
    _staggered,
    _transposed,
    _expanded,
    _halves_of_views,
    _halves_of_views,
    _other_dtype,
]
