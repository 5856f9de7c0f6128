"""Small programs for the oracle, as source text in a table.

Each program is the body of a function of its inputs. ``x`` is a 4 by 6 float32 tensor unless the
row says otherwise. A row is run in both forms of graph unless it says ``only``.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch.utils._dtype_abbrs import dtype_abbrs


@dataclass(frozen=True)
class Input:
    """How to make an argument of a program; made under a fixed random seed."""

    description: str
    """Dtype and shape as annotations have them, or what is special, for the test's name."""
    make: Callable[[], torch.Tensor]


@dataclass(frozen=True)
class Program:
    """One row of the table."""

    source: str
    """Statements of the function's body."""
    inputs: dict[str, Input]
    """Makers of the function's arguments, in order, by name."""
    forms: tuple[str, ...]
    """Forms of graph it can be captured in."""
    may_refuse: bool
    """Whether an error message is as right as a right result."""

    @property
    def name(self) -> str:
        """The source and what the inputs are."""
        inputs = ", ".join(f"{name}: {i.description}" for name, i in self.inputs.items())
        return f"{self.source.replace(chr(10), ' | ')} ({inputs})"

    def function(self) -> Callable:
        """Return the program as a Python function."""
        body = textwrap.indent(self.source, "    ")
        namespace: dict[str, Any] = {"torch": torch, "F": F}
        code = f"def program({', '.join(self.inputs)}):\n{body}\n"
        exec(compile(code, f"<{self.source}>", "exec"), namespace)
        return namespace["program"]

    def make_inputs(self) -> list[torch.Tensor]:
        """Return fresh inputs, which depend on torch's random state only."""
        return [argument.make() for argument in self.inputs.values()]


# Inputs -------------------------------------------------------------------------------------------


def floats(*shape: int, dtype: torch.dtype = torch.float32) -> Input:
    """Random numbers, normally distributed."""
    return Input(_description(dtype, shape), lambda: torch.randn(shape).to(dtype))


def ints(*shape: int, dtype: torch.dtype = torch.int64) -> Input:
    """The numbers 1, 2, 3, …"""
    numbers = torch.arange(1, math.prod(shape) + 1).reshape(shape)
    return Input(_description(dtype, shape), lambda: numbers.to(dtype, copy=True))


def values(nest: Any, dtype: torch.dtype | None = None) -> Input:
    """Just these values."""
    return Input(str(nest), lambda: torch.tensor(nest, dtype=dtype))


def mask(*shape: int, true: int) -> Input:
    """Booleans of which ``true``, at random places, are true."""

    def make() -> torch.Tensor:
        flat = torch.zeros(math.prod(shape), dtype=torch.bool)
        flat[torch.randperm(flat.numel())[:true]] = True
        return flat.reshape(shape)

    return Input(f"{_description(torch.bool, shape)} with {true} true", make)


def strided(shape: tuple[int, ...], stride: tuple[int, ...], offset: int = 0) -> Input:
    """Random floats laid out with these strides and this offset, all in elements."""
    description = f"{_description(torch.float32, shape)}{list(stride)}+{offset}"
    return Input(description, lambda: torch.randn(200).as_strided(shape, stride, offset))


def _description(dtype: torch.dtype, shape: tuple[int, ...]) -> str:
    return f"{dtype_abbrs[dtype]}{list(shape)}"


X = floats(4, 6)
M = floats(6)
S = values([1.0, 2.0, 0.5, 1.0, 3.0, 1.5])
ROWS = values([2, 0])
NEGATIVE_ROWS = values([-1, 1])
COLUMNS = values([5, 1])


def program(
    source: str, only: str | None = None, may_refuse: bool = False, **inputs: Input
) -> Program:
    """Make a row; ``x`` is the first argument in any case."""
    forms = (only,) if only else ("dynamo", "aten")
    return Program(source, {"x": X} | inputs, forms, may_refuse)


# The table ----------------------------------------------------------------------------------------

# The smallest programs that existing passes get wrong.
KNOWN_FAULTS = [
    program("x.zero_()"),
    program("x.fill_(9.)"),
    program("x[-1, 0] = 9."),
    program("x[-1, 0:2] = 9."),
    program("x[0, 0] = v", v=floats()),
    program("x[0, 1:3] = v", v=floats(2)),
    program("x[0:2] = v", v=floats(6)),
    program("x[:, 1] = v", v=floats(1)),
    program("x[:, :] = 9."),
    program("x[i] = 9.", i=ROWS),
    program("x[i, 0] = v", i=ROWS, v=floats(2)),
    program("x[:, i] = v", i=COLUMNS, v=floats(4, 2)),
    program("x[m] = v", m=mask(4, 6, true=7), v=floats(7)),
    program("v = x[0]; v.add_(1)"),
    program("v = x[1:3]; v.add_(1); return v"),
    program("v = x.t(); v.add_(1); return v"),
    program("return x.t()", x=floats(4, 4)),
    program("c = x.chunk(2); c[0].add_(1)"),
    program("v = x.view(-1); x.add_(1); return v * 1"),
    program("v = x.view(-1); w = x.view(4); v.add_(1); return w * 1", x=floats(2, 2)),
    program("v = x.view(-1); w = x.view(4); v.add_(1); w.mul_(2); return v * 1", x=floats(2, 2)),
    program("x.unfold(0, 2, 3).add_(1); return x * 1", x=floats(5)),
    program("x[1:3].add_(1); c, d = x.split(2); d.zero_(); return x.sum(-1), c"),
]

