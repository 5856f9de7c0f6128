"""What the engine warns of reaches Python's warnings and the logger ``regraft``."""

from __future__ import annotations

import logging
import pickle
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

import package_path  # noqa: F401  the tree's package becomes importable
import regraft as package
from regraft.fx_passes import FXPassManager, InPlaceToOutOfPlacePass

pytestmark = pytest.mark.usefixtures("regraft")

PURE = "inplace_to_outofplace.rules"
DOUBTFUL = """\
pass doubtful

rule clamped {
  match    y = aten::clamp(x, low, 9)
  rewrite  y = torch.relu(x)
}
"""
LOST = "the final value of the input .* is not returned"


def traced() -> torch.fx.GraphModule:
    """Return a graph with a write to an input that is not returned."""
    return torch.fx.symbolic_trace(lambda x: x.add_(1) * 2)


def _rewrite() -> None:
    package.rewrite(traced(), PURE)


def _pass() -> None:
    InPlaceToOutOfPlacePass().run(traced())


def _manager(**options: Any) -> None:
    manager = FXPassManager()
    manager.add_pass(InPlaceToOutOfPlacePass())
    manager.run_passes(traced(), **options)


def _backend() -> None:
    torch._dynamo.reset()
    torch.compile(lambda x: x.add_(1) * 2, backend="regraft", options={"pipeline": PURE})(
        torch.ones(3)
    )


@pytest.mark.parametrize("run", [_rewrite, _pass, _manager, _backend])
def test_a_lost_write_is_warned_of(run: Callable[[], None], caplog: Any) -> None:
    told = pytest.warns(package.RegraftWarning, match=LOST)
    with caplog.at_level(logging.WARNING, "regraft"), told as caught:
        run()
    ours = [one for one in caught if one.category is package.RegraftWarning]
    assert len(ours) == 1
    (message,) = [one.message for one in ours]
    assert isinstance(message, package.RegraftWarning)
    diagnostic = message.diagnostic
    assert diagnostic.severity == "warning" and diagnostic.pass_name == "inplace_to_outofplace"
    records = [record for record in caplog.records if record.name == "regraft"]
    assert [record.getMessage() for record in records] == [str(ours[0].message)]


def test_the_caller_is_named() -> None:
    with pytest.warns(package.RegraftWarning) as caught:
        package.rewrite(traced(), PURE)
    assert Path(caught[0].filename) == Path(__file__)


def test_nothing_is_changed_where_warnings_are_errors() -> None:
    gm = traced()
    before = str(gm.graph)
    with warnings.catch_warnings():
        warnings.simplefilter("error", package.RegraftWarning)
        with pytest.raises(package.RegraftWarning, match=LOST):
            package.rewrite(gm, PURE)
    assert str(gm.graph) == before


def test_the_default_pipeline_loses_no_write() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", package.RegraftWarning)
        package.rewrite(traced())


def test_doubtful_rules_are_warned_of_once(tmp_path: Path) -> None:
    rules = tmp_path / "doubtful.rules"
    rules.write_text(DOUBTFUL)
    with pytest.warns(package.RegraftWarning, match=r"doubtful\.rules"):
        package.rewrite(traced(), [rules, "default.pipeline"])
    with warnings.catch_warnings():
        warnings.simplefilter("error", package.RegraftWarning)
        package.rewrite(traced(), [rules, "default.pipeline"])


def test_a_dump_that_cannot_be_written_is_warned_of(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("")
    with pytest.warns(package.RegraftWarning, match="cannot write"):
        _manager(compiler_workdir=str(taken))


def test_a_warning_survives_a_process() -> None:
    """Who sends warnings to another process, as test runners do, pickles them."""
    with pytest.warns(package.RegraftWarning, match=LOST) as told:
        _rewrite()
    sent = told[0].message
    assert isinstance(sent, package.RegraftWarning)
    received = pickle.loads(pickle.dumps(sent))
    assert str(received) == str(sent)
    assert received.diagnostic == sent.diagnostic
