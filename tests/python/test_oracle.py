"""Run the table of programs through regraft and compare with eager PyTorch.

The rewriter is the binary named by the environment variable REGRAFT, else build/regraft. Without a
binary its tests are skipped, or fail if REGRAFT_REQUIRED is 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import oracle
from programs import PROGRAMS, Program, floats, program

CASES = [
    pytest.param((row, form), id=f"{form}: {row.name}") for row in PROGRAMS for form in row.forms
]


@dataclass
class Case:
    """A program in one form, captured once for all tests."""

    row: Program
    captured: oracle.Captured
    expected: oracle.Observed

    def check(self, rewrite: oracle.Rewriter) -> None:
        oracle.check_captured(self.captured, self.expected, self.row.make_inputs, rewrite)


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    row, form = request.param
    function = row.function()
    expected = oracle.observe(lambda inputs: function(*inputs), row.make_inputs)
    return Case(row, oracle.CAPTURES[form](function, row.make_inputs()), expected)


@pytest.mark.usefixtures("regraft")
def test_rewritten_graph_computes_the_same(case: Case) -> None:
    try:
        case.check(oracle.run_regraft)
    except oracle.Refused as refusal:
        assert case.row.may_refuse, f"refused: {refusal}"
        assert str(refusal).strip(), "refused without a reason"


def test_captured_text_computes_the_same(case: Case) -> None:
    """Without rewriting: proves capturing, printing, reading and comparing."""
    case.check(oracle.no_rewriting)


@pytest.mark.usefixtures("regraft")
@pytest.mark.parametrize(
    "row, io_map, count",
    [
        (program("c.add_(x); return x * 2", c=floats(4, 6)), {"1": 1}, 1),
        (program("x.zero_()"), {"0": 0}, 0),
        (program("x[0].add_(1); return x[0]"), {"1": 0}, 1),
        (program("x.add_(1); return x"), {"0": 0}, 1),
        (program("x.add_(1); return x, x"), {"0": 0}, 2),
        (program("x.add_(1); return x * 2, x"), {"1": 0}, 2),
        (program("x.add_(1); return x.clone()"), {"1": 0}, 1),
        (program("x.add_(1); return x.view(-1)"), {"1": 0}, 1),
        (program("x.add_(1); return x.t()", x=floats(4, 4)), {"1": 0}, 1),
        (program("x.add_(1); return x.flip(0)"), {"1": 0}, 1),
        (program("x.add_(1); v.add_(1); return v, x", v=floats(6)), {"0": 1, "1": 0}, 2),
        (program("v.add_(1); x.add_(1); return x * v", v=floats(6)), {"1": 0, "2": 1}, 1),
        (program("y = x.add_(1); return y.mul_(2)"), {"0": 0}, 1),
        (program("return x.t()", x=floats(4, 4)), {}, 1),
        (program("return x.flip(0)"), {}, 1),
        (program("return x + 1"), {}, 1),
        (program("y = x * 1; y.add_(1); return y"), {}, 1),
    ],
    ids=lambda value: value.source if isinstance(value, Program) else None,
)
def test_io_map(row: Program, io_map: dict[str, int], count: int) -> None:
    """In the ATen form, where the placeholders are the function's arguments in order."""
    metadata = oracle.check(row.function(), row.make_inputs, "aten")
    aliasing = metadata["aliasing_output_rewrite"]
    assert (aliasing["io_map"], aliasing["original_output_count"]) == (io_map, count)
