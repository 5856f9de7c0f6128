"""The library of rules against PyTorch: what the rules make computes what the program computed.

Small programs are captured as Dynamo's and as ATen's graphs, rewritten, and run. Each test names the
rules that must be applied, so that it fails where they are not.
"""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch.fx import GraphModule

import package_path  # noqa: F401
import regraft
from oracle import run_regraft

LIBRARY = Path(__file__).resolve().parents[2] / "rules" / "library"
Program = Callable[..., Any]
pytestmark = pytest.mark.usefixtures("regraft")


Captured = tuple[GraphModule, Program]
"""The graph, which a test rewrites in place, and the program that runs it as it then is."""
Capture = Callable[..., Captured]


def dynamo(program: Program, *inputs: torch.Tensor) -> Captured:
    """Capture the program as Dynamo does."""
    found: list[GraphModule] = []

    def take(gm: GraphModule, _inputs: Any) -> Any:
        found.append(gm)
        return lambda *args: gm.forward(*args)

    torch._dynamo.reset()
    compiled = torch.compile(program, backend=take, fullgraph=True)
    compiled(*inputs)
    return found[0], compiled


def aten(program: Program, *inputs: torch.Tensor) -> Captured:
    """Capture the program as torch.export does: ATen's operators, none taken apart."""

    class Module(torch.nn.Module):
        def forward(self, *args: torch.Tensor) -> Any:
            return program(*args)

    gm = torch.export.export(Module(), inputs).module()
    for node in gm.graph.find_nodes(op="call_module", target="_guards_fn"):
        gm.graph.erase_node(
            node
        )  # it asks for the inputs' sizes, and could write them for all we know
    return gm, gm


CAPTURES = (dynamo, aten)


def targets(gm: GraphModule) -> str:
    """Return the targets of the calls, one a line."""
    return "\n".join(str(node.target) for node in gm.graph.nodes if node.op.startswith("call_"))


def rewritten(gm: GraphModule, *files: str) -> GraphModule:
    """Rewrite the graph by files of the library."""
    regraft.rewrite(gm, [LIBRARY / f"{name}.rules" for name in files])
    gm.graph.eliminate_dead_code()
    gm.graph.lint()
    gm.recompile()
    return gm


def flat(value: Any) -> list[torch.Tensor]:
    return list(value) if isinstance(value, (tuple, list)) else [value]


def check(
    capture: Capture,
    program: Program,
    inputs: tuple[torch.Tensor, ...],
    files: tuple[str, ...],
    wanted: str,
    gone: str = "",
    tolerance: float = 0.0,
) -> None:
    """Rewrite and run the program: ``wanted`` must be called, ``gone`` no more, the values agree.

    ``tolerance`` is relative and absolute; 0 means bit for bit.
    """
    expected = flat(program(*inputs))
    gm, run = capture(program, *inputs)
    before = targets(gm)
    assert not gone or gone in before, before
    rewritten(gm, *files)
    after = targets(gm)
    assert wanted in after, after
    assert not gone or gone not in after, after
    for found, value in zip(flat(run(*inputs)), expected, strict=True):
        assert found.dtype == value.dtype
        torch.testing.assert_close(found, value, rtol=tolerance, atol=tolerance)


def tensor(*size: int, dtype: torch.dtype = torch.float32, seed: int = 0) -> torch.Tensor:
    return torch.randn(size, generator=torch.Generator().manual_seed(seed)).to(dtype)


# ---------------------------------------------------------------- fusions


def rms(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    return w * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6))


def rms_of_bf16(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    y = x.to(torch.float32)
    y = y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + 1e-6)
    return w * y.to(torch.bfloat16)


def rms_of_gemma(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    y = x.float() * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + 1e-6)
    return (y * (1.0 + w.float())).type_as(x)


