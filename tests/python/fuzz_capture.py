"""Capture random programs as graphs, in several forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch.fx import GraphModule, Node
from torch.fx.experimental.proxy_tensor import make_fx

import oracle
from fuzz_program import Program, Var, callable_of, map_leaves, run_step, start
from fx_text import dumps
from fx_text_print import format_sharing, shared_inputs

FORMS = ("fx", "items", "dynamo", "aten", "plain")
"""fx: like Dynamo's, built here; items: as fx, but items of tuples are taken where they are used;
dynamo: captured by torch.compile; aten: captured by make_fx; plain: as fx, printed without shapes
and dtypes."""


@dataclass
class Graph:
    """A captured graph and how the program runs with a rewritten one in its place."""

    gm: GraphModule
    text: str
    run_with: Callable[[oracle.GraphRunner, list[torch.Tensor]], Any]


def call_with(runner: oracle.GraphRunner, inputs: list[torch.Tensor]) -> Any:
    """Run a graph whose placeholders are the program's inputs."""
    return runner(*inputs)


def capture_fx(program: Program) -> Graph:
    """Build the graph that Dynamo would make of a program, without Dynamo's cost."""
    gm = build_fx(program)
    return Graph(gm, dumps(gm), call_with)


def capture_items(program: Program) -> Graph:
    """Build the same with the items of a tuple taken anew wherever one is used."""
    gm = build_fx(program, items_where_used=True)
    return Graph(gm, dumps(gm), call_with)


def capture_plain(program: Program) -> Graph:
    """Build the same, printed by FX itself: nothing is known of shapes and dtypes.

    Which inputs share memory is told all the same: the host has to, in any form.
    """
    gm = build_fx(program)
    sharing = {node.name: names for node, names in shared_inputs(gm.graph).items() if names}
    lines = f"{gm.graph}\n".splitlines(keepends=True)
    return Graph(gm, "".join(_declared(line, sharing) for line in lines), call_with)


def _declared(line: str, sharing: dict[str, list[str]]) -> str:
    names = sharing.get(line.strip().partition(" ")[0].removeprefix("%"))
    return line if names is None else f"{line.rstrip()}{format_sharing(names)}\n"


def capture_aten(program: Program) -> Graph:
    """Capture a program as a graph of ATen operators."""
    gm = make_fx(program.function(), tracing_mode="fake")(*program.make_inputs())
    return Graph(gm, dumps(gm), call_with)


def capture_dynamo(program: Program) -> Graph:
    """Capture a program as torch.compile does, with the sizes that it has."""
    return capture_compiled(program, dynamic=False)


def capture_compiled(program: Program, dynamic: bool) -> Graph:
    """Capture a program as torch.compile does, its sizes as numbers or as symbols."""
    return capture_function(program.function(), program.make_inputs(), dynamic)


def capture_function(function: Callable, inputs: list[torch.Tensor], dynamic: bool) -> Graph:
    """Capture a function as torch.compile does; the inputs are used up.

    Unlike the oracle this does not reset Dynamo, so that a batch can be captured before its first
    program runs again. Each program is a function of its own, so that no limit of Dynamo's is met.
    """
    graphs: list[GraphModule] = []
    texts: list[str] = []
    current: list[oracle.GraphRunner] = []

    def backend(gm: GraphModule, example_inputs: list[Any]) -> oracle.GraphRunner:
        graphs.append(gm)
        texts.append(dumps(gm))
        current.append(gm.forward)
        return lambda *args: current[-1](*args)

    compiled = torch.compile(function, backend=backend, fullgraph=True, dynamic=dynamic)
    compiled(*inputs)
    assert len(graphs) == 1, "the program holds no tensor operation"

    def run_with(runner: oracle.GraphRunner, inputs: list[torch.Tensor]) -> Any:
        current.append(runner)
        result = compiled(*inputs)
        assert len(graphs) == 1, "the program was captured again for its second call"
        return result

    return Graph(graphs[0], texts[0], run_with)


CAPTURES = {
    "fx": capture_fx,
    "items": capture_items,
    "plain": capture_plain,
    "aten": capture_aten,
    "dynamo": capture_dynamo,
}


class _Items:
    """A node with several results; its items are nodes made at once, or anew where one is used."""

    def __init__(self, graph: torch.fx.Graph, node: Node, where_used: bool) -> None:
        self.graph = graph
        self.node = node
        count = 0 if where_used else len(node.meta["example_value"])
        self.taken = [self._take(place) for place in range(count)]

    def __getitem__(self, place: int) -> Node:
        return self.taken[place] if self.taken else self._take(place)

    def _take(self, place: int) -> Node:
        made = self.graph.call_function(callable_of("operator.getitem"), (self.node, place))
        made.meta["example_value"] = self.node.meta["example_value"][place]
        return made


def build_fx(program: Program, items_where_used: bool = False) -> GraphModule:
    """Build a program's graph in Dynamo's style, with the real tensors as example values."""
    graph = torch.fx.Graph()
    env = start(program)
    nodes: dict[str, Any] = {}
    for name, value in env.items():
        node = graph.create_node("placeholder", f"L_{name}_", name=f"l_{name}_")
        node.type = torch.Tensor
        node.meta["example_value"] = value
        nodes[name] = node
    for step in program.steps:
        args, kwargs = map_leaves(lambda v: _node_of(v, nodes), Var, (step.args, step.kwargs))
        result = run_step(step, env)
        node = _add_step(graph, step.target, step.result, args, kwargs, result)
        if step.result is not None:
            nodes[step.result] = _results(graph, node, result, items_where_used)
    graph.output(map_leaves(lambda v: _node_of(v, nodes), Var, program.returned()))
    return GraphModule(torch.nn.Module(), graph)


def _node_of(variable: Var, nodes: dict[str, Any]) -> Any:
    found = nodes[variable.name]
    if variable.item is not None:
        return found[variable.item]
    return found.node if isinstance(found, _Items) else found


def _add_step(
    graph: torch.fx.Graph, target: str, name: str | None, args: Any, kwargs: Any, result: Any
) -> Node:
    """Add a call as a node, named as the variable is that gets its one result."""
    several = isinstance(result, list)
    op = "call_method" if target.startswith(".") else "call_function"
    called = target[1:] if op == "call_method" else callable_of(target)
    node = graph.create_node(op, called, args, kwargs, None if several else name)
    if result is not None:
        node.meta["example_value"] = tuple(result) if several else result
    return node


def _results(graph: torch.fx.Graph, node: Node, result: Any, items_where_used: bool) -> Any:
    """Return what stands for a call's result: its node, or something that has a node by item."""
    return _Items(graph, node, items_where_used) if isinstance(result, list) else node
