"""The rule for a pair of graphs: what one computes is replaced by what the other computes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch._ops import OpOverload
from torch.fx import Graph, Node

from .words import Names

_PATH = re.compile(r"(torch|operator|math|builtins)(\.\w+)+|\w+(\.\w+){2,}", re.ASCII)
_WORD = re.compile(r"[\w.]+", re.ASCII)
_LARGEST = ("-1.7976931348623157e+308", "1.7976931348623157e+308")
"""Of a float that is no infinity: the language has no literal for these."""
_OF_TORCH = (torch.dtype, torch.layout, torch.memory_format)


@dataclass(frozen=True)
class Style:
    """How a rule is written."""

    operators: bool = False
    """An overload stands for all spellings of its operator: `aten::add.Tensor(x, y)`."""
    any_literal: bool = False
    """Literals of the pattern match all values."""
    any_object: bool = False
    """So do values that the language has no literal for, and targets of modules: the host looks."""


def rule_of(
    pattern: Graph,
    replacement: Graph,
    style: Style,
    *,
    name: str = "replace",
    guards: tuple[str, ...] = (),
    done: str = "",
) -> str:
    """Return the text of a rule that replaces one graph by another, placeholder for placeholder.

    In ``guards`` `{root}` stands for the node that the rule is tried at; in the statement ``done``
    `{at}` for it and `{made}` for the new nodes. A line of ``done`` with `{each}` stands once for
    each new node.
    Raises ValueError for graphs that no rule can be written for.
    """
    return _Rule(pattern, replacement, style).text(name, guards, done)


class _Rule:
    def __init__(self, pattern: Graph, replacement: Graph, style: Style) -> None:
        self.style = style
        self.names = Names()
        self.pattern, self.replacement = pattern, replacement
        self.calls = [node for node in pattern.nodes if node.op not in ("placeholder", "output")]
        if not self.calls:
            raise ValueError("the pattern computes nothing")
        self.returned = _returned(pattern)
        self.variables = {node: self.names.new(node.name) for node in pattern.nodes}
        self.made: list[str] = []
        self.guards: list[str] = []
        self._check_pattern()

    def _check_pattern(self) -> None:
        root = self.calls[-1]
        reached, waiting = {root}, [root]
        while waiting:
            for node in waiting.pop().all_input_nodes:
                if node not in reached:
                    reached.add(node)
                    waiting.append(node)
        for node in self.pattern.nodes:
            if node.op != "output" and node not in reached:
                raise ValueError(
                    f"`{node.name}` of the pattern does not lead to `{root.name}`, which it computes "
                    "last: a rule is tried at one node, and matches what that reads"
                )
        if root not in self.returned:
            raise ValueError(f"the pattern does not return `{root.name}`, which it computes last")

    # Matching -----------------------------------------------------------------------------------

    def bind(self, value: Any) -> str | None:
        """Bind a value that patterns have no literal for, and compare it in a guard. None: no guard
        can tell it from others.
        """
        if isinstance(value, torch.device):
            name, test = self.names.new("device"), f"== {_device(value)}"
        elif type(value) is float:
            name = self.names.new("number")
            test = (
                f"!= {name}"
                if value != value
                else f"{'>' if value > 0 else '<'} {_LARGEST[value > 0]}"
            )
        else:
            return None
        self.guards.append(f"{name} {test}")
        return name

    def _match_lines(self) -> list[str]:
        return [
            f"{self.variables[node]} = {self._call(node, _Pattern(self))}" for node in self.calls
        ]

    def _contained(self) -> list[str]:
        """What only leads to the result must not be read by others."""
        inner = [node for node in self.calls if node not in self.returned]
        return [f"users({self.variables[node]}) == {len(node.users)}" for node in inner]

    # Replacing ----------------------------------------------------------------------------------

    def _rewrite_lines(self) -> list[str]:
        values = _Values(self, self._placeholders())
        lines = []
        made = [node for node in self.replacement.nodes if node.op not in ("placeholder", "output")]
        results = _returned(self.replacement)
        if len(results) != len(self.returned):
            raise ValueError(
                f"the pattern returns {len(self.returned)} values, the replacement {len(results)}"
            )
        for node in made:
            if not node.users:
                raise ValueError(f"nothing reads `{node.name}` of the replacement")
            only_returned = all(user.op == "output" for user in node.users)
            if only_returned and results.count(node) == 1:
                name = self.variables[self.returned[results.index(node)]]
            else:
                name = self.names.new(node.name)
            values.known[node] = name
            lines.append(f"{name} = {self._call(node, values)}")
        for old, new in zip(self.returned, results, strict=True):
            if values.of(new) != self.variables[old]:
                lines.append(f"{self.variables[old]} = {values.of(new)}")
        self.made = [values.known[node] for node in made]
        return lines

    def _placeholders(self) -> dict[Node, str]:
        old = self.pattern.find_nodes(op="placeholder")
        new = self.replacement.find_nodes(op="placeholder")
        if len(old) != len(new):
            raise ValueError(f"the pattern takes {len(old)} values, the replacement {len(new)}")
        return {two: self.variables[one] for one, two in zip(old, new, strict=True)}

    # Calls --------------------------------------------------------------------------------------

    def _call(self, node: Node, values: _Values) -> str:
        if node.op == "get_attr":
            return values.attribute(node)
        arguments = [values.of(item) for item in node.args]
        keywords = [f"{key}={values.of(item)}" for key, item in node.kwargs.items()]
        return f"{values.head(node)}({', '.join(arguments + keywords)})"

    # The whole ----------------------------------------------------------------------------------

    def text(self, name: str, guards: tuple[str, ...], done: str) -> str:
        root = self.variables[self.calls[-1]]
        lines = [f"rule {name} {{", *_section("match", self._match_lines())]
        where = [*self.guards, *self._contained()]
        where += [guard.replace("{root}", root) for guard in guards]
        lines += [f"  where    {guard}" for guard in where]
        if "{at}" in done:
            at = self.names.new("at")
            lines.append(f"  let      {at} = {root}")
            done = done.replace("{at}", at)
        lines += _section("rewrite", self._rewrite_lines())
        for line in done.splitlines():
            names = self.made if "{each}" in line else [", ".join(self.made)]
            lines += [f"  {line}".replace("{each}", n).replace("{made}", n) for n in names]
        return "\n".join([*lines, "}", ""])


def _section(word: str, lines: list[str]) -> list[str]:
    heads = [f"  {word:<8} ", *[" " * 11] * (len(lines) - 1)]
    return [head + line for head, line in zip(heads, lines, strict=True)]


def _returned(graph: Graph) -> list[Node]:
    value = next(iter(reversed(graph.nodes))).args[0]
    values = list(value) if isinstance(value, (tuple, list)) else [value]
    for item in values:
        if not isinstance(item, Node):
            raise ValueError(
                f"a function that returns {item!r} has no rule: it must return tensors"
            )
    return values


class _Values:
    """Writes the values of a replacement."""

    def __init__(self, rule: _Rule, known: Mapping[Node, str]) -> None:
        self.style = rule.style
        self.known = dict(known)

    def of(self, value: Any) -> str:
        """Return the text of an argument."""
        if isinstance(value, Node):
            return self.known[value]
        if isinstance(value, (tuple, list)):
            return self._sequence(value)
        if isinstance(value, slice):
            parts = (value.start, value.stop, value.step)
            return f"slice({', '.join(self.of(part) for part in parts)})"
        return self.literal(value)

    def _sequence(self, value: tuple[Any, ...] | list[Any]) -> str:
        text = ", ".join(self.of(item) for item in value)
        if isinstance(value, list):
            return f"[{text}]"
        return f"({text},)" if len(value) == 1 else f"({text})"

    def literal(self, value: Any) -> str:
        text = _literal(value)
        if text is not None:
            return text
        if isinstance(value, torch.device):
            return _device(value)
        if type(value) is float and value == value:
            return f"{_LARGEST[value > 0]} * 10.0"
        if isinstance(value, dict):
            entries = (f"{self.of(key)}: {self.of(item)}" for key, item in value.items())
            return f"{{{', '.join(entries)}}}"
        raise ValueError(f"rules have no literal for {value!r}")

    def attribute(self, node: Node) -> str:
        raise ValueError(f"a rule cannot make an attribute of the module: `{node.target}`")

    def head(self, node: Node) -> str:
        """Return what stands before the arguments of a call."""
        return self._head(node, _quoted(str(node.target)))

    def _head(self, node: Node, module: str) -> str:
        if node.op == "call_module":
            return f"call_module[{module}]"
        if node.op == "call_method":
            return f"call_method[{node.target}]"
        target: Any = node.target
        if self.style.operators and isinstance(target, OpOverload):
            overload = "" if target._overloadname == "default" else f".{target._overloadname}"
            return f"{target._schema.name}{overload}"
        text = Node._pretty_print_target(target)
        return text if _PATH.fullmatch(text) else f"call_function[{_quoted(text)}]"


class _Pattern(_Values):
    """Writes the values of a pattern."""

    def __init__(self, rule: _Rule) -> None:
        super().__init__(rule, rule.variables)
        self.rule = rule

    def literal(self, value: Any) -> str:
        text = None if self.style.any_literal else _literal(value)
        if text is None and (self.style.any_literal or self.style.any_object):
            return "_"
        text = text or self.rule.bind(value)
        return super().literal(value) if text is None else text

    def attribute(self, node: Node) -> str:
        return f"get_attr[{_quoted(str(node.target))}]"

    def head(self, node: Node) -> str:
        return self._head(node, "_" if self.style.any_object else _quoted(str(node.target)))


def _device(device: torch.device) -> str:
    return f'device("{device.type}", {device.index})'


def _quoted(target: str) -> str:
    return target if _WORD.fullmatch(target) else '"' + target.replace("\\", "\\\\") + '"'


def _literal(value: Any) -> str | None:
    """Return what the language and Python write alike; None for other values."""
    if value is None or isinstance(value, bool):
        return str(value)
    if value is ...:
        return "..."
    if type(value) is int and -(2**63) <= value < 2**63:
        return str(value)
    if type(value) is float and value - value == 0:  # neither infinite nor nan
        return repr(value)
    if type(value) is str and value.isprintable() and not set(value) & set('"\\{}'):
        return f'"{value}"'
    if isinstance(value, OpOverload):
        return f"torch.ops.{value}"
    return str(value) if isinstance(value, _OF_TORCH) else None
