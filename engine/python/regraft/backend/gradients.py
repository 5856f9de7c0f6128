"""Writes that autograd does not see: refused where leaving them out of place loses a gradient.

A write under ``no_grad``, or through ``detach()`` or ``.data``, changes what a tensor holds and
leaves how its gradient is worked out as it was. The out-of-place form makes a new tensor, which
has no such history. So nothing that gradients flow through may read memory written in this way. An
optimizer's step, which only stores, is fine, and so are buffers that no gradient reaches.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Any

import torch
from torch.fx import GraphModule, Node

from .._facts.storage import storage_of
from .._facts.values import tensors_of
from .._facts.writes import written_by
from ..errors import RewriteError

_FUNCTION_BODY = re.compile(r"(.*\.)?(fwd|bwd)_body")
_DETACHING = frozenset({"detach", "detach_", "_get_data_attr"})


def check_gradients(gm: GraphModule, example_inputs: Sequence[Any]) -> None:
    """Raise RewriteError where a gradient would be lost. Call it with the caller's grad mode."""
    if torch.is_grad_enabled() or any(_mode_set(node) for node in gm.graph.nodes):
        _Walk(gm, example_inputs).check()
    for path, body in gm.named_modules():
        # Bodies of autograd.Function are not differentiated: their gradient is another body.
        if path and isinstance(body, GraphModule) and not _FUNCTION_BODY.match(path):
            _Walk(body, ()).check()


def _mode_set(node: Node) -> bool | None:
    """Return the grad mode that the node sets; None for other nodes."""
    if node.op == "call_function" and node.target is torch._C._set_grad_enabled:
        return bool(node.args[0])
    return None


def _is_detaching(node: Node) -> bool:
    name = node.target if isinstance(node.target, str) else getattr(node.target, "__name__", "")
    return name.partition(".")[0] in _DETACHING


class _Walk:
    """One walk over a graph, in its order."""

    def __init__(self, gm: GraphModule, example_inputs: Sequence[Any]) -> None:
        self.gm = gm
        self.grad_mode = torch.is_grad_enabled()
        self.tracked: set[Node] = set()
        """Nodes whose values have a gradient at this point."""
        self.memory: dict[Node, set[int]] = {}
        self.holders: dict[int, list[Node]] = {}
        """Nodes by the memory their values are in."""
        self.unseen: dict[int, tuple[Node, str, bool]] = {}
        """Memory by whose written values gradients may not be worked out: the write, why, and
        whether it is values with a gradient that may not be read, or those without."""
        inputs = gm.graph.find_nodes(op="placeholder")
        fit = len(inputs) == len(example_inputs)
        self.given: dict[Node, Any] = dict(zip(inputs, example_inputs, strict=True)) if fit else {}

    def check(self) -> None:
        """Look at each node: what it writes, then what it reads."""
        for node in self.gm.graph.nodes:
            mode = _mode_set(node)
            if mode is not None:
                self.grad_mode = mode
                continue
            self._check_reads(node)
            targets = written_by(node)
            for target in targets:
                self._write(node, target, targets)
            self._enter(node)

    def _enter(self, node: Node) -> None:
        tensors = tensors_of(node, self.gm)
        memory = {place for place in map(storage_of, tensors) if place is not None}
        self.memory[node] = memory
        for storage in memory:
            self.holders.setdefault(storage, []).append(node)
        needs = self._needs_gradient(node)
        if node.op in ("placeholder", "get_attr"):
            given = self.given.get(node)
            has = given.requires_grad if isinstance(given, torch.Tensor) else needs
        else:
            has = self.grad_mode and needs and not _is_detaching(node) and self._is_reached(node)
        if has:
            self.tracked.add(node)

    def _is_reached(self, node: Node) -> bool:
        """Does a gradient reach the node from its inputs, or does it begin here?"""
        named = str(node.target) == "requires_grad_"
        return named or not self.tracked.isdisjoint(node.all_input_nodes)

    # Writes -----------------------------------------------------------------------------------

    def _write(self, node: Node, target: Node, targets: list[Node]) -> None:
        sources = (other for other in node.all_input_nodes if other not in targets)
        carries = self.grad_mode and not self.tracked.isdisjoint(sources)
        for storage in self.memory.get(target, ()):
            holders = self.holders[storage]
            if not self.tracked.isdisjoint(holders):
                if not self.grad_mode:
                    self._note(node, target, storage, "with gradients off")
                elif target not in self.tracked:
                    self._note(node, target, storage, "through a value without gradient")
            if carries:
                self._spread(node, target, holders, storage)

    def _spread(self, node: Node, target: Node, holders: list[Node], storage: int) -> None:
        """A gradient comes in: it reaches the views of one tensor, not what it is detached from."""
        if not self._needs_gradient(target):
            return  # integers, say
        for holder in holders:
            if self._needs_gradient(holder):
                self.tracked.add(holder)
            elif not _is_detaching(holder):
                self._note(node, target, storage, "through a value that was detached", False)

    def _needs_gradient(self, node: Node) -> bool:
        return any(tensor.requires_grad for tensor in tensors_of(node, self.gm))

    def _note(self, node: Node, target: Node, storage: int, why: str, loses: bool = True) -> None:
        reason = f"writes `{target.name}` {why}"
        for holder in self.holders[storage]:
            if holder.op in ("placeholder", "get_attr") and not self._is_leaf(holder):
                raise _refusal(node, f"{reason}, which is memory of input `{holder.name}`")
        self.unseen.setdefault(storage, (node, reason, loses))

    def _is_leaf(self, holder: Node) -> bool:
        given = self.given.get(holder)
        given = [given] if isinstance(given, torch.Tensor) else tensors_of(holder, self.gm)
        return all(tensor.is_leaf and tensor.requires_grad for tensor in given)

    # Reads ------------------------------------------------------------------------------------

    def _check_reads(self, node: Node) -> None:
        if not self.unseen or not self.grad_mode or _is_detaching(node):
            return
        for read in node.all_input_nodes:
            if node.op == "output" and self._is_input_itself(read):
                continue
            for storage in self.memory.get(read, set()) & self.unseen.keys():
                write, reason, loses = self.unseen[storage]
                if loses == (read in self.tracked):
                    raise _refusal(write, f"{reason}, and {_told(node)} reads it")

    def _is_input_itself(self, read: Node) -> bool:
        return {id(tensor) for tensor in tensors_of(read, self.gm)} <= self._input_tensors

    @functools.cached_property
    def _input_tensors(self) -> set[int]:
        inputs = self.gm.graph.find_nodes(op="placeholder")
        return {id(tensor) for node in inputs for tensor in tensors_of(node, self.gm)}


def _told(node: Node) -> str:
    return "the graph's output" if node.op == "output" else f"`{node.name}`"


def _refusal(node: Node, reason: str) -> RewriteError:
    return RewriteError(
        f"`{node.name}` {reason}: the out-of-place form has no part in that value's gradient, "
        "which would be lost\n"
        "    help: write a value that needs no gradient, or write with gradients on",
        node=node,
    )
