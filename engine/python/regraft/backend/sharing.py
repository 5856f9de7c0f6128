"""Inputs that share memory: one is made a view of the other in the graph, and calls are checked.

The engine refuses to write an input that shares memory with another one in a way it does not know.
Where one of them is all of that memory, the way is known: the other is a view of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import torch
from torch.fx import GraphModule

from .._facts.layout import is_whole
from .._facts.overlap import may_meet
from .._facts.storage import storage_of
from ..errors import RewriteError

_AGAIN = "call torch._dynamo.reset(), so that it is compiled again, or give the input a copy"


@dataclass(frozen=True)
class Merged:
    """An input that the graph now takes as a view of another input."""

    position: int
    base: int
    layout: tuple[tuple[int, ...], tuple[int, ...], int]

    def check(self, inputs: Sequence[Any]) -> None:
        """Raise RewriteError when the inputs do not share memory as they did."""
        one, base = inputs[self.position], inputs[self.base]
        layout = tuple(one.shape), tuple(one.stride()), one.storage_offset()
        same = storage_of(one) == storage_of(base) and layout == self.layout
        if not same or not is_whole(base) or not _see_alike(self.position, self.base, inputs):
            raise RewriteError(
                f"input {self.position} was a view of input {self.base} when the graph was "
                f"captured and is another one now: {_AGAIN}"
            )


def merge_views(gm: GraphModule, example_inputs: Sequence[Any]) -> list[Merged]:
    """Have the graph make inputs that are views of another input by itself, where it can.

    Only views of known sizes are taken, of inputs that are all of their memory. The inputs stay.
    """
    placeholders = gm.graph.find_nodes(op="placeholder")
    if len(placeholders) != len(example_inputs):
        return []
    merged = []
    first = next(node for node in gm.graph.nodes if node.op != "placeholder")
    for places in _groups(example_inputs).values():
        base = next((place for place in places if is_whole(example_inputs[place])), None)
        if base is None:
            continue
        for place in places:
            view = _view(place, base, example_inputs[place])
            if place == base or view is None or not _see_alike(place, base, example_inputs):
                continue
            node = placeholders[place]
            with gm.graph.inserting_before(first):
                made = gm.graph.call_function(
                    torch.as_strided, (placeholders[base], *map(_plain, view.layout))
                )
            made.meta.update(node.meta)
            node.replace_all_uses_with(made)
            merged.append(view)
    return merged


def _see_alike(one: int, other: int, inputs: Sequence[Any]) -> bool:
    """Do both inputs read the same bytes as the same numbers?"""
    kinds = [
        (inputs[place].dtype, inputs[place].is_conj(), inputs[place].is_neg())
        for place in (one, other)
    ]
    return kinds[0] == kinds[1]


def _plain(size: Any) -> Any:
    return list(size) if isinstance(size, tuple) else size


def _groups(values: Sequence[Any]) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = {}
    for place, value in enumerate(values):
        storage = storage_of(value)
        if storage is not None:
            groups.setdefault(storage, []).append(place)
    return {storage: places for storage, places in groups.items() if len(places) > 1}


def _view(position: int, base: int, value: torch.Tensor) -> Merged | None:
    layout: Any = tuple(value.shape), tuple(value.stride()), value.storage_offset()
    known = all(type(number) is int for number in (*layout[0], *layout[1], layout[2]))
    return Merged(position, base, layout) if known else None


class SharingCheck:
    """Refuses calls with inputs that share memory in another way than the example inputs."""

    def __init__(
        self, example_inputs: Sequence[Any], written: set[int], merged: Sequence[Merged]
    ) -> None:
        """Parameters that are not written are not looked at: they keep their memory."""
        self.merged = merged
        by_themselves = {view.position for view in merged}
        self._written = written
        self._watched = [
            place
            for place, value in enumerate(example_inputs)
            if isinstance(value, torch.Tensor)
            and place not in by_themselves
            and (place in written or not isinstance(value, torch.nn.Parameter))
        ]
        self._meeting = {
            pair: _distance(pair, example_inputs) for pair in self._pairs(example_inputs)
        }
        """Pairs that share memory, one being written, with what lies between their beginnings."""

    def __call__(self, inputs: Sequence[Any]) -> None:
        """Raise RewriteError for such inputs."""
        for view in self.merged:
            view.check(inputs)
        if not self._written:
            return
        for pair in self._pairs(inputs):
            if pair not in self._meeting:
                raise _changed(*pair, "shares memory with", "did not")
        for pair, distance in self._meeting.items():
            if _distance(pair, inputs) != distance:
                raise _changed(*pair, "does not share memory as it did with", "did")

    def _pairs(self, inputs: Sequence[Any]) -> list[tuple[int, int]]:
        """Return the pairs of inputs that share memory and of which one is written."""
        groups: dict[int, list[int]] = {}
        for place in self._watched:
            storage = storage_of(inputs[place])
            if storage is not None:
                groups.setdefault(storage, []).append(place)
        return [
            (one, other) if one in self._written else (other, one)
            for places in groups.values()
            if len(places) > 1
            for one, other in combinations(places, 2)
            if (one in self._written or other in self._written)
            and may_meet(inputs[one], inputs[other])
        ]


def _distance(pair: tuple[int, int], inputs: Sequence[Any]) -> int | None:
    """Return the bytes between the beginnings of two tensors in one memory; else None."""
    one, other = (inputs[place] for place in pair)
    if storage_of(one) != storage_of(other):
        return None
    begin, other_begin = (value.storage_offset() * value.element_size() for value in (one, other))
    distance: int = other_begin - begin
    return distance


def _changed(written: int, other: int, now: str, then: str) -> RewriteError:
    return RewriteError(
        f"input {written} is written and {now} input {other}, which it {then} when the graph was "
        f"captured: {_AGAIN}"
    )
