#!/usr/bin/env python3
"""Times the Python package: all five passes over a graph module, against its recompile().

    python_package.py [--nodes 10000 100000] [--runs 5] [--limit 1.0] [--growth 12]

A program is captured by Dynamo: one call in ten is in place (on inputs, through views, by index),
the others read what was written. Larger graphs repeat the captured one. For each size, prints the
least time of some runs of `gm.recompile()` and of `run_passes`, each on the same fresh graph, the
time a node, and their ratio; then where the time goes. The code of the rewritten graph is not
generated again: that is another `recompile()`, which what compiles the graph next may not need.

Exits with 1 when a ratio is above the limit, or when ten times the nodes cost more than the growth
allows. Needs torch; uses the library in $REGRAFT_BUILD or build/.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "engine" / "python"))

import torch  # noqa: E402
from torch.fx import Graph, GraphModule, Node  # noqa: E402
from torch.fx._lazy_graph_module import _LazyGraphModule  # noqa: E402

from regraft import load_rules  # noqa: E402
from regraft._process.collector import paused  # noqa: E402
from regraft._to_graph.apply import apply  # noqa: E402
from regraft._to_text.write import write  # noqa: E402
from regraft.fx_passes import get_default_pass_manager  # noqa: E402

INPUTS = 20
CAPTURED = 10_000
"""Calls of the program; Dynamo takes about a millisecond for each."""


def program(*inputs: torch.Tensor) -> torch.Tensor:
    """About CAPTURED calls, one in ten in place."""
    value = inputs[0]
    for number in range(CAPTURED // 10):
        target = inputs[number % INPUTS]
        other = inputs[(number * 7 + 1) % INPUTS]
        value = value + target
        value = torch.mul(value, other)
        value = value.relu() - other
        value = torch.nn.functional.gelu(value)
        value = value.transpose(0, 1).contiguous()
        value = value.transpose(0, 1)
        kind = number % 4
        if kind == 0:
            target.add_(value)
        elif kind == 1:
            target.copy_(value)
        elif kind == 2:
            target[1:3] = value[1:3]
        else:
            target[0].mul_(2)
    return value


def capture() -> GraphModule:
    """The program's graph as Dynamo hands it to a backend."""
    graphs: list[GraphModule] = []

    def backend(gm: GraphModule, _: list[Any]) -> Callable:
        graphs.append(gm)
        return gm.forward

    torch.compile(program, backend=backend, fullgraph=True, dynamic=False)(
        *(torch.randn(8, 16) for _ in range(INPUTS))
    )
    return graphs[0]


def repeat(gm: GraphModule, nodes: int) -> GraphModule:
    """A graph of about so many nodes: the captured one again and again on the same inputs."""
    graph = Graph()
    known: dict[Node, Node] = {}
    for node in gm.graph.find_nodes(op="placeholder"):
        known[node] = graph.node_copy(node)
    calls = [node for node in gm.graph.nodes if node.op not in ("placeholder", "output")]
    result = gm.graph.output_node().args[0]
    for _ in range(max(1, nodes // len(calls))):
        for node in calls:
            known[node] = graph.node_copy(node, lambda node: known[node])
    graph.output(torch.fx.node.map_arg(result, lambda node: known[node]))
    return _LazyGraphModule(gm, graph)


def seconds(work: Callable, *args: Any, **kwargs: Any) -> float:
    """How long the call takes."""
    began = time.perf_counter()
    work(*args, **kwargs)
    return time.perf_counter() - began


def parts(gm: GraphModule) -> dict[str, float]:
    """Seconds of writing the graph, running the engine, and applying what it changed."""
    rules = load_rules([one.rules[0] for one in get_default_pass_manager().passes])
    with paused():
        began = time.perf_counter()
        transfer = write(gm)
        written = time.perf_counter()
        outcome = rules.run(transfer.text, {"target_device": "cpu"})
        ran = time.perf_counter()
        apply(transfer, outcome.changes or {})
        applied = time.perf_counter()
    passes = sum(time_ for _, time_ in outcome.timings)
    return {
        "write": written - began,
        "engine": ran - written,
        "of that passes": passes,
        "apply": applied - ran,
    }


def measure(captured: GraphModule, nodes: int, runs: int) -> tuple[float, float, int]:
    """Least seconds of recompile() and of run_passes, and the number of nodes."""
    recompile = rewrite = float("inf")
    count = 0
    manager = get_default_pass_manager()
    for _ in range(runs):
        gm = repeat(captured, nodes)
        count = len(gm.graph.nodes)
        # Dynamo's graph modules put recompile() off; this is what they do in the end.
        recompile = min(recompile, seconds(GraphModule.recompile, gm))
        rewrite = min(rewrite, seconds(manager.run_passes, gm, target_device="cpu"))
    return recompile, rewrite, count


def run(sizes: list[int], runs: int) -> tuple[list[float], float]:
    """Measure, print a table, and return the ratios and the growth a node."""
    captured = capture()
    ratios, each = [], []
    print(
        f"{'nodes':>8}{'recompile':>12}{'run_passes':>12}{'us/node':>9}{'us/node':>9}{'ratio':>7}"
    )
    for nodes in sizes:
        recompile, rewrite, count = measure(captured, nodes, runs)
        ratios.append(rewrite / recompile)
        each.append(rewrite / count)
        micro = [time_ / count * 1e6 for time_ in (recompile, rewrite)]
        print(
            f"{count:8}{recompile:11.3f}s{rewrite:11.3f}s{micro[0]:9.1f}{micro[1]:9.1f}"
            f"{ratios[-1]:7.2f}"
        )
    found = [parts(repeat(captured, sizes[0])) for _ in range(runs)]
    least = {name: min(one[name] for one in found) for name in found[0]}
    count = len(repeat(captured, sizes[0]).graph.nodes)
    shares = [f"{name} {time_ / count * 1e6:.1f}" for name, time_ in least.items()]
    print(f"of that, us/node: {', '.join(shares)}")
    growth = each[-1] / each[0] * sizes[-1] / sizes[0]
    print(f"{sizes[-1] // sizes[0]} times the nodes cost {growth:.1f} times as much")
    return ratios, growth


def main() -> int:
    """Entry point; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--nodes", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=1.0)
    parser.add_argument("--growth", type=float, default=12.0)
    options = parser.parse_args()
    ratios, growth = run(options.nodes, options.runs)
    return int(max(ratios) > options.limit or growth > options.growth)


if __name__ == "__main__":
    sys.exit(main())
