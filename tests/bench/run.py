#!/usr/bin/env python3
"""Measures regraft: phases, memory, growth, rule sets, and a floor in C, on generated graphs.

    run.py [--most 1000000] [--runs 3] [--json FILE] [--check]

Graphs of 1,000 nodes up to --most in the shapes of generate.c. Figures are CPU seconds (user and
system), the least of some runs, and peak memory. With --check the exit code is 1 when a figure is
above its limit. Needs what `make bench` builds: $BUILD/bench/{generate,floor,phases}.
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / os.environ.get("BUILD", "build")
BENCH = BUILD / "bench"
SHAPES = ("chain", "wide", "transformer", "writes")
PLAIN = ("writes",)
"""Shapes in the plain notation, in which no annotation tells what a node is."""
PHASES = ("read", "parse", "check", "rewrite", "lint", "write")

sys.path.insert(0, str(HERE))
import rules as rule_sets  # noqa: E402


class Usage:
    """CPU seconds and peak memory of a command, the least of some runs."""

    def __init__(self, command: list[str], runs: int, out: str = os.devnull) -> None:
        self.seconds, self.peak = math.inf, math.inf
        for _ in range(runs):
            with open(out, "wb") as file:
                process = subprocess.Popen(command, stdout=file, stderr=subprocess.PIPE)
                assert process.stderr is not None
                complaint = process.stderr.read()
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
            if status != 0:
                raise RuntimeError(f"{' '.join(command)}: {complaint.decode()[-2000:]}")
            self.seconds = min(self.seconds, usage.ru_utime + usage.ru_stime)
            self.peak = min(self.peak, usage.ru_maxrss * 1024)


def generate(path: pathlib.Path, shape: str, nodes: int, form: str = "") -> pathlib.Path:
    """Write a graph."""
    form = form or ("plain" if shape in PLAIN else "fx")
    with open(path, "wb") as file:
        subprocess.run([BENCH / "generate", shape, str(nodes), form], stdout=file, check=True)
    return path


def run_text(graph: pathlib.Path, runs: int, rules: list[str] | None = None) -> Usage:
    """Text to text."""
    command = [str(BUILD / "regraft"), "run", "-o", os.devnull, *(rules or []), str(graph)]
    return Usage(command, runs)


def phases(graph: pathlib.Path, runs: int, rules: list[str] | None = None) -> dict[str, float]:
    """Seconds of each phase, the least of some runs."""
    best: dict[str, float] = {}
    for _ in range(runs):
        command = [str(BENCH / "phases"), str(ROOT / "rules"), str(graph), *(rules or [])]
        found = subprocess.run(command, capture_output=True, text=True, check=True)
        for name, seconds in json.loads(found.stdout).items():
            best[name] = min(best.get(name, math.inf), seconds)
    return best


def growth(sizes: list[int], values: list[float]) -> float:
    """The exponent by which the values grow from the first size to the last."""
    return math.log(max(values[-1], 1e-9) / max(values[0], 1e-9)) / math.log(sizes[-1] / sizes[0])


def measure_shapes(scratch: pathlib.Path, sizes: list[int], runs: int) -> dict:
    """Phases, memory and the floor for each shape and size."""
    found: dict = {}
    columns = "".join(f"{name:>9}" for name in PHASES)
    print(f"{'shape':12}{'nodes':>9}{columns}{'all':>9}{'floor':>9}{'ratio':>7}{'B/node':>8}")
    for shape in SHAPES:
        found[shape] = {}
        for nodes in sizes:
            graph = generate(scratch / "graph.fx", shape, nodes)
            parts = phases(graph, runs)
            whole = run_text(graph, runs)
            floor = Usage([str(BENCH / "floor"), str(graph)], runs)
            one = {name: parts[name] for name in PHASES}
            one |= {"all": whole.seconds, "peak": whole.peak, "floor": floor.seconds}
            one |= {"floor_peak": floor.peak, "rules": parts["rules"] + parts["operators"]}
            found[shape][nodes] = one
            times = "".join(f"{one[name] / nodes * 1e9:9.0f}" for name in (*PHASES, "all", "floor"))
            ratio = one["all"] / one["floor"]
            print(f"{shape:12}{nodes:9}{times}{ratio:7.2f}{one['peak'] / nodes:8.0f}", flush=True)
        wide = [nodes for nodes in sizes if nodes >= 10_000]
        if len(wide) > 1:
            exponents = {
                name: growth(wide, [found[shape][nodes][name] for nodes in wide])
                for name in (*PHASES, "all")
            }
            found[shape]["growth"] = exponents
            shown = "".join(f"{exponents[name]:9.2f}" for name in (*PHASES, "all"))
            print(f"{shape:12}{'growth':>9}{shown}")
    print("nanoseconds of CPU a node; growth: exponent from 10^4 nodes on\n")
    return found


def measure_rules(scratch: pathlib.Path, nodes: int, runs: int) -> dict:
    """What rule sets of several sizes cost on one graph."""
    graph = generate(scratch / "graph.fx", "chain", nodes)
    empty = scratch / "empty.rules"
    empty.write_text("pass bench\n")
    sets = {"empty": empty}
    for count in (10, 100, 1000):
        for absent in (False, True):
            name = f"{count} absent" if absent else str(count)
            sets[name] = scratch / f"r{count}{absent}.rules"
            sets[name].write_text(rule_sets.text(count, absent))
    found: dict = {}
    print(f"{'rules':14}{'load ms':>9}{'rewrite':>9}{'all':>9}")
    for name, path in sets.items():
        parts = phases(graph, runs, [str(path)])
        seconds = run_text(graph, runs, [str(path)]).seconds
        found[name] = {"load": parts["rules"], "rewrite": parts["rewrite"], "all": seconds}
        found[name]["loading apart"] = sum(parts[phase] for phase in PHASES)
        print(
            f"{name:14}{parts['rules'] * 1e3:9.1f}{parts['rewrite'] / nodes * 1e9:9.0f}"
            f"{seconds / nodes * 1e9:9.0f}",
            flush=True,
        )
    print(f"nanoseconds of CPU a node, {nodes} nodes\n")
    return found


def measure_views(scratch: pathlib.Path, runs: int) -> dict:
    """K writes through K views of one storage."""
    found: dict = {}
    for count in (2_000, 20_000):
        lines = [
            "graph():",
            '    %x : "f32[64, 32][32, 1]cpu" [num_users=1] = placeholder[target=x]',
        ]
        lines[1] = lines[1].replace("num_users=1", f"num_users={count + 1}")
        for i in range(count):
            lines.append(
                f'    %v{i} : "f32[32][1]cpu" [num_users=1] = call_function'
                f"[target=operator.getitem](args = (%x, {i % 64}), kwargs = {{}})"
            )
        for i in range(count):
            lines.append(
                f'    %w{i} : "f32[32][1]cpu" [num_users=0] = call_method'
                f"[target=add_](args = (%v{i}, 1), kwargs = {{}})"
            )
        lines.append("    return (x,)\n")
        graph = scratch / "views.fx"
        graph.write_text("\n".join(lines))
        found[count] = run_text(graph, runs).seconds
    exponent = growth([2_000, 20_000], list(found.values()))
    print(f"K writes through K views of one storage: growth {exponent:.2f}\n")
    return {"seconds": found, "growth": exponent}


def measure_jobs(scratch: pathlib.Path, nodes: int) -> dict:
    """Four graphs, one and two at a time: seconds by the clock."""
    graphs = [str(generate(scratch / f"g{i}.fx", "chain", nodes)) for i in range(4)]
    found = {}
    for jobs in (1, 2):
        best = math.inf
        for _ in range(3):
            out = scratch / "out"
            command = [str(BUILD / "regraft"), "run", "-j", str(jobs), "-o", str(out), *graphs]
            began = time.monotonic()
            subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
            best = min(best, time.monotonic() - began)
        found[jobs] = best
    print(f"4 graphs of {nodes} nodes: -j 2 is {found[1] / found[2]:.2f} times as fast as -j 1\n")
    return found


def bars(found: dict, most: int) -> list[tuple[str, float, float]]:
    """Figures with their limits."""
    listed = []
    chain = found["shapes"]["chain"][most]
    for shape in SHAPES:
        one = found["shapes"][shape][most]
        if shape in PLAIN:
            listed.append((f"{shape}: times the chain", one["all"] / chain["all"], 1.3))
            listed.append((f"{shape}: bytes, times the chain", one["peak"] / chain["peak"], 1.15))
        else:
            listed.append((f"{shape}: times the floor", one["all"] / one["floor"], 3.0))
            listed.append((f"{shape}: bytes a node", one["peak"] / most, 330.0))
        for name, exponent in found["shapes"][shape].get("growth", {}).items():
            listed.append((f"{shape}: growth of {name}", exponent, 1.05))
    sets, nodes = found["rules"], found["rule_nodes"]
    listed += [
        ("1,000 rules against 10", sets["1000"]["all"] / sets["10"]["all"], 1.5),
        (
            "1,000 absent rules against none",
            sets["1000 absent"]["loading apart"] / sets["empty"]["loading apart"],
            1.05,
        ),
        ("loading 1,000 rules, ms", sets["1000"]["load"] * 1e3, 50.0),
        ("match and rewrite, 10 rules, ns a node", sets["10"]["rewrite"] / nodes * 1e9, 150.0),
        ("growth of writes through views", found["views"]["growth"], 1.1),
    ]
    return listed


def main() -> int:
    """Entry point; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--most", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    sizes = [10**n for n in range(3, 7) if 10**n <= options.most]
    found: dict = {"rule_nodes": min(100_000, options.most)}
    with tempfile.TemporaryDirectory() as directory:
        scratch = pathlib.Path(directory)
        found["shapes"] = measure_shapes(scratch, sizes, options.runs)
        found["rules"] = measure_rules(scratch, found["rule_nodes"], options.runs)
        found["views"] = measure_views(scratch, options.runs)
        found["jobs"] = measure_jobs(scratch, found["rule_nodes"])
    failed = 0
    for name, value, limit in bars(found, sizes[-1]):
        failed += value > limit
        print(
            f"{name:42}{value:9.2f}  limit {limit:7.2f}  {'met' if value <= limit else 'NOT MET'}"
        )
    if options.json:
        options.json.write_text(json.dumps(found, indent=2) + "\n")
    return int(options.check and failed > 0)


if __name__ == "__main__":
    sys.exit(main())
