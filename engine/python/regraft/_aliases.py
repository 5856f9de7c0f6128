"""Outputs that are views: found in the graph as it was captured, made again after it ran.

A rewritten graph returns values. Where the original returned a view of an input that it wrote, or
two views of one tensor, the caller may go on to write through one of them (after a graph break,
say) and read the other. So what is returned must share memory as the original's outputs do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.fx import GraphModule, Node

from ._annotate import ABSENT, value_of


def storage_of(value: Any) -> int | None:
    """Return what identifies a tensor's memory; None for what has none."""
    if not isinstance(value, torch.Tensor):
        return None
    try:
        return value.untyped_storage()._cdata
    except (RuntimeError, NotImplementedError):
        return None


@dataclass(frozen=True)
class View:
    """An output that is a view of an input or of another output."""

    output: int
    base: int
    """Position of the input, or of the output, whose memory it has."""
    of_input: bool
    itself: bool
    """It is the very object."""
    layout: tuple[tuple[Any, ...], tuple[Any, ...], Any]
    """Size, stride and offset, which may be symbolic."""

    def make(self, base: torch.Tensor, value: torch.Tensor, symbols: dict[Any, int]) -> Any:
        """Return the view of ``base``; ``value`` itself where none can be made."""
        if self.itself:
            return base
        size, stride, offset = self.layout
        try:
            sizes = [_number(n, symbols) for n in size]
            strides = [_number(n, symbols) for n in stride]
            start = _number(offset, symbols)
        except (KeyError, TypeError):
            return value
        if value.dtype == base.dtype:
            return torch.as_strided(base, sizes, strides, start)
        if base.requires_grad and torch.is_grad_enabled():
            return value
        made = torch.empty(0, dtype=value.dtype, device=base.device)
        return made.set_(base.untyped_storage(), start, sizes, strides)


def _number(size: Any, symbols: dict[Any, int]) -> int:
    if isinstance(size, int):
        return size
    return int(size.node.expr.subs(symbols))


class OutputViews:
    """The outputs of a captured graph that are views of inputs and of other outputs."""

    def __init__(self, gm: GraphModule) -> None:
        """Look at the values that the graph's nodes have; call it before the graph is rewritten."""
        nodes = list(gm.graph.nodes)
        self._inputs = [value_of(node, gm) for node in nodes if node.op == "placeholder"]
        returned = nodes[-1].args[0]
        returned = returned if isinstance(returned, (tuple, list)) else (returned,)
        self._outputs = [
            value_of(node, gm) if isinstance(node, Node) else ABSENT for node in returned
        ]
        self.with_gradient = _with_gradient(self._outputs)
        """Outputs that have a gradient."""
        self.inputs_with_gradient = frozenset(_with_gradient(self._inputs))
        """Inputs that have one, as they are or because what is written to them has."""
        self.views = [*self._of_inputs(), *self._of_outputs()]

    def _of_inputs(self) -> list[View]:
        by_storage: dict[int, int] = {}
        for number, value in enumerate(self._inputs):
            storage = storage_of(value)
            if storage is not None:
                by_storage.setdefault(storage, number)
        objects = {id(value): number for number, value in enumerate(self._inputs)}
        found = []
        for place, value in enumerate(self._outputs):
            storage = storage_of(value)
            if storage is None:
                continue
            base = objects.get(id(value), by_storage.get(storage))
            if base is not None:
                same = value is self._inputs[base]
                found.append(View(place, base, True, same, _layout(value)))
        return found

    def _of_outputs(self) -> list[View]:
        taken = {storage_of(value) for value in self._inputs}
        groups: dict[int, list[int]] = {}
        for place, value in enumerate(self._outputs):
            storage = storage_of(value)
            if storage is not None and storage not in taken:
                groups.setdefault(storage, []).append(place)
        found = []
        for places in groups.values():
            base = next((place for place in places if is_whole(self._outputs[place])), None)
            for place in places:
                if base is not None and place != base:
                    value = self._outputs[place]
                    same = value is self._outputs[base]
                    found.append(View(place, base, False, same, _layout(value)))
        return found

    def of(self, written: set[int]) -> list[View]:
        """Return the views that have to be made again when these inputs were written."""
        memory = {storage_of(self._inputs[number]) for number in written}
        return [
            view
            for view in self.views
            if not view.of_input or storage_of(self._inputs[view.base]) in memory
        ]

    def unexpected(self, outputs: Sequence[Any], inputs: Sequence[Any]) -> list[int]:
        """Return the outputs that share memory with an input or an earlier output as the
        original's do not: a value that was copied into another may stand in its place.
        """
        given = {storage_of(value) for value in inputs} - {None}
        owner: dict[int, int | None] = {}
        found = []
        of_input = {view.output for view in self.views if view.of_input}
        for place, (value, example) in enumerate(zip(outputs, self._outputs, strict=False)):
            memory = storage_of(value)
            if memory is None or place in of_input:
                continue
            meant = storage_of(example)
            if memory in given or owner.setdefault(memory, meant) != meant:
                found.append(place)
        return found

    def symbols(self, inputs: Sequence[Any]) -> dict[Any, int]:
        """Return what the symbolic sizes are for these inputs."""
        known: dict[Any, int] = {}
        for example, value in zip(self._inputs, inputs, strict=False):
            if isinstance(example, torch.SymInt):
                _bind(known, example, value)
            elif isinstance(example, torch.Tensor) and isinstance(value, torch.Tensor):
                for size, number in zip(example.shape, value.shape, strict=False):
                    _bind(known, size, number)
        return known


def _with_gradient(values: Sequence[Any]) -> list[int]:
    return [
        place
        for place, value in enumerate(values)
        if isinstance(value, torch.Tensor) and value.requires_grad
    ]


def _bind(known: dict[Any, int], symbol: Any, value: Any) -> None:
    if isinstance(symbol, torch.SymInt) and symbol.node.expr.is_symbol:
        known[symbol.node.expr] = int(value)


def _layout(value: torch.Tensor) -> tuple[tuple[Any, ...], tuple[Any, ...], Any]:
    return tuple(value.shape), tuple(value.stride()), value.storage_offset()


def is_whole(value: torch.Tensor) -> bool:
    """Is the tensor all of its memory, in order? Symbolic sizes count as "no"."""
    numbers = (*value.shape, *value.stride(), value.storage_offset())
    if not all(type(number) is int for number in numbers) or value.storage_offset() != 0:
        return False
    whole = value.numel() * value.element_size()
    return value.is_contiguous() and whole == value.untyped_storage().nbytes()
