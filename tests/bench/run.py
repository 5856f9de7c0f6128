#!/usr/bin/env python3
"""Times the default pipeline on generated graphs of two sizes and says how cost grows.

    run.py [--sizes 10000 100000] [--runs 3] [--limit 12]

Prints, for each shape of generate.py, the least user time of some runs, the time a node, the peak
memory a node, and the ratio between the sizes. Exits with 1 when a ratio is above the limit: the
cost of the passes is meant to be linear, and a tenfold graph may cost at most twelvefold.
The binary is $REGRAFT, or build/regraft.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SHAPES = ("chain", "wide", "writes")


def binary() -> str:
    """The command under test."""
    default = HERE.parent.parent / os.environ.get("BUILD", "build") / "regraft"
    return os.environ.get("REGRAFT", str(default))


def generate(path: pathlib.Path, nodes: int, shape: str) -> None:
    """Write a graph of the given size and shape."""
    with open(path, "w", encoding="utf-8") as file:
        command = [sys.executable, str(HERE / "generate.py"), str(nodes), "--shape", shape]
        subprocess.run(command, stdout=file, check=True)


def measure(graph: pathlib.Path, runs: int) -> tuple[float, int]:
    """Least user time in seconds, and peak memory in bytes, of some runs over a graph."""
    best, peak = float("inf"), 0
    for _ in range(runs):
        command = [binary(), "run", "-o", os.devnull, str(graph)]
        process = subprocess.Popen(command, stderr=subprocess.PIPE)
        assert process.stderr is not None
        complaint = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            raise RuntimeError(f"{' '.join(command)}: {complaint.decode()}")
        best = min(best, usage.ru_utime)
        peak = max(peak, usage.ru_maxrss * 1024)
    return best, peak


def run(sizes: list[int], runs: int) -> dict[str, float]:
    """Measure every shape at both sizes, print a table, and return the ratio of each shape."""
    ratios = {}
    print(f"{'shape':8}{'nodes':>9}{'seconds':>9}{'us/node':>9}{'B/node':>8}")
    with tempfile.TemporaryDirectory() as scratch:
        for shape in SHAPES:
            times = []
            for nodes in sizes:
                graph = pathlib.Path(scratch) / "graph.fx"
                generate(graph, nodes, shape)
                seconds, peak = measure(graph, runs)
                times.append(seconds)
                print(
                    f"{shape:8}{nodes:9}{seconds:9.3f}{seconds / nodes * 1e6:9.2f}{peak / nodes:8.0f}"
                )
            ratios[shape] = times[-1] / times[0]
            print(f"{shape:8}ratio {ratios[shape]:.1f}")
    return ratios


def main() -> int:
    """Entry point; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs=2, default=[10_000, 100_000])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=12.0)
    options = parser.parse_args()
    ratios = run(options.sizes, options.runs)
    return int(any(ratio > options.limit for ratio in ratios.values()))


if __name__ == "__main__":
    sys.exit(main())
