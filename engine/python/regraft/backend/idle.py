"""Dropouts that drop nothing: they return their argument, which their values in the graph deny.

Fake tensors work such a call out as a copy, with the strides of a copy. What shares memory is told
by the values that a graph's nodes have, so the call is taken out before anybody asks.
"""

from __future__ import annotations

from typing import Any

import torch
from torch.fx import GraphModule, Node

from .._to_graph.derive import find_fake_mode

_VALUE = "example_value"


def take_out_idle_dropouts(gm: GraphModule) -> None:
    """Have what reads such a call read its argument, and work out the values after it again."""
    outdated: set[Node] = set()
    fake_mode = None
    for node in list(gm.graph.nodes):
        argument = node.args[0] if _is_dropout(node) else None
        if isinstance(argument, Node) and _returns_it(node, argument):
            fake_mode = fake_mode or find_fake_mode(gm.graph.nodes)
            outdated.update(node.users)
            node.replace_all_uses_with(argument)
            gm.graph.erase_node(node)
        elif node in outdated:
            outdated.update(node.users)
            _work_out_again(node, fake_mode)


def _is_dropout(node: Node) -> bool:
    name = getattr(node.target, "__name__", "")
    return node.op == "call_function" and "dropout" in name and bool(node.args)


def _returns_it(node: Node, argument: Node) -> bool:
    """Does the call return its argument as it is? A tensor that is not fake but holds nothing will
    tell. One that drops in place returns it, too, and has written it: that shows in its version.
    """
    value = argument.meta.get(_VALUE)
    others = (*node.args[1:], *node.kwargs.values())
    if not isinstance(value, torch.Tensor) or any(isinstance(one, Node) for one in others):
        return False
    shape = [2 if type(size) is not int else size for size in value.shape]
    function: Any = node.target
    probe = torch.empty(shape, dtype=value.dtype, device="meta")
    try:
        with torch.no_grad():
            found = function(probe, *node.args[1:], **node.kwargs)
            return found is probe and probe._version == 0
    except (RuntimeError, NotImplementedError, TypeError, ValueError):
        return False


def _work_out_again(node: Node, fake_mode: Any) -> None:
    """Put the value of a call on the values of its arguments into its meta."""
    old = node.meta.get(_VALUE)
    if fake_mode is None or not isinstance(old, (torch.Tensor, tuple, list)):
        return
    try:
        new = _value_of_call(node, fake_mode, old)
    except Exception:  # whatever an operator raises: the value that was there stands
        return
    if _kinds(new) == _kinds(old):
        node.meta[_VALUE] = new


def _value_of_call(node: Node, fake_mode: Any, old: Any) -> Any:
    args, kwargs = torch.fx.node.map_arg(
        (node.args, node.kwargs), lambda argument: argument.meta[_VALUE]
    )
    target: Any = node.target
    method = node.op == "call_method"
    name = target if method else getattr(target, "__name__", "")
    if name.endswith("_") and not name.endswith("__"):
        return args[0]
    gradient = any(one.requires_grad for one in _tensors(old))
    with torch.set_grad_enabled(gradient), fake_mode:
        if method:
            return getattr(args[0], name)(*args[1:], **kwargs)
        return target(*args, **kwargs)


def _tensors(value: Any) -> list[torch.Tensor]:
    return [one for one in torch.utils._pytree.tree_leaves(value) if isinstance(one, torch.Tensor)]


def _kinds(value: Any) -> list[Any]:
    return [(one.dtype, len(one.shape)) for one in _tensors(value)]
