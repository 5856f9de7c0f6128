"""Programs of torch.export, rewritten: they compute, store, verify, save and load as before."""

from __future__ import annotations

import copy
import io
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch.export import ExportedProgram
from torch.export.graph_signature import OutputKind

import oracle
import regraft as package

pytestmark = pytest.mark.usefixtures("regraft")


class Writing(torch.nn.Module):
    """Writes a buffer, a parameter's neighbour and an input, and has a constant."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("cache", torch.zeros(4))
        self.weight = torch.nn.Parameter(torch.full((4,), 2.0))
        self.constant = torch.arange(4.0)

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, ...]:
        assert isinstance(self.cache, torch.Tensor)
        self.cache.add_(x)
        y[1:3].mul_(2)
        return (self.cache * self.weight + y + self.constant).relu(), y


class Returning(torch.nn.Module):
    """Returns an input as it is, and another one that it writes."""

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, ...]:
        y.copy_(x)
        return x, y, x + y


class Pure(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return x.relu() + y


def inputs() -> tuple[torch.Tensor, torch.Tensor]:
    return torch.tensor([1.0, -2.0, 3.0, -4.0]), torch.tensor([0.5, 1.5, 2.5, 3.5])


def run(module: Callable[..., Any]) -> tuple[Any, Any, Any]:
    """Run it twice; return the last result, the inputs' contents and the buffers."""
    x, y = inputs()
    module(x, y)
    result = module(x, y)
    buffers = dict(module.named_buffers()) if isinstance(module, torch.nn.Module) else {}
    return result, (x, y), buffers.get("cache")


def saved_and_loaded(program: ExportedProgram) -> ExportedProgram:
    file = io.BytesIO()
    torch.export.save(program, file)
    file.seek(0)
    return torch.export.load(file)


@pytest.mark.parametrize("decomposed", [False, True])
@pytest.mark.parametrize("module", [Writing, Returning, Pure])
def test_a_program_computes_and_stores_as_before(module: Any, decomposed: bool) -> None:
    program = torch.export.export(module(), inputs())
    if decomposed:
        program = program.run_decompositions()
    before = str(program)
    rewritten, _ = package.rewrite(program, skip=["device_rewriter"])
    assert str(program) == before
    assert not oracle.writing_nodes(rewritten.graph_module)
    expected = run(module())
    loaded = saved_and_loaded(rewritten)  # each with buffers of its own
    further = saved_and_loaded(rewritten).run_decompositions()
    for one in (copy.deepcopy(rewritten), loaded, further, rewritten):
        torch.testing.assert_close(run(one.module()), expected)


def test_the_signature_tells_what_is_stored() -> None:
    program = torch.export.export(Writing(), inputs())
    rewritten, metadata = package.rewrite(program, skip=["device_rewriter"])
    signature = rewritten.graph_signature
    assert set(signature.buffers_to_mutate.values()) == {"cache"}
    assert set(signature.user_inputs_to_mutate.values()) == {"y"}
    kinds = [spec.kind for spec in signature.output_specs]
    assert kinds[2:] == [OutputKind.USER_OUTPUT] * 2
    (returned,) = rewritten.graph.output_node().args
    assert [value.name for value in returned] == [spec.arg.name for spec in signature.output_specs]
    places = [node.name for node in rewritten.graph.find_nodes(op="placeholder")]
    io_map = metadata["aliasing_output_rewrite"]["io_map"]
    stored = {signature.output_specs[o].target: places[i] for o, i in io_map.items()}
    assert stored == {"cache": "b_cache", "y": "y"}


def test_a_constant_that_is_written_is_refused() -> None:
    class Counting(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.count = torch.zeros(4)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            self.count.add_(x)
            return x * 2

    program = torch.export.export(Counting(), (torch.ones(4),))
    with pytest.raises(package.RewriteError, match=r"`count`.*register it as a buffer"):
        package.rewrite(program, skip=["device_rewriter"])


def test_rules_of_ones_own_and_symbolic_sizes() -> None:
    size = torch.export.Dim("size", min=2, max=64)
    program = torch.export.export(Pure(), inputs(), dynamic_shapes={"x": {0: size}, "y": {0: size}})
    rewritten, _ = package.rewrite(program, skip=["device_rewriter"])
    assert rewritten.range_constraints == program.range_constraints
    x = torch.randn(7)
    torch.testing.assert_close(rewritten.module()(x, x), x.relu() + x)
