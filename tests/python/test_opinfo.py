"""Run the in-place operators of PyTorch's test database through regraft; print the table.

``opinfo_semantics.py`` runs them from the command line and shows what went wrong.
"""

from __future__ import annotations

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


@pytest.mark.usefixtures("regraft")
def test_in_place_operators(capsys: pytest.CaptureFixture[str]) -> None:
    """None comes out wrong or breaks, and nearly all come out right."""
    names = list(opinfo_semantics.operators())
    table = opinfo_semantics.check_all(names, SAMPLES)
    with capsys.disabled():
        print(f"\n{table.text()}")
    assert not table.failures, "\n\n".join(
        f"{result.outcome}, {form}: {name}\n{result.detail}\n{result.text}\n{result.rewritten}"
        for name, form, result in table.failures[:10]
    )
    refused = {name for name in names if table.outcomes[name, REFUSED]} - REFUSED_BY_NATURE
    assert len(refused) <= len(names) // 20, f"refused: {sorted(refused)}"
    assert table.count(RIGHT) > 2_000
