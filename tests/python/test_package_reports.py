"""What the backend tells: logs, traces, where in the program, and graphs that it leaves alone."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from torch._dynamo.exc import BackendCompilerFailed

import regraft as package
from package_path import PACKAGE

pytestmark = pytest.mark.usefixtures("regraft")

PROGRAM = """
import torch, regraft.backend
torch.compile(lambda x: x.add_(1) * 2, backend=regraft.backend.regraft)(torch.zeros(3))
"""


@pytest.fixture(autouse=True)
def fresh_dynamo() -> None:
    torch._dynamo.reset()


def refused(x: torch.Tensor) -> torch.Tensor:
    """Is refused in training: the write is not seen by autograd, and its result is read."""
    y = torch.nn.functional.dropout(x, 0.0, False) * 2
    with torch.no_grad():
        y.mul_(3)  # the line that is named
    return y * y


def needing_gradient() -> torch.Tensor:
    return torch.arange(3.0, requires_grad=True)


def _run(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": str(PACKAGE), **environment},
        capture_output=True,
        check=True,
        text=True,
        timeout=300,
    )
    return done.stderr


def test_torch_logs() -> None:
    told = _run(TORCH_LOGS="regraft")
    assert "nodes became" in told and "inplace_methods=1" in told and "call_method" not in told
    assert "call_method[target=add]" in _run(TORCH_LOGS="+regraft")
    assert "nodes became" not in _run(TORCH_LOGS="dynamo")


def test_the_trace_has_the_summary_and_the_graph(tmp_path: Path) -> None:
    _run(TORCH_TRACE=str(tmp_path))
    (log,) = tmp_path.glob("*.log")
    lines = log.read_text().splitlines()
    names = [
        json.loads(line[line.index("{") :])["artifact"]["name"]
        for line in lines
        if '"artifact": {"name": "regraft' in line
    ]
    assert names == ["regraft_summary", "regraft_rewritten_graph"]
    assert any("nodes became" in line for line in lines)
    assert any("= l_x_.add(1)" in line for line in lines)


def test_set_logs_knows_the_logger() -> None:
    try:
        torch._logging.set_logs(modules={"regraft": logging.INFO})
        assert logging.getLogger("regraft").getEffectiveLevel() == logging.INFO
    finally:
        torch._logging.set_logs()


def test_an_error_names_the_line_of_the_program() -> None:
    with pytest.raises(BackendCompilerFailed) as caught:
        torch.compile(refused, backend="regraft")(needing_gradient())
    error = caught.value.inner_exception
    assert isinstance(error, package.RewriteError) and error.user_line
    file, _, rest = error.user_line.rpartition(":")
    line = Path(__file__).read_text().splitlines()[int(rest.split()[0]) - 1]
    assert file.endswith("test_package_reports.py") and rest.endswith(" in refused")
    assert "the line that is named" in line
    assert f"traced from {error.user_line}" in str(error)


@pytest.mark.parametrize("then", ["eager", "aot_eager"])
def test_a_refused_graph_may_run_as_it_was_captured(then: str) -> None:
    x, expected = needing_gradient(), needing_gradient()
    options: dict[str, Any] = {"on_error": "warn", "then": then}
    compiled = torch.compile(refused, backend="regraft", options=options)
    with pytest.warns(package.RegraftWarning, match="run as it was captured.*with gradients off"):
        result = compiled(x)
    result.sum().backward()
    eager = refused(expected)
    eager.sum().backward()
    torch.testing.assert_close((result, x.grad), (eager, expected.grad))


def test_what_is_not_refused_is_rewritten_with_it() -> None:
    seen = []
    options: dict[str, Any] = {
        "on_error": "warn",
        "on_rewritten": lambda gm, _: seen.append(str(gm.graph)),
    }
    x = torch.zeros(3)
    torch.compile(lambda x: x.add_(1) * 2, backend="regraft", options=options)(x)
    assert len(seen) == 1 and "add_" not in seen[0]
    torch.testing.assert_close(x, torch.ones(3))


def test_on_error_is_one_of_two() -> None:
    with pytest.raises(BackendCompilerFailed, match='`on_error` is "raise" or "warn"'):
        torch.compile(lambda x: x * 2, backend="regraft", options={"on_error": "ignore"})(
            torch.zeros(1)
        )
