#!/usr/bin/env python3
"""Measures other engines on the same kind of work in one run with regraft, and prints ratios.

    peers.py [--most 1000000] [--runs 3] [--json FILE]

mlir-opt on as many operations as the graph has nodes, one in ten of which folds: parsing and printing
alone, --canonicalize, and one PDL pattern. torch.fx on the sizes that it can do in reasonable time:
replace_pattern, and a rewriter by hand that looks for later users node by node, as passes over FX graphs
often do. CPU seconds, the least of some runs, text to text except for torch.fx.
"""

import argparse
import json
import pathlib
import shutil
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from run import BENCH, Usage, generate, run_text  # noqa: E402

PDL = """module @patterns {
  pdl.pattern @one : benefit(1) {
    %type = pdl.type : i32
    %x = pdl.operand
    %value = pdl.operand
    %root = pdl.operation "arith.subi" (%x, %value : !pdl.value, !pdl.value) -> (%type : !pdl.type)
    pdl.rewrite %root {
      %made = pdl.operation "arith.muli" (%x, %value : !pdl.value, !pdl.value) -> (%type : !pdl.type)
      pdl.replace %root with %made
    }
  }
}
"""


def mlir_opt() -> str | None:
    """The command, of whichever version."""
    names = ["mlir-opt", *(f"mlir-opt-{version}" for version in range(22, 14, -1))]
    return next((found for name in names if (found := shutil.which(name))), None)


def pdl_input(graph: pathlib.Path, path: pathlib.Path) -> None:
    """Patterns and payload as the pass that applies PDL patterns takes them."""
    with open(path, "w", encoding="utf-8") as out:
        out.write(PDL)
        out.write("module @ir {\n")
        with open(graph, encoding="utf-8") as text:
            shutil.copyfileobj(text, out)
        out.write("}\n")


def measure_mlir(scratch: pathlib.Path, nodes: int, runs: int) -> dict:
    """CPU seconds and peak memory of mlir-opt."""
    command = mlir_opt()
    if not command:
        print("mlir-opt is not there")
        return {}
    graph = generate(scratch / "graph.mlir", "chain", nodes, "mlir")
    pdl = scratch / "pdl.mlir"
    pdl_input(generate(scratch / "plain.mlir", "chain", nodes, "pdl"), pdl)
    found = {}
    for name, arguments in (
        ("parse and print", [str(graph)]),
        ("canonicalize", ["--canonicalize", str(graph)]),
        ("pdl", ["--allow-unregistered-dialect", "--test-pdl-bytecode-pass", str(pdl)]),
    ):
        try:
            one = Usage([command, *arguments], runs)
        except RuntimeError as error:
            print(f"mlir-opt: {name}: {str(error)[-200:]}")
            continue
        found[name] = {"seconds": one.seconds, "peak": one.peak}
    return found


def fx_graph(nodes: int):
    """A chain of calls, one in ten in place."""
    import torch

    graph = torch.fx.Graph()
    other = graph.placeholder("y")
    value = graph.placeholder("x")
    for i in range(nodes):
        if i % 10 == 9:
            value = graph.call_method("add_", (value, 1))
        else:
            value = graph.call_function(torch.add, (value, other))
    graph.output(value)
    return torch.fx.GraphModule(torch.nn.Module(), graph)


def by_hand(module) -> None:
    """In-place calls become others; every later node is looked at for the old value."""
    import torch

    nodes = list(module.graph.nodes)
    for place, node in enumerate(nodes):
        if node.op != "call_method" or node.target != "add_":
            continue
        with module.graph.inserting_before(node):
            made = module.graph.call_function(torch.add, node.args)
        for later in nodes[place + 1 :]:
            later.args = torch.fx.node.map_arg(
                later.args, lambda a, old=node, new=made: new if a is old else a
            )
        module.graph.erase_node(node)


def measure_fx(seconds_at_most: float) -> dict:
    """CPU seconds of torch.fx by size, up to where a size takes too long or fails."""
    import torch

    def find(x, y):
        return torch.add(x, y).add_(1)

    def put(x, y):
        return torch.add(torch.add(x, y), 1)

    found: dict = {"replace_pattern": {}, "by hand": {}}
    for name, work in (
        ("replace_pattern", lambda module: torch.fx.replace_pattern(module, find, put)),
        ("by hand", by_hand),
    ):
        for nodes in (1_000, 3_000, 10_000, 30_000):
            module = fx_graph(nodes)
            began = time.process_time()
            try:
                work(module)
            except RecursionError:
                print(f"torch.fx {name}: RecursionError at {nodes} nodes")
                break
            found[name][nodes] = time.process_time() - began
            if found[name][nodes] > seconds_at_most:
                break
    return found


def main() -> int:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--most", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    nodes = options.most
    found: dict = {"nodes": nodes}
    with tempfile.TemporaryDirectory() as directory:
        scratch = pathlib.Path(directory)
        graph = generate(scratch / "graph.fx", "chain", nodes)
        ours = run_text(graph, options.runs)
        floor = Usage([str(BENCH / "floor"), str(graph)], options.runs)
        found["regraft"] = {"seconds": ours.seconds, "peak": ours.peak}
        found["floor"] = {"seconds": floor.seconds, "peak": floor.peak}
        found["mlir"] = measure_mlir(scratch, nodes, options.runs)
        print(f"{'':28}{'seconds':>9}{'B/node':>8}{'ratio':>7}   {nodes} nodes, text to text")
        rows = [("regraft, five passes", found["regraft"]), ("floor in C", found["floor"])]
        rows += [(f"mlir-opt, {name}", one) for name, one in found["mlir"].items()]
        for name, one in rows:
            ratio = one["seconds"] / ours.seconds
            print(f"{name:28}{one['seconds']:9.2f}{one['peak'] / nodes:8.0f}{ratio:7.2f}")
        small = {}
        try:
            found["torch.fx"] = measure_fx(4)
        except ImportError:
            found["torch.fx"] = {}
            print("torch is not there")
        for name, sizes in found["torch.fx"].items():
            for count, seconds in sizes.items():
                if count not in small:
                    one = generate(scratch / "graph.fx", "chain", count)
                    small[count] = run_text(one, options.runs).seconds
                print(
                    f"torch.fx, {name:17}{count:8} nodes {seconds:9.3f} s "
                    f"{seconds / small[count]:9.1f} times regraft's, loading of rules included"
                )
    if options.json:
        options.json.write_text(json.dumps(found, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