IN_PLACE_METHODS = [
    program("x.add_(1)"),
    program("x.add_(v, alpha=2)", v=floats(4, 6)),
    program("x.sub_(v)", v=floats(6)),
    program("x.mul_(v); return x", v=floats(4, 1)),
    program("x.div_(v); return x + 1", v=floats()),
    program("x.add_(x)"),
    program("y = x * 2; y.add_(1); return y"),
    program("y = x * 2; y.neg_(); y.exp_(); return y, x"),
    program("a = x + 1; x.add_(1); b = x + 1; return a, b"),
    program("y = x.add_(1); x.mul_(2); return y + 0"),
    program("y = x.add_(1); z = y.mul_(2); return x * 1, y * 1, z * 1"),
    program("return x.add_(1).mul_(2).clamp_(max=3) - x"),
    program("return (x + 1).sigmoid_().sub_(0.5)"),
    program("return x.relu_()"),
    program("x.clamp_(-0.5, 0.5)"),
    program("x.clip_(min=0)"),
    program("x.abs_().sqrt_().pow_(3)"),
    program("x.round_().floor_().tanh_()"),
    program("x.addcmul_(v, w)", v=floats(4, 6), w=floats(6)),
    # Dynamo itself takes this one apart, with other rounding.
    program("x.addcmul_(v, w, value=0.5)", only="aten", v=floats(4, 6), w=floats(6)),
    program("x.addmm_(v, w)", v=floats(4, 3), w=floats(3, 6)),
    program("x.lerp_(v, 0.25)", v=floats(4, 6)),
    program("x.masked_fill_(m, -1.)", m=mask(4, 6, true=5)),
    program("x.masked_fill_(m, v)", m=mask(6, true=2), v=floats()),
    program("x.masked_scatter_(m, v)", m=mask(4, 6, true=5), v=floats(9)),
    program("x.index_fill_(0, i, 3.)", i=ROWS),
    program("x.index_add_(1, i, v, alpha=2)", i=COLUMNS, v=floats(4, 2)),
    program("x.index_copy_(0, i, v)", i=ROWS, v=floats(2, 6)),
    program("x.index_put_((i, j), v)", i=ROWS, j=COLUMNS, v=floats(2)),
    program("x.index_put_((i,), v, accumulate=True)", i=values([1, 1]), v=floats(2, 6)),
    program("x.scatter_(1, i, v)", i=values([[0, 1], [2, 3]]), v=floats(2, 2)),
    program("x.scatter_(0, i, 7.)", i=values([[0, 1, 2]])),
    program("x.scatter_add_(1, i, v)", i=values([[0, 0], [2, 3]]), v=floats(2, 2)),
    program("x.scatter_reduce_(0, i, v, 'amax')", i=values([[0, 0], [2, 3]]), v=floats(2, 2)),
    program("x.tril_()"),
    program("x.triu_(1); return x.sum()"),
    program("x.cumsum_(1)"),
    program("x.fill_diagonal_(2.)", may_refuse=True),
    program("x.fill_(v)", v=floats()),
    program("return torch.relu_(x) + 1"),
    program("torch.Tensor.add_(x, 1)"),
    program("x.__iadd__(1); return x * 2"),
    program("x.__setitem__(0, 3.); return x * 2"),
    program("torch._foreach_add_([x, v], 1); return x + v", v=floats(6), may_refuse=True),
    program("with torch.no_grad():\n    x.add_(1)\nreturn x * 2"),
    program(
        "with torch.autocast('cpu', dtype=torch.bfloat16):\n"
        "    y = x @ v\n    x.add_(1)\n    z = x @ v\nreturn y, z",
        v=floats(6, 6),
    ),
    program("x.add_(1)", x=floats()),
    program("x[...] = 2.; return x + 1", x=floats()),
    program("x.add_(1)", x=ints(3)),
    program("x.add_(1)", x=floats(0, 3)),
]

PYTHON_OPERATORS = [
    program("x += 1; return x"),
    program("x += v; x -= 1; x *= v; x /= 2; return x * 1", v=floats(6)),
    program("y = x; y += 1; return x * 1"),
    program("y = x * 2; y += x; return y"),
    program("x //= 2; x %= 3; x **= 2; return x", x=ints(4)),
    program("x |= 4; x &= 5; x ^= 3; x <<= 1; x >>= 2", x=ints(4)),
    program("x |= v; x &= ~v; x ^= v; return x", x=mask(5, true=2), v=mask(5, true=3)),
    program("x[0] += 1"),
    program("x[0:2] -= v; return x * 1", v=floats(6)),
    program("x[:, 0] *= v", v=floats(4)),
    program("x[1, 2] /= 3"),
    program("x[i] += 1; return x * 1", i=ROWS),
    program("x[m] *= 2.", m=mask(4, true=2), only="aten", may_refuse=True),
]

