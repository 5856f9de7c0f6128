"""Rules that users would write, over random programs and over captured models.

``fuzz_rules.py`` runs more of it from the command line. Programs for each mode: REGRAFT_RULES_COUNT.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import fuzz_rules
import oracle
from fuzz_rules_check import MODES, RULES, Setting
from fuzz_rules_recipes import RECIPES
from test_graphs import ANNOTATED, RUNNABLE, run

COUNT = int(os.environ.get("REGRAFT_RULES_COUNT", "60"))
SEED = 5
REMOVALS = (
    "contiguous to_dtype float double long to_copy type_as to_other cpu dropout dropout_functional "
    "dropout_module_style alpha_dropout positive real conj resolve_conj resolve_neg flatten "
    "atleast_1d atleast_2d atleast_3d detach alias clone"
).split()
"""Rules that put a tensor in the place of what gives it back as it is, or nearly so."""
_MOST_SHRUNK = 6


def test_each_rule_has_a_recipe() -> None:
    """So that programs are made for every rule, and for no other."""
    assert set(fuzz_rules.NAMES) == set(RECIPES)
    assert len(fuzz_rules.NAMES) >= 60
    assert set(REMOVALS) <= set(RECIPES)


@pytest.mark.usefixtures("regraft")
def test_rules_have_no_errors() -> None:
    """They are what a user could write."""
    files = [str(RULES / f"{name}.rules") for name in fuzz_rules.NAMES]
    for file in files:
        done = subprocess.run(
            [str(oracle.regraft_binary()), "check", file],
            capture_output=True,
            check=False,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr


@pytest.mark.usefixtures("regraft")
@pytest.mark.parametrize("mode", MODES)
def test_rules_are_applied_soundly(mode: str, show: Callable[[str], None]) -> None:
    """Nothing that a caller can see comes out different."""
    tally = fuzz_rules.run(list(fuzz_rules.batches([mode], COUNT, SEED)), jobs=1)
    show(tally.table())
    if tally.failures:
        shown = fuzz_rules.distinct_failures(tally.failures, _MOST_SHRUNK)
        pytest.fail(f"{len(tally.failures)} failures, such as\n" + "\n".join(map(str, shown)))
    if mode == "itself":
        assert sum(tally.hits.values()) > 0.9 * sum(tally.tried.values()), tally.hits_table()


def _options(names: tuple[str, ...]) -> list[str]:
    """Return the command line that runs rules by themselves on a model's graph."""
    return ["--format", "annotated", *[str(RULES / f"{name}.rules") for name in names]]


@pytest.mark.usefixtures("regraft")
@pytest.mark.parametrize("path", ANNOTATED, ids=lambda path: path.stem)
def test_removals_run_on_captured_models(path: Path) -> None:
    """Each alone, and all of them, one after the other; what comes out computes the same."""
    text = path.read_text(encoding="utf-8")
    refused = []
    for names in [*((name,) for name in REMOVALS), tuple(REMOVALS)]:
        try:
            rewritten, metadata = oracle.run_regraft(text, _options(names))
        except oracle.Refused as error:
            refused.append(f"{names}: {str(error).partition(chr(10))[0]}")
            continue
        if len(names) > 1 and path in RUNNABLE:
            oracle.assert_same(run(path, rewritten, metadata, pure=False), run(path, text))
    assert not refused, "\n".join(refused)


def test_setting_names_itself_as_the_command_line_does() -> None:
    """A failure's options run it again."""
    assert str(Setting("pairs", ("clone", "t_t"))) == "--mode pairs --rule clone t_t"
