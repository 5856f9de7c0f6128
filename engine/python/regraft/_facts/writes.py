"""Which arguments a node of a captured graph writes, as far as its name and its schema tell."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import torch
from torch.fx import Node
from torch.utils._pytree import tree_leaves

from .values import IN_PLACE_VIEWS

_NO_WRITES = IN_PLACE_VIEWS | {"requires_grad_", "detach_", "share_memory_", "rename_", "retain_"}
"""Names that end like a write's but leave the memory as it is."""

_AUGMENTED = frozenset(
    "iadd iand iconcat ifloordiv ilshift imatmul imod imul ior ipow irshift isub itruediv ixor "
    "setitem".split()
)
"""Functions of ``operator``, and methods between underscores, that write their first argument."""


def is_call(node: Node) -> bool:
    """Does the node call a function or a method?"""
    return node.op in ("call_function", "call_method")


def name_of_call(node: Node) -> str:
    """Return the bare name of what the node calls: ``add_`` for a method or an operator of it."""
    target = node.target
    if isinstance(target, str):
        return target
    if isinstance(target, torch._ops.OpOverload):
        return target._schema.name.rpartition("::")[2]
    return getattr(target, "__name__", "")


def written_by(node: Node) -> list[Node]:
    """Return the nodes whose values the call writes, each once."""
    if not is_call(node):
        return []
    schema = getattr(node.target, "_schema", None)
    if schema is not None and node.op == "call_function":
        found = _of_schema(node, schema)
    else:
        found = [*_of_name(node), *_nodes(node.kwargs.get("out"))]
    return list(dict.fromkeys(found))


def _of_schema(node: Node, schema: Any) -> Iterable[Node]:
    for place, argument in enumerate(schema.arguments):
        if argument.alias_info is not None and argument.alias_info.is_write:
            given = node.args[place] if place < len(node.args) else None
            yield from _nodes(node.kwargs.get(argument.name, given))


def _of_name(node: Node) -> Iterable[Node]:
    name = name_of_call(node)
    if name.startswith("__") and name.endswith("__"):
        writes = name[2:-2] in _AUGMENTED
    elif node.op == "call_function" and node.target is getattr(operator, name, None):
        writes = name in _AUGMENTED
    else:
        writes = (name.endswith("_") and name not in _NO_WRITES) or _is_told_to_write(node)
    first = node.args[0] if node.args else node.kwargs.get("input", node.kwargs.get("self"))
    if writes:
        yield from _nodes(first)
        for place, argument in _further(name):
            given = node.args[place] if place < len(node.args) else None
            yield from _nodes(node.kwargs.get(argument, given))
    if node.op == "call_function":
        yield from _renormalised(node)


@lru_cache(maxsize=1024)
def _further(name: str) -> tuple[tuple[int, str], ...]:
    """Return places and names of the arguments behind the first that an operator writes."""
    packet = getattr(torch.ops.aten, name, None)
    schemas = [getattr(packet, one)._schema for one in packet.overloads()] if packet else []
    found = {
        (place, argument.name)
        for schema in schemas
        for place, argument in enumerate(schema.arguments)
        if place and argument.alias_info is not None and argument.alias_info.is_write
    }
    return tuple(sorted(found))


def _renormalised(node: Node) -> Iterable[Node]:
    """``embedding`` with ``max_norm`` scales rows of its weight."""
    if name_of_call(node) not in ("embedding", "embedding_bag"):
        return
    given = _bound(node)
    if given.get("max_norm") is not None:
        yield from _nodes(given.get("weight"))


def _is_told_to_write(node: Node) -> bool:
    """Has the call the argument ``inplace`` (as functions of torch.nn.functional do) set?"""
    return node.op == "call_function" and bool(_bound(node).get("inplace"))


def _bound(node: Node) -> dict[str, Any]:
    """Return the arguments by the names of the function's parameters; none for functions of C."""
    names = _parameters(node.target) if inspect.isfunction(node.target) else ()
    return {**dict(zip(names, node.args, strict=False)), **node.kwargs} if names else {}


@lru_cache(maxsize=1024)
def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)


def _nodes(value: Any) -> list[Node]:
    return [leaf for leaf in tree_leaves(value) if isinstance(leaf, Node)]
