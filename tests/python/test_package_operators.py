"""Operators of torch.library that no table knows: read by the schemas they were defined with."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import regraft as package

pytestmark = pytest.mark.usefixtures("regraft")


@torch.library.custom_op("regraft_library::shifted", mutates_args=())
def shifted(x: torch.Tensor, by: float) -> torch.Tensor:
    """Add a number."""
    return x + by


@shifted.register_fake
def _(x: torch.Tensor, by: float) -> torch.Tensor:
    return torch.empty_like(x)


@torch.library.custom_op("regraft_library::shift_", mutates_args={"x"})
def shift_(x: torch.Tensor, by: float) -> None:
    """Add a number in place."""
    x.add_(by)


@pytest.fixture(autouse=True)
def fresh_dynamo() -> None:
    """Have nothing compiled by another test."""
    torch._dynamo.reset()


def program(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    x.mul_(2)
    return shifted(x, 1.0) + torch.ops.regraft_library.shifted(y, 2.0)


def test_an_operator_that_writes_nothing_needs_no_declaration() -> None:
    x, y = torch.ones(3), torch.ones(3)
    found = torch.compile(program, backend="regraft")(x, y)
    torch.testing.assert_close(found, torch.full((3,), 6.0))
    torch.testing.assert_close(x, torch.full((3,), 2.0))


def test_graph_modules_are_read_in_the_same_way() -> None:
    gm = torch.fx.symbolic_trace(lambda x: torch.ops.regraft_library.shifted.default(x.add_(1), 1))
    _, metadata = package.rewrite(gm)
    assert metadata["inplace_to_outofplace"]["inplace_methods"] == 1
    assert not package._declared._names_in_tables() & {"regraft_library::shifted"}


def test_an_operator_that_writes_is_told_what_to_declare() -> None:
    def writing(x: torch.Tensor) -> torch.Tensor:
        shift_(x, 1.0)
        return x * 2

    advice = r"op regraft_library::shift\(Tensor x, float by"
    message = rf"shift_.*has no out-of-place form(.|\n)*{advice}"
    with pytest.raises(Exception, match=message):
        torch.compile(writing, backend="regraft")(torch.ones(3))


def test_declarations_of_files_go_before(tmp_path: Any) -> None:
    operators = tmp_path / "mine.ops"
    operators.write_text("op regraft_library::shifted(Tensor(a!) x, float by) -> Tensor\n")
    gm = torch.fx.symbolic_trace(lambda x: torch.ops.regraft_library.shifted.default(x, 1.0))
    with pytest.raises(package.RewriteError, match="out-of-place form"):
        package.rewrite(gm, ["default.pipeline", operators])
