"""Writes under autocast: what it would treat otherwise out of place is refused, the rest is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

import regraft as package

pytestmark = pytest.mark.usefixtures("regraft")


@pytest.fixture(autouse=True)
def fresh_dynamo() -> None:
    """Have nothing compiled by another test."""
    torch._dynamo.reset()


def compiled(function: Callable) -> Callable:
    """Compile with the backend."""
    return torch.compile(function, backend="regraft", dynamic=False)


def addmm_(c: torch.Tensor, x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    c.addmm_(x, w)
    return c


def mm_out(c: torch.Tensor, x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    torch.mm(x, w, out=c)
    return c


def baddbmm_(c: torch.Tensor, x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    c[None].baddbmm_(x[None], w[None])
    return c


def overload(c: torch.Tensor, x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    torch.ops.aten.addmm_.default(c, x, w)
    return c


def overload_out(c: torch.Tensor, x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    torch.ops.aten.mm.out(x, w, out=c)
    return c


WRITES = [addmm_, mm_out, baddbmm_, overload, overload_out]


def under(program: Callable, **settings: Any) -> Callable:
    """Return the program with autocast in it."""

    def within(*inputs: torch.Tensor) -> Any:
        with torch.autocast("cpu", dtype=torch.bfloat16, **settings):
            return program(*inputs)

    return within


def operands() -> tuple[torch.Tensor, ...]:
    """Return three matrices."""
    torch.manual_seed(0)
    return torch.randn(3, 3), torch.randn(3, 3), torch.randn(3, 3)


@pytest.mark.parametrize("program", WRITES)
def test_writes_of_listed_operators_are_refused(program: Callable) -> None:
    given = operands()
    with pytest.raises(Exception, match="autocast"):
        compiled(under(program))(*given)
    torch.testing.assert_close(given, operands())


@pytest.mark.parametrize("program", WRITES)
def test_they_are_refused_where_autocast_is_around_the_call(program: Callable) -> None:
    with torch.autocast("cpu", dtype=torch.bfloat16), pytest.raises(Exception, match="autocast"):
        compiled(program)(*operands())


@pytest.mark.parametrize("program", WRITES)
def test_without_autocast_they_are_not(program: Callable) -> None:
    for one in (program, under(program, enabled=False)):
        torch._dynamo.reset()
        found, expected = operands(), operands()
        torch.testing.assert_close(compiled(one)(*found), one(*expected))
        torch.testing.assert_close(found, expected)


def after_it(c: torch.Tensor, x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ w
    c.addmm_(x, w)
    return c * y.float()


def not_within_it(c: torch.Tensor, x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ w
        y.add_(1)
        with torch.autocast("cpu", enabled=False):
            c.addmm_(x, w)
        c[0] = 2.0
        c.mul_(3).exp_()
    return c * y.float()


def in_its_dtype(c: torch.Tensor, x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    c, x, w = c.bfloat16(), x.bfloat16(), w.bfloat16()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        c.addmm_(x, w)
    return c


@pytest.mark.parametrize("program", [after_it, not_within_it, in_its_dtype])
def test_what_autocast_leaves_alone_is_not_refused(program: Callable) -> None:
    found, expected = operands(), operands()
    torch.testing.assert_close(compiled(program)(*found), program(*expected))
    torch.testing.assert_close(found, expected)


def test_the_error_names_the_node_and_the_graph_is_untouched() -> None:
    gm = torch.fx.symbolic_trace(addmm_)
    before = str(gm.graph)
    with torch.autocast("cpu"), pytest.raises(package.RewriteError, match="addmm") as caught:
        package.rewrite(gm)
    assert caught.value.node in gm.graph.nodes and caught.value.node_name == "addmm_"
    assert str(gm.graph) == before
    with torch.autocast("cpu"):
        package.rewrite(gm, skip=["inplace_to_outofplace"])
    package.rewrite(gm)


def test_lists_of_cuda_are_known_without_it() -> None:
    from regraft._rewriting.autocast import _CUDA, _is_cast, _out_of_place

    half, full = torch.float16, torch.float32
    assert _is_cast(_out_of_place("ipow"), _CUDA, {half}, half)
    assert _is_cast(_out_of_place("exp_"), _CUDA, {half}, half)
    assert not _is_cast(_out_of_place("exp_"), _CUDA, {full}, half)
    assert _is_cast(_out_of_place("addcmul_"), _CUDA, {half, full}, half)
    assert not _is_cast(_out_of_place("addcmul_"), _CUDA, {full}, half)
    assert not _is_cast(_out_of_place("add_"), _CUDA, {half, full}, half)
    assert _is_cast(_out_of_place("__imatmul__"), _CUDA, {full}, half)
