"""Outputs that are views: found in the graph as it was captured, made again after it ran.

A rewritten graph returns values. Where the original returned an input, a view of one, or two views
of one tensor, the caller may go on to write through one of them (after a graph break, say) and read
the other. So what is returned must be the tensor, or the view of it, that the original returns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.fx import GraphModule, Node

from .._facts.layout import Layout, fills_memory, known_number, view_in
from .._facts.storage import storage_of
from .._facts.values import ABSENT, nodes_with_outdated_values, value_of
from ..errors import RewriteError


@dataclass(frozen=True)
class View:
    """An output that is a view of an input or of another output."""

    output: int
    base: int
    """Position of the input, or of the output, whose memory it has."""
    of_input: bool
    itself: bool
    """It is the very object."""
    layout: Layout
    begin: Any
    """Bytes from where the base begins to where it begins: inputs may lie elsewhere next time."""

    def make(
        self, base: torch.Tensor, value: torch.Tensor, symbols: dict[Any, int], taken: bool
    ) -> Any:
        """Return the view of ``base``.

        It is ``value``, what the graph returned, where no view can be made, or where that is one
        already and is not ``taken`` by another output or input.
        """
        layout, distance = self.layout.known(symbols), known_number(self.begin, symbols)
        if layout is None or distance is None:
            return value
        begin: Any = base.storage_offset() * base.element_size() + distance
        shared = not taken and storage_of(value) == storage_of(base)
        if shared and _is_laid_out(value, layout, begin):
            return value
        made = view_in(base, layout, begin)
        return value if made is None else made


def _is_laid_out(value: torch.Tensor, layout: Layout, begin: int) -> bool:
    now = Layout.of(value)
    return (
        now.first_byte == begin
        and (now.dtype, now.size, now.steps()) == (layout.dtype, layout.size, layout.steps())
        and (now.is_conj, now.is_neg) == (layout.is_conj, layout.is_neg)
    )


class OutputViews:
    """The outputs of a captured graph: which are inputs, views of inputs, and views of others."""

    def __init__(self, gm: GraphModule) -> None:
        """Look at the values that the graph's nodes have; call it before the graph is rewritten.

        Where several outputs are views of a tensor that is none, the graph returns that too, behind
        the others.
        """
        nodes = list(gm.graph.nodes)
        self._inputs = [value_of(node, gm) for node in nodes if node.op == "placeholder"]
        returned = nodes[-1].args[0]
        several = isinstance(returned, (tuple, list))
        self.count = len(returned) if several else 1
        """How many outputs the original program has."""
        self._outputs: list[Any] = [
            value_of(node, gm) if isinstance(node, Node) else ABSENT
            for node in (returned if several else (returned,))
        ]
        self.with_gradient = _with_gradient(self._outputs)
        """Outputs that have a gradient."""
        self.inputs_with_gradient = frozenset(_with_gradient(self._inputs))
        """Inputs that have one, as they are or because what is written to them has."""
        groups = self._groups()
        if several:
            self._return_bases(gm, groups)
        self.views = [*self._of_inputs(), *self._of_outputs(groups)]
        self._related = sorted(
            {view.output for view in self.views}
            | {view.base for view in self.views if not view.of_input}
        )
        self._of_input = {view.output for view in self.views if view.of_input}
        made = {view.output for view in self.views}
        self._layouts = {
            place: Layout.of(value)
            for place, value in enumerate(self._outputs)
            if storage_of(value) is not None and place not in made
        }
        """Of the outputs that have memory of their own."""
        self._first_of = self._first_objects()

    def _groups(self) -> list[list[int]]:
        """Return the outputs that have one memory, which is no input's."""
        taken = {storage_of(value) for value in self._inputs}
        groups: dict[int, list[int]] = {}
        for place, value in enumerate(self._outputs):
            storage = storage_of(value)
            if storage is not None and storage not in taken:
                groups.setdefault(storage, []).append(place)
        return [places for places in groups.values() if len(places) > 1]

    def _return_bases(self, gm: GraphModule, groups: list[list[int]]) -> None:
        """Have the graph return a tensor that is all the memory of a group that has none such."""
        wanted = {
            storage_of(self._outputs[places[0]]): places
            for places in groups
            if len({id(self._outputs[place]) for place in places}) > 1
            and not any(fills_memory(self._outputs[place]) for place in places)
        }
        if not wanted:
            return
        outdated = nodes_with_outdated_values(gm.graph)
        output = gm.graph.output_node()
        returned: Any = output.args[0]
        for node in gm.graph.nodes:
            value = value_of(node, gm)
            places = wanted.get(storage_of(value))
            if places is not None and node not in outdated and fills_memory(value):
                del wanted[storage_of(value)]
                places.append(len(self._outputs))
                self._outputs.append(value)
                returned = (*returned, node)
                output.args = (returned,)

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
                found.append(_view(place, value, base, self._inputs[base], True))
        return found

    def _of_outputs(self, groups: list[list[int]]) -> list[View]:
        found = []
        for places in groups:
            base = next((place for place in places if fills_memory(self._outputs[place])), None)
            for place in places:
                if base is not None and place != base:
                    value = self._outputs[place]
                    found.append(_view(place, value, base, self._outputs[base], False))
        return found

    def _first_objects(self) -> list[tuple[int, int]]:
        """Return the outputs that are the same object as one before them, and that one."""
        first: dict[int, int] = {}
        found = []
        for place, value in enumerate(self._outputs):
            if isinstance(value, torch.Tensor):
                same = first.setdefault(id(value), place)
                if same != place:
                    found.append((place, same))
        return found

    def check(self, outputs: Sequence[Any]) -> None:
        """Raise RewriteError where an output that shares memory with others is of another dtype or
        shape than the original's: memory would be read as what it does not hold.
        """
        for place in self._related:
            value, meant = outputs[place], self._outputs[place]
            if value.dtype != meant.dtype or not _may_be(value.shape, meant.shape):
                raise RewriteError(
                    f"output {place} of the rewritten graph is {kind_of(value)} where the "
                    f"original's is {kind_of(meant)}"
                )

    def restore(self, outputs: list[Any], inputs: Sequence[Any]) -> None:
        """Put in the place of each output the tensor that the original returns: an input, a view
        that shares memory as the original's does, or a value with the same strides.
        """
        symbols = self._symbols(inputs)
        for place, layout in self._layouts.items():
            outputs[place] = _laid_out_as(outputs[place], layout.known(symbols))
        taken = {id(value) for value in inputs}
        taken.update(id(outputs[place]) for place in self._layouts)
        for view in self.views:
            base = (inputs if view.of_input else outputs)[view.base]
            value = outputs[view.output]
            if view.itself:
                outputs[view.output] = base
                continue
            outputs[view.output] = view.make(base, value, symbols, id(value) in taken)
            taken.add(id(value))
        for place, first in self._first_of:
            outputs[place] = outputs[first]

    def unexpected(self, outputs: Sequence[Any], inputs: Sequence[Any]) -> list[int]:
        """Return the outputs that share memory with an input or an earlier output as the
        original's do not: a value that was copied into another may stand in its place.
        """
        given = {storage_of(value) for value in inputs} - {None}
        owner: dict[int, int | None] = {}
        found = []
        for place, (value, example) in enumerate(zip(outputs, self._outputs, strict=False)):
            memory = storage_of(value)
            if memory is None or place in self._of_input:
                continue
            meant = storage_of(example)
            if memory in given or owner.setdefault(memory, meant) != meant:
                found.append(place)
        return found

    def _symbols(self, inputs: Sequence[Any]) -> dict[Any, int]:
        """Return what the symbolic sizes are for these inputs."""
        known: dict[Any, int] = {}
        for example, value in zip(self._inputs, inputs, strict=False):
            if isinstance(example, torch.SymInt):
                _bind(known, example, value)
            elif isinstance(example, torch.Tensor) and isinstance(value, torch.Tensor):
                for size, number in zip(example.shape, value.shape, strict=False):
                    _bind(known, size, number)
        return known


