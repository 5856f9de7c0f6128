"""Run the programs that the fuzzer once found to be rewritten wrongly."""

from __future__ import annotations

import pytest

import oracle
from programs import Program
from regressions import REGRESSIONS

CASES = [
    pytest.param(row, form, id=f"{form}: {name}")
    for name, row in REGRESSIONS.items()
    for form in row.forms
]


@pytest.mark.usefixtures("regraft")
@pytest.mark.parametrize("row, form", CASES)
def test_regression(row: Program, form: str) -> None:
    """The program computes the same, or is refused where that is as right."""
    try:
        oracle.check(row.function(), row.make_inputs, form)
    except oracle.Refused as refusal:
        assert row.may_refuse, f"refused: {refusal}"
