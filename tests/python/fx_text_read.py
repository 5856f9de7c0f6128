"""Read node lists, annotated or as ``str(gm.graph)`` prints them, into executable graph modules.

The inverse of ``fx_text_print``. In the annotated form every string is quoted and reading is exact;
in the plain form an atom that is nothing else is taken for a string.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.fx.node import Node

from fx_text_print import ANNOTATION_KEY, callable_name, format_argument
from fx_text_values import MISSING, FxTextError, Scope, ValueReader, resolve_name

_HEADER = re.compile(r"graph(?: (\w+(?:\.\w+)*))?\(\):")
_NODE_START = re.compile(r" {4}(?:%\w+ : |return )")
_NODE_HEAD = re.compile(
    r'%(?P<name>\w+) : (?:(?P<type>[^"]+?) )?(?:"(?P<annotation>[^"]*)" )?'
    r"\[num_users=(?P<users>\d+)\] = "
    r"(?P<op>placeholder|get_attr|call_function|call_method|call_module)\[target="
)
_QUOTE = re.compile(r"""^ {4}%.*(?:[(\[{]|, |: )['"]""", re.MULTILINE)
_META = re.compile(r"  # (\{.*\})")


@dataclass
class _Section:
    """The text of one graph."""

    path: str
    """Attribute path of the graph's module, "" for the main graph."""
    lines: list[tuple[int, str]] = field(default_factory=list)
    """(line number, text of a node without indentation); continuation lines are joined."""

    @property
    def parent(self) -> str:
        return self.path.rpartition(".")[0]

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]


class _TypeText:
    """A node type known only by its text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def loads(
    text: str, root: torch.nn.Module | None = None, strings_quoted: bool | None = None
) -> torch.fx.GraphModule:
    """Read a node list into a graph module, which can be run if all that it names is found.

    ``root`` gives the attributes that get_attr and call_module nodes name and, where it is a graph
    module, the functions and objects that cannot be imported, found by their printed text.
    ``strings_quoted`` says whether strings stand in quotes; None means: if there are quotes.
    Node names are kept exactly. Raises FxTextError for text that is no node list, for a name that
    is not defined or is defined twice, and for a ``num_users`` that is wrong.
    """
    if strings_quoted is None:
        strings_quoted = _QUOTE.search(text) is not None
    sections = _split_graphs(text)
    objects = _objects_by_text(root)
    built: dict[str, torch.fx.GraphModule] = {}
    # A graph's module holds the modules of the graphs nested in it, so these are built first.
    for section in sorted(sections, key=_depth, reverse=True):
        nested = {s.name: built[s.path] for s in sections if s.path and s.parent == section.path}
        owner = _submodule(root, section.path)
        graph = _GraphReader(Scope({}, objects, strings_quoted)).read(section)
        built[section.path] = _assemble(graph, owner, nested)
    return built[""]


def _depth(section: _Section) -> int:
    return len(section.path.split(".")) if section.path else 0


def _split_graphs(text: str) -> list[_Section]:
    """Cut the text into its graphs, in order; the first is the main one."""
    sections: list[_Section] = []
    for number, line in enumerate(text.split("\n"), start=1):
        header = _HEADER.fullmatch(line)
        if header:
            sections.append(_Section(header[1] or ""))
        elif sections and line.startswith("    # sizes: "):
            continue  # facts for the engine; FX knows nothing of them
        elif sections and _NODE_START.match(line):
            sections[-1].lines.append((number, line[4:]))
        elif sections and sections[-1].lines and line:
            # A newline inside a string of the plain form.
            first, node_text = sections[-1].lines[-1]
            sections[-1].lines[-1] = (first, f"{node_text}\n{line}")
        elif line:
            raise FxTextError(f"line {number}: no graph begins before {line!r}")
    if [s.path for s in sections].count("") != 1 or sections[0].path:
        raise FxTextError("line 1: the text must begin with its only main graph, 'graph():'")
    return sections


def _objects_by_text(root: torch.nn.Module | None) -> dict[str, Any]:
    """Collect what the nodes of ``root``'s graphs call and hold, by its printed text."""
    objects: dict[str, Any] = {}

    def remember(value: Any) -> Any:
        if not isinstance(value, (Node, str)):
            objects.setdefault(format_argument(value), value)
        return value

    for module in root.modules() if root is not None else ():
        for node in module.graph.nodes if isinstance(module, torch.fx.GraphModule) else ():
            torch.fx.node.map_aggregate((node.args, node.kwargs), remember)
            if node.op == "call_function":
                objects.setdefault(callable_name(node.target), node.target)
    return objects


def _submodule(root: torch.nn.Module | None, path: str) -> torch.nn.Module | None:
    try:
        return root.get_submodule(path) if root is not None else None
    except AttributeError:
        return None


class _GraphReader:
    """Builds one ``torch.fx.Graph`` from a section's lines."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.graph = torch.fx.Graph()

    def read(self, section: _Section) -> torch.fx.Graph:
        """Read all nodes; FxTextError messages get the line's number in front."""
        declared_users: dict[str, tuple[int, int]] = {}
        for number, text in section.lines:
            try:
                users = self._read_node(text)
            except FxTextError as error:
                raise FxTextError(f"line {number}: {error}") from None
            if users is not None:
                declared_users[next(reversed(self.scope.nodes))] = (number, users)
        for name, (number, users) in declared_users.items():
            if len(self.scope.nodes[name].users) != users:
                actual = len(self.scope.nodes[name].users)
                raise FxTextError(f"line {number}: %{name} has {actual} users, not {users}")
        return self.graph

    def _read_node(self, text: str) -> int | None:
        """Add the node that ``text`` describes; return its declared number of users, if any."""
        if text.startswith("return "):
            reader = ValueReader(text, len("return "), self.scope)
            node = self.graph.output(reader.value(as_repr=True))
            node.meta.update(_trailing_meta(reader))
            return None
        head = _NODE_HEAD.match(text)
        if head is None:
            raise FxTextError(f"not a node: {text!r}")
        if head["name"] in self.scope.nodes:
            raise FxTextError(f"%{head['name']} is defined twice")
        target, reader = self._split_target(text, head.end(), head["op"])
        args, kwargs = self._operands(reader, head["op"])
        if head["op"] == "call_function":
            target = self._function(target)
        node = self.graph.create_node(
            head["op"], target, args, kwargs, type_expr=_type(head["type"])
        )
        self._name(node, head["name"])
        if head["annotation"] is not None:
            node.meta[ANNOTATION_KEY] = head["annotation"]
        node.meta.update(_trailing_meta(reader))
        return int(head["users"])

    def _split_target(self, text: str, start: int, op: str) -> tuple[str, ValueReader]:
        """Return the target's text and a reader behind the bracket that closes it."""
        closer = "](args = " if op.startswith("call_") else "]"
        end = text.find(closer, start)
        if end < 0:
            raise FxTextError(f"the target has no end: {text[start:]!r}")
        return text[start:end], ValueReader(text, end + 1, self.scope)

    def _operands(self, reader: ValueReader, op: str) -> tuple[tuple, dict[str, Any]]:
        if op.startswith("call_"):
            reader.expect("(args = ")
            args = reader.value()
            reader.expect(", kwargs = ")
            kwargs = reader.keywords()
            reader.expect(")")
            return args, kwargs
        if op == "placeholder" and reader.text.startswith("(default=", reader.pos):
            reader.expect("(default=")
            default = reader.value()
            reader.expect(")")
            return (default,), {}
        return (), {}

    def _function(self, name: str) -> Any:
        found = self.scope.objects.get(name, MISSING)
        if found is MISSING:
            found = resolve_name(name)
        if not callable(found):
            raise FxTextError(f"cannot import the function {name}")
        return found

    def _name(self, node: Node, name: str) -> None:
        """Give the node exactly this name; FX would change some, e.g. ``sum`` or ``x_1``."""
        namespace = self.graph._graph_namespace
        namespace._used_names.discard(node.name)
        namespace._used_names.add(name)
        node.name = name
        self.scope.nodes[name] = node


def _type(text: str | None) -> Any:
    """Return the type that the text names, or a stand-in that prints the same."""
    if text is None:
        return None
    found = resolve_name(text if "." in text else f"builtins.{text}")
    return found if isinstance(found, type) else _TypeText(text)


def _trailing_meta(reader: ValueReader) -> dict[str, Any]:
    """Read the comment with meta entries that may end a line; the line must end there."""
    meta = _META.fullmatch(reader.text, reader.pos)
    if meta:
        return ast.literal_eval(meta[1])
    if reader.pos != len(reader.text):
        raise FxTextError(f"unexpected {reader.text[reader.pos :]!r}")
    return {}


def _assemble(
    graph: torch.fx.Graph,
    owner: torch.nn.Module | None,
    nested: dict[str, torch.fx.GraphModule],
) -> torch.fx.GraphModule:
    """Make a graph module with the attributes the graph uses, from ``nested`` or else ``owner``."""
    # Attributes that are found nowhere may be missing, so FX must not be the one to copy them.
    gm = torch.fx.GraphModule(torch.nn.Module(), torch.fx.Graph())
    for node in graph.nodes:
        if node.op in ("get_attr", "call_module"):
            _copy_attribute(owner, gm, node.target.split("."))
    for name, module in nested.items():  # also those no node uses, in the order of the text
        gm._modules.pop(name, None)
        gm.add_module(name, module)
    gm.graph = graph
    return gm


def _copy_attribute(source: Any, destination: torch.nn.Module, path: list[str]) -> None:
    """Share the attribute at ``path`` of ``source``, if it has it, with ``destination``."""
    for name in path[:-1]:
        source = getattr(source, name, None)
        if not hasattr(destination, name):
            destination.add_module(name, torch.nn.Module())
        destination = getattr(destination, name)
    if source is not None and hasattr(source, path[-1]):
        value = getattr(source, path[-1])
        if isinstance(value, torch.Tensor) and not isinstance(value, torch.nn.Parameter):
            destination.register_buffer(path[-1], value)
        else:
            setattr(destination, path[-1], value)
