"""What stands where a pattern leaves something open: shapes, dtypes, numbers, lists."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

from .choices import Choices, Key
from .hints import Hints
from .schemas import Param
from .tensors import DTYPES, FLOATS, LAYOUTS, TensorSpec
from .trees import Tree

_SIZES: dict[str, tuple[int, ...]] = {
    "A": (2, 3, 1, 0, 4, 5),
    "B": (3, 2, 5, 1, 4, 0),
    "C": (4, 1, 7, 2, 6, 0),
}
"""Letters stand for the sizes of a program; each has a size, and the first is the likeliest."""
_WEIGHTS = (8.0, 4.0, 3.0, 1.0, 1.0, 1.0)

_NAMES_OF_MASKS = ("mask", "condition", "cond", "attn_mask")
_NAMES_OF_INDICES = ("index", "indices")
_DIMS = ("dim", "dim0", "dim1", "start_dim", "end_dim", "axis", "dims", "axis0", "axis1", "source")
_SHAPES = ("size", "shape", "normalized_shape", "sizes", "repeats")


def free_name(wanted: str | None, taken: dict[str, Any]) -> str:
    """Return the name, or one like it, that is not taken."""
    base = wanted if wanted and wanted.isidentifier() else "p"
    name, number = base, 0
    while name in taken:
        number += 1
        name = f"{base}_{number}"
    return name


def of_kind(text: str) -> str:
    """Return the kind of parameter that takes values of a kind of the rule language."""
    return {"symint": "int", "dict": "other", "list": "ints", "tuple": "int_tuple"}.get(text, text)


def dtype_for(param: Param | None, choices: Choices, key: Key) -> torch.dtype | None:
    """Return the dtype that a parameter of this name likely wants; None: no one in particular."""
    if param is None:
        return None
    if param.name in _NAMES_OF_MASKS and choices.chance(("is mask", *key), 0.8):
        return torch.bool
    if param.name in _NAMES_OF_INDICES and choices.chance(("is index", *key), 0.8):
        return torch.int64
    return None


_RANKS: dict[str, dict[str, int]] = {
    "conv1d": {"input": 3, "weight": 3},
    "conv2d": {"input": 4, "weight": 4},
    "conv3d": {"input": 5, "weight": 5},
    "linear": {"weight": 2},
    "embedding": {"weight": 2},
    "max_pool2d": {"self": 4},
    "avg_pool2d": {"self": 4},
    "scaled_dot_product_attention": {"query": 4, "key": 4, "value": 4},
    "group_norm": {"weight": 1},
    "batch_norm": {"weight": 1, "running_mean": 1, "running_var": 1},
}
"""Ranks that operators want, where few tensors at random would fit."""


def rank_for(base: str, param: Param | None) -> int | None:
    """Return the rank that a parameter likely wants; None: no one in particular."""
    if param is None:
        return None
    return _RANKS.get(base, {}).get(param.name, 1 if param.name == "bias" else None)


class Shapes:
    """Chooses the tensors of one program."""

    def __init__(self, choices: Choices, hints: Hints) -> None:
        self.choices = choices
        self.hints = hints
        self.letters: dict[str, tuple[str, ...]] = {}
        self.rank: int | None = None
        """What the next input likely is."""

    def forget(self) -> None:
        """Choices were undone."""
        self.letters = {n: s for n, s in self.letters.items() if ("rank", n) in self.choices.made}

    def size(self, letter: str) -> int:
        """Return the size that a letter, or a number, stands for."""
        if letter.isdigit():
            return int(letter)
        options = _SIZES.get(letter, _SIZES["A"])
        return self.choices.pick(("measure", letter), options, _WEIGHTS)

    def spec(
        self,
        name: str,
        dtype: torch.dtype | None,
        dims: tuple[Tree, ...] | None,
        others: Sequence[TensorSpec],
    ) -> TensorSpec:
        """Return what an input is like; ``others`` are those that there are already."""
        letters = self._letters(name) if dims is None else self._of_dims(name, dims)
        self.letters[name] = letters
        dtype = dtype or self._dtype(name)
        shape = tuple(self.size(letter) for letter in letters)
        layout = self.choices.pick(("layout", name), LAYOUTS, (12, 2, 2, 1, 2, 1, 0.5))
        values = "index" if dtype == torch.int64 and name in _NAMES_OF_INDICES else "normal"
        return TensorSpec(dtype, shape, layout, values, len(others))

    def _letters(self, name: str) -> tuple[str, ...]:
        rank, self.rank = self.rank, None
        if rank is not None and self.choices.chance(("usual", name), 0.85):
            letters = ("A",) if self.choices.chance(("square",), 0.25) else ("A", "B", "C")
            self.choices.pick(("rank", name), (rank,))
            return tuple(self.choices.pick(("size", name, i), letters) for i in range(rank))
        known = [other for other in self.letters if other != name]
        options = ["none", *(f"{how} {other}" for other in known for how in ("same", "last"))]
        weights = [2.0 + len(known), *(w for _ in known for w in (3.0, 1.0))]
        like = self.choices.pick(("like", name), options, weights)
        how, _, other = like.partition(" ")
        if how == "same":
            self.choices.pick(("rank", name), (len(self.letters[other]),))
            return self.letters[other]
        if how == "last":
            self.choices.pick(("rank", name), (1,))
            return self.letters[other][-1:]
        rank = self.choices.pick(("rank", name), range(6), (2, 4, 8, 4, 3, 0.5))
        square = self.choices.chance(("square",), 0.25)
        sizes: tuple[str, ...] = ("A",) if square else ("A", "B", "1", "C")
        weights = [1.0] if square else [6, 6, 1, 1]
        return tuple(
            self.choices.pick(("size", name, place), sizes, weights) for place in range(rank)
        )

    def _of_dims(self, name: str, dims: tuple[Tree, ...]) -> tuple[str, ...]:
        letters: list[str] = []
        for place, dim in enumerate(dims):
            if dim.kind == "int":
                letters.append(dim.text or "1")
            elif dim.kind in ("star", "ellipsis"):
                inner = dim.items[0].text if dim.kind == "star" else place
                count = self.choices.pick(("run", name, place), (1, 0, 2))
                letters += [
                    self.choices.pick(("dim", inner, i), ("A", "B", "1")) for i in range(count)
                ]
            else:
                about = dim.text if dim.kind == "name" else (name, place)
                letters.append(self.choices.pick(("dim", about), ("A", "B", "C", "1")))
        self.choices.pick(("rank", name), (len(letters),))
        return tuple(letters)

    def _dtype(self, name: str) -> torch.dtype:
        main = self.choices.pick(("dtype",), *self._dtypes())
        if self.choices.chance(("main", name), 0.85):
            return main
        return self.choices.pick(("dtype", name), DTYPES)

    def _dtypes(self) -> tuple[list[torch.dtype], list[float]]:
        weights = [6.0 if one in FLOATS[:1] else 2.0 for one in DTYPES]
        options = list(DTYPES)
        for one in self.hints.dtypes:
            options.append(one)
            weights.append(4.0)
        return options, weights


def options(kind: str, name: str, hints: Hints, shape: tuple[int, ...]) -> list[Any]:
    """Return values that a parameter of this kind and name may have, beside tensors of a shape."""
    if kind == "scalar":
        return [
            *hints.ints,
            *hints.floats,
            0,
            1,
            -1,
            2,
            3,
            0.5,
            -0.0,
            1.5,
            0.0,
            1.0,
            2.0,
            True,
            1e-3,
        ]
    if kind == "int":
        return _ints(name, hints, shape)
    if kind == "float":
        return [*hints.floats, 0.0, 0.5, 1e-5, 1.0, 0.1, -1.0, 1e-3, 2.0]
    if kind == "bool":
        return [True, False]
    if kind == "ints":
        return _lists(name, hints, shape)
    if kind == "int_tuple":
        return [tuple(one) for one in _lists(name, hints, shape)]
    if kind == "floats":
        return [[1.0, 2.0], [0.5]]
    if kind == "str":
        return [
            *hints.texts,
            "floor",
            "trunc",
            "none",
            "tanh",
            "mean",
            "sum",
            "constant",
            "reflect",
        ]
    return _OBJECTS.get(kind, [None])


_OBJECTS: dict[str, list[Any]] = {
    "dtype": [*DTYPES],
    "device": [torch.device("cpu")],
    "layout": [torch.strided],
    "memory_format": [torch.preserve_format, torch.contiguous_format, torch.channels_last],
    "ellipsis": [...],
    "slice": [slice(None), slice(0, 1), slice(1, None), slice(None, None, 2), slice(-1, None)],
}


def _ints(name: str, hints: Hints, shape: tuple[int, ...]) -> list[Any]:
    rank = len(shape)
    if name in _DIMS and rank:
        return [*range(-rank, rank)]
    if name in _DIMS:
        return [-1, 0]
    return [*hints.ints, 0, 1, 2, -1, 3, *shape[-1:]]


def _lists(name: str, hints: Hints, shape: tuple[int, ...]) -> list[Any]:
    rank = len(shape)
    if name in _SHAPES:
        return _reshapes(shape)
    if name == "dims":  # a permutation
        order = list(range(rank))
        made = [order, order[::-1], [d - rank for d in order], [*order[1:], *order[:1]]]
        made += [[*order[:-2], *order[:-3:-1]], [*order[1:2], *order[:1], *order[2:]]]
        return [*made, [0], [-1], []]
    if name in _DIMS:
        return [[-1], [0], [1], [-2], [0, 1], [-2, -1], [0, -1], [], *([[*range(rank)]])]
    if name == "pad":
        return [[0, 0], [1, 1], [0, 0, 0, 0], [1, 0], [0, 1], [0, 0, 1, 1]]
    return [[1], [1, 1], [2, 2], [0, 0], [0], [2], [3, 3], [1, 2], hints.ints[:1] or [1]]


def _reshapes(shape: tuple[int, ...]) -> list[Any]:
    own, count = list(shape), math.prod(shape)
    made = [own, [-1], [count], [1, *own], [*own, 1], own[-1:], own[-2:], own[::-1], own[1:]]
    if len(own) > 1:
        made += [[own[0] * own[1], *own[2:]], [*own[:-2], own[-2] * own[-1]]]
        made += [[*own[:-2], -1], [-1, own[-1]]]
    if count % 2 == 0:
        made += [[2, -1], [-1, 2]]
    return [*made, [2, *own], [1] * len(own), [-1] * len(own), [2, 3], [3, 2]]
