"""A family of random programs of odd sizes: no elements, one element, no dimensions, no channels.

It writes and views as the other families do, and reads through the layers of networks: batch and
instance norms write their running statistics, convolutions, poolings and linear maps read batches
that may be empty.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from random import Random

import torch

from fuzz_calls import Builder, Call, call, some_dim
from fuzz_generate import Generator
from fuzz_program import Step, Var, contiguous_strides

_FUNCTIONAL = "torch.nn.functional."
_FLOATS = (torch.float32, torch.float64)


def odd_sizes(g: Generator) -> None:
    """Write tensors of odd sizes, views of them, and running statistics."""
    g.new_input(g.dtype, odd_shape(g.rng))
    for _ in range(g.rng.randint(1, 6)):
        roll = g.rng.random()
        source = g.some_variable()
        if roll < 0.37:
            g.write(source)
        elif roll < 0.4:
            diagonal(g, source)
        elif roll < 0.6:
            odd_view(g, source)
        elif roll < 0.64:
            g.view_in_place(source)
        elif roll < 0.74:
            g.read(source)
        elif roll < 0.9:
            norm(g)
        else:
            layer(g)


def odd_shape(rng: Random) -> tuple[int, ...]:
    """Return a shape of rank 0 to 4 in which most sizes are 0 or 1."""
    rank = rng.choices([0, 1, 2, 3, 4], [25, 20, 25, 15, 15])[0]
    return tuple(rng.choices([0, 1, 2, 3], [15, 45, 25, 15])[0] for _ in range(rank))


# Views --------------------------------------------------------------------------------------------


def _of_no_dimensions(rng: Random, t: torch.Tensor) -> Call:
    """Return a view of one element as a tensor of no dimensions, or a view of such a tensor."""
    if t.dim():
        places = tuple(rng.randrange(size) for size in t.shape)
        return rng.choice([call("operator.getitem", places), call(".view", ()), call(".squeeze")])
    return rng.choice(
        [
            call("builtins.getattr", rng.choice(["mH", "H"])),
            call("builtins.getattr", rng.choice(["mH", "H"])),
            call("builtins.getattr", "T"),
            call("builtins.getattr", "mT"),
            call(rng.choice([".adjoint", "torch.adjoint"])),
            call(rng.choice([".adjoint", "torch.adjoint"])),
            call(".t"),
            call(".permute", ()),
            call(".transpose", 0, -1),
            call(".movedim", 0, 0),
            call(".unsqueeze", 0),
            call(".expand", ()),
            call("torch.atleast_1d"),
            call(".flatten"),
            call(".view", 1, 1),
            call("operator.getitem", ...),
            call("operator.getitem", None),
        ]
    )


def _expanded(rng: Random, t: torch.Tensor) -> Call:
    """Expand dimensions of one element, to none among others: nothing is repeated then."""
    sizes = [rng.choice([0, 0, 1]) if size == 1 else size for size in t.shape]
    return call(".expand", *[1] * rng.randint(0, 2), *sizes)


def _empty_part(rng: Random, t: torch.Tensor) -> Call:
    dim = some_dim(rng, t.dim())
    start = rng.randint(0, t.shape[dim])
    return rng.choice(
        [
            call(".narrow", dim, start, 0),
            call("operator.getitem", (..., slice(start, start))),
            call("torch.ops.aten.slice.Tensor", dim, start, start),
            call(".diagonal", t.shape[0]),
            call(".view", 0, -1),
            call(".view", 3, 0),
        ]
    )


ODD_VIEWS: dict[str, Builder] = {
    "no dimensions": _of_no_dimensions,
    "expanded": _expanded,
    "empty part": _empty_part,
}


def odd_view(g: Generator, source: Var) -> None:
    """Append a view, one that makes or takes odd sizes half of the time, and write through some."""
    t = g.value(source)
    if not t.dim() and g.rng.random() < 0.7:
        made = g.apply({"no dimensions": _of_no_dimensions}, source, "v")
    elif g.rng.random() < 0.5:
        made = g.apply(ODD_VIEWS, source, "v")
    else:
        made = g.view(source)
    if isinstance(made, torch.Tensor) and g.rng.random() < 0.4:
        g.write(Var(g.steps[-1].result))


def diagonal(g: Generator, source: Var) -> None:
    """Append a write to a diagonal, of any rank, that may begin again below a long matrix."""
    t = g.value(source)
    wrap = g.rng.random() < 0.5
    if t.dim() >= 2 and t.dtype != torch.bool:
        g.attempt(Step(".fill_diagonal_", (source, 2, wrap), writes=(source,)))


# Layers -------------------------------------------------------------------------------------------


def norm(g: Generator) -> None:
    """Append a normalisation; running statistics are tensors that the program has, or inputs."""
    kind = g.rng.choice(["batch", "batch", "native batch", "instance", "layer", "group"])
    source = _image(g, least=3 if kind == "instance" else 2)
    t = g.value(source)
    if kind == "layer":
        sizes = list(t.shape[g.rng.randrange(t.dim()) :])
        step = Step(_FUNCTIONAL + "layer_norm", (source, sizes))
    elif kind == "group":
        groups = g.rng.choice([1, t.shape[1] or 1])
        step = Step(_FUNCTIONAL + "group_norm", (source, groups))
    else:
        step = _with_statistics(g, kind, source, t)
    g.attempt(step, "n")


def _with_statistics(g: Generator, kind: str, source: Var, t: torch.Tensor) -> Step:
    """Return a batch or instance norm, with statistics or without, in training or not."""
    rng = g.rng
    training = rng.random() < 0.7
    kept = not training or rng.random() < 0.85
    statistics = [_by_channel(g, t) if kept else None for _ in range(2)]
    affine = [_by_channel(g, t) if rng.random() < 0.4 else None for _ in range(2)]
    written = tuple(v for v in statistics if v is not None) if training else ()
    number = rng.choice([0.1, 0.5])
    if kind == "native batch":
        args = (source, *affine, *statistics, training, number, 1e-5)
        return Step("torch.ops.aten.native_batch_norm.default", args, writes=written)
    if rng.random() < 0.3:
        args = (source, *affine, *statistics, training, number, 1e-5, False)
        return Step(f"torch.{kind}_norm", args, writes=written)
    name = {"batch": "training", "instance": "use_input_stats"}[kind]
    if rng.random() < 0.5:
        args = (source, *statistics, *affine, training, number, 1e-5)
        return Step(f"{_FUNCTIONAL}{kind}_norm", args, writes=written)
    named = {"weight": affine[0], "bias": affine[1], name: training, "momentum": number}
    return Step(f"{_FUNCTIONAL}{kind}_norm", (source, *statistics), named, writes=written)


def _by_channel(g: Generator, t: torch.Tensor) -> Var:
    """Return a variable with a number for each channel: one that is there, or a new input."""
    return _dense(g, t.dtype, (t.shape[1],), lambda found: tuple(found.shape) == (t.shape[1],))


def _dense(
    g: Generator, dtype: torch.dtype, shape: tuple[int, ...], fits: Callable[[torch.Tensor], bool]
) -> Var:
    """Return a contiguous variable of a dtype that fits, or a new input of this shape.

    Where there are gaps, PyTorch normalises by loops that round in another way.
    """
    found = [v for v, t in g.variables() if t.dtype == dtype and t.is_contiguous() and fits(t)]
    if found and g.rng.random() < 0.6:
        return g.rng.choice(found)
    made = g.new_input(dtype, shape)
    layout = {"stride": contiguous_strides(shape), "offset": 0}
    g.inputs[made.name] = dataclasses.replace(g.inputs[made.name], **layout)
    g.env[made.name] = g.inputs[made.name].make()
    return made


def layer(g: Generator) -> None:
    """Append something that reads a batch: a convolution, a pooling, a linear map, a sum."""
    source = _image(g, least=3)
    t = g.value(source)
    rng = g.rng
    name = f"{t.dim() - 2}d"
    choices = [
        lambda: Step(
            f"{_FUNCTIONAL}conv{name}",
            (source, g.tensor(t.dtype, (2, t.shape[1], *[1] * (t.dim() - 2)))),
            exact=True,
        ),
        lambda: Step(f"{_FUNCTIONAL}max_pool{name}", (source, 1)),
        lambda: Step(f"{_FUNCTIONAL}avg_pool{name}", (source, 1)),
        lambda: Step(f"{_FUNCTIONAL}adaptive_avg_pool{name}", (source, 1), exact=True),
        lambda: Step(
            f"{_FUNCTIONAL}linear",
            (source, g.tensor(t.dtype, (2, t.shape[-1])), g.tensor(t.dtype, (2,))),
            exact=True,
        ),
        lambda: Step("torch.matmul", (source, g.tensor(t.dtype, (t.shape[-1], 1))), exact=True),
        lambda: Step(".sum", (source, some_dim(rng, t.dim())), exact=True),
        lambda: Step(f"{_FUNCTIONAL}softmax", (source, -1)),
        lambda: Step(f"{_FUNCTIONAL}dropout", (source, 0.5, False)),
    ]
    g.attempt(rng.choice(choices)(), "n")


def _image(g: Generator, least: int) -> Var:
    """Return a variable of floats with batch and channels: one that is there, or a new input."""
    rank = g.rng.randint(least, 4)
    sizes = [g.rng.choices([0, 1, 2, 3], [20, 35, 30, 15])[0] for _ in range(rank)]
    dtype = g.rng.choice(_FLOATS)
    return _dense(g, dtype, tuple(sizes), lambda found: least <= found.dim() <= 4)
