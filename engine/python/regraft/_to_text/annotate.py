"""Value annotations: what the engine is told of a node's value, as ``f32[2, 3][3, 1]+4cpu``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch.fx.passes.shape_prop import TensorMetadata

try:
    from torch.utils._dtype_abbrs import dtype_abbrs
except ImportError:  # older releases keep them beside their printer
    from torch.fx.graph import dtype_abbrs  # type: ignore[attr-defined]

_SYMBOLIC_NUMBERS = (torch.SymInt, torch.SymFloat, torch.SymBool)
_NO_LIMIT = 2**61
"""Bounds beyond it say nothing that matters."""
_PLAIN_SCALARS = (int, float, bool, str, type(None))


def _key(number: Any) -> Any:
    """Return what equal symbolic numbers have in common and can be looked up: their expression."""
    if isinstance(number, _SYMBOLIC_NUMBERS):
        expression = getattr(number.node, "_expr", None)
        return object() if expression is None else expression  # which equals nothing
    return number


def size_facts(values: Iterable[Any]) -> list[str]:
    """Return a comment that tells what the capture knows of the symbols in inputs' sizes.

    ``values`` are the inputs'. The list is empty where nothing is symbolic.
    """
    shape_env = next(filter(None, map(_shape_env, values)), None)
    if shape_env is None:
        return []
    facts = []
    ranges = {str(symbol): known for symbol, known in shape_env.var_to_range.items()}
    for symbol, known in sorted(ranges.items()):
        low, high = known.lower, known.upper
        if getattr(low, "is_Integer", False) and abs(low) < _NO_LIMIT:
            facts.append(f"{symbol} >= {low}")
        if getattr(high, "is_Integer", False) and abs(high) < _NO_LIMIT:
            facts.append(f"{symbol} <= {high}")
    return [f"    # sizes: {', '.join(facts)}"] if facts else []


def _shape_env(value: Any) -> Any:
    """Return what knows the symbols of a value; None where nothing of it is symbolic."""
    if isinstance(value, torch.SymInt):
        return value.node.shape_env
    if isinstance(value, torch.Tensor):
        for size in value.shape:
            if isinstance(size, torch.SymInt):
                return size.node.shape_env
    return None


class Annotator:
    """Describes values as annotation texts (without quotes); spells equal ones once."""

    def __init__(self) -> None:
        self._by_value: dict[int, str | None] = {}
        self._kept: list[Any] = []  # so that no other object gets the id of one that was seen
        self._by_layout: dict[tuple[Any, ...], str | None] = {}
        self._by_expression: dict[Any, str] = {}

    def annotation(self, value: Any) -> str | None:
        """Describe a tensor, a symbolic number or a tuple or list of such; None for the rest."""
        number = id(value)
        try:
            return self._by_value[number]
        except KeyError:
            text = self._describe(value)
            self._by_value[number] = text
            self._kept.append(value)
            return text

    def _describe(self, value: Any) -> str | None:
        if isinstance(value, torch.Tensor):
            text = self._tensor(value)
        elif isinstance(value, _SYMBOLIC_NUMBERS):
            text = f"Sym({self._number(value)})"
        elif isinstance(value, TensorMetadata):
            text = self._layout(value.dtype, value.shape, value.stride, 0, "")
        elif isinstance(value, (tuple, list)):
            text = self._sequence(value)
        else:
            text = None
        # An annotation stands in double quotes and on one line.
        return None if text is None or '"' in text or not text.isprintable() else text

    def _tensor(self, tensor: torch.Tensor) -> str | None:
        try:
            if tensor.layout is not torch.strided:
                return None
            dtype, shape, stride = tensor.dtype, tensor.shape, tensor.stride()
            offset, device = tensor.storage_offset(), tensor.device
        except (RuntimeError, NotImplementedError):  # subclasses without storage or strides
            return None
        try:
            key = (dtype, shape, stride, offset, device)
            known = self._by_layout.get(key)
        except TypeError:  # symbolic sizes have no hash; their expressions have
            key = (dtype, *map(_key, (*shape, None, *stride, offset)), device)
            known = self._by_layout.get(key)
        if known is None and dtype in dtype_abbrs:
            known = self._layout(dtype, shape, stride, offset, str(device))
            self._by_layout[key] = known
        return known

    def _number(self, number: Any) -> str:
        """Spell a number; a symbolic one that was spelled before is not printed again."""
        if type(number) is int:
            return str(number)
        key = _key(number)
        text = self._by_expression.get(key)
        if text is None:
            text = self._by_expression[key] = str(number)
        return text

    def _dims(self, sizes: Iterable[Any]) -> str:
        return f"[{', '.join(map(self._number, sizes))}]"

    def _layout(self, dtype: Any, shape: Any, stride: Any, offset: Any, device: str) -> str | None:
        if dtype not in dtype_abbrs:
            return None
        if isinstance(offset, torch.SymInt):
            # an expression would run into the device that follows
            shown = f"+({self._number(offset)})"
        else:
            shown = f"+{offset}" if offset else ""
        return f"{dtype_abbrs[dtype]}{self._dims(shape)}{self._dims(stride)}{shown}{device}"

    def _sequence(self, values: tuple[Any, ...] | list[Any]) -> str | None:
        items = [
            repr(value) if isinstance(value, _PLAIN_SCALARS) else self.annotation(value)
            for value in values
        ]
        if None in items:
            return None
        text = ", ".join(map(str, items))
        if isinstance(values, list):
            return f"[{text}]"
        return f"({text},)" if len(items) == 1 else f"({text})"
