"""Random programs with lists that one node holds: results that a call is given as a whole.

Such a list is a sequence of views (``chunk``, ``unbind``), a tuple of fresh tensors (``sort``,
``_foreach_mul``) or what a call wrote and returns (``_foreach_add_``). Calls write it as a whole
(``_foreach_mul_(c, 2)``, ``out=c``), write its items and what it views, and read it as a whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from fuzz_calls import SPLITS, some_dim
from fuzz_generate import Generator
from fuzz_program import Step, Var, share_bytes
from fuzz_writes import scalar

_ATTEMPTS = 12

Maker = Callable[[Generator], Step | None]


def lists_of_one_node(g: Generator) -> None:
    """Make lists; write and read them as a whole, by their items and through what they view."""
    g.begin()
    for _ in range(g.rng.randint(1, 2)):
        _make_list(g)
    if g.rng.random() < 0.4:
        _attempt(g, _COMBINATIONS, "k")
    for _ in range(g.rng.choice([1, 2, 2, 3, 4, 5, 6])):
        roll = g.rng.random()
        if roll < 0.35:
            _attempt(g, _WHOLE_WRITES, "r" if g.rng.random() < 0.2 else None)
        elif roll < 0.55:
            g.write(g.some_variable())
        elif roll < 0.65:
            _make_list(g)
        elif roll < 0.82:
            _attempt(g, _WHOLE_READS, "t")
        elif roll < 0.9:
            _attempt(g, _COMBINATIONS, "k")
        else:
            g.read(g.some_variable())


def _attempt(g: Generator, makers: list[Maker], named: str | None) -> None:
    for _ in range(_ATTEMPTS):
        count = len(g.steps)
        keep = dict(g.inputs)
        g.attempt(g.rng.choice(makers)(g), named)
        if len(g.steps) > count:
            return
        g.forget_inputs(keep)


def _make_list(g: Generator) -> None:
    source = g.some_variable()
    if g.value(source).dim() and g.rng.random() < 0.55:
        g.apply(SPLITS, source, "c")
    else:
        _attempt(g, _FRESH_LISTS, "c")


# Lists of tensors of their own --------------------------------------------------------------------


def _fresh_foreach(g: Generator) -> Step:
    items = [g.some_variable() for _ in range(g.rng.randint(1, 3))]
    return Step(f"torch._foreach_{g.rng.choice(['add', 'mul'])}", (items, 2))


def _sorted(g: Generator) -> Step | None:
    source = g.some_variable()
    tensor = g.value(source)
    if not tensor.dim() or tensor.dtype.is_complex:
        return None
    dim = some_dim(g.rng, tensor.dim())
    target = g.rng.choice(["torch.sort", "torch.max", "torch.min", "torch.topk"])
    args = (source, 1, dim) if target == "torch.topk" else (source, dim)
    return Step(target, args, {"stable": True} if target == "torch.sort" else {})


def _copied_pieces(g: Generator) -> Step | None:
    source = g.some_variable()
    tensor = g.value(source)
    if not tensor.dim():
        return None
    dim = some_dim(g.rng, tensor.dim())
    if g.rng.random() < 0.5:
        return Step("torch.unbind_copy", (source, dim))
    first = g.rng.randint(0, tensor.shape[dim])
    sizes = [first, tensor.shape[dim] - first]
    return Step("torch.split_with_sizes_copy", (source, sizes, dim))


_FRESH_LISTS: list[Maker] = [_fresh_foreach, _sorted, _copied_pieces]


# What views or copies several operands ------------------------------------------------------------


def _meshgrid(g: Generator) -> Step | None:
    found = [v for v, t in g.variables() if t.dim() <= 1]
    if not found:
        return None
    items = [g.rng.choice(found) for _ in range(g.rng.randint(1, 2))]
    return Step("torch.meshgrid", tuple(items), {"indexing": g.rng.choice(["ij", "xy"])})


def _broadcast(g: Generator) -> Step:
    items = [g.some_variable() for _ in range(g.rng.randint(1, 2))]
    return Step("torch.broadcast_tensors", tuple(items))


def _cartesian(g: Generator) -> Step | None:
    found = [v for v, t in g.variables() if t.dim() == 1 and t.numel() <= 4]
    if not found:
        return None
    first = g.rng.choice(found)
    alike = [v for v in found if g.value(v).dtype == g.value(first).dtype]
    items = [first, *(g.rng.choice(alike) for _ in range(g.rng.randint(0, 1)))]
    return Step("torch.cartesian_prod", tuple(items))


_EQUATIONS = {0: [], 1: ["i->i", "i,i->i"], 2: ["ij->ji", "ii->i", "ij,ij->ij", "ij->ij"]}
"""By the rank of the operands: views of one, products of two. Sums would depend on their order."""


def _einsum(g: Generator) -> Step | None:
    source = g.some_variable()
    tensor = g.value(source)
    equations = _EQUATIONS.get(tensor.dim(), ["...->..."])
    if not equations or tensor.dtype == torch.bool:
        return None
    equation = g.rng.choice(equations)
    if "," not in equation:
        return Step("torch.einsum", (equation, source))
    alike = [v for v, t in g.variables() if t.shape == tensor.shape and t.dtype == tensor.dtype]
    return Step("torch.einsum", (equation, source, g.rng.choice(alike)))


_COMBINATIONS: list[Maker] = [_meshgrid, _broadcast, _cartesian, _einsum]


# Writes -------------------------------------------------------------------------------------------


def _some_list(g: Generator) -> tuple[Any, list[torch.Tensor]] | None:
    """Return a list as an argument and its tensors: a node, or items of lists and other tensors."""
    found = [(variable, value) for variable, value in g.lists() if value]
    if not found:
        return None
    if g.rng.random() < 0.8:
        return g.rng.choice(found)
    variable, value = g.rng.choice(found)
    mixed = [Var(variable.name, g.rng.randrange(len(value))), g.some_variable()]
    tensors = [g.value(item) for item in mixed]
    return None if share_bytes(*tensors) else (mixed, tensors)


def _written(argument: Any) -> tuple[Var, ...]:
    return (argument,) if isinstance(argument, Var) else tuple(argument)


def _foreach_number(g: Generator) -> Step | None:
    chosen = _some_list(g)
    if chosen is None:
        return None
    argument, tensors = chosen
    name = g.rng.choice(["add", "mul", "sub", "neg", "zero", "abs", "scalars"])
    target = f"torch._foreach_{name}_"
    if name in ("neg", "zero", "abs"):
        return Step(target, (argument,), writes=_written(argument), elementwise=True)
    number: Any = scalar(g.rng, tensors[0].dtype)
    if name == "scalars":
        target = "torch._foreach_mul_"
        number = [scalar(g.rng, tensor.dtype) for tensor in tensors]
    return Step(target, (argument, number), writes=_written(argument), elementwise=True)


def _foreach_list(g: Generator) -> Step | None:
    chosen = _some_list(g)
    if chosen is None:
        return None
    argument, tensors = chosen
    shapes = [tensor.shape for tensor in tensors]
    fitting = [v for v, value in g.lists() if [t.shape for t in value] == shapes]
    other: Any = g.rng.choice(fitting) if fitting and g.rng.random() < 0.6 else None
    if other is None:
        other = [g.tensor(tensor.dtype, tuple(tensor.shape)) for tensor in tensors]
    name = g.rng.choice(["copy", "copy", "add", "mul"])
    return Step(f"torch._foreach_{name}_", (argument, other), writes=_written(argument))


def _out_of_pieces(g: Generator) -> Step | None:
    chosen = _some_list(g)
    if chosen is None or not chosen[1][0].dim():
        return None
    argument, tensors = chosen
    first = tensors[0]
    if g.rng.random() < 0.5:
        source = g.tensor(first.dtype, (len(tensors), *first.shape))
        return Step("torch.unbind_copy", (source, 0), {"out": argument}, _written(argument))
    dim = g.rng.randrange(first.dim())
    sizes = [tensor.shape[dim] if tensor.dim() > dim else 0 for tensor in tensors]
    source = g.tensor(first.dtype, (*first.shape[:dim], sum(sizes), *first.shape[dim + 1 :]))
    args = (source, sizes, dim)
    return Step("torch.split_with_sizes_copy", args, {"out": argument}, writes=_written(argument))


def _out_of_pair(g: Generator) -> Step | None:
    """Write values and places into a list of two."""
    pairs = [
        (v, value)
        for v, value in g.lists()
        if len(value) == 2 and value[1].dtype == torch.int64 and not value[0].dtype.is_complex
    ]
    if not pairs:
        return None
    argument, (values, _) = g.rng.choice(pairs)
    if g.rng.random() < 0.5 and values.dim():
        source = g.tensor(values.dtype, tuple(values.shape))
        dim = some_dim(g.rng, values.dim())
        kwargs = {"stable": True, "dim": dim, "out": argument}
        return Step("torch.sort", (source,), kwargs, writes=(argument,))
    source = g.tensor(values.dtype, (*values.shape, 2))
    target = g.rng.choice(["torch.max", "torch.min"])
    return Step(target, (source, -1), {"out": argument}, writes=(argument,))


_WHOLE_WRITES: list[Maker] = [
    _foreach_number,
    _foreach_number,
    _foreach_list,
    _foreach_list,
    _out_of_pieces,
    _out_of_pair,
]


# Reads --------------------------------------------------------------------------------------------


def _whole_read(g: Generator) -> Step | None:
    found = [variable for variable, value in g.lists() if value]
    if not found:
        return None
    chosen = g.rng.choice(found)
    ranks = {tensor.dim() for tensor in g.env[chosen.name]}
    return g.rng.choice(
        [
            Step("torch.cat", (chosen, g.rng.randrange(max(*ranks, 1)))),
            Step("torch.stack", (chosen,)),
            Step("torch._foreach_add", (chosen, 1)),
            Step("torch._foreach_mul", (chosen, chosen)),
            Step("torch.hstack", (chosen,)),
        ]
    )


_WHOLE_READS: list[Maker] = [_whole_read]