def layer(x: torch.Tensor, w: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    c = x - x.mean(-1, keepdim=True)
    return c / torch.sqrt(c.pow(2).mean(-1, keepdim=True) + 1e-5) * w + b


def layer_by_variance(x: torch.Tensor, w: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    c = x - x.mean(-1, keepdim=True)
    return b + w * (c * torch.rsqrt(x.var(-1, unbiased=False, keepdim=True) + 1e-5))


def gelu_tanh(x: torch.Tensor) -> torch.Tensor:
    inner = 0.7978845608028654 * (x + 0.044715 * torch.pow(x, 3.0))
    return 0.5 * x * (1.0 + torch.tanh(inner))


def conv_bn(x: torch.Tensor, w: torch.Tensor, b: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    return F.batch_norm(F.conv2d(x, w, b), b, v, v, b, False, 0.1, 1e-5)


X, W, B = tensor(3, 8), tensor(8, seed=1), tensor(8, seed=2)
M = tensor(8, 8, seed=3)
H = torch.bfloat16
NORMS = ("chains", "no_ops", "norms")
FUSIONS: dict[str, tuple[Program, tuple[torch.Tensor, ...], tuple[str, ...], str, str, float]] = {
    "rms": (rms, (X, W), NORMS, "rms_norm", "rsqrt", 1e-5),
    "rms_bf16": (rms_of_bf16, (X.to(H), W.to(H)), NORMS, "rms_norm", "rsqrt", 2e-2),
    "rms_gemma": (rms_of_gemma, (X, W), NORMS, "rms_norm", "rsqrt", 1e-5),
    "layer": (layer, (X, W, B), NORMS, "layer_norm", "sqrt", 1e-5),
    "layer_variance": (layer_by_variance, (X, W, B), NORMS, "layer_norm", "rsqrt", 1e-5),
    "gelu": (
        lambda x: x * 0.5 * (1 + torch.erf(x / 1.4142135623730951)),
        (X,),
        ("activations",),
        "gelu",
        "erf",
        1e-6,
    ),
    "gelu_tanh": (gelu_tanh, (X,), ("activations",), "gelu", "tanh", 1e-6),
    "silu": (lambda x: torch.sigmoid(x) * x, (X,), ("activations",), "silu", "sigmoid", 1e-6),
    "silu_exp": (lambda x: x / (1 + torch.exp(-x)), (X,), ("activations",), "silu", "exp", 1e-6),
    "sigmoid": (
        lambda x: torch.reciprocal(torch.exp(-x) + 1),
        (X,),
        ("activations",),
        "sigmoid",
        "exp",
        1e-6,
    ),
    "mish": (
        lambda x: x * torch.tanh(F.softplus(x)),
        (X,),
        ("activations",),
        "mish",
        "softplus",
        1e-6,
    ),
    "hardswish": (
        lambda x: x * F.relu6(x + 3) / 6,
        (X,),
        ("activations",),
        "hardswish",
        "relu6",
        1e-6,
    ),
    "hardsigmoid": (
        lambda x: torch.clamp(3 + x, 0, 6) / 6,
        (X,),
        ("activations",),
        "hardsigmoid",
        "clamp",
        1e-6,
    ),
    "log_softmax": (
        lambda x: torch.log(torch.softmax(x, -1)),
        (X,),
        ("activations",),
        "log_softmax",
        "",
        1e-5,
    ),
    "addmm": (lambda a, b, c: torch.mm(a, b) + c, (X, M, B), ("linear",), "addmm", "add.T", 1e-5),
    "linear": (lambda c, a, b: c + a @ b.t(), (B, X, M), ("linear",), "linear", "matmul", 1e-5),
    "addmm_relu": (
        lambda c, a, b: torch.relu(torch.addmm(c, a, b)),
        (B, X, M),
        ("linear",),
        "_addmm_activation",
        "relu",
        1e-5,
    ),
    "baddbmm": (
        lambda c, a, b: c + torch.bmm(a, b),
        (tensor(2, 3, 5), tensor(2, 3, 4), tensor(2, 4, 5)),
        ("linear",),
        "baddbmm",
        "",
        1e-5,
    ),
    "conv_bn": (
        conv_bn,
        (tensor(2, 3, 5, 5), tensor(8, 3, 3, 3), B, B.abs() + 1),
        ("linear",),
        "conv2d",
        "batch_norm",
        1e-4,
    ),
    "linear_bn": (
        lambda x, w, b, v: F.batch_norm(F.linear(x, w), b, v, v, b, False, 0.1, 1e-5),
        (X, M, B, B.abs() + 1),
        ("linear",),
        "linear",
        "batch_norm",
        1e-4,
    ),
}


@pytest.mark.parametrize("capture", CAPTURES)
@pytest.mark.parametrize("name", FUSIONS)
def test_fusion_agrees(name: str, capture: Capture) -> None:
    program, inputs, files, wanted, gone, tolerance = FUSIONS[name]
    if capture is dynamo and gone == "add.T":
        gone = ""  # Dynamo has operator.add
    check(capture, program, inputs, files, wanted, gone, tolerance)


# ---------------------------------------------------------------- lowering

LOWERED: dict[str, tuple[Program, tuple[torch.Tensor, ...], str]] = {
    "addmm": (torch.addmm, (B, X, M), "addmm"),
    "linear": (F.linear, (X, M, B), "linear"),
    "addcmul": (lambda a, b, c: torch.addcmul(a, b, c, value=2), (X, X + 1, W), "addcmul"),
    "addcdiv": (lambda a, b, c: torch.addcdiv(a, b, c), (X, X + 1, W.abs() + 1), "addcdiv"),
    "lerp": (lambda a, b: torch.lerp(a, b, 0.3), (X, W.expand(3, 8)), "lerp"),
    "layer_norm": (lambda x, w, b: F.layer_norm(x, (8,), w, b), (X, W, B), "layer_norm"),
    "rms_norm": (lambda x, w: F.rms_norm(x, (8,), w, 1e-6), (X, W), "rms_norm"),
    "softmax": (lambda x: torch.softmax(x, -1), (X,), "softmax"),
    "log_softmax": (lambda x: torch.log_softmax(x, 0), (X,), "log_softmax"),
    "gelu": (F.gelu, (X,), "gelu"),
    "gelu_tanh": (lambda x: F.gelu(x, approximate="tanh"), (X,), "gelu"),
    "silu": (F.silu, (X,), "silu"),
    "hardswish": (F.hardswish, (X,), "hardswish"),
    "hardsigmoid": (F.hardsigmoid, (X,), "hardsigmoid"),
    "relu6": (F.relu6, (X,), "relu6"),
    "leaky_relu": (lambda x: F.leaky_relu(x, 0.2), (X,), "leaky_relu"),
    "mish": (F.mish, (X,), "mish"),
}


@pytest.mark.parametrize("capture", CAPTURES)
@pytest.mark.parametrize("name", LOWERED)
def test_lowering_agrees(name: str, capture: Capture) -> None:
    program, inputs, gone = LOWERED[name]
    check(capture, lambda *args: program(*args), inputs, ("lowering",), "", gone, 1e-5)


# ---------------------------------------------------------------- canonical forms

CANONICAL: dict[str, tuple[Program, tuple[torch.Tensor, ...], str, str]] = {
    "times_one": (lambda x: torch.exp(1.0 * (x * 1)), (X,), "no_ops", "mul"),
    "minus_zero": (lambda x: torch.exp(x - 0), (X,), "no_ops", "sub"),
    "clone": (lambda x: torch.exp(x.clone()), (X,), "no_ops", "clone"),
    "contiguous": (lambda x: torch.exp(x.contiguous()), (X,), "no_ops", ""),
    "to_same": (lambda x: torch.exp(x.to(torch.float32)), (X,), "no_ops", ""),
    "dropout": (lambda x: torch.exp(F.dropout(x, 0.5, False)), (X,), "no_ops", "dropout"),
    "view": (lambda x: torch.exp(x.view(3, 8)), (X,), "no_ops", "view"),
    "permute": (lambda x: torch.exp(x.permute(0, 1)), (X,), "no_ops", "permute"),
    "cat": (lambda x: torch.exp(torch.cat([x])), (X,), "no_ops", "cat"),
    "pad": (lambda x: torch.exp(F.pad(x, (0, 0))), (X,), "no_ops", "pad"),
    "relu_twice": (lambda x: torch.relu(torch.relu(x)), (X,), "no_ops", ""),
    "casts": (lambda x: x.to(H).float().to(torch.float16), (X,), "chains", ""),
    "view_of_view": (lambda x: torch.exp(x.view(24).view(4, 6)), (X,), "chains", ""),
    "transpose_twice": (
        lambda x: torch.exp(x.transpose(1, 2).transpose(-1, -2)),
        (tensor(2, 3, 4),),
        "chains",
        "transpose",
    ),
    "permute_of_permute": (
        lambda x: torch.exp(x.permute(2, 0, 1).permute(-1, 0, 1)),
        (tensor(2, 3, 4),),
        "chains",
        "",
    ),
    "expand_of_expand": (
        lambda x: torch.exp(x.expand(3, 8).expand(2, 3, 8)),
        (tensor(1, 8),),
        "chains",
        "",
    ),
    "squeeze_of_unsqueeze": (
        lambda x: torch.exp(x.unsqueeze(1).squeeze(-2)),
        (X,),
        "chains",
        "squeeze",
    ),
    "slice_of_slice": (lambda x: torch.exp(x.narrow(1, 0, 8)), (X,), "no_ops", "narrow"),
    "neg_neg": (lambda x: torch.exp(torch.neg(-x)), (X,), "chains", "neg"),
}


NOT_THERE = {("aten", "contiguous"), ("aten", "casts")}
"""torch.export leaves the first out itself, and asserts the dtype of each cast, which keeps it."""


@pytest.mark.parametrize("capture", CAPTURES)
@pytest.mark.parametrize("name", CANONICAL)
def test_canonical_form_is_bit_equal(name: str, capture: Capture) -> None:
    program, inputs, file, gone = CANONICAL[name]
    gm, run = capture(program, *inputs)
    before = targets(gm)
    after = targets(rewritten(gm, file))
    if (capture.__name__, name) not in NOT_THERE:
        assert len(after.splitlines()) < len(before.splitlines()), after
    assert not gone or gone not in targets(gm)
    for found, value in zip(flat(run(*inputs)), flat(program(*inputs)), strict=True):
        assert torch.equal(found, value)


def test_zero_added_to_a_float_stays() -> None:
    """-0.0 + 0 is 0.0: the near miss of a canonical form that is bit for bit."""
    gm = rewritten(dynamo(lambda x: torch.exp(x + 0), X)[0], "no_ops")
    assert "add" in targets(gm)
    negative = torch.tensor([-0.0])
    assert not torch.equal(torch.signbit(negative + 0), torch.signbit(negative))


# ---------------------------------------------------------------- attention

fuse_attention = pytest.importorskip("torch._inductor.fx_passes.fuse_attention")

PATTERNS = range(1, 21)
NOT_FUSED = {("aten", 7), ("aten", 9), ("aten", 16)}
"""torch.export asserts what dtype the dropped weights have: an assertion reads random numbers, which
the fused call would draw again."""


def own(function: types.FunctionType) -> types.FunctionType:
    """Copy a function of PyTorch, so that Dynamo captures what is in it."""
    code = function.__code__.replace(co_filename=__file__)
    return types.FunctionType(code, function.__globals__, function.__name__)


@functools.cache
def inductor_patterns() -> dict[str, Any]:
    return dict(fuse_attention._get_sfdp_patterns(torch.device("cpu")))


def example(number: int, half: bool) -> tuple[dict[str, Any], types.FunctionType]:
    """Return a pattern function of Inductor with arguments by name.

    A scale is a number, as Inductor demands of real graphs.
    """
    name = f"_sfdp_pattern_{number}" + ("_half" if half else "") + "_inference"
    entry = inductor_patterns()[name]
    function = own(getattr(fuse_attention, f"_sfdp_pattern_{number}"))
    examples = iter(entry["example_inputs"])
    arguments: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters:
        if parameter == "dropout_p":
            arguments[parameter] = 0.0
        elif parameter in entry["scalar_workaround"]:
            arguments[parameter] = 2.0
        else:
            given = next(examples)
            arguments[parameter] = like(given, len(arguments)) if given.dim() else 2.0
    return arguments, function


def like(given: torch.Tensor, seed: int) -> torch.Tensor:
    """Make values for an example; a mask of two dimensions hides some keys, never all."""
    size = [min(n, 64) for n in given.shape]
    values = tensor(*size, seed=seed)
    if given.dim() == 2:
        values = torch.ones(size)
        values[:, -1] = 0
    if given.dtype == torch.bool:
        values = values.abs() + 1
        values[..., -1] = 0
        return values.bool()
    return values.to(given.dtype)


def fuses(capture: Capture, number: int, half: bool, dropout: float) -> bool:
    """Whether the pattern becomes one call, which then must agree with it."""
    arguments, function = example(number, half)
    if "dropout_p" in arguments:
        arguments["dropout_p"] = dropout
    elif dropout:
        return True
    names = [name for name, value in arguments.items() if isinstance(value, torch.Tensor)]
    inputs = tuple(arguments[name] for name in names)

    def program(*args: torch.Tensor) -> Any:
        return function(**(arguments | dict(zip(names, args, strict=True))))

    gm, run = capture(program, *inputs)
    regraft.rewrite(gm, [LIBRARY / f"{name}.rules" for name in ("chains", "attention")])
    gm.recompile()
    if targets(gm).count("scaled_dot_product_attention") != 1:
        return False
    if not dropout:
        tolerance = 2e-2 if half else 1e-5
        found, expected = flat(run(*inputs))[0], flat(program(*inputs))[0]
        torch.testing.assert_close(found, expected, rtol=tolerance, atol=tolerance)
    return True


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("capture", CAPTURES)
@pytest.mark.parametrize("number", PATTERNS)
@pytest.mark.parametrize("half", [False, True])
def test_patterns_of_inductor_are_fused(number: int, capture: Capture, half: bool) -> None:
    """Without dropout and with it; with it the random numbers are others, and are not compared.

    Patterns 7 to 10 cast to f16 whatever they are given: of f32 they are no attention.
    """
    if number in range(7, 11) and not half:
        assert not fuses(capture, number, half, 0.0)
        return
    expected = (capture.__name__, number) not in NOT_FUSED
    assert fuses(capture, number, half, 0.0) == expected
    assert fuses(capture, number, half, 0.1) == expected


def test_one_rule_has_at_most_forty_lines() -> None:
    """The rule and its patterns, without comments and functions."""
    text = (LIBRARY / "attention.rules").read_text(encoding="utf-8")
    rule = text[text.index("pattern ") : text.index("\nfn ")]
    assert len([line for line in rule.splitlines() if line.strip()]) <= 40


# ---------------------------------------------------------------- captured models

GRAPHS = Path(__file__).resolve().parents[1] / "graphs"
"""Each file of the library runs over each captured graph without an error."""


@pytest.mark.parametrize("file", sorted(path.stem for path in LIBRARY.glob("*.rules")))
def test_library_runs_on_captured_models(file: str) -> None:
    for path in sorted(GRAPHS.glob("*.fx")):
        if path.stem.endswith(".plain"):
            continue
        run_regraft(path.read_text(encoding="utf-8"), [str(LIBRARY / f"{file}.rules")])
