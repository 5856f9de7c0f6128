"""What a rule's text names: the numbers, texts and dtypes that its guards may ask for."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch

from .trees import Rule, Tree

_DTYPES = {
    "f64": torch.float64, "f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16,
    "i64": torch.int64, "i32": torch.int32, "i16": torch.int16, "i8": torch.int8,
    "u8": torch.uint8, "b8": torch.bool, "bool": torch.bool, "c64": torch.complex64,
    "c128": torch.complex128,
}  # fmt: skip
"""Short names of dtypes, as kinds have them."""


def dtype_named(text: str) -> torch.dtype | None:
    """Return the dtype of a short name such as ``f32``."""
    return _DTYPES.get(text)


@dataclass
class Hints:
    """Literals that stand anywhere in a rule or in a function that it calls."""

    ints: list[int] = field(default_factory=list)
    floats: list[float] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    dtypes: list[torch.dtype] = field(default_factory=list)


def hints_of(rule: Rule) -> Hints:
    """Return the literals of a rule, each once."""
    hints, seen = Hints(), set()
    waiting = [*rule.variants]
    while waiting:
        for tree in waiting.pop().walk():
            _note(hints, tree)
            called = tree.items[0] if tree.kind == "call" else None
            if called and called.kind == "name" and called.text not in seen:
                seen.add(called.text)
                waiting += rule.functions.get(called.text or "", [])
    return hints


def _note(hints: Hints, tree: Tree) -> None:
    if tree.kind == "int":
        _add(hints.ints, int(tree.text or 0))
    elif tree.kind == "float":
        _add(hints.floats, float(tree.text or 0))
    elif tree.kind == "string" and len(tree.items) == 1 and tree.items[0].kind == "text":
        _add(hints.texts, tree.items[0].text)
    elif tree.kind == "kind" and tree.text in _DTYPES:
        _add(hints.dtypes, _DTYPES[tree.text])
    elif tree.kind == "attribute" and tree.items[0].kind == "name":
        value = getattr(torch, tree.text or "", None) if tree.items[0].text == "torch" else None
        if isinstance(value, torch.dtype):
            _add(hints.dtypes, value)


def _add(values: list, value: object) -> None:  # type: ignore[type-arg]
    if value not in values:
        values.append(value)
