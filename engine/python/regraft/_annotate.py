"""Value annotations: what the engine is told of a node's value, as ``f32[2, 3][3, 1]+4cpu``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from torch.fx import Node
from torch.fx.passes.shape_prop import TensorMetadata

from ._overlap import may_meet

try:
    from torch.utils._dtype_abbrs import dtype_abbrs
except ImportError:  # older releases keep them beside their printer
    from torch.fx.graph import dtype_abbrs  # type: ignore[attr-defined]

ABSENT = object()
"""Stands for "no value is known" where None may be one."""

VALUE_KEYS = ("example_value", "val", "tensor_meta")
"""Keys of ``node.meta`` under which tracers leave the value that stands for a node's result."""

IN_PLACE_VIEWS = frozenset(
    "as_strided_ resize_ resize_as_ set_ squeeze_ swapaxes_ swapdims_ t_ transpose_ "
    "unsqueeze_".split()
)
"""Methods that change how a tensor object sees its memory."""

_SYMBOLIC_NUMBERS = (torch.SymInt, torch.SymFloat, torch.SymBool)
_PLAIN_SCALARS = (int, float, bool, str, type(None))


def attribute_at(owner: Any, path: str) -> Any:
    """Return the attribute at a dotted path, or ``ABSENT``."""
    for name in path.split("."):
        owner = getattr(owner, name, ABSENT)
    return owner


def path_of(node: Node) -> str:
    """Return the target of a node that calls no function: a path, or a method's name."""
    return str(node.target)


def value_of(node: Node, owner: torch.nn.Module) -> Any:
    """Return the value that stands for the node's result, or ``ABSENT``."""
    if node.op == "get_attr":
        attribute = attribute_at(owner, path_of(node))
        if attribute is not ABSENT:
            return attribute
    meta = node.meta
    for key in VALUE_KEYS:
        if key in meta:
            return meta[key]
    return ABSENT


def _dims(sizes: Iterable[Any]) -> str:
    return f"[{', '.join(map(str, sizes))}]"


class Annotator:
    """Describes values as annotation texts (without quotes); spells equal ones once."""

    def __init__(self) -> None:
        self._by_value: dict[int, str | None] = {}
        self._kept: list[Any] = []  # so that no other object gets the id of one that was seen
        self._by_layout: dict[tuple[Any, ...], str | None] = {}

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
            text = f"Sym({value})"
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
        except TypeError:  # symbolic sizes have no hash
            return self._layout(dtype, shape, stride, offset, str(device))
        if known is None and dtype in dtype_abbrs:
            known = self._layout(dtype, shape, stride, offset, str(device))
            self._by_layout[key] = known
        return known

    @staticmethod
    def _layout(dtype: Any, shape: Any, stride: Any, offset: Any, device: str) -> str | None:
        if dtype not in dtype_abbrs:
            return None
        if isinstance(offset, torch.SymInt):
            shown = f"+({offset})"  # an expression would run into the device that follows
        else:
            shown = f"+{offset}" if offset else ""
        return f"{dtype_abbrs[dtype]}{_dims(shape)}{_dims(stride)}{shown}{device}"

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


def nodes_with_outdated_values(graph: torch.fx.Graph) -> set[Node]:
    """Return the nodes whose recorded value a later in-place view has changed.

    Dynamo records one tensor for a node and for the in-place views of its result, so that
    ``y = x * 2; y.t_()`` shows the transposed shape on both nodes.
    """
    outdated: set[Node] = set()
    if not any(graph.find_nodes(op="call_method", target=name) for name in IN_PLACE_VIEWS):
        return outdated
    changed_later: set[int] = set()
    for node in reversed(graph.nodes):
        if "example_value" not in node.meta:
            continue
        value = node.meta["example_value"]
        if id(value) in changed_later:
            outdated.add(node)
        if node.op == "call_method" and node.target in IN_PLACE_VIEWS:
            changed_later.add(id(value))
    return outdated


def shared_memory(values: Iterable[tuple[str, Any]]) -> dict[str, list[str]]:
    """Tell which inputs may share memory with earlier ones, by name.

    ``values`` are names and values of the inputs. Tensors of one storage share memory unless no
    byte is in both.
    """
    by_storage: dict[int, list[tuple[str, torch.Tensor]]] = {}
    for name, value in values:
        if not isinstance(value, torch.Tensor):
            continue
        try:
            storage = value.untyped_storage()._cdata
        except (RuntimeError, NotImplementedError):  # no storage: sparse tensors, wrappers
            continue
        by_storage.setdefault(storage, []).append((name, value))
    shared: dict[str, list[str]] = {}
    for same in by_storage.values():
        for index, (name, value) in enumerate(same):
            others = [other for other, earlier in same[:index] if may_meet(value, earlier)]
            if others:
                shared[name] = others
    return shared
