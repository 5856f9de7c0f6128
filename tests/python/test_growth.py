"""The cost of the default pipeline is linear in the graph: ten times the nodes, at most twelve
times the time."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bench"))

import run as bench  # noqa: E402

ATTEMPTS = 4  # a machine that is busy with other things slows the larger graph down more


def test_ten_times_the_nodes_cost_at_most_twelve_times_the_time():
    seen = []
    for _ in range(ATTEMPTS):
        seen.append(bench.run([10_000, 100_000], runs=3))
        if all(ratio <= 12 for ratio in seen[-1].values()):
            return
    raise AssertionError(f"ratios: {seen}")
