"""Tensors that a captured graph has as attributes and writes: they become inputs of the graph.

A rewritten graph returns what a written input holds in the end, and the backend stores it. For an
attribute there is no such way. Dynamo leaves parameters and states of optimizers as attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.fx import Graph, GraphModule, Node

from .._facts.storage import storage_of
from .._facts.values import VALUE_KEYS, attribute_at, path_of, tensors_of
from .._facts.writes import written_by


class WrittenAttributes:
    """The attributes of a graph module that its graph writes, as further inputs of the graph."""

    def __init__(self, gm: GraphModule) -> None:
        """Make them inputs, behind those that are there, in a copy of the graph.

        Dynamo goes on to look at the inputs of the graph that it captured.
        """
        self._owner = gm
        self.gm = _copy(gm) if _written_attributes(gm) else gm
        """The graph module that has them as inputs: the given one, if it writes none."""
        self.targets: list[str] = []
        """Paths of the attributes, in the order of the inputs."""
        inputs: dict[str, Node] = {}
        for node in _written_attributes(self.gm):
            path = path_of(node)
            if path not in inputs:
                inputs[path] = _add_input(self.gm, node)
                self.targets.append(path)
            node.replace_all_uses_with(inputs[path])
            self.gm.graph.erase_node(node)
        if inputs:
            self.gm.recompile()

    def values(self) -> list[torch.Tensor]:
        """Return what the attributes are now."""
        return [attribute_at(self._owner, target) for target in self.targets]

    def passed_to(self, run: Callable[..., Any]) -> Callable[..., Any]:
        """Return what calls ``run`` with the inputs that are there and the attributes."""
        if not self.targets:
            return run
        return lambda *inputs: run(*inputs, *self.values())


def extended(inputs: Sequence[Any], attributes: WrittenAttributes) -> Sequence[Any]:
    """Return values of all inputs."""
    return [*inputs, *attributes.values()] if attributes.targets else inputs


def _written_attributes(gm: GraphModule) -> list[Node]:
    attributes = [
        node
        for node in gm.graph.find_nodes(op="get_attr")
        if isinstance(attribute_at(gm, path_of(node)), torch.Tensor)
    ]
    if not attributes:
        return []
    written: set[int | None] = set()
    for node in gm.graph.nodes:
        for target in written_by(node):
            written |= _memory(target, gm)
    written.discard(None)
    return [node for node in attributes if not written.isdisjoint(_memory(node, gm))]


def _memory(node: Node, gm: GraphModule) -> set[int | None]:
    return {storage_of(tensor) for tensor in tensors_of(node, gm)}


def _copy(gm: GraphModule) -> GraphModule:
    """Return a copy with the same attributes, and nodes of the same names and meta."""
    graph = Graph()
    copies: dict[Node, Node] = {}
    graph.output(graph.graph_copy(gm.graph, copies))
    for node, made in copies.items():
        if hasattr(node, "_dynamo_source"):  # AOTAutograd looks for it
            made._dynamo_source = node._dynamo_source
    copy = GraphModule(gm, graph)
    copy.meta.update(gm.meta)
    return copy


def _add_input(gm: GraphModule, node: Node) -> Node:
    """Return a new last input that stands for the attribute."""
    first = next(other for other in gm.graph.nodes if other.op != "placeholder")
    with gm.graph.inserting_before(first):
        made = gm.graph.placeholder(f"{node.name}_input")
    made.meta.update(node.meta)
    if not any(key in node.meta for key in VALUE_KEYS):
        made.meta["example_value"] = attribute_at(gm, path_of(node))
    made._dynamo_source = getattr(node, "_dynamo_source", None)
    return made
