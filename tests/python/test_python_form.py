"""Graphs as Python code: what regraft writes must be what torch prints, and compute the same."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

import fuzz_capture
import fuzz_families
import oracle
from fx_text import loads
from graph_inputs import constants, placeholder_values
from python_code import module_of, written
from test_graphs import RUNNABLE, SYMBOLS

LOGS = sorted((Path(__file__).resolve().parents[1] / "forms/logs").glob("*.txt"))
WANT_GRAPHS = ("autograd_function", "checkpoint")
"""They have higher-order operators that look at ``body.graph``, which a module of code lacks."""
EXECUTABLE = [path for path in RUNNABLE if path.stem not in WANT_GRAPHS]
PROGRAMS = 4
"""Random programs of each family."""

pytestmark = pytest.mark.usefixtures("regraft")


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_code_of_compile_logs_survives(path: Path) -> None:
    """Code of real compilations is written as it was read, byte for byte."""
    text = path.read_text(encoding="utf-8")
    assert written(text).rstrip() == text.rstrip()


def _spread(run: Callable[..., Any], inputs: list[Any]) -> Any:
    return run(*inputs)


@pytest.mark.parametrize("path", EXECUTABLE, ids=lambda path: path.stem)
def test_code_of_captured_graph_computes_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    captured = loads(text, strings_quoted=True)
    torch.manual_seed(oracle.SEED)
    gm = loads(text, root=constants(captured), strings_quoted=True)
    module = module_of(written(text), gm)
    symbols = SYMBOLS.get(path.stem, {})
    observed = [
        oracle.observe(
            functools.partial(_spread, run), lambda: placeholder_values(captured, symbols)
        )
        for run in (module.forward, gm.forward)
    ]
    oracle.assert_same(*observed)


@pytest.mark.parametrize("family", fuzz_families.FAMILIES)
@pytest.mark.parametrize("form", ["fx", "aten"])
def test_code_of_random_programs_computes_the_same(family: str, form: str) -> None:
    capture = {"fx": fuzz_capture.capture_fx, "aten": fuzz_capture.capture_aten}[form]
    for seed in range(PROGRAMS):
        program = fuzz_families.generate(family, seed)
        graph = capture(program)
        module = module_of(written(graph.text), graph.gm)
        observed = [
            oracle.observe(functools.partial(graph.run_with, run), program.make_inputs)
            for run in (module.forward, graph.gm.forward)
        ]
        oracle.assert_same(*observed)
