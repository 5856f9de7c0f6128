"""Rewriting a graph module costs less than generating its code once, and grows as the graph does.

Measured by tests/bench/python_package.py: both on the same graph, in one run, least of several.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from torch.fx import GraphModule

pytestmark = [pytest.mark.usefixtures("regraft"), pytest.mark.alone]

BENCH = Path(__file__).resolve().parents[1] / "bench" / "python_package.py"
MOST_OF_A_RECOMPILE = 1.0
MOST_GROWTH = 1.2
"""Of the cost of a node, for ten times the nodes."""
ATTEMPTS = 4
"""A machine that is busy with other things slows the larger graph down more."""


@pytest.fixture(scope="module")
def bench() -> Any:
    """The benchmark's module."""
    spec = importlib.util.spec_from_file_location("python_package", BENCH)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def captured(bench: Any) -> GraphModule:
    """A graph of ten thousand calls, captured by Dynamo."""
    return bench.capture()


def test_rewriting_costs_less_than_a_recompile(bench: Any, captured: GraphModule) -> None:
    seen = []
    for _ in range(ATTEMPTS):
        recompile, rewrite, count = bench.measure(captured, 10_000, 5)
        assert count > 9_000
        seen.append(rewrite / recompile)
        if seen[-1] <= MOST_OF_A_RECOMPILE:
            return
    raise AssertionError(f"ratios: {seen}")


def test_ten_times_the_nodes_cost_ten_times_as_much(bench: Any, captured: GraphModule) -> None:
    seen = []
    for _ in range(ATTEMPTS):
        _, small, few = bench.measure(captured, 10_000, 3)
        _, large, many = bench.measure(captured, 100_000, 2)
        seen.append(large / many / (small / few))
        if seen[-1] <= MOST_GROWTH:
            return
    raise AssertionError(f"growth of the cost of a node: {seen}")
