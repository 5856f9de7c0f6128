"""PyTorch's operators: their parameters, and how calls of them are spelled in graphs."""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch._ops import OpOverload
from torch.fx.node import _get_qualified_name

_KINDS = {
    "Tensor": "tensor", "number": "scalar", "Scalar": "scalar", "int": "int", "SymInt": "int",
    "float": "float", "bool": "bool", "str": "str", "ScalarType": "dtype", "Device": "device",
    "Layout": "layout", "MemoryFormat": "memory_format", "List[Tensor]": "tensors",
    "List[int]": "ints", "List[SymInt]": "ints", "List[float]": "floats",
}  # fmt: skip


@dataclass(frozen=True)
class Param:
    """A parameter of an overload."""

    name: str
    kind: str
    optional: bool
    has_default: bool
    keyword_only: bool
    written: bool


@functools.cache
def params_of(overload: OpOverload) -> tuple[Param, ...]:
    """Return the parameters of an overload."""
    found = []
    for argument in overload._schema.arguments:
        text = str(argument.real_type)
        optional = text.startswith("Optional[")
        inner = text[len("Optional[") : -1] if optional else text
        alias = argument.alias_info
        found.append(
            Param(
                argument.name,
                _KINDS.get(inner, "other"),
                optional,
                argument.has_default_value(),
                argument.kwarg_only,
                alias is not None and alias.is_write,
            )
        )
    return tuple(found)


@functools.cache
def overloads_of(name: str) -> tuple[OpOverload, ...]:
    """Return the overloads of an operator such as ``aten::add``; none: there is no such operator."""
    namespace, _, base = name.partition("::")
    packet = getattr(getattr(torch.ops, namespace), base, None)
    if packet is None or not hasattr(packet, "overloads"):
        return ()
    found = (getattr(packet, overload) for overload in packet.overloads())
    return tuple(one for one in found if _makes_tensors(one))


def _makes_tensors(overload: OpOverload) -> bool:
    """Some overloads are TorchScript's, of plain numbers: no graph has them."""
    return any("Tensor" in str(made.type) for made in overload._schema.returns)


@functools.cache
def names_matching(namespace: str, regex: str) -> tuple[str, ...]:
    """Return the operators of a namespace whose base names match a regex of the rule language."""
    compiled = re.compile(regex.replace("(?<", "(?P<"))
    names = {schema.name for schema in torch._C._jit_get_all_schemas()}
    bases = sorted(name.partition("::")[2] for name in names if name.startswith(f"{namespace}::"))
    return tuple(f"{namespace}::{base}" for base in bases if compiled.fullmatch(base))


_OPERATORS: dict[str, Callable[..., Any]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
    "matmul": operator.matmul, "neg": operator.neg, "pow": operator.pow,
    "remainder": operator.mod, "floor_divide": operator.floordiv, "add_": operator.iadd,
    "mul_": operator.imul, "sub_": operator.isub, "bitwise_and": operator.and_,
    "bitwise_or": operator.or_, "bitwise_not": operator.invert, "eq": operator.eq,
    "lt": operator.lt, "gt": operator.gt, "ge": operator.ge, "le": operator.le, "ne": operator.ne,
}  # fmt: skip
"""Python's operators, for operators without further arguments."""

Spelling = tuple[str, str | Callable[..., Any]]
"""The opcode of a node, and its target."""


@functools.cache
def spellings_of(base: str, takes_tensor: bool, operands: int) -> tuple[Spelling, ...]:
    """Return how Dynamo may spell a call of ``aten::BASE``, given its number of arguments."""
    found: list[Spelling] = []
    if takes_tensor and hasattr(torch.Tensor, base):
        found.append(("call_method", base))
    for module in (torch, torch.nn.functional, torch.special):
        function = getattr(module, base, None)
        if callable(function) and not isinstance(function, type):
            found.append(("call_function", function))
    if base in _OPERATORS and operands <= 2:
        found.append(("call_function", _OPERATORS[base]))
    return tuple(found)


def path_of(function: Any) -> str:
    """Return the dotted path of a target, as Python code says it."""
    if isinstance(function, OpOverload):
        namespace, base = function._schema.name.split("::")
        return f"torch.ops.{namespace}.{base}.{function._overloadname}"
    return _get_qualified_name(function).replace("_operator.", "operator.")


def function_at(path: str) -> Any:
    """Return the function of a dotted path that begins with a module of PyTorch or Python; None."""
    import builtins
    import math

    roots = {"torch": torch, "operator": operator, "math": math, "builtins": builtins}
    first, *rest = path.split(".")
    found: Any = roots.get(first)
    for name in rest:
        found = getattr(found, name, None)
    return found if callable(found) else None


def is_random(target: Any) -> bool:
    """Does a call of the target draw random numbers?"""
    name = target if isinstance(target, str) else getattr(target, "__name__", str(target))
    return bool(_RANDOM.search(name))


_RANDOM = re.compile(r"rand|dropout|bernoulli|multinomial|normal|poisson|uniform|exponential|rrelu")