DTYPES = [
    program("x.eq_(v)", v=floats(4, 6)),
    program("x.lt_(0.); return x + 1"),
    program("x.ge_(v); return x", x=ints(6), v=ints(6)),
    program("x.logical_not_(); return x"),
    program("x.logical_and_(v)", x=ints(6), v=mask(6, true=3)),
    program("x.mul_(v); return x", x=floats(4, 6, dtype=torch.float16), v=floats(4, 6)),
    program("x.add_(v)", x=floats(4, dtype=torch.bfloat16), v=floats(4)),
    program("x.add_(v); return x", v=floats(6, dtype=torch.float64)),
    program("x.sub_(v)", v=ints(6)),
    program("x.mul_(v)", x=ints(6, dtype=torch.int32), v=ints(6)),
    program("x.mul_(v)", x=ints(6, dtype=torch.uint8), v=mask(6, true=3)),
    program("x.div_(2, rounding_mode='floor')", x=ints(6)),
    program("x += v; return x", x=floats(6, dtype=torch.float16), v=floats(6)),
    program("x.view(torch.int32).add_(1); return x * 1"),
    program("v = x.view(torch.int32); x.mul_(2); return v + 1"),
    program("torch.view_as_real(x)[..., 0] = 1.; return x * 1", x=floats(4, dtype=torch.complex64)),
    program("x.real.mul_(2); return x * 1", x=floats(4, dtype=torch.complex64)),
    program("x.conj().mul_(2j); return x * 1", x=floats(4, dtype=torch.complex64), may_refuse=True),
]

COPIES = [
    program("x.copy_(v)", v=floats(4, 6)),
    program("x.copy_(v); return v + 1", v=floats(4, 6)),
    program("x.copy_(v); v.add_(1); return x * 1, v * 1", v=floats(4, 6)),
    program("x.copy_(v); return v", v=floats(4, 6)),
    program("t = x.clone(); x.copy_(v); v.copy_(t)", v=floats(4, 6)),
    program("x.copy_(v)", v=floats(6)),
    program("x.copy_(v)", v=floats(4, 1)),
    program("x.copy_(v)", v=floats()),
    program("x.copy_(v.t())", v=floats(6, 4)),
    program("x.copy_(v)", v=ints(6)),
    program("x.copy_(v); return x", x=ints(6), v=floats(6)),
    program("x.copy_(v)", x=floats(6, dtype=torch.bfloat16), v=floats(6)),
    program("x.copy_(v)", v=floats(6, dtype=torch.float64)),
    program("x.copy_(v)", x=mask(6, true=2), v=floats(6)),
    program("x.copy_(v, non_blocking=True)", v=floats(4, 6)),
    program("x[0].copy_(v)", v=floats(6)),
    program("x.t().copy_(v); return x * 1", v=floats(6, 4)),
    program("x[:, 1].copy_(v)", v=floats(1)),
    program("x[0].copy_(x[1])"),
    program("x[:, 0].copy_(x[:, 1]); return x"),
    program("v = x.view(-1); v[3:9].copy_(w); return x * 1", w=floats(6)),
]

FILLS = [
    program("x.zero_(); return x + 1"),
    program("x[1].zero_()"),
    program("x[:, 2:4].fill_(3.); return x.sum()"),
    program("x.t().zero_(); return x"),
    program("x.fill_(2)", x=ints(5)),
    program("x.fill_(True)", x=mask(5, true=2)),
    program("y = torch.empty(4, 6); y.fill_(1.5); return y + x"),
    program("y = torch.zeros_like(x); y.copy_(x); y[0].zero_(); return y"),
    program("y = x.new_zeros(3); y[0] = 1; return y"),
    program("y = torch.zeros(4, 6); y[1:3] = x[1:3]; return y"),
    program("y = torch.ones(2, 3); y[:, 1] = x[0, :2]; return y, x"),
]

