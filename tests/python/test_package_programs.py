"""The oracle's programs through the package: the same graphs as the command line makes, and right.

A part of the table is enough here: what the passes do is tested with all of it by ``test_oracle``.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

import oracle
import regraft as package
from fx_text import loads
from programs import PROGRAMS, Program

EVERY = 9
"""One program in so many is run, in both forms of graph."""
CASES = [
    pytest.param(row, form, id=f"{form}: {row.name}")
    for row in PROGRAMS[::EVERY]
    for form in row.forms
]


def rewrite_both_ways(captured: oracle.Captured) -> tuple[oracle.Metadata, str]:
    """Rewrite the captured graph module; return the metadata and the command line's graph."""
    text, _ = oracle.run_regraft(captured.text)
    gm, metadata = package.rewrite(captured.gm, target_device="cpu")
    gm.graph.lint()
    return metadata, str(loads(text, root=gm, strings_quoted=True).graph)


def without_types(text: str) -> str:
    """Leave out type hints, which new nodes of graph modules do not get."""
    return re.sub(r" : \S+ \[num_users", " : [num_users", text)


def check(row: Program, form: str) -> None:
    """Assert that the rewritten graph module does what the program does."""
    expected = oracle.observe(lambda inputs: row.function()(*inputs), row.make_inputs)
    captured = oracle.CAPTURES[form](row.function(), row.make_inputs())
    try:
        metadata, text = rewrite_both_ways(captured)
    except (oracle.Refused, package.RewriteError):
        assert row.may_refuse
        return
    assert not oracle.writing_nodes(captured.gm)
    assert without_types(str(captured.gm.graph)) == without_types(text)
    runner = oracle.buffer_runner(captured.gm, metadata)

    def run(inputs: list[Any]) -> Any:
        return captured.run_with(runner, inputs)

    oracle.assert_same(oracle.observe(run, row.make_inputs), expected)


@pytest.mark.usefixtures("regraft")
@pytest.mark.parametrize(("row", "form"), CASES)
def test_rewritten_graph_module_computes_the_same(row: Program, form: str) -> None:
    check(row, form)
