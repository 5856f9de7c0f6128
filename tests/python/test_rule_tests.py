"""Do the expectations in the rules' tests hold in PyTorch? Run the graphs before and after.

``regraft test`` compares texts; this says whether the expected text computes what the graph does:
the outputs that both have, and the inputs that the expected graph returns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch
from torch.utils import _pytree as pytree

import oracle
from fx_text import loads
from graph_inputs import constants, placeholder_values

TESTS = oracle.REPOSITORY / "rules" / "tests"
_NOT_HERE = ("cuda", "xla", "nki", "_c10d", "graph ", "shares_memory_with")
"""Devices, kernels, process groups, nested graphs, inputs that would have to be made as one."""
_SECTION = re.compile(r"^--- (\w+)$", re.MULTILINE)


@dataclass(frozen=True)
class RuleTest:
    """A test with an expected graph."""

    file: Path
    title: str
    graph: str
    becomes: str

    def __str__(self) -> str:
        """Name it as pytest shows it."""
        return f"{self.file.stem}: {self.title}"


def read_tests(file: Path) -> list[RuleTest]:
    """Return the tests of a file that expect a graph."""
    blocks = re.split(r"^===\n", file.read_text("utf-8"), flags=re.MULTILINE)[1:]
    found = []
    for head, body in zip(blocks[::2], blocks[1::2], strict=True):
        graph, *rest = _SECTION.split(body)
        sections = dict(zip(rest[::2], rest[1::2], strict=True))
        if "becomes" in sections:
            found.append(RuleTest(file, head.partition("\n")[0], graph, sections["becomes"]))
    return found


ALL = [test for file in sorted(TESTS.glob("*.test")) for test in read_tests(file)]


def call(text: str, inputs: list[Any], root: torch.nn.Module) -> Any:
    """Run a graph; returns what it returns."""
    torch.manual_seed(oracle.SEED)
    return loads(text, root=root).forward(*inputs)


def as_tuple(result: Any) -> tuple:
    """Return the outputs as a tuple."""
    return tuple(result) if isinstance(result, (tuple, list)) else (result,)


def fresh_inputs(text: str) -> tuple[list[Any], torch.nn.Module]:
    """Return values for the placeholders, the same each time, and a module with the buffers."""
    gm = loads(text)
    torch.manual_seed(oracle.SEED)
    return placeholder_values(gm, {}), constants(gm)


def is_runnable(test: RuleTest) -> bool:
    """Tell whether the graph runs here: annotated, on the CPU, of operators PyTorch has."""
    text = test.graph + test.becomes
    if any(word in text for word in _NOT_HERE):
        return False
    try:
        inputs, root = fresh_inputs(test.graph)
        call(test.graph, inputs, root)
    except Exception:  # whatever the reader or PyTorch raises
        return False
    return True


RUNNABLE = [test for test in ALL if is_runnable(test)]


def test_most_tests_can_be_run() -> None:
    """Else the one below would say little."""
    assert len(RUNNABLE) > len(ALL) // 3, f"{len(RUNNABLE)} of {len(ALL)}"


@pytest.mark.parametrize("test", RUNNABLE, ids=str)
def test_expected_graph_computes_the_same(test: RuleTest) -> None:
    """Outputs agree; those that the expected graph adds are final contents of inputs."""
    inputs, root = fresh_inputs(test.graph)
    before = as_tuple(call(test.graph, inputs, root))
    others, root = fresh_inputs(test.graph)
    after = as_tuple(call(test.becomes, others, root))
    assert len(after) >= len(before)
    for place, (actual, expected) in enumerate(zip(after, before, strict=False)):
        assert same(actual, expected), f"output {place}: {actual}, not {expected}"
    for extra in after[len(before) :]:
        assert any(same(extra, value) for value in inputs), f"{extra} is no input's content"


def same(actual: Any, expected: Any) -> bool:
    """Tell whether two values are alike to the last bit."""
    if isinstance(expected, (tuple, list, dict)):
        pairs = pytree.tree_leaves(actual), pytree.tree_leaves(expected)
        return len(pairs[0]) == len(pairs[1]) and all(map(same, *pairs))
    if not isinstance(expected, torch.Tensor):
        return type(actual) is type(expected) and actual == expected
    return (
        isinstance(actual, torch.Tensor)
        and actual.dtype == expected.dtype
        and actual.shape == expected.shape
        and torch.equal(actual.isnan(), expected.isnan())
        and torch.equal(actual.nan_to_num(), expected.nan_to_num())
    )
