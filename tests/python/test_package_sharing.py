"""What the backend returns is what eager PyTorch returns: an input, or the same view of it.

Compared are identity, memory, strides and flags, and what everything holds once the caller has
written the results; see ``fuzz_sharing``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F

import package_path  # noqa: F401  the tree's package becomes importable
import regraft as package
from fuzz_sharing import assert_same_seen, see

pytestmark = pytest.mark.usefixtures("regraft")


@pytest.fixture(autouse=True)
def fresh_dynamo() -> None:
    """Have nothing compiled by another test."""
    torch._dynamo.reset()


def floats(*shape: int) -> Callable[[], list[torch.Tensor]]:
    """Return a maker of one input."""
    return lambda: [torch.arange(float(torch.Size(shape).numel())).view(shape)]


def complexes(*shape: int) -> Callable[[], list[torch.Tensor]]:
    """Return a maker of one complex input."""
    return lambda: [torch.complex(*(floats(*shape)()[0] + k for k in (0, 1)))]


def expanded() -> list[torch.Tensor]:
    """Make an input whose elements are repeated."""
    return [torch.arange(3.0).expand(2, 3)]


def transposed() -> list[torch.Tensor]:
    """Make an input that is not contiguous."""
    return [torch.arange(6.0).view(2, 3).t()]


def _written_parts_of_a_hidden_tensor(x: torch.Tensor) -> Any:
    y = x * 2
    first, second = y[:2], y[1:]
    second.add_(1)
    return first, second


def _strides_after_a_fill(x: torch.Tensor) -> Any:
    y = x * 2
    y.masked_fill_(y > 3, 0.0)
    return y


def _two_names_of_one_view(x: torch.Tensor) -> Any:
    v = x[:2]
    w = v.mul_(2)
    return v, w, x[:2]


def _all_of_one_tensor_twice(x: torch.Tensor) -> Any:
    y = x * 2
    z = y[:]
    y.copy_(x)
    return y, z


PROGRAMS: dict[str, tuple[Callable[..., Any], Callable[[], list[torch.Tensor]]]] = {
    "dropout that drops nothing": (lambda x: F.dropout(x, 0.5, False), floats(4)),
    "dropout of probability 0": (lambda x: (F.dropout(x, 0.0, True), x * 2), floats(4)),
    "dropout of a written input": (lambda x: F.dropout(x.add_(1), 0.5, False), floats(4)),
    "write to what a dropout returns": (lambda x: F.dropout(x, 0.5, False).add_(1), floats(4)),
    "dropout in place of all": (lambda x: (F.dropout(x, 1.0, True, True), x * 1), floats(4)),
    "dropout_ of all": (lambda x: (torch.dropout_(x, 1.0, True), x + 1), floats(4)),
    "dropout in place of all rows": (lambda x: (F.dropout1d(x, 1.0, True, True),), floats(2, 3, 4)),
    "dropout in place, and nothing reads it": (
        lambda x: (F.dropout(x, 1.0, True, True), x + 1)[1:],
        floats(4),
    ),
    "dropout in place that drops nothing": (
        lambda x: (F.dropout(x, 0.5, False, True), x.add_(1)),
        floats(4),
    ),
    "dropout of an expanded tensor": (lambda x: F.dropout(x, 0.5, False), expanded),
    "alpha dropout, then a view": (lambda x: F.alpha_dropout(x.t(), 0.5)[1:], floats(2, 3)),
    "views of an idle dropout of a strided tensor": (
        lambda x: (F.dropout(x, 0.5, False).reshape(-1), x.add_(1)),
        transposed,
    ),
    "conj of a written input": (lambda x: x.conj().add_(1), complexes(4)),
    "part of the conj of a written input": (lambda x: (x.mul_(2), x.conj()[1:]), complexes(4)),
    "negative view of a written input": (lambda x: torch._neg_view(x).add_(1), floats(4)),
    "imaginary part of a written input": (lambda x: (x.mul_(2), x.imag), complexes(4)),
    "negated imaginary part": (lambda x: (x.mul_(2), x.conj().imag), complexes(4)),
    "real part that is written": (lambda x: x.real.add_(1), complexes(4)),
    "view as real numbers": (lambda x: (x.mul_(2), torch.view_as_real(x)[1:]), complexes(4)),
    "view as complex numbers": (lambda x: (x.mul_(2), torch.view_as_complex(x)), floats(3, 2)),
    "view of another dtype": (lambda x: (x.add_(1), x.view(torch.int32)), floats(4)),
    "view of a narrower dtype": (lambda x: (x.add_(1), x[1:].view(torch.int16)), floats(4)),
    "expanded view of a written input": (lambda x: (x.add_(1), x.expand(2, 4)), floats(4)),
    "parts of a tensor that is not returned": (_written_parts_of_a_hidden_tensor, floats(3)),
    "strides of what was filled": (_strides_after_a_fill, transposed),
    "one view under two names": (_two_names_of_one_view, floats(3)),
    "two tensors that are all of one memory": (_all_of_one_tensor_twice, floats(3)),
    "nothing in a batch": (lambda x: (x.add_(1), x[:, 1:], x.conj()), floats(0, 3)),
}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("then", ["eager", "aot_eager"])
def test_results_are_what_eager_returns(name: str, then: str) -> None:
    function, make_inputs = PROGRAMS[name]
    expected = see(lambda inputs: function(*inputs), make_inputs)
    compiled = torch.compile(function, backend="regraft", dynamic=False, options={"then": then})
    for _ in range(2):
        assert_same_seen(see(lambda inputs: compiled(*inputs), make_inputs), expected)


def test_what_is_written_after_a_graph_break_reaches_the_input() -> None:
    def program(x: torch.Tensor) -> Any:
        y = F.dropout(x, 0.5, False)
        torch._dynamo.graph_break()
        y.add_(1)
        return y.conj()

    test = torch.compile(program, backend="regraft", dynamic=False)
    expected = see(lambda inputs: program(*inputs), floats(4))
    assert_same_seen(see(lambda inputs: test(*inputs), floats(4)), expected)


def test_inputs_may_begin_elsewhere_in_their_memory() -> None:
    def program(x: torch.Tensor) -> Any:
        x.add_(1)
        return x[1:], x.view(torch.int32)

    def at(offset: int) -> Callable[[], list[torch.Tensor]]:
        return lambda: [torch.arange(12.0)[offset : offset + 3]]

    compiled = torch.compile(program, backend="regraft", dynamic=False)
    for offset in (0, 4, 8):
        expected = see(lambda inputs: program(*inputs), at(offset))
        assert_same_seen(see(lambda inputs: compiled(*inputs), at(offset)), expected)


@pytest.mark.parametrize(
    "rewritten", ["torch.mul(x, 2.5)", "torch.narrow(x, 0, 0, 2)"], ids=["dtype", "shape"]
)
def test_outputs_of_another_kind_are_refused(tmp_path: Any, rewritten: str) -> None:
    """A rule that is wrong: memory is not read as what it does not hold."""
    rules = tmp_path / "wrong.rules"
    rules.write_text(
        "pass wrong\n\nrule abs_is_another {\n  match    y = aten::abs(x)\n"
        f"  rewrite  y = {rewritten}\n}}\n"
    )

    def program(x: torch.Tensor) -> Any:
        y = x.abs()
        return y, y[1:]

    compiled = torch.compile(program, backend="regraft", options={"rules": rules})
    with pytest.raises(package.RewriteError, match=r"output 0 of the rewritten graph is .* where"):
        compiled(torch.arange(4))


def test_halves_of_a_buffer_are_two_inputs() -> None:
    def program(k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        k.add_(1)
        return k + v.mul_(2)

    def halves() -> list[torch.Tensor]:
        both = torch.arange(24.0).view(4, 6)
        return [both[:, :3], both[:, 3:]]

    def alone() -> list[torch.Tensor]:
        return [torch.empty_strided(one.shape, one.stride()).copy_(one) for one in halves()]

    compiled = torch.compile(program, backend="regraft", dynamic=False)
    for make_inputs in (halves, alone):
        expected = see(lambda inputs: program(*inputs), make_inputs)
        assert_same_seen(see(lambda inputs: compiled(*inputs), make_inputs), expected)
