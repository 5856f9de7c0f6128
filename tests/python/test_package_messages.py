"""What users are told: wrong arguments, options and files, and calls that have to be refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

import regraft as package
from regraft.fx_passes import FXPass, FXPassManager

pytestmark = pytest.mark.usefixtures("regraft")


@pytest.fixture(autouse=True)
def fresh_dynamo() -> None:
    """Have nothing compiled by another test."""
    torch._dynamo.reset()


def traced() -> torch.fx.GraphModule:
    """Return a graph with a write."""
    return torch.fx.symbolic_trace(lambda x: x.add_(1))


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("no_such.rules", "no_such.rules`, neither in .* nor among"),
        ("", "empty name"),
        (".", "is a directory"),
    ],
)
def test_rule_files_that_are_not_there(rules: str, message: str) -> None:
    with pytest.raises(package.RulesError, match=message):
        package.rewrite(traced(), rules)


def test_the_current_directory_is_named(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(package.RulesError) as caught:
        package.rewrite(traced(), "no_such.rules")
    assert str(tmp_path) in str(caught.value)


def test_skip_may_be_one_name() -> None:
    _, metadata = package.rewrite(traced(), skip="inplace_to_outofplace")
    assert "inplace_to_outofplace" not in metadata
    package.rewrite(traced(), meta_keys="tag")


@pytest.mark.parametrize("given", [None, torch.nn.Linear(2, 2), traced().graph])
def test_what_is_no_graph_module(given: Any) -> None:
    with pytest.raises(TypeError, match="GraphModule"):
        package.rewrite(given)


def test_a_pass_that_returns_nothing() -> None:
    class Forgetful(FXPass):
        name = "forgetful"

        def run(self, gm: torch.fx.GraphModule, **_: Any) -> Any:
            return None

    manager = FXPassManager()
    manager.add_pass(Forgetful())
    with pytest.raises(package.PassError, match="'forgetful' returned a NoneType"):
        manager.run_passes(traced())


def test_a_write_to_what_a_module_returned() -> None:
    class Model(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.linear = torch.nn.Linear(2, 2)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.nn.functional.relu(self.linear(x), inplace=True)

    with pytest.raises(package.RewriteError, match="module `linear` may return a view"):
        package.rewrite(torch.fx.symbolic_trace(Model()))


def test_externs_without_callable_are_told_for_python(tmp_path: Path) -> None:
    rules = tmp_path / "ask.rules"
    rules.write_text(
        "pass ask\n\nextern weight(key: str) -> int\n\nrule ask {\n  match  n = aten::relu(x)\n"
        '  set    n.meta["weight"] = weight("key")\n}\n'
    )
    gm = torch.fx.symbolic_trace(lambda x: torch.relu(x))
    with pytest.raises(package.ExternError) as caught:
        package.rewrite(gm, rules)
    assert "--facts" not in str(caught.value) and 'externs={"weight"' in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {"then": 3},
        {"on_rewritten": 3},
        {"externs": 3},
        {"externs": {"replica_groups": 3}},
        {"enable_fx_passes": "x"},
        {"target_device": 3},
        {"target_device": "bogus"},
    ],
)
def test_options_are_checked(options: dict[str, Any]) -> None:
    with pytest.raises(Exception, match=next(iter(options))):
        torch.compile(lambda x: x + 1, backend="regraft", options=options)(torch.ones(2))


# Inputs that share memory in another way than when the graph was captured ----------------------


def write_one(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    x.add_(1)
    return y * 2


def halves() -> tuple[torch.Tensor, torch.Tensor]:
    """Return tensors side by side in one memory."""
    z = torch.arange(8.0)
    return z[:4], z[4:]


def apart() -> tuple[torch.Tensor, torch.Tensor]:
    """Return tensors with memory of their own."""
    return torch.arange(4.0), torch.arange(4.0)


def same() -> tuple[torch.Tensor, torch.Tensor]:
    """Return two tensors that are one memory."""
    z = torch.arange(4.0)
    return z, z.view(4)


def overlapping() -> tuple[torch.Tensor, torch.Tensor]:
    """Return tensors that share half of their memory."""
    z = torch.arange(6.0)
    return z[:4], z[2:]


SHARINGS = [halves, apart, same, overlapping]


@pytest.mark.parametrize("later", SHARINGS)
@pytest.mark.parametrize("first", SHARINGS)
def test_later_calls_are_right_or_refused(first: Any, later: Any) -> None:
    compiled = torch.compile(write_one, backend="regraft", dynamic=False)
    if first is overlapping:
        with pytest.raises(Exception, match="share"):
            compiled(*first())
        return
    compiled(*first())
    inputs, expected = later(), later()
    apart_then_too = {halves, apart}
    if first is later or {first, later} == apart_then_too:
        torch.testing.assert_close(compiled(*inputs), write_one(*expected))
        torch.testing.assert_close(inputs, expected)
        return
    with pytest.raises(Exception, match=r"share|torch._dynamo.reset\(\)"):
        compiled(*inputs)
    torch.testing.assert_close(inputs, later())