SETITEM_BASIC = [
    program("x[0] = v", v=floats(6)),
    program("x[0] = 9.; return x * 1"),
    program("x[-1] = v; return x", v=floats(6)),
    program("x[:2] = v", v=floats(2, 6)),
    program("x[1:] = v", v=floats(3, 6)),
    program("x[1:3] = v; return x * 2", v=floats(2, 6)),
    program("x[-2:] = v", v=floats(2, 6)),
    program("x[-3:-1] = v", v=floats(2, 6)),
    program("x[:-1] = 9."),
    program("x[0:4:2] = v", v=floats(2, 6)),
    program("x[1::2] = 9."),
    program("x[1:4:3] = v", v=floats(1, 6)),
    program("x[2:100] = 9."),
    program("x[-100:2] = 9."),
    program("x[3:1] = 9."),
    program("x[0:0] = 9."),
    program("x[:] = v", v=floats(4, 6)),
    program("x[:] = 9."),
    program("x[...] = v", v=floats(4, 6)),
    program("x[...] = 9."),
    program("x[()] = 9."),
    program("x[..., 0] = v", v=floats(4)),
    program("x[..., 1:3] = v", v=floats(4, 2)),
    program("x[0, ...] = v", v=floats(6)),
    program("x[1, ..., 2] = 9."),
    program("x[:, 2] = v", v=floats(4)),
    program("x[:, 2:4] = 9."),
    program("x[:, -2] = 9."),
    program("x[:, ::3] = v", v=floats(4, 2)),
    program("x[1, 2] = 9."),
    program("x[1, -2] = v", v=floats()),
    program("x[-1, -1] = 9."),
    program("x[1, 2:4] = v", v=floats(2)),
    program("x[0, :] = v", v=floats(6)),
    program("x[1:3, 0] = v", v=floats(2)),
    program("x[1:3, 2:5] = v", v=floats(2, 3)),
    program("x[1:3, -2:] = 9."),
    program("x[::2, ::2] = v", v=floats(2, 3)),
    program("x[0, 1:3, -1] = v", x=floats(2, 3, 4), v=floats(2)),
    program("x[:, 0] = v", x=floats(2, 3, 4), v=floats(2, 4)),
    program("x[..., 0, :] = 9.", x=floats(2, 3, 4)),
    program("x[1, ..., 2] = v", x=floats(2, 3, 4), v=floats(3)),
    program("x[0, :, 1:3] = v", x=floats(2, 3, 4), v=floats(3, 2)),
    program("x[-1, ::2, 1] = v", x=floats(2, 3, 4), v=floats(2)),
    program("x[:, 1, 2] = v", x=floats(2, 3, 4), v=floats(2)),
    program("x[1, 2, 3] = 9.", x=floats(2, 3, 4)),
    program("x[1:3][0] = 5."),
    program("x[1:3][:, 2:4] = 0.; return x * 1"),
    program("x[0][1] = 2."),
    program("x.t()[1] = v", v=floats(4)),
    program("x[0] = x[1]"),
    program("x[0] = x[0] + 1"),
    program("x[0] = 1.; x[1] = 2.; x[0:2, 0] = 3.; return x * 1"),
    program("y = x[0]; x[0] = v; return y * 1", v=floats(6)),
    program("x[0] = x.sum()"),
    program("x[2] = v[1]", v=floats(3)),
]

SETITEM_NONE = [
    program("x[None] = v", v=floats(1, 4, 6)),
    program("x[None] = 9."),
    program("x[None] = v", v=floats(4, 6)),
    program("x[0, None] = v", v=floats(1, 6)),
    program("x[:, None, 0] = v", v=floats(4, 1)),
    program("x[0, None, 1:3] = v", v=floats(1, 2)),
    program("x[None, 1:3, :, None] = v", v=floats(1, 2, 6, 1)),
    program("x[..., None] = v", v=floats(4, 6, 1)),
    program("x[..., None, 2] = v", v=floats(4, 1)),
    program("x[None, None, 1, 2] = 9."),
]

SETITEM_VALUES = [
    program("x[0:2] = v", v=floats(1, 6)),
    program("x[0:2] = v", v=floats(2, 1)),
    program("x[0:2] = v", v=floats(1)),
    program("x[0:2] = v", v=floats()),
    program("x[0:2] = v", v=floats(1, 1, 6)),
    program("x[0] = v", v=floats(1, 6)),
    program("x[0] = v", v=floats(1, 1, 1)),
    program("x[0] = v", v=floats()),
    program("x[1, 2] = v", v=floats(1)),
    program("x[1, 2] = v", v=floats(1, 1)),
    program("x[:, 1] = v", v=floats()),
    program("x[:, 1:3] = v", v=floats(2)),
    program("x[:, 1:3] = v", v=floats(4, 1)),
    program("x[1:3, 2:5] = v", v=floats(2, 1)),
    program("x[1:3, 2:5] = v", v=floats(3)),
    program("x[0, 1:3] = v", v=floats(1)),
    program("x[::2, ::2] = v", v=floats(1, 3)),
    program("x[:] = v", v=floats(6)),
    program("x[i] = v", i=ROWS, v=floats(6)),
    program("x[i] = v", i=ROWS, v=floats(2, 1)),
    program("x[i] = v", i=ROWS, v=floats()),
    program("x[i] = v", i=ROWS, v=floats(1, 2, 6)),
    program("x[0] = v", v=ints(6)),
    program("x[0] = v", v=floats(6, dtype=torch.float64)),
    program("x[0:2] = v", v=floats(6, dtype=torch.float16)),
    program("x[:, 0] = v", v=mask(4, true=2)),
    program("x[0] = v; return x", x=ints(4, 6), v=floats(6)),
    program("x[1:3] = v", x=ints(4, 6, dtype=torch.int32), v=ints(6)),
    program("x[0] = 2.7; return x", x=ints(4)),
    program("x[0] = 1; x[1] = True", x=floats(3)),
    program("x[1:3] = 3", x=mask(5, true=1)),
    program(
        "x[i] = v", x=floats(4, 6, dtype=torch.bfloat16), i=ROWS, v=floats(6, dtype=torch.bfloat16)
    ),
    program("x[m] = v", m=mask(4, 6, true=5), v=floats(dtype=torch.float64)),
    program("x[0] = float('inf'); x[1] = float('nan'); x[2] = -0.0"),
]