def _view(place: int, value: Any, base: int, seen: Any, of_input: bool) -> View:
    layout = Layout.of(value)
    begin = layout.first_byte - Layout.of(seen).first_byte
    return View(place, base, of_input, value is seen, layout, begin)


def _laid_out_as(value: Any, layout: Layout | None) -> Any:
    """Return the value, copied where it has other strides than these."""
    if layout is None or not isinstance(value, torch.Tensor) or value.layout != torch.strided:
        return value
    now = Layout.of(value)
    alike = now.steps() == layout.steps() and now.is_conj == layout.is_conj
    if now.size != layout.size or (alike and now.is_neg == layout.is_neg):
        return value
    if any(step == 0 for _, step in layout.steps()):  # repeated elements have no place of their own
        return value
    room = torch.empty_strided(layout.size, layout.stride, dtype=value.dtype, device=value.device)
    room = room.conj() if layout.is_conj else room
    room = torch._neg_view(room) if layout.is_neg else room
    return room.copy_(value)


def _may_be(size: Sequence[Any], meant: Sequence[Any]) -> bool:
    """Can the sizes be those that were meant? Symbolic ones may be any."""
    pairs = zip(size, meant, strict=False)
    return len(size) == len(meant) and all(type(m) is not int or n == m for n, m in pairs)


def kind_of(value: torch.Tensor) -> str:
    """Return dtype and shape of a tensor as messages show them."""
    return f"{str(value.dtype).removeprefix('torch.')}{list(value.shape)}"


def _with_gradient(values: Sequence[Any]) -> list[int]:
    return [
        place
        for place, value in enumerate(values)
        if isinstance(value, torch.Tensor) and value.requires_grad
    ]


def _bind(known: dict[Any, int], symbol: Any, value: Any) -> None:
    if isinstance(symbol, torch.SymInt) and symbol.node.expr.is_symbol:
        known[symbol.node.expr] = int(value)
