"""What stands for the result of a node: the values that tracers leave in its meta."""

from __future__ import annotations

from typing import Any

import torch
from torch.fx import Node
from torch.utils._pytree import tree_leaves

ABSENT = object()
"""Stands for "no value is known" where None may be one."""

VALUE_KEYS = ("example_value", "val", "tensor_meta")
"""Keys of ``node.meta`` under which tracers leave the value that stands for a node's result."""

IN_PLACE_VIEWS = frozenset(
    "as_strided_ resize_ resize_as_ set_ squeeze_ swapaxes_ swapdims_ t_ transpose_ "
    "unsqueeze_".split()
)
"""Methods that change how a tensor object sees its memory."""


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


def tensors_of(node: Node, owner: torch.nn.Module) -> list[torch.Tensor]:
    """Return the tensors that stand for the node's result.

    Those of the trace, where it left any: they show which nodes share memory.
    """
    value = node.meta.get("example_value", ABSENT)
    if value is ABSENT:
        value = value_of(node, owner)
    return [leaf for leaf in tree_leaves(value) if isinstance(leaf, torch.Tensor)]


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