SETITEM_INDEX_TENSORS = [
    program("x[i] = 9.", i=NEGATIVE_ROWS),
    program("x[i] = v; return x * 1", i=ROWS, v=floats(2, 6)),
    program("x[i] = v", i=values([[0, 1], [2, 3]]), v=floats(2, 2, 6)),
    program("x[i] = v", only="dynamo", i=values(2), v=floats(6)),
    program("x[i] = 9.", i=values([1, 3], torch.int32)),
    program("x[i, 0] = 9.", i=ROWS),
    program("x[i, -1] = v", i=NEGATIVE_ROWS, v=floats(2)),
    program("x[0, i] = v", i=COLUMNS, v=floats(2)),
    program("x[-1, i] = 9.", i=COLUMNS),
    program("x[:, i] = 9.", i=COLUMNS),
    program("x[..., i] = v", i=COLUMNS, v=floats(4, 2)),
    program("x[i, ...] = v", i=ROWS, v=floats(2, 6)),
    program("x[i, :] = v", i=ROWS, v=floats(6)),
    program("x[i, 1:3] = v", i=ROWS, v=floats(2, 2)),
    program("x[i, 1:3] = 9.", i=ROWS),
    program("x[1:3, i] = v", i=COLUMNS, v=floats(2, 2)),
    program("x[::2, i] = v", i=COLUMNS, v=floats(2)),
    program("x[i, j] = v", i=ROWS, j=COLUMNS, v=floats(2)),
    program("x[i, j] = 9.", i=NEGATIVE_ROWS, j=COLUMNS),
    program("x[i[:, None], j] = v", i=ROWS, j=COLUMNS, v=floats(2, 2)),
    program("x[i, None] = v", i=ROWS, v=floats(2, 1, 6)),
    program("x[None, i] = v", i=ROWS, v=floats(1, 2, 6)),
    program("x[[0, 2]] = v", v=floats(2, 6)),
    program("x[[0, 2], [1, 3]] = 9."),
    program("x[torch.tensor([0, 2])] = 9."),
    program("x[torch.arange(2), 1] = v", v=floats(2)),
    program("x[i, :, j] = v", x=floats(4, 3, 6), i=ROWS, j=COLUMNS, v=floats(2, 3)),
    program("x[:, i, j] = v", x=floats(2, 4, 6), i=ROWS, j=COLUMNS, v=floats(2, 2)),
    program("x[0, :, i] = v", x=floats(2, 4, 6), i=COLUMNS, v=floats(4, 2)),
    program("x[i, 0] = v", x=floats(4, 3, 6), i=ROWS, v=floats(2, 6)),
    program("x[i, 1:3, 0] = v", x=floats(4, 3, 6), i=ROWS, v=floats(2, 2)),
    program("x[:, 0, i] = v", x=floats(2, 4, 6), i=COLUMNS, v=floats(2, 2)),
    program("x[1, i, 1:3] = v", x=floats(2, 4, 6), i=ROWS, v=floats(2, 2)),
    program("x[:, i].zero_(); return x * 1", i=COLUMNS),
    program("x[1:3][i] = 9.", i=values([1, 0])),
    program("x.t()[i] = v; return x", i=COLUMNS, v=floats(2, 4)),
]

SETITEM_MASKS = [
    program("x[m] = 9.", m=mask(4, 6, true=5)),
    program("x[m] = 9.", m=mask(4, 6, true=0)),
    program("x[m] = v", m=mask(4, 6, true=5), v=floats()),
    program("x[m] = v", m=mask(4, 6, true=5), v=floats(1)),
    program("x[m] = v", m=mask(4, 6, true=5), v=floats(5)),
    # As many true elements as there are columns: the value is packed all the same.
    program("x[m] = v", m=mask(4, 6, true=6), v=floats(6)),
    program("x[m] = v", x=floats(6), m=mask(6, true=6), v=floats(6)),
    program("x[~m] = 0.; return x * 1", m=mask(4, 6, true=5)),
    program("x[x > 0] = 0."),
    program("x[x > 0] = -x.sum()"),
    program("x[m] = 9.", m=mask(4, true=2)),
    program("x[m] = v", m=mask(4, true=2), v=floats(6)),
    program("x[m] = v", m=mask(4, true=2), v=floats(1)),
    program("x[m] = v", m=mask(4, true=2), v=floats(2, 6)),
    program("x[m] = v", m=mask(4, true=2), v=floats(2, 1)),
    program("x[m] = v", m=mask(4, true=4), v=floats(4, 6)),
    program("x[:, m] = 9.", m=mask(6, true=3)),
    program("x[:, m] = v", m=mask(6, true=3), v=floats(4, 3)),
    program("x[..., m] = v", m=mask(6, true=3), v=floats(4, 1)),
    program("x[m, 0] = v", m=mask(4, true=2), v=floats(2)),
    program("x[m, 1:3] = 9.", m=mask(4, true=2)),
    program("x[0, m] = v", m=mask(6, true=3), v=floats(3)),
    program("x[m, i] = v", m=mask(4, true=2), i=COLUMNS, v=floats(2)),
    program("x[m] = v", x=floats(2, 3, 4), m=mask(2, 3, true=2), v=floats(2, 4)),
    program("x[m] = 9.", x=floats(2, 3, 4), m=mask(2, 3, true=2)),
    program("x[m] = v", x=floats(2, 3, 4), m=mask(2, 3, true=2), v=floats(4)),
    program("x[0][m] = 1.; return x * 1", m=mask(6, true=3)),
]

