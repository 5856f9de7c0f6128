"""``torch.compile(…, backend="regraft")``: what the caller sees is what eager PyTorch does."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch._dynamo.exc import BackendCompilerFailed
from torch.utils._pytree import tree_leaves

import regraft as package

pytestmark = pytest.mark.usefixtures("regraft")

NEXT_BACKENDS = ["eager", "aot_eager"]


@pytest.fixture(autouse=True)
def fresh_dynamo() -> None:
    """Have nothing compiled by another test."""
    torch._dynamo.reset()


def compile_with(function: Callable, graphs: list | None = None, **options: Any) -> Callable:
    """Compile; what was rewritten is checked and put into ``graphs`` with its metadata."""
    dynamic = options.pop("dynamic", False)

    def keep(gm: torch.fx.GraphModule, metadata: dict[str, Any]) -> None:
        gm.graph.lint()
        assert not any(str(node.target) in ("add_", "copy_", "mul_") for node in gm.graph.nodes)
        if graphs is not None:
            graphs.append((gm, metadata))

    options = {"on_rewritten": keep} | options
    return torch.compile(function, backend="regraft", dynamic=dynamic, options=options)


def assert_same(
    function: Callable, *inputs: Any, calls: int = 2, tolerance: float = 0.0, **options: Any
) -> list[Any]:
    """Compare compiled and eager calls: results and inputs, call after call."""
    graphs: list[Any] = []
    compiled = compile_with(function, graphs, **options)
    expected_inputs = copy.deepcopy(inputs)
    for _ in range(calls):
        torch.manual_seed(0)
        found = compiled(*inputs)
        torch.manual_seed(0)
        expected = function(*expected_inputs)
        pairs = zip(
            tree_leaves((found, inputs)), tree_leaves((expected, expected_inputs)), strict=True
        )
        for one, other in pairs:
            if isinstance(one, torch.Tensor):
                assert one.requires_grad == other.requires_grad
                torch.testing.assert_close(
                    one, other, rtol=tolerance, atol=tolerance, equal_nan=True
                )
            else:
                assert one == other
    assert graphs
    return graphs


def write_and_read(x: torch.Tensor, cache: torch.Tensor) -> Any:
    """Writes through a view, reads the whole, writes an input, returns a view."""
    row = cache.narrow(0, 2, 1)
    row.copy_(x)
    total = cache.sum(0)
    x.add_(1)
    cache[1] = 3.0
    return total, x * 2, row


@pytest.mark.parametrize("then", [*NEXT_BACKENDS, "inductor"])
def test_inputs_are_written(then: str) -> None:
    graphs = assert_same(
        write_and_read, torch.randn(1, 8), torch.randn(4, 8), then=then, tolerance=1e-6
    )
    assert len(graphs) == 1
    assert sorted(graphs[0][1]["aliasing_output_rewrite"]["io_map"].values()) == [0, 1]


def test_the_next_backend_may_be_a_callable() -> None:
    seen = []

    def backend(gm: torch.fx.GraphModule, example_inputs: list[Any]) -> Callable:
        seen.append([node.target for node in gm.graph.nodes if node.op == "call_method"])
        return gm.forward

    x, y = torch.ones(3), torch.ones(3)
    compile_with(lambda x, y: x.add_(y).relu(), then=backend)(x, y)
    assert seen == [["add", "relu"]]
    torch.testing.assert_close(x, torch.full((3,), 2.0))


@pytest.mark.parametrize("then", NEXT_BACKENDS)
def test_an_output_that_is_the_input_is_that_input(then: str) -> None:
    def program(x: torch.Tensor) -> Any:
        return x.add_(1), x.view(-1), x[1:]

    x = torch.ones(2, 3)
    itself, view, part = compile_with(program, then=then)(x)
    assert itself is x
    assert view.data_ptr() == x.data_ptr() and part._base is not None
    x.zero_()
    assert not view.any() and not part.any()


def test_outputs_that_share_memory_go_on_doing_so() -> None:
    def program(x: torch.Tensor) -> Any:
        y = x * 2
        part = y[0]
        part.add_(1)
        return y, part

    y, part = compile_with(program)(torch.ones(2, 3))
    part.zero_()
    torch.testing.assert_close(y, torch.tensor([[0.0] * 3, [2.0] * 3]))


def test_outputs_are_not_views_of_what_was_copied_into_them() -> None:
    def program(x: torch.Tensor, z: torch.Tensor) -> Any:
        y = x * 2
        y[:] = z
        z.add_(1)
        return y, y * 1

    y, copy_ = compile_with(program)(torch.ones(2), torch.zeros(2))
    assert not y.any() and not copy_.any()
    x, z = torch.ones(2), torch.zeros(2)
    y, _ = compile_with(program)(x, z)
    y.fill_(7)
    torch.testing.assert_close(z, torch.ones(2))


def test_views_survive_a_graph_break() -> None:
    def program(x: torch.Tensor) -> torch.Tensor:
        row = x[1:3]
        x.mul_(2)
        torch._dynamo.graph_break()
        row.add_(1)
        torch._dynamo.graph_break()
        return x.sum() + row.sum()

    graphs = assert_same(program, torch.randn(4, 3))
    assert len(graphs) == 3


def test_inputs_that_are_views_of_another_are_written() -> None:
    whole = torch.randn(4, 6)

    def program(whole: torch.Tensor, part: torch.Tensor) -> torch.Tensor:
        part.add_(1)
        whole.mul_(2)
        return part * whole.sum()

    expected_whole = whole.clone()
    expected = program(expected_whole, expected_whole[1:, 2])
    found = compile_with(program)(whole, whole[1:, 2])
    torch.testing.assert_close(found, expected)
    torch.testing.assert_close(whole, expected_whole)


def test_inputs_that_come_to_share_memory_are_refused() -> None:
    def program(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        x.add_(1)
        return y * 2

    compiled = compile_with(program)
    compiled(torch.ones(4), torch.ones(4))
    both = torch.ones(4)
    with pytest.raises(package.RewriteError, match="shares memory"):
        compiled(both, both.view(4))


def test_inputs_side_by_side_in_one_buffer_are_written() -> None:
    buffer = torch.zeros(2, 4)

    def program(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        x.add_(1)
        y.add_(2)
        return x + y

    found = compile_with(program)(buffer[0], buffer[1])
    torch.testing.assert_close(found, torch.full((4,), 3.0))
    torch.testing.assert_close(buffer, torch.tensor([[1.0] * 4, [2.0] * 4]))


def test_devices_are_left_alone_unless_one_is_asked_for() -> None:
    def program(x: torch.Tensor) -> torch.Tensor:
        return x + torch.ones(3, device="cpu")

    graphs: list[Any] = []
    compile_with(program, graphs)(torch.ones(3))
    assert "device_rewriter" not in graphs[0][1]
    torch._dynamo.reset()
    compile_with(program, graphs, target_device="meta", then=lambda gm, _: lambda *a: (a[0],))(
        torch.ones(3)
    )
    assert graphs[1][1]["device_rewriter"] == {"rewrite_count": 1}


def test_passes_can_be_switched_off() -> None:
    graphs: list[Any] = []
    x = torch.ones(3)
    compile_with(lambda x: x.add_(1), graphs, enable_fx_passes=False)(x)
    assert not graphs
    torch.testing.assert_close(x, torch.full((3,), 2.0))


def test_rules_run_after_the_pipeline(tmp_path: Any) -> None:
    rules = tmp_path / "relu.rules"
    rules.write_text(
        "pass relu\n\nrule clamp_to_relu {\n  match    y = aten::clamp_min(x, 0)\n"
        "  rewrite  y = torch.relu(x)\n  count    found\n}\n"
    )
    graphs: list[Any] = []
    x = torch.randn(5)
    found = compile_with(lambda x: x.clamp_min(0), graphs, rules=rules)(x)
    torch.testing.assert_close(found, x.relu())
    assert list(graphs[0][1])[-1] == "relu" and graphs[0][1]["relu"] == {"found": 1}
    torch._dynamo.reset()
    found = compile_with(lambda x: x.clamp_min(0), graphs, pipeline=rules)(x)
    assert list(graphs[1][1]) == ["relu"]


def test_options_that_are_not_known_are_told() -> None:
    with pytest.raises((ValueError, BackendCompilerFailed), match="no option `targetdevice`"):
        torch.compile(lambda x: x + 1, backend="regraft", options={"targetdevice": "cpu"})(
            torch.ones(2)
        )


def test_what_is_refused_is_told() -> None:
    def program(x: torch.Tensor) -> torch.Tensor:
        x.fill_diagonal_(1.0, wrap=True)
        return x * 2

    with pytest.raises(Exception, match="out-of-place form"):
        compile_with(program)(torch.ones(9, 4))


# Custom operators -------------------------------------------------------------------------------


@torch.library.custom_op("regraft_tests::scale_", mutates_args={"x"})
def scale_(x: torch.Tensor, by: float) -> None:
    """Multiply in place."""
    x.mul_(by)


@torch.library.custom_op("regraft_tests::scale", mutates_args=())
def scale(x: torch.Tensor, by: float) -> torch.Tensor:
    """Multiply."""
    return x * by


@scale.register_fake
def _(x: torch.Tensor, by: float) -> torch.Tensor:
    return torch.empty_like(x)


@torch.library.custom_op("regraft_tests::stretch_", mutates_args={"x"})
def stretch_(x: torch.Tensor, by: float) -> None:
    """Multiply in place; there is no out-of-place form under a name that tells."""
    x.mul_(by)


def test_custom_operators_that_write(tmp_path: Any) -> None:
    operators = tmp_path / "mine.ops"
    operators.write_text(
        "op regraft_tests::scale_(Tensor(a!) x, float by) -> ()\n"
        "op regraft_tests::scale(Tensor x, float by) -> Tensor\n"
    )

    def program(x: torch.Tensor) -> torch.Tensor:
        torch.ops.regraft_tests.scale_(x[1:], 3.0)
        return x + 1

    for rules in (None, operators):  # torch.library tells, too, what the file says
        torch._dynamo.reset()
        graphs = assert_same(program, torch.randn(4), rules=rules)
        targets = [str(node.target) for node in graphs[0][0].graph.nodes]
        assert any("regraft_tests.scale" in one and "scale_" not in one for one in targets)


def test_custom_operators_without_another_form() -> None:
    def program(x: torch.Tensor) -> torch.Tensor:
        torch.ops.regraft_tests.stretch_(x[1:], 3.0)
        return x + 1

    with pytest.raises(Exception, match="stretch_"):
        compile_with(program)(torch.ones(4))


# Modes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("then", NEXT_BACKENDS)
def test_no_grad_and_autocast(then: str) -> None:
    def program(x: torch.Tensor, weight: torch.Tensor, cache: torch.Tensor) -> Any:
        with torch.no_grad():
            cache.add_(x.detach())
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = x @ weight
            y.add_(1)
        return y.float() * cache.sum()

    assert_same(program, torch.randn(4, 4), torch.randn(4, 4), torch.zeros(4, 4), then=then)


@pytest.mark.parametrize("then", NEXT_BACKENDS)
def test_dynamic_shapes(then: str) -> None:
    def program(x: torch.Tensor, cache: torch.Tensor, start: int) -> Any:
        length = x.shape[0]
        cache[start : start + length] = x
        rows = cache[: start + length]
        rows.mul_(2)
        return rows.sum(0), cache.view(-1), length

    graphs: list[Any] = []
    compiled = compile_with(program, graphs, dynamic=True, then=then)
    for length, start in ((3, 2), (4, 3), (5, 2)):
        x, cache = torch.randn(length, 4), torch.randn(10, 4)
        expected_cache = cache.clone()
        expected = program(x, expected_cache, start)
        found = compiled(x, cache, start)
        torch.testing.assert_close(found, expected)
        torch.testing.assert_close(cache, expected_cache)
        assert found[1].data_ptr() == cache.data_ptr()
    assert len(graphs) == 1


@pytest.mark.parametrize("then", NEXT_BACKENDS)
def test_a_training_step(then: str) -> None:
    torch.manual_seed(0)
    model = torch.nn.Sequential(
        torch.nn.Linear(8, 16),
        torch.nn.BatchNorm1d(16),
        torch.nn.ReLU(inplace=True),
        torch.nn.Linear(16, 4),
    ).train()
    expected_model = copy.deepcopy(model)
    compiled = compile_with(model, then=then)
    x, target = torch.randn(6, 8), torch.randint(0, 4, (6,))
    for step, trained in ((compiled, model), (expected_model, expected_model)):
        optimizer = torch.optim.SGD(trained.parameters(), lr=0.1)
        for _ in range(3):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(step(x), target).backward()
            optimizer.step()
    for one, other in zip(
        [*model.parameters(), *model.buffers()],
        [*expected_model.parameters(), *expected_model.buffers()],
        strict=True,
    ):
        torch.testing.assert_close(one, other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("then", NEXT_BACKENDS)
def test_gradients_flow_through_a_written_input(then: str) -> None:
    def program(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        x.mul_(y)
        return x.sin()

    gradients = []
    for function in (program, compile_with(program, then=then)):
        leaf = torch.arange(4.0, requires_grad=True)
        y = torch.full((4,), 0.5, requires_grad=True)
        x = leaf * 1
        result = function(x, y)
        (result.sum() + x.sum()).backward()
        gradients.append((leaf.grad, y.grad))
    torch.testing.assert_close(gradients[0], gradients[1])


def test_a_cache_fills_up_step_by_step() -> None:
    class Cached(torch.nn.Module):
        cache: torch.Tensor
        position: torch.Tensor

        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("cache", torch.zeros(8, 4))
            self.register_buffer("position", torch.zeros((), dtype=torch.int64))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            self.cache.index_copy_(0, self.position.view(1), x)
            self.position.add_(1)
            return self.cache.sum(0)

    model = Cached()
    expected_model = copy.deepcopy(model)
    compiled = compile_with(model)
    for _ in range(8):
        x = torch.randn(1, 4)
        torch.testing.assert_close(compiled(x), expected_model(x))
    assert int(model.position) == 8
    torch.testing.assert_close(model.cache, expected_model.cache)


@pytest.mark.parametrize("then", NEXT_BACKENDS)
def test_an_input_that_is_returned_is_not_written(then: str) -> None:
    def program(x: torch.Tensor, y: torch.Tensor) -> Any:
        x.add_(1)
        return y.view(4), y * x

    y = torch.ones(4, requires_grad=True)
    x = torch.ones(4)
    version = y._version
    view, product = compile_with(program, then=then)(x, y)
    assert y._version == version
    product.sum().backward()
    torch.testing.assert_close(y.grad, torch.full((4,), 2.0))
    assert view.data_ptr() == y.data_ptr()
