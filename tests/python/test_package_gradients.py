"""The backend under training: no gradient is lost without an error, and steps are eager's."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.utils.checkpoint
from torch import nn

import regraft as package

pytestmark = pytest.mark.usefixtures("regraft")

LOST = "gradient"


@pytest.fixture(autouse=True)
def fresh_dynamo() -> None:
    """Have nothing compiled by another test."""
    torch._dynamo.reset()


def compiled(function: Callable, **options: Any) -> Callable:
    """Compile with the backend."""
    return torch.compile(function, backend="regraft", dynamic=False, options=options)


def refused(function: Callable, *inputs: Any, match: str = LOST) -> str:
    """Check that the compiled call is refused; return the message."""
    with pytest.raises(Exception, match=match) as caught:
        compiled(function)(*inputs)
    error: BaseException | None = caught.value
    found = isinstance(error, package.RewriteError) or "RewriteError" in str(error)
    assert found, error
    return str(error)


class Clamped(nn.Module):
    """Clamps its weight before it is used."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(3, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            self.linear.weight.clamp_(-0.1, 0.1)
        return self.linear(x)


def test_a_weight_that_is_written_without_gradients_and_read_is_refused() -> None:
    message = refused(Clamped(), torch.randn(2, 3))
    assert "clamp_" in message and "linear" in message