OUT_ARGUMENTS = [
    program("torch.add(x, 1, out=o)", o=floats(4, 6)),
    program("torch.mul(x, x, out=o); return o + 1", o=floats(4, 6)),
    program("torch.add(x, 1, out=x); return x * 1"),
    program("torch.add(x[0], 1, out=o[1]); return o * 1", o=floats(4, 6)),
    program("r = torch.exp(x, out=o); o.add_(1); return r * 1", o=floats(4, 6)),
    program("torch.add(x, 1, out=o)", o=floats(4, 6, dtype=torch.float64)),
    program("torch.matmul(x, x.t(), out=o); return x", o=floats(4, 4)),
    program("torch.cat([x, x], out=o)", o=floats(8, 6)),
    program("torch.max(x, 1, out=(a, i)); return a + 1", a=floats(4), i=ints(4)),
    program("torch.topk(x, 2, out=(a, i))", a=floats(4, 2), i=ints(4, 2)),
]

FUNCTIONS = [
    program("F.relu(x, inplace=True)"),
    program("y = F.relu(x, True); return y + x"),
    program("y = x * 2; F.relu_(y); return y"),
    program("F.leaky_relu(x, 0.1, inplace=True); return x"),
    program("F.hardtanh(x, inplace=True); return x"),
    program("F.silu(x, inplace=True)"),
    program("F.elu(x[0], inplace=True); return x * 1"),
    program("F.threshold(x, 0., 1., inplace=True)"),
    program("return F.dropout(x, 0.5, True, True)", may_refuse=True),
    program("return F.dropout(x, 0.5, training=False, inplace=True) + 1"),
    program("return F.batch_norm(x, m, s, w, b, training=True)", m=M, s=S, w=floats(6), b=M),
    program("y = F.batch_norm(x, m, s, training=True, momentum=0.3); return y, m * 2", m=M, s=S),
    program("return F.batch_norm(x, m, s, training=False)", m=M, s=S),
    program("return F.embedding(i, x, max_norm=1.0)", i=ROWS, may_refuse=True),
]

RANDOM_FILLS = [
    program("x.normal_()", may_refuse=True),
    program("x.normal_(1., 2.); return x * 1", may_refuse=True),
    program("x.uniform_(-1, 1)", may_refuse=True),
    program("x.bernoulli_(0.5); return x", may_refuse=True),
    program("x.bernoulli_(v)", v=values([0.25, 0.5, 0, 1, 0.1, 0.9]), may_refuse=True),
    program("x.exponential_()", may_refuse=True),
    program("x.random_(10)", only="aten", may_refuse=True),
    program("x.geometric_(0.5)", may_refuse=True),
    program("x.cauchy_(); x.log_normal_()", may_refuse=True),
    program("x[0].normal_(); x[1].uniform_(); y = torch.rand(3); return y", may_refuse=True),
    program("y = torch.empty(5); y.normal_(); z = torch.randn(5); return y, z", may_refuse=True),
]

IN_PLACE_VIEWS = [
    program("y = x * 2; y.t_(); return y + 1"),
    program("y = x * 2; z = y + 1; y.t_(); return z, y"),
    program("y = x * 2; y.unsqueeze_(0); y.add_(1); return y"),
    program("y = x * 2; y.transpose_(0, 1).add_(v); return y", v=floats(4)),
    program("y = (x * 2)[None]; y.squeeze_(0); return y @ v", v=floats(6)),
    program("y = x * 2; z = y.view(-1); y.t_(); z.add_(1); return y * 1"),
    program("y = x * 2; y.t_(); y[0] = 1.; y.t_(); return y"),
    program("y = x * 2; y.swapaxes_(0, 1); y.unsqueeze_(-1); return y"),
    program("v = x[0:1]; v.squeeze_(0); v.add_(1)", may_refuse=True),
    program("y = x * 2; y.detach_(); y.add_(1); return y", may_refuse=True),
    program("y = x * 2; y.requires_grad_(False); y.add_(1); return y", may_refuse=True),
]

