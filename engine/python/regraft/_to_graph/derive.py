"""Meta of new nodes: example values, worked out with fake tensors when somebody first asks.

Running an operator on fake tensors costs several times as much as all the rest of a rewrite, and
most readers of a rewritten graph never look at the values. So the meta of a new node is a dict that
works them out, for all new nodes of the run at once and in order, at the first access to anything
that may be such a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch.fx import Node

from .._facts.values import ABSENT, attribute_at, path_of
from .._process.locks import Lock
from .._to_text.annotate import Annotator

_SAFE_MODULES = ("torch", "_operator", "operator", "math", "builtins")
"""Functions of other modules are not called: they may do more than compute a value."""

_DERIVED = frozenset({"example_value", "val"})


class NodeMeta(dict[str, Any]):
    """``node.meta`` of a new node. A plain dict once its value was worked out, or cannot be."""

    def __init__(self, entries: dict[str, Any], pending: Pending | None = None) -> None:
        super().__init__(entries)
        self._pending = pending

    def settle(self) -> None:
        """Work the value out now. Never raises for what cannot be worked out."""
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.settle()

    def __getitem__(self, key: Any) -> Any:
        if key in _DERIVED:
            self.settle()
        return super().__getitem__(key)

    def __contains__(self, key: Any) -> bool:
        if key in _DERIVED:
            self.settle()
        return super().__contains__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        """Return the entry, or ``default``."""
        if key in _DERIVED:
            self.settle()
        return super().get(key, default)

    def pop(self, key: Any, *default: Any) -> Any:
        """Take the entry out and return it."""
        self.settle()
        return super().pop(key, *default)

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """Return the entry, which is ``default`` if there was none."""
        self.settle()
        return super().setdefault(key, default)

    def __delitem__(self, key: Any) -> None:
        self.settle()
        super().__delitem__(key)

    def __iter__(self) -> Any:
        self.settle()
        return super().__iter__()

    def __reversed__(self) -> Any:
        self.settle()
        return super().__reversed__()

    def __len__(self) -> int:
        self.settle()
        return super().__len__()

    def __eq__(self, other: object) -> bool:
        self.settle()
        return super().__eq__(other)

    __hash__ = None

    def __or__(self, other: Any) -> Any:
        self.settle()
        return super().__or__(other)

    def __repr__(self) -> str:
        self.settle()
        return super().__repr__()

    def keys(self) -> Any:
        """Return a view of the keys."""
        self.settle()
        return super().keys()

    def values(self) -> Any:
        """Return a view of the values."""
        self.settle()
        return super().values()

    def items(self) -> Any:
        """Return a view of the entries."""
        self.settle()
        return super().items()

    def copy(self) -> dict[str, Any]:
        """Return a plain dict with the same entries."""
        self.settle()
        return dict(super().items())

    __copy__ = copy

    def __reduce__(self) -> Any:
        return dict, (self.copy(),)


class Pending:
    """The new nodes of one run whose values nobody has asked for yet, in the order of the graph."""

    def __init__(self, fake_mode: Any) -> None:
        self._fake_mode = fake_mode
        self._nodes: list[tuple[Node, NodeMeta, str, str | None]] = []
        self._lock = Lock()

    def add(self, node: Node, meta: NodeMeta, key: str, annotation: str | None) -> None:
        """Note a node whose value goes under ``key``; ``annotation`` is what the engine knows."""
        self._nodes.append((node, meta, key, annotation))

    def settle(self) -> None:
        """Work all values out. What cannot be worked out is left out."""
        with self._lock:
            nodes, self._nodes = self._nodes, []
            for _, meta, _, _ in nodes:
                meta._pending = None
            if nodes and self._fake_mode is not None:
                derive(nodes, self._fake_mode)


def find_fake_mode(nodes: Iterable[Node]) -> Any:
    """Return the mode of the first fake tensor among the nodes' values, or None."""
    from torch._subclasses.fake_tensor import FakeTensor

    for node in nodes:
        if type(node.meta) is NodeMeta:
            continue
        for key in _DERIVED:
            value = node.meta.get(key)
            if isinstance(value, FakeTensor):
                return value.fake_mode
    return None


def derive(nodes: list[tuple[Node, NodeMeta, str, str | None]], fake_mode: Any) -> None:
    """Put the values of the nodes into their meta, where they can be worked out."""
    annotator = Annotator()
    suppressed = getattr(fake_mode.shape_env, "suppress_guards", None)
    with torch.no_grad(), torch._C._DisableAutocast(), fake_mode:
        for node, meta, key, annotation in nodes:
            try:
                if suppressed is None:
                    value = _run(node, fake_mode)
                else:
                    with suppressed():
                        value = _run(node, fake_mode)
            except Exception:  # whatever an operator raises: there is no value then
                continue
            if value is not ABSENT and _agrees(annotator.annotation(value), annotation):
                dict.__setitem__(meta, key, value)


def _agrees(derived: str | None, known: str | None) -> bool:
    """Do the annotations tell the same dtype and shape?"""
    if derived is None or known is None or not known.partition("[")[0].isalnum():
        return True
    return derived.partition("]")[0] == known.partition("]")[0]


class _NoValueError(Exception):
    pass


def _run(node: Node, fake_mode: Any) -> Any:
    if node._erased:
        return ABSENT
    target: Any = node.target
    if node.op == "get_attr":
        return _fake(attribute_at(node.graph.owning_module, target), fake_mode)
    if node.op not in ("call_function", "call_method") or _may_do_more(target):
        return ABSENT
    args, kwargs = torch.fx.node.map_arg(
        (node.args, node.kwargs), lambda argument: _value(argument, fake_mode)
    )
    if node.op == "call_method":
        return getattr(args[0], target)(*args[1:], **kwargs)
    return target(*args, **kwargs)


def _may_do_more(target: Callable[..., Any] | str) -> bool:
    """Could the call do something else than to compute a value?"""
    name = target if isinstance(target, str) else getattr(target, "__name__", "_")
    if name.endswith("_") and not name.endswith("__"):
        return True
    module = "torch" if isinstance(target, str) else getattr(target, "__module__", None) or ""
    return module.partition(".")[0] not in _SAFE_MODULES


def _value(node: Node, fake_mode: Any) -> Any:
    for key in _DERIVED:
        if key in node.meta:
            return _fake(node.meta[key], fake_mode)
    if node.op == "get_attr":
        return _fake(attribute_at(node.graph.owning_module, path_of(node)), fake_mode)
    raise _NoValueError(node.name)


def _fake(value: Any, fake_mode: Any) -> Any:
    from torch._subclasses.fake_tensor import FakeTensor

    if isinstance(value, torch.Tensor) and not isinstance(value, FakeTensor):
        return fake_mode.from_tensor(value, static_shapes=True)
    return value