def under_no_grad(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    with torch.no_grad():
        y.mul_(3)
    return (y * y).sum()


def through_detach(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    y.detach().mul_(3)
    return (y * y).sum()


def through_data(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    y.data.mul_(3)
    return (y * y).sum()


def by_setitem(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    with torch.no_grad():
        y[0] = 3.0
    return y


def by_iadd(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    with torch.no_grad():
        y += 1
    return y.sin()


def by_out(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    with torch.no_grad():
        torch.add(y, 1, out=y)
    return y.sin()


def by_a_list(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    with torch.no_grad():
        torch._foreach_add_([y], 1.0)
    return y.sin()


def by_an_overload(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    with torch.no_grad():
        torch.ops.aten.mul_.Tensor(y, y)
    return y.sin()


def by_inplace(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    with torch.no_grad():
        nn.functional.relu(y, inplace=True)
    return y.sin()


def through_a_view(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    row = y[1:]
    with torch.no_grad():
        row.zero_()
    return y.sin()


def read_through_a_view(x: torch.Tensor) -> torch.Tensor:
    y = x * 2
    row = y[1:]
    with torch.no_grad():
        y.zero_()
    return row.sin()


def to_a_base(x: torch.Tensor) -> torch.Tensor:
    y = torch.zeros(3)
    y.detach().add_(x)
    return y + x


PROGRAMS = [
    under_no_grad,
    through_detach,
    through_data,
    by_setitem,
    by_iadd,
    by_out,
    by_a_list,
    by_an_overload,
    by_inplace,
    through_a_view,
    read_through_a_view,
    to_a_base,
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_writes_that_autograd_does_not_see_are_refused(program: Callable) -> None:
    refused(program, torch.randn(3, requires_grad=True))


@pytest.mark.parametrize("program", PROGRAMS)
def test_without_gradients_they_are_not(program: Callable) -> None:
    x = torch.randn(3)
    torch.testing.assert_close(compiled(program)(x.clone()), program(x.clone()))
    torch._dynamo.reset()
    x.requires_grad_()
    with torch.no_grad():
        torch.testing.assert_close(compiled(program)(x), program(x))


def counts(x: torch.Tensor, buffer: torch.Tensor) -> torch.Tensor:
    with torch.no_grad():
        buffer.add_(x.detach())
        buffer[0] = 0.0
    return x * buffer


def detached_buffer(x: torch.Tensor, buffer: torch.Tensor) -> torch.Tensor:
    buffer.detach().mul_(2)
    return x * buffer


def buffer_then_gradient(x: torch.Tensor, buffer: torch.Tensor) -> torch.Tensor:
    y = torch.zeros(3)
    with torch.no_grad():
        y.add_(buffer)
    y.mul_(x)
    row = y[1:]
    row.mul_(2)
    return y


def written_copy(x: torch.Tensor, buffer: torch.Tensor) -> torch.Tensor:
    y = x.detach().clone()
    with torch.no_grad():
        y.mul_(2)
    buffer.copy_(y)
    return x * y


@pytest.mark.parametrize("program", [counts, detached_buffer, buffer_then_gradient, written_copy])
def test_buffers_without_gradient_are_written(program: Callable) -> None:
    leaf = torch.arange(3.0, requires_grad=True)
    buffers, gradients, results = [], [], []
    for function in (program, compiled(program)):
        buffer = torch.full((3,), 0.5)
        result = function(leaf, buffer)
        gradients.append(torch.autograd.grad(result.sum(), leaf))
        buffers.append(buffer)
        results.append(result)
    torch.testing.assert_close(results[0], results[1])
    torch.testing.assert_close(buffers[0], buffers[1])
    torch.testing.assert_close(gradients[0], gradients[1])


def zeroed(a: torch.Tensor) -> torch.Tensor:
    a.zero_()
    return a * 1


def filled(a: torch.Tensor) -> torch.Tensor:
    a.fill_(2.0)
    return a * 1


def gained_and_lost(a: torch.Tensor) -> torch.Tensor:
    buffer = a * 1
    buffer.zero_()
    return buffer


@pytest.mark.parametrize("program", [zeroed, filled, gained_and_lost])
def test_outputs_that_come_out_without_gradient_are_refused(program: Callable) -> None:
    a = torch.randn(3, requires_grad=True) * 1
    before = a.detach().clone()
    refused(program, a)
    torch.testing.assert_close(a.detach(), before)


def test_a_buffer_that_is_given_a_gradient_and_overwritten_is_refused() -> None:
    def program(a: torch.Tensor, buffer: torch.Tensor) -> torch.Tensor:
        buffer.copy_(a)
        buffer.zero_()
        return a * 2

    refused(program, torch.randn(3, requires_grad=True), torch.ones(3))


def checkpointed(x: torch.Tensor) -> torch.Tensor:
    return torch.utils.checkpoint.checkpoint(under_no_grad, x, use_reentrant=False)


class Doubled(torch.autograd.Function):
    """Writes in its forward, where nothing is differentiated."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        y = x.clone()
        y.detach().mul_(2)
        return y + 1

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> torch.Tensor:
        return gradient * 2


def test_graphs_inside_are_looked_at() -> None:
    refused(checkpointed, torch.randn(3, requires_grad=True))


def test_the_forward_of_an_autograd_function_may_write() -> None:
    gradients = []
    for function in (Doubled.apply, compiled(lambda x: Doubled.apply(x))):
        x = torch.ones(3, requires_grad=True)
        gradients.append(torch.autograd.grad(function(x * 1).sum(), x)[0])
    torch.testing.assert_close(gradients[0], gradients[1])


def test_an_input_that_is_overwritten_loses_its_history() -> None:
    def program(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        a.fill_(2.0)
        return b * 2

    gradients = []
    for function in (program, compiled(program)):
        x = torch.ones(3, requires_grad=True)
        a = x * 1
        function(a, x)
        gradients.append(torch.autograd.grad(a.sum(), x)[0])
    torch.testing.assert_close(gradients[0], gradients[1])


# Optimizers ---------------------------------------------------------------------------------------

OPTIMIZERS = {
    "sgd": (torch.optim.SGD, {"lr": 0.1}),
    "momentum": (torch.optim.SGD, {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
    "adam": (torch.optim.Adam, {"lr": 0.1, "amsgrad": True}),
    "adamw": (torch.optim.AdamW, {"lr": 0.1}),
    "rmsprop": (torch.optim.RMSprop, {"lr": 0.1, "centered": True}),
    "adagrad": (torch.optim.Adagrad, {"lr": 0.1}),
}


def train(one: nn.Module, optimizer: torch.optim.Optimizer, step: Callable) -> None:
    """Train for some steps."""
    for number in range(5):
        torch.manual_seed(number)
        optimizer.zero_grad()
        one(torch.randn(4, 3)).pow(2).sum().backward()
        step()


@pytest.mark.parametrize("foreach", [True, False])
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_the_steps_of_optimizers(name: str, foreach: bool) -> None:
    kind, settings = OPTIMIZERS[name]
    model = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 2))
    expected_model = copy.deepcopy(model)
    optimizer = kind(model.parameters(), foreach=foreach, **settings)
    expected = kind(expected_model.parameters(), foreach=foreach, **settings)
    train(model, optimizer, compiled(optimizer.step))
    train(expected_model, expected, expected.step)
    for one, other in zip(model.parameters(), expected_model.parameters(), strict=True):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-5)
        assert optimizer.state[one].keys() == expected.state[other].keys()
        for key, value in expected.state[other].items():
            torch.testing.assert_close(optimizer.state[one][key], value, rtol=1e-4, atol=1e-5)


def test_the_places_that_fused_steps_write_are_known() -> None:
    from regraft._facts.writes import _further

    assert [name for _, name in _further("_fused_adam_")] == [
        "grads",
        "exp_avgs",
        "exp_avg_sqs",
        "max_exp_avg_sqs",
    ]
    assert not _further("add_") and not _further("no_such_operator_")


@pytest.mark.parametrize("then", ["aot_eager", "inductor"])
def test_the_next_backend_gets_the_step_of_an_optimizer(then: str) -> None:
    model = nn.Linear(3, 2)
    expected_model = copy.deepcopy(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
    expected = torch.optim.AdamW(expected_model.parameters(), lr=0.1)
    train(model, optimizer, compiled(optimizer.step, then=then))
    train(expected_model, expected, expected.step)
    for one, other in zip(model.parameters(), expected_model.parameters(), strict=True):
        torch.testing.assert_close(one, other, rtol=1e-4, atol=1e-5)


# Inputs that share memory -------------------------------------------------------------------------


def zero_one_read_the_other(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    x.zero_()
    return y + 1


def read_the_other(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    x.mul_(2)
    return y * 1


def two_views(kind: str) -> tuple[torch.Tensor, torch.Tensor]:
    """Return two tensors of one memory that are not seen alike."""
    z = torch.randn(4, dtype=torch.complex64)
    real = torch.randn(4, 4)
    return {
        "dtype": lambda: (real, real.view(torch.int32)),
        "complex": lambda: (torch.view_as_real(z), z),
        "conj": lambda: (z, z.conj()),
        "neg": lambda: (torch.view_as_real(z), z.conj().imag),
    }[kind]()


@pytest.mark.parametrize("kind", ["dtype", "complex", "conj", "neg"])
@pytest.mark.parametrize("program", [zero_one_read_the_other, read_the_other])
def test_inputs_of_one_memory_that_are_not_seen_alike(kind: str, program: Callable) -> None:
    torch.manual_seed(0)
    x, y = two_views(kind)
    before = x.clone()
    torch.manual_seed(0)
    expected_x, expected_y = two_views(kind)
    expected = program(expected_x, expected_y)
    try:
        found = compiled(program)(x, y)
    except Exception as error:
        assert "share" in str(error)
        torch.testing.assert_close(x, before)
    else:
        torch.testing.assert_close(found, expected)
        torch.testing.assert_close(x, expected_x)