SEVERAL_VIEWS = [
    program("x.view(-1)[3:5] = 1"),
    program("x.transpose(0, 1).mul_(2)"),
    program("x[:, 0].index_copy_(0, i, v); return x", i=ROWS, v=floats(2)),
    program("x.t()[1][0:2].add_(1); return x * 1"),
    program("v = x[0]; w = v[1:3]; u = w.view(1, 2); u.add_(1); v.mul_(2); return w * 1, u * 1"),
    program("a, b = x.chunk(2); a.add_(b); b.add_(a); return x * 1"),
    program("a, b = x.chunk(2); c = x.t(); a.zero_(); c[2].add_(1); return b * 1, x * 1"),
    program("r = x.unbind(0); r[0].add_(1); r[2].copy_(r[0]); return r[1] + r[2], x"),
    program("r = x.unbind(0)\nfor row in r:\n    row.mul_(2)\nreturn x.sum()"),
    program(
        "v = x[1:3]; w = x[2:4]; v.add_(1); w.mul_(2); v.sub_(w * 1); return v * 1, w * 1, x * 1"
    ),
    program("v = x.view(2, 12); w = v[:, 3:7]; x[1] = 0.; w.add_(1); return v * 1, x * 1"),
    program("d = x.diagonal(); x.zero_(); d.fill_(1.); return x, d * 2"),
    program("v = x[0]; x.add_(1); v.mul_(2); x.sub_(3); return v * 1"),
    program("v = x[::2]; v[:, ::2] = 1.; return v * 1, x * 1"),
    program("v = x.permute(1, 0).reshape(2, 3, 4); v.add_(1); return v, x * 1"),
    program("v = x.flatten(); v[0] = 1.; x[0, 1] = 2.; return v * 1"),
    program("q, k, v = x.split(2, dim=1); q.mul_(k); k.add_(v); return q * 1, k, v"),
    program("y = x * 1; v = y[1:]; w = y.t(); v.add_(1); return w * 1"),
    program("y = x * 1; v = y[1:]; y = y * 2; v.add_(1); return y, v"),
    program("return torch.stack([x, x.add_(1), x])"),
    program("a = torch.cat([x, v]); x.add_(1); b = torch.cat((v, x)); return a, b", v=floats(2, 6)),
    program("v = x[0]; x.add_(1); return torch.stack([v, x[1]]), {'k': v * 1}['k']"),
    program("v = x[0]; x.add_(1); return torch.where(v > 0, input=v, other=x[1])"),
    program("e = x[0].expand(3, 6); x.add_(1); return e * 1"),
    program("e = x.expand(2, 4, 6); x[0] = 1.; return e.sum(0)"),
    program("x.add_(v); v.add_(x); return x + v", v=floats(4, 6)),
]

OUTPUTS = [
    program("return x + 1"),
    program("return x.view(-1), x[0]"),
    program("return x.flip(0)"),
    program("x.add_(1); return x"),
    program("x.add_(1); return x, x"),
    program("x.add_(1); return x.view(-1)"),
    program("x.add_(1); return x.view(6, 4), x"),
    program("x.add_(1); return x.t()", x=floats(4, 4)),
    program("x.add_(1); return x.t().t()"),
    program("x.add_(1); return x[0], x[1:]"),
    program("x.add_(1); return x[:]"),
    program("x.add_(1); return x.unsqueeze(0)"),
    program("x.add_(1); return x.flip(0)", x=floats(4, 4)),
    program("x.add_(1); return x.clone()"),
    program("x.add_(1); y = x * 1; x.add_(1); return y"),
    program("y = x.clone(); x.add_(1); return y"),
    program("y = x.reshape(-1); x.add_(1); return y"),
    program("y = x.t(); x.add_(1); return y", x=floats(4, 4)),
    program("y = x.add_(1); return y, x.mul_(2)"),
    program("v.add_(1); return x, x.t()", v=floats(3)),
    program("x.add_(1); v.add_(1); return v, x", v=floats(4, 6)),
    program("c.add_(x); return x * 2", c=floats(4, 6)),
    program("return torch.max(x, 1)"),
    program("x.add_(1); m = torch.max(x, 1); return m.values, m.indices, x"),
]

STRIDED_INPUTS = [
    program("v = x.reshape(-1); v.add_(1); return v", x=strided((4, 6), (1, 4))),
    program("v = x.reshape(4, 2, 3); v.add_(1); return v", x=strided((4, 6), (12, 2), 3)),
    program("v = x.reshape(-1); v.add_(1); return v * 1", x=strided((4, 6), (12, 1))),
    program("v = x.contiguous(); v.add_(1); return x * 1", x=strided((4, 6), (1, 4))),
    program("v = x.flatten(); x.add_(1); return v * 1", x=strided((4, 6), (1, 4))),
    program("v = x.t(); w = v.view(-1); w.add_(1); return v * 1", x=strided((4, 6), (1, 4))),
    program("x[1:3, 2] = v; return x.t().reshape(-1)", x=strided((4, 6), (1, 4)), v=floats(2)),
    program("x.add_(1); return x", x=strided((2, 3), (20, 4), 5)),
    program("v = x.as_strided((2, 2), (1, 6)); v.add_(1); return x * 1"),
]

ATEN_CALLS = [
    program("torch.ops.aten.add_.Tensor(x, v)", v=floats(6)),
    program("y = torch.ops.aten.add_.Scalar(x, 1); return y * 2"),
    program("torch.ops.aten.copy_.default(torch.ops.aten.select.int(x, 0, 1), v)", v=floats(6)),
    program("torch.ops.aten.add.out(x, v, out=o); return o * 1", v=floats(6), o=floats(4, 6)),
    program("torch.ops.aten.index_put_.default(x, [None, i], v)", i=COLUMNS, v=floats(4, 2)),
    program("torch.ops.aten.slice.Tensor(x, 0, 1, 3).mul_(2)"),
    program("torch.ops.aten.split.Tensor(x, 3)[1].fill_(1); return x * 1"),
    program(
        "torch.ops.aten.zero_.default(torch.ops.aten.as_strided.default(x, [2, 2], [6, 1], 3))"
    ),
    program("torch.ops.aten.unsqueeze_.default(torch.ops.aten.mul.Tensor(x, 2), 0)"),
    program("return torch.ops.aten.add_.Tensor(torch.ops.aten.t.default(x), 1)"),
]

