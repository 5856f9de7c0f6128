"""Run the table of programs through regraft and compare with eager PyTorch.

The rewriter is the binary named by the environment variable REGRAFT, else build/regraft. Without a
binary its tests are skipped, or fail if REGRAFT_REQUIRED is 1.
"""

from __future__ import annotations

import pytest

import oracle
from programs import PROGRAMS, Program, floats, program

CASES = [
    pytest.param(row, form, id=f"{form}: {row.name}") for row in PROGRAMS for form in row.forms
]


@pytest.mark.usefixtures("regraft")
@pytest.mark.parametrize("row, form", CASES)
def test_rewritten_graph_computes_the_same(row: Program, form: str) -> None:
    try:
        oracle.check(row.function(), row.make_inputs, form)
    except oracle.Refused as refusal:
        assert row.may_refuse, f"refused: {refusal}"
        assert str(refusal).strip(), "refused without a reason"


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


@pytest.mark.parametrize("row, form", CASES)
def test_captured_text_computes_the_same(row: Program, form: str) -> None:
    """Without rewriting: proves capturing, printing, reading and comparing."""
    oracle.check(row.function(), row.make_inputs, form, oracle.no_rewriting)
