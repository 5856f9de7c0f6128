"""Programs whose graphs have symbolic sizes: captured once, rewritten once, right at three sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import torch

import oracle
from fuzz_capture import capture_function
from fuzz_check import RIGHT, Candidate, answers, judge

SIZES = (5, 7, 12)
"""The first is that of the capture."""


@dataclass
class Case:
    """A function of tensors, and its inputs for a size."""

    function: Callable[..., Any]
    inputs: Callable[[int], list[torch.Tensor]]


@dataclass
class Sized:
    """The inputs of a case at one size."""

    case: Case
    size: int

    def make_inputs(self) -> list[torch.Tensor]:
        """Return fresh inputs."""
        return self.case.inputs(self.size)


def tensor(*shape: int) -> torch.Tensor:
    """Return small numbers, of both signs."""
    return (torch.arange(float(torch.Size(shape).numel())) % 17 - 5).reshape(shape)


def buffer_and(n: int) -> list[torch.Tensor]:
    """Return a buffer and a smaller tensor, which has its size from n."""
    return [tensor(n + 2, 4), tensor(n, 3)]


def with_index(n: int) -> list[torch.Tensor]:
    """Return the same and an index."""
    return [*buffer_and(n), torch.tensor([0, 1])]


def of_ints(n: int) -> list[torch.Tensor]:
    """Return a buffer of ints and a smaller tensor."""
    return [tensor(n + 2, 4).long(), tensor(n, 3)]


def statement(text: str, *names: str) -> Callable[..., Any]:
    """Return a function that carries a statement out and returns its first argument's values."""
    source = f"def case({', '.join(names)}):\n    {text}\n    return {names[0]} + 0\n"
    namespace: dict[str, Any] = {"torch": torch}
    exec(source, namespace)
    return namespace["case"]


NUMBERS = [
    ("b[0] = x.shape[0]", buffer_and),
    ("b[:2] = x.shape[0]", buffer_and),
    ("b[:] = x.shape[0]", buffer_and),
    ("b[..., 0] = x.shape[0]", buffer_and),
    ("b[i] = x.shape[0]", with_index),
    ("b[b > 0] = x.shape[0]", buffer_and),
    ("b[0] = x.shape[0] * 2 - 1", buffer_and),
    ("b[0] = x.shape[0] / 2", buffer_and),
    ("b[b > 0] = x.shape[0] / 2", buffer_and),
    ("b[i] = x.shape[0] / 2", with_index),
    ("b.fill_(x.shape[0])", buffer_and),
    ("b.fill_(x.shape[0] / 2)", buffer_and),
    ("b[1:].fill_(x.shape[0])", buffer_and),
    ("b[0].copy_(x.shape[0])", buffer_and),
    ("b.add_(x.shape[0])", buffer_and),
    ("b.masked_fill_(b > 0, x.shape[0])", buffer_and),
    ("b.index_fill_(0, i, x.shape[0])", with_index),
    ("b[x.shape[0]] = 1", buffer_and),
    ("b[:x.shape[0]] = x.shape[1]", buffer_and),
    ("b[x.shape[0]:] = x.shape[0]", buffer_and),
    ("b[1] = x.shape[0]", of_ints),
    ("b[b > 0] = x.shape[0]", of_ints),
    ("b.fill_(x.shape[0])", of_ints),
]

VIEWS = [
    ("a[-1] = a[0]", lambda n: [tensor(n, 3)]),
    ("a.t().reshape(-1).add_(1)", lambda n: [tensor(n, 4)]),
    ("a.narrow(0, x.shape[0], 2).add_(1)", lambda n: [tensor(n + 2, 4), tensor(n)]),
    ("a[1:] *= 2", lambda n: [tensor(n, 3)]),
    ("a[0].add_(a[1])", lambda n: [tensor(n, 3)]),
    ("a[::2].copy_(a[1::2])", lambda n: [tensor(2 * n, 3)]),
    ("a[::2] = a[1::2]", lambda n: [tensor(2 * n, 3)]),
    ("a[:, :x.shape[0]].add_(a[:, x.shape[0]:])", lambda n: [tensor(3, 2 * n), tensor(n)]),
    ("a[:, :x.shape[0]] = a[:, x.shape[0]:]", lambda n: [tensor(3, 2 * n), tensor(n)]),
    ("a.contiguous().add_(1)", lambda n: [tensor(n, 3)]),
    ("a.reshape(-1).add_(1)", lambda n: [tensor(n, 4)]),
    ("a.view(-1).add_(1)", lambda n: [tensor(n, 4)]),
    ("a.chunk(2)[0].add_(3)", lambda n: [tensor(2 * n, 3)]),
    ("a.chunk(2)[1].add_(3)", lambda n: [tensor(2 * n, 3)]),
    ("a.chunk(3, 1)[1].add_(3)", lambda n: [tensor(n, 2)]),
    ("a.split(2, 1)[1].add_(3)", lambda n: [tensor(n, 4)]),
    ("a.narrow(0, 1, x.shape[0]).add_(1)", lambda n: [tensor(n + 2, 4), tensor(n)]),
    ("a.fill_diagonal_(3)", lambda n: [tensor(n, 4)]),
]


def check(case: Case) -> None:
    """Assert that a case is captured, rewritten and right at each size."""
    torch._dynamo.reset()
    graph = capture_function(case.function, case.inputs(SIZES[0]), dynamic=True)
    assert "Sym(" in graph.text, "nothing is symbolic"
    answer = answers([graph.text])[0]
    for size in SIZES:
        program = Sized(case, size)
        expected = oracle.observe(lambda i: case.function(*i), program.make_inputs)
        with torch.compiler.set_stance("fail_on_recompile"):
            result = judge(Candidate(program, graph, expected), answer)
        assert result.outcome == RIGHT, (
            f"{size}: {result.detail}\n{result.text}\n{result.rewritten}"
        )


@pytest.mark.parametrize(("text", "inputs"), NUMBERS, ids=lambda p: p if isinstance(p, str) else "")
def test_numbers_that_are_written(text: str, inputs: Callable) -> None:
    """What is written is a number that no tensor holds."""
    names = "bxi"[: len(inputs(2))]
    check(Case(statement(text, *names), inputs))


@pytest.mark.parametrize(("text", "inputs"), VIEWS, ids=lambda p: p if isinstance(p, str) else "")
def test_writes_through_views(text: str, inputs: Callable) -> None:
    """Where a view lies depends on a size."""
    names = "ax"[: len(inputs(2))]
    check(Case(statement(text, *names), inputs))
