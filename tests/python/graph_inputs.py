"""Make values for a captured graph's placeholders and constants from its annotations alone."""

from __future__ import annotations

import re
from typing import Any

import torch
from torch.fx import GraphModule, Node
from torch.utils._dtype_abbrs import dtype_abbrs

from fx_text_print import ANNOTATION_KEY

_DTYPES = {abbreviation: dtype for dtype, abbreviation in dtype_abbrs.items()}
_TENSOR = re.compile(
    r"(?P<dtype>\w+)\[(?P<shape>.*?)\]\[(?P<stride>.*?)\](?:\+(?P<offset>\d+))?\w+"
)
_SYMBOL = re.compile(r"Sym\((?P<expression>.*)\)")


def placeholder_values(gm: GraphModule, symbols: dict[str, int]) -> list[Any]:
    """Return a value for each placeholder, drawn from torch's random state.

    Floats lie between 0 and 1 so that they may be variances; integers are ones so that they are
    valid indices. ``symbols`` gives the sizes that annotations leave open. Raises ValueError for a
    placeholder whose annotation does not tell what to make.
    """
    return [_value(node, symbols) for node in gm.graph.nodes if node.op == "placeholder"]


def constants(gm: GraphModule) -> torch.nn.Module:
    """Return a module with a tensor for each get_attr node of the main graph that has none."""
    root = torch.nn.Module()
    for node in gm.graph.nodes:
        if node.op == "get_attr" and ANNOTATION_KEY in node.meta:
            root.register_buffer(node.target, _value(node, {}))
    return root


def _value(node: Node, symbols: dict[str, int]) -> Any:
    annotation = node.meta.get(ANNOTATION_KEY, "")
    if symbol := _SYMBOL.fullmatch(annotation):
        return eval(symbol["expression"], {}, symbols)
    if tensor := _TENSOR.fullmatch(annotation):
        shape, stride = (_sizes(tensor[key], symbols) for key in ("shape", "stride"))
        return _tensor(_DTYPES[tensor["dtype"]], shape, stride, int(tensor["offset"] or 0))
    raise ValueError(f"%{node.name} has the annotation {annotation!r}")


def _sizes(text: str, symbols: dict[str, int]) -> list[int]:
    return [eval(size, {}, symbols) for size in text.split(", ") if size]


def _tensor(dtype: torch.dtype, shape: list[int], stride: list[int], offset: int) -> torch.Tensor:
    last = sum((size - 1) * step for size, step in zip(shape, stride, strict=True))
    numbers = torch.rand if dtype.is_floating_point else torch.ones
    return numbers(offset + last + 1).to(dtype).as_strided(shape, stride, offset)