# Expressions that take a view of x, or what looks like one.
VIEW_EXPRESSIONS = [
    "x[1]",
    "x[-1]",
    "x[1:3]",
    "x[:, 2:5]",
    "x[::2]",
    "x[:, 1]",
    "x[1, 2:4]",
    "x[1, 2]",
    "x[..., 0]",
    "x[None]",
    "x[:, None, 1:]",
    "x[...]",
    "x[:]",
    "x.select(1, 2)",
    "x.narrow(0, 1, 2)",
    "x.t()",
    "x.T",
    "x.mT",
    "x.transpose(0, 1)",
    "x.permute(1, 0)",
    "torch.permute(x, (1, 0))",
    "x.swapaxes(0, 1)",
    "x.swapdims(-1, -2)",
    "x.movedim(0, 1)",
    "torch.moveaxis(x, 0, 1)",
    "x.adjoint()",
    "x.view(-1)",
    "x.view(6, 4)",
    "x.view((2, 2, -1))",
    "x.view_as(x)",
    "x.view(size=(24,))",
    "x.reshape(-1)",
    "x.reshape(2, 2, 6)",
    "torch.reshape(x, (8, 3))",
    "x.reshape_as(x)",
    "x.ravel()",
    "x.flatten()",
    "x.flatten(0, 1)",
    "x.unflatten(1, (2, 3))",
    "x.unsqueeze(1)",
    "torch.unsqueeze(x, -1)",
    "x.unsqueeze(0).squeeze(0)",
    "x[None].squeeze()",
    "x.squeeze()",
    "x.diagonal()",
    "torch.diagonal(x, 1)",
    "x.chunk(2)[1]",
    "x.chunk(4, dim=1)[2]",
    "torch.chunk(x, 3)[1]",
    "x.split(3)[1]",
    "x.split([1, 3])[1]",
    "torch.split(x, 4, 1)[1]",
    "x.tensor_split(4, dim=1)[1]",
    "x.hsplit(2)[0]",
    "x.vsplit(2)[1]",
    "x.unbind()[2]",
    "x.unbind(1)[-1]",
    "x.as_strided((2, 2), (6, 1), 3)",
    "x.unfold(1, 2, 2)",
    "x.unfold(1, 2, 3)",
    "x.detach()",
    "x.expand(4, 6)",
    "x.expand_as(x)",
    "x.contiguous()",
    "x.to(torch.float32)",
    "x.to('cpu')",
    "x.to(x)",
    "x.float()",
    "x.type_as(x)",
    "x.cpu()",
    "x.real",
    "x.conj()",
    "x.resolve_conj()",
    "torch.atleast_3d(x)",
    "torch.broadcast_to(x, (4, 6))",
    "torch.positive(x)",
    "x.view(-1)[4:20].view(4, 4)[1:3]",
    "x.t()[1:3].unsqueeze(0)",
    # Copies: writes on either side must not reach the other.
    "x.t().reshape(-1)",
    "x.t().flatten()",
    "x.t().contiguous()",
    "x.clone()",
    "x.to(torch.float64)",
    "x.double()",
    "x.to(torch.float32, copy=True)",
    "x[[0, 2]]",
    "x[torch.tensor([1])]",
    "x.flip(0)",
    "x.roll(1)",
    "x.repeat(1, 1)",
    "x.index_select(0, torch.tensor([1, 2]))",
    "x.narrow_copy(0, 1, 2)",
    "torch.select_copy(x, 0, 1)",
    "x.diag()",
]

# Views through which eager PyTorch refuses to write.
READ_ONLY_VIEW_EXPRESSIONS = ["x.expand(2, 4, 6)", "x[0].expand(3, 6)", "x[:, :1].expand_as(x)"]


def _view_programs() -> list[Program]:
    """Combine each view with each order of writing and reading through it and through the base."""
    reading = "w = {}; x.add_(1); return w * 1"
    writing = [
        "w = {}; w.mul_(2); return x * 1",
        "w = {}; w.add_(1); return w",
        "w = {}; v = x.view(-1); w.mul_(2); v.add_(1); w.sub_(3); return w * 1, v * 1",
        "x = x * 1; w = {}; x.add_(1); w.mul_(2); return x, w",
    ]
    rows = [program(reading.format(e)) for e in VIEW_EXPRESSIONS + READ_ONLY_VIEW_EXPRESSIONS]
    rows += [program(template.format(e)) for template in writing for e in VIEW_EXPRESSIONS]
    return rows


PROGRAMS: list[Program] = [
    *KNOWN_FAULTS,
    *IN_PLACE_METHODS,
    *PYTHON_OPERATORS,
    *DTYPES,
    *COPIES,
    *FILLS,
    *SETITEM_BASIC,
    *SETITEM_NONE,
    *SETITEM_VALUES,
    *SETITEM_INDEX_TENSORS,
    *SETITEM_MASKS,
    *OUT_ARGUMENTS,
    *FUNCTIONS,
    *RANDOM_FILLS,
    *IN_PLACE_VIEWS,
    *SEVERAL_VIEWS,
    *OUTPUTS,
    *STRIDED_INPUTS,
    *ATEN_CALLS,
    *_view_programs(),
]
"""Every program of the table."""
