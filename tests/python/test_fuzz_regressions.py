"""Run the programs that the fuzzer once found to be rewritten wrongly."""

from __future__ import annotations

import pytest

import oracle
from programs import Program
from regressions import REGRESSIONS

# Loud limits, not wrong results: what was rewritten does not run.
LIMITS = {
    "dynamo: a mask of no dimensions and no values": "Dynamo cannot capture it",
}


def marks(name: str) -> list[pytest.MarkDecorator]:
    """An expected failure, where the program is beyond a known limit."""
    return [pytest.mark.xfail(reason=LIMITS[name])] if name in LIMITS else []


CASES = [
    pytest.param(row, form, id=f"{form}: {name}", marks=marks(f"{form}: {name}"))
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
