"""A pass that fails half way leaves the graph module as it was."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch.fx import GraphModule

import regraft as package
from regraft.fx_passes import FXPass, FXPassManager, InPlaceToOutOfPlacePass

pytestmark = pytest.mark.usefixtures("regraft")


class Inner(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.relu() + 1


def program() -> GraphModule:
    """Return a graph with a nested one, and with example values."""
    inner = torch.fx.symbolic_trace(Inner())
    root = torch.nn.Module()
    root.inner = inner
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    one = graph.call_function(torch.sin, (x,))
    two = graph.call_module("inner", (one,))
    graph.output((graph.call_function(torch.mul, (two, one)), {"one": one}))
    for node in graph.nodes:
        node.meta["example_value"] = torch.empty(3)
    return GraphModule(root, graph)


def erase(gm: GraphModule) -> None:
    _, sin, inner, *_ = gm.graph.nodes
    inner.replace_all_uses_with(sin)
    gm.graph.erase_node(inner)
    gm.delete_all_unused_submodules()


def add(gm: GraphModule) -> None:
    x, sin, *_ = gm.graph.nodes
    gm.register_buffer("more", torch.ones(3))
    with gm.graph.inserting_after(sin):
        new = gm.graph.call_function(torch.add, (sin, gm.graph.get_attr("more")))
    sin.replace_all_uses_with(new, lambda user: user is not new)
    x.meta["seen"] = True
    del sin.meta["example_value"]
    gm.recompile()


def change(gm: GraphModule) -> None:
    _, sin, inner, mul, _ = gm.graph.nodes
    sin.target, sin.name = torch.cos, "cosine"
    mul.args = (inner, 2)
    mul.prepend(sin)


def nested(gm: GraphModule) -> None:
    inner: Any = gm.inner
    inner.graph.erase_node(inner.graph.output_node())
    gm.graph = torch.fx.Graph()


CHANGES: list[Callable[[GraphModule], object]] = [erase, add, change, nested]


class Failing(FXPass):
    name = "failing"

    def __init__(self, change: Callable[[GraphModule], object], error: BaseException) -> None:
        self.change, self.error = change, error

    def run(self, gm: GraphModule, **_: Any) -> GraphModule:
        self.change(gm)
        raise self.error


@pytest.mark.parametrize("change", CHANGES, ids=lambda it: it.__name__)
@pytest.mark.parametrize("error", [ValueError("why"), KeyboardInterrupt()], ids=repr)
def test_what_it_changed_is_undone(
    change: Callable[[GraphModule], object], error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    gm = program()
    nodes, uses = list(gm.graph.nodes), [list(node.users) for node in gm.graph.nodes]
    before = str(gm.graph), gm.code, [dict(node.meta) for node in nodes], sorted(gm.state_dict())
    x = torch.randn(3)
    expected = gm(x)
    manager = FXPassManager()
    manager.add_pass(Failing(change, error))
    kind = package.PassError if isinstance(error, Exception) else KeyboardInterrupt
    with caplog.at_level(logging.ERROR, "regraft.fx_passes"), pytest.raises(kind):
        manager.run_passes(gm)
    assert "'failing' failed" in caplog.text
    after = str(gm.graph), gm.code, [dict(node.meta) for node in nodes], sorted(gm.state_dict())
    assert after == before
    assert all(one is other for one, other in zip(gm.graph.nodes, nodes, strict=True))
    assert [list(node.users) for node in gm.graph.nodes] == uses
    assert len(gm.graph.nodes) == len(nodes)
    gm.graph.lint()
    (sin,) = gm.graph.find_nodes(op="call_function", target=torch.sin)
    assert sin is nodes[1] and not gm.graph.find_nodes(op="call_function", target=torch.add)
    torch.testing.assert_close(gm(x), expected)
    sin.target = torch.cos  # and it can be changed as before
    gm.recompile()
    torch.testing.assert_close(gm(x)[1]["one"], x.cos())


def test_what_earlier_passes_did_stays() -> None:
    gm = torch.fx.symbolic_trace(lambda x: (x * 2).add_(1))
    manager = FXPassManager()
    manager.add_pass(InPlaceToOutOfPlacePass())
    manager.add_pass(Failing(lambda gm: gm.graph.eliminate_dead_code(), ValueError("why")))
    with pytest.raises(package.PassError):
        manager.run_passes(gm)
    assert "add_" not in gm.code and "add" in gm.code


def test_a_rule_pass_that_fails_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    graph.output(graph.call_method("unheard_of_", (x,)))
    manager = FXPassManager()
    manager.add_pass(InPlaceToOutOfPlacePass())
    with (
        caplog.at_level(logging.ERROR, "regraft.fx_passes"),
        pytest.raises(package.RewriteError),
    ):
        manager.run_passes(GraphModule(torch.nn.Module(), graph))
    assert "'inplace_to_outofplace' failed" in caplog.text
