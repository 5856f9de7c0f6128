"""Run operators of PyTorch's test database that write through regraft; print the table.

``opinfo_semantics.py`` runs them from the command line and shows what went wrong.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import opinfo_semantics
from fuzz_check import REFUSED, RIGHT

SAMPLES = 2
REFUSED_BY_NATURE = {
    *("resize_", "resize_as_"),
    *("as_strided", "as_strided partial_views", "squeeze", "squeeze multiple", "swapaxes", "t"),
    *("transpose", "unsqueeze"),
}
"""They change how much memory a tensor has, or how the input itself is seen; no value says that."""


FEW = {
    "mixed": ("add", "addr", "cumsum", "eq", "index_add", "lerp"),
    "out": ("add", "bernoulli", "cumsum", "linspace", "randint", "sort", "sum"),
    "alias": ("add", "amax", "cumsum", "flip", "mm", "sort", "sum"),
    "dtype": ("add", "cat", "cumsum", "logsumexp", "std", "sum"),
}
"""Operators of each further kind of call that are tried here; tests/run_fuzz.sh tries all."""


@pytest.mark.usefixtures("regraft")
@pytest.mark.parametrize("kind", FEW)
def test_other_calls(kind: str, show: Callable[[str], None]) -> None:
    """No call with out=, or with operands of other dtypes, comes out wrong or breaks."""
    table = opinfo_semantics.check_all(FEW[kind], kind, 1, forms=("fx",))
    show(f"{kind}\n{table.text()}")
    assert not table.failures, table.failures_text(10)
    assert table.count(RIGHT) > 20


@pytest.mark.usefixtures("regraft")
def test_in_place_operators(show: Callable[[str], None]) -> None:
    """None comes out wrong or breaks, and nearly all come out right."""
    names = list(opinfo_semantics.operators("inplace"))
    table = opinfo_semantics.check_all(names, "inplace", SAMPLES)
    show(table.text())
    assert not table.failures, table.failures_text(10)
    refused = {name for name in names if table.outcomes[name, REFUSED]} - REFUSED_BY_NATURE
    assert len(refused) <= len(names) // 20, f"refused: {sorted(refused)}"
    assert table.count(RIGHT) > 2_000
