"""Read the values that stand as arguments in node lists: literals, nodes, containers, names."""

from __future__ import annotations

import ast
import functools
import importlib
import re
from dataclasses import dataclass
from typing import Any

import torch
from torch.fx.node import Node


class FxTextError(ValueError):
    """The text is no node list; the reader of whole graphs puts the line's number in front."""


class Opaque:
    """An argument known only by its text: no literal, no importable name, not held by the root."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:  # FX puts it into generated code, which must compile
        return f"Opaque({self.text!r})"


MISSING = object()
"""Stands for "not found" where None may be a value."""

_STRING = re.compile(r"b?('(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\")")
_DEVICE = re.compile(r"device\(type='(\w+)'(?:, index=(\d+))?\)")
_CALL = re.compile(r"(slice|range)\(")
_KEYWORD = re.compile(r"([^\W\d]\w*): ")
_DOTTED = re.compile(r"[^\W\d]\w*(\.\w+)+")
_INT = re.compile(r"-?\d+")
_FLOAT = re.compile(r"-?(?:\d+\.\d*(?:e[+-]\d+)?|\d+e[+-]\d+|inf|nan)")
_COMPLEX = re.compile(r"\(?[-+.\deinfa]*(?:\d|inf|nan)j\)?")
_NUMBERS = ((_INT, int), (_FLOAT, float), (_COMPLEX, complex))
_CONSTANTS = {"None": None, "True": True, "False": False, "Ellipsis": ...}
_DELIMITER = re.compile(r",(?=[ )\]}]|$)|: |  # ")  # "ij,jk" is one string of the plain form
_CLOSERS = {"(": ")", "[": "]", "{": "}"}


@dataclass
class Scope:
    """What the atoms of one graph may mean."""

    nodes: dict[str, Node]
    """The nodes defined so far, by name."""
    objects: dict[str, Any]
    """Objects that cannot be imported, by their printed text."""
    strings_quoted: bool
    """False for ``str(gm.graph)``, where an atom that is nothing else is a string."""


@functools.cache
def resolve_name(dotted: str) -> Any:
    """Import what a dotted name like ``torch.ops.aten.add.Tensor`` stands for, or ``MISSING``."""
    first, *rest = dotted.split(".")
    try:
        found: Any = importlib.import_module(first)
    except ImportError:
        return MISSING
    prefix = first
    for name in rest:
        prefix = f"{prefix}.{name}"
        found = _attribute_or_module(found, name, prefix)
        if found is MISSING:
            break
    return found


def _attribute_or_module(owner: Any, name: str, full_name: str) -> Any:
    found = getattr(owner, name, MISSING)
    if found is not MISSING:
        return found
    try:
        return importlib.import_module(full_name)
    except ImportError:
        return MISSING


class ValueReader:
    """Reads values from ``text`` one after the other; ``pos`` moves past what was read.

    ``as_repr`` in its methods says that the text is a Python ``repr`` of a nest that holds nodes:
    nodes stand as names without ``%``, strings are quoted in any case.
    All methods raise FxTextError where the text does not go on as they need.
    """

    def __init__(self, text: str, pos: int, scope: Scope) -> None:
        self.text = text
        self.pos = pos
        self.scope = scope

    def value(self, as_repr: bool = False) -> Any:
        """Read one value."""
        start = self.pos
        found = self._composite(as_repr)
        # "(s0//2) + 1" begins like a container, but is an atom.
        if found is MISSING or not self._at_value_end():
            self.pos = start
            found = self._atom(as_repr)
        return found

    def keywords(self) -> dict[str, Any]:
        """Read a node's keyword arguments, whose keys stand without quotes in braces."""
        self.expect("{")
        found: dict[str, Any] = {}
        while not self._skip("}"):
            if found:
                self.expect(", ")
            key = _KEYWORD.match(self.text, self.pos)
            if key is None:
                raise FxTextError(f"expected a keyword at {self._rest()}")
            self.pos = key.end()
            found[key[1]] = self.value()
        return found

    def expect(self, literal: str) -> None:
        """Skip ``literal``, which must come next."""
        if not self._skip(literal):
            raise FxTextError(f"expected {literal!r} at {self._rest()}")

    def _skip(self, literal: str) -> bool:
        found = self.text.startswith(literal, self.pos)
        self.pos += len(literal) if found else 0
        return found

    def _rest(self) -> str:
        return repr(self.text[self.pos : self.pos + 40])

    def _composite(self, as_repr: bool) -> Any:
        """Read a container, string, device, slice or range; ``MISSING`` if none stands here."""
        opener = self.text[self.pos : self.pos + 1]
        if opener and opener in "([":
            return self._sequence(opener, as_repr)
        if opener == "{":
            return self._dict(as_repr)
        quoted = as_repr or self.scope.strings_quoted
        if quoted and (string := _STRING.match(self.text, self.pos)):
            self.pos = string.end()
            return ast.literal_eval(string.group())
        if device := _DEVICE.match(self.text, self.pos):
            self.pos = device.end()
            index = () if device[2] is None else (int(device[2]),)
            return torch.device(device[1], *index)
        if call := _CALL.match(self.text, self.pos):
            self.pos = call.end()
            items, _ = self._items(")", as_repr or not self.scope.strings_quoted)
            return {"slice": slice, "range": range}[call[1]](*items)
        return MISSING

    def _sequence(self, opener: str, as_repr: bool) -> Any:
        self.expect(opener)
        items, ends_in_comma = self._items(_CLOSERS[opener], as_repr)
        if opener == "[":
            return items
        if len(items) == 1 and not ends_in_comma:  # a complex number or a symbolic expression
            return MISSING
        return tuple(items)

    def _items(self, closer: str, as_repr: bool) -> tuple[list[Any], bool]:
        """Read values up to ``closer``; also say whether the comma of a 1-tuple stood there.

        ``(%x,)`` is such a tuple; ``(%x, )`` of the plain form has an empty string after the blank.
        """
        items: list[Any] = []
        if self._skip(closer):
            return items, False
        while True:
            items.append(self.value(as_repr))
            if not self._skip(","):
                break
            if not self._skip(" "):
                self.expect(closer)
                return items, True
        self.expect(closer)
        return items, False

    def _dict(self, as_repr: bool) -> dict[Any, Any]:
        self.expect("{")
        found: dict[Any, Any] = {}
        while not self._skip("}"):
            if found:
                self.expect(", ")
            key = self.value(as_repr)
            self.expect(": ")
            found[key] = self.value(as_repr)
        return found

    def _at_value_end(self) -> bool:
        rest = self.text[self.pos : self.pos + 4]
        return rest == "" or rest[0] in ",)]}:" or rest == "  # "

    def _atom(self, as_repr: bool) -> Any:
        start = self.pos
        self.pos = _atom_end(self.text, start)
        atom = self.text[start : self.pos]
        if as_repr and atom in self.scope.nodes:
            return self.scope.nodes[atom]
        if atom.startswith("%"):
            return self._node(atom[1:])
        literal = _literal(atom)
        return self._named(atom) if literal is MISSING else literal

    def _node(self, name: str) -> Node:
        if name not in self.scope.nodes:
            raise FxTextError(f"undefined name %{name}")
        return self.scope.nodes[name]

    def _named(self, atom: str) -> Any:
        if atom in self.scope.objects:
            return self.scope.objects[atom]
        found = resolve_name(atom) if _DOTTED.fullmatch(atom) else MISSING
        if found is not MISSING:
            return found
        return Opaque(atom) if self.scope.strings_quoted else atom


def _literal(atom: str) -> Any:
    """Return the number or constant that an atom spells, or ``MISSING``."""
    if atom in _CONSTANTS:
        return _CONSTANTS[atom]
    for pattern, read in _NUMBERS:
        if pattern.fullmatch(atom):
            return read(atom)
    return MISSING


def _atom_end(text: str, start: int) -> int:
    """Return where the atom at ``start`` ends: at a delimiter outside brackets and quotes."""
    depth = 0
    pos = start
    while pos < len(text):
        string = _STRING.match(text, pos)
        if string:
            pos = string.end()
            continue
        char = text[pos]
        if depth == 0 and (char in ")]}" or _DELIMITER.match(text, pos)):
            break
        depth += (char in "([{") - (char in ")]}")
        pos += 1
    return pos
