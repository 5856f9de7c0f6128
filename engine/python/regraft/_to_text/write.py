"""Writing graph modules as the engine reads them: a line for each node, nested graphs included."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.fx import GraphModule, Node

from .._facts.storage import shared_memory
from .._facts.values import ABSENT, nodes_with_outdated_values, path_of, value_of
from .annotate import Annotator, size_facts
from .spell import Speller, node_names

META_KEYS = ("root_input", "replica_groups")
"""Entries of ``node.meta`` that the engine is told of: those that its own rules set and read."""

_SHARES = "shares_memory_with"
_GRAPH_NAME = re.compile(r"[A-Za-z0-9_.]+", re.ASCII)
_META_SCALARS = (str, int, float, bool, type(None))


@dataclass
class WrittenGraph:
    """One graph of the text."""

    name: str
    """Attribute path of its module, "" for the main graph."""
    module: GraphModule
    nodes: list[Node]
    first_line: int
    """Line of the first node."""
    name_of: Callable[[Node], str] = field(repr=False)


@dataclass
class Transfer:
    """A graph module as text, and what is needed to find its parts again."""

    text: str
    graphs: list[WrittenGraph]
    speller: Speller

    def node_at(self, line: int) -> Node | None:
        """Return the node that a line of the text is about."""
        for graph in self.graphs:
            index = line - graph.first_line
            if 0 <= index < len(graph.nodes):
                return graph.nodes[index]
        return None


def write(
    gm: GraphModule,
    example_inputs: Sequence[Any] | None = None,
    meta_keys: Iterable[str] = (),
) -> Transfer:
    """Write a graph module and the graph modules in it.

    ``example_inputs`` are values of the main graph's inputs: those that share memory are told so
    by them, else by the values that the nodes' meta holds. ``meta_keys`` are further entries of
    ``node.meta`` that rules shall see; entries that are no Python literals are left out.
    """
    keys = (*META_KEYS, *meta_keys)
    speller, annotator = Speller(), Annotator()
    lines: list[str] = []
    graphs: list[WrittenGraph] = []
    for name, module in _graph_modules(gm):
        lines += [f"graph {name}():"] if name else ["graph():"]
        lines += size_facts(_placeholder_values(module))
        nodes = list(module.graph.nodes)
        written = WrittenGraph(name, module, nodes, len(lines) + 1, node_names(nodes))
        shared = shared_memory(_inputs(written, example_inputs if not name else None))
        _GraphWriter(written, speller, annotator, shared, keys).write(lines)
        graphs.append(written)
        lines.append("")
    return Transfer("\n".join(lines), graphs, speller)


def _graph_modules(gm: GraphModule) -> Iterable[tuple[str, GraphModule]]:
    """Yield names and modules; a graph that two attributes hold is there twice."""
    yield "", gm
    for path, module in gm.named_modules(remove_duplicate=False):
        if path and isinstance(module, GraphModule) and _GRAPH_NAME.fullmatch(path):
            yield path, module


def _placeholder_values(module: GraphModule) -> Iterable[Any]:
    return (value_of(node, module) for node in module.graph.nodes if node.op == "placeholder")


def _inputs(graph: WrittenGraph, examples: Sequence[Any] | None) -> Iterable[tuple[str, Any]]:
    inputs = [node for node in graph.nodes if node.op == "placeholder"]
    if examples is not None and len(examples) == len(inputs):
        return [(graph.name_of(node), value) for node, value in zip(inputs, examples, strict=True)]
    return [(graph.name_of(node), value_of(node, graph.module)) for node in inputs]


class _GraphWriter:
    """Writes the nodes of one graph. Kept flat: it runs for every node of large graphs."""

    def __init__(
        self,
        graph: WrittenGraph,
        speller: Speller,
        annotator: Annotator,
        shared: dict[str, list[str]],
        meta_keys: tuple[str, ...],
    ) -> None:
        self.graph = graph
        self.speller = speller
        self.annotator = annotator
        self.shared = shared
        self.meta_keys = frozenset(meta_keys)

    def write(self, lines: list[str]) -> None:
        """Append a line for each node."""
        name_of, owner = self.graph.name_of, self.graph.module
        annotation_of, function = self.annotator.annotation, self.speller.function
        spell_arguments, keys = self._arguments, self.meta_keys
        outdated = nodes_with_outdated_values(owner.graph)
        add = lines.append
        for node in self.graph.nodes:
            op, meta = node.op, node.meta
            if op == "output":
                add(f"    return {self.speller.spell(node.args[0], name_of, bare=True)}  # {{}}")
                continue
            value = meta.get("example_value", ABSENT)
            if value is ABSENT or op == "get_attr":
                value = value_of(node, owner)
            text = None
            if value is not ABSENT and not (outdated and node in outdated):
                text = annotation_of(value)
            if op == "placeholder" and self.shared and _is_seen_changed(value):
                text = None  # else one that shares its memory passes for the same tensor
            annotation = f'"{text}" ' if text else ""
            head = f"    %{name_of(node)} : {annotation}[num_users={len(node.users)}] = "
            remark = "" if keys.isdisjoint(meta) else self._remark(meta)
            if op == "call_function":
                called: Any = node.target
                target = function(called)
                add(f"{head}call_function[target={target}]{spell_arguments(node)}{remark}")
            elif op == "placeholder":
                add(f"{head}{self._placeholder(node)}")
            elif op == "get_attr":
                target = self.speller.name_target(path_of(node))
                add(f"{head}get_attr[target={target}]{remark}")
            else:
                target = self.speller.name_target(path_of(node))
                add(f"{head}{op}[target={target}]{spell_arguments(node)}{remark}")

    def _arguments(self, node: Node) -> str:
        name_of, spell = self.graph.name_of, self.speller.spell
        args: tuple[Any, ...] = node.args
        parts = []
        for value in args:
            kind = type(value)
            if kind is Node:
                parts.append("%" + name_of(value))
            elif kind is int:
                parts.append(str(value))
            else:
                parts.append(spell(value, name_of))
        text = parts[0] + "," if len(parts) == 1 else ", ".join(parts)
        kwargs = node.kwargs
        if not kwargs:
            return f"(args = ({text}), kwargs = {{}})"
        named = ", ".join([f"{key}: {spell(value, name_of)}" for key, value in kwargs.items()])
        return f"(args = ({text}), kwargs = {{{named}}})"

    def _placeholder(self, node: Node) -> str:
        target = self.speller.name_target(path_of(node))
        default = ""
        if node.args:
            default = f"(default={self.speller.spell(node.args[0], self.graph.name_of)})"
        remark = self._remark(node.meta, self.shared.get(self.graph.name_of(node)))
        return f"placeholder[target={target}]{default}{remark}"

    def _remark(self, meta: dict[str, Any], shares: list[str] | None = None) -> str:
        shown = {key: meta[key] for key in self.meta_keys if key in meta and _is_literal(meta[key])}
        shown = dict(sorted(shown.items()))
        if shares:
            shown[_SHARES] = shares
        return f"  # {self.speller.spell(shown, self.graph.name_of)}" if shown else ""


def _is_seen_changed(value: Any) -> bool:
    """Is it a tensor that shows its memory conjugated or negated?"""
    return isinstance(value, torch.Tensor) and (value.is_conj() or value.is_neg())


def _is_literal(value: Any) -> bool:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if type(item) in (list, tuple):
            waiting.extend(item)
        elif type(item) is dict:
            waiting.extend(item)
            waiting.extend(item.values())
        elif type(item) not in _META_SCALARS:
            return False
    return True
