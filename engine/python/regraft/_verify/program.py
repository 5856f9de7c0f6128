"""Programs: a few calls of PyTorch on a few inputs, run eagerly and written as graphs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.fx import Graph, GraphModule, Node
from torch.fx._lazy_graph_module import _LazyGraphModule

from .tensors import TensorSpec


@dataclass(frozen=True)
class Ref:
    """The value of an input or call, by its name."""

    name: str


@dataclass(frozen=True)
class Input:
    """An input. ``view_of`` names the input in whose memory it lies, being all of it."""

    name: str
    spec: TensorSpec
    view_of: str | None = None


@dataclass(frozen=True)
class Call:
    """A node of the graph: ``op`` is an opcode of FX; arguments may hold ``Ref``."""

    name: str
    op: str
    target: str | Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Program:
    """Inputs, calls in their order, and the names of what is returned."""

    inputs: tuple[Input, ...]
    calls: tuple[Call, ...]
    outputs: tuple[str, ...]
    matched: tuple[str, ...] = ()
    """Calls that the pattern asks for; the last is the root."""
    context: str = "alone"
    gradients: bool = False
    """Whether the inputs ask for gradients, which are compared, too."""

    def tensors(self) -> list[torch.Tensor]:
        """Return fresh inputs."""
        made: dict[str, torch.Tensor] = {}
        for one in self.inputs:
            seen = made[one.view_of] if one.view_of else one.spec.make()
            made[one.name] = seen if one.view_of is None else seen.view_as(seen)
        return list(made.values())


def substitute(value: Any, refs: Callable[[Ref], Any]) -> Any:
    """Return the arguments with something else in the place of each ``Ref``."""
    if isinstance(value, Ref):
        return refs(value)
    if isinstance(value, (tuple, list)):
        return type(value)(substitute(item, refs) for item in value)
    if isinstance(value, dict):
        return {key: substitute(item, refs) for key, item in value.items()}
    if isinstance(value, slice):
        parts = (substitute(part, refs) for part in (value.start, value.stop, value.step))
        return slice(*parts)
    return value


def refs_in(value: Any) -> Iterator[str]:
    """Yield the names in arguments."""
    found: list[str] = []
    substitute(value, lambda ref: found.append(ref.name))
    return iter(found)


def run_call(call: Call, values: dict[str, Any]) -> Any:
    """Run a call eagerly. Raises what PyTorch raises."""
    args = substitute(call.args, lambda ref: values[ref.name])
    kwargs = substitute(call.kwargs, lambda ref: values[ref.name])
    if call.op == "call_method":
        return getattr(args[0], str(call.target))(*args[1:], **kwargs)
    assert callable(call.target)
    return call.target(*args, **kwargs)


def run_all(program: Program, inputs: list[torch.Tensor]) -> dict[str, Any]:
    """Run a program; return the values of all names. Raises what PyTorch raises."""
    values: dict[str, Any] = {
        one.name: tensor for one, tensor in zip(program.inputs, inputs, strict=True)
    }
    for call in program.calls:
        values[call.name] = run_call(call, values)
    return values


def graph_of(program: Program, values: dict[str, Any]) -> GraphModule:
    """Return the program's graph, with the values in the nodes' meta."""
    graph = Graph()
    nodes: dict[str, Node] = {}
    for one in program.inputs:
        nodes[one.name] = graph.placeholder(one.name)
    for call in program.calls:
        args = substitute(call.args, lambda ref: nodes[ref.name])
        kwargs = substitute(call.kwargs, lambda ref: nodes[ref.name])
        nodes[call.name] = graph.create_node(call.op, call.target, args, kwargs, call.name)
    for name, node in nodes.items():
        node.meta["example_value"] = values[name]
    graph.output(tuple(nodes[name] for name in program.outputs))
    return _LazyGraphModule(torch.nn.Module(), graph)


def run_graph(gm: GraphModule, inputs: list[torch.Tensor]) -> tuple[Any, ...]:
    """Run a graph node by node; return what it returns. Raises what PyTorch raises."""
    values: dict[Node, Any] = {}
    waiting = iter(inputs)

    def value(node: Node) -> Any:
        return values[node]

    for node in gm.graph.nodes:
        if node.op == "placeholder":
            values[node] = next(waiting)
        elif node.op == "output":
            return tuple(torch.fx.node.map_arg(node.args[0], value))
        elif node.op == "get_attr":
            values[node] = getattr(gm, node.target)
        else:
            args = torch.fx.node.map_arg(node.args, value)
            kwargs = torch.fx.node.map_arg(node.kwargs, value)
            if node.op == "call_method":
                values[node] = getattr(args[0], node.target)(*args[1:], **kwargs)
            else:
                values[node] = node.target(*args, **kwargs)
    raise AssertionError("a graph without output")
