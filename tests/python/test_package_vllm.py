"""Rules as a pass of vLLM: on graphs of its form, and in a pass manager that asks as vLLM's does."""

from __future__ import annotations

import sys
import types
from abc import ABC
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import torch
import torch._inductor.config as config
from torch._inductor.custom_graph_pass import CustomGraphPass

from regraft.vllm import RulePass

pytestmark = pytest.mark.usefixtures("regraft")

RULES = Path(__file__).parents[1] / "rules" / "functionalized.rules"


@dataclass
class Range:
    """As vLLM's: both ends are within."""

    start: int
    end: int


@pytest.fixture(scope="module")
def calls() -> Iterator[list[str]]:
    """Kernels that write an argument, as vLLM's do; the list says which ran."""
    ran: list[str] = []
    library = torch.library.Library("mylib", "FRAGMENT")

    def define(schema: str, run: Callable[..., torch.Tensor]) -> None:
        name = schema.partition("(")[0]
        library.define(schema)

        def kernel(result: torch.Tensor, *args: object) -> None:
            if not isinstance(result, torch._subclasses.FakeTensor):
                ran.append(name)
            result.copy_(run(*args))

        library.impl(name, kernel, "CompositeExplicitAutograd")

    def norm(x: torch.Tensor, w: torch.Tensor, epsilon: float) -> torch.Tensor:
        return torch.nn.functional.rms_norm(x, x.shape[-1:], w, epsilon)

    define("rms_norm(Tensor! result, Tensor input, Tensor weight, float epsilon) -> ()", norm)
    define("quant(Tensor! result, Tensor input, Tensor scale) -> ()", lambda x, s: x / s)
    define(
        "rms_norm_quant(Tensor! result, Tensor input, Tensor weight, Tensor scale, float epsilon)"
        " -> ()",
        lambda x, w, s, epsilon: norm(x, w, epsilon) / s,
    )
    yield ran
    library._destroy()


def layer(x: torch.Tensor, w: torch.Tensor, s: torch.Tensor) -> torch.Tensor:
    normed = torch.empty_like(x)
    torch.ops.mylib.rms_norm(normed, x, w, 1e-6)
    result = torch.empty_like(x)
    torch.ops.mylib.quant(result, normed, s)
    return result


def written_between(x: torch.Tensor, w: torch.Tensor, s: torch.Tensor) -> torch.Tensor:
    normed = torch.empty_like(x)
    torch.ops.mylib.rms_norm(normed, x, w, 1e-6)
    normed[0] += 1
    result = torch.empty_like(x)
    torch.ops.mylib.quant(result, normed, s)
    return result


def halves(x: torch.Tensor, w: torch.Tensor, s: torch.Tensor) -> torch.Tensor:
    """Kernels that write views: of these the wrapper holds the base."""
    normed = torch.empty_like(x)
    torch.ops.mylib.rms_norm(normed[:2], x[:2], w, 1e-6)
    torch.ops.mylib.rms_norm(normed[2:], x[2:], w, 1e-6)
    result = torch.empty_like(x)
    torch.ops.mylib.quant(result, normed, s)
    return result


def run(
    own: CustomGraphPass, program: Callable[..., torch.Tensor], second: bool, dynamic: bool = False
) -> None:
    """Compile the program with the pass; compare with eager PyTorch, at two sizes."""
    torch._dynamo.reset()
    settings = {
        "post_grad_custom_post_pass": own,
        "enable_auto_functionalized_v2": second,
        "fx_graph_cache": False,
    }
    with config.patch(settings):
        compiled = torch.compile(program, dynamic=dynamic)
        for rows in (4, 6):
            args = torch.randn(rows, 8), torch.randn(8), torch.tensor(3.0)
            torch.testing.assert_close(compiled(*args), program(*args))


@pytest.mark.parametrize("second", [False, True], ids=["v1", "v2"])
@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
def test_kernels_are_fused(calls: list[str], second: bool, dynamic: bool) -> None:
    calls.clear()
    run(RulePass(RULES), layer, second, dynamic)
    assert calls.count("rms_norm_quant") == 2  # once a size
    assert calls.count("rms_norm") == calls.count("quant") == 2  # by eager PyTorch


@pytest.mark.parametrize("second", [False, True], ids=["v1", "v2"])
@pytest.mark.parametrize("program", [written_between, halves])
def test_what_was_written_in_between_is_not_fused(
    calls: list[str], program: Callable[..., torch.Tensor], second: bool
) -> None:
    calls.clear()
    run(RulePass(RULES), program, second)
    assert "rms_norm_quant" not in calls


@pytest.fixture
def inductor_pass(monkeypatch: pytest.MonkeyPatch) -> type:
    """The class that vLLM's pass manager asks for, without vLLM."""

    class InductorPass(CustomGraphPass, ABC):
        pass

    module = types.ModuleType("vllm.compilation.inductor_pass")
    vars(module)["InductorPass"] = InductorPass
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return InductorPass


def test_a_pass_is_one_of_vllms(inductor_pass: type) -> None:
    assert isinstance(RulePass(RULES), inductor_pass)
    assert isinstance(RulePass(RULES), CustomGraphPass)


def test_it_is_none_without_vllm() -> None:
    assert "vllm.compilation.inductor_pass" not in sys.modules
    assert isinstance(RulePass(RULES), CustomGraphPass)


@pytest.mark.parametrize(
    "sizes, compiled_for, applicable",
    [
        (None, Range(1, 8192), True),
        ([1, 2, 4], Range(2, 2), True),
        ([1, 2, 4], Range(3, 3), False),
        ([1, 2, 4], Range(1, 2), True),
        ([1, 2, 4], Range(1, 4), False),
        (range(1, 257), Range(1, 256), True),
        (range(1, 257), Range(1, 10**12), False),
    ],
)
def test_sizes_say_for_which_ranges(
    sizes: list[int] | None, compiled_for: Range, applicable: bool
) -> None:
    assert RulePass(RULES, sizes=sizes).is_applicable_for_range(compiled_for) is applicable


def test_sizes_say_for_which_shapes() -> None:
    own = RulePass(RULES, sizes=[1, 2])
    assert [own.is_applicable(size) for size in (1, 3, None)] == [True, False, False]
    assert [own.is_applicable_for_shape(size) for size in (1, 3, None)] == [True, False, False]
    assert RulePass(RULES).is_applicable(None)


def test_what_identifies_a_pass_tells_sizes_apart() -> None:
    keys = [RulePass(RULES, sizes=sizes).uuid() for sizes in (None, [1], [1, 2], [2, 1])]
    assert len(set(keys)) == 3 and keys[2] == keys[3]
    assert RulePass(RULES, externs={"f": len}).uuid() is None
