"""The cost of the default pipeline is linear in the graph: ten times the nodes, at most twelve
times the time."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bench"))

import run as bench  # noqa: E402


def test_ten_times_the_nodes_cost_at_most_twelve_times_the_time(capsys):
    ratios = bench.run([10_000, 100_000], runs=2)
    print(capsys.readouterr().out)
    assert all(ratio <= 12 for ratio in ratios.values()), ratios
