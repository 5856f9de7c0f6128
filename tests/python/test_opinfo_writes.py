"""Call a part of PyTorch's operators and write an argument or the result; print the table.

``opinfo_writes.py`` runs all of them from the command line and shows what went wrong.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import opinfo_writes
from fuzz_check import RIGHT

EACH = 12
"""So many operators apart are those that are tried."""
ALWAYS = ("nn.functional.batch_norm", "nn.functional.instance_norm", "split", "atleast_2d", "t")


@pytest.mark.usefixtures("regraft")
def test_writes_after_calls(show: Callable[[str], None]) -> None:
    """None comes out wrong or breaks, and nearly all come out right."""
    names = dict.fromkeys([*list(opinfo_writes.operators())[::EACH], *ALWAYS])
    table = opinfo_writes.check_all(list(names), most=1)
    show(f"{table.text()}\n{table.refusals_text()}")
    assert not table.failures, table.failures_text(10)
    tried = sum(table.outcomes.values())
    assert tried > 300
    assert table.count(RIGHT) > 0.9 * tried
