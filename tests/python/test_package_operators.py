"""Operators of torch.library that no table knows: read by the schemas they were defined with."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import regraft as package
from regraft._rewriting import declared

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
    assert not declared._names_in_tables() & {"regraft_library::shifted"}


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


# Out-of-place forms that are registered, and operators that only rules name --------------------------


@torch.library.custom_op("regraft_library::grow_", mutates_args={"x"})
def grow_(x: torch.Tensor, by: float) -> None:
    """Multiply in place."""
    x.mul_(by)


@torch.library.custom_op("regraft_library::grow", mutates_args=())
def grow(x: torch.Tensor, by: float) -> torch.Tensor:
    """Multiply."""
    return x * by


@grow.register_fake
def _(x: torch.Tensor, by: float) -> torch.Tensor:
    return torch.empty_like(x)


def test_the_registered_form_of_an_operator_that_writes_is_found() -> None:
    def writing(x: torch.Tensor) -> torch.Tensor:
        torch.ops.regraft_library.grow_(x[1:], 3.0)
        return x * 2

    x = torch.ones(3)
    found = torch.compile(writing, backend="regraft")(x)
    torch.testing.assert_close(x, torch.tensor([1.0, 3.0, 3.0]))
    torch.testing.assert_close(found, x * 2)


def test_a_form_with_other_arguments_is_not_taken() -> None:
    with torch.library._scoped_library("regraft_library", "FRAGMENT") as library:
        library.define("twist_(Tensor(a!) x, float by) -> ()")
        library.define("twist(Tensor x) -> Tensor")
        target = torch.ops.regraft_library.twist_.default
        gm = torch.fx.symbolic_trace(lambda x: (target(x, 1.0), x)[1])
        assert len(gm.graph.nodes) == 3
        with pytest.raises(package.RewriteError, match="twist_"):
            package.rewrite(gm)


@pytest.mark.parametrize("used", [False, True], ids=["named in the file", "in a file it uses"])
def test_operators_that_only_a_rule_names_are_looked_up(tmp_path: Any, used: bool) -> None:
    """Its result is then known to be a tensor of its own, which can be written."""
    rules = tmp_path / "to_mine.rules"
    rules.write_text(
        "pass to_mine\n\nrule abs_is_shifted {\n  match    y = aten::abs(x)\n"
        "  rewrite  y = torch.ops.regraft_library.shifted.default(x, 1.0)\n}\n"
    )
    if used:
        pipeline = tmp_path / "mine.pipeline"
        pipeline.write_text('pipeline mine\n\nuse "to_mine.rules"\n')
        rules = pipeline
    gm = torch.fx.symbolic_trace(lambda x: (x.abs().add_(1), x.mul_(2))[0])
    package.rewrite(gm, [rules, "default.pipeline"])
    torch.testing.assert_close(gm(torch.full((2,), -3.0))[0], torch.full((2,), -1.0))
