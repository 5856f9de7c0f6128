"""Spelling of arguments and targets for the engine, and back.

What the notation of graphs has no literal for is spelled as a name that stands for the object for
as long as the graph is with the engine: functions by their qualified name, so that rules can name
them, other objects as ``<kind 3>``. Strings are quoted, so none of them can be taken for an object.
"""

from __future__ import annotations

import contextlib
import enum
import re
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import torch
from torch._ops import OpOverload
from torch.fx import Node

_SAFE_TARGET = re.compile(r"[^\]\x00-\x1f]+")
_SAFE_TEXT = re.compile(r"[A-Za-z_][\w.]*", re.ASCII)
_UNSAFE = re.compile(r"[^\w.]+", re.ASCII)
_SYMBOLIC = re.compile(r"[A-Za-z][\w]*(?:[ ]?[-+*/][ ]?[\w]+)*", re.ASCII)
_NOT_NAMES = frozenset({"inf", "nan", "None", "True", "False", "Ellipsis"})
_SYMBOLIC_NUMBERS = (torch.SymInt, torch.SymFloat, torch.SymBool)


class _Text(str):
    """Text among the values that are still to be spelled."""


class Speller:
    """The names of one graph module's objects while it is with the engine."""

    def __init__(self) -> None:
        self.objects: dict[str, Any] = {}
        """What stands for an object -> the object."""
        self.functions: dict[str, Any] = {}
        """Targets of function calls, by their text."""
        self.targets: dict[str, str] = {}
        """Targets that are texts and had to be spelled otherwise, by how they were."""
        self._object_texts: dict[int, str] = {}
        self._function_texts: dict[Any, str] = {}
        self._numbers = 0

    # Targets ------------------------------------------------------------------------------------

    def function(self, target: Callable[..., Any]) -> str:
        """Spell the target of a function call."""
        try:
            return self._function_texts[target]
        except (KeyError, TypeError):
            text = self._new_function(target)
            with contextlib.suppress(TypeError):  # it has no hash
                self._function_texts[target] = text
            return text

    def _new_function(self, target: Callable[..., Any]) -> str:
        try:
            text = Node._pretty_print_target(target)
        except Exception:  # FX does not find the module of every callable
            text = f"{type(target).__module__}.{type(target).__qualname__}"
        if not _SAFE_TARGET.fullmatch(text):
            text = _UNSAFE.sub("_", text)
        unique = text
        while self.functions.get(unique, target) is not target:
            self._numbers += 1
            unique = f"{text}#{self._numbers}"
        self.functions[unique] = target
        return unique

    def name_target(self, target: str) -> str:
        """Spell a target that is a name: of an input, an attribute, a module or a method."""
        if _SAFE_TARGET.fullmatch(target):
            return target
        self._numbers += 1
        text = f"regraft_target_{self._numbers}"
        self.targets[text] = target
        return text

    # Values -------------------------------------------------------------------------------------

    def object(self, value: Any, bare: bool = False) -> str:
        """Spell an object that the notation has no literal for, the same one always the same way.

        ``bare`` says that the text stands where words may be names of nodes.
        """
        known = None if bare else self._object_texts.get(id(value))
        if known is not None:
            return known
        text = None if bare else self._telling_text(value)
        if text is None or self.objects.get(text, value) is not value:
            self._numbers += 1
            kind = "" if bare else f"{_UNSAFE.sub('_', type(value).__qualname__)} "
            text = f"<{kind}{self._numbers}>"
        self.objects[text] = value
        if not bare:
            self._object_texts[id(value)] = text
        return text

    def _telling_text(self, value: Any) -> str | None:
        """Return a text that is the same in every process, for what has one."""
        if isinstance(value, (torch.layout, torch.memory_format)):
            return str(value)
        if isinstance(value, enum.Enum) and isinstance(value.name, str):
            return f"<{_UNSAFE.sub('_', type(value).__qualname__)}.{_UNSAFE.sub('_', value.name)}>"
        if isinstance(value, OpOverload):
            return str(value)  # as in FX's node lists, where `torch.ops` is not printed
        if isinstance(value, type):
            return f"<class {_UNSAFE.sub('_', f'{value.__module__}.{value.__qualname__}')}>"
        if isinstance(value, _SYMBOLIC_NUMBERS) and _SYMBOLIC.fullmatch(str(value)):
            return str(value)
        if callable(value) and not isinstance(value, torch.nn.Module):
            try:
                text = Node._pretty_print_target(value)
            except Exception:
                return None
            return text if _SAFE_TEXT.fullmatch(text) and "." in text else None
        return None

    def spell(self, value: Any, name_of: Callable[[Node], str], bare: bool = False) -> str:
        """Spell any argument. ``bare``: as in a graph's output, where nodes stand without ``%``."""
        out: list[str] = []
        waiting = [value]
        while waiting:
            item = waiting.pop()
            kind = type(item)
            if kind is _Text:
                out.append(item)
            elif kind is Node:
                out.append(name_of(item) if bare else "%" + name_of(item))
            elif kind in _LITERALS:
                out.append(_LITERALS[kind](item))
            elif kind is str:
                out.append(self._string(item, bare))
            elif isinstance(item, (tuple, list, dict, slice)):
                waiting.extend(reversed(_parts(item)))
            else:
                out.append(self.object(item, bare))
        return "".join(out)

    def _string(self, value: str, bare: bool) -> str:
        text = repr(value)
        try:
            text.encode()
        except UnicodeEncodeError:
            return self.object(value, bare)
        return text


_LITERALS: dict[type, Callable[[Any], str]] = {
    int: repr,
    bool: repr,
    float: repr,
    complex: repr,
    type(None): repr,
    type(...): repr,
    torch.dtype: str,
    torch.device: repr,
}


def _parts(value: tuple[Any, ...] | list[Any] | dict[Any, Any] | slice) -> list[Any]:
    """Return the items of a container with the texts around and between them."""
    if isinstance(value, slice):
        return [
            _Text("slice("),
            value.start,
            _Text(", "),
            value.stop,
            _Text(", "),
            value.step,
            _Text(")"),
        ]
    parts: list[Any] = []
    if isinstance(value, dict):
        for key, item in value.items():
            parts += [_Text(", "), key, _Text(": "), item]
        return [_Text("{"), *parts[1:], _Text("}")]
    for item in value:
        parts += [_Text(", "), item]
    if isinstance(value, list):
        return [_Text("["), *parts[1:], _Text("]")]
    return [_Text("("), *parts[1:], _Text(",)" if len(value) == 1 else ")")]


def node_names(nodes: list[Node]) -> Callable[[Node], str]:
    """Return what names the nodes for the engine: their names, where these will do."""
    names = [node.name for node in nodes]
    distinct = set(names)
    if (
        len(distinct) == len(names)
        and all(map(str.isidentifier, names))
        and not distinct & _NOT_NAMES
    ):
        return attrgetter("name")
    given: dict[Node, str] = {}
    taken: set[str] = set(_NOT_NAMES)
    for node in nodes:
        name = node.name if node.name.isidentifier() else "node"
        unique, number = name, 0
        while unique in taken:
            number += 1
            unique = f"{name}_{number}"
        taken.add(unique)
        given[node] = unique
    return given.__getitem__
