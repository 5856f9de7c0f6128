"""Run random programs of all families through regraft; the seed is fixed.

``fuzz_semantics.py`` runs others from the command line. How many a family: REGRAFT_FUZZ_COUNT.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

import fuzz_check
import fuzz_semantics
from fuzz_families import FAMILIES, FAMILY, OLD_FAMILIES
from oracle import REPOSITORY

COUNT = int(os.environ.get("REGRAFT_FUZZ_COUNT", "2000"))
SEED = 7
EQUALS = REPOSITORY / "tests" / "rules" / "equals.pipeline"
"""Rules of which each computes the same as what it replaces, among the default passes."""
_MOST_SHRUNK = 6


@pytest.fixture(scope="module")
def tally(regraft: None) -> fuzz_semantics.Tally:
    """What became of the programs."""
    found = fuzz_semantics.run(OLD_FAMILIES, COUNT, SEED, fuzz_semantics.ONE_EACH)
    new = [family for family in FAMILIES if family not in OLD_FAMILIES]
    found.add(fuzz_semantics.run(new, COUNT // 8, SEED, fuzz_semantics.ONE_EACH))
    return found


def _expect_no_failure(tally: fuzz_semantics.Tally, show: Callable[[str], None]) -> None:
    show(tally.table())
    if tally.failures:
        shown = fuzz_semantics.distinct_failures(tally.failures, _MOST_SHRUNK)
        pytest.fail(f"{len(tally.failures)} failures, such as\n" + "\n".join(map(str, shown)))


def test_no_program_is_miscompiled(
    tally: fuzz_semantics.Tally, show: Callable[[str], None]
) -> None:
    """No graph computes something else or cannot be run."""
    _expect_no_failure(tally, show)


def test_equal_rules_change_nothing(
    regraft: None, monkeypatch: pytest.MonkeyPatch, show: Callable[[str], None]
) -> None:
    """Whatever rules do to views, copies and writes, the graph computes the same."""
    monkeypatch.setattr(fuzz_check, "further_options", ["--pipeline", str(EQUALS)])
    tally = fuzz_semantics.run(OLD_FAMILIES, COUNT // 4, SEED, fuzz_semantics.ONE_EACH)
    _expect_no_failure(tally, show)
    assert all(tally.share_right(family) > 0.9 for family in OLD_FAMILIES)


@pytest.mark.parametrize("family", FAMILIES)
def test_few_programs_are_refused(tally: fuzz_semantics.Tally, family: str) -> None:
    """Nearly all graphs with shapes and dtypes come out right."""
    share = tally.share_right(family)
    assert share >= FAMILY[family].right_at_least, tally.reasons_table(fuzz_semantics.REFUSED)
