"""What a graph module is at one moment, to be put back when a pass fails half way."""

from __future__ import annotations

from typing import Any

from torch.fx import Graph, GraphModule
from torch.nn import Module

from .apply import defer_recompile

_REGISTRIES = ("_modules", "_parameters", "_buffers", "_non_persistent_buffers_set")
"""Attributes of modules that are changed in place when something is added."""


class Snapshot:
    """A graph module with all modules in it: attributes, and graphs with the very nodes they have.

    What tensors hold, and what other objects are made of, is not kept.
    """

    def __init__(self, gm: GraphModule) -> None:
        """Note what is there. Values of new nodes that nobody has asked for stay unasked."""
        modules = list(gm.modules())
        self._modules = [(module, _attributes(module)) for module in modules]
        self._graphs = [
            (module, _Graph(module.graph)) for module in modules if isinstance(module, GraphModule)
        ]

    def restore(self) -> None:
        """Put everything back."""
        for module, attributes in self._modules:
            module.__dict__.clear()
            module.__dict__.update({name: _copied(name, of) for name, of in attributes.items()})
        for module, graph in self._graphs:
            graph.restore()
            defer_recompile(module)


def _attributes(module: Module) -> dict[str, Any]:
    return {name: _copied(name, value) for name, value in vars(module).items()}


def _copied(name: str, value: Any) -> Any:
    return value.copy() if name in _REGISTRIES else value


class _Graph:
    """The nodes of one graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.codegen = graph._codegen
        self.nodes = [
            # The entries are read past NodeMeta, which would work values out.
            (node, (node.op, node.target, node.name, node.type), node.args, node.kwargs, node.meta)
            for node in graph.nodes
        ]
        self.entries = [dict(dict.items(node.meta)) for node in graph.nodes]

    def restore(self) -> None:
        graph, table = self.graph, self.graph._find_nodes_lookup_table
        graph._codegen = self.codegen
        for node in list(graph.nodes):
            node.args, node.kwargs = (), {}
        for node in reversed(list(graph.nodes)):
            table.remove(node)
            node._remove_from_list()
            node._erased = True
            graph._len -= 1
        for node, (op, target, name, kind), _, _, meta in self.nodes:
            node._erased = False
            node._prev = node._next = node  # else it would be taken out of where it was once more
            node.op, node.target, node.type, node.meta = op, target, kind, meta
            if node.name != name:
                node.name = name
            graph._root.prepend(node)
            table.insert(node)
            graph._len += 1
        for (node, _, args, kwargs, meta), entries in zip(self.nodes, self.entries, strict=True):
            node.args, node.kwargs = args, kwargs
            dict.clear(meta)
            dict.update(meta, entries)
