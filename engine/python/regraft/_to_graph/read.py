"""Values as the engine describes them in its changes: lists in postfix order, read with a stack."""

from __future__ import annotations

import builtins
import importlib
from collections.abc import Callable
from typing import Any

import torch
from torch.fx import Node

from .._to_text.spell import Speller
from ..errors import GraphError

MISSING = object()
_NO_ENTRIES = [["dict", 0]]

_ROOTS = ("torch", "operator", "builtins", "math", "_operator")
"""Modules in which rules may name values and functions that the graph does not use."""


class Reader:
    """Reads values and targets; ``node`` gives the node of a number."""

    def __init__(self, speller: Speller) -> None:
        self.speller = speller
        self.node: Callable[[int], Node] = _no_node
        self._resolved: dict[str, Any] = {}

    def value(self, items: list[Any]) -> Any:
        """Read a value. Raises GraphError for text that stands for nothing known here."""
        if items == _NO_ENTRIES:
            return {}
        stack: list[Any] = []
        for item in items:
            if type(item) is not list:
                stack.append(item)
                continue
            tag = item[0]
            if tag == "node":
                stack.append(self.node(item[1]))
            elif tag in _CONTAINERS:
                first = len(stack) - item[1]
                taken = stack[first:]
                del stack[first:]
                stack.append(_CONTAINERS[tag](taken))
            else:
                stack.append(self._single(tag, item[1] if len(item) > 1 else ""))
        return stack[0]

    def _single(self, tag: str, text: str) -> Any:
        if text in self.speller.objects:
            return self.speller.objects[text]
        if tag == "float":
            return float(text)
        if tag == "device":
            return torch.device(text)
        if tag == "ellipsis":
            return ...
        if tag == "name":
            return self.resolve(text)
        for read in (int, complex):
            try:
                return read(text)
            except ValueError:
                continue
        raise GraphError(f"nothing is known that is spelled `{text}`")

    def resolve(self, name: str) -> Any:
        """Return what a dotted name like ``torch.float32`` stands for. Raises GraphError."""
        if name not in self._resolved:
            found = _look_up(name, self._roots())
            if found is MISSING and name.count(".") == 2:  # an overload that is an argument
                found = _look_up_or_import(f"torch.ops.{name}", self._roots())
            self._resolved[name] = found
        found = self._resolved[name]
        if found is MISSING:
            raise GraphError(f"there is no `{name}` that a graph could use")
        return found

    def _roots(self) -> set[str]:
        roots = {name.partition(".")[0] for name in self.speller.functions}
        return roots.union(_ROOTS)

    def target(self, op: str, text: str) -> Any:
        """Return the target that a text stands for. Raises GraphError when there is none."""
        if op != "call_function":
            return self.speller.targets.get(text, text)
        found = self.speller.functions.get(text, MISSING)
        if found is MISSING:
            found = self._resolved.get(text, MISSING)
        if found is MISSING:
            found = self._resolved[text] = _look_up_or_import(text, self._roots())
        if found is MISSING:
            found = self.resolve(text)  # raises
        if not callable(found):
            raise GraphError(f"`{text}` cannot be called")
        return found


def _no_node(_number: int) -> Node:
    raise GraphError("a node where none can stand")


def _look_up(name: str, roots: set[str]) -> Any:
    first, *rest = name.split(".")
    if not rest:
        return getattr(builtins, first, MISSING)
    if first not in roots:
        return MISSING
    try:
        found: Any = importlib.import_module(first)
    except ImportError:
        return MISSING
    for part in rest:
        found = getattr(found, part, MISSING)
        if found is MISSING:
            return MISSING
    return found


def _look_up_or_import(name: str, roots: set[str]) -> Any:
    """Find a function that only the rules name: in a package of one's own, or an operator that such
    a package registers, which by custom has the name of its namespace.
    """
    found = _look_up(name, roots)
    parts = name.split(".")
    if found is not MISSING or len(parts) < 2:
        return found
    registered = parts[:2] == ["torch", "ops"]
    if registered and len(parts) > 2:
        return _look_up(name, roots) if _is_imported(parts[2]) else MISSING
    for end in range(1, len(parts)):
        if not _is_imported(".".join(parts[:end])):
            break
    return _look_up(name, roots | {parts[0]})


def _is_imported(module: str) -> bool:
    """Import a module, if there is one of that name. Raises GraphError where it fails."""
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise GraphError(f"`{module}` cannot be imported: {error}") from error
        return False
    except Exception as error:  # whatever a module's code raises
        raise GraphError(f"`{module}` cannot be imported: {error}") from error
    return True


def _dict(items: list[Any]) -> dict[Any, Any]:
    return dict(zip(items[::2], items[1::2], strict=True))


def _opaque(items: list[Any]) -> Any:
    raise GraphError(f"a value that is no value of Python: {items}")


_CONTAINERS: dict[str, Callable[[list[Any]], Any]] = {
    "tuple": tuple,
    "list": list,
    "dict": _dict,
    "slice": lambda items: slice(*items),
    "opaque": _opaque,
}


def with_types_of(old: Any, new: Any) -> Any:
    """Return ``new`` with the container types that ``old`` has at the same places.

    The engine knows tuples, lists and dicts; NamedTuples, ``torch.Size`` and the like come back as
    what they are written as.
    """
    waiting: list[tuple[Any, Any, bool]] = [(old, new, False)]
    done: list[Any] = []
    while waiting:
        old, new, built = waiting.pop()
        if built:
            items = done[len(done) - len(new) :]
            del done[len(done) - len(new) :]
            done.append(_build(old, new, items))
        elif isinstance(new, (tuple, list, dict)):
            waiting.append((old, new, True))
            waiting += [(*pair, False) for pair in reversed(_pairs(old, new))]
        else:
            done.append(old if type(old) is type(new) and _is_equal(old, new) else new)
    return done[0]


def _is_equal(old: Any, new: Any) -> bool:
    return isinstance(new, (str, int, float, torch.device)) and old == new


def _pairs(old: Any, new: Any) -> list[tuple[Any, Any]]:
    """Return the items of ``new``, each with what ``old`` has in its place."""
    if isinstance(new, dict):
        entries = old if isinstance(old, dict) else {}
        return [(entries.get(key, MISSING), item) for key, item in new.items()]
    given = list(old) if isinstance(old, (tuple, list)) else []
    given += [MISSING] * (len(new) - len(given))
    return list(zip(given, new, strict=False))


def _build(old: Any, new: Any, items: list[Any]) -> Any:
    if isinstance(new, dict):
        return dict(zip(new, items, strict=True))
    if not isinstance(old, tuple) or not isinstance(new, tuple) or len(old) != len(new):
        return type(new)(items)
    if hasattr(old, "_fields"):
        return type(old)(*items)
    whole = isinstance(old, torch.Size) and all(type(item) is int for item in items)
    return torch.Size(items) if whole else tuple(items)
